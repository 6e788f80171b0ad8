//===- Ptx.cpp - What PTX tells of its kernels ----------------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "State.h"
#include <algorithm>
#include <cctype>
#include <cstdlib>

using namespace mock;

namespace {
/// Cuts PTX into words: names, directives with their dot, and single signs.
/// Comments are left out.
std::vector<std::string> splitIntoWords(const std::string &text) {
  std::vector<std::string> words;
  auto isPart = [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) || c == '_' ||
           c == '$' || c == '.' || c == '%';
  };
  for (size_t i = 0; i < text.size();) {
    if (text.compare(i, 2, "//") == 0) {
      i = std::min(text.find('\n', i), text.size());
    } else if (isPart(text[i])) {
      size_t start = i++;
      while (i < text.size() && isPart(text[i]) && text[i] != '.')
        ++i;
      words.push_back(text.substr(start, i - start));
    } else {
      if (!std::isspace(static_cast<unsigned char>(text[i])))
        words.push_back(text.substr(i, 1));
      ++i;
    }
  }
  return words;
}

/// The bytes of ".u64"; 0 for a word that is no type.
size_t getTypeBytes(const std::string &word) {
  if (word.size() < 3 || word[0] != '.' ||
      std::string("bfsu").find(word[1]) == std::string::npos)
    return 0;
  return std::strtoul(word.c_str() + 2, nullptr, 10) / 8;
}

/// Reads words of PTX. Behind the last one there are empty ones.
class Reader {
public:
  explicit Reader(const std::vector<std::string> &words) : words(words) {}

  bool isAtEnd() const { return position >= words.size(); }
  const std::string &peek() const { return isAtEnd() ? none : words[position]; }
  std::string next() {
    std::string word = peek();
    ++position;
    return word;
  }

  /// What is behind ".entry".
  Kernel readKernel() {
    Kernel kernel;
    kernel.name = next();
    if (peek() == "(")
      readParameters(kernel);
    while (!isAtEnd() && peek() != "{" && peek() != ";") {
      std::string directive = next();
      if (directive == ".maxntid" || directive == ".reqntid")
        kernel.maxThreads = readProduct();
    }
    return kernel;
  }

private:
  void readParameters(Kernel &kernel) {
    while (!isAtEnd() && peek() != ")") {
      std::string word = next();
      if (word == ".param")
        kernel.parameters.push_back({0, false});
      else if (word == ".ptr")
        kernel.parameters.back().isPointer = true;
      else if (size_t bytes = getTypeBytes(word))
        kernel.parameters.back().bytes = bytes;
      else if (word == "[")
        kernel.parameters.back().bytes *=
            std::strtoul(next().c_str(), nullptr, 10);
    }
  }

  /// "8, 4, 1"
  int64_t readProduct() {
    int64_t product = std::strtol(next().c_str(), nullptr, 10);
    while (peek() == ",") {
      next();
      product *= std::strtol(next().c_str(), nullptr, 10);
    }
    return product;
  }

  const std::vector<std::string> &words;
  size_t position = 0;
  std::string none;
};
} // namespace

/// Whether kernels may call it without having it (CUDA C++ Programming Guide,
/// "Formatted Output", "Assertion", "Dynamic Global Memory Allocation").
static bool isOfDriver(const std::string &function) {
  return function == "vprintf" || function == "__assertfail" ||
         function == "malloc" || function == "free";
}

std::string mock::parsePtx(const std::string &text,
                           std::vector<Kernel> &kernels) {
  std::vector<std::string> words = splitIntoWords(text);
  if (words.empty() || words[0] != ".version")
    return "this is not PTX, which is all that the mock driver reads";
  Reader reader(words);
  while (!reader.isAtEnd()) {
    std::string word = reader.next();
    if (word == ".entry")
      kernels.push_back(reader.readKernel());
    else if (word == ".extern" && reader.peek() == ".func") {
      std::string name;
      while (!reader.isAtEnd() && reader.peek() != ";") {
        word = reader.next();
        if (reader.peek() == "(" && word != ".func")
          name = word;
      }
      if (!isOfDriver(name))
        return "ptxas fatal: unresolved extern function '" + name + "'";
    }
  }
  return "";
}
