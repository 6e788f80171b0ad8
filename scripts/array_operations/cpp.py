"""The functions of C++ (sg/Builder/Operations.h)."""

import textwrap
from typing import Dict, List

from .layout import clang_format
from .names import camel_case
from .table import parameters_of

HEADER = """//===- Operations.h - The operations on arrays ------------------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A function for each operation of docs/ArrayOperations.md. The operation
// stop_gradient is the function sg::stopGradient: each underscore makes the
// next letter a capital. Parameters have the order of the table, optional ones
// last. {} is the default of a parameter that may be None. Operations without
// arrays have the builder as first parameter.
//
// An operand is an array or a number (sg::Operand). A number as condition,
// index, key or probability is an int64 or a float64.
//
// Generated from the table in lib/ArrayOps by
// scripts/make_array_operations.py.
//
//===----------------------------------------------------------------------===//

#ifndef SG_BUILDER_OPERATIONS_H
#define SG_BUILDER_OPERATIONS_H

#include "sg/Builder/Functions.h"

namespace sg {
inline namespace builder {

"""
FOOTER = """
} // namespace builder
} // namespace sg

#endif // SG_BUILDER_OPERATIONS_H
"""
# Operands with a type independent of the other operands.
SEPARATE = {"condition", "indices", "starts", "key", "seed", "data", "p"}
# The type of a required parameter, and of one that may be None.
KINDS = {
    "int": ("int64_t", "std::optional<int64_t>"),
    "ints": ("const Integers &", "const Integers &"),
    "bool": ("bool", "std::optional<bool>"),
    "float": ("double", "std::optional<double>"),
    "str": ("const std::string &", "const std::optional<std::string> &"),
    "dtype": ("DType", "std::optional<DType>"),
    "size": ("const Size &", "const std::optional<Size> &"),
    "sizes": ("const Shape &", "const Shape &"),
}


def default_of(kind: str, default: str) -> str:
    """Returns a default of the table in C++."""
    if default == "None":
        return "{}"
    if kind == "bool":
        return default.lower()
    if kind == "dtype":
        named = {"uint": "UInt", "int": "Int", "float": "Float"}
        letters = default.rstrip("0123456789")
        return f"DType::{named[letters]}{default[len(letters):]}"
    return default


def documentation(row) -> str:
    derivative = row["derivative"].rstrip(".")
    text = row["summary"] + (f" Derivative: {derivative}." if derivative else "")
    lines = textwrap.wrap(text, 76, break_long_words=False, break_on_hyphens=False)
    return "".join(f"/// {line}\n" for line in lines)


def cpp_function(row) -> str:
    """Returns the function of an operation."""
    heads: List[str] = []
    defaults: List[str] = []
    body: List[str] = []
    has_arrays = False
    for name, kind, is_optional, default in parameters_of(row["signature"]):
        if kind == "star":
            continue
        variable = camel_case(name)
        if kind in ("array", "arrays"):
            has_arrays = True
            plural = "s" if kind == "arrays" else ""
            heads.append(f"const Operand{plural} &{variable}")
            role = ", detail::Role::Separate" if name in SEPARATE else ""
            body.append(f"operation.addOperand{plural}({variable}{role});")
            continue
        type_ = KINDS[kind][is_optional]
        declaration = f"{type_}{'' if type_.endswith('&') else ' '}{variable}"
        if default is None:
            heads.append(declaration)
        else:
            defaults.append(f"{declaration} = {default_of(kind, default)}")
        prefix = "addOptional" if is_optional and kind == "ints" else "add"
        body.append(f'operation.{prefix}{kind.capitalize()}("{name}", {variable});')
    if not has_arrays:
        heads.insert(0, "const Builder &builder")
    defaults.append("SourceLocation location = SourceLocation::current()")
    handle = "" if has_arrays else ", builder.getHandle(location)"
    body.insert(0, f'detail::Operation operation("{row["name"]}", location{handle});')
    is_several = row["results"] == "several"
    body.append(f"return operation.build{'All' if is_several else ''}();")
    head = f"inline {'Arrays' if is_several else 'Array'} {camel_case(row['name'])}({', '.join(heads + defaults)})"
    return documentation(row) + head + " {\n" + "\n".join(body) + "\n}\n"


def cpp_header(rows) -> str:
    """Returns the header."""
    return HEADER + "\n".join(map(cpp_function, rows)) + FOOTER


def outputs(rows) -> Dict[str, str]:
    """Returns the text of each generated file."""
    name = "include/Builder/Operations.h"
    return {name: clang_format(cpp_header(rows), name)}
