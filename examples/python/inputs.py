"""Data, batches and pseudorandom numbers of the examples, as in the MLIR programs."""

from pathlib import Path
from typing import Tuple

import numpy as np

DATA = Path(__file__).resolve().parent.parent / "data"


def load(name: str) -> np.ndarray:
    return np.load(DATA / f"{name}.npy")


def hash_bits(numbers: np.ndarray) -> np.ndarray:
    """Returns pseudorandom bits (the finalizer of MurmurHash3)."""
    bits = numbers.astype(np.uint32)
    bits = (bits ^ (bits >> 16)) * np.uint32(0x85EBCA6B)
    bits = (bits ^ (bits >> 13)) * np.uint32(0xC2B2AE35)
    return bits ^ (bits >> 16)


def uniform(stream: int, shape: Tuple[int, ...]) -> np.ndarray:
    """Returns numbers in [0, 1), which differ for each stream of fewer than 8191 numbers."""
    numbers = 8191 * stream + np.arange(np.prod(shape))
    return ((hash_bits(numbers) >> 1).astype(np.float32) * np.float32(2.0**-31)).reshape(shape)


def classifier_weights() -> Tuple[np.ndarray, ...]:
    """Returns initial weights of a classifier: 64 pixels, 128 hidden units, 10 classes."""

    def weights(first: int, rows: int, columns: int, limit: float) -> np.ndarray:
        signed = hash_bits(first + np.arange(rows * columns)).view(np.int32).astype(np.float32)
        return (signed * np.float32(2.0**-31) * np.float32(limit)).reshape(rows, columns)

    # Uniform weights with the variance 1 / rows have the limit sqrt(3 / rows).
    first, second = weights(0, 64, 128, 0.216), weights(8192, 128, 10, 0.153)
    return first, np.zeros(128, np.float32), second, np.zeros(10, np.float32)


def training_batch(step: int) -> Tuple[np.ndarray, np.ndarray]:
    """Returns 128 images and labels. Eleven steps are an epoch. One image in five is held out."""
    # The stride 1009 is coprime to the number of images.
    number = (128 * step + np.arange(128)) * 1009 % 1437
    rows = number + number // 4 + 1
    return load("digits_x")[rows], load("digits_y")[rows]


def held_out() -> Tuple[np.ndarray, np.ndarray]:
    """Returns the images 0, 5, 10, ... and their labels."""
    return load("digits_x")[:1800:5], load("digits_y")[:1800:5]


def images(step: int) -> np.ndarray:
    """Returns 100 images, without labels. Eighteen steps are an epoch."""
    return load("digits_x")[(100 * step + np.arange(100)) * 1009 % 1797]
