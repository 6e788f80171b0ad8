"""Trains the classifier of softmax.py against an opponent that perturbs the images.

    python3 examples/python/adversarial.py
"""

import numpy as np
import sg
from inputs import classifier_weights, held_out, training_batch
from softmax import accuracy, loss


def perturbation(weights, images, labels, size):
    return sg.copysign(size, sg.grad(loss, argnums=1)(weights, images, labels))


def robust_loss(weights, images, labels, size):
    p = sg.stop_gradient(perturbation(weights, images, labels, size), name="opponent")
    return loss(weights, images, labels) + loss(weights, images + p, labels)


@sg.function
def step(weights, images, labels, size):
    gradients = sg.grad(robust_loss)(weights, images, labels, size)
    return tuple(w - 0.25 * g for w, g in zip(weights, gradients))


@sg.function
def accuracy_under_attack(weights, images, labels, size):
    return accuracy(weights, images + perturbation(weights, images, labels, size), labels)


def train(epochs, size):
    weights = classifier_weights()
    for i in range(11 * epochs):
        weights = step(weights, *training_batch(i), np.float32(size))
    return weights


if __name__ == "__main__":
    for name, size in ("plain training:      ", 0.0), ("adversarial training:", 0.1):
        weights = train(20, size)
        clean, attacked = (accuracy_under_attack(weights, *held_out(), np.float32(s)) for s in (0.0, 0.1))
        print(f"{name} accuracy {clean:.6g}, under attack {attacked:.6g}")
