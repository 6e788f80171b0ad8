"""Compares sg.torch.function with PyTorch in typical training loops."""

import copy
import sys

import sg
import torch
from torch import nn

failures = 0


def check(name, is_right):
    global failures
    failures += not is_right
    print(f"{'equal' if is_right else 'FAILED'}: {name}")


def close(a, b, tolerance=1e-5):
    if a.shape != b.shape or a.dtype != b.dtype:
        return False
    return bool(((a - b).abs() <= tolerance * b.abs().max().clamp(min=1)).all())


def network():
    return nn.Sequential(nn.Linear(4, 8, bias=False), nn.BatchNorm1d(8), nn.Tanh(), nn.Linear(8, 3))


def train_both(make_optimizer, steps, accumulate=1):
    """Trains both models. Gradients of several batches accumulate before each step."""
    theirs = network()
    ours = copy.deepcopy(theirs)
    fast = sg.torch.function(ours)
    optimizers = [make_optimizer(part.parameters()) for part in (theirs, fast)]
    schedulers = [torch.optim.lr_scheduler.StepLR(optimizer, 2, 0.5) for optimizer in optimizers]
    for _ in range(steps):
        batches = [(torch.randn(6, 4), torch.randint(0, 3, (6,))) for _ in range(accumulate)]
        for call, optimizer, scheduler in zip((theirs, fast), optimizers, schedulers):
            optimizer.zero_grad()
            for images, labels in batches:
                nn.functional.cross_entropy(call(images), labels).backward()
            nn.utils.clip_grad_norm_(call.parameters(), 1.0)
            optimizer.step()
            scheduler.step()
    same = all(close(a, b.detach(), 1e-4) for a, b in zip(ours.parameters(), theirs.parameters()))
    same = same and all(close(a.double(), b.double()) for a, b in zip(ours.buffers(), theirs.buffers()))
    return same, ours, theirs, fast


torch.manual_seed(0)
check("Adam", train_both(lambda p: torch.optim.Adam(p, lr=1e-2), 6)[0])
same, ours, theirs, fast = train_both(lambda p: torch.optim.SGD(p, lr=0.1, momentum=0.9), 5, accumulate=2)
check("accumulated, clipped, scheduled", same)
x = torch.randn(6, 4)
fast.eval(), theirs.eval()
with torch.no_grad():
    check("evaluated", close(fast(x), theirs(x)) and not fast(x).requires_grad)
check("other sizes", close(fast(x[:2]), theirs(x[:2])))
check("parameters of the module", [id(p) for p in fast.parameters()] == [id(p) for p in ours.parameters()])

# Gradients of arguments, several results, an integer result, frozen parameters, hooks.
layer = nn.Linear(4, 2)
layer.bias.requires_grad_(False)
pair = sg.torch.function(lambda x, y: (x * y, (x + y).sum(), (x > y).long()))
x, y = (torch.randn(3, requires_grad=True) for _ in range(2))
product, total, larger = pair(x, y)
seen = []
product.register_hook(lambda g: seen.append(g.clone()))
((product**2).sum() + 3 * total).backward()
check("arguments", close(x.grad, (2 * product * y + 3).detach()) and close(y.grad, (2 * product * x + 3).detach()))
check("hooks", close(seen[0], 2 * product.detach()) and larger.dtype == torch.int64 and not larger.requires_grad)
x.grad = None
total = pair(x, y.detach())[1]
total.backward()
check("one result used", close(x.grad, torch.ones(3)))
z = torch.randn(5, 4)
sg.torch.function(layer)(z).sum().backward()
check("frozen", layer.bias.grad is None and close(layer.weight.grad, z.sum(0).expand(2, 4)))

# A detached tensor is a stop; one compilation serves batches of any size.
stopped = sg.torch.function(lambda x: (x * x.detach()).sum(), dynamic_shapes=({0: torch.export.Dim("n")},))
for size in (3, 5):
    x = torch.randn(size, requires_grad=True)
    stopped(x).backward()
    check("stopped", close(x.grad, x.detach()))
check("compiled once", len(stopped._programs) == 1)

for name, make, message in (
    ("second derivative", lambda: torch.autograd.grad(stopped(x), x, create_graph=True), "no second derivatives"),
    ("a number", lambda: pair(x, 2.0), "argument 1 is not a tensor on the CPU"),
):
    try:
        make()
        check(f"{name} is refused", False)
    except (RuntimeError, sg.ArgumentError) as error:
        check(f"{name} is refused", message in str(error))
sys.exit(1 if failures else 0)
