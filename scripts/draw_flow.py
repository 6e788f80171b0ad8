#!/usr/bin/env python3
"""Draws the compilation of a program, shown in docs/static/flow.svg.

    draw_flow.py           writes the drawing
    draw_flow.py --check   compares the drawing: exits with 1 if it differs

A box is a form of the program, or a tool that runs it. Between two boxes are the passes and
folders that transform one form into the other. Exits with 2 if one of these does not exist:
folders need a row in check_layers.py or a folder of lib/, passes and pipelines need a
definition.
"""

import argparse
import re
import sys
from pathlib import Path

from check_layers import LAYERS
from drawing import STATIC, arrow, box, picture, text, write_or_check

ROOT = Path(__file__).parent.parent
FILE = STATIC / "flow.svg"
WIDTH, HEIGHT = 800, 600
BOXES = [  # name, left, top, width, kind, lines
    ("jax", 40, 14, 210, "outside", ["JAX, PyTorch, TOSA, ONNX"]),
    ("yours", 295, 14, 210, "outside", ["your compiler, with SG::AD"]),
    ("hand", 550, 14, 210, "outside", ["MLIR by hand"]),
    ("request", 140, 78, 520, "derivative", [
        "MLIR with requests: grad.value_and_grad @f, grad.stop_gradient",
        "over func, scf, arith, math, tensor, linalg, vector"]),
    ("derivative", 140, 188, 520, "derivative", [
        "plain MLIR: the function and its derivative, forward or reverse",
        "(your own lowering, or IREE, can take over here)"]),
    ("tensors", 140, 298, 520, "code", ["few fused linalg ops on tensors, then on memory"]),
    ("cpu", 60, 398, 210, "code", ["loops, vectors, threads"]),
    ("gpu", 400, 398, 310, "code", ["kernels, and the host code that launches them"]),
    ("native", 60, 500, 210, "run", ["machine code", "for this processor"]),
    ("ptx", 400, 500, 150, "run", ["PTX", "NVIDIA GPU"]),
    ("emulated", 560, 500, 150, "run", ["emulated GPU", "on the host"]),
]
# Each step has a source, a target, passes and folders.
STEPS = [
    ("jax", "request", [], []),
    ("yours", "request", [], []),
    ("hand", "request", [], []),
    ("request", "derivative", ["--grad-expand-derivatives"], ["Transforms", "Rules", "Analysis"]),
    ("derivative", "tensors", [], ["CodeGen/Tensor", "CodeGen/Bufferization", "CodeGen/ABI"]),
    ("tensors", "cpu", ["--sg-lower-to-cpu"], ["CodeGen/CPU"]),
    ("tensors", "gpu", ["--sg-lower-to-nvvm"], ["CodeGen/GPU"]),
    ("cpu", "native", [], ["Runtime/NativeCode"]),
    ("gpu", "ptx", [], ["Runtime/CUDA"]),
    ("gpu", "emulated", [], ["Runtime/Emulator"]),
]
LINE, MARGIN = 16, 8
FOOTER = "sg-run, libSGC.so and Python perform all steps; lib/Interpreter runs the program after each step down to loops, to compare"


def height_of(lines):
    return len(lines) * LINE + 2 * MARGIN


def missing():
    """Returns the folders and passes of the drawing that do not exist in the project."""
    tables = [p.read_text(encoding="utf-8") for p in sorted((ROOT / "include").rglob("Passes.td"))]
    pipelines = [p.read_text(encoding="utf-8") for p in sorted((ROOT / "lib/Pipelines").glob("*.cpp"))]
    flags = set(re.findall(r'Pass<"([^"]+)"', "".join(tables)))
    flags |= set(re.findall(r'"(sg-lower-to-\w+)"', "".join(pipelines)))
    for _, _, passes, folders in STEPS:
        yield from (flag for flag in passes if flag[2:] not in flags)
        for folder in folders:
            if folder not in LAYERS and not any(name.startswith(folder + "/") for name in LAYERS):
                yield folder


def draw():
    boxes = {name: (x, y, width, lines) for name, x, y, width, _, lines in BOXES}
    elements = []
    for start, end, passes, folders in STEPS:
        x, y, width, lines = boxes[start]
        to_x, to_y, to_width, _ = boxes[end]
        left, right = max(x, to_x), min(x + width, to_x + to_width)
        middle = (left + right) // 2
        y += height_of(lines)
        elements.append(arrow(middle, y, middle, to_y))
        labels = [(f, ' font-family="monospace"') for f in passes] + [("lib/" + ", ".join(folders), "")] * bool(folders)
        top = (y + to_y) // 2 + 4 - (len(labels) - 1) * LINE // 2
        for i, (words, style) in enumerate(labels):
            elements.append(text(middle + MARGIN, top + i * LINE, words, style, anchor="start"))
    for _, x, y, width, kind, lines in BOXES:
        elements.append(box(x, y, width, height_of(lines), kind))
        elements += [text(x + width // 2, y + MARGIN + 12 + i * LINE, line) for i, line in enumerate(lines)]
    elements.append(text(WIDTH // 2, HEIGHT - 18, FOOTER))
    return picture(WIDTH, HEIGHT, "A program on its way through sg, from a request to machine code", elements)


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--check", action="store_true")
    options = parser.parse_args()
    for name in missing():
        print(f"{FILE.name} shows '{name}', which does not exist; update scripts/draw_flow.py", file=sys.stderr)
        return 2
    complaint = f"{FILE.name} is out of date: run scripts/draw_flow.py"
    return write_or_check(FILE, draw(), options.check, complaint)


if __name__ == "__main__":
    sys.exit(main())
