// Gradients of half-precision convolutions, whose blocks are extended.
// RUN: sg-run %s --function=extended_image --expected-output=0
// RUN: sg-run %s --function=extended_filter --expected-output=0
// RUN: sg-run %s --function=extended_filter_wide --expected-output=0
// RUN: sg-run %s --function=extended_many_filter --input=0 --expected-output=0
// RUN: sg-run %s --function=extended_many_filter --input=1 --expected-output=0
// RUN: sg-run %s --function=extended_many_filter --input=3 --expected-output=0

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
