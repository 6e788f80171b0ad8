// Lowering does not change lowered code.
//
// RUN: sg-opt %s --sg-lower-to-cpu -o %t.once.mlir
// RUN: sg-opt %t.once.mlir --sg-lower-to-cpu -o %t.twice.mlir
// RUN: FileCheck %s --input-file=%t.twice.mlir
// RUN: sg-opt %s --sg-lower-to-cpu --sg-lower-to-cpu | FileCheck %s

// CHECK:     llvm.func @sg_f(
// CHECK-NOT: sg.internal.sg_f
func.func @f(%x: tensor<?xf64>) -> tensor<?xf64> {
  %y = math.sin %x : tensor<?xf64>
  return %y : tensor<?xf64>
}
