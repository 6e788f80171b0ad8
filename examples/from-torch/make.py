#!/usr/bin/env python3
"""Generates the programs of this folder, and their derivatives as computed by PyTorch.

The checked-in files are from Python 3.11, torch 2.15.0, torch-mlir 20261001 and
numpy 2.4.6. Needs sg-opt on the PATH (docs/Frontends.md).
"""

import sys
from pathlib import Path

import torch
import torch.nn.functional as F

here = Path(__file__).resolve().parent
sys.path[:0] = [str(here.parent), str(here.parent.parent / "python")]

from sg.from_torch import from_torch_text  # noqa: E402
from shipped import write  # noqa: E402


class Classifier(torch.nn.Module):
    """A convolutional classifier with batch normalization. The maximum in its loss is detached."""

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
    """A vector quantizer (VQ-VAE) with the derivative of the identity, and two losses."""

    def __init__(self):
        super().__init__()
        self.codes = torch.nn.Embedding(6, 4)

    def forward(self, z):
        distances = (z[:, None] - self.codes.weight[None]).pow(2).sum(-1)
        code = self.codes(distances.argmin(-1))
        through = z + (code - z).detach()
        return (through**3).sum() + ((code - z.detach()) ** 2).sum() + 0.25 * ((z - code.detach()) ** 2).sum()


class Recurrent(torch.nn.Module):
    """A GRU whose state is half detached. A weight of the loss is computed under no_grad."""

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


class Sequence(torch.nn.Module):
    """An LSTM over texts of any length, as one loop, and the loss of the next letters."""

    def __init__(self):
        super().__init__()
        self.embedding = torch.nn.Embedding(7, 4)
        self.lstm = torch.nn.LSTM(4, 5, batch_first=True)
        self.head = torch.nn.Linear(5, 7)

    def forward(self, letters):
        hidden, _ = self.lstm(self.embedding(letters[:, :-1]))
        return F.cross_entropy(self.head(hidden).flatten(0, 1), letters[:, 1:].flatten())


class Graph(torch.nn.Module):
    """Two rounds of message passing with index_add. The last node's state is detached."""

    def __init__(self):
        super().__init__()
        self.message = torch.nn.Linear(6, 3)

    def forward(self, nodes, edges):
        for _ in range(2):
            source, target = edges
            messages = torch.tanh(self.message(torch.cat([nodes[source], nodes[target]], 1)))
            nodes = nodes + torch.zeros_like(nodes).index_add(0, target, messages)
        return (nodes[:-1] * nodes[-1].detach()).pow(2).mean()


class Transformer(torch.nn.Module):
    """A transformer block: layer normalization, causal attention with two heads, GELU."""

    def __init__(self):
        super().__init__()
        self.first, self.second = torch.nn.LayerNorm(4), torch.nn.LayerNorm(4)
        self.project, self.join = torch.nn.Linear(4, 12), torch.nn.Linear(4, 4)
        self.up, self.down = torch.nn.Linear(4, 8), torch.nn.Linear(8, 4)

    def forward(self, x):
        batch, length, width = x.shape
        parts = self.project(self.first(x)).view(batch, length, 3, 2, width // 2).permute(2, 0, 3, 1, 4)
        scores = parts[0] @ parts[1].transpose(-2, -1) / (width // 2) ** 0.5
        later = torch.ones(length, length, dtype=torch.bool).triu(1)
        mixed = scores.masked_fill(later, -torch.inf).softmax(-1) @ parts[2]
        x = x + self.join(mixed.transpose(1, 2).reshape(batch, length, width))
        return (x + self.down(F.gelu(self.up(self.second(x))))).pow(2).mean()


class Mixture(torch.nn.Module):
    """A mixture of experts. topk selects two of three experts, gather reads their outputs."""

    def __init__(self):
        super().__init__()
        self.gate = torch.nn.Linear(4, 3)
        self.experts = torch.nn.Parameter(torch.randn(3, 4, 4))

    def forward(self, x):
        weights, chosen = torch.softmax(self.gate(x), -1).topk(2)
        outputs = torch.tanh(torch.einsum("ni,eij->nej", x, self.experts))
        picked = outputs.gather(1, chosen[..., None].expand(-1, -1, x.shape[1]))
        return (weights[..., None] * picked).sum(1).pow(2).mean() + weights.detach().sum(0).mul(weights.mean(0)).sum()


class Normalized(torch.nn.Module):
    """Convolutions with strides and groups, and batch normalization with batch statistics."""

    def __init__(self):
        super().__init__()
        self.first = torch.nn.Conv2d(2, 4, 3, stride=2, padding=1, bias=False)
        self.depthwise = torch.nn.Conv2d(4, 4, 3, padding=1, groups=4, bias=False)
        self.norms = torch.nn.ModuleList([torch.nn.BatchNorm2d(4, track_running_stats=False) for _ in range(2)])

    def forward(self, images):
        hidden = F.hardswish(self.norms[0](self.first(images)))
        return F.adaptive_avg_pool2d(self.norms[1](self.depthwise(hidden)).relu(), 1).pow(2).mean()


def make(name, module, *arguments):
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

    header = f"{name}: {module.__doc__}\nGenerated by make.py with torch 2.15.0 and torch-mlir 20261001."
    write(here, name, header, text, wrt, [leaf.detach() for leaf in leaves], derivatives)


torch.manual_seed(0)
make("classifier", Classifier().eval(), torch.randn(3, 1, 4, 4), torch.arange(3) % 3)
torch.set_default_dtype(torch.float64)
make("vector-quantizer", VectorQuantizer(), torch.randn(5, 4))
make("recurrent", Recurrent(), torch.randn(4, 2, 3), torch.randn(2, 4))
make("sequence", Sequence(), torch.randint(0, 7, (2, 6)))
make("graph", Graph(), torch.randn(5, 3), torch.tensor([[0, 1, 2, 3, 4, 4], [1, 2, 3, 4, 0, 2]]))
make("transformer", Transformer(), torch.randn(2, 3, 4))
make("mixture", Mixture(), torch.randn(5, 4))
make("normalized", Normalized(), torch.randn(3, 2, 5, 5))
