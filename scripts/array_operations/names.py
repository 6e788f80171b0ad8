"""Names of operations in languages other than Python."""


def camel_case(name: str, is_upper: bool = False) -> str:
    """Returns `stop_gradient` as `stopGradient` or `StopGradient`. A name without underscores is one
    word: `logaddexp`."""
    first, *others = name.split("_")
    return (first.capitalize() if is_upper else first) + "".join(word.capitalize() for word in others)
