//===- UnreadableLocations.h - Locations in endless files -------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_LIB_PIPELINES_UNREADABLELOCATIONS_H
#define SG_LIB_PIPELINES_UNREADABLELOCATIONS_H

#include "mlir/IR/DialectRegistry.h"

namespace sg {

/// Adds a handler that prints a diagnostic without its source line if a
/// location names a device, a pipe, or a file larger than kMaxProgramBytes.
/// MlirOptMain would read this file to its end. `input` is the name of the
/// program, which is in memory.
void addEndlessLocationHandler(mlir::DialectRegistry &registry,
                               llvm::StringRef input);

} // namespace sg

#endif // SG_LIB_PIPELINES_UNREADABLELOCATIONS_H
