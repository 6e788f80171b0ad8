"""Tests of check_gradients: accepted inputs and findings."""

import math
import os
import subprocess
import sys
import threading
import time

import numpy as np
import pytest
import sg

PROGRAM = """
func.func @mixed(%s: f32, %h: tensor<2xf16>, %d: f64, %n: i32, %k: index, %c: i1, %u: tensor<2xi8>) -> f32 {
  %k64 = arith.index_cast %k : index to i64
  %kf = arith.sitofp %k64 : i64 to f32
  %nf = arith.sitofp %n : i32 to f32
  %uf = arith.sitofp %u : tensor<2xi8> to tensor<2xf32>
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %hf = arith.extf %h : tensor<2xf16> to tensor<2xf32>
  %p = arith.mulf %hf, %hf : tensor<2xf32>
  %q = arith.mulf %p, %uf : tensor<2xf32>
  %q0 = tensor.extract %q[%zero] : tensor<2xf32>
  %q1 = tensor.extract %q[%one] : tensor<2xf32>
  %df = arith.truncf %d : f64 to f32
  %other = arith.select %c, %df, %s : f32
  %t = arith.mulf %q0, %other : f32
  %v = arith.addf %t, %q1 : f32
  %w = arith.mulf %v, %s : f32
  %x = arith.addf %kf, %nf : f32
  %y = arith.mulf %w, %x : f32
  return %y : f32
}
func.func @square(%x: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %y = arith.mulf %x, %x : tensor<?x?xf32>
  return %y : tensor<?x?xf32>
}
func.func @halves(%x: tensor<2xbf16>) -> tensor<2xbf16> {
  %y = arith.mulf %x, %x : tensor<2xbf16>
  return %y : tensor<2xbf16>
}
func.func @endless(%x: f64) -> f64 {
  %limit = arith.constant 10.0 : f64
  %y = scf.while (%a = %x) : (f64) -> f64 {
    %more = arith.cmpf olt, %a, %limit : f64
    scf.condition(%more) %a : f64
  } do {
  ^bb0(%a: f64):
    %b = arith.mulf %a, %x : f64
    scf.yield %b : f64
  }
  return %y : f64
}
func.func @deep(%x: f64) -> f64 attributes {no_inline} {
  %one = arith.constant 1.0 : f64
  %done = arith.cmpf olt, %x, %one : f64
  %y = scf.if %done -> f64 {
    scf.yield %x : f64
  } else {
    %next = arith.addf %x, %one : f64
    %r = func.call @deep(%next) : (f64) -> f64
    %s = arith.mulf %r, %next : f64
    scf.yield %s : f64
  }
  return %y : f64
}
func.func private @same(%x: f64) -> f64 attributes {no_inline, grad.custom_vjp = {forward = @same_fwd, backward = @same_bwd}} {
  return %x : f64
}
func.func private @same_fwd(%x: f64) -> f64 { return %x : f64 }
func.func private @same_bwd(%c: f64) -> f64 {
  %n = arith.negf %c : f64
  return %n : f64
}
func.func @repeated(%x: f64, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> f64 {
    %b = func.call @same(%a) : (f64) -> f64
    scf.yield %b : f64
  }
  return %r : f64
}
func.func @lanes(%x: vector<2xf32>) -> vector<2xf32> {
  return %x : vector<2xf32>
}
"""


@pytest.fixture(scope="module")
def checked() -> sg.Module:
    return sg.load(PROGRAM, name="checked.mlir")


def points():
    """Returns the same point as values of various kinds."""
    h = np.array([0.5, 2.0], np.float16)
    yield "numbers", (0.5, [0.5, 2.0], 1.5, 3, 2, True, [4, -5])
    yield "scalars of numpy", (np.float32(0.5), h, np.float64(1.5), np.int32(3), np.int64(2), np.bool_(True), np.int8([4, -5]))
    yield "arrays", (np.array(0.5, np.float32), np.array([0.5, 9, 2], np.float16)[::2], np.array(1.5), np.array(3, np.uint32),
                     np.array(2), np.array(True), np.array([4, 251], np.uint8))  # fmt: skip
    yield "booleans and integers for floats", (True, [1, 2], 2, 3, 2, False, [4, -5])


@pytest.mark.parametrize("kind, point", list(points()), ids=lambda value: value if isinstance(value, str) else "")
def test_kinds_of_inputs(checked, kind, point):
    assert np.isfinite(checked["mixed"](*point))
    assert checked.check_gradients("mixed", *point, order=2)


def test_types_of_ml_dtypes(checked):
    ml_dtypes = pytest.importorskip("ml_dtypes")
    assert checked.check_gradients("halves", np.array([1.0, 2.0], ml_dtypes.bfloat16))
    assert checked.check_gradients("halves", [1.0, 2.0])
    with pytest.raises(sg.ArgumentError, match="argument 0 has elements of int16, expected bfloat16"):
        checked.check_gradients("halves", np.array([1, 2], np.int16))


def test_torch(checked):
    torch = pytest.importorskip("torch")
    point = [torch.tensor(0.5), torch.tensor([0.5, 2.0], dtype=torch.float16), torch.tensor(1.5, dtype=torch.float64), torch.tensor(3, dtype=torch.int32), torch.tensor(2), torch.tensor(True),
             torch.tensor([4, -5], dtype=torch.int8)]  # fmt: skip
    assert checked.check_gradients("mixed", *point)
    assert checked.check_gradients("square", torch.arange(6.0).reshape(2, 3).t())
    assert checked.check_gradients("square", torch.zeros(0, 3))
    assert checked.check_gradients("halves", torch.tensor([1.0, 2.0], dtype=torch.bfloat16))
    with pytest.raises(sg.ArgumentError, match="argument 0: Tensor cannot export a DLPack tensor: .*detach"):
        checked.check_gradients("square", torch.ones(2, 2, requires_grad=True))


def test_jax(checked):
    jnp = pytest.importorskip("jax.numpy")
    point = [jnp.float32(0.5), jnp.array([0.5, 2.0], jnp.float16), 1.5, jnp.int32(3), 2,
             jnp.array(True), jnp.array([4, -5], jnp.int8)]  # fmt: skip
    assert checked.check_gradients("mixed", *point)
    assert checked.check_gradients("halves", jnp.array([1.0, 2.0], jnp.bfloat16))


def test_strides(checked):
    x = np.arange(24, dtype=np.float32).reshape(4, 6)
    for view in (x, x.T, x[::-1, ::2], x[:0], x[:1, -1:], np.broadcast_to(x[:1], (3, 6))):
        assert np.array_equal(checked["square"](view), view * view)
        assert checked.check_gradients("square", view)


def test_invalid_inputs(checked):
    for point, message in [
        ([np.ones((2, 2))], "argument 0 has elements of float64, expected float32"),
        ([np.ones((2, 2), ">f4")], "argument 0 has elements of >f4, which cannot be passed"),
        ([[["a"]]], "argument 0 is not an array of float32"),
        ([[[1j]]], "argument 0 is not an array of float32"),
        ([1.0, 2.0], "@square has 1 arguments, the call 2"),
        ([1.0], r"argument 0 is f32, the function has \?x\?xf32"),
    ]:
        with pytest.raises(sg.ArgumentError, match=message):
            checked.check_gradients("square", *point)
    with pytest.raises(sg.ArgumentError, match="of type vector<2xf32>"):
        checked.check_gradients("lanes", [1.0, 2.0])
    with pytest.raises(sg.ArgumentError, match="no function '@nope'"):
        checked.check_gradients("nope", 1.0)


def test_results(module):
    x, y = np.array([1.0, -2.0, 3.0]), np.array([0.5, 2.0, -1.0])
    check = module.check_gradients("quartic", x, y, np.int32(2), wrt=[0], order=2, seed=3, time_limit=60)
    assert check and "agrees in all 4 directions" in str(check)
    assert repr(check) == "<sg.GradientCheck: agrees>"
    assert [one.function for one in check.arguments] == ["function", "reverse derivative", "forward derivative"]
    for one in check.arguments:
        assert one.argument == 0 and len(one.directions) == 4 and one.worst.verdict == "agrees"
        for along in one.directions:
            assert along.direction.shape == (3,) and math.isclose(along.forward, along.reverse, rel_tol=1e-8)
    first = check.arguments[0].directions[0]
    # The random factor of the result is a multiple of 1/8 from -1 to 1.
    factor = first.forward / np.dot(4 * x**3 * y**2, first.direction)
    assert abs(factor) <= 1 and abs(8 * factor - round(8 * factor)) < 1e-12
    assert math.isclose(first.differences, first.forward, rel_tol=1e-6)
    assert not check.wrong_ops


def test_finds_wrong_op(module):
    wrong = module.check_gradients("wrong", directions=2)
    assert not wrong and "DISAGREES" in wrong.text and "program.mlir:" in wrong.text
    assert repr(wrong) == "<sg.GradientCheck: DISAGREES>"
    assert wrong.arguments[0].worst.verdict == "disagrees" and len(wrong.arguments[0].directions) == 2
    (op,) = wrong.wrong_ops
    assert op.file == "program.mlir" and f"program.mlir:{op.line}:{op.column}: error: {op.message}" in wrong.text


def test_integers(checked):
    """Checks a loop in which the wrong sign cancels for an even trip count."""
    check = checked.check_gradients("repeated", directions=1)
    assert not check
    even, odd = check.arguments
    assert list(even.integers) == [1] and even.integers[1] % 2 == 0 and even.worst.verdict == "agrees"
    assert odd.integers[1] % 2 == 1 and odd.worst.verdict == "disagrees"
    assert f"input 1 = {odd.integers[1]}" in check.text
    drawn = {tuple(one.integers[1] for one in checked.check_gradients("repeated", seed=seed).arguments) for seed in range(8)}
    assert len(drawn) > 1
    (given,) = checked.check_gradients("repeated", 0.5, 2).arguments
    assert not given.integers


def test_invalid_options(module):
    with pytest.raises(sg.ArgumentError, match="no function '@nope'"):
        module.check_gradients("nope")
    with pytest.raises(sg.AssertionFailed, match="program.mlir:.*: x is positive"):
        module.check_gradients("positive", -1.0)
    for options, message in [
        ({"order": 0}, "order is 0; it is at least 1 and at most 2"),
        ({"order": 3}, "order is 3; it is at least 1 and at most 2"),
        ({"directions": 0}, "directions is 0; it is at least 1"),
        ({"directions": 2**32 + 4}, "directions is 4294967300; it is at least 1 and at most 2147483647"),
        ({"seed": -1}, "seed is -1; it is at least 0"),
        ({"seed": 2**64}, "seed is 18446744073709551616; it is at least 0 and at most 18446744073709551615"),
        ({"time_limit": 0}, "time_limit must be more than 0"),
        ({"time_limit": -1.5}, "time_limit must be more than 0"),
        ({"time_limit": math.nan}, "time_limit must be more than 0"),
        ({"wrt": 2}, "wrt names argument 2, whose type has no derivative"),
        ({"wrt": [3]}, "wrt names argument 3, but @quartic has 3"),
        ({"wrt": -1}, "wrt names argument -1, but @quartic has 3"),
        ({"wrt": [1, 1]}, "wrt names argument 1 twice"),
    ]:
        with pytest.raises(sg.ArgumentError, match=message):
            module.check_gradients("quartic", **options)


def test_time_limit(checked):
    start = time.monotonic()
    with pytest.raises(sg.ArgumentError, match="does not end within 0.1 s; give arguments, or more time by time_limit"):
        checked.check_gradients("endless", time_limit=0.1)
    with pytest.raises(sg.ArgumentError, match="@endless or its derivative does not end within .* s, at these inputs"):
        checked.check_gradients("endless", 1.001, time_limit=0.1)
    assert time.monotonic() - start < 60
    assert checked.check_gradients("endless", 2.0, time_limit=math.inf)
    with pytest.raises(ChildProcessError):  # no child process is left
        os.waitpid(-1, os.WNOHANG)


def test_crash(checked):
    """Checks that a crash affects neither this process nor its other threads."""
    counts = [0]
    done = threading.Event()

    def count():
        while not done.wait(0.001):
            counts[0] += 1

    thread = threading.Thread(target=count)
    thread.start()
    with pytest.raises(sg.OutOfMemory, match=r"the program ends its process by signal 11 .*calls itself too deeply"):
        checked.check_gradients("deep", 2.0)
    done.set()
    thread.join()
    assert counts[0] > 0
    assert checked.check_gradients("square", np.ones((2, 3), np.float32))


def test_output_is_printed_once():
    """Checks that buffered output is printed once."""
    program = """if True:
        import sg
        print("before")
        module = sg.load("func.func @f(%x: f64) -> f64 {\\n return %x : f64\\n}")
        print(bool(module.check_gradients("f")))
    """
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout == "before\nTrue\n" and done.stderr == ""


def test_several_threads(checked):
    failed = []

    def run(seed):
        if not checked.check_gradients("square", np.ones((2, 3), np.float32), seed=seed):
            failed.append(seed)

    threads = [threading.Thread(target=run, args=(seed,)) for seed in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failed
