// Convolutions of few channels, and with channels first.
// RUN: sg-opt %s --pass-pipeline="builtin.module(func.func(sg-lower-contractions{vector-bits=512},cse,canonicalize))" | FileCheck %s
// RUN: sg-run %s --function=one_filter --expected-output=0
// RUN: sg-run %s --function=one_filter_f16 --expected-output=0
// RUN: sg-run %s --function=one_channel_of_one --expected-output=0
// RUN: sg-run %s --function=channels_first --expected-output=0
// RUN: sg-run %s --function=channels_first_f64 --expected-output=0
// RUN: sg-run %s --function=channels_first_steps --expected-output=0
// RUN: sg-run %s --function=one_channel_image --expected-output=0
// RUN: sg-run %s --function=channels_image --expected-output=0
// RUN: sg-run %s --function=channels_image_steps --expected-output=0
// RUN: sg-run %s --function=channels_image_f64 --expected-output=0
// RUN: sg-run %s --function=channels_image_bf16 --expected-output=0
// RUN: sg-run %s --function=channels_image_many --input=0 --expected-output=0
// RUN: sg-run %s --function=channels_image_many --input=1 --expected-output=0
// RUN: sg-run %s --function=channels_image_many --input=3 --expected-output=0
// RUN: sg-run %s --function=channels_image_gaps --expected-output=0
// RUN: sg-run %s --function=channels_filter --expected-output=0
// RUN: sg-run %s --function=channels_filter_steps --expected-output=0
// RUN: sg-run %s --function=channels_filter_f64 --expected-output=0
// RUN: sg-run %s --function=channels_filter_f16 --expected-output=0
// RUN: sg-run %s --function=channels_filter_wide --expected-output=0
// RUN: sg-run %s --function=channels_filter_one --expected-output=0
// RUN: sg-run %s --function=extended_forward --expected-output=0
// RUN: sg-run %s --function=extended_channels --expected-output=0
// RUN: sg-run %s --function=extended_few --expected-output=0
// RUN: sg-run %s --function=extended_image --expected-output=0
// RUN: sg-run %s --function=extended_filter --expected-output=0
// RUN: sg-run %s --function=extended_filter_wide --expected-output=0
// RUN: sg-run %s --function=extended_first --expected-output=0
// RUN: sg-run %s --function=extended_many --input=0 --expected-output=0
// RUN: sg-run %s --function=extended_many --input=1 --expected-output=0
// RUN: sg-run %s --function=extended_many --input=3 --expected-output=0
// RUN: sg-run %s --function=extended_many_filter --input=0 --expected-output=0
// RUN: sg-run %s --function=extended_many_filter --input=1 --expected-output=0
// RUN: sg-run %s --function=extended_many_filter --input=3 --expected-output=0

#y = affine_map<(n, i, j, f, k, l, c) -> (n, i, j, f)>
#w = affine_map<(n, i, j, f, k, l, c) -> (k, l, c, f)>
#x = affine_map<(n, i, j, f, k, l, c) -> (n, i * 2 + k, j * 2 + l, c)>
#gaps = affine_map<(n, i, j, f, k, l, c) -> (n, i * 2 + k, j + l * 2, c)>

// Three channels of five neighbouring pixels are a vector. Rows are along the other dimension of the image:
// windows that are next to each other add to the same pixels.
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

// Not if the window has gaps, if channels are a vector, nor if what is behind a pixel is not the next one.
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

// Each counts the elements that are not those of the same sums of integers.
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

// One filter: vectors along the channels, which are the terms.
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

// One filter and one channel: along the windows.
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

// Windows are neighbours in memory.
func.func @channels_first() -> i32 {
  %ga = tensor.generate {
  ^bb0(%i0: index, %i1: index, %i2: index, %i3: index):
    %v = func.call @number(%i0, %i1, %i2, %i3) : (index, index, index, index) -> i32
    tensor.yield %v : i32
  } : tensor<2x4x9x21xi32>
  %fa = arith.sitofp %ga : tensor<2x4x9x21xi32> to tensor<2x4x9x21xf32>
  %gb = tensor.generate {
  ^bb0(%i0: index, %i1: index, %i2: index, %i3: index):
    %v = func.call @number(%i0, %i1, %i2, %i3) : (index, index, index, index) -> i32
    tensor.yield %v : i32
  } : tensor<9x4x3x3xi32>
  %fb = arith.sitofp %gb : tensor<9x4x3x3xi32> to tensor<9x4x3x3xf32>
  %gr = tensor.generate {
  ^bb0(%i0: index, %i1: index, %i2: index, %i3: index):
    %v = func.call @number(%i0, %i1, %i2, %i3) : (index, index, index, index) -> i32
    tensor.yield %v : i32
  } : tensor<2x9x7x19xi32>
  %fr = arith.sitofp %gr : tensor<2x9x7x19xi32> to tensor<2x9x7x19xf32>
  %exact = linalg.generic {indexing_maps = [affine_map<(n, i, j, f, k, l, c) -> (n, c, i * 1 + k * 1, j * 1 + l * 1)>, affine_map<(n, i, j, f, k, l, c) -> (f, c, k, l)>, affine_map<(n, i, j, f, k, l, c) -> (n, f, i, j)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]}
      ins(%ga, %gb : tensor<2x4x9x21xi32>, tensor<9x4x3x3xi32>) outs(%gr : tensor<2x9x7x19xi32>) {
  ^bb0(%x: i32, %y: i32, %sum: i32):
    %p = arith.muli %x, %y : i32
    %s = arith.addi %sum, %p : i32
    linalg.yield %s : i32
  } -> tensor<2x9x7x19xi32>
  %tiled = linalg.generic {indexing_maps = [affine_map<(n, i, j, f, k, l, c) -> (n, c, i * 1 + k * 1, j * 1 + l * 1)>, affine_map<(n, i, j, f, k, l, c) -> (f, c, k, l)>, affine_map<(n, i, j, f, k, l, c) -> (n, f, i, j)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]}
      ins(%fa, %fb : tensor<2x4x9x21xf32>, tensor<9x4x3x3xf32>) outs(%fr : tensor<2x9x7x19xf32>) {
  ^bb0(%x: f32, %y: f32, %sum: f32):
    %p = arith.mulf %x, %y : f32
    %s = arith.addf %sum, %p : f32
    linalg.yield %s : f32
  } -> tensor<2x9x7x19xf32>
  %whole = arith.fptosi %tiled : tensor<2x9x7x19xf32> to tensor<2x9x7x19xi32>
  %is = arith.cmpi ne, %whole, %exact : tensor<2x9x7x19xi32>
  %ones = arith.extui %is : tensor<2x9x7x19xi1> to tensor<2x9x7x19xi32>
  %zero = arith.constant dense<0> : tensor<i32>
  %count = linalg.reduce {arith.addi} ins(%ones : tensor<2x9x7x19xi32>) outs(%zero : tensor<i32>) dimensions = [0, 1, 2, 3]
  %e = tensor.extract %count[] : tensor<i32>
  return %e : i32
}

func.func @channels_first_f64() -> i32 {
  %ga = tensor.generate {
  ^bb0(%i0: index, %i1: index, %i2: index, %i3: index):
    %v = func.call @number(%i0, %i1, %i2, %i3) : (index, index, index, index) -> i32
    tensor.yield %v : i32
  } : tensor<1x5x10x35xi32>
  %fa = arith.sitofp %ga : tensor<1x5x10x35xi32> to tensor<1x5x10x35xf64>
  %gb = tensor.generate {
  ^bb0(%i0: index, %i1: index, %i2: index, %i3: index):
    %v = func.call @number(%i0, %i1, %i2, %i3) : (index, index, index, index) -> i32
    tensor.yield %v : i32
  } : tensor<3x5x2x3xi32>
  %fb = arith.sitofp %gb : tensor<3x5x2x3xi32> to tensor<3x5x2x3xf64>
  %gr = tensor.generate {
  ^bb0(%i0: index, %i1: index, %i2: index, %i3: index):
    %v = func.call @number(%i0, %i1, %i2, %i3) : (index, index, index, index) -> i32
    tensor.yield %v : i32
  } : tensor<1x3x5x33xi32>
  %fr = arith.sitofp %gr : tensor<1x3x5x33xi32> to tensor<1x3x5x33xf64>
  %exact = linalg.generic {indexing_maps = [affine_map<(n, i, j, f, k, l, c) -> (n, c, i * 2 + k * 1, j * 1 + l * 1)>, affine_map<(n, i, j, f, k, l, c) -> (f, c, k, l)>, affine_map<(n, i, j, f, k, l, c) -> (n, f, i, j)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]}
      ins(%ga, %gb : tensor<1x5x10x35xi32>, tensor<3x5x2x3xi32>) outs(%gr : tensor<1x3x5x33xi32>) {
  ^bb0(%x: i32, %y: i32, %sum: i32):
    %p = arith.muli %x, %y : i32
    %s = arith.addi %sum, %p : i32
    linalg.yield %s : i32
  } -> tensor<1x3x5x33xi32>
  %tiled = linalg.generic {indexing_maps = [affine_map<(n, i, j, f, k, l, c) -> (n, c, i * 2 + k * 1, j * 1 + l * 1)>, affine_map<(n, i, j, f, k, l, c) -> (f, c, k, l)>, affine_map<(n, i, j, f, k, l, c) -> (n, f, i, j)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]}
      ins(%fa, %fb : tensor<1x5x10x35xf64>, tensor<3x5x2x3xf64>) outs(%fr : tensor<1x3x5x33xf64>) {
  ^bb0(%x: f64, %y: f64, %sum: f64):
    %p = arith.mulf %x, %y : f64
    %s = arith.addf %sum, %p : f64
    linalg.yield %s : f64
  } -> tensor<1x3x5x33xf64>
  %whole = arith.fptosi %tiled : tensor<1x3x5x33xf64> to tensor<1x3x5x33xi32>
  %is = arith.cmpi ne, %whole, %exact : tensor<1x3x5x33xi32>
  %ones = arith.extui %is : tensor<1x3x5x33xi1> to tensor<1x3x5x33xi32>
  %zero = arith.constant dense<0> : tensor<i32>
  %count = linalg.reduce {arith.addi} ins(%ones : tensor<1x3x5x33xi32>) outs(%zero : tensor<i32>) dimensions = [0, 1, 2, 3]
  %e = tensor.extract %count[] : tensor<i32>
  return %e : i32
}

// Or not.
func.func @channels_first_steps() -> i32 {
  %ga = tensor.generate {
  ^bb0(%i0: index, %i1: index, %i2: index, %i3: index):
    %v = func.call @number(%i0, %i1, %i2, %i3) : (index, index, index, index) -> i32
    tensor.yield %v : i32
  } : tensor<1x5x6x35xi32>
  %fa = arith.sitofp %ga : tensor<1x5x6x35xi32> to tensor<1x5x6x35xf32>
  %gb = tensor.generate {
  ^bb0(%i0: index, %i1: index, %i2: index, %i3: index):
    %v = func.call @number(%i0, %i1, %i2, %i3) : (index, index, index, index) -> i32
    tensor.yield %v : i32
  } : tensor<9x5x2x3xi32>
  %fb = arith.sitofp %gb : tensor<9x5x2x3xi32> to tensor<9x5x2x3xf32>
  %gr = tensor.generate {
  ^bb0(%i0: index, %i1: index, %i2: index, %i3: index):
    %v = func.call @number(%i0, %i1, %i2, %i3) : (index, index, index, index) -> i32
    tensor.yield %v : i32
  } : tensor<1x9x5x17xi32>
  %fr = arith.sitofp %gr : tensor<1x9x5x17xi32> to tensor<1x9x5x17xf32>
  %exact = linalg.generic {indexing_maps = [affine_map<(n, i, j, f, k, l, c) -> (n, c, i * 1 + k * 1, j * 2 + l * 1)>, affine_map<(n, i, j, f, k, l, c) -> (f, c, k, l)>, affine_map<(n, i, j, f, k, l, c) -> (n, f, i, j)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]}
      ins(%ga, %gb : tensor<1x5x6x35xi32>, tensor<9x5x2x3xi32>) outs(%gr : tensor<1x9x5x17xi32>) {
  ^bb0(%x: i32, %y: i32, %sum: i32):
    %p = arith.muli %x, %y : i32
    %s = arith.addi %sum, %p : i32
    linalg.yield %s : i32
  } -> tensor<1x9x5x17xi32>
  %tiled = linalg.generic {indexing_maps = [affine_map<(n, i, j, f, k, l, c) -> (n, c, i * 1 + k * 1, j * 2 + l * 1)>, affine_map<(n, i, j, f, k, l, c) -> (f, c, k, l)>, affine_map<(n, i, j, f, k, l, c) -> (n, f, i, j)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]}
      ins(%fa, %fb : tensor<1x5x6x35xf32>, tensor<9x5x2x3xf32>) outs(%fr : tensor<1x9x5x17xf32>) {
  ^bb0(%x: f32, %y: f32, %sum: f32):
    %p = arith.mulf %x, %y : f32
    %s = arith.addf %sum, %p : f32
    linalg.yield %s : f32
  } -> tensor<1x9x5x17xf32>
  %whole = arith.fptosi %tiled : tensor<1x9x5x17xf32> to tensor<1x9x5x17xi32>
  %is = arith.cmpi ne, %whole, %exact : tensor<1x9x5x17xi32>
  %ones = arith.extui %is : tensor<1x9x5x17xi1> to tensor<1x9x5x17xi32>
  %zero = arith.constant dense<0> : tensor<i32>
  %count = linalg.reduce {arith.addi} ins(%ones : tensor<1x9x5x17xi32>) outs(%zero : tensor<i32>) dimensions = [0, 1, 2, 3]
  %e = tensor.extract %count[] : tensor<i32>
  return %e : i32
}

// One channel of the gradient's image.
func.func @one_channel_image() -> i32 {
  %ga = tensor.generate {
  ^bb0(%i0: index, %i1: index, %i2: index, %i3: index):
    %v = func.call @number(%i0, %i1, %i2, %i3) : (index, index, index, index) -> i32
    tensor.yield %v : i32
  } : tensor<2x7x9x20xi32>
  %fa = arith.sitofp %ga : tensor<2x7x9x20xi32> to tensor<2x7x9x20xf32>
  %gb = tensor.generate {
  ^bb0(%i0: index, %i1: index, %i2: index, %i3: index):
    %v = func.call @number(%i0, %i1, %i2, %i3) : (index, index, index, index) -> i32
    tensor.yield %v : i32
  } : tensor<3x3x1x20xi32>
  %fb = arith.sitofp %gb : tensor<3x3x1x20xi32> to tensor<3x3x1x20xf32>
  %gr = tensor.generate {
  ^bb0(%i0: index, %i1: index, %i2: index, %i3: index):
    %v = func.call @number(%i0, %i1, %i2, %i3) : (index, index, index, index) -> i32
    tensor.yield %v : i32
  } : tensor<2x9x11x1xi32>
  %fr = arith.sitofp %gr : tensor<2x9x11x1xi32> to tensor<2x9x11x1xf32>
  %exact = linalg.generic {indexing_maps = [affine_map<(n, i, j, f, k, l, c) -> (n, i, j, f)>, affine_map<(n, i, j, f, k, l, c) -> (k, l, c, f)>, affine_map<(n, i, j, f, k, l, c) -> (n, i * 1 + k * 1, j * 1 + l * 1, c)>],
      iterator_types = ["parallel", "reduction", "reduction", "reduction", "reduction", "reduction", "parallel"]}
      ins(%ga, %gb : tensor<2x7x9x20xi32>, tensor<3x3x1x20xi32>) outs(%gr : tensor<2x9x11x1xi32>) {
  ^bb0(%x: i32, %y: i32, %sum: i32):
    %p = arith.muli %x, %y : i32
    %s = arith.addi %sum, %p : i32
    linalg.yield %s : i32
  } -> tensor<2x9x11x1xi32>
  %tiled = linalg.generic {indexing_maps = [affine_map<(n, i, j, f, k, l, c) -> (n, i, j, f)>, affine_map<(n, i, j, f, k, l, c) -> (k, l, c, f)>, affine_map<(n, i, j, f, k, l, c) -> (n, i * 1 + k * 1, j * 1 + l * 1, c)>],
      iterator_types = ["parallel", "reduction", "reduction", "reduction", "reduction", "reduction", "parallel"]}
      ins(%fa, %fb : tensor<2x7x9x20xf32>, tensor<3x3x1x20xf32>) outs(%fr : tensor<2x9x11x1xf32>) {
  ^bb0(%x: f32, %y: f32, %sum: f32):
    %p = arith.mulf %x, %y : f32
    %s = arith.addf %sum, %p : f32
    linalg.yield %s : f32
  } -> tensor<2x9x11x1xf32>
  %whole = arith.fptosi %tiled : tensor<2x9x11x1xf32> to tensor<2x9x11x1xi32>
  %is = arith.cmpi ne, %whole, %exact : tensor<2x9x11x1xi32>
  %ones = arith.extui %is : tensor<2x9x11x1xi1> to tensor<2x9x11x1xi32>
  %zero = arith.constant dense<0> : tensor<i32>
  %count = linalg.reduce {arith.addi} ins(%ones : tensor<2x9x11x1xi32>) outs(%zero : tensor<i32>) dimensions = [0, 1, 2, 3]
  %e = tensor.extract %count[] : tensor<i32>
  return %e : i32
}

// Few channels of the gradient's image, and of its filter.
func.func @channels_image() -> i32 {
  %ga = tensor.generate {
  ^bb0(%i0: index, %i1: index, %i2: index, %i3: index):
    %v = func.call @number(%i0, %i1, %i2, %i3) : (index, index, index, index) -> i32
    tensor.yield %v : i32
  } : tensor<2x7x9x20xi32>
  %fa = arith.sitofp %ga : tensor<2x7x9x20xi32> to tensor<2x7x9x20xf32>
  %gb = tensor.generate {
  ^bb0(%i0: index, %i1: index, %i2: index, %i3: index):
    %v = func.call @number(%i0, %i1, %i2, %i3) : (index, index, index, index) -> i32
    tensor.yield %v : i32
  } : tensor<3x5x3x20xi32>
  %fb = arith.sitofp %gb : tensor<3x5x3x20xi32> to tensor<3x5x3x20xf32>
  %gr = tensor.generate {
  ^bb0(%i0: index, %i1: index, %i2: index, %i3: index):
    %v = func.call @number(%i0, %i1, %i2, %i3) : (index, index, index, index) -> i32
    tensor.yield %v : i32
  } : tensor<2x9x13x3xi32>
  %fr = arith.sitofp %gr : tensor<2x9x13x3xi32> to tensor<2x9x13x3xf32>
  %exact = linalg.generic {indexing_maps = [affine_map<(n, i, j, f, k, l, c) -> (n, i, j, f)>, affine_map<(n, i, j, f, k, l, c) -> (k, l, c, f)>, affine_map<(n, i, j, f, k, l, c) -> (n, i * 1 + k * 1, j * 1 + l * 1, c)>],
      iterator_types = ["parallel", "reduction", "reduction", "reduction", "reduction", "reduction", "parallel"]}
      ins(%ga, %gb : tensor<2x7x9x20xi32>, tensor<3x5x3x20xi32>) outs(%gr : tensor<2x9x13x3xi32>) {
  ^bb0(%x: i32, %y: i32, %sum: i32):
    %p = arith.muli %x, %y : i32
    %s = arith.addi %sum, %p : i32
    linalg.yield %s : i32
  } -> tensor<2x9x13x3xi32>
  %tiled = linalg.generic {indexing_maps = [affine_map<(n, i, j, f, k, l, c) -> (n, i, j, f)>, affine_map<(n, i, j, f, k, l, c) -> (k, l, c, f)>, affine_map<(n, i, j, f, k, l, c) -> (n, i * 1 + k * 1, j * 1 + l * 1, c)>],
      iterator_types = ["parallel", "reduction", "reduction", "reduction", "reduction", "reduction", "parallel"]}
      ins(%fa, %fb : tensor<2x7x9x20xf32>, tensor<3x5x3x20xf32>) outs(%fr : tensor<2x9x13x3xf32>) {
  ^bb0(%x: f32, %y: f32, %sum: f32):
    %p = arith.mulf %x, %y : f32
    %s = arith.addf %sum, %p : f32
    linalg.yield %s : f32
  } -> tensor<2x9x13x3xf32>
  %whole = arith.fptosi %tiled : tensor<2x9x13x3xf32> to tensor<2x9x13x3xi32>
  %is = arith.cmpi ne, %whole, %exact : tensor<2x9x13x3xi32>
  %ones = arith.extui %is : tensor<2x9x13x3xi1> to tensor<2x9x13x3xi32>
  %zero = arith.constant dense<0> : tensor<i32>
  %count = linalg.reduce {arith.addi} ins(%ones : tensor<2x9x13x3xi32>) outs(%zero : tensor<i32>) dimensions = [0, 1, 2, 3]
  %e = tensor.extract %count[] : tensor<i32>
  return %e : i32
}

func.func @channels_image_steps() -> i32 {
  %ga = tensor.generate {
  ^bb0(%i0: index, %i1: index, %i2: index, %i3: index):
    %v = func.call @number(%i0, %i1, %i2, %i3) : (index, index, index, index) -> i32
    tensor.yield %v : i32
  } : tensor<2x4x9x33xi32>
  %fa = arith.sitofp %ga : tensor<2x4x9x33xi32> to tensor<2x4x9x33xf32>
  %gb = tensor.generate {
  ^bb0(%i0: index, %i1: index, %i2: index, %i3: index):
    %v = func.call @number(%i0, %i1, %i2, %i3) : (index, index, index, index) -> i32
    tensor.yield %v : i32
  } : tensor<3x5x3x33xi32>
  %fb = arith.sitofp %gb : tensor<3x5x3x33xi32> to tensor<3x5x3x33xf32>
  %gr = tensor.generate {
  ^bb0(%i0: index, %i1: index, %i2: index, %i3: index):
    %v = func.call @number(%i0, %i1, %i2, %i3) : (index, index, index, index) -> i32
    tensor.yield %v : i32
  } : tensor<2x9x21x3xi32>
  %fr = arith.sitofp %gr : tensor<2x9x21x3xi32> to tensor<2x9x21x3xf32>
  %exact = linalg.generic {indexing_maps = [affine_map<(n, i, j, f, k, l, c) -> (n, i, j, f)>, affine_map<(n, i, j, f, k, l, c) -> (k, l, c, f)>, affine_map<(n, i, j, f, k, l, c) -> (n, i * 2 + k * 1, j * 2 + l * 1, c)>],
      iterator_types = ["parallel", "reduction", "reduction", "reduction", "reduction", "reduction", "parallel"]}
      ins(%ga, %gb : tensor<2x4x9x33xi32>, tensor<3x5x3x33xi32>) outs(%gr : tensor<2x9x21x3xi32>) {
  ^bb0(%x: i32, %y: i32, %sum: i32):
    %p = arith.muli %x, %y : i32
    %s = arith.addi %sum, %p : i32
    linalg.yield %s : i32
  } -> tensor<2x9x21x3xi32>
  %tiled = linalg.generic {indexing_maps = [affine_map<(n, i, j, f, k, l, c) -> (n, i, j, f)>, affine_map<(n, i, j, f, k, l, c) -> (k, l, c, f)>, affine_map<(n, i, j, f, k, l, c) -> (n, i * 2 + k * 1, j * 2 + l * 1, c)>],
      iterator_types = ["parallel", "reduction", "reduction", "reduction", "reduction", "reduction", "parallel"]}
      ins(%fa, %fb : tensor<2x4x9x33xf32>, tensor<3x5x3x33xf32>) outs(%fr : tensor<2x9x21x3xf32>) {
  ^bb0(%x: f32, %y: f32, %sum: f32):
    %p = arith.mulf %x, %y : f32
    %s = arith.addf %sum, %p : f32
    linalg.yield %s : f32
  } -> tensor<2x9x21x3xf32>
  %whole = arith.fptosi %tiled : tensor<2x9x21x3xf32> to tensor<2x9x21x3xi32>
  %is = arith.cmpi ne, %whole, %exact : tensor<2x9x21x3xi32>
  %ones = arith.extui %is : tensor<2x9x21x3xi1> to tensor<2x9x21x3xi32>
  %zero = arith.constant dense<0> : tensor<i32>
  %count = linalg.reduce {arith.addi} ins(%ones : tensor<2x9x21x3xi32>) outs(%zero : tensor<i32>) dimensions = [0, 1, 2, 3]
  %e = tensor.extract %count[] : tensor<i32>
  return %e : i32
}

func.func @channels_image_f64() -> i32 {
  %ga = tensor.generate {
  ^bb0(%i0: index, %i1: index, %i2: index, %i3: index):
    %v = func.call @number(%i0, %i1, %i2, %i3) : (index, index, index, index) -> i32
    tensor.yield %v : i32
  } : tensor<1x5x8x7xi32>
  %fa = arith.sitofp %ga : tensor<1x5x8x7xi32> to tensor<1x5x8x7xf64>
  %gb = tensor.generate {
  ^bb0(%i0: index, %i1: index, %i2: index, %i3: index):
    %v = func.call @number(%i0, %i1, %i2, %i3) : (index, index, index, index) -> i32
    tensor.yield %v : i32
  } : tensor<3x3x3x7xi32>
  %fb = arith.sitofp %gb : tensor<3x3x3x7xi32> to tensor<3x3x3x7xf64>
  %gr = tensor.generate {
  ^bb0(%i0: index, %i1: index, %i2: index, %i3: index):
    %v = func.call @number(%i0, %i1, %i2, %i3) : (index, index, index, index) -> i32
    tensor.yield %v : i32
  } : tensor<1x7x24x3xi32>
  %fr = arith.sitofp %gr : tensor<1x7x24x3xi32> to tensor<1x7x24x3xf64>
  %exact = linalg.generic {indexing_maps = [affine_map<(n, i, j, f, k, l, c) -> (n, i, j, f)>, affine_map<(n, i, j, f, k, l, c) -> (k, l, c, f)>, affine_map<(n, i, j, f, k, l, c) -> (n, i * 1 + k * 1, j * 3 + l * 1, c)>],
      iterator_types = ["parallel", "reduction", "reduction", "reduction", "reduction", "reduction", "parallel"]}
      ins(%ga, %gb : tensor<1x5x8x7xi32>, tensor<3x3x3x7xi32>) outs(%gr : tensor<1x7x24x3xi32>) {
  ^bb0(%x: i32, %y: i32, %sum: i32):
    %p = arith.muli %x, %y : i32
    %s = arith.addi %sum, %p : i32
    linalg.yield %s : i32
  } -> tensor<1x7x24x3xi32>
  %tiled = linalg.generic {indexing_maps = [affine_map<(n, i, j, f, k, l, c) -> (n, i, j, f)>, affine_map<(n, i, j, f, k, l, c) -> (k, l, c, f)>, affine_map<(n, i, j, f, k, l, c) -> (n, i * 1 + k * 1, j * 3 + l * 1, c)>],
      iterator_types = ["parallel", "reduction", "reduction", "reduction", "reduction", "reduction", "parallel"]}
      ins(%fa, %fb : tensor<1x5x8x7xf64>, tensor<3x3x3x7xf64>) outs(%fr : tensor<1x7x24x3xf64>) {
  ^bb0(%x: f64, %y: f64, %sum: f64):
    %p = arith.mulf %x, %y : f64
    %s = arith.addf %sum, %p : f64
    linalg.yield %s : f64
  } -> tensor<1x7x24x3xf64>
  %whole = arith.fptosi %tiled : tensor<1x7x24x3xf64> to tensor<1x7x24x3xi32>
  %is = arith.cmpi ne, %whole, %exact : tensor<1x7x24x3xi32>
  %ones = arith.extui %is : tensor<1x7x24x3xi1> to tensor<1x7x24x3xi32>
  %zero = arith.constant dense<0> : tensor<i32>
  %count = linalg.reduce {arith.addi} ins(%ones : tensor<1x7x24x3xi32>) outs(%zero : tensor<i32>) dimensions = [0, 1, 2, 3]
  %e = tensor.extract %count[] : tensor<i32>
  return %e : i32
}

func.func @channels_image_bf16() -> i32 {
  %ga = tensor.generate {
  ^bb0(%i0: index, %i1: index, %i2: index, %i3: index):
    %v = func.call @number(%i0, %i1, %i2, %i3) : (index, index, index, index) -> i32
    tensor.yield %v : i32
  } : tensor<1x5x8x40xi32>
  %fa = arith.sitofp %ga : tensor<1x5x8x40xi32> to tensor<1x5x8x40xbf16>
  %gb = tensor.generate {
  ^bb0(%i0: index, %i1: index, %i2: index, %i3: index):
    %v = func.call @number(%i0, %i1, %i2, %i3) : (index, index, index, index) -> i32
    tensor.yield %v : i32
  } : tensor<2x4x2x40xi32>
  %fb = arith.sitofp %gb : tensor<2x4x2x40xi32> to tensor<2x4x2x40xbf16>
  %gr = tensor.generate {
  ^bb0(%i0: index, %i1: index, %i2: index, %i3: index):
    %v = func.call @number(%i0, %i1, %i2, %i3) : (index, index, index, index) -> i32
    tensor.yield %v : i32
  } : tensor<1x6x11x2xi32>
  %fr = arith.sitofp %gr : tensor<1x6x11x2xi32> to tensor<1x6x11x2xf32>
  %exact = linalg.generic {indexing_maps = [affine_map<(n, i, j, f, k, l, c) -> (n, i, j, f)>, affine_map<(n, i, j, f, k, l, c) -> (k, l, c, f)>, affine_map<(n, i, j, f, k, l, c) -> (n, i * 1 + k * 1, j * 1 + l * 1, c)>],
      iterator_types = ["parallel", "reduction", "reduction", "reduction", "reduction", "reduction", "parallel"]}
      ins(%ga, %gb : tensor<1x5x8x40xi32>, tensor<2x4x2x40xi32>) outs(%gr : tensor<1x6x11x2xi32>) {
  ^bb0(%x: i32, %y: i32, %sum: i32):
    %p = arith.muli %x, %y : i32
    %s = arith.addi %sum, %p : i32
    linalg.yield %s : i32
  } -> tensor<1x6x11x2xi32>
  %tiled = linalg.generic {indexing_maps = [affine_map<(n, i, j, f, k, l, c) -> (n, i, j, f)>, affine_map<(n, i, j, f, k, l, c) -> (k, l, c, f)>, affine_map<(n, i, j, f, k, l, c) -> (n, i * 1 + k * 1, j * 1 + l * 1, c)>],
      iterator_types = ["parallel", "reduction", "reduction", "reduction", "reduction", "reduction", "parallel"]}
      ins(%fa, %fb : tensor<1x5x8x40xbf16>, tensor<2x4x2x40xbf16>) outs(%fr : tensor<1x6x11x2xf32>) {
  ^bb0(%x: bf16, %y: bf16, %sum: f32):
    %wx = arith.extf %x : bf16 to f32
    %wy = arith.extf %y : bf16 to f32
    %p = arith.mulf %wx, %wy : f32
    %s = arith.addf %sum, %p : f32
    linalg.yield %s : f32
  } -> tensor<1x6x11x2xf32>
  %whole = arith.fptosi %tiled : tensor<1x6x11x2xf32> to tensor<1x6x11x2xi32>
  %is = arith.cmpi ne, %whole, %exact : tensor<1x6x11x2xi32>
  %ones = arith.extui %is : tensor<1x6x11x2xi1> to tensor<1x6x11x2xi32>
  %zero = arith.constant dense<0> : tensor<i32>
  %count = linalg.reduce {arith.addi} ins(%ones : tensor<1x6x11x2xi32>) outs(%zero : tensor<i32>) dimensions = [0, 1, 2, 3]
  %e = tensor.extract %count[] : tensor<i32>
  return %e : i32
}

func.func @channels_image_many(%d: index) -> i32 {
  %ga = tensor.generate %d {
  ^bb0(%i0: index, %i1: index, %i2: index, %i3: index):
    %v = func.call @number(%i0, %i1, %i2, %i3) : (index, index, index, index) -> i32
    tensor.yield %v : i32
  } : tensor<?x5x8x20xi32>
  %fa = arith.sitofp %ga : tensor<?x5x8x20xi32> to tensor<?x5x8x20xf32>
  %gb = tensor.generate {
  ^bb0(%i0: index, %i1: index, %i2: index, %i3: index):
    %v = func.call @number(%i0, %i1, %i2, %i3) : (index, index, index, index) -> i32
    tensor.yield %v : i32
  } : tensor<3x3x3x20xi32>
  %fb = arith.sitofp %gb : tensor<3x3x3x20xi32> to tensor<3x3x3x20xf32>
  %gr = tensor.generate %d {
  ^bb0(%i0: index, %i1: index, %i2: index, %i3: index):
    %v = func.call @number(%i0, %i1, %i2, %i3) : (index, index, index, index) -> i32
    tensor.yield %v : i32
  } : tensor<?x7x10x3xi32>
  %fr = arith.sitofp %gr : tensor<?x7x10x3xi32> to tensor<?x7x10x3xf32>
  %exact = linalg.generic {indexing_maps = [affine_map<(n, i, j, f, k, l, c) -> (n, i, j, f)>, affine_map<(n, i, j, f, k, l, c) -> (k, l, c, f)>, affine_map<(n, i, j, f, k, l, c) -> (n, i * 1 + k * 1, j * 1 + l * 1, c)>],
      iterator_types = ["parallel", "reduction", "reduction", "reduction", "reduction", "reduction", "parallel"]}
      ins(%ga, %gb : tensor<?x5x8x20xi32>, tensor<3x3x3x20xi32>) outs(%gr : tensor<?x7x10x3xi32>) {
  ^bb0(%x: i32, %y: i32, %sum: i32):
    %p = arith.muli %x, %y : i32
    %s = arith.addi %sum, %p : i32
    linalg.yield %s : i32
  } -> tensor<?x7x10x3xi32>
  %tiled = linalg.generic {indexing_maps = [affine_map<(n, i, j, f, k, l, c) -> (n, i, j, f)>, affine_map<(n, i, j, f, k, l, c) -> (k, l, c, f)>, affine_map<(n, i, j, f, k, l, c) -> (n, i * 1 + k * 1, j * 1 + l * 1, c)>],
      iterator_types = ["parallel", "reduction", "reduction", "reduction", "reduction", "reduction", "parallel"]}
      ins(%fa, %fb : tensor<?x5x8x20xf32>, tensor<3x3x3x20xf32>) outs(%fr : tensor<?x7x10x3xf32>) {
  ^bb0(%x: f32, %y: f32, %sum: f32):
    %p = arith.mulf %x, %y : f32
    %s = arith.addf %sum, %p : f32
    linalg.yield %s : f32
  } -> tensor<?x7x10x3xf32>
  %whole = arith.fptosi %tiled : tensor<?x7x10x3xf32> to tensor<?x7x10x3xi32>
  %is = arith.cmpi ne, %whole, %exact : tensor<?x7x10x3xi32>
  %ones = arith.extui %is : tensor<?x7x10x3xi1> to tensor<?x7x10x3xi32>
  %zero = arith.constant dense<0> : tensor<i32>
  %count = linalg.reduce {arith.addi} ins(%ones : tensor<?x7x10x3xi32>) outs(%zero : tensor<i32>) dimensions = [0, 1, 2, 3]
  %e = tensor.extract %count[] : tensor<i32>
  return %e : i32
}

func.func @channels_image_gaps() -> i32 {
  %ga = tensor.generate {
  ^bb0(%i0: index, %i1: index, %i2: index, %i3: index):
    %v = func.call @number(%i0, %i1, %i2, %i3) : (index, index, index, index) -> i32
    tensor.yield %v : i32
  } : tensor<1x5x8x16xi32>
  %fa = arith.sitofp %ga : tensor<1x5x8x16xi32> to tensor<1x5x8x16xf32>
  %gb = tensor.generate {
  ^bb0(%i0: index, %i1: index, %i2: index, %i3: index):
    %v = func.call @number(%i0, %i1, %i2, %i3) : (index, index, index, index) -> i32
    tensor.yield %v : i32
  } : tensor<3x3x3x16xi32>
  %fb = arith.sitofp %gb : tensor<3x3x3x16xi32> to tensor<3x3x3x16xf32>
  %gr = tensor.generate {
  ^bb0(%i0: index, %i1: index, %i2: index, %i3: index):
    %v = func.call @number(%i0, %i1, %i2, %i3) : (index, index, index, index) -> i32
    tensor.yield %v : i32
  } : tensor<1x9x12x3xi32>
  %fr = arith.sitofp %gr : tensor<1x9x12x3xi32> to tensor<1x9x12x3xf32>
  %exact = linalg.generic {indexing_maps = [affine_map<(n, i, j, f, k, l, c) -> (n, i, j, f)>, affine_map<(n, i, j, f, k, l, c) -> (k, l, c, f)>, affine_map<(n, i, j, f, k, l, c) -> (n, i * 1 + k * 2, j * 1 + l * 2, c)>],
      iterator_types = ["parallel", "reduction", "reduction", "reduction", "reduction", "reduction", "parallel"]}
      ins(%ga, %gb : tensor<1x5x8x16xi32>, tensor<3x3x3x16xi32>) outs(%gr : tensor<1x9x12x3xi32>) {
  ^bb0(%x: i32, %y: i32, %sum: i32):
    %p = arith.muli %x, %y : i32
    %s = arith.addi %sum, %p : i32
    linalg.yield %s : i32
  } -> tensor<1x9x12x3xi32>
  %tiled = linalg.generic {indexing_maps = [affine_map<(n, i, j, f, k, l, c) -> (n, i, j, f)>, affine_map<(n, i, j, f, k, l, c) -> (k, l, c, f)>, affine_map<(n, i, j, f, k, l, c) -> (n, i * 1 + k * 2, j * 1 + l * 2, c)>],
      iterator_types = ["parallel", "reduction", "reduction", "reduction", "reduction", "reduction", "parallel"]}
      ins(%fa, %fb : tensor<1x5x8x16xf32>, tensor<3x3x3x16xf32>) outs(%fr : tensor<1x9x12x3xf32>) {
  ^bb0(%x: f32, %y: f32, %sum: f32):
    %p = arith.mulf %x, %y : f32
    %s = arith.addf %sum, %p : f32
    linalg.yield %s : f32
  } -> tensor<1x9x12x3xf32>
  %whole = arith.fptosi %tiled : tensor<1x9x12x3xf32> to tensor<1x9x12x3xi32>
  %is = arith.cmpi ne, %whole, %exact : tensor<1x9x12x3xi32>
  %ones = arith.extui %is : tensor<1x9x12x3xi1> to tensor<1x9x12x3xi32>
  %zero = arith.constant dense<0> : tensor<i32>
  %count = linalg.reduce {arith.addi} ins(%ones : tensor<1x9x12x3xi32>) outs(%zero : tensor<i32>) dimensions = [0, 1, 2, 3]
  %e = tensor.extract %count[] : tensor<i32>
  return %e : i32
}

func.func @channels_filter() -> i32 {
  %ga = tensor.generate {
  ^bb0(%i0: index, %i1: index, %i2: index, %i3: index):
    %v = func.call @number(%i0, %i1, %i2, %i3) : (index, index, index, index) -> i32
    tensor.yield %v : i32
  } : tensor<2x9x13x3xi32>
  %fa = arith.sitofp %ga : tensor<2x9x13x3xi32> to tensor<2x9x13x3xf32>
  %gb = tensor.generate {
  ^bb0(%i0: index, %i1: index, %i2: index, %i3: index):
    %v = func.call @number(%i0, %i1, %i2, %i3) : (index, index, index, index) -> i32
    tensor.yield %v : i32
  } : tensor<2x7x9x37xi32>
  %fb = arith.sitofp %gb : tensor<2x7x9x37xi32> to tensor<2x7x9x37xf32>
  %gr = tensor.generate {
  ^bb0(%i0: index, %i1: index, %i2: index, %i3: index):
    %v = func.call @number(%i0, %i1, %i2, %i3) : (index, index, index, index) -> i32
    tensor.yield %v : i32
  } : tensor<3x5x3x37xi32>
  %fr = arith.sitofp %gr : tensor<3x5x3x37xi32> to tensor<3x5x3x37xf32>
  %exact = linalg.generic {indexing_maps = [affine_map<(n, i, j, f, k, l, c) -> (n, i * 1 + k * 1, j * 1 + l * 1, c)>, affine_map<(n, i, j, f, k, l, c) -> (n, i, j, f)>, affine_map<(n, i, j, f, k, l, c) -> (k, l, c, f)>],
      iterator_types = ["reduction", "reduction", "reduction", "parallel", "parallel", "parallel", "parallel"]}
      ins(%ga, %gb : tensor<2x9x13x3xi32>, tensor<2x7x9x37xi32>) outs(%gr : tensor<3x5x3x37xi32>) {
  ^bb0(%x: i32, %y: i32, %sum: i32):
    %p = arith.muli %x, %y : i32
    %s = arith.addi %sum, %p : i32
    linalg.yield %s : i32
  } -> tensor<3x5x3x37xi32>
  %tiled = linalg.generic {indexing_maps = [affine_map<(n, i, j, f, k, l, c) -> (n, i * 1 + k * 1, j * 1 + l * 1, c)>, affine_map<(n, i, j, f, k, l, c) -> (n, i, j, f)>, affine_map<(n, i, j, f, k, l, c) -> (k, l, c, f)>],
      iterator_types = ["reduction", "reduction", "reduction", "parallel", "parallel", "parallel", "parallel"]}
      ins(%fa, %fb : tensor<2x9x13x3xf32>, tensor<2x7x9x37xf32>) outs(%fr : tensor<3x5x3x37xf32>) {
  ^bb0(%x: f32, %y: f32, %sum: f32):
    %p = arith.mulf %x, %y : f32
    %s = arith.addf %sum, %p : f32
    linalg.yield %s : f32
  } -> tensor<3x5x3x37xf32>
  %whole = arith.fptosi %tiled : tensor<3x5x3x37xf32> to tensor<3x5x3x37xi32>
  %is = arith.cmpi ne, %whole, %exact : tensor<3x5x3x37xi32>
  %ones = arith.extui %is : tensor<3x5x3x37xi1> to tensor<3x5x3x37xi32>
  %zero = arith.constant dense<0> : tensor<i32>
  %count = linalg.reduce {arith.addi} ins(%ones : tensor<3x5x3x37xi32>) outs(%zero : tensor<i32>) dimensions = [0, 1, 2, 3]
  %e = tensor.extract %count[] : tensor<i32>
  return %e : i32
}

func.func @channels_filter_steps() -> i32 {
  %ga = tensor.generate {
  ^bb0(%i0: index, %i1: index, %i2: index, %i3: index):
    %v = func.call @number(%i0, %i1, %i2, %i3) : (index, index, index, index) -> i32
    tensor.yield %v : i32
  } : tensor<2x8x21x3xi32>
  %fa = arith.sitofp %ga : tensor<2x8x21x3xi32> to tensor<2x8x21x3xf32>
  %gb = tensor.generate {
  ^bb0(%i0: index, %i1: index, %i2: index, %i3: index):
    %v = func.call @number(%i0, %i1, %i2, %i3) : (index, index, index, index) -> i32
    tensor.yield %v : i32
  } : tensor<2x4x9x33xi32>
  %fb = arith.sitofp %gb : tensor<2x4x9x33xi32> to tensor<2x4x9x33xf32>
  %gr = tensor.generate {
  ^bb0(%i0: index, %i1: index, %i2: index, %i3: index):
    %v = func.call @number(%i0, %i1, %i2, %i3) : (index, index, index, index) -> i32
    tensor.yield %v : i32
  } : tensor<2x5x3x33xi32>
  %fr = arith.sitofp %gr : tensor<2x5x3x33xi32> to tensor<2x5x3x33xf32>
  %exact = linalg.generic {indexing_maps = [affine_map<(n, i, j, f, k, l, c) -> (n, i * 2 + k * 1, j * 2 + l * 1, c)>, affine_map<(n, i, j, f, k, l, c) -> (n, i, j, f)>, affine_map<(n, i, j, f, k, l, c) -> (k, l, c, f)>],
      iterator_types = ["reduction", "reduction", "reduction", "parallel", "parallel", "parallel", "parallel"]}
      ins(%ga, %gb : tensor<2x8x21x3xi32>, tensor<2x4x9x33xi32>) outs(%gr : tensor<2x5x3x33xi32>) {
  ^bb0(%x: i32, %y: i32, %sum: i32):
    %p = arith.muli %x, %y : i32
    %s = arith.addi %sum, %p : i32
    linalg.yield %s : i32
  } -> tensor<2x5x3x33xi32>
  %tiled = linalg.generic {indexing_maps = [affine_map<(n, i, j, f, k, l, c) -> (n, i * 2 + k * 1, j * 2 + l * 1, c)>, affine_map<(n, i, j, f, k, l, c) -> (n, i, j, f)>, affine_map<(n, i, j, f, k, l, c) -> (k, l, c, f)>],
      iterator_types = ["reduction", "reduction", "reduction", "parallel", "parallel", "parallel", "parallel"]}
      ins(%fa, %fb : tensor<2x8x21x3xf32>, tensor<2x4x9x33xf32>) outs(%fr : tensor<2x5x3x33xf32>) {
  ^bb0(%x: f32, %y: f32, %sum: f32):
    %p = arith.mulf %x, %y : f32
    %s = arith.addf %sum, %p : f32
    linalg.yield %s : f32
  } -> tensor<2x5x3x33xf32>
  %whole = arith.fptosi %tiled : tensor<2x5x3x33xf32> to tensor<2x5x3x33xi32>
  %is = arith.cmpi ne, %whole, %exact : tensor<2x5x3x33xi32>
  %ones = arith.extui %is : tensor<2x5x3x33xi1> to tensor<2x5x3x33xi32>
  %zero = arith.constant dense<0> : tensor<i32>
  %count = linalg.reduce {arith.addi} ins(%ones : tensor<2x5x3x33xi32>) outs(%zero : tensor<i32>) dimensions = [0, 1, 2, 3]
  %e = tensor.extract %count[] : tensor<i32>
  return %e : i32
}

func.func @channels_filter_f64() -> i32 {
  %ga = tensor.generate {
  ^bb0(%i0: index, %i1: index, %i2: index, %i3: index):
    %v = func.call @number(%i0, %i1, %i2, %i3) : (index, index, index, index) -> i32
    tensor.yield %v : i32
  } : tensor<2x7x12x4xi32>
  %fa = arith.sitofp %ga : tensor<2x7x12x4xi32> to tensor<2x7x12x4xf64>
  %gb = tensor.generate {
  ^bb0(%i0: index, %i1: index, %i2: index, %i3: index):
    %v = func.call @number(%i0, %i1, %i2, %i3) : (index, index, index, index) -> i32
    tensor.yield %v : i32
  } : tensor<2x5x6x20xi32>
  %fb = arith.sitofp %gb : tensor<2x5x6x20xi32> to tensor<2x5x6x20xf64>
  %gr = tensor.generate {
  ^bb0(%i0: index, %i1: index, %i2: index, %i3: index):
    %v = func.call @number(%i0, %i1, %i2, %i3) : (index, index, index, index) -> i32
    tensor.yield %v : i32
  } : tensor<3x7x4x20xi32>
  %fr = arith.sitofp %gr : tensor<3x7x4x20xi32> to tensor<3x7x4x20xf64>
  %exact = linalg.generic {indexing_maps = [affine_map<(n, i, j, f, k, l, c) -> (n, i * 1 + k * 1, j * 1 + l * 1, c)>, affine_map<(n, i, j, f, k, l, c) -> (n, i, j, f)>, affine_map<(n, i, j, f, k, l, c) -> (k, l, c, f)>],
      iterator_types = ["reduction", "reduction", "reduction", "parallel", "parallel", "parallel", "parallel"]}
      ins(%ga, %gb : tensor<2x7x12x4xi32>, tensor<2x5x6x20xi32>) outs(%gr : tensor<3x7x4x20xi32>) {
  ^bb0(%x: i32, %y: i32, %sum: i32):
    %p = arith.muli %x, %y : i32
    %s = arith.addi %sum, %p : i32
    linalg.yield %s : i32
  } -> tensor<3x7x4x20xi32>
  %tiled = linalg.generic {indexing_maps = [affine_map<(n, i, j, f, k, l, c) -> (n, i * 1 + k * 1, j * 1 + l * 1, c)>, affine_map<(n, i, j, f, k, l, c) -> (n, i, j, f)>, affine_map<(n, i, j, f, k, l, c) -> (k, l, c, f)>],
      iterator_types = ["reduction", "reduction", "reduction", "parallel", "parallel", "parallel", "parallel"]}
      ins(%fa, %fb : tensor<2x7x12x4xf64>, tensor<2x5x6x20xf64>) outs(%fr : tensor<3x7x4x20xf64>) {
  ^bb0(%x: f64, %y: f64, %sum: f64):
    %p = arith.mulf %x, %y : f64
    %s = arith.addf %sum, %p : f64
    linalg.yield %s : f64
  } -> tensor<3x7x4x20xf64>
  %whole = arith.fptosi %tiled : tensor<3x7x4x20xf64> to tensor<3x7x4x20xi32>
  %is = arith.cmpi ne, %whole, %exact : tensor<3x7x4x20xi32>
  %ones = arith.extui %is : tensor<3x7x4x20xi1> to tensor<3x7x4x20xi32>
  %zero = arith.constant dense<0> : tensor<i32>
  %count = linalg.reduce {arith.addi} ins(%ones : tensor<3x7x4x20xi32>) outs(%zero : tensor<i32>) dimensions = [0, 1, 2, 3]
  %e = tensor.extract %count[] : tensor<i32>
  return %e : i32
}

func.func @channels_filter_f16() -> i32 {
  %ga = tensor.generate {
  ^bb0(%i0: index, %i1: index, %i2: index, %i3: index):
    %v = func.call @number(%i0, %i1, %i2, %i3) : (index, index, index, index) -> i32
    tensor.yield %v : i32
  } : tensor<1x7x10x2xi32>
  %fa = arith.sitofp %ga : tensor<1x7x10x2xi32> to tensor<1x7x10x2xf16>
  %gb = tensor.generate {
  ^bb0(%i0: index, %i1: index, %i2: index, %i3: index):
    %v = func.call @number(%i0, %i1, %i2, %i3) : (index, index, index, index) -> i32
    tensor.yield %v : i32
  } : tensor<1x5x8x70xi32>
  %fb = arith.sitofp %gb : tensor<1x5x8x70xi32> to tensor<1x5x8x70xf16>
  %gr = tensor.generate {
  ^bb0(%i0: index, %i1: index, %i2: index, %i3: index):
    %v = func.call @number(%i0, %i1, %i2, %i3) : (index, index, index, index) -> i32
    tensor.yield %v : i32
  } : tensor<3x3x2x70xi32>
  %fr = arith.sitofp %gr : tensor<3x3x2x70xi32> to tensor<3x3x2x70xf32>
  %exact = linalg.generic {indexing_maps = [affine_map<(n, i, j, f, k, l, c) -> (n, i * 1 + k * 1, j * 1 + l * 1, c)>, affine_map<(n, i, j, f, k, l, c) -> (n, i, j, f)>, affine_map<(n, i, j, f, k, l, c) -> (k, l, c, f)>],
      iterator_types = ["reduction", "reduction", "reduction", "parallel", "parallel", "parallel", "parallel"]}
      ins(%ga, %gb : tensor<1x7x10x2xi32>, tensor<1x5x8x70xi32>) outs(%gr : tensor<3x3x2x70xi32>) {
  ^bb0(%x: i32, %y: i32, %sum: i32):
    %p = arith.muli %x, %y : i32
    %s = arith.addi %sum, %p : i32
    linalg.yield %s : i32
  } -> tensor<3x3x2x70xi32>
  %tiled = linalg.generic {indexing_maps = [affine_map<(n, i, j, f, k, l, c) -> (n, i * 1 + k * 1, j * 1 + l * 1, c)>, affine_map<(n, i, j, f, k, l, c) -> (n, i, j, f)>, affine_map<(n, i, j, f, k, l, c) -> (k, l, c, f)>],
      iterator_types = ["reduction", "reduction", "reduction", "parallel", "parallel", "parallel", "parallel"]}
      ins(%fa, %fb : tensor<1x7x10x2xf16>, tensor<1x5x8x70xf16>) outs(%fr : tensor<3x3x2x70xf32>) {
  ^bb0(%x: f16, %y: f16, %sum: f32):
    %wx = arith.extf %x : f16 to f32
    %wy = arith.extf %y : f16 to f32
    %p = arith.mulf %wx, %wy : f32
    %s = arith.addf %sum, %p : f32
    linalg.yield %s : f32
  } -> tensor<3x3x2x70xf32>
  %whole = arith.fptosi %tiled : tensor<3x3x2x70xf32> to tensor<3x3x2x70xi32>
  %is = arith.cmpi ne, %whole, %exact : tensor<3x3x2x70xi32>
  %ones = arith.extui %is : tensor<3x3x2x70xi1> to tensor<3x3x2x70xi32>
  %zero = arith.constant dense<0> : tensor<i32>
  %count = linalg.reduce {arith.addi} ins(%ones : tensor<3x3x2x70xi32>) outs(%zero : tensor<i32>) dimensions = [0, 1, 2, 3]
  %e = tensor.extract %count[] : tensor<i32>
  return %e : i32
}

func.func @channels_filter_wide() -> i32 {
  %ga = tensor.generate {
  ^bb0(%i0: index, %i1: index, %i2: index, %i3: index):
    %v = func.call @number(%i0, %i1, %i2, %i3) : (index, index, index, index) -> i32
    tensor.yield %v : i32
  } : tensor<1x6x9x17xi32>
  %fa = arith.sitofp %ga : tensor<1x6x9x17xi32> to tensor<1x6x9x17xf32>
  %gb = tensor.generate {
  ^bb0(%i0: index, %i1: index, %i2: index, %i3: index):
    %v = func.call @number(%i0, %i1, %i2, %i3) : (index, index, index, index) -> i32
    tensor.yield %v : i32
  } : tensor<1x5x8x33xi32>
  %fb = arith.sitofp %gb : tensor<1x5x8x33xi32> to tensor<1x5x8x33xf32>
  %gr = tensor.generate {
  ^bb0(%i0: index, %i1: index, %i2: index, %i3: index):
    %v = func.call @number(%i0, %i1, %i2, %i3) : (index, index, index, index) -> i32
    tensor.yield %v : i32
  } : tensor<2x2x17x33xi32>
  %fr = arith.sitofp %gr : tensor<2x2x17x33xi32> to tensor<2x2x17x33xf32>
  %exact = linalg.generic {indexing_maps = [affine_map<(n, i, j, f, k, l, c) -> (n, i * 1 + k * 1, j * 1 + l * 1, c)>, affine_map<(n, i, j, f, k, l, c) -> (n, i, j, f)>, affine_map<(n, i, j, f, k, l, c) -> (k, l, c, f)>],
      iterator_types = ["reduction", "reduction", "reduction", "parallel", "parallel", "parallel", "parallel"]}
      ins(%ga, %gb : tensor<1x6x9x17xi32>, tensor<1x5x8x33xi32>) outs(%gr : tensor<2x2x17x33xi32>) {
  ^bb0(%x: i32, %y: i32, %sum: i32):
    %p = arith.muli %x, %y : i32
    %s = arith.addi %sum, %p : i32
    linalg.yield %s : i32
  } -> tensor<2x2x17x33xi32>
  %tiled = linalg.generic {indexing_maps = [affine_map<(n, i, j, f, k, l, c) -> (n, i * 1 + k * 1, j * 1 + l * 1, c)>, affine_map<(n, i, j, f, k, l, c) -> (n, i, j, f)>, affine_map<(n, i, j, f, k, l, c) -> (k, l, c, f)>],
      iterator_types = ["reduction", "reduction", "reduction", "parallel", "parallel", "parallel", "parallel"]}
      ins(%fa, %fb : tensor<1x6x9x17xf32>, tensor<1x5x8x33xf32>) outs(%fr : tensor<2x2x17x33xf32>) {
  ^bb0(%x: f32, %y: f32, %sum: f32):
    %p = arith.mulf %x, %y : f32
    %s = arith.addf %sum, %p : f32
    linalg.yield %s : f32
  } -> tensor<2x2x17x33xf32>
  %whole = arith.fptosi %tiled : tensor<2x2x17x33xf32> to tensor<2x2x17x33xi32>
  %is = arith.cmpi ne, %whole, %exact : tensor<2x2x17x33xi32>
  %ones = arith.extui %is : tensor<2x2x17x33xi1> to tensor<2x2x17x33xi32>
  %zero = arith.constant dense<0> : tensor<i32>
  %count = linalg.reduce {arith.addi} ins(%ones : tensor<2x2x17x33xi32>) outs(%zero : tensor<i32>) dimensions = [0, 1, 2, 3]
  %e = tensor.extract %count[] : tensor<i32>
  return %e : i32
}

func.func @channels_filter_one() -> i32 {
  %ga = tensor.generate {
  ^bb0(%i0: index, %i1: index, %i2: index, %i3: index):
    %v = func.call @number(%i0, %i1, %i2, %i3) : (index, index, index, index) -> i32
    tensor.yield %v : i32
  } : tensor<1x7x10x1xi32>
  %fa = arith.sitofp %ga : tensor<1x7x10x1xi32> to tensor<1x7x10x1xf32>
  %gb = tensor.generate {
  ^bb0(%i0: index, %i1: index, %i2: index, %i3: index):
    %v = func.call @number(%i0, %i1, %i2, %i3) : (index, index, index, index) -> i32
    tensor.yield %v : i32
  } : tensor<1x5x8x33xi32>
  %fb = arith.sitofp %gb : tensor<1x5x8x33xi32> to tensor<1x5x8x33xf32>
  %gr = tensor.generate {
  ^bb0(%i0: index, %i1: index, %i2: index, %i3: index):
    %v = func.call @number(%i0, %i1, %i2, %i3) : (index, index, index, index) -> i32
    tensor.yield %v : i32
  } : tensor<3x3x1x33xi32>
  %fr = arith.sitofp %gr : tensor<3x3x1x33xi32> to tensor<3x3x1x33xf32>
  %exact = linalg.generic {indexing_maps = [affine_map<(n, i, j, f, k, l, c) -> (n, i * 1 + k * 1, j * 1 + l * 1, c)>, affine_map<(n, i, j, f, k, l, c) -> (n, i, j, f)>, affine_map<(n, i, j, f, k, l, c) -> (k, l, c, f)>],
      iterator_types = ["reduction", "reduction", "reduction", "parallel", "parallel", "parallel", "parallel"]}
      ins(%ga, %gb : tensor<1x7x10x1xi32>, tensor<1x5x8x33xi32>) outs(%gr : tensor<3x3x1x33xi32>) {
  ^bb0(%x: i32, %y: i32, %sum: i32):
    %p = arith.muli %x, %y : i32
    %s = arith.addi %sum, %p : i32
    linalg.yield %s : i32
  } -> tensor<3x3x1x33xi32>
  %tiled = linalg.generic {indexing_maps = [affine_map<(n, i, j, f, k, l, c) -> (n, i * 1 + k * 1, j * 1 + l * 1, c)>, affine_map<(n, i, j, f, k, l, c) -> (n, i, j, f)>, affine_map<(n, i, j, f, k, l, c) -> (k, l, c, f)>],
      iterator_types = ["reduction", "reduction", "reduction", "parallel", "parallel", "parallel", "parallel"]}
      ins(%fa, %fb : tensor<1x7x10x1xf32>, tensor<1x5x8x33xf32>) outs(%fr : tensor<3x3x1x33xf32>) {
  ^bb0(%x: f32, %y: f32, %sum: f32):
    %p = arith.mulf %x, %y : f32
    %s = arith.addf %sum, %p : f32
    linalg.yield %s : f32
  } -> tensor<3x3x1x33xf32>
  %whole = arith.fptosi %tiled : tensor<3x3x1x33xf32> to tensor<3x3x1x33xi32>
  %is = arith.cmpi ne, %whole, %exact : tensor<3x3x1x33xi32>
  %ones = arith.extui %is : tensor<3x3x1x33xi1> to tensor<3x3x1x33xi32>
  %zero = arith.constant dense<0> : tensor<i32>
  %count = linalg.reduce {arith.addi} ins(%ones : tensor<3x3x1x33xi32>) outs(%zero : tensor<i32>) dimensions = [0, 1, 2, 3]
  %e = tensor.extract %count[] : tensor<i32>
  return %e : i32
}

// Blocks of the other factor are extended: with several loops of rows, along the terms and along the rows.
func.func @extended_forward() -> i32 {
  %ga = tensor.generate {
  ^bb0(%i0: index, %i1: index, %i2: index, %i3: index):
    %v = func.call @number(%i0, %i1, %i2, %i3) : (index, index, index, index) -> i32
    tensor.yield %v : i32
  } : tensor<2x11x12x37xi32>
  %fa = arith.sitofp %ga : tensor<2x11x12x37xi32> to tensor<2x11x12x37xf16>
  %gb = tensor.generate {
  ^bb0(%i0: index, %i1: index, %i2: index, %i3: index):
    %v = func.call @number(%i0, %i1, %i2, %i3) : (index, index, index, index) -> i32
    tensor.yield %v : i32
  } : tensor<3x2x37x5xi32>
  %fb = arith.sitofp %gb : tensor<3x2x37x5xi32> to tensor<3x2x37x5xf16>
  %gr = tensor.generate {
  ^bb0(%i0: index, %i1: index, %i2: index, %i3: index):
    %v = func.call @number(%i0, %i1, %i2, %i3) : (index, index, index, index) -> i32
    tensor.yield %v : i32
  } : tensor<2x9x11x5xi32>
  %fr = arith.sitofp %gr : tensor<2x9x11x5xi32> to tensor<2x9x11x5xf32>
  %exact = linalg.generic {indexing_maps = [affine_map<(n, i, j, f, k, l, c) -> (n, i * 1 + k * 1, j * 1 + l * 1, c)>, affine_map<(n, i, j, f, k, l, c) -> (k, l, c, f)>, affine_map<(n, i, j, f, k, l, c) -> (n, i, j, f)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]}
      ins(%ga, %gb : tensor<2x11x12x37xi32>, tensor<3x2x37x5xi32>) outs(%gr : tensor<2x9x11x5xi32>) {
  ^bb0(%x: i32, %y: i32, %sum: i32):
    %p = arith.muli %x, %y : i32
    %s = arith.addi %sum, %p : i32
    linalg.yield %s : i32
  } -> tensor<2x9x11x5xi32>
  %tiled = linalg.generic {indexing_maps = [affine_map<(n, i, j, f, k, l, c) -> (n, i * 1 + k * 1, j * 1 + l * 1, c)>, affine_map<(n, i, j, f, k, l, c) -> (k, l, c, f)>, affine_map<(n, i, j, f, k, l, c) -> (n, i, j, f)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]}
      ins(%fa, %fb : tensor<2x11x12x37xf16>, tensor<3x2x37x5xf16>) outs(%fr : tensor<2x9x11x5xf32>) {
  ^bb0(%x: f16, %y: f16, %sum: f32):
    %wx = arith.extf %x : f16 to f32
    %wy = arith.extf %y : f16 to f32
    %p = arith.mulf %wx, %wy : f32
    %s = arith.addf %sum, %p : f32
    linalg.yield %s : f32
  } -> tensor<2x9x11x5xf32>
  %whole = arith.fptosi %tiled : tensor<2x9x11x5xf32> to tensor<2x9x11x5xi32>
  %is = arith.cmpi ne, %whole, %exact : tensor<2x9x11x5xi32>
  %ones = arith.extui %is : tensor<2x9x11x5xi1> to tensor<2x9x11x5xi32>
  %zero = arith.constant dense<0> : tensor<i32>
  %count = linalg.reduce {arith.addi} ins(%ones : tensor<2x9x11x5xi32>) outs(%zero : tensor<i32>) dimensions = [0, 1, 2, 3]
  %e = tensor.extract %count[] : tensor<i32>
  return %e : i32
}

func.func @extended_channels() -> i32 {
  %ga = tensor.generate {
  ^bb0(%i0: index, %i1: index, %i2: index, %i3: index):
    %v = func.call @number(%i0, %i1, %i2, %i3) : (index, index, index, index) -> i32
    tensor.yield %v : i32
  } : tensor<1x9x17x300xi32>
  %fa = arith.sitofp %ga : tensor<1x9x17x300xi32> to tensor<1x9x17x300xbf16>
  %gb = tensor.generate {
  ^bb0(%i0: index, %i1: index, %i2: index, %i3: index):
    %v = func.call @number(%i0, %i1, %i2, %i3) : (index, index, index, index) -> i32
    tensor.yield %v : i32
  } : tensor<3x3x300x33xi32>
  %fb = arith.sitofp %gb : tensor<3x3x300x33xi32> to tensor<3x3x300x33xbf16>
  %gr = tensor.generate {
  ^bb0(%i0: index, %i1: index, %i2: index, %i3: index):
    %v = func.call @number(%i0, %i1, %i2, %i3) : (index, index, index, index) -> i32
    tensor.yield %v : i32
  } : tensor<1x5x7x33xi32>
  %fr = arith.sitofp %gr : tensor<1x5x7x33xi32> to tensor<1x5x7x33xf32>
  %exact = linalg.generic {indexing_maps = [affine_map<(n, i, j, f, k, l, c) -> (n, i * 1 + k * 2, j * 2 + l * 2, c)>, affine_map<(n, i, j, f, k, l, c) -> (k, l, c, f)>, affine_map<(n, i, j, f, k, l, c) -> (n, i, j, f)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]}
      ins(%ga, %gb : tensor<1x9x17x300xi32>, tensor<3x3x300x33xi32>) outs(%gr : tensor<1x5x7x33xi32>) {
  ^bb0(%x: i32, %y: i32, %sum: i32):
    %p = arith.muli %x, %y : i32
    %s = arith.addi %sum, %p : i32
    linalg.yield %s : i32
  } -> tensor<1x5x7x33xi32>
  %tiled = linalg.generic {indexing_maps = [affine_map<(n, i, j, f, k, l, c) -> (n, i * 1 + k * 2, j * 2 + l * 2, c)>, affine_map<(n, i, j, f, k, l, c) -> (k, l, c, f)>, affine_map<(n, i, j, f, k, l, c) -> (n, i, j, f)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]}
      ins(%fa, %fb : tensor<1x9x17x300xbf16>, tensor<3x3x300x33xbf16>) outs(%fr : tensor<1x5x7x33xf32>) {
  ^bb0(%x: bf16, %y: bf16, %sum: f32):
    %wx = arith.extf %x : bf16 to f32
    %wy = arith.extf %y : bf16 to f32
    %p = arith.mulf %wx, %wy : f32
    %s = arith.addf %sum, %p : f32
    linalg.yield %s : f32
  } -> tensor<1x5x7x33xf32>
  %whole = arith.fptosi %tiled : tensor<1x5x7x33xf32> to tensor<1x5x7x33xi32>
  %is = arith.cmpi ne, %whole, %exact : tensor<1x5x7x33xi32>
  %ones = arith.extui %is : tensor<1x5x7x33xi1> to tensor<1x5x7x33xi32>
  %zero = arith.constant dense<0> : tensor<i32>
  %count = linalg.reduce {arith.addi} ins(%ones : tensor<1x5x7x33xi32>) outs(%zero : tensor<i32>) dimensions = [0, 1, 2, 3]
  %e = tensor.extract %count[] : tensor<i32>
  return %e : i32
}

func.func @extended_few() -> i32 {
  %ga = tensor.generate {
  ^bb0(%i0: index, %i1: index, %i2: index, %i3: index):
    %v = func.call @number(%i0, %i1, %i2, %i3) : (index, index, index, index) -> i32
    tensor.yield %v : i32
  } : tensor<2x8x17x3xi32>
  %fa = arith.sitofp %ga : tensor<2x8x17x3xi32> to tensor<2x8x17x3xf16>
  %gb = tensor.generate {
  ^bb0(%i0: index, %i1: index, %i2: index, %i3: index):
    %v = func.call @number(%i0, %i1, %i2, %i3) : (index, index, index, index) -> i32
    tensor.yield %v : i32
  } : tensor<3x3x3x40xi32>
  %fb = arith.sitofp %gb : tensor<3x3x3x40xi32> to tensor<3x3x3x40xf16>
  %gr = tensor.generate {
  ^bb0(%i0: index, %i1: index, %i2: index, %i3: index):
    %v = func.call @number(%i0, %i1, %i2, %i3) : (index, index, index, index) -> i32
    tensor.yield %v : i32
  } : tensor<2x6x15x40xi32>
  %fr = arith.sitofp %gr : tensor<2x6x15x40xi32> to tensor<2x6x15x40xf32>
  %exact = linalg.generic {indexing_maps = [affine_map<(n, i, j, f, k, l, c) -> (n, i * 1 + k * 1, j * 1 + l * 1, c)>, affine_map<(n, i, j, f, k, l, c) -> (k, l, c, f)>, affine_map<(n, i, j, f, k, l, c) -> (n, i, j, f)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]}
      ins(%ga, %gb : tensor<2x8x17x3xi32>, tensor<3x3x3x40xi32>) outs(%gr : tensor<2x6x15x40xi32>) {
  ^bb0(%x: i32, %y: i32, %sum: i32):
    %p = arith.muli %x, %y : i32
    %s = arith.addi %sum, %p : i32
    linalg.yield %s : i32
  } -> tensor<2x6x15x40xi32>
  %tiled = linalg.generic {indexing_maps = [affine_map<(n, i, j, f, k, l, c) -> (n, i * 1 + k * 1, j * 1 + l * 1, c)>, affine_map<(n, i, j, f, k, l, c) -> (k, l, c, f)>, affine_map<(n, i, j, f, k, l, c) -> (n, i, j, f)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]}
      ins(%fa, %fb : tensor<2x8x17x3xf16>, tensor<3x3x3x40xf16>) outs(%fr : tensor<2x6x15x40xf32>) {
  ^bb0(%x: f16, %y: f16, %sum: f32):
    %wx = arith.extf %x : f16 to f32
    %wy = arith.extf %y : f16 to f32
    %p = arith.mulf %wx, %wy : f32
    %s = arith.addf %sum, %p : f32
    linalg.yield %s : f32
  } -> tensor<2x6x15x40xf32>
  %whole = arith.fptosi %tiled : tensor<2x6x15x40xf32> to tensor<2x6x15x40xi32>
  %is = arith.cmpi ne, %whole, %exact : tensor<2x6x15x40xi32>
  %ones = arith.extui %is : tensor<2x6x15x40xi1> to tensor<2x6x15x40xi32>
  %zero = arith.constant dense<0> : tensor<i32>
  %count = linalg.reduce {arith.addi} ins(%ones : tensor<2x6x15x40xi32>) outs(%zero : tensor<i32>) dimensions = [0, 1, 2, 3]
  %e = tensor.extract %count[] : tensor<i32>
  return %e : i32
}

func.func @extended_image() -> i32 {
  %ga = tensor.generate {
  ^bb0(%i0: index, %i1: index, %i2: index, %i3: index):
    %v = func.call @number(%i0, %i1, %i2, %i3) : (index, index, index, index) -> i32
    tensor.yield %v : i32
  } : tensor<2x9x11x37xi32>
  %fa = arith.sitofp %ga : tensor<2x9x11x37xi32> to tensor<2x9x11x37xbf16>
  %gb = tensor.generate {
  ^bb0(%i0: index, %i1: index, %i2: index, %i3: index):
    %v = func.call @number(%i0, %i1, %i2, %i3) : (index, index, index, index) -> i32
    tensor.yield %v : i32
  } : tensor<3x2x21x37xi32>
  %fb = arith.sitofp %gb : tensor<3x2x21x37xi32> to tensor<3x2x21x37xbf16>
  %gr = tensor.generate {
  ^bb0(%i0: index, %i1: index, %i2: index, %i3: index):
    %v = func.call @number(%i0, %i1, %i2, %i3) : (index, index, index, index) -> i32
    tensor.yield %v : i32
  } : tensor<2x11x12x21xi32>
  %fr = arith.sitofp %gr : tensor<2x11x12x21xi32> to tensor<2x11x12x21xf32>
  %exact = linalg.generic {indexing_maps = [affine_map<(n, i, j, f, k, l, c) -> (n, i, j, f)>, affine_map<(n, i, j, f, k, l, c) -> (k, l, c, f)>, affine_map<(n, i, j, f, k, l, c) -> (n, i * 1 + k * 1, j * 1 + l * 1, c)>],
      iterator_types = ["parallel", "reduction", "reduction", "reduction", "reduction", "reduction", "parallel"]}
      ins(%ga, %gb : tensor<2x9x11x37xi32>, tensor<3x2x21x37xi32>) outs(%gr : tensor<2x11x12x21xi32>) {
  ^bb0(%x: i32, %y: i32, %sum: i32):
    %p = arith.muli %x, %y : i32
    %s = arith.addi %sum, %p : i32
    linalg.yield %s : i32
  } -> tensor<2x11x12x21xi32>
  %tiled = linalg.generic {indexing_maps = [affine_map<(n, i, j, f, k, l, c) -> (n, i, j, f)>, affine_map<(n, i, j, f, k, l, c) -> (k, l, c, f)>, affine_map<(n, i, j, f, k, l, c) -> (n, i * 1 + k * 1, j * 1 + l * 1, c)>],
      iterator_types = ["parallel", "reduction", "reduction", "reduction", "reduction", "reduction", "parallel"]}
      ins(%fa, %fb : tensor<2x9x11x37xbf16>, tensor<3x2x21x37xbf16>) outs(%fr : tensor<2x11x12x21xf32>) {
  ^bb0(%x: bf16, %y: bf16, %sum: f32):
    %wx = arith.extf %x : bf16 to f32
    %wy = arith.extf %y : bf16 to f32
    %p = arith.mulf %wx, %wy : f32
    %s = arith.addf %sum, %p : f32
    linalg.yield %s : f32
  } -> tensor<2x11x12x21xf32>
  %whole = arith.fptosi %tiled : tensor<2x11x12x21xf32> to tensor<2x11x12x21xi32>
  %is = arith.cmpi ne, %whole, %exact : tensor<2x11x12x21xi32>
  %ones = arith.extui %is : tensor<2x11x12x21xi1> to tensor<2x11x12x21xi32>
  %zero = arith.constant dense<0> : tensor<i32>
  %count = linalg.reduce {arith.addi} ins(%ones : tensor<2x11x12x21xi32>) outs(%zero : tensor<i32>) dimensions = [0, 1, 2, 3]
  %e = tensor.extract %count[] : tensor<i32>
  return %e : i32
}

func.func @extended_filter() -> i32 {
  %ga = tensor.generate {
  ^bb0(%i0: index, %i1: index, %i2: index, %i3: index):
    %v = func.call @number(%i0, %i1, %i2, %i3) : (index, index, index, index) -> i32
    tensor.yield %v : i32
  } : tensor<2x22x34x5xi32>
  %fa = arith.sitofp %ga : tensor<2x22x34x5xi32> to tensor<2x22x34x5xf16>
  %gb = tensor.generate {
  ^bb0(%i0: index, %i1: index, %i2: index, %i3: index):
    %v = func.call @number(%i0, %i1, %i2, %i3) : (index, index, index, index) -> i32
    tensor.yield %v : i32
  } : tensor<2x20x33x37xi32>
  %fb = arith.sitofp %gb : tensor<2x20x33x37xi32> to tensor<2x20x33x37xf16>
  %gr = tensor.generate {
  ^bb0(%i0: index, %i1: index, %i2: index, %i3: index):
    %v = func.call @number(%i0, %i1, %i2, %i3) : (index, index, index, index) -> i32
    tensor.yield %v : i32
  } : tensor<3x2x5x37xi32>
  %fr = arith.sitofp %gr : tensor<3x2x5x37xi32> to tensor<3x2x5x37xf32>
  %exact = linalg.generic {indexing_maps = [affine_map<(n, i, j, f, k, l, c) -> (n, i * 1 + k * 1, j * 1 + l * 1, c)>, affine_map<(n, i, j, f, k, l, c) -> (n, i, j, f)>, affine_map<(n, i, j, f, k, l, c) -> (k, l, c, f)>],
      iterator_types = ["reduction", "reduction", "reduction", "parallel", "parallel", "parallel", "parallel"]}
      ins(%ga, %gb : tensor<2x22x34x5xi32>, tensor<2x20x33x37xi32>) outs(%gr : tensor<3x2x5x37xi32>) {
  ^bb0(%x: i32, %y: i32, %sum: i32):
    %p = arith.muli %x, %y : i32
    %s = arith.addi %sum, %p : i32
    linalg.yield %s : i32
  } -> tensor<3x2x5x37xi32>
  %tiled = linalg.generic {indexing_maps = [affine_map<(n, i, j, f, k, l, c) -> (n, i * 1 + k * 1, j * 1 + l * 1, c)>, affine_map<(n, i, j, f, k, l, c) -> (n, i, j, f)>, affine_map<(n, i, j, f, k, l, c) -> (k, l, c, f)>],
      iterator_types = ["reduction", "reduction", "reduction", "parallel", "parallel", "parallel", "parallel"]}
      ins(%fa, %fb : tensor<2x22x34x5xf16>, tensor<2x20x33x37xf16>) outs(%fr : tensor<3x2x5x37xf32>) {
  ^bb0(%x: f16, %y: f16, %sum: f32):
    %wx = arith.extf %x : f16 to f32
    %wy = arith.extf %y : f16 to f32
    %p = arith.mulf %wx, %wy : f32
    %s = arith.addf %sum, %p : f32
    linalg.yield %s : f32
  } -> tensor<3x2x5x37xf32>
  %whole = arith.fptosi %tiled : tensor<3x2x5x37xf32> to tensor<3x2x5x37xi32>
  %is = arith.cmpi ne, %whole, %exact : tensor<3x2x5x37xi32>
  %ones = arith.extui %is : tensor<3x2x5x37xi1> to tensor<3x2x5x37xi32>
  %zero = arith.constant dense<0> : tensor<i32>
  %count = linalg.reduce {arith.addi} ins(%ones : tensor<3x2x5x37xi32>) outs(%zero : tensor<i32>) dimensions = [0, 1, 2, 3]
  %e = tensor.extract %count[] : tensor<i32>
  return %e : i32
}

func.func @extended_filter_wide() -> i32 {
  %ga = tensor.generate {
  ^bb0(%i0: index, %i1: index, %i2: index, %i3: index):
    %v = func.call @number(%i0, %i1, %i2, %i3) : (index, index, index, index) -> i32
    tensor.yield %v : i32
  } : tensor<1x14x10x35xi32>
  %fa = arith.sitofp %ga : tensor<1x14x10x35xi32> to tensor<1x14x10x35xbf16>
  %gb = tensor.generate {
  ^bb0(%i0: index, %i1: index, %i2: index, %i3: index):
    %v = func.call @number(%i0, %i1, %i2, %i3) : (index, index, index, index) -> i32
    tensor.yield %v : i32
  } : tensor<1x7x9x40xi32>
  %fb = arith.sitofp %gb : tensor<1x7x9x40xi32> to tensor<1x7x9x40xbf16>
  %gr = tensor.generate {
  ^bb0(%i0: index, %i1: index, %i2: index, %i3: index):
    %v = func.call @number(%i0, %i1, %i2, %i3) : (index, index, index, index) -> i32
    tensor.yield %v : i32
  } : tensor<2x2x35x40xi32>
  %fr = arith.sitofp %gr : tensor<2x2x35x40xi32> to tensor<2x2x35x40xf32>
  %exact = linalg.generic {indexing_maps = [affine_map<(n, i, j, f, k, l, c) -> (n, i * 2 + k * 1, j * 1 + l * 1, c)>, affine_map<(n, i, j, f, k, l, c) -> (n, i, j, f)>, affine_map<(n, i, j, f, k, l, c) -> (k, l, c, f)>],
      iterator_types = ["reduction", "reduction", "reduction", "parallel", "parallel", "parallel", "parallel"]}
      ins(%ga, %gb : tensor<1x14x10x35xi32>, tensor<1x7x9x40xi32>) outs(%gr : tensor<2x2x35x40xi32>) {
  ^bb0(%x: i32, %y: i32, %sum: i32):
    %p = arith.muli %x, %y : i32
    %s = arith.addi %sum, %p : i32
    linalg.yield %s : i32
  } -> tensor<2x2x35x40xi32>
  %tiled = linalg.generic {indexing_maps = [affine_map<(n, i, j, f, k, l, c) -> (n, i * 2 + k * 1, j * 1 + l * 1, c)>, affine_map<(n, i, j, f, k, l, c) -> (n, i, j, f)>, affine_map<(n, i, j, f, k, l, c) -> (k, l, c, f)>],
      iterator_types = ["reduction", "reduction", "reduction", "parallel", "parallel", "parallel", "parallel"]}
      ins(%fa, %fb : tensor<1x14x10x35xbf16>, tensor<1x7x9x40xbf16>) outs(%fr : tensor<2x2x35x40xf32>) {
  ^bb0(%x: bf16, %y: bf16, %sum: f32):
    %wx = arith.extf %x : bf16 to f32
    %wy = arith.extf %y : bf16 to f32
    %p = arith.mulf %wx, %wy : f32
    %s = arith.addf %sum, %p : f32
    linalg.yield %s : f32
  } -> tensor<2x2x35x40xf32>
  %whole = arith.fptosi %tiled : tensor<2x2x35x40xf32> to tensor<2x2x35x40xi32>
  %is = arith.cmpi ne, %whole, %exact : tensor<2x2x35x40xi32>
  %ones = arith.extui %is : tensor<2x2x35x40xi1> to tensor<2x2x35x40xi32>
  %zero = arith.constant dense<0> : tensor<i32>
  %count = linalg.reduce {arith.addi} ins(%ones : tensor<2x2x35x40xi32>) outs(%zero : tensor<i32>) dimensions = [0, 1, 2, 3]
  %e = tensor.extract %count[] : tensor<i32>
  return %e : i32
}

func.func @extended_first() -> i32 {
  %ga = tensor.generate {
  ^bb0(%i0: index, %i1: index, %i2: index, %i3: index):
    %v = func.call @number(%i0, %i1, %i2, %i3) : (index, index, index, index) -> i32
    tensor.yield %v : i32
  } : tensor<2x4x8x15xi32>
  %fa = arith.sitofp %ga : tensor<2x4x8x15xi32> to tensor<2x4x8x15xf16>
  %gb = tensor.generate {
  ^bb0(%i0: index, %i1: index, %i2: index, %i3: index):
    %v = func.call @number(%i0, %i1, %i2, %i3) : (index, index, index, index) -> i32
    tensor.yield %v : i32
  } : tensor<9x4x3x3xi32>
  %fb = arith.sitofp %gb : tensor<9x4x3x3xi32> to tensor<9x4x3x3xf16>
  %gr = tensor.generate {
  ^bb0(%i0: index, %i1: index, %i2: index, %i3: index):
    %v = func.call @number(%i0, %i1, %i2, %i3) : (index, index, index, index) -> i32
    tensor.yield %v : i32
  } : tensor<2x9x6x13xi32>
  %fr = arith.sitofp %gr : tensor<2x9x6x13xi32> to tensor<2x9x6x13xf32>
  %exact = linalg.generic {indexing_maps = [affine_map<(n, i, j, f, k, l, c) -> (n, c, i * 1 + k * 1, j * 1 + l * 1)>, affine_map<(n, i, j, f, k, l, c) -> (f, c, k, l)>, affine_map<(n, i, j, f, k, l, c) -> (n, f, i, j)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]}
      ins(%ga, %gb : tensor<2x4x8x15xi32>, tensor<9x4x3x3xi32>) outs(%gr : tensor<2x9x6x13xi32>) {
  ^bb0(%x: i32, %y: i32, %sum: i32):
    %p = arith.muli %x, %y : i32
    %s = arith.addi %sum, %p : i32
    linalg.yield %s : i32
  } -> tensor<2x9x6x13xi32>
  %tiled = linalg.generic {indexing_maps = [affine_map<(n, i, j, f, k, l, c) -> (n, c, i * 1 + k * 1, j * 1 + l * 1)>, affine_map<(n, i, j, f, k, l, c) -> (f, c, k, l)>, affine_map<(n, i, j, f, k, l, c) -> (n, f, i, j)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]}
      ins(%fa, %fb : tensor<2x4x8x15xf16>, tensor<9x4x3x3xf16>) outs(%fr : tensor<2x9x6x13xf32>) {
  ^bb0(%x: f16, %y: f16, %sum: f32):
    %wx = arith.extf %x : f16 to f32
    %wy = arith.extf %y : f16 to f32
    %p = arith.mulf %wx, %wy : f32
    %s = arith.addf %sum, %p : f32
    linalg.yield %s : f32
  } -> tensor<2x9x6x13xf32>
  %whole = arith.fptosi %tiled : tensor<2x9x6x13xf32> to tensor<2x9x6x13xi32>
  %is = arith.cmpi ne, %whole, %exact : tensor<2x9x6x13xi32>
  %ones = arith.extui %is : tensor<2x9x6x13xi1> to tensor<2x9x6x13xi32>
  %zero = arith.constant dense<0> : tensor<i32>
  %count = linalg.reduce {arith.addi} ins(%ones : tensor<2x9x6x13xi32>) outs(%zero : tensor<i32>) dimensions = [0, 1, 2, 3]
  %e = tensor.extract %count[] : tensor<i32>
  return %e : i32
}

func.func @extended_many(%d: index) -> i32 {
  %ga = tensor.generate %d {
  ^bb0(%i0: index, %i1: index, %i2: index, %i3: index):
    %v = func.call @number(%i0, %i1, %i2, %i3) : (index, index, index, index) -> i32
    tensor.yield %v : i32
  } : tensor<?x11x13x17xi32>
  %fa = arith.sitofp %ga : tensor<?x11x13x17xi32> to tensor<?x11x13x17xf16>
  %gb = tensor.generate {
  ^bb0(%i0: index, %i1: index, %i2: index, %i3: index):
    %v = func.call @number(%i0, %i1, %i2, %i3) : (index, index, index, index) -> i32
    tensor.yield %v : i32
  } : tensor<3x3x17x20xi32>
  %fb = arith.sitofp %gb : tensor<3x3x17x20xi32> to tensor<3x3x17x20xf16>
  %gr = tensor.generate %d {
  ^bb0(%i0: index, %i1: index, %i2: index, %i3: index):
    %v = func.call @number(%i0, %i1, %i2, %i3) : (index, index, index, index) -> i32
    tensor.yield %v : i32
  } : tensor<?x9x11x20xi32>
  %fr = arith.sitofp %gr : tensor<?x9x11x20xi32> to tensor<?x9x11x20xf32>
  %exact = linalg.generic {indexing_maps = [affine_map<(n, i, j, f, k, l, c) -> (n, i * 1 + k * 1, j * 1 + l * 1, c)>, affine_map<(n, i, j, f, k, l, c) -> (k, l, c, f)>, affine_map<(n, i, j, f, k, l, c) -> (n, i, j, f)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]}
      ins(%ga, %gb : tensor<?x11x13x17xi32>, tensor<3x3x17x20xi32>) outs(%gr : tensor<?x9x11x20xi32>) {
  ^bb0(%x: i32, %y: i32, %sum: i32):
    %p = arith.muli %x, %y : i32
    %s = arith.addi %sum, %p : i32
    linalg.yield %s : i32
  } -> tensor<?x9x11x20xi32>
  %tiled = linalg.generic {indexing_maps = [affine_map<(n, i, j, f, k, l, c) -> (n, i * 1 + k * 1, j * 1 + l * 1, c)>, affine_map<(n, i, j, f, k, l, c) -> (k, l, c, f)>, affine_map<(n, i, j, f, k, l, c) -> (n, i, j, f)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]}
      ins(%fa, %fb : tensor<?x11x13x17xf16>, tensor<3x3x17x20xf16>) outs(%fr : tensor<?x9x11x20xf32>) {
  ^bb0(%x: f16, %y: f16, %sum: f32):
    %wx = arith.extf %x : f16 to f32
    %wy = arith.extf %y : f16 to f32
    %p = arith.mulf %wx, %wy : f32
    %s = arith.addf %sum, %p : f32
    linalg.yield %s : f32
  } -> tensor<?x9x11x20xf32>
  %whole = arith.fptosi %tiled : tensor<?x9x11x20xf32> to tensor<?x9x11x20xi32>
  %is = arith.cmpi ne, %whole, %exact : tensor<?x9x11x20xi32>
  %ones = arith.extui %is : tensor<?x9x11x20xi1> to tensor<?x9x11x20xi32>
  %zero = arith.constant dense<0> : tensor<i32>
  %count = linalg.reduce {arith.addi} ins(%ones : tensor<?x9x11x20xi32>) outs(%zero : tensor<i32>) dimensions = [0, 1, 2, 3]
  %e = tensor.extract %count[] : tensor<i32>
  return %e : i32
}

func.func @extended_many_filter(%d: index) -> i32 {
  %ga = tensor.generate %d {
  ^bb0(%i0: index, %i1: index, %i2: index, %i3: index):
    %v = func.call @number(%i0, %i1, %i2, %i3) : (index, index, index, index) -> i32
    tensor.yield %v : i32
  } : tensor<?x11x13x17xi32>
  %fa = arith.sitofp %ga : tensor<?x11x13x17xi32> to tensor<?x11x13x17xbf16>
  %gb = tensor.generate %d {
  ^bb0(%i0: index, %i1: index, %i2: index, %i3: index):
    %v = func.call @number(%i0, %i1, %i2, %i3) : (index, index, index, index) -> i32
    tensor.yield %v : i32
  } : tensor<?x9x11x20xi32>
  %fb = arith.sitofp %gb : tensor<?x9x11x20xi32> to tensor<?x9x11x20xbf16>
  %gr = tensor.generate {
  ^bb0(%i0: index, %i1: index, %i2: index, %i3: index):
    %v = func.call @number(%i0, %i1, %i2, %i3) : (index, index, index, index) -> i32
    tensor.yield %v : i32
  } : tensor<3x3x17x20xi32>
  %fr = arith.sitofp %gr : tensor<3x3x17x20xi32> to tensor<3x3x17x20xf32>
  %exact = linalg.generic {indexing_maps = [affine_map<(n, i, j, f, k, l, c) -> (n, i * 1 + k * 1, j * 1 + l * 1, c)>, affine_map<(n, i, j, f, k, l, c) -> (n, i, j, f)>, affine_map<(n, i, j, f, k, l, c) -> (k, l, c, f)>],
      iterator_types = ["reduction", "reduction", "reduction", "parallel", "parallel", "parallel", "parallel"]}
      ins(%ga, %gb : tensor<?x11x13x17xi32>, tensor<?x9x11x20xi32>) outs(%gr : tensor<3x3x17x20xi32>) {
  ^bb0(%x: i32, %y: i32, %sum: i32):
    %p = arith.muli %x, %y : i32
    %s = arith.addi %sum, %p : i32
    linalg.yield %s : i32
  } -> tensor<3x3x17x20xi32>
  %tiled = linalg.generic {indexing_maps = [affine_map<(n, i, j, f, k, l, c) -> (n, i * 1 + k * 1, j * 1 + l * 1, c)>, affine_map<(n, i, j, f, k, l, c) -> (n, i, j, f)>, affine_map<(n, i, j, f, k, l, c) -> (k, l, c, f)>],
      iterator_types = ["reduction", "reduction", "reduction", "parallel", "parallel", "parallel", "parallel"]}
      ins(%fa, %fb : tensor<?x11x13x17xbf16>, tensor<?x9x11x20xbf16>) outs(%fr : tensor<3x3x17x20xf32>) {
  ^bb0(%x: bf16, %y: bf16, %sum: f32):
    %wx = arith.extf %x : bf16 to f32
    %wy = arith.extf %y : bf16 to f32
    %p = arith.mulf %wx, %wy : f32
    %s = arith.addf %sum, %p : f32
    linalg.yield %s : f32
  } -> tensor<3x3x17x20xf32>
  %whole = arith.fptosi %tiled : tensor<3x3x17x20xf32> to tensor<3x3x17x20xi32>
  %is = arith.cmpi ne, %whole, %exact : tensor<3x3x17x20xi32>
  %ones = arith.extui %is : tensor<3x3x17x20xi1> to tensor<3x3x17x20xi32>
  %zero = arith.constant dense<0> : tensor<i32>
  %count = linalg.reduce {arith.addi} ins(%ones : tensor<3x3x17x20xi32>) outs(%zero : tensor<i32>) dimensions = [0, 1, 2, 3]
  %e = tensor.extract %count[] : tensor<i32>
  return %e : i32
}
