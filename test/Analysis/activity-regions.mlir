// Activity through loops, branches and ops without a rule is a fixpoint.
//
// RUN: sg-test-opt %s --test-activity --split-input-file --verify-diagnostics

// With one trip v depends on x, with two trips u would too: the analysis does
// not use trip counts.
func.func @carries(%x: f64, %n: index) -> f64
    attributes {test.wrt = array<i64: 0>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-remark @below {{useful: here -> scf.for -> result 0}}
  %one = arith.constant 1.0 : f64
  // expected-remark @below {{result 0 varied: argument 0 -> here}}
  // expected-remark @below {{result 1 active: argument 0 -> scf.for's block argument 1 -> math.sin -> here -> result 0}}
  %r:2 = scf.for %i = %c0 to %n step %c1
      iter_args(%u = %x, %v = %one) -> (f64, f64) {
    // expected-remark @below {{active: argument 0 -> scf.for's block argument 1 -> here -> scf.for -> result 0}}
    %s = math.sin %u : f64
    scf.yield %v, %s : f64, f64
  }
  return %r#1 : f64
}

// A stop in the body does not make the loop inactive: with zero trips the
// result is the initial value.
func.func @zero_trip(%x: f64, %n: index) -> f64
    attributes {test.wrt = array<i64: 0>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-remark @below {{active: argument 0 -> here -> result 0}}
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%u = %x) -> f64 {
    // expected-remark @below {{useful: here -> arith.addf -> scf.for -> result 0}}
    %s = grad.stop_gradient %u : f64
    // expected-remark @below {{useful: here -> scf.for -> result 0}}
    %t = arith.addf %s, %s : f64
    scf.yield %t : f64
  }
  return %r : f64
}

// One active branch is enough. The condition does not count.
func.func @branches(%x: f64, %y: f64) -> f64
    attributes {test.wrt = array<i64: 0>} {
  %p = arith.cmpf ogt, %x, %y : f64
  // expected-remark @below {{active: argument 0 -> math.sin -> here -> result 0}}
  %r = scf.if %p -> f64 {
    // expected-remark @below {{active: argument 0 -> here -> scf.if -> result 0}}
    %s = math.sin %x : f64
    scf.yield %s : f64
  } else {
    // expected-remark @below {{useful: here -> scf.if -> result 0}}
    %t = math.sin %y : f64
    scf.yield %t : f64
  }
  return %r : f64
}

// -----

// An op that is decomposed into simpler ops: its activity follows from the
// values that its region yields.
func.func @generated(%x: f64, %n: index) -> tensor<?xf64>
    attributes {test.wrt = array<i64: 0>} {
  // expected-remark @below {{active: argument 0 -> math.sin -> here -> result 0}}
  %r = tensor.generate %n {
  ^bb0(%i: index):
    // expected-remark @below {{active: argument 0 -> here -> tensor.generate -> result 0}}
    %s = math.sin %x : f64
    tensor.yield %s : f64
  } : tensor<?xf64>
  return %r : tensor<?xf64>
}

// -----

// Activity flows from the condition to the second region and the result, and
// from the second region to the first.
func.func @two_regions(%x: f64) -> f64 attributes {test.wrt = array<i64: 0>} {
  // expected-remark @below {{active: argument 0 -> scf.while's block argument 0 -> math.sin -> here -> result 0}}
  %r = scf.while (%a = %x) : (f64) -> f64 {
    // expected-remark @below {{active: argument 0 -> scf.while's block argument 0 -> here -> scf.while -> result 0}}
    %s = math.sin %a : f64
    %p = arith.cmpf ogt, %s, %a : f64
    scf.condition(%p) %s : f64
  } do {
  ^bb0(%b: f64):
    // expected-remark @below {{active: argument 0 -> scf.while's block argument 0 -> math.sin -> scf.while's block argument 0 -> here -> scf.while's block argument 0 -> math.sin -> scf.while -> result 0}}
    %t = math.cos %b : f64
    scf.yield %t : f64
  }
  return %r : f64
}

// -----

// A region op without a rule: activity flows into its region, around it and out of it.
func.func @unknown_loop(%x: f64, %n: index) -> f64 attributes {test.wrt = array<i64: 0>} {
  // expected-remark @below {{active: argument 0 -> here -> result 0}}
  %r = affine.for %i = 0 to %n iter_args(%a = %x) -> f64 {
    // expected-remark @below {{active: argument 0 -> affine.for's block argument 1 -> here}}
    %s = math.sin %a : f64
    affine.yield %s : f64
  }
  return %r : f64
}
