"""Generates linalg.generic with all kinds of maps, results and bodies."""

from contractions import Contractions
from ops import Simple
from structures import ComputedExtremum, Generic
from tree import INDEX, Block, Type, count, extent
from values import Scope, argument

# Expressions for the next accumulator, given the accumulator {0} and a term {1}. The numbers
# keep sums small; combined() uses the same numbers.
COMBINERS = {
    "add": "{n0} = arith.mulf {1}, {2} : {t}\narith.addf {0}, {n0} : {t}",
    "added": "{n0} = arith.mulf {1}, {2} : {t}\narith.addf {n0}, {0} : {t}",
    "sub": "{n0} = arith.mulf {1}, {2} : {t}\narith.subf {0}, {n0} : {t}",
    "fma": "math.fma {1}, {2}, {0} : {t}",
    "mul": "{n0} = math.fma {1}, {6}, {3} : {t}\narith.mulf {0}, {n0} : {t}",
    "decay": "{n0} = arith.mulf {0}, {4} : {t}\nmath.fma {1}, {5}, {n0} : {t}",
    "sine": "{n0} = math.fma {1}, {2}, {0} : {t}\nmath.sin {n0} : {t}",
}


class Generics(Contractions):
    """linalg.generic ops. An expression of a map is a pair: its text, and the smallest size
    of a dimension that it indexes. The size is None if the size of the loop suffices."""

    def expression(self, loops, i=None):
        """Returns an expression of loop i, of any loop, of two loops, or of none."""
        rng = self.rng
        if i is None and (not loops or rng.random() < 0.15):
            return (str(number := rng.choice([0, 0, 1])), number + 1)
        both = i is None and rng.random() < 0.35
        i = rng.randrange(len(loops)) if i is None else i
        # Upstream's verifier rejects indices below 0 even if there is no iteration.
        if 0 in loops:
            return (f"d{i}", None)
        last = max(extent(loops[i]), 1) - 1
        kinds = ["plain", "reversed", "strided", "shifted"]
        if both:
            j = rng.randrange(len(loops))
            end = max(extent(loops[j]), 1) - 1
            a, b = rng.choice([(1, 1), (2, 1), (1, 2), (2, 3)])
            return rng.choice(
                [
                    (f"d{i} * {a} + d{j} * {b}", last * a + end * b + 1),
                    (f"d{i} - d{j} + {end}", last + end + 1),
                    (f"d{i} floordiv 2", last // 2 + 1),
                    (f"d{i} mod 2", 2),
                ]
            )
        kind = rng.choice(kinds)
        if kind == "reversed":
            return (f"d{i} * -1 + {last}", last + 1)
        if kind == "strided":
            first = rng.choice([0, 0, 1])
            return (f"d{i} * 2 + {first}", last * 2 + first + 1)
        if kind == "shifted":
            return (f"d{i} + 1", last + 2)
        return (f"d{i}", None)

    def shape_by(self, loops, expressions):
        """Returns sizes that contain the indices. A loop as an index gives the size of the
        loop."""
        shape = []
        for text, needed in expressions:
            if needed is None:
                size = extent(loops[int(text[1:])])
            else:
                size = needed + self.rng.choice([0, 0, 1])
            shape.append(self.random_size(size))
        return tuple(shape)

    def choose_loops(self, tensor):
        """Returns the loops over the tensor's dimensions, and perhaps one more."""
        loops = list(tensor.type.shape)
        if len(loops) < 3 and self.rng.random() < 0.3:
            more = self.random_size(self.rng.choice([1, 2, 3]))
            if count([*loops, more]) <= 1500:
                loops.append(more)
        return loops

    def choose_inputs(self, scope, tensor, loops):
        """Returns inputs and maps: the tensor, others with other maps, and one for each
        loop that needs an operand to determine its size."""
        rng = self.rng
        own = [f"d{i}" for i in range(len(tensor.type.shape))]
        inputs, maps = [tensor], [own]
        for _ in range(rng.choice([0, 1, 1, 2])):
            expressions = [self.expression(loops) for _ in range(rng.randint(0, 2))]
            element = rng.choice(self.floats)
            type = Type(element, self.shape_by(loops, expressions))
            if count(type.shape) <= 1500:
                inputs.append(self.ensure(scope, type))
                maps.append([text for text, _ in expressions])
        for i in range(len(tensor.type.shape), len(loops)):
            inputs.append(self.ensure(scope, Type(tensor.type.element, (loops[i],))))
            maps.append([f"d{i}"])
        return inputs, maps

    def choose_output(self, scope, loops, kept, element, reduces):
        """Returns an initial value and its map. Unless loops are left out, each element is
        written at most once."""
        rng = self.rng
        order = rng.sample(kept, len(kept))
        expressions = [(f"d{i}", None) for i in order]
        if rng.random() < 0.25:
            expressions = [self.expression(loops, i) for i in order]
            if rng.random() < 0.3:
                expressions.insert(rng.randrange(len(order) + 1), (str(c := rng.choice([0, 1])), c + 1))
        shape = self.shape_by(loops, expressions)
        covers = all(needed is None for _, needed in expressions)
        type = Type(element, shape)
        if reduces or not covers or rng.random() < 0.5:
            out = self.ensure(scope, type)
        else:
            out = self.empty(scope, type)
        return out, [text for text, _ in expressions]

    def generic(self, scope, tensor):
        rng = self.rng
        loops = self.choose_loops(tensor)
        if count(loops) > 3000:
            return None
        inputs, maps = self.choose_inputs(scope, tensor, loops)
        kept = [i for i in range(len(loops)) if rng.random() < 0.7]
        reduces = len(kept) < len(loops)
        iterators = ["parallel" if i in kept else "reduction" for i in range(len(loops))]
        element = tensor.type.element
        if reduces and not self.narrow and rng.random() < 0.15:
            return self.generic_extremum(scope, loops, inputs, maps, kept, iterators)
        outputs = []
        for _ in range(rng.choice([1, 1, 1, 2, 3])):
            out, map = self.choose_output(scope, loops, kept, element, reduces)
            outputs.append(out)
            maps.append(map)
        if not reduces and rng.random() < 0.1:
            self.overlap(scope, loops, outputs, maps, iterators)
        reduces = "reduction" in iterators
        block, inner = self.body(scope, inputs, outputs)
        running = block.arguments[len(inputs) :]
        # The body must not read the partial result of a reduction or the contents of
        # tensor.empty.
        hidden = [a for a, o in zip(running, outputs) if reduces or o in self.empties]
        inner.values = [v for v in inner.values if v not in hidden]
        self.fill_body(scope, inner, loops)
        terms = count([size for size, name in zip(loops, iterators) if name == "reduction"])
        for accumulator in running:
            value = self.collect(inner, self.ensure_scalar(inner, element))
            if reduces:
                value = self.combined(inner, accumulator, value, max(terms, 1), running)
            block.passed.append(value)
        op = Generic(inputs, outputs, maps, iterators, block)
        scope.add(op)
        for result in op.results if reduces else ():
            self.scaled(scope, result, 0.6)
        return op.results[0]

    def overlap(self, scope, loops, outputs, maps, iterators):
        """Makes several iterations write the same elements of an output."""
        # Upstream's verifier rejects indices below 0 even if there is no iteration.
        if len(loops) != 2 or len(outputs) != 1 or 0 in loops:
            return
        sizes = [max(extent(size), 1) for size in loops]
        shape = (self.random_size(sizes[0] + sizes[1] - 1),)
        outputs[:] = [self.ensure(scope, Type(outputs[0].type.element, shape))]
        maps[-1] = ["d0 + d1"]
        iterators[:] = ["reduction"] * 2

    def body(self, scope, inputs, outputs):
        block = Block([argument(v.type.scalar) for v in [*inputs, *outputs]])
        inner = Scope(block, scope)
        inner.scalars_only = True
        return block, inner

    def fill_body(self, scope, inner, loops):
        rng = self.rng
        for i in range(len(loops)):
            if rng.random() < 0.15:
                inner.add(Simple(INDEX, [], f"linalg.index {i} : index"))
        if rng.random() < 0.2:
            self.element_at(inner, scope, rng.choice(self.floats))
        self.grow_scalars(inner, rng.randint(0, 3))

    def combined(self, scope, running, value, terms, others):
        """Returns the next value of an accumulator."""
        rng = self.rng
        kind = rng.choice([*COMBINERS, "add", "added", "chosen", "coupled", "stopped", "kept"])
        numbers = [0.7 / terms, 1.0, 0.75, 0.25, 0.2 / terms]
        if kind == "kept" and rng.random() < 0.3:
            return running
        if kind == "coupled" and rng.random() < 0.5:
            other = self.converted(scope, rng.choice(others), value.type.element)
            value = self.binary(scope, value, other, "mean")
            kind = "decay"
        if kind == "stopped":
            self.stop(scope, running)
            value = self.binary(scope, value, scope.values[-1], "mean")
            kind = "decay"
        text = COMBINERS.get(kind, COMBINERS["add"])
        factors = [self.constant(scope, running.type, number) for number in numbers]
        value = self.converted(scope, value, running.type.element)
        made = scope.add(Simple(running.type, [running, value, *factors], text))
        if kind == "chosen":
            condition = self.condition(scope)
            text = "arith.select {0}, {1}, {2} : {t}"
            made = scope.add(Simple(running.type, [condition, made, running], text))
        return made

    def generic_extremum(self, scope, loops, inputs, maps, kept, iterators):
        element = inputs[0].type.element
        out, map = self.choose_output(scope, loops, kept, element, True)
        block, inner = self.body(scope, inputs, [out])
        inner.values.pop()
        self.fill_body(scope, inner, loops)
        block.passed = [self.collect(inner, self.ensure_scalar(inner, element))]
        name = self.rng.choice(["maximumf", "minimumf", "maxnumf"])
        op = ComputedExtremum(name, inputs, out, [*maps, map], iterators, block, loops)
        return scope.add(op)

