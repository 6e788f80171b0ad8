// A schedule adds a derivative of a function. It receives handles to the
// derivative and to the functions generated for it.
//
// RUN: sg-opt %s --transform-interpreter=entry-point=gradient -o %t.gradient 2> %t.remarks
// RUN: FileCheck %s --check-prefix=GRADIENT < %t.gradient
// RUN: FileCheck %s --check-prefix=REMARKS < %t.remarks
// RUN: sg-opt %s --transform-interpreter=entry-point=pullback | FileCheck %s --check-prefix=PULL
// RUN: sg-opt %s --transform-interpreter=entry-point=pushforward | FileCheck %s --check-prefix=PUSH
// RUN: sg-opt %s --transform-interpreter=entry-point=twice | FileCheck %s --check-prefix=TWICE
//
// The derivative is right: sin(2) * 3 and 3 * 3, with the sine stopped.
// RUN: sg-run %t.gradient --function=dq --input=2 --input=1 --input=3 --tolerance=1e-15 \
// RUN:   --expected-output=2.7278922804770447 --expected-output=1 --expected-output=9 --expected-output=6 --expected-output=0
// RUN: sg-opt %s --transform-interpreter=entry-point=pullback \
// RUN:   | sg-run - --function=f_vjp --input=2 --input=1 --input=3 --input=10 --input=100 --tolerance=1e-15 \
// RUN:     --expected-output=2.7278922804770447 --expected-output=1 --expected-output=9 \
// RUN:     --expected-output=0 --expected-output=609.09297426825681
// RUN: sg-opt %s --transform-interpreter=entry-point=twice \
// RUN:   | sg-run - --function=f_value_and_grad_jvp --input=2 --input=1 --input=3 --input=1 --tolerance=1e-15 \
// RUN:     --expected-output=2.7278922804770447 --expected-output=1 --expected-output=9 --expected-output=6 \
// RUN:     --expected-output=2

module attributes {transform.with_named_sequence} {
  func.func @f(%x: f64, %n: i32, %y: f64) -> (f64, i32, f64) {
    %sine = math.sin %x : f64
    %stopped = grad.stop_gradient %sine : f64
    %p = arith.mulf %stopped, %y : f64
    %q = arith.mulf %y, %y : f64
    return %p, %n, %q : f64, i32, f64
  }

  // Arguments and results are in the requested order, and the derivative has
  // the requested name.
  // GRADIENT-LABEL: func.func @f({{.*}} attributes {kept}
  // GRADIENT:       func.func private @f_vjp(
  // GRADIENT-LABEL: func.func @dq(
  // GRADIENT-SAME:      [[X:%[a-z0-9]+]]: f64, [[N:%[a-z0-9]+]]: i32, [[Y:%[a-z0-9]+]]: f64) -> (f64, i32, f64, f64, f64)
  // GRADIENT:         [[R:%[a-z0-9]+]]:4 = call @f_vjp([[X]], [[N]], [[Y]], {{.*}})
  // GRADIENT:         return [[R]]#0, [[R]]#1, [[R]]#2, [[R]]#3, {{%[a-z0-9]+}}
  // REMARKS:      remark: the derivative
  // REMARKS:      {{^}}func.func @dq(
  // REMARKS:      remark: generated
  // REMARKS:      {{^}}func.func private @f_vjp(
  // REMARKS-NOT:  remark:
  transform.named_sequence @gradient(%root: !transform.any_op {transform.readonly}) {
    %f = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.op<"func.func">
    %dq, %generated = transform.grad.differentiate %f wrt = [2, 0] of = [2] name = "dq"
        : (!transform.op<"func.func">) -> (!transform.op<"func.func">, !transform.any_op)
    transform.debug.emit_remark_at %dq, "the derivative" : !transform.op<"func.func">
    transform.debug.emit_remark_at %generated, "generated" : !transform.any_op
    transform.annotate %f "kept" : !transform.op<"func.func">
    transform.yield
  }

  // By default, all arguments of differentiable type. The default name takes
  // precedence over names of generated functions.
  // PULL:       func.func private @f_vjp_0(
  // PULL-LABEL: func.func @f_vjp(
  // PULL-SAME:      f64, {{%[a-z0-9]+}}: i32, {{%[a-z0-9]+}}: f64, {{%[a-z0-9]+}}: f64, {{%[a-z0-9]+}}: f64) -> (f64, i32, f64, f64, f64)
  transform.named_sequence @pullback(%root: !transform.any_op {transform.readonly}) {
    %f = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    %df, %generated = transform.grad.differentiate %f mode = vjp
        : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }

  // PUSH-LABEL: func.func @f_jvp(
  // PUSH-SAME:      f64, {{%[a-z0-9]+}}: i32, {{%[a-z0-9]+}}: f64, {{%[a-z0-9]+}}: f64) -> (f64, i32, f64, f64)
  transform.named_sequence @pushforward(%root: !transform.any_op {transform.readonly}) {
    %f = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    %df, %generated = transform.grad.differentiate %f mode = jvp wrt = [2] of = [2] strict
        : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }

  // A derivative can be differentiated again: its stops are kept.
  // TWICE-LABEL: func.func @f_value_and_grad(
  // TWICE-LABEL: func.func @f_value_and_grad_jvp(
  transform.named_sequence @twice(%root: !transform.any_op {transform.readonly}) {
    %f = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    %df, %generated = transform.grad.differentiate %f wrt = [2] of = [2]
        : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    %ddf, %more = transform.grad.differentiate %df mode = jvp wrt = [2] of = [3]
        : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}
