// Convolutions and both derivatives, with strides and dilations, executed on
// the host: each is a kernel with tiles of its operands in shared memory. The
// expected values are from PyTorch.

// RUN: sg-run %s --device=emulated --check-kernels --function=channels_last --input="1x5x4x2xf32=2 0 0 1 -3 3 -1 1 2 -3 3 3 -3 3 3 -1 3 2 3 2 3 3 2 -3 -1 -1 1 2 2 -1 1 -2 -1 2 0 2 3 -1 1 1" --input="2x2x2x3xf32=1 -1 -2 1 -3 2 3 3 -2 -1 1 0 0 -3 -2 2 3 3 3 -2 -2 -3 3 -3" --input="1x2x2x3xf32=-3 -1 2 3 0 -1 1 3 1 2 -2 0" \
// RUN:   --expected-output="1x2x2x3xf32=-34 -8 -14 15 -14 4 18 -4 -10 27 -11 2" --expected-output="1x5x4x2xf32=-6 4 5 1 -16 2 11 -3 -1 -3 2 3 -11 0 11 -6 -4 -6 4 8 10 2 0 -4 -11 14 6 -2 -5 3 10 -12 0 0 0 0 0 0 0 0" --expected-output="2x2x2x3xf32=3 1 7 9 2 1 13 8 -2 -9 12 8 4 -7 0 21 -4 -10 22 7 -7 -17 -2 6"
// RUN: sg-run %s --device=emulated --check-kernels --function=channels_first --input="1x2x5x4xf32=2 0 -3 -1 2 3 -3 3 3 3 3 2 -1 1 2 1 -1 0 3 1 0 1 3 1 -3 3 3 -1 2 2 3 -3 -1 2 -1 -2 2 2 -1 1" --input="3x2x2x2xf32=1 3 0 3 1 -1 2 -3 -1 3 -3 -2 -3 1 3 3 -2 -2 -2 -2 2 0 3 -3" --input="1x3x2x2xf32=-3 3 1 2 -1 0 3 -2 2 -1 1 0" \
// RUN:   --expected-output="1x3x2x2xf32=-34 15 18 27 -8 -14 -4 -11 -14 4 -10 2" --expected-output="1x2x5x4xf32=-6 5 -16 11 -1 2 -11 11 -4 4 10 0 -11 6 -5 10 0 0 0 0 4 1 2 -3 -3 3 0 -6 -6 8 2 -4 14 -2 3 -12 0 0 0 0" --expected-output="3x2x2x2xf32=3 13 4 22 9 -9 21 -17 1 8 -7 7 2 12 -4 -2 7 -2 0 -7 1 8 -10 6"
// Dynamic sizes; an image that is smaller than the filter, whose gradient is
// zero.
// RUN: sg-run %s --device=emulated --check-kernels --function=dynamic --input="1x5x4x2xf32=2 0 0 1 -3 3 -1 1 2 -3 3 3 -3 3 3 -1 3 2 3 2 3 3 2 -3 -1 -1 1 2 2 -1 1 -2 -1 2 0 2 3 -1 1 1" --input="2x2x2x3xf32=1 -1 -2 1 -3 2 3 3 -2 -1 1 0 0 -3 -2 2 3 3 3 -2 -2 -3 3 -3" --input="1x2x2x3xf32=-3 -1 2 3 0 -1 1 3 1 2 -2 0" \
// RUN:   --expected-output="1x2x2x3xf32=-34 -8 -14 15 -14 4 18 -4 -10 27 -11 2" --expected-output="1x5x4x2xf32=-6 4 5 1 -16 2 11 -3 -1 -3 2 3 -11 0 11 -6 -4 -6 4 8 10 2 0 -4 -11 14 6 -2 -5 3 10 -12 0 0 0 0 0 0 0 0" --expected-output="2x2x2x3xf32=3 1 7 9 2 1 13 8 -2 -9 12 8 4 -7 0 21 -4 -10 22 7 -7 -17 -2 6"
// RUN: sg-run %s --device=emulated --check-kernels --function=dynamic --input="1x1x3x1xf32=1 2 3" --input="2x2x1x1xf32=1 2 3 4" --input="1x0x1x1xf32=" \
// RUN:   --expected-output="1x0x1x1xf32=" --expected-output="1x1x3x1xf32=0 0 0" --expected-output="2x2x1x1xf32=0 0 0 0"

func.func private @last(%x: tensor<1x5x4x2xf32>, %w: tensor<2x2x2x3xf32>) -> tensor<1x2x2x3xf32> {
  %zero = arith.constant dense<0.0> : tensor<1x2x2x3xf32>
  %0 = linalg.conv_2d_nhwc_hwcf {strides = dense<[2, 1]> : tensor<2xi64>, dilations = dense<[1, 2]> : tensor<2xi64>}
      ins(%x, %w : tensor<1x5x4x2xf32>, tensor<2x2x2x3xf32>) outs(%zero : tensor<1x2x2x3xf32>) -> tensor<1x2x2x3xf32>
  return %0 : tensor<1x2x2x3xf32>
}
func.func @channels_last(%x: tensor<1x5x4x2xf32>, %w: tensor<2x2x2x3xf32>, %ct: tensor<1x2x2x3xf32>) -> (tensor<1x2x2x3xf32>, tensor<1x5x4x2xf32>, tensor<2x2x2x3xf32>) {
  %r:3 = grad.vjp @last(%x, %w) cotangents(%ct) : (tensor<1x5x4x2xf32>, tensor<2x2x2x3xf32>, tensor<1x2x2x3xf32>) -> (tensor<1x2x2x3xf32>, tensor<1x5x4x2xf32>, tensor<2x2x2x3xf32>)
  return %r#0, %r#1, %r#2 : tensor<1x2x2x3xf32>, tensor<1x5x4x2xf32>, tensor<2x2x2x3xf32>
}

func.func private @first(%x: tensor<1x2x5x4xf32>, %w: tensor<3x2x2x2xf32>) -> tensor<1x3x2x2xf32> {
  %zero = arith.constant dense<0.0> : tensor<1x3x2x2xf32>
  %0 = linalg.conv_2d_nchw_fchw {strides = dense<[2, 1]> : tensor<2xi64>, dilations = dense<[1, 2]> : tensor<2xi64>}
      ins(%x, %w : tensor<1x2x5x4xf32>, tensor<3x2x2x2xf32>) outs(%zero : tensor<1x3x2x2xf32>) -> tensor<1x3x2x2xf32>
  return %0 : tensor<1x3x2x2xf32>
}
func.func @channels_first(%x: tensor<1x2x5x4xf32>, %w: tensor<3x2x2x2xf32>, %ct: tensor<1x3x2x2xf32>) -> (tensor<1x3x2x2xf32>, tensor<1x2x5x4xf32>, tensor<3x2x2x2xf32>) {
  %r:3 = grad.vjp @first(%x, %w) cotangents(%ct) : (tensor<1x2x5x4xf32>, tensor<3x2x2x2xf32>, tensor<1x3x2x2xf32>) -> (tensor<1x3x2x2xf32>, tensor<1x2x5x4xf32>, tensor<3x2x2x2xf32>)
  return %r#0, %r#1, %r#2 : tensor<1x3x2x2xf32>, tensor<1x2x5x4xf32>, tensor<3x2x2x2xf32>
}

func.func private @any(%x: tensor<?x?x?x?xf32>, %w: tensor<?x?x?x?xf32>, %out: tensor<?x?x?x?xf32>) -> tensor<?x?x?x?xf32> {
  %zero = arith.constant 0.0 : f32
  %z = linalg.fill ins(%zero : f32) outs(%out : tensor<?x?x?x?xf32>) -> tensor<?x?x?x?xf32>
  %0 = linalg.conv_2d_nhwc_hwcf {strides = dense<[2, 1]> : tensor<2xi64>, dilations = dense<[1, 2]> : tensor<2xi64>}
      ins(%x, %w : tensor<?x?x?x?xf32>, tensor<?x?x?x?xf32>) outs(%z : tensor<?x?x?x?xf32>) -> tensor<?x?x?x?xf32>
  return %0 : tensor<?x?x?x?xf32>
}
func.func @dynamic(%x: tensor<?x?x?x?xf32>, %w: tensor<?x?x?x?xf32>, %ct: tensor<?x?x?x?xf32>) -> (tensor<?x?x?x?xf32>, tensor<?x?x?x?xf32>, tensor<?x?x?x?xf32>) {
  %r:4 = grad.vjp @any(%x, %w, %ct) cotangents(%ct) : (tensor<?x?x?x?xf32>, tensor<?x?x?x?xf32>, tensor<?x?x?x?xf32>, tensor<?x?x?x?xf32>)
      -> (tensor<?x?x?x?xf32>, tensor<?x?x?x?xf32>, tensor<?x?x?x?xf32>, tensor<?x?x?x?xf32>)
  return %r#0, %r#1, %r#2 : tensor<?x?x?x?xf32>, tensor<?x?x?x?xf32>, tensor<?x?x?x?xf32>
}
