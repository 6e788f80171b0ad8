//===- Npy.cpp - .npy files -----------------------------------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sg/Runtime/Array.h"
#include "sg/Support/Files.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/raw_ostream.h"
#include <cstring>

using namespace llvm;
using namespace sg;

static constexpr StringLiteral kMagic = "\x93NUMPY";

namespace {
/// The contents of the dictionary at the start of a file.
struct Header {
  std::string descr;
  bool isFortranOrder = false;
  SmallVector<int64_t> shape;
  size_t dataOffset = 0;
};

/// Reads the header's dictionary, a Python literal such as
/// {'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), }.
class DictionaryParser {
public:
  explicit DictionaryParser(StringRef text) : rest(text) {}

  bool parse(Header &header) {
    bool hasDescr = false, hasOrder = false, hasShape = false;
    if (!consume("{"))
      return false;
    while (!consume("}")) {
      std::string key;
      if (!parseString(key) || !consume(":"))
        return false;
      bool isParsed = false;
      if (key == "descr" && !hasDescr)
        isParsed = hasDescr = parseString(header.descr);
      else if (key == "fortran_order" && !hasOrder)
        isParsed = hasOrder = parseBool(header.isFortranOrder);
      else if (key == "shape" && !hasShape)
        isParsed = hasShape = parseShape(header.shape);
      if (!isParsed || (!consume(",") && !rest.starts_with("}")))
        return false;
    }
    return hasDescr && hasOrder && hasShape && rest.empty();
  }

private:
  bool consume(StringRef token) {
    rest = rest.ltrim();
    bool isNext = rest.consume_front(token);
    rest = rest.ltrim();
    return isNext;
  }
  bool parseString(std::string &value) {
    for (StringRef quote : {"'", "\""})
      if (consume(quote)) {
        size_t end = rest.find(quote);
        if (end == StringRef::npos)
          return false;
        value = rest.take_front(end).str();
        rest = rest.drop_front(end + 1);
        rest = rest.ltrim();
        return true;
      }
    return false;
  }
  bool parseBool(bool &value) {
    value = rest.starts_with("True");
    return consume("True") || consume("False");
  }
  bool parseShape(SmallVectorImpl<int64_t> &shape) {
    if (!consume("("))
      return false;
    while (!consume(")")) {
      int64_t size;
      if (rest.consumeInteger(10, size) || size < 0)
        return false;
      consume("L"); // suffix of long integers in Python 2
      shape.push_back(size);
      if (!consume(",") && !rest.starts_with(")"))
        return false;
    }
    return true;
  }

  StringRef rest;
};
} // namespace

/// Escapes text of a file, so that a message stays on one line.
static std::string escapeForMessage(StringRef text) {
  std::string quoted;
  raw_string_ostream os(quoted);
  printEscapedString(text.take_front(100).rtrim(), os);
  return quoted;
}

static Expected<Header> readHeader(StringRef bytes, const Twine &name) {
  Header header;
  if (bytes.empty())
    return makeError(name + " is empty, not a .npy file");
  if (!bytes.starts_with(kMagic))
    return makeError(name + " is not a .npy file");
  auto truncated = [&] { return makeError(name + " is truncated"); };
  if (bytes.size() < 10)
    return truncated();
  unsigned major = static_cast<uint8_t>(bytes[6]);
  if (major < 1 || major > 3)
    return makeError(name + " has version " + Twine(major) +
                     " of the .npy format; 1 to 3 are known");
  size_t lengthSize = major == 1 ? 2 : 4;
  if (bytes.size() < 8 + lengthSize)
    return truncated();
  size_t length = major == 1 ? support::endian::read16le(bytes.data() + 8)
                             : support::endian::read32le(bytes.data() + 8);
  header.dataOffset = 8 + lengthSize + length;
  if (bytes.size() < header.dataOffset)
    return truncated();
  StringRef dictionary = bytes.substr(8 + lengthSize, length);
  if (!DictionaryParser(dictionary).parse(header))
    return makeError(name + " has a .npy header that cannot be read: " +
                     escapeForMessage(dictionary));
  return header;
}

/// Returns NumPy's code for an element type, without the byte order.
static std::string typeCode(mlir::Type element) {
  std::string size = std::to_string(getElementSize(element));
  if (element.isInteger(1))
    return "b1";
  if (element.isUnsignedInteger())
    return "u" + size;
  if (element.isIntOrIndex())
    return "i" + size;
  if (element.isF16() || element.isF32() || element.isF64())
    return "f" + size;
  if (isa<mlir::ComplexType>(element))
    return "c" + size;
  return "V" + size; // NumPy has no name for the type
}

static bool isAccepted(StringRef code, mlir::Type element) {
  std::string expectedCode = typeCode(element);
  if (code == expectedCode)
    return true;
  // Signless integers may be signed or unsigned. ml_dtypes may write bfloat16
  // by name, and writes float8_e5m2 as "f1".
  if (element.isIntOrIndex() && !element.isInteger(1))
    return code == "u" + expectedCode.substr(1) ||
           code == "i" + expectedCode.substr(1);
  return (element.isBF16() && code == "bfloat16") ||
         (isa<mlir::Float8E5M2Type>(element) && code == "f1");
}

static void swapBytes(char *data, int64_t count, int64_t size) {
  for (int64_t i = 0; i < count; ++i)
    std::reverse(data + i * size, data + (i + 1) * size);
}

/// Copies elements from Fortran order to C order.
static void transpose(const char *from, const Array &to) {
  if (to.getNumElements() == 0)
    return; // the other sizes may be huge
  int64_t size = getElementSize(to.getElementType());
  ArrayRef<int64_t> shape = to.getShape();
  SmallVector<int64_t> index(shape.size(), 0), strides(shape.size(), 1);
  for (size_t dim = 1; dim < shape.size(); ++dim)
    strides[dim] = strides[dim - 1] * shape[dim - 1];
  int64_t offset = 0;
  for (int64_t i = 0, end = to.getNumElements(); i < end; ++i) {
    std::memcpy(to.getData() + i * size, from + offset * size, size);
    for (size_t dim = shape.size(); dim-- > 0;) {
      offset += strides[dim];
      if (++index[dim] < shape[dim])
        break;
      offset -= strides[dim] * shape[dim];
      index[dim] = 0;
    }
  }
}

Expected<Array> sg::readNpy(StringRef path, mlir::Type element) {
  Expected<std::unique_ptr<MemoryBuffer>> file =
      readFile(path, /*maxBytes=*/UINT64_MAX, /*isNullTerminated=*/false);
  if (!file)
    return file.takeError();
  std::string name = describeInput(path);
  std::shared_ptr<MemoryBuffer> buffer = std::move(*file);
  Expected<Header> header = readHeader(buffer->getBuffer(), name);
  if (!header)
    return header.takeError();

  StringRef code = header->descr;
  char byteOrder = '=';
  if (!code.empty() && StringRef("<>|=").contains(code.front())) {
    byteOrder = code.front();
    code = code.drop_front();
  }
  int64_t partSize = getPartSize(element);
  if (!isAccepted(code, element))
    return makeError(name + " has elements of type '" +
                     escapeForMessage(header->descr) + "', expected '" +
                     typeCode(element) + "' for " + describeArray({}, element));
  StringRef data = buffer->getBuffer().drop_front(header->dataOffset);
  std::optional<int64_t> bytes = countBytes(element, header->shape);
  if (!bytes || data.size() < static_cast<uint64_t>(*bytes))
    return makeError(name + " is truncated: there are " + Twine(data.size()) +
                     " bytes of " + describeArray(header->shape, element));
  data = data.take_front(*bytes);
  if (element.isInteger(1))
    if (size_t invalidByte =
            data.find_if([](char c) { return c != 0 && c != 1; });
        invalidByte != StringRef::npos)
      return makeError(name + " has the byte " +
                       Twine(static_cast<unsigned>(
                           static_cast<uint8_t>(data[invalidByte]))) +
                       " as a boolean");

  bool hasForeignByteOrder = byteOrder == '>' && partSize > 1;
  bool isFortran = header->isFortranOrder && header->shape.size() > 1;
  bool isAligned = reinterpret_cast<uintptr_t>(data.data()) % partSize == 0;
  if (!hasForeignByteOrder && !isFortran && isAligned)
    return Array::map(element, header->shape, std::move(buffer), data.data());
  Expected<Array> array = Array::allocate(element, header->shape);
  if (!array)
    return array.takeError();
  if (isFortran)
    transpose(data.data(), *array);
  else
    std::memcpy(array->getData(), data.data(), data.size());
  if (hasForeignByteOrder)
    swapBytes(array->getData(), array->getNumElements() * countParts(element),
              partSize);
  return array;
}

Error sg::writeNpy(StringRef path, const Array &array) {
  std::string header;
  raw_string_ostream os(header);
  std::string code = typeCode(array.getElementType());
  bool hasOrder = getElementSize(array.getElementType()) > 1;
  os << "{'descr': '" << (hasOrder || code[0] == 'V' ? '<' : '|') << code
     << "', 'fortran_order': False, 'shape': (";
  ListSeparator separator;
  for (int64_t size : array.getShape())
    os << separator << size;
  os << (array.getShape().size() == 1 ? ",), }" : "), }");
  // The data starts at a multiple of 64, after a newline.
  size_t prefixBytes = kMagic.size() + 2 + 2;
  header.append(63 - (prefixBytes + header.size()) % 64, ' ');
  header.push_back('\n');
  return writeFile(path, [&](raw_ostream &out) {
    char length[2];
    support::endian::write16le(length, header.size());
    out << kMagic << '\x01' << '\0' << StringRef(length, 2) << header
        << StringRef(array.getData(), array.getNumBytes());
  });
}
