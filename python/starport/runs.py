"""Runs of heuristics on stars, plans, bounds and optima."""
import math
import re
from typing import Any, Dict, List, Optional, Sequence, Tuple

from . import _starport, apart, program
from .heuristic import Adapter, messages_of, words_of
from .results import Many, Optimum, Plan, Results, Run, row_of, transfers_of
from .simgrid import simgrid_runs
from .star import Star

ENGINES = ("native", "simgrid")
_MOST_JOBS = 500  # each has a descriptor, of which select takes 1024
Noise = Tuple[float, float, int]  # of links and processors, and the platform's number
Heuristic = Any  # a name with options "bba:tie=last", a function plan(star), a class with next(view), transfers


def _method(heuristic: Heuristic) -> Any:
    return heuristic if isinstance(heuristic, str) else Adapter(heuristic)


def _name(method: Any) -> str:
    return method if isinstance(method, str) else str(method.name)


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


def _native(star: Star, method: Any, seed: int, noise: Noise, events: bool) -> Tuple[Any, ...]:
    """A run in this process: the tuple of the library; an exception of a heuristic in Python is a crash."""
    if isinstance(method, str):
        return _starport.run(star, method, seed, *noise, events)
    method.error = None
    raw = _starport.run(star, method, seed, *noise, events)
    error = method.error
    if error is None or isinstance(error, _starport.Refused):
        return raw
    if isinstance(error, KeyboardInterrupt):
        raise error
    return raw[:1] + ("crashed", words_of(error)) + raw[3:]


def _check_seconds(seconds: Optional[float]) -> None:
    if seconds is not None and not float(seconds) > 0:
        raise _starport.Error("seconds %r, expected more than 0" % seconds)


def _noise(link: float, cpu: float, platform: int) -> Noise:
    noise = (float(link), float(cpu))
    if not all(0 <= x < 1 for x in noise):
        raise _starport.Error("noise %r, %r, expected 0 <= X, Y < 1" % noise)
    if not 0 <= platform < 2**32:
        raise _starport.Error("platform %r, expected a whole number from 0 to 4294967295" % platform)
    return noise + (platform,)


def run(star: Star, *heuristics: Heuristic, engine: str = "native", seed: int = 0, noise_link: float = 0,
        noise_cpu: float = 0, platform: int = 0, seconds: Optional[float] = None, events: bool = True,
        options: Sequence[str] = ()) -> Results:
    """Runs heuristics on a star: plans, executes, validates.

    heuristics: names with options as on the command line ("bba", "mbbsa:senders=cumulative", "all": every one that
      solves the problem); heuristics in Python: a function plan(star) that returns a list of (from, to, amount), or a
      class or object with next(view) and perhaps start(star); a Plan or a list of transfers.
    engine: "native", in this process; "simgrid", by the program: a plan in Python is made here; an on-line heuristic is
      a class that a file to be imported defines.
    seed, noise_link, noise_cpu: as --seed and --noise: each message's and each task's time is scaled by a factor from
      1 - x to 1 + x. platform: its number in a campaign or in run_many, which has factors of its own.
    seconds: a run that takes longer is stopped; it goes on in a process of its own. Ctrl-C ends a run at once; without
      seconds a heuristic in C ends at its next step, in a thread that no one waits for.
    events: keep the trace. options: further ones of the command line for simgrid, ["--cfg=..", "--seconds=5"].

    A heuristic that refuses the star, fails, crashes or takes too long is a Run with that status and its reason. Raises
    Error for an unknown heuristic or option, TypeError for what is no heuristic."""
    if not isinstance(star, Star):
        raise TypeError("%r, expected a Star" % (star,))
    if engine not in ENGINES:
        raise _starport.Error("engine %r, expected %s" % (engine, " or ".join(ENGINES)))
    if not heuristics:
        raise _starport.Error("name a heuristic, such as 'bba', 'mbbsa' or 'best-of'")
    noise = _noise(noise_link, noise_cpu, platform)
    _check_seconds(seconds)
    methods = [_method(h) for h in _with_all(star, heuristics)]
    if engine == "simgrid":
        return Results(simgrid_runs(star, methods, seed, noise, events, seconds, options))
    if seconds is not None:
        found = apart.outcomes(lambda k: _native(star, methods[k], seed, noise, events), [range(len(methods))], seconds)
        return Results([Run(star, "native", row_of(_name(method), found[k])) for k, method in enumerate(methods)])
    return Results([Run(star, "native", _native(star, method, seed, noise, events),
                        None if isinstance(method, str) else method.error) for method in methods])


def run_many(stars: Sequence[Star], heuristics: Sequence[Heuristic], jobs: int = 1, seed: int = 0,
             noise_link: float = 0, noise_cpu: float = 0, seconds: Optional[float] = None,
             events: bool = False) -> Many:
    """Runs all heuristics on each star on the native engine, in up to 500 processes at once; without events unless asked.

    Star k, from 0, has the noise of platform k. seconds: a run that takes longer is stopped, a row "timeout". With it
    or several jobs a run whose process dies is a row "crashed". Raises as run(); Ctrl-C ends all processes."""
    noise = _noise(noise_link, noise_cpu, 0)[:2]
    _check_seconds(seconds)
    if not 1 <= jobs <= _MOST_JOBS:
        raise _starport.Error("jobs %r, expected 1 to %d" % (jobs, _MOST_JOBS))
    methods = [_method(h) for h in heuristics]
    n = len(methods)

    def call(k: int) -> Tuple[Any, ...]:
        return _native(stars[k // n], methods[k % n], seed, noise + (k // n,), events)

    if jobs == 1 and seconds is None:
        found = {k: call(k) for k in range(len(stars) * n)}
    else:
        found = apart.outcomes(call, [[n * s + h for s in range(first, len(stars), jobs) for h in range(n)]
                                      for first in range(jobs)], seconds)
    return Many(Results([Run(star, "native", row_of(_name(method), found[n * s + h]))
                         for h, method in enumerate(methods)]) for s, star in enumerate(stars))


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
    return Plan(transfers_of(packed), None if math.isnan(planned) else planned, name)


def bound(star: Star) -> Dict[str, float]:
    """Every lower bound on the makespan that applies, by name, the greatest first."""
    return star.bounds


_OBJECTIVES = ("makespan", "max_flow", "sum_flow", "max_weighted_flow", "sum_weighted_flow")


def optimal(star: Star, node_limit: int = 10000000, messages: int = 0, objective: str = "makespan") -> Optimum:
    """The exact optimum of a small star, or the best plan found in so many nodes with its proven gap.

    messages: of a divisible load, search sequences of at most so many messages (0: as many as are worth it). objective:
    of a bag, what is least, "makespan" or one of the flows among the numbers of a Run, "sum_weighted_flow". It goes on
    in a process of its own, which Ctrl-C ends. Raises Refused."""
    if objective not in _OBJECTIVES:
        raise TypeError("objective is %r, expected one of %s" % (objective, ", ".join(_OBJECTIVES)))
    found = apart.outcomes(lambda _: _starport.optimal(star, node_limit, messages, _OBJECTIVES.index(objective)), [[0]])[0]
    if isinstance(found, Exception):
        raise _starport.Error("optimal: %s" % found)
    value, least, proven, searched, infimum, most, packed = found
    return Optimum(value, least, proven, searched, infimum, most, transfers_of(packed))


def cost(star: Star, transfers: Any) -> float:
    """The makespan of transfers executed as soon as possible, without an engine: for searches. With a deadline minus
    the load by then; NaN if they cannot be executed. Raises Error for transfers that do not fit the star,
    and for a star that changes over time."""
    return _starport.cost(star, messages_of(transfers))
