//===- Header.cpp - C headers of emitted functions ------------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Header.h"
#include "Messages.h"
#include "mlir/IR/TypeUtilities.h"
#include "sg/CodeGen/ABI/DonatedArguments.h"
#include "sg/Runtime/Array.h"
#include "sg/Version.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"

using namespace mlir;
using namespace sg::run;

static bool isIdentifier(StringRef name) {
  return !name.empty() && llvm::all_of(name, [](char c) {
    return llvm::isAlnum(c) || c == '_';
  });
}

static void printTypes(raw_ostream &os, StringRef listName, TypeRange types,
                       const llvm::SmallBitVector &donated = {}) {
  for (auto [i, type] : llvm::enumerate(types)) {
    ArrayRef<int64_t> shape;
    if (auto shaped = dyn_cast<ShapedType>(type); shaped && shaped.hasRank())
      shape = shaped.getShape();
    os << " *   " << listName << "[" << i
       << "]: " << sg::describeArray(shape, getElementTypeOrSelf(type))
       << (i < donated.size() && donated[i] ? ", donated\n" : "\n");
  }
}

int sg::run::makeHeader(StringRef path, ArrayRef<func::FuncOp> functions,
                        ArrayRef<int64_t> donated, std::string &header) {
  llvm::raw_string_ostream os(header);
  std::string guard = "SG_EMITTED_";
  for (char c : llvm::sys::path::filename(path))
    guard += llvm::isAlnum(c) ? llvm::toUpper(c) : '_';
  guard += "_H";
  os << "/* Made by sg-run " << SG_VERSION_STRING
     << ". docs/ABI.md of sg explains the calls. A size of ? is dynamic. */\n"
     << "#ifndef " << guard << "\n#define " << guard << "\n\n"
     << "#include \"sg/Runtime/sg_call.h\"\n\n"
     << "#ifdef __cplusplus\nextern \"C\" {\n#endif\n";
  for (func::FuncOp function : functions) {
    StringRef name = function.getName();
    if (!isIdentifier(name))
      return fail("'@" + name +
                  "' is not a C identifier: rename the function with letters, "
                  "digits and _, or omit --emit=header");
    os << "\n/* @" << name << "\n";
    printTypes(os, "arguments", function.getArgumentTypes(),
               findDonated(function, donated));
    printTypes(os, "results", function.getResultTypes());
    os << " */\nint32_t sg_" << name << "(struct sg_call *call);\n";
  }
  os << "\n#ifdef __cplusplus\n}\n#endif\n\n#endif /* " << guard << " */\n";
  return Success;
}
