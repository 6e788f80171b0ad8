"""Trains the classifier of digits from Python; plots the loss, draws the report.

    PYTHONPATH=python SG_LIBRARY=build/lib/libSGC.so examples/python/digits.py [EPOCHS [FOLDER]]

In cells, as editors and `jupytext` take for a notebook; the last expression of a
cell is what it shows. The drawings go to FOLDER, by default examples/python/out.
"""

# %% The program: a hidden layer, and the cross-entropy of 128 images. It requests the
# gradient with respect to the weights, which are arguments 2 to 5.
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

# %% Where gradients go: through the logits, and not through the maximum of a row.
report = module.report("loss", wrt=[2, 3, 4, 5])
(out / "report.svg").write_text(report.svg, encoding="utf-8")
print(next(line for line in str(report).splitlines() if "row_max" in line).strip())
report

# %% Every fifth image is held out.
x, labels = np.load(data / "digits_x.npy"), np.load(data / "digits_y.npy")
is_held_out = np.arange(len(x)) % 5 == 0
train_x, train_y = x[~is_held_out], labels[~is_held_out]
test_x, test_y = x[is_held_out], labels[is_held_out]

random = np.random.default_rng(1)
shapes = [type_.shape for type_ in step.arguments[2:]]
weights = [(random.standard_normal(shape) / np.sqrt(shape[0])).astype(np.float32) for shape in shapes]
weights[1][:] = weights[3][:] = 0

# %% Gradient descent with momentum. The gradients are in the same memory each time.
slopes = [np.empty_like(w) for w in weights]
moved = [np.zeros_like(w) for w in weights]
curve = []
for epoch in sg.track(range(epochs), "training"):
    order = random.permutation(len(train_x))
    for i in range(0, len(order) - 127, 128):
        batch = order[i : i + 128]
        loss, _ = step(train_x[batch], train_y[batch], *weights, out=[None, *slopes])
        curve.append(float(loss))
        for w, m, slope in zip(weights, moved, slopes):
            m *= 0.9
            m -= 0.1 * slope
            w += m
accuracy = np.mean(logits(test_x, *weights).argmax(axis=1) == test_y)
print(f"loss {curve[0]:.3f} to {curve[-1]:.3f} in {len(curve)} steps, test accuracy {accuracy:.3f}")


# %% The curve, on a logarithmic scale.
def plot(values, width=480, height=240, margin=36):
    """SVG of values over their positions."""
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
