//===- CommandLine.cpp - Parsing of sg-run's options ----------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CommandLine.h"
#include "Messages.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/Allocator.h"
#include "llvm/Support/StringSaver.h"

using namespace llvm;
using namespace sg::run;

static constexpr StringLiteral kOverview =
    "Compiles a function of an MLIR module for this machine and runs it.\n"
    "\n"
    "Requests for derivatives in the module are expanded first. A SPEC is\n"
    "  @x.npy               a NumPy file (@- is standard input)\n"
    "  2x3xf32=1 2 3 4 5 6  a shape, an element type and the elements\n"
    "  tensor<2xf32>=1 2    the same with MLIR's name of the type\n"
    "  f32=1.5              the same for a scalar\n"
    "  complex<f32>=1+2j    the same for a complex number\n"
    "  1.5                  elements alone: the function's signature gives "
    "the\n"
    "                       type\n"
    "A single element fills the whole tensor. Without --output the results "
    "are\n"
    "printed as SPECs.\n"
    "\n"
    "Exit codes: 0 success; 1 a finding (a comparison that failed, an active "
    "op\n"
    "without a derivative rule, an assertion that did not hold); 2 wrong "
    "usage\n"
    "or input that cannot be read.\n";

/// Rewrites "--input @x.npy" to "--input=@x.npy". LLVM's parser would expand
/// "@x.npy" as a response file.
static SmallVector<const char *> joinSpecs(int argc, char **argv,
                                           StringSaver &saver) {
  SmallVector<const char *> words;
  for (int i = 0; i < argc; ++i) {
    StringRef word = argv[i];
    bool takesSpec = word.consume_front("-");
    word.consume_front("-");
    takesSpec &=
        word == "input" || word == "output" || word == "expected-output";
    if (takesSpec && i + 1 < argc && argv[i + 1][0] == '@') {
      words.push_back(saver.save(Twine(argv[i]) + "=" + argv[i + 1]).data());
      ++i;
    } else {
      words.push_back(argv[i]);
    }
  }
  return words;
}

bool CommandLine::parse(int argc, char **argv, int &exitCode) {
  auto fail = [&](const Twine &message) {
    exitCode = run::fail(message);
    return false;
  };
  std::string errors;
  raw_string_ostream errorStream(errors);
  BumpPtrAllocator allocator;
  StringSaver saver(allocator);
  SmallVector<const char *> words = joinSpecs(argc, argv, saver);
  uint64_t bytesBefore = llvm::errs().tell();
  if (!cl::ParseCommandLineOptions(words.size(), words.data(), kOverview,
                                   &errorStream)) {
    exitCode = Usage;
    // An error about a value has already been printed.
    if (llvm::errs().tell() != bytesBefore)
      return false;
    // The first line is the error, after the tool's name.
    StringRef line = StringRef(errors).ltrim().split('\n').first;
    if (size_t colon = line.find(": "); colon != StringRef::npos)
      line = line.drop_front(colon + 2);
    // Replace LLVM's hint, which contains the path of this program.
    auto [text, help] = line.split("  Try: ");
    return fail(text + (help.empty() ? "" : " Try --help"));
  }
  if (file.empty() || function.empty())
    return fail("needs a file and a function, as in sg-run model.mlir "
                "--function=train; see --help");
  return true;
}

llvm::Expected<sg::Device> CommandLine::getDevice() const {
  auto chosenDevice = StringSwitch<std::optional<Device>>(device)
                          .Cases({"cpu", "reference"}, Device::CPU)
                          .Case("cuda", Device::Cuda)
                          .Case("emulated", Device::Emulated)
                          .Default(std::nullopt);
  if (chosenDevice)
    return *chosenDevice;
  return createStringError("there is no --device=" + device +
                           "; there are cpu, cuda, emulated and reference");
}
