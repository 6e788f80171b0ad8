#!/usr/bin/env python3
"""Writes the numbers of test vectors as .npy files.

  convert.py FOLDER VECTOR.json...

The number or array at input.x of NAME.json becomes FOLDER/NAME/input.x.npy:
i64 if all numbers are integers, otherwise f64. Some vectors need more:

* gmm: input.log_gamma, the logarithm of the multivariate gamma function at half
  of nu, since MLIR has no such op; ADBench's gradient in the parts of its
  arguments.
* ba: the arrays of cameras, points, weights, features and observations, since
  a vector holds one of each, to be repeated; the Jacobian as an array.
"""

import json
import math
import pathlib
import struct
import sys


def shape_of(value):
    if not isinstance(value, list):
        return ()
    return (len(value), *shape_of(value[0])) if value else (0,)


def numbers_in(value):
    if not isinstance(value, list):
        return [value]
    return [number for part in value for number in numbers_in(part)]


def npy(value):
    """Returns the bytes of an .npy file of version 1.0."""
    shape, numbers = shape_of(value), numbers_in(value)
    code, kind = "d", "<f8"
    if numbers and all(isinstance(number, int) for number in numbers):
        code, kind = "q", "<i8"
    header = f"{{'descr': '{kind}', 'fortran_order': False, 'shape': {shape}, }}"
    header = header.ljust(117) + "\n"  # with the 10 bytes before it, 128
    return (
        b"\x93NUMPY\x01\x00"
        + struct.pack("<H", len(header))
        + header.encode()
        + struct.pack(f"<{len(numbers)}{code}", *numbers)
    )


def leaves(value, name):
    """Returns every number and array below, by its path."""
    if isinstance(value, dict):
        for key, part in value.items():
            yield from leaves(part, f"{name}.{key}" if name else key)
    else:
        yield name, value


def rows(values, width):
    return [values[i : i + width] for i in range(0, len(values), width)]


def complete_gmm(given, expected):
    d, k, m = given["d"], given["k"], given["m"]
    nu = d + m + 1
    given["log_gamma"] = d * (d - 1) / 4 * math.log(math.pi) + sum(
        math.lgamma((nu + 1 - j) / 2) for j in range(1, d + 1)
    )
    if flat := expected.get("adbench_gradient_flat"):
        # The order is alpha, mu, then q and l of each component.
        factors = rows(flat[k + k * d :], d + d * (d - 1) // 2)
        expected["adbench_jacobian"] = {
            "alpha": flat[:k],
            "mu": rows(flat[k : k + k * d], d),
            "q": [factor[:d] for factor in factors],
            "l": [factor[d:] for factor in factors],
        }


def complete_ba(given, expected):
    n, m, p = given["n"], given["m"], given["p"]
    given["cameras"] = [given["cam"]] * n
    given["points"] = [given["x"]] * m
    given["weights"] = [given["w"]] * p
    given["features"] = [given["feat"]] * p
    given["observations"] = [[i % n, i % m] for i in range(p)]
    if values := expected.get("adbench_J_vals_csr"):
        error = expected["adbench_reproj_err_per_obs"]
        weight_error = expected["adbench_w_err"]
    else:
        # Only the first observation is stored; the others equal it.
        values = expected["jacobian_compressed"]["vals"]
        values = values[:30] * p + values[30:] * p
        error = expected["objective"]["reproj_error"]["elements"]
        weight_error = expected["objective"]["w_err"]["element"]
    expected["errors"] = [error] * p
    expected["weight_errors"] = [weight_error] * p
    # Two rows per observation, then one row per weight.
    expected["jacobian"] = rows(rows(values[: 30 * p], 15), 2)
    expected["weight_jacobian"] = values[30 * p :]


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    for path in map(pathlib.Path, sys.argv[2:]):
        vector = json.loads(path.read_text())
        given, expected = vector["input"], vector["expected"]
        if vector["eval"] == "gmm":
            complete_gmm(given, expected)
        if vector["eval"] == "ba":
            complete_ba(given, expected)
        folder = pathlib.Path(sys.argv[1]) / path.stem
        folder.mkdir(parents=True, exist_ok=True)
        for name, value in leaves({"input": given, "expected": expected}, ""):
            (folder / f"{name}.npy").write_bytes(npy(value))


if __name__ == "__main__":
    main()
