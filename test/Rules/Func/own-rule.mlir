// A function's own rule says what its derivative is, also where its body has
// none; such rules are not applied yet.
//
// RUN: not sg-opt %s --grad-expand-derivatives 2>&1 | FileCheck %s

func.func private @forward_of_own(%x: f64) -> (f64, f64) {
  return %x, %x : f64, f64
}
func.func private @backward_of_own(%r: f64, %d: f64) -> f64 {
  return %d : f64
}
func.func private @own(%x: f64) -> f64
    attributes {no_inline, grad.custom_vjp = {forward = @forward_of_own, backward = @backward_of_own}} {
  %s = grad.stop_gradient %x : f64
  return %s : f64
}
func.func private @calls_own(%x: f64) -> f64 {
  // CHECK: own-rule.mlir:[[#@LINE+1]]:{{.*}} error: 'func.call' op needs a derivative of '@own', which has 'grad.custom_vjp'
  %y = call @own(%x) : (f64) -> f64
  return %y : f64
}
func.func @own_rule(%x: f64) -> f64 {
  %y, %dx = grad.value_and_grad @calls_own(%x) : (f64) -> (f64, f64)
  return %dx : f64
}
