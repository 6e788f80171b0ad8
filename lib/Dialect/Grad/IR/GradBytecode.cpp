//===- GradBytecode.cpp - The dialect's version in bytecode ---------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What TableGen makes of the ops reads and writes their properties in order,
// without names: whoever changes the arguments of an op changes what a file
// means. So a file says which version of the dialect has written it.
//
//===----------------------------------------------------------------------===//

#include "GradBytecode.h"
#include "mlir/Bytecode/BytecodeImplementation.h"
#include "sg/Dialect/Grad/IR/Grad.h"

using namespace mlir;
using namespace sg::grad;

/// Raise it with every change of what bytecode holds of an op: its name, its
/// attributes and their order, the segments of its operands. Then
///  * keep a file of the version before in test/Dialect/Grad/Inputs, which says
///    how, and
///  * make of its ops what they are today, in upgradeFromVersion (or, where
///    properties cannot be read otherwise, in the op's readProperties).
/// A file without version is one of version 1.
static constexpr uint64_t kCurrentVersion = 1;

namespace {
struct GradVersion : DialectVersion {
  explicit GradVersion(uint64_t number) : number(number) {}
  uint64_t number;
};

struct GradBytecodeInterface : BytecodeDialectInterface {
  explicit GradBytecodeInterface(Dialect *dialect)
      : BytecodeDialectInterface(dialect) {}

  void writeVersion(DialectBytecodeWriter &writer) const final {
    writer.writeVarInt(kCurrentVersion);
  }

  std::unique_ptr<DialectVersion>
  readVersion(DialectBytecodeReader &reader) const final {
    uint64_t number;
    if (failed(reader.readVarInt(number)))
      return nullptr;
    if (number <= kCurrentVersion)
      return std::make_unique<GradVersion>(number);
    reader.emitError()
        << "the file has version " << number
        << " of the grad dialect, and this program reads versions up to "
        << kCurrentVersion
        << ": read it with the sg that wrote it, or have that write it as text";
    return nullptr;
  }

  LogicalResult upgradeFromVersion(Operation *,
                                   const DialectVersion &) const final {
    return success(); // There is nothing older.
  }
};
} // namespace

void sg::grad::addBytecodeInterface(GradDialect &dialect) {
  dialect.addInterfaces<GradBytecodeInterface>();
}
