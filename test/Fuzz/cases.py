"""Makes the inputs of each kind for mutate.py."""

import functools
import pathlib
import random
import re
import subprocess

import mutations
import passes
from mutations import Pool

# Number of cases in a batch, which one process of sg-test-feed executes.
SIZES = {"text": 200, "bytecode": 200, "read": 100, "run": 20, "reduce": 50, "npy": 200, "command": 200}
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
# Element types of .npy files and the suffix of the identity functions for them, @f32_0 to
# @i1_3.
ELEMENTS = {"<f4": "f32", ">f4": "f32", "<f8": "f64", "<i8": "i64", "|b1": "i1", "<V2": "bf16"}
for element in sorted(set(ELEMENTS.values())):
    for rank in range(4):
        type = f"tensor<{'?x' * rank}{element}>"
        MODEL += f"func.func @{element}_{rank}(%x: {type}) -> {type} {{ return %x : {type} }}\n"
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
    """A command line of a tool, its standard input, and the exit codes that it may
    return."""

    is_one_line = False  # whether a refusal must be one line
    is_program = False  # whether the input is a program
    may_run_on = False  # whether a timeout is accepted, as for a program with a loop

    def __init__(self, words, stdin, codes, **known):
        self.words, self.stdin, self.codes = words, stdin, codes
        self.__dict__.update(known)


class Mutator:
    """Makes batches of cases. A batch of sg-opt uses one pipeline, the next in the list."""

    def __init__(self, options, feeder):
        self.options, self.feeder = options, feeder
        self.programs = Pool(mutations.read_programs(options.tests))
        self.pipelines = passes.list_pipelines(options.sg_opt)
        self.model = pathlib.Path(options.folder) / "model.mlir"
        self.model.write_text(MODEL)

    @functools.cache
    def programs_of(self, name):
        """Returns the programs of the tests of a pass, or all programs."""
        name = re.sub("^--(sg|grad)-", "", name)
        own = mutations.read_programs(self.options.tests, f"*{name}*.mlir")
        return Pool(own) if own else self.programs

    @functools.lru_cache(1000)
    def before(self, name, program):
        """Returns the input of the pass in a longer pipeline, if the earlier passes
        succeed."""
        words = ["sg-opt", "--mlir-disable-threading", "-o", "/dev/null"]
        words += [f"--mlir-print-ir-before={name[2:]}", "--mlir-print-ir-module-scope"]
        for target in ("cpu", "emulated"):
            [(_, said)] = self.feeder.run([([*words, f"--sg-lower-to-{target}"], program.encode())])
            _, *dumps = re.split(r"^// -----// IR Dump .*$", said.decode("utf-8", "replace"), flags=re.M)
            if dumps and len(dumps[0]) < 20000:
                return dumps[0].strip()
        return program

    def make_batch(self, kind, number, size=None):
        rng = random.Random(f"{kind} {number}")
        self.pipeline = self.pipelines[number % len(self.pipelines)]
        return getattr(self, "make_" + kind)(rng, size or SIZES[kind])

    def choose_sources(self, rng, size):
        """Chooses programs for the pipeline: any program, a program of the pass's tests, or
        the input that it gets in a longer pipeline."""
        name = re.match("--[a-z0-9-]+", self.pipeline)[0]
        pools = [self.programs, self.programs_of(name)]
        sources = [rng.choice(pools).choose(rng) for _ in range(size)]
        if name.startswith("--sg-") and not name.startswith("--sg-lower-to-") and rng.random() < 0.6:
            some = [self.before(name, self.programs.choose(rng)) for _ in range(4)]
            sources = [rng.choice(some) for _ in sources]
        return sources

    def make_text(self, rng, size):
        sources = self.choose_sources(rng, size)
        return [self.sg_opt(self.mutate(rng, text).encode()) for text in sources]

    def mutate(self, rng, text):
        """Mutates a program. Two of three mutations favour well-formed programs."""
        change = rng.choice([mutations.mutate_text, mutations.mutate_program, mutations.mutate_program])
        return change(rng, text, self.programs.choose(rng))

    def sg_opt(self, stdin):
        words = ["sg-opt", "-o", "/dev/null", *passes.split(self.pipeline)]
        return Case(words, stdin, {0, 1}, is_program=True)

    def make_read(self, rng, size):
        """Makes programs that sg-run compiles and prints."""
        words = ["sg-run", "-", "--function=f", "--print-lowered"]
        texts = [self.mutate(rng, self.programs.choose(rng)) for _ in range(size)]
        return [Case(words, text.encode(), {0, 1, 2}, is_program=True) for text in texts]

    def make_run(self, rng, size):
        return [self.make_one_run(rng) for _ in range(size)]

    def make_one_run(self, rng):
        """Makes a program that sg-run compiles and runs."""
        text = mutations.mutate_program(rng, *(self.programs.choose(rng) for _ in range(2)))
        words = ["sg-run", "-", "--function=f", "--memory-limit=2G"]
        check = ["--check-gradients", f"--order={rng.choice([1, 2])}", "--directions=1"]
        words += rng.choice([[], [], check, ["--trace-nan"], ["--report"], ["--repeat=3", "--memory"]])
        signature = re.search(r"@f\(([^{]*?)\)", text)
        extent = rng.choice([0, 1, 2, 3, 5])
        for type in re.findall(r": ([a-z]+<[^<>]*>|\w+)", signature[1]) if signature else []:
            if rng.random() < 0.1:
                extent = rng.choice([0, 1, 4, 33])
            words.append(f"--input={type.replace('?', str(extent))}={rng.choice(['1', '2', '0', '-1'])}")
        return Case(words, text.encode(), {0, 1, 2}, is_program=True, may_run_on=True)

    def make_reduce(self, rng, size):
        """Makes programs for sg-reduce. Most are only read, because the test finds them not
        interesting."""
        test = rng.choice(["/bin/true", "/bin/true", "/bin/true", "/bin/false"])
        words = ["sg-reduce", "-", "-o", "/dev/null", f"--reduce-greedily=test={test}"]
        texts = [self.mutate(rng, self.programs.choose(rng)) for _ in range(size)]
        return [Case(words, text.encode(), {0, 1}, is_program=True) for text in texts]

    @functools.cache
    def bytecode_of(self, program):
        """Returns the bytecode of a program, or None if the program is invalid."""
        words = [self.options.sg_opt, "--emit-bytecode", "--allow-unregistered-dialect"]
        done = subprocess.run(words, input=program.encode(), capture_output=True)
        return done.stdout if done.returncode == 0 else b""

    def make_bytecode(self, rng, size):
        """Mutates the bytecode of a few programs."""
        sources = []
        while len(sources) < 4:
            if data := self.bytecode_of(self.programs.choose(rng)):
                sources.append(data)
        inputs = [mutations.mutate_bytes(rng, rng.choice(sources), start=4) for _ in range(size)]
        if rng.random() < 0.3:
            words = ["sg-run", "-", "--function=f", "--print-lowered"]
            return [Case(words, data, {0, 1, 2}, is_program=True) for data in inputs]
        return [self.sg_opt(data) for data in inputs]

    def make_npy(self, rng, size):
        return [self.make_one_npy(rng) for _ in range(size)]

    def make_one_npy(self, rng):
        data = mutations.make_npy(rng)
        header = re.search(rb"'descr': '([^']*)'.*'shape': \(([^)]*)\)", data)
        function = f"{ELEMENTS.get(header[1].decode(), 'f32')}_{header[2].count(b',')}"
        if rng.random() < 0.1:
            function = rng.choice(FUNCTIONS)
        if rng.random() < 0.7:
            data = mutations.mutate_bytes(rng, data, start=rng.choice([0, 6, 10, 10]))
        words = ["sg-run", str(self.model), f"--function={function}", "--input=@-"]
        # Compiling native code takes longer than reading a file.
        words += ["--device=reference"] if rng.random() < 0.99 else []
        return Case(words, data, {0, 2}, is_one_line=True)

    def make_command(self, rng, size):
        return [self.make_one_command(rng) for _ in range(size)]

    def make_one_command(self, rng):
        inputs, functions = [], list(FUNCTIONS)
        for _ in range(rng.choice([1, 1, 1, 2, 0])):
            spec = rng.choice(SPECS)
            # Usually choose a function that accepts the type.
            if match := re.match(r"(?:tensor<)?((?:\d+x)*)(f32|f64|i64|i1|bf16)\b", spec):
                functions += [f"{match[2]}_{match[1].count('x')}"] * 20
            if rng.random() < 0.7:
                other = rng.choice(SPECS)
                change = rng.choice([mutations.change_token, mutations.change_number, mutations.change_size])
                spec = change(rng, spec, other)
            if rng.random() < 0.2:
                changed = mutations.mutate_bytes(rng, spec.encode()).replace(b"\0", b"")
                spec = changed.decode("utf-8", "replace")
            inputs.append("--input=" + spec)
        words = [str(self.model), f"--function={rng.choice(functions)}", *inputs]
        words += ["--device=reference"] if rng.random() < 0.95 else []
        for _ in range(rng.choice([0, 0, 1, 1, 2])):
            words.insert(rng.randrange(len(words) + 1), rng.choice(OPTIONS))
        # These repetitions would take too long.
        words = [w for w in words if w != "--repeat=2000000000000" or "--help" in words]
        return Case(["sg-run", *words], b"", {0, 1, 2}, is_one_line=True)
