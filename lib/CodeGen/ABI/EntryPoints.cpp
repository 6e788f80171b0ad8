//===- EntryPoints.cpp - Native entry points ------------------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Creates three functions for a public function @f:
//
//   sg_f(call) -> i32      calls the runtime, which checks the call and runs
//                          sg.unpack.f. An error returns to sg_f.
//   sg.unpack.f(call)      loads addresses, sizes and scalars from the call
//   sg.inner.f(call, ...)  receives these as arguments that do not alias,
//                          converts them to tensors, calls @f, and writes the
//                          results
//
//===----------------------------------------------------------------------===//

#include "EntryPoints.h"
#include "EntryPointResults.h"
#include "StoredScalars.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/TypeUtilities.h"
#include "sg/CodeGen/ABI/DonatedArguments.h"
#include "sg/CodeGen/Analysis/Descriptors.h"
#include "sg/CodeGen/Analysis/RuntimeCalls.h"
#include "sg/Runtime/DeviceCall.h"
#include "sg/Runtime/NativeTypes.h"
#include "llvm/Support/DebugLog.h"
#include <cstddef>

#define DEBUG_TYPE "sg-export-functions"

using namespace mlir;

static int64_t getRank(Type type) {
  auto shaped = dyn_cast<ShapedType>(type);
  return shaped ? shaped.getRank() : 0;
}

namespace {
/// Creates the functions for one public function, whose original name was
/// `name`.
class EntryBuilder {
public:
  EntryBuilder(func::FuncOp function, StringRef name, SymbolTable &symbols,
               ArrayRef<int64_t> named, sg::Device device)
      : function(function), name(name), symbols(symbols), calls(symbols),
        donated(sg::findDonated(function, named)), device(device),
        onDevice(device != sg::Device::CPU),
        b(function.getLoc(), function.getContext()),
        pointer(LLVM::LLVMPointerType::get(function.getContext())) {
    // On a device, results do not share the memory of arguments.
    pairs = sg::pairResults(function.getFunctionType(),
                            onDevice ? llvm::SmallBitVector() : donated);
  }

  void run() {
    for (unsigned argument : donated.set_bits())
      if (!llvm::is_contained(pairs, argument))
        LDBG() << "no result is paired with it, "
               << (onDevice ? "its memory is on the host"
                            : "no unpaired result has its type")
               << ": donated argument " << argument << " of '@" << name
               << "' at " << function.getLoc();
    func::FuncOp inner = createInner();
    func::FuncOp unpack = createUnpack(inner);
    createEntry(unpack);
    function.setPrivate();
  }

private:
  func::FuncOp createFunction(StringRef prefix, TypeRange arguments,
                              TypeRange results) {
    auto result = func::FuncOp::create(b.getLoc(), (prefix + name).str(),
                                       b.getFunctionType(arguments, results));
    symbols.insert(result);
    b.setInsertionPointToStart(result.addEntryBlock());
    return result;
  }

  Value constant(int64_t value) {
    return arith::ConstantOp::create(b, b.getI64IntegerAttr(value));
  }
  Value toIndex(Value value) {
    return b.createOrFold<arith::IndexCastOp>(b.getIndexType(), value);
  }
  Value load(Type type, Value address, int64_t byteOffset = 0) {
    return LLVM::LoadOp::create(b, type, offset(address, byteOffset));
  }
  Value offset(Value address, int64_t bytes) {
    if (bytes == 0)
      return address;
    return LLVM::GEPOp::create(b, pointer, b.getI8Type(), address,
                               ArrayRef<LLVM::GEPArg>(bytes));
  }

  Value createArgument(Type type, Value address, ArrayRef<Value> sizes,
                       bool isDonated);
  bool mayWriteTo(unsigned argument) {
    return donated[argument] ||
           isa<MemRefType>(function.getArgument(argument).getType());
  }
  func::FuncOp createInner();
  func::FuncOp createUnpack(func::FuncOp inner);
  void startOnDevice();
  Value getOnDevice(Value call, unsigned argument, bool isWritten);
  LLVM::GlobalOp createSignature();
  void createEntry(func::FuncOp unpack);

  func::FuncOp function;
  std::string name;
  SymbolTable &symbols;
  sg::RuntimeCalls calls;
  llvm::SmallBitVector donated;
  /// For each result, the argument whose memory the result may share.
  SmallVector<std::optional<unsigned>> pairs;
  sg::Device device;
  bool onDevice;
  ImplicitLocOpBuilder b;
  Type pointer;
};
} // namespace

Value EntryBuilder::createArgument(Type type, Value address,
                                   ArrayRef<Value> sizes, bool isDonated) {
  auto shaped = cast<ShapedType>(type);
  auto memory = MemRefType::get(shaped.getShape(), shaped.getElementType());
  Value memref = sg::createMemRef(b, memory, address, sizes);
  if (isa<MemRefType>(type))
    return memref;
  return bufferization::ToTensorOp::create(b, type, memref,
                                           /*restrict=*/true,
                                           /*writable=*/isDonated);
}

func::FuncOp EntryBuilder::createInner() {
  // The arguments are the call, then the address and sizes of each array and
  // the value of each scalar.
  SmallVector<Type> types{pointer};
  for (Type type : function.getArgumentTypes()) {
    if (!isa<ShapedType>(type)) {
      types.push_back(type);
      continue;
    }
    types.push_back(pointer);
    types.append(getRank(type), b.getIndexType());
  }
  func::FuncOp inner = createFunction(sg::kInnerPrefix, types, {});
  inner.setPrivate();
  // Inlining would lose the `noalias` information of the arguments.
  inner.setNoInline(true);
  ValueRange arguments = inner.getArguments();
  Value call = arguments.front();
  SmallVector<Value> operands, addresses;
  unsigned next = 1;
  for (auto [i, type] : llvm::enumerate(function.getArgumentTypes())) {
    addresses.push_back(arguments[next]);
    if (!isa<ShapedType>(type)) {
      operands.push_back(arguments[next++]);
      continue;
    }
    inner.setArgAttr(next, LLVM::LLVMDialect::getNoAliasAttrName(),
                     b.getUnitAttr());
    if (!mayWriteTo(i))
      inner.setArgAttr(next, LLVM::LLVMDialect::getReadonlyAttrName(),
                       b.getUnitAttr());
    Value address = arguments[next++];
    SmallVector<Value> sizes;
    auto shaped = cast<ShapedType>(type);
    for (int64_t dim = 0; dim < getRank(type); ++dim) {
      Value size = arguments[next++];
      // The runtime has checked static sizes, so use constants.
      if (!shaped.isDynamicDim(dim))
        size = arith::ConstantIndexOp::create(b, shaped.getDimSize(dim));
      sizes.push_back(size);
    }
    operands.push_back(createArgument(type, address, sizes, mayWriteTo(i)));
  }
  auto results = func::CallOp::create(b, function, operands);
  sg::EntryPointResults(b, function, pairs, onDevice)
      .writeResults(call, results.getResults(), operands, addresses);
  func::ReturnOp::create(b);
  return inner;
}

func::FuncOp EntryBuilder::createUnpack(func::FuncOp inner) {
  func::FuncOp unpack = createFunction("sg.unpack.", pointer, {});
  unpack.setPrivate();
  Value call = unpack.getArgument(0);
  if (onDevice)
    startOnDevice();
  Type i64 = b.getI64Type();
  Value arrays = load(pointer, call, offsetof(sg_call, arguments));
  SmallVector<Value> operands{call};
  for (auto [i, type] : llvm::enumerate(function.getArgumentTypes())) {
    int64_t arrayOffset = i * sizeof(sg_array);
    auto shaped = dyn_cast<ShapedType>(type);
    Value address =
        onDevice && shaped
            ? getOnDevice(call, i, /*isWritten=*/isa<MemRefType>(type))
            : load(pointer, arrays, arrayOffset + offsetof(sg_array, data));
    if (!shaped) {
      operands.push_back(sg::loadScalar(b, type, address));
      continue;
    }
    operands.push_back(address);
    if (shaped.getRank() == 0)
      continue;
    Value shape =
        load(pointer, arrays, arrayOffset + offsetof(sg_array, shape));
    for (int64_t dim = 0; dim < shaped.getRank(); ++dim)
      operands.push_back(toIndex(load(i64, shape, dim * sizeof(int64_t))));
  }
  func::CallOp::create(b, inner, operands);
  if (onDevice)
    calls.createCall(b, "sgrt_device_finish", {}, {});
  func::ReturnOp::create(b);
  return unpack;
}

/// Passes the device and this program's handle to the runtime.
void EntryBuilder::startOnDevice() {
  static constexpr StringLiteral name = "sgrt_this_program";
  auto program = symbols.lookup<LLVM::GlobalOp>(name);
  if (!program) {
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(cast<ModuleOp>(symbols.getOp()).getBody());
    auto type = LLVM::LLVMStructType::getLiteral(b.getContext(), {pointer});
    program =
        LLVM::GlobalOp::create(b, type, /*isConstant=*/false,
                               LLVM::Linkage::External, name, Attribute());
    symbols.insert(program);
  }
  Value kind =
      constant(device == sg::Device::Emulated ? SGRT_EMULATED : SGRT_CUDA);
  Value address = LLVM::AddressOfOp::create(b, program);
  calls.createCall(b, "sgrt_device_start", {}, {address, kind});
}

/// Returns the address of the argument's copy on the device.
Value EntryBuilder::getOnDevice(Value call, unsigned argument, bool isWritten) {
  return calls
      .createCall(b, "sgrt_device_argument", pointer,
                  {call, constant(argument), constant(isWritten)})
      .getResult();
}

/// Creates the signature against which sgrt_run checks a call.
/// sg/Runtime/CallRuntime.h describes the format.
LLVM::GlobalOp EntryBuilder::createSignature() {
  SmallVector<int64_t> words{function.getNumArguments(),
                             function.getNumResults()};
  auto append = [&](Type type) {
    int64_t code = sg::getElementTypeCode(getElementTypeOrSelf(type));
    // Only the runtime can allocate memory of an emulated device, so callers
    // never pass such memory.
    bool mayBeOnDevice = device == sg::Device::Cuda && isa<ShapedType>(type);
    words.push_back(mayBeOnDevice ? code | SG_ON_DEVICE : code);
    words.push_back(getRank(type));
    if (auto shaped = dyn_cast<ShapedType>(type))
      for (int64_t size : shaped.getShape())
        words.push_back(ShapedType::isDynamic(size) ? -1 : size);
  };
  for (auto [i, type] : llvm::enumerate(function.getArgumentTypes())) {
    append(type);
    words.push_back(donated[i]);
  }
  for (auto [type, pair] : llvm::zip(function.getResultTypes(), pairs)) {
    append(type);
    words.push_back(pair ? int64_t(*pair) : -1);
  }
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(cast<ModuleOp>(symbols.getOp()).getBody());
  auto type = LLVM::LLVMArrayType::get(b.getI64Type(), words.size());
  auto signature = LLVM::GlobalOp::create(
      b, type, /*isConstant=*/true, LLVM::Linkage::Internal,
      "sg.signature." + name, b.getI64TensorAttr(words));
  symbols.insert(signature);
  return signature;
}

void EntryBuilder::createEntry(func::FuncOp unpack) {
  LLVM::GlobalOp signature = createSignature();
  Type i32 = b.getI32Type();
  createFunction(sg::kEntryPrefix, pointer, i32);
  Value call = b.getInsertionBlock()->getArgument(0);
  Value expected = LLVM::AddressOfOp::create(b, signature);
  Value body =
      func::ConstantOp::create(b, unpack.getFunctionType(), unpack.getName());
  Value address =
      UnrealizedConversionCastOp::create(b, pointer, body).getResult(0);
  Value status = calls.createCall(b, "sgrt_run", i32, {call, expected, address})
                     .getResult();
  func::ReturnOp::create(b, status);
}

void sg::createEntryPoint(func::FuncOp function, StringRef name,
                          SymbolTable &symbols, ArrayRef<int64_t> named,
                          Device device) {
  EntryBuilder(function, name, symbols, named, device).run();
}
