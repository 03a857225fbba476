"""What the program `starport` does for the package: one call, one JSON document.

The program is $STARPORT_PROGRAM, that of the build or of the prefix in which the package is, or that of the PATH."""
import fractions
import json
import os
import re
import shutil
import subprocess
import tempfile
from typing import TYPE_CHECKING, Any, Dict, List, Sequence

from ._starport import Error

if TYPE_CHECKING:
    from .star import Star

_LONGEST_WORD = 100000  # of a command line


def path() -> str:
    """The path of the program. Raises Error if it is nowhere."""
    # build/python/starport, PREFIX/lib/starport/python/starport or its like in an environment, or that of `pip --target`
    here = os.path.dirname(os.path.realpath(__file__))
    places = [os.environ.get("STARPORT_PROGRAM", ""), os.path.join(here, "../../starport"),
              os.path.join(here, "../../../../bin/starport"), os.path.join(here, "../bin/starport"),
              shutil.which("starport") or ""]
    for place in places:
        if os.path.isfile(place) and os.access(place, os.X_OK):
            return place
    raise Error("no program `starport` in $STARPORT_PROGRAM, beside the package or in the PATH")


def _call(words: Sequence[str]) -> "subprocess.CompletedProcess[str]":
    return subprocess.run([path(), *words], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                          text=True, check=False)


def _failure(done: "subprocess.CompletedProcess[str]") -> Error:
    lines = done.stderr.strip().split("\n")
    return Error(re.sub(r"^starport( \w+)?: ", "", lines[-1]) or "starport ended with code %d" % done.returncode)


def output(*words: str) -> str:
    """What the program prints. Raises Error with its line if it fails."""
    done = _call(words)
    if done.returncode:
        raise _failure(done)
    return done.stdout


def document(*words: str) -> Dict[str, Any]:
    """The document that the program prints, also if it ends with a code for what the document says (a refusal, an
    invalid trace). Raises Error with the program's line if it prints none."""
    done = _call(words)
    if not done.stdout.startswith("{"):
        raise _failure(done)
    found: Dict[str, Any] = json.loads(done.stdout)
    return found


def star_words(star: "Star", folder: str) -> List[str]:
    """The arguments that give the program this star, the last of a command line: its files, its text, or a table in the
    folder."""
    return list(star.files) or text_words(star, folder)


def text_words(star: "Star", folder: str) -> List[str]:
    """The same without its files."""
    text = star.text
    if len(text) < _LONGEST_WORD:
        return ["--star=" + text]
    table = os.path.join(folder, "star.csv")
    with open(table, "w", encoding="ascii") as f:
        f.write(star.csv)
    return ["--star=@" + table]


def _exact(value: Any) -> Any:
    """The texts "7/4" and "2" of a document as Fractions."""
    if isinstance(value, dict):
        return {key: _exact(x) for key, x in value.items()}
    if isinstance(value, list):
        return [_exact(x) for x in value]
    if isinstance(value, str) and re.fullmatch(r"-?\d+(/\d+)?", value):
        return fractions.Fraction(value)
    return value


def _options(options: Dict[str, Any]) -> List[str]:
    """Keywords as options: until=3 is --until=3, tree=True is --tree, cfg=["a:1", "b:2"] is given twice."""
    words = []
    for key, given in options.items():
        for x in given if isinstance(given, (list, tuple)) else [given]:
            if x is not False and x is not None:
                words.append("--" + key.replace("_", "-") + ("" if x is True else "=%s" % x))
    return words


def steady(graph: str, **options: Any) -> Dict[str, Any]:
    """The steady state of a graph, as `starport steady --json` (docs/results.md) with exact values as Fractions.

    graph: "w=1,3,4 edges=1-2:2,1-3:1", "@FILE", or a path that ends in .xml. options: master, model, schedule=True,
    tree=True, simulate=TIME, strategy, places, engine, .. as on the command line. Raises Error."""
    words = ["--", graph] if graph.endswith(".xml") else ["--graph=" + graph]
    found: Dict[str, Any] = _exact(document("steady", *_options(options), "--json", *words))
    return found


def network(kind: str, spec: str, **options: Any) -> Dict[str, Any]:
    """A divisible load on a network, as `starport network --json` with exact values as Fractions: kind "chain", "loop",
    "tree", "star", "bus", "hypercube", "switch", "mesh" or "torus", spec "w=1,1 z=1 r=.2". options: simulate=True, order,
    engine, ..
    Raises Error."""
    found: Dict[str, Any] = _exact(document("network", *_options(options), "--json", "--", kind, spec))
    return found


def worst(heuristic: str, **options: Any) -> Dict[str, Any]:
    """The instance on which a heuristic is worst, as `starport worst --json`; its "star" is a text for Star().
    options: against, workers, tasks, cost, problem, evaluations, seed, .. Raises Error."""
    return document("worst", "-H", heuristic, *_options(options), "--json")


def check(star: "Star", events: Any, **options: Any) -> Dict[str, Any]:
    """The independent validator on events, as `starport check --json`.

    events: of a run (Run.events), a path of an events CSV, or rows (start, end, kind, from, to, amount, message) as in
    that file. options: durations="exact", "at-least" or "any", tolerance. Raises Error for what is no trace."""
    with tempfile.TemporaryDirectory() as folder:
        if not isinstance(events, (str, os.PathLike)):
            events = write_events(events, os.path.join(folder, "events.csv"))
        return document("check", "--events=%s" % os.fspath(events), *_options(options), "--json",
                        *star_words(star, folder))


def write_events(events: Any, file: str) -> str:
    """Writes rows (start, end, kind, from, to, amount, message) as an events CSV; returns its path."""
    with open(file, "w", encoding="ascii") as f:
        f.write("start,end,kind,from,to,amount,message\n")
        for start, end, kind, sender, receiver, amount, message in events:
            f.write("%r,%r,%s,%d,%d,%r,%d\n" % (float(start), float(end), kind, sender, receiver, float(amount),
                                                message))
    return file


def heuristics() -> List[Dict[str, Any]]:
    """The built-in heuristics with their summaries, sources, problems and options: `starport list --json`."""
    found: List[Dict[str, Any]] = document("list", "--json")["heuristics"]
    return found
