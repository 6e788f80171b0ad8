#!/usr/bin/env python3
"""Compares gradients and training steps on the CPU: sg, JAX, PyTorch and TensorFlow.

    bench/cpu/measure.py [--sg-run=build/bin/sg-run] [--only=NAME,...] [--threads=1]
                         [--rounds=3] [--seconds=1] [--peers=jax,torch] [--primal]
                         [--python=PEER=PROGRAM]... [--baseline=OTHER/sg-run]
                         [--option=OPTION]...

Needs numpy and the selected peers: jax; torch (eager); torch-compile (the faster of two
forms, needs a C++ compiler); tf (a graph); tf-xla. Runs each program of workloads/ with
sg-run, and the same formulas (workloads.py) with the peers, and prints a Markdown table.
First checks that the results agree.

Each round measures sg and each peer once, in new processes that are pinned to one processor
per thread. A time is the median over the rounds of the median call. A ratio
is the median over the rounds of the time of sg divided by the time of the fastest peer. "-"
means that a peer cannot express the workload. The limit is a lower bound of the time: numpy,
measured in the same rounds, needs it to copy the memory that a call must touch, or to compute
the call's matrix products, whichever takes longer. MiB is the peak of live memory, including
arguments and results, as counted by sg-run. XLA MiB is the figure of JAX's memory_analysis().

    --python    the Python interpreter of a peer that is installed elsewhere; that of tf
                is also used for tf-xla: --python=tf=/opt/tf/bin/python
    --primal    also measure the primals, @main: gradient divided by primal
    --baseline  the sg-run of another build, measured in each round. To check that nothing
                became slower: `--peers= --baseline=OTHER/sg-run`
    --option    an option for --sg-run, but not for the baseline. To measure the cost of
                strong zeros: `--peers= --baseline=build/bin/sg-run --option=--strong-zero`

Exits with 1 if a result is wrong or slower than the baseline by more than 15 %; with 2
if something cannot be run.
"""

import argparse
import json
import os
import platform
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
# Largest ratio between the times of two runs of the same program on an idle machine (measured).
MAX_SLOWDOWN = 1.15
PEERS = ("jax", "torch", "torch-compile", "tf", "tf-xla")


def parse_arguments():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--sg-run", type=Path, default=ROOT / "build" / "bin" / "sg-run")
    parser.add_argument("--only", default="", help="comma-separated names of workloads, or prefixes of names")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seconds", type=float, default=1.0, help="seconds of calls per round")
    parser.add_argument("--peers", default="jax,torch", help=f"comma-separated, from {', '.join(PEERS)}")
    parser.add_argument("--python", action="append", default=[], metavar="PEER=PROGRAM")
    parser.add_argument("--primal", action="store_true")
    parser.add_argument("--baseline", type=Path)
    parser.add_argument("--option", action="append", default=[], dest="options", metavar="OPTION")
    arguments = parser.parse_args()
    for program in filter(None, (arguments.sg_run, arguments.baseline)):
        if not program.exists():
            parser.error(f"there is no {program}: build first (scripts/quickstart)")
    if arguments.rounds < 1 or not 1 <= arguments.threads <= os.cpu_count():
        parser.error("--rounds must be at least 1, --threads at most the number of processors")
    arguments.peers = [name for name in arguments.peers.split(",") if name]
    arguments.python = dict(option.partition("=")[::2] for option in arguments.python)
    for name in [*arguments.peers, *arguments.python]:
        if name not in PEERS:
            parser.error(f"there is no peer '{name}'; there are {', '.join(PEERS)}")
    for program in arguments.python.values():
        if not shutil.which(program):
            parser.error(f"there is no program '{program}'")
    return arguments


class Sg:
    """The programs of workloads/, compiled and run by sg-run."""

    def __init__(self, name: str, program: Path, arguments, folder: Path):
        self.name, self.program = name, program
        self.options = arguments.options if name == "sg" else []
        self.arguments, self.folder = arguments, folder
        self.bytes = {}

    def run(self, workload, function: str, *options: str) -> str:
        threads = self.arguments.threads
        command = ["taskset", "-c", f"0-{threads - 1}", str(self.program), str(workload.file)]
        command += [f"--function={function}", f"--threads={threads}", "--cache=", *self.options, *options]
        for i in range(len(workload.signature(function))):
            command.append(f"--input=@{self.folder}/{workload.name}.{i}.npy")
        command += [f"--output=@{file}" for file in self.outputs(workload, function)]
        donated = workload.donated(workload.kind if function == "bench" else "primal")
        if donated:
            command.append("--donate=" + ",".join(map(str, donated)))
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode:
            print(f"{workload.name}: {done.stderr.strip()}", file=sys.stderr)
            sys.exit(2)
        return done.stderr

    def outputs(self, workload, function: str) -> list:
        return [self.folder / f"result{i}.npy" for i in range(workload.count_results(function))]

    def results(self, workload, np) -> list:
        report = self.run(workload, "bench", "--memory")
        results = [np.load(file) for file in self.outputs(workload, "bench")]
        inputs = [np.load(self.folder / f"{workload.name}.{i}.npy", "r") for i in range(len(workload.signature()))]
        # The result that replaces a donated argument shares its memory.
        shared = sum(inputs[i].nbytes for i in workload.donated(workload.kind))
        temporaries = int(re.search(r"a call: at most (\d+) bytes", report)[1])
        self.bytes[workload.name] = temporaries + sum(x.nbytes for x in [*inputs, *results]) - shared
        return results

    def time(self, workload, function: str) -> dict:
        def measure(calls):
            report = self.run(workload, function, f"--repeat={calls}", "--time")
            match = re.search(r"median (\S+) ms.* compile (\S+) ms", report)
            return {"median": float(match[1]), "compile": float(match[2])}

        median_of_7 = measure(7)
        calls = int(1000 * self.arguments.seconds / max(median_of_7["median"], 1e-4))
        return measure(calls) if calls > 7 else median_of_7


class Peer:
    """The formulas of workloads.py, run by candidate.py."""

    def __init__(self, name: str, arguments, folder: Path):
        self.name, self.arguments, self.folder = name, arguments, folder
        self.bytes, self.missing = {}, {}
        pythons = arguments.python
        self.python = pythons.get(name) or pythons.get(name.split("-")[0]) or sys.executable

    def run(self, workload, function: str, seconds: float, *options: str) -> dict:
        command = [self.python, str(HERE / "candidate.py"), self.name, workload.name, function]
        command += [str(self.arguments.threads), str(seconds), *options]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode:
            print(f"{self.name} {workload.name}: {done.stderr.strip()}", file=sys.stderr)
            sys.exit(2)
        return json.loads(done.stdout.splitlines()[-1])

    def results(self, workload, np):
        """Returns the results, or None if the peer cannot express the workload."""
        file = self.folder / "results.npz"
        report = self.run(workload, "bench", 0, str(file))
        if "missing" in report:
            self.missing[workload.name] = report["missing"]
            return None
        self.bytes[workload.name] = report.get("bytes")
        with np.load(file) as arrays:
            return [arrays[name] for name in arrays.files]

    def time(self, workload, function: str):
        if workload.name in self.missing:
            return None
        return self.run(workload, function, self.arguments.seconds)


def check(workload, ours: list, theirs: list, peer: str, np) -> bool:
    """Returns true if the results agree up to rounding: sg and the peer compute the same formulas
    in the same precision, but in another order."""
    for i, (left, right) in enumerate(zip(ours, theirs, strict=True)):
        tolerance = 1e-10 if left.dtype == np.float64 else 1e-4
        difference = np.abs(left - right.reshape(left.shape)).max() / np.abs(right).max()
        if not difference <= tolerance:
            print(f"{workload.name}: WRONG, result {i} differs from that of {peer} by {difference:.2g}")
            return False
    return True


def measure_machine(threads: int, np) -> tuple:
    """Returns the floating-point operations of a product, and the bytes of a copy, per ms."""
    x, n = np.ones(1 << 24, np.float32), 768
    y, a = np.empty_like(x), np.random.default_rng(0).random((n, n), np.float32)
    best = {}
    for _ in range(5):
        for name, call in (("copy", lambda: np.copyto(y, x)), ("product", lambda: a @ a)):
            start = time.perf_counter()
            call()
            best[name] = min(best.get(name, 1e9), (time.perf_counter() - start) * 1e3)
    return 2.0 * n**3 / best["product"] * threads, 2.0 * x.nbytes / best["copy"] * threads


def median_ratio(numerators: list, denominators: list) -> float:
    return statistics.median(a / b for a, b in zip(numerators, denominators, strict=True))


def check_all(workloads: list, sg, peers: list, folder: Path, np) -> bool:
    is_right = True
    for workload in workloads:
        for i, value in enumerate(workload.inputs(np)):
            np.save(folder / f"{workload.name}.{i}.npy", value)
        ours = sg.results(workload, np)
        for peer in peers:
            theirs = peer.results(workload, np)
            is_right &= theirs is None or check(workload, ours, theirs, peer.name, np)
    return is_right


class Table:
    """The table of all workloads. Prints each line after the measurement of its workload."""

    def __init__(self, sg, peers: list, baseline: list, arguments):
        self.sg, self.peers, self.baseline, self.arguments = sg, peers, baseline, arguments
        self.ratios, self.slower = [], []
        self.memory = [sg, *(peer for peer in peers if peer.name == "jax")]

    def line(self, *cells):
        print(f"| {cells[0]:16} |" + "".join(f" {cell:>9} |" for cell in cells[1:]), flush=True)

    def head(self):
        cells = ["workload", "sg", *(peer.name for peer in self.peers), "sg/best", "limit", "sg/limit", "compile"]
        cells += ["MiB", "XLA MiB"][: len(self.memory)] + ["by baseline"] * len(self.baseline)
        self.line(*cells)
        print("|---|" + "---:|" * (len(cells) - 1))

    def measure(self, workload, np):
        functions = ["bench", "main"] if self.arguments.primal else ["bench"]
        times, limits = {}, []
        for _ in range(self.arguments.rounds):
            operations, bytes = measure_machine(self.arguments.threads, np)
            limits.append(max(workload.operations / operations, workload.bytes / bytes))
            for function in functions:
                for system in [self.sg, *self.peers, *self.baseline]:
                    times.setdefault((system.name, function), []).append(system.time(workload, function))
        # The speed of products was measured in f32 only.
        limit = 0 if "f64" in workload.file.read_text() else statistics.median(limits)
        for function in functions:
            self.report(workload, function, times, limit)

    def report(self, workload, function: str, times: dict, limit: float):
        medians = {
            name: [measurement["median"] for measurement in rounds if measurement]
            for (name, of), rounds in times.items()
            if of == function
        }
        ours, is_bench = medians["sg"], function == "bench"
        show = lambda values, form="{:.3g}": form.format(statistics.median(values)) if values else "-"
        cells = [workload.name if is_bench else f"{workload.name}, primal", show(ours)]
        cells += [show(medians[peer.name]) for peer in self.peers]
        peer_medians = [medians[peer.name] for peer in self.peers if medians[peer.name]]
        ratio = median_ratio(ours, [min(round) for round in zip(*peer_medians, strict=True)]) if peer_medians else None
        cells.append(f"{ratio:.2f}" if peer_medians else "-")
        if peer_medians and is_bench:
            self.ratios.append(ratio)
        has_limit = limit and is_bench
        cells += [f"{limit:.3g}", f"{statistics.median(ours) / limit:.2f}"] if has_limit else ["", ""]
        cells.append(show([measurement["compile"] for measurement in times["sg", function]], "{:.0f}"))
        bytes = [system.bytes.get(workload.name) for system in self.memory] if is_bench else [None] * len(self.memory)
        cells += [f"{count / (1 << 20):.3g}" if count else "" for count in bytes]
        if self.baseline:
            change = median_ratio(ours, medians["baseline"])
            cells.append(f"{change:.2f}")
            if change > MAX_SLOWDOWN:
                self.slower.append(f"{workload.name} ({function})")
        self.line(*cells)

    def end(self):
        print()
        if self.ratios:
            mean = statistics.geometric_mean(self.ratios)
            print(f"geometric mean of the ratios: {mean:.2f}, worst {max(self.ratios):.2f}")
        for peer in self.peers:
            for name, reason in peer.missing.items():
                print(f"{peer.name} cannot express {name}: {reason}")
        if self.slower:
            print(f"SLOWER than the baseline by more than {MAX_SLOWDOWN - 1:.0%}: {', '.join(self.slower)}")


def main() -> int:
    arguments = parse_arguments()
    os.environ["OPENBLAS_NUM_THREADS"] = "1"
    # Let OpenBLAS choose the kernels for this processor.
    for variable in ("OPENBLAS_CORETYPE", "OPENBLAS_L2_SIZE"):
        os.environ.pop(variable, None)
    try:
        import numpy as np
    except ImportError as error:
        print(f"measure.py: {error}; needs: pip install numpy, and the peers", file=sys.stderr)
        return 2
    from workloads import WORKLOADS

    workloads = [w for name, w in WORKLOADS.items() if name.startswith(tuple(arguments.only.split(",")))]
    if not workloads:
        print(f"measure.py: there is no {arguments.only}; there are {', '.join(WORKLOADS)}", file=sys.stderr)
        return 2
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        sg = Sg("sg", arguments.sg_run, arguments, folder)
        baseline = [Sg("baseline", arguments.baseline, arguments, folder)] if arguments.baseline else []
        peers = [Peer(name, arguments, folder) for name in arguments.peers]
        if not check_all(workloads, sg, [*peers, *baseline], folder, np):
            return 1
        print(f"{platform.machine()}, {arguments.threads} thread(s), {arguments.rounds} rounds; times in ms\n")
        table = Table(sg, peers, baseline, arguments)
        table.head()
        for workload in workloads:
            table.measure(workload, np)
        table.end()
    return 1 if table.slower else 0


if __name__ == "__main__":
    sys.exit(main())
