"""Programs as shared libraries, which another machine can load: compiled by sg-run, linked here."""

import hashlib
import re
import subprocess
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

# What the other machine has: no symbol may be newer.
NEWEST = {"GLIBC": (2, 34), "GLIBCXX": (3, 4, 29), "CXXABI": (1, 3, 13), "GCC": (4, 2, 0)}
LIBRARIES = ("libc.so", "libm.so", "libstdc++.so", "libgcc_s.so", "ld-linux", "libsgprogram.so", "libmvec.so")
# What programs and their callers need of the runtime.
EXPORTED = "{ global: sgrt_*; sgcuda_*; mgpu*; print*; __extend*; __trunc*; local: *; };\n"
SMALL = ["-s", "-Wl,-z,noseparate-code", "-Wl,--build-id=none"]


class CannotMake(Exception):
    pass


class TooNew(CannotMake):
    pass


def run(command: list, **options) -> subprocess.CompletedProcess:
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True, **options)
    if done.returncode:
        raise CannotMake(f"{Path(command[0]).name}: {(done.stderr or done.stdout).strip()}")
    return done


def find_too_new(library: Path) -> str:
    """What another machine may not have; "" if it has all."""
    table = run(["objdump", "-T", "-p", library]).stdout
    for name, version in re.findall(r"\b(GLIBC|GLIBCXX|CXXABI|GCC)_([0-9.]+)", table):
        if tuple(map(int, version.split("."))) > NEWEST[name]:
            return f"{library.name} needs {name}_{version}, which is newer than {'.'.join(map(str, NEWEST[name]))}"
    for name in re.findall(r"NEEDED\s+(\S+)", table):
        if not name.startswith(LIBRARIES):
            return f"{library.name} needs {name}, which the other machine may not have"
    return ""


class Objects:
    """Makes libraries, each once, several at a time: that of the runtime in OUT/lib, programs elsewhere."""

    def __init__(self, out: Path, build: Path, device: str, chip: str, jobs: int, scratch: Path):
        self.out, self.build, self.device, self.chip, self.scratch = out, build, device, chip, scratch
        self.sg_run = build / "bin" / "sg-run"
        self.pool = ThreadPoolExecutor(jobs)
        self.known = {}
        self.programs = scratch / "programs"
        (out / "lib").mkdir()
        self.programs.mkdir()

    def make_runtime(self) -> None:
        library, script = self.out / "lib" / "libsgprogram.so", self.scratch / "exported"
        script.write_text(EXPORTED)
        archives = [self.build / "lib" / f"libSG{part}Runtime.a" for part in ("Device", "Cuda", "Call")]
        # Programs find it by its name, since it was loaded before.
        command = ["c++", "-shared", *SMALL, "-o", library, f"-Wl,-soname={library.name}"]
        command += [f"-Wl,--version-script={script}", "-Wl,--whole-archive", *archives, "-Wl,--no-whole-archive"]
        run([*command, "-ldl", "-lm"])
        self.check(library)

    @staticmethod
    def check(library: Path) -> None:
        if problem := find_too_new(library):
            raise TooNew(problem)

    def options(self, form: str) -> list:
        """Of sg-run. Code of the host is for any processor of its kind that is not very old."""
        if self.device == "emulated":
            return ["--device=emulated", "--cpu=x86-64-v2"]
        machine_code = [f"--chip={self.chip}", "--format=bin"] if form == "bin" else []
        return ["--device=cuda", "--cpu=x86-64-v2", *machine_code]

    def request(self, text: str, function: str, options: list, form: str):
        """What will be the library's path below OUT, and what its header says of the function."""
        key = hashlib.sha256("\0".join([text, function, form, *options]).encode()).hexdigest()[:16]
        if key not in self.known:
            self.known[key] = self.pool.submit(self.make, key, text, function, options, form)
        return self.known[key]

    def make(self, key: str, text: str, function: str, options: list, form: str) -> tuple:
        stem = self.scratch / key
        program, library = stem.with_suffix(".mlir"), self.programs / f"{key}.so"
        program.write_text(text)
        # Assertions have the program's name in them, which is to be the same wherever this is made.
        command = [self.sg_run, program.name, f"--function={function}", "--emit=obj,header", f"--emit-to={stem}"]
        run([*command, *self.options(form), *options], cwd=self.scratch)
        runtime = ["-L", self.out / "lib", "-lsgprogram"]
        run(["cc", "-shared", "-nostdlib", *SMALL, "-o", library, f"{stem}.o", *runtime, "-lm", "-lc"])
        self.check(library)
        header = stem.with_suffix(".h").read_text()
        for ending in (".o", ".h", ".mlir"):
            stem.with_suffix(ending).unlink()
        return library.name, read_signature(header)


def read_signature(header: str) -> dict:
    """{"arguments": [(type, shape), ...], "results": ...}, with -1 for sizes that are not known."""
    signature = {"arguments": [], "results": []}
    for what, text in re.findall(r"^ \*   (arguments|results)\[\d+\]: ([^,\n]*)", header, re.MULTILINE):
        sizes, type = re.fullmatch(r"((?:(?:\d+|\?)x)*)(.*)", text).groups()
        signature[what].append((type, [-1 if size == "?" else int(size) for size in sizes.split("x")[:-1]]))
    return signature


def read_values(sg_run: Path, scratch: Path, signature: list, specs: list) -> list:
    """Files with the arguments that are written as text: sg-run reads them, by a function that returns
    what it gets."""
    types = [f"tensor<{'x'.join(['?' if s < 0 else str(s) for s in shape] + [type])}>" for type, shape in signature]
    parameters = ", ".join(f"%{i}: {type}" for i, type in enumerate(types))
    values = ", ".join(f"%{i}" for i in range(len(types)))
    text = f"func.func @same({parameters}) -> ({', '.join(types)}) {{\n  return {values} : {', '.join(types)}\n}}\n"
    files = [scratch / f"value_{i}.npy" for i in range(len(types))]
    inputs = [f"--input={spec}" for spec in specs]
    run([sg_run, "-", "--function=same", *inputs, *[f"--output=@{file}" for file in files]], input=text)
    return files
