"""Runs the commands of a transcript and compares their output.

usage: transcript.py EXIT-CODE SG-RUN TRANSCRIPT

A line "> ARGUMENTS" is a command, which runs in the folder of the transcript.
The lines below it are the complete expected standard error; standard output has
to be empty. "#" begins a comment.
"""

import pathlib
import shlex
import subprocess
import sys


def read_transcript(path):
    commands = []
    for line in path.read_text().splitlines():
        if line.startswith(">"):
            commands.append((line[1:].strip(), []))
        elif line.strip() and not line.startswith("#"):
            commands[-1][1].append(line)
    return commands


def main():
    exit_code, sg_run, path = int(sys.argv[1]), sys.argv[2], pathlib.Path(sys.argv[3])
    commands = read_transcript(path)
    assert commands, "the transcript is empty"
    differences = 0
    for arguments, expected in commands:
        done = subprocess.run(
            [sg_run] + shlex.split(arguments),
            cwd=path.parent,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
        )
        said = [
            line
            for line in done.stderr.splitlines()
            if "WARNING: AddressSanitizer failed to allocate" not in line
        ]
        if (done.returncode, done.stdout, said) == (exit_code, "", expected):
            continue
        differences += 1
        print(f"> {arguments}")
        print(f"exit code {done.returncode}, expected {exit_code}")
        print(f"standard output: {done.stdout!r}")
        for line in said:
            print(f"  said      {line}")
        for line in expected:
            print(f"  expected  {line}")
    return differences != 0


sys.exit(main())
