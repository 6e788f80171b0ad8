"""The examples of sg.function compute what their MLIR programs compute, and have thirty lines.

Both compute in f32, but in different orders. Steps from the same parameters therefore differ by
rounding: by at most 9e-6 of the largest change. Training amplifies the difference only where it
flips a random decision or a sign: then by at most 0.015 of the largest weight.
"""

import ast
import sys
from pathlib import Path

import numpy as np
import pytest

import sg

ROOT = Path(__file__).resolve().parent.parent.parent
EXAMPLES = ROOT / "examples" / "python"
NAMES = ["softmax", "expectation_maximization", "contrastive_divergence", "adversarial"]
# Several times the differences above.
STEP, TRAINING = 5e-5, 0.05


@pytest.fixture
def examples(monkeypatch):
    """Imports the examples, of which the names are general."""
    monkeypatch.syspath_prepend(str(EXAMPLES))
    for name in ["inputs", *NAMES]:
        monkeypatch.delitem(sys.modules, name, raising=False)
    yield
    for name in ["inputs", *NAMES]:
        sys.modules.pop(name, None)


def load(name):
    return sg.load(ROOT / "examples" / name / f"{name}.mlir")


def difference(found, expected, before=None):
    """Returns the largest difference of two lists of arrays relative to the largest element; with
    `before`, relative to the largest change."""
    assert len(found) == len(expected)
    before = before or [0.0] * len(expected)
    return max(np.abs(x - y).max() / np.abs(y - z).max() for x, y, z in zip(found, expected, before))


def test_softmax(examples):
    import inputs
    import softmax

    program = load("digits-softmax")
    share, *expected = program["train"](inputs.load("digits_x"), inputs.load("digits_y"), 20)
    *_, (_, found_share, found) = softmax.train(20)
    # No decision depends on the weights: rounding differences are at most 1.2e-6.
    assert difference(found, expected) < 1e-5
    assert abs(found_share - share) <= 1.5 / 360
    batch = inputs.training_batch(0)
    loss, *following = program["step"](*batch, *expected)
    found_loss, found_following = softmax.step(tuple(expected), *batch)
    np.testing.assert_allclose(found_loss, loss, rtol=1e-6)
    assert difference(found_following, following, expected) < STEP


def test_adversarial(examples):
    import adversarial
    import inputs

    program = load("digits-adversarial")
    x, labels, size = inputs.load("digits_x"), inputs.load("digits_y"), np.float32(0.1)
    expected = program["train"](x, labels, 20, size)
    # Signs of derivatives near zero are flipped.
    assert difference(adversarial.train(20, size), expected) < TRAINING
    batch = inputs.training_batch(0)
    found, following = adversarial.step(expected, *batch, size), program["step"](*batch, *expected, size)
    assert difference(found, following, expected) < STEP
    for attack in (np.float32(0), size):
        found = adversarial.accuracy_under_attack(expected, *inputs.held_out(), attack)
        assert abs(found - program["accuracy"](x, labels, *expected, attack)) <= 1.5 / 360


def test_contrastive_divergence(examples):
    import contrastive_divergence
    import inputs

    program = load("digits-rbm")
    error, *expected = program["train"](inputs.load("digits_x"), 20)
    *_, (found_error, found) = contrastive_divergence.train(20)
    # About one of two million states of hidden units is flipped.
    assert difference(found, expected) < TRAINING
    np.testing.assert_allclose(found_error, error, rtol=5e-3)
    images = inputs.images(0)
    error, *following = program["step"](images, *expected, 360)
    found_error, found_following = contrastive_divergence.step(
        tuple(expected), images, inputs.uniform(360, (100, 64)), sg.stop_gradient
    )
    np.testing.assert_allclose(found_error, error, rtol=1e-5)
    assert difference(found_following, following, expected) < STEP


def test_expectation_maximization(examples):
    import expectation_maximization
    import inputs

    program = load("iris-em")
    purity, *expected = program["fit"](inputs.load("iris_x"), inputs.load("iris_y"), 20)
    *_, (_, r, *found) = expectation_maximization.fit(20)
    # f64. The covariances are differences of squares: their rounding errors are at most 8e-14.
    assert difference(found, expected) < 1e-12
    components, species = np.argmax(r, axis=1), inputs.load("iris_y")
    assert sum(np.bincount(species[components == k]).max() for k in range(3)) / 150 == purity


def test_expectation_maximization_without_the_stop(examples, capfd):
    import expectation_maximization
    import inputs

    load("iris-em")["falls"](inputs.load("iris_x"), 20)
    values = [one[0] for one in expectation_maximization.fit(20, stop=lambda r, name: r)]
    falls = np.sum(np.diff(values) < 0)
    assert f"falls in {falls} of 20 steps and ends at {values[-1]:.6g}\n" in capfd.readouterr().out


@pytest.mark.parametrize("name", NAMES)
def test_length(name):
    text = (EXAMPLES / f"{name}.py").read_text(encoding="utf-8")
    docstring = ast.parse(text).body[0]
    lines = text.splitlines()[docstring.end_lineno :]
    assert sum(bool(line.strip()) for line in lines) <= 30
