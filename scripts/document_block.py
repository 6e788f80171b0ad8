#!/usr/bin/env python3
"""Extracts blocks from the documentation: code, commands, and their output.

    document_block.py PAGE WORDS...

For each argument WORDS, prints the block of PAGE (docs/C.md, for example) that contains
WORDS. Tests use it as %block to execute the blocks. Exits with 2 unless exactly one block
contains them.

Every block must be executed in one of these ways. check_docs.py reports other blocks.
* The block is part of a file that a test executes, and '<!-- from FILE -->' precedes it.
* Its lines are commands '    $ COMMAND' and their output, which check_docs.py runs, or it
  is a block of README.md.
* It is generated from TableGen, where check_docs.py runs the examples.
* A test extracts the block with %block, or executes the whole page (TESTED_PAGES).
* It is in EXCEPTIONS, with a reason. Its tools and scripts must exist and have the options
  that it uses.
"""

import json
import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

# Pages whose Python blocks, and the output after them, are executed by one test.
TESTED_PAGES = {"docs/Python.md": "python/tests/test_documents.py"}

# Page: {words of a block: the reason why no test executes it}
INSTALLS = "installs packages, builds all, or runs all tests"
PEERS = "needs packages of other projects, or takes hours"
EDITOR = "is read by an editor"
PROFILER = "needs a GPU and a profiler"
BUNDLE = "takes minutes; the tests in Integration/Bundle build bundles of fewer programs"
EXCEPTIONS = {
    "README.md": {"scripts/quickstart": INSTALLS, "cmake -G Ninja": INSTALLS},
    "CONTRIBUTING.md": {"scripts/quickstart": INSTALLS},
    "docs/Accuracy.md": {"python3 bench/cpu/accuracy.py": PEERS},
    "docs/Comparison.md": {"bench/compare/stop_gradient.py": PEERS},
    "docs/Editors.md": {'{ "mlir.server_path"': EDITOR, "vim.filetype.add": EDITOR},
    "docs/GPU.md": {"nsys profile": PROFILER, "gpu-bundle out --pack": BUNDLE, "--minutes=8 --results=DIR": BUNDLE, "--device=emulated --tests=": BUNDLE},
    "docs/Math.md": {"scripts/measure_math.py": "takes minutes; approximate-math-measured.test has fewer points"},
    "docs/Performance.md": {"python3 bench/cpu/measure.py": PEERS},
    "test/Integration/Corpus/README.md": {
        "lit build/test --filter=Corpus/cases": "runs tests",
        "lit build/test --filter=Corpus/determinism": "runs tests",
    },
}


class Block(NamedTuple):
    line: int
    kind: str  # the text after ```, or 'indented'
    text: str
    source: str  # the file that the page names as its source

    @property
    def first_line(self) -> str:
        return self.text.strip().split("\n")[0]


def documents(root: Path):
    """Yields all Markdown files except inputs of tests."""
    for pattern in ["*.md", ".github/**/*.md", "bench/**/*.md", "docs/*.md", "examples/**/*.md", "python/**/*.md"]:
        yield from sorted(root.glob(pattern))
    yield from sorted(root.glob("test/Integration/*/README.md"))


def dedent(text: str) -> str:
    lines = text.split("\n")
    margin = min((len(line) - len(line.lstrip()) for line in lines if line.strip()), default=0)
    return "\n".join(line[margin:] for line in lines)


def blocks_of(text: str):
    """Yields fenced blocks and blocks indented by four or more spaces."""
    lines = text.split("\n")
    quoted = re.compile(r"^<!-- from (\S+) -->$")
    i = 0
    while i < len(lines):
        begin = i
        fence = re.fullmatch(r"```(\S*)", lines[i])
        if fence:
            i += 1
            while i < len(lines) and lines[i] != "```":
                i += 1
            source = quoted.match(lines[begin - 1]) if begin else None
            body = "".join(line + "\n" for line in lines[begin + 1 : i])
            yield Block(begin + 1, fence[1], body, source[1] if source else "")
        elif lines[i].startswith("    ") and (i == 0 or not lines[i - 1].strip()):
            while i < len(lines) and (lines[i].startswith("    ") or not lines[i].strip()):
                i += 1
            body = "\n".join(lines[begin:i]).rstrip() + "\n"
            yield Block(begin + 1, "indented", dedent(body), "")
            continue
        i += 1


def is_session(block: Block) -> bool:
    return block.kind == "indented" and block.text.startswith("$ ")


def find_block(root: Path, page: str, words: str) -> Block:
    found = [block for block in blocks_of((root / page).read_text(encoding="utf-8")) if words in block.text]
    if len(found) != 1:
        raise LookupError(f"{len(found)} blocks of {page} contain '{words}' instead of one")
    return found[0]


def blocks_in_tests(root: Path):
    """Yields (test, page, words) for each block that a test extracts with %block."""
    for test in sorted([*root.glob("test/**/*.test"), *root.glob("test/**/*.mlir")]):
        for page, words in re.findall(r"%block (\S+)((?: \"[^\"]*\"| '[^']*')+)", test.read_text(encoding="utf-8")):
            yield from ((test, page, word) for word in shlex.split(words))


def is_executed(root: Path, file: str, tests: str) -> bool:
    """Returns true if a test executes the file or a build compiles it."""
    if re.match(r"(include|lib|test/lib|test/Unit|examples/standalone)/", file):
        return True
    return Path(file).name in tests or "RUN:" in (root / file).read_text(encoding="utf-8")


def check_exception(root: Path, tools: Path, block: Block):
    """Checks that the tools, scripts and options in a block that nothing executes exist."""
    if block.kind == "json":
        json.loads(block.text)
    for tool in re.findall(r"\bsg-[a-z]+(?:-[a-z]+)*\b", block.text):
        if not (tools / tool).exists():
            yield f"there is no tool {tool}"
    if block.kind not in ("indented", "sh"):
        return
    for command in block.text.replace("\\\n", " ").splitlines():
        words = shlex.split(command, comments=True)
        program = next((word for word in words if (root / word).is_file() or (tools / Path(word).name).exists()), None)
        for word in words:
            if re.match(r"(bench|docs|examples|scripts|test)/", word) and not (root / word).exists():
                yield f"there is no file {word}"
        if program is None:
            continue
        tool = tools / Path(program).name  # 'build/bin/...' also names an installed tool
        if tool.exists():
            help_text = subprocess.run([str(tool), "--help-hidden"], capture_output=True, text=True, check=False).stdout
        else:
            help_text = (root / program).read_text(encoding="utf-8")
        for option in [word.split("=")[0] for word in words[words.index(program) :] if word.startswith("--")]:
            if not re.search(re.escape(option) + r"\b", help_text):
                yield f"{program} has no option {option}"


def check_blocks(root: Path, tools: Path, is_checked):
    """Yields blocks that nothing executes. is_checked(page, block) returns true for blocks
    that check_docs.py checks itself."""
    used_blocks, texts = {}, []
    for test, page, words in blocks_in_tests(root):
        used_blocks.setdefault(page, {})[words] = test.relative_to(root)
    for test in [*root.glob("test/**/*.test"), *root.glob("test/**/*.mlir"), *root.glob("test/**/*.py")]:
        texts.append(test.read_text(encoding="utf-8"))
    pages = {str(document.relative_to(root)): document for document in documents(root)}
    for document in pages.values():
        texts += [block.text for block in blocks_of(document.read_text(encoding="utf-8")) if is_session(block)]
    tests = "\n".join(texts)
    for page in sorted(set(used_blocks) - set(pages)):
        yield f"{', '.join(sorted(map(str, used_blocks[page].values())))}: there is no page {page}"
    for page, document in pages.items():
        blocks = [block for block in blocks_of(document.read_text(encoding="utf-8")) if block.text.strip()]
        exceptions = EXCEPTIONS.get(page, {})
        test = TESTED_PAGES.get(page)
        if test and page not in (root / test).read_text(encoding="utf-8"):
            yield f"{test}: does not read {page}"
        for words in [*exceptions, *used_blocks.get(page, {})]:
            count = sum(words in block.text for block in blocks)
            if count != 1:
                user = used_blocks.get(page, {}).get(words, "scripts/document_block.py")
                yield f"{user}: {count} blocks of {page} contain '{words}' instead of one"
        for before, block in zip([None, *blocks], blocks):
            where = f"{page}:{block.line}: block '{block.first_line}'"
            if block.source:
                if (root / block.source).exists() and not is_executed(root, block.source, tests):
                    yield f"{where}: no test executes {block.source}"
            elif any(words in block.text for words in exceptions):
                yield from (f"{where}: {problem}" for problem in check_exception(root, tools, block))
            elif test and "python" in (block.kind, before and before.kind):
                continue
            elif not is_checked(page, block) and not any(words in block.text for words in used_blocks.get(page, {})):
                yield f"{where}: nothing executes it; scripts/document_block.py lists the ways to execute it"


def main() -> int:
    if len(sys.argv) < 3:
        print(__doc__.split("\n\n")[1].strip(), file=sys.stderr)
        return 2
    root = Path(__file__).resolve().parent.parent
    try:
        for words in sys.argv[2:]:
            print(find_block(root, sys.argv[1], words).text, end="")
    except LookupError as error:
        print(f"document_block.py: {error}", file=sys.stderr)
        return 2
    except OSError as error:
        print(f"document_block.py: cannot read {sys.argv[1]}: {error.strerror}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
