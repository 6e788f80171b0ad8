// A result with one column is a matrix-vector product. Such products, and those
// with few rows and an operand contiguous along k, have tiles with vectors along k.
// RUN: sg-opt %s --pass-pipeline="builtin.module(func.func(sg-lower-contractions{vector-bits=512},cse,canonicalize))" | FileCheck %s '-D$LANES=16' '-D$ONE=32' '-D$WIDE=128'
// RUN: sg-opt %s --pass-pipeline="builtin.module(func.func(sg-lower-contractions{vector-bits=256},cse,canonicalize))" | FileCheck %s '-D$LANES=8' '-D$ONE=16' '-D$WIDE=32'

#id = affine_map<(i, j) -> (i, j)>
#j = affine_map<(i, j) -> (j)>
#ik = affine_map<(i, j, k) -> (i, k)>
#jk = affine_map<(i, j, k) -> (j, k)>
#ij = affine_map<(i, j, k) -> (i, j)>

// Four columns of the tile are rows of the matrix. The tail is masked; results are vectors.
// CHECK-LABEL: func.func @matrix_by_column(
// CHECK-SAME:    [[A:%[a-z0-9]+]]: memref<300x70xf32>, [[B:%[a-z0-9]+]]: memref<70x1xf32>, [[C:%[a-z0-9]+]]: memref
// CHECK:         scf.for [[FIRST:%[a-z0-9]+]] = %c0 to %c300 step %c4
// CHECK:           vector.load [[C]]{{\[}}[[FIRST]], %c0] : memref<300x1xf32>, vector<4xf32>
// CHECK:           scf.for [[TERM:%[a-z0-9]+]] = %c0 to %c64 step %c[[$ONE]] iter_args({{.*}}) -> (vector<[[$ONE]]xf32>, vector<[[$ONE]]xf32>, vector<[[$ONE]]xf32>, vector<[[$ONE]]xf32>)
// CHECK-COUNT-4:     vector.load [[A]]{{\[}}{{.*}}, [[TERM]]]
// CHECK:             vector.load [[B]]{{\[}}[[TERM]], %c0] : memref<70x1xf32>, vector<[[$ONE]]xf32>
// CHECK:           vector.constant_mask [6]
// CHECK:             vector.maskedload
// CHECK-COUNT-4:   vector.reduction <add>
// CHECK:           vector.store {{.*}}, [[C]]{{\[}}[[FIRST]], %c0] : memref<300x1xf32>, vector<4xf32>
func.func @matrix_by_column(%a: memref<300x70xf32>, %b: memref<70x1xf32>, %c: memref<300x1xf32>) {
  linalg.matmul ins(%a, %b : memref<300x70xf32>, memref<70x1xf32>) outs(%c : memref<300x1xf32>)
  return
}

// CHECK-LABEL: func.func @transposed_by_column(
// CHECK:         scf.for {{.*}} step %c1 iter_args({{.*}}) -> (vector<[[$WIDE]]xf32>)
// CHECK-NOT:     vector.reduction
// CHECK:         return
func.func @transposed_by_column(%a: memref<300x256xf32>, %b: memref<300x1xf32>, %c: memref<256x1xf32>) {
  linalg.matmul indexing_maps = [affine_map<(i, j, k) -> (k, i)>, affine_map<(i, j, k) -> (k, j)>, #ij]
      ins(%a, %b : memref<300x256xf32>, memref<300x1xf32>) outs(%c : memref<256x1xf32>)
  return
}

// No panel is packed.
// CHECK-LABEL: func.func @few_rows(
// CHECK-NOT:     memref.alloc
// CHECK:         scf.for {{.*}} = %c0 to %c1024 step %c[[$LANES]] iter_args
// CHECK:         vector.reduction
func.func @few_rows(%a: memref<4x1024xf32>, %b: memref<1000x1024xf32>, %c: memref<4x1000xf32>) {
  linalg.matmul indexing_maps = [#ik, #jk, #ij]
      ins(%a, %b : memref<4x1024xf32>, memref<1000x1024xf32>) outs(%c : memref<4x1000xf32>)
  return
}

// A panel is packed for many rows, for a short k dimension, and for dynamic sizes.
// CHECK-LABEL: func.func @other_panels(
// CHECK-NOT:     vector.reduction
// CHECK:         return
func.func @other_panels(%a: memref<9x64xf32>, %b: memref<100x64xf32>, %c: memref<9x100xf32>,
                        %d: memref<4x31xf32>, %e: memref<100x31xf32>, %f: memref<4x100xf32>,
                        %g: memref<?x64xf32>, %h: memref<?x100xf32>) {
  linalg.matmul indexing_maps = [#ik, #jk, #ij] ins(%a, %b : memref<9x64xf32>, memref<100x64xf32>) outs(%c : memref<9x100xf32>)
  linalg.matmul indexing_maps = [#ik, #jk, #ij] ins(%d, %e : memref<4x31xf32>, memref<100x31xf32>) outs(%f : memref<4x100xf32>)
  linalg.matmul indexing_maps = [#ik, #jk, #ij] ins(%g, %b : memref<?x64xf32>, memref<100x64xf32>) outs(%h : memref<?x100xf32>)
  return
}

// One column of a larger matrix is not contiguous.
// CHECK-LABEL: func.func @strided_column(
// CHECK-NOT:     vector
// CHECK:         linalg.matmul
func.func @strided_column(%a: memref<300x70xf32>, %b: memref<70x1xf32>, %c: memref<300x1xf32, strided<[5, 1]>>) {
  linalg.matmul ins(%a, %b : memref<300x70xf32>, memref<70x1xf32>) outs(%c : memref<300x1xf32, strided<[5, 1]>>)
  return
}

// A bias and a relu are computed in the tile.
// CHECK-LABEL: func.func @consumed(
// CHECK:         vector.reduction
// CHECK:         arith.maximumf {{.*}} : vector<4xf32>
// CHECK-NOT:     linalg.generic
// CHECK:         return
func.func @consumed(%a: memref<300x70xf32> {llvm.noalias}, %b: memref<70x1xf32> {llvm.noalias}, %bias: memref<1xf32> {llvm.noalias}, %c: memref<300x1xf32> {llvm.noalias}) {
  %zero = arith.constant 0.0 : f32
  %t = memref.alloc() : memref<300x1xf32>
  linalg.fill ins(%zero : f32) outs(%t : memref<300x1xf32>)
  linalg.matmul ins(%a, %b : memref<300x70xf32>, memref<70x1xf32>) outs(%t : memref<300x1xf32>)
  linalg.generic {indexing_maps = [#id, #j, #id], iterator_types = ["parallel", "parallel"]}
      ins(%t, %bias : memref<300x1xf32>, memref<1xf32>) outs(%c : memref<300x1xf32>) {
  ^bb0(%x: f32, %y: f32, %out: f32):
    %sum = arith.addf %x, %y : f32
    %r = arith.maximumf %sum, %zero : f32
    linalg.yield %r : f32
  }
  memref.dealloc %t : memref<300x1xf32>
  return
}
