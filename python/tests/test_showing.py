"""Tests of drawings and progress."""

import re
import io
import xml.etree.ElementTree as xml

import pytest
import sg
from sg import progress
from sg.drawing import draw


class Terminal(io.StringIO):
    def isatty(self):
        return True


def test_drawing(module):
    report = module.report("quartic")
    assert report._repr_svg_() == report.svg
    root = xml.fromstring(report.svg)
    words = [text.text for text in root.iter("{http://www.w3.org/2000/svg}text")]
    assert "@quartic" in words and "linalg.dot" in words and "argument 0" in words
    assert len(words) == len(set((t.get("x"), t.get("y")) for t in root.iter("{http://www.w3.org/2000/svg}text")))


def test_drawing_of_loops_and_calls():
    """Checks that each node of the report is drawn at a separate position inside the frame."""
    module = sg.load(
        """
func.func private @g(%x: f64) -> f64 {
  %y = math.sin %x : f64
  return %y : f64
}
func.func @f(%x: f64, %n: index) -> f64 {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %y = scf.for %i = %zero to %n step %one iter_args(%a = %x) -> f64 {
    %b = func.call @g(%a) : (f64) -> f64
    scf.yield %b : f64
  }
  %s = grad.stop_gradient %y {name = "a \\"quoted\\" <name>"} : f64
  %z = func.call @g(%s) : (f64) -> f64
  %w = arith.mulf %z, %y : f64
  return %w : f64
}"""
    )
    report = module.report("f")
    root = xml.fromstring(report.svg)
    nodes = sum(" [label=" in line for line in report.dot.splitlines())
    texts = list(root.iter("{http://www.w3.org/2000/svg}text"))
    middles = [text for text in texts if text.get("text-anchor")]
    assert len({(text.get("x"), text.get("y")) for text in middles}) == len(middles) >= nodes
    width, height = float(root.get("width")), float(root.get("height"))
    assert all(0 < float(text.get("x")) < width and 0 < float(text.get("y")) < height for text in texts)
    frames = [
        [float(rect.get(name)) for name in ("x", "y", "width", "height")]
        for rect in root.iter("{http://www.w3.org/2000/svg}rect")
        if rect.get("stroke") == "#9aa0a6"
    ]
    assert len(frames) == report.dot.count("subgraph") > 3
    for i, (x, y, w, h) in enumerate(frames):
        for u, v, s, t in frames[i + 1 :]:
            is_apart = u >= x + w or x >= u + s or v >= y + h or y >= v + t
            is_inside = x <= u and y <= v and u + s <= x + w and v + t <= y + h
            assert is_apart or is_inside
    titles = [title.text for title in root.iter("{http://www.w3.org/2000/svg}title")]
    assert titles == ['grad.stop_gradient "a \\22quoted\\22 <name>"']
    assert all(len(text.text or text[0].tail) <= 32 for text in middles)
    assert xml.fromstring(draw("digraph {\n}")) is not None


def test_bar(monkeypatch):
    monkeypatch.setattr(progress, "DELAY", 0)
    monkeypatch.setattr(progress, "PERIOD", 0)
    terminal = Terminal()
    assert list(sg.track(range(4), "training", file=terminal)) == [0, 1, 2, 3]
    assert "training: [" + "#" * 15 + " " * 15 + "] 2 of 4, " in terminal.getvalue()
    assert terminal.getvalue().endswith(progress.ERASE)
    counted = Terminal()
    assert list(sg.track(iter("ab"), "letters", file=counted)) == ["a", "b"]
    assert "letters: 1, 0 s" in counted.getvalue()
    elsewhere = io.StringIO()
    assert list(sg.track(range(2), "quiet", file=elsewhere)) == [0, 1] and not elsewhere.getvalue()


def test_busy(monkeypatch):
    monkeypatch.setattr(progress, "DELAY", 0.01)
    terminal = Terminal()
    with progress.busy("compiling @f", file=terminal):
        for _ in range(1000):
            if "compiling @f, 0 s" in terminal.getvalue():
                break
            __import__("time").sleep(0.01)
    assert "compiling @f, 0 s" in terminal.getvalue() and terminal.getvalue().endswith(progress.ERASE)
    with pytest.raises(KeyError), progress.busy("compiling @f", file=terminal):
        raise KeyError


def read_boxes_and_paths(svg):
    """Returns the boxes of values as left, top, right, bottom, and the paths of edges."""
    root = xml.fromstring(svg)
    boxes = [
        [float(rect.get(name)) for name in ("x", "y", "width", "height")]
        for rect in root.iter("{http://www.w3.org/2000/svg}rect")
    ]
    paths = [path.get("d") for path in root.iter("{http://www.w3.org/2000/svg}path") if path.get("fill") == "none"]
    return [(x, y, x + width, y + height) for x, y, width, height in boxes], paths


def test_edges_pass_beside_boxes():
    names = "".join(f'n{i} [label="{i}", shape=box];\n' for i in range(4))
    chain = "n0 -> n1 [];\nn1 -> n2 [];\nn2 -> n3 [];\n"
    boxes, paths = read_boxes_and_paths(draw(f"digraph {{\n{names}{chain}n0 -> n3 [];\n}}"))
    tops = [top for _, top, _, _ in boxes]
    assert tops == sorted(set(tops)) and len(paths) == 4
    # The edge over two rows is vertical beside their boxes.
    verticals = re.findall(r"([\d.]+) ([\d.]+) V([\d.]+)", paths[3])
    assert [(float(top), float(bottom)) for _, top, bottom in verticals] == [(box[1], box[3]) for box in boxes[1:3]]
    assert all(not left <= float(x) <= right for (x, _, _), (left, _, right, _) in zip(verticals, boxes[1:3]))


def test_edges_that_close_loops_are_beside_boxes():
    names = "".join(f'n{i} [label="{i}", shape=box];\n' for i in range(2))
    boxes, paths = read_boxes_and_paths(draw(f"digraph {{\n{names}n0 -> n1 [];\nn1 -> n0 [];\n}}"))
    assert re.match(r"M([\d.]+) ", paths[1])[1] == f"{boxes[1][2]:g}"
