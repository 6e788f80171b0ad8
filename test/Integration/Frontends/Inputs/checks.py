"""Reports checks and counts failures of the programs in this folder."""

import sys

import numpy as np

_failures = []


def check(name, is_right):
    print(f"{'equal' if is_right else 'FAILED'}: {name}")
    if not is_right:
        _failures.append(name)


def same(ours, theirs):
    """Returns True if dtypes are equal, and values up to rounding of f32."""
    ours, theirs = np.asarray(ours), np.asarray(theirs)
    return ours.dtype == theirs.dtype and np.allclose(ours.astype(float), theirs.astype(float), rtol=1e-6)


def refuse(name, message, kind, call):
    """Checks that the call raises an error of the given type and message."""
    try:
        call()
        check(f"{name}: not refused", False)
    except kind as error:
        check(name, message in str(error))
        if message not in str(error):
            print(error)


def finish():
    print(f"{len(_failures)} failed")
    sys.exit(bool(_failures))
