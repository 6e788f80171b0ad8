//===- VectorLibrary.cpp - Math functions on vectors ----------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "VectorLibrary.h"
#include "llvm/Support/DynamicLibrary.h"
#include <deque>

using namespace llvm;

namespace {
/// Keeps the strings that the descriptions refer to.
class Library {
public:
  Library() {
#if defined(__x86_64__)
    std::string error;
    sys::DynamicLibrary libmvec =
        sys::DynamicLibrary::getPermanentLibrary("libmvec.so.1", &error);
    if (!libmvec.isValid())
      return;
    // glibc 2.35 has all of these in all widths.
    for (StringRef name :
         {"acos",  "acosh", "asin", "asinh", "atan", "atanh", "cbrt", "cos",
          "cosh",  "erf",   "erfc", "exp",   "exp2", "expm1", "log",  "log10",
          "log1p", "log2",  "sin",  "sinh",  "tan",  "tanh"})
      add(libmvec, name, 1);
    for (StringRef name : {"atan2", "pow"})
      add(libmvec, name, 2);
#endif
  }

  ArrayRef<VecDesc> all() const { return functions; }

private:
  void add(sys::DynamicLibrary &libmvec, StringRef name, unsigned arity) {
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
        if (!libmvec.getAddressOfSymbol(vector.data()))
          continue;
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
  std::vector<VecDesc> functions;
};
} // namespace

ArrayRef<VecDesc> sg::getVectorLibrary() {
  static const Library library;
  return library.all();
}
