#!/usr/bin/env python3
"""Checks that includes respect the layers.

    check_layers.py [ROOT]

A folder of include/ and lib/ is a layer. It may include only the layers in its row of
LAYERS. A lower layer never includes a higher one. In particular, Transforms never includes
Rules: the engine uses interfaces only. A public header includes no header of lib/. No
header includes itself, directly or indirectly. A source and its header count as one file. The
files of a layer have no cyclic dependencies, except in CYCLIC_LAYERS. Exits with 1
for a finding.
"""

import re
import sys
from pathlib import Path

LAYERS = {
    "Config.h": set(),
    "Support": {"Version.h"},
    "Dialect": set(),
    "Dialect/Runtime": set(),
    "StructuredOps": {"Dialect"},
    "ArrayOps": {"Dialect", "StructuredOps"},
    "Rules": {"Dialect", "StructuredOps"},
    "Rules/Linalg": {"Dialect", "StructuredOps", "Rules"},
    "Rules/SCF": {"Dialect", "StructuredOps", "Rules"},
    "Analysis": {"Dialect"},
    "Transforms": {"Support", "Dialect", "StructuredOps", "Analysis"},
    "Diagnostics": {"Support", "Dialect", "Analysis", "Transforms"},
    "Freeze": {"Dialect", "StructuredOps", "Analysis", "Transforms"},
    "Conversion": {"Dialect", "StructuredOps", "Analysis", "Transforms"},
    "AD": {"Dialect", "Rules", "Transforms", "Conversion"},
    "TransformOps": {"Dialect", "Transforms"},
    "Runtime": {"Config.h", "Support"},
    "Runtime/Call": {"Runtime"},
    "Runtime/Emulator": {"Runtime", "Runtime/Call"},
    "Runtime/CUDA": {"Runtime"},
    "Runtime/Device": {"Runtime", "Runtime/Call"},
    "Runtime/Arrays": {"Runtime", "Support"},
    "Runtime/NativeCode": {"Config.h", "Runtime", "Runtime/Call", "Support"},
    "CodeGen/Analysis": {"Analysis"},
    "CodeGen/Tensor": {"StructuredOps"},
    "CodeGen/Bufferization": {"Support", "Dialect/Runtime", "CodeGen/Analysis"},
    "CodeGen/ABI": {"Support", "Dialect/Runtime", "CodeGen/Analysis", "Runtime"},
    "CodeGen/CPU/Tiling": {"Support", "StructuredOps", "CodeGen/Analysis"},
    "CodeGen/CPU/Fusion": {"Support", "StructuredOps", "CodeGen/Analysis", "CodeGen/CPU/Tiling"},
    "CodeGen/CPU/Threading": {"Support", "StructuredOps", "CodeGen/Analysis", "CodeGen/CPU/Tiling", "CodeGen/CPU/Fusion"},
    "CodeGen/GPU/Kernels": {"Support", "StructuredOps", "CodeGen/Analysis", "Runtime"},
    "CodeGen/GPU/Host": {"CodeGen/Analysis", "CodeGen/GPU/Kernels"},
    "CodeGen/GPU/Emulation": {"CodeGen/Analysis", "CodeGen/GPU/Host", "Runtime"},
    "CodeGen/Math": set(),
    "CodeGen/Verification": {"StructuredOps", "CodeGen/Analysis", "Analysis", "Runtime"},
    "CodeGen": {"Config.h", "CodeGen/*"},
    "Interpreter/Machine": {"Runtime"},
    "Interpreter/Ops": {"Dialect", "Dialect/Runtime", "Interpreter/Machine", "Runtime"},
    "Interpreter": {"Dialect", "Interpreter/*", "Runtime"},
    "Pipelines": {"Config.h", "Support", "Dialect", "Analysis", "Transforms", "Diagnostics", "Conversion", "CodeGen"},
    "Compiler": {"Config.h", "Support", "Dialect", "Transforms", "CodeGen", "Pipelines", "Runtime"},
    "GradientCheck": {"Support", "Dialect", "Analysis", "Transforms", "Freeze", "Compiler", "Runtime"},
    "Version.h": set(),
    "Register.h": {"Config.h", "Dialect/Runtime", "Conversion", "AD", "Diagnostics", "Freeze", "TransformOps", "CodeGen", "Pipelines"},
    "sg-c": {"Runtime"},
    "Builder": {"sg-c"},
    "Builder.h": {"Builder"},
    "CAPI": {"ArrayOps", "sg-c", "Version.h", "Register.h", "Support", "Dialect", "Runtime", "Transforms", "Diagnostics", "CodeGen", "Pipelines", "Compiler", "GradientCheck"},
    "tools": {"Config.h", "Version.h", "Register.h", "Support", "Runtime", "Dialect", "Analysis", "Transforms", "Diagnostics", "Freeze", "CodeGen", "Interpreter", "Pipelines", "Compiler", "GradientCheck"},
}
# Layers whose files may include each other in cycles.
CYCLIC_LAYERS = {"Analysis", "CodeGen", "CodeGen/Analysis", "CodeGen/Math", "Compiler", "Diagnostics", "GradientCheck"}
CYCLIC_LAYERS |= {"Interpreter", "Interpreter/Machine", "Runtime"}
INCLUDE = re.compile(r'^\s*#\s*include\s+"([^"]+)"', re.MULTILINE)


def layer_of(path: Path) -> str:
    """Returns the layer of a path, relative to the root or as written in an include."""
    first = path.parts[0]
    if first == "tools" or path.parts[:2] == ("include", "sg-c"):
        return first if first == "tools" else "sg-c"
    below = path.parts[1:] if first in ("include", "lib", "sg") else path.parts
    if Path(below[0]).stem == "Register":
        return "Register.h"
    folders = below[:-1] if len(below) > 1 else below
    names = ["/".join(folders[:i]) for i in range(len(folders), 0, -1)]
    return next((name for name in names if name in LAYERS), names[-1])


def may_include(layer: str, other: str) -> bool:
    return other == layer or any(
        other == name or (name == "CodeGen" or name.endswith("/*")) and other.startswith(name.rstrip("*"))
        for name in LAYERS[layer]
    )


def find_public(root: Path, name: str) -> Path:
    """Returns the header that is included as sg/... or sg-c/..."""
    return root / "include" / name.removeprefix("sg/")


def findings(root: Path):
    files = [
        file
        for folder in ("include", "lib", "tools")
        for file in sorted((root / folder).rglob("*"))
        if file.suffix in (".h", ".cpp", ".td")
    ]
    if not files:
        yield f"{root}: no sources"
    for file in files:
        here = file.relative_to(root)
        layer = layer_of(here)
        if layer not in LAYERS:
            yield f"{here}: '{layer}' is not a layer; add it to LAYERS in {Path(__file__).name}"
            continue
        text = file.read_text(encoding="utf-8")
        for match in INCLUDE.finditer(text):
            name = match[1]
            line = text.count("\n", 0, match.start()) + 1
            if name.startswith(("mlir/", "mlir-c/", "llvm/")):
                continue
            is_generated = name.endswith(".inc")
            if (file.parent / name).exists() or (root / "lib" / layer / name).exists():
                if here.parts[0] == "include" and not find_public(root, name).exists():
                    yield f"{here}:{line}: a public header includes '{name}', which is private"
                continue
            is_generated |= find_public(root, name + ".in").exists()
            if not is_generated and not find_public(root, name).exists():
                yield f"{here}:{line}: there is no '{name}' in include/"
                continue
            other = layer_of(Path(name))
            if not may_include(layer, other):
                yield f"{here}:{line}: {layer} must not include {other} ('{name}')"


def includes_between_files(root: Path, layer: str) -> dict:
    """Returns the includes between the files of a layer, by file name without extension."""
    graph = {}
    for folder in (root / "include" / layer, root / "lib" / layer):
        for file in sorted(folder.rglob("*")):
            if file.suffix not in (".h", ".cpp"):
                continue
            included = graph.setdefault(file.stem, set())
            for match in INCLUDE.finditer(file.read_text(encoding="utf-8")):
                name = Path(match[1])
                is_own = len(name.parts) == 1 or match[1].startswith(f"sg/{layer}/")
                if name.suffix == ".h" and is_own and name.stem != file.stem:
                    included.add(name.stem)
    return graph


def reachable(graph: dict, start: str) -> set:
    found, new = set(), [start]
    while new:
        for name in graph.get(new.pop(), ()):
            if name not in found:
                found.add(name)
                new.append(name)
    return found


def find_cycles(root: Path):
    for layer in sorted(LAYERS.keys() - CYCLIC_LAYERS):
        graph = includes_between_files(root, layer)
        reached = {name: reachable(graph, name) for name in graph}
        remaining = {name for name in graph if name in reached[name]}
        while remaining:
            first = min(remaining)
            cycle = {name for name in remaining if name in reached[first] and first in reached[name]}
            yield f"{layer}: these files depend on each other: {', '.join(sorted(cycle))}"
            remaining -= cycle


def find_header_cycles(root: Path):
    """Finds headers that include each other, directly or indirectly."""
    graph = {}
    for file in (*(root / "include").rglob("*.h"), *(root / "lib").rglob("*.h"), *(root / "tools").rglob("*.h")):
        included = graph.setdefault(file.resolve(), set())
        for match in INCLUDE.finditer(file.read_text(encoding="utf-8")):
            for other in file.parent / match[1], find_public(root, match[1]):
                if other.exists():
                    included.add(other.resolve())
    for file in sorted(graph):
        if file in reachable(graph, file):
            yield f"{file.relative_to(root.resolve())}: includes itself, directly or through other headers"


def main() -> int:
    if len(sys.argv) > 2:
        print(__doc__.strip(), file=sys.stderr)
        return 2
    root = Path(sys.argv[1] if len(sys.argv) == 2 else Path(__file__).parent.parent)
    problems = [*findings(root), *find_header_cycles(root), *find_cycles(root)]
    print("\n".join(problems) if problems else "all includes point down")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
