"""What comes back: events, plans, optima, runs and their tables."""
import array
import math
import os
import tempfile
from typing import Any, Dict, Iterator, List, NamedTuple, Optional, Sequence, Tuple, Union, overload

from . import _starport, apart, program
from .layout import EVENT, EVENT_FIELDS, MESSAGE
from .shown import text_svg
from .star import Star
from .table import frame, numpy_module


SHOWN = [name for name, place, _, _ in sorted(_starport.FIELDS, key=lambda field: field[1]) if place]
_SOME = [name for name, place, _, always in _starport.FIELDS if place and not always]  # not of all stars
_NUMBERS = (*SHOWN[:2], "lower_bound", "gap", *SHOWN[2:])
_COLUMNS = ("heuristic", "engine", "status", *_NUMBERS, "reason")


class Event(NamedTuple):
    """An interval of a trace, as in a line of an events CSV."""
    start: float
    end: float
    kind: str  # "transfer" or "compute"; what was lost "lost-transfer" or "lost-compute"
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
    returns: Optional[int] = None  # place of its result among those that the master receives, from 1


def transfers_of(packed: bytes) -> List[Transfer]:
    """The messages that the library has packed."""
    return [Transfer(sender, to, amount, after + 1 if after >= 0 else None, out, into, returns or None)
            for sender, to, amount, after, out, into, returns in MESSAGE.iter_unpack(packed)]


def _whole(x: Optional[float]) -> Any:
    """A number as JSON has it."""
    return None if x is None or not math.isfinite(x) else int(x) if x == int(x) else x


def _transfer_record(t: Transfer) -> Dict[str, Any]:
    record = {"from": t.from_, "to": t.to, "amount": _whole(t.amount), "after": t.after,
              "earliest": _whole(t.earliest) or None, "earliest_in": _whole(t.earliest_in) or None,
              "returns": t.returns}
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
        return "<Plan of %s: planned %s, %d transfer%s>" % (self.heuristic, self.planned, len(self), "s"[len(self) == 1:])


class Optimum(NamedTuple):
    """What an exact search has found."""
    value: float  # objective of the plan, its makespan unless another was asked for; divisible load by a deadline: its load
    bound: float  # no plan at all is better
    proven: bool  # the plan is the best of all: value = bound
    searched: bool  # it is the best of those of at most `messages` messages
    infimum: bool  # divisible load without latencies: the bound is approached, never reached
    messages: int  # divisible load: most messages of a plan; 0: any number
    transfers: List[Transfer]


class Run(_starport.Fields):
    """The result of one heuristic on one star.

    heuristic: name in normal form; engine; status: "ok", "refused", "failed", "crashed" or "timeout", and reason, None
    if ok; warning of the validator or None; verified: the validator has accepted the trace. In units of the star, None
    where the run has none: makespan, planned, done, messages; where hosts or links fail, also wasted and resends;
    where tasks arrive, max_flow, sum_flow, max_stretch and max_queue, with weights max_weighted_flow and sum_weighted_flow; where tasks have sizes, an overhead or company in
    their message, wasted_time, imbalance, spread, port_share, overhead_share, speed_up and efficiency;
    order_hash and bits_hash, of the native engine (below, and in docs/results.md, what each means).
    error: the exception of a heuristic in Python that stopped the run."""
    __slots__ = ("star", "heuristic", "engine", "status", "reason", "warning", "verified", "error", "_trace", "_decided",
                 "_rows")
    star: Star
    heuristic: str
    engine: str
    status: str
    reason: Optional[str]
    warning: Optional[str]
    verified: bool
    error: Optional[BaseException]

    def __init__(self, star: Star, engine: str, raw: Tuple[Any, ...], error: Optional[BaseException] = None) -> None:
        self.heuristic, self.status, reason, warning, self.verified, values, self._trace, self._decided = raw
        self.star, self.engine, self.error = star, engine, error
        self.reason, self.warning = reason or None, warning or None
        for name, place, of_ok, _ in _starport.FIELDS:
            missing = place and of_ok and self.status != "ok"
            setattr(self, name, None if missing else values.get(name))
        self._rows: Optional[List[Event]] = None

    @property
    def lower_bound(self) -> Optional[float]:
        """The greatest lower bound on the makespan; None: none applies, or there is a deadline."""
        return None if math.isfinite(self.star.deadline) else next(iter(self.star.bounds.values()), None)

    @property
    def upper_bound(self) -> Optional[float]:
        """The least upper bound on the work done by the deadline; None: none applies, or there is no deadline."""
        return next(iter(self.star.bounds.values()), None) if math.isfinite(self.star.deadline) else None

    @property
    def bounds(self) -> Dict[str, float]:
        """All lower bounds that apply, the greatest first; with a deadline upper bounds on the work done by it."""
        return self.star.bounds

    @property
    def gap(self) -> Optional[float]:
        """How far the makespan is above the lower bound, or what is done by the deadline below the upper bound, in
        percent of it; None without either."""
        if self.upper_bound and self.done is not None:
            return 100 * (1 - self.done / self.upper_bound)
        bound = self.lower_bound
        return None if self.makespan is None or not bound else 100 * (self.makespan / bound - 1)

    @property
    def events(self) -> List[Event]:
        """The trace, sorted by (start, end, kind, from, to, message): the lines of an events CSV. Empty if the run is
        not ok, or was made with events=False."""
        if self._rows is None:
            self._rows = [
                Event(start, end, "lost-" * lost + ("compute" if kind else "transfer"), sender, to, amount, message + 1)
                for start, end, amount, sender, to, message, kind, lost in EVENT.iter_unpack(self._trace)]
        return self._rows

    @property
    def transfers(self) -> List[Transfer]:
        """The messages as decided, in the order of the ports; of the native engine."""
        return transfers_of(self._decided)

    def array(self) -> Any:
        """The events as a numpy array of records, which reads them where they are and cannot be changed: start, end,
        amount, from, to, message and kind as in an events CSV, but the message counts from 0 (-1: none), and kind is 0
        for a transfer, 1 for a computation; lost: it ended as a host or link went down. Raises
        ImportError, with what to install, where numpy is not there."""
        numpy = numpy_module()
        packed = self._trace or b"".join(
            EVENT.pack(e.start, e.end, e.amount, e.from_, e.to, e.message - 1, e.kind.endswith("compute"),
                       e.kind.startswith("lost"))
            for e in self.events)
        return numpy.frombuffer(packed, dtype=numpy.dtype(EVENT_FIELDS))

    def frame(self) -> Any:
        """The events as a pandas DataFrame, with the columns of an events CSV."""
        return frame(self.events, ["start", "end", "kind", "from", "to", "amount", "message"])

    def _done(self) -> Iterator[Tuple[float, float]]:
        """Date and amount of what has been done: computed or, where its worker has a result, returned."""
        returning = [False, *(d > 0 for d in self.star.result)]
        for e in self.events:
            if (e.kind == "transfer" and e.to == 0) if returning[e.from_] else e.kind == "compute":
                yield e.end, e.amount

    def throughput(self, window: float) -> List[Tuple[float, float]]:
        """The date at which each window of that length ends, from 0 to the last task, and the tasks done in it, its end
        included, by unit of time. Raises Error if the run has no events, or for a window that is not a number > 0 or
        of which a million do not last to the end."""
        self._need_events("count")
        done = list(self._done())
        last = max((date for date, _ in done), default=0)
        if not (0 < window < math.inf and last <= 1e6 * window):
            raise _starport.Error("window is %r, expected a number > 0, at least %.6g" % (window, 1e-6 * last))
        tasks = [0.0] * math.ceil(last / window * (1 - 1e-12))
        for date, amount in done:
            tasks[max(math.ceil(date / window * (1 - 1e-12)) - 1, 0)] += amount
        return [((k + 1) * window, amount / window) for k, amount in enumerate(tasks)]

    def record(self) -> Dict[str, Any]:
        """The run as `starport run --json` shows it."""
        values = {name: _whole(getattr(self, name)) for name in _NUMBERS if name != "gap"}
        record = {"heuristic": self.heuristic, "engine": self.engine, "status": self.status,
                  **{name: x for name, x in values.items() if name not in _SOME}}
        if math.isfinite(self.star.deadline):
            record["upper_bound"] = _whole(self.upper_bound)
        record.update({key: x for key, x in (("reason", self.reason), ("warning", self.warning)) if x})
        record.update({name: values[name] for name in _SOME if values[name] is not None})
        return record

    def _need_events(self, what: str) -> None:
        if not self.events:
            raise _starport.Error("%s has no events to %s: %s" % (self.heuristic, what, self.reason or "events=False"))

    def gantt(self, file: Union[str, "os.PathLike[str]", None] = None, title: str = "") -> str:
        """The Gantt chart, drawn by the program: written to the file (.svg, .pdf, .png), or returned as SVG. Raises
        Error if the run has no events."""
        self._need_events("draw")
        with tempfile.TemporaryDirectory() as folder:
            picture = os.path.join(folder, "picture.svg") if file is None else os.fspath(file)
            words = ["--bound=%r" % self.lower_bound] if self.lower_bound else []
            title = title or "%s, %s: makespan %.6g" % (self.heuristic, self.engine, self.makespan or 0)
            words += program.text_words(self.star, folder) if self.star.profile else []  # for the shades
            events = program.write_events(self.events, os.path.join(folder, "events.csv"))
            program.output("gantt", events, "-o", picture, "--title=" + title, *words)
            if file is not None:
                return picture
            with open(picture, encoding="utf-8") as f:
                return f.read()

    def _repr_svg_(self) -> str:
        """The Gantt chart, as a notebook shows it; where there is none, the reason as text."""
        if not self.events:
            return text_svg(repr(self)[1:-1] + ("" if self.reason else "; it has no trace (events=False)"))
        try:
            return self.gantt()
        except Exception as error:  # a notebook would show its traceback in place of the run
            return text_svg("%s; no chart: %s" % (repr(self)[1:-1], error))

    def __repr__(self) -> str:
        if self.status != "ok":
            return "<Run %s, %s: %s: %s>" % (self.heuristic, self.engine, self.status, self.reason)
        gap = "" if self.gap is None else ", gap %.1f %%" % self.gap
        return "<Run %s, %s: makespan %.12g%s>" % (self.heuristic, self.engine, self.makespan or 0, gap)


def row_without(name: str, status: str, reason: str) -> Tuple[Any, ...]:
    """The tuple of a run that has no result, as Run takes it."""
    return (name, status, reason, "", False, {}, b"", b"")


def row_of(name: str, outcome: Any) -> Any:
    """What a process of its own has returned; if it was stopped or has died, the tuple of such a run."""
    if isinstance(outcome, apart.Stopped):
        return row_without(name, "timeout", str(outcome))
    return row_without(name, "crashed", str(outcome)) if isinstance(outcome, apart.Died) else outcome


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

    def rows(self) -> List[List[Any]]:
        """The rows of frame()."""
        return [[record.get(c) for c in _COLUMNS] for record in self.records()]

    def frame(self) -> Any:
        """One row a run as a pandas DataFrame."""
        return frame(self.rows(), _COLUMNS)

    def __repr__(self) -> str:
        return "\n".join(map(repr, self.runs))


class Many(List[Results]):
    """The results of run_many(): those of star k are many[k]. It is a list; arrays and frames are made of all runs."""

    def array(self, name: str) -> Any:
        """A number of each run, "makespan", "lower_bound", "gap" or another column of Results.frame(), as a numpy array of
        float64 of the shape (stars, heuristics); NaN where a run has none. Raises KeyError, which names all, for another
        name, ImportError, with what to install, where numpy is not there."""
        if name not in _NUMBERS:
            raise KeyError("%s, expected one of %s" % (name, ", ".join(_NUMBERS)))
        numpy = numpy_module()
        values = array.array("d")
        for results in self:
            for run_ in results:
                x = getattr(run_, name)
                values.append(math.nan if x is None else x)
        return numpy.frombuffer(values).reshape(len(self), len(self[0]) if self else 0)

    def frame(self) -> Any:
        """One row a run as a pandas DataFrame: the number of the star, from 0, and the columns of Results.frame()."""
        return frame([[k, *row] for k, results in enumerate(self) for row in results.rows()], ["star", *_COLUMNS])
