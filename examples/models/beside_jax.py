"""Trains a JAX function by sg and by `jax.jit`, for comparison (beside.py)."""

import time

import jax
import numpy as np
import optax
import sg
from beside import Clock, report
from sg.from_jax import from_jax_text


def train(name, loss, parameters, batches, optimizer, options):
    """Trains twice and prints the comparison.

    `loss(parameters, *batch)` returns a scalar. `parameters` is any pytree. Both trainings
    use `optimizer`, an optimizer of optax, under jit.
    """
    leaves, tree = jax.tree.flatten(parameters)
    start = time.perf_counter()
    text = from_jax_text(loss, parameters, *batches[0])
    if options.text:
        with open(options.text, "w", encoding="utf-8") as file:
            file.write(text)
    value_and_grad = sg.load(text).value_and_grad("main", wrt=list(range(len(leaves))), threads=options.threads)
    compile_time = time.perf_counter() - start
    reference = jax.jit(jax.value_and_grad(loss))

    @jax.jit
    def update(parameters, state, gradients):
        updates, state = optimizer.update(gradients, state, parameters)
        return optax.apply_updates(parameters, updates), state

    def sg_value_and_grad(parameters, batch):
        arrays = [np.asarray(leaf) for leaf in jax.tree.leaves((parameters, *batch))]
        value, gradients = value_and_grad(*arrays)
        return value, jax.tree.unflatten(tree, gradients)

    def step(state, gradient_of, batch):
        parameters, optimizer_state = state["current"]
        value, gradients = gradient_of(parameters, batch)
        state["current"] = jax.block_until_ready(update(parameters, optimizer_state, gradients))
        return float(value)

    clock, curves = Clock(), ([], [])
    states = [{"current": (parameters, optimizer.init(parameters))} for _ in range(2)]
    for batch in batches:
        curves[0].append(clock.run("sg", step, states[0], sg_value_and_grad, batch))
        curves[1].append(clock.run("jit", step, states[1], lambda p, b: reference(p, *b), batch))
    report(name, options, curves, clock, compile_time)
