// Passes without a transform op run by transform.apply_registered_pass,
// pipelines included. The schedule is in a separate file: a pass cannot run on
// a module that contains the schedule.
//
// RUN: split-file %s %t
// DEFINE: %{schedule} = --transform-preload-library=transform-library-paths=%t/schedule.mlir --transform-interpreter
// RUN: sg-opt %t/program.mlir %{schedule}=entry-point=passes -o %t/passes.mlir > %t/report 2> %t/warnings
// RUN: FileCheck %s < %t/passes.mlir
// RUN: FileCheck %s --check-prefix=REPORT < %t/report
// RUN: FileCheck %s --check-prefix=WARNING < %t/warnings
// RUN: sg-opt %t/program.mlir %{schedule}=entry-point=fails 2>&1 | FileCheck %s --check-prefix=FAILS
// RUN: sg-opt %t/program.mlir %{schedule}=entry-point=pipeline | FileCheck %s --check-prefix=LOWERED
// RUN: sg-run %t/passes.mlir --function=df --input=3 --input=5 --expected-output=15 --expected-output=5
//
// RUN: not sg-opt %t/inside.mlir --transform-interpreter 2>&1 | FileCheck %s --check-prefix=INSIDE
// INSIDE: error: cannot apply transform to itself

//--- inside.mlir
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.consumed}) {
    %0 = transform.apply_registered_pass "grad-lint" to %root : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

//--- program.mlir
func.func private @sg.stop_gradient(f64) -> f64
func.func @f(%x: f64, %y: f64) -> f64 {
  %s = call @sg.stop_gradient(%y) : (f64) -> f64
  %z = arith.mulf %x, %s : f64
  return %z : f64
}
func.func @late(%x: f64, %y: f64) -> f64 {
  %z = grad.prevent_gradient %y {message = "no"} : f64
  return %z : f64
}

//--- schedule.mlir
module attributes {transform.with_named_sequence} {
  // REPORT:  gradient report of @f: arguments 0 and 1 to result 0
  // WARNING: warning: {{.*}}[frozen-but-updated]
  //
  // CHECK-NOT:   @sg.stop_gradient
  // CHECK-LABEL: func.func @f(
  // CHECK-NOT:     grad.
  // CHECK:       func.func @df(
  // CHECK-NOT:     grad.
  // CHECK:       func.func @f_replay(
  // CHECK:       func.func @f_record(
  //
  // A pass on any op runs on a function too.
  // CHECK:       func.func @late(
  // CHECK-NEXT:    return
  transform.named_sequence @passes(%root: !transform.any_op {transform.consumed}) {
    %0 = transform.apply_registered_pass "grad-import-markers" to %root : (!transform.any_op) -> !transform.any_op
    %1 = transform.apply_registered_pass "grad-report" with options = {"function" = "f", "wrt" = [0, 1]} to %0
        : (!transform.any_op) -> !transform.any_op
    %2 = transform.apply_registered_pass "grad-freeze-stop-gradient" with options = {"function" = "f"} to %1
        : (!transform.any_op) -> !transform.any_op
    %3 = transform.apply_registered_pass "grad-request-derivative"
        with options = {"function" = "f", "name" = "df", "mode" = "value-and-grad", "wrt" = [0]} to %2
        : (!transform.any_op) -> !transform.any_op
    %4 = transform.apply_registered_pass "grad-request-derivative"
        with options = {"function" = "f", "name" = "both"} to %3 : (!transform.any_op) -> !transform.any_op
    %5 = transform.apply_registered_pass "grad-lint" to %4 : (!transform.any_op) -> !transform.any_op
    %parts = transform.grad.expand_derivatives %5 : (!transform.any_op) -> !transform.any_op
    %functions = transform.structured.match ops{["func.func"]} in %5 : (!transform.any_op) -> !transform.any_op
    %erased = transform.apply_registered_pass "grad-erase-stop-gradient" to %functions
        : (!transform.any_op) -> !transform.any_op
    %6 = transform.apply_registered_pass "canonicalize" to %erased : (!transform.any_op) -> !transform.any_op
    transform.yield
  }

  // The error of a failed pass is reported, although the schedule continues.
  // FAILS:     error: 'wrt' names argument 9, but @late has 2
  // FAILS-NOT: error:
  // FAILS:     func.func @late(
  transform.named_sequence @fails(%root: !transform.any_op {transform.consumed}) {
    transform.sequence %root : !transform.any_op failures(suppress) {
    ^bb0(%program: !transform.any_op):
      %0 = transform.apply_registered_pass "grad-request-derivative"
          with options = {"function" = "late", "name" = "df", "wrt" = [9]} to %program
          : (!transform.any_op) -> !transform.any_op
    }
    transform.yield
  }

  // LOWERED: llvm.func @sg_late(
  transform.named_sequence @pipeline(%root: !transform.any_op {transform.consumed}) {
    %0 = transform.apply_registered_pass "grad-import-markers" to %root : (!transform.any_op) -> !transform.any_op
    %1 = transform.apply_registered_pass "sg-lower-to-cpu" to %0 : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}
