"""`sg.vjp` outside of traced functions: native code in two parts, the function with its residuals,
and its reverse sweep."""

from typing import Any, Callable, List, Tuple

import numpy as np

from ..errors import ArgumentError
from .dtypes import Kind, dtype_of, kind_of
from .function import TracedFunction
from .location import error_positions
from .paths import leaf_paths
from .programs import Leaf, Program, Signature, Traced
from .trace import active_trace
from .tree import LEAF, Structure, describe, flatten, unflatten


NO_FLOATS = "the function of sg.vjp has no result with elements of float type"


class Pullback:
    """Maps cotangents of the results of a function to cotangents of its arguments. Keeps the
    residuals of a call."""

    def __init__(self, program: "SplitProgram", values: List[Any], residuals: List[Any]):
        self._program, self._values, self._residuals = program, values, residuals

    def __repr__(self) -> str:
        return f"<pullback of {self._program!r}>"

    def __call__(self, cotangents: Any) -> Tuple[Any, ...]:
        """Returns a tuple with the cotangents of each argument."""
        with error_positions():
            if active_trace() is not None:
                raise ArgumentError("sg.vjp was called outside of the traced function: call it there")
            given = self._program.match_cotangents(cotangents, self._values)
        return self._program.pull(self._residuals, given)


class SplitProgram(Program):
    """A traced function whose call returns its value and a Pullback."""

    def __init__(self, signature: Signature, traced: Traced, threads: int):
        leaves = [one for one in signature.leaves if isinstance(one, Leaf)]
        self._wrt = [i for i, one in enumerate(leaves) if kind_of(one.dtype) is Kind.FLOAT]
        arguments, results = traced.module._dtypes[traced.name]
        self._floats = [i for i, dtype in enumerate(results) if kind_of(dtype or "") is Kind.FLOAT]
        self._result_dtypes = [dtype or "" for dtype in results]
        self._threads = threads
        if not self._floats:
            raise ArgumentError(NO_FLOATS)
        self._has_backward = bool(self._wrt)
        if self._has_backward:
            name = f"{traced.name}_split"
            module = traced.module.run(
                f"builtin.module(grad-request-derivative{{function={traced.name} mode=split "
                f"wrt={','.join(map(str, self._wrt))} name={name}}})"
            )
            module._dtypes = {f"{name}_fwd": (arguments, results)}
            self._backward_name = f"{name}_bwd"
            traced = Traced(module, f"{name}_fwd", traced.results, traced.constants)
        super().__init__(signature, traced, threads)
        positions = iter(range(len(leaves)))
        # For each leaf of the arguments the position of its gradient, or -1.
        found = [next(positions) if isinstance(one, Leaf) else -1 for one in signature.leaves]
        self._gradients = [self._wrt.index(i) if i in self._wrt else -1 for i in found]
        self._primals: Tuple[Structure, ...] = signature.structure.children[0].children

    def restore(self, results: List[Any]) -> Any:
        """Returns the value of the function and a Pullback."""
        count = len(self._result_dtypes)
        values = results[:count]
        return super().restore(values), Pullback(self, values, results[count:])

    def match_cotangents(self, cotangents: Any, values: List[Any]) -> List[Any]:
        """Returns the cotangents of results of float type, with the types of the results."""
        leaves: List[Any] = []
        structure = flatten(cotangents, leaves)
        if structure != self._results:
            raise ArgumentError(
                f"cotangents must have the structure {describe(self._results)}, not {describe(structure)}"
            )
        paths = leaf_paths(structure, "the cotangent" if structure is LEAF else "cotangents")
        arrays = [i for i in range(len(leaves)) if self._constants is None or self._constants[i] is None]
        return [_match(paths[arrays[i]], leaves[arrays[i]], values[i], self._result_dtypes[i]) for i in self._floats]

    def pull(self, residuals: List[Any], cotangents: List[Any]) -> Tuple[Any, ...]:
        """Returns the cotangents of each argument."""
        gradients: List[Any] = []
        if self._has_backward:
            backward = self.module.function(self._backward_name, threads=self._threads)
            returned = backward(*residuals, *cotangents)
            gradients = [returned] if len(backward.results) == 1 else list(returned)
        leaves = iter(self._gradients)
        return tuple(_gather(structure, leaves, gradients) for structure in self._primals)


def _match(path: str, cotangent: Any, value: Any, dtype: str) -> Any:
    """Returns a cotangent as an array with the type and shape of the result `value`."""
    if type(cotangent) in (bool, int, float):
        cotangent = np.asarray(cotangent, dtype_of(dtype))
    if str(getattr(cotangent, "dtype", "")).rpartition(".")[2] != dtype or tuple(cotangent.shape) != value.shape:
        found = f"{cotangent.dtype}{list(cotangent.shape)}" if hasattr(cotangent, "dtype") else type(cotangent).__name__
        raise ArgumentError(f"{path} must be {dtype}{list(value.shape)} like its result, not {found}")
    return cotangent


def _gather(structure: Structure, leaves: Any, gradients: List[Any]) -> Any:
    """Returns the container of the gradients of the next leaves, or None if a leaf has none."""
    found = [next(leaves) for _ in leaf_paths(structure, "")]
    if any(position < 0 for position in found):
        return None
    return unflatten(structure, iter([gradients[position] for position in found]))


class SplitFunction(TracedFunction):
    """A function that returns the value of another one and a Pullback."""

    def __init__(self, function: Callable[..., Any]):
        inner = getattr(function, "_function", function)
        super().__init__(inner, getattr(function, "_shapes", None), getattr(function, "_threads", 1))

    def _compile(self, signature: Signature) -> Program:
        return SplitProgram(signature, self._trace(signature), self._threads)
