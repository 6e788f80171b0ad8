// The derivatives of pooling. The window operand has only a shape, so it has no
// derivative.
//
// RUN: sg-opt %s --grad-expand-derivatives | FileCheck %s

// CHECK-DAG: #[[$M0:map[0-9]*]] = affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d1, d2, d3)>{{$}}
// CHECK-DAG: #[[$M1:map[0-9]*]] = affine_map<(d0, d1, d2, d3, d4, d5) -> (d4)>{{$}}
// CHECK-DAG: #[[$M2:map[0-9]*]] = affine_map<(d0, d1, d2, d3, d4, d5) -> (d5)>{{$}}
// CHECK-DAG: #[[$M3:map[0-9]*]] = affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d1 * 2 + d4, d2 * 2 + d5, d3)>{{$}}
// CHECK-DAG: #[[$M4:map[0-9]*]] = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>{{$}}
// CHECK-DAG: #[[$M5:map[0-9]*]] = affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d1 + d4, d2 + d5, d3)>{{$}}

// Each element of a window gets the cotangent of the window.
// CHECK-LABEL: func.func private @pooling_nhwc_sum_vjp(
// CHECK-SAME: [[A:%[a-z0-9_-]+]]: tensor<1x4x4x1xf64>, [[A2:%[a-z0-9_-]+]]: tensor<2x2xf64>, [[A3:%[a-z0-9_-]+]]: tensor<1x2x2x1xf64>, [[A4:%[a-z0-9_-]+]]: tensor<1x2x2x1xf64>)
// CHECK-NEXT: [[POOLING_NHWC_SUM:%[a-z0-9_-]+]] = linalg.pooling_nhwc_sum {strides = dense<2> : tensor<2xi64>} ins([[A]], [[A2]] : tensor<1x4x4x1xf64>, tensor<2x2xf64>) outs([[A3]] : tensor<1x2x2x1xf64>) -> tensor<1x2x2x1xf64>
// CHECK-NEXT: [[CONSTANT:%[a-z0-9_-]+]] = arith.constant 0.000000e+00 : f64
// CHECK-NEXT: [[EMPTY:%[a-z0-9_-]+]] = tensor.empty() : tensor<1x4x4x1xf64>
// CHECK-NEXT: [[FILL:%[a-z0-9_-]+]] = linalg.fill ins([[CONSTANT]] : f64) outs([[EMPTY]] : tensor<1x4x4x1xf64>) -> tensor<1x4x4x1xf64>
// CHECK-NEXT: [[EMPTY2:%[a-z0-9_-]+]] = tensor.empty() : tensor<2xf64>
// CHECK-NEXT: [[EMPTY3:%[a-z0-9_-]+]] = tensor.empty() : tensor<2xf64>
// CHECK-NEXT: [[GENERIC:%[a-z0-9_-]+]] = linalg.generic {indexing_maps = [#[[$M0]], #[[$M1]], #[[$M2]], #[[$M3]]], iterator_types = ["parallel", "reduction", "reduction", "parallel", "reduction", "reduction"]} ins([[A4]], [[EMPTY2]], [[EMPTY3]] : tensor<1x2x2x1xf64>, tensor<2xf64>, tensor<2xf64>) outs([[FILL]] : tensor<1x4x4x1xf64>) {
// CHECK-NEXT: ^bb0([[B:%[a-z0-9_-]+]]: f64, [[B2:%[a-z0-9_-]+]]: f64, [[B3:%[a-z0-9_-]+]]: f64, [[B4:%[a-z0-9_-]+]]: f64):
// CHECK-NEXT: [[ADDF:%[a-z0-9_-]+]] = arith.addf [[B4]], [[B]] : f64
// CHECK-NEXT: linalg.yield [[ADDF]] : f64
// CHECK-NEXT: } -> tensor<1x4x4x1xf64>
// CHECK-NEXT: return [[POOLING_NHWC_SUM]], [[GENERIC]], [[A4]] : tensor<1x2x2x1xf64>, tensor<1x4x4x1xf64>, tensor<1x2x2x1xf64>
// CHECK-LABEL: func.func private @pooling_nhwc_sum_jvp(
// CHECK-SAME: [[A:%[a-z0-9_-]+]]: tensor<1x4x4x1xf64>, [[A2:%[a-z0-9_-]+]]: tensor<2x2xf64>, [[A3:%[a-z0-9_-]+]]: tensor<1x2x2x1xf64>, [[A4:%[a-z0-9_-]+]]: tensor<1x4x4x1xf64>, [[A5:%[a-z0-9_-]+]]: tensor<1x2x2x1xf64>)
// CHECK-NEXT: [[POOLING_NHWC_SUM:%[a-z0-9_-]+]] = linalg.pooling_nhwc_sum {strides = dense<2> : tensor<2xi64>} ins([[A]], [[A2]] : tensor<1x4x4x1xf64>, tensor<2x2xf64>) outs([[A3]] : tensor<1x2x2x1xf64>) -> tensor<1x2x2x1xf64>
// CHECK-NEXT: [[POOLING_NHWC_SUM2:%[a-z0-9_-]+]] = linalg.pooling_nhwc_sum {strides = dense<2> : tensor<2xi64>} ins([[A4]], [[A2]] : tensor<1x4x4x1xf64>, tensor<2x2xf64>) outs([[A5]] : tensor<1x2x2x1xf64>) -> tensor<1x2x2x1xf64>
// CHECK-NEXT: return [[POOLING_NHWC_SUM]], [[POOLING_NHWC_SUM2]] : tensor<1x2x2x1xf64>, tensor<1x2x2x1xf64>
func.func private @pooling_nhwc_sum(%x: tensor<1x4x4x1xf64>, %k: tensor<2x2xf64>, %o: tensor<1x2x2x1xf64>) -> tensor<1x2x2x1xf64> {
  %y = linalg.pooling_nhwc_sum {strides = dense<2> : tensor<2xi64>}
    ins(%x, %k : tensor<1x4x4x1xf64>, tensor<2x2xf64>) outs(%o : tensor<1x2x2x1xf64>) -> tensor<1x2x2x1xf64>
  return %y : tensor<1x2x2x1xf64>
}

func.func @of_pooling_nhwc_sum(%x: tensor<1x4x4x1xf64>, %k: tensor<2x2xf64>, %o: tensor<1x2x2x1xf64>, %ct: tensor<1x2x2x1xf64>) {
  grad.jvp @pooling_nhwc_sum(%x, %k, %o) tangents(%x, %k, %o)
    : (tensor<1x4x4x1xf64>, tensor<2x2xf64>, tensor<1x2x2x1xf64>, tensor<1x4x4x1xf64>, tensor<2x2xf64>, tensor<1x2x2x1xf64>) -> (tensor<1x2x2x1xf64>, tensor<1x2x2x1xf64>)
  grad.vjp @pooling_nhwc_sum(%x, %k, %o) cotangents(%ct)
    : (tensor<1x4x4x1xf64>, tensor<2x2xf64>, tensor<1x2x2x1xf64>, tensor<1x2x2x1xf64>) -> (tensor<1x2x2x1xf64>, tensor<1x4x4x1xf64>, tensor<2x2xf64>, tensor<1x2x2x1xf64>)
  return
}

// The number of elements of a window is unknown, so their indices need a wide
// type.
// CHECK-LABEL: func.func private @any_window_vjp(
// CHECK:       linalg.generic {{.*}} outs({{.*}} : tensor<1x?x?x1xindex>)
// CHECK:         arith.minsi {{.*}} : index
func.func @any_window(%x: tensor<1x?x?x1xf64>, %k: tensor<?x?xf64>, %z: tensor<1x?x?x1xf64>) -> tensor<1x?x?x1xf64> {
  %r = linalg.pooling_nhwc_max
      ins(%x, %k : tensor<1x?x?x1xf64>, tensor<?x?xf64>) outs(%z : tensor<1x?x?x1xf64>) -> tensor<1x?x?x1xf64>
  return %r : tensor<1x?x?x1xf64>
}

func.func @any_window_slope(%x: tensor<1x?x?x1xf64>, %k: tensor<?x?xf64>, %z: tensor<1x?x?x1xf64>, %dr: tensor<1x?x?x1xf64>) -> tensor<1x?x?x1xf64> {
  %r, %dx = grad.vjp @any_window(%x, %k, %z) cotangents(%dr) {wrt = array<i64: 0>}
      : (tensor<1x?x?x1xf64>, tensor<?x?xf64>, tensor<1x?x?x1xf64>, tensor<1x?x?x1xf64>) -> (tensor<1x?x?x1xf64>, tensor<1x?x?x1xf64>)
  return %dx : tensor<1x?x?x1xf64>
}
