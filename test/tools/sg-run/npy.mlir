// Arrays from .npy files written by NumPy and ml_dtypes, and back to the same
// bytes: every element type, in C and in Fortran order.

// RUN: rm -rf %t && mkdir %t
// RUN: sg-run %s --function=all --input=@%S/Inputs/f16.npy --input=@%S/Inputs/bf16.npy \
// RUN:   --input=@%S/Inputs/f32.npy --input=@%S/Inputs/f64.npy --input=@%S/Inputs/i1.npy --input=@%S/Inputs/i8.npy \
// RUN:   --input=@%S/Inputs/i16.npy --input=@%S/Inputs/i32.npy --input=@%S/Inputs/i64.npy --input=@%S/Inputs/u8.npy \
// RUN:   | FileCheck %s
// CHECK: result[0]: 2x3xf16=[0.099975586 -2 3][5.9604645e-08 65504 inf]
// CHECK: result[1]: 2x3xbf16=[0.100097656 -2 3][9.96921e+37 9.1835e-41 nan]
// CHECK: result[2]: 2x3xf32=[0.1 -2 3][3e+38 1e-45 -0]
// CHECK: result[3]: 2x3xf64=[0.1 -2 3][1.7e+308 5e-324 -inf]
// CHECK: result[4]: 2x3xi1=[1 0 0][1 1 0]
// CHECK: result[5]: 2x3xi8=[-128 127 0][1 -1 5]
// CHECK: result[6]: 2x3xi16=[-32768 32767 256][1 -1 5]
// CHECK: result[7]: 2x3xi32=[-2147483648 2147483647 65536][1 -1 5]
// CHECK: result[8]: 2x3xi64=[-9223372036854775808 9223372036854775807 9007199254740993][1 -1 5]
// CHECK: result[9]: 2x3xui8=[0 255 128][1 2 3]

// RUN: sg-run %s --function=all --input=@%S/Inputs/f16.npy --input=@%S/Inputs/bf16.npy \
// RUN:   --input=@%S/Inputs/f32.npy --input=@%S/Inputs/f64.npy --input=@%S/Inputs/i1.npy --input=@%S/Inputs/i8.npy \
// RUN:   --input=@%S/Inputs/i16.npy --input=@%S/Inputs/i32.npy --input=@%S/Inputs/i64.npy --input=@%S/Inputs/u8.npy \
// RUN:   --output=@%t/f16.npy --output=@%t/bf16.npy --output=@%t/f32.npy --output=@%t/f64.npy --output=@%t/i1.npy \
// RUN:   --output=@%t/i8.npy --output=@%t/i16.npy --output=@%t/i32.npy --output=@%t/i64.npy --output=@%t/u8.npy
// RUN: cmp %t/f16.npy %S/Inputs/f16.npy
// RUN: cmp %t/bf16.npy %S/Inputs/bf16.npy
// RUN: cmp %t/f32.npy %S/Inputs/f32.npy
// RUN: cmp %t/f64.npy %S/Inputs/f64.npy
// RUN: cmp %t/i1.npy %S/Inputs/i1.npy
// RUN: cmp %t/i8.npy %S/Inputs/i8.npy
// RUN: cmp %t/i16.npy %S/Inputs/i16.npy
// RUN: cmp %t/i32.npy %S/Inputs/i32.npy
// RUN: cmp %t/i64.npy %S/Inputs/i64.npy
// RUN: cmp %t/u8.npy %S/Inputs/u8.npy
func.func @all(%a: tensor<2x3xf16>, %b: tensor<2x3xbf16>, %c: tensor<2x3xf32>, %d: tensor<2x3xf64>,
               %e: tensor<2x3xi1>, %f: tensor<2x3xi8>, %g: tensor<2x3xi16>, %h: tensor<2x3xi32>,
               %i: tensor<2x3xi64>, %j: tensor<2x3xui8>)
    -> (tensor<2x3xf16>, tensor<2x3xbf16>, tensor<2x3xf32>, tensor<2x3xf64>, tensor<2x3xi1>,
        tensor<2x3xi8>, tensor<2x3xi16>, tensor<2x3xi32>, tensor<2x3xi64>, tensor<2x3xui8>) {
  return %a, %b, %c, %d, %e, %f, %g, %h, %i, %j
      : tensor<2x3xf16>, tensor<2x3xbf16>, tensor<2x3xf32>, tensor<2x3xf64>, tensor<2x3xi1>,
        tensor<2x3xi8>, tensor<2x3xi16>, tensor<2x3xi32>, tensor<2x3xi64>, tensor<2x3xui8>
}

// Fortran order is a property of the file only; sizes may be dynamic; a file of
// unsigned bytes fits an unsigned integer type.
// RUN: sg-run %s --function=some --input=@%S/Inputs/f64-fortran.npy --input=@%S/Inputs/i1-fortran.npy \
// RUN:   --input=@%S/Inputs/u8.npy | FileCheck %s --check-prefix=SOME
// SOME: result[0]: 2x3xf64=[0.1 -2 3][1.7e+308 5e-324 -inf]
// SOME: result[1]: 2x3xi1=[1 0 0][1 1 0]
// SOME: result[2]: 2x3xi8=[0 -1 -128][1 2 3]
func.func @some(%x: tensor<?x?xf64>, %y: tensor<2x?xi1>, %z: tensor<?x3xi8>)
    -> (tensor<?x?xf64>, tensor<2x?xi1>, tensor<?x3xi8>) {
  return %x, %y, %z : tensor<?x?xf64>, tensor<2x?xi1>, tensor<?x3xi8>
}

// From standard input and to standard output through pipes, where a file is
// expected.
// RUN: sg-run %s --function=negate --input=@- --output=@- < %S/Inputs/f32.npy \
// RUN:   | sg-run %s --function=negate --input=@- --expected-output=@%S/Inputs/f32.npy --tolerance=0
func.func @negate(%x: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %0 = arith.negf %x : tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}
