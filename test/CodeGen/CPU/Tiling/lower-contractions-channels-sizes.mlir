// Gradients of convolutions with few channels, with sizes around the vector
// width.
// RUN: sg-run %s --function=channels_image_many --input=0 --expected-output=0
// RUN: sg-run %s --function=channels_image_many --input=1 --expected-output=0
// RUN: sg-run %s --function=channels_image_many --input=3 --expected-output=0
// RUN: sg-run %s --function=channels_image_gaps --expected-output=0
// RUN: sg-run %s --function=channels_filter_wide --expected-output=0
// RUN: sg-run %s --function=channels_filter_one --expected-output=0

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
