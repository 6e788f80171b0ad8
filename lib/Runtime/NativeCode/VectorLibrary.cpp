//===- VectorLibrary.cpp - Vectorized math functions ----------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "VectorLibrary.h"
#include "sg/Runtime/Executable.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/DynamicLibrary.h"
#include <deque>
#include <dlfcn.h>

using namespace llvm;

namespace {
/// A function of libm. Since 2.35, glibc has vector functions for all functions
/// in kFunctions, in all widths.
struct MathFunction {
  const char *name;
  unsigned arity;
  /// True if the error of glibc's vector function exceeds 2 ulp and the error
  /// of SLEEF's function (3.5.1) does not (docs/Accuracy.md).
  bool isSleefBetterInF32 = false, isSleefBetterInF64 = false;
};
} // namespace

static constexpr MathFunction kFunctions[] = {
    {"acos", 1},      {"acosh", 1},       {"asin", 1, 1, 1},
    {"asinh", 1},     {"atan", 1, 1, 1},  {"atan2", 2, 1, 1},
    {"atanh", 1},     {"cbrt", 1, 1, 0},  {"cos", 1, 0, 1},
    {"cosh", 1},      {"erf", 1, 1, 1},   {"erfc", 1},
    {"exp", 1, 1, 0}, {"exp2", 1},        {"expm1", 1, 1, 0},
    {"log", 1, 1, 0}, {"log10", 1, 1, 0}, {"log1p", 1},
    {"log2", 1},      {"pow", 2},         {"sin", 1, 0, 1},
    {"sinh", 1},      {"tan", 1, 1, 1},   {"tanh", 1}};

namespace {
/// The vector functions that can be loaded. Owns the strings to which the
/// descriptions refer.
class Library {
public:
  Library() {
#if defined(__x86_64__)
    std::string error;
    glibc = sys::DynamicLibrary::getPermanentLibrary("libmvec.so.1", &error);
    sleef = sys::DynamicLibrary::getPermanentLibrary("libsleef.so.3", &error);
    for (Width width : {Width{'b', 128}, Width{'d', 256}, Width{'e', 512}}) {
      for (const MathFunction &function : kFunctions) {
        add(function, width, /*isDouble=*/false, function.isSleefBetterInF32);
        add(function, width, /*isDouble=*/true, function.isSleefBetterInF64);
      }
      functionCounts.push_back({width.bits, functions.size()});
    }
#endif
  }

  ArrayRef<VecDesc> getFunctions(unsigned bits) const {
    size_t count = 0;
    for (auto [width, end] : functionCounts)
      if (width <= bits)
        count = end;
    return ArrayRef(functions).take_front(count);
  }
  ArrayRef<sg::RuntimeSymbol> getSymbols() const { return symbols; }

private:
  /// A vector width and the letter for it in libmvec's names.
  struct Width {
    char isa;
    unsigned bits;
  };

  void add(const MathFunction &function, Width width, bool isDouble,
           bool isSleefBetter) {
    std::string name = function.name;
    std::string scalar = name + (isDouble ? "" : "f");
    unsigned lanes = width.bits / (isDouble ? 64 : 32);
    std::string suffix =
        std::to_string(lanes) + std::string(function.arity, 'v');
    std::string sleefName = ("Sleef_" + Twine(name) + (isDouble ? "d" : "f") +
                             Twine(lanes) + "_u10")
                                .str();
    std::string glibcName =
        std::string("_ZGV") + width.isa + "N" + suffix + "_" + scalar;
    StringRef vectorName;
    if (!(isSleefBetter && find(sleef, sleefName, vectorName)) &&
        !find(glibc, glibcName, vectorName))
      return;
    StringRef prefix = store("_ZGV_LLVM_N" + suffix);
    auto addDescriptor = [&](std::string scalarName) {
      functions.emplace_back(store(std::move(scalarName)), vectorName,
                             ElementCount::getFixed(lanes),
                             /*Masked=*/false, prefix, std::nullopt);
    };
    addDescriptor(scalar);
    addDescriptor("llvm." + name + (isDouble ? ".f64" : ".f32"));
  }

  bool find(sys::DynamicLibrary &library, const std::string &name,
            StringRef &storedName) {
    void *address =
        library.isValid() ? library.getAddressOfSymbol(name.c_str()) : nullptr;
    if (!address)
      return false;
    storedName = store(name);
    symbols.push_back({storedName.data(), address});
    return true;
  }

  StringRef store(std::string text) {
    return names.emplace_back(std::move(text));
  }

  sys::DynamicLibrary glibc, sleef;
  std::deque<std::string> names;
  std::vector<VecDesc> functions;
  /// For each width in bits, the number of functions of at most this width.
  std::vector<std::pair<unsigned, size_t>> functionCounts;
  std::vector<sg::RuntimeSymbol> symbols;
};
} // namespace

static const Library &getLibrary() {
  static const Library library;
  return library;
}

ArrayRef<VecDesc> sg::getVectorLibrary(unsigned bits) {
  return getLibrary().getFunctions(bits);
}

ArrayRef<sg::RuntimeSymbol> sg::getVectorSymbols() {
  return getLibrary().getSymbols();
}

std::vector<std::string> sg::Executable::getVectorLibraryFiles() {
  std::vector<std::string> files;
  Dl_info library;
  for (const RuntimeSymbol &symbol : getVectorSymbols())
    if (dladdr(symbol.address, &library) &&
        !is_contained(files, library.dli_fname))
      files.push_back(library.dli_fname);
  return files;
}
