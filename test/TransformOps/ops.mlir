// The custom syntax of the ops survives a round trip through the generic form
// and bytecode.
//
// RUN: sg-opt %s --verify-roundtrip | FileCheck %s
// RUN: sg-opt %s --mlir-print-op-generic | sg-opt | FileCheck %s
// RUN: sg-opt %s --emit-bytecode | sg-opt | FileCheck %s

module attributes {transform.with_named_sequence} {
  // CHECK-LABEL: transform.named_sequence @ops(
  // CHECK-SAME:      [[F:%[a-z0-9]+]]: !transform.op<"func.func">
  // CHECK:         transform.grad.differentiate [[F]] : (!transform.op<"func.func">) -> (!transform.any_op, !transform.any_op)
  // CHECK:         transform.grad.differentiate [[F]] mode = vjp wrt = [1, 0] of = [0, 2] name = "g" strict strong_zero {note}
  // CHECK-SAME:        : (!transform.op<"func.func">) -> (!transform.op<"func.func">, !transform.any_op)
  // CHECK:         transform.grad.request_derivative [[F]] : (!transform.op<"func.func">) -> !transform.any_op
  // CHECK:         transform.grad.request_derivative [[F]] mode = split wrt = [0] name = "h" strict strong_zero {note}
  // CHECK:         transform.grad.expand_derivatives [[F]] : (!transform.op<"func.func">) -> !transform.any_op
  // CHECK:         transform.grad.expand_derivatives [[F]] strict strong_zero {note}
  transform.named_sequence @ops(%f: !transform.op<"func.func"> {transform.readonly}) {
    %0:2 = transform.grad.differentiate %f mode = value_and_grad
        : (!transform.op<"func.func">) -> (!transform.any_op, !transform.any_op)
    %1:2 = transform.grad.differentiate %f mode = vjp wrt = [1, 0] of = [0, 2] name = "g" strict strong_zero {note}
        : (!transform.op<"func.func">) -> (!transform.op<"func.func">, !transform.any_op)
    %2 = transform.grad.request_derivative %f : (!transform.op<"func.func">) -> !transform.any_op
    %3 = transform.grad.request_derivative %f mode = split wrt = [0] name = "h" strict strong_zero {note}
        : (!transform.op<"func.func">) -> !transform.any_op
    %4 = transform.grad.expand_derivatives %f : (!transform.op<"func.func">) -> !transform.any_op
    %5 = transform.grad.expand_derivatives %f strict strong_zero {note} : (!transform.op<"func.func">) -> !transform.any_op
    transform.yield
  }
}
