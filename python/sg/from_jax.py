"""Conversion of JAX functions to MLIR, with their stops and custom derivative rules.

    text = from_jax_text(f, *example_arguments)    # MLIR, for sg-opt and sg-run
    module = from_jax(f, *example_arguments)       # the same through sg.load

Needs jax, iree-base-compiler (which lowers StableHLO to linalg, scf, arith, math and tensor) and
sg-opt. docs/Frontends.md names the versions.

JAX erases `stop_gradient`, `custom_jvp` and `custom_vjp` during lowering. This module lowers each
use to a call of a function without body, which is opaque to later steps. A stop becomes
`grad.stop_gradient` (--grad-import-markers). A function with a rule keeps its body, and the
rule becomes `grad.custom_jvp` or `grad.custom_vjp`. A barrier of the program
(`lax.optimization_barrier`) is the identity for derivatives.

jax_rules.py imports the rules. jax_lowerings.py lowers the JAX ops whose derivative or meaning
later lowerings would lose.
"""

import os
import re

from .jax_refusals import refuse_callback
from .jax_rules import Rules, PendingFunction, has_derivative
from .jax_sizes import (
    dimension_variables,
    guard_reshapes,
    read_sizes,
    annotate_broadcasts,
)
from .tools import ToolError, find_tool, run_tool

# Replacements for ops and attributes of IREE's dialects.
_IREE_REPLACEMENTS = [
    (r"\butil\.func public\b", "func.func"),
    (r"\butil\.func private\b", "func.func private"),
    (r"\butil\.return\b", "func.return"),
    (r"\butil\.call\b", "func.call"),
    (r" \{iree\.abi\.encoding = [^}]*\}", ""),  # the sign of integers, which `Trees` keeps
    # JAX puts barriers around recomputed values of `checkpoint` in derivatives.
    (r"\butil\.optimization_barrier (%[\w#]+) : (tensor<.*>)", r"tensor.cast \1 : \2 to \2"),
]


def import_markers(text, sg_opt=None):
    """Replaces markers by stops and lowers ops of frontend dialects to upstream ops. Also checks
    that the text is valid for MLIR 22."""
    return run_tool([find_tool("sg-opt", sg_opt), "--grad-import-markers", "--grad-import-tensor-ops", "-"], text)


def _find_iree_compile(path):
    if path is None and "IREE_COMPILE" not in os.environ:
        try:
            import iree.compiler.tools.binaries as binaries

            return binaries.find_tool("iree-compile")
        except ImportError:
            pass
    return find_tool("iree-compile", path)


def _drop_empty_mesh(text):
    """Removes the empty device mesh that JAX attaches to typed random keys."""
    text = re.sub(r"^ *sdy\.mesh @empty_mesh = <\[\]>.*\n", "", text, flags=re.MULTILINE)
    return re.sub(
        r"\bsdy\.sharding_constraint (%[\w#]+) <@empty_mesh, [^>]*> : ", r"stablehlo.optimization_barrier \1 : ", text
    )


class _Export(Rules):
    """A program during conversion, with the functions for its custom rules."""

    def __init__(self, iree_compile):
        super().__init__()
        self.iree_compile = iree_compile
        self.markers = {}  # type of a stop -> name of its marker
        self.declared = set()

    @staticmethod
    def _call(name, arguments, types):
        """Builds a custom call of StableHLO, which _call_functions replaces by a call of `name`."""
        from jaxlib.mlir import ir
        from jaxlib.mlir.dialects import stablehlo

        return stablehlo.CustomCallOp(types, arguments, ir.StringAttr.get(name)).results

    @staticmethod
    def _call_functions(text):
        """Replaces the custom calls made by _call by calls of functions without body."""
        declarations = {}

        def replace(match):
            declarations[match[1]] = f"func.func private @{match[1]}{match[3]}\n"
            return f"func.call @{match[1]}{match[2]} : {match[3]}"

        text = re.sub(
            r"stablehlo\.custom_call @(sg\.[\w.]+)(\([^()]*\)) : (\(.*\) -> .*?)(?= loc\(|$)",
            replace, text, flags=re.MULTILINE,
        )  # fmt: skip
        end = text.rindex("}")
        return text[:end] + "".join(declarations.values()) + text[end:]

    def _lower_stop(self, ctx, x):
        if not has_derivative(ctx.avals_in[0]):
            return [x]
        suffix = len(self.markers)
        name = self.markers.setdefault(str(x.type), f"sg.stop_gradient.{suffix}")
        return self._call(name, [x], [x.type])

    def lower(self, name, function, arguments):
        """Returns the text of `function` under the name `name`, with its callees."""
        self.pending.append(PendingFunction(name, function, arguments))
        while self.pending:
            pending = self.pending.pop()
            self.outer, self.is_plain = pending.outer, pending.is_plain
            text, sizes = self._lower_one(pending.function, pending.arguments)
            self.functions += self._split(text, pending.name, pending.visibility, pending.attributes, sizes)
        return "".join(self.functions)

    def _lower_one(self, function, arguments):
        import functools

        import jax
        from jax import lax
        from jax._src import ad_util
        from jax._src.callback import io_callback_p, pure_callback_p
        from jax._src.custom_derivatives import custom_jvp_call_p, custom_vjp_call_p
        from jax._src.debugging import debug_callback_p, debug_print_p
        from jax._src.interpreters import mlir

        lowerings = [
            (ad_util.stop_gradient_p, self._lower_stop),
            (lax.bitcast_convert_type_p, self._lower_bitcast),
            (lax.convert_element_type_p, self._lower_convert),
            (lax.logistic_p, self._lower_logistic),
            (lax.top_k_p, self._lower_top_k),
            (lax.dot_general_p, functools.partial(self._lower_product, lax.dot_general_p)),
            (lax.conv_general_dilated_p, functools.partial(self._lower_product, lax.conv_general_dilated_p)),
            (lax.gather_p, self._lower_gather),
            (lax.dynamic_update_slice_p, self._lower_update_slice),
            (lax.reshape_p, functools.partial(self._lower_reshape, lax.reshape_p)),
            (lax.squeeze_p, functools.partial(self._lower_reshape, lax.squeeze_p)),
            (lax.reduce_precision_p, self._lower_reduce_precision),
        ]
        for primitive in (lax.scatter_p, lax.scatter_add_p, lax.scatter_mul_p, lax.scatter_min_p, lax.scatter_max_p):
            lowerings.append((primitive, functools.partial(self._lower_scatter, primitive)))
        special = (
            lax.lgamma_p, lax.digamma_p, lax.erf_inv_p, lax.erfc_p, lax.asinh_p, lax.bessel_i0e_p, lax.bessel_i1e_p,
        )  # fmt: skip
        for primitive in special:
            lowerings.append((primitive, functools.partial(self._lower_special, primitive)))
        # Lower cumulative ops here, since iree-compile would emit an op of an IREE dialect.
        for primitive, combine in (
            (lax.cumsum_p, lax.add),
            (lax.cumprod_p, lax.mul),
            (lax.cummax_p, lax.max),
            (lax.cummin_p, lax.min),
            (lax.cumlogsumexp_p, jax.numpy.logaddexp),
        ):
            lowerings.append((primitive, functools.partial(self._lower_cumulative, primitive, combine)))
        for primitive in (pure_callback_p, io_callback_p, debug_callback_p, debug_print_p):
            lowerings.append((primitive, functools.partial(refuse_callback, primitive)))
        for primitive in (custom_jvp_call_p, custom_vjp_call_p):
            lowerings.append((primitive, functools.partial(self._lower_rule, primitive)))
        # Keep unused arguments to preserve positions.
        traced = jax.jit(function, keep_unused=True).trace(*arguments)
        parameters = mlir.LoweringParameters(override_lowering_rules=tuple(lowerings), for_export=True)
        lowered = traced.lower(lowering_platforms=("cpu",), _private_parameters=parameters)
        text = self._run_iree(self._call_functions(annotate_broadcasts(_drop_empty_mesh(str(lowered.compiler_ir())))))
        return text, dimension_variables(traced.jaxpr.in_avals)

    def _run_iree(self, text):
        """Lowers StableHLO to linalg by iree-compile."""
        command = [self.iree_compile, "--compile-to=input", "--iree-input-type=stablehlo",
                   "--iree-input-demote-f64-to-f32=false", "-", "-o", "-"]  # fmt: skip
        try:
            return run_tool(command, text)
        except ToolError as error:
            # IREE may move a reshape after an op that another call of the same function shares.
            # The types of that op then disagree.
            guarded = guard_reshapes(text)
            if "failed to legalize" not in error.output or guarded == text:
                raise
            try:
                return run_tool(command, guarded)
            except ToolError:
                raise error from None

    def _split(self, text, name, visibility, attributes, sizes):
        """Yields the functions of a module. The public function gets the name `name`."""
        for pattern, replacement in _IREE_REPLACEMENTS:
            text = re.sub(pattern, replacement, text)
        start = text.index("{\n", text.index("module")) + 2
        functions = re.split(r"^(?=  func\.func)", text[start : text.rindex("}")], flags=re.MULTILINE)
        # Rename the other private functions, so that their names are unique in the program.
        for old_name in re.findall(r"^  func\.func private @([\w.$-]+)", text, flags=re.MULTILINE):
            if not old_name.startswith("sg."):
                functions = [re.sub(rf"@{re.escape(old_name)}\b", f"@{name}.{old_name}", f) for f in functions]
        for function in functions:
            declaration = re.match(r"  func\.func private @(sg\.[\w.]+)\(", function)
            if declaration:
                marker = declaration.group(1)
                if not marker.startswith("sg.stop_gradient") or marker in self.declared:
                    continue
                self.declared.add(marker)
            elif function.startswith("  func.func @"):
                head, rest = function.split("\n", 1)
                head = re.sub(r"func\.func @[\w.$-]+", f"func.func {visibility}@{name}", head)
                function = read_sizes(re.sub(r" \{$", f"{attributes} {{", head) + "\n" + rest, sizes)
            yield function


def from_jax_text(f, *example_arguments, name="main", dynamic_shapes=None, iree_compile=None, sg_opt=None):
    """Returns MLIR of `f` for arguments with the types of `example_arguments`, as the public
    function `name`.

    Arguments and results are arrays or trees of arrays. Each leaf becomes an argument or result of
    the MLIR function, in the order of `jax.tree.leaves`. Types are JAX's: f64 needs
    `jax_enable_x64`. Bind static arguments in a lambda. `dynamic_shapes` names dynamic sizes in the
    syntax of `jax.export.symbolic_args_specs`: for each argument None or a string such as "n, ...".
    """
    if dynamic_shapes is not None:
        from jax import export

        example_arguments = export.symbolic_args_specs(example_arguments, tuple(dynamic_shapes))
    export_ = _Export(_find_iree_compile(iree_compile))
    return import_markers(export_.lower(name, f, example_arguments), sg_opt)


def from_jax(f, *example_arguments, name="main", **options):
    """Returns the result of `from_jax_text`, loaded as an `sg.TreeModel`. The model's functions
    take and return trees, like `f`. Accepts the options of `from_jax_text`."""
    import jax

    from sg.jax_leaves import dtype_of_leaf
    from sg.tree_model import TreeModel, Trees

    text = from_jax_text(f, *example_arguments, name=name, **options)
    arguments = jax.tree.map(
        lambda x: jax.ShapeDtypeStruct(jax.numpy.shape(x), dtype_of_leaf(x)), example_arguments
    )
    return TreeModel.load(text, Trees(arguments, jax.eval_shape(f, *arguments)), name)
