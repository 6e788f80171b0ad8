"""Checks which inputs tools read: regular files, pipes and sockets, with a bound.

    read_file.py SG_RUN SG_OPT SG_REDUCE
"""

import os
import pathlib
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import threading

SG_RUN, SG_OPT, SG_REDUCE = map(os.path.abspath, sys.argv[1:])
PROGRAM = b"func.func @f(%x: tensor<2xf32>) -> tensor<2xf32> {\n  return %x : tensor<2xf32>\n}\n"
HEADER = b"{'descr': '<f4', 'fortran_order': False, 'shape': (2,), }"
ARRAY = b"\x93NUMPY\x01\x00" + len(HEADER).to_bytes(2, "little") + HEADER + b"\0\0\x80\x3f\0\0\0\x40"
RESULT = b"result[0]: 2xf32=1 2\n"

root = pathlib.Path(tempfile.mkdtemp())
program, array, pipe = root / "f.mlir", root / "x.npy", root / "pipe"
program.write_bytes(PROGRAM)
array.write_bytes(ARRAY)
os.mkfifo(pipe)


def run(*words, **options):
    done = subprocess.run(words, capture_output=True, timeout=120, check=False, **options)
    return done.returncode, done.stdout, done.stderr.decode().replace(str(root), "ROOT")


def sg_run(file, spec, **options):
    return run(SG_RUN, file, "--function=f", f"--input={spec}", "--cache=", **options)


# Files, standard input from a file, a pipe and a socket, by either name, and
# named pipes.
assert sg_run(program, f"@{array}") == (0, RESULT, "")
for name in ("-", "/dev/stdin"):
    assert sg_run(name, f"@{array}", input=PROGRAM) == (0, RESULT, "")
    assert sg_run(program, f"@{name}", input=ARRAY) == (0, RESULT, "")
    with program.open("rb") as file:
        assert sg_run(name, f"@{array}", stdin=file) == (0, RESULT, "")
ours, theirs = socket.socketpair()
ours.sendall(ARRAY)
ours.close()
assert sg_run(program, "@-", stdin=theirs.fileno()) == (0, RESULT, "")
theirs.close()


def feed(path, contents, seconds):
    """Opens a pipe, waits, and writes."""
    with open(path, "wb") as file:
        threading.Event().wait(seconds)
        file.write(contents)


for contents in (PROGRAM, b""):  # a writer that waits, and one that writes nothing
    writer = threading.Thread(target=feed, args=(pipe, contents, 1))
    writer.start()
    code, output, _ = sg_run(pipe, f"@{array}")
    assert (code, output) == ((0, RESULT) if contents else (2, b"")), (code, output)
    writer.join()
assert run("bash", "-c", f"{SG_RUN} <(cat {program}) --function=f --input=@<(cat {array}) --cache=") == (0, RESULT, "")
assert run("bash", "-c", f"{SG_OPT} <(true)")[0] == 0

# A standard input that another process made non-blocking.
reading, writing = os.pipe()
os.set_blocking(reading, False)
writer = threading.Thread(target=feed, args=(f"/dev/fd/{writing}", ARRAY, 1))
writer.start()
code = subprocess.Popen([SG_RUN, program, "--function=f", "--input=@-", "--cache="], stdin=reading, stdout=subprocess.PIPE)
writer.join()  # It opens the descriptor again, so that it must be open until then.
os.close(writing)
assert code.communicate(timeout=60)[0] == RESULT
os.close(reading)

# Devices may be endless; /dev/null is empty.
DEVICE = "it is a device; give a file or a pipe"
for device in ("/dev/zero", "/dev/full", "/dev/urandom"):
    message = f"cannot read '{device}': {DEVICE}\n"
    assert sg_run(program, f"@{device}") == (2, b"", f"sg-run: --input 0: {message}")
    assert sg_run(device, f"@{array}") == (2, b"", f"sg-run: {message}")
    assert run(SG_OPT, device) == run(SG_REDUCE, device) == (1, b"", message)
with open("/dev/zero", "rb") as zero:
    message = f"cannot read standard input: {DEVICE}\n"
    assert sg_run(program, "@-", stdin=zero) == (2, b"", f"sg-run: --input 0: {message}")
assert run(SG_OPT, "/dev/null")[0] == 0
message = "sg-run: --input 0: '/dev/null' is empty, not a .npy file\n"
assert sg_run(program, "@/dev/null") == (2, b"", message)

# Folders and missing files.
assert run(SG_OPT, root) == (1, b"", "cannot read 'ROOT': Is a directory\n")
assert run(SG_OPT, root / "no") == (1, b"", "cannot read 'ROOT/no': No such file or directory\n")

# A program that is too large. The file has no blocks on disk.
large = root / "large.mlir"
large.touch()
os.truncate(large, (4 << 30) + 1)
message = "cannot read 'ROOT/large.mlir': it is larger than 4096 MiB\n"
assert run(SG_OPT, large) == (1, b"", message)
assert sg_run(large, "1") == (2, b"", f"sg-run: {message}")

# A pipe that delivers more than a quarter of the memory that the process may
# use. A sanitizer has no such limit; no file may exceed 4096 MiB either.
limits, remedy = range(25, 100), "; write it to a file and give its name"
if "SG_TEST_SANITIZED" in os.environ:
    limits, remedy = range(25, 4097), f"({remedy})?"
for name, spec, message in (("-", f"@{array}", ""), (program, "@-", "--input 0: ")):
    with subprocess.Popen("yes", stdout=subprocess.PIPE) as endless:
        code, output, errors = run(
            SG_RUN, name, "--function=f", f"--input={spec}", "--cache=", "--memory-limit=100M", stdin=endless.stdout
        )
        endless.kill()
    limit = re.fullmatch(
        f"sg-run: {message}cannot read standard input: it gives more than ([0-9]+) MiB{remedy}\n",
        errors,
    )
    assert code == 2 and limit and int(limit[1]) in limits, (code, errors)

# A pipe without a writer.
message = "cannot read 'ROOT/pipe': nobody writes to this pipe\n"
assert run(SG_OPT, pipe) == (1, b"", message)

shutil.rmtree(root)
