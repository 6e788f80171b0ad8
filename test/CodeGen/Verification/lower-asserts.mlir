// RUN: sg-opt %s --sg-lower-asserts | FileCheck %s

// CHECK-DAG: llvm.func @sgrt_fail(!llvm.ptr)
// The message contains the location.
// CHECK-DAG: llvm.mlir.global internal constant @[[$FIRST:sg.assert[_0-9]*]]("{{.*}}lower-asserts.mlir:[[#@LINE+11]]:3: x must be positive\00")
// CHECK-DAG: llvm.mlir.global internal constant @[[$SECOND:sg.assert[_0-9]*]]("{{.*}}lower-asserts.mlir:[[#@LINE+13]]:3: x must be small\00")

// Ops after a failing assertion do not run; ops before it do.
// CHECK-LABEL: func.func @two_assertions
// CHECK-SAME: %[[X:[a-z0-9]+]]: f32, %[[POSITIVE:[a-z0-9]+]]: i1
func.func @two_assertions(%x: f32, %positive: i1) -> f32 {
  // CHECK: math.exp %[[X]]
  // CHECK-NEXT: cf.cond_br %[[POSITIVE]], ^[[THEN:bb[0-9]+]], ^[[FAIL1:bb[0-9]+]]
  // CHECK: ^[[THEN]]:
  %y = math.exp %x : f32
  cf.assert %positive, "x must be positive"
  %one = arith.constant 1.0 : f32
  %small = arith.cmpf olt, %x, %one : f32
  cf.assert %small, "x must be small"
  // CHECK: %[[SMALL:[a-z0-9]+]] = arith.cmpf olt
  // CHECK-NEXT: cf.cond_br %[[SMALL]], ^[[REST:bb[0-9]+]], ^[[FAIL2:bb[0-9]+]]
  // CHECK: ^[[REST]]:
  // CHECK-NEXT: return
  return %y : f32
  // CHECK: ^[[FAIL1]]:
  // CHECK-NEXT: %[[MESSAGE1:[a-z0-9]+]] = llvm.mlir.addressof @[[$FIRST]]
  // CHECK-NEXT: llvm.call @sgrt_fail(%[[MESSAGE1]])
  // CHECK-NEXT: llvm.unreachable
  // CHECK: ^[[FAIL2]]:
  // CHECK-NEXT: %[[MESSAGE2:[a-z0-9]+]] = llvm.mlir.addressof @[[$SECOND]]
  // CHECK-NEXT: llvm.call @sgrt_fail(%[[MESSAGE2]])
  // CHECK-NEXT: llvm.unreachable
}

// CHECK-LABEL: func.func @no_assertion
// CHECK-NEXT: return
func.func @no_assertion() {
  return
}
