"""Makes random programs for rewrites.py with the memref ops that bufferization creates.

Each value is a memref of known sizes, strides and offset. Its type contains some of them.
"""

import math
import random

from rewrite_tensors import ELEMENTS, LARGEST, Program, Shaped, SIZES, choose, choose_box, choose_expansion, choose_mixed, split


def multiply(a, b):
    """Multiplies numbers that may be unknown. As in upstream, zero times anything is
    zero."""
    if a == 0 or b == 0:
        return 0
    return None if a is None or b is None else a * b


class Memory(Shaped):
    """A memref. `strides` and `offset` are those in its type (None: unknown). If `strides`
    itself is None, the layout is the identity."""

    def __init__(self, name, sizes, known, element, strides=None, offset=0):
        super().__init__(name, sizes, known, element)
        self.strides, self.offset = strides, offset

    @property
    def type(self):
        if self.strides is None:
            return f"memref<{self.shape}>"
        strides = ", ".join("?" if s is None else str(s) for s in self.strides)
        offset = "" if self.offset == 0 else f", offset: {'?' if self.offset is None else self.offset}"
        return f"memref<{self.shape}, strided<[{strides}]{offset}>>"

    def known_strides(self):
        if self.strides is not None:
            return list(self.strides)
        strides, stride = [], 1
        for n, k in zip(reversed(self.sizes), reversed(self.known)):
            strides.append(stride)
            stride = multiply(stride, n if k else None)
        return strides[::-1]


def allocate(p, sizes):
    y = Memory(p.fresh("m"), sizes, p.known(len(sizes)), p.element)
    p.lines.append(f"{y.name} = memref.alloc({p.dynamic(y)}) : {y.type}")
    return y


def make_alloc(p):
    y = allocate(p, [p.rng.choice(SIZES) for _ in range(p.rng.randint(0, 3))])
    if p.rng.random() < 0.2 and y.count:
        # Store values that are never read.
        value, at = p.scalar(), position(p, y)
        p.lines.append(f"memref.store {value}, {y.name}[{at}] : {y.type}")
        if p.rng.random() < 0.5:
            p.lines.append(f"memref.dealloc {y.name} : {y.type}")
        return
    p.lines.append(f"linalg.fill ins({p.scalar()} : {p.element}) outs({y.name} : {y.type})")
    p.tensors.append(y)


def make_cast(p):
    x = p.pick()
    known = p.known(x.rank)
    strides, offset = x.strides, x.offset
    if p.rng.random() < 0.4:
        strides = [None if p.rng.random() < 0.6 else s for s in x.known_strides()]
        offset = None if p.rng.random() < 0.6 else x.offset
    y = Memory(p.fresh("m"), x.sizes, known, p.element, strides, offset)
    if y.type != x.type:
        p.define(y, f"memref.cast {x.name} : {x.type} to {y.type}")


def make_view(p):
    x = p.pick(lambda m: m.rank > 0)
    box = choose_box(p, x.sizes) if x else None
    if not box:
        return
    offsets, counts, strides = box
    (at, a), (texts, known), (steps, b) = (choose_mixed(p, n) for n in (offsets, counts, strides))
    result, total = [], x.offset
    for stride, offset, step, i, j in zip(x.known_strides(), offsets, strides, a, b):
        result.append(multiply(stride, step if j else None))
        moved = multiply(stride, offset if i else None)
        total = None if total is None or moved is None else total + moved
    y = Memory(p.fresh("m"), counts, known, p.element, result, total)
    p.define(
        y,
        f"memref.subview {x.name}[{', '.join(at)}] [{', '.join(texts)}] [{', '.join(steps)}]"
        f" : {x.type} to {y.type}",
    )


def make_collapse(p):
    x = p.pick(lambda m: m.rank > 1 and m.strides is None)
    if not x:
        return
    groups = split(p, x.rank)
    sizes = [math.prod(x.sizes[i] for i in g) for g in groups]
    y = Memory(p.fresh("m"), sizes, [all(x.known[i] for i in g) for g in groups], p.element)
    p.define(y, f"memref.collapse_shape {x.name} {groups} : {x.type} into {y.type}")


def make_expand(p):
    x = p.pick(lambda m: 0 < m.rank < 4 and m.strides is None)
    if not x:
        return
    groups, sizes, known = choose_expansion(p, x)
    y = Memory(p.fresh("m"), sizes, known, p.element)
    shape = ", ".join(str(n) if k else p.index(n) for n, k in zip(sizes, known))
    p.define(y, f"memref.expand_shape {x.name} {groups} output_shape [{shape}] : {x.type} into {y.type}")


def make_copy(p):
    x = p.pick()
    y = p.pick(lambda m: m.sizes == x.sizes)
    if y is x or (x.count and y in p.apart(x)) or not x.count:
        p.lines.append(f"memref.copy {x.name}, {y.name} : {x.type} to {y.type}")


def position(p, x):
    return ", ".join(p.index(p.rng.randrange(n)) for n in x.sizes)


def make_load(p):
    x = p.pick(lambda m: m.count > 0)
    if x:
        p.scalars.append(p.add(f"memref.load {x.name}[{position(p, x)}] : {x.type}"))


def make_store(p):
    x = p.pick(lambda m: m.count > 0)
    if x:
        value, at = p.scalar(), position(p, x)
        p.lines.append(f"memref.store {value}, {x.name}[{at}] : {x.type}")


def make_dim(p):
    x = p.pick(lambda m: m.rank > 0)
    if x:
        axis = p.constant(p.rng.randrange(x.rank))
        p.results.append((p.add(f"memref.dim {x.name}, {axis} : {x.type}"), "index"))


def make_structured(p):
    """Adds a memref to another one, perhaps through casts."""
    x = p.pick(lambda m: m.rank > 0 and m.count > 0)
    others = [m for m in p.apart(x) if m.sizes == x.sizes] if x else []
    if not others:
        return
    y = p.rng.choice(others)
    dims = ", ".join(f"d{i}" for i in range(x.rank))
    map = f"affine_map<({dims}) -> ({dims})>"
    a, b, r = (p.fresh("b") for _ in range(3))
    add = "addf" if p.element[0] in "fb" else "xori"
    p.lines.append(
        f"linalg.generic {{indexing_maps = [{map}, {map}], iterator_types = ["
        + ", ".join(['"parallel"'] * x.rank)
        + f"]}} ins({x.name} : {x.type}) outs({y.name} : {y.type}) {{\n"
        f"  ^bb0({a}: {p.element}, {b}: {p.element}):\n    {r} = arith.{add} {a}, {b} : {p.element}\n"
        f"    linalg.yield {r} : {p.element}\n  }}"
    )


def make_cast_dim(p):
    """Takes a size of a memref that is cast."""
    make_cast(p)
    make_dim(p)


def make_reshapes(p):
    p.rng.choice([make_cast, make_collapse, make_expand])(p)
    p.rng.choice([make_collapse, make_expand])(p)


def make_metadata(p):
    """Extracts the metadata of a memref and rebuilds the memref."""
    x = p.pick(lambda m: m.rank > 0)
    if not x:
        return
    name = p.fresh()
    index = ", ".join(["index"] * (1 + 2 * x.rank))
    p.lines.append(
        f"{name}:{2 + 2 * x.rank} = memref.extract_strided_metadata {x.name} : {x.type} -> memref<{p.element}>, {index}"
    )
    sizes = [f"{name}#{2 + i}" for i in range(x.rank)]
    strides = [f"{name}#{2 + x.rank + i}" for i in range(x.rank)]
    y = Memory(p.fresh("m"), x.sizes, x.known, p.element, [None] * x.rank, None)
    texts = [str(n) if k else s for n, k, s in zip(x.sizes, x.known, sizes)]
    p.define(
        y,
        f"memref.reinterpret_cast {name}#0 to offset: [{name}#1], sizes: [{', '.join(texts)}], "
        f"strides: [{', '.join(strides)}] : memref<{p.element}> to {y.type}",
    )
    p.results.append((p.rng.choice([f"{name}#1", *sizes]), "index"))


def make_parallel(p):
    """Stores in each iteration. Some loops have one iteration or none."""
    x = p.pick(lambda m: m.rank > 0 and m.count > 0)
    if not x:
        return
    counts = [p.rng.choice([1, 1, n, 0]) for n in x.sizes]
    names = [p.fresh("i") for _ in counts]
    value = p.scalar()
    lows = [p.index(0) for _ in counts]
    highs = [p.index(n) for n in counts]
    steps = [p.index(1) for _ in counts]
    p.lines.append(
        f"scf.parallel ({', '.join(names)}) = ({', '.join(lows)}) to ({', '.join(highs)}) "
        f"step ({', '.join(steps)}) {{\n    memref.store {value}, {x.name}[{', '.join(names)}] : {x.type}\n  }}"
    )


def make_tensor(p):
    """Reads a memref as a tensor, and writes the tensor to memory."""
    x = p.pick(lambda m: m.strides is None)
    if not x:
        return
    y = allocate(p, x.sizes)
    p.lines.append(f"memref.copy {x.name}, {y.name} : {x.type} to {y.type}")
    t = p.add(f"bufferization.to_tensor {y.name} restrict : {y.type} to {y.type.replace('memref', 'tensor')}")
    if y.rank:
        axis = p.constant(p.rng.randrange(y.rank))
        p.results.append((p.add(f"tensor.dim {t}, {axis} : {y.type.replace('memref', 'tensor')}"), "index"))
    z = Memory(p.fresh("m"), y.sizes, y.known, p.element)
    p.define(z, f"bufferization.to_buffer {t} read_only : {y.type.replace('memref', 'tensor')} to {z.type}")
    p.tensors.remove(z)  # must only be read
    if y.count:
        p.scalars.append(p.add(f"memref.load {z.name}[{position(p, z)}] : {z.type}"))


MAKERS = [
    *[make_cast] * 5,
    *[make_view, make_view, make_store, make_load] * 2,
    make_alloc,
    make_collapse,
    make_expand,
    make_copy,
    make_copy,
    make_dim,
    make_metadata,
    make_parallel,
    make_structured,
    make_structured,
    make_cast_dim,
    make_reshapes,
    make_tensor,
]


class MemoryProgram(Program):
    def __init__(self, rng, element):
        super().__init__(rng, element)
        self.results = []
        self.roots = {}

    def define(self, value, text):
        """Defines a memref and records its allocation."""
        source = next((t for t in self.tensors if f" {t.name} " in f" {text} " or f" {t.name}[" in text), None)
        if source:
            self.roots[value.name] = self.roots.get(source.name, source.name)
        return super().define(value, text)

    def apart(self, x):
        """Returns the memrefs of other allocations."""
        root = self.roots.get(x.name, x.name)
        return [t for t in self.tensors if self.roots.get(t.name, t.name) != root and t.name not in self.unknown]

    @property
    def unknown(self):
        """The names of the memrefs that are built from the metadata of another memref."""
        return [t.name for t in self.tensors if t.strides and t.name not in self.roots]

    def index(self, number):
        if self.rng.random() < 0.15:
            for x in self.rng.sample(self.tensors, min(4, len(self.tensors))):
                if number in x.sizes:
                    axis = self.constant(x.sizes.index(number))
                    return self.add(f"memref.dim {x.name}, {axis} : {x.type}", "d")
        if self.rng.random() < 0.6 and 0 <= number <= LARGEST:
            return f"%n{number}"
        return self.constant(number)


def make_memory(seed):
    rng = random.Random(f"memory {seed}")
    p = MemoryProgram(rng, rng.choice(ELEMENTS))
    for number in range(LARGEST + 1):
        p.arguments.append(f"%n{number}: index")
        p.inputs.append(f"--input={number}")
    while len(p.tensors) < 2:
        make_alloc(p)
    makers = choose(rng, MAKERS)
    for _ in range(rng.randint(6, 34)):
        rng.choice(makers)(p)
    results = [*p.results[-4:], *((name, p.element) for name in p.scalars[-3:])]
    for i, x in enumerate([t for t in p.tensors if t.count][-3:]):
        y = Memory(f"%r{i}", x.sizes, [True] * x.rank, p.element)
        tensor = y.type.replace("memref", "tensor")
        p.lines += [
            f"{y.name} = memref.alloc() : {y.type}",
            f"memref.copy {x.name}, {y.name} : {x.type} to {y.type}",
            f"%t{i} = bufferization.to_tensor {y.name} restrict : {y.type} to {tensor}",
        ]
        results.append((f"%t{i}", tensor))
    names, types = ", ".join(n for n, _ in results), ", ".join(t for _, t in results)
    body = "\n  ".join(p.lines)
    text = f"func.func @run({', '.join(p.arguments)}) -> ({types}) {{\n  {body}\n  return {names} : {types}\n}}\n"
    return text, p.inputs
