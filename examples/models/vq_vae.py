#!/usr/bin/env python3
"""A vector-quantized autoencoder of digits (van den Oord, Vinyals, Kavukcuoglu 2017,
arXiv:1711.00937).

The nearest code replaces the output of the encoder. Its derivative is that of the
identity. The loss has three stops. Needs torch and torch-mlir.
"""

import functools

import torch
from beside import arguments, batches_of, digits
from beside_torch import train
from torch import nn


class Loss(nn.Module):
    """The sum of the reconstruction, codebook and commitment losses."""

    def __init__(self, codes=32, width=16):
        super().__init__()
        self.encoder = nn.Sequential(
            nn.Conv2d(1, 32, 4, 2, 1), nn.ReLU(), nn.Conv2d(32, width, 4, 2, 1)
        )  # fmt: skip
        self.codes = nn.Embedding(codes, width)
        self.decoder = nn.Sequential(
            nn.ConvTranspose2d(width, 32, 4, 2, 1), nn.ReLU(), nn.ConvTranspose2d(32, 1, 4, 2, 1)
        )  # fmt: skip

    def forward(self, images):
        latent = self.encoder(images).permute(0, 2, 3, 1)
        flat = latent.reshape(-1, latent.shape[-1])
        codes = self.codes.weight
        distances = flat.pow(2).sum(1, keepdim=True) - 2 * flat @ codes.t() + codes.pow(2).sum(1)
        code = self.codes(distances.argmin(1)).reshape(latent.shape)
        through = latent + (code - latent).detach()
        restored = self.decoder(through.permute(0, 3, 1, 2))
        to_codes = (code - latent.detach()).pow(2).mean()
        commitment = (code.detach() - latent).pow(2).mean()
        return (restored - images).pow(2).mean() + to_codes + 0.25 * commitment


if __name__ == "__main__":
    options = arguments(steps=100)
    torch.manual_seed(0)
    batches = [batch[:1] for batch in batches_of(options.steps, 32, *digits(32))]
    train("vq_vae", Loss(), batches, functools.partial(torch.optim.Adam, lr=2e-3), options)
