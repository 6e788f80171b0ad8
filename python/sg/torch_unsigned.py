"""Ops on unsigned integers, which torch-mlir computes as signed integers of the same width.

Sums, quotients, orders, and comparisons with numbers would be wrong in the upper half of the range.
int64 arithmetic is correct. Results of the operands' type are converted back, which drops the same
bits as arithmetic in that type.
"""

from .torch_refusals import line_of

# Ops that move or convert elements, which are correct for unsigned integers.
_MOVES = {
    "_to_copy", "alias", "cat", "clone", "copy", "expand", "flip", "gather", "index_select", "permute", "reshape",
    "select", "slice", "split", "split_with_sizes", "squeeze", "stop_gradient", "t", "transpose", "unbind", "unsqueeze",
    "view", "where", "index", "index_put", "_unsafe_view", "select_scatter", "slice_scatter", "lift_fresh_copy", "detach",
}  # fmt: skip


def _dtype(node):
    return str(getattr(node.meta.get("val"), "dtype", "")).removeprefix("torch.")


def _is_unsigned(node):
    return _dtype(node) in ("uint8", "uint32")


def _convert(graph, node, dtype):
    import torch

    converted = graph.call_function(torch.ops.aten._to_copy.default, (node,), {"dtype": dtype})
    converted.meta = dict(node.meta)
    _set_value(converted, node.meta["val"].to(dtype))
    return converted


def _set_value(node, value):
    node.meta["val"] = value
    node.meta.pop("tensor_meta", None)  # the importer would read the old type


def _widen(graph, node, mode):
    """Converts the operands of the op to int64, and its results back to the original types."""
    import torch

    with graph.inserting_before(node):
        wide = {operand: _convert(graph, operand, torch.int64) for operand in node.all_input_nodes if _is_unsigned(operand)}
    for operand, converted in wide.items():
        node.replace_input_with(operand, converted)
    before = node.meta["val"]
    arguments = torch.fx.map_arg((node.args, node.kwargs), lambda operand: operand.meta["val"])
    with mode:
        after = node.target(*arguments[0], **arguments[1])
    _set_value(node, after)
    if isinstance(before, (tuple, list)):
        for user in list(node.users):
            _narrow(graph, user, before[user.args[1]].dtype, after[user.args[1]])
    else:
        _narrow(graph, node, before.dtype, after)


def _narrow(graph, node, dtype, value):
    _set_value(node, value)
    if value.dtype == dtype:
        return
    with graph.inserting_after(node):
        converted = _convert(graph, node, dtype)
    node.replace_all_uses_with(converted, delete_user_cb=lambda user: user is not converted)


def widen_unsigned(program):
    """Replaces ops on unsigned integers by ops on int64, also in the graphs of branches and loops.
    Refuses types that torch-mlir lacks or int64 cannot represent."""
    import torch

    for part in list(program.graph_module.modules()):
        if not isinstance(part, torch.fx.GraphModule):
            continue
        for node in list(part.graph.nodes):
            if _dtype(node) in ("uint16", "uint64"):
                raise NotImplementedError(
                    f"integers of {_dtype(node)} are not supported: pass int64, uint8 or uint32{line_of(node)}"
                )
            if node.op != "call_function" or not isinstance(node.target, torch._ops.OpOverload):
                continue
            unsigned_operands = list(filter(_is_unsigned, node.all_input_nodes)) if node.meta.get("val") is not None else []
            if unsigned_operands and node.target.__name__.split(".")[0] not in _MOVES:
                with_mode = torch._guards.detect_fake_mode([operand.meta["val"] for operand in node.all_input_nodes])
                _widen(part.graph, node, with_mode)
        part.recompile()
