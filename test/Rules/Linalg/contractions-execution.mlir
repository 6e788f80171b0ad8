// Contractions: the derivative in each factor and in the initial value, by
// reverse mode along dz, and by forward mode, also with user-defined maps of
// the factors. The expected values agree with central differences.

// RUN: sg-run %s --function=slopes | FileCheck %s

func.func private @matmul(%x: tensor<2x3xf64>, %k: tensor<3x2xf64>, %z: tensor<2x2xf64>) -> tensor<2x2xf64> {
  %r = linalg.matmul
      ins(%x, %k : tensor<2x3xf64>, tensor<3x2xf64>) outs(%z : tensor<2x2xf64>) -> tensor<2x2xf64>
  return %r : tensor<2x2xf64>
}

func.func private @matmul_ta(%x: tensor<3x2xf64>, %k: tensor<3x2xf64>, %z: tensor<2x2xf64>) -> tensor<2x2xf64> {
  %r = linalg.matmul indexing_maps = [affine_map<(m, n, k) -> (k, m)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>]
      ins(%x, %k : tensor<3x2xf64>, tensor<3x2xf64>) outs(%z : tensor<2x2xf64>) -> tensor<2x2xf64>
  return %r : tensor<2x2xf64>
}

func.func private @matmul_tb(%x: tensor<2x3xf64>, %k: tensor<2x3xf64>, %z: tensor<2x2xf64>) -> tensor<2x2xf64> {
  %r = linalg.matmul indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>]
      ins(%x, %k : tensor<2x3xf64>, tensor<2x3xf64>) outs(%z : tensor<2x2xf64>) -> tensor<2x2xf64>
  return %r : tensor<2x2xf64>
}

func.func private @matmul_repeated(%x: tensor<3xf64>, %k: tensor<3x2xf64>, %z: tensor<2x2xf64>) -> tensor<2x2xf64> {
  %r = linalg.matmul indexing_maps = [affine_map<(m, n, k) -> (k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>]
      ins(%x, %k : tensor<3xf64>, tensor<3x2xf64>) outs(%z : tensor<2x2xf64>) -> tensor<2x2xf64>
  return %r : tensor<2x2xf64>
}

func.func private @batch_matmul(%x: tensor<2x1x3xf64>, %k: tensor<2x3x2xf64>, %z: tensor<2x1x2xf64>) -> tensor<2x1x2xf64> {
  %r = linalg.batch_matmul
      ins(%x, %k : tensor<2x1x3xf64>, tensor<2x3x2xf64>) outs(%z : tensor<2x1x2xf64>) -> tensor<2x1x2xf64>
  return %r : tensor<2x1x2xf64>
}

func.func private @batch_reduce_matmul(%x: tensor<2x1x3xf64>, %k: tensor<2x3x2xf64>, %z: tensor<1x2xf64>) -> tensor<1x2xf64> {
  %r = linalg.batch_reduce_matmul
      ins(%x, %k : tensor<2x1x3xf64>, tensor<2x3x2xf64>) outs(%z : tensor<1x2xf64>) -> tensor<1x2xf64>
  return %r : tensor<1x2xf64>
}

func.func private @batch_matvec(%x: tensor<2x1x3xf64>, %k: tensor<2x3xf64>, %z: tensor<2x1xf64>) -> tensor<2x1xf64> {
  %r = linalg.batch_matvec
      ins(%x, %k : tensor<2x1x3xf64>, tensor<2x3xf64>) outs(%z : tensor<2x1xf64>) -> tensor<2x1xf64>
  return %r : tensor<2x1xf64>
}

func.func private @batch_vecmat(%x: tensor<2x3xf64>, %k: tensor<2x3x2xf64>, %z: tensor<2x2xf64>) -> tensor<2x2xf64> {
  %r = linalg.batch_vecmat
      ins(%x, %k : tensor<2x3xf64>, tensor<2x3x2xf64>) outs(%z : tensor<2x2xf64>) -> tensor<2x2xf64>
  return %r : tensor<2x2xf64>
}

func.func private @matvec(%x: tensor<2x3xf64>, %k: tensor<3xf64>, %z: tensor<2xf64>) -> tensor<2xf64> {
  %r = linalg.matvec
      ins(%x, %k : tensor<2x3xf64>, tensor<3xf64>) outs(%z : tensor<2xf64>) -> tensor<2xf64>
  return %r : tensor<2xf64>
}

func.func private @vecmat(%x: tensor<3xf64>, %k: tensor<3x2xf64>, %z: tensor<2xf64>) -> tensor<2xf64> {
  %r = linalg.vecmat
      ins(%x, %k : tensor<3xf64>, tensor<3x2xf64>) outs(%z : tensor<2xf64>) -> tensor<2xf64>
  return %r : tensor<2xf64>
}

func.func private @dot(%x: tensor<3xf64>, %k: tensor<3xf64>, %z: tensor<f64>) -> tensor<f64> {
  %r = linalg.dot
      ins(%x, %k : tensor<3xf64>, tensor<3xf64>) outs(%z : tensor<f64>) -> tensor<f64>
  return %r : tensor<f64>
}

func.func private @contract(%x: tensor<2x3x1xf64>, %k: tensor<2x2x3xf64>, %z: tensor<2x1xf64>) -> tensor<2x1xf64> {
  %r = linalg.contract indexing_maps = [affine_map<(a, b, c, d) -> (b, d, a)>, affine_map<(a, b, c, d) -> (c, b, d)>, affine_map<(a, b, c, d) -> (c, a)>]
      ins(%x, %k : tensor<2x3x1xf64>, tensor<2x2x3xf64>) outs(%z : tensor<2x1xf64>) -> tensor<2x1xf64>
  return %r : tensor<2x1xf64>
}

func.func @slopes() -> (tensor<2x3xf64>, tensor<3x2xf64>, tensor<2x2xf64>, tensor<3x2xf64>, tensor<3x2xf64>, tensor<2x2xf64>, tensor<2x3xf64>, tensor<2x3xf64>, tensor<2x2xf64>, tensor<3xf64>, tensor<3x2xf64>, tensor<2x2xf64>, tensor<2x1x3xf64>, tensor<2x3x2xf64>, tensor<2x1x2xf64>, tensor<2x1x3xf64>, tensor<2x3x2xf64>, tensor<1x2xf64>, tensor<2x1x3xf64>, tensor<2x3xf64>, tensor<2x1xf64>, tensor<2x3xf64>, tensor<2x3x2xf64>, tensor<2x2xf64>, tensor<2x3xf64>, tensor<3xf64>, tensor<2xf64>, tensor<3xf64>, tensor<3x2xf64>, tensor<2xf64>, tensor<3xf64>, tensor<3xf64>, tensor<f64>, tensor<2x3x1xf64>, tensor<2x2x3xf64>, tensor<2x1xf64>) {
  %x_2x3 = arith.constant dense<[[-3.0, 2.0, 0.0], [-2.0, 3.0, 1.0]]> : tensor<2x3xf64>
  %k_3x2 = arith.constant dense<[[-2.0, 1.0], [-1.0, 2.0], [0.0, -2.0]]> : tensor<3x2xf64>
  %z_2x2 = arith.constant dense<[[-1.0, 1.0], [0.0, -1.0]]> : tensor<2x2xf64>
  %dx_2x3 = arith.constant dense<[[-2.0, 1.0, 4.0], [0.0, 3.0, -1.0]]> : tensor<2x3xf64>
  %dk_3x2 = arith.constant dense<[[-1.0, 1.0], [3.0, 0.0], [2.0, -1.0]]> : tensor<3x2xf64>
  %dz_2x2 = arith.constant dense<[[-1.0, 3.0], [2.0, 1.0]]> : tensor<2x2xf64>
  %x_3x2 = arith.constant dense<[[-3.0, 2.0], [0.0, -2.0], [3.0, 1.0]]> : tensor<3x2xf64>
  %dx_3x2 = arith.constant dense<[[-2.0, 1.0], [4.0, 0.0], [3.0, -1.0]]> : tensor<3x2xf64>
  %k_2x3 = arith.constant dense<[[-2.0, 1.0, -1.0], [2.0, 0.0, -2.0]]> : tensor<2x3xf64>
  %dk_2x3 = arith.constant dense<[[-1.0, 1.0, 3.0], [0.0, 2.0, -1.0]]> : tensor<2x3xf64>
  %x_3 = arith.constant dense<[-3.0, 2.0, 0.0]> : tensor<3xf64>
  %dx_3 = arith.constant dense<[-2.0, 1.0, 4.0]> : tensor<3xf64>
  %x_2x1x3 = arith.constant dense<[[[-3.0, 2.0, 0.0]], [[-2.0, 3.0, 1.0]]]> : tensor<2x1x3xf64>
  %k_2x3x2 = arith.constant dense<[[[-2.0, 1.0], [-1.0, 2.0], [0.0, -2.0]], [[1.0, -1.0], [2.0, 0.0], [-2.0, 1.0]]]> : tensor<2x3x2xf64>
  %z_2x1x2 = arith.constant dense<[[[-1.0, 1.0]], [[0.0, -1.0]]]> : tensor<2x1x2xf64>
  %dx_2x1x3 = arith.constant dense<[[[-2.0, 1.0, 4.0]], [[0.0, 3.0, -1.0]]]> : tensor<2x1x3xf64>
  %dk_2x3x2 = arith.constant dense<[[[-1.0, 1.0], [3.0, 0.0], [2.0, -1.0]], [[1.0, 3.0], [0.0, 2.0], [-1.0, 1.0]]]> : tensor<2x3x2xf64>
  %dz_2x1x2 = arith.constant dense<[[[-1.0, 3.0]], [[2.0, 1.0]]]> : tensor<2x1x2xf64>
  %z_1x2 = arith.constant dense<[[-1.0, 1.0]]> : tensor<1x2xf64>
  %dz_1x2 = arith.constant dense<[[-1.0, 3.0]]> : tensor<1x2xf64>
  %z_2x1 = arith.constant dense<[[-1.0], [1.0]]> : tensor<2x1xf64>
  %dz_2x1 = arith.constant dense<[[-1.0], [3.0]]> : tensor<2x1xf64>
  %k_3 = arith.constant dense<[-2.0, 1.0, -1.0]> : tensor<3xf64>
  %z_2 = arith.constant dense<[-1.0, 1.0]> : tensor<2xf64>
  %dk_3 = arith.constant dense<[-1.0, 1.0, 3.0]> : tensor<3xf64>
  %dz_2 = arith.constant dense<[-1.0, 3.0]> : tensor<2xf64>
  %z_scalar = arith.constant dense<-1.0> : tensor<f64>
  %dz_scalar = arith.constant dense<-1.0> : tensor<f64>
  %x_2x3x1 = arith.constant dense<[[[-3.0], [2.0], [0.0]], [[-2.0], [3.0], [1.0]]]> : tensor<2x3x1xf64>
  %k_2x2x3 = arith.constant dense<[[[-2.0, 1.0, -1.0], [2.0, 0.0, -2.0]], [[1.0, -1.0, 2.0], [0.0, -2.0, 1.0]]]> : tensor<2x2x3xf64>
  %dx_2x3x1 = arith.constant dense<[[[-2.0], [1.0], [4.0]], [[0.0], [3.0], [-1.0]]]> : tensor<2x3x1xf64>
  %dk_2x2x3 = arith.constant dense<[[[-1.0, 1.0, 3.0], [0.0, 2.0, -1.0]], [[1.0, 3.0, 0.0], [2.0, -1.0, 1.0]]]> : tensor<2x2x3xf64>
  %matmul, %matmul_dx, %matmul_dk, %matmul_dz = grad.vjp @matmul(%x_2x3, %k_3x2, %z_2x2) cotangents(%dz_2x2)
      : (tensor<2x3xf64>, tensor<3x2xf64>, tensor<2x2xf64>, tensor<2x2xf64>) -> (tensor<2x2xf64>, tensor<2x3xf64>, tensor<3x2xf64>, tensor<2x2xf64>)
  %matmul_, %matmul_dr = grad.jvp @matmul(%x_2x3, %k_3x2, %z_2x2) tangents(%dx_2x3, %dk_3x2, %dz_2x2)
      : (tensor<2x3xf64>, tensor<3x2xf64>, tensor<2x2xf64>, tensor<2x3xf64>, tensor<3x2xf64>, tensor<2x2xf64>) -> (tensor<2x2xf64>, tensor<2x2xf64>)
  // CHECK: result[0]: 2x3xf64=[5 7 -6][-3 0 -2]
  // CHECK-NEXT: result[1]: 3x2xf64=[-1 -11][4 9][2 1]
  // CHECK-NEXT: result[2]: 2x2xf64=[11 -8][12 6]
  %matmul_ta, %matmul_ta_dx, %matmul_ta_dk, %matmul_ta_dz = grad.vjp @matmul_ta(%x_3x2, %k_3x2, %z_2x2) cotangents(%dz_2x2)
      : (tensor<3x2xf64>, tensor<3x2xf64>, tensor<2x2xf64>, tensor<2x2xf64>) -> (tensor<2x2xf64>, tensor<3x2xf64>, tensor<3x2xf64>, tensor<2x2xf64>)
  %matmul_ta_, %matmul_ta_dr = grad.jvp @matmul_ta(%x_3x2, %k_3x2, %z_2x2) tangents(%dx_3x2, %dk_3x2, %dz_2x2)
      : (tensor<3x2xf64>, tensor<3x2xf64>, tensor<2x2xf64>, tensor<3x2xf64>, tensor<3x2xf64>, tensor<2x2xf64>) -> (tensor<2x2xf64>, tensor<2x2xf64>)
  // CHECK-NEXT: result[3]: 3x2xf64=[5 -3][7 0][-6 -2]
  // CHECK-NEXT: result[4]: 3x2xf64=[7 -7][-4 -2][-1 10]
  // CHECK-NEXT: result[5]: 2x2xf64=[8 -3][-6 5]
  %matmul_tb, %matmul_tb_dx, %matmul_tb_dk, %matmul_tb_dz = grad.vjp @matmul_tb(%x_2x3, %k_2x3, %z_2x2) cotangents(%dz_2x2)
      : (tensor<2x3xf64>, tensor<2x3xf64>, tensor<2x2xf64>, tensor<2x2xf64>) -> (tensor<2x2xf64>, tensor<2x3xf64>, tensor<2x3xf64>, tensor<2x2xf64>)
  %matmul_tb_, %matmul_tb_dr = grad.jvp @matmul_tb(%x_2x3, %k_2x3, %z_2x2) tangents(%dx_2x3, %dk_2x3, %dz_2x2)
      : (tensor<2x3xf64>, tensor<2x3xf64>, tensor<2x2xf64>, tensor<2x3xf64>, tensor<2x3xf64>, tensor<2x2xf64>) -> (tensor<2x2xf64>, tensor<2x2xf64>)
  // CHECK-NEXT: result[6]: 2x3xf64=[8 -1 -5][-2 2 -4]
  // CHECK-NEXT: result[7]: 2x3xf64=[-1 4 2][-11 9 1]
  // CHECK-NEXT: result[8]: 2x2xf64=[5 -5][14 8]
  %matmul_repeated, %matmul_repeated_dx, %matmul_repeated_dk, %matmul_repeated_dz = grad.vjp @matmul_repeated(%x_3, %k_3x2, %z_2x2) cotangents(%dz_2x2)
      : (tensor<3xf64>, tensor<3x2xf64>, tensor<2x2xf64>, tensor<2x2xf64>) -> (tensor<2x2xf64>, tensor<3xf64>, tensor<3x2xf64>, tensor<2x2xf64>)
  %matmul_repeated_, %matmul_repeated_dr = grad.jvp @matmul_repeated(%x_3, %k_3x2, %z_2x2) tangents(%dx_3, %dk_3x2, %dz_2x2)
      : (tensor<3xf64>, tensor<3x2xf64>, tensor<2x2xf64>, tensor<3xf64>, tensor<3x2xf64>, tensor<2x2xf64>) -> (tensor<2x2xf64>, tensor<2x2xf64>)
  // CHECK-NEXT: result[9]: 3xf64=2 7 -8
  // CHECK-NEXT: result[10]: 3x2xf64=[-3 -12][2 8][0 0]
  // CHECK-NEXT: result[11]: 2x2xf64=[11 -8][14 -10]
  %batch_matmul, %batch_matmul_dx, %batch_matmul_dk, %batch_matmul_dz = grad.vjp @batch_matmul(%x_2x1x3, %k_2x3x2, %z_2x1x2) cotangents(%dz_2x1x2)
      : (tensor<2x1x3xf64>, tensor<2x3x2xf64>, tensor<2x1x2xf64>, tensor<2x1x2xf64>) -> (tensor<2x1x2xf64>, tensor<2x1x3xf64>, tensor<2x3x2xf64>, tensor<2x1x2xf64>)
  %batch_matmul_, %batch_matmul_dr = grad.jvp @batch_matmul(%x_2x1x3, %k_2x3x2, %z_2x1x2) tangents(%dx_2x1x3, %dk_2x3x2, %dz_2x1x2)
      : (tensor<2x1x3xf64>, tensor<2x3x2xf64>, tensor<2x1x2xf64>, tensor<2x1x3xf64>, tensor<2x3x2xf64>, tensor<2x1x2xf64>) -> (tensor<2x1x2xf64>, tensor<2x1x2xf64>)
  // CHECK-NEXT: result[12]: 2x1x3xf64={{\[\[}}5 7 -6]]{{\[\[}}1 4 -3]]
  // CHECK-NEXT: result[13]: 2x3x2xf64={{\[\[}}3 -9][-2 6][0 0]]{{\[\[}}-4 -2][6 3][2 1]]
  // CHECK-NEXT: result[14]: 2x1x2xf64={{\[\[}}11 -8]]{{\[\[}}7 1]]
  %batch_reduce_matmul, %batch_reduce_matmul_dx, %batch_reduce_matmul_dk, %batch_reduce_matmul_dz = grad.vjp @batch_reduce_matmul(%x_2x1x3, %k_2x3x2, %z_1x2) cotangents(%dz_1x2)
      : (tensor<2x1x3xf64>, tensor<2x3x2xf64>, tensor<1x2xf64>, tensor<1x2xf64>) -> (tensor<1x2xf64>, tensor<2x1x3xf64>, tensor<2x3x2xf64>, tensor<1x2xf64>)
  %batch_reduce_matmul_, %batch_reduce_matmul_dr = grad.jvp @batch_reduce_matmul(%x_2x1x3, %k_2x3x2, %z_1x2) tangents(%dx_2x1x3, %dk_2x3x2, %dz_1x2)
      : (tensor<2x1x3xf64>, tensor<2x3x2xf64>, tensor<1x2xf64>, tensor<2x1x3xf64>, tensor<2x3x2xf64>, tensor<1x2xf64>) -> (tensor<1x2xf64>, tensor<1x2xf64>)
  // CHECK-NEXT: result[15]: 2x1x3xf64={{\[\[}}5 7 -6]]{{\[\[}}-4 -2 5]]
  // CHECK-NEXT: result[16]: 2x3x2xf64={{\[\[}}3 -9][-2 6][0 0]]{{\[\[}}2 -6][-3 9][-1 3]]
  // CHECK-NEXT: result[17]: 1x2xf64=[16 -8]
  %batch_matvec, %batch_matvec_dx, %batch_matvec_dk, %batch_matvec_dz = grad.vjp @batch_matvec(%x_2x1x3, %k_2x3, %z_2x1) cotangents(%dz_2x1)
      : (tensor<2x1x3xf64>, tensor<2x3xf64>, tensor<2x1xf64>, tensor<2x1xf64>) -> (tensor<2x1xf64>, tensor<2x1x3xf64>, tensor<2x3xf64>, tensor<2x1xf64>)
  %batch_matvec_, %batch_matvec_dr = grad.jvp @batch_matvec(%x_2x1x3, %k_2x3, %z_2x1) tangents(%dx_2x1x3, %dk_2x3, %dz_2x1)
      : (tensor<2x1x3xf64>, tensor<2x3xf64>, tensor<2x1xf64>, tensor<2x1x3xf64>, tensor<2x3xf64>, tensor<2x1xf64>) -> (tensor<2x1xf64>, tensor<2x1xf64>)
  // CHECK-NEXT: result[18]: 2x1x3xf64={{\[\[}}2 -1 1]]{{\[\[}}6 0 -6]]
  // CHECK-NEXT: result[19]: 2x3xf64=[3 -2 0][-6 9 3]
  // CHECK-NEXT: result[20]: 2x1xf64=[5][10]
  %batch_vecmat, %batch_vecmat_dx, %batch_vecmat_dk, %batch_vecmat_dz = grad.vjp @batch_vecmat(%x_2x3, %k_2x3x2, %z_2x2) cotangents(%dz_2x2)
      : (tensor<2x3xf64>, tensor<2x3x2xf64>, tensor<2x2xf64>, tensor<2x2xf64>) -> (tensor<2x2xf64>, tensor<2x3xf64>, tensor<2x3x2xf64>, tensor<2x2xf64>)
  %batch_vecmat_, %batch_vecmat_dr = grad.jvp @batch_vecmat(%x_2x3, %k_2x3x2, %z_2x2) tangents(%dx_2x3, %dk_2x3x2, %dz_2x2)
      : (tensor<2x3xf64>, tensor<2x3x2xf64>, tensor<2x2xf64>, tensor<2x3xf64>, tensor<2x3x2xf64>, tensor<2x2xf64>) -> (tensor<2x2xf64>, tensor<2x2xf64>)
  // CHECK-NEXT: result[21]: 2x3xf64=[5 7 -6][1 4 -3]
  // CHECK-NEXT: result[22]: 2x3x2xf64={{\[\[}}3 -9][-2 6][-0 0]]{{\[\[}}-4 -2][6 3][2 1]]
  // CHECK-NEXT: result[23]: 2x2xf64=[11 -8][7 1]
  %matvec, %matvec_dx, %matvec_dk, %matvec_dz = grad.vjp @matvec(%x_2x3, %k_3, %z_2) cotangents(%dz_2)
      : (tensor<2x3xf64>, tensor<3xf64>, tensor<2xf64>, tensor<2xf64>) -> (tensor<2xf64>, tensor<2x3xf64>, tensor<3xf64>, tensor<2xf64>)
  %matvec_, %matvec_dr = grad.jvp @matvec(%x_2x3, %k_3, %z_2) tangents(%dx_2x3, %dk_3, %dz_2)
      : (tensor<2x3xf64>, tensor<3xf64>, tensor<2xf64>, tensor<2x3xf64>, tensor<3xf64>, tensor<2xf64>) -> (tensor<2xf64>, tensor<2xf64>)
  // CHECK-NEXT: result[24]: 2x3xf64=[2 -1 1][-6 3 -3]
  // CHECK-NEXT: result[25]: 3xf64=-3 7 3
  // CHECK-NEXT: result[26]: 2xf64=5 15
  %vecmat, %vecmat_dx, %vecmat_dk, %vecmat_dz = grad.vjp @vecmat(%x_3, %k_3x2, %z_2) cotangents(%dz_2)
      : (tensor<3xf64>, tensor<3x2xf64>, tensor<2xf64>, tensor<2xf64>) -> (tensor<2xf64>, tensor<3xf64>, tensor<3x2xf64>, tensor<2xf64>)
  %vecmat_, %vecmat_dr = grad.jvp @vecmat(%x_3, %k_3x2, %z_2) tangents(%dx_3, %dk_3x2, %dz_2)
      : (tensor<3xf64>, tensor<3x2xf64>, tensor<2xf64>, tensor<3xf64>, tensor<3x2xf64>, tensor<2xf64>) -> (tensor<2xf64>, tensor<2xf64>)
  // CHECK-NEXT: result[27]: 3xf64=5 7 -6
  // CHECK-NEXT: result[28]: 3x2xf64=[3 -9][-2 6][-0 0]
  // CHECK-NEXT: result[29]: 2xf64=11 -8
  %dot, %dot_dx, %dot_dk, %dot_dz = grad.vjp @dot(%x_3, %k_3, %z_scalar) cotangents(%dz_scalar)
      : (tensor<3xf64>, tensor<3xf64>, tensor<f64>, tensor<f64>) -> (tensor<f64>, tensor<3xf64>, tensor<3xf64>, tensor<f64>)
  %dot_, %dot_dr = grad.jvp @dot(%x_3, %k_3, %z_scalar) tangents(%dx_3, %dk_3, %dz_scalar)
      : (tensor<3xf64>, tensor<3xf64>, tensor<f64>, tensor<3xf64>, tensor<3xf64>, tensor<f64>) -> (tensor<f64>, tensor<f64>)
  // CHECK-NEXT: result[30]: 3xf64=2 -1 1
  // CHECK-NEXT: result[31]: 3xf64=3 -2 -0
  // CHECK-NEXT: result[32]: f64=5
  %contract, %contract_dx, %contract_dk, %contract_dz = grad.vjp @contract(%x_2x3x1, %k_2x2x3, %z_2x1) cotangents(%dz_2x1)
      : (tensor<2x3x1xf64>, tensor<2x2x3xf64>, tensor<2x1xf64>, tensor<2x1xf64>) -> (tensor<2x1xf64>, tensor<2x3x1xf64>, tensor<2x2x3xf64>, tensor<2x1xf64>)
  %contract_, %contract_dr = grad.jvp @contract(%x_2x3x1, %k_2x2x3, %z_2x1) tangents(%dx_2x3x1, %dk_2x2x3, %dz_2x1)
      : (tensor<2x3x1xf64>, tensor<2x2x3xf64>, tensor<2x1xf64>, tensor<2x3x1xf64>, tensor<2x2x3xf64>, tensor<2x1xf64>) -> (tensor<2x1xf64>, tensor<2x1xf64>)
  // CHECK-NEXT: result[33]: 2x3x1xf64={{\[\[}}5][-4][7]]{{\[\[}}-2][-6][5]]
  // CHECK-NEXT: result[34]: 2x2x3xf64={{\[\[}}3 -2 0][2 -3 -1]]{{\[\[}}-9 6 0][-6 9 3]]
  // CHECK-NEXT: result[35]: 2x1xf64=[12][-2]
  return %matmul_dx, %matmul_dk, %matmul_dr, %matmul_ta_dx, %matmul_ta_dk, %matmul_ta_dr, %matmul_tb_dx, %matmul_tb_dk, %matmul_tb_dr, %matmul_repeated_dx, %matmul_repeated_dk, %matmul_repeated_dr, %batch_matmul_dx, %batch_matmul_dk, %batch_matmul_dr, %batch_reduce_matmul_dx, %batch_reduce_matmul_dk, %batch_reduce_matmul_dr, %batch_matvec_dx, %batch_matvec_dk, %batch_matvec_dr, %batch_vecmat_dx, %batch_vecmat_dk, %batch_vecmat_dr, %matvec_dx, %matvec_dk, %matvec_dr, %vecmat_dx, %vecmat_dk, %vecmat_dr, %dot_dx, %dot_dk, %dot_dr, %contract_dx, %contract_dk, %contract_dr
      : tensor<2x3xf64>, tensor<3x2xf64>, tensor<2x2xf64>, tensor<3x2xf64>, tensor<3x2xf64>, tensor<2x2xf64>, tensor<2x3xf64>, tensor<2x3xf64>, tensor<2x2xf64>, tensor<3xf64>, tensor<3x2xf64>, tensor<2x2xf64>, tensor<2x1x3xf64>, tensor<2x3x2xf64>, tensor<2x1x2xf64>, tensor<2x1x3xf64>, tensor<2x3x2xf64>, tensor<1x2xf64>, tensor<2x1x3xf64>, tensor<2x3xf64>, tensor<2x1xf64>, tensor<2x3xf64>, tensor<2x3x2xf64>, tensor<2x2xf64>, tensor<2x3xf64>, tensor<3xf64>, tensor<2xf64>, tensor<3xf64>, tensor<3x2xf64>, tensor<2xf64>, tensor<3xf64>, tensor<3xf64>, tensor<f64>, tensor<2x3x1xf64>, tensor<2x2x3xf64>, tensor<2x1xf64>
}
