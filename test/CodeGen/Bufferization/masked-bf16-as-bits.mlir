// Masked loads and stores of bf16 become integer accesses; all other ops stay.
// RUN: sg-opt %s --pass-pipeline="builtin.module(llvm.func(sg-masked-bf16-as-bits))" | FileCheck %s
// RUN: sg-run %S/../CPU/Tiling/lower-contractions-k-columns.mlir --function=column_bf16 --verify-machine-code=neoverse-v1 --expected-output=0

// CHECK-LABEL: llvm.func @both(
// CHECK-SAME:    [[X:%[a-z0-9]+]]: !llvm.ptr, [[Y:%[a-z0-9]+]]: !llvm.ptr, [[M:%[a-z0-9]+]]: vector<8xi1>)
// CHECK:         [[A:%[0-9]+]] = llvm.intr.masked.load [[X]], [[M]] {alignment = 2 : i32} : (!llvm.ptr, vector<8xi1>) -> vector<8xi16>
// CHECK:         [[B:%[0-9]+]] = llvm.bitcast [[A]] : vector<8xi16> to vector<8xbf16>
// CHECK:         [[C:%[0-9]+]] = llvm.fadd [[B]], [[B]] : vector<8xbf16>
// CHECK:         [[D:%[0-9]+]] = llvm.bitcast [[C]] : vector<8xbf16> to vector<8xi16>
// CHECK:         llvm.intr.masked.store [[D]], [[Y]], [[M]] {alignment = 2 : i32} : vector<8xi16>, vector<8xi1> into !llvm.ptr
llvm.func @both(%x: !llvm.ptr, %y: !llvm.ptr, %m: vector<8xi1>) {
  %a = llvm.intr.masked.load %x, %m {alignment = 2 : i32} : (!llvm.ptr, vector<8xi1>) -> vector<8xbf16>
  %c = llvm.fadd %a, %a : vector<8xbf16>
  llvm.intr.masked.store %c, %y, %m {alignment = 2 : i32} : vector<8xbf16>, vector<8xi1> into !llvm.ptr
  llvm.return
}

// CHECK-LABEL: llvm.func @others(
// CHECK-NOT:     llvm.bitcast
// CHECK:         llvm.return
llvm.func @others(%x: !llvm.ptr, %y: !llvm.ptr, %m: vector<8xi1>, %p: vector<8xf16>) -> vector<8xbf16> {
  %a = llvm.intr.masked.load %x, %m, %p {alignment = 2 : i32} : (!llvm.ptr, vector<8xi1>, vector<8xf16>) -> vector<8xf16>
  llvm.intr.masked.store %a, %y, %m {alignment = 2 : i32} : vector<8xf16>, vector<8xi1> into !llvm.ptr
  %b = llvm.load %x : !llvm.ptr -> vector<8xbf16>
  llvm.return %b : vector<8xbf16>
}
