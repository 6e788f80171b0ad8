// A derivative through grad.prevent_gradient is an error with the op's message
// and the path from the request. Other paths are accepted.
// RUN: not sg-opt %s --grad-expand-derivatives --split-input-file 2>&1 | FileCheck %s

func.func private @solver(%x: f64) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %y = scf.for %i = %c0 to %c1 step %c1 iter_args(%c = %x) -> f64 {
    // CHECK: [[#@LINE+4]]:12: error: 'grad.prevent_gradient' op must not be differentiated: no derivative of the solver
    // CHECK: [[#@LINE+1]]:10: note: while differentiating '@{{.*}}checkpoint', requested here
    %d = grad.checkpoint {
      // The op reports the error.
      %e = grad.prevent_gradient %c {message = "no derivative of the solver"} : f64
      grad.yield %e : f64
    } : f64
    scf.yield %d : f64
  }
  return %y : f64
}
func.func private @model(%x: f64) -> f64 {
  // CHECK: [[#@LINE+1]]:8: note: while differentiating '@solver', requested here
  %y = func.call @solver(%x) : (f64) -> f64
  return %y : f64
}
func.func @request(%x: f64) {
  // CHECK: [[#@LINE+1]]:3: note: while differentiating '@model', requested here
  grad.value_and_grad @model(%x) : (f64) -> (f64, f64)
  return
}

// -----

// Forward mode reports it too.
func.func private @solver(%x: f64) -> f64 {
  // CHECK: [[#@LINE+1]]:8: error: 'grad.prevent_gradient' op must not be differentiated: no
  %y = grad.prevent_gradient %x {message = "no"} : f64
  return %y : f64
}
func.func @request(%x: f64) {
  grad.jvp @solver(%x) tangents(%x) : (f64, f64) -> (f64, f64)
  return
}

// -----

// In a rule, the op allows the first derivative and rejects the second.
func.func private @once_fwd(%x: f64) -> (f64, f64) {
  return %x, %x : f64, f64
}
func.func private @once_bwd(%x: f64, %c: f64) -> f64 {
  // CHECK: [[#@LINE+1]]:8: error: 'grad.prevent_gradient' op must not be differentiated: once only
  %e = grad.prevent_gradient %x {message = "once only"} : f64
  %d = arith.mulf %e, %c : f64
  return %d : f64
}
func.func private @once(%x: f64) -> f64
    attributes {no_inline, grad.custom_vjp = {forward = @once_fwd, backward = @once_bwd}} {
  return %x : f64
}
func.func private @slope(%x: f64) -> f64 {
  %y:2 = grad.value_and_grad @once(%x) : (f64) -> (f64, f64)
  return %y#1 : f64
}
func.func @request(%x: f64) {
  // CHECK: [[#@LINE+1]]:3: note: while differentiating '@slope', requested here
  grad.jvp @slope(%x) tangents(%x) : (f64, f64) -> (f64, f64)
  return
}

// -----

// No derivative flows into a stop, or in the body of a function with a rule.
func.func private @solver(%x: f64) -> f64 {
  %y = grad.prevent_gradient %x {message = "never"} : f64
  return %y : f64
}
func.func private @ruled_jvp(%x: f64, %t: f64) -> (f64, f64) {
  return %x, %t : f64, f64
}
func.func private @ruled(%x: f64) -> f64 attributes {no_inline, grad.custom_jvp = @ruled_jvp} {
  %y = func.call @solver(%x) : (f64) -> f64
  return %y : f64
}
func.func private @model(%x: f64) -> f64 {
  %s = grad.stop_gradient %x : f64
  %y = func.call @solver(%s) : (f64) -> f64
  %z = func.call @ruled(%x) : (f64) -> f64
  %w = arith.mulf %y, %z : f64
  return %w : f64
}
func.func @request(%x: f64) {
  // CHECK-NOT: error
  grad.value_and_grad @model(%x) : (f64) -> (f64, f64)
  grad.jvp @model(%x) tangents(%x) : (f64, f64) -> (f64, f64)
  return
}
