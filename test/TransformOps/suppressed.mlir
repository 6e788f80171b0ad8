// A schedule may continue after a failure: no incomplete function remains, and
// the module verifies. The schedule is in a separate file, because MLIR rejects
// recursion in a module with a schedule.
//
// RUN: split-file %s %t
// DEFINE: %{schedule} = --transform-preload-library=transform-library-paths=%t/schedule.mlir --transform-interpreter
// RUN: sg-opt %t/program.mlir %{schedule}=entry-point=each 2>&1 | FileCheck %s --check-prefix=EACH --implicit-check-not=error:
// RUN: sg-opt %t/program.mlir %{schedule}=entry-point=expand 2>&1 | FileCheck %s --check-prefix=EXPAND --implicit-check-not=error:
//
// RUN: sg-opt %t/program.mlir %{schedule}=entry-point=expand \
// RUN:   | sg-run - --function=cube_slope --input=2 --expected-output=8 --expected-output=12
//
// A chain of calls that is too long for the stack is an error of the same kind.
// RUN: %python %source/test/Transforms/Inputs/deep-calls.py 150 \
// RUN:   | sed 's/^  return %%x : f64/  %%y = grad.prevent_gradient %%x {message = "no"} : f64\n  return %%y : f64/' > %t/deep.mlir
// RUN: sg-opt %t/deep.mlir %{schedule}=entry-point=expand 2>&1 | FileCheck %s --check-prefix=DEEP --implicit-check-not=_jvp --implicit-check-not=error:
// DEEP: grad.jvp @f150

//--- program.mlir
func.func private @outside(%x: f64) -> f64
func.func private @cube(%x: f64) -> f64 {
  %s = arith.mulf %x, %x : f64
  %c = arith.mulf %s, %x : f64
  return %c : f64
}
// The function is recursive and calls an op without a derivative.
func.func @f(%x: f64) -> f64 {
  %c = arith.cmpf olt, %x, %x : f64
  %y = scf.if %c -> f64 {
    %again = func.call @f(%x) : (f64) -> f64
    scf.yield %again : f64
  } else {
    %other = func.call @g(%x) : (f64) -> f64
    scf.yield %other : f64
  }
  return %y : f64
}
func.func @g(%x: f64) -> f64 {
  %y = call @outside(%x) : (f64) -> f64
  %z = call @cube(%y) : (f64) -> f64
  return %z : f64
}
func.func @cube_slope(%x: f64) -> (f64, f64) {
  %y, %dx = grad.value_and_grad @cube(%x) : (f64) -> (f64, f64)
  return %y, %dx : f64, f64
}
func.func @slope(%x: f64) -> (f64, f64) {
  %y, %dx = grad.value_and_grad @f(%x) : (f64) -> (f64, f64)
  return %y, %dx : f64, f64
}

//--- schedule.mlir
module attributes {transform.with_named_sequence} {
  // No derivative in either mode, no half of a split derivative, and no invalid
  // request remains.
  // EACH-NOT: func.func {{.*}}@f_
  // EACH-NOT: func.func {{.*}}@g_
  // EACH:     func.func @slope(
  // EACH:       grad.value_and_grad @f(
  transform.named_sequence @each(%root: !transform.any_op {transform.readonly}) {
    transform.sequence %root : !transform.any_op failures(suppress) {
    ^bb0(%program: !transform.any_op):
      %f = transform.structured.match ops{["func.func"]} attributes{sym_name = "f"} in %program
          : (!transform.any_op) -> !transform.any_op
      %df, %generated = transform.grad.differentiate %f mode = vjp : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    }
    transform.sequence %root : !transform.any_op failures(suppress) {
    ^bb0(%program: !transform.any_op):
      %f = transform.structured.match ops{["func.func"]} attributes{sym_name = "f"} in %program
          : (!transform.any_op) -> !transform.any_op
      %df, %generated = transform.grad.differentiate %f mode = jvp : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    }
    transform.sequence %root : !transform.any_op failures(suppress) {
    ^bb0(%program: !transform.any_op):
      %f = transform.structured.match ops{["func.func"]} attributes{sym_name = "f"} in %program
          : (!transform.any_op) -> !transform.any_op
      %df = transform.grad.request_derivative %f mode = split : (!transform.any_op) -> !transform.any_op
    }
    transform.sequence %root : !transform.any_op failures(suppress) {
    ^bb0(%program: !transform.any_op):
      %f = transform.structured.match ops{["func.func"]} attributes{sym_name = "f"} in %program
          : (!transform.any_op) -> !transform.any_op
      %df = transform.grad.request_derivative %f wrt = [3] : (!transform.any_op) -> !transform.any_op
    }
    transform.yield
  }

  // Requests that were expanded before the failure stay expanded.
  // EXPAND:     func.func private @cube_vjp(
  // EXPAND-NOT: func.func {{.*}}@f_
  // EXPAND-NOT: func.func {{.*}}@g_
  // EXPAND:     func.func @cube_slope(
  // EXPAND:       call @cube_vjp(
  // EXPAND:     func.func @slope(
  // EXPAND:       grad.value_and_grad @f(
  transform.named_sequence @expand(%root: !transform.any_op {transform.readonly}) {
    transform.sequence %root : !transform.any_op failures(suppress) {
    ^bb0(%program: !transform.any_op):
      %generated = transform.grad.expand_derivatives %program : (!transform.any_op) -> !transform.any_op
    }
    transform.yield
  }
}
