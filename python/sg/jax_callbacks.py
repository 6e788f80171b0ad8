"""Calls of Python from programs of JAX."""


def refuse_callback(primitive, ctx, *arguments, **params):
    from jax._src import source_info_util

    frame = source_info_util.user_frame(ctx.traceback)
    line = f", {frame.file_name}:{frame.start_line}" if frame else ""
    raise NotImplementedError(
        f"{primitive} calls Python, which native code cannot: leave it out "
        f"(checks of equinox do not with the variable EQX_ON_ERROR=nan){line}"
    )
