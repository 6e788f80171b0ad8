// Bufferization inserts a copy where upstream's analysis refuses a program.
//
// RUN: sg-opt %s --split-input-file --sg-bufferize -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARKS
// RUN: sg-opt %s --split-input-file --sg-bufferize 2>/dev/null | FileCheck %s

// REMARKS-NOT: remark

// The fast path changes nothing: the value is computed in its destination.
// CHECK-LABEL: func @in_place(
// CHECK-SAME:    %[[X:[a-z0-9]*]]: memref<4xf32>, %[[M:[a-z0-9]*]]: memref<4xf32>
// CHECK-NEXT:    linalg.exp ins(%[[X]] : memref<4xf32>) outs(%[[M]] : memref<4xf32>)
func.func @in_place(%x: tensor<4xf32>, %m: memref<4xf32>) {
  %e = tensor.empty() : tensor<4xf32>
  %y = linalg.exp ins(%x : tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  bufferization.materialize_in_destination %y in restrict writable %m : (tensor<4xf32>, memref<4xf32>) -> ()
  return
}

// -----

// Each of the two destinations may be the memory of the inserted value.
// REMARKS:     bufferize.mlir:[[#]]:{{[0-9]+}}: remark: bufferized again, without elimination of empty tensors
// REMARKS:     bufferize.mlir:[[#]]:{{[0-9]+}}: remark: a copy of this result is made: bufferization cannot compute it in place
// REMARKS:     bufferize.mlir:[[#]]:{{[0-9]+}}: remark: a copy of this result is made: bufferization cannot compute it in place
// REMARKS-NOT: remark
// CHECK-LABEL: func @exchanged(
// CHECK:         scf.if
// CHECK:         memref.copy
// CHECK:         return
func.func @exchanged(%a: memref<3x4xf64>, %b: memref<3x4xf64>, %z: tensor<4xf64>, %p: i1) {
  %x = bufferization.to_tensor %a restrict writable : memref<3x4xf64> to tensor<3x4xf64>
  %y = bufferization.to_tensor %b restrict writable : memref<3x4xf64> to tensor<3x4xf64>
  %0 = scf.if %p -> (tensor<3x4xf64>) {
    scf.yield %y : tensor<3x4xf64>
  } else {
    %i = tensor.insert_slice %z into %x[1, 0] [1, 4] [1, 1] : tensor<4xf64> into tensor<3x4xf64>
    scf.yield %i : tensor<3x4xf64>
  }
  %1 = bufferization.materialize_in_destination %0 in %x : (tensor<3x4xf64>, tensor<3x4xf64>) -> tensor<3x4xf64>
  %2 = bufferization.materialize_in_destination %0 in %y : (tensor<3x4xf64>, tensor<3x4xf64>) -> tensor<3x4xf64>
  return
}
