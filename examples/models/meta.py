#!/usr/bin/env python3
"""Model-agnostic meta-learning of sine waves (Finn, Abbeel, Levine 2017,
arXiv:1703.03400). The gradient flows through three steps of an optax optimizer.

Needs jax, optax and IREE's compiler.
"""

import jax
import jax.numpy as jnp
import numpy as np
import optax
from beside import arguments
from beside_jax import train


def network(parameters, x):
    for weights, bias in parameters[:-1]:
        x = jnp.tanh(x @ weights + bias)
    weights, bias = parameters[-1]
    return x @ weights + bias


def error(parameters, x, y):
    return jnp.mean((network(parameters, x) - y) ** 2)


def after_learning(parameters, task):
    """Returns the error on new points after three steps on the known points."""
    known_x, known_y, x, y = task
    optimizer = optax.sgd(0.02, momentum=0.9)

    def step(state, _):
        parameters, optimizer_state = state
        gradients = jax.grad(error)(parameters, known_x, known_y)
        updates, optimizer_state = optimizer.update(gradients, optimizer_state, parameters)
        return (optax.apply_updates(parameters, updates), optimizer_state), None

    (parameters, _), _ = jax.lax.scan(step, (parameters, optimizer.init(parameters)), None, length=3)
    return error(parameters, x, y)


def loss(parameters, *tasks):
    return jnp.mean(jax.vmap(after_learning, (None, 0))(parameters, tasks))


def sines(random, tasks, points):
    """Returns x and y of `points` known points and of `points` new points of each wave."""
    height, phase = random.uniform(0.1, 5, (tasks, 1, 1)), random.uniform(0, np.pi, (tasks, 1, 1))
    x = random.uniform(-5, 5, (2, tasks, points, 1))
    y = height * np.sin(x + phase)
    return [array.astype(np.float32) for array in (x[0], y[0], x[1], y[1])]


if __name__ == "__main__":
    options = arguments(steps=200)
    random, sizes = np.random.default_rng(0), [1, 40, 40, 1]
    parameters = [
        ((random.standard_normal((m, n)) / np.sqrt(m)).astype(np.float32), np.zeros(n, np.float32))
        for m, n in zip(sizes, sizes[1:])
    ]
    batches = [sines(random, 16, 10) for _ in range(options.steps)]
    train("meta", loss, parameters, batches, optax.adam(1e-3), options)
