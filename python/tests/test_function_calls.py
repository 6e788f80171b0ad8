"""Calls of traced functions: the choice of the program, and conversions of arguments and results."""

import dataclasses
import gc
import os
import subprocess
import sys
import threading
from typing import NamedTuple

import numpy as np
import pytest
import sg

X = np.array([1.0, 2.0, 3.0])


@dataclasses.dataclass
class State:
    position: object
    speed: object = None


class Pair(NamedTuple):
    first: object
    second: object


def count_traces(f):
    """Returns a traced function and the list of its calls in Python."""
    calls = []

    def counted(*arguments, **keywords):
        calls.append(1)
        return f(*arguments, **keywords)

    return sg.function(counted), calls


def test_one_trace_for_each_type():
    f, calls = count_traces(lambda x: x * 2)
    # More types than a call compares with its arguments.
    values = [X, X[:2], X.astype(np.float32), 1.5, 3, True and 2, np.arange(3), X[None], np.float64(2), np.array(2.5)]
    for _ in range(3):
        for value in values:
            np.testing.assert_array_equal(f(value), np.asarray(value) * 2)
            assert f(value).dtype == np.asarray(value).dtype
    # np.float64 and a float64 array of rank 0 have one type. A float gets the type of other arrays.
    assert len(calls) == 8


def test_one_trace_for_each_structure():
    f, calls = count_traces(lambda x, y=None: (x, y))
    for _ in range(2):
        assert f([X, 2.0])[0][1] == 2.0
        assert type(f((X, 2.0))[0]) is tuple
        assert f({"b": X, "a": 2.0})[0]["a"] == 2.0
        assert f({"a": 2.0, "b": X})[0]["a"] == 2.0  # the order of keys does not matter
        assert f(X, y=2.0)[1] == 2.0
        assert f(State(X, 2.0))[0].speed == 2.0
        assert f(State(X))[0].speed is None
        assert f(Pair(X, 2.0))[0].second == 2.0
        assert f({1: X, 0: 2.0})[0][0] == 2.0
        assert f(((), X))[0][0] == ()
    assert len(calls) == 9


def test_constants_are_part_of_the_program():
    f, calls = count_traces(lambda x, mode, flag=None: (x * 2 if mode == "twice" else x, mode))
    for _ in range(2):
        assert f(3.0, "twice") == (6.0, "twice")
        assert f(3.0, "once") == (3.0, "once")
        assert f(3.0, b"once")[1] == b"once"
    assert len(calls) == 3


def test_layouts_and_read_only_arrays():
    f = sg.function(lambda x, y: x @ y)
    matrix = np.arange(9.0).reshape(3, 3)
    fixed = matrix.copy()
    fixed.flags.writeable = False
    for _ in range(2):
        for value in (matrix, matrix.T, matrix[::-1], np.asfortranarray(matrix), fixed, np.broadcast_to(X, (3, 3))):
            np.testing.assert_allclose(f(value, X), value @ X)


def test_numbers():
    f = sg.function(lambda x: x + 1)
    for value in (2, -3, 2.5, True + 0, np.int64(7), np.float32(1.5)):
        for _ in range(2):
            assert f(value) == value + 1
    assert f(2**63 - 2) == 2**63 - 1
    for _ in range(2):
        with pytest.raises(sg.ArgumentError, match="out of|not an array of int64"):
            f(2**63)
    assert sg.function(lambda x: sg.logical_not(x))(True) == np.False_


def test_results_do_not_share_memory():
    f = sg.function(lambda x: (x, x, x * 2))
    first, second, _ = f(X)
    first[:] = 7
    assert X[0] == 1 and second[0] == 1 and f(X)[0][0] == 1


def test_a_result_outlives_the_function():
    f = sg.function(lambda x: x * 2, shapes={"x": ("n",)})
    result = f(X)
    del f
    gc.collect()
    assert result.tolist() == [2, 4, 6]


def test_tensors_of_jax():
    jnp = pytest.importorskip("jax.numpy")
    f, calls = count_traces(lambda x: x * 2)
    x = X.astype(np.float32)
    for value in (jnp.asarray(x), x):
        np.testing.assert_array_equal(f(value), x * 2)
    assert len(calls) == 1


def test_tensors_of_torch():
    torch = pytest.importorskip("torch")
    f, calls = count_traces(lambda x: x * 2)
    for value in (torch.tensor(X), X, torch.tensor(X)[::2]):
        np.testing.assert_array_equal(f(value), np.asarray(value) * 2)
    assert len(calls) == 2


def test_symbolic_sizes():
    @sg.function(shapes={"x": ("n", None), "y": ("n",)})
    def f(x, y):
        return x * y[:, None]

    for rows in (2, 0, 1, 3):
        for columns in (2, 3):
            x, y = np.ones((rows, columns)), np.arange(float(rows))
            np.testing.assert_array_equal(f(x, y), x * y[:, None])
    assert len(f._programs) == 2
    for _ in range(2):
        with pytest.raises(sg.ArgumentError, match="the size 'n' of shapes is 2 and 3 in the arguments of a call"):
            f(np.ones((2, 2)), np.ones(3))


def test_derivatives_keep_the_options():
    @sg.function(shapes={"x": ("n",)}, threads=2)
    def f(x):
        return sg.sum(x * x)

    gradient = sg.grad(f)
    for count in (1, 2, 3):
        np.testing.assert_array_equal(gradient(X[:count]), 2 * X[:count])
    assert len(gradient._programs) == 1 and gradient._threads == 2


def test_methods():
    class Model:
        scale = 3.0

        def __hash__(self):
            return 1

        def __eq__(self, other):
            return self is other

        @sg.function
        def __call__(self, x):
            return x * self.scale

    model = Model()
    np.testing.assert_array_equal(model(X), 3 * X)


def test_python_threads():
    f, calls = count_traces(lambda d: {"y": d["x"] * 2 + d["s"]})
    failures = []

    def work(seed):
        for i in range(200):
            x = np.full(3 + (i + seed) % 3, float(seed))
            if not np.array_equal(f({"x": x, "s": float(i)})["y"], 2 * x + i):
                failures.append((seed, i))

    threads = [threading.Thread(target=work, args=(seed,)) for seed in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failures and len(calls) == 3


PROGRAM = """
import numpy as np
import sg

@sg.function
def loss(parameters, x):
    hidden = sg.tanh(x @ parameters["w"] + parameters["b"])
    return sg.mean(sg.scan(lambda c, row: (c + row, sg.sum(c)), sg.zeros((2,)), hidden)[1])

parameters = {"w": np.ones((3, 2)), "b": np.zeros(2)}
loss(parameters, np.ones((4, 3)))
sg.value_and_grad(loss)(parameters, np.ones((4, 3)))
sg.hessian(loss)(parameters, np.ones((4, 3)))
sg.vjp(loss, parameters, np.ones((4, 3)))[1](1.0)
"""


def test_a_second_process_compiles_nothing(tmp_path):
    path = tmp_path / "program.py"
    path.write_text(PROGRAM, encoding="utf-8")
    cache = tmp_path / "cache"

    def run():
        environment = {**os.environ, "SG_CACHE": str(cache), "PYTHONHASHSEED": "random"}
        subprocess.run([sys.executable, str(path)], check=True, env=environment, timeout=120)
        return {one.name: one.stat().st_ino for one in cache.iterdir() if one.name.startswith("llvmcache-")}

    first = run()
    assert len(first) == 5
    assert run() == first


def test_an_sg_function_keeps_its_derivatives():
    f = sg.function(lambda x: sg.sum(x**2))
    assert sg.grad(f) is sg.grad(f) and sg.grad(f) is not sg.value_and_grad(f)
    assert sg.grad(f, argnums=[0]) is sg.grad(f, argnums=(0,)) and sg.grad(f) is not sg.grad(f, argnums=(0,))
    assert sg.hessian(f) is not sg.jacobian(f) and sg.jacobian(f) is sg.jacobian(f)


def test_other_functions_are_traced_again():
    factor = 2.0

    def f(x):
        return factor * x

    assert sg.grad(f)(1.0) == 2
    factor = 3.0
    assert sg.grad(f)(1.0) == 3


def test_calls_of_fixed_length_need_no_worker():
    """Ctrl-C ends long calls, which a worker thread makes. The transfer to it takes 40 us."""

    def needs_worker(f, *arguments, **options):
        return sg.function(f, **options).program(*arguments).native._depends_on_values

    def scan(x):
        return sg.scan(lambda c, y: (c + y, c), 0.0, x)

    assert not needs_worker(scan, X)
    assert not needs_worker(scan, X, shapes={"x": ("n",)})
    assert not needs_worker(lambda x: sg.fori_loop(0, 3, lambda i, c: c * x, x), X)
    assert not needs_worker(lambda x: sg.sum(x**2), X)
    assert not sg.hessian(lambda x: sg.sum(x**3)).program(X).native._depends_on_values
    assert needs_worker(lambda x, n: sg.fori_loop(0, n, lambda i, c: c * x, x), X, 3)
