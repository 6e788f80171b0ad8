// Depthwise convolutions and convolutions over three dimensions: the derivative in each factor and in the
// initial value, by reverse mode along dz, and by forward mode. The expected values
// agree with central differences.

// RUN: sg-run %s --function=slopes | FileCheck %s

func.func private @nhwc(%x: tensor<1x3x3x2xf64>, %k: tensor<2x2x2xf64>, %z: tensor<1x2x2x2xf64>) -> tensor<1x2x2x2xf64> {
  %r = linalg.depthwise_conv_2d_nhwc_hwc
      ins(%x, %k : tensor<1x3x3x2xf64>, tensor<2x2x2xf64>) outs(%z : tensor<1x2x2x2xf64>) -> tensor<1x2x2x2xf64>
  return %r : tensor<1x2x2x2xf64>
}

func.func private @strides(%x: tensor<1x3x3x2xf64>, %k: tensor<1x2x2xf64>, %z: tensor<1x2x1x2xf64>) -> tensor<1x2x1x2xf64> {
  %r = linalg.depthwise_conv_2d_nhwc_hwc {strides = dense<2> : tensor<2xi64>}
      ins(%x, %k : tensor<1x3x3x2xf64>, tensor<1x2x2xf64>) outs(%z : tensor<1x2x1x2xf64>) -> tensor<1x2x1x2xf64>
  return %r : tensor<1x2x1x2xf64>
}

func.func private @nchw(%x: tensor<1x2x3x3xf64>, %k: tensor<2x2x2xf64>, %z: tensor<1x2x2x2xf64>) -> tensor<1x2x2x2xf64> {
  %r = linalg.depthwise_conv_2d_nchw_chw
      ins(%x, %k : tensor<1x2x3x3xf64>, tensor<2x2x2xf64>) outs(%z : tensor<1x2x2x2xf64>) -> tensor<1x2x2x2xf64>
  return %r : tensor<1x2x2x2xf64>
}

func.func private @many(%x: tensor<1x3x3x2xf64>, %k: tensor<2x2x2x2xf64>, %z: tensor<1x2x2x2x2xf64>) -> tensor<1x2x2x2x2xf64> {
  %r = linalg.depthwise_conv_2d_nhwc_hwcm
      ins(%x, %k : tensor<1x3x3x2xf64>, tensor<2x2x2x2xf64>) outs(%z : tensor<1x2x2x2x2xf64>) -> tensor<1x2x2x2x2xf64>
  return %r : tensor<1x2x2x2x2xf64>
}

func.func private @depthwise_ndhwc(%x: tensor<1x2x2x3x2xf64>, %k: tensor<2x2x2x2xf64>, %z: tensor<1x1x1x2x2xf64>) -> tensor<1x1x1x2x2xf64> {
  %r = linalg.depthwise_conv_3d_ndhwc_dhwc
      ins(%x, %k : tensor<1x2x2x3x2xf64>, tensor<2x2x2x2xf64>) outs(%z : tensor<1x1x1x2x2xf64>) -> tensor<1x1x1x2x2xf64>
  return %r : tensor<1x1x1x2x2xf64>
}

func.func private @depthwise_ncdhw(%x: tensor<1x2x2x2x3xf64>, %k: tensor<2x2x2x2xf64>, %z: tensor<1x2x1x1x2xf64>) -> tensor<1x2x1x1x2xf64> {
  %r = linalg.depthwise_conv_3d_ncdhw_cdhw
      ins(%x, %k : tensor<1x2x2x2x3xf64>, tensor<2x2x2x2xf64>) outs(%z : tensor<1x2x1x1x2xf64>) -> tensor<1x2x1x1x2xf64>
  return %r : tensor<1x2x1x1x2xf64>
}

func.func private @depthwise_many(%x: tensor<1x2x2x2x2xf64>, %k: tensor<2x2x2x2x2xf64>, %z: tensor<1x1x1x1x2x2xf64>) -> tensor<1x1x1x1x2x2xf64> {
  %r = linalg.depthwise_conv_3d_ndhwc_dhwcm
      ins(%x, %k : tensor<1x2x2x2x2xf64>, tensor<2x2x2x2x2xf64>) outs(%z : tensor<1x1x1x1x2x2xf64>) -> tensor<1x1x1x1x2x2xf64>
  return %r : tensor<1x1x1x1x2x2xf64>
}

func.func private @plain(%x: tensor<2x2x3xf64>, %k: tensor<2x2x2xf64>, %z: tensor<1x1x2xf64>) -> tensor<1x1x2xf64> {
  %r = linalg.conv_3d
      ins(%x, %k : tensor<2x2x3xf64>, tensor<2x2x2xf64>) outs(%z : tensor<1x1x2xf64>) -> tensor<1x1x2xf64>
  return %r : tensor<1x1x2xf64>
}

func.func private @ndhwc(%x: tensor<1x2x2x3x1xf64>, %k: tensor<2x2x2x1x2xf64>, %z: tensor<1x1x1x2x2xf64>) -> tensor<1x1x1x2x2xf64> {
  %r = linalg.conv_3d_ndhwc_dhwcf
      ins(%x, %k : tensor<1x2x2x3x1xf64>, tensor<2x2x2x1x2xf64>) outs(%z : tensor<1x1x1x2x2xf64>) -> tensor<1x1x1x2x2xf64>
  return %r : tensor<1x1x1x2x2xf64>
}

func.func private @ncdhw(%x: tensor<1x1x2x2x3xf64>, %k: tensor<2x1x2x2x2xf64>, %z: tensor<1x2x1x1x2xf64>) -> tensor<1x2x1x1x2xf64> {
  %r = linalg.conv_3d_ncdhw_fcdhw
      ins(%x, %k : tensor<1x1x2x2x3xf64>, tensor<2x1x2x2x2xf64>) outs(%z : tensor<1x2x1x1x2xf64>) -> tensor<1x2x1x1x2xf64>
  return %r : tensor<1x2x1x1x2xf64>
}

func.func @slopes() -> (tensor<1x3x3x2xf64>, tensor<2x2x2xf64>, tensor<1x2x2x2xf64>, tensor<1x3x3x2xf64>, tensor<1x2x2xf64>, tensor<1x2x1x2xf64>, tensor<1x2x3x3xf64>, tensor<2x2x2xf64>, tensor<1x2x2x2xf64>, tensor<1x3x3x2xf64>, tensor<2x2x2x2xf64>, tensor<1x2x2x2x2xf64>, tensor<1x2x2x3x2xf64>, tensor<2x2x2x2xf64>, tensor<1x1x1x2x2xf64>, tensor<1x2x2x2x3xf64>, tensor<2x2x2x2xf64>, tensor<1x2x1x1x2xf64>, tensor<1x2x2x2x2xf64>, tensor<2x2x2x2x2xf64>, tensor<1x1x1x1x2x2xf64>, tensor<2x2x3xf64>, tensor<2x2x2xf64>, tensor<1x1x2xf64>, tensor<1x2x2x3x1xf64>, tensor<2x2x2x1x2xf64>, tensor<1x1x1x2x2xf64>, tensor<1x1x2x2x3xf64>, tensor<2x1x2x2x2xf64>, tensor<1x2x1x1x2xf64>) {
  %x_1x3x3x2 = arith.constant dense<[[[[-3.0, 2.0], [0.0, -2.0], [3.0, 1.0]], [[-1.0, -3.0], [2.0, 0.0], [-2.0, 3.0]], [[1.0, -1.0], [-3.0, 2.0], [0.0, -2.0]]]]> : tensor<1x3x3x2xf64>
  %k_2x2x2 = arith.constant dense<[[[-2.0, 1.0], [-1.0, 2.0]], [[0.0, -2.0], [1.0, -1.0]]]> : tensor<2x2x2xf64>
  %z_1x2x2x2 = arith.constant dense<[[[[-1.0, 1.0], [0.0, -1.0]], [[1.0, 0.0], [-1.0, 1.0]]]]> : tensor<1x2x2x2xf64>
  %dx_1x3x3x2 = arith.constant dense<[[[[-2.0, 1.0], [4.0, 0.0], [3.0, -1.0]], [[2.0, -2.0], [1.0, 4.0], [0.0, 3.0]], [[-1.0, 2.0], [-2.0, 1.0], [4.0, 0.0]]]]> : tensor<1x3x3x2xf64>
  %dk_2x2x2 = arith.constant dense<[[[-1.0, 1.0], [3.0, 0.0]], [[2.0, -1.0], [1.0, 3.0]]]> : tensor<2x2x2xf64>
  %dz_1x2x2x2 = arith.constant dense<[[[[-1.0, 3.0], [2.0, 1.0]], [[0.0, -1.0], [3.0, 2.0]]]]> : tensor<1x2x2x2xf64>
  %k_1x2x2 = arith.constant dense<[[[-2.0, 1.0], [-1.0, 2.0]]]> : tensor<1x2x2xf64>
  %z_1x2x1x2 = arith.constant dense<[[[[-1.0, 1.0]], [[0.0, -1.0]]]]> : tensor<1x2x1x2xf64>
  %dk_1x2x2 = arith.constant dense<[[[-1.0, 1.0], [3.0, 0.0]]]> : tensor<1x2x2xf64>
  %dz_1x2x1x2 = arith.constant dense<[[[[-1.0, 3.0]], [[2.0, 1.0]]]]> : tensor<1x2x1x2xf64>
  %x_1x2x3x3 = arith.constant dense<[[[[-3.0, 2.0, 0.0], [-2.0, 3.0, 1.0], [-1.0, -3.0, 2.0]], [[0.0, -2.0, 3.0], [1.0, -1.0, -3.0], [2.0, 0.0, -2.0]]]]> : tensor<1x2x3x3xf64>
  %dx_1x2x3x3 = arith.constant dense<[[[[-2.0, 1.0, 4.0], [0.0, 3.0, -1.0], [2.0, -2.0, 1.0]], [[4.0, 0.0, 3.0], [-1.0, 2.0, -2.0], [1.0, 4.0, 0.0]]]]> : tensor<1x2x3x3xf64>
  %k_2x2x2x2 = arith.constant dense<[[[[-2.0, 1.0], [-1.0, 2.0]], [[0.0, -2.0], [1.0, -1.0]]], [[[2.0, 0.0], [-2.0, 1.0]], [[-1.0, 2.0], [0.0, -2.0]]]]> : tensor<2x2x2x2xf64>
  %z_1x2x2x2x2 = arith.constant dense<[[[[[-1.0, 1.0], [0.0, -1.0]], [[1.0, 0.0], [-1.0, 1.0]]], [[[0.0, -1.0], [1.0, 0.0]], [[-1.0, 1.0], [0.0, -1.0]]]]]> : tensor<1x2x2x2x2xf64>
  %dk_2x2x2x2 = arith.constant dense<[[[[-1.0, 1.0], [3.0, 0.0]], [[2.0, -1.0], [1.0, 3.0]]], [[[0.0, 2.0], [-1.0, 1.0]], [[3.0, 0.0], [2.0, -1.0]]]]> : tensor<2x2x2x2xf64>
  %dz_1x2x2x2x2 = arith.constant dense<[[[[[-1.0, 3.0], [2.0, 1.0]], [[0.0, -1.0], [3.0, 2.0]]], [[[1.0, 0.0], [-1.0, 3.0]], [[2.0, 1.0], [0.0, -1.0]]]]]> : tensor<1x2x2x2x2xf64>
  %x_1x2x2x3x2 = arith.constant dense<[[[[[-3.0, 2.0], [0.0, -2.0], [3.0, 1.0]], [[-1.0, -3.0], [2.0, 0.0], [-2.0, 3.0]]], [[[1.0, -1.0], [-3.0, 2.0], [0.0, -2.0]], [[3.0, 1.0], [-1.0, -3.0], [2.0, 0.0]]]]]> : tensor<1x2x2x3x2xf64>
  %z_1x1x1x2x2 = arith.constant dense<[[[[[-1.0, 1.0], [0.0, -1.0]]]]]> : tensor<1x1x1x2x2xf64>
  %dx_1x2x2x3x2 = arith.constant dense<[[[[[-2.0, 1.0], [4.0, 0.0], [3.0, -1.0]], [[2.0, -2.0], [1.0, 4.0], [0.0, 3.0]]], [[[-1.0, 2.0], [-2.0, 1.0], [4.0, 0.0]], [[3.0, -1.0], [2.0, -2.0], [1.0, 4.0]]]]]> : tensor<1x2x2x3x2xf64>
  %dz_1x1x1x2x2 = arith.constant dense<[[[[[-1.0, 3.0], [2.0, 1.0]]]]]> : tensor<1x1x1x2x2xf64>
  %x_1x2x2x2x3 = arith.constant dense<[[[[[-3.0, 2.0, 0.0], [-2.0, 3.0, 1.0]], [[-1.0, -3.0, 2.0], [0.0, -2.0, 3.0]]], [[[1.0, -1.0, -3.0], [2.0, 0.0, -2.0]], [[3.0, 1.0, -1.0], [-3.0, 2.0, 0.0]]]]]> : tensor<1x2x2x2x3xf64>
  %z_1x2x1x1x2 = arith.constant dense<[[[[[-1.0, 1.0]]], [[[0.0, -1.0]]]]]> : tensor<1x2x1x1x2xf64>
  %dx_1x2x2x2x3 = arith.constant dense<[[[[[-2.0, 1.0, 4.0], [0.0, 3.0, -1.0]], [[2.0, -2.0, 1.0], [4.0, 0.0, 3.0]]], [[[-1.0, 2.0, -2.0], [1.0, 4.0, 0.0]], [[3.0, -1.0, 2.0], [-2.0, 1.0, 4.0]]]]]> : tensor<1x2x2x2x3xf64>
  %dz_1x2x1x1x2 = arith.constant dense<[[[[[-1.0, 3.0]]], [[[2.0, 1.0]]]]]> : tensor<1x2x1x1x2xf64>
  %x_1x2x2x2x2 = arith.constant dense<[[[[[-3.0, 2.0], [0.0, -2.0]], [[3.0, 1.0], [-1.0, -3.0]]], [[[2.0, 0.0], [-2.0, 3.0]], [[1.0, -1.0], [-3.0, 2.0]]]]]> : tensor<1x2x2x2x2xf64>
  %k_2x2x2x2x2 = arith.constant dense<[[[[[-2.0, 1.0], [-1.0, 2.0]], [[0.0, -2.0], [1.0, -1.0]]], [[[2.0, 0.0], [-2.0, 1.0]], [[-1.0, 2.0], [0.0, -2.0]]]], [[[[1.0, -1.0], [2.0, 0.0]], [[-2.0, 1.0], [-1.0, 2.0]]], [[[0.0, -2.0], [1.0, -1.0]], [[2.0, 0.0], [-2.0, 1.0]]]]]> : tensor<2x2x2x2x2xf64>
  %z_1x1x1x1x2x2 = arith.constant dense<[[[[[[-1.0, 1.0], [0.0, -1.0]]]]]]> : tensor<1x1x1x1x2x2xf64>
  %dx_1x2x2x2x2 = arith.constant dense<[[[[[-2.0, 1.0], [4.0, 0.0]], [[3.0, -1.0], [2.0, -2.0]]], [[[1.0, 4.0], [0.0, 3.0]], [[-1.0, 2.0], [-2.0, 1.0]]]]]> : tensor<1x2x2x2x2xf64>
  %dk_2x2x2x2x2 = arith.constant dense<[[[[[-1.0, 1.0], [3.0, 0.0]], [[2.0, -1.0], [1.0, 3.0]]], [[[0.0, 2.0], [-1.0, 1.0]], [[3.0, 0.0], [2.0, -1.0]]]], [[[[1.0, 3.0], [0.0, 2.0]], [[-1.0, 1.0], [3.0, 0.0]]], [[[2.0, -1.0], [1.0, 3.0]], [[0.0, 2.0], [-1.0, 1.0]]]]]> : tensor<2x2x2x2x2xf64>
  %dz_1x1x1x1x2x2 = arith.constant dense<[[[[[[-1.0, 3.0], [2.0, 1.0]]]]]]> : tensor<1x1x1x1x2x2xf64>
  %x_2x2x3 = arith.constant dense<[[[-3.0, 2.0, 0.0], [-2.0, 3.0, 1.0]], [[-1.0, -3.0, 2.0], [0.0, -2.0, 3.0]]]> : tensor<2x2x3xf64>
  %z_1x1x2 = arith.constant dense<[[[-1.0, 1.0]]]> : tensor<1x1x2xf64>
  %dx_2x2x3 = arith.constant dense<[[[-2.0, 1.0, 4.0], [0.0, 3.0, -1.0]], [[2.0, -2.0, 1.0], [4.0, 0.0, 3.0]]]> : tensor<2x2x3xf64>
  %dz_1x1x2 = arith.constant dense<[[[-1.0, 3.0]]]> : tensor<1x1x2xf64>
  %x_1x2x2x3x1 = arith.constant dense<[[[[[-3.0], [2.0], [0.0]], [[-2.0], [3.0], [1.0]]], [[[-1.0], [-3.0], [2.0]], [[0.0], [-2.0], [3.0]]]]]> : tensor<1x2x2x3x1xf64>
  %k_2x2x2x1x2 = arith.constant dense<[[[[[-2.0, 1.0]], [[-1.0, 2.0]]], [[[0.0, -2.0]], [[1.0, -1.0]]]], [[[[2.0, 0.0]], [[-2.0, 1.0]]], [[[-1.0, 2.0]], [[0.0, -2.0]]]]]> : tensor<2x2x2x1x2xf64>
  %dx_1x2x2x3x1 = arith.constant dense<[[[[[-2.0], [1.0], [4.0]], [[0.0], [3.0], [-1.0]]], [[[2.0], [-2.0], [1.0]], [[4.0], [0.0], [3.0]]]]]> : tensor<1x2x2x3x1xf64>
  %dk_2x2x2x1x2 = arith.constant dense<[[[[[-1.0, 1.0]], [[3.0, 0.0]]], [[[2.0, -1.0]], [[1.0, 3.0]]]], [[[[0.0, 2.0]], [[-1.0, 1.0]]], [[[3.0, 0.0]], [[2.0, -1.0]]]]]> : tensor<2x2x2x1x2xf64>
  %x_1x1x2x2x3 = arith.constant dense<[[[[[-3.0, 2.0, 0.0], [-2.0, 3.0, 1.0]], [[-1.0, -3.0, 2.0], [0.0, -2.0, 3.0]]]]]> : tensor<1x1x2x2x3xf64>
  %k_2x1x2x2x2 = arith.constant dense<[[[[[-2.0, 1.0], [-1.0, 2.0]], [[0.0, -2.0], [1.0, -1.0]]]], [[[[2.0, 0.0], [-2.0, 1.0]], [[-1.0, 2.0], [0.0, -2.0]]]]]> : tensor<2x1x2x2x2xf64>
  %dx_1x1x2x2x3 = arith.constant dense<[[[[[-2.0, 1.0, 4.0], [0.0, 3.0, -1.0]], [[2.0, -2.0, 1.0], [4.0, 0.0, 3.0]]]]]> : tensor<1x1x2x2x3xf64>
  %dk_2x1x2x2x2 = arith.constant dense<[[[[[-1.0, 1.0], [3.0, 0.0]], [[2.0, -1.0], [1.0, 3.0]]]], [[[[0.0, 2.0], [-1.0, 1.0]], [[3.0, 0.0], [2.0, -1.0]]]]]> : tensor<2x1x2x2x2xf64>
  %nhwc, %nhwc_dx, %nhwc_dk, %nhwc_dz = grad.vjp @nhwc(%x_1x3x3x2, %k_2x2x2, %z_1x2x2x2) cotangents(%dz_1x2x2x2)
      : (tensor<1x3x3x2xf64>, tensor<2x2x2xf64>, tensor<1x2x2x2xf64>, tensor<1x2x2x2xf64>) -> (tensor<1x2x2x2xf64>, tensor<1x3x3x2xf64>, tensor<2x2x2xf64>, tensor<1x2x2x2xf64>)
  %nhwc_, %nhwc_dr = grad.jvp @nhwc(%x_1x3x3x2, %k_2x2x2, %z_1x2x2x2) tangents(%dx_1x3x3x2, %dk_2x2x2, %dz_1x2x2x2)
      : (tensor<1x3x3x2xf64>, tensor<2x2x2xf64>, tensor<1x2x2x2xf64>, tensor<1x3x3x2xf64>, tensor<2x2x2xf64>, tensor<1x2x2x2xf64>) -> (tensor<1x2x2x2xf64>, tensor<1x2x2x2xf64>)
  // CHECK: result[0]: 1x3x3x2xf64={{\[\[}}[2 3][-3 7][-2 2]]{{\[\[}}0 -7][-7 -5][-1 3]]{{\[\[}}0 2][0 -3][3 -2]]]
  // CHECK-NEXT: result[1]: 2x2x2xf64={{\[\[}}9 7][0 1]]{{\[\[}}-4 -4][-6 -3]]
  // CHECK-NEXT: result[2]: 1x2x2x2xf64={{\[\[}}[3 9][2 -5]]{{\[\[}}-1 4][-9 2]]]
  %strides, %strides_dx, %strides_dk, %strides_dz = grad.vjp @strides(%x_1x3x3x2, %k_1x2x2, %z_1x2x1x2) cotangents(%dz_1x2x1x2)
      : (tensor<1x3x3x2xf64>, tensor<1x2x2xf64>, tensor<1x2x1x2xf64>, tensor<1x2x1x2xf64>) -> (tensor<1x2x1x2xf64>, tensor<1x3x3x2xf64>, tensor<1x2x2xf64>, tensor<1x2x1x2xf64>)
  %strides_, %strides_dr = grad.jvp @strides(%x_1x3x3x2, %k_1x2x2, %z_1x2x1x2) tangents(%dx_1x3x3x2, %dk_1x2x2, %dz_1x2x1x2)
      : (tensor<1x3x3x2xf64>, tensor<1x2x2xf64>, tensor<1x2x1x2xf64>, tensor<1x3x3x2xf64>, tensor<1x2x2xf64>, tensor<1x2x1x2xf64>) -> (tensor<1x2x1x2xf64>, tensor<1x2x1x2xf64>)
  // CHECK-NEXT: result[3]: 1x3x3x2xf64={{\[\[}}[2 3][1 6][0 0]]{{\[\[}}0 0][0 0][0 0]]{{\[\[}}-4 1][-2 2][0 0]]]
  // CHECK-NEXT: result[4]: 1x2x2xf64={{\[\[}}5 5][-6 -4]]
  // CHECK-NEXT: result[5]: 1x2x1x2xf64={{\[\[}}[2 6]]{{\[\[}}-4 4]]]
  %nchw, %nchw_dx, %nchw_dk, %nchw_dz = grad.vjp @nchw(%x_1x2x3x3, %k_2x2x2, %z_1x2x2x2) cotangents(%dz_1x2x2x2)
      : (tensor<1x2x3x3xf64>, tensor<2x2x2xf64>, tensor<1x2x2x2xf64>, tensor<1x2x2x2xf64>) -> (tensor<1x2x2x2xf64>, tensor<1x2x3x3xf64>, tensor<2x2x2xf64>, tensor<1x2x2x2xf64>)
  %nchw_, %nchw_dr = grad.jvp @nchw(%x_1x2x3x3, %k_2x2x2, %z_1x2x2x2) tangents(%dx_1x2x3x3, %dk_2x2x2, %dz_1x2x2x2)
      : (tensor<1x2x3x3xf64>, tensor<2x2x2xf64>, tensor<1x2x2x2xf64>, tensor<1x2x3x3xf64>, tensor<2x2x2xf64>, tensor<1x2x2x2xf64>) -> (tensor<1x2x2x2xf64>, tensor<1x2x2x2xf64>)
  // CHECK-NEXT: result[6]: 1x2x3x3xf64={{\[\[}}[2 -7 3][-3 -5 7][-2 3 2]]{{\[\[}}0 0 2][0 -7 -3][3 -1 -2]]]
  // CHECK-NEXT: result[7]: 2x2x2xf64={{\[\[}}8 5][6 -4]]{{\[\[}}3 -12][7 -1]]
  // CHECK-NEXT: result[8]: 1x2x2x2xf64={{\[\[}}[9 7][1 -13]]{{\[\[}}-3 -20][1 5]]]
  %many, %many_dx, %many_dk, %many_dz = grad.vjp @many(%x_1x3x3x2, %k_2x2x2x2, %z_1x2x2x2x2) cotangents(%dz_1x2x2x2x2)
      : (tensor<1x3x3x2xf64>, tensor<2x2x2x2xf64>, tensor<1x2x2x2x2xf64>, tensor<1x2x2x2x2xf64>) -> (tensor<1x2x2x2x2xf64>, tensor<1x3x3x2xf64>, tensor<2x2x2x2xf64>, tensor<1x2x2x2x2xf64>)
  %many_, %many_dr = grad.jvp @many(%x_1x3x3x2, %k_2x2x2x2, %z_1x2x2x2x2) tangents(%dx_1x3x3x2, %dk_2x2x2x2, %dz_1x2x2x2x2)
      : (tensor<1x3x3x2xf64>, tensor<2x2x2x2xf64>, tensor<1x2x2x2x2xf64>, tensor<1x3x3x2xf64>, tensor<2x2x2x2xf64>, tensor<1x2x2x2x2xf64>) -> (tensor<1x2x2x2x2xf64>, tensor<1x2x2x2x2xf64>)
  // CHECK-NEXT: result[9]: 1x3x3x2xf64={{\[\[}}[5 0][-7 2][2 1]]{{\[\[}}-4 4][4 -12][-4 -3]]{{\[\[}}2 5][3 -7][0 2]]]
  // CHECK-NEXT: result[10]: 2x2x2x2xf64={{\[\[}}[6 -7][1 -11]]{{\[\[}}-2 -5][-1 -3]]]{{\[\[}}[-4 -8][-5 -8]]{{\[\[}}-5 8][7 14]]]
  // CHECK-NEXT: result[11]: 1x2x2x2x2xf64={{\[\[}}{{\[\[}}15 -10][12 -16]]{{\[\[}}-6 -2][-5 1]]]{{\[\[}}[-7 -5][-3 -8]]{{\[\[}}-14 8][-6 18]]]]
  %depthwise_ndhwc, %depthwise_ndhwc_dx, %depthwise_ndhwc_dk, %depthwise_ndhwc_dz = grad.vjp @depthwise_ndhwc(%x_1x2x2x3x2, %k_2x2x2x2, %z_1x1x1x2x2) cotangents(%dz_1x1x1x2x2)
      : (tensor<1x2x2x3x2xf64>, tensor<2x2x2x2xf64>, tensor<1x1x1x2x2xf64>, tensor<1x1x1x2x2xf64>) -> (tensor<1x1x1x2x2xf64>, tensor<1x2x2x3x2xf64>, tensor<2x2x2x2xf64>, tensor<1x1x1x2x2xf64>)
  %depthwise_ndhwc_, %depthwise_ndhwc_dr = grad.jvp @depthwise_ndhwc(%x_1x2x2x3x2, %k_2x2x2x2, %z_1x1x1x2x2) tangents(%dx_1x2x2x3x2, %dk_2x2x2x2, %dz_1x1x1x2x2)
      : (tensor<1x2x2x3x2xf64>, tensor<2x2x2x2xf64>, tensor<1x1x1x2x2xf64>, tensor<1x2x2x3x2xf64>, tensor<2x2x2x2xf64>, tensor<1x1x1x2x2xf64>) -> (tensor<1x1x1x2x2xf64>, tensor<1x1x1x2x2xf64>)
  // CHECK-NEXT: result[12]: 1x2x2x3x2xf64={{\[\[}}{{\[\[}}2 3][-3 7][-2 2]]{{\[\[}}0 -6][-1 -5][2 -1]]]{{\[\[}}[-2 0][6 3][-4 1]]{{\[\[}}1 6][-2 -4][0 -2]]]]
  // CHECK-NEXT: result[13]: 2x2x2x2xf64={{\[\[}}[3 4][6 -5]]{{\[\[}}5 -9][-6 3]]]{{\[\[}}[-7 -1][3 4]]{{\[\[}}-5 0][5 -9]]]
  // CHECK-NEXT: result[14]: 1x1x1x2x2xf64={{\[\[}}{{\[\[}}12 15][-11 -15]]]]
  %depthwise_ncdhw, %depthwise_ncdhw_dx, %depthwise_ncdhw_dk, %depthwise_ncdhw_dz = grad.vjp @depthwise_ncdhw(%x_1x2x2x2x3, %k_2x2x2x2, %z_1x2x1x1x2) cotangents(%dz_1x2x1x1x2)
      : (tensor<1x2x2x2x3xf64>, tensor<2x2x2x2xf64>, tensor<1x2x1x1x2xf64>, tensor<1x2x1x1x2xf64>) -> (tensor<1x2x1x1x2xf64>, tensor<1x2x2x2x3xf64>, tensor<2x2x2x2xf64>, tensor<1x2x1x1x2xf64>)
  %depthwise_ncdhw_, %depthwise_ncdhw_dr = grad.jvp @depthwise_ncdhw(%x_1x2x2x2x3, %k_2x2x2x2, %z_1x2x1x1x2) tangents(%dx_1x2x2x2x3, %dk_2x2x2x2, %dz_1x2x1x1x2)
      : (tensor<1x2x2x2x3xf64>, tensor<2x2x2x2xf64>, tensor<1x2x1x1x2xf64>, tensor<1x2x2x2x3xf64>, tensor<2x2x2x2xf64>, tensor<1x2x1x1x2xf64>) -> (tensor<1x2x1x1x2xf64>, tensor<1x2x1x1x2xf64>)
  // CHECK-NEXT: result[15]: 1x2x2x2x3xf64={{\[\[}}{{\[\[}}2 -7 3][1 -5 6]]{{\[\[}}0 2 -6][-1 4 -3]]]{{\[\[}}[4 2 0][-4 0 1]]{{\[\[}}-2 3 2][0 -4 -2]]]]
  // CHECK-NEXT: result[16]: 2x2x2x2xf64={{\[\[}}[9 -2][11 0]]{{\[\[}}-8 9][-6 11]]]{{\[\[}}[1 -5][4 -2]]{{\[\[}}7 1][-4 4]]]
  // CHECK-NEXT: result[17]: 1x2x1x1x2xf64={{\[\[}}{{\[\[}}12 1]]]{{\[\[}}[-8 -7]]]]
  %depthwise_many, %depthwise_many_dx, %depthwise_many_dk, %depthwise_many_dz = grad.vjp @depthwise_many(%x_1x2x2x2x2, %k_2x2x2x2x2, %z_1x1x1x1x2x2) cotangents(%dz_1x1x1x1x2x2)
      : (tensor<1x2x2x2x2xf64>, tensor<2x2x2x2x2xf64>, tensor<1x1x1x1x2x2xf64>, tensor<1x1x1x1x2x2xf64>) -> (tensor<1x1x1x1x2x2xf64>, tensor<1x2x2x2x2xf64>, tensor<2x2x2x2x2xf64>, tensor<1x1x1x1x2x2xf64>)
  %depthwise_many_, %depthwise_many_dr = grad.jvp @depthwise_many(%x_1x2x2x2x2, %k_2x2x2x2x2, %z_1x1x1x1x2x2) tangents(%dx_1x2x2x2x2, %dk_2x2x2x2x2, %dz_1x1x1x1x2x2)
      : (tensor<1x2x2x2x2xf64>, tensor<2x2x2x2x2xf64>, tensor<1x1x1x1x2x2xf64>, tensor<1x2x2x2x2xf64>, tensor<2x2x2x2x2xf64>, tensor<1x1x1x1x2x2xf64>) -> (tensor<1x1x1x1x2x2xf64>, tensor<1x1x1x1x2x2xf64>)
  // CHECK-NEXT: result[18]: 1x2x2x2x2xf64={{\[\[}}{{\[\[}}5 0][-6 1]]{{\[\[}}-2 -3][7 -2]]]{{\[\[}}[-4 4][5 0]]{{\[\[}}-6 1][-2 -3]]]]
  // CHECK-NEXT: result[19]: 2x2x2x2x2xf64={{\[\[}}{{\[\[}}3 -9][4 2]]{{\[\[}}0 0][-4 -2]]]{{\[\[}}[-3 9][2 1]]{{\[\[}}1 -3][-6 -3]]]]{{\[\[}}{{\[\[}}-2 6][0 0]]{{\[\[}}2 -6][6 3]]]{{\[\[}}[-1 3][-2 -1]]{{\[\[}}3 -9][4 2]]]]
  // CHECK-NEXT: result[20]: 1x1x1x1x2x2xf64={{\[\[}}{{\[\[}}[10 -2][11 8]]]]]
  %plain, %plain_dx, %plain_dk, %plain_dz = grad.vjp @plain(%x_2x2x3, %k_2x2x2, %z_1x1x2) cotangents(%dz_1x1x2)
      : (tensor<2x2x3xf64>, tensor<2x2x2xf64>, tensor<1x1x2xf64>, tensor<1x1x2xf64>) -> (tensor<1x1x2xf64>, tensor<2x2x3xf64>, tensor<2x2x2xf64>, tensor<1x1x2xf64>)
  %plain_, %plain_dr = grad.jvp @plain(%x_2x2x3, %k_2x2x2, %z_1x1x2) tangents(%dx_2x2x3, %dk_2x2x2, %dz_1x1x2)
      : (tensor<2x2x3xf64>, tensor<2x2x2xf64>, tensor<1x1x2xf64>, tensor<2x2x3xf64>, tensor<2x2x2xf64>, tensor<1x1x2xf64>) -> (tensor<1x1x2xf64>, tensor<1x1x2xf64>)
  // CHECK-NEXT: result[21]: 2x2x3xf64={{\[\[}}2 -7 3][1 -5 6]]{{\[\[}}0 2 -6][-1 4 -3]]
  // CHECK-NEXT: result[22]: 2x2x2xf64={{\[\[}}9 -2][11 0]]{{\[\[}}-8 9][-6 11]]
  // CHECK-NEXT: result[23]: 1x1x2xf64={{\[\[}}12 1]]
  %ndhwc, %ndhwc_dx, %ndhwc_dk, %ndhwc_dz = grad.vjp @ndhwc(%x_1x2x2x3x1, %k_2x2x2x1x2, %z_1x1x1x2x2) cotangents(%dz_1x1x1x2x2)
      : (tensor<1x2x2x3x1xf64>, tensor<2x2x2x1x2xf64>, tensor<1x1x1x2x2xf64>, tensor<1x1x1x2x2xf64>) -> (tensor<1x1x1x2x2xf64>, tensor<1x2x2x3x1xf64>, tensor<2x2x2x1x2xf64>, tensor<1x1x1x2x2xf64>)
  %ndhwc_, %ndhwc_dr = grad.jvp @ndhwc(%x_1x2x2x3x1, %k_2x2x2x1x2, %z_1x1x1x2x2) tangents(%dx_1x2x2x3x1, %dk_2x2x2x1x2, %dz_1x1x1x2x2)
      : (tensor<1x2x2x3x1xf64>, tensor<2x2x2x1x2xf64>, tensor<1x1x1x2x2xf64>, tensor<1x2x2x3x1xf64>, tensor<2x2x2x1x2xf64>, tensor<1x1x1x2x2xf64>) -> (tensor<1x1x1x2x2xf64>, tensor<1x1x1x2x2xf64>)
  // CHECK-NEXT: result[24]: 1x2x2x3x1xf64={{\[\[}}{{\[\[}}5][4][0]]{{\[\[}}-6][-6][1]]]{{\[\[}}[-2][9][-3]]{{\[\[}}7][-6][-2]]]]
  // CHECK-NEXT: result[25]: 2x2x2x1x2xf64={{\[\[}}{{\[\[}}7 -7]]{{\[\[}}-2 6]]]{{\[\[}}[8 -3]]{{\[\[}}-1 10]]]]{{\[\[}}{{\[\[}}-5 -6]]{{\[\[}}7 -7]]]{{\[\[}}[-4 -2]]{{\[\[}}8 -3]]]]
  // CHECK-NEXT: result[26]: 1x1x1x2x2xf64={{\[\[}}{{\[\[}}16 11][-8 -5]]]]
  %ncdhw, %ncdhw_dx, %ncdhw_dk, %ncdhw_dz = grad.vjp @ncdhw(%x_1x1x2x2x3, %k_2x1x2x2x2, %z_1x2x1x1x2) cotangents(%dz_1x2x1x1x2)
      : (tensor<1x1x2x2x3xf64>, tensor<2x1x2x2x2xf64>, tensor<1x2x1x1x2xf64>, tensor<1x2x1x1x2xf64>) -> (tensor<1x2x1x1x2xf64>, tensor<1x1x2x2x3xf64>, tensor<2x1x2x2x2xf64>, tensor<1x2x1x1x2xf64>)
  %ncdhw_, %ncdhw_dr = grad.jvp @ncdhw(%x_1x1x2x2x3, %k_2x1x2x2x2, %z_1x2x1x1x2) tangents(%dx_1x1x2x2x3, %dk_2x1x2x2x2, %dz_1x2x1x1x2)
      : (tensor<1x1x2x2x3xf64>, tensor<2x1x2x2x2xf64>, tensor<1x2x1x1x2xf64>, tensor<1x1x2x2x3xf64>, tensor<2x1x2x2x2xf64>, tensor<1x2x1x1x2xf64>) -> (tensor<1x2x1x1x2xf64>, tensor<1x2x1x1x2xf64>)
  // CHECK-NEXT: result[27]: 1x1x2x2x3xf64={{\[\[}}{{\[\[}}6 -5 3][-3 -5 7]]{{\[\[}}-2 5 -4][-1 0 -5]]]]
  // CHECK-NEXT: result[28]: 2x1x2x2x2xf64={{\[\[}}{{\[\[}}9 -2][11 0]]{{\[\[}}-8 9][-6 11]]]]{{\[\[}}{{\[\[}}-4 4][-1 7]]{{\[\[}}-5 -4][-2 -1]]]]
  // CHECK-NEXT: result[29]: 1x2x1x1x2xf64={{\[\[}}{{\[\[}}12 1]]]{{\[\[}}[3 -24]]]]
  return %nhwc_dx, %nhwc_dk, %nhwc_dr, %strides_dx, %strides_dk, %strides_dr, %nchw_dx, %nchw_dk, %nchw_dr, %many_dx, %many_dk, %many_dr, %depthwise_ndhwc_dx, %depthwise_ndhwc_dk, %depthwise_ndhwc_dr, %depthwise_ncdhw_dx, %depthwise_ncdhw_dk, %depthwise_ncdhw_dr, %depthwise_many_dx, %depthwise_many_dk, %depthwise_many_dr, %plain_dx, %plain_dk, %plain_dr, %ndhwc_dx, %ndhwc_dk, %ndhwc_dr, %ncdhw_dx, %ncdhw_dk, %ncdhw_dr
      : tensor<1x3x3x2xf64>, tensor<2x2x2xf64>, tensor<1x2x2x2xf64>, tensor<1x3x3x2xf64>, tensor<1x2x2xf64>, tensor<1x2x1x2xf64>, tensor<1x2x3x3xf64>, tensor<2x2x2xf64>, tensor<1x2x2x2xf64>, tensor<1x3x3x2xf64>, tensor<2x2x2x2xf64>, tensor<1x2x2x2x2xf64>, tensor<1x2x2x3x2xf64>, tensor<2x2x2x2xf64>, tensor<1x1x1x2x2xf64>, tensor<1x2x2x2x3xf64>, tensor<2x2x2x2xf64>, tensor<1x2x1x1x2xf64>, tensor<1x2x2x2x2xf64>, tensor<2x2x2x2x2xf64>, tensor<1x1x1x1x2x2xf64>, tensor<2x2x3xf64>, tensor<2x2x2xf64>, tensor<1x1x2xf64>, tensor<1x2x2x3x1xf64>, tensor<2x2x2x1x2xf64>, tensor<1x1x1x2x2xf64>, tensor<1x1x2x2x3xf64>, tensor<2x1x2x2x2xf64>, tensor<1x2x1x1x2xf64>
}
