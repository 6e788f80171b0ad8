"""Compares scans, scatters and sorts of PyTorch with PyTorch's own derivatives."""

import torch
import torch.nn.functional as F
from sg.from_torch import from_torch_text
from torch_check import check, comparison

n = torch.randn
columns = torch.tensor([[0, 1], [1, 2], [2, 2]])  # 2 twice in the last row
rows, distinct = torch.tensor([0, 2, 2]), torch.tensor([2, 0, 1])


def weighted(f):
    """Returns the sum of the squares of `f(x, ...)`, weighted by the last argument."""
    return lambda *arguments: (f(*arguments[:-1]) ** 2 * arguments[-1]).sum()


def ties(x, w):
    """Sorts ties, infinities and NaN. The first tied element gets the cotangent."""
    values, positions = x.sort(dim=1, stable=True)
    down = x.topk(3, 1)  # PyTorch chooses arbitrarily among ties
    picked = w.gather(1, positions) + w.gather(1, x.argsort(dim=1, descending=True, stable=True))
    return (torch.nan_to_num(values, 0, 3, -3) ** 2 * picked).sum() + torch.nan_to_num(down[0], 0, 3, -3).sum()


for dtype in (torch.float32, torch.float64):
    torch.set_default_dtype(dtype)
    torch.manual_seed(1)
    x, s, w = n(3, 5), n(3, 2), n(3, 5)
    for dim in (0, 1):
        check(f"cumsum {dim}", weighted(lambda x: x.tanh().cumsum(dim)), x, w)  # noqa: B023
        check(f"cumprod {dim}", weighted(lambda x: x.cumprod(dim)), x, w)  # noqa: B023
        check(f"logcumsumexp {dim}", weighted(lambda x: x.logcumsumexp(dim)), x, w)  # noqa: B023
        check(f"sort {dim}", weighted(lambda x: x.tanh().sort(dim, descending=dim == 0).values), x, w)  # noqa: B023
    check("roll", lambda x: (x.roll(2) * x.roll((1, -1), (0, 1)) * x.roll(0, 1)).sum(), n(3, 4))
    check("cumsum of a row", weighted(lambda x: x.tanh().cumsum(0)), n(7), n(7))
    check("cumsum of integers", lambda x, i: (x * (i.cumsum(0) > 2)).sum(), n(3), rows)
    check("argsort", weighted(lambda x, y: y.gather(1, x.argsort(1))), n(3, 5), x, w)
    check("ties", ties, torch.tensor([[1, 0.0, 1, -0.0, 1], [torch.nan, torch.inf, 2, -torch.inf, torch.nan]]), n(2, 5))
    check("topk", lambda x: (x.topk(2).values ** 3).sum() + (x.topk(2, 0, largest=False).values ** 3).sum(), x)
    check("kthvalue", lambda x: (x.kthvalue(2, 1).values ** 3).sum(), x)
    check("quantile", lambda x: (x.quantile(0.3, 1) ** 3).sum(), x)
    check("scatter", weighted(lambda x, s: x.scatter(1, columns[:2], s[:2])), x, s, w)
    check("scatter_add", weighted(lambda x, s: x.scatter_add(1, columns, s.tanh())), x, s, w)
    for reduce in ("amax", "amin", "prod", "mean", "sum"):
        for include in (False, True):
            f = weighted(lambda x, s: x.scatter_reduce(1, columns, s, reduce, include_self=include))  # noqa: B023
            check(f"scatter_reduce {reduce} {include}", f, x, s, w)
    check("index_add", weighted(lambda x, y: x.index_add(0, rows, y.tanh())), x, n(3, 5), w)
    check("index_copy", weighted(lambda x, y: x.index_copy(0, distinct, y)), x, n(3, 5), w)
    check("index_fill", weighted(lambda x: x.index_fill(0, rows, 1.0)), x, w)
    check("index_put", weighted(lambda x, i, y: x.index_put((i,), y)), x, torch.tensor([-1, 1, 0]), n(3, 5), w)
    check("index_put of elements", weighted(lambda x, i, y: x.index_put((i, i), y, True)), x, rows, n(3), w)
    check("index_put of columns", weighted(lambda x, i, y: torch.ops.aten.index_put(x, (None, i), y, True)), x, rows, n(3, 3), w)
    check("masked_scatter", weighted(lambda x, y: x.masked_scatter(x > 0, y)), x, n(15), w)
    check("bincount", lambda x: (x[0, :4] * torch.bincount(rows, minlength=4)[:4]).sum(), x)
    check("one_hot", lambda x, i: (x[:, :3] * F.one_hot(i, 3)).sum(), x, rows)
    check("max_unpool", lambda x: (F.max_unpool1d(*F.max_pool1d(x, 2, return_indices=True), 2) ** 2).sum(), n(1, 2, 6))

    # Ops that torch-mlir does not lower.
    some = x.clone()
    some[0, 2] = torch.nan
    check("median", lambda x: (x.median(1).values ** 3).sum() + x.median() ** 2, x)
    check("median of an even number", weighted(lambda x, y: x.median(0, keepdim=True).values + y), n(4, 5), n(4, 5), n(4, 5))
    check("median with NaN", lambda x: torch.nan_to_num(x.median(1).values ** 3).sum() + x.nanmedian() ** 3, some)
    check("nanmedian", lambda x: (x.nanmedian(1).values ** 3).sum() + (x.nanmedian(0).values ** 2).sum(), some)
    check("cummax", weighted(lambda x: x.cummax(1).values + x.cummin(0).values * x.cummax(0).indices), x, w)
    check("cummax with NaN", lambda x: torch.nan_to_num(x.cummax(1).values ** 3 + x.cummin(1).values ** 2).sum(), some)
    check("cummax of equals", weighted(lambda x: x.cummax(1).values), torch.tensor([[1.0, 1, 0, 1, 2]]), n(1, 5))
    check("searchsorted", lambda v, x: (v[torch.searchsorted(v.sort().values, x).clamp(max=6)] * x).sum(), n(7), x)
    check("searchsorted in rows", lambda a, x: (torch.searchsorted(a.sort(1).values, x, right=True) * x).sum(), x, n(3, 2))
    check("bucketize", lambda v, x: (torch.bucketize(x, v.sort().values) * x).sum(), torch.tensor([0.0, 1, 1, 2]), x.round())
    check("histc", lambda v: ((torch.histc(v.detach(), 4, -1, 1) + torch.histc(v.detach(), 4)) * v[:4]).sum(), n(7))
    check("index_reduce", weighted(lambda x, y: x.index_reduce(0, rows, y, "prod")), x, n(3, 5), w)
    check("put", weighted(lambda x, y: x.put(torch.tensor([1, 7, 7]), y, accumulate=True)), x, n(3), w)
    check("median with a stop", lambda x: (x.median(1).values * x.detach()[:, 0] * x[:, 1]).sum(), x)
    check("mode", lambda x: (x.round().mode(1).values * x[:, 0]).sum() + (x.round().mode(0).indices * x[0]).sum(), n(3, 9))
    for shape, dims in (((3, 5), (0, 0, 1)), ((5, 3), (-1, 0, 1)), ((2, 4, 3), (1, 2, 0))):
        z = n(*shape)
        check(f"diagonal_scatter {dims}", weighted(lambda x, y: torch.diagonal_scatter(x, y, *dims)),  # noqa: B023
              z, n(*z.diagonal(*dims).shape), n(*shape))  # fmt: skip
    for p in (1.0, 2.0, 3.0, torch.inf):
        check(f"cdist {p}", weighted(lambda a, b: torch.cdist(a, b, p)), n(2, 4, 3), n(2, 5, 3), n(2, 4, 5))  # noqa: B023
    check("pdist", lambda x: (torch.pdist(x) ** 3).sum(), n(5, 3))
    same = torch.ones(2, 3)
    check("cdist of equals", lambda x: (torch.cdist(x, x.detach()) * 3).sum(), same, order=1)
    for reduce in ("sum", "mean", "max", "min"):
        check(f"segment_reduce {reduce}", lambda x: (torch.segment_reduce(x, reduce, lengths=torch.tensor([1, 3, 2])) ** 3).sum(),  # noqa: B023
              n(6, 2), order=1)  # fmt: skip
    for mode in ("sum", "mean", "max"):
        bags = torch.tensor([0, 2, 2, 5])
        check(f"embedding_bag {mode}", lambda x, i: (F.embedding_bag(i, x, bags, mode=mode) ** 3).sum(),  # noqa: B023
              n(6, 3), torch.tensor([1, 4, 4, 0, 2, 5, 1]), order=1)  # fmt: skip
    check("embedding_bag of rows", lambda x, i, v: (F.embedding_bag(i, x, per_sample_weights=v, mode="sum") ** 3).sum(),
          n(6, 3), torch.tensor([[1, 4], [4, 0]]), n(2, 2), order=1)  # fmt: skip
    check("embedding_bag with padding", lambda x, i: (F.embedding_bag(i, x, mode="mean", padding_idx=4) ** 3).sum(),
          n(6, 3), torch.tensor([[1, 4], [4, 4]]), order=1)  # fmt: skip
    v = torch.tensor([-3.7, -0.4, 0.3, 0.5, 1.5, 2.0, 7.25, 60.0])
    # PyTorch's derivative of digamma is exact to 1e-9.
    check("lgamma", lambda x: (torch.lgamma(x) * x).sum(), v, order=1)
    check("digamma", lambda x: (torch.digamma(x.detach()) * x).sum(), v)
    check("trigamma", lambda x: (torch.polygamma(2, x) * x).sum(), v.abs())
    check("erfinv", lambda x: (torch.erfinv(x) ** 2).sum(), torch.tensor([-0.99, -0.5, 0.0, 1e-3, 0.7, 0.999]))
    check("dimensions from behind", weighted(lambda x, s: x.scatter(-1, columns[:2], s[:2]) + x.scatter_add(-2, columns, s)), x, s, w)
    # Sizes that are known at run time only.
    size = {"dynamic_shapes": [{0: torch.export.Dim("n")}] * 2}
    y, u = n(6, 5), n(6, 5)
    check("any number of rows, cumsum", weighted(lambda x: x.cumsum(0)), y, u, **size)
    check("any number of rows, sort", weighted(lambda x: x.sort(0).values), y, u, **size)
    check("any number of rows, scatter_add", lambda x, w: (w.scatter_add(0, x.argsort(0), x) ** 2).sum(), y, u, **size)

x = n(4)


class Unique(torch.nn.Module):
    def forward(self, x):
        return torch.unique(x).sum()


comparison.refuse("unique", "the result size of aten._unique2 depends on data", lambda: from_torch_text(Unique(), x))
comparison.refuse("unique, its line", "return torch.unique(x).sum()", lambda: from_torch_text(Unique(), x))
comparison.refuse("a mask", "the result size of aten.index depends on data: write it with torch.where",
                  lambda: from_torch_text(lambda x: x[x > 0].sum(), x))  # fmt: skip
comparison.refuse("CTC", "aten._ctc_loss.Tensor depends on data, or it has no program", lambda: from_torch_text(
    lambda x: F.ctc_loss(x.reshape(2, 1, 2).log_softmax(-1), columns[:1, 1:], torch.tensor([2]), torch.tensor([1])), x))
comparison.refuse("linear algebra", "cholesky is not supported", lambda: from_torch_text(lambda x: torch.linalg.cholesky(x[:, None] * x).sum(), x))
comparison.refuse("fft", "aten.fft_rfft is not supported", lambda: from_torch_text(lambda x: torch.fft.rfft(x).abs().sum(), x))
comparison.refuse("complex numbers", "aten.abs is not supported", lambda: from_torch_text(lambda x: torch.fft.fft(x).abs().sum(), x))
size = {"dynamic_shapes": [{0: torch.export.Dim("n")}]}
comparison.refuse("cummax", "of dynamic size: make it static", lambda: from_torch_text(lambda x: x.cummax(0).values, x, **size))
comparison.end()
