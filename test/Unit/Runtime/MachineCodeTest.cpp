//===- MachineCodeTest.cpp - Compiling LLVM IR to an object file ----------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NativeCode/MachineCode.h"
#include "NativeCode/Compilation.h"
#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Object/ObjectFile.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Target/TargetMachine.h"
#include "gtest/gtest.h"

using namespace llvm;

/// Returns the names of the symbols that an object file imports.
static std::vector<std::string> getUndefinedSymbols(MemoryBufferRef object) {
  auto file = cantFail(object::ObjectFile::createObjectFile(object));
  std::vector<std::string> names;
  for (object::SymbolRef symbol : file->symbols())
    if (cantFail(symbol.getFlags()) & object::SymbolRef::SF_Undefined)
      if (StringRef name = cantFail(symbol.getName()); !name.empty())
        names.push_back(name.str());
  llvm::sort(names);
  return names;
}

namespace {
/// Fixture for each processor of `sg-run --verify-machine-code`.
class MachineCode : public testing::TestWithParam<const char *> {
protected:
  std::vector<std::string> emit(StringRef text, std::string *complaints) {
    SMDiagnostic error;
    std::unique_ptr<Module> module = parseAssemblyString(text, error, context);
    EXPECT_TRUE(module) << error.getMessage().str();
    orc::JITTargetMachineBuilder target =
        cantFail(sg::describeForeignTarget(GetParam()));
    std::unique_ptr<TargetMachine> machine =
        cantFail(target.createTargetMachine());
    module->setDataLayout(machine->createDataLayout());
    module->setTargetTriple(machine->getTargetTriple());
    std::unique_ptr<MemoryBuffer> object =
        cantFail(sg::emitObject(*module, *machine, complaints));
    return getUndefinedSymbols(*object);
  }

  LLVMContext context;
};

/// Fills and copies of dynamic size.
constexpr StringLiteral kFillAndCopy = R"(
define void @f(ptr %x, ptr %y, i64 %bytes) {
  call void @llvm.memset.p0.i64(ptr %x, i8 0, i64 %bytes, i1 false)
  call void @llvm.memcpy.p0.p0.i64(ptr %y, ptr %x, i64 %bytes, i1 false)
  call void @llvm.memmove.p0.p0.i64(ptr %x, ptr %y, i64 %bytes, i1 false)
  ret void
}
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
declare void @llvm.memmove.p0.p0.i64(ptr, ptr, i64, i1)
)";
} // namespace

// Without LLVM's list of library functions, fills and copies become loops over
// bytes.
TEST_P(MachineCode, CallsLibraryForFillsAndCopies) {
  std::vector<std::string> expected = {"memcpy", "memmove", "memset"};
  EXPECT_EQ(emit(kFillAndCopy, /*complaints=*/nullptr), expected);
}

TEST_P(MachineCode, VerifierDoesNotChangeCode) {
  std::string complaints;
  std::vector<std::string> expected = {"memcpy", "memmove", "memset"};
  EXPECT_EQ(emit(kFillAndCopy, &complaints), expected);
  EXPECT_EQ(complaints, "");
}

INSTANTIATE_TEST_SUITE_P(Processors, MachineCode,
                         testing::Values("x86-64-v3", "znver4",
                                         "sapphirerapids", "neoverse-v1"));
