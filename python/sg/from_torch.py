"""Conversion of PyTorch modules to MLIR, with their stops.

    text = from_torch_text(module, *example_arguments)    # MLIR, for sg-opt and sg-run
    module = from_torch(module, *example_arguments)       # the same through sg.load

Needs torch, torch-mlir and sg-opt. docs/Frontends.md names the versions.

torch-mlir lowers `detach` to a plain alias and ignores `no_grad`. The program that torch.export
returns still contains these stops, and torch_stops.py adds the stops that torch.export omits. Each
stop becomes a custom op, then in torch-mlir's input IR a call of a function without body. Finally
--grad-import-markers replaces the call by `grad.stop_gradient`.
"""

import functools
import os
import re
import sys
from typing import Any, NamedTuple, Optional, Sequence

from . import torch_control, torch_loops
from .from_jax import import_markers
from .compiled import Dtypes
from .names import Names
from .tools import ToolError, find_tool, run_tool
from .torch_export import export
from .torch_ops import copy_constants, flatten_views, make_scatter_dims_positive
from .torch_refusals import line_of, refuse_by_importer, refuse_sizes_of_data
from .torch_state import return_state
from .torch_unsigned import widen_unsigned


def call_functions(text, op, attributes=""):
    """Replaces the stop `op` by calls of functions without body in torch-mlir's text."""
    names = {}

    def replace(match):
        name = names.setdefault(match[3], f"sg.stop_gradient.{len(names)}")
        return f"{match[1]} = func.call @{name}({match[2]}) : ({match[3]}) -> {match[3]}"

    stop = rf'(%\w+) = torch\.operator "{re.escape(op)}"\((%\w+)\) : \((.*?)\) -> .*'
    text = re.sub(stop, replace, text)
    declarations = [f"  func.func private @{name}({type}) -> {type}{attributes}\n" for type, name in names.items()]
    end = re.search(r"^}", text, flags=re.MULTILINE).start()
    return text[:end] + "".join(declarations) + text[end:]


def passes_to_linalg():
    """Returns torch-mlir's passes from its backend contract to linalg. Omits the final check, which
    refuses calls, because sg-opt checks the result."""
    from torch_mlir import ir
    from torch_mlir.passmanager import PassManager

    with ir.Context():
        passes = str(PassManager.parse("builtin.module(torch-backend-to-linalg-on-tensors-backend-pipeline)"))
    return re.sub(r",\s*torch-verify-linalg-on-tensors-backend-contract", "", passes)


def find_torch_mlir_opt(path):
    sibling = os.path.join(os.path.dirname(sys.executable), "torch-mlir-opt")
    if path is None and "TORCH_MLIR_OPT" not in os.environ and os.path.exists(sibling):
        return sibling
    return find_tool("torch-mlir-opt", path)


def _lower(program, text, torch_mlir_opt=None):
    """Runs torch-mlir's passes, which may crash, in another process. Errors name the op and its
    line."""
    passes = passes_to_linalg().removeprefix("builtin.module(")
    passes = (
        "builtin.module(func.func(torch-match-quantized-custom-ops), torchdynamo-export-to-torch-backend-pipeline"
        f"{{backend-legal-ops=aten.flatten.using_ints extra-library=}},{passes}"
    )
    try:
        return run_tool([find_torch_mlir_opt(torch_mlir_opt), "-", f"--pass-pipeline={passes}"], text)
    except ToolError as error:
        op = re.search(r'name = "torch\.([\w.]+)"|operation \'torch\.(aten\.[\w.]+)\'', error.output)
        op = op or re.search(r"= (?:torch\.)(aten\.[\w.]+)()", error.output)
        if not op:
            raise ToolError(f"torch-mlir does not lower the program: {error}", error.output) from None
        op = op[1] or op[2]
        nodes = [n for n in program.graph_module.graph.nodes if str(n.target).split(".")[:2] == op.split(".")[:2]]
        raise NotImplementedError(
            f"{op} is not supported: torch-mlir has no lowering of it; write it with other ops, "
            f"or compute it outside and pass it as an argument{line_of(nodes[0]) if nodes else ''}"
        ) from None


def _set_seed(text, seed, name, sg_opt):
    """Sets the seed of torch-mlir's generator, a global of the module. If `seed` is "argument",
    adds an argument for the seed."""
    symbol = "@global_seed"
    declaration = rf"^ *ml_program\.global private mutable {symbol}\((dense<0>) : tensor<i64>\).*\n"
    seed_global = re.search(declaration, text, flags=re.MULTILINE)
    if seed != "argument":
        if not seed_global:
            return text
        start = (seed + 2**63) % 2**64 - 2**63  # as an i64
        return f"{text[: seed_global.start(1)]}dense<{start}>{text[seed_global.end(1) :]}"
    head = re.search(rf"func\.func @{re.escape(name)}\((.*?)\)(?= ->| \{{| attributes)", text)
    end = text.index("{\n", head.end()) + 2
    store = f"%sg.seed = tensor.from_elements %seed : tensor<i64>\n    ml_program.global_store {symbol} = %sg.seed : tensor<i64>\n"
    arguments = ", ".join(filter(None, [head[1], "%seed: i64"]))
    text = text[: head.start(1)] + arguments + text[head.end(1) : end] + (store if seed_global else "") + text[end:]
    if not seed_global:
        return text
    # Pass the generator's state from op to op as values. The remaining stores are dead.
    text = run_tool([find_tool("sg-opt", sg_opt), "--mlprogram-pipeline-globals", "-"], text)
    if f"global_load {symbol}" in text:
        raise NotImplementedError("random numbers in a loop or a branch: give the seed as a number, not as an argument")
    text = re.sub(rf"^ *ml_program\.global_store {symbol} .*\n", "", text, flags=re.MULTILINE)
    return re.sub(declaration, "", text, flags=re.MULTILINE)


def _take_seed(text, name, sg_opt):
    """Makes the seed the last argument of a program that uses random numbers. Returns the program
    and whether it has this argument. Random numbers in a loop or branch instead use a constant
    seed, drawn from PyTorch's generator."""
    if "global_load @global_seed" not in text:
        return text, False
    try:
        return _set_seed(text, "argument", name, sg_opt), True
    except NotImplementedError:
        return _set_seed(text, draw_seed(), name, sg_opt), False


def draw_seed():
    """Draws a seed from PyTorch's generator."""
    import torch

    return int(torch.randint(2**63 - 1, ()))


def from_torch_text(
    module, *example_arguments, keywords=None, name="main", dynamic_shapes=None, seed=None, sg_opt=None
):
    """Returns MLIR of `module` for arguments with the types of `example_arguments`, as the public
    function `name`.

    `module` is a torch.nn.Module or a function of tensors. The arguments are, in this order: the
    parameters in the order of `named_parameters` (tied parameters once), the buffers that forward
    writes, the positional arguments of forward, and the `keywords`. The results are the module's
    results and the new values of the written buffers. Other buffers are constants. `dynamic_shapes`
    has the format of torch.export, for the arguments of forward only: by position, or a dictionary
    for the keywords.

    Random numbers (`torch.rand`, `dropout`) come from a generator of the program, not from
    PyTorch's. If `seed` is an int, it initializes the generator when the program is loaded. Each
    call continues the sequence. None means `torch.initial_seed()`, which `torch.manual_seed` sets.
    With "argument" the function has an additional last argument, an i64. Equal seeds then give
    equal numbers, and the program has no hidden state.
    """
    return convert(module, example_arguments, keywords, name, dynamic_shapes, seed, sg_opt).text


class Converted(NamedTuple):
    """A program converted to MLIR, and its properties."""

    text: str
    names: Optional[Names]  # None for a function
    buffers: Sequence[str]  # the buffers that are arguments, after the parameters
    constants: Sequence[Any]  # PyTorch tensors that are constants in the text
    dtypes: Dtypes
    results: Any  # (tree of the results, leaves that are not tensors), for `sg.torch.function` only
    takes_seed: bool


def _dtypes(program):
    """Returns the dtypes of the integer arguments and results, and None for others."""

    def read(node):
        dtype = str(getattr(node.meta["val"], "dtype", "")) if hasattr(node, "meta") and "val" in node.meta else ""
        name = dtype.removeprefix("torch.")
        return name if name.startswith(("int", "uint")) else None

    nodes = list(program.graph_module.graph.nodes)
    inputs = (node for node in nodes if node.op == "placeholder")
    argument_dtypes = [read(n) for n, spec in zip(inputs, program.graph_signature.input_specs) if spec.kind.name == "USER_INPUT"]
    return argument_dtypes, list(map(read, nodes[-1].args[0]))


def convert(
    module, example_arguments, keywords, name, dynamic_shapes, seed=None, sg_opt=None, for_function=False
):
    """Converts `module` and returns a `Converted`. For `sg.torch.function`, all buffers and the
    seed (if used) are arguments, and results are a flat tuple."""
    import torch

    if not (seed is None or seed == "argument" or isinstance(seed, int)):
        raise TypeError(f"seed is {seed!r}; it is an int, None or 'argument'")
    from torch_mlir import fx
    from torch_mlir.extras.fx_decomp_util import get_decomposition_table

    program, names, tensors, constants, results = export(
        module, example_arguments, keywords or {}, dynamic_shapes, for_function
    )
    refuse_sizes_of_data(program)
    program = program.run_decompositions(get_decomposition_table())
    refuse_by_importer(program)
    widen_unsigned(program)
    make_scatter_dims_positive(program)
    flatten_views(program)
    is_written = return_state(program, tensors, for_function)
    copy_constants(program)  # also constants that are buffers
    buffers = ()
    if names is not None:
        state = tuple(path for path, is_state in zip(names.state, is_written) if is_state)
        buffers = names.state if for_function else state
        names = names._replace(state=state)
    dtypes = _dtypes(program)
    torch_control.extend_importer()
    raw = str(fx.export_and_import(program, output_type="raw", func_name=name, decomposition_table={}))
    text = _lower(program, torch_loops.call_functions(call_functions(raw, "torch.sg.stop_gradient")))
    text = torch_loops.define_functions(text, functools.partial(_convert_cell, sg_opt=sg_opt))
    takes_seed = seed == "argument"
    if for_function:
        text, takes_seed = _take_seed(text, name, sg_opt)
    else:
        text = _set_seed(text, torch.initial_seed() if seed is None else seed, name, sg_opt)
    if seed == "argument" and names is not None:
        names = names._replace(keywords=(*names.keywords, "seed"))
    return Converted(import_markers(text, sg_opt), names, buffers, constants, dtypes, results, takes_seed)


def _convert_cell(cell, arguments, dynamic_shapes, name, sg_opt):
    return convert(cell, arguments, None, name, dynamic_shapes, 0, sg_opt).text


def from_torch(module, *example_arguments, name="main", **options):
    """Returns the result of `from_torch_text`, loaded. Accepts the options of `from_torch_text`.

    A torch.nn.Module becomes an `sg.Model`, whose functions take parameters by name and the
    argument "seed" as a keyword. A function becomes an `sg.Module`.
    """
    all_options = {"keywords": None, "dynamic_shapes": None, "seed": None, "sg_opt": None, **options}
    return load_converted(convert(module, example_arguments, name=name, **all_options), name)


def load_converted(converted, name="main"):
    """Returns the `sg.Model` or `sg.Module` for the result of `convert`."""
    from sg import Model, load

    if converted.names is not None:
        model = Model.load(converted.text, converted.names, name)
    else:
        model = load(converted.text)
    model._dtypes[name] = converted.dtypes
    return model
