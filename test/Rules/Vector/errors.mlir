// RUN: sg-opt %s --grad-expand-derivatives --split-input-file --verify-diagnostics

// A vector op without a rule is an error where a derivative flows through it.
func.func @transpose(%x: vector<2x3xf32>) -> vector<3x2xf32> {
  // expected-error@+2 {{has no derivative rule}}
  // expected-note@+1 {{stop the derivative before it}}
  %y = vector.transpose %x, [1, 0] : vector<2x3xf32> to vector<3x2xf32>
  return %y : vector<3x2xf32>
}
func.func @request(%x: vector<2x3xf32>, %c: vector<3x2xf32>) {
  // expected-note@+1 {{requested here}}
  grad.vjp @transpose(%x) cotangents(%c) : (vector<2x3xf32>, vector<3x2xf32>) -> (vector<3x2xf32>, vector<2x3xf32>)
  return
}

// -----

// The same in forward mode.
func.func @shuffle(%x: vector<2xf32>) -> vector<2xf32> {
  // expected-error@+2 {{has no derivative rule}}
  // expected-note@+1 {{stop the derivative before it}}
  %y = vector.shuffle %x, %x [1, 0] : vector<2xf32>, vector<2xf32>
  return %y : vector<2xf32>
}
func.func @request(%x: vector<2xf32>) {
  // expected-note@+1 {{requested here}}
  grad.jvp @shuffle(%x) tangents(%x) : (vector<2xf32>, vector<2xf32>) -> (vector<2xf32>, vector<2xf32>)
  return
}

// -----

// A product over some dimensions.
func.func @multi_product(%x: vector<2x3xf32>, %s: vector<2xf32>) -> vector<2xf32> {
  // expected-error@+2 {{has a derivative for sums only}}
  // expected-note@+1 {{stop the derivative before it}}
  %y = vector.multi_reduction <mul>, %x, %s [1] : vector<2x3xf32> to vector<2xf32>
  return %y : vector<2xf32>
}
func.func @request(%x: vector<2x3xf32>, %s: vector<2xf32>) {
  // expected-note@+1 {{requested here}}
  grad.jvp @multi_product(%x, %s) tangents(%x) {wrt = array<i64: 0>} : (vector<2x3xf32>, vector<2xf32>, vector<2x3xf32>) -> (vector<2xf32>, vector<2xf32>)
  return
}

// -----

// A product with an unknown number of factors.
func.func @scalable_product(%x: vector<[4]xf32>) -> f32 {
  // expected-error@+2 {{has no derivative for this kind of reduction}}
  // expected-note@+1 {{stop the derivative before it}}
  %y = vector.reduction <mul>, %x : vector<[4]xf32> into f32
  return %y : f32
}
func.func @request(%x: vector<[4]xf32>, %c: f32) {
  // expected-note@+1 {{requested here}}
  grad.vjp @scalable_product(%x) cotangents(%c) : (vector<[4]xf32>, f32) -> (f32, vector<[4]xf32>)
  return
}

// -----

// No error without a derivative: on constants, on stopped values, on integers,
// and on values that no result depends on.
func.func @inactive(%x: vector<2x3xf32>, %z: vector<2x3xf32>) -> vector<3x2xf32> {
  %stopped = grad.stop_gradient %x : vector<2x3xf32>
  %a = vector.transpose %stopped, [1, 0] : vector<2x3xf32> to vector<3x2xf32>
  %b = vector.transpose %z, [1, 0] : vector<2x3xf32> to vector<3x2xf32>
  %unused = vector.transpose %x, [1, 0] : vector<2x3xf32> to vector<3x2xf32>
  %i = arith.fptosi %x : vector<2x3xf32> to vector<2x3xi32>
  %j = vector.transpose %i, [1, 0] : vector<2x3xi32> to vector<3x2xi32>
  %c = arith.sitofp %j : vector<3x2xi32> to vector<3x2xf32>
  %d = vector.shape_cast %x : vector<2x3xf32> to vector<3x2xf32>
  %e = arith.addf %a, %b : vector<3x2xf32>
  %f = arith.addf %e, %c : vector<3x2xf32>
  %y = arith.mulf %d, %f : vector<3x2xf32>
  return %y : vector<3x2xf32>
}
func.func @request(%x: vector<2x3xf32>, %c: vector<3x2xf32>) {
  grad.vjp @inactive(%x, %x) cotangents(%c) {wrt = array<i64: 0>} : (vector<2x3xf32>, vector<2x3xf32>, vector<3x2xf32>) -> (vector<3x2xf32>, vector<2x3xf32>)
  grad.jvp @inactive(%x, %x) tangents(%x) {wrt = array<i64: 0>} : (vector<2x3xf32>, vector<2x3xf32>, vector<2x3xf32>) -> (vector<3x2xf32>, vector<3x2xf32>)
  return
}
