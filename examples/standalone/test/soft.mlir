// RUN: soft-opt %s --grad-expand-derivatives | FileCheck %s
// RUN: soft-opt %s --grad-expand-derivatives --soft-to-math --convert-math-to-llvm --convert-arith-to-llvm --convert-func-to-llvm | FileCheck %s --check-prefix=LLVM

// The rule of soft.plus gives the derivative of @f.
// CHECK-LABEL: func.func private @f_vjp(
// CHECK-SAME:      [[X:%[a-z0-9]+]]: f64, [[DY:%[a-z0-9]+]]: f64)
// CHECK-DAG:     [[Y:%[a-z0-9_]+]] = soft.plus [[X]] : f64
// CHECK-DAG:     [[E:%[a-z0-9_]+]] = math.exp
// CHECK-DAG:     [[D:%[a-z0-9_]+]] = arith.addf {{.*}}[[E]]
// CHECK:         [[DX:%[a-z0-9_]+]] = arith.divf [[DY]], [[D]]
// CHECK:         return [[Y]], [[DX]]

// LLVM: llvm.func @slope(

// The expected values at 0 are log 2 and 1/2.
// RUN: slope | FileCheck %s --check-prefix=VALUES
// VALUES: soft plus at 0: 0.693147, slope 0.500000

func.func @f(%x: f64) -> f64 {
  %y = soft.plus %x : f64
  return %y : f64
}

func.func @slope(%x: f64) -> (f64, f64) {
  %y, %dx = grad.value_and_grad @f(%x) : (f64) -> (f64, f64)
  return %y, %dx : f64, f64
}
