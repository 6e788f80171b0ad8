//===- GradDialect.td - The grad dialect -------------------*- tablegen -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GRAD_DIALECT
#define GRAD_DIALECT

include "mlir/IR/OpBase.td"

def Grad_Dialect : Dialect {
  let name = "grad";
  let cppNamespace = "::sg::grad";
  let summary = "derivatives of functions, and stops of derivatives";
  let description = [{
    The ops of the `grad` dialect request derivatives of functions and mark
    values through which no derivative may flow. The requests
    (`grad.value_and_grad`, `grad.vjp`, `grad.jvp`) name a function by symbol,
    and nest to any order. The pass `--grad-expand-derivatives` replaces
    requests by calls of generated functions. `--grad-erase-stop-gradient` then
    removes the remaining ops of the dialect.

    The dialect distinguishes three kinds of types:

    * *Differentiable*: every builtin float type, and ranked tensors and vectors
      of floats. The tangent of a value has the type of the value.
    * *No derivative by nature*: integers, `index`, and tensors and vectors of
      these. Such a value has no tangent and no cotangent.
    * *Unsupported*: everything else (complex numbers, unranked and sparse
      tensors, memrefs, types of other dialects). A derivative that flows
      through such a value is an error, never a zero.

    The dialect also defines these discardable attributes:

    | attribute | on | meaning |
    |---|---|---|
    | `grad.custom_vjp = {forward = @f_fwd, backward = @f_bwd}` | `func.func` with `no_inline` | the function's custom rule for reverse mode |
    | `grad.custom_jvp = @f_jvp` | `func.func` with `no_inline` | the function's custom rule for forward mode |
    | `grad.checkpoint` | `func.func` with `no_inline` | the reverse sweep recomputes the function from its arguments; with `grad.checkpoint = @g`, it recomputes the equivalent function `@g` instead |
    | `grad.checkpoint_every = 100 : i64` | a loop | keep the loop-carried values every 100 iterations and recompute the iterations in between; with 0, the interval is about the square root of the trip count |
    | `grad.checkpoint_slots = 30 : i64` | a loop | keep at most 30 checkpoints in total |

    A custom rule overrides the derivative of the function's body. The function
    must have `no_inline`, because inlining would lose the rule. At higher
    order, the functions of the rule are differentiated like any others.

    * `forward`: the arguments -> all results, then any number of residuals of
      any types. The results must equal the results of the function, because a
      checkpoint recomputes the call with the function itself.
    * `backward`: the residuals, then one cotangent for each result of
      differentiable type -> one cotangent for each argument of differentiable
      type. Absent cotangents are zeros. Cotangents of arguments that are not
      differentiated are dropped, together with their computation.
    * `custom_jvp`: the arguments, then one tangent for each argument of
      differentiable type -> all results, then one tangent for each result of
      differentiable type.

    If only one mode has a rule, its transpose is the rule for the other mode. A
    rule that is not linear in its tangents or cotangents is an error.

    ```mlir
    // The square root, with a derivative that stays finite at zero.
    func.func @root(%x: f64) -> f64
        attributes {no_inline, grad.custom_vjp = {forward = @root_forward, backward = @root_backward}} {
      %y = math.sqrt %x : f64
      return %y : f64
    }
    func.func private @root_forward(%x: f64) -> (f64, f64) {
      %y = call @root(%x) : (f64) -> f64
      return %y, %y : f64, f64
    }
    func.func private @root_backward(%y: f64, %dy: f64) -> f64 {
      %half = arith.constant 0.5 : f64
      %least = arith.constant 1.0e-3 : f64
      %divisor = arith.maximumf %y, %least : f64
      %part = arith.divf %half, %divisor : f64
      %dx = arith.mulf %dy, %part : f64
      return %dx : f64
    }
    ```

    In bytecode (`sg-opt --emit-bytecode`), a module with ops of the dialect
    contains the version of the dialect, currently 2. sg reads versions 1 and 2,
    and later versions of sg will continue to read them. Version 1 has no
    `strong_zero`; a file without a version has version 1. A newer version is an
    error: read the file with the version of sg that wrote it, or convert it to
    text with that version. The version is incremented when the encoding of an
    op changes: its name, its attributes or its operand groups. The version does
    not cover the discardable attributes above. Text has no version.
  }];

  // The dialects of the ops that rules create. Clients that load the grad
  // dialect (passes, the transform dialect, programs) need not list them.
  let dependentDialects = [
    "::mlir::affine::AffineDialect", "::mlir::arith::ArithDialect",
    "::mlir::func::FuncDialect", "::mlir::linalg::LinalgDialect",
    "::mlir::math::MathDialect", "::mlir::scf::SCFDialect",
    "::mlir::tensor::TensorDialect", "::mlir::ub::UBDialect",
    "::mlir::vector::VectorDialect"
  ];
  let usePropertiesForAttributes = 1;
  let hasOperationAttrVerify = 1;
  let hasRegionArgAttrVerify = 1;
  let hasRegionResultAttrVerify = 1;
  let hasConstantMaterializer = 1;
}

#endif // GRAD_DIALECT
