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

/// Why a NaN arises at an op of a derivative: ": zero times infinity", and
/// which choice of the program has sent the zero. Empty if it may have another
/// reason.
std::string explainNan(mlir::Operation *op);

/// Whether a NaN of the op is replaced by a zero: it is a product in a
/// derivative with strong zeros.
bool isNanReplaced(mlir::Operation *op);

} // namespace sg

#endif // SG_LIB_CODEGEN_VERIFICATION_ZEROTIMESINFINITY_H
