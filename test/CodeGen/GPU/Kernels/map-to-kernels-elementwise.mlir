// Elementwise ops access 128 bits at once if the memory has that alignment.
//
// RUN: sg-opt %s --sg-map-to-kernels=alignment=16 --cse | FileCheck %s
// RUN: sg-opt %s --sg-map-to-kernels --cse | FileCheck %s --check-prefix=UNALIGNED
// UNALIGNED-NOT: vector.

#all = affine_map<(i, j) -> (i, j)>
#turned = affine_map<(i, j) -> (j, i)>
#row = affine_map<(i, j) -> (i)>
#column = affine_map<(i, j) -> (j)>
#none = affine_map<(i, j) -> ()>
#id = affine_map<(i) -> (i)>

// Contiguous memory is one row of any length. The last thread accesses a tail
// of fewer than four elements one by one. A scalar operand is loaded once.
// CHECK-LABEL: func.func @contiguous(
// CHECK-SAME:  [[X:%[a-z0-9]+]]: memref<?x?xf32>, [[Y:%[a-z0-9]+]]: memref<?x?xf32>, [[S:%[a-z0-9]+]]: memref<f32>
// CHECK-DAG:   [[IN:%[a-z0-9_]+]] = memref.collapse_shape [[X]] {{\[}}[0, 1]]
// CHECK-DAG:   [[OUT:%[a-z0-9_]+]] = memref.collapse_shape [[Y]] {{\[}}[0, 1]]
// CHECK:       gpu.launch
// CHECK:         [[FIRST:%[a-z0-9_]+]] = arith.muli {{%[a-z0-9_]+}}, %c4
// CHECK:         [[BEHIND:%[a-z0-9_]+]] = arith.addi [[FIRST]], %c4
// CHECK:         [[WHOLE:%[a-z0-9_]+]] = arith.cmpi ule, [[BEHIND]], [[COUNT:%[a-z0-9_]+]]
// CHECK:         scf.if [[WHOLE]]
// CHECK:           [[V:%[a-z0-9_]+]] = vector.load [[IN]][[[FIRST]]] {alignment = 16 : i64} : memref<?xf32>, vector<4xf32>
// CHECK:           [[FACTOR:%[a-z0-9_]+]] = memref.load [[S]][]
// CHECK-COUNT-4:   arith.mulf {{%[a-z0-9_]+}}, [[FACTOR]]
// CHECK:           [[R:%[a-z0-9_]+]] = vector.from_elements
// CHECK:           vector.store [[R]], [[OUT]][[[FIRST]]] {alignment = 16 : i64}
// CHECK:         } else {
// CHECK:           scf.for [[I:%[a-z0-9_]+]] = [[FIRST]] to [[COUNT]] step %c1
// CHECK:             memref.load [[IN]][[[I]]]
// CHECK:             memref.store {{%[a-z0-9_]+}}, [[OUT]][[[I]]]
func.func @contiguous(%x: memref<?x?xf32>, %y: memref<?x?xf32>, %s: memref<f32>) {
  linalg.generic {indexing_maps = [#all, #none, #all], iterator_types = ["parallel", "parallel"]}
      ins(%x, %s : memref<?x?xf32>, memref<f32>) outs(%y : memref<?x?xf32>) {
  ^bb0(%a: f32, %factor: f32, %out: f32):
    %e = math.exp %a : f32
    %p = arith.mulf %e, %factor : f32
    linalg.yield %p : f32
  }
  return
}

// With one value per column, the row length has to be a multiple of the width:
// then the next row starts aligned, too. The shorter type decides: 128 bits of
// it.
// CHECK-LABEL: func.func @rows(
// CHECK:         [[N:%[a-z0-9_]+]]:2 = affine.delinearize_index {{%[a-z0-9_]+}} into ({{%[a-z0-9_]+}}, 3)
// CHECK:         [[FIRST:%[a-z0-9_]+]] = arith.muli [[N]]#1, %c8
// CHECK:         vector.load {{%[a-z0-9]+}}[[[N]]#0, [[FIRST]]] {alignment = 16 : i64} : memref<?x24xf32>, vector<8xf32>
// CHECK:         vector.load {{%[a-z0-9]+}}[[[FIRST]]] {alignment = 16 : i64} : memref<24xf32>, vector<8xf32>
// CHECK:         [[FACTOR:%[a-z0-9_]+]] = memref.load {{%[a-z0-9_]+}}[[[N]]#0] : memref<?xf32>
// CHECK-COUNT-8: arith.addf
// CHECK:         vector.store {{%[a-z0-9_]+}}, {{%[a-z0-9]+}}[[[N]]#0, [[FIRST]]] {alignment = 16 : i64} : memref<?x24xbf16>, vector<8xbf16>
// CHECK-NOT:     scf.for
func.func @rows(%x: memref<?x24xf32>, %bias: memref<24xf32>, %scale: memref<?xf32>, %y: memref<?x24xbf16>) {
  linalg.generic {indexing_maps = [#all, #column, #row, #all], iterator_types = ["parallel", "parallel"]}
      ins(%x, %bias, %scale : memref<?x24xf32>, memref<24xf32>, memref<?xf32>) outs(%y : memref<?x24xbf16>) {
  ^bb0(%a: f32, %b: f32, %c: f32, %out: bf16):
    %p = arith.mulf %a, %c : f32
    %s = arith.addf %p, %b : f32
    %t = arith.truncf %s : f32 to bf16
    linalg.yield %t : bf16
  }
  return
}

// Pairs, if wider accesses would not be aligned.
// CHECK-LABEL: func.func @pairs(
// CHECK:         vector.load {{.*}} {alignment = 8 : i64} : memref<9x30xf32, strided<[34, 1], offset: 2>>, vector<2xf32>
func.func @pairs(%x: memref<9x30xf32, strided<[34, 1], offset: 2>>, %y: memref<9x30xf32>) {
  memref.copy %x, %y : memref<9x30xf32, strided<[34, 1], offset: 2>> to memref<9x30xf32>
  return
}

// A group: an op reads values written by the previous op in the same thread.
// Booleans, whose vectors are bits, are loaded one by one. linalg.index yields
// each element's index.
// CHECK-LABEL: func.func @chain(
// CHECK-COUNT-1: gpu.launch
// CHECK:         vector.load {{.*}} : memref<300xi32>, vector<4xi32>
// CHECK-COUNT-4: memref.load {{.*}} : memref<300xi1>
// CHECK:         vector.store {{%[a-z0-9_]+}}, [[M:%[a-z0-9]+]]
// CHECK:         [[FIRST:%[a-z0-9_]+]] = vector.load [[M]]
// CHECK:         [[A0:%[a-z0-9_]+]] = vector.extract [[FIRST]][0]
// CHECK:         arith.index_cast [[I:%[a-z0-9_]+]]
// CHECK:         [[NEXT:%[a-z0-9_]+]] = arith.addi [[I]], %c1
// CHECK:         arith.index_cast [[NEXT]]
// CHECK-NOT:   gpu.launch
func.func @chain(%x: memref<300xi32>, %c: memref<300xi1>, %m: memref<300xi32>, %y: memref<300xi32>) {
  linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel"]}
      ins(%x, %c : memref<300xi32>, memref<300xi1>) outs(%m : memref<300xi32>) {
  ^bb0(%a: i32, %is: i1, %out: i32):
    %double = arith.addi %a, %a : i32
    %s = arith.select %is, %double, %a : i32
    linalg.yield %s : i32
  }
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%m : memref<300xi32>) outs(%y : memref<300xi32>) {
  ^bb0(%a: i32, %out: i32):
    %i = linalg.index 0 : index
    %n = arith.index_cast %i : index to i32
    %s = arith.muli %a, %n : i32
    linalg.yield %s : i32
  }
  return
}

// Not if rows end inside an access, if neighbours are a row apart, if the
// alignment of the start is unknown, if there are only booleans, or if there
// are too few elements.
// CHECK-LABEL: func.func @not_aligned(
// CHECK-NOT:   vector.
func.func @not_aligned(%x: memref<?x?xf32>, %b: memref<?xf32>, %y: memref<?x?xf32>, %z: memref<80x80xf32>, %u: memref<80x80xf32>,
                       %v: memref<900xf32, strided<[1], offset: ?>>, %w: memref<900xf32>, %c: memref<512xi1>, %d: memref<512xi1>,
                       %few: memref<64xf32>, %many: memref<64xf32>) {
  linalg.generic {indexing_maps = [#all, #column, #all], iterator_types = ["parallel", "parallel"]}
      ins(%x, %b : memref<?x?xf32>, memref<?xf32>) outs(%y : memref<?x?xf32>) {
  ^bb0(%a: f32, %e: f32, %out: f32):
    %s = arith.addf %a, %e : f32
    linalg.yield %s : f32
  }
  linalg.generic {indexing_maps = [#turned, #all], iterator_types = ["parallel", "parallel"]}
      ins(%z : memref<80x80xf32>) outs(%u : memref<80x80xf32>) {
  ^bb0(%a: f32, %out: f32):
    linalg.yield %a : f32
  }
  memref.copy %v, %w : memref<900xf32, strided<[1], offset: ?>> to memref<900xf32>
  memref.copy %c, %d : memref<512xi1> to memref<512xi1>
  memref.copy %few, %many : memref<64xf32> to memref<64xf32>
  return
}

// A row of a view is contiguous, too; the type of a collapsed view of unknown
// size must include its stride.
// CHECK-LABEL: func.func @row_of_view(
// CHECK:         [[ONE:%[a-z0-9_]+]] = memref.collapse_shape {{%[a-z0-9_]+}} {{\[}}[0, 1]] {{.*}} into memref<?xf32, strided<[?], offset: 8>>
// CHECK:         [[IN:%[a-z0-9_]+]] = memref.cast [[ONE]] : {{.*}} to memref<?xf32, strided<[1], offset: 8>>
// CHECK:         vector.load [[IN]][
func.func @row_of_view(%x: memref<1x?xf32, strided<[?, 1], offset: 8>>, %y: memref<1x?xf32>) {
  linalg.generic {indexing_maps = [#all, #all], iterator_types = ["parallel", "parallel"]}
      ins(%x : memref<1x?xf32, strided<[?, 1], offset: 8>>) outs(%y : memref<1x?xf32>) {
  ^bb0(%a: f32, %out: f32):
    %p = arith.mulf %a, %a : f32
    linalg.yield %p : f32
  }
  return
}

// A column of a view is not contiguous: the stride of its dimension of size 1
// has no meaning.
// CHECK-LABEL: func.func @column_of_view(
// CHECK-NOT:     vector.load
// CHECK:         return
func.func @column_of_view(%x: memref<?x1xf32, strided<[8, 1]>>, %y: memref<?x1xf32>) {
  linalg.generic {indexing_maps = [#all, #all], iterator_types = ["parallel", "parallel"]}
      ins(%x : memref<?x1xf32, strided<[8, 1]>>) outs(%y : memref<?x1xf32>) {
  ^bb0(%a: f32, %out: f32):
    %p = arith.mulf %a, %a : f32
    linalg.yield %p : f32
  }
  return
}
