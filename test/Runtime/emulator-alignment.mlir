// A GPU aborts a kernel whose wide access is not aligned as declared. With
// checks, the emulated device reports the op. Aligned accesses, and accesses
// declared unaligned, are accepted.
// UNSUPPORTED: verified
// DEFINE: %{at} = sg-run %s --device=emulated --input=16xf32=1
// RUN: %{at} --check-kernels --function=load --input=4 --expected-output=4xf32=1
// RUN: not %{at} --check-kernels --function=load --input=2 2>&1 | FileCheck %s -DOP=vector.load -DLINE=27 -DCOLUMN=10
// RUN: %{at} --function=load --input=2 --expected-output=4xf32=1
// RUN: %{at} --check-kernels --function=unsaid --input=3 --expected-output=4xf32=1
// RUN: %{at} --check-kernels --function=store --input=8
// RUN: not %{at} --check-kernels --function=store --input=9 2>&1 | FileCheck %s -DOP=vector.store -DLINE=53 -DCOLUMN=5
// RUN: %{at} --check-kernels --function=copy --input=12 --expected-output=4xf32=1
// RUN: not %{at} --check-kernels --function=copy --input=7 2>&1 | FileCheck %s -DOP=nvgpu.device_async_copy -DLINE=66 -DCOLUMN=14

// CHECK: sg-run: {{.*}}emulator-alignment.mlir:[[LINE]]:[[COLUMN]]: '[[OP]]': accesses memory that is not aligned to 16 bytes
// CHECK-NOT: sg-run

#workgroup = #gpu.address_space<workgroup>

func.func @load(%x: tensor<16xf32>, %i: index) -> tensor<4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %from = bufferization.to_buffer %x read_only : tensor<16xf32> to memref<16xf32>
  %y = memref.alloc() {alignment = 16} : memref<4xf32>
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%nx = %c1, %ny = %c1, %nz = %c1) {
    %v = vector.load %from[%i] {alignment = 16 : i64} : memref<16xf32>, vector<4xf32>
    vector.store %v, %y[%c0] {alignment = 16 : i64} : memref<4xf32>, vector<4xf32>
    gpu.terminator
  }
  %t = bufferization.to_tensor %y restrict : memref<4xf32> to tensor<4xf32>
  return %t : tensor<4xf32>
}
func.func @unsaid(%x: tensor<16xf32>, %i: index) -> tensor<4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %from = bufferization.to_buffer %x read_only : tensor<16xf32> to memref<16xf32>
  %y = memref.alloc() : memref<4xf32>
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%nx = %c1, %ny = %c1, %nz = %c1) {
    %v = vector.load %from[%i] : memref<16xf32>, vector<4xf32>
    vector.store %v, %y[%c0] : memref<4xf32>, vector<4xf32>
    gpu.terminator
  }
  %t = bufferization.to_tensor %y restrict : memref<4xf32> to tensor<4xf32>
  return %t : tensor<4xf32>
}
func.func @store(%x: memref<16xf32>, %i: index) {
  %c1 = arith.constant 1 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%nx = %c1, %ny = %c1, %nz = %c1) {
    %v = arith.constant dense<2.0> : vector<4xf32>
    vector.store %v, %x[%i] {alignment = 16 : i64} : memref<16xf32>, vector<4xf32>
    gpu.terminator
  }
  return
}
func.func @copy(%x: tensor<16xf32>, %i: index) -> tensor<4xf32> {
  %c1 = arith.constant 1 : index
  %from = bufferization.to_buffer %x read_only : tensor<16xf32> to memref<16xf32>
  %y = memref.alloc() : memref<4xf32>
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%nx = %c1, %ny = %c1, %nz = %c1)
             workgroup(%to : memref<4xf32, #workgroup>) {
    %c0 = arith.constant 0 : index
    %token = nvgpu.device_async_copy %from[%i], %to[%c0], 4 : memref<16xf32> to memref<4xf32, #workgroup>
    nvgpu.device_async_wait %token
    %v = vector.load %to[%c0] : memref<4xf32, #workgroup>, vector<4xf32>
    vector.store %v, %y[%c0] : memref<4xf32>, vector<4xf32>
    gpu.terminator
  }
  %t = bufferization.to_tensor %y restrict : memref<4xf32> to tensor<4xf32>
  return %t : tensor<4xf32>
}
