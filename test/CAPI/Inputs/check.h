/* Helpers shared by the programs of these tests. */
#include "sg-c/SG.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Ends the program if the call failed. */
static inline void must(SGError *error) {
  if (!error)
    return;
  fprintf(stderr, "failed: %s\n", sgErrorGetMessage(error));
  exit(1);
}

/* Prints the expected error. */
static inline void tell(SGError *error) {
  if (!error) {
    printf("no error\n");
    return;
  }
  printf("%d: %s\n", sgErrorGetKind(error), sgErrorGetMessage(error));
  sgErrorDestroy(error);
}

static inline SGModule *parse(const char *text) {
  SGModule *module;
  must(sgModuleParse(text, strlen(text), "test.mlir", &module));
  return module;
}

static inline SGExecutable *compile(SGModule *module, const char *function) {
  SGExecutable *executable;
  must(sgModuleCompile(module, function, NULL, &executable));
  return executable;
}

static inline SGArray array(void *data, int32_t type, int32_t rank,
                            int64_t *sizes, const int64_t *strides) {
  SGArray result;
  result.data = data;
  result.type = type;
  result.rank = rank;
  result.sizes = sizes;
  result.strides = strides;
  return result;
}
