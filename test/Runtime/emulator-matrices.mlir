// The host executes matrix products of a warp. Upstream's conversion defines
// which lane holds which element. The result equals a sum of products exactly,
// since all numbers are integers.

// UNSUPPORTED: verified
// REQUIRES: gpu
// DEFINE: %{to} = builtin.module(gpu-kernel-outlining,gpu.module(gpu.func(convert-vector-to-gpu{use-nvgpu=true}
// DEFINE: %{run} = sg-run --device=emulated --check-kernels --function=main

// RUN: mlir-opt %s --pass-pipeline="%{to})))" -o %t.f16.mlir
// RUN: %{run} %t.f16.mlir | FileCheck %s
// RUN: sed s/f16/bf16/g %t.f16.mlir > %t.bf16.mlir
// RUN: %{run} %t.bf16.mlir | FileCheck %s
// RUN: mlir-opt %s --pass-pipeline="%{to}),convert-nvgpu-to-nvvm))" -o %t.nvvm.mlir
// RUN: grep -q nvvm.mma.sync %t.nvvm.mlir
// RUN: %{run} %t.nvvm.mlir | FileCheck %s
// With half the k dimension, and tf32 with 8 and with 4 k indices:
// RUN: sed -e s/16x16xf16/16x8xf16/g -e s/8x16xf16/8x8xf16/g %s > %t.half.mlir
// RUN: mlir-opt %t.half.mlir --pass-pipeline="%{to})))" | %{run} - | FileCheck %s --check-prefix=HALF
// RUN: sed s/f16/f32/g %t.half.mlir > %t.tf32.mlir
// RUN: mlir-opt %t.tf32.mlir --pass-pipeline="%{to})))" | sed "s/16, 8, .\]/&, tf32Enabled/" | %{run} - | FileCheck %s --check-prefix=HALF
// RUN: sed -e s/16x16xf16/16x4xf32/g -e s/8x16xf16/8x4xf32/g -e s/f16/f32/g %s > %t.short.mlir
// RUN: mlir-opt %t.short.mlir --pass-pipeline="%{to})))" | sed "s/16, 8, .\]/&, tf32Enabled/" | %{run} - | FileCheck %s --check-prefix=SHORT

// The test prints the largest difference and one of the sums.
// CHECK:      result[0]: f32=0
// CHECK-NEXT: result[1]: f32=1140
// HALF:       result[0]: f32=0
// HALF-NEXT:  result[1]: f32=1098
// SHORT:      result[0]: f32=0
// SHORT-NEXT: result[1]: f32=1109

#id = affine_map<(i, j) -> (i, j)>
#rows = affine_map<(i, j, k) -> (i, k)>
#columns = affine_map<(i, j, k) -> (j, k)>
#sums = affine_map<(i, j, k) -> (i, j)>
#none = affine_map<(i, j) -> ()>

func.func private @product(%x: tensor<16x16xf16>, %y: tensor<8x16xf16>, %z: tensor<16x8xf32>) -> tensor<16x8xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  %a = bufferization.to_buffer %x read_only : tensor<16x16xf16> to memref<16x16xf16>
  %b = bufferization.to_buffer %y read_only : tensor<8x16xf16> to memref<8x16xf16>
  %c = bufferization.to_buffer %z read_only : tensor<16x8xf32> to memref<16x8xf32>
  %d = memref.alloc() : memref<16x8xf32>
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%nx = %c32, %ny = %c1, %nz = %c1) {
    %h = arith.constant 0.0 : f16
    %f = arith.constant 0.0 : f32
    %A = vector.transfer_read %a[%c0, %c0], %h {in_bounds = [true, true]} : memref<16x16xf16>, vector<16x16xf16>
    %B = vector.transfer_read %b[%c0, %c0], %h {in_bounds = [true, true]} : memref<8x16xf16>, vector<8x16xf16>
    %C = vector.transfer_read %c[%c0, %c0], %f {in_bounds = [true, true]} : memref<16x8xf32>, vector<16x8xf32>
    %D = vector.contract {indexing_maps = [#rows, #columns, #sums], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>}
      %A, %B, %C : vector<16x16xf16>, vector<8x16xf16> into vector<16x8xf32>
    vector.transfer_write %D, %d[%c0, %c0] {in_bounds = [true, true]} : vector<16x8xf32>, memref<16x8xf32>
    gpu.terminator
  }
  %t = bufferization.to_tensor %d restrict : memref<16x8xf32> to tensor<16x8xf32>
  return %t : tensor<16x8xf32>
}

// The elements of the operands, from -7 to 7.
func.func private @left(%i: index, %k: index) -> i32 {
  %c4 = arith.constant 4 : index
  %p = arith.muli %i, %c4 : index
  %s = arith.addi %p, %k : index
  %n = func.call @small(%s) : (index) -> i32
  return %n : i32
}
func.func private @right(%k: index, %j: index) -> i32 {
  %c2 = arith.constant 2 : index
  %p = arith.muli %j, %c2 : index
  %q = arith.muli %k, %k : index
  %s = arith.addi %p, %q : index
  %n = func.call @small(%s) : (index) -> i32
  return %n : i32
}
func.func private @small(%s: index) -> i32 {
  %c7 = arith.constant 7 : index
  %c15 = arith.constant 15 : index
  %r = arith.remui %s, %c15 : index
  %d = arith.subi %r, %c7 : index
  %n = arith.index_cast %d : index to i32
  return %n : i32
}

func.func @main() -> (f32, f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c5 = arith.constant 5 : index
  %thousand = arith.constant 1000 : i32
  %start = arith.constant 1000.0 : f32
  %zero = arith.constant dense<0.0> : tensor<f32>
  %ex = tensor.empty() : tensor<16x16xf16>
  %x = linalg.generic {indexing_maps = [#id], iterator_types = ["parallel", "parallel"]} outs(%ex : tensor<16x16xf16>) {
  ^bb0(%out: f16):
    %i = linalg.index 0 : index
    %k = linalg.index 1 : index
    %n = func.call @left(%i, %k) : (index, index) -> i32
    %v = arith.sitofp %n : i32 to f16
    linalg.yield %v : f16
  } -> tensor<16x16xf16>
  %ey = tensor.empty() : tensor<8x16xf16>
  %y = linalg.generic {indexing_maps = [#id], iterator_types = ["parallel", "parallel"]} outs(%ey : tensor<8x16xf16>) {
  ^bb0(%out: f16):
    %j = linalg.index 0 : index
    %k = linalg.index 1 : index
    %n = func.call @right(%k, %j) : (index, index) -> i32
    %v = arith.sitofp %n : i32 to f16
    linalg.yield %v : f16
  } -> tensor<8x16xf16>
  %terms = tensor.dim %x, %c1 : tensor<16x16xf16>
  %z = tensor.splat %start : tensor<16x8xf32>
  %d = func.call @product(%x, %y, %z) : (tensor<16x16xf16>, tensor<8x16xf16>, tensor<16x8xf32>) -> tensor<16x8xf32>
  %largest = linalg.generic {indexing_maps = [#id, #none], iterator_types = ["reduction", "reduction"]}
      ins(%d : tensor<16x8xf32>) outs(%zero : tensor<f32>) {
  ^bb0(%sum: f32, %old: f32):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %expected = scf.for %k = %c0 to %terms step %c1 iter_args(%s = %thousand) -> (i32) {
      %m = func.call @left(%i, %k) : (index, index) -> i32
      %n = func.call @right(%k, %j) : (index, index) -> i32
      %p = arith.muli %m, %n : i32
      %t = arith.addi %s, %p : i32
      scf.yield %t : i32
    }
    %e = arith.sitofp %expected : i32 to f32
    %difference = arith.subf %sum, %e : f32
    %size = math.absf %difference : f32
    %most = arith.maximumf %old, %size : f32
    linalg.yield %most : f32
  } -> tensor<f32>
  %0 = tensor.extract %largest[] : tensor<f32>
  %1 = tensor.extract %d[%c3, %c5] : tensor<16x8xf32>
  return %0, %1 : f32, f32
}
