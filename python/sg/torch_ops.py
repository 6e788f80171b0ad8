"""Decompositions of PyTorch ops that torch-mlir does not lower.

`decompose(program)` returns the program of torch.export without these ops.
"""

import functools

from . import torch_activations, torch_segments, torch_special


def _sort_stable(x, *, stable, dim=-1, descending=False):
    import torch

    return torch.ops.aten.sort(x, dim, descending)  # the decomposition is stable


def _drop_dim_unless_kept(x, dim, values, indices, keepdim):
    return (values, indices) if keepdim else (values.squeeze(dim), indices.squeeze(dim))


def _median_dim(x, dim, keepdim=False):
    """Computes the median, the lower one for an even count. NaN is last in the order. The median of
    values with a NaN is NaN."""
    import torch

    if x.dim() == 0:
        return x, torch.zeros_like(x, dtype=torch.long)
    values, indices = torch.ops.aten.sort(x, dim)
    last = x.shape[dim] - 1
    middle = torch.full_like(indices.narrow(dim, 0, 1), last // 2)
    if x.is_floating_point():
        middle = torch.where(torch.isnan(values.narrow(dim, last, 1)), last, middle)
    return _drop_dim_unless_kept(x, dim, values.gather(dim, middle), indices.gather(dim, middle), keepdim)


def _nanmedian_dim(x, dim, keepdim=False):
    import torch

    if x.dim() == 0 or not x.is_floating_point():
        return _median_dim(x, dim, keepdim)
    values, indices = torch.ops.aten.sort(x, dim)
    middle = ((~torch.isnan(x)).sum(dim, keepdim=True) - 1).clamp(min=0) // 2
    return _drop_dim_unless_kept(x, dim, values.gather(dim, middle), indices.gather(dim, middle), keepdim)


def _cumulative(is_next, x, dim):
    """Computes cumulative maxima or minima and their indices in log2(n) steps. `is_next(element,
    previous)` is true if the element replaces the previous one."""
    import torch

    if x.dim() == 0:
        return x, torch.zeros_like(x, dtype=torch.long)
    size = x.shape[dim]
    if not isinstance(size, int):
        raise NotImplementedError("cummax and cummin along a dimension of dynamic size: make it static")
    shape = [size if i == dim % x.dim() else 1 for i in range(x.dim())]
    indices = torch.arange(size, device=x.device).reshape(shape).expand(x.shape)
    values, shift = x, 1
    while shift < size:
        element, before = values.narrow(dim, shift, size - shift), values.narrow(dim, 0, size - shift)
        replaces = is_next(element, before)
        if x.is_floating_point():
            replaces = replaces | torch.isnan(element)
        element_indices, before_indices = indices.narrow(dim, shift, size - shift), indices.narrow(dim, 0, size - shift)
        values = torch.cat([values.narrow(dim, 0, shift), torch.where(replaces, element, before)], dim)
        indices = torch.cat([indices.narrow(dim, 0, shift), torch.where(replaces, element_indices, before_indices)], dim)
        shift *= 2
    return x.gather(dim, indices), indices


def _searchsorted(boundaries, x, *, out_int32=False, right=False, side=None, sorter=None):
    """Computes searchsorted by binary search, from the largest power of two."""
    import torch

    if sorter is not None:
        boundaries = boundaries.gather(-1, sorter)
    right = right or side == "right"
    size = boundaries.shape[-1]
    if not isinstance(size, int):
        raise NotImplementedError("searchsorted in a tensor of dynamic size: make it static")
    count = torch.zeros_like(x, dtype=torch.long)
    step = 1 << size.bit_length() >> 1
    while step:
        candidate = count + step
        index = candidate.clamp(max=size) - 1
        value = boundaries[index] if boundaries.dim() == 1 else boundaries.gather(-1, index)
        is_counted = ~(value > x) if right else ~(value >= x)
        count = torch.where((candidate <= size) & is_counted, candidate, count)
        step //= 2
    return count.to(torch.int32) if out_int32 else count


def _searchsorted_scalar(boundaries, x, **options):
    import torch

    return _searchsorted(boundaries, torch.scalar_tensor(x, dtype=boundaries.dtype), **options)


def _bucketize(x, boundaries, *, out_int32=False, right=False):
    return _searchsorted(boundaries, x, out_int32=out_int32, right=right)


def _histc(x, bins=100, min=0, max=0):
    import torch

    x = x.reshape(-1)
    if min == max:
        low, high = x.amin(), x.amax()
        low, high = torch.where(low == high, low - 1, low), torch.where(low == high, high + 1, high)
    else:
        low, high = torch.full_like(x[:1], min).sum(), torch.full_like(x[:1], max).sum()
    is_inside = (x >= low) & (x <= high)
    bin_indices = ((torch.where(is_inside, x, low) - low) * (bins / (high - low))).floor().to(torch.long).clamp(0, bins - 1)
    return torch.zeros(bins, dtype=x.dtype).scatter_add(0, bin_indices, is_inside.to(x.dtype))


def _index_reduce(x, dim, index, source, reduce, *, include_self=True):
    shape = [-1 if i == dim % x.dim() else 1 for i in range(x.dim())]
    indices = index.reshape(shape).expand(source.shape)
    return x.scatter_reduce(dim, indices, source, reduce, include_self=include_self)


def _put(x, index, source, accumulate=False):
    flat = x.reshape(-1).index_put((index.reshape(-1),), source.reshape(-1), accumulate)
    return flat.reshape(x.shape)


def _roll(x, shifts, dims=()):
    """Rolls a tensor. Without `dims`, which torch-mlir does not support, rolls the flat tensor."""
    import torch

    if not dims:
        return _roll(x.reshape(-1), shifts, [0]).reshape(x.shape)
    for shift, dim in zip(shifts, dims):
        size = x.shape[dim]
        if size != 0:
            first = size - shift % size
            x = torch.cat([x.narrow(dim, first, size - first), x.narrow(dim, 0, first)], dim)
    return x


def _mode(x, dim=-1, keepdim=False):
    """Returns the smallest of the most frequent values, and its last index."""
    import torch

    if x.dim() == 0:
        return x, torch.zeros_like(x, dtype=torch.long)
    y = x.movedim(dim, -1)
    counts = (y[..., :, None] == y[..., None, :]).sum(-1)
    is_mode = counts == counts.amax(-1, keepdim=True)
    max_value = torch.finfo(x.dtype).max if x.is_floating_point() else torch.iinfo(x.dtype).max
    smallest = torch.where(is_mode, y, max_value).amin(-1, keepdim=True)
    last = torch.where(y == smallest, torch.arange(y.shape[-1]), -1).amax(-1, keepdim=True)
    values, indices = y.gather(-1, last).movedim(-1, dim), last.movedim(-1, dim)
    return _drop_dim_unless_kept(x, dim, values, indices, keepdim)


def _diagonal_scatter(x, source, offset=0, dim1=0, dim2=1):
    import torch

    y = x.movedim((dim1, dim2), (-2, -1))
    rows, columns = torch.arange(y.shape[-2])[:, None], torch.arange(y.shape[-1])[None, :]
    diagonal_indices = (rows if offset >= 0 else columns).expand(y.shape[-2:]).clamp(max=source.shape[-1] - 1)
    spread = source.index_select(-1, diagonal_indices.reshape(-1)).reshape(y.shape)
    return torch.where(columns - rows == offset, spread, y).movedim((-2, -1), (dim1, dim2))


def _norm_of(differences, p):
    """Computes the norm along the last dimension. The derivative at 0 is 0, as in PyTorch."""
    import torch

    size = differences.abs()
    if p == 0:
        return (size != 0).to(size.dtype).sum(-1)
    if p == 1:
        return size.sum(-1)
    if p == float("inf"):
        return size.amax(-1)
    total = (size * size if p == 2 else size**p).sum(-1)
    root = torch.where(total > 0, total, 1) ** (1 / p)
    return torch.where(total > 0, root, 0)


def _cdist(a, b, p=2.0, compute_mode=None):
    return _norm_of(a[..., :, None, :] - b[..., None, :, :], p)


def _pdist(x, p=2.0):
    import torch

    i, j = torch.triu_indices(x.shape[0], x.shape[0], 1)
    return _norm_of(x.index_select(0, i) - x.index_select(0, j), p)


@functools.cache
def _table():
    import torch

    aten = torch.ops.aten
    return {
        aten.sort.stable: _sort_stable,
        aten.argsort.stable: lambda x, **options: _sort_stable(x, **options)[1],
        aten.median.dim: _median_dim,
        aten.median.default: lambda x: _median_dim(x.reshape(-1), 0)[0],
        aten.nanmedian.dim: _nanmedian_dim,
        aten.nanmedian.default: lambda x: _nanmedian_dim(x.reshape(-1), 0)[0],
        aten.cummax.default: lambda x, dim: _cumulative(torch.ge, x, dim),
        aten.cummin.default: lambda x, dim: _cumulative(torch.le, x, dim),
        aten.searchsorted.Tensor: _searchsorted,
        aten.searchsorted.Scalar: _searchsorted_scalar,
        aten.bucketize.Tensor: _bucketize,
        aten.histc.default: _histc,
        aten.index_reduce.default: _index_reduce,
        aten.put.default: _put,
        aten.roll.default: _roll,
        aten.mode.default: _mode,
        aten.diagonal_scatter.default: _diagonal_scatter,
        aten.cdist.default: _cdist,
        aten._cdist_forward.default: _cdist,
        aten.pdist.default: _pdist,
        aten._pdist_forward.default: _pdist,
        aten.segment_reduce.default: torch_segments.segment_reduce,
        aten.embedding_bag.padding_idx: torch_segments.embedding_bag,
        aten._embedding_bag.default: torch_segments.embedding_bag,
        aten._embedding_bag_forward_only.default: torch_segments.embedding_bag,
        aten._is_all_true.default: lambda x: x.all(),
        aten._is_any_true.default: lambda x: x.any(),
        aten.lgamma.default: torch_special.lgamma,
        aten.digamma.default: torch_special.digamma,
        aten.polygamma.default: torch_special.polygamma,
        aten.erfinv.default: torch_special.erfinv,
        **torch_activations.table(),
    }


def copy_constants(program):
    """Copies constants in lists of indices, where torch-mlir only accepts computed values."""
    import torch

    constants = {**program.constants, **dict(program.named_buffers())}
    graph = program.graph_module.graph
    targets = {spec.arg.name: spec.target for spec in program.graph_signature.input_specs}
    for node in list(graph.nodes):
        constant = constants.get(targets.get(node.name)) if node.op == "placeholder" else None
        if not isinstance(constant, torch.Tensor) or constant.is_floating_point():
            continue
        clone = torch.ops.aten.clone.default
        users = [user for user in node.users if user.op == "call_function" and user.target is not clone]
        if users:
            with graph.inserting_before(next(n for n in graph.nodes if n.op != "placeholder")):
                copy = graph.call_function(clone, (node,))
            copy.meta = dict(node.meta)
            for user in users:
                user.replace_input_with(node, copy)
    program.graph_module.recompile()


def make_scatter_dims_positive(program):
    """Makes the dimensions of scatters positive. torch-mlir crashes on negative dimensions."""
    import torch

    aten = torch.ops.aten
    scatters = (aten.scatter, aten.scatter_add, aten.scatter_reduce)
    targets = {getattr(packet, overload) for packet in scatters for overload in packet.overloads()}
    for part in program.graph_module.modules():
        for node in part.graph.nodes if hasattr(part, "graph") else ():
            if node.target in targets and isinstance(node.args[1], int) and node.args[1] < 0:
                rank = node.args[0].meta["val"].ndim
                node.args = (node.args[0], node.args[1] + max(rank, 1), *node.args[2:])


def _replace_views(program):
    """Replaces views by reshapes. A view of a kernel's result may be invalid after decomposition,
    for example of attention, because the strides differ."""
    import torch

    for part in program.graph_module.modules():
        for node in part.graph.nodes if hasattr(part, "graph") else ():
            if node.op == "call_function" and node.target == torch.ops.aten.view.default:
                node.target = torch.ops.aten.reshape.default


def _collapsed_groups(sizes, merged):
    """Returns each range of dimensions of `sizes` that `merged` combines into one, as (first,
    last). Returns None if the view does not only combine dimensions."""
    from torch.fx.experimental.symbolic_shapes import statically_known_true

    groups, dim = [], 0
    for size in merged:
        first, product = dim, 1
        while dim < len(sizes) and (dim == first or not statically_known_true(product == size)):
            product, dim = product * sizes[dim], dim + 1
        if dim == first or not statically_known_true(product == size):
            return None
        groups.append((first, dim - 1))
    return groups if dim == len(sizes) else None


def flatten_views(program):
    """Replaces views that collapse dynamic dimensions by `flatten`. torch-mlir would assume that
    one of these dimensions is 1."""
    import torch

    aten = torch.ops.aten
    for node in list(program.graph_module.graph.nodes):
        if node.op != "call_function" or node.target not in (aten.view.default, aten._unsafe_view.default):
            continue
        sizes, merged = node.args[0].meta["val"].shape, node.meta["val"].shape
        groups = _collapsed_groups(sizes, merged) if len(merged) < len(sizes) else None
        if not groups or all(isinstance(size, int) for size in sizes):
            continue
        value = node.args[0]
        with node.graph.inserting_before(node):
            for first, last in reversed(groups):
                if first < last:
                    of = value.meta["val"]
                    value = node.graph.call_function(aten.flatten.using_ints, (value, first, last))
                    value.meta = {**node.meta, "val": of.flatten(first, last)}
        node.replace_all_uses_with(value)
        node.graph.erase_node(node)
    program.graph_module.recompile()


def _functional_name(target):
    """Returns the name of the functional variant of an in-place op such as `aten::silu_`."""
    packet = getattr(target, "overloadpacket", None)
    return "" if packet is None else packet._qualified_op_name.removesuffix("_")


def decompose(program):
    """Copies constants, replaces views, and decomposes the ops in `_table`."""
    copy_constants(program)
    _replace_views(program)
    table = _table()
    # PyTorch's decompositions turn in-place ops into ops of the table.
    packets = {target.overloadpacket._qualified_op_name for target in table}
    graphs = [part.graph for part in program.graph_module.modules() if hasattr(part, "graph")]
    targets = {node.target for graph in graphs for node in graph.nodes if node.op == "call_function"}
    if any(target in table or _functional_name(target) in packets for target in targets):
        return program.run_decompositions(table)
    return program
