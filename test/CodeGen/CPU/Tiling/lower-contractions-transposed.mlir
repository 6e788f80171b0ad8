// A panel whose columns are not contiguous is transposed while it is packed: by
// squares of vectors along k, or element by element. transposed-vectors.test
// checks the values.
// RUN: sg-opt %s --pass-pipeline="builtin.module(func.func(sg-lower-contractions{vector-bits=128}))" | FileCheck %s
// RUN: sg-run %s --function=batch_last_differs --expected-output=0
// RUN: sg-run %s --function=no_terms_differs --expected-output=0

#lhs = affine_map<(i, j, k) -> (i, k)>
#rhs = affine_map<(i, j, k) -> (j, k)>
#out = affine_map<(i, j, k) -> (i, j)>

// Four rows of four elements along k become four rows of four columns, twice.
// The last square may exceed the matrix; the panel has room for it.
// CHECK-LABEL: func.func @along_terms(
// CHECK-SAME:      [[A:%[a-z0-9]+]]: memref<8x6xf32>, [[B:%[a-z0-9]+]]: memref<9x6xf32>
// CHECK:         [[PANEL:%[a-z0-9_]+]] = memref.alloc() {alignment = 64 : i64} : memref<9x8xf32>
// CHECK:         scf.for [[COLUMN:%[a-z0-9]+]] = %c0{{[_0-9]*}} to %c8{{[_0-9]*}} step %c8
// CHECK:           scf.for [[TERM:%[a-z0-9]+]] = %c0{{[_0-9]*}} to %c6{{[_0-9]*}} step %c4
// CHECK:             [[LEFT:%[0-9]+]] = arith.subi %c6{{[_0-9]*}}, [[TERM]]
// CHECK:             [[MASK:%[0-9]+]] = vector.create_mask [[LEFT]] : vector<4xi1>
// CHECK:             [[R0:%[0-9]+]] = vector.maskedload [[B]]{{.*}}, [[MASK]]
// CHECK:             [[R1:%[0-9]+]] = vector.maskedload [[B]]{{.*}}, [[MASK]]
// CHECK:             [[R2:%[0-9]+]] = vector.maskedload [[B]]{{.*}}, [[MASK]]
// CHECK:             [[R3:%[0-9]+]] = vector.maskedload [[B]]{{.*}}, [[MASK]]
// CHECK-COUNT-8:     vector.shuffle {{.*}} : vector<4xf32>, vector<4xf32>
// CHECK:             vector.store {{%[0-9]+}}, [[PANEL]]{{\[}}[[TERM]], %c0
// CHECK-COUNT-3:     vector.store {{%[0-9]+}}, [[PANEL]]
// CHECK-COUNT-4:     vector.maskedload [[B]]
// The last column is read again instead of columns past the end.
// CHECK:         scf.for {{.*}} step %c4
// CHECK:           arith.minsi
// CHECK:         memref.dealloc [[PANEL]]
func.func @along_terms(%a: memref<8x6xf32>, %b: memref<9x6xf32>, %c: memref<8x9xf32>) {
  linalg.generic {indexing_maps = [#lhs, #rhs, #out], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %b : memref<8x6xf32>, memref<9x6xf32>) outs(%c : memref<8x9xf32>) {
  ^bb0(%x: f32, %y: f32, %sum: f32):
    %p = arith.mulf %x, %y : f32
    %s = arith.addf %sum, %p : f32
    linalg.yield %s : f32
  }
  return
}

// For two rows it does not pay off.
// CHECK-LABEL: func.func @seldom(
// CHECK-NOT:     vector.
// CHECK:         linalg.generic
func.func @seldom(%a: memref<2x8xf32>, %b: memref<8x8xf32>, %c: memref<2x8xf32>) {
  linalg.generic {indexing_maps = [#lhs, #rhs, #out], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %b : memref<2x8xf32>, memref<8x8xf32>) outs(%c : memref<2x8xf32>) {
  ^bb0(%x: f32, %y: f32, %sum: f32):
    %p = arith.mulf %x, %y : f32
    %s = arith.addf %sum, %p : f32
    linalg.yield %s : f32
  }
  return
}

// The contiguous dimension is neither a column nor k.
// CHECK-LABEL: func.func @batch_last(
// CHECK:         memref.load %{{.*}}: memref<?x?x3xbf16>
// CHECK:         vector.from_elements {{.*}} : vector<4xf32>
func.func @batch_last(%a: memref<3x?x?xf32>, %b: memref<?x?x3xbf16>, %c: memref<3x?x?xf32>) {
  linalg.generic {indexing_maps = [affine_map<(b, i, j, k) -> (b, i, k)>, affine_map<(b, i, j, k) -> (j, k, b)>, affine_map<(b, i, j, k) -> (b, i, j)>],
      iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
      ins(%a, %b : memref<3x?x?xf32>, memref<?x?x3xbf16>) outs(%c : memref<3x?x?xf32>) {
  ^bb0(%x: f32, %y: bf16, %sum: f32):
    %wide = arith.extf %y : bf16 to f32
    %p = arith.mulf %x, %wide : f32
    %s = arith.addf %sum, %p : f32
    linalg.yield %s : f32
  }
  return
}

// The k dimension may be missing.
// CHECK-LABEL: func.func @no_terms(
// CHECK:         vector.from_elements {{.*}} : vector<2xf64>
func.func @no_terms(%a: memref<3x5xf64>, %b: memref<7x3xf64>, %c: memref<3x5x7xf64>) {
  linalg.generic {indexing_maps = [affine_map<(b, i, j) -> (b, i)>, affine_map<(b, i, j) -> (j, b)>, affine_map<(b, i, j) -> (b, i, j)>],
      iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%a, %b : memref<3x5xf64>, memref<7x3xf64>) outs(%c : memref<3x5x7xf64>) {
  ^bb0(%x: f64, %y: f64, %sum: f64):
    %p = arith.mulf %x, %y : f64
    %s = arith.addf %sum, %p : f64
    linalg.yield %s : f64
  }
  return
}

func.func private @number(%i: index, %j: index, %k: index) -> i32 {
  %three = arith.constant 3 : index
  %seven = arith.constant 7 : index
  %middle = arith.constant 3 : i32
  %a = arith.muli %i, %three : index
  %b = arith.muli %j, %j : index
  %c = arith.addi %a, %b : index
  %d = arith.addi %c, %k : index
  %e = arith.remui %d, %seven : index
  %f = arith.index_cast %e : index to i32
  %r = arith.subi %f, %middle : i32
  return %r : i32
}

// Number of elements that differ from the product of the same integers.
func.func @batch_last_differs() -> i32 {
  %a = tensor.generate {
  ^bb0(%i0: index, %i1: index, %i2: index):
    %v = func.call @number(%i0, %i1, %i2) : (index, index, index) -> i32
    tensor.yield %v : i32
  } : tensor<3x9x21xi32>
  %fa = arith.sitofp %a : tensor<3x9x21xi32> to tensor<3x9x21xf32>
  %b = tensor.generate {
  ^bb0(%i0: index, %i1: index, %i2: index):
    %v = func.call @number(%i0, %i1, %i2) : (index, index, index) -> i32
    tensor.yield %v : i32
  } : tensor<37x21x3xi32>
  %fb = arith.sitofp %b : tensor<37x21x3xi32> to tensor<37x21x3xbf16>
  %c = tensor.generate {
  ^bb0(%i0: index, %i1: index, %i2: index):
    %v = func.call @number(%i0, %i1, %i2) : (index, index, index) -> i32
    tensor.yield %v : i32
  } : tensor<3x9x37xi32>
  %fc = arith.sitofp %c : tensor<3x9x37xi32> to tensor<3x9x37xf32>
  %tiled = linalg.generic {indexing_maps = [affine_map<(b, i, j, k) -> (b, i, k)>, affine_map<(b, i, j, k) -> (j, k, b)>, affine_map<(b, i, j, k) -> (b, i, j)>],
      iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
      ins(%fa, %fb : tensor<3x9x21xf32>, tensor<37x21x3xbf16>) outs(%fc : tensor<3x9x37xf32>) {
  ^bb0(%x: f32, %y: bf16, %sum: f32):
    %wide = arith.extf %y : bf16 to f32
    %p = arith.mulf %x, %wide : f32
    %s = arith.addf %sum, %p : f32
    linalg.yield %s : f32
  } -> tensor<3x9x37xf32>
  %exact = linalg.generic {indexing_maps = [affine_map<(b, i, j, k) -> (b, i, k)>, affine_map<(b, i, j, k) -> (j, k, b)>, affine_map<(b, i, j, k) -> (b, i, j)>],
      iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
      ins(%a, %b : tensor<3x9x21xi32>, tensor<37x21x3xi32>) outs(%c : tensor<3x9x37xi32>) {
  ^bb0(%x: i32, %y: i32, %sum: i32):
    %p = arith.muli %x, %y : i32
    %s = arith.addi %sum, %p : i32
    linalg.yield %s : i32
  } -> tensor<3x9x37xi32>
  %whole = arith.fptosi %tiled : tensor<3x9x37xf32> to tensor<3x9x37xi32>
  %is = arith.cmpi ne, %whole, %exact : tensor<3x9x37xi32>
  %ones = arith.extui %is : tensor<3x9x37xi1> to tensor<3x9x37xi32>
  %zero = arith.constant dense<0> : tensor<i32>
  %count = linalg.reduce {arith.addi} ins(%ones : tensor<3x9x37xi32>) outs(%zero : tensor<i32>) dimensions = [0, 1, 2]
  %d = tensor.extract %count[] : tensor<i32>
  return %d : i32
}

func.func @no_terms_differs() -> i32 {
  %a = tensor.generate {
  ^bb0(%i0: index, %i1: index):
    %zero = arith.constant 0 : index
    %v = func.call @number(%i0, %i1, %zero) : (index, index, index) -> i32
    tensor.yield %v : i32
  } : tensor<3x5xi32>
  %fa = arith.sitofp %a : tensor<3x5xi32> to tensor<3x5xf64>
  %b = tensor.generate {
  ^bb0(%i0: index, %i1: index):
    %zero = arith.constant 0 : index
    %v = func.call @number(%i0, %i1, %zero) : (index, index, index) -> i32
    tensor.yield %v : i32
  } : tensor<7x3xi32>
  %fb = arith.sitofp %b : tensor<7x3xi32> to tensor<7x3xf64>
  %c = tensor.generate {
  ^bb0(%i0: index, %i1: index, %i2: index):
    %v = func.call @number(%i0, %i1, %i2) : (index, index, index) -> i32
    tensor.yield %v : i32
  } : tensor<3x5x7xi32>
  %fc = arith.sitofp %c : tensor<3x5x7xi32> to tensor<3x5x7xf64>
  %tiled = linalg.generic {indexing_maps = [affine_map<(b, i, j) -> (b, i)>, affine_map<(b, i, j) -> (j, b)>, affine_map<(b, i, j) -> (b, i, j)>],
      iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%fa, %fb : tensor<3x5xf64>, tensor<7x3xf64>) outs(%fc : tensor<3x5x7xf64>) {
  ^bb0(%x: f64, %y: f64, %sum: f64):
    %p = arith.mulf %x, %y : f64
    %s = arith.addf %sum, %p : f64
    linalg.yield %s : f64
  } -> tensor<3x5x7xf64>
  %exact = linalg.generic {indexing_maps = [affine_map<(b, i, j) -> (b, i)>, affine_map<(b, i, j) -> (j, b)>, affine_map<(b, i, j) -> (b, i, j)>],
      iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%a, %b : tensor<3x5xi32>, tensor<7x3xi32>) outs(%c : tensor<3x5x7xi32>) {
  ^bb0(%x: i32, %y: i32, %sum: i32):
    %p = arith.muli %x, %y : i32
    %s = arith.addi %sum, %p : i32
    linalg.yield %s : i32
  } -> tensor<3x5x7xi32>
  %whole = arith.fptosi %tiled : tensor<3x5x7xf64> to tensor<3x5x7xi32>
  %is = arith.cmpi ne, %whole, %exact : tensor<3x5x7xi32>
  %ones = arith.extui %is : tensor<3x5x7xi1> to tensor<3x5x7xi32>
  %zero = arith.constant dense<0> : tensor<i32>
  %count = linalg.reduce {arith.addi} ins(%ones : tensor<3x5x7xi32>) outs(%zero : tensor<i32>) dimensions = [0, 1, 2]
  %d = tensor.extract %count[] : tensor<i32>
  return %d : i32
}
