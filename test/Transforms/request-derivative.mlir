// Derivatives for users who cannot edit the program: the pass adds a public
// function with the request.
//
// RUN: sg-opt %s --grad-request-derivative="function=f name=df wrt=1" | FileCheck %s --check-prefix=VALUE
// RUN: sg-opt %s --grad-request-derivative="function=f mode=vjp name=df" | FileCheck %s --check-prefix=VJP
// RUN: sg-opt %s --grad-request-derivative="function=f mode=jvp name=df wrt=2,1 strict" | FileCheck %s --check-prefix=JVP
// RUN: sg-opt %s --grad-request-derivative="function=f mode=split name=df wrt=1" | FileCheck %s --check-prefix=SPLIT
//
// The requested function can be run; the sine of 2 * 3.
// RUN: sg-opt %s --grad-request-derivative="function=f name=df wrt=1" | sg-run - --function=df --input=1 --input=2 --input=3 --tolerance=1e-15 \
// RUN:   --expected-output=-0.27941549819892586 --expected-output=7 --expected-output=2.8805108599510974
// RUN: sg-opt %s --grad-request-derivative="function=f mode=split name=df wrt=1" --canonicalize --cse \
// RUN:   | FileCheck %s --check-prefix=RESIDUALS

// Results: the results of @f, then a gradient for each argument in `wrt`.
// VALUE-LABEL: func.func @df(
// VALUE-SAME:      [[N:%[a-z0-9]+]]: i32, [[X:%[a-z0-9]+]]: f64, [[Y:%[a-z0-9]+]]: f64) -> (f64, i32, f64)
// VALUE-NEXT:    [[R:%[a-z0-9]+]]:3 = grad.value_and_grad @f([[N]], [[X]], [[Y]]) {wrt = array<i64: 1>}
// VALUE-NEXT:    return [[R]]#0, [[R]]#1, [[R]]#2

// All arguments of differentiable type; a cotangent for each result of
// differentiable type.
// VJP-LABEL: func.func @df(
// VJP-SAME:      [[N:%[a-z0-9]+]]: i32, [[X:%[a-z0-9]+]]: f64, [[Y:%[a-z0-9]+]]: f64, [[C:%[a-z0-9]+]]: f64) -> (f64, i32, f64, f64)
// VJP:           grad.vjp @f([[N]], [[X]], [[Y]]) cotangents([[C]])

// A tangent for each argument in `wrt`, in the same order.
// JVP-LABEL: func.func @df(
// JVP-SAME:      [[N:%[a-z0-9]+]]: i32, [[X:%[a-z0-9]+]]: f64, [[Y:%[a-z0-9]+]]: f64, [[TY:%[a-z0-9]+]]: f64, [[TX:%[a-z0-9]+]]: f64) -> (f64, i32, f64)
// JVP:           grad.jvp @f([[N]], [[X]], [[Y]]) tangents([[TY]], [[TX]]) {strict, wrt = array<i64: 2, 1>}

// The form of a custom rule: the forward function returns residuals, which the
// backward function takes.
// SPLIT-LABEL: func.func @df_fwd(
// SPLIT-LABEL: func.func @df_bwd(
// RESIDUALS-LABEL: func.func @df_fwd(
// RESIDUALS-SAME:      {{%[a-z0-9]+}}: i32, {{%[a-z0-9]+}}: f64, {{%[a-z0-9]+}}: f64) -> (f64, i32, [[RESIDUALS:.*]]) {
// RESIDUALS-LABEL: func.func @df_bwd(
// RESIDUALS-SAME:      -> f64

func.func @f(%n: i32, %x: f64, %y: f64) -> (f64, i32) {
  %one = arith.constant 1 : i32
  %six = arith.constant 6 : i32
  %m = arith.addi %n, %six : i32
  %p = arith.mulf %x, %y : f64
  %s = math.sin %p : f64
  return %s, %m : f64, i32
}
