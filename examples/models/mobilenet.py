#!/usr/bin/env python3
"""The small MobileNetV3 of torchvision on digits at 32x32: depthwise convolutions, squeeze
and excitation, hard swish, batch normalization. Dropout is off, because sg and PyTorch
draw different random numbers.

Needs torch, torch-mlir and torchvision.
"""

import functools

import torch
from beside import arguments, batches_of, digits
from beside_torch import train
from torchvision.models import mobilenet_v3_small


class Loss(torch.nn.Module):
    """The mean cross-entropy of the labels."""

    def __init__(self):
        super().__init__()
        self.model = mobilenet_v3_small(num_classes=10, dropout=0.0)

    def forward(self, images, labels):
        return torch.nn.functional.cross_entropy(self.model(images.expand(-1, 3, -1, -1)), labels)


if __name__ == "__main__":
    options = arguments(steps=30)
    torch.manual_seed(0)
    batches = batches_of(options.steps, 16, *digits(32))
    train("mobilenet", Loss().train(), batches, functools.partial(torch.optim.SGD, lr=0.01, momentum=0.9), options)
