#!/usr/bin/env python3
"""Writes the manual page of a tool from the output of --help.

    make_man.py TOOL SUMMARY VERSION PAGE.1

Exits with 1 if the tool does not print options in the format of llvm::cl.
"""

import os
import re
import subprocess
import sys
from pathlib import Path

OPTION = re.compile(r"^(\s+)(--?[\w-]\S*|<\S+>)(?:\s+-\s+(.*))?$")
VALUE = re.compile(r"^\s+=(\S+)\s+-\s+(.*)$")


def roff(text: str) -> str:
    """Escapes running text for roff."""
    text = text.replace("\\", "\\e").replace("-", "\\-")
    return "\\&" + text if text.startswith((".", "'")) else text


def roff_lines(help_text: str):
    section = None
    for line in help_text.splitlines():
        if match := re.match(r"(OVERVIEW|USAGE|OPTIONS):\s*(.*)", line):
            section, rest = match.groups()
            yield {"OVERVIEW": ".SH DESCRIPTION", "USAGE": ".SH SYNOPSIS", "OPTIONS": ".SH OPTIONS"}[section]
            if rest:
                yield roff(rest)
        elif not line.strip():
            yield ".PP" if section == "OVERVIEW" else None
        elif section == "OVERVIEW":
            # Keep line breaks and alignment.
            yield from (".br", roff(line).replace("  ", "\\ \\ "))
        elif section == "OPTIONS" and (match := VALUE.match(line)):
            yield from (".br", f"\\fB{roff(match[1])}\\fR: {roff(match[2].strip())}")
        elif section == "OPTIONS" and (match := OPTION.match(line)):
            yield from (".TP", f"\\fB{roff(match[2])}\\fR", roff((match[3] or "").strip() or "."))
        elif section == "OPTIONS":
            yield f'.SS "{roff(line.strip().rstrip(":"))}"'
        else:
            yield roff(line)


def main() -> int:
    if len(sys.argv) != 5:
        print(__doc__.strip(), file=sys.stderr)
        return 2
    tool, summary, version, page = sys.argv[1:]
    name = Path(tool).name
    # Exclude output that differs between machines.
    done = subprocess.run([tool, "--help"], capture_output=True, text=True, check=False, env={**os.environ, "SG_CACHE": ""})
    lines = [line for line in roff_lines(done.stdout) if line is not None]
    if done.returncode or ".SH OPTIONS" not in lines or ".TP" not in lines:
        print(f"make_man.py: {tool} --help prints no options: {done.stderr.strip()}", file=sys.stderr)
        return 1
    # Move the sections into the order of manual pages.
    synopsis = lines.index(".SH SYNOPSIS")
    lines = [*lines[synopsis : synopsis + 2], *lines[:synopsis], *lines[synopsis + 2 :]]
    head = [
        f'.TH {name.upper()} 1 "" "sg {version}" "derivatives for MLIR"',
        ".SH NAME",
        f"{roff(name)} \\- {roff(summary)}",
    ]
    foot = [".SH SEE ALSO", "The documents of sg, in /usr/share/doc/SG/docs where it is installed as a package."]
    Path(page).write_text("\n".join([*head, *lines, *foot]) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
