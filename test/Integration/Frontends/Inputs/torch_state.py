"""Compares training of models with state by sg.Model with PyTorch."""

import copy
import sys

import sg
import torch
import torch.nn.functional as F
from torch import nn

failures = 0


def fail(text):
    global failures
    failures += 1
    print("FAILED:", text)


def distance(a, b):
    return float(((a - b).abs() / b.abs().max().clamp(min=1)).max()) if a.numel() else 0.0


def train(name, module, batches, tolerance, context=None, **options):
    """Runs three or more steps of gradient descent, each side with separate parameters."""
    theirs = copy.deepcopy(module)
    model = sg.from_torch(module, *batches[0], **options)
    has_state = bool(model.names.state)
    step = model.value_and_grad(has_state=has_state)
    parameters = {path: value.detach().clone() for path, value in module.named_parameters()}
    state = {path: value for path, value in module.named_buffers() if path in model.names.state}
    worst = 0.0
    for batch in batches:
        if has_state:
            (loss, state), gradients = step(parameters, state, *batch)
        else:
            loss, gradients = step(parameters, *batch)
        theirs.zero_grad()
        expected = theirs(*batch)
        expected.backward()
        worst = max(worst, distance(loss, expected.detach()))
        wanted = {path: value.grad for path, value in theirs.named_parameters() if value.requires_grad}
        if list(gradients) != list(wanted):
            return fail(f"{name}: gradients of {list(gradients)}, not of {list(wanted)}")
        for path, gradient in gradients.items():
            worst = max(worst, distance(gradient, wanted[path]))
            parameters[path] = parameters[path] - 0.1 * gradient
        with torch.no_grad():
            for value in theirs.parameters():
                if value.requires_grad:
                    value -= 0.1 * value.grad
        buffers = dict(theirs.named_buffers())
        for path, value in state.items():
            if value.dtype != buffers[path].dtype:
                return fail(f"{name}: {path} is {value.dtype}, not {buffers[path].dtype}")
            worst = max(worst, distance(value.double(), buffers[path].double()))
    print(f"equal: {name} ({worst:.1e})") if worst <= tolerance else fail(f"{name}: {worst:.1e}")
    return model


class Sum(nn.Module):
    """Module that returns the sum of the squares of another module's result."""

    def __init__(self, module):
        super().__init__()
        self.module = module

    def forward(self, *arguments):
        return (self.module(*arguments) ** 2).mean()


class Average(nn.Module):
    """Module with a teacher updated by a moving average, a counter, and a read-only buffer."""

    def __init__(self):
        super().__init__()
        self.student, self.scale = nn.Linear(3, 3), 0.9
        self.register_buffer("teacher", self.student.weight.detach().clone())
        self.register_buffer("count", torch.zeros((), dtype=torch.int32))
        self.register_buffer("mask", torch.tensor([1.0, 0.0, 2.0]))

    def forward(self, x):
        with torch.no_grad():
            self.teacher.copy_(self.scale * self.teacher + (1 - self.scale) * self.student.weight)
            self.count += 1
        wanted = F.linear(x, self.teacher).detach()
        return (((self.student(x) - wanted) * self.mask) ** 2).mean() * self.count


class Tied(nn.Module):
    def __init__(self):
        super().__init__()
        self.embedding, self.inner = nn.Embedding(7, 4), nn.Linear(4, 4)
        self.last = nn.Linear(4, 7, bias=False)
        self.last.weight = self.embedding.weight
        self.inner.bias.requires_grad_(False)

    def forward(self, tokens):
        return F.cross_entropy(self.last(torch.tanh(self.inner(self.embedding(tokens)))), tokens.roll(1))


class Keywords(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(3, 2)

    def forward(self, x, *, scale):
        return (F.dropout(self.layer(x), 0.5) * scale).sum()


class Autocast(nn.Module):
    """Module with f32 parameters and bf16 products."""

    def __init__(self, type_):
        super().__init__()
        self.layers = nn.Sequential(nn.Linear(6, 8), nn.Tanh(), nn.Linear(8, 1))
        self.type = type_

    def forward(self, x):
        with torch.autocast("cpu", self.type):
            y = self.layers(x)
        return (y.float() ** 2).mean()


class Overwrites(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(3, 3)

    def forward(self, x):
        x.mul_(2)
        return self.layer(x).sum()


def refused(name, message, make):
    try:
        make()
    except (NotImplementedError, sg.ArgumentError) as error:
        if message in str(error):
            return print(f"refused: {name}")
        return fail(f"{name} has another error: {error}")
    fail(f"{name} is not refused")


def keywords():
    """Passes the seed as an argument: equal seeds give equal numbers, with gradients too."""
    module = Keywords()
    model = sg.from_torch(module, torch.ones(2, 3), keywords={"scale": torch.tensor(2.0)}, seed="argument")
    step, value = model.value_and_grad(wrt="layer.weight"), model.value()
    parameters = dict(module.named_parameters())
    losses = []
    for seed in (3, 3, 4):
        given = {"scale": torch.tensor(2.0), "seed": seed}
        loss, gradients = step(parameters, torch.ones(2, 3), **given)
        again = step(parameters, torch.ones(2, 3), **given)[1]
        if list(gradients) != ["layer.weight"] or not torch.equal(gradients["layer.weight"], again["layer.weight"]):
            fail("keywords: gradients")
        if not torch.equal(loss, value(parameters, torch.ones(2, 3), **given)):
            fail("keywords: the value is another than with gradients")
        losses.append(float(loss.detach()))
    if losses[0] != losses[1] or losses[0] == losses[2]:
        return fail(f"keywords: {losses}")
    print("equal: keywords and seeds")


for type_, tolerance in ((torch.float32, 2e-5), (torch.float64, 1e-12)):
    torch.set_default_dtype(type_)
    torch.manual_seed(0)
    xs = [(torch.randn(5, 3),) for _ in range(4)]
    images = [(torch.randn(2, 3, 5, 7),) for _ in range(4)]
    train("batch normalization", Sum(nn.Sequential(nn.Linear(3, 4), nn.BatchNorm1d(4))), xs, tolerance)
    train("without tracking", Sum(nn.BatchNorm2d(3, track_running_stats=False)), images, tolerance)
    train("evaluated", Sum(nn.Sequential(nn.BatchNorm2d(3), nn.Conv2d(3, 2, 3))).eval(), images, tolerance)
    train("instance normalization", Sum(nn.InstanceNorm2d(3, affine=True, track_running_stats=True)), images, tolerance)
    train("spectral norm", Sum(nn.utils.spectral_norm(nn.Linear(3, 4))), xs, tolerance)
    train("moving average", Average(), xs, tolerance)
    tied = train("tied and frozen", Tied(), [(torch.randint(0, 7, (6,)),) for _ in range(3)], tolerance)
    if tied and (len(tied.names.parameters), len(tied.names.trained)) != (3, 2):
        fail(f"tied and frozen: {tied.names}")
    sizes = {"dynamic_shapes": ({0: torch.export.Dim("n")},)}
    uneven = [(torch.randn(n, 3),) for n in (5, 3, 8)]
    train("any batch", Sum(nn.Sequential(nn.Linear(3, 4), nn.BatchNorm1d(4))), uneven, tolerance, **sizes)

torch.set_default_dtype(torch.float32)
torch.manual_seed(1)
# The tolerance: one rounding is 2^-8 in bf16 and 2^-11 in f16, relative to sums of six and eight terms.
for type_, name, tolerance in ((torch.bfloat16, "bf16", 2.0**-6), (torch.float16, "f16", 2.0**-9)):
    model = train(f"autocast to {name}", Autocast(type_), [(torch.randn(9, 6),) for _ in range(4)], tolerance)
    if model and f"tensor<9x8x{name}>" not in str(model):
        fail(f"autocast to {name}: no product has this type")
keywords()
normalized = nn.BatchNorm1d(3)
model = sg.from_torch(Sum(normalized), torch.ones(2, 3))
refused("state that nobody asked for", "use has_state=True, which takes and returns them", model.value_and_grad)
refused("an unknown parameter", "no parameter 'weight'", lambda: model.value_and_grad(wrt="weight", has_state=True))
refused("an argument that is written", "forward writes into its argument", lambda: sg.from_torch(Overwrites(), torch.ones(2, 3)))
sys.exit(1 if failures else 0)
