"""Random well-typed programs.

Every value stays within about [-1.7, 1.7] and every op stretches differences by
a factor not much above 1, so that derivatives are of order 1 and central
differences of high order have 1e-9. Sizes are known to the generator, which is
how it keeps slices and indices in bounds; the program sees most of them when it
runs.
"""

import random

from tree import (
    FLOATS,
    I1,
    INDEX,
    Block,
    Call,
    Convert,
    For,
    Forall,
    Function,
    Generate,
    Generic,
    If,
    Locked,
    Parallel,
    Region,
    Simple,
    Stop,
    Switch,
    Type,
    Value,
    While,
)

# Each keeps [-1.7, 1.7] in itself. {k} is a number, {x} the argument.
UNARY = [
    "sin", "cos", "tanh", "atan", "erf", "sigmoid", "bell", "root", "logarithm",
    "rational", "exponential", "cube", "power", "negated", "expm1", "log1p",
    "rsqrt", "cbrt", "asinh", "sinh", "double",
]  # fmt: skip
BINARY = ["mean", "half_difference", "product", "quotient", "atan2", "fma"]
KINKS = ["maximumf", "minimumf", "maxnumf", "absf", "floor", "clamp"]


def argument(type):
    value = Value(type)
    value.varied = type.is_float
    return value


class Scope:
    """A block that is being filled, and what is visible in it."""

    def __init__(self, block, outer=None):
        self.block = block
        self.outer = outer
        self.values = list(block.arguments)
        self.scalars_only = outer.scalars_only if outer else False
        self.in_loop = outer.in_loop if outer else False

    def visible(self):
        scope = self
        while scope:
            yield from reversed(scope.values)
            scope = scope.outer

    def add(self, op):
        self.block.ops.append(op)
        self.values += op.results
        read = [*op.operands, *(v for block in op.blocks for v in block.passed)]
        for value in read:
            value.read = True
        varied = any(v.varied for v in read) and not isinstance(op, (Stop, Locked))
        for result in op.results:
            result.varied = varied and result.type.is_float
        return op.results[0] if op.results else None

    def hide(self, op):
        """An op whose result is not what later ops look for."""
        self.block.ops.append(op)
        return op.results[0]


class Generator:
    """One program. `features` lets a bisection leave kinds of ops out."""

    def __init__(self, seed, without=()):
        self.seed = seed
        self.rng = rng = random.Random(seed)
        self.without = set(without)
        self.name = f"p{seed}"
        self.floats = ["f64"]
        if rng.random() < 0.25:
            self.floats = rng.choice([["f64", "f32"], ["f32"], ["f32", "f16"], ["f32", "bf16"]])
        self.narrow = self.floats != ["f64"]
        self.second = not self.narrow and rng.random() < 0.15
        # The sizes by their names: those of a program's own, N and M, are
        # arguments of every function.
        self.sizes = {s: rng.choice([0, 1, 1, 2, 2, 3, 3, 4]) for s in ("N", "M")}
        self.sizes[1] = 1
        dims = ["N", "M", 2, 3] + ([1] if rng.random() < 0.3 else [])
        self.shapes = [("N",), (rng.choice([2, 3]),)]
        self.shapes += [tuple(rng.choices(dims, k=2)) for _ in range(2)]
        if rng.random() < 0.3:
            self.shapes.append(())
        if rng.random() < 0.2:
            self.shapes.append(tuple(rng.choices(dims, k=3)))
        self.functions = []
        self.empties = []
        self.callees = []
        for i in range(rng.choice([0, 0, 1, 1, 2, 3])):
            make = rng.choice(
                [self.make_callee, self.make_callee, self.make_recursive, self.make_ruled]
            )
            self.callees.append(make(f"{self.name}_g{i}"))
        self.main = self.make_function(
            f"{self.name}_f", rng.randint(1, 3), rng.randint(1, 3), rng.randint(2, 7), 0
        )
        self.choose_wrt()

    # -- Functions ------------------------------------------------------- #

    def start(self, name, types):
        self.n, self.m = Value(INDEX), Value(INDEX)
        function = Function(name, [self.n, self.m, *map(argument, types)])
        return function, Scope(function.body)

    def make_function(self, name, inputs, outputs, budget, depth):
        rng = self.rng
        types = [self.random_type() for _ in range(inputs)]
        types[rng.randrange(inputs)] = self.random_type(only_float=True)
        if rng.random() < 0.4:
            types.append(INDEX)
        function, scope = self.start(name, types)
        self.grow(scope, budget, depth)
        for i in range(outputs):
            type = self.random_type(only_float=i == 0)
            value = self.ensure(scope, type, late=True)
            function.body.passed.append(self.collect(scope, value, 3))
        self.finish(function)
        return function

    def finish(self, function):
        function.results = function.body.passed
        self.functions.append(function)

    def make_callee(self, name):
        return self.make_function(
            name, self.rng.randint(1, 2), self.rng.randint(1, 2), self.rng.randint(1, 6), 1
        )

    def make_recursive(self, name):
        """f(n, x, ...) is its argument at n = 0, else made from f(n - 1, ...)."""
        rng = self.rng
        carried = [self.random_type(only_float=True) for _ in range(rng.randint(1, 2))]
        function, scope = self.start(name, [*carried, INDEX])
        function.results = [Value(t) for t in carried]
        count = scope.values[-1]
        floats = scope.values[2:-1]
        zero = self.index(scope, 0)
        done = scope.add(Simple(I1, [count, zero], "arith.cmpi eq, {0}, {1} : index"))
        then, otherwise = Block(), Block()
        then.passed = list(floats)
        inner = Scope(otherwise, scope)
        self.grow(inner, rng.randint(0, 3), 2)
        one = self.index(inner, 1)
        less = inner.add(Simple(INDEX, [count, one], "arith.subi {0}, {1} : index"))
        operands = [self.ensure(inner, v.type) for v in floats]
        call = Call(function, [self.n, self.m, *operands, less])
        inner.add(call)
        self.grow(inner, rng.randint(0, 3), 2)
        if rng.random() < 0.5:
            otherwise.passed = self.passed(inner, [v.type for v in floats])
        else:
            otherwise.passed = list(call.results)
        branch = If(done, then, otherwise)
        scope.add(branch)
        function.body.passed = list(branch.results)
        self.functions.append(function)
        function.recursive = True
        return function

    def make_ruled(self, name):
        """f(x, w) = sin(x) w with a rule of its own, its true derivative."""
        rng = self.rng
        type = self.random_type(only_float=True)
        function, scope = self.start(name, [type, type])
        x, w = scope.values[2:4]
        sine = scope.add(Simple(type, [x], "math.sin {0} : {t}"))
        product = scope.add(Simple(type, [sine, w], "arith.mulf {0}, {1} : {t}"))
        function.body.passed = [product]
        t = type.written(type.element)
        head = f"%N: index, %M: index, %x: {t}, %w: {t}"
        partials = f"  %s = math.sin %x : {t}\n  %c = math.cos %x : {t}\n  %k = arith.mulf %c, %w : {t}\n"
        rules = {
            "vjp": f"""
func.func private @{name}_fwd({head}) -> ({t}, {t}, {t}) {{
  %y = func.call @{name}(%N, %M, %x, %w) : (index, index, {t}, {t}) -> {t}
  return %y, %x, %w : {t}, {t}, {t}
}}
func.func private @{name}_bwd(%x: {t}, %w: {t}, %u: {t}) -> ({t}, {t}) {{
{partials}  %dx = arith.mulf %k, %u : {t}
  %dw = arith.mulf %s, %u : {t}
  return %dx, %dw : {t}, {t}
}}""",
            "jvp": f"""
func.func private @{name}_jvp({head}, %dx: {t}, %dw: {t}) -> ({t}, {t}) {{
{partials}  %y = arith.mulf %s, %w : {t}
  %a = arith.mulf %k, %dx : {t}
  %b = arith.mulf %s, %dw : {t}
  %dy = arith.addf %a, %b : {t}
  return %y, %dy : {t}, {t}
}}""",
        }
        attributes = {
            "vjp": f"grad.custom_vjp = {{forward = @{name}_fwd, backward = @{name}_bwd}}",
            "jvp": f"grad.custom_jvp = @{name}_jvp",
        }
        modes = rng.choice([["vjp"], ["jvp"], ["vjp", "jvp"]])
        function.rules = [rules[m].strip() for m in modes]
        joined = ", ".join(["no_inline", *(attributes[m] for m in modes)])
        function.attributes = f" attributes {{{joined}}}"
        self.finish(function)
        return function

    def choose_wrt(self):
        """Which arguments are differentiated, and by what name they go: floats
        are counted among the arguments."""
        parameters = self.main.body.arguments
        floats = [i for i, p in enumerate(parameters) if p.type.is_float]
        count = len(floats) if self.rng.random() < 0.6 else self.rng.randint(1, len(floats))
        self.wrt = self.rng.sample(floats, count)

    # -- Types and values ------------------------------------------------- #

    def random_type(self, only_float=False):
        rng = self.rng
        if not only_float and rng.random() < 0.12:
            return rng.choice([INDEX, Type("i32"), I1])
        element = rng.choice(self.floats)
        if self.tensorless or rng.random() < 0.35:
            return Type(element)
        return Type(element, rng.choice(self.shapes))

    tensorless = False

    def pick(self, scope, fits, late=False):
        """A visible value that fits, more likely a recent one."""
        found = [v for v in scope.visible() if fits(v)]
        if not found:
            return None
        rate = 0.7 if late else 0.4
        for value in found:
            # What depends on no argument, or is read already, is of less use.
            likely = rate if value.varied or not value.type.is_float else 0.1
            if self.rng.random() < (likely * 0.6 if value.read else likely):
                return value
        varied = [v for v in found if v.varied]
        return self.rng.choice(varied or found)

    def ensure(self, scope, type, late=False):
        """A value of that type: one that is there, or one made of another."""
        value = self.pick(scope, lambda v: v.type == type, late)
        if value and (not type.is_float or value.varied or self.rng.random() < 0.5):
            return value
        return self.make(scope, type)

    def make(self, scope, type):
        rng = self.rng
        if type == INDEX:
            return self.index(scope, rng.randrange(5))
        if type == I1:
            return self.condition(scope)
        if not type.is_float:
            return scope.add(Simple(type, [], f"arith.constant {rng.randrange(4)} : {{t}}"))
        other = self.pick(
            scope, lambda v: v.type.shape == type.shape and v.type.is_float
        )
        if other and other.type != type:
            return scope.add(Convert(other, type.element))
        if other and rng.random() < 0.5:
            return self.unary(scope, other)
        if type.is_tensor and rng.random() < 0.9:
            scalar = self.ensure(scope, Type(type.element))
            return self.splat(scope, scalar, type)
        if not type.is_tensor and not scope.scalars_only and rng.random() < 0.7:
            tensor = self.pick(
                scope, lambda v: v.type.is_tensor and v.type.element == type.element
            )
            if tensor:
                return self.reduced(scope, tensor)
        return self.constant(scope, type, rng.uniform(-1, 1))

    def size_of(self, dim):
        return self.sizes.get(dim, dim)

    def index(self, scope, number):
        return scope.add(Simple(INDEX, [], f"arith.constant {number} : index"))

    def size(self, scope, dim):
        """The size as an index: the argument, or asked of a tensor."""
        if not isinstance(dim, str):
            return self.index(scope, dim)
        tensor = self.pick(scope, lambda v: v.type.is_tensor and dim in v.type.shape)
        # A value whose size is computed in a loop is refused there (REFUSED in
        # fuzz.py), so that is rare.
        rate = 0.95 if scope.in_loop else 0.5
        if dim in ("N", "M") and (not tensor or self.rng.random() < rate):
            return self.n if dim == "N" else self.m
        position = self.index(scope, tensor.type.shape.index(dim))
        return scope.add(
            Simple(INDEX, [tensor, position], "tensor.dim {0}, {1} : {t0}")
        )

    def dynamic_sizes(self, scope, shape):
        return [self.size(scope, d) for d in shape if isinstance(d, str)]

    def splat(self, scope, scalar, type):
        return scope.add(self.splat_of(scope, scalar, type))

    def splat_of(self, scope, scalar, type):
        sizes = self.dynamic_sizes(scope, type.shape)
        places = ", ".join(f"{{{i + 1}}}" for i in range(len(sizes)))
        suffix = f"[{places}]" if sizes else ""
        return Simple(type, [scalar, *sizes], f"tensor.splat {{0}}{suffix} : {{t}}")

    def constant(self, scope, type, number):
        text = f"{number:.6f}"
        if not type.is_tensor:
            return scope.hide(Simple(type, [], f"arith.constant {text} : {{t}}"))
        if any(isinstance(d, str) for d in type.shape):
            scalar = self.constant(scope, Type(type.element), number)
            return scope.hide(self.splat_of(scope, scalar, type))
        return scope.hide(Simple(type, [], f"arith.constant dense<{text}> : {{t}}"))

    def condition(self, scope):
        rng = self.rng
        kind = rng.random()
        if kind < 0.5:
            a = self.ensure(scope, INDEX)
            b = self.ensure(scope, INDEX)
            predicate = rng.choice(["eq", "ult", "sle", "ne"])
            return scope.add(
                Simple(I1, [a, b], f"arith.cmpi {predicate}, {{0}}, {{1}} : index")
            )
        # A condition on floats that are rounded may go another way than in f64.
        scalar = None if self.narrow else self.pick(scope, lambda v: v.type == Type("f64"))
        if scalar:
            other = self.constant(scope, scalar.type, rng.uniform(-0.8, 0.8))
            return scope.add(
                Simple(I1, [scalar, other], "arith.cmpf olt, {0}, {1} : {t0}")
            )
        two = self.index(scope, 2)
        rest = scope.add(
            Simple(INDEX, [self.ensure(scope, INDEX), two], "arith.remui {0}, {1} : index")
        )
        zero = self.index(scope, 0)
        return scope.add(Simple(I1, [rest, zero], "arith.cmpi eq, {0}, {1} : index"))

    def address(self, scope, dim, span=1):
        """An index into a dimension, with `span` elements behind it; the
        dimension is not empty."""
        room = self.size(scope, dim)
        if span > 1:
            less = self.index(scope, span - 1)
            room = scope.add(Simple(INDEX, [room, less], "arith.subi {0}, {1} : index"))
        any = self.ensure(scope, INDEX)
        return scope.add(Simple(INDEX, [any, room], "arith.remui {0}, {1} : index"))

    def collect(self, scope, value, most=2):
        """`value` with a part of what has been made in this block and is not
        read, which would be dead code."""
        rng = self.rng
        if not value.type.is_float:
            return value
        unread = [
            v
            for v in scope.values
            if v.varied and not v.read and v is not value and v not in scope.block.arguments
        ]
        for other in rng.sample(unread, min(most, len(unread))):
            if other.type.element != value.type.element:
                other = scope.add(Convert(other, value.type.element))
            if other.type != value.type:
                if other.type.is_tensor:
                    if scope.scalars_only:
                        continue
                    other = self.reduced(scope, other)
                if value.type.is_tensor:
                    other = self.splat(scope, other, value.type)
            value = self.binary(scope, value, other, rng.choice(["mean", "product", "fma"]))
        return value

    # -- Elementwise ops ------------------------------------------------- #

    def unary(self, scope, x, kind=None):
        kind = kind or self.rng.choice(UNARY)
        t = x.type

        def k(number):
            return self.constant(scope, t, number)

        def op(text, *operands):
            return scope.add(Simple(t, operands, text))

        def math(name, value):
            return op(f"math.{name} {{0}} : {{t}}", value)

        def add(a, b):
            return op("arith.addf {0}, {1} : {t}", a, b)

        def mul(a, b):
            return op("arith.mulf {0}, {1} : {t}", a, b)

        def div(a, b):
            return op("arith.divf {0}, {1} : {t}", a, b)

        if kind in ("sin", "cos", "tanh", "atan", "erf"):
            return math(kind, x)
        if kind == "negated":
            return op("arith.negf {0} : {t}", x)
        if kind == "double":
            return mul(add(x, x), k(0.45))
        if kind == "sigmoid":
            e = math("exp", op("arith.negf {0} : {t}", x))
            return div(k(1.0), add(k(1.0), e))
        if kind == "bell":
            return math("exp", op("arith.negf {0} : {t}", mul(x, x)))
        if kind == "cube":
            three = scope.add(Simple(Type("i32"), [], "arith.constant 3 : i32"))
            if t.is_tensor:
                return mul(mul(mul(x, x), x), k(0.25))
            return mul(op("math.fpowi {0}, {1} : {t}, i32", x, three), k(0.25))
        if kind in ("expm1", "sinh", "asinh"):
            return mul(math(kind, x), k(0.35 if kind != "asinh" else 0.9))
        if kind == "exponential":
            return mul(math("exp", x), k(0.3))
        square = mul(x, x)
        if kind == "root":
            return mul(math("sqrt", add(square, k(0.5))), k(0.8))
        if kind == "logarithm":
            return math("log", add(square, k(0.6)))
        if kind == "rational":
            return div(x, add(square, k(0.9)))
        if kind == "power":
            return mul(op("math.powf {0}, {1} : {t}", add(square, k(0.5)), k(1.3)), k(0.3))
        if kind == "log1p":
            return math("log1p", square)
        if kind in ("rsqrt", "cbrt"):
            return mul(math(kind, add(square, k(0.8))), k(0.9))
        raise AssertionError(kind)

    def binary(self, scope, x, y, kind=None):
        kind = kind or self.rng.choice(BINARY)
        t = x.type

        def op(text, *operands):
            return scope.add(Simple(t, operands, text))

        def k(number):
            return self.constant(scope, t, number)

        if kind == "mean":
            return op("arith.mulf {0}, {1} : {t}", op("arith.addf {0}, {1} : {t}", x, y), k(0.5))
        if kind == "half_difference":
            return op("arith.mulf {0}, {1} : {t}", op("arith.subf {0}, {1} : {t}", x, y), k(0.5))
        if kind == "product":
            return op("arith.mulf {0}, {1} : {t}", x, y) if self.rng.random() < 0.3 else op(
                "arith.mulf {0}, {1} : {t}", op("arith.mulf {0}, {1} : {t}", x, y), k(0.55)
            )
        square = op("arith.mulf {0}, {1} : {t}", y, y)
        shifted = op("arith.addf {0}, {1} : {t}", square, k(1.1))
        if kind == "quotient":
            return op("arith.divf {0}, {1} : {t}", x, shifted)
        if kind == "atan2":
            return op("math.atan2 {0}, {1} : {t}", x, shifted)
        half = op("arith.mulf {0}, {1} : {t}", y, k(0.5))
        return op("math.fma {0}, {1}, {2} : {t}", half, k(0.6), op("arith.mulf {0}, {1} : {t}", x, k(0.5)))

    def kink(self, scope, x, y, kind=None):
        """Equal values share a maximum's derivative; |x| and floor have 0."""
        kind = kind or self.rng.choice(KINKS)
        if kind == "floor":
            return scope.add(Locked(x.type, [x], "math.floor {0} : {t}"))
        half = self.constant(scope, x.type, 0.5)
        if kind == "absf":
            zero = self.constant(scope, x.type, 0.0)
            frozen = (
                "{n0} = arith.cmpf ogt, {b0}, {b1} : {t}\n"
                "{n1} = arith.cmpf olt, {b0}, {b1} : {t}\n"
                "{n2} = arith.negf {0} : {t}\n"
                "{n3} = arith.select {n1}, {n2}, {1} : {c}, {t}\n"
                "arith.select {n0}, {0}, {n3} : {c}, {t}"
            )
            return scope.add(Simple(x.type, [x, zero], "math.absf {0} : {t}", frozen))
        if kind == "clamp":
            low = self.constant(scope, x.type, -0.7)
            high = self.constant(scope, x.type, 0.6)
            x = self.kink(scope, x, low, "maximumf")
            return self.kink(scope, x, high, "minimumf")
        bigger, smaller = ("ogt", "olt") if kind.startswith("max") else ("olt", "ogt")
        frozen = (
            f"{{n0}} = arith.cmpf {bigger}, {{b0}}, {{b1}} : {{t}}\n"
            f"{{n1}} = arith.cmpf {smaller}, {{b0}}, {{b1}} : {{t}}\n"
            "{n2} = arith.addf {0}, {1} : {t}\n"
            "{n3} = arith.mulf {n2}, {2} : {t}\n"
            "{n4} = arith.select {n1}, {1}, {n3} : {c}, {t}\n"
            "arith.select {n0}, {0}, {n4} : {c}, {t}"
        )
        return scope.add(
            Simple(x.type, [x, y, half], f"arith.{kind} {{0}}, {{1}} : {{t}}", frozen)
        )

    def stop(self, scope, x):
        """Mostly beside something that is not stopped, so that it matters."""
        stopped = scope.add(Stop(x))
        if self.rng.random() < 0.75:
            self.binary(scope, self.ensure(scope, x.type), stopped)

    def select(self, scope, x, y):
        rng = self.rng
        condition = self.condition(scope)
        return scope.add(
            Simple(x.type, [condition, x, y], "arith.select {0}, {1}, {2} : {t}")
        )

    def mask(self, scope, x, y):
        """A select element by element."""
        limit = self.constant(scope, x.type, self.rng.uniform(-0.8, 0.8))
        c = x.type.of("i1")
        condition = scope.add(Simple(c, [x, limit], "arith.cmpf olt, {0}, {1} : {t0}"))
        return scope.add(
            Simple(x.type, [condition, x, y], "arith.select {0}, {1}, {2} : {t0}, {t}")
        )

    # -- Ops on tensors --------------------------------------------------- #

    def empty(self, scope, type):
        sizes = self.dynamic_sizes(scope, type.shape)
        places = ", ".join(f"{{{i}}}" for i in range(len(sizes)))
        op = Locked(type, sizes, f"tensor.empty({places}) : {{t}}")
        self.empties.append(op.results[0])
        return scope.hide(op)

    def reduced(self, scope, tensor):
        """All elements in one, by a sum or by an element."""
        rng = self.rng
        shape = tensor.type.shape
        scalar = Type(tensor.type.element)
        if all(self.size_of(d) > 0 for d in shape) and rng.random() < 0.6:
            places = [self.address(scope, d) for d in shape]
            text = ", ".join(f"{{{i + 1}}}" for i in range(len(places)))
            return scope.add(
                Simple(scalar, [tensor, *places], f"tensor.extract {{0}}[{text}] : {{t0}}")
            )
        start = self.constant(scope, Type(scalar.element, ()), rng.uniform(-0.5, 0.5))
        dims = ", ".join(map(str, range(len(shape))))
        count = 1
        for d in shape:
            count *= max(self.size_of(d), 1)
        if rng.random() < 0.25 and shape and not self.narrow:
            total = self.extremum(scope, tensor, start, dims)
        else:
            total = scope.add(
                Simple(
                    start.type,
                    [tensor, start],
                    "linalg.reduce {{ arith.addf }} ins({0} : {t0}) outs({1} : {t1})"
                    f" dimensions = [{dims}]",
                )
            )
            count += 0.5
        result = scope.add(Simple(scalar, [total], "tensor.extract {0}[] : {t0}"))
        if count > 1.6:
            factor = self.constant(scope, scalar, 1.3 / count)
            result = scope.add(Simple(scalar, [result, factor], "arith.mulf {0}, {1} : {t}"))
        return result

    def extremum(self, scope, tensor, start, dims):
        """The maximum: where several are equal, the initial value among them,
        each has an equal part."""
        text = (
            "linalg.reduce {{ arith.maximumf }} ins({0} : {t0}) outs({1} : {t1})"
            f" dimensions = [{dims}]"
        )
        rank = len(tensor.type.shape)
        loops = ", ".join(f"d{i}" for i in range(rank))
        whole = f"affine_map<({loops}) -> ({loops})>"
        none = f"affine_map<({loops}) -> ()>"
        iterators = ", ".join(['"reduction"'] * rank)
        # The mean at x of what is the maximum at x0.
        frozen = (
            "{n0} = linalg.reduce {{ arith.maximumf }} ins({b0} : {t0}) outs({b1} : {t1})"
            f" dimensions = [{dims}]\n"
            "{n1} = tensor.extract {n0}[] : {t1}\n"
            "{n2} = tensor.extract {b1}[] : {t1}\n"
            "{n3} = tensor.extract {1}[] : {t1}\n"
            "{n4} = arith.constant 0.0 : {e}\n"
            "{n4}_one = arith.constant 1.0 : {e}\n"
            "{n5} = arith.cmpf oeq, {n1}, {n2} : {e}\n"
            "{n5}_c = arith.select {n5}, {n4}_one, {n4} : {e}\n"
            "{n5}_s = arith.select {n5}, {n3}, {n4} : {e}\n"
            "{n5}_ct = tensor.from_elements {n5}_c : {t1}\n"
            "{n5}_st = tensor.from_elements {n5}_s : {t1}\n"
            f"{{n0}}_r:2 = linalg.generic {{{{indexing_maps = [{whole}, {whole}, {none}, {none}, {none}], "
            f"iterator_types = [{iterators}]}}}} ins({{0}}, {{b0}}, {{n0}} : {{t0}}, {{t0}}, {{t1}}) "
            "outs({n5}_ct, {n5}_st : {t1}, {t1}) {{\n"
            "^bb0(%x: {e}, %b: {e}, %m: {e}, %c: {e}, %s: {e}):\n"
            "%q = arith.cmpf oeq, %b, %m : {e}\n"
            "%qc = arith.select %q, {n4}_one, {n4} : {e}\n"
            "%qs = arith.select %q, %x, {n4} : {e}\n"
            "%c2 = arith.addf %c, %qc : {e}\n"
            "%s2 = arith.addf %s, %qs : {e}\n"
            "linalg.yield %c2, %s2 : {e}, {e}\n"
            "}} -> ({t1}, {t1})\n"
            "arith.divf {n0}_r#1, {n0}_r#0 : {t1}"
        )
        return scope.add(Simple(start.type, [tensor, start], text, frozen))

    def partial_reduction(self, scope, tensor):
        """Along one dimension."""
        rng = self.rng
        shape = tensor.type.shape
        axis = rng.randrange(len(shape))
        rest = Type(tensor.type.element, shape[:axis] + shape[axis + 1 :])
        start = self.ensure(scope, rest)
        total = scope.add(
            Simple(
                rest,
                [tensor, start],
                "linalg.reduce {{ arith.addf }} ins({0} : {t0}) outs({1} : {t1})"
                f" dimensions = [{axis}]",
            )
        )
        factor = self.constant(scope, rest, 1 / (1 + self.size_of(shape[axis])))
        return scope.add(Simple(rest, [total, factor], "arith.mulf {0}, {1} : {t}"))

    def broadcast(self, scope, tensor):
        rng = self.rng
        fits = [
            (s, axis)
            for s in self.shapes
            for axis in range(len(s))
            if s[:axis] + s[axis + 1 :] == tensor.type.shape
        ]
        if not fits:
            return None
        shape, axis = rng.choice(fits)
        type = Type(tensor.type.element, shape)
        out = self.empty(scope, type)
        return scope.add(
            Simple(
                type,
                [tensor, out],
                f"linalg.broadcast ins({{0}} : {{t0}}) outs({{1}} : {{t1}}) dimensions = [{axis}]",
            )
        )

    def transpose(self, scope, tensor):
        order = list(range(len(tensor.type.shape)))
        self.rng.shuffle(order)
        type = Type(tensor.type.element, tuple(tensor.type.shape[i] for i in order))
        out = self.empty(scope, type)
        return scope.add(
            Simple(
                type,
                [tensor, out],
                f"linalg.transpose ins({{0}} : {{t0}}) outs({{1}} : {{t1}}) permutation = {order}",
            )
        )

    def contraction(self, scope, x):
        """matmul, matvec, vecmat or dot, onto an initial value."""
        rng = self.rng
        element = x.type.element
        shape = x.type.shape
        options = []
        for y in scope.visible():
            if not y.type.is_tensor or y.type.element != element or not y.type.shape:
                continue
            ranks = len(shape), len(y.type.shape)
            if shape[-1] != y.type.shape[0] or ranks not in ((1, 1), (2, 1), (1, 2), (2, 2)):
                continue
            options.append(y)
        if not options:
            return None
        y = rng.choice(options)
        name = {(1, 1): "dot", (2, 1): "matvec", (1, 2): "vecmat", (2, 2): "matmul"}[
            len(shape), len(y.type.shape)
        ]
        type = Type(element, shape[:-1] + y.type.shape[1:])
        factor = self.constant(scope, x.type, 0.7 / (1 + self.size_of(shape[-1])))
        x = scope.add(Simple(x.type, [x, factor], "arith.mulf {0}, {1} : {t}"))
        if rng.random() < 0.5:
            start = self.constant(scope, type, 0.0)
        else:
            half = self.constant(scope, type, 0.4)
            start = self.ensure(scope, type)
            start = scope.add(Simple(type, [start, half], "arith.mulf {0}, {1} : {t}"))
        return scope.add(
            Simple(
                type,
                [x, y, start],
                f"linalg.{name} ins({{0}}, {{1}} : {{t0}}, {{t1}}) outs({{2}} : {{t2}}) -> {{t}}",
            )
        )

    def insert(self, scope, tensor):
        shape = tensor.type.shape
        if any(self.size_of(d) == 0 for d in shape):
            return None
        scalar = self.ensure(scope, Type(tensor.type.element))
        places = [self.address(scope, d) for d in shape]
        text = ", ".join(f"{{{i + 2}}}" for i in range(len(places)))
        return scope.add(
            Simple(
                tensor.type,
                [scalar, tensor, *places],
                f"tensor.insert {{0}} into {{1}}[{text}] : {{t}}",
            )
        )

    def window(self, scope, outer, inner):
        """Offsets, sizes and strides of a part of a tensor, as text with places
        from {2}, and the operands there; None where there is no room."""
        rng = self.rng
        offsets, sizes, strides, operands = [], [], [], []
        for whole, part in zip(outer, inner):
            have, want = self.size_of(whole), self.size_of(part)
            if want > have:
                return None
            stride = 2 if want > 1 and 2 * want - 1 <= have and rng.random() < 0.5 else 1
            span = max((want - 1) * stride + 1, 1)
            if have >= 1 and rng.random() < 0.6:
                operands.append(self.address(scope, whole, span))
                offsets.append(f"{{{len(operands) + 1}}}")
            else:
                offsets.append("0" if want == 0 or have < 1 else str(rng.randint(0, have - span)))
            if isinstance(part, str):
                operands.append(self.size(scope, part))
                sizes.append(f"{{{len(operands) + 1}}}")
            else:
                sizes.append(str(part))
            strides.append(str(stride))
        text = "".join(f"[{', '.join(part)}]" for part in (offsets, sizes, strides))
        return text, operands

    def slice(self, scope, tensor):
        shapes = [s for s in self.shapes if len(s) == len(tensor.type.shape) and s]
        if not shapes:
            return None
        type = Type(tensor.type.element, self.rng.choice(shapes))
        found = self.window(scope, tensor.type.shape, type.shape)
        if not found:
            return None
        text, operands = found
        return scope.add(
            Simple(
                type,
                [tensor, tensor, *operands],
                f"tensor.extract_slice {{0}}{text} : {{t0}} to {{t}}",
            )
        )

    def insert_slice(self, scope, tensor):
        part = self.pick(
            scope,
            lambda v: v.type.is_tensor
            and v.type.shape
            and v.type.element == tensor.type.element
            and len(v.type.shape) == len(tensor.type.shape),
        )
        found = part and self.window(scope, tensor.type.shape, part.type.shape)
        if not found:
            return None
        text, operands = found
        return scope.add(
            Simple(
                tensor.type,
                [part, tensor, *operands],
                f"tensor.insert_slice {{0}} into {{1}}{text} : {{t0}} into {{t}}",
            )
        )

    def pad(self, scope, tensor):
        """To a larger shape; the value may be active."""
        rng = self.rng
        shape = tensor.type.shape
        shapes = [
            s
            for s in self.shapes
            if s and len(s) == len(shape)
            and all(self.size_of(a) >= self.size_of(b) for a, b in zip(s, shape))
        ]
        if not shapes:
            return None
        type = Type(tensor.type.element, rng.choice(shapes))
        low, high, operands = [], [], []
        for whole, part in zip(type.shape, shape):
            room = self.size_of(whole) - self.size_of(part)
            first = rng.randint(0, room)
            low.append(str(first))
            if isinstance(whole, str) or isinstance(part, str):
                have = self.size(scope, part)
                moved = scope.add(
                    Simple(INDEX, [have, self.index(scope, first)], "arith.addi {0}, {1} : index")
                )
                operands.append(
                    scope.add(
                        Simple(INDEX, [self.size(scope, whole), moved], "arith.subi {0}, {1} : index")
                    )
                )
                high.append(f"{{{len(operands)}}}")
            else:
                high.append(str(room - first))
        value = self.ensure(scope, Type(tensor.type.element))
        block = Block([Value(INDEX) for _ in shape])
        inner = Scope(block, scope)
        inner.scalars_only = True
        if rng.random() < 0.3:
            value = self.unary(inner, value, "sin")
        block.passed = [value]
        head = f"tensor.pad {{0}} low[{', '.join(low)}] high[{', '.join(high)}]"
        return scope.add(Generate(type, [tensor, *operands], head, block, ": {t0} to {t}"))

    def generate(self, scope, type):
        block = Block([Value(INDEX) for _ in type.shape])
        inner = Scope(block, scope)
        inner.scalars_only = True
        sources = [
            v
            for v in scope.visible()
            if v.type.is_tensor and v.type.element == type.element
            and all(self.size_of(d) > 0 for d in v.type.shape)
        ]
        if sources:
            source = self.rng.choice(sources)
            places = [self.address(inner, d) for d in source.type.shape]
            text = ", ".join(f"{{{i + 1}}}" for i in range(len(places)))
            inner.add(
                Simple(
                    Type(type.element),
                    [source, *places],
                    f"tensor.extract {{0}}[{text}] : {{t0}}",
                )
            )
        self.grow_scalars(inner, self.rng.randint(0, 2))
        block.passed = [self.ensure_scalar(inner, type.element)]
        sizes = self.dynamic_sizes(scope, type.shape)
        places = " " + ", ".join(f"{{{i}}}" for i in range(len(sizes))) if sizes else ""
        return scope.add(Generate(type, sizes, f"tensor.generate{places}", block, ": {t}"))

    def reshape(self, scope, tensor):
        """Collapsed to one dimension, or that and expanded again."""
        rng = self.rng
        shape = tensor.type.shape
        element = tensor.type.element
        if len(shape) < 2:
            if len(shape) == 1:
                wide = Type(element, (1, *shape) if rng.random() < 0.5 else (*shape, 1))
                sizes = self.dynamic_sizes(scope, shape)
                output = ", ".join(
                    "{1}" if isinstance(d, str) else str(d) for d in wide.shape
                )
                return scope.add(
                    Simple(
                        wide,
                        [tensor, *sizes],
                        f"tensor.expand_shape {{0}} [[0, 1]] output_shape [{output}] : {{t0}} into {{t}}",
                    )
                )
            return None
        count = 1
        for d in shape:
            count *= self.size_of(d)
        if any(isinstance(d, str) for d in shape):
            flat = f"s{len(self.sizes)}"
            self.sizes[flat] = count
        else:
            flat = count
        group = ", ".join(map(str, range(len(shape))))
        if rng.random() < 0.5 or any(isinstance(d, str) for d in shape):
            flattened = scope.add(
                Simple(
                    Type(element, (flat,)),
                    [tensor],
                    f"tensor.collapse_shape {{0}} [[{group}]] : {{t0}} into {{t}}",
                )
            )
        else:
            number = self.index(scope, count)
            sizes = scope.add(
                Simple(Type("index", (1,)), [number], "tensor.from_elements {0} : {t}")
            )
            flattened = scope.add(
                Simple(
                    Type(element, (flat,)),
                    [tensor, sizes],
                    "tensor.reshape {0}({1}) : ({t0}, {t1}) -> {t}",
                )
            )
        if rng.random() < 0.4:
            return flattened
        flattened = self.unary(scope, flattened)
        sizes = self.dynamic_sizes(scope, shape)
        places = iter(range(1, 9))
        output = ", ".join(
            f"{{{next(places)}}}" if isinstance(d, str) else str(d) for d in shape
        )
        return scope.add(
            Simple(
                tensor.type,
                [flattened, *sizes],
                f"tensor.expand_shape {{0}} [[{group}]] output_shape [{output}] : {{t0}} into {{t}}",
            )
        )

    def concat(self, scope, tensor):
        """Of two, or of one twice, along a dimension; then a slice of it."""
        rng = self.rng
        shape = tensor.type.shape
        if not shape:
            return None
        axis = rng.randrange(len(shape))
        other = self.pick(
            scope,
            lambda v: v.type.element == tensor.type.element
            and v.type.is_tensor
            and len(v.type.shape) == len(shape)
            and all(a == b or i == axis for i, (a, b) in enumerate(zip(shape, v.type.shape))),
        )
        sizes = shape[axis], other.type.shape[axis]
        if any(isinstance(s, str) for s in sizes):
            total = f"s{len(self.sizes)}"
            self.sizes[total] = self.size_of(sizes[0]) + self.size_of(sizes[1])
        else:
            total = sizes[0] + sizes[1]
        type = Type(tensor.type.element, shape[:axis] + (total,) + shape[axis + 1 :])
        joined = scope.add(
            Simple(
                type,
                [tensor, other],
                f"tensor.concat dim({axis}) {{0}}, {{1}} : ({{t0}}, {{t1}}) -> {{t}}",
            )
        )
        return self.slice(scope, joined) or joined

    def gather(self, scope, tensor):
        rng = self.rng
        shape = tensor.type.shape
        if not shape or any(self.size_of(d) == 0 for d in shape):
            return None
        axis = rng.randrange(len(shape))
        count = rng.choice([1, 2, 3])
        places = [self.address(scope, shape[axis]) for _ in range(count)]
        text = ", ".join(f"{{{i}}}" for i in range(count))
        indices = scope.add(
            Simple(Type("index", (count, 1)), places, f"tensor.from_elements {text} : {{t}}")
        )
        type = Type(tensor.type.element, (count, *shape[:axis], *shape[axis + 1 :]))
        return scope.add(
            Simple(
                type,
                [tensor, indices],
                f"tensor.gather {{0}}[{{1}}] gather_dims([{axis}]) : ({{t0}}, {{t1}}) -> {{t}}",
            )
        )

    def elements(self, scope, element):
        count = self.rng.choice([1, 2, 3])
        scalars = [self.ensure(scope, Type(element)) for _ in range(count)]
        text = ", ".join(f"{{{i}}}" for i in range(count))
        return scope.add(
            Simple(Type(element, (count,)), scalars, f"tensor.from_elements {text} : {{t}}")
        )

    def generic(self, scope, tensor):
        """Elementwise, with broadcasts and transposed operands, or a sum. The
        body may read what is around it."""
        rng = self.rng
        element = tensor.type.element
        loops = list(tensor.type.shape)
        place = {}
        for i, d in enumerate(loops):
            place.setdefault(d, i)
        inputs, maps = [tensor], [list(range(len(loops)))]
        for v in scope.visible():
            if len(inputs) == 3:
                break
            if (
                v.type.is_tensor and v.type.is_float and v is not tensor
                and len(set(v.type.shape)) == len(v.type.shape)
                and all(d in place for d in v.type.shape)
                and (v.type.element == element or self.narrow)
                and rng.random() < 0.4
            ):
                inputs.append(v)
                maps.append([place[d] for d in v.type.shape])
        kept = [i for i in range(len(loops)) if rng.random() < 0.7]
        iterators = ["parallel" if i in kept else "reduction" for i in range(len(loops))]
        rng.shuffle(kept)
        outputs = []
        reduction = len(kept) < len(loops)
        size = 1.0
        for i, d in enumerate(loops):
            if i not in kept:
                size *= max(self.size_of(d), 1)
        for _ in range(rng.choice([1, 1, 1, 2])):
            type = Type(element, tuple(loops[i] for i in kept))
            filled = rng.random() < 0.5
            if filled or reduction:
                out = self.ensure(scope, type)
            else:
                out = self.empty(scope, type)
            outputs.append(out)
            maps.append(list(kept))
        block = Block([argument(Type(v.type.element)) for v in [*inputs, *outputs]])
        inner = Scope(block, scope)
        inner.scalars_only = True
        accumulators = block.arguments[len(inputs) :]
        # What a reduction has so far, or tensor.empty's contents, is not read
        # in passing.
        hidden = [
            a for a, o in zip(accumulators, outputs)
            if reduction or o in self.empties
        ]
        inner.values = [v for v in inner.values if v not in hidden]
        for i in range(len(loops)):
            if rng.random() < 0.15:
                inner.add(Simple(INDEX, [], f"linalg.index {i} : index"))
        self.grow_scalars(inner, rng.randint(1, 4))
        for accumulator in accumulators:
            value = self.collect(inner, self.ensure_scalar(inner, element))
            if reduction:
                factor = self.constant(inner, value.type, 0.7 / size)
                value = inner.add(Simple(value.type, [value, factor], "arith.mulf {0}, {1} : {t}"))
                value = inner.add(
                    Simple(value.type, [accumulator, value], "arith.addf {0}, {1} : {t}")
                )
            block.passed.append(value)
        op = Generic(inputs, outputs, maps, iterators, block)
        scope.add(op)
        if not reduction:
            return op.results[0]
        factor = self.constant(scope, op.results[0].type, 0.6)
        return scope.add(
            Simple(op.results[0].type, [op.results[0], factor], "arith.mulf {0}, {1} : {t}")
        )

    # -- Bodies of scalars ------------------------------------------------ #

    def ensure_scalar(self, scope, element):
        scalar = Type(element)
        value = self.pick(scope, lambda v: v.type == scalar, late=True)
        if value:
            return value
        other = self.pick(scope, lambda v: v.type.is_float and not v.type.is_tensor, late=True)
        if other:
            return scope.add(Convert(other, element))
        return self.constant(scope, scalar, self.rng.uniform(-1, 1))

    def grow_scalars(self, scope, budget):
        self.tensorless, before = True, self.tensorless
        for _ in range(budget):
            x = self.ensure_scalar(scope, self.rng.choice(self.floats))
            kind = self.rng.random()
            if kind < 0.5:
                self.unary(scope, x)
            elif kind < 0.75:
                self.binary(scope, x, self.ensure_scalar(scope, x.type.element))
            elif kind < 0.85 and not self.narrow:
                self.kink(scope, x, self.ensure_scalar(scope, x.type.element))
            elif kind < 0.92 and "stop" not in self.without:
                self.stop(scope, x)
            elif not self.narrow:
                self.select(scope, x, self.ensure_scalar(scope, x.type.element))
        self.tensorless = before

    # -- Statements ------------------------------------------------------- #

    def grow(self, scope, budget, depth):
        for _ in range(budget):
            self.statement(scope, depth)

    def statement(self, scope, depth):
        rng = self.rng
        kinds = ["unary"] * 4 + ["binary"] * 5 + ["stop"] * 2 + ["integer"]
        kinds += ["tensor"] * 8
        if not self.narrow:
            kinds += ["kink", "select", "mask"]
        if depth < 3:
            kinds += ["for"] * 2 + ["if"] * 2 + ["checkpoint"]
            kinds += ["while"] * 2 + ["switch", "region", "forall", "parallel"]
        if self.callees:
            kinds += ["call"] * 3
        kind = rng.choice([k for k in kinds if k not in self.without])
        if hasattr(self, "add_" + kind):
            return getattr(self, "add_" + kind)(scope, depth)
        if kind == "integer":
            return self.integer(scope)
        x = self.pick(scope, lambda v: v.type.is_float)
        if not x:
            x = self.make(scope, self.random_type(only_float=True))
        if kind == "unary":
            self.unary(scope, x)
        elif kind == "stop":
            self.stop(scope, x)
        elif kind == "tensor":
            self.tensor(scope, x)
        else:
            y = x if rng.random() < 0.1 else self.ensure(scope, x.type)
            getattr(self, kind)(scope, x, y)

    def integer(self, scope):
        a, b = self.ensure(scope, INDEX), self.ensure(scope, INDEX)
        if self.rng.random() < 0.7:
            name = self.rng.choice(["addi", "muli", "maxui"])
            four = self.index(scope, 5)
            sum = scope.add(Simple(INDEX, [a, b], f"arith.{name} {{0}}, {{1}} : index"))
            scope.add(Simple(INDEX, [sum, four], "arith.remui {0}, {1} : index"))
            return
        # A float that an index makes.
        element = self.rng.choice(self.floats)
        wide = scope.add(Simple(Type("i64"), [a], "arith.index_cast {0} : index to i64"))
        eight = scope.add(Simple(Type("i64"), [], "arith.constant 5 : i64"))
        small = scope.add(Simple(Type("i64"), [wide, eight], "arith.remui {0}, {1} : i64"))
        number = scope.add(
            Simple(Type(element), [small], "arith.uitofp {0} : i64 to {t}")
        )
        quarter = self.constant(scope, number.type, 0.25)
        scope.add(Simple(number.type, [number, quarter], "arith.mulf {0}, {1} : {t}"))

    def tensor(self, scope, x):
        rng = self.rng
        if not x.type.is_tensor:
            kind = rng.choice(["splat", "elements", "generate"])
            if kind == "elements":
                return self.elements(scope, x.type.element)
            type = Type(x.type.element, rng.choice(self.shapes))
            return self.splat(scope, x, type) if kind == "splat" else self.generate(scope, type)
        kinds = ["reduced", "generic", "generic", "insert", "gather", "concat", "slice",
                 "insert_slice", "pad", "reshape", "broadcast"]  # fmt: skip
        if x.type.shape:
            kinds += ["partial_reduction", "transpose", "contraction"]
        kind = rng.choice([k for k in kinds if k not in self.without])
        return getattr(self, kind)(scope, x)

    def inner(self, scope, arguments=()):
        block = Block([argument(t) for t in arguments])
        return block, Scope(block, scope)

    def carried(self, scope):
        rng = self.rng
        inits = []
        for _ in range(rng.randint(1, 3)):
            value = self.pick(
                scope,
                lambda v: v.type.is_float
                and all(d in ("N", "M") for d in v.type.shape or () if isinstance(d, str))
                or not v.type.is_tensor and v.type.element != "i64",
            )
            inits.append(value or self.make(scope, self.random_type()))
        if rng.random() < 0.3:  # two of a type, which may change places
            inits.append(self.ensure(scope, inits[0].type))
        return inits

    def passed(self, scope, types):
        return self.collected(scope, [self.ensure(scope, t, late=True) for t in types])

    def collected(self, scope, values):
        """One of the values, at random, takes what is left."""
        for value in values:
            value.read = True
        chosen = self.rng.randrange(len(values))
        values[chosen] = self.collect(scope, values[chosen])
        return values

    def yields(self, scope, types):
        """What a body passes on: mostly what it has made."""
        rng = self.rng
        passed = []
        for type in types:
            if type == INDEX and rng.random() < 0.5:
                five = self.index(scope, 5)
                sum = scope.add(
                    Simple(
                        INDEX,
                        [self.ensure(scope, INDEX), self.ensure(scope, INDEX)],
                        "arith.addi {0}, {1} : index",
                    )
                )
                passed.append(scope.add(Simple(INDEX, [sum, five], "arith.remui {0}, {1} : index")))
                continue
            passed.append(self.ensure(scope, type, late=rng.random() < 0.8))
        return self.collected(scope, passed)

    def trips(self, scope):
        """Bounds of at most four trips."""
        rng = self.rng
        count = self.pick(scope, lambda v: v.type == INDEX) if rng.random() < 0.6 else None
        if count:
            four = self.index(scope, rng.choice([3, 4, 5]))
            upper = scope.add(Simple(INDEX, [count, four], "arith.remui {0}, {1} : index"))
        else:
            upper = self.index(scope, rng.choice([0, 1, 2, 3, 4]))
        lower, step = self.index(scope, 0), self.index(scope, 1)
        if rng.random() < 0.3:
            lower = self.index(scope, rng.choice([1, 2]))
            step = self.index(scope, rng.choice([1, 2, 3]))
            two = self.index(scope, 2)
            upper = scope.add(Simple(INDEX, [upper, two], "arith.addi {0}, {1} : index"))
        return lower, upper, step

    def schedule(self):
        if "schedule" in self.without or self.rng.random() < 0.7:
            return ""
        every = f" {{grad.checkpoint_every = {self.rng.choice([0, 1, 2, 3])} : i64}}"
        slots = f" {{grad.checkpoint_slots = {self.rng.choice([1, 2, 3])} : i64}}"
        return self.rng.choice([every, slots])

    def add_for(self, scope, depth):
        rng = self.rng
        inits = self.carried(scope)
        bounds = self.trips(scope)
        types = [v.type for v in inits]
        block, inner = self.inner(scope, [INDEX, *types])
        inner.in_loop = True
        self.grow(inner, rng.randint(1, 4), depth + 1)
        block.passed = self.yields(inner, types)
        if rng.random() < 0.15 and len(types) > 1 and types[0] == types[-1]:
            block.passed[0], block.passed[-1] = block.arguments[-1], block.arguments[1]
        scope.add(For(bounds, inits, block, self.schedule()))

    def add_if(self, scope, depth):
        rng = self.rng
        condition = self.condition(scope)
        types = [self.random_type() for _ in range(rng.randint(1, 2))]
        blocks = []
        for _ in range(2):
            block, inner = self.inner(scope)
            self.grow(inner, rng.randint(0, 3), depth + 1)
            block.passed = self.passed(inner, types)
            blocks.append(block)
        scope.add(If(condition, *blocks))

    def add_switch(self, scope, depth):
        rng = self.rng
        index = self.ensure(scope, INDEX)
        types = [self.random_type() for _ in range(rng.randint(1, 2))]
        cases = rng.sample(range(4), rng.randint(1, 2))
        blocks = []
        for _ in range(len(cases) + 1):
            block, inner = self.inner(scope)
            self.grow(inner, rng.randint(0, 2), depth + 1)
            block.passed = self.passed(inner, types)
            blocks.append(block)
        scope.add(Switch(index, cases, blocks))

    def add_while(self, scope, depth):
        """At most four trips, and fewer where a float says so."""
        rng = self.rng
        inits = self.carried(scope)
        zero = self.index(scope, 0)
        limit = self.trips(scope)[1]
        types = [INDEX, *(v.type for v in inits)]
        before, head = self.inner(scope, types)
        head.in_loop = True
        self.grow(head, rng.randint(0, 2), depth + 1)
        more = head.add(
            Simple(I1, [before.arguments[0], limit], "arith.cmpi ult, {0}, {1} : index")
        )
        if rng.random() < 0.5:
            more = head.add(
                Simple(I1, [more, self.condition(head)], "arith.andi {0}, {1} : i1")
            )
        forwarded = [INDEX, *(rng.choice([t, self.random_type()]) for t in types[1:])]
        before.passed = [more, before.arguments[0]]
        before.passed += self.passed(head, forwarded[1:])
        after, body = self.inner(scope, forwarded)
        body.in_loop = True
        self.grow(body, rng.randint(0, 3), depth + 1)
        one = self.index(body, 1)
        next = body.add(Simple(INDEX, [after.arguments[0], one], "arith.addi {0}, {1} : index"))
        after.passed = [next, *self.yields(body, types[1:])]
        scope.add(While([zero, *inits], before, after, self.schedule()))

    def add_forall(self, scope, depth):
        rng = self.rng
        tensor = self.pick(
            scope, lambda v: v.type.is_tensor and v.type.is_float and v.type.shape
        )
        if not tensor:
            return
        first, *rest = tensor.type.shape
        part = Type(tensor.type.element, tuple(rest))
        upper = self.size(scope, first)
        dynamic = self.dynamic_sizes(scope, rest)
        places = (f"{{{i}}}" for i in range(len(dynamic)))
        sizes = [next(places) if isinstance(d, str) else str(d) for d in rest]
        block = Block([Value(INDEX), Value(tensor.type)])
        inner = Scope(block, scope)
        inner.values.pop()  # other trips may have written to it
        inner.in_loop = True
        self.grow(inner, rng.randint(1, 3), depth + 1)
        block.passed = self.passed(inner, [part])
        scope.add(Forall(upper, tensor, block, sizes, dynamic))

    def add_parallel(self, scope, depth):
        rng = self.rng
        bounds = self.trips(scope)
        inits, passed = [], []
        for _ in range(rng.randint(1, 2)):
            inits.append(self.ensure(scope, Type(rng.choice(self.floats))))
        block, inner = self.inner(scope, [INDEX])
        inner.in_loop = True
        self.grow(inner, rng.randint(1, 3), depth + 1)
        for init in inits:
            value = self.collect(inner, self.ensure(inner, init.type, late=True))
            factor = self.constant(inner, init.type, 0.2)
            block.passed.append(
                inner.add(Simple(init.type, [value, factor], "arith.mulf {0}, {1} : {t}"))
            )
        op = Parallel(bounds, inits, block)
        scope.add(op)
        for result in op.results:
            factor = self.constant(scope, result.type, 0.6)
            scope.add(Simple(result.type, [result, factor], "arith.mulf {0}, {1} : {t}"))

    def add_checkpoint(self, scope, depth, checkpoint=True):
        rng = self.rng
        block, inner = self.inner(scope)
        self.grow(inner, rng.randint(1, 3), depth + 1)
        types = [self.random_type() for _ in range(rng.randint(1, 2))]
        block.passed = self.passed(inner, types)
        scope.add(Region(checkpoint, block))

    def add_region(self, scope, depth):
        self.add_checkpoint(scope, depth, checkpoint=False)

    def add_call(self, scope, depth):
        callee = self.rng.choice(self.callees)
        operands = []
        for parameter in callee.body.arguments[2:]:
            operands.append(self.ensure(scope, parameter.type))
        if getattr(callee, "recursive", False):
            three = self.index(scope, 4)
            operands[-1] = scope.add(
                Simple(INDEX, [operands[-1], three], "arith.remui {0}, {1} : index")
            )
        scope.add(Call(callee, [self.n, self.m, *operands]))
