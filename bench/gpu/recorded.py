"""Reads programs of the tests with their arguments and results, as recorded by
test/lib/Recorded/sg-run."""

import hashlib
import json
import subprocess
import tempfile
from pathlib import Path

import npy
from objects import CannotMake, Objects, TooNew, read_values


# Largest size of a case's arrays in bytes. Arrays of pseudorandom numbers do not compress.
MAX_ARRAY_BYTES = 1 << 20


def record(root: Path, build: Path, tests: str, jobs: int, folder: Path) -> int:
    """Runs the tests. Returns the number of failed tests."""
    bindir = subprocess.run(["llvm-config-22", "--bindir"], capture_output=True, text=True).stdout.strip()
    lit = Path(bindir or "/usr/lib/llvm-22/bin") / "lit"
    results = folder / "results.json"
    command = [lit, "-s", f"-j{jobs}", f"--filter={tests}", f"-Drecord={folder.resolve()}", f"--output={results}"]
    command.append(build / "test")
    done = subprocess.run([str(word) for word in command], cwd=root, capture_output=True, text=True)
    if not results.exists():
        raise CannotMake(f"lit: {(done.stderr or done.stdout).strip()}")
    return sum(test["code"] == "FAIL" for test in json.loads(results.read_text())["tests"])


class Case:
    """One run of a program."""

    def __init__(self, folder: Path):
        self.folder = folder
        record_fields = json.loads((folder / "record.json").read_text())
        self.text = (folder / "program.mlir").read_text()
        self.function, self.options = record_fields["function"], record_fields["options"]
        self.inputs, self.tolerance = record_fields["inputs"], float(record_fields["tolerance"])
        test = record_fields["test"].removeprefix("Integration/").replace("/cases", "")
        self.name = f"{test}:{self.function}"

    def key(self) -> str:
        """Returns a hash of the program, function, options and inputs."""
        data = [(self.folder / spec[1:]).read_bytes() if spec[0] == "@" else spec for spec in self.inputs]
        return hashlib.sha256(repr([self.text, self.function, self.options, data]).encode()).hexdigest()

    def arguments(self, sg_run: Path, signature: list) -> list:
        """Returns the type, shape and bytes of each argument."""
        files = [self.folder / spec[1:] if spec[0] == "@" else None for spec in self.inputs]
        texts = [i for i, file in enumerate(files) if not file]
        with tempfile.TemporaryDirectory() as scratch:
            if texts:
                specs = [self.inputs[i] for i in texts]
                read = read_values(sg_run, Path(scratch), [signature[i] for i in texts], specs)
                for i, file in zip(texts, read):
                    files[i] = file
            return [(type, *npy.read(file)) for (type, _), file in zip(signature, files)]

    def results(self, signature: list) -> list:
        return [(type, *npy.read(self.folder / f"out_{i}.npy")) for i, (type, _) in enumerate(signature)]


def read_cases(folder: Path) -> list:
    """Returns the distinct cases without large arrays, sorted by name."""
    cases = {}
    for path in sorted(folder.glob("*/record.json")):
        if sum(file.stat().st_size for file in path.parent.glob("*.npy")) <= MAX_ARRAY_BYTES:
            case = Case(path.parent)
            cases.setdefault(case.key(), case)
    numbers = {}
    ordered = [case for key, case in sorted(cases.items(), key=lambda entry: (entry[1].name, entry[0]))]
    for case in ordered:
        numbers[case.name] = number = numbers.get(case.name, 0) + 1
        case.name += f":{number}" if number > 1 else ""
    return ordered


def add_cases(bundle, objects: Objects, cases: list, form: str) -> None:
    def prepare(case, request):
        library, signature = request.result()
        return library, case.arguments(objects.sg_run, signature["arguments"]), case.results(signature["results"])

    requests = [(case, objects.request(case.text, case.function, case.options, form)) for case in cases]
    # No deadlock: preparations wait only for libraries that the same pool started earlier.
    prepared = [(case, objects.pool.submit(prepare, case, request)) for case, request in requests]
    for case, parts in prepared:
        try:
            library, arguments, results = parts.result()
        except (CannotMake, ValueError) as error:
            # sg-run reports types of CPU tests that have no code on a GPU.
            is_known = isinstance(error, TooNew) or "on a GPU" in str(error)
            bundle.leave_out(case.name, str(error), is_known)
            continue
        bundle.add_case(case.name, {form: library}, case.function, arguments, results, case.tolerance)
