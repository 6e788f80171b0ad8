// RUN: not sg-opt %s --grad-expand-derivatives --split-input-file 2>&1 | FileCheck %s
// RUN: not sg-opt %s --grad-expand-derivatives=strict --split-input-file 2>&1 | FileCheck %s --check-prefixes=CHECK,ALL

// A strict request reports why no derivative flows: every path is blocked, with
// the op that blocks it.
func.func @blocked(%x: f64, %z: f64) -> f64 {
  // CHECK-DAG: [[#@LINE+1]]:8: note: blocked by 'grad.stop_gradient' named "target"
  %s = grad.stop_gradient %z {name = "target"} : f64
  %y = arith.mulf %x, %s : f64
  return %y : f64
}
func.func @request(%x: f64) {
  // CHECK-DAG: [[#@LINE+1]]:3: error: 'grad.value_and_grad' op is strict, but no derivative flows from argument 1 of '@blocked' to its results: every path is blocked
  grad.value_and_grad @blocked(%x, %x) {strict} : (f64, f64) -> (f64, f64, f64)
  return
}

// -----

// There is no path.
func.func @apart(%x: f64, %z: f64) -> f64 {
  return %x : f64
}
func.func @request(%x: f64) {
  // CHECK: [[#@LINE+1]]:3: error: 'grad.value_and_grad' op is strict, but no derivative flows from argument 1 of '@apart' to its results: they do not depend on it
  grad.value_and_grad @apart(%x, %x) {strict} : (f64, f64) -> (f64, f64, f64)
  return
}

// -----

// Of several arguments all are reported.
func.func @both(%x: f64, %y: f64, %z: f64) -> f64 {
  // CHECK: [[#@LINE+7]]:3: error: {{.*}} from argument 1 of '@both' to its results: every path is blocked
  // CHECK: [[#@LINE+6]]:3: error: {{.*}} from argument 2 of '@both' to its results: they do not depend on it
  %r = math.round %y : f64
  %s = arith.addf %x, %r : f64
  return %s : f64
}
func.func @request(%x: f64) {
  grad.value_and_grad @both(%x, %x, %x) {strict} : (f64, f64, f64) -> (f64, f64, f64, f64)
  return
}

// -----

// The option makes every request strict; an argument that is not requested may
// be disconnected.
func.func @apart(%x: f64, %z: f64) -> f64 {
  return %x : f64
}
func.func @request(%x: f64) {
  // CHECK-NOT: error
  grad.vjp @apart(%x, %x) cotangents(%x) {strict, wrt = array<i64: 0>} : (f64, f64, f64) -> (f64, f64)
  // ALL: [[#@LINE+1]]:3: error: 'grad.jvp' op is strict, but no derivative flows from argument 1
  grad.jvp @apart(%x, %x) tangents(%x, %x) : (f64, f64, f64, f64) -> (f64, f64)
  return
}

// -----

// A custom rule replaces its function's body, but not other functions' bodies.
func.func private @ruled_fwd(%x: f64) -> f64
func.func private @ruled_bwd(%c: f64) -> f64
func.func private @stopped(%x: f64) -> f64
    attributes {no_inline, grad.custom_vjp = {forward = @ruled_fwd, backward = @ruled_bwd}} {
  %s = grad.stop_gradient %x : f64
  return %s : f64
}
func.func private @outside(%x: f64) -> f64
    attributes {grad.custom_vjp = {forward = @ruled_fwd, backward = @ruled_bwd}}
func.func @request(%x: f64) {
  // CHECK-NOT: error
  grad.value_and_grad @stopped(%x) {strict} : (f64) -> (f64, f64)
  grad.value_and_grad @outside(%x) {strict} : (f64) -> (f64, f64)
  return
}
