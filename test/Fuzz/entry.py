"""Builds the module that runs a random program.

@run takes the arguments of the program, and tangents or cotangents. It returns all results
of a request for derivatives.
"""

import random
import shlex

from tree import FLOATS, INDEX, extents, write_function

KINDS = {"primal": 2, "jvp": 4, "vjp": 8, "jvp jvp": 1, "vjp jvp": 2, "jvp vjp": 2, "vjp vjp": 1}


class Entry:
    """The module of one program. `kind` lists the modes from the outermost to the
    innermost."""

    def __init__(self, program, replaced=None, kind=None):
        self.rng = random.Random(f"entry of {program.seed}")
        (self.kind,) = self.rng.choices(list(KINDS), list(KINDS.values()))
        self.kind = kind or self.kind
        self.program = program
        self.texts = [write_function(f, False, replaced) for f in program.functions]
        self.parameters = [p.type for p in program.main.body.arguments]
        self.wrt = ", ".join(map(str, program.wrt))
        self.active = [self.parameters[i] for i in program.wrt]
        self.specs = [self.spec(type) for type in self.parameters]
        self.specs[0] = f"--input=index={program.n_size}"
        self.specs[1] = f"--input=index={program.m_size}"
        self.write()

    def write(self):
        """Writes one function per mode. The last one is called by @run."""
        callee, types = self.program.main.name, list(self.parameters)
        results = [v.type for v in self.program.main.body.passed]
        modes = [m for m in reversed(self.kind.split()) if m != "primal"]
        for mode in modes:
            floats = [t for t in results if t.is_float]
            seeds, made = (self.active, floats) if mode == "jvp" else (floats, self.active)
            inner = f"{callee}_{mode}"
            self.specs += map(self.spec, seeds)
            self.write_request(inner, mode, callee, types, seeds, results, made)
            # Only the derivatives of an inner request are differentiated again.
            callee, types, results = inner, types + list(seeds), [*results, *made]
        self.write_run(callee, types, results)

    def write_request(self, name, mode, callee, types, seeds, results, made):
        arguments = [f"%a{i}" for i in range(len(types))]
        more = [f"%d{i}" for i in range(len(seeds))]
        names = [f"%r{i}" for i in range(len(results) + len(made))]
        self.write_function(
            name,
            [*arguments, *more],
            [*types, *seeds],
            f"grad.{mode} @{callee}({', '.join(arguments)})"
            f" {'tangents' if mode == 'jvp' else 'cotangents'}({', '.join(more)})"
            f" {{wrt = array<i64: {self.wrt}>}}",
            names,
            [*results, *made],
        )

    def write_run(self, callee, types, results):
        arguments = [f"%a{i}" for i in range(len(types))]
        names = [f"%r{i}" for i in range(len(results))]
        text = f"func.call @{callee}({', '.join(arguments)})"
        self.write_function("run", arguments, types, text, names, results)

    def write_function(self, name, arguments, types, text, names, results):
        types, results = ([t.written(t.element) for t in part] for part in (types, results))
        signature = ", ".join(f"{a}: {t}" for a, t in zip(arguments, types))
        visibility = "" if name == "run" else "private "
        self.texts.append(
            f"func.func {visibility}@{name}({signature}) -> ({', '.join(results)}) {{\n"
            f"  {', '.join(names)} = {text} : ({', '.join(types)}) -> ({', '.join(results)})\n"
            f"  return {', '.join(names)} : {', '.join(results)}\n}}"
        )

    def spec(self, type):
        """Returns numbers that every float type represents exactly."""
        rng = self.rng
        if type == INDEX:
            return f"--input=index={rng.choice([0, 1, 2, 3, 4])}"
        if type.element not in FLOATS:
            return f"--input={type.element}={rng.choice([0, 1]) if type.element == 'i1' else rng.randrange(4)}"
        sizes = extents(type.shape or ())
        number = 1
        for size in sizes:
            number *= size
        numbers = [f"{rng.randint(-77, 77) / 64:g}" for _ in range(number)]
        prefix = "x".join([*map(str, sizes), type.element])
        return f"--input={prefix if type.shape is not None and sizes else type.element}={' '.join(numbers)}"

    def text(self):
        words = shlex.join(["--function=run", *self.specs])
        return f"// {self.kind}: {words}\n\n" + "\n\n".join(self.texts) + "\n"
