// Memory: views access the same elements through different layouts.

// RUN: sg-run %s --function=views --device=reference --input='3x4xf64=0 1 2 3 10 11 12 13 20 21 22 23' --input=1 \
// RUN:   --expected-output='2x2xf64=5 21 7 23' --expected-output='2xf64=2 5' --expected-output='4x3xf64=0 10 20 5 11 21 2 12 22 7 13 23' \
// RUN:   --expected-output='2x2x3xf64=0 5 2 7 10 11 12 13 20 21 22 23' --expected-output='12xf64=0 5 2 7 10 11 12 13 20 21 22 23' \
// RUN:   --expected-output='3 4'
func.func @views(%x: tensor<3x4xf64>, %i: index)
    -> (tensor<2x2xf64>, tensor<2xf64>, tensor<4x3xf64>, tensor<2x2x3xf64>, tensor<12xf64>, tensor<2xindex>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %five = arith.constant 5.0 : f64
  %seven = arith.constant 7.0 : f64
  %m = memref.alloc() : memref<3x4xf64>
  bufferization.materialize_in_destination %x in writable %m : (tensor<3x4xf64>, memref<3x4xf64>) -> ()
  %column = memref.subview %m[0, %i] [3, 1] [1, 1] : memref<3x4xf64> to memref<3xf64, strided<[4], offset: ?>>
  memref.store %five, %column[%c0] : memref<3xf64, strided<[4], offset: ?>>
  memref.store %seven, %m[%c0, %c3] : memref<3x4xf64>
  %corners = memref.subview %m[0, 1] [2, 2] [2, 2] : memref<3x4xf64> to memref<2x2xf64, strided<[8, 2], offset: 1>>
  %turned = memref.transpose %corners (i, j) -> (j, i) : memref<2x2xf64, strided<[8, 2], offset: 1>> to memref<2x2xf64, strided<[2, 8], offset: 1>>
  %a = bufferization.to_tensor %turned restrict : memref<2x2xf64, strided<[2, 8], offset: 1>> to tensor<2x2xf64>
  %part = memref.subview %corners[0, 0] [1, 2] [1, 1] : memref<2x2xf64, strided<[8, 2], offset: 1>> to memref<2xf64, strided<[2], offset: 1>>
  %back = memref.reinterpret_cast %part to offset: [2], sizes: [2], strides: [-1] : memref<2xf64, strided<[2], offset: 1>> to memref<2xf64, strided<[-1], offset: 2>>
  %b = bufferization.to_tensor %back restrict : memref<2xf64, strided<[-1], offset: 2>> to tensor<2xf64>
  %whole = memref.transpose %m (i, j) -> (j, i) : memref<3x4xf64> to memref<4x3xf64, strided<[1, 4]>>
  %c = bufferization.to_tensor %whole restrict : memref<4x3xf64, strided<[1, 4]>> to tensor<4x3xf64>
  %flat = memref.collapse_shape %m [[0, 1]] : memref<3x4xf64> into memref<12xf64>
  %cube = memref.expand_shape %flat [[0, 1, 2]] output_shape [2, 2, 3] : memref<12xf64> into memref<2x2x3xf64>
  %d = bufferization.to_tensor %cube restrict : memref<2x2x3xf64> to tensor<2x2x3xf64>
  %e = bufferization.to_tensor %flat restrict : memref<12xf64> to tensor<12xf64>
  %rows = memref.dim %m, %c0 : memref<3x4xf64>
  %base, %offset, %sizes:2, %strides:2 = memref.extract_strided_metadata %m : memref<3x4xf64> -> memref<f64>, index, index, index, index, index
  %f = tensor.from_elements %rows, %strides#0 : tensor<2xindex>
  memref.dealloc %m : memref<3x4xf64>
  return %a, %b, %c, %d, %e, %f : tensor<2x2xf64>, tensor<2xf64>, tensor<4x3xf64>, tensor<2x2x3xf64>, tensor<12xf64>, tensor<2xindex>
}

// If operands alias, an op on memory reads elements that it wrote: here each
// element is the sum of the elements before it.
// RUN: sg-run %s --function=running --device=reference --input='5xf32=1 2 3 4 5' --expected-output='5xf32=1 3 6 10 15'
// RUN: sg-run %s --device=reference --function=constants --input=1 --expected-output=3 --expected-output=7
// RUN: sg-run %s --function=running --device=reference --input='1xf32=1' --expected-output='1xf32=1'
func.func @running(%x: tensor<?xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = tensor.dim %x, %c0 : tensor<?xf32>
  %m = memref.alloc(%n) : memref<?xf32>
  bufferization.materialize_in_destination %x in writable %m : (tensor<?xf32>, memref<?xf32>) -> ()
  %k = arith.subi %n, %c1 : index
  %in = memref.subview %m[0] [%k] [1] : memref<?xf32> to memref<?xf32, strided<[1]>>
  %out = memref.subview %m[1] [%k] [1] : memref<?xf32> to memref<?xf32, strided<[1], offset: 1>>
  linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      ins(%in : memref<?xf32, strided<[1]>>) outs(%out : memref<?xf32, strided<[1], offset: 1>>) {
  ^bb0(%a: f32, %b: f32):
    %c = arith.addf %a, %b : f32
    linalg.yield %c : f32
  }
  %y = bufferization.to_tensor %m restrict : memref<?xf32> to tensor<?xf32>
  return %y : tensor<?xf32>
}

// Vectors, with masks, and copies.
// RUN: sg-run %s --function=vectors --device=reference --input='2x4xf32=1 2 3 4 5 6 7 8' \
// RUN:   --expected-output='4xf32=6 7 8 -1' --expected-output='2x4xf32=1 1 2 3 1 6 7 8' --expected-output='2xf32=1 3'
func.func @vectors(%x: memref<2x4xf32>) -> (vector<4xf32>, tensor<2x4xf32>, vector<2xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %minus = arith.constant -1.0 : f32
  %v = vector.transfer_read %x[%c1, %c1], %minus : memref<2x4xf32>, vector<4xf32>
  %m = memref.alloca() : memref<2x4xf32>
  memref.copy %x, %m : memref<2x4xf32> to memref<2x4xf32>
  %w = vector.load %x[%c0, %c0] : memref<2x4xf32>, vector<3xf32>
  vector.store %w, %m[%c0, %c1] : memref<2x4xf32>, vector<3xf32>
  %mask = vector.constant_mask [1] : vector<2xi1>
  %part = vector.extract_strided_slice %w {offsets = [0], sizes = [2], strides = [1]} : vector<3xf32> to vector<2xf32>
  vector.maskedstore %m[%c1, %c0], %mask, %part : memref<2x4xf32>, vector<2xi1>, vector<2xf32>
  %pass = vector.extract_strided_slice %w {offsets = [1], sizes = [2], strides = [1]} : vector<3xf32> to vector<2xf32>
  %z = vector.maskedload %m[%c0, %c1], %mask, %pass : memref<2x4xf32>, vector<2xi1>, vector<2xf32> into vector<2xf32>
  %y = bufferization.to_tensor %m restrict : memref<2x4xf32> to tensor<2x4xf32>
  return %v, %y, %z : vector<4xf32>, tensor<2x4xf32>, vector<2xf32>
}

// Ownership: memory is freed if its condition holds, unless it is retained.
// RUN: sg-run %s --function=owned --device=reference --input=true --expected-output=3 --expected-output=true
// RUN: sg-run %s --function=owned --device=reference --input=false --expected-output=3 --expected-output=false
func.func @owned(%c: i1) -> (f32, i1) {
  %yes = arith.constant true
  %three = arith.constant 3.0 : f32
  %m = memref.alloc() : memref<f32>
  %other = memref.alloc() : memref<f32>
  memref.store %three, %m[] : memref<f32>
  %kept = bufferization.dealloc (%m, %other : memref<f32>, memref<f32>) if (%c, %yes) retain (%m : memref<f32>)
  %copy = bufferization.clone %m : memref<f32> to memref<f32>
  %picked = arith.select %c, %m, %copy : memref<f32>
  %y = memref.load %picked[] : memref<f32>
  return %y, %kept : f32, i1
}

// Dimensions of size 1 are dropped, also with dynamic strides.
// RUN: sg-run %s --function=dropped --device=reference --input='2x3x1xf64=1 2 3 4 5 6' --input=1 --expected-output='3xf64=4 5 6' --expected-output='1x2xf64=2 5'
func.func @dropped(%x: memref<2x3x1xf64>, %i: index) -> (tensor<3xf64>, tensor<1x2xf64>) {
  %c = memref.cast %x : memref<2x3x1xf64> to memref<2x3x1xf64, strided<[?, ?, ?], offset: ?>>
  %row = memref.subview %c[%i, 0, 0] [1, 3, 1] [1, 1, 1] : memref<2x3x1xf64, strided<[?, ?, ?], offset: ?>> to memref<3xf64, strided<[?], offset: ?>>
  %y = bufferization.to_tensor %row restrict : memref<3xf64, strided<[?], offset: ?>> to tensor<3xf64>
  %turned = memref.transpose %c (i, j, k) -> (j, i, k) : memref<2x3x1xf64, strided<[?, ?, ?], offset: ?>> to memref<3x2x1xf64, strided<[?, ?, ?], offset: ?>>
  %column = memref.subview %turned[%i, 0, 0] [1, 2, 1] [1, 1, 1] : memref<3x2x1xf64, strided<[?, ?, ?], offset: ?>> to memref<1x2xf64, strided<[?, ?], offset: ?>>
  %z = bufferization.to_tensor %column restrict : memref<1x2xf64, strided<[?, ?], offset: ?>> to tensor<1x2xf64>
  return %y, %z : tensor<3xf64>, tensor<1x2xf64>
}

memref.global "private" constant @numbers : memref<2x2xf64> = dense<[[1.0, 2.0], [3.0, 4.0]]>
memref.global "private" constant @seven : memref<f64> = dense<7.0>

// Memory of constants.
func.func @constants(%i: index) -> (f64, f64) {
  %c0 = arith.constant 0 : index
  %numbers = memref.get_global @numbers : memref<2x2xf64>
  %x = memref.load %numbers[%i, %c0] : memref<2x2xf64>
  %seven = memref.get_global @seven : memref<f64>
  %y = memref.load %seven[] : memref<f64>
  return %x, %y : f64, f64
}

// A tensor in memory: writes to the memory do not change the tensor.
// RUN: sg-run %s --device=reference --function=in_memory --input='2xf32=1 2' --expected-output='2xf32=1 2' --expected-output=7
func.func @in_memory(%x: tensor<?xf32>) -> (tensor<?xf32>, f32) {
  %c0 = arith.constant 0 : index
  %seven = arith.constant 7.0 : f32
  %m = bufferization.to_buffer %x : tensor<?xf32> to memref<?xf32>
  memref.store %seven, %m[%c0] : memref<?xf32>
  %y = memref.load %m[%c0] : memref<?xf32>
  return %x, %y : tensor<?xf32>, f32
}
