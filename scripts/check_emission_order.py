#!/usr/bin/env python3
"""Checks that no argument list creates ops in two of its arguments.

    check_emission_order.py [FILE...]      (default: all of lib/)

C++ does not specify the evaluation order of arguments, and compilers differ. Two creations in
one list make the emitted IR depend on the compiler. The script treats these
functions as creators: `create`, `createOrFold` and similar ones; the methods that a rule
calls on its DerivativeContext; functions named create...; and functions and lambdas, in the
same file or in an included header of this project, that call a creator. The script identifies
functions by name: it parses text, not syntax trees. Exits with 1 for a
finding.
"""

import re
import sys
from pathlib import Path

CREATES = {"create", "createOrFold", "getValueOrCreateConstantIndexOp", "clone"}
# Methods of DerivativeContext.
CREATES |= {"primal", "primalSize", "cotangent", "wideCotangent", "zero", "shape"}
# Names shared by many functions, few of which create ops.
AMBIGUOUS = {"get", "run", "visit", "operator", "add", "push_back", "matchAndRewrite", "rewrite"}
CALL = re.compile(r"\b([A-Za-z_]\w*)\s*(?:<[^<>;(){}]*>)?\(")
FUNCTION = re.compile(
    r"\b(?P<name>[A-Za-z_]\w*)\((?P<args>[^;{}]*)\)\s*(?:const\s*)?(?:override\s*)?\{"
)
LAMBDA = re.compile(r"\bauto (?P<name>\w+) = \[[^\]]*\]\s*(?:\([^{}]*?\))?\s*(?:-> [\w:<>]+\s*)?\{")
KEYWORDS = {"if", "for", "while", "switch", "return", "sizeof", "catch", "assert", "isa", "cast"}
INCLUDE = re.compile(r'^#include "([^"]+)"', re.MULTILINE)
ROOT = Path(__file__).parent.parent
OPEN, CLOSE = "([{", ")]}"


def without_comments(text: str) -> str:
    """Returns the text with comments and literals blanked. Positions do not change."""
    pattern = re.compile(r'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])\'', re.DOTALL)
    return pattern.sub(lambda m: re.sub(r"[^\n]", " ", m[0]), text)


def find_closing(text: str, opening: int) -> int:
    """Returns the position of the bracket that closes the bracket at `opening`."""
    depth = 0
    for i in range(opening, len(text)):
        depth += (text[i] in OPEN) - (text[i] in CLOSE)
        if depth == 0:
            return i
    return len(text)


def arguments(text: str, begin: int, end: int):
    depth, start = 0, begin
    for i in range(begin, end):
        if text[i] == "," and depth == 0:
            yield text[start:i]
            start = i + 1
        depth += (text[i] in OPEN) - (text[i] in CLOSE)
    yield text[start:end]


def without_lambdas(text: str) -> str:
    """Removes the bodies of lambdas from an argument, because lambdas run later."""
    while match := re.search(r"\[[^\]\[]*\]\s*(?:\([^{}]*?\))?\s*(?:-> [\w:<>]+\s*)?\{", text):
        text = text[: match.start()] + text[find_closing(text, match.end() - 1) + 1 :]
    return text


def with_headers(path: Path, text: str, seen: set) -> str:
    for name in INCLUDE.findall(path.read_text(encoding="utf-8")):
        for header in (path.parent / name, ROOT / "include" / name):
            if header.exists() and header not in seen:
                seen.add(header)
                header_text = without_comments(header.read_text(encoding="utf-8"))
                text += with_headers(header, header_text, seen)
    return text


def is_creator(name: str, creator_names: set) -> bool:
    return name in creator_names or re.match(r"create[A-Z]", name) is not None


def creators(text: str) -> set:
    """Returns the names of the functions that create ops."""
    bodies = {}
    for pattern in (FUNCTION, LAMBDA):
        for match in pattern.finditer(text):
            if match["name"] not in KEYWORDS | AMBIGUOUS:
                body = text[match.end() - 1 : find_closing(text, match.end() - 1)]
                called = {call[1] for call in CALL.finditer(body)}
                bodies.setdefault(match["name"], set()).update(called)
    creator_names = set(CREATES)
    while new_creators := {
        name
        for name, called in bodies.items()
        if name not in creator_names and any(is_creator(other, creator_names) for other in called)
    }:
        creator_names |= new_creators
    return creator_names


def findings(texts):
    for path, text in texts.items():
        creator_names = creators(with_headers(path, text, set()))
        for call in CALL.finditer(text):
            begin = call.end()
            end = find_closing(text, begin - 1)
            creating = [
                argument.strip()
                for argument in arguments(text, begin, end)
                if any(is_creator(inner[1], creator_names) for inner in CALL.finditer(without_lambdas(argument)))
            ]
            # The parameters of a definition are not arguments.
            if len(creating) > 1 and call[1] not in KEYWORDS:
                line = text.count("\n", 0, call.start()) + 1
                yield f"{path}:{line}: '{call[1]}(...)' creates ops in {len(creating)} arguments"


def main() -> int:
    paths = [Path(name) for name in sys.argv[1:]] or sorted((ROOT / "lib").rglob("*.cpp"))
    try:
        texts = {path: without_comments(path.read_text(encoding="utf-8")) for path in paths}
    except OSError as error:
        print(f"check_emission_order.py: {error}", file=sys.stderr)
        return 2
    problems = list(findings(texts))
    print("\n".join(problems) if problems else "one op creation per argument list")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
