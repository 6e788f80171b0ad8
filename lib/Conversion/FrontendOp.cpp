//===- FrontendOp.cpp - An op of a frontend's dialect ---------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FrontendOp.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/IRMapping.h"

using namespace mlir;
using namespace sg;

static StringRef getMnemonic(Operation *op) {
  return op->getName().stripDialect();
}

bool FrontendOp::isSupported(StringRef mnemonic) {
  return llvm::is_contained<StringRef>({"scan", "scatter", "sort", "topk"},
                                       mnemonic);
}

bool FrontendOp::isFrontendOp(Operation *op) {
  StringRef dialect = op->getName().getDialectNamespace();
  return (dialect == "tm_tensor" || dialect == "iree_linalg_ext") &&
         getMnemonic(op) != "yield";
}

bool FrontendOp::isIREE() const {
  return op->getName().getDialectNamespace() == "iree_linalg_ext";
}

static std::optional<std::pair<int, int>> getSegments(Operation *op) {
  auto sizes = op->getAttrOfType<DenseI32ArrayAttr>(FrontendOp::segmentsName);
  if (!sizes || sizes.size() != 2 || sizes[0] < 0 || sizes[1] < 0 ||
      int64_t(sizes[0]) + sizes[1] != op->getNumOperands())
    return std::nullopt;
  return std::pair(sizes[0], sizes[1]);
}

ValueRange FrontendOp::getInputs() const {
  return op->getOperands().take_front(getSegments(op)->first);
}

ValueRange FrontendOp::getOutputs() const {
  return op->getOperands().take_back(getSegments(op)->second);
}

FailureOr<FrontendOp> FrontendOp::get(Operation *op, int inputs, int outputs,
                                      int arguments) {
  auto isTensor = [](Type type) { return isa<RankedTensorType>(type); };
  auto segments = getSegments(op);
  if (!segments || (inputs >= 0 && segments->first != inputs) ||
      (outputs >= 0 && segments->second != outputs) || segments->second == 0 ||
      !llvm::all_of(op->getOperandTypes(), isTensor))
    return op->emitOpError()
           << "has a wrong number of operands, or operands that are no tensors";
  FrontendOp frontendOp(op);
  if (frontendOp.getOutputs().getTypes() != op->getResultTypes())
    return op->emitOpError() << "must have the result types of its outs";
  if (op->getNumRegions() != 1 || !op->getRegion(0).hasOneBlock() ||
      frontendOp.getBody().empty() ||
      frontendOp.getBody().back().getName().stripDialect() != "yield" ||
      frontendOp.getBody().back().getNumOperands() != 1 ||
      (arguments >= 0 && frontendOp.getBody().getNumArguments() !=
                             static_cast<unsigned>(arguments)))
    return op->emitOpError() << "must have a body of one block that yields one "
                                "value";
  return frontendOp;
}

FailureOr<int64_t> FrontendOp::getDimension(int64_t rank) const {
  auto dimension = op->getAttrOfType<IntegerAttr>("dimension");
  if (!dimension || dimension.getInt() < 0 || dimension.getInt() >= rank)
    return op->emitOpError() << "must have a dimension from 0 to the rank of "
                                "its operands minus 1";
  return dimension.getInt();
}

Value FrontendOp::cloneBody(OpBuilder &builder, ValueRange arguments) const {
  IRMapping mapping;
  mapping.map(getBody().getArguments(), arguments);
  // If the terminator's dialect is not loaded, the op has no terminator trait.
  for (Operation &inner : llvm::drop_end(getBody()))
    builder.clone(inner, mapping);
  return mapping.lookupOrDefault(getBody().back().getOperand(0));
}

Value sg::castTo(OpBuilder &builder, Location loc, Value tensor, Type type) {
  if (tensor.getType() == type)
    return tensor;
  return tensor::CastOp::create(builder, loc, type, tensor);
}
