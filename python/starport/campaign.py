"""Databases of results."""
import csv
import os
import pathlib
import re
import sqlite3
from typing import Any, Dict, List, Optional, Sequence, Tuple, Union

from . import program
from ._starport import FIELDS, Error
from .table import Table

_NUMBERS = [name for name, place, _, _ in FIELDS if place]  # in the order of the database
_COLUMNS = ("method", "engine", "status", "reason", *_NUMBERS[:2], "bound", "bound_name", *_NUMBERS[2:],
            "planning_seconds", "seconds", "instance")


def _axes(text: str) -> Dict[str, str]:
    """The labels of "variant=NAME comm=het range=c<=w", by axis."""
    return dict(word.split("=", 1) for word in text.split())


def _value(cell: Optional[str]) -> Any:
    """A cell: None if it is empty, a number if it is one."""
    try:
        return float(cell) if cell else None
    except ValueError:
        return cell


def _axis_value(label: Optional[str]) -> Any:
    """A label of an axis of numbers; None if there is none."""
    return int(label) if label and re.fullmatch(r"-?\d+", label) else _value(label)


def _labels(text: str) -> Dict[str, List[str]]:
    """The axes of an experiment (docs/experiments.md) by name: the labels in order, or none if all of them are numbers."""
    found: Dict[str, List[str]] = {}
    labels: List[str] = []  # of the section
    for line in text.splitlines():
        section = re.match(r"\s*\[(?:axis\s+([^\]]*?)\s*\])?", line)
        if section:
            labels = found.setdefault(section[1], []) if section[1] else []
        elif re.match(r"\s*[^;\s:]+\s*:", line):
            labels.append(line.partition(":")[0].strip())
    return {name: [] if all(isinstance(_value(label), float) for label in of_it) else of_it
            for name, of_it in found.items()}


class Campaign:
    """A results database of `starport campaign`; it is only read.

    experiment: its id, if the database holds several. Raises Error where the file is no such database."""

    def __init__(self, file: Union[str, "os.PathLike[str]"], experiment: Optional[str] = None) -> None:
        self.file = os.fspath(file)
        known = [row[0] for row in self._rows("SELECT id FROM experiment ORDER BY id")]
        if experiment is None and len(known) > 1:
            raise Error("%s holds %s: name one of them" % (self.file, ", ".join(known)))
        if not known or (experiment is not None and experiment not in known):
            raise Error("%s: no experiment %s" % (self.file, experiment or ""))
        self.experiment: str = experiment or known[0]
        self._labels = _labels(self._rows("SELECT text FROM experiment WHERE id = ?", self.experiment)[0][0])

    def _rows(self, query: str, *values: Any) -> List[Tuple[Any, ...]]:
        try:
            database = sqlite3.connect(pathlib.Path(self.file).absolute().as_uri() + "?mode=ro", uri=True)
            try:
                return database.execute(query, values).fetchall()
            finally:
                database.close()
        except sqlite3.Error as error:
            raise Error("%s: %s, expected a results database" % (self.file, error)) from None

    @property
    def runs(self) -> Table:
        """A row for each cell: experiment, variant ("": as specified), a column for each axis, index of the platform,
        then the columns of the view `results` (docs/analysis.md). None where a run has no value; a missing run has no
        engine. The values of an axis are numbers if all are, else labels, which a frame has as ordered categoricals in
        the experiment's order."""
        # An older database lacks the last columns: its runs lost nothing, and no task arrived.
        known = {row[0] for row in self._rows("SELECT name FROM pragma_table_info('results')")}
        found = self._rows("SELECT axes, idx, %s FROM results WHERE experiment = ? ORDER BY axes, idx, method"
                           % ", ".join(c if c in known else "0 * messages" if c in ("wasted", "resends") else "NULL"
                                       for c in _COLUMNS), self.experiment)
        labels = [_axes(row[0]) for row in found]
        names = list(dict.fromkeys(name for label in labels for name in label if name != "variant"))
        return Table(["experiment", "variant", *names, "index", *_COLUMNS],
                     [[self.experiment, label.get("variant", ""),
                       *[self._of_axis(name, label.get(name)) for name in names], *row[1:]]
                      for label, row in zip(labels, found)], self._ordered(names))

    def _of_axis(self, name: str, label: Optional[str]) -> Any:
        return label or None if self._labels.get(name) else _axis_value(label)

    def _ordered(self, names: Sequence[str]) -> Dict[str, List[str]]:
        return {name: self._labels[name] for name in names if self._labels.get(name)}

    @property
    def cells(self) -> Table:
        """The cells of the tables, the points of the figures, the statistics over all points and the claims, beside the
        published values: the rows of `starport report --format=csv` (docs/results.md), by the program."""
        return self._report("csv", "value")

    @property
    def pairs(self) -> Table:
        """The declared methods in pairs: mean difference of the distance, its 95 % interval after Bonferroni, and the p of
        Wilcoxon's signed rank test after Holm: the rows of `starport report --format=pairs` (docs/results.md), by the program."""
        return self._report("pairs", "platforms")

    def _report(self, layout: str, numbers: str) -> Table:
        """A report in CSV; `numbers` is the first column whose cells may be numbers."""
        head, *lines = csv.reader(program.output("report", "--experiment=" + self.experiment,
                                                 "--format=" + layout, "--", self.file).splitlines())
        first, axes = head.index(numbers), [name for name in head[2:] if name in self._labels]
        return Table(head, [line[:2] + [self._of_axis(name, x) for name, x in zip(axes, line[2:])] +
                            line[2 + len(axes):first] + [_value(x) for x in line[first:]] for line in lines],
                     self._ordered(axes))
