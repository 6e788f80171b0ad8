// Like lower-contractions-windows.mlir, with strides, dilations and wide
// windows.
// RUN: sg-run %s --function=steps_image --expected-output=0
// RUN: sg-run %s --function=steps_forward --expected-output=0
// RUN: sg-run %s --function=spread_forward --expected-output=0
// RUN: sg-run %s --function=wide_filter --expected-output=0
// RUN: sg-run %s --function=long_filter --expected-output=0

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

func.func @steps_image() -> i32 {
  %ga = tensor.generate {
  ^bb0(%i0: index, %i1: index, %i2: index, %i3: index):
    %v = func.call @number(%i0, %i1, %i2, %i3) : (index, index, index, index) -> i32
    tensor.yield %v : i32
  } : tensor<3x5x26x33xi32>
  %fa = arith.sitofp %ga : tensor<3x5x26x33xi32> to tensor<3x5x26x33xf32>
  %gb = tensor.generate {
  ^bb0(%i0: index, %i1: index, %i2: index, %i3: index):
    %v = func.call @number(%i0, %i1, %i2, %i3) : (index, index, index, index) -> i32
    tensor.yield %v : i32
  } : tensor<2x3x16x33xi32>
  %fb = arith.sitofp %gb : tensor<2x3x16x33xi32> to tensor<2x3x16x33xf32>
  %gr = tensor.generate {
  ^bb0(%i0: index, %i1: index, %i2: index, %i3: index):
    %v = func.call @number(%i0, %i1, %i2, %i3) : (index, index, index, index) -> i32
    tensor.yield %v : i32
  } : tensor<3x10x53x16xi32>
  %fr = arith.sitofp %gr : tensor<3x10x53x16xi32> to tensor<3x10x53x16xf32>
  %exact = linalg.generic {indexing_maps = [affine_map<(n, i, j, f, k, l, c) -> (n, i, j, f)>, affine_map<(n, i, j, f, k, l, c) -> (k, l, c, f)>, affine_map<(n, i, j, f, k, l, c) -> (n, i * 2 + k * 1, j * 2 + l * 1, c)>],
      iterator_types = ["parallel", "reduction", "reduction", "reduction", "reduction", "reduction", "parallel"]}
      ins(%ga, %gb : tensor<3x5x26x33xi32>, tensor<2x3x16x33xi32>) outs(%gr : tensor<3x10x53x16xi32>) {
  ^bb0(%x: i32, %y: i32, %sum: i32):
    %p = arith.muli %x, %y : i32
    %s = arith.addi %sum, %p : i32
    linalg.yield %s : i32
  } -> tensor<3x10x53x16xi32>
  %tiled = linalg.generic {indexing_maps = [affine_map<(n, i, j, f, k, l, c) -> (n, i, j, f)>, affine_map<(n, i, j, f, k, l, c) -> (k, l, c, f)>, affine_map<(n, i, j, f, k, l, c) -> (n, i * 2 + k * 1, j * 2 + l * 1, c)>],
      iterator_types = ["parallel", "reduction", "reduction", "reduction", "reduction", "reduction", "parallel"]}
      ins(%fa, %fb : tensor<3x5x26x33xf32>, tensor<2x3x16x33xf32>) outs(%fr : tensor<3x10x53x16xf32>) {
  ^bb0(%x: f32, %y: f32, %sum: f32):
    %p = arith.mulf %x, %y : f32
    %s = arith.addf %sum, %p : f32
    linalg.yield %s : f32
  } -> tensor<3x10x53x16xf32>
  %whole = arith.fptosi %tiled : tensor<3x10x53x16xf32> to tensor<3x10x53x16xi32>
  %is = arith.cmpi ne, %whole, %exact : tensor<3x10x53x16xi32>
  %ones = arith.extui %is : tensor<3x10x53x16xi1> to tensor<3x10x53x16xi32>
  %zero = arith.constant dense<0> : tensor<i32>
  %count = linalg.reduce {arith.addi} ins(%ones : tensor<3x10x53x16xi32>) outs(%zero : tensor<i32>) dimensions = [0, 1, 2, 3]
  %d = tensor.extract %count[] : tensor<i32>
  return %d : i32
}

func.func @steps_forward() -> i32 {
  %ga = tensor.generate {
  ^bb0(%i0: index, %i1: index, %i2: index, %i3: index):
    %v = func.call @number(%i0, %i1, %i2, %i3) : (index, index, index, index) -> i32
    tensor.yield %v : i32
  } : tensor<3x10x53x16xi32>
  %fa = arith.sitofp %ga : tensor<3x10x53x16xi32> to tensor<3x10x53x16xf32>
  %gb = tensor.generate {
  ^bb0(%i0: index, %i1: index, %i2: index, %i3: index):
    %v = func.call @number(%i0, %i1, %i2, %i3) : (index, index, index, index) -> i32
    tensor.yield %v : i32
  } : tensor<2x3x16x33xi32>
  %fb = arith.sitofp %gb : tensor<2x3x16x33xi32> to tensor<2x3x16x33xf32>
  %gr = tensor.generate {
  ^bb0(%i0: index, %i1: index, %i2: index, %i3: index):
    %v = func.call @number(%i0, %i1, %i2, %i3) : (index, index, index, index) -> i32
    tensor.yield %v : i32
  } : tensor<3x5x26x33xi32>
  %fr = arith.sitofp %gr : tensor<3x5x26x33xi32> to tensor<3x5x26x33xf32>
  %exact = linalg.generic {indexing_maps = [affine_map<(n, i, j, f, k, l, c) -> (n, i * 2 + k * 1, j * 2 + l * 1, c)>, affine_map<(n, i, j, f, k, l, c) -> (k, l, c, f)>, affine_map<(n, i, j, f, k, l, c) -> (n, i, j, f)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]}
      ins(%ga, %gb : tensor<3x10x53x16xi32>, tensor<2x3x16x33xi32>) outs(%gr : tensor<3x5x26x33xi32>) {
  ^bb0(%x: i32, %y: i32, %sum: i32):
    %p = arith.muli %x, %y : i32
    %s = arith.addi %sum, %p : i32
    linalg.yield %s : i32
  } -> tensor<3x5x26x33xi32>
  %tiled = linalg.generic {indexing_maps = [affine_map<(n, i, j, f, k, l, c) -> (n, i * 2 + k * 1, j * 2 + l * 1, c)>, affine_map<(n, i, j, f, k, l, c) -> (k, l, c, f)>, affine_map<(n, i, j, f, k, l, c) -> (n, i, j, f)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]}
      ins(%fa, %fb : tensor<3x10x53x16xf32>, tensor<2x3x16x33xf32>) outs(%fr : tensor<3x5x26x33xf32>) {
  ^bb0(%x: f32, %y: f32, %sum: f32):
    %p = arith.mulf %x, %y : f32
    %s = arith.addf %sum, %p : f32
    linalg.yield %s : f32
  } -> tensor<3x5x26x33xf32>
  %whole = arith.fptosi %tiled : tensor<3x5x26x33xf32> to tensor<3x5x26x33xi32>
  %is = arith.cmpi ne, %whole, %exact : tensor<3x5x26x33xi32>
  %ones = arith.extui %is : tensor<3x5x26x33xi1> to tensor<3x5x26x33xi32>
  %zero = arith.constant dense<0> : tensor<i32>
  %count = linalg.reduce {arith.addi} ins(%ones : tensor<3x5x26x33xi32>) outs(%zero : tensor<i32>) dimensions = [0, 1, 2, 3]
  %d = tensor.extract %count[] : tensor<i32>
  return %d : i32
}

func.func @spread_forward() -> i32 {
  %ga = tensor.generate {
  ^bb0(%i0: index, %i1: index, %i2: index, %i3: index):
    %v = func.call @number(%i0, %i1, %i2, %i3) : (index, index, index, index) -> i32
    tensor.yield %v : i32
  } : tensor<1x8x11x3xi32>
  %fa = arith.sitofp %ga : tensor<1x8x11x3xi32> to tensor<1x8x11x3xf32>
  %gb = tensor.generate {
  ^bb0(%i0: index, %i1: index, %i2: index, %i3: index):
    %v = func.call @number(%i0, %i1, %i2, %i3) : (index, index, index, index) -> i32
    tensor.yield %v : i32
  } : tensor<3x3x3x8xi32>
  %fb = arith.sitofp %gb : tensor<3x3x3x8xi32> to tensor<3x3x3x8xf32>
  %gr = tensor.generate {
  ^bb0(%i0: index, %i1: index, %i2: index, %i3: index):
    %v = func.call @number(%i0, %i1, %i2, %i3) : (index, index, index, index) -> i32
    tensor.yield %v : i32
  } : tensor<1x4x7x8xi32>
  %fr = arith.sitofp %gr : tensor<1x4x7x8xi32> to tensor<1x4x7x8xf32>
  %exact = linalg.generic {indexing_maps = [affine_map<(n, i, j, f, k, l, c) -> (n, i * 1 + k * 2, j * 1 + l * 2, c)>, affine_map<(n, i, j, f, k, l, c) -> (k, l, c, f)>, affine_map<(n, i, j, f, k, l, c) -> (n, i, j, f)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]}
      ins(%ga, %gb : tensor<1x8x11x3xi32>, tensor<3x3x3x8xi32>) outs(%gr : tensor<1x4x7x8xi32>) {
  ^bb0(%x: i32, %y: i32, %sum: i32):
    %p = arith.muli %x, %y : i32
    %s = arith.addi %sum, %p : i32
    linalg.yield %s : i32
  } -> tensor<1x4x7x8xi32>
  %tiled = linalg.generic {indexing_maps = [affine_map<(n, i, j, f, k, l, c) -> (n, i * 1 + k * 2, j * 1 + l * 2, c)>, affine_map<(n, i, j, f, k, l, c) -> (k, l, c, f)>, affine_map<(n, i, j, f, k, l, c) -> (n, i, j, f)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]}
      ins(%fa, %fb : tensor<1x8x11x3xf32>, tensor<3x3x3x8xf32>) outs(%fr : tensor<1x4x7x8xf32>) {
  ^bb0(%x: f32, %y: f32, %sum: f32):
    %p = arith.mulf %x, %y : f32
    %s = arith.addf %sum, %p : f32
    linalg.yield %s : f32
  } -> tensor<1x4x7x8xf32>
  %whole = arith.fptosi %tiled : tensor<1x4x7x8xf32> to tensor<1x4x7x8xi32>
  %is = arith.cmpi ne, %whole, %exact : tensor<1x4x7x8xi32>
  %ones = arith.extui %is : tensor<1x4x7x8xi1> to tensor<1x4x7x8xi32>
  %zero = arith.constant dense<0> : tensor<i32>
  %count = linalg.reduce {arith.addi} ins(%ones : tensor<1x4x7x8xi32>) outs(%zero : tensor<i32>) dimensions = [0, 1, 2, 3]
  %d = tensor.extract %count[] : tensor<i32>
  return %d : i32
}

func.func @wide_filter() -> i32 {
  %ga = tensor.generate {
  ^bb0(%i0: index, %i1: index, %i2: index, %i3: index):
    %v = func.call @number(%i0, %i1, %i2, %i3) : (index, index, index, index) -> i32
    tensor.yield %v : i32
  } : tensor<2x8x12x4xi32>
  %fa = arith.sitofp %ga : tensor<2x8x12x4xi32> to tensor<2x8x12x4xf64>
  %gb = tensor.generate {
  ^bb0(%i0: index, %i1: index, %i2: index, %i3: index):
    %v = func.call @number(%i0, %i1, %i2, %i3) : (index, index, index, index) -> i32
    tensor.yield %v : i32
  } : tensor<2x6x10x19xi32>
  %fb = arith.sitofp %gb : tensor<2x6x10x19xi32> to tensor<2x6x10x19xf64>
  %gr = tensor.generate {
  ^bb0(%i0: index, %i1: index, %i2: index, %i3: index):
    %v = func.call @number(%i0, %i1, %i2, %i3) : (index, index, index, index) -> i32
    tensor.yield %v : i32
  } : tensor<3x3x4x19xi32>
  %fr = arith.sitofp %gr : tensor<3x3x4x19xi32> to tensor<3x3x4x19xf64>
  %exact = linalg.generic {indexing_maps = [affine_map<(n, i, j, f, k, l, c) -> (n, i * 1 + k * 1, j * 1 + l * 1, c)>, affine_map<(n, i, j, f, k, l, c) -> (n, i, j, f)>, affine_map<(n, i, j, f, k, l, c) -> (k, l, c, f)>],
      iterator_types = ["reduction", "reduction", "reduction", "parallel", "parallel", "parallel", "parallel"]}
      ins(%ga, %gb : tensor<2x8x12x4xi32>, tensor<2x6x10x19xi32>) outs(%gr : tensor<3x3x4x19xi32>) {
  ^bb0(%x: i32, %y: i32, %sum: i32):
    %p = arith.muli %x, %y : i32
    %s = arith.addi %sum, %p : i32
    linalg.yield %s : i32
  } -> tensor<3x3x4x19xi32>
  %tiled = linalg.generic {indexing_maps = [affine_map<(n, i, j, f, k, l, c) -> (n, i * 1 + k * 1, j * 1 + l * 1, c)>, affine_map<(n, i, j, f, k, l, c) -> (n, i, j, f)>, affine_map<(n, i, j, f, k, l, c) -> (k, l, c, f)>],
      iterator_types = ["reduction", "reduction", "reduction", "parallel", "parallel", "parallel", "parallel"]}
      ins(%fa, %fb : tensor<2x8x12x4xf64>, tensor<2x6x10x19xf64>) outs(%fr : tensor<3x3x4x19xf64>) {
  ^bb0(%x: f64, %y: f64, %sum: f64):
    %p = arith.mulf %x, %y : f64
    %s = arith.addf %sum, %p : f64
    linalg.yield %s : f64
  } -> tensor<3x3x4x19xf64>
  %whole = arith.fptosi %tiled : tensor<3x3x4x19xf64> to tensor<3x3x4x19xi32>
  %is = arith.cmpi ne, %whole, %exact : tensor<3x3x4x19xi32>
  %ones = arith.extui %is : tensor<3x3x4x19xi1> to tensor<3x3x4x19xi32>
  %zero = arith.constant dense<0> : tensor<i32>
  %count = linalg.reduce {arith.addi} ins(%ones : tensor<3x3x4x19xi32>) outs(%zero : tensor<i32>) dimensions = [0, 1, 2, 3]
  %d = tensor.extract %count[] : tensor<i32>
  return %d : i32
}

func.func @long_filter() -> i32 {
  %ga = tensor.generate {
  ^bb0(%i0: index, %i1: index, %i2: index, %i3: index):
    %v = func.call @number(%i0, %i1, %i2, %i3) : (index, index, index, index) -> i32
    tensor.yield %v : i32
  } : tensor<5x26x26x9xi32>
  %fa = arith.sitofp %ga : tensor<5x26x26x9xi32> to tensor<5x26x26x9xf32>
  %gb = tensor.generate {
  ^bb0(%i0: index, %i1: index, %i2: index, %i3: index):
    %v = func.call @number(%i0, %i1, %i2, %i3) : (index, index, index, index) -> i32
    tensor.yield %v : i32
  } : tensor<5x24x24x40xi32>
  %fb = arith.sitofp %gb : tensor<5x24x24x40xi32> to tensor<5x24x24x40xf32>
  %gr = tensor.generate {
  ^bb0(%i0: index, %i1: index, %i2: index, %i3: index):
    %v = func.call @number(%i0, %i1, %i2, %i3) : (index, index, index, index) -> i32
    tensor.yield %v : i32
  } : tensor<3x3x9x40xi32>
  %fr = arith.sitofp %gr : tensor<3x3x9x40xi32> to tensor<3x3x9x40xf32>
  %exact = linalg.generic {indexing_maps = [affine_map<(n, i, j, f, k, l, c) -> (n, i * 1 + k * 1, j * 1 + l * 1, c)>, affine_map<(n, i, j, f, k, l, c) -> (n, i, j, f)>, affine_map<(n, i, j, f, k, l, c) -> (k, l, c, f)>],
      iterator_types = ["reduction", "reduction", "reduction", "parallel", "parallel", "parallel", "parallel"]}
      ins(%ga, %gb : tensor<5x26x26x9xi32>, tensor<5x24x24x40xi32>) outs(%gr : tensor<3x3x9x40xi32>) {
  ^bb0(%x: i32, %y: i32, %sum: i32):
    %p = arith.muli %x, %y : i32
    %s = arith.addi %sum, %p : i32
    linalg.yield %s : i32
  } -> tensor<3x3x9x40xi32>
  %tiled = linalg.generic {indexing_maps = [affine_map<(n, i, j, f, k, l, c) -> (n, i * 1 + k * 1, j * 1 + l * 1, c)>, affine_map<(n, i, j, f, k, l, c) -> (n, i, j, f)>, affine_map<(n, i, j, f, k, l, c) -> (k, l, c, f)>],
      iterator_types = ["reduction", "reduction", "reduction", "parallel", "parallel", "parallel", "parallel"]}
      ins(%fa, %fb : tensor<5x26x26x9xf32>, tensor<5x24x24x40xf32>) outs(%fr : tensor<3x3x9x40xf32>) {
  ^bb0(%x: f32, %y: f32, %sum: f32):
    %p = arith.mulf %x, %y : f32
    %s = arith.addf %sum, %p : f32
    linalg.yield %s : f32
  } -> tensor<3x3x9x40xf32>
  %whole = arith.fptosi %tiled : tensor<3x3x9x40xf32> to tensor<3x3x9x40xi32>
  %is = arith.cmpi ne, %whole, %exact : tensor<3x3x9x40xi32>
  %ones = arith.extui %is : tensor<3x3x9x40xi1> to tensor<3x3x9x40xi32>
  %zero = arith.constant dense<0> : tensor<i32>
  %count = linalg.reduce {arith.addi} ins(%ones : tensor<3x3x9x40xi32>) outs(%zero : tensor<i32>) dimensions = [0, 1, 2, 3]
  %d = tensor.extract %count[] : tensor<i32>
  return %d : i32
}
