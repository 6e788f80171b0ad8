"""Values without derivative in PyTorch, marked by a custom op that torch-mlir keeps.

torch-mlir lowers `detach` to a plain alias, ignores `no_grad`, and differentiates numbers (`item`,
`tolist`). torch.export does not see `inference_mode`, and does not treat a gradient without
`create_graph` as a constant.
"""

import contextlib
import functools


@functools.cache
def stop_op():
    """Returns the op that replaces `detach`. The result has the type of the operand."""
    import torch

    library = torch.library.Library("sg", "DEF")
    library.define("stop_gradient(Tensor x) -> Tensor")
    library.impl("stop_gradient", lambda x: x.clone(), "CompositeExplicitAutograd")
    library.impl("stop_gradient", torch.empty_like, "Meta")
    # Return the library too, since the op exists as long as the library lives.
    return torch.ops.sg.stop_gradient.default, library


def _stop_operand(node):
    """Inserts a stop before an op that converts a tensor to a number."""
    op, _ = stop_op()
    operand = node.args[0]
    value = operand.meta.get("val")
    if value is None or value.is_floating_point():
        with node.graph.inserting_before(node):
            stop = node.graph.call_function(op, (operand,))
        stop.meta = dict(operand.meta)
        node.replace_input_with(operand, stop)


def mark_stops(graph_module):
    """Replaces stops by the custom op, also in the graphs of branches and loops."""
    import torch

    op, _ = stop_op()
    set_grad = torch.ops.higher_order.wrap_with_set_grad_enabled
    aten = torch.ops.aten
    for part in list(graph_module.modules()):
        if not isinstance(part, torch.fx.GraphModule):
            continue
        for node in list(part.graph.nodes):
            if node.op != "call_function":
                continue
            if node.target in (aten.detach.default, aten.detach_.default):
                node.target = op
            elif node.target in (aten.item.default, aten._local_scalar_dense.default):
                _stop_operand(node)
            elif node.target is set_grad and not node.args[0]:
                # Subgraphs are not nested: enable_grad inside no_grad ends the subgraph.
                for result in list(node.users):
                    if not isinstance(result.meta.get("val"), torch.Tensor):
                        continue  # a number; its tensor has a stop
                    with part.graph.inserting_after(result):
                        stop = part.graph.call_function(op, (result,))
                    stop.meta = dict(result.meta)
                    result.replace_all_uses_with(stop, delete_user_cb=lambda user, stop=stop: user is not stop)
        part.recompile()


@contextlib.contextmanager
def replaced(*replacements):
    """Replaces attributes, given as (owner, name, value), while a program is exported."""
    saved = [(owner, name, owner.__dict__[name]) for owner, name, _ in replacements]
    for replacement in replacements:
        setattr(*replacement)
    try:
        yield
    finally:
        for replacement in saved:
            setattr(*replacement)


def seen_by_export():
    """Makes stops visible to torch.export: inference_mode, and gradients without create_graph."""
    import torch

    def enter(self):
        self._sg_guard = torch.no_grad() if self.mode else torch.enable_grad()
        self._sg_guard.__enter__()

    def leave(self, *error):
        self._sg_guard.__exit__(*error)

    run = torch.autograd._engine_run_backward

    def run_backward(outputs, gradients, retain_graph, create_graph, *arguments, **options):
        results = run(outputs, gradients, retain_graph, create_graph, *arguments, **options)
        if create_graph or results is None:
            return results
        return tuple(value if value is None else value.detach() for value in results)

    return replaced(
        (torch.inference_mode, "__enter__", enter),
        (torch.inference_mode, "__exit__", leave),
        (torch.autograd, "_engine_run_backward", run_backward),
    )
