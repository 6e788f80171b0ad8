// Convolutions over two dimensions: the derivative in each factor and in the
// initial value, by reverse mode along dz, and by forward mode. The expected values
// agree with central differences.

// RUN: sg-run %s --function=slopes | FileCheck %s

func.func private @plain(%x: tensor<3x3xf64>, %k: tensor<2x2xf64>, %z: tensor<2x2xf64>) -> tensor<2x2xf64> {
  %r = linalg.conv_2d
      ins(%x, %k : tensor<3x3xf64>, tensor<2x2xf64>) outs(%z : tensor<2x2xf64>) -> tensor<2x2xf64>
  return %r : tensor<2x2xf64>
}

func.func private @nhwc_hwcf(%x: tensor<1x3x3x2xf64>, %k: tensor<2x2x2x2xf64>, %z: tensor<1x2x2x2xf64>) -> tensor<1x2x2x2xf64> {
  %r = linalg.conv_2d_nhwc_hwcf
      ins(%x, %k : tensor<1x3x3x2xf64>, tensor<2x2x2x2xf64>) outs(%z : tensor<1x2x2x2xf64>) -> tensor<1x2x2x2xf64>
  return %r : tensor<1x2x2x2xf64>
}

func.func private @strides(%x: tensor<1x3x3x2xf64>, %k: tensor<1x2x2x2xf64>, %z: tensor<1x2x1x2xf64>) -> tensor<1x2x1x2xf64> {
  %r = linalg.conv_2d_nhwc_hwcf {strides = dense<2> : tensor<2xi64>}
      ins(%x, %k : tensor<1x3x3x2xf64>, tensor<1x2x2x2xf64>) outs(%z : tensor<1x2x1x2xf64>) -> tensor<1x2x1x2xf64>
  return %r : tensor<1x2x1x2xf64>
}

func.func private @dilations(%x: tensor<1x3x3x2xf64>, %k: tensor<2x2x2x2xf64>, %z: tensor<1x1x1x2xf64>) -> tensor<1x1x1x2xf64> {
  %r = linalg.conv_2d_nhwc_hwcf {dilations = dense<2> : tensor<2xi64>}
      ins(%x, %k : tensor<1x3x3x2xf64>, tensor<2x2x2x2xf64>) outs(%z : tensor<1x1x1x2xf64>) -> tensor<1x1x1x2xf64>
  return %r : tensor<1x1x1x2xf64>
}

func.func private @nhwc_fhwc(%x: tensor<1x3x3x2xf64>, %k: tensor<2x2x2x2xf64>, %z: tensor<1x2x2x2xf64>) -> tensor<1x2x2x2xf64> {
  %r = linalg.conv_2d_nhwc_fhwc
      ins(%x, %k : tensor<1x3x3x2xf64>, tensor<2x2x2x2xf64>) outs(%z : tensor<1x2x2x2xf64>) -> tensor<1x2x2x2xf64>
  return %r : tensor<1x2x2x2xf64>
}

func.func private @nchw(%x: tensor<1x2x3x3xf64>, %k: tensor<2x2x2x2xf64>, %z: tensor<1x2x2x2xf64>) -> tensor<1x2x2x2xf64> {
  %r = linalg.conv_2d_nchw_fchw
      ins(%x, %k : tensor<1x2x3x3xf64>, tensor<2x2x2x2xf64>) outs(%z : tensor<1x2x2x2xf64>) -> tensor<1x2x2x2xf64>
  return %r : tensor<1x2x2x2xf64>
}

func.func private @ngchw_fgchw(%x: tensor<1x2x1x2x3xf64>, %k: tensor<2x2x1x2x2xf64>, %z: tensor<1x2x2x1x2xf64>) -> tensor<1x2x2x1x2xf64> {
  %r = linalg.conv_2d_ngchw_fgchw
      ins(%x, %k : tensor<1x2x1x2x3xf64>, tensor<2x2x1x2x2xf64>) outs(%z : tensor<1x2x2x1x2xf64>) -> tensor<1x2x2x1x2xf64>
  return %r : tensor<1x2x2x1x2xf64>
}

func.func private @ngchw_gfchw(%x: tensor<1x2x1x2x3xf64>, %k: tensor<2x2x1x2x2xf64>, %z: tensor<1x2x2x1x2xf64>) -> tensor<1x2x2x1x2xf64> {
  %r = linalg.conv_2d_ngchw_gfchw
      ins(%x, %k : tensor<1x2x1x2x3xf64>, tensor<2x2x1x2x2xf64>) outs(%z : tensor<1x2x2x1x2xf64>) -> tensor<1x2x2x1x2xf64>
  return %r : tensor<1x2x2x1x2xf64>
}

func.func private @nhwgc(%x: tensor<1x2x3x2x1xf64>, %k: tensor<2x2x2x2x1xf64>, %z: tensor<1x1x2x2x2xf64>) -> tensor<1x1x2x2x2xf64> {
  %r = linalg.conv_2d_nhwgc_gfhwc
      ins(%x, %k : tensor<1x2x3x2x1xf64>, tensor<2x2x2x2x1xf64>) outs(%z : tensor<1x1x2x2x2xf64>) -> tensor<1x1x2x2x2xf64>
  return %r : tensor<1x1x2x2x2xf64>
}

func.func @slopes() -> (tensor<3x3xf64>, tensor<2x2xf64>, tensor<2x2xf64>, tensor<1x3x3x2xf64>, tensor<2x2x2x2xf64>, tensor<1x2x2x2xf64>, tensor<1x3x3x2xf64>, tensor<1x2x2x2xf64>, tensor<1x2x1x2xf64>, tensor<1x3x3x2xf64>, tensor<2x2x2x2xf64>, tensor<1x1x1x2xf64>, tensor<1x3x3x2xf64>, tensor<2x2x2x2xf64>, tensor<1x2x2x2xf64>, tensor<1x2x3x3xf64>, tensor<2x2x2x2xf64>, tensor<1x2x2x2xf64>, tensor<1x2x1x2x3xf64>, tensor<2x2x1x2x2xf64>, tensor<1x2x2x1x2xf64>, tensor<1x2x1x2x3xf64>, tensor<2x2x1x2x2xf64>, tensor<1x2x2x1x2xf64>, tensor<1x2x3x2x1xf64>, tensor<2x2x2x2x1xf64>, tensor<1x1x2x2x2xf64>) {
  %x_3x3 = arith.constant dense<[[-3.0, 2.0, 0.0], [-2.0, 3.0, 1.0], [-1.0, -3.0, 2.0]]> : tensor<3x3xf64>
  %k_2x2 = arith.constant dense<[[-2.0, 1.0], [-1.0, 2.0]]> : tensor<2x2xf64>
  %z_2x2 = arith.constant dense<[[-1.0, 1.0], [0.0, -1.0]]> : tensor<2x2xf64>
  %dx_3x3 = arith.constant dense<[[-2.0, 1.0, 4.0], [0.0, 3.0, -1.0], [2.0, -2.0, 1.0]]> : tensor<3x3xf64>
  %dk_2x2 = arith.constant dense<[[-1.0, 1.0], [3.0, 0.0]]> : tensor<2x2xf64>
  %dz_2x2 = arith.constant dense<[[-1.0, 3.0], [2.0, 1.0]]> : tensor<2x2xf64>
  %x_1x3x3x2 = arith.constant dense<[[[[-3.0, 2.0], [0.0, -2.0], [3.0, 1.0]], [[-1.0, -3.0], [2.0, 0.0], [-2.0, 3.0]], [[1.0, -1.0], [-3.0, 2.0], [0.0, -2.0]]]]> : tensor<1x3x3x2xf64>
  %k_2x2x2x2 = arith.constant dense<[[[[-2.0, 1.0], [-1.0, 2.0]], [[0.0, -2.0], [1.0, -1.0]]], [[[2.0, 0.0], [-2.0, 1.0]], [[-1.0, 2.0], [0.0, -2.0]]]]> : tensor<2x2x2x2xf64>
  %z_1x2x2x2 = arith.constant dense<[[[[-1.0, 1.0], [0.0, -1.0]], [[1.0, 0.0], [-1.0, 1.0]]]]> : tensor<1x2x2x2xf64>
  %dx_1x3x3x2 = arith.constant dense<[[[[-2.0, 1.0], [4.0, 0.0], [3.0, -1.0]], [[2.0, -2.0], [1.0, 4.0], [0.0, 3.0]], [[-1.0, 2.0], [-2.0, 1.0], [4.0, 0.0]]]]> : tensor<1x3x3x2xf64>
  %dk_2x2x2x2 = arith.constant dense<[[[[-1.0, 1.0], [3.0, 0.0]], [[2.0, -1.0], [1.0, 3.0]]], [[[0.0, 2.0], [-1.0, 1.0]], [[3.0, 0.0], [2.0, -1.0]]]]> : tensor<2x2x2x2xf64>
  %dz_1x2x2x2 = arith.constant dense<[[[[-1.0, 3.0], [2.0, 1.0]], [[0.0, -1.0], [3.0, 2.0]]]]> : tensor<1x2x2x2xf64>
  %k_1x2x2x2 = arith.constant dense<[[[[-2.0, 1.0], [-1.0, 2.0]], [[0.0, -2.0], [1.0, -1.0]]]]> : tensor<1x2x2x2xf64>
  %z_1x2x1x2 = arith.constant dense<[[[[-1.0, 1.0]], [[0.0, -1.0]]]]> : tensor<1x2x1x2xf64>
  %dk_1x2x2x2 = arith.constant dense<[[[[-1.0, 1.0], [3.0, 0.0]], [[2.0, -1.0], [1.0, 3.0]]]]> : tensor<1x2x2x2xf64>
  %dz_1x2x1x2 = arith.constant dense<[[[[-1.0, 3.0]], [[2.0, 1.0]]]]> : tensor<1x2x1x2xf64>
  %z_1x1x1x2 = arith.constant dense<[[[[-1.0, 1.0]]]]> : tensor<1x1x1x2xf64>
  %dz_1x1x1x2 = arith.constant dense<[[[[-1.0, 3.0]]]]> : tensor<1x1x1x2xf64>
  %x_1x2x3x3 = arith.constant dense<[[[[-3.0, 2.0, 0.0], [-2.0, 3.0, 1.0], [-1.0, -3.0, 2.0]], [[0.0, -2.0, 3.0], [1.0, -1.0, -3.0], [2.0, 0.0, -2.0]]]]> : tensor<1x2x3x3xf64>
  %dx_1x2x3x3 = arith.constant dense<[[[[-2.0, 1.0, 4.0], [0.0, 3.0, -1.0], [2.0, -2.0, 1.0]], [[4.0, 0.0, 3.0], [-1.0, 2.0, -2.0], [1.0, 4.0, 0.0]]]]> : tensor<1x2x3x3xf64>
  %x_1x2x1x2x3 = arith.constant dense<[[[[[-3.0, 2.0, 0.0], [-2.0, 3.0, 1.0]]], [[[-1.0, -3.0, 2.0], [0.0, -2.0, 3.0]]]]]> : tensor<1x2x1x2x3xf64>
  %k_2x2x1x2x2 = arith.constant dense<[[[[[-2.0, 1.0], [-1.0, 2.0]]], [[[0.0, -2.0], [1.0, -1.0]]]], [[[[2.0, 0.0], [-2.0, 1.0]]], [[[-1.0, 2.0], [0.0, -2.0]]]]]> : tensor<2x2x1x2x2xf64>
  %z_1x2x2x1x2 = arith.constant dense<[[[[[-1.0, 1.0]], [[0.0, -1.0]]], [[[1.0, 0.0]], [[-1.0, 1.0]]]]]> : tensor<1x2x2x1x2xf64>
  %dx_1x2x1x2x3 = arith.constant dense<[[[[[-2.0, 1.0, 4.0], [0.0, 3.0, -1.0]]], [[[2.0, -2.0, 1.0], [4.0, 0.0, 3.0]]]]]> : tensor<1x2x1x2x3xf64>
  %dk_2x2x1x2x2 = arith.constant dense<[[[[[-1.0, 1.0], [3.0, 0.0]]], [[[2.0, -1.0], [1.0, 3.0]]]], [[[[0.0, 2.0], [-1.0, 1.0]]], [[[3.0, 0.0], [2.0, -1.0]]]]]> : tensor<2x2x1x2x2xf64>
  %dz_1x2x2x1x2 = arith.constant dense<[[[[[-1.0, 3.0]], [[2.0, 1.0]]], [[[0.0, -1.0]], [[3.0, 2.0]]]]]> : tensor<1x2x2x1x2xf64>
  %x_1x2x3x2x1 = arith.constant dense<[[[[[-3.0], [2.0]], [[0.0], [-2.0]], [[3.0], [1.0]]], [[[-1.0], [-3.0]], [[2.0], [0.0]], [[-2.0], [3.0]]]]]> : tensor<1x2x3x2x1xf64>
  %k_2x2x2x2x1 = arith.constant dense<[[[[[-2.0], [1.0]], [[-1.0], [2.0]]], [[[0.0], [-2.0]], [[1.0], [-1.0]]]], [[[[2.0], [0.0]], [[-2.0], [1.0]]], [[[-1.0], [2.0]], [[0.0], [-2.0]]]]]> : tensor<2x2x2x2x1xf64>
  %z_1x1x2x2x2 = arith.constant dense<[[[[[-1.0, 1.0], [0.0, -1.0]], [[1.0, 0.0], [-1.0, 1.0]]]]]> : tensor<1x1x2x2x2xf64>
  %dx_1x2x3x2x1 = arith.constant dense<[[[[[-2.0], [1.0]], [[4.0], [0.0]], [[3.0], [-1.0]]], [[[2.0], [-2.0]], [[1.0], [4.0]], [[0.0], [3.0]]]]]> : tensor<1x2x3x2x1xf64>
  %dk_2x2x2x2x1 = arith.constant dense<[[[[[-1.0], [1.0]], [[3.0], [0.0]]], [[[2.0], [-1.0]], [[1.0], [3.0]]]], [[[[0.0], [2.0]], [[-1.0], [1.0]]], [[[3.0], [0.0]], [[2.0], [-1.0]]]]]> : tensor<2x2x2x2x1xf64>
  %dz_1x1x2x2x2 = arith.constant dense<[[[[[-1.0, 3.0], [2.0, 1.0]], [[0.0, -1.0], [3.0, 2.0]]]]]> : tensor<1x1x2x2x2xf64>
  %plain, %plain_dx, %plain_dk, %plain_dz = grad.vjp @plain(%x_3x3, %k_2x2, %z_2x2) cotangents(%dz_2x2)
      : (tensor<3x3xf64>, tensor<2x2xf64>, tensor<2x2xf64>, tensor<2x2xf64>) -> (tensor<2x2xf64>, tensor<3x3xf64>, tensor<2x2xf64>, tensor<2x2xf64>)
  %plain_, %plain_dr = grad.jvp @plain(%x_3x3, %k_2x2, %z_2x2) tangents(%dx_3x3, %dk_2x2, %dz_2x2)
      : (tensor<3x3xf64>, tensor<2x2xf64>, tensor<2x2xf64>, tensor<3x3xf64>, tensor<2x2xf64>, tensor<2x2xf64>) -> (tensor<2x2xf64>, tensor<2x2xf64>)
  // CHECK: result[0]: 3x3xf64=[2 -7 3][-3 -5 7][-2 3 2]
  // CHECK-NEXT: result[1]: 2x2xf64=[8 5][6 -4]
  // CHECK-NEXT: result[2]: 2x2xf64=[9 7][1 -13]
  %nhwc_hwcf, %nhwc_hwcf_dx, %nhwc_hwcf_dk, %nhwc_hwcf_dz = grad.vjp @nhwc_hwcf(%x_1x3x3x2, %k_2x2x2x2, %z_1x2x2x2) cotangents(%dz_1x2x2x2)
      : (tensor<1x3x3x2xf64>, tensor<2x2x2x2xf64>, tensor<1x2x2x2xf64>, tensor<1x2x2x2xf64>) -> (tensor<1x2x2x2xf64>, tensor<1x3x3x2xf64>, tensor<2x2x2x2xf64>, tensor<1x2x2x2xf64>)
  %nhwc_hwcf_, %nhwc_hwcf_dr = grad.jvp @nhwc_hwcf(%x_1x3x3x2, %k_2x2x2x2, %z_1x2x2x2) tangents(%dx_1x3x3x2, %dk_2x2x2x2, %dz_1x2x2x2)
      : (tensor<1x3x3x2xf64>, tensor<2x2x2x2xf64>, tensor<1x2x2x2xf64>, tensor<1x3x3x2xf64>, tensor<2x2x2x2xf64>, tensor<1x2x2x2xf64>) -> (tensor<1x2x2x2xf64>, tensor<1x2x2x2xf64>)
  // CHECK-NEXT: result[3]: 1x3x3x2xf64={{\[\[}}[5 7][-9 -4][-2 1]]{{\[\[}}-3 3][9 -7][-4 -1]]{{\[\[}}0 -1][4 -2][1 -4]]]
  // CHECK-NEXT: result[4]: 2x2x2x2xf64={{\[\[}}[9 -4][-6 7]]{{\[\[}}0 -3][13 1]]]{{\[\[}}[-4 -8][9 -4]]{{\[\[}}-6 7][0 -3]]]
  // CHECK-NEXT: result[5]: 1x2x2x2xf64={{\[\[}}[25 -27][-12 -1]]{{\[\[}}-10 -17][-19 28]]]
  %strides, %strides_dx, %strides_dk, %strides_dz = grad.vjp @strides(%x_1x3x3x2, %k_1x2x2x2, %z_1x2x1x2) cotangents(%dz_1x2x1x2)
      : (tensor<1x3x3x2xf64>, tensor<1x2x2x2xf64>, tensor<1x2x1x2xf64>, tensor<1x2x1x2xf64>) -> (tensor<1x2x1x2xf64>, tensor<1x3x3x2xf64>, tensor<1x2x2x2xf64>, tensor<1x2x1x2xf64>)
  %strides_, %strides_dr = grad.jvp @strides(%x_1x3x3x2, %k_1x2x2x2, %z_1x2x1x2) tangents(%dx_1x3x3x2, %dk_1x2x2x2, %dz_1x2x1x2)
      : (tensor<1x3x3x2xf64>, tensor<1x2x2x2xf64>, tensor<1x2x1x2xf64>, tensor<1x3x3x2xf64>, tensor<1x2x2x2xf64>, tensor<1x2x1x2xf64>) -> (tensor<1x2x1x2xf64>, tensor<1x2x1x2xf64>)
  // CHECK-NEXT: result[6]: 1x3x3x2xf64={{\[\[}}[5 7][-6 -4][0 0]]{{\[\[}}0 0][0 0][0 0]]{{\[\[}}-3 0][-2 1][0 0]]]
  // CHECK-NEXT: result[7]: 1x2x2x2xf64={{\[\[}}[5 -8][-4 5]]{{\[\[}}-6 -3][6 -4]]]
  // CHECK-NEXT: result[8]: 1x2x1x2xf64={{\[\[}}[9 -14]]{{\[\[}}-5 17]]]
  %dilations, %dilations_dx, %dilations_dk, %dilations_dz = grad.vjp @dilations(%x_1x3x3x2, %k_2x2x2x2, %z_1x1x1x2) cotangents(%dz_1x1x1x2)
      : (tensor<1x3x3x2xf64>, tensor<2x2x2x2xf64>, tensor<1x1x1x2xf64>, tensor<1x1x1x2xf64>) -> (tensor<1x1x1x2xf64>, tensor<1x3x3x2xf64>, tensor<2x2x2x2xf64>, tensor<1x1x1x2xf64>)
  %dilations_, %dilations_dr = grad.jvp @dilations(%x_1x3x3x2, %k_2x2x2x2, %z_1x1x1x2) tangents(%dx_1x3x3x2, %dk_2x2x2x2, %dz_1x1x1x2)
      : (tensor<1x3x3x2xf64>, tensor<2x2x2x2xf64>, tensor<1x1x1x2xf64>, tensor<1x3x3x2xf64>, tensor<2x2x2x2xf64>, tensor<1x1x1x2xf64>) -> (tensor<1x1x1x2xf64>, tensor<1x1x1x2xf64>)
  // CHECK-NEXT: result[9]: 1x3x3x2xf64={{\[\[}}[5 7][0 0][-6 -4]]{{\[\[}}0 0][0 0][0 0]]{{\[\[}}-2 5][0 0][7 -6]]]
  // CHECK-NEXT: result[10]: 2x2x2x2xf64={{\[\[}}[3 -9][-2 6]]{{\[\[}}-3 9][-1 3]]]{{\[\[}}[-1 3][1 -3]]{{\[\[}}0 0][2 -6]]]
  // CHECK-NEXT: result[11]: 1x1x1x2xf64={{\[\[}}[4 8]]]
  %nhwc_fhwc, %nhwc_fhwc_dx, %nhwc_fhwc_dk, %nhwc_fhwc_dz = grad.vjp @nhwc_fhwc(%x_1x3x3x2, %k_2x2x2x2, %z_1x2x2x2) cotangents(%dz_1x2x2x2)
      : (tensor<1x3x3x2xf64>, tensor<2x2x2x2xf64>, tensor<1x2x2x2xf64>, tensor<1x2x2x2xf64>) -> (tensor<1x2x2x2xf64>, tensor<1x3x3x2xf64>, tensor<2x2x2x2xf64>, tensor<1x2x2x2xf64>)
  %nhwc_fhwc_, %nhwc_fhwc_dr = grad.jvp @nhwc_fhwc(%x_1x3x3x2, %k_2x2x2x2, %z_1x2x2x2) tangents(%dx_1x3x3x2, %dk_2x2x2x2, %dz_1x2x2x2)
      : (tensor<1x3x3x2xf64>, tensor<2x2x2x2xf64>, tensor<1x2x2x2xf64>, tensor<1x3x3x2xf64>, tensor<2x2x2x2xf64>, tensor<1x2x2x2xf64>) -> (tensor<1x2x2x2xf64>, tensor<1x2x2x2xf64>)
  // CHECK-NEXT: result[12]: 1x3x3x2xf64={{\[\[}}[8 -1][-7 3][-4 5]]{{\[\[}}-5 8][-2 -5][-5 4]]{{\[\[}}1 -2][-2 0][3 -7]]]
  // CHECK-NEXT: result[13]: 2x2x2x2xf64={{\[\[}}[9 -6][0 13]]{{\[\[}}-4 9][-6 0]]]{{\[\[}}[-4 7][-3 1]]{{\[\[}}-8 -4][7 -3]]]
  // CHECK-NEXT: result[14]: 1x2x2x2xf64={{\[\[}}[9 -20][-4 -4]]{{\[\[}}4 -5][-9 9]]]
  %nchw, %nchw_dx, %nchw_dk, %nchw_dz = grad.vjp @nchw(%x_1x2x3x3, %k_2x2x2x2, %z_1x2x2x2) cotangents(%dz_1x2x2x2)
      : (tensor<1x2x3x3xf64>, tensor<2x2x2x2xf64>, tensor<1x2x2x2xf64>, tensor<1x2x2x2xf64>) -> (tensor<1x2x2x2xf64>, tensor<1x2x3x3xf64>, tensor<2x2x2x2xf64>, tensor<1x2x2x2xf64>)
  %nchw_, %nchw_dr = grad.jvp @nchw(%x_1x2x3x3, %k_2x2x2x2, %z_1x2x2x2) tangents(%dx_1x2x3x3, %dk_2x2x2x2, %dz_1x2x2x2)
      : (tensor<1x2x3x3xf64>, tensor<2x2x2x2xf64>, tensor<1x2x2x2xf64>, tensor<1x2x3x3xf64>, tensor<2x2x2x2xf64>, tensor<1x2x2x2xf64>) -> (tensor<1x2x2x2xf64>, tensor<1x2x2x2xf64>)
  // CHECK-NEXT: result[15]: 1x2x3x3xf64={{\[\[}}[2 -9 3][3 1 6][-8 2 4]]{{\[\[}}0 3 -8][-4 4 1][2 -7 -5]]]
  // CHECK-NEXT: result[16]: 2x2x2x2xf64={{\[\[}}[8 5][6 -4]]{{\[\[}}-5 6][0 -10]]]{{\[\[}}[-2 11][-12 -6]]{{\[\[}}3 -12][7 -1]]]
  // CHECK-NEXT: result[17]: 1x2x2x2xf64={{\[\[}}[6 -12][-1 -10]]{{\[\[}}3 -3][5 13]]]
  %ngchw_fgchw, %ngchw_fgchw_dx, %ngchw_fgchw_dk, %ngchw_fgchw_dz = grad.vjp @ngchw_fgchw(%x_1x2x1x2x3, %k_2x2x1x2x2, %z_1x2x2x1x2) cotangents(%dz_1x2x2x1x2)
      : (tensor<1x2x1x2x3xf64>, tensor<2x2x1x2x2xf64>, tensor<1x2x2x1x2xf64>, tensor<1x2x2x1x2xf64>) -> (tensor<1x2x2x1x2xf64>, tensor<1x2x1x2x3xf64>, tensor<2x2x1x2x2xf64>, tensor<1x2x2x1x2xf64>)
  %ngchw_fgchw_, %ngchw_fgchw_dr = grad.jvp @ngchw_fgchw(%x_1x2x1x2x3, %k_2x2x1x2x2, %z_1x2x2x1x2) tangents(%dx_1x2x1x2x3, %dk_2x2x1x2x2, %dz_1x2x2x1x2)
      : (tensor<1x2x1x2x3xf64>, tensor<2x2x1x2x2xf64>, tensor<1x2x2x1x2xf64>, tensor<1x2x1x2x3xf64>, tensor<2x2x1x2x2xf64>, tensor<1x2x2x1x2xf64>) -> (tensor<1x2x2x1x2xf64>, tensor<1x2x2x1x2xf64>)
  // CHECK-NEXT: result[18]: 1x2x1x2x3xf64={{\[\[}}{{\[\[}}6 -5 3][-3 -5 7]]]{{\[\[}}[-3 4 6][0 -7 -3]]]]
  // CHECK-NEXT: result[19]: 2x2x1x2x2xf64={{\[\[}}{{\[\[}}9 -2][11 0]]]{{\[\[}}[3 -2][2 -3]]]]{{\[\[}}{{\[\[}}-4 4][-1 7]]]{{\[\[}}[-9 -5][-4 0]]]]
  // CHECK-NEXT: result[20]: 1x2x2x1x2xf64={{\[\[}}{{\[\[}}9 7]]{{\[\[}}10 -6]]]{{\[\[}}[3 -7]]{{\[\[}}-4 -16]]]]
  %ngchw_gfchw, %ngchw_gfchw_dx, %ngchw_gfchw_dk, %ngchw_gfchw_dz = grad.vjp @ngchw_gfchw(%x_1x2x1x2x3, %k_2x2x1x2x2, %z_1x2x2x1x2) cotangents(%dz_1x2x2x1x2)
      : (tensor<1x2x1x2x3xf64>, tensor<2x2x1x2x2xf64>, tensor<1x2x2x1x2xf64>, tensor<1x2x2x1x2xf64>) -> (tensor<1x2x2x1x2xf64>, tensor<1x2x1x2x3xf64>, tensor<2x2x1x2x2xf64>, tensor<1x2x2x1x2xf64>)
  %ngchw_gfchw_, %ngchw_gfchw_dr = grad.jvp @ngchw_gfchw(%x_1x2x1x2x3, %k_2x2x1x2x2, %z_1x2x2x1x2) tangents(%dx_1x2x1x2x3, %dk_2x2x1x2x2, %dz_1x2x2x1x2)
      : (tensor<1x2x1x2x3xf64>, tensor<2x2x1x2x2xf64>, tensor<1x2x2x1x2xf64>, tensor<1x2x1x2x3xf64>, tensor<2x2x1x2x2xf64>, tensor<1x2x2x1x2xf64>) -> (tensor<1x2x2x1x2xf64>, tensor<1x2x2x1x2xf64>)
  // CHECK-NEXT: result[21]: 1x2x1x2x3xf64={{\[\[}}{{\[\[}}2 -11 1][3 -6 5]]]{{\[\[}}[-3 2 4][0 -4 -5]]]]
  // CHECK-NEXT: result[22]: 2x2x1x2x2xf64={{\[\[}}{{\[\[}}9 -2][11 0]]]{{\[\[}}[-4 4][-1 7]]]]{{\[\[}}{{\[\[}}3 -2][2 -3]]]{{\[\[}}[-9 -5][-4 0]]]]
  // CHECK-NEXT: result[23]: 1x2x2x1x2xf64={{\[\[}}{{\[\[}}9 7]]{{\[\[}}-4 7]]]{{\[\[}}[-12 7]]{{\[\[}}-4 -16]]]]
  %nhwgc, %nhwgc_dx, %nhwgc_dk, %nhwgc_dz = grad.vjp @nhwgc(%x_1x2x3x2x1, %k_2x2x2x2x1, %z_1x1x2x2x2) cotangents(%dz_1x1x2x2x2)
      : (tensor<1x2x3x2x1xf64>, tensor<2x2x2x2x1xf64>, tensor<1x1x2x2x2xf64>, tensor<1x1x2x2x2xf64>) -> (tensor<1x1x2x2x2xf64>, tensor<1x2x3x2x1xf64>, tensor<2x2x2x2x1xf64>, tensor<1x1x2x2x2xf64>)
  %nhwgc_, %nhwgc_dr = grad.jvp @nhwgc(%x_1x2x3x2x1, %k_2x2x2x2x1, %z_1x1x2x2x2) tangents(%dx_1x2x3x2x1, %dk_2x2x2x2x1, %dz_1x1x2x2x2)
      : (tensor<1x2x3x2x1xf64>, tensor<2x2x2x2x1xf64>, tensor<1x1x2x2x2xf64>, tensor<1x2x3x2x1xf64>, tensor<2x2x2x2x1xf64>, tensor<1x1x2x2x2xf64>) -> (tensor<1x1x2x2x2xf64>, tensor<1x1x2x2x2xf64>)
  // CHECK-NEXT: result[24]: 1x2x3x2x1xf64={{\[\[}}{{\[\[}}2][3]]{{\[\[}}-7][6]]{{\[\[}}2][4]]]{{\[\[}}[4][-4]]{{\[\[}}-6][-6]]{{\[\[}}1][-1]]]]
  // CHECK-NEXT: result[25]: 2x2x2x2x1xf64={{\[\[}}{{\[\[}}3][0]]{{\[\[}}1][-2]]]{{\[\[}}[-9][-3]]{{\[\[}}-5][8]]]]{{\[\[}}{{\[\[}}-2][-1]]{{\[\[}}-6][9]]]{{\[\[}}[-2][0]]{{\[\[}}-3][6]]]]
  // CHECK-NEXT: result[26]: 1x1x2x2x2xf64={{\[\[}}{{\[\[}}7 -5][11 -8]]{{\[\[}}3 -13][3 -15]]]]
  return %plain_dx, %plain_dk, %plain_dr, %nhwc_hwcf_dx, %nhwc_hwcf_dk, %nhwc_hwcf_dr, %strides_dx, %strides_dk, %strides_dr, %dilations_dx, %dilations_dk, %dilations_dr, %nhwc_fhwc_dx, %nhwc_fhwc_dk, %nhwc_fhwc_dr, %nchw_dx, %nchw_dk, %nchw_dr, %ngchw_fgchw_dx, %ngchw_fgchw_dk, %ngchw_fgchw_dr, %ngchw_gfchw_dx, %ngchw_gfchw_dk, %ngchw_gfchw_dr, %nhwgc_dx, %nhwgc_dk, %nhwgc_dr
      : tensor<3x3xf64>, tensor<2x2xf64>, tensor<2x2xf64>, tensor<1x3x3x2xf64>, tensor<2x2x2x2xf64>, tensor<1x2x2x2xf64>, tensor<1x3x3x2xf64>, tensor<1x2x2x2xf64>, tensor<1x2x1x2xf64>, tensor<1x3x3x2xf64>, tensor<2x2x2x2xf64>, tensor<1x1x1x2xf64>, tensor<1x3x3x2xf64>, tensor<2x2x2x2xf64>, tensor<1x2x2x2xf64>, tensor<1x2x3x3xf64>, tensor<2x2x2x2xf64>, tensor<1x2x2x2xf64>, tensor<1x2x1x2x3xf64>, tensor<2x2x1x2x2xf64>, tensor<1x2x2x1x2xf64>, tensor<1x2x1x2x3xf64>, tensor<2x2x1x2x2xf64>, tensor<1x2x2x1x2xf64>, tensor<1x2x3x2x1xf64>, tensor<2x2x2x2x1xf64>, tensor<1x1x2x2x2xf64>
}
