// The derivatives of the named ops that move elements or apply a body to them.
//
// RUN: sg-opt %s --grad-expand-derivatives | FileCheck %s

// CHECK-DAG: #[[$M0:map[0-9]*]] = affine_map<(d0) -> (d0)>{{$}}
// CHECK-DAG: #[[$M1:map[0-9]*]] = affine_map<(d0) -> ()>{{$}}

// The cotangent of the fill value is the sum.
// CHECK-LABEL: func.func private @fill_vjp(
// CHECK-SAME: [[A:%[a-z0-9_]+]]: f64, [[A2:%[a-z0-9_]+]]: tensor<?xf64>, [[A3:%[a-z0-9_]+]]: tensor<?xf64>)
// CHECK-NEXT: [[FILL:%[a-z0-9_]+]] = linalg.fill ins([[A]] : f64) outs([[A2]] : tensor<?xf64>) -> tensor<?xf64>
// CHECK-NEXT: [[CONSTANT:%[a-z0-9_]+]] = arith.constant 0.000000e+00 : f64
// CHECK-NEXT: [[FROM_ELEMENTS:%[a-z0-9_]+]] = tensor.from_elements [[CONSTANT]] : tensor<f64>
// CHECK-NEXT: [[GENERIC:%[a-z0-9_]+]] = linalg.generic {indexing_maps = [#[[$M0]], #[[$M1]]], iterator_types = ["reduction"]} ins([[A3]] : tensor<?xf64>) outs([[FROM_ELEMENTS]] : tensor<f64>) {
// CHECK-NEXT: ^bb0([[B:%[a-z0-9_]+]]: f64, [[B2:%[a-z0-9_]+]]: f64):
// CHECK-NEXT: [[ADDF:%[a-z0-9_]+]] = arith.addf [[B2]], [[B]] : f64
// CHECK-NEXT: linalg.yield [[ADDF]] : f64
// CHECK-NEXT: } -> tensor<f64>
// CHECK-NEXT: [[EXTRACT:%[a-z0-9_]+]] = tensor.extract [[GENERIC]][] : tensor<f64>
// CHECK-NEXT: return [[FILL]], [[EXTRACT]] : tensor<?xf64>, f64
// CHECK-LABEL: func.func private @fill_jvp(
// CHECK-SAME: [[A:%[a-z0-9_]+]]: f64, [[A2:%[a-z0-9_]+]]: tensor<?xf64>, [[A3:%[a-z0-9_]+]]: f64)
// CHECK-NEXT: [[CONSTANT:%[a-z0-9_]+]] = arith.constant 0 : index
// CHECK-NEXT: [[DIM:%[a-z0-9_]+]] = tensor.dim [[A2]], [[CONSTANT]] : tensor<?xf64>
// CHECK-NEXT: [[FILL:%[a-z0-9_]+]] = linalg.fill ins([[A]] : f64) outs([[A2]] : tensor<?xf64>) -> tensor<?xf64>
// CHECK-NEXT: [[EMPTYDIM:%[a-z0-9_]+]] = tensor.empty([[DIM]]) : tensor<?xf64>
// CHECK-NEXT: [[FILL2:%[a-z0-9_]+]] = linalg.fill ins([[A3]] : f64) outs([[EMPTYDIM]] : tensor<?xf64>) -> tensor<?xf64>
// CHECK-NEXT: return [[FILL]], [[FILL2]] : tensor<?xf64>, tensor<?xf64>
func.func private @fill(%v: f64, %o: tensor<?xf64>) -> tensor<?xf64> {
  %y = linalg.fill ins(%v : f64) outs(%o : tensor<?xf64>) -> tensor<?xf64>
  return %y : tensor<?xf64>
}
func.func @of_fill(%v: f64, %o: tensor<?xf64>, %ct: tensor<?xf64>) {
  grad.jvp @fill(%v, %o) tangents(%v, %o)
    : (f64, tensor<?xf64>, f64, tensor<?xf64>) -> (tensor<?xf64>, tensor<?xf64>)
  grad.vjp @fill(%v, %o) cotangents(%ct)
    : (f64, tensor<?xf64>, tensor<?xf64>) -> (tensor<?xf64>, f64, tensor<?xf64>)
  return
}

// The elements are unchanged.
// CHECK-LABEL: func.func private @copy_vjp(
// CHECK-SAME: [[A:%[a-z0-9_]+]]: tensor<3xf64>, [[A2:%[a-z0-9_]+]]: tensor<3xf64>, [[A3:%[a-z0-9_]+]]: tensor<3xf64>)
// CHECK-NEXT: [[COPY:%[a-z0-9_]+]] = linalg.copy ins([[A]] : tensor<3xf64>) outs([[A2]] : tensor<3xf64>) -> tensor<3xf64>
// CHECK-NEXT: return [[COPY]], [[A3]] : tensor<3xf64>, tensor<3xf64>
// CHECK-LABEL: func.func private @copy_jvp(
// CHECK-SAME: [[A:%[a-z0-9_]+]]: tensor<3xf64>, [[A2:%[a-z0-9_]+]]: tensor<3xf64>, [[A3:%[a-z0-9_]+]]: tensor<3xf64>)
// CHECK-NEXT: [[COPY:%[a-z0-9_]+]] = linalg.copy ins([[A]] : tensor<3xf64>) outs([[A2]] : tensor<3xf64>) -> tensor<3xf64>
// CHECK-NEXT: [[EMPTY:%[a-z0-9_]+]] = tensor.empty() : tensor<3xf64>
// CHECK-NEXT: [[COPY2:%[a-z0-9_]+]] = linalg.copy ins([[A3]] : tensor<3xf64>) outs([[EMPTY]] : tensor<3xf64>) -> tensor<3xf64>
// CHECK-NEXT: return [[COPY]], [[COPY2]] : tensor<3xf64>, tensor<3xf64>
func.func private @copy(%x: tensor<3xf64>, %o: tensor<3xf64>) -> tensor<3xf64> {
  %y = linalg.copy ins(%x : tensor<3xf64>) outs(%o : tensor<3xf64>) -> tensor<3xf64>
  return %y : tensor<3xf64>
}
func.func @of_copy(%x: tensor<3xf64>, %o: tensor<3xf64>, %ct: tensor<3xf64>) {
  grad.jvp @copy(%x, %o) tangents(%x, %o)
    : (tensor<3xf64>, tensor<3xf64>, tensor<3xf64>, tensor<3xf64>) -> (tensor<3xf64>, tensor<3xf64>)
  grad.vjp @copy(%x, %o) cotangents(%ct)
    : (tensor<3xf64>, tensor<3xf64>, tensor<3xf64>) -> (tensor<3xf64>, tensor<3xf64>, tensor<3xf64>)
  return
}

// The cotangent is the sum over the broadcast dimensions.
// CHECK-LABEL: func.func private @broadcast_vjp(
// CHECK-SAME: [[A:%[a-z0-9_]+]]: tensor<3xf64>, [[A2:%[a-z0-9_]+]]: tensor<2x3xf64>, [[A3:%[a-z0-9_]+]]: tensor<2x3xf64>)
// CHECK-NEXT: [[BROADCAST:%[a-z0-9_]+]] = linalg.broadcast ins([[A]] : tensor<3xf64>) outs([[A2]] : tensor<2x3xf64>) dimensions = [0]
// CHECK-NEXT: [[CONSTANT:%[a-z0-9_]+]] = arith.constant 0.000000e+00 : f64
// CHECK-NEXT: [[EMPTY:%[a-z0-9_]+]] = tensor.empty() : tensor<3xf64>
// CHECK-NEXT: [[FILL:%[a-z0-9_]+]] = linalg.fill ins([[CONSTANT]] : f64) outs([[EMPTY]] : tensor<3xf64>) -> tensor<3xf64>
// CHECK-NEXT: [[REDUCE:%[a-z0-9_]+]] = linalg.reduce { arith.addf } ins([[A3]] : tensor<2x3xf64>) outs([[FILL]] : tensor<3xf64>) dimensions = [0]
// CHECK-NEXT: return [[BROADCAST]], [[REDUCE]] : tensor<2x3xf64>, tensor<3xf64>
// CHECK-LABEL: func.func private @broadcast_jvp(
// CHECK-SAME: [[A:%[a-z0-9_]+]]: tensor<3xf64>, [[A2:%[a-z0-9_]+]]: tensor<2x3xf64>, [[A3:%[a-z0-9_]+]]: tensor<3xf64>)
// CHECK-NEXT: [[BROADCAST:%[a-z0-9_]+]] = linalg.broadcast ins([[A]] : tensor<3xf64>) outs([[A2]] : tensor<2x3xf64>) dimensions = [0]
// CHECK-NEXT: [[EMPTY:%[a-z0-9_]+]] = tensor.empty() : tensor<2x3xf64>
// CHECK-NEXT: [[BROADCAST2:%[a-z0-9_]+]] = linalg.broadcast ins([[A3]] : tensor<3xf64>) outs([[EMPTY]] : tensor<2x3xf64>) dimensions = [0]
// CHECK-NEXT: return [[BROADCAST]], [[BROADCAST2]] : tensor<2x3xf64>, tensor<2x3xf64>
func.func private @broadcast(%x: tensor<3xf64>, %o: tensor<2x3xf64>) -> tensor<2x3xf64> {
  %y = linalg.broadcast ins(%x : tensor<3xf64>) outs(%o : tensor<2x3xf64>) dimensions = [0]
  return %y : tensor<2x3xf64>
}
func.func @of_broadcast(%x: tensor<3xf64>, %o: tensor<2x3xf64>, %ct: tensor<2x3xf64>) {
  grad.jvp @broadcast(%x, %o) tangents(%x, %o)
    : (tensor<3xf64>, tensor<2x3xf64>, tensor<3xf64>, tensor<2x3xf64>) -> (tensor<2x3xf64>, tensor<2x3xf64>)
  grad.vjp @broadcast(%x, %o) cotangents(%ct)
    : (tensor<3xf64>, tensor<2x3xf64>, tensor<2x3xf64>) -> (tensor<2x3xf64>, tensor<3xf64>, tensor<2x3xf64>)
  return
}

// The cotangent is transposed back.
// CHECK-LABEL: func.func private @transpose_vjp(
// CHECK-SAME: [[A:%[a-z0-9_]+]]: tensor<2x3xf64>, [[A2:%[a-z0-9_]+]]: tensor<3x2xf64>, [[A3:%[a-z0-9_]+]]: tensor<3x2xf64>)
// CHECK-NEXT: [[TRANSPOSE:%[a-z0-9_]+]] = linalg.transpose ins([[A]] : tensor<2x3xf64>) outs([[A2]] : tensor<3x2xf64>) permutation = [1, 0]
// CHECK-NEXT: [[EMPTY:%[a-z0-9_]+]] = tensor.empty() : tensor<2x3xf64>
// CHECK-NEXT: [[TRANSPOSE2:%[a-z0-9_]+]] = linalg.transpose ins([[A3]] : tensor<3x2xf64>) outs([[EMPTY]] : tensor<2x3xf64>) permutation = [1, 0]
// CHECK-NEXT: return [[TRANSPOSE]], [[TRANSPOSE2]] : tensor<3x2xf64>, tensor<2x3xf64>
// CHECK-LABEL: func.func private @transpose_jvp(
// CHECK-SAME: [[A:%[a-z0-9_]+]]: tensor<2x3xf64>, [[A2:%[a-z0-9_]+]]: tensor<3x2xf64>, [[A3:%[a-z0-9_]+]]: tensor<2x3xf64>)
// CHECK-NEXT: [[TRANSPOSE:%[a-z0-9_]+]] = linalg.transpose ins([[A]] : tensor<2x3xf64>) outs([[A2]] : tensor<3x2xf64>) permutation = [1, 0]
// CHECK-NEXT: [[EMPTY:%[a-z0-9_]+]] = tensor.empty() : tensor<3x2xf64>
// CHECK-NEXT: [[TRANSPOSE2:%[a-z0-9_]+]] = linalg.transpose ins([[A3]] : tensor<2x3xf64>) outs([[EMPTY]] : tensor<3x2xf64>) permutation = [1, 0]
// CHECK-NEXT: return [[TRANSPOSE]], [[TRANSPOSE2]] : tensor<3x2xf64>, tensor<3x2xf64>
func.func private @transpose(%x: tensor<2x3xf64>, %o: tensor<3x2xf64>) -> tensor<3x2xf64> {
  %y = linalg.transpose ins(%x : tensor<2x3xf64>) outs(%o : tensor<3x2xf64>) permutation = [1, 0]
  return %y : tensor<3x2xf64>
}
func.func @of_transpose(%x: tensor<2x3xf64>, %o: tensor<3x2xf64>, %ct: tensor<3x2xf64>) {
  grad.jvp @transpose(%x, %o) tangents(%x, %o)
    : (tensor<2x3xf64>, tensor<3x2xf64>, tensor<2x3xf64>, tensor<3x2xf64>) -> (tensor<3x2xf64>, tensor<3x2xf64>)
  grad.vjp @transpose(%x, %o) cotangents(%ct)
    : (tensor<2x3xf64>, tensor<3x2xf64>, tensor<3x2xf64>) -> (tensor<3x2xf64>, tensor<2x3xf64>, tensor<3x2xf64>)
  return
}

// The derivative of the body, element by element.
// CHECK-LABEL: func.func private @map_vjp(
// CHECK-SAME: [[A:%[a-z0-9_]+]]: tensor<3xf64>, [[A2:%[a-z0-9_]+]]: tensor<3xf64>, [[A3:%[a-z0-9_]+]]: tensor<3xf64>, [[A4:%[a-z0-9_]+]]: tensor<3xf64>)
// CHECK-NEXT: [[MAP:%[a-z0-9_]+]] = linalg.map { arith.mulf } ins([[A]], [[A2]] : tensor<3xf64>, tensor<3xf64>) outs([[A3]] : tensor<3xf64>)
// CHECK-NEXT: [[EMPTY:%[a-z0-9_]+]] = tensor.empty() : tensor<3xf64>
// CHECK-NEXT: [[GENERIC:%[a-z0-9_]+]] = linalg.generic {indexing_maps = [#[[$M0]], #[[$M0]], #[[$M0]]], iterator_types = ["parallel"]} ins([[A2]], [[A4]] : tensor<3xf64>, tensor<3xf64>) outs([[EMPTY]] : tensor<3xf64>) {
// CHECK-NEXT: ^bb0([[B:%[a-z0-9_]+]]: f64, [[B2:%[a-z0-9_]+]]: f64, [[B3:%[a-z0-9_]+]]: f64):
// CHECK-NEXT: [[MULF:%[a-z0-9_]+]] = arith.mulf [[B2]], [[B]] : f64
// CHECK-NEXT: linalg.yield [[MULF]] : f64
// CHECK-NEXT: } -> tensor<3xf64>
// CHECK-NEXT: [[EMPTY2:%[a-z0-9_]+]] = tensor.empty() : tensor<3xf64>
// CHECK-NEXT: [[GENERIC2:%[a-z0-9_]+]] = linalg.generic {indexing_maps = [#[[$M0]], #[[$M0]], #[[$M0]]], iterator_types = ["parallel"]} ins([[A]], [[A4]] : tensor<3xf64>, tensor<3xf64>) outs([[EMPTY2]] : tensor<3xf64>) {
// CHECK-NEXT: ^bb0([[B4:%[a-z0-9_]+]]: f64, [[B5:%[a-z0-9_]+]]: f64, [[B6:%[a-z0-9_]+]]: f64):
// CHECK-NEXT: [[MULF2:%[a-z0-9_]+]] = arith.mulf [[B5]], [[B4]] : f64
// CHECK-NEXT: linalg.yield [[MULF2]] : f64
// CHECK-NEXT: } -> tensor<3xf64>
// CHECK-NEXT: return [[MAP]], [[GENERIC]], [[GENERIC2]] : tensor<3xf64>, tensor<3xf64>, tensor<3xf64>
// CHECK-LABEL: func.func private @map_jvp(
// CHECK-SAME: [[A:%[a-z0-9_]+]]: tensor<3xf64>, [[A2:%[a-z0-9_]+]]: tensor<3xf64>, [[A3:%[a-z0-9_]+]]: tensor<3xf64>, [[A4:%[a-z0-9_]+]]: tensor<3xf64>, [[A5:%[a-z0-9_]+]]: tensor<3xf64>)
// CHECK-NEXT: [[MAP:%[a-z0-9_]+]] = linalg.map { arith.mulf } ins([[A]], [[A2]] : tensor<3xf64>, tensor<3xf64>) outs([[A3]] : tensor<3xf64>)
// CHECK-NEXT: [[EMPTY:%[a-z0-9_]+]] = tensor.empty() : tensor<3xf64>
// CHECK-NEXT: [[GENERIC:%[a-z0-9_]+]] = linalg.generic {indexing_maps = [#[[$M0]], #[[$M0]], #[[$M0]], #[[$M0]], #[[$M0]]], iterator_types = ["parallel"]} ins([[A]], [[A2]], [[A4]], [[A5]] : tensor<3xf64>, tensor<3xf64>, tensor<3xf64>, tensor<3xf64>) outs([[EMPTY]] : tensor<3xf64>) {
// CHECK-NEXT: ^bb0([[B:%[a-z0-9_]+]]: f64, [[B2:%[a-z0-9_]+]]: f64, [[B3:%[a-z0-9_]+]]: f64, [[B4:%[a-z0-9_]+]]: f64, [[B5:%[a-z0-9_]+]]: f64):
// CHECK-NEXT: [[MULF:%[a-z0-9_]+]] = arith.mulf [[B3]], [[B2]] : f64
// CHECK-NEXT: [[MULF2:%[a-z0-9_]+]] = arith.mulf [[B4]], [[B]] : f64
// CHECK-NEXT: [[ADDF:%[a-z0-9_]+]] = arith.addf [[MULF]], [[MULF2]] : f64
// CHECK-NEXT: linalg.yield [[ADDF]] : f64
// CHECK-NEXT: } -> tensor<3xf64>
// CHECK-NEXT: return [[MAP]], [[GENERIC]] : tensor<3xf64>, tensor<3xf64>
func.func private @map(%x: tensor<3xf64>, %z: tensor<3xf64>, %o: tensor<3xf64>) -> tensor<3xf64> {
  %y = linalg.map { arith.mulf } ins(%x, %z : tensor<3xf64>, tensor<3xf64>) outs(%o : tensor<3xf64>)
  return %y : tensor<3xf64>
}
func.func @of_map(%x: tensor<3xf64>, %z: tensor<3xf64>, %o: tensor<3xf64>, %ct: tensor<3xf64>) {
  grad.jvp @map(%x, %z, %o) tangents(%x, %z, %o)
    : (tensor<3xf64>, tensor<3xf64>, tensor<3xf64>, tensor<3xf64>, tensor<3xf64>, tensor<3xf64>) -> (tensor<3xf64>, tensor<3xf64>)
  grad.vjp @map(%x, %z, %o) cotangents(%ct)
    : (tensor<3xf64>, tensor<3xf64>, tensor<3xf64>, tensor<3xf64>) -> (tensor<3xf64>, tensor<3xf64>, tensor<3xf64>, tensor<3xf64>)
  return
}

// The cotangent of a sum is broadcast; the initial value gets it too.
// CHECK-LABEL: func.func private @reduce_vjp(
// CHECK-SAME: [[A:%[a-z0-9_]+]]: tensor<2x3xf64>, [[A2:%[a-z0-9_]+]]: tensor<3xf64>, [[A3:%[a-z0-9_]+]]: tensor<3xf64>)
// CHECK-NEXT: [[REDUCE:%[a-z0-9_]+]] = linalg.reduce { arith.addf } ins([[A]] : tensor<2x3xf64>) outs([[A2]] : tensor<3xf64>) dimensions = [0]
// CHECK-NEXT: [[EMPTY:%[a-z0-9_]+]] = tensor.empty() : tensor<2x3xf64>
// CHECK-NEXT: [[BROADCAST:%[a-z0-9_]+]] = linalg.broadcast ins([[A3]] : tensor<3xf64>) outs([[EMPTY]] : tensor<2x3xf64>) dimensions = [0]
// CHECK-NEXT: return [[REDUCE]], [[BROADCAST]], [[A3]] : tensor<3xf64>, tensor<2x3xf64>, tensor<3xf64>
// CHECK-LABEL: func.func private @reduce_jvp(
// CHECK-SAME: [[A:%[a-z0-9_]+]]: tensor<2x3xf64>, [[A2:%[a-z0-9_]+]]: tensor<3xf64>, [[A3:%[a-z0-9_]+]]: tensor<2x3xf64>, [[A4:%[a-z0-9_]+]]: tensor<3xf64>)
// CHECK-NEXT: [[REDUCE:%[a-z0-9_]+]] = linalg.reduce { arith.addf } ins([[A]] : tensor<2x3xf64>) outs([[A2]] : tensor<3xf64>) dimensions = [0]
// CHECK-NEXT: [[REDUCE2:%[a-z0-9_]+]] = linalg.reduce { arith.addf } ins([[A3]] : tensor<2x3xf64>) outs([[A4]] : tensor<3xf64>) dimensions = [0]
// CHECK-NEXT: return [[REDUCE]], [[REDUCE2]] : tensor<3xf64>, tensor<3xf64>
func.func private @reduce(%x: tensor<2x3xf64>, %o: tensor<3xf64>) -> tensor<3xf64> {
  %y = linalg.reduce { arith.addf } ins(%x : tensor<2x3xf64>) outs(%o : tensor<3xf64>) dimensions = [0]
  return %y : tensor<3xf64>
}
func.func @of_reduce(%x: tensor<2x3xf64>, %o: tensor<3xf64>, %ct: tensor<3xf64>) {
  grad.jvp @reduce(%x, %o) tangents(%x, %o)
    : (tensor<2x3xf64>, tensor<3xf64>, tensor<2x3xf64>, tensor<3xf64>) -> (tensor<3xf64>, tensor<3xf64>)
  grad.vjp @reduce(%x, %o) cotangents(%ct)
    : (tensor<2x3xf64>, tensor<3xf64>, tensor<3xf64>) -> (tensor<3xf64>, tensor<2x3xf64>, tensor<3xf64>)
  return
}
