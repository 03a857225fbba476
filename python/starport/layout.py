"""The layout of the library's structs, in which numbers, messages and events come out of it as bytes."""
import struct

NUMBER = struct.Struct("dqq")  # struct sp_num: value, numerator, denominator (0: not exact)
MESSAGE = struct.Struct("2idl2dl")  # struct sp_message: from, to, amount, after, earliest, earliest_in, returns
EVENT = struct.Struct("3d2ili?3x")  # struct sp_event: start, end, amount, from, to, message, kind, lost
UNLIMITED = 2 ** (8 * struct.calcsize("l") - 1) - 1  # LONG_MAX
ANY_PORTS = 2 ** (8 * struct.calcsize("i") - 1) - 1  # INT_MAX
EVENT_FIELDS = {"names": ["start", "end", "amount", "from", "to", "message", "kind", "lost"],
                "formats": ["f8", "f8", "f8", "i4", "i4", "i8", "i4", "?"],
                "offsets": [0, 8, 16, 24, 28, 32, 40, 44], "itemsize": 48}  # of EVENT, as numpy takes them
