"""Errors for unsupported PyTorch programs, with name and line."""

import contextlib
import os
import re
import traceback

_HERE = os.path.dirname(os.path.abspath(__file__))


def line_of(node):
    """Returns the location of an op in the user's program, as a line for an error."""
    frames = re.findall(r"^ *(File .*\n.*)", node.meta.get("stack_trace") or "", re.MULTILINE)
    return "".join(f"\n{frame}" for frame in frames[-1:] if _HERE not in frame)


def _line_of_user(frames):
    """Returns the innermost frame of the user's program, as a line for an error."""
    import torch

    library = os.path.dirname(os.path.abspath(torch.__file__))
    for frame in reversed(frames):
        if not frame.filename.startswith((library, _HERE, "<")):
            return f'\nFile "{frame.filename}", line {frame.lineno}, in {frame.name}\n    {frame.line}'
    return ""


def refuse(message):
    """Returns a function that raises an error, as a replacement for an untraceable function."""

    def refuse(*arguments, **options):
        raise NotImplementedError(message + _line_of_user(traceback.extract_stack()))

    return refuse


def keep_lines(function):
    """Makes torch.export record the lines of a function, as it does for each `forward`."""
    from torch.fx import proxy

    if hasattr(proxy, "_register_stack_trace_anchor"):
        proxy._register_stack_trace_anchor(function)


_SIZED_BY_DATA = re.compile(r"aten\.(index|nonzero|masked_select|_?unique\w*)")


def refuse_sizes_of_data(program):
    """Refuses ops whose result sizes depend on data, except ops that torch-mlir supports, for
    example bincount. On some of these programs torch-mlir exhausts the memory."""
    from torch.fx.experimental.symbolic_shapes import free_unbacked_symbols

    for node in program.graph_module.graph.nodes:
        value = node.meta.get("val")
        if node.op != "call_function" or not _SIZED_BY_DATA.fullmatch(op := ".".join(str(node.target).split(".")[:2])):
            continue
        values = value if isinstance(value, (tuple, list)) else [value]
        if any(hasattr(v, "shape") and free_unbacked_symbols(tuple(v.shape)) for v in values):
            raise NotImplementedError(
                f"the result size of {op} depends on data: write it with torch.where, or multiply by a mask{line_of(node)}"
            )


def refuse_by_importer(program):
    """Refuses programs that torch-mlir's importer rejects without naming the op: ops that
    torch.export orders by effects, integers of .item() used as floats, and Python's complex
    numbers."""
    import torch

    for node in program.graph_module.graph.nodes:
        if node.target is torch.ops.higher_order.with_effects:
            # The error check of a linear algebra function has the function's name as an argument.
            name = next((value for value in node.args if isinstance(value, str)), str(node.args[1]))
            raise NotImplementedError(f"{name} is not supported: write it with other ops{line_of(node)}")
        if node.target is torch.sym_float:
            raise NotImplementedError(
                f"an integer of .item() instead of a float is not supported: compute with tensors{line_of(node)}"
            )
        complex_value = next((value for value in node.args if isinstance(value, complex)), None)
        if complex_value is not None:
            raise NotImplementedError(
                f"the complex number {complex_value} is not supported: compute with real and imaginary parts{line_of(node)}"
            )


def refuse_transforms(program):
    """Refuses torch.func transforms, since torch.export makes constants of the wrapped tensors."""
    import torch

    if any(torch._C._functorch.is_functorch_wrapped_tensor(value) for value in program.constants.values()):
        raise NotImplementedError(
            "torch.func.grad, vjp, jvp and transforms made of them are not supported in forward: "
            "write torch.autograd.grad with create_graph=True"
        )


def _explain(error):
    """Returns an explanation of an error of torch.export in terms of the user's program, or None
    for other errors."""
    import torch
    from torch.fx.experimental.symbolic_shapes import GuardOnDataDependentSymNode

    if isinstance(error, torch._subclasses.fake_tensor.DynamicOutputShapeException):
        return f"the result size of {error.func} depends on data, or it has no program: write it with other ops"
    if isinstance(error, GuardOnDataDependentSymNode):
        return (
            "Python needs a value that depends on data, for float(), int(), an if or a size: "
            "use .item() for a number, torch.where or torch.cond for an if"
        )
    if isinstance(error, RuntimeError) and ".numpy() is not supported" in str(error):
        return "numpy() of a tensor is not supported: use ops of PyTorch"
    if isinstance(error, RuntimeError) and "fake tensor in the exported program constant's list" in str(error):
        return (
            "torch.export does not see where a tensor comes from: use detach() instead of .data, "
            "and no torch.autograd.grad through layers with parameters"
        )
    return None


@contextlib.contextmanager
def explained():
    """Raises refusals of torch.export as errors with an explanation and the user's line."""
    try:
        yield
    except Exception as error:
        message = _explain(error)
        if message is None:
            raise
        raise NotImplementedError(message + _line_of_user(traceback.extract_tb(error.__traceback__))) from error
