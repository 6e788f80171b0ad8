"""Compares programs with dynamic sizes, converted once and called with several sizes, with JAX."""

import sys

import jax
import jax.numpy as jnp
import numpy as np
import sg
from sg.from_jax import from_jax_text

jax.config.update("jax_enable_x64", True)
failures = 0


def check(name, f, sizes, make):
    """Compares with JAX at arguments from `make(random, n)`; float arguments are differentiated."""
    global failures
    arguments = make(np.random.default_rng(0), 3)
    module = sg.from_jax(f, *arguments, dynamic_shapes=sizes)
    worst = 0.0
    for n in (1, 2, 3, 7):
        arguments = make(np.random.default_rng(n), n)
        wrt = [i for i, x in enumerate(arguments) if np.issubdtype(x.dtype, np.floating)]
        directions = [np.random.default_rng(1).normal(size=arguments[i].shape) for i in wrt]
        value, gradients = module.value_and_grad("main", wrt=wrt)(*arguments)
        products = module.hessian_vector_product("main", wrt=wrt)(*arguments, *directions)

        def gradient(*varied):
            given = list(arguments)  # noqa: B023
            for i, x in zip(wrt, varied):  # noqa: B023
                given[i] = x
            return jax.grad(f, wrt)(*given)  # noqa: B023

        _, expected_products = jax.jvp(gradient, [arguments[i] for i in wrt], directions)
        expected = [f(*arguments), *gradient(*(arguments[i] for i in wrt)), *expected_products]
        for ours, theirs in zip([value, *gradients, *products], expected, strict=True):
            theirs = np.asarray(theirs)
            assert ours.shape == theirs.shape
            worst = max(worst, np.abs(ours - theirs).max(initial=0) / max(1, np.abs(theirs).max(initial=0)))
    failed = not worst <= 1e-12
    failures += failed
    print(f"{'FAILED' if failed else 'equal'}: {name}, {worst:.1e}")


def refuse(name, message, make):
    global failures
    try:
        make()
    except NotImplementedError as error:
        if message in str(error):
            print(f"refused: {name}")
            return
        print(f"FAILED: {name} has another error: {error}")
    else:
        print(f"FAILED: {name} is not refused")
    failures += 1


def rows(*columns):
    return lambda random, n: [random.normal(size=(n, *columns))]


def labelled(random, n):
    return [random.normal(size=(n, 5)), random.integers(0, 5, n)]


w = np.random.default_rng(5).normal(size=(5, 4)) / 2
check("layers", lambda w, x, y: jnp.mean((jnp.tanh(x @ w + 1.0).sum(1) - y) ** 2), (None, "n, ...", "n"),
      lambda random, n: [w, random.normal(size=(n, 5)), random.normal(size=n)])  # fmt: skip
check("two sizes", lambda x: (jax.nn.softmax(x) ** 2).sum(), ("n, m",), lambda random, n: [random.normal(size=(n, n + 1))])
check("one size twice", lambda q, k: (jax.nn.softmax(q @ k.T / 2) @ k).sum(), ("n, 4", "n, 4"),
      lambda random, n: [random.normal(size=(n, 4)), random.normal(size=(n, 4))])  # fmt: skip
check("own rules", lambda x: (jax.nn.relu(x) * jax.nn.gelu(x)).sum(), ("n, 3",), rows(3))
check("concatenation", lambda x, y: (jnp.concatenate([x, y]) ** 3).sum(), ("n", "m"),
      lambda random, n: [random.normal(size=n), random.normal(size=n + 2)])  # fmt: skip
check("iota", lambda x: (jnp.where(jnp.arange(x.shape[0]) < 2, x, 0) ** 3).sum(), ("n",), rows())
check("scan over it", lambda x: jax.lax.scan(lambda c, v: (jnp.sin(c + v), c * v), 0.5, x)[1].sum(), ("n",), rows())
check("scan of it", lambda x: jax.lax.scan(lambda c, v: (jnp.sin(c + v), c * v), jnp.zeros_like(x[0]), x)[1].sum(),
      ("4, n",), lambda random, n: [random.normal(size=(4, n))])  # fmt: skip
check("logsumexp", lambda x: (jax.nn.logsumexp(x, axis=1) ** 2).sum(), ("n, m",), lambda random, n: [random.normal(size=(n, n + 2))])
check("cross entropy", lambda x, y: -(jax.nn.log_softmax(x) * jax.nn.one_hot(y, 5)).sum() / x.shape[0], ("n, 5", "n"), labelled)
check("embedding", lambda x, y: (x[y] ** 3).sum(), (None, "n"), lambda random, n: [random.normal(size=(6, 2)), random.integers(0, 6, n)])
check("take_along_axis", lambda x, y: (jnp.take_along_axis(x, y[:, None], 1) ** 3).sum(), ("n, 5", "n"), labelled)
check("stop", lambda x: (x * jax.lax.stop_gradient(x * x) / x.shape[0]).sum(), ("n",), rows())
check("convolution", lambda x, w: (jax.lax.conv(x, w, (1, 1), "SAME") ** 2).sum(), ("n, 2, 5, 5", None),
      lambda random, n: [random.normal(size=(n, 2, 5, 5)), random.normal(size=(3, 2, 3, 3))])  # fmt: skip
check("sort", lambda x: (jnp.sort(x) ** 2 * jnp.arange(x.shape[0])).sum(), ("n",), rows())
check("normalization", lambda x: (((x - x.mean(0)) / jnp.sqrt(x.var(0) + 1.0)) ** 3).sum() * x.sum(), ("n, 4",), rows(4))
check("slices", lambda x: (x[:, 1:3] * x[:, None, 0]).sum(), ("n, 5",), rows(5))
check("x.at", lambda x: (jnp.asarray(x).at[0].add(2.0) ** 3).sum(), ("n, 5",), rows(5))
check("maximum", lambda x: (x.max(1) ** 3).sum(), ("n, 5",), rows(5))
check("vmap", lambda x, w: jax.vmap(lambda r: jnp.tanh(r @ w).sum())(x).sum(), ("n, 5", None),
      lambda random, n: [random.normal(size=(n, 5)), w])  # fmt: skip
check("gradient inside", lambda x, w: (jax.grad(lambda w: (jnp.tanh(x @ w) ** 2).sum())(w) ** 2).sum(), ("n, 5", None),
      lambda random, n: [random.normal(size=(n, 5)) / 4, w])  # fmt: skip
x = jnp.ones((3, 2))
refuse("cumsum along it", "cumsum along a dimension of dynamic size is not supported: make it static",
       lambda: from_jax_text(lambda x: jnp.cumsum(x, 0).sum(), x, dynamic_shapes=("n, 2",)))  # fmt: skip
refuse("a product of sizes", "the size 'n' is not the size of an argument",
       lambda: from_jax_text(lambda x: x.sum(), x, dynamic_shapes=("2*n + 1, 2",)))  # fmt: skip
print(f"{failures} failed")
sys.exit(failures != 0)
