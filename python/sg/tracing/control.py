"""Branches, loops and checkpoints in traced functions, with the names and meaning of JAX."""

from typing import Any, Callable

from ..errors import ArgumentError
from .inner import flatten_arrays, require_trace, wrap_arrays
from .tracer import Array, convert
from .tree import Structure, describe


def _check_structure(what: str, first: Structure, second: Structure) -> None:
    if first != second:
        raise ArgumentError(f"{what}: {describe(first)} and {describe(second)} differ")


def cond(predicate: Any, true_function: Callable[..., Any], false_function: Callable[..., Any], *operands: Any) -> Any:
    """Returns `true_function(*operands)` if `predicate` is true, otherwise
    `false_function(*operands)`. Only the chosen function is executed.

    `predicate` is a bool of rank 0. The results of both functions must have the same structure,
    element types and ranks.
    """
    trace = require_trace("sg.cond")
    builder = trace.builder
    trace.locate()
    builder.begin_if(convert(trace, predicate)._value)
    with trace.begin_scope("a function of sg.cond"):
        then_values, then_structure = flatten_arrays(trace, true_function(*operands))
    trace.locate()
    builder.begin_else(then_values)
    with trace.begin_scope("a function of sg.cond"):
        else_values, else_structure = flatten_arrays(trace, false_function(*operands))
    _check_structure("the results of the functions of sg.cond", then_structure, else_structure)
    trace.locate()
    return wrap_arrays(trace, builder.end(else_values), then_structure)


def fori_loop(lower: Any, upper: Any, body: Callable[[Any, Any], Any], initial: Any) -> Any:
    """Computes `carry = body(i, carry)` for each integer i from `lower` up to `upper`, exclusive,
    beginning with `initial`. Returns the last carry.

    The carry keeps its structure, element types and shapes.
    """
    trace = require_trace("sg.fori_loop")
    builder = trace.builder
    trace.locate()
    like = next((one._type.dtype for one in (lower, upper) if isinstance(one, Array)), "int64")
    begin, end = [convert(trace, bound, like)._value for bound in (lower, upper)]
    carry, structure = flatten_arrays(trace, initial)
    index, *inner = builder.begin_for(begin, end, carry)
    with trace.begin_scope("the body of sg.fori_loop"):
        following, found = flatten_arrays(trace, body(trace.wrap(index), wrap_arrays(trace, inner, structure)))
    _check_structure("the carry and the result of the body of sg.fori_loop", structure, found)
    trace.locate()
    return wrap_arrays(trace, builder.end(following), structure)


def while_loop(condition: Callable[[Any], Any], body: Callable[[Any], Any], initial: Any) -> Any:
    """Computes `carry = body(carry)` while `condition(carry)` is true, beginning with `initial`.
    Returns the last carry.

    The carry keeps its structure, element types and shapes.
    """
    trace = require_trace("sg.while_loop")
    builder = trace.builder
    trace.locate()
    carry, structure = flatten_arrays(trace, initial)
    inner = builder.begin_while(carry)
    with trace.begin_scope("the condition of sg.while_loop"):
        is_true = convert(trace, condition(wrap_arrays(trace, inner, structure)))
    trace.locate()
    inner = builder.begin_while_body(is_true._value, len(carry))
    with trace.begin_scope("the body of sg.while_loop"):
        following, found = flatten_arrays(trace, body(wrap_arrays(trace, inner, structure)))
    _check_structure("the carry and the result of the body of sg.while_loop", structure, found)
    trace.locate()
    return wrap_arrays(trace, builder.end(following), structure)


def checkpoint(function: Callable[..., Any]) -> Callable[..., Any]:
    """Returns a function with the same results whose intermediate values reverse mode computes
    again instead of storing them."""

    def recomputed(*arguments: Any, **keywords: Any) -> Any:
        trace = require_trace("a function of sg.checkpoint")
        trace.locate()
        trace.builder.begin_checkpoint()
        with trace.begin_scope("a function of sg.checkpoint"):
            values, structure = flatten_arrays(trace, function(*arguments, **keywords))
        trace.locate()
        return wrap_arrays(trace, trace.builder.end(values), structure)

    return recomputed
