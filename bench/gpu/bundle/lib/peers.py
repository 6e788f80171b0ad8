"""Runs the figures with PyTorch or JAX in a worker."""

import importlib

from native import Failed


class Peer:
    """A library with the figures. Requests return an error if the library or its GPU is
    missing."""

    def __init__(self, name: str):
        try:
            self.handle = importlib.import_module(f"in_{name}").open_peer()
        except Exception as error:  # a broken installation can raise any exception
            reason = str(error).strip().splitlines() or [type(error).__name__]
            self.detail = f"{name} cannot be used: {reason[0]}"
            self.handle = lambda request: {"status": "absent", "detail": self.detail}

    def close(self) -> None:
        pass


def find_step(functions: dict, figure: dict):
    """Returns the function for the kind of a figure."""
    kind = figure["peer"]["kind"]
    if kind not in functions:
        raise Failed(f"there is no function for '{kind}'")
    return functions[kind]
