"""Calls in processes of their own, which can be stopped at any moment."""
import collections
import os
import pickle
import select
import signal
import struct
import sys
import time
from typing import Any, Callable, Dict, Optional, Sequence

_LENGTH = struct.Struct("=Q")  # before each answer in a pipe


class Stopped(Exception):
    """The call took longer than allowed."""


class Died(Exception):
    """The process ended without an answer."""


def _answer(call: Callable[[int], Any], key: int) -> bytes:
    """What the call returns or raises, as the parent reads it."""
    try:
        good, value = True, call(key)
    except BaseException as error:
        good, value = False, error
    try:
        packed = pickle.dumps((good, value))
        if not good:
            pickle.loads(packed)  # an exception with arguments of its own may be written, but not read
    except Exception:
        packed = pickle.dumps((False, RuntimeError(repr(value))))
    return _LENGTH.pack(len(packed)) + packed


class _Child:
    """A process that makes the calls one after the other."""

    def __init__(self, call: Callable[[int], Any], keys: Sequence[int], seconds: Optional[float]) -> None:
        sys.stdout.flush()
        sys.stderr.flush()
        self.keys, self.seconds = collections.deque(keys), seconds  # those without an answer
        self.pipe, end = os.pipe()
        self.pid = os.fork()
        self.text = b""
        self.begin()
        if self.pid == 0:
            try:
                signal.signal(signal.SIGINT, signal.SIG_DFL)
                os.close(self.pipe)
                with os.fdopen(end, "wb", buffering=0) as stream:
                    for key in keys:
                        stream.write(_answer(call, key))
                sys.stdout.flush()
                sys.stderr.flush()
                os._exit(0)
            finally:
                os._exit(1)
        os.close(end)

    def begin(self) -> None:
        """The first call that has no answer begins now."""
        self.due = float("inf") if self.seconds is None else time.monotonic() + self.seconds

    def read(self, found: Dict[int, Any]) -> bool:
        """Takes the answers that there are; False when the child has ended. Raises what a call has raised."""
        part = os.read(self.pipe, 1 << 16)
        self.text += part
        at = 0
        while len(self.text) >= at + _LENGTH.size:
            begin = at + _LENGTH.size
            end = begin + _LENGTH.unpack_from(self.text, at)[0]
            if len(self.text) < end:
                break
            good, value = pickle.loads(self.text[begin:end])
            if not good:
                raise value
            found[self.keys.popleft()], at = value, end
            self.begin()
        self.text = self.text[at:]
        return bool(part)

    def end(self, kill: bool = False) -> Died:
        """Waits for the end; why a call has no answer."""
        if kill:
            os.kill(self.pid, signal.SIGKILL)
        os.close(self.pipe)
        code = os.waitstatus_to_exitcode(os.waitpid(self.pid, 0)[1])
        return Died("killed by signal %d (%s)" % (-code, signal.strsignal(-code)) if code < 0 else
                    "exited with code %d" % code)


def outcomes(call: Callable[[int], Any], parts: Sequence[Sequence[int]],
             seconds: Optional[float] = None) -> Dict[int, Any]:
    """What call(key) returns for each key, each part in a process of its own. In the place of a call that takes longer
    than so many seconds is Stopped, of one whose process ends Died; the others go on. Raises what a call has raised;
    Ctrl-C ends all of them."""
    found: Dict[int, Any] = {}
    children: Dict[int, _Child] = {}

    def begin(keys: Sequence[int]) -> None:
        if keys:
            child = _Child(call, keys, seconds)
            children[child.pipe] = child

    def give_up(child: _Child, why: Exception) -> None:
        """The call that has no answer, with those after it in another process."""
        if child.keys:
            found[child.keys.popleft()] = why
        begin(child.keys)

    try:
        for part in parts:
            begin(part)
        while children:
            due = min(child.due for child in children.values())
            left = None if seconds is None else max(0.0, due - time.monotonic())
            for pipe in select.select(list(children), [], [], left)[0]:
                if not children[pipe].read(found):
                    child = children.pop(pipe)
                    give_up(child, child.end())
            for pipe, child in list(children.items()):
                if child.keys and child.due <= time.monotonic():
                    del children[pipe]
                    child.end(kill=True)
                    give_up(child, Stopped("stopped after %g s" % (seconds or 0)))
    except BaseException:
        for child in children.values():
            child.end(kill=True)
        raise
    return found
