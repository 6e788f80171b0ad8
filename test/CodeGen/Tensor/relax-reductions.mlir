// RUN: sg-opt %s --pass-pipeline="builtin.module(func.func(sg-relax-reductions))" | FileCheck %s

// Only the addition that combines iterations gets the reassoc flag; no other
// flag and no other addition.
// CHECK-LABEL: func.func @sum
// CHECK: arith.addf [[X:%[a-z0-9_]+]], [[X]] : f32
// CHECK: arith.addf {{.*}} fastmath<reassoc> : f32
func.func @sum(%x: tensor<4xf32>, %c: tensor<f32>) -> tensor<f32> {
  %r = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> ()>], iterator_types = ["reduction"]}
      ins(%x : tensor<4xf32>) outs(%c : tensor<f32>) {
  ^bb0(%in: f32, %out: f32):
    %twice = arith.addf %in, %in : f32
    %next = arith.addf %out, %twice : f32
    linalg.yield %next : f32
  } -> tensor<f32>
  return %r : tensor<f32>
}

// A recurrence, which uses the running value twice, keeps its rounding.
// CHECK-LABEL: func.func @recurrence
// CHECK-NOT: fastmath
// CHECK: return
func.func @recurrence(%x: tensor<4xf32>, %c: tensor<f32>) -> tensor<f32> {
  %r = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> ()>], iterator_types = ["reduction"]}
      ins(%x : tensor<4xf32>) outs(%c : tensor<f32>) {
  ^bb0(%in: f32, %out: f32):
    %product = arith.mulf %out, %in : f32
    %next = arith.addf %out, %product : f32
    linalg.yield %next : f32
  } -> tensor<f32>
  return %r : tensor<f32>
}

// Without a reduction nothing can be reordered.
// CHECK-LABEL: func.func @elementwise
// CHECK-NOT: fastmath
// CHECK: return
func.func @elementwise(%x: tensor<4xf32>, %c: tensor<4xf32>) -> tensor<4xf32> {
  %r = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      ins(%x : tensor<4xf32>) outs(%c : tensor<4xf32>) {
  ^bb0(%in: f32, %out: f32):
    %next = arith.addf %out, %in : f32
    linalg.yield %next : f32
  } -> tensor<4xf32>
  return %r : tensor<4xf32>
}
