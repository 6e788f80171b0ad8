// Elementwise ops that write to results become one op. Their number is limited:
// LLVM compares the addresses of results and stops vectorizing loops with too
// many.

// RUN: sg-opt %s --sg-lower-to-cpu --mlir-print-ir-after=sg-fuse-rows -o /dev/null 2>&1 | FileCheck %s
// CHECK-LABEL: func.func private @sg.inner.five(
// CHECK:       scf.for
// CHECK:         linalg.generic {{.*}} ins({{%[a-z0-9_]+}} : {{.*}} outs({{%[a-z0-9_]+}}, {{%[a-z0-9_]+}}, {{%[a-z0-9_]+}}, {{%[a-z0-9_]+}} :
// CHECK:         linalg.generic {{.*}} outs({{%[a-z0-9_]+}} :
// CHECK-NOT:     linalg.generic

// The arguments' memory aliases nothing.
// RUN: sg-opt %s --sg-lower-to-cpu=donated=0,1,2,3,4 --mlir-print-ir-after=sg-fuse-rows -o /dev/null 2>&1 | FileCheck %s --check-prefix=DONATED
// DONATED-LABEL: func.func private @sg.inner.five(
// DONATED-NOT:   scf.for
// DONATED:       linalg.generic {{.*}} outs({{(%[a-z0-9_]+, ){4}%[a-z0-9_]+}} :
// DONATED-NOT:   linalg.generic
func.func @five(%a: tensor<8191xf32>, %b: tensor<8191xf32>, %c: tensor<8191xf32>, %d: tensor<8191xf32>, %e: tensor<8191xf32>)
    -> (tensor<8191xf32>, tensor<8191xf32>, tensor<8191xf32>, tensor<8191xf32>, tensor<8191xf32>) {
  %0 = arith.mulf %a, %a : tensor<8191xf32>
  %1 = arith.addf %0, %a : tensor<8191xf32>
  %2 = arith.subf %1, %a : tensor<8191xf32>
  %3 = arith.maximumf %2, %a : tensor<8191xf32>
  %4 = arith.divf %3, %a : tensor<8191xf32>
  return %0, %1, %2, %3, %4 : tensor<8191xf32>, tensor<8191xf32>, tensor<8191xf32>, tensor<8191xf32>, tensor<8191xf32>
}
