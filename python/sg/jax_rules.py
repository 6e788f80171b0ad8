"""Functions of JAX with a rule of their own for derivatives, as functions that have the rule by name.

`reduce_precision`, which becomes integer arithmetic, and special functions, which become series,
are such functions too.
"""

import re
from typing import Any, Callable, Mapping, NamedTuple, Sequence

from .jax_lowerings import Lowerings

# The largest number of nested rules that are imported. A rule may call functions that have
# rules, as the rule of jnp.sinc does without end; a derivative of order n needs n of them.
_MAX_ORDER = 4


def has_derivative(aval):
    import jax.numpy as jnp

    return jnp.issubdtype(aval.dtype, jnp.floating)


class Waiting(NamedTuple):
    """A function that JAX has still to lower, as the function `name` of the program."""

    name: str
    function: Callable
    arguments: Sequence[Any]
    visibility: str = ""
    attributes: str = ""
    outer: Mapping[str, str] = {}
    is_plain: bool = False


class Rules(Lowerings):
    """Lowerings of functions with rules. Who has them lowers what is `waiting`."""

    def __init__(self):
        super().__init__()
        self.rules = {}  # What is called -> the name of the function.
        self.outer = {}  # Of functions in whose rule this is: what they compute -> the name.
        self.is_plain = False  # Whether reduce_precision and special functions are what IREE makes of them.
        self.waiting = []  # What JAX has still to lower; it lowers one program at a time.

    def _lower_rule(self, primitive, ctx, *arguments, **params):
        from jax._src.interpreters import mlir

        types = [mlir.aval_to_ir_type(ctx.module_context, aval) for aval in ctx.avals_out]
        key = (id(params["call_jaxpr"]), tuple(map(str, ctx.avals_in)))
        if key not in self.rules:
            # With the params, so that they live and no others get their id.
            self.rules[key] = (self._add_rule(primitive, params, ctx), params)
        return self._call(self.rules[key][0], arguments, types)

    def _lower_reduce_precision(self, ctx, x, **bits):
        """The call of a function that reduces its tangent, or its cotangent, as itself."""
        import jax
        from jax import lax
        from jax._src.interpreters import mlir

        if self.is_plain:  # the body of that function
            return mlir._lowerings[lax.reduce_precision_p].rule(ctx, x, **bits)
        (aval,) = ctx.avals_in
        key = ("reduce_precision", str(aval), *bits.values())
        if key not in self.rules:
            name = f"sg.rule.{len(self.rules)}"
            self.rules[key] = name, None

            def reduce(x):
                return lax.reduce_precision(x, **bits)

            like = jax.ShapeDtypeStruct(aval.shape, aval.dtype)
            parts = {
                "jvp": (lambda x, tangent: (reduce(x), reduce(tangent)), [like, like]),
                "forward": (reduce, [like]),
                "backward": (reduce, [like]),
            }
            for part, (function, arguments) in parts.items():
                self.waiting.append(Waiting(f"{name}.{part}", function, arguments, "private "))
            rules = (
                f"grad.custom_jvp = @{name}.jvp, "
                f"grad.custom_vjp = {{forward = @{name}.forward, backward = @{name}.backward}}"
            )
            attributes = f" attributes {{no_inline, {rules}}}"
            self.waiting.append(Waiting(name, reduce, [like], "private ", attributes, is_plain=True))
        return self._call(self.rules[key][0], [x], [mlir.aval_to_ir_type(ctx.module_context, aval)])

    def _lower_special(self, primitive, ctx, x, **params):
        """The call of a function whose rule is JAX's: a series, which iree-compile makes of the op,
        has other derivatives at points where it is put together, or none."""
        import jax
        from jax._src.interpreters import mlir

        (aval,) = ctx.avals_in
        if self.is_plain or not has_derivative(aval):
            return mlir._lowerings[primitive].rule(ctx, x, **params)
        key = (primitive.name, str(aval), str(params))
        if key not in self.rules:
            name = f"sg.rule.{len(self.rules)}"
            self.rules[key] = name, None

            def function(x):
                return primitive.bind(x, **params)

            def jvp(x, tangent):
                return jax.jvp(function, (x,), (tangent,))

            like = jax.ShapeDtypeStruct(aval.shape, aval.dtype)
            self.waiting.append(Waiting(f"{name}.jvp", jvp, [like, like], "private "))
            attributes = f" attributes {{no_inline, grad.custom_jvp = @{name}.jvp}}"
            self.waiting.append(Waiting(name, function, [like], "private ", attributes, is_plain=True))
        return self._call(self.rules[key][0], [x], [mlir.aval_to_ir_type(ctx.module_context, aval)])

    def _declare(self, name, ctx, avals_in, avals_out):
        """Adds a function without body: whatever needs it is an error of the linker, with its name."""
        from jax import core
        from jax._src.interpreters import mlir

        def types(avals):
            # Integers of linalg have no sign.
            shaped = (core.ShapedArray(aval.shape, aval.dtype) for aval in avals)
            made = (str(mlir.aval_to_ir_type(ctx.module_context, aval)) for aval in shaped)
            return ", ".join(type_.replace("xui", "xi").replace("<ui", "<i") for type_ in made)

        self.functions.append(f"func.func private @{name}({types(avals_in)}) -> ({types(avals_out)})\n")

    def _add_rule(self, primitive, params, ctx):
        """Adds the function that is called, and its rule; returns its name.

        A rule that raises while JAX traces it, and one that would need rules for derivatives of an
        order above `_MAX_ORDER`, is a function without body: it raises when it is needed."""
        import jax
        import numpy as np
        from jax._src import core
        from jax._src.custom_derivatives import custom_jvp_call_p

        avals_in, avals_out = ctx.avals_in, ctx.avals_out
        moving = [i for i, aval in enumerate(avals_in) if has_derivative(aval)]
        coming = [i for i, aval in enumerate(avals_out) if has_derivative(aval)]

        def zero(aval):
            """Of what has no derivative; only its shape counts, which numpy wants as numbers."""
            return np.zeros(aval.shape, jax.dtypes.float0)

        def called(*xs):
            return primitive.bind(*xs, **primitive.get_bind_params(params))

        def jvp(*xs_and_tangents):
            xs, given = xs_and_tangents[: len(avals_in)], xs_and_tangents[len(avals_in) :]
            tangents = [None if i in moving else zero(aval) for i, aval in enumerate(avals_in)]
            for i, tangent in zip(moving, given):
                tangents[i] = tangent
            ys, slopes = jax.jvp(called, xs, tuple(tangents))
            return [*ys, *(slopes[i] for i in coming)]

        def forward(*xs):
            # Not the function itself, the derivative of which is the rule.
            return [*jax.vjp(called, *xs)[0], *xs]

        def backward(*xs_and_cotangents):
            xs, given = xs_and_cotangents[: len(avals_in)], xs_and_cotangents[len(avals_in) :]
            cotangents = [None if i in coming else zero(aval) for i, aval in enumerate(avals_out)]
            for i, cotangent in zip(coming, given):
                cotangents[i] = cotangent
            gradients = jax.vjp(called, *xs)[1](cotangents)
            return [gradients[i] for i in moving]

        shapes = [jax.ShapeDtypeStruct(aval.shape, aval.dtype) for aval in avals_in]
        slopes_in = [shapes[i] for i in moving]
        slopes_out = [jax.ShapeDtypeStruct(avals_out[i].shape, avals_out[i].dtype) for i in coming]
        body = core.jaxpr_as_fun(params["call_jaxpr"])
        if primitive is custom_jvp_call_p:
            functions = {"jvp": (jvp, [*shapes, *slopes_in], [*avals_out, *slopes_out])}
            rule = "grad.custom_jvp = @{0}.jvp{1}"
        else:
            functions = {
                "forward": (forward, shapes, [*avals_out, *shapes]),
                "backward": (backward, [*shapes, *slopes_out], slopes_in),
            }
            rule = "grad.custom_vjp = {{forward = @{0}.forward{1}, backward = @{0}.backward{1}}}"
        parts, missing = {}, ""
        if len(self.outer) >= _MAX_ORDER:
            missing = f".derivatives_of_order_above_{_MAX_ORDER}_are_not_imported"
        else:
            try:
                parts = {part: jax.make_jaxpr(f)(*arguments) for part, (f, arguments, _) in functions.items()}
            except Exception as error:  # Of the user's rule, which may never be needed.
                missing = ".raises_" + re.sub(r"\W+", "_", f"{type(error).__name__}: {error}")[:100].strip("_")
        # A rule may call its function, which JAX traces anew each time. Within
        # its own rule a function is known by what it computes, rule included.
        program = [params["call_jaxpr"], *parts.values()]
        text = repr([(str(p.jaxpr), [np.asarray(c).tobytes() for c in p.consts]) for p in program])
        if text in self.outer:
            return self.outer[text]
        name = f"sg.rule.{len(self.rules)}"
        if missing:
            for part, (_, arguments, results) in functions.items():
                self._declare(f"{name}.{part}{missing}", ctx, arguments, results)
        outer = {**self.outer, text: name}
        for part, jaxpr in parts.items():
            arguments = [jax.ShapeDtypeStruct(aval.shape, aval.dtype) for aval in jaxpr.in_avals]
            self.waiting.append(
                Waiting(f"{name}.{part}", core.jaxpr_as_fun(jaxpr), arguments, "private ", outer=outer)
            )
        rule = f" attributes {{no_inline, {rule.format(name, missing)}}}"
        self.waiting.append(Waiting(name, body, shapes, "private ", rule, outer))
        return name
