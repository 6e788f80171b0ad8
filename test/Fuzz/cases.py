"""What mutate.py throws at the tools: the cases of each kind."""

import functools
import pathlib
import random
import re
import subprocess

import mutations

BATCH = 24  # programs for one sg-opt
PASSES = [
    *("--grad-expand-derivatives", "--grad-expand-derivatives=strict", "--grad-expand-derivatives=strong_zero"),
    *(f"--grad-request-derivative=function=f mode={mode} name=new_name"
      for mode in ("vjp", "jvp", "value-and-grad", "split")),
    "--grad-request-derivative=function=f mode=vjp wrt=0,1 name=new_name strict",
    "--grad-freeze-stop-gradient=function=f",
    *(f"--grad-report=function=f format={form}" for form in ("text", "dot", "json")),
    "--grad-lint",
    *("--grad-erase-stop-gradient", "--grad-verify-expanded", "--sg-lower-to-cpu", "--sg-lower-to-cpu"),
    *(f"--sg-{name}" for name in (
        "carry-scalars", "check-allocations", "check-indices", "check-shapes", "exchange-carried-buffers",
        "expand-math-ops", "expand-memref-ops", "expand-tensor-ops", "export-functions",
        "fuse-elementwise", "hoist-result-buffers", "internalize-symbols", "keep-unwritten-elements",
        "lend-buffers", "lower-asserts", "lower-contractions", "order-constants", "relax-reductions", "resolve-sizes",
        "separate-destinations", "trace-nan")),
    "--grad-request-derivative=function=f mode=vjp name=new_name --grad-expand-derivatives --canonicalize"
    " --grad-freeze-stop-gradient=function=new_name --grad-erase-stop-gradient --grad-verify-expanded",
    "--grad-request-derivative=function=f mode=vjp name=new_name --sg-lower-to-cpu",
    "--grad-request-derivative=function=f mode=jvp name=new_name --sg-lower-to-cpu",
    *["--grad-request-derivative=function=f mode=vjp name=new_name --grad-expand-derivatives"] * 4,
    *["--grad-request-derivative=function=f mode=jvp name=new_name --grad-expand-derivatives"] * 4,
]  # fmt: skip
MODEL = """
func.func @f(%x: tensor<?x?xf32>) -> tensor<?x?xf32> { return %x : tensor<?x?xf32> }
func.func @bf16(%x: tensor<?x?xbf16>) -> tensor<?x?xbf16> { return %x : tensor<?x?xbf16> }
func.func @f64(%x: tensor<?xf64>) -> tensor<?xf64> { return %x : tensor<?xf64> }
func.func @i64(%x: tensor<2x3xi64>) -> tensor<2x3xi64> { return %x : tensor<2x3xi64> }
func.func @i1(%x: tensor<?x?xi1>) -> tensor<?x?xi1> { return %x : tensor<?x?xi1> }
func.func @small(%x: f8E4M3FN, %y: ui8) -> (f8E4M3FN, ui8) { return %x, %y : f8E4M3FN, ui8 }
func.func @scalar(%x: tensor<f32>) -> tensor<f32> { return %x : tensor<f32> }
func.func @e8(%x: tensor<?xf8E8M0FNU>) -> tensor<?xf8E8M0FNU> { return %x : tensor<?xf8E8M0FNU> }
"""
FUNCTIONS = ["f", "bf16", "f64", "i64", "i1", "small", "scalar", "e8", "none"]
SPECS = [
    *("2x3xf32=1 2 3 4 5 6", "2x3xf32=[1 2 3][4 5 6]", "tensor<2x3xf32>=1", "3xf64=nan -inf 1e-320"),
    *("2x3xi64=-1", "2x3xi1=true", "f32=1.5", "1.5", "1", "0x1p-3", "-0", "2xf8E8M0FNU=1 2", "@missing.npy"),
    *("0x3xf32=", "2x2xbf16=[[1, 2], [3, 4]]", "ui8=255", "f8E4M3FN=448", "@-", "tensor<f32>=1e39"),
]
OPTIONS = [
    *("--tolerance=1e-6", "--tolerance=", "--repeat=2", "--repeat=-1", "--time", "--memory", "--donate=0"),
    *("--donate=0,0,7", "--device=cpu", "--device=", "--threads=1", "--print-lowered", "--dump-object="),
    *("--output=@/dev/null", "--output=@", "--output=@.", "--help", "--version", "--input", "--expected-output=1"),
    *("--", "-", "@file", "--function=f", "--repeat=2000000000000", "--expected-output=@/dev/null"),
    *("--check-gradients", "--order=2", "--order=3", "--directions=1", "--directions=-1", "--seed=7", "--seed=x"),
    *("--wrt=0", "--wrt=0,0", "--wrt=", "--wrt=-1", "--report", "--trace-nan", "--memory-limit=1G"),
    *("--emit=", "--emit=dll", "--emit-to=x", "--derivatives=vjp", "--derivatives=x"),
    *("--memory-limit=", "--memory-limit=-1", "--memory-limit=1e3", "--memory-limit=99999999999T"),
]


class Case:
    """A command, and what it may end with."""

    is_one_line = False  # what it says when it refuses
    is_program = False  # its input
    may_run_on = False  # as a program with a loop may

    def __init__(self, words, stdin, codes, **known):
        self.words, self.stdin, self.codes = words, stdin, codes
        self.__dict__.update(known)


class Mutator:
    def __init__(self, options):
        self.options = options
        self.programs = mutations.read_programs(options.tests)
        self.model = pathlib.Path(options.folder) / "model.mlir"
        self.model.write_text(MODEL)

    @functools.cache
    def programs_of(self, name):
        """The programs of the tests of a pass."""
        name = re.sub("^--(sg|grad)-", "", name)
        return mutations.read_programs(self.options.tests, f"*{name}*.mlir")

    def before(self, name, program):
        """What the pass gets of the program in the pipeline, if it comes that far."""
        words = [self.options.sg_opt, "--sg-lower-to-cpu", "--mlir-disable-threading", "-o", "/dev/null"]
        words += [f"--mlir-print-ir-before={name[2:]}", "--mlir-print-ir-module-scope"]
        try:
            done = subprocess.run(words, input=program.encode(), capture_output=True, timeout=20)
        except subprocess.TimeoutExpired:
            return program
        _, *dumps = re.split(r"^// -----// IR Dump .*$", done.stderr.decode(), flags=re.M)
        return dumps[0].strip() if dumps and len(dumps[0]) < 20000 else program

    def case_text(self, number):
        """Several programs at once, and then each alone."""
        rng = random.Random(f"text {number}")
        passes = rng.choice(PASSES)
        name = re.match("--[a-z-]+", passes)[0]
        own = self.programs_of(name) or self.programs
        pools = rng.choices([self.programs, own], k=BATCH)
        sources = [mutations.choose(rng, pool) for pool in pools]
        if name.startswith("--sg-") and rng.random() < 0.5:
            some = [mutations.choose(rng, self.programs) for _ in range(4)]
            sources = [self.before(name, program) for program in some] * (BATCH // 4)
        chunks = [mutations.mutate_text(rng, s, mutations.choose(rng, self.programs)) for s in sources]
        return [self.sg_opt(passes, text.encode()) for text in ["\n// -----\n".join(chunks), *chunks]]

    def case_run(self, number):
        """A program is compiled and run."""
        rng = random.Random(f"run {number}")
        text = mutations.mutate_program(rng, *(mutations.choose(rng, self.programs) for _ in range(2)))
        words = [self.options.sg_run, "-", "--function=f", "--memory-limit=2G"]
        check = ["--check-gradients", f"--order={rng.choice([1, 2])}", "--directions=1"]
        words += rng.choice([[], [], check, ["--trace-nan"], ["--report"], ["--repeat=3", "--memory"]])
        signature = re.search(r"@f\(([^{]*?)\)", text)
        size = rng.choice([0, 1, 2, 3, 5])
        for type in re.findall(r": ([a-z]+<[^<>]*>|\w+)", signature[1]) if signature else []:
            if rng.random() < 0.1:
                size = rng.choice([0, 1, 4, 33])
            words.append(f"--input={type.replace('?', str(size))}={rng.choice(['1', '2', '0', '-1'])}")
        return [Case(words, text.encode(), {0, 1, 2}, is_program=True, may_run_on=True)]

    def sg_opt(self, passes, stdin):
        words = [self.options.sg_opt, "--split-input-file", "-o", "/dev/null"]
        words += re.split(r" (?=--)", passes)
        return Case(words, stdin, {0, 1}, is_program=True)

    def bytecode_of(self, program):
        """Nothing, if it is wrong."""
        words = [self.options.sg_opt, "--emit-bytecode", "--allow-unregistered-dialect"]
        done = subprocess.run(words, input=program.encode(), capture_output=True)
        return done.stdout if done.returncode == 0 else b""

    def case_bytecode(self, number):
        rng = random.Random(f"bytecode {number}")
        data = b""
        while not data:
            data = self.bytecode_of(mutations.choose(rng, self.programs))
        data = mutations.mutate_bytes(rng, data, start=4)
        if rng.random() < 0.3:
            words = [self.options.sg_run, "-", "--function=f", "--print-lowered"]
            return [Case(words, data, {0, 1, 2}, is_program=True)]
        case = self.sg_opt(rng.choice(PASSES), data)
        case.words.remove("--split-input-file")
        return [case]

    def case_npy(self, number):
        rng = random.Random(f"npy {number}")
        data = mutations.make_npy(rng)
        if rng.random() < 0.7:
            data = mutations.mutate_bytes(rng, data, start=rng.choice([0, 6, 10, 10]))
        function = rng.choice(["f", "f", "f", "bf16", "f64", "i64", "i1", "scalar"])
        words = [self.options.sg_run, str(self.model), f"--function={function}", "--input=@-"]
        return [Case(words, data, {0, 2}, is_one_line=True)]

    def case_command(self, number):
        rng = random.Random(f"command {number}")
        inputs = []
        for _ in range(rng.choice([1, 1, 1, 2, 0])):
            spec = rng.choice(SPECS)
            if rng.random() < 0.7:
                other = rng.choice(SPECS)
                change = rng.choice([mutations.change_token, mutations.change_number, mutations.change_size])
                spec = change(rng, spec, other)
            if rng.random() < 0.2:
                changed = mutations.mutate_bytes(rng, spec.encode()).replace(b"\0", b"")
                spec = changed.decode("utf-8", "replace")
            inputs.append("--input=" + spec)
        words = [str(self.model), f"--function={rng.choice(FUNCTIONS)}", *inputs]
        for _ in range(rng.choice([0, 0, 1, 1, 2])):
            words.insert(rng.randrange(len(words) + 1), rng.choice(OPTIONS))
        # That would run for long, as it is asked to.
        words = [w for w in words if w != "--repeat=2000000000000" or "--help" in words]
        return [Case([self.options.sg_run, *words], b"", {0, 1, 2}, is_one_line=True)]
