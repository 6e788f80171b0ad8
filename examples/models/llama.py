#!/usr/bin/env python3
"""Llama of Hugging Face on the bytes of the license: rotary positions, RMS
normalization, SwiGLU, grouped queries.

Needs torch, torch-mlir and transformers.
"""

import functools

import torch
from beside import arguments, text_batches
from beside_torch import train
from transformers import LlamaConfig, LlamaForCausalLM


class Loss(torch.nn.Module):
    """The mean cross-entropy of the next byte."""

    def __init__(self):
        super().__init__()
        self.model = LlamaForCausalLM(
            LlamaConfig(
                vocab_size=256, hidden_size=128, intermediate_size=352, num_hidden_layers=4,
                num_attention_heads=8, num_key_value_heads=2, max_position_embeddings=64, use_cache=False,
            )
        )  # fmt: skip

    def forward(self, tokens):
        logits = self.model(tokens).logits
        return torch.nn.functional.cross_entropy(logits[:, :-1].flatten(0, 1), tokens[:, 1:].flatten())


if __name__ == "__main__":
    options = arguments(steps=100)
    torch.manual_seed(0)
    batches = [(tokens,) for tokens in text_batches(options.steps, 8, 64)]
    train("llama", Loss().train(), batches, functools.partial(torch.optim.AdamW, lr=1e-3), options)
