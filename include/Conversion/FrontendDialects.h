//===- FrontendDialects.h - To read what frontends write --------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_CONVERSION_FRONTENDDIALECTS_H
#define SG_CONVERSION_FRONTENDDIALECTS_H

namespace mlir {
class DialectRegistry;
} // namespace mlir

namespace sg {

/// Lets a context read the text of `tm_tensor`, which is torch-mlir's, and of
/// `iree_linalg_ext`, which is IREE's: scan, scatter, sort and topk, as ops
/// that are not registered. --grad-import-tensor-ops makes upstream's ops of
/// them.
///
/// For tools. A compiler that has these dialects must not register them again;
/// the pass takes its ops as they are.
void registerFrontendDialects(mlir::DialectRegistry &registry);

} // namespace sg

#endif // SG_CONVERSION_FRONTENDDIALECTS_H
