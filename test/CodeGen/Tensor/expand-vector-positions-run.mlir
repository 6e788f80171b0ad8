// Accesses to parts of vectors at dynamic positions.
//
// RUN: sg-run %s --function=parts --input='2x2x3xf32=0 1 2 3 4 5 6 7 8 9 10 11' --input=1 --input=0 --expected-output='3xf32=6 7 8' --expected-output='2x3xf32=6 7 8 9 10 11' --expected-output=7 --expected-output='2x2x3xf32=0 1 2 3 4 5 0 1 2 9 10 11' --expected-output='2x2x3xf32=0 1 2 3 4 5 6 7 8 9 2 11'
// RUN: sg-run %s --function=parts --input='2x2x3xf32=0 1 2 3 4 5 6 7 8 9 10 11' --input=0 --input=1 --expected-output='3xf32=3 4 5' --expected-output='2x3xf32=0 1 2 3 4 5' --expected-output=4 --expected-output='2x2x3xf32=0 1 2 0 1 2 6 7 8 9 10 11' --expected-output='2x2x3xf32=0 1 2 3 4 2 6 7 8 9 10 11'
// RUN: sg-run %s --function=parts --input='2x2x3xf32=0 1 2 3 4 5 6 7 8 9 10 11' --input=0 --input=1 --expected-output='3xf32=3 4 5' --expected-output='2x3xf32=0 1 2 3 4 5' --expected-output=4 --expected-output='2x2x3xf32=0 1 2 0 1 2 6 7 8 9 10 11' --expected-output='2x2x3xf32=0 1 2 3 4 2 6 7 8 9 10 11' --device=emulated

func.func @parts(%x: tensor<2x2x3xf32>, %i: index, %j: index)
    -> (tensor<3xf32>, tensor<2x3xf32>, f32, tensor<2x2x3xf32>, tensor<2x2x3xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %v = vector.transfer_read %x[%c0, %c0, %c0], %zero : tensor<2x2x3xf32>, vector<2x2x3xf32>
  %row = vector.extract %v[%i, %j] : vector<3xf32> from vector<2x2x3xf32>
  %half = vector.extract %v[%i] : vector<2x3xf32> from vector<2x2x3xf32>
  %element = vector.extract %v[%i, %j, 1] : f32 from vector<2x2x3xf32>
  %first = vector.extract %v[0, 0] : vector<3xf32> from vector<2x2x3xf32>
  %put = vector.insert %first, %v [%i, %j] : vector<3xf32> into vector<2x2x3xf32>
  %two = arith.constant 2.0 : f32
  %k = arith.addi %j, %c1 : index
  %single = vector.insert %two, %v [%i, 1, %k] : f32 into vector<2x2x3xf32>
  %e3 = tensor.empty() : tensor<3xf32>
  %e23 = tensor.empty() : tensor<2x3xf32>
  %e223 = tensor.empty() : tensor<2x2x3xf32>
  %a = vector.transfer_write %row, %e3[%c0] : vector<3xf32>, tensor<3xf32>
  %b = vector.transfer_write %half, %e23[%c0, %c0] : vector<2x3xf32>, tensor<2x3xf32>
  %c = vector.transfer_write %put, %e223[%c0, %c0, %c0] : vector<2x2x3xf32>, tensor<2x2x3xf32>
  %d = vector.transfer_write %single, %e223[%c0, %c0, %c0] : vector<2x2x3xf32>, tensor<2x2x3xf32>
  return %a, %b, %element, %c, %d : tensor<3xf32>, tensor<2x3xf32>, f32, tensor<2x2x3xf32>, tensor<2x2x3xf32>
}
