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
    An extension of MLIR's `transform` dialect: a schedule asks for derivatives
    and goes on with what is generated, by handles in place of names. `sg-opt`,
    `sg-lsp-server` and, in MLIR's own `mlir-opt`, `libSGPlugin.so` have it
    ([Linking.md](Linking.md)); a program of yours gets it by `sg::registerAll`
    or by `sg::grad::registerGradTransformOps`.

    A derivative is differentiated, tiled and run in
    [examples/tiled-gradient](../examples/tiled-gradient/README.md).

    A schedule is best a file of its own, which
    `--transform-preload-library=transform-library-paths=FILE` reads before
    `--transform-interpreter` applies it to a program. MLIR runs no pass on the
    module that the schedule itself is in, and takes no function that calls
    itself there.

    All other passes and pipelines of sg come by
    `transform.apply_registered_pass`, on a module, or on functions where the
    pass takes these. An option is what it is on the command line, a list is an
    array. What such a pass fails with is told, even if the schedule suppresses
    it, and what the pass has done until then stays. A report, a warning of the
    well-known mistakes, and the removal of stops, which comes last:

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

    A handle does not outlive the pass that is run on the op, or on one around
    it: match again in the handle that `transform.apply_registered_pass` returns.
    `transform.structured.match` takes a handle to one op: `transform.foreach`
    goes through those to several, as `generated` below.
  }];
}

/// An op that does not consume its target, because the differentiated function
/// stays. A request that is expanded is replaced by a call, and its handles are
/// updated.
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
    Adds, behind each function of `target`, a public function that computes its
    derivative, and returns a handle to it, `derivative`. It calls private
    functions that are added as well; `generated` is a handle to these, in the
    order in which they stand in the module. What the schedule goes on with,
    tiling for instance, is in them.

    `mode` is one of

    * `value_and_grad`, the default: `x` -> `f(x)`, then the gradient of one
      result, a float scalar;
    * `vjp`: `x`, then cotangents of results -> `f(x)`, then cotangents of
      arguments;
    * `jvp`: `x`, then tangents of arguments -> `f(x)`, then tangents of
      results.

    `wrt` lists the positions of the arguments that are differentiated, in the
    order of tangents and gradients; without it they are all of differentiable
    type. `of` lists those of the results, in the order of cotangents and
    tangents; without it they are all of differentiable type, or, of
    `value_and_grad`, the first. The other results are computed, and no
    derivative flows from them. `name` names what is added; without it that is
    the function's name with `_value_and_grad`, `_vjp` or `_jvp` behind it.
    `strict` makes an error of a differentiated argument from which no
    derivative flows, in place of zeros. `strong_zero` makes zero times infinity
    zero in the derivative.

    Requests in the functions that `target` reaches are expanded, as
    `transform.grad.expand_derivatives` does. Stops stay, so that what is added
    can be differentiated in its turn.

    *Handles.* Reads `target` and modifies the payload. No handle is
    invalidated, but for those to requests that are expanded.

    *Fails when* a payload op is no `func.func` in a module, the positions or
    the name do not fit, or there is no derivative. The failure is silenceable;
    its error is the one that `--grad-expand-derivatives` gives, at the op that
    it is about. What was added for that function is gone then.

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
  let summary = "adds a function that asks for a derivative of another one";
  let description = [{
    Adds, behind each function of `target`, a public function that contains one
    request for its derivative, as `--grad-request-derivative` does, and returns
    a handle to it, `derivative`. So other passes, as `grad-lint`, and other
    transforms see the request before `transform.grad.expand_derivatives`
    replaces it.

    `mode`, `wrt`, `name`, `strict` and `strong_zero` mean what they mean to
    `transform.grad.differentiate`. `mode = split` adds two functions without
    requests: `NAME_fwd` takes the arguments and returns the results, then
    residuals; `NAME_bwd` takes the residuals, then one cotangent per result of
    differentiable type, and returns the gradients. `derivative` has both then,
    in this order, and `NAME` is by default that of the function.

    *Handles.* Reads `target` and modifies the payload. No handle is
    invalidated, but that `mode = split` expands requests in the functions that
    `target` reaches.

    *Fails when* a payload op is no `func.func` in a module, the name is taken,
    the request would not verify, or, of `mode = split`, there is no derivative.
    The failure is silenceable; nothing has been added for that function then.

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
  let summary = "replaces requests by calls of generated functions";
  let description = [{
    Expands the requests for derivatives in the modules and functions of
    `target` and in all functions that these reach, by calls and by requests,
    as `--grad-expand-derivatives` does in a whole module. `generated` is a
    handle to the private functions that are added, in the order in which they
    stand in the module; what several requests ask for is generated once.
    `strict` and `strong_zero` treat every request as if it had that attribute.

    *Handles.* Reads `target` and modifies the payload. A handle to a request
    that is expanded must not be used any more: that is an error, as the call in
    its place is another op. Other handles stay.

    *Fails when* a payload op is neither a module nor a function, or a request
    cannot be expanded. The failure is silenceable; its error is the one that
    `--grad-expand-derivatives` gives. Requests that come before that one have
    been expanded then, and nothing else is left behind.

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
