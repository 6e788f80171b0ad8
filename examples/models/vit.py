#!/usr/bin/env python3
"""The vision transformer of torchvision on digits at 32x32.

Needs torch, torch-mlir and torchvision.
"""

import functools

import torch
from beside import arguments, batches_of, digits
from beside_torch import train
from torchvision.models import VisionTransformer


class Loss(torch.nn.Module):
    """The mean cross-entropy of the labels."""

    def __init__(self):
        super().__init__()
        self.model = VisionTransformer(
            image_size=32, patch_size=8, num_layers=4, num_heads=4, hidden_dim=128, mlp_dim=256, num_classes=10
        )
        torch.nn.init.normal_(self.model.heads[0].weight, std=0.02)  # torchvision initializes it to zero

    def forward(self, images, labels):
        return torch.nn.functional.cross_entropy(self.model(images.expand(-1, 3, -1, -1)), labels)


if __name__ == "__main__":
    options = arguments(steps=100)
    torch.manual_seed(0)
    batches = batches_of(options.steps, 32, *digits(32))
    train("vit", Loss().train(), batches, functools.partial(torch.optim.Adam, lr=1e-3), options)
