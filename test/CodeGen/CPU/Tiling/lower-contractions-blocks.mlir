// A block of the right-hand operand is packed if its elements need extension,
// or if its rows are contiguous in memory while elements along k are far apart.
// RUN: sg-opt %s --pass-pipeline="builtin.module(func.func(sg-lower-contractions{vector-bits=512}))" | FileCheck %s
// RUN: sg-run %s --function=left_differs --expected-output=0
// RUN: sg-run %s --function=batches_differ --expected-output=0
// RUN: sg-run %s --function=half_differs --expected-output=0

#lhs = affine_map<(i, j, k) -> (i, k)>
#left = affine_map<(i, j, k) -> (k, i)>
#rhs = affine_map<(i, j, k) -> (k, j)>
#out = affine_map<(i, j, k) -> (i, j)>
#id2 = affine_map<(i, j) -> (i, j)>
#none = affine_map<(i, j) -> ()>

// Tiles of 14 rows, one vector of 16 rows per k index; the last tile would pass
// the end of the matrix.
// CHECK-LABEL: func.func @left(
// CHECK-SAME:    [[A:%[a-z0-9]+]]: memref<300x1089xf32>, [[B:%[a-z0-9]+]]: memref<300x512xf32>
// CHECK:         [[PANEL:%[a-z0-9_]+]] = memref.alloc() {{.*}} : memref<150x32xf32>
// CHECK:         [[BLOCK:%[a-z0-9_]+]] = memref.alloc() {{.*}} : memref<62x151x16xf32>
// CHECK:         scf.for [[TERM:%[a-z0-9]+]] = %c0{{[_0-9]*}} to %c300{{[_0-9]*}} step %c150
// CHECK:         scf.for [[FIRST:%[a-z0-9]+]] = %c0{{[_0-9]*}} to %c1089{{[_0-9]*}} step %c868
// CHECK:           scf.for [[K:%[a-z0-9]+]] =
// CHECK:             scf.for [[ROW:%[a-z0-9]+]] = [[FIRST]] to {{.*}} step %c14
// CHECK:               [[V:%[0-9]+]] = vector.load [[A]]{{\[}}[[K]], [[ROW]]] {{.*}}, vector<16xf32>
// CHECK:               vector.store [[V]], [[BLOCK]]
// CHECK:             scf.for
// CHECK:               [[MASK:%[0-9]+]] = vector.create_mask {{.*}} : vector<16xi1>
// CHECK:               [[M:%[0-9]+]] = vector.maskedload [[A]]{{.*}}, [[MASK]]
// CHECK:               vector.store [[M]], [[BLOCK]]
// CHECK:           scf.for {{.*}} = %c0{{[_0-9]*}} to %c512
// CHECK:             vector.store {{.*}}, [[PANEL]]
// CHECK:             memref.load [[BLOCK]]
// CHECK-NOT:         memref.load [[A]]
// CHECK:         memref.dealloc [[BLOCK]]
func.func @left(%a: memref<300x1089xf32>, %b: memref<300x512xf32>, %c: memref<1089x512xf32>) {
  linalg.generic {indexing_maps = [#left, #rhs, #out], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %b : memref<300x1089xf32>, memref<300x512xf32>) outs(%c : memref<1089x512xf32>) {
  ^bb0(%x: f32, %y: f32, %sum: f32):
    %p = arith.mulf %x, %y : f32
    %s = arith.addf %sum, %p : f32
    linalg.yield %s : f32
  }
  return
}

// Not for few columns, nor if the whole operand fits the cache.
// CHECK-LABEL: func.func @not_left(
// CHECK-COUNT-2: memref.alloc
// CHECK-NOT:     memref.alloc
// CHECK:         return
func.func @not_left(%a: memref<300x1089xf32>, %b: memref<300x511xf32>, %c: memref<1089x511xf32>,
                    %d: memref<300x80xf32>, %e: memref<300x512xf32>, %f: memref<80x512xf32>) {
  linalg.generic {indexing_maps = [#left, #rhs, #out], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %b : memref<300x1089xf32>, memref<300x511xf32>) outs(%c : memref<1089x511xf32>) {
  ^bb0(%x: f32, %y: f32, %sum: f32):
    %p = arith.mulf %x, %y : f32
    %s = arith.addf %sum, %p : f32
    linalg.yield %s : f32
  }
  linalg.generic {indexing_maps = [#left, #rhs, #out], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%d, %e : memref<300x80xf32>, memref<300x512xf32>) outs(%f : memref<80x512xf32>) {
  ^bb0(%x: f32, %y: f32, %sum: f32):
    %p = arith.mulf %x, %y : f32
    %s = arith.addf %sum, %p : f32
    linalg.yield %s : f32
  }
  return
}

// If elements along k are contiguous, row by row with the width of the accumulator.
// CHECK-LABEL: func.func @half(
// CHECK-SAME:    [[A:%[a-z0-9]+]]: memref<?x300xf16>
// CHECK:         [[BLOCK:%[a-z0-9_]+]] = memref.alloc() {{.*}} : memref<{{[0-9]+}}x176xf32>
// CHECK:         scf.for [[ROW:%[a-z0-9]+]] = {{.*}} step %c1{{(_[0-9]+)?}} {
// CHECK:           scf.for [[K:%[a-z0-9]+]] = {{.*}} step %c16
// CHECK:             [[V:%[0-9]+]] = vector.maskedload [[A]]{{\[}}[[ROW]], [[K]]]
// CHECK:             [[W:%[0-9]+]] = arith.extf [[V]] : vector<16xf16> to vector<16xf32>
// CHECK:             vector.store [[W]], [[BLOCK]]
// CHECK-NOT:         memref.load [[A]]
// CHECK:         return
func.func @half(%a: memref<?x300xf16>, %b: memref<300x?xf16>, %c: memref<?x?xf32>) {
  linalg.generic {indexing_maps = [#lhs, #rhs, #out], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %b : memref<?x300xf16>, memref<300x?xf16>) outs(%c : memref<?x?xf32>) {
  ^bb0(%x: f16, %y: f16, %sum: f32):
    %u = arith.extf %x : f16 to f32
    %v = arith.extf %y : f16 to f32
    %p = arith.mulf %u, %v : f32
    %s = arith.addf %sum, %p : f32
    linalg.yield %s : f32
  }
  return
}

// Also for one tile of columns: elements are extended as vectors instead of one by one.
// CHECK-LABEL: func.func @half_once(
// CHECK:         memref.alloc() {{.*}} : memref<64x{{[0-9]+}}xf32>
// CHECK:         arith.extf {{.*}} : vector<{{[0-9]+}}xf16> to vector<{{[0-9]+}}xf32>
// CHECK-NOT:     arith.extf {{.*}} : f16 to f32
// CHECK:         return
func.func @half_once(%a: memref<64x30xf16>, %b: memref<30x32xf32>, %c: memref<64x32xf32>) {
  linalg.generic {indexing_maps = [#lhs, #rhs, #out], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %b : memref<64x30xf16>, memref<30x32xf32>) outs(%c : memref<64x32xf32>) {
  ^bb0(%x: f16, %y: f32, %sum: f32):
    %u = arith.extf %x : f16 to f32
    %p = arith.mulf %u, %y : f32
    %s = arith.addf %sum, %p : f32
    linalg.yield %s : f32
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

// Number of elements that differ from the integer product: several blocks of
// rows and of k, the last ones smaller, and a tail of columns.
func.func @left_differs() -> i32 {
  %a = tensor.generate {
  ^bb0(%i0: index, %i1: index):
    %v = func.call @number(%i0, %i1, %i0) : (index, index, index) -> i32
    tensor.yield %v : i32
  } : tensor<301x1501xi32>
  %fa = arith.sitofp %a : tensor<301x1501xi32> to tensor<301x1501xf32>
  %b = tensor.generate {
  ^bb0(%i0: index, %i1: index):
    %v = func.call @number(%i0, %i1, %i0) : (index, index, index) -> i32
    tensor.yield %v : i32
  } : tensor<301x530xi32>
  %fb = arith.sitofp %b : tensor<301x530xi32> to tensor<301x530xf32>
  %c = tensor.generate {
  ^bb0(%i0: index, %i1: index):
    %v = func.call @number(%i0, %i1, %i0) : (index, index, index) -> i32
    tensor.yield %v : i32
  } : tensor<1501x530xi32>
  %fc = arith.sitofp %c : tensor<1501x530xi32> to tensor<1501x530xf32>
  %tiled = linalg.generic {indexing_maps = [affine_map<(i, j, k) -> (k, i)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>],
      iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%fa, %fb : tensor<301x1501xf32>, tensor<301x530xf32>) outs(%fc : tensor<1501x530xf32>) {
  ^bb0(%x: f32, %y: f32, %sum: f32):
    %p = arith.mulf %x, %y : f32
    %s = arith.addf %sum, %p : f32
    linalg.yield %s : f32
  } -> tensor<1501x530xf32>
  %exact = linalg.generic {indexing_maps = [affine_map<(i, j, k) -> (k, i)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>],
      iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %b : tensor<301x1501xi32>, tensor<301x530xi32>) outs(%c : tensor<1501x530xi32>) {
  ^bb0(%x: i32, %y: i32, %sum: i32):
    %p = arith.muli %x, %y : i32
    %s = arith.addi %sum, %p : i32
    linalg.yield %s : i32
  } -> tensor<1501x530xi32>
  %whole = arith.fptosi %tiled : tensor<1501x530xf32> to tensor<1501x530xi32>
  %is = arith.cmpi ne, %whole, %exact : tensor<1501x530xi32>
  %ones = arith.extui %is : tensor<1501x530xi1> to tensor<1501x530xi32>
  %zero = arith.constant dense<0> : tensor<i32>
  %count = linalg.reduce { arith.addi } ins(%ones : tensor<1501x530xi32>) outs(%zero : tensor<i32>) dimensions = [0, 1]
  %r = tensor.extract %count[] : tensor<i32>
  return %r : i32
}

// Two k dimensions, in f64.
func.func @batches_differ() -> i32 {
  %a = tensor.generate {
  ^bb0(%i0: index, %i1: index, %i2: index):
    %v = func.call @number(%i0, %i1, %i2) : (index, index, index) -> i32
    tensor.yield %v : i32
  } : tensor<3x130x701xi32>
  %fa = arith.sitofp %a : tensor<3x130x701xi32> to tensor<3x130x701xf64>
  %b = tensor.generate {
  ^bb0(%i0: index, %i1: index, %i2: index):
    %v = func.call @number(%i0, %i1, %i2) : (index, index, index) -> i32
    tensor.yield %v : i32
  } : tensor<3x130x260xi32>
  %fb = arith.sitofp %b : tensor<3x130x260xi32> to tensor<3x130x260xf64>
  %c = tensor.generate {
  ^bb0(%i0: index, %i1: index):
    %v = func.call @number(%i0, %i1, %i0) : (index, index, index) -> i32
    tensor.yield %v : i32
  } : tensor<701x260xi32>
  %fc = arith.sitofp %c : tensor<701x260xi32> to tensor<701x260xf64>
  %tiled = linalg.generic {indexing_maps = [affine_map<(i, j, b, k) -> (b, k, i)>, affine_map<(i, j, b, k) -> (b, k, j)>, affine_map<(i, j, b, k) -> (i, j)>],
      iterator_types = ["parallel", "parallel", "reduction", "reduction"]}
      ins(%fa, %fb : tensor<3x130x701xf64>, tensor<3x130x260xf64>) outs(%fc : tensor<701x260xf64>) {
  ^bb0(%x: f64, %y: f64, %sum: f64):
    %p = arith.mulf %x, %y : f64
    %s = arith.addf %sum, %p : f64
    linalg.yield %s : f64
  } -> tensor<701x260xf64>
  %exact = linalg.generic {indexing_maps = [affine_map<(i, j, b, k) -> (b, k, i)>, affine_map<(i, j, b, k) -> (b, k, j)>, affine_map<(i, j, b, k) -> (i, j)>],
      iterator_types = ["parallel", "parallel", "reduction", "reduction"]}
      ins(%a, %b : tensor<3x130x701xi32>, tensor<3x130x260xi32>) outs(%c : tensor<701x260xi32>) {
  ^bb0(%x: i32, %y: i32, %sum: i32):
    %p = arith.muli %x, %y : i32
    %s = arith.addi %sum, %p : i32
    linalg.yield %s : i32
  } -> tensor<701x260xi32>
  %whole = arith.fptosi %tiled : tensor<701x260xf64> to tensor<701x260xi32>
  %is = arith.cmpi ne, %whole, %exact : tensor<701x260xi32>
  %ones = arith.extui %is : tensor<701x260xi1> to tensor<701x260xi32>
  %zero = arith.constant dense<0> : tensor<i32>
  %count = linalg.reduce { arith.addi } ins(%ones : tensor<701x260xi32>) outs(%zero : tensor<i32>) dimensions = [0, 1]
  %r = tensor.extract %count[] : tensor<i32>
  return %r : i32
}

// The k dimension is contiguous and there are two row loops; the last row of tiles is smaller.
func.func @half_differs() -> i32 {
  %a = tensor.generate {
  ^bb0(%i0: index, %i1: index, %i2: index):
    %v = func.call @number(%i0, %i1, %i2) : (index, index, index) -> i32
    tensor.yield %v : i32
  } : tensor<45x5x21xi32>
  %fa = arith.sitofp %a : tensor<45x5x21xi32> to tensor<45x5x21xbf16>
  %b = tensor.generate {
  ^bb0(%i0: index, %i1: index, %i2: index):
    %v = func.call @number(%i0, %i1, %i2) : (index, index, index) -> i32
    tensor.yield %v : i32
  } : tensor<5x21x70xi32>
  %fb = arith.sitofp %b : tensor<5x21x70xi32> to tensor<5x21x70xf16>
  %c = tensor.generate {
  ^bb0(%i0: index, %i1: index):
    %v = func.call @number(%i0, %i1, %i0) : (index, index, index) -> i32
    tensor.yield %v : i32
  } : tensor<45x70xi32>
  %fc = arith.sitofp %c : tensor<45x70xi32> to tensor<45x70xf32>
  %tiled = linalg.generic {indexing_maps = [affine_map<(i, j, b, k) -> (i, b, k)>, affine_map<(i, j, b, k) -> (b, k, j)>, affine_map<(i, j, b, k) -> (i, j)>],
      iterator_types = ["parallel", "parallel", "reduction", "reduction"]}
      ins(%fa, %fb : tensor<45x5x21xbf16>, tensor<5x21x70xf16>) outs(%fc : tensor<45x70xf32>) {
  ^bb0(%x: bf16, %y: f16, %sum: f32):
    %u = arith.extf %x : bf16 to f32
    %w = arith.extf %y : f16 to f32
    %p = arith.mulf %u, %w : f32
    %s = arith.addf %sum, %p : f32
    linalg.yield %s : f32
  } -> tensor<45x70xf32>
  %exact = linalg.generic {indexing_maps = [affine_map<(i, j, b, k) -> (i, b, k)>, affine_map<(i, j, b, k) -> (b, k, j)>, affine_map<(i, j, b, k) -> (i, j)>],
      iterator_types = ["parallel", "parallel", "reduction", "reduction"]}
      ins(%a, %b : tensor<45x5x21xi32>, tensor<5x21x70xi32>) outs(%c : tensor<45x70xi32>) {
  ^bb0(%x: i32, %y: i32, %sum: i32):
    %p = arith.muli %x, %y : i32
    %s = arith.addi %sum, %p : i32
    linalg.yield %s : i32
  } -> tensor<45x70xi32>
  %whole = arith.fptosi %tiled : tensor<45x70xf32> to tensor<45x70xi32>
  %is = arith.cmpi ne, %whole, %exact : tensor<45x70xi32>
  %ones = arith.extui %is : tensor<45x70xi1> to tensor<45x70xi32>
  %zero = arith.constant dense<0> : tensor<i32>
  %count = linalg.reduce { arith.addi } ins(%ones : tensor<45x70xi32>) outs(%zero : tensor<i32>) dimensions = [0, 1]
  %r = tensor.extract %count[] : tensor<i32>
  return %r : i32
}
