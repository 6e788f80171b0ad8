"""Tests of arguments and results: types, memory, threads."""

import threading
import time

import numpy as np
import pytest
import sg
from sg.arrays import describe_argument


def test_signature(module):
    scale = module["scale"]
    assert repr(scale) == "<sg.Function @scale(?x2xfloat32, float32) -> (?x2xfloat32)>"
    assert scale.arguments[0].shape == (None, 2) and scale.arguments[0].dtype == "float32"
    assert module.functions["scale"] == (["tensor<?x2xf32>", "f32"], ["tensor<?x2xf32>"])
    assert "@scale" in repr(module)


@pytest.mark.parametrize("rows", [0, 1, 5])
def test_sizes_and_strides(module, rows):
    x = np.arange(rows * 8, dtype=np.float32).reshape(4, rows * 2)
    for view in (x[:2].T[:rows], x[::-2, : rows].T, np.ascontiguousarray(x[:2, :rows].T)):
        assert np.array_equal(module["scale"](view, 3), view * 3)


def test_results_in_given_memory(module):
    x, out = np.ones((2, 2), np.float32), np.zeros((2, 4), np.float32)[:, ::2]
    assert module["scale"](x, 2.0, out=[out]) is out
    assert np.array_equal(out, np.full((2, 2), 2))


def test_result_memory_is_freed(module):
    """Checks that results allocated by the call, 8 MB each, are freed."""
    import resource

    x = np.zeros((1 << 20, 2), np.float32)
    view = module["scale"](x, 1)[3:]
    for _ in range(5):
        module["scale"](x, 1)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    for _ in range(50):
        module["scale"](x, 1)
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 100 << 10
    assert view.sum() == 0


def test_nothing_is_copied(module):
    """Checks that a call receives the address of the array, and that results are not moved."""
    x = np.arange(6, dtype=np.float32).reshape(3, 2)
    native, _ = describe_argument(x, module["scale"].arguments[0], 0)
    assert native.data == x.ctypes.data and not native.strides
    result = module["scale"](x, 1)
    assert result.base is not None and result.ctypes.data % 64 == 0


def test_numbers_and_lists(module):
    assert module["logic"](True, -3, 1 << 40) == (True, -3, 1 << 40)
    assert np.array_equal(module["scale"]([[1, 2]], 2), [[2, 4]])


def test_written_argument(module):
    m = np.zeros(4, np.float32)[::2]
    assert module["set"](m, 5) == ()
    assert m[1] == 5
    m.flags.writeable = False
    with pytest.raises(sg.ArgumentError, match="argument 0 is written to, but its array is read-only"):
        module["set"](m, 5)


def test_donated(module):
    x = np.ones((2, 2), np.float32)
    scale = module.function("scale", donated=[0])
    assert scale(x, 3, out=[x]) is x and np.array_equal(x, np.full((2, 2), 3))


X = np.ones((2, 2), np.float32)


@pytest.mark.parametrize(
    "arguments, out, message",
    [
        ((X,), None, "@scale has 2 arguments, the call 1"),
        ((X.astype(float), 1), None, "argument 0 is 2x2xf64, the function has ?x2xf32"),
        ((np.ones(2, np.float32), 1), None, "argument 0 is 2xf32, the function has ?x2xf32"),
        ((np.ones((2, 3), np.float32), 1), None, "argument 0 is 2x3xf32, the function has ?x2xf32"),
        ((X.astype("g"), 1), None, f"argument 0 has elements of {np.dtype('g')}, which cannot be passed"),
        ((X.astype(complex), 1), None, "argument 0 is 2x2xcomplex<f64>, the function has ?x2xf32"),
        ((X.astype(">f4"), 1), None, "argument 0 has elements of >f4, which cannot be passed"),
        ((np.zeros(17, np.int8)[1:].view(np.float32).reshape(2, 2), 1), None, "argument 0 has unaligned elements"),
        ((X, "one"), None, "argument 1 is not an array of float32"),
        ((X, 1j), None, "argument 1 is not an array of float32: complex128 is no float32"),
        (([[1, 2], [3]], 1), None, "argument 0 is not an array of float32"),
        ((X, 1), [None, None], "@scale has 1 results, out 2"),
        ((X, 1), ["y"], "result 0: out has str, which is not an array"),
        ((X, 1), [np.broadcast_to(X, (2, 2))], "result 0: the array in out is read-only"),
        ((X, 1), [np.ones((3, 2), np.float32)], "the memory for result 0 has size 3 in dimension 0, but the result has 2"),
        ((X, 1), [X], "overlap"),
    ],
)
def test_errors_of_calls(module, arguments, out, message):
    with pytest.raises(sg.ArgumentError) as caught:
        module["scale"](*arguments, out=out)
    assert message in str(caught.value)


def test_numbers_out_of_range(module):
    with pytest.raises(sg.ArgumentError, match="argument 1 is not an array of int8: a value is out of the range of int8"):
        module["logic"](True, 300, 1)
    with pytest.raises(sg.ArgumentError, match="argument 1 is not an array of int8: float64 is no int8"):
        module["logic"](True, 1.5, 1)


WRONG_THREADS = [0, -1, 4097, 2**32 + 1, 2**40, -(2**63)]


@pytest.mark.parametrize("threads", WRONG_THREADS)
def test_thread_counts_out_of_range(module, threads):
    message = f"^threads is {threads}; it is at least 1 and at most 4096$"
    for make in (
        lambda: module.function("scale", threads=threads),
        lambda: module.value_and_grad("positive", threads=threads),
        lambda: module.vjp("scale", threads=threads),
        lambda: module.jvp("scale", threads=threads),
        lambda: module.hessian_vector_product("positive", threads=threads),
        lambda: sg.training_step(module, "sgd", function="quartic", wrt=[0], threads=threads),
    ):
        with pytest.raises(sg.ArgumentError, match=message):
            make()


@pytest.mark.parametrize("position", [2**63, 2**64, 2**64 + 1, -(2**63) - 1])
def test_positions_out_of_range(module, position):
    """Checks positions whose upper bits ctypes would drop."""
    for name, make in (
        ("wrt", lambda: module.value_and_grad("positive", wrt=[position])),
        ("wrt", lambda: module.value_and_grad("positive", wrt=position)),
        ("of", lambda: module.vjp("scale", of=[position])),
        ("wrt", lambda: module.jvp("scale", wrt=position)),
        ("wrt", lambda: module.hessian_vector_product("positive", wrt=[position])),
        ("of", lambda: module.report("scale", of=[position])),
        ("wrt", lambda: module.check_gradients("quartic", wrt=[position])),
        ("donated", lambda: module.function("scale", donated=[position])),
    ):
        message = f"^a position in {name} is {position}; it is at least -9223372036854775808 and at most 9223372036854775807$"
        with pytest.raises(sg.ArgumentError, match=message):
            make()


def test_options_that_are_not_integers(module):
    with pytest.raises(sg.ArgumentError, match="^threads is 1.5, which is not an integer$"):
        module.function("scale", threads=1.5)
    with pytest.raises(sg.ArgumentError, match="^a position in wrt is '0', which is not an integer$"):
        module.value_and_grad("positive", wrt=["0"])
    assert module.value_and_grad("positive", wrt=[np.int64(0)])(2.0) == (2.0, (1.0,))


def test_assertion(module):
    with pytest.raises(sg.AssertionFailed, match="^program.mlir:27:3: x is positive$"):
        module["positive"](-1.0)


def test_errors_of_programs(module, tmp_path):
    with pytest.raises(sg.ProgramError, match="^bad.mlir:1:14: error: "):
        sg.load("func.func @f( {", name="bad.mlir")
    with pytest.raises(sg.ArgumentError, match="there is no function '@nope'; there are @scale, "):
        module["nope"]
    with pytest.raises(sg.ProgramError, match="a gradient requires a float scalar"):
        module.value_and_grad("product")
    with pytest.raises(sg.ArgumentError, match="does not refer to a registered pass"):
        module.run("builtin.module(nothing)")
    with pytest.raises(FileNotFoundError):
        sg.load(tmp_path / "nothing.mlir")
    with pytest.raises(FileNotFoundError):
        sg.load("nothing.mlir")
    with pytest.raises(sg.FileError, match="cannot read '/dev/zero': it is a device; give a file or a pipe"):
        sg.load("/dev/zero")
    with pytest.raises(sg.FileError, match="Is a directory"):
        sg.load(tmp_path)


def test_loading(module, tmp_path):
    file = tmp_path / "program.mlir"
    file.write_text(str(module))
    assert sg.load(file).functions == sg.load(str(file)).functions == module.functions
    assert sg.load(str(module).encode()).functions == module.functions
    assert sg.load("").functions == {}
    assert callable(sg.from_jax) and callable(sg.from_torch)
    assert "@scale" not in str(module.run("builtin.module(symbol-privatize{exclude=set},symbol-dce)"))


def test_python_threads_run_during_a_call():
    """Checks that a Python thread makes progress while a call runs native code."""
    module = sg.load(
        """
func.func @spin(%n: index, %x: f64) -> f64 {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %y = scf.for %i = %zero to %n step %one iter_args(%a = %x) -> f64 {
    %b = math.sin %a : f64
    scf.yield %b : f64
  }
  return %y : f64
}"""
    )
    spin, ticks, done = module["spin"], [], threading.Event()

    def tick():
        while not done.wait(0.005):
            ticks.append(time.monotonic())

    thread = threading.Thread(target=tick)
    thread.start()
    begin = time.monotonic()
    while len(ticks) < 2:
        time.sleep(0.001)
    begin = time.monotonic()
    spin(20_000_000, 1.0)
    end = time.monotonic()
    done.set()
    thread.join()
    # Ignore the edges, where the GIL may be held.
    edge = (end - begin) / 4
    assert [tick_time for tick_time in ticks if begin + edge < tick_time < end - edge]


def test_many_threads(module):
    x = np.array([1.0, 2.0, 3.0])
    wrong = []

    def work():
        for _ in range(100):
            value, gradient_x = module.value_and_grad("quartic", wrt=0)(x, x, 1)
            if not np.allclose(gradient_x, 4 * x**5) or value[0] != np.sum(x**6):
                wrong.append(gradient_x)

    threads = [threading.Thread(target=work) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong


@pytest.mark.parametrize("name", ["float8_e5m2", "float8_e4m3", "float8_e4m3fn", "float8_e5m2fnuz", "float8_e4m3fnuz",
                                  "float8_e4m3b11fnuz", "float8_e3m4"])  # fmt: skip
def test_eight_bits(name):
    """Checks that conversions and products match ml_dtypes."""
    ml_dtypes = pytest.importorskip("ml_dtypes")
    dtype = getattr(ml_dtypes, name)
    mlir = "f8" + name.removeprefix("float8_").upper()
    module = sg.load(f"""func.func @f(%x: tensor<?xf32>) -> (tensor<?x{mlir}>, tensor<?xf32>) {{
      %y = arith.truncf %x : tensor<?xf32> to tensor<?x{mlir}>
      %z = arith.mulf %y, %y : tensor<?x{mlir}>
      %w = arith.extf %z : tensor<?x{mlir}> to tensor<?xf32>
      return %y, %w : tensor<?x{mlir}>, tensor<?xf32>
    }}
    func.func @widen(%x: tensor<?x{mlir}>) -> tensor<?xf32> {{
      %y = arith.extf %x : tensor<?x{mlir}> to tensor<?xf32>
      return %y : tensor<?xf32>
    }}""")
    every = np.arange(256, dtype=np.uint8).view(dtype)
    assert np.array_equal(module["widen"](every), every.astype(np.float32), equal_nan=True)
    x = np.concatenate([every.astype(np.float32), np.linspace(-3, 3, 1001, dtype=np.float32), [1e9, -1e9, np.inf, 1e-9]])
    narrow, product = module["f"](x.astype(np.float32))
    expected = x.astype(dtype)
    assert narrow.dtype == dtype
    assert np.array_equal(narrow.astype(np.float32), expected.astype(np.float32), equal_nan=True)
    assert np.array_equal(product, (expected * expected).astype(np.float32), equal_nan=True)
    assert module.check_gradients("widen", np.array([0.5, 1], dtype))


def test_bf16_needs_ml_dtypes_or_memory(module, monkeypatch):
    half = module["half"]
    ml_dtypes = pytest.importorskip("ml_dtypes")
    x = np.array([1.5, 2], ml_dtypes.bfloat16)
    monkeypatch.setitem(__import__("sys").modules, "ml_dtypes", None)
    with pytest.raises(sg.Error, match="NumPy has no bfloat16: install ml_dtypes, or pass memory for the result in 'out'"):
        half(x)
    monkeypatch.undo()
    assert np.array_equal(half(x), x + x)


def test_missing_library(tmp_path):
    import os
    import subprocess
    import sys

    environment = {**os.environ, "SG_LIBRARY": str(tmp_path / "libSGC.so")}
    done = subprocess.run([sys.executable, "-c", "import sg"], env=environment, capture_output=True, text=True, check=False)
    assert "cannot load " in done.stderr and "the variable SG_LIBRARY can name libSGC.so" in done.stderr


def test_unsupported_op():
    """Checks that the error has a location and names the op."""
    module = sg.load("""func.func @f(%x: tensor<2xf32>) -> tensor<2xf32> {
      %y = tosa.tanh %x : (tensor<2xf32>) -> tensor<2xf32>
      return %y : tensor<2xf32>
    }""", name="f.mlir")  # fmt: skip
    expected = (
        "f.mlir:2:12: note: the program need not be wrong: the error arose while tensors are bufferized, "
        "in the pass sg-bufferize\nf.mlir:2:12: note: the error is about 'tosa.tanh' here, or an op created from it\n"
    )
    with pytest.raises(sg.ProgramError, match=expected):
        module["f"]
    with pytest.raises(sg.ProgramError, match=expected):
        module.run("builtin.module(sg-lower-to-cpu)")


def test_signedness_from_a_frontend():
    module = sg.load("""
    func.func @next(%x: tensor<?xi8>, %y: tensor<2xi16>) -> (tensor<?xi8>, tensor<2xi16>) {
      %one = arith.constant 1 : i8
      %c0 = arith.constant 0 : index
      %n = tensor.dim %x, %c0 : tensor<?xi8>
      %e = tensor.empty(%n) : tensor<?xi8>
      %f = linalg.fill ins(%one : i8) outs(%e : tensor<?xi8>) -> tensor<?xi8>
      %z = arith.addi %x, %f : tensor<?xi8>
      return %z, %y : tensor<?xi8>, tensor<2xi16>
    }""")  # fmt: skip
    x, y = np.array([250, 3], np.uint8), np.array([-1, 2], np.int16)
    assert [result.dtype.name for result in module["next"](x, y)] == ["int8", "int16"]
    module = module.run("builtin.module(cse)")
    module._dtypes = {"next": (["uint8", None], ["uint8", None])}
    next_ = module.run("builtin.module(cse)")["next"]
    for given in (x, list(x), x[::-1][::-1]):
        first, second = next_(given, y)
        assert first.dtype == np.uint8 and first.tolist() == [251, 4]
        assert second.dtype == np.int16 and second.tolist() == [-1, 2]
    next_(x, y.view(np.uint16))  # the sign is unknown
    assert str(next_.results[0]) == "?xuint8"
    out = np.empty(2, np.uint8)
    assert next_(x, y, out=[out, None])[0] is out and out.tolist() == [251, 4]
    with pytest.raises(sg.ArgumentError, match="argument 0 has elements of int8, but the function has uint8: convert it"):
        next_(x.view(np.int8), y)
    with pytest.raises(sg.ArgumentError, match="result 0 has elements of int8, but the function has uint8: convert it"):
        next_(x, y, out=[out.view(np.int8), None])
    with pytest.raises(sg.ArgumentError, match="argument 0 is not an array of uint8: a value is out of the range of uint8"):
        next_([-1, 2], y)
