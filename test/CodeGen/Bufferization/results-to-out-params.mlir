// RUN: sg-opt %s --split-input-file --sg-results-to-out-params | FileCheck %s
// RUN: sg-opt %s --split-input-file --sg-results-to-out-params --sg-copy-elision | FileCheck %s --check-prefix=ELIDED

// An allocation that is returned twice, once reshaped; an allocation whose size
// the caller does not know; a reshaped argument; a scalar.
// CHECK-LABEL: func.func private @several(
// CHECK-SAME:      %[[X:.*]]: memref<2x3xf32>, %[[N:.*]]: index, %[[OUT:.*]]: memref<2x3xf32> {llvm.noalias}) -> (index, memref<?xf32>)
// CHECK-NOT:     memref.alloc()
// CHECK:         linalg.exp ins(%[[X]] : memref<2x3xf32>) outs(%[[OUT]] : memref<2x3xf32>)
// CHECK:         %[[OTHER:.*]] = memref.alloc(%[[N]])
// CHECK:         return %[[N]], %[[OTHER]] : index, memref<?xf32>
// CHECK-LABEL: func.func @caller(
// CHECK-SAME:      %[[X:.*]]: memref<2x3xf32>, %[[N:.*]]: index, %[[TO:.*]]: memref<2x3xf32>
// CHECK:         %[[OUT:.*]] = memref.alloc() : memref<2x3xf32>
// CHECK:         %[[KEPT:.*]]:2 = call @several(%[[X]], %[[N]], %[[OUT]])
// CHECK-DAG:     %[[FLAT:.*]] = memref.collapse_shape %[[OUT]]
// CHECK-DAG:     %[[FLAT_X:.*]] = memref.collapse_shape %[[X]]
// CHECK:         memref.copy %[[OUT]], %[[TO]]
// CHECK:         call @use(%[[FLAT]], %[[FLAT_X]], %[[KEPT]]#0, %[[KEPT]]#1)

// The copy's target may alias memory that @use knows, so the copy stays.
// ELIDED-LABEL: func.func @caller(
// ELIDED:         memref.copy
func.func private @several(%x: memref<2x3xf32>, %n: index)
    -> (memref<2x3xf32>, memref<6xf32>, index, memref<?xf32>, memref<6xf32>) {
  %y = memref.alloc() : memref<2x3xf32>
  linalg.exp ins(%x : memref<2x3xf32>) outs(%y : memref<2x3xf32>)
  %flat = memref.collapse_shape %y [[0, 1]] : memref<2x3xf32> into memref<6xf32>
  %z = memref.alloc(%n) : memref<?xf32>
  %flat_x = memref.collapse_shape %x [[0, 1]] : memref<2x3xf32> into memref<6xf32>
  return %y, %flat, %n, %z, %flat_x : memref<2x3xf32>, memref<6xf32>, index, memref<?xf32>, memref<6xf32>
}
func.func @caller(%x: memref<2x3xf32>, %n: index, %to: memref<2x3xf32>) {
  %y, %flat, %m, %z, %flat_x = call @several(%x, %n)
      : (memref<2x3xf32>, index) -> (memref<2x3xf32>, memref<6xf32>, index, memref<?xf32>, memref<6xf32>)
  memref.copy %y, %to : memref<2x3xf32> to memref<2x3xf32>
  call @use(%flat, %flat_x, %m, %z) : (memref<6xf32>, memref<6xf32>, index, memref<?xf32>) -> ()
  return
}
func.func private @use(memref<6xf32>, memref<6xf32>, index, memref<?xf32>)

// -----

// The callee computes in the target of the result's copy, which has no alias.
// ELIDED-LABEL: func.func @elided(
// ELIDED-SAME:      %[[X:.*]]: memref<4xf32> {llvm.noalias}, %[[TO:.*]]: memref<4xf32> {llvm.noalias}
// ELIDED-NEXT:    %[[Z:.*]] = call @g(%[[X]], %[[TO]]) : (memref<4xf32>, memref<4xf32>) -> memref<?xf32>
// ELIDED-NEXT:    return %[[Z]]
func.func private @g(%x: memref<4xf32>) -> (memref<4xf32>, memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %x, %c0 : memref<4xf32>
  %y = memref.alloc() : memref<4xf32>
  linalg.exp ins(%x : memref<4xf32>) outs(%y : memref<4xf32>)
  %z = memref.alloc(%n) : memref<?xf32>
  return %y, %z : memref<4xf32>, memref<?xf32>
}
func.func @elided(%x: memref<4xf32> {llvm.noalias}, %to: memref<4xf32> {llvm.noalias}) -> memref<?xf32> {
  %y, %z = call @g(%x) : (memref<4xf32>) -> (memref<4xf32>, memref<?xf32>)
  memref.copy %y, %to : memref<4xf32> to memref<4xf32>
  return %z : memref<?xf32>
}

// -----

// The call reads the target of the copy, so the call gets a new buffer.
// ELIDED-LABEL: func.func @overwritten(
// ELIDED:         memref.alloc
// ELIDED:         memref.copy
func.func private @h(%x: memref<4xf32>) -> memref<4xf32> {
  %y = memref.alloc() : memref<4xf32>
  linalg.exp ins(%x : memref<4xf32>) outs(%y : memref<4xf32>)
  return %y : memref<4xf32>
}
func.func @overwritten(%x: memref<4xf32> {llvm.noalias}) {
  %y = call @h(%x) : (memref<4xf32>) -> memref<4xf32>
  memref.copy %y, %x : memref<4xf32> to memref<4xf32>
  return
}

// -----

// Left unchanged: a public function, a recursive function, a function that
// returns a loop's result, a function with other uses than calls.
// CHECK-LABEL: func.func @public(
// CHECK-SAME:      -> memref<4xf32>
// CHECK:       func.func private @recursive(
// CHECK-SAME:      -> memref<4xf32>
// CHECK:       func.func private @loop(
// CHECK-SAME:      -> memref<4xf32>
func.func @public() -> memref<4xf32> {
  %y = memref.alloc() : memref<4xf32>
  return %y : memref<4xf32>
}
func.func private @recursive(%n: index) -> memref<4xf32> {
  %y = memref.alloc() : memref<4xf32>
  %z = call @recursive(%n) : (index) -> memref<4xf32>
  memref.copy %z, %y : memref<4xf32> to memref<4xf32>
  return %y : memref<4xf32>
}
func.func private @loop(%n: index) -> memref<4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %y = memref.alloc() : memref<4xf32>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %y) -> memref<4xf32> {
    %b = memref.alloc() : memref<4xf32>
    scf.yield %b : memref<4xf32>
  }
  return %r : memref<4xf32>
}
func.func @calls(%n: index) -> (memref<4xf32>, memref<4xf32>) {
  %x = call @recursive(%n) : (index) -> memref<4xf32>
  %y = call @loop(%n) : (index) -> memref<4xf32>
  return %x, %y : memref<4xf32>, memref<4xf32>
}
