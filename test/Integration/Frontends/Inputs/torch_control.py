"""Compares torch.cond, while_loop and scan with Python's branches and loops under autograd."""

import sys

import numpy as np
import sg
import torch
from torch._higher_order_ops.scan import scan
from torch._higher_order_ops.while_loop import while_loop

torch.set_default_dtype(torch.float64)
torch.manual_seed(0)
failures = 0


def check(name, program, plain, *arguments):
    """Compares `program(*arguments)` by sg with `plain(*arguments)` by autograd, to second order."""
    global failures
    module = sg.from_torch(program, *arguments)
    wrt = [i for i, x in enumerate(arguments) if x.is_floating_point()]
    directions = [torch.randn_like(arguments[i]) for i in wrt]
    leaves = [x.clone().requires_grad_() if x.is_floating_point() else x for x in arguments]
    value = plain(*leaves)
    varied = [leaves[i] for i in wrt]
    gradients = torch.autograd.grad(value, varied, create_graph=True, allow_unused=True, materialize_grads=True)
    along = sum((g * d).sum() for g, d in zip(gradients, directions))
    if along.requires_grad:
        products = torch.autograd.grad(along, varied, allow_unused=True, materialize_grads=True)
    else:
        products = [torch.zeros_like(x) for x in varied]
    ours = module.value_and_grad("main", wrt=wrt)(*arguments)
    ours = [ours[0], *ours[1], *module.hessian_vector_product("main", wrt=wrt)(*arguments, *directions)]
    theirs = [x.detach().numpy() for x in (value, *gradients, *products)]
    worst = max(np.abs(a - b).max(initial=0) / max(1, np.abs(b).max(initial=0)) for a, b in zip(ours, theirs, strict=True))
    failed = not worst <= 1e-12
    failures += failed
    print(f"{'FAILED' if failed else 'equal'}: {name}, {worst:.1e}")


def refuse(name, message, make):
    global failures
    try:
        make()
    except (NotImplementedError, RuntimeError) as error:
        failures += message not in str(error)
        print(f"refused: {name}" if message in str(error) else f"FAILED: {name} has another error: {error}")
    else:
        failures += 1
        print(f"FAILED: {name} is not refused")


def branch(x, y):
    def high(x, y):
        return (x * y).sin(), x.detach() * y

    def low(x, y):
        return x.exp(), x + y

    a, b = torch.cond(x.sum() > 0, high, low, (x, y))
    return (a * b).sum()


def plain_branch(x, y):
    a, b = ((x * y).sin(), x.detach() * y) if x.sum() > 0 else (x.exp(), x + y)
    return (a * b).sum()


x, y = torch.rand(3, 2), torch.randn(3, 2)
check("cond, true", branch, plain_branch, x, y)
check("cond, false", branch, plain_branch, -x, y)


def nested(x):
    inner = lambda x: torch.cond(x[0] > 1, lambda x: x**3, lambda x: x.sin(), (x,))  # noqa: E731
    return torch.cond(x.sum() > 0, inner, lambda x: x * 2, (x,)).sum()


for values in ([2.0, 1.0], [0.5, 1.0], [-2.0, 1.0]):
    v = torch.tensor(values)
    check(f"cond in cond {values}", nested,
          lambda x: ((x**3 if x[0] > 1 else x.sin()) if x.sum() > 0 else x * 2).sum(), v)  # fmt: skip


def doubled(x):
    return while_loop(lambda i, x: x.sum() < 100, lambda i, x: (i + 1, x * x + 1), (torch.tensor(0), x))[1].sum()


def plain_doubled(x):
    while x.sum() < 100:
        x = x * x + 1
    return x.sum()


check("while_loop", doubled, plain_doubled, torch.rand(4))


def steps(weight, x, begin):
    def step(carried, x):
        h, total = carried
        h = torch.tanh(x @ weight + h)
        return [h, total + h.sum()], [h * h, h.detach() * x.sum()]

    (h, total), (squares, mixed) = scan(step, [begin, torch.zeros(())], x)
    return (h * squares[1:]).sum() + total * mixed.sum()


def plain_steps(weight, x, begin):
    h, total, squares, mixed = begin, torch.zeros(()), [], []
    for row in x:
        h = torch.tanh(row @ weight + h)
        total = total + h.sum()
        squares.append(h * h)
        mixed.append(h.detach() * row.sum())
    return (h * torch.stack(squares)[1:]).sum() + total * torch.stack(mixed).sum()


w = torch.randn(2, 4) / 2
check("scan", steps, plain_steps, w, torch.randn(5, 3, 2), torch.randn(3, 4))
check("scan of one step", steps, plain_steps, w, torch.randn(1, 3, 2), torch.randn(3, 4))


def backwards(x):
    return (scan(lambda c, v: (c * v + 1, c * v), torch.ones(()), x, reverse=True)[1] ** 2).sum()


def plain_backwards(x):
    c, out = torch.ones(()), []
    for v in x.flip(0):
        out.append(c * v)
        c = c * v + 1
    return (torch.stack(out) ** 2).sum()


check("scan from behind", backwards, plain_backwards, torch.randn(6))
counted = lambda x, i: (scan(lambda c, vi: (c + vi[1], vi[0] * (c + vi[1])), torch.tensor(0), (x, i))[1] ** 2).sum()  # noqa: E731
check("scan with integers", counted, lambda x, i: ((x * i.cumsum(0)) ** 2).sum(), torch.randn(4), torch.tensor([1, 2, 0, 3]))
dim = torch.export.Dim("n", min=2)
refuse("scan over any size", "scan over a dimension of dynamic size is not supported",
       lambda: sg.from_torch(lambda x: scan(lambda c, v: (c + v, c * v), torch.zeros(()), x)[1].sum(), torch.randn(4),
                             dynamic_shapes=[{0: dim}]))  # fmt: skip
print(f"{failures} failed")
sys.exit(failures != 0)
