//===- Sweep.cpp - Shared implementation of both modes --------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Sweep.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Action.h"
#include "mlir/Interfaces/CastInterfaces.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Support/DebugStringHelper.h"
#include "sg/Analysis/KnownFloats.h"
#include "sg/Analysis/SizeOrigin.h"
#include "llvm/Support/DebugLog.h"
#include "llvm/Support/SaveAndRestore.h"
#include "llvm/Support/Threading.h"

#define DEBUG_TYPE "grad-expand-derivatives"

using namespace mlir;
using namespace sg::grad;

//===----------------------------------------------------------------------===//
// Rules
//===----------------------------------------------------------------------===//

namespace {
/// One application of a derivative rule. --mlir-debug-counter bisects a wrong
/// gradient by skipping such actions, and --log-actions-to shows their order.
class ApplyRuleAction : public tracing::ActionImpl<ApplyRuleAction> {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(ApplyRuleAction)
  static constexpr StringLiteral tag = "grad-apply-rule";

  ApplyRuleAction(ArrayRef<IRUnit> units, Mode mode)
      : tracing::ActionImpl<ApplyRuleAction>(units), mode(mode) {}

  void print(raw_ostream &os) const override {
    auto *op = cast<Operation *>(getContextIRUnits().front());
    os << '`' << tag << "` "
       << (mode == Mode::Forward ? "pushforward" : "pullback") << " of '"
       << op->getName() << "' at " << op->getLoc();
  }

private:
  Mode mode;
};
} // namespace

namespace {
/// Counts the errors that the current thread emits during the lifetime of the
/// counter. Forwards the errors to the previous handlers.
class ErrorCounter {
public:
  explicit ErrorCounter(MLIRContext *context)
      : thread(llvm::get_threadid()),
        handler(context, [this](Diagnostic &diagnostic) {
          count += diagnostic.getSeverity() == DiagnosticSeverity::Error &&
                   llvm::get_threadid() == thread;
          return failure();
        }) {}
  unsigned getCount() const { return count; }

private:
  uint64_t thread;
  unsigned count = 0;
  ScopedDiagnosticHandler handler;
};
} // namespace

Sweep::Sweep(DerivativeSource &source, PreparedFunction &function, Mode mode)
    : source(source), mode(mode), zeros(source.zeroProducts()),
      listener(mode == Mode::Forward ? Role::Tangent : Role::Adjoint),
      builder(source.getContext(), &listener), program(function) {}

Sweep::~Sweep() {
  for (Operation *op : replaced) {
    op->dropAllReferences();
    op->dropAllUses(); // uses remain only if a rule has failed
    op->destroy();
  }
}

LogicalResult
Sweep::apply(Operation *op,
             function_ref<LogicalResult(DifferentiableOpInterface)> rule) {
  auto differentiable = dyn_cast<DifferentiableOpInterface>(op);
  if (!differentiable)
    return DerivativeContext::emitUnsupported(
        op, "has no derivative rule, but a derivative flows through it");
  SmallVector<Value> values(op->getOperands());
  llvm::append_range(values, op->getResults());
  for (Value value : values)
    if (isActive(value) && !isDifferentiable(value.getType()))
      return DerivativeContext::emitUnsupported(
          op, "has a derivative that flows through a value of type " +
                  debugString(value.getType()) +
                  ", which is not supported there");

  OpBuilder::InsertionGuard guard(builder);
  LogicalResult result = success();
  bool ran = false;
  observer().beginRule(op);
  {
    ErrorCounter errors(op->getContext());
    op->getContext()->executeAction<ApplyRuleAction>(
        [&] {
          ran = true;
          result = rule(differentiable);
        },
        {op}, mode);
    if (llvm::failed(result) && errors.getCount() == 0)
      DerivativeContext::emitUnsupported(
          op, "has a derivative rule that fails without an error message");
  }
  observer().endRule(op, ran && succeeded(result));
  if (!ran)
    op->emitWarning() << "derivative rule skipped: the derivative ends here, "
                         "as at grad.stop_gradient";
  return failure(failed || llvm::failed(result));
}

void Sweep::skip(Operation *op) {
  if (op->getNumResults() != 0) {
    LDBG() << "no derivative flows: " << op->getName() << " at "
           << op->getLoc();
  }
  observer().skipped(op);
}

void Sweep::replace(Operation *op, ValueRange results) {
  for (auto [from, to] : llvm::zip(op->getResults(), results)) {
    from.replaceAllUsesWith(to);
    program.activity.replace(from, to);
    for (Activity *activity : copies)
      activity->replace(from, to);
    observer().replaced(from, to);
    for (Frame &frame : frames)
      if (Value known = frame.available.lookup(from))
        frame.available[to] = known;
  }
  // Defer deletion, because maps are keyed by the op's results, and a new op
  // may reuse the address of a deleted op.
  op->remove();
  replaced.push_back(op);
}

void Sweep::reportNoZero(Value like) {
  failed = true;
  Operation *op = like.getDefiningOp();
  if (!op)
    op = like.getParentRegion()->getParentOp();
  DerivativeContext::emitUnsupported(
      op, "needs a zero of type " + debugString(like.getType()) +
              " in its derivative, which that type cannot represent");
}

//===----------------------------------------------------------------------===//
// Primal values in derivative code
//===----------------------------------------------------------------------===//

Value Sweep::primal(Value value) {
  for (Frame &frame : llvm::reverse(frames)) {
    // A value recomputed in one region is not available in a sibling region.
    Region *here = builder.getInsertionBlock()->getParent();
    Value known = frame.available.lookup(value);
    FunctionObserver &observer = observerOf(frame.isInCopy);
    if (known && known.getParentRegion()->isAncestor(here)) {
      observer.read(value);
      return known;
    }
    if (value.getParentRegion() != frame.region)
      continue;
    bool isInside = &frame != &frames.front();
    if (!frame.scope) {
      observer.stored(value, isInside);
      return value;
    }
    if (isCheap(value)) {
      IRMapping map;
      for (Value operand : value.getDefiningOp()->getOperands())
        map.map(operand, primal(operand));
      observer.recomputed(value.getDefiningOp(), /*isCheap=*/true);
      LDBG() << "not kept, because it is cheap: " << value.getType() << " at "
             << value.getLoc();
      clone(*value.getDefiningOp(), map);
      return frames.back().available[value] = map.lookup(value);
    }
    observer.stored(value, isInside);
    LDBG() << "kept for derivative code: " << value.getType() << " at "
           << value.getLoc();
    Value saved = frame.scope->save(value);
    return frame.available[value] = saved;
  }
  return value;
}

void Sweep::recordElement(BlockArgument element, Value tensor) {
  if (tensor)
    tensors[element] = tensor;
  else
    tensors.erase(element);
}

KnownFloats Sweep::knownFloats(Value value) {
  return findKnownFloats(
      value, source.getKnownConstants(),
      [&](BlockArgument argument) { return tensors.lookup(argument); });
}

Operation *Sweep::recompute(Operation &op, IRMapping &map) {
  observer().recomputed(&op, /*isCheap=*/false);
  return clone(op, map);
}

Operation *Sweep::clone(Operation &op, IRMapping &map) {
  llvm::SaveAndRestore<Role> role(listener.role, Role::Recompute);
  return builder.clone(op, map);
}

/// Returns true if reading `value` needs neither a new residual nor a clone.
bool Sweep::isAvailable(Value value) const {
  for (const Frame &frame : llvm::reverse(frames)) {
    if (frame.available.contains(value))
      return true;
    if (value.getParentRegion() == frame.region)
      return !frame.scope || frame.scope->isFree(value);
  }
  return true;
}

/// Returns true if `op` converts an integer to a float.
static bool isFromInteger(Operation *op) {
  return isa<CastOpInterface>(op) && op->getNumOperands() == 1 &&
         op->getOperand(0).getType().isIntOrIndex() &&
         isa<FloatType>(op->getResult(0).getType());
}

/// Returns true if recomputing `value` costs less than keeping it. True for
/// constants, uninitialized tensors and a few integer ops on available values.
/// Also true for the conversion of such an integer to a float, and for an
/// element of an available tensor at such an index.
bool Sweep::isCheap(Value value) const {
  constexpr unsigned maxOps = 16;
  llvm::SmallPtrSet<Operation *, maxOps> needed;
  SmallVector<Value> queue{value};
  while (!queue.empty()) {
    Value next = queue.pop_back_val();
    Operation *op = next.getDefiningOp();
    if (!op || op->getNumRegions() != 0 || !isMemoryEffectFree(op))
      return false;
    if (op->getNumOperands() == 0 || isa<tensor::EmptyOp>(op))
      continue; // at most the sizes of an empty tensor are kept
    auto read = dyn_cast<tensor::ExtractOp>(op);
    if (read ? !isAvailable(read.getTensor())
             : !next.getType().isIntOrIndex() && !isFromInteger(op))
      return false;
    if (!needed.insert(op).second)
      continue;
    if (needed.size() > maxOps)
      return false;
    for (Value operand : op->getOperands())
      if (!isAvailable(operand))
        queue.push_back(operand);
  }
  return true;
}

OpFoldResult Sweep::primalSize(Value tensor, int64_t dim) {
  // Use the origin of the size, which often needs no residual.
  SizeOrigin origin = findSizeOrigin(tensor, dim);
  if (origin.size)
    return origin.size;
  tensor = origin.tensor;
  dim = origin.dim;
  auto [it, isNew] = sizes.try_emplace({tensor, dim}, OpFoldResult());
  if (!isNew)
    return it->second;
  // No listener, because the op belongs to the primal program.
  OpBuilder b(builder.getContext());
  b.setInsertionPointAfterValue(tensor);
  FailureOr<OpFoldResult> size = failure();
  if (auto shaped = tensor.getDefiningOp<ReifyRankedShapedTypeOpInterface>())
    size = reifyDimOfResult(b, shaped, cast<OpResult>(tensor).getResultNumber(),
                            dim);
  if (llvm::failed(size))
    size = tensor::getMixedSize(b, tensor.getLoc(), tensor, dim);
  return it->second = *size;
}
