"""Databases of results."""
import csv
import os
import pathlib
import sqlite3
from typing import Any, Dict, List, Optional, Tuple, Union

from . import program
from ._starport import FIELDS, Error
from .table import Table

_NUMBERS = [name for name, place, _, _ in FIELDS if place]  # in the order of the database
_COLUMNS = ("method", "engine", "status", "reason", *_NUMBERS[:2], "bound", "bound_name", *_NUMBERS[2:],
            "planning_seconds", "seconds", "instance")


def _axes(text: str) -> Dict[str, str]:
    """The labels of "variant=NAME comm=het range=c<=w", by axis."""
    return dict(word.split("=", 1) for word in text.split())


def _value(cell: str) -> Any:
    """A cell of CSV: None if it is empty, a number if it is one."""
    try:
        return float(cell) if cell else None
    except ValueError:
        return cell


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
        engine."""
        # An older database lacks the last columns: its runs lost nothing, and no task arrived.
        known = {row[0] for row in self._rows("SELECT name FROM pragma_table_info('results')")}
        found = self._rows("SELECT axes, idx, %s FROM results WHERE experiment = ? ORDER BY axes, idx, method"
                           % ", ".join(c if c in known else "0 * messages" if c in ("wasted", "resends") else "NULL"
                                       for c in _COLUMNS), self.experiment)
        labels = [_axes(row[0]) for row in found]
        names = list(dict.fromkeys(name for label in labels for name in label if name != "variant"))
        return Table(["experiment", "variant", *names, "index", *_COLUMNS],
                     [[self.experiment, label.get("variant", ""), *[label.get(name) for name in names], *row[1:]]
                      for label, row in zip(labels, found)])

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
        first = head.index(numbers)
        return Table(head, [line[:first] + [_value(x) for x in line[first:]] for line in lines])
