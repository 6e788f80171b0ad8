// Convolutions larger than a cache, in blocks, compared with integers.
// RUN: sg-run %s --function=image_blocks --expected-output=0
// RUN: sg-run %s --function=forward_blocks --expected-output=0
// RUN: sg-run %s --function=filter_blocks --expected-output=0
// RUN: sg-run %s --function=broadcast_blocks --expected-output=0

#image = affine_map<(n, i, j, f, k, l, c) -> (n, i + k, j + l, c)>
#filter = affine_map<(n, i, j, f, k, l, c) -> (k, l, c, f)>
#output = affine_map<(n, i, j, f, k, l, c) -> (n, i, j, f)>
#id = affine_map<(i, j, k, l) -> (i, j, k, l)>
#none = affine_map<(i, j, k, l) -> ()>

func.func private @number(%n: index, %h: index, %w: index, %c: index, %middle: i32) -> tensor<?x?x?x?xi32> {
  %r = tensor.generate %n, %h, %w, %c {
  ^bb0(%i: index, %j: index, %k: index, %l: index):
    %three = arith.constant 3 : index
    %five = arith.constant 5 : index
    %seven = arith.constant 7 : index
    %p = arith.muli %i, %three : index
    %q = arith.muli %j, %five : index
    %s = arith.muli %k, %k : index
    %t = arith.addi %p, %q : index
    %u = arith.addi %s, %l : index
    %v = arith.addi %t, %u : index
    %x = arith.remui %v, %seven : index
    %y = arith.index_cast %x : index to i32
    %z = arith.subi %y, %middle : i32
    tensor.yield %z : i32
  } : tensor<?x?x?x?xi32>
  return %r : tensor<?x?x?x?xi32>
}

func.func private @differences(%x: tensor<?x?x?x?xi32>, %y: tensor<?x?x?x?xi32>) -> i32 {
  %zero = arith.constant dense<0> : tensor<i32>
  %count = linalg.generic {indexing_maps = [#id, #id, #none], iterator_types = ["reduction", "reduction", "reduction", "reduction"]}
      ins(%x, %y : tensor<?x?x?x?xi32>, tensor<?x?x?x?xi32>) outs(%zero : tensor<i32>) {
  ^bb0(%p: i32, %q: i32, %sum: i32):
    %differs = arith.cmpi ne, %p, %q : i32
    %one = arith.extui %differs : i1 to i32
    %next = arith.addi %sum, %one : i32
    linalg.yield %next : i32
  } -> tensor<i32>
  %r = tensor.extract %count[] : tensor<i32>
  return %r : i32
}

// Larger than most processors' caches; no size is a multiple of a block.
func.func @image_blocks() -> i32 {
  %n = arith.constant 2 : index
  %oh = arith.constant 61 : index
  %ow = arith.constant 53 : index
  %c = arith.constant 35 : index
  %kh = arith.constant 3 : index
  %kw = arith.constant 2 : index
  %f = arith.constant 33 : index
  %one = arith.constant 1 : index
  %middle = arith.constant 2 : i32
  %h0 = arith.addi %oh, %kh : index
  %h = arith.subi %h0, %one : index
  %w0 = arith.addi %ow, %kw : index
  %w = arith.subi %w0, %one : index
  %ga = func.call @number(%kh, %kw, %c, %f, %middle) : (index, index, index, index, i32) -> tensor<?x?x?x?xi32>
  %ia = tensor.cast %ga : tensor<?x?x?x?xi32> to tensor<3x2x35x33xi32>
  %fa = arith.sitofp %ia : tensor<3x2x35x33xi32> to tensor<3x2x35x33xf64>
  %gb = func.call @number(%n, %oh, %ow, %f, %middle) : (index, index, index, index, i32) -> tensor<?x?x?x?xi32>
  %ib = tensor.cast %gb : tensor<?x?x?x?xi32> to tensor<2x61x53x33xi32>
  %fb = arith.sitofp %ib : tensor<2x61x53x33xi32> to tensor<2x61x53x33xf64>
  %gr = func.call @number(%n, %h, %w, %c, %middle) : (index, index, index, index, i32) -> tensor<?x?x?x?xi32>
  %ir = tensor.cast %gr : tensor<?x?x?x?xi32> to tensor<2x63x54x35xi32>
  %fr = arith.sitofp %ir : tensor<2x63x54x35xi32> to tensor<2x63x54x35xf64>
  %exact = linalg.generic {indexing_maps = [#filter, #output, #image],
      iterator_types = ["parallel", "reduction", "reduction", "reduction", "reduction", "reduction", "parallel"]}
      ins(%ia, %ib : tensor<3x2x35x33xi32>, tensor<2x61x53x33xi32>) outs(%ir : tensor<2x63x54x35xi32>) {
  ^bb0(%x: i32, %y: i32, %sum: i32):
    %p = arith.muli %x, %y : i32
    %s = arith.addi %sum, %p : i32
    linalg.yield %s : i32
  } -> tensor<2x63x54x35xi32>
  %tiled = linalg.generic {indexing_maps = [#filter, #output, #image],
      iterator_types = ["parallel", "reduction", "reduction", "reduction", "reduction", "reduction", "parallel"]}
      ins(%fa, %fb : tensor<3x2x35x33xf64>, tensor<2x61x53x33xf64>) outs(%fr : tensor<2x63x54x35xf64>) {
  ^bb0(%x: f64, %y: f64, %sum: f64):
    %p = arith.mulf %x, %y : f64
    %s = arith.addf %sum, %p : f64
    linalg.yield %s : f64
  } -> tensor<2x63x54x35xf64>
  %whole = arith.fptosi %tiled : tensor<2x63x54x35xf64> to tensor<2x63x54x35xi32>
  %u = tensor.cast %whole : tensor<2x63x54x35xi32> to tensor<?x?x?x?xi32>
  %v = tensor.cast %exact : tensor<2x63x54x35xi32> to tensor<?x?x?x?xi32>
  %d = func.call @differences(%u, %v) : (tensor<?x?x?x?xi32>, tensor<?x?x?x?xi32>) -> i32
  return %d : i32
}

func.func @forward_blocks() -> i32 {
  %n = arith.constant 2 : index
  %oh = arith.constant 61 : index
  %ow = arith.constant 53 : index
  %c = arith.constant 97 : index
  %kh = arith.constant 3 : index
  %kw = arith.constant 2 : index
  %f = arith.constant 33 : index
  %one = arith.constant 1 : index
  %middle = arith.constant 2 : i32
  %h0 = arith.addi %oh, %kh : index
  %h = arith.subi %h0, %one : index
  %w0 = arith.addi %ow, %kw : index
  %w = arith.subi %w0, %one : index
  %ga = func.call @number(%n, %h, %w, %c, %middle) : (index, index, index, index, i32) -> tensor<?x?x?x?xi32>
  %ia = tensor.cast %ga : tensor<?x?x?x?xi32> to tensor<2x63x54x97xi32>
  %fa = arith.sitofp %ia : tensor<2x63x54x97xi32> to tensor<2x63x54x97xf64>
  %gb = func.call @number(%kh, %kw, %c, %f, %middle) : (index, index, index, index, i32) -> tensor<?x?x?x?xi32>
  %ib = tensor.cast %gb : tensor<?x?x?x?xi32> to tensor<3x2x97x33xi32>
  %fb = arith.sitofp %ib : tensor<3x2x97x33xi32> to tensor<3x2x97x33xf64>
  %gr = func.call @number(%n, %oh, %ow, %f, %middle) : (index, index, index, index, i32) -> tensor<?x?x?x?xi32>
  %ir = tensor.cast %gr : tensor<?x?x?x?xi32> to tensor<2x61x53x33xi32>
  %fr = arith.sitofp %ir : tensor<2x61x53x33xi32> to tensor<2x61x53x33xf64>
  %exact = linalg.generic {indexing_maps = [#image, #filter, #output],
      iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]}
      ins(%ia, %ib : tensor<2x63x54x97xi32>, tensor<3x2x97x33xi32>) outs(%ir : tensor<2x61x53x33xi32>) {
  ^bb0(%x: i32, %y: i32, %sum: i32):
    %p = arith.muli %x, %y : i32
    %s = arith.addi %sum, %p : i32
    linalg.yield %s : i32
  } -> tensor<2x61x53x33xi32>
  %tiled = linalg.generic {indexing_maps = [#image, #filter, #output],
      iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]}
      ins(%fa, %fb : tensor<2x63x54x97xf64>, tensor<3x2x97x33xf64>) outs(%fr : tensor<2x61x53x33xf64>) {
  ^bb0(%x: f64, %y: f64, %sum: f64):
    %p = arith.mulf %x, %y : f64
    %s = arith.addf %sum, %p : f64
    linalg.yield %s : f64
  } -> tensor<2x61x53x33xf64>
  %whole = arith.fptosi %tiled : tensor<2x61x53x33xf64> to tensor<2x61x53x33xi32>
  %u = tensor.cast %whole : tensor<2x61x53x33xi32> to tensor<?x?x?x?xi32>
  %v = tensor.cast %exact : tensor<2x61x53x33xi32> to tensor<?x?x?x?xi32>
  %d = func.call @differences(%u, %v) : (tensor<?x?x?x?xi32>, tensor<?x?x?x?xi32>) -> i32
  return %d : i32
}

func.func @filter_blocks() -> i32 {
  %n = arith.constant 2 : index
  %oh = arith.constant 21 : index
  %ow = arith.constant 19 : index
  %c = arith.constant 131 : index
  %kh = arith.constant 3 : index
  %kw = arith.constant 3 : index
  %f = arith.constant 129 : index
  %one = arith.constant 1 : index
  %middle = arith.constant 2 : i32
  %h0 = arith.addi %oh, %kh : index
  %h = arith.subi %h0, %one : index
  %w0 = arith.addi %ow, %kw : index
  %w = arith.subi %w0, %one : index
  %ga = func.call @number(%n, %h, %w, %c, %middle) : (index, index, index, index, i32) -> tensor<?x?x?x?xi32>
  %ia = tensor.cast %ga : tensor<?x?x?x?xi32> to tensor<2x23x21x131xi32>
  %fa = arith.sitofp %ia : tensor<2x23x21x131xi32> to tensor<2x23x21x131xf64>
  %gb = func.call @number(%n, %oh, %ow, %f, %middle) : (index, index, index, index, i32) -> tensor<?x?x?x?xi32>
  %ib = tensor.cast %gb : tensor<?x?x?x?xi32> to tensor<2x21x19x129xi32>
  %fb = arith.sitofp %ib : tensor<2x21x19x129xi32> to tensor<2x21x19x129xf64>
  %gr = func.call @number(%kh, %kw, %c, %f, %middle) : (index, index, index, index, i32) -> tensor<?x?x?x?xi32>
  %ir = tensor.cast %gr : tensor<?x?x?x?xi32> to tensor<3x3x131x129xi32>
  %fr = arith.sitofp %ir : tensor<3x3x131x129xi32> to tensor<3x3x131x129xf64>
  %exact = linalg.generic {indexing_maps = [#image, #output, #filter],
      iterator_types = ["reduction", "reduction", "reduction", "parallel", "parallel", "parallel", "parallel"]}
      ins(%ia, %ib : tensor<2x23x21x131xi32>, tensor<2x21x19x129xi32>) outs(%ir : tensor<3x3x131x129xi32>) {
  ^bb0(%x: i32, %y: i32, %sum: i32):
    %p = arith.muli %x, %y : i32
    %s = arith.addi %sum, %p : i32
    linalg.yield %s : i32
  } -> tensor<3x3x131x129xi32>
  %tiled = linalg.generic {indexing_maps = [#image, #output, #filter],
      iterator_types = ["reduction", "reduction", "reduction", "parallel", "parallel", "parallel", "parallel"]}
      ins(%fa, %fb : tensor<2x23x21x131xf64>, tensor<2x21x19x129xf64>) outs(%fr : tensor<3x3x131x129xf64>) {
  ^bb0(%x: f64, %y: f64, %sum: f64):
    %p = arith.mulf %x, %y : f64
    %s = arith.addf %sum, %p : f64
    linalg.yield %s : f64
  } -> tensor<3x3x131x129xf64>
  %whole = arith.fptosi %tiled : tensor<3x3x131x129xf64> to tensor<3x3x131x129xi32>
  %u = tensor.cast %whole : tensor<3x3x131x129xi32> to tensor<?x?x?x?xi32>
  %v = tensor.cast %exact : tensor<3x3x131x129xi32> to tensor<?x?x?x?xi32>
  %d = func.call @differences(%u, %v) : (tensor<?x?x?x?xi32>, tensor<?x?x?x?xi32>) -> i32
  return %d : i32
}

func.func @broadcast_blocks() -> i32 {
  %n = arith.constant 3 : index
  %oh = arith.constant 90 : index
  %ow = arith.constant 29 : index
  %c = arith.constant 150 : index
  %kh = arith.constant 1 : index
  %kw = arith.constant 1 : index
  %f = arith.constant 40 : index
  %one = arith.constant 1 : index
  %middle = arith.constant 2 : i32
  %h0 = arith.addi %oh, %kh : index
  %h = arith.subi %h0, %one : index
  %w0 = arith.addi %ow, %kw : index
  %w = arith.subi %w0, %one : index
  %ga = func.call @number(%n, %h, %w, %c, %middle) : (index, index, index, index, i32) -> tensor<?x?x?x?xi32>
  %ia = tensor.cast %ga : tensor<?x?x?x?xi32> to tensor<3x90x29x150xi32>
  %fa = arith.sitofp %ia : tensor<3x90x29x150xi32> to tensor<3x90x29x150xf64>
  %gb = func.call @number(%kh, %kw, %c, %f, %middle) : (index, index, index, index, i32) -> tensor<?x?x?x?xi32>
  %ib = tensor.cast %gb : tensor<?x?x?x?xi32> to tensor<1x1x150x40xi32>
  %fb = arith.sitofp %ib : tensor<1x1x150x40xi32> to tensor<1x1x150x40xf64>
  %gr = func.call @number(%n, %oh, %ow, %f, %middle) : (index, index, index, index, i32) -> tensor<?x?x?x?xi32>
  %ir = tensor.cast %gr : tensor<?x?x?x?xi32> to tensor<3x90x29x40xi32>
  %fr = arith.sitofp %ir : tensor<3x90x29x40xi32> to tensor<3x90x29x40xf64>
  %exact = linalg.generic {indexing_maps = [#image, #filter, #output],
      iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]}
      ins(%ia, %ib : tensor<3x90x29x150xi32>, tensor<1x1x150x40xi32>) outs(%ir : tensor<3x90x29x40xi32>) {
  ^bb0(%x: i32, %y: i32, %sum: i32):
    %p = arith.muli %x, %y : i32
    %s = arith.addi %sum, %p : i32
    linalg.yield %s : i32
  } -> tensor<3x90x29x40xi32>
  %tiled = linalg.generic {indexing_maps = [#image, #filter, #output],
      iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]}
      ins(%fa, %fb : tensor<3x90x29x150xf64>, tensor<1x1x150x40xf64>) outs(%fr : tensor<3x90x29x40xf64>) {
  ^bb0(%x: f64, %y: f64, %sum: f64):
    %p = arith.mulf %x, %y : f64
    %s = arith.addf %sum, %p : f64
    linalg.yield %s : f64
  } -> tensor<3x90x29x40xf64>
  %whole = arith.fptosi %tiled : tensor<3x90x29x40xf64> to tensor<3x90x29x40xi32>
  %u = tensor.cast %whole : tensor<3x90x29x40xi32> to tensor<?x?x?x?xi32>
  %v = tensor.cast %exact : tensor<3x90x29x40xi32> to tensor<?x?x?x?xi32>
  %d = func.call @differences(%u, %v) : (tensor<?x?x?x?xi32>, tensor<?x?x?x?xi32>) -> i32
  return %d : i32
}
