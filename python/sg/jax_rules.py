"""JAX functions with custom derivative rules, as functions whose rule is an attribute.

`reduce_precision` and special functions also get rules, since JAX and IREE lower these ops to
integer arithmetic and series.
"""

import re
from typing import Any, Callable, Mapping, NamedTuple, Sequence

from .jax_lowerings import Lowerings

# Maximum nesting depth of imported rules. A derivative of order n needs depth n. The nesting can be
# infinite, as in jnp.sinc, whose rule calls functions with rules.
_MAX_ORDER = 4


def has_derivative(aval):
    import jax.numpy as jnp

    return jnp.issubdtype(aval.dtype, jnp.floating)


class PendingFunction(NamedTuple):
    """A function that JAX must still lower, as the function `name` of the program."""

    name: str
    function: Callable
    arguments: Sequence[Any]
    visibility: str = ""
    attributes: str = ""
    outer: Mapping[str, str] = {}
    is_plain: bool = False


class Rules(Lowerings):
    """Lowerings of functions with rules. Subclasses lower the functions in `pending`."""

    def __init__(self):
        super().__init__()
        self.rules = {}  # callee and argument types -> name of the function
        self.outer = {}  # functions whose rules enclose this function: program -> name
        self.is_plain = False  # lower reduce_precision and special functions without a rule
        self.pending = []  # functions to lower; JAX lowers one program at a time

    def _lower_rule(self, primitive, ctx, *arguments, **params):
        from jax._src.interpreters import mlir

        types = [mlir.aval_to_ir_type(ctx.module_context, aval) for aval in ctx.avals_out]
        key = (id(params["call_jaxpr"]), tuple(map(str, ctx.avals_in)))
        if key not in self.rules:
            # Keep the params alive, because their ids are keys.
            self.rules[key] = (self._add_rule(primitive, params, ctx), params)
        return self._call(self.rules[key][0], arguments, types)

    def _lower_reduce_precision(self, ctx, x, **bits):
        """Calls a function whose rule also reduces the precision of the tangent or cotangent."""
        import jax
        from jax import lax
        from jax._src.interpreters import mlir

        if self.is_plain:  # lower the body of the called function
            return mlir._lowerings[lax.reduce_precision_p].rule(ctx, x, **bits)
        (aval,) = ctx.avals_in
        key = ("reduce_precision", str(aval), *bits.values())
        if key not in self.rules:
            name = f"sg.rule.{len(self.rules)}"
            self.rules[key] = name, None

            def reduce(x):
                return lax.reduce_precision(x, **bits)

            struct = jax.ShapeDtypeStruct(aval.shape, aval.dtype)
            parts = {
                "jvp": (lambda x, tangent: (reduce(x), reduce(tangent)), [struct, struct]),
                "forward": (reduce, [struct]),
                "backward": (reduce, [struct]),
            }
            for part, (function, arguments) in parts.items():
                self.pending.append(PendingFunction(f"{name}.{part}", function, arguments, "private "))
            rules = (
                f"grad.custom_jvp = @{name}.jvp, "
                f"grad.custom_vjp = {{forward = @{name}.forward, backward = @{name}.backward}}"
            )
            attributes = f" attributes {{no_inline, {rules}}}"
            self.pending.append(PendingFunction(name, reduce, [struct], "private ", attributes, is_plain=True))
        return self._call(self.rules[key][0], [x], [mlir.aval_to_ir_type(ctx.module_context, aval)])

    def _lower_special(self, primitive, ctx, x, **params):
        """Calls a function with JAX's rule. iree-compile lowers the op to a series, whose
        derivative is wrong or missing where pieces of the series meet."""
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

            struct = jax.ShapeDtypeStruct(aval.shape, aval.dtype)
            self.pending.append(PendingFunction(f"{name}.jvp", jvp, [struct, struct], "private "))
            attributes = f" attributes {{no_inline, grad.custom_jvp = @{name}.jvp}}"
            self.pending.append(PendingFunction(name, function, [struct], "private ", attributes, is_plain=True))
        return self._call(self.rules[key][0], [x], [mlir.aval_to_ir_type(ctx.module_context, aval)])

    def _declare(self, name, ctx, avals_in, avals_out):
        """Adds a function without body, whose name the linker reports if a derivative needs it."""
        from jax import core
        from jax._src.interpreters import mlir

        def types(avals):
            # linalg requires signless integers.
            shaped = (core.ShapedArray(aval.shape, aval.dtype) for aval in avals)
            texts = (str(mlir.aval_to_ir_type(ctx.module_context, aval)) for aval in shaped)
            return ", ".join(type_.replace("xui", "xi").replace("<ui", "<i") for type_ in texts)

        self.functions.append(f"func.func private @{name}({types(avals_in)}) -> ({types(avals_out)})\n")

    def _add_rule(self, primitive, params, ctx):
        """Adds the called function and its rule. Returns the function's name.

        If tracing a rule raises, or a rule needs derivatives above order `_MAX_ORDER`, the rule
        becomes a function without body. Only programs that need this rule then fail.
        """
        import jax
        import numpy as np
        from jax._src import core
        from jax._src.custom_derivatives import custom_jvp_call_p

        avals_in, avals_out = ctx.avals_in, ctx.avals_out
        differentiable_inputs = [i for i, aval in enumerate(avals_in) if has_derivative(aval)]
        differentiable_outputs = [i for i, aval in enumerate(avals_out) if has_derivative(aval)]

        def zero(aval):
            """Returns the tangent of a value without derivative. The sizes of `aval` must be
            integers, not tracers."""
            return np.zeros(aval.shape, jax.dtypes.float0)

        def called(*xs):
            return primitive.bind(*xs, **primitive.get_bind_params(params))

        def jvp(*xs_and_tangents):
            xs, given_tangents = xs_and_tangents[: len(avals_in)], xs_and_tangents[len(avals_in) :]
            tangents = [None if i in differentiable_inputs else zero(aval) for i, aval in enumerate(avals_in)]
            for i, tangent in zip(differentiable_inputs, given_tangents):
                tangents[i] = tangent
            ys, tangents_out = jax.jvp(called, xs, tuple(tangents))
            return [*ys, *(tangents_out[i] for i in differentiable_outputs)]

        def forward(*xs):
            # Call jax.vjp, because the derivative of the bound function would be this rule.
            return [*jax.vjp(called, *xs)[0], *xs]

        def backward(*xs_and_cotangents):
            xs, given_cotangents = xs_and_cotangents[: len(avals_in)], xs_and_cotangents[len(avals_in) :]
            cotangents = [None if i in differentiable_outputs else zero(aval) for i, aval in enumerate(avals_out)]
            for i, cotangent in zip(differentiable_outputs, given_cotangents):
                cotangents[i] = cotangent
            gradients = jax.vjp(called, *xs)[1](cotangents)
            return [gradients[i] for i in differentiable_inputs]

        shapes = [jax.ShapeDtypeStruct(aval.shape, aval.dtype) for aval in avals_in]
        derivatives_in = [shapes[i] for i in differentiable_inputs]
        derivatives_out = [jax.ShapeDtypeStruct(avals_out[i].shape, avals_out[i].dtype) for i in differentiable_outputs]
        body = core.jaxpr_as_fun(params["call_jaxpr"])
        if primitive is custom_jvp_call_p:
            functions = {"jvp": (jvp, [*shapes, *derivatives_in], [*avals_out, *derivatives_out])}
            rule = "grad.custom_jvp = @{0}.jvp{1}"
        else:
            functions = {
                "forward": (forward, shapes, [*avals_out, *shapes]),
                "backward": (backward, [*shapes, *derivatives_out], derivatives_in),
            }
            rule = "grad.custom_vjp = {{forward = @{0}.forward{1}, backward = @{0}.backward{1}}}"
        parts, missing = {}, ""
        if len(self.outer) >= _MAX_ORDER:
            missing = f".derivatives_of_order_above_{_MAX_ORDER}_are_not_imported"
        else:
            try:
                parts = {part: jax.make_jaxpr(f)(*arguments) for part, (f, arguments, _) in functions.items()}
            except Exception as error:  # the user's rule raised, but may never be needed
                missing = ".raises_" + re.sub(r"\W+", "_", f"{type(error).__name__}: {error}")[:100].strip("_")
        # A rule may call the function to which the rule belongs. JAX traces this function anew each
        # time, so compare the texts of its program and its rule.
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
            self.pending.append(
                PendingFunction(f"{name}.{part}", core.jaxpr_as_fun(jaxpr), arguments, "private ", outer=outer)
            )
        rule = f" attributes {{no_inline, {rule.format(name, missing)}}}"
        self.pending.append(PendingFunction(name, body, shapes, "private ", rule, outer))
        return name
