"""Prints a module with a chain of calls of the given length, and a request for its derivative."""

import sys

count = int(sys.argv[1])
print("func.func private @f0(%x: f64) -> f64 {\n  return %x : f64\n}")
for number in range(1, count + 1):
    print(f"func.func private @f{number}(%x: f64) -> f64 {{")
    print(f"  %y = call @f{number - 1}(%x) : (f64) -> f64")
    print("  %z = arith.mulf %y, %x : f64\n  return %z : f64\n}")
print("func.func @request(%x: f64) -> (f64, f64) {")
print(f"  %y:2 = grad.jvp @f{count}(%x) tangents(%x) : (f64, f64) -> (f64, f64)")
print("  return %y#0, %y#1 : f64, f64\n}")
