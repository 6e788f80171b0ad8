"""Tests masks and unsigned integers of JAX and ONNX: products, results, arguments, orders."""

import jax
import jax.numpy as jnp
import numpy as np
import sg
from checks import check, finish, refuse, same
from jax import lax

jax.config.update("jax_enable_x64", True)
random = np.random.default_rng(0)


W, H = (jnp.asarray(random.normal(size=shape)) for shape in ((3, 4), (2, 4)))
B, C = (jnp.asarray(random.normal(size=shape)) for shape in ((5, 3, 4), (5, 2, 4)))
IMAGE, KERNEL = (jnp.asarray(random.normal(size=shape)) for shape in ((1, 2, 6, 6), (3, 2, 3, 3)))
U = jnp.asarray([[250, 3, 130, 7], [0, 255, 128, 127]], jnp.uint8)
V = jnp.asarray(random.integers(0, 256, (4, 3)), jnp.uint8)
DOT = (((1,), (0,)), ((), ()))


def pixels(x):
    return (x * 40 + 128).astype(jnp.uint8)


# iree-compile merges these casts into linalg.matmul and similar ops with signed operands.
PRODUCTS = {
    "mask on the left": (lambda w, h: (h > 0).astype(w.dtype) @ w.T, W, H),
    "mask on the right": (lambda w, h: w @ (h > 0).astype(w.dtype).T, W, H),
    "mask times vector": (lambda w, h: w @ (h[0] > 0).astype(w.dtype), W, H),
    "two masks": (lambda w, h: (h > 0).astype(jnp.int32) @ (w > 0).astype(jnp.int32).T, W, H),
    "masks as they are": (lambda w, h: (h > 0) @ (w > 0).T, W, H),
    "einsum": (lambda b, c: jnp.einsum("bij,bkj->bik", b, (c > 0).astype(b.dtype)), B, C),
    "bf16": (lambda w, h: ((h > 0).astype(jnp.bfloat16) @ w.astype(jnp.bfloat16).T).astype(jnp.float32), W, H),
    "convolution of a mask": (lambda x, k: lax.conv((x > 0).astype(x.dtype), k, (1, 1), "SAME"), IMAGE, KERNEL),
    "convolution with a mask": (lambda x, k: lax.conv(x, (k > 0).astype(x.dtype), (1, 1), "VALID"), IMAGE, KERNEL),
    "convolution of uint8": (lambda x, k: lax.conv(pixels(x).astype(x.dtype), k, (1, 1), "VALID"), IMAGE, KERNEL),
    "uint8 times float": (lambda u, w: u.astype(w.dtype) @ w.T, U, W),
    "uint8 to int32": (lambda u, v: lax.dot_general(u, v, DOT, preferred_element_type=jnp.int32), U, V),
    "sums of masks": (lambda w, h: jnp.stack([(h > 0).sum(), (w > 0).astype(jnp.int64).sum()]), W, H),
}
UNSIGNED = {
    "sums": lambda u, v: (u + 1, u - jnp.uint8(9), u.sum(1), jnp.cumsum(u, 1), -u),
    "quotients": lambda u, v: (u // jnp.uint8(3), u % jnp.uint8(7), u >> jnp.uint8(1)),
    "orders": lambda u, v: (u.max(1), u.argmin(1), jnp.sort(u, 1), *lax.top_k(u, 2), u < jnp.uint8(129)),
    "conversions": lambda u, v: (u.astype(jnp.float32), u.astype(jnp.uint32), u.astype(jnp.int8), u.astype(jnp.uint64)),
    "windows": lambda u, v: lax.reduce_window(u, jnp.uint8(0), lax.max, (1, 2), (1, 1), "VALID"),
    "keys": lambda u, v: jax.random.split(jax.random.PRNGKey(0)),
}


def of_jax():
    for name, (f, *arguments) in PRODUCTS.items():
        expected = f(*arguments)
        check(name, same(sg.from_jax(f, *arguments).value()(*arguments), expected))
        if not jnp.issubdtype(expected.dtype, jnp.floating):
            continue
        wrt = 1 if arguments[0].dtype == jnp.uint8 else 0
        factor = jnp.arange(expected.size, dtype=jnp.float64).reshape(expected.shape)

        def loss(*arguments):
            return (f(*arguments) * factor).sum()

        ours = sg.from_jax(loss, *arguments).value_and_grad(wrt=wrt)(*arguments)[1]
        check(f"gradient, {name}", same(ours, jax.grad(loss, wrt)(*arguments)))
    for name, f in UNSIGNED.items():
        ours, theirs = (jax.tree.leaves(g(U, V)) for g in (sg.from_jax(f, U, V).value(), f))
        check(f"uint8, {name}", all(map(same, ours, theirs)))


def calls():
    """Checks the signedness of arguments and results, in derivatives too."""
    model = sg.from_jax(lambda x, u: ((x**3).sum() * u[0, 0], u + 1), H[0], U)
    (value, more), gradient = model.value_and_grad()(H[0], U)
    check("beside a gradient", same(more, U + 1) and same(gradient, 750 * H[0] ** 2))
    x, u = np.asarray(H[0]), np.asarray(U)
    check("forward mode", same(model.jvp("main", wrt=0)(x, u, x)[0][1], u + 1))
    check("lists", same(model["main"](x, u.tolist())[1], u + 1))
    refuse("another sign", "argument 1 has elements of int8, the function has uint8: convert it",
           sg.ArgumentError, lambda: model.value()(x, u.view(np.int8)))  # fmt: skip
    out = [None, np.zeros(u.shape, np.int8)]
    refuse("another sign of out", "result 1 has elements of int8", sg.ArgumentError, lambda: model["main"](x, u, out=out))
    refuse(
        "a negative number", "a value is out of the range of uint8", sg.ArgumentError, lambda: model["main"](x, (-u.astype(int)).tolist())
    )
    anywhere = sg.from_jax(lambda u: u + 1, U[0], dynamic_shapes=("n",))
    check("any size", same(anywhere.value()(U[0, :3]), U[0, :3] + 1))
    step = sg.training_step(sg.from_jax(lambda p, u: ((p * u).sum(), u + 1), x, U[0]), "sgd")
    parameters = x.copy()
    check("training step", same(step(parameters, step.init(parameters), u[0])[1], u[0] + 1))
    check("sg.jax.function", same(sg.jax.function(lambda u: u + 1)(U), U + 1))


def leaves():
    """Passes leaves whose form differs in native code: typed keys, bf16, NumPy's int64."""

    def draw(x, key):
        return (x * jax.random.normal(key, x.shape)).sum(), jax.random.split(key)

    key = jax.random.key(3)
    model = sg.from_jax(draw, H, key)
    (value, keys), gradient = model.value_and_grad()(H, key)
    check("typed keys", bool((keys == jax.random.split(key)).all()) and same(gradient, jax.random.normal(key, H.shape)))
    check("a key of results", same(model.value()(H, keys[1])[0], draw(H, keys[1])[0]))
    inside = sg.from_jax(lambda x: x * jax.random.normal(jax.random.split(jax.random.key(3))[0], x.shape), H)
    check("typed keys inside", same(inside.value()(H), H * jax.random.normal(jax.random.split(key)[0], H.shape)))
    b = jnp.ones(3, jnp.bfloat16)
    value, gradient = sg.from_jax(lambda x: (x * x).sum(), b).value_and_grad()(b)
    check("bf16", value.dtype == gradient.dtype == jnp.bfloat16 and float(gradient[0]) == 2)
    with jax.enable_x64(False):
        y, w = np.array([0, 1, 2]), np.linspace(0, 1, 4)
        f = sg.from_jax(lambda w, y, s: w[y].sum() * s, w, y, 2.0)
        check("numpy's types", float(f.value()(w, y, 2.0)) == 2)


def of_onnx():
    from onnx import TensorProto, helper

    def model(op, **attributes):
        node = helper.make_node(op, ["a", "b"] if op != "Transpose" else ["a"], ["c"], name="n", **attributes)
        values = [helper.make_tensor_value_info(name, TensorProto.UINT8, [2]) for name in "abc"]
        return helper.make_model(
            helper.make_graph([node], "g", values[:2], values[2:]), opset_imports=[helper.make_opsetid("", 17)]
        )

    u = np.array([250, 3], np.uint8)
    check("ONNX", same(sg.from_onnx(model("Transpose", perm=[0]))["main"](u, u), u))
    refuse(
        "a quotient of ONNX",
        "the node 'n' of type 'Div' computes with unsigned integers",
        ValueError,
        lambda: sg.from_onnx(model("Div")),
    )


of_jax()
calls()
leaves()
of_onnx()
finish()
