// Activity through calls follows the connections in the callee's body.
//
// RUN: sg-test-opt %s --test-activity --split-input-file --verify-diagnostics

func.func private @second(%a: f64, %b: f64) -> (f64, f64) {
  %stop = grad.stop_gradient %a : f64
  return %stop, %b : f64, f64
}

// Each result of a call depends on the arguments that reach it.
func.func @call(%x: f64) -> f64 attributes {test.wrt = array<i64: 0>} {
  // expected-remark @below {{result 0 useful: here -> arith.addf -> result 0}}
  // expected-remark @below {{result 1 active: argument 0 -> here -> arith.addf -> result 0}}
  %r:2 = call @second(%x, %x) : (f64, f64) -> (f64, f64)
  // expected-remark @below {{active: argument 0 -> func.call -> here -> result 0}}
  %s = arith.addf %r#0, %r#1 : f64
  return %s : f64
}

// -----

// A function with branches between its blocks.
func.func private @branches(%a: f64, %b: f64, %p: i1) -> f64 {
  cf.cond_br %p, ^then(%a : f64), ^else(%b : f64)
^then(%c: f64):
  cf.br ^else(%c : f64)
^else(%d: f64):
  return %d : f64
}

func.func @call_branches(%x: f64, %y: f64, %p: i1) -> (f64, f64)
    attributes {test.wrt = array<i64: 0>} {
  // expected-remark @below {{active: argument 0 -> here -> result 0}}
  %r = call @branches(%x, %y, %p) : (f64, f64, i1) -> f64
  // expected-remark @below {{useful: here -> result 1}}
  %s = call @branches(%y, %y, %p) : (f64, f64, i1) -> f64
  return %r, %s : f64, f64
}

// -----

// Mutually recursive functions: y becomes x after one more call, but nothing
// passes the stop.
func.func private @even(%x: f64, %y: f64, %z: f64, %n: i32) -> (f64, f64, f64) {
  %r:3 = call @odd(%y, %x, %z, %n) : (f64, f64, f64, i32) -> (f64, f64, f64)
  return %r#0, %x, %r#2 : f64, f64, f64
}
func.func private @odd(%x: f64, %y: f64, %z: f64, %n: i32) -> (f64, f64, f64) {
  %stop = grad.stop_gradient %z : f64
  %r:3 = call @even(%x, %y, %stop, %n) : (f64, f64, f64, i32) -> (f64, f64, f64)
  return %r#1, %r#1, %r#2 : f64, f64, f64
}

func.func @recursive(%x: f64, %y: f64, %z: f64, %n: i32) -> (f64, f64, f64)
    attributes {test.wrt = array<i64: 1, 2>} {
  // expected-remark @below {{result 0 active: argument 1 -> here -> result 0}}
  // expected-remark @below {{result 1 useful: here -> result 1}}
  // expected-remark @below {{result 2 useful: here -> result 2}}
  %r:3 = call @even(%x, %y, %z, %n) : (f64, f64, f64, i32) -> (f64, f64, f64)
  return %r#0, %r#1, %r#2 : f64, f64, f64
}
