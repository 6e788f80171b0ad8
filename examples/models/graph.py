#!/usr/bin/env python3
"""A graph network on irises. Edges lead to each flower from its nearest neighbours.

`index_add` sums the messages to each node. One label in five is known. Needs torch
and torch-mlir.
"""

import functools

import numpy as np
import torch
from beside import DATA, arguments
from beside_torch import train


class Layer(torch.nn.Module):
    """Adds the mean of the neighbours' messages to a linear map of the node's state."""

    def __init__(self, inputs, outputs):
        super().__init__()
        self.message = torch.nn.Linear(2 * inputs, outputs)
        self.linear = torch.nn.Linear(inputs, outputs)

    def forward(self, nodes, sources, targets):
        edges = torch.cat([nodes[sources], nodes[targets]], 1)
        messages = torch.relu(self.message(edges))
        sums = torch.zeros(len(nodes), messages.shape[1]).index_add(0, targets, messages)
        degrees = torch.zeros(len(nodes)).index_add(0, targets, torch.ones(len(targets)))
        return torch.relu(self.linear(nodes) + sums / degrees.clamp(min=1)[:, None])


class Loss(torch.nn.Module):
    """The mean cross-entropy of the known labels."""

    def __init__(self):
        super().__init__()
        self.layers = torch.nn.ModuleList([Layer(4, 64), Layer(64, 64)])
        self.last = torch.nn.Linear(64, 3)

    def forward(self, nodes, sources, targets, known, labels):
        for layer in self.layers:
            nodes = layer(nodes, sources, targets)
        return torch.nn.functional.cross_entropy(self.last(nodes)[known], labels)


def graph(neighbours=6):
    """Returns features, sources and targets of edges, known nodes, and their labels."""
    features = np.load(DATA / "iris_x.npy").astype(np.float32)
    labels = np.load(DATA / "iris_y.npy").astype(np.int64)
    features = (features - features.mean(0)) / features.std(0)
    distances = ((features[:, None] - features[None]) ** 2).sum(-1)
    sources = np.argsort(distances, 1, kind="stable")[:, 1 : neighbours + 1]
    targets = np.repeat(np.arange(len(features)), neighbours)
    known = np.arange(0, len(features), 5)
    return features, sources.ravel(), targets, known, labels[known]


if __name__ == "__main__":
    options = arguments(steps=100)
    torch.manual_seed(0)
    train("graph", Loss(), [graph()] * options.steps, functools.partial(torch.optim.Adam, lr=1e-2), options)
