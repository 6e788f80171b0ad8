/*===- Build.h - Builds functions over arrays ---------------------*- C -*-===*\
|*                                                                            *|
|* Part of the sg project, under the Apache License v2.0 with LLVM            *|
|* Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception        *|
|*                                                                            *|
|*===----------------------------------------------------------------------===*|
|*                                                                            *|
|* Builds a module without MLIR text: functions over arrays, with branches,   *|
|* loops, checkpoints and derivatives. sg-c/Operations.h has a function for   *|
|* each operation on arrays; docs/ArrayOperations.md describes the            *|
|* operations. This header is C99.                                            *|
|*                                                                            *|
|* The rules of sg-c/SG.h for errors, ownership and threads apply. After an   *|
|* error the function that is being built may contain ops of the failed call. *|
|* They are not used, and do not affect the results of the function.          *|
|*                                                                            *|
\*===----------------------------------------------------------------------===*/

#ifndef SG_C_BUILD_H
#define SG_C_BUILD_H

#include "sg-c/SG.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A module that is being built. */
typedef struct SGBuilder SGBuilder;
/* An array of a function that is being built: a number that is valid for one
 * builder. The results of a call have consecutive numbers. */
typedef int32_t SGValue;
/* A function of a builder, also a number. */
typedef int32_t SGFunction;

/* Element types of arrays. Unlike enum sg_type, integers have a sign. */
enum SGDType {
  SG_DTYPE_BOOL = 0,
  SG_DTYPE_INT8,
  SG_DTYPE_INT16,
  SG_DTYPE_INT32,
  SG_DTYPE_INT64,
  SG_DTYPE_UINT8,
  SG_DTYPE_UINT16,
  SG_DTYPE_UINT32,
  SG_DTYPE_UINT64,
  SG_DTYPE_INDEX,
  SG_DTYPE_FLOAT8_E5M2,
  SG_DTYPE_FLOAT8_E4M3,
  SG_DTYPE_FLOAT8_E4M3FN,
  SG_DTYPE_FLOAT8_E5M2FNUZ,
  SG_DTYPE_FLOAT8_E4M3FNUZ,
  SG_DTYPE_FLOAT8_E4M3B11FNUZ,
  SG_DTYPE_FLOAT8_E3M4,
  SG_DTYPE_FLOAT8_E8M0FNU,
  SG_DTYPE_FLOAT16,
  SG_DTYPE_BFLOAT16,
  SG_DTYPE_FLOAT32,
  SG_DTYPE_FLOAT64,
  SG_DTYPE_COMPLEX64,
  SG_DTYPE_COMPLEX128
};

/* A size: 0 or more, or the number of a symbolic size that a builder
 * assigned, which is at most SG_SYMBOLIC_SIZE. */
#define SG_SYMBOLIC_SIZE (-(INT64_C(1) << 32))

/* The type of an array. */
typedef struct SGArrayType {
  int32_t dtype; /* enum SGDType */
  int32_t rank;
  const int64_t *sizes; /* may be NULL for rank 0 */
} SGArrayType;

SGError *sgBuilderCreate(SGBuilder **builder);
void sgBuilderDestroy(SGBuilder *builder);

/* Returns the module and empties the builder. It is an error if a function has
 * begun and not ended. */
SGError *sgBuilderFinish(SGBuilder *builder, SGModule **module);

/* Sets the position in the user's program of what is built next. It appears
 * in messages. `line` and `column` count from 1; 0 means unknown. */
SGError *sgBuilderSetLocation(SGBuilder *builder, const char *file,
                              int32_t line, int32_t column);

/*===-- Sizes -------------------------------------------------------------===*/

/* Returns the symbolic size `name`. Equal names mean equal sizes: calls with
 * unequal sizes are errors. */
SGError *sgBuildSymbol(SGBuilder *builder, const char *name, int64_t *size);

/* Computes a size from two sizes. `operation` is '+', '-', '*', '/' (rounded
 * down) or '%'. */
SGError *sgBuildSize(SGBuilder *builder, char operation, int64_t x, int64_t y,
                     int64_t *size);

/* Returns a size as text, for example "n + 1". */
SGError *sgBuilderPrintSize(SGBuilder *builder, int64_t size, char **text);

/* Returns a size as an array of rank 0 and type int64. */
SGError *sgBuildSizeValue(SGBuilder *builder, int64_t size, SGValue *value);

/*===-- Arrays ------------------------------------------------------------===*/

/* Return the type of an array. The element type is -1, the rank -1 and the
 * size 0 if there is no such array or axis. */
int32_t sgBuilderGetDType(SGBuilder *builder, SGValue value);
int32_t sgBuilderGetRank(SGBuilder *builder, SGValue value);
int64_t sgBuilderGetSize(SGBuilder *builder, SGValue value, int32_t axis);

/* Builds a constant from elements in row-major order without gaps. A bool is
 * a byte, an index 64 bits, and a complex number its real and imaginary
 * part. */
SGError *sgBuildConstant(SGBuilder *builder, const SGArrayType *type,
                         const void *elements, SGValue *value);

enum SGParameterKind {
  SG_PARAMETER_NONE = 0,
  SG_PARAMETER_BOOL = 1,    /* `integer`, 0 or 1 */
  SG_PARAMETER_INTEGER = 2, /* `integer` */
  SG_PARAMETER_FLOAT = 3,   /* `number` */
  SG_PARAMETER_TEXT = 4,    /* `text` */
  SG_PARAMETER_DTYPE = 5,   /* `integer`, an enum SGDType */
  SG_PARAMETER_SIZES = 6    /* `sizes`: integers or sizes */
};

/* A parameter of an operation that is no array. */
typedef struct SGParameter {
  const char *name;
  int32_t kind; /* enum SGParameterKind */
  int64_t integer;
  double number;
  const char *text;
  const int64_t *sizes;
  size_t size_count;
} SGParameter;

/* Builds the operation `name` of docs/ArrayOperations.md. Parameters that are
 * missing have their default. The results are the values from `*first` on. */
SGError *sgBuildOperation(SGBuilder *builder, const char *name,
                          const SGValue *arrays, size_t array_count,
                          const SGParameter *parameters, size_t parameter_count,
                          SGValue *first, int32_t *count);

/* Describes the operations as JSON: an array of objects with the fields
 * `name`, `signature`, `summary`, `derivative` and `results`, which is "one" or
 * "several". */
SGError *sgDescribeOperations(char **json);

/*===-- Functions ---------------------------------------------------------===*/

/* Begins a function. Its arguments are the values from `*first` on. Functions
 * nest: a function may use arrays of the functions around it, and is then
 * called only there. If `name` is taken, a number is appended. */
SGError *sgBuildBeginFunction(SGBuilder *builder, const char *name,
                              const SGArrayType *arguments,
                              size_t argument_count, int is_public,
                              SGValue *first);
/* Names an argument of a function, for example "parameters['w']". The name
 * appears in reports, gradient checks and warnings. */
SGError *sgBuildNameArgument(SGBuilder *builder, SGValue argument,
                             const char *name);
/* Ends the innermost function. */
SGError *sgBuildEndFunction(SGBuilder *builder, const SGValue *results,
                            size_t result_count, SGFunction *function);
/* Erases the innermost function that has begun. */
SGError *sgBuildAbandonFunction(SGBuilder *builder);

/* Returns the name of a function, or NULL if there is none. It lives as long
 * as the builder. */
const char *sgBuilderGetFunctionName(SGBuilder *builder, SGFunction function);

/* Calls a function. Its results are the values from `*first` on. */
SGError *sgBuildCall(SGBuilder *builder, SGFunction function,
                     const SGValue *arguments, size_t argument_count,
                     SGValue *first, int32_t *count);

/* Requests a derivative of a function, as in SGRequest, of which `function`
 * and `name` are ignored, and `of` must be empty. `operands` are the arguments,
 * followed by the cotangents or tangents. The results, from `*first` on, are
 * the results of the function, followed by gradients, cotangents or tangents.
 */
SGError *sgBuildDerivative(SGBuilder *builder, SGFunction function,
                           const SGRequest *request, const SGValue *operands,
                           size_t operand_count, SGValue *first,
                           int32_t *count);

/* Gives a function a rule for reverse mode. `forward` takes the arguments and
 * returns the results, followed by residuals; `backward` takes the residuals
 * and a cotangent for each result of float type, and returns a cotangent for
 * each argument of float type. */
SGError *sgBuildSetVJP(SGBuilder *builder, SGFunction function,
                       SGFunction forward, SGFunction backward);
/* Gives a function a rule for forward mode. `jvp` takes the arguments and a
 * tangent for each of float type, and returns the results and a tangent for
 * each of float type. */
SGError *sgBuildSetJVP(SGBuilder *builder, SGFunction function, SGFunction jvp);

/*===-- Control flow ------------------------------------------------------===*/

/* Begins a branch for a true condition, of type bool and rank 0. The arrays of
 * a region must not be used after its end, except as its results. */
SGError *sgBuildBeginIf(SGBuilder *builder, SGValue condition);
/* Ends the branch and begins the other one. */
SGError *sgBuildBeginElse(SGBuilder *builder, const SGValue *results,
                          size_t result_count);
/* Begins a loop for the integers from `begin` up to `end`, exclusive. `*first`
 * is the integer, followed by the carry. */
SGError *sgBuildBeginFor(SGBuilder *builder, SGValue begin, SGValue end,
                         const SGValue *carry, size_t carry_count,
                         SGValue *first);
/* Begins the condition of a loop. The carry are the values from `*first`
 * on. */
SGError *sgBuildBeginWhile(SGBuilder *builder, const SGValue *carry,
                           size_t carry_count, SGValue *first);
/* Ends the condition and begins the body of the loop. */
SGError *sgBuildBeginWhileBody(SGBuilder *builder, SGValue condition,
                               SGValue *first);
/* Begins a region whose residuals the reverse sweep computes again. */
SGError *sgBuildBeginCheckpoint(SGBuilder *builder);
/* Ends the innermost branch, loop body or checkpoint. `results` of a loop are
 * the next carry. The results of the whole are the values from `*first` on. */
SGError *sgBuildEnd(SGBuilder *builder, const SGValue *results,
                    size_t result_count, SGValue *first, int32_t *count);

#ifdef __cplusplus
}
#endif

#endif /* SG_C_BUILD_H */
