"""Drawings of gradient reports as SVG (drawing_layout.py has the positions)."""

from html import escape
from typing import Dict, List

from .drawing_layout import BOX, Edge, Node, arrange

LETTER_WIDTH = 5.3  # average width of a letter at font size 10


def _line_style(attributes: Dict[str, str]) -> str:
    style = attributes.get("style", "")
    dash = ' stroke-dasharray="6 4"' if "dashed" in style else ' stroke-dasharray="1.5 3"' if "dotted" in style else ""
    width = 2.5 if "bold" in style else 1
    return f'stroke="{attributes.get("color", "#000000")}" stroke-width="{width}"{dash}'


def _fit(text: str, width: float) -> str:
    """Returns SVG of the part of `text` that fits into `width`, with `text` as a tooltip."""
    letters = int(width / LETTER_WIDTH)
    if len(text) <= letters:
        return escape(text)
    return f"<title>{escape(text)}</title>{escape(text[: letters - 1])}…"


def _draw_node(node: Node) -> str:
    width, height = BOX
    left, top = node.x - width / 2, node.y - height / 2
    style = f'{_line_style(node.attributes)} fill="{node.attributes.get("fillcolor", "#ffffff")}"'
    shape = node.attributes.get("shape", "box")
    if shape in ("octagon", "hexagon"):
        cut, middle = (10, height / 2 - 10) if shape == "octagon" else (12, 0)
        right, bottom = left + width, top + height
        points = [(left + cut, top), (right - cut, top), (right, node.y - middle), (right, node.y + middle)]
        points += [(right - cut, bottom), (left + cut, bottom), (left, node.y + middle), (left, node.y - middle)]
        svg = f'<polygon points="{" ".join(f"{x:g},{y:g}" for x, y in points)}" {style}/>'
    else:
        round_by = 0 if shape == "box" else height / 2
        svg = f'<rect x="{left:g}" y="{top:g}" width="{width}" height="{height}" rx="{round_by:g}" {style}/>'
        if shape == "doublecircle":
            svg += (
                f'<rect x="{left + 4:g}" y="{top + 4:g}" width="{width - 8}" height="{height - 8}" '
                f'rx="{round_by - 4:g}" fill="none" {_line_style(node.attributes)}/>'
            )
    for i, line in enumerate(node.lines):
        y = node.y + 4 + 12 * (i - (len(node.lines) - 1) / 2)
        svg += f'<text x="{node.x:g}" y="{y:g}" text-anchor="middle">{_fit(line, width)}</text>'
    return svg


def _path(points: List[Node]) -> str:
    """Returns the path of an edge down to a later row: vertical beside the boxes of other rows."""
    path = f"M{points[0].x:g} {points[0].y + BOX[1] / 2:g}"
    for start, end in zip(points, points[1:]):
        top, bottom = start.y + BOX[1] / 2, end.y - BOX[1] / 2
        bend = (bottom - top) / 2
        path += f" C{start.x:g} {top + bend:g} {end.x:g} {bottom - bend:g} {end.x:g} {bottom:g}"
        if end is not points[-1]:
            path += f" V{end.y + BOX[1] / 2:g}"
    return path


def _draw_edge(edge: Edge) -> str:
    points, attributes = edge
    color = attributes.get("color", "#000000")
    start, end = points[0], points[-1]
    if end.row <= start.row:  # The edge closes a loop, to the right of the boxes.
        right, first, last = start.x + BOX[0] / 2, start.y, end.y
        x, y = end.x + BOX[0] / 2, last
        path = f"M{right:g} {first:g} C{right + 10:g} {first:g} {x + 10:g} {y:g} {x:g} {y:g}"
        tip = f"M{x + 8:g} {y - 4:g} L{x:g} {y:g} L{x + 8:g} {y + 4:g} Z"
    else:
        x, y = end.x, end.y - BOX[1] / 2
        path, tip = _path(points), f"M{x - 4:g} {y - 8:g} L{x:g} {y:g} L{x + 4:g} {y - 8:g} Z"
    svg = f'<path d="{path}" fill="none" {_line_style(attributes)}/>'
    if attributes.get("arrowhead") == "tee":
        return svg + f'<path d="M{x - 7:g} {y - 3:g} H{x + 7:g}" stroke="{color}" stroke-width="3"/>'
    if attributes.get("arrowhead") == "box":
        return svg + f'<rect x="{x - 4:g}" y="{y - 8:g}" width="8" height="8" fill="{color}"/>'
    return svg + f'<path d="{tip}" fill="{color}"/>'


def draw(dot: str) -> str:
    """Returns the SVG of `Report.dot`. Other DOT texts are not supported."""
    nodes, edges, frames, width, height = arrange(dot)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" width="{width:g}" '
        f'height="{height:g}" font-family="sans-serif" font-size="10">'
    ]
    for label, (left, top, right, bottom) in frames:
        parts.append(
            f'<rect x="{left:g}" y="{top:g}" width="{right - left:g}" height="{bottom - top:g}" fill="none" '
            f'stroke="#9aa0a6"/><text x="{left + 6:g}" y="{top + 12:g}">{_fit(label, right - left)}</text>'
        )
    parts += map(_draw_edge, edges)
    parts += [_draw_node(node) for node in nodes if node.lines]
    return "\n".join([*parts, "</svg>"]) + "\n"
