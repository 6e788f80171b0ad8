// RUN: sg-opt %s --split-input-file --sg-hoist-result-buffers | FileCheck %s

// A shape determined by the arguments: the size is reported and the memory
// requested before any computation.
// CHECK-LABEL: func.func @known_shape
// CHECK-SAME: %[[CALL:[a-z0-9]+]]: !llvm.ptr, %[[X:[a-z0-9]+]]: tensor<?xf32>
// CHECK: runtime.set_size %[[CALL]], result 0, dim 0
// CHECK: %[[ADDRESS:[a-z0-9]+]] = runtime.result %[[CALL]], 0
// CHECK: %[[MEMORY:[a-z0-9]+]] = builtin.unrealized_conversion_cast %[[ADDRESS]]
// CHECK: %[[TARGET:[a-z0-9]+]] = bufferization.to_tensor %[[MEMORY]]
// CHECK: arith.negf
func.func @known_shape(%call: !llvm.ptr, %x: tensor<?xf32>, %n: index) {
  %0 = arith.negf %x : tensor<?xf32>
  %size = arith.index_cast %n : index to i64
  runtime.set_size %call, result 0, dim 0 = %size
  %address = runtime.result %call, 0
  %memory = builtin.unrealized_conversion_cast %address : !llvm.ptr to memref<?xf32>
  %target = bufferization.to_tensor %memory restrict writable : memref<?xf32> to tensor<?xf32>
  %written = bufferization.materialize_in_destination %0 in %target : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  bufferization.materialize_in_destination %written in writable %memory : (tensor<?xf32>, memref<?xf32>) -> ()
  return
}

// -----

func.func private @count(tensor<?xf32>) -> index

// A shape that depends on data: the allocation stays.
// CHECK-LABEL: func.func @computed_shape
// CHECK: %[[Y:[a-z0-9]+]] = arith.negf
// CHECK: %[[N:[a-z0-9]+]] = call @count(%[[Y]])
// CHECK: runtime.set_size
// CHECK: runtime.result
func.func @computed_shape(%call: !llvm.ptr, %x: tensor<?xf32>) {
  %0 = arith.negf %x : tensor<?xf32>
  %n = func.call @count(%0) : (tensor<?xf32>) -> index
  %size = arith.index_cast %n : index to i64
  runtime.set_size %call, result 0, dim 0 = %size
  %address = runtime.result %call, 0
  %memory = builtin.unrealized_conversion_cast %address : !llvm.ptr to memref<?xf32>
  %target = bufferization.to_tensor %memory restrict writable : memref<?xf32> to tensor<?xf32>
  %written = bufferization.materialize_in_destination %0 in %target : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  bufferization.materialize_in_destination %written in writable %memory : (tensor<?xf32>, memref<?xf32>) -> ()
  return
}
