// A rule states a zero by a null value. It need not return a cotangent for
// operands of results without a derivative.
// RUN: sg-test-opt %s --grad-expand-derivatives --split-input-file | FileCheck %s

// CHECK-LABEL: func.func private @f_vjp(
// CHECK-SAME:    [[X:%[a-z0-9]+]]: f64, [[Y:%[a-z0-9]+]]: f64
// CHECK:         wave.faulty "zero"
// CHECK-LABEL: func.func @reverse(
// CHECK:         [[DX:%[a-z0-9_]+]] = arith.constant 0.000000e+00 : f64
// CHECK-NEXT:    [[DY:%[a-z0-9_]+]] = arith.constant 0.000000e+00 : f64
// CHECK-NEXT:    return [[DX]], [[DY]]
// CHECK-LABEL: func.func @forward(
// CHECK:         [[DZ:%[a-z0-9_]+]] = arith.constant 0.000000e+00 : f64
// CHECK-NEXT:    return [[DZ]]
func.func private @f(%x: f64, %y: f64) -> f64 {
  %first, %second = wave.faulty "zero" %x, %y : (f64, f64) -> (f64, f64)
  %z = arith.mulf %first, %second : f64
  return %z : f64
}
func.func @reverse(%x: f64, %y: f64) -> (f64, f64) {
  %r:3 = grad.value_and_grad @f(%x, %y) : (f64, f64) -> (f64, f64, f64)
  return %r#1, %r#2 : f64, f64
}
func.func @forward(%x: f64, %y: f64) -> f64 {
  %r:2 = grad.jvp @f(%x, %y) tangents(%x, %y) : (f64, f64, f64, f64) -> (f64, f64)
  return %r#1 : f64
}

// -----

// The derivative flows through the second result only, to which the first
// operand has no edge.
// CHECK-LABEL: func.func private @f_vjp(
// CHECK-SAME:    [[X:%[a-z0-9]+]]: f64, [[Y:%[a-z0-9]+]]: f64, [[C:%[a-z0-9]+]]: f64
// CHECK:         [[STOPPED:%[a-z0-9]+]] = grad.stop_gradient
// CHECK:         [[DY:%[a-z0-9]+]] = arith.mulf [[C]], [[STOPPED]]
// CHECK:         return {{%[a-z0-9]+}}, [[DY]]
func.func private @f(%x: f64, %y: f64) -> f64 {
  %first, %second = wave.faulty "none" %x, %y : (f64, f64) -> (f64, f64)
  %s = grad.stop_gradient %first : f64
  %z = arith.mulf %s, %second : f64
  return %z : f64
}
func.func @reverse(%x: f64, %y: f64) -> (f64, f64) {
  %r:3 = grad.value_and_grad @f(%x, %y) : (f64, f64) -> (f64, f64, f64)
  return %r#1, %r#2 : f64, f64
}
