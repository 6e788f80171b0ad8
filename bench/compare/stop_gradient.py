#!/usr/bin/env python3
"""Compares the effect of stop_gradient on first and second derivatives in sg and in other frameworks.

    bench/compare/stop_gradient.py [--peers=jax,torch,tf,enzyme-jax,enzyme-dialect,catalyst]
                                   [--python=PEER=PROGRAM]... [--sg-run=build/bin/sg-run]

Runs the programs of programs.py with each peer, in reverse mode, and prints a Markdown
table of f′ and f″. Wrong values are bold. `none` means that a peer reports that no
gradient flows, which is a correct 0. `error` means that a peer returned no value. The
versions, the errors and the peers' warnings about wrong values follow the table.

    --peers     comma-separated peers; default: all peers that this Python can import.
                jax; torch (eager); tf (TensorFlow, a graph); enzyme-jax (Enzyme on
                programs of JAX); enzyme-dialect (the ops of Enzyme's dialect, on
                programs.mlir, with enzyme.ignore_derivatives for the stop); catalyst
                (PennyLane Catalyst, on programs of JAX)
    --python    the Python interpreter of a peer that is installed elsewhere:
                --python=tf=/opt/tf/bin/python
    --sg-run    the sg-run that executes the programs of sg and of enzyme-dialect

Exits with 0 if all derivatives of sg are correct and all peers ran, with 1 if a derivative
of sg is wrong, with 2 if sg or a peer could not be run.
"""

import argparse
import datetime
import json
import math
import re
import subprocess
import sys
import tempfile
from pathlib import Path

from programs import PROGRAMS

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
PEERS = {
    "jax": "jax",
    "torch": "torch",
    "tf": "tensorflow",
    "enzyme-jax": "enzyme_ad",
    "enzyme-dialect": "enzyme_ad",
    "catalyst": "catalyst",
}
# Matches warnings of a peer about stopped or missing gradients.
WARNING = re.compile(r"stop.?gradient|derivative|differentia|custom_[vj]", re.IGNORECASE)


class Failure(Exception):
    """An error after which nothing can be compared."""


class Results:
    """The versions and results of one peer, by program and order."""

    def __init__(self):
        self.versions, self.values, self.errors, self.warnings = {}, {}, {}, []

    def is_wrong(self, program, order):
        if (program, order) not in self.values:
            return False
        value, expected = self.values[program, order], PROGRAMS[program][2][order - 1]
        return not math.isclose(value or 0.0, expected, rel_tol=1e-12, abs_tol=1e-12)

    def cell(self, program):
        entries = []
        for order in range(1, len(PROGRAMS[program][2]) + 1):
            if (program, order) not in self.values:
                entries.append("error")
                continue
            value = self.values[program, order]
            entry = "none" if value is None else f"{value:.6g}".replace("nan", "NaN").replace("-", "−")
            entries.append(f"**{entry}**" if self.is_wrong(program, order) else entry)
        return ", ".join(entries)


def run_framework(peer: str, python: str) -> Results:
    """Runs candidate.py until all programs are done. If a program kills the process, the next
    run begins after this program."""
    results, remaining = Results(), list(PROGRAMS)
    while remaining:
        try:
            command = [python, str(HERE / "candidate.py"), peer, *remaining]
            done = subprocess.run(command, capture_output=True, text=True, check=False)
        except OSError as error:
            raise Failure(f"cannot run {python}: {error.strerror}; name another by --python={peer}=") from error
        begun, has_ended = None, True
        for line in done.stdout.splitlines():
            try:
                entry_fields = json.loads(line)
            except ValueError:
                continue  # This line is output of the framework.
            results.versions.update(entry_fields.get("versions", {}))
            if "begun" in entry_fields:
                begun, has_ended = tuple(entry_fields["begun"]), False
            elif "value" in entry_fields:
                results.values[begun], has_ended = entry_fields["value"], True
            elif "error" in entry_fields:
                results.errors[begun], has_ended = entry_fields["error"], True
        results.warnings += [line for line in done.stderr.splitlines() if WARNING.search(line)]
        if not results.versions:
            reason = (done.stderr.strip().splitlines() or ["no message"])[-1]
            raise Failure(f"{peer}: {reason}; install it for {python}, or leave it out of --peers")
        if not done.returncode:
            return results
        if has_ended:
            raise Failure(f"{peer}: {python} ended with {done.returncode}: {done.stderr.strip()[-300:]}")
        results.errors[begun] = f"ends the process, {done.returncode}"
        remaining = remaining[remaining.index(begun[0]) + 1 :]
    return results


def request(template: str, program: str) -> str:
    """Builds the functions @PROGRAM_1 and @PROGRAM_2, the first and second derivative of a program."""
    text, primal = "", program
    for order in range(1, len(PROGRAMS[program][2]) + 1):
        text += template.format(primal=primal, name=f"{program}_{order}")
        primal = f"{program}_{order}"
    return text


SG_REQUEST = """
func.func @{name}(%x: f64) -> f64 {{
  %y, %derivative = grad.value_and_grad @{primal}(%x) : (f64) -> (f64, f64)
  return %derivative : f64
}}
"""
ENZYME_REQUEST = """
func.func @{name}(%x: f64) -> f64 {{
  %one = arith.constant 1.0 : f64
  %derivative = "enzyme.autodiff"(%x, %one) <{{fn = @{primal}, activity = [#enzyme<activity<enzyme_active>>],
      ret_activity = [#enzyme<activity<enzyme_activenoneed>>]}}> : (f64, f64) -> f64
  return %derivative : f64
}}
"""


def run_mlir(sg_run: str, text: str, program: str, order: int, results: Results):
    """Computes one derivative of a program with sg-run and adds it to the results."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "program.mlir"
        file.write_text(text, encoding="utf-8")
        name = re.search(rf"@({program}_{order}\w*)\(", text)[1]
        command = [sg_run, str(file), f"--function={name}", f"--input={PROGRAMS[program][1]}"]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        results.errors[program, order] = (done.stderr.strip().splitlines() or [f"exit code {done.returncode}"])[0]
    else:
        results.values[program, order] = float(done.stdout.partition("f64=")[2])


def run_sg(sg_run: str) -> Results:
    results = Results()
    text = (HERE / "programs.mlir").read_text(encoding="utf-8")
    results.versions["sg"] = run_tool(sg_run, "--version").split()[-1]
    for program, (_, _, values) in PROGRAMS.items():
        for order in range(1, len(values) + 1):
            run_mlir(sg_run, text + request(SG_REQUEST, program), program, order, results)
    return results


def run_dialect(sg_run: str, python: str) -> Results:
    """Runs Enzyme on programs.mlir. Skips `checkpoint`, because Enzyme's dialect checkpoints only
    loops, and `own_rule`, because its custom rules have another form."""
    results = Results()
    text = (HERE / "programs.mlir").read_text(encoding="utf-8")
    text = re.sub(r"grad\.stop_gradient (%\w+) : (\w+)", r"enzyme.ignore_derivatives \1 : \2 -> \2", text)
    blocks = [block for block in re.split(r"\n(?=func\.func)", text) if " grad." not in block]
    for program, (_, _, values) in PROGRAMS.items():
        for order in range(1, len(values) + 1):
            key = (program, order)
            if not any(f"@{program}(" in block for block in blocks):
                results.errors[key] = "not written in the dialect here"
                continue
            source = next(block for block in blocks if f"@{program}(" in block) + request(ENZYME_REQUEST, program)
            command = [python, str(HERE / "enzyme_dialect.py"), f"{program}_{order}"]
            done = subprocess.run(command, input=source, capture_output=True, text=True, check=False)
            if done.returncode:
                lines = [line for line in done.stderr.splitlines() if "error: " in line] or ["no message"]
                if "No module named" in done.stderr:
                    raise Failure(f"enzyme-dialect: {python} has no enzyme_ad; install it, or leave it out of --peers")
                results.errors[key] = lines[0].partition("error: ")[2] or lines[0]
                continue
            results.versions["enzyme_ad"] = done.stdout.splitlines()[0].split()[-1]
            run_mlir(sg_run, done.stdout, program, order, results)
    return results


def run_tool(*command) -> str:
    try:
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout
    except OSError as error:
        raise Failure(f"cannot run {command[0]}: {error.strerror}; build it, or name it by --sg-run") from error
    except subprocess.CalledProcessError as error:
        raise Failure(f"{command[0]}: {error.stderr.strip()}") from error


def importable(module: str, python: str) -> bool:
    command = [python, "-c", f"import importlib.util, sys; sys.exit(not importlib.util.find_spec('{module}'))"]
    return not subprocess.run(command, capture_output=True, check=False).returncode


def print_report(table: dict):
    print("| f′, f″ | " + " | ".join(["right", *table]) + " |")
    print("|---" * (len(table) + 2) + "|")
    for program, (text, _, values) in PROGRAMS.items():
        expected = ", ".join(f"{value:.6g}".replace("-", "−") for value in values)
        print(f"| {text} | {expected} | " + " | ".join(results.cell(program) for results in table.values()) + " |")
    print(f"\n{datetime.date.today()}")
    for peer, results in table.items():
        versions = ", ".join(f"{name} {version}" for name, version in results.versions.items())
        wrong = sum(results.is_wrong(*key) for key in results.values)
        print(f"* {peer} ({versions}): {wrong} of {len(results.values)} numbers wrong")
        if wrong:
            print(f"  warnings: {' / '.join(dict.fromkeys(results.warnings)) or 'none'}")
        for error in dict.fromkeys(results.errors.values()):
            keys = [key for key, other in results.errors.items() if other == error]
            if len(keys) == len(PROGRAMS) and len({order for _, order in keys}) == 1:
                where = f"f{'′' * keys[0][1]} of all programs"
            else:
                where = ", ".join(f"{program}{'′' * order}" for program, order in keys)
            print(f"  error in {where}: {error}")


def main() -> int:
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("--peers")
    parser.add_argument("--python", action="append", default=[], metavar="PEER=PROGRAM")
    parser.add_argument("--sg-run", default=str(ROOT / "build/bin/sg-run"))
    arguments = parser.parse_args()
    pythons = dict(option.partition("=")[::2] for option in arguments.python)
    if arguments.peers is None:
        peers = [peer for peer, module in PEERS.items() if peer in pythons or importable(module, sys.executable)]
    else:
        peers = [peer for peer in arguments.peers.split(",") if peer]
    for peer in [*peers, *pythons]:
        if peer not in PEERS:
            parser.error(f"there is no peer '{peer}'; there are {', '.join(PEERS)}")
    try:
        table = {"sg": run_sg(arguments.sg_run)}
        for peer in peers:
            python = pythons.get(peer, sys.executable)
            is_dialect = peer == "enzyme-dialect"
            table[peer] = run_dialect(arguments.sg_run, python) if is_dialect else run_framework(peer, python)
    except Failure as failure:
        print(f"stop_gradient.py: {failure}", file=sys.stderr)
        return 2
    print_report(table)
    sg = table["sg"]
    return int(bool(sg.errors) or any(sg.is_wrong(*key) for key in sg.values))


if __name__ == "__main__":
    sys.exit(main())
