// How an argument of a function is connected to its results, for the messages of
// strict requests: active, blocked (with the op that blocks it) or disconnected.
//
// RUN: sg-test-opt %s --test-connections --split-input-file --verify-diagnostics

// Every op that ends the derivative on its way to a result is named, and no
// other op.
// expected-remark @below {{argument 0 is active}}
// expected-remark @below {{argument 1 is blocked}}
// expected-remark @below {{argument 2 is disconnected}}
func.func @three(%x: f64, %y: f64, %z: f64) -> f64 {
  // expected-note @below {{here}}
  %stop = grad.stop_gradient %y : f64
  // expected-note @below {{here}}
  %i = arith.fptosi %y : f64 to i32
  // expected-note @below {{here}}
  %floor = math.floor %y : f64
  %unused = grad.stop_gradient %y : f64
  %f = arith.sitofp %i : i32 to f64
  %a = arith.addf %stop, %f : f64
  %b = arith.addf %a, %floor : f64
  %c = arith.mulf %b, %x : f64
  return %c : f64
}

// -----

// A condition selects the value but has no derivative.
// expected-remark @below {{argument 0 is blocked}}
// expected-remark @below {{argument 1 is active}}
func.func @condition(%x: f64, %y: f64) -> f64 {
  // expected-note @below {{here}}
  %p = arith.cmpf ogt, %x, %y : f64
  %r = scf.if %p -> f64 {
    %s = math.sin %y : f64
    scf.yield %s : f64
  } else {
    scf.yield %y : f64
  }
  return %r : f64
}

// The note names the stop in the body, not the structured op.
// expected-remark @below {{argument 0 is blocked}}
// expected-remark @below {{argument 1 is disconnected}}
func.func @body(%x: tensor<4xf64>, %y: tensor<4xf64>) -> tensor<4xf64> {
  %r = linalg.generic {
      indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>],
      iterator_types = ["parallel"]}
      ins(%x : tensor<4xf64>) outs(%y : tensor<4xf64>) {
  ^bb0(%a: f64, %out: f64):
    // expected-note @below {{here}}
    %s = grad.stop_gradient %a : f64
    linalg.yield %s : f64
  } -> tensor<4xf64>
  return %r : tensor<4xf64>
}

// -----

// The two carries of this loop are independent: b never affects u.
// expected-remark @below {{argument 0 is active}}
// expected-remark @below {{argument 1 is disconnected}}
// expected-remark @below {{argument 2 is blocked}}
func.func @carries(%a: f64, %b: f64, %c: f64, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r:3 = scf.for %i = %c0 to %n step %c1
      iter_args(%u = %a, %v = %b, %w = %c) -> (f64, f64, f64) {
    // expected-note @below {{here}}
    %stop = grad.stop_gradient %w : f64
    %s = arith.mulf %u, %stop : f64
    %t = arith.addf %v, %u : f64
    scf.yield %s, %t, %w : f64, f64, f64
  }
  return %r#0 : f64
}

// -----

// The note names the op in the callee that ends the derivative.
// expected-remark @below {{argument 0 is blocked}}
// expected-remark @below {{argument 1 is disconnected}}
func.func private @inner(%a: f64, %b: f64) -> f64 {
  // expected-note @below {{here}}
  %s = grad.stop_gradient %a : f64
  return %s : f64
}
// expected-remark @below {{argument 0 is blocked}}
// expected-remark @below {{argument 1 is disconnected}}
func.func @outer(%x: f64, %y: f64) -> f64 {
  %r = call @inner(%x, %y) : (f64, f64) -> f64
  return %r : f64
}
// One callee with two connections.
// expected-remark @below {{argument 0 is active}}
func.func @mixed(%x: f64) -> f64 {
  %r = call @inner(%x, %x) : (f64, f64) -> f64
  %s = arith.addf %r, %x : f64
  return %s : f64
}

// -----

// A recursive function is explained once.
// expected-remark @below {{argument 0 is blocked}}
func.func @again(%x: f64, %n: i32) -> f64 {
  // expected-note @below {{here}}
  %s = grad.stop_gradient %x : f64
  %r = call @again(%s, %n) : (f64, i32) -> f64
  %t = arith.addf %r, %s : f64
  return %t : f64
}
