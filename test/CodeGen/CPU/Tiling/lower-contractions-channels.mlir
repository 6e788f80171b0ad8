// Convolutions with few channels.
// RUN: sg-opt %s --pass-pipeline="builtin.module(func.func(sg-lower-contractions{vector-bits=512},cse,canonicalize))" | FileCheck %s
// RUN: sg-run %s --function=one_filter --expected-output=0
// RUN: sg-run %s --function=one_filter_f16 --expected-output=0
// RUN: sg-run %s --function=one_channel_of_one --expected-output=0

#y = affine_map<(n, i, j, f, k, l, c) -> (n, i, j, f)>
#w = affine_map<(n, i, j, f, k, l, c) -> (k, l, c, f)>
#x = affine_map<(n, i, j, f, k, l, c) -> (n, i * 2 + k, j * 2 + l, c)>
#gaps = affine_map<(n, i, j, f, k, l, c) -> (n, i * 2 + k, j + l * 2, c)>

// Three channels of five adjacent pixels form a vector. Rows run along the
// other image dimension: adjacent windows add to the same pixels.
// CHECK-LABEL: func.func @few_channels(
// CHECK-SAME:    {{.*}}, [[F:%[a-z0-9]+]]: memref<3x5x3x33xf32>, [[X:%[a-z0-9]+]]: memref<?x21x?x3xf32>
// CHECK-DAG:     memref.collapse_shape [[F]] {{\[\[}}0], [1, 2], [3]] : memref<3x5x3x33xf32> into memref<3x15x33xf32>
// CHECK-DAG:     [[PIXELS:%[a-z0-9_]+]] = memref.collapse_shape [[X]] {{\[\[}}0], [1], [2, 3]] : memref<?x21x?x3xf32> into memref<?x21x?xf32>
// CHECK:         vector.constant_mask [15]
// CHECK-COUNT-5: vector.maskedload [[PIXELS]]
// CHECK:         scf.for {{.*}} iter_args({{.*}}) -> (vector<16xf32>, vector<16xf32>, vector<16xf32>, vector<16xf32>, vector<16xf32>
// CHECK:         vector.maskedstore [[PIXELS]]
func.func @few_channels(%y: memref<?x10x?x33xf32>, %w: memref<3x5x3x33xf32>, %x: memref<?x21x?x3xf32>) {
  linalg.generic {indexing_maps = [#y, #w, #x],
      iterator_types = ["parallel", "reduction", "reduction", "reduction", "reduction", "reduction", "parallel"]}
      ins(%y, %w : memref<?x10x?x33xf32>, memref<3x5x3x33xf32>) outs(%x : memref<?x21x?x3xf32>) {
  ^bb0(%a: f32, %b: f32, %sum: f32):
    %p = arith.mulf %a, %b : f32
    %s = arith.addf %sum, %p : f32
    linalg.yield %s : f32
  }
  return
}

// Not if the window has gaps, if the channels fill a vector, or if the memory
// after a pixel is not the next pixel.
// CHECK-LABEL: func.func @other_channels(
// CHECK-NOT:     memref.collapse_shape
// CHECK:         return
func.func @other_channels(%y: memref<2x10x9x33xf32>, %w: memref<3x5x3x33xf32>, %g: memref<2x21x17x3xf32>,
                          %v: memref<3x5x32x33xf32>, %z: memref<2x21x21x32xf32>, %q: memref<2x21x21x3xf32, strided<[6300, 300, 5, 1]>>) {
  linalg.generic {indexing_maps = [#y, #w, #gaps],
      iterator_types = ["parallel", "reduction", "reduction", "reduction", "reduction", "reduction", "parallel"]}
      ins(%y, %w : memref<2x10x9x33xf32>, memref<3x5x3x33xf32>) outs(%g : memref<2x21x17x3xf32>) {
  ^bb0(%a: f32, %b: f32, %sum: f32):
    %p = arith.mulf %a, %b : f32
    %s = arith.addf %sum, %p : f32
    linalg.yield %s : f32
  }
  linalg.generic {indexing_maps = [#y, #w, #x],
      iterator_types = ["parallel", "reduction", "reduction", "reduction", "reduction", "reduction", "parallel"]}
      ins(%y, %v : memref<2x10x9x33xf32>, memref<3x5x32x33xf32>) outs(%z : memref<2x21x21x32xf32>) {
  ^bb0(%a: f32, %b: f32, %sum: f32):
    %p = arith.mulf %a, %b : f32
    %s = arith.addf %sum, %p : f32
    linalg.yield %s : f32
  }
  linalg.generic {indexing_maps = [#y, #w, #x],
      iterator_types = ["parallel", "reduction", "reduction", "reduction", "reduction", "reduction", "parallel"]}
      ins(%y, %w : memref<2x10x9x33xf32>, memref<3x5x3x33xf32>) outs(%q : memref<2x21x21x3xf32, strided<[6300, 300, 5, 1]>>) {
  ^bb0(%a: f32, %b: f32, %sum: f32):
    %p = arith.mulf %a, %b : f32
    %s = arith.addf %sum, %p : f32
    linalg.yield %s : f32
  }
  return
}

// Each function counts the elements that differ from the same sums of integers.
func.func private @number(%i: index, %j: index, %k: index, %l: index) -> i32 {
  %three = arith.constant 3 : index
  %five = arith.constant 5 : index
  %eleven = arith.constant 11 : index
  %middle = arith.constant 5 : i32
  %a = arith.muli %i, %three : index
  %b = arith.muli %j, %five : index
  %c = arith.muli %k, %k : index
  %d = arith.addi %a, %b : index
  %e = arith.addi %c, %l : index
  %f = arith.addi %d, %e : index
  %g = arith.remui %f, %eleven : index
  %h = arith.index_cast %g : index to i32
  %r = arith.subi %h, %middle : i32
  return %r : i32
}

// One filter: vectors run along the channels, which are the k dimension.
func.func @one_filter() -> i32 {
  %ga = tensor.generate {
  ^bb0(%i0: index, %i1: index, %i2: index, %i3: index):
    %v = func.call @number(%i0, %i1, %i2, %i3) : (index, index, index, index) -> i32
    tensor.yield %v : i32
  } : tensor<2x7x10x40xi32>
  %fa = arith.sitofp %ga : tensor<2x7x10x40xi32> to tensor<2x7x10x40xf32>
  %gb = tensor.generate {
  ^bb0(%i0: index, %i1: index, %i2: index, %i3: index):
    %v = func.call @number(%i0, %i1, %i2, %i3) : (index, index, index, index) -> i32
    tensor.yield %v : i32
  } : tensor<3x2x40x1xi32>
  %fb = arith.sitofp %gb : tensor<3x2x40x1xi32> to tensor<3x2x40x1xf32>
  %gr = tensor.generate {
  ^bb0(%i0: index, %i1: index, %i2: index, %i3: index):
    %v = func.call @number(%i0, %i1, %i2, %i3) : (index, index, index, index) -> i32
    tensor.yield %v : i32
  } : tensor<2x5x9x1xi32>
  %fr = arith.sitofp %gr : tensor<2x5x9x1xi32> to tensor<2x5x9x1xf32>
  %exact = linalg.generic {indexing_maps = [affine_map<(n, i, j, f, k, l, c) -> (n, i * 1 + k * 1, j * 1 + l * 1, c)>, affine_map<(n, i, j, f, k, l, c) -> (k, l, c, f)>, affine_map<(n, i, j, f, k, l, c) -> (n, i, j, f)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]}
      ins(%ga, %gb : tensor<2x7x10x40xi32>, tensor<3x2x40x1xi32>) outs(%gr : tensor<2x5x9x1xi32>) {
  ^bb0(%x: i32, %y: i32, %sum: i32):
    %p = arith.muli %x, %y : i32
    %s = arith.addi %sum, %p : i32
    linalg.yield %s : i32
  } -> tensor<2x5x9x1xi32>
  %tiled = linalg.generic {indexing_maps = [affine_map<(n, i, j, f, k, l, c) -> (n, i * 1 + k * 1, j * 1 + l * 1, c)>, affine_map<(n, i, j, f, k, l, c) -> (k, l, c, f)>, affine_map<(n, i, j, f, k, l, c) -> (n, i, j, f)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]}
      ins(%fa, %fb : tensor<2x7x10x40xf32>, tensor<3x2x40x1xf32>) outs(%fr : tensor<2x5x9x1xf32>) {
  ^bb0(%x: f32, %y: f32, %sum: f32):
    %p = arith.mulf %x, %y : f32
    %s = arith.addf %sum, %p : f32
    linalg.yield %s : f32
  } -> tensor<2x5x9x1xf32>
  %whole = arith.fptosi %tiled : tensor<2x5x9x1xf32> to tensor<2x5x9x1xi32>
  %is = arith.cmpi ne, %whole, %exact : tensor<2x5x9x1xi32>
  %ones = arith.extui %is : tensor<2x5x9x1xi1> to tensor<2x5x9x1xi32>
  %zero = arith.constant dense<0> : tensor<i32>
  %count = linalg.reduce {arith.addi} ins(%ones : tensor<2x5x9x1xi32>) outs(%zero : tensor<i32>) dimensions = [0, 1, 2, 3]
  %e = tensor.extract %count[] : tensor<i32>
  return %e : i32
}

func.func @one_filter_f16() -> i32 {
  %ga = tensor.generate {
  ^bb0(%i0: index, %i1: index, %i2: index, %i3: index):
    %v = func.call @number(%i0, %i1, %i2, %i3) : (index, index, index, index) -> i32
    tensor.yield %v : i32
  } : tensor<1x5x12x33xi32>
  %fa = arith.sitofp %ga : tensor<1x5x12x33xi32> to tensor<1x5x12x33xf16>
  %gb = tensor.generate {
  ^bb0(%i0: index, %i1: index, %i2: index, %i3: index):
    %v = func.call @number(%i0, %i1, %i2, %i3) : (index, index, index, index) -> i32
    tensor.yield %v : i32
  } : tensor<2x2x33x1xi32>
  %fb = arith.sitofp %gb : tensor<2x2x33x1xi32> to tensor<2x2x33x1xf16>
  %gr = tensor.generate {
  ^bb0(%i0: index, %i1: index, %i2: index, %i3: index):
    %v = func.call @number(%i0, %i1, %i2, %i3) : (index, index, index, index) -> i32
    tensor.yield %v : i32
  } : tensor<1x4x6x1xi32>
  %fr = arith.sitofp %gr : tensor<1x4x6x1xi32> to tensor<1x4x6x1xf32>
  %exact = linalg.generic {indexing_maps = [affine_map<(n, i, j, f, k, l, c) -> (n, i * 1 + k * 1, j * 2 + l * 1, c)>, affine_map<(n, i, j, f, k, l, c) -> (k, l, c, f)>, affine_map<(n, i, j, f, k, l, c) -> (n, i, j, f)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]}
      ins(%ga, %gb : tensor<1x5x12x33xi32>, tensor<2x2x33x1xi32>) outs(%gr : tensor<1x4x6x1xi32>) {
  ^bb0(%x: i32, %y: i32, %sum: i32):
    %p = arith.muli %x, %y : i32
    %s = arith.addi %sum, %p : i32
    linalg.yield %s : i32
  } -> tensor<1x4x6x1xi32>
  %tiled = linalg.generic {indexing_maps = [affine_map<(n, i, j, f, k, l, c) -> (n, i * 1 + k * 1, j * 2 + l * 1, c)>, affine_map<(n, i, j, f, k, l, c) -> (k, l, c, f)>, affine_map<(n, i, j, f, k, l, c) -> (n, i, j, f)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]}
      ins(%fa, %fb : tensor<1x5x12x33xf16>, tensor<2x2x33x1xf16>) outs(%fr : tensor<1x4x6x1xf32>) {
  ^bb0(%x: f16, %y: f16, %sum: f32):
    %wx = arith.extf %x : f16 to f32
    %wy = arith.extf %y : f16 to f32
    %p = arith.mulf %wx, %wy : f32
    %s = arith.addf %sum, %p : f32
    linalg.yield %s : f32
  } -> tensor<1x4x6x1xf32>
  %whole = arith.fptosi %tiled : tensor<1x4x6x1xf32> to tensor<1x4x6x1xi32>
  %is = arith.cmpi ne, %whole, %exact : tensor<1x4x6x1xi32>
  %ones = arith.extui %is : tensor<1x4x6x1xi1> to tensor<1x4x6x1xi32>
  %zero = arith.constant dense<0> : tensor<i32>
  %count = linalg.reduce {arith.addi} ins(%ones : tensor<1x4x6x1xi32>) outs(%zero : tensor<i32>) dimensions = [0, 1, 2, 3]
  %e = tensor.extract %count[] : tensor<i32>
  return %e : i32
}

// One filter and one channel: vectors run along the windows.
func.func @one_channel_of_one() -> i32 {
  %ga = tensor.generate {
  ^bb0(%i0: index, %i1: index, %i2: index, %i3: index):
    %v = func.call @number(%i0, %i1, %i2, %i3) : (index, index, index, index) -> i32
    tensor.yield %v : i32
  } : tensor<2x7x21x1xi32>
  %fa = arith.sitofp %ga : tensor<2x7x21x1xi32> to tensor<2x7x21x1xf32>
  %gb = tensor.generate {
  ^bb0(%i0: index, %i1: index, %i2: index, %i3: index):
    %v = func.call @number(%i0, %i1, %i2, %i3) : (index, index, index, index) -> i32
    tensor.yield %v : i32
  } : tensor<3x3x1x1xi32>
  %fb = arith.sitofp %gb : tensor<3x3x1x1xi32> to tensor<3x3x1x1xf32>
  %gr = tensor.generate {
  ^bb0(%i0: index, %i1: index, %i2: index, %i3: index):
    %v = func.call @number(%i0, %i1, %i2, %i3) : (index, index, index, index) -> i32
    tensor.yield %v : i32
  } : tensor<2x5x19x1xi32>
  %fr = arith.sitofp %gr : tensor<2x5x19x1xi32> to tensor<2x5x19x1xf32>
  %exact = linalg.generic {indexing_maps = [affine_map<(n, i, j, f, k, l, c) -> (n, i * 1 + k * 1, j * 1 + l * 1, c)>, affine_map<(n, i, j, f, k, l, c) -> (k, l, c, f)>, affine_map<(n, i, j, f, k, l, c) -> (n, i, j, f)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]}
      ins(%ga, %gb : tensor<2x7x21x1xi32>, tensor<3x3x1x1xi32>) outs(%gr : tensor<2x5x19x1xi32>) {
  ^bb0(%x: i32, %y: i32, %sum: i32):
    %p = arith.muli %x, %y : i32
    %s = arith.addi %sum, %p : i32
    linalg.yield %s : i32
  } -> tensor<2x5x19x1xi32>
  %tiled = linalg.generic {indexing_maps = [affine_map<(n, i, j, f, k, l, c) -> (n, i * 1 + k * 1, j * 1 + l * 1, c)>, affine_map<(n, i, j, f, k, l, c) -> (k, l, c, f)>, affine_map<(n, i, j, f, k, l, c) -> (n, i, j, f)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]}
      ins(%fa, %fb : tensor<2x7x21x1xf32>, tensor<3x3x1x1xf32>) outs(%fr : tensor<2x5x19x1xf32>) {
  ^bb0(%x: f32, %y: f32, %sum: f32):
    %p = arith.mulf %x, %y : f32
    %s = arith.addf %sum, %p : f32
    linalg.yield %s : f32
  } -> tensor<2x5x19x1xf32>
  %whole = arith.fptosi %tiled : tensor<2x5x19x1xf32> to tensor<2x5x19x1xi32>
  %is = arith.cmpi ne, %whole, %exact : tensor<2x5x19x1xi32>
  %ones = arith.extui %is : tensor<2x5x19x1xi1> to tensor<2x5x19x1xi32>
  %zero = arith.constant dense<0> : tensor<i32>
  %count = linalg.reduce {arith.addi} ins(%ones : tensor<2x5x19x1xi32>) outs(%zero : tensor<i32>) dimensions = [0, 1, 2, 3]
  %e = tensor.extract %count[] : tensor<i32>
  return %e : i32
}
