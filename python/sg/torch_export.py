"""The program that torch.export makes of a module, with stops marked.

Parameters and buffers are the first inputs of the program, like the arguments of any function.
"""

import contextlib
import sys
import warnings
from typing import Any, NamedTuple, Optional, Sequence

from . import torch_loops
from .errors import ProgramWarning
from .names import Names
from .torch_ops import decompose
from .torch_refusals import explained, keep_lines, refuse, refuse_transforms
from .torch_state import inline_writes_without_gradient, refuse_written_constants
from .torch_stops import mark_stops, replaced, seen_by_export, stop_op
from .torch_substitute import call_with


def warn(text):
    """Emits a warning that points to the user's call of the conversion."""
    level, frame = 1, sys._getframe()
    while frame.f_back and frame.f_globals.get("__package__") == __package__:
        level, frame = level + 1, frame.f_back
    warnings.warn(text, ProgramWarning, stacklevel=level)


class Exported(NamedTuple):
    """A program of torch.export with stops marked."""

    program: Any
    names: Optional[Names]  # None for a function; all buffers are still the state
    buffers: dict  # the tensors by placeholder
    constants: Sequence[Any]  # other tensors in the program
    results: Any  # the result of `_flatten_results`, if requested


def _in_autocast():
    """Returns the autocast context around the call, which torch.export ignores."""
    import torch

    if not torch.is_autocast_enabled("cpu"):
        return contextlib.nullcontext()
    return torch.autocast("cpu", torch.get_autocast_dtype("cpu"))


def _flatten_results(result):
    """Returns the tensors in the result of forward, its tree, and its leaves with None for
    tensors."""
    import torch
    from torch.utils import _pytree as pytree

    leaves, tree = pytree.tree_flatten(result)
    for leaf in leaves:
        if not isinstance(leaf, (torch.Tensor, bool, int, float, str, type(None))):
            raise NotImplementedError(
                f"forward returns {type(leaf).__name__!r}, which is not a tensor: return tensors, or tuples, "
                "lists and dictionaries of tensors"
            )
    tensors = tuple(leaf for leaf in leaves if isinstance(leaf, torch.Tensor))
    return tensors, (tree, [None if isinstance(leaf, torch.Tensor) else (leaf,) for leaf in leaves])


def export(module, example_arguments, keywords, dynamic_shapes, flattens_results=False):
    import torch

    is_module = isinstance(module, torch.nn.Module)
    parameters = dict(module.named_parameters()) if is_module else {}
    buffers = dict(module.named_buffers()) if is_module else {}
    values = {path: value.detach().clone().requires_grad_() for path, value in parameters.items()}
    values.update((path, value.detach().clone()) for path, value in buffers.items())

    if not is_module:
        keep_lines(module)
    assigned: dict = {}
    results = None
    autocast = _in_autocast()

    class Program(torch.nn.Module):
        def forward(self, new_tensors, arguments, keywords):
            nonlocal results
            with autocast:
                if is_module:
                    originals = [*parameters.values(), *buffers.values()]
                    result, names = call_with(module, originals, new_tensors, arguments, keywords)
                    assigned.update(dict.fromkeys(names))
                else:
                    result = module(*arguments, **keywords)
            if flattens_results:
                result, results = _flatten_results(result)
            return result

    if dynamic_shapes is not None:
        by_name = isinstance(dynamic_shapes, dict)
        positional = [None] * len(example_arguments) if by_name else dynamic_shapes
        named = {key: dynamic_shapes.get(key) if by_name else None for key in keywords}
        dynamic_shapes = ([None] * len(values), tuple(positional), named)
    refused = replaced(
        (torch.autograd.Function, "apply", refuse("the backward part of an autograd.Function would be lost: "
         "write it with detach, or as grad.custom_vjp in MLIR")),
        (torch.Tensor, "register_hook", refuse("hooks on gradients would be lost")),
    )  # fmt: skip
    with refused, seen_by_export(), torch_loops.recurrent_layers(), torch.enable_grad(), explained():
        program = torch.export.export(
            Program(), (list(values.values()), example_arguments, keywords), dynamic_shapes=dynamic_shapes
        )
    if assigned:
        warn(
            f"forward changes {', '.join(assigned)}, which native code does not: "
            "register values that later calls read as buffers"
        )
    specs = program.graph_signature.input_specs
    inputs = [spec.arg.name for spec in specs if spec.kind.name == "USER_INPUT"][len(parameters) : len(values)]
    tensors = dict(zip(inputs, buffers.values()))
    refuse_transforms(program)
    constants = [value for value in program.constants.values() if isinstance(value, torch.Tensor)]
    refuse_written_constants(program)
    inline_writes_without_gradient(program.graph_module, stop_op()[0], tensors.__contains__)
    mark_stops(program.graph_module)
    if not is_module:
        return Exported(decompose(program), None, tensors, constants, results)
    trained = tuple(path for path, value in parameters.items() if value.requires_grad)
    names = Names(tuple(parameters), trained, tuple(buffers), len(example_arguments), tuple(keywords))
    return Exported(decompose(program), names, tensors, constants, results)
