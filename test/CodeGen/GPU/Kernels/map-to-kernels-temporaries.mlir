// Memory that is local to an iteration of a loop: threads share the loop, not the memory.
//
// RUN: sg-opt %s --sg-map-to-kernels --cse | FileCheck %s

// A buffer allocated once outside the loop that each iteration overwrites
// becomes local to a thread.
// CHECK-LABEL: func.func @of_thread(
// CHECK-NOT:     memref.alloc
// CHECK:         gpu.launch {{.*}} in ({{.*}} = %c256
// CHECK:           [[OWN:%[a-z0-9_]+]] = memref.alloca() : memref<4xf32>
// CHECK-NOT:       scf.for
// CHECK:           scf.for
// CHECK:             memref.store {{%[a-z0-9_]+}}, [[OWN]][
// CHECK-NOT:       memref.dealloc
// CHECK:           return
func.func @of_thread(%x: memref<?x4xf32> {llvm.noalias}, %y: memref<?x4xf32> {llvm.noalias}, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %t = memref.alloc() : memref<4xf32>
  scf.for %i = %c0 to %n step %c1 {
    %from = memref.subview %x[%i, 0] [1, 4] [1, 1] : memref<?x4xf32> to memref<4xf32, strided<[1], offset: ?>>
    %to = memref.subview %y[%i, 0] [1, 4] [1, 1] : memref<?x4xf32> to memref<4xf32, strided<[1], offset: ?>>
    linalg.exp ins(%from : memref<4xf32, strided<[1], offset: ?>>) outs(%t : memref<4xf32>)
    %v = memref.load %t[%c1] : memref<4xf32>
    linalg.fill ins(%v : f32) outs(%to : memref<4xf32, strided<[1], offset: ?>>)
  }
  memref.dealloc %t : memref<4xf32>
  return
}

// For long rows it is local to the block.
// CHECK-LABEL: func.func @of_block(
// CHECK-NOT:     memref.alloc
// CHECK:         gpu.launch {{.*}} in ({{.*}} = %c64, {{.*}} workgroup([[OWN:%[a-z0-9_]+]] : memref<40xf32, #gpu.address_space<workgroup>>)
// CHECK:           memref.store {{%[a-z0-9_]+}}, [[OWN]][
// CHECK:           gpu.barrier
// CHECK:           memref.load [[OWN]][%c1]
// CHECK-NOT:       memref.dealloc
// CHECK:           return
func.func @of_block(%x: memref<?x40xf32> {llvm.noalias}, %y: memref<?x40xf32> {llvm.noalias}, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %t = memref.alloc() : memref<40xf32>
  scf.for %i = %c0 to %n step %c1 {
    %from = memref.subview %x[%i, 0] [1, 40] [1, 1] : memref<?x40xf32> to memref<40xf32, strided<[1], offset: ?>>
    %to = memref.subview %y[%i, 0] [1, 40] [1, 1] : memref<?x40xf32> to memref<40xf32, strided<[1], offset: ?>>
    linalg.exp ins(%from : memref<40xf32, strided<[1], offset: ?>>) outs(%t : memref<40xf32>)
    %v = memref.load %t[%c1] : memref<40xf32>
    linalg.fill ins(%v : f32) outs(%to : memref<40xf32, strided<[1], offset: ?>>)
  }
  memref.dealloc %t : memref<40xf32>
  return
}

// The first iteration reads the previous contents.
// CHECK-LABEL: func.func @added_to(
// CHECK:         memref.alloc
// CHECK:         gpu.launch blocks({{.*}}) in ({{.*}} = %c1,
// CHECK:           scf.for
// CHECK:         memref.dealloc
func.func @added_to(%x: memref<?x4xf32> {llvm.noalias}, %y: memref<?xf32> {llvm.noalias}, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %t = memref.alloc() : memref<4xf32>
  scf.for %i = %c0 to %n step %c1 {
    %from = memref.subview %x[%i, 0] [1, 4] [1, 1] : memref<?x4xf32> to memref<4xf32, strided<[1], offset: ?>>
    linalg.add ins(%from, %t : memref<4xf32, strided<[1], offset: ?>>, memref<4xf32>) outs(%t : memref<4xf32>)
    %v = memref.load %t[%c1] : memref<4xf32>
    memref.store %v, %y[%i] : memref<?xf32>
  }
  memref.dealloc %t : memref<4xf32>
  return
}

// Some iterations do not overwrite it, or only a part.
// CHECK-LABEL: func.func @sometimes(
// CHECK:         gpu.launch blocks({{.*}}) in ({{.*}} = %c1,
// CHECK:           scf.for
func.func @sometimes(%x: memref<?xf32> {llvm.noalias}, %y: memref<?xf32> {llvm.noalias}, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %t = memref.alloc() : memref<f32>
  scf.for %i = %c0 to %n step %c1 {
    %v = memref.load %x[%i] : memref<?xf32>
    %isLarge = arith.cmpf ogt, %v, %v : f32
    scf.if %isLarge {
      memref.store %v, %t[] : memref<f32>
    }
    %w = memref.load %t[] : memref<f32>
    memref.store %w, %y[%i] : memref<?xf32>
  }
  memref.dealloc %t : memref<f32>
  return
}

// CHECK-LABEL: func.func @a_part(
// CHECK:         gpu.launch blocks({{.*}}) in ({{.*}} = %c1,
// CHECK:           scf.for
func.func @a_part(%x: memref<?xf32> {llvm.noalias}, %y: memref<?xf32> {llvm.noalias}, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %t = memref.alloc() : memref<2xf32>
  scf.for %i = %c0 to %n step %c1 {
    %v = memref.load %x[%i] : memref<?xf32>
    memref.store %v, %t[%c0] : memref<2xf32>
    %w = memref.load %t[%c1] : memref<2xf32>
    memref.store %w, %y[%i] : memref<?xf32>
  }
  memref.dealloc %t : memref<2xf32>
  return
}

// The last iteration's contents are read.
// CHECK-LABEL: func.func @last(
// CHECK:         gpu.launch blocks({{.*}}) in ({{.*}} = %c1,
// CHECK:           scf.for
func.func @last(%x: memref<?xf32> {llvm.noalias}, %y: memref<?xf32> {llvm.noalias}, %n: index) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %t = memref.alloc() : memref<f32>
  scf.for %i = %c0 to %n step %c1 {
    %v = memref.load %x[%i] : memref<?xf32>
    memref.store %v, %t[] : memref<f32>
    memref.store %v, %y[%i] : memref<?xf32>
  }
  %w = memref.load %t[] : memref<f32>
  memref.dealloc %t : memref<f32>
  return %w : f32
}

// An scf.forall promises nothing about memory that all of its iterations share.
// CHECK-LABEL: func.func @forall(
// CHECK:         gpu.launch blocks({{.*}}) in ({{.*}} = %c1,
// CHECK:           scf.for
func.func @forall(%x: memref<?xf32> {llvm.noalias}, %y: memref<?xf32> {llvm.noalias}, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %t = memref.alloc() : memref<2xf32>
  scf.forall (%i) in (%n) {
    %v = memref.load %x[%i] : memref<?xf32>
    memref.store %v, %t[%c0] : memref<2xf32>
    memref.store %v, %t[%c1] : memref<2xf32>
    %w = memref.load %t[%c1] : memref<2xf32>
    memref.store %w, %y[%i] : memref<?xf32>
  }
  memref.dealloc %t : memref<2xf32>
  return
}
