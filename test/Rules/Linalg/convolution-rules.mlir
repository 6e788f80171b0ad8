// The derivatives of convolutions. For the image: a convolution with the kernel
// that accumulates over windows. For the kernel: a convolution of image and
// cotangent.
//
// RUN: sg-opt %s --grad-expand-derivatives | FileCheck %s

// CHECK-DAG: #[[$M0:map[0-9]*]] = affine_map<(d0, d1) -> (d1)>{{$}}
// CHECK-DAG: #[[$M1:map[0-9]*]] = affine_map<(d0, d1) -> (d0)>{{$}}
// CHECK-DAG: #[[$M2:map[0-9]*]] = affine_map<(d0, d1) -> (d0 + d1)>{{$}}
// CHECK-DAG: #[[$M3:map[0-9]*]] = affine_map<(d0, d1, d2, d3) -> (d2, d3)>{{$}}
// CHECK-DAG: #[[$M4:map[0-9]*]] = affine_map<(d0, d1, d2, d3) -> (d0, d1)>{{$}}
// CHECK-DAG: #[[$M5:map[0-9]*]] = affine_map<(d0, d1, d2, d3) -> (d0 + d2, d1 + d3)>{{$}}
// CHECK-DAG: #[[$M6:map[0-9]*]] = affine_map<(d0, d1, d2, d3, d4, d5, d6) -> (d4, d5, d6, d3)>{{$}}
// CHECK-DAG: #[[$M7:map[0-9]*]] = affine_map<(d0, d1, d2, d3, d4, d5, d6) -> (d0, d1, d2, d3)>{{$}}
// CHECK-DAG: #[[$M8:map[0-9]*]] = affine_map<(d0, d1, d2, d3, d4, d5, d6) -> (d0, d1 * 2 + d4 * 2, d2 * 2 + d5 * 2, d6)>{{$}}
// CHECK-DAG: #[[$M9:map[0-9]*]] = affine_map<(d0, d1, d2, d3, d4, d5, d6) -> (d1, d4, d5, d6)>{{$}}
// CHECK-DAG: #[[$M10:map[0-9]*]] = affine_map<(d0, d1, d2, d3, d4, d5, d6) -> (d0, d4, d2 + d5, d3 + d6)>{{$}}
// CHECK-DAG: #[[$M11:map[0-9]*]] = affine_map<(d0, d1, d2, d3, d4, d5) -> (d4, d5, d3)>{{$}}
// CHECK-DAG: #[[$M12:map[0-9]*]] = affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d1, d2, d3)>{{$}}
// CHECK-DAG: #[[$M13:map[0-9]*]] = affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d1 + d4, d2 + d5, d3)>{{$}}

// One dimension.
// CHECK-LABEL: func.func private @conv_1d_vjp(
// CHECK-SAME: [[A:%[a-z0-9_]+]]: tensor<5xf64>, [[A2:%[a-z0-9_]+]]: tensor<2xf64>, [[A3:%[a-z0-9_]+]]: tensor<4xf64>, [[A4:%[a-z0-9_]+]]: tensor<4xf64>)
// CHECK-NEXT: [[CONV_1D:%[a-z0-9_]+]] = linalg.conv_1d ins([[A]], [[A2]] : tensor<5xf64>, tensor<2xf64>) outs([[A3]] : tensor<4xf64>) -> tensor<4xf64>
// CHECK-NEXT: [[CONSTANT:%[a-z0-9_]+]] = arith.constant 0.000000e+00 : f64
// CHECK-NEXT: [[EMPTY:%[a-z0-9_]+]] = tensor.empty() : tensor<5xf64>
// CHECK-NEXT: [[FILL:%[a-z0-9_]+]] = linalg.fill ins([[CONSTANT]] : f64) outs([[EMPTY]] : tensor<5xf64>) -> tensor<5xf64>
// CHECK-NEXT: [[GENERIC:%[a-z0-9_]+]] = linalg.generic {indexing_maps = [#[[$M0]], #[[$M1]], #[[$M2]]], iterator_types = ["reduction", "reduction"]} ins([[A2]], [[A4]] : tensor<2xf64>, tensor<4xf64>) outs([[FILL]] : tensor<5xf64>) {
// CHECK-NEXT: ^bb0([[B:%[a-z0-9_]+]]: f64, [[B2:%[a-z0-9_]+]]: f64, [[B3:%[a-z0-9_]+]]: f64):
// CHECK-NEXT: [[MULF:%[a-z0-9_]+]] = arith.mulf [[B2]], [[B]] : f64
// CHECK-NEXT: [[ADDF:%[a-z0-9_]+]] = arith.addf [[B3]], [[MULF]] : f64
// CHECK-NEXT: linalg.yield [[ADDF]] : f64
// CHECK-NEXT: } -> tensor<5xf64>
// CHECK-NEXT: [[CONSTANT2:%[a-z0-9_]+]] = arith.constant 0.000000e+00 : f64
// CHECK-NEXT: [[EMPTY2:%[a-z0-9_]+]] = tensor.empty() : tensor<2xf64>
// CHECK-NEXT: [[FILL2:%[a-z0-9_]+]] = linalg.fill ins([[CONSTANT2]] : f64) outs([[EMPTY2]] : tensor<2xf64>) -> tensor<2xf64>
// CHECK-NEXT: [[GENERIC2:%[a-z0-9_]+]] = linalg.generic {indexing_maps = [#[[$M2]], #[[$M1]], #[[$M0]]], iterator_types = ["reduction", "parallel"]} ins([[A]], [[A4]] : tensor<5xf64>, tensor<4xf64>) outs([[FILL2]] : tensor<2xf64>) {
// CHECK-NEXT: ^bb0([[B4:%[a-z0-9_]+]]: f64, [[B5:%[a-z0-9_]+]]: f64, [[B6:%[a-z0-9_]+]]: f64):
// CHECK-NEXT: [[MULF2:%[a-z0-9_]+]] = arith.mulf [[B5]], [[B4]] : f64
// CHECK-NEXT: [[ADDF2:%[a-z0-9_]+]] = arith.addf [[B6]], [[MULF2]] : f64
// CHECK-NEXT: linalg.yield [[ADDF2]] : f64
// CHECK-NEXT: } -> tensor<2xf64>
// CHECK-NEXT: return [[CONV_1D]], [[GENERIC]], [[GENERIC2]], [[A4]] : tensor<4xf64>, tensor<5xf64>, tensor<2xf64>, tensor<4xf64>
// CHECK-LABEL: func.func private @conv_1d_jvp(
// CHECK-SAME: [[A:%[a-z0-9_]+]]: tensor<5xf64>, [[A2:%[a-z0-9_]+]]: tensor<2xf64>, [[A3:%[a-z0-9_]+]]: tensor<4xf64>, [[A4:%[a-z0-9_]+]]: tensor<5xf64>, [[A5:%[a-z0-9_]+]]: tensor<2xf64>, [[A6:%[a-z0-9_]+]]: tensor<4xf64>)
// CHECK-NEXT: [[CONV_1D:%[a-z0-9_]+]] = linalg.conv_1d ins([[A]], [[A2]] : tensor<5xf64>, tensor<2xf64>) outs([[A3]] : tensor<4xf64>) -> tensor<4xf64>
// CHECK-NEXT: [[CONV_1D2:%[a-z0-9_]+]] = linalg.conv_1d ins([[A4]], [[A2]] : tensor<5xf64>, tensor<2xf64>) outs([[A6]] : tensor<4xf64>) -> tensor<4xf64>
// CHECK-NEXT: [[CONV_1D3:%[a-z0-9_]+]] = linalg.conv_1d ins([[A]], [[A5]] : tensor<5xf64>, tensor<2xf64>) outs([[CONV_1D2]] : tensor<4xf64>) -> tensor<4xf64>
// CHECK-NEXT: return [[CONV_1D]], [[CONV_1D3]] : tensor<4xf64>, tensor<4xf64>
func.func private @conv_1d(%x: tensor<5xf64>, %k: tensor<2xf64>, %o: tensor<4xf64>) -> tensor<4xf64> {
  %y = linalg.conv_1d
    ins(%x, %k : tensor<5xf64>, tensor<2xf64>) outs(%o : tensor<4xf64>) -> tensor<4xf64>
  return %y : tensor<4xf64>
}
func.func @of_conv_1d(%x: tensor<5xf64>, %k: tensor<2xf64>, %o: tensor<4xf64>, %ct: tensor<4xf64>) {
  grad.jvp @conv_1d(%x, %k, %o) tangents(%x, %k, %o)
    : (tensor<5xf64>, tensor<2xf64>, tensor<4xf64>, tensor<5xf64>, tensor<2xf64>, tensor<4xf64>) -> (tensor<4xf64>, tensor<4xf64>)
  grad.vjp @conv_1d(%x, %k, %o) cotangents(%ct)
    : (tensor<5xf64>, tensor<2xf64>, tensor<4xf64>, tensor<4xf64>) -> (tensor<4xf64>, tensor<5xf64>, tensor<2xf64>, tensor<4xf64>)
  return
}

// Two dimensions.
// CHECK-LABEL: func.func private @conv_2d_vjp(
// CHECK-SAME: [[A:%[a-z0-9_]+]]: tensor<5x4xf64>, [[A2:%[a-z0-9_]+]]: tensor<2x2xf64>, [[A3:%[a-z0-9_]+]]: tensor<4x3xf64>, [[A4:%[a-z0-9_]+]]: tensor<4x3xf64>)
// CHECK-NEXT: [[CONV_2D:%[a-z0-9_]+]] = linalg.conv_2d ins([[A]], [[A2]] : tensor<5x4xf64>, tensor<2x2xf64>) outs([[A3]] : tensor<4x3xf64>) -> tensor<4x3xf64>
// CHECK-NEXT: [[CONSTANT:%[a-z0-9_]+]] = arith.constant 0.000000e+00 : f64
// CHECK-NEXT: [[EMPTY:%[a-z0-9_]+]] = tensor.empty() : tensor<5x4xf64>
// CHECK-NEXT: [[FILL:%[a-z0-9_]+]] = linalg.fill ins([[CONSTANT]] : f64) outs([[EMPTY]] : tensor<5x4xf64>) -> tensor<5x4xf64>
// CHECK-NEXT: [[GENERIC:%[a-z0-9_]+]] = linalg.generic {indexing_maps = [#[[$M3]], #[[$M4]], #[[$M5]]], iterator_types = ["reduction", "reduction", "reduction", "reduction"]} ins([[A2]], [[A4]] : tensor<2x2xf64>, tensor<4x3xf64>) outs([[FILL]] : tensor<5x4xf64>) {
// CHECK-NEXT: ^bb0([[B:%[a-z0-9_]+]]: f64, [[B2:%[a-z0-9_]+]]: f64, [[B3:%[a-z0-9_]+]]: f64):
// CHECK-NEXT: [[MULF:%[a-z0-9_]+]] = arith.mulf [[B2]], [[B]] : f64
// CHECK-NEXT: [[ADDF:%[a-z0-9_]+]] = arith.addf [[B3]], [[MULF]] : f64
// CHECK-NEXT: linalg.yield [[ADDF]] : f64
// CHECK-NEXT: } -> tensor<5x4xf64>
// CHECK-NEXT: [[CONSTANT2:%[a-z0-9_]+]] = arith.constant 0.000000e+00 : f64
// CHECK-NEXT: [[EMPTY2:%[a-z0-9_]+]] = tensor.empty() : tensor<2x2xf64>
// CHECK-NEXT: [[FILL2:%[a-z0-9_]+]] = linalg.fill ins([[CONSTANT2]] : f64) outs([[EMPTY2]] : tensor<2x2xf64>) -> tensor<2x2xf64>
// CHECK-NEXT: [[GENERIC2:%[a-z0-9_]+]] = linalg.generic {indexing_maps = [#[[$M5]], #[[$M4]], #[[$M3]]], iterator_types = ["reduction", "reduction", "parallel", "parallel"]} ins([[A]], [[A4]] : tensor<5x4xf64>, tensor<4x3xf64>) outs([[FILL2]] : tensor<2x2xf64>) {
// CHECK-NEXT: ^bb0([[B4:%[a-z0-9_]+]]: f64, [[B5:%[a-z0-9_]+]]: f64, [[B6:%[a-z0-9_]+]]: f64):
// CHECK-NEXT: [[MULF2:%[a-z0-9_]+]] = arith.mulf [[B5]], [[B4]] : f64
// CHECK-NEXT: [[ADDF2:%[a-z0-9_]+]] = arith.addf [[B6]], [[MULF2]] : f64
// CHECK-NEXT: linalg.yield [[ADDF2]] : f64
// CHECK-NEXT: } -> tensor<2x2xf64>
// CHECK-NEXT: return [[CONV_2D]], [[GENERIC]], [[GENERIC2]], [[A4]] : tensor<4x3xf64>, tensor<5x4xf64>, tensor<2x2xf64>, tensor<4x3xf64>
// CHECK-LABEL: func.func private @conv_2d_jvp(
// CHECK-SAME: [[A:%[a-z0-9_]+]]: tensor<5x4xf64>, [[A2:%[a-z0-9_]+]]: tensor<2x2xf64>, [[A3:%[a-z0-9_]+]]: tensor<4x3xf64>, [[A4:%[a-z0-9_]+]]: tensor<5x4xf64>, [[A5:%[a-z0-9_]+]]: tensor<2x2xf64>, [[A6:%[a-z0-9_]+]]: tensor<4x3xf64>)
// CHECK-NEXT: [[CONV_2D:%[a-z0-9_]+]] = linalg.conv_2d ins([[A]], [[A2]] : tensor<5x4xf64>, tensor<2x2xf64>) outs([[A3]] : tensor<4x3xf64>) -> tensor<4x3xf64>
// CHECK-NEXT: [[CONV_2D2:%[a-z0-9_]+]] = linalg.conv_2d ins([[A4]], [[A2]] : tensor<5x4xf64>, tensor<2x2xf64>) outs([[A6]] : tensor<4x3xf64>) -> tensor<4x3xf64>
// CHECK-NEXT: [[CONV_2D3:%[a-z0-9_]+]] = linalg.conv_2d ins([[A]], [[A5]] : tensor<5x4xf64>, tensor<2x2xf64>) outs([[CONV_2D2]] : tensor<4x3xf64>) -> tensor<4x3xf64>
// CHECK-NEXT: return [[CONV_2D]], [[CONV_2D3]] : tensor<4x3xf64>, tensor<4x3xf64>
func.func private @conv_2d(%x: tensor<5x4xf64>, %k: tensor<2x2xf64>, %o: tensor<4x3xf64>) -> tensor<4x3xf64> {
  %y = linalg.conv_2d
    ins(%x, %k : tensor<5x4xf64>, tensor<2x2xf64>) outs(%o : tensor<4x3xf64>) -> tensor<4x3xf64>
  return %y : tensor<4x3xf64>
}
func.func @of_conv_2d(%x: tensor<5x4xf64>, %k: tensor<2x2xf64>, %o: tensor<4x3xf64>, %ct: tensor<4x3xf64>) {
  grad.jvp @conv_2d(%x, %k, %o) tangents(%x, %k, %o)
    : (tensor<5x4xf64>, tensor<2x2xf64>, tensor<4x3xf64>, tensor<5x4xf64>, tensor<2x2xf64>, tensor<4x3xf64>) -> (tensor<4x3xf64>, tensor<4x3xf64>)
  grad.vjp @conv_2d(%x, %k, %o) cotangents(%ct)
    : (tensor<5x4xf64>, tensor<2x2xf64>, tensor<4x3xf64>, tensor<4x3xf64>) -> (tensor<4x3xf64>, tensor<5x4xf64>, tensor<2x2xf64>, tensor<4x3xf64>)
  return
}

// Batches and channels, strides and dilations.
// CHECK-LABEL: func.func private @conv_2d_nhwc_hwcf_vjp(
// CHECK-SAME: [[A:%[a-z0-9_]+]]: tensor<1x7x7x2xf64>, [[A2:%[a-z0-9_]+]]: tensor<2x2x2x3xf64>, [[A3:%[a-z0-9_]+]]: tensor<1x3x3x3xf64>, [[A4:%[a-z0-9_]+]]: tensor<1x3x3x3xf64>)
// CHECK-NEXT: [[CONV_2D_NHWC_HWCF:%[a-z0-9_]+]] = linalg.conv_2d_nhwc_hwcf {dilations = dense<2> : tensor<2xi64>, strides = dense<2> : tensor<2xi64>} ins([[A]], [[A2]] : tensor<1x7x7x2xf64>, tensor<2x2x2x3xf64>) outs([[A3]] : tensor<1x3x3x3xf64>) -> tensor<1x3x3x3xf64>
// CHECK-NEXT: [[CONSTANT:%[a-z0-9_]+]] = arith.constant 0.000000e+00 : f64
// CHECK-NEXT: [[EMPTY:%[a-z0-9_]+]] = tensor.empty() : tensor<1x7x7x2xf64>
// CHECK-NEXT: [[FILL:%[a-z0-9_]+]] = linalg.fill ins([[CONSTANT]] : f64) outs([[EMPTY]] : tensor<1x7x7x2xf64>) -> tensor<1x7x7x2xf64>
// CHECK-NEXT: [[GENERIC:%[a-z0-9_]+]] = linalg.generic {indexing_maps = [#[[$M6]], #[[$M7]], #[[$M8]]], iterator_types = ["parallel", "reduction", "reduction", "reduction", "reduction", "reduction", "parallel"]} ins([[A2]], [[A4]] : tensor<2x2x2x3xf64>, tensor<1x3x3x3xf64>) outs([[FILL]] : tensor<1x7x7x2xf64>) {
// CHECK-NEXT: ^bb0([[B:%[a-z0-9_]+]]: f64, [[B2:%[a-z0-9_]+]]: f64, [[B3:%[a-z0-9_]+]]: f64):
// CHECK-NEXT: [[MULF:%[a-z0-9_]+]] = arith.mulf [[B2]], [[B]] : f64
// CHECK-NEXT: [[ADDF:%[a-z0-9_]+]] = arith.addf [[B3]], [[MULF]] : f64
// CHECK-NEXT: linalg.yield [[ADDF]] : f64
// CHECK-NEXT: } -> tensor<1x7x7x2xf64>
// CHECK-NEXT: [[CONSTANT2:%[a-z0-9_]+]] = arith.constant 0.000000e+00 : f64
// CHECK-NEXT: [[EMPTY2:%[a-z0-9_]+]] = tensor.empty() : tensor<2x2x2x3xf64>
// CHECK-NEXT: [[FILL2:%[a-z0-9_]+]] = linalg.fill ins([[CONSTANT2]] : f64) outs([[EMPTY2]] : tensor<2x2x2x3xf64>) -> tensor<2x2x2x3xf64>
// CHECK-NEXT: [[GENERIC2:%[a-z0-9_]+]] = linalg.generic {indexing_maps = [#[[$M8]], #[[$M7]], #[[$M6]]], iterator_types = ["reduction", "reduction", "reduction", "parallel", "parallel", "parallel", "parallel"]} ins([[A]], [[A4]] : tensor<1x7x7x2xf64>, tensor<1x3x3x3xf64>) outs([[FILL2]] : tensor<2x2x2x3xf64>) {
// CHECK-NEXT: ^bb0([[B4:%[a-z0-9_]+]]: f64, [[B5:%[a-z0-9_]+]]: f64, [[B6:%[a-z0-9_]+]]: f64):
// CHECK-NEXT: [[MULF2:%[a-z0-9_]+]] = arith.mulf [[B5]], [[B4]] : f64
// CHECK-NEXT: [[ADDF2:%[a-z0-9_]+]] = arith.addf [[B6]], [[MULF2]] : f64
// CHECK-NEXT: linalg.yield [[ADDF2]] : f64
// CHECK-NEXT: } -> tensor<2x2x2x3xf64>
// CHECK-NEXT: return [[CONV_2D_NHWC_HWCF]], [[GENERIC]], [[GENERIC2]], [[A4]] : tensor<1x3x3x3xf64>, tensor<1x7x7x2xf64>, tensor<2x2x2x3xf64>, tensor<1x3x3x3xf64>
// CHECK-LABEL: func.func private @conv_2d_nhwc_hwcf_jvp(
// CHECK-SAME: [[A:%[a-z0-9_]+]]: tensor<1x7x7x2xf64>, [[A2:%[a-z0-9_]+]]: tensor<2x2x2x3xf64>, [[A3:%[a-z0-9_]+]]: tensor<1x3x3x3xf64>, [[A4:%[a-z0-9_]+]]: tensor<1x7x7x2xf64>, [[A5:%[a-z0-9_]+]]: tensor<2x2x2x3xf64>, [[A6:%[a-z0-9_]+]]: tensor<1x3x3x3xf64>)
// CHECK-NEXT: [[CONV_2D_NHWC_HWCF:%[a-z0-9_]+]] = linalg.conv_2d_nhwc_hwcf {dilations = dense<2> : tensor<2xi64>, strides = dense<2> : tensor<2xi64>} ins([[A]], [[A2]] : tensor<1x7x7x2xf64>, tensor<2x2x2x3xf64>) outs([[A3]] : tensor<1x3x3x3xf64>) -> tensor<1x3x3x3xf64>
// CHECK-NEXT: [[CONV_2D_NHWC_HWCF2:%[a-z0-9_]+]] = linalg.conv_2d_nhwc_hwcf {dilations = dense<2> : tensor<2xi64>, strides = dense<2> : tensor<2xi64>} ins([[A4]], [[A2]] : tensor<1x7x7x2xf64>, tensor<2x2x2x3xf64>) outs([[A6]] : tensor<1x3x3x3xf64>) -> tensor<1x3x3x3xf64>
// CHECK-NEXT: [[CONV_2D_NHWC_HWCF3:%[a-z0-9_]+]] = linalg.conv_2d_nhwc_hwcf {dilations = dense<2> : tensor<2xi64>, strides = dense<2> : tensor<2xi64>} ins([[A]], [[A5]] : tensor<1x7x7x2xf64>, tensor<2x2x2x3xf64>) outs([[CONV_2D_NHWC_HWCF2]] : tensor<1x3x3x3xf64>) -> tensor<1x3x3x3xf64>
// CHECK-NEXT: return [[CONV_2D_NHWC_HWCF]], [[CONV_2D_NHWC_HWCF3]] : tensor<1x3x3x3xf64>, tensor<1x3x3x3xf64>
func.func private @conv_2d_nhwc_hwcf(%x: tensor<1x7x7x2xf64>, %k: tensor<2x2x2x3xf64>, %o: tensor<1x3x3x3xf64>) -> tensor<1x3x3x3xf64> {
  %y = linalg.conv_2d_nhwc_hwcf {strides = dense<2> : tensor<2xi64>, dilations = dense<2> : tensor<2xi64>}
    ins(%x, %k : tensor<1x7x7x2xf64>, tensor<2x2x2x3xf64>) outs(%o : tensor<1x3x3x3xf64>) -> tensor<1x3x3x3xf64>
  return %y : tensor<1x3x3x3xf64>
}
func.func @of_conv_2d_nhwc_hwcf(%x: tensor<1x7x7x2xf64>, %k: tensor<2x2x2x3xf64>, %o: tensor<1x3x3x3xf64>, %ct: tensor<1x3x3x3xf64>) {
  grad.jvp @conv_2d_nhwc_hwcf(%x, %k, %o) tangents(%x, %k, %o)
    : (tensor<1x7x7x2xf64>, tensor<2x2x2x3xf64>, tensor<1x3x3x3xf64>, tensor<1x7x7x2xf64>, tensor<2x2x2x3xf64>, tensor<1x3x3x3xf64>) -> (tensor<1x3x3x3xf64>, tensor<1x3x3x3xf64>)
  grad.vjp @conv_2d_nhwc_hwcf(%x, %k, %o) cotangents(%ct)
    : (tensor<1x7x7x2xf64>, tensor<2x2x2x3xf64>, tensor<1x3x3x3xf64>, tensor<1x3x3x3xf64>) -> (tensor<1x3x3x3xf64>, tensor<1x7x7x2xf64>, tensor<2x2x2x3xf64>, tensor<1x3x3x3xf64>)
  return
}

// The other layout of the channels.
// CHECK-LABEL: func.func private @conv_2d_nchw_fchw_vjp(
// CHECK-SAME: [[A:%[a-z0-9_]+]]: tensor<1x2x5x5xf64>, [[A2:%[a-z0-9_]+]]: tensor<3x2x2x2xf64>, [[A3:%[a-z0-9_]+]]: tensor<1x3x4x4xf64>, [[A4:%[a-z0-9_]+]]: tensor<1x3x4x4xf64>)
// CHECK-NEXT: [[CONV_2D_NCHW_FCHW:%[a-z0-9_]+]] = linalg.conv_2d_nchw_fchw ins([[A]], [[A2]] : tensor<1x2x5x5xf64>, tensor<3x2x2x2xf64>) outs([[A3]] : tensor<1x3x4x4xf64>) -> tensor<1x3x4x4xf64>
// CHECK-NEXT: [[CONSTANT:%[a-z0-9_]+]] = arith.constant 0.000000e+00 : f64
// CHECK-NEXT: [[EMPTY:%[a-z0-9_]+]] = tensor.empty() : tensor<1x2x5x5xf64>
// CHECK-NEXT: [[FILL:%[a-z0-9_]+]] = linalg.fill ins([[CONSTANT]] : f64) outs([[EMPTY]] : tensor<1x2x5x5xf64>) -> tensor<1x2x5x5xf64>
// CHECK-NEXT: [[GENERIC:%[a-z0-9_]+]] = linalg.generic {indexing_maps = [#[[$M9]], #[[$M7]], #[[$M10]]], iterator_types = ["parallel", "reduction", "reduction", "reduction", "parallel", "reduction", "reduction"]} ins([[A2]], [[A4]] : tensor<3x2x2x2xf64>, tensor<1x3x4x4xf64>) outs([[FILL]] : tensor<1x2x5x5xf64>) {
// CHECK-NEXT: ^bb0([[B:%[a-z0-9_]+]]: f64, [[B2:%[a-z0-9_]+]]: f64, [[B3:%[a-z0-9_]+]]: f64):
// CHECK-NEXT: [[MULF:%[a-z0-9_]+]] = arith.mulf [[B2]], [[B]] : f64
// CHECK-NEXT: [[ADDF:%[a-z0-9_]+]] = arith.addf [[B3]], [[MULF]] : f64
// CHECK-NEXT: linalg.yield [[ADDF]] : f64
// CHECK-NEXT: } -> tensor<1x2x5x5xf64>
// CHECK-NEXT: [[CONSTANT2:%[a-z0-9_]+]] = arith.constant 0.000000e+00 : f64
// CHECK-NEXT: [[EMPTY2:%[a-z0-9_]+]] = tensor.empty() : tensor<3x2x2x2xf64>
// CHECK-NEXT: [[FILL2:%[a-z0-9_]+]] = linalg.fill ins([[CONSTANT2]] : f64) outs([[EMPTY2]] : tensor<3x2x2x2xf64>) -> tensor<3x2x2x2xf64>
// CHECK-NEXT: [[GENERIC2:%[a-z0-9_]+]] = linalg.generic {indexing_maps = [#[[$M10]], #[[$M7]], #[[$M9]]], iterator_types = ["reduction", "parallel", "reduction", "reduction", "parallel", "parallel", "parallel"]} ins([[A]], [[A4]] : tensor<1x2x5x5xf64>, tensor<1x3x4x4xf64>) outs([[FILL2]] : tensor<3x2x2x2xf64>) {
// CHECK-NEXT: ^bb0([[B4:%[a-z0-9_]+]]: f64, [[B5:%[a-z0-9_]+]]: f64, [[B6:%[a-z0-9_]+]]: f64):
// CHECK-NEXT: [[MULF2:%[a-z0-9_]+]] = arith.mulf [[B5]], [[B4]] : f64
// CHECK-NEXT: [[ADDF2:%[a-z0-9_]+]] = arith.addf [[B6]], [[MULF2]] : f64
// CHECK-NEXT: linalg.yield [[ADDF2]] : f64
// CHECK-NEXT: } -> tensor<3x2x2x2xf64>
// CHECK-NEXT: return [[CONV_2D_NCHW_FCHW]], [[GENERIC]], [[GENERIC2]], [[A4]] : tensor<1x3x4x4xf64>, tensor<1x2x5x5xf64>, tensor<3x2x2x2xf64>, tensor<1x3x4x4xf64>
// CHECK-LABEL: func.func private @conv_2d_nchw_fchw_jvp(
// CHECK-SAME: [[A:%[a-z0-9_]+]]: tensor<1x2x5x5xf64>, [[A2:%[a-z0-9_]+]]: tensor<3x2x2x2xf64>, [[A3:%[a-z0-9_]+]]: tensor<1x3x4x4xf64>, [[A4:%[a-z0-9_]+]]: tensor<1x2x5x5xf64>, [[A5:%[a-z0-9_]+]]: tensor<3x2x2x2xf64>, [[A6:%[a-z0-9_]+]]: tensor<1x3x4x4xf64>)
// CHECK-NEXT: [[CONV_2D_NCHW_FCHW:%[a-z0-9_]+]] = linalg.conv_2d_nchw_fchw ins([[A]], [[A2]] : tensor<1x2x5x5xf64>, tensor<3x2x2x2xf64>) outs([[A3]] : tensor<1x3x4x4xf64>) -> tensor<1x3x4x4xf64>
// CHECK-NEXT: [[CONV_2D_NCHW_FCHW2:%[a-z0-9_]+]] = linalg.conv_2d_nchw_fchw ins([[A4]], [[A2]] : tensor<1x2x5x5xf64>, tensor<3x2x2x2xf64>) outs([[A6]] : tensor<1x3x4x4xf64>) -> tensor<1x3x4x4xf64>
// CHECK-NEXT: [[CONV_2D_NCHW_FCHW3:%[a-z0-9_]+]] = linalg.conv_2d_nchw_fchw ins([[A]], [[A5]] : tensor<1x2x5x5xf64>, tensor<3x2x2x2xf64>) outs([[CONV_2D_NCHW_FCHW2]] : tensor<1x3x4x4xf64>) -> tensor<1x3x4x4xf64>
// CHECK-NEXT: return [[CONV_2D_NCHW_FCHW]], [[CONV_2D_NCHW_FCHW3]] : tensor<1x3x4x4xf64>, tensor<1x3x4x4xf64>
func.func private @conv_2d_nchw_fchw(%x: tensor<1x2x5x5xf64>, %k: tensor<3x2x2x2xf64>, %o: tensor<1x3x4x4xf64>) -> tensor<1x3x4x4xf64> {
  %y = linalg.conv_2d_nchw_fchw
    ins(%x, %k : tensor<1x2x5x5xf64>, tensor<3x2x2x2xf64>) outs(%o : tensor<1x3x4x4xf64>) -> tensor<1x3x4x4xf64>
  return %y : tensor<1x3x4x4xf64>
}
func.func @of_conv_2d_nchw_fchw(%x: tensor<1x2x5x5xf64>, %k: tensor<3x2x2x2xf64>, %o: tensor<1x3x4x4xf64>, %ct: tensor<1x3x4x4xf64>) {
  grad.jvp @conv_2d_nchw_fchw(%x, %k, %o) tangents(%x, %k, %o)
    : (tensor<1x2x5x5xf64>, tensor<3x2x2x2xf64>, tensor<1x3x4x4xf64>, tensor<1x2x5x5xf64>, tensor<3x2x2x2xf64>, tensor<1x3x4x4xf64>) -> (tensor<1x3x4x4xf64>, tensor<1x3x4x4xf64>)
  grad.vjp @conv_2d_nchw_fchw(%x, %k, %o) cotangents(%ct)
    : (tensor<1x2x5x5xf64>, tensor<3x2x2x2xf64>, tensor<1x3x4x4xf64>, tensor<1x3x4x4xf64>) -> (tensor<1x3x4x4xf64>, tensor<1x2x5x5xf64>, tensor<3x2x2x2xf64>, tensor<1x3x4x4xf64>)
  return
}

// Depthwise: one kernel per channel.
// CHECK-LABEL: func.func private @depthwise_conv_2d_nhwc_hwc_vjp(
// CHECK-SAME: [[A:%[a-z0-9_]+]]: tensor<1x4x4x2xf64>, [[A2:%[a-z0-9_]+]]: tensor<2x2x2xf64>, [[A3:%[a-z0-9_]+]]: tensor<1x3x3x2xf64>, [[A4:%[a-z0-9_]+]]: tensor<1x3x3x2xf64>)
// CHECK-NEXT: [[DEPTHWISE_CONV_2D_NHWC_HWC:%[a-z0-9_]+]] = linalg.depthwise_conv_2d_nhwc_hwc ins([[A]], [[A2]] : tensor<1x4x4x2xf64>, tensor<2x2x2xf64>) outs([[A3]] : tensor<1x3x3x2xf64>) -> tensor<1x3x3x2xf64>
// CHECK-NEXT: [[CONSTANT:%[a-z0-9_]+]] = arith.constant 0.000000e+00 : f64
// CHECK-NEXT: [[EMPTY:%[a-z0-9_]+]] = tensor.empty() : tensor<1x4x4x2xf64>
// CHECK-NEXT: [[FILL:%[a-z0-9_]+]] = linalg.fill ins([[CONSTANT]] : f64) outs([[EMPTY]] : tensor<1x4x4x2xf64>) -> tensor<1x4x4x2xf64>
// CHECK-NEXT: [[GENERIC:%[a-z0-9_]+]] = linalg.generic {indexing_maps = [#[[$M11]], #[[$M12]], #[[$M13]]], iterator_types = ["parallel", "reduction", "reduction", "parallel", "reduction", "reduction"]} ins([[A2]], [[A4]] : tensor<2x2x2xf64>, tensor<1x3x3x2xf64>) outs([[FILL]] : tensor<1x4x4x2xf64>) {
// CHECK-NEXT: ^bb0([[B:%[a-z0-9_]+]]: f64, [[B2:%[a-z0-9_]+]]: f64, [[B3:%[a-z0-9_]+]]: f64):
// CHECK-NEXT: [[MULF:%[a-z0-9_]+]] = arith.mulf [[B2]], [[B]] : f64
// CHECK-NEXT: [[ADDF:%[a-z0-9_]+]] = arith.addf [[B3]], [[MULF]] : f64
// CHECK-NEXT: linalg.yield [[ADDF]] : f64
// CHECK-NEXT: } -> tensor<1x4x4x2xf64>
// CHECK-NEXT: [[CONSTANT2:%[a-z0-9_]+]] = arith.constant 0.000000e+00 : f64
// CHECK-NEXT: [[EMPTY2:%[a-z0-9_]+]] = tensor.empty() : tensor<2x2x2xf64>
// CHECK-NEXT: [[FILL2:%[a-z0-9_]+]] = linalg.fill ins([[CONSTANT2]] : f64) outs([[EMPTY2]] : tensor<2x2x2xf64>) -> tensor<2x2x2xf64>
// CHECK-NEXT: [[GENERIC2:%[a-z0-9_]+]] = linalg.generic {indexing_maps = [#[[$M13]], #[[$M12]], #[[$M11]]], iterator_types = ["reduction", "reduction", "reduction", "parallel", "parallel", "parallel"]} ins([[A]], [[A4]] : tensor<1x4x4x2xf64>, tensor<1x3x3x2xf64>) outs([[FILL2]] : tensor<2x2x2xf64>) {
// CHECK-NEXT: ^bb0([[B4:%[a-z0-9_]+]]: f64, [[B5:%[a-z0-9_]+]]: f64, [[B6:%[a-z0-9_]+]]: f64):
// CHECK-NEXT: [[MULF2:%[a-z0-9_]+]] = arith.mulf [[B5]], [[B4]] : f64
// CHECK-NEXT: [[ADDF2:%[a-z0-9_]+]] = arith.addf [[B6]], [[MULF2]] : f64
// CHECK-NEXT: linalg.yield [[ADDF2]] : f64
// CHECK-NEXT: } -> tensor<2x2x2xf64>
// CHECK-NEXT: return [[DEPTHWISE_CONV_2D_NHWC_HWC]], [[GENERIC]], [[GENERIC2]], [[A4]] : tensor<1x3x3x2xf64>, tensor<1x4x4x2xf64>, tensor<2x2x2xf64>, tensor<1x3x3x2xf64>
// CHECK-LABEL: func.func private @depthwise_conv_2d_nhwc_hwc_jvp(
// CHECK-SAME: [[A:%[a-z0-9_]+]]: tensor<1x4x4x2xf64>, [[A2:%[a-z0-9_]+]]: tensor<2x2x2xf64>, [[A3:%[a-z0-9_]+]]: tensor<1x3x3x2xf64>, [[A4:%[a-z0-9_]+]]: tensor<1x4x4x2xf64>, [[A5:%[a-z0-9_]+]]: tensor<2x2x2xf64>, [[A6:%[a-z0-9_]+]]: tensor<1x3x3x2xf64>)
// CHECK-NEXT: [[DEPTHWISE_CONV_2D_NHWC_HWC:%[a-z0-9_]+]] = linalg.depthwise_conv_2d_nhwc_hwc ins([[A]], [[A2]] : tensor<1x4x4x2xf64>, tensor<2x2x2xf64>) outs([[A3]] : tensor<1x3x3x2xf64>) -> tensor<1x3x3x2xf64>
// CHECK-NEXT: [[DEPTHWISE_CONV_2D_NHWC_HWC2:%[a-z0-9_]+]] = linalg.depthwise_conv_2d_nhwc_hwc ins([[A4]], [[A2]] : tensor<1x4x4x2xf64>, tensor<2x2x2xf64>) outs([[A6]] : tensor<1x3x3x2xf64>) -> tensor<1x3x3x2xf64>
// CHECK-NEXT: [[DEPTHWISE_CONV_2D_NHWC_HWC3:%[a-z0-9_]+]] = linalg.depthwise_conv_2d_nhwc_hwc ins([[A]], [[A5]] : tensor<1x4x4x2xf64>, tensor<2x2x2xf64>) outs([[DEPTHWISE_CONV_2D_NHWC_HWC2]] : tensor<1x3x3x2xf64>) -> tensor<1x3x3x2xf64>
// CHECK-NEXT: return [[DEPTHWISE_CONV_2D_NHWC_HWC]], [[DEPTHWISE_CONV_2D_NHWC_HWC3]] : tensor<1x3x3x2xf64>, tensor<1x3x3x2xf64>
func.func private @depthwise_conv_2d_nhwc_hwc(%x: tensor<1x4x4x2xf64>, %k: tensor<2x2x2xf64>, %o: tensor<1x3x3x2xf64>) -> tensor<1x3x3x2xf64> {
  %y = linalg.depthwise_conv_2d_nhwc_hwc
    ins(%x, %k : tensor<1x4x4x2xf64>, tensor<2x2x2xf64>) outs(%o : tensor<1x3x3x2xf64>) -> tensor<1x3x3x2xf64>
  return %y : tensor<1x3x3x2xf64>
}
func.func @of_depthwise_conv_2d_nhwc_hwc(%x: tensor<1x4x4x2xf64>, %k: tensor<2x2x2xf64>, %o: tensor<1x3x3x2xf64>, %ct: tensor<1x3x3x2xf64>) {
  grad.jvp @depthwise_conv_2d_nhwc_hwc(%x, %k, %o) tangents(%x, %k, %o)
    : (tensor<1x4x4x2xf64>, tensor<2x2x2xf64>, tensor<1x3x3x2xf64>, tensor<1x4x4x2xf64>, tensor<2x2x2xf64>, tensor<1x3x3x2xf64>) -> (tensor<1x3x3x2xf64>, tensor<1x3x3x2xf64>)
  grad.vjp @depthwise_conv_2d_nhwc_hwc(%x, %k, %o) cotangents(%ct)
    : (tensor<1x4x4x2xf64>, tensor<2x2x2xf64>, tensor<1x3x3x2xf64>, tensor<1x3x3x2xf64>) -> (tensor<1x3x3x2xf64>, tensor<1x4x4x2xf64>, tensor<2x2x2xf64>, tensor<1x3x3x2xf64>)
  return
}
