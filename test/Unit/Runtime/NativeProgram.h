//===- NativeProgram.h - A program compiled for a test ----------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_TEST_UNIT_RUNTIME_NATIVEPROGRAM_H
#define SG_TEST_UNIT_RUNTIME_NATIVEPROGRAM_H

#include "mlir/IR/DialectRegistry.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/OwningOpRef.h"
#include "mlir/Parser/Parser.h"
#include "sg/Compiler/Compiler.h"
#include "sg/Register.h"
#include <cstdio>
#include <cstdlib>
#include <gtest/gtest.h>
#include <memory>

namespace sg::test {

/// A module compiled to native code. A compilation error ends the process,
/// because no test can continue.
class NativeProgram {
public:
  explicit NativeProgram(llvm::StringRef source,
                         llvm::ArrayRef<int64_t> donated = {},
                         unsigned threads = 1) {
    mlir::DialectRegistry registry;
    registerAllDialects(registry);
    mlir::MLIRContext context(registry, mlir::MLIRContext::Threading::DISABLED);
    auto module = mlir::parseSourceString<mlir::ModuleOp>(source, &context);
    require(module, "parse");
    CompilerOptions options;
    options.donated.assign(donated.begin(), donated.end());
    options.threads = threads;
    options.leastWork = 0;
    auto compiled = compileModule(*module, options);
    if (!compiled)
      llvm::errs() << toString(compiled.takeError()) << "\n";
    else
      executable = std::move(*compiled);
    require(executable, "compile");
  }

  sg_entry_point lookup(llvm::StringRef function) const {
    auto entry = executable->lookup(function);
    if (!entry)
      llvm::errs() << toString(entry.takeError()) << "\n";
    require(entry, "lookup");
    return *entry;
  }

private:
  template <typename T>
  static void require(T &&condition, const char *action) {
    if (condition)
      return;
    std::fprintf(stderr, "cannot %s\n", action);
    std::abort();
  }

  std::unique_ptr<Executable> executable;
};

/// An array in the caller's memory, or a result to be allocated. A buffer
/// of rank 1 or more must outlive the call.
struct Buffer : sg_array {
  Buffer(void *data, int32_t type, std::vector<int64_t> sizes)
      : sizes(std::move(sizes)) {
    this->data = data;
    this->type = type;
    rank = this->sizes.size();
    shape = this->sizes.data();
  }
  Buffer(const Buffer &) = delete;
  std::vector<int64_t> sizes;
};

/// A call together with its arrays and messages.
struct Call : sg_call {
  Call(std::vector<sg_array> in, std::vector<sg_array> out)
      : sg_call(), in(std::move(in)), out(std::move(out)) {
    version = SG_CALL_VERSION;
    argument_count = this->in.size();
    result_count = this->out.size();
    arguments = this->in.data();
    results = this->out.data();
    allocate = [](void *state, int64_t bytes, int64_t alignment) -> void * {
      static_cast<Call *>(state)->allocations++;
      void *memory = nullptr;
      if (posix_memalign(&memory, alignment, bytes) != 0)
        return nullptr;
      static_cast<Call *>(state)->owned.emplace_back(memory, std::free);
      return memory;
    };
    state = this;
    message = text;
    message_capacity = sizeof text;
  }
  Call(const Call &) = delete;

  std::vector<sg_array> in, out;
  std::vector<std::unique_ptr<void, void (*)(void *)>> owned;
  int allocations = 0;
  char text[256] = "";
};

/// Fixture for tests that call functions of one program, which is compiled
/// once.
template <const llvm::StringLiteral &source, int64_t... donated>
class NativeProgramTest : public testing::Test {
protected:
  static void SetUpTestSuite() {
    program = std::make_unique<NativeProgram>(
        source, std::initializer_list<int64_t>{donated...});
  }
  static void TearDownTestSuite() { program.reset(); }

  static int32_t run(llvm::StringRef function, Call &call) {
    return program->lookup(function)(&call);
  }

  static inline std::unique_ptr<NativeProgram> program;
};

} // namespace sg::test

#endif // SG_TEST_UNIT_RUNTIME_NATIVEPROGRAM_H
