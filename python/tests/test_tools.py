"""Tests of tools that refuse a program, crash, or exceed their limits."""

import sys

import pytest
from sg.tools import ToolError, find_tool, run_tool


def python(code, text=""):
    return run_tool([sys.executable, "-c", "import sys, os, time, signal\n" + code], text)


def test_output():
    assert python("print(sys.stdin.read().upper())", "abc" * 100000) == "ABC" * 100000 + "\n"


def test_refused_program():
    with pytest.raises(ToolError, match=r"refuses the program:\n<stdin>:1:1: error: no") as caught:
        python("sys.stderr.write('<stdin>:1:1: error: no\\n'); sys.exit(1)")
    assert caught.value.output == "<stdin>:1:1: error: no"


def test_crash():
    with pytest.raises(ToolError, match=r"crashes on the program \(SIGSEGV\); this is a fault of the tool$"):
        python("os.kill(os.getpid(), signal.SIGSEGV)")
    with pytest.raises(ToolError, match=r"crashes on the program \(SIGSEGV\); this is a fault of the tool$"):
        python("sys.stderr.write('PLEASE submit a bug report'); sys.exit(-11)")
    with pytest.raises(ToolError, match=r"\(exit code 1\); this is a fault of the tool; its output before the crash:\nerror: x$"):
        python("sys.stderr.write('error: x\\nPLEASE submit a bug report\\nStack dump:\\n 0. a\\n'); sys.exit(1)")


def test_time_limit(monkeypatch):
    monkeypatch.setenv("SG_CONVERSION_SECONDS", "0.2")
    with pytest.raises(ToolError, match="takes more than 0.2 s for the program: SG_CONVERSION_SECONDS is the limit"):
        python("time.sleep(60)")


def test_memory_limit(monkeypatch):
    monkeypatch.setenv("SG_CONVERSION_MEMORY", "0.5")
    code = """
sys.stdin.read()  # returns after run_tool has set the limit
try:
    x = bytearray(2**30)
except MemoryError:
    sys.stderr.write('LLVM ERROR: out of memory')
    sys.exit(1)
"""
    with pytest.raises(ToolError, match="needs more than 0.5 GB of memory .*SG_CONVERSION_MEMORY is the limit in GB"):
        python("time.sleep(0.2)" + code, "text")


@pytest.mark.parametrize("wrong", ["no", "0", "-1"])
def test_invalid_limits(monkeypatch, wrong):
    monkeypatch.setenv("SG_CONVERSION_MEMORY", wrong)
    with pytest.raises(ValueError, match=f"SG_CONVERSION_MEMORY is '{wrong}': it must be a number more than 0"):
        python("pass")


def test_missing_tool(monkeypatch):
    monkeypatch.setenv("SG_OPT", "/nowhere/sg-opt")
    with pytest.raises(FileNotFoundError, match="there is no sg-opt: set SG_OPT to where it is, or add its folder to PATH"):
        find_tool("sg-opt")
