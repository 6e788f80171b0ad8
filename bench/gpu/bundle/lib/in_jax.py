"""Implements the benchmarks of figures.py in JAX, each as one function that XLA compiles.

The inputs are random. Times are measured by the host's clock, from the call until the
results are available.
"""

import contextlib
import os
import time

os.environ.setdefault("XLA_PYTHON_CLIENT_PREALLOCATE", "false")

import jax
import jax.numpy as jnp
import peers
import timing
from native import Failed

TYPES = {"f32": jnp.float32, "tf32": jnp.float32, "bf16": jnp.bfloat16, "f64": jnp.float64}


def open_peer():
    jax.config.update("jax_enable_x64", True)
    device = os.environ.get("SG_PEER_DEVICE", "cuda")
    if device == "cuda" and jax.default_backend() != "gpu":
        raise Failed("it finds no GPU")
    return handle


def handle(request: dict) -> dict:
    figure = request["figure"]
    peer = figure["peer"]
    function, arguments = peers.find_step(globals(), figure)(TYPES[peer["type"]], peer)
    precision = "tensorfloat32" if peer["type"] == "tf32" else "highest" if peer["type"] == "f32" else None
    with jax.default_matmul_precision(precision) if precision else contextlib.nullcontext():
        compiled = jax.jit(function)
        answer = measure(lambda: compiled(*arguments))
    return {"status": "ok", "by": "jax.jit", "version": jax.__version__, **answer}


def measure(step) -> dict:
    for _ in range(3):
        jax.block_until_ready(step())

    def elapsed(calls):
        start = time.perf_counter()
        for _ in range(calls):
            result = step()
        jax.block_until_ready(result)
        return (time.perf_counter() - start) * 1000 / calls

    return timing.measure(elapsed)


def draw(type, *shapes, scale=1.0):
    keys = jax.random.split(jax.random.key(1), len(shapes))
    return [scale * jax.random.normal(key, shape, dtype=type) for key, shape in zip(keys, shapes)]


def labels_of(peer):
    return jax.random.randint(jax.random.key(2), (peer.get("batch", peer.get("rows")),), 0, peer["classes"])


def make_vjp(function, arguments):
    """Returns a function that computes the cotangents of the arguments, and the operands of
    that function: a random cotangent of the result, then `arguments`."""
    result = jax.eval_shape(function, *arguments)
    (y,) = draw(result.dtype, result.shape)
    return lambda y, *arguments: jax.vjp(function, *arguments)[1](y), [y, *arguments]


def product(type, peer):
    shape = (peer["n"], peer["n"])
    if peer["layout"] == "gradients":
        return lambda a, b, y: (y @ b.T, a.T @ y), draw(type, shape, shape, shape)
    orient = lambda x, layout: x.T if layout == "t" else x
    return lambda a, b: orient(a, peer["layout"][0]) @ orient(b, peer["layout"][1]), draw(type, shape, shape)


def convolution(type, peer):
    size = peer["size"] + 2
    shapes = [(peer["batch"], size, size, peer["inputs"]), (3, 3, peer["inputs"], peer["outputs"])]

    def function(x, w):
        return jax.lax.conv_general_dilated(x, w, (1, 1), "VALID", dimension_numbers=("NHWC", "HWIO", "NHWC"))

    arguments = draw(type, *shapes)
    return (function, arguments) if peer["is_forward"] else make_vjp(function, arguments)


def softmax(type, peer):
    function = lambda x: jax.nn.softmax(x, axis=1)
    arguments = draw(type, (peer["rows"], peer["columns"]))
    return (function, arguments) if peer["is_forward"] else make_vjp(function, arguments)


def normalization(type, peer):
    def function(x, scale, shift):
        centred = x - x.mean(1, keepdims=True)
        return centred * jax.lax.rsqrt(jnp.square(centred).mean(1, keepdims=True) + 1e-5) * scale + shift

    columns = (peer["columns"],)
    arguments = draw(type, (peer["rows"], peer["columns"]), columns, columns)
    return (function, arguments) if peer["is_forward"] else make_vjp(function, arguments)


def entropy(logits, labels):
    rows = jnp.arange(labels.shape[0])
    return (jax.nn.logsumexp(logits, 1) - logits[rows, labels]).mean()


def cross_entropy(type, peer):
    labels = labels_of({**peer, "classes": peer["columns"]})
    function = jax.value_and_grad(lambda x, labels: entropy(x, labels))
    return function, draw(type, (peer["rows"], peer["columns"])) + [labels]


def attention(type, peer):
    shape = (peer["heads"], peer["length"], peer["width"])

    def function(q, k, v):
        scores = jnp.einsum("hid,hjd->hij", q, k) * peer["width"] ** -0.5
        return jnp.einsum("hij,hjd->hid", jax.nn.softmax(scores, axis=2), v)

    arguments = draw(type, shape, shape, shape)
    return (function, arguments) if peer["is_forward"] else make_vjp(function, arguments)


def adam(type, peer):
    def step(x, first, second, gradient):
        first = 0.9 * first + 0.1 * gradient
        second = 0.999 * second + 0.001 * gradient * gradient
        return x - 0.001 * first / (jnp.sqrt(second) + 1e-8), first, second

    return step, [jnp.abs(x) for x in draw(type, *[(peer["n"],)] * 4)]


def reduction(type, peer):
    axis = {"all": None, "rows": 1, "columns": 0, "maxima": 1}[peer["of"]]
    reduce = jnp.max if peer["of"] == "maxima" else jnp.sum
    return lambda x: reduce(x, axis), draw(type, (peer["rows"], peer["columns"]))


def transpose(type, peer):
    # The addition prevents XLA from implementing the transpose as a change of layout.
    return lambda x: x.T + 0 * x[0, 0], draw(type, (peer["rows"], peer["columns"]))


def gather(type, peer):
    indices = jax.random.randint(jax.random.key(2), (peer["count"],), 0, peer["rows"])
    table = (peer["rows"], peer["columns"])
    if peer["is_forward"]:
        return lambda table, indices: table[indices], draw(type, table) + [indices]
    values = draw(type, (peer["count"], peer["columns"]))
    return lambda values, indices: jnp.zeros(table, type).at[indices].add(values), values + [indices]


def mlp(type, peer):
    labels = labels_of(peer)
    shapes = [shape for pair in zip(peer["widths"], peer["widths"][1:]) for shape in (pair, pair[1:])]
    (x,) = draw(type, (peer["batch"], peer["inputs"]))

    def loss(parameters, x, labels):
        hidden = x
        for i in range(0, len(parameters) - 2, 2):
            hidden = jax.nn.relu(hidden @ parameters[i] + parameters[i + 1])
        return entropy(hidden @ parameters[-2] + parameters[-1], labels)

    def step(parameters, x, labels):
        value, gradients = jax.value_and_grad(loss)(parameters, x, labels)
        return value, [p - 0.01 * g for p, g in zip(parameters, gradients)]

    return step, [draw(type, *shapes, scale=0.05), x, labels]


def gmm(type, peer):
    n, k, d = peer["n"], peer["k"], peer["d"]
    shapes = [(k,), (k, d), (k, d), (k, d * (d - 1) // 2), (n, d)]
    row, column = jnp.tril_indices(d, -1)

    def objective(alpha, mu, q, lower, x):
        matrix = (jnp.exp(q)[:, :, None] * jnp.eye(d, dtype=type)).at[:, row, column].set(lower)
        distances = jnp.square(jnp.einsum("krc,ikc->ikr", matrix, x[:, None] - mu)).sum(2)
        inner = alpha + q.sum(1) - 0.5 * distances
        prior = 0.5 * jnp.square(matrix).sum() - q.sum()
        return jax.nn.logsumexp(inner, 1).sum() - n * jax.nn.logsumexp(alpha) - prior

    return jax.value_and_grad(objective, argnums=(0, 1, 2, 3)), draw(type, *shapes, scale=0.3)
