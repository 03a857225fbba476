"""reseal.py FILE.db [SQL]..: changes a database of results as the statements say, and seals it again
(src/campaign/store/rows.c), as somebody may do who wants it to be read."""
import sqlite3
import struct
import sys

MASK = 2 ** 64 - 1


def fnv(h, data):
    for byte in data:
        h = (h ^ byte) * 0x100000001b3 & MASK
    return h


def put(h, value):
    kind = {int: 1, float: 2, str: 3, bytes: 4, type(None): 5}[type(value)]
    h = fnv(h, struct.pack("=i", kind))
    if kind < 3:
        return fnv(h, struct.pack("=q" if kind == 1 else "=d", value))
    data = value.encode() if kind == 3 else value or b""
    return fnv(fnv(h, struct.pack("=i", len(data))), data)


def hash_row(table, row):
    h = 0xcbf29ce484222325
    for value in (table, *row):
        h = put(h, value)
    h = (h ^ h >> 30) * 0xbf58476d1ce4e5b9 & MASK
    h = (h ^ h >> 27) * 0x94d049bb133111eb & MASK
    return h ^ h >> 31


db = sqlite3.connect(sys.argv[1])
for statement in sys.argv[2:]:
    db.execute(statement)
total = sum(hash_row(table, row) for table in ("experiment", "instance", "cell", "run")
            for row in db.execute("SELECT * FROM " + table))
db.execute("UPDATE seal SET sum = ?", (struct.pack(">Q", total & MASK),))
db.commit()
