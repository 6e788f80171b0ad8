#!/usr/bin/env python3
"""A language model of two LSTM layers on the bytes of the license.

Needs torch and torch-mlir.
"""

import functools

import torch
from beside import arguments, text_batches
from beside_torch import train


class Loss(torch.nn.Module):
    """The mean cross-entropy of the next byte."""

    def __init__(self, width=128):
        super().__init__()
        self.embedding = torch.nn.Embedding(256, 32)
        self.lstm = torch.nn.LSTM(32, width, num_layers=2, batch_first=True)
        self.last = torch.nn.Linear(width, 256)

    def forward(self, tokens):
        hidden, _ = self.lstm(self.embedding(tokens))
        logits = self.last(hidden)
        return torch.nn.functional.cross_entropy(logits[:, :-1].flatten(0, 1), tokens[:, 1:].flatten())


if __name__ == "__main__":
    options = arguments(steps=100)
    torch.manual_seed(0)
    batches = [(tokens,) for tokens in text_batches(options.steps, 16, 64)]
    train("lstm", Loss(), batches, functools.partial(torch.optim.Adam, lr=3e-3), options)
