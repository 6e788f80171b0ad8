"""Compiles programs with sg-run to shared libraries that another machine can load."""

import hashlib
import os
import re
import shutil
import subprocess
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

# Newest symbol versions that programs may need on the machine with the GPU.
NEWEST = {"GLIBC": (2, 34), "GLIBCXX": (3, 4, 29), "CXXABI": (1, 3, 13), "GCC": (4, 2, 0)}
LIBRARIES = ("libc.so", "libm.so", "libstdc++.so", "libgcc_s.so", "ld-linux", "libsgprogram.so")
# Symbols of the runtime that programs and their callers use.
EXPORTED = "{ global: sgrt_*; sgcuda_*; mgpu*; print*; __extend*; __trunc*; local: *; };\n"
LINK_OPTIONS = ["-s", "-Wl,-z,noseparate-code", "-Wl,--build-id=none"]


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
    """Returns a description of the symbols that are newer than NEWEST, or ""."""
    table = run(["objdump", "-T", "-p", library]).stdout
    for name, version, symbol in re.findall(r"\b(GLIBC|GLIBCXX|CXXABI|GCC)_([0-9.]+)\)? +(\w+)$", table, re.MULTILINE):
        if tuple(map(int, version.split("."))) > NEWEST[name]:
            newest = ".".join(map(str, NEWEST[name]))
            return f"{library.name} needs {symbol} of {name}_{version}, which is newer than {newest}"
    for name in re.findall(r"NEEDED\s+(\S+)", table):
        if not name.startswith(LIBRARIES):
            return f"{library.name} needs {name}, which the other machine may not have"
    return ""


def define_vector_functions(names: list) -> str:
    """Returns C definitions of functions on 128-bit vectors, which call libm for each
    element. The functions of libmvec need GLIBC_2.35, and not every machine has SLEEF."""
    lines = []
    for name in names:
        match = re.fullmatch(r"_ZGVbN[24](v+)_(\w+)|Sleef_(\w+)([df])[24]_u10", name)
        if not match:
            raise CannotMake(f"there is no definition of {name} for another machine")
        parameters, scalar, sleef, letter = match.groups()
        if sleef:
            scalar, parameters = sleef + ("f" if letter == "f" else ""), "vv" if sleef in ("atan2", "pow") else "v"
        is_double = "N2v" in name or letter == "d"
        element, lanes = ("double", 2) if is_double else ("float", 4)
        count = len(parameters)
        vector = f"{element}x{lanes}"
        declared = ", ".join(f"{vector} x{i}" for i in range(count))
        values = ", ".join(f"{scalar}({', '.join(f'x{i}[{lane}]' for i in range(count))})" for lane in range(lanes))
        lines.append(f"{element} {scalar}({', '.join([element] * count)});")
        lines.append(f'__attribute__((visibility("hidden"))) {vector} {name}({declared}) {{')
        lines.append(f"  return ({vector}){{{values}}};\n}}")
    types = "".join(f"typedef {e} {e}x{n} __attribute__((vector_size(16)));\n" for e, n in (("float", 4), ("double", 2)))
    return types + "\n".join(lines) + "\n"


class Objects:
    """Builds each library once, several in parallel. OUT/lib contains the runtime."""

    def __init__(self, out: Path, build: Path, device: str, chip: str, jobs: int, scratch: Path, cache=None):
        self.cache = cache
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
        # Programs find the runtime by its soname, because it is loaded before them.
        command = ["c++", "-shared", *LINK_OPTIONS, "-o", library, f"-Wl,-soname={library.name}"]
        command += [f"-Wl,--version-script={script}", "-Wl,--whole-archive", *archives, "-Wl,--no-whole-archive"]
        run([*command, "-ldl", "-lm"])
        self.check(library)

    @staticmethod
    def check(library: Path) -> None:
        if problem := find_too_new(library):
            raise TooNew(problem)

    def options(self, form: str) -> list:
        """Returns the options of sg-run. Host code is compiled for x86-64-v2, a common
        baseline."""
        if self.device == "emulated":
            return ["--device=emulated", "--cpu=x86-64-v2"]
        machine_code = [f"--chip={self.chip}", "--format=bin"] if form == "bin" else []
        return ["--device=cuda", "--cpu=x86-64-v2", *machine_code]

    def request(self, text: str, function: str, options: list, form: str):
        """Requests a library. Returns a future of the library's path below OUT and of the
        signature in its header."""
        key = hashlib.sha256("\0".join([text, function, form, *options, *self.options(form)]).encode()).hexdigest()[:16]
        if key not in self.known:
            self.known[key] = self.pool.submit(self.make, key, text, function, options, form)
        return self.known[key]

    def make(self, key: str, text: str, function: str, options: list, form: str) -> tuple:
        library = self.programs / f"{key}.so"
        cached = self.cache / key if self.cache else None
        if cached and cached.exists():
            shutil.copy(cached / library.name, library)
            return library.name, read_signature((cached / "header").read_text())
        header = self.compile(self.scratch / key, library, text, function, options, form)
        if cached:
            # Rename the complete file, because several processes may write the cache.
            temporary = self.cache / f"{key}.{os.getpid()}"
            temporary.mkdir(parents=True)
            shutil.copy(library, temporary)
            (temporary / "header").write_text(header)
            try:
                temporary.rename(cached)
            except OSError:
                shutil.rmtree(temporary)
        return library.name, read_signature(header)

    def compile(self, stem: Path, library: Path, text: str, function: str, options: list, form: str) -> str:
        """Compiles and links a library. Returns its header."""
        program, vectors = stem.with_suffix(".mlir"), stem.with_suffix(".c")
        program.write_text(text)
        # Assertions contain the name of the program, which must not depend on the folder.
        command = [self.sg_run, program.name, f"--function={function}", "--emit=obj,header", f"--emit-to={stem}"]
        run([*command, *self.options(form), *options], cwd=self.scratch)
        undefined = run(["nm", "-u", f"{stem}.o"]).stdout.split()
        names = sorted(name for name in undefined if name.startswith(("_ZGV", "Sleef_")))
        vectors.write_text(define_vector_functions(names))
        sources = [f"{stem}.o", "-O2", "-fPIC", "-fno-builtin", vectors] if names else [f"{stem}.o"]
        link = ["cc", "-shared", "-nostdlib", *LINK_OPTIONS, "-Wl,-z,defs", "-o", library, *sources]
        run([*link, "-L", self.out / "lib", "-lsgprogram", "-lm", "-lc", "-lgcc"])
        self.check(library)
        header = stem.with_suffix(".h").read_text()
        for ending in (".o", ".h", ".mlir", ".c"):
            stem.with_suffix(ending).unlink()
        return header


def read_signature(header: str) -> dict:
    """Returns {"arguments": [(type, shape), ...], "results": ...}, with -1 for dynamic
    sizes."""
    signature = {"arguments": [], "results": []}
    for kind, text in re.findall(r"^ \*   (arguments|results)\[\d+\]: ([^,\n]*)", header, re.MULTILINE):
        sizes, type = re.fullmatch(r"((?:(?:\d+|\?)x)*)(.*)", text).groups()
        signature[kind].append((type, [-1 if size == "?" else int(size) for size in sizes.split("x")[:-1]]))
    return signature


def read_values(sg_run: Path, scratch: Path, signature: list, specs: list) -> list:
    """Converts arguments in text form to files: sg-run runs a function that returns its
    arguments."""
    types = [f"tensor<{'x'.join(['?' if s < 0 else str(s) for s in shape] + [type])}>" for type, shape in signature]
    parameters = ", ".join(f"%{i}: {type}" for i, type in enumerate(types))
    values = ", ".join(f"%{i}" for i in range(len(types)))
    text = f"func.func @same({parameters}) -> ({', '.join(types)}) {{\n  return {values} : {', '.join(types)}\n}}\n"
    files = [scratch / f"value_{i}.npy" for i in range(len(types))]
    inputs = [f"--input={spec}" for spec in specs]
    run([sg_run, "-", "--function=same", *inputs, *[f"--output=@{file}" for file in files]], input=text)
    return files
