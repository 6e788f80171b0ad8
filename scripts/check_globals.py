#!/usr/bin/env python3
"""Checks that libraries keep no mutable state in global variables.

    check_globals.py [--build DIR] [ROOT]

Such state would couple independent users of a library in one process. The script searches
the object files of lib/ in DIR, by default 'build', for writable variables with static or
thread storage. Justified variables are listed in this script with their reasons. Variables
of LLVM and MLIR are ignored, as are type IDs and other objects of which only the address
matters. Exits with 1 for a finding, or if a listed variable no longer exists.
"""

import argparse
import re
import shutil
import subprocess
import sys
from pathlib import Path

CALL = "state of the thread's current call or launch: native code receives only its arguments"
CONSTANT = "a constant that is created on first use"
KEPT = "memory that the next call reuses"
DEVICE = "global like the driver of a device and the objects on the device"
HANDLER = "global like signal handlers"
ONCE = "a flag for a setup that happens once per process"

# Justified variables and the reasons, by source file.
LISTED = {
    "lib/ArrayOps/ArrayOps.cpp": {
        "findEntry(llvm::StringRef)::entries": CONSTANT,
        "sg::array::getArrayOps()::all": CONSTANT,
    },
    "lib/CAPI/Calls.cpp": {"startTeamOnce(unsigned int)::started": "number of threads that libomp has for this thread"},
    "lib/CAPI/CompilerUse.cpp": {
        "getUses()::uses": "global: the end of the process waits for uses of the compiler",
        "ownUses": "state of the thread, which may be the thread that ends the process",
    },
    "lib/CAPI/Derivatives.cpp": {"registerPasses()::hasRegistered": ONCE},
    "lib/CAPI/Handles.cpp": {"getTable()::table": "a handle that was destroyed must be recognized in the whole process"},
    "lib/CAPI/Module.cpp": {"getRegistry()::registry": CONSTANT},
    "lib/CAPI/XlaFfi.cpp": {
        "getKnownExecutables()::table": "global like handlers of XLA",
        "readBuffer(XLA_FFI_Buffer const&)::emptyBuffer": "memory of empty arrays, which nobody reads or writes",
    },
    "lib/CodeGen/GPU/Host/CompileKernels.cpp": {
        "compilationEnd": HANDLER,
        "previousAction": HANDLER,
        "runCatchingAbort(llvm::function_ref<void ()>)::mutex": HANDLER,
    },
    "lib/CodeGen/GPU/Host/TargetNVVM.cpp": {"getSubtargetInfo()::chips": CONSTANT},
    "lib/Interpreter/Ops/AllOps.cpp": {"sg::interpreter::getAllOps()::table": CONSTANT},
    "lib/Runtime/CUDA/CudaDevice.cpp": {"currentGeneration": DEVICE},
    "lib/Runtime/CUDA/CudaRuntime.cpp": {
        "sg::cuda::CudaRuntime::get()::runtime": DEVICE,
        "sg::cuda::CudaRuntime::start()::atExit": ONCE,
    },
    "lib/Runtime/CUDA/CudaRuntimeLaunches.cpp": {
        "(anonymous namespace)::pending": CALL,
        "areGraphsEnabled()::isSet": CONSTANT,
        "isBlocking()::isSet": CONSTANT,
    },
    "lib/Runtime/Call/CallRuntime.cpp": {
        "(anonymous namespace)::current": CALL,
        "(anonymous namespace)::lastTrace": CALL,
        "(anonymous namespace)::lastUse": CALL,
    },
    "lib/Runtime/Call/KeptMemory.cpp": {
        "sg::KeptMemory::ofThread()::memory": KEPT,
        "sg::KeptMemory::releaseAtEndOfThread()::key": ONCE,
        "sg::KeptMemory::releaseAtEndOfThread()::once": ONCE,
    },
    "lib/Runtime/Device/CudaProgramDevice.cpp": {"load(sgrt_device_module&)::mutex": DEVICE},
    "lib/Runtime/Device/DeviceProgram.cpp": {
        "(anonymous namespace)::Programs::get()::programs": DEVICE,
        "sg::DeviceProgram::addConstant(void const*, void*, sg::ProgramDevice const&)::isRegistered": ONCE,
        "sgrt_this_program": "the identity of the program that is linked with the library",
    },
    "lib/Runtime/Device/EmulatedDevice.cpp": {
        "previousAction": HANDLER,
        "runningKernel": CALL,
        "start()::isInstalled": ONCE,
    },
    "lib/Runtime/Device/EmulatedMemory.cpp": {"sg::EmulatedMemory::get()::memory": DEVICE},
    "lib/Runtime/Emulator/Emulator.cpp": {"launch": CALL},
    "lib/Runtime/Emulator/Fibers.cpp": {"keptStacks": KEPT},
    "lib/Runtime/NativeCode/Compilation.cpp": {"initializeHost()::isInitialized": ONCE},
    "lib/Runtime/NativeCode/ProbeRuntime.cpp": {"(anonymous namespace)::threadLog": CALL},
    "lib/Runtime/NativeCode/VectorLibrary.cpp": {"getLibrary()::library": CONSTANT},
}
# Tables of rules (include/Rules/RuleKinds.h) are constants. Only the addresses of IDs
# matter. getAttributeNames is generated.
IGNORED = re.compile(
    r"(guard variable for |TLS (init|wrapper) function for |std::|llvm::|mlir::|.*\bsg::rules::constantOf<.*::constant$)"
    r"|_ZN(St|4llvm|4mlir).*"  # not demangled, e.g. lambdas in constructors (GCC 12)
    r"|.*(::ID|::id|TypeIDResolver.*|::getAttributeNames\(\)::attrNames)$|(DW\.ref\.|__tls_guard$|__dso_handle$|__[at]san_).*"
)
# Matches a line of objdump: '0000000000000008 l     O .bss       0000000000000004 name'.
SYMBOL = re.compile(r"[0-9a-f]+ (?P<flags>.{7}) \.(?:t?bss|t?data(?!\.rel\.ro))\S*\s+[0-9a-f]+\s+(?:\.hidden )?(?P<name>\S.*)")


def find_tool(name: str) -> str:
    return shutil.which(f"llvm-{name}", path="/usr/lib/llvm-22/bin") or shutil.which(name) or name


def source_of(root: Path, build: Path, object_file: Path) -> Path:
    """Returns the source of an object file: 'lib/A/B.cpp' for
    'build/lib/A/CMakeFiles/T.dir/B.cpp.o'."""
    parts = list(object_file.relative_to(build).with_suffix("").parts)
    start = parts.index("CMakeFiles")
    return root.joinpath(*parts[:start], *parts[start + 2 :])


def variables(objects: list[Path]) -> dict[Path, set[str]]:
    done = subprocess.run(
        [find_tool("objdump"), "-t", "--demangle", *map(str, objects)], capture_output=True, text=True, check=True
    )
    found: dict[Path, set[str]] = {file: set() for file in objects}
    file = None
    for line in done.stdout.splitlines():
        if ":\tfile format " in line or ":     file format " in line:
            file = Path(line.split(":", 1)[0])
        match = SYMBOL.fullmatch(line)
        if match and file and "d" not in match["flags"] and not IGNORED.match(match["name"]):
            found[file].add(match["name"].replace("[abi:cxx11]", ""))
    return found


def findings(root: Path, build: Path):
    # Skip objects of an older build whose source no longer exists.
    sources = {file: source_of(root, build, file) for file in sorted((build / "lib").rglob("*.o"))}
    objects = [file for file, source in sources.items() if source.exists()]
    if not objects:
        yield f"{build}/lib: no object files; name the build folder by --build"
        return
    for file, names in variables(objects).items():
        source = sources[file].relative_to(root).as_posix()
        listed = LISTED.get(source, {})
        for name in sorted(names - listed.keys()):
            yield (
                f"{source}: '{name}' is mutable global state: move it to the object that uses it, or list it in "
                "scripts/check_globals.py with a reason"
            )
        # A compiler may remove a variable that another compiler keeps, so search the
        # source.
        text = sources[file].read_text()
        for name in sorted(listed.keys() - names):
            if re.search(rf"\b{name.split('::')[-1]}\b", text):
                continue
            yield f"{source}: '{name}' is listed in scripts/check_globals.py but does not exist"


def main() -> int:
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("--build", type=Path)
    parser.add_argument("root", nargs="?", type=Path, default=Path(__file__).resolve().parent.parent)
    arguments = parser.parse_args()
    problems = list(findings(arguments.root, arguments.build or arguments.root / "build"))
    print("\n".join(problems) if problems else "libraries have no global state that is not listed")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
