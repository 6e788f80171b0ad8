/* The lifetime of handles: destroyed handles, handles of another kind, handles
 * in use by calls of other threads. */
#include "check.h"
#include <math.h>
#include <pthread.h>
#include <unistd.h>

static const char program[] =
    "func.func @f(%x: f64) -> f64 {\n"
    "  %y = math.exp %x : f64\n"
    "  return %y : f64\n"
    "}\n"
    "func.func @sum(%x: tensor<?xf64>) -> f64 {\n"
    "  %zero = arith.constant dense<0.0> : tensor<f64>\n"
    "  %d = linalg.dot ins(%x, %x : tensor<?xf64>, tensor<?xf64>)\n"
    "                  outs(%zero : tensor<f64>) -> tensor<f64>\n"
    "  %y = tensor.extract %d[] : tensor<f64>\n"
    "  return %y : f64\n"
    "}\n";

static SGError *call(const SGExecutable *executable) {
  double x = 0, y;
  SGArray in = array(&x, SG_F64, 0, NULL, NULL),
          out = array(&y, SG_F64, 0, NULL, NULL);
  return sgExecutableCall(executable, &in, 1, &out, 1);
}

static void use_destroyed(void) {
  SGModule *module = parse(program);
  SGExecutable *executable = compile(module, "f"), *other;
  SGGradientCheck *check;
  SGError *error = sgModuleCompile(module, "g", NULL, &other);
  char *text;
  must(sgCheckGradients(module, "f", NULL, 0, NULL, &check));
  sgXlaFfiSetExecutable(1, executable);
  sgModuleDestroy(module);
  sgModuleDestroy(module);
  sgExecutableDestroy(executable);
  sgExecutableDestroy(executable);
  sgGradientCheckDestroy(check);
  sgGradientCheckDestroy(check);
  sgErrorDestroy(error);
  sgErrorDestroy(error);
  tell(sgModulePrint(module, 0, &text));
  tell(call(executable));
  printf("executable: %d %d\n", sgExecutableGetArgumentCount(executable),
         sgExecutableGetArgument(executable, 0) == NULL);
  printf("check: %d %d\n", sgGradientCheckAgrees(check),
         sgGradientCheckGetText(check) == NULL);
  printf("error: %d\n", sgErrorGetMessage(error) == NULL);
  /* The new handle has the same slot and another generation. */
  other = compile(module = parse(program), "f");
  printf("same: %d\n", other == executable);
  tell(call(executable));
  tell(call(other));
  sgModuleDestroy(module);
  sgExecutableDestroy(other);
}

static void use_other_kinds(void) {
  SGModule *module = parse(program);
  SGExecutable *executable = compile(module, "f");
  char *text;
  tell(call((SGExecutable *)module));
  tell(sgModulePrint((SGModule *)executable, 0, &text));
  tell(sgModulePrint((SGModule *)&text, 0, &text));
  sgModuleDestroy((SGModule *)executable);
  tell(call(executable));
  sgModuleDestroy(module);
  sgExecutableDestroy(executable);
}

/* Enough rounds to destroy a handle during calls and to reuse its slot. */
enum { kRounds = 50, kThreads = 3 };

/* Other threads read both variables while one thread writes them. */
static SGExecutable *shared;
static int is_over;

static void *call_until_over(void *argument) {
  static double x[4096];
  int64_t size = 4096;
  long *calls = argument;
  while (!__atomic_load_n(&is_over, __ATOMIC_SEQ_CST)) {
    double y;
    SGArray in = array(x, SG_F64, 1, &size, NULL),
            out = array(&y, SG_F64, 0, NULL, NULL);
    SGError *error = sgExecutableCall(
        __atomic_load_n(&shared, __ATOMIC_SEQ_CST), &in, 1, &out, 1);
    if (!error)
      ++*calls;
    else if (sgErrorGetKind(error) != SG_ERROR_ARGUMENT)
      exit(1);
    sgErrorDestroy(error);
  }
  return NULL;
}

static void destroy_while_called(void) {
  SGModule *module = parse(program);
  pthread_t threads[kThreads];
  long calls[kThreads] = {0};
  int i;
  shared = compile(module, "sum");
  for (i = 0; i < kThreads; ++i)
    if (pthread_create(&threads[i], NULL, call_until_over, &calls[i]))
      exit(1);
  for (i = 0; i < kRounds; ++i) {
    SGExecutable *old = shared, *next;
    SGCompileOptions options = {0};
    options.cache = getenv("CACHE");
    must(sgModuleCompile(module, "sum", &options, &next));
    sgExecutableDestroy(old);
    __atomic_store_n(&shared, next, __ATOMIC_SEQ_CST);
  }
  __atomic_store_n(&is_over, 1, __ATOMIC_SEQ_CST);
  for (i = 0; i < kThreads; ++i)
    pthread_join(threads[i], NULL);
  for (i = 0; i < kThreads; ++i)
    if (calls[i] == 0)
      printf("thread %d has not called\n", i);
  sgModuleDestroy(module);
  sgExecutableDestroy(shared);
  printf("destroyed while called\n");
}

static void *compile_for_ever(void *argument) {
  (void)argument;
  for (;;) {
    SGModule *module = NULL;
    SGExecutable *executable;
    SGError *error = sgModuleParse(program, strlen(program), NULL, &module);
    if (!error)
      error = sgModuleCompile(module, "sum", NULL, &executable);
    if (!error)
      sgExecutableDestroy(executable);
    sgErrorDestroy(error);
    sgModuleDestroy(module);
  }
  return NULL;
}

static const char endless[] = "func.func @endless(%x: f64) -> f64 {\n"
                              "  %y = scf.while (%a = %x) : (f64) -> f64 {\n"
                              "    %true = arith.constant true\n"
                              "    scf.condition(%true) %a : f64\n"
                              "  } do {\n"
                              "  ^bb0(%a: f64):\n"
                              "    %b = math.sin %a : f64\n"
                              "    scf.yield %b : f64\n"
                              "  }\n"
                              "  return %y : f64\n"
                              "}\n";

static void *check_for_ever(void *argument) {
  SGModule *module = parse(endless);
  SGGradientCheck *check;
  SGCheckOptions options = {0};
  double x = 1;
  SGArray in = array(&x, SG_F64, 0, NULL, NULL);
  (void)argument;
  options.time_limit = INFINITY;
  sgErrorDestroy(sgCheckGradients(module, "endless", &in, 1, &options, &check));
  return NULL;
}

/* Runs after the handler of the library, which is registered later. */
static void compile_too_late(void) {
  SGModule *module;
  tell(sgModuleParse(program, strlen(program), NULL, &module));
}

int main(void) {
  pthread_t thread;
  SGModule *module;
  int i;
  atexit(compile_too_late);
  use_destroyed();
  use_other_kinds();
  destroy_while_called();
  /* The process ends while these threads compile and check. */
  for (i = 0; i < kThreads; ++i)
    if (pthread_create(&thread, NULL, compile_for_ever, NULL) ||
        pthread_detach(thread))
      exit(1);
  if (pthread_create(&thread, NULL, check_for_ever, NULL) ||
      pthread_detach(thread))
    exit(1);
  sleep(1);
  module = parse(program);
  sgExecutableDestroy(compile(module, "f"));
  printf("the end\n");
  return 0;
}
