"""Jacobians and Hessians of Python functions, with the meaning of JAX's jacfwd and jacrev."""

from typing import Any, Callable, List, Sequence, Tuple, Union

from ..errors import ArgumentError
from . import operations as ops
from .builder import Type
from .function import TracedFunction
from .inner import Inner, is_float, require_floats, require_trace, trace_inner
from .paths import leaf_paths
from .scan import scan
from .sizes import Size, size_of_number
from .trace import Trace
from .tracer import Array
from .transforms import JVP, VJP, Argnums, count_aux, derived, read_argnums
from .tree import Structure, count_leaves, unflatten


def _sizes(trace: Trace, type_: Type) -> Tuple[Any, ...]:
    return tuple(size_of_number(trace, size) for size in type_.sizes)


def _count(trace: Trace, types: Sequence[Type]) -> Union[int, Size]:
    """Returns the number of elements of arrays."""
    total: Union[int, Size] = 0
    for type_ in types:
        elements: Union[int, Size] = 1
        for size in _sizes(trace, type_):
            elements = elements * size
        total = total + elements
    return total


def _zeros(trace: Trace, type_: Type) -> Array:
    zeros: Array = ops.full(_sizes(trace, type_), 0, dtype=type_.dtype)
    return zeros


def _for_basis(trace: Trace, type_: Type, function: Callable[[Array], List[Array]]) -> List[Array]:
    """Returns the stacked results of `function` for each array of the type that has a 1 at one
    position, in row-major order, and 0 at the others."""
    count, sizes = _count(trace, [type_]), _sizes(trace, type_)
    if isinstance(count, int) and count == 1:
        return [ops.expand_dims(one, axis=0) for one in function(ops.full(sizes, 1, dtype=type_.dtype))]
    positions = ops.reshape(ops.iota((count,)), sizes)

    def step(_: Any, i: Array) -> Tuple[None, List[Array]]:
        return None, function(ops.astype(ops.equal(positions, i), type_.dtype))

    stacked: List[Array] = scan(step, None, ops.iota((count,)))[1]
    return stacked


def _reverse_blocks(trace: Trace, inner: Inner, wrt: List[int], results: List[int]) -> List[List[Array]]:
    """Returns for each of `results` the derivatives by the operands `wrt`, in reverse mode."""
    operand_types = [trace.builder.type_of(inner.operands[i]) for i in wrt]
    floats = [i for i, type_ in enumerate(inner.types) if is_float(type_)]
    rows = []
    for result in results:
        type_ = inner.types[result]

        def pull(basis: Array, result: int = result) -> List[Array]:
            cotangents = [basis if i == result else _zeros(trace, inner.types[i]) for i in floats]
            operands = [*inner.operands, *[one._value for one in cotangents]]
            found = trace.builder.derivative(inner.number, VJP, wrt, operands, False, False)
            return [trace.wrap(value) for value in found[len(inner.types) :]]

        stacked = _for_basis(trace, type_, pull)
        shapes = [(*_sizes(trace, type_), *_sizes(trace, one)) for one in operand_types]
        rows.append([ops.reshape(block, shape) for block, shape in zip(stacked, shapes)])
    return rows


def _forward_blocks(trace: Trace, inner: Inner, wrt: List[int], results: List[int]) -> List[List[Array]]:
    """Returns for each of `results` the derivatives by the operands `wrt`, in forward mode."""
    operand_types = [trace.builder.type_of(inner.operands[i]) for i in wrt]
    floats = [i for i, type_ in enumerate(inner.types) if is_float(type_)]
    columns = []
    for operand, type_ in enumerate(operand_types):

        def push(basis: Array, operand: int = operand) -> List[Array]:
            tangents = [basis if i == operand else _zeros(trace, one) for i, one in enumerate(operand_types)]
            operands = [*inner.operands, *[one._value for one in tangents]]
            found = trace.builder.derivative(inner.number, JVP, wrt, operands, False, False)[len(inner.types) :]
            return [trace.wrap(found[floats.index(i)]) for i in results]

        column = []
        for block, result in zip(_for_basis(trace, type_, push), results):
            last = ops.moveaxis(block, 0, block.ndim - 1)
            column.append(ops.reshape(last, (*_sizes(trace, inner.types[result]), *_sizes(trace, type_))))
        columns.append(column)
    return [list(row) for row in zip(*columns)]


def _use_forward_mode(trace: Trace, inner: Inner, wrt: List[int], results: List[int]) -> bool:
    """Returns True if the arguments have fewer elements than the results. With symbolic sizes
    reverse mode is used."""
    inputs = _count(trace, [trace.builder.type_of(inner.operands[i]) for i in wrt])
    outputs = _count(trace, [inner.types[i] for i in results])
    return isinstance(inputs, int) and isinstance(outputs, int) and inputs < outputs


def _require_float_results(inner: Inner, structure: Structure, count: int) -> None:
    for path, type_ in zip(leaf_paths(structure, "the result"), inner.types[:count]):
        if not is_float(type_):
            raise ArgumentError(
                f"{path} has elements of type {type_.dtype}, which has no derivative: return it with has_aux"
            )


def _make(function: Callable[..., Any], argnums: Argnums, has_aux: bool, mode: str) -> TracedFunction:
    def derivative(*arguments: Any, **keywords: Any) -> Any:
        trace = require_trace("a Jacobian")
        trace.locate()
        inner = trace_inner(trace, function, arguments, keywords)
        positions = read_argnums(argnums, len(arguments))
        wrt = require_floats(trace, inner, positions)
        count = count_aux(inner) if has_aux else len(inner.types)
        structure = inner.results.children[0] if has_aux else inner.results
        _require_float_results(inner, structure, count)
        results = list(range(count))
        trace.locate()
        is_forward = mode == "forward" or (mode == "auto" and _use_forward_mode(trace, inner, wrt, results))
        rows = (_forward_blocks if is_forward else _reverse_blocks)(trace, inner, wrt, results)

        def arrange(row: List[Array]) -> Any:
            blocks = iter(row)
            groups = [unflatten(inner.arguments[position].structure, blocks) for position in positions]
            return groups[0] if isinstance(argnums, int) else tuple(groups)

        jacobian = unflatten(structure, iter([arrange(row) for row in rows]))
        if not has_aux:
            return jacobian
        values = [trace.wrap(value) for value in trace.builder.call(inner.number, inner.operands)[count:]]
        return jacobian, unflatten(inner.results.children[1], iter(values))

    return derived(function, f"jacobian_{mode}", derivative, argnums, has_aux)


def jacobian(function: Callable[..., Any], argnums: Argnums = 0, has_aux: bool = False) -> TracedFunction:
    """Returns a function that computes the Jacobian of `function`: the derivatives of all elements
    of its results by all elements of an argument.

    Parameters:
      function: returns a container of arrays of floats, or, with `has_aux`, a pair of it and other
        results, which are not differentiated.
      argnums: the position of the differentiated argument, or a sequence of positions.
      has_aux: whether `function` returns other results.

    The Jacobian has the structure of the results, in which each array is replaced by a container
    with the structure of the argument (a tuple of these for several positions). A block has the
    shape of its result followed by the shape of its argument. With `has_aux` the returned function
    returns the pair (Jacobian, other results).

    If the arguments have fewer elements than the results, the mode is forward, otherwise reverse:
    see `jacobian_forward` and `jacobian_reverse`. The program has a loop over the elements.

    Raises ArgumentError if an element of the results or of a differentiated argument is no float.

    Example:

        >>> f = lambda x: {"y": x**2}
        >>> print(sg.jacobian(f)(np.array([1.0, 2.0]))["y"])
        [[2. 0.]
         [0. 4.]]
    """
    return _make(function, argnums, has_aux, "auto")


def jacobian_forward(function: Callable[..., Any], argnums: Argnums = 0, has_aux: bool = False) -> TracedFunction:
    """Returns `jacobian(function, argnums, has_aux)` in forward mode, with a derivative along each
    element of the arguments. This is jacfwd of JAX.

    Example:

        >>> print(sg.jacobian_forward(lambda x: sg.stack([x, x**2]))(3.0))
        [1. 6.]
    """
    return _make(function, argnums, has_aux, "forward")


def jacobian_reverse(function: Callable[..., Any], argnums: Argnums = 0, has_aux: bool = False) -> TracedFunction:
    """Returns `jacobian(function, argnums, has_aux)` in reverse mode, with a reverse sweep for each
    element of the results. This is jacrev of JAX.

    Example:

        >>> print(sg.jacobian_reverse(lambda x: sg.sum(x**2))(np.array([1.0, 2.0])))
        [2. 4.]
    """
    return _make(function, argnums, has_aux, "reverse")


def hessian(function: Callable[..., Any], argnums: Argnums = 0, has_aux: bool = False) -> TracedFunction:
    """Returns a function that computes the Hessian of `function`: `jacobian_forward` of
    `jacobian_reverse`. Parameters and errors are as in `jacobian`.

    The Hessian has the structure of the results, in which each array is replaced by a container
    with the structure of the argument, in which each array is replaced by such a container again. A
    block has the shape of its result followed by the shapes of the two arguments.

    Example:

        >>> print(sg.hessian(lambda x: x[0] ** 2 * x[1])(np.array([1.0, 2.0])))
        [[4. 2.]
         [2. 0.]]
    """
    return jacobian_forward(jacobian_reverse(function, argnums, has_aux), argnums, has_aux)
