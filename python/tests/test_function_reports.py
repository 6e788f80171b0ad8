"""sg.check_gradients, sg.report and sg.lint of Python functions."""

import inspect
from typing import NamedTuple

import numpy as np
import pytest
import sg

PARAMETERS = {"w": np.array([[0.5, -1.0], [2.0, 0.25]]), "scale": np.array([2.0, 3.0])}
X = np.array([1.0, -0.5])


class Batch(NamedTuple):
    x: object
    y: object


def loss(parameters, batch, factor):
    scale = sg.stop_gradient(parameters["scale"], name="scale")
    return sg.sum(sg.tanh(batch.x @ parameters["w"]) * scale - batch.y) * sg.asarray(factor, "float64")


ARGUMENTS = (PARAMETERS, Batch(X, X), 2)


def line_of(function, text):
    """Returns the line of this file that contains `text` in a function."""
    lines, first = inspect.getsourcelines(function)
    return first + next(i for i, line in enumerate(lines) if text in line)


@pytest.mark.parametrize("wrap", [lambda f: f, sg.function])
def test_check_names_arrays(wrap):
    check = sg.check_gradients(wrap(lambda p, b: loss(p, b, 1.0)), *ARGUMENTS[:2])
    assert check and check.agrees
    names = ["p['scale']", "p['w']", "b.x", "b.y"]
    assert [one.name for one in check.arguments] == names
    for position, name in enumerate(names):
        assert f"input {position} ({name}), tensor<" in str(check)


def test_check_of_some_arguments_and_second_derivatives():
    check = sg.check_gradients(loss, *ARGUMENTS, argnums=0, order=2, directions=2, seed=3)
    assert check
    assert {one.name for one in check.arguments} == {"parameters['scale']", "parameters['w']"}
    assert {one.function for one in check.arguments} == {"function", "reverse derivative", "forward derivative"}


def test_check_finds_a_wrong_rule():
    @sg.custom_vjp
    def square(x):
        return x * x

    square.defvjp(lambda x: (x * x, x), lambda x, g: (x * g,))
    check = sg.check_gradients(lambda p: sg.sum(square(p["a"]) + p["b"]), {"a": X, "b": X})
    assert not check
    assert [one.name for one in check.arguments if one.worst.verdict == "disagrees"] == ["p['a']"]
    assert "square" in check.wrong_ops[0].message or check.wrong_ops[0].file == __file__


def test_check_of_arguments_of_any_structure():
    check = sg.check_gradients(lambda *xs: sg.sum(xs[0] * xs[1]), X, X)
    assert [one.name for one in check.arguments] == ["xs[0]", "xs[1]"]
    check = sg.check_gradients(lambda x: x[1][0] * x[0], (2.0, [3.0]))
    assert [one.name for one in check.arguments] == ["x[0]", "x[1][0]"]
    assert sg.check_gradients(lambda x, mode: sg.sum(x) if mode == "sum" else x, X, "sum")


def test_report_names_arrays_and_lines():
    report = sg.report(loss, *ARGUMENTS)
    text = str(report)
    line = line_of(loss, "stop_gradient")
    assert "argument 0 (parameters['scale']): tensor<2xf64>: blocked" in text
    assert f"named \"scale\" at test_function_reports.py:{line}:" in text
    assert "argument 1 (parameters['w']): tensor<2x2xf64>: active" in text
    assert "argument 4 (factor): tensor<i64>: no derivative type" in text
    names = [one["name"] for one in report.data["inputs"]]
    assert names == ["parameters['scale']", "parameters['w']", "batch.x", "batch.y", "factor"]
    assert report.data["inputs"][0]["blockers"][0]["location"]["line"] == line
    assert "batch.x" in report.svg and "parameters['w']" in report.dot


def test_report_of_some_arguments():
    report = sg.report(loss, *ARGUMENTS, argnums=1)
    assert [one["name"] for one in report.data["inputs"]] == ["batch.x", "batch.y"]


def test_lint_names_arrays_and_lines():
    (warning,) = [one for one in sg.lint(loss, *ARGUMENTS) if one.name == "frozen-but-updated"]
    assert "argument 0 (parameters['scale'])" in warning.message
    assert warning.file == __file__
    assert any(f"{__file__}:{line_of(loss, 'stop_gradient')}:" in note for note in warning.notes)
    assert str(warning).splitlines()[0].endswith("[frozen-but-updated]")


def test_lint_ignores_warnings_and_arguments():
    assert sg.lint(loss, *ARGUMENTS, ignore=["frozen-but-updated"]) == []
    # Without a derivative by the scale, its stop has no effect.
    assert [one.name for one in sg.lint(loss, *ARGUMENTS, argnums=1)] == ["stop-without-effect"]
    assert sg.lint(lambda n: n + 1, 3) == []
    assert sg.lint(lambda x: x * 2, X) == []


def test_lint_finds_an_unchosen_derivative():
    def root(x):
        return sg.sum(sg.where(x > 0, sg.sqrt(x), 0.0))

    names = [one.name for one in sg.lint(root, X)]
    assert "unchosen-derivative" in names


def test_lint_of_the_derivatives_that_a_function_computes():
    def step(w, x):
        gradient = sg.grad(lambda w: sg.sum(sg.round(w * x)))(w)  # the derivative is zero
        return sg.stop_gradient(w - 0.1 * gradient)

    assert "zero-derivative" in [one.name for one in sg.lint(step, X, X)]
