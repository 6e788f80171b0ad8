"""Values, gradients and second derivatives for all float types and for the sizes 0 and 1."""

import numpy as np
import pytest
import sg

TYPES = ["float16", "bfloat16", "float32", "float64"]


def dtype_named(name):
    if name == "bfloat16":
        return np.dtype(pytest.importorskip("ml_dtypes").bfloat16)
    return np.dtype(name)


def polynomial(x):
    """Values at small integers are exact in all types."""
    return x * x * x - x * 2 + 1


@pytest.mark.parametrize("name", TYPES)
@pytest.mark.parametrize("shape", [(), (0,), (1,), (3,), (2, 0), (1, 1), (2, 3)])
def test_derivatives(name, shape):
    dtype = dtype_named(name)
    x = (np.arange(np.prod(shape, dtype=int)).reshape(shape) % 4 - 1).astype(dtype)
    exact = x.astype(np.float64)
    value = sg.function(polynomial)(x)
    assert value.dtype == dtype and value.shape == shape
    np.testing.assert_array_equal(value.astype(np.float64), polynomial(exact))

    gradient = sg.grad(lambda x: sg.sum(polynomial(x)))(x)
    assert gradient.dtype == dtype and gradient.shape == shape
    np.testing.assert_array_equal(gradient.astype(np.float64), 3 * exact**2 - 2)

    (product,) = sg.hessian_vector_product(lambda x: sg.sum(polynomial(x)), (x,), (np.ones_like(x),))
    assert product.dtype == dtype and product.shape == shape
    np.testing.assert_array_equal(product.astype(np.float64), 6 * exact)

    _, tangent = sg.jvp(polynomial, (x,), (np.full_like(x, 2),))
    assert tangent.dtype == dtype and tangent.shape == shape
    np.testing.assert_array_equal(tangent.astype(np.float64), 2 * (3 * exact**2 - 2))


@pytest.mark.parametrize("name", TYPES)
def test_second_derivatives_nest(name):
    x = np.asarray(2, dtype_named(name))
    f = lambda x: x * x * x * x  # noqa: E731
    second = sg.grad(sg.grad(f))(x)
    third = sg.jvp(sg.grad(sg.grad(f)), (x,), (np.ones_like(x),))[1]
    assert (float(second), float(third)) == (48.0, 48.0)
    assert float(sg.grad(lambda x: sg.jvp(sg.grad(f), (x,), (x,))[1])(x)) == 3 * 12 * 2**2
    assert float(sg.grad(lambda x: sg.vjp(f, x)[1](sg.ones_like(x))[0])(x)) == 48.0


def test_an_operand_that_is_used_twice():
    x = np.array([1.0, -2.0])
    np.testing.assert_array_equal(sg.grad(lambda x: sg.sum(sg.multiply(x, x)))(x), 2 * x)
    np.testing.assert_array_equal(sg.grad(lambda x: sg.sum(sg.concat([x, x, x])))(x), [3, 3])
    np.testing.assert_array_equal(sg.grad(lambda a, b: sg.sum(a * b), argnums=(0, 1))(x, x), [x, x])
    matrix = np.arange(4.0).reshape(2, 2)
    np.testing.assert_allclose(sg.grad(lambda m: sg.sum(m @ m))(matrix), matrix.sum(1) + matrix.sum(0)[:, None])


def test_several_results():
    def f(x, y):
        return x * y, (sg.sum(x), {"max": sg.max(y)})

    x, y = np.array([1.0, 2.0]), np.array([5.0, 3.0])
    product, (total, largest) = sg.function(f)(x, y)
    assert product.tolist() == [5, 6] and total == 3 and largest["max"] == 5
    ((product, other), tangents) = sg.jvp(f, (x, y), (np.ones(2), np.zeros(2)))
    assert tangents[0].tolist() == [5, 3] and tangents[1][0] == 2 and tangents[1][1]["max"] == 0
    value, gradient = sg.value_and_grad(lambda x, y: (sg.sum(f(x, y)[0]), f(x, y)[1]), argnums=1, has_aux=True)(x, y)
    assert value[0] == 11 and value[1][1]["max"] == 5 and gradient.tolist() == [1, 2]
    gradient, other = sg.grad(lambda x, y: (sg.sum(f(x, y)[0]), f(x, y)[1]), has_aux=True)(x, y)
    assert gradient.tolist() == [5, 3] and other[0] == 3


def test_results_that_do_not_depend_on_the_argument():
    np.testing.assert_array_equal(sg.grad(lambda x: sg.asarray(1.0) * 2)(np.ones(3)), np.zeros(3))
    np.testing.assert_array_equal(sg.jacobian(lambda x: sg.ones((2,)))(np.ones(3)), np.zeros((2, 3)))
    assert sg.function(lambda x: 2.0)(np.ones(3)) == 2.0
    assert sg.function(lambda: 2.0)() == 2.0


def test_strong_zero():
    f = lambda x: sg.sum(sg.where(x > 0, sg.sqrt(x), sg.zeros_like(x)))  # noqa: E731
    x = np.array([0.0, 4.0])
    assert np.isnan(sg.grad(f)(x)[0])
    np.testing.assert_array_equal(sg.grad(f, strong_zero=True)(x), [0, 0.25])
