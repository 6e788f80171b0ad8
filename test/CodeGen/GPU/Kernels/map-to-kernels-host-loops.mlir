// Loops that threads cannot share, around loops that they can.
//
// RUN: sg-opt %s --sg-map-to-kernels --cse | FileCheck %s

// The host runs the outer loop if it need not wait inside. Both loops together
// write elements several times, the inner loop does not.
// CHECK-LABEL: func.func @diagonals(
// CHECK:       scf.for
// CHECK:         gpu.launch {{.*}} = %c256
// CHECK:           arith.cmpi ult
// CHECK-NOT:       scf.for
// CHECK:           memref.store
// CHECK:         return
func.func @diagonals(%y: memref<?xf32> {llvm.noalias}, %x: memref<?x?xf32> {llvm.noalias}, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    scf.for %j = %c0 to %n step %c1 {
      %k = arith.addi %i, %j : index
      %v = memref.load %x[%i, %j] : memref<?x?xf32>
      memref.store %v, %y[%k] : memref<?xf32>
    }
  }
  return
}

// The iterations of an scf.forall are independent of each other, but not of
// earlier iterations of a loop around it.
// CHECK-LABEL: func.func @steps(
// CHECK:       scf.for
// CHECK:         gpu.launch {{.*}} = %c256
// CHECK:           arith.cmpi ult
// CHECK-NOT:       scf.for
// CHECK:           memref.store
// CHECK:         return
func.func @steps(%x: memref<?xf32> {llvm.noalias}, %y: memref<?xf32> {llvm.noalias}, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %t = %c0 to %n step %c1 {
    scf.forall (%i) in (%n) {
      %after = arith.addi %i, %t : index
      %v = memref.load %y[%after] : memref<?xf32>
      %w = memref.load %x[%t] : memref<?xf32>
      %u = arith.addf %v, %w : f32
      memref.store %u, %y[%after] : memref<?xf32>
    }
  }
  return
}

// If the host would have to wait for values it reads, a thread runs both loops.
// CHECK-LABEL: func.func @waits(
// CHECK:       gpu.launch blocks({{.*}}) in ({{.*}} = %c1, {{.*}} = %c1, {{.*}} = %c1) threads({{.*}}) in ({{.*}} = %c1,
// CHECK:         scf.for
// CHECK:           memref.load
// CHECK:           scf.for
func.func @waits(%x: memref<?xindex> {llvm.noalias}, %y: memref<?xindex> {llvm.noalias}, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %t = %c0 to %n step %c1 {
    %m = memref.load %x[%t] : memref<?xindex>
    scf.for %i = %c0 to %m step %c1 {
      memref.store %m, %y[%i] : memref<?xindex>
    }
  }
  return
}

// The same if there is little work to share.
// CHECK-LABEL: func.func @little(
// CHECK:       gpu.launch blocks({{.*}}) in ({{.*}} = %c1, {{.*}} = %c1, {{.*}} = %c1) threads({{.*}}) in ({{.*}} = %c1,
// CHECK:         scf.for
// CHECK:           scf.for
func.func @little(%y: memref<?xindex> {llvm.noalias}, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  scf.for %t = %c0 to %n step %c1 {
    scf.for %i = %c0 to %c3 step %c1 {
      %k = arith.addi %i, %t : index
      memref.store %t, %y[%k] : memref<?xindex>
    }
  }
  return
}
