"""Adds figures to a bundle: their programs, and the results of a CPU for the same inputs."""

import tempfile
from pathlib import Path

import npy
from arrays import count, encode, positions, size_of
from figures import HERE, Figure
from objects import Objects, run

# Number of compared elements of a result.
SAMPLES, SAMPLES_OF_PRODUCT = 512, 16


def make_numbers(sg_run: Path, argument, file: Path) -> None:
    """Computes the inputs that the device will generate, with the same function."""
    fill = argument.fill
    if "values" in fill:
        npy.write(file, argument.type, argument.shape, encode(argument.type, fill["values"]))
        return
    names = ["seed", "below"] if "below" in fill else ["seed", "scale", "shift"]
    inputs = [f"--input={number}" for number in [count(argument.shape), *[fill[name] for name in names]]]
    noise = [sg_run, HERE / "noise.mlir", f"--function=noise_{argument.type}"]
    run([*noise, *inputs, f"--output=@{file}"])
    npy.write(file, argument.type, argument.shape, bytes(npy.read(file)[1]))


def compute(sg_run: Path, figure: Figure, results: int, folder: Path) -> tuple:
    """Runs the figure on the CPU. Returns the files of its arguments and results."""
    inputs = [folder / f"in_{i}.npy" for i in range(len(figure.arguments))]
    outputs = [folder / f"out_{i}.npy" for i in range(results)]
    for argument, file in zip(figure.arguments, inputs):
        make_numbers(sg_run, argument, file)
    program = folder / "program.mlir"
    program.write_text(figure.text)
    command = [sg_run, program, f"--function={figure.function}", *[f"--input=@{file}" for file in inputs]]
    run([*command, *[f"--output=@{file}" for file in outputs]])
    return inputs, outputs


def describe(bundle, argument) -> dict:
    about = {"type": argument.type, "shape": argument.shape}
    if "values" in argument.fill:
        about["data"] = bundle.store(encode(argument.type, argument.fill["values"]))
    else:
        about["fill"] = argument.fill
    return about


def add_figure(bundle, objects: Objects, figure: Figure, libraries: dict, signature: dict) -> None:
    """Adds a figure with samples of a CPU's results. The other machine computes the expected
    elements of products itself."""
    results = []
    if figure.products:
        for (type, shape), product in zip(signature["results"], figure.products):
            results.append({"type": type, "shape": shape, "samples": SAMPLES_OF_PRODUCT, "product": product})
    else:
        with tempfile.TemporaryDirectory() as folder:
            _, outputs = compute(objects.sg_run, figure, len(signature["results"]), Path(folder))
            for i, ((type, _), file) in enumerate(zip(signature["results"], outputs)):
                shape, data = npy.read(file)
                size = size_of(type)
                indices = positions(count(shape), SAMPLES, i)
                offset = bundle.store(b"".join(bytes(data[at * size : (at + 1) * size]) for at in indices))
                about = {"type": type, "shape": shape, "samples": SAMPLES, "data": offset}
                results.append({**about, "tolerance": figure.tolerance})
    arguments = [describe(bundle, argument) for argument in figure.arguments]
    needed = sum(count(array["shape"]) * size_of(array["type"]) for array in arguments + results)
    about = {"name": figure.name, "libraries": libraries, "function": figure.function, "arguments": arguments}
    about.update(results=results, operations=figure.operations, bytes=figure.bytes, peer=figure.peer)
    # Add 10 % for the allocator and for other memory of programs.
    about.update(has_graph=figure.has_graph, bytes_needed=int(1.1 * (needed + figure.scratch)))
    bundle.add_figure(about)


def add_small(bundle, objects: Objects, figure: Figure, libraries: dict, signature: dict) -> None:
    """Adds a small figure as a case, of which all elements are compared."""
    with tempfile.TemporaryDirectory() as folder:
        files = compute(objects.sg_run, figure, len(signature["results"]), Path(folder))
        arguments, results = (
            [(type, *npy.read(file)) for (type, _), file in zip(signature[what], files)]
            for what, files in zip(("arguments", "results"), files)
        )
        bundle.add_case(f"small:{figure.name}", libraries, figure.function, arguments, results, figure.tolerance)


def add_figures(bundle, objects: Objects, figures: list, small: list, forms: list) -> None:
    def request(text, function, options=()):
        return {form: objects.request(text, function, list(options), form) for form in forms}

    def wait(libraries):
        """Returns the paths of the libraries and the signature of the function, which is
        the same for all."""
        results = {form: library.result() for form, library in libraries.items()}
        return {form: path for form, (path, _) in results.items()}, results[forms[0]][1]

    noise = (HERE / "noise.mlir").read_text()
    made = {type: request(noise, f"noise_{type}") for type in ("f32", "bf16", "f64", "i32")}
    all_requests = [
        (add, figure, request(figure.text, figure.function, figure.options))
        for add, some in ((add_figure, figures), (add_small, small))
        for figure in some
    ]
    bundle.manifest["noise"] = {type: wait(libraries)[0] for type, libraries in made.items()}
    for add, figure, libraries in all_requests:
        add(bundle, objects, figure, *wait(libraries))
