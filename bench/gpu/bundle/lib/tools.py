"""Runs CUDA's tools, if they are installed: compute-sanitizer and ncu."""

import re
import shutil
from pathlib import Path

from processes import run_tool

# Folders of a toolkit that are searched in addition to PATH.
FOLDERS = ("/usr/local/cuda/bin", "/opt/nvidia/nsight-compute", "/usr/local/cuda/nsight-compute")


def find_tool(name: str) -> str:
    path = shutil.which(name)
    for folder in () if path else FOLDERS:
        matches = sorted(Path(folder).glob(f"**/{name}")) if Path(folder).is_dir() else []
        path = str(matches[-1]) if matches else None
        if path:
            break
    return path or ""


def sanitize(worker: list, tool: str, requests: list, seconds: float, log) -> dict:
    """Runs items in a worker under a tool of compute-sanitizer. `worker` is the
    worker's command line."""
    program = find_tool("compute-sanitizer")
    if not program:
        return {"status": "absent", "detail": "compute-sanitizer is not installed"}
    options = [program, "--tool", tool, "--error-exitcode", "9", "--print-limit", "20"]
    code, output = run_tool([*options, *worker], seconds, requests)
    log.write(output)
    log.flush()
    if code is None:
        return {"status": "timeout", "detail": f"not done within {seconds:.0f} s"}
    pattern = re.compile(r"=+ (Error|Warning|Invalid|Race|Uninit|Barrier)")
    findings = [line for line in output.splitlines() if pattern.match(line)]
    summary = re.findall(r"=+ (ERROR SUMMARY.*|RACECHECK SUMMARY.*)", output)
    detail = (findings or summary or output.strip().splitlines()[-1:] or [""])[0].strip("= ")
    # A machine that the tool does not support is not a finding.
    if "Device not supported" in output or not summary:
        return {"status": "absent", "detail": f"compute-sanitizer cannot be used: {detail}"}
    if code == 9:
        return {"status": "wrong", "detail": detail}
    return {"status": "ok" if code == 0 else "failed", "detail": detail}


METRICS = {
    "Duration": "duration",
    "Compute (SM) Throughput": "compute",
    "Memory Throughput": "memory",
    "DRAM Throughput": "dram",
    "Registers Per Thread": "registers",
    "Theoretical Occupancy": "occupancy at most",
    "Achieved Occupancy": "occupancy",
}


def profile(worker: list, request: dict, seconds: float, file) -> dict:
    """Profiles the kernels of one call with ncu. Writes the whole output to `file`."""
    program = find_tool("ncu")
    if not program:
        return {"status": "absent", "detail": "ncu is not installed"}
    # Skip the kernels that generate the inputs, one per filled argument.
    skipped = sum("fill" in argument for argument in request["figure"]["arguments"])
    options = [program, "--set", "full", "--clock-control", "none", "--print-details", "all"]
    options += ["--launch-skip", str(skipped), "--launch-count", "12"]
    code, output = run_tool([*options, *worker], seconds, [request], {"SG_CUDA_GRAPHS": "0"})
    file.write(output)
    file.flush()
    if code is None:
        return {"status": "timeout", "detail": f"not done within {seconds:.0f} s"}
    kernels = read_profile(output)
    if not kernels:
        last = output.strip().splitlines()[-1:] or [""]
        return {"status": "absent", "detail": f"ncu cannot be used: {last[0].strip('= ')}"}
    return {"status": "ok", "kernels": kernels}


def read_profile(output: str) -> list:
    kernels = []
    for line in output.splitlines():
        # "  step_generic (1, 1, 1)x(256, 1, 1), Context 1, Stream 7, Device 0, CC 9.0"
        if start := re.match(r"  (\S+) \([\d, ]+\)x\([\d, ]+\), Context", line):
            kernels.append({"name": start[1]})
            continue
        for text, name in METRICS.items():
            if kernels and (found := re.match(rf"\s+{re.escape(text)}\s+(\S+)\s+([\d.,]+)\s*$", line)):
                unit = "" if found[1] == "register/thread" else found[1]
                kernels[-1].setdefault(name, f"{found[2]} {unit}".strip())
    return kernels
