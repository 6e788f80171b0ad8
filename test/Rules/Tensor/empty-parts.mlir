// Concatenation and padding of empty parts, also where a part would begin at
// the end of the result. Upstream rejects a slice there.

// RUN: sg-opt %s --grad-expand-derivatives | FileCheck %s
// RUN: sg-run %s --function=static --input='3xf64=1 2 3' --input='0xf64=' \
// RUN:   --expected-output='4 9 9' --expected-output='0xf64=' --expected-output='1 2 3'
// RUN: sg-run %s --function=dynamic --input='3xf64=1 2 3' --input='0xf64=' \
// RUN:   --expected-output='4 9 9' --expected-output='0xf64=' --expected-output='1 2 3'
// RUN: not sg-run %s --function=dynamic --input='3xf64=1 2 3' --input='1xf64=1' 2>&1 \
// RUN:   | FileCheck %s --check-prefix=TOO-MUCH
// RUN: sg-run %s --function=padded --input='0xf64=' --input=5 \
// RUN:   --expected-output='5 5 5' --expected-output='0xf64=' --expected-output=6 --expected-output='7 7 7'

// The cotangent of the last part is empty like the part.
// CHECK-LABEL: func.func private @static_concat_vjp(
// CHECK-SAME:    [[CT:%[a-z0-9]+]]: tensor<3xf64>)
// CHECK-NOT:     tensor.extract_slice [[CT]][3]
// CHECK:         return
func.func private @static_concat(%x: tensor<3xf64>, %e: tensor<0xf64>) -> tensor<3xf64> {
  %s = arith.mulf %x, %x : tensor<3xf64>
  %y = tensor.concat dim(0) %e, %s, %e
      : (tensor<0xf64>, tensor<3xf64>, tensor<0xf64>) -> tensor<3xf64>
  return %y : tensor<3xf64>
}
// The cotangent times 2 x, and x again as the root of its square.
func.func @static(%x: tensor<3xf64>, %e: tensor<0xf64>) -> (tensor<3xf64>, tensor<0xf64>, tensor<3xf64>) {
  %c = arith.constant dense<[2.0, 2.25, 1.5]> : tensor<3xf64>
  %y, %dx, %de = grad.vjp @static_concat(%x, %e) cotangents(%c)
      : (tensor<3xf64>, tensor<0xf64>, tensor<3xf64>) -> (tensor<3xf64>, tensor<3xf64>, tensor<0xf64>)
  %r = math.sqrt %y : tensor<3xf64>
  return %dx, %de, %r : tensor<3xf64>, tensor<0xf64>, tensor<3xf64>
}

// A part of dynamic size, where the result leaves no elements for it.
// TOO-MUCH: 'tensor.{{cast|concat}}': dimension 0 is not 3
func.func private @dynamic_concat(%x: tensor<3xf64>, %e: tensor<?xf64>) -> tensor<3xf64> {
  %s = arith.mulf %x, %x : tensor<3xf64>
  %y = tensor.concat dim(0) %s, %e : (tensor<3xf64>, tensor<?xf64>) -> tensor<3xf64>
  return %y : tensor<3xf64>
}
func.func @dynamic(%x: tensor<3xf64>, %e: tensor<?xf64>) -> (tensor<3xf64>, tensor<?xf64>, tensor<3xf64>) {
  %c = arith.constant dense<[2.0, 2.25, 1.5]> : tensor<3xf64>
  %y, %dx, %de = grad.vjp @dynamic_concat(%x, %e) cotangents(%c)
      : (tensor<3xf64>, tensor<?xf64>, tensor<3xf64>) -> (tensor<3xf64>, tensor<3xf64>, tensor<?xf64>)
  %r = math.sqrt %y : tensor<3xf64>
  return %dx, %de, %r : tensor<3xf64>, tensor<?xf64>, tensor<3xf64>
}

// An empty tensor is padded: all cotangents belong to the padding.
func.func private @pad(%e: tensor<0xf64>, %v: f64) -> tensor<3xf64> {
  %y = tensor.pad %e low[3] high[0] {
  ^bb0(%i: index):
    tensor.yield %v : f64
  } : tensor<0xf64> to tensor<3xf64>
  return %y : tensor<3xf64>
}
func.func @padded(%e: tensor<0xf64>, %v: f64) -> (tensor<3xf64>, tensor<0xf64>, f64, tensor<3xf64>) {
  %c = arith.constant dense<[1.0, 2.0, 3.0]> : tensor<3xf64>
  %seven = arith.constant 7.0 : f64
  %y, %de, %dv = grad.vjp @pad(%e, %v) cotangents(%c)
      : (tensor<0xf64>, f64, tensor<3xf64>) -> (tensor<3xf64>, tensor<0xf64>, f64)
  %z, %t = grad.jvp @pad(%e, %v) tangents(%e, %seven)
      : (tensor<0xf64>, f64, tensor<0xf64>, f64) -> (tensor<3xf64>, tensor<3xf64>)
  return %y, %de, %dv, %t : tensor<3xf64>, tensor<0xf64>, f64, tensor<3xf64>
}
