"""Products with derivatives of Python functions, with the names and meaning of JAX."""

from typing import Any, Callable, Dict, List, Sequence, Tuple

from ..errors import ArgumentError
from .function import TracedFunction
from .location import error_positions
from .inner import Inner, group_by_argument, is_float, require_trace, trace_inner, wrap_arrays
from .pullbacks import NO_FLOATS, SplitFunction
from .trace import Trace, active_trace
from .tracer import convert
from .transforms import JVP, VJP, grad, keep_derived
from .tree import Structure, describe, flatten


def _floats(trace: Trace, inner: Inner) -> List[int]:
    """Returns the operands of float type."""
    return [i for i, value in enumerate(inner.operands) if is_float(trace.builder.type_of(value))]


def _flatten_like(what: str, given: Any, structure: Structure) -> List[Any]:
    leaves: List[Any] = []
    found = flatten(given, leaves)
    if found != structure:
        raise ArgumentError(f"{what} must have the structure {describe(structure)}, not {describe(found)}")
    return leaves


def jvp(function: Callable[..., Any], primals: Sequence[Any], tangents: Sequence[Any]) -> Tuple[Any, Any]:
    """Returns the results of `function(*primals)` and their tangents: the derivative along
    `tangents`.

    Parameters:
      function: any function of containers of arrays.
      primals: a tuple or list of the arguments.
      tangents: has the structure and shapes of `primals`. Tangents of integers are ignored.

    Results of integer type have the tangent 0. If `function` is an sg.function, it keeps the
    compiled derivative. Another function is traced in each call.

    Raises ArgumentError if the structures differ.

    Example:

        >>> print(*sg.jvp(lambda x, y: x * y, (2.0, 3.0), (1.0, 0.0)))
        6.0 3.0
    """

    def derivative(primals: Any, tangents: Any) -> Any:
        trace = require_trace("sg.jvp")
        trace.locate()
        inner = trace_inner(trace, function, primals, {})
        structure = Structure(tuple, (), tuple(one.structure for one in inner.arguments))
        leaves = _flatten_like("tangents", tangents, structure)
        tangent_of = dict(zip([operand for one in inner.arguments for operand in one.leaves], leaves))
        wrt = _floats(trace, inner)
        given = [
            convert(trace, tangent_of[i], trace.builder.type_of(inner.operands[i]).dtype)._value for i in wrt
        ]
        trace.locate()
        results = trace.builder.derivative(inner.number, JVP, wrt, [*inner.operands, *given], False, False)
        count = len(inner.types)
        moving = iter(results[count:])
        outputs = [next(moving) if is_float(type_) else convert(trace, 0)._value for type_ in inner.types]
        return wrap_arrays(trace, results[:count], inner.results), wrap_arrays(trace, outputs, inner.results)

    with error_positions():
        for name, value in (("primals", primals), ("tangents", tangents)):
            if not isinstance(value, (tuple, list)):
                raise ArgumentError(f"{name} must be a tuple or a list of arguments, not {type(value).__name__}")
    results, moving = keep_derived(function, "jvp", lambda: TracedFunction(derivative))(tuple(primals), tuple(tangents))
    return results, moving


def _trace_pullback(function: Callable[..., Any], primals: Tuple[Any, ...]) -> Tuple[Any, Callable[..., Any]]:
    """Returns the value and the pullback in the active trace."""
    trace = require_trace("sg.vjp")
    trace.locate()
    inner = trace_inner(trace, function, primals, {})
    trace.locate()
    if not any(map(is_float, inner.types)):
        raise ArgumentError(NO_FLOATS)
    value = wrap_arrays(trace, trace.builder.call(inner.number, inner.operands), inner.results)
    wrt = _floats(trace, inner)

    def pullback(cotangents: Any) -> Tuple[Any, ...]:
        if active_trace() is not trace:
            raise ArgumentError("the function that sg.vjp returned belongs to another traced function: call it there")
        trace.locate()
        leaves = _flatten_like("cotangents", cotangents, inner.results)
        given = [
            convert(trace, leaf, one.dtype)._value for leaf, one in zip(leaves, inner.types) if is_float(one)
        ]
        gradients: Dict[int, int] = {}
        if wrt:
            results = trace.builder.derivative(inner.number, VJP, wrt, [*inner.operands, *given], False, False)
            gradients = dict(zip(wrt, results[len(inner.types) :]))
        return tuple(group_by_argument(trace, inner, range(len(inner.arguments)), gradients))

    return value, pullback


def vjp(function: Callable[..., Any], *primals: Any) -> Tuple[Any, Callable[[Any], Tuple[Any, ...]]]:
    """Returns `function(*primals)`, and the pullback: a function from cotangents of the results to
    cotangents of `primals`.

    Parameters:
      function: any function of containers of arrays.
      primals: its arguments.

    The pullback takes one argument with the structure and shapes of the results, and returns a
    tuple with an entry for each of `primals`. The cotangent of an argument with an integer is None.
    The function is computed once: the pullback uses residuals that it keeps, and can be called
    several times. If `function` is an sg.function, it keeps the compiled derivative. Another
    function is traced in each call.

    Raises ArgumentError if no result has elements of float type, or if the cotangents have another
    structure or type than the results.

    Example:

        >>> value, pullback = sg.vjp(lambda x, y: x * y, np.array([1.0, 2.0]), 3.0)
        >>> print(value, *pullback(np.array([1.0, 10.0])))
        [3. 6.] [ 3. 30.] 21.0
    """
    if active_trace() is not None:
        return _trace_pullback(function, primals)
    value, pullback = keep_derived(function, "vjp", lambda: SplitFunction(function))(*primals)
    return value, pullback


def hessian_vector_product(function: Callable[..., Any], primals: Sequence[Any], vectors: Sequence[Any]) -> Any:
    """Returns the products of the second derivatives of `function` with `vectors`: the derivative
    of the gradient along the vectors, which costs about two gradients.

    Parameters:
      function: returns a float of rank 0.
      primals: a tuple or list of the arguments.
      vectors: has the structure and shapes of `primals`.

    Returns a tuple with an entry for each of `primals`. Errors are as in `grad` and `jvp`.

    Example:

        >>> f = lambda x: sg.sum(x**3)
        >>> x, v = np.array([1.0, 2.0]), np.array([1.0, -1.0])
        >>> print(*sg.hessian_vector_product(f, (x,), (v,)))
        [  6. -12.]
    """

    def gradient() -> TracedFunction:
        return grad(function, argnums=tuple(range(len(primals))))

    return jvp(keep_derived(function, f"gradient of {len(primals)}", gradient), primals, vectors)[1]
