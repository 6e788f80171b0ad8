"""Drawings of gradient reports as SVG.

Values are placed in rows, each below its operands. Each call of a function and each region has
separate columns and a frame.
"""

import re
from html import escape
from typing import Dict, List, Tuple

NODE = re.compile(r'^\s*(n\d+) \[label="((?:[^"\\]|\\.)*)", (.*)\];$')
EDGE = re.compile(r"^\s*(n\d+) -> (n\d+) \[(.*)\];$")
CLUSTER = re.compile(r"^\s*subgraph cluster_(\d+) \{$")
LABEL = re.compile(r'^\s*label="((?:[^"\\]|\\.)*)";$')
ATTRIBUTE = re.compile(r'(\w+)=(?:"([^"]*)"|([^,\s]+))')
COLUMN, ROW, MARGIN = 190, 70, 16
BOX = (170, 36)
LETTER_WIDTH = 5.3  # average width of a letter at font size 10


class _Node:
    def __init__(self, label: str, attributes: Dict[str, str], cluster: int):
        self.lines = _unescape(label).split("\n")
        self.attributes = attributes
        self.cluster = cluster
        self.row = 0
        self.x = self.y = 0.0


def _unescape(text: str) -> str:
    return re.sub(r"\\(.)", lambda match: {"n": "\n", "l": "\n"}.get(match[1], match[1]), text).strip("\n")


def _attributes(text: str) -> Dict[str, str]:
    return {name: quoted or plain for name, quoted, plain in ATTRIBUTE.findall(text)}


_Edge = Tuple[str, str, Dict[str, str]]


def _read(dot: str) -> Tuple[Dict[str, _Node], List[_Edge], List[str], List[int]]:
    nodes: Dict[str, _Node] = {}
    edges: List[_Edge] = []
    labels, parents, stack = [""], [-1], [0]
    for line in dot.splitlines():
        if match := CLUSTER.match(line):
            parents.append(stack[-1])
            labels.append("")
            stack.append(len(labels) - 1)
        elif match := LABEL.match(line):
            labels[stack[-1]] = _unescape(match[1])
        elif match := NODE.match(line):
            nodes[match[1]] = _Node(match[2], _attributes(match[3]), stack[-1])
        elif match := EDGE.match(line):
            edges.append((match[1], match[2], _attributes(match[3])))
        elif line.strip() == "}" and len(stack) > 1:
            stack.pop()
    return nodes, edges, labels, parents


def _assign_rows(nodes: Dict[str, _Node], edges: List[_Edge]) -> None:
    """Assigns rows by longest paths. Ignores edges that close a cycle."""
    following: Dict[str, List[str]] = {name: [] for name in nodes}
    for start, end, _ in edges:
        following[start].append(end)
    order, state = [], dict.fromkeys(nodes, 0)
    for root in nodes:
        stack = [(root, iter(following[root]))] if not state[root] else []
        state[root] = state[root] or 1
        while stack:
            name, rest = stack[-1]
            for end in rest:
                if state[end] == 0:
                    state[end] = 1
                    stack.append((end, iter(following[end])))
                    break
            else:
                state[name] = 2
                order.append(name)
                stack.pop()
    position = {name: i for i, name in enumerate(reversed(order))}
    for name in position:
        for end in following[name]:
            if position[end] > position[name]:
                nodes[end].row = max(nodes[end].row, nodes[name].row + 1)


def _enclose(frame: List[float], inner: List[float]) -> None:
    frame[:] = [*map(min, frame[:2], inner[:2]), *map(max, frame[2:], inner[2:])]


def _place(
    nodes: Dict[str, _Node], labels: List[str], parents: List[int]
) -> Tuple[List[List[float]], float, float]:
    """Places the values of each cluster to the left of nested clusters in the same rows. Returns
    the frames as left, top, right, bottom."""
    members: List[List[_Node]] = [[] for _ in labels]
    for node in nodes.values():
        members[node.cluster].append(node)
    frames = [[float("inf"), float("inf"), 0.0, 0.0] for _ in labels]
    inside: List[List[int]] = [[] for _ in labels]
    depth = [0] * len(labels)
    for i in range(1, len(labels)):
        depth[i] = depth[parents[i]] + 1
    # Nested clusters have larger indices.
    for cluster in reversed(range(len(labels))):
        frame = frames[cluster]
        rows: Dict[int, List[_Node]] = {}
        for node in members[cluster]:
            rows.setdefault(node.row, []).append(node)
        width = max(map(len, rows.values()), default=0) * COLUMN
        for row, row_nodes in rows.items():
            for i, node in enumerate(row_nodes):
                node.x = (width - len(row_nodes) * COLUMN) / 2 + (i + 0.5) * COLUMN
                node.y = MARGIN * (3 + max(depth)) + (row + 0.5) * ROW
                dx, dy = BOX[0] / 2, BOX[1] / 2
                _enclose(frame, [node.x - dx, node.y - dy, node.x + dx, node.y + dy])
        placed = [list(frame)] if rows else []
        for child in reversed(inside[cluster]):
            _, top, _, bottom = frames[child]
            left = max((other[2] for other in placed if other[1] < bottom and top < other[3]), default=0.0)
            _shift(child, left + MARGIN - frames[child][0], members, inside, frames)
            placed.append(frames[child])
            _enclose(frame, frames[child])
        # Leave room for the frame and, at the top, for the name.
        if cluster:
            frame[0], frame[1], frame[2], frame[3] = frame[0] - 8, frame[1] - 20, frame[2] + 8, frame[3] + 8
            inside[parents[cluster]].append(cluster)
    _shift(0, MARGIN - frames[0][0], members, inside, frames)
    return frames, frames[0][2] + MARGIN, frames[0][3] + MARGIN


def _shift(
    cluster: int, dx: float, members: List[List[_Node]], inside: List[List[int]], frames: List[List[float]]
) -> None:
    for node in members[cluster]:
        node.x += dx
    frames[cluster][0] += dx
    frames[cluster][2] += dx
    for child in inside[cluster]:
        _shift(child, dx, members, inside, frames)


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


def _draw_node(node: _Node) -> str:
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


def _draw_edge(start: _Node, end: _Node, attributes: Dict[str, str]) -> str:
    top, bottom = start.y + BOX[1] / 2, end.y - BOX[1] / 2
    bend = max(ROW / 3, abs(bottom - top) / 3)
    path = f"M{start.x:g} {top:g} C{start.x:g} {top + bend:g} {end.x:g} {bottom - bend:g} {end.x:g} {bottom:g}"
    svg = f'<path d="{path}" fill="none" {_line_style(attributes)}/>'
    color = attributes.get("color", "#000000")
    x, y = end.x, bottom
    if attributes.get("arrowhead") == "tee":
        return svg + f'<path d="M{x - 7:g} {y - 3:g} H{x + 7:g}" stroke="{color}" stroke-width="3"/>'
    if attributes.get("arrowhead") == "box":
        return svg + f'<rect x="{x - 4:g}" y="{y - 8:g}" width="8" height="8" fill="{color}"/>'
    return svg + f'<path d="M{x - 4:g} {y - 8:g} L{x:g} {y:g} L{x + 4:g} {y - 8:g} Z" fill="{color}"/>'


def draw(dot: str) -> str:
    """Returns the SVG of `Report.dot`. Other DOT texts are not supported."""
    nodes, edges, labels, parents = _read(dot)
    _assign_rows(nodes, edges)
    frames, width, height = _place(nodes, labels, parents)
    if not nodes:
        width, height = MARGIN, MARGIN
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" width="{width:g}" '
        f'height="{height:g}" font-family="sans-serif" font-size="10">'
    ]
    for (left, top, right, bottom), label in list(zip(frames, labels))[1:]:
        parts.append(
            f'<rect x="{left:g}" y="{top:g}" width="{right - left:g}" height="{bottom - top:g}" fill="none" '
            f'stroke="#9aa0a6"/><text x="{left + 6:g}" y="{top + 12:g}">{_fit(label, right - left)}</text>'
        )
    parts += [_draw_edge(nodes[start], nodes[end], attributes) for start, end, attributes in edges]
    parts += [_draw_node(node) for node in nodes.values()]
    return "\n".join([*parts, "</svg>"]) + "\n"
