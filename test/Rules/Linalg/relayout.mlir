// Packing and unpacking are transposes of each other; softmax reads its result
// only.

// RUN: sg-opt %s --grad-expand-derivatives | FileCheck %s
// RUN: sg-run %s --function=pack_slopes --input='1 2 3' --input=9 \
// RUN:   --expected-output='1 2 3' --expected-output=4 --expected-output='2x2xf64=1 2 3 9' --tolerance=0
// RUN: sg-run %s --function=unpack_slope --input='2x2xf64=1 2 3 4' \
// RUN:   --expected-output='2x2xf64=1 2 3 0' --expected-output='1 2 3' --tolerance=0
// RUN: sg-run %s --function=softmax_slopes --input='2x2xf64=0 0 5 5' \
// RUN:   --expected-output='2x2xf64=-0.25 0.25 -0.25 0.25' --expected-output='2x2xf64=-0.25 0.25 -0.25 0.25' --tolerance=1e-15

// The cotangent of a padding value is the sum over the padding.
func.func private @pack(%x: tensor<3xf64>, %p: f64) -> tensor<2x2xf64> {
  %z = tensor.empty() : tensor<2x2xf64>
  %r = linalg.pack %x padding_value(%p : f64) inner_dims_pos = [0] inner_tiles = [2] into %z : tensor<3xf64> -> tensor<2x2xf64>
  return %r : tensor<2x2xf64>
}
func.func @pack_slopes(%x: tensor<3xf64>, %p: f64) -> (tensor<3xf64>, f64, tensor<2x2xf64>) {
  %c = arith.constant dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf64>
  %r, %dx, %dp = grad.vjp @pack(%x, %p) cotangents(%c)
      : (tensor<3xf64>, f64, tensor<2x2xf64>) -> (tensor<2x2xf64>, tensor<3xf64>, f64)
  %s, %t = grad.jvp @pack(%x, %p) tangents(%x, %p)
      : (tensor<3xf64>, f64, tensor<3xf64>, f64) -> (tensor<2x2xf64>, tensor<2x2xf64>)
  return %dx, %dp, %t : tensor<3xf64>, f64, tensor<2x2xf64>
}

// Elements dropped by unpacking get zero.
// CHECK-LABEL: func.func private @unpack_vjp(
// CHECK-SAME:      {{.*}}, [[DR:%[a-z0-9_]+]]: tensor<3xf64>)
// CHECK:         linalg.pack [[DR]] padding_value({{.*}} : f64) inner_dims_pos = [0] inner_tiles = [2]
func.func private @unpack(%x: tensor<2x2xf64>) -> tensor<3xf64> {
  %z = tensor.empty() : tensor<3xf64>
  %r = linalg.unpack %x inner_dims_pos = [0] inner_tiles = [2] into %z : tensor<2x2xf64> -> tensor<3xf64>
  return %r : tensor<3xf64>
}
func.func @unpack_slope(%x: tensor<2x2xf64>) -> (tensor<2x2xf64>, tensor<3xf64>) {
  %c = arith.constant dense<[1.0, 2.0, 3.0]> : tensor<3xf64>
  %r, %dx = grad.vjp @unpack(%x) cotangents(%c) : (tensor<2x2xf64>, tensor<3xf64>) -> (tensor<3xf64>, tensor<2x2xf64>)
  %s, %t = grad.jvp @unpack(%x) tangents(%x) : (tensor<2x2xf64>, tensor<2x2xf64>) -> (tensor<3xf64>, tensor<3xf64>)
  return %dx, %t : tensor<2x2xf64>, tensor<3xf64>
}

// Along the last dimension each row is (1/2, 1/2), so the gradient of a
// cotangent is half of its difference from the mean.
// CHECK-LABEL: func.func private @softmax_vjp(
// CHECK-SAME:      [[X:%[a-z0-9_]+]]: tensor<2x2xf64>, [[DR:%[a-z0-9_]+]]: tensor<2x2xf64>)
// CHECK:         [[Y:%[a-z0-9_]+]] = linalg.softmax
// CHECK:         linalg.generic {{.*}} ins([[Y]], [[DR]],
// CHECK-NOT:     math.exp
// CHECK:         return
func.func private @softmax(%x: tensor<2x2xf64>) -> tensor<2x2xf64> {
  %z = tensor.empty() : tensor<2x2xf64>
  %r = linalg.softmax dimension(1) ins(%x : tensor<2x2xf64>) outs(%z : tensor<2x2xf64>) -> tensor<2x2xf64>
  return %r : tensor<2x2xf64>
}
func.func @softmax_slopes(%x: tensor<2x2xf64>) -> (tensor<2x2xf64>, tensor<2x2xf64>) {
  %c = arith.constant dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf64>
  %r, %dx = grad.vjp @softmax(%x) cotangents(%c) : (tensor<2x2xf64>, tensor<2x2xf64>) -> (tensor<2x2xf64>, tensor<2x2xf64>)
  %s, %t = grad.jvp @softmax(%x) tangents(%c) : (tensor<2x2xf64>, tensor<2x2xf64>) -> (tensor<2x2xf64>, tensor<2x2xf64>)
  return %dx, %t : tensor<2x2xf64>, tensor<2x2xf64>
}
