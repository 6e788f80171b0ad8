"""Whether a figure's results are right: some of their elements are looked at.

Of products the elements are computed here, from the same numbers in double precision; of the rest
those of a CPU are stored in the bundle.
"""

import math

from arrays import ROUNDING, count, decode, float_difference, noise, positions, to_bf16


def find_wrong(items, figure: dict, arguments: list, results: list) -> str:
    """What is wrong; "" if nothing is."""
    for i, (memory, array) in enumerate(zip(results, figure["results"])):
        places = positions(count(array["shape"]), array["samples"], i)
        got = decode(array["type"], memory.read_at(places))
        if "product" in array:
            wrong = compare_product(figure, array, places, got)
        else:
            want = decode(array["type"], items.stored({**array, "shape": [len(places)]}))
            wrong = float_difference(got, want, array["tolerance"])
        if wrong:
            return f"result {i}, of {len(places)} elements that were looked at: {wrong}"
    return ""


class Factor:
    """An argument that is a matrix, of which an element is what `noise` gives."""

    def __init__(self, array: dict, is_turned: bool):
        self.array, self.is_turned = array, is_turned
        self.columns = array["shape"][1]

    def at(self, outer: int, inner: int) -> float:
        row, column = (inner, outer) if self.is_turned else (outer, inner)
        value = noise(row * self.columns + column, self.array["fill"])
        if self.array["type"] == "bf16":
            (value,) = decode("bf16", to_bf16(value).to_bytes(2, "little"))
        return value


def compare_product(figure: dict, array: dict, places: list, got: list) -> str:
    """An element is a sum of products, each of which may be off by `unit` of itself, and sums by
    rounding: in all less than the square root of their number times that of the sum of magnitudes,
    unless the errors conspire."""
    product = array["product"]
    left = Factor(figure["arguments"][product["left"]], product["left_turned"])
    # Its second index is that of the sum in `left`; `right` has it first unless it is turned.
    right = Factor(figure["arguments"][product["right"]], not product["right_turned"])
    columns = array["shape"][1]
    for place, value in zip(places, got):
        i, j = divmod(place, columns)
        terms = [left.at(i, k) * right.at(j, k) for k in range(product["terms"])]
        want = math.fsum(terms)
        magnitude = math.fsum(map(abs, terms))
        bound = product["unit"] * magnitude * 4 / math.sqrt(len(terms)) + 2**-22 * magnitude
        bound += 2 * ROUNDING[array["type"]] * abs(want)
        if not abs(value - want) <= bound:
            return f"element ({i}, {j}) is {value!r}, expected {want!r} within {bound:.3g}"
    return ""
