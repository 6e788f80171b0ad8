// RUN: not sg-opt %s --grad-expand-derivatives --split-input-file 2>&1 | FileCheck %s

// Rules are checked even if no request reaches them.

// CHECK: [[#@LINE+2]]:1: error: 'func.func' op names '@missing' as its rule's forward half, which is not a func.func of this module
// CHECK: [[#@LINE+1]]:1: note: define that function, or correct the name
func.func private @f(%x: f64) -> f64
    attributes {no_inline, grad.custom_vjp = {forward = @missing, backward = @missing}}

// -----

// CHECK: [[#@LINE+2]]:1: error: 'func.func' op names '@f_fw' as its rule's forward half, which is not a func.func of this module
// CHECK: [[#@LINE+3]]:1: note: did you mean '@f_fwd'?
func.func private @f(%x: f64) -> f64
    attributes {no_inline, grad.custom_vjp = {forward = @f_fw, backward = @f_bwd}}
func.func private @f_fwd(%x: f64) -> f64
func.func private @f_bwd(%c: f64) -> f64

// -----

// CHECK: [[#@LINE+2]]:1: error: 'func.func' op expects its rule's forward half '@f_fwd' to have the type '(f64, i32) -> f64', followed by residuals, but that has the type '(f64) -> (f64, f64)'
// CHECK: [[#@LINE+3]]:1: note: it is defined here; give it that type, or name another function
func.func private @f(%x: f64, %n: i32) -> f64
    attributes {no_inline, grad.custom_vjp = {forward = @f_fwd, backward = @f_bwd}}
func.func private @f_fwd(%x: f64) -> (f64, f64)
func.func private @f_bwd(%r: f64, %c: f64) -> f64

// -----

// Expects the residual, the cotangents of floats, and gradients of floats.
// CHECK: [[#@LINE+1]]:1: error: 'func.func' op expects its rule's backward half '@f_bwd' to have the type '(i1, f32) -> f64', but that has the type '(i1, f32, i32) -> (f64, i32)'
func.func private @f(%x: f64, %n: i32) -> (f32, i32)
    attributes {no_inline, grad.custom_vjp = {forward = @f_fwd, backward = @f_bwd}}
func.func private @f_fwd(%x: f64, %n: i32) -> (f32, i32, i1)
func.func private @f_bwd(%r: i1, %c: f32, %m: i32) -> (f64, i32)

// -----

// CHECK: [[#@LINE+1]]:1: error: 'func.func' op expects its forward rule '@f_jvp' to have the type '(f64, i32, f64) -> (f32, i32, f32)', but that has the type '(f64, f64) -> (f32, f32)'
func.func private @f(%x: f64, %n: i32) -> (f32, i32) attributes {no_inline, grad.custom_jvp = @f_jvp}
func.func private @f_jvp(%x: f64, %t: f64) -> (f32, f32)

// -----

// A rule that is not linear in the cotangent serves reverse mode only.
func.func private @f_fwd(%x: f64) -> f64
func.func private @f_bwd(%c: f64) -> f64 {
  %d = arith.mulf %c, %c : f64
  return %d : f64
}
func.func private @f(%x: f64) -> f64
    attributes {no_inline, grad.custom_vjp = {forward = @f_fwd, backward = @f_bwd}}
func.func @request(%x: f64) {
  grad.vjp @f(%x) cotangents(%x) : (f64, f64) -> (f64, f64)
  // CHECK: [[#@LINE+1]]:3: error: 'grad.jvp' op needs a derivative of '@f' by transposing its rule '@f_bwd', which is not linear in its tangents or cotangents; give it a rule for this mode too (grad.custom_jvp)
  grad.jvp @f(%x) tangents(%x) : (f64, f64) -> (f64, f64)
  return
}

// -----

// A rule that is the sign of the cotangent serves reverse mode only, too. Its
// derivative is zero, but the rule is not.
func.func private @f_fwd(%x: f64) -> f64
func.func private @f_bwd(%c: f64) -> f64 {
  %zero = arith.constant 0.0 : f64
  %one = arith.constant 1.0 : f64
  // CHECK: error: 'grad.jvp' op needs a derivative of '@f' by transposing its rule '@f_bwd', which is not linear in its tangents or cotangents
  // CHECK: [[#@LINE+1]]:15: note: this has no derivative
  %positive = arith.cmpf ogt, %c, %zero : f64
  %d = arith.select %positive, %one, %zero : f64
  return %d : f64
}
func.func private @f(%x: f64) -> f64
    attributes {no_inline, grad.custom_vjp = {forward = @f_fwd, backward = @f_bwd}}
func.func @request(%x: f64) {
  grad.vjp @f(%x) cotangents(%x) : (f64, f64) -> (f64, f64)
  grad.jvp @f(%x) tangents(%x) : (f64, f64) -> (f64, f64)
  return
}

// -----

// A stop on the path of the tangent, in a function that the rule calls.
func.func private @partly(%t: f64) -> f64 {
  // CHECK: error: 'func.call' op needs a derivative of '@f' by transposing its rule '@f_jvp', which is not linear in its tangents or cotangents
  // CHECK: [[#@LINE+1]]:8: note: this has no derivative
  %s = grad.stop_gradient %t : f64
  %d = arith.addf %s, %t : f64
  return %d : f64
}
func.func private @f_jvp(%x: f64, %t: f64) -> (f64, f64) {
  %d = func.call @partly(%t) : (f64) -> f64
  return %x, %d : f64, f64
}
func.func private @f(%x: f64) -> f64 attributes {no_inline, grad.custom_jvp = @f_jvp}
func.func @request(%x: f64) {
  grad.vjp @f(%x) cotangents(%x) : (f64, f64) -> (f64, f64)
  return
}

// -----

func.func private @f_jvp(%x: f64, %t: f64) -> (f64, f64)
func.func private @f(%x: f64) -> f64 attributes {no_inline, grad.custom_jvp = @f_jvp}
func.func @request(%x: f64) {
  grad.jvp @f(%x) tangents(%x) : (f64, f64) -> (f64, f64)
  // CHECK: [[#@LINE-3]]:1: error: 'func.call' op needs a derivative of '@f' by transposing its rule '@f_jvp', which has no body; give it a rule for this mode too (grad.custom_vjp)
  grad.vjp @f(%x) cotangents(%x) : (f64, f64) -> (f64, f64)
  return
}

// -----

// Transposing the rule for reverse mode needs a derivative of @f, which only
// the rule defines.
func.func private @f_jvp(%x: f64, %t: f64) -> (f64, f64) {
  %y = func.call @f(%x) : (f64) -> f64
  // CHECK: [[#@LINE+1]]:8: error: 'func.call' op needs a derivative of '@f' to transpose the rule that computes it; give '@f' a rule for this mode too
  %d = func.call @f(%t) : (f64) -> f64
  return %y, %d : f64, f64
}
func.func private @f(%x: f64) -> f64 attributes {no_inline, grad.custom_jvp = @f_jvp} {
  %y = arith.addf %x, %x : f64
  return %y : f64
}
func.func @request(%x: f64) {
  grad.jvp @f(%x) tangents(%x) : (f64, f64) -> (f64, f64)
  // CHECK: [[#@LINE+1]]:3: note: while differentiating '@f', requested here
  grad.vjp @f(%x) cotangents(%x) : (f64, f64) -> (f64, f64)
  return
}

// -----

// A function with several blocks is called, but cannot be transposed.
func.func private @f_fwd(%x: f64) -> f64
func.func private @f_bwd(%c: f64) -> f64 {
  cf.br ^next
^next:
  return %c : f64
}
func.func private @f(%x: f64) -> f64
    attributes {no_inline, grad.custom_vjp = {forward = @f_fwd, backward = @f_bwd}}
func.func @request(%x: f64) {
  grad.vjp @f(%x) cotangents(%x) : (f64, f64) -> (f64, f64)
  // CHECK: [[#@LINE+1]]:3: error: 'grad.jvp' op needs a derivative of '@f_bwd', which has branches between blocks; run --lift-cf-to-scf first
  grad.jvp @f(%x) tangents(%x) : (f64, f64) -> (f64, f64)
  return
}

// -----

// A function without body or rule, and an unknown function.
func.func private @f(%x: f64) -> f64
func.func private @call(%x: f64) -> f64 {
  // CHECK: [[#@LINE+2]]:8: error: 'func.call' op passes a value that depends on a differentiated input to memory or unknown code
  // CHECK: [[#@LINE+1]]:8: note: stop the derivative before it with grad.stop_gradient, or call a function that has a custom rule (grad.custom_vjp, grad.custom_jvp)
  %y = func.call @f(%x) : (f64) -> f64
  return %y : f64
}
func.func @request(%x: f64) {
  grad.vjp @call(%x) cotangents(%x) : (f64, f64) -> (f64, f64)
  return
}

// -----

func.func private @call(%x: f64, %f: (f64) -> f64) -> f64 {
  // CHECK: [[#@LINE+2]]:8: error: 'func.call_indirect' op passes a value that depends on a differentiated input to memory or unknown code
  // CHECK: [[#@LINE+1]]:8: note: stop the derivative before it with grad.stop_gradient, or call a function that has a custom rule
  %y = func.call_indirect %f(%x) : (f64) -> f64
  return %y : f64
}
func.func @request(%x: f64, %f: (f64) -> f64) {
  grad.jvp @call(%x, %f) tangents(%x) {wrt = array<i64: 0>} : (f64, (f64) -> f64, f64) -> (f64, f64)
  return
}

// -----

// The derivative is zero, but its type has no zero.
func.func private @f_fwd(%x: f8E8M0FNU, %u: f8E8M0FNU) -> (f8E8M0FNU, f8E8M0FNU)
func.func private @f_bwd(%c: f8E8M0FNU, %d: f8E8M0FNU) -> (f8E8M0FNU, f8E8M0FNU)
func.func private @f(%x: f8E8M0FNU, %u: f8E8M0FNU) -> (f8E8M0FNU, f8E8M0FNU)
    attributes {no_inline, grad.custom_vjp = {forward = @f_fwd, backward = @f_bwd}}
func.func private @first(%x: f8E8M0FNU, %u: f8E8M0FNU) -> f8E8M0FNU {
  // CHECK: [[#@LINE+1]]:10: error: 'func.call' op needs a zero of type f8E8M0FNU for a derivative that is absent, which that type cannot represent
  %y:2 = func.call @f(%x, %u) : (f8E8M0FNU, f8E8M0FNU) -> (f8E8M0FNU, f8E8M0FNU)
  return %y#0 : f8E8M0FNU
}
func.func @request(%x: f8E8M0FNU) {
  grad.vjp @first(%x, %x) cotangents(%x) : (f8E8M0FNU, f8E8M0FNU, f8E8M0FNU) -> (f8E8M0FNU, f8E8M0FNU, f8E8M0FNU)
  return
}
