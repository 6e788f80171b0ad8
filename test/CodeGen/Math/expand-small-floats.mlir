// RUN: sg-opt %s --sg-expand-small-floats | FileCheck %s
//
// test/Unit/Runtime/SmallFloatsTest.cpp tests each value.

// Selects instead of branches: half of the last bit is added, and an addition
// rounds subnormal numbers.
// CHECK-LABEL: func.func private @down(
// CHECK-SAME:      [[X:%[a-z0-9]+]]: f32) -> f8E5M2
// CHECK-NOT:     truncf
// CHECK:         [[BITS:%[a-z0-9]+]] = arith.bitcast [[X]] : f32 to i32
// CHECK:         arith.shrui
// CHECK:         arith.addf {{.*}} : f32
// CHECK:         arith.select
// CHECK:         [[BYTE:%[a-z0-9]+]] = arith.trunci {{.*}} : i32 to i8
// CHECK:         [[Y:%[a-z0-9]+]] = arith.bitcast [[BYTE]] : i8 to f8E5M2
// CHECK:         return [[Y]]
func.func private @down(%x: f32) -> f8E5M2 {
  %y = arith.truncf %x : f32 to f8E5M2
  return %y : f8E5M2
}

// From f64 the bits are rounded directly: rounding to f32 first would round
// twice.
// CHECK-LABEL: func.func private @far_down(
// CHECK-NOT:     f32
// CHECK:         arith.bitcast {{.*}} : vector<4xf64> to vector<4xi64>
// CHECK-NOT:     f32
// CHECK:         return
func.func private @far_down(%x: vector<4xf64>) -> vector<4xf8E4M3> {
  %y = arith.truncf %x : vector<4xf64> to vector<4xf8E4M3>
  return %y : vector<4xf8E4M3>
}

// CHECK-LABEL: func.func private @up(
// CHECK-NOT:     extf {{.*}}f8
// CHECK:         arith.uitofp {{.*}} : i32 to f32
// CHECK:         arith.truncf {{.*}} : f32 to bf16
func.func private @up(%x: f8E4M3FNUZ) -> bf16 {
  %y = arith.extf %x : f8E4M3FNUZ to bf16
  return %y : bf16
}

// Arithmetic is computed in f32, and in f64 for types of exponents only.
// CHECK-LABEL: func.func private @sums(
// CHECK:         arith.addf {{.*}} : f32
// CHECK:         arith.mulf {{.*}} : f64
// CHECK-NOT:     arith.{{(addf|mulf).*}}f8
func.func private @sums(%x: f8E3M4, %y: f8E8M0FNU) -> (f8E3M4, f8E8M0FNU) {
  %s = arith.addf %x, %x : f8E3M4
  %p = arith.mulf %y, %y : f8E8M0FNU
  return %s, %p : f8E3M4, f8E8M0FNU
}

// Ops that LLVM supports stay.
// CHECK-LABEL: func.func private @others(
// CHECK-NEXT:    arith.truncf {{.*}} : f32 to f16
// CHECK-NEXT:    arith.truncf {{.*}} : f80 to f8E5M2
// CHECK-NEXT:    return
func.func private @others(%x: f32, %y: f80) -> (f16, f8E5M2) {
  %a = arith.truncf %x : f32 to f16
  %b = arith.truncf %y : f80 to f8E5M2
  return %a, %b : f16, f8E5M2
}
