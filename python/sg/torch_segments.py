"""PyTorch's reductions over segments of arrays, by index_add and index_reduce."""


def _reduce(rows, ids, count, reduce, initial=None):
    """Reduces the rows with the same id, for each id below `count`. The result of an empty segment
    is `initial`."""
    import torch

    shape = (count, *rows.shape[1:])
    if reduce in ("sum", "mean"):
        total = torch.zeros(shape, dtype=rows.dtype).index_add(0, ids, rows)
        if reduce == "sum":
            return total if initial is None else total + initial
        sizes = torch.zeros(count, dtype=rows.dtype).index_add(0, ids, torch.ones(ids.shape, dtype=rows.dtype))
        return total / sizes.clamp(min=1).reshape(count, *[1] * (rows.dim() - 1))
    identity = {"amax": float("-inf"), "amin": float("inf"), "prod": 1.0}[reduce]
    start = torch.full(shape, identity if initial is None else float(initial), dtype=rows.dtype)
    return start.index_reduce(0, ids, rows, reduce)


def segment_reduce(data, reduce, *, lengths=None, indices=None, offsets=None, axis=0, unsafe=False, initial=None):
    """Reduces segments along the first dimension, given by lengths or offsets."""
    import torch

    if (lengths is None) == (offsets is None) or axis != 0:
        raise NotImplementedError("segment_reduce with lengths or offsets is supported only along the first dimension")
    ends = lengths.cumsum(0) if offsets is None else offsets[1:]
    if ends.dim() != 1:
        raise NotImplementedError("segment_reduce with lengths of more than one dimension is not supported")
    ids = torch.searchsorted(ends, torch.arange(data.shape[0]), right=True)
    names = {"max": "amax", "min": "amin"}
    return _reduce(data, ids, ends.shape[0], names.get(reduce, reduce), initial)


def embedding_bag(
    weight, indices, offsets, scale_grad_by_freq=False, mode=0, sparse=False, per_sample_weights=None,
    include_last_offset=False, padding_idx=-1,
):  # fmt: skip
    """Reduces rows of `weight` by bags. Only PyTorch's derivative uses the other three results."""
    import torch

    if scale_grad_by_freq:
        raise NotImplementedError("embedding_bag with scale_grad_by_freq is not supported")
    count = offsets.shape[0] - 1 if include_last_offset else offsets.shape[0]
    ids = torch.searchsorted(offsets[:count].contiguous(), torch.arange(indices.shape[0]), right=True) - 1
    rows = weight.index_select(0, indices)
    if per_sample_weights is not None:
        rows = rows * per_sample_weights[:, None]
    reduce = ("sum", "mean", "amax")[mode]
    if padding_idx is not None and padding_idx >= 0:
        # Assign padding indices to an additional bag at the end.
        ids = torch.where(indices == padding_idx, count, ids)
        bags = _reduce(rows, ids, count + 1, reduce)[:count]
    else:
        bags = _reduce(rows, ids, count, reduce)
    if reduce == "amax":
        bags = torch.where(torch.isinf(bags), 0, bags)  # empty bags
    unused = torch.zeros(count, dtype=torch.long)
    return bags, ids, unused, unused
