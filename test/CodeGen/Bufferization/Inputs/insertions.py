"""Prints chains of 128 insertions: of slices into a new tensor, of elements into an
argument, and of slices computed from overlapping slices that are read in between."""

COUNT = 128
print(f"func.func @slices(%x: tensor<4xf32>) -> tensor<{4 * COUNT}xf32> {{")
print(f"  %r = tensor.empty() : tensor<{4 * COUNT}xf32>")
last = "%r"
for i in range(COUNT):
    print(f"  %c{i} = arith.constant dense<{i}.0> : tensor<4xf32>")
    print(f"  %a{i} = arith.addf %x, %c{i} : tensor<4xf32>")
    print(
        f"  %r{i} = tensor.insert_slice %a{i} into {last}[{4 * i}] [4] [1]"
        f" : tensor<4xf32> into tensor<{4 * COUNT}xf32>"
    )
    last = f"%r{i}"
print(f"  return {last} : tensor<{4 * COUNT}xf32>\n}}")

print(f"func.func @elements(%x: f32, %t: tensor<{COUNT}xf32>) -> tensor<{COUNT}xf32> {{")
last = "%t"
for i in range(0, COUNT, 2):
    print(f"  %i{i} = arith.constant {i} : index")
    print(f"  %c{i} = arith.constant {i}.0 : f32")
    print(f"  %a{i} = arith.addf %x, %c{i} : f32")
    print(f"  %r{i} = tensor.insert %a{i} into {last}[%i{i}] : tensor<{COUNT}xf32>")
    last = f"%r{i}"
print(f"  return {last} : tensor<{COUNT}xf32>\n}}")

print(f"func.func @overlapping_slices(%x: tensor<4xf32>) -> tensor<{COUNT + 4}xf32> {{")
print(f"  %r = tensor.empty() : tensor<{COUNT + 4}xf32>")
print("  %zero = arith.constant 0.0 : f32")
print(f"  %z = linalg.fill ins(%zero : f32) outs(%r : tensor<{COUNT + 4}xf32>) -> tensor<{COUNT + 4}xf32>")
print(
    f"  %t0 = tensor.insert_slice %x into %z[0] [4] [1] : tensor<4xf32> into tensor<{COUNT + 4}xf32>"
)
for i in range(COUNT):
    print(
        f"  %s{i} = tensor.extract_slice %t{i}[{i}] [4] [1] : tensor<{COUNT + 4}xf32> to tensor<4xf32>"
    )
    print(f"  %a{i} = math.sin %s{i} : tensor<4xf32>")
    # The slice is read again after the next insertion overwrites it.
    print(
        f"  %b{i} = arith.addf %a{i}, %s{max(i - 1, 0)} : tensor<4xf32>\n"
        f"  %t{i + 1} = tensor.insert_slice %b{i} into %t{i}[{i + 1}] [4] [1]"
        f" : tensor<4xf32> into tensor<{COUNT + 4}xf32>"
    )
print(f"  return %t{COUNT} : tensor<{COUNT + 4}xf32>\n}}")
