// Products of f32 by tensor cores, if the option allows it: executed on the host, with both
// operands stored by rows and by k. The program counts unexpected elements. Expected are sums
// of integers and, in the last k index, of 1 + 1/2048, which tensor cores round to 1 + 1/1024.

// UNSUPPORTED: verified
// RUN: sg-opt %s --sg-map-contractions=tf32 -o %t.mlir
// RUN: FileCheck %s --input-file=%t.mlir
// RUN: sg-run %t.mlir --device=emulated --check-kernels --function=main --expected-output=0
// RUN: sed -e "s/#a = .*/#a = affine_map<(i, j, k) -> (k, i)>/; s/#b = .*/#b = affine_map<(i, j, k) -> (k, j)>/" \
// RUN:   -e "s/20x45x/45x20_x/g; s/36x45x/45x36x/g; s/20_x/20x/g; s/bb0(%i: index, %k: index)/bb0(%k: index, %i: index)/; s/bb0(%j: index, %k: index)/bb0(%k: index, %j: index)/" %s > %t.turned.mlir
// RUN: sg-opt %t.turned.mlir --sg-map-contractions=tf32 | sg-run - --device=emulated --check-kernels --function=main --expected-output=0
// Without the option, or without tensor cores.
// RUN: sg-opt %s --sg-map-contractions | FileCheck %s --check-prefix=NONE
// RUN: sg-opt %s --sg-map-contractions="tf32 tensor-cores=false" | FileCheck %s --check-prefix=NONE
// NONE-NOT: nvvm.mma.sync

// CHECK:         nvvm.convert.float.to.tf32 {{.*}} {rnd = #nvvm.fp_rnd_mode<rna>}
// CHECK:         nvgpu.ldmatrix {{.*}} -> vector<4x1xf32>
// CHECK:         nvvm.mma.sync {{.*}}multiplicandAPtxType = #nvvm.mma_type<tf32>{{.*}}shape = #nvvm.shape<m = 16, n = 8, k = 8>

#a = affine_map<(i, j, k) -> (i, k)>
#b = affine_map<(i, j, k) -> (j, k)>
#c = affine_map<(i, j, k) -> (i, j)>
#all = affine_map<(i, j) -> (i, j)>
#none = affine_map<(i, j) -> ()>

func.func private @product(%x: tensor<20x45xf32>, %y: tensor<36x45xf32>, %z: tensor<20x36xf32>) -> tensor<20x36xf32> {
  %a = bufferization.to_buffer %x read_only : tensor<20x45xf32> to memref<20x45xf32>
  %b = bufferization.to_buffer %y read_only : tensor<36x45xf32> to memref<36x45xf32>
  %c = bufferization.to_buffer %z read_only : tensor<20x36xf32> to memref<20x36xf32>
  %d = memref.alloc() : memref<20x36xf32>
  memref.copy %c, %d : memref<20x36xf32> to memref<20x36xf32>
  linalg.generic {indexing_maps = [#a, #b, #c], iterator_types = ["parallel", "parallel", "reduction"]} ins(%a, %b : memref<20x45xf32>, memref<36x45xf32>) outs(%d : memref<20x36xf32>) {
  ^bb0(%f: f32, %g: f32, %old: f32):
    %p = arith.mulf %f, %g : f32
    %s = arith.addf %old, %p : f32
    linalg.yield %s : f32
  }
  %t = bufferization.to_tensor %d restrict : memref<20x36xf32> to tensor<20x36xf32>
  return %t : tensor<20x36xf32>
}

// Elements from -3 to 3; the last k index of the left operand has 1 + 1/2048, or its rounded value.
func.func private @left(%i: index, %k: index, %last: f32) -> f32 {
  %c44 = arith.constant 44 : index
  %c4 = arith.constant 4 : index
  %p = arith.muli %i, %c4 : index
  %s = arith.addi %p, %k : index
  %n = func.call @small(%s) : (index) -> f32
  %is = arith.cmpi eq, %k, %c44 : index
  %v = arith.select %is, %last, %n : f32
  return %v : f32
}
func.func private @right(%k: index, %j: index) -> f32 {
  %c2 = arith.constant 2 : index
  %p = arith.muli %j, %c2 : index
  %q = arith.muli %k, %k : index
  %s = arith.addi %p, %q : index
  %n = func.call @small(%s) : (index) -> f32
  return %n : f32
}
func.func private @small(%s: index) -> f32 {
  %c3 = arith.constant 3 : index
  %c7 = arith.constant 7 : index
  %r = arith.remui %s, %c7 : index
  %d = arith.subi %r, %c3 : index
  %n = arith.index_cast %d : index to i32
  %f = arith.sitofp %n : i32 to f32
  return %f : f32
}

func.func @main() -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c45 = arith.constant 45 : index
  %start = arith.constant 100.0 : f32
  %given = arith.constant 1.00048828125 : f32
  %seen = arith.constant 1.0009765625 : f32
  %zero = arith.constant dense<0> : tensor<i32>
  %x = tensor.generate {
  ^bb0(%i: index, %k: index):
    %v = func.call @left(%i, %k, %given) : (index, index, f32) -> f32
    tensor.yield %v : f32
  } : tensor<20x45xf32>
  %y = tensor.generate {
  ^bb0(%j: index, %k: index):
    %v = func.call @right(%k, %j) : (index, index) -> f32
    tensor.yield %v : f32
  } : tensor<36x45xf32>
  %z = tensor.splat %start : tensor<20x36xf32>
  %d = func.call @product(%x, %y, %z) : (tensor<20x45xf32>, tensor<36x45xf32>, tensor<20x36xf32>) -> tensor<20x36xf32>
  %wrong = linalg.generic {indexing_maps = [#all, #none], iterator_types = ["reduction", "reduction"]} ins(%d : tensor<20x36xf32>) outs(%zero : tensor<i32>) {
  ^bb0(%v: f32, %old: i32):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %e = scf.for %k = %c0 to %c45 step %c1 iter_args(%s = %start) -> (f32) {
      %f = func.call @left(%i, %k, %seen) : (index, index, f32) -> f32
      %g = func.call @right(%k, %j) : (index, index) -> f32
      %p = arith.mulf %f, %g : f32
      %t = arith.addf %s, %p : f32
      scf.yield %t : f32
    }
    %is = arith.cmpf une, %v, %e : f32
    %w = arith.extui %is : i1 to i32
    %new = arith.addi %old, %w : i32
    linalg.yield %new : i32
  } -> tensor<i32>
  %0 = tensor.extract %wrong[] : tensor<i32>
  return %0 : i32
}
