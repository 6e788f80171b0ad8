// Vectors of booleans are read from tensors and written to them as bytes, not as bits.
//
// RUN: sg-opt %s --sg-replace-faulty-ops | FileCheck %s
// RUN: sg-run %s --function=padded --input='5xi1=1 0 1 1 0' --input=3 --expected-output='5xi1=1 0 0 0 0'
// RUN: sg-run %s --function=moved --input='8xi1=1 0 1 1 0 1 1 0' --input=3 --expected-output='8xi1=0 1 1 1 0 1 1 0'
// RUN: sg-run %s --function=padded --input='5xi1=1 0 1 1 0' --input=3 --expected-output='5xi1=1 0 0 0 0' --device=emulated
// RUN: sg-run %s --function=moved --input='8xi1=1 0 1 1 0 1 1 0' --input=3 --expected-output='8xi1=0 1 1 1 0 1 1 0' --device=emulated
// RUN: sg-run %s --function=padded --input='5xi1=1 0 1 1 0' --input=3 --expected-output='5xi1=1 0 0 0 0' --device=reference
// RUN: sg-run %s --function=moved --input='8xi1=1 0 1 1 0 1 1 0' --input=3 --expected-output='8xi1=0 1 1 1 0 1 1 0' --device=reference

// CHECK-LABEL: func.func @padded(
// CHECK:         vector.transfer_read {{.*}} : tensor<5xi8>, vector<4xi8>
// CHECK:         vector.transfer_write {{.*}} : vector<4xi8>, tensor<5xi8>
func.func @padded(%x: tensor<5xi1>, %n: index) -> tensor<5xi1> {
  %c0 = arith.constant 0 : index
  %f = arith.constant false
  %v = vector.transfer_read %x[%n], %f : tensor<5xi1>, vector<4xi1>
  %y = vector.transfer_write %v, %x[%c0] : vector<4xi1>, tensor<5xi1>
  return %y : tensor<5xi1>
}

// Of unknown size, and with a mask.
func.func @moved(%x: tensor<?xi1>, %n: index) -> tensor<?xi1> {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %f = arith.constant false
  %m = vector.create_mask %n : vector<4xi1>
  %v = vector.transfer_read %x[%c4], %f {in_bounds = [true]} : tensor<?xi1>, vector<4xi1>
  %y = vector.transfer_write %v, %x[%c0], %m {in_bounds = [true]} : vector<4xi1>, tensor<?xi1>
  return %y : tensor<?xi1>
}
