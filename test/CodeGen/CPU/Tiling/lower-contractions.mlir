// Register tiles of every width compute the same as the loops: odd sizes have
// tails of columns and rows, and nonzero outs are added to.
// RUN: sg-opt %s --pass-pipeline="builtin.module(func.func(sg-lower-contractions{vector-bits=128}))" | FileCheck %s '-D$WIDE=8' '-D$LANES=4' '-D$ROWS=6'
// RUN: sg-opt %s --pass-pipeline="builtin.module(func.func(sg-lower-contractions{vector-bits=256}))" | FileCheck %s '-D$WIDE=16' '-D$LANES=8' '-D$ROWS=6'
// RUN: sg-opt %s --pass-pipeline="builtin.module(func.func(sg-lower-contractions{vector-bits=512}))" | FileCheck %s '-D$WIDE=32' '-D$LANES=16' '-D$ROWS=8'

// Two vectors of columns, then a masked tail.
// CHECK-LABEL: func.func @matmul
// CHECK: vector.load {{.*}} vector<[[$WIDE]]xf32>
// CHECK: vector.create_mask {{.*}} : vector<[[$LANES]]xi1>
// CHECK: vector.maskedstore {{.*}} vector<[[$LANES]]xf32>
// CHECK-NOT: linalg.matmul
// CHECK: return
func.func @matmul(%a: memref<?x?xf32>, %b: memref<?x?xf32>, %c: memref<?x?xf32>) {
  linalg.matmul ins(%a, %b : memref<?x?xf32>, memref<?x?xf32>) outs(%c : memref<?x?xf32>)
  return
}

// For a dynamic number of rows, tiles of 4 compute the tail, with the last row
// repeated if there are fewer. LLVM does not unroll the k loops: it compiles
// only two by two kinds of tiles.
// CHECK-LABEL: func.func @rows_left
// CHECK-SAME:  [[A:%[a-z0-9]+]]: memref<?x5xf32>
// CHECK:       scf.for {{%[a-z0-9]+}} = {{.*}} to [[UNTIL:%[a-z0-9_]+]] step %c[[$ROWS]]{{[_0-9]*}} {
// CHECK-NOT:     arith.minsi
// CHECK:         scf.for {{.*}} iter_args
// CHECK-COUNT-6: memref.load [[A]]
// CHECK:         {loop_annotation = #loop_annotation}
// CHECK-COUNT-6: vector.store
// CHECK:       [[LAST:%[a-z0-9_]+]] = arith.subi {{%[a-z0-9_]+}}, %c1{{[_0-9]*}} : index
// CHECK:       scf.for [[ROW:%[a-z0-9]+]] = [[UNTIL]] to {{%[a-z0-9]+}} step %c4{{[_0-9]*}} {
// CHECK:         scf.for {{.*}} iter_args
// CHECK:           [[NEXT:%[a-z0-9_]+]] = arith.addi [[ROW]], %c3{{[_0-9]*}} : index
// CHECK:           [[FOURTH:%[a-z0-9_]+]] = arith.minsi [[NEXT]], [[LAST]] : index
// CHECK:           memref.load [[A]]{{\[}}[[FOURTH]], {{%[a-z0-9_]+}}]
// CHECK:         {loop_annotation = #loop_annotation}
// CHECK-NOT:   memref.load
// CHECK:       return
func.func @rows_left(%a: memref<?x5xf32>, %b: memref<5x32xf32>, %c: memref<?x32xf32>) {
  linalg.matmul ins(%a, %b : memref<?x5xf32>, memref<5x32xf32>) outs(%c : memref<?x32xf32>)
  return
}

// k and rows are blocked; a panel that all tiles of a block use is packed once.
// CHECK-LABEL: func.func @blocks
// CHECK-SAME:  [[A:%[a-z0-9]+]]: memref<?x3000xf32>, [[B:%[a-z0-9]+]]: memref<3000x640xf32>
// CHECK: [[PANEL:%[a-z0-9_]+]] = memref.alloc() {alignment = 64 : i64} : memref<[[TERMS:[0-9]+]]x[[$WIDE]]xf32>
// CHECK: scf.for [[TERM:%[a-z0-9]+]] = {{.*}} step %c[[TERMS]]
// CHECK: scf.for [[ROW:%[a-z0-9]+]] =
// CHECK: scf.for [[COLUMN:%[a-z0-9]+]] = %c0{{[_0-9]*}} to %c640{{[_0-9]*}} step %c[[$WIDE]]
// CHECK:   scf.for [[K:%[a-z0-9]+]] =
// CHECK:     [[V:%[a-z0-9]+]] = vector.load [[B]][[[K]], [[COLUMN]]]
// CHECK:     vector.store [[V]], [[PANEL]]
// CHECK:   scf.for {{%[a-z0-9]+}} = [[ROW]] to
// CHECK:     scf.for {{.*}} iter_args
// CHECK:       vector.load [[PANEL]]
// CHECK: memref.dealloc [[PANEL]]
func.func @blocks(%a: memref<?x3000xf32>, %b: memref<3000x640xf32>, %c: memref<?x640xf32>) {
  linalg.matmul ins(%a, %b : memref<?x3000xf32>, memref<3000x640xf32>) outs(%c : memref<?x640xf32>)
  return
}

// The initial value is in registers, not in memory. If k is blocked, the first
// block starts from it, also if k is empty.
// CHECK-LABEL: func.func @start
// CHECK-SAME:  [[N:%[a-z0-9]+]]: f32, [[A:%[a-z0-9]+]]: memref<?x7xf32>
// CHECK-NOT:   linalg.fill
// CHECK:       [[START:%[a-z0-9]+]] = vector.broadcast [[N]] : f32 to vector<[[$WIDE]]xf32>
// CHECK:       scf.for {{.*}} iter_args({{%[a-z0-9]+}} = [[START]]
// CHECK:       [[SOME:%[a-z0-9]+]] = arith.maxsi {{%[a-z0-9_]+}}, %c1
// CHECK:       scf.for [[TERM:%[a-z0-9]+]] = %c0{{[_0-9]*}} to [[SOME]]
// CHECK:         [[IS:%[a-z0-9]+]] = arith.cmpi eq, [[TERM]], %c0
// CHECK:         scf.if [[IS]]
// CHECK:         } else {
// CHECK:           vector.load
func.func @start(%n: f32, %a: memref<?x7xf32>, %b: memref<7x48xf32>, %c: memref<?x48xf32>, %d: memref<?x?xf32>, %e: memref<?x48xf32>, %f: memref<?x48xf32>) {
  linalg.fill ins(%n : f32) outs(%c : memref<?x48xf32>)
  linalg.matmul ins(%a, %b : memref<?x7xf32>, memref<7x48xf32>) outs(%c : memref<?x48xf32>)
  linalg.fill ins(%n : f32) outs(%f : memref<?x48xf32>)
  linalg.matmul ins(%d, %e : memref<?x?xf32>, memref<?x48xf32>) outs(%f : memref<?x48xf32>)
  return
}

// Not if it is read in between, or if an element is in several tiles.
// CHECK-LABEL: func.func @filled
// CHECK-COUNT-2: linalg.fill
func.func @filled(%n: f32, %a: memref<4x7xf32>, %b: memref<7x48xf32>, %c: memref<4x48xf32>, %d: memref<4x48xf32>,
                  %f: memref<3x7x5xf32>, %y: memref<2x8x7xf32>, %x: memref<2x10x5xf32>) {
  linalg.fill ins(%n : f32) outs(%c : memref<4x48xf32>)
  memref.copy %c, %d : memref<4x48xf32> to memref<4x48xf32>
  linalg.matmul ins(%a, %b : memref<4x7xf32>, memref<7x48xf32>) outs(%c : memref<4x48xf32>)
  linalg.fill ins(%n : f32) outs(%x : memref<2x10x5xf32>)
  linalg.generic {indexing_maps = [affine_map<(n, i, k, c, f) -> (k, f, c)>, affine_map<(n, i, k, c, f) -> (n, i, f)>, affine_map<(n, i, k, c, f) -> (n, i + k, c)>],
      iterator_types = ["parallel", "reduction", "reduction", "parallel", "reduction"]}
      ins(%f, %y : memref<3x7x5xf32>, memref<2x8x7xf32>) outs(%x : memref<2x10x5xf32>) {
  ^bb0(%p: f32, %q: f32, %sum: f32):
    %product = arith.mulf %p, %q : f32
    %s = arith.addf %sum, %product : f32
    linalg.yield %s : f32
  }
  return
}

// Half-precision operands are extended; the accumulator is f32.
// CHECK-LABEL: func.func @half_factors
// CHECK: vector.load {{.*}} vector<[[$WIDE]]xbf16>
// CHECK: arith.extf {{.*}} : vector<[[$WIDE]]xbf16> to vector<[[$WIDE]]xf32>
func.func @half_factors(%a: memref<4x5xbf16>, %b: memref<5x40xbf16>, %c: memref<4x40xf32>) {
  linalg.matmul ins(%a, %b : memref<4x5xbf16>, memref<5x40xbf16>) outs(%c : memref<4x40xf32>)
  return
}

// Half-precision accumulators round after each product, which no tile does.
// CHECK-LABEL: func.func @half_sum
// CHECK: linalg.matmul
func.func @half_sum(%a: memref<4x5xf16>, %b: memref<5x6xf16>, %c: memref<4x6xf16>) {
  linalg.matmul ins(%a, %b : memref<4x5xf16>, memref<5x6xf16>) outs(%c : memref<4x6xf16>)
  return
}
