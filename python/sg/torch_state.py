"""Buffers that forward writes, as arguments and results.

torch.export keeps in-place writes. PyTorch's decompositions replace most of these writes by values.
This module handles the other writes.
"""

import operator

from .torch_refusals import line_of


def _written_operands(node):
    """Returns the operands that an in-place op overwrites."""
    schema = getattr(node.target, "_schema", None)
    if schema is None:
        return []
    written = [
        (i, argument.name)
        for i, argument in enumerate(schema.arguments)
        if argument.alias_info is not None and argument.alias_info.is_write
    ]
    return [node.args[i] if i < len(node.args) else node.kwargs.get(name) for i, name in written]


def _inline(node, subgraph, stop, is_active):
    """Replaces the call of a subgraph under no_grad by its ops. Values that may have a gradient get
    a stop. A write to such a value is refused, because it would be lost."""
    graph = node.graph
    values = {}
    placeholders = iter(node.args[2:])
    results = ()
    with graph.inserting_before(node):
        for inner in subgraph.graph.nodes:
            if inner.op == "placeholder":
                outer = next(placeholders)
                values[inner] = outer
                if is_active(outer):
                    values[inner] = graph.call_function(stop, (outer,))
                    values[inner].meta = dict(outer.meta)
            elif inner.op == "output":
                results = inner.args[0]
            else:
                for written in _written_operands(inner):
                    if written in values and values[written].target is stop:
                        raise NotImplementedError(
                            f"{inner.target} under no_grad writes into a value that may have a gradient: "
                            "use a separate buffer"
                        )
                values[inner] = graph.node_copy(inner, lambda n: values[n])
    for user in list(node.users):
        # A subgraph returns a tuple, whose elements are extracted one by one.
        user.replace_all_uses_with(values[results[user.args[1]]])
        graph.erase_node(user)
    graph.erase_node(node)


def inline_writes_without_gradient(graph_module, stop, is_buffer):
    """Inlines subgraphs under no_grad that write to outer values, which PyTorch's decompositions do
    not handle. `is_buffer(placeholder)` is true for buffers, which have no gradient. Other
    values may have a gradient."""
    import torch

    set_grad = torch.ops.higher_order.wrap_with_set_grad_enabled
    inactive = set()
    for node in list(graph_module.graph.nodes):
        if node.op == "placeholder" and is_buffer(node.name):
            inactive.add(node)
        elif node.op == "call_function" and node.target is not set_grad and node.all_input_nodes:
            if all(operand in inactive for operand in node.all_input_nodes):
                inactive.add(node)
        if node.op != "call_function" or node.target is not set_grad or node.args[0]:
            continue
        subgraph = getattr(graph_module, node.args[1].target)
        inner_placeholders = {inner for inner in subgraph.graph.nodes if inner.op == "placeholder"}
        if any(written in inner_placeholders for inner in subgraph.graph.nodes for written in _written_operands(inner)):
            before = set(graph_module.graph.nodes)
            _inline(node, subgraph, stop, lambda value: value not in inactive)
            inactive.update(set(graph_module.graph.nodes) - before)
    graph_module.graph.eliminate_dead_code(lambda node: node.op == "get_attr" or node.is_impure())
    graph_module.recompile()


def refuse_written_constants(program):
    """Refuses writes to tensors that are neither arguments nor buffers. The program would contain
    the current value of such a tensor as a constant."""
    names = {spec.arg.name for spec in program.graph_signature.input_specs if spec.kind.name == "CONSTANT_TENSOR"}
    views = set()  # constants and their views
    for node in program.graph_module.graph.nodes:
        if node.op == "placeholder" and node.name in names:
            views.add(node)
        if node.op != "call_function":
            continue
        if views.intersection(value for value in _written_operands(node) if hasattr(value, "op")):
            raise NotImplementedError(
                f"{node.target} writes into a tensor that is neither an argument nor a buffer of the module: "
                f"register it as a buffer{line_of(node)}"
            )
        schema = getattr(node.target, "_schema", None)
        is_view = node.target is operator.getitem or schema and any(a.alias_info for a in schema.arguments)
        if is_view and views.intersection(node.all_input_nodes):
            views.add(node)


def return_state(program, buffers, keeps_buffers=False):
    """Makes the values that the program writes into its arguments additional results, in the order
    of `buffers` (placeholder -> tensor). Returns one bool per buffer: True if written. Other
    buffers become constants, unless `keeps_buffers` is set."""
    from torch.export.graph_signature import (
        InputKind,
        InputSpec,
        OutputKind,
        OutputSpec,
    )

    signature, graph = program.graph_signature, program.graph_module.graph
    (output,) = (node for node in graph.nodes if node.op == "output")
    results, written = [], {}
    for node, spec in zip(output.args[0], signature.output_specs):
        if spec.kind == OutputKind.USER_INPUT_MUTATION:
            if spec.target not in buffers:
                raise NotImplementedError(
                    f"forward writes into its argument {spec.target}: copy the argument, or make it a buffer"
                )
            written[spec.target] = node, OutputSpec(OutputKind.USER_OUTPUT, spec.arg, None)
        else:
            results.append((node, spec))
    state = [name for name in buffers if name in written]
    results += [written[name] for name in state]
    output.args = (tuple(node for node, _ in results),)
    signature.output_specs = [spec for _, spec in results]
    for i, spec in enumerate(signature.input_specs):
        name = getattr(spec.arg, "name", None)
        if name in buffers and name not in written and not keeps_buffers:
            signature.input_specs[i] = InputSpec(InputKind.CONSTANT_TENSOR, spec.arg, f"sg_{name}", None)
            program.constants[f"sg_{name}"] = buffers[name]
    program.graph_module.recompile()
    return [name in written for name in buffers]
