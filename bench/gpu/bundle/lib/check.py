"""Checks samples of a figure's results.

This module computes expected elements of products in double precision. The bundle
stores the other expected elements, which were computed on a CPU.
"""

import math

from arrays import ROUNDING, count, decode, float_difference, noise, sample_indices, to_bf16


def find_wrong(items, figure: dict, arguments: list, results: list) -> str:
    """Returns a description of the first wrong result, or "" if all are right."""
    for i, (memory, array) in enumerate(zip(results, figure["results"])):
        indices = sample_indices(count(array["shape"]), array["samples"], i)
        got = decode(array["type"], memory.read_at(indices))
        if "product" in array:
            wrong = compare_product(figure, array, indices, got)
        else:
            want = decode(array["type"], items.stored({**array, "shape": [len(indices)]}))
            wrong = float_difference(got, want, array["tolerance"])
        if wrong:
            return f"result {i}, of {len(indices)} compared elements: {wrong}"
    return ""


class Factor:
    """A matrix argument whose elements `noise` generates."""

    def __init__(self, array: dict, is_transposed: bool):
        self.array, self.is_transposed = array, is_transposed
        self.columns = array["shape"][1]

    def at(self, outer: int, inner: int) -> float:
        row, column = (inner, outer) if self.is_transposed else (outer, inner)
        value = noise(row * self.columns + column, self.array["fill"])
        if self.array["type"] == "bf16":
            (value,) = decode("bf16", to_bf16(value).to_bytes(2, "little"))
        return value


def compare_product(figure: dict, array: dict, indices: list, got: list) -> str:
    """Compares samples of a product. Each of the n terms of an element may have a relative
    error of `unit`. If the errors are independent, their sum is about unit / sqrt(n) times the
    sum of magnitudes. The bound is four times as large, plus the rounding errors of the sum."""
    product = array["product"]
    left = Factor(figure["arguments"][product["left"]], product["left_transposed"])
    # `inner` is the index of the sum: the second index of `left`, and the first index of `right`
    # unless `right` is transposed.
    right = Factor(figure["arguments"][product["right"]], not product["right_transposed"])
    columns = array["shape"][1]
    for index, value in zip(indices, got):
        i, j = divmod(index, columns)
        terms = [left.at(i, k) * right.at(j, k) for k in range(product["terms"])]
        want = math.fsum(terms)
        magnitude = math.fsum(map(abs, terms))
        bound = product["unit"] * magnitude * 4 / math.sqrt(len(terms)) + 2**-22 * magnitude
        bound += 2 * ROUNDING[array["type"]] * abs(want)
        if not abs(value - want) <= bound:
            return f"element ({i}, {j}) is {value!r}, expected {want!r} within {bound:.3g}"
    return ""
