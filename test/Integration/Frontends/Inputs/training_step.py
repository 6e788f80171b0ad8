"""Compares sg.training_step with torch.optim, torch.amp.GradScaler and optax."""

import copy
import sys

import jax
import jax.numpy as jnp
import numpy as np
import optax
import sg
import torch
from torch import nn

failures = 0


def check(name, difference, tolerance):
    global failures
    is_right = difference <= tolerance
    failures += not is_right
    print(f"{'equal' if is_right else 'FAILED'}: {name}, {difference:.1e}")


class Loss(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Sequential(
            nn.Linear(4, 8, bias=False), nn.BatchNorm1d(8), nn.Tanh(), nn.Linear(8, 8), nn.Sigmoid(), nn.Linear(8, 3)
        )
        self.net[5].weight.requires_grad_(False)

    def forward(self, x, y):
        return nn.functional.cross_entropy(self.net(x), y)


def distance(ours, theirs):
    pairs = zip(ours.state_dict().values(), theirs.state_dict().values())
    return max(((a - b).abs().max() / b.abs().max().clamp(min=1)).item() for a, b in pairs)


def torch_optimizers():
    optim = torch.optim
    for kind, make, options in (
        ("sgd", optim.SGD, {}),
        ("sgd", optim.SGD, {"momentum": 0.9, "dampening": 0.1, "weight_decay": 0.01}),
        ("sgd", optim.SGD, {"momentum": 0.9, "nesterov": True}),
        ("adam", optim.Adam, {"weight_decay": 0.1}),
        ("adam", optim.Adam, {"betas": (0.8, 0.95), "eps": 1e-4}),
        ("adamw", optim.AdamW, {}),
    ):
        for clip in ({}, {"clip_norm": 0.1}, {"clip_value": 0.01}):
            torch.manual_seed(0)
            ours = Loss().double()
            theirs = copy.deepcopy(ours)
            batches = [(torch.randn(6, 4).double(), torch.randint(0, 3, (6,))) for _ in range(12)]
            model = sg.from_torch(ours, *batches[0])
            optimizer = make([p for p in theirs.parameters() if p.requires_grad], lr=0.01, **options)
            schedule = torch.optim.lr_scheduler.StepLR(optimizer, 5, 0.5)
            step = sg.training_step(model, kind, learning_rate=lambda n: 0.01 * 0.5 ** (n // 5), **clip, **options)
            parameters, buffers = dict(ours.named_parameters()), dict(ours.named_buffers())
            state = {name: buffers[name] for name in model.names.state}
            optimizer_state, worst = step.init(parameters), 0
            for batch in batches:
                loss = step(parameters, optimizer_state, state, *batch)
                optimizer.zero_grad()
                expected = theirs(*batch)
                expected.backward()
                if "clip_norm" in clip:
                    torch.nn.utils.clip_grad_norm_(theirs.parameters(), clip["clip_norm"])
                if "clip_value" in clip:
                    torch.nn.utils.clip_grad_value_(theirs.parameters(), clip["clip_value"])
                optimizer.step()
                schedule.step()
                worst = max(worst, abs(loss - expected).item(), distance(ours, theirs))
            check(f"torch {kind} {options} {clip}", worst, 1e-12)


def mixed_precision():
    """Trains in f16 by autocast, with f32 master weights and an initially too large scale."""
    torch.manual_seed(0)

    class Mixed(Loss):
        def forward(self, x, y):
            with torch.autocast("cpu", torch.float16):
                logits = self.net(x)
            return nn.functional.cross_entropy(logits.float(), y)

    ours = Mixed()
    theirs = copy.deepcopy(ours)
    batches = [(torch.randn(6, 4), torch.randint(0, 3, (6,))) for _ in range(12)]
    model = sg.from_torch(ours, *batches[0])
    step = sg.training_step(model, "sgd", learning_rate=0.05, loss_scale=2.0**24)
    optimizer, scaler = torch.optim.SGD(theirs.parameters(), lr=0.05), torch.amp.GradScaler("cpu", init_scale=2.0**24)
    parameters, buffers = dict(ours.named_parameters()), dict(ours.named_buffers())
    state = {name: buffers[name] for name in model.names.state}
    optimizer_state, worst = step.init(parameters), 0
    for batch in batches:
        loss = step(parameters, optimizer_state, state, *batch)
        optimizer.zero_grad()
        expected = theirs(*batch)
        scaler.scale(expected).backward()
        scaler.step(optimizer)
        scaler.update()
        worst = max(worst, abs(loss - expected).item(), distance(ours, theirs))
    check("f16 with a scale", worst, 2e-3)
    check("steps were left out", abs(float(optimizer_state["scale"]) - scaler.get_scale()), 0)
    check("some were", float(optimizer_state["step"] == 12), 0)


def optax_optimizers():
    jax.config.update("jax_enable_x64", True)
    random = np.random.default_rng(0)
    w, b = random.normal(size=(5, 4)), np.zeros(4)
    x, y = random.normal(size=(32, 5)), random.normal(size=(32, 4))

    def loss(w, b, x, y):
        return jnp.mean((jnp.tanh(x @ w + b) - y) ** 2)

    module = sg.from_jax(loss, w, b, x, y)
    rate = optax.cosine_decay_schedule(0.05, 20)
    for kind, make, options in (
        ("sgd", optax.sgd, {}),
        ("sgd", optax.sgd, {"momentum": 0.9, "nesterov": True}),
        ("adam", optax.adam, {}),
        ("adamw", lambda rate: optax.adamw(rate, weight_decay=1e-2), {}),
    ):
        chain = optax.chain(optax.clip_by_global_norm(0.1), make(rate, **options))
        theirs = (jnp.asarray(w), jnp.asarray(b))
        state = chain.init(theirs)
        ours = [w.copy(), b.copy()]
        step = sg.training_step(
            module, kind, function="main", wrt=[0, 1], learning_rate=lambda n: float(rate(n)), clip_norm=0.1, **options
        )
        optimizer_state, worst = step.init(ours), 0
        for _ in range(15):
            value = step(ours, optimizer_state, x, y)
            expected, gradients = jax.value_and_grad(loss, (0, 1))(*theirs, x, y)
            updates, state = chain.update(gradients, state, theirs)
            theirs = optax.apply_updates(theirs, updates)
            worst = max(worst, abs(value - expected), *(np.abs(a - b).max() for a, b in zip(ours, theirs)))
        # Like torch.nn.utils.clip_grad_norm_, our function adds 1e-6 to the norm.
        check(f"optax {kind} {options}", float(worst), 1e-5)


torch_optimizers()
mixed_precision()
optax_optimizers()
print(f"{failures} failed")
sys.exit(failures != 0)
