#!/usr/bin/env python3
"""Checks that each pass has debug output under its own name.

    check_debug_types.py [ROOT]

A file of lib/ that defines a pass (GEN_PASS_DEF_...) must define DEBUG_TYPE as the name of
the pass in Passes.td. The file must print debug output, which -debug-only=NAME selects. If
it does not define DEBUG_TYPE, another file of the folder must do both. Exits with 1 for a
finding.
"""

import re
import sys
from pathlib import Path

# Matches 'def FuseRows : Pass<"sg-fuse-rows", ...', also with another base class.
DEFINITION = re.compile(r'^def\s+(\w+)\s*:\s*\w*Pass<"([^"]+)"', re.MULTILINE)
IMPLEMENTATION = re.compile(r"^#define GEN_PASS_DEF_(\w+)$", re.MULTILINE)
DEBUG_TYPE = re.compile(r'^#define DEBUG_TYPE "([^"]*)"$', re.MULTILINE)
OUTPUT = re.compile(r"\b(LDBG|LLVM_DEBUG)\(")


def prints_debug_output(file: Path, name: str) -> bool:
    text = file.read_text()
    return f'#define DEBUG_TYPE "{name}"' in text and bool(OUTPUT.search(text))


def findings(root: Path):
    names = {}
    for file in sorted((root / "include").rglob("Passes.td")):
        for definition, name in DEFINITION.findall(file.read_text()):
            names[definition.upper()] = name
    if not names:
        yield f"{root}: no passes"
    for file in sorted((root / "lib").rglob("*.cpp")):
        path = file.relative_to(root).as_posix()
        text = file.read_text()
        defined = IMPLEMENTATION.search(text)
        if not defined:
            continue
        name = names.get(defined[1])
        debug_type = DEBUG_TYPE.search(text)
        if not name:
            yield f"{path}: no Passes.td defines {defined[1]}"
        elif not debug_type:
            if not any(prints_debug_output(other, name) for other in file.parent.glob("*.cpp")):
                yield f'{path}: #define DEBUG_TYPE "{name}" is missing'
        elif debug_type[1] != name:
            yield f"{path}: DEBUG_TYPE is '{debug_type[1]}', and the pass is '{name}'"
        elif not OUTPUT.search(text):
            yield f"{path}: '{name}' has no debug output: use LDBG() of llvm/Support/DebugLog.h"


def main() -> int:
    if len(sys.argv) > 2:
        print(__doc__.strip(), file=sys.stderr)
        return 2
    root = Path(sys.argv[1] if len(sys.argv) == 2 else Path(__file__).parent.parent)
    problems = list(findings(root))
    print("\n".join(problems) if problems else "each pass has debug output under its own name")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
