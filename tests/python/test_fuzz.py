"""Wrong arguments, drawn at random, for every function and class: an exception or a result, never a crash. The calls
are made in another process, so that a crash is a failed test that names the seed."""
import array
import decimal
import fractions
import math
import os
import random
import resource
import subprocess
import sys
import tempfile
import time
import unittest

import starport

FIRST = int(os.environ.get("FUZZ_FIRST", 0))
SECONDS = 60 if "PYTHON_COUNT" in os.environ else 4
STARS = ["c=1,2 w=3,4 tasks=5", "c=1,8 w=1,1 load=3,0", "c=1,2 latency=1 w=3,4 work=3", "c=1 delta=1,-1",
         "c=1,2 w=3,4 deadline=20"]
NAMES = ["bba", "mbbsa", "min_c", "mct", "1d", "umr", "sorted", "fwd", "best-of", "portfolio", "bba:tie=last",
         "umr:rounds=3"]


class Broken:
    """An object whose every operation raises or answers nonsense."""
    def __init__(self, chance):
        self.chance = chance

    def anything(self, *_):
        value = self.chance.choice([None, -1, "x", 2**70, math.nan, ValueError])
        if value is ValueError:
            raise ValueError("broken")
        return value
    __len__ = __iter__ = __getitem__ = __index__ = __float__ = __int__ = __bool__ = next = start = tolist = anything
    __hash__ = object.__hash__


def value(chance, depth=0):
    """Anything at all."""
    kind = chance.randrange(16 if depth < 3 else 9)
    if kind < 3:
        return chance.choice([0, 1, -1, 2, 3, 2**31, 2**63, -2**63, 2**64, 10**40, True, False])
    if kind < 5:
        return chance.choice([0.0, -0.0, 0.5, 1e-320, 1e308, math.inf, -math.inf, math.nan, 1 / 3])
    if kind == 5:
        return chance.choice([None, "", "x", "c=1", "\0", "\udc80", "a" * 5000, "bba:x=1", b"", b"abc", Ellipsis])
    if kind == 6:
        return chance.choice([fractions.Fraction(1, 3), fractions.Fraction(2**70, 3), decimal.Decimal("NaN"),
                              decimal.Decimal("0.1"), 1j, object(), int, starport.Star, starport])
    if kind == 7:
        return Broken(chance)
    if kind == 8:
        return starport.Star(chance.choice(STARS)) if chance.random() < 0.7 else starport.Star("c=1 w=inf tasks=0")
    many = [value(chance, depth + 1) for _ in range(chance.randrange(4))]
    if kind == 9:
        return array.array(chance.choice("dfilqbBHL"), [chance.randrange(100) for _ in range(chance.randrange(4))])
    if kind == 10:
        return memoryview(bytes(16)).cast(chance.choice("dlqBc"))[::chance.choice([1, 2, -1])]
    if kind == 11:
        return {repr(x): x for x in many}
    if kind == 12:
        return lambda *_: many
    if kind == 13:
        return lambda *_: chance.choice([1, "wait", "done", (1, 1), ("wait", 3), (2, 0.5), [(0, 1)], many, 0])
    return tuple(many) if kind == 14 else many


def numbers(chance):
    """Often nearly right."""
    if chance.random() < 0.2:
        return value(chance)
    return [chance.choice([0, 1, 2.5, 1, 3, math.inf, math.nan, -1]) if chance.random() < 0.9 else value(chance)
            for _ in range(chance.choice([1, 2, 2, 3]))]


def heuristic(chance):
    if chance.random() < 0.4:
        return chance.choice(NAMES)
    plan = [tuple(chance.choice([0, 1, 2, 1, 3, -1, 0.5]) for _ in range(chance.choice([2, 2, 3, 4])))
            for _ in range(chance.randrange(6))]
    if chance.random() < 0.4:
        return plan
    answer = chance.choice([1, 2, "wait", "done", ("wait", 2), (1, 1), (1, 0.5), (3, 1), 0, None, 2**40, (1, math.nan)])
    members = {"next": lambda self, view: answer,
               "problems": chance.choice([("bag",), list("ab"), 3, ["redistribution"]]),
               "name": chance.choice(["x", "", "\0", None, 3, "a" * 300]),
               "version": chance.choice([1, 0, -1, "x", 2**40])}
    for key in list(members):
        if key != "next" and chance.random() < 0.7:
            del members[key]
    return type("Random", (), members) if chance.random() < 0.7 else value(chance)


def calls(chance):
    """A call with arguments of which some are wrong."""
    def some(right):
        return right if chance.random() < 0.8 else value(chance)
    star = some(starport.Star(chance.choice(STARS)))
    seed = some(chance.randrange(5))
    keys = {key: numbers(chance) for key in ("c", "w", "load", "latency", "buffer", "delta") if chance.random() < 0.5}
    keys.update({key: value(chance) for key in ("tasks", "work", "deadline", "send", "x") if chance.random() < 0.2})
    raw = [some(starport.Star(chance.choice(STARS))), heuristic(chance), seed, some(0.0), some(0.1), some(True)]
    core = starport._starport
    return chance.choice([
        lambda: starport.Star(**keys), lambda: starport.Star(value(chance)),
        lambda: starport.Star("c=1 w=1 tasks=2", {"c": 3}), lambda: core.Star("w=1 tasks=2", {"c": value(chance)}),
        lambda: core.Star("w=1 tasks=2", {chance.choice(["c", "x", 3]): array.array("d", [1, math.nan])}),
        lambda: starport.run(star, heuristic(chance), heuristic(chance), seed=seed, noise_link=some(0.1),
                             events=some(True)),
        lambda: starport.run_many([star, some(star)], [heuristic(chance)], seed=seed).array(some("makespan")),
        lambda: starport.plan(star, heuristic(chance), seed),
        lambda: starport.Plan(some([(0, 1)]), some(3)).record(),
        lambda: starport.run(star, starport.Plan(some([(0, 1)]), some(3)))[0].frame(),
        lambda: starport.cost(star, some([(0, 1), (1, 2)])), lambda: starport.bound(star),
        lambda: starport.Star(chance.choice(STARS)).exact(value(chance)),
        lambda: core.run(*raw[:chance.randrange(7)]), lambda: core.plan(*raw[:3]), lambda: core.bounds(value(chance)),
        lambda: core.cost(star, [value(chance)]), lambda: core.optimal(star, some(9), some(0)),
        lambda: core.plugin(value(chance)),
        lambda: core.Star.__new__(core.Star, value(chance), value(chance)), lambda: core.View(), lambda: core.Worker()])


def attack(first, seconds, note):
    """Makes calls for so long and notes their seeds; prints the number of calls and of results."""
    if "LD_PRELOAD" not in os.environ:  # a sanitizer needs all addresses
        resource.setrlimit(resource.RLIMIT_AS, (8 << 30, 8 << 30))
    end = time.monotonic() + seconds
    made = good = 0
    while time.monotonic() < end or made < 100:
        seed = first + made
        made += 1
        os.pwrite(note, b"%20d" % seed, 0)
        try:
            found = calls(random.Random(seed))()
            repr(found)
            good += 1
        except SystemError:  # a bug of ours
            raise
        except Exception:
            pass
    print(made, good)


class Fuzz(unittest.TestCase):
    def test_wrong_arguments(self):
        with tempfile.TemporaryFile() as note:
            words = "import test_fuzz; test_fuzz.attack(%s, %g, %d)" % (FIRST, SECONDS, note.fileno())
            done = subprocess.run([sys.executable, "-c", words], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                  text=True, pass_fds=[note.fileno()], cwd=os.path.dirname(__file__), timeout=600)
            note.seek(0)
            self.assertEqual(done.returncode, 0, "seed %s: %s" % (note.read().decode().strip(), done.stderr[-3000:]))
        made, good = map(int, done.stdout.split())
        self.assertTrue(good > made / 50, (made, good))
