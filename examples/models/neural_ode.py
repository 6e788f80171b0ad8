#!/usr/bin/env python3
"""A neural ordinary differential equation of equinox and diffrax, fitted to spirals.

The right-hand side is a small network. diffrax solves with Tsit5 in 40 equal steps.
Needs jax, optax, equinox, diffrax and IREE's compiler.
"""

import os

# By default, failed checks of equinox call Python, which native code cannot.
os.environ["EQX_ON_ERROR"] = "nan"

import diffrax
import equinox as eqx
import jax
import jax.numpy as jnp
import numpy as np
import optax
from beside import arguments
from beside_jax import train


def spirals(count, times, seed=0):
    """Returns solutions of y' = A y^3 from random points, of shape (count, len(times), 2)."""
    random = np.random.default_rng(seed)
    y = random.uniform(-2, 2, (count, 2))
    matrix = np.array([[-0.1, 2.0], [-2.0, -0.1]])
    rows, fine = [y], 100
    for step in np.diff(times):
        for _ in range(fine):
            y = y + step / fine * (y**3 @ matrix.T)
        rows.append(y)
    return np.stack(rows, 1).astype(np.float32)


if __name__ == "__main__":
    options = arguments(steps=100)
    network = eqx.nn.MLP(2, 2, 32, 2, activation=jax.nn.softplus, key=jax.random.key(0))
    parameters, rest = eqx.partition(network, eqx.is_inexact_array)
    times = np.linspace(0, 1, 11).astype(np.float32)

    def solve(network, start):
        term = diffrax.ODETerm(lambda t, y, _: network(y))
        return diffrax.diffeqsolve(
            term, diffrax.Tsit5(), t0=0.0, t1=1.0, dt0=0.025, y0=start,
            saveat=diffrax.SaveAt(ts=jnp.asarray(times)), adjoint=diffrax.DirectAdjoint(), throw=False,
        ).ys  # fmt: skip

    def loss(parameters, curves):
        network = eqx.combine(parameters, rest)
        return jnp.mean((jax.vmap(solve, (None, 0))(network, curves[:, 0]) - curves) ** 2)

    curves = spirals(256, times) / 2
    order = np.random.default_rng(1)
    batches = [(curves[order.permutation(len(curves))[:32]],) for _ in range(options.steps)]
    train("neural_ode", loss, parameters, batches, optax.adam(3e-3), options)
