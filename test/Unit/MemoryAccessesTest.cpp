//===- MemoryAccessesTest.cpp - Rows for ops that access memory -----------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// docs/MemoryAccesses.md names the check for each op that accesses memory. An
// op added by a later version of MLIR fails here until it has a row.
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "sg/Register.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Regex.h"
#include <gtest/gtest.h>

using namespace mlir;

/// Dialects whose ops are all in the table. Their ops that access tensor
/// elements have no memory effect before bufferization.
static constexpr llvm::StringLiteral kCompleteDialects[] = {
    "affine", "bufferization", "memref", "tensor", "vector"};

/// Dialects whose ops are in the table only if they have a memory effect.
static constexpr llvm::StringLiteral kEffectDialects[] = {"cf", "func",
                                                          "linalg", "scf"};

static bool needsRow(RegisteredOperationName name) {
  StringRef dialect = name.getDialectNamespace();
  if (llvm::is_contained(kCompleteDialects, dialect))
    return true;
  // These ops share one row.
  if (!llvm::is_contained(kEffectDialects, dialect) ||
      name.hasInterface<linalg::LinalgOp>())
    return false;
  return name.hasInterface<MemoryEffectOpInterface>() &&
         !name.hasTrait<OpTrait::ConstantLike>() &&
         !name.hasTrait<OpTrait::IsTerminator>() &&
         !name.hasTrait<OpTrait::AlwaysSpeculatableImplTrait>();
}

/// Returns the names in backquotes in the rows of tables.
static llvm::StringSet<> readNames(StringRef text) {
  llvm::StringSet<> names;
  llvm::Regex quoted("`([a-z_]+\\.[a-z_0-9.]+)`");
  SmallVector<StringRef> lines, found;
  text.split(lines, '\n');
  for (StringRef line : lines)
    if (line.starts_with("|"))
      while (quoted.match(line, &found)) {
        names.insert(found[1]);
        line = line.substr(line.find(found[0]) + found[0].size());
      }
  return names;
}

TEST(MemoryAccesses, EachOpHasARow) {
  auto file = llvm::MemoryBuffer::getFile(SG_MEMORY_ACCESSES);
  ASSERT_TRUE(bool(file));
  llvm::StringSet<> names = readNames((*file)->getBuffer());
  DialectRegistry registry;
  sg::registerAllDialects(registry);
  MLIRContext context(registry);
  context.loadAllAvailableDialects();
  unsigned count = 0;
  for (RegisteredOperationName name : context.getRegisteredOperations()) {
    if (!needsRow(name))
      continue;
    ++count;
    EXPECT_TRUE(names.contains(name.getStringRef()))
        << name.getStringRef().str() << " is in no row of MemoryAccesses.md";
  }
  EXPECT_GT(count, 100u);
}
