// The derivatives of the named piecewise linear ops with one operand. The
// initial value is overwritten, so its cotangent is zero.
//
// RUN: sg-opt %s --grad-expand-derivatives | FileCheck %s

// CHECK-DAG: #[[$M0:map[0-9]*]] = affine_map<(d0) -> (d0)>{{$}}
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
