"""Makes random programs for rewrites.py with arithmetic on indices and affine ops."""

import random

# Values of the index arguments, one tuple per call.
NUMBERS = [(0, 1, 2), (1, 0, 5), (3, 7, 1), (2, 2, 2), (-1, 4, 3), (6, 1, 0)]


class Indices:
    """Values with bounds: [low, high] holds for each call."""

    def __init__(self, rng):
        self.rng = rng
        self.lines = []
        self.values = {f"%a{i}": tuple(row[i] for row in NUMBERS) for i in range(3)}

    def add(self, text, numbers):
        name = f"%v{len(self.lines)}"
        self.lines.append(f"{name} = {text}")
        self.values[name] = tuple(numbers)
        return name

    def constant(self, number):
        return self.add(f"arith.constant {number} : index", [number] * len(NUMBERS))

    def pick(self, accept=lambda numbers: True):
        names = [n for n, v in self.values.items() if accept(v)]
        if not names or self.rng.random() < 0.2:
            found = [c for c in (0, 1, 2, 3, 4, 6) if accept((c,))]
            return self.constant(self.rng.choice(found))
        return names[-1 - min(int(self.rng.expovariate(0.3)), len(names) - 1)]

    def columns(self, names):
        return zip(*(self.values[n] for n in names))

    def expression(self, inputs, depth=2):
        """Returns the text of an affine expression, and a function that computes it."""
        rng = self.rng
        if depth == 0 or rng.random() < 0.3:
            if rng.random() < 0.3:
                n = rng.choice([0, 1, 2, 3, -1, 4])
                return str(n), lambda row: n
            i = rng.randrange(len(inputs))
            return inputs[i], lambda row: row[i]
        a, f = self.expression(inputs, depth - 1)
        kind = rng.choice(["+", "+", "-", "*", "floordiv", "ceildiv", "mod"])
        if kind in "+-":
            b, g = self.expression(inputs, depth - 1)
            if kind == "+":
                return f"({a} + {b})", lambda row: f(row) + g(row)
            return f"({a} - {b})", lambda row: f(row) - g(row)
        n = rng.choice([1, 2, 3, 4])
        compute = {
            "*": lambda row: f(row) * n,
            "floordiv": lambda row: f(row) // n,
            "ceildiv": lambda row: -(-f(row) // n),
            "mod": lambda row: f(row) % n,
        }[kind]
        return f"({a} {kind} {n})", compute

    def make_affine(self):
        names = [self.pick() for _ in range(self.rng.randint(1, 3))]
        symbols = self.rng.randint(0, len(names))
        dims = len(names) - symbols
        inputs = [f"d{i}" for i in range(dims)] + [f"s{i}" for i in range(symbols)]
        op = self.rng.choice(["apply", "apply", "min", "max"])
        count = 1 if op == "apply" else self.rng.randint(1, 3)
        parts = [self.expression(inputs) for _ in range(count)]
        head = f"({', '.join(inputs[:dims])})" + (f"[{', '.join(inputs[dims:])}]" if symbols else "")
        operands = f"({', '.join(names[:dims])})" + (f"[{', '.join(names[dims:])}]" if symbols else "")
        join = max if op == "max" else min
        numbers = [join(f(row) for _, f in parts) for row in self.columns(names)]
        if any(abs(n) > 1 << 40 for n in numbers):
            return
        self.add(f"affine.{op} affine_map<{head} -> ({', '.join(t for t, _ in parts)})>{operands}", numbers)

    def make_linearize(self):
        """Linearizes indices that are within their basis."""
        count = self.rng.randint(1, 3)
        names = [self.pick(lambda v: all(0 <= n <= 8 for n in v)) for _ in range(count)]
        sizes, texts = [], []
        for name in names:
            top = max(self.values[name]) + 1
            size = self.rng.choice([top, top, top + 1, max(top, 1)])
            sizes.append(size)
            texts.append(str(size) if self.rng.random() < 0.6 else self.constant(size))
        numbers = []
        for row in self.columns(names):
            total = 0
            for n, size in zip(row, sizes):
                total = total * size + n
            numbers.append(total)
        disjoint = " disjoint" if self.rng.random() < 0.6 else ""
        skip = 1 if self.rng.random() < 0.3 else 0
        return self.add(
            f"affine.linearize_index{disjoint} [{', '.join(names)}] by ({', '.join(texts[skip:])}) : index", numbers
        )

    def make_delinearize(self, name=None):
        name = name or self.pick(lambda v: all(0 <= n <= 1 << 30 for n in v))
        sizes = [self.rng.choice([1, 2, 3, 4]) for _ in range(self.rng.randint(1, 3))]
        outer = self.rng.random() < 0.7
        top = max(self.values[name]) + 1
        rest = 1
        for size in sizes[1:]:
            rest *= size
        if outer:
            sizes[0] = -(-top // rest) + self.rng.choice([0, 0, 1])
        texts = [str(n) if self.rng.random() < 0.6 else self.constant(n) for n in sizes]
        columns = [[] for _ in sizes]
        for n in self.values[name]:
            for i in range(len(sizes) - 1, -1, -1):
                if i == 0:
                    columns[0].append(n)
                else:
                    columns[i].append(n % sizes[i])
                    n //= sizes[i]
        listed = texts if outer else texts[1:]
        if not listed:
            return
        result = f"%v{len(self.lines)}"
        many = f":{len(sizes)}" if len(sizes) > 1 else ""
        self.lines.append(f"{result}{many} = affine.delinearize_index {name} into ({', '.join(listed)}) : {', '.join(['index'] * len(sizes))}")
        for i, column in enumerate(columns):
            self.values[f"{result}#{i}" if len(sizes) > 1 else result] = tuple(column)

    def make_both(self):
        """Delinearizes an index and linearizes the results, or vice versa."""
        before = set(self.values)
        if self.rng.random() < 0.5:
            self.make_delinearize(self.make_linearize())
            return
        self.make_delinearize()
        made = [n for n in self.values if n not in before and "#" in n]
        if made:
            tops = [max(self.values[n]) + 1 for n in made]
            texts = [str(max(n, 1)) for n in tops]
            numbers = []
            for row in self.columns(made):
                total = 0
                for n, size in zip(row, tops):
                    total = total * max(size, 1) + n
                numbers.append(total)
            self.add(f"affine.linearize_index disjoint [{', '.join(made)}] by ({', '.join(texts)}) : index", numbers)

    def make_exact(self):
        """Linearizes the results of a delinearization with the same basis."""
        name = self.pick(lambda v: all(0 <= n <= 1 << 30 for n in v))
        sizes = [self.rng.choice([1, 2, 3]) for _ in range(self.rng.randint(2, 3))]
        sizes[0] = max(self.values[name]) + 1
        basis = ", ".join(str(n) if self.rng.random() < 0.6 else self.constant(n) for n in sizes)
        pair = f"%v{len(self.lines)}"
        self.lines.append(
            f"{pair}:{len(sizes)} = affine.delinearize_index {name} into ({basis}) : {', '.join(['index'] * len(sizes))}"
        )
        parts = ", ".join(f"{pair}#{i}" for i in range(len(sizes)))
        self.add(f"affine.linearize_index disjoint [{parts}] by ({basis}) : index", self.values[name])

    def make_arith(self):
        a, b = self.pick(), self.pick()
        op, f = self.rng.choice(
            [
                ("addi", lambda a, b: a + b),
                ("subi", lambda a, b: a - b),
                ("muli", lambda a, b: a * b),
                ("maxsi", max),
                ("minsi", min),
            ]
        )
        numbers = [f(*row) for row in self.columns([a, b])]
        if all(abs(n) < 1 << 40 for n in numbers):
            self.add(f"arith.{op} {a}, {b} : index", numbers)


def make_indices(seed):
    """Makes a program that returns all of its values, for each of the calls."""
    rng = random.Random(f"indices {seed}")
    body = Indices(rng)
    makers = [
        *[body.make_affine] * 3,
        body.make_linearize,
        body.make_delinearize,
        body.make_both,
        body.make_exact,
        body.make_arith,
        body.make_arith,
    ]
    for _ in range(rng.randint(4, 20)):
        rng.choice(makers)()
    chosen = list(body.values)[-6:]
    types = ", ".join(["index"] * len(chosen))
    calls, returned = [], []
    for i, row in enumerate(NUMBERS):
        names = []
        for n in row:
            calls.append(f"%c{len(calls)} = arith.constant {n} : index")
            names.append(f"%c{len(calls) - 1}")
        result = f"%r{i}"
        calls.append(f"{result}:{len(chosen)} = func.call @f({', '.join(names)}) : (index, index, index) -> ({types})")
        returned += [f"{result}#{j}" for j in range(len(chosen))]
    lines, calls = "\n  ".join(body.lines), "\n  ".join(calls)
    everything = ", ".join(["index"] * len(returned))
    text = f"""func.func private @f(%a0: index, %a1: index, %a2: index) -> ({types}) {{
  {lines}
  return {', '.join(chosen)} : {types}
}}
func.func @run() -> ({everything}) {{
  {calls}
  return {', '.join(returned)} : {everything}
}}
"""
    return text, []
