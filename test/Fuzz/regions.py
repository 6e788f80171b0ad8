"""Defines ops with regions, in both forms of a program (tree.py)."""

from tree import INDEX, Op, Value, arrow, assigned


class If(Op):
    def __init__(self, condition, then, otherwise):
        self.operands = [condition]
        self.blocks = [then, otherwise]
        self.results = [Value(v.type) for v in then.passed]

    def write(self, w):
        (condition,) = w.names(self.operands)
        results = w.define(self.results)
        types = arrow(w.types(self.results))
        w.line(f"{assigned(results)}scf.if {condition}{types} {{")
        w.block(self.blocks[0], "scf.yield")
        w.line("} else {")
        w.block(self.blocks[1], "scf.yield")
        w.line("}")


class For(Op):
    """scf.for. The block's arguments are the induction variable and the loop-carried
    values."""

    def __init__(self, bounds, inits, block, attribute=""):
        self.operands = [*bounds, *inits]
        self.blocks = [block]
        self.results = [Value(v.type) for v in inits]
        self.attribute = attribute

    def write(self, w):
        (block,) = self.blocks
        lower, upper, step = w.names(self.operands[:3])
        inits = w.names(self.operands[3:])
        results = w.define(self.results)
        (induction,) = w.define(block.arguments[:1])
        carries = w.define(block.arguments[1:])
        head = f"{assigned(results)}scf.for {induction} = {lower} to {upper} step {step}"
        if inits:
            pairs = ", ".join(f"{c} = {i}" for c, i in zip(carries, inits))
            head += f" iter_args({pairs}){arrow(w.types(self.results))}"
        bound = block.arguments[0].type
        if bound != INDEX:
            head += f" : {w.type(bound)}"
        w.line(head + " {")
        w.block(block, "scf.yield")
        w.line("}" if w.frozen else f"}}{self.attribute}")


class While(Op):
    """scf.while. The first block yields a condition and the arguments of the second
    block."""

    def __init__(self, inits, before, after, attribute=""):
        self.operands = list(inits)
        self.blocks = [before, after]
        self.results = [Value(v.type) for v in before.passed[1:]]
        self.attribute = attribute

    def write(self, w):
        before, after = self.blocks
        inits = w.names(self.operands)
        results = w.define(self.results)
        carries = w.define(before.arguments)
        pairs = ", ".join(f"{c} = {i}" for c, i in zip(carries, inits))
        ins = ", ".join(w.types(self.operands))
        outs = ", ".join(w.types(self.results))
        w.line(f"{assigned(results)}scf.while ({pairs}) : ({ins}) -> ({outs}) {{")
        w.block(before)
        (condition,) = w.names(before.passed[:1])
        w.terminator(f"scf.condition({condition})", before.passed[1:])
        w.line("} do {")
        arguments = w.define(after.arguments)
        types = w.types(after.arguments)
        w.line(f"^bb0({', '.join(f'{a}: {t}' for a, t in zip(arguments, types))}):")
        w.block(after, "scf.yield")
        attribute = "" if w.frozen or not self.attribute else f" attributes{self.attribute}"
        w.line("}" + attribute)


class Switch(Op):
    """scf.index_switch. The last block is the default."""

    def __init__(self, index, cases, blocks):
        self.operands = [index]
        self.cases = cases
        self.blocks = blocks
        self.results = [Value(v.type) for v in blocks[0].passed]

    def write(self, w):
        (index,) = w.names(self.operands)
        results = w.define(self.results)
        types = ", ".join(w.types(self.results))
        types = f" -> {types}" if types else ""
        w.line(f"{assigned(results)}scf.index_switch {index}{types}")
        for label, block in zip([*(f"case {c}" for c in self.cases), "default"], self.blocks):
            w.line(f"{label} {{")
            w.block(block, "scf.yield")
            w.line("}")


class Region(Op):
    """grad.checkpoint and scf.execute_region."""

    def __init__(self, checkpoint, block):
        self.checkpoint = checkpoint
        self.blocks = [block]
        self.results = [Value(v.type) for v in block.passed]

    def write(self, w):
        (block,) = self.blocks
        if w.frozen:
            w.block(block)
            for result, passed in zip(self.results, block.passed):
                for view in w.copies(result):
                    w.bind(result, view, w.name(passed, view))
            return
        results = w.define(self.results)
        types = w.types(self.results)
        if self.checkpoint:
            w.line(f"{assigned(results)}grad.checkpoint {{")
            w.block(block, "grad.yield")
            w.line("}" + (f" : {', '.join(types)}" if types else ""))
        else:
            w.line(f"{assigned(results)}scf.execute_region{arrow(types)} {{")
            w.block(block, "scf.yield")
            w.line("}")


class Forall(Op):
    """scf.forall over the first dimension of a tensor. The block's arguments are the index
    and the current tensor. The block yields the slice at the index. `sizes` are the sizes
    of the other dimensions, in which {0} ... are the last operands."""

    def __init__(self, upper, tensor, block, sizes, operands):
        self.operands = [upper, tensor, *operands]
        self.blocks = [block]
        self.results = [Value(tensor.type)]
        self.sizes = sizes

    def write(self, w):
        (block,) = self.blocks
        (upper,) = w.names(self.operands[:1])
        tensors = w.names(self.operands[1:2])
        sizes = [s.format(*w.names(self.operands[2:])) for s in self.sizes]
        results = w.define(self.results)
        (index,) = w.define(block.arguments[:1])
        running = w.define(block.arguments[1:])
        pairs = ", ".join(f"{r} = {t}" for r, t in zip(running, tensors))
        types = w.types(self.results)
        w.line(
            f"{assigned(results)}scf.forall ({index}) in ({upper}) shared_outs({pairs}){arrow(types)} {{"
        )
        w.block(block)
        w.line("scf.forall.in_parallel {")
        (part,) = block.passed
        for name, into in zip(w.names([part]), running):
            offsets = ", ".join([index, *["0"] * len(sizes)])
            extents, strides = ", ".join(["1", *sizes]), ", ".join(["1"] * (1 + len(sizes)))
            w.line(
                f"tensor.parallel_insert_slice {name} into {into}[{offsets}] [{extents}] [{strides}]"
                f" : {w.type(part.type)} into {types[0]}"
            )
        w.line("}")
        w.line("}")


class Parallel(Op):
    """scf.parallel that adds the values that the block yields to the initial values."""

    def __init__(self, bounds, inits, block):
        self.operands = [*bounds, *inits]
        self.blocks = [block]
        self.results = [Value(v.type) for v in inits]

    def write(self, w):
        (block,) = self.blocks
        lower, upper, step = w.names(self.operands[:3])
        inits = w.names(self.operands[3:])
        results = w.define(self.results)
        (index,) = w.define(block.arguments)
        types = w.types(self.results)
        w.line(
            f"{assigned(results)}scf.parallel ({index}) = ({lower}) to ({upper}) step ({step})"
            f" init ({', '.join(inits)}){arrow(types)} {{"
        )
        w.block(block)
        w.line(f"scf.reduce({', '.join(w.names(block.passed))} : {', '.join(types)}) {{")
        for i, type in enumerate(types):
            left, right, sum = w.fresh(), w.fresh(), w.fresh()
            if i:
                w.line("}, {")
            w.line(f"^bb0({left}: {type}, {right}: {type}):")
            w.line(f"{sum} = arith.addf {left}, {right} : {type}")
            w.line(f"scf.reduce.return {sum} : {type}")
        w.line("}")
        w.line("}")
