// A derivative has no fast-math flag that the program lacks: infinite and NaN
// cotangents and tangents are ordinary values.
//
// RUN: sg-opt %s --grad-expand-derivatives | FileCheck %s --implicit-check-not=fastmath
// RUN: sg-run %s --function=slopes --input=2 --input=3 --input=inf \
// RUN:   --expected-output='inf inf' --expected-output=inf --expected-output='nan nan' --expected-output=nan
// RUN: sg-run %s --function=slopes --input=0 --input=3 --input=-inf \
// RUN:   --expected-output='-inf nan' --expected-output=nan --expected-output='nan nan' --expected-output=nan

// Products, sums and contractions that the derivative adds have none either.
// CHECK-LABEL: func.func private @f_vjp(
// CHECK:         arith.mulf
// CHECK-LABEL: func.func private @many_jvp(
// CHECK:         scf.for
// CHECK-LABEL: func.func private @many_vjp(
// CHECK:         scf.for
// CHECK:         scf.for
// CHECK:         linalg.matmul
func.func private @f(%x: f64, %y: f64) -> f64 {
  %p = arith.mulf %x, %y : f64
  return %p : f64
}
func.func private @many(%x: tensor<?x?xf32>, %n: index) -> tensor<?x?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> tensor<?x?xf32> {
    %m = linalg.matmul ins(%a, %x : tensor<?x?xf32>, tensor<?x?xf32>) outs(%x : tensor<?x?xf32>) -> tensor<?x?xf32>
    %t = math.tanh %m : tensor<?x?xf32>
    %d = arith.divf %t, %x : tensor<?x?xf32>
    %e = math.powf %d, %t : tensor<?x?xf32>
    %l = arith.maximumf %e, %a : tensor<?x?xf32>
    scf.yield %l : tensor<?x?xf32>
  }
  return %r : tensor<?x?xf32>
}
// The reverse and the forward derivative in the given direction, and for NaN.
func.func @slopes(%x: f64, %y: f64, %d: f64) -> (tensor<2xf64>, f64, tensor<2xf64>, f64) {
  %nan = arith.constant 0x7FF8000000000000 : f64
  %a:3 = grad.vjp @f(%x, %y) cotangents(%d) : (f64, f64, f64) -> (f64, f64, f64)
  %b:2 = grad.jvp @f(%x, %y) tangents(%d, %d) : (f64, f64, f64, f64) -> (f64, f64)
  %c:3 = grad.vjp @f(%x, %y) cotangents(%nan) : (f64, f64, f64) -> (f64, f64, f64)
  %e:2 = grad.jvp @f(%x, %y) tangents(%nan, %d) : (f64, f64, f64, f64) -> (f64, f64)
  %r = tensor.from_elements %a#1, %a#2 : tensor<2xf64>
  %s = tensor.from_elements %c#1, %c#2 : tensor<2xf64>
  return %r, %b#1, %s, %e#1 : tensor<2xf64>, f64, tensor<2xf64>, f64
}
func.func @requests(%x: tensor<?x?xf32>, %n: index) {
  grad.vjp @many(%x, %n) cotangents(%x) : (tensor<?x?xf32>, index, tensor<?x?xf32>) -> (tensor<?x?xf32>, tensor<?x?xf32>)
  grad.jvp @many(%x, %n) tangents(%x) : (tensor<?x?xf32>, index, tensor<?x?xf32>) -> (tensor<?x?xf32>, tensor<?x?xf32>)
  return
}
