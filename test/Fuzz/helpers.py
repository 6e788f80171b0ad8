"""Defines functions that the modules of fuzz.py call: inner products, steps, arguments."""

from tree import is_dynamic

POOL = 61  # a prime, so that every stride visits all elements


def tensor_name(type, element):
    return "x".join([*("d" if is_dynamic(d) else str(d) for d in type.shape), element])


class Helpers:
    """The helper functions by name. Their text is written on first use."""

    def __init__(self):
        self.helpers = {}

    def loops(self, type):
        rank = len(type.shape)
        loops = ", ".join(f"d{i}" for i in range(rank))
        return (
            f"affine_map<({loops}) -> ({loops})>",
            f"affine_map<({loops}) -> ()>",
            rank,
        )

    def dot(self, type):
        name = f"dot_{tensor_name(type, 'f64')}"
        if name not in self.helpers:
            whole, none, rank = self.loops(type)
            t = type.written("f64")
            iterators = ", ".join(['"reduction"'] * rank)
            self.helpers[name] = (
                f"func.func private @{name}(%a: {t}, %b: {t}) -> f64 {{\n"
                "  %zero = arith.constant dense<0.0> : tensor<f64>\n"
                f"  %r = linalg.generic {{indexing_maps = [{whole}, {whole}, {none}], "
                f"iterator_types = [{iterators}]}} ins(%a, %b : {t}, {t}) outs(%zero : tensor<f64>) {{\n"
                "  ^bb0(%x: f64, %y: f64, %s: f64):\n"
                "    %p = arith.mulf %x, %y : f64\n"
                "    %q = arith.addf %p, %s : f64\n"
                "    linalg.yield %q : f64\n"
                "  } -> tensor<f64>\n"
                "  %y = tensor.extract %r[] : tensor<f64>\n"
                "  return %y : f64\n}"
            )
        return name

    def moved(self, type):
        """Returns a function that computes x + a v."""
        name = f"moved_{tensor_name(type, 'f64')}"
        if name not in self.helpers:
            whole, _, rank = self.loops(type)
            t = type.written("f64")
            iterators = ", ".join(['"parallel"'] * rank)
            self.helpers[name] = (
                f"func.func private @{name}(%x: {t}, %a: f64, %v: {t}) -> {t} {{\n"
                f"  %r = linalg.generic {{indexing_maps = [{whole}, {whole}], "
                f"iterator_types = [{iterators}]}} ins(%v : {t}) outs(%x : {t}) {{\n"
                "  ^bb0(%y: f64, %s: f64):\n"
                "    %p = arith.mulf %y, %a : f64\n"
                "    %q = arith.addf %p, %s : f64\n"
                "    linalg.yield %q : f64\n"
                f"  }} -> {t}\n"
                f"  return %r : {t}\n}}"
            )
        return name

    def input(self, type):
        name = f"input_{tensor_name(type, 'f64')}"
        if name not in self.helpers:
            t = type.written("f64")
            sizes = [f"%n{i}" for i, d in enumerate(type.shape) if is_dynamic(d)]
            head = "".join(f", {s}: index" for s in sizes)
            indices = ", ".join(f"%i{i}: index" for i in range(len(type.shape)))
            lines = ["%s0 = arith.addi %offset, %c0 : index"]
            for i, stride in enumerate((1, 7, 19, 37, 11, 29)[: len(type.shape)]):
                lines += [
                    f"%k{i} = arith.constant {stride} : index",
                    f"%m{i} = arith.muli %i{i}, %k{i} : index",
                    f"%s{i + 1} = arith.addi %s{i}, %m{i} : index",
                ]
            lines += [
                f"%p = arith.remui %s{len(type.shape)}, %size : index",
                f"%e = tensor.extract %pool[%p] : tensor<{POOL}xf64>",
                "tensor.yield %e : f64",
            ]
            body = "\n".join("    " + line for line in lines)
            self.helpers[name] = (
                f"func.func private @{name}(%pool: tensor<{POOL}xf64>, %offset: index{head}) -> {t} {{\n"
                "  %c0 = arith.constant 0 : index\n"
                f"  %size = arith.constant {POOL} : index\n"
                f"  %r = tensor.generate {', '.join(sizes)} {{\n"
                f"  ^bb0({indices}):\n{body}\n  }} : {t}\n"
                f"  return %r : {t}\n}}"
            )
        return name
