// Ops with indexing maps: unusual maps, several results, combiners, sizes of 0
// and 1.

#id = affine_map<(d0) -> (d0)>
#none = affine_map<(d0) -> ()>

// Reversed, strided, windows, one element for all, by mod and floordiv.
// RUN: sg-run %s --function=maps --device=reference --input='5xf64=1 2 3 4 5' --expected-output='5 3 1' --expected-output='9 12' \
// RUN:   --expected-output='2 2 2' --expected-output='1 2 1 2' --expected-output='1 1 2 2'
func.func @maps(%x: tensor<5xf64>) -> (tensor<3xf64>, tensor<2xf64>, tensor<3xf64>, tensor<4xf64>, tensor<4xf64>) {
  %three = tensor.empty() : tensor<3xf64>
  %four = tensor.empty() : tensor<4xf64>
  %zero = arith.constant dense<0.0> : tensor<2xf64>
  %back = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0 * -2 + 4)>, #id], iterator_types = ["parallel"]}
      ins(%x : tensor<5xf64>) outs(%three : tensor<3xf64>) {
  ^bb0(%a: f64, %o: f64):
    linalg.yield %a : f64
  } -> tensor<3xf64>
  // x[i + 2 k] for k = 0, 1, 2 without the last element, which no window
  // covers.
  %window = tensor.empty() : tensor<3xf64>
  %part = tensor.extract_slice %x[0] [5] [1] : tensor<5xf64> to tensor<5xf64>
  %two = tensor.empty() : tensor<2xf64>
  %sums = linalg.generic {
      indexing_maps = [affine_map<(d0, d1) -> (d0 + d1)>, affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0)>],
      iterator_types = ["parallel", "reduction"]}
      ins(%part, %two : tensor<5xf64>, tensor<2xf64>) outs(%zero : tensor<2xf64>) {
  ^bb0(%a: f64, %w: f64, %o: f64):
    %twice = arith.addf %a, %a : f64
    %sum = arith.addf %twice, %o : f64
    linalg.yield %sum : f64
  } -> tensor<2xf64>
  %one_place = linalg.generic {indexing_maps = [affine_map<(d0) -> (1)>, #id], iterator_types = ["parallel"]}
      ins(%x : tensor<5xf64>) outs(%three : tensor<3xf64>) {
  ^bb0(%a: f64, %o: f64):
    linalg.yield %a : f64
  } -> tensor<3xf64>
  %mod = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0 mod 2)>, #id], iterator_types = ["parallel"]}
      ins(%x : tensor<5xf64>) outs(%four : tensor<4xf64>) {
  ^bb0(%a: f64, %o: f64):
    linalg.yield %a : f64
  } -> tensor<4xf64>
  %div = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0 floordiv 2)>, #id], iterator_types = ["parallel"]}
      ins(%x : tensor<5xf64>) outs(%four : tensor<4xf64>) {
  ^bb0(%a: f64, %o: f64):
    linalg.yield %a : f64
  } -> tensor<4xf64>
  %one = arith.constant dense<[3.0, 2.0]> : tensor<2xf64>
  %shifted = arith.addf %sums, %one : tensor<2xf64>
  return %back, %shifted, %one_place, %mod, %div : tensor<3xf64>, tensor<2xf64>, tensor<3xf64>, tensor<4xf64>, tensor<4xf64>
}

// A maximum and its index, starting from the initial value: the first index
// wins.
// RUN: sg-run %s --function=argmax --device=reference --input='2x3xf32=1 5 5 7 2 -1' --expected-output='6 7' --expected-output='-1 0'
// RUN: sg-run %s --function=argmax --device=reference --input='2x0xf32=' --expected-output='6 6' --expected-output='-1 -1'
// RUN: sg-run %s --function=argmax --device=reference --input='2x1xf32=8' --expected-output='8 8' --expected-output='0 0'
func.func @argmax(%x: tensor<2x?xf32>) -> (tensor<2xf32>, tensor<2xi64>) {
  %least = arith.constant dense<6.0> : tensor<2xf32>
  %nowhere = arith.constant dense<-1> : tensor<2xi64>
  %r:2 = linalg.generic {
      indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0)>],
      iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<2x?xf32>) outs(%least, %nowhere : tensor<2xf32>, tensor<2xi64>) {
  ^bb0(%a: f32, %most: f32, %place: i64):
    %j = linalg.index 1 : index
    %here = arith.index_cast %j : index to i64
    %more = arith.cmpf ogt, %a, %most : f32
    %value = arith.select %more, %a, %most : f32
    %where = arith.select %more, %here, %place : i64
    linalg.yield %value, %where : f32, i64
  } -> (tensor<2xf32>, tensor<2xi64>)
  return %r#0, %r#1 : tensor<2xf32>, tensor<2xi64>
}

// Scalars and captured tensors; the order is the loops' order, with the last
// loop innermost.
// RUN: sg-run %s --function=captures --device=reference --input='1 2 3' --input=10 --input='2 0 1' --expected-output='31 12 23' \
// RUN:   --expected-output=321
func.func @captures(%x: tensor<3xf64>, %s: f64, %order: tensor<3xindex>) -> (tensor<3xf64>, tensor<f64>) {
  %e = tensor.empty() : tensor<3xf64>
  %y = linalg.generic {indexing_maps = [#id, #none, #id, #id], iterator_types = ["parallel"]}
      ins(%order, %s, %x : tensor<3xindex>, f64, tensor<3xf64>) outs(%e : tensor<3xf64>) {
  ^bb0(%i: index, %t: f64, %a: f64, %o: f64):
    %b = tensor.extract %x[%i] : tensor<3xf64>
    %c = arith.mulf %b, %t : f64
    %d = arith.addf %c, %a : f64
    linalg.yield %d : f64
  } -> tensor<3xf64>
  %zero = arith.constant dense<0.0> : tensor<f64>
  %digits = linalg.generic {indexing_maps = [affine_map<(d0) -> (-d0 + 2)>, affine_map<(d0) -> (d0)>, #none], iterator_types = ["reduction"]}
      ins(%x, %y : tensor<3xf64>, tensor<3xf64>) outs(%zero : tensor<f64>) {
  ^bb0(%a: f64, %b: f64, %o: f64):
    %ten = arith.constant 10.0 : f64
    %p = arith.mulf %o, %ten : f64
    %q = arith.addf %p, %a : f64
    linalg.yield %q : f64
  } -> tensor<f64>
  return %y, %digits : tensor<3xf64>, tensor<f64>
}

// RUN: sg-run %s --function=whole --device=reference --input='2x3xf64=1 2 3 4 5 6' --expected-output='[[1 4][2 5][3 6]]' \
// RUN:   --expected-output='6 120' --expected-output='[[1 2 3][1 2 3]]' --expected-output='2 3 4' --expected-output='[[-1 -2 -3][-4 -5 -6]]' \
// RUN:   --expected-output='[[2 4 6][8 10 12]]'
func.func @whole(%x: tensor<2x3xf64>)
    -> (tensor<3x2xf64>, tensor<2xf64>, tensor<2x3xf64>, tensor<3xf64>, tensor<2x3xf64>, tensor<2x3xf64>) {
  %e32 = tensor.empty() : tensor<3x2xf64>
  %e23 = tensor.empty() : tensor<2x3xf64>
  %one = arith.constant dense<1.0> : tensor<2xf64>
  %ones = arith.constant dense<1.0> : tensor<3xf64>
  %transposed = linalg.transpose ins(%x : tensor<2x3xf64>) outs(%e32 : tensor<3x2xf64>) permutation = [1, 0]
  %product = linalg.reduce {arith.mulf} ins(%x : tensor<2x3xf64>) outs(%one : tensor<2xf64>) dimensions = [1]
  %row = tensor.extract_slice %x[0, 0] [1, 3] [1, 1] : tensor<2x3xf64> to tensor<3xf64>
  %rows = linalg.broadcast ins(%row : tensor<3xf64>) outs(%e23 : tensor<2x3xf64>) dimensions = [0]
  %sum = linalg.map {arith.addf} ins(%row, %ones : tensor<3xf64>, tensor<3xf64>) outs(%ones : tensor<3xf64>)
  %negated = linalg.negf ins(%x : tensor<2x3xf64>) outs(%e23 : tensor<2x3xf64>) -> tensor<2x3xf64>
  %twice = linalg.elementwise kind=#linalg.elementwise_kind<add> ins(%x, %x : tensor<2x3xf64>, tensor<2x3xf64>)
      outs(%e23 : tensor<2x3xf64>) -> tensor<2x3xf64>
  return %transposed, %product, %rows, %sum, %negated, %twice
      : tensor<3x2xf64>, tensor<2xf64>, tensor<2x3xf64>, tensor<3xf64>, tensor<2x3xf64>, tensor<2x3xf64>
}

// Contractions add to the initial value; half-precision operands are extended.
// RUN: sg-run %s --function=products --device=reference --input='2x2xf16=1 2 3 4' --input='2x3xf16=1 0 2 0 1 1' --input='2x3xf32=100' \
// RUN:   --expected-output='2x3xf32=101 102 104 103 104 110' --expected-output='2x3xf32=101 103 105 102 104 108' --expected-output='5 11'
func.func @products(%a: tensor<?x?xf16>, %b: tensor<?x?xf16>, %c: tensor<?x?xf32>) -> (tensor<?x?xf32>, tensor<?x?xf32>, tensor<2xf16>) {
  %y = linalg.matmul ins(%a, %b : tensor<?x?xf16>, tensor<?x?xf16>) outs(%c : tensor<?x?xf32>) -> tensor<?x?xf32>
  %z = linalg.contract indexing_maps = [affine_map<(m, n, k) -> (k, m)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>]
      ins(%a, %b : tensor<?x?xf16>, tensor<?x?xf16>) outs(%c : tensor<?x?xf32>) -> tensor<?x?xf32>
  %v = arith.constant dense<[1.0, 2.0]> : tensor<2xf16>
  %zero = arith.constant dense<0.0> : tensor<2xf16>
  %square = tensor.cast %a : tensor<?x?xf16> to tensor<2x2xf16>
  %w = linalg.matvec ins(%square, %v : tensor<2x2xf16>, tensor<2xf16>) outs(%zero : tensor<2xf16>) -> tensor<2xf16>
  return %y, %z, %w : tensor<?x?xf32>, tensor<?x?xf32>, tensor<2xf16>
}

// Strides and dilations.
// RUN: sg-run %s --function=windows --device=reference --input='1x7x1xf64=1 2 3 4 5 6 7' --input='2x1x1xf64=1 10' \
// RUN:   --expected-output='1x3x1xf64=31 53 75' --expected-output='1x3x1xf64=3 5 7' --expected-output='1x3x1xf64=4 8 12'
func.func @windows(%x: tensor<1x7x1xf64>, %w: tensor<2x1x1xf64>) -> (tensor<1x3x1xf64>, tensor<1x3x1xf64>, tensor<1x3x1xf64>) {
  %zero = arith.constant dense<0.0> : tensor<1x3x1xf64>
  %window = tensor.empty() : tensor<2xf64>
  %c = linalg.conv_1d_nwc_wcf {strides = dense<2> : tensor<1xi64>, dilations = dense<2> : tensor<1xi64>}
      ins(%x, %w : tensor<1x7x1xf64>, tensor<2x1x1xf64>) outs(%zero : tensor<1x3x1xf64>) -> tensor<1x3x1xf64>
  %m = linalg.pooling_nwc_max {strides = dense<2> : tensor<1xi64>, dilations = dense<2> : tensor<1xi64>}
      ins(%x, %window : tensor<1x7x1xf64>, tensor<2xf64>) outs(%zero : tensor<1x3x1xf64>) -> tensor<1x3x1xf64>
  %s = linalg.pooling_nwc_sum {strides = dense<2> : tensor<1xi64>, dilations = dense<2> : tensor<1xi64>}
      ins(%x, %window : tensor<1x7x1xf64>, tensor<2xf64>) outs(%zero : tensor<1x3x1xf64>) -> tensor<1x3x1xf64>
  return %c, %m, %s : tensor<1x3x1xf64>, tensor<1x3x1xf64>, tensor<1x3x1xf64>
}

// RUN: sg-run %s --function=softmax --device=reference --input='2x2xf64=0 0.6931471805599453 1000 -1000' --expected-output='2x2xf64=0.3333333333333333 0.6666666666666666 1 0' \
// RUN:   --expected-output='2x2xf64=0 1 1 0' --tolerance=1e-15
// RUN: sg-run %s --function=softmax --device=reference --input='2x0xf64=' --expected-output='2x0xf64=' --expected-output='2x0xf64='
func.func @softmax(%x: tensor<2x?xf64>) -> (tensor<2x?xf64>, tensor<2x?xf64>) {
  %c1 = arith.constant 1 : index
  %n = tensor.dim %x, %c1 : tensor<2x?xf64>
  %e = tensor.empty(%n) : tensor<2x?xf64>
  %rows = linalg.softmax dimension(1) ins(%x : tensor<2x?xf64>) outs(%e : tensor<2x?xf64>) -> tensor<2x?xf64>
  %columns = linalg.softmax dimension(0) ins(%x : tensor<2x?xf64>) outs(%e : tensor<2x?xf64>) -> tensor<2x?xf64>
  return %rows, %columns : tensor<2x?xf64>, tensor<2x?xf64>
}

// Tiles in another order, the last one padded.
// RUN: sg-run %s --function=pack --device=reference --input='3x2xf64=1 2 3 4 5 6' --expected-output='2x2x2xf64=1 3 5 0 2 4 6 0' \
// RUN:   --expected-output='[[1 2][3 4][5 6]]'
func.func @pack(%x: tensor<3x2xf64>) -> (tensor<2x2x2xf64>, tensor<3x2xf64>) {
  %zero = arith.constant 0.0 : f64
  %e = tensor.empty() : tensor<2x2x2xf64>
  %p = linalg.pack %x padding_value(%zero : f64) outer_dims_perm = [1, 0] inner_dims_pos = [0] inner_tiles = [2] into %e
      : tensor<3x2xf64> -> tensor<2x2x2xf64>
  %f = tensor.empty() : tensor<3x2xf64>
  %u = linalg.unpack %p outer_dims_perm = [1, 0] inner_dims_pos = [0] inner_tiles = [2] into %f
      : tensor<2x2x2xf64> -> tensor<3x2xf64>
  return %p, %u : tensor<2x2x2xf64>, tensor<3x2xf64>
}
