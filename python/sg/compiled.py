"""Functions compiled to native code."""

import time
from typing import Any, Callable, List, NamedTuple, Optional, Sequence, Set, Tuple, Union

import numpy as np

from .arrays import (
    CODES,
    adopt_result,
    describe_argument,
    describe_result,
    dtype_name,
    make_result,
)
from .call_frame import CallFrame
from .errors import ArgumentError
from .handles import Native, make
from .interrupts import run
from .library import (
    Array,
    CompileOptions,
    cache_folder,
    library,
    positions,
    raise_error,
    thread_count,
)


class ArrayType(NamedTuple):
    """The type of an argument or result: NumPy's name of the element type, and the sizes, with None
    for a dynamic size. MLIR's integers are signless and treated as signed. If `has_sign`, `dtype`
    is the type in the frontend's program."""

    dtype: str
    shape: Tuple[Optional[int], ...]
    is_written: bool
    code: int
    has_sign: bool = False

    def __str__(self) -> str:
        return "x".join(["?" if size is None else str(size) for size in self.shape] + [self.dtype])


# Duration in seconds below which calls run on the calling thread. Ctrl-C takes effect soon enough,
# and the transfer to a worker (about 40 us) would dominate.
_BRIEF_SECONDS = 0.01
_MAX_BRIEF_SIZES = 1024  # limits the memory of `Function._brief`

# The element types of arguments and of results. A name is None if the MLIR type determines it.
Dtypes = Tuple[Sequence[Optional[str]], Sequence[Optional[str]]]


def _read_type(native: Any, dtypes: Sequence[Optional[str]], position: int) -> ArrayType:
    native = native.contents
    sizes = [native.sizes[i] for i in range(native.rank)]
    shape = tuple(None if size < 0 else size for size in sizes)
    # Additional arguments of derivatives come last.
    dtype = dtypes[position] if position < len(dtypes) else None
    if dtype is not None and CODES.get(dtype) == native.type:
        return ArrayType(dtype, shape, bool(native.is_written), native.type, has_sign=True)
    return ArrayType(dtype_name(native.type), shape, bool(native.is_written), native.type)


class Function(Native):
    """A compiled function that is called with arrays.

    `module` is the sg.Module of the function. `arguments` and `results` are the function's types.

    For a derivative, `groups` determines the structure of the returned value: for each part a pair
    (number of results, is_tuple). If `is_tuple` is None, the part is omitted.
    `dtypes` are the types in the frontend, whose integers have signs.
    """

    def __init__(
        self,
        module: Any,
        name: str,
        threads: int = 1,
        donated: Sequence[int] = (),
        groups: Optional[Sequence[Tuple[int, Optional[bool]]]] = None,
        dtypes: Optional[Dtypes] = None,
    ):
        numbers, count = positions("donated", donated)
        options = CompileOptions(thread_count(threads), numbers, count, cache_folder())
        handle = make("sgExecutableDestroy", "sgModuleCompile", module._handle, name.encode(), options)
        self._handle = handle
        self.module = module
        self.name = name.lstrip("@")
        lib = library()
        argument_dtypes, result_dtypes = dtypes or ((), ())
        self.arguments = tuple(
            _read_type(lib.sgExecutableGetArgument(handle, i), argument_dtypes, i)
            for i in range(lib.sgExecutableGetArgumentCount(handle))
        )
        self.results = tuple(
            _read_type(lib.sgExecutableGetResult(handle, i), result_dtypes, i)
            for i in range(lib.sgExecutableGetResultCount(handle))
        )
        if groups is None:
            groups = [(len(self.results), len(self.results) != 1)]
        self._groups = groups
        self._frames: List[CallFrame] = []
        self._address = handle.address
        self._call = lib.sgExecutableCall
        self._depends_on_values = bool(lib.sgExecutableTimeDependsOnValues(handle))
        self._has_static_sizes = all(None not in type_.shape for type_ in self.arguments)
        self._brief: Set[Any] = set()  # sizes of arguments for which calls are brief; () if all are static

    def __repr__(self) -> str:
        arguments = ", ".join(map(str, self.arguments))
        return f"<sg.Function @{self.name}({arguments}) -> ({', '.join(map(str, self.results))})>"

    def __call__(self, *arguments: Any, out: Optional[Sequence[Any]] = None) -> Any:
        """Calls the function.

        `arguments`: one for each of `self.arguments`, with the same element type and shape. NumPy
        arrays, host tensors with `__dlpack__` (torch, jax), numbers and nested lists are accepted.
        Numbers and lists are converted to the element type. Arrays with gaps are copied, other
        arrays are used in place.

        `out`: for each of `self.results` an array for the result, or None. Without it, results are
        new NumPy arrays, and results of rank 0 are NumPy scalars.

        Raises ArgumentError if an argument does not match, AssertionFailed if an assertion of the
        program fails, and OutOfMemory. Other Python threads run during the call. Ctrl-C ends a call
        with KeyboardInterrupt. Native code then finishes in the background, and the contents of the
        written arrays are undefined.
        """
        if len(arguments) == len(self.arguments):
            values = self.call_with_frame(arguments, out)
            if values is not None:
                return self._gather(values)
        if len(arguments) != len(self.arguments):
            raise ArgumentError(f"@{self.name} has {len(self.arguments)} arguments, the call {len(arguments)}")
        out = [None] * len(self.results) if out is None else list(out)
        if len(out) != len(self.results):
            raise ArgumentError(f"@{self.name} has {len(self.results)} results, out {len(out)}")
        described = [
            describe_argument(value, type_, i) for i, (value, type_) in enumerate(zip(arguments, self.arguments))
        ]
        result_arrays = [
            make_result(type_) if value is None else describe_result(value, type_, i)
            for i, (value, type_) in enumerate(zip(out, self.results))
        ]
        inputs = (Array * len(described))(*[native for native, _ in described])
        outputs = (Array * len(result_arrays))(*[native for native, _ in result_arrays])

        def adopt() -> List[Any]:
            values: List[Any] = []
            for value, native, (_, owners) in zip(out, outputs, result_arrays):
                if value is None:
                    value = adopt_result(native, owners[0]) if isinstance(owners[0], np.dtype) else owners[0]
                    value = value[()]
                values.append(value)
            return values

        sizes: Tuple[Any, ...] = ()
        if not self._has_static_sizes:
            sizes = tuple(tuple(native.sizes[: native.rank]) if native.rank else () for native in inputs)
        if sizes in self._brief:
            return self._gather(self._call_native(inputs, outputs, adopt))
        return self._gather(self._call_interruptibly(sizes, (described, result_arrays), inputs, outputs, adopt))

    def _call_native(self, inputs: Any, outputs: Any, adopt: Callable[[], List[Any]]) -> List[Any]:
        error = self._call(self._address, inputs, len(inputs), outputs, len(outputs))
        if error:
            raise_error(error)
        return adopt()

    def _call_interruptibly(
        self, sizes: Any, keep_alive: Any, inputs: Any, outputs: Any, adopt: Callable[[], List[Any]]
    ) -> List[Any]:
        """Runs the call so that Ctrl-C ends the wait. Keeps `keep_alive` until the call ends."""

        def make_call(_keep_alive: Any = keep_alive) -> List[Any]:
            start = time.perf_counter()
            values = self._call_native(inputs, outputs, adopt)
            if time.perf_counter() - start < _BRIEF_SECONDS and not self._depends_on_values:
                if len(self._brief) >= _MAX_BRIEF_SIZES:
                    self._brief.clear()
                self._brief.add(sizes)
            return values

        results: List[Any] = run(make_call)
        return results

    def call_with_frame(self, arguments: Sequence[Any], out: Optional[Sequence[Any]] = None) -> Optional[List[Any]]:
        """Calls the function with a frame. Returns the list of results, or None if the arrays need
        new descriptions. The number of arguments must be right."""
        try:
            frame = self._frames.pop()  # other threads use other frames
        except IndexError:
            frame = CallFrame(self.arguments, self.results)
        values = None
        if frame.describe_arguments(arguments) and (result_arrays := frame.describe_results(out)) is not None:
            sizes = () if self._has_static_sizes else tuple([getattr(value, "shape", ()) for value in arguments])
            if sizes in self._brief:
                error = self._call(self._address, frame.inputs, len(frame.inputs), frame.outputs, len(frame.outputs))
                if error:
                    raise_error(error)
                values = frame.adopt(result_arrays, out)
            else:
                values = self._call_interruptibly(
                    sizes, (arguments, out), frame.inputs, frame.outputs, lambda: frame.adopt(result_arrays, out)
                )
        self._frames.append(frame)
        return values

    def _gather(self, values: List[Any]) -> Union[Any, Tuple[Any, ...]]:
        parts = []
        for count, is_tuple in self._groups:
            part, values = values[:count], values[count:]
            if is_tuple is not None:
                parts.append(tuple(part) if is_tuple else part[0])
        return parts[0] if len(parts) == 1 else tuple(parts)
