"""Makes random programs for rewrites.py with arithmetic on tables of inputs and control flow.

Each maker takes a seed. It returns the text of a program with a function @run, and its
inputs as options of sg-run. Unlike the programs of fuzz.py, these are not smooth: integers
have all widths and include the limits, and floats include all special values.
"""

import random

NEWLINE = "\n  "
WIDTHS = [1, 2, 3, 4, 7, 8, 16, 32, 64]
FLOAT_TYPES = ["f16", "bf16", "f32", "f64"]
SPECIAL = ["0.0", "-0.0", "1.0", "-1.0", "0.5", "-2.0", "3.0", "6.0e-8", "-6.5e4"]
INFINITE = ["nan", "inf", "-inf"]
PREDICATES = ["eq", "ne", "slt", "sle", "sgt", "sge", "ult", "ule", "ugt", "uge"]
ORDERED = ["oeq", "ogt", "oge", "olt", "ole", "one", "ord", "ueq", "ugt", "uge", "ult", "ule", "une", "uno"]


def width(type):
    return 64 if type == "index" else int(type[1:])


def limits(bits):
    """Returns signed numbers of the given width: the limits, and numbers near 0."""
    if bits == 1:
        return [0, -1]
    most = (1 << (bits - 1)) - 1
    near = [n for n in (0, 1, -1, 2, -2, 3, 5, -7) if -most - 1 <= n <= most]
    return [*dict.fromkeys([*near, most, -most - 1, most - 1, most // 2])]


class Body:
    """The ops of one block."""

    def __init__(self, rng, arguments):
        self.rng = rng
        self.values = list(arguments)
        self.lines = []

    def add(self, type, text):
        name = f"%v{len(self.lines)}"
        self.lines.append(f"{name} = {text}")
        self.values.append((name, type))
        return name

    def pick(self, accept):
        """Returns a value of a type. Later values are more likely."""
        found = [v for v in self.values if accept(v[1])]
        if not found:
            return None
        return found[-1 - min(int(self.rng.expovariate(0.6)), len(found) - 1)]

    def constant(self, type):
        if type[0] in "fb":
            value = self.rng.choice(SPECIAL)
        elif type == "i1":
            value = self.rng.choice(["true", "false"])
        else:
            value = self.rng.choice(limits(width(type)))
        return self.add(type, f"arith.constant {value}" + (f" : {type}" if type != "i1" else ""))

    def operand(self, type):
        """Returns a constant or a value."""
        if self.rng.random() < 0.35:
            return self.constant(type)
        return (self.pick(lambda t: t == type) or (self.constant(type),))[0]

    def integer_op(self):
        rng = self.rng
        _, t = self.pick(lambda t: t[0] == "i") or (None, "i1")
        kind = rng.choice(["plain"] * 8 + ["compare", "compare", "select", "cast", "cast", "shift", "divide", "extended"])
        if kind == "plain":
            name = rng.choice(
                ["addi", "subi", "muli", "andi", "ori", "xori", "maxsi", "maxui", "minsi", "minui"]
                + ["addi", "subi", "addi", "subi", "muli"]
            )
            a = self.operand(t)
            b = a if rng.random() < 0.1 else self.operand(t)
            self.add(t, f"arith.{name} {a}, {b} : {t}")
        elif kind == "compare":
            a = self.operand(t)
            b = a if rng.random() < 0.1 else self.operand(t)
            self.add("i1", f"arith.cmpi {rng.choice(PREDICATES)}, {a}, {b} : {t}")
        elif kind == "select":
            c, a, b = self.operand("i1"), self.operand(t), self.operand(t)
            self.add(t, f"arith.select {c}, {a}, {b} : {t}")
        elif kind == "shift":
            if t == "i1":
                return
            count = self.add(t, f"arith.constant {rng.randrange(min(width(t), 7) - 1)} : {t}")
            a = self.operand(t)
            self.add(t, f"arith.{rng.choice(['shli', 'shrsi', 'shrui'])} {a}, {count} : {t}")
        elif kind == "divide":
            divisors = [n for n in limits(width(t)) if n not in (0, -1)]
            if not divisors:
                return
            by = self.add(t, f"arith.constant {rng.choice(divisors)} : {t}")
            a = self.operand(t)
            name = rng.choice(["divsi", "divui", "remsi", "remui", "ceildivsi", "ceildivui", "floordivsi"])
            self.add(t, f"arith.{name} {a}, {by} : {t}")
        elif kind == "extended" and t != "index":
            name = rng.choice(["addui_extended", "mului_extended", "mulsi_extended"])
            a, b = self.operand(t), self.operand(t)
            other = "i1" if name[0] == "a" else t
            types = f"{t}, i1" if name[0] == "a" else t
            pair = f"%p{len(self.lines)}"
            self.lines.append(f"{pair}:2 = arith.{name} {a}, {b} : {types}")
            self.values += [(f"{pair}#0", t), (f"{pair}#1", other)]
        elif kind == "cast":
            self.cast()

    def cast(self):
        rng = self.rng
        found = self.pick(lambda t: t[0] == "i")
        if not found:
            return
        a, t = found
        if t == "index" or rng.random() < 0.3:
            to = rng.choice(WIDTHS) if t == "index" else "index"
            to = to if to == "index" else f"i{to}"
            self.add(to, f"arith.{rng.choice(['index_cast', 'index_castui'])} {a} : {t} to {to}")
            return
        to = rng.choice([w for w in WIDTHS if w != width(t)])
        name = rng.choice(["extsi", "extui"]) if to > width(t) else "trunci"
        self.add(f"i{to}", f"arith.{name} {a} : {t} to i{to}")

    def without_nan(self, a, type):
        """Removes a NaN result, whose sign is not defined."""
        one = self.add(type, f"arith.constant 1.0 : {type}")
        is_nan = self.add("i1", f"arith.cmpf uno, {a}, {a} : {type}")
        return self.add(type, f"arith.select {is_nan}, {one}, {a} : {type}")

    def float_op(self):
        rng = self.rng
        a, t = self.pick(lambda t: t[0] in "fb")
        kind = rng.choice(["binary"] * 6 + ["unary"] * 3 + ["compare", "select", "cast", "cast", "integer", "integer", "math", "math", "math", "bits", "complex"])
        if kind == "binary":
            name = rng.choice(
                ["addf", "subf", "mulf", "divf", "maximumf", "minimumf", "maxnumf", "minnumf", "remf"]
            )
            a = self.operand(t)
            b = a if rng.random() < 0.1 else self.operand(t)
            self.add(t, f"arith.{name} {a}, {b} : {t}")
        elif kind == "unary":
            self.add(t, rng.choice([f"arith.negf {a} : {t}", f"math.absf {a} : {t}", f"arith.negf {a} : {t}"]))
        elif kind == "math":
            name = rng.choice(["floor", "ceil", "trunc", "roundeven", "sqrt", "copysign"])
            b = f", {self.without_nan(self.operand(t), t)}" if name == "copysign" else ""
            self.add(t, f"math.{name} {a}{b} : {t}")
        elif kind == "compare":
            a, b = self.operand(t), self.operand(t)
            self.add("i1", f"arith.cmpf {rng.choice(ORDERED)}, {a}, {b} : {t}")
        elif kind == "select":
            c, a, b = self.operand("i1"), self.operand(t), self.operand(t)
            self.add(t, f"arith.select {c}, {a}, {b} : {t}")
        elif kind == "cast":
            bits = {"f16": 16, "bf16": 16, "f32": 32, "f64": 64}
            to = rng.choice([u for u in FLOAT_TYPES if bits[u] != bits[t]])
            self.add(to, f"arith.{'extf' if bits[to] > bits[t] else 'truncf'} {a} : {t} to {to}")
        elif kind == "bits":
            a = self.without_nan(a, t)
            bits = {"f16": 16, "bf16": 16, "f32": 32, "f64": 64}[t]
            i = self.add(f"i{bits}", f"arith.bitcast {a} : {t} to i{bits}")
            if rng.random() < 0.5:
                self.add(t, f"arith.bitcast {i} : i{bits} to {t}")
        elif kind == "complex":
            b = self.operand(t)
            self.lines.append(f"%z{len(self.lines)} = complex.create {a}, {b} : complex<{t}>")
            z = f"%z{len(self.lines) - 1}"
            if rng.random() < 0.5:
                self.lines.append(f"%z{len(self.lines)} = complex.neg {z} : complex<{t}>")
                z = f"%z{len(self.lines) - 1}"
            part = rng.choice(["re", "im"])
            c = self.add(t, f"complex.{part} {z} : complex<{t}>")
            if rng.random() < 0.5:
                # Combine the two parts of one complex number.
                d = self.add(t, f"complex.{'im' if part == 're' else 're'} {z} : complex<{t}>")
                pair = (c, d) if part == "re" else (d, c)
                self.lines.append(f"%z{len(self.lines)} = complex.create {pair[0]}, {pair[1]} : complex<{t}>")
                self.add(t, f"complex.re %z{len(self.lines) - 1} : complex<{t}>")
        elif kind == "integer" and rng.random() < 0.4:
            # Use a float with an integral value in the range of the type.
            n = self.add(t, f"arith.constant {rng.choice([-100, -3, 0, 1, 7, 127])}.0 : {t}")
            self.add("i8", f"arith.{rng.choice(['fptosi', 'fptosi'])} {n} : {t} to i8")
        elif kind == "integer":
            i = self.operand("i8")
            f = self.add(t, f"arith.{rng.choice(['sitofp', 'uitofp'])} {i} : i8 to {t}")
            b = self.operand(t)
            self.add("i1", f"arith.cmpf {rng.choice(ORDERED)}, {f}, {b} : {t}")


def passable(type):
    """Returns the type in which sg-run passes elements of `type`."""
    return "i8" if type[0] == "i" and type[1:].isdigit() and 1 < int(type[1:]) < 8 else type


def table(types, yielded, rows, body, columns):
    """Returns a module whose @run computes the body for each row of the columns."""
    ins = [passable(t) for t in types]
    outs = [passable(t) for _, t in yielded]
    names = [n if t == out else f"%w{i}" for i, ((n, t), out) in enumerate(zip(yielded, outs))]
    lines = [
        *(f"%a{i} = arith.trunci %n{i} : i8 to {t}" for i, t in enumerate(types) if t != ins[i]),
        *body.lines,
        *(
            f"{name} = arith.extsi {n} : {t} to {out}"
            for name, (n, t), out in zip(names, yielded, outs)
            if t != out
        ),
    ]
    arguments = [f"%{'a' if t == ins[i] else 'n'}{i}: {ins[i]}" for i, t in enumerate(types)]
    arguments += [f"%o{i}: {t}" for i, t in enumerate(outs)]
    tensors = [f"tensor<{rows}x{t}>" for t in ins]
    results = [f"tensor<{rows}x{t}>" for t in outs]
    maps = ["#m"] * (len(ins) + len(outs))
    lines = "\n    ".join(lines)
    text = f"""#m = affine_map<(d) -> (d)>
func.func @run({', '.join(f'%x{i}: {t}' for i, t in enumerate(tensors))}) -> ({', '.join(results)}) {{
  {NEWLINE.join(f'%e{i} = tensor.empty() : {t}' for i, t in enumerate(results))}
  %r:{len(outs)} = linalg.generic {{indexing_maps = [{', '.join(maps)}], iterator_types = ["parallel"]}}
    ins({', '.join(f'%x{i}' for i in range(len(ins)))} : {', '.join(tensors)})
    outs({', '.join(f'%e{i}' for i in range(len(outs)))} : {', '.join(results)}) {{
  ^bb0({', '.join(arguments)}):
    {lines}
    linalg.yield {', '.join(names)} : {', '.join(outs)}
  }} -> ({', '.join(results)})
  return {', '.join(f'%r#{i}' if len(outs) > 1 else '%r' for i in range(len(outs)))} : {', '.join(results)}
}}
"""
    written = [f"{rows}x{t}" for t in ins]
    return text, [f"--input={t}={' '.join(map(str, c))}" for t, c in zip(written, columns)]


def last_of_each_type(body, rng, most=8):
    found = {}
    for name, type in body.values:
        found.setdefault(type, []).append(name)
    chosen = [(rng.choice(names[-3:]), type) for type, names in found.items()]
    rng.shuffle(chosen)
    return chosen[:most]


def make_integers(seed):
    """Makes inputs of all pairs of integers of up to 4 bits, or of limits of wider
    types."""
    rng = random.Random(f"integers {seed}")
    bits = rng.choice(WIDTHS)
    type = "index" if rng.random() < 0.1 else f"i{bits}"
    if bits <= 4 and type != "index":
        numbers = range(-(1 << (bits - 1)), 1 << (bits - 1)) if bits > 1 else [0, -1]
    else:
        numbers = limits(64 if type == "index" else bits)
        numbers = [n for n in numbers if type != "index" or n != -(1 << 63)]
    pairs = [(a, b) for a in numbers for b in numbers]
    body = Body(rng, [("%a0", type), ("%a1", type)])
    for _ in range(rng.randint(10, 60)):
        body.integer_op()
    text, inputs = table(
        [type, type], last_of_each_type(body, rng), len(pairs), body, list(zip(*pairs))
    )
    if type == "i1":
        inputs = [i.replace("-1", "1") for i in inputs]
    return text, inputs


def make_floats(seed):
    """Makes inputs of all pairs of special values."""
    rng = random.Random(f"floats {seed}")
    type = rng.choice(FLOAT_TYPES)
    pairs = [(a, b) for a in SPECIAL + INFINITE for b in SPECIAL + INFINITE]
    body = Body(rng, [("%a0", type), ("%a1", type)])
    for _ in range(rng.randint(10, 60)):
        body.float_op() if rng.random() < 0.85 else body.integer_op()
    yielded = last_of_each_type(body, rng)
    return table([type, type], yielded, len(pairs), body, list(zip(*pairs)))


class Control(Body):
    """Nested loops and branches on i32, f64 and i1."""

    TYPES = ["i32", "i32", "f64", "i1"]
    count = 0

    def __init__(self, rng, arguments, depth, kinds=None):
        """Chooses a few kinds of statements, so that rare combinations occur."""
        super().__init__(rng, arguments)
        self.depth = depth
        self.kinds = kinds or ["op"] * 3 + rng.choices(["if", "for", "while", "switch", "region"], k=rng.randint(1, 4))

    def add(self, type, text):
        Control.count += 1
        name = f"%c{Control.count}"
        self.lines.append(f"{name} = {text}")
        self.values.append((name, type))
        return name

    def step(self):
        rng = self.rng
        kind = rng.choice(self.kinds)
        if rng.random() < 0.08:
            name = self.add("i1", "arith.constant true")
            self.values.pop()
            self.lines.append(f'cf.assert {name}, "holds"')
        if kind == "op" or self.depth == 0:
            (self.integer_op if rng.random() < 0.7 else self.arithmetic)()
            return
        getattr(self, "make_" + kind)()

    def integer_op(self):
        rng = self.rng
        if rng.random() < 0.3:
            a, b = self.operand("i32"), self.operand("i32")
            self.add("i1", f"arith.cmpi {rng.choice(PREDICATES)}, {a}, {b} : i32")
            return
        t = rng.choice(["i32", "i32", "i1"])
        a, b = self.operand(t), self.operand(t)
        self.add(t, f"arith.{rng.choice(['addi', 'xori', 'andi', 'ori'])} {a}, {b} : {t}")

    def arithmetic(self):
        a, b = self.operand("f64"), self.operand("f64")
        self.add("f64", f"arith.{self.rng.choice(['addf', 'mulf', 'subf'])} {a}, {b} : f64")

    def inner(self, arguments=()):
        """Returns a body that can use these values and the arguments."""
        body = Control(self.rng, [*self.values, *arguments], max(0, self.depth - 1), self.kinds)
        for _ in range(self.rng.randint(0, 4)):
            body.step()
        return body

    def write(self, body, end):
        self.lines += ["  " + line for line in [*body.lines, end]]

    def operands(self, types):
        """Returns operands of the given types, some of them repeated."""
        names = []
        for i, t in enumerate(types):
            again = [names[j] for j in range(i) if types[j] == t]
            names.append(self.rng.choice(again) if again and self.rng.random() < 0.4 else self.operand(t))
        return ", ".join(names)

    def open(self, types, text):
        Control.count += 1
        name = f"%c{Control.count}"
        self.lines.append((f"{name}:{len(types)} = " if types else "") + text)
        return [(f"{name}#{i}" if len(types) > 1 else name, t) for i, t in enumerate(types)]

    def types(self, least=0):
        return [self.rng.choice(self.TYPES) for _ in range(self.rng.randint(least, 3))]

    def make_if(self):
        """Adds a branch, two branches with one condition, or nested branches."""
        found = [v for v, t in self.values if t == "i1"]
        condition = self.rng.choice(found) if found and self.rng.random() < 0.3 else self.operand("i1")
        kind = self.rng.random()
        if kind < 0.2:
            return self.make_nested_if(condition)
        for _ in range(2 if kind < 0.4 else 1):
            types = self.types()
            ends = f" -> ({', '.join(types)})" if types else ""
            results = self.open(types, f"scf.if {condition}{ends} {{")
            for last in (False, True):
                self.write_yield(self.inner(), types)
                self.lines.append("}" if last else "} else {")
            self.values += results

    def make_nested_if(self, condition):
        """Adds a nested branch. Both branches yield the same values if their conditions are
        false."""
        types = self.types()
        other = self.operand("i1")
        otherwise = self.operands(types)
        ends = f" -> ({', '.join(types)})" if types else ""
        end = f"scf.yield {otherwise} : {', '.join(types)}" if types else "scf.yield"
        results = self.open(types, f"scf.if {condition}{ends} {{")
        body = Control(self.rng, self.values, self.depth - 1, self.kinds)
        inner = body.open(types, f"scf.if {other}{ends} {{")
        body.write_yield(body.inner(), types)
        body.lines += ["} else {", end, "}"] if types else ["}"]
        names = ", ".join(n for n, _ in inner)
        self.write(body, f"scf.yield {names} : {', '.join(types)}" if types else "scf.yield")
        self.lines += ["} else {", end, "}"] if types else ["}"]
        self.values += results

    def write_yield(self, body, types):
        names = body.operands(types)
        self.write(body, f"scf.yield {names} : {', '.join(types)}" if types else "scf.yield")

    def make_region(self):
        types = self.types(1)
        results = self.open(types, f"scf.execute_region -> ({', '.join(types)}) {{")
        self.write_yield(self.inner(), types)
        self.lines.append("}")
        self.values += results

    def make_switch(self):
        types = self.types(1)
        a = self.operand("i32")
        index = self.add("index", f"arith.index_cast {a} : i32 to index")
        self.values.pop()
        results = self.open(types, f"scf.index_switch {index} -> {', '.join(types)}")
        for case in self.rng.sample([0, 1, 2, 5], self.rng.randint(1, 3)):
            self.lines.append(f"case {case} {{")
            self.write_yield(self.inner(), types)
            self.lines.append("}")
        self.lines.append("default {")
        self.write_yield(self.inner(), types)
        self.lines.append("}")
        self.values += results

    def carried(self, types):
        """Returns names of block arguments and their initial values."""
        Control.count += 1
        names = [f"%l{Control.count}_{i}" for i in range(len(types))]
        inits = self.operands(types).split(", ") if types else []
        return names, ", ".join(f"{n} = {i}" for n, i in zip(names, inits))

    def make_for(self):
        rng = self.rng
        types = self.types()
        names, inits = self.carried(types)
        lower = self.rng.choice([0, 1, -2])
        bounds = [self.bound(n) for n in (lower, lower + rng.choice([0, 1, 2, 3, 4]), rng.choice([1, 1, 2, 3]))]
        Control.count += 1
        iv = f"%i{Control.count}"
        more = f" iter_args({inits}) -> ({', '.join(types)})" if types else ""
        results = self.open(types, f"scf.for {iv} = {bounds[0]} to {bounds[1]} step {bounds[2]}{more} : i32 {{")
        body = self.inner([(iv, "i32"), *zip(names, types)])
        self.write_yield(body, types)
        self.lines.append("}")
        self.values += results

    def bound(self, number):
        name = self.add("i32", f"arith.constant {number} : i32")
        self.values.pop()
        if self.rng.random() < 0.4:  # hide it from the compiler
            name = self.add("i32", f"arith.addi {name}, %zero : i32")
            self.values.pop()
        return name

    def make_while(self):
        """Adds a loop that counts down from a small number."""
        types = self.types(0)
        names, inits = self.carried(types)
        passed = self.types(0)
        permuted = self.rng.random() < 0.25
        if permuted:
            passed = self.rng.sample(types, len(types))
        Control.count += 1
        n = Control.count
        start = self.bound(self.rng.choice([0, 1, 2, 4]))
        zero, one = self.bound(0), self.bound(1)
        all_types = ["i32", *types]
        results = self.open(
            ["i32", *passed],
            f"scf.while (%n{n} = {start}{', ' + inits if inits else ''}) : "
            f"({', '.join(all_types)}) -> ({', '.join(['i32', *passed])}) {{",
        )
        body = self.inner([(f"%n{n}", "i32"), *zip(names, types)])
        go = body.add("i1", f"arith.cmpi sgt, %n{n}, {zero} : i32")
        handed = body.operands(passed)
        if permuted or self.rng.random() < 0.3:
            # Yield the loop-carried values in another order.
            found = {t: [name for name, u in zip(names, types) if u == t] for t in passed}
            handed = ", ".join(
                self.rng.choice(found[t]) if found[t] else name for t, name in zip(passed, handed.split(", "))
            )
        if self.rng.random() < 0.3:
            # Pass the condition.
            handed = ", ".join(
                go if t == "i1" else name for t, name in zip(passed, handed.split(", "))
            )
        self.write(
            body,
            f"scf.condition({go}) %n{n}{', ' + handed if handed else ''} : {', '.join(['i32', *passed])}",
        )
        arguments = [(f"%m{n}", "i32"), *((f"%w{n}_{i}", t) for i, t in enumerate(passed))]
        self.lines += ["} do {", "^bb0(" + ", ".join(f"{a}: {t}" for a, t in arguments) + "):"]
        body = self.inner(arguments)
        if self.rng.random() < 0.4:
            # Compute the condition again, or its negation.
            predicate = self.rng.choice(["sgt", "sle"])
            body.add("i1", f"arith.cmpi {predicate}, %m{n}, {zero} : i32")
        less = body.add("i32", f"arith.subi %m{n}, {one} : i32")
        body.values.pop()
        names = body.operands(types)
        self.write(body, f"scf.yield {less}{', ' + names if names else ''} : {', '.join(all_types)}")
        self.lines.append("}")
        self.values += results


def make_control(seed):
    """Makes a program that is called with several arguments, unknown to the compiler."""
    rng = random.Random(f"control {seed}")
    Control.count = 0
    arguments = [("%a", "i32"), ("%b", "i32"), ("%x", "f64"), ("%p", "i1")]
    body = Control(rng, arguments, rng.choice([1, 2, 2, 3]))
    for _ in range(rng.randint(4, 14)):
        body.step()
    types = ["i32", "i32", "f64", "i1"]
    returned = body.operands(types)
    lines = "\n  ".join(body.lines)
    calls, results = [], []
    for i, (a, b, x, p) in enumerate([(0, 0, 1.5, 0), (1, 5, -0.25, 1), (-3, 2, 3.0, 0), (2, 2, 0.5, 1)]):
        calls += [
            f"%a{i} = arith.constant {a} : i32",
            f"%b{i} = arith.constant {b} : i32",
            f"%x{i} = arith.constant {float(x)} : f64",
            f"%p{i} = arith.constant {'true' if p else 'false'}",
            f"%r{i}:4 = func.call @f(%a{i}, %b{i}, %x{i}, %p{i}, %zero) : (i32, i32, f64, i1, i32) -> (i32, i32, f64, i1)",
        ]
        results += [(f"%r{i}#{j}", t) for j, t in enumerate(types)]
    names, kinds = ", ".join(n for n, _ in results), ", ".join(t for _, t in results)
    calls = "\n  ".join(calls)
    return (
        f"""func.func private @f(%a: i32, %b: i32, %x: f64, %p: i1, %zero: i32) -> (i32, i32, f64, i1) {{
  {lines}
  return {returned} : {', '.join(types)}
}}
func.func @run(%zero: i32) -> ({kinds}) {{
  {calls}
  return {names} : {kinds}
}}
""",
        ["--input=0"],
    )
