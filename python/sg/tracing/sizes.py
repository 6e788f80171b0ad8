"""Symbolic sizes of traced arrays."""

import operator
from typing import Any, Tuple, Union

from ..errors import ArgumentError
from .builder import SYMBOLIC
from .location import error_positions
from .trace import Trace, active_trace


class Size:
    """A size that is known when the function is called, such as n + 1.

    Sizes can be added, subtracted, multiplied and divided, and can be used where a shape is
    expected. They have no value during tracing.
    """

    def __init__(self, trace: Trace, number: int):
        self._trace, self._number = trace, number
        self._name = trace.builder.print_size(number)

    def __repr__(self) -> str:
        return self._name

    def _combine(self, operation: str, x: Any, y: Any) -> Union[int, "Size"]:
        if active_trace() is not self._trace:
            with error_positions():
                raise ArgumentError(f"the size {self} belongs to a traced function that has ended")
        numbers = [number_of_size(one) for one in (x, y)]
        return size_of_number(self._trace, self._trace.builder.size(operation, *numbers))

    def __add__(self, other: Any) -> Any:
        return self._combine("+", self, other)

    def __radd__(self, other: Any) -> Any:
        return self._combine("+", other, self)

    def __sub__(self, other: Any) -> Any:
        return self._combine("-", self, other)

    def __rsub__(self, other: Any) -> Any:
        return self._combine("-", other, self)

    def __mul__(self, other: Any) -> Any:
        return self._combine("*", self, other)

    __rmul__ = __mul__

    def __floordiv__(self, other: Any) -> Any:
        return self._combine("/", self, other)

    def __mod__(self, other: Any) -> Any:
        return self._combine("%", self, other)

    def __eq__(self, other: Any) -> bool:
        if not isinstance(other, (int, Size)):
            return NotImplemented
        difference = self - other
        if isinstance(difference, Size):
            raise ArgumentError(f"whether the sizes {self} and {other} are equal is known only in a call")
        return bool(difference == 0)

    def __hash__(self) -> int:
        return hash(self._number)

    def _refuse(self, *_: Any) -> Any:
        raise ArgumentError(
            f"the size {self} has no value while the function is traced; sg.size_value converts it to an array"
        )

    __bool__ = __int__ = __index__ = __float__ = __lt__ = __le__ = __gt__ = __ge__ = _refuse


Shape = Tuple[Union[int, Size], ...]


def number_of_size(size: Any) -> int:
    """Returns the number of a size in a builder."""
    if isinstance(size, Size):
        return size._number
    try:
        return operator.index(size)
    except TypeError:
        raise ArgumentError(f"a size must be an integer or a symbolic size, not {size!r}") from None


def size_of_number(trace: Trace, number: int) -> Union[int, Size]:
    return Size(trace, number) if number <= SYMBOLIC else number
