// Which argument's memory a result receives, and when the result is copied.

// RUN: sg-opt %s --split-input-file --verify-diagnostics --sg-export-functions=donated=0,2,3 | FileCheck %s
// RUN: sg-opt %s --split-input-file --verify-diagnostics --sg-export-functions="donated=0,2,3 device=emulated" | FileCheck %s --check-prefix=DEVICE

// A result gets the first argument of its type that no other result has: result
// 1 has argument 0, result 2 argument 3; result 3 and the scalar have none. The
// flag after an argument's sizes says if it is donated; the index after a
// result's sizes names its argument.
// CHECK: @sg.signature.pairs(dense<[4, 4,
// CHECK-SAME: 18, 1, 4, 1, 18, 1, 4, 0, 18, 0, 0, 18, 1, 4, 1,
// CHECK-SAME: 18, 0, -1, 18, 1, 4, 0, 18, 1, 4, 3, 18, 1, 4, -1]>
// DEVICE: @sg.signature.pairs(dense<[4, 4,
// DEVICE-SAME: 18, 1, 4, 1, 18, 1, 4, 0, 18, 0, 0, 18, 1, 4, 1,
// DEVICE-SAME: 18, 0, -1, 18, 1, 4, -1, 18, 1, 4, -1, 18, 1, 4, -1]>
// CHECK-LABEL: func.func private @sg.inner.pairs(
// CHECK-SAME: %[[CALL:[a-z0-9]+]]: !llvm.ptr, %[[A:[a-z0-9]+]]: !llvm.ptr {llvm.noalias}, %{{[a-z0-9]+}}: index, %{{[a-z0-9]+}}: !llvm.ptr {llvm.noalias, llvm.readonly}
// CHECK: %[[MEMORY:[a-z0-9]+]] = builtin.unrealized_conversion_cast
// CHECK: %[[X:[a-z0-9]+]] = bufferization.to_tensor %[[MEMORY]] restrict writable
// CHECK: %[[R:[a-z0-9]+]]:4 = call @sg.internal.pairs
// All reads of the argument come first.
// CHECK: bufferization.materialize_in_destination %[[R]]#3 in
// CHECK: bufferization.materialize_in_destination %{{[a-z0-9]+}} in writable
// CHECK: %[[W:[a-z0-9]+]] = bufferization.materialize_in_destination %[[R]]#1 in %[[X]]
// CHECK: bufferization.materialize_in_destination %[[R]]#2 in
// Then the result is copied, unless the caller's memory is the argument's.
// CHECK: %[[B:[a-z0-9]+]] = bufferization.to_buffer %[[W]] read_only
// CHECK: %[[FROM:[a-z0-9]+]] = memref.extract_aligned_pointer_as_index %[[B]]
// CHECK: %[[FROM64:[a-z0-9]+]] = arith.index_cast %[[FROM]]
// CHECK: %[[TO:[a-z0-9]+]] = runtime.result %[[CALL]]
// CHECK: %[[TO64:[a-z0-9]+]] = llvm.ptrtoint %[[TO]]
// CHECK: %[[DIFFER:[a-z0-9]+]] = arith.cmpi ne, %[[FROM64]], %[[TO64]]
// CHECK: scf.if %[[DIFFER]]
// CHECK: %[[SAME:[a-z0-9]+]] = llvm.icmp "eq" %[[TO]], %[[A]]
// CHECK: %[[PLACE:[a-z0-9]+]] = arith.select %[[SAME]], %[[A]], %[[TO]]
// CHECK: llvm.insertvalue %[[PLACE]]
// CHECK: bufferization.materialize_in_destination %[[W]] in writable
// DEVICE-LABEL: func.func private @sg.inner.pairs(
// DEVICE-NOT: scf.if
// DEVICE-LABEL: func.func private @sg.unpack.pairs(
func.func @pairs(%a: tensor<4xf32>, %b: tensor<4xf32>, %s: f32, %c: tensor<4xf32>)
    -> (f32, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
  %0 = arith.addf %a, %b : tensor<4xf32>
  %1 = arith.addf %0, %c : tensor<4xf32>
  %2 = arith.addf %1, %0 : tensor<4xf32>
  return %s, %0, %1, %2 : f32, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}

// -----

// Other types: another element type, another size, another static size.
// CHECK: @sg.signature.types(dense<[3, 3,
// CHECK-SAME: 18, 1, -1, 1, 18, 1, 4, 0, 18, 1, 5, 1,
// CHECK-SAME: 19, 1, -1, -1, 18, 1, 4, -1, 18, 2, 5, 1, -1]>
// CHECK-LABEL: func.func private @sg.inner.types(
// CHECK-NOT: scf.if
// CHECK-LABEL: func.func private @sg.unpack.types(
func.func @types(%a: tensor<?xf32>, %b: tensor<4xf32>, %c: tensor<5xf32>)
    -> (tensor<?xf64>, tensor<4xf32>, tensor<5x1xf32>) {
  %0 = arith.extf %a : tensor<?xf32> to tensor<?xf64>
  %1 = tensor.cast %a : tensor<?xf32> to tensor<4xf32>
  %2 = tensor.expand_shape %c [[0, 1]] output_shape [5, 1] : tensor<5xf32> into tensor<5x1xf32>
  return %0, %1, %2 : tensor<?xf64>, tensor<4xf32>, tensor<5x1xf32>
}
// The options must fit a function.
func.func @longer(%a: f32, %b: f32, %c: f32, %d: f32) {
  return
}

// -----

// A size that equals the argument's because the op requires it, and one that
// may differ: that result is computed elsewhere and copied at the end.
// CHECK-LABEL: func.func private @sg.inner.sizes(
// CHECK: %[[X:[a-z0-9]+]] = bufferization.to_tensor %{{[a-z0-9]+}} restrict writable : memref<?xf32>
// CHECK: %[[Y:[a-z0-9]+]] = bufferization.to_tensor %{{[a-z0-9]+}} restrict writable : memref<?xf32>
// CHECK: %[[R:[a-z0-9]+]]:2 = call @sg.internal.sizes
// CHECK: %[[W:[a-z0-9]+]] = bufferization.alloc_tensor() copy(%[[R]]#1)
// CHECK: bufferization.materialize_in_destination %[[R]]#0 in %[[X]]
// CHECK: bufferization.to_buffer %[[W]]
// CHECK-LABEL: func.func private @sg.unpack.sizes(
func.func @sizes(%x: tensor<?xf32>, %n: index, %y: tensor<?xf32>, %g: tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>) {
  %0 = linalg.sub ins(%g, %x : tensor<?xf32>, tensor<?xf32>) outs(%g : tensor<?xf32>) -> tensor<?xf32>
  %1 = tensor.extract_slice %y[0] [%n] [1] : tensor<?xf32> to tensor<?xf32>
  return %0, %1 : tensor<?xf32>, tensor<?xf32>
}

// -----

// Another argument is copied before a result overwrites its memory, and so is a
// value that may alias it.
// CHECK-LABEL: func.func private @sg.inner.swap(
// CHECK: %[[R:[a-z0-9]+]]:3 = call @sg.internal.swap
// CHECK: %[[FIRST:[a-z0-9]+]] = bufferization.alloc_tensor() copy(%[[R]]#0)
// CHECK: %[[SECOND:[a-z0-9]+]] = bufferization.alloc_tensor() copy(%[[R]]#1)
// CHECK-NOT: alloc_tensor
// CHECK: bufferization.materialize_in_destination %[[FIRST]] in
// CHECK: bufferization.materialize_in_destination %[[SECOND]] in
// CHECK: bufferization.materialize_in_destination %[[R]]#2 in
func.func @swap(%x: tensor<4xf32>, %is: i1, %y: tensor<4xf32>, %z: tensor<4xf32>)
    -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
  %0 = scf.if %is -> tensor<4xf32> {
    scf.yield %z : tensor<4xf32>
  } else {
    scf.yield %y : tensor<4xf32>
  }
  return %y, %0, %z : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}

// -----

// An attribute in the program has the same effect as the option, or overrides it.
// CHECK: @sg.signature.marked(dense<[3, 1,
// CHECK-SAME: 18, 1, 5, 1, 18, 1, 4, 1, 18, 1, 4, 0,
// CHECK-SAME: 18, 1, 4, 1]>
func.func @marked(%x: tensor<5xf32>, %y: tensor<4xf32> {bufferization.writable = true},
                  %z: tensor<4xf32> {bufferization.writable = false}) -> tensor<4xf32> {
  return %z : tensor<4xf32>
}
// The options must fit a function.
func.func @longer(%a: f32, %b: f32, %c: f32, %d: f32) {
  return
}

// -----

// expected-error @below {{has 'bufferization.writable' on argument 1 of type 'f32': only a tensor can be donated}}
func.func @scalar(%x: tensor<4xf32>, %y: f32 {bufferization.writable = true}) {
  return
}

// -----

// expected-error @below {{has 'bufferization.writable' on argument 0 of type 'memref<4xf32>': only a tensor can be donated}}
func.func @memref(%x: memref<4xf32> {bufferization.writable = true}) {
  return
}
