"""Compares programs imported by from_jax with JAX's own derivatives."""

import jax
import jax.numpy as jnp
import numpy as np
from jax_check import check, comparison
from sg.from_jax import from_jax_text
from jax import lax

stop = lax.stop_gradient


@jax.custom_vjp
def scaled(x, y):
    return x * x * y


scaled.defvjp(
    lambda x, y: (x * x * y, (x, y)), lambda saved, c: (100 * c * stop(saved[0]) * saved[1], c * saved[0] ** 2)
)


@jax.custom_jvp
def wave(x, i):
    return jnp.sin(x) * i


@wave.defjvp
def wave_jvp(primals, tangents):
    return wave(*primals), jnp.cos(primals[0]) * tangents[0] * primals[1] * 7


def perceptron(parameters, x, labels):
    for w, b in parameters[:-1]:
        x = jax.nn.relu(x @ w + b)
    z = x @ parameters[-1][0] + parameters[-1][1]
    shifted = z - stop(jnp.max(z, axis=-1, keepdims=True))
    logits = shifted - jnp.log(jnp.sum(jnp.exp(shifted), -1, keepdims=True))
    return -jnp.mean(jnp.take_along_axis(logits, labels[:, None], 1))


def recurrent(w, start, xs):
    def step(c, x):
        c = jnp.tanh(w @ c + x)
        return stop(c) * 0.5 + c * 0.5, jnp.sum(stop(c) * c)

    c, ys = lax.scan(step, start, xs)
    return jnp.sum(c**2) + jnp.sum(ys)


def normalized(x, g, b):
    centred = x - x.mean(-1, keepdims=True)
    return jnp.sum(jnp.tanh(centred * lax.rsqrt(x.var(-1, keepdims=True) + 1e-5) * g + b))


def checkpointed(x):
    return jnp.sum(jax.checkpoint(lambda y: jnp.sin(y) * stop(jnp.exp(y)))(x))


def cumulative(x):
    sums = jnp.cumsum(x) * jnp.prod(x) + lax.cumlogsumexp(x) + lax.cummax(x, reverse=True)
    return jnp.sum(sums + lax.cummin(x) + jnp.cumprod(x))


def taken(x, m, i, k):
    """Reads elements and slices at indices, some of them out of range."""
    rows = i[:, None]
    window = lax.GatherDimensionNumbers(offset_dims=(1, 2), collapsed_slice_dims=(), start_index_map=(0,))
    parts = [
        jnp.take(x, i, mode="clip"),
        jnp.take(x, i.astype(jnp.int8), mode="clip"),
        jnp.take(x, i, mode="fill", fill_value=3.0),
        jnp.take(x, i, mode="wrap"),
        jnp.take(x, i[:0], mode="clip"),
        x.at[i].get(mode="clip"),
        x.at[i].get(mode="fill", fill_value=0),
        jnp.where((i >= 0) & (i < x.size), x[i], 0),
        x.at[jnp.abs(i) % x.size].get(mode="promise_in_bounds"),
        jnp.take(m, i, axis=0, mode="clip"),
        jnp.take(m, i, axis=1, mode="clip"),
        m.at[i, i].get(mode="clip"),
        m.at[i, i].get(mode="fill", fill_value=0),
        jnp.take_along_axis(m, rows[: m.shape[0]], axis=1, mode="clip"),
        lax.gather(m, rows, window, (2, 3), mode="clip"),
        jax.vmap(lambda j: lax.dynamic_slice(x, (j,), (3,)))(i),
        lax.dynamic_slice(m, (k, -k), (2, 2)),
        lax.dynamic_update_slice(m * m, m[:2, :2], (k, k)),
        lax.dynamic_index_in_dim(m, k),
    ]
    return sum(jnp.sum(part**3 * (1 + n)) for n, part in enumerate(parts))


def rounded(x):
    """Rounds to narrow and full width, also in derivatives, in a loop and under vmap."""

    def step(c, y):
        return lax.reduce_precision(c * y, 5, 7), c

    last, all_of = lax.scan(step, x, jnp.stack([x, x + 1, x - 1]))
    by_element = jax.vmap(lambda y: lax.reduce_precision(y, 4, 3) * y)(x)
    slope = jax.grad(lambda y: jnp.sum(lax.reduce_precision(y, 8, 7) ** 3))(x)
    whole = lax.reduce_precision(x, 11, 52)
    bits = lax.bitcast_convert_type(x, jnp.int32 if x.dtype == jnp.float32 else jnp.int64)
    hashed = (bits % 7).astype(x.dtype)
    return jnp.sum(last * by_element + slope * hashed + whole * x) + jnp.sum(all_of)


def called(x):
    return jax.pure_callback(np.sin, jax.ShapeDtypeStruct(x.shape, x.dtype), x).sum()


def printed(x):
    jax.debug.print("x is {}", x)
    return x.sum()


for dtype in (jnp.float32, jnp.float64):

    def n(seed, *shape):
        return jax.random.normal(jax.random.key(seed), shape, dtype)

    check("perceptron", perceptron, [(n(0, 5, 7), n(1, 7)), (n(2, 7, 3), n(3, 3))], n(4, 6, 5), jnp.arange(6) % 3)
    check("softmax", lambda x: -jax.nn.log_softmax(x)[2] + jnp.sum(jax.nn.softmax(x) ** 2), n(5, 9))
    check("logsumexp", jax.nn.logsumexp, n(5, 9))
    check("scan", recurrent, n(7, 4, 4), n(8, 4), n(9, 6, 4))
    check("fori", lambda x: lax.fori_loop(0, 5, lambda i, c: jnp.sin(c) * x + stop(c) * i, x).sum(), n(1, 4))
    check("cond", lambda x: lax.cond(x.sum() > 0, lambda x: jnp.sum(x * stop(x)), lambda x: jnp.exp(x).sum(), x), n(2, 4))
    check("straight through", lambda x, w: jnp.sum(w * (x + stop(jnp.round(x) - x)) ** 2), n(3, 6) * 3, n(4, 6))
    check("relu at 0", lambda x: jnp.sum(jax.nn.relu(x) * (x + 1)), jnp.asarray([0.0, 1.0, -1.0], dtype))
    check("activations", lambda x: jnp.sum(jax.nn.gelu(x) + jax.nn.silu(x) + jax.nn.elu(x) + jax.nn.softplus(x)), n(5, 9))
    check("custom_vjp", lambda x, y: jnp.sum(scaled(x, y) * x), n(6, 3), n(7, 3))
    check("custom_jvp in a scan", lambda x: lax.scan(lambda c, i: (wave(c, i), c), x, jnp.arange(4))[0].sum(), n(6, 3))
    check("convolution", lambda w, x: jnp.sum(jnp.tanh(lax.conv(x, w, (1, 1), "SAME")) ** 2), n(7, 3, 2, 3, 3), n(8, 2, 2, 6, 6))
    check("max-pooling", lambda x: jnp.sum(lax.reduce_window(x, -jnp.inf, lax.max, (2, 2), (2, 2), "VALID") ** 2), n(8, 4, 4))
    check("attention", lambda q, k, v: jnp.sum(jax.nn.softmax(q @ k.T / 2.0) @ v), n(0, 5, 4), n(1, 5, 4), n(2, 5, 3))
    check("layer normalization", normalized, n(0, 4, 6), n(1, 6), n(2, 6))
    check("embedding", lambda e, i: jnp.sum(jnp.tanh(e[i]) ** 2), n(3, 7, 4), jnp.asarray([1, 5, 1, 6]))
    check("vmap of grad", lambda x: jnp.sum(jax.vmap(jax.grad(lambda y: y**3 * stop(y)))(x) * x), n(4, 5))
    check("checkpoint", lambda x: checkpointed(x) ** 2, n(4, 5))
    check("grad of checkpoint", lambda x: jnp.sum(jax.grad(checkpointed)(x) ** 2), n(4, 5))
    check("barrier", lambda x: jnp.sum(lax.optimization_barrier(x) * x), n(4, 5))
    check("dropout", lambda x: jnp.sum(jnp.where(jax.random.bernoulli(jax.random.key(3), 0.5, x.shape), x * 2, 0) ** 2), n(4, 8))
    check("cumulative", cumulative, n(4, 5))
    check("unused argument", lambda x, y: jnp.sum(x * x), n(4, 4), n(5, 2))
    check("indices out of range", taken, n(4, 6), n(5, 4, 3), jnp.asarray([5, 0, -1, 9, -9, 2], jnp.int32), jnp.int32(9))
    check("reduce_precision", rounded, n(6, 5))
    check("constant array", lambda x: jnp.sum(x * np.arange(4)), n(4, 4))

x = jnp.ones(5)
comparison.refuse("callback", "pure_callback calls Python, which native code cannot", lambda: from_jax_text(called, x))
comparison.refuse("print", "jax_programs.py:", lambda: from_jax_text(printed, x))
comparison.refuse("fft", "stablehlo.fft", lambda: from_jax_text(lambda x: jnp.abs(jnp.fft.fft(x)).sum(), x))
comparison.end()
