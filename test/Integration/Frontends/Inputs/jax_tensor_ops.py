"""Compares scatters and sorts of JAX with JAX's own derivatives."""

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax
from jax_check import check, comparison

repeated, distinct, outside = (jnp.asarray(i) for i in ([0, 2, 2], [2, 0, 1], [-1, 7, 2]))
Windows = lax.ScatterDimensionNumbers


def weighted(f):
    """Returns the sum of the squares of `f(x, ...)`, weighted by the last argument."""
    return lambda *arguments: jnp.sum(f(*arguments[:-1]) ** 2 * arguments[-1])


def columns(x, y):
    """Scatters windows whose dimension precedes two indexed dimensions."""
    return x.at[:, jnp.asarray([[1], [4]]), jnp.asarray([[0], [2]])].set(y)


def finite(x):
    return jnp.where(jnp.isfinite(x), x, 0)


def by_two_keys(x, y):
    return lax.sort((jnp.round(x), y), num_keys=2)[1]


def ties(x, w):
    """Sorts ties, infinities and NaN. The first tied element gets the cotangent."""
    values, at = lax.top_k(x, 4)
    picked = jnp.take_along_axis(w, jnp.argsort(x, 1), 1) + jnp.take_along_axis(w, jnp.argsort(x, 1, descending=True), 1)
    return jnp.sum(finite(jnp.sort(x, 1)) ** 2 * picked) + jnp.sum(finite(values) * at)


def windows(x, s, rows, w):
    """Scatters windows of 2 x 2 elements; windows that are partly out of range are skipped."""
    at = np.array([[0, 1], [9, 9], [1, 3], [2, 0]])
    some = lax.scatter_add(x, at, s, Windows((1, 2), (), (0, 1)))
    clipped = lax.scatter_add(x, at, s, Windows((1, 2), (), (0, 1)), mode="clip")
    columns = lax.scatter(x, np.array([[1], [0], [4]]), rows, Windows((0, 1), (), (1,)))
    return jnp.sum((some**2 + clipped**2 + columns**2) * w)


for dtype in (jnp.float32, jnp.float64):

    def n(seed, *shape):
        return jax.random.normal(jax.random.key(seed), shape, dtype)

    x, y, w = n(0, 3, 5), n(1, 3, 5), n(2, 3, 5)
    check("sort", weighted(lambda x: jnp.sort(x, 1)), x, w)
    check("sort descending", weighted(lambda x: jnp.sort(x, 0, descending=True)), x, w)
    check("sort by two keys", weighted(by_two_keys), x, y, w)
    check("jvp of sort", lambda x, w: jax.jvp(weighted(lambda x: jnp.sort(x, 1)), (x, w), (w, x))[1], x, w)
    check("argsort", lambda x, w: jnp.sum(w[0][jnp.argsort(x[1])] ** 2 * x), x, w)
    check("lexsort", lambda x, y: jnp.sum(x[jnp.lexsort((x, y))] ** 2 * y), n(3, 7), n(4, 7))
    check("ties", ties, jnp.asarray([[1, 0.0, 1, -0.0, 1], [np.nan, np.inf, 2, -np.inf, np.nan]], dtype), n(1, 2, 5))
    check("top_k", lambda x: jnp.sum(lax.top_k(x, 2)[0] ** 3), x)
    check("median", lambda x: jnp.sum(jnp.median(x, 1) ** 3), x)
    check("quantile", lambda x: jnp.sum(jnp.quantile(x, 0.3, axis=1) ** 3), x)
    check("unique", lambda x: jnp.sum(jnp.unique(repeated, size=3) * x[0, :3]), x)
    check("add", weighted(lambda x, i, y: x.at[i].add(jnp.tanh(y))), x, repeated, y, w)
    check("add outside", weighted(lambda x, i, y: x.at[i].add(y)), x, outside, y, w)
    check("add clipped", weighted(lambda x, i, y: x.at[i].add(y, mode="clip")), x, outside, y, w)
    check("set", weighted(lambda x, i, y: x.at[i].set(y)), x, distinct, y, w)
    check("set outside", weighted(lambda x, i, y: x.at[i].set(y)), x, outside, y, w)
    check("set in part of a column", weighted(lambda x, y: x.at[1:3, 2].set(y[:2, 0])), x, y, w)
    check("set of an element", weighted(lambda x: x.at[1, 2].set(x[0, 0])), x, w)
    check("multiply", weighted(lambda x, i, y: x.at[:, i].mul(y[:, :3], unique_indices=True)), x, distinct, y, w)
    check("least", weighted(lambda x, i, y: x.at[i, i].min(y[0, :3])), x, repeated, y, w)
    check("largest", weighted(lambda x, i, y: x.at[i, i].max(y[0, :3])), x, repeated, y, w)
    check("windows", windows, x, n(3, 4, 2, 2), n(4, 3, 2, 3), w)
    check("columns", weighted(columns), n(11, 2, 5, 3), n(12, 2, 2, 1), n(13, 2, 5, 3))
    check("batches", weighted(jax.vmap(lambda x, y: x.at[jnp.asarray([1, 4, 1])].add(y))), x, y[:, :3], w)
    check("segment_sum", lambda x: jnp.sum(jax.ops.segment_sum(x, repeated, 4) ** 2), x)
    check("segment_max", lambda x: jnp.sum(finite(jax.ops.segment_max(x, repeated, 4)) ** 2), x)
    check("searchsorted", lambda v, x: jnp.sum(v[jnp.searchsorted(jnp.sort(v), x).clip(0, 6)] * x), n(3, 7), x)
    check("histogram", lambda v: jnp.sum(jnp.histogram(v, 4, (-1, 1))[0] * v[:4]), n(3, 7))
    check("bincount", lambda x: jnp.sum(jnp.bincount(repeated, length=4) * x[0, :4]), x)
    check("one_hot", lambda x: jnp.sum(jax.nn.one_hot(outside, 5, dtype=x.dtype) * x), x)

comparison.end()
