//===- RuntimeDialect.cpp - The runtime dialect ---------------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"
#include "mlir/Transforms/InliningUtils.h"
#include "sg/Dialect/Runtime/IR/Runtime.h"

using namespace mlir;
using namespace sg::runtime;

#include "sg/Dialect/Runtime/IR/RuntimeDialect.cpp.inc"

namespace {
/// Allows inlining of functions that contain runtime ops.
struct RuntimeInlinerInterface : DialectInlinerInterface {
  using DialectInlinerInterface::DialectInlinerInterface;
  bool isLegalToInline(Operation *, Region *, bool, IRMapping &) const final {
    return true;
  }
};
} // namespace

void RuntimeDialect::initialize() {
  addOperations<
#define GET_OP_LIST
#include "sg/Dialect/Runtime/IR/RuntimeOps.cpp.inc"
      >();
  addInterfaces<RuntimeInlinerInterface>();
}

#define GET_OP_CLASSES
#include "sg/Dialect/Runtime/IR/RuntimeOps.cpp.inc"
