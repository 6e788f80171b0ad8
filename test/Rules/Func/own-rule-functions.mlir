// What the functions of a rule may be: any function, with a loop, with blocks,
// with a rule of its own.
//
// RUN: sg-opt %s --grad-expand-derivatives | FileCheck %s
// RUN: sg-run %s --function=nested --input=3 --input=2 --expected-output=77 --expected-output=3
// RUN: sg-run %s --function=looped --input=3 --input=2 --expected-output=18 --expected-output=18
// RUN: sg-run %s --function=branching --input=-3 --expected-output=-1

// The backward half @f_bwd, which says x c for both arguments, has a rule
// itself: 77 times the cotangent of its first result. That stands for its body
// where a part of it is wanted, and where it is transposed.
// CHECK-LABEL: func.func private @f_bwd_part(
// CHECK-NEXT:    [[R:%[a-z0-9]+]]:2 = call @f_bwd(
// CHECK-NEXT:    return [[R]]#0 : f64
func.func private @f_fwd(%x: f64, %u: f64) -> (f64, f64) {
  %y = func.call @f(%x, %u) : (f64, f64) -> f64
  return %y, %x : f64, f64
}
func.func private @b_fwd(%x: f64, %c: f64) -> (f64, f64, f64) {
  %r:2 = func.call @f_bwd(%x, %c) : (f64, f64) -> (f64, f64)
  return %r#0, %r#1, %x : f64, f64, f64
}
func.func private @b_bwd(%x: f64, %da: f64, %db: f64) -> (f64, f64) {
  %k = arith.constant 77.0 : f64
  %dx = arith.mulf %k, %da : f64
  %sum = arith.addf %da, %db : f64
  %dc = arith.mulf %x, %sum : f64
  return %dx, %dc : f64, f64
}
func.func private @f_bwd(%x: f64, %c: f64) -> (f64, f64)
    attributes {no_inline, grad.custom_vjp = {forward = @b_fwd, backward = @b_bwd}} {
  %m = arith.mulf %c, %x : f64
  return %m, %m : f64, f64
}
func.func private @f(%x: f64, %u: f64) -> f64
    attributes {no_inline, grad.custom_vjp = {forward = @f_fwd, backward = @f_bwd}} {
  %y = arith.addf %x, %u : f64
  return %y : f64
}
func.func private @slope(%x: f64, %u: f64) -> f64 {
  %y:2 = grad.value_and_grad @f(%x, %u) {wrt = array<i64: 0>} : (f64, f64) -> (f64, f64)
  return %y#1 : f64
}
func.func @nested(%x: f64, %u: f64) -> (f64, f64) {
  %one = arith.constant 1.0 : f64
  %y:2 = grad.value_and_grad @slope(%x, %u) {wrt = array<i64: 0>} : (f64, f64) -> (f64, f64)
  %t:2 = grad.jvp @f(%x, %u) tangents(%one) {wrt = array<i64: 1>} : (f64, f64, f64) -> (f64, f64)
  return %y#1, %t#1 : f64, f64
}

// c x (2 x) (4 x) ... in a loop over n trips is linear in c, though c is carried
// beside what the transpose computes again.
func.func private @l_fwd(%x: f64, %n: index) -> (f64, f64, index) {
  %y = func.call @l(%x, %n) : (f64, index) -> f64
  return %y, %x, %n : f64, f64, index
}
func.func private @l_bwd(%x: f64, %n: index, %c: f64) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%slope = %c, %factor = %x) -> (f64, f64) {
    %next = arith.mulf %slope, %factor : f64
    %doubled = arith.addf %factor, %factor : f64
    scf.yield %next, %doubled : f64, f64
  }
  return %r#0 : f64
}
func.func private @l(%x: f64, %n: index) -> f64
    attributes {no_inline, grad.custom_vjp = {forward = @l_fwd, backward = @l_bwd}} {
  return %x : f64
}
func.func @looped(%x: f64, %n: index) -> (f64, f64) {
  %one = arith.constant 1.0 : f64
  %y:2 = grad.value_and_grad @l(%x, %n) : (f64, index) -> (f64, f64)
  %t:2 = grad.jvp @l(%x, %n) tangents(%one) : (f64, index, f64) -> (f64, f64)
  return %y#1, %t#1 : f64, f64
}

// A half with blocks: the sign of x, of which the second argument's is wanted.
func.func private @s_fwd(%x: f64, %u: f64) -> (f64, f64) {
  return %u, %x : f64, f64
}
func.func private @s_bwd(%x: f64, %c: f64) -> (f64, f64) {
  %zero = arith.constant 0.0 : f64
  %positive = arith.cmpf ogt, %x, %zero : f64
  cf.cond_br %positive, ^plus, ^minus
^plus:
  return %c, %c : f64, f64
^minus:
  %m = arith.negf %c : f64
  return %m, %m : f64, f64
}
func.func private @s(%x: f64, %u: f64) -> f64
    attributes {no_inline, grad.custom_vjp = {forward = @s_fwd, backward = @s_bwd}} {
  return %u : f64
}
func.func @branching(%x: f64) -> f64 {
  %y:2 = grad.value_and_grad @s(%x, %x) {wrt = array<i64: 1>} : (f64, f64) -> (f64, f64)
  return %y#1 : f64
}
