// Pooling: the derivative in the image and in the initial value, by reverse
// mode along dz, and by forward mode. If elements of a window tie for the
// maximum, the first one gets all. The initial value precedes every window.

// RUN: sg-run %s --function=slopes | FileCheck %s

func.func private @nhwc_sum(%x: tensor<1x3x3x2xf64>, %k: tensor<2x2xf64>, %z: tensor<1x2x2x2xf64>) -> tensor<1x2x2x2xf64> {
  %r = linalg.pooling_nhwc_sum
      ins(%x, %k : tensor<1x3x3x2xf64>, tensor<2x2xf64>) outs(%z : tensor<1x2x2x2xf64>) -> tensor<1x2x2x2xf64>
  return %r : tensor<1x2x2x2xf64>
}

func.func private @nhwc_strides_sum(%x: tensor<1x3x4x2xf64>, %k: tensor<1x2xf64>, %z: tensor<1x2x2x2xf64>) -> tensor<1x2x2x2xf64> {
  %r = linalg.pooling_nhwc_sum {strides = dense<2> : tensor<2xi64>}
      ins(%x, %k : tensor<1x3x4x2xf64>, tensor<1x2xf64>) outs(%z : tensor<1x2x2x2xf64>) -> tensor<1x2x2x2xf64>
  return %r : tensor<1x2x2x2xf64>
}

func.func private @nchw_sum(%x: tensor<1x2x3x3xf64>, %k: tensor<2x2xf64>, %z: tensor<1x2x2x2xf64>) -> tensor<1x2x2x2xf64> {
  %r = linalg.pooling_nchw_sum
      ins(%x, %k : tensor<1x2x3x3xf64>, tensor<2x2xf64>) outs(%z : tensor<1x2x2x2xf64>) -> tensor<1x2x2x2xf64>
  return %r : tensor<1x2x2x2xf64>
}

func.func private @nwc_sum(%x: tensor<1x4x2xf64>, %k: tensor<2xf64>, %z: tensor<1x3x2xf64>) -> tensor<1x3x2xf64> {
  %r = linalg.pooling_nwc_sum
      ins(%x, %k : tensor<1x4x2xf64>, tensor<2xf64>) outs(%z : tensor<1x3x2xf64>) -> tensor<1x3x2xf64>
  return %r : tensor<1x3x2xf64>
}

func.func private @ncw_sum(%x: tensor<1x2x4xf64>, %k: tensor<2xf64>, %z: tensor<1x2x3xf64>) -> tensor<1x2x3xf64> {
  %r = linalg.pooling_ncw_sum
      ins(%x, %k : tensor<1x2x4xf64>, tensor<2xf64>) outs(%z : tensor<1x2x3xf64>) -> tensor<1x2x3xf64>
  return %r : tensor<1x2x3xf64>
}

func.func private @ndhwc_sum(%x: tensor<1x2x2x3x2xf64>, %k: tensor<2x2x2xf64>, %z: tensor<1x1x1x2x2xf64>) -> tensor<1x1x1x2x2xf64> {
  %r = linalg.pooling_ndhwc_sum
      ins(%x, %k : tensor<1x2x2x3x2xf64>, tensor<2x2x2xf64>) outs(%z : tensor<1x1x1x2x2xf64>) -> tensor<1x1x1x2x2xf64>
  return %r : tensor<1x1x1x2x2xf64>
}

func.func private @nhwc_max(%x: tensor<1x3x3x2xf64>, %k: tensor<2x2xf64>, %z: tensor<1x2x2x2xf64>) -> tensor<1x2x2x2xf64> {
  %r = linalg.pooling_nhwc_max
      ins(%x, %k : tensor<1x3x3x2xf64>, tensor<2x2xf64>) outs(%z : tensor<1x2x2x2xf64>) -> tensor<1x2x2x2xf64>
  return %r : tensor<1x2x2x2xf64>
}

func.func private @nhwc_strides_max(%x: tensor<1x3x4x2xf64>, %k: tensor<1x2xf64>, %z: tensor<1x2x2x2xf64>) -> tensor<1x2x2x2xf64> {
  %r = linalg.pooling_nhwc_max {strides = dense<2> : tensor<2xi64>}
      ins(%x, %k : tensor<1x3x4x2xf64>, tensor<1x2xf64>) outs(%z : tensor<1x2x2x2xf64>) -> tensor<1x2x2x2xf64>
  return %r : tensor<1x2x2x2xf64>
}

func.func private @nchw_max(%x: tensor<1x2x3x3xf64>, %k: tensor<2x2xf64>, %z: tensor<1x2x2x2xf64>) -> tensor<1x2x2x2xf64> {
  %r = linalg.pooling_nchw_max
      ins(%x, %k : tensor<1x2x3x3xf64>, tensor<2x2xf64>) outs(%z : tensor<1x2x2x2xf64>) -> tensor<1x2x2x2xf64>
  return %r : tensor<1x2x2x2xf64>
}

func.func private @nwc_max(%x: tensor<1x4x2xf64>, %k: tensor<2xf64>, %z: tensor<1x3x2xf64>) -> tensor<1x3x2xf64> {
  %r = linalg.pooling_nwc_max
      ins(%x, %k : tensor<1x4x2xf64>, tensor<2xf64>) outs(%z : tensor<1x3x2xf64>) -> tensor<1x3x2xf64>
  return %r : tensor<1x3x2xf64>
}

func.func private @ncw_max(%x: tensor<1x2x4xf64>, %k: tensor<2xf64>, %z: tensor<1x2x3xf64>) -> tensor<1x2x3xf64> {
  %r = linalg.pooling_ncw_max
      ins(%x, %k : tensor<1x2x4xf64>, tensor<2xf64>) outs(%z : tensor<1x2x3xf64>) -> tensor<1x2x3xf64>
  return %r : tensor<1x2x3xf64>
}

func.func private @ndhwc_max(%x: tensor<1x2x2x3x2xf64>, %k: tensor<2x2x2xf64>, %z: tensor<1x1x1x2x2xf64>) -> tensor<1x1x1x2x2xf64> {
  %r = linalg.pooling_ndhwc_max
      ins(%x, %k : tensor<1x2x2x3x2xf64>, tensor<2x2x2xf64>) outs(%z : tensor<1x1x1x2x2xf64>) -> tensor<1x1x1x2x2xf64>
  return %r : tensor<1x1x1x2x2xf64>
}

func.func private @nhwc_min(%x: tensor<1x3x3x2xf64>, %k: tensor<2x2xf64>, %z: tensor<1x2x2x2xf64>) -> tensor<1x2x2x2xf64> {
  %r = linalg.pooling_nhwc_min
      ins(%x, %k : tensor<1x3x3x2xf64>, tensor<2x2xf64>) outs(%z : tensor<1x2x2x2xf64>) -> tensor<1x2x2x2xf64>
  return %r : tensor<1x2x2x2xf64>
}

func.func private @nhwc_strides_min(%x: tensor<1x3x4x2xf64>, %k: tensor<1x2xf64>, %z: tensor<1x2x2x2xf64>) -> tensor<1x2x2x2xf64> {
  %r = linalg.pooling_nhwc_min {strides = dense<2> : tensor<2xi64>}
      ins(%x, %k : tensor<1x3x4x2xf64>, tensor<1x2xf64>) outs(%z : tensor<1x2x2x2xf64>) -> tensor<1x2x2x2xf64>
  return %r : tensor<1x2x2x2xf64>
}

func.func private @nwc_min(%x: tensor<1x4x2xf64>, %k: tensor<2xf64>, %z: tensor<1x3x2xf64>) -> tensor<1x3x2xf64> {
  %r = linalg.pooling_nwc_min
      ins(%x, %k : tensor<1x4x2xf64>, tensor<2xf64>) outs(%z : tensor<1x3x2xf64>) -> tensor<1x3x2xf64>
  return %r : tensor<1x3x2xf64>
}

func.func private @ndhwc_min(%x: tensor<1x2x2x3x2xf64>, %k: tensor<2x2x2xf64>, %z: tensor<1x1x1x2x2xf64>) -> tensor<1x1x1x2x2xf64> {
  %r = linalg.pooling_ndhwc_min
      ins(%x, %k : tensor<1x2x2x3x2xf64>, tensor<2x2x2xf64>) outs(%z : tensor<1x1x1x2x2xf64>) -> tensor<1x1x1x2x2xf64>
  return %r : tensor<1x1x1x2x2xf64>
}

func.func @slopes() -> (tensor<1x3x3x2xf64>, tensor<1x2x2x2xf64>, tensor<1x3x4x2xf64>, tensor<1x2x2x2xf64>, tensor<1x2x3x3xf64>, tensor<1x2x2x2xf64>, tensor<1x4x2xf64>, tensor<1x3x2xf64>, tensor<1x2x4xf64>, tensor<1x2x3xf64>, tensor<1x2x2x3x2xf64>, tensor<1x1x1x2x2xf64>, tensor<1x3x3x2xf64>, tensor<1x2x2x2xf64>, tensor<1x3x4x2xf64>, tensor<1x2x2x2xf64>, tensor<1x2x3x3xf64>, tensor<1x2x2x2xf64>, tensor<1x4x2xf64>, tensor<1x3x2xf64>, tensor<1x2x4xf64>, tensor<1x2x3xf64>, tensor<1x2x2x3x2xf64>, tensor<1x1x1x2x2xf64>, tensor<1x3x3x2xf64>, tensor<1x2x2x2xf64>, tensor<1x3x4x2xf64>, tensor<1x2x2x2xf64>, tensor<1x4x2xf64>, tensor<1x3x2xf64>, tensor<1x2x2x3x2xf64>, tensor<1x1x1x2x2xf64>) {
  %x_1x3x3x2 = arith.constant dense<[[[[-3.0, 2.0], [0.0, -2.0], [3.0, 1.0]], [[-1.0, -3.0], [2.0, 0.0], [-2.0, 3.0]], [[1.0, -1.0], [-3.0, 2.0], [0.0, -2.0]]]]> : tensor<1x3x3x2xf64>
  %k_2x2 = arith.constant dense<[[-2.0, 1.0], [-1.0, 2.0]]> : tensor<2x2xf64>
  %z_1x2x2x2 = arith.constant dense<[[[[-1.0, 1.0], [0.0, -1.0]], [[1.0, 0.0], [-1.0, 1.0]]]]> : tensor<1x2x2x2xf64>
  %dx_1x3x3x2 = arith.constant dense<[[[[-2.0, 1.0], [4.0, 0.0], [3.0, -1.0]], [[2.0, -2.0], [1.0, 4.0], [0.0, 3.0]], [[-1.0, 2.0], [-2.0, 1.0], [4.0, 0.0]]]]> : tensor<1x3x3x2xf64>
  %dz_1x2x2x2 = arith.constant dense<[[[[-1.0, 3.0], [2.0, 1.0]], [[0.0, -1.0], [3.0, 2.0]]]]> : tensor<1x2x2x2xf64>
  %x_1x3x4x2 = arith.constant dense<[[[[-3.0, 2.0], [0.0, -2.0], [3.0, 1.0], [-1.0, -3.0]], [[2.0, 0.0], [-2.0, 3.0], [1.0, -1.0], [-3.0, 2.0]], [[0.0, -2.0], [3.0, 1.0], [-1.0, -3.0], [2.0, 0.0]]]]> : tensor<1x3x4x2xf64>
  %k_1x2 = arith.constant dense<[[-2.0, 1.0]]> : tensor<1x2xf64>
  %dx_1x3x4x2 = arith.constant dense<[[[[-2.0, 1.0], [4.0, 0.0], [3.0, -1.0], [2.0, -2.0]], [[1.0, 4.0], [0.0, 3.0], [-1.0, 2.0], [-2.0, 1.0]], [[4.0, 0.0], [3.0, -1.0], [2.0, -2.0], [1.0, 4.0]]]]> : tensor<1x3x4x2xf64>
  %x_1x2x3x3 = arith.constant dense<[[[[-3.0, 2.0, 0.0], [-2.0, 3.0, 1.0], [-1.0, -3.0, 2.0]], [[0.0, -2.0, 3.0], [1.0, -1.0, -3.0], [2.0, 0.0, -2.0]]]]> : tensor<1x2x3x3xf64>
  %dx_1x2x3x3 = arith.constant dense<[[[[-2.0, 1.0, 4.0], [0.0, 3.0, -1.0], [2.0, -2.0, 1.0]], [[4.0, 0.0, 3.0], [-1.0, 2.0, -2.0], [1.0, 4.0, 0.0]]]]> : tensor<1x2x3x3xf64>
  %x_1x4x2 = arith.constant dense<[[[-3.0, 2.0], [0.0, -2.0], [3.0, 1.0], [-1.0, -3.0]]]> : tensor<1x4x2xf64>
  %k_2 = arith.constant dense<[-2.0, 1.0]> : tensor<2xf64>
  %z_1x3x2 = arith.constant dense<[[[-1.0, 1.0], [0.0, -1.0], [1.0, 0.0]]]> : tensor<1x3x2xf64>
  %dx_1x4x2 = arith.constant dense<[[[-2.0, 1.0], [4.0, 0.0], [3.0, -1.0], [2.0, -2.0]]]> : tensor<1x4x2xf64>
  %dz_1x3x2 = arith.constant dense<[[[-1.0, 3.0], [2.0, 1.0], [0.0, -1.0]]]> : tensor<1x3x2xf64>
  %x_1x2x4 = arith.constant dense<[[[-3.0, 2.0, 0.0, -2.0], [3.0, 1.0, -1.0, -3.0]]]> : tensor<1x2x4xf64>
  %z_1x2x3 = arith.constant dense<[[[-1.0, 1.0, 0.0], [-1.0, 1.0, 0.0]]]> : tensor<1x2x3xf64>
  %dx_1x2x4 = arith.constant dense<[[[-2.0, 1.0, 4.0, 0.0], [3.0, -1.0, 2.0, -2.0]]]> : tensor<1x2x4xf64>
  %dz_1x2x3 = arith.constant dense<[[[-1.0, 3.0, 2.0], [1.0, 0.0, -1.0]]]> : tensor<1x2x3xf64>
  %x_1x2x2x3x2 = arith.constant dense<[[[[[-3.0, 2.0], [0.0, -2.0], [3.0, 1.0]], [[-1.0, -3.0], [2.0, 0.0], [-2.0, 3.0]]], [[[1.0, -1.0], [-3.0, 2.0], [0.0, -2.0]], [[3.0, 1.0], [-1.0, -3.0], [2.0, 0.0]]]]]> : tensor<1x2x2x3x2xf64>
  %k_2x2x2 = arith.constant dense<[[[-2.0, 1.0], [-1.0, 2.0]], [[0.0, -2.0], [1.0, -1.0]]]> : tensor<2x2x2xf64>
  %z_1x1x1x2x2 = arith.constant dense<[[[[[-1.0, 1.0], [0.0, -1.0]]]]]> : tensor<1x1x1x2x2xf64>
  %dx_1x2x2x3x2 = arith.constant dense<[[[[[-2.0, 1.0], [4.0, 0.0], [3.0, -1.0]], [[2.0, -2.0], [1.0, 4.0], [0.0, 3.0]]], [[[-1.0, 2.0], [-2.0, 1.0], [4.0, 0.0]], [[3.0, -1.0], [2.0, -2.0], [1.0, 4.0]]]]]> : tensor<1x2x2x3x2xf64>
  %dz_1x1x1x2x2 = arith.constant dense<[[[[[-1.0, 3.0], [2.0, 1.0]]]]]> : tensor<1x1x1x2x2xf64>
  %nhwc_sum, %nhwc_sum_dx, %nhwc_sum_dz = grad.vjp @nhwc_sum(%x_1x3x3x2, %k_2x2, %z_1x2x2x2) cotangents(%dz_1x2x2x2) {wrt = array<i64: 0, 2>}
      : (tensor<1x3x3x2xf64>, tensor<2x2xf64>, tensor<1x2x2x2xf64>, tensor<1x2x2x2xf64>) -> (tensor<1x2x2x2xf64>, tensor<1x3x3x2xf64>, tensor<1x2x2x2xf64>)
  %nhwc_sum_, %nhwc_sum_dr = grad.jvp @nhwc_sum(%x_1x3x3x2, %k_2x2, %z_1x2x2x2) tangents(%dx_1x3x3x2, %dz_1x2x2x2) {wrt = array<i64: 0, 2>}
      : (tensor<1x3x3x2xf64>, tensor<2x2xf64>, tensor<1x2x2x2xf64>, tensor<1x3x3x2xf64>, tensor<1x2x2x2xf64>) -> (tensor<1x2x2x2xf64>, tensor<1x2x2x2xf64>)
  // CHECK: result[0]: 1x3x3x2xf64={{\[\[}}[-1 3][1 4][2 1]]{{\[\[}}-1 2][4 5][5 3]]{{\[\[}}0 -1][3 1][3 2]]]
  // CHECK-NEXT: result[1]: 1x2x2x2xf64={{\[\[}}[4 6][10 7]]{{\[\[}}0 4][6 10]]]
  %nhwc_strides_sum, %nhwc_strides_sum_dx, %nhwc_strides_sum_dz = grad.vjp @nhwc_strides_sum(%x_1x3x4x2, %k_1x2, %z_1x2x2x2) cotangents(%dz_1x2x2x2) {wrt = array<i64: 0, 2>}
      : (tensor<1x3x4x2xf64>, tensor<1x2xf64>, tensor<1x2x2x2xf64>, tensor<1x2x2x2xf64>) -> (tensor<1x2x2x2xf64>, tensor<1x3x4x2xf64>, tensor<1x2x2x2xf64>)
  %nhwc_strides_sum_, %nhwc_strides_sum_dr = grad.jvp @nhwc_strides_sum(%x_1x3x4x2, %k_1x2, %z_1x2x2x2) tangents(%dx_1x3x4x2, %dz_1x2x2x2) {wrt = array<i64: 0, 2>}
      : (tensor<1x3x4x2xf64>, tensor<1x2xf64>, tensor<1x2x2x2xf64>, tensor<1x3x4x2xf64>, tensor<1x2x2x2xf64>) -> (tensor<1x2x2x2xf64>, tensor<1x2x2x2xf64>)
  // CHECK-NEXT: result[2]: 1x3x4x2xf64={{\[\[}}[-1 3][-1 3][2 1][2 1]]{{\[\[}}0 0][0 0][0 0][0 0]]{{\[\[}}0 -1][0 -1][3 2][3 2]]]
  // CHECK-NEXT: result[3]: 1x2x2x2xf64={{\[\[}}[1 4][7 -2]]{{\[\[}}7 -2][6 4]]]
  %nchw_sum, %nchw_sum_dx, %nchw_sum_dz = grad.vjp @nchw_sum(%x_1x2x3x3, %k_2x2, %z_1x2x2x2) cotangents(%dz_1x2x2x2) {wrt = array<i64: 0, 2>}
      : (tensor<1x2x3x3xf64>, tensor<2x2xf64>, tensor<1x2x2x2xf64>, tensor<1x2x2x2xf64>) -> (tensor<1x2x2x2xf64>, tensor<1x2x3x3xf64>, tensor<1x2x2x2xf64>)
  %nchw_sum_, %nchw_sum_dr = grad.jvp @nchw_sum(%x_1x2x3x3, %k_2x2, %z_1x2x2x2) tangents(%dx_1x2x3x3, %dz_1x2x2x2) {wrt = array<i64: 0, 2>}
      : (tensor<1x2x3x3xf64>, tensor<2x2xf64>, tensor<1x2x2x2xf64>, tensor<1x2x3x3xf64>, tensor<1x2x2x2xf64>) -> (tensor<1x2x2x2xf64>, tensor<1x2x2x2xf64>)
  // CHECK-NEXT: result[4]: 1x2x3x3xf64={{\[\[}}[-1 2 3][1 5 4][2 3 1]]{{\[\[}}0 -1 -1][3 4 1][3 5 2]]]
  // CHECK-NEXT: result[5]: 1x2x2x2xf64={{\[\[}}[1 10][5 2]]{{\[\[}}5 2][9 6]]]
  %nwc_sum, %nwc_sum_dx, %nwc_sum_dz = grad.vjp @nwc_sum(%x_1x4x2, %k_2, %z_1x3x2) cotangents(%dz_1x3x2) {wrt = array<i64: 0, 2>}
      : (tensor<1x4x2xf64>, tensor<2xf64>, tensor<1x3x2xf64>, tensor<1x3x2xf64>) -> (tensor<1x3x2xf64>, tensor<1x4x2xf64>, tensor<1x3x2xf64>)
  %nwc_sum_, %nwc_sum_dr = grad.jvp @nwc_sum(%x_1x4x2, %k_2, %z_1x3x2) tangents(%dx_1x4x2, %dz_1x3x2) {wrt = array<i64: 0, 2>}
      : (tensor<1x4x2xf64>, tensor<2xf64>, tensor<1x3x2xf64>, tensor<1x4x2xf64>, tensor<1x3x2xf64>) -> (tensor<1x3x2xf64>, tensor<1x3x2xf64>)
  // CHECK-NEXT: result[6]: 1x4x2xf64={{\[\[}}-1 3][1 4][2 0][0 -1]]
  // CHECK-NEXT: result[7]: 1x3x2xf64={{\[\[}}1 4][9 0][5 -4]]
  %ncw_sum, %ncw_sum_dx, %ncw_sum_dz = grad.vjp @ncw_sum(%x_1x2x4, %k_2, %z_1x2x3) cotangents(%dz_1x2x3) {wrt = array<i64: 0, 2>}
      : (tensor<1x2x4xf64>, tensor<2xf64>, tensor<1x2x3xf64>, tensor<1x2x3xf64>) -> (tensor<1x2x3xf64>, tensor<1x2x4xf64>, tensor<1x2x3xf64>)
  %ncw_sum_, %ncw_sum_dr = grad.jvp @ncw_sum(%x_1x2x4, %k_2, %z_1x2x3) tangents(%dx_1x2x4, %dz_1x2x3) {wrt = array<i64: 0, 2>}
      : (tensor<1x2x4xf64>, tensor<2xf64>, tensor<1x2x3xf64>, tensor<1x2x4xf64>, tensor<1x2x3xf64>) -> (tensor<1x2x3xf64>, tensor<1x2x3xf64>)
  // CHECK-NEXT: result[8]: 1x2x4xf64={{\[\[}}-1 2 5 2][1 1 -1 -1]]
  // CHECK-NEXT: result[9]: 1x2x3xf64={{\[\[}}-2 8 6][3 1 -1]]
  %ndhwc_sum, %ndhwc_sum_dx, %ndhwc_sum_dz = grad.vjp @ndhwc_sum(%x_1x2x2x3x2, %k_2x2x2, %z_1x1x1x2x2) cotangents(%dz_1x1x1x2x2) {wrt = array<i64: 0, 2>}
      : (tensor<1x2x2x3x2xf64>, tensor<2x2x2xf64>, tensor<1x1x1x2x2xf64>, tensor<1x1x1x2x2xf64>) -> (tensor<1x1x1x2x2xf64>, tensor<1x2x2x3x2xf64>, tensor<1x1x1x2x2xf64>)
  %ndhwc_sum_, %ndhwc_sum_dr = grad.jvp @ndhwc_sum(%x_1x2x2x3x2, %k_2x2x2, %z_1x1x1x2x2) tangents(%dx_1x2x2x3x2, %dz_1x1x1x2x2) {wrt = array<i64: 0, 2>}
      : (tensor<1x2x2x3x2xf64>, tensor<2x2x2xf64>, tensor<1x1x1x2x2xf64>, tensor<1x2x2x3x2xf64>, tensor<1x1x1x2x2xf64>) -> (tensor<1x1x1x2x2xf64>, tensor<1x1x1x2x2xf64>)
  // CHECK-NEXT: result[10]: 1x2x2x3x2xf64={{\[\[}}{{\[\[}}-1 3][1 4][2 1]]{{\[\[}}-1 3][1 4][2 1]]]{{\[\[}}[-1 3][1 4][2 1]]{{\[\[}}-1 3][1 4][2 1]]]]
  // CHECK-NEXT: result[11]: 1x1x1x2x2xf64={{\[\[}}{{\[\[}}6 6][15 10]]]]
  %nhwc_max, %nhwc_max_dx, %nhwc_max_dz = grad.vjp @nhwc_max(%x_1x3x3x2, %k_2x2, %z_1x2x2x2) cotangents(%dz_1x2x2x2) {wrt = array<i64: 0, 2>}
      : (tensor<1x3x3x2xf64>, tensor<2x2xf64>, tensor<1x2x2x2xf64>, tensor<1x2x2x2xf64>) -> (tensor<1x2x2x2xf64>, tensor<1x3x3x2xf64>, tensor<1x2x2x2xf64>)
  %nhwc_max_, %nhwc_max_dr = grad.jvp @nhwc_max(%x_1x3x3x2, %k_2x2, %z_1x2x2x2) tangents(%dx_1x3x3x2, %dz_1x2x2x2) {wrt = array<i64: 0, 2>}
      : (tensor<1x3x3x2xf64>, tensor<2x2xf64>, tensor<1x2x2x2xf64>, tensor<1x3x3x2xf64>, tensor<1x2x2x2xf64>) -> (tensor<1x2x2x2xf64>, tensor<1x2x2x2xf64>)
  // CHECK-NEXT: result[12]: 1x3x3x2xf64={{\[\[}}[0 3][0 0][2 0]]{{\[\[}}0 0][2 0][0 3]]{{\[\[}}0 0][0 -1][0 0]]]
  // CHECK-NEXT: result[13]: 1x2x2x2xf64={{\[\[}}[1 1][3 3]]{{\[\[}}1 1][1 3]]]
  %nhwc_strides_max, %nhwc_strides_max_dx, %nhwc_strides_max_dz = grad.vjp @nhwc_strides_max(%x_1x3x4x2, %k_1x2, %z_1x2x2x2) cotangents(%dz_1x2x2x2) {wrt = array<i64: 0, 2>}
      : (tensor<1x3x4x2xf64>, tensor<1x2xf64>, tensor<1x2x2x2xf64>, tensor<1x2x2x2xf64>) -> (tensor<1x2x2x2xf64>, tensor<1x3x4x2xf64>, tensor<1x2x2x2xf64>)
  %nhwc_strides_max_, %nhwc_strides_max_dr = grad.jvp @nhwc_strides_max(%x_1x3x4x2, %k_1x2, %z_1x2x2x2) tangents(%dx_1x3x4x2, %dz_1x2x2x2) {wrt = array<i64: 0, 2>}
      : (tensor<1x3x4x2xf64>, tensor<1x2xf64>, tensor<1x2x2x2xf64>, tensor<1x3x4x2xf64>, tensor<1x2x2x2xf64>) -> (tensor<1x2x2x2xf64>, tensor<1x2x2x2xf64>)
  // CHECK-NEXT: result[14]: 1x3x4x2xf64={{\[\[}}[0 3][-1 0][2 1][0 0]]{{\[\[}}0 0][0 0][0 0][0 0]]{{\[\[}}0 0][0 -1][0 0][3 0]]]
  // CHECK-NEXT: result[15]: 1x2x2x2xf64={{\[\[}}[4 1][3 -1]]{{\[\[}}3 -1][1 2]]]
  %nchw_max, %nchw_max_dx, %nchw_max_dz = grad.vjp @nchw_max(%x_1x2x3x3, %k_2x2, %z_1x2x2x2) cotangents(%dz_1x2x2x2) {wrt = array<i64: 0, 2>}
      : (tensor<1x2x3x3xf64>, tensor<2x2xf64>, tensor<1x2x2x2xf64>, tensor<1x2x2x2xf64>) -> (tensor<1x2x2x2xf64>, tensor<1x2x3x3xf64>, tensor<1x2x2x2xf64>)
  %nchw_max_, %nchw_max_dr = grad.jvp @nchw_max(%x_1x2x3x3, %k_2x2, %z_1x2x2x2) tangents(%dx_1x2x3x3, %dz_1x2x2x2) {wrt = array<i64: 0, 2>}
      : (tensor<1x2x3x3xf64>, tensor<2x2xf64>, tensor<1x2x2x2xf64>, tensor<1x2x3x3xf64>, tensor<1x2x2x2xf64>) -> (tensor<1x2x2x2xf64>, tensor<1x2x2x2xf64>)
  // CHECK-NEXT: result[16]: 1x2x3x3xf64={{\[\[}}[0 0 0][0 5 0][0 0 0]]{{\[\[}}0 0 -1][0 0 0][3 0 0]]]
  // CHECK-NEXT: result[17]: 1x2x2x2xf64={{\[\[}}[3 3][3 3]]{{\[\[}}0 3][1 2]]]
  %nwc_max, %nwc_max_dx, %nwc_max_dz = grad.vjp @nwc_max(%x_1x4x2, %k_2, %z_1x3x2) cotangents(%dz_1x3x2) {wrt = array<i64: 0, 2>}
      : (tensor<1x4x2xf64>, tensor<2xf64>, tensor<1x3x2xf64>, tensor<1x3x2xf64>) -> (tensor<1x3x2xf64>, tensor<1x4x2xf64>, tensor<1x3x2xf64>)
  %nwc_max_, %nwc_max_dr = grad.jvp @nwc_max(%x_1x4x2, %k_2, %z_1x3x2) tangents(%dx_1x4x2, %dz_1x3x2) {wrt = array<i64: 0, 2>}
      : (tensor<1x4x2xf64>, tensor<2xf64>, tensor<1x3x2xf64>, tensor<1x4x2xf64>, tensor<1x3x2xf64>) -> (tensor<1x3x2xf64>, tensor<1x3x2xf64>)
  // CHECK-NEXT: result[18]: 1x4x2xf64={{\[\[}}0 3][-1 0][2 0][0 0]]
  // CHECK-NEXT: result[19]: 1x3x2xf64={{\[\[}}4 1][3 -1][3 -1]]
  %ncw_max, %ncw_max_dx, %ncw_max_dz = grad.vjp @ncw_max(%x_1x2x4, %k_2, %z_1x2x3) cotangents(%dz_1x2x3) {wrt = array<i64: 0, 2>}
      : (tensor<1x2x4xf64>, tensor<2xf64>, tensor<1x2x3xf64>, tensor<1x2x3xf64>) -> (tensor<1x2x3xf64>, tensor<1x2x4xf64>, tensor<1x2x3xf64>)
  %ncw_max_, %ncw_max_dr = grad.jvp @ncw_max(%x_1x2x4, %k_2, %z_1x2x3) tangents(%dx_1x2x4, %dz_1x2x3) {wrt = array<i64: 0, 2>}
      : (tensor<1x2x4xf64>, tensor<2xf64>, tensor<1x2x3xf64>, tensor<1x2x4xf64>, tensor<1x2x3xf64>) -> (tensor<1x2x3xf64>, tensor<1x2x3xf64>)
  // CHECK-NEXT: result[20]: 1x2x4xf64={{\[\[}}0 2 0 0][1 0 0 0]]
  // CHECK-NEXT: result[21]: 1x2x3xf64={{\[\[}}1 1 2][3 0 -1]]
  %ndhwc_max, %ndhwc_max_dx, %ndhwc_max_dz = grad.vjp @ndhwc_max(%x_1x2x2x3x2, %k_2x2x2, %z_1x1x1x2x2) cotangents(%dz_1x1x1x2x2) {wrt = array<i64: 0, 2>}
      : (tensor<1x2x2x3x2xf64>, tensor<2x2x2xf64>, tensor<1x1x1x2x2xf64>, tensor<1x1x1x2x2xf64>) -> (tensor<1x1x1x2x2xf64>, tensor<1x2x2x3x2xf64>, tensor<1x1x1x2x2xf64>)
  %ndhwc_max_, %ndhwc_max_dr = grad.jvp @ndhwc_max(%x_1x2x2x3x2, %k_2x2x2, %z_1x1x1x2x2) tangents(%dx_1x2x2x3x2, %dz_1x1x1x2x2) {wrt = array<i64: 0, 2>}
      : (tensor<1x2x2x3x2xf64>, tensor<2x2x2xf64>, tensor<1x1x1x2x2xf64>, tensor<1x2x2x3x2xf64>, tensor<1x1x1x2x2xf64>) -> (tensor<1x1x1x2x2xf64>, tensor<1x1x1x2x2xf64>)
  // CHECK-NEXT: result[22]: 1x2x2x3x2xf64={{\[\[}}{{\[\[}}0 3][0 0][2 0]]{{\[\[}}0 0][0 0][0 1]]]{{\[\[}}[0 0][0 0][0 0]]{{\[\[}}-1 0][0 0][0 0]]]]
  // CHECK-NEXT: result[23]: 1x1x1x2x2xf64={{\[\[}}{{\[\[}}3 1][3 3]]]]
  %nhwc_min, %nhwc_min_dx, %nhwc_min_dz = grad.vjp @nhwc_min(%x_1x3x3x2, %k_2x2, %z_1x2x2x2) cotangents(%dz_1x2x2x2) {wrt = array<i64: 0, 2>}
      : (tensor<1x3x3x2xf64>, tensor<2x2xf64>, tensor<1x2x2x2xf64>, tensor<1x2x2x2xf64>) -> (tensor<1x2x2x2xf64>, tensor<1x3x3x2xf64>, tensor<1x2x2x2xf64>)
  %nhwc_min_, %nhwc_min_dr = grad.jvp @nhwc_min(%x_1x3x3x2, %k_2x2, %z_1x2x2x2) tangents(%dx_1x3x3x2, %dz_1x2x2x2) {wrt = array<i64: 0, 2>}
      : (tensor<1x3x3x2xf64>, tensor<2x2xf64>, tensor<1x2x2x2xf64>, tensor<1x3x3x2xf64>, tensor<1x2x2x2xf64>) -> (tensor<1x2x2x2xf64>, tensor<1x2x2x2xf64>)
  // CHECK-NEXT: result[24]: 1x3x3x2xf64={{\[\[}}[-1 0][0 1][0 0]]{{\[\[}}0 2][0 0][2 0]]{{\[\[}}0 0][3 0][0 2]]]
  // CHECK-NEXT: result[25]: 1x2x2x2xf64={{\[\[}}[-2 -2][0 0]]{{\[\[}}-2 -2][-2 0]]]
  %nhwc_strides_min, %nhwc_strides_min_dx, %nhwc_strides_min_dz = grad.vjp @nhwc_strides_min(%x_1x3x4x2, %k_1x2, %z_1x2x2x2) cotangents(%dz_1x2x2x2) {wrt = array<i64: 0, 2>}
      : (tensor<1x3x4x2xf64>, tensor<1x2xf64>, tensor<1x2x2x2xf64>, tensor<1x2x2x2xf64>) -> (tensor<1x2x2x2xf64>, tensor<1x3x4x2xf64>, tensor<1x2x2x2xf64>)
  %nhwc_strides_min_, %nhwc_strides_min_dr = grad.jvp @nhwc_strides_min(%x_1x3x4x2, %k_1x2, %z_1x2x2x2) tangents(%dx_1x3x4x2, %dz_1x2x2x2) {wrt = array<i64: 0, 2>}
      : (tensor<1x3x4x2xf64>, tensor<1x2xf64>, tensor<1x2x2x2xf64>, tensor<1x3x4x2xf64>, tensor<1x2x2x2xf64>) -> (tensor<1x2x2x2xf64>, tensor<1x2x2x2xf64>)
  // CHECK-NEXT: result[26]: 1x3x4x2xf64={{\[\[}}[-1 0][0 3][0 0][2 1]]{{\[\[}}0 0][0 0][0 0][0 0]]{{\[\[}}0 -1][0 0][0 2][0 0]]]
  // CHECK-NEXT: result[27]: 1x2x2x2xf64={{\[\[}}[-2 0][2 -2]]{{\[\[}}4 0][3 -2]]]
  %nwc_min, %nwc_min_dx, %nwc_min_dz = grad.vjp @nwc_min(%x_1x4x2, %k_2, %z_1x3x2) cotangents(%dz_1x3x2) {wrt = array<i64: 0, 2>}
      : (tensor<1x4x2xf64>, tensor<2xf64>, tensor<1x3x2xf64>, tensor<1x3x2xf64>) -> (tensor<1x3x2xf64>, tensor<1x4x2xf64>, tensor<1x3x2xf64>)
  %nwc_min_, %nwc_min_dr = grad.jvp @nwc_min(%x_1x4x2, %k_2, %z_1x3x2) tangents(%dx_1x4x2, %dz_1x3x2) {wrt = array<i64: 0, 2>}
      : (tensor<1x4x2xf64>, tensor<2xf64>, tensor<1x3x2xf64>, tensor<1x4x2xf64>, tensor<1x3x2xf64>) -> (tensor<1x3x2xf64>, tensor<1x3x2xf64>)
  // CHECK-NEXT: result[28]: 1x4x2xf64={{\[\[}}-1 0][0 4][0 0][0 -1]]
  // CHECK-NEXT: result[29]: 1x3x2xf64={{\[\[}}-2 0][2 0][2 -2]]
  %ndhwc_min, %ndhwc_min_dx, %ndhwc_min_dz = grad.vjp @ndhwc_min(%x_1x2x2x3x2, %k_2x2x2, %z_1x1x1x2x2) cotangents(%dz_1x1x1x2x2) {wrt = array<i64: 0, 2>}
      : (tensor<1x2x2x3x2xf64>, tensor<2x2x2xf64>, tensor<1x1x1x2x2xf64>, tensor<1x1x1x2x2xf64>) -> (tensor<1x1x1x2x2xf64>, tensor<1x2x2x3x2xf64>, tensor<1x1x1x2x2xf64>)
  %ndhwc_min_, %ndhwc_min_dr = grad.jvp @ndhwc_min(%x_1x2x2x3x2, %k_2x2x2, %z_1x1x1x2x2) tangents(%dx_1x2x2x3x2, %dz_1x1x1x2x2) {wrt = array<i64: 0, 2>}
      : (tensor<1x2x2x3x2xf64>, tensor<2x2x2xf64>, tensor<1x1x1x2x2xf64>, tensor<1x2x2x3x2xf64>, tensor<1x1x1x2x2xf64>) -> (tensor<1x1x1x2x2xf64>, tensor<1x1x1x2x2xf64>)
  // CHECK-NEXT: result[30]: 1x2x2x3x2xf64={{\[\[}}{{\[\[}}-1 0][0 0][0 0]]{{\[\[}}0 3][0 0][0 0]]]{{\[\[}}[0 0][2 0][0 0]]{{\[\[}}0 0][0 1][0 0]]]]
  // CHECK-NEXT: result[31]: 1x1x1x2x2xf64={{\[\[}}{{\[\[}}-2 -2][-2 -2]]]]
  return %nhwc_sum_dx, %nhwc_sum_dr, %nhwc_strides_sum_dx, %nhwc_strides_sum_dr, %nchw_sum_dx, %nchw_sum_dr, %nwc_sum_dx, %nwc_sum_dr, %ncw_sum_dx, %ncw_sum_dr, %ndhwc_sum_dx, %ndhwc_sum_dr, %nhwc_max_dx, %nhwc_max_dr, %nhwc_strides_max_dx, %nhwc_strides_max_dr, %nchw_max_dx, %nchw_max_dr, %nwc_max_dx, %nwc_max_dr, %ncw_max_dx, %ncw_max_dr, %ndhwc_max_dx, %ndhwc_max_dr, %nhwc_min_dx, %nhwc_min_dr, %nhwc_strides_min_dx, %nhwc_strides_min_dr, %nwc_min_dx, %nwc_min_dr, %ndhwc_min_dx, %ndhwc_min_dr
      : tensor<1x3x3x2xf64>, tensor<1x2x2x2xf64>, tensor<1x3x4x2xf64>, tensor<1x2x2x2xf64>, tensor<1x2x3x3xf64>, tensor<1x2x2x2xf64>, tensor<1x4x2xf64>, tensor<1x3x2xf64>, tensor<1x2x4xf64>, tensor<1x2x3xf64>, tensor<1x2x2x3x2xf64>, tensor<1x1x1x2x2xf64>, tensor<1x3x3x2xf64>, tensor<1x2x2x2xf64>, tensor<1x3x4x2xf64>, tensor<1x2x2x2xf64>, tensor<1x2x3x3xf64>, tensor<1x2x2x2xf64>, tensor<1x4x2xf64>, tensor<1x3x2xf64>, tensor<1x2x4xf64>, tensor<1x2x3xf64>, tensor<1x2x2x3x2xf64>, tensor<1x1x1x2x2xf64>, tensor<1x3x3x2xf64>, tensor<1x2x2x2xf64>, tensor<1x3x4x2xf64>, tensor<1x2x2x2xf64>, tensor<1x4x2xf64>, tensor<1x3x2xf64>, tensor<1x2x2x3x2xf64>, tensor<1x1x1x2x2xf64>
}
