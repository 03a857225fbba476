"""Runs of heuristics on stars, plans, bounds and optima."""
import math
import os
import re
import tempfile
from typing import Any, Dict, Iterator, List, NamedTuple, Optional, Sequence, Tuple, Union, overload

from . import _starport, apart, program
from .heuristic import Adapter, messages_of, words_of
from .layout import EVENT, MESSAGE
from .star import Star
from .table import frame

ENGINES = ("native", "simgrid")
Heuristic = Any  # a name with options "bba:tie=last", a function plan(star), a class with next(view), transfers


class Event(NamedTuple):
    """An interval of a trace, as in a line of an events CSV."""
    start: float
    end: float
    kind: str  # "transfer" or "compute"
    from_: int  # node; 0 is the master
    to: int  # node; of a computation the same
    amount: float
    message: int  # number of the message, from 1; 0: a unit that the worker held at date 0


class Transfer(NamedTuple):
    """A message of a plan: the k-th is the k-th reception and the k-th emission of the master."""
    from_: int  # worker; 0: the master's own load
    to: int
    amount: float = 1
    after: Optional[int] = None  # number, from 1, of the transfer that brought the task
    earliest: float = 0  # date before which the emission does not take a port
    earliest_in: float = 0  # the same for the reception


def _transfers(packed: bytes) -> List[Transfer]:
    return [Transfer(sender, to, amount, after + 1 if after >= 0 else None, out, into)
            for sender, to, amount, after, out, into in MESSAGE.iter_unpack(packed)]


def _whole(x: Optional[float]) -> Any:
    """A number as JSON has it."""
    return None if x is None or not math.isfinite(x) else int(x) if x == int(x) else x


def _transfer_record(t: Transfer) -> Dict[str, Any]:
    record = {"from": t.from_, "to": t.to, "amount": _whole(t.amount), "after": t.after,
              "earliest": _whole(t.earliest) or None, "earliest_in": _whole(t.earliest_in) or None}
    return {key: x for key, x in record.items() if x is not None}


class Plan:
    """A schedule that has not been executed. run(star, plan) executes it.

    heuristic: its name in normal form; planned: the makespan that it expects, None: it states none; transfers: a list
    of Transfer. A function plan(star) may return a Plan(transfers, planned=14)."""

    def __init__(self, transfers: Sequence[Any], planned: Optional[float] = None, heuristic: str = "plan") -> None:
        self.transfers = [t if isinstance(t, Transfer) else Transfer(*t) for t in transfers]
        self.planned, self.heuristic, self.name = planned, heuristic, "plan"

    def __iter__(self) -> Iterator[Transfer]:
        return iter(self.transfers)

    def __len__(self) -> int:
        return len(self.transfers)

    def record(self) -> Dict[str, Any]:
        """The document of `starport plan --json`."""
        return {"schema": 1, "heuristic": self.heuristic, "planned": _whole(self.planned),
                "transfers": [_transfer_record(t) for t in self.transfers]}

    def __repr__(self) -> str:
        return "<Plan of %s: planned %s, %d transfers>" % (self.heuristic, self.planned, len(self))


class Optimum(NamedTuple):
    """What an exact search has found."""
    value: float  # makespan of the plan; divisible load by a deadline: its load
    bound: float  # no plan at all is better
    proven: bool  # the plan is the best of all: value = bound
    searched: bool  # it is the best of those of at most `messages` messages
    infimum: bool  # divisible load without latencies: the bound is approached, never reached
    messages: int  # divisible load: most messages of a plan; 0: any number
    transfers: List[Transfer]


class Run:
    """The result of one heuristic on one star.

    heuristic: name in normal form; engine; status: "ok", "refused", "failed", "crashed" or "timeout", and reason, None
    if ok; warning of the validator or None; verified: the validator has accepted the trace. In units of the star, None
    where the run has none: makespan, planned (the makespan that the heuristic expected), done (units computed; with a
    deadline, by then), messages. order_hash and bits_hash, of the native engine: equal decisions, equal dates.
    error: the exception of a heuristic in Python that stopped the run."""
    __slots__ = ("star", "heuristic", "engine", "status", "reason", "warning", "verified", "makespan", "planned",
                 "messages", "done", "order_hash", "bits_hash", "error", "_trace", "_decided", "_rows")
    star: Star
    heuristic: str
    engine: str
    status: str
    reason: Optional[str]
    warning: Optional[str]
    verified: bool
    makespan: Optional[float]
    planned: Optional[float]
    messages: Optional[int]
    done: Optional[float]
    order_hash: Optional[int]
    bits_hash: Optional[int]
    error: Optional[BaseException]

    def __init__(self, star: Star, engine: str, raw: Tuple[Any, ...], error: Optional[BaseException] = None) -> None:
        (self.heuristic, self.status, reason, warning, self.verified, makespan, planned, messages, done,
         self.order_hash, self.bits_hash, self._trace, self._decided) = raw
        ok = self.status == "ok"
        self.star, self.engine, self.error = star, engine, error
        self.reason, self.warning = reason or None, warning or None
        self.makespan, self.messages, self.done = (makespan, messages, done) if ok else (None, None, None)
        self.planned = None if math.isnan(planned) else planned
        self._rows: Optional[List[Event]] = None

    @property
    def lower_bound(self) -> Optional[float]:
        """The greatest lower bound on the makespan; None: none applies."""
        return next(iter(self.star.bounds.values()), None)

    @property
    def bounds(self) -> Dict[str, float]:
        """All lower bounds that apply, the greatest first."""
        return self.star.bounds

    @property
    def gap(self) -> Optional[float]:
        """How far the makespan is above the lower bound, in percent; None without either."""
        bound = self.lower_bound
        return None if self.makespan is None or not bound else 100 * (self.makespan / bound - 1)

    @property
    def events(self) -> List[Event]:
        """The trace, sorted by (start, end, kind, from, to, message): the lines of an events CSV. Empty if the run is
        not ok, or was made with events=False."""
        if self._rows is None:
            self._rows = [Event(start, end, "compute" if kind else "transfer", sender, to, amount, message + 1)
                          for start, end, amount, sender, to, message, kind in EVENT.iter_unpack(self._trace)]
        return self._rows

    @property
    def transfers(self) -> List[Transfer]:
        """The messages as decided, in the order of the ports; of the native engine."""
        return _transfers(self._decided)

    def frame(self) -> Any:
        """The events as a pandas DataFrame, with the columns of an events CSV."""
        return frame(self.events, ["start", "end", "kind", "from", "to", "amount", "message"])

    def record(self) -> Dict[str, Any]:
        """The run as `starport run --json` shows it."""
        record = {"heuristic": self.heuristic, "engine": self.engine, "status": self.status,
                  "makespan": _whole(self.makespan), "planned": _whole(self.planned),
                  "lower_bound": _whole(self.lower_bound), "messages": self.messages, "done": _whole(self.done)}
        record.update({key: x for key, x in (("reason", self.reason), ("warning", self.warning)) if x})
        return record

    def gantt(self, file: Union[str, "os.PathLike[str]", None] = None, title: str = "") -> str:
        """The Gantt chart, drawn by the program: written to the file (.svg, .pdf, .png), or returned as SVG. Raises
        Error if the run has no events."""
        if not self.events:
            raise _starport.Error("%s has no events to draw: %s" % (self.heuristic, self.reason or "events=False"))
        with tempfile.TemporaryDirectory() as folder:
            picture = os.path.join(folder, "picture.svg") if file is None else os.fspath(file)
            words = ["--bound=%r" % self.lower_bound] if self.lower_bound else []
            title = title or "%s, %s: makespan %.6g" % (self.heuristic, self.engine, self.makespan or 0)
            events = program.write_events(self.events, os.path.join(folder, "events.csv"))
            program.output("gantt", events, "-o", picture, "--title=" + title, *words)
            if file is not None:
                return picture
            with open(picture, encoding="utf-8") as f:
                return f.read()

    def _repr_svg_(self) -> Optional[str]:
        return self.gantt() if self.events else None

    def __repr__(self) -> str:
        if self.status != "ok":
            return "<Run %s, %s: %s: %s>" % (self.heuristic, self.engine, self.status, self.reason)
        gap = "" if self.gap is None else ", gap %.1f %%" % self.gap
        return "<Run %s, %s: makespan %.12g%s>" % (self.heuristic, self.engine, self.makespan or 0, gap)


class Results(Sequence[Run]):
    """The runs of several heuristics on one star, in their order: results[0], or results["bba"]."""

    def __init__(self, runs: Sequence[Run]) -> None:
        self.runs = list(runs)

    @overload
    def __getitem__(self, key: Union[int, str]) -> Run: ...
    @overload
    def __getitem__(self, key: slice) -> List[Run]: ...
    def __getitem__(self, key: Union[int, str, slice]) -> Union[Run, List[Run]]:
        if not isinstance(key, str):
            return self.runs[key]
        for run_ in self.runs:
            if run_.heuristic == key:
                return run_
        raise KeyError("%s, expected one of %s" % (key, ", ".join(r.heuristic for r in self.runs)))

    def __len__(self) -> int:
        return len(self.runs)

    def records(self) -> List[Dict[str, Any]]:
        """The runs as `starport run --json` shows them, with the gap in percent."""
        return [dict(r.record(), gap=r.gap) for r in self.runs]

    def frame(self) -> Any:
        """One row a run as a pandas DataFrame."""
        columns = ["heuristic", "engine", "status", "makespan", "planned", "lower_bound", "gap", "messages", "done",
                   "reason"]
        return frame([[record.get(c) for c in columns] for record in self.records()], columns)

    def __repr__(self) -> str:
        return "\n".join(map(repr, self.runs))


# ---- One process, the native engine.

def _method(heuristic: Heuristic) -> Any:
    return heuristic if isinstance(heuristic, str) else Adapter(heuristic)


def _plain(name: Any) -> Any:
    """A name as the program compares it."""
    return re.sub("[-_]", "", name.lower()) if isinstance(name, str) else None


def _with_all(star: Star, heuristics: Sequence[Heuristic]) -> List[Heuristic]:
    """The heuristics, with every one that solves the problem, except those that are named themselves, for "all"."""
    named = [_plain(h) for h in heuristics]
    if "all" not in named:
        return list(heuristics)
    others = [h["name"] for h in program.heuristics()
              if star.problem in h["problems"] and _plain(h["name"]) not in named]
    return [h for given in heuristics for h in (others if _plain(given) == "all" else [given])]


def _native(star: Star, method: Any, seed: int, noise: Tuple[float, float], events: bool) -> Tuple[Any, ...]:
    """A run in this process: the tuple of the library; an exception of a heuristic in Python is a crash."""
    if isinstance(method, str):
        return _starport.run(star, method, seed, noise[0], noise[1], events)
    method.error = None
    raw = _starport.run(star, method, seed, noise[0], noise[1], events)
    error = method.error
    if error is None or isinstance(error, _starport.Refused):
        return raw
    if isinstance(error, KeyboardInterrupt):
        raise error
    return raw[:1] + ("crashed", words_of(error)) + raw[3:]


def _without(name: str, status: str, reason: str) -> Tuple[Any, ...]:
    return (name, status, reason, "", False, 0.0, math.nan, 0, 0.0, None, None, b"", b"")


def _row(method: Any, outcome: Any) -> Tuple[Any, ...]:
    """The tuple of a run in a process of its own."""
    name = method if isinstance(method, str) else method.name
    if isinstance(outcome, apart.Stopped):
        return _without(name, "timeout", str(outcome))
    if isinstance(outcome, apart.Died):
        return _without(name, "crashed", str(outcome))
    raw: Tuple[Any, ...] = outcome
    return raw


def _check_seconds(seconds: Optional[float]) -> None:
    if seconds is not None and not float(seconds) > 0:
        raise _starport.Error("seconds %r, expected more than 0" % seconds)


# ---- The program, the engine simgrid.

def _file_of(method: str) -> str:
    """The part that the program puts into the names of a method's files."""
    return re.sub("[:=/]", "-", method)


def _read_events(file: str) -> List[Event]:
    with open(file, encoding="ascii") as f:
        rows = [line.rstrip("\n").split(",") for line in f][1:]
    return [Event(float(start), float(end), kind, int(sender), int(to), float(amount), int(message))
            for start, end, kind, sender, to, amount, message in rows]


def _simgrid(star: Star, methods: Sequence[str], seed: int, noise: Tuple[float, float], events: bool,
             options: Sequence[str]) -> List[Run]:
    with tempfile.TemporaryDirectory() as folder:
        words = program.star_words(star, folder) + ["-H", ",".join(methods), "--engine=simgrid", "--json"]
        words += ["--seed=%d" % seed, "--noise=link:%r,cpu:%r" % noise, *options]
        file = os.path.join(folder, "events.csv")
        document = program.document("run", *words, *(["--events=" + file] if events else []))
        runs = []
        for r in document["runs"]:
            planned = math.nan if r["planned"] is None else float(r["planned"])
            run_ = Run(star, r["engine"], (r["heuristic"], r["status"], r.get("reason"), r.get("warning"),
                                           r["status"] == "ok", r["makespan"], planned, r["messages"], r["done"],
                                           None, None, b"", b""))
            own = file if len(methods) == 1 else file[:-4] + "-" + _file_of(r["heuristic"]) + ".csv"
            if events and os.path.exists(own):
                run_._rows = _read_events(own)
            runs.append(run_)
        return runs


# ---- What the package offers.

def _check_noise(noise: Tuple[float, float]) -> None:
    if not all(0 <= x < 1 for x in noise):
        raise _starport.Error("noise %r, %r, expected 0 <= X, Y < 1" % noise)


def run(star: Star, *heuristics: Heuristic, engine: str = "native", seed: int = 0, noise_link: float = 0,
        noise_cpu: float = 0, seconds: Optional[float] = None, events: bool = True,
        options: Sequence[str] = ()) -> Results:
    """Runs heuristics on a star: plans, executes, validates.

    heuristics: names with options as on the command line ("bba", "mbbsa:senders=cumulative", "all": every one that
      solves the problem); heuristics in Python: a function plan(star) that returns a list of (from, to, amount), or a
      class or object with next(view) and perhaps start(star); a Plan or a list of transfers.
    engine: "native", in this process; "simgrid", by the program, for heuristics with names.
    seed, noise_link, noise_cpu: as --seed and --noise: each message's and each task's time is scaled by a factor from
      1 - x to 1 + x.
    seconds: a run that takes longer is stopped; it goes on in a process of its own. Ctrl-C ends a run at once; without
      seconds a heuristic in C plans to its end in a thread that no one waits for.
    events: keep the trace. options: further ones of the command line for simgrid, ["--cfg=..", "--seconds=5"].

    A heuristic that refuses the star, fails, crashes or takes too long is a Run with that status and its reason. Raises
    Error for an unknown heuristic or option, TypeError for what is no heuristic."""
    if not isinstance(star, Star):
        raise TypeError("%r, expected a Star" % (star,))
    if engine not in ENGINES:
        raise _starport.Error("engine %r, expected %s" % (engine, " or ".join(ENGINES)))
    if not heuristics:
        raise _starport.Error("name a heuristic, such as 'bba', 'mbbsa' or 'best-of'")
    noise = (float(noise_link), float(noise_cpu))
    _check_noise(noise)
    _check_seconds(seconds)
    methods = [_method(h) for h in _with_all(star, heuristics)]
    if engine == "simgrid":
        for method in methods:
            if not isinstance(method, str):
                raise _starport.Error("%s is run by the engine native, or by the program with --plugin" % method.name)
        limit = [] if seconds is None else ["--seconds=%r" % seconds]
        return Results(_simgrid(star, methods, seed, noise, events, [*limit, *options]))
    if seconds is not None:
        found = apart.outcomes(lambda k: _native(star, methods[k], seed, noise, events), [range(len(methods))], seconds)
        return Results([Run(star, "native", _row(method, found[k])) for k, method in enumerate(methods)])
    return Results([Run(star, "native", _native(star, method, seed, noise, events),
                        None if isinstance(method, str) else method.error) for method in methods])


def run_many(stars: Sequence[Star], heuristics: Sequence[Heuristic], jobs: int = 1, seed: int = 0,
             noise_link: float = 0, noise_cpu: float = 0, seconds: Optional[float] = None,
             events: bool = False) -> List[Results]:
    """Runs all heuristics on each star on the native engine, in so many processes at once; without events unless asked.

    seconds: a run that takes longer is stopped, a row "timeout". With it or several jobs a run whose process dies is a
    row "crashed". Raises as run(); Ctrl-C ends all processes."""
    noise = (float(noise_link), float(noise_cpu))
    _check_noise(noise)
    _check_seconds(seconds)
    if jobs < 1:
        raise _starport.Error("jobs %r, expected 1 or more" % jobs)
    methods = [_method(h) for h in heuristics]
    n = len(methods)

    def call(k: int) -> Tuple[Any, ...]:
        return _native(stars[k // n], methods[k % n], seed, noise, events)

    if jobs == 1 and seconds is None:
        found = {k: call(k) for k in range(len(stars) * n)}
    else:
        found = apart.outcomes(call, [[n * s + h for s in range(first, len(stars), jobs) for h in range(n)]
                                      for first in range(jobs)], seconds)
    return [Results([Run(star, "native", _row(method, found[n * s + h])) for h, method in enumerate(methods)])
            for s, star in enumerate(stars)]


def plan(star: Star, heuristic: Heuristic, seed: int = 0) -> Plan:
    """The schedule of a heuristic, without executing it; an on-line one decides in the nominal model. Raises Refused,
    or what a heuristic in Python has raised."""
    method = _method(heuristic)
    try:
        name, planned, packed = _starport.plan(star, method, seed)
    except _starport.Refused:
        if not isinstance(method, str) and method.error is not None:
            raise method.error
        raise
    return Plan(_transfers(packed), None if math.isnan(planned) else planned, name)


def bound(star: Star) -> Dict[str, float]:
    """Every lower bound on the makespan that applies, by name, the greatest first."""
    return star.bounds


def optimal(star: Star, node_limit: int = 10000000, messages: int = 0) -> Optimum:
    """The exact optimum of a small star, or the best plan found in so many nodes with its proven gap.

    messages: of a divisible load, search sequences of at most so many messages (0: as many as are worth it). It goes on
    in a process of its own, which Ctrl-C ends. Raises Refused."""
    for name, number in (("node_limit", node_limit), ("messages", messages)):
        if not 0 <= number < 2**53:
            raise _starport.Error("%s is %r, expected a whole number" % (name, number))
    found = apart.outcomes(lambda _: _starport.optimal(star, node_limit, messages), [[0]])[0]
    if isinstance(found, Exception):
        raise found
    value, least, proven, searched, infimum, most, packed = found
    return Optimum(value, least, proven, searched, infimum, most, _transfers(packed))


def cost(star: Star, transfers: Any) -> float:
    """The makespan of transfers executed as soon as possible, without an engine: for searches. With a deadline minus
    the load by then; NaN if they cannot be executed. Raises Error for transfers that do not fit the star."""
    return _starport.cost(star, messages_of(transfers))
