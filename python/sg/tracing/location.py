"""Positions in the user's program, for messages."""

import ctypes
import itertools
import sys
from typing import Any, NamedTuple, Optional

from ..errors import ArgumentError, Error, ProgramError

# This package, NumPy, which calls its functions, and modules that it calls.
_INTERNAL = {__name__.partition(".")[0], "numpy", "contextlib", "ctypes", "functools", "inspect"}


class Position(NamedTuple):
    """A position in a file. Lines and columns count from 1. Column 0 means unknown."""

    file: str
    line: int
    column: int

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}"


def position_of(code: Any, instruction: int, line: int) -> Position:
    """Returns the position of the instruction at the offset `instruction` of a code object."""
    if hasattr(code, "co_positions"):  # Python 3.11
        first, _, column, _ = next(itertools.islice(code.co_positions(), instruction // 2, None))
        if first is not None and column is not None:
            return Position(code.co_filename, first, column + 1)
    return Position(code.co_filename, line, 0)


def _is_internal(frame: Any) -> bool:
    package = frame.f_globals.get("__name__", "").partition(".")[0]
    # Constructors of named tuples are generated code.
    return package in _INTERNAL or package.startswith("namedtuple_")


def find_user_frame() -> Any:
    """Returns the innermost frame outside of this package, or None."""
    frame: Any = sys._getframe(1)
    while frame and _is_internal(frame):
        frame = frame.f_back
    return frame


def find_position(error: BaseException) -> Optional[Position]:
    """Returns the innermost position outside of this package at which `error` passed. If there is
    none, returns the position of the call of this package."""
    position, entry = None, error.__traceback__
    while entry:
        if not _is_internal(entry.tb_frame):
            position = position_of(entry.tb_frame.f_code, entry.tb_lasti, entry.tb_lineno)
        entry = entry.tb_next
    frame = find_user_frame() if position is None else None
    return position_of(frame.f_code, frame.f_lasti, frame.f_lineno) if frame else position


def _comes_from_package(error: BaseException) -> bool:
    entry = error.__traceback__
    while entry and entry.tb_next:
        entry = entry.tb_next
    return entry is not None and _is_internal(entry.tb_frame)


class error_positions:
    """A context that adds the position in the user's program to the errors of this package."""

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: Any, error: Optional[BaseException], traceback: Any) -> None:
        # ctypes reports the error of a conversion by its own class.
        is_endless = isinstance(error, ctypes.ArgumentError) and "RecursionError" in str(error)
        if error is not None and (is_endless or isinstance(error, RecursionError)):
            raise ArgumentError(
                f"{find_position(error)}: error: the function calls itself without end while it is traced: repeat "
                "computations by sg.while_loop or sg.fori_loop, and choose between them by sg.cond"
            ) from None
        if not isinstance(error, (Error, IndexError, TypeError)) or not _comes_from_package(error):
            return
        message = str(error)
        # The library adds positions to messages about traced operations.
        is_located = isinstance(error, ProgramError) and not message.startswith("error: ")
        if is_located or hasattr(error, "_has_position"):
            return
        position = find_position(error)
        error.args = (f"{position}: error: {message[7:] if message.startswith('error: ') else message}",)
        error._has_position = True  # type: ignore[union-attr]
