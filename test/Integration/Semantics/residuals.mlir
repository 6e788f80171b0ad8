// The residuals that the forward half returns, and the tapes of its loops.
//
// RUN: sg-opt %s --grad-request-derivative="function=loop mode=split wrt=0 name=loop_split" \
// RUN:   --grad-request-derivative="function=matrix_loop mode=split wrt=0 name=matrix_loop_split" \
// RUN:   --grad-request-derivative="function=part mode=split wrt=0 name=part_split" \
// RUN:   --grad-request-derivative="function=branch mode=split wrt=0 name=branch_split" \
// RUN:   --grad-expand-derivatives --canonicalize --cse | FileCheck %s

// Fact 69. X * stop(X^(n + 1)), with a power computed by a loop of n
// iterations. At 2 with n = 3 the value is 32 and the derivative 16.
// RUN: sg-run %s --function=of_loop --input=2 --input=3 --expected-output='32 16 16'
// RUN: sg-run %s --function=of_loop --input=2 --input=0 --expected-output='4 2 2'

// The loop's only residual is the power: a number, or a matrix if X is a
// matrix. Neither loop has a tape, and none runs backwards.
// CHECK-LABEL: func.func private @loop_vjp_fwd(
// CHECK-SAME:    -> (f64, f64) {
// CHECK:         call @power(
// CHECK-LABEL: func.func private @loop_vjp_bwd(
// CHECK-SAME:    f64, {{%[a-z0-9]+}}: f64) -> f64 {
// CHECK-NOT:     call
// CHECK:         return
// CHECK-LABEL: func.func private @matrix_loop_vjp_fwd(
// CHECK-SAME:    -> (tensor<2x2xf64>, tensor<2x2xf64>) {
// CHECK:         scf.for {{.*}} -> (tensor<2x2xf64>) {
// CHECK-LABEL: func.func private @matrix_loop_vjp_bwd(
// CHECK-NOT:     scf.for
// CHECK:         return

// The body of the loop adds an exponential and a stopped sine. The only tape
// keeps the exponential.
// CHECK-LABEL: func.func private @part_vjp_fwd(
// CHECK-SAME:    -> (f64, tensor<?xf64>) {
// CHECK:         scf.for {{.*}} -> (f64, tensor<?xf64>) {
// CHECK:           [[E:%[a-z0-9]+]] = math.exp
// CHECK-NOT:       tensor.insert
// CHECK:           tensor.insert [[E]] into
// CHECK-NOT:       tensor.insert
// CHECK:           scf.yield

// A branch yields the residuals of the taken region: the exponential, or a
// constant in its stead.
// CHECK-LABEL: func.func private @branch_vjp_fwd(
// CHECK-SAME:    -> (f64, f64) {
// CHECK:         [[NONE:%[a-z0-9_]+]] = arith.constant 0.0
// CHECK:         scf.if
// CHECK:           [[E:%[a-z0-9]+]] = math.exp
// CHECK-NEXT:      scf.yield [[E]], [[E]]
// CHECK-NEXT:    } else {
// CHECK-NEXT:      [[D:%[a-z0-9]+]] = arith.mulf
// CHECK-NEXT:      scf.yield [[D]], [[NONE]]
func.func private @power(%x: f64, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %y = scf.for %i = %c0 to %n step %c1 iter_args(%c = %x) -> f64 {
    %next = arith.mulf %c, %x : f64
    scf.yield %next : f64
  }
  return %y : f64
}
func.func @loop(%x: f64, %n: index) -> f64 {
  %p = call @power(%x, %n) : (f64, index) -> f64
  %s = grad.stop_gradient %p : f64
  %y = arith.mulf %x, %s : f64
  return %y : f64
}
func.func @of_loop(%x: f64, %n: index) -> tensor<3xf64> {
  %one = arith.constant 1.0 : f64
  %y, %reverse = grad.value_and_grad @loop(%x, %n) : (f64, index) -> (f64, f64)
  %z, %forward = grad.jvp @loop(%x, %n) tangents(%one) : (f64, index, f64) -> (f64, f64)
  %r = tensor.from_elements %y, %reverse, %forward : tensor<3xf64>
  return %r : tensor<3xf64>
}
func.func @matrix_loop(%x: tensor<2x2xf64>, %n: index) -> tensor<2x2xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant dense<0.0> : tensor<2x2xf64>
  %p = scf.for %i = %c0 to %n step %c1 iter_args(%c = %x) -> tensor<2x2xf64> {
    %next = linalg.matmul ins(%c, %x : tensor<2x2xf64>, tensor<2x2xf64>)
        outs(%zero : tensor<2x2xf64>) -> tensor<2x2xf64>
    scf.yield %next : tensor<2x2xf64>
  }
  %s = grad.stop_gradient %p : tensor<2x2xf64>
  %y = linalg.matmul ins(%x, %s : tensor<2x2xf64>, tensor<2x2xf64>)
      outs(%zero : tensor<2x2xf64>) -> tensor<2x2xf64>
  return %y : tensor<2x2xf64>
}
func.func @part(%x: f64, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %y = scf.for %i = %c0 to %n step %c1 iter_args(%c = %x) -> f64 {
    %e = math.exp %c : f64
    %w = math.sin %c : f64
    %s = grad.stop_gradient %w : f64
    %next = arith.addf %e, %s : f64
    scf.yield %next : f64
  }
  return %y : f64
}
func.func @branch(%x: f64, %p: i1) -> f64 {
  %two = arith.constant 2.0 : f64
  %y = scf.if %p -> f64 {
    %e = math.exp %x : f64
    scf.yield %e : f64
  } else {
    %d = arith.mulf %x, %two : f64
    scf.yield %d : f64
  }
  return %y : f64
}
