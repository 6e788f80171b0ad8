"""Conversion of ONNX models to MLIR, with their stops.

    text = from_onnx_text("model.onnx")    # MLIR, for sg-opt and sg-run
    module = from_onnx("model.onnx")       # the same through sg.load

Needs onnx, torch-mlir and sg-opt. docs/Frontends.md names the versions.

ONNX has no stop. A node `StopGradient` of the domain `sg`, with one input and one output, serves as
a stop. ONNX does not know this op, so this module infers the shape of its output. torch-mlir lowers
the node to a call of a function without body, which --grad-import-markers replaces by
`grad.stop_gradient`.
"""

import os

from .from_jax import import_markers
from .from_torch import call_functions, find_torch_mlir_opt, passes_to_linalg
from .tools import run_tool

DOMAIN, STOP = "sg", "StopGradient"


def _graphs(graph):
    """Yields the graph and the graphs of its branches and loops."""
    yield graph
    for node in graph.node:
        for attribute in node.attribute:
            for inner in [attribute.g] if attribute.HasField("g") else attribute.graphs:
                yield from _graphs(inner)


def _infer_shapes(model):
    """Infers the shapes of all values. The output of a stop has the shape of its input."""
    import onnx

    stops = [
        node
        for graph in _graphs(model.graph)
        for node in graph.node
        if node.domain == DOMAIN and node.op_type == STOP
    ]
    # Shape inference does not keep the order of nodes, so stops are found by their output.
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
    """Raises ValueError if a rank is unknown, since torch-mlir would crash."""
    shaped_values = {
        value.name
        for value in (*graph.input, *graph.output, *graph.value_info)
        if value.type.HasField("tensor_type") and value.type.tensor_type.HasField("shape")
    }
    for node in graph.node:
        for value in node.output:
            if value and value not in shaped_values:
                raise ValueError(
                    f"the shape of '{value}', a result of the node '{node.name}' of type "
                    f"'{node.domain or 'ai.onnx'}.{node.op_type}', is unknown: define it by value_info"
                )


# Ops that move or convert elements. torch-mlir lowers them correctly for unsigned integers.
_MOVES = {
    "Cast", "Concat", "Expand", "Flatten", "Gather", "GatherElements", "GatherND", "Identity", "Reshape", "Shape", "Slice",
    "Split", "Squeeze", "Tile", "Transpose", "Unsqueeze", "Where", STOP,
}  # fmt: skip


def _refuse_unsigned(graph):
    """Refuses unsigned integers, which torch-mlir treats as signed, except in quantized ops."""
    import onnx

    unsigned = {getattr(onnx.TensorProto, f"UINT{bits}") for bits in (8, 16, 32, 64)}
    values = [*graph.input, *graph.value_info]
    names = {value.name for value in values if value.type.tensor_type.elem_type in unsigned}
    names.update(value.name for value in graph.initializer if value.data_type in unsigned)
    for node in graph.node:
        is_supported = node.op_type in _MOVES or any(word in node.op_type for word in ("Quantize", "QLinear", "Integer"))
        name = next((name for name in node.input if name in names), None)
        if name is not None and not is_supported:
            raise ValueError(
                f"the node '{node.name}' of type '{node.op_type}' computes with unsigned integers ('{name}'), "
                "which torch-mlir does not support: cast them to int32 first"
            )


def _take_parameters(model):
    """Replaces the floating-point constants of the graph by arguments, which come first."""
    import onnx

    floating = {onnx.TensorProto.FLOAT, onnx.TensorProto.DOUBLE, onnx.TensorProto.FLOAT16, onnx.TensorProto.BFLOAT16}
    graph = model.graph
    parameters = [value for value in graph.initializer if value.data_type in floating]
    names = {value.name for value in graph.initializer}
    # An initializer that is also an input is a constant that callers can override.
    inputs = [value for value in graph.input if value.name not in names]
    constants = [value for value in graph.initializer if value.data_type not in floating]
    parameter_inputs = [onnx.helper.make_tensor_value_info(p.name, p.data_type, list(p.dims)) for p in parameters]
    for field, values in ((graph.input, parameter_inputs + inputs), (graph.initializer, constants)):
        copies = [type(value).FromString(value.SerializeToString()) for value in values]
        del field[:]
        field.extend(copies)


def from_onnx_text(model, name="main", sg_opt=None, torch_mlir_opt=None):
    """Returns MLIR of `model`, a path or an onnx.ModelProto, as the public function `name`.

    The floating-point constants (the parameters) are the first arguments, in the order of
    `graph.initializer`, followed by the inputs. The results are the outputs. Raises ValueError if
    the model is invalid or a shape is unknown, and RuntimeError if torch-mlir or sg-opt has no
    lowering.
    """
    return _convert(model, name, sg_opt, torch_mlir_opt)[0]


def _dtypes(values):
    """Returns the names of integer types, whose signedness MLIR lacks, and None for other types."""
    import onnx

    names = [onnx.helper.tensor_dtype_to_np_dtype(value.type.tensor_type.elem_type).name for value in values]
    return [name if name.startswith(("int", "uint")) else None for name in names]


def _convert(model, name="main", sg_opt=None, torch_mlir_opt=None):
    """Returns the result of `from_onnx_text`, and the types of arguments and results."""
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
        raise ValueError(f"the shapes of the model do not match: {error}") from error
    _check_shapes(model.graph)
    _refuse_unsigned(model.graph)
    with ir.Context() as context:
        torch_dialect.register_dialect(context)
        info = onnx_importer.ModelInfo(model)
        imported = info.create_module(context=context)
        onnx_importer.NodeImporter.define_function(info.main_graph, imported.operation).import_all()
        pipelines = ["builtin.module(torch-onnx-to-torch-backend-pipeline)", passes_to_linalg()]
    # torch-mlir requires an opset version, but no op in the function depends on the version.
    version = " attributes {torch.onnx_meta.opset_version = 17 : si64}"
    text = call_functions(str(imported), f"onnx.{STOP}", version)
    # Run in another process, since torch-mlir crashes on some models.
    for passes in pipelines:
        text = run_tool([find_torch_mlir_opt(torch_mlir_opt), "-", f"--pass-pipeline={passes}"], text)
    return import_markers(text, sg_opt), (_dtypes(model.graph.input), _dtypes(model.graph.output))


def from_onnx(model, name="main", **options):
    """Returns the result of `from_onnx_text`, loaded by `sg.load`."""
    from sg import load

    text, dtypes = _convert(model, name, **options)
    module = load(text)
    module._dtypes[name] = dtypes
    return module
