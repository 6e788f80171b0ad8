//===- FrontendDialects.h - Parsers for the ops of frontends ----*- C++ -*-===//
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

/// Registers the dialects `tm_tensor` (torch-mlir) and `iree_linalg_ext`
/// (IREE), which parse scan, scatter, sort and topk as unregistered ops.
/// --grad-import-tensor-ops lowers these ops to upstream dialects.
///
/// Only tools call this function: a compiler that already has these dialects
/// must not register them again. The pass also accepts ops of the original
/// dialects.
void registerFrontendDialects(mlir::DialectRegistry &registry);

} // namespace sg

#endif // SG_CONVERSION_FRONTENDDIALECTS_H
