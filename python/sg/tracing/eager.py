"""Operations outside of traced functions: each is compiled once for the types of its arrays."""

import functools
from typing import Any, List, Sequence

import numpy as np

from .dtypes import NUMBERS, name_of
from .number_types import number_types
from .trace import Trace, activate
from .tracer import array_of_number

# Number of compiled operations that are kept.
_MAX_OPERATIONS = 4096


@functools.lru_cache(maxsize=_MAX_OPERATIONS)
def _compile(name: str, types: Any, parameters: Any) -> Any:
    from ..module import Module
    from .builder import Type

    trace = Trace()
    with activate(trace):
        values = trace.builder.begin_function("operation", [Type(*one) for one in types], True)
        function = trace.builder.end_function(trace.builder.operation(name, values, dict(parameters)))
        result_types = trace.builder.result_types(function)
    module = Module(trace.builder.finish())
    module._dtypes["operation"] = [dtype for dtype, _ in types], [one.dtype for one in result_types]
    return module.function("operation")


def _freeze(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value


def evaluate(name: str, values: Sequence[Any], parameters: Any) -> List[Any]:
    """Returns the results of an operation on NumPy arrays and numbers as NumPy arrays."""
    arrays = []
    for value, like in zip(values, number_types(name, values)):
        is_number = type(value) in NUMBERS and like is not None
        arrays.append(array_of_number(value, like) if is_number else np.asarray(value))
    types = tuple((name_of(array.dtype), array.shape) for array in arrays)
    native = _compile(name, types, tuple((key, _freeze(value)) for key, value in parameters.items()))
    results = native(*arrays)
    return list(results) if isinstance(results, tuple) else [results]
