// RUN: sg-opt %s --grad-expand-derivatives --split-input-file --verify-diagnostics

// Scaled conversions have no rule.
func.func @scaling_extf(%x: f8E4M3FN, %s: f8E8M0FNU) -> f32 {
  // expected-error@+2 {{has no derivative rule}}
  // expected-note@+1 {{stop the derivative before it}}
  %y = arith.scaling_extf %x, %s : f8E4M3FN, f8E8M0FNU to f32
  return %y : f32
}
func.func @request(%x: f8E4M3FN, %s: f8E8M0FNU, %c: f32) {
  // expected-note@+1 {{requested here}}
  grad.vjp @scaling_extf(%x, %s) cotangents(%c) {wrt = array<i64: 0>} : (f8E4M3FN, f8E8M0FNU, f32) -> (f32, f8E4M3FN)
  return
}

// -----

func.func @scaling_truncf(%x: f32, %s: f8E8M0FNU) -> f8E4M3FN {
  // expected-error@+2 {{has no derivative rule}}
  // expected-note@+1 {{stop the derivative before it}}
  %y = arith.scaling_truncf %x, %s : f32, f8E8M0FNU to f8E4M3FN
  return %y : f8E4M3FN
}
func.func @request(%x: f32, %s: f8E8M0FNU) {
  // expected-note@+1 {{requested here}}
  grad.jvp @scaling_truncf(%x, %s) tangents(%x) {wrt = array<i64: 0>} : (f32, f8E8M0FNU, f32) -> (f8E4M3FN, f8E4M3FN)
  return
}

// -----

// Scaled conversions are accepted before a stop, and on values that do not
// depend on the input.
func.func @inactive(%x: f32, %z: f32, %s: f8E8M0FNU) -> f32 {
  %a = arith.scaling_truncf %x, %s : f32, f8E8M0FNU to f8E4M3FN
  %b = arith.scaling_extf %a, %s : f8E4M3FN, f8E8M0FNU to f32
  %stopped = grad.stop_gradient %b : f32
  %c = arith.scaling_truncf %z, %s : f32, f8E8M0FNU to f8E4M3FN
  %d = arith.scaling_extf %c, %s : f8E4M3FN, f8E8M0FNU to f32
  %e = arith.mulf %stopped, %d : f32
  %y = arith.mulf %e, %x : f32
  return %y : f32
}
func.func @request(%x: f32, %s: f8E8M0FNU) {
  grad.vjp @inactive(%x, %x, %s) cotangents(%x) {wrt = array<i64: 0>} : (f32, f32, f8E8M0FNU, f32) -> (f32, f32)
  grad.jvp @inactive(%x, %x, %s) tangents(%x) {wrt = array<i64: 0>} : (f32, f32, f8E8M0FNU, f32) -> (f32, f32)
  return
}

// -----

// The bits of one float type are read as another one: there is no derivative.
func.func @bits(%x: f16) -> bf16 {
  // expected-error@+2 {{reads the bits of a float as another float type, which has no derivative}}
  // expected-note@+1 {{stop the derivative before it}}
  %y = arith.bitcast %x : f16 to bf16
  return %y : bf16
}
func.func @request(%x: f16, %c: bf16) {
  // expected-note@+1 {{requested here}}
  grad.vjp @bits(%x) cotangents(%c) : (f16, bf16) -> (bf16, f16)
  return
}

// -----

// The type has no zero, which the side that is not selected would need.
func.func @select(%i: i1, %x: f8E8M0FNU, %z: f8E8M0FNU) -> f8E8M0FNU {
  // expected-error@+2 {{f8E8M0FNU}}
  // expected-note@+1 {{stop the derivative before it}}
  %y = arith.select %i, %x, %z : f8E8M0FNU
  return %y : f8E8M0FNU
}
func.func @request(%i: i1, %x: f8E8M0FNU) {
  // expected-note@+1 {{requested here}}
  grad.vjp @select(%i, %x, %x) cotangents(%x) {wrt = array<i64: 1>} : (i1, f8E8M0FNU, f8E8M0FNU, f8E8M0FNU) -> (f8E8M0FNU, f8E8M0FNU)
  return
}
