"""Positions of the values in drawings of gradient reports.

Values are placed in rows, each below its operands. Each call of a function and each region has
separate columns and a frame. An edge over several rows passes a waypoint in each row between, so
that it does not cross the boxes of other values.
"""

import re
from typing import Dict, List, NamedTuple, Tuple

NODE = re.compile(r'^\s*(n\d+) \[label="((?:[^"\\]|\\.)*)", (.*)\];$')
EDGE = re.compile(r"^\s*(n\d+) -> (n\d+) \[(.*)\];$")
CLUSTER = re.compile(r"^\s*subgraph cluster_(\d+) \{$")
LABEL = re.compile(r'^\s*label="((?:[^"\\]|\\.)*)";$')
ATTRIBUTE = re.compile(r'(\w+)=(?:"([^"]*)"|([^,\s]+))')
COLUMN, ROW, MARGIN = 190, 70, 16
BOX = (170, 36)
# Width of the column of a waypoint.
GAP = 24


class Node:
    """A value, or a waypoint of an edge, which has no label."""

    def __init__(self, label: str, attributes: Dict[str, str], cluster: int):
        self.lines = _unescape(label).split("\n") if label else []
        self.attributes = attributes
        self.cluster = cluster
        self.row = 0
        self.x = self.y = 0.0
        self.operands: List["Node"] = []  # with the waypoints of their edges

    @property
    def size(self) -> Tuple[float, float]:
        return BOX if self.lines else (0, BOX[1])

    @property
    def column(self) -> int:
        """The width of the column."""
        return COLUMN if self.lines else GAP


class Edge(NamedTuple):
    """An edge and its start, waypoints and end."""

    points: List[Node]
    attributes: Dict[str, str]


def _unescape(text: str) -> str:
    return re.sub(r"\\(.)", lambda match: {"n": "\n", "l": "\n"}.get(match[1], match[1]), text).strip("\n")


def _attributes(text: str) -> Dict[str, str]:
    return {name: quoted or plain for name, quoted, plain in ATTRIBUTE.findall(text)}


def _read(dot: str) -> Tuple[List[Node], List[Edge], List[str], List[int]]:
    """Returns the nodes, the edges, and the label and the parent of each cluster."""
    nodes: Dict[str, Node] = {}
    edges: List[Edge] = []
    labels, parents, stack = [""], [-1], [0]
    for line in dot.splitlines():
        if match := CLUSTER.match(line):
            parents.append(stack[-1])
            labels.append("")
            stack.append(len(labels) - 1)
        elif match := LABEL.match(line):
            labels[stack[-1]] = _unescape(match[1])
        elif match := NODE.match(line):
            nodes[match[1]] = Node(match[2], _attributes(match[3]), stack[-1])
        elif match := EDGE.match(line):
            edges.append(Edge([nodes[match[1]], nodes[match[2]]], _attributes(match[3])))
        elif line.strip() == "}" and len(stack) > 1:
            stack.pop()
    return list(nodes.values()), edges, labels, parents


def _assign_rows(nodes: List[Node], edges: List[Edge]) -> None:
    """Assigns rows by longest paths. Ignores edges that close a cycle."""
    following: Dict[Node, List[Node]] = {node: [] for node in nodes}
    for (start, end), _ in edges:
        following[start].append(end)
    order, state = [], dict.fromkeys(nodes, 0)
    for root in nodes:
        stack = [(root, iter(following[root]))] if not state[root] else []
        state[root] = state[root] or 1
        while stack:
            node, rest = stack[-1]
            for end in rest:
                if state[end] == 0:
                    state[end] = 1
                    stack.append((end, iter(following[end])))
                    break
            else:
                state[node] = 2
                order.append(node)
                stack.pop()
    position = {node: i for i, node in enumerate(reversed(order))}
    for node in position:
        for end in following[node]:
            if position[end] > position[node]:
                end.row = max(end.row, node.row + 1)


def _common_cluster(first: int, second: int, parents: List[int]) -> int:
    """Returns the innermost cluster that contains both. A parent has a smaller index."""
    while first != second:
        if first > second:
            first = parents[first]
        else:
            second = parents[second]
    return first


def _add_waypoints(nodes: List[Node], edges: List[Edge], parents: List[int]) -> None:
    """Adds a waypoint to each edge for each row between its ends, and sets the operands."""
    for points, _ in edges:
        start, end = points
        for row in range(start.row + 1, end.row):
            waypoint = Node("", {}, _common_cluster(start.cluster, end.cluster, parents))
            waypoint.row = row
            points.insert(-1, waypoint)
            nodes.append(waypoint)
        for above, below in zip(points, points[1:]):
            below.operands.append(above)


def _place_row(row: List[Node], center: float) -> None:
    """Sets the x of the nodes of a row of a cluster: each as close to below its operands in the
    cluster as the order and the columns allow."""
    first = center - sum(node.column for node in row) / 2
    wanted = {}
    for node in row:
        above = [one.x for one in node.operands if one.cluster == node.cluster and one.row < node.row]
        wanted[node] = sum(above) / len(above) if above else first + node.column / 2
        first += node.column
    x = center - sum(node.column for node in row) / 2
    for node in sorted(row, key=lambda node: wanted[node]):
        node.x = x + node.column / 2
        x += node.column


def _enclose(frame: List[float], inner: List[float]) -> None:
    frame[:] = [*map(min, frame[:2], inner[:2]), *map(max, frame[2:], inner[2:])]


def _place(nodes: List[Node], labels: List[str], parents: List[int]) -> Tuple[List[List[float]], float, float]:
    """Places the values of each cluster to the left of nested clusters in the same rows. Returns
    the frames as left, top, right, bottom."""
    members: List[List[Node]] = [[] for _ in labels]
    for node in nodes:
        members[node.cluster].append(node)
    frames = [[float("inf"), float("inf"), float("-inf"), float("-inf")] for _ in labels]
    inside: List[List[int]] = [[] for _ in labels]
    # Nested clusters have larger indices.
    for cluster in reversed(range(len(labels))):
        frame = frames[cluster]
        rows: Dict[int, List[Node]] = {}
        for node in members[cluster]:
            rows.setdefault(node.row, []).append(node)
        width = max((sum(node.column for node in row) for row in rows.values()), default=0)
        for row in sorted(rows):
            _place_row(rows[row], width / 2)
            for node in rows[row]:
                node.y = row * ROW
                dx, dy = node.size[0] / 2, node.size[1] / 2
                _enclose(frame, [node.x - dx, node.y - dy, node.x + dx, node.y + dy])
        placed = [list(frame)] if rows else []
        for child in reversed(inside[cluster]):
            _, top, _, bottom = frames[child]
            left = max((other[2] for other in placed if other[1] < bottom and top < other[3]), default=0.0)
            _shift(child, left + MARGIN - frames[child][0], 0, members, inside, frames)
            placed.append(frames[child])
            _enclose(frame, frames[child])
        # Leave room for the frame and, at the top, for the name.
        if cluster:
            frame[0], frame[1], frame[2], frame[3] = frame[0] - 8, frame[1] - 20, frame[2] + 8, frame[3] + 8
            inside[parents[cluster]].append(cluster)
    _shift(0, MARGIN - frames[0][0], MARGIN - frames[0][1], members, inside, frames)
    return frames, frames[0][2] + MARGIN, frames[0][3] + MARGIN


def _shift(
    cluster: int,
    dx: float,
    dy: float,
    members: List[List[Node]],
    inside: List[List[int]],
    frames: List[List[float]],
) -> None:
    for node in members[cluster]:
        node.x += dx
        node.y += dy
    frame = frames[cluster]
    frame[:] = [frame[0] + dx, frame[1] + dy, frame[2] + dx, frame[3] + dy]
    for child in inside[cluster]:
        _shift(child, dx, dy, members, inside, frames)


def arrange(dot: str) -> Tuple[List[Node], List[Edge], List[Tuple[str, List[float]]], float, float]:
    """Returns the nodes and edges of a DOT text, the label and frame of each cluster, outer ones
    first, and the width and the height."""
    nodes, edges, labels, parents = _read(dot)
    _assign_rows(nodes, edges)
    _add_waypoints(nodes, edges, parents)
    frames, width, height = _place(nodes, labels, parents)
    if not nodes:
        width, height = MARGIN, MARGIN
    return nodes, edges, list(zip(labels, frames))[1:], width, height
