// The functions of a rule may be any functions: with a loop, with several
// blocks, or with a custom rule.
//
// RUN: sg-opt %s --grad-expand-derivatives | FileCheck %s
// RUN: sg-run %s --function=nested --input=3 --input=2 --expected-output=77 --expected-output=3
// RUN: sg-run %s --function=looped --input=3 --input=2 --expected-output=18 --expected-output=18
// RUN: sg-run %s --function=branching --input=-3 --expected-output=-1
// RUN: sg-run %s --function=reshaped --input='4xf64=1 2 3 4' --input='4xf64=1 -2 3 0.5' --input='4xf64=0.3 2 -3 5' \
// RUN:   --expected-output=-14.1 --expected-output=-14.1 --expected-output='4xf64=3 -4 4 1' --tolerance=1e-14
// RUN: sg-run %s --function=stopped --input=3 --expected-output=3 --expected-output=3 --expected-output=0

// The backward half @f_bwd, whose body returns x c for both arguments, has a
// custom rule: 77 times the cotangent of its first result. The rule replaces
// its body where only a part of it is needed, and where it is transposed.
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

// c x (2 x) (4 x) ... in a loop over n trips is linear in c. The loop carries c
// next to values that the transpose recomputes.
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

// A half with several blocks: the sign of x. Only the gradient of the second
// argument is needed.
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

// Linear in c: the first half of its elements, sorted by parity and followed by
// zeros, and 2 c. The sizes of c, which are dynamic, are read separately.
func.func private @r_fwd(%x: tensor<?xf64>) -> tensor<?xf64> {
  return %x : tensor<?xf64>
}
func.func private @r_bwd(%c: tensor<?xf64>) -> tensor<?xf64> {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %zero = arith.constant 0.0 : f64
  %n = tensor.dim %c, %c0 : tensor<?xf64>
  %m = arith.divui %n, %c2 : index
  %pairs = tensor.expand_shape %c [[0, 1]] output_shape [%m, 2] : tensor<?xf64> into tensor<?x2xf64>
  %room = tensor.empty(%m) : tensor<2x?xf64>
  %turned = linalg.transpose ins(%pairs : tensor<?x2xf64>) outs(%room : tensor<2x?xf64>) permutation = [1, 0]
  %sorted = tensor.collapse_shape %turned [[0, 1]] : tensor<2x?xf64> into tensor<?xf64>
  %half = tensor.extract_slice %sorted[0] [%m] [1] : tensor<?xf64> to tensor<?xf64>
  %padded = tensor.pad %half low[0] high[%m] {
  ^bb0(%i: index):
    tensor.yield %zero : f64
  } : tensor<?xf64> to tensor<?xf64>
  %twice = linalg.add ins(%c, %c : tensor<?xf64>, tensor<?xf64>) outs(%c : tensor<?xf64>) -> tensor<?xf64>
  %d = arith.addf %padded, %twice : tensor<?xf64>
  return %d : tensor<?xf64>
}
func.func private @r(%x: tensor<?xf64>) -> tensor<?xf64>
    attributes {no_inline, grad.custom_vjp = {forward = @r_fwd, backward = @r_bwd}} {
  return %x : tensor<?xf64>
}
// The results are <c, forward(t)>, <reverse(c), t> and forward(t).
func.func private @dot(%a: tensor<?xf64>, %b: tensor<?xf64>) -> f64 {
  %zero = arith.constant dense<0.0> : tensor<f64>
  %sum = linalg.dot ins(%a, %b : tensor<?xf64>, tensor<?xf64>) outs(%zero : tensor<f64>) -> tensor<f64>
  %y = tensor.extract %sum[] : tensor<f64>
  return %y : f64
}
func.func @reshaped(%x: tensor<?xf64>, %t: tensor<?xf64>, %c: tensor<?xf64>) -> (f64, f64, tensor<?xf64>) {
  %f:2 = grad.jvp @r(%x) tangents(%t) : (tensor<?xf64>, tensor<?xf64>) -> (tensor<?xf64>, tensor<?xf64>)
  %b:2 = grad.vjp @r(%x) cotangents(%c) : (tensor<?xf64>, tensor<?xf64>) -> (tensor<?xf64>, tensor<?xf64>)
  %left = func.call @dot(%c, %f#1) : (tensor<?xf64>, tensor<?xf64>) -> f64
  %right = func.call @dot(%b#1, %t) : (tensor<?xf64>, tensor<?xf64>) -> f64
  return %left, %right, %f#1 : f64, f64, tensor<?xf64>
}

// A stop in a rule takes effect when the rule is differentiated: stop(x) c.
func.func private @t_fwd(%x: f64) -> (f64, f64) {
  return %x, %x : f64, f64
}
func.func private @t_bwd(%x: f64, %c: f64) -> f64 {
  %s = grad.stop_gradient %x : f64
  %d = arith.mulf %s, %c : f64
  return %d : f64
}
func.func private @t(%x: f64) -> f64
    attributes {no_inline, grad.custom_vjp = {forward = @t_fwd, backward = @t_bwd}} {
  return %x : f64
}
func.func private @t_slope(%x: f64) -> f64 {
  %y:2 = grad.value_and_grad @t(%x) : (f64) -> (f64, f64)
  return %y#1 : f64
}
func.func @stopped(%x: f64) -> (f64, f64, f64) {
  %one = arith.constant 1.0 : f64
  %t:2 = grad.jvp @t(%x) tangents(%one) : (f64, f64) -> (f64, f64)
  %y:2 = grad.value_and_grad @t_slope(%x) : (f64) -> (f64, f64)
  return %t#1, %y#0, %y#1 : f64, f64, f64
}
