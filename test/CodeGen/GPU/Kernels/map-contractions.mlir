// RUN: sg-opt %s --sg-map-contractions --cse | FileCheck %s

// A block computes 64 by 64 elements, 4 by 4 in each of its 256 threads. Shared
// memory holds 16 k indices of the operands; the next ones are loaded before
// these are multiplied. The tail is filled with zeros.
// CHECK-LABEL: func.func @matmul(
// CHECK-SAME:  [[X:%[a-z0-9]+]]: memref<?x?xf32>, [[Y:%[a-z0-9]+]]: memref<?x?xf32>, [[Z:%[a-z0-9]+]]: memref<?x?xf32>
// CHECK-DAG:   [[K:%[a-z0-9_]+]] = memref.dim [[X]], %c1
// CHECK:       gpu.launch {{.*}} threads({{.*}} = %c256{{[_0-9]*}}, {{.*}} = %c1{{[_0-9]*}}, {{.*}} = %c1{{[_0-9]*}}) module(@sg_kernels)
// CHECK-SAME:  workgroup([[A:%[a-z0-9]+]] : memref<16x68xf32, #gpu.address_space<workgroup>>, [[B:%[a-z0-9]+]] : memref<16x68xf32, #gpu.address_space<workgroup>>)
// CHECK:         [[SOME:%[a-z0-9_]+]] = arith.cmpi sgt, [[K]], %c0
// CHECK:         [[FIRST:%[a-z0-9_]+]]:8 = scf.if [[SOME]]
// CHECK:         scf.for [[T:%[a-z0-9]+]] = %c0{{[_0-9]*}} to [[K]] step %c16{{[_0-9]*}} iter_args(
// CHECK:           [[TERM:%[a-z0-9_]+]] = arith.addi [[T]],
// CHECK-NEXT:      [[INSIDE:%[a-z0-9_]+]] = arith.cmpi slt, [[TERM]], [[K]]
// CHECK-NEXT:      [[V:%[a-z0-9_]+]] = arith.select [[INSIDE]], {{%[a-z0-9_]+}}, %cst
// CHECK-NEXT:      memref.store [[V]], [[A]]
// CHECK:           gpu.barrier
// CHECK-NEXT:      [[NEXT:%[a-z0-9_]+]] = arith.addi [[T]], %c16
// CHECK-COUNT-8:   memref.load {{.*}} : memref<?x?xf32>
// CHECK:           vector.load [[A]]{{.*}} {alignment = 16 : i64} : {{.*}}, vector<4xf32>
// CHECK:           vector.load [[B]]{{.*}} {alignment = 16 : i64} : {{.*}}, vector<4xf32>
// CHECK-COUNT-256: arith.mulf {{.*}} fastmath<contract>
// CHECK:           gpu.barrier
// CHECK-NEXT:      scf.yield
// CHECK-NOT:   linalg
func.func @matmul(%x: memref<?x?xf32>, %y: memref<?x?xf32>, %z: memref<?x?xf32>) {
  linalg.matmul ins(%x, %y : memref<?x?xf32>, memref<?x?xf32>) outs(%z : memref<?x?xf32>)
  return
}

// For a small result, 16 by 16 elements, 2 by 2 per thread: groups of four
// threads share k and add their sums in order. Sizes that are multiples of the
// tile need no comparison.
// CHECK-LABEL: func.func @small(
// CHECK:       gpu.launch {{.*}} threads({{.*}} = %c256
// CHECK-SAME:  memref<32x20xf32, {{.*}}memref<32x20xf32, {{.*}}[[SUMS:%[a-z0-9]+]] : memref<4x16x16xf32,
// CHECK-NOT:   arith.cmpi
// CHECK:       scf.for
// CHECK:       gpu.barrier
// CHECK:       gpu.barrier
// CHECK:       gpu.barrier
// CHECK:       [[OLD:%[a-z0-9_]+]] = memref.load {{.*}} : memref<32x16xf32
// CHECK:       [[S0:%[a-z0-9_]+]] = memref.load [[SUMS]][%c0
// CHECK-NEXT:  [[N0:%[a-z0-9_]+]] = arith.addf [[OLD]], [[S0]]
// CHECK-NEXT:  [[S1:%[a-z0-9_]+]] = memref.load [[SUMS]][%c1
// CHECK-NEXT:  [[N1:%[a-z0-9_]+]] = arith.addf [[N0]], [[S1]]
func.func @small(%x: memref<32x256xf32>, %y: memref<256x16xf32>, %z: memref<32x16xf32>) {
  linalg.matmul ins(%x, %y : memref<32x256xf32>, memref<256x16xf32>) outs(%z : memref<32x16xf32>)
  return
}

// Contiguous elements are loaded together: four successive rows of one operand,
// which stay together, and four successive k indices of the other, each stored
// to a separate row of shared memory.
// CHECK-LABEL: func.func @turned(
// CHECK:       gpu.launch {{.*}} workgroup([[A:%[a-z0-9]+]] : memref<8x132xf32, {{.*}}, [[B:%[a-z0-9]+]] : memref<8x132xf32,
// CHECK:       vector.load {{.*}} : memref<2048x2048xf32>, vector<4xf32>
// CHECK:       vector.load {{.*}} : memref<2048x2048xf32>, vector<4xf32>
// CHECK:       scf.for {{.*}} -> ({{.*}}vector<4xf32>, vector<4xf32>)
// CHECK:         vector.store {{%[a-z0-9_]+}}, [[A]]
// CHECK-COUNT-4: memref.store {{%[a-z0-9_]+}}, [[B]]
func.func @turned(%x: memref<2048x2048xf32>, %y: memref<2048x2048xf32>, %z: memref<2048x2048xf32>) {
  linalg.generic {indexing_maps = [affine_map<(i, j, k) -> (k, i)>, affine_map<(i, j, k) -> (j, k)>, affine_map<(i, j, k) -> (i, j)>],
      iterator_types = ["parallel", "parallel", "reduction"]} ins(%x, %y : memref<2048x2048xf32>, memref<2048x2048xf32>) outs(%z : memref<2048x2048xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %p = arith.mulf %a, %b : f32
    %s = arith.addf %p, %c : f32
    linalg.yield %s : f32
  }
  return
}

// The image gradient of a convolution, computed per image element: column w
// receives, for each index k of a filter with dilation 3, the gradient of
// column (w - 3 k) / 2, if it exists.
// CHECK-LABEL: func.func @image(
// CHECK-SAME:  [[F:%[a-z0-9]+]]: memref<2x4x8xf32>, [[DY:%[a-z0-9]+]]: memref<5x6x8xf32>, [[DX:%[a-z0-9]+]]: memref<5x14x4xf32>
// CHECK:       gpu.launch
// CHECK:         [[BEFORE:%[a-z0-9_]+]] = arith.muli [[K:%[a-z0-9_#]+]], %c3
// CHECK:         [[AT:%[a-z0-9_]+]] = arith.subi [[W:%[a-z0-9_#]+]], [[BEFORE]]
// CHECK:         arith.cmpi sge, [[AT]], %c0
// CHECK:         [[ODD:%[a-z0-9_]+]] = arith.remsi [[AT]], %c2
// CHECK:         arith.cmpi eq, [[ODD]], %c0
// CHECK:         [[COLUMN:%[a-z0-9_]+]] = arith.divsi [[AT]], %c2
// CHECK:         arith.cmpi slt, [[COLUMN]], %c6
// CHECK:         [[V:%[a-z0-9_]+]] = {{(vector|memref)}}.load {{.*}} : memref<5x6x8xf32>
// CHECK:         arith.select {{%[a-z0-9_]+}}, [[V]], %cst
func.func @image(%f: memref<2x4x8xf32>, %dy: memref<5x6x8xf32>, %dx: memref<5x14x4xf32>) {
  linalg.generic {indexing_maps = [affine_map<(n, w, k, i, o) -> (k, i, o)>, affine_map<(n, w, k, i, o) -> (n, w, o)>, affine_map<(n, w, k, i, o) -> (n, w * 2 + k * 3, i)>],
      iterator_types = ["parallel", "reduction", "reduction", "parallel", "reduction"]} ins(%f, %dy : memref<2x4x8xf32>, memref<5x6x8xf32>) outs(%dx : memref<5x14x4xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %p = arith.mulf %b, %a : f32
    %s = arith.addf %c, %p : f32
    linalg.yield %s : f32
  }
  return
}

// Not matched: a product that is halved, a square, a product that is not added,
// no rows or columns, no k.
// CHECK-LABEL: func.func @others(
// CHECK-NOT:   gpu.launch
// CHECK-COUNT-5: linalg.
func.func @others(%x: memref<8x8xf32>, %y: memref<8x8xf32>, %z: memref<8x8xf32>, %u: memref<8xf32>, %s: memref<f32>, %e: memref<8x0xf32>, %f: memref<0x8xf32>) {
  linalg.generic {indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>],
      iterator_types = ["parallel", "parallel", "reduction"]} ins(%x, %y : memref<8x8xf32>, memref<8x8xf32>) outs(%z : memref<8x8xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %half = arith.constant 0.5 : f32
    %p = arith.mulf %a, %b : f32
    %h = arith.mulf %p, %half : f32
    %t = arith.addf %h, %c : f32
    linalg.yield %t : f32
  }
  linalg.generic {indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>],
      iterator_types = ["parallel", "parallel", "reduction"]} ins(%x, %y : memref<8x8xf32>, memref<8x8xf32>) outs(%z : memref<8x8xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %p = arith.mulf %a, %a : f32
    %t = arith.addf %p, %c : f32
    linalg.yield %t : f32
  }
  linalg.mul ins(%x, %y : memref<8x8xf32>, memref<8x8xf32>) outs(%z : memref<8x8xf32>)
  linalg.dot ins(%u, %u : memref<8xf32>, memref<8xf32>) outs(%s : memref<f32>)
  linalg.matmul ins(%e, %f : memref<8x0xf32>, memref<0x8xf32>) outs(%z : memref<8x8xf32>)
  return
}
