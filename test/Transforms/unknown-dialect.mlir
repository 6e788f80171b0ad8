// RUN: not sg-opt %s --allow-unregistered-dialect --grad-expand-derivatives --split-input-file 2>&1 | FileCheck %s

// The effect of an op of an unknown dialect is unknown: an error if a
// derivative flows into it.

// CHECK: [[#@LINE+2]]:8: error: 'foreign.sin' op passes a value that depends on a differentiated input to memory or unknown code, where its derivative would be lost
func.func private @f(%x: f64) -> f64 {
  %y = "foreign.sin"(%x) : (f64) -> f64
  return %y : f64
}
func.func @request(%x: f64) -> f64 {
  // CHECK: note: stop the derivative before it with grad.stop_gradient
  // CHECK: [[#@LINE+1]]:10: note: while differentiating '@f', requested here
  %y:2 = grad.value_and_grad @f(%x) : (f64) -> (f64, f64)
  return %y#1 : f64
}

// -----

// After a stop, and on integers, the op is only computed.
// CHECK-LABEL: func.func private @inactive_vjp(
// CHECK-SAME: [[X:%[a-z0-9]+]]: f64, [[N:%[a-z0-9]+]]: i32, [[DY:%[a-z0-9]+]]: f64)
// CHECK-NEXT: [[STOPPED:%[a-z0-9]+]] = grad.stop_gradient [[X]] : f64
// CHECK-NEXT: [[SIN:%[a-z0-9]+]] = "foreign.sin"([[STOPPED]]) : (f64) -> f64
// CHECK-NEXT: [[COUNT:%[a-z0-9]+]] = "foreign.count"([[N]]) : (i32) -> f64
// CHECK-NEXT: [[SUM:%[a-z0-9]+]] = arith.addf [[SIN]], [[COUNT]] : f64
// CHECK-NEXT: [[Y:%[a-z0-9]+]] = arith.mulf [[X]], [[SUM]] : f64
// CHECK-NEXT: [[DX:%[a-z0-9]+]] = arith.mulf [[DY]], [[SUM]] : f64
// CHECK-NEXT: return [[Y]], [[DX]] : f64, f64
func.func private @inactive(%x: f64, %n: i32) -> f64 {
  %s = grad.stop_gradient %x : f64
  %y = "foreign.sin"(%s) : (f64) -> f64
  %k = "foreign.count"(%n) : (i32) -> f64
  %t = arith.addf %y, %k : f64
  %r = arith.mulf %x, %t : f64
  return %r : f64
}
func.func @request(%x: f64, %n: i32) -> f64 {
  %y:2 = grad.value_and_grad @inactive(%x, %n) : (f64, i32) -> (f64, f64)
  return %y#1 : f64
}
