"""Checks that PyTorch's stops are kept, and that unsupported code is reported with its line."""

import sys
import warnings

import sg
import torch
from torch import nn

failures = 0
X = torch.tensor([1.0, 2.0, 4.0])


def check(name, is_right):
    global failures
    failures += not is_right
    print(f"{'equal' if is_right else 'FAILED'}: {name}")


@torch.inference_mode()
def infer(x):
    return x * 2


@torch.no_grad
def without(x):
    return x * 2


def nested(x):
    with torch.inference_mode():
        y = x * 2
        with torch.inference_mode(False):
            z = x * 3
    return x * y.clone() + x * z


def switched(x):
    torch.set_grad_enabled(False)
    y = x * 2
    torch.set_grad_enabled(True)
    return y * x


def gradient(x, create_graph):
    y = (x * 2).requires_grad_(True)
    (g,) = torch.autograd.grad((y**3).sum(), y, create_graph=create_graph)
    return g * x


def backward(x):
    y = (x * 2).detach().clone().requires_grad_(True)
    (y**3).sum().backward()
    return y.grad * x


STOPS = {
    "item": lambda x: torch.exp(x - x.max().item()),
    "item of detach": lambda x: x * x.max().detach().item(),
    "arithmetic on items": lambda x: x * (x.max().item() * 2 + 1) * x.argmax().item(),
    "item under no_grad": lambda x: torch.no_grad()(lambda: x.sum().item())() * x,
    "item as a tensor": lambda x: x * torch.tensor(x.max().item()),
    "tolist": lambda x: x * x.tolist()[1],
    "tensor of a tensor": lambda x: x * torch.tensor(x) * x.new_tensor(x),
    "in another function": lambda x: (lambda y: y * y.max().item())(x * 2),
    "in a branch": lambda x: torch.cond(x.sum() > 0, lambda x: x * x.detach(), lambda x: x + 1, (x,)),
    "no_grad": lambda x: without(x) * x,
    "set_grad_enabled": switched,
    "inference_mode": lambda x: infer(x).clone() * x,
    "inference_mode within another": nested,
    "a gradient": lambda x: gradient(x, False),
    "a gradient with a graph": lambda x: gradient(x, True),
    "backward": backward,
}


def stops():
    for name, f in STOPS.items():
        x = X.clone().requires_grad_()
        if name != "in a branch":  # PyTorch traces it where it is compiled alone.
            (theirs,) = torch.autograd.grad(f(x).sum(), x)
        else:
            theirs = X
        ours = sg.from_torch(lambda x: f(x).sum(), X).value_and_grad("main", wrt=0)(X)[1]
        check(name, torch.allclose(torch.from_numpy(ours), theirs, rtol=1e-5))
    x = X.clone().requires_grad_()
    sg.torch.function(STOPS["item"])(x).sum().backward()
    check("sg.torch.function", torch.allclose(x.grad, torch.exp(X - 4)))


def branch(x):
    y = x * 2
    return y if y.sum() > 0 else x


def transform(x):
    return x * torch.func.grad(lambda y: (y**3).sum())(x)


def spectrum(x):
    return torch.fft.rfft(x).abs()


class Exp(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return x.exp()


def with_backward(x):
    return Exp.apply(x)


CONSTANT = torch.zeros(3)


def overwrite(x):
    CONSTANT[:2].mul_(2)
    return x * CONSTANT


REFUSED = {
    "float()": (lambda x: x * float(x.max()), "use .item() for a number", "in <lambda>"),
    "if": (branch, "torch.where or torch.cond for an if", "in branch"),
    "numpy": (lambda x: x * torch.from_numpy(x.detach().numpy()), "numpy() of a tensor is not supported", "in <lambda>"),
    ".data": (lambda x: x * x.data, "use detach() instead of .data", ""),
    "complex": (lambda x: (x * 1j).abs(), "the complex number 1j is not supported", "in <lambda>"),
    "torch.func": (transform, "write torch.autograd.grad with create_graph=True", ""),
    "an integer as a float": (
        lambda x: x * (x.max().item() + x.argmax().item()),
        "an integer of .item() instead of a float",
        "in <lambda>",
    ),
    "autograd.Function": (with_backward, "the backward part of an autograd.Function would be lost", "in with_backward"),
    "an op": (spectrum, "is not supported: torch-mlir has no lowering of it", "in spectrum"),
    "a constant that is written": (
        overwrite,
        "aten.mul_.Tensor writes into a tensor that is neither an argument nor a buffer",
        "in overwrite",
    ),
}


def refusals():
    for name, (f, message, line) in REFUSED.items():
        try:
            sg.from_torch(f, X)
            check(f"{name}: not refused", False)
        except NotImplementedError as error:
            check(f"{name} is refused", message in str(error) and line in str(error))
            if message not in str(error) or line not in str(error):
                print(error)


class Assigns(nn.Module):
    """Module whose forward replaces buffers and other attributes."""

    def __init__(self):
        super().__init__()
        self.register_buffer("mean", torch.zeros(3))
        self.calls, self.log, self.layer = 0, [], nn.Linear(3, 3)

    def forward(self, x):
        self.mean = 0.9 * self.mean + 0.1 * x.detach().mean(0)
        self.calls += 1
        self.log.append(x)
        return (self.layer(x) * self.mean).sum()


class Resizes(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("last", torch.zeros(3))

    def forward(self, x):
        self.last = x
        return x.sum()


class Permutes(nn.Module):
    """Module with a read-only buffer as an index, next to slices and other indices."""

    def __init__(self):
        super().__init__()
        self.register_buffer("order", torch.tensor([2, 0, 1]))
        self.weight = nn.Parameter(torch.arange(3.0) + 1)

    def forward(self, x):
        written = x.clone()
        written[:, self.order] = x * 2
        read = x[:, self.order] * x[self.order] + x[self.order, self.order]
        return ((read + written) * self.weight).sum()


def modules():
    """Checks that the import does not change a module. Assigned buffers become state."""
    x = torch.randn(2, 3)
    shared = nn.Linear(3, 3)
    tied = nn.Sequential(shared, nn.Tanh(), shared)
    weight = shared.weight
    parameters = dict(tied.named_parameters())
    ours = sg.from_torch(tied, x).vjp("main", wrt=[0])(shared.weight.detach(), shared.bias.detach(), x, torch.ones(2, 3))[1][0]
    check("a module at two paths stays", shared.weight is weight and list(parameters) == ["0.weight", "0.bias"])
    tied(x).sum().backward()
    check("its gradients", torch.allclose(torch.from_numpy(ours), weight.grad, rtol=1e-5))
    module = Assigns()
    with warnings.catch_warnings(record=True) as found:
        warnings.simplefilter("always")
        model = sg.from_torch(module, x)
    texts = [str(one.message) for one in found if issubclass(one.category, sg.ProgramWarning)]
    check(
        "a warning of what is not a buffer",
        any("forward changes calls, log, which native code does not" in text for text in texts),
    )
    check("the module as before", (module.calls, module.log) == (0, []) and not module.mean.any())
    _, state = model.value(has_state=True)(dict(module.named_parameters()), {"mean": module.mean}, x)
    module(x)
    check("an assigned buffer", torch.allclose(state["mean"], module.mean))
    try:
        sg.from_torch(Resizes(), x)
        check("another size: not refused", False)
    except NotImplementedError as error:
        check("another size is refused", "forward assigns the buffer last something of another type or size" in str(error))
    module, square = Permutes(), torch.randn(3, 3)
    value, gradients = sg.from_torch(module, square).value_and_grad()(dict(module.named_parameters()), square)
    expected = module(square)
    expected.backward()
    check("an index in a buffer", torch.allclose(value, expected) and torch.allclose(gradients["weight"], module.weight.grad))
    layer = nn.Linear(3, 2)
    with torch.autocast("cpu", dtype=torch.bfloat16):
        made = sg.from_torch(layer, x).value()(dict(layer.named_parameters()), x)
    check("autocast around the call", made.dtype == torch.bfloat16)
    normal = torch.distributions.Normal
    model = sg.from_torch(lambda m, s: normal(m, s).log_prob(m + 1).sum(), X, X)
    check("torch.distributions", torch.allclose(torch.tensor(model["main"](X, X)), normal(X, X).log_prob(X + 1).sum()))


torch.manual_seed(0)
stops()
refusals()
modules()
print(f"{failures} failed")
sys.exit(failures != 0)
