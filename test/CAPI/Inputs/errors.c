/* Prints every error of libSGC.so with its kind. */
#include "check.h"
#include <sys/resource.h>

static const char program[] =
    "func.func @f(%x: tensor<?x2xf64>) -> tensor<?x2xf64> {\n"
    "  %y = arith.mulf %x, %x : tensor<?x2xf64>\n"
    "  return %y : tensor<?x2xf64>\n"
    "}\n"
    "func.func private @declared(f64) -> f64\n"
    "func.func @of_declared(%x: f64) -> f64 {\n"
    "  %y = call @declared(%x) : (f64) -> f64\n"
    "  return %y : f64\n"
    "}\n"
    "func.func @positive(%x: f64) -> f64 {\n"
    "  %zero = arith.constant 0.0 : f64\n"
    "  %holds = arith.cmpf ogt, %x, %zero : f64\n"
    "  cf.assert %holds, \"x is positive\"\n"
    "  return %x : f64\n"
    "}\n"
    "func.func @foreign(%x: f64) -> f64 {\n"
    "  %y = \"foreign.sin\"(%x) : (f64) -> f64\n"
    "  return %y : f64\n"
    "}\n"
    "func.func @exp(%x: tensor<?xf64>) -> tensor<?xf64> {\n"
    "  %y = math.exp %x : tensor<?xf64>\n"
    "  return %y : tensor<?xf64>\n"
    "}\n"
    "func.func @integer(%x: i32) -> i32 {\n"
    "  return %x : i32\n"
    "}\n";

static void tell_of_texts(void) {
  SGModule *module = NULL;
  tell(sgModuleParse("func.func @f(", 13, "broken.mlir", &module));
  tell(sgModuleParse("func.func @f(", 13, NULL, &module));
  tell(sgModuleParse("ML\xefR\x0d", 5, "broken.mlirbc", &module));
  printf("module %s\n", module ? "given" : "not given");
}

static void tell_of_requests(SGModule *module) {
  SGRequest request = {0};
  int64_t second = 2, same[] = {0, 0};
  char *text;
  request.function = NULL;
  tell(sgModuleDifferentiate(module, &request));
  request.function = "g";
  tell(sgModuleDifferentiate(module, &request));
  request.function = "declared";
  tell(sgModuleDifferentiate(module, &request));
  request.function = "f";
  tell(sgModuleDifferentiate(module, &request));
  request.mode = 9;
  tell(sgModuleDifferentiate(module, &request));
  request.mode = SG_VJP;
  request.wrt = &second;
  request.wrt_count = 1;
  tell(sgModuleDifferentiate(module, &request));
  tell(sgModuleReport(module, &request, SG_REPORT_TEXT, &text));
  request.wrt = same;
  request.wrt_count = 2;
  tell(sgModuleDifferentiate(module, &request));
  request.wrt_count = 0;
  request.function = "of_declared";
  tell(sgModuleDifferentiate(module, &request));
  request.function = "f";
  request.name = "positive";
  tell(sgModuleDifferentiate(module, &request));
  tell(sgModuleReport(module, &request, 9, &text));
  request.function = "h";
  tell(sgModuleReport(module, &request, SG_REPORT_TEXT, &text));
  request.function = "integer";
  tell(sgModuleReport(module, &request, SG_REPORT_JSON, &text));
}

static void tell_of_pipelines(SGModule *module) {
  tell(sgModuleRunPipeline(module, "cse"));
  tell(sgModuleRunPipeline(module, "func.func(cse)"));
  tell(sgModuleRunPipeline(module, "builtin.module(no-such-pass)"));
  tell(sgModuleRunPipeline(
      module, "builtin.module(grad-request-derivative{function=g})"));
}

static void tell_of_compilations(SGModule *module) {
  SGExecutable *executable;
  SGCompileOptions options = {0};
  int64_t second = 2, first_twice[] = {0, 0};
  tell(sgModuleCompile(module, "g", NULL, &executable));
  tell(sgModuleCompile(module, "foreign", NULL, &executable));
  tell(sgModuleCompile(module, "of_declared", NULL, &executable));
  options.threads = -1;
  tell(sgModuleCompile(module, "f", &options, &executable));
  options.threads = 4097;
  tell(sgModuleCompile(module, "f", &options, &executable));
  options.threads = 0;
  options.donated = &second;
  options.donated_count = 1;
  tell(sgModuleCompile(module, "f", &options, &executable));
  options.donated = first_twice;
  options.donated_count = 2;
  tell(sgModuleCompile(module, "f", &options, &executable));
}

static void tell_of_arrays(SGModule *module) {
  int64_t sizes[] = {3, 2}, sizes_of_result[] = {3, 2};
  int64_t strides[] = {1, 3}, strides_of_zero[] = {0, 1};
  int64_t huge[] = {(int64_t)1 << 60, 2};
  double x[6] = {1, 2, 3, 4, 5, 6}, y[6];
  SGArray argument, result;
  SGExecutable *executable = compile(module, "f");
  argument = array(x, SG_F64, 2, sizes, NULL);
  result = array(y, SG_F64, 2, sizes_of_result, NULL);
  tell(sgExecutableCall(executable, &argument, 0, &result, 1));
  tell(sgExecutableCall(executable, &argument, 1, &result, -1));
  argument = array(x, SG_F32, 2, sizes, NULL);
  tell(sgExecutableCall(executable, &argument, 1, &result, 1));
  argument = array(x, SG_F64, 1, sizes, strides);
  tell(sgExecutableCall(executable, &argument, 1, &result, 1));
  argument = array(x, SG_F64, 2, NULL, NULL);
  tell(sgExecutableCall(executable, &argument, 1, &result, 1));
  argument = array(x, SG_F64, 2147483647, sizes, NULL);
  tell(sgExecutableCall(executable, &argument, 1, &result, 1));
  argument = array(x, SG_F64, 2, sizes, NULL);
  result.rank = -1;
  tell(sgExecutableCall(executable, &argument, 1, &result, 1));
  result.rank = 2;
  sizes[1] = 3;
  tell(sgExecutableCall(executable, &argument, 1, &result, 1));
  sizes[1] = 2;
  sizes_of_result[0] = 2;
  tell(sgExecutableCall(executable, &argument, 1, &result, 1));
  sizes_of_result[0] = 3;
  result.strides = strides_of_zero;
  tell(sgExecutableCall(executable, &argument, 1, &result, 1));
  result.strides = NULL;
  /* Copies of 2^64 bytes, which overflow, and of more than the memory. */
  argument = array(x, SG_F64, 2, huge, strides_of_zero);
  tell(sgExecutableCall(executable, &argument, 1, &result, 1));
  huge[0] = (int64_t)1 << 56;
  tell(sgExecutableCall(executable, &argument, 1, &result, 1));
  sgExecutableDestroy(executable);
}

static void tell_of_an_assertion(SGModule *module) {
  double x = -1;
  SGExecutable *executable = compile(module, "positive");
  SGArray argument = array(&x, SG_F64, 0, NULL, NULL);
  SGArray result = array(NULL, SG_F64, 0, NULL, NULL);
  tell(sgExecutableCall(executable, &argument, 1, &result, 1));
  printf("result %s\n", result.data ? "given" : "not given");
  sgExecutableDestroy(executable);
}

/* The limit is too low for the stacks of 4000 threads. */
static void tell_of_memory(SGModule *module) {
  SGExecutable *executable;
  SGCompileOptions options = {0};
  int64_t sizes[] = {3}, sizes_of_result[] = {3};
  double x[3] = {1, 2, 3}, y[3];
  SGArray argument, result;
  struct rlimit memory;
  options.threads = 4000;
  must(sgModuleCompile(module, "exp", &options, &executable));
  getrlimit(RLIMIT_AS, &memory);
  memory.rlim_cur = (rlim_t)4 << 30;
  setrlimit(RLIMIT_AS, &memory);
  argument = array(x, SG_F64, 1, sizes, NULL);
  result = array(y, SG_F64, 1, sizes_of_result, NULL);
  tell(sgExecutableCall(executable, &argument, 1, &result, 1));
  sgExecutableDestroy(executable);
}

/* With an argument, tests only the memory limit. */
int main(int argument_count, char **arguments) {
  SGModule *module, *kept;
  SGExecutable *executable;
  char *text, *before;

  (void)arguments;
  module = parse(program);
  if (argument_count > 1) {
    tell_of_memory(module);
    return 0;
  }
  tell_of_texts();
  must(sgModulePrint(module, 0, &before));
  tell_of_requests(module);
  tell_of_pipelines(module);
  tell_of_compilations(module);
  must(sgModulePrint(module, 0, &text));
  printf("module %s\n", strcmp(text, before) ? "changed" : "as it was");
  sgFree(text);
  sgFree(before);
  tell_of_arrays(module);
  tell_of_an_assertion(module);
  must(sgModuleClone(module, &kept));
  sgModuleDestroy(module);
  tell(sgModuleCompile(kept, "foreign", NULL, &executable));
  sgModuleDestroy(kept);
  sgModuleDestroy(NULL);
  sgExecutableDestroy(NULL);
  sgErrorDestroy(NULL);
  sgFree(NULL);
  return 0;
}
