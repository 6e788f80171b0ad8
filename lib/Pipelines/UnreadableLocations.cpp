//===- UnreadableLocations.cpp - Locations in endless files ---------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "UnreadableLocations.h"
#include "mlir/IR/BuiltinDialect.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/Location.h"
#include "mlir/IR/MLIRContext.h"
#include "sg/Pipelines/Severity.h"
#include "sg/Support/Files.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;

static bool isEndless(StringRef path) {
  llvm::sys::fs::file_status status;
  if (llvm::sys::fs::status(path, status) ||
      status.type() == llvm::sys::fs::file_type::directory_file)
    return false; // cannot be read
  return status.type() != llvm::sys::fs::file_type::regular_file ||
         status.getSize() > sg::kMaxProgramBytes;
}

/// Returns true if a location of the diagnostic or of its notes names a file
/// that may be endless or too large.
static bool namesEndless(Diagnostic &diagnostic, StringRef input) {
  WalkResult walk = diagnostic.getLocation()->walk([&](Location location) {
    auto file = dyn_cast<FileLineColRange>(location);
    return file && file.getFilename() != input && isEndless(file.getFilename())
               ? WalkResult::interrupt()
               : WalkResult::advance();
  });
  return walk.wasInterrupted() ||
         llvm::any_of(diagnostic.getNotes(), [&](Diagnostic &note) {
           return namesEndless(note, input);
         });
}

static void print(Diagnostic &diagnostic) {
  if (auto file = diagnostic.getLocation()->findInstanceOf<FileLineColRange>())
    llvm::errs() << file.getFilename().getValue() << ':' << file.getStartLine()
                 << ':' << file.getStartColumn() << ": ";
  llvm::errs() << sg::stringify(diagnostic.getSeverity()) << diagnostic << '\n';
  for (Diagnostic &note : diagnostic.getNotes())
    print(note);
}

namespace {
/// Registers the handler when the first dialect after the builtin dialect is
/// loaded. By then, MlirOptMain has registered its own handler, which is called
/// after this handler.
class EndlessLocationExtension : public DialectExtensionBase {
public:
  explicit EndlessLocationExtension(StringRef input)
      : DialectExtensionBase({}), input(input) {}

  void apply(MLIRContext *context,
             MutableArrayRef<Dialect *> dialects) const override {
    if (isRegistered || isa<BuiltinDialect>(dialects.front()))
      return;
    isRegistered = true;
    context->getDiagEngine().registerHandler(
        [input = input](Diagnostic &diagnostic) {
          if (!namesEndless(diagnostic, input))
            return failure();
          print(diagnostic);
          return success();
        });
  }
  /// Returns a copy for a new context, which has no handler yet.
  std::unique_ptr<DialectExtensionBase> clone() const override {
    return std::make_unique<EndlessLocationExtension>(input);
  }

private:
  std::string input;
  mutable bool isRegistered = false;
};
} // namespace

void sg::addEndlessLocationHandler(DialectRegistry &registry, StringRef input) {
  registry.addExtension(TypeID::get<EndlessLocationExtension>(),
                        std::make_unique<EndlessLocationExtension>(input));
}
