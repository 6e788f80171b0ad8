// Half-precision convolutions, whose blocks are extended.
// RUN: sg-run %s --function=extended_forward --expected-output=0
// RUN: sg-run %s --function=extended_channels --expected-output=0
// RUN: sg-run %s --function=extended_few --expected-output=0
// RUN: sg-run %s --function=extended_first --expected-output=0
// RUN: sg-run %s --function=extended_many --input=0 --expected-output=0
// RUN: sg-run %s --function=extended_many --input=1 --expected-output=0
// RUN: sg-run %s --function=extended_many --input=3 --expected-output=0

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

// Blocks of the right-hand operand are extended: with several row loops, along
// k and along the rows.
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
