"""Converts arrays to and from bytes, compares arrays, and generates pseudorandom elements.

Needs only Python's standard library.
"""

import array
import math
import struct

# Type code (docs/ABI.md), bytes per element, and format of Python's struct. If the format is
# None, elements are kept as bits.
TYPES = {
    "i1": (1, 1, "B"),
    "i8": (2, 1, "b"),
    "i16": (3, 2, "h"),
    "i32": (4, 4, "i"),
    "i64": (5, 8, "q"),
    "index": (5, 8, "q"),
    "f16": (16, 2, "e"),
    "bf16": (17, 2, None),
    "f32": (18, 4, "f"),
    "f64": (19, 8, "d"),
}
TYPES.update({"u" + name: TYPES[name] for name in ("i8", "i16", "i32", "i64")})
EIGHT_BITS = ["f8E5M2", "f8E4M3", "f8E4M3FN", "f8E5M2FNUZ", "f8E4M3FNUZ", "f8E4M3B11FNUZ", "f8E3M4", "f8E8M0FNU"]
TYPES.update({name: (32 + i, 1, "B") for i, name in enumerate(EIGHT_BITS)})
FLOATS = ("f16", "bf16", "f32", "f64")
# Relative error of one rounding.
ROUNDING = {"f16": 2.0**-11, "bf16": 2.0**-8, "f32": 2.0**-24, "f64": 2.0**-53}


def size_of(type: str) -> int:
    return TYPES[type][1]


def count(shape) -> int:
    return math.prod(shape)


def decode(type: str, data) -> list:
    """Returns the elements as numbers. 8-bit floats are returned as their bits."""
    code = TYPES[type][2]
    if code == "e":
        return [value for (value,) in struct.iter_unpack("<e", data)]
    if code:
        numbers = array.array(code)
        numbers.frombytes(bytes(data))
        return numbers.tolist()
    words = array.array("H")
    words.frombytes(bytes(data))
    return decode("f32", array.array("I", [word << 16 for word in words]).tobytes())


def encode(type: str, numbers) -> bytes:
    code = TYPES[type][2]
    if code == "e":
        return b"".join(struct.pack("<e", number) for number in numbers)
    if code:
        return array.array(code, numbers).tobytes()
    return array.array("H", [to_bf16(number) for number in numbers]).tobytes()


def to_f32(number: float) -> float:
    return struct.unpack("<f", struct.pack("<f", number))[0]


def to_bf16(number: float) -> int:
    """Returns the bits of the nearest bf16, ties to even."""
    (bits,) = struct.unpack("<I", struct.pack("<f", number))
    if math.isnan(number):
        return bits >> 16 | 0x40
    return (bits + 0x7FFF + (bits >> 16 & 1)) >> 16


def difference(type: str, got, want, tolerance: float) -> str:
    """Returns a description of the first element that differs by more than sg-run tolerates, or ""."""
    if len(got) != len(want):
        return f"{len(got)} bytes, expected {len(want)}"
    if type not in FLOATS:
        if bytes(got) == bytes(want):
            return ""
        pairs = enumerate(zip(decode(type, got), decode(type, want)))
        i, (x, y) = next(entry for entry in pairs if entry[1][0] != entry[1][1])
        return f"element {i} is {x}, expected {y}"
    return float_difference(decode(type, got), decode(type, want), tolerance)


def float_difference(got: list, want: list, tolerance: float) -> str:
    scale = max((abs(y) for y in want if math.isfinite(y)), default=0) or 1
    worst, where = 0.0, 0
    for i, (x, y) in enumerate(zip(got, want)):
        if x == y or (math.isnan(x) and math.isnan(y)):
            continue
        if not math.isfinite(x) or not math.isfinite(y):
            return f"element {i} is {x!r}, expected {y!r}"
        # Compare halves, because the difference of two large numbers overflows.
        error = abs(x / 2 - y / 2) / scale * 2
        if error > worst:
            worst, where = error, i
    if worst <= tolerance:
        return ""
    x, y = got[where], want[where]
    return f"element {where} is {x!r}, expected {y!r} (relative error {worst:.3g}, tolerance {tolerance:g})"


def mix(number: int) -> int:
    """Returns 32 pseudorandom bits: the finalizer of MurmurHash3, as in noise.mlir."""
    number = (number ^ number >> 16) * 0x85EBCA6B & 0xFFFFFFFF
    number = (number ^ number >> 13) * 0xC2B2AE35 & 0xFFFFFFFF
    return number ^ number >> 16


def noise(i: int, fill: dict) -> float:
    """Returns element i of the result of noise.mlir's f32 function with the arguments in
    `fill`."""
    bits = mix(i + fill["seed"] & 0xFFFFFFFF)
    signed = (bits - (1 << 32) if bits >> 31 else bits) >> 8
    return to_f32(to_f32(signed * 2.0**-23 * fill["scale"]) + fill["shift"])


def sample_indices(total: int, sample_count: int, seed: int) -> list:
    """Returns the sorted indices of samples: all indices if total <= wanted, otherwise random
    indices and the first and last index."""
    if total <= sample_count or not sample_count:
        return list(range(total if sample_count else 0))
    chosen = {0, total - 1}
    chosen.update(mix(seed * 7919 + i) * total >> 32 for i in range(sample_count - 2))
    return sorted(chosen)
