// The derivatives of contractions are named contractions, so that tuned code
// for contractions serves them too.

// RUN: sg-opt %s --grad-expand-derivatives --split-input-file | FileCheck %s

// The derivative in a factor is a product with the other factor, with
// transposed maps. The initial value gets the cotangent unchanged.
// CHECK-DAG: #[[$MK:map[0-9]*]] = affine_map<(d0, d1, d2) -> (d0, d2)>
// CHECK-DAG: #[[$NK:map[0-9]*]] = affine_map<(d0, d1, d2) -> (d1, d2)>
// CHECK-DAG: #[[$MN:map[0-9]*]] = affine_map<(d0, d1, d2) -> (d0, d1)>
// CHECK-DAG: #[[$KM:map[0-9]*]] = affine_map<(d0, d1, d2) -> (d2, d0)>
// CHECK-DAG: #[[$KN:map[0-9]*]] = affine_map<(d0, d1, d2) -> (d2, d1)>
// CHECK-LABEL: func.func private @product_jvp(
// CHECK-SAME:      [[X:%[a-z0-9_]+]]: tensor<?x3xf32>, [[Y:%[a-z0-9_]+]]: tensor<3x?xf32>,
// CHECK-SAME:      [[Z:%[a-z0-9_]+]]: tensor<?x?xf32>, [[TX:%[a-z0-9_]+]]: tensor<?x3xf32>,
// CHECK-SAME:      [[TY:%[a-z0-9_]+]]: tensor<3x?xf32>, [[TZ:%[a-z0-9_]+]]: tensor<?x?xf32>)
// CHECK:         [[FIRST:%[a-z0-9_]+]] = linalg.matmul ins([[TX]], [[Y]] : {{.*}} outs([[TZ]] :
// CHECK:         [[T:%[a-z0-9_]+]] = linalg.matmul ins([[X]], [[TY]] : {{.*}} outs([[FIRST]] :
// CHECK:         return {{%[a-z0-9_]+}}, [[T]]
// CHECK-LABEL: func.func private @product_vjp(
// CHECK-SAME:      [[X:%[a-z0-9_]+]]: tensor<?x3xf32>, [[Y:%[a-z0-9_]+]]: tensor<3x?xf32>,
// CHECK-SAME:      [[Z:%[a-z0-9_]+]]: tensor<?x?xf32>, [[DR:%[a-z0-9_]+]]: tensor<?x?xf32>)
// CHECK:         [[R:%[a-z0-9_]+]] = linalg.matmul ins([[X]], [[Y]] :
// CHECK:         [[DX:%[a-z0-9_]+]] = linalg.matmul indexing_maps = [#[[$MK]], #[[$NK]], #[[$MN]]] ins([[DR]], [[Y]] :
// CHECK:         [[DY:%[a-z0-9_]+]] = linalg.matmul indexing_maps = [#[[$KM]], #[[$KN]], #[[$MN]]] ins([[X]], [[DR]] :
// CHECK:         return [[R]], [[DX]], [[DY]], [[DR]]
func.func private @product(%x: tensor<?x3xf32>, %y: tensor<3x?xf32>, %z: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %r = linalg.matmul ins(%x, %y : tensor<?x3xf32>, tensor<3x?xf32>) outs(%z : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}
func.func @both(%x: tensor<?x3xf32>, %y: tensor<3x?xf32>, %z: tensor<?x?xf32>)
    -> (tensor<?x3xf32>, tensor<3x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>) {
  %r, %dx, %dy, %dz = grad.vjp @product(%x, %y, %z) cotangents(%z)
      : (tensor<?x3xf32>, tensor<3x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>)
        -> (tensor<?x?xf32>, tensor<?x3xf32>, tensor<3x?xf32>, tensor<?x?xf32>)
  %s, %t = grad.jvp @product(%x, %y, %z) tangents(%x, %y, %z)
      : (tensor<?x3xf32>, tensor<3x?xf32>, tensor<?x?xf32>, tensor<?x3xf32>, tensor<3x?xf32>, tensor<?x?xf32>)
        -> (tensor<?x?xf32>, tensor<?x?xf32>)
  return %dx, %dy, %dz, %t : tensor<?x3xf32>, tensor<3x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>
}

// -----

// A generic that is a matrix-vector product. The derivative in the vector is a
// product with the transposed matrix; the derivative in the matrix has no
// reduction.
// CHECK-LABEL: func.func private @matrix_vector_vjp(
// CHECK-SAME:      [[A:%[a-z0-9_]+]]: tensor<2x3xf64>, [[V:%[a-z0-9_]+]]: tensor<3xf64>, [[DR:%[a-z0-9_]+]]: tensor<2xf64>)
// CHECK:         linalg.vecmat ins([[DR]], [[A]] :
// CHECK:         linalg.generic {{.*}}iterator_types = ["parallel", "parallel"]} ins([[V]], [[DR]] :
func.func private @matrix_vector(%a: tensor<2x3xf64>, %v: tensor<3xf64>) -> tensor<2xf64> {
  %zero = arith.constant dense<0.0> : tensor<2xf64>
  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>,
                                        affine_map<(i, j) -> (i)>],
                       iterator_types = ["parallel", "reduction"]}
      ins(%a, %v : tensor<2x3xf64>, tensor<3xf64>) outs(%zero : tensor<2xf64>) {
    ^bb0(%x: f64, %y: f64, %o: f64):
      %p = arith.mulf %x, %y : f64
      %s = arith.addf %o, %p : f64
      linalg.yield %s : f64
  } -> tensor<2xf64>
  return %r : tensor<2xf64>
}
func.func @slopes(%a: tensor<2x3xf64>, %v: tensor<3xf64>, %c: tensor<2xf64>) -> (tensor<2x3xf64>, tensor<3xf64>) {
  %r, %da, %dv = grad.vjp @matrix_vector(%a, %v) cotangents(%c)
      : (tensor<2x3xf64>, tensor<3xf64>, tensor<2xf64>) -> (tensor<2xf64>, tensor<2x3xf64>, tensor<3xf64>)
  return %da, %dv : tensor<2x3xf64>, tensor<3xf64>
}
