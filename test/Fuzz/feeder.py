"""Starts sg-test-feed (test/lib/Feed), which executes command lines of tools in few
processes."""

import os
import signal
import struct
import subprocess


class Feeder:
    """A process of sg-test-feed. Its children end with it."""

    def __init__(self, path, folder):
        """Starts the process in `folder`, where tools write their files."""
        self.process = subprocess.Popen(
            [path], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, cwd=folder)  # fmt: skip

    def run(self, cases):
        """Returns the exit code of each case, negative for a signal, and its standard
        error. The first word of a case is the name of a tool."""
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
