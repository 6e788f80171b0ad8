//===- ExportFunctions.cpp - Native entry points --------------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// For a public function @f three functions are made:
//
//   sg_f(call) -> i32      asks the runtime to check the call and to run
//                          sg.unpack.f, from which an error returns here
//   sg.unpack.f(call)      reads addresses, sizes and scalars from the call
//   sg.inner.f(call, ...)  takes these, as arguments that do not alias; makes
//                          tensors of them, calls @f, and writes the results
//
//===----------------------------------------------------------------------===//

#include "CodeGen/Passes.h"
#include "Runtime/NativeTypes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/TypeUtilities.h"
#include <cstddef>

using namespace mlir;

namespace sg {
#define GEN_PASS_DEF_EXPORTFUNCTIONS
#include "CodeGen/Passes.h.inc"
} // namespace sg

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

static bool isPassable(Type type, bool asArgument) {
  if (sg::getElementTypeCode(getElementTypeOrSelf(type)) == 0)
    return false;
  if (auto tensor = dyn_cast<RankedTensorType>(type))
    return !tensor.getEncoding();
  if (auto memref = dyn_cast<MemRefType>(type))
    return asArgument && memref.getLayout().isIdentity() &&
           !memref.getMemorySpace();
  return !isa<ShapedType>(type);
}

static int64_t getRank(Type type) {
  auto shaped = dyn_cast<ShapedType>(type);
  return shaped ? shaped.getRank() : 0;
}

static MemRefType getMemRefType(ShapedType type) {
  return MemRefType::get(type.getShape(), type.getElementType());
}

//===----------------------------------------------------------------------===//
// Building
//===----------------------------------------------------------------------===//

namespace {
/// Makes the functions for one public function, which had that name.
class Exporter {
public:
  Exporter(func::FuncOp function, StringRef name, SymbolTable &symbols,
           ArrayRef<int64_t> donated, bool onDevice)
      : function(function), name(name), symbols(symbols), donated(donated),
        onDevice(onDevice), b(function.getContext()), loc(function.getLoc()),
        pointer(LLVM::LLVMPointerType::get(function.getContext())) {}

  void run() {
    func::FuncOp inner = createInner();
    func::FuncOp unpack = createUnpack(inner);
    createEntry(unpack);
    function.setPrivate();
  }

private:
  func::FuncOp createFunction(StringRef prefix, TypeRange arguments,
                              TypeRange results) {
    auto made = func::FuncOp::create(loc, (prefix + name).str(),
                                     b.getFunctionType(arguments, results));
    symbols.insert(made);
    b.setInsertionPointToStart(made.addEntryBlock());
    return made;
  }

  /// A function of the runtime (lib/Runtime/CallRuntime.cpp).
  LLVM::LLVMFuncOp runtimeFunction(StringRef name, Type result,
                                   ArrayRef<Type> arguments) {
    if (auto known = symbols.lookup<LLVM::LLVMFuncOp>(name))
      return known;
    auto type = LLVM::LLVMFunctionType::get(result, arguments);
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(cast<ModuleOp>(symbols.getOp()).getBody());
    auto made = LLVM::LLVMFuncOp::create(b, loc, name, type);
    symbols.insert(made);
    return made;
  }

  Value constant(int64_t value) {
    return arith::ConstantOp::create(b, loc, b.getI64IntegerAttr(value));
  }
  Value toIndex(Value value) {
    return b.createOrFold<arith::IndexCastOp>(loc, b.getIndexType(), value);
  }
  Value toI64(Value value) {
    return b.createOrFold<arith::IndexCastOp>(loc, b.getI64Type(), value);
  }
  Value load(Type type, Value address, int64_t byteOffset = 0) {
    return LLVM::LoadOp::create(b, loc, type, offset(address, byteOffset));
  }
  Value offset(Value address, int64_t bytes) {
    if (bytes == 0)
      return address;
    return LLVM::GEPOp::create(b, loc, pointer, b.getI8Type(), address,
                               ArrayRef<LLVM::GEPArg>(bytes));
  }

  /// What LLVM has for a scalar: it knows no floats of 8 bits, and no integers
  /// with a sign.
  Type getStoredType(Type type) {
    return LLVM::isCompatibleType(type)
               ? type
               : b.getIntegerType(type.getIntOrFloatBitWidth());
  }

  Value createMemRef(MemRefType type, Value address, ArrayRef<Value> sizes);
  Value createArgument(Type type, Value address, ArrayRef<Value> sizes,
                       bool isDonated);
  void writeResult(Value call, unsigned number, Value result);
  func::FuncOp createInner();
  func::FuncOp createUnpack(func::FuncOp inner);
  Value getOnDevice(Value call, unsigned argument, bool isWritten);
  LLVM::GlobalOp createSignature();
  void createEntry(func::FuncOp unpack);

  func::FuncOp function;
  std::string name;
  SymbolTable &symbols;
  ArrayRef<int64_t> donated;
  bool onDevice;
  OpBuilder b;
  Location loc;
  Type pointer;
};
} // namespace

/// A descriptor of memory at `address`; `sizes` are those of all dimensions.
Value Exporter::createMemRef(MemRefType type, Value address,
                             ArrayRef<Value> sizes) {
  MLIRContext *context = b.getContext();
  Type i64 = b.getI64Type();
  SmallVector<Type> fields{pointer, pointer, i64};
  int64_t rank = type.getRank();
  if (rank != 0)
    fields.append(2, LLVM::LLVMArrayType::get(i64, rank));
  auto structType = LLVM::LLVMStructType::getLiteral(context, fields);
  Value descriptor = LLVM::PoisonOp::create(b, loc, structType);
  auto insert = [&](Value value, ArrayRef<int64_t> position) {
    descriptor =
        LLVM::InsertValueOp::create(b, loc, descriptor, value, position);
  };
  insert(address, 0);
  insert(address, 1);
  insert(constant(0), 2);
  Value stride = constant(1);
  for (int64_t dim = rank; dim-- > 0;) {
    Value size = toI64(sizes[dim]);
    insert(size, {3, dim});
    insert(stride, {4, dim});
    stride = b.createOrFold<arith::MulIOp>(loc, stride, size);
  }
  return UnrealizedConversionCastOp::create(b, loc, type, descriptor)
      .getResult(0);
}

Value Exporter::createArgument(Type type, Value address, ArrayRef<Value> sizes,
                               bool isDonated) {
  Value memref =
      createMemRef(getMemRefType(cast<ShapedType>(type)), address, sizes);
  if (isa<MemRefType>(type))
    return memref;
  return bufferization::ToTensorOp::create(b, loc, type, memref,
                                           /*restrict=*/true,
                                           /*writable=*/isDonated);
}

/// Asks for the result's memory and lets the result materialize there.
void Exporter::writeResult(Value call, unsigned number, Value result) {
  Type i64 = b.getI64Type();
  Value position = constant(number);
  Type element = getElementTypeOrSelf(result);
  auto tensor = dyn_cast<RankedTensorType>(result.getType());
  SmallVector<Value> sizes;
  auto setSize =
      runtimeFunction("sgrt_set_size", LLVM::LLVMVoidType::get(b.getContext()),
                      {pointer, i64, i64, i64});
  for (int64_t dim = 0; dim < getRank(result.getType()); ++dim) {
    sizes.push_back(b.createOrFold<tensor::DimOp>(
        loc, result, arith::ConstantIndexOp::create(b, loc, dim)));
    Value size = toI64(sizes.back());
    LLVM::CallOp::create(b, loc, setSize,
                         ValueRange{call, position, constant(dim), size});
  }
  // Not marked as noalias: what is written to such memory and not read again
  // would be dropped at the end of the function.
  auto getResult =
      runtimeFunction(onDevice && tensor ? "sgrt_device_result" : "sgrt_result",
                      pointer, {pointer, i64});
  Value address =
      LLVM::CallOp::create(b, loc, getResult, ValueRange{call, position})
          .getResult();
  if (!tensor) {
    if (element.isIndex())
      result = toI64(result);
    if (element.isInteger(1))
      result = arith::ExtUIOp::create(b, loc, b.getI8Type(), result);
    if (Type stored = getStoredType(result.getType());
        stored != result.getType())
      result = UnrealizedConversionCastOp::create(b, loc, stored, result)
                   .getResult(0);
    LLVM::StoreOp::create(b, loc, result, address);
    return;
  }
  Value memref = createMemRef(getMemRefType(tensor), address, sizes);
  Value target = bufferization::ToTensorOp::create(
      b, loc, tensor, memref, /*restrict=*/true, /*writable=*/true);
  // Into a tensor, so that bufferization knows what else lies in that memory.
  Value written = bufferization::MaterializeInDestinationOp::create(
                      b, loc, tensor, result, target)
                      ->getResult(0);
  // A copy onto itself, which goes away; it keeps the other one.
  bufferization::MaterializeInDestinationOp::create(
      b, loc, Type(), written, memref, /*restrict=*/false, /*writable=*/true);
}

func::FuncOp Exporter::createInner() {
  // The call; of an array its address and sizes, of a scalar its value.
  SmallVector<Type> types{pointer};
  for (Type type : function.getArgumentTypes()) {
    if (!isa<ShapedType>(type)) {
      types.push_back(type);
      continue;
    }
    types.push_back(pointer);
    types.append(getRank(type), b.getIndexType());
  }
  func::FuncOp inner = createFunction("sg.inner.", types, {});
  inner.setPrivate();
  // Else it would be forgotten that they do not alias.
  inner.setNoInline(true);
  ValueRange arguments = inner.getArguments();
  Value call = arguments.front();
  SmallVector<Value> operands;
  unsigned next = 1;
  for (auto [i, type] : llvm::enumerate(function.getArgumentTypes())) {
    if (!isa<ShapedType>(type)) {
      operands.push_back(arguments[next++]);
      continue;
    }
    bool isDonated = llvm::is_contained(donated, i) || isa<MemRefType>(type);
    inner.setArgAttr(next, LLVM::LLVMDialect::getNoAliasAttrName(),
                     b.getUnitAttr());
    if (!isDonated)
      inner.setArgAttr(next, LLVM::LLVMDialect::getReadonlyAttrName(),
                       b.getUnitAttr());
    Value address = arguments[next++];
    SmallVector<Value> sizes;
    auto shaped = cast<ShapedType>(type);
    for (int64_t dim = 0; dim < getRank(type); ++dim) {
      Value size = arguments[next++];
      // Known to be so: the runtime has checked it.
      if (!shaped.isDynamicDim(dim))
        size = arith::ConstantIndexOp::create(b, loc, shaped.getDimSize(dim));
      sizes.push_back(size);
    }
    operands.push_back(createArgument(type, address, sizes, isDonated));
  }
  auto results = func::CallOp::create(b, loc, function, operands);
  for (OpResult result : results.getResults())
    writeResult(call, result.getResultNumber(), result);
  func::ReturnOp::create(b, loc);
  return inner;
}

func::FuncOp Exporter::createUnpack(func::FuncOp inner) {
  func::FuncOp unpack = createFunction("sg.unpack.", pointer, {});
  unpack.setPrivate();
  Value call = unpack.getArgument(0);
  Type i64 = b.getI64Type();
  Value arrays = load(pointer, call, offsetof(sg_call, arguments));
  SmallVector<Value> operands{call};
  for (auto [i, type] : llvm::enumerate(function.getArgumentTypes())) {
    int64_t array = i * sizeof(sg_array);
    auto shaped = dyn_cast<ShapedType>(type);
    Value address =
        onDevice && shaped
            ? getOnDevice(call, i, /*isWritten=*/isa<MemRefType>(type))
            : load(pointer, arrays, array + offsetof(sg_array, data));
    if (!shaped) {
      Value value;
      if (type.isIndex()) {
        value = toIndex(load(i64, address));
      } else if (type.isInteger(1)) {
        Value byte = load(b.getI8Type(), address);
        value = arith::TruncIOp::create(b, loc, type, byte);
      } else {
        Type stored = getStoredType(type);
        value = load(stored, address);
        if (stored != type)
          value = UnrealizedConversionCastOp::create(b, loc, type, value)
                      .getResult(0);
      }
      operands.push_back(value);
      continue;
    }
    operands.push_back(address);
    if (shaped.getRank() == 0)
      continue;
    Value shape = load(pointer, arrays, array + offsetof(sg_array, shape));
    for (int64_t dim = 0; dim < shaped.getRank(); ++dim)
      operands.push_back(toIndex(load(i64, shape, dim * sizeof(int64_t))));
  }
  func::CallOp::create(b, loc, inner, operands);
  if (onDevice) {
    auto finish = runtimeFunction("sgrt_device_finish",
                                  LLVM::LLVMVoidType::get(b.getContext()), {});
    LLVM::CallOp::create(b, loc, finish, ValueRange{});
  }
  func::ReturnOp::create(b, loc);
  return unpack;
}

/// The address of a copy of an argument.
Value Exporter::getOnDevice(Value call, unsigned argument, bool isWritten) {
  Type i64 = b.getI64Type();
  auto copy =
      runtimeFunction("sgrt_device_argument", pointer, {pointer, i64, i64});
  return LLVM::CallOp::create(
             b, loc, copy,
             ValueRange{call, constant(argument), constant(isWritten)})
      .getResult();
}

/// What a call must fit, as sgrt_run reads it (Runtime/CallRuntime.h).
LLVM::GlobalOp Exporter::createSignature() {
  SmallVector<int64_t> words{function.getNumArguments(),
                             function.getNumResults()};
  auto append = [&](TypeRange types) {
    for (Type type : types) {
      int64_t code = sg::getElementTypeCode(getElementTypeOrSelf(type));
      words.push_back(onDevice && isa<ShapedType>(type) ? code | SG_ON_DEVICE
                                                        : code);
      words.push_back(getRank(type));
      if (auto shaped = dyn_cast<ShapedType>(type))
        for (int64_t size : shaped.getShape())
          words.push_back(ShapedType::isDynamic(size) ? -1 : size);
    }
  };
  append(function.getArgumentTypes());
  append(function.getResultTypes());
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(cast<ModuleOp>(symbols.getOp()).getBody());
  auto type = LLVM::LLVMArrayType::get(b.getI64Type(), words.size());
  auto made = LLVM::GlobalOp::create(
      b, loc, type, /*isConstant=*/true, LLVM::Linkage::Internal,
      "sg.signature." + name, b.getI64TensorAttr(words));
  symbols.insert(made);
  return made;
}

void Exporter::createEntry(func::FuncOp unpack) {
  LLVM::GlobalOp signature = createSignature();
  Type i32 = b.getI32Type();
  createFunction(sg::kEntryPrefix, pointer, i32);
  Value call = b.getInsertionBlock()->getArgument(0);
  auto run = runtimeFunction("sgrt_run", i32, {pointer, pointer, pointer});
  Value expected = LLVM::AddressOfOp::create(b, loc, signature);
  Value body = func::ConstantOp::create(b, loc, unpack.getFunctionType(),
                                        unpack.getName());
  Value address =
      UnrealizedConversionCastOp::create(b, loc, pointer, body).getResult(0);
  Value status =
      LLVM::CallOp::create(b, loc, run, ValueRange{call, expected, address})
          .getResult();
  func::ReturnOp::create(b, loc, status);
}

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

namespace {
struct ExportFunctions : sg::impl::ExportFunctionsBase<ExportFunctions> {
  using ExportFunctionsBase::ExportFunctionsBase;

  void runOnOperation() override {
    // What has been exported already stays as it is.
    if (getOperation().getOps<func::FuncOp>().empty())
      return;
    SymbolTable symbols(getOperation());
    SmallVector<SymbolOpInterface> defined;
    for (Operation &op : *getOperation().getBody())
      if (isDefinition(&op))
        defined.push_back(cast<SymbolOpInterface>(op));
    SmallVector<std::pair<func::FuncOp, std::string>> exported;
    for (SymbolOpInterface symbol : defined) {
      std::string name = symbol.getName().str();
      auto function = dyn_cast<func::FuncOp>(symbol.getOperation());
      if (function && function.isPublic()) {
        if (failed(checkTypes(function)))
          return signalPassFailure();
        exported.emplace_back(function, name);
      }
      rename(symbol, "sg.internal." + name, symbols);
    }
    if (failed(checkNames(exported, symbols)))
      return signalPassFailure();
    SmallVector<int64_t> given(donated.begin(), donated.end());
    for (auto &[function, name] : exported)
      Exporter(function, name, symbols, given, onDevice).run();
  }

private:
  static LogicalResult checkTypes(func::FuncOp function) {
    auto report = [&](StringRef what, unsigned i, Type type) {
      return function.emitOpError()
             << "has " << what << " " << i << " of type " << type
             << ", which cannot be passed to native code; ranked tensors and "
                "scalars of index, i1, i8, i16, i32, i64 and floats of up to "
                "64 bits can";
    };
    for (auto [i, type] : llvm::enumerate(function.getArgumentTypes()))
      if (!isPassable(type, /*asArgument=*/true))
        return report("argument", i, type);
    for (auto [i, type] : llvm::enumerate(function.getResultTypes()))
      if (!isPassable(type, /*asArgument=*/false))
        return report("result", i, type);
    return success();
  }

  /// A function or a global memref that is not elsewhere.
  static bool isDefinition(Operation *op) {
    if (auto global = dyn_cast<memref::GlobalOp>(op))
      return !global.isExternal();
    return isa<func::FuncOp, LLVM::LLVMFuncOp>(op) &&
           !cast<FunctionOpInterface>(op).isExternal();
  }

  /// What --sg-trace-nan or --sg-emulate-kernels has put there, or sg-run to
  /// look into a run.
  static bool isOurs(Operation *op) {
    auto function = dyn_cast<LLVM::LLVMFuncOp>(op);
    static const StringRef names[] = {
        "sgrt_trace",         "sgrt_emulate", "sgrt_barrier",
        "sgrt_shuffle",       "sgrt_access",  "sgrt_multiply",
        "sgrt_load_matrices", "sgrt_probe",   "sgrt_probe_word"};
    return function && function.isExternal() &&
           llvm::is_contained(names, function.getName());
  }

  /// What is still called by its name is declared only.
  static LogicalResult
  checkNames(ArrayRef<std::pair<func::FuncOp, std::string>> exported,
             SymbolTable &symbols) {
    auto report = [](Operation *op, StringRef purpose) {
      return op->emitOpError() << "has the name of " << purpose;
    };
    for (Operation &op : symbols.getOp()->getRegion(0).front())
      if (auto symbol = dyn_cast<SymbolOpInterface>(op))
        if (symbol.getName().starts_with("sgrt_") && !isOurs(&op))
          return report(&op, "a function of the runtime");
    for (auto &[function, name] : exported)
      if (Operation *taken = symbols.lookup((sg::kEntryPrefix + name).str()))
        return report(taken, "the entry point of '@" + name + "'");
    return success();
  }

  /// Gives it that name, or the next one that is free.
  static void rename(Operation *op, std::string name, SymbolTable &symbols) {
    while (symbols.lookup(name))
      name += '_';
    // Only fails for a name that is taken.
    (void)symbols.rename(op, name);
  }
};
} // namespace
