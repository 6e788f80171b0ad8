"""Runs other processes, which may crash, hang or print too much."""

import json
import os
import select
import signal
import subprocess
import time


def end_group(process: subprocess.Popen) -> None:
    """Kills a process and its descendants."""
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except ProcessLookupError:
        pass
    process.wait()


def name_exit(code: int) -> str:
    if code >= 0:
        return f"with exit code {code}"
    try:
        return f"by {signal.Signals(-code).name}"
    except ValueError:
        return f"by signal {-code}"


class Worker:
    """A process of worker.py. Starts at a request if it is not running."""

    def __init__(self, command: list, log, environment: dict = {}):
        self.command, self.log = command, log
        self.environment = {**os.environ, **environment}
        self.process = None

    def start(self) -> None:
        self.log.flush()
        self.process = subprocess.Popen(
            self.command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self.log,
            env=self.environment,
            start_new_session=True,
        )

    def stop(self, seconds: float = 5) -> None:
        """Waits for the process to end, and kills it after `seconds`."""
        if not self.process:
            return
        try:
            self.process.stdin.close()
        except BrokenPipeError:
            pass
        try:
            self.process.wait(seconds)
        except subprocess.TimeoutExpired:
            pass
        end_group(self.process)
        self.process.stdout.close()
        self.process = None

    def ask(self, request: dict, seconds: float) -> dict:
        """Returns the answer of the worker, or a description of how it failed."""
        if not self.process:
            self.start()
        try:
            self.process.stdin.write(json.dumps(request).encode() + b"\n")
            self.process.stdin.flush()
        except BrokenPipeError:
            return self.explain_end()
        line = self.read_line(seconds)
        if line is None:
            self.stop(seconds=0)
            return {"status": "timeout", "detail": f"no answer within {seconds:.0f} s"}
        if not line:
            return self.explain_end()
        answer = json.loads(line)
        # A kernel may have corrupted the state of the process.
        if answer["status"] in ("wrong", "failed"):
            self.stop()
        return answer

    def read_line(self, seconds: float):
        """Returns a whole line, b"" if the process has ended, or None on a timeout."""
        line, end = b"", time.monotonic() + seconds
        while not line.endswith(b"\n"):
            remaining = end - time.monotonic()
            if remaining <= 0 or not select.select([self.process.stdout], [], [], remaining)[0]:
                return None
            chunk = os.read(self.process.stdout.fileno(), 1 << 16)
            if not chunk:
                return b""
            line += chunk
        return line

    def explain_end(self) -> dict:
        try:
            code = self.process.wait(5)
        except subprocess.TimeoutExpired:
            code = 0
        self.stop()
        return {"status": "crashed", "detail": f"the process has ended {name_exit(code)}"}


def run_tool(command: list, seconds: float, requests: list = [], environment: dict = {}) -> tuple:
    """Runs a command with lines of JSON as input. Returns the exit code, or None on a timeout, and
    the output."""
    text = "".join(json.dumps(request) + "\n" for request in requests)
    process = subprocess.Popen(
        command,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
        env={**os.environ, **environment},
        start_new_session=True,
    )
    try:
        output, _ = process.communicate(text, timeout=seconds)
        return process.returncode, output
    except subprocess.TimeoutExpired:
        end_group(process)
        output, _ = process.communicate()
        return None, output or ""
