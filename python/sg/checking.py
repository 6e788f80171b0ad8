"""Checks of derivatives (sgCheckGradients)."""

import ctypes
from ctypes import c_int32
from typing import Any, Mapping, NamedTuple, Optional, Sequence, Tuple

import numpy as np

from .arrays import Described, code_of, describe_argument, dtype_name
from .errors import ArgumentError
from .compiled import ArrayType
from .handles import Handle, make
from .library import Array, CheckOptions, integer, library, positions

# Names for enum SGVerdict and enum SGCheckedFunction.
VERDICTS = ("agrees", "unclear", "not differentiable", "not finite", "disagrees")
FUNCTIONS = ("function", "reverse derivative", "forward derivative")


class DirectionCheck(NamedTuple):
    """The comparison along one direction in an argument.

    `verdict`: 'agrees', 'unclear' (rounding hides the derivative, the modes agree), 'not
    differentiable' (the modes agree), 'not finite' or 'disagrees'. `forward`, `reverse`,
    `differences`: directional derivatives of the results, weighted by random factors. `distance`:
    larger distance of a mode from the differences, relative to the summed magnitudes of the
    derivative's terms. `direction`: one coefficient for each element.
    """

    verdict: str
    forward: float
    reverse: float
    differences: float
    distance: float
    direction: np.ndarray


class ArgumentCheck(NamedTuple):
    """The check of an argument at one point. `function` is 'function', 'reverse derivative' or
    'forward derivative'. `worst` is the direction with the worst verdict. `integers` maps positions
    of integer arguments to the chosen values. A function that reads integers is checked at several
    random points with different integers. `name` is the path of the array in the arguments of a
    Python function, for example parameters['w']."""

    function: str
    argument: int
    directions: Tuple[DirectionCheck, ...]
    worst: DirectionCheck
    integers: Mapping[int, int]
    name: Optional[str] = None


class WrongOp(NamedTuple):
    """An op whose derivative is wrong, with the directional derivatives of the op's results. The
    derivatives are 0 if the op is a function whose custom rule contradicts its body. `file` is None
    if the location is unknown."""

    name: str
    file: Optional[str]
    line: int
    column: int
    message: str
    forward: float
    reverse: float
    differences: float


class GradientCheck:
    """The result of the check, which is true if no direction disagrees. `text` describes the
    results for each argument and, if a direction disagrees, the op whose derivative is wrong.
    `arguments` (sg.ArgumentCheck) and `wrong_ops` (sg.WrongOp) contain the same information."""

    def __init__(
        self,
        agrees: bool,
        text: str,
        arguments: Tuple[ArgumentCheck, ...] = (),
        wrong_ops: Tuple[WrongOp, ...] = (),
    ):
        self.agrees = agrees
        self.text = text
        self.arguments = arguments
        self.wrong_ops = wrong_ops

    def __bool__(self) -> bool:
        return self.agrees

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"<sg.GradientCheck: {'agrees' if self.agrees else 'DISAGREES'}>"


def _read_direction(native: Any) -> DirectionCheck:
    direction = np.array([native.direction[i] for i in range(native.direction_size)])
    values = (native.forward, native.reverse, native.differences)
    return DirectionCheck(VERDICTS[native.verdict], *values, native.distance, direction)


def _read_argument(native: Any) -> ArgumentCheck:
    directions = tuple(_read_direction(native.directions[i]) for i in range(native.direction_count))
    worst = _read_direction(native.worst.contents)
    integers = {native.integers[i].argument: native.integers[i].value for i in range(native.integer_count)}
    return ArgumentCheck(FUNCTIONS[native.function], native.argument, directions, worst, integers)


def _read_wrong_op(native: Any) -> WrongOp:
    name, message = (text.decode(errors="replace") for text in (native.name, native.message))
    file = native.file.decode(errors="replace") if native.file else None
    values = (native.forward, native.reverse, native.differences)
    return WrongOp(name, file, native.line, native.column, message, *values)


def _read_check(handle: Handle) -> GradientCheck:
    lib = library()
    return GradientCheck(
        bool(lib.sgGradientCheckAgrees(handle)),
        lib.sgGradientCheckGetText(handle).decode(errors="replace"),
        tuple(
            _read_argument(lib.sgGradientCheckGetArgument(handle, i).contents)
            for i in range(lib.sgGradientCheckGetArgumentCount(handle))
        ),
        tuple(
            _read_wrong_op(lib.sgGradientCheckGetWrongOp(handle, i).contents)
            for i in range(lib.sgGradientCheckGetWrongOpCount(handle))
        ),
    )


def _describe(value: Any, mlir_type: str, position: int) -> Described:
    """Returns the description of `value`, an argument of type `mlir_type`."""
    code = code_of(mlir_type)
    if code is None:  # the library reports the error
        return Array(), None
    native, kept = describe_argument(value, ArrayType(dtype_name(code), (), False, code), position)
    if native.type != code:
        raise ArgumentError(
            f"argument {position} has elements of {dtype_name(native.type)}, expected {dtype_name(code)}"
        )
    return native, kept


def _make_options(
    wrt: Optional[Sequence[int]], order: Any, directions: Any, seed: Any, time_limit: Optional[float], strong_zero: bool
) -> CheckOptions:
    """Returns the options for the C API, where 0 selects a default."""
    order = integer("order", order, 1, 2)
    directions = integer("directions", directions, 1, 2**31 - 1)
    seed = integer("seed", seed, 0, 2**64 - 1)
    if time_limit is not None and not time_limit > 0:
        raise ArgumentError("time_limit must be more than 0")
    return CheckOptions(*positions("wrt", wrt), order, directions, seed, time_limit or 0, strong_zero)


def check(
    module: Handle,
    function: str,
    types: Optional[Sequence[str]],
    inputs: Sequence[Any],
    wrt: Optional[Sequence[int]],
    order: int,
    directions: int,
    seed: int,
    time_limit: Optional[float],
    strong_zero: bool,
) -> GradientCheck:
    """Checks the gradients of a function. `module` is a handle. `types` are the argument types in
    MLIR syntax, or None if the function does not exist."""
    if inputs and types is not None and len(inputs) != len(types):
        raise ArgumentError(f"@{function.lstrip('@')} has {len(types)} arguments, the call {len(inputs)}")
    options = _make_options(wrt, order, directions, seed, time_limit, strong_zero)
    described = [_describe(value, type_, i) for i, (value, type_) in enumerate(zip(inputs, types or ()))]
    native_inputs = (Array * len(described))(*[native for native, _ in described])
    is_cancelled = c_int32(0)
    options.is_cancelled = ctypes.pointer(is_cancelled)
    destroy, given = "sgGradientCheckDestroy", (module, function.encode(), native_inputs, len(native_inputs), options)
    try:
        return _read_check(make(destroy, "sgCheckGradients", *given))
    except BaseException:
        is_cancelled.value = 1  # ends the forked process that runs the program
        raise
