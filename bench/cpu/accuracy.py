#!/usr/bin/env python3
"""Measures the accuracy and speed of math functions in compiled CPU programs.

    bench/cpu/accuracy.py [--build=build] [--only=NAME,...] [--type=f32|f64]...
                          [--stride=257] [--points=4000000] [--at-most=ULP]
                          [--seconds=0.2] [--cc=cc] [--write]

Needs numpy, a C compiler, and a build with the tests (sg-measure-math). sg-run compiles
each function as a loop over elements. The loop calls the vector function of glibc or SLEEF
if there is one. The reference is the C library in long double. Results are compared
at special values and at POINTS random numbers of all magnitudes. If the function has one
f32 operand, every STRIDE-th f32 is tested as well. Times are per element of an array of
16384 elements, which stays in the cache, on one thread: for sg, for numpy, and for a loop
that calls the scalar function of the C library.

    --write    replace the tables in docs/Accuracy.md

Exits with 1 if an error exceeds ULP or a result is wrongly zero, infinite or NaN; with 2
if something cannot be run.
"""

import argparse
import ctypes
import os
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
PAGE = ROOT / "docs" / "Accuracy.md"
sys.path.insert(0, str(ROOT / "scripts"))

import measure_math

# --sg-approximate-math does not change sqrt.
measure_math.FUNCTIONS["sqrt"] = ("math.sqrt", "x")
FUNCTIONS = measure_math.FUNCTIONS
# Functions that have another name in numpy. numpy has no rsqrt, erf, erfc or fpowi.
NUMPY = {
    **{f"a{name}": f"arc{name[1:] if name[0] == 'a' else name}" for name in ("cos", "sin", "tan")},
    **{f"a{name}": f"arc{name}" for name in ("cosh", "sinh", "tanh", "tan2")},
    "powf": "power",
    "remf": "fmod",
}
LIBM = {"powf": "pow", "remf": "fmod"}
# Number of values compared in one run.
CHUNK = 1 << 24
# Number of elements of the timed arrays.
NUM_TIMED = 1 << 14

LOOPS = """
#define LOOPS(T)                                                               \\
  void map1_##T(T (*f)(T), const T *x, const T *y, T *r, long n) {             \\
    for (long i = 0; i < n; ++i) r[i] = f(x[i]);                               \\
  }                                                                            \\
  void map2_##T(T (*f)(T, T), const T *x, const T *y, T *r, long n) {          \\
    for (long i = 0; i < n; ++i) r[i] = f(x[i], y[i]);                         \\
  }
LOOPS(float)
LOOPS(double)
"""


def parse_arguments():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--build", type=Path, default=ROOT / "build")
    parser.add_argument("--only", default="", help="comma-separated names of functions")
    parser.add_argument("--type", action="append", choices=["f32", "f64"])
    parser.add_argument("--stride", type=int, default=257)
    parser.add_argument("--points", type=int, default=4000000)
    parser.add_argument("--at-most", type=float, default=float("inf"), metavar="ULP")
    parser.add_argument("--seconds", type=float, default=0.2, help="seconds of calls per measurement")
    parser.add_argument("--cc", default="cc")
    parser.add_argument("--write", action="store_true")
    arguments = parser.parse_args()
    arguments.names = [name for name in arguments.only.split(",") if name] or sorted(FUNCTIONS)
    for name in arguments.names:
        if name not in FUNCTIONS:
            parser.error(f"there is no {name}; there are {', '.join(sorted(FUNCTIONS))}")
    if arguments.write and (arguments.only or arguments.type):
        parser.error("--write cannot be combined with --only or --type")
    if arguments.stride < 1 or arguments.points < 1:
        parser.error("--stride and --points are at least 1")
    for tool in ("sg-run", "sg-measure-math"):
        if not (arguments.build / "bin" / tool).exists():
            parser.error(f"there is no {arguments.build / 'bin' / tool}: build first (scripts/build)")
    return arguments


class Failure(Exception):
    pass


def run(*command) -> subprocess.CompletedProcess:
    try:
        done = subprocess.run([str(part) for part in command], capture_output=True, text=True, check=False)
    except OSError as error:
        raise Failure(str(error)) from error
    if done.returncode > 1 or done.returncode < 0:
        raise Failure(f"{Path(str(command[0])).name}: {done.stderr.strip()}")
    return done


class Measurement:
    """Measures all functions of one element type."""

    def __init__(self, arguments, element: str, folder: Path, np):
        self.arguments, self.element, self.folder, self.np = arguments, element, folder, np
        self.dtype = np.dtype("f4" if element == "f32" else "f8")

    def tool(self, name: str) -> Path:
        return self.arguments.build / "bin" / name

    def compute(self, name: str, prefix: Path, *options: str) -> str:
        """Writes the results of sg-run at all points to a file. Returns the standard error of
        sg-run."""
        program = self.folder / f"{name}.mlir"
        program.write_text(measure_math.function(name, self.element, [name]))
        inputs = [f"--input=@{prefix}.{operand}.npy" for operand in "xyn"]
        command = [self.tool("sg-run"), program, f"--function={name}", "--threads=1", *inputs]
        done = run(*command, f"--output=@{prefix}.{name}.npy", f"--cache={self.folder}/cache", *options)
        if done.returncode:
            raise Failure(done.stderr.strip())
        return done.stderr

    def compare(self, name: str, prefix: Path):
        """Returns the largest error, its position, and the results that are wrongly zero,
        infinite or NaN."""
        result = f"{prefix}.{name}.npy"
        done = run(self.tool("sg-measure-math"), "compare", name, self.element, prefix, result)
        match = re.search(r": ([0-9.]+) ulp at (.*), of \d+ points", done.stdout)
        if not match:
            raise Failure(done.stdout + done.stderr)
        wrong = re.findall(r": at (.*) and not (\S+)$", done.stdout, re.MULTILINE)
        os.remove(result)
        return float(match[1]), match[2], wrong

    def prefixes(self, name: str):
        """Yields the path prefixes of the operand files. Creates the files with every
        STRIDE-th f32 on demand."""
        prefix = self.folder / self.element
        if not Path(f"{prefix}.x.npy").exists():
            run(self.tool("sg-measure-math"), "points", self.element, self.arguments.points, prefix)
        yield prefix
        if self.element == "f64" or len(FUNCTIONS[name]) > 2:
            return
        np, step = self.np, self.arguments.stride * CHUNK
        for first in range(0, 1 << 32, step):
            prefix = self.folder / f"all.{first}"
            if first == 0 and Path(f"{prefix}.x.npy").exists():
                yield prefix
                continue
            bits = np.arange(first, min(first + step, 1 << 32), self.arguments.stride, dtype=np.uint64)
            np.save(f"{prefix}.x.npy", bits.astype(np.uint32).view(np.float32))
            np.save(f"{prefix}.y.npy", np.zeros(len(bits), np.float32))
            np.save(f"{prefix}.n.npy", np.zeros(len(bits), np.int64))
            yield prefix
            if first:
                for operand in "xyn":
                    os.remove(f"{prefix}.{operand}.npy")

    def find_error(self, name: str):
        worst, position, wrong = 0.0, "", []
        for prefix in self.prefixes(name):
            self.compute(name, prefix)
            error, where, new_wrong = self.compare(name, prefix)
            wrong += new_wrong
            if error > worst:
                worst, position = error, where
        return worst, position, wrong

    def find_callee(self, name: str) -> str:
        """Returns the library whose function the compiled loop calls."""
        program, native = self.folder / f"{name}.mlir", self.folder / f"{name}.o"
        inputs = [f"--input={text}" for text in ("1xf32=1", "1xf32=1", "1xi64=1")]
        inputs = [text.replace("f32", self.element) for text in inputs]
        run(self.tool("sg-run"), program, f"--function={name}", *inputs, f"--dump-object={native}")
        code = native.read_bytes()
        scalar = LIBM.get(name, name) + ("f" if self.element == "f32" else "")
        vector = set(re.findall(rb"_ZGV[bde]N\d+v+_(\w+)", code))
        if scalar.encode() in vector:
            return "libmvec"
        if f"Sleef_{LIBM.get(name, name)}{'f' if self.element == 'f32' else 'd'}".encode() in code:
            return "SLEEF"
        return "libm" if b"\0" + scalar.encode() + b"\0" in code else "inline"

    def time_all(self, name: str, loops) -> list:
        """Returns the nanoseconds per element of sg, numpy and the C library."""
        np, prefix = self.np, self.folder / f"timed.{self.element}.{name}"
        x, y = np.random.default_rng(1).standard_normal((2, NUM_TIMED))
        if name in ("acosh", "log", "log10", "log2", "log1p", "powf", "rsqrt", "sqrt"):
            x = np.abs(x) + (name == "acosh")
        if name in ("acos", "asin", "atanh"):
            x = np.tanh(x)
        x, y = x.astype(self.dtype), y.astype(self.dtype)
        for operand, value in (("x", x), ("y", y), ("n", np.full(NUM_TIMED, 5))):
            np.save(f"{prefix}.{operand}.npy", value)

        def measure(call) -> float:
            times, end = [], time.perf_counter() + self.arguments.seconds
            while len(times) < 7 or time.perf_counter() < end:
                start = time.perf_counter()
                call()
                times.append(time.perf_counter() - start)
            return sorted(times)[len(times) // 2] * 1e9 / NUM_TIMED

        repeat = max(7, int(self.arguments.seconds * 1e5))
        match = re.search(r"median (\S+) ms", self.compute(name, prefix, f"--repeat={repeat}", "--time"))
        times = [float(match[1]) * 1e6 / NUM_TIMED]
        operands = [x, y][: len(FUNCTIONS[name]) - 1]
        result = np.empty_like(x)
        numpy_function = getattr(np, NUMPY.get(name, name), None) if name != "fpowi" else None
        with np.errstate(all="ignore"):
            times.append(measure(lambda: numpy_function(*operands, out=result)) if numpy_function else None)
        suffix, element = ("f", "float") if self.element == "f32" else ("", "double")
        scalar = getattr(ctypes.CDLL("libm.so.6"), LIBM.get(name, name) + suffix, None)
        if name == "fpowi" or not scalar:
            return [*times, None]
        loop = getattr(loops, f"map{len(operands)}_{element}")
        pointers = [ctypes.c_void_p(array.ctypes.data) for array in (x, y, result)]
        address = ctypes.cast(scalar, ctypes.c_void_p)
        times.append(measure(lambda: loop(address, *pointers, ctypes.c_long(NUM_TIMED))))
        return times


def build_loops(arguments, folder: Path):
    (folder / "loops.c").write_text(LOOPS)
    library = folder / "loops.so"
    done = run(arguments.cc, "-O2", "-shared", "-fPIC", folder / "loops.c", "-o", library)
    if done.returncode:
        raise Failure(done.stderr.strip())
    return ctypes.CDLL(str(library))


def describe_wrong(name: str, wrong: list) -> list:
    """Returns one line for each distinct combination of operands."""
    results_by_operands = {}
    for where, expected in wrong:
        x, y, n, result = re.match(r"(\S+) \((\S+), (\S+)\) (\S+)", where).groups()
        values = {"x": x, "y": "nan" if y == "-nan" else y, "n": n}
        operands = [values[operand] for operand in FUNCTIONS[name][1:]]
        result, expected = (f"{float.fromhex(text):g}" for text in (result, expected))
        results_by_operands.setdefault(", ".join(operands), f"{result}, not {expected}")
    return [f"* `{FUNCTIONS[name][0]}` at {operands}: {text}" for operands, text in results_by_operands.items()]


def measure(arguments, element: str, folder: Path, loops, np):
    """Measures functions of one type and prints a table. Returns its lines, and whether all
    errors are accepted."""
    lines, remarks, is_accurate = [], [], True
    lines.append("| function | ulp | at | by | sg, ns | numpy, ns | libm, ns |")
    lines.append("|---|---:|---|---|---:|---:|---:|")
    print("\n".join(lines), flush=True)
    measurement = Measurement(arguments, element, folder, np)
    for name in arguments.names:
        error, position, wrong = measurement.find_error(name)
        library = measurement.find_callee(name)
        times = ["-" if ns is None else f"{ns:.2f}" for ns in measurement.time_all(name, loops)]
        ulp = f"{error:.2f}" if error < 1000 else f"{error:.1e}"
        lines.append(f"| `{FUNCTIONS[name][0]}` | {ulp} | {position} | {library} | {' | '.join(times)} |")
        print(lines[-1], flush=True)
        remarks += describe_wrong(name, wrong)
        is_accurate &= not wrong and error <= arguments.at_most
    if remarks:
        remarks = ["", "Wrongly zero, infinite or NaN:", "", *remarks]
        print("\n".join(remarks), flush=True)
    return lines + remarks, is_accurate


def write(tables: dict):
    """Replaces the table of each type in docs/Accuracy.md."""
    text = PAGE.read_text()
    for element, lines in tables.items():
        section = "\n".join(["", f"## `{element}`", "", *lines, "", ""])
        text, count = re.subn(rf"\n## `{element}`\n(?:(?!#).*\n)*", lambda _, text=section: text, text)
        if count != 1:
            raise Failure(f"{PAGE.name} has no heading `{element}`")
    PAGE.write_text(text.rstrip() + "\n")


def main() -> int:
    arguments = parse_arguments()
    try:
        import numpy as np
    except ImportError as error:
        print(f"accuracy.py: {error}; needs: pip install numpy", file=sys.stderr)
        return 2
    tables, is_accurate = {}, True
    try:
        with tempfile.TemporaryDirectory() as temporary:
            folder = Path(temporary)
            loops = build_loops(arguments, folder)
            for element in arguments.type or ["f32", "f64"]:
                print(f"\n## `{element}`\n")
                tables[element], is_element_accurate = measure(arguments, element, folder, loops, np)
                is_accurate &= is_element_accurate
        if arguments.write:
            write(tables)
    except Failure as failure:
        print(f"accuracy.py: {failure}", file=sys.stderr)
        return 2
    return 0 if is_accurate else 1


if __name__ == "__main__":
    sys.exit(main())
