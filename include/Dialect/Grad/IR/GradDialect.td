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
  let summary = "derivatives of functions, and where they stop";
  let description = [{
    The `grad` dialect asks for derivatives of functions and says where no
    derivative shall flow. Its requests (`grad.value_and_grad`, `grad.vjp`,
    `grad.jvp`) name a function by symbol, so they compose and nest to any
    order. The pass `--grad-expand-derivatives` replaces them by calls of
    generated functions; `--grad-erase-stop-gradient` then removes what is
    left of the dialect.

    A type is one of three kinds here:

    * *Differentiable*: every builtin float type, and ranked tensors and
      vectors of them. The tangent type of a type is the type itself.
    * *No derivative by nature*: integers, `index`, and tensors and vectors of
      them. Such a value has no tangent and no cotangent.
    * *Unsupported*: everything else (complex numbers, unranked and sparse
      tensors, memrefs, types of other dialects). A derivative that flows
      through such a value is an error, never a zero.

    Besides its operations the dialect defines these discardable attributes:

    | attribute | on | meaning |
    |---|---|---|
    | `grad.custom_vjp = {forward = @f_fwd, backward = @f_bwd}` | `func.func` with `no_inline` | the function's own reverse rule |
    | `grad.custom_jvp = @f_jvp` | `func.func` with `no_inline` | the function's own forward rule |
    | `grad.checkpoint` | `func.func` with `no_inline` | the reverse sweep computes the function again from its arguments; as `grad.checkpoint = @g`, which must say the same, by recomputing `@g` instead |
    | `grad.checkpoint_every = 100 : i64` | a loop | keep the loop's carry every 100 trips and recompute between; 0: about the square root of the trip count |
    | `grad.checkpoint_slots = 30 : i64` | a loop | keep 30 states in all |

    A function's own rule wins over what its body would give; the function must
    have `no_inline`, for inlining would lose the rule. The rule's functions are
    differentiated as any others, for higher orders.

    * `forward`: the arguments -> all results, then residuals of any types and
      number. It must return what the function returns: where a checkpoint
      computes the call again it is the function that is called.
    * `backward`: the residuals, then one cotangent for each result of
      differentiable type -> one cotangent for each argument of differentiable
      type. Cotangents that are absent are zeros; what is returned for arguments
      that are not differentiated is dropped, with what computes it.
    * `custom_jvp`: the arguments, then one tangent for each argument of
      differentiable type -> all results, then one tangent for each result of
      differentiable type.

    If only the rule of the other mode is there, it is transposed; one that is
    not linear in its tangents or cotangents is an error.

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

    In bytecode (`sg-opt --emit-bytecode`) a module with ops of the dialect says
    which version of the dialect has written it: today 2. Files of that version
    and of version 1, which has no `strong_zero`, and those without a version,
    which are as those of version 1, are read, and later
    versions of sg go on reading them. A file of a newer version is an error
    that says what to do: read it with the sg that wrote it, or have that write
    text. The version grows when what is encoded of an op changes, its name, its
    attributes or the groups of its operands; text has none. Attributes of the
    table above are discardable, and no part of it.
  }];

  // The dialects from which the rules build derivatives. Clients load the grad
  // dialect to get them: a pass, the transform dialect, or a program that uses
  // neither.
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
