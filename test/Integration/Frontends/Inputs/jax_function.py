"""Compares sg.jax.function with JAX in typical programs."""

import functools
import sys

import jax
import jax.numpy as jnp
import numpy as np
import optax
import sg

failures = 0
random = np.random.default_rng(0)


def check(name, is_right):
    global failures
    failures += not is_right
    print(f"{'equal' if is_right else 'FAILED'}: {name}")


def check_close(name, ours, theirs, tolerance=1e-5):
    def is_close(a, b):
        a, b = jnp.asarray(a), jnp.asarray(b)
        if a.shape != b.shape or a.dtype != b.dtype:
            return False
        a, b = (np.asarray(x, np.float64) for x in (a, b))
        return bool((np.abs(a - b) <= tolerance * max(1, np.abs(b).max(initial=0))).all())

    is_same_tree = jax.tree.structure(ours) == jax.tree.structure(theirs)
    check(name, is_same_tree and jax.tree.all(jax.tree.map(is_close, ours, theirs)))


def check_refused(name, call, kind, message):
    try:
        call()
        check(f"{name}: not refused", False)
    except kind as error:
        check(name, message in str(error))
        if message not in str(error):
            print(error)


def model(parameters, images, step, scale=1.0):
    hidden = jnp.tanh(images @ parameters["w"] + parameters["b"])
    loss = jnp.mean(hidden * jax.lax.stop_gradient(hidden)) * scale
    return loss, {"hidden": hidden, "step": step + 1}


PARAMETERS = {"w": random.normal(size=(5, 4)).astype("f"), "b": np.zeros(4, "f")}
IMAGES = random.normal(size=(3, 5)).astype("f")


def transformations():
    ours = sg.jax.function(model)
    for threads in (1, 2):
        alone = sg.jax.function(model, threads=threads)
        check_close(f"{threads} threads", alone(PARAMETERS, IMAGES, jnp.int32(1)), model(PARAMETERS, IMAGES, jnp.int32(1)))

    def gradient(f, **options):
        return jax.value_and_grad(f, has_aux=True, **options)

    for argnums in (0, 1, (0, 1)):
        for name, wrap in (("eager", lambda f: f), ("jit", jax.jit)):
            a, b = (wrap(gradient(f, argnums=argnums))(PARAMETERS, IMAGES, jnp.int32(7)) for f in (ours, model))
            check_close(f"gradient in {argnums}, {name}", a, b)
    a, b = (gradient(f)(PARAMETERS, IMAGES, jnp.int32(7), scale=3.0) for f in (ours, model))
    check_close("keyword", a, b)
    # Only a part of the results has cotangents.
    a, b = (jax.grad(lambda x: f(PARAMETERS, x, 0)[1]["hidden"][0, 1])(IMAGES) for f in (ours, model))
    check_close("a part of the results", a, b)
    batch = random.normal(size=(7, 3, 5)).astype("f")
    a, b = (jax.vmap(lambda x: f(PARAMETERS, x, 0)[0])(batch) for f in (ours, model))
    check_close("vmap", a, b)
    a, b = (jax.jit(jax.vmap(jax.grad(lambda x: f(PARAMETERS, x, 0)[0])))(batch) for f in (ours, model))
    check_close("vmap of a gradient", a, b)
    a, b = (jax.jit(lambda x: jax.lax.fori_loop(0, 3, lambda i, s: s - f(PARAMETERS, s, i)[0], x))(IMAGES) for f in (ours, model))
    check_close("in a loop", a, b)
    a, b = (jax.grad(lambda x: f(PARAMETERS, jnp.sin(x), 0)[0] ** 2)(IMAGES) for f in (ours, model))
    check_close("inside of another function", a, b)


def types():
    def f(x, n):
        return (x * x * n).sum(), n

    for dtype in ("float16", "bfloat16", "float32"):
        for shape in ((), (1,), (0, 3), (7, 2)):
            x = jnp.asarray(random.normal(size=shape), dtype)
            a, b = (jax.value_and_grad(g, has_aux=True)(x, jnp.uint8(3)) for g in (sg.jax.function(f), f))
            check_close(f"{dtype} {shape}", a, b, 2e-2 if dtype != "float32" else 1e-6)
    with jax.enable_x64():
        x = jnp.asarray(random.normal(size=3))
        a, b = (jax.value_and_grad(g, has_aux=True)(x, jnp.int64(2**40)) for g in (sg.jax.function(f), f))
        check_close("float64", a, b, 1e-15)
    weak = sg.jax.function(lambda x, s: x * s)
    check("a number takes the other's type", weak(jnp.bfloat16(2), 1.5).dtype == jnp.bfloat16)
    check("bool", not bool(sg.jax.function(lambda p, q: p & ~q)(jnp.array(True), jnp.array(True))))
    key = jax.random.key(3)

    def dropped(key, x):
        return jnp.where(jax.random.bernoulli(key, 0.5, x.shape), x, 0).sum()

    a, b = (jax.grad(g, 1)(key, IMAGES) for g in (sg.jax.function(dropped), dropped))
    check_close("keys of random numbers", a, b, 0)
    # The size of a loop's residuals is known at the call only: backward recomputes them.
    def iterated(x, n):
        return jax.lax.fori_loop(0, n, lambda i, s: jnp.sin(s) * 1.5, x).sum()

    x = jnp.linspace(-1, 1, 5)
    a = jax.grad(sg.jax.function(iterated))(x, 4)
    b = jax.grad(lambda x: iterated(x, 4))(x)
    check_close("a loop of so many iterations", a, b)


def training():
    x = random.normal(size=(32, 5)).astype("f")
    y = np.sin(x.sum(1)).astype("f")

    def loss(parameters, x, y):
        hidden = jax.nn.relu(x @ parameters["w"] + parameters["b"])
        return jnp.mean((hidden.sum(1) - y) ** 2)

    optimizer = optax.chain(optax.clip_by_global_norm(1.0), optax.adamw(1e-2))
    curves = []
    for f in (sg.jax.function(loss), loss):

        @functools.partial(jax.jit, donate_argnums=(0, 1))
        def step(parameters, state):
            value, gradients = jax.value_and_grad(f)(parameters, x, y)
            updates, state = optimizer.update(gradients, state, parameters)
            return optax.apply_updates(parameters, updates), state, value

        parameters = jax.tree.map(jnp.array, PARAMETERS)
        state, curve = optimizer.init(parameters), []
        for _ in range(30):
            parameters, state, value = step(parameters, state)
            curve.append(float(value))
        curves.append(curve)
    check_close("thirty steps of optax", np.array(curves[0], "f"), np.array(curves[1], "f"))
    check("it learns", curves[0][-1] < 0.8 * curves[0][0])


def errors():
    ours = sg.jax.function(model)
    check_refused("text", lambda: ours(PARAMETERS, IMAGES, "1"), sg.ArgumentError, "argument [0][2] is str, no array")
    first = jax.grad(lambda x: ours(PARAMETERS, x, 0)[0])
    check_refused(
        "second derivatives", lambda: jax.grad(lambda x: first(x).sum())(IMAGES),
        NotImplementedError, "sg.jax.function has no second derivatives: use sg.from_jax",
    )  # fmt: skip
    def closed(w):
        return sg.jax.function(lambda x: (x * w).sum())(IMAGES)

    for name, outer in (("grad", jax.grad(closed)), ("jit", jax.jit(closed))):
        message = "the function uses float32[3,5], a captured value that JAX traces: pass it as an argument"
        check_refused(f"a traced value from outside, {name}", lambda: outer(IMAGES), sg.ArgumentError, message)
    check("an array from outside", bool(jnp.allclose(closed(IMAGES), (IMAGES**2).sum())))
    checked = sg.jax.function(lambda x: jax.pure_callback(np.sin, x, x))
    check_refused("callbacks", lambda: checked(IMAGES), NotImplementedError, "pure_callback")


transformations()
types()
training()
errors()
print(f"{failures} failed")
sys.exit(failures != 0)
