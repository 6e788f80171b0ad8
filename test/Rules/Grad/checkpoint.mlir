// A region that is recomputed in the reverse sweep becomes a function whose
// derivative takes only the function's arguments and cotangents.
//
// RUN: sg-opt %s --grad-expand-derivatives | FileCheck %s
// RUN: sg-opt %s --grad-expand-derivatives --inline --canonicalize --cse --loop-invariant-code-motion --symbol-dce | FileCheck %s --check-prefix=KEPT
// RUN: sg-run %s --function=slopes --input=0.5 --input=2 --expected-output=-0.0776098711957859 \
// RUN:   --expected-output=-1.7839584588623634 --expected-output=-0.8143693582353958 \
// RUN:   --expected-output=-2.598327817097759 --expected-output=-7.299831572031751 \
// RUN:   --expected-output=-7.299831572031751 --tolerance=1e-12
// RUN: sg-run %s --function=facts --input=1 --expected-output=2.718281828459045 --expected-output=2.718281828459045 \
// RUN:   --expected-output=0 --tolerance=1e-15
// RUN: sg-run %s --function=shaped --input='0xf32=' --expected-output='0xf32=' --expected-output='0xf32='
// RUN: sg-run %s --function=shaped --input='3xf32=1 2 3' --expected-output='3xf32=4 32 108' --expected-output='3xf32=4 32 108'

// Forward mode keeps the region and adds the tangent.
// CHECK-LABEL: func.func private @f_jvp(
// CHECK-NEXT:    grad.checkpoint {
// CHECK:           grad.yield {{.*}} : f64, f64

// In reverse mode, a call replaces the region. Its derivative takes the
// captured values and the accumulated cotangent of x.
// CHECK-LABEL: func.func private @f_vjp_0_checkpoint(
// CHECK-SAME:      f64, {{.*}}: f64) -> f64 attributes {grad.checkpoint, no_inline}
// CHECK-NEXT:    math.exp
// CHECK-NEXT:    arith.mulf
// CHECK-NEXT:    math.sin
// CHECK-LABEL: func.func private @f_vjp_0_checkpoint_vjp_bwd(
// CHECK-SAME:      attributes {grad.checkpoint, no_inline}
// CHECK-NOT:     math.sin
// CHECK:         math.exp
// CHECK-NOT:     math.sin
// CHECK:         math.cos
// CHECK-LABEL: func.func private @f_vjp_0(
// CHECK-SAME:      [[X:%[a-z0-9]+]]: f64, [[W:%[a-z0-9]+]]: f64, [[DY:%[a-z0-9]+]]: f64)
// CHECK-NEXT:    [[S:%[a-z0-9]+]] = call @f_vjp_0_checkpoint([[X]], [[W]])
// CHECK-NEXT:    [[Y:%[a-z0-9]+]] = arith.mulf [[S]], [[X]] : f64
// CHECK-NEXT:    [[DS:%[a-z0-9]+]] = arith.mulf [[DY]], [[X]] : f64
// CHECK-NEXT:    [[DX:%[a-z0-9]+]] = arith.mulf [[DY]], [[S]] : f64
// CHECK-NEXT:    [[R:%[a-z0-9]+]]:2 = call @f_vjp_0_checkpoint_vjp_bwd([[X]], [[W]], [[DS]], [[DX]])
// CHECK-NEXT:    return [[Y]], [[R]]#0, [[R]]#1

// The recomputation stays separate from the program after each of upstream's
// passes.
// KEPT-LABEL: func.func private @f_vjp_0_checkpoint_vjp_bwd(
// KEPT:         math.exp
// KEPT:         math.cos
// KEPT-LABEL: func.func @slopes(
// KEPT-NOT:     math.
// KEPT:         call @f_vjp_0_checkpoint(
// KEPT-NOT:     math.
// KEPT:         call @f_vjp_0_checkpoint_vjp_bwd(
func.func private @f(%x: f64, %w: f64) -> f64 {
  %s = grad.checkpoint {
    %e = math.exp %x : f64
    %p = arith.mulf %e, %w : f64
    %t = math.sin %p : f64
    grad.yield %t : f64
  } : f64
  %y = arith.mulf %s, %x : f64
  return %y : f64
}
func.func private @dx(%x: f64, %w: f64) -> f64 {
  %y:2 = grad.value_and_grad @f(%x, %w) {wrt = array<i64: 0>} : (f64, f64) -> (f64, f64)
  return %y#1 : f64
}
// The results: values, both gradients, their sum in forward mode, and the
// second derivative in x by reverse and by forward over reverse.
func.func @slopes(%x: f64, %w: f64) -> (f64, f64, f64, f64, f64, f64) {
  %one = arith.constant 1.0 : f64
  %v:3 = grad.value_and_grad @f(%x, %w) : (f64, f64) -> (f64, f64, f64)
  %t:2 = grad.jvp @f(%x, %w) tangents(%one, %one) : (f64, f64, f64, f64) -> (f64, f64)
  %r:2 = grad.value_and_grad @dx(%x, %w) {wrt = array<i64: 0>} : (f64, f64) -> (f64, f64)
  %s:2 = grad.jvp @dx(%x, %w) tangents(%one) {wrt = array<i64: 0>} : (f64, f64, f64) -> (f64, f64)
  return %v#0, %v#1, %v#2, %t#1, %r#1, %s#1 : f64, f64, f64, f64, f64, f64
}

// A stop inside stays a stop: x times the stopped exp(x).
func.func private @stopped(%x: f64) -> f64 {
  %y = grad.checkpoint {
    %e = math.exp %x : f64
    %s = grad.stop_gradient %e : f64
    %p = arith.mulf %x, %s : f64
    grad.yield %p : f64
  } : f64
  return %y : f64
}
func.func private @slope(%x: f64) -> f64 {
  %y:2 = grad.value_and_grad @stopped(%x) : (f64) -> (f64, f64)
  return %y#1 : f64
}
func.func @facts(%x: f64) -> (f64, f64, f64) {
  %y:2 = grad.value_and_grad @stopped(%x) : (f64) -> (f64, f64)
  %z:2 = grad.value_and_grad @slope(%x) : (f64) -> (f64, f64)
  return %y#0, %y#1, %z#1 : f64, f64, f64
}

// Nested checkpoints, several results of which one is unused, and dynamic
// shapes: x^4 by squaring twice. Each checkpoint becomes one function.
// CHECK-LABEL: func.func private @powers_jvp(
// CHECK-NOT:   @powers_vjp_checkpoint_0(
// CHECK-LABEL: func.func private @powers_vjp(
func.func private @powers(%x: tensor<?xf32>) -> tensor<?xf32> {
  %y:2 = grad.checkpoint {
    %s = grad.checkpoint {
      %p = arith.mulf %x, %x : tensor<?xf32>
      grad.yield %p : tensor<?xf32>
    } : tensor<?xf32>
    %q = arith.mulf %s, %s : tensor<?xf32>
    grad.yield %s, %q : tensor<?xf32>, tensor<?xf32>
  } : tensor<?xf32>, tensor<?xf32>
  return %y#1 : tensor<?xf32>
}
func.func @shaped(%x: tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>) {
  %one = arith.constant 1.0 : f32
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?xf32>
  %e = tensor.empty(%n) : tensor<?xf32>
  %c = linalg.fill ins(%one : f32) outs(%e : tensor<?xf32>) -> tensor<?xf32>
  %v:2 = grad.vjp @powers(%x) cotangents(%c) : (tensor<?xf32>, tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>)
  %t:2 = grad.jvp @powers(%x) tangents(%c) : (tensor<?xf32>, tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>)
  return %v#1, %t#1 : tensor<?xf32>, tensor<?xf32>
}
