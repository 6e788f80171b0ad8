#!/usr/bin/env python3
"""Runs Enzyme's differentiation passes on an MLIR program, for stop_gradient.py.

    enzyme_dialect.py FUNCTION < PROGRAM.mlir

Prints the version of the package enzyme_ad in a comment, then the program after
Enzyme's passes, without locations.
"""

import importlib.metadata
import re
import sys

from enzyme_ad.jax import enzyme_call

# Passes that run after each derivative, as in the package's pipelines. They remove Enzyme's accumulation
# ops, which a second derivative does not accept.
CLEANUP = "canonicalize,remove-unnecessary-enzyme-ops,enzyme-simplify-math,canonicalize"
PASSES = f'enzyme{{postpasses="{CLEANUP}"}},{CLEANUP},canonicalize'

_, text = enzyme_call.run_pass_pipeline([sys.argv[1]], sys.stdin.read(), PASSES)
print(f"// enzyme_ad {importlib.metadata.version('enzyme_ad')}")
text = re.sub(r"^#loc.*\n", "", text, flags=re.MULTILINE)
print(re.sub(r" loc\((?:[^()\"]|\"[^\"]*\"|\([^()]*\))*\)", "", text))
