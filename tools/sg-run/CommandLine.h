//===- CommandLine.h - What sg-run can be told ------------------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_TOOLS_SG_RUN_COMMANDLINE_H
#define SG_TOOLS_SG_RUN_COMMANDLINE_H

#include "Options.h"
#include "llvm/Support/CommandLine.h"

namespace sg::run {

namespace cl = llvm::cl;

/// More would only wait for each other, if the system lets them start at all.
inline constexpr unsigned kMostThreads = 256;

/// The options as they were given. They are registered as long as this lives:
/// one at a time.
struct CommandLine {
  CommandLine() = default;
  CommandLine(const CommandLine &) = delete;
  CommandLine &operator=(const CommandLine &) = delete;
  /// Unregisters the options, so that a later command line can be parsed.
  ~CommandLine() { cl::ResetCommandLineParser(); }

  cl::OptionCategory category{"sg-run options"};
  cl::opt<std::string> file{cl::Positional, cl::desc("FILE.mlir"),
                            cl::value_desc("FILE.mlir"), cl::Optional,
                            cl::cat(category)};
  cl::opt<std::string> function{"function", cl::desc("The function to run"),
                                cl::value_desc("NAME"), cl::Optional,
                                cl::cat(category)};
  cl::list<std::string> inputs{"input",
                               cl::desc("An argument; once for each, in order"),
                               cl::value_desc("SPEC"), cl::cat(category)};
  cl::list<std::string> outputs{
      "output",
      cl::desc("Where a result goes; once for each, in order (@- is standard "
               "output)"),
      cl::value_desc("@FILE.npy"), cl::cat(category)};
  cl::list<std::string> expected{
      "expected-output",
      cl::desc("What a result is compared with; once for each, in order"),
      cl::value_desc("SPEC"), cl::cat(category)};
  cl::opt<double> tolerance{
      "tolerance",
      cl::desc("The largest difference from the expected output, relative to "
               "its largest magnitude (default 1e-6); integers must be equal"),
      cl::value_desc("T"), cl::init(1e-6), cl::cat(category)};
  cl::opt<unsigned> repeat{
      "repeat",
      cl::desc("Run so many times, after one run that is not counted"),
      cl::value_desc("N"), cl::init(0), cl::cat(category)};
  cl::opt<bool> time{
      "time",
      cl::desc("Print times to standard error: minimum, median and maximum of "
               "the runs, and the time to compile, or to load what was "
               "compiled before"),
      cl::cat(category)};
  cl::opt<bool> memory{
      "memory",
      cl::desc("Print to standard error how much memory is resident after the "
               "first run and after the last, and the most that ever was; and "
               "how much a run has had at most of its own, without arguments "
               "and results, in how many allocations"),
      cl::cat(category)};
  cl::opt<std::string> memoryLimit{
      "memory-limit",
      cl::desc("How much memory may be taken, as in 500M or 1.5G (default: "
               "what the machine has available); what needs more is told so"),
      cl::value_desc("SIZE"), cl::cat(category)};
  cl::opt<std::string> cache{
      "cache",
      cl::desc(
          "Folder that only the user can write to, for native code that the "
          "next run of the same program loads (default: $SG_CACHE, or "
          "$XDG_CACHE_HOME/sg, or ~/.cache/sg); --cache= keeps none"),
      cl::value_desc("FOLDER"), cl::cat(category)};
  cl::list<unsigned> donated{
      "donate",
      cl::desc("Arguments whose memory the function may overwrite; results of "
               "their types are written there"),
      cl::value_desc("I,J"), cl::CommaSeparated, cl::cat(category)};
  cl::opt<std::string> device{
      "device",
      cl::desc("Where to run: cpu (default), cuda, which is an NVIDIA GPU, "
               "emulated, which executes the kernels of a GPU on the host, or "
               "reference, which interprets the program "
               "(docs/ReferenceInterpreter.md)"),
      cl::value_desc("cpu|cuda|emulated|reference"), cl::init("cpu"),
      cl::cat(category)};
  cl::opt<interpreter::Rounding> rounding{
      "reference-rounding",
      cl::desc("With --device=reference: what becomes of what an op computes, "
               "in f64, of floats"),
      cl::values(
          clEnumValN(interpreter::Rounding::None, "none", "nothing (default)"),
          clEnumValN(interpreter::Rounding::EachOp, "each-op",
                     "it is rounded to the op's type"),
          clEnumValN(interpreter::Rounding::Random, "random",
                     "likewise, up or down at random (--seed)")),
      cl::init(interpreter::Rounding::None), cl::cat(category)};
  cl::opt<Options::Verify> verify{
      "verify-against-reference",
      cl::ValueOptional,
      cl::desc("Interpret the program too, and compare the results by a bound "
               "for rounding (docs/ReferenceInterpreter.md); the exit code is "
               "1 if they "
               "differ. Without --input the inputs are random"),
      cl::values(clEnumValN(Options::Verify::Aloud, "",
                            "tell of each result on standard error"),
                 clEnumValN(Options::Verify::Quietly, "quiet",
                            "tell of those that disagree")),
      cl::init(Options::Verify::No),
      cl::cat(category)};
  cl::opt<Options::Verify> validate{
      "validate-passes",
      cl::ValueOptional,
      cl::desc("First interpret what each pass on the way to native code makes "
               "of the program, and compare the results; the exit code is 1 if "
               "they differ. Without --input the inputs are random"),
      cl::values(clEnumValN(Options::Verify::Aloud, "",
                            "tell how many on standard error"),
                 clEnumValN(Options::Verify::Quietly, "quiet",
                            "tell of the first that is wrong")),
      cl::init(Options::Verify::No),
      cl::cat(category)};
  cl::opt<bool> tf32{
      "tf32",
      cl::desc("With --device=cuda or emulated: let tensor cores multiply f32, "
               "of which they see 10 bits"),
      cl::cat(category)};
  cl::opt<bool> atomics{
      "atomics",
      cl::desc("With --device=cuda or emulated: let loops add to elements of "
               "floats in any order, by atomic ops"),
      cl::cat(category)};
  cl::opt<std::string> chip{
      "chip",
      cl::desc("With --device=cuda: for which GPU to compile, as sm_90a "
               "(default: sm_80, whose PTX later ones take too)"),
      cl::value_desc("NAME"), cl::cat(category)};
  cl::opt<DeviceFormat> format{
      "format", cl::desc("With --device=cuda: what the GPU's driver is given"),
      cl::init(DeviceFormat::ISA),
      cl::values(
          clEnumValN(DeviceFormat::ISA, "isa",
                     "PTX, which it compiles (default)"),
          clEnumValN(DeviceFormat::Bin, "bin",
                     "machine code for the chip, by ptxas of CUDA's toolkit"),
          clEnumValN(DeviceFormat::Fatbin, "fatbin", "both")),
      cl::cat(category)};
  cl::opt<bool> checkKernels{
      "check-kernels",
      cl::desc(
          "With --device=emulated: tell of races between threads in memory "
          "of their block, and of accesses outside of memory; the last "
          "thread comes first"),
      cl::cat(category)};
  cl::opt<unsigned> threads{
      "threads",
      cl::desc("How many threads share the work of a call, with --device=cpu "
               "(default: as many as there are processors and memory for, but "
               "1 with --emit, --dump-object, --print-lowered, "
               "--validate-passes and --check-gradients)"),
      cl::value_desc("N"), cl::init(1), cl::cat(category)};
  cl::opt<uint64_t> leastWork{
      "least-work",
      cl::desc("What is less than so many products of a contraction is not "
               "shared by threads (default: 1048576)"),
      cl::value_desc("N"), cl::init(1 << 20), cl::cat(category)};
  cl::opt<std::string> cpu{
      "cpu",
      cl::desc("For which processor to compile, as LLVM calls it: x86-64-v3, "
               "skylake and so on (default: the machine's); to run, this "
               "machine must have what that one has"),
      cl::value_desc("NAME"), cl::cat(category)};
  cl::list<std::string> verifyMachineCode{
      "verify-machine-code",
      cl::desc("Also compile for these processors of x86-64 and AArch64 under "
               "LLVM's machine verifier, and tell what that finds (without "
               "names: x86-64-v3, znver4, sapphirerapids, neoverse-v1)"),
      cl::value_desc("NAME,NAME"),
      cl::ValueOptional,
      cl::CommaSeparated,
      cl::cat(category)};
  cl::opt<std::string> dumpObject{
      "dump-object", cl::desc("Write the native code to an object file"),
      cl::value_desc("FILE.o"), cl::cat(category)};
  cl::list<std::string> emit{
      "emit",
      cl::desc(
          "Instead of running the function write it for other programs "
          "(docs/ABI.md): an object file, a shared library, a header in C"),
      cl::value_desc("obj|so|header"), cl::CommaSeparated, cl::cat(category)};
  cl::opt<std::string> emitTo{
      "emit-to",
      cl::desc("The files of --emit without their endings, .o, .so and .h "
               "(default: the name of the function)"),
      cl::value_desc("STEM"), cl::cat(category)};
  cl::list<std::string> derivatives{
      "derivatives",
      cl::desc("Emit these derivatives of the function, too, as functions with "
               "_value_and_grad, _vjp or _jvp behind its name"),
      cl::value_desc("value-and-grad|vjp|jvp"), cl::CommaSeparated,
      cl::cat(category)};
  cl::opt<bool> printLowered{
      "print-lowered",
      cl::desc("Print the module in the LLVM dialect instead of running it"),
      cl::cat(category)};
  cl::opt<bool> report{
      "report",
      cl::desc("First print to standard error where the gradients go that the "
               "function asks for; if it asks for none, its own"),
      cl::cat(category)};
  cl::opt<bool> checkGradients{
      "check-gradients",
      cl::desc("Instead of running the function, compare its derivatives in "
               "forward mode and in reverse mode with differences along random "
               "directions (docs/CheckingGradients.md)"),
      cl::cat(category)};
  cl::list<unsigned> wrt{
      "wrt",
      cl::desc("The arguments in which gradients are checked, or derivatives "
               "emitted (default: all of differentiable type)"),
      cl::value_desc("I,J"), cl::CommaSeparated, cl::cat(category)};
  cl::opt<unsigned> order{
      "order", cl::desc("Check derivatives up to this order: 1 (default) or 2"),
      cl::value_desc("1|2"), cl::init(1), cl::cat(category)};
  cl::opt<unsigned> directions{
      "directions",
      cl::desc("Along how many directions per argument (default: 4)"),
      cl::value_desc("K"), cl::init(4), cl::cat(category)};
  cl::opt<uint64_t> seed{
      "seed", cl::desc("What random numbers begin with (default: 1)"),
      cl::value_desc("S"), cl::init(1), cl::cat(category)};
  cl::opt<double> timeLimit{
      "time-limit",
      cl::desc("How long a run may take in --check-gradients (default: 10, but "
               "any time at given inputs)"),
      cl::value_desc("SECONDS"), cl::cat(category)};
  cl::opt<bool> strongZero{
      "strong-zero",
      cl::desc("Zero times infinity or NaN is zero in all derivatives, as if "
               "each request had the attribute strong_zero"),
      cl::cat(category)};
  cl::opt<bool> traceNan{
      "trace-nan",
      cl::desc("Tell on standard error at which op the first NaN and the first "
               "infinity arise, in the program or in a derivative of it; the "
               "exit code is 1 then"),
      cl::cat(category)};

  /// Reads the words. If false, `exitCode` is what to end with, and what is
  /// wrong has been said.
  bool parse(int argc, char **argv, int &exitCode);
  /// An error unless they go together.
  llvm::Error checkRules() const;

  /// Where native code runs; an error if there is no such device.
  llvm::Expected<Device> getDevice() const;
  bool isReference() const { return device == "reference"; }
};

} // namespace sg::run

#endif // SG_TOOLS_SG_RUN_COMMANDLINE_H
