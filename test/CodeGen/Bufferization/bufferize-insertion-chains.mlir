// Long chains of insertions write to a new buffer. Short chains, and chains
// that could overwrite an argument, stay.
//
// RUN: sg-opt %s --sg-bufferize-insertion-chains=least-length=2 | FileCheck %s
// RUN: sg-opt %s --sg-bufferize-insertion-chains | FileCheck %s --check-prefix=SHORT
// RUN: sg-run %s --function=overlapping --input='3xf32=1 2 3' --input=4 --input=2 --expected-output='4xf32=1 3 4 3'
// RUN: %python %S/Inputs/insertions.py > %t.mlir
// RUN: sg-run %t.mlir --function=slices --input=4xf32=0.5 --verify-against-reference=quiet
// RUN: sg-run %t.mlir --function=slices --input=4xf32=0.5 --verify-against-reference=quiet --device=emulated
// RUN: sg-run %t.mlir --function=elements --input=2 --input=128xf32=1 --verify-against-reference=quiet
// RUN: sg-run %t.mlir --function=overlapping_slices --input='4xf32=0.1 -0.2 0.3 0.4' --verify-against-reference=quiet
// RUN: sg-run %t.mlir --function=overlapping_slices --input='4xf32=0.1 -0.2 0.3 0.4' --verify-against-reference=quiet --device=emulated

// Rows that a loop reads between insertions, of several types and sizes.
// RUN: %python %S/Inputs/insertions_in_loops.py f64 > %t.f64.mlir
// RUN: sg-run %t.f64.mlir --function=f --input=3xf64=0.5 --input=70 --threads=2 --verify-against-reference=quiet
// RUN: sg-opt %t.f64.mlir --sg-bufferize-insertion-chains | FileCheck %s --check-prefix=LOOPS
// LOOPS-COUNT-69: memref.copy
// LOOPS-NOT:      tensor.insert_slice
// RUN: %python %S/Inputs/insertions_in_loops.py bf16 > %t.bf16.mlir
// RUN: sg-run %t.bf16.mlir --function=f --input=1xbf16=0.5 --input=70 --verify-against-reference=quiet
// RUN: %python %S/Inputs/insertions_in_loops.py f32 > %t.f32.mlir
// RUN: sg-run %t.f32.mlir --function=f --input=0xf32= --input=70 --expected-output=70x0xf32=

// SHORT-LABEL: func @overlapping(
// SHORT-NOT:     memref
// SHORT:         return

// CHECK-LABEL: func @overlapping(
// CHECK-SAME:    %[[X:[a-z0-9]*]]: tensor<3xf32>, %[[N:[a-z0-9]*]]: index, %[[I:[a-z0-9]*]]: index
// CHECK:         %[[M:.*]] = memref.alloc(%[[N]]) : memref<?xf32>
// CHECK:         %[[A:.*]] = memref.subview %[[M]][0] [3] [1]
// CHECK:         bufferization.materialize_in_destination %[[X]] in writable %[[A]]
// CHECK:         %[[B:.*]] = memref.subview %[[M]][1] [3] [1]
// CHECK:         bufferization.materialize_in_destination %{{.*}} in writable %[[B]]
// CHECK:         memref.store %{{.*}}, %[[M]][%[[I]]]
// CHECK:         %[[R:.*]] = bufferization.to_tensor %[[M]] restrict writable
// CHECK:         return %[[R]]
func.func @overlapping(%x: tensor<3xf32>, %n: index, %i: index) -> tensor<?xf32> {
  %four = arith.constant 4.0 : f32
  %e = tensor.empty(%n) : tensor<?xf32>
  %a = tensor.insert_slice %x into %e[0] [3] [1] : tensor<3xf32> into tensor<?xf32>
  %one = arith.constant dense<[0.0, 1.0, 0.0]> : tensor<3xf32>
  %y = arith.addf %x, %one : tensor<3xf32>
  %z = tensor.extract_slice %y[1] [2] [1] : tensor<3xf32> to tensor<2xf32>
  %w = tensor.concat dim(0) %z, %z : (tensor<2xf32>, tensor<2xf32>) -> tensor<4xf32>
  %v = tensor.extract_slice %w[0] [3] [1] : tensor<4xf32> to tensor<3xf32>
  %b = tensor.insert_slice %v into %a[1] [3] [1] : tensor<3xf32> into tensor<?xf32>
  %c = tensor.insert %four into %b[%i] : tensor<?xf32>
  return %c : tensor<?xf32>
}

// A read before the next insertion reads from memory; a slice is copied.
// CHECK-LABEL: func @read(
// CHECK-SAME:    %[[X:[a-z0-9]*]]: f32, %[[N:[a-z0-9]*]]: index, %[[I:[a-z0-9]*]]: index
// CHECK:         %[[M:.*]] = memref.alloc(%[[N]]) : memref<?xf32>
// CHECK:         memref.store %[[X]], %[[M]][%[[I]]]
// CHECK:         %[[SIZE:.*]] = memref.dim %[[M]]
// CHECK:         %[[Y:.*]] = memref.load %[[M]][%[[I]]]
// CHECK:         %[[PART:.*]] = memref.subview %[[M]][%[[I]]] [%[[SIZE]]] [1]
// CHECK:         %[[D:.*]] = memref.dim %[[PART]]
// CHECK:         %[[COPY:.*]] = memref.alloc(%[[D]])
// CHECK:         memref.copy %[[PART]], %[[COPY]]
// CHECK:         %[[SLICE:.*]] = bufferization.to_tensor %[[COPY]] restrict writable
// CHECK:         memref.store %[[Y]], %[[M]][%[[I]]]
// CHECK:         %[[R:.*]] = bufferization.to_tensor %[[M]] restrict writable
// CHECK:         return %[[R]], %[[SLICE]]
func.func @read(%x: f32, %n: index, %i: index) -> (tensor<?xf32>, tensor<?xf32>) {
  %c0 = arith.constant 0 : index
  %e = tensor.empty(%n) : tensor<?xf32>
  %a = tensor.insert %x into %e[%i] : tensor<?xf32>
  %d = tensor.dim %a, %c0 : tensor<?xf32>
  %y = tensor.extract %a[%i] : tensor<?xf32>
  %s = tensor.extract_slice %a[%i] [%d] [1] : tensor<?xf32> to tensor<?xf32>
  %b = tensor.insert %y into %a[%i] : tensor<?xf32>
  %c = tensor.insert %y into %b[%c0] : tensor<?xf32>
  %f = tensor.insert %y into %c[%c0] : tensor<?xf32>
  %g = tensor.insert %y into %f[%c0] : tensor<?xf32>
  %h = tensor.insert %y into %g[%c0] : tensor<?xf32>
  %j = tensor.insert %y into %h[%c0] : tensor<?xf32>
  %k = tensor.insert %y into %j[%c0] : tensor<?xf32>
  return %k, %s : tensor<?xf32>, tensor<?xf32>
}

// A read after the next insertion, or of the whole tensor, ends a chain.
// CHECK-LABEL: func @read_later(
// CHECK-NOT:     memref
// CHECK:         return
func.func @read_later(%x: f32, %i: index) -> (tensor<4xf32>, f32) {
  %e = tensor.empty() : tensor<4xf32>
  %a = tensor.insert %x into %e[%i] : tensor<4xf32>
  %b = tensor.insert %x into %a[%i] : tensor<4xf32>
  %y = tensor.extract %a[%i] : tensor<4xf32>
  return %b, %y : tensor<4xf32>, f32
}

// CHECK-LABEL: func @read_whole(
// CHECK-NOT:     memref
// CHECK:         return
func.func @read_whole(%x: f32, %i: index) -> tensor<4xf32> {
  %e = tensor.empty() : tensor<4xf32>
  %a = tensor.insert %x into %e[%i] : tensor<4xf32>
  %s = tensor.insert_slice %a into %a[0] [4] [1] : tensor<4xf32> into tensor<4xf32>
  return %s : tensor<4xf32>
}

// CHECK-LABEL: func @argument(
// CHECK-NOT:     memref
// CHECK:         return
func.func @argument(%t: tensor<4xf32>, %x: f32, %i: index, %j: index) -> tensor<4xf32> {
  %a = tensor.insert %x into %t[%i] : tensor<4xf32>
  %b = tensor.insert %x into %a[%j] : tensor<4xf32>
  return %b : tensor<4xf32>
}
