// RUN: sg-opt %s --grad-lint --split-input-file --verify-diagnostics -o /dev/null
// RUN: sg-opt %s --grad-lint="ignore=frozen-but-updated,zero-derivative,stop-without-effect" --split-input-file -o /dev/null 2>&1 | not grep ' warning: '
// RUN: not sg-opt %s --grad-lint="ignore=late" --split-input-file -o /dev/null 2>&1 | FileCheck %s --check-prefix=NAME
// RUN: sg-opt %s --split-input-file > %t.before
// RUN: sg-opt %s --grad-lint --split-input-file 2> %t.warnings | cmp - %t.before

// NAME: error: grad-lint: there is no warning 'late' to ignore; there are frozen-but-updated, zero-derivative, partly-stopped-maximum, unbounded-derivative, unchosen-derivative, unchosen-product, late-stop, stop-without-effect

// The gradient of a frozen input is requested and used: it is zero.
func.func private @loss(%x: f64, %target: f64) -> f64 {
  // expected-note @below {{blocked by 'grad.stop_gradient' named "target"}}
  %t = grad.stop_gradient %target {name = "target"} : f64
  %d = arith.subf %x, %t : f64
  %y = arith.mulf %d, %d : f64
  return %y : f64
}
func.func @updated(%x: f64, %target: f64) -> (f64, f64) {
  // expected-warning @below {{'grad.value_and_grad' requests the derivative in argument 1 of '@loss', which is always zero: every path is stopped [frozen-but-updated]}}
  // expected-note @below {{leave it out of 'wrt' if it is meant to be frozen, or remove the stop}}
  %y, %dx, %dt = grad.value_and_grad @loss(%x, %target) : (f64, f64) -> (f64, f64, f64)
  return %dx, %dt : f64, f64
}
// Each of two frozen inputs is reported.
func.func private @two(%x: f64, %a: f64, %b: f64) -> f64 {
  %s = arith.mulf %a, %b : f64
  // expected-note @below {{blocked by 'grad.stop_gradient'}}
  %t = grad.stop_gradient %s : f64
  %y = arith.mulf %x, %t : f64
  return %y : f64
}
func.func @both_updated(%x: f64) -> (f64, f64) {
  // expected-warning @below {{in argument 1 of '@two'}}
  // expected-warning @below {{in argument 2 of '@two'}}
  // expected-note @below {{leave it out of 'wrt'}}
  %y, %dx, %da, %db = grad.value_and_grad @two(%x, %x, %x) : (f64, f64, f64) -> (f64, f64, f64, f64)
  return %da, %db : f64, f64
}
// No warning if the gradient is omitted, or if nothing uses the zero.
func.func @left_out(%x: f64, %target: f64) -> f64 {
  %y, %dx = grad.value_and_grad @loss(%x, %target) {wrt = array<i64: 0>} : (f64, f64) -> (f64, f64)
  return %dx : f64
}
func.func @unused(%x: f64, %target: f64) -> f64 {
  %y, %dx, %dt = grad.vjp @loss(%x, %target) cotangents(%x) : (f64, f64, f64) -> (f64, f64, f64)
  return %dx : f64
}

// -----

// A path avoids one of the two stops: both have an effect.
func.func private @quantized(%x: f64) -> f64 {
  %r = math.roundeven %x : f64
  %d = arith.subf %r, %x : f64
  %s = grad.stop_gradient %d : f64
  %y = arith.addf %x, %s : f64
  return %y : f64
}
func.func @straight_through(%x: f64, %c: f64) -> f64 {
  %y, %dx = grad.vjp @quantized(%x) cotangents(%c) : (f64, f64) -> (f64, f64)
  return %dx : f64
}

// -----

// Every path is rounded, in a callee and in a loop: the straight-through
// estimator is missing.
func.func private @round(%x: f64) -> f64 {
  // expected-note @below {{blocked by 'math.roundeven'}}
  %r = math.roundeven %x : f64
  return %r : f64
}
func.func private @quantized(%x: f64, %w: f64, %n: index) -> f64 {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %y = scf.for %i = %zero to %n step %one iter_args(%a = %w) -> f64 {
    %r = func.call @round(%x) : (f64) -> f64
    %b = arith.mulf %r, %a : f64
    scf.yield %b : f64
  }
  return %y : f64
}
func.func @forgotten(%x: f64, %w: f64, %n: index) -> f64 {
  // expected-warning @below {{'grad.jvp' requests the derivative in argument 0 of '@quantized', which is always zero: every path goes through an op that is piecewise constant [zero-derivative]}}
  // expected-note @below {{for a straight-through estimator add x - stop_gradient(x)}}
  %y, %dy = grad.jvp @quantized(%x, %w, %n) tangents(%x, %w) : (f64, f64, index, f64, f64) -> (f64, f64)
  return %dy : f64
}

// -----

// A comparison that selects is a step function; with a smooth path next to it
// there is no warning.
func.func private @step(%x: f64, %z: f64) -> f64 {
  %zero = arith.constant 0.0 : f64
  %one = arith.constant 1.0 : f64
  // expected-note @below {{blocked by 'arith.cmpf'}}
  %p = arith.cmpf ogt, %x, %zero : f64
  %s = arith.select %p, %one, %zero : f64
  %q = arith.cmpf ogt, %z, %zero : f64
  %t = arith.select %q, %z, %zero : f64
  %y = arith.mulf %s, %t : f64
  return %y : f64
}
func.func @request(%x: f64, %z: f64) -> (f64, f64) {
  // expected-warning @below {{in argument 0 of '@step', which is always zero: every path goes through an op that is piecewise constant}}
  // expected-note @below {{straight-through}}
  %y, %dx, %dz = grad.value_and_grad @step(%x, %z) : (f64, f64) -> (f64, f64, f64)
  return %dx, %dz : f64, f64
}

// -----

// An argument without a path, or of which only the size matters, is no step
// function.
func.func private @sized(%x: tensor<?xf64>, %z: f64, %apart: f64) -> f64 {
  %zero = arith.constant 0 : index
  %n = tensor.dim %x, %zero : tensor<?xf64>
  %i = arith.index_cast %n : index to i64
  %f = arith.sitofp %i : i64 to f64
  %y = arith.mulf %f, %z : f64
  return %y : f64
}
func.func @request(%x: tensor<?xf64>, %z: f64) -> (tensor<?xf64>, f64, f64) {
  %y, %dx, %dz, %da = grad.value_and_grad @sized(%x, %z, %z) : (tensor<?xf64>, f64, f64) -> (f64, tensor<?xf64>, f64, f64)
  return %dx, %dz, %da : tensor<?xf64>, f64, f64
}
