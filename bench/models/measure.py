#!/usr/bin/env python3
"""Compares the training of examples/models by sg, PyTorch and JAX, for docs/Models.md.

    bench/models/measure.py [--steps=N] [--threads=1,2] [--compiled] [--write] [MODEL ...]

A separate process trains each model with each number of threads. Steps of sg and of
the peers alternate on the same batch. Times are medians of all steps but the first.
`peak` is the peak memory of the process, for all frameworks together. Models whose losses
disagree are left out. Needs the packages of the models (examples/models/README.md).
`--write` replaces the table in docs/Models.md.
"""

import argparse
import json
import math
import os
import platform
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
FOLDER = ROOT / "examples" / "models"
PAGE = ROOT / "docs" / "Models.md"


def models():
    return sorted(path.stem for path in FOLDER.glob("*.py") if not path.stem.startswith("beside"))


def run(model, steps, threads, compiled):
    """Returns the figures of one model. If the process fails, prints its last message and
    returns None."""
    command = [sys.executable, "-W", "ignore", FOLDER / f"{model}.py", "--json", f"--steps={steps}"]
    command += [f"--threads={threads}"] + ["--compiled"] * compiled
    # JAX uses all processors unless the affinity restricts it.
    pinned = ["taskset", "-c", ",".join(map(str, sorted(os.sched_getaffinity(0))[:threads]))]
    # Disable the cache: a cache hit would be reported as the compile time.
    environment = {**os.environ, "SG_CACHE": ""}
    done = subprocess.run([*pinned, *command], capture_output=True, text=True, env=environment)
    if done.returncode:
        print(f"{model}: {(done.stderr.strip().splitlines() or ['no message'])[-1]}", file=sys.stderr)
        return None
    return json.loads(done.stdout.splitlines()[-1])


def row(figures):
    """Returns a line of the table and the ratio to the fastest peer."""
    step = dict(figures["step"])
    ours = step.pop("sg")
    best = min(step.values())
    peers = ", ".join(f"{framework} {1e3 * seconds:.1f}" for framework, seconds in step.items())
    cells = [
        f"`{figures['model']}`", figures["threads"], f"{1e3 * ours:.1f}", peers, f"{ours / best:.2f}",
        f"{figures['compile']:.1f}", f"{figures['memory']:.0f}", f"{figures['first']:.3f} to {figures['last']:.3f}",
        f"{figures['difference']:.0e}",
    ]  # fmt: skip
    return "| " + " | ".join(map(str, cells)) + " |", ours / best


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--steps", type=int, default=20)
    parser.add_argument("--threads", default="1,2")
    parser.add_argument("--compiled", action="store_true")
    parser.add_argument("--write", action="store_true")
    parser.add_argument("models", nargs="*", metavar="MODEL")
    options = parser.parse_args()
    unknown = [model for model in options.models if model not in models()]
    if unknown:
        parser.error(f"no model {', '.join(unknown)}: there are {', '.join(models())}")
    lines = [
        "| model | threads | sg, ms | others, ms | ratio to the best | compile, s | peak, MB | loss | curves differ by |",
        "|---|---|---|---|---|---|---|---|---|",
    ]
    ratios, missing = {}, []
    print(*lines, sep="\n", flush=True)
    for model in options.models or models():
        for threads in map(int, options.threads.split(",")):
            figures = run(model, options.steps, threads, options.compiled)
            if figures is None:
                missing.append(f"`{model}` with {threads}")
                continue
            line, ratio = row(figures)
            ratios.setdefault(threads, []).append(ratio)
            lines.append(line)
            print(line, flush=True)
    cpu = re.search(r"model name\s*: (.*)", Path("/proc/cpuinfo").read_text())
    lines += ["", f"{cpu[1] if cpu else platform.machine()}, {options.steps} steps."]
    for threads, values in ratios.items():
        mean = math.exp(sum(map(math.log, values)) / len(values))
        lines.append(f"Geometric mean of the ratios, threads {threads}: {mean:.2f}; worst {max(values):.2f}.")
    if missing:
        lines.append(f"Without figures: {', '.join(missing)}.")
    print(*lines[lines.index("") :], sep="\n")
    if options.write:
        page = PAGE.read_text(encoding="utf-8")
        text = "<!-- table -->\n" + "\n".join(lines) + "\n<!-- end of table -->"
        PAGE.write_text(re.sub(r"<!-- table -->.*<!-- end of table -->", lambda _: text, page, flags=re.S), encoding="utf-8")
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main())
