//===- GradTransformOps.cpp - Transform ops for derivatives ---------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sg/TransformOps/GradTransformOps.h"
#include "AddedFunctions.h"
#include "mlir/Dialect/Transform/IR/TransformDialect.h"
#include "sg/Dialect/Grad/IR/Grad.h"
#include "sg/Transforms/DerivativeStats.h"
#include "sg/Transforms/Differentiate.h"
#include <optional>
#include <utility>

using namespace mlir;
using namespace sg;
using namespace sg::grad;

#define GET_OP_CLASSES
#include "sg/TransformOps/GradTransformOps.cpp.inc"

//===----------------------------------------------------------------------===//
// Shared by the ops
//===----------------------------------------------------------------------===//

namespace {
/// Collects the errors that are emitted during the lifetime of the collector,
/// so that a schedule can suppress the errors. The destructor emits errors for
/// which `take` was not called.
class ErrorCollector {
public:
  explicit ErrorCollector(MLIRContext *context) : context(context) {
    // Collect errors of all threads, because deep call chains are
    // differentiated on another thread.
    handler.emplace(context, [this](Diagnostic &diagnostic) {
      if (diagnostic.getSeverity() != DiagnosticSeverity::Error)
        return failure(); // continue with the next handler
      errors.push_back(std::move(diagnostic));
      return success();
    });
  }
  ~ErrorCollector() {
    handler.reset();
    for (Diagnostic &error : errors)
      context->getDiagEngine().emit(std::move(error));
  }

  /// Returns a silenceable failure of the op `requester` with the errors.
  DiagnosedSilenceableFailure take(Operation *requester) {
    handler.reset();
    for (Diagnostic &error : errors)
      error.attachNote(requester->getLoc()) << "requested by the schedule here";
    return DiagnosedSilenceableFailure::silenceableFailure(
        std::exchange(errors, {}));
  }

private:
  MLIRContext *context;
  SmallVector<Diagnostic> errors;
  std::optional<ScopedDiagnosticHandler> handler;
};
} // namespace

/// Adds the effects on the target handle, the results and the payload.
static void
getEffects(Operation *op, OpOperand &target,
           SmallVectorImpl<MemoryEffects::EffectInstance> &effects) {
  transform::onlyReadsHandle(target, effects);
  transform::producesHandle(op->getOpResults(), effects);
  transform::modifiesPayload(effects);
}

/// Returns a failure if no functions can be added next to `payload`.
static DiagnosedSilenceableFailure
checkIsInside(transform::TransformOpInterface op, Operation *payload,
              transform::TransformState &state) {
  Operation *whole = state.getTopLevel();
  if (isa<ModuleOp>(payload) || whole->isProperAncestor(payload))
    return DiagnosedSilenceableFailure::success();
  DiagnosedSilenceableFailure error =
      op.emitSilenceableError()
      << "adds functions next to its target, but the target is the whole "
         "payload: apply the schedule to the module";
  error.attachNote(payload->getLoc()) << "the target is this";
  return error;
}

/// Collects the functions that an op differentiates. Returns a failure if a
/// payload op is not a function.
template <typename Op>
static DiagnosedSilenceableFailure
findFunctions(Op op, transform::TransformState &state,
              SmallVector<func::FuncOp> &functions) {
  for (Operation *payload : state.getPayloadOps(op.getTarget())) {
    auto function = dyn_cast<func::FuncOp>(payload);
    if (!function) {
      DiagnosedSilenceableFailure error =
          op.emitSilenceableError()
          << "differentiates functions, func.func, but its target has a '"
          << payload->getName()
          << "': select functions with transform.structured.match";
      error.attachNote(payload->getLoc()) << "the target has this";
      return error;
    }
    DiagnosedSilenceableFailure isInside = checkIsInside(op, function, state);
    if (!isInside.succeeded())
      return isInside;
    functions.push_back(function);
  }
  return DiagnosedSilenceableFailure::success();
}

/// Returns the request that the attributes of `op` describe.
template <typename Op>
static DerivativeRequest readRequest(Op op) {
  DerivativeRequest request;
  request.mode = op.getMode();
  if (std::optional<ArrayRef<int64_t>> wrt = op.getWrt())
    request.wrt.assign(wrt->begin(), wrt->end());
  request.name = op.getName().value_or("").str();
  request.isStrict = op.getStrict();
  request.hasStrongZero = op.getStrongZero();
  return request;
}

/// Verifies that the list `positions`, if present, is not empty and contains
/// distinct nonnegative integers.
static LogicalResult verifyPositions(Operation *op,
                                     std::optional<ArrayRef<int64_t>> positions,
                                     StringRef name) {
  if (!positions)
    return success();
  if (positions->empty())
    return op->emitOpError()
           << "names nothing in '" << name << "': omit it to select all";
  for (auto [i, position] : llvm::enumerate(*positions)) {
    if (position < 0)
      return op->emitOpError() << "names position " << position << " in '"
                               << name << "': positions begin with 0";
    if (llvm::is_contained(positions->take_front(i), position))
      return op->emitOpError() << "names position " << position << " twice in '"
                               << name << "': name it once";
  }
  return success();
}

static LogicalResult verifyName(Operation *op, std::optional<StringRef> name) {
  if (name && name->empty())
    return op->emitOpError()
           << "has an empty 'name': omit it for a default name";
  return success();
}

/// Calls `run` for each target function. If `run` fails, erases the functions
/// that the failed call added.
template <typename Op>
static DiagnosedSilenceableFailure forEachFunction(
    Op op, transform::TransformState &state,
    function_ref<LogicalResult(func::FuncOp, AddedFunctions &)> run) {
  SmallVector<func::FuncOp> functions;
  DiagnosedSilenceableFailure wrong = findFunctions(op, state, functions);
  if (!wrong.succeeded())
    return wrong;
  for (func::FuncOp function : functions) {
    AddedFunctions added(state.getTopLevel());
    ErrorCollector errors(op.getContext());
    if (failed(run(function, added))) {
      added.eraseUncalled();
      return errors.take(op);
    }
  }
  return DiagnosedSilenceableFailure::success();
}

//===----------------------------------------------------------------------===//
// DifferentiateOp
//===----------------------------------------------------------------------===//

void DifferentiateOp::getEffects(
    SmallVectorImpl<MemoryEffects::EffectInstance> &effects) {
  ::getEffects(*this, getTargetMutable(), effects);
}

LogicalResult DifferentiateOp::verify() {
  if (getMode() == RequestMode::Split)
    return emitOpError() << "has no mode 'split', which adds two functions: "
                            "use transform.grad.request_derivative";
  if (getMode() == RequestMode::ValueAndGrad && getOf() && getOf()->size() > 1)
    return emitOpError() << "names " << getOf()->size()
                         << " results in 'of', but a gradient requires one "
                            "result: name one, or use the mode vjp";
  return success(succeeded(verifyPositions(*this, getWrt(), "wrt")) &&
                 succeeded(verifyPositions(*this, getOf(), "of")) &&
                 succeeded(verifyName(*this, getName())));
}

DiagnosedSilenceableFailure
DifferentiateOp::apply(transform::TransformRewriter &rewriter,
                       transform::TransformResults &results,
                       transform::TransformState &state) {
  DerivativeRequest request = readRequest(*this);
  if (std::optional<ArrayRef<int64_t>> of = getOf())
    request.of.assign(of->begin(), of->end());
  SmallVector<Operation *> derivatives, generated;
  DiagnosedSilenceableFailure done = forEachFunction(
      *this, state, [&](func::FuncOp function, AddedFunctions &added) {
        FailureOr<func::FuncOp> derivative =
            differentiate(function, request, rewriter.getListener());
        if (failed(derivative))
          return failure();
        derivatives.push_back(*derivative);
        for (func::FuncOp part : added.find())
          if (part != *derivative)
            generated.push_back(part);
        return success();
      });
  if (!done.succeeded())
    return done;
  results.set(cast<OpResult>(getDerivative()), derivatives);
  results.set(cast<OpResult>(getGenerated()), generated);
  return DiagnosedSilenceableFailure::success();
}

//===----------------------------------------------------------------------===//
// RequestDerivativeOp
//===----------------------------------------------------------------------===//

void RequestDerivativeOp::getEffects(
    SmallVectorImpl<MemoryEffects::EffectInstance> &effects) {
  ::getEffects(*this, getTargetMutable(), effects);
}

LogicalResult RequestDerivativeOp::verify() {
  return success(succeeded(verifyPositions(*this, getWrt(), "wrt")) &&
                 succeeded(verifyName(*this, getName())));
}

DiagnosedSilenceableFailure
RequestDerivativeOp::apply(transform::TransformRewriter &rewriter,
                           transform::TransformResults &results,
                           transform::TransformState &state) {
  DerivativeRequest request = readRequest(*this);
  SmallVector<Operation *> derivatives;
  DiagnosedSilenceableFailure done = forEachFunction(
      *this, state, [&](func::FuncOp function, AddedFunctions &) {
        FailureOr<SmallVector<func::FuncOp>> requests =
            requestDerivative(function, request, rewriter.getListener());
        if (failed(requests))
          return failure();
        llvm::append_range(derivatives, *requests);
        return success();
      });
  if (!done.succeeded())
    return done;
  results.set(cast<OpResult>(getDerivative()), derivatives);
  return DiagnosedSilenceableFailure::success();
}

//===----------------------------------------------------------------------===//
// ExpandDerivativesOp
//===----------------------------------------------------------------------===//

void ExpandDerivativesOp::getEffects(
    SmallVectorImpl<MemoryEffects::EffectInstance> &effects) {
  ::getEffects(*this, getTargetMutable(), effects);
}

DiagnosedSilenceableFailure
ExpandDerivativesOp::apply(transform::TransformRewriter &rewriter,
                           transform::TransformResults &results,
                           transform::TransformState &state) {
  auto roots = llvm::to_vector(state.getPayloadOps(getTarget()));
  for (Operation *root : roots) {
    if (!isa<FunctionOpInterface, ModuleOp>(root)) {
      DiagnosedSilenceableFailure error =
          emitSilenceableError()
          << "expands the requests in modules and functions, but its target "
             "has a '"
          << root->getName() << "': use the function that contains it";
      error.attachNote(root->getLoc()) << "the target has this";
      return error;
    }
    DiagnosedSilenceableFailure isInside = checkIsInside(*this, root, state);
    if (!isInside.succeeded())
      return isInside;
  }
  SmallVector<Operation *> generated;
  if (!roots.empty()) {
    AddedFunctions added(state.getTopLevel());
    ErrorCollector errors(getContext());
    DerivativeStats record;
    ExpandDerivativesOptions options{getStrict(), getStrongZero()};
    if (failed(expandDerivatives(roots, options, &record,
                                 rewriter.getListener()))) {
      added.eraseUncalled();
      return errors.take(*this);
    }
    emitRemarks(getContext(), record);
    llvm::append_range(generated, added.find());
  }
  results.set(cast<OpResult>(getGenerated()), generated);
  return DiagnosedSilenceableFailure::success();
}

//===----------------------------------------------------------------------===//
// Registration
//===----------------------------------------------------------------------===//

namespace {
class GradTransformOps
    : public transform::TransformDialectExtension<GradTransformOps> {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(GradTransformOps)
  using Base::Base;

  void init() {
    // The grad dialect loads the dialects of derivatives as dependencies.
    declareGeneratedDialect<GradDialect>();
    registerTransformOps<
#define GET_OP_LIST
#include "sg/TransformOps/GradTransformOps.cpp.inc"
        >();
  }
};
} // namespace

void sg::grad::registerGradTransformOps(DialectRegistry &registry) {
  registry.addExtensions<GradTransformOps>();
}
