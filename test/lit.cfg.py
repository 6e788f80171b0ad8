# How lit runs the tests of sg. Each folder mirrors one of lib/ or tools/;
# Integration has whole programs, Unit the GoogleTest ones, Docs the documents.

import os
import platform
import shutil
import subprocess
import sys

import lit.formats
from lit.llvm import llvm_config

sys.path.append(os.path.join(config.sg_source_dir, "test", "lib"))
import sanitizers

config.name = "sg"
config.test_format = lit.formats.ShTest(not llvm_config.use_lit_shell)
config.suffixes = [".mlir", ".test"]
config.excludes = ["Inputs", "lib", "CMakeLists.txt", "lit.cfg.py", "lit.site.cfg.py"]
config.test_source_root = os.path.join(config.sg_source_dir, "test")
config.test_exec_root = os.path.join(config.sg_binary_dir, "test")

llvm_config.with_system_environment(["HOME", "TMP", "TEMP"])
# Each test compiles what it runs.
llvm_config.with_environment("SG_CACHE", "")
llvm_config.use_default_substitutions()
# `not` and `count` are found by the shell.
llvm_config.with_environment("PATH", config.llvm_tools_dir, append_path=True)
tools = os.path.join(config.sg_binary_dir, "bin")
tool_folders = [tools, config.llvm_tools_dir]
elsewhere = [f"--{name}={lit_config.params[name]}" for name in ("device", "cpu", "threads") if name in lit_config.params]
if "verify-machine-code" in lit_config.params:
    elsewhere.append("--verify-machine-code")
if "verify-against-reference" in lit_config.params:
    elsewhere.append("--verify-against-reference=quiet")
    # The reference knows no kernels and no memory at the edge, and adds to messages.
    config.available_features.add("verified")
if "validate-passes" in lit_config.params:
    elsewhere.append("--validate-passes=quiet")
if elsewhere:
    # The last thread first: what depends on their order is not what is expected.
    if "--device=emulated" in elsewhere:
        elsewhere.append("--check-kernels")
    # So that threads share what is little.
    if "threads" in lit_config.params:
        elsewhere.append("--least-work=0")
    # As native code computes; tests of native code are unsupported there.
    if "--device=reference" in elsewhere:
        elsewhere.append("--reference-rounding=each-op")
        config.available_features.add("reference")
    llvm_config.with_environment("SG_TEST_RUN", os.path.join(tools, "sg-run"))
    llvm_config.with_environment("SG_TEST_OPTIONS", " ".join(elsewhere))
    tool_folders.insert(0, os.path.join(config.test_source_root, "lib", "Elsewhere"))
if "record" in lit_config.params: # by scripts/gpu-bundle
    llvm_config.with_environment("SG_TEST_RUN", os.path.join(tools, "sg-run"))
    llvm_config.with_environment("SG_TEST_RECORD", lit_config.params["record"])
    llvm_config.with_environment("SG_TEST_ROOT", config.test_exec_root)
    tool_folders.insert(0, os.path.join(config.test_source_root, "lib", "Recorded"))
llvm_config.add_tool_substitutions(
    ["sg-lsp-server", "sg-opt", "sg-reduce", "sg-run", "sg-test-opt", "sg-test-reduce", "sg-test-run", "mlir-opt", "mlir-translate", "mlir-runner", "llc", "split-file", "llvm-nm", "llvm-objdump"],
    tool_folders,
)
# Programs of which the reference should say the same; where they run in it, it is
# compared with what is expected.
needs_reference = "reference" not in config.available_features and "record" not in lit_config.params
config.verify = " --verify-against-reference=quiet" if needs_reference else ""
config.substitutions += [
    ("%{with-verify}", config.verify.replace(" ", "--with=")),
    ("%python", config.python),
    ("%block", f"{config.python} -B {os.path.join(config.sg_source_dir, 'scripts', 'document_block.py')}"),
    ("%cxx", config.cxx_compiler),
    ("%cc", config.c_compiler),
    # What a program must be compiled with that links libraries of this build.
    ("%sanitize", config.sg_sanitizers),
    ("%cmake", config.cmake),
    ("%llvm_include", config.llvm_include),
    ("%llvm_tools", config.llvm_tools_dir),
    ("%libomp", config.libomp),
    ("%source", config.sg_source_dir),
    ("%binary", config.sg_binary_dir),
    ("%data", os.path.join(config.sg_source_dir, "examples", "data")),
    ("%clang_format", config.clang_format),
]
# Variables of FileCheck are per function, unless their name begins with $.
llvm_config.with_environment("FILECHECK_OPTS", "--enable-var-scope --allow-unused-prefixes=false")

# A Python that has what the package for Python is tested with.
pytest = os.environ.get("SG_TEST_PYTHON", config.python)
if subprocess.run([pytest, "-c", "import numpy, pytest"], capture_output=True, check=False).returncode == 0:
    config.available_features.add("pytest")
    config.substitutions.append(("%pytest", pytest))
for package in "matplotlib", "nbclient":
    if subprocess.run([pytest, "-c", f"import numpy, {package}"], capture_output=True, check=False).returncode == 0:
        config.available_features.add(package)
llvm_config.with_environment("SG_LIBRARY", os.path.join(config.sg_binary_dir, "lib", "libSGC.so"))

# A Java compiler, with JNA and JUnit 5 of Debian.
jars = [f"/usr/share/java/{name}.jar" for name in ("jna", "junit-platform-console-standalone")]
if shutil.which("javac") and all(map(os.path.exists, jars)):
    config.available_features.add("java")
    config.substitutions += [("%jna", jars[0]), ("%junit", jars[1])]

try:
    for descriptor in os.openpty():
        os.close(descriptor)
    config.available_features.add("terminal")
except OSError:
    pass  # A chroot without /dev/pts.

ptxas = shutil.which("ptxas", path=os.pathsep.join([os.environ.get("PATH", ""), "/usr/local/cuda/bin"]))
if ptxas:
    config.available_features.add("ptxas")
    config.substitutions.append(("%ptxas", ptxas))
version = subprocess.run([config.cxx_compiler, "--version"], capture_output=True, text=True, check=False).stdout
if "clang" in version:
    config.available_features.add("clang")
if config.clang_format:
    config.available_features.add("clang-format")
config.available_features.add(platform.machine())
# What passes say of what they do and do not do is there in a build with assertions.
sg_opt = os.path.join(tools, "sg-opt")
if os.path.exists(sg_opt) and subprocess.run([sg_opt, "--debug-only=none", os.devnull], capture_output=True, check=False).returncode == 0:
    config.available_features.add("asserts")
if os.access("/dev/shm", os.W_OK):
    config.available_features.add("shared-memory")
# Code generation for GPUs, its runtime and its emulator.
if config.sg_enable_cuda:
    config.available_features.add("gpu")
if config.sg_sanitize_address:
    config.available_features.add("asan")
if config.sg_sanitize_thread:
    config.available_features.add("tsan")
sanitizers.set_environment(config)
