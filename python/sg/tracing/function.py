"""`sg.function`: a Python function over arrays as native code."""

import functools
import threading
from typing import Any, Callable, Dict, List, Mapping, Optional, Sequence, Tuple

from ..errors import ArgumentError
from ..library import thread_count
from ..module import Module
from .location import error_positions
from .paths import argument_paths, name_argument, parameter_names
from .programs import Leaf, Program, Signature, Traced, describe_leaf, trace_function
from .trace import active_trace
from .tree import Structure, count_leaves, flatten

# Largest number of programs that are kept per function, of which the oldest is dropped.
_MAX_PROGRAMS = 256
# Number of programs that a call compares with its arguments. A comparison takes about 1 us, the
# description of the arguments about 5 us.
_MAX_RECENT = 4


class TracedFunction:
    """A function made by `sg.function`. It is traced and compiled at the first call for each
    structure, element types and shapes of its arguments."""

    def __init__(
        self,
        function: Callable[..., Any],
        shapes: Optional[Mapping[str, Sequence[Any]]] = None,
        threads: int = 1,
        symbol: Optional[str] = None,
    ):
        functools.update_wrapper(self, function)
        self._function = function
        name = getattr(function, "__name__", "function")
        self._symbol = symbol or (name if name.isidentifier() else "function")
        self._shapes = {name: tuple(shape) for name, shape in (shapes or {}).items()}
        self._threads = threads
        self._programs: Dict[Signature, Program] = {}
        self._recent: Tuple[Program, ...] = ()
        self.derived: Dict[Any, "TracedFunction"] = {}  # derivatives of this function
        self._lock = threading.RLock()  # a traced function may call `module` of itself
        with error_positions():
            thread_count(threads)
            names = parameter_names(function)
            for parameter in self._shapes:
                if parameter not in names:
                    raise ArgumentError(
                        f"shapes names {parameter}, but {name} has the parameters {', '.join(names) or 'of no name'}"
                    )

    def __repr__(self) -> str:
        return f"<sg.function {getattr(self, '__name__', self._symbol)}>"

    def __get__(self, instance: Any, owner: Any = None) -> Any:
        return self if instance is None else functools.partial(self, instance)

    def __call__(self, *arguments: Any, **keywords: Any) -> Any:
        """Calls the native code, or traces the function if another function is being traced."""
        if active_trace() is not None:
            return self._function(*arguments, **keywords)
        for program in self._recent:
            arrays = program.collect((arguments, keywords))
            if arrays is not None:
                results = program.call_quickly(arrays)
                if results is not None:
                    return program.restore(results)
        program = self._find(arguments, keywords)
        if program not in self._recent:
            self._recent = (program, *self._recent)[:_MAX_RECENT]
        arrays = program.collect((arguments, keywords))
        assert arrays is not None
        return program.restore(program.call(arrays))

    def module(self, *arguments: Any, **keywords: Any) -> Module:
        """Returns the sg.Module that a call with these arguments executes."""
        return self.program(*arguments, **keywords).module

    def program(self, *arguments: Any, **keywords: Any) -> Program:
        """Returns the program that a call with these arguments executes."""
        return self._find(arguments, keywords)

    def trace(self, *arguments: Any, **keywords: Any) -> Tuple[Signature, Traced]:
        """Traces the function for these arguments, without compiling it."""
        signature = self._describe(arguments, keywords)
        return signature, self._trace(signature)

    def _find(self, arguments: Tuple[Any, ...], keywords: Dict[str, Any]) -> Program:
        """Returns the program for the arguments. Traces and compiles it at the first call."""
        with error_positions():
            signature = self._describe(arguments, keywords)
            program = self._programs.get(signature)
            if program is None:
                with self._lock:
                    program = self._programs.get(signature)
                    if program is None:
                        program = self._compile(signature)
                        if len(self._programs) >= _MAX_PROGRAMS:
                            self._programs.pop(next(iter(self._programs)))
                        self._programs[signature] = program
            return program

    def _compile(self, signature: Signature) -> Program:
        return Program(signature, self._trace(signature), self._threads)

    def _trace(self, signature: Signature) -> Traced:
        return trace_function(self._symbol, self._function, signature)

    def _describe(self, arguments: Tuple[Any, ...], keywords: Dict[str, Any]) -> Signature:
        leaves: List[Any] = []
        structure = flatten((arguments, keywords), leaves)

        def path(position: int) -> Callable[[], str]:
            return lambda: f"{argument_paths(self._function, structure)[position]} of {self._symbol}"

        types = [describe_leaf(leaf, path(i)) for i, leaf in enumerate(leaves)]
        if self._shapes:
            self._apply_shapes(structure, types)
        return Signature(structure, tuple(types))

    def _apply_shapes(self, structure: Structure, types: List[Any]) -> None:
        """Replaces the sizes of arguments by those in `shapes`."""
        names = parameter_names(self._function)
        positional, keywords = structure.children
        named = [(name_argument(names, i), child) for i, child in enumerate(positional.children)]
        position = 0
        for name, child in [*named, *zip(keywords.keys, keywords.children)]:
            if name in self._shapes:
                if child.kind is not None or not isinstance(types[position], Leaf):
                    raise ArgumentError(f"shapes has a shape for {name}, which is not a single array")
                types[position] = _merge(name, types[position], self._shapes[name])
            position += count_leaves(child)



def _merge(name: str, leaf: Leaf, shape: Sequence[Any]) -> Leaf:
    """Returns the type of an argument with the sizes of `shape`, where None stands for the size of
    the argument."""
    if len(shape) != len(leaf.shape):
        raise ArgumentError(f"{name} has rank {len(leaf.shape)}, but shapes says {tuple(shape)}")
    sizes = []
    for size, actual in zip(shape, leaf.shape):
        if size is not None and not isinstance(size, str) and size != actual:
            raise ArgumentError(f"{name} has the shape {leaf.shape}, but shapes says {tuple(shape)}")
        sizes.append(actual if size is None else size)
    return leaf._replace(shape=tuple(sizes))


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
    `__dlpack__` are accepted too. A Python number gets the type of the arrays that it meets. Other
    arguments, such as strings, are constants of the program; they are compared by value.

    `shapes` maps names of parameters to shapes. A string in a shape is a symbolic size: one program
    serves all sizes, and equal names mean equal sizes. None stands for the size of the argument.
    `threads` share a call.

    Raises ArgumentError for wrong arguments, and ProgramError with the user's file and line for
    invalid operations.
    """
    if function is None:
        return lambda inner: TracedFunction(inner, shapes, threads)
    return TracedFunction(function, shapes, threads)
