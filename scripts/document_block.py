#!/usr/bin/env python3
"""The blocks of the documents: code, commands, and what they print.

    document_block.py PAGE WORDS...

prints the blocks of PAGE, as docs/C.md, in which these words stand, one after the
other. Tests take what they execute from there, as %block. Exit code 2 if they do not
stand in just one.

Every block is executed by something: check_docs.py finds what is not (blocks_of,
check_blocks). Either
* it stands in a file that a test executes, and has '<!-- from FILE -->' above it;
* its lines are commands '    $ COMMAND' and what they print, which check_docs.py
  runs; so are the blocks of README.md;
* it is generated from TableGen, where check_docs.py runs the examples;
* a test takes it by %block, or all of the page (TESTED_PAGES);
* or it is one of EXCEPTIONS, each with the reason. Of the tools and scripts in them,
  these exist, and have the options.
"""

import json
import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

# Pages whose blocks of Python, and what stands behind them, are for one test.
TESTED_PAGES = {"docs/Python.md": "python/tests/test_documents.py"}

# Page: {what stands in a block: why no test executes it}
INSTALLS = "installs packages, builds all, or runs all tests"
PEERS = "measures with what others have to be installed, or for hours"
EDITOR = "is read by an editor"
PROFILER = "needs a GPU and a profiler"
BUNDLE = "takes minutes; the tests in Integration/Bundle have fewer programs, of their own build"
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
    kind: str  # what stands behind ```, or 'indented'
    text: str
    source: str  # the file that it is said to be from

    @property
    def first(self) -> str:
        return self.text.strip().split("\n")[0]


def documents(root: Path):
    """All that is written in Markdown, but the inputs of tests."""
    for pattern in ["*.md", ".github/**/*.md", "bench/**/*.md", "docs/*.md", "examples/**/*.md", "python/**/*.md"]:
        yield from sorted(root.glob(pattern))
    yield from sorted(root.glob("test/Integration/*/README.md"))


def dedent(text: str) -> str:
    lines = text.split("\n")
    margin = min((len(line) - len(line.lstrip()) for line in lines if line.strip()), default=0)
    return "\n".join(line[margin:] for line in lines)


def blocks_of(text: str):
    """In fences, and those that are indented by four or more."""
    lines = text.split("\n")
    quoted = re.compile(r"^<!-- from (\S+) -->$")
    at = 0
    while at < len(lines):
        begin = at
        fence = re.fullmatch(r"```(\S*)", lines[at])
        if fence:
            at += 1
            while at < len(lines) and lines[at] != "```":
                at += 1
            source = quoted.match(lines[begin - 1]) if begin else None
            body = "".join(line + "\n" for line in lines[begin + 1 : at])
            yield Block(begin + 1, fence[1], body, source[1] if source else "")
        elif lines[at].startswith("    ") and (at == 0 or not lines[at - 1].strip()):
            while at < len(lines) and (lines[at].startswith("    ") or not lines[at].strip()):
                at += 1
            body = "\n".join(lines[begin:at]).rstrip() + "\n"
            yield Block(begin + 1, "indented", dedent(body), "")
            continue
        at += 1


def is_session(block: Block) -> bool:
    return block.kind == "indented" and block.text.startswith("$ ")


def find_block(root: Path, page: str, words: str) -> Block:
    found = [block for block in blocks_of((root / page).read_text(encoding="utf-8")) if words in block.text]
    if len(found) != 1:
        raise LookupError(f"{len(found)} blocks of {page} have '{words}' in them, not one")
    return found[0]


def taken_by_tests(root: Path):
    """(page, words) of the blocks that tests take."""
    for test in sorted([*root.glob("test/**/*.test"), *root.glob("test/**/*.mlir")]):
        for page, words in re.findall(r"%block (\S+)((?: \"[^\"]*\"| '[^']*')+)", test.read_text(encoding="utf-8")):
            yield from ((test, page, word) for word in shlex.split(words))


def is_executed(root: Path, file: str, tests: str) -> bool:
    """Whether a test executes the file, or a build compiles it."""
    if re.match(r"(include|lib|test/lib|test/Unit|examples/standalone)/", file):
        return True
    return Path(file).name in tests or "RUN:" in (root / file).read_text(encoding="utf-8")


def check_exception(root: Path, tools: Path, block: Block):
    """What can be said of a block that nothing executes."""
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
        tool = tools / Path(program).name  # which may be what 'build/bin/...' names, too
        if tool.exists():
            known = subprocess.run([str(tool), "--help-hidden"], capture_output=True, text=True, check=False).stdout
        else:
            known = (root / program).read_text(encoding="utf-8")
        for option in [word.split("=")[0] for word in words[words.index(program) :] if word.startswith("--")]:
            if not re.search(re.escape(option) + r"\b", known):
                yield f"{program} has no option {option}"


def check_blocks(root: Path, tools: Path, is_checked):
    """Blocks that nothing executes; is_checked(page, block) tells what check_docs.py
    does itself."""
    taken, everything = {}, []
    for test, page, words in taken_by_tests(root):
        taken.setdefault(page, {})[words] = test.relative_to(root)
    for test in [*root.glob("test/**/*.test"), *root.glob("test/**/*.mlir"), *root.glob("test/**/*.py")]:
        everything.append(test.read_text(encoding="utf-8"))
    pages = {str(document.relative_to(root)): document for document in documents(root)}
    for document in pages.values():
        everything += [block.text for block in blocks_of(document.read_text(encoding="utf-8")) if is_session(block)]
    tests = "\n".join(everything)
    for page in sorted(set(taken) - set(pages)):
        yield f"{', '.join(sorted(map(str, taken[page].values())))}: there is no page {page}"
    for page, document in pages.items():
        blocks = [block for block in blocks_of(document.read_text(encoding="utf-8")) if block.text.strip()]
        exceptions = EXCEPTIONS.get(page, {})
        test = TESTED_PAGES.get(page)
        if test and page not in (root / test).read_text(encoding="utf-8"):
            yield f"{test}: does not read {page}"
        for words in [*exceptions, *taken.get(page, {})]:
            count = sum(words in block.text for block in blocks)
            if count != 1:
                by = taken.get(page, {}).get(words, "scripts/document_block.py")
                yield f"{by}: {count} blocks of {page} have '{words}' in them, not one"
        for before, block in zip([None, *blocks], blocks):
            where = f"{page}:{block.line}: '{block.first}' and what follows"
            if block.source:
                if (root / block.source).exists() and not is_executed(root, block.source, tests):
                    yield f"{where}: no test executes {block.source}"
            elif any(words in block.text for words in exceptions):
                yield from (f"{where}: {problem}" for problem in check_exception(root, tools, block))
            elif test and "python" in (block.kind, before and before.kind):
                continue
            elif not is_checked(page, block) and not any(words in block.text for words in taken.get(page, {})):
                yield f"{where}: nothing executes it; scripts/document_block.py says what can"


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
