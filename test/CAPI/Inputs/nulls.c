/* Passes NULL for each handle, string, list and result of each function. */
#include "check.h"

static const char program[] =
    "func.func @f(%x: tensor<?xf64>) -> f64 {\n"
    "  %zero = arith.constant 0 : index\n"
    "  %y = tensor.extract %x[%zero] : tensor<?xf64>\n"
    "  return %y : f64\n"
    "}\n";

static void pass_null_handles(void) {
  SGModule *module;
  SGExecutable *executable;
  SGGradientCheck *check;
  SGRequest request = {0};
  SGArray array = {0};
  char *text;
  request.function = "f";
  tell(sgModuleClone(NULL, &module));
  tell(sgModulePrint(NULL, 0, &text));
  tell(sgModuleDescribe(NULL, &text));
  tell(sgModuleDifferentiate(NULL, &request));
  tell(sgModuleExpand(NULL));
  tell(sgModuleRunPipeline(NULL, "builtin.module(cse)"));
  tell(sgModuleReport(NULL, &request, SG_REPORT_TEXT, &text));
  tell(sgModuleTakeWarnings(NULL, &text));
  tell(sgModuleCompile(NULL, "f", NULL, &executable));
  tell(sgCheckGradients(NULL, "f", NULL, 0, NULL, &check));
  tell(sgExecutableCall(NULL, &array, 1, &array, 1));
}

static void ask_null_handles(void) {
  printf("error: %d %d\n", sgErrorGetKind(NULL) == SG_ERROR_NONE,
         sgErrorGetMessage(NULL) == NULL);
  printf("executable: %d %d %d %d\n", sgExecutableGetArgumentCount(NULL),
         sgExecutableGetResultCount(NULL),
         sgExecutableGetArgument(NULL, 0) == NULL,
         sgExecutableGetResult(NULL, 0) == NULL);
  printf("check: %d %d %d %d %d %d\n", sgGradientCheckAgrees(NULL),
         sgGradientCheckGetText(NULL) == NULL,
         (int)sgGradientCheckGetArgumentCount(NULL),
         sgGradientCheckGetArgument(NULL, 0) == NULL,
         (int)sgGradientCheckGetWrongOpCount(NULL),
         sgGradientCheckGetWrongOp(NULL, 0) == NULL);
  printf("frame: %d\n", sgXlaFfiCall(NULL) == NULL);
  sgXlaFfiSetExecutable(1, NULL);
  sgFree(NULL);
  sgErrorDestroy(NULL);
  sgModuleDestroy(NULL);
  sgExecutableDestroy(NULL);
  sgGradientCheckDestroy(NULL);
}

static void pass_null_pointers(SGModule *module) {
  SGModule *other;
  SGExecutable *executable;
  SGGradientCheck *check;
  SGRequest request = {0};
  SGCompileOptions compile_options = {0};
  SGCheckOptions check_options = {0};
  char *text;
  request.function = "f";
  tell(sgModuleParse(NULL, 5, NULL, &other));
  tell(sgModuleParse(program, strlen(program), NULL, NULL));
  tell(sgModuleClone(module, NULL));
  tell(sgModulePrint(module, 0, NULL));
  tell(sgModuleDescribe(module, NULL));
  tell(sgModuleDifferentiate(module, NULL));
  request.wrt_count = 3;
  tell(sgModuleDifferentiate(module, &request));
  tell(sgModuleReport(module, &request, SG_REPORT_TEXT, &text));
  static const int64_t first = 0;
  request.wrt = &first;
  request.wrt_count = SIZE_MAX;
  tell(sgModuleDifferentiate(module, &request));
  tell(sgModuleParse(program, SIZE_MAX, NULL, &other));
  request.wrt = NULL;
  request.wrt_count = 0;
  request.of_count = 2;
  tell(sgModuleDifferentiate(module, &request));
  request.of_count = 0;
  tell(sgModuleReport(module, NULL, SG_REPORT_TEXT, &text));
  tell(sgModuleReport(module, &request, SG_REPORT_TEXT, NULL));
  tell(sgModuleRunPipeline(module, NULL));
  tell(sgModuleTakeWarnings(module, NULL));
  tell(sgModuleCompile(module, NULL, NULL, &executable));
  tell(sgModuleCompile(module, "f", NULL, NULL));
  compile_options.donated_count = 2;
  tell(sgModuleCompile(module, "f", &compile_options, &executable));
  tell(sgCheckGradients(module, NULL, NULL, 0, NULL, &check));
  tell(sgCheckGradients(module, "f", NULL, 0, NULL, NULL));
  tell(sgCheckGradients(module, "f", NULL, 1, NULL, &check));
  check_options.wrt_count = 3;
  tell(sgCheckGradients(module, "f", NULL, 0, &check_options, &check));
}

static void call_with_null(SGModule *module) {
  SGExecutable *executable = compile(module, "f");
  double x[] = {1}, y;
  int64_t size = 1;
  SGArray in = array(x, SG_F64, 1, &size, NULL),
          out = array(&y, SG_F64, 0, NULL, NULL);
  int32_t is_read_only;
  tell(sgExecutableCall(executable, NULL, 1, &out, 1));
  tell(sgExecutableCall(executable, &in, 1, NULL, 1));
  in.data = NULL;
  tell(sgExecutableCall(executable, &in, 1, &out, 1));
  in = array(x, SG_F64, 1, NULL, NULL);
  tell(sgExecutableCall(executable, &in, 1, &out, 1));
  tell(sgArrayFromDLPack(NULL, &in));
  tell(sgArrayFromDLPack(x, NULL));
  tell(sgArrayFromDLPackVersioned(NULL, &in, &is_read_only));
  tell(sgArrayFromDLPackVersioned(x, &in, NULL));
  sgExecutableDestroy(executable);
}

int main(void) {
  SGModule *module = parse(program);
  pass_null_handles();
  ask_null_handles();
  pass_null_pointers(module);
  call_with_null(module);
  sgModuleDestroy(module);
  return 0;
}
