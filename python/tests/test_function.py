"""Functions of sg.function: operations, control flow and derivatives."""

import numpy as np
import pytest

import sg

X = np.array([[1.0, -2.0, 3.0], [0.5, 4.0, -1.0]])


def test_stop_gradient_is_the_identity_with_gradient_zero():
    @sg.function
    def f(x):
        return sg.sum(x * sg.stop_gradient(x, name="target"))

    value, gradient = sg.value_and_grad(f)(X)
    assert value == np.sum(X * X)
    np.testing.assert_allclose(gradient, X)


def test_numbers_get_the_type_of_the_array():
    @sg.function
    def f(x):
        return 2 * x + 1.5

    result = f(X.astype(np.float32))
    assert result.dtype == np.float32
    np.testing.assert_allclose(result, 2 * X + 1.5)


@pytest.mark.parametrize(
    "index",
    [0, -1, (1, 2), slice(1, None), (slice(None), slice(None, None, -1)), (..., 0), (None, 1), (slice(None), [2, 0])],
)
def test_indexing_agrees_with_numpy(index):
    result = sg.function(lambda x: x[index])(X)
    np.testing.assert_array_equal(result, X[index])


def test_updates():
    @sg.function
    def f(x):
        return x.at[0].set(7.0), x.at[:, 1].add(10.0), x.at[[1, 1], [0, 0]].multiply(2.0), x.at[0, 1:].set(0.0)

    first, second, third, fourth = f(X)
    expected = X.copy()
    expected[0] = 7
    np.testing.assert_array_equal(first, expected)
    expected = X.copy()
    expected[:, 1] += 10
    np.testing.assert_array_equal(second, expected)
    expected = X.copy()
    expected[1, 0] *= 4
    np.testing.assert_array_equal(third, expected)
    expected = X.copy()
    expected[0, 1:] = 0
    np.testing.assert_array_equal(fourth, expected)


def test_control_flow():
    @sg.function
    def f(x, n):
        y = sg.fori_loop(0, n, lambda i, y: y * x, 1.0)
        z = sg.while_loop(lambda z: z < 100.0, lambda z: z * 2.0, y)
        return sg.cond(x > 0.0, lambda z: z, lambda z: -z, z)

    assert f(3.0, 2) == 144.0
    assert f(-3.0, 2) == -144.0


def test_gradient_through_a_loop():
    def f(x):
        return sg.fori_loop(0, 3, lambda i, y: y * x, 1.0)

    assert sg.grad(f)(2.0) == 12.0
    assert sg.grad(sg.grad(f))(2.0) == 12.0


def test_captured_arrays_in_a_nested_gradient():
    @sg.function
    def f(w, x):
        return sg.grad(lambda inner: sg.sum(sg.sin(inner * x)))(w) * w

    w, x = np.array([0.3, 0.7]), np.array([2.0, 3.0])
    np.testing.assert_allclose(f(w, x), x * np.cos(w * x) * w)


def test_containers():
    @sg.function
    def f(parameters, batch):
        x, y = batch
        return {"loss": sg.mean((x @ parameters["w"] + parameters["b"] - y) ** 2), "none": None}

    parameters = {"w": np.ones((3,)), "b": 0.5}
    result = f(parameters, (X, np.zeros(2)))
    assert result["none"] is None
    np.testing.assert_allclose(result["loss"], np.mean((X.sum(1) + 0.5) ** 2))
    gradient = sg.grad(lambda p, batch: f(p, batch)["loss"])(parameters, (X, np.zeros(2)))
    assert gradient["w"].shape == (3,) and gradient["b"].shape == ()


def test_symbolic_sizes():
    @sg.function(shapes={"x": ("n", 3)})
    def f(x):
        return sg.sum(x, axis=0) / x.shape[0]

    np.testing.assert_allclose(f(X), X.mean(0))
    np.testing.assert_allclose(f(X[:1]), X[0])
    assert len(f._programs) == 1


def test_custom_vjp():
    @sg.custom_vjp
    def clip_gradient(x):
        return x

    clip_gradient.defvjp(lambda x: (x, ()), lambda _, g: (sg.clip(g, sg.asarray(-1.0), sg.asarray(1.0)),))
    gradient = sg.grad(lambda x: sg.sum(clip_gradient(x) * sg.asarray([0.5, 3.0])))(np.zeros(2))
    np.testing.assert_allclose(gradient, [0.5, 1.0])


def test_custom_jvp():
    @sg.custom_jvp
    def f(x):
        return sg.sin(x)

    @f.defjvp
    def f_jvp(primals, tangents):
        return sg.sin(primals[0]), tangents[0] * 2.0

    assert sg.grad(lambda x: f(x))(1.0) == 2.0


def test_forward_mode_and_second_derivatives():
    def f(x):
        return sg.sum(x**3)

    x, v = np.array([1.0, 2.0]), np.array([1.0, -1.0])
    value, tangent = sg.jvp(f, (x,), (v,))
    assert value == 9.0 and tangent == 3.0 - 12.0
    np.testing.assert_allclose(sg.hessian_vector_product(f, (x,), (v,))[0], 6 * x * v)


def test_random_numbers_are_those_of_jax():
    key = sg.function(lambda seed: sg.random_key(seed))(42)
    bits = sg.function(lambda key: sg.random_bits(key, shape=(2, 2)))(key)
    assert bits.view(np.int32).tolist() == [[2098992034, -1375260455], [-1648100871, -1885421097]]
