// RUN: sg-opt %s --sg-widen-vector-accesses | FileCheck %s

// CHECK-LABEL: func.func @rows(
// CHECK-SAME:      %[[M:.*]]: memref<?x8xi1, strided<[16, 1], offset: 1>>, %[[I:.*]]: index, %[[K:.*]]: vector<4xi1>
// CHECK:         %[[B:.*]] = builtin.unrealized_conversion_cast %[[M]] : memref<?x8xi1, strided<[16, 1], offset: 1>> to memref<?x8xi8, strided<[16, 1], offset: 1>>
// CHECK:         %[[R:.*]] = vector.load %[[B]][%[[I]], %[[I]]] : {{.*}}, vector<4xi8>
// CHECK:         %[[V:.*]] = arith.trunci %[[R]] : vector<4xi8> to vector<4xi1>
// CHECK:         %[[W:.*]] = arith.extui %[[V]] : vector<4xi1> to vector<4xi8>
// CHECK:         vector.maskedstore %{{.*}}[%[[I]], %[[I]]], %[[K]], %[[W]] : {{.*}}, vector<4xi1>, vector<4xi8>
func.func @rows(%m: memref<?x8xi1, strided<[16, 1], offset: 1>>, %i: index, %mask: vector<4xi1>) {
  %v = vector.load %m[%i, %i] : memref<?x8xi1, strided<[16, 1], offset: 1>>, vector<4xi1>
  vector.maskedstore %m[%i, %i], %mask, %v : memref<?x8xi1, strided<[16, 1], offset: 1>>, vector<4xi1>, vector<4xi1>
  return
}

// The pass-through values of masked loads are widened; the mask is not.
// CHECK-LABEL: func.func @masked(
// CHECK-SAME:      %{{.*}}: memref<?xi4>, %{{.*}}: index, %[[AT:.*]]: vector<4xi32>, %[[K:.*]]: vector<4xi1>, %[[P:.*]]: vector<4xi4>
// CHECK:         %[[E:.*]] = arith.extui %[[P]] : vector<4xi4> to vector<4xi8>
// CHECK:         vector.gather %{{.*}} [%[[AT]]], %[[K]], %[[E]] : memref<?xi8>, vector<4xi32>, vector<4xi1>, vector<4xi8> into vector<4xi8>
// CHECK:         vector.expandload %{{.*}}, %[[K]], %{{.*}} : memref<?xi8>, vector<4xi1>, vector<4xi8> into vector<4xi8>
// CHECK:         vector.maskedload {{.*}} : memref<?xi8>, vector<4xi1>, vector<4xi8> into vector<4xi8>
// CHECK:         vector.scatter {{.*}} : memref<?xi8>, vector<4xi32>, vector<4xi1>, vector<4xi8>
// CHECK:         vector.compressstore {{.*}} : memref<?xi8>, vector<4xi1>, vector<4xi8>
func.func @masked(%m: memref<?xi4>, %i: index, %at: vector<4xi32>, %mask: vector<4xi1>, %other: vector<4xi4>) {
  %u = vector.gather %m[%i] [%at], %mask, %other : memref<?xi4>, vector<4xi32>, vector<4xi1>, vector<4xi4> into vector<4xi4>
  %v = vector.expandload %m[%i], %mask, %u : memref<?xi4>, vector<4xi1>, vector<4xi4> into vector<4xi4>
  %w = vector.maskedload %m[%i], %mask, %v : memref<?xi4>, vector<4xi1>, vector<4xi4> into vector<4xi4>
  vector.scatter %m[%i] [%at], %mask, %w : memref<?xi4>, vector<4xi32>, vector<4xi1>, vector<4xi4>
  vector.compressstore %m[%i], %mask, %w : memref<?xi4>, vector<4xi1>, vector<4xi4>
  return
}

// A 48-bit integer occupies 8 bytes.
// CHECK-LABEL: func.func @transfers(
// CHECK:         %[[P:.*]] = arith.extui %{{.*}} : i48 to i64
// CHECK:         vector.transfer_read %{{.*}}, %[[P]] : memref<?x?xi64>, vector<2x3xi64>
// CHECK:         vector.transfer_write %{{.*}} : vector<2x3xi64>, memref<?x?xi64>
func.func @transfers(%m: memref<?x?xi48>, %i: index, %p: i48) {
  %v = vector.transfer_read %m[%i, %i], %p : memref<?x?xi48>, vector<2x3xi48>
  vector.transfer_write %v, %m[%i, %i] : vector<2x3xi48>, memref<?x?xi48>
  return
}

// Integers of whole bytes, floats, and vectors in memory stay.
// CHECK-LABEL: func.func @kept(
// CHECK-NOT:     unrealized_conversion_cast
// CHECK:         return
func.func @kept(%a: memref<?xi8>, %b: memref<?xf16>, %c: memref<?xvector<4xi1>>, %i: index) -> (vector<4xi8>, vector<4xf16>, vector<4xi1>) {
  %x = vector.load %a[%i] : memref<?xi8>, vector<4xi8>
  %y = vector.load %b[%i] : memref<?xf16>, vector<4xf16>
  %z = vector.load %c[%i] : memref<?xvector<4xi1>>, vector<4xi1>
  return %x, %y, %z : vector<4xi8>, vector<4xf16>, vector<4xi1>
}
