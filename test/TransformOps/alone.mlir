// A schedule that is applied to a single function cannot add functions next to
// it: passes may run on other functions concurrently.
//
// RUN: split-file %s %t
// DEFINE: %{entry} =
// DEFINE: %{apply} = not sg-opt %t/program.mlir "--pass-pipeline=builtin.module(transform-preload-library{transform-library-paths=%t/schedule.mlir},func.func(transform-interpreter{entry-point=%{entry}}))" 2>&1 | FileCheck %s
// REDEFINE: %{entry} = differentiate
// RUN: %{apply}
// REDEFINE: %{entry} = request
// RUN: %{apply}
// REDEFINE: %{entry} = expand
// RUN: %{apply}
// CHECK: schedule.mlir:{{[0-9:]+}} error: adds functions next to its target, but the target is the whole payload: apply the schedule to the module
// CHECK: program.mlir:2:1: note: the target is this

//--- program.mlir

func.func @f(%x: f64) -> f64 {
  return %x : f64
}

//--- schedule.mlir
module attributes {transform.with_named_sequence} {
  transform.named_sequence @differentiate(%f: !transform.any_op {transform.readonly}) {
    %df, %generated = transform.grad.differentiate %f : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
  transform.named_sequence @request(%f: !transform.any_op {transform.readonly}) {
    %df = transform.grad.request_derivative %f : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
  transform.named_sequence @expand(%f: !transform.any_op {transform.readonly}) {
    %generated = transform.grad.expand_derivatives %f : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}
