// Elementwise ops with the same loops are one op, in --sg-fuse-rows.

// RUN: sg-opt %s --pass-pipeline="builtin.module(func.func(sg-fuse-rows{elements=64},canonicalize,cse))" | FileCheck %s

#id = affine_map<(i) -> (i)>
#all = affine_map<(i, j) -> (i, j)>
#turned = affine_map<(i, j) -> (j, i)>
#row = affine_map<(i, j) -> (i)>

// In place: the second op reads the value that the first op wrote; all other
// reads are of memory.
// CHECK-LABEL: func.func @momentum(
// CHECK-SAME:  [[P:%[a-z0-9]+]]: memref<?xf32> {llvm.noalias}, [[M:%[a-z0-9]+]]: memref<?xf32> {llvm.noalias}, [[G:%[a-z0-9]+]]: memref<?xf32>
// CHECK-NOT:   scf.for
// CHECK:       linalg.generic {{.*}} ins([[M]], [[G]], [[P]] : {{.*}} outs([[M]], [[P]] :
// CHECK-NEXT:  ^bb0([[A:%[a-z0-9_]+]]: f32, [[B:%[a-z0-9_]+]]: f32, [[C:%[a-z0-9_]+]]: f32, {{.*}}):
// CHECK-NEXT:    [[NEXT:%[a-z0-9]+]] = arith.addf [[A]], [[B]]
// CHECK-NEXT:    [[STEP:%[a-z0-9]+]] = arith.subf [[C]], [[NEXT]]
// CHECK-NEXT:    linalg.yield [[NEXT]], [[STEP]]
// CHECK-NOT:   linalg.generic
func.func @momentum(%p: memref<?xf32> {llvm.noalias}, %m: memref<?xf32> {llvm.noalias}, %g: memref<?xf32> {llvm.noalias}) {
  linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel"]}
      ins(%m, %g : memref<?xf32>, memref<?xf32>) outs(%m : memref<?xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %0 = arith.addf %a, %b : f32
    linalg.yield %0 : f32
  }
  linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel"]}
      ins(%p, %m : memref<?xf32>, memref<?xf32>) outs(%p : memref<?xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %0 = arith.subf %a, %b : f32
    linalg.yield %0 : f32
  }
  return
}

// Memory without another reader disappears; an op may write it twice and read
// elements that it overwrites.
// CHECK-LABEL: func.func @temporary(
// CHECK-SAME:  [[X:%[a-z0-9]+]]: memref<100x100xf32> {llvm.noalias}, [[Y:%[a-z0-9]+]]: memref<100x100xf32>
// CHECK-NOT:   memref.alloc
// CHECK:       linalg.generic {{.*}} ins([[X]] : {{.*}} outs([[Y]] :
// CHECK-NEXT:  ^bb0([[A:%[a-z0-9_]+]]: f32, {{.*}}):
// CHECK-NEXT:    [[ONCE:%[a-z0-9]+]] = arith.addf [[A]], [[A]]
// CHECK-NEXT:    [[TWICE:%[a-z0-9]+]] = arith.mulf [[A]], [[ONCE]]
// CHECK-NEXT:    [[LAST:%[a-z0-9]+]] = arith.subf [[TWICE]], [[A]]
// CHECK-NEXT:    linalg.yield [[LAST]]
// CHECK-NOT:   memref.dealloc
func.func @temporary(%x: memref<100x100xf32> {llvm.noalias}, %y: memref<100x100xf32> {llvm.noalias}) {
  %t = memref.alloc() : memref<100x100xf32>
  linalg.generic {indexing_maps = [#all, #all], iterator_types = ["parallel", "parallel"]}
      ins(%x : memref<100x100xf32>) outs(%t : memref<100x100xf32>) {
  ^bb0(%a: f32, %o: f32):
    %0 = arith.addf %a, %a : f32
    linalg.yield %0 : f32
  }
  linalg.generic {indexing_maps = [#all, #all], iterator_types = ["parallel", "parallel"]}
      ins(%x : memref<100x100xf32>) outs(%t : memref<100x100xf32>) {
  ^bb0(%a: f32, %o: f32):
    %0 = arith.mulf %a, %o : f32
    linalg.yield %0 : f32
  }
  linalg.generic {indexing_maps = [#all, #all, #all], iterator_types = ["parallel", "parallel"]}
      ins(%t, %x : memref<100x100xf32>, memref<100x100xf32>) outs(%y : memref<100x100xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %0 = arith.subf %a, %b : f32
    linalg.yield %0 : f32
  }
  memref.dealloc %t : memref<100x100xf32>
  return
}

// Memory that was never written may be read.
// CHECK-LABEL: func.func @unwritten(
// CHECK-SAME:  [[X:%[a-z0-9]+]]: memref<100xf32>
// CHECK:       [[T:%[a-z0-9_]+]] = memref.alloc()
// CHECK:       linalg.generic {{.*}} ins([[T]], [[X]] : {{.*}} outs([[T]], [[X]] :
// CHECK-NOT:   linalg.generic
func.func @unwritten(%x: memref<100xf32> {llvm.noalias}) {
  %t = memref.alloc() : memref<100xf32>
  linalg.generic {indexing_maps = [#id], iterator_types = ["parallel"]} outs(%t : memref<100xf32>) {
  ^bb0(%o: f32):
    %0 = arith.addf %o, %o : f32
    linalg.yield %0 : f32
  }
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%t : memref<100xf32>) outs(%x : memref<100xf32>) {
  ^bb0(%a: f32, %o: f32):
    %0 = arith.addf %a, %o : f32
    linalg.yield %0 : f32
  }
  memref.dealloc %t : memref<100xf32>
  return
}

// Not an op that calls a function per element, since that blocks vectorization,
// nor an op with other loops.
// CHECK-LABEL: func.func @apart(
// CHECK:       scf.for
// CHECK:         linalg.generic
// CHECK:         math.tanh
// CHECK:         linalg.generic
// CHECK:         arith.addf
// CHECK:       scf.for
// CHECK:         linalg.generic
// CHECK:         arith.mulf
// CHECK:         linalg.generic
// CHECK:         arith.addf
func.func @apart(%x: memref<100xf32> {llvm.noalias}, %y: memref<100xf32> {llvm.noalias}, %z: memref<100xf32> {llvm.noalias},
                 %u: memref<90x5xf32> {llvm.noalias}, %v: memref<90x5xf32> {llvm.noalias}, %s: memref<90xf32> {llvm.noalias}) {
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%x : memref<100xf32>) outs(%y : memref<100xf32>) {
  ^bb0(%a: f32, %o: f32):
    %0 = math.tanh %a : f32
    linalg.yield %0 : f32
  }
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%y : memref<100xf32>) outs(%z : memref<100xf32>) {
  ^bb0(%a: f32, %o: f32):
    %0 = arith.addf %a, %a : f32
    linalg.yield %0 : f32
  }
  linalg.generic {indexing_maps = [#all, #all], iterator_types = ["parallel", "parallel"]}
      ins(%u : memref<90x5xf32>) outs(%v : memref<90x5xf32>) {
  ^bb0(%a: f32, %o: f32):
    %0 = arith.mulf %a, %a : f32
    linalg.yield %0 : f32
  }
  linalg.generic {indexing_maps = [#all, #row], iterator_types = ["parallel", "reduction"]}
      ins(%v : memref<90x5xf32>) outs(%s : memref<90xf32>) {
  ^bb0(%a: f32, %o: f32):
    %0 = arith.addf %a, %o : f32
    linalg.yield %0 : f32
  }
  return
}

// Nor an op that reads in another order: its elements form no row.
// CHECK-LABEL: func.func @turned(
// CHECK:       linalg.generic
// CHECK:       arith.mulf
// CHECK:       linalg.generic
// CHECK:       arith.addf
func.func @turned(%x: memref<50x50xf32> {llvm.noalias}, %y: memref<50x50xf32> {llvm.noalias}, %z: memref<50x50xf32> {llvm.noalias}) {
  linalg.generic {indexing_maps = [#all, #all], iterator_types = ["parallel", "parallel"]}
      ins(%x : memref<50x50xf32>) outs(%y : memref<50x50xf32>) {
  ^bb0(%a: f32, %o: f32):
    %0 = arith.mulf %a, %a : f32
    linalg.yield %0 : f32
  }
  linalg.generic {indexing_maps = [#turned, #all, #all], iterator_types = ["parallel", "parallel"]}
      ins(%y, %y : memref<50x50xf32>, memref<50x50xf32>) outs(%z : memref<50x50xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %0 = arith.addf %a, %b : f32
    linalg.yield %0 : f32
  }
  return
}

// Memory that is only reachable through one argument does not alias another argument.
// CHECK-LABEL: func.func @results(
// CHECK-SAME:  [[A:%[a-z0-9]+]]: memref<?xf32>, [[B:%[a-z0-9]+]]: memref<?xf32>, [[Y:%[a-z0-9]+]]: memref<?xf32> {llvm.noalias}, [[Z:%[a-z0-9]+]]: memref<?xf32> {llvm.noalias}
// CHECK:       linalg.generic {{.*}} ins([[A]], [[B]] : {{.*}} outs([[Y]], [[Z]] :
// CHECK-NOT:   linalg.generic
// CHECK-LABEL: func.func @perhaps_one(
// CHECK-COUNT-2: linalg.generic
func.func @results(%a: memref<?xf32>, %b: memref<?xf32>, %y: memref<?xf32> {llvm.noalias}, %z: memref<?xf32> {llvm.noalias}) {
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%a : memref<?xf32>) outs(%y : memref<?xf32>) {
  ^bb0(%x: f32, %o: f32):
    %0 = arith.addf %x, %x : f32
    linalg.yield %0 : f32
  }
  linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel"]}
      ins(%b, %y : memref<?xf32>, memref<?xf32>) outs(%z : memref<?xf32>) {
  ^bb0(%x: f32, %s: f32, %o: f32):
    %0 = arith.mulf %x, %s : f32
    linalg.yield %0 : f32
  }
  return
}

func.func @perhaps_one(%a: memref<?xf32>, %b: memref<?xf32>, %y: memref<?xf32>, %z: memref<?xf32>) {
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%a : memref<?xf32>) outs(%y : memref<?xf32>) {
  ^bb0(%x: f32, %o: f32):
    %0 = arith.addf %x, %x : f32
    linalg.yield %0 : f32
  }
  linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel"]}
      ins(%b, %y : memref<?xf32>, memref<?xf32>) outs(%z : memref<?xf32>) {
  ^bb0(%x: f32, %s: f32, %o: f32):
    %0 = arith.mulf %x, %s : f32
    linalg.yield %0 : f32
  }
  return
}
