#!/usr/bin/env python3
"""How long derivatives take to be made, against the size of the program.

    bench/compile_time.py [--sg-opt=build/bin/sg-opt] [--rounds=3]

Needs Python only. Programs of several forms grow by factors of two; printed are
the seconds that --grad-expand-derivatives takes (least of --rounds, from
--mlir-timing), and their exponent: 1 is linear, 2 quadratic, taken between the
first size and the last.

A chain of calls is quadratic in reverse mode: each function hands on what all
that are called below it keep, so the result has that size.
"""

import argparse
import math
import re
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
OPS = ["math.sin %{a} : f64", "arith.mulf %{a}, %{b} : f64", "arith.addf %{a}, %{b} : f64",
       "math.exp %{b} : f64", "arith.divf %{a}, %{b} : f64"]


def chain(count: int, prefix: str = "v", first: str = "x") -> tuple[list[str], str]:
    """Ops on f64, each of which reads the two before it, and the last value."""
    a, b, lines = first, first, []
    for i in range(count):
        lines.append(f"  %{prefix}{i} = " + OPS[i % len(OPS)].format(a=a, b=b))
        a, b = f"{prefix}{i}", a
    return lines, a


def function(name: str, lines, last: str, is_private: bool = True) -> str:
    body = "\n".join(lines)
    return (f"func.func {'private ' if is_private else ''}@{name}(%x: f64) -> f64 {{\n"
            f"{body}\n  return %{last} : f64\n}}\n")


def request(mode: str) -> str:
    if mode == "reverse":
        ask = "%y:2 = grad.value_and_grad @f(%x) : (f64) -> (f64, f64)"
    else:
        ask = "%y:2 = grad.jvp @f(%x) tangents(%x) : (f64, f64) -> (f64, f64)"
    return f"func.func @g(%x: f64) -> f64 {{\n  {ask}\n  return %y#1 : f64\n}}\n"


def straight(size):
    return function("f", *chain(size))


def fan_out(size):
    lines = ["  %u = math.sin %x : f64", "  %s0 = math.cos %x : f64"]
    for i in range(size // 2):
        lines += [f"  %m{i} = arith.mulf %u, %s{i} : f64",
                  f"  %s{i + 1} = arith.addf %s{i}, %m{i} : f64"]
    return function("f", lines, f"s{size // 2}")


def stops(size):
    lines, last = [], "x"
    for i in range(size // 3):
        lines += [f"  %a{i} = math.sin %{last} : f64", f"  %t{i} = grad.stop_gradient %a{i} : f64",
                  f"  %v{i} = arith.addf %a{i}, %t{i} : f64"]
        last = f"v{i}"
    return function("f", lines, last)


LOOP = "scf.for %{iv} = %c0 to %c9 step %c1 iter_args(%{carry} = %{start}) -> (f64) {{"
BOUNDS = ["  %c0 = arith.constant 0 : index", "  %c1 = arith.constant 1 : index",
          "  %c9 = arith.constant 9 : index"]


def loops(size):
    lines, last = list(BOUNDS), "x"
    for i in range(size // 10):
        lines.append(f"  %r{i} = " + LOOP.format(iv=f"i{i}", carry=f"k{i}", start=last))
        body, end = chain(10, f"b{i}_", f"k{i}")
        lines += [*body, f"  scf.yield %{end} : f64", "  }"]
        last = f"r{i}"
    return function("f", lines, last)


def nested(size, depth=8):
    lines, start = list(BOUNDS), "x"
    for level in range(depth):
        lines.append(f"  %r{level} = " + LOOP.format(iv=f"i{level}", carry=f"k{level}", start=start))
        body, start = chain(size // (2 * depth), f"p{level}_", f"k{level}")
        lines += body
    lines.append(f"  scf.yield %{start} : f64\n  }}")
    for level in reversed(range(depth - 1)):
        body, end = chain(size // (2 * depth), f"q{level}_", f"r{level + 1}")
        lines += [*body, f"  scf.yield %{end} : f64", "  }"]
    return function("f", lines, "r0")


def branches(size):
    lines, last = ["  %zero = arith.constant 0.0 : f64"], "x"
    for i in range(size // 10):
        lines += [f"  %d{i} = arith.cmpf ogt, %{last}, %zero : f64",
                  f"  %r{i} = scf.if %d{i} -> (f64) {{"]
        for side in "ab":
            body, end = chain(4, f"{side}{i}_", last)
            lines += [*body, f"  scf.yield %{end} : f64", "  }" + (" else {" if side == "a" else "")]
        last = f"r{i}"
    return function("f", lines, last)


def calls(size):
    text, lines, last = "", [], "x"
    for i in range(size // 20):
        text += function(f"h{i}", *chain(20))
        lines.append(f"  %r{i} = func.call @h{i}(%{last}) : (f64) -> f64")
        last = f"r{i}"
    return text + function("f", lines, last)


def same_callee(size):
    lines, last = [], "x"
    for i in range(size):
        lines.append(f"  %r{i} = func.call @h(%{last}) : (f64) -> f64")
        last = f"r{i}"
    return function("h", *chain(20)) + function("f", lines, last)


def call_chain(size):
    text = ""
    for i in range(size // 20):
        lines, last = chain(20)
        if i:
            lines.append(f"  %r = func.call @h{i - 1}(%{last}) : (f64) -> f64")
            last = "r"
        text += function(f"h{i}", lines, last)
    return text + function("f", [f"  %r = func.call @h{size // 20 - 1}(%x) : (f64) -> f64"], "r")


def requests(size):
    """As many requests as fit, each for a function of its own."""
    text = ""
    for i in range(size // 20):
        text += function(f"h{i}", *chain(20))
        text += function(f"g{i}", [f"  %y:2 = grad.value_and_grad @h{i}(%x) : (f64) -> (f64, f64)"],
                         "y#1", is_private=False)
    return text


def checkpoints(size):
    lines, last = [], "x"
    for i in range(size // 10):
        body, end = chain(10, f"v{i}_", last)
        lines += [f"  %r{i} = grad.checkpoint {{", *body, f"  grad.yield %{end} : f64", "  } : f64"]
        last = f"r{i}"
    return function("f", lines, last)


FORMS = {
    "ops in a row": straight,
    "one value read often": fan_out,
    "stops": stops,
    "loops in a row": loops,
    "8 nested loops": nested,
    "branches": branches,
    "calls of functions of 20 ops": calls,
    "calls of one function": same_callee,
    "chain of calls": call_chain,
    "requests": requests,
    "checkpoints": checkpoints,
}


def seconds(arguments, text: str) -> float:
    with tempfile.NamedTemporaryFile("w", suffix=".mlir") as file:
        file.write(text)
        file.flush()
        best = math.inf
        for _ in range(arguments.rounds):
            done = subprocess.run(
                [str(arguments.sg_opt), file.name, "--grad-expand-derivatives", "--mlir-timing",
                 "--mlir-timing-display=list", "--verify-each=0", "-o", "/dev/null"],
                capture_output=True, text=True, check=False)
            if done.returncode:
                sys.exit(done.stderr)
            line = re.search(r"([0-9.]+) \(.*ExpandDerivatives", done.stderr)
            best = min(best, float(line[1]))
        return best


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sg-opt", type=Path, default=ROOT / "build" / "bin" / "sg-opt")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--only", default="", help="the forms whose name contains this")
    arguments = parser.parse_args()
    if not arguments.sg_opt.exists():
        parser.error(f"there is no {arguments.sg_opt}: build first (scripts/quickstart)")
    sizes = [1250, 2500, 5000, 10000, 20000]
    print("seconds for ops:" + " " * 23 + "".join(f"{size:9}" for size in sizes) + "  exponent")
    for name, form in FORMS.items():
        if arguments.only not in name:
            continue
        for mode in ("forward", "reverse"):
            if form in (requests, checkpoints) and mode == "forward":
                continue
            times = [seconds(arguments, form(size) + ("" if form is requests else request(mode)))
                     for size in sizes]
            exponent = math.log(max(times[-1], 1e-4) / max(times[0], 1e-4)) / math.log(sizes[-1] / sizes[0])
            print(f"  {name:28} {mode:8}" + "".join(f"{t:9.4f}" for t in times) + f"  {exponent:8.2f}",
                  flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
