"""Makes random programs for rewrites.py with ops on partially static tensors.

Each value is a tensor of known sizes. Its type has some of them as `?`. Sizes, offsets and
strides are attributes, constant operands, arguments, or dimensions of other tensors. So the
rewrites of casts, slices, reshapes, pads and fills apply.
"""

import math
import random

SIZES = [0, 1, 1, 2, 2, 3, 4, 5]
ELEMENTS = ["f32", "f64", "f16", "bf16", "i8", "i32", "i64", "i1"]
LARGEST = 5  # largest number that is passed as an argument


class Shaped:
    """A value of known sizes, some of which are in its type."""

    def __init__(self, name, sizes, known, element):
        self.name, self.sizes, self.known, self.element = name, tuple(sizes), tuple(known), element

    @property
    def rank(self):
        return len(self.sizes)

    @property
    def count(self):
        return math.prod(self.sizes)

    @property
    def shape(self):
        """Returns the sizes and the element type, as in a type."""
        dims = "".join(f"{n if k else '?'}x" for n, k in zip(self.sizes, self.known))
        return dims + self.element


class Tensor(Shaped):
    @property
    def type(self):
        return f"tensor<{self.shape}>"


class Program:
    """The ops of a function and the values that they compute."""

    def __init__(self, rng, element):
        self.rng = rng
        self.element = element
        self.lines = []
        self.tensors = []
        self.scalars = []
        self.inputs = []
        self.arguments = []
        self.made = 0

    def fresh(self, prefix="v"):
        self.made += 1
        return f"%{prefix}{self.made}"

    def add(self, text, prefix="v"):
        name = self.fresh(prefix)
        self.lines.append(f"{name} = {text}")
        return name

    def known(self, rank):
        chance = self.rng.choice([0.2, 0.5, 0.9])
        return [self.rng.random() < chance for _ in range(rank)]

    def index(self, number):
        """Returns a value equal to the number."""
        kind = self.rng.random()
        if kind < 0.4 and 0 <= number <= LARGEST:
            return f"%n{number}"
        if kind < 0.6:
            for tensor in self.rng.sample(self.tensors, min(4, len(self.tensors))):
                if number in tensor.sizes:
                    axis = self.constant(tensor.sizes.index(number))
                    return self.add(f"tensor.dim {tensor.name}, {axis} : {tensor.type}", "d")
        return self.constant(number)

    def constant(self, number):
        return self.add(f"arith.constant {number} : index", "c")

    def mixed(self, numbers):
        """Writes the numbers, some of them as operands."""
        return "[" + ", ".join(str(n) if self.rng.random() < 0.5 else self.index(n) for n in numbers) + "]"

    def pick(self, accept=lambda tensor: True):
        found = [t for t in self.tensors if accept(t)]
        if not found:
            return None
        return found[-1 - min(int(self.rng.expovariate(0.7)), len(found) - 1)]

    def tensor(self, sizes, known=None, prefix="v"):
        """Returns the name and type of a tensor that the next line computes."""
        known = self.known(len(sizes)) if known is None else known
        return Tensor(self.fresh(prefix), sizes, known, self.element)

    def define(self, tensor, text):
        self.lines.append(f"{tensor.name} = {text}")
        self.tensors.append(tensor)
        return tensor

    def scalar(self):
        if self.scalars and self.rng.random() < 0.6:
            return self.rng.choice(self.scalars)
        text = {"f": "1.5", "b": "0.5", "i": "3"}[self.element[0]]
        number = f"{text} : {self.element}" if self.element != "i1" else "true"
        self.scalars.append(self.add(f"arith.constant {number}"))
        return self.scalars[-1]

    def dynamic(self, tensor):
        """Returns operands for the dynamic sizes of a type."""
        return ", ".join(self.index(n) for n, k in zip(tensor.sizes, tensor.known) if not k)

    def empty(self, sizes, known=None):
        """Adds a tensor.empty. Its elements are undefined, so that other ops must not use
        it."""
        tensor = self.tensor(sizes, known)
        self.lines.append(f"{tensor.name} = tensor.empty({self.dynamic(tensor)}) : {tensor.type}")
        return tensor


def make_cast(p):
    x = p.pick()
    y = p.tensor(x.sizes)
    if all(a == b for a, b in zip(x.known, y.known)):
        return
    p.define(y, f"tensor.cast {x.name} : {x.type} to {y.type}")


def make_fill(p):
    sizes = [p.rng.choice(SIZES) for _ in range(p.rng.randint(0, 3))]
    empty = p.empty(sizes)
    y = Tensor(p.fresh(), sizes, empty.known, p.element)
    p.define(y, f"linalg.fill ins({p.scalar()} : {p.element}) outs({empty.name} : {empty.type}) -> {y.type}")


def make_splat(p):
    y = p.tensor([p.rng.choice(SIZES) for _ in range(p.rng.randint(0, 3))])
    scalar = p.scalar()
    sizes = p.dynamic(y)
    p.define(y, f"tensor.splat {scalar}{'[' + sizes + ']' if sizes else ''} : {y.type}")


def make_from_elements(p):
    sizes = [p.rng.choice([1, 2, 3]) for _ in range(p.rng.randint(0, 2))]
    names = [p.scalar() for _ in range(math.prod(sizes))]
    y = p.tensor(sizes, [True] * len(sizes))
    p.define(y, f"tensor.from_elements {', '.join(names)} : {y.type}")


def make_generate(p):
    y = p.tensor([p.rng.choice(SIZES) for _ in range(p.rng.randint(1, 2))])
    indices = [p.fresh("g") for _ in y.sizes]
    scalar, source = p.scalar(), p.pick(lambda t: t.rank == y.rank and t.sizes == y.sizes)
    lines = [f"tensor.generate {p.dynamic(y)} {{", f"^bb0({', '.join(i + ': index' for i in indices)}):"]
    if source:
        scalar = p.fresh()
        lines.append(f"  {scalar} = tensor.extract {source.name}[{', '.join(indices)}] : {source.type}")
    p.define(y, "\n    ".join([*lines, f"  tensor.yield {scalar} : {p.element}", f"}} : {y.type}"]))


def make_extract(p):
    x = p.pick(lambda t: t.count > 0)
    if x:
        at = ", ".join(p.index(p.rng.randrange(n)) for n in x.sizes)
        p.scalars.append(p.add(f"tensor.extract {x.name}[{at}] : {x.type}"))


def make_insert(p):
    x = p.pick(lambda t: t.count > 0)
    if x:
        at = ", ".join(p.index(p.rng.randrange(n)) for n in x.sizes)
        y = Tensor(p.fresh(), x.sizes, x.known, p.element)
        p.define(y, f"tensor.insert {p.scalar()} into {x.name}[{at}] : {x.type}")


def choose_box(p, sizes):
    """Returns offsets, sizes and strides of a part, or None if upstream rejects one."""
    offsets, counts, strides = [], [], []
    for n in sizes:
        if n == 0:
            return None
        whole = p.rng.random() < 0.4
        offset = 0 if whole else p.rng.randrange(n)
        stride = 1 if whole or p.rng.random() < 0.7 else p.rng.choice([1, 2])
        most = (n - offset - 1) // stride + 1
        offsets.append(offset)
        strides.append(stride)
        counts.append(n if whole else p.rng.choice([most, 1, p.rng.randint(1, most)]))
    return offsets, counts, strides


def choose_mixed(p, numbers):
    """Returns the text of each number, and whether it is static in the type."""
    texts, known = [], []
    for number in numbers:
        known.append(p.rng.random() < 0.5)
        texts.append(str(number) if known[-1] else p.index(number))
    return texts, known


def make_slice(p):
    x = p.pick(lambda t: t.rank > 0)
    box = choose_box(p, x.sizes) if x else None
    if not box:
        return
    offsets, counts, strides = box
    texts, known = choose_mixed(p, counts)
    drop = [known[i] and counts[i] == 1 and p.rng.random() < 0.3 for i in range(x.rank)]
    sizes = [n for n, d in zip(counts, drop) if not d]
    y = p.tensor(sizes, [k for k, d in zip(known, drop) if not d])
    offsets, strides = p.mixed(offsets), p.mixed(strides)
    p.define(
        y, f"tensor.extract_slice {x.name}{offsets} [{', '.join(texts)}] {strides} : {x.type} to {y.type}"
    )


def make_insert_slice(p):
    x = p.pick(lambda t: t.rank > 0)
    source = p.pick(
        lambda t: t.rank == x.rank and t.count and all(a <= b for a, b in zip(t.sizes, x.sizes))
    )
    if not source:
        return
    offsets = [p.rng.randint(0, n - m) for n, m in zip(x.sizes, source.sizes)]
    texts = [str(n) if k else p.index(n) for n, k in zip(source.sizes, source.known)]
    y = Tensor(p.fresh(), x.sizes, x.known, p.element)
    p.define(
        y,
        f"tensor.insert_slice {source.name} into {x.name}{p.mixed(offsets)} [{', '.join(texts)}] "
        f"[{', '.join('1' for _ in offsets)}] : {source.type} into {x.type}",
    )


def split(p, rank):
    """Returns groups of neighbouring dimensions."""
    groups = []
    for i in range(rank):
        if groups and p.rng.random() < 0.5:
            groups[-1].append(i)
        else:
            groups.append([i])
    return groups


def make_collapse(p):
    x = p.pick(lambda t: t.rank > 1)
    if not x:
        return
    groups = split(p, x.rank)
    sizes = [math.prod(x.sizes[i] for i in g) for g in groups]
    y = p.tensor(sizes, [all(x.known[i] for i in g) for g in groups])
    p.define(y, f"tensor.collapse_shape {x.name} {groups} : {x.type} into {y.type}")


def choose_expansion(p, x):
    """Returns the groups of dimensions to which each one expands, their sizes, and which
    sizes are static."""
    groups, sizes, known = [], [], []
    for n, k in zip(x.sizes, x.known):
        parts = [n] if n == 0 else p.rng.choice([[n], [1, n], [n, 1], [2, n // 2] if n % 2 == 0 else [n]])
        groups.append(list(range(len(sizes), len(sizes) + len(parts))))
        sizes += parts
        unknown = None if k else p.rng.randrange(len(parts))
        known += [i != unknown for i in range(len(parts))]
    return groups, sizes, known


def make_expand(p):
    x = p.pick(lambda t: 0 < t.rank < 4)
    if not x:
        return
    groups, sizes, known = choose_expansion(p, x)
    y = p.tensor(sizes, known)
    shape = ", ".join(str(n) if k else p.index(n) for n, k in zip(sizes, known))
    p.define(y, f"tensor.expand_shape {x.name} {groups} output_shape [{shape}] : {x.type} into {y.type}")


def make_reshape(p):
    x = p.pick()
    sizes = p.rng.choice([[x.count], [1, x.count], [x.count, 1], list(x.sizes)])
    y = p.tensor(sizes)
    names = [p.index(n) for n in sizes]
    shape = p.add(f"tensor.from_elements {', '.join(names)} : tensor<{len(names)}xindex>")
    if names:
        p.define(
            y,
            f"tensor.reshape {x.name}({shape}) : ({x.type}, tensor<{len(names)}xindex>) -> {y.type}",
        )


def make_pad(p):
    x = p.pick(lambda t: t.rank > 0)
    if not x:
        return
    low = [p.rng.choice([0, 0, 1, 2]) for _ in x.sizes]
    high = [p.rng.choice([0, 0, 1]) for _ in x.sizes]
    (lows, a), (highs, b) = choose_mixed(p, low), choose_mixed(p, high)
    sizes = [n + l + h for n, l, h in zip(x.sizes, low, high)]
    static = [k and i and j for k, i, j in zip(x.known, a, b)]
    y = p.tensor(sizes, [s or p.rng.random() < 0.2 for s in static])
    scalar = p.scalar()
    indices = ", ".join(f"{p.fresh('g')}: index" for _ in sizes)
    p.define(
        y,
        f"tensor.pad {x.name} low[{', '.join(lows)}] high[{', '.join(highs)}] {{\n  ^bb0({indices}):\n"
        f"    tensor.yield {scalar} : {p.element}\n  }} : {x.type} to {y.type}",
    )


def make_transpose(p):
    x = p.pick(lambda t: t.rank > 1)
    if not x:
        return
    order = list(range(x.rank))
    if p.rng.random() < 0.7:
        p.rng.shuffle(order)
    empty = p.empty([x.sizes[i] for i in order], [x.known[i] for i in order])
    y = Tensor(p.fresh(), empty.sizes, empty.known, p.element)
    p.define(
        y, f"linalg.transpose ins({x.name} : {x.type}) outs({empty.name} : {empty.type}) permutation = {order}"
    )


def make_generic(p):
    """Adds two tensors, copies one, or yields its index."""
    x = p.pick(lambda t: t.rank > 0)
    if not x:
        return
    other = p.pick(lambda t: t.sizes == x.sizes)
    empty = p.empty(x.sizes)
    y = Tensor(p.fresh(), empty.sizes, empty.known, p.element)
    dims = ", ".join(f"d{i}" for i in range(x.rank))
    map = f"affine_map<({dims}) -> ({dims})>"
    a, b, c, r = (p.fresh("b") for _ in range(4))
    add = "addf" if p.element[0] in "fb" else "xori"
    body, result = [], a
    kind = p.rng.random()
    if kind < 0.3:
        # Yield the index in a dimension, which may have size 1.
        i, n = p.fresh("b"), p.fresh("b")
        body.append(f"{i} = linalg.index {p.rng.randrange(x.rank)} : index")
        if p.element[0] in "fb":
            body.append(f"{n} = arith.index_cast {i} : index to i32")
            body.append(f"{r} = arith.sitofp {n} : i32 to {p.element}")
        else:
            body.append(f"{r} = arith.index_cast {i} : index to {p.element}")
        result = r
    elif kind < 0.8:
        body.append(f"{r} = arith.{add} {a}, {b} : {p.element}")
        result = r
    p.define(
        y,
        f"linalg.generic {{indexing_maps = [{map}, {map}, {map}], iterator_types = ["
        + ", ".join(['"parallel"'] * x.rank)
        + f"]}} ins({x.name}, {other.name} : {x.type}, {other.type}) outs({empty.name} : {empty.type}) {{\n"
        f"  ^bb0({a}: {p.element}, {b}: {p.element}, {c}: {p.element}):\n    "
        + "\n    ".join([*body, f"linalg.yield {result} : {p.element}"])
        + f"\n  }} -> {y.type}",
    )


def make_pack(p):
    x = p.pick(lambda t: t.rank > 0 and t.count)
    if not x:
        return
    axis = p.rng.randrange(x.rank)
    tile = p.rng.choice([1, 2, 3])
    sizes = [*x.sizes, tile]
    sizes[axis] = -(-x.sizes[axis] // tile)
    empty = p.empty(sizes)
    texts = str(tile) if empty.known[-1] else p.index(tile)
    y = Tensor(p.fresh(), empty.sizes, empty.known, p.element)
    p.define(
        y,
        f"linalg.pack {x.name} padding_value({p.scalar()} : {p.element}) inner_dims_pos = [{axis}] "
        f"inner_tiles = [{texts}] into {empty.name} : {x.type} -> {y.type}",
    )


def make_unpack(p):
    """Unpacks the tiles of the last dimension."""
    x = p.pick(lambda t: t.rank > 1 and t.count)
    if not x:
        return
    axis = p.rng.randrange(x.rank - 1)
    whole = x.sizes[axis] * x.sizes[-1]
    sizes = list(x.sizes[:-1])
    sizes[axis] = whole - p.rng.randrange(x.sizes[-1])
    tile = str(x.sizes[-1]) if x.known[-1] else p.index(x.sizes[-1])
    empty = p.empty(sizes)
    y = Tensor(p.fresh(), empty.sizes, empty.known, p.element)
    p.define(
        y,
        f"linalg.unpack {x.name} inner_dims_pos = [{axis}] inner_tiles = [{tile}] into {empty.name}"
        f" : {x.type} -> {y.type}",
    )


def make_forall(p):
    """Inserts a slice of a tensor into another tensor in each iteration."""
    x = p.pick(lambda t: t.rank > 0 and t.count)
    if not x:
        return
    out = p.pick(lambda t: t.sizes == x.sizes)
    n = x.sizes[0]
    lower = p.rng.choice([0, 0, 1]) if n > 1 else 0
    y = Tensor(p.fresh(), out.sizes, out.known, p.element)
    i, o, part, cast = p.fresh("i"), p.fresh("o"), p.fresh(), p.fresh()
    bounds = f"({p.index(lower)}) to ({p.index(n)}) step ({p.index(1)})"
    rest = [str(m) if k else p.index(m) for m, k in zip(x.sizes[1:], x.known[1:])]
    others = [str(m) if k else p.index(m) for m, k in zip(out.sizes[1:], out.known[1:])]
    zeros, ones = ["0"] * (x.rank - 1), ", ".join(["1"] * x.rank)
    shape = "".join(f"{m if k else '?'}x" for m, k in zip(x.sizes[1:], x.known[1:]))
    other = "".join(f"{m if k else '?'}x" for m, k in zip(out.sizes[1:], out.known[1:]))
    at = ", ".join([i, *zeros])
    lines = [
        f"scf.forall ({i}) = {bounds} shared_outs({o} = {out.name}) -> ({out.type}) {{",
        f"  {part} = tensor.extract_slice {x.name}[{at}] [{', '.join(['1', *rest])}] [{ones}]"
        f" : {x.type} to tensor<1x{shape}{p.element}>",
    ]
    if shape != other:
        lines.append(f"  {cast} = tensor.cast {part} : tensor<1x{shape}{p.element}> to tensor<1x{other}{p.element}>")
        part = cast
    lines += [
        "  scf.forall.in_parallel {",
        f"    tensor.parallel_insert_slice {part} into {o}[{at}] [{', '.join(['1', *others])}] [{ones}]"
        f" : tensor<1x{other}{p.element}> into {out.type}",
        "  }",
        "}",
    ]
    p.define(y, "\n  ".join(lines))


def make_idle_forall(p):
    """Adds a loop whose second result is not written or not used."""
    x = p.pick(lambda t: t.rank == 1 and t.count and t.known[0])
    other = p.pick()
    if not x:
        return
    i, a, b, one = p.fresh("i"), p.fresh("o"), p.fresh("o"), p.fresh()
    pair = p.fresh()
    scalar = p.scalar()
    p.lines.append(
        f"{pair}:2 = scf.forall ({i}) in ({p.index(x.sizes[0])}) shared_outs({a} = {x.name}, {b} = {other.name})"
        f" -> ({x.type}, {other.type}) {{\n    {one} = tensor.from_elements {scalar} : tensor<1x{p.element}>\n"
        f"    scf.forall.in_parallel {{\n      tensor.parallel_insert_slice {one} into {a}[{i}] [1] [1] : "
        f"tensor<1x{p.element}> into {x.type}\n    }}\n  }}"
    )
    p.tensors.append(Tensor(f"{pair}#0", x.sizes, x.known, p.element))
    if p.rng.random() < 0.5:
        p.tensors.append(Tensor(f"{pair}#1", other.sizes, other.known, p.element))


def make_loop(p):
    """Carries two tensors of different types through a loop or a branch."""
    x, z = p.pick(), p.pick()
    if p.rng.random() < 0.5:
        y, w = (Tensor(p.fresh("l"), t.sizes, t.known, p.element) for t in (x, z))
        i, a, b = p.fresh("i"), p.fresh("o"), p.fresh("o")
        pair = p.fresh()
        p.lines.append(
            f"{pair}:2 = scf.for {i} = {p.index(0)} to {p.index(p.rng.choice([0, 1, 2]))} step {p.index(1)} "
            f"iter_args({a} = {x.name}, {b} = {z.name}) -> ({x.type}, {z.type}) {{\n"
            f"    scf.yield {p.rng.choice([a, x.name])}, {p.rng.choice([b, z.name])} : {x.type}, {z.type}\n  }}"
        )
        y.name, w.name = f"{pair}#0", f"{pair}#1"
        p.tensors += [y, w]
        return
    other = p.pick(lambda t: t.sizes == x.sizes and t.known == x.known)
    y = Tensor(p.fresh(), x.sizes, x.known, p.element)
    condition = p.add(f"arith.cmpi slt, {p.index(1)}, {p.index(2)} : index")
    p.define(
        y,
        f"scf.if {condition} -> ({x.type}) {{\n    scf.yield {x.name} : {x.type}\n  }} else {{\n"
        f"    scf.yield {other.name} : {x.type}\n  }}",
    )


def make_fill_reshape(p):
    """Reshapes a filled tensor."""
    p.rng.choice([make_fill, make_splat])(p)
    p.rng.choice([make_collapse, make_expand])(p)


def make_reshapes(p):
    """Reshapes repeatedly, often to the initial shape."""
    p.rng.choice([make_collapse, make_expand])(p)
    p.rng.choice([make_collapse, make_expand])(p)


def make_elements(p):
    """Extracts elements of tensors that were just computed."""
    p.rng.choice([make_fill, make_generate, make_from_elements, make_splat, make_cast])(p)
    make_extract(p)


def make_pads(p):
    make_pad(p)
    make_pad(p)


MAKERS = [
    *[make_cast] * 6,
    *[make_slice, make_collapse, make_expand, make_pad] * 2,
    make_fill,
    make_splat,
    make_from_elements,
    make_generate,
    make_extract,
    make_insert,
    make_insert_slice,
    make_reshape,
    make_transpose,
    make_generic,
    make_pack,
    make_unpack,
    make_forall,
    make_idle_forall,
    make_loop,
    make_fill_reshape,
    make_reshapes,
    make_elements,
    make_pads,
]


def write_dims(p):
    """Adds dimensions of computed tensors, which may have no other use."""
    results = []
    for tensor in p.rng.sample(p.tensors, min(3, len(p.tensors))):
        if tensor.rank:
            axis = p.constant(p.rng.randrange(tensor.rank))
            results.append((p.add(f"tensor.dim {tensor.name}, {axis} : {tensor.type}"), "index"))
    return results


def choose(rng, makers):
    """Chooses a few makers for a program, so that rare combinations occur ("Swarm Testing",
    Groce et al., 2012)."""
    names = list(dict.fromkeys(makers))
    few = rng.sample(names, rng.randint(2, min(8, len(names))))
    return few * 2 + [rng.choice(makers)]


def make_tensors(seed):
    rng = random.Random(f"shapes {seed}")
    p = Program(rng, rng.choice(ELEMENTS))
    for number in range(LARGEST + 1):
        p.arguments.append(f"%n{number}: index")
        p.inputs.append(f"--input={number}")
    for i in range(2):
        sizes = [rng.choice(SIZES) for _ in range(rng.randint(1, 3))]
        x = Tensor(f"%x{i}", sizes, p.known(len(sizes)), p.element)
        numbers = " ".join(str(rng.choice([0, 1, 1, 0] if p.element == "i1" else [0, 1, -2, 3, 4])) for _ in range(x.count))
        p.arguments.append(f"{x.name}: {x.type}")
        p.inputs.append(f"--input={'x'.join(map(str, [*sizes, p.element]))}={numbers}")
        p.tensors.append(x)
    makers = choose(rng, MAKERS)
    for _ in range(rng.randint(4, 30)):
        rng.choice(makers)(p)
        big = [t for t in p.tensors if t.count > 4000]
        p.tensors = [t for t in p.tensors if t not in big]
    results = [(t.name, t.type) for t in p.tensors[-3:] if t.rank]
    results += [(name, p.element) for name in p.scalars[-2:]]
    results += write_dims(p)
    names, types = ", ".join(n for n, _ in results), ", ".join(t for _, t in results)
    body = "\n  ".join(p.lines)
    text = f"func.func @run({', '.join(p.arguments)}) -> ({types}) {{\n  {body}\n  return {names} : {types}\n}}\n"
    return text, p.inputs
