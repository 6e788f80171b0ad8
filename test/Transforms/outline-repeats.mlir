// RUN: sg-opt %s --split-input-file --grad-outline-repeats="least-ops=2 least-saved=2" | FileCheck %s
// RUN: sg-opt %s --split-input-file --grad-outline-repeats | FileCheck %s --check-prefix=LITTLE --implicit-check-not=_part

// A few ops do not justify outlining.
// LITTLE: func.func @layers

// Values shared by all layers, here %mask, and values specific to a layer are
// arguments; allocations and constants are in the function. Values read after
// the layers are results.
// CHECK-LABEL: func.func @layers(
// CHECK-SAME:      %[[X:.*]]: tensor<?x4xf32>, %[[MASK:.*]]: tensor<?x4xf32>, %[[V:[a-z0-9]+]]: tensor<4xf32>, %[[W:[a-z0-9]+]]: tensor<4xf32>, %[[U:[a-z0-9]+]]: tensor<4x4xf32>
// CHECK-NOT:     linalg
// CHECK:         %[[A:.*]]:2 = call @layers_part(%[[DIM:.*]], %[[X]], %[[V]], %[[U]], %[[MASK]])
// CHECK-NEXT:    %[[B:.*]]:2 = call @layers_part(%[[DIM]], %[[A]]#1, %[[W]], %[[U]], %[[MASK]])
// CHECK-NEXT:    return %[[B]]#1, %[[A]]#0
// CHECK-LABEL: func.func private @layers_part(
// CHECK-SAME:      -> (tensor<?x4xf32>, tensor<?x4xf32>) attributes {no_inline}
// CHECK:         tensor.empty
// CHECK:         linalg.fill
// CHECK:         linalg.generic
// CHECK:         linalg.matmul
// CHECK:         return
#rows = affine_map<(i, j) -> (i, j)>
#columns = affine_map<(i, j) -> (j)>
func.func @layers(%x: tensor<?x4xf32>, %mask: tensor<?x4xf32>, %v: tensor<4xf32>, %w: tensor<4xf32>,
                  %u: tensor<4x4xf32>) -> (tensor<?x4xf32>, tensor<?x4xf32>) {
  %c0 = arith.constant 0 : index
  %half = arith.constant 0.5 : f32
  %n = tensor.dim %x, %c0 : tensor<?x4xf32>
  %e = tensor.empty(%n) : tensor<?x4xf32>
  %start = linalg.fill ins(%half : f32) outs(%e : tensor<?x4xf32>) -> tensor<?x4xf32>
  %0 = linalg.generic {indexing_maps = [#rows, #columns, #rows], iterator_types = ["parallel", "parallel"]}
      ins(%x, %v : tensor<?x4xf32>, tensor<4xf32>) outs(%start : tensor<?x4xf32>) {
  ^bb0(%a: f32, %b: f32, %s: f32):
    %p = arith.mulf %a, %b : f32
    %q = arith.addf %p, %s : f32
    %r = arith.addf %q, %half : f32
    linalg.yield %r : f32
  } -> tensor<?x4xf32>
  %1 = linalg.matmul ins(%0, %u : tensor<?x4xf32>, tensor<4x4xf32>) outs(%mask : tensor<?x4xf32>) -> tensor<?x4xf32>
  %2 = linalg.generic {indexing_maps = [#rows, #columns, #rows], iterator_types = ["parallel", "parallel"]}
      ins(%1, %w : tensor<?x4xf32>, tensor<4xf32>) outs(%start : tensor<?x4xf32>) {
  ^bb0(%a: f32, %b: f32, %s: f32):
    %p = arith.mulf %a, %b : f32
    %q = arith.addf %p, %s : f32
    %r = arith.addf %q, %half : f32
    linalg.yield %r : f32
  } -> tensor<?x4xf32>
  %3 = linalg.matmul ins(%2, %u : tensor<?x4xf32>, tensor<4x4xf32>) outs(%mask : tensor<?x4xf32>) -> tensor<?x4xf32>
  return %3, %0 : tensor<?x4xf32>, tensor<?x4xf32>
}

// -----

// Different constants become arguments; ops whose bodies have different
// constants are different ops.
// CHECK-LABEL: func.func @constants(
// CHECK:         %[[ONE:.*]] = arith.constant dense<1.0
// CHECK:         %[[A:.*]] = call @constants_part(%{{.*}}, %[[ONE]])
// CHECK:         %[[TWO:.*]] = arith.constant dense<2.0
// CHECK:         %[[B:.*]] = call @constants_part(%[[A]], %[[TWO]])
// CHECK:         return %[[B]]
func.func @constants(%x: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %one = arith.constant dense<1.0> : tensor<4x4xf32>
  %0 = linalg.matmul ins(%x, %one : tensor<4x4xf32>, tensor<4x4xf32>) outs(%x : tensor<4x4xf32>) -> tensor<4x4xf32>
  %1 = math.tanh %0 : tensor<4x4xf32>
  %two = arith.constant dense<2.0> : tensor<4x4xf32>
  %2 = linalg.matmul ins(%1, %two : tensor<4x4xf32>, tensor<4x4xf32>) outs(%1 : tensor<4x4xf32>) -> tensor<4x4xf32>
  %3 = math.tanh %2 : tensor<4x4xf32>
  return %3 : tensor<4x4xf32>
}

// -----

// The second layer uses its values in another way.
// CHECK-LABEL: func.func @otherwise(
// CHECK-NOT:     call
// CHECK:         return
func.func @otherwise(%x: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %0 = linalg.matmul ins(%x, %x : tensor<4x4xf32>, tensor<4x4xf32>) outs(%x : tensor<4x4xf32>) -> tensor<4x4xf32>
  %1 = arith.addf %0, %x : tensor<4x4xf32>
  %2 = linalg.matmul ins(%1, %1 : tensor<4x4xf32>, tensor<4x4xf32>) outs(%1 : tensor<4x4xf32>) -> tensor<4x4xf32>
  %3 = arith.addf %0, %x : tensor<4x4xf32>
  %4 = arith.subf %3, %2 : tensor<4x4xf32>
  return %4 : tensor<4x4xf32>
}

// -----

// One value here corresponds to two in another layer: it is passed twice.
// CHECK-LABEL: func.func @twice(
// CHECK-SAME:      %[[X:.*]]: tensor<4x4xf32>, %[[Y:.*]]: tensor<4x4xf32>
// CHECK:         %[[A:.*]] = call @twice_part(%[[X]], %[[X]])
// CHECK:         %[[B:.*]] = call @twice_part(%[[A]], %[[Y]])
// CHECK:         return %[[B]]
// CHECK-LABEL: func.func private @twice_part(
// CHECK-SAME:      %[[X:.*]]: tensor<4x4xf32>, %[[Y:.*]]: tensor<4x4xf32>
// CHECK:         linalg.matmul ins(%[[X]], %[[Y]]
func.func @twice(%x: tensor<4x4xf32>, %y: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %0 = linalg.matmul ins(%x, %x : tensor<4x4xf32>, tensor<4x4xf32>) outs(%x : tensor<4x4xf32>) -> tensor<4x4xf32>
  %1 = math.tanh %0 : tensor<4x4xf32>
  %2 = linalg.matmul ins(%1, %y : tensor<4x4xf32>, tensor<4x4xf32>) outs(%1 : tensor<4x4xf32>) -> tensor<4x4xf32>
  %3 = math.tanh %2 : tensor<4x4xf32>
  return %3 : tensor<4x4xf32>
}

// -----

// Ops with other types, other attributes, or effects are not equal.
// CHECK-LABEL: func.func @others(
// CHECK-NOT:     call
// CHECK:         return
func.func @others(%x: f32, %y: f64, %m: memref<f32>) -> (f32, f64, f32) {
  %0 = math.tanh %x : f32
  %1 = math.exp %0 : f32
  %2 = math.tanh %y : f64
  %3 = math.exp %2 : f64
  %4 = math.tanh %x fastmath<fast> : f32
  %5 = math.exp %4 : f32
  memref.store %5, %m[] : memref<f32>
  %6 = memref.load %m[] : memref<f32>
  memref.store %1, %m[] : memref<f32>
  %7 = memref.load %m[] : memref<f32>
  return %1, %3, %7 : f32, f64, f32
}

// -----

// Functions with several blocks, and without a body.
// CHECK-LABEL: func.func @blocks(
// CHECK-NOT:     call
// CHECK:       func.func private @declared
func.func @blocks(%x: f32) -> f32 {
  %0 = math.tanh %x : f32
  %1 = math.exp %0 : f32
  cf.br ^next
^next:
  %2 = math.tanh %1 : f32
  %3 = math.exp %2 : f32
  return %3 : f32
}
func.func private @declared(f32) -> f32
// -----

// Chains of elementwise ops are fused if they are not split.
// CHECK-LABEL: func.func @elementwise(
// CHECK-NOT:     call
// CHECK:         return
func.func @elementwise(%x: tensor<4xf32>, %v: tensor<4xf32>, %w: tensor<4xf32>) -> tensor<4xf32> {
  %0 = arith.mulf %x, %v : tensor<4xf32>
  %1 = math.tanh %0 : tensor<4xf32>
  %2 = arith.mulf %1, %w : tensor<4xf32>
  %3 = math.tanh %2 : tensor<4xf32>
  return %3 : tensor<4xf32>
}
