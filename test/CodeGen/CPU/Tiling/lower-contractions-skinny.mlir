// Products with fewer than 4 rows have wider tiles. For a short k dimension the
// result is written row by row.
// RUN: sg-opt %s --pass-pipeline="builtin.module(func.func(sg-lower-contractions{vector-bits=512},cse,canonicalize))" | FileCheck %s '-D$ONE=128' '-D$THREE=64' '-D$ROWS=8' '-D$FEW=16' '-D$WIDE=32'
// RUN: sg-opt %s --pass-pipeline="builtin.module(func.func(sg-lower-contractions{vector-bits=256},cse,canonicalize))" | FileCheck %s '-D$ONE=32' '-D$THREE=16' '-D$ROWS=6' '-D$FEW=8' '-D$WIDE=16'
// RUN: sg-opt %s --pass-pipeline="builtin.module(func.func(sg-lower-contractions{vector-bits=128},cse,canonicalize))" | FileCheck %s '-D$ONE=16' '-D$THREE=8' '-D$ROWS=6' '-D$FEW=8' '-D$WIDE=8'

// CHECK-LABEL: func.func @one_row(
// CHECK:         iter_args({{.*}}) -> (vector<[[$ONE]]xf32>)
func.func @one_row(%a: memref<1x70xf32>, %b: memref<70x300xf32>, %c: memref<1x300xf32>) {
  linalg.matmul ins(%a, %b : memref<1x70xf32>, memref<70x300xf32>) outs(%c : memref<1x300xf32>)
  return
}

// CHECK-LABEL: func.func @vector(
// CHECK:         iter_args({{.*}}) -> (vector<[[$ONE]]xf32>)
func.func @vector(%a: memref<70xf32>, %b: memref<70x300xf32>, %c: memref<300xf32>) {
  linalg.vecmat ins(%a, %b : memref<70xf32>, memref<70x300xf32>) outs(%c : memref<300xf32>)
  return
}

// CHECK-LABEL: func.func @three_rows(
// CHECK:         iter_args({{.*}}) -> (vector<[[$THREE]]xf32>, vector<[[$THREE]]xf32>, vector<[[$THREE]]xf32>)
func.func @three_rows(%a: memref<3x70xf32>, %b: memref<70x300xf32>, %c: memref<3x300xf32>) {
  linalg.matmul ins(%a, %b : memref<3x70xf32>, memref<70x300xf32>) outs(%c : memref<3x300xf32>)
  return
}

// A tile is no wider than the number of columns.
// CHECK-LABEL: func.func @few_columns(
// CHECK:         iter_args({{.*}}) -> (vector<[[$FEW]]xf32>)
func.func @few_columns(%a: memref<1x70xf32>, %b: memref<70x8xf32>, %c: memref<1x8xf32>) {
  linalg.matmul ins(%a, %b : memref<1x70xf32>, memref<70x8xf32>) outs(%c : memref<1x8xf32>)
  return
}

// CHECK-LABEL: func.func @few_terms(
// CHECK-SAME:    {{.*}}, {{.*}}, [[C:%[a-z0-9]+]]: memref
// CHECK-NOT:     memref.alloc
// CHECK:         scf.for [[FIRST:%[a-z0-9]+]] = %c0 to %c480 step %c[[$ROWS]]
// CHECK:           scf.for [[COLUMN:%[a-z0-9]+]] = %c0 to %c1024 step
// CHECK:             scf.for [[ROW:%[a-z0-9]+]] = [[FIRST]] to
// CHECK:               scf.for {{.*}} = %c0 to %c5 step %c1 iter_args
// CHECK:               vector.store {{.*}}, [[C]]{{\[}}[[ROW]], [[COLUMN]]]
func.func @few_terms(%a: memref<480x5xf32>, %b: memref<5x1024xf32>, %c: memref<480x1024xf32>) {
  linalg.matmul ins(%a, %b : memref<480x5xf32>, memref<5x1024xf32>) outs(%c : memref<480x1024xf32>)
  return
}

// A panel that needs a transposition is transposed as a whole before the first row.
// CHECK-LABEL: func.func @few_terms_transposed(
// CHECK:         [[PANEL:%[a-z0-9_]+]] = memref.alloc() {{.*}} : memref<{{[0-9]+}}x{{[0-9]+}}x[[$WIDE]]xf32>
// CHECK:         scf.for {{.*}} = %c0 to %c1024 step
// CHECK:           vector.store {{.*}}, [[PANEL]]
// CHECK:         scf.for [[FIRST:%[a-z0-9]+]] = %c0 to %c480 step %c[[$ROWS]]
// CHECK:           scf.for [[COLUMN:%[a-z0-9]+]] = %c0 to %c1024 step
// CHECK:             scf.for [[ROW:%[a-z0-9]+]] = [[FIRST]] to
// CHECK:               vector.load [[PANEL]]
func.func @few_terms_transposed(%a: memref<480x5xf32>, %b: memref<1024x5xf32>, %c: memref<480x1024xf32>) {
  linalg.matmul indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (j, k)>, affine_map<(i, j, k) -> (i, j)>]
      ins(%a, %b : memref<480x5xf32>, memref<1024x5xf32>) outs(%c : memref<480x1024xf32>)
  return
}

// Not if the result is small, nor if the panel is not in the cache.
// CHECK-LABEL: func.func @columns_outside(
// CHECK:         scf.for {{.*}} = %c0 to %c128 step
// CHECK:           scf.for {{.*}} = %c0 to %c480 step %c[[$ROWS]]
// CHECK:         memref.alloc
// CHECK:         scf.for {{.*}} = %c0 to %c5024 step
// CHECK:           scf.for {{.*}} = %c0 to %c480 step %c[[$ROWS]]
func.func @columns_outside(%a: memref<480x5xf32>, %b: memref<5x128xf32>, %c: memref<480x128xf32>,
                           %d: memref<480x32xf32>, %e: memref<32x5024xf32>, %f: memref<480x5024xf32>) {
  linalg.matmul ins(%a, %b : memref<480x5xf32>, memref<5x128xf32>) outs(%c : memref<480x128xf32>)
  linalg.matmul ins(%d, %e : memref<480x32xf32>, memref<32x5024xf32>) outs(%f : memref<480x5024xf32>)
  return
}
