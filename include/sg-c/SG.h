/*===- SG.h - sg for programs in C and for other languages --------*- C -*-===*\
|*                                                                            *|
|* Part of the sg project, under the Apache License v2.0 with LLVM            *|
|* Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception        *|
|*                                                                            *|
|*===----------------------------------------------------------------------===*|
|*                                                                            *|
|* libSGC.so: parses MLIR modules, differentiates their functions, compiles   *|
|* them to native code, and calls it. docs/C.md has an example. This header   *|
|* is C99.                                                                    *|
|*                                                                            *|
|* Errors. A function that can fail returns an SGError, or NULL if it         *|
|* succeeded. The caller destroys the error. After an error no output         *|
|* parameter is written and modules are unchanged. Nothing is printed, no     *|
|* exception leaves the library, and no invalid program or argument ends the  *|
|* process. Two conditions do end the process: lack of memory for the         *|
|* compiler, and lack of stack for a called program (sgExecutableCall) that   *|
|* nests or recurses very deeply. NULL is an error where a handle, a string,  *|
|* an output parameter or a list with elements is required. A destroyed       *|
|* handle is an error too. Accessors, which return no SGError, return 0 or    *|
|* NULL for such handles.                                                     *|
|*                                                                            *|
|* Ownership. The caller owns each object that a function returns through a   *|
|* pointer to a pointer. Handles are destroyed by their sg...Destroy          *|
|* function, texts and results by sgFree. All these functions accept NULL.    *|
|* The result of an accessor lives as long as its handle. Arguments are read  *|
|* during the call only.                                                      *|
|*                                                                            *|
|* Threads. All functions may be called from any thread at any time. Calls    *|
|* for the same module wait for each other. Calls for different modules do    *|
|* not, and neither do calls of executables. A handle may be destroyed while  *|
|* it is in use: the object lives until the last call that uses it has ended. *|
|* When the process ends, exit waits for calls that use the compiler, and     *|
|* later calls are errors. It does not wait for sgExecutableCall.             *|
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

typedef struct SGError SGError;
/* A module of MLIR. Each module has its own context. */
typedef struct SGModule SGModule;
/* A function of a module, compiled to native code. */
typedef struct SGExecutable SGExecutable;
typedef struct SGGradientCheck SGGradientCheck;

/* Returns the version of the library, for example "0.1.0". The caller must not
 * free the text. */
const char *sgVersion(void);

/* Frees memory that this library allocated: a text, or the memory of a
 * result. */
void sgFree(void *memory);

/*===-- Errors ------------------------------------------------------------===*/

enum SGErrorKind {
  SG_ERROR_NONE = 0,      /* the kind of NULL: no error */
  SG_ERROR_PROGRAM = 1,   /* the program is invalid; see the diagnostics */
  SG_ERROR_ARGUMENT = 2,  /* invalid argument: function name, sizes, types */
  SG_ERROR_ASSERTION = 3, /* an assertion of the program failed */
  SG_ERROR_MEMORY = 4,    /* out of memory */
  SG_ERROR_DEVICE = 5,    /* a GPU is missing or failed */
  SG_ERROR_FILE = 6,      /* a file cannot be read */
  SG_ERROR_CANCELLED = 7  /* a check was cancelled */
};

enum SGErrorKind sgErrorGetKind(const SGError *error);

/* Returns the message: lines such as "model.mlir:3:8: error: ...", without a
 * final line break. The message lives as long as the error. */
const char *sgErrorGetMessage(const SGError *error);

void sgErrorDestroy(SGError *error);

/*===-- Modules -----------------------------------------------------------===*/

/* Parses a module from `length` bytes of text or bytecode. All dialects of
 * MLIR and of sg are available. `name` is the file name in messages. NULL
 * means "module". */
SGError *sgModuleParse(const char *text, size_t length, const char *name,
                       SGModule **module);

/* Parses a module from a file, or from standard input if `path` is "-". The
 * file may be a pipe, but not a device, and has at most 4 GiB. `name` is the
 * file name in messages. NULL means `path`. */
SGError *sgModuleParseFile(const char *path, const char *name,
                           SGModule **module);

/* Copies a module to a new context. */
SGError *sgModuleClone(SGModule *module, SGModule **clone);

void sgModuleDestroy(SGModule *module);

/* Prints a module. If `has_locations` is not 0, the text contains locations,
 * which appear in messages when the text is parsed. */
SGError *sgModulePrint(SGModule *module, int has_locations, char **text);

/* Describes the functions of a module as JSON: an array of objects. The fields
 * are `name`, `isPublic`, `hasBody`, `arguments` and `results` (types in MLIR
 * syntax), and `differentiable` (positions of arguments of differentiable
 * type). */
SGError *sgModuleDescribe(SGModule *module, char **json);

enum SGMode {
  SG_VALUE_AND_GRAD = 0, /* x -> f(x), gradient of one float scalar */
  SG_VJP = 1, /* x, cotangents of results -> f(x), cotangents of arguments */
  SG_JVP = 2  /* x, tangents of arguments -> f(x), tangents of results */
};

typedef struct SGRequest {
  int32_t mode; /* enum SGMode */
  const char *function;
  /* Positions of the differentiated arguments, in the order of tangents and
   * gradients. An empty list selects all arguments of differentiable type. */
  const int64_t *wrt;
  size_t wrt_count;
  /* Positions of the differentiated results, in the order of cotangents and
   * tangents. An empty list selects all results of differentiable type, or
   * the first result for SG_VALUE_AND_GRAD. */
  const int64_t *of;
  size_t of_count;
  /* Name of the new function. NULL means the name of `function` followed by
   * "_value_and_grad", "_vjp" or "_jvp". */
  const char *name;
  /* If not 0, an argument in `wrt` from which no derivative flows is an error.
   * Otherwise the derivative with respect to this argument is zero. */
  int is_strict;
  /* If not 0, zero times infinity or NaN is zero in the derivative. */
  int has_strong_zero;
} SGRequest;

/* Adds the derivative as a public function after `function`. The derivative can
 * be differentiated again. */
SGError *sgModuleDifferentiate(SGModule *module, const SGRequest *request);

/* Replaces the requests for derivatives in the module (grad.value_and_grad,
 * grad.vjp, grad.jvp) by calls of new derivative functions. */
SGError *sgModuleExpand(SGModule *module);

/* Runs passes given in the syntax of sg-opt's --pass-pipeline, for example
 * "builtin.module(cse,canonicalize)". sg guarantees nothing about passes of
 * other projects. */
SGError *sgModuleRunPipeline(SGModule *module, const char *pipeline);

enum SGReportFormat {
  SG_REPORT_TEXT = 0,
  SG_REPORT_JSON = 1,
  SG_REPORT_DOT = 2
};

/* Reports the flow of gradients through a function (docs/GradientReport.md).
 * The mode, name, is_strict and has_strong_zero of the request are ignored.
 * `format` is an enum SGReportFormat. */
SGError *sgModuleReport(SGModule *module, const SGRequest *request,
                        int32_t format, char **text);

/* Returns the warnings since the last call of this function as lines, or
 * NULL if there are none. */
SGError *sgModuleTakeWarnings(SGModule *module, char **text);

/*===-- Native code -------------------------------------------------------===*/

typedef struct SGCompileOptions {
  /* Number of threads that share a call (docs/ABI.md, "Threads"), at most
   * 4096. 0 means 1. */
  int32_t threads;
  /* Positions of donated arguments, whose memory calls may overwrite, and
   * their number. */
  const int64_t *donated;
  size_t donated_count;
  /* Folder of a cache of native code. Later processes with the same library,
   * program, options and processor load code from it. The folder is created if
   * it does not exist and holds at most 1 GiB. It must belong to the effective
   * user. No other user may write to it, and only the user and root may rename
   * it. Otherwise the cache is not used, and a warning says why
   * (sgModuleTakeWarnings). NULL or "" disables the cache. */
  const char *cache;
} SGCompileOptions;

/* Returns the cache folder of sg-run and of the Python package: $SG_CACHE,
 * otherwise $XDG_CACHE_HOME/sg, otherwise .cache/sg in the home directory.
 * Returns "" if SG_CACHE is empty, or if the default folder cannot be created
 * or other users can write to it. */
SGError *sgGetDefaultCache(char **folder);

/* Compiles a function for this processor. Requests for derivatives are
 * expanded. The module is not changed and need not outlive the executable.
 * `options` may be NULL. */
SGError *sgModuleCompile(SGModule *module, const char *function,
                         const SGCompileOptions *options,
                         SGExecutable **executable);

void sgExecutableDestroy(SGExecutable *executable);

#define SG_DYNAMIC_SIZE (-1)

/* The type of an argument or a result. */
typedef struct SGType {
  int32_t type; /* enum sg_type */
  int32_t rank;
  const int64_t *sizes; /* SG_DYNAMIC_SIZE: any size from 0 up */
  int32_t is_written;   /* a memref or a donated argument: calls write to it */
} SGType;

int32_t sgExecutableGetArgumentCount(const SGExecutable *executable);
int32_t sgExecutableGetResultCount(const SGExecutable *executable);
/* Returns NULL if `position` is out of range. */
const SGType *sgExecutableGetArgument(const SGExecutable *executable,
                                      int32_t position);
const SGType *sgExecutableGetResult(const SGExecutable *executable,
                                    int32_t position);

/* Returns 0 if the time of a call depends only on the sizes of arguments, so
 * that calls with equal sizes take about the same time. Otherwise the time may
 * depend on values, for example by a trip count. A call might not terminate. */
int sgExecutableTimeDependsOnValues(const SGExecutable *executable);

/* An array in the caller's memory. */
typedef struct SGArray {
  void *data;   /* the first element; NULL: the call allocates the result */
  int32_t type; /* enum sg_type */
  int32_t rank;
  int64_t *sizes; /* written if the call allocates the result; may be NULL for
                     rank 0 */
  const int64_t *strides; /* in elements; NULL: row-major without gaps */
} SGArray;

/* Calls the function. Writes only to arguments with `is_written`. The memory of
 * a result must not overlap other memory of the call, except a donated argument
 * (docs/ABI.md). A result whose `data` is NULL is allocated in row-major order,
 * aligned to 64 bytes. The caller frees `data` by sgFree. Arrays with gaps are
 * copied. All other arrays are used in place. After an error no result is
 * allocated. */
SGError *sgExecutableCall(const SGExecutable *executable, SGArray *arguments,
                          int32_t argument_count, SGArray *results,
                          int32_t result_count);

/* Describes a DLPack tensor (a DLTensor, the first member of a DLManagedTensor)
 * as an array. The tensor must be on the host and have a supported element
 * type. The array refers to the memory and the sizes of the tensor. */
SGError *sgArrayFromDLPack(const void *tensor, SGArray *array);

/* Describes a DLManagedTensorVersioned as an array. Sets `is_read_only` to 1 if
 * the tensor's memory must not be written to, and to 0 otherwise. A read-only
 * tensor must not be a result or an argument with `is_written`. A
 * DLManagedTensor has no read-only flag. */
SGError *sgArrayFromDLPackVersioned(const void *tensor, SGArray *array,
                                    int32_t *is_read_only);

/* A handler of XLA's foreign function interface (xla/ffi/api/c_api.h) for the
 * execution stage on the host. It calls an executable on XLA's own buffers. The
 * attribute "executable", an i64, is the key of the executable. XLA may call
 * the handler from several threads. A frame that is NULL or has no API is
 * ignored. */
struct XLA_FFI_CallFrame;
struct XLA_FFI_Error *sgXlaFfiCall(struct XLA_FFI_CallFrame *frame);

/* Assigns `key` to `executable`, or removes `key` if `executable` is NULL.
 * Calls with the key of a destroyed executable are errors. Equal keys should
 * denote equal executables, also across processes, because XLA caches programs
 * that contain keys. */
void sgXlaFfiSetExecutable(int64_t key, const SGExecutable *executable);

/*===-- Checking gradients ------------------------------------------------===*/

typedef struct SGCheckOptions {
  /* Positions of the checked arguments. An empty list selects all arguments
   * of differentiable type. */
  const int64_t *wrt;
  size_t wrt_count;
  int32_t order;      /* 2 also checks second derivatives; 0 means 1 */
  int32_t directions; /* number of directions per argument; 0 means 4 */
  /* Seed of the random numbers. Equal seeds give equal numbers on every
   * machine. */
  uint64_t seed;
  /* Time limit of a run of the program or its derivatives, in seconds. 0 limits
   * the first run to 10 s for random inputs and sets no limit for given inputs.
   * Each later run may take 20 times as long as the first, plus 10 s. INFINITY
   * means no limit. */
  double time_limit;
  /* If not 0, zero times infinity or NaN is zero in all derivatives. */
  int has_strong_zero;
  /* If not NULL, a flag: storing a value other than 0 in it cancels the check.
   * A signal handler or another thread may store the value. A thread must store
   * atomically, for example by atomic_store of C11. The current run ends within
   * 0.1 s, and the check returns SG_ERROR_CANCELLED. */
  const volatile int32_t *is_cancelled;
} SGCheckOptions;

/* Compares the derivatives of a function in both modes with finite differences
 * (docs/CheckingGradients.md). Stops are frozen in the differences. `arguments`
 * has one array for each argument of the function. If `argument_count` is 0,
 * the arguments are random. `options` may be NULL, which sets all options to 0.
 * A disagreement is not an error but a result. If an error follows a
 * disagreement, the result's text ends with the error's message.
 *
 * The program runs in a forked process, so that it cannot block or end this
 * process. Exceeding the time limit or exhausting the stack is an error. The
 * forked process only executes native code and ends before the check returns.
 */
SGError *sgCheckGradients(SGModule *module, const char *function,
                          const SGArray *arguments, int32_t argument_count,
                          const SGCheckOptions *options,
                          SGGradientCheck **check);

void sgGradientCheckDestroy(SGGradientCheck *check);

/* Returns a value other than 0 if all comparisons agree. */
int sgGradientCheckAgrees(const SGGradientCheck *check);

/* Returns the result as text, in the form that sg-run --check-gradients
 * prints. The text has no final line break. */
const char *sgGradientCheckGetText(const SGGradientCheck *check);

enum SGVerdict {
  SG_AGREES = 0,
  SG_UNCLEAR = 1,            /* rounding hides differences; the modes agree */
  SG_NOT_DIFFERENTIABLE = 2, /* no derivative at this point; the modes agree */
  SG_NOT_FINITE = 3,         /* the results are not finite */
  SG_DISAGREES = 4
};

/* The comparison along one direction in an argument. */
typedef struct SGDirectionCheck {
  int32_t verdict; /* enum SGVerdict */
  /* Directional derivatives of a sum of the results with random weights: by
   * forward mode, by reverse mode and by finite differences. */
  double forward, reverse, differences;
  /* Distance of the modes from the finite differences, relative to the summed
   * terms. */
  double distance;
  const double *direction; /* a coefficient for each element */
  size_t direction_size;
} SGDirectionCheck;

enum SGCheckedFunction {
  SG_CHECKED_FUNCTION = 0, /* the function passed to the check */
  SG_CHECKED_REVERSE = 1,  /* its derivative in reverse mode */
  SG_CHECKED_FORWARD = 2   /* its derivative in forward mode */
};

typedef struct SGIntegerInput {
  int32_t argument; /* index of the argument */
  int64_t value;
} SGIntegerInput;

/* The check of one argument of a function at one point. A function that reads
 * integers is checked at several random points. */
typedef struct SGArgumentCheck {
  int32_t function; /* enum SGCheckedFunction */
  int32_t argument; /* index of the argument */
  const SGDirectionCheck *directions;
  size_t direction_count;
  const SGDirectionCheck *worst; /* highest verdict, then largest distance */
  /* Integer arguments of a random point. Empty if the caller gave the point. */
  const SGIntegerInput *integers;
  size_t integer_count;
} SGArgumentCheck;

size_t sgGradientCheckGetArgumentCount(const SGGradientCheck *check);
/* Returns NULL if `position` is out of range. */
const SGArgumentCheck *sgGradientCheckGetArgument(const SGGradientCheck *check,
                                                  size_t position);

typedef struct SGWrongOp {
  const char *name; /* "math.exp" */
  /* The location of the op. NULL and 0 if it is unknown. */
  const char *file;
  int32_t line, column;
  const char *message; /* one line */
  /* Directional derivatives of the op's results, as in SGDirectionCheck. All
   * are 0 if the op is a function whose custom rule disagrees with its body. */
  double forward, reverse, differences;
} SGWrongOp;

size_t sgGradientCheckGetWrongOpCount(const SGGradientCheck *check);
/* Returns NULL if `position` is out of range. */
const SGWrongOp *sgGradientCheckGetWrongOp(const SGGradientCheck *check,
                                           size_t position);

#ifdef __cplusplus
}
#endif

#endif /* SG_C_SG_H */
