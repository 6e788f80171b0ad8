"""sg.scan: values, shapes and gradients."""

import time

import numpy as np
import pytest
import sg

X = np.array([[1.0, -2.0], [0.5, 4.0], [3.0, 0.25]])


def traced(f, *arguments, **options):
    return sg.function(f, **options)(*arguments)


def test_carry_and_outputs():
    total, partial_sums = traced(lambda xs: sg.scan(lambda c, x: (c + x, c), sg.zeros((2,)), xs), X)
    np.testing.assert_array_equal(total, X.sum(0))
    np.testing.assert_array_equal(partial_sums, [[0, 0], *X.cumsum(0)[:-1]])


def test_reverse_keeps_the_order_of_the_outputs():
    total, partial_sums = traced(lambda xs: sg.scan(lambda c, x: (c + x, c + x), sg.zeros((2,)), xs, reverse=True), X)
    np.testing.assert_array_equal(total, X.sum(0))
    np.testing.assert_allclose(partial_sums, X[::-1].cumsum(0)[::-1])


def test_containers():
    def step(carry, x):
        count, state = carry
        return (count + 1, {"s": state["s"] + x["a"]}), {"n": count, "pair": (x["b"], None)}

    def f(xs):
        return sg.scan(step, (0, {"s": 0.0}), xs)

    (count, state), outputs = traced(f, {"a": X[:, 0], "b": X})
    assert count == 3 and state["s"] == X[:, 0].sum()
    assert outputs["n"].tolist() == [0, 1, 2] and outputs["pair"][1] is None
    np.testing.assert_array_equal(outputs["pair"][0], X)


def test_length_without_arrays():
    last, powers = traced(lambda x: sg.scan(lambda c, _: (c * x, c), 1.0, length=4), 3.0)
    assert last == 81.0 and powers.tolist() == [1, 3, 9, 27]
    assert traced(lambda x: sg.scan(lambda c, _: (c * x, None), 1.0, None, 2), 3.0) == (9.0, None)


@pytest.mark.parametrize("length", [0, 1])
@pytest.mark.parametrize("reverse", [False, True])
def test_short_scans(length, reverse):
    def f(xs):
        return sg.scan(lambda c, x: (c + sg.sum(x), x * 2), 0.0, xs, reverse=reverse)

    total, outputs = traced(f, X[:length])
    assert total == X[:length].sum() and outputs.shape == (length, 2)
    gradient = sg.grad(lambda xs: f(xs)[0] + sg.sum(f(xs)[1]))(X[:length])
    np.testing.assert_array_equal(gradient, np.full((length, 2), 3.0))


def test_symbolic_length():
    @sg.function(shapes={"xs": ("n", 2)})
    def f(xs):
        return sg.scan(lambda c, x: (c + x, c), sg.zeros((2,)), xs)

    for count in (3, 1, 0):
        total, outputs = f(X[:count])
        np.testing.assert_array_equal(total, X[:count].sum(0))
        assert outputs.shape == (count, 2)
    assert len(f._programs) == 1

    @sg.function(shapes={"xs": ("n",)})
    def g(xs):
        return sg.scan(lambda c, _: (c + 1.0, None), 0.0, length=xs.shape[0])[0]

    assert g(np.ones(5)) == 5.0 and g(np.ones(0)) == 0.0


def test_numbers_in_the_carry_get_its_type():
    total = traced(lambda xs: sg.scan(lambda c, x: (1, None), np.float32(0), xs)[0], X)
    assert total == 1 and total.dtype == np.float32


def test_the_body_uses_outer_arrays():
    gradient = sg.grad(lambda w: sg.scan(lambda c, x: (c + w * x, None), 0.0, X[:, 0])[0])(2.0)
    assert gradient == X[:, 0].sum()


def rnn(xp, tanh, scan, weights, xs):
    def step(state, x):
        state = tanh(weights["w"] @ state + weights["u"] * x)
        return state, state

    last, states = scan(step, weights["h"], xs)
    return xp.sum(states**2) + xp.sum(last)


@pytest.mark.parametrize("reverse", [False, True])
def test_gradients_are_those_of_jax(reverse):
    jax = pytest.importorskip("jax")
    random = np.random.default_rng(0)
    weights = {
        "w": random.normal(size=(4, 4)).astype(np.float32) / 2,
        "u": random.normal(size=4).astype(np.float32),
        "h": np.zeros(4, np.float32),
    }
    xs = random.normal(size=9).astype(np.float32)

    def ours(weights, xs):
        return rnn(sg, sg.tanh, lambda f, h, xs: sg.scan(f, h, xs, reverse=reverse), weights, xs)

    def theirs(weights, xs):
        return rnn(jax.numpy, jax.numpy.tanh, lambda f, h, xs: jax.lax.scan(f, h, xs, reverse=reverse), weights, xs)

    value, gradients = sg.value_and_grad(ours, argnums=(0, 1))(weights, xs)
    expected_value, expected = jax.value_and_grad(theirs, argnums=(0, 1))(weights, xs)
    # 36 additions and multiplications in f32 in another order
    np.testing.assert_allclose(value, expected_value, rtol=1e-6)
    for name in weights:
        np.testing.assert_allclose(gradients[0][name], expected[0][name], rtol=1e-5, atol=1e-6)
    np.testing.assert_allclose(gradients[1], expected[1], rtol=1e-5, atol=1e-6)
    vectors = {name: np.ones_like(value) for name, value in weights.items()}
    (product,) = sg.hessian_vector_product(lambda weights: ours(weights, xs), (weights,), (vectors,))
    _, expected = jax.jvp(jax.grad(lambda weights: theirs(weights, xs)), (weights,), (vectors,))
    for name in weights:
        np.testing.assert_allclose(product[name], expected[name], rtol=1e-4, atol=1e-5)


def test_checkpoint_gives_the_same_gradient():
    def loss(w, wrap):
        step = wrap(lambda c, x: (sg.sin(c * w + x), c))
        last, states = sg.scan(step, 0.5, X[:, 0])
        return last + sg.sum(states)

    expected = sg.grad(lambda w: loss(w, lambda f: f))(0.7)
    np.testing.assert_allclose(sg.grad(lambda w: loss(w, sg.checkpoint))(0.7), expected, rtol=1e-14)


def test_the_time_of_the_gradient_is_linear():
    @sg.function(shapes={"xs": ("n", 8)})
    def loss(w, xs):
        last, states = sg.scan(lambda h, x: (sg.tanh(w @ h + x),) * 2, sg.zeros((8,)), xs)
        return sg.sum(states**2) + sg.sum(last)

    gradient = sg.grad(loss)

    def measure(count):
        arguments = np.eye(8) / 2, np.ones((count, 8))
        gradient(*arguments)
        times = []
        for _ in range(5):
            start = time.perf_counter()
            gradient(*arguments)
            times.append(time.perf_counter() - start)
        return min(times)

    # If each step copied all slices, the factor would be about 256. A busy machine needs a margin.
    assert measure(16000) / measure(1000) < 64
