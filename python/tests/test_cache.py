"""Tests of the cache of native code that processes share."""

import os
import subprocess
import sys
import tempfile

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


def run_program(folder):
    """Runs the program and returns its standard error."""
    environment = {**os.environ, "SG_CACHE": str(folder)}
    ended = subprocess.run([sys.executable, "-c", PROGRAM], check=True, env=environment, stderr=subprocess.PIPE, text=True)
    return ended.stderr


def entries(folder):
    return {path.name: path.stat().st_ino for path in folder.iterdir() if path.name.startswith("llvmcache-")}


def test_second_process(tmp_path):
    folder = tmp_path / "new"
    run_program(folder)
    first = entries(folder)
    assert len(first) == 1
    run_program(folder)
    assert entries(folder) == first  # a rewritten file would be different


@pytest.mark.parametrize("damage", [b"", b"x" * 100, None])
def test_damaged_entry(tmp_path, damage):
    run_program(tmp_path)
    (path,) = (tmp_path / name for name in entries(tmp_path))
    content = path.read_bytes()
    path.write_bytes(content[: len(content) // 2] if damage is None else damage)
    run_program(tmp_path)
    assert path.read_bytes() == content


def test_concurrent_processes(tmp_path):
    command, environment = [sys.executable, "-c", PROGRAM], {**os.environ, "SG_CACHE": str(tmp_path)}
    started = [subprocess.Popen(command, env=environment) for _ in range(3)]
    assert [process.wait() for process in started] == [0, 0, 0]
    assert len(entries(tmp_path)) == 1


def test_unusable_folder(tmp_path):
    (tmp_path / "file").write_text("")
    assert "file' is not a folder" in run_program(tmp_path / "file")
    assert "file/folder' cannot be opened: Not a directory" in run_program(tmp_path / "file" / "folder")
    assert run_program("") == ""
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


def test_folder_writable_by_others(tmp_path):
    """Checks that a folder to which other users can write is not used, with a warning."""
    folder = tmp_path / "shared"
    run_program(folder)
    before = entries(folder)
    folder.chmod(0o777)
    for _ in range(2):
        assert f"ProgramWarning: warning: native code is not cached: '{folder}' can be written to by other" in run_program(folder)
    folder.chmod(0o700)
    for path in folder.iterdir():
        path.chmod(0o666)
    assert run_program(folder) == ""
    assert entries(folder).keys() == before.keys() and entries(folder) != before  # compiled again


def run_at_home(folder, user=None, **variables):
    """Runs the program in a folder, without the variables that name a cache."""
    environment = {name: value for name, value in os.environ.items() if name not in ("HOME", "SG_CACHE", "XDG_CACHE_HOME")}
    command = [sys.executable, "-c", PROGRAM]
    if user is not None:
        command = ["setpriv", f"--reuid={user}", "--clear-groups", *command]
    subprocess.run(command, check=True, cwd=folder, env={**environment, **variables})


def test_default_folder(tmp_path):
    home, current = tmp_path / "home", tmp_path / "current"
    home.mkdir()
    current.mkdir()
    run_at_home(current, HOME=str(home))
    run_at_home(current, HOME=str(home), XDG_CACHE_HOME="")
    run_at_home(current, HOME=str(home), XDG_CACHE_HOME="relative")
    assert len(entries(home / ".cache" / "sg")) == 1
    run_at_home(current, HOME=str(home), XDG_CACHE_HOME=str(tmp_path / "xdg"))
    assert len(entries(tmp_path / "xdg" / "sg")) == 1
    run_at_home(current, HOME="")
    run_at_home(current, HOME="relative")
    assert list(current.iterdir()) == []


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can become another user")
def test_user_without_home(tmp_path):
    with tempfile.TemporaryDirectory(dir="/tmp") as current:
        os.chmod(current, 0o777)
        probe = subprocess.run(["setpriv", "--reuid=12345", "--clear-groups", sys.executable, "-c", "import sg"], check=False)
        if probe.returncode != 0:
            pytest.skip("another user cannot read this Python or this package")
        run_at_home(current, user=12345)
        assert os.listdir(current) == []


def test_separate_entries(tmp_path, monkeypatch):
    """Checks that another thread count or another program gets a separate entry."""
    monkeypatch.setenv("SG_CACHE", str(tmp_path))
    text = "func.func @f(%x: tensor<?xf64>) -> tensor<?xf64> {{ %y = arith.{} %x, %x : tensor<?xf64> return %y : tensor<?xf64> }}"
    for count, (op, threads, result) in enumerate([("addf", 1, 4), ("addf", 2, 4), ("subf", 1, 0)], 1):
        assert sg.load(text.format(op)).function("f", threads=threads)(np.full(3, 2.0)).tolist() == [result] * 3
        assert len(entries(tmp_path)) == count
