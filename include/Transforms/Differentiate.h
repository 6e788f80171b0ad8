//===- Differentiate.h - The derivative of a function -----------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The C++ API of differentiation. One call adds one derivative function:
//
//   sg::DerivativeRequest request;
//   request.mode = sg::grad::RequestMode::VJP;
//   request.wrt = {0};
//   FailureOr<func::FuncOp> df = sg::differentiate(f, request);
//
//===----------------------------------------------------------------------===//

#ifndef SG_TRANSFORMS_DIFFERENTIATE_H
#define SG_TRANSFORMS_DIFFERENTIATE_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "sg/Transforms/Passes.h"

namespace sg {

struct DerivativeRequest {
  /// Signature of the derivative of f : X -> Y at x:
  /// * ValueAndGrad: x -> f(x), the gradient of one result, a float scalar;
  /// * VJP: x, cotangents of results -> f(x), cotangents of arguments;
  /// * JVP: x, tangents of arguments -> f(x), tangents of results.
  /// The mode Split returns two functions; see requestDerivative.
  grad::RequestMode mode = grad::RequestMode::ValueAndGrad;
  /// Positions of the differentiated arguments, in the order of tangents and
  /// gradients. If empty, all arguments of differentiable type.
  llvm::SmallVector<int64_t> wrt = {};
  /// Positions of the differentiated results, in the order of cotangents and
  /// tangents. If empty, all of differentiable type, or for ValueAndGrad the
  /// first. Other results are computed, but not differentiated.
  llvm::SmallVector<int64_t> of = {};
  /// Name of the new function. If empty, the name of `f` followed by
  /// _value_and_grad, _vjp or _jvp.
  std::string name = {};
  /// If set, it is an error if no derivative flows from an argument of `wrt`.
  /// Otherwise, the derivative of such an argument is zero.
  bool isStrict = false;
  /// If set, zero times infinity or NaN is zero in derivative code.
  bool hasStrongZero = false;
};

/// Adds a public function after `function` and returns it. The module of
/// `function` must verify. The new function calls private functions, which are
/// also added. Existing code is unchanged, except that requests are expanded in
/// the functions that `function` reaches. The dialects of sg and the rules of
/// the ops must be registered (sg/Register.h). Loads the dialects of the
/// derivative; a pass that calls this function must list grad::GradDialect
/// among its dependent dialects.
///
/// On failure, emits a diagnostic with cause, location and remedy. No public
/// function has been added then, but private functions may have been.
///
/// Notifies `listener` of the requests that are replaced.
llvm::FailureOr<mlir::func::FuncOp>
differentiate(mlir::func::FuncOp function,
              const DerivativeRequest &request = {},
              mlir::OpBuilder::Listener *listener = nullptr);

/// Adds, after `function`, a public function that contains one request, and
/// returns the new function. The default name is the same as in
/// differentiate(). Existing code is unchanged.
///
/// In the mode Split, adds and returns two functions without requests: NAME_fwd
/// maps the arguments to the results, then residuals. NAME_bwd maps the
/// residuals, then cotangents of all results of differentiable type, to the
/// gradients. NAME defaults to the name of the function. This mode expands
/// requests in the functions that `function` reaches and notifies `listener`.
///
/// `of` must be empty, because a request does not select results. On failure,
/// emits a diagnostic. Functions that were added before the failure remain.
llvm::FailureOr<llvm::SmallVector<mlir::func::FuncOp>>
requestDerivative(mlir::func::FuncOp function, const DerivativeRequest &request,
                  mlir::OpBuilder::Listener *listener = nullptr);

} // namespace sg

#endif // SG_TRANSFORMS_DIFFERENTIATE_H
