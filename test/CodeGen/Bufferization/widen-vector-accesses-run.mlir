// Vectors of booleans, and of other integers that are not a multiple of 8 bits
// wide, are read and written as bytes.
//
// RUN: sg-run %s --function=padded --input='5xi1=1 0 1 1 0' --input=3 --expected-output='5xi1=1 0 0 0 0'
// RUN: sg-run %s --function=moved --input='8xi1=1 0 1 1 0 1 1 0' --input=3 --expected-output='8xi1=0 1 1 1 0 1 1 0'
// RUN: sg-run %s --function=padded --input='5xi1=1 0 1 1 0' --input=3 --expected-output='5xi1=1 0 0 0 0' --device=emulated
// RUN: sg-run %s --function=moved --input='8xi1=1 0 1 1 0 1 1 0' --input=3 --expected-output='8xi1=0 1 1 1 0 1 1 0' --device=emulated
// RUN: sg-run %s --function=padded --input='5xi1=1 0 1 1 0' --input=3 --expected-output='5xi1=1 0 0 0 0' --device=reference
// RUN: sg-run %s --function=moved --input='8xi1=1 0 1 1 0 1 1 0' --input=3 --expected-output='8xi1=0 1 1 1 0 1 1 0' --device=reference
// RUN: sg-run %s --function=nibbles --input='8xi32=1 -2 3 -4 5 -6 7 -8' --input='4xi32=7 0 1 3' --expected-output='4xi32=-8 1 7 -4' --expected-output='8xi32=1 -2 3 -4 7 7 7 7'
// RUN: sg-run %s --function=nibbles --input='8xi32=1 -2 3 -4 5 -6 7 -8' --input='4xi32=7 0 1 3' --expected-output='4xi32=-8 1 7 -4' --expected-output='8xi32=1 -2 3 -4 7 7 7 7' --device=emulated

func.func @padded(%x: tensor<5xi1>, %n: index) -> tensor<5xi1> {
  %c0 = arith.constant 0 : index
  %f = arith.constant false
  %v = vector.transfer_read %x[%n], %f : tensor<5xi1>, vector<4xi1>
  %y = vector.transfer_write %v, %x[%c0] : vector<4xi1>, tensor<5xi1>
  return %y : tensor<5xi1>
}

// With dynamic sizes and a mask.
func.func @moved(%x: tensor<?xi1>, %n: index) -> tensor<?xi1> {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %f = arith.constant false
  %m = vector.create_mask %n : vector<4xi1>
  %v = vector.transfer_read %x[%c4], %f {in_bounds = [true]} : tensor<?xi1>, vector<4xi1>
  %y = vector.transfer_write %v, %x[%c0], %m {in_bounds = [true]} : vector<4xi1>, tensor<?xi1>
  return %y : tensor<?xi1>
}

// Four-bit integers in allocated memory: loaded, gathered and stored.
func.func @nibbles(%x: tensor<8xi32>, %at: tensor<4xi32>) -> (tensor<4xi32>, tensor<8xi32>) {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %p = arith.constant 0 : i32
  %m = memref.alloc() : memref<8xi4>
  %all = vector.transfer_read %x[%c0], %p {in_bounds = [true]} : tensor<8xi32>, vector<8xi32>
  %short = arith.trunci %all : vector<8xi32> to vector<8xi4>
  vector.store %short, %m[%c0] : memref<8xi4>, vector<8xi4>
  %i = vector.transfer_read %at[%c0], %p {in_bounds = [true]} : tensor<4xi32>, vector<4xi32>
  %mask = arith.constant dense<[true, true, false, true]> : vector<4xi1>
  %other = arith.constant dense<7> : vector<4xi4>
  %g = vector.gather %m[%c0] [%i], %mask, %other : memref<8xi4>, vector<4xi32>, vector<4xi1>, vector<4xi4> into vector<4xi4>
  vector.maskedstore %m[%c4], %mask, %other : memref<8xi4>, vector<4xi1>, vector<4xi4>
  %after = vector.load %m[%c0] : memref<8xi4>, vector<8xi4>
  %g32 = arith.extsi %g : vector<4xi4> to vector<4xi32>
  %a32 = arith.extsi %after : vector<8xi4> to vector<8xi32>
  %e = tensor.empty() : tensor<4xi32>
  %y = vector.transfer_write %g32, %e[%c0] {in_bounds = [true]} : vector<4xi32>, tensor<4xi32>
  %z = vector.transfer_write %a32, %x[%c0] {in_bounds = [true]} : vector<8xi32>, tensor<8xi32>
  return %y, %z : tensor<4xi32>, tensor<8xi32>
}
