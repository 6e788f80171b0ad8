#!/usr/bin/env python3
"""Has Enzyme differentiate what is in MLIR, for stop_gradient.py.

    enzyme_dialect.py FUNCTION < PROGRAM.mlir

Prints the version of the package enzyme_ad, in a comment, and the program after
Enzyme's passes, without locations.
"""

import importlib.metadata
import re
import sys

from enzyme_ad.jax import enzyme_call

# After each derivative, as in the pipelines of the package: what is differentiated
# once more must be free of the ops by which Enzyme accumulates.
ONE = "canonicalize,remove-unnecessary-enzyme-ops,enzyme-simplify-math,canonicalize"
PASSES = f'enzyme{{postpasses="{ONE}"}},{ONE},canonicalize'

_, text = enzyme_call.run_pass_pipeline([sys.argv[1]], sys.stdin.read(), PASSES)
print(f"// enzyme_ad {importlib.metadata.version('enzyme_ad')}")
text = re.sub(r"^#loc.*\n", "", text, flags=re.MULTILINE)
print(re.sub(r" loc\((?:[^()\"]|\"[^\"]*\"|\([^()]*\))*\)", "", text))
