"""JAX scatters in the form that IREE supports."""


def scatter_rows(primitive, operand, indices, updates, numbers, mode, sizes, rows, params):
    """Builds a scatter whose windows have one row along each dimension in `rows`, instead of
    `sizes`. A window out of bounds is skipped row by row."""
    import jax.numpy as jnp
    from jax import lax
    from jax._src.lax import slicing

    if mode == lax.GatherScatterMode.CLIP:
        indices = slicing._clamp_scatter_indices(operand, indices, updates, dnums=numbers)
    components = numbers.scatter_dims_to_operand_dims
    size_of = jnp.array([sizes.get(d, 1) for d in components])
    last_start = jnp.array([operand.shape[d] for d in components]) - size_of
    is_inside = ((indices >= 0) & (indices <= last_start)).all(-1, keepdims=True)
    # `outside` stays out of bounds after the addition of any row offset, and fits 32 bits, to
    # which IREE truncates indices.
    outside = max((operand.shape[d] for d in components), default=0)
    indices = jnp.where(is_inside, indices.astype(jnp.promote_types(indices.dtype, jnp.int32)), outside)
    window_dims = [d for d in sizes if d not in rows]
    update_dims = dict(zip(sizes, numbers.update_window_dims))
    # Move rows after the batch, in the updates and in the indices.
    batch = [i for i in range(updates.ndim) if i not in numbers.update_window_dims]
    updates = updates.transpose([*batch, *(update_dims[d] for d in rows), *(update_dims[d] for d in window_dims)])
    for d in rows:
        row = jnp.arange(sizes[d], dtype=indices.dtype)[:, None] * (jnp.array(components) == d)
        indices = indices[..., None, :] + row.astype(indices.dtype)
    if not numbers.operand_batching_dims:
        indices = indices.reshape(-1, indices.shape[-1])
        updates = updates.reshape(len(indices), *updates.shape[updates.ndim - len(window_dims) :])
    first = indices.ndim - 1
    inserted = sorted({*numbers.inserted_window_dims, *rows})
    # Move the indexed dimensions first, because IREE miscompiles windows before several of these.
    order = range(operand.ndim)
    if len(inserted) > 1 and not numbers.operand_batching_dims:
        order = [*inserted, *window_dims]
        components = tuple(order.index(d) for d in components)
        inserted = range(len(inserted))
    numbers = lax.ScatterDimensionNumbers(
        update_window_dims=tuple(range(first, first + len(window_dims))),
        inserted_window_dims=tuple(inserted),
        scatter_dims_to_operand_dims=components,
        operand_batching_dims=numbers.operand_batching_dims,
        scatter_indices_batching_dims=numbers.scatter_indices_batching_dims,
    )
    options = {**params, "indices_are_sorted": False, "mode": lax.GatherScatterMode.FILL_OR_DROP}
    result = primitive.bind(operand.transpose(order), indices, updates, dimension_numbers=numbers, **options)
    return result.transpose([list(order).index(d) for d in range(operand.ndim)])
