// Control flow between blocks is an error where a derivative flows through it.
//
// RUN: not sg-opt %s --grad-expand-derivatives 2>&1 | FileCheck %s
// RUN: sg-opt %s --lift-cf-to-scf --grad-expand-derivatives -o /dev/null

func.func @blocks(%x: f64, %c: i1) -> f64 {
  // CHECK: [[#@LINE+1]]:8: error: 'scf.execute_region' op has a derivative that flows through branches between blocks; run --lift-cf-to-scf first
  %y = scf.execute_region -> f64 {
    cf.cond_br %c, ^bb1, ^bb2(%x : f64)
  ^bb1:
    %e = math.exp %x : f64
    cf.br ^bb2(%e : f64)
  ^bb2(%r: f64):
    scf.yield %r : f64
  }
  return %y : f64
}
func.func @request(%x: f64, %c: i1) {
  // CHECK: [[#@LINE+1]]:3: note: while differentiating '@blocks', requested here
  grad.value_and_grad @blocks(%x, %c) : (f64, i1) -> (f64, f64)
  return
}
