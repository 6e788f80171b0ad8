// RUN: sg-opt %s --sg-map-to-kernels --cse | FileCheck %s

// A loop over elements is one kernel; the host does not wait for values that
// the loop reads.
// CHECK-LABEL: func.func @scatter(
// CHECK-NOT:   memref.load
// CHECK:       gpu.launch {{.*}} threads({{.*}}) in ({{.*}} = %c1, {{.*}} = %c1, {{.*}} = %c1)
// CHECK:         scf.for
// CHECK:           [[I:%[a-z0-9_]+]] = memref.load
// CHECK:           memref.load
// CHECK:           memref.store {{%[a-z0-9_]+}}, {{%[a-z0-9_]+}}[[[I]]]
// CHECK-NOT:   gpu.launch
func.func @scatter(%places: memref<?xindex>, %x: memref<?xf32>, %y: memref<?xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %k = %c0 to %n step %c1 {
    %i = memref.load %places[%k] : memref<?xindex>
    %v = memref.load %x[%k] : memref<?xf32>
    memref.store %v, %y[%i] : memref<?xf32>
  }
  return
}

// All threads of the block, at most one per unit of work, run the loop. They
// share the rows, thread 0 writes single elements, and all wait before and
// after.
// CHECK-LABEL: func.func @scatter_rows(
// CHECK:       gpu.launch blocks({{.*}}) in ({{.*}} = %c1, {{.*}} = %c1, {{.*}} = %c1) threads([[T:%[a-z0-9]+]], {{.*}}) in ({{.*}} = %c64
// CHECK:         [[ISFIRST:%[a-z0-9_]+]] = arith.cmpi eq, [[T]], %c0
// CHECK:         scf.for
// CHECK:           [[I:%[a-z0-9_]+]] = memref.load
// CHECK:           memref.subview {{%[a-z0-9_]+}}{{\[}}[[I]], 0] [1, 40] [1, 1]
// CHECK:           gpu.barrier
// CHECK:           scf.for {{%[a-z0-9_]+}} = [[T]] to %c40 step %c64
// CHECK:           gpu.barrier
// CHECK-NEXT:      scf.if [[ISFIRST]]
// CHECK:             memref.store
// CHECK:           gpu.barrier
func.func @scatter_rows(%places: memref<?xindex>, %x: memref<?x40xf32>, %y: memref<?x40xf32>, %last: memref<index>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %k = %c0 to %n step %c1 {
    %i = memref.load %places[%k] : memref<?xindex>
    %from = memref.subview %x[%k, 0] [1, 40] [1, 1] : memref<?x40xf32> to memref<1x40xf32, strided<[40, 1], offset: ?>>
    %to = memref.subview %y[%i, 0] [1, 40] [1, 1] : memref<?x40xf32> to memref<1x40xf32, strided<[40, 1], offset: ?>>
    linalg.add ins(%from, %to : memref<1x40xf32, strided<[40, 1], offset: ?>>, memref<1x40xf32, strided<[40, 1], offset: ?>>)
      outs(%to : memref<1x40xf32, strided<[40, 1], offset: ?>>)
    memref.store %i, %last[] : memref<index>
  }
  return
}

// If each iteration does much or an unknown amount of work, it stays one kernel
// per iteration, unless threads can share the loop.
// CHECK-LABEL: func.func @steps(
// CHECK:       scf.for
// CHECK:         memref.load
// CHECK:         gpu.launch
func.func @steps(%sizes: memref<?xf32>, %x: memref<?x40xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %k = %c0 to %n step %c1 {
    %v = memref.load %sizes[%k] : memref<?xf32>
    linalg.fill ins(%v : f32) outs(%x : memref<?x40xf32>)
  }
  return
}
