"""Operations that sort, search sorted arrays and draw positions, compared with NumPy."""

import numpy as np
import pytest

import sg

X = np.array([[3.0, np.nan, -1.0, 3.0, 0.0, -0.0], [1.0, 2.0, -np.inf, np.inf, 1.0, 1.0]])


@pytest.mark.parametrize("dtype", ["float16", "float32", "float64", "int8", "uint8", "int64", "uint64", "bool"])
@pytest.mark.parametrize("size", [0, 1, 2, 3, 4, 7, 8, 100])
def test_sort_of_all_sizes_and_types(dtype, size):
    x = np.random.default_rng(size).integers(0, 200, (3, size)).astype(dtype)
    if dtype == "int8":
        x -= 100
    np.testing.assert_array_equal(sg.sort(x), np.sort(x))
    np.testing.assert_array_equal(sg.argsort(x), np.argsort(x, kind="stable"))
    np.testing.assert_array_equal(sg.sort(x, axis=0), np.sort(x, axis=0))


def test_nan_is_the_largest_number_and_zeros_are_equal():
    np.testing.assert_array_equal(sg.argsort(X), [[2, 4, 5, 0, 3, 1], [2, 0, 4, 5, 1, 3]])
    np.testing.assert_array_equal(sg.argsort(X, descending=True), [[1, 0, 3, 4, 5, 2], [3, 1, 0, 4, 5, 2]])


def test_top_k():
    values, positions = sg.top_k(X, 2)
    np.testing.assert_array_equal(positions, [[1, 0], [3, 1]])
    np.testing.assert_array_equal(values, [[np.nan, 3.0], [np.inf, 2.0]])
    values, positions = sg.top_k(X, 1, axis=0)
    np.testing.assert_array_equal(positions, [[0, 0, 0, 1, 1, 1]])
    assert sg.top_k(X, 0)[0].shape == (2, 0)
    with pytest.raises(sg.Error, match="top_k: k is 7, but axis 1 has the size 6"):
        sg.top_k(X, 7)


def test_derivatives_follow_the_elements():
    weights = np.arange(6.0)
    x = np.array([3.0, 5.0, -1.0, 3.0, 0.0, 4.0])
    order = np.argsort(x, kind="stable")
    expected = np.empty(6)
    expected[order] = weights
    np.testing.assert_array_equal(sg.grad(lambda x: sg.sum(sg.sort(x) * weights))(x), expected)
    gradient = sg.grad(lambda x: sg.sum(sg.top_k(x, 2)[0] * sg.asarray([2.0, 3.0])))(x)
    np.testing.assert_array_equal(gradient, [0, 2, 0, 0, 0, 3])
    _, tangent = sg.jvp(sg.sort, (x,), (weights,))
    np.testing.assert_array_equal(tangent, weights[order])


def test_symbolic_sizes():
    @sg.function(shapes={"x": ("n",)})
    def f(x):
        return sg.sort(x), sg.top_k(x, x.shape[0])[1], sg.searchsorted(sg.sort(x), x)

    for size in (0, 1, 2, 5, 9):
        x = np.random.default_rng(size).standard_normal(size)
        ordered, positions, ranks = f(x)
        np.testing.assert_array_equal(ordered, np.sort(x))
        np.testing.assert_array_equal(positions, np.argsort(-x))
        np.testing.assert_array_equal(ranks, np.searchsorted(np.sort(x), x))
    assert len(f._programs) == 1


@pytest.mark.parametrize("side", ["left", "right"])
@pytest.mark.parametrize("size", range(12))
def test_searchsorted(size, side):
    x = np.repeat(np.arange(6.0), 2)[:size]
    values = np.arange(-1.0, 7.0, 0.5).reshape(4, 4)
    np.testing.assert_array_equal(sg.searchsorted(x, values, side=side), np.searchsorted(x, values, side))


def test_searchsorted_orders_nan_last():
    x = np.array([1.0, np.inf, np.nan, np.nan])
    values = np.array([np.nan, np.inf, -np.inf])
    for side in ("left", "right"):
        np.testing.assert_array_equal(sg.searchsorted(x, values, side=side), np.searchsorted(x, values, side))


def test_take_along_axis_broadcasts_and_counts_from_the_end():
    x = np.arange(6.0).reshape(2, 3)
    indices = np.array([[-1, 0, 1, -3]])
    np.testing.assert_array_equal(sg.take_along_axis(x, indices), x[:, [2, 0, 1, 0]])
    np.testing.assert_array_equal(sg.take_along_axis(x[:1], np.array([[0], [2]])), [[0.0], [2.0]])


def test_random_integers_are_those_of_jax():
    key = sg.random_key(np.int64(3))
    # jax.random.randint(jax.random.PRNGKey(3), (10,), 3, 100, "int64") and "int32", JAX 0.10.2
    wide = [31, 10, 52, 26, 78, 6, 33, 68, 96, 77]
    np.testing.assert_array_equal(sg.random_randint(key, 3, 100, shape=(10,)), wide)
    narrow = [77, 39, 84, 31, 34, 58, 25, 83, 95, 42]
    for dtype in ("int8", "uint8", "int16", "int32"):
        result = sg.random_randint(key, 3, 100, shape=(10,), dtype=dtype)
        assert result.dtype == dtype
        np.testing.assert_array_equal(result, narrow)


def test_random_permutations_have_all_positions():
    key = sg.random_key(np.int64(3))
    for n in (0, 1, 2, 1625, 1626):
        np.testing.assert_array_equal(np.sort(sg.random_permutation(key, n=n)), np.arange(n))


def test_random_categories_follow_the_logits():
    logits = np.array([[0.0, -np.inf, -np.inf], [-np.inf, 0.0, 0.0]])
    keys = sg.random_split(sg.random_key(np.int64(0)), num=20)
    drawn = np.array([sg.random_categorical(key, logits) for key in keys])
    assert set(drawn[:, 0]) == {0} and set(drawn[:, 1]) == {1, 2}


@pytest.mark.parametrize(
    "call, message",
    [
        (lambda key: sg.random_randint(key, 3, 3, shape=(2,)), "low is 3, which is not less than high 3"),
        (lambda key: sg.random_randint(key, 0, 300, shape=(2,), dtype="int8"), "do not fit into int8"),
        (lambda key: sg.random_randint(key, 0, 3, shape=(2,), dtype="float32"), "must be an integer, not float32"),
        (lambda key: sg.searchsorted(X, X), "must have rank 1, not 2"),
        (lambda key: sg.searchsorted(X[0], X, side="middle"), "must be left or right, not 'middle'"),
        (lambda key: sg.bitcast(X, "float32"), "float32 has not the size of float64"),
        (lambda key: sg.bitcast(X, "bool"), "bool is not supported"),
    ],
)
def test_errors(call, message):
    with pytest.raises(sg.Error, match=message):
        call(sg.random_key(np.int64(3)))


@pytest.mark.parametrize("dtype", ["float16", "float32", "float64"])
def test_nextafter(dtype):
    special = np.array([0.0, -0.0, 1.0, -1.0, np.finfo(dtype).max, np.finfo(dtype).tiny, np.inf, -np.inf, np.nan], dtype)
    x, y = (array.ravel() for array in np.meshgrid(special, special))
    with np.errstate(over="ignore"):
        # In the standard, the result is y if x equals y; NumPy's float16 returns x, which may be another zero.
        expected = np.where(x == y, y, np.nextafter(x, y))
    result = sg.nextafter(x, y)
    np.testing.assert_array_equal(result, expected)
    np.testing.assert_array_equal(np.signbit(result), np.signbit(expected))


def test_bitcast():
    x = np.array([1.0, -0.0], np.float32)
    np.testing.assert_array_equal(sg.bitcast(x, "uint32"), x.view(np.uint32))
    np.testing.assert_array_equal(sg.bitcast(sg.bitcast(x, "int32"), "float32"), x)
    np.testing.assert_array_equal(sg.grad(lambda x: sg.sum(sg.astype(sg.bitcast(x, "int32"), "float32") * 0.0 + 1.0) * x[0])(x), [2.0, 0.0])
