/*===- SG.h - sg for programs in C and for other languages --------*- C -*-===*\
|*                                                                            *|
|* Part of the sg project, under the Apache License v2.0 with LLVM            *|
|* Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception        *|
|*                                                                            *|
|*===----------------------------------------------------------------------===*|
|*                                                                            *|
|* libSGC.so: a module from text, derivatives of its functions, native code   *|
|* of them, calls of it. docs/C.md has an example. This header is C99.        *|
|*                                                                            *|
|* Errors. A function that can fail returns an SGError, NULL if it succeeded: *|
|* the caller destroys it. Then nothing is written to what the function would *|
|* have given, and a module is as it was. Nothing is printed, no exception    *|
|* leaves the library, and no wrong program or argument ends the process. The *|
|* lack of memory for the compiler itself does, and of stack for a program    *|
|* that is called (sgExecutableCall) and nests or calls itself very deeply.   *|
|* NULL is an error where a handle, a string, a place for what is given, or a *|
|* list with elements is needed. A destroyed handle is an error too.          *|
|* Accessors, which return no SGError, return 0 or NULL for such handles.     *|
|*                                                                            *|
|* Ownership. What a function gives by a pointer to a pointer is the caller's *|
|* and goes by its own sg...Destroy, texts and results by sgFree; all of them *|
|* take NULL. What an accessor returns lives as long as its handle. What is   *|
|* passed is read during the call only.                                       *|
|*                                                                            *|
|* Threads. All functions may be called from any threads at the same time.    *|
|* Calls for one module wait for each other, those for others do not, and     *|
|* neither do calls of executables, also of the same one. A handle may be     *|
|* destroyed while it is in use: the object lives until the last call that    *|
|* uses it has ended. When the process ends, exit waits for calls that use    *|
|* the compiler; later ones are errors. It does not wait for sgExecutableCall.*|
|*                                                                            *|
\*===----------------------------------------------------------------------===*/

#ifndef SG_C_SG_H
#define SG_C_SG_H

#include "sg/Runtime/sg_call.h" /* enum sg_type */
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Why something failed. */
typedef struct SGError SGError;
/* A module of MLIR, in a context of its own. */
typedef struct SGModule SGModule;
/* A function of a module, as native code. */
typedef struct SGExecutable SGExecutable;
/* What a check of gradients has found. */
typedef struct SGGradientCheck SGGradientCheck;

/* The version of the library, as "0.1.0". It lives for ever. */
const char *sgVersion(void);

/* Memory that this library gave: a text, or what a result lies in. */
void sgFree(void *memory);

/*===-- Errors ------------------------------------------------------------===*/

enum SGErrorKind {
  SG_ERROR_NONE = 0,      /* of NULL: no error */
  SG_ERROR_PROGRAM = 1,   /* what the module holds: diagnostics of it */
  SG_ERROR_ARGUMENT = 2,  /* what was passed: no such function, sizes, types */
  SG_ERROR_ASSERTION = 3, /* a program found something wrong while it ran */
  SG_ERROR_MEMORY = 4,    /* not enough for a result, or for running */
  SG_ERROR_DEVICE = 5,    /* a GPU that is not there, or failed */
  SG_ERROR_FILE = 6,      /* a file that cannot be read */
  SG_ERROR_CANCELLED = 7  /* a check that was cancelled */
};

enum SGErrorKind sgErrorGetKind(const SGError *error);

/* What is wrong, where and what to do: lines as "model.mlir:3:8: error: ...",
 * without a line break at the end. It lives as long as the error. */
const char *sgErrorGetMessage(const SGError *error);

void sgErrorDestroy(SGError *error);

/*===-- Modules -----------------------------------------------------------===*/

/* Reads a module from `length` bytes of text or of bytecode, of all dialects of
 * MLIR and of sg. `name` is that of the file in messages; NULL: "module". */
SGError *sgModuleParse(const char *text, size_t length, const char *name,
                       SGModule **module);

/* Reads a module from a file, or from standard input if `path` is "-". The file
 * has at most 4 GiB; it may be a pipe, but no device. `name` is that of the
 * file in messages; NULL: `path`. */
SGError *sgModuleParseFile(const char *path, const char *name,
                           SGModule **module);

/* The same module again, in a context of its own. */
SGError *sgModuleClone(SGModule *module, SGModule **clone);

void sgModuleDestroy(SGModule *module);

/* The module as text; with locations, which a reader of it sees in messages
 * then, if `has_locations` is not 0. */
SGError *sgModulePrint(SGModule *module, int has_locations, char **text);

/* Its functions as JSON: an array of objects with `name`, `isPublic`,
 * `hasBody`, `arguments` and `results`, which are types as MLIR writes them,
 * and `differentiable`, the positions of arguments whose type has a derivative.
 */
SGError *sgModuleDescribe(SGModule *module, char **json);

enum SGMode {
  SG_VALUE_AND_GRAD = 0, /* x -> f(x), the gradient of one float scalar */
  SG_VJP = 1,            /* x, cotangents of results -> f(x), of arguments */
  SG_JVP = 2             /* x, tangents of arguments -> f(x), of results */
};

/* What derivative of which function. */
typedef struct SGRequest {
  int32_t mode; /* enum SGMode */
  const char *function;
  /* Positions of arguments, in the order of tangents and gradients; none is all
   * of differentiable type. */
  const int64_t *wrt;
  size_t wrt_count;
  /* Positions of results, in the order of cotangents and tangents; none is all
   * of differentiable type, with SG_VALUE_AND_GRAD the first. */
  const int64_t *of;
  size_t of_count;
  /* Of the new function; NULL: that of `function` with "_value_and_grad",
   * "_vjp" or "_jvp" behind it. */
  const char *name;
  /* Not 0: no derivative from an argument of `wrt` is an error, not zeros. */
  int is_strict;
  /* Not 0: zero times infinity or NaN is zero in the derivative. */
  int has_strong_zero;
} SGRequest;

/* Adds a public function that is the derivative, behind its function. It can be
 * differentiated again. */
SGError *sgModuleDifferentiate(SGModule *module, const SGRequest *request);

/* Replaces the requests for derivatives in the module (grad.value_and_grad,
 * grad.vjp, grad.jvp) by calls of functions that it adds. */
SGError *sgModuleExpand(SGModule *module);

/* Runs passes, as sg-opt's --pass-pipeline: "builtin.module(cse,canonicalize)".
 * Of a pipeline that runs passes of other projects nothing else is promised
 * than what these promise. */
SGError *sgModuleRunPipeline(SGModule *module, const char *pipeline);

enum SGReportFormat {
  SG_REPORT_TEXT = 0,
  SG_REPORT_JSON = 1,
  SG_REPORT_DOT = 2
};

/* Where the gradients of a function go (docs/GradientReport.md). Of the request
 * the mode, the name, is_strict and has_strong_zero are not read; `format` is
 * an enum SGReportFormat. */
SGError *sgModuleReport(SGModule *module, const SGRequest *request,
                        int32_t format, char **text);

/* The warnings since the last call of this, as lines; NULL if there are none.
 */
SGError *sgModuleTakeWarnings(SGModule *module, char **text);

/*===-- Native code -------------------------------------------------------===*/

typedef struct SGCompileOptions {
  /* How many threads share a call (docs/ABI.md, "Threads"), at most 4096; 0 is
   * 1. */
  int32_t threads;
  /* Arguments whose memory calls may overwrite, and how many these are. */
  const int64_t *donated;
  size_t donated_count;
  /* A folder that keeps native code for the next process with the same library,
   * program, options and processor. It is made if it does not exist, and keeps
   * at most 1 GiB. It is used only if it belongs to the effective user, nobody
   * else can write to it, and nobody but the user and root can rename it;
   * otherwise there is a warning (sgModuleTakeWarnings). NULL or "": none. */
  const char *cache;
} SGCompileOptions;

/* The folder that sg-run and the Python package use: the value of the variable
 * SG_CACHE, or else sg in XDG_CACHE_HOME, or else .cache/sg in the home
 * directory. "" if SG_CACHE is empty, or if there is no such folder that only
 * the user can write to. */
SGError *sgGetDefaultCache(char **folder);

/* Native code of a function, for this processor. Requests for derivatives are
 * expanded. The module stays as it is, and is not needed later. `options` may
 * be NULL. */
SGError *sgModuleCompile(SGModule *module, const char *function,
                         const SGCompileOptions *options,
                         SGExecutable **executable);

void sgExecutableDestroy(SGExecutable *executable);

#define SG_DYNAMIC_SIZE (-1)

/* An argument or a result, as the function has it. */
typedef struct SGType {
  int32_t type; /* enum sg_type */
  int32_t rank;
  const int64_t *sizes; /* SG_DYNAMIC_SIZE: any from 0 up */
  int32_t is_written;   /* a memref, or a donated argument: calls write to it */
} SGType;

int32_t sgExecutableGetArgumentCount(const SGExecutable *executable);
int32_t sgExecutableGetResultCount(const SGExecutable *executable);
/* NULL if there is none at that position. */
const SGType *sgExecutableGetArgument(const SGExecutable *executable,
                                      int32_t position);
const SGType *sgExecutableGetResult(const SGExecutable *executable,
                                    int32_t position);

/* 0 if the time of a call depends only on the sizes of arguments: with the same
 * sizes it takes about as long again. Not 0 if it may depend on their values,
 * by the trip count of a loop or by recursion, so that it may not end. */
int sgExecutableTimeDependsOnValues(const SGExecutable *executable);

/* Elements in the caller's memory. */
typedef struct SGArray {
  void *data;   /* the first element; of a result NULL: to be allocated */
  int32_t type; /* enum sg_type */
  int32_t rank;
  int64_t *sizes; /* of a result to be allocated, they are written; may be NULL
                   * for rank 0 */
  const int64_t *strides; /* in elements; NULL: row-major without gaps */
} SGArray;

/* Calls the function. Arguments are not written to unless their type says so;
 * results are written to where they have memory, which must overlap no other of
 * the call but that of a donated argument (docs/ABI.md). A result without
 * memory gets some, of 64 bytes' alignment, row-major: `data` is for sgFree.
 * What has strides with gaps is copied; all else is used where it is. After an
 * error no result has memory that it did not have before. */
SGError *sgExecutableCall(const SGExecutable *executable, SGArray *arguments,
                          int32_t argument_count, SGArray *results,
                          int32_t result_count);

/* Describes a DLPack tensor (a DLTensor, which a DLManagedTensor begins with)
 * for a call: on the host, of a type that calls take. Nothing is copied: the
 * memory and the sizes stay the tensor's. */
SGError *sgArrayFromDLPack(const void *tensor, SGArray *array);

/* Describes a DLManagedTensorVersioned likewise. `is_read_only` becomes 1 if
 * its memory must not be written to, as results and as arguments whose type has
 * `is_written`; otherwise 0. A DLManagedTensor does not tell. */
SGError *sgArrayFromDLPackVersioned(const void *tensor, SGArray *array,
                                    int32_t *is_read_only);

/* A handler of XLA's foreign function interface (xla/ffi/api/c_api.h), for the
 * stage in which calls are executed, on the host: calls the executable that the
 * attribute "executable", an i64, is the key of, on XLA's own buffers. XLA may
 * call it from several threads. A frame that is NULL or has no interface is
 * ignored. */
struct XLA_FFI_CallFrame;
struct XLA_FFI_Error *sgXlaFfiCall(struct XLA_FFI_CallFrame *frame);

/* Makes `key` that of `executable`; NULL: of none. Calls with the key of a
 * destroyed executable are errors. Equal keys should mean equal programs, in
 * other processes too: XLA keeps what calls them. */
void sgXlaFfiSetExecutable(int64_t key, const SGExecutable *executable);

/*===-- Checking gradients ------------------------------------------------===*/

typedef struct SGCheckOptions {
  /* Positions of arguments; none is all of differentiable type. */
  const int64_t *wrt;
  size_t wrt_count;
  int32_t order;      /* 2: second derivatives too; 0 is 1 */
  int32_t directions; /* how many per argument; 0 is 4 */
  /* What random numbers begin with. With the same they are the same, on every
   * machine. */
  uint64_t seed;
  /* How long a run of the program or its derivatives may take, in seconds. 0:
   * 10 at random inputs, any time at those that are given, and 10 more than 20
   * times as long for each run after that. INFINITY: any time. */
  double time_limit;
  /* Not 0: zero times infinity or NaN is zero in all derivatives. */
  int has_strong_zero;
  /* If not NULL: another thread, or the handler of a signal, cancels the check
   * by storing a value other than 0: a thread atomically, as by
   * __atomic_store_n or atomic_store of C11. The run that is going on ends
   * within 0.1 s, and the check is an SG_ERROR_CANCELLED. */
  const volatile int32_t *is_cancelled;
} SGCheckOptions;

/* Compares the derivatives of a function, in both modes, with differences of it
 * in which the values at stops are frozen (docs/CheckingGradients.md), at
 * `arguments`, one for each of the function, or with none at random ones.
 * `options` may be NULL: all 0. That something disagrees is no error, but what
 * is found, up to an error if there is one then: its message ends the text.
 *
 * The program runs in a process that is forked from this one, so that it cannot
 * hold up or end this one: what takes too long is an error, and so is what
 * nests too deeply. That process executes native code and nothing else, and is
 * gone when the check has ended. */
SGError *sgCheckGradients(SGModule *module, const char *function,
                          const SGArray *arguments, int32_t argument_count,
                          const SGCheckOptions *options,
                          SGGradientCheck **check);

void sgGradientCheckDestroy(SGGradientCheck *check);

/* Not 0 if nothing disagrees. */
int sgGradientCheckAgrees(const SGGradientCheck *check);

/* All of it for people, as sg-run --check-gradients prints it: lines, without a
 * line break at the end. */
const char *sgGradientCheckGetText(const SGGradientCheck *check);

enum SGVerdict {
  SG_AGREES = 0,
  SG_UNCLEAR = 1,            /* hidden by rounding; the modes agree */
  SG_NOT_DIFFERENTIABLE = 2, /* no derivative here; the modes agree */
  SG_NOT_FINITE = 3,         /* nor are the results: nothing can be said */
  SG_DISAGREES = 4
};

/* What was compared along a direction in an argument. */
typedef struct SGDirectionCheck {
  int32_t verdict; /* enum SGVerdict */
  /* Directional derivatives of the results, times random factors: as both modes
   * say, and by finite differences. */
  double forward, reverse, differences;
  /* How far both modes are from the differences, in proportion to the terms
   * that are summed. */
  double distance;
  const double *direction; /* a coefficient for each element */
  size_t direction_size;
} SGDirectionCheck;

enum SGCheckedFunction {
  SG_CHECKED_FUNCTION = 0, /* the one that was asked for */
  SG_CHECKED_REVERSE = 1,  /* its derivative in reverse mode */
  SG_CHECKED_FORWARD = 2   /* its derivative in forward mode */
};

/* The value of an integer argument. */
typedef struct SGIntegerInput {
  int32_t argument; /* its position */
  int64_t value;
} SGIntegerInput;

/* What was found of an argument of a function at one point. A function that
 * reads integers is checked at several random points. */
typedef struct SGArgumentCheck {
  int32_t function; /* enum SGCheckedFunction */
  int32_t argument; /* its position */
  const SGDirectionCheck *directions;
  size_t direction_count;
  const SGDirectionCheck *worst; /* by verdict, in their order, and distance */
  /* The integers that were chosen for the point; none if it was given. */
  const SGIntegerInput *integers;
  size_t integer_count;
} SGArgumentCheck;

size_t sgGradientCheckGetArgumentCount(const SGGradientCheck *check);
/* NULL if there is none at that position. */
const SGArgumentCheck *sgGradientCheckGetArgument(const SGGradientCheck *check,
                                                  size_t position);

/* An op whose derivative is wrong. */
typedef struct SGWrongOp {
  const char *name; /* "math.exp" */
  /* Where; NULL and 0 if that is not known. */
  const char *file;
  int32_t line, column;
  const char *message; /* one line */
  /* Directional derivatives of its results, likewise; all 0 if it is a function
   * whose own rule says otherwise than its body. */
  double forward, reverse, differences;
} SGWrongOp;

/* Of what disagrees: as far as the ops are known. */
size_t sgGradientCheckGetWrongOpCount(const SGGradientCheck *check);
/* NULL if there is none at that position. */
const SGWrongOp *sgGradientCheckGetWrongOp(const SGGradientCheck *check,
                                           size_t position);

#ifdef __cplusplus
}
#endif

#endif /* SG_C_SG_H */
