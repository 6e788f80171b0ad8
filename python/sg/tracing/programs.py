"""Traced functions as native code."""

import functools
import types
from typing import Any, Callable, Dict, List, NamedTuple, Optional, Sequence, Tuple

import numpy as np

from ..errors import ArgumentError
from ..module import Module
from .builder import Type
from .dtypes import name_of
from .location import error_positions
from .paths import argument_paths
from .sizes import Size, number_of_size
from .trace import Trace, activate
from .tracer import Array, convert
from .tree import LEAF, Structure, collect, flatten, unflatten

# Python numbers become arrays of rank 0.
_NUMBERS = {bool: "bool", int: "int64", float: "float64", complex: "complex128"}
_names: Dict[np.dtype, str] = {}  # dtype -> name, because `name_of` is slow


class Leaf(NamedTuple):
    """The type of an argument. `shape` has a name for each symbolic size. A Python number, except a
    bool, is weak: it gets the type of the arrays that it meets."""

    dtype: str
    shape: Tuple[Any, ...]
    is_weak: bool = False


class Static:
    """An argument that is no array: part of the program."""

    __slots__ = ("value",)

    def __init__(self, value: Any):
        self.value = value

    def __eq__(self, other: Any) -> bool:
        return isinstance(other, Static) and self.is_same(other.value)

    def is_same(self, value: Any) -> bool:
        return type(self.value) is type(value) and bool(self.value == value)

    def __hash__(self) -> int:
        return hash(self.value)


def describe_leaf(value: Any, path: Callable[[], str]) -> Any:
    """Returns the Leaf of an argument, or a Static. `path` returns the name of the argument."""
    if isinstance(value, (np.ndarray, np.generic)):
        return Leaf(_names.get(value.dtype) or _name_dtype(value.dtype), value.shape)
    if type(value) in _NUMBERS:
        return Leaf(_NUMBERS[type(value)], (), type(value) is not bool)
    if hasattr(value, "__dlpack__"):
        return Leaf(name_of(str(value.dtype).rpartition(".")[2]), tuple(value.shape))
    try:
        hash(value)
    except TypeError:
        raise ArgumentError(
            f"{path()} is of type {type(value).__name__}, which is neither an array, a number nor a hashable constant"
        ) from None
    has_identity = type(value).__hash__ is object.__hash__  # type: ignore[comparison-overlap]
    if has_identity and not _is_function(value):
        raise ArgumentError(
            f"{path()} is an object of type {type(value).__name__}, whose changes the compiled program would not see: "
            f"make {type(value).__name__} a data class, whose fields are arguments, or pass the arrays and numbers "
            "that the function needs"
        )
    return Static(value)


def _is_function(value: Any) -> bool:
    """Returns true for functions, types, and the functions that this package makes."""
    kinds = (types.FunctionType, types.BuiltinFunctionType, functools.partial, np.ufunc, type)
    return isinstance(value, kinds) or hasattr(value, "_function")


def _name_dtype(dtype: np.dtype) -> str:
    name = _names[dtype] = name_of(dtype)
    return name


def _is_array(value: Any) -> bool:
    return isinstance(value, (Array, Size, np.ndarray, np.generic, *_NUMBERS))


class Signature(NamedTuple):
    """The positional and keyword arguments of a program: a Leaf or a Static for each leaf."""

    structure: Structure
    leaves: Tuple[Any, ...]

    def collect(self, arguments: Any, leaves: List[Any]) -> bool:
        """Appends the leaves of the positional and keyword arguments of a call. Returns False if
        they have another structure."""
        return collect(self.structure, arguments, leaves)


class Traced(NamedTuple):
    """A module with a traced function. `constants` has a Static for each leaf of the results that
    is no array, and None for an array."""

    module: Module
    name: str
    results: Structure
    constants: Tuple[Optional[Static], ...]


def trace_function(name: str, function: Callable[..., Any], signature: Signature) -> Traced:
    """Traces `function`."""
    trace = Trace()
    with activate(trace):
        trace.locate()
        described = [one for one in signature.leaves if isinstance(one, Leaf)]
        values = iter(trace.builder.begin_function(name, [_build_type(trace, one) for one in described], True))
        arguments = []
        for path, leaf in zip(argument_paths(function, signature.structure), signature.leaves):
            if isinstance(leaf, Leaf):
                array = trace.wrap(next(values))
                trace.builder.name_argument(array._value, path)
                if leaf.is_weak:
                    trace.weak.add(array._value)
            arguments.append(array if isinstance(leaf, Leaf) else leaf.value)
        positional, keywords = unflatten(signature.structure, iter(arguments))
        returned: List[Any] = []
        results = flatten(function(*positional, **keywords), returned)
        trace.locate()
        constants = tuple(None if _is_array(value) else Static(value) for value in returned)
        arrays = [convert(trace, value)._value for value in returned if _is_array(value)]
        number = trace.builder.end_function(arrays)
        name = trace.builder.name_of(number)
        result_types = trace.builder.result_types(number)
    module = Module(trace.builder.finish())
    # MLIR's integers have no sign.
    module._dtypes[name] = [one.dtype for one in described], [one.dtype for one in result_types]
    return Traced(module, name, results, constants)


def _build_type(trace: Trace, leaf: Leaf) -> Type:
    sizes = (trace.builder.symbol(size) if isinstance(size, str) else number_of_size(size) for size in leaf.shape)
    return Type(leaf.dtype, tuple(sizes))


class Program:
    """A traced function and its native code."""

    def __init__(self, signature: Signature, traced: Traced, threads: int):
        self.module, self._results = traced.module, traced.results
        self._constants = traced.constants if any(traced.constants) else None
        self._signature = signature
        self.native = traced.module.function(traced.name, threads=threads)
        # The arrays and axes of each symbolic size that several axes have.
        found: Dict[str, List[Tuple[int, int]]] = {}
        for i, leaf in enumerate(one for one in signature.leaves if isinstance(one, Leaf)):
            for axis, size in enumerate(leaf.shape):
                if isinstance(size, str):
                    found.setdefault(size, []).append((i, axis))
        self._symbols = {size: positions for size, positions in found.items() if len(positions) > 1}
        # The arguments of rank 0, which a Python number or an array can be.
        leaves = [one for one in signature.leaves if isinstance(one, Leaf)]
        self._scalars = [(i, one.is_weak) for i, one in enumerate(leaves) if not one.shape and one.dtype != "bool"]
        # The positions of constants among the leaves of the arguments, from the last one.
        self._statics = [(i, one) for i, one in enumerate(signature.leaves) if isinstance(one, Static)][::-1]

    def collect(self, arguments: Any) -> Optional[List[Any]]:
        """Returns the arrays in the positional and keyword arguments of a call, or None if the
        arguments do not fit."""
        leaves: List[Any] = []
        if not self._signature.collect(arguments, leaves):
            return None
        for position, static in self._statics:
            if not static.is_same(leaves.pop(position)):
                return None
        for position, is_weak in self._scalars:
            if (type(leaves[position]) in _NUMBERS) != is_weak:
                return None
        return leaves

    def call_quickly(self, arrays: List[Any]) -> Optional[List[Any]]:
        """Calls the native code. Returns the list of results, or None if an array does not have the
        program's type or needs a conversion."""
        if self._symbols and self._find_unequal_size(arrays):
            return None
        return self.native.call_with_frame(arrays)

    def _find_unequal_size(self, arrays: List[Any]) -> str:
        """Returns a message if sizes with the same name differ, otherwise an empty string."""
        for name, positions in self._symbols.items():
            sizes = [getattr(arrays[i], "shape", ())[axis : axis + 1] for i, axis in positions]
            if sizes.count(sizes[0]) != len(sizes):
                values = " and ".join(str(*size) for size in sizes)
                return f"the size {name!r} of shapes is {values} in the arguments of a call"
        return ""

    def call(self, arrays: List[Any]) -> List[Any]:
        """Calls the native code with arrays of the program's types."""
        message = self._find_unequal_size(arrays)
        if message:
            with error_positions():
                raise ArgumentError(message)
        results = self.native(*arrays)
        return [results] if len(self.native.results) == 1 else list(results)

    def restore(self, results: List[Any]) -> Any:
        """Returns the results of a call in their containers."""
        if self._constants is not None:
            arrays = iter(results)
            results = [next(arrays) if static is None else static.value for static in self._constants]
        return results[0] if self._results is LEAF else unflatten(self._results, iter(results))
