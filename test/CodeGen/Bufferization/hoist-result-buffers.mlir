// RUN: sg-opt %s --split-input-file --sg-hoist-result-buffers | FileCheck %s

llvm.func @sgrt_set_size(!llvm.ptr, i64, i64, i64)
llvm.func @sgrt_result(!llvm.ptr, i64) -> !llvm.ptr

// A shape that follows from the arguments: the memory is asked for, after the size
// has been told, before anything is computed.
// CHECK-LABEL: func.func @known_shape
// CHECK-SAME: %[[CALL:[a-z0-9]+]]: !llvm.ptr, %[[X:[a-z0-9]+]]: tensor<?xf32>
// CHECK: llvm.call @sgrt_set_size(%[[CALL]]
// CHECK: %[[ADDRESS:[a-z0-9]+]] = llvm.call @sgrt_result(%[[CALL]]
// CHECK: %[[MEMORY:[a-z0-9]+]] = builtin.unrealized_conversion_cast %[[ADDRESS]]
// CHECK: %[[TARGET:[a-z0-9]+]] = bufferization.to_tensor %[[MEMORY]]
// CHECK: arith.negf
func.func @known_shape(%call: !llvm.ptr, %x: tensor<?xf32>, %n: index) {
  %zero = arith.constant 0 : i64
  %0 = arith.negf %x : tensor<?xf32>
  %size = arith.index_cast %n : index to i64
  llvm.call @sgrt_set_size(%call, %zero, %zero, %size) : (!llvm.ptr, i64, i64, i64) -> ()
  %address = llvm.call @sgrt_result(%call, %zero) : (!llvm.ptr, i64) -> !llvm.ptr
  %memory = builtin.unrealized_conversion_cast %address : !llvm.ptr to memref<?xf32>
  %target = bufferization.to_tensor %memory restrict writable : memref<?xf32> to tensor<?xf32>
  %written = bufferization.materialize_in_destination %0 in %target : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  bufferization.materialize_in_destination %written in writable %memory : (tensor<?xf32>, memref<?xf32>) -> ()
  return
}

// -----

llvm.func @sgrt_set_size(!llvm.ptr, i64, i64, i64)
llvm.func @sgrt_result(!llvm.ptr, i64) -> !llvm.ptr
func.func private @count(tensor<?xf32>) -> index

// A shape that depends on data: it stays where it is.
// CHECK-LABEL: func.func @computed_shape
// CHECK: %[[Y:[a-z0-9]+]] = arith.negf
// CHECK: %[[N:[a-z0-9]+]] = call @count(%[[Y]])
// CHECK: llvm.call @sgrt_set_size
// CHECK: llvm.call @sgrt_result
func.func @computed_shape(%call: !llvm.ptr, %x: tensor<?xf32>) {
  %zero = arith.constant 0 : i64
  %0 = arith.negf %x : tensor<?xf32>
  %n = func.call @count(%0) : (tensor<?xf32>) -> index
  %size = arith.index_cast %n : index to i64
  llvm.call @sgrt_set_size(%call, %zero, %zero, %size) : (!llvm.ptr, i64, i64, i64) -> ()
  %address = llvm.call @sgrt_result(%call, %zero) : (!llvm.ptr, i64) -> !llvm.ptr
  %memory = builtin.unrealized_conversion_cast %address : !llvm.ptr to memref<?xf32>
  %target = bufferization.to_tensor %memory restrict writable : memref<?xf32> to tensor<?xf32>
  %written = bufferization.materialize_in_destination %0 in %target : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  bufferization.materialize_in_destination %written in writable %memory : (tensor<?xf32>, memref<?xf32>) -> ()
  return
}
