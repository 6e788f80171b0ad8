//===- ZeroTimesInfinity.h - Zero times infinity in derivatives -*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_LIB_CODEGEN_VERIFICATION_ZEROTIMESINFINITY_H
#define SG_LIB_CODEGEN_VERIFICATION_ZEROTIMESINFINITY_H

#include "mlir/IR/Operation.h"
#include <string>

namespace sg {

/// Returns the reason for a NaN at an op of a derivative, for example ": zero
/// times infinity", and the choice in the program that caused the zero. Returns
/// an empty string if the NaN may have another reason.
std::string explainNan(mlir::Operation *op);

/// Returns true if strong zeros replace a NaN of `op`, a product in a
/// derivative, by zero.
bool isNanReplaced(mlir::Operation *op);

} // namespace sg

#endif // SG_LIB_CODEGEN_VERIFICATION_ZEROTIMESINFINITY_H
