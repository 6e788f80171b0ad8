// Recursion, directly and through another function, is an error at the call, in
// both modes. A recursive function that no derivative flows through is none.

// RUN: not sg-opt %s --grad-expand-derivatives --split-input-file 2>&1 | FileCheck %s

func.func private @itself(%x: f64, %n: i1) -> f64 {
  %y = scf.if %n -> f64 {
    %false = arith.constant false
    %s = arith.mulf %x, %x : f64
    // CHECK: errors.mlir:[[#@LINE+1]]:{{.*}} error: 'func.call' op needs a derivative of '@itself', which calls itself
    %r = func.call @itself(%s, %false) : (f64, i1) -> f64
    scf.yield %r : f64
  } else {
    scf.yield %x : f64
  }
  return %y : f64
}
func.func @reverse(%x: f64, %n: i1) -> f64 {
  // CHECK: note: stop the derivative before it with grad.stop_gradient
  // CHECK: errors.mlir:[[#@LINE+1]]:{{.*}} note: while differentiating '@itself', as asked for here
  %y, %dx = grad.value_and_grad @itself(%x, %n) : (f64, i1) -> (f64, f64)
  return %dx : f64
}

// -----

func.func private @even(%x: f64) -> f64 {
  %y = call @odd(%x) : (f64) -> f64
  return %y : f64
}
func.func private @odd(%x: f64) -> f64 {
  // CHECK: errors.mlir:[[#@LINE+1]]:{{.*}} error: 'func.call' op needs a derivative of '@even', which calls itself
  %y = call @even(%x) : (f64) -> f64
  %z = arith.addf %x, %y : f64
  return %z : f64
}
func.func @forward(%x: f64) -> f64 {
  // CHECK: errors.mlir:[[#@LINE+1]]:{{.*}} note: while differentiating '@even', as asked for here
  %y, %t = grad.jvp @even(%x) tangents(%x) : (f64, f64) -> (f64, f64)
  return %t : f64
}

// -----

// CHECK-NOT: error
// CHECK-LABEL: func.func private @stopped_vjp(
// CHECK:         call @down(
func.func private @down(%x: f64) -> f64 {
  %y = call @down(%x) : (f64) -> f64
  return %y : f64
}
func.func private @stopped(%x: f64) -> f64 {
  %c = grad.stop_gradient %x : f64
  %d = call @down(%c) : (f64) -> f64
  %y = arith.mulf %x, %d : f64
  return %y : f64
}
func.func @inactive(%x: f64) -> f64 {
  %y, %dx = grad.value_and_grad @stopped(%x) : (f64) -> (f64, f64)
  return %dx : f64
}
