"""Tests of calls through call frames, compared with calls that describe all arrays."""

import gc
import threading

import numpy as np
import pytest
import sg
from sg import compiled as calls

TEXT = """
func.func @product(%x: tensor<?x2xf32>, %y: tensor<?x2xf32>) -> (tensor<?x2xf32>, f32) {
  %zero = arith.constant dense<0.0> : tensor<f32>
  %z = arith.mulf %x, %y : tensor<?x2xf32>
  %c = tensor.collapse_shape %z [[0, 1]] : tensor<?x2xf32> into tensor<?xf32>
  %d = tensor.collapse_shape %x [[0, 1]] : tensor<?x2xf32> into tensor<?xf32>
  %s = linalg.dot ins(%c, %d : tensor<?xf32>, tensor<?xf32>) outs(%zero : tensor<f32>) -> tensor<f32>
  %sum = tensor.extract %s[] : tensor<f32>
  return %z, %sum : tensor<?x2xf32>, f32
}
func.func @twice(%x: tensor<3xi64>) -> tensor<3xi64> {
  %y = arith.addi %x, %x : tensor<3xi64>
  return %y : tensor<3xi64>
}
func.func @set(%m: memref<2xf32>) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1.0 : f32
  memref.store %one, %m[%zero] : memref<2xf32>
  return
}
func.func @positive(%x: tensor<f64>) -> tensor<f64> {
  %zero = arith.constant 0.0 : f64
  %v = tensor.extract %x[] : tensor<f64>
  %ok = arith.cmpf ogt, %v, %zero : f64
  cf.assert %ok, "x is not positive"
  return %x : tensor<f64>
}"""


@pytest.fixture(scope="module")
def program():
    return sg.load(TEXT)


@pytest.fixture
def described(monkeypatch):
    """Returns the positions of arguments that were described."""
    positions = []

    def describe(value, type_, position):
        positions.append(position)
        return describe_argument(value, type_, position)

    describe_argument = calls.describe_argument
    monkeypatch.setattr(calls, "describe_argument", describe)
    return positions


def rows(count):
    return np.arange(2 * count, dtype=np.float32).reshape(count, 2)


def check(function, x, y):
    product, total = function(x, y)
    x, y = np.asarray(x), np.asarray(y)
    assert product.dtype == np.float32 and np.array_equal(product, x * y)
    assert type(total) is np.float32 and total == (x * y * x).sum()
    return product


def test_sizes_change_from_call_to_call(program, described):
    function = program["product"]
    products = [check(function, rows(count), rows(count)) for count in (3, 0, 1, 5, 3)]
    assert described == []
    assert [len(product) for product in products] == [3, 0, 1, 5, 3]
    assert np.array_equal(products[0], products[4]) and not np.shares_memory(products[0], products[4])
    products[0][:] = 7
    assert check(function, rows(3), rows(3))[1, 1] == 9


@pytest.mark.parametrize(
    "y",
    [
        rows(6)[::2],
        np.asfortranarray(rows(3)),
        rows(3)[::-1],
        [[0, 1], [2, 3], [4, 5]],
    ],
)
def test_arrays_with_gaps_or_without_type(program, described, y):
    function = program["product"]
    check(function, rows(3), rows(3))
    check(function, rows(3), y)
    assert described == [0, 1]
    check(function, rows(4), rows(4))


def test_mismatched_arguments(program):
    function = program["product"]
    for wrong, message in (
        (rows(3).astype(np.float64), "argument 1 is 3x2xf64, the function has [?]x2xf32"),
        (rows(3).ravel(), "argument 1 is 6xf32, the function has"),
        (rows(3).reshape(2, 3), "argument 1 is 2x3xf32, the function has"),
        (rows(3).astype(">f4"), "argument 1 has elements of >f4, which cannot be passed"),
    ):
        with pytest.raises(sg.ArgumentError, match=message):
            function(rows(3), wrong)
        check(function, rows(2), rows(2))
    with pytest.raises(sg.ArgumentError, match="@product has 2 arguments, the call 1"):
        function(rows(3))
    with pytest.raises(sg.AssertionFailed):
        function(rows(3), rows(2))
    check(function, rows(2), rows(2))


def test_integers_without_a_sign(program, described):
    x = np.array([1, 2, 3], np.uint64)
    assert program["twice"](x).tolist() == [2, 4, 6] and described == [0]


def test_written_memory(program, described):
    m = np.zeros(2, np.float32)
    program["set"](m)
    assert m.tolist() == [1, 0] and described == []
    m = np.zeros(2, np.float32)
    m.flags.writeable = False
    with pytest.raises(sg.ArgumentError, match="argument 0 is written to, but its array is read-only"):
        program["set"](m)
    assert m.tolist() == [0, 0]


def test_read_only_array(program, described):
    x = rows(3)
    x.flags.writeable = False
    check(program["product"], x, x)
    assert described == []


def test_after_an_error(program):
    function = program["positive"]
    for _ in range(3):
        with pytest.raises(sg.AssertionFailed, match="x is not positive"):
            function(np.array(-1.0))
        assert function(np.array(2.0)) == 2


def test_threads(program):
    function, failures = program["product"], []

    def run(count):
        x = rows(count)
        for _ in range(300):
            product, total = function(x, x)
            if not np.array_equal(product, x * x):
                failures.append(count)

    threads = [threading.Thread(target=run, args=(count,)) for count in (3, 50, 0, 7)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failures


def test_views_keep_memory(program):
    product, _ = program["product"](rows(50), rows(50))
    view = product[40:]
    expected = view.copy()
    del product
    for _ in range(20):
        program["product"](rows(50), np.ones((50, 2), np.float32))
    gc.collect()
    assert np.array_equal(view, expected)


def test_tensors_of_torch(program, described):
    torch = pytest.importorskip("torch")
    x = torch.arange(6.0).reshape(3, 2)
    check(program["product"], x, x.numpy())
    assert described == []
    check(program["product"], x, torch.arange(6.0).reshape(2, 3).T)
    assert described
    negative = torch.complex(x, x).conj().imag
    assert negative.is_neg()
    with pytest.raises(sg.ArgumentError, match="argument 1 is a tensor with a pending negation of PyTorch: pass its resolve_neg()"):
        program["product"](x, negative)
    check(program["product"], x, negative.resolve_neg())
    check(program["product"], torch.zeros(0, 2), torch.zeros(0, 2))
    with pytest.raises(sg.ArgumentError, match="detach"):
        program["product"](x, x.clone().requires_grad_())
