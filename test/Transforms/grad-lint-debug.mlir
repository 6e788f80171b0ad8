// Which functions the lint visits, and which warnings it suppresses.
//
// REQUIRES: asserts
// RUN: sg-opt %s --grad-lint=ignore=stop-without-effect --debug-only=grad-lint -o /dev/null 2>&1 | FileCheck %s
// RUN: sg-opt %s --grad-report="function=loss output=%t" --debug-only=grad-report -o /dev/null 2>&1 | FileCheck %s --check-prefix=REPORT
// REPORT: [grad-report {{.*}}] report on '@loss' to '{{.*}}'

func.func private @elsewhere(f64) -> f64
    attributes {grad.custom_jvp = @elsewhere_jvp}
func.func private @elsewhere_jvp(f64, f64) -> (f64, f64)

// CHECK-DAG: [grad-lint {{.*}}] checked with its calls inlined: '@loss' at loc("{{.*}}-debug.mlir":[[#@LINE+1]]:1)
func.func @loss(%x: f64) -> f64 {
  // CHECK-DAG: no warning 'stop-without-effect', its kind is ignored: grad.stop_gradient at loc("{{.*}}":[[#@LINE+2]]:8)
  %c = arith.constant 2.0 : f64
  %s = grad.stop_gradient %c : f64
  // CHECK-DAG: checked for stops only, no request names it: '@square'
  %q = func.call @square(%x) : (f64) -> f64
  %y = arith.mulf %q, %s : f64
  return %y : f64
}
func.func private @square(%x: f64) -> f64 {
  %y = arith.mulf %x, %x : f64
  return %y : f64
}
func.func @gradient(%x: f64) -> f64 {
  %y, %dx = grad.value_and_grad @loss(%x) : (f64) -> (f64, f64)
  return %dx : f64
}
