"""PyTorch's recurrent layers as loops, for any number of steps.

torch.export and torch-mlir unroll `nn.LSTM`, `nn.GRU` and `nn.RNN`. This module replaces each layer
by one product of all inputs and a custom op for the steps. torch-mlir lowers the op to the call of
a function. The function's body is a loop over a cell, which is converted separately by
`from_torch`.
"""

import contextlib
import functools
import re


def _lstm(gates, h, c, weight):
    import torch

    i, f, g, o = (gates + h @ weight).chunk(4, -1)
    c = torch.sigmoid(f) * c + torch.sigmoid(i) * torch.tanh(g)
    return torch.sigmoid(o) * torch.tanh(c), c


def _lstm_projected(gates, h, c, weight, projection):
    h, c = _lstm(gates, h, c, weight)
    return h @ projection, c


def _gru(gates, h, weight, bias):
    import torch

    reset, update, new = gates.chunk(3, -1)
    reset_h, update_h, new_h = (h @ weight + bias).chunk(3, -1)
    update = torch.sigmoid(update + update_h)
    new = torch.tanh(new + torch.sigmoid(reset + reset_h) * new_h)
    return new + update * (h - new)


def _rnn_tanh(gates, h, weight):
    import torch

    return torch.tanh(gates + h @ weight)


def _rnn_relu(gates, h, weight):
    import torch

    return torch.relu(gates + h @ weight)


# The step function of (inputs, carried values, weights), and the number of carried values.
CELLS = {
    "lstm": (_lstm, 2),
    "lstm_projected": (_lstm_projected, 2),
    "gru": (_gru, 1),
    "rnn_tanh": (_rnn_tanh, 1),
    "rnn_relu": (_rnn_relu, 1),
}


def _steps(cell, count, gates, *values):
    """Returns the stacked states after each step, and the carried values at the end."""
    import torch

    carried, weights, states = values[:count], values[count:], []
    for gate in gates:
        carried = cell(gate, *carried, *weights)
        carried = carried if isinstance(carried, tuple) else (carried,)
        states.append(carried[0])
    return (torch.stack(states), *carried)


@functools.cache
def _ops():
    """Returns the ops of all cells: (inputs, carried, weights) -> (states, carried)."""
    import inspect

    import torch

    library, ops = torch.library.Library("sg", "FRAGMENT"), {}
    for name, (cell, count) in CELLS.items():
        arguments = ", ".join(f"Tensor {argument}" for argument in inspect.signature(cell).parameters)
        results = ", ".join(["Tensor"] * (1 + count))
        library.define(f"{name}({arguments}) -> ({results})")

        def meta(gates, *values, count=count):
            states = values[0].new_empty(gates.shape[0], *values[0].shape)
            return (states, *(torch.empty_like(value) for value in values[:count]))

        library.impl(name, functools.partial(_steps, cell, count), "CompositeExplicitAutograd")
        library.impl(name, meta, "Meta")
        ops[name] = getattr(torch.ops.sg, name).default
    # Return the library too, since the ops exist as long as the library lives.
    return ops, library


def _layers(name, x, states, weights, has_biases, layers, dropout, train, bidirectional, batch_first):
    """Computes the layers. `states` are the initial carried values, each of shape (layers *
    directions, batch, size)."""
    import torch

    directions = 2 if bidirectional else 1
    stride = len(weights) // (layers * directions)
    ends = [[] for _ in states]
    x = x.transpose(0, 1) if batch_first else x
    for layer in range(layers):
        outputs = []
        for direction in range(directions):
            index = layer * directions + direction
            input_weight, hidden_weight, *rest = weights[index * stride : (index + 1) * stride]
            biases, projection = (rest[:2], rest[2:]) if has_biases else ([], rest)
            gates, extra_weights = x @ input_weight.t(), []
            if name == "gru":
                # The bias of the new state is part of the product with the reset gate.
                gates = gates + biases[0] if biases else gates
                extra_weights = [biases[1] if biases else torch.zeros_like(hidden_weight[:, 0])]
            elif biases:
                gates = gates + (biases[0] + biases[1])
            kind = "lstm_projected" if projection else name
            gates = gates.flip(0) if direction else gates
            initial = [state[index] for state in states]
            sequence, *carried = _ops()[0][kind](gates, *initial, hidden_weight.t(), *extra_weights, *(p.t() for p in projection))
            outputs.append(sequence.flip(0) if direction else sequence)
            for end, value in zip(ends, carried):
                end.append(value)
        x = torch.cat(outputs, -1) if bidirectional else outputs[0]
        if dropout and train and layer + 1 < layers:
            x = torch.nn.functional.dropout(x, dropout)
    x = x.transpose(0, 1) if batch_first else x
    return (x, *(torch.stack(end) for end in ends))


@contextlib.contextmanager
def recurrent_layers():
    """Replaces PyTorch's recurrent functions while torch.export traces. Otherwise torch.export
    would unroll a fixed number of steps."""
    from torch import _VF

    def call(name, is_pair, x, state, *arguments):
        return _layers(name, x, state if is_pair else [state], *arguments)

    names = ("lstm", "gru", "rnn_tanh", "rnn_relu")
    for name in names:
        setattr(_VF, name, functools.partial(call, name, name == "lstm"))
    try:
        yield
    finally:
        for name in names:
            delattr(_VF, name)


def call_functions(text):
    """Replaces the ops by calls of functions without body in torch-mlir's text."""
    names = {}

    def replace(match):
        result, kind, operands, types, results = match.groups()
        name = names.setdefault((kind, types, results), f"sg.loop.{kind}.{len(names)}")
        return f"{result} = func.call @{name}({operands}) : ({types}) -> {results}"

    kinds = "|".join(CELLS)
    text = re.sub(
        rf'(%[\w:]+) = torch\.operator "torch\.sg\.({kinds})"\((.*?)\) : \((.*?)\) -> (\(.*?\))(?= *(?:loc|$))',
        replace, text, flags=re.MULTILINE,
    )  # fmt: skip
    declared = "".join(
        f"  func.func private @{name}({types}) -> {results}\n" for (_, types, results), name in names.items()
    )
    end = re.search(r"^}", text, flags=re.MULTILINE).start()
    return text[:end] + declared + text[end:]


_LOOP = """  func.func private @{name}({arguments}) -> ({results}) {{
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %n = tensor.dim %a0, %c0 : {inputs}
{sizes}
    %none = tensor.empty({dynamic}) : {states}
    %r:{count} = scf.for %i = %c0 to %n step %c1 iter_args({carried}) -> ({results}) {{
      %x = tensor.extract_slice %a0[%i{zeros}] [1{input_sizes}] [1{ones}] : {inputs} to {input}
{cell}{insertions}      %all = tensor.insert_slice {state_value} into %s[%i{zeros}] [1{state_sizes}] [1{ones}] : {state} into {states}
      scf.yield %all, {yields} : {results}
    }}
    return {returned} : {results}
  }}
"""


def _shape(type_):
    *sizes, element = re.fullmatch(r"tensor<(.*)>", type_)[1].split("x")
    return [None if size == "?" else int(size) for size in sizes], element


def _type(sizes, element):
    return "tensor<" + "".join(f"{'?' if size is None else size}x" for size in sizes) + f"{element}>"


def _inline(cell, values):
    """Returns the ops of the function `cell` applied to `values`, and its results. The ops are
    inlined into the loop, so that the sizes of residuals are known."""
    start = cell.index("{\n", cell.index("func.func")) + 2
    body, end = cell[start:].split("    return ", 1)
    for i, value in reversed(list(enumerate(values))):
        body, end = (re.sub(rf"%arg{i}\b", value.replace("%", "%."), part) for part in (body, end))
    body, end = (re.sub(r"%(?!\.)(?=\w)", "%cell_", part).replace("%.", "%") for part in (body, end))
    return re.sub("^", "  ", body, flags=re.MULTILINE).rstrip(" "), end.split(" : ")[0].split(", ")


def _loop(name, count, arguments, results, cell):
    """Returns the text of a loop over the ops of the cell, with `count` carried values."""
    inputs, element = _shape(arguments[0])
    state, _ = _shape(arguments[1])
    lines = []
    for argument, shape in ((0, inputs), (1, state)):
        for d, size in enumerate(shape):
            if size is None and (argument or d):
                which = f"{argument}_{d}"
                lines.append(f"    %k{which} = arith.constant {d} : index")
                lines.append(f"    %d{which} = tensor.dim %a{argument}, %k{which} : {arguments[argument]}")
    size_operand = lambda argument, d, size: f"%d{argument}_{d}" if size is None else str(size)  # noqa: E731
    input_sizes = [size_operand(0, d, size) for d, size in enumerate(inputs)][1:]
    state_sizes = [size_operand(1, d, size) for d, size in enumerate(state)]
    states, _ = _shape(results[0])
    dynamic = ["%n"] if states[0] is None else []
    dynamic += [size for size in state_sizes if size.startswith("%")]
    carried, insertions = [f"%h{i}" for i in range(count)], ""
    weights = [f"%a{i}" for i in range(1 + count, len(arguments))]
    cell, cell_results = _inline(cell, ["%x", *carried, *weights])
    yields = cell_results
    if None in state:
        # Insert the carried values into tensors of the initial sizes, which are loop-invariant.
        yields = [f"%z{i}" for i in range(count)]
        slice_ = f"[0{', 0' * (len(state) - 1)}] [{', '.join(state_sizes)}] [1{', 1' * (len(state) - 1)}]"
        for value, cell_result, into, type_ in zip(yields, cell_results, carried, results[1:]):
            insertions += f"      {value} = tensor.insert_slice {cell_result} into {into}{slice_} : {type_} into {type_}\n"
    input_ = _type(inputs[1:], element)
    return _LOOP.format(
        name=name,
        arguments=", ".join(f"%a{i}: {type_}" for i, type_ in enumerate(arguments)),
        results=", ".join(results),
        sizes="\n".join(lines),
        inputs=arguments[0],
        input=input_,
        state=arguments[1],
        states=results[0],
        dynamic=", ".join(dynamic),
        count=1 + count,
        carried=", ".join(["%s = %none", *(f"{h} = %a{i + 1}" for i, h in enumerate(carried))]),
        cell=cell,
        state_value=cell_results[0],
        zeros=", 0" * len(state),
        ones=", 1" * len(state),
        input_sizes="".join(f", {size}" for size in input_sizes),
        state_sizes="".join(f", {size}" for size in state_sizes),
        insertions=insertions,
        yields=", ".join(yields),
        returned=", ".join(f"%r#{i}" for i in range(1 + count)),
    )


def define_functions(text, convert):
    """Defines the functions declared by call_functions in linalg text. `convert(function,
    example_arguments, dynamic_shapes, name)` returns the MLIR of a cell."""
    import torch

    types = {"f16": torch.float16, "bf16": torch.bfloat16, "f32": torch.float32, "f64": torch.float64}

    def define(match):
        name, kind = match[1], match[2]
        cell, count = CELLS[kind]
        arguments, results = (re.findall(r"tensor<.*?>", part) for part in (match[3], match[4]))
        dims, examples, shapes = {}, [], []
        for i, type_ in enumerate([_type(_shape(arguments[0])[0][1:], _shape(arguments[0])[1]), *arguments[1:]]):
            sizes, element = _shape(type_)
            # Only the batch size may be dynamic.
            shape = {d: dims.setdefault("n", torch.export.Dim("n")) for d, size in enumerate(sizes) if size is None}
            examples.append(torch.zeros([3 if size is None else size for size in sizes], dtype=types[element]))
            shapes.append(shape)
        body = convert(cell, tuple(examples), tuple(shapes) if dims else None, "cell")
        aliases, body = body[: body.index("module")], body[body.index("{\n", body.index("module")) + 2 :]
        for alias in re.findall(r"^(#\w+) =", aliases, re.MULTILINE):
            unique_alias = f"{alias}_{name.replace('.', '_')}"
            aliases, body = (re.sub(rf"{alias}\b", unique_alias, part) for part in (aliases, body))
        heads.append(aliases)
        return _loop(name, count, arguments, results, body)

    heads = []
    kinds = "|".join(CELLS)
    declared = rf"^ *func\.func private @(sg\.loop\.({kinds})\.\d+)\((.*?)\) -> \((.*?)\)(?: attributes .*)?\n"
    text = re.sub(declared, define, text, flags=re.MULTILINE)
    return "".join(heads) + text
