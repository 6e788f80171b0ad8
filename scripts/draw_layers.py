#!/usr/bin/env python3
"""Draws the layers of check_layers.py, shown in docs/static/layers.svg.

    draw_layers.py           writes the drawing
    draw_layers.py --check   compares the drawing: exits with 1 if it differs

A box is a folder of include/ and lib/. An arrow leads to a folder that its files may
include. Transitive arrows are omitted. A box is above all boxes that it includes.
"""

import argparse
import sys

from check_layers import LAYERS
from drawing import STATIC, arrow, box, picture, text, write_or_check

FILE = STATIC / "layers.svg"
WIDTH, HEIGHT, GAP, ROW = 156, 26, 14, 62
GROUPS = [  # first part of a layer's name, and colour of the layer's box (drawing.py)
    ("CodeGen", "code"),
    ("Runtime", "run"),
    ("Interpreter", "run"),
    ("Pipelines", "way"),
    ("Register.h", "way"),
    ("Compiler", "way"),
    ("GradientCheck", "way"),
    ("CAPI", "way"),
    ("sg-c", "way"),
    ("Builder", "way"),
    ("tools", "way"),
]
# Build configuration, version number, and the umbrellas of the Builder and CodeGen layers.
SKIPPED = {"Builder.h", "Config.h", "Version.h", "CodeGen"}


def read_arrows():
    """Returns the layers that each layer may include."""
    names = [name for name in LAYERS if name not in SKIPPED]
    arrows = {}
    for name in names:
        to = set()
        for other in LAYERS[name]:
            members = [n for n in names if n.startswith(other.rstrip("*/") + "/")]
            to |= set(members) if other not in names else {other}
        arrows[name] = to - {name}
    return arrows


def find_reachable(arrows, name):
    found = set()
    queue = list(arrows[name])
    while queue:
        other = queue.pop()
        if other not in found:
            found.add(other)
            queue += arrows[other]
    return found


def reduce(arrows):
    """Removes transitive arrows."""
    return {
        name: {o for o in to if not any(o in find_reachable(arrows, via) for via in to - {o})}
        for name, to in arrows.items()
    }


def assign_rows(arrows):
    """Returns the rows from bottom to top, each with its boxes from left to right."""
    depth = {}

    def measure(name):
        if name not in depth:
            depth[name] = 1 + max((measure(other) for other in arrows[name]), default=-1)
        return depth[name]

    rows = [[] for _ in range(1 + max(measure(name) for name in arrows))]
    for name in arrows:
        rows[depth[name]].append(name)
    columns = {name: i for i, name in enumerate(rows[0])}
    for row in rows[1:]:
        below = {n: [columns[o] for o in arrows[n] if o in columns] for n in row}
        row.sort(key=lambda n: (sum(below[n]) / len(below[n]) if below[n] else 0, n))
        columns.update({name: i for i, name in enumerate(row)})
    return rows


def draw():
    arrows = reduce(read_arrows())
    rows = assign_rows(arrows)
    width = max(len(row) for row in rows) * (WIDTH + GAP) + GAP
    height = len(rows) * ROW + GAP
    positions = {}
    for level, row in enumerate(rows):
        left = (width - len(row) * (WIDTH + GAP) + GAP) // 2
        for i, name in enumerate(row):
            positions[name] = (left + i * (WIDTH + GAP), height - (level + 1) * ROW + GAP)
    lines = []
    for name, others in arrows.items():
        x, y = positions[name]
        for other in sorted(others):
            to_x, to_y = positions[other]
            lines.append(arrow(x + WIDTH // 2, y + HEIGHT, to_x + WIDTH // 2, to_y))
    for name, (x, y) in positions.items():
        colour = next((c for start, c in GROUPS if name.split("/")[0] == start), "derivative")
        lines += [box(x, y, WIDTH, HEIGHT, colour), text(x + WIDTH // 2, y + 17, name)]
    return picture(width, height, "The layers of sg: a box may include what its arrows lead to", lines)


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--check", action="store_true")
    options = parser.parse_args()
    complaint = f"{FILE.name} is out of date: run scripts/draw_layers.py"
    return write_or_check(FILE, draw(), options.check, complaint)


if __name__ == "__main__":
    sys.exit(main())
