"""Defines structured ops, in both forms of a program (tree.py)."""

from ops import Simple
from tree import Op, Type, Value, assigned, extent, is_dynamic


def written_map(loops, results):
    names = ", ".join(f"d{i}" for i in range(loops))
    return f"affine_map<({names}) -> ({', '.join(results)})>"


class Generic(Op):
    """linalg.generic. A map is a list of its expressions. The block's arguments are one
    scalar per input and output."""

    def __init__(self, inputs, outputs, maps, iterators, block):
        self.inputs, self.outputs = list(inputs), list(outputs)
        self.maps, self.iterators = maps, iterators
        self.blocks = [block]
        self.results = [Value(v.type) for v in outputs]

    @property
    def operands(self):
        return self.inputs + self.outputs

    def write(self, w):
        (block,) = self.blocks
        maps = [m for m, v in zip(self.maps, self.operands) for _ in w.copies(v)]
        names = w.names(self.inputs), w.names(self.outputs)
        types = w.types(self.inputs), w.types(self.outputs)
        results = w.define(self.results)
        write_generic(w, results, maps, self.iterators, names, types)
        arguments = w.define(block.arguments)
        pairs = zip(arguments, w.types(block.arguments))
        w.line(f"^bb0({', '.join(f'{a}: {t}' for a, t in pairs)}):")
        self.finish(w, block)
        w.line(f"}} -> ({', '.join(w.types(self.results))})")

    def finish(self, w, block):
        w.block(block, "linalg.yield")


def write_generic(w, results, maps, iterators, names, types):
    """Writes the text before the body."""
    maps = ", ".join(written_map(len(iterators), m) for m in maps)
    iterators = ", ".join(f'"{i}"' for i in iterators)
    ins, outs = (f"({', '.join(n)} : {', '.join(t)})" for n, t in zip(names, types))
    ins = f" ins{ins}" if names[0] else ""
    w.line(
        f"{assigned(results)}linalg.generic {{indexing_maps = [{maps}], "
        f"iterator_types = [{iterators}]}}{ins} outs{outs} {{"
    )


class Extremum(Op):
    """The extremum of the elements of a tensor and an initial value. Equal elements share
    the derivative equally. `text` is its template: {0} is the tensor, {1} the initial
    value, {2} a tensor with the sizes of a window, if there is one."""

    def __init__(self, operands, text, maps, iterators):
        self.operands = list(operands)
        self.text, self.maps, self.iterators = text, maps, iterators
        self.results = [Value(operands[1].type)]

    def write(self, w):
        if not w.frozen:
            return self.write_plain(w, w.views[0])
        self.write_plain(w, w.views[-1])
        if len(w.views) > 1:
            self.write_chosen(w)

    def write_plain(self, w, view):
        (result,) = self.results
        types = {f"t{i}": w.type(o.type) for i, o in enumerate(self.operands)}
        operands = [w.name(o, view) for o in self.operands]
        name = w.fresh()
        w.line(f"{name} = {self.text.format(*operands, **types)}")
        w.bind(result, view, name)

    def write_chosen(self, w):
        """Writes the mean at x of the elements that are the extremum at x0."""
        (result,) = self.results
        tensor, init, *window = self.operands
        x, init_x = (w.name(o, w.views[0]) for o in (tensor, init))
        x0, init_x0, extremum = (w.name(o, w.views[-1]) for o in (tensor, init, result))
        t, element = w.type(result.type), w.type(result.type.scalar)
        rank = len(result.type.shape)
        every = [f"d{i}" for i in range(rank)]
        counts, sums = w.fresh(), w.fresh()
        write_generic(
            w, [counts, sums], [every] * 5, ["parallel"] * rank,
            ([init_x, init_x0, extremum], [extremum] * 2), ([t] * 3, [t] * 2),
        )  # fmt: skip
        w.line(f"^bb0(%x: {element}, %b: {element}, %m: {element}, %c: {element}, %s: {element}):")
        self.write_part(w, element)
        w.line(f"linalg.yield %qc, %qs : {element}, {element}\n}} -> ({t}, {t})")
        more = [w.name(o, w.views[-1]) for o in window]
        source, out, *rest = self.maps
        wide = w.type(tensor.type)
        all_counts, all_sums, mean = w.fresh(), w.fresh(), w.fresh()
        write_generic(
            w, [all_counts, all_sums], [source, source, *rest, out, out, out], self.iterators,
            ([x, x0, *more, extremum], [counts, sums]),
            ([wide, wide, *(w.type(o.type) for o in window), t], [t, t]),
        )  # fmt: skip
        extra = "".join(f"%w{i}: {element}, " for i in range(len(window)))
        w.line(
            f"^bb0(%x: {element}, %b: {element}, {extra}%m: {element}, %c: {element}, %s: {element}):"
        )
        self.write_part(w, element)
        w.line(f"%c2 = arith.addf %c, %qc : {element}\n%s2 = arith.addf %s, %qs : {element}")
        w.line(f"linalg.yield %c2, %s2 : {element}, {element}\n}} -> ({t}, {t})")
        w.line(f"{mean} = arith.divf {all_sums}, {all_counts} : {t}")
        w.bind(result, w.views[0], mean)

    @staticmethod
    def write_part(w, element):
        w.line(f"%zero = arith.constant 0.0 : {element}\n%one = arith.constant 1.0 : {element}")
        w.line(f"%q = arith.cmpf oeq, %b, %m : {element}")
        w.line(f"%qc = arith.select %q, %one, %zero : {element}")
        w.line(f"%qs = arith.select %q, %x, %zero : {element}")


class ComputedExtremum(Generic):
    """linalg.generic with one output. It computes the extremum of the values that its block
    yields and of the initial value. `loops` are the sizes of the loops."""

    def __init__(self, name, inputs, output, maps, iterators, block, loops):
        super().__init__(inputs, [output], maps, iterators, block)
        self.combiner, self.loops = name, loops

    def write(self, w):
        if not w.frozen:
            return super().write(w)
        (block,) = self.blocks
        element = block.passed[0].type.element
        term = Type(element, tuple(self.loops))
        sizes = [Simple(Type("index"), [], f"arith.constant {extent(s)} : index")
                 for s in self.loops if is_dynamic(s)]  # fmt: skip
        places = ", ".join(f"{{{i}}}" for i in range(len(sizes)))
        empty = Simple(term, [s.results[0] for s in sizes], f"tensor.empty({places}) : {{t}}")
        all_loops = [f"d{i}" for i in range(len(self.loops))]
        parallel = ["parallel"] * len(self.loops)
        terms = Generic(self.inputs, empty.results, [*self.maps[:-1], all_loops], parallel, block)
        reducer = Extremum(
            [terms.results[0], *self.outputs],
            self.reduction_text(all_loops),
            [all_loops, self.maps[-1]],
            self.iterators,
        )
        reducer.results = self.results
        for op in (*sizes, empty, terms, reducer):
            op.write(w)

    def reduction_text(self, all_loops):
        maps = ", ".join(written_map(len(self.loops), m) for m in (all_loops, self.maps[-1]))
        iterators = ", ".join(f'"{i}"' for i in self.iterators)
        return (
            f"linalg.generic {{{{indexing_maps = [{maps}], iterator_types = [{iterators}]}}}}"
            " ins({0} : {t0}) outs({1} : {t1}) {{\n^bb0(%x: f64, %y: f64):\n"
            f"%z = arith.{self.combiner} %x, %y : f64\nlinalg.yield %z : f64\n}}}} -> {{t1}}"
        )

    def finish(self, w, block):
        w.block(block)
        (term,), (running,) = w.names(block.passed), w.names(block.arguments[-1:])
        name, type = w.fresh(), w.type(block.passed[0].type)
        w.line(f"{name} = arith.{self.combiner} {running}, {term} : {type}")
        w.line(f"linalg.yield {name} : {type}")
