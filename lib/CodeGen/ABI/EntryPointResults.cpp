//===- EntryPointResults.cpp - Results of an entry point ------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EntryPointResults.h"
#include "StoredScalars.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Remarks.h"
#include "sg/CodeGen/ABI/DonatedArguments.h"
#include "sg/CodeGen/Analysis/Descriptors.h"
#include "sg/Dialect/Runtime/IR/Runtime.h"
#include "llvm/Support/DebugLog.h"

#define DEBUG_TYPE "sg-export-functions"

using namespace mlir;
using namespace sg;

static MemRefType getMemRefType(RankedTensorType type) {
  return MemRefType::get(type.getShape(), type.getElementType());
}

SmallVector<Value> EntryPointResults::setSizes(Value call, unsigned position,
                                               Value result) {
  SmallVector<Value> sizes;
  auto type = dyn_cast<ShapedType>(result.getType());
  for (int64_t dim = 0; type && dim < type.getRank(); ++dim) {
    sizes.push_back(b.createOrFold<tensor::DimOp>(
        result, arith::ConstantIndexOp::create(b, dim)));
    runtime::SetSizeOp::create(b, call, position, dim, toI64(sizes.back()));
  }
  return sizes;
}

/// Emits the request for a result's memory. The sizes of the result must be set
/// before. The pointer is not `noalias`: LLVM would delete stores that the
/// function does not read again.
Value EntryPointResults::requestMemory(Value call, unsigned position,
                                       Type type) {
  bool isResultOnDevice = onDevice && isa<RankedTensorType>(type);
  return runtime::ResultOp::create(b, call.getType(), call, position,
                                   isResultOnDevice);
}

/// Requests the result's memory and materializes the result there.
void EntryPointResults::writeResult(Value call, unsigned position,
                                    Value result) {
  SmallVector<Value> sizes = setSizes(call, position, result);
  Value address = requestMemory(call, position, result.getType());
  auto tensor = dyn_cast<RankedTensorType>(result.getType());
  if (!tensor) {
    storeScalar(b, result, address);
    return;
  }
  Value memref = createMemRef(b, getMemRefType(tensor), address, sizes);
  Value target = bufferization::ToTensorOp::create(
      b, tensor, memref, /*restrict=*/true, /*writable=*/true);
  // Materialize in a tensor: bufferization then sees which values share the
  // memory of the result.
  Value written = bufferization::MaterializeInDestinationOp::create(
                      b, tensor, result, target)
                      ->getResult(0);
  // This copy of the memory onto itself keeps the materialization alive, and is
  // folded later.
  bufferization::MaterializeInDestinationOp::create(
      b, Type(), written, memref, /*restrict=*/false, /*writable=*/true);
}

/// Requests memory for the result, and copies the result unless it was computed
/// there. The memory may be the argument's: the select shows this alias to
/// LLVM, which otherwise relies on the argument's `noalias`.
void EntryPointResults::copyUnlessInPlace(Value call, unsigned position,
                                          Value written, ArrayRef<Value> sizes,
                                          Value argument) {
  MemRefType type = getMemRefType(cast<RankedTensorType>(written.getType()));
  auto addressOf = [&](Value tensor) {
    Value memref = bufferization::ToBufferOp::create(b, type, tensor,
                                                     /*read_only=*/true);
    return memref::ExtractAlignedPointerAsIndexOp::create(b, memref);
  };
  Value source = toI64(addressOf(written));
  Value target = requestMemory(call, position, written.getType());
  Value targetAddress = LLVM::PtrToIntOp::create(b, b.getI64Type(), target);
  Value isElsewhere =
      arith::CmpIOp::create(b, arith::CmpIPredicate::ne, source, targetAddress);
  OpBuilder::InsertionGuard guard(b);
  auto copyBranch = scf::IfOp::create(b, isElsewhere, /*withElseRegion=*/false);
  b.setInsertionPointToStart(copyBranch.thenBlock());
  Value isArgument =
      LLVM::ICmpOp::create(b, LLVM::ICmpPredicate::eq, target, argument);
  Value address = arith::SelectOp::create(b, isArgument, argument, target);
  bufferization::MaterializeInDestinationOp::create(
      b, Type(), written, createMemRef(b, type, address, sizes),
      /*restrict=*/false, /*writable=*/true);
}

/// Reports in the debug log, and as a remark, that a result is not computed in
/// the memory of its argument.
static void reportCopied(func::FuncOp function, unsigned result,
                         unsigned argument, StringRef reason) {
  Location loc = function.getLoc();
  LDBG() << "copied to the memory of argument " << argument << ", " << reason
         << ": result " << result << " at " << loc;
  if (!function->getContext()->getRemarkEngine())
    return;
  StringRef name = function.getName();
  name.consume_front("sg.internal.");
  // Pass one string. Each `<<` would print a separate remark.
  remark::missed(
      loc,
      remark::RemarkOpts::name("in-place").category("codegen").function(name))
      << ("result " + Twine(result) +
          " is copied to the memory of donated argument " + Twine(argument) +
          ": " + reason)
             .str();
}

/// Materializes results in the memory of their arguments. First copies each
/// result that may differ in size from its argument or may alias the argument
/// of another result.
void EntryPointResults::overwriteArguments(MutableArrayRef<Value> results,
                                           ArrayRef<Value> arguments) {
  SmallVector<Value> targets(results.size());
  llvm::SmallBitVector overwritten(arguments.size());
  for (std::optional<unsigned> argument : pairs)
    if (argument)
      overwritten.set(*argument);
  for (auto [i, pair] : llvm::enumerate(pairs)) {
    if (!pair)
      continue;
    bool hasSizes = hasSameSizes(function, i, *pair);
    if (!hasSizes || mayAliasOtherArgument(function, i, *pair, overwritten)) {
      reportCopied(function, i, *pair,
                   hasSizes
                       ? "it may be in the memory of another donated argument"
                       : "it is not known to have the argument's size");
      results[i] = bufferization::AllocTensorOp::create(
          b, cast<RankedTensorType>(results[i].getType()),
          /*dynamicSizes=*/ValueRange(), /*copy=*/results[i]);
    } else {
      LDBG() << "computed in the memory of argument " << *pair << ": result "
             << i << " at " << function.getLoc();
    }
    if (hasSizes)
      targets[i] = arguments[*pair];
  }
  for (auto [result, target] : llvm::zip(results, targets))
    if (target)
      result = bufferization::MaterializeInDestinationOp::create(
                   b, result.getType(), result, target)
                   ->getResult(0);
}

void EntryPointResults::writeResults(Value call, ValueRange results,
                                     ArrayRef<Value> arguments,
                                     ArrayRef<Value> addresses) {
  SmallVector<Value> written(results);
  SmallVector<SmallVector<Value>> sizes(written.size());
  for (auto [i, pair] : llvm::enumerate(pairs)) {
    if (pair)
      sizes[i] = setSizes(call, i, written[i]);
    else
      writeResult(call, i, written[i]);
  }
  overwriteArguments(written, arguments);
  for (auto [i, pair] : llvm::enumerate(pairs))
    if (pair)
      copyUnlessInPlace(call, i, written[i], sizes[i], addresses[*pair]);
}
