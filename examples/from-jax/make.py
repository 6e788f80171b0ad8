#!/usr/bin/env python3
"""Makes the programs of this folder, and what JAX says their derivatives are.

Ran with Python 3.11, jax 0.10.2, iree-base-compiler 3.13.0 and numpy 2.4.6, with
sg-opt and iree-compile on the PATH (docs/Frontends.md).
"""

import sys
from pathlib import Path

import jax
import jax.numpy as jnp
from jax import lax

here = Path(__file__).resolve().parent
sys.path[:0] = [str(here.parent), str(here.parent.parent / "python")]

from sg.from_jax import from_jax_text  # noqa: E402
from shipped import write  # noqa: E402

jax.config.update("jax_enable_x64", True)
stop = lax.stop_gradient


def classifier(w1, b1, w2, b2, images, labels):
    """A perceptron of two layers and its cross entropy, the maximum stopped."""
    logits = jax.nn.relu(images @ w1 + b1) @ w2 + b2
    shifted = logits - stop(jnp.max(logits, axis=-1, keepdims=True))
    log_sums = jnp.log(jnp.sum(jnp.exp(shifted), axis=-1))
    picked = jnp.take_along_axis(shifted, labels[:, None], axis=-1)[:, 0]
    return jnp.mean(log_sums - picked)


def recurrent(w, start, inputs):
    """A scan whose carry is half stopped, and a loop of a fixed number of trips."""

    def step(carry, x):
        carry = jnp.tanh(w @ carry + x)
        return 0.5 * stop(carry) + 0.5 * carry, jnp.sum(stop(carry) * carry)

    carry, outputs = lax.scan(step, start, inputs)
    carry = lax.fori_loop(0, 3, lambda i, c: jnp.sin(c) * (i + 1), carry)
    return jnp.sum(carry**2) + jnp.sum(outputs)


def straight_through(x, weights):
    """Rounding with the derivative of the identity."""
    return jnp.sum(weights * (x + stop(jnp.round(x) - x)) ** 2)


@jax.custom_vjp
def clipped(x, bound):
    """The identity, whose gradient is clipped."""
    return x


clipped.defvjp(
    lambda x, bound: (x, bound),
    lambda bound, slope: (jnp.clip(slope, -bound, bound), jnp.zeros_like(bound)),
)


def rules(x, bound):
    """Rules of derivatives: of the program, and of the library (relu, logsumexp)."""
    return jnp.sum(jax.nn.relu(x) * x) + jax.nn.logsumexp(clipped(x, bound) ** 3)


def make(f, arguments, wrt):
    text = from_jax_text(f, *arguments, name="loss")

    def derivatives(directions):
        value, gradients = jax.value_and_grad(f, tuple(wrt))(*arguments)

        def along(*arguments):
            return sum(jnp.vdot(g, d) for g, d in zip(jax.grad(f, tuple(wrt))(*arguments), directions))

        return value, gradients, list(jax.grad(along, tuple(wrt))(*arguments))

    name = f.__name__.replace("_", "-")
    write(here, name, f"{name}: {f.__doc__}\nMade by make.py of jax 0.10.2 and iree-base-compiler 3.13.0.",
          text, wrt, arguments, derivatives)  # fmt: skip


def random(seed, *shape, dtype=jnp.float64):
    return jax.random.normal(jax.random.key(seed), shape, dtype)


small = jnp.float32
make(
    classifier,
    [random(0, 4, 5, dtype=small), random(1, 5, dtype=small), random(2, 5, 3, dtype=small), random(3, 3, dtype=small),
     random(4, 6, 4, dtype=small), jnp.arange(6, dtype=jnp.int32) % 3],
    [0, 1, 2, 3],
)  # fmt: skip
make(recurrent, [random(0, 3, 3), random(1, 3), random(2, 5, 3)], [0, 1, 2])
make(straight_through, [3 * random(0, 6), random(1, 6)], [0, 1])
make(rules, [jnp.asarray([0.0, 1.25, -1.0, 0.5]), jnp.asarray(0.25)], [0])
