// Iterations of an scf.parallel do not see each other's changes of a tensor
// from outside.
//
// RUN: sg-opt %s --sg-expand-tensor-ops | FileCheck %s
// RUN: sg-run %s --function=overwritten --input='2xf64=1 2' --input=3 --input=0 --expected-output=15

// Each of n iterations adds x0 and the 4 that replaces it: n (x0 + 4).
// CHECK-LABEL: func @overwritten(
// CHECK-NOT:     scf.parallel
// CHECK:         scf.for
func.func @overwritten(%x: tensor<2xf64>, %n: index, %place: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %two = arith.constant 2.0 : f64
  %zeros = arith.constant dense<0.0> : tensor<2xf64>
  %b = arith.addf %x, %zeros : tensor<2xf64>
  %r = scf.parallel (%i) = (%c0) to (%n) step (%c1) init (%zero) -> f64 {
    %before = tensor.extract %b[%c0] : tensor<2xf64>
    %four = arith.mulf %two, %two : f64
    %w = tensor.insert %four into %b[%place] : tensor<2xf64>
    %after = tensor.extract %w[%c0] : tensor<2xf64>
    %sum = arith.addf %before, %after : f64
    scf.reduce(%sum : f64) {
    ^bb0(%p: f64, %q: f64):
      %t = arith.addf %p, %q : f64
      scf.reduce.return %t : f64
    }
  }
  return %r : f64
}

// Without tensors the loop does not change.
// CHECK-LABEL: func @scalars(
// CHECK:         scf.parallel
func.func @scalars(%x: f64, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.parallel (%i) = (%c0) to (%n) step (%c1) init (%x) -> f64 {
    scf.reduce(%x : f64) {
    ^bb0(%p: f64, %q: f64):
      %t = arith.addf %p, %q : f64
      scf.reduce.return %t : f64
    }
  }
  return %r : f64
}
