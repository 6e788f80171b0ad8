// Slices of tensors: with strides, dropped dimensions, sizes of 0 and 1, and
// gathers by index tensors.

// RUN: sg-run %s --function=parts --device=reference --input='3x4xf64=0 1 2 3 10 11 12 13 20 21 22 23' --input=1 --input=2 \
// RUN:   --expected-output='2x2xf64=11 12 21 22' --expected-output='0 2' --expected-output='2xf64=20 23' --expected-output=12
// RUN: sg-run %s --function=parts --device=reference --input='3x4xf64=0 1 2 3 10 11 12 13 20 21 22 23' --input=0 --input=1 \
// RUN:   --expected-output='1x1xf64=1' --expected-output='0 2' --expected-output='1xf64=20' --expected-output=1
// RUN: sg-run %s --function=parts --device=reference --input='3x4xf64=0 1 2 3 10 11 12 13 20 21 22 23' --input=0 --input=0 \
// RUN:   --expected-output='0x0xf64=' --expected-output='0 2' --expected-output='0xf64=' --expected-output=1
func.func @parts(%x: tensor<3x4xf64>, %i: index, %n: index)
    -> (tensor<?x?xf64>, tensor<2xf64>, tensor<?xf64>, tensor<f64>) {
  %a = tensor.extract_slice %x[%i, 1] [%n, %n] [1, 1] : tensor<3x4xf64> to tensor<?x?xf64>
  %b = tensor.extract_slice %x[0, 0] [1, 2] [1, 2] : tensor<3x4xf64> to tensor<2xf64>
  %c = tensor.extract_slice %x[2, 0] [1, %n] [1, 3] : tensor<3x4xf64> to tensor<?xf64>
  %j = affine.apply affine_map<(d0) -> (d0 + 1)>(%i)
  %d = tensor.extract_slice %x[%i, %j] [1, 1] [1, 1] : tensor<3x4xf64> to tensor<f64>
  return %a, %b, %c, %d : tensor<?x?xf64>, tensor<2xf64>, tensor<?xf64>, tensor<f64>
}

// Unit dimensions missing in the type are dropped: on the left, on the right
// and in between, also if another size is 1 by chance.
// RUN: sg-run %s --function=dropped --device=reference --input='1x2x3x1xf32=1 2 3 4 5 6' --input=1 --input=2 \
// RUN:   --expected-output='2x2xf32=1 2 4 5' --expected-output='2x1xf32=1 2' --expected-output='1x2xf32=1 2'
// RUN: sg-run %s --function=dropped --device=reference --input='1x2x3x1xf32=1 2 3 4 5 6' --input=0 --input=1 \
// RUN:   --expected-output='2x1xf32=1 4' --expected-output='1x1xf32=1' --expected-output='1x1xf32=1'
func.func @dropped(%x: tensor<1x2x3x1xf32>, %i: index, %n: index) -> (tensor<2x?xf32>, tensor<?x1xf32>, tensor<1x?xf32>) {
  %a = tensor.extract_slice %x[0, 0, 0, 0] [1, 2, %n, 1] [1, 1, 1, 1] : tensor<1x2x3x1xf32> to tensor<2x?xf32>
  %b = tensor.extract_slice %x[0, 0, 0, 0] [1, 1, %n, 1] [1, 1, 1, 1] : tensor<1x2x3x1xf32> to tensor<?x1xf32>
  %c = tensor.extract_slice %x[0, 0, 0, 0] [1, 1, %n, 1] [1, 1, 1, 1] : tensor<1x2x3x1xf32> to tensor<1x?xf32>
  return %a, %b, %c : tensor<2x?xf32>, tensor<?x1xf32>, tensor<1x?xf32>
}

// RUN: sg-run %s --function=insertions --device=reference --input='2xf64=7 8' --input='3x4xf64=0' --input=1 \
// RUN:   --expected-output='[[0 0 0 0][0 7 0 8][0 0 0 0]]' --expected-output='[[0 0 0 0][0 7 0 0][0 8 0 0]]' \
// RUN:   --expected-output='3x4xf64=0'
func.func @insertions(%x: tensor<2xf64>, %y: tensor<3x4xf64>, %i: index) -> (tensor<3x4xf64>, tensor<3x4xf64>, tensor<3x4xf64>) {
  %a = tensor.insert_slice %x into %y[%i, 1] [1, 2] [1, 2] : tensor<2xf64> into tensor<3x4xf64>
  %b = tensor.insert_slice %x into %y[%i, 1] [2, 1] [1, 1] : tensor<2xf64> into tensor<3x4xf64>
  %none = tensor.empty() : tensor<0x4xf64>
  %c = tensor.insert_slice %none into %y[2, 0] [0, 4] [1, 1] : tensor<0x4xf64> into tensor<3x4xf64>
  return %a, %b, %c : tensor<3x4xf64>, tensor<3x4xf64>, tensor<3x4xf64>
}

// Each iteration of a loop starts from the tensor defined outside.
// RUN: sg-run %s --function=from_outside --device=reference --input='1 2 3' --expected-output='2 4 6'
func.func @from_outside(%x: tensor<3xf64>) -> tensor<3xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %zero = arith.constant dense<0.0> : tensor<1xf64>
  %start = arith.constant dense<0.0> : tensor<3xf64>
  %r = scf.for %i = %c0 to %c3 step %c1 iter_args(%sum = %start) -> tensor<3xf64> {
    %without = tensor.insert_slice %zero into %x[%i] [1] [1] : tensor<1xf64> into tensor<3xf64>
    %next = arith.addf %without, %sum : tensor<3xf64>
    scf.yield %next : tensor<3xf64>
  }
  return %r : tensor<3xf64>
}

// RUN: sg-run %s --function=gather --device=reference --input='3x4xf64=0 1 2 3 10 11 12 13 20 21 22 23' --input='2x1xi32=2 0' \
// RUN:   --expected-output='[[20 21 22 23][0 1 2 3]]' --expected-output='2x1x4xf64=20 21 22 23 0 1 2 3' --expected-output='22 11'
func.func @gather(%x: tensor<3x4xf64>, %rows: tensor<2x1xi32>) -> (tensor<2x4xf64>, tensor<2x1x4xf64>, tensor<2xf64>) {
  %a = tensor.gather %x[%rows] gather_dims([0]) : (tensor<3x4xf64>, tensor<2x1xi32>) -> tensor<2x4xf64>
  %b = tensor.gather %x[%rows] gather_dims([0]) : (tensor<3x4xf64>, tensor<2x1xi32>) -> tensor<2x1x4xf64>
  %places = arith.constant dense<[[2, 2], [1, 1]]> : tensor<2x2xindex>
  %c = tensor.gather %x[%places] gather_dims([0, 1]) : (tensor<3x4xf64>, tensor<2x2xindex>) -> tensor<2xf64>
  return %a, %b, %c : tensor<2x4xf64>, tensor<2x1x4xf64>, tensor<2xf64>
}

// RUN: sg-run %s --function=scatter --device=reference --input='2x3xf64=1 2 3 4 5 6' --input='2x1xindex=2 0' \
// RUN:   --expected-output='[[4 5 6][0 0 0][1 2 3]]'
func.func @scatter(%x: tensor<2x3xf64>, %rows: tensor<2x1xindex>) -> tensor<3x3xf64> {
  %zero = arith.constant dense<0.0> : tensor<3x3xf64>
  %y = tensor.scatter %x into %zero[%rows] scatter_dims([0]) unique
      : (tensor<2x3xf64>, tensor<3x3xf64>, tensor<2x1xindex>) -> tensor<3x3xf64>
  return %y : tensor<3x3xf64>
}
