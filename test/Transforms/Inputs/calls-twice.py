"""Prints functions, each of which calls the next one twice, and requests for derivatives.

    calls-twice.py LEVELS [tick]

@compare returns the quotient of the derivatives in both modes. With `tick`, the last
function calls an external function, so that no function can be recomputed.
"""

import sys

levels = int(sys.argv[1])
tick = "  call @tick() : () -> ()\n" if "tick" in sys.argv else ""
print("func.func private @tick()\nfunc.func private @f0(%x: f64) -> f64 {")
print(f"{tick}  %small = arith.constant 1.0e-6 : f64\n  %s = math.sin %x : f64")
print("  %d = arith.mulf %s, %small : f64\n  %y = arith.addf %x, %d : f64\n  return %y : f64\n}")
for number in range(1, levels + 1):
    print(f"func.func private @f{number}(%x: f64) -> f64 {{")
    print(f"  %y = call @f{number - 1}(%x) : (f64) -> f64")
    print(f"  %z = call @f{number - 1}(%y) : (f64) -> f64\n  return %z : f64\n}}")
print("func.func @compare(%x: f64) -> f64 {\n  %one = arith.constant 1.0 : f64")
print(f"  %y:2 = grad.value_and_grad @f{levels}(%x) : (f64) -> (f64, f64)")
print(f"  %z:2 = grad.jvp @f{levels}(%x) tangents(%one) : (f64, f64) -> (f64, f64)")
print("  %q = arith.divf %y#1, %z#1 : f64\n  return %q : f64\n}")
