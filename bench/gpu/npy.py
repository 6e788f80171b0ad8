"""Reads and writes NumPy files (.npy) without NumPy, as bytes with a type of sg."""

import ast
import math
import struct
from pathlib import Path

CODES = {"i1": "|b1", "f16": "<f2", "f32": "<f4", "f64": "<f8", "index": "<i8"}
CODES.update({f"i{bits}": f"<i{bits // 8}" for bits in (8, 16, 32, 64)})


def write(path: Path, type: str, shape: list, data: bytes) -> None:
    code = CODES.get(type) or ("|V2" if type == "bf16" else "|V1")
    sizes = "".join(f"{size}, " for size in shape)
    header = f"{{'descr': '{code}', 'fortran_order': False, 'shape': ({sizes}), }}"
    header += " " * (-(len(header) + 11) % 64) + "\n"
    path.write_bytes(b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header.encode("latin-1") + data)


def read(path: Path) -> tuple:
    """Returns the shape, and the bytes of the elements in row-major order."""
    content = memoryview(path.read_bytes())
    if content[:6] != b"\x93NUMPY":
        raise ValueError(f"{path} is not a .npy file")
    size = 2 if content[6] == 1 else 4
    length = int.from_bytes(content[8 : 8 + size], "little")
    header = ast.literal_eval(bytes(content[8 + size : 8 + size + length]).decode("latin-1"))
    data = content[8 + size + length :]
    if header["fortran_order"] and sum(size != 1 for size in header["shape"]) > 1:
        data = from_fortran(header["shape"], data)
    return list(header["shape"]), data


def from_fortran(shape: tuple, data: memoryview) -> bytes:
    count = math.prod(shape)
    if count == 0:
        return b""
    size = len(data) // count
    strides = [math.prod(shape[:dim]) for dim in range(len(shape))]
    parts = []
    for i in range(count):
        offset = 0
        for length, stride in zip(reversed(shape), reversed(strides)):
            i, index = divmod(i, length)
            offset += index * stride
        parts.append(bytes(data[offset * size : (offset + 1) * size]))
    return b"".join(parts)
