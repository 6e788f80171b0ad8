// Only conversions that round to the nearest bf16 are expanded.
//
// RUN: sg-opt %s --sg-expand-bf16 | FileCheck %s

// CHECK-LABEL: func.func @others(
// CHECK-NEXT:    arith.truncf {{.*}} : f32 to f16
// CHECK-NEXT:    arith.truncf {{.*}} toward_zero : f32 to bf16
// CHECK-NEXT:    arith.truncf {{.*}} : f128 to bf16
// CHECK-NEXT:    arith.sitofp {{.*}} : i64 to f16
// CHECK-NEXT:    arith.extf {{.*}} : bf16 to f64
// CHECK-NEXT:    return
func.func @others(%x: f32, %y: f128, %n: i64, %b: bf16) -> (f16, bf16, bf16, f16, f64) {
  %a = arith.truncf %x : f32 to f16
  %c = arith.truncf %x toward_zero : f32 to bf16
  %d = arith.truncf %y : f128 to bf16
  %e = arith.sitofp %n : i64 to f16
  %f = arith.extf %b : bf16 to f64
  return %a, %c, %d, %e, %f : f16, bf16, bf16, f16, f64
}
