"""Generates elementwise ops."""

from ops import Convert, Locked, Simple, Stop
from tree import INDEX, Type
from values import Values

# Each op maps [-1.7, 1.7] to itself. {k} is a number, {x} the argument.
UNARY = [
    "sin", "cos", "tanh", "atan", "erf", "sigmoid", "bell", "root", "logarithm",
    "rational", "exponential", "cube", "power", "negated", "expm1", "log1p",
    "rsqrt", "cbrt", "asinh", "sinh", "double",
]  # fmt: skip
BINARY = ["mean", "half_difference", "product", "quotient", "atan2", "fma"]
KINKS = ["maximumf", "minimumf", "maxnumf", "absf", "floor", "clamp"]


class Scalars(Values):
    """Elementwise ops on scalars and tensors, and bodies of such ops."""

    def unary(self, scope, x, kind=None):
        kind = kind or self.rng.choice(UNARY)
        t = x.type
        # The derivative of erf contains a constant, rounded to the type. Differences do not
        # have this rounding error.
        if kind == "erf" and t.element != "f64":
            kind = "tanh"

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
            if not t.is_scalar:
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
        """Adds an op with a kink. Equal values share the derivative of a maximum; |x| and
        floor have the derivative 0."""
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
        """Adds a stop. Usually combines it with a value that is not stopped, so that the
        stop affects the derivative."""
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
        """Adds an elementwise select."""
        limit = self.constant(scope, x.type, self.rng.uniform(-0.8, 0.8))
        c = x.type.of("i1")
        condition = scope.add(Simple(c, [x, limit], "arith.cmpf olt, {0}, {1} : {t0}"))
        return scope.add(
            Simple(x.type, [condition, x, y], "arith.select {0}, {1}, {2} : {t0}, {t}")
        )

    def ensure_scalar(self, scope, element):
        scalar = Type(element)
        value = self.pick(scope, lambda v: v.type == scalar, late=True)
        if value:
            return value
        other = self.pick(scope, lambda v: v.type.is_float and v.type.is_scalar, late=True)
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
