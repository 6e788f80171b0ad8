"""Calls of the library that Ctrl-C ends.

Python runs handlers of signals in the main thread, between two of its instructions. A call of
native code that takes long would hold them up, and native code cannot be left in the middle. So
another thread, the worker, makes the call, and the main thread waits for it; a signal ends the
wait. If its handler raises an exception, as that of Ctrl-C raises KeyboardInterrupt, the worker is
abandoned: it completes the call, with the arrays and objects that it holds, and ends.

To hand a call to a worker and back takes about 40 us, since two threads take turns at the lock of
the interpreter.
"""

import os
import sys
import threading
from queue import SimpleQueue
from typing import Any, Callable, List

_main = threading.main_thread().ident
_idle: List["_Worker"] = []


class _Worker:
    """A thread that makes one call at a time."""

    def __init__(self) -> None:
        self._given: Any = SimpleQueue()
        self._outcomes: Any = SimpleQueue()
        # A daemon: the interpreter does not wait for it to end.
        threading.Thread(target=_work, args=(self._given, self._outcomes), name="sg call", daemon=True).start()

    def run(self, function: Callable[[], Any]) -> Any:
        self._given.put(function)
        try:
            result, error = self._outcomes.get()
        except BaseException:
            self._given.put(None)
            raise
        _idle.append(self)
        if error is not None:
            raise error
        return result


def _work(given: Any, outcomes: Any) -> None:
    """Makes calls until it is given None."""
    while (function := given.get()) is not None:
        try:
            outcome = function(), None
        except BaseException as error:
            outcome = None, error
        # Neither the arguments of the call nor its results may live until the next one.
        del function
        outcomes.put(outcome)
        del outcome


def _forget_workers() -> None:
    """In a forked process only the thread that forked exists."""
    global _main
    _main = threading.get_ident()
    _idle.clear()


os.register_at_fork(after_in_child=_forget_workers)


def is_interruptible() -> bool:
    """Whether handlers of signals wait for this thread."""
    return threading.get_ident() == _main and not sys.is_finalizing()


def run(function: Callable[[], Any]) -> Any:
    """Returns what `function` returns. A handler of a signal that raises an exception ends the wait
    for it; the function itself is completed in the background."""
    if not is_interruptible():
        return function()
    try:
        worker = _idle.pop() if _idle else _Worker()
    except RuntimeError:  # Exit handlers cannot start threads.
        return function()
    return worker.run(function)
