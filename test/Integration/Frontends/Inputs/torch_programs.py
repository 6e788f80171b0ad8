"""Compares programs imported by from_torch with PyTorch's own derivatives."""

import numpy as np
import torch
import torch.nn.functional as F
import torch.utils.checkpoint
from compare import run_program
from sg.from_torch import from_torch_text
from torch_check import check, comparison


class Perceptron(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.a, self.b = torch.nn.Linear(5, 7), torch.nn.Linear(7, 3)

    def forward(self, x, labels):
        z = self.b(torch.relu(self.a(x)))
        shifted = z - z.amax(-1, keepdim=True).detach()
        return -(shifted - shifted.exp().sum(-1, keepdim=True).log()).gather(1, labels[:, None]).mean()


class Gelu(Perceptron):
    def forward(self, x, labels):
        return F.cross_entropy(self.b(F.gelu(self.a(x))), labels)


class Convolutional(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.c, self.n, self.l = torch.nn.Conv2d(2, 3, 3, padding=1), torch.nn.BatchNorm2d(3), torch.nn.Linear(12, 3)

    def forward(self, x, labels):
        hidden = F.max_pool2d(torch.relu(self.n(self.c(x))), 2)
        return F.nll_loss(F.log_softmax(self.l(hidden.flatten(1)), -1), labels)


class Recurrent(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.cell = torch.nn.GRUCell(3, 4)

    def forward(self, xs, h):
        for x in xs:
            h = self.cell(x, h)
            h = 0.5 * h.detach() + 0.5 * h
        return (h**2).sum()


class Quantizer(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.codes = torch.nn.Embedding(6, 4)

    def forward(self, z):
        code = self.codes((z[:, None] - self.codes.weight[None]).pow(2).sum(-1).argmin(-1))
        through = z + (code - z).detach()
        return (through**2).sum() + ((code - z.detach()) ** 2).sum() + ((z - code.detach()) ** 2).sum()


class Buffered(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.w = torch.nn.Parameter(torch.ones(3))
        self.register_buffer("b", torch.tensor([1.0, 2.0, 3.0]))

    def forward(self, x):
        return (self.w * self.b * x * x.detach()).sum()


class Own(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return x * x

    @staticmethod
    def backward(ctx, slope):
        return slope * 100


def without_gradient(x, w):
    with torch.no_grad():
        a = torch.exp(x) * w
        b = a.sum()
    return (x * a * w).sum() * b


def nested(x):
    with torch.no_grad():
        a = torch.exp(x)
        with torch.enable_grad():
            y = x * x
        b = a * y
    return (y * b).sum()


def attention(x, w):
    """Views a kernel's result, whose strides differ from its parts' strides."""
    heads = x.view(2, 4, 3, 2).transpose(1, 2)
    mixed = F.scaled_dot_product_attention(heads, heads.tanh(), heads, is_causal=True).transpose(1, 2)
    return torch.tanh(mixed.reshape(2, 4, 6).view(-1, 6) @ w).sum()


def hooked(x):
    y = x * x
    y.register_hook(lambda slope: slope * 100)
    return y.sum()


def stable(x):
    most = x.max().detach()
    return most + (x - most).exp().sum().log()


def checkpointed(x):
    part = lambda y: (y.sin() * y.exp().detach()).sum()  # noqa: E731
    return torch.utils.checkpoint.checkpoint(part, x, use_reentrant=False)


def random(x):
    """Returns a function whose gradient is the random numbers."""
    return (torch.rand_like(x) * x).sum() + (F.dropout(x, 0.25) * 2).sum()


def check_random():
    """Checks that random numbers depend only on the seed, not on the way in which it is passed."""
    x = n(20)

    def run(seed, *argument):
        text = from_torch_text(random, x, name="f", seed=seed)
        value, slope = run_program(text, ["--grad-request-derivative=function=f wrt=0 name=g"], "g", [x, *argument], 2)
        assert abs(value - (slope * x.numpy()).sum()) < 1e-4, (value, slope)
        kept = slope > 1  # dropout: 0 or 2 / (1 - 0.25), plus a random number below 1
        assert ((slope >= 0) & (slope < 4) & (kept == (slope >= 8 / 3 - 1e-6))).all() and 5 <= kept.sum() < 20, slope
        return tuple(slope)

    torch.manual_seed(7)
    slopes = [run(None), run(7), run("argument", np.int64(7)), run(8), run("argument", np.int64(8)), run(-1), run(2**64 - 1)]
    assert slopes[0] == slopes[1] == slopes[2] and slopes[3] == slopes[4] and slopes[5] == slopes[6]
    assert len(set(slopes)) == 3
    text = from_torch_text(lambda x: x.sum(), x, name="f", seed="argument")
    assert run_program(text, [], "f", [x * 0, np.int64(1)], 1)[0] == 0
    print("equal: random numbers")


def check_attention():
    """Checks the first order only: PyTorch's kernel has no second derivative."""
    x, w = torch.randn(2, 4, 6), torch.randn(6, 3)
    text = from_torch_text(attention, x, w, name="f")
    got = run_program(text, [], "f", [x.numpy(), w.numpy()], 1)[0]
    assert abs(got - attention(x, w).item()) < 1e-4
    print("equal: attention")


n = torch.randn
for dtype in (torch.float32, torch.float64):
    torch.set_default_dtype(dtype)
    torch.manual_seed(1)
    labels = torch.arange(6) % 3
    check("perceptron", Perceptron(), n(6, 5), labels)
    check("cross_entropy", Gelu(), n(6, 5), labels)
    check("convolutional", Convolutional().eval(), n(2, 2, 4, 4), labels[:2])
    check("GRU", Recurrent(), n(4, 2, 3), n(2, 4))
    check("straight through", lambda x, w: (w * (x + (torch.round(x) - x).detach()) ** 2).sum(), n(6) * 3, n(6))
    check("no_grad", without_gradient, n(5), n(5))
    check("enable_grad in no_grad", nested, n(4))
    check("quantizer", Quantizer(), n(5, 4))
    check("logsumexp", stable, n(6))
    check("relu at 0", lambda x: (torch.relu(x) * (x + 1)).sum(), torch.tensor([0.0, 1.0, -1.0]))
    check("layer normalization", lambda x, g, b: torch.tanh(F.layer_norm(x, (6,), g, b)).sum(), n(4, 6), n(6), n(6))
    check("embedding", lambda e, i: (torch.tanh(F.embedding(i, e)) ** 2).sum(), n(7, 4), torch.tensor([1, 5, 1, 6]))
    check("buffer", Buffered(), n(3))
    check("checkpoint", checkpointed, n(4))

torch.set_default_dtype(torch.float32)
check_random()
check_attention()
comparison.refuse("autograd.Function", "backward part", lambda: from_torch_text(lambda x: Own.apply(x).sum(), n(4)))
comparison.refuse("hook", "hooks on gradients", lambda: from_torch_text(hooked, n(4)))
comparison.end()
