"""Modules that are being traced."""

import threading
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Dict, Iterator, Optional, Set, Tuple

from ..errors import ArgumentError
from .builder import Builder
from .location import Position, find_user_frame, position_of

if TYPE_CHECKING:
    from .tracer import Array

# Largest number of operations of a trace. Tracing them takes a few seconds, their compilation
# minutes. A loop of Python that does not end reaches it.
MAX_OPERATIONS = 100_000


class Scope:
    """A function, a branch or the body of a loop that is being traced. `what` describes it."""

    __slots__ = ("what", "is_open")

    def __init__(self, what: str):
        self.what, self.is_open = what, True


class Trace:
    """A module that is being traced."""

    def __init__(self) -> None:
        self.builder = Builder()
        self.scope = Scope("a traced function")  # the innermost one
        # Values that stand for Python numbers: they get the type of the arrays that they meet.
        self.weak: Set[int] = set()
        self._operation_count = 0
        self._positions: Dict[Tuple[Any, int], Position] = {}

    @contextmanager
    def begin_scope(self, what: str) -> Iterator[None]:
        """Traces `what`, whose arrays must not be used after its end, except as its results."""
        outer, self.scope = self.scope, Scope(what)
        try:
            yield
        finally:
            self.scope.is_open = False
            self.scope = outer

    def locate(self) -> None:
        """Sets the location of the following ops: the innermost frame outside of this package."""
        self._operation_count += 1
        if self._operation_count > MAX_OPERATIONS:
            raise ArgumentError(
                f"the traced function has more than {MAX_OPERATIONS} operations: repeat computations by sg.fori_loop, "
                "sg.while_loop or sg.scan instead of a loop of Python"
            )
        frame = find_user_frame()
        if frame:
            key = frame.f_code, frame.f_lasti
            position = self._positions.get(key)
            if position is None:
                position = self._positions[key] = position_of(*key, frame.f_lineno)
            self.builder.set_location(*position)

    def wrap(self, value: int) -> "Array":
        from .tracer import Array

        return Array(self, value)


class _Active(threading.local):
    trace: Optional[Trace] = None


_active = _Active()


def active_trace() -> Optional[Trace]:
    """Returns the trace of this thread, or None."""
    return _active.trace


class activate:
    """A context in which `trace` is the trace of this thread."""

    def __init__(self, trace: Trace):
        self._trace = trace

    def __enter__(self) -> Trace:
        self._outer, _active.trace = _active.trace, self._trace
        return self._trace

    def __exit__(self, *_: Any) -> None:
        self._trace.scope.is_open = False
        _active.trace = self._outer
