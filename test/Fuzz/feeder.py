"""The client of sg-test-feed (test/lib/Feed), which executes the command lines of
tools in few processes."""

import os
import signal
import struct
import subprocess


class Feeder:
    """A process of sg-test-feed. Its children end with it."""

    def __init__(self, path, folder):
        """Tools write files into the folder, if they write any."""
        self.process = subprocess.Popen(
            [path], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, cwd=folder)  # fmt: skip

    def run(self, cases):
        """Returns for each case the exit code, negative for a signal, and the
        standard error. The words of a case begin with the name of a tool."""
        parts = [struct.pack("<I", len(cases))]
        for words, stdin in cases:
            parts.append(struct.pack("<I", len(words)))
            for text in [*(os.fsencode(word) for word in words), stdin]:
                parts += [struct.pack("<I", len(text)), text]
        self.process.stdin.write(b"".join(parts))
        self.process.stdin.flush()
        return [self.read_outcome() for _ in cases]

    def read_outcome(self):
        status, size = struct.unpack("<II", self.process.stdout.read(8))
        code = os.waitstatus_to_exitcode(status)
        return code, self.process.stdout.read(size)

    def close(self):
        self.process.stdin.close()
        self.process.wait()


TIMED_OUT = -signal.SIGALRM
