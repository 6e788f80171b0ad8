// The derivatives of max and min pooling. The window operand has only a shape,
// so it has no derivative.
//
// RUN: sg-opt %s --grad-expand-derivatives | FileCheck %s

// CHECK-DAG: #[[$M4:map[0-9]*]] = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>{{$}}
// CHECK-DAG: #[[$M5:map[0-9]*]] = affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d1 + d4, d2 + d5, d3)>{{$}}
// CHECK-DAG: #[[$M0:map[0-9]*]] = affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d1, d2, d3)>{{$}}
// CHECK-DAG: #[[$M1:map[0-9]*]] = affine_map<(d0, d1, d2, d3, d4, d5) -> (d4)>{{$}}
// CHECK-DAG: #[[$M2:map[0-9]*]] = affine_map<(d0, d1, d2, d3, d4, d5) -> (d5)>{{$}}
// The largest elements of a window share its cotangent.
// CHECK-LABEL: func.func private @pooling_nhwc_max_vjp(
// CHECK-SAME: [[A:%[a-z0-9_-]+]]: tensor<1x4x4x1xf64>, [[A2:%[a-z0-9_-]+]]: tensor<2x2xf64>, [[A3:%[a-z0-9_-]+]]: tensor<1x3x3x1xf64>, [[A4:%[a-z0-9_-]+]]: tensor<1x3x3x1xf64>)
// CHECK-NEXT: [[POOLING_NHWC_MAX:%[a-z0-9_-]+]] = linalg.pooling_nhwc_max ins([[A]], [[A2]] : tensor<1x4x4x1xf64>, tensor<2x2xf64>) outs([[A3]] : tensor<1x3x3x1xf64>) -> tensor<1x3x3x1xf64>
// CHECK-NEXT: [[EMPTY:%[a-z0-9_-]+]] = tensor.empty() : tensor<1x3x3x1xi32>
// CHECK-NEXT: [[GENERIC:%[a-z0-9_-]+]] = linalg.generic {indexing_maps = [#[[$M4]], #[[$M4]], #[[$M4]]], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins([[A3]], [[POOLING_NHWC_MAX]] : tensor<1x3x3x1xf64>, tensor<1x3x3x1xf64>) outs([[EMPTY]] : tensor<1x3x3x1xi32>) {
// CHECK-NEXT: ^bb0([[B:%[a-z0-9_-]+]]: f64, [[B2:%[a-z0-9_-]+]]: f64, [[B3:%[a-z0-9_-]+]]: i32):
// CHECK-NEXT: [[CONSTANT:%[a-z0-9_-]+]] = arith.constant 2147483647 : i32
// CHECK-NEXT: [[CMPF:%[a-z0-9_-]+]] = arith.cmpf oeq, [[B]], [[B2]] : f64
// CHECK-NEXT: [[CONSTANT2:%[a-z0-9_-]+]] = arith.constant -1 : i32
// CHECK-NEXT: [[SELECT:%[a-z0-9_-]+]] = arith.select [[CMPF]], [[CONSTANT2]], [[CONSTANT]] : i32
// CHECK-NEXT: linalg.yield [[SELECT]] : i32
// CHECK-NEXT: } -> tensor<1x3x3x1xi32>
// CHECK-NEXT: [[EMPTY2:%[a-z0-9_-]+]] = tensor.empty() : tensor<2xi32>
// CHECK-NEXT: [[EMPTY3:%[a-z0-9_-]+]] = tensor.empty() : tensor<2xi32>
// CHECK-NEXT: [[GENERIC2:%[a-z0-9_-]+]] = linalg.generic {indexing_maps = [#[[$M5]], #[[$M0]], #[[$M1]], #[[$M2]], #[[$M0]]], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction"]} ins([[A]], [[POOLING_NHWC_MAX]], [[EMPTY2]], [[EMPTY3]] : tensor<1x4x4x1xf64>, tensor<1x3x3x1xf64>, tensor<2xi32>, tensor<2xi32>) outs([[GENERIC]] : tensor<1x3x3x1xi32>) {
// CHECK-NEXT: ^bb0([[B4:%[a-z0-9_-]+]]: f64, [[B5:%[a-z0-9_-]+]]: f64, [[B6:%[a-z0-9_-]+]]: i32, [[B7:%[a-z0-9_-]+]]: i32, [[B8:%[a-z0-9_-]+]]: i32):
// CHECK-NEXT: [[CMPF2:%[a-z0-9_-]+]] = arith.cmpf oeq, [[B4]], [[B5]] : f64
// CHECK-NEXT: [[INDEX:%[a-z0-9_-]+]] = linalg.index 4 : index
// CHECK-NEXT: [[INDEX2:%[a-z0-9_-]+]] = linalg.index 5 : index
// CHECK-NEXT: [[CONSTANT3:%[a-z0-9_-]+]] = arith.constant 2 : index
// CHECK-NEXT: [[MULI:%[a-z0-9_-]+]] = arith.muli [[INDEX]], [[CONSTANT3]] : index
// CHECK-NEXT: [[ADDI:%[a-z0-9_-]+]] = arith.addi [[MULI]], [[INDEX2]] : index
// CHECK-NEXT: [[POSITION:%[a-z0-9_-]+]] = arith.index_cast [[ADDI]] : index to i32
// CHECK-NEXT: [[CONSTANT4:%[a-z0-9_-]+]] = arith.constant 2147483647 : i32
// CHECK-NEXT: [[SELECT2:%[a-z0-9_-]+]] = arith.select [[CMPF2]], [[POSITION]], [[CONSTANT4]] : i32
// CHECK-NEXT: [[MINSI:%[a-z0-9_-]+]] = arith.minsi [[B8]], [[SELECT2]] : i32
// CHECK-NEXT: linalg.yield [[MINSI]] : i32
// CHECK-NEXT: } -> tensor<1x3x3x1xi32>
// CHECK-NEXT: [[EMPTY4:%[a-z0-9_-]+]] = tensor.empty() : tensor<1x3x3x1xf64>
// CHECK-NEXT: [[GENERIC3:%[a-z0-9_-]+]] = linalg.generic {indexing_maps = [#[[$M4]], #[[$M4]], #[[$M4]]], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins([[A4]], [[GENERIC2]] : tensor<1x3x3x1xf64>, tensor<1x3x3x1xi32>) outs([[EMPTY4]] : tensor<1x3x3x1xf64>) {
// CHECK-NEXT: ^bb0([[B9:%[a-z0-9_-]+]]: f64, [[B10:%[a-z0-9_-]+]]: i32, [[B11:%[a-z0-9_-]+]]: f64):
// CHECK-NEXT: [[CONSTANT5:%[a-z0-9_-]+]] = arith.constant -1 : i32
// CHECK-NEXT: [[CMPI:%[a-z0-9_-]+]] = arith.cmpi eq, [[B10]], [[CONSTANT5]] : i32
// CHECK-NEXT: [[CONSTANT6:%[a-z0-9_-]+]] = arith.constant 0.000000e+00 : f64
// CHECK-NEXT: [[SELECT3:%[a-z0-9_-]+]] = arith.select [[CMPI]], [[B9]], [[CONSTANT6]] : f64
// CHECK-NEXT: linalg.yield [[SELECT3]] : f64
// CHECK-NEXT: } -> tensor<1x3x3x1xf64>
// CHECK-NEXT: [[CONSTANT7:%[a-z0-9_-]+]] = arith.constant 0.000000e+00 : f64
// CHECK-NEXT: [[EMPTY5:%[a-z0-9_-]+]] = tensor.empty() : tensor<1x4x4x1xf64>
// CHECK-NEXT: [[FILL:%[a-z0-9_-]+]] = linalg.fill ins([[CONSTANT7]] : f64) outs([[EMPTY5]] : tensor<1x4x4x1xf64>) -> tensor<1x4x4x1xf64>
// CHECK-NEXT: [[EMPTY6:%[a-z0-9_-]+]] = tensor.empty() : tensor<2xf64>
// CHECK-NEXT: [[EMPTY7:%[a-z0-9_-]+]] = tensor.empty() : tensor<2xf64>
// CHECK-NEXT: [[GENERIC4:%[a-z0-9_-]+]] = linalg.generic {indexing_maps = [#[[$M0]], #[[$M0]], #[[$M1]], #[[$M2]], #[[$M5]]], iterator_types = ["parallel", "reduction", "reduction", "parallel", "reduction", "reduction"]} ins([[A4]], [[GENERIC2]], [[EMPTY6]], [[EMPTY7]] : tensor<1x3x3x1xf64>, tensor<1x3x3x1xi32>, tensor<2xf64>, tensor<2xf64>) outs([[FILL]] : tensor<1x4x4x1xf64>) {
// CHECK-NEXT: ^bb0([[B12:%[a-z0-9_-]+]]: f64, [[B13:%[a-z0-9_-]+]]: i32, [[B14:%[a-z0-9_-]+]]: f64, [[B15:%[a-z0-9_-]+]]: f64, [[B16:%[a-z0-9_-]+]]: f64):
// CHECK-NEXT: [[INDEX3:%[a-z0-9_-]+]] = linalg.index 4 : index
// CHECK-NEXT: [[INDEX4:%[a-z0-9_-]+]] = linalg.index 5 : index
// CHECK-NEXT: [[CONSTANT8:%[a-z0-9_-]+]] = arith.constant 2 : index
// CHECK-NEXT: [[MULI2:%[a-z0-9_-]+]] = arith.muli [[INDEX3]], [[CONSTANT8]] : index
// CHECK-NEXT: [[ADDI2:%[a-z0-9_-]+]] = arith.addi [[MULI2]], [[INDEX4]] : index
// CHECK-NEXT: [[POSITION2:%[a-z0-9_-]+]] = arith.index_cast [[ADDI2]] : index to i32
// CHECK-NEXT: [[CMPI2:%[a-z0-9_-]+]] = arith.cmpi eq, [[POSITION2]], [[B13]] : i32
// CHECK-NEXT: [[CONSTANT9:%[a-z0-9_-]+]] = arith.constant 0.000000e+00 : f64
// CHECK-NEXT: [[SELECT4:%[a-z0-9_-]+]] = arith.select [[CMPI2]], [[B12]], [[CONSTANT9]] : f64
// CHECK-NEXT: [[ADDF:%[a-z0-9_-]+]] = arith.addf [[B16]], [[SELECT4]] : f64
// CHECK-NEXT: linalg.yield [[ADDF]] : f64
// CHECK-NEXT: } -> tensor<1x4x4x1xf64>
// CHECK-NEXT: return [[POOLING_NHWC_MAX]], [[GENERIC4]], [[GENERIC3]] : tensor<1x3x3x1xf64>, tensor<1x4x4x1xf64>, tensor<1x3x3x1xf64>
// CHECK-LABEL: func.func private @pooling_nhwc_max_jvp(
// CHECK-SAME: [[A:%[a-z0-9_-]+]]: tensor<1x4x4x1xf64>, [[A2:%[a-z0-9_-]+]]: tensor<2x2xf64>, [[A3:%[a-z0-9_-]+]]: tensor<1x3x3x1xf64>, [[A4:%[a-z0-9_-]+]]: tensor<1x4x4x1xf64>, [[A5:%[a-z0-9_-]+]]: tensor<1x3x3x1xf64>)
// CHECK-NEXT: [[POOLING_NHWC_MAX:%[a-z0-9_-]+]] = linalg.pooling_nhwc_max ins([[A]], [[A2]] : tensor<1x4x4x1xf64>, tensor<2x2xf64>) outs([[A3]] : tensor<1x3x3x1xf64>) -> tensor<1x3x3x1xf64>
// CHECK-NEXT: [[EMPTY:%[a-z0-9_-]+]] = tensor.empty() : tensor<1x3x3x1xi32>
// CHECK-NEXT: [[GENERIC:%[a-z0-9_-]+]] = linalg.generic {indexing_maps = [#[[$M4]], #[[$M4]], #[[$M4]]], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins([[A3]], [[POOLING_NHWC_MAX]] : tensor<1x3x3x1xf64>, tensor<1x3x3x1xf64>) outs([[EMPTY]] : tensor<1x3x3x1xi32>) {
// CHECK-NEXT: ^bb0([[B:%[a-z0-9_-]+]]: f64, [[B2:%[a-z0-9_-]+]]: f64, [[B3:%[a-z0-9_-]+]]: i32):
// CHECK-NEXT: [[CONSTANT:%[a-z0-9_-]+]] = arith.constant 2147483647 : i32
// CHECK-NEXT: [[CMPF:%[a-z0-9_-]+]] = arith.cmpf oeq, [[B]], [[B2]] : f64
// CHECK-NEXT: [[CONSTANT2:%[a-z0-9_-]+]] = arith.constant -1 : i32
// CHECK-NEXT: [[SELECT:%[a-z0-9_-]+]] = arith.select [[CMPF]], [[CONSTANT2]], [[CONSTANT]] : i32
// CHECK-NEXT: linalg.yield [[SELECT]] : i32
// CHECK-NEXT: } -> tensor<1x3x3x1xi32>
// CHECK-NEXT: [[EMPTY2:%[a-z0-9_-]+]] = tensor.empty() : tensor<2xi32>
// CHECK-NEXT: [[EMPTY3:%[a-z0-9_-]+]] = tensor.empty() : tensor<2xi32>
// CHECK-NEXT: [[GENERIC2:%[a-z0-9_-]+]] = linalg.generic {indexing_maps = [#[[$M5]], #[[$M0]], #[[$M1]], #[[$M2]], #[[$M0]]], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction"]} ins([[A]], [[POOLING_NHWC_MAX]], [[EMPTY2]], [[EMPTY3]] : tensor<1x4x4x1xf64>, tensor<1x3x3x1xf64>, tensor<2xi32>, tensor<2xi32>) outs([[GENERIC]] : tensor<1x3x3x1xi32>) {
// CHECK-NEXT: ^bb0([[B4:%[a-z0-9_-]+]]: f64, [[B5:%[a-z0-9_-]+]]: f64, [[B6:%[a-z0-9_-]+]]: i32, [[B7:%[a-z0-9_-]+]]: i32, [[B8:%[a-z0-9_-]+]]: i32):
// CHECK-NEXT: [[CMPF2:%[a-z0-9_-]+]] = arith.cmpf oeq, [[B4]], [[B5]] : f64
// CHECK-NEXT: [[INDEX:%[a-z0-9_-]+]] = linalg.index 4 : index
// CHECK-NEXT: [[INDEX2:%[a-z0-9_-]+]] = linalg.index 5 : index
// CHECK-NEXT: [[CONSTANT3:%[a-z0-9_-]+]] = arith.constant 2 : index
// CHECK-NEXT: [[MULI:%[a-z0-9_-]+]] = arith.muli [[INDEX]], [[CONSTANT3]] : index
// CHECK-NEXT: [[ADDI:%[a-z0-9_-]+]] = arith.addi [[MULI]], [[INDEX2]] : index
// CHECK-NEXT: [[POSITION:%[a-z0-9_-]+]] = arith.index_cast [[ADDI]] : index to i32
// CHECK-NEXT: [[CONSTANT4:%[a-z0-9_-]+]] = arith.constant 2147483647 : i32
// CHECK-NEXT: [[SELECT2:%[a-z0-9_-]+]] = arith.select [[CMPF2]], [[POSITION]], [[CONSTANT4]] : i32
// CHECK-NEXT: [[MINSI:%[a-z0-9_-]+]] = arith.minsi [[B8]], [[SELECT2]] : i32
// CHECK-NEXT: linalg.yield [[MINSI]] : i32
// CHECK-NEXT: } -> tensor<1x3x3x1xi32>
// CHECK-NEXT: [[EMPTY4:%[a-z0-9_-]+]] = tensor.empty() : tensor<1x3x3x1xf64>
// CHECK-NEXT: [[GENERIC3:%[a-z0-9_-]+]] = linalg.generic {indexing_maps = [#[[$M4]], #[[$M4]], #[[$M4]]], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins([[A5]], [[GENERIC2]] : tensor<1x3x3x1xf64>, tensor<1x3x3x1xi32>) outs([[EMPTY4]] : tensor<1x3x3x1xf64>) {
// CHECK-NEXT: ^bb0([[B9:%[a-z0-9_-]+]]: f64, [[B10:%[a-z0-9_-]+]]: i32, [[B11:%[a-z0-9_-]+]]: f64):
// CHECK-NEXT: [[CONSTANT5:%[a-z0-9_-]+]] = arith.constant -1 : i32
// CHECK-NEXT: [[CMPI:%[a-z0-9_-]+]] = arith.cmpi eq, [[B10]], [[CONSTANT5]] : i32
// CHECK-NEXT: [[CONSTANT6:%[a-z0-9_-]+]] = arith.constant 0.000000e+00 : f64
// CHECK-NEXT: [[SELECT3:%[a-z0-9_-]+]] = arith.select [[CMPI]], [[B9]], [[CONSTANT6]] : f64
// CHECK-NEXT: linalg.yield [[SELECT3]] : f64
// CHECK-NEXT: } -> tensor<1x3x3x1xf64>
// CHECK-NEXT: [[EMPTY5:%[a-z0-9_-]+]] = tensor.empty() : tensor<2xf64>
// CHECK-NEXT: [[EMPTY6:%[a-z0-9_-]+]] = tensor.empty() : tensor<2xf64>
// CHECK-NEXT: [[GENERIC4:%[a-z0-9_-]+]] = linalg.generic {indexing_maps = [#[[$M5]], #[[$M0]], #[[$M1]], #[[$M2]], #[[$M0]]], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction"]} ins([[A4]], [[GENERIC2]], [[EMPTY5]], [[EMPTY6]] : tensor<1x4x4x1xf64>, tensor<1x3x3x1xi32>, tensor<2xf64>, tensor<2xf64>) outs([[GENERIC3]] : tensor<1x3x3x1xf64>) {
// CHECK-NEXT: ^bb0([[B12:%[a-z0-9_-]+]]: f64, [[B13:%[a-z0-9_-]+]]: i32, [[B14:%[a-z0-9_-]+]]: f64, [[B15:%[a-z0-9_-]+]]: f64, [[B16:%[a-z0-9_-]+]]: f64):
// CHECK-NEXT: [[INDEX3:%[a-z0-9_-]+]] = linalg.index 4 : index
// CHECK-NEXT: [[INDEX4:%[a-z0-9_-]+]] = linalg.index 5 : index
// CHECK-NEXT: [[CONSTANT7:%[a-z0-9_-]+]] = arith.constant 2 : index
// CHECK-NEXT: [[MULI2:%[a-z0-9_-]+]] = arith.muli [[INDEX3]], [[CONSTANT7]] : index
// CHECK-NEXT: [[ADDI2:%[a-z0-9_-]+]] = arith.addi [[MULI2]], [[INDEX4]] : index
// CHECK-NEXT: [[POSITION2:%[a-z0-9_-]+]] = arith.index_cast [[ADDI2]] : index to i32
// CHECK-NEXT: [[CMPI2:%[a-z0-9_-]+]] = arith.cmpi eq, [[POSITION2]], [[B13]] : i32
// CHECK-NEXT: [[CONSTANT8:%[a-z0-9_-]+]] = arith.constant 0.000000e+00 : f64
// CHECK-NEXT: [[SELECT4:%[a-z0-9_-]+]] = arith.select [[CMPI2]], [[B12]], [[CONSTANT8]] : f64
// CHECK-NEXT: [[ADDF:%[a-z0-9_-]+]] = arith.addf [[B16]], [[SELECT4]] : f64
// CHECK-NEXT: linalg.yield [[ADDF]] : f64
// CHECK-NEXT: } -> tensor<1x3x3x1xf64>
// CHECK-NEXT: return [[POOLING_NHWC_MAX]], [[GENERIC4]] : tensor<1x3x3x1xf64>, tensor<1x3x3x1xf64>
func.func private @pooling_nhwc_max(%x: tensor<1x4x4x1xf64>, %k: tensor<2x2xf64>, %o: tensor<1x3x3x1xf64>) -> tensor<1x3x3x1xf64> {
  %y = linalg.pooling_nhwc_max
    ins(%x, %k : tensor<1x4x4x1xf64>, tensor<2x2xf64>) outs(%o : tensor<1x3x3x1xf64>) -> tensor<1x3x3x1xf64>
  return %y : tensor<1x3x3x1xf64>
}

func.func @of_pooling_nhwc_max(%x: tensor<1x4x4x1xf64>, %k: tensor<2x2xf64>, %o: tensor<1x3x3x1xf64>, %ct: tensor<1x3x3x1xf64>) {
  grad.jvp @pooling_nhwc_max(%x, %k, %o) tangents(%x, %k, %o)
    : (tensor<1x4x4x1xf64>, tensor<2x2xf64>, tensor<1x3x3x1xf64>, tensor<1x4x4x1xf64>, tensor<2x2xf64>, tensor<1x3x3x1xf64>) -> (tensor<1x3x3x1xf64>, tensor<1x3x3x1xf64>)
  grad.vjp @pooling_nhwc_max(%x, %k, %o) cotangents(%ct)
    : (tensor<1x4x4x1xf64>, tensor<2x2xf64>, tensor<1x3x3x1xf64>, tensor<1x3x3x1xf64>) -> (tensor<1x3x3x1xf64>, tensor<1x4x4x1xf64>, tensor<2x2xf64>, tensor<1x3x3x1xf64>)
  return
}

// The smallest elements of a window share its cotangent.
// CHECK-LABEL: func.func private @pooling_nhwc_min_vjp(
// CHECK-SAME: [[A:%[a-z0-9_-]+]]: tensor<1x4x4x1xf64>, [[A2:%[a-z0-9_-]+]]: tensor<2x2xf64>, [[A3:%[a-z0-9_-]+]]: tensor<1x3x3x1xf64>, [[A4:%[a-z0-9_-]+]]: tensor<1x3x3x1xf64>)
// CHECK-NEXT: [[POOLING_NHWC_MIN:%[a-z0-9_-]+]] = linalg.pooling_nhwc_min ins([[A]], [[A2]] : tensor<1x4x4x1xf64>, tensor<2x2xf64>) outs([[A3]] : tensor<1x3x3x1xf64>) -> tensor<1x3x3x1xf64>
// CHECK-NEXT: [[EMPTY:%[a-z0-9_-]+]] = tensor.empty() : tensor<1x3x3x1xi32>
// CHECK-NEXT: [[GENERIC:%[a-z0-9_-]+]] = linalg.generic {indexing_maps = [#[[$M4]], #[[$M4]], #[[$M4]]], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins([[A3]], [[POOLING_NHWC_MIN]] : tensor<1x3x3x1xf64>, tensor<1x3x3x1xf64>) outs([[EMPTY]] : tensor<1x3x3x1xi32>) {
// CHECK-NEXT: ^bb0([[B:%[a-z0-9_-]+]]: f64, [[B2:%[a-z0-9_-]+]]: f64, [[B3:%[a-z0-9_-]+]]: i32):
// CHECK-NEXT: [[CONSTANT:%[a-z0-9_-]+]] = arith.constant 2147483647 : i32
// CHECK-NEXT: [[CMPF:%[a-z0-9_-]+]] = arith.cmpf oeq, [[B]], [[B2]] : f64
// CHECK-NEXT: [[CONSTANT2:%[a-z0-9_-]+]] = arith.constant -1 : i32
// CHECK-NEXT: [[SELECT:%[a-z0-9_-]+]] = arith.select [[CMPF]], [[CONSTANT2]], [[CONSTANT]] : i32
// CHECK-NEXT: linalg.yield [[SELECT]] : i32
// CHECK-NEXT: } -> tensor<1x3x3x1xi32>
// CHECK-NEXT: [[EMPTY2:%[a-z0-9_-]+]] = tensor.empty() : tensor<2xi32>
// CHECK-NEXT: [[EMPTY3:%[a-z0-9_-]+]] = tensor.empty() : tensor<2xi32>
// CHECK-NEXT: [[GENERIC2:%[a-z0-9_-]+]] = linalg.generic {indexing_maps = [#[[$M5]], #[[$M0]], #[[$M1]], #[[$M2]], #[[$M0]]], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction"]} ins([[A]], [[POOLING_NHWC_MIN]], [[EMPTY2]], [[EMPTY3]] : tensor<1x4x4x1xf64>, tensor<1x3x3x1xf64>, tensor<2xi32>, tensor<2xi32>) outs([[GENERIC]] : tensor<1x3x3x1xi32>) {
// CHECK-NEXT: ^bb0([[B4:%[a-z0-9_-]+]]: f64, [[B5:%[a-z0-9_-]+]]: f64, [[B6:%[a-z0-9_-]+]]: i32, [[B7:%[a-z0-9_-]+]]: i32, [[B8:%[a-z0-9_-]+]]: i32):
// CHECK-NEXT: [[CMPF2:%[a-z0-9_-]+]] = arith.cmpf oeq, [[B4]], [[B5]] : f64
// CHECK-NEXT: [[INDEX:%[a-z0-9_-]+]] = linalg.index 4 : index
// CHECK-NEXT: [[INDEX2:%[a-z0-9_-]+]] = linalg.index 5 : index
// CHECK-NEXT: [[CONSTANT3:%[a-z0-9_-]+]] = arith.constant 2 : index
// CHECK-NEXT: [[MULI:%[a-z0-9_-]+]] = arith.muli [[INDEX]], [[CONSTANT3]] : index
// CHECK-NEXT: [[ADDI:%[a-z0-9_-]+]] = arith.addi [[MULI]], [[INDEX2]] : index
// CHECK-NEXT: [[POSITION:%[a-z0-9_-]+]] = arith.index_cast [[ADDI]] : index to i32
// CHECK-NEXT: [[CONSTANT4:%[a-z0-9_-]+]] = arith.constant 2147483647 : i32
// CHECK-NEXT: [[SELECT2:%[a-z0-9_-]+]] = arith.select [[CMPF2]], [[POSITION]], [[CONSTANT4]] : i32
// CHECK-NEXT: [[MINSI:%[a-z0-9_-]+]] = arith.minsi [[B8]], [[SELECT2]] : i32
// CHECK-NEXT: linalg.yield [[MINSI]] : i32
// CHECK-NEXT: } -> tensor<1x3x3x1xi32>
// CHECK-NEXT: [[EMPTY4:%[a-z0-9_-]+]] = tensor.empty() : tensor<1x3x3x1xf64>
// CHECK-NEXT: [[GENERIC3:%[a-z0-9_-]+]] = linalg.generic {indexing_maps = [#[[$M4]], #[[$M4]], #[[$M4]]], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins([[A4]], [[GENERIC2]] : tensor<1x3x3x1xf64>, tensor<1x3x3x1xi32>) outs([[EMPTY4]] : tensor<1x3x3x1xf64>) {
// CHECK-NEXT: ^bb0([[B9:%[a-z0-9_-]+]]: f64, [[B10:%[a-z0-9_-]+]]: i32, [[B11:%[a-z0-9_-]+]]: f64):
// CHECK-NEXT: [[CONSTANT5:%[a-z0-9_-]+]] = arith.constant -1 : i32
// CHECK-NEXT: [[CMPI:%[a-z0-9_-]+]] = arith.cmpi eq, [[B10]], [[CONSTANT5]] : i32
// CHECK-NEXT: [[CONSTANT6:%[a-z0-9_-]+]] = arith.constant 0.000000e+00 : f64
// CHECK-NEXT: [[SELECT3:%[a-z0-9_-]+]] = arith.select [[CMPI]], [[B9]], [[CONSTANT6]] : f64
// CHECK-NEXT: linalg.yield [[SELECT3]] : f64
// CHECK-NEXT: } -> tensor<1x3x3x1xf64>
// CHECK-NEXT: [[CONSTANT7:%[a-z0-9_-]+]] = arith.constant 0.000000e+00 : f64
// CHECK-NEXT: [[EMPTY5:%[a-z0-9_-]+]] = tensor.empty() : tensor<1x4x4x1xf64>
// CHECK-NEXT: [[FILL:%[a-z0-9_-]+]] = linalg.fill ins([[CONSTANT7]] : f64) outs([[EMPTY5]] : tensor<1x4x4x1xf64>) -> tensor<1x4x4x1xf64>
// CHECK-NEXT: [[EMPTY6:%[a-z0-9_-]+]] = tensor.empty() : tensor<2xf64>
// CHECK-NEXT: [[EMPTY7:%[a-z0-9_-]+]] = tensor.empty() : tensor<2xf64>
// CHECK-NEXT: [[GENERIC4:%[a-z0-9_-]+]] = linalg.generic {indexing_maps = [#[[$M0]], #[[$M0]], #[[$M1]], #[[$M2]], #[[$M5]]], iterator_types = ["parallel", "reduction", "reduction", "parallel", "reduction", "reduction"]} ins([[A4]], [[GENERIC2]], [[EMPTY6]], [[EMPTY7]] : tensor<1x3x3x1xf64>, tensor<1x3x3x1xi32>, tensor<2xf64>, tensor<2xf64>) outs([[FILL]] : tensor<1x4x4x1xf64>) {
// CHECK-NEXT: ^bb0([[B12:%[a-z0-9_-]+]]: f64, [[B13:%[a-z0-9_-]+]]: i32, [[B14:%[a-z0-9_-]+]]: f64, [[B15:%[a-z0-9_-]+]]: f64, [[B16:%[a-z0-9_-]+]]: f64):
// CHECK-NEXT: [[INDEX3:%[a-z0-9_-]+]] = linalg.index 4 : index
// CHECK-NEXT: [[INDEX4:%[a-z0-9_-]+]] = linalg.index 5 : index
// CHECK-NEXT: [[CONSTANT8:%[a-z0-9_-]+]] = arith.constant 2 : index
// CHECK-NEXT: [[MULI2:%[a-z0-9_-]+]] = arith.muli [[INDEX3]], [[CONSTANT8]] : index
// CHECK-NEXT: [[ADDI2:%[a-z0-9_-]+]] = arith.addi [[MULI2]], [[INDEX4]] : index
// CHECK-NEXT: [[POSITION2:%[a-z0-9_-]+]] = arith.index_cast [[ADDI2]] : index to i32
// CHECK-NEXT: [[CMPI2:%[a-z0-9_-]+]] = arith.cmpi eq, [[POSITION2]], [[B13]] : i32
// CHECK-NEXT: [[CONSTANT9:%[a-z0-9_-]+]] = arith.constant 0.000000e+00 : f64
// CHECK-NEXT: [[SELECT4:%[a-z0-9_-]+]] = arith.select [[CMPI2]], [[B12]], [[CONSTANT9]] : f64
// CHECK-NEXT: [[ADDF:%[a-z0-9_-]+]] = arith.addf [[B16]], [[SELECT4]] : f64
// CHECK-NEXT: linalg.yield [[ADDF]] : f64
// CHECK-NEXT: } -> tensor<1x4x4x1xf64>
// CHECK-NEXT: return [[POOLING_NHWC_MIN]], [[GENERIC4]], [[GENERIC3]] : tensor<1x3x3x1xf64>, tensor<1x4x4x1xf64>, tensor<1x3x3x1xf64>
// CHECK-LABEL: func.func private @pooling_nhwc_min_jvp(
// CHECK-SAME: [[A:%[a-z0-9_-]+]]: tensor<1x4x4x1xf64>, [[A2:%[a-z0-9_-]+]]: tensor<2x2xf64>, [[A3:%[a-z0-9_-]+]]: tensor<1x3x3x1xf64>, [[A4:%[a-z0-9_-]+]]: tensor<1x4x4x1xf64>, [[A5:%[a-z0-9_-]+]]: tensor<1x3x3x1xf64>)
// CHECK-NEXT: [[POOLING_NHWC_MIN:%[a-z0-9_-]+]] = linalg.pooling_nhwc_min ins([[A]], [[A2]] : tensor<1x4x4x1xf64>, tensor<2x2xf64>) outs([[A3]] : tensor<1x3x3x1xf64>) -> tensor<1x3x3x1xf64>
// CHECK-NEXT: [[EMPTY:%[a-z0-9_-]+]] = tensor.empty() : tensor<1x3x3x1xi32>
// CHECK-NEXT: [[GENERIC:%[a-z0-9_-]+]] = linalg.generic {indexing_maps = [#[[$M4]], #[[$M4]], #[[$M4]]], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins([[A3]], [[POOLING_NHWC_MIN]] : tensor<1x3x3x1xf64>, tensor<1x3x3x1xf64>) outs([[EMPTY]] : tensor<1x3x3x1xi32>) {
// CHECK-NEXT: ^bb0([[B:%[a-z0-9_-]+]]: f64, [[B2:%[a-z0-9_-]+]]: f64, [[B3:%[a-z0-9_-]+]]: i32):
// CHECK-NEXT: [[CONSTANT:%[a-z0-9_-]+]] = arith.constant 2147483647 : i32
// CHECK-NEXT: [[CMPF:%[a-z0-9_-]+]] = arith.cmpf oeq, [[B]], [[B2]] : f64
// CHECK-NEXT: [[CONSTANT2:%[a-z0-9_-]+]] = arith.constant -1 : i32
// CHECK-NEXT: [[SELECT:%[a-z0-9_-]+]] = arith.select [[CMPF]], [[CONSTANT2]], [[CONSTANT]] : i32
// CHECK-NEXT: linalg.yield [[SELECT]] : i32
// CHECK-NEXT: } -> tensor<1x3x3x1xi32>
// CHECK-NEXT: [[EMPTY2:%[a-z0-9_-]+]] = tensor.empty() : tensor<2xi32>
// CHECK-NEXT: [[EMPTY3:%[a-z0-9_-]+]] = tensor.empty() : tensor<2xi32>
// CHECK-NEXT: [[GENERIC2:%[a-z0-9_-]+]] = linalg.generic {indexing_maps = [#[[$M5]], #[[$M0]], #[[$M1]], #[[$M2]], #[[$M0]]], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction"]} ins([[A]], [[POOLING_NHWC_MIN]], [[EMPTY2]], [[EMPTY3]] : tensor<1x4x4x1xf64>, tensor<1x3x3x1xf64>, tensor<2xi32>, tensor<2xi32>) outs([[GENERIC]] : tensor<1x3x3x1xi32>) {
// CHECK-NEXT: ^bb0([[B4:%[a-z0-9_-]+]]: f64, [[B5:%[a-z0-9_-]+]]: f64, [[B6:%[a-z0-9_-]+]]: i32, [[B7:%[a-z0-9_-]+]]: i32, [[B8:%[a-z0-9_-]+]]: i32):
// CHECK-NEXT: [[CMPF2:%[a-z0-9_-]+]] = arith.cmpf oeq, [[B4]], [[B5]] : f64
// CHECK-NEXT: [[INDEX:%[a-z0-9_-]+]] = linalg.index 4 : index
// CHECK-NEXT: [[INDEX2:%[a-z0-9_-]+]] = linalg.index 5 : index
// CHECK-NEXT: [[CONSTANT3:%[a-z0-9_-]+]] = arith.constant 2 : index
// CHECK-NEXT: [[MULI:%[a-z0-9_-]+]] = arith.muli [[INDEX]], [[CONSTANT3]] : index
// CHECK-NEXT: [[ADDI:%[a-z0-9_-]+]] = arith.addi [[MULI]], [[INDEX2]] : index
// CHECK-NEXT: [[POSITION:%[a-z0-9_-]+]] = arith.index_cast [[ADDI]] : index to i32
// CHECK-NEXT: [[CONSTANT4:%[a-z0-9_-]+]] = arith.constant 2147483647 : i32
// CHECK-NEXT: [[SELECT2:%[a-z0-9_-]+]] = arith.select [[CMPF2]], [[POSITION]], [[CONSTANT4]] : i32
// CHECK-NEXT: [[MINSI:%[a-z0-9_-]+]] = arith.minsi [[B8]], [[SELECT2]] : i32
// CHECK-NEXT: linalg.yield [[MINSI]] : i32
// CHECK-NEXT: } -> tensor<1x3x3x1xi32>
// CHECK-NEXT: [[EMPTY4:%[a-z0-9_-]+]] = tensor.empty() : tensor<1x3x3x1xf64>
// CHECK-NEXT: [[GENERIC3:%[a-z0-9_-]+]] = linalg.generic {indexing_maps = [#[[$M4]], #[[$M4]], #[[$M4]]], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins([[A5]], [[GENERIC2]] : tensor<1x3x3x1xf64>, tensor<1x3x3x1xi32>) outs([[EMPTY4]] : tensor<1x3x3x1xf64>) {
// CHECK-NEXT: ^bb0([[B9:%[a-z0-9_-]+]]: f64, [[B10:%[a-z0-9_-]+]]: i32, [[B11:%[a-z0-9_-]+]]: f64):
// CHECK-NEXT: [[CONSTANT5:%[a-z0-9_-]+]] = arith.constant -1 : i32
// CHECK-NEXT: [[CMPI:%[a-z0-9_-]+]] = arith.cmpi eq, [[B10]], [[CONSTANT5]] : i32
// CHECK-NEXT: [[CONSTANT6:%[a-z0-9_-]+]] = arith.constant 0.000000e+00 : f64
// CHECK-NEXT: [[SELECT3:%[a-z0-9_-]+]] = arith.select [[CMPI]], [[B9]], [[CONSTANT6]] : f64
// CHECK-NEXT: linalg.yield [[SELECT3]] : f64
// CHECK-NEXT: } -> tensor<1x3x3x1xf64>
// CHECK-NEXT: [[EMPTY5:%[a-z0-9_-]+]] = tensor.empty() : tensor<2xf64>
// CHECK-NEXT: [[EMPTY6:%[a-z0-9_-]+]] = tensor.empty() : tensor<2xf64>
// CHECK-NEXT: [[GENERIC4:%[a-z0-9_-]+]] = linalg.generic {indexing_maps = [#[[$M5]], #[[$M0]], #[[$M1]], #[[$M2]], #[[$M0]]], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction"]} ins([[A4]], [[GENERIC2]], [[EMPTY5]], [[EMPTY6]] : tensor<1x4x4x1xf64>, tensor<1x3x3x1xi32>, tensor<2xf64>, tensor<2xf64>) outs([[GENERIC3]] : tensor<1x3x3x1xf64>) {
// CHECK-NEXT: ^bb0([[B12:%[a-z0-9_-]+]]: f64, [[B13:%[a-z0-9_-]+]]: i32, [[B14:%[a-z0-9_-]+]]: f64, [[B15:%[a-z0-9_-]+]]: f64, [[B16:%[a-z0-9_-]+]]: f64):
// CHECK-NEXT: [[INDEX3:%[a-z0-9_-]+]] = linalg.index 4 : index
// CHECK-NEXT: [[INDEX4:%[a-z0-9_-]+]] = linalg.index 5 : index
// CHECK-NEXT: [[CONSTANT7:%[a-z0-9_-]+]] = arith.constant 2 : index
// CHECK-NEXT: [[MULI2:%[a-z0-9_-]+]] = arith.muli [[INDEX3]], [[CONSTANT7]] : index
// CHECK-NEXT: [[ADDI2:%[a-z0-9_-]+]] = arith.addi [[MULI2]], [[INDEX4]] : index
// CHECK-NEXT: [[POSITION2:%[a-z0-9_-]+]] = arith.index_cast [[ADDI2]] : index to i32
// CHECK-NEXT: [[CMPI2:%[a-z0-9_-]+]] = arith.cmpi eq, [[POSITION2]], [[B13]] : i32
// CHECK-NEXT: [[CONSTANT8:%[a-z0-9_-]+]] = arith.constant 0.000000e+00 : f64
// CHECK-NEXT: [[SELECT4:%[a-z0-9_-]+]] = arith.select [[CMPI2]], [[B12]], [[CONSTANT8]] : f64
// CHECK-NEXT: [[ADDF:%[a-z0-9_-]+]] = arith.addf [[B16]], [[SELECT4]] : f64
// CHECK-NEXT: linalg.yield [[ADDF]] : f64
// CHECK-NEXT: } -> tensor<1x3x3x1xf64>
// CHECK-NEXT: return [[POOLING_NHWC_MIN]], [[GENERIC4]] : tensor<1x3x3x1xf64>, tensor<1x3x3x1xf64>
func.func private @pooling_nhwc_min(%x: tensor<1x4x4x1xf64>, %k: tensor<2x2xf64>, %o: tensor<1x3x3x1xf64>) -> tensor<1x3x3x1xf64> {
  %y = linalg.pooling_nhwc_min
    ins(%x, %k : tensor<1x4x4x1xf64>, tensor<2x2xf64>) outs(%o : tensor<1x3x3x1xf64>) -> tensor<1x3x3x1xf64>
  return %y : tensor<1x3x3x1xf64>
}

func.func @of_pooling_nhwc_min(%x: tensor<1x4x4x1xf64>, %k: tensor<2x2xf64>, %o: tensor<1x3x3x1xf64>, %ct: tensor<1x3x3x1xf64>) {
  grad.jvp @pooling_nhwc_min(%x, %k, %o) tangents(%x, %k, %o)
    : (tensor<1x4x4x1xf64>, tensor<2x2xf64>, tensor<1x3x3x1xf64>, tensor<1x4x4x1xf64>, tensor<2x2xf64>, tensor<1x3x3x1xf64>) -> (tensor<1x3x3x1xf64>, tensor<1x3x3x1xf64>)
  grad.vjp @pooling_nhwc_min(%x, %k, %o) cotangents(%ct)
    : (tensor<1x4x4x1xf64>, tensor<2x2xf64>, tensor<1x3x3x1xf64>, tensor<1x3x3x1xf64>) -> (tensor<1x3x3x1xf64>, tensor<1x4x4x1xf64>, tensor<2x2xf64>, tensor<1x3x3x1xf64>)
  return
}
