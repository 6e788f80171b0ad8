// Which copies inserted by bufferization are needed.
//
// RUN: sg-opt %s --sg-map-to-kernels --cse | FileCheck %s

#id = affine_map<(i) -> (i)>

// Each element is read only to be overwritten: the copy's source can be read directly.
// CHECK-LABEL: func.func @same_places(
// CHECK-NOT:     memref.alloc
// CHECK:         gpu.launch
// CHECK:           scf.if
// CHECK-NEXT:        [[OLD:%[a-z0-9_]+]] = memref.load [[Y:%[a-z0-9_]+]][[[I:%[a-z0-9_]+]]]
// CHECK-NEXT:        [[NEW:%[a-z0-9_]+]] = arith.addf [[OLD]], [[OLD]]
// CHECK-NEXT:        memref.store [[NEW]], [[Y]][[[I]]]
// CHECK:         return
func.func @same_places(%y: memref<700xf32>) {
  %t = memref.alloc() : memref<700xf32>
  memref.copy %y, %t : memref<700xf32> to memref<700xf32>
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%t : memref<700xf32>) outs(%y : memref<700xf32>) {
  ^bb0(%v: f32, %out: f32):
    %w = arith.addf %v, %v : f32
    linalg.yield %w : f32
  }
  memref.dealloc %t : memref<700xf32>
  return
}

// Other elements are read.
// CHECK-LABEL: func.func @backwards(
// CHECK:         memref.alloc
func.func @backwards(%y: memref<700xf32>) {
  %t = memref.alloc() : memref<700xf32>
  memref.copy %y, %t : memref<700xf32> to memref<700xf32>
  linalg.generic {indexing_maps = [affine_map<(i) -> (-i + 699)>, #id], iterator_types = ["parallel"]} ins(%t : memref<700xf32>) outs(%y : memref<700xf32>) {
  ^bb0(%v: f32, %out: f32):
    linalg.yield %v : f32
  }
  memref.dealloc %t : memref<700xf32>
  return
}

// An element is read again after it was written.
// CHECK-LABEL: func.func @twice(
// CHECK:         memref.alloc
func.func @twice(%y: memref<7xf32>, %x: memref<9x7xf32>) {
  %t = memref.alloc() : memref<7xf32>
  memref.copy %y, %t : memref<7xf32> to memref<7xf32>
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>], iterator_types = ["reduction", "parallel"]}
      ins(%t, %x : memref<7xf32>, memref<9x7xf32>) outs(%y : memref<7xf32>) {
  ^bb0(%v: f32, %w: f32, %out: f32):
    %p = arith.mulf %v, %w : f32
    %s = arith.addf %out, %p : f32
    linalg.yield %s : f32
  }
  memref.dealloc %t : memref<7xf32>
  return
}

// The source is overwritten before the copy is read.
// CHECK-LABEL: func.func @in_between(
// CHECK:         memref.alloc
func.func @in_between(%y: memref<700xf32>, %zero: f32) {
  %t = memref.alloc() : memref<700xf32>
  memref.copy %y, %t : memref<700xf32> to memref<700xf32>
  linalg.fill ins(%zero : f32) outs(%y : memref<700xf32>)
  linalg.exp ins(%t : memref<700xf32>) outs(%y : memref<700xf32>)
  memref.dealloc %t : memref<700xf32>
  return
}

// An unknown part of the same memory is written.
// CHECK-LABEL: func.func @view(
// CHECK:         memref.alloc
func.func @view(%y: memref<800xf32>, %i: index) {
  %t = memref.alloc() : memref<700xf32>
  %from = memref.subview %y[0] [700] [1] : memref<800xf32> to memref<700xf32, strided<[1]>>
  %to = memref.subview %y[%i] [700] [1] : memref<800xf32> to memref<700xf32, strided<[1], offset: ?>>
  memref.copy %from, %t : memref<700xf32, strided<[1]>> to memref<700xf32>
  linalg.exp ins(%t : memref<700xf32>) outs(%to : memref<700xf32, strided<[1], offset: ?>>)
  memref.dealloc %t : memref<700xf32>
  return
}

// The copy is read again.
// CHECK-LABEL: func.func @kept(
// CHECK:         memref.alloc
func.func @kept(%y: memref<700xf32>, %z: memref<700xf32> {llvm.noalias}) {
  %t = memref.alloc() : memref<700xf32>
  memref.copy %y, %t : memref<700xf32> to memref<700xf32>
  linalg.exp ins(%t : memref<700xf32>) outs(%y : memref<700xf32>)
  linalg.exp ins(%t : memref<700xf32>) outs(%z : memref<700xf32>)
  memref.dealloc %t : memref<700xf32>
  return
}
