"""Prints the output of candidate.py for a framework that does not exist."""

import json
import sys

# The values of f' and f'' of a program: a number, None, an error, or an exit
# code.
GIVEN = {
    "times_itself": [3.0, None],
    "square_times": [27.0, "no second order"],
    "quotient": [None, float("nan")],
    "difference": [3],
}

print("a banner")
print(json.dumps({"versions": {"jax": "1.2.3"}}), flush=True)
print("this has no stop_gradient", file=sys.stderr)
print("of another thing", file=sys.stderr)
for name in sys.argv[3:]:
    for order, given in enumerate(GIVEN.get(name, [1.0, 1.0]), 1):
        print(json.dumps({"begun": [name, order]}), flush=True)
        if isinstance(given, int):
            sys.exit(given)
        print(json.dumps({"error" if isinstance(given, str) else "value": given}))
