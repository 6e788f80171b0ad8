#!/usr/bin/env python3
"""Speed of GPU programs beside cuBLAS and the memory's bandwidth.

    bench/gpu/measure.py [--sg-run=build/bin/sg-run] [--device=cuda] [--rounds=7]
                         [--only=NAME,...] [--small] [--check]

Each program (*.mlir.in) makes its own numbers on the device and goes through a
loop; what is measured is the difference of two calls with different numbers of
trips, by a trip, so that set-up and copies do not count: the median over the
rounds. In each round the programs take turns with PyTorch, if it can be imported
and has a GPU (peers.py): torch.matmul, which calls cuBLAS, for the products, and
the steps compiled by torch.compile. Without PyTorch there is no ratio.

    --device=D  as for sg-run: cuda, emulated (to try the programs), cpu
    --small     small sizes, for which the emulator has the time
    --check     no timing: the result has to be that of --device=cpu

Exit code 1 if a result is wrong, 2 if a program cannot be run.
"""

import argparse
import re
import statistics
import subprocess
import sys
import tempfile
from dataclasses import dataclass, field
from pathlib import Path
from string import Template

from peers import STEPS

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent


@dataclass
class Case:
    name: str
    program: str
    sizes: dict
    operations: float = 0  # per trip
    bytes: float = 0  # per trip, read or written
    options: list = field(default_factory=list)
    kind: str = ""  # of products


def matmul(n: int, type: str, small: bool) -> Case:
    f32 = type != "bf16"
    n = 70 if small else n
    sizes = {
        "n": n,
        "type": "f32" if f32 else "bf16",
        "scale": repr((3.0 / n) ** 0.5),
        "narrow": "arith.mulf %s, %one : f32" if f32 else "arith.truncf %s : f32 to bf16",
        "widen": "arith.mulf %first, %one : f32" if f32 else "arith.extf %first : bf16 to f32",
    }
    options = ["--tf32"] if type == "tf32" else []
    return Case(f"matmul-{n}-{type}", "matmul", sizes, 2.0 * n**3, 0, options, type)


def make_cases(small: bool) -> list:
    cases = [matmul(n, type, small) for type in ("f32", "tf32", "bf16") for n in (512, 1024, 2048, 4096, 8192)]
    if small:
        cases = cases[::5]
    many = 1000 if small else 64 << 20
    cases.append(Case("copy-64M", "copy", {"n": many}, 0, 8.0 * many))
    cases.append(Case("adam-64M", "adam", {"n": many}, 0, 24.0 * many))
    rows, classes = (40, 33) if small else (4096, 1024)
    cases.append(
        Case("softmax-xent", "xent", {"rows": rows, "classes": classes}, 0, 8.0 * rows * classes)
    )
    batch, inputs, first, second = (5, 12, 17, 9) if small else (64, 784, 512, 512)
    layers = {"batch": batch, "inputs": inputs, "first": first, "second": second, "classes": 10}
    weights = inputs * first + first * second + second * 10
    cases.append(Case("mlp", "mlp", layers, 6.0 * batch * weights, 12.0 * weights))
    if not small:
        layers = {"batch": 128, "inputs": 64, "first": 128, "second": 128, "classes": 10}
        weights = 64 * 128 + 128 * 128 + 128 * 10
        cases.append(Case("digits", "mlp", layers, 6.0 * 128 * weights, 12.0 * weights))
    heads, length, width = (2, 9, 5) if small else (16, 512, 64)
    shape = {"heads": heads, "length": length, "width": width, "scale": repr(width**-0.5)}
    cases.append(Case("attention", "attention", shape, 10.0 * heads * length * length * width))
    return cases


class Sg:
    """A case as a program of sg."""

    def __init__(self, case: Case, arguments, folder: Path):
        text = (HERE / "common.mlir.in").read_text() + (HERE / f"{case.program}.mlir.in").read_text()
        self.file = folder / f"{case.name}.mlir"
        self.file.write_text(Template(text).substitute(case.sizes))
        self.case, self.arguments = case, arguments

    def run(self, device: str, trips: int, *options: str) -> subprocess.CompletedProcess:
        command = [str(self.arguments.sg_run), str(self.file), "--function=run", f"--device={device}"]
        if device != "cpu":
            command += self.case.options
        done = subprocess.run([*command, f"--input={trips}", *options], capture_output=True, text=True)
        if done.returncode:
            print(f"{self.case.name}: {done.stderr.strip()}", file=sys.stderr)
            sys.exit(2)
        return done

    def result(self, device: str, trips: int) -> float:
        return float(re.search(r"=(\S+)", self.run(device, trips).stdout)[1])

    def milliseconds(self, trips: int) -> float:
        done = self.run(self.arguments.device, trips, "--repeat=5", "--time")
        return float(re.search(r"median ([0-9.e+-]+) ms", done.stderr)[1])

    def trip(self) -> float:
        """Milliseconds of a trip; as many trips as take a tenth of a second."""
        more = 8
        while (long := self.milliseconds(more)) < 100 and more < 4096:
            more *= 4
        return max(long - self.milliseconds(more // 2), 1e-6) / (more - more // 2)


def import_torch():
    try:
        import torch
    except ImportError:
        return None
    return torch if torch.cuda.is_available() else None


def time_torch(torch, case: Case) -> float:
    """Milliseconds of one step of PyTorch."""
    step = STEPS[case.program](torch, "cuda", case.sizes, case.kind)
    start, end = (torch.cuda.Event(enable_timing=True) for _ in range(2))
    for count in (3, 20):
        start.record()
        for _ in range(count):
            step()
        end.record()
        torch.cuda.synchronize()
    return start.elapsed_time(end) / count


def check(programs: list, device: str) -> int:
    wrong = 0
    for program in programs:
        ours, host = program.result(device, 2), program.result("cpu", 2)
        # Sums of products of numbers of both signs, in another order.
        tolerance = {"tf32": 3e-2, "bf16": 3e-2}.get(program.case.kind, 1e-4)
        is_right = abs(ours - host) <= tolerance * max(abs(host), 0.1)
        wrong += not is_right
        print(f"{program.case.name}: {ours:.6g} {'as' if is_right else 'WRONG: not'} {host:.6g}")
    return 1 if wrong else 0


def measure(programs: list, rounds: int) -> None:
    torch = import_torch()
    if torch:
        print(f"{torch.cuda.get_device_name()}, PyTorch {torch.__version__}")
    ours, theirs = ({program.case.name: [] for program in programs} for _ in range(2))
    for _ in range(rounds):
        for program in programs:
            ours[program.case.name].append(program.trip())
            if torch:
                theirs[program.case.name].append(time_torch(torch, program.case))
    print(f"{'case':20} {'sg ms':>10} {'TFLOP/s':>9} {'GB/s':>8} {'torch ms':>10} {'torch/sg':>9}")
    for program in programs:
        case = program.case
        ms = statistics.median(ours[case.name])
        line = f"{case.name:20} {ms:10.4f}"
        line += f" {case.operations / ms * 1e-9:9.2f}" if case.operations else " " * 10
        line += f" {case.bytes / ms * 1e-6:8.0f}" if case.bytes else " " * 9
        if theirs[case.name]:
            other = statistics.median(theirs[case.name])
            line += f" {other:10.4f} {other / ms:9.2f}"
        print(line)


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--sg-run", type=Path, default=ROOT / "build" / "bin" / "sg-run")
    parser.add_argument("--device", choices=["cuda", "emulated", "cpu"], default="cuda")
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--only", default="", help="names of cases, or what they begin with")
    parser.add_argument("--small", action="store_true")
    parser.add_argument("--check", action="store_true")
    arguments = parser.parse_args()
    if not arguments.sg_run.exists():
        parser.error(f"there is no {arguments.sg_run}: build first (scripts/quickstart)")
    if arguments.rounds < 1:
        parser.error("--rounds is at least 1")
    cases = make_cases(arguments.small)
    if arguments.only:
        cases = [case for case in cases if case.name.startswith(tuple(arguments.only.split(",")))]
        if not cases:
            parser.error(f"--only={arguments.only} is none of them")
    with tempfile.TemporaryDirectory() as folder:
        programs = [Sg(case, arguments, Path(folder)) for case in cases]
        if arguments.check:
            return check(programs, arguments.device)
        measure(programs, arguments.rounds)
    return 0


if __name__ == "__main__":
    sys.exit(main())
