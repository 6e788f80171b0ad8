#!/usr/bin/env python3
"""Checks the prose of comments, pass descriptions and pages.

    check_prose.py [--summary] [FILE|FOLDER...]      (default: the folders of FOLDERS)

Finds, and prints one line for each:

* banners of C++ files that are broken over two lines;
* doc comments that open with a word that hides their subject (OPENINGS);
* phrases that make a reader guess (PHRASES);
* lines of pages with more than 100 columns, except tables, links, code and generated pages.

Code in backticks and blocks of code are not prose. ALLOWED lists exceptions. codespell, if it
is installed, checks the spelling. --summary prints counts per folder. Exits with 1 for a
finding, with 2 for wrong usage.
"""

import argparse
import collections
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
# A doc comment states its subject first.
OPENINGS = re.compile(
    r"(What|Of|As|Where|Lets|By|That|Those|Nothing|Such|So|Whoever|Else|Behind|Besides|Says|Tells)\b"
)
PHRASES = re.compile(
    r"\b(what there is|so many|so much|as many as|as much as|of (?:its|their|one's) own|behind|in front of"
    r"|goes? on|(?:is|are|be|was) asked|asks? for|(?:is|are) told|slopes?|lest|besides|the like|at hand"
    r"|as it is|as they are|be it|one of them|whoever|those (?:of|that|which|without|with)|lets)\b",
    re.IGNORECASE,
)
# Exceptions: {(file, phrase): reason}
ALLOWED = {
    ("docs/Linking.md", "slope"): "the name of a file of examples/standalone",
    ("test/Docs/Inputs/header.h", "behind"): "text of a test",
    ("test/Docs/Inputs/header.md", "behind"): "text of a test",
}
FOLDERS = ["bench", "docs", "examples", "include", "java", "lib", "python", "scripts", "test", "tools"]
FOLDERS += ["README.md", "CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md"]
COMMENTS = {".cpp", ".h", ".td", ".inc", ".cu"}
MAX_COLUMNS = 100


def blocks_of_lines(text: str, pattern: str):
    """Yields blocks of consecutive comment lines: number of the first line, marker, prose."""
    start, marker, block = 0, "", []
    for number, line in enumerate([*text.split("\n"), ""], 1):
        match = None if re.match(r"\s*//(===|---)", line) else re.match(pattern, line)
        if block and not (match and match[1] == marker):
            yield start, marker, " ".join(block)
            block = []
        if match:
            if not block:
                start, marker = number, match[1]
            block.append(match[2])


def prose_of(path: Path, text: str):
    """Yields the prose of a file: line, whether the prose is a doc comment, text."""
    if path.suffix in COMMENTS:
        for line, marker, prose in blocks_of_lines(text, r"\s*(///?<?)\s?(.*)"):
            yield line, marker.startswith("///"), prose
    if path.suffix == ".td":
        for match in re.finditer(r'summary = "([^"]*)"|description = \[\{(.*?)\}\]', text, re.DOTALL):
            prose = re.sub(r"```.*?```", "", match[1] or match[2] or "", flags=re.DOTALL)
            yield text.count("\n", 0, match.start()) + 1, True, prose
    elif path.suffix == ".java":
        for match in re.finditer(r"/\*\*(.*?)\*/", text, re.DOTALL):
            prose = re.sub(r"\n *\* ?", "\n", re.sub(r"<pre>.*?</pre>|\{@code .*?\}", "", match[1], flags=re.DOTALL))
            yield text.count("\n", 0, match.start()) + 1, True, prose
        for line, _, prose in blocks_of_lines(text, r"\s*(//)\s?(.*)"):
            yield line, False, prose
    elif path.suffix == ".py":
        for match in re.finditer(r'"""(.*?)"""', text, re.DOTALL):
            yield text.count("\n", 0, match.start()) + 1, True, match[1]
        for line, _, prose in blocks_of_lines(text, r"\s*(#)(?!!)\s?(.*)"):
            yield line, False, prose
    elif path.suffix == ".md":
        fence = False
        for number, line in enumerate(text.split("\n"), 1):
            fence ^= line.startswith("```")
            if not fence and not line.startswith(("    ", "```")):
                yield number, False, line


def find(name: str, text: str):
    """Yields the findings in a file: line and message."""
    path = Path(name)
    lines = text.split("\n")
    if path.suffix in COMMENTS and lines[0].startswith("//===-") and not lines[0].endswith("===//"):
        yield 1, "the banner is broken over two lines"
    for line, is_doc, prose in prose_of(path, text):
        prose = re.sub(r"`[^`]*`", "", prose)
        if is_doc and (match := OPENINGS.match(prose.strip())):
            yield line, f"opens with '{match[1]}': state the subject first"
        for match in PHRASES.finditer(prose):
            if (name, match[1].lower()) not in ALLOWED:
                yield line, f"'{match[1]}': repeat the noun, or use the field's word"
    if path.suffix == ".md" and not text.startswith("<!-- Generated"):
        fence = False
        for number, line in enumerate(lines, 1):
            fence ^= line.startswith("```")
            if len(line) > MAX_COLUMNS and not fence and not line.startswith(("|", "    ", "```")) and "](" not in line:
                yield number, f"{len(line)} columns, at most {MAX_COLUMNS}"


def list_files(given: str):
    """Yields the files with prose in a folder, relative to ROOT, or the given file."""
    if not (ROOT / given).is_dir():
        yield given
        return
    for folder, folders, names in os.walk(ROOT / given):
        folders[:] = sorted(name for name in folders if not (Path(folder) / name).is_symlink())
        for name in sorted(names):
            if Path(name).suffix in COMMENTS | {".java", ".md", ".py"}:
                yield str((Path(folder) / name).relative_to(ROOT))


def check_spelling(files: list[str]) -> list[str]:
    tool = shutil.which("codespell")
    if not tool:
        return []
    ignored = "olt,compiletime,allocat,kinf,positionof,upto,bu,infinit"
    done = subprocess.run([tool, "-L", ignored, *files], cwd=ROOT, capture_output=True, text=True, check=False)
    return done.stdout.splitlines()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="*")
    parser.add_argument("--summary", action="store_true", help="print counts per folder only")
    options = parser.parse_args()
    files = [name for given in options.files or FOLDERS for name in list_files(given)]
    counts, found = collections.Counter(), []
    for name in files:
        try:
            text = (ROOT / name).read_text(encoding="utf-8")
        except OSError as error:
            print(f"check_prose.py: {name}: {error.strerror}", file=sys.stderr)
            return 2
        for line, message in find(name, text):
            found.append(f"{name}:{line}: {message}")
            counts["/".join(Path(name).parts[:-1][:3])] += 1
    found += check_spelling(files)
    if options.summary:
        for folder, count in counts.most_common():
            print(f"{count:5} {folder}")
    else:
        print("\n".join(found))
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
