// stop_gradient does not read its tangent or its cotangent, so zero is not
// multiplied by NaN.
//
// RUN: split-file %s %t

// Fact 14. The tangent of x * stop(x) at 3 is 3 times the tangent of x. The
// tangent of stop(x) is a zero of the type and dynamic size of x for any
// tangent of x. An integer result has no tangent.
// RUN: sg-run %t/tangents.mlir --function=product --input=3 --input=2 \
// RUN:   --expected-output=9 --expected-output=6
// RUN: sg-run %t/tangents.mlir --function=stopped --input=2x3xf32=7 --input='2x3xf32=nan' \
// RUN:   --expected-output=2x3xf32=7 --expected-output=2x3xf32=0
// RUN: sg-run %t/tangents.mlir --function=stopped --input=0x3xf32=0 --input='0x3xf32=0' \
// RUN:   --expected-output=0x3xf32=0 --expected-output=0x3xf32=0
// RUN: sg-run %t/tangents.mlir --function=integer --input=2.5 --input=1 \
// RUN:   --expected-output=6.25 --expected-output=2 --expected-output=2.5

// Fact 15. If the cotangent of stop(x) is NaN or infinite, the cotangent of x
// is exactly zero. NaN * stop(x) + x is NaN with the derivative one, in both
// modes.
// RUN: sg-run %t/cotangents.mlir --function=stopped --input='1 2 3 4' --input='nan inf -inf 1' \
// RUN:   --expected-output='1 2 3 4' --expected-output='0 0 0 0'
// RUN: sg-run %t/cotangents.mlir --function=slopes --input=3 \
// RUN:   --expected-output=nan --expected-output=1 --expected-output=1

//--- tangents.mlir
func.func @times_itself(%x: f64) -> f64 {
  %c = grad.stop_gradient %x : f64
  %y = arith.mulf %x, %c : f64
  return %y : f64
}
func.func @product(%x: f64, %t: f64) -> (f64, f64) {
  %y, %dy = grad.jvp @times_itself(%x) tangents(%t) : (f64, f64) -> (f64, f64)
  return %y, %dy : f64, f64
}

func.func @stop(%x: tensor<?x3xf32>) -> tensor<?x3xf32> {
  %y = grad.stop_gradient %x : tensor<?x3xf32>
  return %y : tensor<?x3xf32>
}
func.func @stopped(%x: tensor<?x3xf32>, %t: tensor<?x3xf32>) -> (tensor<?x3xf32>, tensor<?x3xf32>) {
  %y, %dy = grad.jvp @stop(%x) tangents(%t)
      : (tensor<?x3xf32>, tensor<?x3xf32>) -> (tensor<?x3xf32>, tensor<?x3xf32>)
  return %y, %dy : tensor<?x3xf32>, tensor<?x3xf32>
}

func.func @square_and_integer(%x: f64) -> (f64, i32) {
  %c = grad.stop_gradient %x : f64
  %y = arith.mulf %x, %c : f64
  %i = arith.fptosi %x : f64 to i32
  return %y, %i : f64, i32
}
func.func @integer(%x: f64, %t: f64) -> (f64, i32, f64) {
  %y, %i, %dy = grad.jvp @square_and_integer(%x) tangents(%t) : (f64, f64) -> (f64, i32, f64)
  return %y, %i, %dy : f64, i32, f64
}

//--- cotangents.mlir
func.func @stop(%x: tensor<4xf16>) -> tensor<4xf16> {
  %y = grad.stop_gradient %x : tensor<4xf16>
  return %y : tensor<4xf16>
}
func.func @stopped(%x: tensor<4xf16>, %c: tensor<4xf16>) -> (tensor<4xf16>, tensor<4xf16>) {
  %y, %dx = grad.vjp @stop(%x) cotangents(%c)
      : (tensor<4xf16>, tensor<4xf16>) -> (tensor<4xf16>, tensor<4xf16>)
  return %y, %dx : tensor<4xf16>, tensor<4xf16>
}

func.func @weighted(%x: f64) -> f64 {
  %nan = arith.constant 0x7FF8000000000000 : f64
  %c = grad.stop_gradient %x : f64
  %w = arith.mulf %c, %nan : f64
  %y = arith.addf %w, %x : f64
  return %y : f64
}
func.func @slopes(%x: f64) -> (f64, f64, f64) {
  %one = arith.constant 1.0 : f64
  %y, %reverse = grad.value_and_grad @weighted(%x) : (f64) -> (f64, f64)
  %z, %forward = grad.jvp @weighted(%x) tangents(%one) : (f64, f64) -> (f64, f64)
  return %y, %reverse, %forward : f64, f64, f64
}
