//===- Passes.td - Differentiation passes ------------------*- tablegen -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_TRANSFORMS_PASSES
#define SG_TRANSFORMS_PASSES

include "sg/Transforms/DerivativePass.td"

def ExpandDerivatives : Grad_DerivativePass<"grad-expand-derivatives"> {
  let summary = "Replace requests for derivatives by calls to generated functions";
  let description = [{
    Expands every `grad.value_and_grad`, `grad.vjp` and `grad.jvp` of the
    module, also unused ones. Requests in differentiated functions are expanded
    first, so that requests nest to any order.

    The derivative of `@f` is a private function after `@f`, named `@f_vjp` or
    `@f_jvp` (if the name is taken, `@f_vjp_0`, ...). It is generated once for
    each set of differentiated arguments and results and shared by all requests
    and calls. In reverse mode, the derivative of a callee `@f` is a pair of
    functions: `@f_vjp_fwd`, which returns the results of `@f` and the
    residuals, and `@f_vjp_bwd`. If `@f` calls itself or has the attribute
    `grad.checkpoint`, only `@f_vjp_bwd` is generated, which recomputes the
    residuals. A remark reports functions that call themselves.

    A custom rule (`grad.custom_vjp`, `grad.custom_jvp`) replaces the derivative
    of a function's body. If a mode has no rule, the rule of the other mode is
    transposed.

    *Guarantees.* The module contains no requests afterwards, and its stops are
    unchanged. Only values that the derivative reads are kept from the program.
    No derivative is computed for operands of a stop. The same input gives the
    same output. Every generated op has the location of its primal op, fused
    with its role (`"primal"`, `"tangent"`, `"adjoint"`, `"recompute"`).

    *Fails when*

    * a derivative flows through an op without a rule, through a value of an
      unsupported type, or into memory;
    * a request reaches the function that contains it;
    * a zero is needed in a type that cannot represent zero;
    * the functions of a custom rule are missing, have the wrong types, or
      cannot be transposed.

    The error is reported at the op, with notes that lead to the request.

    Each rule is applied as an action `grad-apply-rule`. The options
    `--log-actions-to` and `--mlir-debug-counter` log and bisect these actions.
    A skipped rule ends the derivative like a stop, with a warning (see
    `docs/Debugging.md`).

    Remarks of the category `grad` (`--remarks-filter=grad.*`) name each value
    that is stored for the reverse sweep or recomputed, each stop that ends a
    derivative, and each op that lacks a rule but needs none.

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
      %0 = arith.mulf %y, %y : f64
      %1 = arith.subf %one, %0 : f64
      %2 = arith.mulf %c, %1 : f64
      return %y, %2 : f64, f64
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
}

def RequestDerivative : Grad_DerivativePass<"grad-request-derivative"> {
  let summary = "Add a function that requests a derivative of another function";
  let description = [{
    Adds a public function that contains one request, for users who cannot edit
    the IR. The new function takes the function's arguments, then cotangents
    (`vjp`) or tangents (`jvp`), and returns the results of the request.

    With `name=G`, `mode=split` adds two public functions instead, which have
    the form of a custom rule: `G_fwd` takes the arguments and returns the
    results, then residuals; `G_bwd` takes the residuals, then one cotangent per
    result of differentiable type, and returns the gradients. With these
    functions, one forward pass serves many cotangents.

    *Guarantees.* Existing code is unchanged.

    *Fails when* the function does not exist, the name is taken, or the request
    does not verify.

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
           "The kind of derivative",
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
           "Add the attribute `strict` to the request">,
    Option<"strongZero", "strong_zero", "bool", /*default=*/"false",
           "Add the attribute `strong_zero` to the request">
  ];
}

def OutlineRepeats : Pass<"grad-outline-repeats", "::mlir::ModuleOp"> {
  let summary = "Outline repeated sequences of ops into one function";
  let description = [{
    A function may repeat a sequence of ops on different values, for example the
    layers of a network. This pass outlines the sequence into a private function
    `@f_part` and replaces each occurrence by a call. Derivatives and machine
    code of `@f_part` are generated once, so that the compile time does not grow
    with the number of layers. All pipelines begin with this pass.

    Run the pass before `grad-expand-derivatives`. A sequence is outlined only
    if it has a structured op with a reduction, such as a contraction. A chain
    of elementwise ops is not outlined, because fusion turns such a chain into
    one loop nest. Sequences are found with a suffix tree, as in LLVM's
    outliners, and the sequence that saves the most ops is outlined first.
    Constants are not part of a sequence. A constant that all occurrences share
    becomes a constant of `@f_part`. Each occurrence recomputes `tensor.empty`
    and its fills with constants.

    *Guarantees.* `@f_part` and its derivatives have the attribute `no_inline`.
    Ops with memory effects are not moved. The same input gives the same output.

    *Never fails.*

    *Example.* With `least-ops=2 least-saved=2`,

    ```mlir
    func.func @f(%x: tensor<4xf32>, %v: tensor<4x4xf32>, %w: tensor<4x4xf32>) -> tensor<4xf32> {
      %0 = linalg.matvec ins(%v, %x : tensor<4x4xf32>, tensor<4xf32>) outs(%x : tensor<4xf32>) -> tensor<4xf32>
      %1 = math.tanh %0 : tensor<4xf32>
      %2 = linalg.matvec ins(%w, %1 : tensor<4x4xf32>, tensor<4xf32>) outs(%1 : tensor<4xf32>) -> tensor<4xf32>
      %3 = math.tanh %2 : tensor<4xf32>
      return %3 : tensor<4xf32>
    }
    ```

    becomes

    ```mlir
    func.func @f(%arg0: tensor<4xf32>, %arg1: tensor<4x4xf32>, %arg2: tensor<4x4xf32>) -> tensor<4xf32> {
      %0 = call @f_part(%arg1, %arg0) : (tensor<4x4xf32>, tensor<4xf32>) -> tensor<4xf32>
      %1 = call @f_part(%arg2, %0) : (tensor<4x4xf32>, tensor<4xf32>) -> tensor<4xf32>
      return %1 : tensor<4xf32>
    }
    func.func private @f_part(%arg0: tensor<4x4xf32>, %arg1: tensor<4xf32>) -> tensor<4xf32> attributes {no_inline} {
      %0 = linalg.matvec ins(%arg0, %arg1 : tensor<4x4xf32>, tensor<4xf32>) outs(%arg1 : tensor<4xf32>) -> tensor<4xf32>
      %1 = math.tanh %0 : tensor<4xf32>
      return %1 : tensor<4xf32>
    }
    ```
  }];
  let dependentDialects = ["::mlir::func::FuncDialect"];
  let options = [
    Option<"leastOps", "least-ops", "unsigned", "24",
           "Minimum number of ops in an outlined sequence, without constants; "
           "at least 1">,
    Option<"leastSaved", "least-saved", "unsigned", "96",
           "Minimum number of ops that outlining saves; at least 1">
  ];
}

#endif // SG_TRANSFORMS_PASSES
