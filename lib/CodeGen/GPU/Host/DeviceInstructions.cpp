//===- DeviceInstructions.cpp - Uses instructions of GPUs -----------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DeviceInstructions.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/DebugLog.h"

#define DEBUG_TYPE "sg-target-nvvm"

using namespace mlir;

template <typename Intrinsic>
static Value createIntrinsic(ImplicitLocOpBuilder &b, LLVM::CallOp call) {
  return Intrinsic::create(b, call.getResult().getType(), call.getOperands());
}

static Value createAbs(ImplicitLocOpBuilder &b, LLVM::CallOp call) {
  return LLVM::AbsOp::create(b, call.getResult().getType(), call.getOperand(0),
                             /*is_int_min_poison=*/false);
}

/// Returns the builder of the LLVM intrinsic that replaces a libdevice
/// function, or null if no intrinsic does.
static auto findIntrinsic(StringRef function) {
  using Create = Value (*)(ImplicitLocOpBuilder &, LLVM::CallOp);
  if (!function.consume_front("__nv_"))
    return Create(nullptr);
  function.consume_back("f"); // suffix of the f32 variants
  return llvm::StringSwitch<Create>(function)
      .Case("abs", createAbs)
      .Case("ceil", createIntrinsic<LLVM::FCeilOp>)
      .Case("copysign", createIntrinsic<LLVM::CopySignOp>)
      .Case("fabs", createIntrinsic<LLVM::FAbsOp>)
      .Case("floor", createIntrinsic<LLVM::FFloorOp>)
      .Case("fma", createIntrinsic<LLVM::FMAOp>)
      .Case("fmax", createIntrinsic<LLVM::MaxNumOp>)
      .Case("fmin", createIntrinsic<LLVM::MinNumOp>)
      .Case("rint", createIntrinsic<LLVM::RoundEvenOp>)
      .Case("round", createIntrinsic<LLVM::RoundOp>)
      .Case("sqrt", createIntrinsic<LLVM::SqrtOp>)
      .Case("trunc", createIntrinsic<LLVM::FTruncOp>)
      .Default(nullptr);
}

void sg::replaceLibraryCalls(gpu::GPUModuleOp kernels) {
  kernels.walk([](LLVM::CallOp call) {
    std::optional<StringRef> name = call.getCallee();
    auto create = name ? findIntrinsic(*name) : nullptr;
    if (!create)
      return;
    LDBG() << "an instruction instead of '" << *name << "' at "
           << call.getLoc();
    ImplicitLocOpBuilder b(call.getLoc(), call);
    call.getResult().replaceAllUsesWith(create(b, call));
    call.erase();
  });
}

void sg::replaceMath(gpu::GPUModuleOp kernels) {
  kernels.walk([](Operation *op) {
    ImplicitLocOpBuilder b(op->getLoc(), op);
    Value x = op->getNumOperands() == 1 ? op->getOperand(0) : Value();
    Value result =
        llvm::TypeSwitch<Operation *, Value>(op)
            .Case([&](math::TruncOp) -> Value {
              return LLVM::FTruncOp::create(b, x.getType(), x);
            })
            .Case([&](math::AbsIOp) -> Value {
              return LLVM::AbsOp::create(b, x.getType(), x,
                                         /*is_int_min_poison=*/false);
            })
            .Case([&](math::CountLeadingZerosOp) -> Value {
              return LLVM::CountLeadingZerosOp::create(
                  b, x.getType(), x, /*is_zero_poison=*/false);
            })
            .Case([&](math::CountTrailingZerosOp) -> Value {
              return LLVM::CountTrailingZerosOp::create(
                  b, x.getType(), x, /*is_zero_poison=*/false);
            })
            .Case([&](math::CtPopOp) -> Value {
              return LLVM::CtPopOp::create(b, x.getType(), x);
            })
            .Default(Value());
    if (!result)
      return;
    op->replaceAllUsesWith(ValueRange{result});
    op->erase();
  });
}

void sg::enableFastMath(gpu::GPUModuleOp kernels) {
  MLIRContext *context = kernels.getContext();
  using LLVM::FastmathFlags;
  kernels.walk([&](LLVM::FastmathFlagsInterface op) {
    LLVM::FastmathFlagsAttr flags = op.getFastmathAttr();
    auto extended =
        flags.getValue() | FastmathFlags::afn | FastmathFlags::contract;
    op->setAttr(op.getFastmathAttrName(),
                LLVM::FastmathFlagsAttr::get(context, extended));
  });
  for (auto function : kernels.getOps<LLVM::LLVMFuncOp>())
    if (!function.isExternal())
      function.setDenormalFpMathF32("preserve-sign,preserve-sign");
}
