/* Programs from files, and caches. The arguments are a folder and a cache. */
#include "check.h"

static void tell_of_file(const char *folder, const char *name) {
  char path[4096];
  SGModule *module = NULL;
  snprintf(path, sizeof path, "%s/%s", folder, name);
  tell(sgModuleParseFile(path, "file.mlir", &module));
  sgModuleDestroy(module);
}

static void tell_of_cache(SGModule *module, const char *cache) {
  SGExecutable *executable;
  SGCompileOptions options = {0};
  char *text;
  options.cache = cache;
  must(sgModuleCompile(module, "f", &options, &executable));
  sgExecutableDestroy(executable);
  must(sgModuleTakeWarnings(module, &text));
  printf("%s\n", text ? text : "no warning");
  sgFree(text);
}

int main(int argc, char **argv) {
  SGModule *module = NULL;
  char *text;
  if (argc != 3)
    return 2;
  tell_of_file(argv[1], "f.mlir");
  tell_of_file(argv[1], "wrong.mlir");
  tell_of_file(argv[1], "missing.mlir");
  tell(sgModuleParseFile("/dev/zero", NULL, &module));
  tell(sgModuleParseFile(NULL, NULL, &module));
  tell(sgModuleParseFile("/dev/null", NULL, NULL));
  tell(sgGetDefaultCache(NULL));
  must(sgGetDefaultCache(&text));
  printf("default: '%s'\n", text);
  sgFree(text);
  must(sgModuleParseFile("-", NULL, &module));
  tell_of_cache(module, argv[2]);
  tell_of_cache(module, "/dev/null/cache");
  sgModuleDestroy(module);
  return 0;
}
