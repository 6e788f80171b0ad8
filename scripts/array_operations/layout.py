"""The layout of generated code."""

import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent


def clang_format(text: str, name: str) -> str:
    """Returns the text of a file in the layout of the project."""
    tool = shutil.which("clang-format-22") or shutil.which("clang-format")
    if tool is None:
        sys.exit("make_array_operations.py: there is no clang-format; scripts/install installs it")
    command = [tool, f"--assume-filename={ROOT / name}"]
    return subprocess.run(command, input=text, capture_output=True, text=True, check=True).stdout
