"""Trains the classifier of digits from Python, plots the loss, and draws the report.

    PYTHONPATH=python SG_LIBRARY=build/lib/libSGC.so examples/python/digits.py [EPOCHS [FOLDER]]

Editors and `jupytext` open this file as a notebook, in which the last expression of a cell is
its output. The drawings are written to FOLDER (default: examples/python/out).
"""

# %% Load the program and request the gradient with respect to the weights, which are
# arguments 2 to 5.
import sys
from pathlib import Path

import numpy as np
import sg

here = Path(__file__).resolve().parent
data = here.parent / "data"
epochs = int(sys.argv[1]) if len(sys.argv) > 1 else 20
out = Path(sys.argv[2]) if len(sys.argv) > 2 else here / "out"
out.mkdir(parents=True, exist_ok=True)

module = sg.load(here.parent / "digits-softmax" / "digits-softmax.mlir")
step = module.value_and_grad("loss", wrt=[2, 3, 4, 5])
logits = module["logits"]
step

# %% Show the flow of gradients: through the logits, but not through the row maximum.
report = module.report("loss", wrt=[2, 3, 4, 5])
(out / "report.svg").write_text(report.svg, encoding="utf-8")
print(next(line for line in str(report).splitlines() if "row_max" in line).strip())
report

# %% Hold out one image in five.
x, labels = np.load(data / "digits_x.npy"), np.load(data / "digits_y.npy")
is_held_out = np.arange(len(x)) % 5 == 0
train_x, train_y = x[~is_held_out], labels[~is_held_out]
test_x, test_y = x[is_held_out], labels[is_held_out]

random = np.random.default_rng(1)
shapes = [type_.shape for type_ in step.arguments[2:]]
weights = [(random.standard_normal(shape) / np.sqrt(shape[0])).astype(np.float32) for shape in shapes]
weights[1][:] = weights[3][:] = 0

# %% Train by gradient descent with momentum. All steps write the gradients to the same memory.
gradients = [np.empty_like(w) for w in weights]
momenta = [np.zeros_like(w) for w in weights]
curve = []
for epoch in sg.track(range(epochs), "training"):
    order = random.permutation(len(train_x))
    for i in range(0, len(order) - 127, 128):
        batch = order[i : i + 128]
        loss, _ = step(train_x[batch], train_y[batch], *weights, out=[None, *gradients])
        curve.append(float(loss))
        for w, m, gradient in zip(weights, momenta, gradients):
            m *= 0.9
            m -= 0.1 * gradient
            w += m
accuracy = np.mean(logits(test_x, *weights).argmax(axis=1) == test_y)
print(f"loss {curve[0]:.3f} to {curve[-1]:.3f} in {len(curve)} steps, test accuracy {accuracy:.3f}")


# %% Plot the loss on a logarithmic scale.
def plot(values, width=480, height=240, margin=36):
    """Returns an SVG plot of the values."""
    logs = np.log10(np.maximum(values, 1e-12))
    low, high = np.floor(logs.min()), np.ceil(logs.max())
    across = margin + (width - 2 * margin) * np.arange(len(values)) / max(len(values) - 1, 1)
    down = height - margin - (height - 2 * margin) * (logs - low) / max(high - low, 1)
    points = " ".join(f"{a:.1f},{b:.1f}" for a, b in zip(across, down))
    lines = "".join(
        f'<path d="M{margin} {y:.1f} H{width - margin}" stroke="#dadce0"/><text x="4" y="{y + 4:.1f}">1e{exponent:g}</text>'
        for exponent in np.arange(low, high + 1)
        for y in [height - margin - (height - 2 * margin) * (exponent - low) / max(high - low, 1)]
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" font-family="sans-serif" font-size="10">'
        f'{lines}<polyline points="{points}" fill="none" stroke="#1b6e20" stroke-width="1.5"/>'
        f'<text x="{width / 2}" y="{height - 8}" text-anchor="middle">loss of a batch, {len(values)} steps</text></svg>\n'
    )


(out / "curve.svg").write_text(plot(curve), encoding="utf-8")
print(f"curve.svg and report.svg are in {out}.")
