"""Trains a restricted Boltzmann machine on handwritten digits by contrastive divergence.

    python3 examples/python/contrastive_divergence.py
"""

import numpy as np
import sg
from inputs import images, uniform


def free_energy(parameters, v):
    w, a, b = parameters
    return -sg.mean(v @ a + sg.sum(sg.softplus(v @ w + b), axis=1))


def fantasies(parameters, v, noise):
    w, a, b = parameters
    hidden = (noise < sg.logistic(v @ w + b)).astype(v.dtype)
    return sg.logistic(hidden @ w.T + a)


def divergence(parameters, v, noise, stop):
    negative = stop(fantasies(parameters, v, noise), name="negative_sample")
    return free_energy(parameters, v) - free_energy(parameters, negative), sg.mean((v - negative) ** 2)


@sg.function
def step(parameters, v, noise, stop):
    gradient = sg.value_and_grad(divergence, has_aux=True)
    (_, error), gradients = gradient(parameters, v, noise, stop=stop)
    return error, tuple(p - 0.4 * g for p, g in zip(parameters, gradients))


def train(epochs, stop=sg.stop_gradient):
    parameters = 0.2 * (uniform(0, (64, 64)) - 0.5), np.zeros(64, np.float32), np.zeros(64, np.float32)
    for epoch in range(epochs):
        errors = []
        for i in range(18 * epoch, 18 * epoch + 18):
            error, parameters = step(parameters, images(i), uniform(i + 1, (100, 64)), stop)
            errors.append(error)
        yield np.mean(errors), parameters


if __name__ == "__main__":
    for epoch, (error, _) in enumerate(train(20), 1):
        print(f"epoch {epoch}  reconstruction error {error:.6g}")
