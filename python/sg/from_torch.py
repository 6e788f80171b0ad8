"""From modules of PyTorch to MLIR, with their stops.

    text = from_torch_text(module, *example_arguments)    # MLIR, for sg-opt and sg-run
    module = from_torch(module, *example_arguments)       # the same through sg.load

Needs torch, torch-mlir and sg-opt; docs/Frontends.md names the versions.

torch-mlir makes a plain alias of `detach`, and knows nothing of `no_grad`. Both
are still in what torch.export returns. There they become an op of our own, which
torch-mlir carries as far as its first form, and there a call of a function
without body, which passes through everything. --grad-import-markers makes
`grad.stop_gradient` of it.
"""

import contextlib
import functools
import os
import re
import sys

from . import torch_control, torch_loops
from .from_jax import import_markers
from .names import Names
from .tools import ToolError, find_tool, run_tool
from .torch_ops import count_from_the_front, decompose, flatten_views
from .torch_state import inline_writes_without_gradient, return_state


@functools.cache
def _stop_op():
    """The op in place of `detach`: what it gives has the type of its operand."""
    import torch

    library = torch.library.Library("sg", "DEF")
    library.define("stop_gradient(Tensor x) -> Tensor")
    library.impl("stop_gradient", lambda x: x.clone(), "CompositeExplicitAutograd")
    library.impl("stop_gradient", torch.empty_like, "Meta")
    # With the library, which defines the op as long as it lives.
    return torch.ops.sg.stop_gradient.default, library


def _mark_stops(graph_module):
    """Puts the op in the place of stops, in the graphs of branches and loops too."""
    import torch

    op, _ = _stop_op()
    set_grad = torch.ops.higher_order.wrap_with_set_grad_enabled
    for part in list(graph_module.modules()):
        if not isinstance(part, torch.fx.GraphModule):
            continue
        for node in list(part.graph.nodes):
            if node.op != "call_function":
                continue
            if node.target in (torch.ops.aten.detach.default, torch.ops.aten.detach_.default):
                node.target = op
            elif node.target is set_grad and not node.args[0]:
                # Parts of one level: enable_grad inside of no_grad ends the part.
                for result in list(node.users):
                    with part.graph.inserting_after(result):
                        stop = part.graph.call_function(op, (result,))
                    stop.meta = dict(result.meta)
                    result.replace_all_uses_with(stop, delete_user_cb=lambda user, stop=stop: user is not stop)
        part.recompile()


@contextlib.contextmanager
def _refused(*refusals):
    """What torch.export does not see is an error while it runs."""
    saved = [(owner, name, owner.__dict__[name]) for owner, name, _ in refusals]
    for owner, name, message in refusals:

        def refuse(*arguments, message=message, **options):
            raise NotImplementedError(message)

        setattr(owner, name, refuse)
    try:
        yield
    finally:
        for owner, name, value in saved:
            setattr(owner, name, value)


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


def _line(node):
    """Where the user's program has that op, as a line of the error."""
    frames = re.findall(r"^ *(File .*\n.*)", node.meta.get("stack_trace") or "", re.MULTILINE)
    return "".join(f"\n{frame}" for frame in frames[-1:] if __file__ not in frame)


_SIZED_BY_DATA = re.compile(r"aten\.(index|nonzero|masked_select|_?unique\w*)")


def _refuse_sizes_of_data(program):
    """On some of these programs torch-mlir takes all memory. It has others, as bincount."""
    from torch.fx.experimental.symbolic_shapes import free_unbacked_symbols

    for node in program.graph_module.graph.nodes:
        value = node.meta.get("val")
        if node.op != "call_function" or not _SIZED_BY_DATA.fullmatch(op := ".".join(str(node.target).split(".")[:2])):
            continue
        values = value if isinstance(value, (tuple, list)) else [value]
        if any(hasattr(v, "shape") and free_unbacked_symbols(tuple(v.shape)) for v in values):
            raise NotImplementedError(
                f"the size of what {op} gives depends on data: write it with torch.where, or multiply by a mask{_line(node)}"
            )


def _refuse_effects(program):
    """The importer of torch-mlir names no op that torch.export orders by effects."""
    import torch

    for node in program.graph_module.graph.nodes:
        if node.target is torch.ops.higher_order.with_effects:
            # A check of what a library of linear algebra says has the name of its function.
            name = next((value for value in node.args if isinstance(value, str)), str(node.args[1]))
            raise NotImplementedError(f"{name} does not come through: write it by other ops{_line(node)}")


@contextlib.contextmanager
def _named_by_export():
    """What torch.export refuses by the bare name of an op."""
    import torch

    try:
        yield
    except torch._subclasses.fake_tensor.DynamicOutputShapeException as error:
        raise NotImplementedError(
            f"the size of what {error.func} gives depends on data, or it has no program: write it by other ops"
        ) from error


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
            f"or compute it before and give it as an argument{_line(nodes[0]) if nodes else ''}"
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


def _export(module, example_arguments, keywords, dynamic_shapes):
    """The program of torch.export with stops marked, parameters and buffers as its first
    inputs; what it says of these, and the tensors of the buffers by placeholders."""
    import torch

    is_module = isinstance(module, torch.nn.Module)
    parameters = dict(module.named_parameters()) if is_module else {}
    buffers = dict(module.named_buffers()) if is_module else {}
    values = {path: value.detach().clone().requires_grad_() for path, value in parameters.items()}
    values.update((path, value.detach().clone()) for path, value in buffers.items())

    class Program(torch.nn.Module):
        def forward(self, given, arguments, keywords):
            if not values:
                return module(*arguments, **keywords)
            return torch.func.functional_call(module, dict(zip(values, given)), arguments, keywords)

    if dynamic_shapes is not None:
        by_name = isinstance(dynamic_shapes, dict)
        positional = [None] * len(example_arguments) if by_name else dynamic_shapes
        named = {key: dynamic_shapes.get(key) if by_name else None for key in keywords}
        dynamic_shapes = ([None] * len(values), tuple(positional), named)
    refused = _refused(
        (torch.autograd.Function, "apply", "the backward part of an autograd.Function would be lost: "
         "write it with detach, or as grad.custom_vjp in MLIR"),
        (torch.Tensor, "register_hook", "hooks on gradients would be lost"),
    )  # fmt: skip
    with refused, torch_loops.recurrent_layers(), torch.enable_grad(), _named_by_export():
        program = torch.export.export(
            Program(), (list(values.values()), example_arguments, keywords), dynamic_shapes=dynamic_shapes
        )
    specs = program.graph_signature.input_specs
    inputs = [spec.arg.name for spec in specs if spec.kind.name == "USER_INPUT"][len(parameters) : len(values)]
    tensors = dict(zip(inputs, buffers.values()))
    inline_writes_without_gradient(program.graph_module, _stop_op()[0], tensors.__contains__)
    _mark_stops(program.graph_module)
    if not is_module:
        return decompose(program), None, tensors
    trained = tuple(path for path, value in parameters.items() if value.requires_grad)
    names = Names(tuple(parameters), trained, tuple(buffers), len(example_arguments), tuple(keywords))
    return decompose(program), names, tensors


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
    return _convert(module, example_arguments, keywords, name, dynamic_shapes, seed, sg_opt)[0]


def _convert(module, example_arguments, keywords, name, dynamic_shapes, seed, sg_opt):
    import torch

    if not (seed is None or seed == "argument" or isinstance(seed, int)):
        raise TypeError(f"seed is {seed!r}; it is an int, None or 'argument'")
    from torch_mlir import fx
    from torch_mlir.extras.fx_decomp_util import get_decomposition_table

    program, names, tensors = _export(module, example_arguments, keywords or {}, dynamic_shapes)
    _refuse_sizes_of_data(program)
    program = program.run_decompositions(get_decomposition_table())
    _refuse_effects(program)
    count_from_the_front(program)
    flatten_views(program)
    is_written = return_state(program, tensors)
    if names is not None:
        names = names._replace(state=tuple(path for path, is_it in zip(names.state, is_written) if is_it))
    torch_control.extend_importer()
    raw = str(fx.export_and_import(program, output_type="raw", func_name=name, decomposition_table={}))
    text = _lower(program, torch_loops.call_functions(call_functions(raw, "torch.sg.stop_gradient")))
    text = torch_loops.define_functions(text, functools.partial(_convert_cell, sg_opt=sg_opt))
    text = _set_seed(text, torch.initial_seed() if seed is None else seed, name, sg_opt)
    if seed == "argument" and names is not None:
        names = names._replace(keywords=(*names.keywords, "seed"))
    return import_markers(text, sg_opt), names


def _convert_cell(cell, arguments, dynamic_shapes, name, sg_opt):
    return _convert(cell, arguments, None, name, dynamic_shapes, 0, sg_opt)[0]


def from_torch(module, *example_arguments, name="main", **options):
    """What `from_torch_text` returns, loaded; options are those of `from_torch_text`.

    Of a torch.nn.Module it is an `sg.Model`, whose functions take parameters by name
    (the argument "seed" is a keyword); of a function an `sg.Module`.
    """
    from sg import Model, load

    given = {"keywords": None, "dynamic_shapes": None, "seed": None, "sg_opt": None, **options}
    text, names = _convert(module, example_arguments, name=name, **given)
    return Model.load(text, names, name) if names is not None else load(text)
