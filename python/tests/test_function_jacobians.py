"""Jacobians and Hessians of Python functions."""

from typing import NamedTuple

import numpy as np
import pytest
import sg

X = np.array([0.5, -1.0, 2.0])
JACOBIANS = [sg.jacobian, sg.jacobian_forward, sg.jacobian_reverse]


class Point(NamedTuple):
    x: object
    y: object


@pytest.mark.parametrize("jacobian", JACOBIANS)
def test_array(jacobian):
    matrix = np.arange(6.0).reshape(2, 3)
    expected = matrix * (1 - np.tanh(matrix @ X) ** 2)[:, None]
    np.testing.assert_allclose(jacobian(lambda x: sg.tanh(matrix @ x))(X), expected)


@pytest.mark.parametrize("jacobian", JACOBIANS)
def test_shapes_are_those_of_the_result_and_the_argument(jacobian):
    x = np.arange(6.0).reshape(2, 3)
    found = jacobian(lambda x: x[:, None] * 2)(x)
    np.testing.assert_array_equal(found, 2 * np.eye(6).reshape(2, 1, 3, 2, 3))
    assert jacobian(lambda x: x * x)(3.0) == 6.0
    np.testing.assert_array_equal(jacobian(lambda x: sg.sum(x * x))(x), 2 * x)
    np.testing.assert_array_equal(jacobian(lambda x: sg.stack([x, x * x]))(3.0), [1, 6])


@pytest.mark.parametrize("jacobian", JACOBIANS)
def test_containers(jacobian):
    def f(p, scale):
        return Point({"a": p["x"] * p["y"]}, [p["x"] ** 2 * scale])

    p = {"x": X, "y": 2.0}
    found = jacobian(f)(p, 3.0)
    assert type(found) is Point
    np.testing.assert_allclose(found.x["a"]["x"], 2 * np.eye(3))
    np.testing.assert_allclose(found.x["a"]["y"], X)
    np.testing.assert_allclose(found.y[0]["x"], np.diag(6 * X))
    np.testing.assert_allclose(found.y[0]["y"], np.zeros(3))
    by_p, by_scale = jacobian(f, argnums=(0, -1))(p, 3.0).y[0]
    np.testing.assert_allclose(by_p["x"], np.diag(6 * X))
    np.testing.assert_allclose(by_scale, X**2)


@pytest.mark.parametrize("jacobian", JACOBIANS)
def test_other_results(jacobian):
    found, (index, same) = jacobian(lambda x: (x**2, (sg.argmax(x), x)), has_aux=True)(X)
    np.testing.assert_allclose(found, np.diag(2 * X))
    assert index == 2
    np.testing.assert_array_equal(same, X)


@pytest.mark.parametrize("jacobian", JACOBIANS)
def test_empty_arrays(jacobian):
    assert jacobian(lambda x: x * 2)(np.ones(0)).shape == (0, 0)
    assert jacobian(lambda x: sg.sum(x))(np.ones(0)).shape == (0,)
    assert jacobian(lambda x: sg.stack([sg.sum(x), 1.0]))(np.ones((3, 0))).shape == (2, 3, 0)


def test_symbolic_sizes():
    square = sg.function(shapes={"x": ("n",)})(lambda x: x * x)
    for jacobian in JACOBIANS:
        compiled = jacobian(square)
        for count in (3, 1, 2):
            np.testing.assert_allclose(compiled(X[:count]), np.diag(2 * X[:count]))
        assert len(compiled._programs) == 1


def test_the_shorter_side_selects_the_mode():
    def dump(function, x):
        return sg.jacobian(function).module(x).dump("source")

    assert "grad.jvp" in dump(lambda x: sg.concat([x, x]), X)
    assert "grad.vjp" in dump(lambda x: sg.reshape(sg.sum(x), (1,)), X)


def test_inside_of_other_derivatives():
    def f(x):
        return sg.sum(sg.jacobian(lambda y: y**3)(x) ** 2)

    np.testing.assert_allclose(sg.grad(f)(X), 36 * X**3)
    _, tangent = sg.jvp(f, (X,), (np.ones(3),))
    np.testing.assert_allclose(tangent, np.sum(36 * X**3))
    np.testing.assert_allclose(sg.jacobian(sg.grad(lambda x: sg.sum(x**4)))(X), np.diag(12 * X**2))
    third = sg.jacobian_forward(sg.jacobian_reverse(sg.grad(lambda x: sg.sum(x**4))))(X)
    np.testing.assert_allclose([third[i, i, i] for i in range(3)], 24 * X)


def test_hessian():
    def f(x):
        return sg.sum(sg.sin(x)) * x[0]

    expected = np.diag(-np.sin(X) * X[0])
    expected[0] += np.cos(X)
    expected[:, 0] += np.cos(X)
    np.testing.assert_allclose(sg.hessian(f)(X), expected)
    vector = np.array([1.0, -2.0, 0.5])
    np.testing.assert_allclose(sg.hessian_vector_product(f, (X,), (vector,))[0], expected @ vector)
    found, aux = sg.hessian(lambda x: (f(x), {"x": x}), has_aux=True)(X)
    np.testing.assert_allclose(found, expected)
    np.testing.assert_array_equal(aux["x"], X)


def test_hessian_of_containers_and_vectors():
    blocks = sg.hessian(lambda p: {"f": p["w"] * p["b"] ** 2})({"w": X, "b": 2.0})["f"]
    assert {(a, b): blocks[a][b].shape for a in blocks for b in blocks[a]} == {
        ("b", "b"): (3,), ("b", "w"): (3, 3), ("w", "b"): (3, 3), ("w", "w"): (3, 3, 3),
    }  # fmt: skip
    np.testing.assert_allclose(blocks["b"]["b"], 2 * X)
    np.testing.assert_allclose(blocks["w"]["b"], 4 * np.eye(3))
    (ww, wb), (bw, bb) = sg.hessian(lambda w, b: sg.sum(w * b**2), argnums=(0, 1))(X, 2.0)
    np.testing.assert_allclose(wb, np.full(3, 4.0))
    np.testing.assert_allclose(bw, wb)
    assert bb == 2 * X.sum() and not ww.any()


@pytest.mark.parametrize("dtype", ["float16", "float32", "float64"])
def test_element_types(dtype):
    x = X.astype(dtype)
    for jacobian in JACOBIANS:
        found = jacobian(lambda x: x * x)(x)
        assert found.dtype == dtype
        np.testing.assert_array_equal(found, np.diag(2 * x))


def test_blocks_are_those_of_jax():
    jax = pytest.importorskip("jax")
    random = np.random.default_rng(1)
    p = {"w": random.normal(size=(2, 3)).astype(np.float32), "b": random.normal(size=2).astype(np.float32)}
    x = random.normal(size=3).astype(np.float32)

    def f(xp):
        return lambda p, x: {"y": xp.tanh(p["w"] @ x + p["b"]), "s": xp.sum(xp.exp(p["w"]), axis=1)}

    expected = jax.jacrev(f(jax.numpy), argnums=(0, 1))(p, x)
    for jacobian in JACOBIANS:
        found = jacobian(f(sg), argnums=(0, 1))(p, x)
        assert jax.tree.structure(found) == jax.tree.structure(expected)
        for one, other in zip(jax.tree.leaves(found), jax.tree.leaves(expected)):
            assert one.shape == other.shape
            np.testing.assert_allclose(one, other, rtol=1e-5, atol=1e-6)
    found = sg.hessian(f(sg))(p, x)
    expected = jax.hessian(f(jax.numpy))(p, x)
    assert jax.tree.structure(found) == jax.tree.structure(expected)
    for one, other in zip(jax.tree.leaves(found), jax.tree.leaves(expected)):
        np.testing.assert_allclose(one, other, rtol=1e-5, atol=1e-5)
