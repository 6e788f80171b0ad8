// Programs with vectors run on a GPU.
//
// RUN: sg-run %s --function=padded --device=emulated --input='3x4xf32=0 1 2 3 4 5 6 7 8 9 10 11' --input=2 --input=2 --expected-output='4x4xf32=10 -1 -1 -1 11 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1'
// RUN: sg-run %s --function=masked --device=emulated --input='8xf32=0 1 2 3 4 5 6 7' --input=3 --expected-output='8xf32=0 2 4 3 4 5 6 7'
// RUN: sg-run %s --function=gathered --device=emulated --input='8xf32=0 1 2 3 4 5 6 7' --input='4xindex=6 1 6 0' --input=1 --expected-output='4xf32=7 2 7 -1' --expected-output='8xf32=9 7 2 3 4 5 6 7'
// RUN: sg-run %s --function=moved --device=emulated --input='8xf32=0 1 2 3 4 5 6 7' --expected-output='8xf32=0 1 0 1 2 3 6 7'

// Reads columns as rows, past the end of both dimensions.
func.func @padded(%x: tensor<3x4xf32>, %i: index, %j: index) -> tensor<4x4xf32> {
  %c0 = arith.constant 0 : index
  %p = arith.constant -1.0 : f32
  %v = vector.transfer_read %x[%i, %j], %p {permutation_map = affine_map<(i, j) -> (j, i)>} : tensor<3x4xf32>, vector<4x4xf32>
  %e = tensor.empty() : tensor<4x4xf32>
  %y = vector.transfer_write %v, %e[%c0, %c0] : vector<4x4xf32>, tensor<4x4xf32>
  return %y : tensor<4x4xf32>
}

func.func @masked(%x: tensor<8xf32>, %n: index) -> tensor<8xf32> {
  %c0 = arith.constant 0 : index
  %p = arith.constant 0.0 : f32
  %m = vector.create_mask %n : vector<8xi1>
  %v = vector.transfer_read %x[%c0], %p, %m {in_bounds = [true]} : tensor<8xf32>, vector<8xf32>
  %w = arith.addf %v, %v : vector<8xf32>
  %y = vector.transfer_write %w, %x[%c0], %m {in_bounds = [true]} : vector<8xf32>, tensor<8xf32>
  return %y : tensor<8xf32>
}

func.func @gathered(%x: tensor<8xf32>, %at: tensor<4xindex>, %j: index) -> (tensor<4xf32>, tensor<8xf32>) {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %m = vector.constant_mask [3] : vector<4xi1>
  %indices = vector.transfer_read %at[%c0], %c0 {in_bounds = [true]} : tensor<4xindex>, vector<4xindex>
  %pass = arith.constant dense<-1.0> : vector<4xf32>
  %memory = bufferization.to_buffer %x read_only : tensor<8xf32> to memref<8xf32>
  %g = vector.gather %memory[%j] [%indices], %m, %pass : memref<8xf32>, vector<4xindex>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  %e = tensor.empty() : tensor<4xf32>
  %y = vector.transfer_write %g, %e[%c0] {in_bounds = [true]} : vector<4xf32>, tensor<4xf32>
  %copy = memref.alloc() : memref<8xf32>
  memref.copy %memory, %copy : memref<8xf32> to memref<8xf32>
  %two = vector.constant_mask [2] : vector<4xi1>
  %places = arith.constant dense<[1, 0, 7, 7]> : vector<4xindex>
  %nine = arith.constant dense<[7.0, 9.0, 5.0, 5.0]> : vector<4xf32>
  vector.scatter %copy[%c0] [%places], %two, %nine : memref<8xf32>, vector<4xindex>, vector<4xi1>, vector<4xf32>
  %z = bufferization.to_tensor %copy restrict : memref<8xf32> to tensor<8xf32>
  return %y, %z : tensor<4xf32>, tensor<8xf32>
}

// All elements are read before any is written.
func.func @moved(%x: tensor<8xf32>) -> tensor<8xf32> {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %memory = bufferization.to_buffer %x read_only : tensor<8xf32> to memref<8xf32>
  %copy = memref.alloc() : memref<8xf32>
  memref.copy %memory, %copy : memref<8xf32> to memref<8xf32>
  %v = vector.load %copy[%c0] : memref<8xf32>, vector<4xf32>
  vector.store %v, %copy[%c2] : memref<8xf32>, vector<4xf32>
  %z = bufferization.to_tensor %copy restrict : memref<8xf32> to tensor<8xf32>
  return %z : tensor<8xf32>
}
