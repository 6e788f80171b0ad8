"""JAX ops on arrays of dynamic size that IREE does not lower, as functions of upstream ops."""


def _shape(type_):
    """Returns the sizes and the element type of 'tensor<?x2xf32>' as strings."""
    *sizes, element = type_.removeprefix("tensor<").removesuffix(">").split("x")
    return sizes, element


def gather(name, operand, indices, result, numbers, slice_sizes):
    """Returns the text of a function (operand, indices) -> result that computes `lax.gather`.
    Indices must be in bounds. Types are strings, and `numbers` is a GatherDimensionNumbers."""
    rank = len(_shape(result)[0])
    batch = [d for d in range(rank) if d not in numbers.offset_dims]
    index_rank = len(_shape(indices)[0])
    index_type = _shape(indices)[1]
    lines, sizes = [], []
    # Sizes of the result: the sizes of the slices and of the indices. The last dimension of the
    # indices holds the components.
    windows = [s for d, s in enumerate(slice_sizes) if d not in (*numbers.collapsed_slice_dims, *numbers.operand_batching_dims)]
    for d, size in enumerate(_shape(result)[0]):
        if size != "?":
            continue
        if d in batch:
            lines += [f"%d{d} = arith.constant {batch.index(d)} : index", f"%s{d} = tensor.dim %i, %d{d} : {indices}"]
        else:
            window = list(numbers.offset_dims).index(d)
            operand_dims = [o for o in range(len(slice_sizes)) if o not in (*numbers.collapsed_slice_dims, *numbers.operand_batching_dims)]
            if isinstance(windows[window], int):
                return None
            lines += [f"%d{d} = arith.constant {operand_dims[window]} : index", f"%s{d} = tensor.dim %x, %d{d} : {operand}"]
        sizes.append(f"%s{d}")
    body = [f"%o{d} = linalg.index {d} : index" for d in range(rank)]
    at_batch = [f"%o{d}" for d in batch]
    position, window = [], 0
    for d in range(len(slice_sizes)):
        parts = []
        if d in numbers.start_index_map:
            k = numbers.start_index_map.index(d)
            body += [
                f"%k{d} = arith.constant {k} : index",
                f"%e{d} = tensor.extract %i[{', '.join([*at_batch, f'%k{d}'][:index_rank])}] : {indices}",
                f"%p{d} = arith.index_cast %e{d} : {index_type} to index",
            ]
            parts.append(f"%p{d}")
        if d in numbers.operand_batching_dims:
            parts.append(at_batch[numbers.start_indices_batching_dims[numbers.operand_batching_dims.index(d)]])
        elif d not in numbers.collapsed_slice_dims:
            parts.append(f"%o{numbers.offset_dims[window]}")
            window += 1
        if len(parts) == 2:
            body.append(f"%q{d} = arith.addi {parts[0]}, {parts[1]} : index")
            parts = [f"%q{d}"]
        if not parts:
            body.append(f"%q{d} = arith.constant 0 : index")
            parts = [f"%q{d}"]
        position += parts
    element = _shape(result)[1]
    dims = ", ".join(f"d{d}" for d in range(rank))
    loops = ", ".join(['"parallel"'] * rank)
    text = "".join(f"    {line}\n" for line in lines)
    inner = "".join(f"      {line}\n" for line in body)
    return (
        f"  func.func private @{name}(%x: {operand}, %i: {indices}) -> {result} {{\n{text}"
        f"    %empty = tensor.empty({', '.join(sizes)}) : {result}\n"
        f"    %r = linalg.generic {{indexing_maps = [affine_map<({dims}) -> ({dims})>], iterator_types = [{loops}]}} "
        f"outs(%empty : {result}) {{\n    ^bb0(%old: {element}):\n{inner}"
        f"      %v = tensor.extract %x[{', '.join(position)}] : {operand}\n      linalg.yield %v : {element}\n"
        f"    }} -> {result}\n    return %r : {result}\n  }}\n"
    )


def update_slice(name, operand, update, starts):
    """Returns the text of a function (operand, update, starts...) -> operand that computes
    `lax.dynamic_update_slice`. Starts are clamped."""
    rank = len(starts)
    arguments = ", ".join(["%x: " + operand, "%u: " + update, *(f"%i{d}: {t}" for d, t in enumerate(starts))])
    lines, offsets, sizes = ["%zero = arith.constant 0 : index"], [], []
    for d, type_ in enumerate(starts):
        lines += [
            f"%d{d} = arith.constant {d} : index",
            f"%size{d} = tensor.dim %x, %d{d} : {operand}",
            f"%length{d} = tensor.dim %u, %d{d} : {update}",
            f"%limit{d} = arith.subi %size{d}, %length{d} : index",
            f"%v{d} = tensor.extract %i{d}[] : {type_}",
            f"%n{d} = arith.index_cast %v{d} : {_shape(type_)[1]} to index",
            f"%low{d} = arith.maxsi %n{d}, %zero : index",
            f"%at{d} = arith.minsi %low{d}, %limit{d} : index",
        ]
        offsets.append(f"%at{d}")
        size = _shape(update)[0][d]
        sizes.append(f"%length{d}" if size == "?" else size)
    strides = ", ".join(["1"] * rank)
    text = "".join(f"    {line}\n" for line in lines)
    return (
        f"  func.func private @{name}({arguments}) -> {operand} {{\n{text}"
        f"    %r = tensor.insert_slice %u into %x[{', '.join(offsets)}] [{', '.join(sizes)}] [{strides}] : "
        f"{update} into {operand}\n    return %r : {operand}\n  }}\n"
    )


def reshape(name, operand, result, sizes, new_sizes):
    """Returns the text of a function operand -> result that reshapes. `sizes` and `new_sizes` are
    JAX's symbolic sizes. Returns None if a dynamic size is not a dimension of the operand."""
    lines, elements = [], []
    for d, size in enumerate(new_sizes):
        if isinstance(size, int):
            lines.append(f"%n{d} = arith.constant {size} : index")
        elif size in sizes:
            lines += [f"%d{d} = arith.constant {sizes.index(size)} : index", f"%n{d} = tensor.dim %x, %d{d} : {operand}"]
        else:
            return None
        elements.append(f"%n{d}")
    shape = f"tensor<{len(elements)}xindex>"
    text = "".join(f"    {line}\n" for line in lines)
    return (
        f"  func.func private @{name}(%x: {operand}) -> {result} {{\n{text}"
        f"    %shape = tensor.from_elements {', '.join(elements)} : {shape}\n"
        f"    %r = tensor.reshape %x(%shape) : ({operand}, {shape}) -> {result}\n    return %r : {result}\n  }}\n"
    )
