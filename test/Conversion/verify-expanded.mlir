// RUN: sg-opt %s --grad-verify-expanded --split-input-file --verify-diagnostics

// No such op is left.
func.func @clean(%x: f64) -> f64 {
  %y = math.exp %x : f64
  return %y : f64
}

// -----

func.func private @f(%x: f64) -> f64
func.func @request(%x: f64) -> f64 {
  // expected-error @below {{'grad.vjp' op is left; --grad-expand-derivatives removes it}}
  %y, %dx = grad.vjp @f(%x) cotangents(%x) : (f64, f64) -> (f64, f64)
  return %dx : f64
}

// -----

func.func @stop(%x: f64) -> f64 {
  // expected-error @below {{'grad.stop_gradient' op is left; --grad-erase-stop-gradient removes it}}
  %y = grad.stop_gradient %x : f64
  return %y : f64
}

// -----

func.func @attribute(%x: f64, %n: index) -> f64 {
  %c1 = arith.constant 1 : index
  // expected-error @below {{'scf.for' op has 'grad.checkpoint_slots' left; --grad-erase-stop-gradient removes it}}
  %r = scf.for %i = %c1 to %n step %c1 iter_args(%y = %x) -> f64 {
    scf.yield %y : f64
  } {grad.checkpoint_slots = 10 : i64}
  return %r : f64
}
