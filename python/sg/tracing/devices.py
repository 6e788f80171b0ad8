"""Devices of the Python array API standard. Arrays are in the memory of the CPU."""

from typing import Any

from ..errors import ArgumentError

CPU = "cpu"


def check_device(device: Any) -> None:
    """Raises ArgumentError if `device` is neither None nor the CPU."""
    if device is not None and device != CPU:
        raise ArgumentError(f"there is no device {device!r}; arrays are on the device {CPU!r}")
