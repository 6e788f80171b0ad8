// The derivatives of the named ops that select an operand. The initial value is
// overwritten, so its cotangent is zero.
//
// RUN: sg-opt %s --grad-expand-derivatives | FileCheck %s

// CHECK-DAG: #[[$M0:map[0-9]*]] = affine_map<(d0) -> (d0)>{{$}}
// The larger operand gets the cotangent; at a tie each gets half.
// CHECK-LABEL: func.func private @max_vjp(
// CHECK-SAME: [[A:%[a-z0-9_]+]]: tensor<3xf64>, [[A2:%[a-z0-9_]+]]: tensor<3xf64>, [[A3:%[a-z0-9_]+]]: tensor<3xf64>, [[A4:%[a-z0-9_]+]]: tensor<3xf64>)
// CHECK-NEXT: [[MAX:%[a-z0-9_]+]] = linalg.max ins([[A]], [[A2]] : tensor<3xf64>, tensor<3xf64>) outs([[A3]] : tensor<3xf64>) -> tensor<3xf64>
// CHECK-NEXT: [[EMPTY:%[a-z0-9_]+]] = tensor.empty() : tensor<3xf64>
// CHECK-NEXT: [[GENERIC:%[a-z0-9_]+]] = linalg.generic {indexing_maps = [#[[$M0]], #[[$M0]], #[[$M0]], #[[$M0]]], iterator_types = ["parallel"]} ins([[A]], [[A2]], [[A4]] : tensor<3xf64>, tensor<3xf64>, tensor<3xf64>) outs([[EMPTY]] : tensor<3xf64>) {
// CHECK-NEXT: ^bb0([[B:%[a-z0-9_]+]]: f64, [[B2:%[a-z0-9_]+]]: f64, [[B3:%[a-z0-9_]+]]: f64, [[B4:%[a-z0-9_]+]]: f64):
// CHECK-NEXT: [[CMPF:%[a-z0-9_]+]] = arith.cmpf ogt, [[B]], [[B2]] : f64
// CHECK-NEXT: [[CMPF2:%[a-z0-9_]+]] = arith.cmpf oeq, [[B]], [[B2]] : f64
// CHECK-NEXT: [[CONSTANT:%[a-z0-9_]+]] = arith.constant 5.000000e-01 : f64
// CHECK-NEXT: [[MULF:%[a-z0-9_]+]] = arith.mulf [[B3]], [[CONSTANT]] : f64
// CHECK-NEXT: [[CONSTANT2:%[a-z0-9_]+]] = arith.constant 0.000000e+00 : f64
// CHECK-NEXT: [[SELECT:%[a-z0-9_]+]] = arith.select [[CMPF2]], [[MULF]], [[CONSTANT2]] : f64
// CHECK-NEXT: [[SELECT2:%[a-z0-9_]+]] = arith.select [[CMPF]], [[B3]], [[SELECT]] : f64
// CHECK-NEXT: linalg.yield [[SELECT2]] : f64
// CHECK-NEXT: } -> tensor<3xf64>
// CHECK-NEXT: [[EMPTY2:%[a-z0-9_]+]] = tensor.empty() : tensor<3xf64>
// CHECK-NEXT: [[GENERIC2:%[a-z0-9_]+]] = linalg.generic {indexing_maps = [#[[$M0]], #[[$M0]], #[[$M0]], #[[$M0]]], iterator_types = ["parallel"]} ins([[A]], [[A2]], [[A4]] : tensor<3xf64>, tensor<3xf64>, tensor<3xf64>) outs([[EMPTY2]] : tensor<3xf64>) {
// CHECK-NEXT: ^bb0([[B5:%[a-z0-9_]+]]: f64, [[B6:%[a-z0-9_]+]]: f64, [[B7:%[a-z0-9_]+]]: f64, [[B8:%[a-z0-9_]+]]: f64):
// CHECK-NEXT: [[CMPF3:%[a-z0-9_]+]] = arith.cmpf ogt, [[B6]], [[B5]] : f64
// CHECK-NEXT: [[CMPF4:%[a-z0-9_]+]] = arith.cmpf oeq, [[B5]], [[B6]] : f64
// CHECK-NEXT: [[CONSTANT3:%[a-z0-9_]+]] = arith.constant 5.000000e-01 : f64
// CHECK-NEXT: [[MULF2:%[a-z0-9_]+]] = arith.mulf [[B7]], [[CONSTANT3]] : f64
// CHECK-NEXT: [[CONSTANT4:%[a-z0-9_]+]] = arith.constant 0.000000e+00 : f64
// CHECK-NEXT: [[SELECT3:%[a-z0-9_]+]] = arith.select [[CMPF4]], [[MULF2]], [[CONSTANT4]] : f64
// CHECK-NEXT: [[SELECT4:%[a-z0-9_]+]] = arith.select [[CMPF3]], [[B7]], [[SELECT3]] : f64
// CHECK-NEXT: linalg.yield [[SELECT4]] : f64
// CHECK-NEXT: } -> tensor<3xf64>
// CHECK-NEXT: return [[MAX]], [[GENERIC]], [[GENERIC2]] : tensor<3xf64>, tensor<3xf64>, tensor<3xf64>
// CHECK-LABEL: func.func private @max_jvp(
// CHECK-SAME: [[A:%[a-z0-9_]+]]: tensor<3xf64>, [[A2:%[a-z0-9_]+]]: tensor<3xf64>, [[A3:%[a-z0-9_]+]]: tensor<3xf64>, [[A4:%[a-z0-9_]+]]: tensor<3xf64>, [[A5:%[a-z0-9_]+]]: tensor<3xf64>)
// CHECK-NEXT: [[MAX:%[a-z0-9_]+]] = linalg.max ins([[A]], [[A2]] : tensor<3xf64>, tensor<3xf64>) outs([[A3]] : tensor<3xf64>) -> tensor<3xf64>
// CHECK-NEXT: [[EMPTY:%[a-z0-9_]+]] = tensor.empty() : tensor<3xf64>
// CHECK-NEXT: [[GENERIC:%[a-z0-9_]+]] = linalg.generic {indexing_maps = [#[[$M0]], #[[$M0]], #[[$M0]], #[[$M0]], #[[$M0]]], iterator_types = ["parallel"]} ins([[A]], [[A2]], [[A4]], [[A5]] : tensor<3xf64>, tensor<3xf64>, tensor<3xf64>, tensor<3xf64>) outs([[EMPTY]] : tensor<3xf64>) {
// CHECK-NEXT: ^bb0([[B:%[a-z0-9_]+]]: f64, [[B2:%[a-z0-9_]+]]: f64, [[B3:%[a-z0-9_]+]]: f64, [[B4:%[a-z0-9_]+]]: f64, [[B5:%[a-z0-9_]+]]: f64):
// CHECK-NEXT: [[CMPF:%[a-z0-9_]+]] = arith.cmpf ogt, [[B]], [[B2]] : f64
// CHECK-NEXT: [[CMPF2:%[a-z0-9_]+]] = arith.cmpf oeq, [[B]], [[B2]] : f64
// CHECK-NEXT: [[CONSTANT:%[a-z0-9_]+]] = arith.constant 5.000000e-01 : f64
// CHECK-NEXT: [[MULF:%[a-z0-9_]+]] = arith.mulf [[B3]], [[CONSTANT]] : f64
// CHECK-NEXT: [[CONSTANT2:%[a-z0-9_]+]] = arith.constant 0.000000e+00 : f64
// CHECK-NEXT: [[SELECT:%[a-z0-9_]+]] = arith.select [[CMPF2]], [[MULF]], [[CONSTANT2]] : f64
// CHECK-NEXT: [[SELECT2:%[a-z0-9_]+]] = arith.select [[CMPF]], [[B3]], [[SELECT]] : f64
// CHECK-NEXT: [[CMPF3:%[a-z0-9_]+]] = arith.cmpf ogt, [[B2]], [[B]] : f64
// CHECK-NEXT: [[MULF2:%[a-z0-9_]+]] = arith.mulf [[B4]], [[CONSTANT]] : f64
// CHECK-NEXT: [[SELECT3:%[a-z0-9_]+]] = arith.select [[CMPF2]], [[MULF2]], [[CONSTANT2]] : f64
// CHECK-NEXT: [[SELECT4:%[a-z0-9_]+]] = arith.select [[CMPF3]], [[B4]], [[SELECT3]] : f64
// CHECK-NEXT: [[ADDF:%[a-z0-9_]+]] = arith.addf [[SELECT2]], [[SELECT4]] : f64
// CHECK-NEXT: linalg.yield [[ADDF]] : f64
// CHECK-NEXT: } -> tensor<3xf64>
// CHECK-NEXT: return [[MAX]], [[GENERIC]] : tensor<3xf64>, tensor<3xf64>
func.func private @max(%x: tensor<3xf64>, %z: tensor<3xf64>, %o: tensor<3xf64>) -> tensor<3xf64> {
  %y = linalg.max ins(%x, %z : tensor<3xf64>, tensor<3xf64>) outs(%o : tensor<3xf64>) -> tensor<3xf64>
  return %y : tensor<3xf64>
}

func.func @of_max(%x: tensor<3xf64>, %z: tensor<3xf64>, %o: tensor<3xf64>, %ct: tensor<3xf64>) {
  grad.jvp @max(%x, %z, %o) tangents(%x, %z, %o)
    : (tensor<3xf64>, tensor<3xf64>, tensor<3xf64>, tensor<3xf64>, tensor<3xf64>, tensor<3xf64>) -> (tensor<3xf64>, tensor<3xf64>)
  grad.vjp @max(%x, %z, %o) cotangents(%ct)
    : (tensor<3xf64>, tensor<3xf64>, tensor<3xf64>, tensor<3xf64>) -> (tensor<3xf64>, tensor<3xf64>, tensor<3xf64>, tensor<3xf64>)
  return
}

// The smaller operand gets the cotangent; at a tie each gets half.
// CHECK-LABEL: func.func private @min_vjp(
// CHECK-SAME: [[A:%[a-z0-9_]+]]: tensor<3xf64>, [[A2:%[a-z0-9_]+]]: tensor<3xf64>, [[A3:%[a-z0-9_]+]]: tensor<3xf64>, [[A4:%[a-z0-9_]+]]: tensor<3xf64>)
// CHECK-NEXT: [[MIN:%[a-z0-9_]+]] = linalg.min ins([[A]], [[A2]] : tensor<3xf64>, tensor<3xf64>) outs([[A3]] : tensor<3xf64>) -> tensor<3xf64>
// CHECK-NEXT: [[EMPTY:%[a-z0-9_]+]] = tensor.empty() : tensor<3xf64>
// CHECK-NEXT: [[GENERIC:%[a-z0-9_]+]] = linalg.generic {indexing_maps = [#[[$M0]], #[[$M0]], #[[$M0]], #[[$M0]]], iterator_types = ["parallel"]} ins([[A]], [[A2]], [[A4]] : tensor<3xf64>, tensor<3xf64>, tensor<3xf64>) outs([[EMPTY]] : tensor<3xf64>) {
// CHECK-NEXT: ^bb0([[B:%[a-z0-9_]+]]: f64, [[B2:%[a-z0-9_]+]]: f64, [[B3:%[a-z0-9_]+]]: f64, [[B4:%[a-z0-9_]+]]: f64):
// CHECK-NEXT: [[CMPF:%[a-z0-9_]+]] = arith.cmpf ogt, [[B2]], [[B]] : f64
// CHECK-NEXT: [[CMPF2:%[a-z0-9_]+]] = arith.cmpf oeq, [[B]], [[B2]] : f64
// CHECK-NEXT: [[CONSTANT:%[a-z0-9_]+]] = arith.constant 5.000000e-01 : f64
// CHECK-NEXT: [[MULF:%[a-z0-9_]+]] = arith.mulf [[B3]], [[CONSTANT]] : f64
// CHECK-NEXT: [[CONSTANT2:%[a-z0-9_]+]] = arith.constant 0.000000e+00 : f64
// CHECK-NEXT: [[SELECT:%[a-z0-9_]+]] = arith.select [[CMPF2]], [[MULF]], [[CONSTANT2]] : f64
// CHECK-NEXT: [[SELECT2:%[a-z0-9_]+]] = arith.select [[CMPF]], [[B3]], [[SELECT]] : f64
// CHECK-NEXT: linalg.yield [[SELECT2]] : f64
// CHECK-NEXT: } -> tensor<3xf64>
// CHECK-NEXT: [[EMPTY2:%[a-z0-9_]+]] = tensor.empty() : tensor<3xf64>
// CHECK-NEXT: [[GENERIC2:%[a-z0-9_]+]] = linalg.generic {indexing_maps = [#[[$M0]], #[[$M0]], #[[$M0]], #[[$M0]]], iterator_types = ["parallel"]} ins([[A]], [[A2]], [[A4]] : tensor<3xf64>, tensor<3xf64>, tensor<3xf64>) outs([[EMPTY2]] : tensor<3xf64>) {
// CHECK-NEXT: ^bb0([[B5:%[a-z0-9_]+]]: f64, [[B6:%[a-z0-9_]+]]: f64, [[B7:%[a-z0-9_]+]]: f64, [[B8:%[a-z0-9_]+]]: f64):
// CHECK-NEXT: [[CMPF3:%[a-z0-9_]+]] = arith.cmpf ogt, [[B5]], [[B6]] : f64
// CHECK-NEXT: [[CMPF4:%[a-z0-9_]+]] = arith.cmpf oeq, [[B5]], [[B6]] : f64
// CHECK-NEXT: [[CONSTANT3:%[a-z0-9_]+]] = arith.constant 5.000000e-01 : f64
// CHECK-NEXT: [[MULF2:%[a-z0-9_]+]] = arith.mulf [[B7]], [[CONSTANT3]] : f64
// CHECK-NEXT: [[CONSTANT4:%[a-z0-9_]+]] = arith.constant 0.000000e+00 : f64
// CHECK-NEXT: [[SELECT3:%[a-z0-9_]+]] = arith.select [[CMPF4]], [[MULF2]], [[CONSTANT4]] : f64
// CHECK-NEXT: [[SELECT4:%[a-z0-9_]+]] = arith.select [[CMPF3]], [[B7]], [[SELECT3]] : f64
// CHECK-NEXT: linalg.yield [[SELECT4]] : f64
// CHECK-NEXT: } -> tensor<3xf64>
// CHECK-NEXT: return [[MIN]], [[GENERIC]], [[GENERIC2]] : tensor<3xf64>, tensor<3xf64>, tensor<3xf64>
// CHECK-LABEL: func.func private @min_jvp(
// CHECK-SAME: [[A:%[a-z0-9_]+]]: tensor<3xf64>, [[A2:%[a-z0-9_]+]]: tensor<3xf64>, [[A3:%[a-z0-9_]+]]: tensor<3xf64>, [[A4:%[a-z0-9_]+]]: tensor<3xf64>, [[A5:%[a-z0-9_]+]]: tensor<3xf64>)
// CHECK-NEXT: [[MIN:%[a-z0-9_]+]] = linalg.min ins([[A]], [[A2]] : tensor<3xf64>, tensor<3xf64>) outs([[A3]] : tensor<3xf64>) -> tensor<3xf64>
// CHECK-NEXT: [[EMPTY:%[a-z0-9_]+]] = tensor.empty() : tensor<3xf64>
// CHECK-NEXT: [[GENERIC:%[a-z0-9_]+]] = linalg.generic {indexing_maps = [#[[$M0]], #[[$M0]], #[[$M0]], #[[$M0]], #[[$M0]]], iterator_types = ["parallel"]} ins([[A]], [[A2]], [[A4]], [[A5]] : tensor<3xf64>, tensor<3xf64>, tensor<3xf64>, tensor<3xf64>) outs([[EMPTY]] : tensor<3xf64>) {
// CHECK-NEXT: ^bb0([[B:%[a-z0-9_]+]]: f64, [[B2:%[a-z0-9_]+]]: f64, [[B3:%[a-z0-9_]+]]: f64, [[B4:%[a-z0-9_]+]]: f64, [[B5:%[a-z0-9_]+]]: f64):
// CHECK-NEXT: [[CMPF:%[a-z0-9_]+]] = arith.cmpf ogt, [[B2]], [[B]] : f64
// CHECK-NEXT: [[CMPF2:%[a-z0-9_]+]] = arith.cmpf oeq, [[B]], [[B2]] : f64
// CHECK-NEXT: [[CONSTANT:%[a-z0-9_]+]] = arith.constant 5.000000e-01 : f64
// CHECK-NEXT: [[MULF:%[a-z0-9_]+]] = arith.mulf [[B3]], [[CONSTANT]] : f64
// CHECK-NEXT: [[CONSTANT2:%[a-z0-9_]+]] = arith.constant 0.000000e+00 : f64
// CHECK-NEXT: [[SELECT:%[a-z0-9_]+]] = arith.select [[CMPF2]], [[MULF]], [[CONSTANT2]] : f64
// CHECK-NEXT: [[SELECT2:%[a-z0-9_]+]] = arith.select [[CMPF]], [[B3]], [[SELECT]] : f64
// CHECK-NEXT: [[CMPF3:%[a-z0-9_]+]] = arith.cmpf ogt, [[B]], [[B2]] : f64
// CHECK-NEXT: [[MULF2:%[a-z0-9_]+]] = arith.mulf [[B4]], [[CONSTANT]] : f64
// CHECK-NEXT: [[SELECT3:%[a-z0-9_]+]] = arith.select [[CMPF2]], [[MULF2]], [[CONSTANT2]] : f64
// CHECK-NEXT: [[SELECT4:%[a-z0-9_]+]] = arith.select [[CMPF3]], [[B4]], [[SELECT3]] : f64
// CHECK-NEXT: [[ADDF:%[a-z0-9_]+]] = arith.addf [[SELECT2]], [[SELECT4]] : f64
// CHECK-NEXT: linalg.yield [[ADDF]] : f64
// CHECK-NEXT: } -> tensor<3xf64>
// CHECK-NEXT: return [[MIN]], [[GENERIC]] : tensor<3xf64>, tensor<3xf64>
func.func private @min(%x: tensor<3xf64>, %z: tensor<3xf64>, %o: tensor<3xf64>) -> tensor<3xf64> {
  %y = linalg.min ins(%x, %z : tensor<3xf64>, tensor<3xf64>) outs(%o : tensor<3xf64>) -> tensor<3xf64>
  return %y : tensor<3xf64>
}

func.func @of_min(%x: tensor<3xf64>, %z: tensor<3xf64>, %o: tensor<3xf64>, %ct: tensor<3xf64>) {
  grad.jvp @min(%x, %z, %o) tangents(%x, %z, %o)
    : (tensor<3xf64>, tensor<3xf64>, tensor<3xf64>, tensor<3xf64>, tensor<3xf64>, tensor<3xf64>) -> (tensor<3xf64>, tensor<3xf64>)
  grad.vjp @min(%x, %z, %o) cotangents(%ct)
    : (tensor<3xf64>, tensor<3xf64>, tensor<3xf64>, tensor<3xf64>) -> (tensor<3xf64>, tensor<3xf64>, tensor<3xf64>, tensor<3xf64>)
  return
}

// Only the selected operand gets the cotangent.
// CHECK-LABEL: func.func private @select_vjp(
// CHECK-SAME: [[A:%[a-z0-9_]+]]: tensor<3xi1>, [[A2:%[a-z0-9_]+]]: tensor<3xf64>, [[A3:%[a-z0-9_]+]]: tensor<3xf64>, [[A4:%[a-z0-9_]+]]: tensor<3xf64>, [[A5:%[a-z0-9_]+]]: tensor<3xf64>)
// CHECK-NEXT: [[SELECT:%[a-z0-9_]+]] = linalg.select ins([[A]], [[A2]], [[A3]] : tensor<3xi1>, tensor<3xf64>, tensor<3xf64>) outs([[A4]] : tensor<3xf64>) -> tensor<3xf64>
// CHECK-NEXT: [[EMPTY:%[a-z0-9_]+]] = tensor.empty() : tensor<3xf64>
// CHECK-NEXT: [[GENERIC:%[a-z0-9_]+]] = linalg.generic {indexing_maps = [#[[$M0]], #[[$M0]], #[[$M0]]], iterator_types = ["parallel"]} ins([[A]], [[A5]] : tensor<3xi1>, tensor<3xf64>) outs([[EMPTY]] : tensor<3xf64>) {
// CHECK-NEXT: ^bb0([[B:%[a-z0-9_]+]]: i1, [[B2:%[a-z0-9_]+]]: f64, [[B3:%[a-z0-9_]+]]: f64):
// CHECK-NEXT: [[CONSTANT:%[a-z0-9_]+]] = arith.constant 0.000000e+00 : f64
// CHECK-NEXT: [[SELECT2:%[a-z0-9_]+]] = arith.select [[B]], [[B2]], [[CONSTANT]] : f64
// CHECK-NEXT: linalg.yield [[SELECT2]] : f64
// CHECK-NEXT: } -> tensor<3xf64>
// CHECK-NEXT: [[EMPTY2:%[a-z0-9_]+]] = tensor.empty() : tensor<3xf64>
// CHECK-NEXT: [[GENERIC2:%[a-z0-9_]+]] = linalg.generic {indexing_maps = [#[[$M0]], #[[$M0]], #[[$M0]]], iterator_types = ["parallel"]} ins([[A]], [[A5]] : tensor<3xi1>, tensor<3xf64>) outs([[EMPTY2]] : tensor<3xf64>) {
// CHECK-NEXT: ^bb0([[B4:%[a-z0-9_]+]]: i1, [[B5:%[a-z0-9_]+]]: f64, [[B6:%[a-z0-9_]+]]: f64):
// CHECK-NEXT: [[CONSTANT2:%[a-z0-9_]+]] = arith.constant 0.000000e+00 : f64
// CHECK-NEXT: [[SELECT3:%[a-z0-9_]+]] = arith.select [[B4]], [[CONSTANT2]], [[B5]] : f64
// CHECK-NEXT: linalg.yield [[SELECT3]] : f64
// CHECK-NEXT: } -> tensor<3xf64>
// CHECK-NEXT: return [[SELECT]], [[GENERIC]], [[GENERIC2]] : tensor<3xf64>, tensor<3xf64>, tensor<3xf64>
// CHECK-LABEL: func.func private @select_jvp(
// CHECK-SAME: [[A:%[a-z0-9_]+]]: tensor<3xi1>, [[A2:%[a-z0-9_]+]]: tensor<3xf64>, [[A3:%[a-z0-9_]+]]: tensor<3xf64>, [[A4:%[a-z0-9_]+]]: tensor<3xf64>, [[A5:%[a-z0-9_]+]]: tensor<3xf64>, [[A6:%[a-z0-9_]+]]: tensor<3xf64>)
// CHECK-NEXT: [[SELECT:%[a-z0-9_]+]] = linalg.select ins([[A]], [[A2]], [[A3]] : tensor<3xi1>, tensor<3xf64>, tensor<3xf64>) outs([[A4]] : tensor<3xf64>) -> tensor<3xf64>
// CHECK-NEXT: [[EMPTY:%[a-z0-9_]+]] = tensor.empty() : tensor<3xf64>
// CHECK-NEXT: [[GENERIC:%[a-z0-9_]+]] = linalg.generic {indexing_maps = [#[[$M0]], #[[$M0]], #[[$M0]], #[[$M0]]], iterator_types = ["parallel"]} ins([[A]], [[A5]], [[A6]] : tensor<3xi1>, tensor<3xf64>, tensor<3xf64>) outs([[EMPTY]] : tensor<3xf64>) {
// CHECK-NEXT: ^bb0([[B:%[a-z0-9_]+]]: i1, [[B2:%[a-z0-9_]+]]: f64, [[B3:%[a-z0-9_]+]]: f64, [[B4:%[a-z0-9_]+]]: f64):
// CHECK-NEXT: [[SELECT2:%[a-z0-9_]+]] = arith.select [[B]], [[B2]], [[B3]] : f64
// CHECK-NEXT: linalg.yield [[SELECT2]] : f64
// CHECK-NEXT: } -> tensor<3xf64>
// CHECK-NEXT: return [[SELECT]], [[GENERIC]] : tensor<3xf64>, tensor<3xf64>
func.func private @select(%p: tensor<3xi1>, %x: tensor<3xf64>, %z: tensor<3xf64>, %o: tensor<3xf64>) -> tensor<3xf64> {
  %y = linalg.select ins(%p, %x, %z : tensor<3xi1>, tensor<3xf64>, tensor<3xf64>) outs(%o : tensor<3xf64>) -> tensor<3xf64>
  return %y : tensor<3xf64>
}

func.func @of_select(%p: tensor<3xi1>, %x: tensor<3xf64>, %z: tensor<3xf64>, %o: tensor<3xf64>, %ct: tensor<3xf64>) {
  grad.jvp @select(%p, %x, %z, %o) tangents(%x, %z, %o)
    : (tensor<3xi1>, tensor<3xf64>, tensor<3xf64>, tensor<3xf64>, tensor<3xf64>, tensor<3xf64>, tensor<3xf64>) -> (tensor<3xf64>, tensor<3xf64>)
  grad.vjp @select(%p, %x, %z, %o) cotangents(%ct)
    : (tensor<3xi1>, tensor<3xf64>, tensor<3xf64>, tensor<3xf64>, tensor<3xf64>) -> (tensor<3xf64>, tensor<3xf64>, tensor<3xf64>, tensor<3xf64>)
  return
}
