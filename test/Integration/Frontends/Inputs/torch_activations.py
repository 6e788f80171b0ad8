"""Compares activations with PyTorch where their pieces meet, and where exponentials overflow."""

import sys

import sg
import torch
import torch.nn.functional as F

failures = 0
X = torch.tensor([0.0, 3.0, -3.0, 6.0, 1.0, -1.0, 0.5, 100.0, -100.0, -1000.0])
TARGET, WEIGHT = torch.full((10,), 0.3), torch.arange(10.0)
ACTIVATIONS = {
    "sigmoid": torch.sigmoid,
    "silu": F.silu,
    "glu": lambda x: F.glu(torch.stack([x, x]), 0),
    "log_sigmoid": F.logsigmoid,
    "softplus": lambda x: F.softplus(x) + F.softplus(x, 2.0, 5.0),
    "mish": F.mish,
    "elu": lambda x: F.elu(x) + F.elu(x, 0.5),
    "selu": F.selu,
    "celu": lambda x: F.celu(x) + F.celu(x, 2.0),
    "leaky_relu": F.leaky_relu,
    "rrelu": F.rrelu,
    "hardtanh": F.hardtanh,
    "relu6": F.relu6,
    "hardsigmoid": F.hardsigmoid,
    "hardswish": F.hardswish,
    "clamp": lambda x: x.clamp(0, 1) + x.clamp(min=0) + x.clamp(max=1) + x.clamp(2, 1) + torch.clip(x, -1, 6),
    "binary cross entropy": lambda x: F.binary_cross_entropy_with_logits(x, TARGET.to(x.dtype)),
    "weighted": lambda x: F.binary_cross_entropy_with_logits(
        x, TARGET.to(x.dtype), WEIGHT, pos_weight=torch.tensor(2.0), reduction="sum"
    ),
    "in place": lambda x: F.relu6(x * 1, inplace=True)
    + F.silu(x * 1, inplace=True)
    + (x * 1).clamp_(0, 1)
    + (x * 1).sigmoid_(),
}


def check(name, is_right):
    global failures
    failures += not is_right
    print(f"{'equal' if is_right else 'FAILED'}: {name}")


for dtype, tolerance in ((torch.float32, 1e-4), (torch.float64, 1e-7)):
    for name, f in ACTIVATIONS.items():
        x = X.to(dtype).requires_grad_()
        value = f(x).sum()
        (theirs,) = torch.autograd.grad(value, x)
        found, ours = sg.from_torch(lambda x: f(x).sum(), x.detach()).value_and_grad("main", wrt=0)(x.detach())
        same = torch.allclose(torch.from_numpy(ours), theirs, rtol=tolerance, atol=tolerance / 100)
        check(f"{dtype}, {name}", same and abs(found - value.item()) <= tolerance * abs(value.item()))
half = torch.tensor([0.0, -12.0, 12.0, 5.0]).half()
ours = sg.from_torch(lambda x: (torch.sigmoid(x) + F.silu(x) + F.softplus(x)).sum(), half).value_and_grad("main", wrt=0)(half)[
    1
]
check("f16", bool(torch.isfinite(torch.from_numpy(ours)).all()))
integers = torch.tensor([3, -3, 0])
check("clamp of integers", sg.from_torch(lambda x: x.clamp(-1, 2), integers)["main"](integers).tolist() == [2, -1, 0])

# A logistic regression that starts at zero.
torch.manual_seed(0)
images, labels = torch.randn(64, 5), (torch.rand(64, 1) > 0.3).float()


class Logistic(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = torch.nn.Linear(5, 1)
        for parameter in self.parameters():
            torch.nn.init.zeros_(parameter)

    def forward(self, images, labels):
        return F.binary_cross_entropy_with_logits(self.layer(images), labels)


module = Logistic()
_, gradients = sg.from_torch(module, images, labels).value_and_grad()(dict(module.named_parameters()), images, labels)
module(images, labels).backward()
check(
    "a regression at zero",
    all(torch.allclose(gradients[n], p.grad, rtol=1e-5, atol=1e-7) for n, p in module.named_parameters()),
)
print(f"{failures} failed")
sys.exit(failures != 0)
