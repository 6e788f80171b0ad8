// All ops and attributes of version 2 of the dialect, as text. bytecode.test
// describes its use.

// The gradient of x^2 + 3 stop(x) y, requested by each op.
func.func @f(%x: f64, %y: f64) -> f64 {
  %three = arith.constant 3.0 : f64
  %stopped = grad.stop_gradient %x {name = "x"} : f64
  %scaled = arith.mulf %stopped, %y : f64
  %line = arith.mulf %three, %scaled : f64
  %square = arith.mulf %x, %x : f64
  %z = arith.addf %square, %line : f64
  return %z : f64
}
func.func @gradient(%x: f64, %y: f64) -> (f64, f64, f64) {
  %z, %d:2 = grad.value_and_grad @f(%x, %y) : (f64, f64) -> (f64, f64, f64)
  return %z, %d#0, %d#1 : f64, f64, f64
}
func.func @strict(%x: f64, %y: f64) -> (f64, f64, f64) {
  %z, %d:2 = grad.value_and_grad @f(%x, %y) {strict, wrt = array<i64: 1, 0>} : (f64, f64) -> (f64, f64, f64)
  return %z, %d#0, %d#1 : f64, f64, f64
}
func.func @pullback(%x: f64, %y: f64, %c: f64) -> (f64, f64) {
  %z, %dx = grad.vjp @f(%x, %y) cotangents(%c) {wrt = array<i64: 1>} : (f64, f64, f64) -> (f64, f64)
  return %z, %dx : f64, f64
}
func.func @pullback_strict(%x: f64, %y: f64, %c: f64) -> (f64, f64, f64) {
  %z, %d:2 = grad.vjp @f(%x, %y) cotangents(%c) {strict} : (f64, f64, f64) -> (f64, f64, f64)
  return %z, %d#0, %d#1 : f64, f64, f64
}
func.func @pushforward(%x: f64, %y: f64, %t: f64) -> (f64, f64) {
  %z, %dz = grad.jvp @f(%x, %y) tangents(%t) {wrt = array<i64: 0>} : (f64, f64, f64) -> (f64, f64)
  return %z, %dz : f64, f64
}
func.func @pushforward_strict(%x: f64, %y: f64, %t: f64) -> (f64, f64) {
  %z, %dz = grad.jvp @f(%x, %y) tangents(%t, %t) {strict} : (f64, f64, f64, f64) -> (f64, f64)
  return %z, %dz : f64, f64
}
func.func @gradient_strong(%x: f64, %y: f64) -> (f64, f64, f64) {
  %z, %d:2 = grad.value_and_grad @f(%x, %y) {strong_zero} : (f64, f64) -> (f64, f64, f64)
  return %z, %d#0, %d#1 : f64, f64, f64
}
func.func @pullback_strong(%x: f64, %y: f64, %c: f64) -> (f64, f64) {
  %z, %dx = grad.vjp @f(%x, %y) cotangents(%c) {strict, strong_zero, wrt = array<i64: 1>} : (f64, f64, f64) -> (f64, f64)
  return %z, %dx : f64, f64
}
func.func @pushforward_strong(%x: f64, %y: f64, %t: f64) -> (f64, f64) {
  %z, %dz = grad.jvp @f(%x, %y) tangents(%t, %t) {strong_zero} : (f64, f64, f64, f64) -> (f64, f64)
  return %z, %dz : f64, f64
}

func.func @prevented(%x: f64) -> f64 {
  %y = grad.prevent_gradient %x {message = "not this one"} : f64
  return %y : f64
}
func.func @unnamed(%x: tensor<?xi1>) -> tensor<?xi1> {
  %y = grad.stop_gradient %x : tensor<?xi1>
  return %y : tensor<?xi1>
}
func.func @checkpoint(%x: f64) -> f64 {
  %h:2 = grad.checkpoint {
    %e = math.exp %x : f64
    grad.yield %e, %x : f64, f64
  } : f64, f64
  grad.checkpoint {
    grad.yield
  }
  %y = arith.mulf %h#0, %h#1 : f64
  return %y : f64
}

func.func @schedules(%x: f64, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = scf.for %i = %c0 to %n step %c1 iter_args(%s = %x) -> f64 {
    %next = math.sin %s : f64
    scf.yield %next : f64
  } {grad.checkpoint_every = 2 : i64}
  %b = scf.for %i = %c0 to %n step %c1 iter_args(%s = %a) -> f64 {
    %next = math.cos %s : f64
    scf.yield %next : f64
  } {grad.checkpoint_slots = 3 : i64}
  return %b : f64
}
func.func @recomputed(%x: f64) -> f64 attributes {no_inline, grad.checkpoint} {
  return %x : f64
}
func.func @same(%x: f64) -> f64 attributes {no_inline, grad.checkpoint = @recomputed} {
  return %x : f64
}
func.func @own(%x: f64) -> f64
    attributes {no_inline, grad.custom_vjp = {forward = @own_forward, backward = @own_backward}, grad.custom_jvp = @own_tangent} {
  return %x : f64
}
func.func private @own_forward(%x: f64) -> (f64, f64) {
  return %x, %x : f64, f64
}
func.func private @own_backward(%x: f64, %c: f64) -> f64 {
  return %c : f64
}
func.func private @own_tangent(%x: f64, %t: f64) -> (f64, f64) {
  return %x, %t : f64, f64
}
