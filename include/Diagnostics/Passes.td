//===- Passes.td - Passes on gradients ---------------------*- tablegen -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_DIAGNOSTICS_PASSES
#define SG_DIAGNOSTICS_PASSES

include "sg/Transforms/DerivativePass.td"

def PrintGradientReport : Grad_DerivativePass<"grad-report"> {
  let summary = "Report how gradients flow through a function";
  let description = [{
    Reports a status for each argument in `wrt`:

    * *active*: a derivative flows from the argument to the results in
      `results`. The report lists the ops on a shortest path;
    * *blocked*: the results depend on the argument, but no derivative flows.
      The report lists the stops and other ops at which the derivative ends;
    * *disconnected*: the results do not depend on the argument;
    * *no derivative type*: the type of the argument has no derivative.

    For each `grad.stop_gradient` in the function and its callees, the report
    lists the arguments whose derivative the stop ends, and which of their
    derivatives also flow around the stop. If the stop has no effect, the report
    gives the reason. Then the report lists the residuals of the reverse sweep
    with their sizes and readers, the total size, and the recomputed values with
    reasons. If calls of one function differ, each is listed.
    `docs/GradientReport.md` shows the formats `text`, `json` (with a schema)
    and `dot` (for Graphviz).

    *Guarantees.* The module is not changed, because the derivative is computed
    in a copy. Requests that the function reaches are expanded first, so that
    the report covers their derivatives. The report is deterministic.

    *Fails when* the function, an argument or a result does not exist, a result
    has no differentiable type, the body of the function is not a single block,
    a request that the function reaches cannot be expanded, or the file cannot
    be written. If the function cannot be differentiated, the report gives the
    reason.

    *Example.* With `function=f wrt=0,1`,

    ```mlir
    func.func @f(%x: f64, %y: f64) -> f64 {
      %s = grad.stop_gradient %y : f64
      %z = arith.mulf %x, %s : f64
      return %z : f64
    }
    ```

    prints that argument 0 is active, that argument 1 is blocked by the stop,
    and that the value at the stop, 8 bytes, is kept for `arith.mulf`.
  }];
  let options = [
    Option<"function", "function", "std::string", /*default=*/"",
           "Function to report on">,
    ListOption<"wrt", "wrt", "int64_t", "Arguments to report on; default: all">,
    ListOption<"results", "results", "int64_t",
               "Results to differentiate; default: all of differentiable type">,
    Option<"format", "format", "::sg::grad::ReportFormat",
           /*default=*/"::sg::grad::ReportFormat::Text",
           "Format of the report",
           [{::llvm::cl::values(
             clEnumValN(::sg::grad::ReportFormat::Text, "text", "for people"),
             clEnumValN(::sg::grad::ReportFormat::JSON, "json", "for programs"),
             clEnumValN(::sg::grad::ReportFormat::DOT, "dot",
                        "for Graphviz"))}]>,
    Option<"output", "output", "std::string", /*default=*/"\"-\"",
           "File to write; default: -, the standard output">
  ];
}

def GradLint : Pass<"grad-lint", "::mlir::ModuleOp"> {
  let summary = "Warn of common mistakes with derivatives";
  let description = [{
    Checks every request for a derivative and the functions that it
    differentiates, through calls, loops and branches. Warns of code that is
    legal but seldom intended. Value ranges of the operands of a call or request
    are used in the called function. Each warning ends with its name and has a
    note with the remedy. Run the pass before `--grad-expand-derivatives`.

    * `frozen-but-updated`: a derivative is requested and used, but is zero,
      because stops block every path from its argument.
    * `zero-derivative`: a derivative is requested and used, but is zero,
      because every path from its argument passes an op that is piecewise
      constant (rounding, conversion to an integer, comparison, the sign in
      `math.copysign`). A straight-through estimator may be missing.
    * `partly-stopped-maximum`: a maximum is subtracted from its input. One use
      of the maximum is stopped, while a derivative flows through another use.
      In `m + log(sum(exp(x - stop_gradient(m))))` the gradient sums to 2
      instead of 1. Two computations of the same maximum count as one.
    * `unbounded-derivative`: a derivative flows through a quotient, a
      logarithm, a root, a power or an inverse function, and the operand can
      reach a value at which the derivative is infinite. The range of the
      operand is derived from constants, clamps, absolute values, squares and
      sums of squares. If the range is unknown, there is no warning. The
      operands of an op are assumed to be independent, and rounding is ignored.
    * `unchosen-derivative`: a `select`, or a branch that yields a value
      computed before it, does not choose the result of an op of
      `unbounded-derivative` at the point where the derivative of the op is
      infinite, as in `select(x > 0, sqrt(x), 0)`. In reverse mode, the zero
      cotangent times this derivative is NaN. There is no warning if the request
      has `strong_zero`, or if the same condition selects the operand of the op.
    * `unchosen-product`: the request has `strong_zero`, and a contraction or
      convolution has an infinite or NaN factor where a select does not choose
      the result. Strong zeros do not apply within sums of products.
    * `late-stop`: only stops need the results of a loop, of a structured op
      that computes more than it reads (a matrix product, a convolution), or of
      an op without a derivative rule. Stops at the operands of this op give the
      same derivative, and show earlier that no derivative is needed, both to
      readers and to systems that keep intermediate values.
    * `stop-without-effect`: even without the stop, no derivative would flow,
      because its operand does not depend on a differentiated argument, or no
      differentiated result depends on the stop.

    `ignore` lists the names of warnings to suppress.

    *Guarantees.* The module is not changed.

    *Fails when* `ignore` contains an unknown name.

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
               "Names of warnings to suppress">
  ];
}

#endif // SG_DIAGNOSTICS_PASSES
