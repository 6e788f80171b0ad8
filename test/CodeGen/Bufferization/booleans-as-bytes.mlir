// Loads and stores of a boolean access its byte; all other ops stay.
// RUN: sg-opt %s --pass-pipeline="builtin.module(llvm.func(sg-booleans-as-bytes))" | FileCheck %s
// RUN: sg-opt %S/Inputs/booleans-in-memory.mlir --sg-lower-to-cpu | FileCheck %s --check-prefix=PIPELINE
// RUN: sg-run %S/Inputs/booleans-in-memory.mlir --function=f --input="5xf32=1 -2 3 -4 0" --input="5xf32=2 2 2 -8 -1" \
// RUN:   --expected-output="5xi1=0 0 1 1 1" --expected-output="5xf32=2 2 3 -4 0"

// CHECK-LABEL: llvm.func @both(
// CHECK-SAME:    [[X:%[a-z0-9]+]]: !llvm.ptr, [[Y:%[a-z0-9]+]]: !llvm.ptr, [[P:%[a-z0-9]+]]: i1)
// CHECK:         [[A:%[0-9]+]] = llvm.load volatile [[X]] {alignment = 4 : i64} : !llvm.ptr -> i8
// CHECK:         [[B:%[0-9]+]] = llvm.trunc [[A]] : i8 to i1
// CHECK:         [[C:%[0-9]+]] = llvm.and [[B]], [[P]] : i1
// CHECK:         [[D:%[0-9]+]] = llvm.zext [[C]] : i1 to i8
// CHECK:         llvm.store [[D]], [[Y]] {nontemporal} : i8, !llvm.ptr
// CHECK:         llvm.return [[B]] : i1
llvm.func @both(%x: !llvm.ptr, %y: !llvm.ptr, %p: i1) -> i1 {
  %b = llvm.load volatile %x {alignment = 4 : i64} : !llvm.ptr -> i1
  %c = llvm.and %b, %p : i1
  llvm.store %c, %y {nontemporal} : i1, !llvm.ptr
  llvm.return %b : i1
}

// CHECK-LABEL: llvm.func @others(
// CHECK-NOT:     llvm.trunc
// CHECK-NOT:     llvm.zext
// CHECK:         llvm.return
llvm.func @others(%x: !llvm.ptr, %y: !llvm.ptr) {
  %a = llvm.load %x : !llvm.ptr -> i8
  llvm.store %a, %y : i8, !llvm.ptr
  %v = llvm.load %x : !llvm.ptr -> vector<8xi1>
  llvm.store %v, %y : vector<8xi1>, !llvm.ptr
  llvm.return
}

// PIPELINE-NOT: llvm.load {{.*}} -> i1{{$}}
// PIPELINE-NOT: llvm.store {{.*}} : i1, !llvm.ptr
// PIPELINE:     llvm.zext {{.*}} : i1 to i8
// PIPELINE-NOT: llvm.load {{.*}} -> i1{{$}}
// PIPELINE-NOT: llvm.store {{.*}} : i1, !llvm.ptr
