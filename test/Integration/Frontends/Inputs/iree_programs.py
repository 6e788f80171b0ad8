"""Compiles and runs expanded derivatives with IREE and with sg-run, on the same arguments.

Usage: iree_programs.py FOLDER COMMAND     (examples/from-jax, and a file with the
command of docs/Frontends.md for programs on which IREE is wrong)
"""

import re
import subprocess
import sys
import tempfile
from pathlib import Path

import iree.compiler
import iree.runtime
import numpy as np

TYPES = {"f32": np.float32, "f64": np.float64, "i32": np.int32, "i64": np.int64}
TOLERANCE = {"float32": 1e-5, "float64": 1e-12}
OPTIONS = ["--iree-input-demote-f64-to-f32=false", "--iree-llvmcpu-target-cpu=host"]
EXPANSION = ["--grad-expand-derivatives", "--grad-erase-stop-gradient", "--grad-verify-expanded"]
SCAN = """
func.func @f(%x: tensor<5xf64>, %w: tensor<3xf64>) -> tensor<f64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  %zero = arith.constant 0.0 : f64
  %r = scf.for %i = %c0 to %c5 step %c1 iter_args(%h = %w) -> tensor<3xf64> {
    %e = tensor.extract %x[%i] : tensor<5xf64>
    %s = grad.stop_gradient %h : tensor<3xf64>
    %z = tensor.splat %zero : tensor<3xf64>
    %n = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>],
                         iterator_types = ["parallel"]}
         ins(%h, %s : tensor<3xf64>, tensor<3xf64>) outs(%z : tensor<3xf64>) {
    ^bb0(%a: f64, %b: f64, %o: f64):
      %m = arith.mulf %a, %e : f64
      %p = arith.maximumf %m, %zero : f64
      %q = arith.addf %p, %b : f64
      linalg.yield %q : f64
    } -> tensor<3xf64>
    scf.yield %n : tensor<3xf64>
  }
  %o = tensor.splat %zero : tensor<f64>
  %y = linalg.reduce {arith.addf} ins(%r : tensor<3xf64>) outs(%o : tensor<f64>) dimensions = [0]
  return %y : tensor<f64>
}
"""
REQUESTS = [
    "--grad-request-derivative=function=f wrt=0,1 name=gradient",
    "--grad-request-derivative=function=gradient mode=vjp wrt=0,1 name=products",
]


def expand(text, *passes):
    done = subprocess.run(["sg-opt", "-", *passes, *EXPANSION], input=text, text=True, check=True, stdout=subprocess.PIPE)
    return done.stdout


def random_arguments(text, function):
    """Returns arguments of the function's types; integers are less than 3."""
    signature = re.search(rf"func\.func @{function}\((.*?)\) -> (.*) \{{\n", text)
    rng = np.random.default_rng(0)
    arguments = []
    for sizes, element in re.findall(r": tensor<((?:\d+x)*)(\w+)>", signature[1]):
        shape, dtype = [int(size) for size in sizes.split("x")[:-1]], TYPES[element]
        values = rng.normal(size=shape) if element.startswith("f") else rng.integers(0, 3, shape)
        arguments.append(np.asarray(values, dtype))
    return arguments, signature[2].count("tensor<")


def run_here(text, function, arguments, count):
    with tempfile.TemporaryDirectory() as folder:
        folder = Path(folder)
        (folder / "program.mlir").write_text(text)
        command = ["sg-run", folder / "program.mlir", f"--function={function}"]
        for i, argument in enumerate(arguments):
            np.save(folder / f"in{i}.npy", argument)
            command.append(f"--input=@{folder}/in{i}.npy")
        subprocess.run([*command, *(f"--output=@{folder}/out{i}.npy" for i in range(count))], check=True)
        return [np.load(folder / f"out{i}.npy") for i in range(count)]


def avoid_insertions(text):
    """Avoids insertions into tensors of rank 2 in loops, on which IREE is wrong."""
    return subprocess.run(["sh", sys.argv[2]], input=text, text=True, check=True, stdout=subprocess.PIPE).stdout


def run_there(text, function, arguments):
    binary = iree.compiler.compile_str(text, target_backends=["llvm-cpu"], extra_args=OPTIONS)
    module = iree.runtime.load_vm_flatbuffer(binary, driver="local-task")
    results = getattr(module, function)(*arguments)
    return [np.asarray(result) for result in (results if isinstance(results, (list, tuple)) else [results])]


def main():
    failures = 0
    programs = {name: expand((Path(sys.argv[1]) / f"{name}.mlir").read_text()) for name in ("straight-through", "rules", "classifier")}
    programs["scan"] = expand(SCAN, *REQUESTS)
    for name, text in programs.items():
        for function in ("gradient", "products"):
            arguments, count = random_arguments(text, function)
            expected = run_here(text, function, arguments, count)
            got = run_there(avoid_insertions(text), function, arguments)
            assert len(got) == count, f"{len(got)} results, expected {count}"
            difference = max(
                float(np.max(np.abs(g - e), initial=0) / max(1, np.max(np.abs(e), initial=0)))
                for g, e in zip(got, expected, strict=True)
            )
            dtype = expected[0].dtype.name
            failed = not difference <= TOLERANCE[dtype]
            failures += failed
            print(f"{'FAILED' if failed else 'equal'}: {dtype} {function} of {name}, largest difference {difference:.1e}")
    sys.exit(1 if failures else 0)


main()
