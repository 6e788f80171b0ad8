"""Compares a program imported by from_jax with JAX's own derivatives."""

import jax
import jax.numpy as jnp
from compare import Comparison
from sg.from_jax import from_jax_text

jax.config.update("jax_enable_x64", True)
comparison = Comparison()


def check(name, f, *arguments):
    leaves, tree = jax.tree.flatten(arguments)
    leaves = [jnp.asarray(x) for x in leaves]
    wrt = tuple(i for i, x in enumerate(leaves) if jnp.issubdtype(x.dtype, jnp.floating))

    def flat(*leaves):
        return f(*jax.tree.unflatten(tree, leaves))

    def derivatives(directions):
        def along(*leaves):
            return sum(jnp.vdot(g, d) for g, d in zip(jax.grad(flat, wrt)(*leaves), directions))

        value, gradients = jax.value_and_grad(flat, wrt)(*leaves)
        return value, gradients, jax.grad(along, wrt)(*leaves)

    comparison.compare(name, from_jax_text(f, *arguments, name="f"), leaves, wrt, derivatives)
