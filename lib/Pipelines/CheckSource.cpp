//===- CheckSource.cpp - Reject programs that crash the parser ------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sg/Pipelines/CheckSource.h"
#include "mlir/Bytecode/BytecodeReader.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/Operation.h"
#include "mlir/Parser/Parser.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace mlir;

/// Returns the offset after the string or comment that begins at `i`, or `i` if
/// there is none.
static size_t skipText(StringRef source, size_t i) {
  if (source[i] == '"') {
    // Stop at the end of the line: the parser reports an unterminated string.
    for (++i; i < source.size() && !StringRef("\"\n").contains(source[i]); ++i)
      if (source[i] == '\\')
        ++i;
    return i + 1;
  }
  if (source.substr(i).starts_with("//"))
    return std::min(source.find('\n', i), source.size());
  return i;
}

/// Returns true if the character at `i` is a bracket. The '<' and '>' of '->',
/// '<=' and '>=' are not brackets.
static bool isBracket(StringRef source, size_t i) {
  bool isPartOfOperator = (i + 1 < source.size() && source[i + 1] == '=') ||
                          (i > 0 && source[i - 1] == '-');
  return StringRef("{([])}").contains(source[i]) ||
         (StringRef("<>").contains(source[i]) && !isPartOfOperator);
}

/// Returns true if `rest`, the text after an op name, is too short for one
/// operand per element of the result. The parser creates a list with one type
/// per element.
static bool hasTooManyElements(StringRef rest) {
  StringRef type = rest.substr(rest.find(':'));
  type = type.substr(type.find('<')).substr(1); // empty if there is no '<'
  uint64_t count = 1, size;
  while (!(type = type.ltrim()).consumeInteger(10, size)) {
    count = llvm::SaturatingMultiply(count, size);
    type.consume_front("x");
  }
  return count > rest.size();
}

static std::string describeNesting() {
  return "nested more than " + std::to_string(sg::kMaxNesting) +
         " levels deep: move inner loops and branches to separate "
         "functions";
}

/// Returns true if `rest` begins with an array attribute with elements of type
/// index. The parser crashes when it queries the bit width of index.
static bool isArrayOfIndex(StringRef rest) {
  if (!rest.consume_front("array"))
    return false;
  rest = rest.ltrim();
  if (!rest.consume_front("<"))
    return false;
  rest = rest.ltrim();
  return rest.consume_front("index") &&
         StringRef(":>").contains(rest.ltrim().take_front());
}

/// Maximum number of operators '+', '-' and '*' of an affine expression. The
/// parser recurses once for each operator, and overflows a stack of 8 MiB at
/// about 100,000.
static constexpr unsigned kMaxOperators = 10000;

/// Updates the number of operators of the expression around the character at
/// `i`. Expressions end at brackets, commas, '=' and ':'.
static unsigned countOperators(StringRef source, size_t i, unsigned count) {
  char c = source[i];
  if (StringRef("{([<>])},=:").contains(c))
    return 0;
  return StringRef("+-*").contains(c) ? count + 1 : count;
}

std::optional<sg::SourceFault> sg::findSourceFault(StringRef source) {
  if (isBytecode(llvm::MemoryBufferRef(source, "")))
    return std::nullopt;
  unsigned depth = 0, numOperators = 0;
  for (size_t i = 0; i < source.size();) {
    if (size_t next = skipText(source, i); next != i) {
      i = next;
      continue;
    }
    char c = source[i];
    numOperators = countOperators(source, i, numOperators);
    if (numOperators > kMaxOperators)
      return SourceFault{i, "an expression has more than " +
                                std::to_string(kMaxOperators) + " operators"};
    if (isBracket(source, i)) {
      bool opens = StringRef("{([<").contains(c);
      if (opens && ++depth > sg::kMaxNesting)
        return SourceFault{i, describeNesting()};
      if (!opens && depth > 0)
        --depth;
    }
    StringRef name = ".from_elements ";
    if (c == '.' && source.substr(i).starts_with(name) &&
        hasTooManyElements(source.substr(i + name.size())))
      return SourceFault{
          i, "the result has more elements than the op has operands"};
    bool isInName = i > 0 && (llvm::isAlnum(source[i - 1]) ||
                              StringRef("_.$#!%@^-").contains(source[i - 1]));
    if (c == 'a' && !isInName && isArrayOfIndex(source.substr(i)))
      return SourceFault{
          i, "an array attribute has no elements of type index: write i64"};
    ++i;
  }
  return std::nullopt;
}

/// Reads bytecode into `block` without verification and without diagnostics.
static LogicalResult readQuietly(llvm::MemoryBufferRef bytecode, Block &block,
                                 MLIRContext &context) {
  ScopedDiagnosticHandler quiet(&context,
                                [](Diagnostic &) { return success(); });
  bool allowsUnregistered = context.allowsUnregisteredDialects();
  context.allowUnregisteredDialects(true);
  llvm::scope_exit restore(
      [&] { context.allowUnregisteredDialects(allowsUnregistered); });
  return readBytecodeFile(bytecode, &block,
                          ParserConfig(&context, /*verifyAfterParse=*/false));
}

/// Emits an error if ops nest so deeply that the verifier would overflow the
/// stack. Does not recurse into regions.
static LogicalResult checkBytecode(StringRef source, StringRef name,
                                   MLIRContext &context) {
  // Sections of bytecode are aligned relative to the start of the file.
  auto bytecode = llvm::WritableMemoryBuffer::getNewUninitMemBuffer(
      source.size(), name, llvm::Align(4096));
  Block block;
  // The caller reports other errors when it reads the program.
  if (!bytecode || (llvm::copy(source, bytecode->getBufferStart()),
                    failed(readQuietly(*bytecode, block, context))))
    return success();
  // List each op after its enclosing op, with the number of regions around it.
  // Allow one level more than in text, which has no brackets for the outermost
  // module.
  SmallVector<std::pair<Operation *, unsigned>> ops;
  for (Operation &op : block)
    ops.emplace_back(&op, 0);
  Operation *tooDeep = nullptr;
  for (size_t i = 0; i < ops.size(); ++i) {
    auto [op, depth] = ops[i];
    if (!tooDeep && depth > sg::kMaxNesting + 1)
      tooDeep = op;
    for (Region &region : op->getRegions())
      for (Operation &inner : region.getOps())
        ops.emplace_back(&inner, depth + 1);
  }
  if (tooDeep)
    emitError(tooDeep->getLoc()) << describeNesting();
  for (auto [op, depth] : llvm::reverse(ops)) {
    op->dropAllUses();
    op->erase();
  }
  return failure(tooDeep);
}

LogicalResult sg::checkSource(StringRef source, StringRef name,
                              MLIRContext &context) {
  if (isBytecode(llvm::MemoryBufferRef(source, name)))
    return checkBytecode(source, name, context);
  std::optional<SourceFault> fault = findSourceFault(source);
  if (!fault)
    return success();
  StringRef before = source.take_front(fault->offset);
  size_t line = before.count('\n') + 1;
  size_t column = fault->offset - (before.rfind('\n') + 1) + 1;
  return emitError(FileLineColLoc::get(&context, name, line, column))
         << fault->message;
}
