"""Tests of PyTorch and JAX tensors, which calls use in place."""

import numpy as np
import pytest
import sg
from sg.arrays import describe_argument


def test_torch(module):
    torch = pytest.importorskip("torch")
    x = torch.arange(6, dtype=torch.float32).reshape(2, 3).T
    native, _ = describe_argument(x, module["scale"].arguments[0], 0)
    assert native.data == x.data_ptr()
    result = module["scale"](x, 2)
    assert np.array_equal(result, 2 * x.numpy())
    assert torch.from_dlpack(result).data_ptr() == result.ctypes.data
    out = torch.empty(3, 2)
    assert module["scale"](x, 2, out=[out]) is out and torch.equal(out, 2 * x)
    with pytest.raises(sg.ArgumentError, match="argument 0: Tensor cannot export a DLPack tensor: .*detach"):
        module["scale"](x.clone().requires_grad_(), 2)
    with pytest.raises(sg.ArgumentError, match="argument 0: elements of DLPack's type code 5 with 32 bits and 1 lanes"):
        module["scale"](x.to(torch.complex32), 2)
    with pytest.raises(sg.ArgumentError, match="argument 0 is 3x2xcomplex<f32>, the function has"):
        module["scale"](x.to(torch.complex64), 2)
    with pytest.raises(sg.ArgumentError, match="argument 0 is 3x2xf64, the function has"):
        module["scale"](x.double(), 2)


def test_torch_memory_is_written(module):
    torch = pytest.importorskip("torch")
    m = torch.zeros(2)
    module["set"](m, 3)
    assert m.tolist() == [0, 3]
    half, out = torch.tensor([1.5, 2], dtype=torch.bfloat16), torch.empty(2, dtype=torch.bfloat16)
    assert module["half"](half, out=[out]).tolist() == [3, 4]


def test_torch_gradient(module):
    torch = pytest.importorskip("torch")
    x, y = torch.tensor([1.0, -2, 3]).double().requires_grad_(), torch.tensor([0.5, 2, -1]).double()
    value = ((x * x * y) ** 2).sum()
    value.backward()
    ours, gradient = module.value_and_grad("quartic", wrt=0)(x.detach(), y, 1)
    assert ours[0] == value.item() and torch.allclose(torch.from_dlpack(gradient), x.grad, rtol=1e-14)


def test_jax(module):
    jax = pytest.importorskip("jax")
    x = jax.numpy.arange(6, dtype=np.float32).reshape(3, 2)
    native, _ = describe_argument(x, module["scale"].arguments[0], 0)
    assert native.data == x.unsafe_buffer_pointer()
    result = module["scale"](x, 2)
    assert np.array_equal(result, 2 * np.asarray(x))
    assert np.array_equal(jax.dlpack.from_dlpack(result), result)
    half = jax.numpy.array([1.5, 2], dtype="bfloat16")
    assert module["half"](half).tolist() == [3, 4]


def test_check_gradients_at_tensors(module):
    torch = pytest.importorskip("torch")
    x = torch.tensor([1.0, -2, 3]).double()
    assert module.check_gradients("product", x, x)


class Giver:
    """An object that exports the DLPack tensor of an array, or a given object instead."""

    def __init__(self, array, capsule=None, is_old=False):
        self.array, self.capsule, self.is_old = array, capsule, is_old

    def __dlpack__(self, **options):
        if self.is_old and options:
            raise TypeError("unexpected keyword argument 'max_version'")
        return self.capsule(self.array) if self.capsule else self.array.__dlpack__(**options)

    def __dlpack_device__(self):
        return self.array.__dlpack_device__()


def write_everywhere(module, value):
    """Yields calls that write to `value`, an array of two f32, and the label in errors."""
    one = np.ones((1, 2), np.float32)
    yield "argument 0", lambda: module["set"](value, 3)
    yield "result 0", lambda: module["double"](one[0], out=[value])
    yield "argument 0", lambda: module.function("double", donated=[0])(value)


DOUBLE = """
func.func @double(%x: tensor<2xf32>) -> tensor<2xf32> {
  %y = arith.addf %x, %x : tensor<2xf32>
  return %y : tensor<2xf32>
}
func.func @set(%m: memref<2xf32>, %x: f32) {
  %one = arith.constant 1 : index
  memref.store %x, %m[%one] : memref<2xf32>
  return
}"""


def check_refused(value):
    module = sg.load(DOUBLE)
    kind = type(value).__name__
    for label, call in write_everywhere(module, value):
        message = f"{label} is written to, but DLPack does not allow writes to {kind}: pass a copy made by numpy.array"
        with pytest.raises(sg.ArgumentError, match=message):
            call()
    assert module["double"](value).tolist() == [2, 4]


def test_jax_arrays_do_not_change():
    jax = pytest.importorskip("jax")
    x = jax.numpy.array([1, 2], dtype=np.float32)
    check_refused(x)
    assert x.tolist() == [1, 2]


def test_tensors_without_a_version():
    """Checks tensors without a DLPack version, which have no read-only flag."""
    check_refused(Giver(np.array([1, 2], np.float32), is_old=True))


def test_read_only_tensors():
    x = np.array([1, 2], np.float32)
    if tuple(map(int, np.__version__.split(".")[:2])) < (2, 1):
        pytest.skip("NumPy gives no versions of DLPack")
    for _, call in write_everywhere(sg.load(DOUBLE), Giver(x)):
        call()
    x[:] = 1, 2
    x.flags.writeable = False
    check_refused(Giver(x))
    assert x.tolist() == [1, 2]


def test_invalid_capsules():
    module, x = sg.load(DOUBLE), np.zeros(2, np.float32)
    for given in (None, 5, "x", object()):
        with pytest.raises(sg.ArgumentError, match="argument 0: Giver gives .*, which is not an unused DLPack tensor"):
            module["double"](Giver(x, lambda _: given))
