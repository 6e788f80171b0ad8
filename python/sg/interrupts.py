"""Calls of the library that Ctrl-C can end.

Python runs signal handlers in the main thread, between two Python instructions. A long call of
native code would delay the handlers, and native code cannot be interrupted. Therefore another
thread, the worker, makes the call, and the main thread waits. A signal ends the wait. If the
handler raises an exception, such as KeyboardInterrupt for Ctrl-C, the worker is abandoned. The
worker keeps its arrays and objects alive, finishes the call, and ends.

The transfer of a call to a worker and back takes about 40 us, because the GIL changes hands.
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
        self._calls: Any = SimpleQueue()
        self._outcomes: Any = SimpleQueue()
        # The interpreter does not wait for daemon threads at exit.
        threading.Thread(target=_work, args=(self._calls, self._outcomes), name="sg call", daemon=True).start()

    def run(self, function: Callable[[], Any]) -> Any:
        self._calls.put(function)
        try:
            result, error = self._outcomes.get()
        except BaseException:
            self._calls.put(None)
            raise
        _idle.append(self)
        if error is not None:
            raise error
        return result


def _work(calls: Any, outcomes: Any) -> None:
    """Makes calls until it receives None."""
    while (function := calls.get()) is not None:
        try:
            outcome: Any = function(), None
        except BaseException as error:
            outcome = None, error
        # The arguments and results of a call must not live until the next call.
        del function
        outcomes.put(outcome)
        del outcome


def _forget_workers() -> None:
    """Forgets the workers in a forked process, where only the forking thread exists."""
    global _main
    _main = threading.get_ident()
    _idle.clear()


os.register_at_fork(after_in_child=_forget_workers)


def is_interruptible() -> bool:
    """Returns True if signal handlers run in this thread."""
    return threading.get_ident() == _main and not sys.is_finalizing()


def run(function: Callable[[], Any]) -> Any:
    """Returns the result of `function`. If a signal handler raises an exception, the wait ends, and
    `function` finishes in the background."""
    if not is_interruptible():
        return function()
    try:
        worker = _idle.pop() if _idle else _Worker()
    except RuntimeError:  # exit handlers cannot start threads
        return function()
    return worker.run(function)
