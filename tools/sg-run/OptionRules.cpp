//===- OptionRules.cpp - Rules for combinations of options ----------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CommandLine.h"
#include "sg/Config.h"
#include <functional>

using namespace llvm;
using namespace sg;
using namespace sg::run;

namespace {
/// A rule that forbids options. It is violated if one of the options is given
/// while `isForbidden` is true.
struct Rule {
  SmallVector<std::reference_wrapper<const cl::Option>> options;
  bool isForbidden;
  /// The error message without the name of the option.
  std::string message;
};
} // namespace

llvm::Error CommandLine::checkRules() const {
  Expected<Device> chosenDevice = getDevice();
  if (!chosenDevice)
    return chosenDevice.takeError();
  bool isHost = *chosenDevice == Device::CPU,
       isCuda = *chosenDevice == Device::Cuda;
  bool verifiesResults = verify.getNumOccurrences() != 0;
  bool validatesPasses = validate.getNumOccurrences() != 0;
  bool roundsRandomly = rounding == interpreter::Rounding::Random;
  bool emitsFiles = !emit.empty();
  // Only the first violated rule is reported.
  const Rule rules[] = {
      {{checkKernels},
       checkKernels && *chosenDevice != Device::Emulated,
       " is for --device=emulated"},
      {{tf32}, tf32 && isHost, " is for --device=cuda and --device=emulated"},
      {{atomics},
       atomics && isHost,
       " is for --device=cuda and --device=emulated"},
      {{chip, format}, !isCuda, " is for --device=cuda"},
      {{traceNan},
       traceNan && isCuda,
       " is not supported by --device=cuda; use --device=emulated"},

      {{threads},
       threads == 0 || threads > kMaxThreads,
       " must be from 1 to " + std::to_string(kMaxThreads)},
      {{tolerance}, !(tolerance >= 0), " must not be negative"},
      {{order}, order != 1 && order != 2, " must be 1 or 2"},
      {{directions}, directions == 0, " must be at least 1"},
      {{timeLimit}, !(timeLimit > 0), " must be more than 0"},

      {{outputs, expected, tolerance, repeat, time, memory, donated, dumpObject,
        printLowered, report, threads, traceNan, verify, validate},
       checkGradients,
       " cannot be combined with --check-gradients"},
      {{order, directions, timeLimit},
       !checkGradients,
       " needs --check-gradients"},
      {{seed},
       !checkGradients && !roundsRandomly && !verifiesResults &&
           !validatesPasses,
       " needs --check-gradients, --reference-rounding=random, "
       "--verify-against-reference or --validate-passes"},

      {{rounding}, !isReference(), " needs --device=reference"},
      {{checkGradients, emit, repeat, time, memory, donated, cpu, dumpObject,
        printLowered, threads, leastWork, tf32, atomics, checkKernels, traceNan,
        verify, validate, verifyMachineCode},
       isReference(),
       " cannot be combined with --device=reference"},
      {{tf32, dumpObject, printLowered},
       verifiesResults,
       " cannot be combined with --verify-against-reference"},
      {{tf32, traceNan, printLowered},
       validatesPasses,
       " cannot be combined with --validate-passes"},

      {{inputs, outputs, expected, tolerance, repeat, time, memory, dumpObject,
        printLowered, report, checkGradients, traceNan, verify, validate},
       emitsFiles,
       " cannot be combined with --emit"},
      {{wrt}, emitsFiles && derivatives.empty(), " needs --derivatives"},
      {{emit},
       is_contained(emit, "so") && !isHost,
       "=so is for --device=cpu; link --emit=obj for another device "
       "(docs/ABI.md)"},
      {{derivatives, emitTo}, !emitsFiles, " needs --emit"},
      {{wrt},
       !emitsFiles && !checkGradients,
       " needs --check-gradients or --emit"},
  };
  for (const Rule &rule : rules)
    for (const cl::Option &option : rule.options)
      if (rule.isForbidden && option.getNumOccurrences() != 0)
        return createStringError("--" + option.ArgStr + Twine(rule.message));
  if (!isHost && !SG_ENABLE_CUDA)
    return createStringError("--device=" + device +
                             ": this build has no GPU support; build sg with "
                             "-DSG_ENABLE_CUDA=ON");
  return Error::success();
}
