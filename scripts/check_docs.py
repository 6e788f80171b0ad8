#!/usr/bin/env python3
"""Checks that the documentation agrees with the program, and generates the references.

    check_docs.py [--update] [--build DIR] [ROOT]

docs/GradDialect.md, docs/RuntimeDialect.md, docs/GradTransformOps.md and docs/Passes.md are
generated from the TableGen definitions. --update writes them; without it they are compared.
Further checks:

* every op, argument, attribute, pass and option has a description;
* the description of a pass states its guarantees, its failures, and an example;
* sg-opt accepts the examples in the references; if an example 'becomes' another program, the
  pass prints that program; schedules in examples can be applied;
* the code of README.md is examples/first-derivative.mlir and the output of sg-opt for it;
* commands, which begin with '$', print the text below them; docs/Tutorial.md has the
  installation and build commands of scripts/quickstart;
* a block below '<!-- from FILE -->' is part of that file;
* this script or a test executes each block (document_block.py);
* the figures in README.md equal the figures in docs/Performance.md;
* relative links, and paths in docs/Architecture.md, lead to files.

DIR, by default 'build', has the tools in bin/. Exit code 1 for a finding.
"""

import argparse
import math
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

sys.dont_write_bytecode = True
from document_block import blocks_of, check_blocks, dedent, documents, is_session  # noqa: E402
from document_reference import (  # noqa: E402
    BLOCK,
    DIALECT,
    PASSES,
    REFERENCES,
    RUNTIME,
    TRANSFORMS,
    UPDATE,
    Failure,
    TableGen,
    dialect_reference,
    group_of,
    name_of,
    pass_reference,
    pipelines,
    run,
    runtime_reference,
    schedules,
    transform_reference,
)

FIRST_EXAMPLE = "examples/first-derivative.mlir"
REQUIRED_SECTIONS = [("*Guarantees.*",), ("*Fails when*", "*Never fails"), ("*Example.*",)]

EXAMPLE = re.compile(
    r"\*Example\.\*(?: With `([^`]*)`,)?.*?```mlir\n(.*?)```"
    r"(?:\n\nbecomes(?:, at the location `([^`:]*)[^`]*`,)?\n\n```mlir\n(.*?)```)?",
    re.DOTALL,
)
SESSION = re.compile(r"^\$ ((?:.*\\\n)*.*)\n((?:(?!\$ ).*\n)*)", re.MULTILINE)
# Relative and absolute tolerances of floats, by page. Training amplifies rounding differences,
# which depend on the processor. A tolerance is several times the measured difference between
# x86-64, -v2, -v3 and -v4, with one and two threads. The comments state this difference.
TOLERANCES = {
    # The accuracy differs by one of 360 images. The losses are equal in all digits.
    "examples/digits-softmax/README.md": (3e-3, 0),
    "examples/tiled-gradient/README.md": (3e-3, 0),
    # f32: 1e-3 in the effect of the attack on the gradient.
    "examples/digits-adversarial/README.md": (5e-3, 0),
    # f32: 3e-6. The printed difference of two gradients is a rounding error of 4e-6 to 7e-6.
    "examples/digits-rbm/README.md": (2e-5, 2e-5),
    # f64, printed with six digits: 2e-6. The last gradient norms are rounding errors of 6e-15
    # and 4e-17.
    "examples/iris-em/README.md": (5e-6, 0),
    "examples/second-order/README.md": (5e-6, 1e-14),
}
SEPARATOR = "// -----\n"


def check_reference(file: Path, text: str, update: bool):
    if update:
        file.write_text(text, encoding="utf-8")
    elif not file.exists() or file.read_text(encoding="utf-8") != text:
        yield f"docs/{file.name}: differs from the definitions; write it by '{UPDATE}'"


def check_coverage(tablegen: TableGen, root: Path, counts: dict):
    def need(kind, name, is_described, problem):
        counts[kind] = counts.get(kind, 0) + 1
        if not is_described:
            yield f"{name}: {problem}"

    for file in DIALECT, RUNTIME, TRANSFORMS:
        for op, records in tablegen.records(file, "Op"):
            name = name_of(op, records)
            description = op["description"] or ""
            group = group_of(op, records)["description"]
            yield from need("ops", name, op["summary"], "has no summary")
            if "```mlir" not in description:
                yield f"{name}: has no example"
            for kind in ("arguments", "results"):
                for _, argument in op[kind]["args"] if file == TRANSFORMS or kind == "arguments" else []:
                    is_described = f"`{argument}`" in description + group
                    yield from need("arguments", name, is_described, f"does not describe `{argument}`")
    for file in PASSES.values():
        for definition, records in tablegen.records(file, "PassBase"):
            name = f"--{definition['argument']}"
            yield from need("passes", name, definition["summary"], "has no summary")
            for alternatives in REQUIRED_SECTIONS:
                if not any(section in (definition["description"] or "") for section in alternatives):
                    yield f"{name}: does not say {' or '.join(alternatives)}"
            for option in definition["options"]:
                option = records[option["def"]]
                problem = f"does not describe its option {option['argument']}"
                yield from need("options", name, option["description"], problem)
    for flag, summary, options in pipelines(root):
        yield from need("pipelines", f"--{flag}", summary, "has no summary")
        for option, description in options:
            yield from need("options", f"--{flag}", description, f"does not describe its option {option}")


def check_examples(tablegen: TableGen, tools: Path, root: Path):
    """Checks that the examples of the references verify, and that passes print the programs
    after 'becomes'. Reports programs that are not examples of an op or a pass."""
    programs = []
    for dialect, _ in tablegen.records(DIALECT, "Dialect"):
        if dialect["name"] == "grad":
            programs += [("grad", code) for _, code in BLOCK.findall(dedent(dialect["description"]))]
    for op, records in [*tablegen.records(DIALECT, "Op"), *tablegen.records(RUNTIME, "Op")]:
        programs += [(name_of(op, records), code) for _, code in BLOCK.findall(dedent(op["description"] or ""))]
    becomes = []
    for file in PASSES.values():
        for definition, _ in tablegen.records(file, "PassBase"):
            name = definition["argument"]
            text = dedent(definition["description"] or "")
            match = EXAMPLE.search(text)
            if not match:
                yield f"--{name}: the example has no program"
                continue
            options, before, source, after = match.groups()
            blocks = BLOCK.findall(text[match.start() :])
            if any(not code.strip() for _, code in blocks):
                yield f"--{name}: the example has an empty program"
                continue
            if len(blocks) > 1 and after is None:
                yield f"--{name}: the example has a second program, but no 'becomes' between the two"
                continue
            programs.append((f"--{name}", before))
            if after:
                flag = f"--{name}=" + options if options else f"--{name}"
                becomes.append((flag, before, source, len(programs)))
                programs.append((f"--{name}", after))
    executed = {code.strip() for _, code in [*programs, *schedules(tablegen)]}
    for page in REFERENCES:
        for block in blocks_of((root / page).read_text(encoding="utf-8")):
            if block.kind == "mlir" and block.text.strip() not in ["", *executed]:
                yield f"{page}:{block.line}: block '{block.first_line}' is not an example of an op or a pass"
    sg_opt = str(tools / "sg-opt")
    for name, code in schedules(tablegen):
        try:
            run(sg_opt, "--transform-interpreter", stdin=code)
        except Failure as failure:
            yield f"{name}: the example cannot be applied: {failure}"
    try:
        # Run one process for all examples.
        printed = run(sg_opt, "--split-input-file", stdin=SEPARATOR.join(code for _, code in programs))
    except Failure:
        for name, code in programs:
            try:
                run(sg_opt, stdin=code)
            except Failure as failure:
                yield f"{name}: the example does not verify: {failure}"
        return
    printed = printed.split(SEPARATOR)
    for flag, before, source, index in becomes:
        try:
            printed_after_pass = run(sg_opt, flag, stdin=before).replace("<stdin>", source or "<stdin>")
        except Failure as failure:
            yield f"{flag}: the example fails: {failure}"
            continue
        if printed_after_pass.strip() != printed[index].strip():
            yield f"{flag}: the example becomes something else:\n{printed_after_pass.strip()}"


def check_readme(root: Path, tools: Path):
    text = (root / "README.md").read_text(encoding="utf-8")
    example = (root / FIRST_EXAMPLE).read_text(encoding="utf-8")
    derivative = run(str(tools / "sg-opt"), "--grad-expand-derivatives", FIRST_EXAMPLE, cwd=root)
    blocks = [code for kind, code in BLOCK.findall(text) if kind == "mlir"]
    if example not in blocks:
        yield f"README.md: no block is {FIRST_EXAMPLE}"
    for code in blocks:
        if code != example and code not in derivative:
            yield f"README.md: sg-opt does not print block '{code.strip().splitlines()[0]}'"


def agree(expected: str, printed: str, relative=1e-11, absolute=0.0) -> bool:
    """Returns true if the printed text matches. A line '...' of `expected` matches any lines.

    Floats may differ slightly, because the order of sums depends on the processor. The default
    tolerance exceeds the error of a sum of 75 products that cancels to a thousandth:
    75 * 1000 * 1.1e-16. 1000 steps of a pendulum amplify errors only tenfold. Bytes and
    allocations may differ by 10 %.
    """
    numeral = r"-?\d+\.\d+(?:e[+-]\d+)?|\d+(?= bytes in)|\d+(?= allocations)"
    # Ignore relative differences and error bounds, which depend on the machine's math library.
    expected, printed = (re.sub(r"(relative difference|bound) [^\s)]+", r"\1", part) for part in (expected, printed))
    pattern = re.escape(re.sub(numeral, "<number>", expected)).replace("<number>", f"({numeral})")
    pattern = re.sub(r"^(?:\\\.){3}\\\n", "(?:.*\\n)*?", pattern, flags=re.MULTILINE)
    match = re.fullmatch(pattern, printed)
    float_pairs = zip(re.findall(numeral, expected), match.groups()) if match else []
    return bool(match) and all(
        math.isclose(float(a), float(b), rel_tol=relative if "." in a else 0.1, abs_tol=absolute) for a, b in float_pairs
    )


def check_sessions(root: Path, tools: Path):
    """Compares the output of commands: standard output, then standard error. All commands of
    a page run in the same temporary folder."""
    environment = {name: value for name, value in os.environ.items() if name not in ("SG_RUN", "SG_OPT")}
    for document in documents(root):
        name, text = str(document.relative_to(root)), document.read_text(encoding="utf-8")
        sessions = [block.text for block in blocks_of(text) if is_session(block)]
        if not sessions:
            continue
        with tempfile.TemporaryDirectory() as folder:
            shutil.copytree(root / "examples", Path(folder) / "examples", ignore=shutil.ignore_patterns("out"))
            for entry in ["scripts", "test"]:
                (Path(folder) / entry).symlink_to(root.resolve() / entry)
            (Path(folder) / "build").mkdir()
            (Path(folder) / "build/bin").symlink_to(tools)
            for command, output in SESSION.findall("".join(sessions)):
                shell = ["bash", "-o", "pipefail", "-c", command]
                done = subprocess.run(
                    shell, cwd=folder, env=environment, capture_output=True, text=True, check=False
                )
                if not agree(output, done.stdout + done.stderr, *TOLERANCES.get(name, ())):
                    yield f"{name}: '{command}' prints something else"


def check_setup(root: Path):
    """Checks that docs/Tutorial.md begins with the steps of scripts/quickstart."""
    steps = (root / "scripts/quickstart").read_text(encoding="utf-8")
    for block in blocks_of((root / "docs/Tutorial.md").read_text(encoding="utf-8")):
        for line in block.text.splitlines() if block.kind == "sh" else []:
            if f"\n{line} || exit 2\n" not in steps:
                yield f"docs/Tutorial.md: scripts/quickstart does not do '{line}'"


def workloads(text: str):
    """Returns the rows of the first table of workloads: {workload: {column: cell}}."""
    rows = {}
    columns = []
    for line in text.split("\n"):
        cells = [cell.strip() for cell in line.strip("|").split("|")] if line.startswith("|") else []
        if cells[:1] == ["workload"]:
            columns = cells
        elif columns and not cells:
            break
        elif columns and cells[0].strip("-"):
            rows[cells[0]] = dict(zip(columns, cells))
    return rows


def check_figures(root: Path):
    """Checks that the figures of README.md equal the figures in docs/Performance.md."""
    readme, page = ((root / name).read_text(encoding="utf-8") for name in ["README.md", "docs/Performance.md"])
    performance_rows = workloads(page)
    for name, row in workloads(readme).items():
        for column, cell in row.items():
            if cell != performance_rows.get(name, {}).get(column):
                yield f"README.md: docs/Performance.md has no '{cell}' for {name}, {column}"
    means = re.findall(r"geometric\s+mean\s+of\s+the\s+ratios[^.]*(\d\.\d+),\s+the\s+worst\s+(\d\.\d+)", page)
    for mean, worst in means:
        if f"{mean} (worst {worst})" not in readme:
            yield f"README.md: does not say the mean of docs/Performance.md, '{mean} (worst {worst})'"


def is_checked(page: str, block) -> bool:
    """Returns true if this script executes the block. In the references, check_examples
    executes the programs, and the other blocks are options, syntax and declarations."""
    kinds = {"README.md": "mlir", "docs/Tutorial.md": "sh"}
    return is_session(block) or page in REFERENCES or block.kind == kinds.get(page)


def check_links(root: Path):
    for document in documents(root):
        text = BLOCK.sub("", document.read_text(encoding="utf-8"))
        for target in re.findall(r"\]\(([^)\s]+)\)", text):
            file = target.split("#")[0]
            if file and "://" not in target and not (document.parent / file).exists():
                yield f"{document.relative_to(root)}: no file '{file}'"


def check_paths(root: Path):
    """Checks that the files and folders named by docs/Architecture.md exist. A '*' matches any
    name."""
    page = "docs/Architecture.md"
    folders = sorted(entry.name for entry in root.iterdir() if entry.is_dir())
    text = (root / page).read_text(encoding="utf-8")
    for path in re.findall(r"`([\w-]+/[\w./*-]+|[\w*]+\.cpp)`", text):
        start = path.split("/")[0]
        if start == path and not any((root / "lib").rglob(path)) or start in folders and not any(root.glob(path)):
            yield f"{page}: no file '{path}'"


def check_quotes(root: Path):
    for document in documents(root):
        where = document.relative_to(root)
        for block in blocks_of(document.read_text(encoding="utf-8")):
            file = block.source
            if file and not (root / file).exists():
                yield f"{where}: no file '{file}' to quote from"
            elif file and block.text not in (root / file).read_text(encoding="utf-8"):
                yield f"{where}: block '{block.first_line}' is not part of {file}"


def main() -> int:
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("--update", action="store_true")
    parser.add_argument("--build", type=Path)
    parser.add_argument("root", nargs="?", type=Path, default=Path(__file__).resolve().parent.parent)
    arguments = parser.parse_args()
    root = arguments.root
    tools = ((arguments.build or root / "build") / "bin").resolve()
    counts = {}
    try:
        tablegen = TableGen(root)
        problems = [
            *check_reference(root / "docs/GradDialect.md", dialect_reference(tablegen), arguments.update),
            *check_reference(root / "docs/RuntimeDialect.md", runtime_reference(tablegen), arguments.update),
            *check_reference(root / "docs/GradTransformOps.md", transform_reference(tablegen), arguments.update),
            *check_reference(root / "docs/Passes.md", pass_reference(tablegen, root), arguments.update),
            *check_coverage(tablegen, root, counts),
            *check_quotes(root),
            *check_links(root),
            *check_paths(root),
            *check_figures(root),
        ]
        if not (tools / "sg-opt").exists():
            raise Failure(f"no tools in {tools}; name the build folder by --build")
        problems += [
            *check_blocks(root, tools, is_checked),
            *check_setup(root),
            *check_examples(tablegen, tools, root),
            *check_readme(root, tools),
            *check_sessions(root, tools),
        ]
    except Failure as failure:
        print(f"check_docs.py: {failure}", file=sys.stderr)
        return 2
    if problems:
        print("\n".join(problems))
        return 1
    print("described: " + ", ".join(f"{count} {kind}" for kind, count in counts.items()))
    return 0


if __name__ == "__main__":
    sys.exit(main())
