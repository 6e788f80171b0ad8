// Tensors, their elements, and the same elements with other sizes.

// RUN: sg-run %s --function=elements --device=reference --input=1.5 --input=3 --expected-output='1.5 2.5' \
// RUN:   --expected-output='3xf64=1.5' --expected-output=3 --expected-output='1.5 7' --expected-output='2x3xindex=0 1 2 10 11 12' \
// RUN:   --expected-output=2
// RUN: sg-run %s --function=elements --device=reference --input=1 --input=0 --expected-output='1 2.5' \
// RUN:   --expected-output='0xf64=' --expected-output=0 --expected-output='1 7' --expected-output='2x0xindex=' \
// RUN:   --expected-output=2
func.func @elements(%x: f64, %n: index)
    -> (tensor<2xf64>, tensor<?xf64>, index, tensor<2xf64>, tensor<2x?xindex>, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c10 = arith.constant 10 : index
  %two = arith.constant 2.5 : f64
  %seven = arith.constant 7.0 : f64
  %pair = tensor.from_elements %x, %two : tensor<2xf64>
  %many = tensor.splat %x[%n] : tensor<?xf64>
  %size = tensor.dim %many, %c0 : tensor<?xf64>
  %changed = tensor.insert %seven into %pair[%c1] : tensor<2xf64>
  %table = tensor.generate %n {
  ^bb0(%i: index, %j: index):
    %row = arith.muli %i, %c10 : index
    %sum = arith.addi %row, %j : index
    tensor.yield %sum : index
  } : tensor<2x?xindex>
  %rank = tensor.rank %table : tensor<2x?xindex>
  return %pair, %many, %size, %changed, %table, %rank
      : tensor<2xf64>, tensor<?xf64>, index, tensor<2xf64>, tensor<2x?xindex>, index
}

// An insertion creates a new tensor: the old one keeps its elements.
// RUN: sg-run %s --function=values --device=reference --input='1 2 3' --expected-output='1 2 3' \
// RUN:   --expected-output='9 2 3' --expected-output='1 9 3' --expected-output='[[1 2][3 9]]'
func.func @values(%x: tensor<3xf64>) -> (tensor<3xf64>, tensor<3xf64>, tensor<3xf64>, tensor<2x2xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %nine = arith.constant 9.0 : f64
  %a = tensor.insert %nine into %x[%c0] : tensor<3xf64>
  %b = tensor.insert %nine into %x[%c1] : tensor<3xf64>
  %constant = arith.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf64>
  %square = tensor.expand_shape %constant [[0, 1]] output_shape [2, 2] : tensor<4xf64> into tensor<2x2xf64>
  %last = tensor.insert %nine into %square[%c1, %c1] : tensor<2x2xf64>
  %again = arith.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf64>
  return %x, %a, %b, %last : tensor<3xf64>, tensor<3xf64>, tensor<3xf64>, tensor<2x2xf64>
}

// RUN: sg-run %s --function=shapes --device=reference --input='2x3xf32=1 2 3 4 5 6' --input=3 \
// RUN:   --expected-output='6xf32=1 2 3 4 5 6' --expected-output='3x2x1xf32=1 2 3 4 5 6' \
// RUN:   --expected-output='3x2xf32=1 2 3 4 5 6' --expected-output=2
// RUN: sg-run %s --function=shapes --device=reference --input='0x3xf32=' --input=0 \
// RUN:   --expected-output='0xf32=' --expected-output='0x2x1xf32=' --expected-output='0x2xf32=' --expected-output=2
func.func @shapes(%x: tensor<?x3xf32>, %n: index)
    -> (tensor<?xf32>, tensor<?x2x1xf32>, tensor<?x2xf32>, index) {
  %c2 = arith.constant 2 : index
  %flat = tensor.collapse_shape %x [[0, 1]] : tensor<?x3xf32> into tensor<?xf32>
  %deep = tensor.expand_shape %flat [[0, 1, 2]] output_shape [%n, 2, 1] : tensor<?xf32> into tensor<?x2x1xf32>
  %sizes = tensor.from_elements %n, %c2 : tensor<2xindex>
  %other = tensor.reshape %flat(%sizes) : (tensor<?xf32>, tensor<2xindex>) -> tensor<?x2xf32>
  %loose = tensor.cast %x : tensor<?x3xf32> to tensor<*xf32>
  %rank = tensor.rank %loose : tensor<*xf32>
  return %flat, %deep, %other, %rank : tensor<?xf32>, tensor<?x2x1xf32>, tensor<?x2xf32>, index
}

// RUN: sg-run %s --function=rank_0 --device=reference --input='1x1xf64=4' --expected-output=4 --expected-output='1x1x1xf64=4'
func.func @rank_0(%x: tensor<1x1xf64>) -> (tensor<f64>, tensor<1x1x1xf64>) {
  %scalar = tensor.collapse_shape %x [] : tensor<1x1xf64> into tensor<f64>
  %back = tensor.expand_shape %scalar [] output_shape [1, 1, 1] : tensor<f64> into tensor<1x1x1xf64>
  return %scalar, %back : tensor<f64>, tensor<1x1x1xf64>
}

// RUN: sg-run %s --function=concat --device=reference --input='[[1][2]]' --input='2x2xf64=3 4 5 6' \
// RUN:   --expected-output='2x4xf64=1 3 4 1 2 5 6 2' --expected-output='3xf64=1 2 7'
// RUN: sg-run %s --function=concat --device=reference --input='[[1][2]]' --input='2x0xf64=' \
// RUN:   --expected-output='2x2xf64=1 1 2 2' --expected-output='3xf64=1 2 7'
func.func @concat(%x: tensor<2x1xf64>, %y: tensor<2x?xf64>) -> (tensor<2x?xf64>, tensor<3xf64>) {
  %row = tensor.concat dim(1) %x, %y, %x : (tensor<2x1xf64>, tensor<2x?xf64>, tensor<2x1xf64>) -> tensor<2x?xf64>
  %flat = tensor.collapse_shape %x [[0, 1]] : tensor<2x1xf64> into tensor<2xf64>
  %seven = arith.constant dense<7.0> : tensor<1xf64>
  %column = tensor.concat dim(0) %flat, %seven : (tensor<2xf64>, tensor<1xf64>) -> tensor<3xf64>
  return %row, %column : tensor<2x?xf64>, tensor<3xf64>
}

// The padding value may be computed from the index.
// RUN: sg-run %s --function=pad --device=reference --input='2xf64=5 6' --input=1 --input=2 --expected-output='5xf64=0 5 6 3 4'
// RUN: sg-run %s --function=pad --device=reference --input='0xf64=' --input=0 --input=3 --expected-output='3xf64=0 1 2'
// RUN: sg-run %s --function=pad --device=reference --input='1xf64=5' --input=0 --input=0 --expected-output='1xf64=5'
func.func @pad(%x: tensor<?xf64>, %low: index, %high: index) -> tensor<?xf64> {
  %y = tensor.pad %x low[%low] high[%high] {
  ^bb0(%i: index):
    %wide = arith.index_cast %i : index to i64
    %number = arith.sitofp %wide : i64 to f64
    tensor.yield %number : f64
  } : tensor<?xf64> to tensor<?xf64>
  return %y : tensor<?xf64>
}

// Constants: splats, hexadecimal data, resources, integers, booleans.
// RUN: sg-run %s --function=constants --device=reference --expected-output=2x2xf32=0.5 --expected-output='1 -2' \
// RUN:   --expected-output='3 4' --expected-output='1 0 1' --expected-output='nan inf' --expected-output='0xf64='
func.func @constants() -> (tensor<2x2xf32>, tensor<2xi32>, tensor<2xf32>, tensor<3xi1>, tensor<2xf16>, tensor<0xf64>) {
  %a = arith.constant dense<0.5> : tensor<2x2xf32>
  %b = arith.constant dense<"0x01000000FEFFFFFF"> : tensor<2xi32>
  %c = arith.constant dense_resource<numbers> : tensor<2xf32>
  %d = arith.constant dense<[true, false, true]> : tensor<3xi1>
  %e = arith.constant dense<[0x7E00, 0x7C00]> : tensor<2xf16>
  %f = arith.constant dense<> : tensor<0xf64>
  return %a, %b, %c, %d, %e, %f : tensor<2x2xf32>, tensor<2xi32>, tensor<2xf32>, tensor<3xi1>, tensor<2xf16>, tensor<0xf64>
}

{-#
  dialect_resources: {
    builtin: {
      numbers: "0x040000000000404000008040"
    }
  }
#-}
