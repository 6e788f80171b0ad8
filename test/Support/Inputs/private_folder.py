"""Checks which folders and entries the object cache accepts.

    private_folder.py SG_RUN

Other users take part if the test runs as root.
"""

import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

SG_RUN = os.path.abspath(sys.argv[1])
OTHER = 65534
PROGRAM = "func.func @f(%x: f32) -> f32 {\n  %y = arith.addf %x, %x : f32\n  return %y : f32\n}\n"
IS_ROOT = os.geteuid() == 0
ENVIRONMENT = {key: value for key, value in os.environ.items() if key not in ("HOME", "SG_CACHE", "XDG_CACHE_HOME")}

# All parent folders under /tmp have safe owners and modes.
root = pathlib.Path(tempfile.mkdtemp(dir="/tmp"))
root.chmod(0o755)
program = root / "program.mlir"
program.write_text(PROGRAM)


def run(*options, user=None, environment=None):
    """Returns whether the code was loaded, and the warning."""
    command = [SG_RUN, program, "--function=f", "--input=5", "--expected-output=10", "--time", *options]
    if user is not None:
        command = ["setpriv", f"--reuid={user}", "--clear-groups", *command]
    done = subprocess.run(
        command, env=environment or ENVIRONMENT, cwd=work, capture_output=True, text=True, timeout=60, check=False
    )
    assert done.returncode == 0, done.stderr
    warning = "".join(line for line in done.stderr.splitlines() if "warning" in line)
    return " load " in done.stderr, warning.replace(str(root), "ROOT")


def accept(*options, **others):
    """Checks that the second run loads the entry of the first, without a warning."""
    assert run(*options, **others)[1] == ""
    assert run(*options, **others) == (True, "")


def refuse(expected, *options, **others):
    """Checks that no run loads code. The warning names the folder at fault."""
    for _ in range(2):
        found = run(*options, **others)
        assert found == (False, expected and f"sg-run: warning: native code is not cached: {expected}"), found


def fill(name):
    """A folder with one valid entry."""
    folder = root / name
    assert run(f"--cache={folder}") == (False, "")
    (entry,) = folder.glob("llvmcache-sg-*")
    return folder, entry


WRITABLE = "can be written to by other users; run 'chmod go-w' on it, or name a folder of your own"
work = root / "work"
work.mkdir()

# Created folders, and their entries, are accessible only to the user.
accept(f"--cache={root}/made/a/b")
for folder in ("made", "made/a", "made/a/b"):
    assert (root / folder).stat().st_mode & 0o777 == 0o700
folder, entry = fill("own")
assert entry.stat().st_mode & 0o777 == 0o600
accept(f"--cache={folder}")
accept("--cache=../own")

# A folder that others may write to, and such a parent folder.
for mode in (0o777, 0o1777, 0o770):
    folder.chmod(mode)
    refuse(f"'ROOT/own' {WRITABLE}", f"--cache={folder}")
folder.chmod(0o755)
accept(f"--cache={folder}")
(root / "made").chmod(0o777)
refuse(f"'ROOT/made' {WRITABLE}", f"--cache={root}/made/a/b")
(root / "made").chmod(0o1777)  # as /tmp
accept(f"--cache={root}/made/a/b")

# Links are followed, but their target folders are checked.
(root / "link").symlink_to(folder)
accept(f"--cache={root}/link")
(root / "nowhere").symlink_to(root / "nothing")
refuse("'ROOT/nowhere' is a symbolic link to nothing", f"--cache={root}/nowhere")
folder.chmod(0o777)
refuse(f"'ROOT/own' {WRITABLE}", f"--cache={root}/link")
folder.chmod(0o700)

# Paths that are not folders, and paths that cannot be folders.
refuse("'ROOT/program.mlir' is not a folder", f"--cache={program}")
refuse("'/dev/null/no' cannot be opened: Not a directory", "--cache=/dev/null/no")
refuse("'ROOT/no/../x' leads through a folder that does not exist", f"--cache={root}/no/../x")
assert run("--cache=") == (False, "")

# An entry that others may write to is compiled again and replaced.
entry.chmod(0o666)
assert run(f"--cache={folder}") == (False, "")
assert entry.stat().st_mode & 0o777 == 0o600
accept(f"--cache={folder}")

# A link with the name of an entry is replaced: its target is neither read nor
# written.
victim = root / "victim"
for target in (victim, pathlib.Path("/dev/zero")):
    victim.write_bytes(b"precious")
    entry.unlink()
    entry.symlink_to(target)
    assert run(f"--cache={folder}") == (False, "")
    assert victim.read_bytes() == b"precious" and not entry.is_symlink()
shutil.copy(entry, victim)
victim.chmod(0o600)
entry.unlink()
entry.symlink_to(victim)  # even if it leads to a valid entry
assert run(f"--cache={folder}") == (False, "")
entry.unlink()
os.mkfifo(entry)
assert run(f"--cache={folder}") == (False, "")
assert entry.is_file()
accept(f"--cache={folder}")

# An entry that is too large is not read.
os.truncate(entry, 2 << 30)
assert run(f"--cache={folder}") == (False, "")
assert entry.stat().st_size < 1 << 20

# A link with the name of the file that holds the time of the last removal of
# old entries.
timestamp = folder / "llvmcache.timestamp"
for make in (lambda: timestamp.symlink_to(victim), lambda: os.mkfifo(timestamp)):
    victim.write_bytes(b"precious")
    os.utime(victim, (1, 1))
    timestamp.unlink()
    make()
    entry.unlink()
    assert run(f"--cache={folder}") == (False, "")
    assert victim.read_bytes() == b"precious" and timestamp.is_file() and not timestamp.is_symlink()

# Old entries, and entries left by a killed process, are removed.
old = [folder / name for name in ("llvmcache-sg-old", "llvmcache-sg-0123.abcdef.tmp")]
for file in old:
    file.write_bytes(b"")
    os.utime(file, (1, 1))
os.utime(timestamp, (1, 1))
entry.unlink()
run(f"--cache={folder}")
assert entry.exists() and not any(file.exists() for file in old)

# The default folder. Nothing is ever written to the current folder.
home = root / "home"
home.mkdir()
for environment, made in [
    ({"HOME": str(home)}, home / ".cache/sg"),
    ({"HOME": str(home), "XDG_CACHE_HOME": str(root / "xdg")}, root / "xdg/sg"),
    ({"HOME": str(home), "XDG_CACHE_HOME": ""}, home / ".cache/sg"),
    ({"HOME": str(home), "XDG_CACHE_HOME": "relative"}, home / ".cache/sg"),
    ({"HOME": str(home), "SG_CACHE": str(root / "named")}, root / "named"),
]:
    shutil.rmtree(made, ignore_errors=True)
    accept(environment={**ENVIRONMENT, **environment})
    assert list(made.glob("llvmcache-sg-*")), environment
for environment in ({"HOME": ""}, {"HOME": "relative"}, {"HOME": "/dev/null"}, {"HOME": str(home), "SG_CACHE": ""}):
    refuse("", environment={**ENVIRONMENT, **environment})
home.chmod(0o777)
refuse("", environment={**ENVIRONMENT, "HOME": str(home)})  # it was not named
refuse(f"'ROOT/home' {WRITABLE}", environment={**ENVIRONMENT, "SG_CACHE": str(home / "x")})
home.chmod(0o755)
assert list(work.iterdir()) == []

if IS_ROOT:
    # A folder of another user, a folder inside it, an entry of another user.
    theirs, entry = fill("theirs")
    os.chown(theirs, OTHER, OTHER)
    refuse(f"'ROOT/theirs' belongs to user ID {OTHER}, not to you; name a folder of your own", f"--cache={theirs}")
    (theirs / "below").mkdir()
    refuse(
        f"'ROOT/theirs' belongs to user ID {OTHER}, who could replace it; name a folder of your own",
        f"--cache={theirs}/below",
    )
    os.chown(theirs, 0, 0)
    os.chown(entry, OTHER, OTHER)
    assert run(f"--cache={theirs}") == (False, "")
    assert entry.stat().st_uid == 0
    # Other users may not use root's folder, nor a home directory that they do
    # not own.
    refuse(f"'ROOT/own' belongs to user ID 0, not to you; name a folder of your own", f"--cache={root}/own", user=OTHER)
    refuse("", user=OTHER, environment={**ENVIRONMENT, "HOME": str(home)})
    refuse("", user=12345)  # neither HOME nor an entry in the list of users
    shared = root / "shared"
    shared.mkdir()
    shared.chmod(0o1777)
    accept(f"--cache={shared}/x", user=OTHER)

shutil.rmtree(root)
