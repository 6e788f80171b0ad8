"""Runs every pass and pipeline by a plugin in an mlir-opt that knows nothing of
them: each pass on its example, each pipeline on the first example of all. The
output equals that of sg-opt. The examples of the transform ops run as well.

    run_plugin.py SOURCE MLIR_OPT SG_OPT PLUGIN
"""

import subprocess
import sys
from pathlib import Path

sys.dont_write_bytecode = True
source, mlir_opt, sg_opt, plugin = sys.argv[1:]
sys.path.insert(0, str(Path(source) / "scripts"))
import check_docs


def cases():
    """Returns tuples of name, options, true for a function pass, and program."""
    root = Path(source)
    tablegen = check_docs.TableGen(root)
    for file in check_docs.PASSES.values():
        for definition, _ in tablegen.records(file, "PassBase"):
            text = check_docs.dedent(definition["description"])
            options, program = check_docs.EXAMPLE.search(text).groups()[:2]
            yield definition["argument"], options or "", "FuncOp" in definition["baseClass"], program
    for _, program in check_docs.schedules(tablegen):
        yield "transform-interpreter", "", False, program
    program = (root / check_docs.FIRST_EXAMPLE).read_text(encoding="utf-8")
    program = program[program.index("func.func @f") : program.index("func.func @derivative")]
    for flag, _, _ in check_docs.pipelines(root):
        yield flag, "", False, program


def run(command, program):
    return subprocess.run(command, input=program, capture_output=True, text=True, check=False)


count, found = 0, []
for name, options, is_nested, program in cases():
    one = f"{name}{{{options}}}" if options else name
    pipeline = f"builtin.module({f'func.func({one})' if is_nested else one})"
    flag = f"--pass-pipeline={pipeline}"
    theirs = run([mlir_opt, f"--load-dialect-plugin={plugin}", flag], program)
    ours = run([sg_opt, flag], program)
    count += 1
    if (theirs.returncode, theirs.stdout, theirs.stderr) != (ours.returncode, ours.stdout, ours.stderr):
        found.append(f"{pipeline}: {theirs.stderr.strip() or 'prints something else'}")
print("\n".join(found) or f"{count} passes, pipelines and schedules run")
sys.exit(1 if found else 0)
