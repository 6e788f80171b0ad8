#!/usr/bin/env python3
"""GPT-2 of Hugging Face on the bytes of the license, in batches, without a mask.

Needs torch, torch-mlir and transformers.
"""

import functools

import torch
from beside import arguments, text_batches
from beside_torch import train
from transformers import GPT2Config, GPT2LMHeadModel


class Loss(torch.nn.Module):
    """The mean cross-entropy of the next byte."""

    def __init__(self):
        super().__init__()
        self.model = GPT2LMHeadModel(
            GPT2Config(
                vocab_size=256, n_positions=64, n_embd=128, n_layer=4, n_head=4,
                resid_pdrop=0.0, embd_pdrop=0.0, attn_pdrop=0.0, use_cache=False,
            )
        )  # fmt: skip

    def forward(self, tokens):
        logits = self.model(tokens).logits
        return torch.nn.functional.cross_entropy(logits[:, :-1].flatten(0, 1), tokens[:, 1:].flatten())


if __name__ == "__main__":
    options = arguments(steps=100)
    torch.manual_seed(0)
    batches = [(tokens,) for tokens in text_batches(options.steps, 8, 64)]
    train("gpt2", Loss().train(), batches, functools.partial(torch.optim.AdamW, lr=1e-3), options)
