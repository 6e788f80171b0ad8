// A schedule expands requests: all requests of a module, or the requests that
// functions reach.
//
// RUN: sg-opt %s --transform-interpreter=entry-point=module | FileCheck %s --check-prefix=MODULE --implicit-check-not=grad.v
// RUN: sg-opt %s --transform-interpreter=entry-point=functions 2>&1 | FileCheck %s --check-prefix=FUNCTIONS
// RUN: sg-opt %s --transform-interpreter=entry-point=none 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: sg-opt %s --transform-interpreter=entry-point=module --remarks-filter=grad.* --remark-policy=all 2>&1 \
// RUN:   | FileCheck %s --check-prefix=KEPT
//
// The result equals the output of the pass.
// RUN: sg-opt %s --transform-interpreter=entry-point=module -o %t.schedule
// RUN: sg-opt %s --grad-expand-derivatives | diff - %t.schedule

module attributes {transform.with_named_sequence} {
  func.func @f(%x: f64) -> f64 {
    %y = math.tanh %x : f64
    return %y : f64
  }
  func.func @first(%x: f64) -> (f64, f64) {
    %y, %dx = grad.value_and_grad @f(%x) : (f64) -> (f64, f64)
    return %y, %dx : f64, f64
  }
  func.func @second(%x: f64, %c: f64) -> (f64, f64) {
    %y, %dx = grad.vjp @f(%x) cotangents(%c) : (f64, f64) -> (f64, f64)
    return %y, %dx : f64, f64
  }
  func.func @third(%x: f64, %c: f64) -> (f64, f64) {
    %y, %dx = grad.jvp @f(%x) tangents(%c) : (f64, f64) -> (f64, f64)
    return %y, %dx : f64, f64
  }

  // MODULE-LABEL: func.func @first(
  // MODULE:         call @f_vjp(
  // MODULE-LABEL: func.func @second(
  // MODULE:         call @f_vjp(
  // MODULE-LABEL: func.func @third(
  // MODULE:         call @f_jvp(
  //
  // KEPT: remark: [Missed] stored | Category:grad | Function=f |
  transform.named_sequence @module(%root: !transform.any_op {transform.readonly}) {
    %generated = transform.grad.expand_derivatives %root : (!transform.any_op) -> !transform.any_op
    transform.yield
  }

  // Two equal requests share one function. Requests outside of the targets
  // stay.
  // FUNCTIONS:       remark: generated
  // FUNCTIONS:       {{^}}func.func private @f_vjp(
  // FUNCTIONS-NOT:   remark:
  // FUNCTIONS:       {{^}}module
  // FUNCTIONS:       func.func private @f_vjp(
  // FUNCTIONS-NOT:   func.func private
  // FUNCTIONS:       func.func @first(
  // FUNCTIONS:         call @f_vjp(
  // FUNCTIONS-LABEL: func.func @second(
  // FUNCTIONS:         call @f_vjp(
  // FUNCTIONS-LABEL: func.func @third(
  // FUNCTIONS:         grad.jvp @f(
  transform.named_sequence @functions(%root: !transform.any_op {transform.readonly}) {
    %first = transform.structured.match ops{["func.func"]} attributes{sym_name = "first"} in %root
        : (!transform.any_op) -> !transform.any_op
    %second = transform.structured.match ops{["func.func"]} attributes{sym_name = "second"} in %root
        : (!transform.any_op) -> !transform.any_op
    %both = transform.merge_handles %first, %second : !transform.any_op
    %generated = transform.grad.expand_derivatives %both : (!transform.any_op) -> !transform.any_op
    transform.debug.emit_remark_at %generated, "generated" : !transform.any_op
    transform.yield
  }

  // An empty handle yields an empty handle.
  // NONE-NOT: remark:
  // NONE:     grad.value_and_grad
  transform.named_sequence @none(%root: !transform.any_op {transform.readonly}) {
    %none = transform.structured.match ops{["func.func"]} attributes{sym_name = "none"} in %root
        : (!transform.any_op) -> !transform.any_op
    %generated = transform.grad.expand_derivatives %none : (!transform.any_op) -> !transform.any_op
    transform.debug.emit_remark_at %generated, "generated" : !transform.any_op
    transform.yield
  }
}
