// RUN: sg-opt %s --sg-freeze-poison | FileCheck %s

// A shift by a constant in range and an access at a constant position are not poison.
// CHECK-LABEL: llvm.func @constants
// CHECK-NOT:     llvm.freeze
// CHECK:         llvm.return
llvm.func @constants(%x: i64, %v: vector<4xi32>) -> i64 {
  %c3 = llvm.mlir.constant(3 : i64) : i64
  %shifted = llvm.shl %x, %c3 : i64
  %element = llvm.extractelement %v[%c3 : i64] : vector<4xi32>
  %inserted = llvm.insertelement %element, %v[%c3 : i64] : vector<4xi32>
  %cs = llvm.mlir.constant(dense<[0, 31, 1, 2]> : vector<4xi32>) : vector<4xi32>
  %all = llvm.lshr %inserted, %cs : vector<4xi32>
  %first = llvm.extractelement %all[%c3 : i64] : vector<4xi32>
  %wide = llvm.zext %first : i32 to i64
  %sum = llvm.add %shifted, %wide : i64
  llvm.return %sum : i64
}

// CHECK-LABEL: llvm.func @poison
// CHECK-SAME:    (%[[F:.*]]: f64, %[[N:.*]]: i64, %[[V:.*]]: vector<4xi32>)
llvm.func @poison(%f: f64, %n: i64, %v: vector<4xi32>) -> i64 {
  // CHECK: %[[I:.*]] = llvm.fptosi %[[F]]
  // CHECK: %[[FI:.*]] = llvm.freeze %[[I]] : i64
  %i = llvm.fptosi %f : f64 to i64
  // CHECK: %[[U:.*]] = llvm.fptoui %[[F]]
  // CHECK: llvm.freeze %[[U]]
  %u = llvm.fptoui %f : f64 to i64
  // CHECK: %[[S:.*]] = llvm.ashr %[[FI]], %[[N]]
  // CHECK: llvm.freeze %[[S]]
  %s = llvm.ashr %i, %n : i64
  // CHECK: %[[C64:.*]] = llvm.mlir.constant(64
  %c64 = llvm.mlir.constant(64 : i64) : i64
  // CHECK: %[[L:.*]] = llvm.shl %{{.*}}, %[[C64]]
  // CHECK: llvm.freeze %[[L]]
  %l = llvm.shl %s, %c64 : i64
  // CHECK: %[[E:.*]] = llvm.extractelement %[[V]][%[[N]] : i64]
  // CHECK: llvm.freeze %[[E]] : i32
  %e = llvm.extractelement %v[%n : i64] : vector<4xi32>
  // CHECK: %[[W:.*]] = llvm.insertelement
  // CHECK: llvm.freeze %[[W]] : vector<4xi32>
  %w = llvm.insertelement %e, %v[%n : i64] : vector<4xi32>
  %a = llvm.add %l, %u : i64
  llvm.return %a : i64
}
