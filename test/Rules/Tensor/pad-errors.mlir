// RUN: not sg-opt %s --grad-expand-derivatives 2>&1 | FileCheck %s

// CHECK: pad-errors.mlir:[[#@LINE+3]]:{{.*}} error: 'tensor.pad' op has a negative padding; crop with tensor.extract_slice
func.func @f(%x: tensor<4xf64>) -> tensor<3xf64> {
  %zero = arith.constant 0.0 : f64
  %y = tensor.pad %x low[-1] high[0] {
  ^bb0(%i: index):
    tensor.yield %zero : f64
  } : tensor<4xf64> to tensor<3xf64>
  return %y : tensor<3xf64>
}
// CHECK: note: while differentiating
func.func @g(%x: tensor<4xf64>, %c: tensor<3xf64>) -> tensor<4xf64> {
  %y, %dx = grad.vjp @f(%x) cotangents(%c) : (tensor<4xf64>, tensor<3xf64>) -> (tensor<3xf64>, tensor<4xf64>)
  return %dx : tensor<4xf64>
}
