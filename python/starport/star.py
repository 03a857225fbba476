"""Stars: what is scheduled on what."""
import decimal
import fractions
import math
import numbers
import os
import struct
import tempfile
from typing import Any, Dict, List, Optional, Tuple, Union

from . import _starport, program
from .layout import ANY_PORTS, NUMBER, UNLIMITED
from .shown import Explorer

Exact = Union[fractions.Fraction, float]
_FORMATS = ("d", "f", "i", "l", "q")  # that columns.c reads
_PER_WORKER = ("c", "w", "latency", "load", "delta", "buffer", "memory", "result")
_LISTS = _PER_WORKER + ("release", "weights", "sizes")
_WORDS = {"duplex": ("half", "full"), "free": ("unit", "chunk"), "lost": ("master", "stay"), "hold": ("task", "result"),
          "known": ("no", "yes")}
_EXPLORED = {"redistribution": "bba,mbbsa,r-bsa,portfolio", "bag": "min_c,mct,portfolio", "divisible": "umr,sa",
             "imbalance": "sorted"}  # unless others are named


def _number(key: str, x: Any) -> str:
    """The number as --star takes it: exact where its denominator is small, else its shortest decimal."""
    if isinstance(x, numbers.Rational) and not isinstance(x, bool):
        return str(x.numerator) if x.denominator == 1 else "%d/%d" % (x.numerator, x.denominator)
    if isinstance(x, decimal.Decimal):
        return str(x)
    if not isinstance(x, numbers.Real) or isinstance(x, bool):
        raise TypeError("%s is %r, expected a number" % (key, x))
    value = float(x)
    if not math.isfinite(value):
        return str(value)
    n, d = value.as_integer_ratio()
    if d == 1 and abs(n) < 2**53:
        return str(n)
    return "%d/%d" % (n, d) if 1 < d <= 2**32 else repr(value)


def _array(key: str, given: Any) -> Optional[memoryview]:
    """An array of numbers that the library reads where it is: of numpy, of the module array."""
    if key not in _PER_WORKER or isinstance(given, (list, tuple, str, bytes, bytearray)):
        return None
    try:
        array = memoryview(given)
    except TypeError:
        return None
    return array if array.ndim == 1 and array.format in _FORMATS and len(array) else None


def _values(key: str, given: Any) -> str:
    if hasattr(given, "tolist"):  # an array of another kind, whose elements become Python's numbers at once
        given = given.tolist()
    if isinstance(given, (str, bytes)):
        raise TypeError("%s is %r, expected a number or a sequence of numbers" % (key, given))
    if key in _LISTS and not isinstance(given, (numbers.Number, decimal.Decimal)):
        return ",".join([_number(key, x) for x in given])
    return _number(key, given)


def _words(key: str, given: Any) -> str:
    """What --star has after "key="."""
    if key in _WORDS and given in _WORDS[key]:
        return str(given)
    if key in _WORDS:
        raise TypeError("%s is %r, expected '%s' or '%s'" % (key, given, *_WORDS[key]))
    if key in ("release", "sizes", "told") and isinstance(given, str) and given.split() == [given]:
        return given
    if key == "told":
        return ",".join(_number(key, x) for x in given)
    if key != "profile":
        return _values(key, given)
    if not isinstance(given, str) or given.split() != [given]:
        raise TypeError("profile is %r, expected text without blanks, 'w1:10*0.5,20*1;c2:5*0,8*1'" % (given,))
    return given


def _float_of(packed: bytes) -> float:
    return float(NUMBER.unpack(packed)[0])


def _by_task(packed: Optional[bytes]) -> Optional[Tuple[float, ...]]:
    return None if packed is None else struct.unpack("%dd" % (len(packed) // 8), packed)


def _places(count: int, unlimited: int) -> float:
    return math.inf if count == unlimited else count


class Star(_starport.Star):
    """A star with its workload. The object does not change.

    Star(c=[1, 8], w=[1, 1], load=[13, 0])   keywords, each a number or a sequence of one number a worker
    Star("c=1,8 w=1,1 load=13,0")            the text that --star takes, or "@workers.csv"

    c, w, latency (default 0): times per unit on the links, per unit of computation, per message. The workload is one of
      load    tasks that each worker holds at date 0: a redistribution
      tasks   tasks at the master, a number: a bag of tasks
      work    load at the master, a number: a divisible load
      delta   surplus (> 0) or deficit (< 0) of each worker: an imbalance (w is not needed)
    buffer: places of each worker (default unlimited); memory: units of work that each can hold (default unlimited), free
    "unit" by unit or at the end of a "chunk"; deadline: what is done by then is maximised; recv, send: messages
    that the master receives and sends at once (default 1; math.inf: any number), duplex "half": it receives or sends;
    result: time of a unit's result on each link, towards the master (default 0: nothing returns), hold "result": a place
    is free once the result has left; release: the date at which each task of a bag arrives, in order, or "every(T)" or
    "poisson(RATE,SEED)", with tasks; weights: of their flows; known "yes": rules that decide on line know how many are still to come.
    sizes: the size of each task of a bag, in order, which takes w times it, or a law, "weibull(1,1)" (docs/experiments.md), with
    tasks; told "yes", or their mean and deviation: what rules know of them; overhead: time of a worker at each message
    before it computes; request: time until the master knows that a worker is idle.
    Units of time and load are free.
    profile: a text that says how speeds, bandwidths and latencies change: "w1:10*0.5,20*1;c2:5*0,8*1" (docs/formats.md).

    Numbers are int, float, Fraction, Decimal, or of numpy; an array of floats or integers of 4 or 8 bytes, contiguous
    or not, is read where it is. A float is exact if its denominator is at most 2^32, else it means its shortest
    decimal: 0.1 is 1/10.

    Raises Error with the command line's words for what makes no star (a negative w, lists of different lengths, NaN),
    TypeError for what is no number.
    """
    files: Tuple[str, ...] = ()  # arguments of the program that give this star by its files, if it came from files

    def __new__(cls, text: Union[str, _starport.Star, None] = None, **keys: Any) -> "Star":
        if text is None:
            arrays = {key: array for key, array in [(key, _array(key, x)) for key, x in keys.items()] if array}
            text = " ".join("%s=%s" % (key, _words(key, x)) for key, x in keys.items()
                            if x is not None and key not in arrays)
            if arrays:
                of_arrays: Star = super().__new__(cls, text, arrays)
                return of_arrays
        elif keys:
            raise TypeError("a text and keywords, expected one of them")
        elif not isinstance(text, (str, _starport.Star)):
            raise TypeError("%r, expected the text of a star or keywords" % (text,))
        star: Star = super().__new__(cls, text)
        return star

    @classmethod
    def from_file(cls, platform: Union[str, "os.PathLike[str]"], deploy: Union[str, "os.PathLike[str]", None] = None,
                  **options: Any) -> "Star":
        """A SimGrid platform with its deployment, or an instance of DLT Studio; read by the program.

        options: master, tasks, work, deadline, task_bytes, task_flops, as on the command line. Raises Error with file
        and line."""
        words = ["--%s=%s" % (key.replace("_", "-"), x) for key, x in options.items()]
        words += ["--", os.fspath(platform)] + ([] if deploy is None else [os.fspath(deploy)])
        star = cls(program.document("export", "--json", *words)["star"])
        star.files = tuple(words)
        return star

    @classmethod
    def random(cls, family: str, workers: int = 10, seed: int = 0, **settings: Any) -> "Star":
        """The first star of a family that `starport generate` draws; settings as in `starport list families`, a '.'
        written '__': Star.random("het-het", workers=10, seed=3, tasks=100, c__shared="yes")."""
        return cls.random_many(family, 1, workers, seed, **settings)[0]

    @classmethod
    def random_many(cls, family: str, count: int, workers: int = 10, seed: int = 0, **settings: Any) -> List["Star"]:
        """The first `count` stars of the family, drawn by the program in one call."""
        words = ["--set=%s=%s" % (key.replace("__", "."), x) for key, x in settings.items()]
        document = program.document("generate", "--family=%s" % family, "--workers=%d" % workers, "--count=%d" % count,
                                    "--seed=%d" % seed, *words, "--json")
        return [cls(text) for text in document["stars"]]

    def exact(self, key: str) -> Any:
        """The exact values of c, w, latency, load, memory or result, one a worker, or of total, deadline or timeout: Fraction, or float where
        no fraction of 63 bits holds it or it is infinite."""
        values: List[Exact] = [fractions.Fraction(n, d) if d else v
                               for v, n, d in NUMBER.iter_unpack(self._numbers(key))]
        return values[0] if key in ("total", "deadline", "timeout", "overhead", "request") else values

    def _floats(self, key: str) -> Tuple[float, ...]:
        return tuple(v for v, _, _ in NUMBER.iter_unpack(self._numbers(key)))

    @property
    def c(self) -> Tuple[float, ...]:
        """Time per unit on the link of each worker; worker i is c[i - 1]."""
        return self._floats("c")

    @property
    def w(self) -> Tuple[float, ...]:
        """Time per unit of computation of each worker; inf: it only relays."""
        return self._floats("w")

    @property
    def latency(self) -> Tuple[float, ...]:
        """Time that each message over the link of each worker takes on top."""
        return self._floats("latency")

    @property
    def load(self) -> Tuple[float, ...]:
        """Units that each worker holds at date 0; of an imbalance its surplus (> 0) or deficit (< 0)."""
        return self._floats("load")

    @property
    def buffer(self) -> Tuple[float, ...]:
        """Places of each worker; inf: unlimited."""
        return tuple(_places(b, UNLIMITED) for b, in struct.iter_unpack("l", self._places()))

    @property
    def memory(self) -> Tuple[float, ...]:
        """Units of a divisible load that each worker can hold; inf: unlimited."""
        return self._floats("memory")

    @property
    def result(self) -> Tuple[float, ...]:
        """Time per unit of the results on the link of each worker, towards the master; 0: nothing returns."""
        return self._floats("result")

    @property
    def release(self) -> Optional[Tuple[float, ...]]:
        """Date at which each task arrives at the master, in order; None: all are there at date 0."""
        return _by_task(self._release())

    @property
    def weights(self) -> Optional[Tuple[float, ...]]:
        """Weight of each task's flow; None: all are 1."""
        return _by_task(self._weights())

    @property
    def known(self) -> bool:
        """Rules that decide on line know how many tasks are still to come."""
        return _float_of(self._numbers("known")) > 0

    @property
    def sizes(self) -> Optional[Tuple[float, ...]]:
        """Size of each task, which takes w times it; None: all are 1."""
        return _by_task(self._sizes())

    @property
    def told(self) -> Optional[Tuple[float, float]]:
        """Mean and standard deviation of the sizes, as rules know them; None: they do not."""
        moments = self._floats("moments")
        return (moments[0], moments[1]) if moments else None

    @property
    def overhead(self) -> float:
        """Time of a worker at each message before it computes."""
        return _float_of(self._numbers("overhead"))

    @property
    def request(self) -> float:
        """Time until the master knows that a worker is idle."""
        return _float_of(self._numbers("request"))

    @property
    def hold_result(self) -> bool:
        """A place is free once the result has left, not when the task is computed."""
        return _float_of(self._numbers("hold_result")) > 0

    @property
    def free_by_chunk(self) -> bool:
        """Memory is free at the end of a chunk, not unit by unit."""
        return _float_of(self._numbers("free_by_chunk")) > 0

    @property
    def total(self) -> float:
        """Tasks or load in all; inf: as much as the deadline allows."""
        return _float_of(self._numbers("total"))

    @property
    def deadline(self) -> float:
        """inf: none."""
        return _float_of(self._numbers("deadline"))

    @property
    def timeout(self) -> float:
        """Time from a loss of work, where a host or link has gone down, to the date at which the master notices it."""
        return _float_of(self._numbers("timeout"))

    @property
    def lost_stay(self) -> bool:
        """Redistribution: tasks stay at a host that goes down; they are lost to the master otherwise."""
        return _float_of(self._numbers("lost_stay")) > 0

    @property
    def ports(self) -> Tuple[float, float]:
        """Messages that the master can receive and send at once; inf: any number."""
        recv, send = self._ports
        return _places(recv, ANY_PORTS), _places(send, ANY_PORTS)

    @property
    def half_duplex(self) -> bool:
        """The master does not receive while it sends."""
        return _float_of(self._numbers("half_duplex")) > 0

    def _columns(self) -> Tuple[Dict[str, Tuple[str, ...]], Dict[str, str]]:
        """The keys of --star with a value for each worker, and those with one, in words."""
        def words(key: str, values: Any) -> Tuple[str, ...]:
            return tuple(_number(key, x) for x in values)

        lists = {key: words(key, self.exact(key)) for key in ("c", "w", "latency")}
        if not any(self.latency):
            del lists["latency"]
        one: Dict[str, float] = {}
        if self.problem in ("redistribution", "imbalance"):
            lists["load" if self.problem == "redistribution" else "delta"] = words("load", self.exact("load"))
        else:
            one["tasks" if self.problem == "bag" else "work"] = self.exact("total")
        if any(b != math.inf for b in self.buffer):
            lists["buffer"] = words("buffer", self.buffer)
        if any(b != math.inf for b in self.memory):
            lists["memory"] = words("memory", self.exact("memory"))
        if any(self.result):
            lists["result"] = words("result", self.exact("result"))
        if self.deadline != math.inf:
            one["deadline"] = self.exact("deadline")
        if self.timeout:
            one["timeout"] = self.exact("timeout")
        for key, count in zip(("recv", "send"), self.ports):
            if count != 1:
                one[key] = count
        said = {"free": "chunk"} if self.free_by_chunk else {}
        if self.lost_stay:
            said["lost"] = "stay"
        if self.hold_result:
            said["hold"] = "result"
        if self.half_duplex:
            said["duplex"] = "half"
        if self.release is not None:
            said["release"] = ",".join(_number("release", x) for x in self.release)
        if self.weights is not None:
            said["weights"] = ",".join(_number("weights", x) for x in self.weights)
        if self.known:
            said["known"] = "yes"
        if self.sizes is not None:
            said["sizes"] = ",".join(_number("sizes", x) for x in self.sizes)
        if self.told is not None:
            said["told"] = ",".join(_number("told", x) for x in self.told)
        for key in ("overhead", "request"):
            if self.exact(key):
                one[key] = self.exact(key)
        return lists, {**{key: _number(key, x) for key, x in one.items()}, **said}

    @property
    def text(self) -> str:
        """The text that gives the same star by Star(text) and by --star."""
        lists, one = self._columns()
        if self.profile:
            one["profile"] = self.profile
        return " ".join(["%s=%s" % (key, ",".join(x)) for key, x in lists.items()] +
                        ["%s=%s" % item for item in one.items()])

    @property
    def csv(self) -> str:
        """The same as a table, for --star=@FILE.csv."""
        lists, one = self._columns()
        head = "# " + " ".join("%s=%s" % item for item in one.items()) + "\n" if one else ""
        head += "".join("# profile=%s\n" % part for part in self.profile.split(";") if part)
        return head + ",".join(lists) + "\n" + "".join(",".join(row) + "\n" for row in zip(*lists.values()))

    @property
    def bounds(self) -> Dict[str, float]:
        """Every lower bound on the makespan that applies, the greatest first."""
        known: Optional[Dict[str, float]] = self.__dict__.get("_bounds")
        if known is None:
            known = self.__dict__["_bounds"] = dict(_starport.bounds(self))
        return dict(known)

    @property
    def flow_bounds(self) -> Dict[str, float]:
        """Lower bounds on the longest flow and the sum of flows of tasks that arrive; else empty."""
        return dict(_starport.flow_bounds(self))

    def explore(self, *heuristics: str) -> Explorer:
        """The explorer with this star and heuristics, by default those that fit its problem: a notebook shows the page,
        elsewhere it is the address of `starport run --explore`. Raises Error where no explorer was made (docs/explorer.md)."""
        names = ",".join(heuristics) or _EXPLORED[self.problem]
        with tempfile.TemporaryDirectory() as folder:
            words = ["-H", names, "--engine=native", "--explore", "--json", *program.text_words(self, folder)]
            return Explorer(program.document("run", *words)["explore"])

    def __reduce__(self) -> Any:
        return Star, (self.text,), {"files": self.files} if self.files else None

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Star) and self.text == other.text

    def __hash__(self) -> int:
        return hash(self.text)

    def __repr__(self) -> str:
        text = self.text
        return "Star(%r)" % (text if len(text) < 200 else text[:200] + "..")
