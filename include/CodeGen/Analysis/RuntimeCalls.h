//===- RuntimeCalls.h - Emits calls to runtime functions --------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_CODEGEN_ANALYSIS_RUNTIMECALLS_H
#define SG_CODEGEN_ANALYSIS_RUNTIMECALLS_H

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/SymbolTable.h"

namespace sg {

/// Returns the source location as a prefix such as "model.mlir:3:5: ", or an
/// empty string if the location names no file.
inline std::string describeLocation(mlir::Location location) {
  std::string text;
  llvm::raw_string_ostream os(text);
  if (auto file = location->findInstanceOf<mlir::FileLineColLoc>())
    os << file.getFilename().getValue() << ":" << file.getLine() << ":"
       << file.getColumn() << ": ";
  return text;
}

/// Creates calls of runtime functions. Inserts the declarations and constant
/// arguments at the start of the module.
class RuntimeCalls {
public:
  explicit RuntimeCalls(mlir::SymbolTable &symbols) : symbols(symbols) {}

  /// Creates a constant, null-terminated string with the symbol `name` and
  /// returns its address.
  mlir::Value createText(mlir::ImplicitLocOpBuilder &b, llvm::StringRef name,
                         std::string text) {
    text.push_back('\0');
    auto type = mlir::LLVM::LLVMArrayType::get(b.getI8Type(), text.size());
    mlir::OpBuilder moduleStart = atModuleStart();
    auto global = mlir::LLVM::GlobalOp::create(
        moduleStart, b.getLoc(), type, /*isConstant=*/true,
        mlir::LLVM::Linkage::Internal, name, b.getStringAttr(text));
    symbols.insert(global);
    return mlir::LLVM::AddressOfOp::create(b, global);
  }

  /// Creates a constant array and returns its address, or a null pointer if
  /// `numbers` is empty.
  mlir::Value createNumbers(mlir::ImplicitLocOpBuilder &b, llvm::StringRef name,
                            llvm::ArrayRef<int32_t> numbers) {
    if (numbers.empty())
      return mlir::LLVM::ZeroOp::create(
          b, mlir::LLVM::LLVMPointerType::get(b.getContext()));
    auto type = mlir::LLVM::LLVMArrayType::get(b.getI32Type(), numbers.size());
    mlir::OpBuilder moduleStart = atModuleStart();
    auto global = mlir::LLVM::GlobalOp::create(
        moduleStart, b.getLoc(), type, /*isConstant=*/true,
        mlir::LLVM::Linkage::Internal, name, b.getI32TensorAttr(numbers));
    symbols.insert(global);
    return mlir::LLVM::AddressOfOp::create(b, global);
  }

  /// Calls a runtime function. The arguments have types of the LLVM dialect. If
  /// `result` is null, the function returns void.
  mlir::LLVM::CallOp createCall(mlir::ImplicitLocOpBuilder &b,
                                llvm::StringRef name, mlir::Type result,
                                mlir::ValueRange arguments) {
    auto function = symbols.lookup<mlir::LLVM::LLVMFuncOp>(name);
    if (!function) {
      mlir::Type type = result;
      if (!type)
        type = mlir::LLVM::LLVMVoidType::get(b.getContext());
      mlir::OpBuilder moduleStart = atModuleStart();
      function = mlir::LLVM::LLVMFuncOp::create(
          moduleStart, symbols.getOp()->getLoc(), name,
          mlir::LLVM::LLVMFunctionType::get(
              type, llvm::to_vector(arguments.getTypes())));
      symbols.insert(function);
    }
    return mlir::LLVM::CallOp::create(b, function, arguments);
  }

private:
  mlir::OpBuilder atModuleStart() {
    return mlir::OpBuilder::atBlockBegin(
        &symbols.getOp()->getRegion(0).front());
  }

  mlir::SymbolTable &symbols;
};

} // namespace sg

#endif // SG_CODEGEN_ANALYSIS_RUNTIMECALLS_H
