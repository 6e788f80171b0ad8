"""Lists the command lines of sg-opt that mutate.py tries: the passes and pipelines of this
project, as listed by sg-opt."""

import re
import subprocess
import sys

# Passes that need options, or whose options change much.
OPTIONS = {
    "--grad-expand-derivatives": ["", "=strict", "=strong_zero"],
    "--grad-freeze-stop-gradient": ["=function=f"],
    "--grad-outline-repeats": ["", "=least-ops=1 least-saved=1"],
    "--grad-report": [f"=function=f format={form}" for form in ("text", "dot", "json")],
    "--grad-request-derivative": [
        *(f"=function=f mode={mode} name=new_name" for mode in ("vjp", "jvp", "value-and-grad", "split")),
        "=function=f mode=vjp wrt=0,1 name=new_name strict",
    ],
    "--sg-begin-stage": [f"=stage={stage}" for stage in ("fusion", "memory", "kernels", "loops", "native")],
    "--sg-bufferize-insertion-chains": ["", "=least-length=1"],
    "--sg-distribute-to-threads": ["=threads=2 least-work=0"],
    "--sg-emulate-kernels": ["", "=check"],
    "--sg-export-functions": ["", "=device=cuda", "=device=emulated", "=donated=0"],
    "--sg-lower-to-cpu": ["", "", "", "=threads=2 least-work=0"],
    "--sg-map-contractions": ["", "=tensor-cores", "=tensor-cores tf32"],
    "--sg-map-to-kernels": ["", "=atomics"],
    "--sg-normalize-loops": ["", "=checks"],
}
REQUEST = "--grad-request-derivative=function=f mode={} name=new_name"
# Sequences of passes.
CHAINS = [
    f"{REQUEST.format('vjp')} --grad-expand-derivatives --canonicalize"
    " --grad-freeze-stop-gradient=function=new_name --grad-erase-stop-gradient --grad-verify-expanded",
    *(f"{REQUEST.format(mode)} --sg-lower-to-{target}"
      for mode in ("vjp", "jvp") for target in ("cpu", "emulated")),
    *[f"{REQUEST.format('vjp')} --grad-expand-derivatives"] * 8,
    *[f"{REQUEST.format('jvp')} --grad-expand-derivatives"] * 8,
]  # fmt: skip
# Matches sg-opt's errors about unknown passes and options.
UNKNOWN = re.compile(
    rb"Unknown command line argument|cannot read its options|no such option|Cannot find option|value invalid"
    rb"|Must specify|may only occur"
)
PROBE = b"func.func @f(%x: f64, %y: f64) -> f64 { return %x : f64 }\n"


def list_passes(sg_opt):
    """Returns the names of the passes and pipelines of this project."""
    text = subprocess.run([sg_opt, "--help"], capture_output=True, text=True, check=True).stdout
    names = re.findall(r"^ {6}(--(?:grad|sg)-[\w-]+) +- ", text, re.M)
    if missing := set(OPTIONS) - set(names):
        sys.exit(f"sg-opt has no {', '.join(sorted(missing))}; update OPTIONS in passes.py")
    return names


def list_pipelines(sg_opt):
    """Returns the command lines to choose from, with repetitions as weights."""
    return [name + more for name in list_passes(sg_opt) for more in OPTIONS.get(name, [""])] + CHAINS


def split(pipeline):
    """Splits a command line into words."""
    return re.split(r" (?=--)", pipeline)


def check_known(feeder, pipelines):
    """Ends this process if sg-opt rejects a command line."""
    chosen = sorted(set(pipelines))
    outcomes = feeder.run([(["sg-opt", "-o", "/dev/null", *split(p)], PROBE) for p in chosen])
    for pipeline, (_, said) in zip(chosen, outcomes):
        if UNKNOWN.search(said):
            sys.exit(f"sg-opt rejects {pipeline}\n{said.decode()}")
