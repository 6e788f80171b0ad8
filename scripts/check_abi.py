#!/usr/bin/env python3
"""Checks that shared libraries export exactly the listed symbols.

    check_abi.py [--build DIR] [ROOT]

cmake/abi/NAME.map lists the symbols of libNAME.so. The linker uses it as a version script
and hides all other symbols. Removing a listed symbol breaks programs and requires a new
major version (before 1.0, a minor version). DIR, by default 'build', has the libraries in
lib/. Exits with 1 for a finding.
"""

import argparse
import re
import shutil
import subprocess
import sys
from pathlib import Path


# Symbols of MLIR, which are the same in all libraries (see cmake/abi/SGC.map).
TYPE_IDS = re.compile(r"_Z(|Z|GVZ)N4mlir6detail14TypeIDResolver")


def read_listed(file: Path) -> set[str]:
    text = re.sub(r"#.*", "", file.read_text(encoding="utf-8"))
    match = re.fullmatch(r"\s*\{\s*global:(.*?)local:\s*\*;\s*\};\s*", text, re.DOTALL)
    names = match[1].replace(";", " ").split() if match else []
    return {name for name in names if not TYPE_IDS.match(name)}


def read_exported(library: Path) -> set[str]:
    nm = shutil.which("nm") or "/usr/lib/llvm-22/bin/llvm-nm"
    done = subprocess.run(
        [nm, "-D", "--defined-only", "--format=posix", str(library)], capture_output=True, text=True, check=True
    )
    names = (line.split()[0] for line in done.stdout.splitlines())
    return {name for name in names if not TYPE_IDS.match(name)}


def findings(root: Path, build: Path):
    maps = sorted((root / "cmake/abi").glob("*.map"))
    if not maps:
        yield "cmake/abi: no lists"
    for file in maps:
        library = build / "lib" / f"lib{file.stem}.so"
        if not library.exists():
            yield f"{library}: is not built; name the build folder by --build"
            continue
        listed_names, exported_names = read_listed(file), read_exported(library)
        if not listed_names or any("*" in name for name in listed_names):
            yield f"cmake/abi/{file.name}: must name each symbol under 'global:', and '*' under 'local:'"
            continue
        for name in sorted(listed_names - exported_names):
            yield f"{library.name}: '{name}' is listed in cmake/abi/{file.name} but does not exist; programs may need it"
        for name in sorted(exported_names - listed_names):
            yield f"{library.name}: '{name}' is exported but not listed in cmake/abi/{file.name}; hide it, or list it"


def main() -> int:
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("--build", type=Path)
    parser.add_argument("root", nargs="?", type=Path, default=Path(__file__).resolve().parent.parent)
    arguments = parser.parse_args()
    problems = list(findings(arguments.root, arguments.build or arguments.root / "build"))
    print("\n".join(problems) if problems else "shared libraries export exactly the listed symbols")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
