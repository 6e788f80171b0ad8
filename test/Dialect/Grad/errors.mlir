// Diagnostics of the verifier for requests: each names the constraint as
// numbered in the op's documentation.
//
// RUN: sg-opt %s --split-input-file --verify-diagnostics

// C1: the callee is a function.
func.func @unknown(%x: f64) {
  // expected-error @below {{'grad.vjp' op requests a derivative of @g, but there is no such function (C1)}}
  %0:2 = grad.vjp @g(%x) cotangents(%x) : (f64, f64) -> (f64, f64)
  return
}

// -----

// expected-note @below {{@g is defined here}}
llvm.func @g(f64) -> f64

func.func @no_function(%x: f64) {
  // expected-error @below {{'grad.jvp' op requests a derivative of @g, which is a 'llvm.func', not a func.func (C1)}}
  %0:2 = grad.jvp @g(%x) tangents(%x) : (f64, f64) -> (f64, f64)
  return
}

// -----

// The callee is looked up in the nearest symbol table only.
func.func private @g(f64) -> f64
module {
  func.func @outer_symbol(%x: f64) {
    // expected-error @below {{'grad.value_and_grad' op requests a derivative of @g, but there is no such function (C1)}}
    %0:2 = grad.value_and_grad @g(%x) : (f64) -> (f64, f64)
    return
  }
}

// -----

// C2: the arguments.
func.func private @g(f64, f32) -> f64
func.func @too_few(%x: f64) {
  // expected-error @below {{'grad.value_and_grad' op gives 1 argument, but @g takes 2 (C2)}}
  %0:2 = grad.value_and_grad @g(%x) : (f64) -> (f64, f64)
  return
}

// -----

func.func private @g(f64, f32) -> f64
func.func @wrong_type(%x: f64) {
  // expected-error @below {{'grad.vjp' op gives 'f64' for argument 1 of @g, which takes 'f32'; there is no implicit conversion, use tensor.cast (C2)}}
  %0:3 = grad.vjp @g(%x, %x) cotangents(%x) : (f64, f64, f64) -> (f64, f64, f32)
  return
}

// -----

// A dynamic shape is not equal to a static one.
func.func private @g(tensor<?xf64>) -> f64
func.func @no_cast(%x: tensor<4xf64>, %t: tensor<?xf64>) {
  // expected-error @below {{'grad.jvp' op gives 'tensor<4xf64>' for argument 0 of @g, which takes 'tensor<?xf64>'}}
  %0:2 = grad.jvp @g(%x) tangents(%t) : (tensor<4xf64>, tensor<?xf64>) -> (f64, f64)
  return
}

// -----

// C3 and C4: the indices in wrt.
func.func private @g(f64) -> f64
func.func @out_of_range(%x: f64) {
  // expected-error @below {{'grad.value_and_grad' op differentiates argument 1, but @g takes 1 (C3)}}
  %0:2 = grad.value_and_grad @g(%x) {wrt = array<i64: 1>} : (f64) -> (f64, f64)
  return
}

// -----

func.func private @g(f64) -> f64
func.func @negative(%x: f64) {
  // expected-error @below {{'grad.vjp' op differentiates argument -1, but @g takes 1 (C3)}}
  %0:2 = grad.vjp @g(%x) cotangents(%x) {wrt = array<i64: -1>} : (f64, f64) -> (f64, f64)
  return
}

// -----

func.func private @g(f64, f64) -> f64
func.func @repeated(%x: f64) {
  // expected-error @below {{'grad.jvp' op differentiates argument 1 twice (C4)}}
  %0:2 = grad.jvp @g(%x, %x) tangents(%x, %x) {wrt = array<i64: 1, 1>}
      : (f64, f64, f64, f64) -> (f64, f64)
  return
}

// -----

// C5: types that can be differentiated.
func.func private @g(f64, tensor<4xi32>) -> f64
func.func @integer(%x: f64, %n: tensor<4xi32>) {
  // expected-error @below {{'grad.value_and_grad' op differentiates argument 1 of type 'tensor<4xi32>', which has no derivative (C5)}}
  %0:2 = grad.value_and_grad @g(%x, %n) {wrt = array<i64: 1>}
      : (f64, tensor<4xi32>) -> (f64, tensor<4xi32>)
  return
}

// -----

func.func private @g(f64, complex<f64>) -> f64
func.func @complex(%x: f64, %z: complex<f64>) {
  // expected-error @below {{'grad.vjp' op differentiates argument 1 of type 'complex<f64>', which has no derivative (C5)}}
  %0:2 = grad.vjp @g(%x, %z) cotangents(%x) {wrt = array<i64: 1>}
      : (f64, complex<f64>, f64) -> (f64, complex<f64>)
  return
}

// -----

func.func private @g(f64) -> f64
func.func @empty(%x: f64) {
  // expected-error @below {{'grad.jvp' op differentiates nothing: wrt is empty (C5)}}
  %0:2 = grad.jvp @g(%x) tangents() {wrt = array<i64>} : (f64) -> (f64, f64)
  return
}

// -----

func.func private @g(i32, memref<4xf32>) -> f64
func.func @nothing(%n: i32, %m: memref<4xf32>) {
  // expected-error @below {{'grad.value_and_grad' op differentiates nothing: no argument has a differentiable type (C5)}}
  %0 = grad.value_and_grad @g(%n, %m) : (i32, memref<4xf32>) -> f64
  return
}

// -----

// C6: the function's results come first.
func.func private @g(f64) -> (f64, i32)
func.func @results_missing(%x: f64) {
  // expected-error @below {{'grad.vjp' op has 1 result, but @g alone has 2 (C6)}}
  %0 = grad.vjp @g(%x) cotangents(%x) : (f64, f64) -> f64
  return
}

// -----

func.func private @g(f64) -> (f64, i32)
func.func @results_swapped(%x: f64) {
  // expected-error @below {{'grad.jvp' op has a result 1 of type 'f64', expected 'i32' (C6)}}
  %0:3 = grad.jvp @g(%x) tangents(%x) : (f64, f64) -> (f64, f64, i32)
  return
}

// -----

func.func private @g(f64) -> f64
func.func @result_cast(%x: f64) {
  // expected-error @below {{'grad.value_and_grad' op has a result 0 of type 'f32', expected 'f64' (C6)}}
  %0:2 = grad.value_and_grad @g(%x) : (f64) -> (f32, f64)
  return
}
