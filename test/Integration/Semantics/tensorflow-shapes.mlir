// Shapes: every rank from 0 to 8, empty and dynamic sizes, and unknown rank.
// The gradient of x * stop(x) is x, in the shape of x.

// The number of elements is the size of the shape; for each rank the gradient
// is returned as a list.
// RUN: sg-run %s --function=ranks --input='1 2 3 4 5 6' --expected-output=1 \
// RUN:   --expected-output='1 2 3 4 5 6' \
// RUN:   --expected-output='1 2 3 4 5 6' \
// RUN:   --expected-output='1 2 3 4 5 6' \
// RUN:   --expected-output='1 2 3 4 5 6' \
// RUN:   --expected-output='1 2 3 4 5 6' \
// RUN:   --expected-output='1 2 3 4 5 6' \
// RUN:   --expected-output='1 2 3 4 5 6' \
// RUN:   --expected-output='1 2 3 4 5 6'
func.func private @rank_0(%x: tensor<f32>) -> tensor<f32> {
  %c = grad.stop_gradient %x : tensor<f32>
  %y = arith.mulf %x, %c : tensor<f32>
  return %y : tensor<f32>
}
func.func private @rank_1(%x: tensor<6xf32>) -> tensor<6xf32> {
  %c = grad.stop_gradient %x : tensor<6xf32>
  %y = arith.mulf %x, %c : tensor<6xf32>
  return %y : tensor<6xf32>
}
func.func private @rank_2(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %c = grad.stop_gradient %x : tensor<2x3xf32>
  %y = arith.mulf %x, %c : tensor<2x3xf32>
  return %y : tensor<2x3xf32>
}
func.func private @rank_3(%x: tensor<1x3x2xf32>) -> tensor<1x3x2xf32> {
  %c = grad.stop_gradient %x : tensor<1x3x2xf32>
  %y = arith.mulf %x, %c : tensor<1x3x2xf32>
  return %y : tensor<1x3x2xf32>
}
func.func private @rank_4(%x: tensor<3x1x1x2xf32>) -> tensor<3x1x1x2xf32> {
  %c = grad.stop_gradient %x : tensor<3x1x1x2xf32>
  %y = arith.mulf %x, %c : tensor<3x1x1x2xf32>
  return %y : tensor<3x1x1x2xf32>
}
func.func private @rank_5(%x: tensor<1x2x1x3x1xf32>) -> tensor<1x2x1x3x1xf32> {
  %c = grad.stop_gradient %x : tensor<1x2x1x3x1xf32>
  %y = arith.mulf %x, %c : tensor<1x2x1x3x1xf32>
  return %y : tensor<1x2x1x3x1xf32>
}
func.func private @rank_6(%x: tensor<1x1x2x1x3x1xf32>) -> tensor<1x1x2x1x3x1xf32> {
  %c = grad.stop_gradient %x : tensor<1x1x2x1x3x1xf32>
  %y = arith.mulf %x, %c : tensor<1x1x2x1x3x1xf32>
  return %y : tensor<1x1x2x1x3x1xf32>
}
func.func private @rank_7(%x: tensor<2x1x1x1x1x1x3xf32>) -> tensor<2x1x1x1x1x1x3xf32> {
  %c = grad.stop_gradient %x : tensor<2x1x1x1x1x1x3xf32>
  %y = arith.mulf %x, %c : tensor<2x1x1x1x1x1x3xf32>
  return %y : tensor<2x1x1x1x1x1x3xf32>
}
func.func private @rank_8(%x: tensor<1x3x1x1x1x1x2x1xf32>) -> tensor<1x3x1x1x1x1x2x1xf32> {
  %c = grad.stop_gradient %x : tensor<1x3x1x1x1x1x2x1xf32>
  %y = arith.mulf %x, %c : tensor<1x3x1x1x1x1x2x1xf32>
  return %y : tensor<1x3x1x1x1x1x2x1xf32>
}
func.func @ranks(%x: tensor<6xf32>)
    -> (tensor<f32>, tensor<6xf32>, tensor<6xf32>, tensor<6xf32>, tensor<6xf32>,
        tensor<6xf32>, tensor<6xf32>, tensor<6xf32>, tensor<6xf32>) {
  %c0 = arith.constant 0 : index
  %one = arith.constant dense<1.0> : tensor<f32>
  %first = tensor.extract %x[%c0] : tensor<6xf32>
  %x0 = tensor.from_elements %first : tensor<f32>
  %g0:2 = grad.vjp @rank_0(%x0) cotangents(%one) : (tensor<f32>, tensor<f32>) -> (tensor<f32>, tensor<f32>)
  %ones1 = arith.constant dense<1.0> : tensor<6xf32>
  %g1:2 = grad.vjp @rank_1(%x) cotangents(%ones1) : (tensor<6xf32>, tensor<6xf32>) -> (tensor<6xf32>, tensor<6xf32>)
  %x2 = tensor.expand_shape %x [[0, 1]] output_shape [2, 3] : tensor<6xf32> into tensor<2x3xf32>
  %ones2 = arith.constant dense<1.0> : tensor<2x3xf32>
  %g2:2 = grad.vjp @rank_2(%x2) cotangents(%ones2)
      : (tensor<2x3xf32>, tensor<2x3xf32>) -> (tensor<2x3xf32>, tensor<2x3xf32>)
  %y2 = tensor.collapse_shape %g2#1 [[0, 1]] : tensor<2x3xf32> into tensor<6xf32>
  %x3 = tensor.expand_shape %x [[0, 1, 2]] output_shape [1, 3, 2] : tensor<6xf32> into tensor<1x3x2xf32>
  %ones3 = arith.constant dense<1.0> : tensor<1x3x2xf32>
  %g3:2 = grad.vjp @rank_3(%x3) cotangents(%ones3)
      : (tensor<1x3x2xf32>, tensor<1x3x2xf32>) -> (tensor<1x3x2xf32>, tensor<1x3x2xf32>)
  %y3 = tensor.collapse_shape %g3#1 [[0, 1, 2]] : tensor<1x3x2xf32> into tensor<6xf32>
  %x4 = tensor.expand_shape %x [[0, 1, 2, 3]] output_shape [3, 1, 1, 2] : tensor<6xf32> into tensor<3x1x1x2xf32>
  %ones4 = arith.constant dense<1.0> : tensor<3x1x1x2xf32>
  %g4:2 = grad.vjp @rank_4(%x4) cotangents(%ones4)
      : (tensor<3x1x1x2xf32>, tensor<3x1x1x2xf32>) -> (tensor<3x1x1x2xf32>, tensor<3x1x1x2xf32>)
  %y4 = tensor.collapse_shape %g4#1 [[0, 1, 2, 3]] : tensor<3x1x1x2xf32> into tensor<6xf32>
  %x5 = tensor.expand_shape %x [[0, 1, 2, 3, 4]] output_shape [1, 2, 1, 3, 1] : tensor<6xf32> into tensor<1x2x1x3x1xf32>
  %ones5 = arith.constant dense<1.0> : tensor<1x2x1x3x1xf32>
  %g5:2 = grad.vjp @rank_5(%x5) cotangents(%ones5)
      : (tensor<1x2x1x3x1xf32>, tensor<1x2x1x3x1xf32>) -> (tensor<1x2x1x3x1xf32>, tensor<1x2x1x3x1xf32>)
  %y5 = tensor.collapse_shape %g5#1 [[0, 1, 2, 3, 4]] : tensor<1x2x1x3x1xf32> into tensor<6xf32>
  %x6 = tensor.expand_shape %x [[0, 1, 2, 3, 4, 5]] output_shape [1, 1, 2, 1, 3, 1] : tensor<6xf32> into tensor<1x1x2x1x3x1xf32>
  %ones6 = arith.constant dense<1.0> : tensor<1x1x2x1x3x1xf32>
  %g6:2 = grad.vjp @rank_6(%x6) cotangents(%ones6)
      : (tensor<1x1x2x1x3x1xf32>, tensor<1x1x2x1x3x1xf32>) -> (tensor<1x1x2x1x3x1xf32>, tensor<1x1x2x1x3x1xf32>)
  %y6 = tensor.collapse_shape %g6#1 [[0, 1, 2, 3, 4, 5]] : tensor<1x1x2x1x3x1xf32> into tensor<6xf32>
  %x7 = tensor.expand_shape %x [[0, 1, 2, 3, 4, 5, 6]] output_shape [2, 1, 1, 1, 1, 1, 3] : tensor<6xf32> into tensor<2x1x1x1x1x1x3xf32>
  %ones7 = arith.constant dense<1.0> : tensor<2x1x1x1x1x1x3xf32>
  %g7:2 = grad.vjp @rank_7(%x7) cotangents(%ones7)
      : (tensor<2x1x1x1x1x1x3xf32>, tensor<2x1x1x1x1x1x3xf32>) -> (tensor<2x1x1x1x1x1x3xf32>, tensor<2x1x1x1x1x1x3xf32>)
  %y7 = tensor.collapse_shape %g7#1 [[0, 1, 2, 3, 4, 5, 6]] : tensor<2x1x1x1x1x1x3xf32> into tensor<6xf32>
  %x8 = tensor.expand_shape %x [[0, 1, 2, 3, 4, 5, 6, 7]] output_shape [1, 3, 1, 1, 1, 1, 2, 1] : tensor<6xf32> into tensor<1x3x1x1x1x1x2x1xf32>
  %ones8 = arith.constant dense<1.0> : tensor<1x3x1x1x1x1x2x1xf32>
  %g8:2 = grad.vjp @rank_8(%x8) cotangents(%ones8)
      : (tensor<1x3x1x1x1x1x2x1xf32>, tensor<1x3x1x1x1x1x2x1xf32>) -> (tensor<1x3x1x1x1x1x2x1xf32>, tensor<1x3x1x1x1x1x2x1xf32>)
  %y8 = tensor.collapse_shape %g8#1 [[0, 1, 2, 3, 4, 5, 6, 7]] : tensor<1x3x1x1x1x1x2x1xf32> into tensor<6xf32>
  return %g0#1, %g1#1, %y2, %y3, %y4, %y5, %y6, %y7, %y8
      : tensor<f32>, tensor<6xf32>, tensor<6xf32>, tensor<6xf32>, tensor<6xf32>,
        tensor<6xf32>, tensor<6xf32>, tensor<6xf32>, tensor<6xf32>
}

// Empty tensors, of static and of dynamic shape: the gradient is empty too.
// RUN: sg-run %s --function=dynamic --input=2x0x3xf32=0 --input=0x3xf32=0 \
// RUN:   --expected-output=2x0x3xf32=0 --expected-output=2x0x3xf32=0 \
// RUN:   --expected-output=0x3xf32=0 --expected-output=0x3xf32=0
// RUN: sg-run %s --function=dynamic --input=0x0x0xf32=0 --input=0x3xf32=0 \
// RUN:   --expected-output=0x0x0xf32=0 --expected-output=0x0x0xf32=0 \
// RUN:   --expected-output=0x3xf32=0 --expected-output=0x3xf32=0
// RUN: sg-run %s --function=dynamic --input='1x2x2xf32=1 2 3 4' --input=0x3xf32=0 \
// RUN:   --expected-output='1x2x2xf32=1 4 9 16' --expected-output='1x2x2xf32=1 2 3 4' \
// RUN:   --expected-output=0x3xf32=0 --expected-output=0x3xf32=0
func.func private @product(%x: tensor<?x?x?xf32>, %z: tensor<0x3xf32>)
    -> (tensor<?x?x?xf32>, tensor<0x3xf32>) {
  %cx = grad.stop_gradient %x : tensor<?x?x?xf32>
  %cz = grad.stop_gradient %z : tensor<0x3xf32>
  %y = arith.mulf %x, %cx : tensor<?x?x?xf32>
  %w = arith.mulf %z, %cz : tensor<0x3xf32>
  return %y, %w : tensor<?x?x?xf32>, tensor<0x3xf32>
}
func.func @dynamic(%x: tensor<?x?x?xf32>, %z: tensor<0x3xf32>)
    -> (tensor<?x?x?xf32>, tensor<?x?x?xf32>, tensor<0x3xf32>, tensor<0x3xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %a = tensor.dim %x, %c0 : tensor<?x?x?xf32>
  %b = tensor.dim %x, %c1 : tensor<?x?x?xf32>
  %c = tensor.dim %x, %c2 : tensor<?x?x?xf32>
  %one = arith.constant 1.0 : f32
  %ones = tensor.splat %one[%a, %b, %c] : tensor<?x?x?xf32>
  %none = arith.constant dense<1.0> : tensor<0x3xf32>
  %r:4 = grad.vjp @product(%x, %z) cotangents(%ones, %none)
      : (tensor<?x?x?xf32>, tensor<0x3xf32>, tensor<?x?x?xf32>, tensor<0x3xf32>)
      -> (tensor<?x?x?xf32>, tensor<0x3xf32>, tensor<?x?x?xf32>, tensor<0x3xf32>)
  return %r#0, %r#2, %r#1, %r#3
      : tensor<?x?x?xf32>, tensor<?x?x?xf32>, tensor<0x3xf32>, tensor<0x3xf32>
}

// If sizes or the rank are unknown, the type is unchanged. Unranked tensors
// have no derivative, so a program may use them only under a stop.
// RUN: sg-opt %s --verify-roundtrip --grad-expand-derivatives | FileCheck %s
// RUN: sg-run %s --function=through_unranked --input='1x3xf32=1 2 3' \
// RUN:   --expected-output='1x3xf32=1 4 9' --expected-output='1x3xf32=1 4 9'
// CHECK-LABEL: func.func private @unranked_vjp(
// CHECK:         grad.stop_gradient {{.*}} : tensor<*xf32>
// CHECK:         grad.stop_gradient {{.*}} : tensor<?x3xf32>
func.func private @unranked(%x: tensor<?x3xf32>) -> tensor<?x3xf32> {
  %u = tensor.cast %x : tensor<?x3xf32> to tensor<*xf32>
  %c = grad.stop_gradient %u : tensor<*xf32>
  %r = tensor.cast %c : tensor<*xf32> to tensor<?x3xf32>
  %d = grad.stop_gradient %r : tensor<?x3xf32>
  %y = arith.mulf %x, %d : tensor<?x3xf32>
  return %y : tensor<?x3xf32>
}
func.func @through_unranked(%x: tensor<?x3xf32>) -> (tensor<?x3xf32>, tensor<?x3xf32>) {
  %r:2 = grad.vjp @unranked(%x) cotangents(%x)
      : (tensor<?x3xf32>, tensor<?x3xf32>) -> (tensor<?x3xf32>, tensor<?x3xf32>)
  return %r#0, %r#1 : tensor<?x3xf32>, tensor<?x3xf32>
}
