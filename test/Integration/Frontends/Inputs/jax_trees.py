"""Passes trees of parameters to from_jax: flax's, for a module with dropout, and optax's."""

import sys

import flax.linen as nn
import jax
import jax.numpy as jnp
import numpy as np
import optax
import sg

jax.config.update("jax_enable_x64", True)
failures = 0


def check(name, is_right):
    global failures
    failures += not is_right
    print(f"{'equal' if is_right else 'FAILED'}: {name}")


def check_close(name, ours, theirs, tolerance=1e-12):
    def is_close(a, b):
        a, b = np.asarray(a), np.asarray(b)
        return a.shape == b.shape and a.dtype == b.dtype and bool(np.all(np.abs(a - b) <= tolerance * max(1, np.abs(b).max(initial=0))))

    is_same_tree = jax.tree.structure(ours) == jax.tree.structure(theirs)
    check(name, is_same_tree and jax.tree.all(jax.tree.map(is_close, ours, theirs)))


def refuse(name, message, call):
    try:
        call()
    except sg.ArgumentError as error:
        check(name, message in str(error))
        if message not in str(error):
            print(error)
    else:
        check(f"{name}: not refused", False)


class Network(nn.Module):
    @nn.compact
    def __call__(self, x):
        x = nn.tanh(nn.Dense(8, param_dtype=jnp.float64)(x))
        return nn.Dense(3, param_dtype=jnp.float64)(x)


def loss(parameters, batch, scale):
    logits = Network().apply(parameters, batch["images"])
    cost = -jnp.take_along_axis(jax.nn.log_softmax(logits), batch["labels"][:, None], 1).mean() * scale
    return cost, {"logits": logits}


random = np.random.default_rng(0)
batch = {"images": random.normal(size=(6, 5)), "labels": random.integers(0, 3, 6)}
parameters = Network().init(jax.random.key(0), batch["images"])
names = [f"0/params/Dense_{i}/{part}" for i in (0, 1) for part in ("bias", "kernel")]

model = sg.from_jax(loss, parameters, batch, 2.0)
check("names", model.trees.names == [*names, "1/images", "1/labels", "2"])
check_close("value", model.value()(parameters, batch, 2.0), loss(parameters, batch, 2.0))
on_numpy = model.value()(jax.tree.map(np.asarray, parameters), batch, 2.0)
check("arrays of numpy give arrays of numpy", isinstance(on_numpy[1]["logits"], np.ndarray))
check("arrays of JAX give arrays of JAX", isinstance(model.value()(parameters, batch, 2.0)[0], jax.Array))
gradient = jax.value_and_grad(loss, (0, 2), has_aux=True)
check_close("gradients", model.value_and_grad()(parameters, batch, 2.0), jax.value_and_grad(loss, has_aux=True)(parameters, batch, 2.0))
check_close("of two arguments", model.value_and_grad(wrt=(0, 2))(parameters, batch, 2.0), gradient(parameters, batch, 2.0))
chosen = model.value_and_grad(wrt=[names[3], names[0]])(parameters, batch, 2.0)[1]
expected = gradient(parameters, batch, 2.0)[1][0]["params"]
check_close("by name", chosen, {names[0]: expected["Dense_0"]["bias"], names[3]: expected["Dense_1"]["kernel"]})
check_close("by position", model.value_and_grad("main", wrt=0)(*jax.tree.leaves((parameters, batch, 2.0)))[1], np.asarray(expected["Dense_0"]["bias"]))

free = sg.from_jax(loss, parameters, batch, 2.0, dynamic_shapes=(None, {"images": "n, 5", "labels": "n"}, None))
for n in (1, 6):
    some = jax.tree.map(lambda x: x[:n], batch)  # noqa: B023
    check_close(f"any number of rows, {n}", free.value_and_grad()(parameters, some, 2.0)[1], jax.grad(loss, has_aux=True)(parameters, some, 2.0)[0])

for kind, make, options in (
    ("adamw", lambda: optax.adamw(0.05, weight_decay=0.1), {"weight_decay": 0.1}),
    ("sgd", lambda: optax.sgd(0.05, momentum=0.9), {"momentum": 0.9}),
    ("adamw", lambda: optax.adamw(0.05, weight_decay=0.1, mask=lambda p: jax.tree.map(lambda x: x.ndim > 1, p)),
     {"weight_decay": 0.1, "without_decay": ["params/Dense_0/bias", "params/Dense_1/bias"]}),
):  # fmt: skip
    step = sg.training_step(free, kind, learning_rate=0.05, **options)
    ours, theirs = jax.tree.map(np.array, parameters), parameters
    optimizer_state, optimizer = step.init(ours), make()
    state = optimizer.init(theirs)
    for n in (6, 3, 6, 2):
        some = jax.tree.map(lambda x: x[:n], batch)  # noqa: B023
        result = step(ours, optimizer_state, some, 1.5)
        expected, gradients = jax.value_and_grad(loss, has_aux=True)(theirs, some, 1.5)
        updates, state = optimizer.update(gradients, state, theirs)
        theirs = optax.apply_updates(theirs, updates)
        check_close(f"{kind}, the loss", result, jax.tree.map(np.asarray, expected))
    check_close(f"{kind} {options}", ours, jax.tree.map(np.asarray, theirs))
part = sg.training_step(free, "sgd", learning_rate=0.05, wrt=["params/Dense_1/kernel"])
ours = jax.tree.map(np.array, parameters)
part(ours, part.init(ours), batch, 1.0)
check("one leaf is trained", not np.array_equal(ours["params"]["Dense_1"]["kernel"], parameters["params"]["Dense_1"]["kernel"])
      and np.array_equal(ours["params"]["Dense_0"]["kernel"], parameters["params"]["Dense_0"]["kernel"]))  # fmt: skip

refuse("another tree", "the arguments lack '1/labels'", lambda: model.value()(parameters, {"images": batch["images"]}, 1.0))
refuse("more of it", "the arguments have '1/more', which", lambda: model.value()(parameters, {**batch, "more": 1.0}, 1.0))
refuse("fewer arguments", "the function has 3 arguments, the call 2", lambda: model.value()(parameters, batch))
refuse("no such leaf", "the function has no '0/x': it has 0/params", lambda: model.value_and_grad(wrt="0/x"))
refuse("no such argument", "there is no argument 3: the function has 3", lambda: model.value_and_grad(wrt=3))
refuse("integers", "'1/labels' is of int64, which has no gradient", lambda: model.value_and_grad(wrt=1))
refuse("arrays of JAX in training", "cannot be updated by a step", lambda: part(parameters, part.init(ours), batch, 1.0))
refuse("another tree of parameters", "the parameters are the tree", lambda: part.init({"params": 1.0}))
print(f"{failures} failed")
sys.exit(failures != 0)
