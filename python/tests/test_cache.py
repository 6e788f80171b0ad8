"""Native code is kept for the next start of Python."""

import os
import subprocess
import sys

import numpy as np
import pytest
import sg

PROGRAM = """
import sys
import sg

module = sg.load('''func.func @f(%x: f64) -> f64 {
  %y = arith.mulf %x, %x : f64
  return %y : f64
}''')
value, (gradient,) = module.value_and_grad("f", wrt=[0])(3.0)
assert value == 9 and gradient == 6
"""


def start(folder):
    subprocess.run([sys.executable, "-c", PROGRAM], check=True, env={**os.environ, "SG_CACHE": str(folder)})


def entries(folder):
    return {path.name: path.stat().st_ino for path in folder.iterdir() if path.name.startswith("llvmcache-")}


def test_second_start(tmp_path):
    folder = tmp_path / "new"
    start(folder)
    first = entries(folder)
    assert len(first) == 1
    start(folder)
    assert entries(folder) == first  # a file that is written again is another one


@pytest.mark.parametrize("damage", [b"", b"x" * 100, None])
def test_damaged(tmp_path, damage):
    start(tmp_path)
    (path,) = (tmp_path / name for name in entries(tmp_path))
    content = path.read_bytes()
    path.write_bytes(content[: len(content) // 2] if damage is None else damage)
    start(tmp_path)
    assert path.read_bytes() == content


def test_two_at_once(tmp_path):
    command, environment = [sys.executable, "-c", PROGRAM], {**os.environ, "SG_CACHE": str(tmp_path)}
    started = [subprocess.Popen(command, env=environment) for _ in range(3)]
    assert [process.wait() for process in started] == [0, 0, 0]
    assert len(entries(tmp_path)) == 1


def test_nowhere(tmp_path):
    (tmp_path / "file").write_text("")
    start(tmp_path / "file" / "folder")  # cannot be made
    start("")
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


def test_others(tmp_path, monkeypatch):
    """Other threads and other programs are other code."""
    monkeypatch.setenv("SG_CACHE", str(tmp_path))
    text = "func.func @f(%x: tensor<?xf64>) -> tensor<?xf64> {{ %y = arith.{} %x, %x : tensor<?xf64> return %y : tensor<?xf64> }}"
    for count, (op, threads, result) in enumerate([("addf", 1, 4), ("addf", 2, 4), ("subf", 1, 0)], 1):
        assert sg.load(text.format(op)).function("f", threads=threads)(np.full(3, 2.0)).tolist() == [result] * 3
        assert len(entries(tmp_path)) == count
