"""Draws boxes and arrows as SVG, for draw_layers.py and draw_flow.py."""

import sys
from pathlib import Path

STATIC = Path(__file__).parent.parent / "docs" / "static"
COLOURS = {"code": "#dce9f7", "run": "#e3f1df", "way": "#f2e6f5", "derivative": "#fbeeda", "outside": "#fff"}


def picture(width, height, title, lines):
    """Returns the SVG file. `lines` are results of arrow, text and box."""
    begin = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}"'
        f' width="{width}" height="{height}" font-family="sans-serif" font-size="12">',
        f"<title>{title}</title>",
        '<defs><marker id="head" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7"'
        ' markerHeight="7" orient="auto"><path d="M0 0L8 4L0 8z" fill="#778"/></marker></defs>',
        f'<rect width="{width}" height="{height}" fill="#fff"/>',
    ]
    return "\n".join([*begin, *lines, "</svg>", ""])


def arrow(x, y, to_x, to_y):
    return (
        f'<path d="M{x} {y}L{to_x} {to_y}"'
        ' stroke="#99a" fill="none" marker-end="url(#head)"/>'
    )


def text(x, y, words, style="", anchor="middle"):
    return f'<text x="{x}" y="{y}" text-anchor="{anchor}"{style}>{words}</text>'


def box(x, y, width, height, colour):
    return (
        f'<rect x="{x}" y="{y}" width="{width}" height="{height}" rx="4" fill="{COLOURS[colour]}"'
        ' stroke="#556"/>'
    )


def write_or_check(file, drawing, check, complaint):
    """Writes the drawing, or compares it with the file if `check`. Returns the exit code."""
    if not check:
        file.write_text(drawing, encoding="utf-8")
        return 0
    if file.is_file() and file.read_text(encoding="utf-8") == drawing:
        return 0
    print(complaint, file=sys.stderr)
    return 1
