// RUN: sg-opt %s | sg-opt | FileCheck %s
// RUN: sg-opt %s --mlir-print-op-generic | sg-opt | FileCheck %s
// RUN: sg-opt %s --emit-bytecode | sg-opt | FileCheck %s

// CHECK-LABEL: func.func @results
// CHECK-SAME: %[[CALL:[a-z0-9]+]]: !llvm.ptr, %[[N:[a-z0-9]+]]: i64
// CHECK: runtime.set_size %[[CALL]], result 0, dim 1 = %[[N]]
// CHECK: %{{.*}} = runtime.result %[[CALL]], 0{{$}}
// CHECK: %{{.*}} = runtime.result %[[CALL]], 12 on_device{{$}}
// CHECK: %{{.*}} = runtime.result %[[CALL]], 1 {note = "kept"}
func.func @results(%call: !llvm.ptr, %n: i64) -> (!llvm.ptr, !llvm.ptr, !llvm.ptr) {
  runtime.set_size %call, result 0, dim 1 = %n
  %0 = runtime.result %call, 0
  %1 = runtime.result %call, 12 on_device
  %2 = runtime.result %call, 1 {note = "kept"}
  return %0, %1, %2 : !llvm.ptr, !llvm.ptr, !llvm.ptr
}
