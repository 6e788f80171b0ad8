//===- LinalgRules.cpp - Derivative rules of the linalg dialect -----------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One rule serves linalg.generic and all named ops. The ops in the body are
// differentiated by their own rules.
//
// The Winograd transforms, mmt4d and batch_mmt4d have no rule, because lowering
// creates these ops after differentiation. A derivative that flows through such
// an op is an error. The quantized ops compute on integers and need no rule.
//
//===----------------------------------------------------------------------===//

#include "LinalgDerivatives.h"
#include "RelayoutRules.h"
#include "SoftmaxRule.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/IRMapping.h"
#include "sg/Rules/RuleKinds.h"
#include "sg/Rules/Rules.h"
#include "sg/StructuredOps/DeadCode.h"
#include "sg/StructuredOps/LoopNest.h"

using namespace mlir;
using namespace sg;
using namespace sg::grad;
using namespace sg::rules;

static void dropUnusedInputs(linalg::GenericOp op) {
  SmallVector<AffineMap> maps = op.getIndexingMapsArray();
  for (unsigned i = op.getNumDpsInputs(); i-- > 0;)
    if (op.getBody()->getArgument(i).use_empty()) {
      op.getBody()->eraseArgument(i);
      op.getInputsMutable().erase(i);
      maps.erase(maps.begin() + i);
    }
  op.setIndexingMapsAttr(Builder(op).getAffineMapArrayAttr(maps));
}

/// Computes the term of an extremum in a separate op, because the test for ties
/// must read exactly the value that the reduction compared.
static SmallVector<Value> splitTerm(linalg::LinalgOp op, const ResultForm &form,
                                    OpBuilder &b) {
  Location loc = op.getLoc();
  AffineMap all = b.getMultiDimIdentityMap(op.getNumLoops());
  SmallVector<OpFoldResult> sizes;
  for (Range range : op.createLoopRanges(b, loc))
    sizes.push_back(range.size);
  // The term may also read the initial values of pointwise results.
  SmallVector<Value> inputs(op.getDpsInputs());
  llvm::append_range(inputs, op.getDpsInits());
  SmallVector<AffineMap> maps = op.getIndexingMapsArray();
  maps.push_back(all);
  Value empty = tensor::EmptyOp::create(b, loc, sizes, form.term.getType());
  SmallVector<utils::IteratorType> parallel(op.getNumLoops(),
                                            utils::IteratorType::parallel);
  auto terms = linalg::GenericOp::create(
      b, loc, empty.getType(), inputs, empty, maps, parallel,
      [&](OpBuilder &b, Location loc, ValueRange elements) {
        IRMapping map;
        map.map(op.getBlock()->getArguments(), elements.drop_back());
        for (Operation &inner : op.getBlock()->without_terminator())
          b.clone(inner, map);
        linalg::YieldOp::create(b, loc, map.lookupOrDefault(form.term));
      });

  inputs = op.getDpsInputs();
  inputs.push_back(terms.getResult(0));
  maps = op.getIndexingMapsArray();
  maps.insert(maps.begin() + op.getNumDpsInputs(), all);
  auto rest = linalg::GenericOp::create(
      b, loc, op->getResultTypes(), inputs, op.getDpsInits(), maps,
      op.getIteratorTypesArray(),
      [&](OpBuilder &b, Location loc, ValueRange elements) {
        unsigned position = op.getNumDpsInputs();
        SmallVector<Value> arguments(elements.take_front(position));
        llvm::append_range(arguments, elements.drop_front(position + 1));
        IRMapping map;
        map.map(op.getBlock()->getArguments(), arguments);
        for (Operation &inner : *op.getBlock()) {
          b.clone(inner, map);
          if (&inner == form.term.getDefiningOp())
            map.map(form.term, elements[position]);
        }
      });
  for (auto generic : {terms, rest}) {
    eraseDeadOps(generic.getRegion());
    dropUnusedInputs(generic);
  }
  return SmallVector<Value>(rest.getResults());
}

namespace {
template <typename Op>
struct StructuredRule
    : DifferentiableOpInterface::ExternalModel<StructuredRule<Op>, Op> {
  void derivativeFlow(Operation *o, FlowContext &flow) const {
    auto op = cast<linalg::LinalgOp>(o);
    if (!op.hasPureTensorSemantics()) {
      // The op writes to memory.
      for (Value operand : op->getOperands())
        flow.escape(op, operand);
      return;
    }
    Operation *end = op.getBlock()->getTerminator();
    for (OpOperand &operand : op->getOpOperands())
      flow.edge(operand.get(), op.getMatchingBlockArgument(&operand));
    for (OpOperand &init : op.getDpsInitsMutable()) {
      OpResult result = op.getTiedOpResult(&init);
      Value yielded = end->getOperand(result.getResultNumber());
      flow.edge(yielded, result);
      // Without iterations, the result is the initial value. Each iteration
      // after the first reads the value yielded by the previous iteration.
      if (isPointwise(op, init))
        continue;
      flow.edge(init.get(), result);
      flow.edge(yielded, op.getMatchingBlockArgument(&init));
    }
  }

  LogicalResult pushforward(Operation *op, ForwardContext &context) const {
    return pushforwardStructured(cast<linalg::LinalgOp>(op), context);
  }

  LogicalResult pullback(Operation *op, ReverseContext &context) const {
    return pullbackStructured(cast<linalg::LinalgOp>(op), context);
  }

  /// Decomposes a reduction of unknown kind, or an op that does not write all
  /// elements of a result, into a loop, which is reversed iteration by
  /// iteration. A loop keeps the initial value of elements that it does not
  /// write. A structured op may leave such elements undefined if its body does
  /// not read the initial value.
  SmallVector<Value> decompose(Operation *o, OpBuilder &b,
                               DecompositionContext &context) const {
    auto op = cast<linalg::LinalgOp>(o);
    for (OpResult result : op->getResults()) {
      unsigned j = result.getResultNumber();
      if (!context.isActive(result))
        continue;
      ResultForm form = getResultForm(op, j);
      if (form.kind == ResultForm::Extremum && !isReproducible(op, form.term))
        return splitTerm(op, form, b);
      if (form.kind != ResultForm::Other)
        continue;
      OpOperand *init = op.getDpsInitOperand(j);
      if (context.mode() == Mode::Reverse || !writesEverywhere(op, *init) ||
          !op.payloadUsesValueFromOperand(init))
        return expandToLoops(op, b);
    }
    return {};
  }
};
} // namespace

void sg::rules::registerLinalgRules(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, linalg::LinalgDialect *) {
    using namespace linalg;
    structured<StructuredRule, BatchMatmulOp, BatchMatvecOp,
               BatchReduceMatmulOp, BatchVecmatOp, BroadcastOp, ContractOp,
               CopyOp, DotOp, FillOp, GenericOp, MapOp, MatmulOp, MatvecOp,
               ReduceOp, TransposeOp, VecmatOp>(context);
    structured<StructuredRule, AbsOp, AddOp, CeilOp, DivOp, ElementwiseOp,
               ErfOp, ExpOp, FloorOp, LogOp, MaxOp, MinOp, MulOp, NegFOp,
               PowFOp, ReciprocalOp, RoundOp, RsqrtOp, SelectOp, SqrtOp,
               SquareOp, SubOp, TanhOp>(context);
    structured<StructuredRule, Conv1DNcwFcwOp, Conv1DNwcWcfOp, Conv1DOp,
               Conv2DNchwFchwOp, Conv2DNgchwFgchwOp, Conv2DNgchwGfchwOp,
               Conv2DNhwcFhwcOp, Conv2DNhwcHwcfOp, Conv2DNhwgcGfhwcOp, Conv2DOp,
               Conv3DNcdhwFcdhwOp, Conv3DNdhwcDhwcfOp, Conv3DOp,
               DepthwiseConv1DNcwCwOp, DepthwiseConv1DNwcWcOp,
               DepthwiseConv1DNwcWcmOp, DepthwiseConv2DNchwChwOp,
               DepthwiseConv2DNhwcHwcOp, DepthwiseConv2DNhwcHwcmOp,
               DepthwiseConv3DNcdhwCdhwOp, DepthwiseConv3DNdhwcDhwcOp,
               DepthwiseConv3DNdhwcDhwcmOp>(context);
    structured<StructuredRule, PoolingNchwMaxOp, PoolingNchwSumOp,
               PoolingNcwMaxOp, PoolingNcwSumOp, PoolingNdhwcMaxOp,
               PoolingNdhwcMinOp, PoolingNdhwcSumOp, PoolingNhwcMaxOp,
               PoolingNhwcMinOp, PoolingNhwcSumOp, PoolingNwcMaxOp,
               PoolingNwcMinOp, PoolingNwcSumOp>(context);
    attachSoftmaxRule(context);
    attachRelayoutRules(context);
  });
}
