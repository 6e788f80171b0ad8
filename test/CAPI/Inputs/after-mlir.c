/* Loads the libraries named by the arguments in order, each with local symbols, and
 * parses a module with the last one, libSGC.so. */
#include "sg-c/SG.h"
#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

int main(int argc, char **argv) {
  void *library = NULL;
  const char *text = "func.func @f(%x: f64) -> f64 {\n  return %x : f64\n}\n";
  SGModule *module;
  SGError *error;
  for (int i = 1; i < argc; ++i) {
    library = dlopen(argv[i], RTLD_NOW | RTLD_LOCAL);
    if (!library) {
      fprintf(stderr, "%s\n", dlerror());
      return 1;
    }
  }
  SGError *(*parse)(const char *, size_t, const char *, SGModule **) = NULL;
  enum SGErrorKind (*kind)(const SGError *) = NULL;
  const char *(*message)(const SGError *) = NULL;
  /* The form that POSIX recommends: C has no conversion to a function pointer. */
  *(void **)&parse = dlsym(library, "sgModuleParse");
  *(void **)&kind = dlsym(library, "sgErrorGetKind");
  *(void **)&message = dlsym(library, "sgErrorGetMessage");
  error = parse(text, strlen(text), "test.mlir", &module);
  if (error)
    printf("%d: %s\n", kind(error), message(error));
  else
    printf("no error\n");
  return 0;
}
