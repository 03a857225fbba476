"""The engine simgrid: runs by the program."""
import json
import math
import os
import re
import sys
import tempfile
from typing import Any, List, Optional, Sequence, Tuple

from . import _starport, apart, program
from .heuristic import Adapter, words_of
from .results import Event, Plan, Run, row_of, row_without, transfers_of
from .star import Star


def _file_of(method: str) -> str:
    """The part that the program puts into the names of a method's files."""
    return re.sub("[:=/]", "-", method)


def _read_events(file: str) -> List[Event]:
    with open(file, encoding="ascii") as f:
        rows = [line.rstrip("\n").split(",") for line in f][1:]
    return [Event(float(start), float(end), kind, int(sender), int(to), float(amount), int(message))
            for start, end, kind, sender, to, amount, message in rows]


def _program(star: Star, methods: Sequence[str], folder: str, given: Sequence[str], events: bool) -> List[Run]:
    """Runs by the program of methods that it knows, or of a plan that it is given."""
    file = os.path.join(folder, "events.csv")
    document = program.document("run", "--engine=simgrid", "--json", *given, *(["--events=" + file] if events else []),
                                *program.star_words(star, folder))
    runs = []
    for r in document["runs"]:
        values = dict(r, planned=None if r["planned"] is None else float(r["planned"]))
        run = Run(star, r["engine"], (r["heuristic"], r["status"], r.get("reason"), r.get("warning"),
                                      r["status"] == "ok", values, b"", b""))
        own = file if len(methods) == 1 else file[:-4] + "-" + _file_of(r["heuristic"]) + ".csv"
        if events and os.path.exists(own):
            run._rows = _read_events(own)
        runs.append(run)
    return runs


def _planned(star: Star, method: Adapter, seed: int) -> Any:
    """The Plan of a heuristic in Python, or the row of a run that has none."""
    method.error = None
    try:
        name, planned, packed = _starport.plan(star, method, seed)
    except _starport.Refused as refusal:
        error = method.error
        if isinstance(error, KeyboardInterrupt):
            raise error
        if error is None or isinstance(error, _starport.Refused):
            return row_without(method.name, "refused", str(refusal).partition(": refused: ")[2])
        return row_without(method.name, "crashed", words_of(error))
    return Plan(transfers_of(packed), None if math.isnan(planned) else planned, name)


def _plan_file(plan: Plan, folder: str) -> str:
    file = os.path.join(folder, "plan.json")
    with open(file, "w", encoding="ascii") as f:
        json.dump(plan.record(), f)
    return file


def _plugin_file(method: Adapter, folder: str) -> str:
    """A file for --plugin that imports the class. Raises Error where it cannot be imported."""
    given = method.given
    module = sys.modules.get(given.__module__)
    place = getattr(module, "__file__", None)
    if not isinstance(given, type) or not place or vars(module).get(given.__qualname__) is not given or \
            given.__module__ == "__main__":
        raise _starport.Error("%s: the engine simgrid takes an on-line heuristic as a class that a file to be imported "
                              "defines, not as %s" % (method.name, "an object" if not isinstance(given, type) else
                                                      "a class of %s" % given.__module__))
    root = os.path.abspath(place)
    for _ in range(given.__module__.count(".") + (2 if os.path.basename(place) == "__init__.py" else 1)):
        root = os.path.dirname(root)
    file = os.path.join(folder, method.name + ".py")
    with open(file, "w", encoding="utf-8") as f:
        f.write("import sys\nsys.path.insert(0, %r)\nfrom %s import %s as given  # noqa: E402\n\n\n"
                "class Heuristic(given):\n    pass\n" % (root, given.__module__, given.__qualname__))
    return file


def _of_python(star: Star, method: Adapter, seed: int, words: Sequence[str], events: bool,
               seconds: Optional[float]) -> Run:
    """A plan is made by this Python and executed by the program; an on-line heuristic is imported by the program."""
    with tempfile.TemporaryDirectory() as folder:
        if method.online:
            given = ["--plugin=" + _plugin_file(method, folder), "-H", method.name]
        else:
            found = _planned(star, method, seed) if seconds is None else row_of(
                method.name, apart.outcomes(lambda _: _planned(star, method, seed), [[0]], seconds)[0])
            if not isinstance(found, Plan):
                return Run(star, "simgrid", found, method.error)
            given = ["--plan=" + _plan_file(found, folder)]
        run = _program(star, [method.name], folder, [*given, *words], events)[0]
        run.heuristic = method.name
        return run


def simgrid_runs(star: Star, methods: Sequence[Any], seed: int, noise: Tuple[float, float, int], events: bool,
                 seconds: Optional[float], options: Sequence[str]) -> List[Run]:
    """Runs of names and of Adapters, in their order."""
    words = ["--seed=%d" % seed, "--noise=link:%r,cpu:%r,platform:%d" % noise, *options]
    words += [] if seconds is None else ["--seconds=%r" % seconds]
    names = [method for method in methods if isinstance(method, str)]
    with tempfile.TemporaryDirectory() as folder:
        named = iter(_program(star, names, folder, ["-H", ",".join(names), *words], events) if names else ())
    return [next(named) if isinstance(method, str) else _of_python(star, method, seed, words, events, seconds)
            for method in methods]
