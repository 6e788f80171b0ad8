"""Prints a function of 40 slices, each of the one before it."""

lines = ["func.func @f(%x: tensor<?xf64>, %k: index) -> tensor<?xf64> {", "  %c0 = arith.constant 0 : index"]
lines += ["  %c1 = arith.constant 1 : index", "  %n0 = tensor.dim %x, %c0 : tensor<?xf64>"]
last = "%x"
for i in range(40):
    lines.append(f"  %n{i + 1} = arith.subi %n{i}, %k : index")
    lines.append(
        f"  %v{i} = tensor.extract_slice {last}[%k] [%n{i + 1}] [1] : tensor<?xf64> to tensor<?xf64>"
    )
    last = f"%v{i}"
lines += [f"  %y = arith.mulf {last}, {last} : tensor<?xf64>", "  return %y : tensor<?xf64>", "}"]
print("\n".join(lines))
