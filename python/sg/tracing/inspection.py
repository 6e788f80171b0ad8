"""Checks, reports and warnings about the derivatives of Python functions."""

import re
from typing import Any, Callable, List, NamedTuple, Optional, Sequence, Tuple

from ..checking import GradientCheck
from ..errors import ArgumentError
from ..handles import call_for_text, call_interruptibly
from ..reports import Report
from .dtypes import Kind, kind_of
from .function import TracedFunction
from .location import error_positions
from .paths import argument_paths
from .programs import Leaf, Traced
from .transforms import Argnums, read_argnums
from .tree import count_leaves


class _Point(NamedTuple):
    """A traced function at given arguments. `paths` are the names of the arrays in the arguments,
    `wrt` the positions of differentiated arrays, or None for all of float type."""

    traced: Traced
    arrays: List[Any]
    paths: List[str]
    wrt: Optional[List[int]]


def _trace(function: Callable[..., Any], arguments: Sequence[Any], argnums: Optional[Argnums]) -> _Point:
    traced_function = function if isinstance(function, TracedFunction) else TracedFunction(function)
    with error_positions():
        signature, traced = traced_function.trace(*arguments)
        leaves: List[Any] = []
        signature.collect((arguments, {}), leaves)
        kept = [i for i, one in enumerate(signature.leaves) if isinstance(one, Leaf)]
        all_paths = argument_paths(traced_function._function, signature.structure)
        wrt = None
        if argnums is not None:
            counts = [count_leaves(child) for child in signature.structure.children[0].children]
            starts = [sum(counts[:i]) for i in range(len(counts))]
            chosen = [
                starts[position] + i for position in read_argnums(argnums, len(counts)) for i in range(counts[position])
            ]
            for i in chosen:
                leaf = signature.leaves[i]
                if not isinstance(leaf, Leaf) or kind_of(leaf.dtype) is not Kind.FLOAT:
                    kind = f"has elements of type {leaf.dtype}" if isinstance(leaf, Leaf) else "is a constant"
                    raise ArgumentError(f"{all_paths[i]} {kind}, which has no derivative: leave it out of argnums")
            wrt = [kept.index(i) for i in chosen]
        return _Point(traced, [leaves[i] for i in kept], [all_paths[i] for i in kept], wrt)


def check_gradients(
    function: Callable[..., Any],
    *arguments: Any,
    argnums: Optional[Argnums] = None,
    order: int = 1,
    directions: int = 4,
    seed: int = 1,
    time_limit: Optional[float] = None,
    strong_zero: bool = False,
) -> GradientCheck:
    """Compares the derivatives of `function` in both modes with finite differences
    (docs/CheckingGradients.md).

    Parameters:
      function: any function of containers of arrays.
      arguments: the point at which derivatives are checked.
      argnums: the positions of the checked arguments; by default all arrays of floats.
      order: 2 also checks second derivatives.
      directions, seed, time_limit, strong_zero: as in `Module.check_gradients`.

    Returns an sg.GradientCheck, which is true if no direction disagrees. The `name` of each
    sg.ArgumentCheck is the path of the array, for example parameters['w'].

    Raises ProgramError if the check is impossible, and ArgumentError for wrong usage.

    Example:

        >>> check = sg.check_gradients(lambda p: sg.sum(sg.sin(p["w"])), {"w": np.array([0.5, 2.0])})
        >>> print(bool(check), check.arguments[0].name)
        True p['w']
    """
    point = _trace(function, arguments, argnums)
    check = point.traced.module.check_gradients(
        point.traced.name,
        *point.arrays,
        wrt=point.wrt,
        order=order,
        directions=directions,
        seed=seed,
        time_limit=time_limit,
        strong_zero=strong_zero,
    )
    named = tuple(one._replace(name=point.paths[one.argument]) for one in check.arguments)
    return GradientCheck(check.agrees, check.text, named, check.wrong_ops)


def report(function: Callable[..., Any], *arguments: Any, argnums: Optional[Argnums] = None) -> Report:
    """Reports how gradients flow through `function` (docs/GradientReport.md).

    Parameters:
      function: any function of containers of arrays.
      arguments: arrays with the types and shapes for which the function is traced.
      argnums: the positions of the arguments to report on; by default all.

    Returns an sg.Report. `str` returns the text, `.data` dictionaries, `.svg` a drawing, which
    notebooks show. Arrays have the names of their paths, for example parameters['w'].

    Raises ArgumentError or ProgramError if no report is possible.

    Example:

        >>> f = lambda w, x: sg.sum(w * sg.stop_gradient(x))
        >>> print(str(sg.report(f, np.ones(2), np.ones(2))).splitlines()[3])
          argument 0 (w): tensor<2xf64>: active
    """
    point = _trace(function, arguments, argnums)
    return point.traced.module.report(point.traced.name, wrt=point.wrt)


class LintWarning(NamedTuple):
    """A warning of `sg.lint`. `name` is one of docs/Passes.md (`--grad-lint`). `notes` are lines
    with a position, which give related operations and the remedy. Lines and columns count from
    1."""

    name: str
    file: str
    line: int
    column: int
    message: str
    notes: Tuple[str, ...]

    def __str__(self) -> str:
        return "\n".join([f"{self.file}:{self.line}:{self.column}: warning: {self.message} [{self.name}]", *self.notes])


_WARNING = re.compile(r"(?P<file>.*):(?P<line>\d+):(?P<column>\d+): warning: (?P<message>.*) \[(?P<name>[\w-]+)\]")


def _read_warnings(text: str) -> List[LintWarning]:
    warnings: List[LintWarning] = []
    for line in text.splitlines():
        match = _WARNING.fullmatch(line)
        if match:
            position = match["file"], int(match["line"]), int(match["column"])
            warnings.append(LintWarning(match["name"], *position, match["message"], ()))
        elif warnings:
            warnings[-1] = warnings[-1]._replace(notes=(*warnings[-1].notes, line))
    return warnings


def lint(
    function: Callable[..., Any],
    *arguments: Any,
    argnums: Optional[Argnums] = None,
    ignore: Sequence[str] = (),
) -> List[LintWarning]:
    """Returns warnings of common mistakes with derivatives, such as a derivative that is always zero
    or a division whose derivative can be infinite. docs/Passes.md lists them (`--grad-lint`).

    Parameters:
      function: any function of containers of arrays.
      arguments: arrays with the types and shapes for which the function is traced.
      argnums: the positions of the arguments of which a derivative is requested; by default those
        with arrays of floats only.
      ignore: names of warnings to suppress.

    The derivatives that `function` computes, for example by `sg.grad`, are checked too.

    Raises ArgumentError for wrong usage.

    Example:

        >>> warnings = sg.lint(lambda x: sg.sum(sg.round(x)), np.ones(2))
        >>> print([warning.name for warning in warnings])
        ['zero-derivative']
    """
    point = _trace(function, arguments, argnums)
    module, name = point.traced.module, point.traced.name
    arguments_dtypes, result_dtypes = module._dtypes[name]
    wrt = point.wrt
    if wrt is None:
        wrt = [i for i, dtype in enumerate(arguments_dtypes) if dtype and kind_of(dtype) is Kind.FLOAT]
    if wrt and any(dtype and kind_of(dtype) is Kind.FLOAT for dtype in result_dtypes):
        positions = ",".join(map(str, wrt))
        options = f"function={name} mode=vjp wrt={positions} name={name}_derivative"
        module = module.run(f"builtin.module(grad-request-derivative{{{options}}})")
    ignored = f"{{ignore={','.join(ignore)}}}" if ignore else ""
    linted = module._copy()
    with error_positions():
        call_interruptibly("sgModuleRunPipeline", linted._handle, f"builtin.module(grad-lint{ignored})".encode())
    return _read_warnings(call_for_text("sgModuleTakeWarnings", linted._handle))
