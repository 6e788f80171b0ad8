"""Decides whether an outcome is a failure, and whether the failure is known."""

import os
import re
import resource
import subprocess

from cases import Case
from feeder import TIMED_OUT
from known import KNOWN

IS_SANITIZED = "SG_TEST_SANITIZED" in os.environ
TIMEOUT = 120 if IS_SANITIZED else 20  # time limit of a tool
NO_END = f"no end within {TIMEOUT} seconds"
MEMORY = 8 << 30  # memory limit of a tool in bytes, not used with AddressSanitizer
SHORT = 12 if IS_SANITIZED else 2  # time limit of a case in sg-test-feed
REPORTS = re.compile(
    rb"PLEASE submit a bug report|Stack dump|ERROR: AddressSanitizer|WARNING: ThreadSanitizer|LeakSanitizer|runtime error:"
    rb"|Assertion .* failed|LLVM ERROR|UNREACHABLE"
)
# One line for each option whose value cannot be parsed.
ONE_LINE = re.compile(rb"[^\n]+\n|(sg-run: for the [^\n]+ option: [^\n]+\n)+")
# The requested output precedes the error about a file that cannot be written.
BEFORE = re.compile(rb"\Agradient report of .*\n(?=sg-run: cannot write )", re.DOTALL)
BYTECODE = b"ML\xefR"
# Symbolizing our own functions is slow. known.py needs only the names of libMLIR.
ENVIRONMENT = {**os.environ, "LLVM_DISABLE_SYMBOLIZATION": "1"}


def make_reading(program):
    """Returns a case that only reads a program."""
    return Case(["sg-opt", "-o", "/dev/null"], program, {0, 1})


def limit():
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    if "SG_TEST_SANITIZED" not in os.environ:
        resource.setrlimit(resource.RLIMIT_DATA, (MEMORY, MEMORY))


class Judge:
    def __init__(self, options):
        self.options = options

    def find_wrong(self, case, code, said):
        """Returns the kind of failure and the output, or None."""
        if code == TIMED_OUT:
            return None if case.may_run_on else (NO_END, b"")
        if report := REPORTS.search(said):
            return report[0].decode(), said
        if code not in case.codes:
            return f"exit code {code}", said
        if case.is_one_line and code == 2 and not ONE_LINE.fullmatch(BEFORE.sub(b"", said)):
            return "exit code 2 without an error message of one line", said
        return None

    def run_alone(self, case, timeout=TIMEOUT):
        """Executes a case with the tool itself. Returns the kind of failure and the output,
        or None."""
        path = getattr(self.options, case.words[0].replace("-", "_"))
        try:
            done = subprocess.run([path, *case.words[1:]], input=case.stdin, capture_output=True,
                                  timeout=timeout, preexec_fn=limit, cwd=self.options.folder,
                                  env=ENVIRONMENT)  # fmt: skip
        except subprocess.TimeoutExpired:
            return self.find_wrong(case, TIMED_OUT, b"")
        return self.find_wrong(case, done.returncode, done.stderr)

    def explain(self, case, what, said):
        """Examines a failure in sg-test-feed. Returns whether the tool fails by itself, the
        kind of failure and the output, and the reason if it is known."""
        if reason := self.match_known(case, what, said):
            return True, what, said, reason
        if what == NO_END and case.is_program and self.fails_on_reading(case.stdin, SHORT):
            return True, what, said, f"mlir-opt reads it for more than {SHORT} seconds, or crashes"
        alone = self.run_alone(case)
        if alone:
            return True, *alone, self.find_known(case, *alone)
        if what == NO_END:
            return False, what, said, f"ends within {TIMEOUT} seconds, but not within {SHORT}"
        if case.stdin.startswith(BYTECODE):
            return False, what, said, "the reader of bytecode spoils memory, at which another input fails"
        return False, what, said, None

    def find_known(self, case, what, said):
        """Returns the reason why a failure is upstream's, or None."""
        if case.is_program and (case.words[0] == "sg-run" or case.stdin.startswith(BYTECODE)):
            # sg-run does not report the failing pass, and mlir-opt cannot read bytecode of
            # the grad dialect.
            reading = self.run_alone(make_reading(case.stdin))
            said += reading[1] if reading else b""
            if reading and reading[0] == what == NO_END:
                return "reading it alone has no end"
        if reason := self.match_known(case, what, said):
            return reason
        if case.is_program and self.fails_on_reading(case.stdin):
            return "mlir-opt fails on reading it"
        return None

    @staticmethod
    def match_known(case, what, said):
        """Returns the reason in known.py, or None."""
        text = b"\n".join([what.encode(), said, case.stdin])
        return next((reason for pattern, reason in KNOWN if re.search(pattern, text)), None)

    def fails_on_reading(self, program, timeout=TIMEOUT):
        """Returns true if mlir-opt fails on reading a program."""
        words = ["mlir-opt", "--allow-unregistered-dialect", "-o", "/dev/null"]
        return bool(self.run_alone(Case(words, program, {0, 1}), timeout))
