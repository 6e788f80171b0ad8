// A warp loads matrices from shared memory in the layout of the lanes: A by
// rows, B transposed. Upstream's conversion defines which lane passes which row
// address.

// UNSUPPORTED: verified
// DEFINE: %{to} = builtin.module(gpu-kernel-outlining,gpu.module(gpu.func(convert-vector-to-gpu{use-nvgpu=true})))
// REQUIRES: gpu
// RUN: mlir-opt %s --pass-pipeline="%{to}" -o %t.mlir
// RUN: FileCheck %s --input-file=%t.mlir --check-prefix=LOADS
// RUN: sg-run %t.mlir --device=emulated --check-kernels --function=main | FileCheck %s
// LOADS-DAG: nvgpu.ldmatrix {{.*}} {numTiles = 4 : i32, transpose = false}
// LOADS-DAG: nvgpu.ldmatrix {{.*}} {numTiles = 2 : i32, transpose = true}
// CHECK:      result[0]: 8xf32=-135 -125 -115 45 55 140 75 10
// CHECK-NEXT: result[1]: 8xf32=-63 -55 -47 -54 -46 67 60 53

// Without the barrier, rows are loaded while they are written.
// RUN: sed /gpu.barrier/d %t.mlir > %t.early.mlir
// RUN: not sg-run %t.early.mlir --device=emulated --check-kernels --function=main 2>&1 | FileCheck %s --check-prefix=EARLY
// EARLY: 'memref.store': thread (14, 1, 0) of block (0, 0, 0) of kernel 'product_kernel' accesses memory that thread (15, 1, 0) accesses at {{.*}}: 'nvgpu.ldmatrix', without a barrier in between

#workgroup = #gpu.address_space<workgroup>
#rows = affine_map<(i, j, k) -> (i, k)>
#columns = affine_map<(i, j, k) -> (k, j)>
#sums = affine_map<(i, j, k) -> (i, j)>
#all = affine_map<(i, j) -> (i, j)>

func.func @main() -> (tensor<8xf32>, tensor<8xf32>) {
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %c7 = arith.constant 7 : index
  %c15 = arith.constant 15 : index
  %ex = tensor.empty() : tensor<16x16xf16>
  %ey = tensor.empty() : tensor<16x8xf16>
  // A(i, k) is (4 i + k) mod 15 - 7, B(k, j) is (2 j + k k) mod 15 - 7.
  %x = linalg.generic {indexing_maps = [#all], iterator_types = ["parallel", "parallel"]} outs(%ex : tensor<16x16xf16>) {
  ^bb0(%out: f16):
    %i = linalg.index 0 : index
    %k = linalg.index 1 : index
    %p = arith.muli %i, %c4 : index
    %s = arith.addi %p, %k : index
    %r = arith.remui %s, %c15 : index
    %n = arith.subi %r, %c7 : index
    %w = arith.index_cast %n : index to i32
    %v = arith.sitofp %w : i32 to f16
    linalg.yield %v : f16
  } -> tensor<16x16xf16>
  %y = linalg.generic {indexing_maps = [#all], iterator_types = ["parallel", "parallel"]} outs(%ey : tensor<16x8xf16>) {
  ^bb0(%out: f16):
    %k = linalg.index 0 : index
    %j = linalg.index 1 : index
    %p = arith.muli %j, %c2 : index
    %q = arith.muli %k, %k : index
    %s = arith.addi %p, %q : index
    %r = arith.remui %s, %c15 : index
    %n = arith.subi %r, %c7 : index
    %w = arith.index_cast %n : index to i32
    %v = arith.sitofp %w : i32 to f16
    linalg.yield %v : f16
  } -> tensor<16x8xf16>
  %r:2 = func.call @product(%x, %y) : (tensor<16x16xf16>, tensor<16x8xf16>) -> (tensor<8xf32>, tensor<8xf32>)
  return %r#0, %r#1 : tensor<8xf32>, tensor<8xf32>
}

func.func private @product(%x: tensor<16x16xf16>, %y: tensor<16x8xf16>) -> (tensor<8xf32>, tensor<8xf32>) {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c16 = arith.constant 16 : index
  %from_x = bufferization.to_buffer %x read_only : tensor<16x16xf16> to memref<16x16xf16>
  %from_y = bufferization.to_buffer %y read_only : tensor<16x8xf16> to memref<16x8xf16>
  %d = memref.alloc() : memref<16x8xf32>
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%nx = %c16, %ny = %c2, %nz = %c1)
             workgroup(%a : memref<16x16xf16, #workgroup>, %b : memref<16x8xf16, #workgroup>) {
    %c0 = arith.constant 0 : index
    %half = arith.constant 8 : index
    %h = arith.constant 0.0 : f16
    scf.for %i = %ty to %c16 step %c2 {
      %v = memref.load %from_x[%i, %tx] : memref<16x16xf16>
      memref.store %v, %a[%i, %tx] : memref<16x16xf16, #workgroup>
    }
    scf.for %j = %ty to %half step %c2 {
      %v = memref.load %from_y[%tx, %j] : memref<16x8xf16>
      memref.store %v, %b[%tx, %j] : memref<16x8xf16, #workgroup>
    }
    gpu.barrier
    %A = vector.transfer_read %a[%c0, %c0], %h {in_bounds = [true, true]} : memref<16x16xf16, #workgroup>, vector<16x16xf16>
    %B = vector.transfer_read %b[%c0, %c0], %h {in_bounds = [true, true]} : memref<16x8xf16, #workgroup>, vector<16x8xf16>
    %C = arith.constant dense<0.0> : vector<16x8xf32>
    %D = vector.contract {indexing_maps = [#rows, #columns, #sums], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>}
      %A, %B, %C : vector<16x16xf16>, vector<16x8xf16> into vector<16x8xf32>
    vector.transfer_write %D, %d[%c0, %c0] {in_bounds = [true, true]} : vector<16x8xf32>, memref<16x8xf32>
    gpu.terminator
  }
  %t = bufferization.to_tensor %d restrict : memref<16x8xf32> to tensor<16x8xf32>
  %0 = tensor.extract_slice %t[3, 0] [1, 8] [1, 1] : tensor<16x8xf32> to tensor<8xf32>
  %1 = tensor.extract_slice %t[14, 0] [1, 8] [1, 1] : tensor<16x8xf32> to tensor<8xf32>
  return %0, %1 : tensor<8xf32>, tensor<8xf32>
}
