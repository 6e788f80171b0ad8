// Dynamic shared memory follows static shared memory.

#workgroup = #gpu.address_space<workgroup>

// Two dynamic arrays after a static one: each thread sums elements that three others wrote.
// UNSUPPORTED: verified
// REQUIRES: gpu
// RUN: sg-run %s --device=emulated --check-kernels --function=three --input=32 | FileCheck %s --check-prefix=THREE
// THREE: 4xi32=300 211 122 33
// A size that exceeds shared memory is reported.
// RUN: not sg-run %s --device=emulated --check-kernels --function=three --input=28 2>&1 | FileCheck %s --check-prefix=SMALL
// SMALL: emulator-memory.mlir:[[#@LINE+25]]:5: 'memref.store': an index is out of range
// RUN: not sg-run %s --device=emulated --function=three --input=232433 2>&1 | FileCheck %s --check-prefix=LARGE
// LARGE: a block of kernel 'three_kernel' has 232449 bytes of memory; it can have up to 232448
func.func @three(%bytes: i32) -> tensor<4xi32> {
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %y = memref.alloc() : memref<4xi32>
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%nx = %c4, %ny = %c1, %nz = %c1)
             dynamic_shared_memory_size %bytes
             workgroup(%known : memref<4xi32, #workgroup>) {
    %c0 = arith.constant 0 : index
    %c3 = arith.constant 3 : index
    %ten = arith.constant 10 : i32
    %dynamic = gpu.dynamic_shared_memory : memref<?xi8, #workgroup>
    %all = memref.dim %dynamic, %c0 : memref<?xi8, #workgroup>
    %size = arith.constant 4 : index
    %elements = arith.divui %all, %size : index
    %both = memref.view %dynamic[%c0][%elements] : memref<?xi8, #workgroup> to memref<?xi32, #workgroup>
    %one = arith.index_cast %tx : index to i32
    %tens = arith.muli %one, %ten : i32
    %hundreds = arith.muli %tens, %ten : i32
    memref.store %one, %known[%tx] : memref<4xi32, #workgroup>
    memref.store %tens, %both[%tx] : memref<?xi32, #workgroup>
    %second = arith.addi %tx, %c4 : index
    memref.store %hundreds, %both[%second] : memref<?xi32, #workgroup>
    gpu.barrier
    %turned = arith.subi %c3, %tx : index
    %third = arith.addi %turned, %c4 : index
    %a = memref.load %known[%tx] : memref<4xi32, #workgroup>
    %b = memref.load %both[%tx] : memref<?xi32, #workgroup>
    %c = memref.load %both[%third] : memref<?xi32, #workgroup>
    %ab = arith.addi %a, %b : i32
    %abc = arith.addi %ab, %c : i32
    memref.store %abc, %y[%tx] : memref<4xi32>
    gpu.terminator
  }
  %t = bufferization.to_tensor %y restrict : memref<4xi32> to tensor<4xi32>
  return %t : tensor<4xi32>
}
