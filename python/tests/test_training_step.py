"""Tests of compiled training steps against the formulas in NumPy."""

import numpy as np
import pytest
import sg
from sg.names import Names


def text(element="f64", rows="3"):
    """Returns a program that computes the sum of (w * x + b)^2 and increments a call count."""
    row = f"tensor<{rows}x{element}>"
    return f"""
    #id = affine_map<(i) -> (i)>
    #all = affine_map<(i) -> ()>
    func.func @main(%w: {row}, %b: tensor<{element}>, %count: tensor<i64>, %x: {row}) -> (tensor<{element}>, tensor<i64>) {{
      %zero = arith.constant dense<0.0> : tensor<{element}>
      %loss = linalg.generic {{indexing_maps = [#id, #id, #all, #all], iterator_types = ["reduction"]}}
          ins(%w, %x, %b : {row}, {row}, tensor<{element}>) outs(%zero : tensor<{element}>) {{
      ^bb0(%v: {element}, %u: {element}, %c: {element}, %sum: {element}):
        %p = arith.mulf %v, %u : {element}
        %y = arith.addf %p, %c : {element}
        %z = arith.mulf %y, %y : {element}
        %next = arith.addf %sum, %z : {element}
        linalg.yield %next : {element}
      }} -> tensor<{element}>
      %n = tensor.extract %count[] : tensor<i64>
      %one = arith.constant 1 : i64
      %m = arith.addi %n, %one : i64
      %after = tensor.from_elements %m : tensor<i64>
      return %loss, %after : tensor<{element}>, tensor<i64>
    }}"""


NAMES = Names(("w", "b"), ("w", "b"), ("count",), 1, ())


def begin(dtype=np.float64):
    return {"w": np.array([1, -2, 0.5]).astype(dtype), "b": np.array(0.25).astype(dtype)}, {"count": np.array(0)}


def loss_and_gradients(parameters, x):
    y = parameters["w"] * x + parameters["b"]
    return (y * y).sum(), {"w": 2 * y * x, "b": 2 * y.sum()}


def inputs(count):
    return np.random.default_rng(0).normal(size=(count, 3))


class Reference:
    """The optimizers as defined by their papers and torch.optim."""

    def __init__(self, kind, rate, momentum=0, dampening=0, nesterov=False, betas=(0.9, 0.999), eps=1e-8,
                 weight_decay=None):  # fmt: skip
        self.__dict__.update(locals())
        self.decay = weight_decay if weight_decay is not None else 1e-2 if kind == "adamw" else 0
        self.slots, self.step = {}, 0

    def update(self, parameters, gradients):
        self.step += 1
        for name, g in gradients.items():
            p = parameters[name]
            if self.kind == "adamw":
                p = p * (1 - self.rate * self.decay)
            else:
                g = g + self.decay * p
            if self.kind == "sgd":
                if self.momentum:
                    old = self.slots.get(name)
                    momentum = g if old is None else self.momentum * old + (1 - self.dampening) * g
                    self.slots[name] = momentum
                    g = g + self.momentum * momentum if self.nesterov else momentum
                parameters[name] = p - self.rate * g
                continue
            m, v = self.slots.get(name, (0, 0))
            m = self.betas[0] * m + (1 - self.betas[0]) * g
            v = self.betas[1] * v + (1 - self.betas[1]) * g * g
            self.slots[name] = m, v
            corrected = v / (1 - self.betas[1] ** self.step)
            parameters[name] = p - self.rate * m / (1 - self.betas[0] ** self.step) / (np.sqrt(corrected) + self.eps)


@pytest.mark.parametrize(
    "kind, options",
    [
        ("sgd", {}),
        ("sgd", {"weight_decay": 0.1}),
        ("sgd", {"momentum": 0.9}),
        ("sgd", {"momentum": 0.9, "dampening": 0.5, "weight_decay": 0.01}),
        ("sgd", {"momentum": 0.9, "nesterov": True}),
        ("adam", {}),
        ("adam", {"betas": (0.5, 0.9), "eps": 1e-3, "weight_decay": 0.1}),
        ("adamw", {}),
        ("adamw", {"weight_decay": 0.0}),
    ],
)
@pytest.mark.parametrize("rows, threads", [("3", 1), ("?", 2)])
def test_optimizers(kind, options, rows, threads):
    model = sg.Model.load(text(rows=rows), NAMES)
    step = sg.training_step(model, kind, learning_rate=0.05, threads=threads, **options)
    parameters, state = begin()
    expected_parameters, reference = begin()[0], Reference(kind, 0.05, **options)
    original_arrays = dict(parameters)
    optimizer_state = step.init(parameters)
    for count, x in enumerate(inputs(12)):
        expected, gradients = loss_and_gradients(expected_parameters, x)
        reference.update(expected_parameters, gradients)
        assert step(parameters, optimizer_state, state, x) == pytest.approx(expected, rel=1e-13)
        assert optimizer_state["step"] == state["count"] == count + 1
        for name in parameters:
            np.testing.assert_allclose(parameters[name], expected_parameters[name], rtol=1e-12, atol=1e-14)
    assert all(parameters[name] is original_arrays[name] for name in original_arrays)


@pytest.mark.parametrize("dtype, tolerance", [("float16", 4e-3), ("bfloat16", 3e-2), ("float32", 1e-5)])
@pytest.mark.parametrize("kind", ["sgd", "adamw"])
def test_element_types(dtype, tolerance, kind):
    if dtype == "bfloat16":
        dtype = pytest.importorskip("ml_dtypes").bfloat16
    element = {"float16": "f16", "float32": "f32"}.get(dtype, "bf16")
    step = sg.training_step(sg.Model.load(text(element), NAMES), kind, learning_rate=0.05)
    parameters, state = begin(dtype)
    optimizer_state = step.init(parameters)
    for slot in optimizer_state:
        if slot.endswith("moment"):
            assert optimizer_state[slot]["w"].dtype == np.dtype(dtype)
    expected_parameters, reference = begin()[0], Reference(kind, 0.05)
    for x in inputs(3):
        x = x.astype(dtype)
        reference.update(expected_parameters, loss_and_gradients(expected_parameters, x.astype(np.float64))[1])
        step(parameters, optimizer_state, state, x)
    np.testing.assert_allclose(parameters["w"].astype(np.float64), expected_parameters["w"], atol=2 * tolerance)


def test_clipping():
    model = sg.Model.load(text(), NAMES)
    for options in ({"clip_norm": 0.5}, {"clip_norm": 1e6}, {"clip_value": 0.25}):
        step = sg.training_step(model, "sgd", learning_rate=0.1, **options)
        parameters, state = begin()
        expected_parameters = begin()[0]
        optimizer_state = step.init(parameters)
        for x in inputs(4):
            _, gradients = loss_and_gradients(expected_parameters, x)
            if "clip_norm" in options:
                norm = np.sqrt(sum(np.sum(g * g) for g in gradients.values()))
                gradients = {k: g * min(1, options["clip_norm"] / (norm + 1e-6)) for k, g in gradients.items()}
            else:
                gradients = {k: np.clip(g, -0.25, 0.25) for k, g in gradients.items()}
            Reference("sgd", 0.1).update(expected_parameters, gradients)
            step(parameters, optimizer_state, state, x)
            np.testing.assert_allclose(parameters["w"], expected_parameters["w"], rtol=1e-12)


def test_learning_rate_schedule():
    counts = []

    def rate(count):
        counts.append(count)
        return 0.1 / (1 + count)

    step = sg.training_step(sg.Model.load(text(), NAMES), "sgd", learning_rate=rate)
    parameters, state = begin()
    expected_parameters, optimizer_state = begin()[0], step.init(parameters)
    for count, x in enumerate(inputs(3)):
        Reference("sgd", 0.1 / (1 + count)).update(expected_parameters, loss_and_gradients(expected_parameters, x)[1])
        step(parameters, optimizer_state, state, x)
    assert counts == [0, 1, 2]
    np.testing.assert_allclose(parameters["w"], expected_parameters["w"], rtol=1e-13)


@pytest.mark.parametrize("wrong", [np.inf, np.nan])
def test_loss_scale_skips_steps(wrong):
    step = sg.training_step(sg.Model.load(text("f32"), NAMES), "adam", learning_rate=0.1, loss_scale=256.0)
    parameters, state = begin(np.float32)
    optimizer_state = step.init(parameters)
    expected_parameters, reference = begin()[0], Reference("adam", 0.1)
    for count, x in enumerate(inputs(6)):
        x = x.astype(np.float32)
        if count in (2, 4):
            before = {name: value.copy() for name, value in parameters.items()}
            moments = optimizer_state["first_moment"]["w"].copy()
            x[1] = wrong
            loss = step(parameters, optimizer_state, state, x)
            assert not np.isfinite(loss) and all(np.array_equal(parameters[n], before[n]) for n in before)
            assert np.array_equal(optimizer_state["first_moment"]["w"], moments) and optimizer_state["since"] == 0
            continue
        expected, gradients = loss_and_gradients(expected_parameters, x)
        reference.update(expected_parameters, gradients)
        assert step(parameters, optimizer_state, state, x) == pytest.approx(expected, rel=1e-5)
    np.testing.assert_allclose(parameters["w"], expected_parameters["w"], rtol=1e-4)
    assert optimizer_state["scale"] == 64 and optimizer_state["step"] == 4 and state["count"] == 6


def test_loss_scale_grows():
    step = sg.training_step(sg.Model.load(text(), NAMES), "sgd", learning_rate=0.0, loss_scale=8.0)
    parameters, state = begin()
    optimizer_state = step.init(parameters)
    optimizer_state["since"][...] = 1998
    scales = []
    for x in inputs(3):
        step(parameters, optimizer_state, state, x)
        scales.append((float(optimizer_state["scale"]), int(optimizer_state["since"])))
    assert scales == [(8, 1999), (16, 0), (16, 1)]


def test_frozen_parameters_and_decay():
    model = sg.Model.load(text(), NAMES)
    step = sg.training_step(model, "sgd", learning_rate=0.1, wrt=["w"])
    parameters, state = begin()
    step(parameters, step.init(parameters), state, inputs(1)[0])
    assert parameters["b"] == 0.25 and parameters["w"][0] != 1
    step = sg.training_step(model, "sgd", learning_rate=0.1, weight_decay=0.5, without_decay=["b"])
    parameters, state = begin()
    expected_parameters, x = begin()[0], inputs(1)[0]
    gradients = loss_and_gradients(expected_parameters, x)[1]
    step(parameters, step.init(parameters), state, x)
    np.testing.assert_allclose(parameters["w"], expected_parameters["w"] - 0.1 * (gradients["w"] + 0.5 * expected_parameters["w"]), rtol=1e-13)
    assert parameters["b"] == pytest.approx(expected_parameters["b"] - 0.1 * gradients["b"], rel=1e-13)


def test_positions_of_a_module():
    module = sg.load(text())
    step = sg.training_step(module, "sgd", learning_rate=0.1, function="main", wrt=[1, 0])
    w, b = begin()[0].values()
    x = inputs(1)[0]
    gradients = loss_and_gradients({"w": w, "b": b}, x)[1]
    expected = w - 0.1 * gradients["w"]
    loss, count = step([b, w], step.init([b, w]), np.array(4), x)
    assert count == 5
    np.testing.assert_allclose(w, expected, rtol=1e-13)


def test_saved_and_resumed(tmp_path):
    model, every = sg.Model.load(text(), NAMES), inputs(6)
    parameters, state = begin()
    step = sg.training_step(model, "adamw", learning_rate=0.1)
    optimizer_state = step.init(parameters)
    for x in every[:3]:
        step(parameters, optimizer_state, state, x)
    np.save(tmp_path / "all.npy", np.array([parameters, optimizer_state, state], object), allow_pickle=True)
    loaded = np.load(tmp_path / "all.npy", allow_pickle=True)
    resumed_step = sg.training_step(model, "adamw", learning_rate=0.1)
    for x in every[3:]:
        assert step(parameters, optimizer_state, state, x) == resumed_step(loaded[0], loaded[1], loaded[2], x)
    assert np.array_equal(parameters["w"], loaded[0]["w"])


def test_invalid_arguments():
    model, module = sg.Model.load(text(), NAMES), sg.load(text())
    for call, message in (
        (lambda: sg.training_step(model, "adan"), "there is no optimizer 'adan'; the optimizers are 'sgd', 'adam', 'adamw'"),
        (lambda: sg.training_step(model, "sgd", betas=(0, 0)), "sgd has no option 'betas': it has momentum, dampening"),
        (lambda: sg.training_step(model, "adam", betas=(0.9, 1.0)), "betas are .*less than 1"),
        (lambda: sg.training_step(model, "sgd", momentum=-1), "momentum is -1: it must be at least 0"),
        (lambda: sg.training_step(model, "sgd", nesterov=True), "nesterov needs a momentum"),
        (lambda: sg.training_step(model, "sgd", wrt=["v"]), "the model has no parameter 'v': it has w, b"),
        (lambda: sg.training_step(model, "sgd", without_decay=["v"]), "the model has no parameter 'v'"),
        (lambda: sg.training_step(model, "sgd", wrt=[]), "nothing is trained"),
        (lambda: sg.training_step(model, "sgd", clip_norm=0), "clip_norm is 0: it must be more than 0"),
        (lambda: sg.training_step(model, "sgd", loss_scale=-1), "loss_scale is -1"),
        (lambda: sg.training_step(module, "sgd"), "pass the function, and in wrt the positions"),
        (lambda: sg.training_step(module, "sgd", function="f", wrt=[0]), "there is no function '@f'; there are @main"),
        (lambda: sg.training_step(module, "sgd", function="main", wrt=[7]), "the model has no parameter 7"),
        (lambda: sg.training_step(module, "sgd", function="main", wrt=[2]), "a parameter is tensor<i64>: training needs"),
    ):
        with pytest.raises(sg.ArgumentError, match=message):
            call()
    step = sg.training_step(model, "sgd")
    parameters, state = begin()
    optimizer_state, x = step.init(parameters), inputs(1)[0]
    for call, message in (
        (lambda: step({"w": parameters["w"]}, optimizer_state, state, x), "parameters lack 'b'"),
        (lambda: step(parameters, optimizer_state), "forward writes state, which follows the state of the optimizer"),
        (lambda: step(parameters, optimizer_state, state), "the model has 1 arguments by position, the call 0"),
        (lambda: step({**parameters, "w": [1.0, 2, 3]}, optimizer_state, state, x), "list cannot be updated by a step"),
    ):
        with pytest.raises(sg.ArgumentError, match=message):
            call()
    loss = sg.load("func.func @f(%x: tensor<2xf64>) -> tensor<2xf64> {\n  return %x : tensor<2xf64>\n}")
    with pytest.raises(sg.ArgumentError, match="the first result is tensor<2xf64>: it must be the loss, a float scalar"):
        sg.training_step(loss, "sgd", function="f", wrt=[0])
