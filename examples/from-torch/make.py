#!/usr/bin/env python3
"""Makes the programs of this folder, and what PyTorch says their derivatives are.

Ran with Python 3.11, torch 2.15.0, torch-mlir 20261001 and numpy 2.4.6, with
sg-opt on the PATH (docs/Frontends.md).
"""

import sys
from pathlib import Path

import torch
import torch.nn.functional as F

here = Path(__file__).resolve().parent
sys.path[:0] = [str(here.parent), str(here.parent.parent / "python" / "sg")]

from from_torch import from_torch_text  # noqa: E402
from shipped import write  # noqa: E402


class Classifier(torch.nn.Module):
    """A convolution, a normalization and a layer; cross entropy, the maximum detached."""

    def __init__(self):
        super().__init__()
        self.convolution = torch.nn.Conv2d(1, 2, 3, padding=1)
        self.normalization = torch.nn.BatchNorm2d(2)
        self.layer = torch.nn.Linear(8, 3)

    def forward(self, images, labels):
        hidden = F.max_pool2d(torch.relu(self.normalization(self.convolution(images))), 2)
        logits = self.layer(hidden.flatten(1))
        shifted = logits - logits.amax(-1, keepdim=True).detach()
        log_sums = shifted.exp().sum(-1).log()
        return (log_sums - shifted.gather(1, labels[:, None])[:, 0]).mean()


class VectorQuantizer(torch.nn.Module):
    """VQ-VAE: the nearest code with the slope of the identity, and two losses."""

    def __init__(self):
        super().__init__()
        self.codes = torch.nn.Embedding(6, 4)

    def forward(self, z):
        distances = (z[:, None] - self.codes.weight[None]).pow(2).sum(-1)
        code = self.codes(distances.argmin(-1))
        through = z + (code - z).detach()
        return (through**3).sum() + ((code - z.detach()) ** 2).sum() + 0.25 * ((z - code.detach()) ** 2).sum()


class Recurrent(torch.nn.Module):
    """A GRU whose state is half detached, with weights made under no_grad."""

    def __init__(self):
        super().__init__()
        self.cell = torch.nn.GRUCell(3, 4)

    def forward(self, inputs, state):
        with torch.no_grad():
            weight = torch.sigmoid(inputs.sum())
        for x in inputs:
            state = self.cell(x, state)
            state = 0.5 * state.detach() + 0.5 * state
        return weight * (state**2).sum()


def make(name, module, *arguments):
    module = module.eval()
    names = [path for path, _ in module.named_parameters()]
    leaves = [p.detach().clone() for p in module.parameters()] + list(arguments)
    wrt = [i for i, leaf in enumerate(leaves) if leaf.is_floating_point()]
    for i in wrt:
        leaves[i].requires_grad_(True)
    text = from_torch_text(module, *arguments, name="loss")

    def derivatives(directions):
        parameters = dict(zip(names, leaves))
        value = torch.func.functional_call(module, parameters, tuple(leaves[len(names) :]))
        varied = [leaves[i] for i in wrt]
        options = {"allow_unused": True, "materialize_grads": True}
        gradients = torch.autograd.grad(value, varied, create_graph=True, **options)
        along = sum((g * torch.from_numpy(d)).sum() for g, d in zip(gradients, directions))
        products = torch.autograd.grad(along, varied, **options)
        return value.detach(), [g.detach() for g in gradients], list(products)

    header = f"{name}: {module.__doc__}\nMade by make.py of torch 2.15.0 and torch-mlir 20261001."
    write(here, name, header, text, wrt, [leaf.detach() for leaf in leaves], derivatives)


torch.manual_seed(0)
make("classifier", Classifier(), torch.randn(3, 1, 4, 4), torch.arange(3) % 3)
torch.set_default_dtype(torch.float64)
make("vector-quantizer", VectorQuantizer(), torch.randn(5, 4))
make("recurrent", Recurrent(), torch.randn(4, 2, 3), torch.randn(2, 4))
