"""Defines the benchmarks ("figures") of scripts/gpu-bundle: programs (*.mlir.in), sizes, inputs.

Each benchmark has a variant with small odd sizes, which is fast enough for an emulator. All
results of the small variant are compared.
"""

from dataclasses import dataclass, field
from pathlib import Path
from string import Template

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent


@dataclass
class Argument:
    type: str
    shape: list
    fill: dict  # arguments of the functions in noise.mlir, or {"values": [...]}


@dataclass
class Benchmark:
    name: str
    text: str  # the program
    function: str
    arguments: list
    operations: float = 0  # floating-point operations of one call
    bytes: float = 0  # bytes that a call must read or write
    tolerance: float = 1e-4
    options: list = field(default_factory=list)  # options of sg-run
    products: list = field(default_factory=list)  # descriptions of the results, if they are matrix products
    peer: dict = field(default_factory=dict)
    scratch: float = 0  # bytes of temporaries, without arguments and results
    has_graph: bool = False  # true if a graph accelerates the launches of the benchmark's kernels


def random_argument(type: str, shape: list, position: int, scale: float = 1.0, shift: float = 0.0) -> Argument:
    return Argument(type, shape, {"seed": 1000003 * (position + 1), "scale": scale, "shift": shift})


def labels(shape: list, position: int, below: int) -> Argument:
    return Argument("i32", shape, {"seed": 1000003 * (position + 1), "below": below})


def scalar(type: str, value) -> Argument:
    return Argument(type, [], {"values": [value]})


def fill_in(template: str, **sizes) -> str:
    text = (HERE / "common.mlir.in").read_text() + (HERE / f"{template}.mlir.in").read_text()
    return Template(text).substitute(sizes)


def element(type: str) -> str:
    return "bf16" if type == "bf16" else "f32"


def type_conversions(type: str, result: str, shape: list) -> dict:
    """Returns the text that converts between bf16 in memory and f32 in computations."""
    if element(type) == "f32":
        return {"type": "f32", "widen": "", "u": "%x", "v": "%y", "narrow": "", "result": result}
    sizes = "x".join(map(str, shape))
    return {
        "type": "bf16",
        "widen": "    %u = arith.extf %x : bf16 to f32\n    %w = arith.extf %y : bf16 to f32",
        "u": "%u",
        "v": "%w",
        "narrow": f"  %r = arith.truncf {result} : tensor<{sizes}xf32> to tensor<{sizes}xbf16>",
        "result": "%r",
    }


def options_of(type: str) -> list:
    return ["--tf32"] if type == "tf32" else []


# Bound on the relative error of a product of two elements. Tensor cores round both elements of
# type tf32, each by at most 2^-11.
UNIT = {"f32": 2.0**-24, "bf16": 2.0**-24, "tf32": 2.0**-10}
# Tolerance of results: rounding errors of sums, or one unit in the last place of bf16.
TOLERANCE = {"f32": 2e-4, "tf32": 4e-3, "bf16": 1.6e-2}


def product(type: str, n: int, layout: str) -> Benchmark:
    where = {"nn": ("i, k", "k, j"), "nt": ("i, k", "j, k"), "tn": ("k, i", "k, j"), "gradients": ("i, k", "k, j")}
    left, right = where[layout]
    text = fill_in("product", n=n, left=left, right=right, **type_conversions(type, "%p", [n, n]))
    is_backward = layout == "gradients"
    arguments = [random_argument(element(type), [n, n], i) for i in range(3 if is_backward else 2)]

    def describe(left, left_transposed, right, right_transposed):
        return {
            "left": left,
            "left_transposed": left_transposed,
            "right": right,
            "right_transposed": right_transposed,
            "terms": n,
            "unit": UNIT[type],
        }

    if is_backward:
        products = [describe(2, False, 1, True), describe(0, True, 2, False)]
    else:
        products = [describe(0, layout[0] == "t", 1, layout[1] == "t")]
    return Benchmark(
        f"product-{type}-{n}-{layout}",
        text,
        "gradients" if is_backward else "product",
        arguments,
        operations=2.0 * n**3 * len(products),
        options=options_of(type),
        tolerance=TOLERANCE[type],
        products=products,
        peer={"kind": "product", "type": type, "n": n, "layout": layout, "is_forward": True},
    )


def forward_and_gradients(name: str, make) -> list:
    return [make(name, True), make(f"{name}-gradients", False)]


def convolution(type: str, batch: int, size: int, inputs: int, outputs: int) -> list:
    shape = [batch, size, size, outputs]
    text = fill_in(
        "convolution",
        batch=batch,
        size=size,
        padded=size + 2,
        inputs=inputs,
        outputs=outputs,
        **type_conversions(type, "%p", shape),
    )

    def make(name, is_forward):
        shapes = [[batch, size + 2, size + 2, inputs], [3, 3, inputs, outputs]] + ([] if is_forward else [shape])
        peer = {"batch": batch, "size": size, "inputs": inputs, "outputs": outputs, "is_forward": is_forward}
        return Benchmark(
            name,
            text,
            "convolution" if is_forward else "gradients",
            [random_argument(element(type), shape, i) for i, shape in enumerate(shapes)],
            operations=18.0 * batch * size * size * inputs * outputs * (1 if is_forward else 2),
            options=options_of(type),
            tolerance=TOLERANCE[type],
            peer={"kind": "convolution", "type": type, **peer},
        )

    return forward_and_gradients(f"convolution-{type}", make)


def softmax(rows: int, columns: int) -> list:
    text = fill_in("softmax", rows=rows, columns=columns)

    def make(name, is_forward):
        return Benchmark(
            name,
            text,
            "softmax" if is_forward else "gradients",
            [random_argument("f32", [rows, columns], i, scale=4.0) for i in range(1 if is_forward else 2)],
            bytes=4.0 * rows * columns * (2 if is_forward else 3),
            peer={"kind": "softmax", "type": "f32", "rows": rows, "columns": columns, "is_forward": is_forward},
        )

    return forward_and_gradients("softmax", make)


def normalization(rows: int, columns: int) -> list:
    text = fill_in("normalization", rows=rows, columns=columns)

    def make(name, is_forward):
        shapes = [[rows, columns], [columns], [columns]] + ([] if is_forward else [[rows, columns]])
        return Benchmark(
            name,
            text,
            "normalization" if is_forward else "gradients",
            [random_argument("f32", shape, i) for i, shape in enumerate(shapes)],
            bytes=4.0 * rows * columns * (2 if is_forward else 3),
            tolerance=5e-4,
            peer={"kind": "normalization", "type": "f32", "rows": rows, "columns": columns, "is_forward": is_forward},
        )

    return forward_and_gradients("normalization", make)


def cross_entropy(rows: int, columns: int) -> Benchmark:
    return Benchmark(
        "cross-entropy-gradients",
        fill_in("entropy", rows=rows, columns=columns),
        "gradients",
        [random_argument("f32", [rows, columns], 0, scale=4.0), labels([rows], 1, columns)],
        bytes=8.0 * rows * columns,
        peer={"kind": "cross_entropy", "type": "f32", "rows": rows, "columns": columns, "is_forward": False},
    )


def attention(type: str, heads: int, length: int, width: int) -> list:
    shape = [heads, length, width]
    conversions = type_conversions(type, "%y", shape)
    weight = {"narrow_weight": "", "weight": "%s"}
    if element(type) == "bf16":
        weight = {"narrow_weight": "    %c = arith.truncf %s : f32 to bf16", "weight": "%c"}
    sizes = {"heads": heads, "length": length, "width": width, "scale": repr(width**-0.5)}
    text = fill_in("attention", **sizes, **conversions, **weight)

    def make(name, is_forward):
        peer = {"heads": heads, "length": length, "width": width, "is_forward": is_forward}
        return Benchmark(
            name,
            text,
            "attention" if is_forward else "gradients",
            [random_argument(conversions["type"], shape, i) for i in range(3 if is_forward else 4)],
            operations=4.0 * heads * length * length * width * (1 if is_forward else 3.5),
            options=options_of(type),
            tolerance=TOLERANCE[type] * (1 if is_forward else 2),
            scratch=4.0 * heads * length * length * (2 if is_forward else 5),
            has_graph=length <= 512,
            peer={"kind": "attention", "type": type, **peer},
        )

    return forward_and_gradients(f"attention-{type}-{length}", make)


def adam(n: int) -> Benchmark:
    arguments = [random_argument("f32", [n], i) for i in range(2)]
    arguments += [random_argument("f32", [n], 2, scale=0.5, shift=0.5), random_argument("f32", [n], 3)]
    peer = {"kind": "adam", "type": "f32", "n": n, "is_forward": True}
    return Benchmark("adam", fill_in("adam", n=n), "adam", arguments, bytes=28.0 * n, peer=peer)


def reductions(rows: int, columns: int) -> list:
    text = fill_in("reduction", rows=rows, columns=columns)
    return [
        Benchmark(
            f"reduction-{of}",
            text,
            of,
            [random_argument("f32", [rows, columns], 0, shift=0.25)],
            bytes=4.0 * rows * columns,
            peer={"kind": "reduction", "type": "f32", "rows": rows, "columns": columns, "of": of, "is_forward": True},
        )
        for of in ("all", "rows", "columns", "maxima")
    ]


def transpose(type: str, rows: int, columns: int) -> Benchmark:
    return Benchmark(
        f"transpose-{type}",
        fill_in("transpose", type=type, rows=rows, columns=columns),
        "transpose",
        [random_argument(type, [rows, columns], 0)],
        bytes=2.0 * rows * columns * (2 if type == "bf16" else 4),
        tolerance=0,
        peer={"kind": "transpose", "type": type, "rows": rows, "columns": columns, "is_forward": True},
    )


def gather(rows: int, columns: int, count: int) -> list:
    text = fill_in("gather", rows=rows, columns=columns, count=count)
    table, values = random_argument("f32", [rows, columns], 0), random_argument("f32", [count, columns], 2)
    indices = labels([count], 1, rows)
    peer = {"kind": "gather", "type": "f32", "rows": rows, "columns": columns, "count": count}
    forward = Benchmark("gather", text, "gather", [table, indices], bytes=8.0 * count * columns)
    forward.peer = {**peer, "is_forward": True}
    forward.tolerance = 0
    figures = [forward]
    for name, options in (("scatter", []), ("scatter-atomics", ["--atomics"])):
        figure = Benchmark(name, text, "gradients", [table, indices, values], options=options)
        figure.bytes = 4.0 * rows * columns + 12.0 * count * columns
        figure.peer = {**peer, "is_forward": False}
        figures.append(figure)
    return figures


def mlp(name: str, type: str, batch: int, inputs: int, first: int, second: int, classes: int) -> Benchmark:
    sizes = {"batch": batch, "inputs": inputs, "first": first, "second": second, "classes": classes}
    widths = [inputs, first, second, classes]
    arguments = [random_argument("f32", [batch, inputs], 0), labels([batch], 1, classes)]
    for before, after in zip(widths, widths[1:]):
        arguments.append(random_argument("f32", [before, after], len(arguments), scale=2.0**-4))
        arguments.append(random_argument("f32", [after], len(arguments), scale=2.0**-4))
    weights = sum(before * after for before, after in zip(widths, widths[1:]))
    return Benchmark(
        name,
        fill_in("mlp", **sizes),
        "step",
        arguments,
        operations=6.0 * batch * weights,
        bytes=8.0 * weights,
        options=options_of(type),
        tolerance=TOLERANCE[type],
        has_graph=True,
        peer={"kind": "mlp", "type": type, **sizes, "widths": widths, "is_forward": False},
    )


def digits() -> Benchmark:
    shapes = [[128, 64], [128], [64, 128], [128], [128, 10], [10]]
    arguments = [
        labels(shape, i, 10) if i == 1 else random_argument("f32", shape, i, scale=1.0 if i == 0 else 2.0**-3)
        for i, shape in enumerate(shapes)
    ]
    text = (ROOT / "bench" / "digits-step.mlir").read_text()
    sizes = {"batch": 128, "inputs": 64, "classes": 10, "widths": [64, 128, 10], "is_forward": False}
    return Benchmark(
        "digits",
        text,
        "step",
        arguments,
        operations=6.0 * 128 * (64 * 128 + 128 * 10),
        has_graph=True,
        peer={"kind": "mlp", "type": "f32", **sizes},
    )


def gmm(n: int, k: int, d: int) -> Benchmark:
    shapes = [[k], [k, d], [k, d], [k, d * (d - 1) // 2], [n, d]]
    arguments = [random_argument("f64", shape, i, scale=0.5) for i, shape in enumerate(shapes)]
    arguments += [scalar("i64", 0), scalar("f64", 1.0), scalar("f64", 0.0), scalar("f64", -1.0)]
    return Benchmark(
        "gmm",
        (ROOT / "test" / "Integration" / "Vectors" / "gmm.mlir").read_text(),
        "gradient",
        arguments,
        operations=6.0 * n * k * d * d,
        tolerance=1e-9,
        scratch=24.0 * n * k * d,
        has_graph=True,
        peer={"kind": "gmm", "type": "f64", "n": n, "k": k, "d": d, "is_forward": False},
    )


def flatten(parts: list) -> list:
    return [figure for part in parts for figure in (part if isinstance(part, list) else [part])]


def make_figures() -> list:
    """Returns all benchmarks, the most important first, because the time limit may expire."""
    types = ("bf16", "tf32", "f32")
    parts = [product(type, n, "nn") for n in (4096, 8192) for type in types]
    parts += [attention("bf16", 16, 2048, 64), attention("tf32", 16, 512, 64)]
    parts += [softmax(8192, 4096), normalization(8192, 4096), cross_entropy(8192, 8192)]
    parts += [adam(64 << 20), reductions(8192, 8192), transpose("f32", 8192, 8192)]
    parts += [gather(50000, 512, 16384), mlp("mlp", "f32", 64, 784, 512, 512, 10), digits(), gmm(10000, 25, 10)]
    parts += [convolution(type, 32, 56, 64, 64) for type in types]
    parts += [product(type, 4096, layout) for layout in ("nt", "tn", "gradients") for type in types]
    parts += [mlp("mlp-large", "tf32", 4096, 784, 512, 512, 10), transpose("bf16", 8192, 8192)]
    parts += [product(type, n, "nn") for n in (1024, 2048) for type in types]
    parts += [attention("bf16", 4, 8192, 64), attention("tf32", 16, 2048, 64), attention("bf16", 16, 512, 64)]
    parts += [attention("tf32", 4, 8192, 64)]
    for n in (8192, 2048, 1024):
        parts += [product(type, n, layout) for layout in ("nt", "tn", "gradients") for type in types]
    return flatten(parts)


def make_small() -> list:
    """Returns the benchmarks with sizes that are not multiples of tile sizes."""
    types = ("bf16", "tf32", "f32")
    parts = [product(type, 70, layout) for layout in ("nn", "nt", "tn", "gradients") for type in types]
    parts += [attention(type, 2, 9, 5) for type in types]
    parts += [softmax(40, 33), normalization(23, 37), cross_entropy(40, 33), adam(1001), reductions(37, 71)]
    parts += [transpose("f32", 37, 71), transpose("bf16", 37, 71), gather(13, 7, 40)]
    parts += [mlp("mlp", "f32", 5, 12, 17, 9, 10), digits(), gmm(20, 3, 4)]
    parts += [convolution(type, 2, 7, 3, 5) for type in types]
    return flatten(parts)
