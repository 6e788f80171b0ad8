"""Trains a classifier of handwritten digits. Its loss subtracts a stopped maximum from the logits.

    python3 examples/python/softmax.py
"""

import numpy as np
import sg
from inputs import classifier_weights, held_out, training_batch


def classify(weights, images):
    w1, b1, w2, b2 = weights
    return sg.relu(images @ w1 + b1) @ w2 + b2


def loss(weights, images, labels):
    logits = classify(weights, images)
    largest = sg.stop_gradient(sg.max(logits, axis=1, keepdims=True), name="row_max")
    shifted = logits - largest  # at most 0, so that exp does not overflow
    log_sum = sg.log(sg.sum(sg.exp(shifted), axis=1))
    return sg.mean(log_sum - sg.take_along_axis(shifted, labels[:, None], axis=1)[:, 0])


@sg.function
def step(weights, images, labels):
    value, gradients = sg.value_and_grad(loss)(weights, images, labels)
    return value, tuple(w - 0.5 * g for w, g in zip(weights, gradients))


@sg.function
def accuracy(weights, images, labels):
    return sg.mean((sg.argmax(classify(weights, images), axis=1) == labels).astype("float32"))


def train(epochs):
    weights = classifier_weights()
    for epoch in range(epochs):
        losses = []
        for i in range(11 * epoch, 11 * epoch + 11):
            value, weights = step(weights, *training_batch(i))
            losses.append(value)
        yield np.mean(losses), accuracy(weights, *held_out()), weights


if __name__ == "__main__":
    for epoch, (value, share, _) in enumerate(train(20), 1):
        print(f"epoch {epoch}  loss {value:.6g}  test accuracy {share:.6g}")
