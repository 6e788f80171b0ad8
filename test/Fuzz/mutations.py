"""Mutates valid inputs for mutate.py.

Mutations are few and small. Most keep the input well formed, so that it passes the parser.
"""

import bisect
import pathlib
import re
import struct
import zlib

NUMBERS = ["0", "1", "-1", "2", "3", "7", "255", "65536", "2147483647", "-9223372036854775808"]
TYPES = [
    *("f16", "bf16", "f32", "f64", "f8E4M3FN", "f8E8M0FNU", "f128", "i1", "i4", "i32", "ui8", "i128"),
    *("index", "none", "complex<f32>", "tensor<f32>", "tensor<?xf32>", "tensor<*xf32>"),
    *("tensor<0xf64>", "tensor<1x0x3xf32>", "tensor<2x?xbf16>", "vector<4xf32>", "vector<f32>"),
    *("vector<[4]xf32>", "memref<?xf32>", "tuple<f32>", "tensor<2xcomplex<f64>>"),
    *("tensor<4xvector<2xf32>>", "!unknown.type", "() -> ()", "tensor<3xindex>"),
]
ATTRIBUTES = [
    *("strict", "strong_zero", "wrt = array<i64: 0>", "wrt = array<i64>", "wrt = array<i64: 1, 0>"),
    *("wrt = array<i64: -1>", "wrt = array<i64: 0, 0>", "no_inline", "grad.checkpoint_every = 0 : i64"),
    *("grad.checkpoint_every = 2 : i64", "grad.checkpoint_slots = 2 : i64", 'name = ""'),
    *("grad.custom_vjp = {forward = @f, backward = @f}", "grad.custom_jvp = @f", "unknown.unit"),
]
INSERTIONS = [
    "%{new} = grad.stop_gradient {value} : {type}",
    "%{new} = grad.prevent_gradient {value} : {type}",
    "%{new} = grad.checkpoint {{ grad.yield {value} : {type} }} : {type}",
    "%{new}:2 = grad.value_and_grad @f({value}) : ({type}) -> ({type}, {type})",
    "%{new}:2 = grad.jvp @f({value}) tangents({value}) : ({type}, {type}) -> ({type}, {type})",
    "%{new}:2 = grad.vjp @f({value}) cotangents({value}) : ({type}, {type}) -> ({type}, {type})",
    "%{new} = func.call @f({value}) : ({type}) -> {type}",
    "%{new} = arith.addf {value}, {value} : {type}",
    "%{new} = arith.mulf {value}, {value} : {type}",
    "%{new} = tensor.cast {value} : {type} to {type}",
    "return {value} : {type}",
]
TOKEN = re.compile(r"\s+|%[\w#.$-]+|@[\w.$-]+|\"[^\"]*\"|[\w.$-]+|->|.", re.S)
TYPE = re.compile(r"(?:tensor|vector|memref)<[^<>]*>|\b(?:b?f16|f32|f64|i1|i32|i64|index)\b")
SHAPED = re.compile(r"(?<=[<x])(?:\d+|\?)(?=x)")
OP = re.compile(r"\b(?:arith|math|tensor|linalg|vector|scf|func|grad|cf)\.[a-z_0-9]+\b")


def read_programs(folder, files="*.mlir", limit=6000):
    """Returns the programs of the tests, with the first function of each renamed to @f."""
    programs = []
    for path in sorted(pathlib.Path(folder).rglob(files)):
        for text in re.split(r"^// -----.*$|^(?://|#)--- .*$", path.read_text(), flags=re.M):
            text = re.sub(r"^\s*//.*\n", "", text, flags=re.M).strip()
            names = re.findall(r"func\.func (?:public |private )?@([\w.$-]+)", text)
            if not names or len(text) > limit:
                continue
            if "f" not in names:
                text = re.sub(rf"@{re.escape(names[0])}(?![\w.$-])", "@f", text)
            programs.append(text)
    return programs


class Pool:
    """A pool of programs. Each program has several random positions on a ring. A choice
    takes the first program after a random position, so that most choices stay the same if
    programs are added."""

    PLACES = 16

    def __init__(self, programs):
        self.programs = programs
        self.ring = sorted(
            (zlib.crc32(text.encode(), place) * 0x9E3779B1 % 2**32, i)
            for i, text in enumerate(programs)
            for place in range(self.PLACES)
        )

    def choose(self, rng):
        place = bisect.bisect(self.ring, (rng.randrange(2**32), 0)) % len(self.ring)
        return self.programs[self.ring[place][1]]


def pick(rng, pattern, text):
    """Returns a match of the pattern. All matches are equally likely."""
    matches = list(re.finditer(pattern, text))
    return rng.choice(matches) if matches else None


def replace(text, match, by):
    return text if match is None else text[: match.start()] + by + text[match.end() :]


def change_part(rng, parts, others, replaces):
    """Deletes, duplicates or moves a part, or replaces it with one of others()."""
    i, j = rng.randrange(len(parts)), rng.randrange(len(parts))
    kind = rng.randrange(4)
    if kind == 0:
        del parts[i]
    elif kind == 1:
        parts.insert(j, parts[i])
    elif kind == 2:
        parts[i], parts[j] = parts[j], parts[i]
    else:
        place = slice(i, i + 1) if replaces else slice(j, j)
        parts[place] = [rng.choice(others())]
    return parts


def change_line(rng, text, other):
    return "\n".join(change_part(rng, text.split("\n"), lambda: other.split("\n"), replaces=False))


def change_token(rng, text, other):
    return "".join(change_part(rng, TOKEN.findall(text), lambda: TOKEN.findall(other), replaces=True))


def change_type(rng, text, other):
    """Replaces a type, everywhere or once."""
    match = pick(rng, TYPE, text)
    found = pick(rng, TYPE, other)
    if match is None or found is None:
        return text
    by = rng.choice([found[0], found[0], rng.choice(TYPES)])
    if rng.random() < 0.7:
        return re.sub(rf"\b{re.escape(match[0])}(?!\w)", lambda _: by, text)
    return replace(text, match, by)


def change_size(rng, text, _):
    """Replaces a size of a type, everywhere or once."""
    match = pick(rng, SHAPED, text)
    if match is None:
        return text
    by = rng.choice(["?", "0", "1", "2", "5", "33"])
    if rng.random() < 0.7:
        return re.sub(rf"(?<=[<x]){re.escape(match[0])}(?=x)", by, text)
    return replace(text, match, by)


def change_number(rng, text, _):
    floats = ["0.0", "-0.0", "1.0", "2.5", "1.0e400", "1.0e-320", "0x7FC00000"]
    match = pick(rng, r"(?<![\w%@.#])-?\d+(?:\.\d+(?:e[+-]?\d+)?)?(?!\w)", text)
    is_float = match is not None and "." in match[0]
    return replace(text, match, rng.choice(floats if is_float and rng.random() < 0.9 else [*NUMBERS, *floats]))


def change_operand(rng, text, _):
    names = re.findall(r"%[\w$.-]+", text)
    return replace(text, pick(rng, r"%[\w$.-]+(?:#\d+)?", text), rng.choice(names)) if names else text


def change_op(rng, text, other):
    match = pick(rng, OP, text)
    names = OP.findall(other) + OP.findall(text)
    if match is None:
        return text
    dialect = match[0].split(".")[0] + "."
    near = [name for name in names if name.startswith(dialect)]
    return replace(text, match, rng.choice(near if near and rng.random() < 0.8 else names))


def change_attribute(rng, text, _):
    match = pick(rng, r"\{[^{}\n]*=[^{}\n]*\}", text)
    by = rng.choice(ATTRIBUTES)
    if match is None or rng.random() < 0.3:
        end = pick(rng, r"(?<=\)) (?=: \()|(?= : \w)| \{$", text)
        return replace(text, end, " {" + by + "} ") if end and end[0] != " {" else text
    parts = match[0][1:-1].split(", ")
    i = rng.randrange(len(parts))
    parts[i : i + rng.randrange(2)] = [by] if rng.random() < 0.7 else []
    return replace(text, match, "{" + ", ".join(parts) + "}")


def insert_op(rng, text, _):
    """Inserts an op on an existing value, and uses its result in later ops."""
    match = pick(rng, r"^\s*(%[\w$-]+) = .* ([^\s:]+)$", "") or pick(
        rng, re.compile(r"^\s*(%[\w$-]+) = [^\n]*[ >](\S+)$", re.M), text
    )
    if match is None:
        return text
    line = rng.choice(INSERTIONS).format(new="new", value=match[1], type=match[2])
    rest = text[match.end() :]
    if rng.random() < 0.6:
        rest = re.sub(rf"{re.escape(match[1])}(?![\w$#-])", "%new", rest, count=rng.randrange(1, 4))
    return text[: match.end()] + "\n" + line + rest


WITHIN = [
    *(change_type, change_type, change_type, change_size, change_size, change_number),
    *(change_operand, change_operand, change_op, change_op, change_attribute, insert_op),
]


def mutate_text(rng, text, other):
    for _ in range(rng.choice([1, 1, 1, 2, 2, 3, 5])):
        text = rng.choice([change_line, change_token, *WITHIN])(rng, text, other) or text
    return text


def mutate_program(rng, text, other):
    """Mutates a program. Most results are well formed."""
    for _ in range(rng.choice([1, 1, 1, 2])):
        text = rng.choice(WITHIN)(rng, text, other) or text
    return text


def mutate_bytes(rng, data, start=0):
    data = bytearray(data)
    for _ in range(rng.choice([1, 1, 2, 3, 8])):
        if len(data) <= start:
            break
        i = rng.randrange(start, len(data))
        kind = rng.randrange(8)
        if kind < 3:
            data[i] ^= 1 << rng.randrange(8)
        elif kind < 5:
            data[i] = rng.choice([0, 1, 2, 0x7F, 0x80, 0xFF, rng.randrange(256)])
        elif kind == 5:
            del data[i : i + rng.choice([1, 1, 4, 64])]
        elif kind == 6:
            data[i:i] = data[i : i + rng.choice([1, 2, 8])]
        elif rng.random() < 0.3:
            del data[i:]
    return bytes(data)


def make_npy(rng):
    """Makes a .npy file. Most files are valid."""
    descr, size = rng.choice([("<f4", 4), ("<f4", 4), (">f4", 4), ("<f8", 8), ("<i8", 8), ("|b1", 1), ("<V2", 2)])
    shape = [rng.randrange(5) for _ in range(rng.choice([2, 2, 2, 0, 1, 3]))]
    count = 1
    for length in shape:
        count *= length
    written = "(" + "".join(f"{length}, " for length in shape) + ")"
    order = rng.choice(["False", "True"])
    header = f"{{'descr': '{descr}', 'fortran_order': {order}, 'shape': {written}, }}"
    if rng.random() < 0.3:
        number = rng.choice([*NUMBERS, "18446744073709551616", "1" * 40, "4611686018427387904"])
        header = replace(header, pick(rng, r"\d+", header), number)
    header = header.ljust(rng.choice([0, 53, 117])) + "\n"
    version = rng.choice([1, 1, 2, 3])
    length = struct.pack("<H" if version == 1 else "<I", len(header))
    return b"\x93NUMPY" + bytes([version, 0]) + length + header.encode() + bytes(
        rng.randrange(2 if size == 1 else 256) for _ in range(count * size)
    )
