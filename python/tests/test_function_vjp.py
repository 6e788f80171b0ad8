"""sg.vjp, which computes a function once, and sg.jvp."""

import gc
import threading

import numpy as np
import pytest
import sg

X = np.array([0.5, -1.0, 2.0])


def test_pullback_of_containers():
    def f(p, x, n):
        return {"y": p["w"] * x, "n": n + 1, "s": sg.sum(sg.exp(x))}

    value, pullback = sg.vjp(f, {"w": X, "b": 1.0}, 2.0 * X, 3)
    np.testing.assert_array_equal(value["y"], 2 * X * X)
    assert value["n"] == 4
    of_p, of_x, of_n = pullback({"y": np.ones(3), "n": 0, "s": 1.0})
    np.testing.assert_array_equal(of_p["w"], 2 * X)
    assert of_p["b"] == 0.0 and of_n is None
    np.testing.assert_allclose(of_x, X + np.exp(2 * X))


def test_pullback_can_be_called_several_times_and_later():
    value, pullback = sg.vjp(lambda x: sg.tanh(x), X.copy())
    other = sg.vjp(lambda x: sg.tanh(x), 2 * X)[1]
    gc.collect()
    for scale in (1.0, -2.0):
        np.testing.assert_allclose(pullback(np.full(3, scale))[0], scale * (1 - np.tanh(X) ** 2))
    np.testing.assert_allclose(other(np.ones(3))[0], 1 - np.tanh(2 * X) ** 2)
    np.testing.assert_allclose(value, np.tanh(X))


def test_the_residuals_do_not_follow_changed_arguments():
    x = X.copy()
    _, pullback = sg.vjp(lambda x: x * x, x)
    x[:] = 100
    np.testing.assert_array_equal(pullback(np.ones(3))[0], 2 * X)


def test_the_function_is_computed_once():
    """The reverse sweep has no call of the function: it reads the exponential from the residuals."""
    f = sg.function(lambda x: sg.exp(x))
    _, pullback = sg.vjp(f, X)
    backward = pullback._program.module.run("builtin.module(symbol-privatize{exclude=function_split_bwd},symbol-dce)")
    assert "math.exp" not in backward.dump()
    forward = pullback._program.module.run("builtin.module(symbol-privatize{exclude=function_split_fwd},symbol-dce)")
    assert "math.exp" in forward.dump()


def test_a_traced_function_keeps_its_derivatives():
    calls = []
    f = sg.function(lambda x: calls.append(1) or x * x)
    for _ in range(3):
        sg.vjp(f, X)[1](np.ones(3))
        sg.jvp(f, (X,), (X,))
    assert len(calls) == 2
    sg.hessian_vector_product(sg.function(lambda x: calls.append(1) or sg.sum(x)), (X,), (X,))
    assert len(calls) == 3


def test_one_request_within_a_trace():
    calls = []

    def inner(x):
        calls.append(1)
        return sg.tanh(sg.exp(x))

    @sg.function
    def f(x):
        value, pullback = sg.vjp(inner, x)
        return value, pullback(sg.ones_like(value))[0]

    value, gradient = f(X)
    np.testing.assert_allclose(value, np.tanh(np.exp(X)))
    np.testing.assert_allclose(gradient, np.exp(X) * (1 - np.tanh(np.exp(X)) ** 2))
    assert len(calls) == 1
    assert f.module(X).dump().count("grad.vjp") == 1
    assert f.module(X).dump("lowered").count("llvm.func @exp") <= 1


def test_pullback_of_control_flow():
    def f(x, n):
        y = sg.fori_loop(0, n, lambda i, y: sg.sin(y) * x, x)
        return sg.cond(sg.sum(y) > 0, lambda: y, lambda: y * 2)

    value, pullback = sg.vjp(f, X, 4)
    expected_value, gradient = sg.value_and_grad(lambda x: sg.sum(f(x, 4)))(X)
    np.testing.assert_allclose(np.sum(value), expected_value)
    np.testing.assert_allclose(pullback(np.ones(3))[0], gradient)


def test_without_floats():
    value, pullback = sg.vjp(lambda n, x: n + 1.5, 3.0, 2)
    assert value == 4.5 and pullback(2.0) == (2.0, None)
    value, pullback = sg.vjp(lambda n: sg.astype(n, "float64"), 3)
    assert value == 3.0 and pullback(1.0) == (None,)


def test_sizes_and_types():
    for dtype in ("float16", "float32", "float64"):
        for count in (0, 1, 3):
            x = X[:count].astype(dtype)
            value, pullback = sg.vjp(lambda x: x * x, x)
            (gradient,) = pullback(np.ones_like(x))
            assert value.dtype == gradient.dtype == dtype
            np.testing.assert_array_equal(gradient, 2 * x)


def test_threads():
    f = sg.function(lambda x: sg.sum(sg.sin(x)))
    failures = []

    def work(seed):
        x = np.random.default_rng(seed).normal(size=20)
        for _ in range(50):
            _, pullback = sg.vjp(f, x)
            if not np.allclose(pullback(1.0)[0], np.cos(x)):
                failures.append(seed)

    threads = [threading.Thread(target=work, args=(seed,)) for seed in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failures


def test_jvp_of_containers():
    def f(p, n):
        return p["w"] * p["b"] * 2, n

    (value, n), (tangent, zero) = sg.jvp(f, ({"w": X, "b": 3.0}, 5), ({"w": np.ones(3), "b": 1.0}, 0))
    np.testing.assert_array_equal(value, 6 * X)
    np.testing.assert_array_equal(tangent, 6 + 2 * X)
    assert n == 5 and zero == 0


def test_custom_rules_in_pullbacks():
    @sg.custom_vjp
    def f(x):
        return sg.sin(x)

    f.defvjp(lambda x: (sg.sin(x), x), lambda x, g: (g * 10 * sg.cos(x),))
    _, pullback = sg.vjp(lambda x: f(x) * 2, X)
    np.testing.assert_allclose(pullback(np.ones(3))[0], 20 * np.cos(X))


def test_pullbacks_are_those_of_jax():
    jax = pytest.importorskip("jax")
    random = np.random.default_rng(2)
    w, x = random.normal(size=(3, 4)).astype(np.float32), random.normal(size=4).astype(np.float32)

    def f(xp):
        return lambda w, x: (xp.tanh(w @ x), {"m": xp.max(w, axis=0)})

    cotangents = np.ones(3, np.float32), {"m": np.arange(4, dtype=np.float32)}
    value, pullback = sg.vjp(f(sg), w, x)
    expected_value, expected_pullback = jax.vjp(f(jax.numpy), w, x)
    for one, other in zip(
        jax.tree.leaves((value, pullback(cotangents))),
        jax.tree.leaves((expected_value, expected_pullback(cotangents))),
    ):
        np.testing.assert_allclose(one, other, rtol=1e-5, atol=1e-6)
