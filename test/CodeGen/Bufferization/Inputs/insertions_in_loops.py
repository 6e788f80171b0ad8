"""Prints 70 insertions of rows of the given type. A loop reads each row before the next
insertion."""

import sys

row, many = f"tensor<?x{sys.argv[1]}>", f"tensor<?x?x{sys.argv[1]}>"
lines = [f"func.func @f(%x: {row}, %n: index) -> {many} {{"]
lines += [f"  %c{i} = arith.constant {i} : index" for i in range(3)]
lines += [f"  %k = tensor.dim %x, %c0 : {row}", f"  %t0 = tensor.empty(%n, %k) : {many}"]
lines += [f"  %r0 = arith.addf %x, %x : {row}"]
for i in range(70):
    lines.append(f"  %t{i + 1} = tensor.insert_slice %r{i} into %t{i}[{i}, 0] [1, %k] [1, 1] : {row} into {many}")
    lines.append(f"  %r{i + 1} = scf.for %i = %c0 to %c2 step %c1 iter_args(%a = %r{i}) -> ({row}) {{")
    lines.append(f"    %s = tensor.extract_slice %t{i + 1}[{i}, 0] [1, %k] [1, 1] : {many} to {row}")
    lines += [f"    %m = arith.addf %s, %a : {row}", f"    %v = math.sin %m : {row}", f"    scf.yield %v : {row}", "  }"]
print("\n".join([*lines, f"  return %t70 : {many}", "}"]))
