"""Gradients of Python functions, with the names and meaning of JAX."""

import functools
from typing import Any, Callable, List, Sequence, Union

from ..errors import ArgumentError
from .function import TracedFunction
from .inner import Inner, group_by_argument, is_float, require_floats, require_trace, trace_inner, wrap_arrays
from .tree import count_leaves, describe

Argnums = Union[int, Sequence[int]]
# Values of sgBuildDerivative.
VALUE_AND_GRAD, VJP, JVP = 0, 1, 2


def keep_derived(function: Callable[..., Any], key: Any, make: Callable[[], TracedFunction]) -> TracedFunction:
    """Returns the result of `make`, which an sg.function keeps, so that it is compiled once. Another
    function may read variables that change, and is traced again."""
    if not isinstance(function, TracedFunction):
        return make()
    return function.derived.get(key) or function.derived.setdefault(key, make())


def derived(
    function: Callable[..., Any], suffix: str, derivative: Callable[..., Any], *options: Any
) -> TracedFunction:
    """Returns `derivative`, which has the parameters of `function` and depends on `options`, as a
    traced function with the options of `function`."""
    inner = getattr(function, "_function", function)
    functools.update_wrapper(derivative, inner, assigned=("__module__", "__name__", "__qualname__"), updated=())
    name = getattr(inner, "__name__", "function")

    def make() -> TracedFunction:
        return TracedFunction(
            derivative,
            getattr(function, "_shapes", None),
            getattr(function, "_threads", 1),
            f"{name if name.isidentifier() else 'function'}_{suffix}",
        )

    key = suffix, *(tuple(one) if isinstance(one, list) else one for one in options)
    return keep_derived(function, key, make)


def read_argnums(argnums: Argnums, count: int) -> List[int]:
    """Returns `argnums`, positions among `count` arguments, as a list."""
    listed = [argnums] if isinstance(argnums, int) else list(argnums)
    for position in listed:
        if not isinstance(position, int) or not -count <= position < count:
            raise ArgumentError(f"argnums has {position!r}, but the call has {count} positional arguments")
    if not listed:
        raise ArgumentError("argnums is empty: it has the position of at least one argument")
    return [position % count for position in listed]


def count_aux(inner: Inner) -> int:
    """Returns the number of arrays of the value of a function that returns a pair (value, other
    results)."""
    results = inner.results
    if results.kind is not tuple or len(results.children) != 2:
        raise ArgumentError(
            f"with has_aux the function must return a pair (value, other results), not {describe(results)}"
        )
    return count_leaves(results.children[0])


def _require_scalar(inner: Inner, has_aux: bool) -> None:
    if has_aux:
        count_aux(inner)
    value = inner.results.children[0] if has_aux else inner.results
    advice = "use sg.sum or sg.mean, or sg.vjp or sg.jacobian for the derivatives of several elements"
    if value.kind is not None:
        raise ArgumentError(
            f"the function must return one array, not {describe(value)}; with has_aux, a pair (value, other results)"
        )
    type_ = inner.types[0]
    if type_.sizes or not is_float(type_):
        raise ArgumentError(
            f"the function must return a float of rank 0, not {type_.dtype} of rank {len(type_.sizes)}: {advice}"
        )


def value_and_grad(
    function: Callable[..., Any], argnums: Argnums = 0, has_aux: bool = False, strong_zero: bool = False
) -> TracedFunction:
    """Returns a function that computes the value of `function` and its gradient.

    Parameters:
      function: returns a float of rank 0, or, with `has_aux`, a pair of it and other results, which
        are not differentiated.
      argnums: the position of the differentiated argument, or a sequence of positions.
      has_aux: whether `function` returns other results.
      strong_zero: whether zero times infinity or NaN is zero in the derivative.

    If `function` is an sg.function, it keeps the derivative, which is compiled once. The gradient of
    another function is compiled for each call of `value_and_grad`: keep its result.

    The returned function takes the arguments of `function` and returns the pair (value, gradient).
    The gradient has the structure and shapes of the argument at `argnums`, or is a tuple of these
    for several positions. With `has_aux` the value is the pair that `function` returned.

    Raises ArgumentError if the value is no float of rank 0, or if an element of a differentiated
    argument is no float.

    Example:

        >>> loss = lambda w, x: sg.sum((w * x) ** 2)
        >>> value, gradient = sg.value_and_grad(loss)(np.array([1.0, 2.0]), np.array([3.0, 1.0]))
        >>> print(value, gradient)
        13.0 [18.  4.]
    """

    def derivative(*arguments: Any, **keywords: Any) -> Any:
        trace = require_trace("a gradient")
        trace.locate()
        inner = trace_inner(trace, function, arguments, keywords)
        positions = read_argnums(argnums, len(arguments))
        wrt = require_floats(trace, inner, positions)
        _require_scalar(inner, has_aux)
        trace.locate()
        results = trace.builder.derivative(inner.number, VALUE_AND_GRAD, wrt, inner.operands, False, strong_zero)
        count = len(inner.types)
        groups = group_by_argument(trace, inner, positions, dict(zip(wrt, results[count:])))
        gradient = groups[0] if isinstance(argnums, int) else tuple(groups)
        return wrap_arrays(trace, results[:count], inner.results), gradient

    return derived(function, "value_and_grad", derivative, argnums, has_aux, strong_zero)


def grad(
    function: Callable[..., Any], argnums: Argnums = 0, has_aux: bool = False, strong_zero: bool = False
) -> TracedFunction:
    """Returns a function that computes the gradient of `function`.

    Parameters and errors are as in `value_and_grad`. The returned function takes the arguments of
    `function` and returns the gradient. With `has_aux` it returns the pair (gradient, other
    results).

    Example:

        >>> cube = lambda x: x**3
        >>> print(sg.grad(cube)(2.0), sg.grad(sg.grad(cube))(2.0))
        12.0 12.0
    """
    both = value_and_grad(function, argnums, has_aux, strong_zero)

    def derivative(*arguments: Any, **keywords: Any) -> Any:
        value, gradient = both(*arguments, **keywords)
        return (gradient, value[1]) if has_aux else gradient

    return derived(function, "grad", derivative, argnums, has_aux, strong_zero)
