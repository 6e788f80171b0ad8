// Loops whose iterations do much or an unknown amount of work: one kernel if
// many threads have work.
//
// RUN: sg-opt %s --sg-map-to-kernels --cse | FileCheck %s

// A thread for each column, which the loop of the structured op counts.
// CHECK-LABEL: func.func @columns(
// CHECK-SAME:  %[[M:[a-z0-9]+]]: index)
// CHECK:       [[COUNT:%[a-z0-9_]+]] = arith.maxsi %[[M]], %c0
// CHECK:       arith.ceildivui [[COUNT]], %c256
// CHECK:       gpu.launch
// CHECK:         [[J:%[a-z0-9_]+]] = arith.addi
// CHECK:         scf.for [[K:%[a-z0-9_]+]] = %c0 to
// CHECK-NEXT:      [[P:%[a-z0-9_]+]] = memref.load {{%[a-z0-9_]+}}[[[K]]]
// CHECK-NOT:       scf.for
// CHECK:           memref.store {{%[a-z0-9_]+}}, {{%[a-z0-9_]+}}[[[J]]]
func.func @columns(%places: memref<?xindex> {llvm.noalias}, %x: memref<?x?xf32> {llvm.noalias}, %y: memref<?x?xf32> {llvm.noalias}, %n: index, %m: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %k = %c0 to %n step %c1 {
    %p = memref.load %places[%k] : memref<?xindex>
    %from = memref.subview %x[%k, 0] [1, %m] [1, 1] : memref<?x?xf32> to memref<?xf32, strided<[1], offset: ?>>
    %to = memref.subview %y[%p, 0] [1, %m] [1, 1] : memref<?x?xf32> to memref<?xf32, strided<[1], offset: ?>>
    linalg.add ins(%from, %to : memref<?xf32, strided<[1], offset: ?>>, memref<?xf32, strided<[1], offset: ?>>)
      outs(%to : memref<?xf32, strided<[1], offset: ?>>)
  }
  return
}

// A block for each row.
// CHECK-LABEL: func.func @rows(
// CHECK-SAME:  %[[N:[a-z0-9]+]]: index)
// CHECK:       [[COUNT:%[a-z0-9_]+]] = arith.maxsi %[[N]], %c0
// CHECK:       gpu.launch blocks([[I:%[a-z0-9]+]], {{.*}}) in ({{.*}} = [[COUNT]], {{.*}} threads({{.*}}) in ({{.*}} = %c256
// CHECK:         memref.load {{%[a-z0-9_]+}}[[[I]]]
// CHECK:         gpu.barrier
// CHECK:         gpu.barrier
// CHECK:       return
func.func @rows(%v: memref<?xf32> {llvm.noalias}, %x: memref<?x?xf32> {llvm.noalias}, %y: memref<?x?xf32> {llvm.noalias}, %m: index, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %w = memref.load %v[%i] : memref<?xf32>
    %a = memref.subview %x[%i, 0] [1, %m] [1, 1] : memref<?x?xf32> to memref<?xf32, strided<[1], offset: ?>>
    %b = memref.subview %y[%i, 0] [1, %m] [1, 1] : memref<?x?xf32> to memref<?xf32, strided<[1], offset: ?>>
    linalg.exp ins(%a : memref<?xf32, strided<[1], offset: ?>>) outs(%a : memref<?xf32, strided<[1], offset: ?>>)
    linalg.fill ins(%w : f32) outs(%b : memref<?xf32, strided<[1], offset: ?>>)
  }
  return
}

// Sequential if an iteration reads values that others write: one kernel for
// each iteration.
// CHECK-LABEL: func.func @steps(
// CHECK:       scf.for
// CHECK:         memref.load
// CHECK:         gpu.launch
func.func @steps(%x: memref<?x?xf32> {llvm.noalias}, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %k = %c0 to %n step %c1 {
    %v = memref.load %x[%c0, %k] : memref<?x?xf32>
    linalg.fill ins(%v : f32) outs(%x : memref<?x?xf32>)
  }
  return
}

// The same if the work is too much for one block.
// CHECK-LABEL: func.func @large(
// CHECK:       scf.for
// CHECK:         memref.load
// CHECK:         gpu.launch {{.*}} in ({{.*}} = %c391,
func.func @large(%v: memref<?xf32> {llvm.noalias}, %x: memref<?x100000xf32> {llvm.noalias}, %y: memref<?x100000xf32> {llvm.noalias}, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %w = memref.load %v[%i] : memref<?xf32>
    %a = memref.subview %x[%i, 0] [1, 100000] [1, 1] : memref<?x100000xf32> to memref<100000xf32, strided<[1], offset: ?>>
    %b = memref.subview %y[%i, 0] [1, 100000] [1, 1] : memref<?x100000xf32> to memref<100000xf32, strided<[1], offset: ?>>
    linalg.exp ins(%a : memref<100000xf32, strided<[1], offset: ?>>) outs(%a : memref<100000xf32, strided<[1], offset: ?>>)
    linalg.fill ins(%w : f32) outs(%b : memref<100000xf32, strided<[1], offset: ?>>)
  }
  return
}
