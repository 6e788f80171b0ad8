// A derivative lost in the bits of a float is an error where the bits become a
// float again: the integer ops between may implement a rounding.
//
// RUN: sg-opt %s --split-input-file --verify-diagnostics --grad-expand-derivatives

// Inside a body, rounding to half the mantissa, in forward mode.
#id = affine_map<(i) -> (i)>
func.func @body(%x: tensor<?xf32>) -> tensor<?xf32> {
  %y = linalg.generic {indexing_maps = [#id], iterator_types = ["parallel"]} outs(%x : tensor<?xf32>) {
  ^bb0(%e: f32):
    %mask = arith.constant -4096 : i32
    // expected-error@+2 {{reads bits that become a float again, on a path of a derivative: bits have no derivative}}
    // expected-note@+1 {{if the derivative is meant to be zero, for example for a hash or an exponent, stop it before with grad.stop_gradient; if not, for example for a rounding or a sign, put the ops into a function with a custom rule (grad.custom_vjp, grad.custom_jvp)}}
    %bits = arith.bitcast %e : f32 to i32
    %rounded = arith.andi %bits, %mask : i32
    // expected-note@+1 {{they become a float here}}
    %r = arith.bitcast %rounded : i32 to f32
    linalg.yield %r : f32
  } -> tensor<?xf32>
  return %y : tensor<?xf32>
}
func.func @request(%x: tensor<?xf32>) {
  // expected-note@+1 {{while differentiating '@body', requested here}}
  grad.jvp @body(%x) tangents(%x) : (tensor<?xf32>, tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>)
  return
}

// -----

// On tensors in a loop, next to a path with a derivative.
func.func @loop(%x: tensor<2xf16>, %n: index) -> tensor<2xf16> {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  // expected-error@+2 {{reads bits that become a float again}}
  // expected-note@+1 {{if the derivative is meant to be zero}}
  %bits = tensor.bitcast %x : tensor<2xf16> to tensor<2xi16>
  %sum = scf.for %i = %zero to %n step %one iter_args(%carry = %bits) -> tensor<2xi16> {
    %next = arith.addi %carry, %bits : tensor<2xi16>
    scf.yield %next : tensor<2xi16>
  }
  // expected-note@+1 {{they become a float here}}
  %y = tensor.bitcast %sum : tensor<2xi16> to tensor<2xf16>
  %z = arith.mulf %x, %y : tensor<2xf16>
  return %z : tensor<2xf16>
}
func.func @request(%x: tensor<2xf16>, %n: index) {
  // expected-note@+1 {{requested here}}
  grad.vjp @loop(%x, %n) cotangents(%x) : (tensor<2xf16>, index, tensor<2xf16>) -> (tensor<2xf16>, tensor<2xf16>)
  return
}

// -----

// On vectors, and a float that is built from the bits: a fast logarithm.
func.func @logarithm(%x: vector<4xf32>) -> vector<4xf32> {
  // expected-error@+2 {{reads bits that become a float again}}
  // expected-note@+1 {{if the derivative is meant to be zero}}
  %bits = vector.bitcast %x : vector<4xf32> to vector<4xi32>
  // expected-note@+1 {{they become a float here}}
  %y = arith.uitofp %bits : vector<4xi32> to vector<4xf32>
  return %y : vector<4xf32>
}
func.func @request(%x: vector<4xf32>) {
  // expected-note@+1 {{requested here}}
  grad.vjp @logarithm(%x) cotangents(%x) : (vector<4xf32>, vector<4xf32>) -> (vector<4xf32>, vector<4xf32>)
  return
}

// -----

// One function reads the bits and another builds a float: the estimate of an
// inverse square root, improved by a step of Newton's method.
func.func private @guess(%x: f32) -> (i32, f32) {
  %magic = arith.constant 0x5f3759df : i32
  %one = arith.constant 1 : i32
  // expected-error@+2 {{reads bits that become a float again}}
  // expected-note@+1 {{if the derivative is meant to be zero}}
  %bits = arith.bitcast %x : f32 to i32
  %half = arith.shrui %bits, %one : i32
  %guess = arith.subi %magic, %half : i32
  return %guess, %x : i32, f32
}
func.func private @read(%n: i32, %c: i1) -> f32 {
  %y = scf.if %c -> f32 {
    // expected-note@+1 {{they become a float here}}
    %z = arith.bitcast %n : i32 to f32
    scf.yield %z : f32
  } else {
    %zero = arith.constant 0.0 : f32
    scf.yield %zero : f32
  }
  return %y : f32
}
func.func @root(%x: f32, %c: i1) -> f32 {
  %a = arith.constant 1.5 : f32
  %b = arith.constant 0.5 : f32
  // expected-note@+1 {{in this call}}
  %guess, %same = call @guess(%x) : (f32) -> (i32, f32)
  %y = call @read(%guess, %c) : (i32, i1) -> f32
  %square = arith.mulf %y, %y : f32
  %h = arith.mulf %b, %same : f32
  %t = arith.mulf %h, %square : f32
  %s = arith.subf %a, %t : f32
  %z = arith.mulf %y, %s : f32
  return %z : f32
}
func.func @request(%x: f32, %c: i1) {
  // expected-note@+1 {{requested here}}
  grad.value_and_grad @root(%x, %c) : (f32, i1) -> (f32, f32)
  return
}

// -----

// Both casts are in a function that a callee calls. Neither function contains
// another op with a derivative.
func.func private @flip(%x: f64) -> f64 {
  %sign = arith.constant 0x8000000000000000 : i64
  // expected-error@+2 {{reads bits that become a float again}}
  // expected-note@+1 {{if the derivative is meant to be zero}}
  %bits = arith.bitcast %x : f64 to i64
  %other = arith.xori %bits, %sign : i64
  // expected-note@+1 {{they become a float here}}
  %y = arith.bitcast %other : i64 to f64
  return %y : f64
}
func.func private @middle(%x: f64) -> f64 {
  %y = call @flip(%x) : (f64) -> f64
  return %y : f64
}
func.func @outer(%x: f64, %z: f64) -> f64 {
  // expected-note@+1 {{in this call}}
  %y = call @middle(%x) : (f64) -> f64
  %p = arith.mulf %y, %z : f64
  return %p : f64
}
func.func @request(%x: f64) {
  // expected-note@+1 {{requested here}}
  grad.value_and_grad @outer(%x, %x) : (f64, f64) -> (f64, f64, f64)
  return
}

// -----

// The value becomes bits and a float again, twice. No op between is
// differentiated.
func.func @twice(%x: f32) -> f32 {
  // expected-error@+2 {{reads bits that become a float again}}
  // expected-note@+1 {{if the derivative is meant to be zero}}
  %a = arith.bitcast %x : f32 to i32
  %b = arith.bitcast %a : i32 to f32
  %c = arith.bitcast %b : f32 to i32
  // expected-note@+1 {{they become a float here}}
  %d = arith.bitcast %c : i32 to f32
  return %d : f32
}
func.func @request(%x: f32) {
  // expected-note@+1 {{requested here}}
  grad.vjp @twice(%x) cotangents(%x) {strict} : (f32, f32) -> (f32, f32)
  return
}

// -----

// One op of another dialect reads the bits and another op builds a float from
// an integer. Both are unknown to the rules.
func.func @other(%x: f32) -> f32 {
  // expected-error@+2 {{reads bits that become a float again}}
  // expected-note@+1 {{if the derivative is meant to be zero}}
  %bits = llvm.bitcast %x : f32 to i32
  // expected-note@+1 {{they become a float here}}
  %y = llvm.uitofp %bits : i32 to f32
  return %y : f32
}
func.func @request(%x: f32) {
  // expected-note@+1 {{requested here}}
  grad.jvp @other(%x) tangents(%x) : (f32, f32) -> (f32, f32)
  return
}

// -----

// No error: comparisons and indices do not pass bits on, nor does a float that
// is converted to an integer.
func.func @choices(%x: f32, %z: f32, %table: tensor<8xf32>) -> f32 {
  %zero = arith.constant 0 : i32
  %shift = arith.constant 29 : i32
  %bits = arith.bitcast %x : f32 to i32
  %isNegative = arith.cmpi slt, %bits, %zero : i32
  %y = arith.select %isNegative, %x, %z : f32
  %top = arith.shrui %bits, %shift : i32
  %at = arith.index_castui %top : i32 to index
  %entry = tensor.extract %table[%at] : tensor<8xf32>
  %n = arith.fptosi %x : f32 to i32
  %power = arith.shli %n, %shift : i32
  %scale = arith.bitcast %power : i32 to f32
  %p = arith.mulf %y, %scale : f32
  %q = arith.addf %p, %entry : f32
  return %q : f32
}
// No error: random bits belong to no float. A stop before or after the integer
// ops removes the error.
func.func @stopped(%x: f32, %key: i32) -> f32 {
  %one = arith.constant 1 : i32
  %random = arith.bitcast %key : i32 to f32
  %before = grad.stop_gradient %x : f32
  %a = arith.bitcast %before : f32 to i32
  %b = arith.addi %a, %one : i32
  %c = arith.bitcast %b : i32 to f32
  %d = arith.bitcast %x : f32 to i32
  %e = arith.subi %d, %one : i32
  %f = arith.bitcast %e : i32 to f32
  %rest = arith.subf %f, %x : f32
  %behind = grad.stop_gradient %rest : f32
  %rounded = arith.addf %x, %behind : f32
  %p = arith.mulf %rounded, %c : f32
  %q = arith.mulf %p, %random : f32
  return %q : f32
}
// A custom rule removes the error too, also if the bits of an integer result
// depend on its argument.
func.func private @split(%x: f32) -> (f32, i32) attributes {no_inline, grad.custom_jvp = @split_jvp} {
  %i = arith.bitcast %x : f32 to i32
  %y = arith.bitcast %i : i32 to f32
  return %y, %i : f32, i32
}
func.func private @split_jvp(%x: f32, %dx: f32) -> (f32, i32, f32) {
  %y, %i = call @split(%x) : (f32) -> (f32, i32)
  return %y, %i, %dx : f32, i32, f32
}
func.func @rule(%x: f32) -> f32 {
  %y, %i = call @split(%x) : (f32) -> (f32, i32)
  %z = arith.sitofp %i : i32 to f32
  %p = arith.mulf %y, %z : f32
  return %p : f32
}
func.func @request(%x: f32, %n: i32, %table: tensor<8xf32>) {
  grad.value_and_grad @choices(%x, %x, %table) : (f32, f32, tensor<8xf32>) -> (f32, f32, f32, tensor<8xf32>)
  grad.value_and_grad @stopped(%x, %n) : (f32, i32) -> (f32, f32)
  grad.jvp @rule(%x) tangents(%x) : (f32, f32) -> (f32, f32)
  grad.vjp @rule(%x) cotangents(%x) : (f32, f32) -> (f32, f32)
  return
}
