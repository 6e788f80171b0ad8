// Sums over the rows of a group.
// RUN: sg-opt %s --pass-pipeline="builtin.module(func.func(sg-fuse-rows{elements=64},canonicalize,cse))" | FileCheck %s

#all = affine_map<(i, j) -> (i, j)>
#column = affine_map<(i, j) -> (j)>

// Column sums: 32 columns that are contiguous in memory stay together for any
// number of elements.
// CHECK-LABEL: func.func @columns(
// CHECK:       scf.for [[J:%[a-z0-9]+]] = %c0 to %c100 step %c32
// CHECK:         linalg.fill
// CHECK:         linalg.generic
func.func @columns(%x: memref<1000x100xf32> {llvm.noalias}, %sums: memref<100xf32> {llvm.noalias}) {
  %zero = arith.constant 0.0 : f32
  linalg.fill ins(%zero : f32) outs(%sums : memref<100xf32>)
  linalg.generic {indexing_maps = [#all, affine_map<(i, j) -> (j)>], iterator_types = ["reduction", "parallel"]}
      ins(%x : memref<1000x100xf32>) outs(%sums : memref<100xf32>) {
  ^bb0(%a: f32, %s: f32):
    %n = arith.addf %s, %a : f32
    linalg.yield %n : f32
  }
  return
}

// Sums over the rows, per column and total, accumulate in the same loop; their
// initial values precede it. The summand buffer holds one step.
// CHECK-LABEL: func.func @sums(
// CHECK-SAME:  [[X:%[a-z0-9]+]]: memref<?x40xf32> {llvm.noalias}, [[SUMS:%[a-z0-9]+]]: memref<40xf32> {llvm.noalias}, [[ALL:%[a-z0-9]+]]: memref<f32>
// CHECK-DAG:   linalg.fill {{.*}} outs([[SUMS]]
// CHECK-DAG:   linalg.fill {{.*}} outs([[ALL]]
// CHECK-DAG:   [[T:%[a-z0-9_]+]] = memref.alloc() : memref<1x40xf32>
// CHECK:       scf.for [[I:%[a-z0-9]+]] = %c0 to {{.*}} step %c1
// CHECK-NOT:     linalg.fill
// CHECK:         [[ROW:%[a-z0-9_]+]] = memref.subview [[X]][[[I]], 0] [1, 40]
// CHECK:         linalg.exp ins([[ROW]] {{.*}} outs([[T]]
// CHECK:         linalg.generic {{.*}} ["reduction", "parallel"]} ins([[T]] {{.*}} outs([[SUMS]]
// CHECK:         linalg.generic {{.*}} ["reduction", "reduction"]} ins([[T]], [[ROW]] {{.*}} outs([[ALL]]
// CHECK:       }
// CHECK-NOT:   linalg.generic
// CHECK:       return
func.func @sums(%x: memref<?x40xf32> {llvm.noalias}, %sums: memref<40xf32> {llvm.noalias}, %all: memref<f32> {llvm.noalias}) {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %n = memref.dim %x, %c0 : memref<?x40xf32>
  %t = memref.alloc(%n) : memref<?x40xf32>
  linalg.exp ins(%x : memref<?x40xf32>) outs(%t : memref<?x40xf32>)
  linalg.fill ins(%zero : f32) outs(%sums : memref<40xf32>)
  linalg.generic {indexing_maps = [#all, #column], iterator_types = ["reduction", "parallel"]}
      ins(%t : memref<?x40xf32>) outs(%sums : memref<40xf32>) {
  ^bb0(%a: f32, %s: f32):
    %r = arith.addf %s, %a : f32
    linalg.yield %r : f32
  }
  linalg.fill ins(%zero : f32) outs(%all : memref<f32>)
  linalg.generic {indexing_maps = [#all, #all, affine_map<(i, j) -> ()>], iterator_types = ["reduction", "reduction"]}
      ins(%t, %x : memref<?x40xf32>, memref<?x40xf32>) outs(%all : memref<f32>) {
  ^bb0(%a: f32, %b: f32, %s: f32):
    %p = arith.mulf %a, %b : f32
    %r = arith.addf %s, %p : f32
    linalg.yield %r : f32
  }
  memref.dealloc %t : memref<?x40xf32>
  return
}

// Not sums that are read for each row, and not sums of few columns.
// CHECK-LABEL: func.func @read_sums(
// CHECK:       linalg.generic {{.*}} ["reduction", "reduction"]}
// CHECK:       scf.for
// CHECK:         linalg.generic {{.*}} ["parallel", "parallel"]}
// CHECK:         linalg.generic {{.*}} ["parallel", "parallel"]}
// CHECK:       }
// CHECK-NOT:   scf.for
// CHECK:       linalg.generic {{.*}} ["reduction", "parallel"]}
func.func @read_sums(%x: memref<100x20xf32> {llvm.noalias}, %all: memref<f32> {llvm.noalias}, %y: memref<100x20xf32> {llvm.noalias},
                     %z: memref<100x20xf32> {llvm.noalias}, %few: memref<20xf32> {llvm.noalias}) {
  linalg.generic {indexing_maps = [#all, affine_map<(i, j) -> ()>], iterator_types = ["reduction", "reduction"]}
      ins(%x : memref<100x20xf32>) outs(%all : memref<f32>) {
  ^bb0(%a: f32, %s: f32):
    %r = arith.addf %s, %a : f32
    linalg.yield %r : f32
  }
  linalg.generic {indexing_maps = [#all, affine_map<(i, j) -> ()>, #all], iterator_types = ["parallel", "parallel"]}
      ins(%x, %all : memref<100x20xf32>, memref<f32>) outs(%y : memref<100x20xf32>) {
  ^bb0(%a: f32, %s: f32, %o: f32):
    %r = math.powf %a, %s : f32
    linalg.yield %r : f32
  }
  linalg.generic {indexing_maps = [#all, #all], iterator_types = ["parallel", "parallel"]}
      ins(%y : memref<100x20xf32>) outs(%z : memref<100x20xf32>) {
  ^bb0(%a: f32, %o: f32):
    %r = math.exp %a : f32
    linalg.yield %r : f32
  }
  linalg.generic {indexing_maps = [#all, #column], iterator_types = ["reduction", "parallel"]}
      ins(%z : memref<100x20xf32>) outs(%few : memref<20xf32>) {
  ^bb0(%a: f32, %s: f32):
    %r = arith.addf %s, %a : f32
    linalg.yield %r : f32
  }
  return
}

// Summands keep their order: a row-wise sum is not split by columns.
// CHECK-LABEL: func.func @order(
// CHECK:       scf.for
// CHECK:         linalg.generic {{.*}} ["reduction", "parallel"]}
// CHECK:         linalg.exp
// CHECK:       }
// CHECK:       linalg.generic {{.*}} ["reduction", "reduction"]}
func.func @order(%x: memref<1000x100xf32> {llvm.noalias}, %sums: memref<100xf32> {llvm.noalias}, %y: memref<100xf32> {llvm.noalias},
                 %all: memref<f32> {llvm.noalias}) {
  linalg.generic {indexing_maps = [#all, #column], iterator_types = ["reduction", "parallel"]}
      ins(%x : memref<1000x100xf32>) outs(%sums : memref<100xf32>) {
  ^bb0(%a: f32, %s: f32):
    %r = arith.addf %s, %a : f32
    linalg.yield %r : f32
  }
  linalg.exp ins(%sums : memref<100xf32>) outs(%y : memref<100xf32>)
  linalg.generic {indexing_maps = [#all, #column, affine_map<(i, j) -> ()>], iterator_types = ["reduction", "reduction"]}
      ins(%x, %y : memref<1000x100xf32>, memref<100xf32>) outs(%all : memref<f32>) {
  ^bb0(%a: f32, %b: f32, %s: f32):
    %p = arith.maximumf %a, %b : f32
    %r = arith.addf %s, %p : f32
    linalg.yield %r : f32
  }
  return
}
