#!/usr/bin/env python3
"""A flax convolutional network with batch normalization and dropout, on digits.

The running statistics and the dropout key are arguments. Needs jax, flax, optax and
IREE's compiler.
"""

import flax.linen as nn
import jax
import jax.numpy as jnp
import numpy as np
import optax
from beside import arguments, batches_of, digits
from beside_jax import train


class Network(nn.Module):
    @nn.compact
    def __call__(self, images):
        for width in (16, 32):
            images = nn.Conv(width, (3, 3), use_bias=False)(images)
            images = nn.relu(nn.BatchNorm(use_running_average=False)(images))
            images = nn.avg_pool(images, (2, 2), (2, 2))
        hidden = nn.relu(nn.Dense(64)(images.reshape(len(images), -1)))
        return nn.Dense(10)(nn.Dropout(0.2, deterministic=False)(hidden))


if __name__ == "__main__":
    options = arguments(steps=100)
    images, labels = digits(16)
    images, network = images.transpose(0, 2, 3, 1), Network()
    keys = {"params": jax.random.key(0), "dropout": jax.random.key(1)}
    variables = network.init(keys, images[:2])

    def loss(parameters, statistics, images, labels, seed):
        logits, _ = network.apply(
            {"params": parameters, "batch_stats": statistics}, images,
            rngs={"dropout": jax.random.key(seed)}, mutable=["batch_stats"],
        )  # fmt: skip
        return optax.softmax_cross_entropy_with_integer_labels(logits, labels).mean()

    batches = [
        (variables["batch_stats"], *batch, np.uint32(step))
        for step, batch in enumerate(batches_of(options.steps, 32, images, labels.astype(np.int32)))
    ]
    train("flax_digits", loss, variables["params"], batches, optax.adam(1e-3), options)
