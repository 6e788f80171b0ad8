#!/usr/bin/env python3
"""Gradients and training steps on the CPU: sg beside JAX and PyTorch.

    bench/cpu/measure.py [--sg-run=build/bin/sg-run] [--only=NAME,...] [--threads=1]
                         [--rounds=3] [--seconds=1] [--peers=jax,torch] [--primal]
                         [--baseline=OTHER/sg-run]

Needs numpy, and the peers that are named: jax; torch (eager), torch-compile. Runs
each program of workloads/ by sg-run, and the same formulas (workloads.py) by the
peers. That the results agree is checked first. All take turns in rounds, each time
in a new process that is pinned to as many processors as there are threads; a figure
is the median over the rounds of the medians of calls, a ratio the median over the
rounds of ours by the best of the peers. The limit is what one pass over the memory
that a call has to touch, or its products, would take at the speed of a copy and of
numpy's product of matrices, measured in the same rounds.

    --primal    measure the primals, @main, too: gradient over primal
    --baseline  another sg-run, which takes turns with this one: that nothing has
                become slower is seen by `--peers= --baseline=OTHER/sg-run`

Exit code 1 if a result is wrong, or slower than the baseline by more than 15 %;
2 if something cannot be run.
"""

import argparse
import json
import os
import platform
import re
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
# By how much a median of medians differs from run to run on a machine that does
# nothing else.
SLOWER = 1.15


def parse_arguments():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--sg-run", type=Path, default=ROOT / "build" / "bin" / "sg-run")
    parser.add_argument("--only", default="", help="names of workloads, or what they begin with")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seconds", type=float, default=1.0, help="of calls in a round")
    parser.add_argument("--peers", default="jax,torch")
    parser.add_argument("--primal", action="store_true")
    parser.add_argument("--baseline", type=Path)
    arguments = parser.parse_args()
    for program in filter(None, (arguments.sg_run, arguments.baseline)):
        if not program.exists():
            parser.error(f"there is no {program}: build first (scripts/quickstart)")
    if arguments.rounds < 1 or not 1 <= arguments.threads <= os.cpu_count():
        parser.error("--rounds is at least 1, --threads at most the machine's")
    return arguments


class Sg:
    """Programs of workloads/, compiled and run by sg-run."""

    def __init__(self, name: str, program: Path, arguments, folder: Path):
        self.name, self.program = name, program
        self.arguments, self.folder = arguments, folder

    def run(self, workload, function: str, *options: str) -> str:
        threads = self.arguments.threads
        command = ["taskset", "-c", f"0-{threads - 1}", str(self.program), str(workload.file)]
        command += [f"--function={function}", f"--threads={threads}", "--cache=", *options]
        for i in range(len(workload.signature(function))):
            command.append(f"--input=@{self.folder}/{workload.name}.{i}.npy")
        command += [f"--output=@{file}" for file in self.outputs(workload, function)]
        donated = {"step": workload.wrt, "primal": (0, 2, 3) if workload.name == "adam" else ()}
        if function == "bench" and donated.get(workload.kind):
            command.append("--donate=" + ",".join(map(str, donated[workload.kind])))
        done = subprocess.run(command, capture_output=True, text=True)
        if done.returncode:
            print(f"{workload.name}: {done.stderr.strip()}", file=sys.stderr)
            sys.exit(2)
        return done.stderr

    def outputs(self, workload, function: str) -> list:
        return [self.folder / f"result{i}.npy" for i in range(workload.count_results(function))]

    def results(self, workload, np) -> list:
        self.run(workload, "bench")
        return [np.load(file) for file in self.outputs(workload, "bench")]

    def time(self, workload, function: str) -> dict:
        def measure(calls):
            found = re.search(r"median (\S+) ms.* compile (\S+) ms", self.run(workload, function, f"--repeat={calls}", "--time"))
            return {"median": float(found[1]), "first": float(found[2])}

        few = measure(7)
        calls = int(1000 * self.arguments.seconds / max(few["median"], 1e-4))
        return measure(calls) if calls > 7 else few


class Peer:
    """The formulas of workloads.py, by candidate.py."""

    def __init__(self, name: str, arguments, folder: Path):
        self.name, self.arguments, self.folder = name, arguments, folder

    def run(self, workload, function: str, seconds: float, *options: str) -> dict:
        command = [sys.executable, str(HERE / "candidate.py"), self.name, workload.name, function]
        command += [str(self.arguments.threads), str(seconds), *options]
        done = subprocess.run(command, capture_output=True, text=True)
        if done.returncode:
            print(f"{self.name} {workload.name}: {done.stderr.strip()}", file=sys.stderr)
            sys.exit(2)
        return json.loads(done.stdout)

    def results(self, workload, np) -> list:
        file = self.folder / "results.npz"
        self.run(workload, "bench", 0, str(file))
        with np.load(file) as found:
            return [found[name] for name in found.files]

    def time(self, workload, function: str) -> dict:
        return self.run(workload, function, self.arguments.seconds)


def check(workload, ours: list, theirs: list, peer: str, np) -> bool:
    """Both have the same formulas in the same precision, in another order."""
    for i, (left, right) in enumerate(zip(ours, theirs, strict=True)):
        tolerance = 1e-10 if left.dtype == np.float64 else 1e-4
        difference = np.abs(left - right.reshape(left.shape)).max() / np.abs(right).max()
        if not difference <= tolerance:
            print(f"{workload.name}: WRONG, result {i} differs from that of {peer} by {difference:.2g}")
            return False
    return True


def measure_machine(threads: int, np) -> tuple:
    """Floating point operations and bytes in a millisecond."""
    x, n = np.ones(1 << 24, np.float32), 768
    y, a = np.empty_like(x), np.random.default_rng(0).random((n, n), np.float32)
    best = {}
    for _ in range(5):
        for name, call in (("copy", lambda: np.copyto(y, x)), ("product", lambda: a @ a)):
            start = time.perf_counter()
            call()
            best[name] = min(best.get(name, 1e9), (time.perf_counter() - start) * 1e3)
    return 2.0 * n**3 / best["product"] * threads, 2.0 * x.nbytes / best["copy"] * threads


def median_ratio(ours: list, best: list) -> float:
    return statistics.median(a / b for a, b in zip(ours, best))


def main() -> int:
    arguments = parse_arguments()
    os.environ["OPENBLAS_NUM_THREADS"] = "1"
    try:
        import numpy as np
    except ImportError as error:
        print(f"measure.py: {error}; needs: pip install numpy, and the peers", file=sys.stderr)
        return 2
    from workloads import WORKLOADS

    chosen = [w for name, w in WORKLOADS.items() if name.startswith(tuple(arguments.only.split(",")))]
    functions = ["bench", "main"] if arguments.primal else ["bench"]
    is_right = True
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        sg = Sg("sg", arguments.sg_run, arguments, folder)
        baseline = [Sg("baseline", arguments.baseline, arguments, folder)] if arguments.baseline else []
        peers = [Peer(name, arguments, folder) for name in arguments.peers.split(",") if name]
        for workload in chosen:
            for i, value in enumerate(workload.inputs(np)):
                np.save(folder / f"{workload.name}.{i}.npy", value)
            ours = sg.results(workload, np)
            for peer in [*peers, *baseline]:
                is_right &= check(workload, ours, peer.results(workload, np), peer.name, np)
        if not is_right:
            return 1

        print(f"{platform.machine()}, {arguments.threads} thread(s), {arguments.rounds} rounds; times in ms")
        names = " ".join(f"{peer.name:>13}" for peer in peers)
        heads = [f"{'sg':>9}", names, *(f"{head:>8}" for head in ("sg/best", "limit", "sg/limit", "compile"))]
        print(f"{'workload':16} {'':5}", *heads, *(["by baseline"] if baseline else []))
        ratios, slower = [], []
        for workload in chosen:
            times = {}
            for _ in range(arguments.rounds):
                operations, bytes = measure_machine(arguments.threads, np)
                for function in functions:
                    for candidate in [sg, *peers, *baseline]:
                        times.setdefault((candidate.name, function), []).append(candidate.time(workload, function))
                times.setdefault("limit", []).append(max(workload.operations / operations, workload.bytes / bytes))
            limit = statistics.median(times["limit"]) if "f64" not in workload.file.read_text() else 0
            for function in functions:
                mine = [found["median"] for found in times["sg", function]]
                others = [[found["median"] for found in times[peer.name, function]] for peer in peers]
                line = f"{workload.name:16} {function:5} {statistics.median(mine):9.3f}"
                line += "".join(f" {statistics.median(other):13.3f}" for other in others)
                if others:
                    ratio = median_ratio(mine, [min(round) for round in zip(*others)])
                    line += f" {ratio:8.2f}"
                    if function == "bench":
                        ratios.append(ratio)
                else:
                    line += " " * 9
                if function == "bench":
                    line += f" {limit:8.3f} {statistics.median(mine) / limit:8.2f}" if limit else " " * 18
                    line += f" {statistics.median(found['first'] for found in times['sg', function]):8.0f}"
                if baseline:
                    before = [found["median"] for found in times["baseline", function]]
                    change = median_ratio(mine, before)
                    line += f" {change:11.2f}"
                    if change > SLOWER:
                        slower.append(f"{workload.name} ({function})")
                print(line, flush=True)
        if ratios:
            print(f"geometric mean of the ratios: {statistics.geometric_mean(ratios):.2f}, worst {max(ratios):.2f}")
        if slower:
            print(f"SLOWER than the baseline by more than {SLOWER - 1:.0%}: {', '.join(slower)}")
    return 1 if slower else 0


if __name__ == "__main__":
    sys.exit(main())
