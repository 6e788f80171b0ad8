//===- Ptx.cpp - Reads kernels from PTX -----------------------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "State.h"
#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <map>
#include <set>

using namespace mock;

namespace {
/// Splits PTX into words: names, directives with their dot, and single
/// punctuation characters. Drops comments.
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

/// Returns the size of a type such as ".u64" in bytes, or 0 for other words.
size_t getTypeBytes(const std::string &word) {
  if (word.size() < 3 || word[0] != '.' ||
      std::string("bfsu").find(word[1]) == std::string::npos)
    return 0;
  return std::strtoul(word.c_str() + 2, nullptr, 10) / 8;
}

/// Reads words of PTX. After the last word it returns empty words.
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

  /// Reads a kernel after ".entry".
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
    if (peek() == "{")
      readBody(kernel);
    return kernel;
  }

  /// Reads a variable of the module after ".shared".
  void readShared() {
    auto [name, bytes] = readVariable();
    shared[name] = bytes;
  }

private:
  /// Reads ".align 16 .b8 name[256]". Returns the name and the size in bytes.
  std::pair<std::string, int64_t> readVariable() {
    size_t bytes = 0;
    std::string name;
    while (!isAtEnd() && peek() != ";") {
      std::string word = next();
      if (word == ".align")
        next();
      else if (size_t size = getTypeBytes(word))
        bytes = size;
      else if (word == "[")
        bytes *= std::strtoul(next().c_str(), nullptr, 10);
      else if (word[0] != '.' && word != "]")
        name = word;
    }
    return {name, static_cast<int64_t>(bytes)};
  }

  /// Reads a body up to its closing brace. Adds the shared memory declared in
  /// it, and the module's shared memory that it uses.
  void readBody(Kernel &kernel) {
    std::set<std::string> used;
    int depth = 0;
    do {
      std::string word = next();
      depth += word == "{" ? 1 : word == "}" ? -1 : 0;
      if (word == ".shared" && peek() == ".align")
        kernel.sharedBytes += readVariable().second;
      else if (shared.count(word) && used.insert(word).second)
        kernel.sharedBytes += shared[word];
    } while (!isAtEnd() && depth > 0);
  }

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

  /// Reads numbers such as "8, 4, 1" and returns their product.
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
  std::map<std::string, int64_t> shared; // shared memory of the module, by name
};
} // namespace

/// Returns true for functions that kernels may call without a definition (CUDA
/// C++ Programming Guide, "Formatted Output", "Assertion", "Dynamic Global
/// Memory Allocation").
static bool isOfDriver(const std::string &function) {
  return function == "vprintf" || function == "__assertfail" ||
         function == "malloc" || function == "free";
}

std::string mock::parsePtx(const std::string &text,
                           std::vector<Kernel> &kernels) {
  std::vector<std::string> words = splitIntoWords(text);
  if (words.size() < 3 || words[0] != ".version")
    return "this is neither PTX nor machine code";
  // The words are "8" and ".1", for example. See PTX ISA, "Kernel Function
  // Parameters".
  double version = std::strtod((words[1] + words[2]).c_str(), nullptr);
  size_t maxBytes = version < 8.1 ? 4096 : 32764;
  Reader reader(words);
  while (!reader.isAtEnd()) {
    std::string word = reader.next();
    if (word == ".entry") {
      kernels.push_back(reader.readKernel());
      if (size_t bytes = kernels.back().countParameterBytes(); bytes > maxBytes)
        return "ptxas error: Entry function '" + kernels.back().name +
               "' uses too much parameter space (" + std::to_string(bytes) +
               " bytes, " + std::to_string(maxBytes) + " max)";
      if (kernels.back().sharedBytes > kDefaultSharedBytes)
        return "ptxas error: Entry function '" + kernels.back().name +
               "' uses too much shared data (" +
               std::to_string(kernels.back().sharedBytes) + " bytes, " +
               std::to_string(kDefaultSharedBytes) + " max)";
    } else if (word == ".shared") {
      reader.readShared();
    } else if (word == ".extern" && reader.peek() == ".shared") {
      reader.next();
      reader.readShared();
    } else if (word == ".extern" && reader.peek() == ".func") {
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
