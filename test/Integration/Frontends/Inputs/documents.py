"""Runs the Python code of docs/Frontends.md. Writes *.py and loss.mlir here, and the files of
PyTorch and ONNX in folders of these names. by-hand/in.mlir is StableHLO that calls a stop."""

from pathlib import Path

import jax
import jax.numpy as jnp
import numpy as np
import onnx
import sg
import torch

STABLEHLO = """
func.func public @main(%x: tensor<3xf64>) -> tensor<3xf64> {
  %sine = stablehlo.sine %x : tensor<3xf64>
  %stopped = func.call @sg.stop_gradient(%sine) : (tensor<3xf64>) -> tensor<3xf64>
  %y = stablehlo.multiply %x, %stopped : tensor<3xf64>
  return %y : tensor<3xf64>
}
func.func private @sg.stop_gradient(tensor<3xf64>) -> tensor<3xf64>
"""

rng = np.random.default_rng(0)
images = rng.normal(size=(5, 3)).astype(np.float32)
labels = np.array([0, 1, 1, 0, 1], np.int32)
np.save("images.npy", images)
np.save("labels.npy", labels)


def run(name, names):
    exec(compile(Path(f"{name}.py").read_text(encoding="utf-8"), "docs/Frontends.md", "exec"), names)
    return names["text"]


def loss(w, b, x, y):
    z = x @ w + b
    shifted = z - jax.lax.stop_gradient(z.max(1, keepdims=True))
    return jnp.mean(jnp.log(jnp.exp(shifted).sum(1)) - (shifted * jax.nn.one_hot(y, 2)).sum(1))


class Loss(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.linear = torch.nn.Linear(3, 2)

    def forward(self, x, y):
        z = self.linear(x)
        shifted = z - z.amax(1, keepdim=True).detach()
        return torch.nn.functional.nll_loss(torch.log_softmax(shifted, 1), y)


w, b = np.zeros((3, 2), np.float32), np.zeros(2, np.float32)
Path("loss.mlir").write_text(run("jax", {"loss": loss, "w": w, "b": b, "images": images, "labels": labels}))

names = {"jax": jax, "sg": sg, "loss": lambda p, x, y: loss(p["w"], p["b"], x, y), "parameters": {"w": w, "b": b}}
names |= {"images": images, "labels": labels}
original = names["loss"]
exec(compile(Path("function.py").read_text(encoding="utf-8"), "docs/Frontends.md", "exec"), names)
value, gradients = jax.value_and_grad(original)(names["parameters"], images, labels)
assert abs(names["value"] - value) < 1e-5 and abs(names["gradients"]["w"] - gradients["w"]).max() < 1e-5
names["loss"] = original
exec(compile(Path("trees.py").read_text(encoding="utf-8"), "docs/Frontends.md", "exec"), names)
assert abs(names["value"] - value) < 1e-5 and abs(names["gradients"]["w"] - gradients["w"]).max() < 1e-5

batch = torch.from_numpy(images), torch.from_numpy(labels.astype(np.int64))


class Normalized(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.normalization, self.loss = torch.nn.BatchNorm1d(3), Loss()

    def forward(self, x, y):
        return self.loss(self.normalization(x), y)


names = {"module": Normalized(), "sg": sg, "images": batch[0], "labels": batch[1]}
exec(compile(Path("model.py").read_text(encoding="utf-8"), "docs/Frontends.md", "exec"), names)
loss_of_torch = names["module"](*batch)
loss_of_torch.backward()
assert abs(names["loss"] - loss_of_torch) < 1e-5
for path, value in names["module"].named_parameters():
    assert (names["gradients"][path] - value.grad).abs().max() < 1e-5
assert names["state"]["normalization.num_batches_tracked"] == 1

arguments = {"images": torch.from_numpy(images), "labels": torch.from_numpy(labels.astype(np.int64))}
Path("torch").mkdir()
Path("torch/loss.mlir").write_text(run("torch", {"module": Loss(), **arguments}))

node = eval(Path("node.py").read_text(encoding="utf-8"))
square = onnx.helper.make_node("Mul", ["x", "y"], ["z"])
of = lambda name, shape: onnx.helper.make_tensor_value_info(name, onnx.TensorProto.DOUBLE, shape)
graph = onnx.helper.make_graph([node, square], "graph", [of("x", [])], [of("z", [])])
opsets = [onnx.helper.make_opsetid("", 17), onnx.helper.make_opsetid("sg", 1)]
onnx.save(onnx.helper.make_model(graph, opset_imports=opsets), "model.onnx")
Path("onnx").mkdir()
Path("onnx/loss.mlir").write_text(run("onnx", {}))

Path("by-hand").mkdir()
Path("by-hand/in.mlir").write_text(STABLEHLO)
