"""Builds programs of several forms whose number of ops is a parameter, for growth.py.

Each form is a function that returns the text of a module with a function @f of about
`size` ops. `build` adds a request for the derivative of @f.
"""

OPS = ["math.sin %{a} : f64", "arith.mulf %{a}, %{b} : f64", "arith.addf %{a}, %{b} : f64",
       "math.exp %{b} : f64", "arith.divf %{a}, %{b} : f64"]


def chain(count: int, prefix: str = "v", first: str = "x") -> tuple[list[str], str]:
    """Builds `count` ops on f64, each of which reads the two previous values. Returns the
    lines and the last value."""
    a, b, lines = first, first, []
    for i in range(count):
        lines.append(f"  %{prefix}{i} = " + OPS[i % len(OPS)].format(a=a, b=b))
        a, b = f"{prefix}{i}", a
    return lines, a


def function(name: str, lines, last: str, is_private: bool = True) -> str:
    body = "\n".join(lines)
    return (f"func.func {'private ' if is_private else ''}@{name}(%x: f64) -> f64 {{\n"
            f"{body}\n  return %{last} : f64\n}}\n")


def straight(size):
    return function("f", *chain(size))


def fan_out(size):
    lines = ["  %u = math.sin %x : f64", "  %s0 = math.cos %x : f64"]
    for i in range(size // 2):
        lines += [f"  %m{i} = arith.mulf %u, %s{i} : f64",
                  f"  %s{i + 1} = arith.addf %s{i}, %m{i} : f64"]
    return function("f", lines, f"s{size // 2}")


def stops(size):
    lines, last = [], "x"
    for i in range(size // 3):
        lines += [f"  %a{i} = math.sin %{last} : f64", f"  %t{i} = grad.stop_gradient %a{i} : f64",
                  f"  %v{i} = arith.addf %a{i}, %t{i} : f64"]
        last = f"v{i}"
    return function("f", lines, last)


LOOP = "scf.for %{iv} = %c0 to %c9 step %c1 iter_args(%{carry} = %{start}) -> (f64) {{"
BOUNDS = ["  %c0 = arith.constant 0 : index", "  %c1 = arith.constant 1 : index",
          "  %c9 = arith.constant 9 : index"]


def loops(size):
    lines, last = list(BOUNDS), "x"
    for i in range(size // 10):
        lines.append(f"  %r{i} = " + LOOP.format(iv=f"i{i}", carry=f"k{i}", start=last))
        body, end = chain(10, f"b{i}_", f"k{i}")
        lines += [*body, f"  scf.yield %{end} : f64", "  }"]
        last = f"r{i}"
    return function("f", lines, last)


def nested(size, depth=8):
    lines, start = list(BOUNDS), "x"
    for level in range(depth):
        lines.append(f"  %r{level} = " + LOOP.format(iv=f"i{level}", carry=f"k{level}", start=start))
        body, start = chain(size // (2 * depth), f"p{level}_", f"k{level}")
        lines += body
    lines.append(f"  scf.yield %{start} : f64\n  }}")
    for level in reversed(range(depth - 1)):
        body, end = chain(size // (2 * depth), f"q{level}_", f"r{level + 1}")
        lines += [*body, f"  scf.yield %{end} : f64", "  }"]
    return function("f", lines, "r0")


def branches(size):
    lines, last = ["  %zero = arith.constant 0.0 : f64"], "x"
    for i in range(size // 10):
        lines += [f"  %d{i} = arith.cmpf ogt, %{last}, %zero : f64",
                  f"  %r{i} = scf.if %d{i} -> (f64) {{"]
        for side in "ab":
            body, end = chain(4, f"{side}{i}_", last)
            lines += [*body, f"  scf.yield %{end} : f64", "  }" + (" else {" if side == "a" else "")]
        last = f"r{i}"
    return function("f", lines, last)


def calls(size):
    text, lines, last = "", [], "x"
    for i in range(size // 20):
        text += function(f"h{i}", *chain(20))
        lines.append(f"  %r{i} = func.call @h{i}(%{last}) : (f64) -> f64")
        last = f"r{i}"
    return text + function("f", lines, last)


def same_callee(size):
    lines, last = [], "x"
    for i in range(size):
        lines.append(f"  %r{i} = func.call @h(%{last}) : (f64) -> f64")
        last = f"r{i}"
    return function("h", *chain(20)) + function("f", lines, last)


def call_chain(size):
    text = ""
    for i in range(size // 20):
        lines, last = chain(20)
        if i:
            lines.append(f"  %r = func.call @h{i - 1}(%{last}) : (f64) -> f64")
            last = "r"
        text += function(f"h{i}", lines, last)
    return text + function("f", [f"  %r = func.call @h{size // 20 - 1}(%x) : (f64) -> f64"], "r")


def requests(size):
    """Builds many functions and requests the derivative of each."""
    text = ""
    for i in range(size // 20):
        text += function(f"h{i}", *chain(20))
        text += function(f"g{i}", [f"  %y:2 = grad.value_and_grad @h{i}(%x) : (f64) -> (f64, f64)"],
                         "y#1", is_private=False)
    return text


def checkpoints(size):
    lines, last = [], "x"
    for i in range(size // 10):
        body, end = chain(10, f"v{i}_", last)
        lines += [f"  %r{i} = grad.checkpoint {{", *body, f"  grad.yield %{end} : f64", "  } : f64"]
        last = f"r{i}"
    return function("f", lines, last)


def deep_calls(size):
    """Builds a chain of functions, each of which calls the previous function."""
    text = ""
    for i in range(size):
        lines, last = chain(1, "v", "x")
        if i:
            lines.append(f"  %r = func.call @h{i - 1}(%{last}) : (f64) -> f64")
            last = "r"
        text += function(f"h{i}", lines, last)
    return text + function("f", [f"  %r = func.call @h{size - 1}(%x) : (f64) -> f64"], "r")


def twice(size):
    """Builds functions that each call the previous function twice: 2^(size / 3) calls at run time."""
    levels = size // 3
    text = function("h0", *chain(1))
    for i in range(1, levels):
        lines = [f"  %y = func.call @h{i - 1}(%x) : (f64) -> f64",
                 f"  %z = func.call @h{i - 1}(%y) : (f64) -> f64"]
        text += function(f"h{i}", lines, "z")
    return text + function("f", [f"  %r = func.call @h{levels - 1}(%x) : (f64) -> f64"], "r")


def functions(size):
    """Builds @f and `size` public functions of one op each."""
    return function("f", *chain(1)) + "".join(
        function(f"h{i}", *chain(1), is_private=False) for i in range(size))


def nest(size):
    """Builds `size` nested loops around one op."""
    lines, start = list(BOUNDS), "x"
    for level in range(size):
        lines.append(f"  %r{level} = " + LOOP.format(iv=f"i{level}", carry=f"k{level}", start=start))
        start = f"k{level}"
    lines.append(f"  %v = math.sin %{start} : f64")
    last = "v"
    for level in reversed(range(size)):
        lines.append(f"  scf.yield %{last} : f64\n  }}")
        last = f"r{level}"
    return function("f", lines, last)


def nested_branches(size):
    lines, depth = ["  %zero = arith.constant 0.0 : f64", "  %d = arith.cmpf ogt, %x, %zero : f64"], size // 2
    for level in range(depth):
        lines.append(f"  %r{level} = scf.if %d -> (f64) {{")
    last = "x"
    for level in reversed(range(depth)):
        lines += [f"  %v{level} = math.sin %{last} : f64", f"  scf.yield %v{level} : f64",
                  "  } else {", "  scf.yield %x : f64", "  }"]
        last = f"r{level}"
    return function("f", lines, last)


def insertions(size):
    lines = [f"  %t0 = tensor.empty() : tensor<{size}xf64>"]
    for i in range(size // 2):
        lines += [f"  %c{i} = arith.constant {i} : index",
                  f"  %t{i + 1} = tensor.insert %x into %t{i}[%c{i}] : tensor<{size}xf64>"]
    lines += ["  %first = arith.constant 0 : index",
              f"  %y = tensor.extract %t{size // 2}[%first] : tensor<{size}xf64>"]
    return function("f", lines, "y")


def slices(size):
    """Computes each row of a tensor from the previous row and inserts it."""
    matrix = f"tensor<{size}x4xf64>"
    lines = ["  %row0 = tensor.splat %x : tensor<4xf64>", f"  %t0 = tensor.splat %x : {matrix}"]
    for i in range(size // 3):
        lines += [f"  %s{i} = tensor.extract_slice %t{i}[{i}, 0] [1, 4] [1, 1] : {matrix} to tensor<4xf64>",
                  f"  %row{i + 1} = arith.mulf %s{i}, %row{i} : tensor<4xf64>",
                  f"  %t{i + 1} = tensor.insert_slice %row{i + 1} into %t{i}[{i + 1}, 0] [1, 4] [1, 1]"
                  f" : tensor<4xf64> into {matrix}"]
    lines += ["  %first = arith.constant 1 : index",
              f"  %y = tensor.extract %t{size // 3}[%first, %first] : {matrix}"]
    return function("f", lines, "y")


def tensor_function(lines, last):
    return function("f", ["  %t = tensor.splat %x : tensor<8x8xf64>", "  %first = arith.constant 0 : index",
                          *lines, f"  %y = tensor.extract %{last}[%first, %first] : tensor<8x8xf64>"], "y")


def elementwise(size):
    lines, last = [], "t"
    for i in range(size):
        op = "math.sin %{0}" if i % 2 else "arith.mulf %{0}, %t"
        lines.append(f"  %v{i} = {op.format(last)} : tensor<8x8xf64>")
        last = f"v{i}"
    return tensor_function(lines, last)


def network(size, has_skip):
    lines, last = ["  %w = math.cos %t : tensor<8x8xf64>", "  %zero = arith.constant 0.0 : f64",
                   "  %z = tensor.splat %zero : tensor<8x8xf64>"], "t"
    for i in range(size // 4):
        lines += [f"  %p{i} = linalg.matmul ins(%{last}, %w : tensor<8x8xf64>, tensor<8x8xf64>)"
                  " outs(%z : tensor<8x8xf64>) -> tensor<8x8xf64>",
                  f"  %b{i} = arith.addf %p{i}, %w : tensor<8x8xf64>",
                  f"  %l{i} = math.tanh %b{i} : tensor<8x8xf64>"]
        if has_skip:
            lines.append(f"  %s{i} = arith.addf %l{i}, %{last} : tensor<8x8xf64>")
        last = f"s{i}" if has_skip else f"l{i}"
    return tensor_function(lines, last)


def layers(size):
    return network(size, has_skip=False)


def residuals(size):
    return network(size, has_skip=True)


def vectors(size):
    """Builds a few ops on a vector of 2 * size elements."""
    vector = f"vector<{2 * size}xf64>"
    return function("f", [f"  %v = vector.broadcast %x : f64 to {vector}", f"  %s = math.sin %v : {vector}",
                          f"  %m = arith.mulf %s, %v : {vector}",
                          f"  %y = vector.reduction <add>, %m : {vector} into f64"], "y")


FORMS = {
    "chain of ops": straight,
    "value with many uses": fan_out,
    "ops with stops": stops,
    "loops in a row": loops,
    "8 nested loops": nested,
    "nested loops": nest,
    "branches": branches,
    "nested branches": nested_branches,
    "functions of 20 ops": calls,
    "calls of one function": same_callee,
    "chain of calls": deep_calls,
    "chain of calls, 20 ops each": call_chain,
    "two calls at each level": twice,
    "public functions": functions,
    "checkpoints": checkpoints,
    "functions with requests": requests,
    "tensor insertions": insertions,
    "row slices": slices,
    "elementwise tensor ops": elementwise,
    "network layers": layers,
    "residual connections": residuals,
    "ops on one long vector": vectors,
}


def build(name: str, size: int, mode: str) -> str:
    """Builds the module of a form with a request for the derivative of @f in `mode`."""
    text = FORMS[name](size)
    if FORMS[name] is requests:
        return text
    if mode == "reverse":
        derivative = "%y:2 = grad.value_and_grad @f(%x) : (f64) -> (f64, f64)"
    else:
        derivative = "%y:2 = grad.jvp @f(%x) tangents(%x) : (f64, f64) -> (f64, f64)"
    return text + f"func.func @g(%x: f64) -> f64 {{\n  {derivative}\n  return %y#1 : f64\n}}\n"
