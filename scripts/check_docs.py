#!/usr/bin/env python3
"""Checks that the documents say what the program is; writes the references.

    check_docs.py [--update] [--build DIR] [ROOT]

docs/GradDialect.md, docs/GradTransformOps.md and docs/Passes.md are generated from the definitions in
TableGen: --update writes them, without it they are compared. Further checks:

* every op, argument, attribute, pass and option is described, every pass with
  what it guarantees, when it fails, and an example;
* the examples in the references are programs that sg-opt takes; where one
  'becomes' another by a pass, it does; schedules among them can be applied;
* the code of README.md is examples/first-derivative.mlir and what sg-opt prints for
  it;
* commands, which begin with '$', print what stands below them; what docs/Tutorial.md
  installs and builds by is what scripts/quickstart does;
* a block below '<!-- from FILE -->' stands in that file;
* something executes each block, if not this then a test (document_block.py);
* relative links lead to files.

DIR, by default 'build', has the tools in bin/. Exit code 1 for a finding.
"""

import argparse
import json
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

UPDATE = "scripts/check_docs.py --update"
GENERATED = "<!-- Generated from {sources} by {update}: edit those. -->\n"
DIALECT = "include/Dialect/Grad/IR/GradOps.td"
INTERFACES = "include/Dialect/Grad/IR/GradInterfaces.td"
TRANSFORMS = "include/TransformOps/GradTransformOps.td"
PASSES = {
    "Differentiation": "include/Transforms/Passes.td",
    "What happens to gradients": "include/Diagnostics/Passes.td",
    "Stops as constants": "include/Freeze/Passes.td",
    "Into the grad dialect and out of it": "include/Conversion/Passes.td",
    "Towards native code: tensors": "include/CodeGen/Tensor/Passes.td",
    "Towards native code: memory": "include/CodeGen/Bufferization/Passes.td",
    "Towards native code: entry points": "include/CodeGen/ABI/Passes.td",
    "Towards native code: contractions by tiles": "include/CodeGen/CPU/Tiling/Passes.td",
    "Towards native code: loops for caches": "include/CodeGen/CPU/Fusion/Passes.td",
    "Towards native code: several threads": "include/CodeGen/CPU/Threading/Passes.td",
    "Towards native code: kernels": "include/CodeGen/GPU/Kernels/Passes.td",
    "Towards native code: the host of a GPU": "include/CodeGen/GPU/Host/Passes.td",
    "Towards native code: an emulated GPU": "include/CodeGen/GPU/Emulation/Passes.td",
    "Towards native code: functions": "include/CodeGen/Math/Passes.td",
    "Towards native code: what goes wrong is told": "include/CodeGen/Verification/Passes.td",
}
PIPELINES = "include/Pipelines/Pipelines.h"
FIRST_EXAMPLE = "examples/first-derivative.mlir"
MARKS = [("*Guarantees.*",), ("*Fails when*", "*Never fails"), ("*Example.*",)]

BLOCK = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
EXAMPLE = re.compile(
    r"\*Example\.\*(?: With `([^`]*)`,)?.*?```mlir\n(.*?)```"
    r"(?:\n\nbecomes(?:, at the location `([^`:]*)[^`]*`,)?\n\n```mlir\n(.*?)```)?",
    re.DOTALL,
)
SESSION = re.compile(r"^\$ ((?:.*\\\n)*.*)\n((?:(?!\$ ).*\n)*)", re.MULTILINE)
# How far floats may be off, in relation to themselves and at all, where it is not by
# the last bits: training takes sums of many steps, each processor in an order of its
# own. Several times what x86-64, -v2, -v3 and -v4, with one thread and two, differ by.
TOLERANCES = {
    # One of 360 images. The losses are the same in all digits.
    "examples/digits-softmax/README.md": (3e-3, 0),
    "examples/tiled-gradient/README.md": (3e-3, 0),
    # f32: 1e-3 for what an opponent does to the gradient.
    "examples/digits-adversarial/README.md": (5e-3, 0),
    # f32: 3e-6, and a difference of 4e-6 to 7e-6 that is rounding.
    "examples/digits-rbm/README.md": (2e-5, 2e-5),
    # f64 in six digits: 2e-6, and 6e-15 and 4e-17 where nothing but rounding is left.
    "examples/iris-em/README.md": (5e-6, 0),
    "examples/second-order/README.md": (5e-6, 1e-14),
}
SEPARATOR = "// -----\n"


class Failure(Exception):
    """The check itself could not be made."""


def run(*command, cwd=None, stdin=None) -> str:
    done = subprocess.run(command, cwd=cwd, input=stdin, capture_output=True, text=True, check=False)
    if done.returncode:
        reason = (done.stderr.strip().splitlines() or ["no message"])[0]
        raise Failure(f"{Path(command[0]).name}: {reason}")
    return done.stdout


class TableGen:
    def __init__(self, root: Path):
        self.root = root
        path = os.environ.get("PATH", "") + os.pathsep + "/usr/lib/llvm-22/bin"
        tool = shutil.which("mlir-tblgen", path=path)
        if not tool:
            raise Failure("mlir-tblgen is not in PATH")
        self.folder = Path(tool).resolve().parent
        self.dumps = {}

    def __call__(self, tool: str, action: str, file: str) -> str:
        includes = ["-I", "include", "-I", str(self.folder.parent / "include")]
        return run(str(self.folder / tool), *includes, *action.split(), file, cwd=self.root)

    def doc(self, action: str, file: str) -> str:
        text = self("mlir-tblgen", action, file).replace("[TOC]\n\n", "")
        return re.sub(r"<!-- Autogenerated .*-->\n+", "", text)

    def records(self, file: str, kind: str):
        """The definitions of the kind that stand in this project's files."""
        if file not in self.dumps:
            self.dumps[file] = json.loads(self("llvm-tblgen", "-dump-json", file))
        records = self.dumps[file]
        return [(records[name], records) for name in records["!instanceof"].get(kind, [])]


def name_of(op: dict) -> str:
    return f"{'transform' if 'grad.' in op['opName'] else 'grad'}.{op['opName']}"


# What is generated


def tidy(text: str) -> str:
    return re.sub(r"\n{3,}", "\n\n", "\n".join(line.rstrip() for line in text.split("\n"))).strip() + "\n"


def dialect_reference(tablegen: TableGen) -> str:
    interfaces = tablegen.doc("-gen-op-interface-docs", INTERFACES)
    interfaces = interfaces.replace("# OpInterface definitions", "# Interfaces")
    interfaces = re.sub(r"^NOTE: .*\n", "", interfaces, flags=re.MULTILINE)
    interfaces = re.sub(r"^#", "##", interfaces, flags=re.MULTILINE)
    interfaces = re.sub(r"^(### \w+) \(`\w+`\)$", r"\1", interfaces, flags=re.MULTILINE)
    sources = f"{DIALECT} and {INTERFACES}"
    return tidy(
        GENERATED.format(sources=sources, update=UPDATE)
        + tablegen.doc("-gen-dialect-doc -dialect=grad", DIALECT)
        + interfaces
    )


def group_of(op: dict, records: dict) -> dict:
    """What is said of several ops together."""
    return records[op["opDocGroup"]["def"]] if op["opDocGroup"] else {"summary": "", "description": ""}


def transform_reference(tablegen: TableGen) -> str:
    group = group_of(*tablegen.records(TRANSFORMS, "Op")[0])
    return tidy(
        GENERATED.format(sources=TRANSFORMS, update=UPDATE)
        + f"# {group['summary']}\n\n{dedent(group['description'])}\n\n## Operations\n\n"
        + tablegen.doc("-gen-op-doc", TRANSFORMS)
    )


def pipelines(root: Path):
    """(flag, summary, [(option, description)]) of what Pipelines registers."""
    header = (root / PIPELINES).read_text(encoding="utf-8")
    source = (root / "lib/Pipelines/LowerToCPU.cpp").read_text(encoding="utf-8")
    literal = r'((?:"[^"]*"\s*)+)'
    joined = lambda text: "".join(re.findall(r'"([^"]*)"', text))
    options = {}
    for name, body in re.findall(r"struct (\w+)\s*: public mlir::PassPipelineOptions.*?\{(.*?)\n\};", header, re.DOTALL):
        options[name] = [
            (option, joined(description))
            for option, description in re.findall(
                r'Option<[^>]*> \w+\{\s*\*this, "([^"]+)",(?:\s*llvm::cl::desc\(' + literal + r"\))?", body
            )
        ]
    registered = re.findall(r"PassPipelineRegistration<(\w+)>\(\s*" + literal + r",\s*" + literal, source)
    return [(joined(flag), joined(summary), options[name]) for name, flag, summary in registered]


def pass_reference(tablegen: TableGen, root: Path) -> str:
    text = GENERATED.format(sources=", ".join([*PASSES.values(), PIPELINES]), update=UPDATE)
    text += "\n# Passes\n\nOptions of `sg-opt`, in the C++ library functions `create...Pass`.\n\n"
    text += "## Pipelines\n\n"
    for flag, summary, options in pipelines(root):
        text += f"### `-{flag}`\n\n_{summary}_\n\n#### Options\n\n```\n"
        width = max(len(option) for option, _ in options)
        text += "".join(f"-{option:{width}} : {description}\n" for option, description in options) + "```\n\n"
    for title, file in PASSES.items():
        text += f"## {title}\n\n" + tablegen.doc("-gen-pass-doc", file) + "\n"
    # As on the command line: --pass="option=value".
    text = re.sub(r"^(### `)-", r"\1--", text, flags=re.MULTILINE)
    return tidy(re.sub(r"^-(\S+ +: )", r"\1", text, flags=re.MULTILINE))


def check_reference(file: Path, text: str, update: bool):
    if update:
        file.write_text(text, encoding="utf-8")
    elif not file.exists() or file.read_text(encoding="utf-8") != text:
        yield f"docs/{file.name}: differs from the definitions; write it by '{UPDATE}'"


# What must be described


def check_coverage(tablegen: TableGen, root: Path, counts: dict):
    def need(kind, name, is_described, what):
        counts[kind] = counts.get(kind, 0) + 1
        if not is_described:
            yield f"{name}: {what}"

    for file in DIALECT, TRANSFORMS:
        for op, records in tablegen.records(file, "Op"):
            name = name_of(op)
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
            for marks in MARKS:
                if not any(mark in (definition["description"] or "") for mark in marks):
                    yield f"{name}: does not say {' or '.join(marks)}"
            for option in definition["options"]:
                option = records[option["def"]]
                what = f"does not describe its option {option['argument']}"
                yield from need("options", name, option["description"], what)
    for flag, summary, options in pipelines(root):
        yield from need("pipelines", f"--{flag}", summary, "has no summary")
        for option, description in options:
            yield from need("options", f"--{flag}", description, f"does not describe its option {option}")


# What must be so


def schedules(tablegen: TableGen):
    """(name, program) of the examples of transform ops."""
    ops = tablegen.records(TRANSFORMS, "Op")
    texts = {group["summary"]: group["description"] for group in (group_of(*op) for op in ops)}
    texts |= {name_of(op): op["description"] or "" for op, _ in ops}
    for name, text in texts.items():
        yield from ((name, code) for _, code in BLOCK.findall(dedent(text)))


REFERENCES = ["docs/GradDialect.md", "docs/GradTransformOps.md", "docs/Passes.md"]


def check_examples(tablegen: TableGen, tools: Path, root: Path):
    """Examples verify; what 'becomes' something by a pass does so. There is no other
    program in the references."""
    programs = []
    for dialect, _ in tablegen.records(DIALECT, "Dialect"):
        if dialect["name"] == "grad":
            programs += [("grad", code) for _, code in BLOCK.findall(dedent(dialect["description"]))]
    for op, _ in tablegen.records(DIALECT, "Op"):
        programs += [(name_of(op), code) for _, code in BLOCK.findall(dedent(op["description"] or ""))]
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
                yield f"--{name}: the example has a second program, but not as what the first one 'becomes'"
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
                yield f"{page}:{block.line}: '{block.first}' and what follows: it is no example of an op or a pass"
    sg_opt = str(tools / "sg-opt")
    for name, code in schedules(tablegen):
        try:
            run(sg_opt, "--transform-interpreter", stdin=code)
        except Failure as failure:
            yield f"{name}: the example cannot be applied: {failure}"
    try:
        # One process for all of them.
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
            found = run(sg_opt, flag, stdin=before).replace("<stdin>", source or "<stdin>")
        except Failure as failure:
            yield f"{flag}: the example fails: {failure}"
            continue
        if found.strip() != printed[index].strip():
            yield f"{flag}: the example becomes something else:\n{found.strip()}"


def check_readme(root: Path, tools: Path):
    text = (root / "README.md").read_text(encoding="utf-8")
    example = (root / FIRST_EXAMPLE).read_text(encoding="utf-8")
    derivative = run(str(tools / "sg-opt"), "--grad-expand-derivatives", FIRST_EXAMPLE, cwd=root)
    blocks = [code for kind, code in BLOCK.findall(text) if kind == "mlir"]
    if example not in blocks:
        yield f"README.md: no block is {FIRST_EXAMPLE}"
    for code in blocks:
        if code != example and code not in derivative:
            yield f"README.md: sg-opt does not print '{code.strip().splitlines()[0]}' and what follows"


def agree(text: str, found: str, relative=1e-11, absolute=0.0) -> bool:
    """Whether what was found is the text, in which a line '...' stands for any
    lines. Floats may differ a little: each processor takes sums in the order that
    suits it. A sum of 75 products, of which all but a thousandth cancels, is
    exact to 75 * 1000 * 1.1e-16 < 1e-11, and steps down a convex function do not
    enlarge what the steps before them were off; 1000 steps of a pendulum enlarge
    it tenfold. Memory differs by what is at hand beside the stacks."""
    numeral = r"-?\d+\.\d+(?:e[+-]\d+)?|\d+(?= bytes in)|\d+(?= allocations)"
    # How close differences come differs from machine to machine.
    # So do bounds that come of random rounding, with the library's functions.
    text, found = (re.sub(r"(relative difference|bound) [^\s)]+", r"\1", part) for part in (text, found))
    pattern = re.escape(re.sub(numeral, "<number>", text)).replace("<number>", f"({numeral})")
    pattern = re.sub(r"^(?:\\\.){3}\\\n", "(?:.*\\n)*?", pattern, flags=re.MULTILINE)
    match = re.fullmatch(pattern, found)
    pairs = zip(re.findall(numeral, text), match.groups()) if match else []
    return bool(match) and all(
        math.isclose(float(a), float(b), rel_tol=relative if "." in a else 0.1, abs_tol=absolute) for a, b in pairs
    )


def check_sessions(root: Path, tools: Path):
    """What commands print, on standard output and then on standard error. They
    run in a folder of their own, where those of a page find each other's files."""
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
    """What docs/Tutorial.md begins with is what scripts/quickstart does."""
    steps = (root / "scripts/quickstart").read_text(encoding="utf-8")
    for block in blocks_of((root / "docs/Tutorial.md").read_text(encoding="utf-8")):
        for line in block.text.splitlines() if block.kind == "sh" else []:
            if f"\n{line} || exit 2\n" not in steps:
                yield f"docs/Tutorial.md: scripts/quickstart does not do '{line}'"


def is_checked(page: str, block) -> bool:
    """Whether it is executed here. In the references check_examples does that; the
    rest of them is no code: options, syntax, declarations."""
    kinds = {"README.md": "mlir", "docs/Tutorial.md": "sh"}
    return is_session(block) or page in REFERENCES or block.kind == kinds.get(page)


def check_links(root: Path):
    for document in documents(root):
        text = BLOCK.sub("", document.read_text(encoding="utf-8"))
        for target in re.findall(r"\]\(([^)\s]+)\)", text):
            file = target.split("#")[0]
            if file and "://" not in target and not (document.parent / file).exists():
                yield f"{document.relative_to(root)}: no file '{file}'"


def check_quotes(root: Path):
    for document in documents(root):
        where = document.relative_to(root)
        for block in blocks_of(document.read_text(encoding="utf-8")):
            file = block.source
            if file and not (root / file).exists():
                yield f"{where}: no file '{file}' to quote from"
            elif file and block.text not in (root / file).read_text(encoding="utf-8"):
                yield f"{where}: '{block.first}' and what follows does not stand in {file}"


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
        found = [
            *check_reference(root / "docs/GradDialect.md", dialect_reference(tablegen), arguments.update),
            *check_reference(root / "docs/GradTransformOps.md", transform_reference(tablegen), arguments.update),
            *check_reference(root / "docs/Passes.md", pass_reference(tablegen, root), arguments.update),
            *check_coverage(tablegen, root, counts),
            *check_quotes(root),
            *check_links(root),
        ]
        if not (tools / "sg-opt").exists():
            raise Failure(f"no tools in {tools}; name the build folder by --build")
        found += [
            *check_blocks(root, tools, is_checked),
            *check_setup(root),
            *check_examples(tablegen, tools, root),
            *check_readme(root, tools),
            *check_sessions(root, tools),
        ]
    except Failure as failure:
        print(f"check_docs.py: {failure}", file=sys.stderr)
        return 2
    if found:
        print("\n".join(found))
        return 1
    print("described: " + ", ".join(f"{count} {kind}" for kind, count in counts.items()))
    return 0


if __name__ == "__main__":
    sys.exit(main())
