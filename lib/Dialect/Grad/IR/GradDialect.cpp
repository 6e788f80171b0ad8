//===- GradDialect.cpp - Registration and discardable attributes ----------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GradBytecode.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "mlir/Transforms/InliningUtils.h"
#include "sg/Dialect/Grad/IR/Grad.h"

using namespace mlir;
using namespace sg::grad;

#include "sg/Dialect/Grad/IR/GradDialect.cpp.inc"
#include "sg/Dialect/Grad/IR/GradInterfaces.cpp.inc"

namespace {
/// Allows inlining of functions that contain stops, requests or checkpoints.
struct GradInlinerInterface : DialectInlinerInterface {
  using DialectInlinerInterface::DialectInlinerInterface;
  bool isLegalToInline(Operation *, Region *, bool, IRMapping &) const final {
    return true;
  }
  bool isLegalToInline(Region *, Region *, bool, IRMapping &) const final {
    return true;
  }
};
} // namespace

void GradDialect::initialize() {
  addOperations<
#define GET_OP_LIST
#include "sg/Dialect/Grad/IR/GradOps.cpp.inc"
      >();
  addInterfaces<GradInlinerInterface>();
  addBytecodeInterface(*this);
}

/// Materializes the constant to which a `stop_gradient` of a constant folds.
Operation *GradDialect::materializeConstant(OpBuilder &builder, Attribute value,
                                            Type type, Location loc) {
  return arith::ConstantOp::materialize(builder, value, type, loc);
}

/// Verifies the form of a custom rule. The functions of the rule need not exist
/// yet. The pass that uses the rule checks their signatures.
static LogicalResult verifyCustomRule(Operation *op, NamedAttribute attribute) {
  auto function = dyn_cast<func::FuncOp>(op);
  if (!function)
    return op->emitOpError()
           << "must not have '" << attribute.getName().getValue()
           << "': only a func.func can have a custom rule";
  StringRef name = attribute.getName();
  if (name == kCustomJVPAttr) {
    if (!isa<FlatSymbolRefAttr>(attribute.getValue()))
      return op->emitOpError() << "expects '" << name
                               << "' to be the name of a function, as in "
                                  "grad.custom_jvp = @f_jvp";
  } else {
    auto rule = dyn_cast<DictionaryAttr>(attribute.getValue());
    if (!rule || rule.size() != 2 ||
        !isa_and_present<FlatSymbolRefAttr>(rule.get("forward")) ||
        !isa_and_present<FlatSymbolRefAttr>(rule.get("backward")))
      return op->emitOpError()
             << "expects '" << name
             << "' to name two functions, as in grad.custom_vjp = {forward = "
                "@f_fwd, backward = @f_bwd}";
  }
  if (!function.isExternal() && !function.getNoInline())
    return op->emitOpError()
           << "with '" << name
           << "' must have no_inline: inlining its body would lose the rule";
  return success();
}

/// Verifies grad.checkpoint on a function. The reverse sweep recomputes the
/// function, or the equivalent function that the attribute names.
static LogicalResult verifyCheckpoint(Operation *op, NamedAttribute attribute) {
  auto function = dyn_cast<func::FuncOp>(op);
  if (!function || !isa<UnitAttr, FlatSymbolRefAttr>(attribute.getValue()))
    return op->emitOpError() << "must not have '" << kCheckpointAttr
                             << "' in this form: it belongs on a func.func, "
                                "alone or with the name of a function";
  if (!function.getNoInline())
    return op->emitOpError() << "with '" << kCheckpointAttr
                             << "' must have no_inline: inlining its body "
                                "would lose the attribute";
  return success();
}

static LogicalResult verifyCheckpointSchedule(Operation *op,
                                              NamedAttribute attribute) {
  StringRef name = attribute.getName();
  if (!isa<LoopLikeOpInterface>(op))
    return op->emitOpError()
           << "must not have '" << name << "': it belongs on a loop";
  auto value = dyn_cast<IntegerAttr>(attribute.getValue());
  int64_t minimum = name == kCheckpointEveryAttr ? 0 : 1;
  if (!value || !value.getType().isInteger(64) || value.getInt() < minimum)
    return op->emitOpError() << "expects '" << name << "' to be an i64 of at "
                             << "least " << minimum;
  return success();
}

static LogicalResult emitNoAttribute(Operation *op, NamedAttribute attribute,
                                     StringRef where) {
  return op->emitOpError()
         << "has '" << attribute.getName().getValue() << "'" << where
         << ", which is not an attribute of the grad dialect: its attributes "
            "are grad.custom_vjp, grad.custom_jvp and "
            "grad.checkpoint on functions, grad.checkpoint_every and "
            "grad.checkpoint_slots on loops";
}

LogicalResult GradDialect::verifyOperationAttribute(Operation *op,
                                                    NamedAttribute attribute) {
  // Attributes are verified before the op. The function may lack its region.
  if (isa<FunctionOpInterface>(op) && op->getNumRegions() != 1)
    return success();
  StringRef name = attribute.getName();
  if (name == kCustomVJPAttr || name == kCustomJVPAttr)
    return verifyCustomRule(op, attribute);
  if (name == kCheckpointAttr)
    return verifyCheckpoint(op, attribute);
  if (name == kCheckpointEveryAttr || name == kCheckpointSlotsAttr)
    return verifyCheckpointSchedule(op, attribute);
  return emitNoAttribute(op, attribute, "");
}

LogicalResult GradDialect::verifyRegionArgAttribute(Operation *op, unsigned,
                                                    unsigned,
                                                    NamedAttribute attribute) {
  return emitNoAttribute(op, attribute, " on an argument");
}

LogicalResult
GradDialect::verifyRegionResultAttribute(Operation *op, unsigned, unsigned,
                                         NamedAttribute attribute) {
  return emitNoAttribute(op, attribute, " on a result");
}
