// RUN: sg-opt %s --pass-pipeline="builtin.module(func.func(sg-fuse-batches{cache-bytes=65536},canonicalize,cse))" | FileCheck %s

#all = affine_map<(b, i, j) -> (b, i, j)>
#row = affine_map<(b, i, j) -> (b, i)>

// One head runs after the other; an intermediate buffer holds a single head.
// The op just before the product initializes it with zero.
// CHECK-LABEL: func.func @heads(
// CHECK-SAME:  [[Q:%[a-z0-9]+]]: memref<?x64x32xf32> {llvm.noalias}, [[K:%[a-z0-9]+]]: memref<?x64x32xf32> {llvm.noalias}, [[Y:%[a-z0-9]+]]: memref<?x64xf32> {llvm.noalias}
// CHECK:       [[N:%[a-z0-9_]+]] = memref.dim [[Q]], %c0
// CHECK:       [[S:%[a-z0-9_]+]] = memref.alloc() : memref<1x64x64xf32>
// CHECK:       scf.for [[I:%[a-z0-9]+]] = %c0 to [[N]] step %c1
// CHECK:         linalg.fill ins({{.*}}) outs([[S]]
// CHECK-NEXT:    linalg.generic {{.*}} outs([[S]]
// CHECK:         linalg.generic {{.*}} ins([[S]]
// CHECK:         }
// CHECK-NEXT:  }
// CHECK-NEXT:  memref.dealloc [[S]]
func.func @heads(%q: memref<?x64x32xf32> {llvm.noalias}, %k: memref<?x64x32xf32> {llvm.noalias}, %y: memref<?x64xf32> {llvm.noalias}) {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %n = memref.dim %q, %c0 : memref<?x64x32xf32>
  %s = memref.alloc(%n) : memref<?x64x64xf32>
  linalg.fill ins(%zero : f32) outs(%s : memref<?x64x64xf32>)
  linalg.fill ins(%zero : f32) outs(%y : memref<?x64xf32>)
  linalg.generic {indexing_maps = [affine_map<(b, i, j, k) -> (b, i, k)>, affine_map<(b, i, j, k) -> (b, j, k)>, affine_map<(b, i, j, k) -> (b, i, j)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
      ins(%q, %k : memref<?x64x32xf32>, memref<?x64x32xf32>) outs(%s : memref<?x64x64xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %0 = arith.mulf %a, %b : f32
    %1 = arith.addf %o, %0 : f32
    linalg.yield %1 : f32
  }
  linalg.generic {indexing_maps = [#all, #row], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%s : memref<?x64x64xf32>) outs(%y : memref<?x64xf32>) {
  ^bb0(%a: f32, %o: f32):
    %0 = arith.addf %o, %a : f32
    linalg.yield %0 : f32
  }
  memref.dealloc %s : memref<?x64x64xf32>
  return
}

// Both groups that read a difference of broadcasts compute it, and it is never
// stored as a whole: ops between the groups need all batches.
// CHECK-LABEL: func.func @recomputed(
// CHECK-NOT:   memref<8x64x64xf32>
// CHECK:       scf.for
// CHECK:         arith.subf
// CHECK:         linalg.batch_matmul
// CHECK:       }
// CHECK:       linalg.generic {{.*}} iterator_types = ["reduction", "parallel", "parallel"]
// CHECK:       scf.for
// CHECK:         arith.subf
// CHECK:         linalg.batch_matmul
// CHECK:       }
func.func @recomputed(%x: memref<64x64xf32> {llvm.noalias}, %m: memref<8x64xf32> {llvm.noalias}, %w: memref<8x64x16xf32> {llvm.noalias}, %y: memref<8x64x16xf32> {llvm.noalias}, %sum: memref<64x16xf32> {llvm.noalias}, %z: memref<8x64x16xf32> {llvm.noalias}) {
  %t = memref.alloc() : memref<8x64x64xf32>
  linalg.generic {indexing_maps = [affine_map<(b, i, j) -> (i, j)>, affine_map<(b, i, j) -> (b, j)>, #all], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%x, %m : memref<64x64xf32>, memref<8x64xf32>) outs(%t : memref<8x64x64xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %0 = arith.subf %a, %b : f32
    linalg.yield %0 : f32
  }
  linalg.batch_matmul ins(%t, %w : memref<8x64x64xf32>, memref<8x64x16xf32>) outs(%y : memref<8x64x16xf32>)
  linalg.generic {indexing_maps = [#all, affine_map<(b, i, j) -> (i, j)>], iterator_types = ["reduction", "parallel", "parallel"]}
      ins(%y : memref<8x64x16xf32>) outs(%sum : memref<64x16xf32>) {
  ^bb0(%a: f32, %o: f32):
    %0 = arith.addf %o, %a : f32
    linalg.yield %0 : f32
  }
  linalg.generic {indexing_maps = [affine_map<(b, i, j) -> (i, j)>, #all], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%sum : memref<64x16xf32>) outs(%z : memref<8x64x16xf32>) {
  ^bb0(%a: f32, %o: f32):
    linalg.yield %a : f32
  }
  linalg.batch_matmul ins(%t, %w : memref<8x64x64xf32>, memref<8x64x16xf32>) outs(%z : memref<8x64x16xf32>)
  memref.dealloc %t : memref<8x64x64xf32>
  return
}

// A value is not recomputed if its operand changes in between.
// CHECK-LABEL: func.func @changed(
// CHECK:       memref.alloc() : memref<8x64x64xf32>
// CHECK-COUNT-1: arith.subf
// CHECK-NOT:   arith.subf
// CHECK:       return
func.func @changed(%x: memref<64x64xf32> {llvm.noalias}, %w: memref<8x64x16xf32> {llvm.noalias}, %y: memref<8x64x16xf32> {llvm.noalias}, %sum: memref<64x16xf32> {llvm.noalias}, %z: memref<8x64x16xf32> {llvm.noalias}) {
  %one = arith.constant 1.0 : f32
  %t = memref.alloc() : memref<8x64x64xf32>
  linalg.generic {indexing_maps = [affine_map<(b, i, j) -> (i, j)>, #all], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%x : memref<64x64xf32>) outs(%t : memref<8x64x64xf32>) {
  ^bb0(%a: f32, %o: f32):
    %0 = arith.subf %a, %one : f32
    linalg.yield %0 : f32
  }
  linalg.batch_matmul ins(%t, %w : memref<8x64x64xf32>, memref<8x64x16xf32>) outs(%y : memref<8x64x16xf32>)
  linalg.generic {indexing_maps = [#all, affine_map<(b, i, j) -> (i, j)>], iterator_types = ["reduction", "parallel", "parallel"]}
      ins(%y : memref<8x64x16xf32>) outs(%sum : memref<64x16xf32>) {
  ^bb0(%a: f32, %o: f32):
    %0 = arith.addf %o, %a : f32
    linalg.yield %0 : f32
  }
  linalg.fill ins(%one : f32) outs(%x : memref<64x64xf32>)
  linalg.generic {indexing_maps = [affine_map<(b, i, j) -> (i, j)>, #all], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%sum : memref<64x16xf32>) outs(%z : memref<8x64x16xf32>) {
  ^bb0(%a: f32, %o: f32):
    linalg.yield %a : f32
  }
  linalg.batch_matmul ins(%t, %w : memref<8x64x64xf32>, memref<8x64x16xf32>) outs(%z : memref<8x64x16xf32>)
  memref.dealloc %t : memref<8x64x64xf32>
  return
}

// Nor if a later op writes to its memory through a view, as padding does.
// CHECK-LABEL: func.func @padded(
// CHECK:       [[T:%[a-z0-9_]+]] = memref.alloc() : memref<8x64x64xf32>
// CHECK-COUNT-1: arith.subf
// CHECK-NOT:   arith.subf
// CHECK:       memref.subview [[T]]
// CHECK-NOT:   arith.subf
// CHECK:       return
func.func @padded(%x: memref<64x64xf32> {llvm.noalias}, %m: memref<8x64xf32> {llvm.noalias}, %w: memref<8x64x16xf32> {llvm.noalias}, %y: memref<8x64x16xf32> {llvm.noalias}, %sum: memref<64x16xf32> {llvm.noalias}, %z: memref<8x64x16xf32> {llvm.noalias}) {
  %one = arith.constant 1.0 : f32
  %t = memref.alloc() : memref<8x64x64xf32>
  linalg.generic {indexing_maps = [affine_map<(b, i, j) -> (i, j)>, affine_map<(b, i, j) -> (b, j)>, #all], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%x, %m : memref<64x64xf32>, memref<8x64xf32>) outs(%t : memref<8x64x64xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %0 = arith.subf %a, %b : f32
    linalg.yield %0 : f32
  }
  %inner = memref.subview %t[0, 1, 1] [8, 62, 62] [1, 1, 1] : memref<8x64x64xf32> to memref<8x62x62xf32, strided<[4096, 64, 1], offset: 65>>
  linalg.fill ins(%one : f32) outs(%inner : memref<8x62x62xf32, strided<[4096, 64, 1], offset: 65>>)
  linalg.batch_matmul ins(%t, %w : memref<8x64x64xf32>, memref<8x64x16xf32>) outs(%y : memref<8x64x16xf32>)
  linalg.generic {indexing_maps = [#all, affine_map<(b, i, j) -> (i, j)>], iterator_types = ["reduction", "parallel", "parallel"]}
      ins(%y : memref<8x64x16xf32>) outs(%sum : memref<64x16xf32>) {
  ^bb0(%a: f32, %o: f32):
    %0 = arith.addf %o, %a : f32
    linalg.yield %0 : f32
  }
  linalg.generic {indexing_maps = [affine_map<(b, i, j) -> (i, j)>, #all], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%sum : memref<64x16xf32>) outs(%z : memref<8x64x16xf32>) {
  ^bb0(%a: f32, %o: f32):
    linalg.yield %a : f32
  }
  linalg.batch_matmul ins(%t, %w : memref<8x64x64xf32>, memref<8x64x16xf32>) outs(%z : memref<8x64x16xf32>)
  memref.dealloc %t : memref<8x64x64xf32>
  return
}

// Unchanged: a working set that fits the cache; large weights that all batches
// read; contiguous batches in the producer.
// CHECK-LABEL: func.func @unchanged(
// CHECK-NOT:   scf.for
// CHECK:       return
func.func @unchanged(%a: memref<4x8x8xf32> {llvm.noalias}, %b: memref<4x8x8xf32> {llvm.noalias}, %c: memref<4x8x8xf32> {llvm.noalias},
                     %x: memref<64x8x128xf32> {llvm.noalias}, %w: memref<128x128xf32> {llvm.noalias}, %y: memref<64x8x128xf32> {llvm.noalias},
                     %t: memref<64x64x64xf32> {llvm.noalias}, %r: memref<64x64x64xf32> {llvm.noalias}, %s: memref<64x64x64xf32> {llvm.noalias}) {
  linalg.exp ins(%a : memref<4x8x8xf32>) outs(%b : memref<4x8x8xf32>)
  linalg.batch_matmul ins(%b, %a : memref<4x8x8xf32>, memref<4x8x8xf32>) outs(%c : memref<4x8x8xf32>)

  linalg.generic {indexing_maps = [affine_map<(b, i, j, k) -> (b, i, k)>, affine_map<(b, i, j, k) -> (k, j)>, affine_map<(b, i, j, k) -> (b, i, j)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
      ins(%x, %w : memref<64x8x128xf32>, memref<128x128xf32>) outs(%y : memref<64x8x128xf32>) {
  ^bb0(%p: f32, %q: f32, %o: f32):
    %0 = arith.mulf %p, %q : f32
    %1 = arith.addf %o, %0 : f32
    linalg.yield %1 : f32
  }
  linalg.exp ins(%y : memref<64x8x128xf32>) outs(%x : memref<64x8x128xf32>)

  linalg.transpose ins(%t : memref<64x64x64xf32>) outs(%r : memref<64x64x64xf32>) permutation = [2, 1, 0]
  linalg.batch_matmul ins(%r, %r : memref<64x64x64xf32>, memref<64x64x64xf32>) outs(%s : memref<64x64x64xf32>)
  return
}

// Loops with zero iterations cannot be tiled.
// CHECK-LABEL: func.func @no_iterations(
// CHECK-NOT:   scf.for
// CHECK:       return
func.func @no_iterations(%n: index, %w: memref<0x129x?xf32> {llvm.noalias}, %y: memref<130x?x129xf32> {llvm.noalias}) {
  %one = arith.constant 1.0 : f32
  %x = memref.alloc(%n) : memref<?x130x0xf32>
  linalg.fill ins(%one : f32) outs(%x : memref<?x130x0xf32>)
  linalg.generic {indexing_maps = [affine_map<(i, j, b, k) -> (i, j, k)>, affine_map<(i, j, b, k) -> (k, b, i)>, affine_map<(i, j, b, k) -> (j, i, b)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
      ins(%x, %w : memref<?x130x0xf32>, memref<0x129x?xf32>) outs(%y : memref<130x?x129xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %0 = arith.mulf %a, %b : f32
    %1 = arith.addf %o, %0 : f32
    linalg.yield %1 : f32
  }
  memref.dealloc %x : memref<?x130x0xf32>
  return
}
