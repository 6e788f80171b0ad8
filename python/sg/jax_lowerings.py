"""Lowerings of JAX ops whose meaning or sizes would be lost in later steps.

`gather` would lose the clamping of indices, so indices are clamped first. The derivative of
`bitcast_convert_type` is zero in JAX, so the operand gets a stop. Scatters get windows that IREE
supports. Ops of dynamic size become calls of functions of upstream ops. IREE folds conversions into
products and treats masks and unsigned integers as signed, so these operands are converted first.
"""

from . import jax_dynamic
from .jax_refusals import refuse
from .jax_scatter import scatter_rows


def _is_unsigned(dtype):
    return dtype.kind in "bu"


def _default_rule(primitive):
    """Returns JAX's lowering rule for the CPU."""
    from jax._src.interpreters import mlir

    rules = mlir._platform_specific_lowerings["cpu"]
    return (rules[primitive] if primitive in rules else mlir._lowerings[primitive]).rule


class Lowerings:
    """Lowering rules. Subclasses provide `_call(name, arguments, types)` and `_lower_stop`."""

    def __init__(self):
        self.functions = []  # texts of functions
        self.dynamic = 0  # number of functions for ops of dynamic size

    def _lower_bitcast(self, ctx, x, **params):
        from jax import lax
        from jax._src.interpreters import mlir

        (stopped,) = self._lower_stop(ctx, x)
        return mlir._lowerings[lax.bitcast_convert_type_p].rule(ctx, stopped, **params)

    def _lower_convert(self, ctx, x, **params):
        """Puts a barrier after the conversion of a mask or an unsigned integer. Otherwise
        iree-compile folds the conversion into linalg.matmul, where `true` is -1."""
        from jax import lax
        from jaxlib.mlir.dialects import stablehlo

        converted = _default_rule(lax.convert_element_type_p)(ctx, x, **params)
        if not _is_unsigned(ctx.avals_in[0].dtype) or ctx.avals_in[0].dtype == ctx.avals_out[0].dtype:
            return converted
        return stablehlo.OptimizationBarrierOp(converted).results

    def _lower_product(self, primitive, ctx, lhs, rhs, **params):
        """Converts masks and unsigned integers to the type of the product first. The operands of
        linalg.matmul and of convolutions are signed."""
        from jax import lax
        from jax._src.interpreters import mlir

        dtype = ctx.avals_out[0].dtype
        if not any(_is_unsigned(aval.dtype) and aval.dtype != dtype for aval in ctx.avals_in):
            return _default_rule(primitive)(ctx, lhs, rhs, **params)

        def product(lhs, rhs):
            return primitive.bind(lax.convert_element_type(lhs, dtype), lax.convert_element_type(rhs, dtype), **params)

        return mlir.lower_fun(product, multiple_results=False)(ctx, lhs, rhs)

    def _lower_logistic(self, ctx, x, **params):
        """Lowers the logistic function to an exponential that does not overflow, so that its
        derivative is not NaN."""
        import jax.numpy as jnp
        from jax import lax
        from jax._src.interpreters import mlir

        if not jnp.issubdtype(ctx.avals_in[0].dtype, jnp.floating):
            return _default_rule(lax.logistic_p)(ctx, x, **params)

        def logistic(x):
            e = jnp.exp(jnp.where(x < 0, x, -x))
            return jnp.where(x < 0, e, jnp.ones((), x.dtype)) / (1 + e)

        return mlir.lower_fun(logistic, multiple_results=False)(ctx, x)

    def _lower_top_k(self, ctx, x, **params):
        """Flips the sign bit of unsigned integers. iree-compile compares all integers as signed."""
        import numpy as np
        from jax import lax
        from jax._src.interpreters import mlir

        dtype = ctx.avals_in[0].dtype
        if dtype.kind != "u":
            return _default_rule(lax.top_k_p)(ctx, x, **params)
        signed = np.dtype(f"int{8 * dtype.itemsize}")
        highest = np.array(np.iinfo(signed).min, signed)

        def top_k(x):
            values, indices = lax.top_k_p.bind(lax.bitcast_convert_type(x, signed) ^ highest, **params)
            return lax.bitcast_convert_type(values ^ highest, dtype), indices

        return mlir.lower_fun(top_k, multiple_results=True)(ctx, x)

    def _lower_gather(self, ctx, operand, indices, *, dimension_numbers, slice_sizes, mode, **params):
        """Clamps indices like stablehlo.gather, even if `mode` promises indices in bounds. With
        FILL_OR_DROP, JAX's rule masks elements out of bounds instead."""
        import jax
        import numpy as np
        from jax import core, lax
        from jax._src.interpreters import mlir

        shape, starts = ctx.avals_in
        if mode != lax.GatherScatterMode.FILL_OR_DROP and starts.size:
            largest = np.iinfo(starts.dtype).max

            def clamp(indices):
                max_start = [shape.shape[dim] - slice_sizes[dim] for dim in dimension_numbers.start_index_map]
                if all(isinstance(size, int) for size in (*max_start, *indices.shape)):
                    max_start = np.minimum(np.array(max_start, np.int64), largest).astype(starts.dtype)
                    max_start = np.broadcast_to(max_start, indices.shape)
                else:
                    max_start = [size if isinstance(size, int) else core.dimension_as_value(size) for size in max_start]
                    max_start = jax.numpy.stack([jax.numpy.asarray(size, starts.dtype) for size in max_start])
                    max_start = jax.numpy.broadcast_to(max_start, indices.shape)
                return lax.clamp(starts.dtype.type(0), indices, max_start)

            clamp = mlir.lower_fun(clamp, multiple_results=False)
            (indices,) = clamp(ctx.replace(avals_in=[starts], avals_out=[starts]), indices)
        call_results = self._call_dynamic(
            ctx, [operand, indices], lambda name, types, result: jax_dynamic.gather(
                name, *types, result, dimension_numbers, slice_sizes))  # fmt: skip
        return call_results or mlir._lowerings[lax.gather_p].rule(
            ctx, operand, indices, dimension_numbers=dimension_numbers, slice_sizes=slice_sizes, mode=mode, **params
        )

    def _call_dynamic(self, ctx, arguments, define):
        """Calls a function of upstream ops if IREE does not support the dynamic sizes."""
        from jax._src.interpreters import mlir

        avals = [*ctx.avals_in, *ctx.avals_out]
        if all(isinstance(size, int) for aval in avals for size in aval.shape):
            return None
        types, (result,) = [str(value.type) for value in arguments], [
            mlir.aval_to_ir_type(ctx.module_context, aval) for aval in ctx.avals_out
        ]
        if any("ui" in text for text in (*types, str(result))):
            return None
        name = f"sg.dynamic.{self.dynamic}"
        text = define(name, types, str(result))
        if text is None:
            return None
        self.dynamic += 1
        self.functions.append(text)
        return self._call(name, arguments, [result])

    def _lower_reshape(self, primitive, ctx, x, *sizes, **params):
        from jax._src.interpreters import mlir

        old, new = ctx.avals_in[0].shape, ctx.avals_out[0].shape
        return self._call_dynamic(
            ctx, [x], lambda name, types, result: jax_dynamic.reshape(name, *types, result, list(old), new)
        ) or mlir._lowerings[primitive].rule(ctx, x, *sizes, **params)

    def _lower_update_slice(self, ctx, operand, update, *starts):
        from jax import lax
        from jax._src.interpreters import mlir

        return self._call_dynamic(
            ctx, [operand, update, *starts], lambda name, types, _: jax_dynamic.update_slice(name, types[0], types[1], types[2:])
        ) or mlir._lowerings[lax.dynamic_update_slice_p].rule(ctx, operand, update, *starts)

    def _lower_scatter(self, primitive, ctx, operand, indices, updates, *, dimension_numbers, mode, **params):
        """Gives each row of a window its own index, and flattens the indices to one batch. IREE's
        scatter has no windows along or before indexed dimensions."""
        from jax._src.interpreters import mlir

        numbers, starts, new = dimension_numbers, ctx.avals_in[1], ctx.avals_in[2]
        # The operand's dimensions in the window, in the order of the updates.
        absent = {*numbers.inserted_window_dims, *numbers.operand_batching_dims}
        windows = [d for d in range(len(ctx.avals_in[0].shape)) if d not in absent]
        sizes = {d: new.shape[update_dim] for d, update_dim in zip(windows, numbers.update_window_dims)}
        rows = [d for d in numbers.scatter_dims_to_operand_dims if d in sizes]
        inserted = numbers.inserted_window_dims
        is_first = len(inserted) > 1 and sizes and min(sizes) < max(inserted) and not numbers.operand_batching_dims
        if not rows and starts.ndim > 1 and not is_first:
            return mlir._lowerings[primitive].rule(
                ctx, operand, indices, updates, dimension_numbers=numbers, mode=mode, **params
            )

        def scatter(operand, indices, updates):
            return scatter_rows(primitive, operand, indices, updates, numbers, mode, sizes, rows, params)

        return mlir.lower_fun(scatter, multiple_results=False)(ctx, operand, indices, updates)

    def _lower_cumulative(self, primitive, combine, ctx, x, *, axis, reverse):
        """Computes a cumulative op in log2(n) steps."""
        import functools

        from jax._src.interpreters import mlir
        from jax._src.lax.control_flow.loops import associative_scan

        if not isinstance(ctx.avals_in[0].shape[axis], int):
            refuse(f"{primitive} along a dimension of dynamic size is not supported: make it static", ctx)
        scan = functools.partial(associative_scan, combine)
        return mlir.lower_fun(scan, multiple_results=False)(ctx, x, axis=axis, reverse=reverse)
