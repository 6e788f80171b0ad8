//===- VectorLibrary.cpp - Math functions on vectors ----------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "VectorLibrary.h"
#include "sg/Runtime/Executable.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/DynamicLibrary.h"
#include <deque>
#include <dlfcn.h>

using namespace llvm;

/// In the order in which they are asked for a function: SLEEF has the more
/// exact ones under the names that glibc's have.
static constexpr const char *kLibraries[] = {"libsleefgnuabi.so.3",
                                             "libmvec.so.1"};

namespace {
/// Keeps the strings that the descriptions refer to.
class Library {
public:
  Library() {
#if defined(__x86_64__)
    for (const char *name : kLibraries) {
      std::string error;
      auto library = sys::DynamicLibrary::getPermanentLibrary(name, &error);
      if (library.isValid())
        add(library);
    }
#endif
  }

  ArrayRef<VecDesc> all() const { return functions; }
  ArrayRef<sg::RuntimeSymbol> getSymbols() const { return symbols; }

private:
  void add(sys::DynamicLibrary &library) {
    // glibc has all of these in all widths since 2.35.
    for (StringRef name :
         {"acos",  "acosh", "asin", "asinh", "atan", "atanh", "cbrt", "cos",
          "cosh",  "erf",   "erfc", "exp",   "exp2", "expm1", "log",  "log10",
          "log1p", "log2",  "sin",  "sinh",  "tan",  "tanh"})
      add(library, name, 1);
    for (StringRef name : {"atan2", "pow"})
      add(library, name, 2);
  }

  void add(sys::DynamicLibrary &library, StringRef name, unsigned arity) {
    struct Width {
      char isa;
      unsigned bits;
    };
    for (Width width : {Width{'b', 128}, Width{'d', 256}, Width{'e', 512}})
      for (bool isDouble : {false, true}) {
        unsigned lanes = width.bits / (isDouble ? 64 : 32);
        std::string scalar = name.str() + (isDouble ? "" : "f");
        std::string parameters(arity, 'v');
        std::string suffix = std::to_string(lanes) + parameters;
        StringRef vector =
            keep(std::string("_ZGV") + width.isa + "N" + suffix + "_" + scalar);
        void *address = library.getAddressOfSymbol(vector.data());
        if (!address || !known.insert(vector).second)
          continue;
        symbols.push_back({vector.data(), address});
        StringRef prefix = keep("_ZGV_LLVM_N" + suffix);
        auto describe = [&](std::string called) {
          functions.emplace_back(keep(std::move(called)), vector,
                                 ElementCount::getFixed(lanes),
                                 /*Masked=*/false, prefix, std::nullopt);
        };
        describe(scalar);
        describe("llvm." + name.str() + (isDouble ? ".f64" : ".f32"));
      }
  }

  StringRef keep(std::string text) {
    return names.emplace_back(std::move(text));
  }

  std::deque<std::string> names;
  StringSet<> known;
  std::vector<VecDesc> functions;
  std::vector<sg::RuntimeSymbol> symbols;
};
} // namespace

static const Library &getLibrary() {
  static const Library library;
  return library;
}

ArrayRef<VecDesc> sg::getVectorLibrary() { return getLibrary().all(); }

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
