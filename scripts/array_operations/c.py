"""The functions of C (sg-c/Operations.h)."""

import textwrap
from typing import Dict, List, NamedTuple, Optional

from .layout import clang_format
from .names import camel_case
from .table import parameters_of

HEADER = r"""/*===- Operations.h - The operations on arrays --------------------*- C -*-===*\
|*                                                                            *|
|* Part of the sg project, under the Apache License v2.0 with LLVM            *|
|* Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception        *|
|*                                                                            *|
|*===----------------------------------------------------------------------===*|
|*                                                                            *|
|* A function for each operation of docs/ArrayOperations.md. The operation    *|
|* stop_gradient is the function sgBuildStopGradient. Each function calls     *|
|* sgBuildOperation of sg-c/Build.h, whose rules apply. This header is C99.   *|
|*                                                                            *|
|* Parameters without a default are parameters of the function. The others    *|
|* are fields of a struct, in which 0 and NULL select the default. Therefore  *|
|* a field whose default is not 0 is a pointer. NULL instead of the struct    *|
|* selects all defaults:                                                      *|
|*                                                                            *|
|*   const int64_t axis = 0;                                                  *|
|*   SGSumOptions options = {0};                                              *|
|*   options.axis = &axis;                                                    *|
|*   options.axis_count = 1;                                                  *|
|*   error = sgBuildSum(builder, x, &options, &column_sums);                  *|
|*   error = sgBuildSum(builder, x, NULL, &sum);                              *|
|*                                                                            *|
|* An element type is an enum SGDType. Lists of integers and of sizes have a  *|
|* count, and sizes may be symbolic. Texts end with a zero.                   *|
|*                                                                            *|
|* Generated from the table in lib/ArrayOps by                                *|
|* scripts/make_array_operations.py.                                          *|
|*                                                                            *|
\*===----------------------------------------------------------------------===*/

#ifndef SG_C_OPERATIONS_H
#define SG_C_OPERATIONS_H

#include "sg-c/Build.h"

#ifdef __cplusplus
extern "C" {
#endif

/*===-- Parameters --------------------------------------------------------===*/

/* Parameters of an operation. Its functions append a parameter. */
typedef struct SGParameters {
  SGParameter list[@MOST@];
  size_t count;
} SGParameters;

static inline SGParameter *sgAddParameter(SGParameters *parameters,
                                          const char *name, int32_t kind) {
  SGParameter *parameter = &parameters->list[parameters->count++];
  parameter->name = name;
  parameter->kind = kind;
  parameter->integer = 0;
  parameter->number = 0;
  parameter->text = NULL;
  parameter->sizes = NULL;
  parameter->size_count = 0;
  return parameter;
}
static inline void sgAddInteger(SGParameters *parameters, const char *name,
                                int32_t kind, int64_t value) {
  sgAddParameter(parameters, name, kind)->integer = value;
}
static inline void sgAddFloat(SGParameters *parameters, const char *name,
                              double value) {
  sgAddParameter(parameters, name, SG_PARAMETER_FLOAT)->number = value;
}
static inline void sgAddText(SGParameters *parameters, const char *name,
                             const char *value) {
  sgAddParameter(parameters, name, SG_PARAMETER_TEXT)->text = value;
}
static inline void sgAddSizes(SGParameters *parameters, const char *name,
                              const int64_t *sizes, size_t size_count) {
  SGParameter *parameter =
      sgAddParameter(parameters, name, SG_PARAMETER_SIZES);
  parameter->sizes = sizes;
  parameter->size_count = size_count;
}

/* The largest number of arrays in a list with one array for each axis: the
 * largest rank, and one more, so that a longer list is an error. */
#define SG_MAX_LISTED 65

/* Builds an operation on `first_count` arrays and a list. */
static inline SGError *
sgBuildWithList(SGBuilder *builder, const char *name, const SGValue *first,
                size_t first_count, const SGValue *list, size_t list_count,
                const SGParameters *parameters, SGValue *result) {
  SGValue arrays[@FIXED@ + SG_MAX_LISTED];
  size_t count = 0, i;
  if (!list && list_count) /* sgBuildOperation returns the error */
    return sgBuildOperation(builder, name, NULL, list_count, NULL, 0, result,
                            NULL);
  for (i = 0; i < first_count; ++i)
    arrays[count++] = first[i];
  for (i = 0; i < list_count && i < SG_MAX_LISTED; ++i)
    arrays[count++] = list[i];
  return sgBuildOperation(builder, name, arrays, count, parameters->list,
                          parameters->count, result, NULL);
}

/*===-- Operations --------------------------------------------------------===*/

"""
FOOTER = """
#ifdef __cplusplus
}
#endif

#endif /* SG_C_OPERATIONS_H */
"""


class CType(NamedTuple):
    """How C passes a parameter of a kind of the table."""

    value: str  # the declaration of a value, with {} for the name
    zero: Optional[str]  # the default that the value 0 stands for
    add: str  # the call that appends the value, with {} for the name


_LIST = "const int64_t *{0}", None, 'sgAddSizes(&parameters, "{0}", {1}, {2});'
KINDS = {
    "int": CType("int64_t {0}", "0", 'sgAddInteger(&parameters, "{0}", SG_PARAMETER_INTEGER, {1});'),
    "bool": CType("int {0}", "False", 'sgAddInteger(&parameters, "{0}", SG_PARAMETER_BOOL, {1});'),
    "float": CType("double {0}", "0", 'sgAddFloat(&parameters, "{0}", {1});'),
    "str": CType("const char *{0}", None, 'sgAddText(&parameters, "{0}", {1});'),
    "dtype": CType("int32_t {0}", None, 'sgAddInteger(&parameters, "{0}", SG_PARAMETER_DTYPE, {1});'),
    "size": CType("int64_t {0}", None, 'sgAddSizes(&parameters, "{0}", &{1}, 1);'),
    "ints": CType(*_LIST),
    "sizes": CType(*_LIST),
}
LISTS = ("ints", "sizes")


class Parameter(NamedTuple):
    name: str
    kind: str
    default: Optional[str]

    @property
    def is_list(self) -> bool:
        return self.kind in LISTS

    @property
    def is_plain(self) -> bool:
        """Returns true if the field of the struct is no pointer: 0 is the default."""
        return self.default == KINDS[self.kind].zero

    def declarations(self, is_field: bool) -> List[str]:
        declared = [KINDS[self.kind].value.format(self.name)]
        if self.is_list:
            declared.append(f"size_t {self.name}_count")
        elif is_field and not self.is_plain and self.kind != "str":
            declared = [f"const {KINDS[self.kind].value.format('*' + self.name)}"]
        return declared

    def append(self, is_field: bool) -> List[str]:
        """Returns the statements that append the parameter."""
        source = f"options->{self.name}" if is_field else self.name
        value = source
        if is_field and not (self.is_list or self.is_plain or self.kind == "str"):
            # The address of what a pointer points to is the pointer.
            value = f"*{source}"
        call = KINDS[self.kind].add.format(self.name, value, f"{source}_count").replace("&*", "")
        if not is_field:
            return [f"  {call}"]
        if self.is_plain:
            return [f"    {call}"]
        condition = f"{source} || {source}_count" if self.is_list else source
        return [f"    if ({condition})", f"      {call}"]


def comment(text: str) -> str:
    """Returns a comment of at most 80 columns."""
    lines = textwrap.wrap(text, 74, break_long_words=False, break_on_hyphens=False)
    return "/* " + "\n * ".join(lines) + " */\n"


def describe(row) -> str:
    derivative = row["derivative"].rstrip(".")
    text = row["summary"] + (f" Derivative: {derivative}." if derivative else "")
    return comment(text)


def struct(name: str, optional: List[Parameter]) -> str:
    lines = []
    for one in optional:
        fields = one.declarations(is_field=True)
        lines.append(f"  {fields[0]}; /* default: {one.default} */")
        lines += [f"  {field};" for field in fields[1:]]
    return f"/* Optional parameters of sgBuild{name}. */\ntypedef struct SG{name}Options {{\n" + "\n".join(lines) + f"\n}} SG{name}Options;\n"


def c_function(row) -> str:
    """Returns the struct and the function of an operation."""
    name = camel_case(row["name"], is_upper=True)
    heads, arrays, required, optional = ["SGBuilder *builder"], [], [], []
    listed: Optional[str] = None
    for parameter, kind, _, default in parameters_of(row["signature"]):
        if kind == "array":
            heads.append(f"SGValue {parameter}")
            arrays.append(parameter)
        elif kind == "arrays":
            heads += [f"const SGValue *{parameter}", f"size_t {parameter}_count"]
            listed = parameter
        elif kind != "star" and default is None:
            required.append(Parameter(parameter, kind, None))
        elif kind != "star":
            optional.append(Parameter(parameter, kind, default))
    for one in required:
        heads += one.declarations(is_field=False)
    if optional:
        heads.append(f"const SG{name}Options *options")
    is_several = row["results"] == "several"
    heads += ["SGValue *first", "int32_t *count"] if is_several else ["SGValue *result"]

    body = []
    if arrays and (len(arrays) > 1 or listed):
        body.append(f"  const SGValue arrays[] = {{{', '.join(arrays)}}};")
    has_parameters = bool(required or optional)
    if has_parameters or (listed and arrays):
        body += ["  SGParameters parameters;", "  parameters.count = 0;"]
    for one in required:
        body += one.append(is_field=False)
    if optional:
        body += ["  if (options) {", *(line for one in optional for line in one.append(is_field=True)), "  }"]
    result = "first, count" if is_several else "result, NULL"
    if listed and arrays:
        call = f'sgBuildWithList(builder, "{row["name"]}", arrays, {len(arrays)}, {listed}, {listed}_count, &parameters, result)'
    else:
        operands = f"{listed}, {listed}_count" if listed else "NULL, 0"
        if arrays:
            operands = "arrays, " + str(len(arrays)) if len(arrays) > 1 else f"&{arrays[0]}, 1"
        given = "parameters.list, parameters.count" if has_parameters else "NULL, 0"
        call = f'sgBuildOperation(builder, "{row["name"]}", {operands}, {given}, {result})'
    body.append(f"  return {call};")
    text = struct(name, optional) if optional else ""
    text += describe(row)
    return text + f"static inline SGError *sgBuild{name}({', '.join(heads)}) {{\n" + "\n".join(body) + "\n}\n"


def c_header(rows) -> str:
    """Returns the header."""
    signatures = [[kind for _, kind, _, _ in parameters_of(row["signature"])] for row in rows]
    most = max(sum(kind not in ("array", "arrays", "star") for kind in kinds) for kinds in signatures)
    fixed = max(kinds.count("array") for kinds in signatures if "arrays" in kinds)
    head = HEADER.replace("@MOST@", str(most)).replace("@FIXED@", str(fixed))
    return head + "\n".join(map(c_function, rows)) + FOOTER


def outputs(rows) -> Dict[str, str]:
    """Returns the text of each generated file."""
    name = "include/sg-c/Operations.h"
    return {name: clang_format(c_header(rows), name)}
