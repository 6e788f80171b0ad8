// Values that the reverse of a loop recomputes instead of keeping them in a
// stack.
//
// RUN: sg-opt %s --grad-expand-derivatives --canonicalize | FileCheck %s
// RUN: sg-run %s --function=d_arithmetic --input='3xf64=0.5 1 2' --input=2 --expected-output='3xf64=-0.7750865051903114 -0.44 -0.12188365650969528' --tolerance=1e-14
// RUN: sg-run %s --function=d_functions --input=0.5 --input=3 --expected-output=17.081526819736094 --tolerance=1e-14
// RUN: sg-run %s --function=d_spread --input=0.5 --input='4xf64=1 2 3 4' --input=2 --expected-output='4xf64=0.2397127693021015 0.2397127693021015 0.2397127693021015 0.2397127693021015' --tolerance=1e-14

// Of the loop-carried value, the sum below and the quotient, only the
// loop-carried value is kept. Arithmetic recomputes the others, also from
// values that are not kept and from loop-invariant values.
// CHECK-LABEL: func.func private @arithmetic_vjp(
// CHECK-SAME: [[X:%[a-z0-9]+]]: tensor<3xf64>
// CHECK: scf.for {{.*}} -> (tensor<3xf64>, tensor<?x3xf64>) {
// CHECK: scf.for
// CHECK: [[C:%[a-z0-9_]+]] = tensor.extract_slice
// CHECK-NEXT: [[SQUARE:%[a-z0-9]+]] = arith.mulf [[C]], [[C]]
// CHECK-NEXT: [[BELOW:%[a-z0-9]+]] = arith.addf [[SQUARE]], [[X]]
// CHECK-NEXT: arith.divf [[C]], [[BELOW]]
func.func private @arithmetic(%x: tensor<3xf64>, %n: index) -> tensor<3xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%c = %x) -> (tensor<3xf64>) {
    %square = arith.mulf %c, %c : tensor<3xf64>
    %below = arith.addf %square, %x : tensor<3xf64>
    %next = arith.divf %c, %below : tensor<3xf64>
    scf.yield %next : tensor<3xf64>
  }
  return %r : tensor<3xf64>
}
func.func @d_arithmetic(%x: tensor<3xf64>, %n: index) -> tensor<3xf64> {
  %one = arith.constant dense<1.0> : tensor<3xf64>
  %y:2 = grad.vjp @arithmetic(%x, %n) cotangents(%one) {wrt = array<i64: 0>} : (tensor<3xf64>, index, tensor<3xf64>) -> (tensor<3xf64>, tensor<3xf64>)
  return %y#1 : tensor<3xf64>
}

// The result of a math op is kept, and so is the operand of arithmetic ops.
// CHECK-LABEL: func.func private @functions_vjp(
// CHECK: scf.for {{.*}} -> (f64, tensor<?xf64>, tensor<?xf64>) {
func.func private @functions(%x: f64, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%c = %x) -> (f64) {
    %sin = math.sin %c : f64
    %exp = math.exp %sin : f64
    %next = arith.mulf %exp, %c : f64
    scf.yield %next : f64
  }
  return %r : f64
}
func.func @d_functions(%x: f64, %n: index) -> f64 {
  %y:2 = grad.value_and_grad @functions(%x, %n) {wrt = array<i64: 0>} : (f64, index) -> (f64, f64)
  return %y#1 : f64
}

// For a tensor filled with one number, the number is kept.
// CHECK-LABEL: func.func private @spread_vjp(
// CHECK: scf.for {{.*}} -> (f64, tensor<?xf64>, tensor<?xf64>) {
// CHECK: scf.for
// CHECK: [[NUMBER:%[a-z0-9_]+]] = tensor.extract
// CHECK: linalg.fill ins([[NUMBER]] : f64)
func.func private @spread(%x: f64, %y: tensor<?xf64>, %n: index) -> tensor<?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %d0 = tensor.dim %y, %c0 : tensor<?xf64>
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%c = %x, %d = %y) -> (f64, tensor<?xf64>) {
    %empty = tensor.empty(%d0) : tensor<?xf64>
    %all = linalg.fill ins(%c : f64) outs(%empty : tensor<?xf64>) -> tensor<?xf64>
    %product = arith.mulf %d, %all : tensor<?xf64>
    %next = math.sin %c : f64
    scf.yield %next, %product : f64, tensor<?xf64>
  }
  return %r#1 : tensor<?xf64>
}
func.func @d_spread(%x: f64, %y: tensor<?xf64>, %n: index) -> tensor<?xf64> {
  %zero = arith.subf %y, %y : tensor<?xf64>
  %one = math.exp %zero : tensor<?xf64>
  %z:2 = grad.vjp @spread(%x, %y, %n) cotangents(%one) {wrt = array<i64: 1>} : (f64, tensor<?xf64>, index, tensor<?xf64>) -> (tensor<?xf64>, tensor<?xf64>)
  return %z#1 : tensor<?xf64>
}
