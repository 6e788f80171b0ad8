//===- Options.cpp - The command line of sg-run ---------------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Options.h"
#include "Limits.h"
#include "Messages.h"
#include "sg/Runtime/Executable.h"
#include "sg/Support/ToolVersion.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/Allocator.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/StringSaver.h"
#include <functional>

using namespace llvm;
using namespace sg::run;

static constexpr StringLiteral kOverview =
    "Compiles a function of an MLIR module for this machine and runs it.\n"
    "\n"
    "Requests for derivatives in the module are expanded on the way. A SPEC "
    "is\n"
    "  @x.npy               a NumPy file (@- is standard input)\n"
    "  2x3xf32=1 2 3 4 5 6  a shape, an element type and the elements\n"
    "  tensor<2xf32>=1 2    the same with MLIR's name of the type\n"
    "  f32=1.5              the same for a scalar\n"
    "  1.5                  elements alone: the function's signature gives "
    "the\n"
    "                       type\n"
    "One element stands for all. Without --output the results are printed in\n"
    "that form.\n"
    "\n"
    "Exit codes: 0 success; 1 a finding (a comparison that failed, an active "
    "op\n"
    "without a derivative rule, an assertion that did not hold); 2 wrong "
    "usage\n"
    "or input that cannot be read.\n";

/// Makes "--input=@x.npy" of "--input @x.npy": the library would take the
/// second word for a file with more options.
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

static std::string getDefaultCache() {
  if (std::optional<std::string> folder = sys::Process::GetEnv("SG_CACHE"))
    return *folder;
  SmallString<128> folder;
  if (!sys::path::cache_directory(folder))
    return "";
  sys::path::append(folder, "sg");
  return std::string(folder);
}

/// More would only wait for each other, if the system lets them start at all.
static constexpr unsigned kMostThreads = 256;

/// Vectors of 256 and 512 bits, with and without the half precision of AVX-512,
/// and SVE.
static constexpr StringLiteral kVerifiedProcessors[] = {
    "x86-64-v3", "znver4", "sapphirerapids", "neoverse-v1"};

bool sg::run::parseOptions(int argc, char **argv, Options &options,
                           int &exitCode) {
  BumpPtrAllocator allocator;
  // The libraries register options of their own, some under the same names.
  cl::ResetCommandLineParser();
  announceVersion(); // which that would forget
  cl::OptionCategory category("sg-run options");
  cl::opt<std::string> file(cl::Positional, cl::desc("FILE.mlir"),
                            cl::value_desc("FILE.mlir"), cl::Optional,
                            cl::cat(category));
  cl::opt<std::string> function("function", cl::desc("The function to run"),
                                cl::value_desc("NAME"), cl::Optional,
                                cl::cat(category));
  cl::list<std::string> inputs("input",
                               cl::desc("An argument; once for each, in order"),
                               cl::value_desc("SPEC"), cl::cat(category));
  cl::list<std::string> outputs(
      "output",
      cl::desc("Where a result goes; once for each, in order (@- is standard "
               "output)"),
      cl::value_desc("@FILE.npy"), cl::cat(category));
  cl::list<std::string> expected(
      "expected-output",
      cl::desc("What a result is compared with; once for each, in order"),
      cl::value_desc("SPEC"), cl::cat(category));
  cl::opt<double> tolerance(
      "tolerance",
      cl::desc("The largest difference from the expected output, relative to "
               "its largest magnitude (default 1e-6); integers must be equal"),
      cl::value_desc("T"), cl::init(1e-6), cl::cat(category));
  cl::opt<unsigned> repeat(
      "repeat",
      cl::desc("Run so many times, after one run that is not counted"),
      cl::value_desc("N"), cl::init(0), cl::cat(category));
  cl::opt<bool> time(
      "time",
      cl::desc("Print times to standard error: minimum, median and maximum of "
               "the runs, and the time to compile, or to load what was "
               "compiled before"),
      cl::cat(category));
  cl::opt<bool> memory(
      "memory",
      cl::desc("Print to standard error how much memory is resident after the "
               "first run and after the last, and the most that ever was; and "
               "how much a run has had at most of its own, without arguments "
               "and results, in how many allocations"),
      cl::cat(category));
  cl::opt<std::string> memoryLimit(
      "memory-limit",
      cl::desc("How much memory may be taken, as in 500M or 1.5G (default: "
               "what the machine has available); what needs more is told so"),
      cl::value_desc("SIZE"), cl::cat(category));
  cl::opt<std::string> cache(
      "cache",
      cl::desc(
          "Where native code is kept for the next run of the same program, "
          "by the same sg-run on the same processor (default: $SG_CACHE, or "
          "else sg in the user's folder for caches); --cache= keeps none"),
      cl::value_desc("FOLDER"), cl::init(getDefaultCache()), cl::cat(category));
  cl::list<unsigned> donated(
      "donate",
      cl::desc("Arguments whose memory the function may overwrite; results of "
               "their types are written there"),
      cl::value_desc("I,J"), cl::CommaSeparated, cl::cat(category));
  cl::opt<std::string> device(
      "device",
      cl::desc("Where to run: cpu (default), cuda, which is an NVIDIA GPU, "
               "emulated, which executes the kernels of a GPU on the host, or "
               "reference, which interprets the program "
               "(docs/ReferenceInterpreter.md)"),
      cl::value_desc("cpu|cuda|emulated|reference"), cl::init("cpu"),
      cl::cat(category));
  cl::opt<interpreter::Rounding> rounding(
      "reference-rounding",
      cl::desc("With --device=reference: what becomes of what an op computes, "
               "in f64, of floats"),
      cl::values(
          clEnumValN(interpreter::Rounding::None, "none", "nothing (default)"),
          clEnumValN(interpreter::Rounding::EachOp, "each-op",
                     "it is rounded to the op's type"),
          clEnumValN(interpreter::Rounding::Random, "random",
                     "likewise, up or down at random (--seed)")),
      cl::init(interpreter::Rounding::None), cl::cat(category));
  cl::opt<Options::Verify> verify(
      "verify-against-reference", cl::ValueOptional,
      cl::desc("Interpret the program too, and compare the results by a bound "
               "for rounding (docs/ReferenceInterpreter.md); the exit code is "
               "1 if they "
               "differ. Without --input the inputs are random"),
      cl::values(clEnumValN(Options::Verify::Aloud, "",
                            "tell of each result on standard error"),
                 clEnumValN(Options::Verify::Quietly, "quiet",
                            "tell of those that disagree")),
      cl::init(Options::Verify::No), cl::cat(category));
  cl::opt<Options::Verify> validate(
      "validate-passes", cl::ValueOptional,
      cl::desc("First interpret what each pass on the way to native code makes "
               "of the program, and compare the results; the exit code is 1 if "
               "they differ. Without --input the inputs are random"),
      cl::values(clEnumValN(Options::Verify::Aloud, "",
                            "tell how many on standard error"),
                 clEnumValN(Options::Verify::Quietly, "quiet",
                            "tell of the first that is wrong")),
      cl::init(Options::Verify::No), cl::cat(category));
  cl::opt<bool> tf32(
      "tf32",
      cl::desc("With --device=cuda or emulated: let tensor cores multiply f32, "
               "of which they see 10 bits"),
      cl::cat(category));
  cl::opt<bool> atomics(
      "atomics",
      cl::desc("With --device=cuda or emulated: let loops add to elements of "
               "floats in any order, by atomic ops"),
      cl::cat(category));
  cl::opt<std::string> chip(
      "chip",
      cl::desc("With --device=cuda: for which GPU to compile, as sm_90a "
               "(default: sm_80, whose PTX later ones take too)"),
      cl::value_desc("NAME"), cl::cat(category));
  cl::opt<DeviceFormat> format(
      "format", cl::desc("With --device=cuda: what the GPU's driver is given"),
      cl::init(DeviceFormat::ISA),
      cl::values(
          clEnumValN(DeviceFormat::ISA, "isa",
                     "PTX, which it compiles (default)"),
          clEnumValN(DeviceFormat::Bin, "bin",
                     "machine code for the chip, by ptxas of CUDA's toolkit"),
          clEnumValN(DeviceFormat::Fatbin, "fatbin", "both")),
      cl::cat(category));
  cl::opt<bool> checkKernels(
      "check-kernels",
      cl::desc(
          "With --device=emulated: tell of races between threads in memory "
          "of their block, and of accesses outside of memory; the last "
          "thread comes first"),
      cl::cat(category));
  cl::opt<unsigned> threads(
      "threads",
      cl::desc("How many threads share the work of a call, with --device=cpu "
               "(default: as many as there are processors and memory for, but "
               "1 with --emit, --dump-object, --print-lowered, "
               "--validate-passes and --check-gradients)"),
      cl::value_desc("N"), cl::init(1), cl::cat(category));
  cl::opt<uint64_t> leastWork(
      "least-work",
      cl::desc("What is less than so many products of a contraction is not "
               "shared by threads (default: 1048576)"),
      cl::value_desc("N"), cl::init(1 << 20), cl::cat(category));
  cl::opt<std::string> cpu(
      "cpu",
      cl::desc("For which processor to compile, as LLVM calls it: x86-64-v3, "
               "skylake and so on (default: the machine's); to run, this "
               "machine must have what that one has"),
      cl::value_desc("NAME"), cl::cat(category));
  cl::list<std::string> verifyMachineCode(
      "verify-machine-code",
      cl::desc("Also compile for these processors of x86-64 and AArch64 under "
               "LLVM's machine verifier, and tell what that finds (without "
               "names: x86-64-v3, znver4, sapphirerapids, neoverse-v1)"),
      cl::value_desc("NAME,NAME"), cl::ValueOptional, cl::CommaSeparated,
      cl::cat(category));
  cl::opt<std::string> dumpObject(
      "dump-object", cl::desc("Write the native code to an object file"),
      cl::value_desc("FILE.o"), cl::cat(category));
  cl::list<std::string> emit(
      "emit",
      cl::desc(
          "Instead of running the function write it for other programs "
          "(docs/ABI.md): an object file, a shared library, a header in C"),
      cl::value_desc("obj|so|header"), cl::CommaSeparated, cl::cat(category));
  cl::opt<std::string> emitTo(
      "emit-to",
      cl::desc("The files of --emit without their endings, .o, .so and .h "
               "(default: the name of the function)"),
      cl::value_desc("STEM"), cl::cat(category));
  cl::list<std::string> derivatives(
      "derivatives",
      cl::desc("Emit these derivatives of the function, too, as functions with "
               "_value_and_grad, _vjp or _jvp behind its name"),
      cl::value_desc("value-and-grad|vjp|jvp"), cl::CommaSeparated,
      cl::cat(category));
  cl::opt<bool> printLowered(
      "print-lowered",
      cl::desc("Print the module in the LLVM dialect instead of running it"),
      cl::cat(category));
  cl::opt<bool> report(
      "report",
      cl::desc("First print to standard error where the gradients go that the "
               "function asks for; if it asks for none, its own"),
      cl::cat(category));
  cl::opt<bool> checkGradients(
      "check-gradients",
      cl::desc("Instead of running the function, compare its derivatives in "
               "forward mode and in reverse mode with differences along random "
               "directions (docs/CheckingGradients.md)"),
      cl::cat(category));
  cl::list<unsigned> wrt(
      "wrt",
      cl::desc("The arguments in which gradients are checked, or derivatives "
               "emitted (default: all of differentiable type)"),
      cl::value_desc("I,J"), cl::CommaSeparated, cl::cat(category));
  cl::opt<unsigned> order(
      "order", cl::desc("Check derivatives up to this order: 1 (default) or 2"),
      cl::value_desc("1|2"), cl::init(1), cl::cat(category));
  cl::opt<unsigned> directions(
      "directions",
      cl::desc("Along how many directions per argument (default: 4)"),
      cl::value_desc("K"), cl::init(4), cl::cat(category));
  cl::opt<uint64_t> seed(
      "seed", cl::desc("What random numbers begin with (default: 1)"),
      cl::value_desc("S"), cl::init(1), cl::cat(category));
  cl::opt<double> timeLimit(
      "time-limit",
      cl::desc("How long a run may take in --check-gradients (default: 10, but "
               "any time at given inputs)"),
      cl::value_desc("SECONDS"), cl::cat(category));
  cl::opt<bool> strongZero(
      "strong-zero",
      cl::desc("Zero times infinity or NaN is zero in all derivatives, as if "
               "each request had the attribute strong_zero"),
      cl::cat(category));
  cl::opt<bool> traceNan(
      "trace-nan",
      cl::desc("Tell on standard error at which op the first NaN and the first "
               "infinity arise, in the program or in a derivative of it; the "
               "exit code is 1 then"),
      cl::cat(category));

  std::string errors;
  raw_string_ostream errorStream(errors);
  auto fail = [&](const Twine &message) {
    exitCode = run::fail(message);
    return false;
  };
  StringSaver saver(allocator);
  SmallVector<const char *> words = joinSpecs(argc, argv, saver);
  uint64_t printed = llvm::errs().tell();
  if (!cl::ParseCommandLineOptions(words.size(), words.data(), kOverview,
                                   &errorStream)) {
    exitCode = Usage;
    // What is wrong with a value has been said already.
    if (llvm::errs().tell() != printed)
      return false;
    // The first line says what is wrong; it begins with the tool's name.
    StringRef line = StringRef(errors).ltrim().split('\n').first;
    if (size_t colon = line.find(": "); colon != StringRef::npos)
      line = line.drop_front(colon + 2);
    auto [text, help] = line.split("  Try: "); // with the path of this program
    return fail(text + (help.empty() ? "" : " Try --help"));
  }
  if (file.empty() || function.empty())
    return fail("needs a file and a function, as in sg-run model.mlir "
                "--function=train; see --help");
  std::optional<Device> place =
      llvm::StringSwitch<std::optional<Device>>(device)
          .Cases({"cpu", "reference"}, Device::CPU)
          .Case("cuda", Device::Cuda)
          .Case("emulated", Device::Emulated)
          .Default(std::nullopt);
  if (!place)
    return fail("there is no --device=" + device +
                "; there are cpu, cuda, emulated and reference");
  bool isReference = device == "reference";
  if (checkKernels && *place != Device::Emulated)
    return fail("--check-kernels is for --device=emulated");
  if (tf32 && *place == Device::CPU)
    return fail("--tf32 is for --device=cuda and --device=emulated");
  if (atomics && *place == Device::CPU)
    return fail("--atomics is for --device=cuda and --device=emulated");
  if (chip.getNumOccurrences() != 0 && *place != Device::Cuda)
    return fail("--chip is for --device=cuda");
  if (format.getNumOccurrences() != 0 && *place != Device::Cuda)
    return fail("--format is for --device=cuda");
  if (traceNan && *place == Device::Cuda)
    return fail("--trace-nan does not go with --device=cuda, whose kernels "
                "cannot tell; those of --device=emulated can");
  if (threads == 0 || threads > kMostThreads)
    return fail("--threads must be from 1 to " + Twine(kMostThreads));
  if (!cpu.empty()) {
    if (llvm::Error error = Executable::checkKnown(cpu))
      return fail("--cpu: " + llvm::toString(std::move(error)));
    if (emit.empty() && !printLowered)
      if (llvm::Error error = Executable::checkRuns(cpu))
        return fail("--cpu: " + llvm::toString(std::move(error)));
  }
  SmallVector<std::string> verified;
  for (const std::string &name : verifyMachineCode) {
    if (name.empty()) {
      verified.append(std::begin(kVerifiedProcessors),
                      std::end(kVerifiedProcessors));
      continue;
    }
    if (llvm::Error error = Executable::checkKnown(name, /*isForeign=*/true))
      return fail("--verify-machine-code: " + llvm::toString(std::move(error)));
    verified.push_back(name);
  }
  if (!(tolerance >= 0))
    return fail("--tolerance must not be negative");
  if (order != 1 && order != 2)
    return fail("--order must be 1 or 2");
  if (directions == 0)
    return fail("--directions must be at least 1");
  if (timeLimit.getNumOccurrences() != 0 && !(timeLimit > 0))
    return fail("--time-limit must be more than 0");
  auto findGiven =
      [](std::initializer_list<std::reference_wrapper<const cl::Option>>
             unwanted) -> StringRef {
    for (const cl::Option &option : unwanted)
      if (option.getNumOccurrences() != 0)
        return option.ArgStr;
    return "";
  };
  StringRef lost =
      checkGradients ? findGiven({outputs, expected, tolerance, repeat, time,
                                  memory, donated, dumpObject, printLowered,
                                  report, threads, traceNan, verify, validate})
                     : findGiven({order, directions, timeLimit});
  if (!lost.empty())
    return fail("--" + lost +
                (checkGradients ? " does not go with --check-gradients"
                                : " needs --check-gradients"));
  bool isRandom = rounding == interpreter::Rounding::Random;
  bool isVerified = verify.getNumOccurrences() != 0;
  bool isValidated = validate.getNumOccurrences() != 0;
  if (seed.getNumOccurrences() != 0 && !checkGradients && !isRandom &&
      !isVerified && !isValidated)
    return fail("--seed needs --check-gradients, --reference-rounding=random, "
                "--verify-against-reference or --validate-passes");
  if (rounding.getNumOccurrences() != 0 && !isReference)
    return fail("--reference-rounding needs --device=reference");
  lost = isReference
             ? findGiven({checkGradients, emit, repeat, time, memory, donated,
                          cpu, dumpObject, printLowered, threads, leastWork,
                          tf32, atomics, checkKernels, traceNan, verify,
                          validate, verifyMachineCode})
             : "";
  if (!lost.empty())
    return fail("--" + lost + " does not go with --device=reference");
  lost = isVerified ? findGiven({tf32, dumpObject, printLowered}) : "";
  if (!lost.empty())
    return fail("--" + lost + " does not go with --verify-against-reference");
  lost = isValidated ? findGiven({tf32, traceNan, printLowered}) : "";
  if (!lost.empty())
    return fail("--" + lost + " does not go with --validate-passes");
  Options::Emit files;
  for (StringRef kind : emit) {
    bool *asked = StringSwitch<bool *>(kind)
                      .Case("obj", &files.object)
                      .Case("so", &files.library)
                      .Case("header", &files.header)
                      .Default(nullptr);
    if (!asked)
      return fail("there is no --emit=" + kind +
                  "; there are obj, so and header");
    *asked = true;
  }
  files.stem = emitTo.empty() ? function : emitTo;
  if (files.isAsked()) {
    lost = findGiven({inputs, outputs, expected, tolerance, repeat, time,
                      memory, dumpObject, printLowered, report, checkGradients,
                      traceNan, verify, validate});
    if (!lost.empty())
      return fail("--" + lost + " does not go with --emit");
    if (wrt.getNumOccurrences() != 0 && derivatives.empty())
      return fail("--wrt needs --derivatives");
    if (files.library && *place != Device::CPU)
      return fail("--emit=so is for --device=cpu; link --emit=obj for another "
                  "device (docs/ABI.md)");
  } else {
    lost = findGiven({derivatives, emitTo});
    if (!lost.empty())
      return fail("--" + lost + " needs --emit");
    if (!checkGradients && wrt.getNumOccurrences() != 0)
      return fail("--wrt needs --check-gradients or --emit");
  }
  SmallVector<grad::RequestMode> modes;
  for (StringRef name : derivatives) {
    auto mode = StringSwitch<std::optional<grad::RequestMode>>(name)
                    .Case("value-and-grad", grad::RequestMode::ValueAndGrad)
                    .Case("vjp", grad::RequestMode::VJP)
                    .Case("jvp", grad::RequestMode::JVP)
                    .Default(std::nullopt);
    if (!mode)
      return fail("there is no derivative '" + name +
                  "'; there are value-and-grad, vjp and jvp");
    if (llvm::is_contained(modes, *mode))
      return fail("--derivatives names " + name + " twice");
    modes.push_back(*mode);
  }
  std::optional<uint64_t> bytes = parseSize(memoryLimit);
  if (memoryLimit.getNumOccurrences() != 0 && !bytes)
    return fail("--memory-limit=" + memoryLimit +
                " is no size such as 500M or 1.5G");
  // Below that libraries that compile do not always survive to say so.
  if (bytes && *bytes < (uint64_t(16) << 20))
    return fail("--memory-limit=" + memoryLimit +
                " is too little to compile anything: at least 16M");
  if (threads.getNumOccurrences() == 0 && *place == Device::CPU &&
      dumpObject.empty() && !printLowered && !checkGradients && !isValidated &&
      !files.isAsked())
    threads = countThreads(bytes.value_or(0), kMostThreads);
  for (const std::string &output : outputs)
    if (!StringRef(output).starts_with("@") || output.size() == 1)
      return fail("--output=" + output +
                  " is no file: write --output=@FILE.npy");
  auto countStandardInput = [](const std::vector<std::string> &specs) {
    return llvm::count(specs, "@-");
  };
  if ((file == "-") + countStandardInput(inputs) +
          countStandardInput(expected) >
      1)
    return fail("standard input can be read only once");
  sg::CompilerOptions compiler;
  compiler.device = *place;
  compiler.threads = threads;
  compiler.leastWork = leastWork;
  llvm::append_range(compiler.donated, donated);
  compiler.processor = cpu;
  compiler.tf32 = tf32;
  compiler.atomics = atomics;
  compiler.checkKernels = checkKernels;
  compiler.chip = chip;
  compiler.format = format;
  compiler.strongZero = strongZero;
  compiler.traceNan = traceNan;
  compiler.verifiedProcessors = verified;
  compiler.objectFile = dumpObject;
  compiler.cache = cache;
  options = {file,
             function,
             SmallVector<std::string>(inputs.begin(), inputs.end()),
             SmallVector<std::string>(outputs.begin(), outputs.end()),
             SmallVector<std::string>(expected.begin(), expected.end()),
             tolerance,
             repeat,
             time,
             memory,
             isReference,
             rounding,
             verify,
             validate,
             compiler,
             printLowered,
             files,
             modes,
             report,
             checkGradients,
             SmallVector<unsigned>(wrt.begin(), wrt.end()),
             order,
             directions,
             seed,
             timeLimit.getNumOccurrences() != 0
                 ? std::optional<double>(timeLimit)
                 : std::nullopt,
             bytes.value_or(0)};
  return true;
}
