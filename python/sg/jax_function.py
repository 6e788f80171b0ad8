"""JAX functions as native code, with their derivatives.

    loss = sg.jax.function(loss)
    gradients = jax.jit(jax.grad(loss))(parameters, images, labels)

`sg.jax` is this file. Calls need jax and iree-base-compiler.
"""

import functools
import hashlib
import os

from .errors import ArgumentError
from .from_jax import from_jax_text
from .jax_leaves import split_key
from .library import library
from .module import load

_TARGET = "sg_call"
# Compiled XLA programs may call these executables until the process ends.
_kept: dict = {}


@functools.lru_cache(maxsize=None)
def _register():
    import jax

    jax.ffi.register_ffi_target(_TARGET, jax.ffi.pycapsule(library().sgXlaFfiCall), platform="cpu")


def _key(*parts) -> int:
    digest = hashlib.sha256("\0".join(map(str, parts)).encode()).digest()
    return int.from_bytes(digest[:8], "little", signed=True)


def _as_struct(type_):
    import jax
    import jax.numpy as jnp

    return jax.ShapeDtypeStruct(type_.shape, jnp.dtype(type_.dtype))


def _refuse_derivative(*_):
    raise NotImplementedError(
        "sg.jax.function has no second derivatives: use sg.from_jax for a gradient of a gradient"
    )


class _Native:
    """A compiled function that XLA calls by its FFI."""

    def __init__(self, module, name, threads, text_key):
        _register()
        self.key = _key(text_key, name, threads)
        if self.key not in _kept:
            _kept[self.key] = module.function(name, threads)
            library().sgXlaFfiSetExecutable(self.key, _kept[self.key]._handle)
        self.types = _kept[self.key].results

    def call(self, structs, arguments):
        import jax
        import numpy as np

        @jax.custom_vjp
        def call(*arguments):
            native = jax.ffi.ffi_call(_TARGET, structs, vmap_method="sequential")
            return native(*arguments, executable=np.int64(self.key))

        call.defvjp(_refuse_derivative, _refuse_derivative)
        return call(*arguments)


class _Program:
    """A function of leaves with fixed types, and its gradients with respect to a set of leaves."""

    def __init__(self, function, types, results, threads):
        import jax.numpy as jnp

        text = from_jax_text(function, *types)
        self.module, self.text_key, self.threads = load(text), _key(text), threads
        self.types, self.results = types, results
        self.is_float = [jnp.issubdtype(type_.dtype, jnp.floating) for type_ in results]
        self.parts = {}

    def value(self, leaves):
        return self._native(self.module, "main").call(self.results, leaves)

    def _native(self, module, name, *more):
        return _Native(module, name, self.threads, _key(self.text_key, *more))

    def _split(self, wrt):
        """Returns the forward and backward half of the derivative. If the residuals have dynamic
        sizes, forward is None, and backward computes the whole derivative."""
        if wrt not in self.parts:
            request = f"function=main wrt={','.join(map(str, wrt))}"
            module = self.module.run(
                f"builtin.module(grad-request-derivative{{mode=split name=main_split {request}}},"
                "grad-expand-derivatives)"
            )
            forward = self._native(module, "main_split_fwd", wrt)
            backward = self._native(module, "main_split_bwd", wrt)
            residuals = forward.types[len(self.results) :]
            if any(None in type_.shape for type_ in residuals):
                forward, backward = None, self._native(
                    self.module.run(
                        f"builtin.module(grad-request-derivative{{mode=vjp name=main_vjp {request}}},"
                        "grad-expand-derivatives)"
                    ),
                    "main_vjp", wrt,
                )  # fmt: skip
            self.parts[wrt] = forward, backward
        return self.parts[wrt]

    def forward(self, wrt, leaves):
        """Returns the results and the residuals."""
        forward, _ = self._split(wrt)
        if forward is None:
            return self.value(leaves), leaves
        structs = [*self.results, *map(_as_struct, forward.types[len(self.results) :])]
        values = forward.call(structs, leaves)
        return values[: len(self.results)], values[len(self.results) :]

    def backward(self, wrt, residuals, cotangents):
        """Returns the gradients of `wrt`."""
        forward, backward = self._split(wrt)
        structs = [self.types[i] for i in wrt]
        if forward is None:
            structs = [*self.results, *structs]
        float_cotangents = [c for c, is_float in zip(cotangents, self.is_float) if is_float]
        return backward.call(structs, [*residuals, *float_cotangents])[-len(wrt) :]


def _make_differentiable(program):
    """Returns a JAX function of leaves with a custom derivative."""
    import jax
    import jax.numpy as jnp
    import numpy as np
    from jax.custom_derivatives import SymbolicZero

    @jax.custom_vjp
    def call(*leaves):
        return tuple(program.value(leaves))

    def forward(*leaves):
        wrt = tuple(
            i for i, leaf in enumerate(leaves) if leaf.perturbed and jnp.issubdtype(leaf.value.dtype, jnp.floating)
        )
        values = [leaf.value for leaf in leaves]
        if not wrt:
            return tuple(program.value(values)), (_Static(()), ())
        results, residuals = program.forward(wrt, values)
        return tuple(results), (_Static(wrt), tuple(residuals))

    def backward(residuals, cotangents):
        wrt, residuals = residuals[0].value, residuals[1]
        cotangents = [
            jnp.zeros(type_.shape, type_.dtype) if isinstance(cotangent, SymbolicZero) else cotangent
            for cotangent, type_ in zip(cotangents, program.results)
        ]
        gradients = dict(zip(wrt, program.backward(wrt, residuals, cotangents) if wrt else ()))
        return tuple(
            gradients.get(i, np.zeros(type_.shape, jax.dtypes.float0))
            if not jnp.issubdtype(type_.dtype, jnp.floating) or i in gradients
            else jnp.zeros(type_.shape, type_.dtype)
            for i, type_ in enumerate(program.types)
        )

    call.defvjp(forward, backward, symbolic_zeros=True)
    return call


class _Static:
    """Trace-time data among the residuals: a tree node without leaves."""

    def __init__(self, value):
        self.value = value


@functools.lru_cache(maxsize=None)
def _register_static():
    import jax

    jax.tree_util.register_pytree_node(_Static, lambda s: ((), s.value), lambda value, _: _Static(value))


def _as_leaf(value, path):
    """Returns an array for XLA, and a function that converts it back for `f`, or None."""
    import jax.numpy as jnp

    if isinstance(value, str) or not hasattr(value, "dtype") and not isinstance(value, (bool, int, float)):
        raise ArgumentError(f"argument {path} is {type(value).__name__}, not an array: bind constants in a lambda")
    data, wrap = split_key(value)
    return (data, wrap) if wrap else (jnp.asarray(value), None)


def function(f, threads=None):
    """Returns a JAX function that computes `f` and its gradients by native code.

    `f` takes and returns arrays, or trees of arrays, on the CPU. The returned function works under
    `jit`, `grad`, `vjp`, `value_and_grad`, in loops and with optax. Native code operates on XLA's
    memory. `vmap` of the function calls native code once per element, while `vmap` inside `f` is
    part of one program. Tracing with new types, sizes, or differentiated arguments compiles the
    function. `threads` is the number of threads per call, by default one per processor.

    Arrays that `f` captures are constants, so pass changing values as arguments. Second derivatives
    raise NotImplementedError, and forward mode is an error of JAX. `sg.from_jax` supports both.
    Raises the errors of `from_jax`, and ArgumentError for an argument that is not an array.
    """
    import jax

    _register_static()
    threads = threads or len(os.sched_getaffinity(0))
    calls = {}

    @functools.wraps(f)
    def native(*arguments, **keywords):
        paths, tree = jax.tree_util.tree_flatten_with_path((arguments, keywords))
        arrays = [_as_leaf(value, jax.tree_util.keystr(path)) for path, value in paths]
        leaves = [leaf for leaf, _ in arrays]
        types = [jax.ShapeDtypeStruct(x.shape, x.dtype, weak_type=jax.typeof(x).weak_type) for x in leaves]
        kinds = tuple((t.shape, t.dtype, t.weak_type, str(wrap)) for t, (_, wrap) in zip(types, arrays))
        key = (tree, kinds, jax.config.jax_enable_x64)
        if key not in calls:

            def of_leaves(*leaves):
                values = [wrap(leaf) if wrap else leaf for leaf, (_, wrap) in zip(leaves, arrays)]
                positional, named = jax.tree_util.tree_unflatten(tree, values)
                return f(*positional, **named)

            closed, shapes = jax.make_jaxpr(of_leaves, return_shape=True)(*types)
            tracer = next((value for value in closed.consts if isinstance(value, jax.core.Tracer)), None)
            if tracer is not None:
                raise ArgumentError(
                    f"the function uses {tracer.aval.str_short()}, a captured value that JAX traces: pass it as an argument"
                )
            results, result_tree = jax.tree_util.tree_flatten(shapes)
            program = _Program(of_leaves, types, results, threads)
            calls[key] = _make_differentiable(program), result_tree
        call, result_tree = calls[key]
        return jax.tree_util.tree_unflatten(result_tree, call(*leaves))

    return native
