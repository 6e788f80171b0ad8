// All three transform ops can request derivatives with strong zeros.
//
// RUN: sg-opt %s --transform-interpreter=entry-point=added | FileCheck %s
// RUN: sg-opt %s --transform-interpreter=entry-point=asked | FileCheck %s
// RUN: sg-opt %s --transform-interpreter=entry-point=expanded | FileCheck %s
// RUN: sg-opt %s --transform-interpreter=entry-point=eager | FileCheck %s --check-prefix=EAGER

// CHECK-LABEL: func.func private @f_vjp
// CHECK:         arith.cmpf uno
// CHECK-LABEL: func.func @df(
// EAGER-LABEL: func.func private @f_vjp
// EAGER-NOT:     arith.cmpf uno
// EAGER-LABEL: func.func @df(
module attributes {transform.with_named_sequence} {
  func.func @f(%x: f64) -> f64 {
    %y = math.sqrt %x : f64
    return %y : f64
  }
  transform.named_sequence @added(%root: !transform.any_op {transform.readonly}) {
    %f = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    %df, %generated = transform.grad.differentiate %f mode = vjp name = "df" strong_zero
        : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
  transform.named_sequence @asked(%root: !transform.any_op {transform.readonly}) {
    %f = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    %df = transform.grad.request_derivative %f mode = vjp name = "df" strong_zero
        : (!transform.any_op) -> !transform.any_op
    %generated = transform.grad.expand_derivatives %df : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
  transform.named_sequence @expanded(%root: !transform.any_op {transform.readonly}) {
    %f = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    %df = transform.grad.request_derivative %f mode = vjp name = "df" : (!transform.any_op) -> !transform.any_op
    %generated = transform.grad.expand_derivatives %df strong_zero : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
  transform.named_sequence @eager(%root: !transform.any_op {transform.readonly}) {
    %f = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    %df, %generated = transform.grad.differentiate %f mode = vjp name = "df"
        : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}
