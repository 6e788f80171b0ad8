// RUN: sg-opt %s --pass-pipeline="builtin.module(func.func(sg-copy-elision,canonicalize))" --split-input-file | FileCheck %s

// A value that an iteration stores is computed in the memory it is stored to.
// It may still be read after the copy.
// CHECK-LABEL: func.func @kept(
// CHECK-SAME:  [[X:%[a-z0-9]+]]: memref<?xf64> {llvm.noalias}, [[KEPT:%[a-z0-9]+]]: memref<?x?xf64> {llvm.noalias}, [[Y:%[a-z0-9]+]]: memref<?xf64> {llvm.noalias}
// CHECK-NOT:   memref.alloc
// CHECK:       [[ROW:%[a-z0-9_]+]] = memref.subview [[KEPT]]
// CHECK:       linalg.exp ins([[X]] {{.*}} outs([[ROW]]
// CHECK-NOT:   memref.copy
// CHECK:       linalg.exp ins([[ROW]] {{.*}} outs([[Y]]
func.func @kept(%x: memref<?xf64> {llvm.noalias}, %kept: memref<?x?xf64> {llvm.noalias}, %y: memref<?xf64> {llvm.noalias}, %i: index, %n: index) {
  %t = memref.alloc(%n) : memref<?xf64>
  linalg.exp ins(%x : memref<?xf64>) outs(%t : memref<?xf64>)
  %j = arith.addi %i, %i : index
  %row = memref.subview %kept[%j, 0] [1, %n] [1, 1] : memref<?x?xf64> to memref<?xf64, strided<[1], offset: ?>>
  memref.copy %t, %row : memref<?xf64> to memref<?xf64, strided<[1], offset: ?>>
  linalg.exp ins(%t : memref<?xf64>) outs(%y : memref<?xf64>)
  return
}

// -----

// Not if the target is read in between, is defined later, if the memory changes
// after the copy, or if the value is passed to another op.
// CHECK-LABEL: func.func @unchanged(
// CHECK-COUNT-4: memref.copy
// CHECK:       return
func.func private @use(memref<8xf64>)
func.func private @row() -> index
func.func @unchanged(%x: memref<8xf64> {llvm.noalias}, %y: memref<8xf64> {llvm.noalias}, %z: memref<8xf64> {llvm.noalias}, %kept: memref<4x8xf64> {llvm.noalias}) {
  %a = memref.alloc() : memref<8xf64>
  linalg.exp ins(%x : memref<8xf64>) outs(%a : memref<8xf64>)
  linalg.add ins(%a, %y : memref<8xf64>, memref<8xf64>) outs(%a : memref<8xf64>)
  memref.copy %a, %y : memref<8xf64> to memref<8xf64>

  %b = memref.alloc() : memref<8xf64>
  linalg.exp ins(%x : memref<8xf64>) outs(%b : memref<8xf64>)
  %i = func.call @row() : () -> index
  %row = memref.subview %kept[%i, 0] [1, 8] [1, 1] : memref<4x8xf64> to memref<8xf64, strided<[1], offset: ?>>
  memref.copy %b, %row : memref<8xf64> to memref<8xf64, strided<[1], offset: ?>>

  %c = memref.alloc() : memref<8xf64>
  linalg.exp ins(%x : memref<8xf64>) outs(%c : memref<8xf64>)
  memref.copy %c, %z : memref<8xf64> to memref<8xf64>
  linalg.exp ins(%x : memref<8xf64>) outs(%c : memref<8xf64>)
  linalg.exp ins(%c : memref<8xf64>) outs(%x : memref<8xf64>)

  %d = memref.alloc() : memref<8xf64>
  linalg.exp ins(%x : memref<8xf64>) outs(%d : memref<8xf64>)
  memref.copy %d, %z : memref<8xf64> to memref<8xf64>
  func.call @use(%d) : (memref<8xf64>) -> ()
  return
}

// -----

// A value that is added to a part of the target is added in place.
// CHECK-LABEL: func.func @in_place(
// CHECK-SAME:  [[X:%[a-z0-9]+]]: memref<9x5xf64>
// CHECK-NOT:   memref.alloc
// CHECK:       [[PART:%[a-z0-9_]+]] = memref.subview [[X]]
// CHECK:       linalg.add ins([[PART]], {{.*}} outs([[PART]]
// CHECK-NOT:   memref.copy
// CHECK:       return
func.func @in_place(%x: memref<9x5xf64> {llvm.noalias}, %y: memref<8x5xf64> {llvm.noalias}) {
  %part = memref.subview %x[0, 0] [8, 5] [1, 1] : memref<9x5xf64> to memref<8x5xf64, strided<[5, 1]>>
  %t = memref.alloc() : memref<8x5xf64>
  linalg.add ins(%part, %y : memref<8x5xf64, strided<[5, 1]>>, memref<8x5xf64>) outs(%t : memref<8x5xf64>)
  memref.copy %t, %part : memref<8x5xf64> to memref<8x5xf64, strided<[5, 1]>>
  return
}

// -----

// Not if the op reads other elements of the target, by other indices or through
// another view, or if it is a reduction.
// CHECK-LABEL: func.func @not_in_place(
// CHECK-COUNT-3: memref.copy
// CHECK:       return
func.func @not_in_place(%x: memref<5x5xf64> {llvm.noalias}, %v: memref<9xf64> {llvm.noalias}, %w: memref<8x8xf64> {llvm.noalias},
                        %z: memref<8xf64> {llvm.noalias}) {
  %a = memref.alloc() : memref<5x5xf64>
  linalg.transpose ins(%x : memref<5x5xf64>) outs(%a : memref<5x5xf64>) permutation = [1, 0]
  memref.copy %a, %x : memref<5x5xf64> to memref<5x5xf64>

  %first = memref.subview %v[0] [8] [1] : memref<9xf64> to memref<8xf64, strided<[1]>>
  %last = memref.subview %v[1] [8] [1] : memref<9xf64> to memref<8xf64, strided<[1], offset: 1>>
  %b = memref.alloc() : memref<8xf64>
  linalg.add ins(%first, %last : memref<8xf64, strided<[1]>>, memref<8xf64, strided<[1], offset: 1>>) outs(%b : memref<8xf64>)
  memref.copy %b, %last : memref<8xf64> to memref<8xf64, strided<[1], offset: 1>>

  %c = memref.alloc() : memref<8xf64>
  linalg.matvec ins(%w, %z : memref<8x8xf64>, memref<8xf64>) outs(%c : memref<8xf64>)
  memref.copy %c, %z : memref<8xf64> to memref<8xf64>
  return
}

// -----

// Of a padded tensor only the padding is filled, low and high, in any dimension.
// CHECK-LABEL: func.func @padded(
// CHECK-SAME:  [[X:%[a-z0-9]+]]: memref<?x5xf64> {llvm.noalias}, [[Y:%[a-z0-9]+]]: memref<?x5xf64> {llvm.noalias}, [[FIRST:%[a-z0-9]+]]: index, [[COUNT:%[a-z0-9]+]]: index
// CHECK-DAG:   [[ALL:%[a-z0-9_]+]] = memref.dim [[Y]]
// CHECK-DAG:   [[END:%[a-z0-9]+]] = affine.apply #{{.*}}(){{\[}}[[FIRST]], [[COUNT]]]
// CHECK-DAG:   [[LEFT:%[a-z0-9]+]] = affine.apply #{{.*}}(){{\[}}[[FIRST]], [[COUNT]], [[ALL]]]
// CHECK-DAG:   [[FRONT:%[a-z0-9_]+]] = memref.subview [[Y]][0, 0] {{\[}}[[FIRST]], 5] [1, 1]
// CHECK-DAG:   [[BACK:%[a-z0-9_]+]] = memref.subview [[Y]]{{\[}}[[END]], 0] {{\[}}[[LEFT]], 5] [1, 1]
// CHECK-DAG:   linalg.fill {{.*}} outs([[FRONT]]
// CHECK-DAG:   linalg.fill {{.*}} outs([[BACK]]
// CHECK-NOT:   linalg.fill
// CHECK:       linalg.exp
func.func @padded(%x: memref<?x5xf64> {llvm.noalias}, %y: memref<?x5xf64> {llvm.noalias}, %first: index, %count: index) {
  %zero = arith.constant 0.0 : f64
  linalg.fill ins(%zero : f64) outs(%y : memref<?x5xf64>)
  %inside = memref.subview %y[%first, 0] [%count, 5] [1, 1] : memref<?x5xf64> to memref<?x5xf64, strided<[5, 1], offset: ?>>
  linalg.exp ins(%x : memref<?x5xf64>) outs(%inside : memref<?x5xf64, strided<[5, 1], offset: ?>>)
  return
}

// -----

// The whole tensor is filled if it is read before, if two dimensions are
// padded, if the insertion has a stride, or if the overwriting op reads it.
// CHECK-LABEL: func.func @filled(
// CHECK-COUNT-4: linalg.fill {{.*}} outs({{%[a-z0-9]+}} : memref<8x5xf64>)
func.func @filled(%x: memref<6x5xf64> {llvm.noalias}, %y: memref<6x4xf64> {llvm.noalias}, %h: memref<4x5xf64> {llvm.noalias}, %z: memref<8x5xf64> {llvm.noalias}, %a: memref<8x5xf64> {llvm.noalias}, %b: memref<8x5xf64> {llvm.noalias}, %c: memref<8x5xf64> {llvm.noalias}, %d: memref<8x5xf64> {llvm.noalias}) {
  %zero = arith.constant 0.0 : f64
  linalg.fill ins(%zero : f64) outs(%a : memref<8x5xf64>)
  linalg.exp ins(%a : memref<8x5xf64>) outs(%z : memref<8x5xf64>)
  %rows = memref.subview %a[1, 0] [6, 5] [1, 1] : memref<8x5xf64> to memref<6x5xf64, strided<[5, 1], offset: 5>>
  linalg.exp ins(%x : memref<6x5xf64>) outs(%rows : memref<6x5xf64, strided<[5, 1], offset: 5>>)

  linalg.fill ins(%zero : f64) outs(%b : memref<8x5xf64>)
  %inside = memref.subview %b[1, 1] [6, 4] [1, 1] : memref<8x5xf64> to memref<6x4xf64, strided<[5, 1], offset: 6>>
  linalg.exp ins(%y : memref<6x4xf64>) outs(%inside : memref<6x4xf64, strided<[5, 1], offset: 6>>)

  linalg.fill ins(%zero : f64) outs(%c : memref<8x5xf64>)
  %half = memref.subview %c[0, 0] [4, 5] [2, 1] : memref<8x5xf64> to memref<4x5xf64, strided<[10, 1]>>
  linalg.exp ins(%h : memref<4x5xf64>) outs(%half : memref<4x5xf64, strided<[10, 1]>>)

  linalg.fill ins(%zero : f64) outs(%d : memref<8x5xf64>)
  %sums = memref.subview %d[1, 0] [6, 5] [1, 1] : memref<8x5xf64> to memref<6x5xf64, strided<[5, 1], offset: 5>>
  linalg.add ins(%x, %sums : memref<6x5xf64>, memref<6x5xf64, strided<[5, 1], offset: 5>>) outs(%sums : memref<6x5xf64, strided<[5, 1], offset: 5>>)
  return
}
