"""Functions and parameters of the Python array API standard that combine operations."""

import doctest
import importlib

import numpy as np
import pytest

import sg

X = np.array([[3.0, -1.0, 2.0], [0.0, 5.0, -4.0]])
V = np.array([3, 1, 3, 2, 1])
START = [np.int64(2), np.int64(0)]

# Functions of X and V, and their results.
CALLS = {
    "arange": (lambda x, v: sg.arange(2**62, 2**62 + 7, 3), np.arange(2**62, 2**62 + 7, 3)),
    "asarray": (lambda x, v: sg.asarray(x, copy=True), X),
    "broadcast_arrays": (lambda x, v: sg.broadcast_arrays(x, x[:1, :1]), np.broadcast_arrays(X, X[:1, :1])),
    "clip one bound": (lambda x, v: sg.clip(x, max=1), np.minimum(X, 1)),
    "clip two bounds": (lambda x, v: sg.clip(x, -1.0, 2.0), np.clip(X, -1.0, 2.0)),
    "concat": (lambda x, v: sg.concat([x, x[0]], axis=None), np.concatenate([X.ravel(), X[0]])),
    "conj": (lambda x, v: sg.conj(x), X),
    "count_nonzero": (lambda x, v: sg.count_nonzero(x, axis=1, keepdims=True), np.array([[3], [2]])),
    "cumulative_prod": (
        lambda x, v: sg.cumulative_prod(x, axis=-1, include_initial=True),
        np.array([[1.0, 3.0, -3.0, -6.0], [1.0, 0.0, 0.0, -0.0]]),
    ),
    "cumulative_sum": (lambda x, v: sg.cumulative_sum(v), np.cumsum(V)),
    "diff": (lambda x, v: sg.diff(v, n=2, prepend=v[:2], append=v[:1]), np.diff(V, 2, prepend=V[:2], append=V[:1])),
    "diff of bools": (lambda x, v: sg.diff(v == 1), np.diff(V == 1)),
    "expand_dims": (lambda x, v: sg.expand_dims(x, axis=(0, -1)), X[None, :, :, None]),
    "eye": (lambda x, v: sg.eye(2, 3, k=-(10**30)), np.zeros((2, 3))),
    "full of an integer": (lambda x, v: sg.full((2,), 2**62 + 1), np.full((2,), 2**62 + 1)),
    "full of a bool": (lambda x, v: sg.full((2,), True), np.full((2,), True)),
    "full of an array": (lambda x, v: sg.full((2, 1), v[1]), np.full((2, 1), V[1])),
    "full_like": (lambda x, v: sg.full_like(v, 7), np.full_like(V, 7)),
    "imag": (lambda x, v: sg.imag(x), np.zeros((2, 3))),
    "isin": (lambda x, v: sg.isin(v, v[1:3], invert=True), np.array([False, False, False, True, False])),
    "isin a number": (lambda x, v: sg.isin(v, 3), V == 3),
    "isin nothing": (lambda x, v: sg.isin(v, v[:0]), np.zeros(5, bool)),
    "linspace": (lambda x, v: sg.linspace(0.0, 1.0, 4, endpoint=False), np.linspace(0.0, 1.0, 4, endpoint=False)),
    "meshgrid": (lambda x, v: sg.meshgrid(v, x[0], v[:2]), np.meshgrid(V, X[0], V[:2])),
    "meshgrid ij": (
        lambda x, v: sg.meshgrid(v, x[0], v[:2], indexing="ij"),
        np.meshgrid(V, X[0], V[:2], indexing="ij"),
    ),
    "moveaxis": (lambda x, v: sg.moveaxis(x[None], (0, 1), (-1, 0)), np.moveaxis(X[None], (0, 1), (-1, 0))),
    "real": (lambda x, v: sg.real(x), X),
    "repeat": (lambda x, v: sg.repeat(x, 2), np.repeat(X, 2)),
    "repeat an axis": (lambda x, v: sg.repeat(x, [2, 0, 1], axis=-1), np.repeat(X, [2, 0, 1], axis=-1)),
    "repeat by one count": (lambda x, v: sg.repeat(x, [2], axis=0), np.repeat(X, [2], axis=0)),
    "reshape": (lambda x, v: sg.reshape(x, (3, -1)), np.reshape(X, (3, -1))),
    "roll": (lambda x, v: sg.roll(x, -2), np.roll(X, -2)),
    "roll axes": (lambda x, v: sg.roll(x, (1, 2), axis=(0, 1)), np.roll(X, (1, 2), axis=(0, 1))),
    "searchsorted": (lambda x, v: sg.searchsorted(v, 2, side="right", sorter=[1, 4, 3, 0, 2]), np.array(3)),
    "squeeze": (lambda x, v: sg.squeeze(sg.expand_dims(x, (0, 2)), axis=(0, 2)), X),
    "tensordot": (lambda x, v: sg.tensordot(x, x, axes=((0, 1), (0, 1))), np.array(np.sum(X * X))),
    "tensordot of some axes": (lambda x, v: sg.tensordot(x, x, axes=((1,), (1,))), X @ X.T),
    "where": (lambda x, v: sg.where(x > 0.0, x, 0), np.where(X > 0.0, X, 0)),
    "concat without elements": (lambda x, v: sg.concat([x[:1, :0], x[:0, :0], x[1:, :0]]), np.zeros((2, 0))),
    "concat of parts without elements": (lambda x, v: sg.concat([x[:0], x, x[2:]]), X),
    "slice without elements": (lambda x, v: sg.slice_axis(x, axis=1, start=3) + 1.0, np.zeros((2, 0))),
    "dynamic slice without elements": (lambda x, v: sg.dynamic_slice(x, START, sizes=(0, 0)), np.zeros((0, 0))),
    "update without elements": (lambda x, v: sg.set_slice_axis(x, x[0], start=2), X),
    "dynamic update without elements": (lambda x, v: sg.dynamic_update_slice(x, x[:0], START), X),
}


@pytest.mark.parametrize("name", CALLS)
@pytest.mark.parametrize("is_traced", [True, False])
def test_values(name, is_traced):
    call, expected = CALLS[name]
    result = (sg.function(call) if is_traced else call)(X, V)
    if not isinstance(result, tuple):
        result, expected = [result], [expected]
    assert len(result) == len(expected)
    for one, right in zip(result, expected):
        np.testing.assert_array_equal(one, right)
        assert (one.dtype, one.shape) == (right.dtype, right.shape)


@pytest.mark.parametrize("name", ["data_types", "manipulation", "searching", "sets"])
def test_examples_of_documentation(name):
    module = importlib.import_module(f"sg.tracing.{name}")
    result = doctest.testmod(module, extraglobs={"np": np, "sg": sg})
    assert result.attempted and not result.failed


def test_floor_divide_has_the_sign_of_the_quotient_at_zero():
    quotient = sg.floor_divide(np.array([-0.0, 0.0, -3.0]), np.array([-1.0, -1.0, -np.inf]))
    np.testing.assert_array_equal(np.signbit(quotient), [False, True, False])


def test_vecdot_does_not_broadcast_the_contracted_axis():
    with pytest.raises(sg.ProgramError, match="the sizes of the contracted axis differ"):
        sg.vecdot(X, X[:, :1])


@pytest.mark.parametrize(
    "call, derivative",
    [
        (lambda x: sg.clip(x, 0.0, 3.0), [0.5, 0.0, 1.0]),
        (lambda x: sg.diff(x), [-1.0, 0.0, 1.0]),
        (lambda x: sg.cumulative_sum(x, include_initial=True), [3.0, 2.0, 1.0]),
        (lambda x: sg.repeat(x, [1, 0, 3]), [1.0, 0.0, 3.0]),
        (lambda x: sg.roll(x, 1) * np.array([1.0, 2.0, 3.0]), [2.0, 3.0, 1.0]),
        (lambda x: sg.unique_values(x, size=2), [0.0, 1.0, 1.0]),
    ],
)
def test_derivatives(call, derivative):
    np.testing.assert_array_equal(sg.grad(lambda x: sg.sum(call(x)))(X[0]), derivative)


def test_types():
    assert sg.result_type(sg.int8, np.zeros(2, np.uint8), 3) == sg.int16
    assert sg.result_type(sg.float32, 1.5) == np.float32
    assert sg.result_type("bfloat16", sg.float16) == sg.float32
    assert sg.can_cast(sg.int8, sg.int64) and not sg.can_cast(X, sg.float32) and not sg.can_cast(sg.bool, sg.int8)
    assert sg.isdtype(sg.uint8, ("bool", "integral")) and not sg.isdtype(sg.uint8, "signed integer")
    assert sg.isdtype("bfloat16", "real floating") and sg.isdtype(X.dtype, sg.float64)
    assert sg.finfo(X).smallest_normal == np.finfo(np.float64).tiny
    assert sg.finfo(sg.float32)[:2] == (32, 2.0**-23)
    assert sg.iinfo(sg.uint16) == (16, 65535, 0, np.dtype("uint16"))
    assert sg.astype(X, sg.float64, copy=False) is X and sg.astype(X, sg.float32).dtype == sg.float32


def test_limits_of_bfloat16():
    pytest.importorskip("ml_dtypes")
    assert sg.finfo("bfloat16")[:2] == (16, 2.0**-7)


def test_namespace():
    @sg.function
    def f(x):
        xp = x.__array_namespace__(api_version="2022.12")
        assert x.device == "cpu" and x.to_device("cpu") is x
        return xp.sum(x)

    assert f(X) == X.sum()
    info = sg.__array_namespace_info__()
    assert info.default_device() in info.devices() and info.default_dtypes()["integral"] == sg.int64
    assert set(info.dtypes(kind=("bool", "real floating"))) == {"bool", "float32", "float64"}
    assert not info.capabilities()["data-dependent shapes"]


def test_sets():
    x = np.array([[2.0, np.nan, 1.0], [1.0, 2.0, np.nan]])
    result = sg.unique_all(x)
    np.testing.assert_array_equal(result.values, [1.0, 2.0, np.nan, np.nan])
    np.testing.assert_array_equal(result.indices, [2, 0, 1, 5])
    np.testing.assert_array_equal(result.inverse_indices, [[1, 2, 0], [0, 1, 3]])
    np.testing.assert_array_equal(result.counts, [2, 2, 1, 1])
    np.testing.assert_array_equal(sg.unique_values(V), [1, 2, 3])
    np.testing.assert_array_equal(sg.unique_counts(V).counts, [2, 1, 2])
    np.testing.assert_array_equal(sg.unique_inverse(V).inverse_indices, [2, 0, 2, 1, 0])
    assert sg.unique_values(V[:0]).shape == (0,)


@pytest.mark.parametrize("size, values, counts", [(2, [1, 2], [2, 1]), (5, [1, 2, 3, 1, 1], [2, 1, 2, 0, 0])])
def test_sets_of_a_given_size(size, values, counts):
    result = sg.function(lambda v: sg.unique_counts(v, size=size), shapes={"v": ("n",)})(V)
    np.testing.assert_array_equal(result.values, values)
    np.testing.assert_array_equal(result.counts, counts)


def test_nonzero():
    for result, expected in zip(sg.nonzero(X), np.nonzero(X)):
        np.testing.assert_array_equal(result, expected)
    rows, columns = sg.function(lambda x: sg.nonzero(x, size=6), shapes={"x": ("m", "n")})(X)
    np.testing.assert_array_equal(rows, [0, 0, 0, 1, 1, 0])
    np.testing.assert_array_equal(columns, [0, 1, 2, 1, 2, 0])


@pytest.mark.parametrize(
    "call, kind, message",
    [
        (lambda: sg.zeros(2, device="gpu"), sg.ArgumentError, "there is no device 'gpu'"),
        (lambda: sg.asarray([1.0], copy=False), sg.ArgumentError, "without a copy"),
        (lambda: sg.reshape(X, (6,), copy=False), sg.ArgumentError, "use numpy.reshape for a view"),
        (lambda: sg.result_type(sg.int32, sg.float32), sg.ArgumentError, "int32 and float32 have no common type"),
        (lambda: sg.result_type(1), sg.ArgumentError, "needs an array or a type"),
        (lambda: sg.result_type(sg.int32, 1.5), sg.ArgumentError, "does not fit to elements of type int32"),
        (lambda: sg.finfo(sg.int8), sg.ArgumentError, "no float type: use sg.iinfo"),
        (lambda: sg.iinfo(sg.float32), sg.ArgumentError, "no integer type: use sg.finfo"),
        (lambda: sg.isdtype(sg.int8, "real"), sg.ArgumentError, "no kind of types 'real'; the kinds are"),
        (lambda: sg.broadcast_shapes((2,), (3,)), sg.ArgumentError, "do not broadcast"),
        (lambda: sg.expand_dims(X, 4), IndexError, "axis 4 is out of range for rank 3"),
        (lambda: sg.expand_dims(X, (0, 0)), sg.ArgumentError, "contain an axis twice"),
        (lambda: sg.squeeze(X, 0), sg.ArgumentError, "axis 0 has the size 2"),
        (lambda: sg.moveaxis(X, (0, 1), 0), sg.ArgumentError, "moves 2 axes to 1 positions"),
        (lambda: sg.meshgrid(V, indexing="yx"), sg.ArgumentError, 'must be "xy" or "ij"'),
        (lambda: sg.roll(X, (1, 2), axis=0), sg.ArgumentError, "2 shifts for 1 axes"),
        (lambda: sg.repeat(X, [1, 2], axis=1), sg.ArgumentError, r"shape \(2,\), but axis 1 has the size 3"),
        (lambda: sg.function(lambda v: sg.repeat(v, v))(V), sg.ArgumentError, "pass an integer or a NumPy array"),
        (lambda: sg.tensordot(X, X, axes=((0,), (0, 1))), sg.ArgumentError, "1 axes of the first array, but 2"),
        (lambda: sg.cumulative_sum(X), sg.ArgumentError, "cumulative_sum needs an axis"),
        (lambda: sg.diff(V, n=-1), sg.ArgumentError, "n is -1"),
        (lambda: sg.nonzero(np.float64(1.0)), sg.ArgumentError, "not a scalar"),
        (lambda: sg.function(sg.nonzero)(V), sg.ArgumentError, "give the parameter size"),
        (
            lambda: sg.function(lambda x: x.__array_namespace__(api_version="2030.12"))(X),
            sg.ArgumentError,
            "implements the version 2025.12 of the standard, not 2030.12",
        ),
    ],
)
def test_errors(call, kind, message):
    with pytest.raises(kind, match=message):
        call()
