"""Tensors of PyTorch and JAX, in their own memory."""

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
    with pytest.raises(sg.ArgumentError, match="argument 0: Tensor gives no DLPack tensor: .*detach"):
        module["scale"](x.clone().requires_grad_(), 2)
    with pytest.raises(sg.ArgumentError, match="argument 0: elements of DLPack's type code 5 with 64 bits and 1 lanes"):
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
    ours, slope = module.value_and_grad("quartic", wrt=0)(x.detach(), y, 1)
    assert ours[0] == value.item() and torch.allclose(torch.from_dlpack(slope), x.grad, rtol=1e-14)


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
