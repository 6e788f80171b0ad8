// One row serves scalars, tensors of any shape and vectors. The constants of a
// row (the 1 of tanh, the selects of atan2) have the operands' shape.

// Dynamic sizes, including 0 and 1.
// RUN: sg-run %s --function=tensors --tolerance=1e-6 \
// RUN:   --input="2x3xf32=0.5 -1 0 0.5 2 3" \
// RUN:   --expected-output="2x3xf32=1.5728954659318548 0.83994868322805214 2 1.5728954659318548 0.14130164970632894 0.019732074330880383" \
// RUN:   --expected-output="2x3xf32=1.5728954659318548 0.83994868322805214 2 1.5728954659318548 0.14130164970632894 0.019732074330880383"
// RUN: sg-run %s --function=tensors --tolerance=1e-6 --input="1x1xf32=0.5" \
// RUN:   --expected-output="1x1xf32=1.5728954659318548" \
// RUN:   --expected-output="1x1xf32=1.5728954659318548"
// RUN: sg-run %s --function=tensors --input="0x3xf32=" \
// RUN:   --expected-output="0x3xf32=" --expected-output="0x3xf32="
// RUN: sg-run %s --function=tensors --input="2x0xf32=" \
// RUN:   --expected-output="2x0xf32=" --expected-output="2x0xf32="
func.func @tanh(%x: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %y = math.tanh %x : tensor<?x?xf32>
  return %y : tensor<?x?xf32>
}
func.func @tensors(%x: tensor<?x?xf32>) -> (tensor<?x?xf32>, tensor<?x?xf32>) {
  %zero = arith.subf %x, %x : tensor<?x?xf32>
  %one = math.cos %zero : tensor<?x?xf32>
  %two = arith.addf %one, %one : tensor<?x?xf32>
  %y, %t = grad.jvp @tanh(%x) tangents(%two) : (tensor<?x?xf32>, tensor<?x?xf32>) -> (tensor<?x?xf32>, tensor<?x?xf32>)
  %z, %c = grad.vjp @tanh(%x) cotangents(%two) : (tensor<?x?xf32>, tensor<?x?xf32>) -> (tensor<?x?xf32>, tensor<?x?xf32>)
  return %t, %c : tensor<?x?xf32>, tensor<?x?xf32>
}

// A scalar and a tensor of rank 0.
// RUN: sg-run %s --function=scalars --tolerance=1e-14 --input=1 --input=2 \
// RUN:   --expected-output=0.4 --expected-output=-0.2 --expected-output=0.8
func.func @atan2(%x: f64, %z: f64) -> f64 {
  %y = math.atan2 %x, %z : f64
  return %y : f64
}
func.func @atan(%x: tensor<f64>) -> tensor<f64> {
  %y = math.atan %x : tensor<f64>
  return %y : tensor<f64>
}
func.func @scalars(%x: f64, %z: f64) -> (f64, f64, tensor<f64>) {
  %one = arith.constant 1.0 : f64
  %y, %dx, %dz = grad.vjp @atan2(%x, %z) cotangents(%one) : (f64, f64, f64) -> (f64, f64, f64)
  %half = arith.constant dense<0.5> : tensor<f64>
  %c = arith.constant dense<1.0> : tensor<f64>
  %w, %dw = grad.vjp @atan(%half) cotangents(%c) : (tensor<f64>, tensor<f64>) -> (tensor<f64>, tensor<f64>)
  return %dx, %dz, %dw : f64, f64, tensor<f64>
}

// Vectors: <c, jvp(t)> = <vjp(c), t>, and the value of the first product.
// RUN: sg-run %s --function=vectors --tolerance=1e-14 \
// RUN:   --expected-output=-0.028348386223851635 --expected-output=-0.028348386223851635
func.func @mixed(%x: vector<2x2xf64>, %z: vector<2x2xf64>) -> vector<2x2xf64> {
  %a = math.atan2 %x, %z : vector<2x2xf64>
  %b = math.powf %z, %a : vector<2x2xf64>
  %y = arith.maximumf %b, %x : vector<2x2xf64>
  return %y : vector<2x2xf64>
}
func.func @vectors() -> (f64, f64) {
  %x = arith.constant dense<[[1.0, -0.5], [2.0, 0.25]]> : vector<2x2xf64>
  %z = arith.constant dense<[[2.0, 0.75], [0.125, 3.0]]> : vector<2x2xf64>
  %t = arith.constant dense<[[1.0, -2.0], [0.5, 0.25]]> : vector<2x2xf64>
  %u = arith.constant dense<[[-1.0, 0.5], [0.25, 2.0]]> : vector<2x2xf64>
  %c = arith.constant dense<[[1.0, 0.5], [-1.0, 2.0]]> : vector<2x2xf64>
  %y, %s = grad.jvp @mixed(%x, %z) tangents(%t, %u) : (vector<2x2xf64>, vector<2x2xf64>, vector<2x2xf64>, vector<2x2xf64>) -> (vector<2x2xf64>, vector<2x2xf64>)
  %w, %dx, %dz = grad.vjp @mixed(%x, %z) cotangents(%c) : (vector<2x2xf64>, vector<2x2xf64>, vector<2x2xf64>) -> (vector<2x2xf64>, vector<2x2xf64>, vector<2x2xf64>)
  %a = call @inner(%c, %s) : (vector<2x2xf64>, vector<2x2xf64>) -> f64
  %b0 = call @inner(%dx, %t) : (vector<2x2xf64>, vector<2x2xf64>) -> f64
  %b1 = call @inner(%dz, %u) : (vector<2x2xf64>, vector<2x2xf64>) -> f64
  %b = arith.addf %b0, %b1 : f64
  return %a, %b : f64, f64
}
func.func private @inner(%x: vector<2x2xf64>, %z: vector<2x2xf64>) -> f64 {
  %p = arith.mulf %x, %z : vector<2x2xf64>
  %zero = arith.constant 0.0 : f64
  %sum = vector.multi_reduction <add>, %p, %zero [0, 1] : vector<2x2xf64> to f64
  return %sum : f64
}
