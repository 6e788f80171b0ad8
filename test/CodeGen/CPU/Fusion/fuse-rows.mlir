// RUN: sg-opt %s --pass-pipeline="builtin.module(func.func(sg-fuse-rows{elements=64},canonicalize,cse))" | FileCheck %s

#all = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>
#column = affine_map<(i, j) -> (j)>

// One step covers as many rows as have 64 elements. The sums, which have no
// other reader, hold one step. The last step is smaller.
// CHECK-LABEL: func.func @normalize(
// CHECK-SAME:  [[X:%[a-z0-9]+]]: memref<?x20xf32> {llvm.noalias}, [[Y:%[a-z0-9]+]]: memref<?x20xf32> {llvm.noalias}
// CHECK:       [[N:%[a-z0-9_]+]] = memref.dim [[X]]
// CHECK:       [[SUMS:%[a-z0-9_]+]] = memref.alloc() : memref<3xf32>
// CHECK:       scf.for [[I:%[a-z0-9]+]] = %c0 to [[N]] step %c3
// CHECK:         [[COUNT:%[a-z0-9]+]] = affine.min #{{.*}}([[I]])[[[N]]]
// CHECK:         [[SOME:%[a-z0-9_]+]] = memref.subview [[SUMS]][0] [[[COUNT]]]
// CHECK:         linalg.fill {{.*}} outs([[SOME]]
// CHECK:         [[ROWS:%[a-z0-9_]+]] = memref.subview [[X]][[[I]], 0] [[[COUNT]], 20]
// CHECK:         linalg.generic {{.*}} ins([[ROWS]] {{.*}} outs([[SOME]]
// CHECK:         [[RESULT:%[a-z0-9_]+]] = memref.subview [[Y]][[[I]], 0] [[[COUNT]], 20]
// CHECK:         linalg.generic {{.*}} ins([[ROWS]], [[SOME]] {{.*}} outs([[RESULT]]
// CHECK:       memref.dealloc [[SUMS]]
// CHECK-NOT:   memref.dealloc
func.func @normalize(%x: memref<?x20xf32> {llvm.noalias}, %y: memref<?x20xf32> {llvm.noalias}) {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %n = memref.dim %x, %c0 : memref<?x20xf32>
  %sums = memref.alloc(%n) : memref<?xf32>
  linalg.fill ins(%zero : f32) outs(%sums : memref<?xf32>)
  linalg.generic {indexing_maps = [#all, #row], iterator_types = ["parallel", "reduction"]}
      ins(%x : memref<?x20xf32>) outs(%sums : memref<?xf32>) {
  ^bb0(%a: f32, %s: f32):
    %n0 = arith.addf %s, %a : f32
    linalg.yield %n0 : f32
  }
  linalg.generic {indexing_maps = [#all, #row, #all], iterator_types = ["parallel", "parallel"]}
      ins(%x, %sums : memref<?x20xf32>, memref<?xf32>) outs(%y : memref<?x20xf32>) {
  ^bb0(%a: f32, %s: f32, %o: f32):
    %q = arith.divf %a, %s : f32
    linalg.yield %q : f32
  }
  memref.dealloc %sums : memref<?xf32>
  return
}

// Long rows are split into steps of half as many elements. Values read later
// stay stored; linalg.index still yields the element's index.
// CHECK-LABEL: func.func @long_rows(
// CHECK-SAME:  [[T:%[a-z0-9]+]]: memref<3x1000xindex>
// CHECK:       scf.for [[I:%[a-z0-9]+]] = %c0 to %c3 step %c1
// CHECK:         scf.for [[J:%[a-z0-9]+]] = %c0 to %c1000 step %c32
// CHECK:           [[PART:%[a-z0-9_]+]] = memref.subview [[T]][[[I]], [[J]]] [1, {{%[a-z0-9]+}}]
// CHECK:           linalg.generic {{.*}} outs([[PART]]
// CHECK:             [[NUMBER:%[a-z0-9_]+]] = linalg.index 1
// CHECK:             affine.apply #{{.*}}([[J]])[[[NUMBER]]]
// CHECK:           linalg.generic {{.*}} ins([[PART]]
func.func @long_rows(%t: memref<3x1000xindex> {llvm.noalias}, %y: memref<3x1000xindex> {llvm.noalias}) {
  linalg.generic {indexing_maps = [#all], iterator_types = ["parallel", "parallel"]} outs(%t : memref<3x1000xindex>) {
  ^bb0(%o: index):
    %j = linalg.index 1 : index
    linalg.yield %j : index
  }
  linalg.generic {indexing_maps = [#all, #all], iterator_types = ["parallel", "parallel"]}
      ins(%t : memref<3x1000xindex>) outs(%y : memref<3x1000xindex>) {
  ^bb0(%a: index, %o: index):
    %d = arith.addi %a, %a : index
    linalg.yield %d : index
  }
  return
}

// Not a working set that fits the cache, ops that need other rows,
// contractions, or values read in between.
// CHECK-LABEL: func.func @apart(
// CHECK-NOT:   scf.for
// CHECK:       return
func.func @apart(%few: memref<40xf32> {llvm.noalias}, %as: memref<40xf32> {llvm.noalias}, %x: memref<50x50xf32> {llvm.noalias},
                 %y: memref<50x50xf32> {llvm.noalias}, %z: memref<50x50xf32> {llvm.noalias}, %s: memref<50xf32> {llvm.noalias}) {
  %zero = arith.constant 0.0 : f32
  linalg.exp ins(%few : memref<40xf32>) outs(%as : memref<40xf32>)
  linalg.exp ins(%as : memref<40xf32>) outs(%few : memref<40xf32>)
  linalg.generic {indexing_maps = [#all, #column], iterator_types = ["reduction", "parallel"]}
      ins(%x : memref<50x50xf32>) outs(%s : memref<50xf32>) {
  ^bb0(%a: f32, %sum: f32):
    %n0 = arith.addf %sum, %a : f32
    linalg.yield %n0 : f32
  }
  linalg.generic {indexing_maps = [#row, #all], iterator_types = ["parallel", "parallel"]}
      ins(%s : memref<50xf32>) outs(%y : memref<50x50xf32>) {
  ^bb0(%a: f32, %o: f32):
    linalg.yield %a : f32
  }
  linalg.matmul ins(%x, %y : memref<50x50xf32>, memref<50x50xf32>) outs(%z : memref<50x50xf32>)
  return
}

// As many rows as columns: an op that accesses the group's memory runs row by
// row. A sum independent of the group stays separate.
// CHECK-LABEL: func.func @square(
// CHECK-SAME:  [[X:%[a-z0-9]+]]: memref<64x64xf32> {llvm.noalias}
// CHECK:       scf.for [[I:%[a-z0-9]+]] = %c0 to %c64 step %c1
// CHECK:         [[ROW:%[a-z0-9_]+]] = memref.subview [[X]][[[I]], 0] [1, 64]
// CHECK:         linalg.exp ins([[ROW]]
// CHECK:         linalg.exp
// CHECK:         linalg.generic {{.*}} ["reduction", "parallel"]} ins([[ROW]]
// CHECK:       }
// CHECK:       linalg.generic {{.*}} ["parallel", "reduction"]}
func.func @square(%x: memref<64x64xf32> {llvm.noalias}, %y: memref<64x64xf32> {llvm.noalias}, %z: memref<64x64xf32> {llvm.noalias},
                  %sums: memref<64xf32> {llvm.noalias}, %other: memref<50x64xf32> {llvm.noalias}, %of_rows: memref<50xf32> {llvm.noalias}) {
  linalg.exp ins(%x : memref<64x64xf32>) outs(%y : memref<64x64xf32>)
  linalg.exp ins(%y : memref<64x64xf32>) outs(%z : memref<64x64xf32>)
  linalg.generic {indexing_maps = [#all, #column], iterator_types = ["reduction", "parallel"]}
      ins(%x : memref<64x64xf32>) outs(%sums : memref<64xf32>) {
  ^bb0(%a: f32, %s: f32):
    %r = arith.addf %s, %a : f32
    linalg.yield %r : f32
  }
  linalg.generic {indexing_maps = [#all, #row], iterator_types = ["parallel", "reduction"]}
      ins(%other : memref<50x64xf32>) outs(%of_rows : memref<50xf32>) {
  ^bb0(%a: f32, %s: f32):
    %r = arith.addf %s, %a : f32
    linalg.yield %r : f32
  }
  return
}

// Initial values that are adjacent, as for several parameters, do not cause a
// loop over columns: each precedes the rows with its own sum.
// CHECK-LABEL: func.func @parameters(
// CHECK-SAME:  [[X:%[a-z0-9]+]]: memref<200x60xf32> {llvm.noalias}, [[W:%[a-z0-9]+]]: memref<200x60xf32> {llvm.noalias}, [[A:%[a-z0-9]+]]: memref<60xf32> {llvm.noalias}, [[B:%[a-z0-9]+]]: memref<60xf32>
// CHECK-DAG:   linalg.fill {{.*}} outs([[A]]
// CHECK-DAG:   linalg.fill {{.*}} outs([[B]]
// CHECK:       scf.for {{%[a-z0-9]+}} = %c0 to %c200 step %c1
// CHECK:         [[ROW:%[a-z0-9_]+]] = memref.subview [[W]]
// CHECK:         linalg.mul {{.*}} outs([[T:%[a-z0-9_]+]]
// CHECK:         linalg.generic {{.*}} ["reduction", "parallel"]} ins([[ROW]] {{.*}} outs([[A]]
// CHECK:         linalg.generic {{.*}} ["reduction", "parallel"]} ins([[T]] {{.*}} outs([[B]]
// CHECK:       }
// CHECK-NOT:   scf.for
// CHECK:       return
func.func @parameters(%x: memref<200x60xf32> {llvm.noalias}, %w: memref<200x60xf32> {llvm.noalias}, %a: memref<60xf32> {llvm.noalias},
                      %b: memref<60xf32> {llvm.noalias}) {
  %zero = arith.constant 0.0 : f32
  %e = memref.alloc() : memref<200x60xf32>
  %t = memref.alloc() : memref<200x60xf32>
  linalg.exp ins(%x : memref<200x60xf32>) outs(%e : memref<200x60xf32>)
  linalg.mul ins(%e, %w : memref<200x60xf32>, memref<200x60xf32>) outs(%t : memref<200x60xf32>)
  linalg.fill ins(%zero : f32) outs(%b : memref<60xf32>)
  linalg.fill ins(%zero : f32) outs(%a : memref<60xf32>)
  linalg.generic {indexing_maps = [#all, #column], iterator_types = ["reduction", "parallel"]}
      ins(%w : memref<200x60xf32>) outs(%a : memref<60xf32>) {
  ^bb0(%v: f32, %s: f32):
    %r = arith.addf %s, %v : f32
    linalg.yield %r : f32
  }
  linalg.generic {indexing_maps = [#all, #column], iterator_types = ["reduction", "parallel"]}
      ins(%t : memref<200x60xf32>) outs(%b : memref<60xf32>) {
  ^bb0(%v: f32, %s: f32):
    %r = arith.addf %s, %v : f32
    linalg.yield %r : f32
  }
  memref.dealloc %e : memref<200x60xf32>
  memref.dealloc %t : memref<200x60xf32>
  return
}

// 21 rows of three elements would fill 63 of 64 elements; 16 rows leave no
// tail.
// CHECK-LABEL: func.func @all_steps_alike(
// CHECK:       scf.for {{%[a-z0-9]+}} = %c0 to %c48 step %c16
func.func @all_steps_alike(%x: memref<48x3xf32> {llvm.noalias}, %sums: memref<48xf32> {llvm.noalias}) {
  %zero = arith.constant 0.0 : f32
  linalg.fill ins(%zero : f32) outs(%sums : memref<48xf32>)
  linalg.generic {indexing_maps = [#all, #row], iterator_types = ["parallel", "reduction"]}
      ins(%x : memref<48x3xf32>) outs(%sums : memref<48xf32>) {
  ^bb0(%a: f32, %s: f32):
    %n = arith.addf %s, %a : f32
    linalg.yield %n : f32
  }
  return
}
