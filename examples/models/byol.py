#!/usr/bin/env python3
"""Bootstrap your own latent (Grill et al. 2020, arXiv:2006.07733) on digits.

The online network learns to predict the target network's output for another view of
the image. The target is a moving average of the online network and is stopped.
Without the stop, both networks collapse to a constant. Needs torch and torch-mlir.
"""

import functools

import torch
from beside import arguments, batches_of, digits
from beside_torch import train
from torch import nn


def encoder():
    return nn.Sequential(
        nn.Conv2d(1, 16, 3, 2, 1), nn.ReLU(), nn.Conv2d(16, 32, 3, 2, 1), nn.ReLU(),
        nn.Flatten(), nn.Linear(32 * 16, 64), nn.LayerNorm(64),
    )  # fmt: skip


class Loss(nn.Module):
    """2 - 2 cos(prediction, target), summed over both orders of two views.

    The target's parameters are buffers that `forward` updates.
    """

    def __init__(self, decay=0.99):
        super().__init__()
        self.online, self.decay = encoder(), decay
        self.predictor = nn.Sequential(nn.Linear(64, 64), nn.ReLU(), nn.Linear(64, 64))
        for name, value in self.online.named_parameters():
            self.register_buffer("target_" + name.replace(".", "_"), value.detach().clone())

    def forward(self, first, second):
        target = {}
        with torch.no_grad():
            for name, value in self.online.named_parameters():
                average = getattr(self, "target_" + name.replace(".", "_"))
                average.copy_(self.decay * average + (1 - self.decay) * value)
                target[name] = average.clone()
        return self.half(first, second, target) + self.half(second, first, target)

    def half(self, view, other, target):
        target_output = torch.func.functional_call(self.online, target, (other,)).detach()
        predicted = self.predictor(self.online(view))
        return 2 - 2 * nn.functional.cosine_similarity(predicted, target_output, dim=1).mean()


if __name__ == "__main__":
    options = arguments(steps=100)
    torch.manual_seed(0)
    generator = torch.Generator().manual_seed(1)
    batches = []
    for (images,) in (batch[:1] for batch in batches_of(options.steps, 32, *digits(16))):
        images = torch.from_numpy(images)
        views = [images.roll(s, 3) + 0.1 * torch.randn(images.shape, generator=generator) for s in (-1, 1)]
        batches.append(tuple(views))
    train("byol", Loss(), batches, functools.partial(torch.optim.Adam, lr=1e-3), options)
