//===- DerivativeTrail.cpp - Notes on the current differentiation ---------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sg/Transforms/DerivativeTrail.h"
#include "llvm/Support/ProgramStack.h"
#include "llvm/Support/Threading.h"

using namespace mlir;
using namespace sg::grad;

DerivativeTrail::DerivativeTrail(MLIRContext *context)
    : thread(llvm::get_threadid()),
      handler(context, [this](Diagnostic &diagnostic) {
        if (llvm::get_threadid() == thread &&
            diagnostic.getSeverity() != DiagnosticSeverity::Remark)
          for (auto &[location, text] : llvm::reverse(steps))
            diagnostic.attachNote(location) << text;
        return failure(); // continue with the next handler
      }) {}

void DerivativeTrail::continueOnNewStack(unsigned bytes,
                                         llvm::function_ref<void()> function) {
  uint64_t before = thread;
  llvm::runOnNewStack(bytes, [&] {
    thread = llvm::get_threadid();
    function();
  });
  thread = before;
}
