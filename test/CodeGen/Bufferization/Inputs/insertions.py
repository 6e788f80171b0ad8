"""Prints chains of 128 insertions: of slices into a new tensor, of elements into an
argument."""

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
