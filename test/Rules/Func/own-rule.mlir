// A function's custom rule is its derivative, whatever its body computes.
//
// RUN: sg-opt %s --grad-expand-derivatives | FileCheck %s
// RUN: sg-run %s --function=slopes --input=3 --expected-output=36 --expected-output=360 \
// RUN:   --expected-output=360 --expected-output=1920 --expected-output=1920
// RUN: sg-run %s --function=whole --input=3 --input=2 --expected-output=6 --expected-output=30 --expected-output=7.38905609893065
// RUN: sg-run %s --function=partly --input='2xf32=3 4' --input='3xf32=1 1 1' \
// RUN:   --expected-output='2xf32=6 8' --expected-output='2xf32=6 8' --tolerance=0
// RUN: sg-run %s --function=both --input=2 --expected-output=700 --expected-output=5
// RUN: sg-run %s --function=looped --input=1 --input=3 --expected-output=8 \
// RUN:   --expected-output=1000 --expected-output=1000
// RUN: sg-run %s --function=irrelevant --input=3 --expected-output=3 --expected-output=4 --expected-output=4

// The rule returns 10 x c for x and exp(w) c for w, although the body's
// derivatives are w and x. The integer argument is skipped.
func.func private @f_fwd(%x: f64, %n: i32, %w: f64) -> (f64, f64, f64) {
  %y = func.call @f(%x, %n, %w) : (f64, i32, f64) -> f64
  return %y, %x, %w : f64, f64, f64
}
func.func private @f_bwd(%x: f64, %w: f64, %c: f64) -> (f64, f64) {
  %ten = arith.constant 10.0 : f64
  %e = math.exp %w : f64
  %a = arith.mulf %ten, %c : f64
  %b = arith.mulf %a, %x : f64
  %d = arith.mulf %e, %c : f64
  return %b, %d : f64, f64
}
func.func private @f(%x: f64, %n: i32, %w: f64) -> f64
    attributes {no_inline, grad.custom_vjp = {forward = @f_fwd, backward = @f_bwd}} {
  %y = arith.mulf %x, %w : f64
  return %y : f64
}

// The cotangent of an inactive argument is not computed, and residuals that
// only it would read are not kept.
// CHECK-LABEL: func.func private @f_bwd_part(
// CHECK-SAME: [[X:%[a-z0-9]+]]: f64, [[C:%[a-z0-9]+]]: f64) -> f64
// CHECK-NEXT: [[TEN:%[a-z0-9_]+]] = arith.constant 1.000000e+01 : f64
// CHECK-NEXT: [[A:%[a-z0-9]+]] = arith.mulf [[TEN]], [[C]] : f64
// CHECK-NEXT: [[B:%[a-z0-9]+]] = arith.mulf [[A]], [[X]] : f64
// CHECK-NEXT: return [[B]] : f64
func.func private @squared(%x: f64) -> f64 {
  %n = arith.constant 3 : i32
  %w = arith.constant 2.0 : f64
  %y = func.call @f(%x, %n, %w) : (f64, i32, f64) -> f64
  %z = arith.mulf %y, %y : f64
  return %z : f64
}
func.func private @slope(%x: f64) -> f64 {
  %y:2 = grad.value_and_grad @squared(%x) : (f64) -> (f64, f64)
  return %y#1 : f64
}
// Forward mode transposes the rule. At second order the rule is differentiated:
// 2 y 10 x with y = 2 x, then 20 (10 x x + y).
func.func @slopes(%x: f64) -> (f64, f64, f64, f64, f64) {
  %one = arith.constant 1.0 : f64
  %y:2 = grad.value_and_grad @squared(%x) : (f64) -> (f64, f64)
  %t:2 = grad.jvp @squared(%x) tangents(%one) : (f64, f64) -> (f64, f64)
  %r:2 = grad.value_and_grad @slope(%x) : (f64) -> (f64, f64)
  %s:2 = grad.jvp @slope(%x) tangents(%one) : (f64, f64) -> (f64, f64)
  return %y#0, %y#1, %t#1, %r#1, %s#1 : f64, f64, f64, f64, f64
}
// A direct request calls the whole rule.
// CHECK-LABEL: func.func private @f_vjp(
// CHECK:         call @f_fwd(
// CHECK-NEXT:    call @f_bwd(
func.func @whole(%x: f64, %w: f64) -> (f64, f64, f64) {
  %n = arith.constant 0 : i32
  %y:3 = grad.value_and_grad @f(%x, %n, %w) : (f64, i32, f64) -> (f64, f64, f64)
  return %y#0, %y#1, %y#2 : f64, f64, f64
}

// Only one of two results is used: the cotangent of the other one is a zero of
// its size. An integer result has no cotangent.
func.func private @two_fwd(%x: tensor<?xf32>, %u: tensor<?xf32>)
    -> (tensor<?xf32>, i32, tensor<?xf32>, tensor<?xf32>) {
  %y, %n, %v = func.call @two(%x, %u) : (tensor<?xf32>, tensor<?xf32>) -> (tensor<?xf32>, i32, tensor<?xf32>)
  return %y, %n, %v, %x : tensor<?xf32>, i32, tensor<?xf32>, tensor<?xf32>
}
func.func private @two_bwd(%x: tensor<?xf32>, %dy: tensor<?xf32>, %dv: tensor<?xf32>)
    -> (tensor<?xf32>, tensor<?xf32>) {
  %d = arith.addf %x, %x : tensor<?xf32>
  %dx = arith.mulf %d, %dy : tensor<?xf32>
  return %dx, %dv : tensor<?xf32>, tensor<?xf32>
}
func.func private @two(%x: tensor<?xf32>, %u: tensor<?xf32>) -> (tensor<?xf32>, i32, tensor<?xf32>)
    attributes {no_inline, grad.custom_vjp = {forward = @two_fwd, backward = @two_bwd}} {
  %n = arith.constant 7 : i32
  %y = arith.mulf %x, %x : tensor<?xf32>
  return %y, %n, %u : tensor<?xf32>, i32, tensor<?xf32>
}
func.func private @first_of_two(%x: tensor<?xf32>, %u: tensor<?xf32>) -> tensor<?xf32> {
  %y, %n, %v = func.call @two(%x, %u) : (tensor<?xf32>, tensor<?xf32>) -> (tensor<?xf32>, i32, tensor<?xf32>)
  return %y : tensor<?xf32>
}
func.func @partly(%x: tensor<?xf32>, %u: tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>) {
  %one = arith.constant dense<1.0> : tensor<2xf32>
  %c = tensor.cast %one : tensor<2xf32> to tensor<?xf32>
  %y:2 = grad.vjp @first_of_two(%x, %u) cotangents(%c) {wrt = array<i64: 0>}
      : (tensor<?xf32>, tensor<?xf32>, tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>)
  %t:2 = grad.jvp @first_of_two(%x, %u) tangents(%c) {wrt = array<i64: 0>}
      : (tensor<?xf32>, tensor<?xf32>, tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>)
  return %y#1, %t#1 : tensor<?xf32>, tensor<?xf32>
}

// Given rules for both modes, each mode uses its rule.
func.func private @g_fwd(%x: f64) -> f64 {
  return %x : f64
}
func.func private @g_bwd(%c: f64) -> f64 {
  %k = arith.constant 700.0 : f64
  %d = arith.mulf %k, %c : f64
  return %d : f64
}
func.func private @g_jvp(%x: f64, %t: f64) -> (f64, f64) {
  %k = arith.constant 5.0 : f64
  %d = arith.mulf %k, %t : f64
  return %x, %d : f64, f64
}
func.func private @g(%x: f64) -> f64
    attributes {no_inline, grad.custom_vjp = {forward = @g_fwd, backward = @g_bwd}, grad.custom_jvp = @g_jvp} {
  return %x : f64
}
func.func @both(%x: f64) -> (f64, f64) {
  %one = arith.constant 1.0 : f64
  %y:2 = grad.value_and_grad @g(%x) : (f64) -> (f64, f64)
  %t:2 = grad.jvp @g(%x) tangents(%one) : (f64, f64) -> (f64, f64)
  return %y#1, %t#1 : f64, f64
}

// In a loop, with a rule for forward mode only: reverse mode transposes it.
func.func private @twice_jvp(%x: f64, %t: f64) -> (f64, f64) {
  %y = func.call @twice(%x) : (f64) -> f64
  %k = arith.constant 10.0 : f64
  %d = arith.mulf %k, %t : f64
  return %y, %d : f64, f64
}
func.func private @twice(%x: f64) -> f64 attributes {no_inline, grad.custom_jvp = @twice_jvp} {
  %y = arith.addf %x, %x : f64
  return %y : f64
}
func.func private @loop(%x: f64, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %y = scf.for %i = %c0 to %n step %c1 iter_args(%c = %x) -> f64 {
    %d = func.call @twice(%c) : (f64) -> f64
    scf.yield %d : f64
  }
  return %y : f64
}
func.func @looped(%x: f64, %n: index) -> (f64, f64, f64) {
  %one = arith.constant 1.0 : f64
  %y:2 = grad.value_and_grad @loop(%x, %n) : (f64, index) -> (f64, f64)
  %t:2 = grad.jvp @loop(%x, %n) tangents(%one) : (f64, index, f64) -> (f64, f64)
  return %y#0, %y#1, %t#1 : f64, f64, f64
}

// A stop in the body has no effect.
func.func private @stopped_fwd(%x: f64) -> f64 {
  return %x : f64
}
func.func private @stopped_bwd(%c: f64) -> f64 {
  %k = arith.constant 4.0 : f64
  %d = arith.mulf %k, %c : f64
  return %d : f64
}
func.func private @stopped(%x: f64) -> f64
    attributes {no_inline, grad.custom_vjp = {forward = @stopped_fwd, backward = @stopped_bwd}} {
  %s = grad.stop_gradient %x : f64
  return %s : f64
}
func.func @irrelevant(%x: f64) -> (f64, f64, f64) {
  %one = arith.constant 1.0 : f64
  %y:2 = grad.value_and_grad @stopped(%x) : (f64) -> (f64, f64)
  %t:2 = grad.jvp @stopped(%x) tangents(%one) : (f64, f64) -> (f64, f64)
  return %y#0, %y#1, %t#1 : f64, f64, f64
}

// A function without a body needs a rule, and has one.
// CHECK-LABEL: func.func private @outside_vjp(
// CHECK:         call @outside_fwd(
// CHECK-NEXT:    call @outside_bwd(
func.func private @outside_fwd(%x: f64) -> (f64, f64)
func.func private @outside_bwd(%r: f64, %c: f64) -> f64
func.func private @outside(%x: f64) -> f64
    attributes {grad.custom_vjp = {forward = @outside_fwd, backward = @outside_bwd}}
func.func private @of_outside(%x: f64) -> f64 {
  %y:2 = grad.value_and_grad @outside(%x) : (f64) -> (f64, f64)
  return %y#1 : f64
}
