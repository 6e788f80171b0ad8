// Recursive functions, and functions that do not return, are not inlined.
//
// RUN: sg-opt %s --sg-restrict-inlining | FileCheck %s
// RUN: not sg-run %s --device=cpu --function=calls --input=1.5 --input=0 2>&1 | FileCheck %s --check-prefix=NEVER

// NEVER: restrict-inlining.mlir:[[#@LINE+27]]:1: error: cannot bufferize func.func without func.return

// CHECK: func.func private @itself({{.*}} attributes {no_inline}
func.func private @itself(%n: i32) -> i32 {
  %m = call @itself(%n) : (i32) -> i32
  return %m : i32
}

// CHECK: func.func private @even({{.*}} attributes {no_inline}
func.func private @even(%n: i32) -> i32 {
  %m = call @odd(%n) : (i32) -> i32
  return %m : i32
}
// CHECK: func.func private @odd({{.*}} attributes {no_inline}
func.func private @odd(%n: i32) -> i32 {
  %m = call @even(%n) : (i32) -> i32
  return %m : i32
}

// CHECK: func.func private @user(
// CHECK-NOT: no_inline
func.func private @user(%n: i32) -> i32 {
  %m = call @even(%n) : (i32) -> i32
  return %m : i32
}

// CHECK: func.func private @never({{.*}} attributes {no_inline}
func.func private @never(%x: f32) -> f32 {
  ub.unreachable
}
func.func @calls(%x: f32, %n: i32) -> f32 {
  %c0 = arith.constant 0 : i32
  %no = arith.cmpi ne, %n, %c0 : i32
  %y = scf.if %no -> f32 {
    %z = func.call @never(%x) : (f32) -> f32
    scf.yield %z : f32
  } else {
    %z = arith.addf %x, %x : f32
    scf.yield %z : f32
  }
  return %y : f32
}
