#!/usr/bin/env python3
"""Compares matrix products, convolutions and their gradients with oneDNN, OpenBLAS and PyTorch.

    bench/cpu/contractions.py [--sg-run=build/bin/sg-run] [--threads=1,2] [--only=TEXT,...]
                              [--type=f32|f64|bf16|f16]... [--rounds=3] [--seconds=0.2]
                              [--peers=onednn,numpy,torch] [--onednn=PREFIX] [--cxx=g++]

Measures the product A[m,k] B[k,n] (forward) and its gradients with respect to the operands,
C B^T (first) and A^T C (second), for several sizes; and convolutions (forward) and their
gradients (image, filter). Operands are stored as bf16 or f16 and accumulated in f32. The
peers:

    onednn  products by oneDNN, through a small program (onednn.cpp, compiled by g++; needs
            libdnnl-dev or an installation in PREFIX)
    numpy   products by OpenBLAS, as in numpy's wheel
    torch   products by MKL (f32, f64) and oneDNN (bf16, f16; their results are rounded
            to that type), convolutions by oneDNN (f32, bf16) and by PyTorch's own code

Each round measures sg and each peer once, pinned to one processor per thread. A time is the
median over the rounds of each round's median call. The figure of a peer is the median over
the rounds of the peer's time divided by sg's time. Above 1, sg is faster. A "-" means that
the library does not have the operation.

Exits with 1 if a result is wrong, with 2 if something cannot be run.
"""

import argparse
import json
import os
import re
import statistics
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
TYPES = ("f32", "f64", "bf16", "f16")
# m, k and n: square, skinny and ragged.
PRODUCTS = [(n, n, n) for n in (256, 512, 1024, 2048)]
PRODUCTS += [(64, 784, 512), (4096, 16, 1024), (1, 1024, 1024), (50, 300, 100), (127, 255, 511)]
PRODUCTS += [(1024, 1024, 1), (4, 1024, 1024)]
# Batch size, height (= width), input channels, filters, window size and stride.
CONVOLUTIONS = [(32, 26, 32, 64, 3, 1), (8, 58, 64, 64, 3, 1), (8, 28, 256, 64, 1, 1)]
CONVOLUTIONS += [(8, 57, 64, 128, 3, 2), (16, 33, 3, 32, 5, 1)]
# Tolerance of a result and of a gradient, relative to the largest element. Peers add in another
# order than sg, and gradients in half precision are rounded once.
TOLERANCE = {"f32": (1e-5, 1e-5), "f64": (1e-13, 1e-13), "bf16": (1e-5, 2**-8), "f16": (1e-5, 2**-11)}


def tensor(shape, element: str) -> str:
    return f"tensor<{'x'.join(map(str, shape))}x{element}>"


@dataclass
class Product:
    m: int
    k: int
    n: int
    form: str
    type: str
    kind = "product"
    forms = ("forward", "first", "second")

    def __post_init__(self):
        m, k, n = self.m, self.k, self.n
        # Rows and columns of the result, and the size of the reduction.
        self.sizes = {"forward": (m, n, k), "first": (m, k, n), "second": (k, n, m)}[self.form]
        self.first = "t" if self.form == "second" else "n"
        self.second = "t" if self.form == "first" else "n"
        rows, columns, sum = self.sizes
        self.shapes = (sum, rows) if self.first == "t" else (rows, sum), (
            (columns, sum) if self.second == "t" else (sum, columns)
        )
        self.operations = 2.0 * m * k * n

    @property
    def name(self) -> str:
        return f"{self.m}x{self.k}x{self.n}"

    @property
    def result(self) -> str:
        return "f64" if self.type == "f64" else "f32"

    def program(self) -> str:
        a, b = (tensor(shape, self.type) for shape in self.shapes)
        c = tensor(self.sizes[:2], self.result)
        maps = ["k, m" if self.first == "t" else "m, k", "n, k" if self.second == "t" else "k, n", "m, n"]
        maps = ", ".join(f"affine_map<(m, n, k) -> ({map})>" for map in maps)
        return f"""
func.func @bench(%a: {a}, %b: {b}) -> {c} {{
  %zero = arith.constant 0.0 : {self.result}
  %empty = tensor.empty() : {c}
  %init = linalg.fill ins(%zero : {self.result}) outs(%empty : {c}) -> {c}
  %c = linalg.matmul indexing_maps = [{maps}] ins(%a, %b : {a}, {b}) outs(%init : {c}) -> {c}
  return %c : {c}
}}
"""

    def describe(self) -> dict:
        rows, columns, sum = self.sizes
        sizes = {"m": rows, "n": columns, "k": sum, "first": self.first, "second": self.second}
        return {"kind": self.kind, "type": self.type, **sizes}


@dataclass
class Convolution:
    images: int
    size: int
    channels: int
    filters: int
    window: int
    stride: int
    form: str
    type: str
    kind = "convolution"
    forms = ("forward", "image", "filter")

    def __post_init__(self):
        out = (self.size - self.window) // self.stride + 1
        self.image = (self.images, self.size, self.size, self.channels)
        self.filter = (self.window, self.window, self.channels, self.filters)
        self.output = (self.images, out, out, self.filters)
        forms = {
            "forward": (self.image, self.filter),
            "image": (self.filter, self.output),
            "filter": (self.image, self.output),
        }
        self.shapes = forms[self.form]
        self.operations = 2.0 * self.images * out**2 * self.filters * self.window**2 * self.channels

    @property
    def name(self) -> str:
        stride = f", stride {self.stride}" if self.stride > 1 else ""
        image = "x".join(map(str, self.image))
        return f"{image}, {self.window}x{self.window} to {self.filters}{stride}"

    def program(self) -> str:
        # A gradient has the type of its primal argument.
        element = self.type if self.form != "forward" or self.type == "f64" else "f32"
        x, f, y = tensor(self.image, self.type), tensor(self.filter, self.type), tensor(self.output, element)
        name = "@bench" if self.form == "forward" else "private @conv"
        strides = f"strides = dense<{self.stride}> : tensor<2xi64>"
        primal = f"""
func.func {name}(%x: {x}, %f: {f}) -> {y} {{
  %zero = arith.constant 0.0 : {element}
  %empty = tensor.empty() : {y}
  %init = linalg.fill ins(%zero : {element}) outs(%empty : {y}) -> {y}
  %y = linalg.conv_2d_nhwc_hwcf {{{strides}}} ins(%x, %f : {x}, {f}) outs(%init : {y}) -> {y}
  return %y : {y}
}}
"""
        if self.form == "forward":
            return primal
        # Only the shape of the other argument matters.
        operand, wrt = ("f", 0) if self.form == "image" else ("x", 1)
        types = {"x": x, "f": f}
        other = "xf".replace(operand, "")
        return primal + f"""
func.func @bench(%{operand}: {types[operand]}, %ct: {y}) -> {types[other]} {{
  %{other} = arith.constant dense<0.0> : {types[other]}
  %y, %d = grad.vjp @conv(%x, %f) cotangents(%ct) {{wrt = array<i64: {wrt}>}}
      : ({x}, {f}, {y}) -> ({y}, {types[other]})
  return %d : {types[other]}
}}
"""

    def describe(self) -> dict:
        shape = {"image": self.image, "filter": self.filter}.get(self.form)
        fields = {"form": self.form, "stride": self.stride, "shape": shape}
        return {"kind": self.kind, "type": self.type, **fields}


class Failure(Exception):
    pass


def parse_arguments():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--sg-run", type=Path, default=ROOT / "build" / "bin" / "sg-run")
    parser.add_argument("--threads", default="1,2")
    parser.add_argument("--only", default="", help="comma-separated parts of names: sizes, forms or kinds")
    parser.add_argument("--type", action="append", choices=TYPES)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seconds", type=float, default=0.2, help="seconds of calls per round")
    parser.add_argument("--peers", default="onednn,numpy,torch")
    parser.add_argument("--onednn", metavar="PREFIX", help="where oneDNN is installed")
    parser.add_argument("--cxx", default="g++")
    arguments = parser.parse_args()
    if not arguments.sg_run.exists():
        parser.error(f"there is no {arguments.sg_run}: build first (scripts/quickstart)")
    arguments.peers = [peer for peer in arguments.peers.split(",") if peer]
    for peer in arguments.peers:
        if peer not in ("onednn", "numpy", "torch"):
            parser.error(f"there is no peer {peer}; there are onednn, numpy and torch")
    if not re.fullmatch(r"\d+(,\d+)*", arguments.threads):
        parser.error("--threads must be a list of integers")
    arguments.threads = [int(count) for count in arguments.threads.split(",")]
    if arguments.rounds < 1 or not all(1 <= n <= os.cpu_count() for n in arguments.threads):
        parser.error("--rounds must be at least 1, --threads at most the number of processors")
    return arguments


class Sg:
    def __init__(self, arguments, threads: int, folder: Path):
        self.arguments, self.threads, self.folder = arguments, threads, folder

    def time(self, case, seconds: float):
        program, result = self.folder / "bench.mlir", self.folder / "sg.npy"
        program.write_text(case.program())
        inputs = [f"--input=@{self.folder}/{x}.{case.type}.npy" for x in "ab"]
        command = ["taskset", "-c", f"0-{self.threads - 1}", str(self.arguments.sg_run), str(program)]
        command += ["--function=bench", f"--threads={self.threads}", f"--cache={self.folder}/cache", *inputs]

        def measure(calls: int) -> float:
            options = [f"--repeat={calls}", "--time", f"--output=@{result}"]
            done = subprocess.run([*command, *options], capture_output=True, text=True, check=False)
            if done.returncode:
                raise Failure(f"{case.name} {case.form} {case.type}: {done.stderr.strip()}")
            return float(re.search(r"median (\S+) ms", done.stderr)[1])

        median_of_5 = measure(5)
        calls = int(seconds * 1000 / max(median_of_5, 1e-4))
        return measure(calls) if calls > 5 else median_of_5


class Peer:
    """A process that computes cases with one library."""

    def __init__(self, name: str, arguments, threads: int, folder: Path):
        self.name, self.folder = name, folder
        command = [sys.executable, str(HERE / "contraction_peer.py"), name, str(threads)]
        if name == "onednn":
            command = [str(folder / "onednn")]
        environment = dict(os.environ)
        for variable in ("OMP_NUM_THREADS", "MKL_NUM_THREADS", "OPENBLAS_NUM_THREADS"):
            environment[variable] = str(threads)
        for variable in ("OPENBLAS_CORETYPE", "OPENBLAS_L2_SIZE"):
            environment.pop(variable, None)
        pinned = ["taskset", "-c", f"0-{threads - 1}", *command]
        pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
        self.process = subprocess.Popen(pinned, **pipes, text=True, env=environment)

    def time(self, case, seconds: float):
        """Returns the milliseconds of a call, or None if the library cannot compute the
        case."""
        request = {**case.describe(), "seconds": seconds, "folder": str(self.folder)}
        line = json.dumps(request)
        if self.name == "onednn":
            if case.kind != "product" or case.type == "f64":
                return None
            line = " ".join(str(request[x]) for x in ("type", "m", "n", "k", "first", "second", "seconds", "folder"))
        print(line, file=self.process.stdin, flush=True)
        reply = self.process.stdout.readline().strip()
        if not reply:
            raise Failure(f"{self.name} ended at {case.name} {case.form} {case.type}")
        return None if reply == "-" else float(reply)

    def result(self, case, like, np):
        if self.name != "onednn":
            return np.load(self.folder / "c.npy")
        return np.fromfile(self.folder / "c.bin", np.float32).reshape(like.shape)

    def end(self):
        self.process.stdin.close()
        self.process.wait()


def build_onednn(arguments, folder: Path):
    where = [f"-I{arguments.onednn}/include", f"-L{arguments.onednn}/lib"] if arguments.onednn else []
    where += [f"-Wl,-rpath,{arguments.onednn}/lib"] if arguments.onednn else []
    command = [arguments.cxx, "-O2", "-std=c++17", str(HERE / "onednn.cpp"), *where, "-ldnnl"]
    try:
        done = subprocess.run([*command, "-o", str(folder / "onednn")], capture_output=True, text=True, check=False)
    except OSError as error:
        raise Failure(str(error)) from error
    if done.returncode:
        raise Failure(f"onednn.cpp cannot be compiled (libdnnl-dev?): {done.stderr.strip()}")


def write_inputs(case, folder: Path, np):
    """Writes the same operands for all peers, in the file formats of sg-run, numpy and oneDNN."""
    random = np.random.default_rng(1)
    for name, shape in zip("ab", case.shapes, strict=True):
        value = random.standard_normal(shape).astype(np.float64 if case.type == "f64" else np.float32)
        stored = value.astype(np.float16) if case.type == "f16" else value
        if case.type == "bf16":  # the upper half of an f32
            stored = (value.view(np.uint32) >> 16).astype(np.uint16)
            value = (stored.astype(np.uint32) << 16).view(np.float32)
            stored = stored.view("V2")
        if case.type == "f16":
            value = stored.astype(np.float32)
        np.save(folder / f"{name}.npy", value)
        np.save(folder / f"{name}.{case.type}.npy", stored)
        stored.tofile(folder / f"{name}.bin")


def widen(value, np):
    """Converts the output of sg-run in half precision to f32."""
    if value.dtype.kind == "V":
        return (value.view(np.uint16).astype(np.uint32) << 16).view(np.float32)
    return value.astype(np.float32) if value.dtype == np.float16 else value


def check(case, sg, peers: list, np) -> bool:
    """Returns true if all peers compute the same result."""
    sg.time(case, 0)
    stored = np.load(sg.folder / "sg.npy")
    ours, is_right = widen(stored, np), True
    for peer in peers:
        if peer.time(case, 0) is None:
            continue
        theirs = peer.result(case, ours, np)
        tolerance = TOLERANCE[case.type][stored.itemsize == 2]
        difference = np.abs(ours - theirs).max() / np.abs(theirs).max()
        if ours.shape != theirs.shape or not difference <= tolerance:
            print(f"{case.name} {case.form} {case.type}: WRONG, differs from {peer.name} by {difference:.2g}")
            is_right = False
    return is_right


def measure_case(case, sg, peers: list, arguments, np):
    """Returns a line of the table and the ratios, or None if a result is wrong."""
    write_inputs(case, sg.folder, np)
    if not check(case, sg, peers, np):
        return None
    rounds = []
    for _ in range(arguments.rounds):
        ours = sg.time(case, arguments.seconds)
        rounds.append((ours, [peer.time(case, arguments.seconds) for peer in peers]))
    time = statistics.median(ours for ours, _ in rounds)
    ratios = []
    for i in range(len(peers)):
        peer_ratios = [theirs[i] / ours for ours, theirs in rounds if theirs[i] is not None]
        ratios.append(statistics.median(peer_ratios) if peer_ratios else None)
    texts = " | ".join("-" if ratio is None else f"{ratio:.2f}" for ratio in ratios)
    speed = case.operations / time / 1e6
    print(f"| {case.name} | {case.form} | {time:.4g} | {speed:.0f} | {texts} |", flush=True)
    return ratios


def measure_table(cases: list, sg, peers: list, arguments, np) -> bool:
    print("| sizes | form | sg, ms | GFLOP/s | " + " | ".join(peer.name for peer in peers) + " |")
    print("|---|---|---:|---:|" + "---:|" * len(peers))
    lines = [measure_case(case, sg, peers, arguments, np) for case in cases]
    correct = [line for line in lines if line is not None]
    print("\nGeometric mean and minimum of the figures:", end="")
    for i, peer in enumerate(peers):
        peer_ratios = [ratios[i] for ratios in correct if ratios[i] is not None]
        if peer_ratios:
            print(f" {peer.name} {statistics.geometric_mean(peer_ratios):.2f}, {min(peer_ratios):.2f};", end="")
    print()
    return len(correct) == len(lines)


def main() -> int:
    arguments = parse_arguments()
    try:
        import numpy as np
    except ImportError as error:
        print(f"contractions.py: {error}; needs: pip install numpy, and torch if it is a peer", file=sys.stderr)
        return 2
    name_parts = [part for part in arguments.only.split(",") if part] or [""]
    is_right, is_any = True, False
    with tempfile.TemporaryDirectory() as temporary:
        folder, peers = Path(temporary), []
        try:
            if "onednn" in arguments.peers:
                build_onednn(arguments, folder)
            for threads in arguments.threads:
                sg = Sg(arguments, threads, folder)
                peers = [Peer(name, arguments, threads, folder) for name in arguments.peers]
                for type in arguments.type or TYPES:
                    cases = [Product(*sizes, form, type) for sizes in PRODUCTS for form in Product.forms]
                    cases += [Convolution(*c, form, type) for c in CONVOLUTIONS for form in Convolution.forms]
                    cases = [c for c in cases if any(part in f"{c.kind} {c.name} {c.form}" for part in name_parts)]
                    if cases:
                        is_any = True
                        print(f"\n## `{type}`, {threads} thread{'s' * (threads > 1)}\n")
                        is_right &= measure_table(cases, sg, peers, arguments, np)
                for peer in peers:
                    peer.end()
        except Failure as failure:
            for peer in peers:
                peer.process.kill()
            print(f"contractions.py: {failure}", file=sys.stderr)
            return 2
    if not is_any:
        print(f"contractions.py: no case matches {arguments.only}", file=sys.stderr)
        return 2
    return 0 if is_right else 1


if __name__ == "__main__":
    sys.exit(main())
