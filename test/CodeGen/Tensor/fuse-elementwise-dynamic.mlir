// RUN: sg-opt %s --sg-lower-to-cpu --mlir-print-ir-after=sg-fuse-elementwise -o /dev/null 2>&1 | FileCheck %s

// Dynamic sizes do not prevent the fusion of elementwise ops: a size query for
// a destination is not a use of the elements.
// CHECK-LABEL: func.func @chain
// CHECK-COUNT-1: linalg.generic
// CHECK: arith.addf
// CHECK-NEXT: math.exp
// CHECK-NEXT: arith.mulf
// CHECK-NOT: linalg.generic
// CHECK: return
func.func @chain(%x: tensor<?x4xf32>, %y: tensor<?x4xf32>) -> tensor<?x4xf32> {
  %0 = arith.addf %x, %y : tensor<?x4xf32>
  %1 = math.exp %0 : tensor<?x4xf32>
  %2 = arith.mulf %1, %x : tensor<?x4xf32>
  return %2 : tensor<?x4xf32>
}
