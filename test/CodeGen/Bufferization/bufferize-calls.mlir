// A call in a function all of whose writes go to copies: upstream's code for
// such copies reads past the end of its state at a call (22.1.8) and crashes.
// An op that is not bufferizable forces this path.
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
