// What the derivatives of the named ops on one operand are. The initial value is
// overwritten: its cotangent is zero.
//
// RUN: sg-opt %s --grad-expand-derivatives | FileCheck %s

// CHECK-DAG: #[[$M0:map[0-9]*]] = affine_map<(d0) -> (d0)>{{$}}

// The result is kept, not computed again.
// CHECK-LABEL: func.func private @exp_vjp(
// CHECK-SAME: [[A:%[a-z0-9_]+]]: tensor<3xf64>, [[A2:%[a-z0-9_]+]]: tensor<3xf64>, [[A3:%[a-z0-9_]+]]: tensor<3xf64>)
// CHECK-NEXT: [[EXP:%[a-z0-9_]+]] = linalg.exp ins([[A]] : tensor<3xf64>) outs([[A2]] : tensor<3xf64>) -> tensor<3xf64>
// CHECK-NEXT: [[EMPTY:%[a-z0-9_]+]] = tensor.empty() : tensor<3xf64>
// CHECK-NEXT: [[GENERIC:%[a-z0-9_]+]] = linalg.generic {indexing_maps = [#[[$M0]], #[[$M0]], #[[$M0]]], iterator_types = ["parallel"]} ins([[A3]], [[EXP]] : tensor<3xf64>, tensor<3xf64>) outs([[EMPTY]] : tensor<3xf64>) {
// CHECK-NEXT: ^bb0([[B:%[a-z0-9_]+]]: f64, [[B2:%[a-z0-9_]+]]: f64, [[B3:%[a-z0-9_]+]]: f64):
// CHECK-NEXT: [[MULF:%[a-z0-9_]+]] = arith.mulf [[B]], [[B2]] : f64
// CHECK-NEXT: linalg.yield [[MULF]] : f64
// CHECK-NEXT: } -> tensor<3xf64>
// CHECK-NEXT: return [[EXP]], [[GENERIC]] : tensor<3xf64>, tensor<3xf64>
// CHECK-LABEL: func.func private @exp_jvp(
// CHECK-SAME: [[A:%[a-z0-9_]+]]: tensor<3xf64>, [[A2:%[a-z0-9_]+]]: tensor<3xf64>, [[A3:%[a-z0-9_]+]]: tensor<3xf64>)
// CHECK-NEXT: [[EXP:%[a-z0-9_]+]] = linalg.exp ins([[A]] : tensor<3xf64>) outs([[A2]] : tensor<3xf64>) -> tensor<3xf64>
// CHECK-NEXT: [[EMPTY:%[a-z0-9_]+]] = tensor.empty() : tensor<3xf64>
// CHECK-NEXT: [[GENERIC:%[a-z0-9_]+]] = linalg.generic {indexing_maps = [#[[$M0]], #[[$M0]], #[[$M0]]], iterator_types = ["parallel"]} ins([[A3]], [[EXP]] : tensor<3xf64>, tensor<3xf64>) outs([[EMPTY]] : tensor<3xf64>) {
// CHECK-NEXT: ^bb0([[B:%[a-z0-9_]+]]: f64, [[B2:%[a-z0-9_]+]]: f64, [[B3:%[a-z0-9_]+]]: f64):
// CHECK-NEXT: [[MULF:%[a-z0-9_]+]] = arith.mulf [[B]], [[B2]] : f64
// CHECK-NEXT: linalg.yield [[MULF]] : f64
// CHECK-NEXT: } -> tensor<3xf64>
// CHECK-NEXT: return [[EXP]], [[GENERIC]] : tensor<3xf64>, tensor<3xf64>
func.func private @exp(%x: tensor<3xf64>, %o: tensor<3xf64>) -> tensor<3xf64> {
  %y = linalg.exp ins(%x : tensor<3xf64>) outs(%o : tensor<3xf64>) -> tensor<3xf64>
  return %y : tensor<3xf64>
}
func.func @of_exp(%x: tensor<3xf64>, %o: tensor<3xf64>, %ct: tensor<3xf64>) {
  grad.jvp @exp(%x, %o) tangents(%x, %o)
    : (tensor<3xf64>, tensor<3xf64>, tensor<3xf64>, tensor<3xf64>) -> (tensor<3xf64>, tensor<3xf64>)
  grad.vjp @exp(%x, %o) cotangents(%ct)
    : (tensor<3xf64>, tensor<3xf64>, tensor<3xf64>) -> (tensor<3xf64>, tensor<3xf64>, tensor<3xf64>)
  return
}

// 1/x.
// CHECK-LABEL: func.func private @log_vjp(
// CHECK-SAME: [[A:%[a-z0-9_]+]]: tensor<3xf64>, [[A2:%[a-z0-9_]+]]: tensor<3xf64>, [[A3:%[a-z0-9_]+]]: tensor<3xf64>)
// CHECK-NEXT: [[LOG:%[a-z0-9_]+]] = linalg.log ins([[A]] : tensor<3xf64>) outs([[A2]] : tensor<3xf64>) -> tensor<3xf64>
// CHECK-NEXT: [[EMPTY:%[a-z0-9_]+]] = tensor.empty() : tensor<3xf64>
// CHECK-NEXT: [[GENERIC:%[a-z0-9_]+]] = linalg.generic {indexing_maps = [#[[$M0]], #[[$M0]], #[[$M0]]], iterator_types = ["parallel"]} ins([[A]], [[A3]] : tensor<3xf64>, tensor<3xf64>) outs([[EMPTY]] : tensor<3xf64>) {
// CHECK-NEXT: ^bb0([[B:%[a-z0-9_]+]]: f64, [[B2:%[a-z0-9_]+]]: f64, [[B3:%[a-z0-9_]+]]: f64):
// CHECK-NEXT: [[DIVF:%[a-z0-9_]+]] = arith.divf [[B2]], [[B]] : f64
// CHECK-NEXT: linalg.yield [[DIVF]] : f64
// CHECK-NEXT: } -> tensor<3xf64>
// CHECK-NEXT: return [[LOG]], [[GENERIC]] : tensor<3xf64>, tensor<3xf64>
// CHECK-LABEL: func.func private @log_jvp(
// CHECK-SAME: [[A:%[a-z0-9_]+]]: tensor<3xf64>, [[A2:%[a-z0-9_]+]]: tensor<3xf64>, [[A3:%[a-z0-9_]+]]: tensor<3xf64>)
// CHECK-NEXT: [[LOG:%[a-z0-9_]+]] = linalg.log ins([[A]] : tensor<3xf64>) outs([[A2]] : tensor<3xf64>) -> tensor<3xf64>
// CHECK-NEXT: [[EMPTY:%[a-z0-9_]+]] = tensor.empty() : tensor<3xf64>
// CHECK-NEXT: [[GENERIC:%[a-z0-9_]+]] = linalg.generic {indexing_maps = [#[[$M0]], #[[$M0]], #[[$M0]]], iterator_types = ["parallel"]} ins([[A]], [[A3]] : tensor<3xf64>, tensor<3xf64>) outs([[EMPTY]] : tensor<3xf64>) {
// CHECK-NEXT: ^bb0([[B:%[a-z0-9_]+]]: f64, [[B2:%[a-z0-9_]+]]: f64, [[B3:%[a-z0-9_]+]]: f64):
// CHECK-NEXT: [[DIVF:%[a-z0-9_]+]] = arith.divf [[B2]], [[B]] : f64
// CHECK-NEXT: linalg.yield [[DIVF]] : f64
// CHECK-NEXT: } -> tensor<3xf64>
// CHECK-NEXT: return [[LOG]], [[GENERIC]] : tensor<3xf64>, tensor<3xf64>
func.func private @log(%x: tensor<3xf64>, %o: tensor<3xf64>) -> tensor<3xf64> {
  %y = linalg.log ins(%x : tensor<3xf64>) outs(%o : tensor<3xf64>) -> tensor<3xf64>
  return %y : tensor<3xf64>
}
func.func @of_log(%x: tensor<3xf64>, %o: tensor<3xf64>, %ct: tensor<3xf64>) {
  grad.jvp @log(%x, %o) tangents(%x, %o)
    : (tensor<3xf64>, tensor<3xf64>, tensor<3xf64>, tensor<3xf64>) -> (tensor<3xf64>, tensor<3xf64>)
  grad.vjp @log(%x, %o) cotangents(%ct)
    : (tensor<3xf64>, tensor<3xf64>, tensor<3xf64>) -> (tensor<3xf64>, tensor<3xf64>, tensor<3xf64>)
  return
}

// The sign of x.
// CHECK-LABEL: func.func private @abs_vjp(
// CHECK-SAME: [[A:%[a-z0-9_]+]]: tensor<3xf64>, [[A2:%[a-z0-9_]+]]: tensor<3xf64>, [[A3:%[a-z0-9_]+]]: tensor<3xf64>)
// CHECK-NEXT: [[ABS:%[a-z0-9_]+]] = linalg.abs ins([[A]] : tensor<3xf64>) outs([[A2]] : tensor<3xf64>) -> tensor<3xf64>
// CHECK-NEXT: [[EMPTY:%[a-z0-9_]+]] = tensor.empty() : tensor<3xf64>
// CHECK-NEXT: [[GENERIC:%[a-z0-9_]+]] = linalg.generic {indexing_maps = [#[[$M0]], #[[$M0]], #[[$M0]]], iterator_types = ["parallel"]} ins([[A]], [[A3]] : tensor<3xf64>, tensor<3xf64>) outs([[EMPTY]] : tensor<3xf64>) {
// CHECK-NEXT: ^bb0([[B:%[a-z0-9_]+]]: f64, [[B2:%[a-z0-9_]+]]: f64, [[B3:%[a-z0-9_]+]]: f64):
// CHECK-NEXT: [[CONSTANT:%[a-z0-9_]+]] = arith.constant 0.000000e+00 : f64
// CHECK-NEXT: [[CMPF:%[a-z0-9_]+]] = arith.cmpf ogt, [[B]], [[CONSTANT]] : f64
// CHECK-NEXT: [[CMPF2:%[a-z0-9_]+]] = arith.cmpf ogt, [[CONSTANT]], [[B]] : f64
// CHECK-NEXT: [[NEGF:%[a-z0-9_]+]] = arith.negf [[B2]] : f64
// CHECK-NEXT: [[SELECT:%[a-z0-9_]+]] = arith.select [[CMPF2]], [[NEGF]], [[CONSTANT]] : f64
// CHECK-NEXT: [[SELECT2:%[a-z0-9_]+]] = arith.select [[CMPF]], [[B2]], [[SELECT]] : f64
// CHECK-NEXT: linalg.yield [[SELECT2]] : f64
// CHECK-NEXT: } -> tensor<3xf64>
// CHECK-NEXT: return [[ABS]], [[GENERIC]] : tensor<3xf64>, tensor<3xf64>
// CHECK-LABEL: func.func private @abs_jvp(
// CHECK-SAME: [[A:%[a-z0-9_]+]]: tensor<3xf64>, [[A2:%[a-z0-9_]+]]: tensor<3xf64>, [[A3:%[a-z0-9_]+]]: tensor<3xf64>)
// CHECK-NEXT: [[ABS:%[a-z0-9_]+]] = linalg.abs ins([[A]] : tensor<3xf64>) outs([[A2]] : tensor<3xf64>) -> tensor<3xf64>
// CHECK-NEXT: [[EMPTY:%[a-z0-9_]+]] = tensor.empty() : tensor<3xf64>
// CHECK-NEXT: [[GENERIC:%[a-z0-9_]+]] = linalg.generic {indexing_maps = [#[[$M0]], #[[$M0]], #[[$M0]]], iterator_types = ["parallel"]} ins([[A]], [[A3]] : tensor<3xf64>, tensor<3xf64>) outs([[EMPTY]] : tensor<3xf64>) {
// CHECK-NEXT: ^bb0([[B:%[a-z0-9_]+]]: f64, [[B2:%[a-z0-9_]+]]: f64, [[B3:%[a-z0-9_]+]]: f64):
// CHECK-NEXT: [[CONSTANT:%[a-z0-9_]+]] = arith.constant 0.000000e+00 : f64
// CHECK-NEXT: [[CMPF:%[a-z0-9_]+]] = arith.cmpf ogt, [[B]], [[CONSTANT]] : f64
// CHECK-NEXT: [[CMPF2:%[a-z0-9_]+]] = arith.cmpf ogt, [[CONSTANT]], [[B]] : f64
// CHECK-NEXT: [[NEGF:%[a-z0-9_]+]] = arith.negf [[B2]] : f64
// CHECK-NEXT: [[SELECT:%[a-z0-9_]+]] = arith.select [[CMPF2]], [[NEGF]], [[CONSTANT]] : f64
// CHECK-NEXT: [[SELECT2:%[a-z0-9_]+]] = arith.select [[CMPF]], [[B2]], [[SELECT]] : f64
// CHECK-NEXT: linalg.yield [[SELECT2]] : f64
// CHECK-NEXT: } -> tensor<3xf64>
// CHECK-NEXT: return [[ABS]], [[GENERIC]] : tensor<3xf64>, tensor<3xf64>
func.func private @abs(%x: tensor<3xf64>, %o: tensor<3xf64>) -> tensor<3xf64> {
  %y = linalg.abs ins(%x : tensor<3xf64>) outs(%o : tensor<3xf64>) -> tensor<3xf64>
  return %y : tensor<3xf64>
}
func.func @of_abs(%x: tensor<3xf64>, %o: tensor<3xf64>, %ct: tensor<3xf64>) {
  grad.jvp @abs(%x, %o) tangents(%x, %o)
    : (tensor<3xf64>, tensor<3xf64>, tensor<3xf64>, tensor<3xf64>) -> (tensor<3xf64>, tensor<3xf64>)
  grad.vjp @abs(%x, %o) cotangents(%ct)
    : (tensor<3xf64>, tensor<3xf64>, tensor<3xf64>) -> (tensor<3xf64>, tensor<3xf64>, tensor<3xf64>)
  return
}

// Zero everywhere.
// CHECK-LABEL: func.func private @ceil_vjp(
// CHECK-SAME: [[A:%[a-z0-9_]+]]: tensor<3xf64>, [[A2:%[a-z0-9_]+]]: tensor<3xf64>, [[A3:%[a-z0-9_]+]]: tensor<3xf64>)
// CHECK-NEXT: [[CEIL:%[a-z0-9_]+]] = linalg.ceil ins([[A]] : tensor<3xf64>) outs([[A2]] : tensor<3xf64>) -> tensor<3xf64>
// CHECK-NEXT: return [[CEIL]] : tensor<3xf64>
// CHECK-LABEL: func.func private @ceil_jvp(
// CHECK-SAME: [[A:%[a-z0-9_]+]]: tensor<3xf64>, [[A2:%[a-z0-9_]+]]: tensor<3xf64>)
// CHECK-NEXT: [[CEIL:%[a-z0-9_]+]] = linalg.ceil ins([[A]] : tensor<3xf64>) outs([[A2]] : tensor<3xf64>) -> tensor<3xf64>
// CHECK-NEXT: return [[CEIL]] : tensor<3xf64>
func.func private @ceil(%x: tensor<3xf64>, %o: tensor<3xf64>) -> tensor<3xf64> {
  %y = linalg.ceil ins(%x : tensor<3xf64>) outs(%o : tensor<3xf64>) -> tensor<3xf64>
  return %y : tensor<3xf64>
}
func.func @of_ceil(%x: tensor<3xf64>, %o: tensor<3xf64>, %ct: tensor<3xf64>) {
  grad.jvp @ceil(%x, %o) tangents(%x, %o)
    : (tensor<3xf64>, tensor<3xf64>, tensor<3xf64>, tensor<3xf64>) -> (tensor<3xf64>, tensor<3xf64>)
  grad.vjp @ceil(%x, %o) cotangents(%ct)
    : (tensor<3xf64>, tensor<3xf64>, tensor<3xf64>) -> (tensor<3xf64>, tensor<3xf64>, tensor<3xf64>)
  return
}

// Zero everywhere.
// CHECK-LABEL: func.func private @floor_vjp(
// CHECK-SAME: [[A:%[a-z0-9_]+]]: tensor<3xf64>, [[A2:%[a-z0-9_]+]]: tensor<3xf64>, [[A3:%[a-z0-9_]+]]: tensor<3xf64>)
// CHECK-NEXT: [[FLOOR:%[a-z0-9_]+]] = linalg.floor ins([[A]] : tensor<3xf64>) outs([[A2]] : tensor<3xf64>) -> tensor<3xf64>
// CHECK-NEXT: return [[FLOOR]] : tensor<3xf64>
// CHECK-LABEL: func.func private @floor_jvp(
// CHECK-SAME: [[A:%[a-z0-9_]+]]: tensor<3xf64>, [[A2:%[a-z0-9_]+]]: tensor<3xf64>)
// CHECK-NEXT: [[FLOOR:%[a-z0-9_]+]] = linalg.floor ins([[A]] : tensor<3xf64>) outs([[A2]] : tensor<3xf64>) -> tensor<3xf64>
// CHECK-NEXT: return [[FLOOR]] : tensor<3xf64>
func.func private @floor(%x: tensor<3xf64>, %o: tensor<3xf64>) -> tensor<3xf64> {
  %y = linalg.floor ins(%x : tensor<3xf64>) outs(%o : tensor<3xf64>) -> tensor<3xf64>
  return %y : tensor<3xf64>
}
func.func @of_floor(%x: tensor<3xf64>, %o: tensor<3xf64>, %ct: tensor<3xf64>) {
  grad.jvp @floor(%x, %o) tangents(%x, %o)
    : (tensor<3xf64>, tensor<3xf64>, tensor<3xf64>, tensor<3xf64>) -> (tensor<3xf64>, tensor<3xf64>)
  grad.vjp @floor(%x, %o) cotangents(%ct)
    : (tensor<3xf64>, tensor<3xf64>, tensor<3xf64>) -> (tensor<3xf64>, tensor<3xf64>, tensor<3xf64>)
  return
}

// Zero everywhere.
// CHECK-LABEL: func.func private @round_vjp(
// CHECK-SAME: [[A:%[a-z0-9_]+]]: tensor<3xf64>, [[A2:%[a-z0-9_]+]]: tensor<3xf64>, [[A3:%[a-z0-9_]+]]: tensor<3xf64>)
// CHECK-NEXT: [[ROUND:%[a-z0-9_]+]] = linalg.round ins([[A]] : tensor<3xf64>) outs([[A2]] : tensor<3xf64>) -> tensor<3xf64>
// CHECK-NEXT: return [[ROUND]] : tensor<3xf64>
// CHECK-LABEL: func.func private @round_jvp(
// CHECK-SAME: [[A:%[a-z0-9_]+]]: tensor<3xf64>, [[A2:%[a-z0-9_]+]]: tensor<3xf64>)
// CHECK-NEXT: [[ROUND:%[a-z0-9_]+]] = linalg.round ins([[A]] : tensor<3xf64>) outs([[A2]] : tensor<3xf64>) -> tensor<3xf64>
// CHECK-NEXT: return [[ROUND]] : tensor<3xf64>
func.func private @round(%x: tensor<3xf64>, %o: tensor<3xf64>) -> tensor<3xf64> {
  %y = linalg.round ins(%x : tensor<3xf64>) outs(%o : tensor<3xf64>) -> tensor<3xf64>
  return %y : tensor<3xf64>
}
func.func @of_round(%x: tensor<3xf64>, %o: tensor<3xf64>, %ct: tensor<3xf64>) {
  grad.jvp @round(%x, %o) tangents(%x, %o)
    : (tensor<3xf64>, tensor<3xf64>, tensor<3xf64>, tensor<3xf64>) -> (tensor<3xf64>, tensor<3xf64>)
  grad.vjp @round(%x, %o) cotangents(%ct)
    : (tensor<3xf64>, tensor<3xf64>, tensor<3xf64>) -> (tensor<3xf64>, tensor<3xf64>, tensor<3xf64>)
  return
}

// -1.
// CHECK-LABEL: func.func private @negf_vjp(
// CHECK-SAME: [[A:%[a-z0-9_]+]]: tensor<3xf64>, [[A2:%[a-z0-9_]+]]: tensor<3xf64>, [[A3:%[a-z0-9_]+]]: tensor<3xf64>)
// CHECK-NEXT: [[NEGF:%[a-z0-9_]+]] = linalg.negf ins([[A]] : tensor<3xf64>) outs([[A2]] : tensor<3xf64>) -> tensor<3xf64>
// CHECK-NEXT: [[EMPTY:%[a-z0-9_]+]] = tensor.empty() : tensor<3xf64>
// CHECK-NEXT: [[GENERIC:%[a-z0-9_]+]] = linalg.generic {indexing_maps = [#[[$M0]], #[[$M0]]], iterator_types = ["parallel"]} ins([[A3]] : tensor<3xf64>) outs([[EMPTY]] : tensor<3xf64>) {
// CHECK-NEXT: ^bb0([[B:%[a-z0-9_]+]]: f64, [[B2:%[a-z0-9_]+]]: f64):
// CHECK-NEXT: [[NEGF2:%[a-z0-9_]+]] = arith.negf [[B]] : f64
// CHECK-NEXT: linalg.yield [[NEGF2]] : f64
// CHECK-NEXT: } -> tensor<3xf64>
// CHECK-NEXT: return [[NEGF]], [[GENERIC]] : tensor<3xf64>, tensor<3xf64>
// CHECK-LABEL: func.func private @negf_jvp(
// CHECK-SAME: [[A:%[a-z0-9_]+]]: tensor<3xf64>, [[A2:%[a-z0-9_]+]]: tensor<3xf64>, [[A3:%[a-z0-9_]+]]: tensor<3xf64>)
// CHECK-NEXT: [[NEGF:%[a-z0-9_]+]] = linalg.negf ins([[A]] : tensor<3xf64>) outs([[A2]] : tensor<3xf64>) -> tensor<3xf64>
// CHECK-NEXT: [[EMPTY:%[a-z0-9_]+]] = tensor.empty() : tensor<3xf64>
// CHECK-NEXT: [[GENERIC:%[a-z0-9_]+]] = linalg.generic {indexing_maps = [#[[$M0]], #[[$M0]]], iterator_types = ["parallel"]} ins([[A3]] : tensor<3xf64>) outs([[EMPTY]] : tensor<3xf64>) {
// CHECK-NEXT: ^bb0([[B:%[a-z0-9_]+]]: f64, [[B2:%[a-z0-9_]+]]: f64):
// CHECK-NEXT: [[NEGF2:%[a-z0-9_]+]] = arith.negf [[B]] : f64
// CHECK-NEXT: linalg.yield [[NEGF2]] : f64
// CHECK-NEXT: } -> tensor<3xf64>
// CHECK-NEXT: return [[NEGF]], [[GENERIC]] : tensor<3xf64>, tensor<3xf64>
func.func private @negf(%x: tensor<3xf64>, %o: tensor<3xf64>) -> tensor<3xf64> {
  %y = linalg.negf ins(%x : tensor<3xf64>) outs(%o : tensor<3xf64>) -> tensor<3xf64>
  return %y : tensor<3xf64>
}
func.func @of_negf(%x: tensor<3xf64>, %o: tensor<3xf64>, %ct: tensor<3xf64>) {
  grad.jvp @negf(%x, %o) tangents(%x, %o)
    : (tensor<3xf64>, tensor<3xf64>, tensor<3xf64>, tensor<3xf64>) -> (tensor<3xf64>, tensor<3xf64>)
  grad.vjp @negf(%x, %o) cotangents(%ct)
    : (tensor<3xf64>, tensor<3xf64>, tensor<3xf64>) -> (tensor<3xf64>, tensor<3xf64>, tensor<3xf64>)
  return
}

// -y^2.
// CHECK-LABEL: func.func private @reciprocal_vjp(
// CHECK-SAME: [[A:%[a-z0-9_]+]]: tensor<3xf64>, [[A2:%[a-z0-9_]+]]: tensor<3xf64>, [[A3:%[a-z0-9_]+]]: tensor<3xf64>)
// CHECK-NEXT: [[RECIPROCAL:%[a-z0-9_]+]] = linalg.reciprocal ins([[A]] : tensor<3xf64>) outs([[A2]] : tensor<3xf64>) -> tensor<3xf64>
// CHECK-NEXT: [[EMPTY:%[a-z0-9_]+]] = tensor.empty() : tensor<3xf64>
// CHECK-NEXT: [[GENERIC:%[a-z0-9_]+]] = linalg.generic {indexing_maps = [#[[$M0]], #[[$M0]], #[[$M0]], #[[$M0]]], iterator_types = ["parallel"]} ins([[A]], [[A3]], [[RECIPROCAL]] : tensor<3xf64>, tensor<3xf64>, tensor<3xf64>) outs([[EMPTY]] : tensor<3xf64>) {
// CHECK-NEXT: ^bb0([[B:%[a-z0-9_]+]]: f64, [[B2:%[a-z0-9_]+]]: f64, [[B3:%[a-z0-9_]+]]: f64, [[B4:%[a-z0-9_]+]]: f64):
// CHECK-NEXT: [[DIVF:%[a-z0-9_]+]] = arith.divf [[B3]], [[B]] : f64
// CHECK-NEXT: [[MULF:%[a-z0-9_]+]] = arith.mulf [[B2]], [[DIVF]] : f64
// CHECK-NEXT: [[NEGF:%[a-z0-9_]+]] = arith.negf [[MULF]] : f64
// CHECK-NEXT: linalg.yield [[NEGF]] : f64
// CHECK-NEXT: } -> tensor<3xf64>
// CHECK-NEXT: return [[RECIPROCAL]], [[GENERIC]] : tensor<3xf64>, tensor<3xf64>
// CHECK-LABEL: func.func private @reciprocal_jvp(
// CHECK-SAME: [[A:%[a-z0-9_]+]]: tensor<3xf64>, [[A2:%[a-z0-9_]+]]: tensor<3xf64>, [[A3:%[a-z0-9_]+]]: tensor<3xf64>)
// CHECK-NEXT: [[RECIPROCAL:%[a-z0-9_]+]] = linalg.reciprocal ins([[A]] : tensor<3xf64>) outs([[A2]] : tensor<3xf64>) -> tensor<3xf64>
// CHECK-NEXT: [[EMPTY:%[a-z0-9_]+]] = tensor.empty() : tensor<3xf64>
// CHECK-NEXT: [[GENERIC:%[a-z0-9_]+]] = linalg.generic {indexing_maps = [#[[$M0]], #[[$M0]], #[[$M0]], #[[$M0]]], iterator_types = ["parallel"]} ins([[A]], [[A3]], [[RECIPROCAL]] : tensor<3xf64>, tensor<3xf64>, tensor<3xf64>) outs([[EMPTY]] : tensor<3xf64>) {
// CHECK-NEXT: ^bb0([[B:%[a-z0-9_]+]]: f64, [[B2:%[a-z0-9_]+]]: f64, [[B3:%[a-z0-9_]+]]: f64, [[B4:%[a-z0-9_]+]]: f64):
// CHECK-NEXT: [[DIVF:%[a-z0-9_]+]] = arith.divf [[B3]], [[B]] : f64
// CHECK-NEXT: [[MULF:%[a-z0-9_]+]] = arith.mulf [[B2]], [[DIVF]] : f64
// CHECK-NEXT: [[NEGF:%[a-z0-9_]+]] = arith.negf [[MULF]] : f64
// CHECK-NEXT: linalg.yield [[NEGF]] : f64
// CHECK-NEXT: } -> tensor<3xf64>
// CHECK-NEXT: return [[RECIPROCAL]], [[GENERIC]] : tensor<3xf64>, tensor<3xf64>
func.func private @reciprocal(%x: tensor<3xf64>, %o: tensor<3xf64>) -> tensor<3xf64> {
  %y = linalg.reciprocal ins(%x : tensor<3xf64>) outs(%o : tensor<3xf64>) -> tensor<3xf64>
  return %y : tensor<3xf64>
}
func.func @of_reciprocal(%x: tensor<3xf64>, %o: tensor<3xf64>, %ct: tensor<3xf64>) {
  grad.jvp @reciprocal(%x, %o) tangents(%x, %o)
    : (tensor<3xf64>, tensor<3xf64>, tensor<3xf64>, tensor<3xf64>) -> (tensor<3xf64>, tensor<3xf64>)
  grad.vjp @reciprocal(%x, %o) cotangents(%ct)
    : (tensor<3xf64>, tensor<3xf64>, tensor<3xf64>) -> (tensor<3xf64>, tensor<3xf64>, tensor<3xf64>)
  return
}

// 1/2y.
// CHECK-LABEL: func.func private @sqrt_vjp(
// CHECK-SAME: [[A:%[a-z0-9_]+]]: tensor<3xf64>, [[A2:%[a-z0-9_]+]]: tensor<3xf64>, [[A3:%[a-z0-9_]+]]: tensor<3xf64>)
// CHECK-NEXT: [[SQRT:%[a-z0-9_]+]] = linalg.sqrt ins([[A]] : tensor<3xf64>) outs([[A2]] : tensor<3xf64>) -> tensor<3xf64>
// CHECK-NEXT: [[EMPTY:%[a-z0-9_]+]] = tensor.empty() : tensor<3xf64>
// CHECK-NEXT: [[GENERIC:%[a-z0-9_]+]] = linalg.generic {indexing_maps = [#[[$M0]], #[[$M0]], #[[$M0]]], iterator_types = ["parallel"]} ins([[A3]], [[SQRT]] : tensor<3xf64>, tensor<3xf64>) outs([[EMPTY]] : tensor<3xf64>) {
// CHECK-NEXT: ^bb0([[B:%[a-z0-9_]+]]: f64, [[B2:%[a-z0-9_]+]]: f64, [[B3:%[a-z0-9_]+]]: f64):
// CHECK-NEXT: [[CONSTANT:%[a-z0-9_]+]] = arith.constant 5.000000e-01 : f64
// CHECK-NEXT: [[DIVF:%[a-z0-9_]+]] = arith.divf [[CONSTANT]], [[B2]] : f64
// CHECK-NEXT: [[MULF:%[a-z0-9_]+]] = arith.mulf [[B]], [[DIVF]] : f64
// CHECK-NEXT: linalg.yield [[MULF]] : f64
// CHECK-NEXT: } -> tensor<3xf64>
// CHECK-NEXT: return [[SQRT]], [[GENERIC]] : tensor<3xf64>, tensor<3xf64>
// CHECK-LABEL: func.func private @sqrt_jvp(
// CHECK-SAME: [[A:%[a-z0-9_]+]]: tensor<3xf64>, [[A2:%[a-z0-9_]+]]: tensor<3xf64>, [[A3:%[a-z0-9_]+]]: tensor<3xf64>)
// CHECK-NEXT: [[SQRT:%[a-z0-9_]+]] = linalg.sqrt ins([[A]] : tensor<3xf64>) outs([[A2]] : tensor<3xf64>) -> tensor<3xf64>
// CHECK-NEXT: [[EMPTY:%[a-z0-9_]+]] = tensor.empty() : tensor<3xf64>
// CHECK-NEXT: [[GENERIC:%[a-z0-9_]+]] = linalg.generic {indexing_maps = [#[[$M0]], #[[$M0]], #[[$M0]]], iterator_types = ["parallel"]} ins([[A3]], [[SQRT]] : tensor<3xf64>, tensor<3xf64>) outs([[EMPTY]] : tensor<3xf64>) {
// CHECK-NEXT: ^bb0([[B:%[a-z0-9_]+]]: f64, [[B2:%[a-z0-9_]+]]: f64, [[B3:%[a-z0-9_]+]]: f64):
// CHECK-NEXT: [[CONSTANT:%[a-z0-9_]+]] = arith.constant 5.000000e-01 : f64
// CHECK-NEXT: [[DIVF:%[a-z0-9_]+]] = arith.divf [[CONSTANT]], [[B2]] : f64
// CHECK-NEXT: [[MULF:%[a-z0-9_]+]] = arith.mulf [[B]], [[DIVF]] : f64
// CHECK-NEXT: linalg.yield [[MULF]] : f64
// CHECK-NEXT: } -> tensor<3xf64>
// CHECK-NEXT: return [[SQRT]], [[GENERIC]] : tensor<3xf64>, tensor<3xf64>
func.func private @sqrt(%x: tensor<3xf64>, %o: tensor<3xf64>) -> tensor<3xf64> {
  %y = linalg.sqrt ins(%x : tensor<3xf64>) outs(%o : tensor<3xf64>) -> tensor<3xf64>
  return %y : tensor<3xf64>
}
func.func @of_sqrt(%x: tensor<3xf64>, %o: tensor<3xf64>, %ct: tensor<3xf64>) {
  grad.jvp @sqrt(%x, %o) tangents(%x, %o)
    : (tensor<3xf64>, tensor<3xf64>, tensor<3xf64>, tensor<3xf64>) -> (tensor<3xf64>, tensor<3xf64>)
  grad.vjp @sqrt(%x, %o) cotangents(%ct)
    : (tensor<3xf64>, tensor<3xf64>, tensor<3xf64>) -> (tensor<3xf64>, tensor<3xf64>, tensor<3xf64>)
  return
}

// -y/2x.
// CHECK-LABEL: func.func private @rsqrt_vjp(
// CHECK-SAME: [[A:%[a-z0-9_]+]]: tensor<3xf64>, [[A2:%[a-z0-9_]+]]: tensor<3xf64>, [[A3:%[a-z0-9_]+]]: tensor<3xf64>)
// CHECK-NEXT: [[RSQRT:%[a-z0-9_]+]] = linalg.rsqrt ins([[A]] : tensor<3xf64>) outs([[A2]] : tensor<3xf64>) -> tensor<3xf64>
// CHECK-NEXT: [[EMPTY:%[a-z0-9_]+]] = tensor.empty() : tensor<3xf64>
// CHECK-NEXT: [[GENERIC:%[a-z0-9_]+]] = linalg.generic {indexing_maps = [#[[$M0]], #[[$M0]], #[[$M0]], #[[$M0]]], iterator_types = ["parallel"]} ins([[A]], [[A3]], [[RSQRT]] : tensor<3xf64>, tensor<3xf64>, tensor<3xf64>) outs([[EMPTY]] : tensor<3xf64>) {
// CHECK-NEXT: ^bb0([[B:%[a-z0-9_]+]]: f64, [[B2:%[a-z0-9_]+]]: f64, [[B3:%[a-z0-9_]+]]: f64, [[B4:%[a-z0-9_]+]]: f64):
// CHECK-NEXT: [[CONSTANT:%[a-z0-9_]+]] = arith.constant -5.000000e-01 : f64
// CHECK-NEXT: [[DIVF:%[a-z0-9_]+]] = arith.divf [[B3]], [[B]] : f64
// CHECK-NEXT: [[MULF:%[a-z0-9_]+]] = arith.mulf [[CONSTANT]], [[DIVF]] : f64
// CHECK-NEXT: [[MULF2:%[a-z0-9_]+]] = arith.mulf [[B2]], [[MULF]] : f64
// CHECK-NEXT: linalg.yield [[MULF2]] : f64
// CHECK-NEXT: } -> tensor<3xf64>
// CHECK-NEXT: return [[RSQRT]], [[GENERIC]] : tensor<3xf64>, tensor<3xf64>
// CHECK-LABEL: func.func private @rsqrt_jvp(
// CHECK-SAME: [[A:%[a-z0-9_]+]]: tensor<3xf64>, [[A2:%[a-z0-9_]+]]: tensor<3xf64>, [[A3:%[a-z0-9_]+]]: tensor<3xf64>)
// CHECK-NEXT: [[RSQRT:%[a-z0-9_]+]] = linalg.rsqrt ins([[A]] : tensor<3xf64>) outs([[A2]] : tensor<3xf64>) -> tensor<3xf64>
// CHECK-NEXT: [[EMPTY:%[a-z0-9_]+]] = tensor.empty() : tensor<3xf64>
// CHECK-NEXT: [[GENERIC:%[a-z0-9_]+]] = linalg.generic {indexing_maps = [#[[$M0]], #[[$M0]], #[[$M0]], #[[$M0]]], iterator_types = ["parallel"]} ins([[A]], [[A3]], [[RSQRT]] : tensor<3xf64>, tensor<3xf64>, tensor<3xf64>) outs([[EMPTY]] : tensor<3xf64>) {
// CHECK-NEXT: ^bb0([[B:%[a-z0-9_]+]]: f64, [[B2:%[a-z0-9_]+]]: f64, [[B3:%[a-z0-9_]+]]: f64, [[B4:%[a-z0-9_]+]]: f64):
// CHECK-NEXT: [[CONSTANT:%[a-z0-9_]+]] = arith.constant -5.000000e-01 : f64
// CHECK-NEXT: [[DIVF:%[a-z0-9_]+]] = arith.divf [[B3]], [[B]] : f64
// CHECK-NEXT: [[MULF:%[a-z0-9_]+]] = arith.mulf [[CONSTANT]], [[DIVF]] : f64
// CHECK-NEXT: [[MULF2:%[a-z0-9_]+]] = arith.mulf [[B2]], [[MULF]] : f64
// CHECK-NEXT: linalg.yield [[MULF2]] : f64
// CHECK-NEXT: } -> tensor<3xf64>
// CHECK-NEXT: return [[RSQRT]], [[GENERIC]] : tensor<3xf64>, tensor<3xf64>
func.func private @rsqrt(%x: tensor<3xf64>, %o: tensor<3xf64>) -> tensor<3xf64> {
  %y = linalg.rsqrt ins(%x : tensor<3xf64>) outs(%o : tensor<3xf64>) -> tensor<3xf64>
  return %y : tensor<3xf64>
}
func.func @of_rsqrt(%x: tensor<3xf64>, %o: tensor<3xf64>, %ct: tensor<3xf64>) {
  grad.jvp @rsqrt(%x, %o) tangents(%x, %o)
    : (tensor<3xf64>, tensor<3xf64>, tensor<3xf64>, tensor<3xf64>) -> (tensor<3xf64>, tensor<3xf64>)
  grad.vjp @rsqrt(%x, %o) cotangents(%ct)
    : (tensor<3xf64>, tensor<3xf64>, tensor<3xf64>) -> (tensor<3xf64>, tensor<3xf64>, tensor<3xf64>)
  return
}

// 2x.
// CHECK-LABEL: func.func private @square_vjp(
// CHECK-SAME: [[A:%[a-z0-9_]+]]: tensor<3xf64>, [[A2:%[a-z0-9_]+]]: tensor<3xf64>, [[A3:%[a-z0-9_]+]]: tensor<3xf64>)
// CHECK-NEXT: [[SQUARE:%[a-z0-9_]+]] = linalg.square ins([[A]] : tensor<3xf64>) outs([[A2]] : tensor<3xf64>) -> tensor<3xf64>
// CHECK-NEXT: [[EMPTY:%[a-z0-9_]+]] = tensor.empty() : tensor<3xf64>
// CHECK-NEXT: [[GENERIC:%[a-z0-9_]+]] = linalg.generic {indexing_maps = [#[[$M0]], #[[$M0]], #[[$M0]]], iterator_types = ["parallel"]} ins([[A]], [[A3]] : tensor<3xf64>, tensor<3xf64>) outs([[EMPTY]] : tensor<3xf64>) {
// CHECK-NEXT: ^bb0([[B:%[a-z0-9_]+]]: f64, [[B2:%[a-z0-9_]+]]: f64, [[B3:%[a-z0-9_]+]]: f64):
// CHECK-NEXT: [[MULF:%[a-z0-9_]+]] = arith.mulf [[B2]], [[B]] : f64
// CHECK-NEXT: [[ADDF:%[a-z0-9_]+]] = arith.addf [[MULF]], [[MULF]] : f64
// CHECK-NEXT: linalg.yield [[ADDF]] : f64
// CHECK-NEXT: } -> tensor<3xf64>
// CHECK-NEXT: return [[SQUARE]], [[GENERIC]] : tensor<3xf64>, tensor<3xf64>
// CHECK-LABEL: func.func private @square_jvp(
// CHECK-SAME: [[A:%[a-z0-9_]+]]: tensor<3xf64>, [[A2:%[a-z0-9_]+]]: tensor<3xf64>, [[A3:%[a-z0-9_]+]]: tensor<3xf64>)
// CHECK-NEXT: [[SQUARE:%[a-z0-9_]+]] = linalg.square ins([[A]] : tensor<3xf64>) outs([[A2]] : tensor<3xf64>) -> tensor<3xf64>
// CHECK-NEXT: [[EMPTY:%[a-z0-9_]+]] = tensor.empty() : tensor<3xf64>
// CHECK-NEXT: [[GENERIC:%[a-z0-9_]+]] = linalg.generic {indexing_maps = [#[[$M0]], #[[$M0]], #[[$M0]]], iterator_types = ["parallel"]} ins([[A]], [[A3]] : tensor<3xf64>, tensor<3xf64>) outs([[EMPTY]] : tensor<3xf64>) {
// CHECK-NEXT: ^bb0([[B:%[a-z0-9_]+]]: f64, [[B2:%[a-z0-9_]+]]: f64, [[B3:%[a-z0-9_]+]]: f64):
// CHECK-NEXT: [[MULF:%[a-z0-9_]+]] = arith.mulf [[B2]], [[B]] : f64
// CHECK-NEXT: [[ADDF:%[a-z0-9_]+]] = arith.addf [[MULF]], [[MULF]] : f64
// CHECK-NEXT: linalg.yield [[ADDF]] : f64
// CHECK-NEXT: } -> tensor<3xf64>
// CHECK-NEXT: return [[SQUARE]], [[GENERIC]] : tensor<3xf64>, tensor<3xf64>
func.func private @square(%x: tensor<3xf64>, %o: tensor<3xf64>) -> tensor<3xf64> {
  %y = linalg.square ins(%x : tensor<3xf64>) outs(%o : tensor<3xf64>) -> tensor<3xf64>
  return %y : tensor<3xf64>
}
func.func @of_square(%x: tensor<3xf64>, %o: tensor<3xf64>, %ct: tensor<3xf64>) {
  grad.jvp @square(%x, %o) tangents(%x, %o)
    : (tensor<3xf64>, tensor<3xf64>, tensor<3xf64>, tensor<3xf64>) -> (tensor<3xf64>, tensor<3xf64>)
  grad.vjp @square(%x, %o) cotangents(%ct)
    : (tensor<3xf64>, tensor<3xf64>, tensor<3xf64>) -> (tensor<3xf64>, tensor<3xf64>, tensor<3xf64>)
  return
}

// 1 - y^2.
// CHECK-LABEL: func.func private @tanh_vjp(
// CHECK-SAME: [[A:%[a-z0-9_]+]]: tensor<3xf64>, [[A2:%[a-z0-9_]+]]: tensor<3xf64>, [[A3:%[a-z0-9_]+]]: tensor<3xf64>)
// CHECK-NEXT: [[TANH:%[a-z0-9_]+]] = linalg.tanh ins([[A]] : tensor<3xf64>) outs([[A2]] : tensor<3xf64>) -> tensor<3xf64>
// CHECK-NEXT: [[EMPTY:%[a-z0-9_]+]] = tensor.empty() : tensor<3xf64>
// CHECK-NEXT: [[GENERIC:%[a-z0-9_]+]] = linalg.generic {indexing_maps = [#[[$M0]], #[[$M0]], #[[$M0]]], iterator_types = ["parallel"]} ins([[A3]], [[TANH]] : tensor<3xf64>, tensor<3xf64>) outs([[EMPTY]] : tensor<3xf64>) {
// CHECK-NEXT: ^bb0([[B:%[a-z0-9_]+]]: f64, [[B2:%[a-z0-9_]+]]: f64, [[B3:%[a-z0-9_]+]]: f64):
// CHECK-NEXT: [[CONSTANT:%[a-z0-9_]+]] = arith.constant 1.000000e+00 : f64
// CHECK-NEXT: [[SUBF:%[a-z0-9_]+]] = arith.subf [[CONSTANT]], [[B2]] : f64
// CHECK-NEXT: [[ADDF:%[a-z0-9_]+]] = arith.addf [[CONSTANT]], [[B2]] : f64
// CHECK-NEXT: [[MULF:%[a-z0-9_]+]] = arith.mulf [[SUBF]], [[ADDF]] : f64
// CHECK-NEXT: [[MULF2:%[a-z0-9_]+]] = arith.mulf [[B]], [[MULF]] : f64
// CHECK-NEXT: linalg.yield [[MULF2]] : f64
// CHECK-NEXT: } -> tensor<3xf64>
// CHECK-NEXT: return [[TANH]], [[GENERIC]] : tensor<3xf64>, tensor<3xf64>
// CHECK-LABEL: func.func private @tanh_jvp(
// CHECK-SAME: [[A:%[a-z0-9_]+]]: tensor<3xf64>, [[A2:%[a-z0-9_]+]]: tensor<3xf64>, [[A3:%[a-z0-9_]+]]: tensor<3xf64>)
// CHECK-NEXT: [[TANH:%[a-z0-9_]+]] = linalg.tanh ins([[A]] : tensor<3xf64>) outs([[A2]] : tensor<3xf64>) -> tensor<3xf64>
// CHECK-NEXT: [[EMPTY:%[a-z0-9_]+]] = tensor.empty() : tensor<3xf64>
// CHECK-NEXT: [[GENERIC:%[a-z0-9_]+]] = linalg.generic {indexing_maps = [#[[$M0]], #[[$M0]], #[[$M0]]], iterator_types = ["parallel"]} ins([[A3]], [[TANH]] : tensor<3xf64>, tensor<3xf64>) outs([[EMPTY]] : tensor<3xf64>) {
// CHECK-NEXT: ^bb0([[B:%[a-z0-9_]+]]: f64, [[B2:%[a-z0-9_]+]]: f64, [[B3:%[a-z0-9_]+]]: f64):
// CHECK-NEXT: [[CONSTANT:%[a-z0-9_]+]] = arith.constant 1.000000e+00 : f64
// CHECK-NEXT: [[SUBF:%[a-z0-9_]+]] = arith.subf [[CONSTANT]], [[B2]] : f64
// CHECK-NEXT: [[ADDF:%[a-z0-9_]+]] = arith.addf [[CONSTANT]], [[B2]] : f64
// CHECK-NEXT: [[MULF:%[a-z0-9_]+]] = arith.mulf [[SUBF]], [[ADDF]] : f64
// CHECK-NEXT: [[MULF2:%[a-z0-9_]+]] = arith.mulf [[B]], [[MULF]] : f64
// CHECK-NEXT: linalg.yield [[MULF2]] : f64
// CHECK-NEXT: } -> tensor<3xf64>
// CHECK-NEXT: return [[TANH]], [[GENERIC]] : tensor<3xf64>, tensor<3xf64>
func.func private @tanh(%x: tensor<3xf64>, %o: tensor<3xf64>) -> tensor<3xf64> {
  %y = linalg.tanh ins(%x : tensor<3xf64>) outs(%o : tensor<3xf64>) -> tensor<3xf64>
  return %y : tensor<3xf64>
}
func.func @of_tanh(%x: tensor<3xf64>, %o: tensor<3xf64>, %ct: tensor<3xf64>) {
  grad.jvp @tanh(%x, %o) tangents(%x, %o)
    : (tensor<3xf64>, tensor<3xf64>, tensor<3xf64>, tensor<3xf64>) -> (tensor<3xf64>, tensor<3xf64>)
  grad.vjp @tanh(%x, %o) cotangents(%ct)
    : (tensor<3xf64>, tensor<3xf64>, tensor<3xf64>) -> (tensor<3xf64>, tensor<3xf64>, tensor<3xf64>)
  return
}

// A Gaussian.
// CHECK-LABEL: func.func private @erf_vjp(
// CHECK-SAME: [[A:%[a-z0-9_]+]]: tensor<3xf64>, [[A2:%[a-z0-9_]+]]: tensor<3xf64>, [[A3:%[a-z0-9_]+]]: tensor<3xf64>)
// CHECK-NEXT: [[ERF:%[a-z0-9_]+]] = linalg.erf ins([[A]] : tensor<3xf64>) outs([[A2]] : tensor<3xf64>) -> tensor<3xf64>
// CHECK-NEXT: [[EMPTY:%[a-z0-9_]+]] = tensor.empty() : tensor<3xf64>
// CHECK-NEXT: [[GENERIC:%[a-z0-9_]+]] = linalg.generic {indexing_maps = [#[[$M0]], #[[$M0]], #[[$M0]]], iterator_types = ["parallel"]} ins([[A]], [[A3]] : tensor<3xf64>, tensor<3xf64>) outs([[EMPTY]] : tensor<3xf64>) {
// CHECK-NEXT: ^bb0([[B:%[a-z0-9_]+]]: f64, [[B2:%[a-z0-9_]+]]: f64, [[B3:%[a-z0-9_]+]]: f64):
// CHECK-NEXT: [[CONSTANT:%[a-z0-9_]+]] = arith.constant 1.1283791670955126 : f64
// CHECK-NEXT: [[MULF:%[a-z0-9_]+]] = arith.mulf [[B]], [[B]] : f64
// CHECK-NEXT: [[NEGF:%[a-z0-9_]+]] = arith.negf [[MULF]] : f64
// CHECK-NEXT: [[EXP:%[a-z0-9_]+]] = math.exp [[NEGF]] : f64
// CHECK-NEXT: [[MULF2:%[a-z0-9_]+]] = arith.mulf [[CONSTANT]], [[EXP]] : f64
// CHECK-NEXT: [[MULF3:%[a-z0-9_]+]] = arith.mulf [[B2]], [[MULF2]] : f64
// CHECK-NEXT: linalg.yield [[MULF3]] : f64
// CHECK-NEXT: } -> tensor<3xf64>
// CHECK-NEXT: return [[ERF]], [[GENERIC]] : tensor<3xf64>, tensor<3xf64>
// CHECK-LABEL: func.func private @erf_jvp(
// CHECK-SAME: [[A:%[a-z0-9_]+]]: tensor<3xf64>, [[A2:%[a-z0-9_]+]]: tensor<3xf64>, [[A3:%[a-z0-9_]+]]: tensor<3xf64>)
// CHECK-NEXT: [[ERF:%[a-z0-9_]+]] = linalg.erf ins([[A]] : tensor<3xf64>) outs([[A2]] : tensor<3xf64>) -> tensor<3xf64>
// CHECK-NEXT: [[EMPTY:%[a-z0-9_]+]] = tensor.empty() : tensor<3xf64>
// CHECK-NEXT: [[GENERIC:%[a-z0-9_]+]] = linalg.generic {indexing_maps = [#[[$M0]], #[[$M0]], #[[$M0]]], iterator_types = ["parallel"]} ins([[A]], [[A3]] : tensor<3xf64>, tensor<3xf64>) outs([[EMPTY]] : tensor<3xf64>) {
// CHECK-NEXT: ^bb0([[B:%[a-z0-9_]+]]: f64, [[B2:%[a-z0-9_]+]]: f64, [[B3:%[a-z0-9_]+]]: f64):
// CHECK-NEXT: [[CONSTANT:%[a-z0-9_]+]] = arith.constant 1.1283791670955126 : f64
// CHECK-NEXT: [[MULF:%[a-z0-9_]+]] = arith.mulf [[B]], [[B]] : f64
// CHECK-NEXT: [[NEGF:%[a-z0-9_]+]] = arith.negf [[MULF]] : f64
// CHECK-NEXT: [[EXP:%[a-z0-9_]+]] = math.exp [[NEGF]] : f64
// CHECK-NEXT: [[MULF2:%[a-z0-9_]+]] = arith.mulf [[CONSTANT]], [[EXP]] : f64
// CHECK-NEXT: [[MULF3:%[a-z0-9_]+]] = arith.mulf [[B2]], [[MULF2]] : f64
// CHECK-NEXT: linalg.yield [[MULF3]] : f64
// CHECK-NEXT: } -> tensor<3xf64>
// CHECK-NEXT: return [[ERF]], [[GENERIC]] : tensor<3xf64>, tensor<3xf64>
func.func private @erf(%x: tensor<3xf64>, %o: tensor<3xf64>) -> tensor<3xf64> {
  %y = linalg.erf ins(%x : tensor<3xf64>) outs(%o : tensor<3xf64>) -> tensor<3xf64>
  return %y : tensor<3xf64>
}
func.func @of_erf(%x: tensor<3xf64>, %o: tensor<3xf64>, %ct: tensor<3xf64>) {
  grad.jvp @erf(%x, %o) tangents(%x, %o)
    : (tensor<3xf64>, tensor<3xf64>, tensor<3xf64>, tensor<3xf64>) -> (tensor<3xf64>, tensor<3xf64>)
  grad.vjp @erf(%x, %o) cotangents(%ct)
    : (tensor<3xf64>, tensor<3xf64>, tensor<3xf64>) -> (tensor<3xf64>, tensor<3xf64>, tensor<3xf64>)
  return
}
