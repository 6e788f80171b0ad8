"""Compares ONNX models imported by from_onnx with PyTorch's derivatives of the same models."""

import tempfile

import numpy as np
import torch
import torch.nn.functional as F
from compare import Comparison
from onnx import TensorProto, helper, numpy_helper
from sg.from_onnx import from_onnx_text

comparison = Comparison()
TYPES = {np.float32: TensorProto.FLOAT, np.float64: TensorProto.DOUBLE, np.int64: TensorProto.INT64}


def node(op, inputs, output, **attributes):
    return helper.make_node(op, inputs.split(), [output], domain="sg" if op == "StopGradient" else "", **attributes)


def model(dtype, nodes, inputs, parameters):
    """Returns a model whose inputs have the given shapes; a named size is dynamic."""
    graph = helper.make_graph(
        nodes,
        "graph",
        [helper.make_tensor_value_info(name, TYPES[dtype], shape) for name, shape in inputs.items()],
        [helper.make_tensor_value_info("y", TYPES[dtype], [])],
        [numpy_helper.from_array(value, name) for name, value in parameters.items()],
    )
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17), helper.make_opsetid("sg", 1)])


def check(name, program, reference, parameters, arguments):
    """Compares with `reference`, which takes the float parameters, then the arguments."""
    leaves = [v for v in parameters.values() if v.dtype.kind == "f"] + list(arguments)

    def derivatives(directions):
        varied = [torch.from_numpy(leaf).requires_grad_() for leaf in leaves]
        value = reference(*varied)
        options = {"allow_unused": True, "materialize_grads": True}
        gradients = torch.autograd.grad(value, varied, create_graph=True, **options)
        along = sum((g * torch.from_numpy(d)).sum() for g, d in zip(gradients, directions))
        products = torch.autograd.grad(along, varied, **options)
        return value.detach(), [g.detach() for g in gradients], products

    text = from_onnx_text(program, name="f")
    comparison.compare(name, text, leaves, range(len(leaves)), derivatives)


def stable(w, b, x):
    z = x @ w + b
    shifted = z - z.amax(1, keepdim=True).detach()
    return (shifted.exp().sum(1).log() - shifted[:, 0]).sum()


def convolutional(w, b, x):
    z = F.max_pool2d(torch.tanh(F.conv2d(x, w, b, padding=1)), 2)
    return (z * z).mean()


rng = np.random.default_rng(0)
for dtype in (np.float32, np.float64):
    n = lambda *shape: rng.normal(size=shape).astype(dtype)  # noqa: E731
    parameters = {"w": n(5, 3), "b": n(3), "one": np.array([1]), "zero": np.array([0])}
    nodes = [
        node("Gemm", "x w b", "z"),
        node("ReduceMax", "z", "m", axes=[1]),
        node("StopGradient", "m", "s"),
        node("Sub", "z s", "shifted"),
        node("Exp", "shifted", "e"),
        node("ReduceSum", "e one", "sum", keepdims=0),
        node("Log", "sum", "l"),
        node("Gather", "shifted zero", "column", axis=1),
        node("Squeeze", "column one", "right"),
        node("Sub", "l right", "losses"),
        node("ReduceSum", "losses", "y", keepdims=0),
    ]
    check("softmax", model(dtype, nodes, {"x": [4, 5]}, parameters), stable, parameters, [n(4, 5)])
    check("softmax of any batch", model(dtype, nodes, {"x": ["n", 5]}, parameters), stable, parameters, [n(7, 5)])

    nodes = [
        node("Round", "x", "r"),
        node("Sub", "r x", "d"),
        node("StopGradient", "d", "s"),
        node("Add", "x s", "q"),
        node("Mul", "q q", "qq"),
        node("Mul", "w qq", "p"),
        node("ReduceSum", "p", "y", keepdims=0),
    ]
    through = lambda w, x: (w * (x + (torch.round(x) - x).detach()) ** 2).sum()  # noqa: E731
    check("straight through", model(dtype, nodes, {"x": [6]}, {"w": n(6)}), through, {"w": n(6)}, [n(6) * 3])

    parameters = {"w": n(3, 2, 3, 3), "b": n(3)}
    nodes = [
        node("Conv", "x w b", "c", pads=[1, 1, 1, 1]),
        node("Tanh", "c", "t"),
        node("MaxPool", "t", "p", kernel_shape=[2, 2], strides=[2, 2]),
        node("Mul", "p p", "pp"),
        node("ReduceMean", "pp", "y", keepdims=0),
    ]
    shape = {"x": [2, 2, 6, 4]}
    check("convolutional", model(dtype, nodes, shape, parameters), convolutional, parameters, [n(2, 2, 6, 4)])

wrong = model(np.float32, [node("MatMul", "x w", "y")], {"x": [2, 3]}, {"w": np.ones((4, 2), np.float32)})
comparison.refuse("shapes that do not fit", "shapes of the model do not match", lambda: from_onnx_text(wrong))
unknown = model(np.float32, [helper.make_node("Own", ["x"], ["y"], domain="sg")], {"x": [2]}, {})
unknown.graph.output[0].type.tensor_type.ClearField("shape")
comparison.refuse("an op that nobody knows", "node '' of type 'sg.Own', is unknown", lambda: from_onnx_text(unknown))
unique = model(np.float32, [node("Unique", "x", "y")], {"x": [2]}, {})
unique.graph.output[0].CopyFrom(helper.make_tensor_value_info("y", TensorProto.FLOAT, ["n"]))
comparison.refuse("an op without lowering", "torch-mlir-opt crashes on the program (SIGSEGV); this is a fault of the tool", lambda: from_onnx_text(unique))
with tempfile.NamedTemporaryFile(suffix=".onnx") as file:
    file.write(b"no model")
    file.flush()
    comparison.refuse("another file", "is not a model of ONNX", lambda: from_onnx_text(file.name))
comparison.end()
