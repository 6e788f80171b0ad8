"""What a worker does that has another library in it: the figures in PyTorch or JAX."""

import importlib

from native import Failed


class Peer:
    """A library; one that says why not, where it or its GPU is missing."""

    def __init__(self, name: str):
        try:
            self.handle = importlib.import_module(f"in_{name}").open_peer()
        except Exception as error:  # whatever an installation has that is broken
            reason = str(error).strip().splitlines() or [type(error).__name__]
            self.detail = f"{name} cannot be used: {reason[0]}"
            self.handle = lambda request: {"status": "absent", "detail": self.detail}

    def close(self) -> None:
        pass


def find_step(functions: dict, figure: dict):
    """The function with the name of a figure's kind."""
    kind = figure["peer"]["kind"]
    if kind not in functions:
        raise Failed(f"there is no such step for '{kind}'")
    return functions[kind]
