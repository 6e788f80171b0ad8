"""Derivative rules that recurse endlessly or raise, and functions that are called twice."""

import sys

import jax
import jax.numpy as jnp
import numpy as np
import sg

failures = 0


def check(name, is_right):
    global failures
    failures += not is_right
    print(f"{'equal' if is_right else 'FAILED'}: {name}")


def refuse(name, message, call):
    try:
        call()
        check(f"{name}: not refused", False)
    except sg.ProgramError as error:
        check(f"{name} is refused", message in str(error))
        if message not in str(error):
            print(error)


@jax.custom_jvp
def never(x):
    return x * 2


@never.defjvp
def never_jvp(primals, tangents):
    raise RuntimeError("not differentiable")


@jax.custom_vjp
def forward_only(x):
    return x * 3


forward_only.defvjp(lambda x: (x * 3, None), lambda saved, c: never_jvp(None, None))


def endless():
    """Differentiates jnp.sinc, whose rule calls the same function for each next derivative."""

    def derivative(order):
        f = jnp.sinc
        for _ in range(order):
            f = (lambda g: lambda x: jax.jvp(g, (x,), (jnp.ones_like(x),))[1])(f)
        return f

    x = jnp.asarray([0.0, 0.5, 2.0])
    for order in (1, 2):
        # The program takes derivatives, and sg takes one more.
        f = derivative(order - 1)
        ours = sg.from_jax(lambda x: f(x).sum(), x).value_and_grad()(x)[1]
        theirs = jax.grad(lambda x: f(x).sum())(x)
        check(f"sinc, order {order}", np.allclose(ours, theirs, rtol=1e-4, atol=1e-4))
    model = sg.from_jax(lambda x: jnp.sinc(x).sum(), x)
    product = model.hessian_vector_product("main", wrt=0)(np.asarray(x), np.ones(3, np.float32))
    check("sinc, second order by sg", np.allclose(product, jax.vmap(jax.grad(jax.grad(jnp.sinc)))(x), rtol=1e-4, atol=1e-4))
    derived, name = model, "main"
    for _ in range(4):
        derived, name = derived._derive("jvp", name, [0], [len(derived.functions[name][1]) - 1], False, False)
    refuse("the fifth", "derivatives_of_order_above_4_are_not_imported",
           lambda: derived.jvp(name, wrt=[0])(*[np.ones(3, np.float32)] * 6))  # fmt: skip


def raising():
    x = jnp.ones(3)
    model = sg.from_jax(lambda x, c: (never(c) * x).sum(), x, x)
    check("a rule that raises, unused", np.array_equal(model.value_and_grad()(x, x)[1], 2 * x))
    refuse(
        "used", "jvp.raises_RuntimeError_not_differentiable", lambda: model.jvp("main", wrt=[1])(*[np.ones(3, np.float32)] * 3)
    )
    model = sg.from_jax(lambda x, c: (forward_only(c) * x).sum(), x, x)
    check("a backward rule that raises, unused", np.array_equal(model.value_and_grad()(x, x)[1], 3 * x))
    refuse("used backward", "raises_RuntimeError_not_differentiable", lambda: model.value_and_grad(wrt=1)(x, x))


def sigmoids():
    """Checks that no derivative is NaN if the exponential of the argument overflows."""
    for dtype in (jnp.float32, jnp.float16, jnp.bfloat16):
        x = jnp.asarray([-1000.0, -90.0, -12.0, 0.0, 12.0, 90.0], dtype)
        for name, f in (
            ("sigmoid", jax.nn.sigmoid),
            ("silu", jax.nn.silu),
            ("glu", lambda x: jax.nn.glu(jnp.concatenate([x, x]))),
        ):
            value, ours = sg.from_jax(lambda x: f(x).astype(jnp.float32).sum(), x).value_and_grad()(x)
            theirs = jax.grad(lambda x: f(x).astype(jnp.float32).sum())(x)
            tolerance = 1e-5 if dtype == jnp.float32 else 4e-2
            same = np.allclose(ours.astype(jnp.float32), theirs.astype(jnp.float32), rtol=tolerance, atol=tolerance / 100)
            check(f"{name} of {jnp.dtype(dtype).name}", same)


SPECIAL = {
    "arcsinh": (jnp.arcsinh, [0.0, -1e4, 2.0]),
    "exact gelu": (lambda x: jax.nn.gelu(x, approximate=False), [0.0, 1.0, -3.0]),
    "gammaln": (jax.scipy.special.gammaln, [1.0, 2.0, 0.5, 10.0]),
    "digamma": (jax.scipy.special.digamma, [1.0, 2.0, 0.5]),
    "erfinv": (jax.scipy.special.erfinv, [0.0, 0.5, -0.9]),
    "i0e": (jax.scipy.special.i0e, [0.5, 3.0, -3.0]),
    "i1e": (jax.scipy.special.i1e, [0.0, 1.0, -3.0]),
    "beta": (lambda x: jax.scipy.stats.beta.logpdf(0.3, x, 1.0), [1.0, 2.0]),
}


def special():
    """Uses JAX's derivatives, of second order too, not the derivatives of iree-compile's series."""
    for name, (f, points) in SPECIAL.items():
        x = np.array(points, np.float32)
        model = sg.from_jax(lambda x: f(x).sum(), x)
        first, second = (jax.vmap(g)(x) for g in (jax.grad(f), jax.grad(jax.grad(f))))
        ours = model.value_and_grad()(x)[1]
        twice = model.hessian_vector_product("main", wrt=0)(x, np.ones_like(x))
        check(name, np.allclose(ours, first, 1e-4, 1e-5) and np.allclose(twice, second, 1e-3, 1e-4))
    model = sg.from_jax(lambda x: jax.scipy.special.gammaln(x).sum(), x, dynamic_shapes=("n",))
    check("of any size", np.allclose(model.value_and_grad()(x)[1], jax.scipy.special.digamma(x), 1e-4))


def twice():
    """Calls jnp.take_along_axis twice: iree-compile rejects two calls of its function."""
    random = np.random.default_rng(0)
    s, t = (jnp.asarray(random.normal(size=(25, 3)), jnp.float32) for _ in range(2))
    at = jnp.arange(25) % 3

    def f(s, t, at):
        return (jnp.take_along_axis(s, at[:, None], 1) * jnp.take_along_axis(t, at[:, None], 1)).sum()

    value, gradient = sg.from_jax(f, s, t, at).value_and_grad()(s, t, at)
    check("two calls", np.allclose(value, f(s, t, at), rtol=1e-5) and np.allclose(gradient, jax.grad(f)(s, t, at)))


endless()
raising()
sigmoids()
special()
twice()
print(f"{failures} failed")
sys.exit(failures != 0)
