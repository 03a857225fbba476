"""Calls in processes of their own, which can be stopped at any moment."""
import os
import pickle
import select
import signal
import sys
import time
from typing import Any, Callable, List, Optional, Tuple


class Stopped(Exception):
    """The call took longer than allowed."""


class Died(Exception):
    """The process ended without an answer."""


def _answer(call: Callable[[], Any], pipe: int) -> None:
    """The child: sends what the call returns or raises, and ends."""
    try:
        answer: Tuple[bool, Any] = True, call()
    except BaseException as error:
        answer = False, error
    try:
        whole = pickle.dumps(answer)
    except Exception:
        whole = pickle.dumps((False, RuntimeError(repr(answer[1]))))
    with os.fdopen(pipe, "wb") as stream:
        stream.write(whole)
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(0)


class Child:
    """A call that goes on in a process of its own."""

    def __init__(self, call: Callable[[], Any]) -> None:
        sys.stdout.flush()
        sys.stderr.flush()
        self.pipe, end = os.pipe()
        self.pid = os.fork()
        self.text = b""
        if self.pid == 0:
            try:
                signal.signal(signal.SIGINT, signal.SIG_DFL)
                os.close(self.pipe)
                _answer(call, end)
            finally:
                os._exit(1)
        os.close(end)

    def read(self) -> bool:
        """Reads what there is; False when the child has ended."""
        part = os.read(self.pipe, 1 << 16)
        self.text += part
        return bool(part)

    def end(self, kill: bool = False) -> int:
        """Waits for the end; the status of waitpid."""
        if kill:
            os.kill(self.pid, signal.SIGKILL)
        os.close(self.pipe)
        return os.waitpid(self.pid, 0)[1]


def _value(child: Child, status: int) -> Any:
    """What the child has returned; raises what it has raised, or Died."""
    if not child.text or status:
        code = os.waitstatus_to_exitcode(status)
        raise Died("killed by signal %d (%s)" % (-code, signal.strsignal(-code)) if code < 0 else
                   "exited with code %d" % code)
    good, value = pickle.loads(child.text)
    if good:
        return value
    raise value


def all_of(calls: List[Callable[[], Any]], seconds: Optional[float] = None) -> List[Any]:
    """The values of the calls, made at the same time, each in a process of its own. Raises Stopped after so many
    seconds, Died, or what a call has raised; Ctrl-C ends all of them."""
    due = None if seconds is None else time.monotonic() + seconds
    children: List[Child] = []
    going = {}
    try:
        for call in calls:
            children.append(Child(call))
            going[children[-1].pipe] = children[-1]
        while going:
            left = None if due is None else max(0.0, due - time.monotonic())
            ready = select.select(list(going), [], [], left)[0]
            if not ready:
                raise Stopped("stopped after %g s" % (seconds or 0))
            for pipe in ready:
                if not going[pipe].read():
                    del going[pipe]
    except BaseException:
        for child in children:
            child.end(kill=True)
        raise
    ends = [child.end() for child in children]
    return [_value(child, status) for child, status in zip(children, ends)]
