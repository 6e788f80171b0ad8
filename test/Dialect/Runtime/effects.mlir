// RUN: sg-opt %s --cse --canonicalize --loop-invariant-code-motion --remove-dead-values | FileCheck %s
// RUN: sg-opt %s --inline | FileCheck %s --check-prefix=INLINED

// Calls of the runtime have side effects: each stays, in order, also for an
// empty result.
// CHECK-LABEL: func.func @kept
// CHECK: runtime.set_size %{{.*}}, result 0, dim 0 = %[[N:.*]]
// CHECK-NEXT: runtime.set_size %{{.*}}, result 0, dim 0 = %[[N]]
// CHECK-NEXT: runtime.result %{{.*}}, 0
// CHECK-NEXT: runtime.result %{{.*}}, 0
// CHECK-NEXT: scf.for
// CHECK-NEXT: runtime.result %{{.*}}, 1
func.func @kept(%call: !llvm.ptr, %n: i64, %trips: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  runtime.set_size %call, result 0, dim 0 = %n
  runtime.set_size %call, result 0, dim 0 = %n
  %0 = runtime.result %call, 0
  %1 = runtime.result %call, 0
  scf.for %i = %c0 to %trips step %c1 {
    %2 = runtime.result %call, 1
  }
  return
}

// INLINED-LABEL: func.func @caller
// INLINED: runtime.result
func.func private @callee(%call: !llvm.ptr) -> !llvm.ptr {
  %0 = runtime.result %call, 0
  return %0 : !llvm.ptr
}
func.func @caller(%call: !llvm.ptr) -> !llvm.ptr {
  %0 = call @callee(%call) : (!llvm.ptr) -> !llvm.ptr
  return %0 : !llvm.ptr
}
