"""Adds benchmarks to a bundle: programs, and samples of the results that a CPU computes."""

import tempfile
from pathlib import Path

import npy
from arrays import count, encode, sample_indices, size_of
from figures import HERE, Benchmark
from objects import Objects, run

# Number of compared elements of a result.
NUM_SAMPLES, NUM_PRODUCT_SAMPLES = 512, 16


def write_input(sg_run: Path, argument, file: Path) -> None:
    """Writes an argument to a file. noise.mlir computes the same elements as on the device."""
    fill = argument.fill
    if "values" in fill:
        npy.write(file, argument.type, argument.shape, encode(argument.type, fill["values"]))
        return
    names = ["seed", "below"] if "below" in fill else ["seed", "scale", "shift"]
    inputs = [f"--input={number}" for number in [count(argument.shape), *[fill[name] for name in names]]]
    noise = [sg_run, HERE / "noise.mlir", f"--function=noise_{argument.type}"]
    run([*noise, *inputs, f"--output=@{file}"])
    npy.write(file, argument.type, argument.shape, bytes(npy.read(file)[1]))


def compute(sg_run: Path, figure: Benchmark, results: int, folder: Path) -> tuple:
    """Runs a benchmark on the CPU. Returns the files of the arguments and results."""
    inputs = [folder / f"in_{i}.npy" for i in range(len(figure.arguments))]
    outputs = [folder / f"out_{i}.npy" for i in range(results)]
    for argument, file in zip(figure.arguments, inputs):
        write_input(sg_run, argument, file)
    program = folder / "program.mlir"
    program.write_text(figure.text)
    command = [sg_run, program, f"--function={figure.function}", *[f"--input=@{file}" for file in inputs]]
    run([*command, *[f"--output=@{file}" for file in outputs]])
    return inputs, outputs


def describe(bundle, argument) -> dict:
    entry = {"type": argument.type, "shape": argument.shape}
    if "values" in argument.fill:
        entry["data"] = bundle.store(encode(argument.type, argument.fill["values"]))
    else:
        entry["fill"] = argument.fill
    return entry


def add_figure(bundle, objects: Objects, figure: Benchmark, libraries: dict, signature: dict) -> None:
    """Adds a benchmark with samples of a CPU's results. For products, check.py computes the
    expected elements."""
    results = []
    if figure.products:
        for (type, shape), product in zip(signature["results"], figure.products):
            results.append({"type": type, "shape": shape, "samples": NUM_PRODUCT_SAMPLES, "product": product})
    else:
        with tempfile.TemporaryDirectory() as folder:
            _, outputs = compute(objects.sg_run, figure, len(signature["results"]), Path(folder))
            for i, ((type, _), file) in enumerate(zip(signature["results"], outputs)):
                shape, data = npy.read(file)
                size = size_of(type)
                indices = sample_indices(count(shape), NUM_SAMPLES, i)
                offset = bundle.store(b"".join(bytes(data[at * size : (at + 1) * size]) for at in indices))
                entry = {"type": type, "shape": shape, "samples": NUM_SAMPLES, "data": offset}
                results.append({**entry, "tolerance": figure.tolerance})
    arguments = [describe(bundle, argument) for argument in figure.arguments]
    needed = sum(count(array["shape"]) * size_of(array["type"]) for array in arguments + results)
    entry = {"name": figure.name, "libraries": libraries, "function": figure.function, "arguments": arguments}
    entry.update(results=results, operations=figure.operations, bytes=figure.bytes, peer=figure.peer)
    # Add 10 % for the allocator and for other memory of programs.
    entry.update(has_graph=figure.has_graph, bytes_needed=int(1.1 * (needed + figure.scratch)))
    bundle.add_figure(entry)


def add_small(bundle, objects: Objects, figure: Benchmark, libraries: dict, signature: dict) -> None:
    """Adds a small benchmark as a case. All elements of the results are compared."""
    with tempfile.TemporaryDirectory() as folder:
        files = compute(objects.sg_run, figure, len(signature["results"]), Path(folder))
        arguments, results = (
            [(type, *npy.read(file)) for (type, _), file in zip(signature[kind], files)]
            for kind, files in zip(("arguments", "results"), files)
        )
        bundle.add_case(f"small:{figure.name}", libraries, figure.function, arguments, results, figure.tolerance)


def add_figures(bundle, objects: Objects, figures: list, small: list, forms: list) -> None:
    def request(text, function, options=()):
        return {form: objects.request(text, function, list(options), form) for form in forms}

    def wait(libraries):
        """Returns the paths of the libraries, and the signature that all of them have."""
        results = {form: library.result() for form, library in libraries.items()}
        return {form: path for form, (path, _) in results.items()}, results[forms[0]][1]

    noise = (HERE / "noise.mlir").read_text()
    noise_libraries = {type: request(noise, f"noise_{type}") for type in ("f32", "bf16", "f64", "i32")}
    all_requests = [
        (add, figure, request(figure.text, figure.function, figure.options))
        for add, group in ((add_figure, figures), (add_small, small))
        for figure in group
    ]
    bundle.manifest["noise"] = {type: wait(libraries)[0] for type, libraries in noise_libraries.items()}
    for add, figure, libraries in all_requests:
        add(bundle, objects, figure, *wait(libraries))
