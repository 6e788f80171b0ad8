"""Reduces a program while it fails in the same way."""

import time

from ops import Literal
from tree import Block, nested_ops


class Reducer:
    """Reduces a program. `fails(replaced)` runs the program with values replaced by others.
    The reduction ends after about `seconds`."""

    def __init__(self, program, fails, seconds=120):
        self.program, self.fails = program, fails
        self.replaced = {}
        self.end = time.monotonic() + seconds

    def run(self):
        while self.drop_arguments() | self.replace_values():
            if time.monotonic() > self.end:
                break
        return self.replaced

    def drop_arguments(self):
        """Removes arguments from the differentiated ones."""
        changed = False
        for position in list(self.program.wrt):
            before = self.program.wrt
            if len(before) > 1 and time.monotonic() < self.end:
                self.program.wrt = [p for p in before if p != position]
                if self.fails(self.replaced):
                    changed = True
                else:
                    self.program.wrt = before
        return changed

    def replace_values(self):
        changed = False
        for function in reversed(self.program.functions):
            changed |= self.replace_in(function.body, function.body.arguments)
        return changed

    def replace_in(self, block: Block, visible):
        """Replaces values of a block, from the last to the first, then values of nested
        blocks."""
        changed = False
        before = [*visible, *(v for v in block.arguments if v not in visible)]
        made = [r for op in block.ops for r in op.results]
        for op in reversed(list(block.ops)):
            made = made[: len(made) - len(op.results)]
            if isinstance(op, Literal):
                continue
            for result in op.results:
                if result not in self.replaced:
                    changed |= self.replace(block, op, result, before + made)
        for op in list(block.ops):
            if not all(result in self.replaced for result in op.results):
                for inner in op.blocks:
                    changed |= self.replace_in(inner, before + made)
            made += op.results
        return changed

    def replace(self, block, op, result, visible):
        """Replaces a result by an operand, by a constant, or by the nearest value of the
        same type."""
        same = [v for v in op.operands if v.type == result.type]
        literal = Literal(result.type)
        near = [v for v in reversed(visible) if v.type == result.type and v not in same]
        for other in [*same, literal.results[0], *near[:1]]:
            if time.monotonic() > self.end:
                return False
            position = block.ops.index(op)
            if other is literal.results[0]:
                block.ops.insert(position, literal)
            self.replaced[result] = other
            if self.fails(self.replaced):
                return True
            del self.replaced[result]
            if other is literal.results[0]:
                block.ops.remove(literal)
        return False

    def size(self):
        return sum(1 for f in self.program.functions for _ in nested_ops(f.body))
