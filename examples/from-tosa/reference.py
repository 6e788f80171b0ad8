#!/usr/bin/env python3
"""Writes classifier.gradient.args: the inputs, and the gradient that PyTorch computes for the same
network. The checked-in file is from Python 3.11, torch 2.15.0 and numpy 2.4.6."""

import sys
from pathlib import Path

import torch
import torch.nn.functional as F

here = Path(__file__).resolve().parent
sys.path.insert(0, str(here.parent))

from shipped import write_arguments  # noqa: E402

torch.manual_seed(0)
image, onehot = torch.randn(2, 8, 8, 1), torch.eye(3)[[2, 0]]
parameters = [torch.randn(4, 3, 3, 1), torch.randn(4), torch.randn(64, 3) / 8, torch.randn(3)]
for parameter in parameters:
    parameter.requires_grad_(True)
kernel, bias, weights, offsets = parameters
hidden = F.conv2d(image.permute(0, 3, 1, 2), kernel.permute(0, 3, 1, 2), bias, padding=1)
pooled = F.max_pool2d(F.relu6(hidden), 2).permute(0, 2, 3, 1)
logits = pooled.reshape(2, 64) @ weights + offsets
loss = -(torch.log_softmax(logits, 1) * onehot).sum()
loss.backward()
write_arguments(
    here / "classifier.gradient.args",
    "gradient",
    [x.detach().numpy() for x in (image, onehot, *parameters)],
    [loss.detach().numpy(), *(p.grad.numpy() for p in parameters)],
    "float32",
)
