"""Heuristics written in Python, as the library asks them."""
import importlib.util
import inspect
import math
import os
import re
import sys
import traceback
from typing import Any, Callable, Dict, List, Optional, Tuple

from . import _starport
from .star import Star

_KINDS = {bool: "b", int: "i", float: "f", str: "s"}  # of options, as heuristic.c reads them
_PROBLEMS = {"redistribution": 1, "bag": 2, "divisible": 4, "imbalance": 8}
Message = Tuple[int, int, float, int, float, float, int]  # as the library takes it


def message_of(given: Any) -> Message:
    """Reads (from, to), (from, to, amount) or (from, to, amount, after): amount defaults to 1, and after is the number
    of an earlier transfer, or None. A Transfer has two dates and the place of its result more. Raises TypeError."""
    try:
        sender, receiver, amount, after, earliest, earliest_in, returns = tuple(given) + (1, None, 0, 0, None)[len(given) - 2:]
        return (int(sender.__index__()), int(receiver.__index__()), float(amount),
                -1 if after is None else int(after.__index__()) - 1, float(earliest), float(earliest_in),
                0 if returns is None else int(returns.__index__()))
    except (AttributeError, TypeError, ValueError):
        raise TypeError("%r in a plan, expected (from, to, amount) or (from, to, amount, after)" % (given,)) from None


def messages_of(given: Any) -> List[Message]:
    """Reads a sequence of such transfers. Raises TypeError."""
    try:
        items = list(given)
    except TypeError:
        raise TypeError("plan() returned %r, expected a list of (from, to, amount)" % (given,)) from None
    return [message_of(item) for item in items]


class Adapter:
    """What the library asks of a heuristic, whatever form it has: a function plan(star), a class or an object with
    next(view) and perhaps start(star), or a list of transfers. Of the given object the attributes name, summary,
    source, version and problems are read where they are there."""

    def __init__(self, given: Any, name: str = "") -> None:
        self.given = given
        self.error: Optional[BaseException] = None  # that stopped the run
        self.online = int(hasattr(given, "next"))
        if not self.online and not callable(given) and not hasattr(given, "__iter__"):
            raise TypeError("%r, expected a heuristic's name, a function plan(star), a class with next(view) or a list "
                            "of transfers" % (given,))
        if isinstance(given, type) and not self.online:
            raise TypeError("%s has no next(view)" % given.__name__)
        plain = given if hasattr(given, "__name__") else type(given)
        usual = name or ("plan" if hasattr(given, "__iter__") else plain.__name__)
        self.name = re.sub(r"[^A-Za-z0-9_-]", "-", str(getattr(given, "name", usual)))[:63]
        lines = (given.__doc__ or "").strip().split("\n") if hasattr(given, "__name__") else [""]
        self.summary = str(getattr(given, "summary", lines[0] or "a heuristic in Python"))
        self.source = str(getattr(given, "source", "Python"))
        self.version = int(getattr(given, "version", 1))
        self.problems = 0
        for problem in getattr(given, "problems", list(_PROBLEMS)[:3 if self.online else 4]):
            if problem not in _PROBLEMS:
                raise _starport.Error("%s: problem %r, expected %s" % (self.name, problem, ", ".join(_PROBLEMS)))
            self.problems |= _PROBLEMS[problem]

    def plan(self, star: _starport.Star, options: Dict[str, Any]) -> Tuple[float, List[Message]]:
        """The planned makespan (NaN: none is claimed) and the messages."""
        found = self.given(Star(star), **options) if callable(self.given) else self.given
        planned = getattr(found, "planned", None)
        return math.nan if planned is None else float(planned), messages_of(getattr(found, "transfers", found))

    def start(self, star: _starport.Star, options: Dict[str, Any]) -> Callable[[_starport.View], Any]:
        """The function that is asked for each decision."""
        heuristic = self.given(**options) if isinstance(self.given, type) else self.given
        if hasattr(heuristic, "start"):
            heuristic.start(Star(star))
        following: Callable[[_starport.View], Any] = heuristic.next
        return following

    def failed(self, error: BaseException) -> str:
        """The words for an exception: of a refusal its own, else the last line of the traceback."""
        self.error = error
        return words_of(error)


def words_of(error: BaseException) -> str:
    """The last line of the exception's traceback; of the package's own refusals the words alone."""
    if isinstance(error, _starport.Error):
        return str(error)
    if isinstance(error, SyntaxError):  # its words have the file and the line
        return "SyntaxError: %s" % error
    return "".join(traceback.format_exception_only(type(error), error)).strip().split("\n")[-1]


class _Plugin(Adapter):
    """A heuristic that the program runs, in a process for each run: an exception ends that process, and the last line
    of what it prints is the program's reason. Arguments that have a default (of the function after the star, of the
    class) are its options: whole numbers, numbers, texts and yes or no."""

    def __init__(self, given: Any, name: str) -> None:
        super().__init__(given, name)
        self.options = []
        for key, argument in list(inspect.signature(given).parameters.items())[0 if self.online else 1:]:
            kind = _KINDS.get(type(argument.default))
            if kind is None:
                raise _starport.Error("%s: argument %s, expected a default that is a number, a text, True or False"
                                      % (self.name, key))
            preset = ("yes" if argument.default else "no") if kind == "b" else str(argument.default)
            self.options.append((key, kind, preset, "argument of %s" % given.__name__))

    def failed(self, error: BaseException) -> str:
        words = super().failed(error)
        if isinstance(error, _starport.Refused):
            return words
        traceback.print_exception(type(error), error, error.__traceback__)
        sys.stderr.flush()
        os._exit(1)


def _heuristic_in(module: Any, file: str) -> Any:
    """What a file defines: the function plan(star), or the one class with next(view)."""
    if callable(getattr(module, "plan", None)):
        return module.plan
    found = [x for x in vars(module).values()
             if isinstance(x, type) and hasattr(x, "next") and x.__module__ == module.__name__]
    if len(found) != 1:
        raise _starport.Error("%s defines %s, expected a function plan(star) or one class with next(view)"
                              % (file, "no heuristic" if not found else "%d classes with next" % len(found)))
    return found[0]


def load_plugin(file: str) -> int:
    """The address of the struct sp_heuristic of a file, which has the file's name. Called by python/plugin.c."""
    name = os.path.splitext(os.path.basename(file))[0]
    spec = importlib.util.spec_from_file_location(name, file)
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return _starport.plugin(_Plugin(_heuristic_in(module, file), name))
