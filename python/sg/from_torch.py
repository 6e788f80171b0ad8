"""From modules of PyTorch to MLIR, with their stops.

    text = from_torch_text(module, *example_arguments)    # MLIR, for sg-opt and sg-run
    module = from_torch(module, *example_arguments)       # the same through sg.load

Needs torch, torch-mlir and sg-opt; docs/Frontends.md names the versions.

torch-mlir makes a plain alias of `detach`, and knows nothing of `no_grad`. These
are still in what torch.export returns, and others are made to be (torch_stops.py).
There they become an op of our own, which torch-mlir carries as far as its first form, and there a call of a function
without body, which passes through everything. --grad-import-markers makes
`grad.stop_gradient` of it.
"""

import functools
import os
import re
import sys
from typing import Any, NamedTuple, Optional, Sequence

from . import torch_control, torch_loops
from .from_jax import import_markers
from .function import Dtypes
from .names import Names
from .tools import ToolError, find_tool, run_tool
from .torch_export import export
from .torch_ops import copy_constants, count_from_the_front, flatten_views
from .torch_refusals import line_of, refuse_by_importer, refuse_sizes_of_data
from .torch_state import return_state
from .torch_unsigned import widen_unsigned


def call_functions(text, op, attributes=""):
    """Makes calls of functions without body of `op`, which is a stop, in torch-mlir's text."""
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
    """torch-mlir's passes from its backend contract, without the check that nothing but
    linalg is left: it refuses calls, and sg-opt checks the same."""
    from torch_mlir import ir
    from torch_mlir.passmanager import PassManager

    with ir.Context():
        passes = str(PassManager.parse("builtin.module(torch-backend-to-linalg-on-tensors-backend-pipeline)"))
    return re.sub(r",\s*torch-verify-linalg-on-tensors-backend-contract", "", passes)


def find_torch_mlir_opt(given):
    beside = os.path.join(os.path.dirname(sys.executable), "torch-mlir-opt")
    if given is None and "TORCH_MLIR_OPT" not in os.environ and os.path.exists(beside):
        return beside
    return find_tool("torch-mlir-opt", given)


def _lower(program, text, torch_mlir_opt=None):
    """torch-mlir's passes, in a process of their own: they may end with a signal. An error names the
    op, as PyTorch does, and its line."""
    passes = passes_to_linalg().removeprefix("builtin.module(")
    passes = (
        "builtin.module(func.func(torch-match-quantized-custom-ops), torchdynamo-export-to-torch-backend-pipeline"
        f"{{backend-legal-ops=aten.flatten.using_ints extra-library=}},{passes}"
    )
    try:
        return run_tool([find_torch_mlir_opt(torch_mlir_opt), "-", f"--pass-pipeline={passes}"], text)
    except ToolError as error:
        op = re.search(r'name = "torch\.([\w.]+)"|operation \'torch\.(aten\.[\w.]+)\'', error.said)
        op = op or re.search(r"= (?:torch\.)(aten\.[\w.]+)()", error.said)
        if not op:
            raise ToolError(f"torch-mlir does not lower the program: {error}", error.said) from None
        op = op[1] or op[2]
        nodes = [n for n in program.graph_module.graph.nodes if str(n.target).split(".")[:2] == op.split(".")[:2]]
        raise NotImplementedError(
            f"{op} does not come through: torch-mlir has no lowering of it; write it by other ops, "
            f"or compute it before and give it as an argument{line_of(nodes[0]) if nodes else ''}"
        ) from None


def _set_seed(text, seed, name, sg_opt):
    """Gives torch-mlir's generator, which is a global of the module, its seed."""
    symbol = "@global_seed"
    declaration = rf"^ *ml_program\.global private mutable {symbol}\((dense<0>) : tensor<i64>\).*\n"
    found = re.search(declaration, text, flags=re.MULTILINE)
    if seed != "argument":
        if not found:
            return text
        start = (seed + 2**63) % 2**64 - 2**63  # as an i64
        return f"{text[: found.start(1)]}dense<{start}>{text[found.end(1) :]}"
    head = re.search(rf"func\.func @{re.escape(name)}\((.*?)\)(?= ->| \{{| attributes)", text)
    end = text.index("{\n", head.end()) + 2
    store = f"%sg.seed = tensor.from_elements %seed : tensor<i64>\n    ml_program.global_store {symbol} = %sg.seed : tensor<i64>\n"
    arguments = ", ".join(filter(None, [head[1], "%seed: i64"]))
    text = text[: head.start(1)] + arguments + text[head.end(1) : end] + (store if found else "") + text[end:]
    if not found:
        return text
    # From each number to the next by values; what is left is stored for nobody.
    text = run_tool([find_tool("sg-opt", sg_opt), "--mlprogram-pipeline-globals", "-"], text)
    if f"global_load {symbol}" in text:
        raise NotImplementedError("random numbers in a loop or a branch: give the seed as a number, not as an argument")
    text = re.sub(rf"^ *ml_program\.global_store {symbol} .*\n", "", text, flags=re.MULTILINE)
    return re.sub(declaration, "", text, flags=re.MULTILINE)


def _take_seed(text, name, sg_opt):
    """The program with a seed as its last argument, if it has random numbers, and whether it has the
    argument. In a loop random numbers have a generator instead, which starts where PyTorch's own is."""
    if "global_load @global_seed" not in text:
        return text, False
    try:
        return _set_seed(text, "argument", name, sg_opt), True
    except NotImplementedError:
        return _set_seed(text, draw_seed(), name, sg_opt), False


def draw_seed():
    """A number of PyTorch's generator, which torch.manual_seed and torch.set_rng_state set."""
    import torch

    return int(torch.randint(2**63 - 1, ()))


def from_torch_text(
    module, *example_arguments, keywords=None, name="main", dynamic_shapes=None, seed=None, sg_opt=None
):
    """MLIR of `module` for arguments like these, as the public function `name`.

    `module` is a torch.nn.Module or a function of tensors. The parameters of a
    module come first, in the order of `named_parameters`, tied ones once; then the
    buffers that forward writes; then the arguments, and those of the dictionary
    `keywords`. Results are the module's, and the written buffers as they are then.
    Other buffers are constants. `dynamic_shapes` is that of torch.export, for the
    arguments alone: by position, or a dictionary for the keywords.

    Random numbers (`torch.rand`, `dropout`) are those of a generator of the
    program, not PyTorch's. `seed` is an int, with which it starts where the program
    is loaded, each call going on where the last one ended; None is
    `torch.initial_seed()`, what `torch.manual_seed` has set. With "argument" the
    function has one argument more, the last, an i64: the same one gives the same
    numbers, and nothing is hidden.
    """
    return convert(module, example_arguments, keywords, name, dynamic_shapes, seed, sg_opt).text


class Converted(NamedTuple):
    """What is known of a program as MLIR."""

    text: str
    names: Optional[Names]  # None of a function
    buffers: Sequence[str]  # those that are arguments, behind the parameters
    constants: Sequence[Any]  # tensors of PyTorch that are constants of the text
    dtypes: Dtypes
    results: Any  # (the tree of the results, its leaves that are no tensors), of a program for `sg.torch.function`
    takes_seed: bool


def _dtypes(program):
    """The types of arguments and results that are tensors of integers."""

    def read(node):
        dtype = str(getattr(node.meta["val"], "dtype", "")) if hasattr(node, "meta") and "val" in node.meta else ""
        name = dtype.removeprefix("torch.")
        return name if name.startswith(("int", "uint")) else None

    nodes = list(program.graph_module.graph.nodes)
    inputs = (node for node in nodes if node.op == "placeholder")
    given = [read(n) for n, spec in zip(inputs, program.graph_signature.input_specs) if spec.kind.name == "USER_INPUT"]
    return given, list(map(read, nodes[-1].args[0]))


def convert(
    module, example_arguments, keywords, name, dynamic_shapes, seed=None, sg_opt=None, for_function=False
):
    """What `from_torch_text` returns, and what belongs to it. For `sg.torch.function` all buffers are
    arguments, not only those that are written, results are a flat tuple, and the seed is an argument if
    there are random numbers."""
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
    count_from_the_front(program)
    flatten_views(program)
    is_written = return_state(program, tensors, for_function)
    copy_constants(program)  # those too that are buffers
    buffers = ()
    if names is not None:
        state = tuple(path for path, is_it in zip(names.state, is_written) if is_it)
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
    """What `from_torch_text` returns, loaded; options are those of `from_torch_text`.

    Of a torch.nn.Module it is an `sg.Model`, whose functions take parameters by name
    (the argument "seed" is a keyword); of a function an `sg.Module`.
    """
    given = {"keywords": None, "dynamic_shapes": None, "seed": None, "sg_opt": None, **options}
    return load_converted(convert(module, example_arguments, name=name, **given), name)


def load_converted(converted, name="main"):
    """The `sg.Model` or `sg.Module` of what `convert` returns."""
    from sg import Model, load

    if converted.names is not None:
        model = Model.load(converted.text, converted.names, name)
    else:
        model = load(converted.text)
    model._dtypes[name] = converted.dtypes
    return model
