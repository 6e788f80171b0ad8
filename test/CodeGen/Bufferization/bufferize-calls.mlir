// A call in a function whose writes are all to copies: upstream's way to make such copies
// reads behind its state at a call (22.1.8), and crashes. The function is bufferized in
// this way because of an op that is not bufferized.
//
// RUN: not sg-opt %s --sg-bufferize 2>&1 | FileCheck %s
// CHECK: remark: bufferized again, with a copy before each write
// CHECK: error: op was not bufferized
func.func private @callee(%t: tensor<4xf64>, %i: index) -> tensor<4xf64> {
  %c = arith.constant 1.0 : f64
  %r = tensor.insert %c into %t[%i] : tensor<4xf64>
  return %r : tensor<4xf64>
}
func.func @calls(%t: tensor<4xf64>, %i: index) -> tensor<4xf64> {
  %r = func.call @callee(%t, %i) : (tensor<4xf64>, index) -> tensor<4xf64>
  %s = grad.stop_gradient %r : tensor<4xf64>
  %u = func.call @callee(%s, %i) : (tensor<4xf64>, index) -> tensor<4xf64>
  return %u : tensor<4xf64>
}
