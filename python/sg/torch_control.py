"""`torch.cond` and `scan` for torch-mlir's importer, which only supports `while_loop`.

Branches and steps are already functions when these ops are imported. A `torch.prim.If` calls the
branches. A `torch.prim.Loop` calls the step, extracts slices of the inputs and inserts slices into
the results.
"""

import functools


def _functions(importer, node, first):
    """Returns the names of the functions for the graphs in two node arguments, from `first`."""
    module = node.graph.owning_module
    names = importer.fx_importer._graph_module_to_func_name
    return [names[id(getattr(module, argument.target))] for argument in node.args[first : first + 2] if _is_graph(module, argument)]


def _is_graph(module, argument):
    import torch

    return (
        isinstance(argument, torch.fx.Node)
        and argument.op == "get_attr"
        and isinstance(getattr(module, argument.target, None), torch.fx.GraphModule)
    )


class _Builder:
    """A builder of torch dialect ops at a location."""

    def __init__(self, importer, loc):
        from torch_mlir.extras import fx_importer

        self.importer, self.loc, self.types = importer, loc, importer._cc
        self.constant = fx_importer._make_constant_op

    def op(self, name, results, operands, **options):
        from torch_mlir.ir import Operation

        return Operation.create(name, results=results, operands=operands, loc=self.loc, **options)

    def integer(self, value):
        with self.loc:
            op = self.constant("torch.constant.int", self.types.integer_attr(value, 64), self.types.torch_int_type)
        return op.results[0]

    def call(self, function, types, operands):
        from torch_mlir.ir import FlatSymbolRefAttr

        with self.loc:
            callee = FlatSymbolRefAttr.get(function)
        return list(self.op("func.call", types, operands, attributes={"callee": callee}).results)

    def bind(self, node, values):
        if isinstance(node.meta["val"], (list, tuple)):
            self.importer._multi_result_nodes.add(node)
            for i, value in enumerate(values):
                self.importer.bind_node_value(node, value, i)
        else:
            self.importer.bind_node_value(node, values[0])

    def result_types(self, node):
        values = node.meta["val"]
        values = values if isinstance(values, (list, tuple)) else [values]
        return [self.types.value_info_to_type(value) for value in values]


def _cond(importer, loc, node, hop):
    from torch_mlir.ir import Block, InsertionPoint

    builder = _Builder(importer, loc)
    predicate, operands = node.args[0], node.args[3]
    functions = _functions(importer, node, 1)
    if isinstance(predicate, bool):
        raise NotImplementedError("torch.cond of a constant condition: call the branch instead")
    values = [importer._import_argument(loc, operand) for operand in operands]
    condition = importer._import_argument(loc, predicate)
    types = builder.result_types(node)
    condition = builder.op("torch.aten.Bool.Tensor", [builder.types.torch_bool_type], [condition]).results[0]
    branches = builder.op("torch.prim.If", types, [condition], regions=2)
    for function, region in zip(functions, branches.regions):
        with loc:
            block = Block.create_at_start(region, [])
        with InsertionPoint(block):
            builder.op("torch.prim.If.yield", [], builder.call(function, types, values))
    builder.bind(node, list(branches.results))


def _scan(importer, loc, node, hop):
    from torch_mlir.extras.fx_importer import TORCH_DTYPE_TO_INT
    from torch_mlir.ir import Block, InsertionPoint, Type

    builder = _Builder(importer, loc)
    _, carried, stacked, captured = node.args
    (function,) = _functions(importer, node, 0)
    length = stacked[0].meta["val"].shape[0]
    if not isinstance(length, int):
        raise NotImplementedError("scan over a dimension of dynamic size is not supported: make it static")
    begin, inputs, fixed = ([importer._import_argument(loc, value) for value in part] for part in (carried, stacked, captured))
    types = builder.result_types(node)
    rows = node.meta["val"][len(carried) :]
    row_types = [builder.types.value_info_to_type(row[0]) for row in rows]
    zero = builder.integer(0)
    with loc:
        true = builder.constant("torch.constant.bool", builder.types.integer_attr(1, 1), builder.types.torch_bool_type).results[0]
        none = builder.op("torch.constant.none", [Type.parse("!torch.none")], []).results[0]
    list_type = Type.parse("!torch.list<int>", context=importer._c)
    for row, type_ in zip(rows, types[len(carried) :]):
        sizes = [builder.integer(int(size)) for size in row.shape]
        shape = builder.op("torch.prim.ListConstruct", [list_type], sizes).results[0]
        element = builder.integer(TORCH_DTYPE_TO_INT[row.dtype])
        begin.append(builder.op("torch.aten.zeros", [type_], [shape, element, none, none, none]).results[0])
    loop = builder.op("torch.prim.Loop", types, [builder.integer(length), true, *begin], regions=1)
    with loc:
        block = Block.create_at_start(loop.regions[0], [builder.types.torch_int_type, *types])
    with InsertionPoint(block):
        i, *values = block.arguments
        states, stacks = values[: len(carried)], values[len(carried) :]
        slices = []
        for value, argument in zip(inputs, stacked):
            type_ = builder.types.value_info_to_type(argument.meta["val"][0])
            slices.append(builder.op("torch.aten.select.int", [type_], [value, zero, i]).results[0])
        step_results = builder.call(function, [*types[: len(carried)], *row_types], [*states, *slices, *fixed])
        new = step_results[: len(carried)]
        for stack, row, type_ in zip(stacks, step_results[len(carried) :], types[len(carried) :]):
            new.append(builder.op("torch.aten.select_scatter", [type_], [stack, row, zero, i]).results[0])
        builder.op("torch.prim.Loop.condition", [], [true, *new])
    builder.bind(node, list(loop.results))


@functools.cache
def extend_importer():
    """Adds the ops to the importer, unless its version supports them."""
    from torch_mlir.extras.fx_importer import GraphNodeImporter

    for name, method in (("cond", _cond), ("scan", _scan)):
        if not hasattr(GraphNodeImporter, f"_import_hop_{name}"):
            setattr(GraphNodeImporter, f"_import_hop_{name}", method)
