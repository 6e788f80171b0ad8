"""Checks how tools write files that exist.

    write_file.py SG_RUN SG_OPT SG_REDUCE

Other users take part if the test runs as root.
"""

import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

SG_RUN, SG_OPT, SG_REDUCE = map(os.path.abspath, sys.argv[1:])
OTHER = 65534
IS_ROOT = os.geteuid() == 0
os.umask(0o022)

root = pathlib.Path(tempfile.mkdtemp(dir="/tmp"))
root.chmod(0o755)
program = root / "f.mlir"
program.write_text("func.func @f(%x: f64) -> f64 {\n  return %x : f64\n}\n")
folder = root / "100% of it"
folder.mkdir()
file = folder / "x.npy"


def run(*words, user=None):
    if user is not None:
        words = ["setpriv", f"--reuid={user}", "--clear-groups", *words]
    done = subprocess.run(words, capture_output=True, text=True, timeout=60, check=False, cwd=folder)
    return done.returncode, done.stderr.replace(str(root), "ROOT")


def write(path, **options):
    return run(SG_RUN, program, "--function=f", "--input=5", f"--output=@{path}", "--cache=", **options)


def is_written(path):
    return path.read_bytes().startswith(b"\x93NUMPY")


# A new file and an existing file, by each tool.
assert write(file) == (0, "") and file.stat().st_mode & 0o777 == 0o644
for mode in (0o600, 0o640, 0o755):
    file.write_bytes(b"x")
    file.chmod(mode)
    number = file.stat().st_ino
    assert write(file) == (0, "") and is_written(file)
    assert file.stat().st_mode & 0o777 == mode and file.stat().st_ino != number
    assert run(SG_OPT, program, "-o", file) == (0, "") and b"func.func" in file.read_bytes()
    assert run(SG_REDUCE, program, "--reduce-greedily=test=/bin/false", "-o", file) == (0, "")
    assert file.read_bytes() == b"module {\n}\n" and file.stat().st_mode & 0o777 == mode
for kind, mode in (("so", 0o755), ("h", 0o644), ("o", 0o644)):
    kind_option = {"so": "so", "h": "header", "o": "obj"}[kind]
    command = [SG_RUN, program, "--function=f", f"--emit={kind_option}", "--cache="]
    assert run(*command) == (0, "")
    made = folder / f"f.{kind}"
    assert made.stat().st_mode & 0o777 == mode
    made.chmod(0o700)
    assert run(*command) == (0, "") and made.stat().st_mode & 0o777 == 0o700
    made.unlink()

# After an error the file is unchanged.
file.write_bytes(b"before")
wrong = root / "wrong.mlir"
wrong.write_text("func.func @f(%x: f64) -> f64 {\n  %y = grad.stop_gradient %x : f64\n  return %y : f64\n}\n")
assert run(SG_OPT, wrong, "--grad-verify-expanded", "-o", file)[0] == 1
assert run(SG_REDUCE, program, "--reduce-greedily=test=/bin/true", "-o", file)[0] == 1
assert file.read_bytes() == b"before" and [path.name for path in folder.iterdir()] == ["x.npy"]

# A link is followed; a second name of the file keeps the old contents.
link, name = folder / "link", folder / "name"
link.symlink_to(file)
os.link(file, name)
assert write(link) == (0, "") and link.is_symlink() and is_written(file)
assert name.read_bytes() == b"before"
name.unlink()

# A dangling link is replaced.
link.unlink()
link.symlink_to(folder / "nothing")
assert write(link) == (0, "") and not link.is_symlink() and is_written(link)
link.unlink()

# A pipe and a device are written in place; a pipe without a reader is an error.
pipe = folder / "pipe"
os.mkfifo(pipe)
reader = subprocess.Popen(["bash", "-c", f"sleep 1; cat '{pipe}'"], stdout=subprocess.PIPE)
assert write(pipe) == (0, "") and reader.communicate(timeout=60)[0].startswith(b"\x93NUMPY")
assert write(pipe) == (2, "sg-run: cannot write 'ROOT/100% of it/pipe': nobody reads from this pipe\n")
assert write("/dev/null") == (0, "")
assert write("/dev/full") == (2, "sg-run: cannot write '/dev/full': No space left on device\n")
pipe.unlink()
assert run(SG_OPT, program, "-o", folder) == (1, "cannot write 'ROOT/100% of it': Is a directory\n")

if shutil.which("setfacl") and shutil.which("getfacl"):
    if subprocess.run(["setfacl", "-m", "u:nobody:r", file], check=False).returncode == 0:
        before = subprocess.check_output(["getfacl", "-c", "--absolute-names", file])
        assert write(file) == (0, "")
        assert subprocess.check_output(["getfacl", "-c", "--absolute-names", file]) == before

if IS_ROOT:
    # The owner is kept: in a new file if the system permits it.
    os.chown(file, OTHER, 12345)
    file.chmod(0o640)
    number = file.stat().st_ino
    assert write(file) == (0, "")
    status = file.stat()
    assert (status.st_uid, status.st_gid, status.st_mode & 0o777) == (OTHER, 12345, 0o640) and status.st_ino != number

    # Otherwise the file is written in place: a file of another user, a folder
    # without write permission.
    os.chown(file, 0, 0)
    file.chmod(0o666)
    number = file.stat().st_ino
    for mode in (0o777, 0o755):
        folder.chmod(mode)
        file.write_bytes(b"x" * 1000)
        assert write(file, user=OTHER) == (0, "") and is_written(file)
        status = file.stat()
        assert (status.st_uid, status.st_mode & 0o777, status.st_ino) == (0, 0o666, number) and status.st_size < 1000
    file.chmod(0o644)
    denied = "sg-run: cannot write 'ROOT/100% of it/{}': Permission denied\n"
    assert write(file, user=OTHER) == (2, denied.format("x.npy"))
    assert write(folder / "new.npy", user=OTHER) == (2, denied.format("new.npy"))

    # A file that another user placed in a folder such as /tmp is not written
    # to.
    shared = root / "shared"
    shared.mkdir()
    shared.chmod(0o1777)
    victim = root / "victim"
    for make in (
        lambda planted: planted.symlink_to(victim),
        lambda planted: os.mkfifo(planted),
        lambda planted: planted.write_bytes(b"planted"),
    ):
        victim.write_bytes(b"precious")
        planted = shared / "planted"
        make(planted)
        os.chown(planted, OTHER, OTHER, follow_symlinks=False)
        assert write(planted) == (
            2,
            f"sg-run: cannot write 'ROOT/shared/planted': it belongs to user ID {OTHER} in a folder that others can "
            "write to; remove it, or name a file in another folder\n",
        )
        assert victim.read_bytes() == b"precious"
        planted.unlink()
    assert write(shared / "own") == (0, "") and write(shared / "own") == (0, "")

shutil.rmtree(root)
