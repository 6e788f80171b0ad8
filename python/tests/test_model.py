"""Tests of models, whose arguments have names."""

import numpy as np
import pytest
import sg
from sg.names import Names

TEXT = """
func.func @main(%w: tensor<3xf64>, %b: f64, %count: f64, %x: tensor<3xf64>, %scale: f64) -> (f64, f64) {
  %zero = arith.constant dense<0.0> : tensor<f64>
  %one = arith.constant 1.0 : f64
  %dot = linalg.dot ins(%w, %x : tensor<3xf64>, tensor<3xf64>) outs(%zero : tensor<f64>) -> tensor<f64>
  %y = tensor.extract %dot[] : tensor<f64>
  %z = arith.addf %y, %b : f64
  %loss = arith.mulf %z, %scale : f64
  %next = arith.addf %count, %one : f64
  return %loss, %next : f64, f64
}"""
W, X = np.array([1.0, 2.0, 3.0]), np.array([4.0, -1.0, 0.5])
PARAMETERS, STATE = {"w": W, "b": 1.0}, {"count": 6.0}


@pytest.fixture
def model():
    return sg.Model.load(TEXT, Names(("w", "b"), ("w",), ("count",), 1, ("scale",)))


def test_gradients_by_name(model):
    step = model.value_and_grad(has_state=True)
    (loss, state), gradients = step(PARAMETERS, STATE, X, scale=2.0)
    assert loss == 2 * (W @ X + 1) and state == {"count": 7.0}
    assert list(gradients) == ["w"] and np.array_equal(gradients["w"], 2 * X)
    _, gradients = model.value_and_grad(wrt=["b", "w"], has_state=True)(PARAMETERS, state, X, scale=2.0)
    assert list(gradients) == ["b", "w"] and gradients["b"] == 2.0
    assert list(model.value_and_grad(wrt="b", has_state=True)(PARAMETERS, state, X, scale=1.0)[1]) == ["b"]


def test_value(model):
    assert model.value(has_state=True)(PARAMETERS, STATE, X, scale=0.5) == ((W @ X + 1) / 2, {"count": 7.0})


def test_positional_wrt(model):
    value, (db,) = model.value_and_grad("main", wrt=[1])(W, 1.0, 6.0, X, 3.0)
    assert value == (3 * (W @ X + 1), 7.0) and db == 3.0
    assert model["main"](W, 1.0, 6.0, X, 3.0)[1] == 7.0


def test_without_state():
    text = TEXT.replace("-> (f64, f64)", "-> f64").replace("return %loss, %next : f64, f64", "return %loss : f64")
    model = sg.Model.load(text, Names(("w", "b"), ("w", "b"), (), 3, ()))
    loss, gradients = model.value_and_grad()(PARAMETERS, 0.0, X, 2.0)
    assert loss == 2 * (W @ X + 1) and list(gradients) == ["w", "b"]
    assert model.value()(PARAMETERS, 0.0, X, 2.0) == loss


@pytest.mark.parametrize(
    "message, call",
    [
        ("use has_state=True, which takes and returns them", lambda m: m.value_and_grad()),
        ("forward writes count", lambda m: m.value()),
        ("no parameter 'v': it has w, b", lambda m: m.value_and_grad(wrt=["w", "v"], has_state=True)),
        ("no parameter of the model requires", lambda m: m.value_and_grad(wrt=[], has_state=True)),
        ("parameters lack 'b'", lambda m: m.value(True)({"w": W}, STATE, X, scale=1.0)),
        ("parameters have 'v', which", lambda m: m.value(True)({**PARAMETERS, "v": 1}, STATE, X, scale=1.0)),
        ("parameters are a dictionary by name, not ndarray", lambda m: m.value(True)(W, STATE, X, scale=1.0)),
        ("state are a dictionary", lambda m: m.value(True)(PARAMETERS, X, scale=1.0)),
        ("with has_state=True the state follows the parameters", lambda m: m.value(True)(PARAMETERS, scale=1.0)),
        ("has 1 arguments by position, the call 0", lambda m: m.value(True)(PARAMETERS, STATE, scale=1.0)),
        ("keyword arguments lack 'scale'", lambda m: m.value(True)(PARAMETERS, STATE, X)),
        ("keyword arguments have 'seed'", lambda m: m.value(True)(PARAMETERS, STATE, X, scale=1.0, seed=2)),
    ],
)
def test_errors(model, message, call):
    with pytest.raises(sg.ArgumentError, match=message):
        call(model)
