// RUN: sg-opt %s --grad-lint --split-input-file --verify-diagnostics -o /dev/null
// RUN: sg-opt %s --grad-lint="ignore=stop-without-effect,late-stop" --split-input-file -o /dev/null 2>&1 | not grep ' warning: '

// A stop of a constant, of an argument that is not differentiated, and of a
// value that is already stopped.
func.func private @unvaried(%x: f64, %z: f64) -> f64 {
  // expected-warning @below {{'grad.stop_gradient' has no effect: its operand depends on no differentiated argument in a way that has a derivative [stop-without-effect]}}
  // expected-note @below {{remove it, or move it to the intended value}}
  %s = grad.stop_gradient %z : f64
  %t = grad.stop_gradient %x {name = "inner"} : f64
  // expected-warning @below {{'grad.stop_gradient' has no effect: its operand}}
  // expected-note @below {{remove it}}
  %u = grad.stop_gradient %t {name = "outer"} : f64
  %p = arith.mulf %s, %u : f64
  %y = arith.mulf %p, %x : f64
  return %y : f64
}
func.func @request(%x: f64, %z: f64) -> f64 {
  %y, %dx = grad.value_and_grad @unvaried(%x, %z) {wrt = array<i64: 0>} : (f64, f64) -> (f64, f64)
  return %dx : f64
}

// -----

// The stopped value is rounded later, or reaches no differentiated result.
func.func private @useless(%x: f64) -> (f64, f64) {
  // expected-warning @below {{'grad.stop_gradient' has no effect: no derivative would flow from here to a differentiated result [stop-without-effect]}}
  // expected-note @below {{remove it}}
  %s = grad.stop_gradient %x : f64
  %r = math.floor %s : f64
  %y = arith.mulf %r, %x : f64
  // expected-warning @below {{no derivative would flow from here}}
  // expected-note @below {{remove it}}
  %t = grad.stop_gradient %y : f64
  return %y, %t : f64, f64
}
func.func @request(%x: f64) -> f64 {
  %y, %aux, %dx = grad.value_and_grad @useless(%x) : (f64) -> (f64, f64, f64)
  return %dx : f64
}

// -----

// A stop is accepted if it has an effect for one request, or for a derivative
// of the derivative. Functions that are not differentiated are not checked.
func.func private @f(%x: f64, %z: f64) -> f64 {
  %s = grad.stop_gradient %z : f64
  %y = arith.mulf %s, %x : f64
  %w = arith.mulf %y, %z : f64
  return %w : f64
}
func.func private @in_x(%x: f64, %z: f64) -> f64 {
  %y, %dx = grad.value_and_grad @f(%x, %z) {wrt = array<i64: 0>} : (f64, f64) -> (f64, f64)
  return %dx : f64
}
func.func @in_z(%x: f64, %z: f64) -> f64 {
  %y, %dz = grad.value_and_grad @in_x(%x, %z) {wrt = array<i64: 1>} : (f64, f64) -> (f64, f64)
  return %dz : f64
}
func.func @plain(%x: f64) -> f64 {
  %s = grad.stop_gradient %x : f64
  return %s : f64
}

// -----

// A loop whose result only a stop uses. No warning: a loop whose result has
// another use, and cheap ops.
func.func private @late(%x: f64, %n: index) -> f64 {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  // expected-note @below {{no derivative of this op is needed: stop its operands instead; the derivative stays the same}}
  %a = scf.for %i = %zero to %n step %one iter_args(%c = %x) -> f64 {
    %d = math.sin %c : f64
    scf.yield %d : f64
  }
  // expected-warning @below {{'grad.stop_gradient' comes late: only stops need the results of 'scf.for' [late-stop]}}
  %s = grad.stop_gradient %a : f64
  %b = scf.for %i = %zero to %n step %one iter_args(%c = %x) -> f64 {
    %d = math.cos %c : f64
    scf.yield %d : f64
  }
  %t = grad.stop_gradient %b : f64
  %e = math.exp %x : f64
  %u = grad.stop_gradient %e : f64
  %p = arith.mulf %s, %x : f64
  %q = arith.mulf %t, %b : f64
  %r = arith.addf %p, %q : f64
  %y = arith.addf %r, %u : f64
  return %y : f64
}
func.func @request(%x: f64, %n: index) -> f64 {
  %y, %dx = grad.value_and_grad @late(%x, %n) : (f64, index) -> (f64, f64)
  return %dx : f64
}

// -----

// A matrix product whose result only a stop uses. No warning: a matrix-vector
// product, which reads as much as it computes, like the value of the next state
// in a semi-gradient.
func.func private @late_product(%x: tensor<?x?xf64>, %v: tensor<?xf64>, %zeros: tensor<?x?xf64>, %zero: tensor<?xf64>) -> tensor<?xf64> {
  // expected-note @below {{no derivative of this op is needed}}
  %m = linalg.matmul ins(%x, %x : tensor<?x?xf64>, tensor<?x?xf64>) outs(%zeros : tensor<?x?xf64>) -> tensor<?x?xf64>
  // expected-warning @below {{comes late: only stops need the results of 'linalg.matmul' [late-stop]}}
  %s = grad.stop_gradient %m : tensor<?x?xf64>
  %p = linalg.matvec ins(%x, %v : tensor<?x?xf64>, tensor<?xf64>) outs(%zero : tensor<?xf64>) -> tensor<?xf64>
  %t = grad.stop_gradient %p : tensor<?xf64>
  %q = linalg.matvec ins(%s, %v : tensor<?x?xf64>, tensor<?xf64>) outs(%t : tensor<?xf64>) -> tensor<?xf64>
  return %q : tensor<?xf64>
}
func.func @request(%x: tensor<?x?xf64>, %v: tensor<?xf64>, %zeros: tensor<?x?xf64>, %zero: tensor<?xf64>, %ct: tensor<?xf64>) -> tensor<?xf64> {
  %y, %d:2 = grad.vjp @late_product(%x, %v, %zeros, %zero) cotangents(%ct) {wrt = array<i64: 0, 1>}
      : (tensor<?x?xf64>, tensor<?xf64>, tensor<?x?xf64>, tensor<?xf64>, tensor<?xf64>) -> (tensor<?xf64>, tensor<?x?xf64>, tensor<?xf64>)
  return %d#1 : tensor<?xf64>
}

// -----

// Callees are inspected: this one has a loop, that one none, also if a helper
// contains the stop. A stop before an op without a rule is useful. An op whose
// operands have no derivative needs no stop.
func.func private @power(%x: f64, %n: index) -> f64 {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  // expected-note @below {{no derivative of this op is needed}}
  %y = scf.for %i = %zero to %n step %one iter_args(%a = %x) -> f64 {
    %b = arith.mulf %a, %x : f64
    scf.yield %b : f64
  }
  return %y : f64
}
func.func private @mean(%x: tensor<?xf64>, %init: tensor<f64>, %n: i64) -> tensor<f64> {
  %y = linalg.reduce {arith.addf} ins(%x : tensor<?xf64>) outs(%init : tensor<f64>) dimensions = [0]
  %m = arith.sitofp %n : i64 to f64
  %d = tensor.splat %m : tensor<f64>
  %z = arith.divf %y, %d : tensor<f64>
  return %z : tensor<f64>
}
func.func private @detach(%x: f64) -> f64 {
  // expected-warning @below {{only stops need the results of 'scf.for'}}
  %s = grad.stop_gradient %x : f64
  return %s : f64
}
func.func private @late(%x: f64, %v: tensor<?xf64>, %z: tensor<f64>, %n: index, %m: i64) -> f64 {
  %a = call @power(%x, %n) : (f64, index) -> f64
  %s = call @detach(%a) : (f64) -> f64
  %b = call @mean(%v, %z, %m) : (tensor<?xf64>, tensor<f64>, i64) -> tensor<f64>
  %t = grad.stop_gradient %b : tensor<f64>
  %e = tensor.extract %t[] : tensor<f64>
  // expected-note @below {{no derivative of this op is needed}}
  %c = arith.scaling_truncf %x, %x : f64, f64 to f16
  // expected-warning @below {{only stops need the results of 'arith.scaling_truncf'}}
  %u = grad.stop_gradient %c : f16
  %w = arith.extf %u : f16 to f64
  %p = arith.mulf %s, %x : f64
  %q = arith.mulf %e, %p : f64
  %r = arith.mulf %q, %w : f64
  return %r : f64
}
func.func @request(%x: f64, %v: tensor<?xf64>, %z: tensor<f64>, %n: index, %m: i64) -> f64 {
  %r:3 = grad.value_and_grad @late(%x, %v, %z, %n, %m) {wrt = array<i64: 0, 1>}
      : (f64, tensor<?xf64>, tensor<f64>, index, i64) -> (f64, f64, tensor<?xf64>)
  return %r#1 : f64
}

// -----

// With cheap ops in between that nothing else needs, and with the stop in a
// body. No warning: a loop whose result, or a value computed from it, has
// another use, also in another result.
#i = affine_map<(d0) -> (d0)>
func.func private @late(%x: tensor<?xf32>, %n: index) -> tensor<?xf32> {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  // expected-note @below {{no derivative of this op is needed}}
  %a = scf.for %k = %zero to %n step %one iter_args(%c = %x) -> tensor<?xf32> {
    %d = math.tanh %c : tensor<?xf32>
    scf.yield %d : tensor<?xf32>
  }
  %b = math.exp %a : tensor<?xf32>
  %p = linalg.generic {indexing_maps = [#i, #i, #i], iterator_types = ["parallel"]}
      ins(%b, %x : tensor<?xf32>, tensor<?xf32>) outs(%x : tensor<?xf32>) {
  ^bb0(%0: f32, %1: f32, %o: f32):
    // expected-warning @below {{only stops need the results of 'scf.for'}}
    %s = grad.stop_gradient %0 : f32
    %2 = arith.mulf %s, %1 : f32
    linalg.yield %2 : f32
  } -> tensor<?xf32>
  %e = scf.for %k = %zero to %n step %one iter_args(%c = %x) -> tensor<?xf32> {
    %d = math.sin %c : tensor<?xf32>
    scf.yield %d : tensor<?xf32>
  }
  %f = math.exp %e : tensor<?xf32>
  %t = grad.stop_gradient %f : tensor<?xf32>
  %q = arith.mulf %t, %f : tensor<?xf32>
  %r = arith.mulf %p, %q : tensor<?xf32>
  return %r : tensor<?xf32>
}
func.func @request(%x: tensor<?xf32>, %n: index) -> tensor<?xf32> {
  %r:2 = grad.vjp @late(%x, %n) cotangents(%x) : (tensor<?xf32>, index, tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>)
  return %r#1 : tensor<?xf32>
}

// -----

// The body of a function with a custom rule is not differentiated, whatever it
// contains, for example a solver whose solution is stopped.
func.func private @solve_jvp(%x: f64, %n: index, %t: f64) -> (f64, f64) {
  return %x, %t : f64, f64
}
func.func private @solve(%x: f64, %n: index) -> f64
    attributes {no_inline, grad.custom_jvp = @solve_jvp} {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %y = scf.for %i = %zero to %n step %one iter_args(%a = %x) -> f64 {
    %b = math.cos %a : f64
    scf.yield %b : f64
  }
  return %y : f64
}
func.func private @step(%x: f64, %n: index) -> f64 {
  %a = call @solve(%x, %n) : (f64, index) -> f64
  %s = grad.stop_gradient %a : f64
  %y = arith.mulf %s, %x : f64
  return %y : f64
}
func.func @request(%x: f64, %n: index) -> f64 {
  %y, %dx = grad.value_and_grad @step(%x, %n) : (f64, index) -> (f64, f64)
  return %dx : f64
}
