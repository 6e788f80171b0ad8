// RUN: sg-opt %s --sg-map-to-kernels --cse | FileCheck %s

// Each iteration writes a distinct element: one thread each, in as many blocks as needed.
// CHECK-LABEL: func.func @elements(
// CHECK-SAME:  %[[X:[a-z0-9]+]]: memref<?xf32>, %[[FROM:[a-z0-9]+]]: index, %[[TO:[a-z0-9]+]]: index, %[[STEP:[a-z0-9]+]]: index)
// CHECK:       [[LENGTH:%[a-z0-9_]+]] = arith.subi %[[TO]], %[[FROM]]
// CHECK:       [[SOME:%[a-z0-9_]+]] = arith.maxsi [[LENGTH]], %c0
// CHECK:       [[COUNT:%[a-z0-9_]+]] = arith.ceildivui [[SOME]], %[[STEP]]
// CHECK:       [[BLOCKS:%[a-z0-9_]+]] = arith.ceildivui [[COUNT]], %c256
// CHECK:       gpu.launch blocks({{.*}}) in ({{.*}} = [[BLOCKS]], {{.*}} = %c1, {{.*}} = %c1) threads({{.*}}) in ({{.*}} = %c256
// CHECK-NOT:     scf.for
// CHECK:         arith.muli
// CHECK-NEXT:    [[NUMBER:%[a-z0-9_]+]] = arith.addi
// CHECK-NEXT:    [[EXISTS:%[a-z0-9_]+]] = arith.cmpi ult, [[NUMBER]], [[COUNT]]
// CHECK-NEXT:    scf.if [[EXISTS]] {
// CHECK-NEXT:      [[SINCE:%[a-z0-9_]+]] = arith.muli [[NUMBER]], %[[STEP]]
// CHECK-NEXT:      [[I:%[a-z0-9_]+]] = arith.addi [[SINCE]], %[[FROM]]
// CHECK-NEXT:      memref.load {{%[a-z0-9_]+}}[[[I]]]
// CHECK:           memref.store {{%[a-z0-9_]+}}, {{%[a-z0-9_]+}}[[[I]]]
func.func @elements(%x: memref<?xf32>, %from: index, %to: index, %step: index) {
  scf.for %i = %from to %to step %step {
    %v = memref.load %x[%i] : memref<?xf32>
    %w = arith.mulf %v, %v : f32
    memref.store %w, %x[%i] : memref<?xf32>
  }
  return
}

// So does each pair of outer and inner iterations: at most one thread per unit of work.
// Loops without distinct elements stay; indices may have an offset or run backwards.
// CHECK-LABEL: func.func @nest(
// CHECK:       gpu.launch blocks({{.*}}) in ({{.*}} = %c1, {{.*}} = %c1, {{.*}} = %c1) threads({{.*}}) in ({{.*}} = %c64
// CHECK:         arith.cmpi ult, {{%[a-z0-9_]+}}, %c60
// CHECK:         [[IJ:%[a-z0-9_]+]]:2 = affine.delinearize_index {{%[a-z0-9_]+}} into (6, 10)
// CHECK:         [[BACK:%[a-z0-9_]+]] = arith.subi {{%[a-z0-9_]+}}, [[IJ]]#0
// CHECK:         scf.for
// CHECK-NOT:     scf.for
// CHECK:         [[ON:%[a-z0-9_]+]] = arith.addi [[IJ]]#1, {{%[a-z0-9_]+}}
// CHECK:         memref.store {{%[a-z0-9_]+}}, {{%[a-z0-9_]+}}[[[BACK]], [[ON]]]
func.func @nest(%x: memref<6x10xf32> {llvm.noalias}, %y: memref<?x?xf32> {llvm.noalias}, %last: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c6 = arith.constant 6 : index
  %c10 = arith.constant 10 : index
  %zero = arith.constant 0.0 : f32
  scf.for %i = %c0 to %c6 step %c1 {
    %back = arith.subi %last, %i : index
    scf.for %j = %c0 to %c10 step %c1 {
      %sum = scf.for %k = %c0 to %c10 step %c1 iter_args(%s = %zero) -> f32 {
        %v = memref.load %x[%i, %k] : memref<6x10xf32>
        %t = arith.addf %s, %v : f32
        scf.yield %t : f32
      }
      %on = arith.addi %j, %last : index
      memref.store %sum, %y[%back, %on] : memref<?x?xf32>
    }
  }
  return
}

// The iterations of an scf.forall are independent by definition. Memory
// allocated in an iteration is local to the thread.
// CHECK-LABEL: func.func @forall(
// CHECK:       gpu.launch
// CHECK:         memref.alloca() : memref<2xf32>
// CHECK-NOT:     memref.alloc(
// CHECK-NOT:     memref.dealloc
// CHECK:         return
func.func @forall(%x: memref<?xf32> {llvm.noalias}, %y: memref<?xf32> {llvm.noalias}, %n: index) {
  %c0 = arith.constant 0 : index
  scf.forall (%i) in (%n) {
    %t = memref.alloc() : memref<2xf32>
    %v = memref.load %x[%i] : memref<?xf32>
    memref.store %v, %t[%c0] : memref<2xf32>
    %c1 = arith.constant 1 : index
    memref.store %v, %t[%c1] : memref<2xf32>
    %two = arith.constant 2 : index
    %at = arith.muli %i, %two : index
    %to = memref.subview %y[%at] [2] [1] : memref<?xf32> to memref<2xf32, strided<[1], offset: ?>>
    memref.copy %t, %to : memref<2xf32> to memref<2xf32, strided<[1], offset: ?>>
    memref.dealloc %t : memref<2xf32>
  }
  return
}

// The same for nested scf.forall, for any indices.
// CHECK-LABEL: func.func @foralls(
// CHECK:       gpu.launch
// CHECK-NOT:     scf.for
// CHECK:         affine.delinearize_index
// CHECK-NOT:     scf.for
// CHECK:         memref.store
// CHECK:         return
func.func @foralls(%places: memref<?x?xindex> {llvm.noalias}, %y: memref<?xf32> {llvm.noalias}, %v: f32, %n: index, %m: index) {
  scf.forall (%i) in (%n) {
    scf.forall (%j) in (%m) {
      %p = memref.load %places[%i, %j] : memref<?x?xindex>
      memref.store %v, %y[%p] : memref<?xf32>
    }
  }
  return
}

// The threads of a block share structured ops with long rows; each iteration has one block.
// CHECK-LABEL: func.func @rows(
// CHECK-SAME:  %[[N:[a-z0-9]+]]: index)
// CHECK:       [[COUNT:%[a-z0-9_]+]] = arith.maxsi %[[N]], %c0
// CHECK:       gpu.launch blocks([[I:%[a-z0-9]+]], {{.*}}) in ({{.*}} = [[COUNT]], {{.*}} = %c1, {{.*}} = %c1) threads([[T:%[a-z0-9]+]], {{.*}}) in ({{.*}} = %c64
// CHECK:         memref.subview {{%[a-z0-9_]+}}{{\[}}[[I]], 0] [1, 40] [1, 1]
// CHECK:         gpu.barrier
// CHECK:         scf.for {{%[a-z0-9_]+}} = [[T]] to %c40 step %c64
// CHECK:         gpu.barrier
// CHECK:         memref.store {{%[a-z0-9_]+}}, {{%[a-z0-9_]+}}[[[I]]]
func.func @rows(%x: memref<?x40xf32> {llvm.noalias}, %y: memref<?xf32> {llvm.noalias}, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %v = memref.load %x[%i, %c0] : memref<?x40xf32>
    %row = memref.subview %x[%i, 0] [1, 40] [1, 1] : memref<?x40xf32> to memref<40xf32, strided<[1], offset: ?>>
    linalg.exp ins(%row : memref<40xf32, strided<[1], offset: ?>>) outs(%row : memref<40xf32, strided<[1], offset: ?>>)
    memref.store %v, %y[%i] : memref<?xf32>
  }
  return
}

// The outer loop may write an element twice, the inner loop does not: each
// thread runs the whole outer loop in program order.
// CHECK-LABEL: func.func @columns(
// CHECK-SAME:  %[[M:[a-z0-9]+]]: index)
// CHECK:       [[COUNT:%[a-z0-9_]+]] = arith.maxsi %[[M]], %c0
// CHECK:       arith.ceildivui [[COUNT]], %c256
// CHECK:       gpu.launch
// CHECK:         [[J:%[a-z0-9_]+]] = arith.addi
// CHECK:         scf.if
// CHECK-NEXT:      scf.for [[K:%[a-z0-9_]+]] = %c0 to
// CHECK-NEXT:        [[P:%[a-z0-9_]+]] = memref.load {{%[a-z0-9_]+}}[[[K]]]
// CHECK-NOT:         scf.for
// CHECK:             memref.store {{%[a-z0-9_]+}}, {{%[a-z0-9_]+}}[[[P]], [[J]]]
func.func @columns(%places: memref<?xindex> {llvm.noalias}, %x: memref<?x?xf32> {llvm.noalias}, %y: memref<?x?xf32> {llvm.noalias}, %n: index, %m: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %k = %c0 to %n step %c1 {
    %p = memref.load %places[%k] : memref<?xindex>
    scf.for %j = %c0 to %m step %c1 {
      %v = memref.load %x[%k, %j] : memref<?x?xf32>
      %old = memref.load %y[%p, %j] : memref<?x?xf32>
      %new = arith.addf %old, %v : f32
      memref.store %new, %y[%p, %j] : memref<?x?xf32>
    }
  }
  return
}

// The same if a structured op adds a row: its loops are treated like other loops.
// CHECK-LABEL: func.func @columns_of_rows(
// CHECK:       gpu.launch blocks({{.*}}) in ({{.*}} = %c2, {{.*}} = %c1, {{.*}} = %c1) threads({{.*}}) in ({{.*}} = %c256
// CHECK:         [[J:%[a-z0-9_]+]] = arith.addi
// CHECK:         scf.for
// CHECK-NOT:     gpu.barrier
// CHECK:         memref.store {{%[a-z0-9_]+}}, {{%[a-z0-9_]+}}[{{%[a-z0-9_]+}}, [[J]]]
func.func @columns_of_rows(%places: memref<?xindex> {llvm.noalias}, %x: memref<?x500xf32> {llvm.noalias}, %y: memref<?x500xf32> {llvm.noalias}, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %k = %c0 to %n step %c1 {
    %p = memref.load %places[%k] : memref<?xindex>
    %from = memref.subview %x[%k, 0] [1, 500] [1, 1] : memref<?x500xf32> to memref<1x500xf32, strided<[500, 1], offset: ?>>
    %to = memref.subview %y[%p, 0] [1, 500] [1, 1] : memref<?x500xf32> to memref<1x500xf32, strided<[500, 1], offset: ?>>
    linalg.add ins(%from, %to : memref<1x500xf32, strided<[500, 1], offset: ?>>, memref<1x500xf32, strided<[500, 1], offset: ?>>)
      outs(%to : memref<1x500xf32, strided<[500, 1], offset: ?>>)
  }
  return
}

// A loop with zero trips must not hide a failing check around it: there is at least one thread.
// CHECK-LABEL: func.func @checks_around(
// CHECK:       [[COUNT:%[a-z0-9_]+]] = arith.maxsi
// CHECK:       [[THREADS:%[a-z0-9_]+]] = arith.maxsi [[COUNT]], %c1
// CHECK:       gpu.launch
// CHECK:         arith.cmpi ult, [[J:%[a-z0-9_]+]], [[THREADS]]
// CHECK:         [[EXISTS:%[a-z0-9_]+]] = arith.cmpi ult, [[J]], [[COUNT]]
// CHECK:         scf.for
// CHECK:           cf.assert
// CHECK:           scf.if [[EXISTS]]
// CHECK:             memref.store
func.func @checks_around(%places: memref<?xindex> {llvm.noalias}, %y: memref<?x?xf32> {llvm.noalias}, %n: index, %m: index, %v: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %k = %c0 to %n step %c1 {
    %p = memref.load %places[%k] : memref<?xindex>
    %fits = arith.cmpi ult, %p, %n : index
    cf.assert %fits, "too large"
    scf.for %j = %c0 to %m step %c1 {
      memref.store %v, %y[%p, %j] : memref<?x?xf32>
    }
  }
  return
}
