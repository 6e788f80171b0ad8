// Diagnostics of the verifier for requests in one mode: constraints C7 and C8.
//
// RUN: sg-opt %s --split-input-file --verify-diagnostics

// C7 of value_and_grad: the first result is a float scalar.
func.func private @g(f64) -> ()
func.func @no_result(%x: f64) {
  // expected-error @below {{'grad.value_and_grad' op needs a result to differentiate, but @g has none (C7)}}
  %0 = grad.value_and_grad @g(%x) : (f64) -> f64
  return
}

// -----

func.func private @g(f64) -> (i32, f64)
func.func @integer_result(%x: f64) {
  // expected-error @below {{'grad.value_and_grad' op needs a float scalar as first result of @g, not 'i32'; reduce it, or use grad.vjp (C7)}}
  %0:3 = grad.value_and_grad @g(%x) : (f64) -> (i32, f64, f64)
  return
}

// -----

// A tensor with one element does not have rank 0.
func.func private @g(f64) -> tensor<1xf64>
func.func @tensor_result(%x: f64) {
  // expected-error @below {{'grad.value_and_grad' op needs a float scalar as first result of @g, not 'tensor<1xf64>'}}
  %0:2 = grad.value_and_grad @g(%x) : (f64) -> (tensor<1xf64>, f64)
  return
}

// -----

func.func private @g(f64) -> tensor<*xf64>
func.func @unranked_result(%x: f64) {
  // expected-error @below {{'grad.value_and_grad' op needs a float scalar as first result of @g, not 'tensor<*xf64>'}}
  %0:2 = grad.value_and_grad @g(%x) : (f64) -> (tensor<*xf64>, f64)
  return
}

// -----

func.func private @g(f64) -> complex<f64>
func.func @complex_result(%x: f64) {
  // expected-error @below {{'grad.value_and_grad' op needs a float scalar as first result of @g, not 'complex<f64>'}}
  %0:2 = grad.value_and_grad @g(%x) : (f64) -> (complex<f64>, f64)
  return
}

// -----

// A scalar may also be a tensor or a vector of rank 0.
func.func private @t(f64) -> tensor<f64>
func.func private @v(f64) -> vector<f64>
func.func @rank_zero(%x: f64) {
  %0:2 = grad.value_and_grad @t(%x) : (f64) -> (tensor<f64>, f64)
  %1:2 = grad.value_and_grad @v(%x) : (f64) -> (vector<f64>, f64)
  return
}

// -----

// C7 of vjp: one cotangent per result of differentiable type.
func.func private @g(f64) -> (f64, i32, f32)
func.func @cotangent_missing(%x: f64) {
  // expected-error @below {{'grad.vjp' op has 1 cotangent, expected 2, one per result of differentiable type (C7)}}
  %0:4 = grad.vjp @g(%x) cotangents(%x) : (f64, f64) -> (f64, i32, f32, f64)
  return
}

// -----

func.func private @g(f64) -> (f64, i32, f32)
func.func @cotangent_for_integer(%x: f64, %n: i32, %y: f32) {
  // expected-error @below {{'grad.vjp' op has 3 cotangents, expected 2, one per result of differentiable type (C7)}}
  %0:4 = grad.vjp @g(%x) cotangents(%x, %n, %y) : (f64, f64, i32, f32) -> (f64, i32, f32, f64)
  return
}

// -----

func.func private @g(f64) -> (f64, i32, f32)
func.func @cotangent_type(%x: f64) {
  // expected-error @below {{'grad.vjp' op has a cotangent 1 of type 'f64', expected 'f32' (C7)}}
  %0:4 = grad.vjp @g(%x) cotangents(%x, %x) : (f64, f64, f64) -> (f64, i32, f32, f64)
  return
}

// -----

// C7 of jvp: one tangent per entry of wrt, in its order.
func.func private @g(f64, f32) -> f64
func.func @tangent_missing(%x: f64, %y: f32) {
  // expected-error @below {{'grad.jvp' op has 1 tangent, expected 2, one per differentiated argument (C7)}}
  %0:2 = grad.jvp @g(%x, %y) tangents(%x) : (f64, f32, f64) -> (f64, f64)
  return
}

// -----

func.func private @g(f64, f32) -> f64
func.func @tangent_order(%x: f64, %y: f32) {
  // expected-error @below {{'grad.jvp' op has a tangent 0 of type 'f64', expected 'f32' (C7)}}
  %0:2 = grad.jvp @g(%x, %y) tangents(%x, %y) {wrt = array<i64: 1, 0>} : (f64, f32, f64, f32) -> (f64, f64)
  return
}

// -----

// C8: the derivatives after the results.
func.func private @g(f64, f32) -> f64
func.func @gradient_missing(%x: f64, %y: f32) {
  // expected-error @below {{'grad.value_and_grad' op has 1 gradient, expected 2, one per differentiated argument (C8)}}
  %0:2 = grad.value_and_grad @g(%x, %y) : (f64, f32) -> (f64, f64)
  return
}

// -----

func.func private @g(f64, f32) -> f64
func.func @gradient_type(%x: f64, %y: f32) {
  // expected-error @below {{'grad.value_and_grad' op has a gradient 0 of type 'f64', expected 'f32' (C8)}}
  %0:3 = grad.value_and_grad @g(%x, %y) {wrt = array<i64: 1, 0>} : (f64, f32) -> (f64, f64, f32)
  return
}

// -----

func.func private @g(f64, f32) -> f64
func.func @cotangent_result_missing(%x: f64, %y: f32) {
  // expected-error @below {{'grad.vjp' op has 0 resulting cotangents, expected 2, one per differentiated argument (C8)}}
  %0 = grad.vjp @g(%x, %y) cotangents(%x) : (f64, f32, f64) -> f64
  return
}

// -----

func.func private @g(f64, f32) -> f64
func.func @cotangent_result_type(%x: f64, %y: f32) {
  // expected-error @below {{'grad.vjp' op has a resulting cotangent 0 of type 'f64', expected 'f32' (C8)}}
  %0:2 = grad.vjp @g(%x, %y) cotangents(%x) {wrt = array<i64: 1>} : (f64, f32, f64) -> (f64, f64)
  return
}

// -----

func.func private @g(f64) -> (f64, i32, f32)
func.func @tangent_result_missing(%x: f64) {
  // expected-error @below {{'grad.jvp' op has 1 resulting tangent, expected 2, one per result of differentiable type (C8)}}
  %0:4 = grad.jvp @g(%x) tangents(%x) : (f64, f64) -> (f64, i32, f32, f64)
  return
}

// -----

func.func private @g(f64) -> (f64, i32, f32)
func.func @tangent_result_type(%x: f64) {
  // expected-error @below {{'grad.jvp' op has a resulting tangent 1 of type 'f64', expected 'f32' (C8)}}
  %0:5 = grad.jvp @g(%x) tangents(%x) : (f64, f64) -> (f64, i32, f32, f64, f64)
  return
}
