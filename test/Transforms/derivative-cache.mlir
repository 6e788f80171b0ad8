// A function is differentiated once per required activity. Calls with
// additional active arguments or results that do not affect each other share
// its derivative.
//
// RUN: sg-opt %s --grad-expand-derivatives | FileCheck %s
// RUN: sg-run %s --function=both --input=3 --expected-output=324 --expected-output=324

// CHECK-LABEL: func.func private @f_jvp(
// CHECK:         call @product_jvp(
// CHECK:         call @product_jvp(
// CHECK-LABEL: func.func private @f_vjp(
// CHECK:         call @product_vjp_fwd(
// CHECK:         call @product_vjp_fwd(
// CHECK:         call @product_vjp_bwd(
// CHECK:         call @product_vjp_bwd(
// CHECK-NOT:   @product_{{vjp_fwd|vjp_bwd|jvp}}_0

// The second argument is varied in both calls, but in the second it matters
// only if the first argument is requested too; it reaches no result.
func.func private @f(%x: f64) -> f64 {
  %a, %m = call @product(%x, %x) : (f64, f64) -> (f64, f64)
  %b = arith.addf %x, %x : f64
  %y, %n = call @product(%a, %b) : (f64, f64) -> (f64, f64)
  %z = arith.addf %y, %m : f64
  return %z : f64
}
// x times the square of w, and w, both for a stopped w.
func.func private @product(%x: f64, %w: f64) -> (f64, f64) {
  %s = grad.stop_gradient %w : f64
  %t = arith.mulf %s, %s : f64
  %y = arith.mulf %x, %s : f64
  %p = arith.mulf %y, %s : f64
  return %p, %t : f64, f64
}
func.func @both(%x: f64) -> (f64, f64) {
  %one = arith.constant 1.0 : f64
  %y, %dx = grad.value_and_grad @f(%x) : (f64) -> (f64, f64)
  %z, %t = grad.jvp @f(%x) tangents(%one) : (f64, f64) -> (f64, f64)
  return %dx, %t : f64, f64
}
