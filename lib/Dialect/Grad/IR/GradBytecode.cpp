//===- GradBytecode.cpp - Bytecode version of the dialect -----------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Bytecode encodes the properties of an op in order, without names, so that a
// change of an op's properties changes the meaning of a file. Therefore each
// file contains the version of the dialect that wrote the file. TableGen
// generates the code for ops whose encoding is unchanged since version 1.
//
//===----------------------------------------------------------------------===//

#include "GradBytecode.h"
#include "mlir/Bytecode/BytecodeImplementation.h"
#include "sg/Dialect/Grad/IR/Grad.h"

using namespace mlir;
using namespace sg::grad;

/// Version of the encoding. Increment it with every change of an op's encoding:
/// name, attributes and their order, or operand segments. Then
/// * add a file of the previous version to test/Dialect/Grad/Inputs, as
///   documented there, and
/// * convert its ops to their current form in upgradeFromVersion (or, if
///   properties cannot be read otherwise, in the op's readProperties).
/// A file without a version has version 1. Version 2 added `strong_zero` to
/// requests.
static constexpr uint64_t kCurrentVersion = 2;

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
        << ": read it with the sg that wrote it, or make that sg write it as "
           "text";
    return nullptr;
  }

  LogicalResult upgradeFromVersion(Operation *,
                                   const DialectVersion &) const final {
    return success(); // readProperties upgrades the requests
  }
};
} // namespace

//===----------------------------------------------------------------------===//
// Requests
//===----------------------------------------------------------------------===//

static uint64_t getGradVersion(DialectBytecodeReader &reader) {
  auto version = reader.getDialectVersion<GradDialect>();
  return succeeded(version) ? static_cast<const GradVersion *>(*version)->number
                            : 1;
}

template <typename Properties, typename = void>
struct HasSegments : std::false_type {};
template <typename Properties>
struct HasSegments<
    Properties,
    std::void_t<decltype(std::declval<Properties>().operandSegmentSizes)>>
    : std::true_type {};

/// First bytecode version that encodes operand segment sizes natively. Earlier
/// versions encode them as an attribute.
static constexpr int kNativeSegmentsVersion = 6;

template <typename Properties>
static LogicalResult readRequest(DialectBytecodeReader &reader,
                                 OperationState &state) {
  auto &properties = state.getOrAddProperties<Properties>();
  bool isNative = reader.getBytecodeVersion() >= kNativeSegmentsVersion;
  if (failed(reader.readAttribute(properties.callee)))
    return failure();
  if constexpr (HasSegments<Properties>())
    if (!isNative) {
      DenseI32ArrayAttr sizes;
      if (failed(reader.readAttribute(sizes)))
        return failure();
      auto &segments = properties.operandSegmentSizes;
      if (static_cast<size_t>(sizes.size()) != segments.size())
        return reader.emitError(
            "the number of segment sizes differs from the number of segments");
      llvm::copy(sizes.asArrayRef(), segments.begin());
    }
  if (failed(reader.readOptionalAttribute(properties.strict)) ||
      failed(reader.readOptionalAttribute(properties.wrt)))
    return failure();
  if constexpr (HasSegments<Properties>())
    if (isNative && failed(reader.readSparseArray(
                        MutableArrayRef(properties.operandSegmentSizes))))
      return failure();
  if (getGradVersion(reader) < 2)
    return success();
  return reader.readOptionalAttribute(properties.strong_zero);
}

template <typename Properties>
static void writeRequest(DialectBytecodeWriter &writer, MLIRContext *context,
                         const Properties &properties) {
  bool isNative = writer.getBytecodeVersion() >= kNativeSegmentsVersion;
  writer.writeAttribute(properties.callee);
  if constexpr (HasSegments<Properties>())
    if (!isNative)
      writer.writeAttribute(
          DenseI32ArrayAttr::get(context, properties.operandSegmentSizes));
  writer.writeOptionalAttribute(properties.strict);
  writer.writeOptionalAttribute(properties.wrt);
  if constexpr (HasSegments<Properties>())
    if (isNative)
      writer.writeSparseArray(ArrayRef(properties.operandSegmentSizes));
  writer.writeOptionalAttribute(properties.strong_zero);
}

LogicalResult ValueAndGradOp::readProperties(DialectBytecodeReader &reader,
                                             OperationState &state) {
  return readRequest<Properties>(reader, state);
}

void ValueAndGradOp::writeProperties(DialectBytecodeWriter &writer) {
  writeRequest(writer, getContext(), getProperties());
}

LogicalResult VJPOp::readProperties(DialectBytecodeReader &reader,
                                    OperationState &state) {
  return readRequest<Properties>(reader, state);
}

void VJPOp::writeProperties(DialectBytecodeWriter &writer) {
  writeRequest(writer, getContext(), getProperties());
}

LogicalResult JVPOp::readProperties(DialectBytecodeReader &reader,
                                    OperationState &state) {
  return readRequest<Properties>(reader, state);
}

void JVPOp::writeProperties(DialectBytecodeWriter &writer) {
  writeRequest(writer, getContext(), getProperties());
}

void sg::grad::addBytecodeInterface(GradDialect &dialect) {
  dialect.addInterfaces<GradBytecodeInterface>();
}
