//===- OneFunction.cpp - Extracts a function of a module ------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sg/Compiler/OneFunction.h"
#include "mlir/Bytecode/BytecodeReader.h"
#include "mlir/Conversion/ControlFlowToSCF/ControlFlowToSCF.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Transforms/Passes.h"
#include "sg/CodeGen/Passes.h"
#include "sg/Pipelines/Pipelines.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;

std::unique_ptr<llvm::MemoryBuffer>
sg::alignBytecode(std::unique_ptr<llvm::MemoryBuffer> buffer) {
  const llvm::Align alignment(4096);
  if (!isBytecode(buffer->getMemBufferRef()) ||
      llvm::isAddrAligned(alignment, buffer->getBufferStart()))
    return buffer;
  auto copy = llvm::WritableMemoryBuffer::getNewUninitMemBuffer(
      buffer->getBufferSize(), buffer->getBufferIdentifier(), alignment);
  if (!copy)
    return buffer; // out of memory; parsing will report it
  llvm::copy(buffer->getBuffer(), copy->getBufferStart());
  return copy;
}

static llvm::Error makeError(const Twine &text) {
  return llvm::createStringError(llvm::inconvertibleErrorCode(), text);
}

llvm::Expected<func::FuncOp> sg::findFunction(ModuleOp module, StringRef name,
                                              StringRef file) {
  auto function = module.lookupSymbol<func::FuncOp>(name);
  if (!function) {
    std::string names;
    for (auto candidate : module.getOps<func::FuncOp>())
      names +=
          (names.empty() ? "; there are @" : ", @") + candidate.getName().str();
    std::string inFile = file.empty() ? "" : (" in '" + file + "'").str();
    return makeError("there is no function '@" + name + "'" + inFile + names);
  }
  if (function.isExternal())
    return makeError("the function '@" + name + "' has no body");
  return function;
}

LogicalResult sg::removeUnreferencedSymbols(ModuleOp module,
                                            func::FuncOp function) {
  for (Operation &op : *module.getBody())
    if (auto symbol = dyn_cast<SymbolOpInterface>(op))
      symbol.setVisibility(SymbolTable::Visibility::Private);
  function.setPublic();
  // SymbolDCE assumes that symbol tables have one block.
  WalkResult walk = module.walk([](Operation *op) {
    bool hasBlock =
        op->getNumRegions() == 1 && llvm::hasSingleElement(op->getRegion(0));
    return WalkResult(op->hasTrait<OpTrait::SymbolTable>() && !hasBlock
                          ? verify(op, /*verifyRecursively=*/false)
                          : success());
  });
  if (walk.wasInterrupted())
    return failure();
  PassManager pm(module.getContext());
  pm.enableVerifier(false); // the whole module is verified below
  pm.addPass(createSymbolDCEPass());
  if (failed(pm.run(module)))
    return failure();
  return verify(module);
}

LogicalResult sg::checkRegistered(ModuleOp module) {
  WalkResult walk = module.walk([](Operation *op) {
    if (op->isRegistered())
      return WalkResult::advance();
    op->emitOpError() << "is unknown to sg; run the passes that lower its "
                         "dialect first";
    return WalkResult::interrupt();
  });
  return failure(walk.wasInterrupted());
}

/// Returns `root` and the functions that it references, directly or indirectly.
/// `root` is the first.
static SetVector<func::FuncOp> findReachable(ModuleOp module,
                                             func::FuncOp root) {
  SetVector<func::FuncOp> reachable;
  reachable.insert(root);
  for (size_t i = 0; i < reachable.size(); ++i) {
    Operation *function = func::FuncOp(reachable[i]);
    if (auto uses = SymbolTable::getSymbolUses(function))
      for (SymbolTable::SymbolUse use : *uses)
        if (auto referenced = module.lookupSymbol<func::FuncOp>(
                use.getSymbolRef().getRootReference()))
          reachable.insert(referenced);
  }
  return reachable;
}

LogicalResult sg::liftBranches(ModuleOp module, func::FuncOp root) {
  PassManager pm(module.getContext(), func::FuncOp::getOperationName());
  pm.addPass(createLiftControlFlowToSCFPass());
  pm.addPass(createCanonicalize());
  SetVector<func::FuncOp> functions;
  if (root)
    functions = findReachable(module, root);
  else
    functions.insert_range(module.getOps<func::FuncOp>());
  for (func::FuncOp function : functions) {
    WalkResult result = function.walk([](Operation *op) {
      return op->getNumSuccessors() == 0 ? WalkResult::advance()
                                         : WalkResult::interrupt();
    });
    if (result.wasInterrupted() && failed(pm.run(function)))
      return failure();
  }
  return success();
}
