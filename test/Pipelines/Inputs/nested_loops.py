"""Prints a function with the given number of nested loops, which squares a number."""

import sys

count = int(sys.argv[1])
lines = ["func.func @f(%x: f64, %n: index) -> f64 {", "%c0 = arith.constant 0 : index", "%c1 = arith.constant 1 : index"]
names = ["%x", *(f"%a{i}" for i in range(count))]
for i in range(count):
    lines.append(f"%r{i} = scf.for %i{i} = %c0 to %n step %c1 iter_args({names[i + 1]} = {names[i]}) -> (f64) {{")
lines.append(f"%y = arith.mulf {names[-1]}, {names[-1]} : f64")
for i in reversed(range(count)):
    lines.append(f"scf.yield {'%y' if i == count - 1 else f'%r{i + 1}'} : f64\n}}")
print("\n".join([*lines, f"return {'%r0' if count else '%y'} : f64\n}}"]))
