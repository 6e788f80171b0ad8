"""MLIR modules and their compiled functions."""

import json
import os
import sys
import threading
import warnings
from typing import Any, Callable, Dict, List, Optional, Sequence, Tuple, Union

from .checking import GradientCheck, check
from .errors import ArgumentError, ProgramWarning
from .compiled import Dtypes, Function
from .handles import Handle, Native, call_for_text, call_interruptibly, make
from .library import Request, positions
from .progress import busy
from .reports import Report

Positions = Union[None, int, Sequence[int]]
STAGES = ("source", "expanded", "lowered")
MODES = {"value_and_grad": 0, "vjp": 1, "jvp": 2}


def parse(source: Union[str, bytes, "os.PathLike[str]"], name: Optional[str] = None) -> Handle:
    """Parses a module for `load` and returns its handle."""
    if isinstance(source, str) and (not source or "\n" in source or "{" in source):
        data = source.encode()
    elif isinstance(source, bytes):
        data = source
    else:
        os.stat(source)  # raises the matching subclass of OSError, for example FileNotFoundError
        path = os.fsencode(source)
        file = b"./-" if path == b"-" else path  # "-" means standard input in the C API
        return make("sgModuleDestroy", "sgModuleParseFile", file, name.encode() if name else path)
    return make("sgModuleDestroy", "sgModuleParse", data, len(data), (name or "module").encode())


def load(source: Union[str, bytes, "os.PathLike[str]"], name: Optional[str] = None) -> "Module":
    """Loads a module from text, from bytecode or text as bytes, or from a file.

    A `str` that contains a line break or a brace is text. Any other `str` is a path. `name` is the
    file name in messages.

    Raises ProgramError if the source is not a module, OSError if the file does not exist.
    """
    return Module(parse(source, name))


def _as_list(numbers: Positions) -> Optional[List[int]]:
    return [numbers] if isinstance(numbers, int) else None if numbers is None else list(numbers)


class Module(Native):
    """An immutable module. Derivatives and passes are applied to copies.

    `sg.load` creates modules. Methods may be called from several threads. Functions are compiled on
    first use and cached.
    """

    def __init__(self, handle: Handle):
        self._handle = handle
        self._compiled: Dict[Any, Function] = {}
        self._dtypes: Dict[str, Dtypes] = {}  # types of functions that come from a frontend
        self._lock = threading.Lock()
        self._warn()

    def __repr__(self) -> str:
        return f"<sg.Module {', '.join('@' + name for name in self.functions)}>"

    def __str__(self) -> str:
        return self.dump()

    def _warn(self) -> None:
        text = call_for_text("sgModuleTakeWarnings", self._handle)
        if text:
            level, frame = 1, sys._getframe()  # the first caller outside of this package
            while frame.f_back and frame.f_globals.get("__package__") == __package__:
                level, frame = level + 1, frame.f_back
            warnings.warn(text, ProgramWarning, stacklevel=level)

    def _copy(self) -> "Module":
        copy = Module(make("sgModuleDestroy", "sgModuleClone", self._handle))
        copy._dtypes = self._dtypes
        return copy

    @property
    def functions(self) -> Dict[str, Tuple[List[str], List[str]]]:
        """Maps each function to the types of its arguments and results, in MLIR syntax."""
        return {entry["name"]: (entry["arguments"], entry["results"]) for entry in self._describe()}

    def _describe(self) -> List[Dict[str, Any]]:
        functions: List[Dict[str, Any]] = json.loads(call_for_text("sgModuleDescribe", self._handle))
        return functions

    def dump(self, stage: str = "source", locations: bool = False) -> str:
        """Returns the module as text: unchanged ('source'), with requests for derivatives expanded
        ('expanded'), or in the LLVM dialect ('lowered').

        Raises ArgumentError for another stage, ProgramError if the lowering fails.
        """
        if stage not in STAGES:
            raise ArgumentError(f"there is no stage {stage!r}; the stages are 'source', 'expanded' and 'lowered'")
        module = self
        if stage == "expanded":
            module = self._copy()
            call_interruptibly("sgModuleExpand", module._handle)
        elif stage == "lowered":
            module = self.run("builtin.module(sg-lower-to-cpu)")
        return call_for_text("sgModulePrint", module._handle, int(locations))

    def run(self, pipeline: str) -> "Module":
        """Returns a copy after the passes of `pipeline`, which has the syntax of sg-opt's
        --pass-pipeline: 'builtin.module(cse)'."""
        changed = self._copy()
        call_interruptibly("sgModuleRunPipeline", changed._handle, pipeline.encode())
        changed._warn()
        return changed

    def _derive(
        self, mode: str, function: str, wrt: Positions, of: Positions, strict: bool, strong_zero: bool
    ) -> Tuple["Module", str]:
        """Returns a copy that contains a derivative, and the derivative's name."""
        functions = self.functions
        name = f"{function.lstrip('@')}_{mode}"
        while name in functions:
            name += "_again"
        derived = self._copy()
        request_positions = (*positions("wrt", _as_list(wrt)), *positions("of", _as_list(of)))
        request = Request(MODES[mode], function.encode(), *request_positions, name.encode(), strict, strong_zero)
        call_interruptibly("sgModuleDifferentiate", derived._handle, request)
        derived._warn()
        return derived, name

    def _compile(self, key: Any, make: Callable[[], Function]) -> Function:
        """Returns the compiled function for `key`. On first use, `make` compiles the function."""
        with self._lock:
            if key not in self._compiled:
                with busy(f"compiling @{key[1].lstrip('@')}"):
                    compiled = self._compiled[key] = make()
                    compiled.module._warn()  # the module of a derivative is a copy
            return self._compiled[key]

    def function(self, name: str, threads: int = 1, donated: Sequence[int] = ()) -> Function:
        """Returns the compiled function. `module["f"]` is a shorthand.

        `threads` is the number of threads per call. Calls may overwrite the `donated` arguments.
        Donation saves memory and copies if the arrays are passed in `out` too.

        Raises ArgumentError if the function does not exist, ProgramError if it cannot be compiled.
        """
        key = ("function", name, threads, tuple(donated))
        return self._compile(key, lambda: Function(self, name, threads, donated, dtypes=self._dtypes_of(name)))

    __getitem__ = function

    def _dtypes_of(self, function: str) -> Optional[Dtypes]:
        return self._dtypes.get(function.lstrip("@"))

    def _derivative(
        self, mode: str, function: str, wrt: Positions, of: Positions, threads: int, strict: bool, strong_zero: bool
    ) -> Function:
        def make() -> Function:
            derived, name = self._derive(mode, function, wrt, of, strict, strong_zero)
            count = len(self.functions[function.lstrip("@")][1])
            gradient_count = len(derived.functions[name][1]) - count
            is_single = isinstance(of if mode == "jvp" else wrt, int)
            groups = [(count, count != 1), (gradient_count, not is_single)]
            return Function(derived, name, threads, groups=groups, dtypes=self._dtypes_of(function))

        return self._compile((mode, function, str(wrt), str(of), threads, strict, strong_zero), make)

    def value_and_grad(
        self,
        function: str,
        wrt: Positions = None,
        of: Optional[int] = None,
        threads: int = 1,
        strict: bool = False,
        strong_zero: bool = False,
    ) -> Function:
        """Returns a function x -> (f(x), gradients). One result of f must be a float scalar.

        `wrt`: positions of arguments. None selects all arguments of differentiable type. `of`: the
        position of the differentiated result, by default the first. The value is a tuple if the
        function has several results. The gradients are a tuple in the order of `wrt`, with the
        shapes of the arguments. If `wrt` is a single integer, the single gradient is returned
        instead.

        `strict`: raise an error if no derivative flows from an argument in `wrt`, instead of
        returning zeros. `strong_zero`: zero times infinity or NaN is zero in the derivative. The
        branch that a `where` does not select then contributes no NaN (docs/Semantics.md). Raises
        ArgumentError if the function does not exist. Raises ProgramError with the op and its
        location if an op has no derivative.
        """
        return self._derivative("value_and_grad", function, wrt, of, threads, strict, strong_zero)

    def vjp(
        self,
        function: str,
        wrt: Positions = None,
        of: Positions = None,
        threads: int = 1,
        strict: bool = False,
        strong_zero: bool = False,
    ) -> Function:
        """Returns a function (x, cotangents of results) -> (f(x), cotangents of arguments).

        A cotangent has the shape of its result. The cotangents follow the arguments in the order of
        `of`, by default all results of differentiable type. Other arguments and errors are as in
        `value_and_grad`.
        """
        return self._derivative("vjp", function, wrt, of, threads, strict, strong_zero)

    def jvp(
        self,
        function: str,
        wrt: Positions = None,
        of: Positions = None,
        threads: int = 1,
        strict: bool = False,
        strong_zero: bool = False,
    ) -> Function:
        """Returns a function (x, tangents of arguments) -> (f(x), tangents of results).

        A tangent has the shape of its argument. The tangents follow the arguments in the order of
        `wrt`. The tangents of results are a tuple in the order of `of`. If `of` is a single
        integer, the single tangent is returned instead. Other arguments and errors are as in
        `value_and_grad`.
        """
        return self._derivative("jvp", function, wrt, of, threads, strict, strong_zero)

    def hessian_vector_product(
        self,
        function: str,
        wrt: Positions = None,
        of: Optional[int] = None,
        threads: int = 1,
        strong_zero: bool = False,
    ) -> Function:
        """Returns a function (x, v) -> H v, where H is the Hessian of a float scalar.

        The vectors follow the arguments in the order of `wrt`. Vectors and products have the shapes
        of these arguments. If `wrt` is a single integer, the single product is returned. The
        function uses forward mode over reverse mode and costs about two gradients. Other arguments
        and errors are as in `value_and_grad`.
        """

        def make() -> Function:
            reverse, gradient = self._derive("value_and_grad", function, wrt, of, False, strong_zero)
            count = len(self.functions[function.lstrip("@")][1])
            gradient_count = len(reverse.functions[gradient][1]) - count
            inner = _as_list(wrt)
            if inner is None:
                (inner,) = [entry["differentiable"] for entry in self._describe() if entry["name"] == function.lstrip("@")]
            tangents = range(count, count + gradient_count)
            second, name = reverse._derive("jvp", gradient, inner, tangents, False, strong_zero)
            groups = [(count + gradient_count, None), (gradient_count, not isinstance(wrt, int))]
            return Function(second, name, threads, groups=groups, dtypes=self._dtypes_of(function))

        return self._compile(("hessian_vector_product", function, str(wrt), str(of), threads, strong_zero), make)

    def report(self, function: str, wrt: Positions = None, of: Positions = None) -> Report:
        """Returns a report on the flow of gradients through a function (docs/GradientReport.md).

        Raises ArgumentError or ProgramError if no report is possible.
        """
        return Report(self, function, _as_list(wrt), _as_list(of))

    def check_gradients(
        self,
        function: str,
        *inputs: Any,
        wrt: Positions = None,
        order: int = 1,
        directions: int = 4,
        seed: int = 1,
        time_limit: Optional[float] = None,
        strong_zero: bool = False,
    ) -> GradientCheck:
        """Compares the derivatives of a function in both modes with finite differences, for
        which values at stops are constants (docs/CheckingGradients.md).

        `inputs`: the point, with one value for each argument, in any form that a call accepts.
        Without `inputs`, the point is random. A function that reads integers is then checked at
        several random points with odd and even integers. `order` 2 also checks second derivatives.
        `strong_zero` checks derivatives with strong zeros. The result is true if no direction
        disagrees.

        `time_limit`: time limit in seconds for a run of the program or its derivatives; `math.inf`
        means no limit. By default, the first run is limited to 10 s at random inputs and not at all
        at given inputs. Each later run may take 20 times as long as the first, plus 10 s. The
        program runs in a forked process, so that an endless loop or a crash does not affect this
        process.

        Raises ProgramError if the check is impossible, ArgumentError for wrong usage, and
        AssertionFailed and OutOfMemory like a call.
        """
        with busy(f"checking the gradients of @{function.lstrip('@')}"):
            types = self.functions.get(function.lstrip("@"), (None, None))[0]
            result = check(
                self._handle,
                function,
                types,
                inputs,
                _as_list(wrt),
                order,
                directions,
                seed,
                time_limit,
                strong_zero,
            )
            self._warn()
            return result
