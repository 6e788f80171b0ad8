"""Makes random programs for rewrites.py with vectors, masks, and vectors in memory."""

import math
import random

from rewrite_tensors import LARGEST, Program, Shaped, choose

SIZES = [1, 1, 2, 3, 4]
ELEMENTS = ["f32", "f64", "f16", "bf16", "i1", "i8", "i32", "i64"]


class Vector(Shaped):
    def __init__(self, name, sizes, element):
        super().__init__(name, sizes, [True] * len(sizes), element)

    @property
    def type(self):
        return f"vector<{self.shape}>"


class VectorProgram(Program):
    """A program whose `tensors` are vectors. It reads and writes one memref."""

    def __init__(self, rng, element):
        super().__init__(rng, element)
        self.results = []

    def vector(self, sizes, text, element=None):
        y = Vector(self.fresh(), sizes, element or self.element)
        self.lines.append(f"{y.name} = {text(y)}")
        if y.element == self.element:
            self.tensors.append(y)
        return y

    def index(self, number):
        if self.rng.random() < 0.5 and 0 <= number <= LARGEST:
            return f"%n{number}"
        return self.constant(number)

    def sizes(self, least=1, most=3):
        return [self.rng.choice(SIZES) for _ in range(self.rng.randint(least, most))]

    def mask(self, sizes):
        """Returns a mask of a static or dynamic box, or of no or all elements."""
        kind = self.rng.random()
        type = Vector("", sizes, "i1").type
        if kind < 0.25:
            return self.add(f"arith.constant dense<{self.rng.choice(['true', 'false'])}> : {type}")
        counts = [self.rng.randint(0, n) if self.rng.random() < 0.4 else self.rng.choice([0, n, n, n + 1]) for n in sizes]
        if kind < 0.45:
            counts = [min(n, m) for n, m in zip(counts, sizes)]
            counts = [0] * len(counts) if 0 in counts else counts
            return self.add(f"vector.constant_mask [{', '.join(map(str, counts))}] : {type}")
        extremes = [-1, 1 << 40] if self.rng.random() < 0.2 else []
        counts = [self.rng.choice([n, *extremes]) for n in counts]
        return self.add(f"vector.create_mask {', '.join(self.index(n) for n in counts)} : {type}")


def make_constant(p):
    sizes = p.sizes()
    number = {"f": "1.5", "b": "0.5", "i": "3"}[p.element[0]] if p.element != "i1" else "true"
    p.vector(sizes, lambda y: f"arith.constant dense<{number}> : {y.type}")


def make_broadcast(p):
    if p.rng.random() < 0.5:
        scalar = p.scalar()
        p.vector(p.sizes(), lambda y: f"vector.broadcast {scalar} : {p.element} to {y.type}")
        return
    x = p.pick(lambda v: v.rank < 3)
    if x:
        sizes = [*p.sizes(0, 3 - x.rank), *(p.rng.choice([1, 2, 3]) if n == 1 else n for n in x.sizes)]
        p.vector(sizes, lambda y: f"vector.broadcast {x.name} : {x.type} to {y.type}")


def make_shape_cast(p):
    x = p.pick()
    sizes = [n for n in x.sizes if n != 1 or p.rng.random() < 0.5]
    sizes = p.rng.choice([sizes, [1, *x.sizes], [*x.sizes, 1], [x.count]]) or [1]
    if math.prod(sizes) == x.count and len(sizes) < 5:
        p.vector(sizes, lambda y: f"vector.shape_cast {x.name} : {x.type} to {y.type}")


def make_from_elements(p):
    sizes = p.sizes(1, 2)
    names = [p.scalar() for _ in range(math.prod(sizes))]
    source = p.pick(lambda v: v.count == len(names))
    if source and p.rng.random() < 0.5:
        # Extract all elements of a vector, in order.
        n = len(names)
        all = p.fresh()
        p.lines.append(f"{all}:{n} = vector.to_elements {source.name} : {source.type}")
        names = [f"{all}#{i}" if n > 1 else all for i in range(n)]
    p.vector(sizes, lambda y: f"vector.from_elements {', '.join(names)} : {y.type}")


def choose_position(p, x, rank):
    """Returns a position, some of whose indices are operands."""
    numbers = [p.rng.randrange(n) for n in x.sizes[:rank]]
    return "[" + ", ".join(str(n) if p.rng.random() < 0.7 else p.index(n) for n in numbers) + "]"


def make_rearranged(p):
    """Builds a vector from the elements of another one, in the same order or permuted."""
    x = p.pick(lambda v: v.count <= 8)
    if not x:
        return
    all = p.fresh()
    p.lines.append(f"{all}:{x.count} = vector.to_elements {x.name} : {x.type}")
    names = [f"{all}#{i}" if x.count > 1 else all for i in range(x.count)]
    if p.rng.random() < 0.3:
        p.rng.shuffle(names)
    sizes = p.rng.choice([x.sizes, [x.count], [1, *x.sizes]])
    p.vector(sizes, lambda y: f"vector.from_elements {', '.join(names)} : {y.type}")


def make_extract(p):
    x = p.pick()
    rank = p.rng.randint(1, x.rank) if p.rng.random() < 0.5 else x.rank
    at = choose_position(p, x, rank)
    if rank == x.rank:
        p.scalars.append(p.add(f"vector.extract {x.name}{at} : {p.element} from {x.type}"))
    else:
        p.vector(x.sizes[rank:], lambda y: f"vector.extract {x.name}{at} : {y.type} from {x.type}")


def make_insert(p):
    x = p.pick()
    part = p.pick(lambda v: 0 < v.rank < x.rank and v.sizes == x.sizes[-v.rank :])
    rank = x.rank - part.rank if part else x.rank
    source, type = (part.name, part.type) if part else (p.scalar(), p.element)
    at = choose_position(p, x, rank)
    p.vector(x.sizes, lambda y: f"vector.insert {source}, {x.name} {at} : {type} into {x.type}")


def make_insert_chain(p):
    """Inserts every element."""
    n = p.rng.choice([1, 2, 3])
    x = p.pick(lambda v: v.sizes == (n,))
    if not x:
        return
    order = list(range(n))
    p.rng.shuffle(order)
    for i in order:
        source = p.scalar()
        x = p.vector([n], lambda y: f"vector.insert {source}, {x.name} [{i}] : {p.element} into {x.type}")


def combiner(p):
    return p.rng.choice(["add", "mul", "maximumf", "minimumf", "maxnumf"] if p.element[0] in "fb" else ["add", "mul", "maxsi", "minui", "xor", "and"])


def make_reduction(p):
    x = p.pick(lambda v: v.rank == 1)
    if x:
        with_init = p.rng.random() < 0.5
        init = f", {p.scalar()}" if with_init else ""
        text = f"vector.reduction <{combiner(p)}>, {x.name}{init} : {x.type} into {p.element}"
        p.scalars.append(p.add(text))


def make_multi_reduction(p):
    x = p.pick()
    dims = [i for i in range(x.rank) if p.rng.random() < 0.5]
    if not dims and x.rank == 1:
        return  # upstream drops the accumulator
    kept = [n for i, n in enumerate(x.sizes) if i not in dims]
    kind = combiner(p)
    if not kept:
        scalar = p.scalar()
        text = f"vector.multi_reduction <{kind}>, {x.name}, {scalar} {dims} : {x.type} to {p.element}"
        p.scalars.append(p.add(text))
        return
    init = p.pick(lambda v: v.sizes == tuple(kept))
    if init:
        p.vector(kept, lambda y: f"vector.multi_reduction <{kind}>, {x.name}, {init.name} {dims} : {x.type} to {y.type}")


def make_elementwise(p):
    x = p.pick()
    other = p.pick(lambda v: v.sizes == x.sizes)
    name = p.rng.choice(["addf", "mulf", "maximumf"] if p.element[0] in "fb" else ["addi", "muli", "xori", "maxsi"])
    p.vector(x.sizes, lambda y: f"arith.{name} {x.name}, {other.name} : {y.type}")


def make_select(p):
    x = p.pick()
    other = p.pick(lambda v: v.sizes == x.sizes)
    mask = p.mask(x.sizes)
    type = Vector("", x.sizes, "i1").type
    p.vector(x.sizes, lambda y: f"arith.select {mask}, {x.name}, {other.name} : {type}, {y.type}")


def make_transpose(p):
    x = p.pick(lambda v: v.rank > 1)
    if x:
        order = list(range(x.rank))
        p.rng.shuffle(order)
        p.vector([x.sizes[i] for i in order], lambda y: f"vector.transpose {x.name}, {order} : {x.type} to {y.type}")


# Rows of the memory of 6x6 elements. All or none of its sizes are static.
ROWS = 6


def make_transfer(p):
    memory = p.rng.choice(["%m", "%k"])
    type = p.memory[memory]
    sizes = p.sizes(1, 2)
    scalar = p.scalar()
    at = [p.rng.randint(0, 3) for _ in range(2)]
    fits = [a + n <= ROWS for a, n in zip(at[2 - len(sizes) :], sizes)]
    bounds = ", ".join("true" if f and p.rng.random() < 0.5 else "false" for f in fits)
    at = ", ".join(p.index(n) for n in at)
    mask = p.mask(sizes) if p.rng.random() < 0.4 else None
    x = p.pick(lambda v: v.rank <= 2 and p.rng.random() < 0.5)
    attributes = f"{{in_bounds = [{bounds}]}}"
    if x and p.rng.random() < 0.5:
        fits = [True] * x.rank
        mask = f", {p.mask(x.sizes)}" if mask else ""
        bounds = ", ".join("false" for _ in fits)
        p.lines.append(
            f"vector.transfer_write {x.name}, {memory}[{at}]{mask} {{in_bounds = [{bounds}]}} : {x.type}, {type}"
        )
        return
    mask = f", {mask}" if mask else ""
    p.vector(
        sizes, lambda y: f"vector.transfer_read {memory}[{at}], {scalar}{mask} {attributes} : {type}, {y.type}"
    )


def make_masked(p):
    """Loads or stores a part of a row."""
    memory = p.rng.choice(["%m", "%k"])
    n = p.rng.choice([1, 2, 3])
    type = p.memory[memory]
    at = ", ".join(p.index(p.rng.randint(0, 3)) for _ in range(2))
    mask = p.mask([n])
    kind = f"vector<{n}xi1>"
    x = p.pick(lambda v: v.sizes == (n,))
    if not x:
        return
    if p.rng.random() < 0.5:
        p.vector([n], lambda y: f"vector.maskedload {memory}[{at}], {mask}, {x.name} : {type}, {kind}, {y.type} into {y.type}")
    else:
        p.lines.append(f"vector.maskedstore {memory}[{at}], {mask}, {x.name} : {type}, {kind}, {x.type}")


def make_tensor_transfer(p):
    """Writes a vector to a tensor and reads it."""
    x = p.pick(lambda v: v.rank <= 2)
    if not x:
        return
    rank = x.rank
    known = p.rng.random() < 0.5
    dims = "x".join(str(n) if known else "?" for n in x.sizes)
    tensor = f"tensor<{dims}x{p.element}>"
    sizes = "" if known else ", ".join(p.index(n) for n in x.sizes)
    value, zero = p.scalar(), ", ".join(p.constant(0) for _ in range(rank))
    e = p.add(f"tensor.empty({sizes}) : {tensor}")
    filled = p.add(f"linalg.fill ins({value} : {p.element}) outs({e} : {tensor}) -> {tensor}")
    mask = f", {p.mask(x.sizes)}" if p.rng.random() < 0.5 else ""
    bounds = ", ".join(p.rng.choice(["true", "false"]) for _ in range(rank))
    written = p.add(
        f"vector.transfer_write {x.name}, {filled}[{zero}]{mask} {{in_bounds = [{bounds}]}} : {x.type}, {tensor}"
    )
    mask = f", {p.mask(x.sizes)}" if p.rng.random() < 0.3 else ""
    p.vector(
        x.sizes,
        lambda y: f"vector.transfer_read {written}[{zero}], {value}{mask} {{in_bounds = [{bounds}]}} : {tensor}, {y.type}",
    )
    if known or p.rng.random() < 0.5:
        p.results.append((written, tensor))


MAKERS = [
    make_constant,
    make_broadcast,
    make_broadcast,
    make_shape_cast,
    make_shape_cast,
    make_from_elements,
    make_rearranged,
    make_extract,
    make_extract,
    make_extract,
    make_insert,
    make_insert,
    make_insert_chain,
    make_reduction,
    make_multi_reduction,
    make_multi_reduction,
    make_elementwise,
    make_select,
    make_transpose,
    make_transfer,
    make_transfer,
    make_masked,
    make_masked,
    make_tensor_transfer,
    make_tensor_transfer,
]


def make_vectors(seed):
    rng = random.Random(f"vectors {seed}")
    p = VectorProgram(rng, rng.choice(ELEMENTS))
    for number in range(LARGEST + 1):
        p.arguments.append(f"%n{number}: index")
        p.inputs.append(f"--input={number}")
    p.arguments.append(f"%x: tensor<{ROWS}x{ROWS}x{p.element}>")
    values = [0, 1, -2, 3, 4] if p.element != "i1" else [0, 1]
    numbers = " ".join(str(rng.choice(values)) for _ in range(ROWS * ROWS))
    p.inputs.append(f"--input={ROWS}x{ROWS}x{p.element}={numbers}")
    known, unknown = f"memref<{ROWS}x{ROWS}x{p.element}>", f"memref<?x?x{p.element}>"
    p.memory = {"%m": known, "%k": unknown}
    rows = p.constant(ROWS)
    p.lines += [
        f"%b = bufferization.to_buffer %x read_only : tensor<{ROWS}x{ROWS}x{p.element}> to {known}",
        f"%m = memref.alloc() : {known}",
        f"memref.copy %b, %m : {known} to {known}",
        f"%k = memref.alloc({rows}, {rows}) : {unknown}",
        f"memref.copy %b, %k : {known} to {unknown}",
    ]
    make_constant(p)
    for i in range(2):
        at = p.constant(i)
        scalar = p.scalar()
        p.vector(
            p.sizes(1, 2),
            lambda y: f"vector.transfer_read %m[{at}, {at}], {scalar} {{in_bounds = [{', '.join(['false'] * y.rank)}]}}"
            f" : {known}, {y.type}",
        )
    makers = choose(rng, MAKERS)
    for _ in range(rng.randint(6, 34)):
        rng.choice(makers)(p)
    results = [*p.results[-2:], *((name, p.element) for name in p.scalars[-3:])]
    for i, v in enumerate(p.tensors[-3:]):
        tensor = v.type.replace("vector", "tensor")
        zero = ", ".join(p.constant(0) for _ in v.sizes)
        p.lines += [
            f"%e{i} = tensor.empty() : {tensor}",
            f"%w{i} = vector.transfer_write {v.name}, %e{i}[{zero}] : {v.type}, {tensor}",
        ]
        results.append((f"%w{i}", tensor))
    for name in ("%m", "%k"):
        tensor = p.memory[name].replace("memref", "tensor")
        p.lines.append(f"{name}_all = bufferization.to_tensor {name} restrict : {p.memory[name]} to {tensor}")
        results.append((f"{name}_all", tensor))
    names, types = ", ".join(n for n, _ in results), ", ".join(t for _, t in results)
    body = "\n  ".join(p.lines)
    text = f"func.func @run({', '.join(p.arguments)}) -> ({types}) {{\n  {body}\n  return {names} : {types}\n}}\n"
    return text, p.inputs
