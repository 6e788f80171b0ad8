"""Checks the type hints of the package by mypy, if it is installed."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

PACKAGE = Path(__file__).resolve().parent.parent / "sg"
# Files that call torch, jax and onnx, which have no complete hints.
FRONTENDS = re.compile(r"(from_|jax_|torch_|step_|tree_)\w+\.py|(model|optimizers|tools|training_step)\.py")


def test_hints_are_complete(tmp_path):
    pytest.importorskip("mypy")
    command = [sys.executable, "-m", "mypy", "--strict", "--no-error-summary", f"--cache-dir={tmp_path}", str(PACKAGE)]
    output = subprocess.run(command, stdout=subprocess.PIPE, text=True, timeout=300).stdout
    lines = [line for line in output.splitlines() if ": error:" in line]
    assert [line for line in lines if not FRONTENDS.fullmatch(Path(line.split(":")[0]).name)] == []
