"""`sg.function`: a Python function over arrays as native code."""

import functools
import inspect
import threading
from typing import Any, Callable, Dict, List, Mapping, NamedTuple, Optional, Sequence, Tuple

import numpy as np

from ..errors import ArgumentError
from ..module import Module
from .builder import Type
from .dtypes import dtype_of, name_of
from .tracer import Array, Size, Trace, activate, active_trace, convert, number_of_size
from .tree import LEAF, Structure, describe, flatten, unflatten

# Python numbers become arrays of rank 0.
_NUMBERS = {bool: "bool", int: "int64", float: "float64"}
# Largest number of programs that are kept per function, of which the oldest is dropped.
_MAX_PROGRAMS = 256


class Leaf(NamedTuple):
    """The type of an argument. `shape` has a name for each symbolic size."""

    dtype: str
    shape: Tuple[Any, ...]


class _Static:
    """An argument that is no array: part of the program."""

    __slots__ = ("value",)

    def __init__(self, value: Any):
        self.value = value

    def __eq__(self, other: Any) -> bool:
        return isinstance(other, _Static) and type(self.value) is type(other.value) and self.value == other.value

    def __hash__(self) -> int:
        return hash(self.value)


class Program(NamedTuple):
    """A traced and compiled function."""

    module: Module
    native: Any  # sg.Function
    structure: Structure  # of the results
    constants: Tuple[Any, ...]  # results that are no arrays, None for arrays


def describe_leaf(value: Any, path: str) -> Any:
    """Returns the Leaf of an argument, or a _Static."""
    if isinstance(value, np.ndarray):
        return Leaf(name_of(value.dtype), value.shape)
    if type(value) in _NUMBERS:
        return Leaf(_NUMBERS[type(value)], ())
    if isinstance(value, np.generic):
        return Leaf(name_of(value.dtype), ())
    if hasattr(value, "__dlpack__"):
        dtype = str(value.dtype).rpartition(".")[2]
        return Leaf(name_of(dtype), tuple(value.shape))
    try:
        hash(value)
    except TypeError:
        raise ArgumentError(
            f"{path} is of type {type(value).__name__}, which is neither an array, a number nor a hashable constant"
        ) from None
    return _Static(value)


def trace_function(
    name: str, function: Callable[..., Any], structure: Structure, leaves: Sequence[Any]
) -> Tuple[Module, Structure, Tuple[Any, ...]]:
    """Traces `function` for arguments with the structure and types. Returns the module, and the
    structure and constants of the results."""
    trace = Trace()
    with activate(trace):
        trace.locate()
        types = [one for one in leaves if isinstance(one, Leaf)]
        values = iter(trace.builder.begin_function(name, [build_type(trace, one) for one in types], True))
        arguments = [trace.wrap(next(values)) if isinstance(one, Leaf) else one.value for one in leaves]
        positional, keywords = unflatten(structure, iter(arguments))
        returned: List[Any] = []
        results = flatten(function(*positional, **keywords), returned)
        trace.locate()
        arrays, constants = [], []
        for value in returned:
            is_array = isinstance(value, (Array, Size, np.ndarray, np.generic, bool, int, float))
            constants.append(None if is_array else _Static(value))
            if is_array:
                arrays.append(convert(trace, value)._value)
        function_number = trace.builder.end_function(arrays)
        name = trace.builder.name_of(function_number)
        result_types = trace.builder.result_types(function_number)
    module = Module(trace.builder.finish())
    # MLIR's integers have no sign.
    module._dtypes[name] = [one.dtype for one in types], [one.dtype for one in result_types]
    return module, results, tuple(constants)


def build_type(trace: Trace, leaf: Leaf) -> Type:
    sizes = (trace.builder.symbol(size) if isinstance(size, str) else number_of_size(size) for size in leaf.shape)
    return Type(leaf.dtype, tuple(sizes))


class TracedFunction:
    """A function made by `sg.function`. It is traced and compiled at the first call for each
    structure, element types and shapes of its arguments."""

    def __init__(
        self,
        function: Callable[..., Any],
        shapes: Optional[Mapping[str, Sequence[Any]]] = None,
        threads: int = 1,
    ):
        functools.update_wrapper(self, function)
        self._function = function
        self._shapes = dict(shapes or {})
        self._threads = threads
        self._programs: Dict[Any, Program] = {}
        self._lock = threading.Lock()
        self._positions: Dict[int, Sequence[Any]] = {}
        if self._shapes:
            names = list(inspect.signature(function).parameters)
            for name, shape in self._shapes.items():
                if name not in names:
                    raise ArgumentError(f"shapes names {name}, but {self.__name__} has the parameters {', '.join(names)}")
                self._positions[names.index(name)] = tuple(shape)

    def __repr__(self) -> str:
        return f"<sg.function {self.__name__}>"

    def __get__(self, instance: Any, owner: Any = None) -> Any:
        return self if instance is None else functools.partial(self, instance)

    def _key(self, arguments: Tuple[Any, ...], keywords: Dict[str, Any]) -> Tuple[Any, List[Any], Structure]:
        leaves: List[Any] = []
        structure = flatten((arguments, keywords), leaves)
        types = [describe_leaf(leaf, f"argument leaf {i} of {self.__name__}") for i, leaf in enumerate(leaves)]
        if self._positions:
            self._apply_shapes(arguments, keywords, types)
        return (structure, tuple(types)), leaves, structure

    def _apply_shapes(self, arguments: Tuple[Any, ...], keywords: Dict[str, Any], types: List[Any]) -> None:
        names = list(inspect.signature(self._function).parameters)
        position = 0
        for index, value in [*enumerate(arguments), *((names.index(key), keywords[key]) for key in sorted(keywords))]:
            inner: List[Any] = []
            flatten(value, inner)
            shape = self._positions.get(index)
            if shape is not None:
                if len(inner) != 1 or not isinstance(types[position], Leaf):
                    raise ArgumentError(f"shapes has a shape for {names[index]}, which is not a single array")
                types[position] = self._merge(names[index], types[position], shape)
            position += len(inner)

    def _merge(self, name: str, leaf: Leaf, shape: Sequence[Any]) -> Leaf:
        if len(shape) != len(leaf.shape):
            raise ArgumentError(f"{name} has rank {len(leaf.shape)}, but shapes says {tuple(shape)}")
        sizes = []
        for size, actual in zip(shape, leaf.shape):
            if size is not None and not isinstance(size, str) and size != actual:
                raise ArgumentError(f"{name} has the shape {leaf.shape}, but shapes says {tuple(shape)}")
            sizes.append(actual if size is None else size)
        return Leaf(leaf.dtype, tuple(sizes))

    def _find(self, key: Any, structure: Structure) -> Program:
        program = self._programs.get(key)
        if program is None:
            with self._lock:
                program = self._programs.get(key)
                if program is None:
                    program = self._compile(key, structure)
                    if len(self._programs) >= _MAX_PROGRAMS:
                        self._programs.pop(next(iter(self._programs)))
                    self._programs[key] = program
        return program

    def _compile(self, key: Any, structure: Structure) -> Program:
        name = self.__name__ if self.__name__.isidentifier() else "function"
        module, results, constants = trace_function(name, self._function, structure, key[1])
        return Program(module, module.function(name, threads=self._threads), results, constants)

    def __call__(self, *arguments: Any, **keywords: Any) -> Any:
        """Calls the native code, or traces the function if another function is being traced."""
        if active_trace() is not None:
            return self._function(*arguments, **keywords)
        key, leaves, structure = self._key(arguments, keywords)
        program = self._find(key, structure)
        arrays = [leaf for leaf, one in zip(leaves, key[1]) if isinstance(one, Leaf)]
        results = program.native(*arrays)
        return restore(program, results)

    def module(self, *arguments: Any, **keywords: Any) -> Module:
        """Returns the sg.Module that a call with these arguments executes."""
        key, _, structure = self._key(arguments, keywords)
        return self._find(key, structure).module


def restore(program: Program, results: Any) -> Any:
    """Returns the results of a native call in their containers."""
    if program.structure is LEAF or (program.structure == LEAF and not any(program.constants)):
        return results
    arrays = iter(results if isinstance(results, tuple) else (results,))
    leaves = [next(arrays) if static is None else static.value for static in program.constants]
    return unflatten(program.structure, iter(leaves))


def function(
    function: Optional[Callable[..., Any]] = None,
    *,
    shapes: Optional[Mapping[str, Sequence[Any]]] = None,
    threads: int = 1,
) -> Any:
    """Compiles a Python function over arrays to native code.

        @sg.function
        def loss(w, x, y):
            return sg.mean((x @ w - y) ** 2)

        value, gradient = sg.value_and_grad(loss)(w, x, y)

    The function is traced: it runs once for each structure, element types and shapes of its
    arguments, with arrays that record the operations. Arguments and results are NumPy arrays and
    numbers, in nested tuples, lists, dicts, named tuples and data classes. Tensors with
    `__dlpack__` are accepted too. Other arguments, such as strings, are constants of the program.

    `shapes` maps names of parameters to shapes. A string in a shape is a symbolic size: one program
    serves all sizes, and equal names mean equal sizes. None stands for the size of the argument.
    `threads` share a call.

    Raises ArgumentError for wrong arguments, and ProgramError with the user's file and line for
    invalid operations.
    """
    if function is None:
        return lambda inner: TracedFunction(inner, shapes, threads)
    return TracedFunction(function, shapes, threads)
