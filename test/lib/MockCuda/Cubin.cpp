//===- Cubin.cpp - Reads kernels from machine code ------------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Machine code is an ELF file, as written by ptxas. The entries of the sections
// `.nv.info.KERNEL` are not documented. Their meaning was derived from a
// comparison with PTX (ptxas 13.0, sm_90a).
//
//===----------------------------------------------------------------------===//

#include "State.h"
#include <cstring>
#include <elf.h>

using namespace mock;

namespace {
/// The header of an entry, which is the whole entry unless bytes follow it.
struct Entry {
  uint8_t format, kind;
  uint16_t value; // number of bytes after it, if `format` is kHasBytes
};
constexpr uint8_t kHasBytes = 4;
constexpr uint8_t kMaxThreads = 0x05, kRequiredThreads = 0x10,
                  kParameter = 0x17;

struct ParameterEntry {
  uint32_t index;
  uint16_t number, offset;
  uint32_t flags; // size in bytes from bit 18 on; the value 5 at bit 8 means a
                  // pointer
};

/// Bytes of shared memory that the driver reserves in each kernel (from sm_90
/// on).
constexpr int64_t kReservedBytes = 1024;
} // namespace

static void readInformation(const char *next, const char *end, Kernel &kernel) {
  while (end - next >= static_cast<ptrdiff_t>(sizeof(Entry))) {
    Entry entry;
    std::memcpy(&entry, next, sizeof entry);
    next += sizeof entry;
    if (entry.format != kHasBytes)
      continue;
    if (entry.kind == kMaxThreads || entry.kind == kRequiredThreads) {
      uint32_t sizes[3];
      std::memcpy(sizes, next, sizeof sizes);
      kernel.maxThreads = static_cast<int64_t>(sizes[0]) * sizes[1] * sizes[2];
    } else if (entry.kind == kParameter) {
      ParameterEntry parameter;
      std::memcpy(&parameter, next, sizeof parameter);
      if (kernel.parameters.size() <= parameter.number)
        kernel.parameters.resize(parameter.number + 1);
      kernel.parameters[parameter.number] = {parameter.flags >> 18,
                                             (parameter.flags >> 8 & 15) == 5};
    }
    next += entry.value;
  }
}

bool mock::isCubin(const void *image) {
  return std::memcmp(image, ELFMAG, SELFMAG) == 0;
}

std::string mock::parseCubin(const void *image, std::vector<Kernel> &kernels) {
  constexpr Elf64_Half kMachine = 190; // EM_CUDA
  auto *start = static_cast<const char *>(image);
  Elf64_Ehdr header;
  std::memcpy(&header, image, EI_NIDENT);
  if (header.e_ident[EI_CLASS] != ELFCLASS64)
    return "this is not machine code of a GPU";
  std::memcpy(&header, image, sizeof header);
  if (header.e_machine != kMachine)
    return "this is not machine code of a GPU";
  auto section = [&](size_t i) {
    Elf64_Shdr section;
    std::memcpy(&section, start + header.e_shoff + i * header.e_shentsize,
                sizeof section);
    return section;
  };
  const char *names = start + section(header.e_shstrndx).sh_offset;
  const std::string prefix = ".nv.info.", shared = ".nv.shared.";
  std::map<std::string, int64_t> sharedBytes;
  for (size_t i = 0; i < header.e_shnum; ++i) {
    Elf64_Shdr at = section(i);
    std::string name = names + at.sh_name;
    if (name.compare(0, shared.size(), shared) == 0)
      sharedBytes[name.substr(shared.size())] =
          static_cast<int64_t>(at.sh_size) - kReservedBytes;
  }
  for (size_t i = 0; i < header.e_shnum; ++i) {
    Elf64_Shdr at = section(i);
    std::string name = names + at.sh_name;
    if (name.compare(0, prefix.size(), prefix) != 0)
      continue;
    Kernel kernel;
    kernel.name = name.substr(prefix.size());
    kernel.sharedBytes = sharedBytes[kernel.name];
    readInformation(start + at.sh_offset, start + at.sh_offset + at.sh_size,
                    kernel);
    kernels.push_back(std::move(kernel));
  }
  return "";
}
