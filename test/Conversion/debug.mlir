// Which functions are stop markers, and what is erased with the grad dialect.
//
// REQUIRES: asserts
// RUN: sg-opt %s --grad-import-markers --debug-only=grad-import-markers 2>&1 -o %t | FileCheck %s
// RUN: sg-opt %t --grad-erase-stop-gradient --debug-only=grad-erase-stop-gradient -o %t.erased 2>&1 | FileCheck %s --check-prefix=ERASE
// RUN: sg-opt %t.erased --grad-verify-expanded --debug-only=grad-verify-expanded -o /dev/null 2>&1 | FileCheck %s --check-prefix=VERIFY
// RUN: sg-opt %S/import-tensor-ops.mlir --grad-import-tensor-ops --debug-only=grad-import-tensor-ops -o /dev/null 2>&1 | FileCheck %s --check-prefix=TENSOR
// TENSOR: [grad-import-tensor-ops {{.*}}] lowered: tm_tensor.scan at loc("{{.*}}import-tensor-ops.mlir":{{.*}})
// VERIFY: [grad-verify-expanded {{.*}}] nothing of the grad dialect is left

func.func private @sg.stop_gradient(f64) -> f64
// CHECK-DAG: [grad-import-markers {{.*}}] not a marker: '@sg.stop_gradients'; markers are '@sg.stop_gradient' and '@sg.stop_gradient.SUFFIX'; at loc("{{.*}}debug.mlir":[[#@LINE+1]]:1)
func.func private @sg.stop_gradients(f64) -> f64

func.func @f(%x: f64) -> f64 {
  // CHECK-DAG: replaced by stops: func.call at loc("{{.*}}":[[#@LINE+1]]:8)
  %s = func.call @sg.stop_gradient(%x) : (f64) -> f64
  %t = func.call @sg.stop_gradients(%s) : (f64) -> f64
  // ERASE-DAG: [grad-erase-stop-gradient {{.*}}] erased: grad.stop_gradient at
  // ERASE-DAG: inlined: grad.checkpoint at
  %c = grad.checkpoint {
    %e = math.exp %t : f64
    grad.yield %e : f64
  } : f64
  return %c : f64
}
