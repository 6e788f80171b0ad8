// Values on the command line, and their printed form.

// The signature determines the type, for scalars and tensors of rank 0 alike.
// RUN: sg-run %s --function=scalars --input=1.5 --input=-3 --input=true --input=7 | FileCheck %s --check-prefix=SCALARS
// RUN: sg-run %s --function=scalars --input=f32=1.5 "--input=tensor<i8>=-3" --input=i1=1 --input "index=7" \
// RUN:   | FileCheck %s --check-prefix=SCALARS
// SCALARS: result[0]: f32=1.5
// SCALARS-NEXT: result[1]: i8=-3
// SCALARS-NEXT: result[2]: i1=1
// SCALARS-NEXT: result[3]: index=7
// SCALARS-NOT: {{.}}
func.func @scalars(%a: f32, %b: tensor<i8>, %c: i1, %d: index) -> (f32, tensor<i8>, i1, index) {
  return %a, %b, %c, %d : f32, tensor<i8>, i1, index
}

// Separators and brackets around elements are optional; printed values can be
// read back.
// RUN: sg-run %s --function=add "--input=2x3xf32=1 2 3 4 5 6" "--input=[1,2,3], [4,5,6]" | FileCheck %s --check-prefix=ADD
// RUN: sg-run %s --function=add "--input=2x3xf32=[1 2 3][4 5 6]" --input "tensor<2x3xf32>=[[1, 2, 3], [4, 5, 6]]" \
// RUN:   | FileCheck %s --check-prefix=ADD
// ADD: result[0]: 2x3xf32=[2 4 6][8 10 12]
// One element is a splat.
// RUN: sg-run %s --function=add --input=2x3xf32=0.1 --input=1e-10 | FileCheck %s --check-prefix=SAME
// SAME: result[0]: 2x3xf32=[0.1 0.1 0.1][0.1 0.1 0.1]
func.func @add(%x: tensor<?x3xf32>, %y: tensor<2x3xf32>) -> tensor<?x3xf32> {
  %z = tensor.cast %y : tensor<2x3xf32> to tensor<?x3xf32>
  %0 = arith.addf %x, %z : tensor<?x3xf32>
  return %0 : tensor<?x3xf32>
}

// A tensor may have no elements.
// RUN: sg-run %s --function=pass --input=0x4xf16= | FileCheck %s --check-prefix=EMPTY
// EMPTY: result[0]: 0x4xf16={{$}}
// RUN: sg-run %s --function=pass --input=0x4xf16= --expected-output=0x4xf16=
func.func @pass(%x: tensor<?x?xf16>) -> tensor<?x?xf16> {
  return %x : tensor<?x?xf16>
}

// The largest difference, relative to the largest expected magnitude, is at
// most the tolerance; NaN has to match NaN.
// RUN: sg-run %s --function=vector "--input=1 100 nan" "--expected-output=2 100 nan" --tolerance=0.01
// RUN: not sg-run %s --function=vector "--input=1 100 nan" "--expected-output=2 100 nan" --tolerance=0.009
func.func @vector(%x: tensor<3xf64>) -> tensor<3xf64> {
  return %x : tensor<3xf64>
}

// Without results nothing is printed.
// RUN: sg-run %s --function=nothing --input=1 | count 0
func.func @nothing(%x: f32) {
  return
}
