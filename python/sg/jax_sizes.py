"""Dynamic sizes of JAX programs, read from arguments.

JAX passes symbolic sizes as the first arguments of the lowered function. This module replaces these
arguments by sizes of the other arguments.
"""

import re


def dimension_variables(avals):
    """Returns the argument and the dimension of each symbolic size, in the order of JAX's
    additional arguments."""
    from jax._src.export import shape_poly

    origins = {}
    for position, aval in enumerate(avals):
        for dimension, size in enumerate(aval.shape):
            if not isinstance(size, int):
                origins.setdefault(str(size), (position, dimension))
    names = [str(name) for name in shape_poly.all_dim_vars(avals)]
    for name in names:
        if name not in origins:
            raise NotImplementedError(
                f"the size '{name}' is not the size of an argument: "
                "add an argument of this size to the arguments with sizes computed from it"
            )
    return [origins[name] for name in names]


def read_sizes(function, variables):
    """Returns the text of a function that reads the sizes instead of taking them as arguments."""
    if not variables:
        return function
    head, rest = function.split("{\n", 1)
    start = head.index("(") + 1
    end = re.search(r"\)(?= ->| attributes| $)", head).start()
    arguments = re.findall(r"(%\w+): ([^%]*?)(?:, (?=%)|$)", head[start:end])
    lines = []
    for i, ((name, type_), (position, dimension)) in enumerate(zip(arguments, variables)):
        array, array_type = arguments[len(variables) + position]
        element = re.fullmatch(r"tensor<(i\d+)>", type_)[1]
        lines += [
            f"    %sg.dim{i} = arith.constant {dimension} : index\n",
            f"    %sg.size{i} = tensor.dim {array}, %sg.dim{i} : {array_type}\n",
            f"    %sg.integer{i} = arith.index_cast %sg.size{i} : index to {element}\n",
            f"    {name} = tensor.from_elements %sg.integer{i} : {type_}\n",
        ]
    other_arguments = ", ".join(f"{name}: {type_}" for name, type_ in arguments[len(variables) :])
    return head[:start] + other_arguments + head[end:] + "{\n" + "".join(lines) + rest


_BROADCAST = re.compile(
    r"^( *)%(\S+) = (stablehlo\.dynamic_broadcast_in_dim \S+, \S+, dims = \[.*?\])(?: \{.*?\})?"
    r"( : \(tensor<((?:(?:\d+|\?)x)*)\w+>.*?\) -> (tensor<.*?>))",
    flags=re.MULTILINE,
)


def annotate_broadcasts(text):
    """Annotates broadcasts with the dimensions that they expand, as IREE requires. In JAX these are
    the dimensions of size 1. A barrier prevents IREE from merging broadcasts, which drops the
    annotation."""

    def annotate(match):
        indent, name, broadcast, types, shape, result = match.groups()
        sizes = shape.split("x")[:-1]
        expanded = [str(i) for i, size in enumerate(sizes) if size == "1"]
        unexpanded = [str(i) for i, size in enumerate(sizes) if size != "1"]
        annotation = [
            f"{which} = array<i64: {', '.join(dims)}>"
            for which, dims in (("known_expanding_dimensions", expanded), ("known_nonexpanding_dimensions", unexpanded))
            if dims
        ]
        annotation = f" {{{', '.join(annotation)}}}" if annotation else ""
        return (
            f"{indent}%sg.broadcast.{name} = {broadcast}{annotation}{types}\n"
            f"{indent}%{name} = stablehlo.optimization_barrier %sg.broadcast.{name} : {result}"
        )

    return _BROADCAST.sub(annotate, text)


def guard_reshapes(text):
    """Puts a barrier after each reshape in StableHLO, which iree-compile then does not move."""
    return re.sub(
        r"^( *)%(\w+)( = stablehlo\.(?:reshape|broadcast_in_dim) .* : \(tensor<[^>]*x[^>]*>\) -> (tensor<.*>))$",
        r"\1%shaped_\2\3\n\1%\2 = stablehlo.optimization_barrier %shaped_\2 : \4",
        text, flags=re.MULTILINE,
    )  # fmt: skip
