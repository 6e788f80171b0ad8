"""Custom derivative rules of Python functions, with the names and meaning of JAX."""

import functools
from typing import Any, Callable, List, Optional, Tuple

from ..errors import ArgumentError
from .inner import build_function, flatten_arrays, require_trace, wrap_arrays
from .dtypes import Kind, kind_of
from .trace import Trace
from .tracer import convert
from .tree import Structure, count_leaves, describe, flatten


class _Custom:
    """A function with a custom rule. A subclass adds the rule to the function that it builds."""

    __name__: str

    def __init__(self, function: Callable[..., Any]):
        functools.update_wrapper(self, function)
        self._function = function

    def __call__(self, *arguments: Any) -> Any:
        name = f"a function of sg.{type(self).__name__}"
        trace = require_trace(name)
        trace.locate()
        operands, structure = flatten_arrays(trace, arguments)
        types = [trace.builder.type_of(value) for value in operands]

        def body(inside: List[int]) -> Tuple[List[int], Structure]:
            return flatten_arrays(trace, self._function(*wrap_arrays(trace, inside, structure)))

        number, results = build_function(trace, self.__name__, types, body, operands)
        self._add_rule(trace, number, operands, structure, results)
        trace.locate()
        return wrap_arrays(trace, trace.builder.call(number, operands), results)

    def _add_rule(
        self, trace: Trace, number: int, operands: List[int], structure: Structure, results: Structure
    ) -> None:
        raise NotImplementedError


def _check_same(what: str, expected: Structure, found: Structure) -> None:
    if expected != found:
        raise ArgumentError(f"{what} must return {describe(expected)}, not {describe(found)}")


class custom_vjp(_Custom):
    """A function with a custom rule for reverse mode.

        @sg.custom_vjp
        def f(x):
            ...

        f.defvjp(forward, backward)

    `forward(*arguments)` returns the results of `f` and residuals, which are any arrays.
    `backward(residuals, cotangents)` takes cotangents with the structure of the results of `f`, and
    returns a tuple with a cotangent for each argument, or None for zero. The functions must not use
    arrays of an enclosing function.
    """

    _rule: Optional[Tuple[Callable[..., Any], Callable[..., Any]]] = None

    def defvjp(self, forward: Callable[..., Any], backward: Callable[..., Any]) -> None:
        """Sets the rule."""
        self._rule = forward, backward

    def _add_rule(
        self, trace: Trace, number: int, operands: List[int], structure: Structure, results: Structure
    ) -> None:
        if self._rule is None:
            raise ArgumentError(f"{self.__name__} has no rule: call {self.__name__}.defvjp(forward, backward)")
        forward, backward = self._rule
        types = [trace.builder.type_of(value) for value in operands]
        result_types = trace.builder.result_types(number)

        def forward_body(inside: List[int]) -> Tuple[List[int], Any]:
            returned = forward(*wrap_arrays(trace, inside, structure))
            if not isinstance(returned, tuple) or len(returned) != 2:
                raise ArgumentError(f"the forward rule of {self.__name__} must return a pair (results, residuals)")
            values, found = flatten_arrays(trace, returned[0])
            _check_same(f"the forward rule of {self.__name__}", results, found)
            residuals, residual_structure = flatten_arrays(trace, returned[1])
            return values + residuals, (residual_structure, [trace.builder.type_of(value) for value in residuals])

        first, (residual_structure, residual_types) = build_function(
            trace, f"{self.__name__}_forward", types, forward_body, operands
        )
        cotangent_types = [one for one in result_types if kind_of(one.dtype) is Kind.FLOAT]

        def backward_body(inside: List[int]) -> Tuple[List[int], None]:
            residuals = wrap_arrays(trace, inside[: len(residual_types)], residual_structure)
            given = iter(inside[len(residual_types) :])
            cotangents = wrap_arrays(
                trace,
                [
                    next(given) if kind_of(one.dtype) is Kind.FLOAT else convert(trace, 0)._value
                    for one in result_types
                ],
                results,
            )
            returned = backward(residuals, cotangents)
            if not isinstance(returned, tuple) or len(returned) != len(structure.children):
                raise ArgumentError(
                    f"the backward rule of {self.__name__} must return a tuple with a cotangent for each of the "
                    f"{len(structure.children)} arguments"
                )
            return self._flatten_cotangents(trace, returned, types, structure), None

        second, _ = build_function(
            trace, f"{self.__name__}_backward", [*residual_types, *cotangent_types], backward_body
        )
        trace.builder.set_vjp(number, first, second)

    def _flatten_cotangents(self, trace: Trace, returned: Any, types: Any, structure: Structure) -> List[int]:
        """Returns a cotangent for each leaf of float type of the arguments."""
        values: List[int] = []
        position = 0
        for cotangent, expected in zip(returned, structure.children):
            count = count_leaves(expected)
            of_leaves = types[position : position + count]
            position += count
            floats = [one for one in of_leaves if kind_of(one.dtype) is Kind.FLOAT]
            if cotangent is None:
                values += [_zeros(trace, one) for one in floats]
                continue
            leaves: List[Any] = []
            _check_same(f"the backward rule of {self.__name__}", expected, flatten(cotangent, leaves))
            for leaf, one in zip(leaves, of_leaves):
                if kind_of(one.dtype) is Kind.FLOAT:
                    values.append(_broadcast(trace, convert(trace, leaf, one.dtype)._value, one))
        return values



def _zeros(trace: Trace, type_: Any) -> int:
    from .builder import DType

    parameters = {"shape": list(type_.sizes), "fill_value": 0.0, "dtype": DType(type_.dtype)}
    return trace.builder.operation("full", [], parameters)[0]


def _broadcast(trace: Trace, value: int, type_: Any) -> int:
    if trace.builder.type_of(value).sizes == type_.sizes:
        return value
    return trace.builder.operation("broadcast_to", [value], {"shape": list(type_.sizes)})[0]


class custom_jvp(_Custom):
    """A function with a custom rule for forward mode, from which reverse mode is derived.

        @sg.custom_jvp
        def f(x, y):
            ...

        @f.defjvp
        def f_jvp(primals, tangents):
            ...
            return results, tangents_of_results

    The rule takes a tuple of arguments and a tuple of tangents with the same structure, and returns
    the results and their tangents. It must be linear in the tangents. Integers have the tangent 0.
    """

    _rule: Optional[Callable[..., Any]] = None

    def defjvp(self, rule: Callable[..., Any]) -> Callable[..., Any]:
        """Sets the rule, and returns it."""
        self._rule = rule
        return rule

    def _add_rule(
        self, trace: Trace, number: int, operands: List[int], structure: Structure, results: Structure
    ) -> None:
        if self._rule is None:
            raise ArgumentError(f"{self.__name__} has no rule: call {self.__name__}.defjvp(rule)")
        rule = self._rule
        types = [trace.builder.type_of(value) for value in operands]
        result_types = trace.builder.result_types(number)
        floats = [i for i, one in enumerate(types) if kind_of(one.dtype) is Kind.FLOAT]

        def body(inside: List[int]) -> Tuple[List[int], None]:
            primals = wrap_arrays(trace, inside[: len(types)], structure)
            given = iter(inside[len(types) :])
            tangents = [
                next(given) if kind_of(one.dtype) is Kind.FLOAT else convert(trace, 0)._value for one in types
            ]
            returned = rule(primals, wrap_arrays(trace, tangents, structure))
            if not isinstance(returned, tuple) or len(returned) != 2:
                raise ArgumentError(f"the rule of {self.__name__} must return a pair (results, tangents)")
            values, found = flatten_arrays(trace, returned[0])
            _check_same(f"the rule of {self.__name__}", results, found)
            leaves: List[Any] = []
            _check_same(f"the rule of {self.__name__}", results, flatten(returned[1], leaves))
            for leaf, one in zip(leaves, result_types):
                if kind_of(one.dtype) is Kind.FLOAT:
                    values.append(_broadcast(trace, convert(trace, leaf, one.dtype)._value, one))
            return values, None

        # A tangent has the type of its argument.
        given = [*range(len(types)), *floats]
        jvp, _ = build_function(
            trace, f"{self.__name__}_jvp", [types[i] for i in given], body, [operands[i] for i in given]
        )
        trace.builder.set_jvp(number, jvp)
