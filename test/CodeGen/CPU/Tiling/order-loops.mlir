// RUN: sg-opt %s --pass-pipeline="builtin.module(func.func(sg-order-loops))" | FileCheck %s

// The channels of a pooling are contiguous in the input and the result, the
// window is not. The elements of a window are compared in the same order.
// CHECK-DAG:   [[$WINDOWS:#map[0-9]*]] = affine_map<(d0, d1, d2) -> (d0 * 2 + d1, d2)>
// CHECK-DAG:   [[$WINDOW:#map[0-9]*]] = affine_map<(d0, d1, d2) -> (d1)>
// CHECK-DAG:   [[$RESULT:#map[0-9]*]] = affine_map<(d0, d1, d2) -> (d0, d2)>
// CHECK-LABEL: func.func @pooling(
// CHECK:       linalg.generic {indexing_maps = {{\[}}[[$WINDOWS]], [[$WINDOW]], [[$RESULT]]]
// CHECK-SAME:    iterator_types = ["parallel", "reduction", "parallel"]
func.func @pooling(%x: memref<?x?xf32>, %w: memref<2xf32>, %y: memref<?x?xf32>) {
  linalg.generic {indexing_maps = [affine_map<(i, c, k) -> (i * 2 + k, c)>, affine_map<(i, c, k) -> (k)>, affine_map<(i, c, k) -> (i, c)>], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x, %w : memref<?x?xf32>, memref<2xf32>) outs(%y : memref<?x?xf32>) {
  ^bb0(%a: f32, %b: f32, %m: f32):
    %0 = arith.maximumf %m, %a : f32
    linalg.yield %0 : f32
  }
  return
}

// linalg.index still refers to the same loops.
// CHECK-LABEL: func.func @index(
// CHECK:       iterator_types = ["reduction", "parallel"]
// CHECK:         linalg.index 1
// CHECK:         linalg.index 0
func.func @index(%x: memref<8x100xf32>, %y: memref<100xindex>) {
  linalg.generic {indexing_maps = [affine_map<(j, i) -> (i, j)>, affine_map<(j, i) -> (j)>], iterator_types = ["parallel", "reduction"]}
      ins(%x : memref<8x100xf32>) outs(%y : memref<100xindex>) {
  ^bb0(%a: f32, %s: index):
    %j = linalg.index 0 : index
    %i = linalg.index 1 : index
    %0 = arith.muli %i, %j : index
    %1 = arith.addi %0, %s : index
    linalg.yield %1 : index
  }
  return
}

// Unchanged: contiguous summands; no loop contiguous for both operands; memory
// not known to be contiguous; only four columns; a reduction whose order would
// change.
// CHECK-LABEL: func.func @unchanged(
// CHECK:       iterator_types = ["parallel", "reduction"]
// CHECK:       iterator_types = ["parallel", "parallel"]
// CHECK:       iterator_types = ["parallel", "reduction"]
// CHECK:       iterator_types = ["parallel", "reduction"]
// CHECK:       iterator_types = ["reduction", "reduction"]
func.func @unchanged(%x: memref<8x100xf32>, %y: memref<100x8xf32>, %sums: memref<8xf32>, %t: memref<8x100xf32, strided<[200, 2]>>, %columns: memref<100xf32>, %z: memref<8x4xf32>, %few: memref<4xf32>, %all: memref<f32>) {
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]}
      ins(%x : memref<8x100xf32>) outs(%sums : memref<8xf32>) {
  ^bb0(%a: f32, %s: f32):
    %0 = arith.addf %s, %a : f32
    linalg.yield %0 : f32
  }
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j, i)>], iterator_types = ["parallel", "parallel"]}
      ins(%x : memref<8x100xf32>) outs(%y : memref<100x8xf32>) {
  ^bb0(%a: f32, %s: f32):
    linalg.yield %a : f32
  }
  linalg.generic {indexing_maps = [affine_map<(j, i) -> (i, j)>, affine_map<(j, i) -> (j)>], iterator_types = ["parallel", "reduction"]}
      ins(%t : memref<8x100xf32, strided<[200, 2]>>) outs(%columns : memref<100xf32>) {
  ^bb0(%a: f32, %s: f32):
    %0 = arith.addf %s, %a : f32
    linalg.yield %0 : f32
  }
  linalg.generic {indexing_maps = [affine_map<(j, i) -> (i, j)>, affine_map<(j, i) -> (j)>], iterator_types = ["parallel", "reduction"]}
      ins(%z : memref<8x4xf32>) outs(%few : memref<4xf32>) {
  ^bb0(%a: f32, %s: f32):
    %0 = arith.addf %s, %a : f32
    linalg.yield %0 : f32
  }
  linalg.generic {indexing_maps = [affine_map<(j, i) -> (i, j)>, affine_map<(j, i) -> ()>], iterator_types = ["reduction", "reduction"]}
      ins(%x : memref<8x100xf32>) outs(%all : memref<f32>) {
  ^bb0(%a: f32, %s: f32):
    %0 = arith.addf %s, %a : f32
    linalg.yield %0 : f32
  }
  return
}
