// Tiled convolutions and the gradients of their images and filters equal the
// same integer computations, which no tile computes: sizes with tails of rows
// and columns, strides and dilations. Each result counts the elements that
// differ.
// RUN: sg-run %s --function=plain_image --expected-output=0
// RUN: sg-run %s --function=plain_filter --expected-output=0
// RUN: sg-run %s --function=plain_forward --expected-output=0
// RUN: sg-run %s --function=single_forward --expected-output=0

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

func.func @plain_image() -> i32 {
  %ga = tensor.generate {
  ^bb0(%i0: index, %i1: index, %i2: index, %i3: index):
    %v = func.call @number(%i0, %i1, %i2, %i3) : (index, index, index, index) -> i32
    tensor.yield %v : i32
  } : tensor<2x9x11x37xi32>
  %fa = arith.sitofp %ga : tensor<2x9x11x37xi32> to tensor<2x9x11x37xf32>
  %gb = tensor.generate {
  ^bb0(%i0: index, %i1: index, %i2: index, %i3: index):
    %v = func.call @number(%i0, %i1, %i2, %i3) : (index, index, index, index) -> i32
    tensor.yield %v : i32
  } : tensor<3x2x5x37xi32>
  %fb = arith.sitofp %gb : tensor<3x2x5x37xi32> to tensor<3x2x5x37xf32>
  %gr = tensor.generate {
  ^bb0(%i0: index, %i1: index, %i2: index, %i3: index):
    %v = func.call @number(%i0, %i1, %i2, %i3) : (index, index, index, index) -> i32
    tensor.yield %v : i32
  } : tensor<2x11x12x5xi32>
  %fr = arith.sitofp %gr : tensor<2x11x12x5xi32> to tensor<2x11x12x5xf32>
  %exact = linalg.generic {indexing_maps = [affine_map<(n, i, j, f, k, l, c) -> (n, i, j, f)>, affine_map<(n, i, j, f, k, l, c) -> (k, l, c, f)>, affine_map<(n, i, j, f, k, l, c) -> (n, i * 1 + k * 1, j * 1 + l * 1, c)>],
      iterator_types = ["parallel", "reduction", "reduction", "reduction", "reduction", "reduction", "parallel"]}
      ins(%ga, %gb : tensor<2x9x11x37xi32>, tensor<3x2x5x37xi32>) outs(%gr : tensor<2x11x12x5xi32>) {
  ^bb0(%x: i32, %y: i32, %sum: i32):
    %p = arith.muli %x, %y : i32
    %s = arith.addi %sum, %p : i32
    linalg.yield %s : i32
  } -> tensor<2x11x12x5xi32>
  %tiled = linalg.generic {indexing_maps = [affine_map<(n, i, j, f, k, l, c) -> (n, i, j, f)>, affine_map<(n, i, j, f, k, l, c) -> (k, l, c, f)>, affine_map<(n, i, j, f, k, l, c) -> (n, i * 1 + k * 1, j * 1 + l * 1, c)>],
      iterator_types = ["parallel", "reduction", "reduction", "reduction", "reduction", "reduction", "parallel"]}
      ins(%fa, %fb : tensor<2x9x11x37xf32>, tensor<3x2x5x37xf32>) outs(%fr : tensor<2x11x12x5xf32>) {
  ^bb0(%x: f32, %y: f32, %sum: f32):
    %p = arith.mulf %x, %y : f32
    %s = arith.addf %sum, %p : f32
    linalg.yield %s : f32
  } -> tensor<2x11x12x5xf32>
  %whole = arith.fptosi %tiled : tensor<2x11x12x5xf32> to tensor<2x11x12x5xi32>
  %is = arith.cmpi ne, %whole, %exact : tensor<2x11x12x5xi32>
  %ones = arith.extui %is : tensor<2x11x12x5xi1> to tensor<2x11x12x5xi32>
  %zero = arith.constant dense<0> : tensor<i32>
  %count = linalg.reduce {arith.addi} ins(%ones : tensor<2x11x12x5xi32>) outs(%zero : tensor<i32>) dimensions = [0, 1, 2, 3]
  %d = tensor.extract %count[] : tensor<i32>
  return %d : i32
}

func.func @plain_filter() -> i32 {
  %ga = tensor.generate {
  ^bb0(%i0: index, %i1: index, %i2: index, %i3: index):
    %v = func.call @number(%i0, %i1, %i2, %i3) : (index, index, index, index) -> i32
    tensor.yield %v : i32
  } : tensor<2x11x12x5xi32>
  %fa = arith.sitofp %ga : tensor<2x11x12x5xi32> to tensor<2x11x12x5xf32>
  %gb = tensor.generate {
  ^bb0(%i0: index, %i1: index, %i2: index, %i3: index):
    %v = func.call @number(%i0, %i1, %i2, %i3) : (index, index, index, index) -> i32
    tensor.yield %v : i32
  } : tensor<2x9x11x37xi32>
  %fb = arith.sitofp %gb : tensor<2x9x11x37xi32> to tensor<2x9x11x37xf32>
  %gr = tensor.generate {
  ^bb0(%i0: index, %i1: index, %i2: index, %i3: index):
    %v = func.call @number(%i0, %i1, %i2, %i3) : (index, index, index, index) -> i32
    tensor.yield %v : i32
  } : tensor<3x2x5x37xi32>
  %fr = arith.sitofp %gr : tensor<3x2x5x37xi32> to tensor<3x2x5x37xf32>
  %exact = linalg.generic {indexing_maps = [affine_map<(n, i, j, f, k, l, c) -> (n, i * 1 + k * 1, j * 1 + l * 1, c)>, affine_map<(n, i, j, f, k, l, c) -> (n, i, j, f)>, affine_map<(n, i, j, f, k, l, c) -> (k, l, c, f)>],
      iterator_types = ["reduction", "reduction", "reduction", "parallel", "parallel", "parallel", "parallel"]}
      ins(%ga, %gb : tensor<2x11x12x5xi32>, tensor<2x9x11x37xi32>) outs(%gr : tensor<3x2x5x37xi32>) {
  ^bb0(%x: i32, %y: i32, %sum: i32):
    %p = arith.muli %x, %y : i32
    %s = arith.addi %sum, %p : i32
    linalg.yield %s : i32
  } -> tensor<3x2x5x37xi32>
  %tiled = linalg.generic {indexing_maps = [affine_map<(n, i, j, f, k, l, c) -> (n, i * 1 + k * 1, j * 1 + l * 1, c)>, affine_map<(n, i, j, f, k, l, c) -> (n, i, j, f)>, affine_map<(n, i, j, f, k, l, c) -> (k, l, c, f)>],
      iterator_types = ["reduction", "reduction", "reduction", "parallel", "parallel", "parallel", "parallel"]}
      ins(%fa, %fb : tensor<2x11x12x5xf32>, tensor<2x9x11x37xf32>) outs(%fr : tensor<3x2x5x37xf32>) {
  ^bb0(%x: f32, %y: f32, %sum: f32):
    %p = arith.mulf %x, %y : f32
    %s = arith.addf %sum, %p : f32
    linalg.yield %s : f32
  } -> tensor<3x2x5x37xf32>
  %whole = arith.fptosi %tiled : tensor<3x2x5x37xf32> to tensor<3x2x5x37xi32>
  %is = arith.cmpi ne, %whole, %exact : tensor<3x2x5x37xi32>
  %ones = arith.extui %is : tensor<3x2x5x37xi1> to tensor<3x2x5x37xi32>
  %zero = arith.constant dense<0> : tensor<i32>
  %count = linalg.reduce {arith.addi} ins(%ones : tensor<3x2x5x37xi32>) outs(%zero : tensor<i32>) dimensions = [0, 1, 2, 3]
  %d = tensor.extract %count[] : tensor<i32>
  return %d : i32
}

func.func @plain_forward() -> i32 {
  %ga = tensor.generate {
  ^bb0(%i0: index, %i1: index, %i2: index, %i3: index):
    %v = func.call @number(%i0, %i1, %i2, %i3) : (index, index, index, index) -> i32
    tensor.yield %v : i32
  } : tensor<2x11x12x5xi32>
  %fa = arith.sitofp %ga : tensor<2x11x12x5xi32> to tensor<2x11x12x5xf32>
  %gb = tensor.generate {
  ^bb0(%i0: index, %i1: index, %i2: index, %i3: index):
    %v = func.call @number(%i0, %i1, %i2, %i3) : (index, index, index, index) -> i32
    tensor.yield %v : i32
  } : tensor<3x2x5x37xi32>
  %fb = arith.sitofp %gb : tensor<3x2x5x37xi32> to tensor<3x2x5x37xf32>
  %gr = tensor.generate {
  ^bb0(%i0: index, %i1: index, %i2: index, %i3: index):
    %v = func.call @number(%i0, %i1, %i2, %i3) : (index, index, index, index) -> i32
    tensor.yield %v : i32
  } : tensor<2x9x11x37xi32>
  %fr = arith.sitofp %gr : tensor<2x9x11x37xi32> to tensor<2x9x11x37xf32>
  %exact = linalg.generic {indexing_maps = [affine_map<(n, i, j, f, k, l, c) -> (n, i * 1 + k * 1, j * 1 + l * 1, c)>, affine_map<(n, i, j, f, k, l, c) -> (k, l, c, f)>, affine_map<(n, i, j, f, k, l, c) -> (n, i, j, f)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]}
      ins(%ga, %gb : tensor<2x11x12x5xi32>, tensor<3x2x5x37xi32>) outs(%gr : tensor<2x9x11x37xi32>) {
  ^bb0(%x: i32, %y: i32, %sum: i32):
    %p = arith.muli %x, %y : i32
    %s = arith.addi %sum, %p : i32
    linalg.yield %s : i32
  } -> tensor<2x9x11x37xi32>
  %tiled = linalg.generic {indexing_maps = [affine_map<(n, i, j, f, k, l, c) -> (n, i * 1 + k * 1, j * 1 + l * 1, c)>, affine_map<(n, i, j, f, k, l, c) -> (k, l, c, f)>, affine_map<(n, i, j, f, k, l, c) -> (n, i, j, f)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]}
      ins(%fa, %fb : tensor<2x11x12x5xf32>, tensor<3x2x5x37xf32>) outs(%fr : tensor<2x9x11x37xf32>) {
  ^bb0(%x: f32, %y: f32, %sum: f32):
    %p = arith.mulf %x, %y : f32
    %s = arith.addf %sum, %p : f32
    linalg.yield %s : f32
  } -> tensor<2x9x11x37xf32>
  %whole = arith.fptosi %tiled : tensor<2x9x11x37xf32> to tensor<2x9x11x37xi32>
  %is = arith.cmpi ne, %whole, %exact : tensor<2x9x11x37xi32>
  %ones = arith.extui %is : tensor<2x9x11x37xi1> to tensor<2x9x11x37xi32>
  %zero = arith.constant dense<0> : tensor<i32>
  %count = linalg.reduce {arith.addi} ins(%ones : tensor<2x9x11x37xi32>) outs(%zero : tensor<i32>) dimensions = [0, 1, 2, 3]
  %d = tensor.extract %count[] : tensor<i32>
  return %d : i32
}

// Windows of one element: of the k dimensions only the channels are large.
func.func @single_forward() -> i32 {
  %ga = tensor.generate {
  ^bb0(%i0: index, %i1: index, %i2: index, %i3: index):
    %v = func.call @number(%i0, %i1, %i2, %i3) : (index, index, index, index) -> i32
    tensor.yield %v : i32
  } : tensor<1x1x60x2100xi32>
  %fa = arith.sitofp %ga : tensor<1x1x60x2100xi32> to tensor<1x1x60x2100xf32>
  %gb = tensor.generate {
  ^bb0(%i0: index, %i1: index, %i2: index, %i3: index):
    %v = func.call @number(%i0, %i1, %i2, %i3) : (index, index, index, index) -> i32
    tensor.yield %v : i32
  } : tensor<1x1x2100x40xi32>
  %fb = arith.sitofp %gb : tensor<1x1x2100x40xi32> to tensor<1x1x2100x40xf32>
  %gr = tensor.generate {
  ^bb0(%i0: index, %i1: index, %i2: index, %i3: index):
    %v = func.call @number(%i0, %i1, %i2, %i3) : (index, index, index, index) -> i32
    tensor.yield %v : i32
  } : tensor<1x1x60x40xi32>
  %fr = arith.sitofp %gr : tensor<1x1x60x40xi32> to tensor<1x1x60x40xf32>
  %exact = linalg.generic {indexing_maps = [affine_map<(n, i, j, f, k, l, c) -> (n, i * 1 + k * 1, j * 1 + l * 1, c)>, affine_map<(n, i, j, f, k, l, c) -> (k, l, c, f)>, affine_map<(n, i, j, f, k, l, c) -> (n, i, j, f)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]}
      ins(%ga, %gb : tensor<1x1x60x2100xi32>, tensor<1x1x2100x40xi32>) outs(%gr : tensor<1x1x60x40xi32>) {
  ^bb0(%x: i32, %y: i32, %sum: i32):
    %p = arith.muli %x, %y : i32
    %s = arith.addi %sum, %p : i32
    linalg.yield %s : i32
  } -> tensor<1x1x60x40xi32>
  %tiled = linalg.generic {indexing_maps = [affine_map<(n, i, j, f, k, l, c) -> (n, i * 1 + k * 1, j * 1 + l * 1, c)>, affine_map<(n, i, j, f, k, l, c) -> (k, l, c, f)>, affine_map<(n, i, j, f, k, l, c) -> (n, i, j, f)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]}
      ins(%fa, %fb : tensor<1x1x60x2100xf32>, tensor<1x1x2100x40xf32>) outs(%fr : tensor<1x1x60x40xf32>) {
  ^bb0(%x: f32, %y: f32, %sum: f32):
    %p = arith.mulf %x, %y : f32
    %s = arith.addf %sum, %p : f32
    linalg.yield %s : f32
  } -> tensor<1x1x60x40xf32>
  %whole = arith.fptosi %tiled : tensor<1x1x60x40xf32> to tensor<1x1x60x40xi32>
  %is = arith.cmpi ne, %whole, %exact : tensor<1x1x60x40xi32>
  %ones = arith.extui %is : tensor<1x1x60x40xi1> to tensor<1x1x60x40xi32>
  %zero = arith.constant dense<0> : tensor<i32>
  %count = linalg.reduce {arith.addi} ins(%ones : tensor<1x1x60x40xi32>) outs(%zero : tensor<i32>) dimensions = [0, 1, 2, 3]
  %d = tensor.extract %count[] : tensor<i32>
  return %d : i32
}
