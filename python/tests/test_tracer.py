"""Numbers in operations on traced arrays, and missing attributes of these arrays."""

import numpy as np
import pytest

import sg

X = np.array([[1.0, -2.0, 3.0], [0.5, 4.0, -1.0]], np.float32)


@pytest.mark.parametrize(
    "operation, expected",
    [
        (lambda x: sg.where(x > 1, x, 0.0), np.where(X > 1, X, 0)),
        (lambda x: sg.where(x > 1, 1, x), np.where(X > 1, 1, X)),
        (lambda x: sg.where(True, x, 0), X),
        (lambda x: sg.dynamic_slice(x, [0, 1], sizes=(2, 2)), X[:, 1:]),
        (lambda x: sg.dynamic_update_slice(x, x[:1, :2] * 0, [1, 0]), X * [[1, 1, 1], [0, 0, 1]]),
        (lambda x: sg.take(x, 1, axis=1), X[:, 1]),
        (lambda x: sg.gather(x, [1], axes=[0]), X[1]),
        (lambda x: sg.scatter(x, 5, [1], axes=[0]), np.stack([X[0], np.full(3, 5)])),
    ],
)
def test_numbers_get_the_type_of_their_group(operation, expected):
    result = sg.function(operation)(X)
    assert result.dtype == np.float32
    np.testing.assert_array_equal(result, expected)


def test_numbers_without_an_array_of_their_group():
    @sg.function
    def f(key):
        return sg.where(key > 0, 1.5, 0.0), sg.random_bernoulli(key, 1.0, shape=(2,)), sg.random_fold_in(key, 7)

    first, second, third = f(np.array([0, 1], np.uint32))
    assert first.dtype == np.float64 and list(first) == [0, 1.5]
    assert list(second) == [True, True]
    assert third.dtype == np.uint32


@pytest.mark.parametrize(
    "use, advice",
    [
        (lambda x: x.std(), ": use sg.std(x)"),
        (lambda x: x.flatten(), ": use x.reshape(-1)"),
        (lambda x: x.tolist(), ""),
    ],
)
def test_missing_attributes_have_a_replacement(use, advice):
    with pytest.raises(AttributeError, match="an array x of a traced function has no attribute") as error:
        sg.function(use)(X)
    assert str(error.value).partition("attribute ")[2].partition(":")[2] == advice[1:]
