// Views are folded into accesses, but reshapes are not folded into vector
// transfers that span or leave a row.
//
// RUN: sg-opt %s --sg-fold-memref-alias-ops | FileCheck %s

// CHECK-LABEL: func @row(
// CHECK-NOT:     memref.subview
// CHECK:         memref.load %{{.*}}[%{{.*}}, %{{.*}}] : memref<8x4xf32>
func.func @row(%x: memref<8x4xf32>, %i: index, %j: index) -> f32 {
  %row = memref.subview %x[%i, 0] [1, 4] [1, 1] : memref<8x4xf32> to memref<4xf32, strided<[1], offset: ?>>
  %y = memref.load %row[%j] : memref<4xf32, strided<[1], offset: ?>>
  return %y : f32
}

// CHECK-LABEL: func @rows(
// CHECK:         %[[X:.*]] = memref.expand_shape
// CHECK:         vector.transfer_read %[[X]]
// CHECK:         vector.transfer_read %[[X]]
// CHECK:         vector.transfer_write %{{.*}}, %[[X]]
func.func @rows(%m: memref<4x6xf32>, %i: index) -> (vector<2x3xf32>, vector<8xf32>) {
  %c0 = arith.constant 0 : index
  %p = arith.constant 9.0 : f32
  %x = memref.expand_shape %m [[0], [1, 2]] output_shape [4, 2, 3] : memref<4x6xf32> into memref<4x2x3xf32>
  %v = vector.transfer_read %x[%i, %c0, %c0], %p {in_bounds = [true, true]} : memref<4x2x3xf32>, vector<2x3xf32>
  %w = vector.transfer_read %x[%i, %c0, %c0], %p : memref<4x2x3xf32>, vector<8xf32>
  vector.transfer_write %v, %x[%i, %c0, %c0] {in_bounds = [true, true]} : vector<2x3xf32>, memref<4x2x3xf32>
  return %v, %w : vector<2x3xf32>, vector<8xf32>
}

// CHECK-LABEL: func @in_row(
// CHECK-NOT:     memref.expand_shape
// CHECK:         vector.transfer_read %{{.*}} : memref<4x6xf32>, vector<3xf32>
func.func @in_row(%m: memref<4x6xf32>, %i: index) -> vector<3xf32> {
  %c0 = arith.constant 0 : index
  %p = arith.constant 9.0 : f32
  %x = memref.expand_shape %m [[0], [1, 2]] output_shape [4, 2, 3] : memref<4x6xf32> into memref<4x2x3xf32>
  %v = vector.transfer_read %x[%i, %c0, %c0], %p {in_bounds = [true]} : memref<4x2x3xf32>, vector<3xf32>
  return %v : vector<3xf32>
}
