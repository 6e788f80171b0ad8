//===- Passes.td - What happens to gradients ---------------*- tablegen -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_DIAGNOSTICS_PASSES
#define SG_DIAGNOSTICS_PASSES

include "sg/Transforms/DerivativePass.td"

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

#endif // SG_DIAGNOSTICS_PASSES
