// What has one column is a product with a vector, and few rows with a factor along the terms have tiles of vectors along the terms.
// RUN: sg-opt %s --pass-pipeline="builtin.module(func.func(sg-lower-contractions{vector-bits=512},cse,canonicalize))" | FileCheck %s '-D$LANES=16' '-D$ONE=32' '-D$WIDE=128'
// RUN: sg-opt %s --pass-pipeline="builtin.module(func.func(sg-lower-contractions{vector-bits=256},cse,canonicalize))" | FileCheck %s '-D$LANES=8' '-D$ONE=16' '-D$WIDE=32'
// RUN: sg-run %s --function=column_f32 --expected-output=0
// RUN: sg-run %s --function=column_f64 --expected-output=0
// RUN: sg-run %s --function=column_bf16 --expected-output=0
// RUN: sg-run %s --function=column_f16 --expected-output=0
// RUN: sg-run %s --function=turned_f32 --expected-output=0
// RUN: sg-run %s --function=turned_f64 --expected-output=0
// RUN: sg-run %s --function=outer_f32 --expected-output=0
// RUN: sg-run %s --function=row_f16 --expected-output=0
// RUN: sg-run %s --function=rows5_f32 --expected-output=0
// RUN: sg-run %s --function=rows8_f64 --expected-output=0
// RUN: sg-run %s --function=rows4_bf16 --expected-output=0
// RUN: sg-run %s --function=rows9_f32 --expected-output=0
// RUN: sg-run %s --function=single --expected-output=0
// RUN: sg-run %s --function=blocks_f32 --expected-output=0
// RUN: sg-run %s --function=blocks_f64 --expected-output=0
// RUN: sg-run %s --function=terms --input=0 --expected-output=0
// RUN: sg-run %s --function=terms --input=1 --expected-output=0
// RUN: sg-run %s --function=terms --input=31 --expected-output=0
// RUN: sg-run %s --function=terms --input=64 --expected-output=0
// RUN: sg-run %s --function=terms --input=20001 --expected-output=0
// RUN: sg-run %s --function=columns --input=0 --expected-output=0
// RUN: sg-run %s --function=columns --input=1 --expected-output=0
// RUN: sg-run %s --function=columns --input=3 --expected-output=0
// RUN: sg-run %s --function=columns --input=4 --expected-output=0
// RUN: sg-run %s --function=columns --input=201 --expected-output=0
// RUN: sg-run %s --function=rows --input=0 --expected-output=0
// RUN: sg-run %s --function=rows --input=1 --expected-output=0
// RUN: sg-run %s --function=rows --input=3 --expected-output=0
// RUN: sg-run %s --function=rows --input=4 --expected-output=0
// RUN: sg-run %s --function=rows --input=201 --expected-output=0

#id = affine_map<(i, j) -> (i, j)>
#j = affine_map<(i, j) -> (j)>
#none = affine_map<(i, j) -> ()>
#ik = affine_map<(i, j, k) -> (i, k)>
#jk = affine_map<(i, j, k) -> (j, k)>
#ij = affine_map<(i, j, k) -> (i, j)>

// Four columns of the tile are rows of the matrix. What is left over is under a mask; there are vectors of the result.
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

// No panel is copied.
// CHECK-LABEL: func.func @few_rows(
// CHECK-NOT:     memref.alloc
// CHECK:         scf.for {{.*}} = %c0 to %c1024 step %c[[$LANES]] iter_args
// CHECK:         vector.reduction
func.func @few_rows(%a: memref<4x1024xf32>, %b: memref<1000x1024xf32>, %c: memref<4x1000xf32>) {
  linalg.matmul indexing_maps = [#ik, #jk, #ij]
      ins(%a, %b : memref<4x1024xf32>, memref<1000x1024xf32>) outs(%c : memref<4x1000xf32>)
  return
}

// For many rows it is, or for few terms, and where nobody knows.
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

// A bias and a relu are done in the tile.
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

func.func private @number(%n: index, %m: index) -> tensor<?x?xi32> {
  %r = tensor.generate %n, %m {
  ^bb0(%i: index, %j: index):
    %three = arith.constant 3 : index
    %seven = arith.constant 7 : index
    %middle = arith.constant 2 : i32
    %a = arith.muli %i, %three : index
    %b = arith.addi %a, %j : index
    %c = arith.remui %b, %seven : index
    %d = arith.index_cast %c : index to i32
    %e = arith.subi %d, %middle : i32
    tensor.yield %e : i32
  } : tensor<?x?xi32>
  return %r : tensor<?x?xi32>
}

func.func private @differences(%x: tensor<?x?xi32>, %y: tensor<?x?xi32>) -> i32 {
  %zero = arith.constant dense<0> : tensor<i32>
  %count = linalg.generic {indexing_maps = [#id, #id, #none], iterator_types = ["reduction", "reduction"]}
      ins(%x, %y : tensor<?x?xi32>, tensor<?x?xi32>) outs(%zero : tensor<i32>) {
  ^bb0(%p: i32, %q: i32, %sum: i32):
    %differs = arith.cmpi ne, %p, %q : i32
    %one = arith.extui %differs : i1 to i32
    %next = arith.addi %sum, %one : i32
    linalg.yield %next : i32
  } -> tensor<i32>
  %r = tensor.extract %count[] : tensor<i32>
  return %r : i32
}

// Each counts the elements that are not those of the product of integers, which no tile computes.
func.func @column_f32() -> i32 {
  %m = arith.constant 37 : index
  %n = arith.constant 1 : index
  %k = arith.constant 70 : index
  %da = func.call @number(%m, %k) : (index, index) -> tensor<?x?xi32>
  %ia = tensor.cast %da : tensor<?x?xi32> to tensor<37x70xi32>
  %fa = arith.sitofp %ia : tensor<37x70xi32> to tensor<37x70xf32>
  %db = func.call @number(%k, %n) : (index, index) -> tensor<?x?xi32>
  %ib = tensor.cast %db : tensor<?x?xi32> to tensor<70x1xi32>
  %fb = arith.sitofp %ib : tensor<70x1xi32> to tensor<70x1xf32>
  %dc = func.call @number(%m, %n) : (index, index) -> tensor<?x?xi32>
  %ic = tensor.cast %dc : tensor<?x?xi32> to tensor<37x1xi32>
  %fc = arith.sitofp %ic : tensor<37x1xi32> to tensor<37x1xf32>
  %x = linalg.matmul ins(%fa, %fb : tensor<37x70xf32>, tensor<70x1xf32>) outs(%fc : tensor<37x1xf32>) -> tensor<37x1xf32>
  %y = linalg.matmul ins(%ia, %ib : tensor<37x70xi32>, tensor<70x1xi32>) outs(%ic : tensor<37x1xi32>) -> tensor<37x1xi32>
  %w = arith.fptosi %x : tensor<37x1xf32> to tensor<37x1xi32>
  %u = tensor.cast %w : tensor<37x1xi32> to tensor<?x?xi32>
  %v = tensor.cast %y : tensor<37x1xi32> to tensor<?x?xi32>
  %e = func.call @differences(%u, %v) : (tensor<?x?xi32>, tensor<?x?xi32>) -> i32
  return %e : i32
}

func.func @column_f64() -> i32 {
  %m = arith.constant 37 : index
  %n = arith.constant 1 : index
  %k = arith.constant 129 : index
  %da = func.call @number(%m, %k) : (index, index) -> tensor<?x?xi32>
  %ia = tensor.cast %da : tensor<?x?xi32> to tensor<37x129xi32>
  %fa = arith.sitofp %ia : tensor<37x129xi32> to tensor<37x129xf64>
  %db = func.call @number(%k, %n) : (index, index) -> tensor<?x?xi32>
  %ib = tensor.cast %db : tensor<?x?xi32> to tensor<129x1xi32>
  %fb = arith.sitofp %ib : tensor<129x1xi32> to tensor<129x1xf64>
  %dc = func.call @number(%m, %n) : (index, index) -> tensor<?x?xi32>
  %ic = tensor.cast %dc : tensor<?x?xi32> to tensor<37x1xi32>
  %fc = arith.sitofp %ic : tensor<37x1xi32> to tensor<37x1xf64>
  %x = linalg.matmul ins(%fa, %fb : tensor<37x129xf64>, tensor<129x1xf64>) outs(%fc : tensor<37x1xf64>) -> tensor<37x1xf64>
  %y = linalg.matmul ins(%ia, %ib : tensor<37x129xi32>, tensor<129x1xi32>) outs(%ic : tensor<37x1xi32>) -> tensor<37x1xi32>
  %w = arith.fptosi %x : tensor<37x1xf64> to tensor<37x1xi32>
  %u = tensor.cast %w : tensor<37x1xi32> to tensor<?x?xi32>
  %v = tensor.cast %y : tensor<37x1xi32> to tensor<?x?xi32>
  %e = func.call @differences(%u, %v) : (tensor<?x?xi32>, tensor<?x?xi32>) -> i32
  return %e : i32
}

func.func @column_bf16() -> i32 {
  %m = arith.constant 6 : index
  %n = arith.constant 1 : index
  %k = arith.constant 100 : index
  %da = func.call @number(%m, %k) : (index, index) -> tensor<?x?xi32>
  %ia = tensor.cast %da : tensor<?x?xi32> to tensor<6x100xi32>
  %fa = arith.sitofp %ia : tensor<6x100xi32> to tensor<6x100xbf16>
  %db = func.call @number(%k, %n) : (index, index) -> tensor<?x?xi32>
  %ib = tensor.cast %db : tensor<?x?xi32> to tensor<100x1xi32>
  %fb = arith.sitofp %ib : tensor<100x1xi32> to tensor<100x1xbf16>
  %dc = func.call @number(%m, %n) : (index, index) -> tensor<?x?xi32>
  %ic = tensor.cast %dc : tensor<?x?xi32> to tensor<6x1xi32>
  %fc = arith.sitofp %ic : tensor<6x1xi32> to tensor<6x1xf32>
  %x = linalg.matmul ins(%fa, %fb : tensor<6x100xbf16>, tensor<100x1xbf16>) outs(%fc : tensor<6x1xf32>) -> tensor<6x1xf32>
  %y = linalg.matmul ins(%ia, %ib : tensor<6x100xi32>, tensor<100x1xi32>) outs(%ic : tensor<6x1xi32>) -> tensor<6x1xi32>
  %w = arith.fptosi %x : tensor<6x1xf32> to tensor<6x1xi32>
  %u = tensor.cast %w : tensor<6x1xi32> to tensor<?x?xi32>
  %v = tensor.cast %y : tensor<6x1xi32> to tensor<?x?xi32>
  %e = func.call @differences(%u, %v) : (tensor<?x?xi32>, tensor<?x?xi32>) -> i32
  return %e : i32
}

func.func @column_f16() -> i32 {
  %m = arith.constant 3 : index
  %n = arith.constant 1 : index
  %k = arith.constant 333 : index
  %da = func.call @number(%m, %k) : (index, index) -> tensor<?x?xi32>
  %ia = tensor.cast %da : tensor<?x?xi32> to tensor<3x333xi32>
  %fa = arith.sitofp %ia : tensor<3x333xi32> to tensor<3x333xf16>
  %db = func.call @number(%k, %n) : (index, index) -> tensor<?x?xi32>
  %ib = tensor.cast %db : tensor<?x?xi32> to tensor<333x1xi32>
  %fb = arith.sitofp %ib : tensor<333x1xi32> to tensor<333x1xf16>
  %dc = func.call @number(%m, %n) : (index, index) -> tensor<?x?xi32>
  %ic = tensor.cast %dc : tensor<?x?xi32> to tensor<3x1xi32>
  %fc = arith.sitofp %ic : tensor<3x1xi32> to tensor<3x1xf32>
  %x = linalg.matmul ins(%fa, %fb : tensor<3x333xf16>, tensor<333x1xf16>) outs(%fc : tensor<3x1xf32>) -> tensor<3x1xf32>
  %y = linalg.matmul ins(%ia, %ib : tensor<3x333xi32>, tensor<333x1xi32>) outs(%ic : tensor<3x1xi32>) -> tensor<3x1xi32>
  %w = arith.fptosi %x : tensor<3x1xf32> to tensor<3x1xi32>
  %u = tensor.cast %w : tensor<3x1xi32> to tensor<?x?xi32>
  %v = tensor.cast %y : tensor<3x1xi32> to tensor<?x?xi32>
  %e = func.call @differences(%u, %v) : (tensor<?x?xi32>, tensor<?x?xi32>) -> i32
  return %e : i32
}

// The other factor's gradient: vectors along the result, which has one column.
func.func @turned_f32() -> i32 {
  %m = arith.constant 301 : index
  %n = arith.constant 1 : index
  %k = arith.constant 70 : index
  %da = func.call @number(%k, %m) : (index, index) -> tensor<?x?xi32>
  %ia = tensor.cast %da : tensor<?x?xi32> to tensor<70x301xi32>
  %fa = arith.sitofp %ia : tensor<70x301xi32> to tensor<70x301xf32>
  %db = func.call @number(%k, %n) : (index, index) -> tensor<?x?xi32>
  %ib = tensor.cast %db : tensor<?x?xi32> to tensor<70x1xi32>
  %fb = arith.sitofp %ib : tensor<70x1xi32> to tensor<70x1xf32>
  %dc = func.call @number(%m, %n) : (index, index) -> tensor<?x?xi32>
  %ic = tensor.cast %dc : tensor<?x?xi32> to tensor<301x1xi32>
  %fc = arith.sitofp %ic : tensor<301x1xi32> to tensor<301x1xf32>
  %x = linalg.matmul indexing_maps = [affine_map<(i, j, k) -> (k, i)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>] ins(%fa, %fb : tensor<70x301xf32>, tensor<70x1xf32>) outs(%fc : tensor<301x1xf32>) -> tensor<301x1xf32>
  %y = linalg.matmul indexing_maps = [affine_map<(i, j, k) -> (k, i)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>] ins(%ia, %ib : tensor<70x301xi32>, tensor<70x1xi32>) outs(%ic : tensor<301x1xi32>) -> tensor<301x1xi32>
  %w = arith.fptosi %x : tensor<301x1xf32> to tensor<301x1xi32>
  %u = tensor.cast %w : tensor<301x1xi32> to tensor<?x?xi32>
  %v = tensor.cast %y : tensor<301x1xi32> to tensor<?x?xi32>
  %e = func.call @differences(%u, %v) : (tensor<?x?xi32>, tensor<?x?xi32>) -> i32
  return %e : i32
}

func.func @turned_f64() -> i32 {
  %m = arith.constant 129 : index
  %n = arith.constant 1 : index
  %k = arith.constant 33 : index
  %da = func.call @number(%k, %m) : (index, index) -> tensor<?x?xi32>
  %ia = tensor.cast %da : tensor<?x?xi32> to tensor<33x129xi32>
  %fa = arith.sitofp %ia : tensor<33x129xi32> to tensor<33x129xf64>
  %db = func.call @number(%k, %n) : (index, index) -> tensor<?x?xi32>
  %ib = tensor.cast %db : tensor<?x?xi32> to tensor<33x1xi32>
  %fb = arith.sitofp %ib : tensor<33x1xi32> to tensor<33x1xf64>
  %dc = func.call @number(%m, %n) : (index, index) -> tensor<?x?xi32>
  %ic = tensor.cast %dc : tensor<?x?xi32> to tensor<129x1xi32>
  %fc = arith.sitofp %ic : tensor<129x1xi32> to tensor<129x1xf64>
  %x = linalg.matmul indexing_maps = [affine_map<(i, j, k) -> (k, i)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>] ins(%fa, %fb : tensor<33x129xf64>, tensor<33x1xf64>) outs(%fc : tensor<129x1xf64>) -> tensor<129x1xf64>
  %y = linalg.matmul indexing_maps = [affine_map<(i, j, k) -> (k, i)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>] ins(%ia, %ib : tensor<33x129xi32>, tensor<33x1xi32>) outs(%ic : tensor<129x1xi32>) -> tensor<129x1xi32>
  %w = arith.fptosi %x : tensor<129x1xf64> to tensor<129x1xi32>
  %u = tensor.cast %w : tensor<129x1xi32> to tensor<?x?xi32>
  %v = tensor.cast %y : tensor<129x1xi32> to tensor<?x?xi32>
  %e = func.call @differences(%u, %v) : (tensor<?x?xi32>, tensor<?x?xi32>) -> i32
  return %e : i32
}

// One term.
func.func @outer_f32() -> i32 {
  %m = arith.constant 37 : index
  %n = arith.constant 70 : index
  %k = arith.constant 1 : index
  %da = func.call @number(%m, %k) : (index, index) -> tensor<?x?xi32>
  %ia = tensor.cast %da : tensor<?x?xi32> to tensor<37x1xi32>
  %fa = arith.sitofp %ia : tensor<37x1xi32> to tensor<37x1xf32>
  %db = func.call @number(%n, %k) : (index, index) -> tensor<?x?xi32>
  %ib = tensor.cast %db : tensor<?x?xi32> to tensor<70x1xi32>
  %fb = arith.sitofp %ib : tensor<70x1xi32> to tensor<70x1xf32>
  %dc = func.call @number(%m, %n) : (index, index) -> tensor<?x?xi32>
  %ic = tensor.cast %dc : tensor<?x?xi32> to tensor<37x70xi32>
  %fc = arith.sitofp %ic : tensor<37x70xi32> to tensor<37x70xf32>
  %x = linalg.matmul indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (j, k)>, affine_map<(i, j, k) -> (i, j)>] ins(%fa, %fb : tensor<37x1xf32>, tensor<70x1xf32>) outs(%fc : tensor<37x70xf32>) -> tensor<37x70xf32>
  %y = linalg.matmul indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (j, k)>, affine_map<(i, j, k) -> (i, j)>] ins(%ia, %ib : tensor<37x1xi32>, tensor<70x1xi32>) outs(%ic : tensor<37x70xi32>) -> tensor<37x70xi32>
  %w = arith.fptosi %x : tensor<37x70xf32> to tensor<37x70xi32>
  %u = tensor.cast %w : tensor<37x70xi32> to tensor<?x?xi32>
  %v = tensor.cast %y : tensor<37x70xi32> to tensor<?x?xi32>
  %e = func.call @differences(%u, %v) : (tensor<?x?xi32>, tensor<?x?xi32>) -> i32
  return %e : i32
}

// Few rows and a factor along the terms.
func.func @row_f16() -> i32 {
  %m = arith.constant 1 : index
  %n = arith.constant 203 : index
  %k = arith.constant 67 : index
  %da = func.call @number(%m, %k) : (index, index) -> tensor<?x?xi32>
  %ia = tensor.cast %da : tensor<?x?xi32> to tensor<1x67xi32>
  %fa = arith.sitofp %ia : tensor<1x67xi32> to tensor<1x67xf16>
  %db = func.call @number(%n, %k) : (index, index) -> tensor<?x?xi32>
  %ib = tensor.cast %db : tensor<?x?xi32> to tensor<203x67xi32>
  %fb = arith.sitofp %ib : tensor<203x67xi32> to tensor<203x67xf16>
  %dc = func.call @number(%m, %n) : (index, index) -> tensor<?x?xi32>
  %ic = tensor.cast %dc : tensor<?x?xi32> to tensor<1x203xi32>
  %fc = arith.sitofp %ic : tensor<1x203xi32> to tensor<1x203xf32>
  %x = linalg.matmul indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (j, k)>, affine_map<(i, j, k) -> (i, j)>] ins(%fa, %fb : tensor<1x67xf16>, tensor<203x67xf16>) outs(%fc : tensor<1x203xf32>) -> tensor<1x203xf32>
  %y = linalg.matmul indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (j, k)>, affine_map<(i, j, k) -> (i, j)>] ins(%ia, %ib : tensor<1x67xi32>, tensor<203x67xi32>) outs(%ic : tensor<1x203xi32>) -> tensor<1x203xi32>
  %w = arith.fptosi %x : tensor<1x203xf32> to tensor<1x203xi32>
  %u = tensor.cast %w : tensor<1x203xi32> to tensor<?x?xi32>
  %v = tensor.cast %y : tensor<1x203xi32> to tensor<?x?xi32>
  %e = func.call @differences(%u, %v) : (tensor<?x?xi32>, tensor<?x?xi32>) -> i32
  return %e : i32
}

func.func @rows5_f32() -> i32 {
  %m = arith.constant 5 : index
  %n = arith.constant 203 : index
  %k = arith.constant 67 : index
  %da = func.call @number(%m, %k) : (index, index) -> tensor<?x?xi32>
  %ia = tensor.cast %da : tensor<?x?xi32> to tensor<5x67xi32>
  %fa = arith.sitofp %ia : tensor<5x67xi32> to tensor<5x67xf32>
  %db = func.call @number(%n, %k) : (index, index) -> tensor<?x?xi32>
  %ib = tensor.cast %db : tensor<?x?xi32> to tensor<203x67xi32>
  %fb = arith.sitofp %ib : tensor<203x67xi32> to tensor<203x67xf32>
  %dc = func.call @number(%m, %n) : (index, index) -> tensor<?x?xi32>
  %ic = tensor.cast %dc : tensor<?x?xi32> to tensor<5x203xi32>
  %fc = arith.sitofp %ic : tensor<5x203xi32> to tensor<5x203xf32>
  %x = linalg.matmul indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (j, k)>, affine_map<(i, j, k) -> (i, j)>] ins(%fa, %fb : tensor<5x67xf32>, tensor<203x67xf32>) outs(%fc : tensor<5x203xf32>) -> tensor<5x203xf32>
  %y = linalg.matmul indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (j, k)>, affine_map<(i, j, k) -> (i, j)>] ins(%ia, %ib : tensor<5x67xi32>, tensor<203x67xi32>) outs(%ic : tensor<5x203xi32>) -> tensor<5x203xi32>
  %w = arith.fptosi %x : tensor<5x203xf32> to tensor<5x203xi32>
  %u = tensor.cast %w : tensor<5x203xi32> to tensor<?x?xi32>
  %v = tensor.cast %y : tensor<5x203xi32> to tensor<?x?xi32>
  %e = func.call @differences(%u, %v) : (tensor<?x?xi32>, tensor<?x?xi32>) -> i32
  return %e : i32
}

func.func @rows8_f64() -> i32 {
  %m = arith.constant 8 : index
  %n = arith.constant 33 : index
  %k = arith.constant 96 : index
  %da = func.call @number(%m, %k) : (index, index) -> tensor<?x?xi32>
  %ia = tensor.cast %da : tensor<?x?xi32> to tensor<8x96xi32>
  %fa = arith.sitofp %ia : tensor<8x96xi32> to tensor<8x96xf64>
  %db = func.call @number(%n, %k) : (index, index) -> tensor<?x?xi32>
  %ib = tensor.cast %db : tensor<?x?xi32> to tensor<33x96xi32>
  %fb = arith.sitofp %ib : tensor<33x96xi32> to tensor<33x96xf64>
  %dc = func.call @number(%m, %n) : (index, index) -> tensor<?x?xi32>
  %ic = tensor.cast %dc : tensor<?x?xi32> to tensor<8x33xi32>
  %fc = arith.sitofp %ic : tensor<8x33xi32> to tensor<8x33xf64>
  %x = linalg.matmul indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (j, k)>, affine_map<(i, j, k) -> (i, j)>] ins(%fa, %fb : tensor<8x96xf64>, tensor<33x96xf64>) outs(%fc : tensor<8x33xf64>) -> tensor<8x33xf64>
  %y = linalg.matmul indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (j, k)>, affine_map<(i, j, k) -> (i, j)>] ins(%ia, %ib : tensor<8x96xi32>, tensor<33x96xi32>) outs(%ic : tensor<8x33xi32>) -> tensor<8x33xi32>
  %w = arith.fptosi %x : tensor<8x33xf64> to tensor<8x33xi32>
  %u = tensor.cast %w : tensor<8x33xi32> to tensor<?x?xi32>
  %v = tensor.cast %y : tensor<8x33xi32> to tensor<?x?xi32>
  %e = func.call @differences(%u, %v) : (tensor<?x?xi32>, tensor<?x?xi32>) -> i32
  return %e : i32
}

func.func @rows4_bf16() -> i32 {
  %m = arith.constant 4 : index
  %n = arith.constant 2 : index
  %k = arith.constant 64 : index
  %da = func.call @number(%m, %k) : (index, index) -> tensor<?x?xi32>
  %ia = tensor.cast %da : tensor<?x?xi32> to tensor<4x64xi32>
  %fa = arith.sitofp %ia : tensor<4x64xi32> to tensor<4x64xbf16>
  %db = func.call @number(%n, %k) : (index, index) -> tensor<?x?xi32>
  %ib = tensor.cast %db : tensor<?x?xi32> to tensor<2x64xi32>
  %fb = arith.sitofp %ib : tensor<2x64xi32> to tensor<2x64xbf16>
  %dc = func.call @number(%m, %n) : (index, index) -> tensor<?x?xi32>
  %ic = tensor.cast %dc : tensor<?x?xi32> to tensor<4x2xi32>
  %fc = arith.sitofp %ic : tensor<4x2xi32> to tensor<4x2xf32>
  %x = linalg.matmul indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (j, k)>, affine_map<(i, j, k) -> (i, j)>] ins(%fa, %fb : tensor<4x64xbf16>, tensor<2x64xbf16>) outs(%fc : tensor<4x2xf32>) -> tensor<4x2xf32>
  %y = linalg.matmul indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (j, k)>, affine_map<(i, j, k) -> (i, j)>] ins(%ia, %ib : tensor<4x64xi32>, tensor<2x64xi32>) outs(%ic : tensor<4x2xi32>) -> tensor<4x2xi32>
  %w = arith.fptosi %x : tensor<4x2xf32> to tensor<4x2xi32>
  %u = tensor.cast %w : tensor<4x2xi32> to tensor<?x?xi32>
  %v = tensor.cast %y : tensor<4x2xi32> to tensor<?x?xi32>
  %e = func.call @differences(%u, %v) : (tensor<?x?xi32>, tensor<?x?xi32>) -> i32
  return %e : i32
}

func.func @rows9_f32() -> i32 {
  %m = arith.constant 9 : index
  %n = arith.constant 33 : index
  %k = arith.constant 67 : index
  %da = func.call @number(%m, %k) : (index, index) -> tensor<?x?xi32>
  %ia = tensor.cast %da : tensor<?x?xi32> to tensor<9x67xi32>
  %fa = arith.sitofp %ia : tensor<9x67xi32> to tensor<9x67xf32>
  %db = func.call @number(%n, %k) : (index, index) -> tensor<?x?xi32>
  %ib = tensor.cast %db : tensor<?x?xi32> to tensor<33x67xi32>
  %fb = arith.sitofp %ib : tensor<33x67xi32> to tensor<33x67xf32>
  %dc = func.call @number(%m, %n) : (index, index) -> tensor<?x?xi32>
  %ic = tensor.cast %dc : tensor<?x?xi32> to tensor<9x33xi32>
  %fc = arith.sitofp %ic : tensor<9x33xi32> to tensor<9x33xf32>
  %x = linalg.matmul indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (j, k)>, affine_map<(i, j, k) -> (i, j)>] ins(%fa, %fb : tensor<9x67xf32>, tensor<33x67xf32>) outs(%fc : tensor<9x33xf32>) -> tensor<9x33xf32>
  %y = linalg.matmul indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (j, k)>, affine_map<(i, j, k) -> (i, j)>] ins(%ia, %ib : tensor<9x67xi32>, tensor<33x67xi32>) outs(%ic : tensor<9x33xi32>) -> tensor<9x33xi32>
  %w = arith.fptosi %x : tensor<9x33xf32> to tensor<9x33xi32>
  %u = tensor.cast %w : tensor<9x33xi32> to tensor<?x?xi32>
  %v = tensor.cast %y : tensor<9x33xi32> to tensor<?x?xi32>
  %e = func.call @differences(%u, %v) : (tensor<?x?xi32>, tensor<?x?xi32>) -> i32
  return %e : i32
}

// One element.
func.func @single() -> i32 {
  %m = arith.constant 1 : index
  %n = arith.constant 1 : index
  %k = arith.constant 333 : index
  %da = func.call @number(%m, %k) : (index, index) -> tensor<?x?xi32>
  %ia = tensor.cast %da : tensor<?x?xi32> to tensor<1x333xi32>
  %fa = arith.sitofp %ia : tensor<1x333xi32> to tensor<1x333xf32>
  %db = func.call @number(%k, %n) : (index, index) -> tensor<?x?xi32>
  %ib = tensor.cast %db : tensor<?x?xi32> to tensor<333x1xi32>
  %fb = arith.sitofp %ib : tensor<333x1xi32> to tensor<333x1xf32>
  %dc = func.call @number(%m, %n) : (index, index) -> tensor<?x?xi32>
  %ic = tensor.cast %dc : tensor<?x?xi32> to tensor<1x1xi32>
  %fc = arith.sitofp %ic : tensor<1x1xi32> to tensor<1x1xf32>
  %x = linalg.matmul ins(%fa, %fb : tensor<1x333xf32>, tensor<333x1xf32>) outs(%fc : tensor<1x1xf32>) -> tensor<1x1xf32>
  %y = linalg.matmul ins(%ia, %ib : tensor<1x333xi32>, tensor<333x1xi32>) outs(%ic : tensor<1x1xi32>) -> tensor<1x1xi32>
  %w = arith.fptosi %x : tensor<1x1xf32> to tensor<1x1xi32>
  %u = tensor.cast %w : tensor<1x1xi32> to tensor<?x?xi32>
  %v = tensor.cast %y : tensor<1x1xi32> to tensor<?x?xi32>
  %e = func.call @differences(%u, %v) : (tensor<?x?xi32>, tensor<?x?xi32>) -> i32
  return %e : i32
}

// More terms than the nearest cache has of the rows.
func.func @blocks_f32() -> i32 {
  %m = arith.constant 8 : index
  %n = arith.constant 7 : index
  %k = arith.constant 2500 : index
  %da = func.call @number(%m, %k) : (index, index) -> tensor<?x?xi32>
  %ia = tensor.cast %da : tensor<?x?xi32> to tensor<8x2500xi32>
  %fa = arith.sitofp %ia : tensor<8x2500xi32> to tensor<8x2500xf32>
  %db = func.call @number(%n, %k) : (index, index) -> tensor<?x?xi32>
  %ib = tensor.cast %db : tensor<?x?xi32> to tensor<7x2500xi32>
  %fb = arith.sitofp %ib : tensor<7x2500xi32> to tensor<7x2500xf32>
  %dc = func.call @number(%m, %n) : (index, index) -> tensor<?x?xi32>
  %ic = tensor.cast %dc : tensor<?x?xi32> to tensor<8x7xi32>
  %fc = arith.sitofp %ic : tensor<8x7xi32> to tensor<8x7xf32>
  %x = linalg.matmul indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (j, k)>, affine_map<(i, j, k) -> (i, j)>] ins(%fa, %fb : tensor<8x2500xf32>, tensor<7x2500xf32>) outs(%fc : tensor<8x7xf32>) -> tensor<8x7xf32>
  %y = linalg.matmul indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (j, k)>, affine_map<(i, j, k) -> (i, j)>] ins(%ia, %ib : tensor<8x2500xi32>, tensor<7x2500xi32>) outs(%ic : tensor<8x7xi32>) -> tensor<8x7xi32>
  %w = arith.fptosi %x : tensor<8x7xf32> to tensor<8x7xi32>
  %u = tensor.cast %w : tensor<8x7xi32> to tensor<?x?xi32>
  %v = tensor.cast %y : tensor<8x7xi32> to tensor<?x?xi32>
  %e = func.call @differences(%u, %v) : (tensor<?x?xi32>, tensor<?x?xi32>) -> i32
  return %e : i32
}

func.func @blocks_f64() -> i32 {
  %m = arith.constant 1 : index
  %n = arith.constant 6 : index
  %k = arith.constant 9001 : index
  %da = func.call @number(%m, %k) : (index, index) -> tensor<?x?xi32>
  %ia = tensor.cast %da : tensor<?x?xi32> to tensor<1x9001xi32>
  %fa = arith.sitofp %ia : tensor<1x9001xi32> to tensor<1x9001xf64>
  %db = func.call @number(%n, %k) : (index, index) -> tensor<?x?xi32>
  %ib = tensor.cast %db : tensor<?x?xi32> to tensor<6x9001xi32>
  %fb = arith.sitofp %ib : tensor<6x9001xi32> to tensor<6x9001xf64>
  %dc = func.call @number(%m, %n) : (index, index) -> tensor<?x?xi32>
  %ic = tensor.cast %dc : tensor<?x?xi32> to tensor<1x6xi32>
  %fc = arith.sitofp %ic : tensor<1x6xi32> to tensor<1x6xf64>
  %x = linalg.matmul indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (j, k)>, affine_map<(i, j, k) -> (i, j)>] ins(%fa, %fb : tensor<1x9001xf64>, tensor<6x9001xf64>) outs(%fc : tensor<1x6xf64>) -> tensor<1x6xf64>
  %y = linalg.matmul indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (j, k)>, affine_map<(i, j, k) -> (i, j)>] ins(%ia, %ib : tensor<1x9001xi32>, tensor<6x9001xi32>) outs(%ic : tensor<1x6xi32>) -> tensor<1x6xi32>
  %w = arith.fptosi %x : tensor<1x6xf64> to tensor<1x6xi32>
  %u = tensor.cast %w : tensor<1x6xi32> to tensor<?x?xi32>
  %v = tensor.cast %y : tensor<1x6xi32> to tensor<?x?xi32>
  %e = func.call @differences(%u, %v) : (tensor<?x?xi32>, tensor<?x?xi32>) -> i32
  return %e : i32
}

// Terms, columns and rows of a number that is not known.
func.func @terms(%k: index) -> i32 {
  %m = arith.constant 3 : index
  %n = arith.constant 10 : index
  %da = func.call @number(%m, %k) : (index, index) -> tensor<?x?xi32>
  %ia = tensor.cast %da : tensor<?x?xi32> to tensor<3x?xi32>
  %fa = arith.sitofp %ia : tensor<3x?xi32> to tensor<3x?xf32>
  %db = func.call @number(%n, %k) : (index, index) -> tensor<?x?xi32>
  %ib = tensor.cast %db : tensor<?x?xi32> to tensor<10x?xi32>
  %fb = arith.sitofp %ib : tensor<10x?xi32> to tensor<10x?xf32>
  %dc = func.call @number(%m, %n) : (index, index) -> tensor<?x?xi32>
  %ic = tensor.cast %dc : tensor<?x?xi32> to tensor<3x10xi32>
  %fc = arith.sitofp %ic : tensor<3x10xi32> to tensor<3x10xf32>
  %x = linalg.matmul indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (j, k)>, affine_map<(i, j, k) -> (i, j)>] ins(%fa, %fb : tensor<3x?xf32>, tensor<10x?xf32>) outs(%fc : tensor<3x10xf32>) -> tensor<3x10xf32>
  %y = linalg.matmul indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (j, k)>, affine_map<(i, j, k) -> (i, j)>] ins(%ia, %ib : tensor<3x?xi32>, tensor<10x?xi32>) outs(%ic : tensor<3x10xi32>) -> tensor<3x10xi32>
  %w = arith.fptosi %x : tensor<3x10xf32> to tensor<3x10xi32>
  %u = tensor.cast %w : tensor<3x10xi32> to tensor<?x?xi32>
  %v = tensor.cast %y : tensor<3x10xi32> to tensor<?x?xi32>
  %e = func.call @differences(%u, %v) : (tensor<?x?xi32>, tensor<?x?xi32>) -> i32
  return %e : i32
}

func.func @columns(%n: index) -> i32 {
  %m = arith.constant 2 : index
  %k = arith.constant 40 : index
  %da = func.call @number(%m, %k) : (index, index) -> tensor<?x?xi32>
  %ia = tensor.cast %da : tensor<?x?xi32> to tensor<2x40xi32>
  %fa = arith.sitofp %ia : tensor<2x40xi32> to tensor<2x40xf64>
  %db = func.call @number(%n, %k) : (index, index) -> tensor<?x?xi32>
  %ib = tensor.cast %db : tensor<?x?xi32> to tensor<?x40xi32>
  %fb = arith.sitofp %ib : tensor<?x40xi32> to tensor<?x40xf64>
  %dc = func.call @number(%m, %n) : (index, index) -> tensor<?x?xi32>
  %ic = tensor.cast %dc : tensor<?x?xi32> to tensor<2x?xi32>
  %fc = arith.sitofp %ic : tensor<2x?xi32> to tensor<2x?xf64>
  %x = linalg.matmul indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (j, k)>, affine_map<(i, j, k) -> (i, j)>] ins(%fa, %fb : tensor<2x40xf64>, tensor<?x40xf64>) outs(%fc : tensor<2x?xf64>) -> tensor<2x?xf64>
  %y = linalg.matmul indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (j, k)>, affine_map<(i, j, k) -> (i, j)>] ins(%ia, %ib : tensor<2x40xi32>, tensor<?x40xi32>) outs(%ic : tensor<2x?xi32>) -> tensor<2x?xi32>
  %w = arith.fptosi %x : tensor<2x?xf64> to tensor<2x?xi32>
  %u = tensor.cast %w : tensor<2x?xi32> to tensor<?x?xi32>
  %v = tensor.cast %y : tensor<2x?xi32> to tensor<?x?xi32>
  %e = func.call @differences(%u, %v) : (tensor<?x?xi32>, tensor<?x?xi32>) -> i32
  return %e : i32
}

func.func @rows(%m: index) -> i32 {
  %n = arith.constant 1 : index
  %k = arith.constant 40 : index
  %da = func.call @number(%m, %k) : (index, index) -> tensor<?x?xi32>
  %ia = tensor.cast %da : tensor<?x?xi32> to tensor<?x40xi32>
  %fa = arith.sitofp %ia : tensor<?x40xi32> to tensor<?x40xf32>
  %db = func.call @number(%k, %n) : (index, index) -> tensor<?x?xi32>
  %ib = tensor.cast %db : tensor<?x?xi32> to tensor<40x1xi32>
  %fb = arith.sitofp %ib : tensor<40x1xi32> to tensor<40x1xf32>
  %dc = func.call @number(%m, %n) : (index, index) -> tensor<?x?xi32>
  %ic = tensor.cast %dc : tensor<?x?xi32> to tensor<?x1xi32>
  %fc = arith.sitofp %ic : tensor<?x1xi32> to tensor<?x1xf32>
  %x = linalg.matmul ins(%fa, %fb : tensor<?x40xf32>, tensor<40x1xf32>) outs(%fc : tensor<?x1xf32>) -> tensor<?x1xf32>
  %y = linalg.matmul ins(%ia, %ib : tensor<?x40xi32>, tensor<40x1xi32>) outs(%ic : tensor<?x1xi32>) -> tensor<?x1xi32>
  %w = arith.fptosi %x : tensor<?x1xf32> to tensor<?x1xi32>
  %u = tensor.cast %w : tensor<?x1xi32> to tensor<?x?xi32>
  %v = tensor.cast %y : tensor<?x1xi32> to tensor<?x?xi32>
  %e = func.call @differences(%u, %v) : (tensor<?x?xi32>, tensor<?x?xi32>) -> i32
  return %e : i32
}
