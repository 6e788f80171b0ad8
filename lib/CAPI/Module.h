//===- Module.h - A module and its context ----------------------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_LIB_CAPI_MODULE_H
#define SG_LIB_CAPI_MODULE_H

#include "CompilerUse.h"
#include "Error.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/OwningOpRef.h"
#include <mutex>
#include <optional>

namespace sg::capi {

struct ModuleObject {
  using Handle = SGModule;
  static constexpr HandleKind kind = HandleKind::Module;

  ModuleObject();

  mlir::MLIRContext context;
  mlir::OwningOpRef<mlir::ModuleOp> module;
  /// Diagnostics that are not errors.
  std::string warnings;
  /// Serializes calls for the module.
  std::mutex mutex;
};

/// Returns an error if `use` is not allowed.
SGError *checkAllowed(const CompilerUse &use);

/// The exclusive use of a module by a call. Other calls for the module wait.
class ModuleUse {
public:
  explicit ModuleUse(const SGModule *handle) : handle(handle), pinned(handle) {}

  /// Waits for other calls. Returns an error if the handle is not valid or the
  /// process is ending.
  SGError *begin();
  ModuleObject &operator*() const { return *pinned; }
  ModuleObject *operator->() const { return pinned.get(); }

private:
  const SGModule *handle;
  CompilerUse compiler;
  Pinned<ModuleObject> pinned;
  std::unique_lock<std::mutex> lock;
};

/// Parses a module from text or bytecode.
SGError *parse(llvm::StringRef bytes, llvm::StringRef name,
               std::unique_ptr<ModuleObject> &module);
/// Like `parse`, and stores the handle of the module in `*module`.
SGError *giveParsed(llvm::StringRef bytes, llvm::StringRef name,
                    SGModule **module);
/// Copies the module to a new context.
SGError *copyModule(const SGModule *handle,
                    std::unique_ptr<ModuleObject> &copy);

/// Copies the module in its context and runs `change` on the copy. If `change`
/// succeeds, stores the copy. Otherwise returns the emitted errors, or
/// `defaultMessage` if there are none.
SGError *
tryOnCopy(ModuleObject &module, const llvm::Twine &defaultMessage,
          llvm::function_ref<llvm::LogicalResult(mlir::ModuleOp)> change,
          mlir::OwningOpRef<mlir::ModuleOp> &copy);

/// Finds the function `name`, which must have a body. Otherwise returns an
/// error that lists the functions.
SGError *findFunction(mlir::ModuleOp module, const char *name,
                      mlir::func::FuncOp &function);

} // namespace sg::capi

#endif // SG_LIB_CAPI_MODULE_H
