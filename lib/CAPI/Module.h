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
  /// What has been said that was no error.
  std::string warnings;
  /// One call at a time.
  std::mutex mutex;
};

/// Returns an error if `use` is not allowed.
SGError *checkAllowed(const CompilerUse &use);

/// The use of a module by a call, which other calls for it wait for.
class ModuleUse {
public:
  explicit ModuleUse(const SGModule *handle) : handle(handle), pinned(handle) {}

  /// Waits for other calls. Returns an error if the handle is not valid.
  SGError *begin();
  ModuleObject &operator*() const { return *pinned; }
  ModuleObject *operator->() const { return pinned.get(); }

private:
  const SGModule *handle;
  CompilerUse compiler;
  Pinned<ModuleObject> pinned;
  std::unique_lock<std::mutex> lock;
};

/// Reads bytes that are a module.
SGError *parse(llvm::StringRef bytes, llvm::StringRef name,
               std::unique_ptr<ModuleObject> &module);
/// Reads bytes that are a module, and gives its handle.
SGError *giveParsed(llvm::StringRef bytes, llvm::StringRef name,
                    SGModule **module);
/// Returns a copy of the module, in a new context.
SGError *copyModule(const SGModule *handle,
                    std::unique_ptr<ModuleObject> &copy);

/// A copy of the module in its context, on which `change` is tried: it returns
/// whether it succeeded. If so the copy is given, else what went wrong;
/// `otherwise` if nothing has been said.
SGError *
tryOnCopy(ModuleObject &module, const llvm::Twine &otherwise,
          llvm::function_ref<llvm::LogicalResult(mlir::ModuleOp)> change,
          mlir::OwningOpRef<mlir::ModuleOp> &copy);

/// The function of that name, which has a body; else an error that says what
/// there is.
SGError *findFunction(mlir::ModuleOp module, const char *name,
                      mlir::func::FuncOp &function);

} // namespace sg::capi

#endif // SG_LIB_CAPI_MODULE_H
