// RUN: sg-opt %s --grad-lint --split-input-file --verify-diagnostics -o /dev/null
// RUN: sg-opt %s --grad-lint=ignore=unbounded-derivative --split-input-file -o /dev/null 2>&1 | not grep ' warning: '

// The norm: a root of a sum of squares, which is zero at zero. No warning with
// a small constant added, with a lower bound above zero, or if a harmless
// operand replaces zero before the root.
func.func private @norms(%x: f64, %z: f64) -> f64 {
  %eps = arith.constant 1.0e-9 : f64
  %zero = arith.constant 0.0 : f64
  %one = arith.constant 1.0 : f64
  %xx = arith.mulf %x, %x : f64
  %zz = arith.mulf %z, %z : f64
  // expected-note @below {{the operand is bounded here}}
  %s = arith.addf %xx, %zz : f64
  // expected-warning @below {{'math.sqrt' has an unbounded derivative where its operand is 0, which the program allows [unbounded-derivative]}}
  // expected-note @below {{a select of the result is not enough, since zero times an infinite derivative is NaN}}
  %bad = math.sqrt %s : f64
  %shifted = arith.addf %s, %eps : f64
  %a = math.sqrt %shifted : f64
  %above = arith.maximumf %s, %eps : f64
  %b = math.sqrt %above : f64
  %is_positive = arith.cmpf ogt, %s, %zero : f64
  %safe = arith.select %is_positive, %s, %one : f64
  %c = math.sqrt %safe : f64
  %d = scf.if %is_positive -> f64 {
    %r = math.sqrt %s : f64
    scf.yield %r : f64
  } else {
    scf.yield %zero : f64
  }
  %0 = arith.addf %bad, %a : f64
  %1 = arith.addf %0, %b : f64
  %2 = arith.addf %1, %c : f64
  %3 = arith.addf %2, %d : f64
  return %3 : f64
}
func.func @request(%x: f64, %z: f64) -> f64 {
  %y, %dx = grad.value_and_grad @norms(%x, %z) {wrt = array<i64: 0>} : (f64, f64) -> (f64, f64)
  return %dx : f64
}

// -----

// Tensors: the reduction of squares, once as a generic op, once as a product
// with itself; a sum of exponentials is positive.
#i = affine_map<(d0) -> (d0)>
#all = affine_map<(d0) -> ()>
func.func private @reductions(%x: tensor<?xf64>, %w: tensor<?xf64>) -> tensor<f64> {
  %zero = arith.constant dense<0.0> : tensor<f64>
  // expected-note @below {{bounded here}}
  %s = linalg.generic {indexing_maps = [#i, #all], iterator_types = ["reduction"]} ins(%x : tensor<?xf64>) outs(%zero : tensor<f64>) {
  ^bb0(%a: f64, %o: f64):
    %p = arith.mulf %a, %a : f64
    %q = arith.addf %o, %p : f64
    linalg.yield %q : f64
  } -> tensor<f64>
  // expected-warning @below {{'math.sqrt' has an unbounded derivative}}
  // expected-note @below {{add a small constant}}
  %0 = math.sqrt %s : tensor<f64>
  // expected-note @below {{bounded here}}
  %d = linalg.dot ins(%x, %x : tensor<?xf64>, tensor<?xf64>) outs(%zero : tensor<f64>) -> tensor<f64>
  // expected-warning @below {{'math.rsqrt' has an unbounded derivative}}
  // expected-note @below {{add a small constant}}
  %1 = math.rsqrt %d : tensor<f64>
  %m = linalg.dot ins(%x, %w : tensor<?xf64>, tensor<?xf64>) outs(%zero : tensor<f64>) -> tensor<f64>
  %2 = math.sqrt %m : tensor<f64>
  %e = math.exp %x : tensor<?xf64>
  %t = linalg.reduce {arith.addf} ins(%e : tensor<?xf64>) outs(%zero : tensor<f64>) dimensions = [0]
  %3 = math.log %t : tensor<f64>
  %4 = arith.addf %0, %1 : tensor<f64>
  %5 = arith.addf %2, %3 : tensor<f64>
  %6 = arith.addf %4, %5 : tensor<f64>
  return %6 : tensor<f64>
}
func.func @request(%x: tensor<?xf64>, %w: tensor<?xf64>) -> tensor<?xf64> {
  %y, %dx = grad.value_and_grad @reductions(%x, %w) {wrt = array<i64: 0>} : (tensor<?xf64>, tensor<?xf64>) -> (tensor<f64>, tensor<?xf64>)
  return %dx : tensor<?xf64>
}

// -----

// A clamp whose bound is the pole; a wider and a narrower clamp; a probability
// from a sigmoid, which is never 0 or 1; an argument without known bounds.
func.func private @clamped(%x: f64) -> f64 {
  %zero = arith.constant 0.0 : f64
  %one = arith.constant 1.0 : f64
  %minus_one = arith.constant -1.0 : f64
  %low = arith.constant 1.0e-6 : f64
  // expected-note @below {{bounded here}}
  %p = math.clampf %x to [%zero, %one] : f64
  // expected-warning @below {{'math.log' has an unbounded derivative}}
  // expected-note @below {{add a small constant}}
  %0 = math.log %p : f64
  // expected-note @below {{bounded here}}
  %q = arith.subf %one, %p : f64
  // expected-warning @below {{'arith.divf' has an unbounded derivative}}
  // expected-note @below {{add a small constant}}
  %1 = arith.divf %x, %q : f64
  %narrow = math.clampf %x to [%low, %one] : f64
  %2 = math.log %narrow : f64
  // expected-note @below {{bounded here}}
  %wide = math.clampf %x to [%minus_one, %one] : f64
  // expected-warning @below {{'math.acos' has an unbounded derivative where its operand is -1}}
  // expected-note @below {{keep the operand away from -1 by a narrower clamp}}
  %3 = math.acos %wide : f64
  %n = arith.negf %x : f64
  %e = math.exp %n : f64
  %den = arith.addf %one, %e : f64
  %sigmoid = arith.divf %one, %den : f64
  %rest = arith.subf %one, %sigmoid : f64
  %4 = math.log %sigmoid : f64
  %5 = math.log %rest : f64
  %6 = math.log %x : f64
  %a = arith.addf %0, %1 : f64
  %b = arith.addf %2, %3 : f64
  %c = arith.addf %4, %5 : f64
  %d = arith.addf %a, %b : f64
  %f = arith.addf %c, %6 : f64
  %y = arith.addf %d, %f : f64
  return %y : f64
}
func.func @request(%x: f64) -> f64 {
  %y, %dx = grad.value_and_grad @clamped(%x) : (f64) -> (f64, f64)
  return %dx : f64
}

// -----

// Powers below 1, an angle at the origin, a root in a loop of the loop's
// accumulator. Stopped values, and values without a derivative, cause no
// warning.
func.func private @others(%x: f64, %z: f64, %n: index) -> f64 {
  %zero = arith.constant 0.0 : f64
  %half = arith.constant 0.5 : f64
  %two = arith.constant 2.0 : f64
  // expected-note @below {{bounded here}}
  %a = math.absf %x : f64
  %b = math.absf %z : f64
  // expected-warning @below {{'math.powf' has an unbounded derivative}}
  // expected-note @below {{add a small constant}}
  %0 = math.powf %a, %half : f64
  %1 = math.powf %a, %two : f64
  // expected-warning @below {{'math.atan2' has an unbounded derivative}}
  // expected-note @below {{add a small constant}}
  %2 = math.atan2 %a, %b : f64
  %3 = math.atan2 %x, %b : f64
  %4 = math.sqrt %b : f64
  %s = grad.stop_gradient %a : f64
  %5 = math.sqrt %s : f64
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %6 = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %zero) -> f64 {
    // expected-note @below {{bounded here}}
    %sum = arith.addf %acc, %a : f64
    // expected-warning @below {{'math.sqrt' has an unbounded derivative}}
    // expected-note @below {{add a small constant}}
    %r = math.sqrt %sum : f64
    scf.yield %r : f64
  }
  %7 = arith.addf %0, %1 : f64
  %8 = arith.addf %2, %3 : f64
  %9 = arith.addf %4, %5 : f64
  %10 = arith.addf %6, %7 : f64
  %11 = arith.mulf %8, %9 : f64
  %12 = arith.mulf %10, %11 : f64
  return %12 : f64
}
func.func @request(%x: f64, %z: f64, %n: index) -> f64 {
  %y, %dx = grad.value_and_grad @others(%x, %z, %n) {wrt = array<i64: 0>} : (f64, f64, index) -> (f64, f64)
  return %dx : f64
}
