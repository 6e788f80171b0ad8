#!/usr/bin/env python3
"""Draws the layers of check_layers.py, as docs/static/layers.svg shows them.

    draw_layers.py           writes the drawing
    draw_layers.py --check   compares it: exit code 1 if it is another one

A box is a folder of include/ and lib/, an arrow what its files may include. Arrows that
follow from others are left out. A box stands above everything that it includes.
"""

import argparse
import sys
from pathlib import Path

from check_layers import LAYERS

FILE = Path(__file__).parent.parent / "docs" / "static" / "layers.svg"
WIDTH, HEIGHT, GAP, ROW = 156, 26, 14, 62
GROUPS = [  # what the first part of a name says, and a colour
    ("CodeGen", "#dce9f7"),
    ("Runtime", "#e3f1df"),
    ("Interpreter", "#e3f1df"),
    ("Pipelines", "#f2e6f5"),
    ("Register.h", "#f2e6f5"),
    ("Compiler", "#f2e6f5"),
    ("GradientCheck", "#f2e6f5"),
    ("CAPI", "#f2e6f5"),
    ("sg-c", "#f2e6f5"),
    ("tools", "#f2e6f5"),
]
SKIPPED = {"Version.h", "CodeGen"}  # a number, and all rooms at once


def read_arrows():
    """For each layer what it may include, rooms one by one."""
    names = [name for name in LAYERS if name not in SKIPPED]
    arrows = {}
    for name in names:
        to = set()
        for other in LAYERS[name]:
            rooms = [n for n in names if n.startswith(other.rstrip("*/") + "/")]
            to |= set(rooms) if other not in names else {other}
        arrows[name] = to - {name}
    return arrows


def reach(arrows, name):
    found = set()
    left = list(arrows[name])
    while left:
        other = left.pop()
        if other not in found:
            found.add(other)
            left += arrows[other]
    return found


def reduce(arrows):
    """Without the arrows that follow from others."""
    return {
        name: {o for o in to if not any(o in reach(arrows, via) for via in to - {o})}
        for name, to in arrows.items()
    }


def place(arrows):
    """Rows from the bottom, and in each its boxes from left to right."""
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
    rows = place(arrows)
    width = max(len(row) for row in rows) * (WIDTH + GAP) + GAP
    height = len(rows) * ROW + GAP
    at = {}
    for level, row in enumerate(rows):
        left = (width - len(row) * (WIDTH + GAP) + GAP) // 2
        for i, name in enumerate(row):
            at[name] = (left + i * (WIDTH + GAP), height - (level + 1) * ROW + GAP)
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}"'
        f' width="{width}" height="{height}" font-family="sans-serif" font-size="12">',
        "<title>The layers of sg: a box may include what its arrows lead to</title>",
        '<defs><marker id="head" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7"'
        ' markerHeight="7" orient="auto"><path d="M0 0L8 4L0 8z" fill="#778"/></marker></defs>',
        f'<rect width="{width}" height="{height}" fill="#fff"/>',
    ]
    for name, others in arrows.items():
        x, y = at[name]
        for other in sorted(others):
            to_x, to_y = at[other]
            lines.append(
                f'<path d="M{x + WIDTH // 2} {y + HEIGHT}L{to_x + WIDTH // 2} {to_y}"'
                ' stroke="#99a" fill="none" marker-end="url(#head)"/>'
            )
    for name, (x, y) in at.items():
        colour = next((c for start, c in GROUPS if name.split("/")[0] == start), "#fbeeda")
        lines.append(
            f'<rect x="{x}" y="{y}" width="{WIDTH}" height="{HEIGHT}" rx="4" fill="{colour}"'
            ' stroke="#556"/>'
        )
        lines.append(
            f'<text x="{x + WIDTH // 2}" y="{y + 17}" text-anchor="middle">{name}</text>'
        )
    return "\n".join(lines + ["</svg>", ""])


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--check", action="store_true")
    options = parser.parse_args()
    drawing = draw()
    if not options.check:
        FILE.write_text(drawing, encoding="utf-8")
        return 0
    if FILE.is_file() and FILE.read_text(encoding="utf-8") == drawing:
        return 0
    print(f"{FILE.name} shows other layers: run scripts/draw_layers.py", file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main())
