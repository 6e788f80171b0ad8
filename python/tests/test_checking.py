"""What check_gradients takes for a point."""

import numpy as np
import pytest
import sg

PROGRAM = """
func.func @mixed(%s: f32, %h: tensor<2xf16>, %d: f64, %n: i32, %k: index, %c: i1, %u: tensor<2xi8>) -> f32 {
  %k64 = arith.index_cast %k : index to i64
  %kf = arith.sitofp %k64 : i64 to f32
  %nf = arith.sitofp %n : i32 to f32
  %uf = arith.sitofp %u : tensor<2xi8> to tensor<2xf32>
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %hf = arith.extf %h : tensor<2xf16> to tensor<2xf32>
  %p = arith.mulf %hf, %hf : tensor<2xf32>
  %q = arith.mulf %p, %uf : tensor<2xf32>
  %q0 = tensor.extract %q[%zero] : tensor<2xf32>
  %q1 = tensor.extract %q[%one] : tensor<2xf32>
  %df = arith.truncf %d : f64 to f32
  %other = arith.select %c, %df, %s : f32
  %t = arith.mulf %q0, %other : f32
  %v = arith.addf %t, %q1 : f32
  %w = arith.mulf %v, %s : f32
  %x = arith.addf %kf, %nf : f32
  %y = arith.mulf %w, %x : f32
  return %y : f32
}
func.func @square(%x: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %y = arith.mulf %x, %x : tensor<?x?xf32>
  return %y : tensor<?x?xf32>
}
func.func @halves(%x: tensor<2xbf16>) -> tensor<2xbf16> {
  %y = arith.mulf %x, %x : tensor<2xbf16>
  return %y : tensor<2xbf16>
}
func.func @lanes(%x: vector<2xf32>) -> vector<2xf32> {
  return %x : vector<2xf32>
}
"""


@pytest.fixture(scope="module")
def checked() -> sg.Module:
    return sg.load(PROGRAM, name="checked.mlir")


def points():
    """The same point in various kinds."""
    h = np.array([0.5, 2.0], np.float16)
    yield "numbers", (0.5, [0.5, 2.0], 1.5, 3, 2, True, [4, -5])
    yield "scalars of numpy", (np.float32(0.5), h, np.float64(1.5), np.int32(3), np.int64(2), np.bool_(True), np.int8([4, -5]))
    yield "arrays", (np.array(0.5, np.float32), np.array([0.5, 9, 2], np.float16)[::2], np.array(1.5), np.array(3, np.uint32),
                     np.array(2), np.array(True), np.array([4, 251], np.uint8))  # fmt: skip
    yield "booleans and integers for floats", (True, [1, 2], 2, 3, 2, False, [4, -5])


@pytest.mark.parametrize("kind, point", list(points()), ids=lambda value: value if isinstance(value, str) else "")
def test_kinds(checked, kind, point):
    assert np.isfinite(checked["mixed"](*point))
    assert checked.check_gradients("mixed", *point, order=2)


def test_types_of_ml_dtypes(checked):
    ml_dtypes = pytest.importorskip("ml_dtypes")
    assert checked.check_gradients("halves", np.array([1.0, 2.0], ml_dtypes.bfloat16))
    assert checked.check_gradients("halves", [1.0, 2.0])
    with pytest.raises(sg.ArgumentError, match="argument 0 has elements of int16, expected bfloat16"):
        checked.check_gradients("halves", np.array([1, 2], np.int16))


def test_torch(checked):
    torch = pytest.importorskip("torch")
    point = [torch.tensor(0.5), torch.tensor([0.5, 2.0], dtype=torch.float16), torch.tensor(1.5, dtype=torch.float64), torch.tensor(3, dtype=torch.int32), torch.tensor(2), torch.tensor(True),
             torch.tensor([4, -5], dtype=torch.int8)]  # fmt: skip
    assert checked.check_gradients("mixed", *point)
    assert checked.check_gradients("square", torch.arange(6.0).reshape(2, 3).t())
    assert checked.check_gradients("square", torch.zeros(0, 3))
    assert checked.check_gradients("halves", torch.tensor([1.0, 2.0], dtype=torch.bfloat16))
    with pytest.raises(sg.ArgumentError, match="argument 0: Tensor gives no DLPack tensor: .*detach"):
        checked.check_gradients("square", torch.ones(2, 2, requires_grad=True))


def test_jax(checked):
    jnp = pytest.importorskip("jax.numpy")
    point = [jnp.float32(0.5), jnp.array([0.5, 2.0], jnp.float16), 1.5, jnp.int32(3), 2,
             jnp.array(True), jnp.array([4, -5], jnp.int8)]  # fmt: skip
    assert checked.check_gradients("mixed", *point)
    assert checked.check_gradients("halves", jnp.array([1.0, 2.0], jnp.bfloat16))


def test_strides(checked):
    x = np.arange(24, dtype=np.float32).reshape(4, 6)
    for view in (x, x.T, x[::-1, ::2], x[:0], x[:1, -1:], np.broadcast_to(x[:1], (3, 6))):
        assert np.array_equal(checked["square"](view), view * view)
        assert checked.check_gradients("square", view)


def test_wrong(checked):
    for point, message in [
        ([np.ones((2, 2))], "argument 0 has elements of float64, expected float32"),
        ([np.ones((2, 2), ">f4")], "argument 0 has elements of >f4, which cannot be passed"),
        ([[["a"]]], "argument 0 is no array of float32"),
        ([[[1j]]], "argument 0 is no array of float32"),
        ([1.0, 2.0], "@square has 1 arguments, the call 2"),
        ([1.0], "--input 0: "),
    ]:
        with pytest.raises(sg.ArgumentError, match=message):
            checked.check_gradients("square", *point)
    with pytest.raises(sg.ArgumentError, match="of type vector<2xf32>"):
        checked.check_gradients("lanes", [1.0, 2.0])
    with pytest.raises(sg.ArgumentError, match="no function '@nope'"):
        checked.check_gradients("nope", 1.0)
