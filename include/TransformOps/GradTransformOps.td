//===- GradTransformOps.td - Transform ops for derivatives -*- tablegen -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GRAD_TRANSFORM_OPS
#define GRAD_TRANSFORM_OPS

include "mlir/Dialect/Transform/IR/TransformDialect.td"
include "mlir/Dialect/Transform/Interfaces/TransformInterfaces.td"
include "mlir/Interfaces/SideEffectInterfaces.td"
include "mlir/IR/OpBase.td"
include "sg/Transforms/RequestMode.td"

def GradTransform_Ops : OpDocGroup {
  let summary = "Derivatives in schedules";
  let description = [{
    An extension of MLIR's `transform` dialect, with which a schedule requests
    derivatives and transforms the generated functions through handles instead
    of names. `sg-opt` and `sg-lsp-server` include the extension. `mlir-opt`
    gets it from the plugin `libSGPlugin.so` ([Linking.md](Linking.md)), and
    other programs from `sg::registerAll` or
    `sg::grad::registerGradTransformOps`.

    [examples/tiled-gradient](../examples/tiled-gradient/README.md) generates,
    tiles and runs a derivative.

    Put the schedule into a separate file, which
    `--transform-preload-library=transform-library-paths=FILE` reads.
    `--transform-interpreter` then applies the schedule to a program. MLIR runs
    no pass on the module that contains the schedule, and accepts no recursive
    function in this module.

    `transform.apply_registered_pass` runs all other passes and pipelines of sg
    on a module, or on functions if the pass accepts them. Options are the same
    as on the command line; a list is an array. If such a pass fails, its errors
    are emitted even if the schedule suppresses errors, and the changes that the
    pass made before the failure remain. This example emits a report, warns of
    common mistakes, and finally removes the stops:

    ```mlir
    module attributes {transform.with_named_sequence} {
      module @program {
        func.func @f(%x: f64, %y: f64) -> f64 {
          %s = grad.stop_gradient %y : f64
          %z = arith.mulf %x, %s : f64
          return %z : f64
        }
      }
      transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
        %program = transform.structured.match ops{["builtin.module"]} attributes{sym_name = "program"} in %root
            : (!transform.any_op) -> !transform.any_op
        %0 = transform.apply_registered_pass "grad-report"
            with options = {"function" = "f", "wrt" = [0, 1]} to %program
            : (!transform.any_op) -> !transform.any_op
        %f = transform.structured.match ops{["func.func"]} in %0 : (!transform.any_op) -> !transform.any_op
        %df = transform.grad.request_derivative %f wrt = [0] name = "df"
            : (!transform.any_op) -> !transform.any_op
        %1 = transform.apply_registered_pass "grad-lint" to %0 : (!transform.any_op) -> !transform.any_op
        %parts = transform.grad.expand_derivatives %1 : (!transform.any_op) -> !transform.any_op
        %2 = transform.apply_registered_pass "grad-erase-stop-gradient" to %1
            : (!transform.any_op) -> !transform.any_op
        transform.yield
      }
    }
    ```

    A pass invalidates the handles to the op on which it runs and to nested ops.
    Match again in the handle that `transform.apply_registered_pass` returns.
    `transform.structured.match` takes a handle to one op. Use
    `transform.foreach` for a handle to several ops, such as `generated` below.
  }];
}

/// An op that does not consume its target, because the differentiated function
/// remains. Expansion replaces a request by a call, which invalidates handles.
class GradTransform_Op<string mnemonic>
    : Op<Transform_Dialect, "grad." # mnemonic, [
        DeclareOpInterfaceMethods<TransformOpInterface>,
        DeclareOpInterfaceMethods<MemoryEffectsOpInterface>,
        ReportTrackingListenerFailuresOpTrait]> {
  let opDocGroup = GradTransform_Ops;
  let cppNamespace = "::sg::grad";
}

def GradTransform_DifferentiateOp : GradTransform_Op<"differentiate"> {
  let summary = "adds a derivative of a function";
  let description = [{
    Adds, after each function of `target`, a public function that computes its
    derivative. `derivative` is a handle to the public functions. They call
    private functions that are added as well. `generated` is a handle to the
    private functions, in the order of the module. The schedule can transform
    them further, for example by tiling.

    `mode` has one of these values:

    * `value_and_grad`, the default: `x` -> `f(x)`, then the gradient of one
      result, a float scalar;
    * `vjp`: `x`, then cotangents of results -> `f(x)`, then cotangents of
      arguments;
    * `jvp`: `x`, then tangents of arguments -> `f(x)`, then tangents of
      results.

    * `wrt` lists the indices of the differentiated arguments, in the order of
      tangents and gradients. Default: all arguments of differentiable type.
    * `of` lists the indices of the differentiated results, in the order of
      cotangents and tangents. Default: all results of differentiable type, or
      the first result for `value_and_grad`. The other results are computed, but
      not differentiated.
    * `name` is the name of the new function. Default: the function's name
      followed by `_value_and_grad`, `_vjp` or `_jvp`.
    * With `strict`, an argument from which no derivative flows is an error.
      Without `strict`, its derivative is zero.
    * `strong_zero` makes zero times infinity zero in the derivative.

    Requests in the functions that `target` reaches are expanded, as by
    `transform.grad.expand_derivatives`. Stops are kept, so that the new
    functions can be differentiated again.

    *Handles.* Reads `target` and modifies the payload. Invalidates only handles
    to expanded requests.

    *Fails if* a payload op is not a `func.func` in a module, the positions or
    the name are invalid, or the function cannot be differentiated. The failure
    is silenceable. Its error is the error of `--grad-expand-derivatives`,
    reported at the same op. The functions added for the failing payload op are
    erased.

    Example:

    ```mlir
    module attributes {transform.with_named_sequence} {
      func.func @f(%x: tensor<64xf32>) -> tensor<64xf32> {
        %y = math.sin %x : tensor<64xf32>
        return %y : tensor<64xf32>
      }
      transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
        %f = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
        %df, %parts = transform.grad.differentiate %f mode = vjp wrt = [0] of = [0] name = "df"
            : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
        transform.yield
      }
    }
    ```
  }];
  let arguments = (ins TransformHandleTypeInterface:$target,
      DefaultValuedAttr<Grad_RequestMode,
                        "::sg::grad::RequestMode::ValueAndGrad">:$mode,
      OptionalAttr<DenseI64ArrayAttr>:$wrt, OptionalAttr<DenseI64ArrayAttr>:$of,
      OptionalAttr<StrAttr>:$name, UnitAttr:$strict, UnitAttr:$strong_zero);
  let results = (outs TransformHandleTypeInterface:$derivative,
                      TransformHandleTypeInterface:$generated);
  let assemblyFormat = [{
    $target (`mode` `=` $mode^)? (`wrt` `=` $wrt^)? (`of` `=` $of^)?
    (`name` `=` $name^)? (`strict` $strict^)? (`strong_zero` $strong_zero^)?
    attr-dict `:` functional-type(operands, results)
  }];
  let hasVerifier = 1;
}

def GradTransform_RequestDerivativeOp : GradTransform_Op<"request_derivative"> {
  let summary = "adds a function that requests a derivative of another function";
  let description = [{
    Adds, after each function of `target`, a public function that contains one
    request for its derivative, as `--grad-request-derivative` does.
    `derivative` is a handle to the added functions. Passes, such as
    `grad-lint`, and other transforms can process the request before
    `transform.grad.expand_derivatives` replaces it.

    `mode`, `wrt`, `name`, `strict` and `strong_zero` have the same meaning as
    for `transform.grad.differentiate`. `mode = split` adds two functions
    without requests: `NAME_fwd` takes the arguments and returns the results,
    then residuals; `NAME_bwd` takes the residuals, then one cotangent per
    result of differentiable type, and returns the gradients. `derivative` is
    then a handle to `NAME_fwd` and `NAME_bwd`, in this order. `NAME` defaults
    to the function's name.

    *Handles.* Reads `target` and modifies the payload. `mode = split` expands
    requests in the functions that `target` reaches and invalidates handles to
    these requests. No other handle is invalidated.

    *Fails if* a payload op is not a `func.func` in a module, the name is taken,
    the request does not verify, or, for `mode = split`, the function cannot be
    differentiated. The failure is silenceable. Nothing is added for that
    function.

    Example:

    ```mlir
    module attributes {transform.with_named_sequence} {
      func.func @f(%x: f64) -> f64 {
        %y = math.sin %x : f64
        return %y : f64
      }
      transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
        %f = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
        %df = transform.grad.request_derivative %f mode = jvp name = "df"
            : (!transform.any_op) -> !transform.any_op
        %parts = transform.grad.expand_derivatives %df strict
            : (!transform.any_op) -> !transform.any_op
        transform.yield
      }
    }
    ```
  }];
  let arguments = (ins TransformHandleTypeInterface:$target,
      DefaultValuedAttr<Grad_RequestMode,
                        "::sg::grad::RequestMode::ValueAndGrad">:$mode,
      OptionalAttr<DenseI64ArrayAttr>:$wrt, OptionalAttr<StrAttr>:$name,
      UnitAttr:$strict, UnitAttr:$strong_zero);
  let results = (outs TransformHandleTypeInterface:$derivative);
  let assemblyFormat = [{
    $target (`mode` `=` $mode^)? (`wrt` `=` $wrt^)? (`name` `=` $name^)?
    (`strict` $strict^)? (`strong_zero` $strong_zero^)?
    attr-dict `:` functional-type(operands, results)
  }];
  let hasVerifier = 1;
}

def GradTransform_ExpandDerivativesOp : GradTransform_Op<"expand_derivatives"> {
  let summary = "replaces requests by calls to generated functions";
  let description = [{
    Expands the requests for derivatives in the modules and functions of
    `target`, and in all functions that these modules and functions reach by
    calls and requests, as `--grad-expand-derivatives` does in a whole module.
    `generated` is a handle to the private functions that are added, in the
    order of the module. A function that several requests need is generated
    once. `strict` and `strong_zero` apply to every request.

    *Handles.* Reads `target` and modifies the payload. Invalidates only handles
    to expanded requests, which calls replace.

    *Fails if* a payload op is neither a module nor a function, or a request
    cannot be expanded. The failure is silenceable. Its error is the error of
    `--grad-expand-derivatives`. Requests before the failing request remain
    expanded. Incomplete functions are erased.

    Example:

    ```mlir
    module attributes {transform.with_named_sequence} {
      func.func @f(%x: f64) -> f64 {
        %y = math.sin %x : f64
        return %y : f64
      }
      func.func @df(%x: f64) -> (f64, f64) {
        %y, %dx = grad.value_and_grad @f(%x) : (f64) -> (f64, f64)
        return %y, %dx : f64, f64
      }
      transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
        %parts = transform.grad.expand_derivatives %root : (!transform.any_op) -> !transform.any_op
        transform.yield
      }
    }
    ```
  }];
  let arguments = (ins TransformHandleTypeInterface:$target, UnitAttr:$strict,
                       UnitAttr:$strong_zero);
  let results = (outs TransformHandleTypeInterface:$generated);
  let assemblyFormat = [{
    $target (`strict` $strict^)? (`strong_zero` $strong_zero^)? attr-dict `:`
    functional-type(operands, results)
  }];
}

#endif // GRAD_TRANSFORM_OPS
