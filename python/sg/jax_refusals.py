"""Errors for unsupported JAX ops, with name and line."""


def refuse(message, ctx):
    """Raises NotImplementedError with the user's line from the lowering context."""
    from jax._src import source_info_util

    frame = source_info_util.user_frame(ctx.traceback)
    raise NotImplementedError(message + (f", {frame.file_name}:{frame.start_line}" if frame else ""))


def refuse_callback(primitive, ctx, *arguments, **params):
    """Refuses a callback to Python."""
    refuse(
        f"{primitive} calls Python, which native code cannot do: remove the call "
        "(for checks of equinox, set the variable EQX_ON_ERROR=nan)",
        ctx,
    )
