// Convolutions with channels first.
// RUN: sg-run %s --function=channels_first --expected-output=0
// RUN: sg-run %s --function=channels_first_f64 --expected-output=0
// RUN: sg-run %s --function=channels_first_steps --expected-output=0

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

// Windows are contiguous in memory.
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

// Windows are not contiguous.
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
