// The ops emitted by the rules of ops with a body or with indices. Integer
// results and shapes have no derivative.
//
// RUN: sg-opt %s --grad-expand-derivatives | FileCheck %s

// CHECK-DAG: #[[$M0:map[0-9]*]] = affine_map<(d0) -> (d0)>{{$}}

// A bitcast of an inactive value is kept in the primal program only.
// CHECK-LABEL: func.func private @bitcast_vjp(
// CHECK-SAME: [[A:%[a-z0-9_]+]]: tensor<?xf32>, [[A2:%[a-z0-9_]+]]: tensor<?xi32>, [[A3:%[a-z0-9_]+]]: tensor<?xf32>)
// CHECK-NEXT: [[BITCAST:%[a-z0-9_]+]] = tensor.bitcast [[A2]] : tensor<?xi32> to tensor<?xui32>
// CHECK-NEXT: [[BITCAST2:%[a-z0-9_]+]] = tensor.bitcast [[BITCAST]] : tensor<?xui32> to tensor<?xi32>
// CHECK-NEXT: [[SITOFP:%[a-z0-9_]+]] = arith.sitofp [[BITCAST2]] : tensor<?xi32> to tensor<?xf32>
// CHECK-NEXT: [[MULF:%[a-z0-9_]+]] = arith.mulf [[A]], [[SITOFP]] : tensor<?xf32>
// CHECK-NEXT: [[MULF2:%[a-z0-9_]+]] = arith.mulf [[A3]], [[SITOFP]] : tensor<?xf32>
// CHECK-NEXT: return [[MULF]], [[MULF2]] : tensor<?xf32>, tensor<?xf32>
// CHECK-LABEL: func.func private @bitcast_jvp(
// CHECK-SAME: [[A:%[a-z0-9_]+]]: tensor<?xf32>, [[A2:%[a-z0-9_]+]]: tensor<?xi32>, [[A3:%[a-z0-9_]+]]: tensor<?xf32>)
// CHECK-NEXT: [[BITCAST:%[a-z0-9_]+]] = tensor.bitcast [[A2]] : tensor<?xi32> to tensor<?xui32>
// CHECK-NEXT: [[BITCAST2:%[a-z0-9_]+]] = tensor.bitcast [[BITCAST]] : tensor<?xui32> to tensor<?xi32>
// CHECK-NEXT: [[SITOFP:%[a-z0-9_]+]] = arith.sitofp [[BITCAST2]] : tensor<?xi32> to tensor<?xf32>
// CHECK-NEXT: [[MULF:%[a-z0-9_]+]] = arith.mulf [[A]], [[SITOFP]] : tensor<?xf32>
// CHECK-NEXT: [[MULF2:%[a-z0-9_]+]] = arith.mulf [[A3]], [[SITOFP]] : tensor<?xf32>
// CHECK-NEXT: return [[MULF]], [[MULF2]] : tensor<?xf32>, tensor<?xf32>
func.func private @bitcast(%x: tensor<?xf32>, %n: tensor<?xi32>) -> tensor<?xf32> {
  %b = tensor.bitcast %n : tensor<?xi32> to tensor<?xui32>
  %d = tensor.bitcast %b : tensor<?xui32> to tensor<?xi32>
  %f = arith.sitofp %d : tensor<?xi32> to tensor<?xf32>
  %y = arith.mulf %x, %f : tensor<?xf32>
  return %y : tensor<?xf32>
}
func.func @of_bitcast(%x: tensor<?xf32>, %n: tensor<?xi32>, %ct: tensor<?xf32>) {
  grad.jvp @bitcast(%x, %n) tangents(%x)
    : (tensor<?xf32>, tensor<?xi32>, tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>)
  grad.vjp @bitcast(%x, %n) cotangents(%ct)
    : (tensor<?xf32>, tensor<?xi32>, tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>)
  return
}

// A body computed from indices: the cotangents of its elements are scattered.
// CHECK-LABEL: func.func private @generate_vjp(
// CHECK-SAME: [[A:%[a-z0-9_]+]]: tensor<4xf64>, [[A2:%[a-z0-9_]+]]: tensor<4xf64>)
// CHECK-NEXT: [[EMPTY:%[a-z0-9_]+]] = tensor.empty() : tensor<4xf64>
// CHECK-NEXT: [[GENERIC:%[a-z0-9_]+]] = linalg.generic {indexing_maps = [#[[$M0]]], iterator_types = ["parallel"]} outs([[EMPTY]] : tensor<4xf64>) {
// CHECK-NEXT: ^bb0([[B:%[a-z0-9_]+]]: f64):
// CHECK-NEXT: [[INDEX:%[a-z0-9_]+]] = linalg.index 0 : index
// CHECK-NEXT: [[EXTRACT:%[a-z0-9_]+]] = tensor.extract [[A]][[[INDEX]]] : tensor<4xf64>
// CHECK-NEXT: [[MULF:%[a-z0-9_]+]] = arith.mulf [[EXTRACT]], [[EXTRACT]] : f64
// CHECK-NEXT: linalg.yield [[MULF]] : f64
// CHECK-NEXT: } -> tensor<4xf64>
// CHECK-NEXT: [[CONSTANT:%[a-z0-9_]+]] = arith.constant 0.000000e+00 : f64
// CHECK-NEXT: [[EMPTY2:%[a-z0-9_]+]] = tensor.empty() : tensor<4xf64>
// CHECK-NEXT: [[FILL:%[a-z0-9_]+]] = linalg.fill ins([[CONSTANT]] : f64) outs([[EMPTY2]] : tensor<4xf64>) -> tensor<4xf64>
// CHECK-NEXT: [[CONSTANT2:%[a-z0-9_]+]] = arith.constant 0 : index
// CHECK-NEXT: [[CONSTANT3:%[a-z0-9_]+]] = arith.constant 1 : index
// CHECK-NEXT: [[CONSTANT4:%[a-z0-9_]+]] = arith.constant 4 : index
// CHECK-NEXT: [[FOR:%[a-z0-9_]+]] = scf.for [[I:%[a-z0-9_]+]] = [[CONSTANT2]] to [[CONSTANT4]] step [[CONSTANT3]] iter_args([[I2:%[a-z0-9_]+]] = [[FILL]]) -> (tensor<4xf64>) {
// CHECK-NEXT: [[EXTRACT2:%[a-z0-9_]+]] = tensor.extract [[A2]][[[I]]] : tensor<4xf64>
// CHECK-NEXT: [[EXTRACT3:%[a-z0-9_]+]] = tensor.extract [[A]][[[I]]] : tensor<4xf64>
// CHECK-NEXT: [[MULF2:%[a-z0-9_]+]] = arith.mulf [[EXTRACT2]], [[EXTRACT3]] : f64
// CHECK-NEXT: [[ADDF:%[a-z0-9_]+]] = arith.addf [[MULF2]], [[MULF2]] : f64
// CHECK-NEXT: [[EXTRACT4:%[a-z0-9_]+]] = tensor.extract [[I2]][[[I]]] : tensor<4xf64>
// CHECK-NEXT: [[ADDF2:%[a-z0-9_]+]] = arith.addf [[EXTRACT4]], [[ADDF]] : f64
// CHECK-NEXT: [[INSERT:%[a-z0-9_]+]] = tensor.insert [[ADDF2]] into [[I2]][[[I]]] : tensor<4xf64>
// CHECK-NEXT: scf.yield [[INSERT]] : tensor<4xf64>
// CHECK-NEXT: }
// CHECK-NEXT: return [[GENERIC]], [[FOR]] : tensor<4xf64>, tensor<4xf64>
// CHECK-LABEL: func.func private @generate_jvp(
// CHECK-SAME: [[A:%[a-z0-9_]+]]: tensor<4xf64>, [[A2:%[a-z0-9_]+]]: tensor<4xf64>)
// CHECK-NEXT: [[EMPTY:%[a-z0-9_]+]] = tensor.empty() : tensor<4xf64>
// CHECK-NEXT: [[GENERIC:%[a-z0-9_]+]] = linalg.generic {indexing_maps = [#[[$M0]]], iterator_types = ["parallel"]} outs([[EMPTY]] : tensor<4xf64>) {
// CHECK-NEXT: ^bb0([[B:%[a-z0-9_]+]]: f64):
// CHECK-NEXT: [[INDEX:%[a-z0-9_]+]] = linalg.index 0 : index
// CHECK-NEXT: [[EXTRACT:%[a-z0-9_]+]] = tensor.extract [[A]][[[INDEX]]] : tensor<4xf64>
// CHECK-NEXT: [[MULF:%[a-z0-9_]+]] = arith.mulf [[EXTRACT]], [[EXTRACT]] : f64
// CHECK-NEXT: linalg.yield [[MULF]] : f64
// CHECK-NEXT: } -> tensor<4xf64>
// CHECK-NEXT: [[EMPTY2:%[a-z0-9_]+]] = tensor.empty() : tensor<4xf64>
// CHECK-NEXT: [[GENERIC2:%[a-z0-9_]+]] = linalg.generic {indexing_maps = [#[[$M0]]], iterator_types = ["parallel"]} outs([[EMPTY2]] : tensor<4xf64>) {
// CHECK-NEXT: ^bb0([[B2:%[a-z0-9_]+]]: f64):
// CHECK-NEXT: [[INDEX2:%[a-z0-9_]+]] = linalg.index 0 : index
// CHECK-NEXT: [[EXTRACT2:%[a-z0-9_]+]] = tensor.extract [[A]][[[INDEX2]]] : tensor<4xf64>
// CHECK-NEXT: [[EXTRACT3:%[a-z0-9_]+]] = tensor.extract [[A2]][[[INDEX2]]] : tensor<4xf64>
// CHECK-NEXT: [[MULF2:%[a-z0-9_]+]] = arith.mulf [[EXTRACT3]], [[EXTRACT2]] : f64
// CHECK-NEXT: [[ADDF:%[a-z0-9_]+]] = arith.addf [[MULF2]], [[MULF2]] : f64
// CHECK-NEXT: linalg.yield [[ADDF]] : f64
// CHECK-NEXT: } -> tensor<4xf64>
// CHECK-NEXT: return [[GENERIC]], [[GENERIC2]] : tensor<4xf64>, tensor<4xf64>
func.func private @generate(%x: tensor<4xf64>) -> tensor<4xf64> {
  %y = tensor.generate {
  ^bb0(%i: index):
    %e = tensor.extract %x[%i] : tensor<4xf64>
    %s = arith.mulf %e, %e : f64
    tensor.yield %s : f64
  } : tensor<4xf64>
  return %y : tensor<4xf64>
}
func.func @of_generate(%x: tensor<4xf64>, %ct: tensor<4xf64>) {
  grad.jvp @generate(%x) tangents(%x)
    : (tensor<4xf64>, tensor<4xf64>) -> (tensor<4xf64>, tensor<4xf64>)
  grad.vjp @generate(%x) cotangents(%ct)
    : (tensor<4xf64>, tensor<4xf64>) -> (tensor<4xf64>, tensor<4xf64>)
  return
}

// Elements that are gathered twice get the sum of both cotangents.
// CHECK-LABEL: func.func private @gather_vjp(
// CHECK-SAME: [[A:%[a-z0-9_]+]]: tensor<4xf64>, [[A2:%[a-z0-9_]+]]: tensor<3x1xindex>, [[A3:%[a-z0-9_]+]]: tensor<3xf64>)
// CHECK-NEXT: [[EMPTY:%[a-z0-9_]+]] = tensor.empty() : tensor<3xf64>
// CHECK-NEXT: [[GENERIC:%[a-z0-9_]+]] = linalg.generic {indexing_maps = [#[[$M0]]], iterator_types = ["parallel"]} outs([[EMPTY]] : tensor<3xf64>) {
// CHECK-NEXT: ^bb0([[B:%[a-z0-9_]+]]: f64):
// CHECK-NEXT: [[INDEX:%[a-z0-9_]+]] = linalg.index 0 : index
// CHECK-NEXT: [[CONSTANT:%[a-z0-9_]+]] = arith.constant 0 : index
// CHECK-NEXT: [[EXTRACT:%[a-z0-9_]+]] = tensor.extract [[A2]][[[INDEX]], [[CONSTANT]]] : tensor<3x1xindex>
// CHECK-NEXT: [[EXTRACT2:%[a-z0-9_]+]] = tensor.extract [[A]][[[EXTRACT]]] : tensor<4xf64>
// CHECK-NEXT: linalg.yield [[EXTRACT2]] : f64
// CHECK-NEXT: } -> tensor<3xf64>
// CHECK-NEXT: [[CONSTANT2:%[a-z0-9_]+]] = arith.constant 0.000000e+00 : f64
// CHECK-NEXT: [[EMPTY2:%[a-z0-9_]+]] = tensor.empty() : tensor<4xf64>
// CHECK-NEXT: [[FILL:%[a-z0-9_]+]] = linalg.fill ins([[CONSTANT2]] : f64) outs([[EMPTY2]] : tensor<4xf64>) -> tensor<4xf64>
// CHECK-NEXT: [[CONSTANT3:%[a-z0-9_]+]] = arith.constant 0 : index
// CHECK-NEXT: [[CONSTANT4:%[a-z0-9_]+]] = arith.constant 1 : index
// CHECK-NEXT: [[CONSTANT5:%[a-z0-9_]+]] = arith.constant 3 : index
// CHECK-NEXT: [[FOR:%[a-z0-9_]+]] = scf.for [[I:%[a-z0-9_]+]] = [[CONSTANT3]] to [[CONSTANT5]] step [[CONSTANT4]] iter_args([[I2:%[a-z0-9_]+]] = [[FILL]]) -> (tensor<4xf64>) {
// CHECK-NEXT: [[EXTRACT3:%[a-z0-9_]+]] = tensor.extract [[A3]][[[I]]] : tensor<3xf64>
// CHECK-NEXT: [[CONSTANT6:%[a-z0-9_]+]] = arith.constant 0 : index
// CHECK-NEXT: [[EXTRACT4:%[a-z0-9_]+]] = tensor.extract [[A2]][[[I]], [[CONSTANT6]]] : tensor<3x1xindex>
// CHECK-NEXT: [[EXTRACT5:%[a-z0-9_]+]] = tensor.extract [[I2]][[[EXTRACT4]]] : tensor<4xf64>
// CHECK-NEXT: [[ADDF:%[a-z0-9_]+]] = arith.addf [[EXTRACT5]], [[EXTRACT3]] : f64
// CHECK-NEXT: [[INSERT:%[a-z0-9_]+]] = tensor.insert [[ADDF]] into [[I2]][[[EXTRACT4]]] : tensor<4xf64>
// CHECK-NEXT: scf.yield [[INSERT]] : tensor<4xf64>
// CHECK-NEXT: }
// CHECK-NEXT: return [[GENERIC]], [[FOR]] : tensor<3xf64>, tensor<4xf64>
// CHECK-LABEL: func.func private @gather_jvp(
// CHECK-SAME: [[A:%[a-z0-9_]+]]: tensor<4xf64>, [[A2:%[a-z0-9_]+]]: tensor<3x1xindex>, [[A3:%[a-z0-9_]+]]: tensor<4xf64>)
// CHECK-NEXT: [[EMPTY:%[a-z0-9_]+]] = tensor.empty() : tensor<3xf64>
// CHECK-NEXT: [[GENERIC:%[a-z0-9_]+]] = linalg.generic {indexing_maps = [#[[$M0]]], iterator_types = ["parallel"]} outs([[EMPTY]] : tensor<3xf64>) {
// CHECK-NEXT: ^bb0([[B:%[a-z0-9_]+]]: f64):
// CHECK-NEXT: [[INDEX:%[a-z0-9_]+]] = linalg.index 0 : index
// CHECK-NEXT: [[CONSTANT:%[a-z0-9_]+]] = arith.constant 0 : index
// CHECK-NEXT: [[EXTRACT:%[a-z0-9_]+]] = tensor.extract [[A2]][[[INDEX]], [[CONSTANT]]] : tensor<3x1xindex>
// CHECK-NEXT: [[EXTRACT2:%[a-z0-9_]+]] = tensor.extract [[A]][[[EXTRACT]]] : tensor<4xf64>
// CHECK-NEXT: linalg.yield [[EXTRACT2]] : f64
// CHECK-NEXT: } -> tensor<3xf64>
// CHECK-NEXT: [[EMPTY2:%[a-z0-9_]+]] = tensor.empty() : tensor<3xf64>
// CHECK-NEXT: [[GENERIC2:%[a-z0-9_]+]] = linalg.generic {indexing_maps = [#[[$M0]]], iterator_types = ["parallel"]} outs([[EMPTY2]] : tensor<3xf64>) {
// CHECK-NEXT: ^bb0([[B2:%[a-z0-9_]+]]: f64):
// CHECK-NEXT: [[INDEX2:%[a-z0-9_]+]] = linalg.index 0 : index
// CHECK-NEXT: [[CONSTANT2:%[a-z0-9_]+]] = arith.constant 0 : index
// CHECK-NEXT: [[EXTRACT3:%[a-z0-9_]+]] = tensor.extract [[A2]][[[INDEX2]], [[CONSTANT2]]] : tensor<3x1xindex>
// CHECK-NEXT: [[EXTRACT4:%[a-z0-9_]+]] = tensor.extract [[A3]][[[EXTRACT3]]] : tensor<4xf64>
// CHECK-NEXT: linalg.yield [[EXTRACT4]] : f64
// CHECK-NEXT: } -> tensor<3xf64>
// CHECK-NEXT: return [[GENERIC]], [[GENERIC2]] : tensor<3xf64>, tensor<3xf64>
func.func private @gather(%x: tensor<4xf64>, %i: tensor<3x1xindex>) -> tensor<3xf64> {
  %y = tensor.gather %x[%i] gather_dims([0]) : (tensor<4xf64>, tensor<3x1xindex>) -> tensor<3xf64>
  return %y : tensor<3xf64>
}
func.func @of_gather(%x: tensor<4xf64>, %i: tensor<3x1xindex>, %ct: tensor<3xf64>) {
  grad.jvp @gather(%x, %i) tangents(%x)
    : (tensor<4xf64>, tensor<3x1xindex>, tensor<4xf64>) -> (tensor<3xf64>, tensor<3xf64>)
  grad.vjp @gather(%x, %i) cotangents(%ct)
    : (tensor<4xf64>, tensor<3x1xindex>, tensor<3xf64>) -> (tensor<3xf64>, tensor<4xf64>)
  return
}

// Overwritten elements have no cotangent.
// CHECK-LABEL: func.func private @scatter_vjp(
// CHECK-SAME: [[A:%[a-z0-9_]+]]: tensor<2xf64>, [[A2:%[a-z0-9_]+]]: tensor<4xf64>, [[A3:%[a-z0-9_]+]]: tensor<2x1xindex>, [[A4:%[a-z0-9_]+]]: tensor<4xf64>)
// CHECK-NEXT: [[CONSTANT:%[a-z0-9_]+]] = arith.constant 0 : index
// CHECK-NEXT: [[CONSTANT2:%[a-z0-9_]+]] = arith.constant 1 : index
// CHECK-NEXT: [[CONSTANT3:%[a-z0-9_]+]] = arith.constant 2 : index
// CHECK-NEXT: [[FOR:%[a-z0-9_]+]] = scf.for [[I:%[a-z0-9_]+]] = [[CONSTANT]] to [[CONSTANT3]] step [[CONSTANT2]] iter_args([[I2:%[a-z0-9_]+]] = [[A2]]) -> (tensor<4xf64>) {
// CHECK-NEXT: [[EXTRACT:%[a-z0-9_]+]] = tensor.extract [[A]][[[I]]] : tensor<2xf64>
// CHECK-NEXT: [[CONSTANT4:%[a-z0-9_]+]] = arith.constant 0 : index
// CHECK-NEXT: [[EXTRACT2:%[a-z0-9_]+]] = tensor.extract [[A3]][[[I]], [[CONSTANT4]]] : tensor<2x1xindex>
// CHECK-NEXT: [[INSERT:%[a-z0-9_]+]] = tensor.insert [[EXTRACT]] into [[I2]][[[EXTRACT2]]] : tensor<4xf64>
// CHECK-NEXT: scf.yield [[INSERT]] : tensor<4xf64>
// CHECK-NEXT: }
// CHECK-NEXT: [[CONSTANT5:%[a-z0-9_]+]] = arith.constant 0.000000e+00 : f64
// CHECK-NEXT: [[EMPTY:%[a-z0-9_]+]] = tensor.empty() : tensor<2xf64>
// CHECK-NEXT: [[FILL:%[a-z0-9_]+]] = linalg.fill ins([[CONSTANT5]] : f64) outs([[EMPTY]] : tensor<2xf64>) -> tensor<2xf64>
// CHECK-NEXT: [[CONSTANT6:%[a-z0-9_]+]] = arith.constant 2 : index
// CHECK-NEXT: [[CONSTANT7:%[a-z0-9_]+]] = arith.constant 0 : index
// CHECK-NEXT: [[CONSTANT8:%[a-z0-9_]+]] = arith.constant 1 : index
// CHECK-NEXT: [[FOR2:%[a-z0-9_]+]]:2 = scf.for [[I3:%[a-z0-9_]+]] = [[CONSTANT7]] to [[CONSTANT6]] step [[CONSTANT8]] iter_args([[I4:%[a-z0-9_]+]] = [[A4]], [[I5:%[a-z0-9_]+]] = [[FILL]]) -> (tensor<4xf64>, tensor<2xf64>) {
// CHECK-NEXT: [[CONSTANT9:%[a-z0-9_]+]] = arith.constant 1 : index
// CHECK-NEXT: [[SUBI:%[a-z0-9_]+]] = arith.subi [[CONSTANT9]], [[I3]] : index
// CHECK-NEXT: [[CONSTANT10:%[a-z0-9_]+]] = arith.constant 0 : index
// CHECK-NEXT: [[EXTRACT3:%[a-z0-9_]+]] = tensor.extract [[A3]][[[SUBI]], [[CONSTANT10]]] : tensor<2x1xindex>
// CHECK-NEXT: [[EXTRACT4:%[a-z0-9_]+]] = tensor.extract [[I4]][[[EXTRACT3]]] : tensor<4xf64>
// CHECK-NEXT: [[CONSTANT11:%[a-z0-9_]+]] = arith.constant 0.000000e+00 : f64
// CHECK-NEXT: [[INSERT2:%[a-z0-9_]+]] = tensor.insert [[CONSTANT11]] into [[I4]][[[EXTRACT3]]] : tensor<4xf64>
// CHECK-NEXT: [[EXTRACT5:%[a-z0-9_]+]] = tensor.extract [[I5]][[[SUBI]]] : tensor<2xf64>
// CHECK-NEXT: [[ADDF:%[a-z0-9_]+]] = arith.addf [[EXTRACT5]], [[EXTRACT4]] : f64
// CHECK-NEXT: [[INSERT3:%[a-z0-9_]+]] = tensor.insert [[ADDF]] into [[I5]][[[SUBI]]] : tensor<2xf64>
// CHECK-NEXT: scf.yield [[INSERT2]], [[INSERT3]] : tensor<4xf64>, tensor<2xf64>
// CHECK-NEXT: }
// CHECK-NEXT: return [[FOR]], [[FOR2]]#1, [[FOR2]]#0 : tensor<4xf64>, tensor<2xf64>, tensor<4xf64>
// CHECK-LABEL: func.func private @scatter_jvp(
// CHECK-SAME: [[A:%[a-z0-9_]+]]: tensor<2xf64>, [[A2:%[a-z0-9_]+]]: tensor<4xf64>, [[A3:%[a-z0-9_]+]]: tensor<2x1xindex>, [[A4:%[a-z0-9_]+]]: tensor<2xf64>, [[A5:%[a-z0-9_]+]]: tensor<4xf64>)
// CHECK-NEXT: [[CONSTANT:%[a-z0-9_]+]] = arith.constant 0 : index
// CHECK-NEXT: [[CONSTANT2:%[a-z0-9_]+]] = arith.constant 1 : index
// CHECK-NEXT: [[CONSTANT3:%[a-z0-9_]+]] = arith.constant 2 : index
// CHECK-NEXT: [[FOR:%[a-z0-9_]+]]:2 = scf.for [[I:%[a-z0-9_]+]] = [[CONSTANT]] to [[CONSTANT3]] step [[CONSTANT2]] iter_args([[I2:%[a-z0-9_]+]] = [[A2]], [[I3:%[a-z0-9_]+]] = [[A5]]) -> (tensor<4xf64>, tensor<4xf64>) {
// CHECK-NEXT: [[EXTRACT:%[a-z0-9_]+]] = tensor.extract [[A]][[[I]]] : tensor<2xf64>
// CHECK-NEXT: [[EXTRACT2:%[a-z0-9_]+]] = tensor.extract [[A4]][[[I]]] : tensor<2xf64>
// CHECK-NEXT: [[CONSTANT4:%[a-z0-9_]+]] = arith.constant 0 : index
// CHECK-NEXT: [[EXTRACT3:%[a-z0-9_]+]] = tensor.extract [[A3]][[[I]], [[CONSTANT4]]] : tensor<2x1xindex>
// CHECK-NEXT: [[INSERT:%[a-z0-9_]+]] = tensor.insert [[EXTRACT]] into [[I2]][[[EXTRACT3]]] : tensor<4xf64>
// CHECK-NEXT: [[INSERT2:%[a-z0-9_]+]] = tensor.insert [[EXTRACT2]] into [[I3]][[[EXTRACT3]]] : tensor<4xf64>
// CHECK-NEXT: scf.yield [[INSERT]], [[INSERT2]] : tensor<4xf64>, tensor<4xf64>
// CHECK-NEXT: }
// CHECK-NEXT: return [[FOR]]#0, [[FOR]]#1 : tensor<4xf64>, tensor<4xf64>
func.func private @scatter(%s: tensor<2xf64>, %d: tensor<4xf64>, %i: tensor<2x1xindex>) -> tensor<4xf64> {
  %y = tensor.scatter %s into %d[%i] scatter_dims([0]) unique : (tensor<2xf64>, tensor<4xf64>, tensor<2x1xindex>) -> tensor<4xf64>
  return %y : tensor<4xf64>
}
func.func @of_scatter(%s: tensor<2xf64>, %d: tensor<4xf64>, %i: tensor<2x1xindex>, %ct: tensor<4xf64>) {
  grad.jvp @scatter(%s, %d, %i) tangents(%s, %d)
    : (tensor<2xf64>, tensor<4xf64>, tensor<2x1xindex>, tensor<2xf64>, tensor<4xf64>) -> (tensor<4xf64>, tensor<4xf64>)
  grad.vjp @scatter(%s, %d, %i) cotangents(%ct)
    : (tensor<2xf64>, tensor<4xf64>, tensor<2x1xindex>, tensor<4xf64>) -> (tensor<4xf64>, tensor<2xf64>, tensor<4xf64>)
  return
}

// Sizes and ranks are integers, and an empty tensor has no derivative.
// CHECK-LABEL: func.func private @sizes_vjp(
// CHECK-SAME: [[A:%[a-z0-9_]+]]: tensor<?xf64>, [[A2:%[a-z0-9_]+]]: tensor<?xf64>)
// CHECK-NEXT: [[CONSTANT:%[a-z0-9_]+]] = arith.constant 0 : index
// CHECK-NEXT: [[DIM:%[a-z0-9_]+]] = tensor.dim [[A]], [[CONSTANT]] : tensor<?xf64>
// CHECK-NEXT: [[RANK:%[a-z0-9_]+]] = tensor.rank [[A]] : tensor<?xf64>
// CHECK-NEXT: [[ADDI:%[a-z0-9_]+]] = arith.addi [[DIM]], [[RANK]] : index
// CHECK-NEXT: [[INDEX_CAST:%[a-z0-9_]+]] = arith.index_cast [[ADDI]] : index to i64
// CHECK-NEXT: [[SITOFP:%[a-z0-9_]+]] = arith.sitofp [[INDEX_CAST]] : i64 to f64
// CHECK-NEXT: [[EMPTYDIM:%[a-z0-9_]+]] = tensor.empty([[DIM]]) : tensor<?xf64>
// CHECK-NEXT: [[FILL:%[a-z0-9_]+]] = linalg.fill ins([[SITOFP]] : f64) outs([[EMPTYDIM]] : tensor<?xf64>) -> tensor<?xf64>
// CHECK-NEXT: [[MULF:%[a-z0-9_]+]] = arith.mulf [[FILL]], [[A]] : tensor<?xf64>
// CHECK-NEXT: [[MULF2:%[a-z0-9_]+]] = arith.mulf [[A2]], [[FILL]] : tensor<?xf64>
// CHECK-NEXT: return [[MULF]], [[MULF2]] : tensor<?xf64>, tensor<?xf64>
// CHECK-LABEL: func.func private @sizes_jvp(
// CHECK-SAME: [[A:%[a-z0-9_]+]]: tensor<?xf64>, [[A2:%[a-z0-9_]+]]: tensor<?xf64>)
// CHECK-NEXT: [[CONSTANT:%[a-z0-9_]+]] = arith.constant 0 : index
// CHECK-NEXT: [[DIM:%[a-z0-9_]+]] = tensor.dim [[A]], [[CONSTANT]] : tensor<?xf64>
// CHECK-NEXT: [[RANK:%[a-z0-9_]+]] = tensor.rank [[A]] : tensor<?xf64>
// CHECK-NEXT: [[ADDI:%[a-z0-9_]+]] = arith.addi [[DIM]], [[RANK]] : index
// CHECK-NEXT: [[INDEX_CAST:%[a-z0-9_]+]] = arith.index_cast [[ADDI]] : index to i64
// CHECK-NEXT: [[SITOFP:%[a-z0-9_]+]] = arith.sitofp [[INDEX_CAST]] : i64 to f64
// CHECK-NEXT: [[EMPTYDIM:%[a-z0-9_]+]] = tensor.empty([[DIM]]) : tensor<?xf64>
// CHECK-NEXT: [[FILL:%[a-z0-9_]+]] = linalg.fill ins([[SITOFP]] : f64) outs([[EMPTYDIM]] : tensor<?xf64>) -> tensor<?xf64>
// CHECK-NEXT: [[MULF:%[a-z0-9_]+]] = arith.mulf [[FILL]], [[A]] : tensor<?xf64>
// CHECK-NEXT: [[MULF2:%[a-z0-9_]+]] = arith.mulf [[A2]], [[FILL]] : tensor<?xf64>
// CHECK-NEXT: return [[MULF]], [[MULF2]] : tensor<?xf64>, tensor<?xf64>
func.func private @sizes(%x: tensor<?xf64>) -> tensor<?xf64> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?xf64>
  %r = tensor.rank %x : tensor<?xf64>
  %m = arith.addi %n, %r : index
  %k = arith.index_cast %m : index to i64
  %f = arith.sitofp %k : i64 to f64
  %e = tensor.empty(%n) : tensor<?xf64>
  %s = linalg.fill ins(%f : f64) outs(%e : tensor<?xf64>) -> tensor<?xf64>
  %y = arith.mulf %s, %x : tensor<?xf64>
  return %y : tensor<?xf64>
}
func.func @of_sizes(%x: tensor<?xf64>, %ct: tensor<?xf64>) {
  grad.jvp @sizes(%x) tangents(%x)
    : (tensor<?xf64>, tensor<?xf64>) -> (tensor<?xf64>, tensor<?xf64>)
  grad.vjp @sizes(%x) cotangents(%ct)
    : (tensor<?xf64>, tensor<?xf64>) -> (tensor<?xf64>, tensor<?xf64>)
  return
}
