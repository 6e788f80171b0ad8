//===- Passes.td - Differentiation passes ------------------*- tablegen -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_TRANSFORMS_PASSES
#define SG_TRANSFORMS_PASSES

include "mlir/Pass/PassBase.td"

class Grad_DerivativePass<string argument>
    : Pass<argument, "::mlir::ModuleOp"> {
  // With the dialects that derivatives are made of.
  let dependentDialects = ["::sg::grad::GradDialect"];
}

def ExpandDerivatives : Grad_DerivativePass<"grad-expand-derivatives"> {
  let summary = "Replace requests for derivatives by calls of generated functions";
  let description = [{
    Expands every `grad.value_and_grad`, `grad.vjp` and `grad.jvp` of the
    module, used or not, those in differentiated functions first, so that
    requests nest to any order. The derivative of `@f` is a private function
    `@f_vjp` or `@f_jvp` (then `@f_vjp_0`, ...) behind `@f`, generated once for
    each set of differentiated arguments and results and shared by all requests
    and calls. In reverse mode a callee becomes a pair, `@f_vjp_fwd` that also
    returns what the reverse sweep reads and `@f_vjp_bwd`. A function that calls
    itself, or has the attribute `grad.checkpoint`, has only the latter, which
    computes again what it reads; a remark says so of recursion. A function with
    a rule of its own (`grad.custom_vjp`, `grad.custom_jvp`) has the derivative
    that the rule says; where no rule is for the mode, that of the other mode is
    transposed.

    *Guarantees.* The result has no requests. It keeps `grad.stop_gradient`.
    Only values that the derivative reads are kept from the program; nothing is
    computed for what lies behind a stop. The same input gives the same output.
    Every generated op has the location of its primal op, fused with its role
    (`"primal"`, `"tangent"`, `"adjoint"`, `"recompute"`).

    *Fails when* a derivative flows through an op without a rule, through a
    value of a type that has none, or into memory; when a request reaches the
    function it stands in; when a zero is needed in a type without one; when a
    rule's functions are missing, have other types than the function asks for,
    or cannot be transposed. The
    error is at that op, with notes that lead to the request.

    Each rule is applied as an action `grad-apply-rule`: the options
    `--log-actions-to` and `--mlir-debug-counter` show and bisect them. A
    skipped rule ends the derivative like a stop, with a warning
    (`docs/Debugging.md` shows how).

    Remarks of the category `grad` (`--remarks-filter=grad.*`) name each value
    that is stored for the reverse sweep or computed again, each stop that cut a
    path, and each op without a derivative rule that needed none.

    *Example.*

    ```mlir
    func.func private @f(%x: f64) -> f64 {
      %y = math.tanh %x : f64
      return %y : f64
    }
    func.func @df(%x: f64, %c: f64) -> (f64, f64) {
      %y, %dx = grad.vjp @f(%x) cotangents(%c) : (f64, f64) -> (f64, f64)
      return %y, %dx : f64, f64
    }
    ```

    becomes

    ```mlir
    func.func private @f(%x: f64) -> f64 {
      %y = math.tanh %x : f64
      return %y : f64
    }
    func.func private @f_vjp(%x: f64, %c: f64) -> (f64, f64) {
      %y = math.tanh %x : f64
      %one = arith.constant 1.000000e+00 : f64
      %0 = arith.subf %one, %y : f64
      %1 = arith.addf %one, %y : f64
      %2 = arith.mulf %0, %1 : f64
      %3 = arith.mulf %c, %2 : f64
      return %y, %3 : f64, f64
    }
    func.func @df(%x: f64, %c: f64) -> (f64, f64) {
      %0:2 = call @f_vjp(%x, %c) : (f64, f64) -> (f64, f64)
      return %0#0, %0#1 : f64, f64
    }
    ```
  }];
  let options = [
    Option<"strict", "strict", "bool", /*default=*/"false",
           "Treat every request as if it had the attribute `strict`: an error "
           "if a differentiated argument has no path to a differentiated "
           "result">,
    Option<"strongZero", "strong_zero", "bool", /*default=*/"false",
           "Treat every request as if it had the attribute `strong_zero`: zero "
           "times infinity or NaN is zero in derivatives">
  ];
  let statistics = [
    Statistic<"numDifferentiated", "ops-differentiated",
              "Ops whose derivative rule was applied">,
    Statistic<"numSkipped", "ops-skipped-as-inactive",
              "Ops of differentiable type that needed no derivative">,
    Statistic<"numResidualBytes", "residual-bytes",
              "Bytes kept for reverse sweeps, where that is known statically">
  ];
}

def RequestDerivative : Grad_DerivativePass<"grad-request-derivative"> {
  let summary = "Add a function that asks for a derivative of another one";
  let description = [{
    Adds a public function that contains one request, for users who cannot edit
    the IR. It takes the arguments of the function, then cotangents (`vjp`) or
    tangents (`jvp`), and returns what the request returns.

    `mode=split` adds two public functions instead, in the form of a custom
    rule: `G_fwd` takes the arguments and returns the results, then residuals;
    `G_bwd` takes the residuals, then one cotangent per result of
    differentiable type, and returns the gradients. So the forward pass runs
    once for many cotangents.

    *Guarantees.* Nothing that was there is changed.

    *Fails when* there is no such function, the name is taken, or the request
    would not verify.

    *Example.* With `function=f mode=jvp name=df`,

    ```mlir
    func.func @f(%x: f64) -> f64 {
      %y = math.sin %x : f64
      return %y : f64
    }
    ```

    becomes

    ```mlir
    func.func @f(%x: f64) -> f64 {
      %y = math.sin %x : f64
      return %y : f64
    }
    func.func @df(%x: f64, %t: f64) -> (f64, f64) {
      %0:2 = grad.jvp @f(%x) tangents(%t) : (f64, f64) -> (f64, f64)
      return %0#0, %0#1 : f64, f64
    }
    ```
  }];
  let options = [
    Option<"function", "function", "std::string", /*default=*/"",
           "The function to differentiate">,
    Option<"mode", "mode", "::sg::grad::RequestMode",
           /*default=*/"::sg::grad::RequestMode::ValueAndGrad",
           "What to ask for",
           [{::llvm::cl::values(
             clEnumValN(::sg::grad::RequestMode::ValueAndGrad, "value-and-grad",
                        "grad.value_and_grad"),
             clEnumValN(::sg::grad::RequestMode::VJP, "vjp", "grad.vjp"),
             clEnumValN(::sg::grad::RequestMode::JVP, "jvp", "grad.jvp"),
             clEnumValN(::sg::grad::RequestMode::Split, "split",
                        "a forward and a backward function"))}]>,
    ListOption<"wrt", "wrt", "int64_t",
               "The differentiated arguments; default: all of differentiable "
               "type">,
    Option<"name", "name", "std::string", /*default=*/"",
           "The name of the function to add">,
    Option<"strict", "strict", "bool", /*default=*/"false",
           "Ask with the attribute `strict`">,
    Option<"strongZero", "strong_zero", "bool", /*default=*/"false",
           "Ask with the attribute `strong_zero`">
  ];
}

def FreezeStopGradient : Grad_DerivativePass<"grad-freeze-stop-gradient"> {
  let summary = "Add functions that record and replay the values at stops";
  let description = [{
    For a function `@F` adds two public functions:

    * `@F_record` computes what `@F` computes and also returns the value at
      every `grad.stop_gradient` that it reaches, also in the functions it
      calls;
    * `@F_replay` takes these values behind the arguments of `@F` and uses them
      as constants in place of the stops.

    Differences of `@F_replay` in its first arguments, with the values that
    `@F_record` returned at the base point, are what a derivative of `@F` may
    be compared with; plain differences of `@F` are not, because they see
    through the stops. Run it after `--grad-expand-derivatives`, so that stops
    in derivatives are frozen too: then this holds at every order.

    Sites are numbered by where they stand in the program, in the order of
    execution: a call counts its callee's sites at each call. A stop in the
    body of a structured op (`linalg.generic`) is recorded as a tensor with one
    value per iteration, one in a loop as a tensor with one value per trip (loops
    other than `scf.for` become that), one in a branch with a zero where the
    branch was not taken.

    *Guarantees.* Nothing that was there is changed, and no stop is left in what
    is added.

    *Fails when* there is no such function, a function with a stop calls itself,
    or the value at a stop in a loop has a size that is not known in front of
    the loop.

    *Example.* With `function=f`,

    ```mlir
    func.func @f(%x: f64) -> f64 {
      %c = grad.stop_gradient %x : f64
      %y = arith.mulf %x, %c : f64
      return %y : f64
    }
    ```

    becomes

    ```mlir
    func.func @f(%x: f64) -> f64 {
      %c = grad.stop_gradient %x : f64
      %y = arith.mulf %x, %c : f64
      return %y : f64
    }
    func.func @f_replay(%x: f64, %c: f64) -> f64 {
      %y = arith.mulf %x, %c : f64
      return %y : f64
    }
    func.func @f_record(%x: f64) -> (f64, f64) {
      %y = arith.mulf %x, %x : f64
      return %y, %x : f64, f64
    }
    ```
  }];
  let options = [
    Option<"function", "function", "std::string", /*default=*/"",
           "The function to record and replay">
  ];
}

def PrintGradientReport : Grad_DerivativePass<"grad-report"> {
  let summary = "Print where the gradients of a function go";
  let description = [{
    Says of each argument that `wrt` names whether the derivative of the results
    that `results` names flows to it: it is *active* (with the ops on a shortest
    path), *blocked* (with the stops and the other ops at which every path
    ends), *disconnected* (the results do not depend on it), or of a type
    without derivative. Of each `grad.stop_gradient` that is reached, in the
    functions called too, it says which arguments it blocks and which of them
    reach a result around it, or that it has no effect and why. Then come the
    values that the reverse sweep keeps, with their sizes and the ops that need
    them, their total, and what it computes again and why. Where calls of one
    function differ, each is told apart. `docs/GradientReport.md` shows the
    forms: `text`, `json` (with a schema) and `dot` (for Graphviz).

    *Guarantees.* The module is not changed: the derivative that is reported on
    is made in a copy. Requests that the function reaches are expanded there
    first, so that it is reported on as they compute it. The same input gives
    the same report.

    *Fails when* there is no such function, argument or result, a result has no
    differentiable type, the function has no body of one block, a request that
    it reaches cannot be expanded, or the file cannot be written. A function
    that cannot be differentiated is reported on, with the reason.

    *Example.* With `function=f wrt=0,1`,

    ```mlir
    func.func @f(%x: f64, %y: f64) -> f64 {
      %s = grad.stop_gradient %y : f64
      %z = arith.mulf %x, %s : f64
      return %z : f64
    }
    ```

    prints that argument 0 is active and argument 1 blocked by the stop, and
    that the value at the stop is kept, 8 bytes, for `arith.mulf`.
  }];
  let options = [
    Option<"function", "function", "std::string", /*default=*/"",
           "The function to report on">,
    ListOption<"wrt", "wrt", "int64_t", "Its arguments; default: all">,
    ListOption<"results", "results", "int64_t",
               "Its results; default: all of differentiable type">,
    Option<"format", "format", "::sg::grad::ReportFormat",
           /*default=*/"::sg::grad::ReportFormat::Text",
           "The form of the report",
           [{::llvm::cl::values(
             clEnumValN(::sg::grad::ReportFormat::Text, "text", "for people"),
             clEnumValN(::sg::grad::ReportFormat::JSON, "json", "for programs"),
             clEnumValN(::sg::grad::ReportFormat::DOT, "dot",
                        "for Graphviz"))}]>,
    Option<"output", "output", "std::string", /*default=*/"\"-\"",
           "The file to write; -, the default, is standard output">
  ];
}

def GradLint : Pass<"grad-lint", "::mlir::ModuleOp"> {
  let summary = "Warn of the well-known mistakes with derivatives";
  let description = [{
    Looks at every request for a derivative and at the functions that it
    differentiates, also through calls, loops and branches, and warns of what is
    legal but seldom meant. What is known of a value where a function is called,
    or where its derivative is asked for, is known in the function. Each warning
    ends with its name, and has a note that says what to do. Run it before
    `--grad-expand-derivatives`.

    * `frozen-but-updated`: a derivative in an argument is asked for and used,
      though every path from that argument meets a stop, so that it is zero.
    * `zero-derivative`: the same, but every path goes through ops that are
      piecewise constant (rounding, conversions to integers, comparisons, the
      sign in `math.copysign`), as where a straight-through estimator has been
      forgotten.
    * `partly-stopped-maximum`: a maximum is subtracted from what it is the
      maximum of, and one of its uses is stopped while a derivative flows
      through another. In `m + log(sum(exp(x - stop_gradient(m))))` the gradient
      sums to 2 instead of 1. Two computations of the same maximum count as one.
    * `unbounded-derivative`: a quotient, a logarithm, a root, a power or an
      inverse function through which a derivative flows, at a value where that
      is infinite and which the operand reaches by what the program says about
      it: a constant, a clamp, an absolute value, a square, a sum of squares. Of
      an argument nothing is known, and there is no warning. Operands count as
      independent of each other, and rounding is left out.
    * `unchosen-derivative`: a `select`, or a branch that yields what has been
      computed in front of it, leaves such an op out just where its derivative
      is infinite, as in `select(x > 0, sqrt(x), 0)`. Times the zero that is
      sent to it, that is NaN in reverse mode. There is no warning where the
      request has `strong_zero`, or where what the op reads is chosen by the
      same condition.
    * `unchosen-product`: the same in a contraction or a convolution, where the
      request has `strong_zero`, which does not reach into sums of products:
      one factor is infinite or NaN where the result is not chosen.
    * `late-stop`: a stop behind a loop, a structured op that computes more than
      it reads (a product of matrices, a convolution), or an op without a
      derivative rule, if nothing but stops needs what it gives, nor what is
      made of that. The derivative is the same with stops at what it reads, and
      the reader, and systems that keep what they compute, know earlier that
      none is needed.
    * `stop-without-effect`: at no request a derivative would flow through the
      stop, because its operand is not varied or its result is of no use.

    `ignore` lists the names of warnings that are not wanted.

    *Guarantees.* Changes nothing.

    *Fails when* `ignore` names a warning that there is not.

    *Example.* A warning `frozen-but-updated` at the request:

    ```mlir
    func.func private @loss(%x: f64, %target: f64) -> f64 {
      %t = grad.stop_gradient %target : f64
      %d = arith.subf %x, %t : f64
      %y = arith.mulf %d, %d : f64
      return %y : f64
    }
    func.func @step(%x: f64, %target: f64) -> (f64, f64) {
      %y, %dx, %dt = grad.value_and_grad @loss(%x, %target) : (f64, f64) -> (f64, f64, f64)
      return %dx, %dt : f64, f64
    }
    ```
  }];
  let options = [
    ListOption<"ignore", "ignore", "std::string",
               "The names of warnings that are not wanted">
  ];
}

#endif // SG_TRANSFORMS_PASSES
