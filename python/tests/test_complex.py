"""Complex numbers in programs of MLIR, in sg.function and in derivatives, compared with NumPy."""

import numpy as np
import pytest

import sg

DTYPES = ["complex64", "complex128"]
SWAP = """
func.func @swap(%z: complex<f64>, %x: tensor<?x2xcomplex<f32>>) -> (tensor<?x2xcomplex<f32>>, complex<f64>) {
  return %x, %z : tensor<?x2xcomplex<f32>>, complex<f64>
}
func.func @scale(%x: f64, %z: complex<f64>) -> f64 {
  %a = complex.abs %z : complex<f64>
  %y = arith.mulf %x, %a : f64
  return %y : f64
}
"""
SPECIAL = [0.0, -0.0, 1.0, -2.5, np.inf, -np.inf, np.nan]


def random(shape, dtype, seed=0):
    generator = np.random.default_rng(seed)
    return (generator.normal(size=shape) + 1j * generator.normal(size=shape)).astype(dtype)


def special(dtype):
    """Returns each pair of special values as a complex number."""
    z = np.empty(len(SPECIAL) ** 2, dtype)
    z.real, z.imag = np.repeat(SPECIAL, len(SPECIAL)), np.tile(SPECIAL, len(SPECIAL))
    return z


def assert_close(actual, expected, ulps=8):
    """Compares with a distance relative to the magnitude of each element."""
    actual, expected = np.asarray(actual), np.asarray(expected)
    assert actual.dtype == expected.dtype and actual.shape == expected.shape
    np.testing.assert_array_less(
        np.abs(actual - expected), ulps * np.finfo(expected.dtype).eps * np.abs(expected) + np.finfo(expected.dtype).tiny
    )


@pytest.fixture(scope="module")
def program():
    return sg.load(SWAP)


def test_calls_pass_complex_arrays(program):
    swap = program["swap"]
    assert [str(one) for one in swap.arguments] == ["complex128", "?x2xcomplex64"]
    x = random((3, 2), "complex64")
    for view in (x, x[::-1], np.asfortranarray(x), random((3, 4), "complex64")[:, ::2], x[:0], x[:1], x.conj()):
        result, z = swap(1 + 2j, view)
        assert result.dtype == np.complex64 and z.dtype == np.complex128
        np.testing.assert_array_equal(result, view)
        assert z == 1 + 2j
    out = [np.zeros((3, 2), np.complex64), np.zeros((), np.complex128)]
    swap(np.complex128(3), x, out=out)
    np.testing.assert_array_equal(out[0], x)
    # Numbers and lists are converted, also from real types.
    result, z = swap(2, [[1, 2j], [0.5, True]])
    np.testing.assert_array_equal(result, np.array([[1, 2j], [0.5, 1]], np.complex64))
    assert z == 2


def test_wrong_calls(program):
    for argument, message in [
        (random((3, 2), "complex128"), "argument 1 is 3x2xcomplex<f64>, the function has [?]x2xcomplex<f32>"),
        (np.zeros((3, 2), np.float32), "argument 1 is 3x2xf32, the function has [?]x2xcomplex<f32>"),
        (np.zeros((3, 2), ">c8"), "argument 1 has elements of >c8, which cannot be passed"),
    ]:
        with pytest.raises(sg.ArgumentError, match=message):
            program["swap"](1j, argument)


def test_torch_tensors(program):
    torch = pytest.importorskip("torch")
    x = torch.from_numpy(random((3, 2), "complex64"))
    for _ in range(2):  # the second call reuses descriptions
        np.testing.assert_array_equal(program["swap"](1j, x)[0], x.numpy())
        # A pending conjugation is not part of the memory.
        with pytest.raises(sg.ArgumentError, match="argument 1: Tensor cannot export a DLPack tensor: .*conj"):
            program["swap"](1j, x.conj())
    np.testing.assert_array_equal(program["swap"](1j, x.conj().resolve_conj())[0], x.numpy().conj())


def test_gradient_checks_keep_complex_arguments_fixed(program):
    check = program.check_gradients("scale")
    assert check and [one.argument for one in check.arguments] == [0]
    assert program.check_gradients("scale", 2.0, 3 - 4j)
    with pytest.raises(sg.ArgumentError, match="wrt names argument 1, whose type has no derivative"):
        program.check_gradients("scale", wrt=1)


@pytest.mark.parametrize("dtype", DTYPES)
def test_stop_gradient_is_the_identity(dtype):
    @sg.function
    def f(x):
        return sg.stop_gradient(x) * 2

    for shape in [(), (0,), (1,), (5,), (2, 3)]:
        x = random(shape, dtype)
        np.testing.assert_array_equal(f(x), x * 2)
        assert f(x).dtype == dtype
    assert f(1 + 2j) == 2 + 4j


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("name", ["abs", "conj", "exp", "imag", "log", "negative", "reciprocal", "real", "sqrt", "square"])
def test_functions_of_one_number(name, dtype):
    x = random((50, 7), dtype)
    assert_close(getattr(sg, name)(x), getattr(np, name)(x))
    x = special(dtype)
    if name in ("reciprocal", "square"):
        return  # annex G of the C standard defines other special values than NumPy
    with np.errstate(all="ignore"):
        expected = getattr(np, name)(x)
    actual = getattr(sg, name)(x)
    for part in (np.real, np.imag):
        np.testing.assert_array_max_ulp(part(actual), part(expected), 4)


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("name", ["add", "divide", "multiply", "subtract"])
def test_functions_of_two_numbers(name, dtype):
    x, y = random((50, 1), dtype), random((1, 60), dtype, 1)
    assert_close(getattr(sg, name)(x, y), getattr(np, name)(x, y))
    x, y = (one[np.isfinite(one)] for one in (special(dtype), special(dtype)))
    y = y[y != 0] if name == "divide" else y
    assert_close(getattr(sg, name)(x[:, None], y), getattr(np, name)(x[:, None], y))


def test_quotients_follow_annex_g():
    zero, infinite = complex(0, 0), complex(np.inf, np.inf)
    assert sg.divide(np.complex128(1 - 2j), np.complex128(infinite)) == 0
    quotient = sg.divide(np.complex128(1 - 2j), np.complex128(zero))
    assert (quotient.real, quotient.imag) == (np.inf, -np.inf)


@pytest.mark.parametrize("dtype", DTYPES)
def test_comparisons(dtype):
    x, y = special(dtype)[:, None], special(dtype)
    np.testing.assert_array_equal(sg.equal(x, y), x == y)
    np.testing.assert_array_equal(sg.not_equal(x, y), x != y)
    for name in ("isfinite", "isinf", "isnan"):
        np.testing.assert_array_equal(getattr(sg, name)(y), getattr(np, name)(y))
    np.testing.assert_array_equal(sg.all(y[:4]), np.all(y[:4]))
    np.testing.assert_array_equal(sg.any(y), True)


@pytest.mark.parametrize("dtype", DTYPES)
def test_reductions_and_products(dtype):
    x, y = random((6, 5), dtype), random((5, 7), dtype, 1)
    assert_close(sg.sum(x), x.sum(), 40)
    assert_close(sg.sum(x, axis=1, keepdims=True), x.sum(axis=1, keepdims=True), 40)
    assert_close(sg.mean(x, axis=0), x.mean(axis=0), 40)
    assert_close(sg.prod(x, axis=0), x.prod(axis=0), 40)
    assert_close(sg.matmul(x, y), x @ y, 40)
    assert_close(sg.einsum("ij,jk->ki", x, y), (x @ y).T, 40)
    assert_close(sg.vecdot(x, x), np.sum(x.conj() * x, axis=1), 40)
    assert_close(sg.cumsum(x, axis=0), np.cumsum(x, axis=0), 40)
    assert_close(sg.tensordot(x, y, axes=1), x @ y, 40)
    assert sg.sum(x[:0]) == 0 and sg.prod(x[:0]) == 1
    np.testing.assert_array_equal(sg.matmul(x[:, :0], y[:0]), np.zeros((6, 7), dtype))
    np.testing.assert_array_equal(sg.sum(x[:1], axis=0), x[0])


@pytest.mark.parametrize("dtype", DTYPES)
def test_arrangement(dtype):
    x, y = random((3, 4), dtype), random((3, 4), dtype, 1)
    np.testing.assert_array_equal(sg.reshape(x, (2, 6)), x.reshape(2, 6))
    np.testing.assert_array_equal(sg.permute_dims(x, (1, 0)), x.T)
    np.testing.assert_array_equal(sg.concat([x, y], axis=1), np.concatenate([x, y], axis=1))
    np.testing.assert_array_equal(sg.stack([x, y]), np.stack([x, y]))
    np.testing.assert_array_equal(sg.flip(x), np.flip(x))
    np.testing.assert_array_equal(sg.broadcast_to(x, (2, 3, 4)), np.broadcast_to(x, (2, 3, 4)))
    np.testing.assert_array_equal(sg.take(x, np.array([2, 0]), axis=0), x[[2, 0]])
    np.testing.assert_array_equal(sg.pad(x, [1, 0, 0, 2], value=3.0), np.pad(x, ((1, 0), (0, 2)), constant_values=3))
    np.testing.assert_array_equal(sg.where(x.real > 0, x, y), np.where(x.real > 0, x, y))
    np.testing.assert_array_equal(sg.tril(x), np.tril(x))
    np.testing.assert_array_equal(sg.function(lambda x, y: x.at[1, 1:3].add(y[0, :2]))(x, y)[1, 1:3], x[1, 1:3] + y[0, :2])
    np.testing.assert_array_equal(sg.full((2,), 3, dtype=dtype), np.full(2, 3, dtype))


def test_types_promote_as_in_the_standard():
    c64, c128, f32, f64 = (np.ones(2, one) for one in ("complex64", "complex128", "float32", "float64"))
    for x, y in [(c64, f32), (c64, f64), (c128, f32), (c64, c128), (f64, c64)]:
        assert sg.multiply(x, y).dtype == np.result_type(x, y)
    # A complex number makes floats complex, and fits to no integers.
    assert sg.function(lambda x: x * 2j)(f32).dtype == np.complex64
    assert sg.function(lambda x: x * 2j)(f64).dtype == np.complex128
    assert sg.function(lambda x: x * 2j + 1)(c64).dtype == np.complex64
    with pytest.raises(sg.Error, match="the number 2j does not fit to elements of type int64"):
        sg.function(lambda x: x * 2j)(np.ones(2, np.int64))
    with pytest.raises(sg.Error, match="int64 and complex64 have no common type"):
        sg.add(np.ones(2, np.int64), c64)
    assert sg.astype(np.array([3, -1]), "complex64").tolist() == [3, -1]
    assert sg.astype(c128 / 3, "complex64").tolist() == (c128 / 3).astype("complex64").tolist()
    assert sg.astype(np.array([0, 1j, 1, np.nan]), "bool").tolist() == [False, True, True, True]
    with pytest.raises(sg.Error, match="complex64 cannot be converted to float32; take a part with real, imag or abs first"):
        sg.astype(c64, "float32")


def test_parts():
    x = random((4,), "complex128")
    assert_close(sg.make_complex(x.real, x.imag), x)
    assert sg.make_complex(np.float32(1), np.float32(2)).dtype == np.complex64
    with pytest.raises(sg.Error, match="make_complex: float16 is not supported; convert with astype"):
        sg.make_complex(np.float16(1), np.float16(2))
    np.testing.assert_array_equal(sg.function(lambda x: (x.real, x.imag))(x), (x.real, x.imag))
    y = np.array([1.5, -2.0])
    np.testing.assert_array_equal([sg.real(y), sg.imag(y), sg.conj(y)], [y, [0, 0], y])
    with pytest.raises(sg.Error, match="real: bool is not supported"):
        sg.real(y > 0)


@pytest.mark.parametrize("name", ["sin", "tanh", "sort", "max", "less", "sign", "std", "cummax", "argmax", "erf", "floor"])
def test_other_operations_refuse_complex_numbers(name):
    x = random((3,), "complex64")
    message = f"{name}: complex64 (is not supported; use the real and the imaginary part|cannot)"
    with pytest.raises(sg.Error, match=message):
        getattr(sg, name)(*[x] * (2 if name == "less" else 1))


def test_symbolic_sizes():
    f = sg.function(lambda x, w: (sg.exp(x) @ w, sg.sum(sg.abs(x)), x + 1), shapes={"x": ("n", "m"), "w": ("m",)})
    for n, m in [(3, 4), (0, 4), (1, 1), (5, 0)]:
        x, w = random((n, m), "complex64"), random((m,), "complex64", 1)
        product, total, shifted = f(x, w)
        np.testing.assert_allclose(product, np.exp(x) @ w, rtol=1e-5, atol=1e-5)
        np.testing.assert_allclose(total, np.abs(x).sum(), rtol=1e-5)
        np.testing.assert_array_equal(shifted, x + 1)


def test_control_flow():
    z = random((3,), "complex128")
    total = sg.function(lambda z: sg.fori_loop(0, 4, lambda i, carry: carry * z, z))(z)
    assert_close(total, z**5, 40)
    chosen = sg.function(lambda z: sg.cond(sg.sum(z.real) > 0, lambda: z, lambda: sg.conj(z)))(z)
    np.testing.assert_array_equal(chosen, z if z.real.sum() > 0 else z.conj())


def test_real_parts_of_stopped_numbers_are_differentiated():
    z = random((4,), "complex128")
    gradient = sg.grad(lambda x, z: sg.sum(x * sg.abs(z) + sg.real(sg.stop_gradient(z) * z)))(np.ones(4), z)
    assert_close(gradient, np.abs(z))
    gradient = sg.grad(lambda x: sg.sum(x * sg.real(sg.make_complex(sg.stop_gradient(x), 1.0) * 1j)))(np.ones(3))
    np.testing.assert_array_equal(gradient, [-1, -1, -1])


def test_gradients_of_complex_numbers_are_errors():
    def loss(x):
        z = sg.make_complex(x, x)
        return sg.sum(sg.abs(z))

    line = loss.__code__.co_firstlineno + 2
    with pytest.raises(sg.ProgramError) as error:
        sg.grad(loss)(np.ones(3))
    assert f"test_complex.py:{line}" in str(error.value)
    assert "real and imaginary parts" in str(error.value) and "stop_gradient" in str(error.value)
    with pytest.raises(sg.Error, match="complex128"):
        sg.grad(lambda z: sg.sum(sg.abs(z)))(random((3,), "complex128"))
    with pytest.raises(sg.Error, match="complex128"):
        sg.grad(lambda x: sg.sum(x * 1j))(np.ones(3))
