"""`sg.scan`: a loop over slices of arrays."""

from typing import Any, Callable, List, NamedTuple, Optional, Tuple

from ..errors import ArgumentError
from . import operations as ops
from .builder import SYMBOLIC, Type
from .control import fori_loop
from .inner import build_function, flatten_arrays, require_trace, wrap_arrays
from .paths import leaf_paths
from .sizes import Size, number_of_size
from .trace import Trace
from .tracer import Array, convert
from .tree import Structure, describe, flatten, unflatten


def _read_length(trace: Trace, arrays: List[Array], length: Any) -> Any:
    """Returns the common size of the first axes, or `length`."""
    sizes = []
    for array in arrays:
        if not array.ndim:
            raise ArgumentError(f"the xs of sg.scan have a first axis, but {array!r} has rank 0")
        sizes.append(array.shape[0])
    if length is not None:
        if not isinstance(length, (int, Size)):
            raise ArgumentError(f"the length of sg.scan must be an integer or a symbolic size, not {length!r}")
        sizes.append(length)
    if not sizes:
        raise ArgumentError("sg.scan needs xs with arrays, or a length")
    numbers = {number_of_size(size) for size in sizes}
    if len(numbers) != 1 or SYMBOLIC < min(numbers) < 0:
        raise ArgumentError(f"the xs and the length of sg.scan have the sizes {', '.join(map(str, sizes))}")
    return sizes[0]


class _Body(NamedTuple):
    """The traced function of a scan, and the structure and types of its output."""

    number: int
    structure: Structure
    types: List[Type]


def _trace_body(
    trace: Trace, f: Callable[[Any, Any], Any], carry: List[int], carry_structure: Structure, xs: List[Array],
    xs_structure: Structure,
) -> _Body:
    """Traces `f` as a function of the carry and of a slice of each array in `xs`."""
    carry_types = [trace.builder.type_of(value) for value in carry]
    types = carry_types + [Type(array._type.dtype, array._type.sizes[1:]) for array in xs]

    def body(inside: List[int]) -> Tuple[List[int], Structure]:
        x = wrap_arrays(trace, inside[len(carry) :], xs_structure)
        returned = f(wrap_arrays(trace, inside[: len(carry)], carry_structure), x)
        if not isinstance(returned, tuple) or len(returned) != 2:
            raise ArgumentError("the function of sg.scan must return a pair (carry, output)")
        leaves: List[Any] = []
        structure = flatten(returned[0], leaves)
        if structure != carry_structure:
            raise ArgumentError(
                f"the carry of sg.scan is {describe(carry_structure)}, but the function returns {describe(structure)}"
            )
        following = [convert(trace, leaf, type_.dtype) for leaf, type_ in zip(leaves, carry_types)]
        for path, array, type_ in zip(leaf_paths(structure, "the carry"), following, carry_types):
            if array._type.dtype != type_.dtype or array.ndim != len(type_.sizes):
                raise ArgumentError(
                    f"{path} of sg.scan is {type_.dtype} of rank {len(type_.sizes)}, but the function returns "
                    f"{array._type.dtype} of rank {array.ndim}: convert one to the type of the other"
                )
        output, output_structure = flatten_arrays(trace, returned[1])
        return [array._value for array in following] + output, output_structure

    number, structure = build_function(trace, getattr(f, "__name__", "function"), types, body)
    return _Body(number, structure, trace.builder.result_types(number)[len(carry) :])


def _starts(array: Array, index: Array) -> List[Array]:
    zero = convert(array._trace, 0, index._type.dtype)
    return [index] + [zero] * (array.ndim - 1)


def _element(array: Array, index: Array) -> Array:
    """Returns array[index] for an index in bounds."""
    slice_ = ops.dynamic_slice(array, _starts(array, index), sizes=(1, *array.shape[1:]))
    element: Array = ops.squeeze(slice_, 0)
    return element


def _set_element(array: Array, element: Array, index: Array) -> Array:
    """Returns `array` with array[index] replaced, for an index in bounds."""
    updated: Array = ops.dynamic_update_slice(array, ops.expand_dims(element, axis=0), _starts(array, index))
    return updated


def scan(
    f: Callable[[Any, Any], Tuple[Any, Any]],
    init: Any,
    xs: Any = None,
    length: Optional[Any] = None,
    reverse: bool = False,
) -> Tuple[Any, Any]:
    """Computes `carry, y = f(carry, x)` for the slices x of `xs` along the first axis.

    Parameters:
      f: takes the carry and a slice, and returns the next carry and an output. The carry keeps its
        structure, element types and shapes. The output is any container of arrays.
      init: the first carry.
      xs: a container of arrays with the same first size, or None.
      length: the number of steps, an integer or a symbolic size. Required if `xs` has no arrays.
      reverse: whether the last slice comes first. The outputs keep the order of `xs`.

    Returns the last carry, and the outputs, stacked along a new first axis. f is traced once. In
    reverse mode the loop keeps the values that the derivative reads, one for each step;
    `sg.checkpoint` of f computes them again instead.

    Raises ArgumentError if sizes differ, if f does not return a pair, or if the carry changes its
    structure or types.

    Example:

        >>> step = lambda total, x: (total + x, total)
        >>> print(*sg.function(lambda xs: sg.scan(step, 0.0, xs))(np.array([1.0, 2.0, 3.0])))
        6.0 [0. 1. 3.]
    """
    trace = require_trace("sg.scan")
    trace.locate()
    carry, carry_structure = flatten_arrays(trace, init)
    leaves: List[Any] = []
    xs_structure = flatten(xs, leaves)
    arrays = [convert(trace, leaf) for leaf in leaves]
    count = _read_length(trace, arrays, length)
    body = _trace_body(trace, f, carry, carry_structure, arrays, xs_structure)
    outputs = [ops.full((count, *sizes), 0, dtype=dtype) for dtype, sizes in body.types]

    def step(i: Array, state: Any) -> Any:
        carry, outputs = state
        index = (count - 1) - i if reverse else i
        operands = [*carry, *[_element(array, index) for array in arrays]]
        results = trace.builder.call(body.number, [operand._value for operand in operands])
        wrapped = [trace.wrap(result) for result in results]
        following, elements = wrapped[: len(carry)], wrapped[len(carry) :]
        return following, [_set_element(*pair, index) for pair in zip(outputs, elements)]

    state = [trace.wrap(value) for value in carry], outputs
    if not (isinstance(count, int) and count == 0):  # slices of empty arrays do not exist
        state = fori_loop(0, count, step, state)
    return unflatten(carry_structure, iter(state[0])), unflatten(body.structure, iter(state[1]))
