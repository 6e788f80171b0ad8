#!/usr/bin/env python3
"""Checks that each pass declares the dialects whose ops it creates.

    check_dependent_dialects.py [ROOT [MLIR_INCLUDE]]

Creating an op of a dialect that is not loaded aborts the process. Tests do not show the
error if their input already has ops of the dialect. Therefore this script collects the
dialects whose ops a pass creates, in the pass's file and in the helpers that the file
includes. It compares them with `dependentDialects` in TableGen, and with the dialects that
the declared dialects load. Exits with 1 for a finding.
"""

import re
import sys
from pathlib import Path

# C++ namespace of each dialect class.
DIALECTS = {
    "AffineDialect": "affine",
    "ArithDialect": "arith",
    "BufferizationDialect": "bufferization",
    "ComplexDialect": "complex",
    "ControlFlowDialect": "cf",
    "FuncDialect": "func",
    "GPUDialect": "gpu",
    "GradDialect": "grad",
    "LLVMDialect": "LLVM",
    "LinalgDialect": "linalg",
    "MathDialect": "math",
    "MemRefDialect": "memref",
    "NVGPUDialect": "nvgpu",
    "NVVMDialect": "NVVM",
    "RuntimeDialect": "runtime",
    "SCFDialect": "scf",
    "TensorDialect": "tensor",
    "UBDialect": "ub",
    "VectorDialect": "vector",
}
# Dialects of ops that a helper creates only for other passes.
NOT_CREATED = {("DistributeToThreads", "gpu")}
DEPENDENT = re.compile(r"dependentDialects = \[(.*?)\]", re.DOTALL)
RECORD = r"^{} (\w+)(?:<[^>]*>)?\s*:\s*(\w+)[^{{]*\{{(.*?)^\}}"
# Matches Op::create, a pattern's replacement, and upstream functions that take a builder.
CREATION = (
    r"\b{0}::\w+::create\b|(?:create|replaceOpWithNewOp)<{0}::|"
    r"\b{0}::[a-z]\w*\(\s*(?:\w+\.)?(?:b|builder|rewriter|inner|at)\b"
)


def read_dialects(text):
    """Returns the namespaces of the dialects that a TableGen text depends on."""
    return {DIALECTS[name] for name in re.findall(r"\w+Dialect\b", text) if name in DIALECTS}


def read_records(file, kind):
    """Returns the name, base and body of each TableGen record in a file."""
    return re.findall(RECORD.format(kind), file.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE)


def read_loaded(folders):
    """Returns the dialects on which each dialect depends."""
    loaded = {}
    for file in sorted(file for folder in folders for file in folder.rglob("*.td")):
        for _, base, body in read_records(file, "def"):
            name = re.search(r'cppNamespace = "(?:::)?(?:mlir::|sg::)?(\w+)"', body)
            dependent = DEPENDENT.search(body)
            if base == "Dialect" and name and dependent:
                loaded[name[1]] = read_dialects(dependent[1])
    return loaded


def add_dependencies(dialects, loaded):
    """Adds the dialects that the dialects load, directly or indirectly."""
    while True:
        extended = dialects.union(*(loaded.get(dialect, set()) for dialect in dialects))
        if extended == dialects:
            return dialects
        dialects = extended


def read_passes(include):
    """Returns the dialects that each pass declares, by the name in its macro."""
    files = sorted(include.rglob("*.td"))
    classes = {name: body for file in files for name, _, body in read_records(file, "class")}
    passes = {}
    for file in files:
        for name, base, body in read_records(file, "def"):
            declared = DEPENDENT.search(body) or DEPENDENT.search(classes.get(base, ""))
            passes[name.upper()] = (name, read_dialects(declared[1]) if declared else set())
    return passes


def find_files(file, root, found):
    """Collects the file and the helpers that it includes, with their sources."""
    if file in found or not file.is_file():
        return
    found.add(file)
    for name in re.findall(r'#include "([^"]+)"', file.read_text(encoding="utf-8")):
        public = Path(name.removeprefix("sg/"))
        for header, source in (
            (file.parent / name, (file.parent / name).with_suffix(".cpp")),
            (root / "include" / public, (root / "lib" / public).with_suffix(".cpp")),
        ):
            if header.is_file() and "Dialect" not in header.parts:
                find_files(header, root, found)
                find_files(source, root, found)


def find_created(file):
    text = re.sub(r"//.*", "", file.read_text(encoding="utf-8"))
    return {name for name in DIALECTS.values() if re.search(CREATION.format(name), text)}


def findings(root, loaded):
    passes = read_passes(root / "include")
    count = 0
    for file in sorted((root / "lib").rglob("*.cpp")):
        for macro in re.findall(r"GEN_PASS_DEF_(\w+)", file.read_text(encoding="utf-8")):
            count += 1
            name, declared = passes[macro]
            declared_or_allowed = add_dependencies(declared, loaded) | {dialect for other, dialect in NOT_CREATED if other == name}
            helpers = set()
            find_files(file, root, helpers)
            for helper in sorted(helpers, key=lambda helper: (helper != file, helper)):
                for dialect in sorted(find_created(helper) - declared_or_allowed):
                    declared_or_allowed.add(dialect)
                    yield f"{helper.relative_to(root)}: creates ops of {dialect}, which {name} does not declare"
    if not count:
        yield f"{root}: no passes"


def main() -> int:
    if len(sys.argv) > 3:
        print(__doc__.strip(), file=sys.stderr)
        return 2
    root = Path(sys.argv[1] if len(sys.argv) > 1 else Path(__file__).parent.parent)
    mlir = Path(sys.argv[2] if len(sys.argv) > 2 else "/usr/lib/llvm-22/include")
    loaded = read_loaded([mlir / "mlir" / "Dialect", root / "include"])
    if "linalg" not in loaded:
        print(f"{mlir}: there are no dialects of MLIR", file=sys.stderr)
        return 2
    found = list(findings(root, loaded))
    print("\n".join(found) if found else "all passes declare the dialects of the ops they create")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
