"""sg.torch.function notices changes between calls, returns the module's results, and can be copied and saved."""

import collections
import copy
import io
import sys
import types
import warnings

import sg
import torch
from torch import nn

failures = 0
SCALE = 2.0
Pair = collections.namedtuple("Pair", "first second")


def check(name, is_right):
    global failures
    failures += not is_right
    print(f"{'equal' if is_right else 'FAILED'}: {name}")


def close(a, b):
    return a.dtype == b.dtype and bool(((a - b).abs() <= 1e-5 * b.abs().max().clamp(min=1)).all())


def refuse(name, message, call):
    try:
        call()
        check(f"{name}: not refused", False)
    except (sg.ArgumentError, NotImplementedError) as error:
        check(f"{name} is refused", message in str(error))
        if message not in str(error):
            print(error)


def programs(f):
    return sum(map(len, f._programs.values()))


class Attributes(nn.Module):
    """A module that reads numbers, a configuration, a tensor other than a buffer, and a global."""

    def __init__(self):
        super().__init__()
        self.layer, self.drop = nn.Linear(4, 4), nn.Dropout(0.5)
        self.scale, self.shift = 1.0, torch.zeros(4)
        self.config = types.SimpleNamespace(inner=types.SimpleNamespace(bias=0.5), sizes=[1, 2])

    def forward(self, x):
        y = self.drop(self.layer(x)) * self.scale + self.shift + self.config.inner.bias
        return y * sum(self.config.sizes) * SCALE


class Target(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(4, 1)
        self.register_buffer("target", self.layer.weight.detach().clone())

    def forward(self, x):
        return ((self.layer(x) - x @ self.target.t()) ** 2).mean()


def buffers():
    """Alternates training and validation: eval() reads the buffers that train() wrote last."""
    network = nn.Sequential(nn.Linear(4, 4), nn.BatchNorm1d(4))
    f = sg.torch.function(network)
    for epoch in range(3):
        f.train()
        for _ in range(3):
            f(torch.randn(8, 4) * 3 + 2)
        f.eval()
        x = torch.randn(8, 4)
        check(f"validation {epoch}", close(f(x), network(x)))
    state = {name: value + 1 for name, value in f.state_dict().items()}
    f.load_state_dict(state)
    check("load_state_dict", close(f(x), network(x)) and programs(f) == 2)
    module = Target()
    f = sg.torch.function(module)
    for _ in range(2):
        check("a target in a buffer", close(f(x), module(x)))
        module.target.copy_(torch.randn(1, 4))
    check("one program", programs(f) == 1)
    module.target = nn.Parameter(torch.ones(1, 4)) * 2
    refuse("a buffer with a gradient", "the buffer target requires a gradient", lambda: f(x))


def attributes():
    global SCALE
    module, x = Attributes(), torch.randn(3, 4)
    f = sg.torch.function(module)
    f(x)

    def changed(name, change):
        change()
        check(name, close(f(x), module(x)))

    changed("dropout", lambda: setattr(module.drop, "p", 0.0))
    changed("a mode", module.eval)
    changed("a number", lambda: setattr(module, "scale", 3.0))
    changed("a tensor", lambda: module.shift.add_(1))
    changed("another tensor", lambda: setattr(module, "shift", torch.ones(4)))
    changed("a configuration", lambda: setattr(module.config.inner, "bias", -1.0))
    changed("a list", lambda: module.config.sizes.append(3))
    changed("a part", lambda: setattr(module, "drop", nn.Tanh()))
    SCALE = 5.0
    changed("a global", lambda: None)
    handle = module.layer.register_forward_hook(lambda module, given, result: result * 2)
    changed("a hook", lambda: None)
    before = programs(f)
    changed("no hook", handle.remove)
    check("a program is used again", programs(f) == before)
    with torch.autocast("cpu", dtype=torch.bfloat16):
        changed("autocast", lambda: None)
    module.double()
    check("another type", close(f(x.double()), module(x.double())))
    scale = 2.0
    f = sg.torch.function(lambda x: x * scale)
    f(x)
    scale = 3.0
    check("a number from outside", close(f(x), x * 3))


def from_outside():
    """Captures tensors, which are constants of a program and get no gradient."""
    layer, x = nn.Linear(4, 2), torch.randn(3, 4)
    f = sg.torch.function(lambda x: layer(x))
    with torch.no_grad():
        for _ in range(2):
            check("a module from outside", close(f(x), layer(x)))
            layer.weight.add_(1)
    message = "requires a gradient and is neither a parameter of the module nor an argument"
    refuse("its gradient", message, lambda: f(x))
    w = torch.ones(4, requires_grad=True)
    refuse("that of a tensor", message, lambda: sg.torch.function(lambda x: x * w)(x))


class Counts(nn.Module):
    def __init__(self):
        super().__init__()
        self.calls = 0

    def forward(self, x):
        self.calls += 1
        return x * 2


def warned():
    x, module = torch.ones(3), nn.Dropout(0.0)
    f = sg.torch.function(module)
    with warnings.catch_warnings(record=True) as found:
        warnings.simplefilter("always", sg.ProgramWarning)
        for i in range(10):
            module.p = i / 100
            f(x)
        counts = sg.torch.function(Counts())
        counts(x), counts(x)
    texts = [str(one.message) for one in found]
    check("many programs", any("8 programs were compiled for one module, because module.p changes" in text for text in texts))
    check("an attribute that forward changes", sum("forward changes calls" in text for text in texts) == 1)
    check("it is compiled once", programs(counts) == 1)


def tied():
    """Uses a module at two paths, with one set of parameters, as in recurrent layers."""
    shared, x = nn.Linear(3, 3), torch.randn(2, 3)
    network = nn.Sequential(shared, nn.Tanh(), shared)
    weight = shared.weight
    network(x).sum().backward()
    expected, weight.grad = weight.grad, None
    sg.torch.function(network)(x).sum().backward()
    check("a module at two paths", shared.weight is weight and close(weight.grad, expected))
    layer = nn.LSTM(3, 4)
    f = sg.torch.function(layer)
    for _ in range(2):
        y = torch.randn(5, 2, 3)
        check("recurrent", close(f(y)[0], layer(y)[0]))
        with torch.no_grad():
            layer.weight_ih_l0.add_(0.1)
    check("compiled once", programs(f) == 1)


def random():
    """Checks that random numbers follow torch.manual_seed and the state of PyTorch's generator."""
    module, x = nn.Dropout(0.5), torch.ones(8, 16, requires_grad=True)
    f, g = sg.torch.function(module), sg.torch.function(module)

    def after(seed, f=f, x=x):
        torch.manual_seed(seed)
        return f(x)

    check("the same seed", torch.equal(after(1), after(1)) and not torch.equal(after(1), after(2)))
    torch.manual_seed(1)
    check("two modules", not torch.equal(f(x), g(x)))
    check("another size", not torch.equal(after(1)[:4], f(x[:4])))
    state = torch.get_rng_state()
    first = f(x)
    torch.set_rng_state(state)
    check("a state", torch.equal(first, f(x)))
    first.sum().backward()
    check("the mask of backward", torch.equal(x.grad, first.detach()))
    layer = sg.torch.function(nn.Linear(16, 2))
    state = torch.get_rng_state()
    layer(x)
    check("none are drawn for nothing", torch.equal(torch.get_rng_state(), state))


def results():
    x = torch.randn(3)
    mixed = sg.torch.function(lambda x: {"a": x * 2, "b": [(x.sum(),), None, x.shape[0], "text"]})(x)
    check("a tree", close(mixed["a"], x * 2) and close(mixed["b"][0][0], x.sum()) and mixed["b"][1:] == [None, 3, "text"])
    pair = sg.torch.function(lambda x: Pair(x, x * 2))(x)
    check("a named tuple", isinstance(pair, Pair) and close(pair.second, x * 2))
    check("a tuple of one", len(sg.torch.function(lambda x: (x * 2,))(x)) == 1)
    refuse("an object", "forward returns 'object', which is not a tensor", lambda: sg.torch.function(lambda x: object())(x))


def copies():
    network, x = nn.Sequential(nn.Linear(4, 2), nn.BatchNorm1d(2)), torch.randn(5, 4)
    f = sg.torch.function(network)
    f(x)
    g = copy.deepcopy(f).eval()
    g.module[0].weight.data.add_(1)
    check("a copy", f.training and not g.training and close(g(x), g.module(x)) and list(g.state_dict()) == list(f.state_dict()))
    file = io.BytesIO()
    torch.save(f.eval(), file)
    file.seek(0)
    check("saved", close(torch.load(file, weights_only=False)(x), network(x)))
    check("a copy of a function", close(copy.deepcopy(sg.torch.function(lambda x: x * 2))(x), x * 2))
    check("an average", close(torch.optim.swa_utils.AveragedModel(f)(x), network(x)))


torch.manual_seed(0)
buffers()
attributes()
from_outside()
warned()
tied()
random()
results()
copies()
print(f"{failures} failed")
sys.exit(failures != 0)
