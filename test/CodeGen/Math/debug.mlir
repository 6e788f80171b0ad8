// Debug messages report which functions are expanded, called or left alone.
//
// REQUIRES: asserts
// RUN: sg-opt %s --sg-approximate-math --debug-only=sg-approximate-math -o /dev/null 2>&1 | FileCheck %s --check-prefix=APPROXIMATE
// RUN: sg-opt %s --sg-call-exact-math --debug-only=sg-call-exact-math -o /dev/null 2>&1 | FileCheck %s --check-prefix=CALL
// RUN: sg-opt %s --sg-expand-math-ops --debug-only=sg-expand-math-ops -o /dev/null 2>&1 | FileCheck %s --check-prefix=EXPAND
// RUN: sg-opt %s --sg-expand-small-floats --debug-only=sg-expand-small-floats -o /dev/null 2>&1 | FileCheck %s --check-prefix=SMALL
// RUN: sg-opt %s --sg-expand-bf16 --debug-only=sg-expand-bf16 -o /dev/null 2>&1 | FileCheck %s --check-prefix=BF16
// BF16: [sg-expand-bf16 {{.*}}] no op computes with bf16
// SMALL: [sg-expand-small-floats {{.*}}] no op computes with floats of eight bits or less

func.func @functions(%x: f32, %y: f80, %half: f16, %i: i32, %v: vector<4xi32>) -> (f32, f80, f16, i32, vector<4xi32>) {
  // APPROXIMATE-DAG: [sg-approximate-math {{.*}}] computed without a library: math.expm1 at loc("{{.*}}debug.mlir":[[#@LINE+2]]:8)
  // CALL-DAG: [sg-call-exact-math {{.*}}] called: math.expm1 of f32 at loc("{{.*}}":[[#@LINE+1]]:8)
  %a = math.expm1 %x : f32
  // APPROXIMATE-DAG: left alone, there is no function of f80: math.exp at loc("{{.*}}":[[#@LINE+1]]:8)
  %b = math.exp %y : f80
  // APPROXIMATE-DAG: computed without a library: math.log1p at
  // CALL-DAG: left alone, the C library has no such function of its type: math.log1p of f16 at loc("{{.*}}":[[#@LINE+1]]:8)
  %c = math.log1p %half : f16
  // EXPAND-DAG: [sg-expand-math-ops {{.*}}] replaced by a loop of squarings: math.ipowi at loc("{{.*}}":[[#@LINE+1]]:8)
  %d = math.ipowi %i, %i : i32
  // EXPAND-DAG: left alone, not a scalar: math.ipowi at loc("{{.*}}":[[#@LINE+1]]:8)
  %e = math.ipowi %v, %v : vector<4xi32>
  return %a, %b, %c, %d, %e : f32, f80, f16, i32, vector<4xi32>
}
