//===- TargetNVVM.cpp - Sets the target of kernels ------------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DeviceInstructions.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/IR/TypeUtilities.h"
#include "sg/CodeGen/GPU/Host/Passes.h"
#include "sg/CodeGen/GPU/Host/Toolkit.h"
#include "sg/CodeGen/GPU/Kernels/KernelLimits.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Support/DebugLog.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/TargetParser/Triple.h"

#define DEBUG_TYPE "sg-target-nvvm"

using namespace mlir;

namespace sg {
#define GEN_PASS_DEF_TARGETNVVM
#include "sg/CodeGen/GPU/Host/Passes.h.inc"
} // namespace sg

//===----------------------------------------------------------------------===//
// CUDA's toolkit
//===----------------------------------------------------------------------===//

static std::string getFile(StringRef toolkit, StringRef file) {
  llvm::SmallString<128> path(toolkit);
  llvm::sys::path::append(path, file);
  return path.str().str();
}

/// Returns the path of the toolkit's math library in LLVM bitcode.
static std::string getLibdevice(StringRef toolkit) {
  return getFile(toolkit, "nvvm/libdevice/libdevice.10.bc");
}

/// Returns true if `path` exists. Returns false if `toolkit` is empty.
static bool hasFile(StringRef toolkit, StringRef path) {
  return !toolkit.empty() && llvm::sys::fs::exists(path);
}

std::string sg::findToolkit(StringRef selected) {
  if (!selected.empty())
    return selected == kNoToolkit ? "" : selected.str();
  std::vector<std::string> folders;
  for (const char *name : {"CUDA_HOME", "CUDA_ROOT", "CUDA_PATH"})
    if (std::optional<std::string> folder = llvm::sys::Process::GetEnv(name))
      folders.push_back(*folder);
  folders.insert(folders.end(),
                 {"/usr/local/cuda", "/opt/cuda", "/usr/lib/cuda"});
  for (const std::string &folder : folders)
    if (llvm::sys::fs::exists(getLibdevice(folder)))
      return folder;
  return "";
}

/// Alignment in bytes of shared memory: the size of the widest access.
static constexpr uint64_t kMemoryAlignment = 16;

//===----------------------------------------------------------------------===//
// The target
//===----------------------------------------------------------------------===//

/// Returns the first PTX version that supports the chip (PTX ISA, "Release
/// Notes"), or 0 if this version is unknown. The backend ends the process if an
/// older version is requested.
static unsigned getMinPTX(StringRef chip) {
  return llvm::StringSwitch<unsigned>(chip)
      .Case("sm_70", 60)
      .Case("sm_72", 61)
      .Case("sm_75", 63)
      .Case("sm_80", 70)
      .Case("sm_86", 71)
      .Case("sm_87", 74)
      .Cases({"sm_89", "sm_90"}, 78)
      .Case("sm_90a", 80)
      .Cases({"sm_100", "sm_100a", "sm_101", "sm_101a"}, 86)
      .Cases({"sm_120", "sm_120a"}, 87)
      .Cases({"sm_103", "sm_103a", "sm_121", "sm_121a"}, 88)
      .Default(0);
}

/// Returns the backend's table of chips, or null if LLVM lacks the backend.
static const llvm::MCSubtargetInfo *getSubtargetInfo() {
  static const std::unique_ptr<llvm::MCSubtargetInfo> chips = [] {
    LLVMInitializeNVPTXTarget();
    LLVMInitializeNVPTXTargetInfo();
    LLVMInitializeNVPTXTargetMC();
    llvm::Triple triple("nvptx64-nvidia-cuda");
    std::string error;
    const llvm::Target *target =
        llvm::TargetRegistry::lookupTarget(triple, error);
    return std::unique_ptr<llvm::MCSubtargetInfo>(
        target ? target->createMCSubtargetInfo(triple, "", "") : nullptr);
  }();
  return chips.get();
}

/// Returns an operand or result type on which GPUs cannot compute, or null.
/// GPUs can still load and store values of such types.
static Type findUnsupportedType(Operation *op) {
  auto isIntCast =
      isa<LLVM::SIToFPOp, LLVM::UIToFPOp, LLVM::FPToSIOp, LLVM::FPToUIOp>(op);
  auto isFloatOp = isIntCast || isa<LLVM::FPExtOp, LLVM::FPTruncOp>(op) ||
                   isa<LLVM::FastmathFlagsInterface>(op);
  auto isUnsupported = [&](Type type) {
    if (!LLVM::isCompatibleType(type))
      return !isa<LLVM::LLVMDialect>(op->getDialect());
    Type element = getElementTypeOrSelf(type);
    unsigned bits =
        element.isIntOrFloat() ? element.getIntOrFloatBitWidth() : 0;
    return bits > 64 && (isa<FloatType>(element) ? isFloatOp : isIntCast);
  };
  for (TypeRange types :
       {TypeRange(op->getOperandTypes()), TypeRange(op->getResultTypes())})
    for (Type type : types)
      if (isUnsupported(type))
        return type;
  return Type();
}

/// Returns the smallest N such that sm_N supports `op` (PTX ISA, "Target ISA
/// Notes"), or 0 if upstream checks the op or every chip supports it.
static unsigned getMinChipVersion(Operation *op) {
  if (isa<NVVM::CpAsyncOp, NVVM::CpAsyncCommitGroupOp,
          NVVM::CpAsyncWaitGroupOp>(op))
    return 80;
  return isa<NVVM::ElectSyncOp>(op) ? 90 : 0;
}

namespace {
struct TargetNVVM : sg::impl::TargetNVVMBase<TargetNVVM> {
  using TargetNVVMBase::TargetNVVMBase;

  void runOnOperation() override {
    SmallVector<gpu::GPUModuleOp> modules(
        getOperation().getOps<gpu::GPUModuleOp>());
    std::string path = sg::findToolkit(toolkit);
    LDBG() << (path.empty() ? "without CUDA's toolkit, so without libdevice"
                            : "CUDA's toolkit: ")
           << path;
    if (failed(checkChip()) || failed(checkToolkit(path)))
      return signalPassFailure();
    MLIRContext *context = &getContext();
    NamedAttrList flags;
    if (fastMath) {
      flags.set("fast", UnitAttr::get(context));
      flags.set("ftz", UnitAttr::get(context));
    }
    for (gpu::GPUModuleOp kernels : modules) {
      sg::replaceLibraryCalls(kernels);
      sg::replaceMath(kernels);
      if (fastMath)
        sg::enableFastMath(kernels);
      if (failed(checkOps(kernels)) || failed(checkCalls(kernels, path)))
        return signalPassFailure();
      legalizeFunctionNames(kernels);
      legalizeSharedMemory(kernels);
      setMinBlockCount(kernels);
      FailureOr<std::string> selected = selectFeatures(kernels);
      if (failed(selected) || failed(sg::checkStaticSharedMemory(kernels)))
        return signalPassFailure();
      auto target = NVVM::NVVMTargetAttr::get(
          context, /*optLevel=*/3, "nvptx64-nvidia-cuda", chip, *selected,
          flags.getDictionary(context));
      kernels.setTargetsAttr(ArrayAttr::get(context, {target}));
    }
  }

private:
  LogicalResult checkChip() {
    const llvm::MCSubtargetInfo *chips = getSubtargetInfo();
    auto report = [&] {
      return emitError(getOperation().getLoc()) << getArgument() << ": ";
    };
    if (!chips)
      return report() << "this LLVM has no backend for NVIDIA GPUs";
    StringRef name = chip;
    unsigned chipVersion = 0;
    if (!chips->isCPUStringValid(name) || !name.starts_with("sm_") ||
        name.drop_front(3)
            .drop_while(llvm::isAlpha)
            .consumeInteger(10, chipVersion) ||
        chipVersion < 70)
      return report()
             << "unknown chip '" << name
             << "'; known chips are sm_70, sm_75, sm_80, sm_86, sm_89, "
                "sm_90, sm_90a, sm_100, sm_120 and others";
    unsigned minPTX = getMinPTX(name);
    SmallVector<StringRef> entries;
    StringRef(features).split(entries, ',', -1, /*KeepEmpty=*/false);
    for (StringRef entry : entries) {
      StringRef digits = entry;
      unsigned version = 0;
      if (!digits.consume_front("+ptx") || digits.getAsInteger(10, version))
        return report()
               << "features must be +ptx and a version, for example +ptx"
               << (minPTX ? minPTX : 80) << "; found '" << entry << "'";
      std::string key = "ptx" + std::to_string(version);
      if (llvm::none_of(chips->getAllProcessorFeatures(),
                        [&](const llvm::SubtargetFeatureKV &feature) {
                          return key == feature.Key;
                        }))
        return report() << "this LLVM does not know the version of PTX in '"
                        << entry << "'";
      if (minPTX == 0 || version < minPTX)
        return report() << "'" << name << "' needs at least "
                        << (minPTX ? "+ptx" + std::to_string(minPTX)
                                   : "the default version of PTX")
                        << "; +ptx" << version << " is too old";
    }
    return success();
  }

  /// Returns the option `features`, or the PTX version that the arguments need.
  FailureOr<std::string> selectFeatures(gpu::GPUModuleOp kernels) {
    unsigned selectedPTX = 0; // the last feature applies
    SmallVector<StringRef> entries;
    StringRef(features).split(entries, ',', -1, /*KeepEmpty=*/false);
    for (StringRef entry : entries)
      entry.drop_front(4).getAsInteger(10, selectedPTX);
    FailureOr<unsigned> minPTX = sg::findPTXForArguments(kernels, selectedPTX);
    if (failed(minPTX))
      return failure();
    // Without features, the backend chooses the minimum version of the chip.
    if (selectedPTX != 0 || *minPTX <= getMinPTX(chip))
      return std::string(features);
    LDBG() << "PTX " << *minPTX << " instead of " << getMinPTX(chip)
           << ", for the arguments of kernels: '" << kernels.getName()
           << "' at " << kernels.getLoc();
    return "+ptx" + std::to_string(*minPTX);
  }

  /// Aligns shared memory for the widest access. Makes dynamic shared memory
  /// external, because other shared memory may follow upstream's internal
  /// global.
  static void legalizeSharedMemory(gpu::GPUModuleOp kernels) {
    for (auto memory : kernels.getOps<LLVM::GlobalOp>()) {
      if (memory.getAddrSpace() != unsigned(NVVM::NVVMMemorySpace::Shared))
        continue;
      memory.setAlignment(
          std::max(memory.getAlignment().value_or(1), kMemoryAlignment));
      auto array = dyn_cast<LLVM::LLVMArrayType>(memory.getGlobalType());
      if (array && array.getNumElements() == 0)
        memory.setLinkage(LLVM::Linkage::External);
    }
  }

  /// Makes device functions internal and renames them to PTX identifiers.
  static void legalizeFunctionNames(gpu::GPUModuleOp kernels) {
    SymbolTable symbols(kernels);
    for (auto function : kernels.getOps<LLVM::LLVMFuncOp>()) {
      if (function.isExternal() ||
          function->hasAttr(NVVM::NVVMDialect::getKernelFuncAttrName()))
        continue;
      function.setLinkage(LLVM::Linkage::Internal);
      std::string name = sg::getPTXIdentifier(function.getName());
      if (name == function.getName())
        continue;
      while (symbols.lookup(name))
        name += '_';
      // All uses are in this gpu.module: the host refers to kernels only.
      (void)symbols.rename(function, name);
    }
  }

  /// Sets the minimum number of blocks per multiprocessor to one. Otherwise,
  /// ptxas spills the accumulators of a tile to increase the occupancy.
  static void setMinBlockCount(gpu::GPUModuleOp kernels) {
    StringRef attribute = NVVM::NVVMDialect::getMinctasmAttrName();
    Builder b(kernels.getContext());
    for (auto kernel : kernels.getOps<LLVM::LLVMFuncOp>())
      if (kernel->hasAttr(NVVM::NVVMDialect::getMaxntidAttrName()) &&
          !kernel->hasAttr(attribute))
        kernel->setAttr(attribute, b.getI32IntegerAttr(1));
  }

  LogicalResult checkToolkit(StringRef path) {
    auto report = [&] {
      return emitError(getOperation().getLoc()) << getArgument() << ": ";
    };
    if (!toolkit.empty() && toolkit != sg::kNoToolkit &&
        !hasFile(path, getLibdevice(path)))
      return report() << "'" << path << "' is not a CUDA toolkit: there is no '"
                      << getLibdevice(path) << "'";
    if (needsAssembler && !hasFile(path, getFile(path, "bin/ptxas")))
      return report()
             << "machine code needs ptxas of CUDA's toolkit, which was "
                "not found; set CUDA_HOME or the option toolkit to its folder, "
                "or use format=isa";
    return success();
  }

  static void reportUnsupportedOp(Operation *op) {
    InFlightDiagnostic error = op->emitOpError("cannot be computed on a GPU");
    error.attachNote(op->getLoc())
        << "write it in terms of other ops, or let the dialect '"
        << op->getName().getDialectNamespace()
        << "' contribute a lowering (sg::LoweringInterface, "
           "mlir::ConvertToLLVMPatternInterface)";
  }

  /// Checks that all ops are llvm, nvvm or gpu ops that the chip supports.
  LogicalResult checkOps(gpu::GPUModuleOp kernels) {
    unsigned chipVersion = 0;
    StringRef(chip).drop_front(3).consumeInteger(10, chipVersion);
    WalkResult result = kernels.walk([&](Operation *op) {
      unsigned minVersion = getMinChipVersion(op);
      Type type = findUnsupportedType(op);
      if (chipVersion < minVersion)
        op->emitOpError() << "needs at least sm_" << minVersion
                          << "; the chip is " << chip;
      else if (type)
        emitError(op->getLoc())
            << "computes with " << type << ", which GPUs do not support";
      else if (!isa_and_present<LLVM::LLVMDialect, NVVM::NVVMDialect,
                                gpu::GPUDialect>(op->getDialect()))
        reportUnsupportedOp(op);
      else
        return WalkResult::advance();
      return WalkResult::interrupt();
    });
    return failure(result.wasInterrupted());
  }

  /// Checks that the module, libdevice or the driver defines each callee. The
  /// assembler does not report missing functions.
  static LogicalResult checkCalls(gpu::GPUModuleOp kernels, StringRef path) {
    bool hasLibdevice = hasFile(path, getLibdevice(path));
    // Functions of the driver (CUDA C++ Programming Guide, "Formatted Output"
    // and "Assertion").
    static constexpr StringLiteral driverFunctions[] = {
        "vprintf", "__assertfail", "malloc", "free"};
    WalkResult result = kernels.walk([&](LLVM::CallOp call) {
      std::optional<StringRef> name = call.getCallee();
      if (!name)
        return WalkResult::advance();
      auto callee = SymbolTable::lookupNearestSymbolFrom<LLVM::LLVMFuncOp>(
          call, call.getCalleeAttr());
      if (callee && !callee.isExternal())
        return WalkResult::advance();
      if (llvm::is_contained(driverFunctions, *name) ||
          name->starts_with("llvm."))
        return WalkResult::advance();
      if (!name->starts_with("__nv_"))
        call.emitOpError() << "calls '@" << *name
                           << "', which does not exist on a GPU";
      else if (!hasLibdevice)
        call.emitOpError()
            << "needs '" << *name
            << "' of CUDA's toolkit, which was not found; set CUDA_HOME or the "
               "option toolkit to its folder";
      else
        return WalkResult::advance();
      return WalkResult::interrupt();
    });
    return failure(result.wasInterrupted());
  }
};
} // namespace
