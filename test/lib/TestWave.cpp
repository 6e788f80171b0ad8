//===- TestWave.cpp - Derivatives of a third-party dialect ----------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// docs/WritingARule.md quotes this file.
//
//===----------------------------------------------------------------------===//

#include "TestPasses.h"
#include "Wave.h"
#include "mlir/Conversion/ConvertToLLVM/ToLLVMInterface.h"
#include "mlir/Conversion/LLVMCommon/Pattern.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Pass/Pass.h"
#include "mlir/Transforms/WalkPatternRewriteDriver.h"
#include "sg/CodeGen/Verification/LoweringInterface.h"
#include "sg/Rules/RuleKinds.h"

#include "WaveDialect.cpp.inc"

#define GET_OP_CLASSES
#include "WaveOps.cpp.inc"

using namespace mlir;
using namespace sg::rules;

void wave::WaveDialect::initialize() {
  addOperations<
#define GET_OP_LIST
#include "WaveOps.cpp.inc"
      >();
}

void wave::DotOp::generateRuntimeVerification(
    OpBuilder &builder, Location loc,
    function_ref<std::string(Operation *, StringRef)> generateErrorMessage) {
  Value first = tensor::DimOp::create(builder, loc, getLhs(), 0);
  Value second = tensor::DimOp::create(builder, loc, getRhs(), 0);
  Value isSame = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq,
                                       first, second);
  cf::AssertOp::create(
      builder, loc, isSame,
      generateErrorMessage(*this, "the signals are not as long"));
}

//===----------------------------------------------------------------------===//
// Derivatives
//===----------------------------------------------------------------------===//

/// Transposes wave.flip, which is its own transpose.
static LogicalResult transposeFlip(wave::FlipOp op, ReverseContext &context) {
  Value cotangent = context.cotangent(op.getResult());
  Value flipped =
      wave::FlipOp::create(context.builder(), op.getLoc(), cotangent);
  context.accumulate(op.getInput(), flipped);
  return success();
}

/// Transposes wave.half, which is its own transpose.
static LogicalResult transposeHalf(wave::HalfOp op, ReverseContext &context) {
  Value cotangent = context.cotangent(op.getResult());
  Value half = wave::HalfOp::create(context.builder(), op.getLoc(), cotangent);
  context.accumulate(op.getInput(), half);
  return success();
}

/// Expresses wave.scale with upstream ops: each element times the factor.
static SmallVector<Value> expandScale(wave::ScaleOp op, OpBuilder &b) {
  Location loc = op.getLoc();
  auto sizes = tensor::getMixedSizes(b, loc, op.getInput());
  Value factors = tensor::SplatOp::create(b, loc, op.getFactor(), sizes);
  return {arith::MulFOp::create(b, loc, op.getInput(), factors)};
}

namespace {
/// The rule of y = dot(l, r). The tangent is dot(dl, r) + dot(l, dr). The
/// cotangent c of y adds c r to the cotangent of l, and c l to the
/// cotangent of r.
struct DotRule
    : DifferentiableOpInterface::ExternalModel<DotRule, wave::DotOp> {
  void derivativeFlow(Operation *op, FlowContext &flow) const {
    flow.edgesToResults(op);
  }

  LogicalResult pushforward(Operation *o, ForwardContext &context) const {
    auto op = cast<wave::DotOp>(o);
    Location loc = op.getLoc();
    Value sum;
    auto add = [&](Value from, Value other) {
      Value tangent = context.tangent(from);
      if (!tangent)
        return;
      Value part = wave::DotOp::create(context.builder(), loc, tangent,
                                       context.primal(other));
      sum = context.add(sum, part, loc);
    };
    add(op.getLhs(), op.getRhs());
    add(op.getRhs(), op.getLhs());
    context.setTangent(op.getResult(), sum);
    return success();
  }

  LogicalResult pullback(Operation *o, ReverseContext &context) const {
    auto op = cast<wave::DotOp>(o);
    Value cotangent = context.cotangent(op.getResult());
    auto give = [&](Value to, Value other) {
      if (!context.isActive(to))
        return;
      Value part = wave::ScaleOp::create(context.builder(), op.getLoc(),
                                         context.primal(other), cotangent);
      context.accumulate(to, part);
    };
    give(op.getLhs(), op.getRhs());
    give(op.getRhs(), op.getLhs());
    return success();
  }
};
} // namespace

static void registerWaveRules(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, wave::WaveDialect *) {
    scalar<wave::SoftSignOp>(context, [](Expr x, Expr y) {
      Expr d = 1.0 + abs(x);
      return 1.0 / (d * d);
    });
    linear<wave::FlipOp>(context, transposeFlip);
    linear<wave::HalfOp>(context, transposeHalf);
    decomposed<wave::ScaleOp>(context, expandScale);
    wave::DotOp::attachInterface<DotRule>(*context);
    wave::attachEachRule(context);
  });
}

//===----------------------------------------------------------------------===//
// Lowering
//===----------------------------------------------------------------------===//

static Value lower(wave::SoftSignOp op, OpBuilder &b) {
  Location loc = op.getLoc();
  Value x = op.getInput();
  Value one = arith::ConstantOp::create(b, loc, b.getF64FloatAttr(1));
  if (isa<TensorType>(x.getType()))
    one =
        tensor::SplatOp::create(b, loc, one, tensor::getMixedSizes(b, loc, x));
  Value size = math::AbsFOp::create(b, loc, x);
  Value d = arith::AddFOp::create(b, loc, one, size);
  return arith::DivFOp::create(b, loc, x, d);
}

static Value lower(wave::FlipOp op, OpBuilder &b) {
  auto one = arith::ConstantIndexOp::create(b, op.getLoc(), 1);
  Value size = tensor::DimOp::create(b, op.getLoc(), op.getInput(), 0);
  Value last = arith::SubIOp::create(b, op.getLoc(), size, one);
  return tensor::GenerateOp::create(
      b, op.getLoc(), op.getType(),
      op.getType().hasStaticShape() ? ValueRange{} : ValueRange{size},
      [&](OpBuilder &b, Location loc, ValueRange i) {
        Value from = arith::SubIOp::create(b, loc, last, i[0]);
        Value element = tensor::ExtractOp::create(b, loc, op.getInput(), from);
        tensor::YieldOp::create(b, loc, element);
      });
}

static Value lower(wave::ScaleOp op, OpBuilder &b) {
  return expandScale(op, b).front();
}

static Value lower(wave::DotOp op, OpBuilder &b) {
  Location loc = op.getLoc();
  Value zero = arith::ConstantOp::create(
      b, loc,
      DenseElementsAttr::get(RankedTensorType::get({}, b.getF64Type()), 0.0));
  Value sum = linalg::DotOp::create(b, loc, zero.getType(),
                                    ValueRange{op.getLhs(), op.getRhs()}, zero)
                  .getResult(0);
  return tensor::ExtractOp::create(b, loc, sum, ValueRange{});
}

static Value lower(wave::ThriceOp op, OpBuilder &b) {
  return wave::lowerThrice(op, b);
}

static Value lower(wave::SquareOp op, OpBuilder &b) {
  return wave::lowerSquare(op, b);
}

static SmallVector<Value> lower(wave::EachOp op, OpBuilder &b) {
  return wave::lowerEach(op, b);
}

namespace {
struct LowerSame final : OpRewritePattern<wave::SameOp> {
  LowerSame(MLIRContext *context, bool isNative)
      : OpRewritePattern(context), isNative(isNative) {}
  LogicalResult matchAndRewrite(wave::SameOp op,
                                PatternRewriter &rewriter) const final {
    rewriter.replaceOp(op, wave::lowerSame(op, isNative, rewriter));
    return success();
  }
  bool isNative;
};

template <typename Op>
struct Lowering final : OpRewritePattern<Op> {
  using OpRewritePattern<Op>::OpRewritePattern;
  LogicalResult matchAndRewrite(Op op, PatternRewriter &rewriter) const final {
    rewriter.replaceOp(op, lower(op, rewriter));
    return success();
  }
};

struct TestLowerWave : PassWrapper<TestLowerWave, OperationPass<>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(TestLowerWave)
  explicit TestLowerWave(bool isNative = true) : isNative(isNative) {}
  StringRef getArgument() const final { return "test-lower-wave"; }
  StringRef getDescription() const final {
    return "Lower the ops of the dialect 'wave' to upstream ops";
  }
  void getDependentDialects(DialectRegistry &registry) const override {
    registry.insert<arith::ArithDialect, linalg::LinalgDialect,
                    math::MathDialect, tensor::TensorDialect>();
  }
  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    patterns.add<Lowering<wave::SoftSignOp>, Lowering<wave::FlipOp>,
                 Lowering<wave::ScaleOp>, Lowering<wave::DotOp>,
                 Lowering<wave::EachOp>, Lowering<wave::ThriceOp>,
                 Lowering<wave::SquareOp>>(&getContext());
    patterns.add<LowerSame>(&getContext(), isNative);
    walkAndApplyPatterns(getOperation(), std::move(patterns));
  }

private:
  bool isNative;
};
} // namespace

//===----------------------------------------------------------------------===//
// The pipelines
//===----------------------------------------------------------------------===//

namespace {
/// Lowers ops on signals before ops on tensors are fused.
struct WaveLowering final : sg::LoweringInterface {
  using LoweringInterface::LoweringInterface;
  void buildLowering(sg::PipelineStage stage, OpPassManager &pm) const final {
    if (stage == sg::PipelineStage::Fusion)
      pm.addPass(sg::test::createLowerWave());
  }
};
} // namespace

namespace {
/// Lowers x / 2 to 0.5 x.
struct ConvertHalf final : ConvertOpToLLVMPattern<wave::HalfOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;
  LogicalResult
  matchAndRewrite(wave::HalfOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const final {
    Type type = adaptor.getInput().getType();
    Value half = LLVM::ConstantOp::create(rewriter, op.getLoc(), type,
                                          rewriter.getFloatAttr(type, 0.5));
    rewriter.replaceOpWithNewOp<LLVM::FMulOp>(op, adaptor.getInput(), half);
    return success();
  }
};

/// Lowers ops on numbers at the end of the pipeline.
struct WaveToLLVM final : ConvertToLLVMPatternInterface {
  using ConvertToLLVMPatternInterface::ConvertToLLVMPatternInterface;
  void populateConvertToLLVMConversionPatterns(
      ConversionTarget &target, LLVMTypeConverter &types,
      RewritePatternSet &patterns) const final {
    target.addIllegalOp<wave::HalfOp>();
    patterns.add<ConvertHalf>(types);
  }
};
} // namespace

static void registerWaveLowering(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *, wave::WaveDialect *dialect) {
    dialect->addInterfaces<WaveLowering, WaveToLLVM>();
  });
}

void sg::test::registerWave(DialectRegistry &registry) {
  registry.insert<wave::WaveDialect>();
  registerWaveRules(registry);
  registerWaveLowering(registry);
  registry.addExtension(+[](MLIRContext *context, wave::WaveDialect *) {
    wave::attachWrongRules(context);
  });
}

void sg::test::registerWavePasses() { PassRegistration<TestLowerWave>(); }

std::unique_ptr<Pass> sg::test::createLowerWave(bool isNative) {
  return std::make_unique<TestLowerWave>(isNative);
}
