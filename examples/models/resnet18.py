#!/usr/bin/env python3
"""The ResNet-18 of torchvision, with batch normalization, on digits at 32x32.

Needs torch, torch-mlir and torchvision.
"""

import functools

import torch
from beside import arguments, batches_of, digits
from beside_torch import train
from torchvision.models import resnet18


class Loss(torch.nn.Module):
    """The mean cross-entropy of the labels."""

    def __init__(self):
        super().__init__()
        self.model = resnet18(num_classes=10)

    def forward(self, images, labels):
        return torch.nn.functional.cross_entropy(self.model(images.expand(-1, 3, -1, -1)), labels)


if __name__ == "__main__":
    options = arguments(steps=30)
    torch.manual_seed(0)
    batches = batches_of(options.steps, 16, *digits(32))
    # After five steps, f32 also diverges from f64 in PyTorch: the last blocks normalize over
    # 16 values only.
    train("resnet18", Loss().train(), batches, functools.partial(torch.optim.SGD, lr=1e-3, momentum=0.9), options, compared=5)
