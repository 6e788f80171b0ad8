// The derivatives of the named ops with one operand. The initial value is
// overwritten, so its cotangent is zero.
//
// RUN: sg-opt %s --grad-expand-derivatives | FileCheck %s

// CHECK-DAG: #[[$M0:map[0-9]*]] = affine_map<(d0) -> (d0)>{{$}}

// The result is kept, not recomputed.
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

// 1 - y^2.
// CHECK-LABEL: func.func private @tanh_vjp(
// CHECK-SAME: [[A:%[a-z0-9_]+]]: tensor<3xf64>, [[A2:%[a-z0-9_]+]]: tensor<3xf64>, [[A3:%[a-z0-9_]+]]: tensor<3xf64>)
// CHECK-NEXT: [[TANH:%[a-z0-9_]+]] = linalg.tanh ins([[A]] : tensor<3xf64>) outs([[A2]] : tensor<3xf64>) -> tensor<3xf64>
// CHECK-NEXT: [[EMPTY:%[a-z0-9_]+]] = tensor.empty() : tensor<3xf64>
// CHECK-NEXT: [[GENERIC:%[a-z0-9_]+]] = linalg.generic {indexing_maps = [#[[$M0]], #[[$M0]], #[[$M0]]], iterator_types = ["parallel"]} ins([[A3]], [[TANH]] : tensor<3xf64>, tensor<3xf64>) outs([[EMPTY]] : tensor<3xf64>) {
// CHECK-NEXT: ^bb0([[B:%[a-z0-9_]+]]: f64, [[B2:%[a-z0-9_]+]]: f64, [[B3:%[a-z0-9_]+]]: f64):
// CHECK-NEXT: [[CONSTANT:%[a-z0-9_]+]] = arith.constant 1.000000e+00 : f64
// CHECK-NEXT: [[MULF:%[a-z0-9_]+]] = arith.mulf [[B2]], [[B2]] : f64
// CHECK-NEXT: [[SUBF:%[a-z0-9_]+]] = arith.subf [[CONSTANT]], [[MULF]] : f64
// CHECK-NEXT: [[MULF2:%[a-z0-9_]+]] = arith.mulf [[B]], [[SUBF]] : f64
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
// CHECK-NEXT: [[MULF:%[a-z0-9_]+]] = arith.mulf [[B2]], [[B2]] : f64
// CHECK-NEXT: [[SUBF:%[a-z0-9_]+]] = arith.subf [[CONSTANT]], [[MULF]] : f64
// CHECK-NEXT: [[MULF2:%[a-z0-9_]+]] = arith.mulf [[B]], [[SUBF]] : f64
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
