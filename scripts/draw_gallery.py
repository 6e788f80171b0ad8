#!/usr/bin/env python3
"""Draws the figures of docs/Gallery.md with the examples in examples/python.

    scripts/draw_gallery.py [--output=DIR]

DIR is docs/static/gallery by default. Needs matplotlib, and sg (docs/Python.md). With the same
version of matplotlib and the same processor, the files are the same.
"""

import argparse
import sys
from pathlib import Path

import matplotlib
import matplotlib.pyplot as plt
import numpy as np
from matplotlib.patches import Ellipse

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "examples" / "python"))
sys.dont_write_bytecode = True
import adversarial  # noqa: E402
import contrastive_divergence  # noqa: E402
import expectation_maximization  # noqa: E402
import inputs  # noqa: E402
import sg  # noqa: E402
import softmax  # noqa: E402

# Colours of Okabe and Ito, which the colour-blind can distinguish.
BLUE, ORANGE, GREEN, GREY = "#0072b2", "#d55e00", "#009e73", "#666666"
STYLE = {
    "svg.hashsalt": "sg",
    "svg.fonttype": "none",
    "font.size": 9,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.titlesize": 9.5,
    "legend.frameon": False,
    "figure.constrained_layout.use": True,
}


def keep(x, name):
    """Replaces sg.stop_gradient in figures that show its effect."""
    return x


def show_image(axes, image, title, **options):
    axes.imshow(image, interpolation="nearest", **{"cmap": "gray_r", **options})
    axes.set(title=title, xticks=[], yticks=[])
    axes.spines[:].set_visible(False)


def draw_softmax():
    """Shows the loss, and the gradient of log-sum-exp with the maximum stopped at one or both uses."""
    epochs = list(softmax.train(20))
    figure, (left, right) = plt.subplots(1, 2, figsize=(8, 3))
    left.semilogy(range(1, 21), [value for value, _, _ in epochs], color=BLUE, marker="o", markersize=3)
    left.set(xlabel="epoch", ylabel="mean loss", title="Training the classifier of digits", xticks=range(0, 21, 5))
    left.annotate(f"accuracy on held-out\nimages {epochs[-1][1]:.3f}", (20, epochs[-1][0]), (11, 0.5), color=GREY)

    def log_sum_exp(logits, outer):
        largest = sg.max(logits)
        return outer(largest, name="outer") + sg.log(sg.sum(sg.exp(logits - sg.stop_gradient(largest))))

    logits = np.array(softmax.classify(epochs[0][2], inputs.held_out()[0][:1])[0])
    for offset, outer, color, label in (-0.2, sg.stop_gradient, BLUE, "both uses"), (0.2, keep, ORANGE, "one use"):
        gradient = sg.grad(log_sum_exp)(logits, outer=outer)
        label = f"stopped at {label}: sum {gradient.sum():.2f}"
        right.bar(np.arange(10) + offset, gradient, 0.4, color=color, label=label)
    right.set(xlabel="logit", ylabel="derivative", xticks=range(10))
    right.set_title("Gradient of max + log(sum(exp(logits - max)))")
    right.legend()
    return figure


def draw_expectation_maximization():
    """Shows the Gaussians, and the distance of the log-likelihood from its maximum."""
    x, species = inputs.load("iris_x"), inputs.load("iris_y")
    steps, unstopped = list(expectation_maximization.fit(20)), list(expectation_maximization.fit(20, keep))
    *_, (maximum, *_) = expectation_maximization.fit(60)
    figure, (left, right) = plt.subplots(1, 2, figsize=(8, 3.2))
    kinds = zip(("setosa", "versicolor", "virginica"), "os^", (BLUE, ORANGE, GREEN))
    for kind, (name, marker, color) in enumerate(kinds):
        left.scatter(*x[species == kind][:, 2:].T, s=14, marker=marker, color=color, alpha=0.7, label=name, linewidth=0)
    for mu, sigma in zip(*steps[-1][3:]):
        variances, axes = np.linalg.eigh(sigma[2:, 2:])
        angle = np.degrees(np.arctan2(axes[1, 1], axes[0, 1]))
        width, height = 4 * np.sqrt(variances[::-1])  # two standard deviations on each side
        left.add_patch(Ellipse(mu[2:], width, height, angle=angle, fill=False, color="black", linewidth=1))
    left.set(xlabel="petal length (cm)", ylabel="petal width (cm)")
    left.set_title("Species, and the Gaussians found without them")
    left.legend(loc="upper left")
    curves = (steps, BLUE, "o", "stopped E step"), (unstopped, ORANGE, "s", "without the stop")
    for found, color, marker, label in curves:
        right.semilogy([maximum - one[0] for one in found], color=color, marker=marker, markersize=3, label=label)
    right.set(xlabel="step", ylabel="maximum - log-likelihood", title="Convergence", xticks=range(0, 20, 5))
    right.legend()
    return figure


def draw_contrastive_divergence():
    """Shows the reconstruction error, the weights of the hidden units, and fantasies."""
    epochs, unstopped = list(contrastive_divergence.train(20)), contrastive_divergence.train(20, keep)
    w, a, b = epochs[-1][1]
    figure, (left, middle, right) = plt.subplots(1, 3, figsize=(9, 3.1), width_ratios=(3, 2.2, 2.6))
    curves = (epochs, BLUE, "o", "stopped sample"), (unstopped, ORANGE, "s", "without the stop")
    for found, color, marker, label in curves:
        left.plot(range(1, 21), [one[0] for one in found], color=color, marker=marker, markersize=3, label=label)
    left.set(xlabel="epoch", ylabel="mean squared error", title="Reconstruction error", xticks=range(0, 21, 5), ylim=0)
    left.legend()
    show_image(middle, tile(w.T, 8), "Weights of the hidden units\n(red: positive)", cmap="RdBu_r", vmin=-1.5, vmax=1.5)
    v = inputs.held_out()[0][:10]
    dreams = np.array(contrastive_divergence.fantasies((w, a, b), v, inputs.uniform(361, (10, 64))))
    pairs = np.stack([v.reshape(2, 5, 64), dreams.reshape(2, 5, 64)], axis=1)
    show_image(right, tile(pairs.reshape(-1, 64), 5), "Images, and their fantasies", vmin=0, vmax=1)
    right.set_yticks(3.5 + 9 * np.arange(4), ["image", "fantasy"] * 2)
    right.tick_params(length=0)
    return figure


def tile(images, columns):
    """Returns images of 8x8 pixels in rows, with gaps, which are NaN."""
    padded = np.pad(images.reshape(-1, columns, 8, 8), ((0, 0), (0, 0), (0, 1), (0, 1)), constant_values=np.nan)
    return padded.transpose(0, 2, 1, 3).reshape(-1, 9 * columns)[:-1, :-1]


def draw_adversarial():
    """Shows an attack, and the accuracies of both classifiers under attacks."""
    images, labels = inputs.held_out()
    plain, robust = adversarial.train(20, 0.0), adversarial.train(20, 0.1)
    p = np.array(adversarial.perturbation(plain, images, labels, np.float32(0.1)))
    before, after = (np.array(softmax.classify(plain, x)).argmax(axis=1) for x in (images, images + p))
    chosen = np.flatnonzero((before == labels) & (after != labels))[0]
    figure, axes = plt.subplots(1, 4, figsize=(9, 2.6), width_ratios=(1, 1, 1, 2))
    show_image(axes[0], images[chosen].reshape(8, 8), f"image\n(read as {before[chosen]})", vmin=-0.1, vmax=1.1)
    colours = {"cmap": "RdBu_r", "vmin": -0.3, "vmax": 0.3}
    show_image(axes[1], p[chosen].reshape(8, 8), "perturbation\n(red: 0.1, blue: -0.1)", **colours)
    show_image(axes[2], (images + p)[chosen].reshape(8, 8), f"sum\n(read as {after[chosen]})", vmin=-0.1, vmax=1.1)
    sizes = np.linspace(0, 0.2, 11, dtype=np.float32)
    curves = (plain, ORANGE, "s", "plain training"), (robust, BLUE, "o", "adversarial training")
    for weights, color, marker, label in curves:
        accuracies = [adversarial.accuracy_under_attack(weights, images, labels, size) for size in sizes]
        axes[3].plot(sizes, accuracies, color=color, marker=marker, markersize=3, label=label)
    axes[3].set(xlabel="size of the attack", ylabel="accuracy on held-out images", ylim=(0, 1))
    axes[3].set_title("Accuracy under attack")
    axes[3].legend(loc="lower left")
    return figure


FIGURES = {
    "softmax": draw_softmax,
    "expectation-maximization": draw_expectation_maximization,
    "contrastive-divergence": draw_contrastive_divergence,
    "adversarial": draw_adversarial,
}


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("--output", type=Path, default=ROOT / "docs" / "static" / "gallery")
    output = parser.parse_args().output
    output.mkdir(parents=True, exist_ok=True)
    for name, draw in FIGURES.items():
        with plt.rc_context(STYLE):
            figure = draw()
            figure.savefig(output / f"{name}.svg", metadata={"Date": None})
            plt.close(figure)
    print(f"{len(FIGURES)} figures are in {output}.")


if __name__ == "__main__":
    matplotlib.use("svg")
    main()
