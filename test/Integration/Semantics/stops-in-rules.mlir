// Stops in the functions of a rule take effect when the rule is differentiated.
// f, f', f'' and f''' in all mixtures of modes. (If a rule stops its tangent or
// cotangent, it cannot be transposed, which is an error.)

// Rules for x^3 in either mode stop a part of the derivative: 3 stop(x) x and 3
// x^2 - stop(x^2). At 2, the derivatives are 12 and 3 * 2, and 8, 6 * 2 and 6.
// RUN: sed s/FACT/half_by_vjp/g %{orders} --input=2 --expected-output='8 12 6 0'
// RUN: sed s/FACT/half_by_jvp/g %{orders} --input=2 --expected-output='8 12 6 0'
// RUN: sed s/FACT/less_by_vjp/g %{orders} --input=2 --expected-output='8 8 12 6'
// RUN: sed s/FACT/less_by_jvp/g %{orders} --input=2 --expected-output='8 8 12 6'
func.func private @cube(%x: f64) -> f64 {
  %s = arith.mulf %x, %x : f64
  %y = arith.mulf %s, %x : f64
  return %y : f64
}
func.func private @half(%x: f64) -> f64 {
  %three = arith.constant 3.0 : f64
  %s = grad.stop_gradient %x : f64
  %p = arith.mulf %s, %x : f64
  %y = arith.mulf %three, %p : f64
  return %y : f64
}
func.func private @less(%x: f64) -> f64 {
  %three = arith.constant 3.0 : f64
  %p = arith.mulf %x, %x : f64
  %s = grad.stop_gradient %p : f64
  %q = arith.mulf %three, %p : f64
  %y = arith.subf %q, %s : f64
  return %y : f64
}
func.func private @half_by_vjp(%x: f64) -> f64
    attributes {no_inline, grad.custom_vjp = {forward = @half_forward, backward = @half_backward}} {
  %y = call @cube(%x) : (f64) -> f64
  return %y : f64
}
func.func private @less_by_vjp(%x: f64) -> f64
    attributes {no_inline, grad.custom_vjp = {forward = @less_forward, backward = @less_backward}} {
  %y = call @cube(%x) : (f64) -> f64
  return %y : f64
}
func.func private @half_forward(%x: f64) -> (f64, f64) {
  %y = call @half_by_vjp(%x) : (f64) -> f64
  return %y, %x : f64, f64
}
func.func private @less_forward(%x: f64) -> (f64, f64) {
  %y = call @less_by_vjp(%x) : (f64) -> f64
  return %y, %x : f64, f64
}
func.func private @half_backward(%x: f64, %dy: f64) -> f64 {
  %s = call @half(%x) : (f64) -> f64
  %dx = arith.mulf %s, %dy : f64
  return %dx : f64
}
func.func private @less_backward(%x: f64, %dy: f64) -> f64 {
  %s = call @less(%x) : (f64) -> f64
  %dx = arith.mulf %dy, %s : f64
  return %dx : f64
}
func.func private @half_by_jvp(%x: f64) -> f64 attributes {no_inline, grad.custom_jvp = @half_rule} {
  %y = call @cube(%x) : (f64) -> f64
  return %y : f64
}
func.func private @half_rule(%x: f64, %dx: f64) -> (f64, f64) {
  %y = call @half_by_jvp(%x) : (f64) -> f64
  %s = call @half(%x) : (f64) -> f64
  %dy = arith.mulf %s, %dx : f64
  return %y, %dy : f64, f64
}
func.func private @less_by_jvp(%x: f64) -> f64 attributes {no_inline, grad.custom_jvp = @less_rule} {
  %y = call @cube(%x) : (f64) -> f64
  return %y : f64
}
func.func private @less_rule(%x: f64, %dx: f64) -> (f64, f64) {
  %y = call @less_by_jvp(%x) : (f64) -> f64
  %s = call @less(%x) : (f64) -> f64
  %dy = arith.mulf %s, %dx : f64
  return %y, %dy : f64, f64
}

// The residual 3 stop(x^2) is stopped, so the second derivative is zero.
// RUN: sed s/FACT/stopped_residual/g %{orders} --input=2 --expected-output='8 12 0 0'
func.func private @stopped_residual(%x: f64) -> f64
    attributes {no_inline, grad.custom_vjp = {forward = @residual_forward, backward = @residual_backward}} {
  %y = call @cube(%x) : (f64) -> f64
  return %y : f64
}
func.func private @residual_forward(%x: f64) -> (f64, f64) {
  %three = arith.constant 3.0 : f64
  %y = call @cube(%x) : (f64) -> f64
  %p = arith.mulf %x, %x : f64
  %q = arith.mulf %three, %p : f64
  %s = grad.stop_gradient %q : f64
  return %y, %s : f64, f64
}
func.func private @residual_backward(%slope: f64, %dy: f64) -> f64 {
  %dx = arith.mulf %slope, %dy : f64
  return %dx : f64
}

// A loop with recomputed iterations multiplies p by q, each with a rule of
// another kind. Both have the derivatives 12, 6 and 0, so p q has 2 (8 * 12), 2
// (12 * 12 + 8 * 6), 6 (12 * 6).
// RUN: sed s/FACT/trips/g %{orders} --input=2 --expected-output='64 192 384 432'
func.func private @trips(%x: f64) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %one = arith.constant 1.0 : f64
  %y = scf.for %i = %c0 to %c2 step %c1 iter_args(%c = %one) -> f64 {
    %even = arith.cmpi eq, %i, %c0 : index
    %p = scf.if %even -> f64 {
      %q = func.call @half_by_vjp(%x) : (f64) -> f64
      scf.yield %q : f64
    } else {
      %q = func.call @half_by_jvp(%x) : (f64) -> f64
      scf.yield %q : f64
    }
    %next = arith.mulf %c, %p : f64
    scf.yield %next : f64
  } {grad.checkpoint_every = 1 : i64}
  return %y : f64
}
