// Which stops are recorded, and which ops are left unchanged.
//
// REQUIRES: asserts
// RUN: sg-opt %s --grad-freeze-stop-gradient=function=f --debug-only=grad-freeze-stop-gradient -o /dev/null 2>&1 | FileCheck %s

// CHECK-DAG: [grad-freeze-stop-gradient {{.*}}] recorded by '@f_record', replayed by '@f_replay': '@f' at loc("{{.*}}-debug.mlir":[[#@LINE+1]]:1)
func.func @f(%x: f64) -> f64 {
  %c = arith.constant 1 : i32
  // CHECK-DAG: not recorded, i32 has no derivative: grad.stop_gradient at loc("{{.*}}":[[#@LINE+1]]:8)
  %n = grad.stop_gradient %c : i32
  %s = grad.stop_gradient %x : f64
  %y = func.call @square(%s) : (f64) -> f64
  return %y : f64
}
// Once to record, once to replay.
// CHECK-DAG: called unchanged, it reaches no stop: '@square' at loc("{{.*}}":[[#@LINE+2]]:1)
// CHECK-DAG: called unchanged, it reaches no stop: '@square' at loc("{{.*}}":[[#@LINE+1]]:1)
func.func private @square(%x: f64) -> f64 {
  %y = arith.mulf %x, %x : f64
  return %y : f64
}
