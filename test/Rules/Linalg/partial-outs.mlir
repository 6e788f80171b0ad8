// Structured ops that do not write every element of their initial value,
// because the result's map has a constant or repeats a loop. An element that is
// not written keeps its initial value and the derivative of it.

// RUN: sg-run %s --function=slopes --input='2 3' --input='1 2 3 4 5 6' | FileCheck %s

// The first column is scaled by x.
func.func private @scaled_column(%x: tensor<?xf64>, %z: tensor<?x?xf64>) -> tensor<?x?xf64> {
  %r = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i, 0)>],
                       iterator_types = ["parallel"]}
      ins(%x : tensor<?xf64>) outs(%z : tensor<?x?xf64>) {
    ^bb0(%e: f64, %o: f64):
      %p = arith.mulf %o, %e : f64
      linalg.yield %p : f64
  } -> tensor<?x?xf64>
  return %r : tensor<?x?xf64>
}

// The first column is overwritten by x^2.
func.func private @overwritten_column(%x: tensor<2xf64>, %z: tensor<2x3xf64>) -> tensor<2x3xf64> {
  %r = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i, 0)>],
                       iterator_types = ["parallel"]}
      ins(%x : tensor<2xf64>) outs(%z : tensor<2x3xf64>) {
    ^bb0(%e: f64, %o: f64):
      %p = arith.mulf %e, %e : f64
      linalg.yield %p : f64
  } -> tensor<2x3xf64>
  return %r : tensor<2x3xf64>
}

// x is added to the diagonal.
func.func private @diagonal(%x: tensor<2xf64>, %z: tensor<2x2xf64>) -> tensor<2x2xf64> {
  %r = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i, i)>],
                       iterator_types = ["parallel"]}
      ins(%x : tensor<2xf64>) outs(%z : tensor<2x2xf64>) {
    ^bb0(%e: f64, %o: f64):
      %p = arith.addf %o, %e : f64
      linalg.yield %p : f64
  } -> tensor<2x2xf64>
  return %r : tensor<2x2xf64>
}

func.func @slopes(%x: tensor<2xf64>, %z: tensor<2x3xf64>)
    -> (tensor<2xf64>, tensor<2x3xf64>, tensor<2x3xf64>, tensor<2xf64>, tensor<2x3xf64>,
        tensor<2x3xf64>, tensor<2xf64>, tensor<2x2xf64>, tensor<2x2xf64>) {
  %dx = arith.constant dense<[10.0, 20.0]> : tensor<2xf64>
  %dr = arith.constant dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]> : tensor<2x3xf64>
  %ds = arith.constant dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf64>

  %xd = tensor.cast %x : tensor<2xf64> to tensor<?xf64>
  %zd = tensor.cast %z : tensor<2x3xf64> to tensor<?x?xf64>
  %dxd = tensor.cast %dx : tensor<2xf64> to tensor<?xf64>
  %drd = tensor.cast %dr : tensor<2x3xf64> to tensor<?x?xf64>
  %a0, %a1, %a2 = grad.vjp @scaled_column(%xd, %zd) cotangents(%drd)
      : (tensor<?xf64>, tensor<?x?xf64>, tensor<?x?xf64>) -> (tensor<?x?xf64>, tensor<?xf64>, tensor<?x?xf64>)
  %a3, %a4 = grad.jvp @scaled_column(%xd, %zd) tangents(%dxd, %drd)
      : (tensor<?xf64>, tensor<?x?xf64>, tensor<?xf64>, tensor<?x?xf64>) -> (tensor<?x?xf64>, tensor<?x?xf64>)
  %a5 = tensor.cast %a1 : tensor<?xf64> to tensor<2xf64>
  %a6 = tensor.cast %a2 : tensor<?x?xf64> to tensor<2x3xf64>
  %a7 = tensor.cast %a4 : tensor<?x?xf64> to tensor<2x3xf64>
  // CHECK:      result[0]: 2xf64=1 16
  // CHECK-NEXT: result[1]: 2x3xf64=[2 2 3][12 5 6]
  // CHECK-NEXT: result[2]: 2x3xf64=[12 2 3][92 5 6]

  %b0, %b1, %b2 = grad.vjp @overwritten_column(%x, %z) cotangents(%dr)
      : (tensor<2xf64>, tensor<2x3xf64>, tensor<2x3xf64>) -> (tensor<2x3xf64>, tensor<2xf64>, tensor<2x3xf64>)
  %b3, %b4 = grad.jvp @overwritten_column(%x, %z) tangents(%dx, %dr)
      : (tensor<2xf64>, tensor<2x3xf64>, tensor<2xf64>, tensor<2x3xf64>) -> (tensor<2x3xf64>, tensor<2x3xf64>)
  // CHECK-NEXT: result[3]: 2xf64=4 24
  // CHECK-NEXT: result[4]: 2x3xf64=[0 2 3][0 5 6]
  // CHECK-NEXT: result[5]: 2x3xf64=[40 2 3][120 5 6]

  %z2 = tensor.extract_slice %z[0, 0] [2, 2] [1, 1] : tensor<2x3xf64> to tensor<2x2xf64>
  %c0, %c1, %c2 = grad.vjp @diagonal(%x, %z2) cotangents(%ds)
      : (tensor<2xf64>, tensor<2x2xf64>, tensor<2x2xf64>) -> (tensor<2x2xf64>, tensor<2xf64>, tensor<2x2xf64>)
  %c3, %c4 = grad.jvp @diagonal(%x, %z2) tangents(%dx, %ds)
      : (tensor<2xf64>, tensor<2x2xf64>, tensor<2xf64>, tensor<2x2xf64>) -> (tensor<2x2xf64>, tensor<2x2xf64>)
  // CHECK-NEXT: result[6]: 2xf64=1 4
  // CHECK-NEXT: result[7]: 2x2xf64=[1 2][3 4]
  // CHECK-NEXT: result[8]: 2x2xf64=[11 2][3 24]
  return %a5, %a6, %a7, %b1, %b2, %b4, %c1, %c2, %c4
      : tensor<2xf64>, tensor<2x3xf64>, tensor<2x3xf64>, tensor<2xf64>, tensor<2x3xf64>,
        tensor<2x3xf64>, tensor<2xf64>, tensor<2x2xf64>, tensor<2x2xf64>
}
