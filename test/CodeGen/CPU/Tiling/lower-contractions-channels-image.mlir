// The image gradient of a convolution with few channels.
// RUN: sg-run %s --function=one_channel_image --expected-output=0
// RUN: sg-run %s --function=channels_image --expected-output=0
// RUN: sg-run %s --function=channels_image_steps --expected-output=0
// RUN: sg-run %s --function=channels_image_f64 --expected-output=0
// RUN: sg-run %s --function=channels_image_bf16 --expected-output=0

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

// An image gradient with one channel.
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

// Few channels in the image gradient and in the filter gradient.
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
