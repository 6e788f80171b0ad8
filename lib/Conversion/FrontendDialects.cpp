//===- FrontendDialects.cpp - Parsers for the ops of frontends ------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sg/Conversion/FrontendDialects.h"
#include "FrontendOp.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/DialectRegistry.h"
#include "mlir/IR/OpImplementation.h"

using namespace mlir;
using namespace sg;

/// Parses `name ( attribute )` or `name = [integers]`.
static ParseResult parseNamed(OpAsmParser &parser, StringRef name,
                              NamedAttrList &attributes) {
  if (succeeded(parser.parseOptionalEqual())) {
    Attribute integers = DenseI64ArrayAttr::parse(parser, Type());
    if (!integers)
      return failure();
    attributes.set(name, integers);
    return success();
  }
  Attribute value;
  if (parser.parseLParen() || parser.parseAttribute(value) ||
      parser.parseRParen())
    return failure();
  attributes.set(name, value);
  return success();
}

/// Parses `( operands : types )`. Returns the number of operands.
static FailureOr<int32_t> parseOperands(OpAsmParser &parser,
                                        OperationState &state) {
  SmallVector<OpAsmParser::UnresolvedOperand> operands;
  SmallVector<Type> types;
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseLParen() || parser.parseOperandList(operands) ||
      parser.parseColonTypeList(types) || parser.parseRParen() ||
      parser.resolveOperands(operands, types, loc, state.operands))
    return failure();
  return static_cast<int32_t>(operands.size());
}

/// Parses the syntax that the ops of both dialects share: attributes, `ins`,
/// `outs`, the body and the result types.
static ParseResult parseOp(OpAsmParser &parser, OperationState &state) {
  int32_t sizes[] = {0, 0}; // numbers of ins and outs
  StringRef name;
  do {
    if (parser.parseOptionalAttrDict(state.attributes) ||
        parser.parseKeyword(&name))
      return failure();
    if (name != "ins" && name != "outs") {
      if (parseNamed(parser, name, state.attributes))
        return failure();
      continue;
    }
    FailureOr<int32_t> size = parseOperands(parser, state);
    if (failed(size))
      return failure();
    sizes[name == "outs"] = *size;
  } while (name != "outs");
  state.addAttribute(FrontendOp::segmentsName,
                     parser.getBuilder().getDenseI32ArrayAttr(sizes));
  return failure(parser.parseRegion(*state.addRegion()) ||
                 (succeeded(parser.parseOptionalArrow()) &&
                  parser.parseTypeList(state.types)));
}

static ParseResult parseYield(OpAsmParser &parser, OperationState &state) {
  SmallVector<OpAsmParser::UnresolvedOperand> operands;
  SmallVector<Type> types;
  SMLoc loc = parser.getCurrentLocation();
  return failure(parser.parseOptionalAttrDict(state.attributes) ||
                 parser.parseOperandList(operands) ||
                 (!operands.empty() && parser.parseColonTypeList(types)) ||
                 parser.resolveOperands(operands, types, loc, state.operands));
}

static ParseResult rejectOp(OpAsmParser &parser, OperationState &) {
  return parser.emitError(parser.getNameLoc())
         << "is not supported; supported ops of this dialect: scan, scatter, "
            "sort, topk; write the program without this op, or pass its result "
            "as an argument";
}

namespace {
/// A dialect that parses some ops of a frontend as unregistered ops.
template <typename Name>
struct FrontendDialect : Dialect {
  explicit FrontendDialect(MLIRContext *context)
      : Dialect(getDialectNamespace(), context,
                TypeID::get<FrontendDialect<Name>>()) {
    allowUnknownOperations();
  }
  static constexpr StringLiteral getDialectNamespace() { return Name::value; }
  std::optional<ParseOpHook>
  getParseOperationHook(StringRef name) const override {
    StringRef mnemonic = name.substr(name.find('.') + 1);
    if (mnemonic == "yield")
      return parseYield;
    return FrontendOp::isSupported(mnemonic) ? parseOp : rejectOp;
  }
};
struct TorchMLIR {
  static constexpr StringLiteral value{"tm_tensor"};
};
struct IREE {
  static constexpr StringLiteral value{"iree_linalg_ext"};
};
} // namespace

void sg::registerFrontendDialects(DialectRegistry &registry) {
  registry.insert<FrontendDialect<TorchMLIR>, FrontendDialect<IREE>>();
}
