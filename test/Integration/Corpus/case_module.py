#!/usr/bin/env python3
"""Adds functions that request derivatives to the program of a case.

  case_module.py [--every=N] CASES   prints the modules of all cases, or of every
                                     N-th, separated by // -----

A case is a folder; README.md lists its files.
"""

import argparse
import json
import pathlib
import re


class Case:
    """A folder of the corpus.

    `modes` maps each mode of the case to its function, the .npy files of its
    arguments and the .npy files of its expected results.
    """

    def __init__(self, folder):
        self.folder = pathlib.Path(folder)
        about = json.loads((self.folder / "case.json").read_text())
        self.name = self.folder.name
        self.tolerance = about["tolerance"]
        self.wrt = about["wrt"]
        self.gradient_kind = about["hvp_of"]
        self.program = (self.folder / "program.mlir").read_text()

        signature = re.search(
            r"func\.func public @main\((.*?)\) -> (.*?) \{\n", self.program
        )
        self.arguments, self.results = map(types_in, signature.groups())
        self.points = [self.arguments[i] for i in self.wrt]
        self.slopes = [self.results[i] for i in about["results_with_tangent"]]

        arguments = self.files("in")
        results = self.files("out")
        cotangents = self.files("ct")
        tangents = self.files("tan")
        gradient = self.files("grad")
        seeds = []
        if self.gradient_kind == "vjp":
            gradient, seeds = self.files("vjp"), cotangents
        every_mode = {
            "primal": ("main", arguments, results),
            "vjp": ("main_vjp", arguments + cotangents, results + self.files("vjp")),
            "jvp": ("main_jvp", arguments + tangents, results + self.files("jvp")),
            "vag": ("main_vag", arguments, results + self.files("grad")),
            "hvp": (
                "main_hvp",
                arguments + seeds + tangents,
                gradient + self.files("hvp"),
            ),
        }
        self.modes = {mode: every_mode[mode] for mode in about["modes"]}

    def files(self, kind):
        """Returns the existing files KIND_0.npy, KIND_1.npy, ..."""
        found = []
        while (path := self.folder / f"{kind}_{len(found)}.npy").exists():
            found.append(path)
        return found

    def module(self):
        """Returns the program with the function of each mode."""
        functions = []
        if "vjp" in self.modes:
            functions.append(self.request("main_vjp", "vjp"))
        if "jvp" in self.modes:
            functions.append(self.request("main_jvp", "jvp"))
        if "vag" in self.modes:
            functions.append(self.request("main_vag", "value_and_grad"))
        if "hvp" in self.modes:
            functions += self.second_order()
        end = self.program.rindex("}")
        return self.program[:end] + "".join(functions) + self.program[end:]

    def request(self, name, kind, results_kept=None):
        """Returns a function that requests a derivative of @main."""
        seeds = {"vjp": self.slopes, "jvp": self.points, "value_and_grad": []}[kind]
        derivatives = self.slopes if kind == "jvp" else self.points
        return request_text(
            name, kind, "main", self.arguments, seeds, self.wrt,
            self.results + derivatives, results_kept,
        )  # fmt: skip

    def second_order(self):
        """Returns @main_gradient, and its derivative along the tangents."""
        gradient = self.request(
            "main_gradient",
            self.gradient_kind,
            results_kept=slice(len(self.results), None),
        )
        seeds = self.slopes if self.gradient_kind == "vjp" else []
        product = request_text(
            "main_hvp", "jvp", "main_gradient", self.arguments + seeds,
            self.points, self.wrt, self.points + self.points,
        )  # fmt: skip
        return [gradient, product]


def types_in(text):
    """Returns the types of a list of arguments or results; all are tensors."""
    return re.findall(r"tensor<[^<>]*>", text)


def request_text(name, kind, callee, arguments, seeds, wrt, results, kept=None):
    """Returns a function with one request that returns its results, or some of them."""
    parameters = [f"%arg{i}" for i in range(len(arguments) + len(seeds))]
    operands = ", ".join(parameters[: len(arguments)])
    if seeds:
        clause = {"vjp": "cotangents", "jvp": "tangents"}[kind]
        operands = f"{operands}) {clause}({', '.join(parameters[len(arguments):])}"
    values = [f"%r#{i}" for i in range(len(results))]
    kept = kept or slice(None)
    taken = ", ".join(arguments + seeds)
    signature = ", ".join(map(": ".join, zip(parameters, arguments + seeds)))
    returned = ", ".join(results[kept])
    return (
        f"  func.func @{name}({signature}) -> ({returned}) {{\n"
        f"    %r:{len(results)} = grad.{kind} @{callee}({operands})"
        f" {{wrt = array<i64: {', '.join(map(str, wrt))}>}}"
        f" : ({taken}) -> ({', '.join(results)})\n"
        f"    return {', '.join(values[kept])} : {returned}\n"
        f"  }}\n"
    )


def all_cases(folder):
    """Returns the cases below the folder, sorted by name."""
    return [Case(path.parent) for path in sorted(folder.glob("*/case.json"))]


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("cases", type=pathlib.Path)
    options = parser.parse_args()
    modules = [case.module() for case in all_cases(options.cases)[:: options.every]]
    print("\n// -----\n".join(modules), end="")


if __name__ == "__main__":
    main()
