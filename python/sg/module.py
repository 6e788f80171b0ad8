"""A module of MLIR, and what is made of its functions."""

import json
import os
import sys
import threading
import warnings
from typing import Any, Dict, List, Optional, Sequence, Tuple, Union

from .checking import GradientCheck, check
from .errors import ArgumentError, ProgramWarning
from .function import Dtypes, Function
from .handles import Handle, Native, call_for_text, call_interruptibly, make
from .library import Request, positions
from .progress import busy
from .report import Report

Positions = Union[None, int, Sequence[int]]
STAGES = ("source", "expanded", "lowered")
MODES = {"value_and_grad": 0, "vjp": 1, "jvp": 2}


def parse(source: Union[str, bytes, "os.PathLike[str]"], name: Optional[str] = None) -> Handle:
    """The handle of a module, for `load`."""
    if isinstance(source, str) and (not source or "\n" in source or "{" in source):
        data = source.encode()
    elif isinstance(source, bytes):
        data = source
    else:
        os.stat(source)  # raises the subclass of OSError, as FileNotFoundError
        path = os.fsencode(source)
        file = b"./-" if path == b"-" else path  # "-" is standard input in C
        return make("sgModuleDestroy", "sgModuleParseFile", file, name.encode() if name else path)
    return make("sgModuleDestroy", "sgModuleParse", data, len(data), (name or "module").encode())


def load(source: Union[str, bytes, "os.PathLike[str]"], name: Optional[str] = None) -> "Module":
    """Reads a module: from text, from bytecode or text as bytes, or from a file.

    A `str` with a line break or a brace in it is text, any other a path. `name` is
    that of the file in messages.

    Raises ProgramError if it is no module, OSError if there is no such file.
    """
    return Module(parse(source, name))


def _as_list(numbers: Positions) -> Optional[List[int]]:
    return [numbers] if isinstance(numbers, int) else None if numbers is None else list(numbers)


class Module(Native):
    """A module, which does not change: what is asked for is made in a copy of it.

    `sg.load` makes one. Methods may be called from several threads. Functions are
    compiled when they are first asked for, and kept for the next time.
    """

    def __init__(self, handle: Handle):
        self._handle = handle
        self._compiled: Dict[Any, Function] = {}
        self._dtypes: Dict[str, Dtypes] = {}  # Of functions that come from a frontend.
        self._lock = threading.Lock()
        self._warn()

    def __repr__(self) -> str:
        return f"<sg.Module {', '.join('@' + name for name in self.functions)}>"

    def __str__(self) -> str:
        return self.dump()

    def _warn(self) -> None:
        text = call_for_text("sgModuleTakeWarnings", self._handle)
        if text:
            level, frame = 1, sys._getframe()  # that of the first caller outside of this package
            while frame.f_back and frame.f_globals.get("__package__") == __package__:
                level, frame = level + 1, frame.f_back
            warnings.warn(text, ProgramWarning, stacklevel=level)

    def _copy(self) -> "Module":
        copy = Module(make("sgModuleDestroy", "sgModuleClone", self._handle))
        copy._dtypes = self._dtypes
        return copy

    @property
    def functions(self) -> Dict[str, Tuple[List[str], List[str]]]:
        """The types of arguments and results of each function, as MLIR writes them."""
        return {one["name"]: (one["arguments"], one["results"]) for one in self._describe()}

    def _describe(self) -> List[Dict[str, Any]]:
        return json.loads(call_for_text("sgModuleDescribe", self._handle))

    def dump(self, stage: str = "source", locations: bool = False) -> str:
        """The module as text: as it is ('source'), with requests for derivatives
        replaced ('expanded'), or in the LLVM dialect ('lowered').

        Raises ArgumentError for another stage, ProgramError if it does not get there.
        """
        if stage not in STAGES:
            raise ArgumentError(f"there is no stage {stage!r}: 'source', 'expanded' and 'lowered' are")
        module = self
        if stage == "expanded":
            module = self._copy()
            call_interruptibly("sgModuleExpand", module._handle)
        elif stage == "lowered":
            module = self.run("builtin.module(sg-lower-to-cpu)")
        return call_for_text("sgModulePrint", module._handle, int(locations))

    def run(self, pipeline: str) -> "Module":
        """A copy after passes, as sg-opt's --pass-pipeline: 'builtin.module(cse)'."""
        changed = self._copy()
        call_interruptibly("sgModuleRunPipeline", changed._handle, pipeline.encode())
        changed._warn()
        return changed

    def _derive(self, mode: str, function: str, wrt, of, strict: bool, strong_zero: bool) -> Tuple["Module", str]:
        """A copy with a derivative in it, and its name."""
        known = self.functions
        name = f"{function.lstrip('@')}_{mode}"
        while name in known:
            name += "_again"
        derived = self._copy()
        places = (*positions("wrt", _as_list(wrt)), *positions("of", _as_list(of)))
        request = Request(MODES[mode], function.encode(), *places, name.encode(), strict, strong_zero)
        call_interruptibly("sgModuleDifferentiate", derived._handle, request)
        derived._warn()
        return derived, name

    def _compile(self, key, make) -> Function:
        """What `make` compiles, or has compiled before under the key."""
        with self._lock:
            if key not in self._compiled:
                with busy(f"compiling @{key[1].lstrip('@')}"):
                    made = self._compiled[key] = make()
                    made.module._warn()  # that of a derivative is a copy
            return self._compiled[key]

    def function(self, name: str, threads: int = 1, donated: Sequence[int] = ()) -> Function:
        """The function itself, compiled; `module["f"]` for short.

        `threads` share a call. Calls may overwrite the `donated` arguments, which
        saves memory and copies where they are given in `out` too.

        Raises ArgumentError if there is no such function, ProgramError if it cannot
        be compiled.
        """
        key = ("function", name, threads, tuple(donated))
        return self._compile(key, lambda: Function(self, name, threads, donated, dtypes=self._dtypes_of(name)))

    __getitem__ = function

    def _dtypes_of(self, function: str) -> Optional[Dtypes]:
        return self._dtypes.get(function.lstrip("@"))

    def _derivative(self, mode, function, wrt, of, threads, strict, strong_zero) -> Function:
        def make():
            derived, name = self._derive(mode, function, wrt, of, strict, strong_zero)
            count = len(self.functions[function.lstrip("@")][1])
            slopes = len(derived.functions[name][1]) - count
            is_single = isinstance(of if mode == "jvp" else wrt, int)
            groups = [(count, count != 1), (slopes, not is_single)]
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
        """x -> (f(x), gradients), of a function with a float scalar among its results.

        `wrt`: positions of arguments; None is all of differentiable type. `of`: the
        position of the result, by default the first. The value is a tuple if the
        function has several results. Gradients are a tuple in the order of `wrt`, of
        the shapes of the arguments; if `wrt` is a number, the one gradient.

        `strict`: it is an error if no derivative flows from one of `wrt`, in place of
        zeros. `strong_zero`: zero times infinity or NaN is zero in the derivative, so
        that what a `where` does not choose leaves no NaN (docs/Semantics.md). Raises
        ArgumentError for a function that is not there, ProgramError for what has no
        derivative, with the op and the place.
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
        """(x, cotangents of results) -> (f(x), cotangents of arguments).

        A cotangent has the shape of its result; they stand behind the arguments, in
        the order of `of`: by default all results of differentiable type. Otherwise as
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
        """(x, tangents of arguments) -> (f(x), tangents of results).

        A tangent has the shape of its argument; they stand behind the arguments, in
        the order of `wrt`. Tangents of results are a tuple in the order of `of`; if
        that is a number, the one tangent. Otherwise as `value_and_grad`.
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
        """(x, v) -> H v, with H the second derivatives of a float scalar.

        The vectors stand behind the arguments, in the order of `wrt` and of the shapes
        of these arguments, and so do the products; if `wrt` is a number, the one
        product. It is forward mode over reverse mode: about as much work as two
        gradients. Arguments and errors as in `value_and_grad`.
        """

        def make():
            reverse, gradient = self._derive("value_and_grad", function, wrt, of, False, strong_zero)
            count = len(self.functions[function.lstrip("@")][1])
            slopes = len(reverse.functions[gradient][1]) - count
            inner = _as_list(wrt)
            if inner is None:
                (inner,) = [one["differentiable"] for one in self._describe() if one["name"] == function.lstrip("@")]
            tangents = range(count, count + slopes)
            second, name = reverse._derive("jvp", gradient, inner, tangents, False, strong_zero)
            groups = [(count + slopes, None), (slopes, not isinstance(wrt, int))]
            return Function(second, name, threads, groups=groups, dtypes=self._dtypes_of(function))

        return self._compile(("hessian_vector_product", function, str(wrt), str(of), threads, strong_zero), make)

    def report(self, function: str, wrt: Positions = None, of: Positions = None) -> Report:
        """Where the gradients of a function go (docs/GradientReport.md).

        Raises ArgumentError or ProgramError if there is nothing to report on.
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
        """Compares the derivatives of a function, in both modes, with differences of it
        in which the values at stops are frozen (docs/CheckingGradients.md).

        `inputs`: the point, one for each argument, of any kind that a call takes;
        without them it is random. If the function reads integers, it is checked at
        several random points, at which they are odd or even. `order` 2 checks second derivatives too, and
        `strong_zero` those that have it. The result is true if everything agrees.

        `time_limit`: how many seconds a run of the program or its derivatives may
        take. By default 10 at random inputs and any time at those that are given, and
        10 more than 20 times as long for each run after that; `math.inf` is any time.
        The program runs in a process that is forked from this one, so that one that
        does not end, or crashes, does no harm to this one.

        Raises ProgramError if the check cannot be made, ArgumentError for wrong usage,
        AssertionFailed and OutOfMemory as a call does.
        """
        with busy(f"checking the gradients of @{function.lstrip('@')}"):
            types = self.functions.get(function.lstrip("@"), (None, None))[0]
            found = check(
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
            return found
