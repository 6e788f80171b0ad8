// A callee is differentiated once for each mode and activity. All calls with
// the same mode and activity share the generated function.

// RUN: sg-opt %s --grad-expand-derivatives | FileCheck %s
// RUN: sg-opt %s --grad-expand-derivatives | grep -c "func private @product_" \
// RUN:   | FileCheck %s --check-prefix=COUNT
// RUN: sg-run %s --function=main --input=3 --input=5 --tolerance=0 \
// RUN:   --expected-output=150 --expected-output=90 --expected-output=330 \
// RUN:   --expected-output=35 --expected-output=21 --expected-output=77 \
// RUN:   --expected-output=31 --expected-output=9 --expected-output=49

// Derivatives of a product in both modes, for both arguments and for the first
// one.
// COUNT: {{^4$}}
func.func private @product(%a: f64, %b: f64) -> f64 {
  %y = arith.mulf %a, %b : f64
  return %y : f64
}

// Both arguments are active in both calls. The second call has the same value
// twice, so its cotangent is the sum of two.
// CHECK-LABEL: func.func private @square_of_product_jvp(
// CHECK-SAME:    [[X:%[a-z0-9]+]]: f64, [[W:%[a-z0-9]+]]: f64, [[DX:%[a-z0-9]+]]: f64, [[DW:%[a-z0-9]+]]: f64)
// CHECK:         [[P:%[a-z0-9]+]]:2 = call @[[JVP:product_jvp[_0]*]]([[X]], [[W]], [[DX]], [[DW]])
// CHECK:         call @[[JVP]]([[P]]#0, [[P]]#0, [[P]]#1, [[P]]#1)
// CHECK-LABEL: func.func private @square_of_product_vjp(
// CHECK-SAME:    [[X:%[a-z0-9]+]]: f64, [[W:%[a-z0-9]+]]: f64, [[DY:%[a-z0-9]+]]: f64)
// CHECK:         [[P:%[a-z0-9]+]] = call @product([[X]], [[W]])
// CHECK:         [[C:%[a-z0-9]+]]:2 = call @[[BWD:product_vjp_bwd[_0]*]]([[P]], [[P]], [[DY]])
// CHECK:         [[DP:%[a-z0-9]+]] = arith.addf [[C]]#0, [[C]]#1
// CHECK:         call @[[BWD]]([[W]], [[X]], [[DP]])
func.func private @square_of_product(%x: f64, %w: f64) -> f64 {
  %p = call @product(%x, %w) : (f64, f64) -> f64
  %y = call @product(%p, %p) : (f64, f64) -> f64
  return %y : f64
}

// A constant argument has no tangent and no cotangent, and nothing is computed
// for it.
// CHECK-LABEL: func.func private @scaled_vjp(
// CHECK:         [[SEVEN:%[a-z0-9]+]] = arith.constant 7.0
// CHECK:         [[C:%[a-z0-9]+]]:2 = call @product_vjp_bwd
// CHECK:         call @product_vjp_bwd{{(_0)?}}([[SEVEN]], [[C]]#0) : (f64, f64) -> f64
func.func private @scaled(%x: f64, %w: f64) -> f64 {
  %c = arith.constant 7.0 : f64
  %p = call @product(%x, %c) : (f64, f64) -> f64
  %y = call @product(%p, %w) : (f64, f64) -> f64
  return %y : f64
}

// Results that are arguments, the same argument twice, integers and constants,
// next to a computed result. The arguments are not returned a second time;
// constants and integers have no cotangent.
// CHECK-LABEL: func.func private @several_vjp_bwd(
// CHECK-SAME:    [[A:%[a-z0-9]+]]: f64, [[B:%[a-z0-9]+]]: f64, [[C0:%[a-z0-9]+]]: f64, [[C3:%[a-z0-9]+]]: f64, [[C4:%[a-z0-9]+]]: f64)
// CHECK-SAME:    -> (f64, f64)
func.func private @several(%x: f64, %w: f64, %n: index) -> (f64, index, f64, f64, f64) {
  %one = arith.constant 1.0 : f64
  %y = arith.mulf %x, %w : f64
  return %x, %n, %one, %y, %x : f64, index, f64, f64, f64
}
// The value is x * x w + x + 1.
// CHECK-LABEL: func.func private @uses_several_vjp(
// CHECK:         call @several(
func.func private @uses_several(%x: f64, %w: f64) -> f64 {
  %n = arith.constant 3 : index
  %r:5 = call @several(%x, %w, %n) : (f64, f64, index) -> (f64, index, f64, f64, f64)
  %a = arith.mulf %r#0, %r#3 : f64
  %b = arith.addf %a, %r#4 : f64
  %c = arith.addf %b, %r#2 : f64
  return %c : f64
}

func.func @main(%x: f64, %w: f64) -> (f64, f64, f64, f64, f64, f64, f64, f64, f64) {
  %one = arith.constant 1.0 : f64
  %two = arith.constant 2.0 : f64
  %a, %ax, %aw = grad.value_and_grad @square_of_product(%x, %w) : (f64, f64) -> (f64, f64, f64)
  %b, %at = grad.jvp @square_of_product(%x, %w) tangents(%one, %two) : (f64, f64, f64, f64) -> (f64, f64)
  %c, %cx, %cw = grad.value_and_grad @scaled(%x, %w) : (f64, f64) -> (f64, f64, f64)
  %d, %ct = grad.jvp @scaled(%x, %w) tangents(%one, %two) : (f64, f64, f64, f64) -> (f64, f64)
  %e, %ex, %ew = grad.value_and_grad @uses_several(%x, %w) : (f64, f64) -> (f64, f64, f64)
  %f, %et = grad.jvp @uses_several(%x, %w) tangents(%one, %two) : (f64, f64, f64, f64) -> (f64, f64)
  return %ax, %aw, %at, %cx, %cw, %ct, %ex, %ew, %et : f64, f64, f64, f64, f64, f64, f64, f64, f64
}
