//===- Signature.cpp - Signatures of array operations ---------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sg/ArrayOps/Signature.h"
#include "llvm/ADT/StringExtras.h"

using namespace sg::array;
using llvm::StringRef;

static constexpr StringRef kKindNames[] = {"int", "ints",  "bool", "float",
                                           "str", "dtype", "size", "sizes"};

StringRef sg::array::getName(Signature::Kind kind) {
  return kKindNames[static_cast<size_t>(kind)];
}

/// Parses a default value.
static Parameter parseDefault(StringRef text, Signature::Kind kind) {
  using Kind = Signature::Kind;
  if (text == "None")
    return {};
  if (kind == Kind::Bool)
    return text == "True";
  if (kind == Kind::Str)
    return text.trim('"').str();
  if (kind == Kind::DType)
    return *findDType(text);
  if (kind == Kind::Float) {
    double value = 0;
    bool failed = text.getAsDouble(value);
    assert(!failed && "a default is no number");
    (void)failed;
    return value;
  }
  int64_t value = 0;
  bool failed = text.getAsInteger(10, value);
  assert(!failed && "a default is no integer");
  (void)failed;
  return value;
}

Signature::Signature(StringRef text) {
  auto [before, after] = text.split('(');
  name = before;
  StringRef list = after.take_until([](char c) { return c == ')'; });
  llvm::SmallVector<StringRef> parts;
  list.split(parts, ',', /*MaxSplit=*/-1, /*KeepEmpty=*/false);
  for (StringRef part : parts) {
    part = part.trim();
    if (part == "*")
      continue;
    if (!part.contains(':')) {
      isVariadic = part.consume_back("...");
      arrays.push_back(part);
      continue;
    }
    auto [declaration, value] = part.split('=');
    auto [keyword, kindName] = declaration.split(':');
    kindName = kindName.trim();
    bool isOptional = kindName.consume_back("?");
    const StringRef *found = llvm::find(kKindNames, kindName);
    assert(found != std::end(kKindNames) && "a kind is unknown");
    auto kind = static_cast<Kind>(found - std::begin(kKindNames));
    value = value.trim();
    keywords.push_back(
        {keyword.trim(), kind, isOptional, value.empty(),
         value.empty() ? Parameter() : parseDefault(value, kind)});
  }
}

const Signature::Keyword *Signature::findKeyword(StringRef keyword) const {
  const Keyword *found = llvm::find_if(
      keywords, [&](const Keyword &one) { return one.name == keyword; });
  return found == keywords.end() ? nullptr : found;
}
