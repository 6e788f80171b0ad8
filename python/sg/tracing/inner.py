"""Functions that are traced within a function."""

from typing import Any, Callable, Dict, List, NamedTuple, Sequence, Tuple

import numpy as np

from ..errors import ArgumentError
from .builder import Type
from .dtypes import Kind, kind_of
from .location import error_positions
from .paths import leaf_paths, name_argument, parameter_names
from .trace import Trace, active_trace
from .tracer import Array, convert
from .tree import Structure, flatten, unflatten


def require_trace(what: str) -> Trace:
    """Returns the active trace. `what` is the function that needs it."""
    trace = active_trace()
    if trace is None:
        with error_positions():
            raise ArgumentError(f"{what} can be called only in a function of sg.function, or in a function it calls")
    return trace


def flatten_arrays(trace: Trace, value: Any) -> Tuple[List[int], Structure]:
    """Returns the leaves of `value` as values of the builder."""
    leaves: List[Any] = []
    structure = flatten(value, leaves)
    return [convert(trace, leaf)._value for leaf in leaves], structure


def wrap_arrays(trace: Trace, values: Sequence[int], structure: Structure) -> Any:
    return unflatten(structure, iter([trace.wrap(value) for value in values]))


def build_function(
    trace: Trace,
    name: str,
    types: Sequence[Type],
    body: Callable[[List[int]], Tuple[List[int], Any]],
    operands: Sequence[int] = (),
) -> Tuple[int, Any]:
    """Builds a private function. `body` maps its arguments to its results and to any other value,
    which is returned after the number of the function. The arguments for weak `operands` are weak."""
    inside = trace.builder.begin_function(name if name.isidentifier() else "function", types, False)
    trace.weak.update(value for value, operand in zip(inside, operands) if operand in trace.weak)
    try:
        with trace.begin_scope(f"the function {name}"):
            results, other = body(inside)
        trace.locate()
    except BaseException:
        trace.builder.abandon_function()
        raise
    return trace.builder.end_function(results), other


class Argument(NamedTuple):
    """An argument of an inner function. `leaves` has for each leaf its position among the operands,
    or -1 for a constant."""

    name: str
    structure: Structure
    leaves: List[int]


class Inner(NamedTuple):
    """A function traced within a function."""

    number: int
    operands: List[int]
    arguments: List[Argument]
    results: Structure
    types: List[Type]  # of the results


def _is_operand(value: Any) -> bool:
    # Symbolic sizes are constants, so that they can be used in shapes.
    return isinstance(value, (Array, np.ndarray, np.generic, bool, int, float, complex)) or hasattr(value, "__dlpack__")


def trace_inner(trace: Trace, function: Callable[..., Any], arguments: Sequence[Any], keywords: Any) -> Inner:
    """Traces `function` as a separate function of `arguments`. `keywords` are constants."""
    names = parameter_names(function)
    operands: List[int] = []
    constants: List[Any] = []
    described = []
    for i, argument in enumerate(arguments):
        leaves: List[Any] = []
        structure = flatten(argument, leaves)
        positions = []
        for leaf in leaves:
            is_operand = _is_operand(leaf)
            positions.append(len(operands) if is_operand else -1)
            if is_operand:
                operands.append(convert(trace, leaf)._value)
            else:
                constants.append(leaf)
        described.append(Argument(name_argument(names, i), structure, positions))

    def body(inside: List[int]) -> Tuple[List[int], Structure]:
        values, fixed = iter(inside), iter(constants)
        given = [
            unflatten(
                one.structure,
                iter([next(fixed) if position < 0 else trace.wrap(next(values)) for position in one.leaves]),
            )
            for one in described
        ]
        return flatten_arrays(trace, function(*given, **keywords))

    types = [trace.builder.type_of(value) for value in operands]
    number, results = build_function(trace, getattr(function, "__name__", "function"), types, body, operands)
    return Inner(number, operands, described, results, trace.builder.result_types(number))


def is_float(type_: Type) -> bool:
    return kind_of(type_.dtype) is Kind.FLOAT


def require_floats(trace: Trace, inner: Inner, positions: Sequence[int]) -> List[int]:
    """Returns the operands of the differentiated arguments at `positions`, which must be floats."""
    found = []
    for argument in (inner.arguments[position] for position in positions):
        for path, operand in zip(leaf_paths(argument.structure, argument.name), argument.leaves):
            if operand < 0:
                raise ArgumentError(f"{path} is a constant, which has no derivative: leave it out of argnums")
            dtype = trace.builder.type_of(inner.operands[operand]).dtype
            kind = kind_of(dtype)
            if kind is not Kind.FLOAT:
                remedy = "pass its parts, and join them by sg.make_complex" if kind is Kind.COMPLEX else "convert it with astype"
                raise ArgumentError(
                    f"{path} has elements of type {dtype}, which has no derivative: {remedy}, or leave it out of argnums"
                )
            found.append(operand)
    return found


def group_by_argument(trace: Trace, inner: Inner, positions: Sequence[int], values: Dict[int, int]) -> List[Any]:
    """Returns for each of the arguments at `positions` the container of the `values` of its
    operands, or None if a leaf has no value."""
    groups = []
    for argument in (inner.arguments[position] for position in positions):
        found = [values.get(operand) for operand in argument.leaves]
        is_missing = any(value is None for value in found)
        groups.append(None if is_missing else wrap_arrays(trace, found, argument.structure))  # type: ignore[arg-type]
    return groups
