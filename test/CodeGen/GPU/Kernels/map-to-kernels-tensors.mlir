// These passes leave ops on tensors unchanged.
// RUN: sg-opt %s --sg-map-to-kernels | FileCheck %s
// RUN: sg-opt %s --pass-pipeline="builtin.module(func.func(sg-fuse-batches,sg-fuse-rows))" | FileCheck %s
// RUN: sg-opt %S/../../CPU/Tiling/lower-contractions-consumers.mlir --sg-fuse-batches --sg-fuse-rows -o /dev/null

// CHECK-LABEL: func.func @sum(
// CHECK-NOT:     gpu.launch
// CHECK-NOT:     scf.
// CHECK:         linalg.generic
// CHECK:         linalg.generic
// CHECK-NOT:     scf.
// CHECK:         return
func.func @sum(%w: tensor<?x3xf32>, %x: tensor<3xf32>) -> tensor<f32> {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %rows = tensor.dim %w, %c0 : tensor<?x3xf32>
  %empty = tensor.empty(%rows) : tensor<?xf32>
  %none = linalg.fill ins(%zero : f32) outs(%empty : tensor<?xf32>) -> tensor<?xf32>
  %y = linalg.generic {
      indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i)>],
      iterator_types = ["parallel", "reduction"]
  } ins(%w, %x : tensor<?x3xf32>, tensor<3xf32>) outs(%none : tensor<?xf32>) {
  ^bb0(%a: f32, %b: f32, %s: f32):
    %p = arith.mulf %a, %b : f32
    %q = arith.addf %s, %p : f32
    linalg.yield %q : f32
  } -> tensor<?xf32>
  %scalar = tensor.empty() : tensor<f32>
  %start = linalg.fill ins(%zero : f32) outs(%scalar : tensor<f32>) -> tensor<f32>
  %sum = linalg.generic {
      indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> ()>],
      iterator_types = ["reduction"]
  } ins(%y : tensor<?xf32>) outs(%start : tensor<f32>) {
  ^bb0(%a: f32, %s: f32):
    %t = math.tanh %a : f32
    %q = arith.addf %s, %t : f32
    linalg.yield %q : f32
  } -> tensor<f32>
  return %sum : tensor<f32>
}
