"""Derivatives of Python functions, with the names and meaning of JAX."""

import functools
from typing import Any, Callable, List, NamedTuple, Sequence, Tuple, Union

from ..errors import ArgumentError
from .control import flatten_arrays, wrap_arrays
from .dtypes import Kind, kind_of
from .tracer import Trace, active_trace, convert
from .tree import Structure, describe, flatten

Argnums = Union[int, Sequence[int]]


class _Inner(NamedTuple):
    """A function traced within a function."""

    number: int
    operands: List[int]
    structure: Structure  # of the results
    count: int  # of results


def _trace_inner(
    trace: Trace, function: Callable[..., Any], arguments: Tuple[Any, ...], keywords: Any
) -> Tuple[_Inner, List[Structure], List[int]]:
    """Traces `function` as a separate function. Returns it, the structure of each argument, and
    the number of leaves of each argument."""
    structures, counts, operands = [], [], []
    for argument in arguments:
        values, structure = flatten_arrays(trace, argument)
        structures.append(structure)
        counts.append(len(values))
        operands += values
    builder = trace.builder
    types = [builder.type_of(value) for value in operands]
    name = getattr(function, "__name__", "function")
    inner = iter(builder.begin_function(name if name.isidentifier() else "function", types, False))
    try:
        inside = [
            wrap_arrays(trace, [next(inner) for _ in range(count)], structure)
            for structure, count in zip(structures, counts)
        ]
        results, structure = flatten_arrays(trace, function(*inside, **keywords))
        trace.locate()
    except BaseException:
        builder.abandon_function()
        raise
    return _Inner(builder.end_function(results), operands, structure, len(results)), structures, counts


def _positions(argnums: Argnums, count: int) -> List[int]:
    listed = [argnums] if isinstance(argnums, int) else list(argnums)
    for position in listed:
        if not -count <= position < count:
            raise ArgumentError(f"argnums has {position}, but the call has {count} positional arguments")
    return [position % count for position in listed]


def _leaves_of(positions: Sequence[int], counts: Sequence[int]) -> List[int]:
    """Returns the positions of the leaves of the arguments at `positions`."""
    starts = [sum(counts[:i]) for i in range(len(counts))]
    return [starts[position] + i for position in positions for i in range(counts[position])]


def _check_float(trace: Trace, what: str, values: Sequence[int]) -> None:
    for value in values:
        dtype = trace.builder.type_of(value).dtype
        if kind_of(dtype) is not Kind.FLOAT:
            raise ArgumentError(f"{what} has elements of type {dtype}, which has no derivative")


def _run_traced(derivative: Callable[..., Any], arguments: Any, keywords: Any, compiled: Any) -> Any:
    """Calls `derivative` in the active trace, or compiles it."""
    if active_trace() is not None:
        return derivative(*arguments, **keywords)
    return compiled(*arguments, **keywords)


def _make(function: Callable[..., Any], derivative: Callable[..., Any]) -> Callable[..., Any]:
    from .function import TracedFunction

    inner = getattr(function, "_function", function)
    functools.update_wrapper(derivative, inner, assigned=("__module__", "__name__", "__qualname__"), updated=())
    return TracedFunction(derivative)


def value_and_grad(
    function: Callable[..., Any], argnums: Argnums = 0, has_aux: bool = False, strong_zero: bool = False
) -> Callable[..., Any]:
    """Returns a function that computes the value of `function` and its gradient.

    `function` returns a float of rank 0, or, with `has_aux`, a pair of it and other results, which
    are not differentiated. The gradient has the structure of the argument at position `argnums`, or
    is a tuple for several positions. Integers in these arguments are an error.

    `strong_zero`: zero times infinity or NaN is zero in the derivative.
    """

    def derivative(*arguments: Any, **keywords: Any) -> Any:
        trace = active_trace()
        assert trace is not None
        trace.locate()
        inner, structures, counts = _trace_inner(trace, function, arguments, keywords)
        positions = _positions(argnums, len(arguments))
        wrt = _leaves_of(positions, counts)
        _check_float(trace, "a differentiated argument", [inner.operands[i] for i in wrt])
        value = inner.structure
        if has_aux:
            if value.kind is not tuple or len(value.children) != 2:
                raise ArgumentError("with has_aux the function must return a pair (value, other results)")
            value = value.children[0]
        if value.kind is not None:
            raise ArgumentError("the function must return one array; with has_aux, a pair (value, other results)")
        trace.locate()
        results = trace.builder.derivative(inner.number, 0, wrt, inner.operands, False, strong_zero)
        returned, gradients = results[: -len(wrt)], iter(results[-len(wrt) :])
        groups = [wrap_arrays(trace, [next(gradients) for _ in range(counts[p])], structures[p]) for p in positions]
        gradient = groups[0] if isinstance(argnums, int) else tuple(groups)
        return wrap_arrays(trace, returned, inner.structure), gradient

    return _make(function, derivative)


def grad(
    function: Callable[..., Any], argnums: Argnums = 0, has_aux: bool = False, strong_zero: bool = False
) -> Callable[..., Any]:
    """Returns a function that computes the gradient of `function`; with `has_aux`, the pair of the
    gradient and the other results. Arguments as in `value_and_grad`."""
    both = value_and_grad(function, argnums, has_aux, strong_zero)

    def derivative(*arguments: Any, **keywords: Any) -> Any:
        value, gradient = both(*arguments, **keywords)
        return (gradient, value[1]) if has_aux else gradient

    return _make(function, derivative)


def _floats(trace: Trace, values: Sequence[int]) -> List[int]:
    """Returns the positions of the values of float type."""
    return [i for i, value in enumerate(values) if kind_of(trace.builder.type_of(value).dtype) is Kind.FLOAT]


def _match(trace: Trace, what: str, given: Any, values: Sequence[int], structure: Structure) -> List[int]:
    """Returns the leaves of `given`, which has the structure of `values`, at the positions of
    floats. A number is converted to the type of its array."""
    leaves: List[Any] = []
    found = flatten(given, leaves)
    if found != structure:
        raise ArgumentError(f"{what} must have the structure {describe(structure)}, not {describe(found)}")
    types = [trace.builder.type_of(value) for value in values]
    return [convert(trace, leaves[i], types[i].dtype)._value for i in _floats(trace, values)]


def jvp(function: Callable[..., Any], primals: Sequence[Any], tangents: Sequence[Any]) -> Any:
    """Returns the results of `function(*primals)` and their tangents: the derivative along
    `tangents`.

    `tangents` has the structure of `primals`. Tangents of integers are ignored, and results of
    integer type have the tangent 0.
    """

    def derivative(primals: Any, tangents: Any) -> Any:
        trace = active_trace()
        assert trace is not None
        trace.locate()
        inner, structures, _ = _trace_inner(trace, function, tuple(primals), {})
        structure = Structure(tuple, (), tuple(structures))
        given = _match(trace, "tangents", tuple(tangents), inner.operands, structure)
        wrt = _floats(trace, inner.operands)
        trace.locate()
        results = trace.builder.derivative(inner.number, 2, wrt, [*inner.operands, *given], False, False)
        count = inner.count
        moving = iter(results[count:])
        floats = _floats(trace, results[:count])
        zero = [convert(trace, 0)._value if i not in floats else None for i in range(count)]
        outputs = [next(moving) if one is None else one for one in zero]
        return wrap_arrays(trace, results[:count], inner.structure), wrap_arrays(trace, outputs, inner.structure)

    return _make(function, derivative)(tuple(primals), tuple(tangents))


def vjp(function: Callable[..., Any], *primals: Any) -> Tuple[Any, Callable[[Any], Tuple[Any, ...]]]:
    """Returns `function(*primals)`, and a function from cotangents of the results to a tuple of
    cotangents of `primals`.

    Cotangents have the structure of the results. An argument without floats has the cotangent None.
    """

    def derivative(primals: Any, cotangents: Any) -> Any:
        trace = active_trace()
        assert trace is not None
        trace.locate()
        inner, structures, counts = _trace_inner(trace, function, tuple(primals), {})
        wrt = _floats(trace, inner.operands)
        results = [0] * inner.count
        types = trace.builder.result_types(inner.number)
        leaves: List[Any] = []
        found = flatten(cotangents, leaves)
        if found != inner.structure:
            raise ArgumentError(
                f"cotangents must have the structure {describe(inner.structure)}, not {describe(found)}"
            )
        given = [
            convert(trace, leaf, one.dtype)._value for leaf, one in zip(leaves, types) if kind_of(one.dtype) is Kind.FLOAT
        ]
        trace.locate()
        results = trace.builder.derivative(inner.number, 1, wrt, [*inner.operands, *given], False, False)
        gradients = dict(zip(wrt, results[inner.count :]))
        position, groups = 0, []
        for structure, count in zip(structures, counts):
            values = [gradients.get(position + i) for i in range(count)]
            position += count
            is_missing = any(value is None for value in values)
            groups.append(None if is_missing else wrap_arrays(trace, values, structure))  # type: ignore[arg-type]
        return tuple(groups)

    compiled = _make(function, derivative)
    from .function import TracedFunction

    value = function(*primals) if active_trace() is not None else TracedFunction(function)(*primals)
    return value, lambda cotangents: compiled(tuple(primals), cotangents)


def hessian_vector_product(function: Callable[..., Any], primals: Sequence[Any], vectors: Sequence[Any]) -> Any:
    """Returns the products of the second derivatives of `function`, a float of rank 0, with
    `vectors`, which have the structure of `primals`: the derivative of the gradient along the
    vectors. Costs about two gradients."""
    gradient = grad(function, argnums=tuple(range(len(primals))))
    return jvp(gradient, primals, vectors)[1]
