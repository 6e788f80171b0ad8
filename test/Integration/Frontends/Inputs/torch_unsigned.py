"""Tests masks and unsigned integers of PyTorch: products, results, arguments, orders."""

import numpy as np
import sg
import torch
from checks import check, finish, refuse, same

random = np.random.default_rng(0)


TORCH = {
    "sums": lambda u, v: (u + v, u * v, u - v, -u, u.sum(), u.cumsum(0), u.prod(), u.float().mean()),
    "quotients": lambda u, v: (u // v, u % v, u / v, u >> 1, u * 0.5),
    "orders": lambda u, v: (torch.maximum(u, v), u.amin(), u.argmax(), torch.sort(u)[0], *torch.topk(u, 2), u == 250, u >= v),
    "moves": lambda u, v: (torch.cat([u, v]), u.flip(0), torch.where(u > 100, u, v), u.gather(0, torch.tensor([1, 0]))),
    "conversions": lambda u, v: (u.double(), u.long(), u.to(torch.int8), u.any(), (u.float() * 0.5).to(torch.uint8)),
    "scatter": lambda u, v: u.scatter_reduce(0, torch.tensor([1, 0, 0, 2]), v, "amax"),
}
TORCH_PRODUCTS = {
    "mask": lambda w, h: (h > 0).to(w.dtype) @ w.T,
    "linear": lambda w, h: torch.nn.functional.linear((h > 0).to(w.dtype), w),
    "convolution": lambda w, h: torch.conv2d((h > 0).to(w.dtype)[None, None], w[None, None, :2, :2]),
    "mean": lambda w, h: w * (h > 0).to(w.dtype).mean() * (w > 0).sum(),
}


def of_torch():
    u, v = torch.tensor([250, 3, 130, 7], dtype=torch.uint8), torch.tensor([10, 200, 2, 1], dtype=torch.uint8)
    for name, f in TORCH.items():
        ours, theirs = sg.from_torch(f, u, v)["main"](u, v), f(u, v)
        pairs = zip(ours, theirs) if isinstance(theirs, tuple) else [(ours, theirs)]
        check(f"uint8, {name}", all(same(a, b) for a, b in pairs))
    w, h = (torch.from_numpy(random.normal(size=shape)) for shape in ((3, 4), (2, 4)))
    for name, f in TORCH_PRODUCTS.items():
        x = w.clone().requires_grad_()
        (theirs,) = torch.autograd.grad(f(x, h).square().sum(), x)
        ours = sg.from_torch(lambda w, h: f(w, h).square().sum(), w, h).value_and_grad("main", wrt=0)(w, h)[1]
        check(f"product, {name}", same(ours, theirs))
    x = torch.ones(4, requires_grad=True)
    product, more = sg.torch.function(lambda x, u: (x * u, u + 6))(x, u)
    product.sum().backward()
    check("sg.torch.function", torch.equal(more, u + 6) and torch.equal(x.grad, u.float()))
    wide = u.to(torch.uint16)
    refuse(
        "uint16",
        "integers of uint16 are not supported",
        NotImplementedError,
        lambda: sg.from_torch(lambda u: u.float(), wide),
    )


of_torch()
finish()
