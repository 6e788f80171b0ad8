// Asynchronous copies into shared memory are executed at once on the host.

#workgroup = #gpu.address_space<workgroup>

// Each of four threads copies four elements at a time, and a loop carries the
// tokens. The second copy reads only three elements and pads with a zero.
// Threads then read elements that others copied.
// UNSUPPORTED: verified
// REQUIRES: gpu
// RUN: sg-run %s --device=emulated --check-kernels --function=pipeline --input="2x16xf32=[1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16][17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 32]" \
// RUN:   | FileCheck %s
// CHECK: 2x4xf32=[58 42 26 10][90 78 66 54]
// Without a barrier, threads read elements that are not copied yet.
// RUN: sed /gpu.barrier/d %s > %t.early.mlir
// RUN: not sg-run %t.early.mlir --device=emulated --check-kernels --function=pipeline --input="2x16xf32=1" 2>&1 | FileCheck %s --check-prefix=EARLY
// EARLY: thread (2, 0, 0) accesses at {{.*}} without a barrier in between
func.func @pipeline(%x: tensor<2x16xf32>) -> tensor<2x4xf32> {
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %from = bufferization.to_buffer %x read_only : tensor<2x16xf32> to memref<2x16xf32>
  %y = memref.alloc() : memref<2x4xf32>
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%nx = %c4, %ny = %c1, %nz = %c1)
             workgroup(%to : memref<2x16xf32, #workgroup>) {
    %c0 = arith.constant 0 : index
    %k1 = arith.constant 1 : index
    %k2 = arith.constant 2 : index
    %k3 = arith.constant 3 : index
    %k4 = arith.constant 4 : index
    %start = arith.muli %tx, %k4 : index
    %first = nvgpu.device_async_copy %from[%c0, %start], %to[%c0, %start], 4 : memref<2x16xf32> to memref<2x16xf32, #workgroup>
    %group = nvgpu.device_async_create_group %first
    %last = scf.for %i = %k1 to %k2 step %k1 iter_args(%before = %group) -> (!nvgpu.device.async.token) {
      %next = nvgpu.device_async_copy %from[%i, %start], %to[%i, %start], 4, %k3 : memref<2x16xf32> to memref<2x16xf32, #workgroup>
      %token = nvgpu.device_async_create_group %next
      nvgpu.device_async_wait %before {numGroups = 1 : i32}
      scf.yield %token : !nvgpu.device.async.token
    }
    nvgpu.device_async_wait %last
    gpu.barrier
    %turned = arith.subi %k3, %tx : index
    %other = arith.muli %turned, %k4 : index
    scf.for %i = %c0 to %k2 step %k1 {
      %zero = arith.constant 0.0 : f32
      %sum = scf.for %j = %c0 to %k4 step %k1 iter_args(%s = %zero) -> (f32) {
        %place = arith.addi %other, %j : index
        %v = memref.load %to[%i, %place] : memref<2x16xf32, #workgroup>
        %t = arith.addf %s, %v : f32
        scf.yield %t : f32
      }
      memref.store %sum, %y[%i, %tx] : memref<2x4xf32>
    }
    gpu.terminator
  }
  %t = bufferization.to_tensor %y restrict : memref<2x4xf32> to tensor<2x4xf32>
  return %t : tensor<2x4xf32>
}
