// A schedule adds functions that request derivatives. Other transforms can use
// the requests until they are expanded.
//
// RUN: sg-opt %s --transform-interpreter=entry-point=ask 2>&1 | FileCheck %s --check-prefix=ASK
// RUN: sg-opt %s --transform-interpreter=entry-point=split | FileCheck %s --check-prefix=SPLIT
// RUN: sg-opt %s --transform-interpreter=entry-point=each | FileCheck %s --check-prefix=EACH
//
// RUN: sg-opt %s --transform-interpreter=entry-point=each \
// RUN:   | sg-run - --function=g_value_and_grad --input=3 --expected-output=9 --expected-output=6

module attributes {transform.with_named_sequence} {
  func.func @f(%x: f64, %y: f64) -> f64 {
    %z = arith.mulf %x, %y : f64
    return %z : f64
  }
  func.func @g(%x: f64) -> f64 {
    %z = arith.mulf %x, %x : f64
    return %z : f64
  }

  // The request is found from the handle of its function.
  // ASK:       remark: asked for
  // ASK-LABEL: func.func @df(
  // ASK-SAME:      [[X:%[a-z0-9]+]]: f64, [[Y:%[a-z0-9]+]]: f64, [[T:%[a-z0-9]+]]: f64) -> (f64, f64)
  // ASK-NEXT:    grad.jvp @f([[X]], [[Y]]) tangents([[T]]) {strict, wrt = array<i64: 1>}
  transform.named_sequence @ask(%root: !transform.any_op {transform.readonly}) {
    %f = transform.structured.match ops{["func.func"]} attributes{sym_name = "f"} in %root
        : (!transform.any_op) -> !transform.any_op
    %df = transform.grad.request_derivative %f mode = jvp wrt = [1] name = "df" strict
        : (!transform.any_op) -> !transform.any_op
    %request = transform.structured.match ops{["grad.jvp"]} in %df : (!transform.any_op) -> !transform.op<"grad.jvp">
    transform.debug.emit_remark_at %request, "asked for" : !transform.op<"grad.jvp">
    transform.yield
  }

  // Two target functions, in this order.
  // SPLIT-LABEL: func.func @f_fwd({{.*}} attributes {forward}
  // SPLIT-LABEL: func.func @f_bwd({{.*}} attributes {backward}
  transform.named_sequence @split(%root: !transform.any_op {transform.readonly}) {
    %f = transform.structured.match ops{["func.func"]} attributes{sym_name = "f"} in %root
        : (!transform.any_op) -> !transform.any_op
    %both = transform.grad.request_derivative %f mode = split : (!transform.any_op) -> !transform.any_op
    %forward, %backward = transform.split_handle %both : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.annotate %forward "forward" : !transform.any_op
    transform.annotate %backward "backward" : !transform.any_op
    transform.yield
  }

  // Each of several functions gets a request with a default name.
  // EACH-LABEL: func.func @f_value_and_grad(
  // EACH:         grad.value_and_grad @f(
  // EACH-LABEL: func.func @g_value_and_grad(
  // EACH:         grad.value_and_grad @g(
  transform.named_sequence @each(%root: !transform.any_op {transform.readonly}) {
    %all = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    %derivatives = transform.grad.request_derivative %all : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}
