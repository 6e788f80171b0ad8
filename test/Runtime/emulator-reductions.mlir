// Reductions of a warp and of a block, and atomic ops, executed on the host.

#workgroup = #gpu.address_space<workgroup>

// 64 threads add their indices: 0 to 31 sum to 496, 32 to 63 to 1520. The
// maximum of each warp, and of each cluster of 8 lanes, is its last lane's
// value.
// UNSUPPORTED: verified
// REQUIRES: gpu
// RUN: sg-run %s --device=emulated --check-kernels --function=warps | FileCheck %s --check-prefix=WARPS
// WARPS:      result[0]: 2xf64=496 1520
// WARPS-NEXT: result[1]: 2xi32=31 63
// WARPS-NEXT: result[2]: 2xi32=7 39
// WARPS-NEXT: result[3]: 2xindex=2 32
func.func @warps() -> (tensor<2xf64>, tensor<2xi32>, tensor<2xi32>, tensor<2xindex>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %sums = memref.alloc() : memref<2xf64>
  %most = memref.alloc() : memref<2xi32>
  %some = memref.alloc() : memref<2xi32>
  %sizes = memref.alloc() : memref<2xindex>
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%nx = %c64, %ny = %c1, %nz = %c1) {
    %i = arith.index_cast %tx : index to i32
    %f = arith.sitofp %i : i32 to f64
    %sum = gpu.subgroup_reduce add %f : (f64) -> f64
    %max = gpu.subgroup_reduce maxsi %i : (i32) -> i32
    %max8 = gpu.subgroup_reduce maxsi %i cluster(size = 8) : (i32) -> i32
    %lane = gpu.lane_id
    %warp = gpu.subgroup_id : index
    %isFirst = arith.cmpi eq, %lane, %c0 : index
    scf.if %isFirst {
      memref.store %sum, %sums[%warp] : memref<2xf64>
      memref.store %max, %most[%warp] : memref<2xi32>
      memref.store %max8, %some[%warp] : memref<2xi32>
      %count = gpu.num_subgroups : index
      %size = gpu.subgroup_size : index
      memref.store %count, %sizes[%c0] : memref<2xindex>
      memref.store %size, %sizes[%c1] : memref<2xindex>
    }
    gpu.terminator
  }
  %0 = bufferization.to_tensor %sums restrict : memref<2xf64> to tensor<2xf64>
  %1 = bufferization.to_tensor %most restrict : memref<2xi32> to tensor<2xi32>
  %2 = bufferization.to_tensor %some restrict : memref<2xi32> to tensor<2xi32>
  %3 = bufferization.to_tensor %sizes restrict : memref<2xindex> to tensor<2xindex>
  return %0, %1, %2, %3 : tensor<2xf64>, tensor<2xi32>, tensor<2xi32>, tensor<2xindex>
}

// A block reduction with a full and a partial last warp, also in a loop.
// RUN: sg-run %s --device=emulated --check-kernels --function=block --input=1 | FileCheck %s --check-prefix=ONE
// RUN: sg-run %s --device=emulated --check-kernels --function=block --input=70 | FileCheck %s --check-prefix=RAGGED
// RUN: sg-run %s --device=emulated --check-kernels --function=block --input=96 | FileCheck %s --check-prefix=FULL
// ONE: 3xf32=1 1 1
// RAGGED: 3xf32=70 70 70
// FULL: 3xf32=96 96 96
func.func @block(%n: index) -> tensor<3xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %y = memref.alloc() : memref<3xf32>
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%nx = %n, %ny = %c1, %nz = %c1) {
    %one = arith.constant 1.0 : f32
    scf.for %k = %c0 to %c3 step %c1 {
      %sum = gpu.all_reduce add %one uniform {} : (f32) -> f32
      memref.store %sum, %y[%k] : memref<3xf32>
    }
    gpu.terminator
  }
  %t = bufferization.to_tensor %y restrict : memref<3xf32> to tensor<3xf32>
  return %t : tensor<3xf32>
}

// Threads of three blocks count: in shared memory, then in device memory.
// RUN: sg-run %s --device=emulated --check-kernels --function=count | FileCheck %s --check-prefix=COUNT
// COUNT: 1xi32=30
func.func @count() -> tensor<1xi32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c10 = arith.constant 10 : index
  %zero = arith.constant 0 : i32
  %y = memref.alloc() : memref<1xi32>
  memref.store %zero, %y[%c0] : memref<1xi32>
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c3, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%nx = %c10, %ny = %c1, %nz = %c1)
             workgroup(%counter : memref<1xi32, #workgroup>) {
    %none = arith.constant 0 : i32
    %one = arith.constant 1 : i32
    %isFirst = arith.cmpi eq, %tx, %c0 : index
    scf.if %isFirst {
      memref.store %none, %counter[%c0] : memref<1xi32, #workgroup>
    }
    gpu.barrier
    %old = memref.atomic_rmw addi %one, %counter[%c0] : (i32, memref<1xi32, #workgroup>) -> i32
    gpu.barrier
    scf.if %isFirst {
      %all = memref.load %counter[%c0] : memref<1xi32, #workgroup>
      %before = memref.atomic_rmw addi %all, %y[%c0] : (i32, memref<1xi32>) -> i32
    }
    gpu.terminator
  }
  %t = bufferization.to_tensor %y restrict : memref<1xi32> to tensor<1xi32>
  return %t : tensor<1xi32>
}
