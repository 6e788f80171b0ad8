//===- CommandLine.h - Definitions of sg-run's options ----------*- C++ -*-===//
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

/// Largest number of threads. Few machines have more processors, and the system
/// may not be able to start more threads.
inline constexpr unsigned kMaxThreads = 256;

/// The parsed options. They are registered with LLVM's parser while the object
/// exists, so only one object may exist at a time.
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
  cl::list<std::string> inputs{
      "input",
      cl::desc("An argument; repeat the option for each argument, in order"),
      cl::value_desc("SPEC"), cl::cat(category)};
  cl::list<std::string> outputs{
      "output",
      cl::desc("File for a result; repeat the option for each result, in order "
               "(@- is standard output)"),
      cl::value_desc("@FILE.npy"), cl::cat(category)};
  cl::list<std::string> expected{
      "expected-output",
      cl::desc("Value to compare a result with; repeat the option for each "
               "result, in order"),
      cl::value_desc("SPEC"), cl::cat(category)};
  cl::opt<double> tolerance{
      "tolerance",
      cl::desc("Largest difference from the expected output, relative to its "
               "largest magnitude (default: 1e-6); integers must be equal"),
      cl::value_desc("T"), cl::init(1e-6), cl::cat(category)};
  cl::opt<unsigned> repeat{
      "repeat",
      cl::desc("Number of timed runs, after one run that is not timed"),
      cl::value_desc("N"), cl::init(0), cl::cat(category)};
  cl::opt<bool> time{
      "time",
      cl::desc("Print times to standard error: minimum, median and maximum of "
               "the runs, and the time to compile or to load cached code"),
      cl::cat(category)};
  cl::opt<bool> memory{
      "memory",
      cl::desc("Print to standard error the resident memory (after the first "
               "run, after the last run and at its peak), and the peak memory "
               "and allocations of a run, without arguments and results"),
      cl::cat(category)};
  cl::opt<std::string> memoryLimit{
      "memory-limit",
      cl::desc("Memory limit, for example 500M or 1.5G (default: the available "
               "memory of the machine); exceeding it is an error"),
      cl::value_desc("SIZE"), cl::cat(category)};
  cl::opt<std::string> cache{
      "cache",
      cl::desc(
          "Folder that only the user can write to, in which native code is "
          "cached for later runs of the same program (default: $SG_CACHE, or "
          "$XDG_CACHE_HOME/sg, or ~/.cache/sg); --cache= disables the cache"),
      cl::value_desc("FOLDER"), cl::cat(category)};
  cl::list<unsigned> donated{
      "donate",
      cl::desc("Arguments whose memory the function may overwrite with results "
               "of the same types"),
      cl::value_desc("I,J"), cl::CommaSeparated, cl::cat(category)};
  cl::opt<std::string> device{
      "device",
      cl::desc("Device to run on: cpu (default), cuda (an NVIDIA GPU), "
               "emulated (executes GPU kernels on the host) or reference "
               "(interprets the program, see docs/ReferenceInterpreter.md)"),
      cl::value_desc("cpu|cuda|emulated|reference"), cl::init("cpu"),
      cl::cat(category)};
  cl::opt<interpreter::Rounding> rounding{
      "reference-rounding",
      cl::desc("With --device=reference: rounding of floating-point results, "
               "which are computed in f64"),
      cl::values(
          clEnumValN(interpreter::Rounding::None, "none",
                     "not rounded (default)"),
          clEnumValN(interpreter::Rounding::EachOp, "each-op",
                     "rounded to the op's type"),
          clEnumValN(
              interpreter::Rounding::Random, "random",
              "rounded to the op's type, up or down at random (--seed)")),
      cl::init(interpreter::Rounding::None), cl::cat(category)};
  cl::opt<Options::Verify> verify{
      "verify-against-reference",
      cl::ValueOptional,
      cl::desc(
          "Also interpret the program, and check that the results agree within "
          "a bound for rounding errors (docs/ReferenceInterpreter.md); the "
          "exit code is 1 if they do not. Without --input the inputs are "
          "random"),
      cl::values(clEnumValN(Options::Verify::Verbose, "",
                            "report each result on standard error"),
                 clEnumValN(Options::Verify::Quiet, "quiet",
                            "report only results that disagree")),
      cl::init(Options::Verify::No),
      cl::cat(category)};
  cl::opt<Options::Verify> validate{
      "validate-passes",
      cl::ValueOptional,
      cl::desc("First interpret the program after each pass of the lowering, "
               "and compare the results; the exit code is 1 if they differ. "
               "Without --input the inputs are random"),
      cl::values(clEnumValN(Options::Verify::Verbose, "",
                            "report the number of passes on standard error"),
                 clEnumValN(Options::Verify::Quiet, "quiet",
                            "report only the first wrong pass")),
      cl::init(Options::Verify::No),
      cl::cat(category)};
  cl::opt<bool> tf32{
      "tf32",
      cl::desc("With --device=cuda or emulated: multiply f32 on tensor cores, "
               "which keep 10 bits of the mantissa"),
      cl::cat(category)};
  cl::opt<bool> atomics{
      "atomics",
      cl::desc(
          "With --device=cuda or emulated: use atomic ops for loops that add "
          "to float elements; the order of additions is not fixed"),
      cl::cat(category)};
  cl::opt<std::string> chip{
      "chip",
      cl::desc("With --device=cuda: the GPU to compile for, for example sm_90a "
               "(default: sm_80, whose PTX also runs on later GPUs)"),
      cl::value_desc("NAME"), cl::cat(category)};
  cl::opt<DeviceFormat> format{
      "format",
      cl::desc("With --device=cuda: the code that the GPU's driver loads"),
      cl::init(DeviceFormat::ISA),
      cl::values(
          clEnumValN(DeviceFormat::ISA, "isa",
                     "PTX, which the driver compiles (default)"),
          clEnumValN(
              DeviceFormat::Bin, "bin",
              "machine code for the chip, made by ptxas of CUDA's toolkit"),
          clEnumValN(DeviceFormat::Fatbin, "fatbin", "both")),
      cl::cat(category)};
  cl::opt<bool> checkKernels{
      "check-kernels",
      cl::desc("With --device=emulated: report data races in shared memory and "
               "accesses out of bounds; threads execute in reverse order"),
      cl::cat(category)};
  cl::opt<unsigned> threads{
      "threads",
      cl::desc("Number of threads that share the work of a call, with "
               "--device=cpu (default: limited by processors and memory, but 1 "
               "with --emit, --dump-object, --print-lowered, --validate-passes "
               "and --check-gradients)"),
      cl::value_desc("N"), cl::init(1), cl::cat(category)};
  cl::opt<uint64_t> leastWork{
      "least-work",
      cl::desc("Smallest number of products in a contraction that threads "
               "share (default: 1048576)"),
      cl::value_desc("N"), cl::init(1 << 20), cl::cat(category)};
  cl::opt<std::string> cpu{
      "cpu",
      cl::desc("Processor to compile for, by LLVM's name: x86-64-v3, skylake "
               "and so on (default: the machine's); to run the code, this "
               "machine must support it"),
      cl::value_desc("NAME"), cl::cat(category)};
  cl::list<std::string> verifyMachineCode{
      "verify-machine-code",
      cl::desc("Also compile for these processors of x86-64 and AArch64 under "
               "LLVM's machine verifier, and report its errors (without names: "
               "x86-64-v3, znver4, sapphirerapids, neoverse-v1)"),
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
          "Write the function for other programs instead of running it "
          "(docs/ABI.md): an object file, a shared library, or a C header"),
      cl::value_desc("obj|so|header"), cl::CommaSeparated, cl::cat(category)};
  cl::opt<std::string> emitTo{
      "emit-to",
      cl::desc("Path of the files of --emit without the extensions .o, .so and "
               ".h (default: the name of the function)"),
      cl::value_desc("STEM"), cl::cat(category)};
  cl::list<std::string> derivatives{
      "derivatives",
      cl::desc("Also emit these derivatives of the function, under its name "
               "followed by _value_and_grad, _vjp or _jvp"),
      cl::value_desc("value-and-grad|vjp|jvp"), cl::CommaSeparated,
      cl::cat(category)};
  cl::opt<bool> printLowered{
      "print-lowered",
      cl::desc("Print the module in the LLVM dialect instead of running it"),
      cl::cat(category)};
  cl::opt<bool> report{
      "report",
      cl::desc("First print to standard error the gradient report of the "
               "derivatives that the function requests, or of the function "
               "itself if it requests none"),
      cl::cat(category)};
  cl::opt<bool> checkGradients{
      "check-gradients",
      cl::desc("Instead of running the function, compare its derivatives in "
               "forward and reverse mode with finite differences along random "
               "directions (docs/CheckingGradients.md)"),
      cl::cat(category)};
  cl::list<unsigned> wrt{
      "wrt",
      cl::desc("Arguments whose gradients are checked or emitted (default: all "
               "of differentiable type)"),
      cl::value_desc("I,J"), cl::CommaSeparated, cl::cat(category)};
  cl::opt<unsigned> order{
      "order", cl::desc("Check derivatives up to this order: 1 (default) or 2"),
      cl::value_desc("1|2"), cl::init(1), cl::cat(category)};
  cl::opt<unsigned> directions{
      "directions", cl::desc("Number of directions per argument (default: 4)"),
      cl::value_desc("K"), cl::init(4), cl::cat(category)};
  cl::opt<uint64_t> seed{"seed",
                         cl::desc("Seed of random numbers (default: 1)"),
                         cl::value_desc("S"), cl::init(1), cl::cat(category)};
  cl::opt<double> timeLimit{"time-limit",
                            cl::desc("Time limit of a run in --check-gradients "
                                     "(default: 10; none at given inputs)"),
                            cl::value_desc("SECONDS"), cl::cat(category)};
  cl::opt<bool> strongZero{
      "strong-zero",
      cl::desc(
          "Treat zero times infinity or NaN as zero in all derivatives, as if "
          "each request had the attribute strong_zero"),
      cl::cat(category)};
  cl::opt<bool> traceNan{
      "trace-nan",
      cl::desc("Report on standard error the ops at which the first NaN and "
               "the first infinity arise, in the program or in its "
               "derivatives; the exit code is 1 if any arises"),
      cl::cat(category)};

  /// Parses the arguments. On failure, prints an error, stores the exit code in
  /// `exitCode` and returns false.
  bool parse(int argc, char **argv, int &exitCode);
  /// Returns an error if the options conflict.
  llvm::Error checkRules() const;

  /// Returns the device on which native code runs, or an error if its name is
  /// unknown.
  llvm::Expected<Device> getDevice() const;
  bool isReference() const { return device == "reference"; }
};

} // namespace sg::run

#endif // SG_TOOLS_SG_RUN_COMMANDLINE_H
