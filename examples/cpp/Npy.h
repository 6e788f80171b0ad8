//===- Npy.h - Reads the data of the examples -------------------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_EXAMPLES_CPP_NPY_H
#define SG_EXAMPLES_CPP_NPY_H

#include <fstream>
#include <stdexcept>
#include <string>
#include <vector>

/// Returns the elements of a .npy file (version 1.0), which must have the type
/// T and row-major order.
template <typename T>
std::vector<T> readNpy(const std::string &path) {
  std::ifstream file(path, std::ios::binary);
  // The magic number, the version, and the length of the header as uint16_t.
  unsigned char start[10] = {};
  file.read(reinterpret_cast<char *>(start), sizeof(start));
  file.seekg(start[8] + 256 * start[9], std::ios::cur);
  std::vector<T> elements;
  for (T element; file.read(reinterpret_cast<char *>(&element), sizeof(T));)
    elements.push_back(element);
  if (elements.empty())
    throw std::runtime_error("cannot read " + path);
  return elements;
}

#endif // SG_EXAMPLES_CPP_NPY_H
