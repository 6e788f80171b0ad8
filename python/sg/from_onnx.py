"""From models of ONNX to MLIR, with their stops.

    text = from_onnx_text("model.onnx")    # MLIR, for sg-opt and sg-run
    module = from_onnx("model.onnx")       # the same through sg.load

Needs onnx, torch-mlir and sg-opt; docs/Frontends.md names the versions.

ONNX has no stop. A node `StopGradient` of the domain `sg`, with one input and one
output, is one. To ONNX it is an op that it does not know, so that its shape is
told; to torch-mlir it is a call of a function without body, which passes through
everything. --grad-import-markers makes `grad.stop_gradient` of it.
"""

import os

from .from_jax import import_markers
from .from_torch import call_functions, find_torch_mlir_opt, passes_to_linalg
from .tools import run_tool

DOMAIN, STOP = "sg", "StopGradient"


def _graphs(graph):
    """The graph and those of its branches and loops."""
    yield graph
    for node in graph.node:
        for attribute in node.attribute:
            for inner in [attribute.g] if attribute.HasField("g") else attribute.graphs:
                yield from _graphs(inner)


def _infer_shapes(model):
    """Shapes of all values; a stop has that of what it stops."""
    import onnx

    stops = [
        node
        for graph in _graphs(model.graph)
        for node in graph.node
        if node.domain == DOMAIN and node.op_type == STOP
    ]
    # Their place in the list of nodes is not known to what is inferred, their output is.
    outputs = {output for node in stops for output in node.output}
    for node in stops:
        node.domain, node.op_type = "", "Identity"
    inferred = onnx.shape_inference.infer_shapes(model, strict_mode=True, data_prop=True)
    for graph in _graphs(inferred.graph):
        for node in graph.node:
            if node.op_type == "Identity" and outputs.intersection(node.output):
                node.domain, node.op_type = DOMAIN, STOP
    return inferred


def _check_shapes(graph):
    """torch-mlir ends with a signal where the rank of a value is unknown."""
    known = {
        value.name
        for value in (*graph.input, *graph.output, *graph.value_info)
        if value.type.HasField("tensor_type") and value.type.tensor_type.HasField("shape")
    }
    for node in graph.node:
        for value in node.output:
            if value and value not in known:
                raise ValueError(
                    f"the shape of '{value}', a result of the node '{node.name}' of type "
                    f"'{node.domain or 'ai.onnx'}.{node.op_type}', is not known: give it by value_info"
                )


# These move elements of unsigned integers, or convert them, and do so rightly.
_MOVES = {
    "Cast", "Concat", "Expand", "Flatten", "Gather", "GatherElements", "GatherND", "Identity", "Reshape", "Shape", "Slice",
    "Split", "Squeeze", "Tile", "Transpose", "Unsqueeze", "Where", STOP,
}  # fmt: skip


def _refuse_unsigned(graph):
    """torch-mlir computes with unsigned integers as with signed ones, but for quantized ops."""
    import onnx

    unsigned = {getattr(onnx.TensorProto, f"UINT{bits}") for bits in (8, 16, 32, 64)}
    values = [*graph.input, *graph.value_info]
    names = {value.name for value in values if value.type.tensor_type.elem_type in unsigned}
    names.update(value.name for value in graph.initializer if value.data_type in unsigned)
    for node in graph.node:
        is_right = node.op_type in _MOVES or any(word in node.op_type for word in ("Quantize", "QLinear", "Integer"))
        name = next((name for name in node.input if name in names), None)
        if name is not None and not is_right:
            raise ValueError(
                f"the node '{node.name}' of type '{node.op_type}' computes with unsigned integers ('{name}'), as torch-mlir "
                "does not: cast them to int32 before"
            )


def _take_parameters(model):
    """Makes arguments of the floating-point constants of the graph, and puts them first."""
    import onnx

    floating = {onnx.TensorProto.FLOAT, onnx.TensorProto.DOUBLE, onnx.TensorProto.FLOAT16, onnx.TensorProto.BFLOAT16}
    graph = model.graph
    parameters = [value for value in graph.initializer if value.data_type in floating]
    names = {value.name for value in graph.initializer}
    # What is in both lists is a constant with a name that can be overridden.
    inputs = [value for value in graph.input if value.name not in names]
    constants = [value for value in graph.initializer if value.data_type not in floating]
    first = [onnx.helper.make_tensor_value_info(p.name, p.data_type, list(p.dims)) for p in parameters]
    for field, values in ((graph.input, first + inputs), (graph.initializer, constants)):
        kept = [type(value).FromString(value.SerializeToString()) for value in values]
        del field[:]
        field.extend(kept)


def from_onnx_text(model, name="main", sg_opt=None, torch_mlir_opt=None):
    """MLIR of `model`, a path or an onnx.ModelProto, as the public function `name`.

    Its floating-point constants (the parameters) come first, in the order of
    `graph.initializer`, then its inputs. Results are its outputs. Raises ValueError
    if the model is not right or a shape not known, RuntimeError if torch-mlir or sg-opt has no lowering.
    """
    return _convert(model, name, sg_opt, torch_mlir_opt)[0]


def _dtypes(values):
    """The names of the types of integers, which MLIR has without a sign."""
    import onnx

    names = [onnx.helper.tensor_dtype_to_np_dtype(value.type.tensor_type.elem_type).name for value in values]
    return [name if name.startswith(("int", "uint")) else None for name in names]


def _convert(model, name="main", sg_opt=None, torch_mlir_opt=None):
    """What `from_onnx_text` returns, and the types of arguments and results."""
    import google.protobuf.message
    import onnx
    from torch_mlir import ir
    from torch_mlir.dialects import torch as torch_dialect
    from torch_mlir.extras import onnx_importer

    if isinstance(model, (str, os.PathLike)):
        path = model
        try:
            model = onnx.load(path)
        except google.protobuf.message.DecodeError as error:
            raise ValueError(f"{path} is not a model of ONNX: {error}") from error
    model = onnx.ModelProto.FromString(model.SerializeToString())
    model.graph.name = name
    _take_parameters(model)
    try:
        model = _infer_shapes(model)
    except onnx.shape_inference.InferenceError as error:
        raise ValueError(f"the shapes of the model do not fit: {error}") from error
    _check_shapes(model.graph)
    _refuse_unsigned(model.graph)
    with ir.Context() as context:
        torch_dialect.register_dialect(context)
        info = onnx_importer.ModelInfo(model)
        imported = info.create_module(context=context)
        onnx_importer.NodeImporter.define_function(info.main_graph, imported.operation).import_all()
        pipelines = ["builtin.module(torch-onnx-to-torch-backend-pipeline)", passes_to_linalg()]
    # Any version will do: it is asked for, but there is nothing in the function.
    version = " attributes {torch.onnx_meta.opset_version = 17 : si64}"
    text = call_functions(str(imported), f"onnx.{STOP}", version)
    # In a process of its own: on some models it ends with a signal.
    for passes in pipelines:
        text = run_tool([find_torch_mlir_opt(torch_mlir_opt), "-", f"--pass-pipeline={passes}"], text)
    return import_markers(text, sg_opt), (_dtypes(model.graph.input), _dtypes(model.graph.output))


def from_onnx(model, name="main", **options):
    """`sg.load` of what `from_onnx_text` returns."""
    from sg import load

    text, dtypes = _convert(model, name, **options)
    module = load(text)
    module._dtypes[name] = dtypes
    return module
