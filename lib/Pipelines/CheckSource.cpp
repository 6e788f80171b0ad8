//===- CheckSource.cpp - Programs that crash the parser -------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sg/Pipelines/CheckSource.h"
#include "mlir/Bytecode/BytecodeReader.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/MLIRContext.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/MemoryBufferRef.h"

using namespace mlir;

/// Returns the offset behind the string or the comment that begins at `i`, or
/// `i` if there is none.
static size_t skipText(StringRef source, size_t i) {
  if (source[i] == '"') {
    // The parser reports a string that does not end in its line.
    for (++i; i < source.size() && !StringRef("\"\n").contains(source[i]); ++i)
      if (source[i] == '\\')
        ++i;
    return i + 1;
  }
  if (source.substr(i).starts_with("//"))
    return std::min(source.find('\n', i), source.size());
  return i;
}

/// '<' and '>' that are brackets, not parts of '->', '<=' and '>='.
static bool isBracket(StringRef source, size_t i) {
  bool isPart = (i + 1 < source.size() && source[i + 1] == '=') ||
                (i > 0 && source[i - 1] == '-');
  return StringRef("{([])}").contains(source[i]) ||
         (StringRef("<>").contains(source[i]) && !isPart);
}

/// Returns true if the op whose name ends in front of `rest` has a result of
/// more elements than there is text for operands. The parser makes a list of so
/// many types.
static bool hasTooManyElements(StringRef rest) {
  StringRef type = rest.substr(rest.find(':'));
  type = type.substr(type.find('<')).drop_front(type.empty() ? 0 : 1);
  uint64_t count = 1, size;
  while (!(type = type.ltrim()).consumeInteger(10, size)) {
    count = llvm::SaturatingMultiply(count, size);
    type.consume_front("x");
  }
  return count > rest.size();
}

std::optional<sg::SourceFault> sg::findSourceFault(StringRef source) {
  if (isBytecode(llvm::MemoryBufferRef(source, "")))
    return std::nullopt;
  unsigned depth = 0;
  for (size_t i = 0; i < source.size();) {
    if (size_t next = skipText(source, i); next != i) {
      i = next;
      continue;
    }
    char c = source[i];
    if (isBracket(source, i)) {
      bool opens = StringRef("{([<").contains(c);
      if (opens && ++depth > sg::kMaxNesting)
        return SourceFault{
            i, "nested more than " + std::to_string(sg::kMaxNesting) +
                   " levels deep: move inner loops and branches to "
                   "functions of their own"};
      if (!opens && depth > 0)
        --depth;
    }
    StringRef name = ".from_elements ";
    if (c == '.' && source.substr(i).starts_with(name) &&
        hasTooManyElements(source.substr(i + name.size())))
      return SourceFault{
          i, "the result has more elements than the op has operands"};
    ++i;
  }
  return std::nullopt;
}

LogicalResult sg::checkSource(StringRef source, StringRef name,
                              MLIRContext &context) {
  std::optional<SourceFault> fault = findSourceFault(source);
  if (!fault)
    return success();
  StringRef before = source.take_front(fault->offset);
  size_t line = before.count('\n') + 1;
  size_t column = fault->offset - (before.rfind('\n') + 1) + 1;
  return emitError(FileLineColLoc::get(&context, name, line, column))
         << fault->message;
}
