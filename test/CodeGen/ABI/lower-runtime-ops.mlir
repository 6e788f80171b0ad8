// RUN: sg-opt %s --split-input-file --sg-lower-runtime-ops | FileCheck %s
// RUN: sg-opt %s --split-input-file --sg-lower-runtime-ops --convert-scf-to-cf --convert-to-llvm | mlir-translate --split-input-file --mlir-to-llvmir \
// RUN:   | FileCheck %s --check-prefix=CODE

// Each function is declared once, for any number of calls in any regions.
// CHECK-DAG: llvm.func @sgrt_set_size(!llvm.ptr, i64, i64, i64)
// CHECK-DAG: llvm.func @sgrt_result(!llvm.ptr, i64) -> !llvm.ptr
// CHECK-DAG: llvm.func @sgrt_device_result(!llvm.ptr, i64) -> !llvm.ptr
// CHECK-NOT: llvm.func
// CHECK-LABEL: func.func @f
// CHECK-SAME: %[[CALL:[a-z0-9]+]]: !llvm.ptr, %[[N:[a-z0-9]+]]: i64
// CHECK: %[[TWO:.*]] = llvm.mlir.constant(2 : i64) : i64
// CHECK: %[[ONE:.*]] = llvm.mlir.constant(1 : i64) : i64
// CHECK: llvm.call @sgrt_set_size(%[[CALL]], %[[TWO]], %[[ONE]], %[[N]])
// CHECK: %[[TWO:.*]] = llvm.mlir.constant(2 : i64) : i64
// CHECK: %[[HOST:.*]] = llvm.call @sgrt_result(%[[CALL]], %[[TWO]])
// CHECK: llvm.store %[[N]], %[[HOST]]
// CHECK: scf.if
// CHECK: %[[ZERO:.*]] = llvm.mlir.constant(0 : i64) : i64
// CHECK: %[[DEVICE:.*]] = llvm.call @sgrt_device_result(%[[CALL]], %[[ZERO]])
// CHECK: llvm.store %[[N]], %[[DEVICE]]
// CHECK: llvm.call @sgrt_result
// CHECK-NOT: runtime.
// CODE-LABEL: define void @f(
// CODE: call void @sgrt_set_size(ptr %[[CALL:[0-9]+]], i64 2, i64 1, i64 %[[N:[0-9]+]])
// CODE: call ptr @sgrt_result(ptr %[[CALL]], i64 2)
// CODE: call ptr @sgrt_device_result(ptr %[[CALL]], i64 0)
// CODE: call ptr @sgrt_result(ptr %[[CALL]], i64 1)
func.func @f(%call: !llvm.ptr, %n: i64, %is: i1) {
  runtime.set_size %call, result 2, dim 1 = %n
  %0 = runtime.result %call, 2
  llvm.store %n, %0 : i64, !llvm.ptr
  scf.if %is {
    %1 = runtime.result %call, 0 on_device
    llvm.store %n, %1 : i64, !llvm.ptr
  }
  %2 = runtime.result %call, 1
  llvm.store %n, %2 : i64, !llvm.ptr
  return
}

// -----

// A module without such ops declares nothing.
// CHECK-LABEL: module
// CHECK-NOT: sgrt_
// CODE-LABEL: ModuleID
// CODE-NOT: sgrt_
func.func @g() {
  return
}
