// Convolutions over one dimension, and depthwise ones: the derivative in each factor and in the
// initial value, by reverse mode along dz, and by forward mode. The expected values
// agree with central differences.

// RUN: sg-run %s --function=slopes | FileCheck %s

func.func private @plain(%x: tensor<4xf64>, %k: tensor<2xf64>, %z: tensor<3xf64>) -> tensor<3xf64> {
  %r = linalg.conv_1d
      ins(%x, %k : tensor<4xf64>, tensor<2xf64>) outs(%z : tensor<3xf64>) -> tensor<3xf64>
  return %r : tensor<3xf64>
}

func.func private @nwc(%x: tensor<1x4x2xf64>, %k: tensor<2x2x2xf64>, %z: tensor<1x3x2xf64>) -> tensor<1x3x2xf64> {
  %r = linalg.conv_1d_nwc_wcf
      ins(%x, %k : tensor<1x4x2xf64>, tensor<2x2x2xf64>) outs(%z : tensor<1x3x2xf64>) -> tensor<1x3x2xf64>
  return %r : tensor<1x3x2xf64>
}

// Strides and dilations; the last element of x is read by no window.
func.func private @nwc_steps(%x: tensor<1x6x2xf64>, %k: tensor<2x2x2xf64>, %z: tensor<1x2x2xf64>) -> tensor<1x2x2xf64> {
  %r = linalg.conv_1d_nwc_wcf {strides = dense<2> : tensor<1xi64>, dilations = dense<2> : tensor<1xi64>}
      ins(%x, %k : tensor<1x6x2xf64>, tensor<2x2x2xf64>) outs(%z : tensor<1x2x2xf64>) -> tensor<1x2x2xf64>
  return %r : tensor<1x2x2xf64>
}

func.func private @ncw(%x: tensor<1x2x4xf64>, %k: tensor<2x2x2xf64>, %z: tensor<1x2x3xf64>) -> tensor<1x2x3xf64> {
  %r = linalg.conv_1d_ncw_fcw
      ins(%x, %k : tensor<1x2x4xf64>, tensor<2x2x2xf64>) outs(%z : tensor<1x2x3xf64>) -> tensor<1x2x3xf64>
  return %r : tensor<1x2x3xf64>
}

func.func private @depthwise_nwc(%x: tensor<1x4x2xf64>, %k: tensor<2x2xf64>, %z: tensor<1x3x2xf64>) -> tensor<1x3x2xf64> {
  %r = linalg.depthwise_conv_1d_nwc_wc
      ins(%x, %k : tensor<1x4x2xf64>, tensor<2x2xf64>) outs(%z : tensor<1x3x2xf64>) -> tensor<1x3x2xf64>
  return %r : tensor<1x3x2xf64>
}

func.func private @depthwise_ncw(%x: tensor<1x2x4xf64>, %k: tensor<2x2xf64>, %z: tensor<1x2x3xf64>) -> tensor<1x2x3xf64> {
  %r = linalg.depthwise_conv_1d_ncw_cw
      ins(%x, %k : tensor<1x2x4xf64>, tensor<2x2xf64>) outs(%z : tensor<1x2x3xf64>) -> tensor<1x2x3xf64>
  return %r : tensor<1x2x3xf64>
}

func.func private @depthwise_nwc_many(%x: tensor<1x4x2xf64>, %k: tensor<2x2x2xf64>, %z: tensor<1x3x2x2xf64>) -> tensor<1x3x2x2xf64> {
  %r = linalg.depthwise_conv_1d_nwc_wcm
      ins(%x, %k : tensor<1x4x2xf64>, tensor<2x2x2xf64>) outs(%z : tensor<1x3x2x2xf64>) -> tensor<1x3x2x2xf64>
  return %r : tensor<1x3x2x2xf64>
}

func.func @slopes() -> (tensor<4xf64>, tensor<2xf64>, tensor<3xf64>, tensor<1x4x2xf64>, tensor<2x2x2xf64>, tensor<1x3x2xf64>, tensor<1x6x2xf64>, tensor<2x2x2xf64>, tensor<1x2x2xf64>, tensor<1x2x4xf64>, tensor<2x2x2xf64>, tensor<1x2x3xf64>, tensor<1x4x2xf64>, tensor<2x2xf64>, tensor<1x3x2xf64>, tensor<1x2x4xf64>, tensor<2x2xf64>, tensor<1x2x3xf64>, tensor<1x4x2xf64>, tensor<2x2x2xf64>, tensor<1x3x2x2xf64>) {
  %x_4 = arith.constant dense<[-3.0, 2.0, 0.0, -2.0]> : tensor<4xf64>
  %k_2 = arith.constant dense<[-2.0, 1.0]> : tensor<2xf64>
  %z_3 = arith.constant dense<[-1.0, 1.0, 0.0]> : tensor<3xf64>
  %dx_4 = arith.constant dense<[-2.0, 1.0, 4.0, 0.0]> : tensor<4xf64>
  %dk_2 = arith.constant dense<[-1.0, 1.0]> : tensor<2xf64>
  %dz_3 = arith.constant dense<[-1.0, 3.0, 2.0]> : tensor<3xf64>
  %x_1x4x2 = arith.constant dense<[[[-3.0, 2.0], [0.0, -2.0], [3.0, 1.0], [-1.0, -3.0]]]> : tensor<1x4x2xf64>
  %k_2x2x2 = arith.constant dense<[[[-2.0, 1.0], [-1.0, 2.0]], [[0.0, -2.0], [1.0, -1.0]]]> : tensor<2x2x2xf64>
  %z_1x3x2 = arith.constant dense<[[[-1.0, 1.0], [0.0, -1.0], [1.0, 0.0]]]> : tensor<1x3x2xf64>
  %dx_1x4x2 = arith.constant dense<[[[-2.0, 1.0], [4.0, 0.0], [3.0, -1.0], [2.0, -2.0]]]> : tensor<1x4x2xf64>
  %dk_2x2x2 = arith.constant dense<[[[-1.0, 1.0], [3.0, 0.0]], [[2.0, -1.0], [1.0, 3.0]]]> : tensor<2x2x2xf64>
  %dz_1x3x2 = arith.constant dense<[[[-1.0, 3.0], [2.0, 1.0], [0.0, -1.0]]]> : tensor<1x3x2xf64>
  %x_1x6x2 = arith.constant dense<[[[-3.0, 2.0], [0.0, -2.0], [3.0, 1.0], [-1.0, -3.0], [2.0, 0.0], [-2.0, 3.0]]]> : tensor<1x6x2xf64>
  %z_1x2x2 = arith.constant dense<[[[-1.0, 1.0], [0.0, -1.0]]]> : tensor<1x2x2xf64>
  %dx_1x6x2 = arith.constant dense<[[[-2.0, 1.0], [4.0, 0.0], [3.0, -1.0], [2.0, -2.0], [1.0, 4.0], [0.0, 3.0]]]> : tensor<1x6x2xf64>
  %dz_1x2x2 = arith.constant dense<[[[-1.0, 3.0], [2.0, 1.0]]]> : tensor<1x2x2xf64>
  %x_1x2x4 = arith.constant dense<[[[-3.0, 2.0, 0.0, -2.0], [3.0, 1.0, -1.0, -3.0]]]> : tensor<1x2x4xf64>
  %z_1x2x3 = arith.constant dense<[[[-1.0, 1.0, 0.0], [-1.0, 1.0, 0.0]]]> : tensor<1x2x3xf64>
  %dx_1x2x4 = arith.constant dense<[[[-2.0, 1.0, 4.0, 0.0], [3.0, -1.0, 2.0, -2.0]]]> : tensor<1x2x4xf64>
  %dz_1x2x3 = arith.constant dense<[[[-1.0, 3.0, 2.0], [1.0, 0.0, -1.0]]]> : tensor<1x2x3xf64>
  %k_2x2 = arith.constant dense<[[-2.0, 1.0], [-1.0, 2.0]]> : tensor<2x2xf64>
  %dk_2x2 = arith.constant dense<[[-1.0, 1.0], [3.0, 0.0]]> : tensor<2x2xf64>
  %z_1x3x2x2 = arith.constant dense<[[[[-1.0, 1.0], [0.0, -1.0]], [[1.0, 0.0], [-1.0, 1.0]], [[0.0, -1.0], [1.0, 0.0]]]]> : tensor<1x3x2x2xf64>
  %dz_1x3x2x2 = arith.constant dense<[[[[-1.0, 3.0], [2.0, 1.0]], [[0.0, -1.0], [3.0, 2.0]], [[1.0, 0.0], [-1.0, 3.0]]]]> : tensor<1x3x2x2xf64>
  %plain, %plain_dx, %plain_dk, %plain_dz = grad.vjp @plain(%x_4, %k_2, %z_3) cotangents(%dz_3)
      : (tensor<4xf64>, tensor<2xf64>, tensor<3xf64>, tensor<3xf64>) -> (tensor<3xf64>, tensor<4xf64>, tensor<2xf64>, tensor<3xf64>)
  %plain_, %plain_dr = grad.jvp @plain(%x_4, %k_2, %z_3) tangents(%dx_4, %dk_2, %dz_3)
      : (tensor<4xf64>, tensor<2xf64>, tensor<3xf64>, tensor<4xf64>, tensor<2xf64>, tensor<3xf64>) -> (tensor<3xf64>, tensor<3xf64>)
  // CHECK: result[0]: 4xf64=2 -7 -1 2
  // CHECK-NEXT: result[1]: 2xf64=9 -6
  // CHECK-NEXT: result[2]: 3xf64=9 3 -8
  %nwc, %nwc_dx, %nwc_dk, %nwc_dz = grad.vjp @nwc(%x_1x4x2, %k_2x2x2, %z_1x3x2) cotangents(%dz_1x3x2)
      : (tensor<1x4x2xf64>, tensor<2x2x2xf64>, tensor<1x3x2xf64>, tensor<1x3x2xf64>) -> (tensor<1x3x2xf64>, tensor<1x4x2xf64>, tensor<2x2x2xf64>, tensor<1x3x2xf64>)
  %nwc_, %nwc_dr = grad.jvp @nwc(%x_1x4x2, %k_2x2x2, %z_1x3x2) tangents(%dx_1x4x2, %dk_2x2x2, %dz_1x3x2)
      : (tensor<1x4x2xf64>, tensor<2x2x2xf64>, tensor<1x3x2xf64>, tensor<1x4x2xf64>, tensor<2x2x2xf64>, tensor<1x3x2xf64>) -> (tensor<1x3x2xf64>, tensor<1x3x2xf64>)
  // CHECK-NEXT: result[3]: 1x4x2xf64={{\[\[}}5 7][-9 -4][-3 -1][2 1]]
  // CHECK-NEXT: result[4]: 2x2x2xf64={{\[\[}}3 -12][-6 3]]{{\[\[}}6 4][4 -2]]
  // CHECK-NEXT: result[5]: 1x3x2xf64={{\[\[}}9 -14][-6 0][-12 -7]]
  %nwc_steps, %nwc_steps_dx, %nwc_steps_dk, %nwc_steps_dz = grad.vjp @nwc_steps(%x_1x6x2, %k_2x2x2, %z_1x2x2) cotangents(%dz_1x2x2)
      : (tensor<1x6x2xf64>, tensor<2x2x2xf64>, tensor<1x2x2xf64>, tensor<1x2x2xf64>) -> (tensor<1x2x2xf64>, tensor<1x6x2xf64>, tensor<2x2x2xf64>, tensor<1x2x2xf64>)
  %nwc_steps_, %nwc_steps_dr = grad.jvp @nwc_steps(%x_1x6x2, %k_2x2x2, %z_1x2x2) tangents(%dx_1x6x2, %dk_2x2x2, %dz_1x2x2)
      : (tensor<1x6x2xf64>, tensor<2x2x2xf64>, tensor<1x2x2xf64>, tensor<1x6x2xf64>, tensor<2x2x2xf64>, tensor<1x2x2xf64>) -> (tensor<1x2x2xf64>, tensor<1x2x2xf64>)
  // CHECK-NEXT: result[6]: 1x6x2xf64={{\[\[}}5 7][0 0][-9 -4][0 0][-2 1][0 0]]
  // CHECK-NEXT: result[7]: 2x2x2xf64={{\[\[}}9 -6][0 7]]{{\[\[}}1 11][-1 3]]
  // CHECK-NEXT: result[8]: 1x2x2xf64={{\[\[}}17 -5][5 -3]]
  %ncw, %ncw_dx, %ncw_dk, %ncw_dz = grad.vjp @ncw(%x_1x2x4, %k_2x2x2, %z_1x2x3) cotangents(%dz_1x2x3)
      : (tensor<1x2x4xf64>, tensor<2x2x2xf64>, tensor<1x2x3xf64>, tensor<1x2x3xf64>) -> (tensor<1x2x3xf64>, tensor<1x2x4xf64>, tensor<2x2x2xf64>, tensor<1x2x3xf64>)
  %ncw_, %ncw_dr = grad.jvp @ncw(%x_1x2x4, %k_2x2x2, %z_1x2x3) tangents(%dx_1x2x4, %dk_2x2x2, %dz_1x2x3)
      : (tensor<1x2x4xf64>, tensor<2x2x2xf64>, tensor<1x2x3xf64>, tensor<1x2x4xf64>, tensor<2x2x2xf64>, tensor<1x2x3xf64>) -> (tensor<1x2x3xf64>, tensor<1x2x3xf64>)
  // CHECK-NEXT: result[9]: 1x2x4xf64={{\[\[}}2 -9 -1 4][2 -6 3 5]]
  // CHECK-NEXT: result[10]: 2x2x2xf64={{\[\[}}9 -6][-2 -10]]{{\[\[}}-3 4][4 4]]
  // CHECK-NEXT: result[11]: 1x2x3xf64={{\[\[}}13 11 -17][1 -9 -5]]
  %depthwise_nwc, %depthwise_nwc_dx, %depthwise_nwc_dk, %depthwise_nwc_dz = grad.vjp @depthwise_nwc(%x_1x4x2, %k_2x2, %z_1x3x2) cotangents(%dz_1x3x2)
      : (tensor<1x4x2xf64>, tensor<2x2xf64>, tensor<1x3x2xf64>, tensor<1x3x2xf64>) -> (tensor<1x3x2xf64>, tensor<1x4x2xf64>, tensor<2x2xf64>, tensor<1x3x2xf64>)
  %depthwise_nwc_, %depthwise_nwc_dr = grad.jvp @depthwise_nwc(%x_1x4x2, %k_2x2, %z_1x3x2) tangents(%dx_1x4x2, %dk_2x2, %dz_1x3x2)
      : (tensor<1x4x2xf64>, tensor<2x2xf64>, tensor<1x3x2xf64>, tensor<1x4x2xf64>, tensor<2x2xf64>, tensor<1x3x2xf64>) -> (tensor<1x3x2xf64>, tensor<1x3x2xf64>)
  // CHECK-NEXT: result[12]: 1x4x2xf64={{\[\[}}2 3][-3 7][-2 1][0 -2]]
  // CHECK-NEXT: result[13]: 2x2xf64=[3 3][6 -2]
  // CHECK-NEXT: result[14]: 1x3x2xf64={{\[\[}}2 6][0 -3][-14 -5]]
  %depthwise_ncw, %depthwise_ncw_dx, %depthwise_ncw_dk, %depthwise_ncw_dz = grad.vjp @depthwise_ncw(%x_1x2x4, %k_2x2, %z_1x2x3) cotangents(%dz_1x2x3)
      : (tensor<1x2x4xf64>, tensor<2x2xf64>, tensor<1x2x3xf64>, tensor<1x2x3xf64>) -> (tensor<1x2x3xf64>, tensor<1x2x4xf64>, tensor<2x2xf64>, tensor<1x2x3xf64>)
  %depthwise_ncw_, %depthwise_ncw_dr = grad.jvp @depthwise_ncw(%x_1x2x4, %k_2x2, %z_1x2x3) tangents(%dx_1x2x4, %dk_2x2, %dz_1x2x3)
      : (tensor<1x2x4xf64>, tensor<2x2xf64>, tensor<1x2x3xf64>, tensor<1x2x4xf64>, tensor<2x2xf64>, tensor<1x2x3xf64>) -> (tensor<1x2x3xf64>, tensor<1x2x3xf64>)
  // CHECK-NEXT: result[15]: 1x2x4xf64={{\[\[}}2 -7 -1 2][-1 2 1 -2]]
  // CHECK-NEXT: result[16]: 2x2xf64=[9 -6][4 4]
  // CHECK-NEXT: result[17]: 1x2x3xf64={{\[\[}}9 3 -8][5 8 -10]]
  %depthwise_nwc_many, %depthwise_nwc_many_dx, %depthwise_nwc_many_dk, %depthwise_nwc_many_dz = grad.vjp @depthwise_nwc_many(%x_1x4x2, %k_2x2x2, %z_1x3x2x2) cotangents(%dz_1x3x2x2)
      : (tensor<1x4x2xf64>, tensor<2x2x2xf64>, tensor<1x3x2x2xf64>, tensor<1x3x2x2xf64>) -> (tensor<1x3x2x2xf64>, tensor<1x4x2xf64>, tensor<2x2x2xf64>, tensor<1x3x2x2xf64>)
  %depthwise_nwc_many_, %depthwise_nwc_many_dr = grad.jvp @depthwise_nwc_many(%x_1x4x2, %k_2x2x2, %z_1x3x2x2) tangents(%dx_1x4x2, %dk_2x2x2, %dz_1x3x2x2)
      : (tensor<1x4x2xf64>, tensor<2x2x2xf64>, tensor<1x3x2x2xf64>, tensor<1x4x2xf64>, tensor<2x2x2xf64>, tensor<1x3x2x2xf64>) -> (tensor<1x3x2x2xf64>, tensor<1x3x2x2xf64>)
  // CHECK-NEXT: result[18]: 1x4x2xf64={{\[\[}}5 0][-7 2][0 8][0 -4]]
  // CHECK-NEXT: result[19]: 2x2x2xf64={{\[\[}}6 -9][-3 1]]{{\[\[}}-1 -3][2 -9]]
  // CHECK-NEXT: result[20]: 1x3x2x2xf64={{\[\[}}[6 -10][5 -3]]{{\[\[}}-2 -6][-3 6]]{{\[\[}}-10 3][-2 -6]]]
  return %plain_dx, %plain_dk, %plain_dr, %nwc_dx, %nwc_dk, %nwc_dr, %nwc_steps_dx, %nwc_steps_dk, %nwc_steps_dr, %ncw_dx, %ncw_dk, %ncw_dr, %depthwise_nwc_dx, %depthwise_nwc_dk, %depthwise_nwc_dr, %depthwise_ncw_dx, %depthwise_ncw_dk, %depthwise_ncw_dr, %depthwise_nwc_many_dx, %depthwise_nwc_many_dk, %depthwise_nwc_many_dr
      : tensor<4xf64>, tensor<2xf64>, tensor<3xf64>, tensor<1x4x2xf64>, tensor<2x2x2xf64>, tensor<1x3x2xf64>, tensor<1x6x2xf64>, tensor<2x2x2xf64>, tensor<1x2x2xf64>, tensor<1x2x4xf64>, tensor<2x2x2xf64>, tensor<1x2x3xf64>, tensor<1x4x2xf64>, tensor<2x2xf64>, tensor<1x3x2xf64>, tensor<1x2x4xf64>, tensor<2x2xf64>, tensor<1x2x3xf64>, tensor<1x4x2xf64>, tensor<2x2x2xf64>, tensor<1x3x2x2xf64>
}
