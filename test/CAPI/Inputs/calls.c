/* Arguments and results of calls: strides, memory of either side, DLPack, memrefs,
 * donated arguments, several threads. */
#include "check.h"
#include <dlpack/dlpack.h>
#include <math.h>
#include <pthread.h>

static const char program[] =
    "func.func @scale(%x: tensor<?x2xf32>, %factor: f32) -> tensor<?x2xf32> {\n"
    "  %0 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>,\n"
    "      affine_map<(i, j) -> (i, j)>], iterator_types = [\"parallel\", "
    "\"parallel\"]}\n"
    "      ins(%x : tensor<?x2xf32>) outs(%x : tensor<?x2xf32>) {\n"
    "  ^bb0(%a: f32, %old: f32):\n"
    "    %b = arith.mulf %a, %factor : f32\n"
    "    linalg.yield %b : f32\n"
    "  } -> tensor<?x2xf32>\n"
    "  return %0 : tensor<?x2xf32>\n"
    "}\n"
    "func.func @set(%m: memref<2xf32>, %x: f32) {\n"
    "  %one = arith.constant 1 : index\n"
    "  memref.store %x, %m[%one] : memref<2xf32>\n"
    "  return\n"
    "}\n"
    "func.func @cube(%x: f64) -> f64 {\n"
    "  %y = arith.mulf %x, %x : f64\n"
    "  %z = arith.mulf %y, %x : f64\n"
    "  return %z : f64\n"
    "}\n";

static void show(const char *what, const float *y, int count) {
  int i;
  printf("%s:", what);
  for (i = 0; i < count; ++i)
    printf(" %g", y[i]);
  printf("\n");
}

/* Returns the gradient at 0 of a select that does not select a root. */
static double slope_of_chosen(int has_strong_zero) {
  static const char chosen[] = "func.func @chosen(%x: f64) -> f64 {\n"
                               "  %zero = arith.constant 0.0 : f64\n"
                               "  %p = arith.cmpf ogt, %x, %zero : f64\n"
                               "  %r = math.sqrt %x : f64\n"
                               "  %y = arith.select %p, %r, %zero : f64\n"
                               "  return %y : f64\n"
                               "}\n";
  SGModule *module = parse(chosen);
  SGExecutable *executable;
  SGRequest request = {0};
  double x = 0, y, slope;
  SGArray in = array(&x, SG_F64, 0, NULL, NULL), out[2];
  request.function = "chosen";
  request.name = "slope";
  request.has_strong_zero = has_strong_zero;
  must(sgModuleDifferentiate(module, &request));
  executable = compile(module, "slope");
  out[0] = array(&y, SG_F64, 0, NULL, NULL);
  out[1] = array(&slope, SG_F64, 0, NULL, NULL);
  must(sgExecutableCall(executable, &in, 1, out, 2));
  sgExecutableDestroy(executable);
  sgModuleDestroy(module);
  return slope;
}

static void *work(void *argument) {
  SGModule *module = parse(program);
  SGExecutable *executable;
  SGRequest request = {0};
  double x = *(int *)argument, y, slope;
  SGArray in = array(&x, SG_F64, 0, NULL, NULL), out[2];
  int i;
  request.function = "cube";
  request.name = "slope";
  must(sgModuleDifferentiate(module, &request));
  executable = compile(module, "slope");
  out[0] = array(&y, SG_F64, 0, NULL, NULL);
  out[1] = array(&slope, SG_F64, 0, NULL, NULL);
  for (i = 0; i < 1000; ++i) {
    must(sgExecutableCall(executable, &in, 1, out, 2));
    if (y != x * x * x || slope != 3 * x * x)
      exit(1);
  }
  sgExecutableDestroy(executable);
  sgModuleDestroy(module);
  return NULL;
}

static void describe(const SGExecutable *executable) {
  const SGType *type;
  printf("arguments %d, results %d\n", sgExecutableGetArgumentCount(executable),
         sgExecutableGetResultCount(executable));
  type = sgExecutableGetArgument(executable, 0);
  printf("type %d, rank %d, %d x %d, written %d\n", type->type, type->rank,
         (int)type->sizes[0], (int)type->sizes[1], type->is_written);
  printf("%s\n", sgExecutableGetArgument(executable, 2) ? "more" : "no more");
  printf("%s\n", sgExecutableGetResult(executable, -1) ? "less" : "no less");
}

static void call_with_strides(SGExecutable *executable) {
  float x[] = {1, 2, 3, 4, 5, 6, 7, 8}, y[8] = {0}, factor = 10;
  int64_t sizes[] = {2, 2}, result_sizes[2], strides[] = {1, 2},
          spread[] = {4, 2};
  int64_t reverse[] = {-2, -1}, zero[] = {0, 1}, none[] = {0, 2};
  SGArray in[2], out;

  in[1] = array(&factor, SG_F32, 0, NULL, NULL);
  in[0] = array(x, SG_F32, 2, sizes, strides);
  out = array(NULL, SG_F32, 2, result_sizes, NULL);
  must(sgExecutableCall(executable, in, 2, &out, 1));
  printf("%d x %d, aligned %d\n", (int)result_sizes[0], (int)result_sizes[1],
         (int)((uintptr_t)out.data % 64));
  show("transposed", out.data, 4);
  sgFree(out.data);

  out = array(y, SG_F32, 2, sizes, spread);
  in[0] = array(x + 3, SG_F32, 2, sizes, reverse);
  must(sgExecutableCall(executable, in, 2, &out, 1));
  show("reversed, spread", y, 8);
  out = array(y, SG_F32, 2, sizes, NULL);
  in[0] = array(x, SG_F32, 2, sizes, zero);
  must(sgExecutableCall(executable, in, 2, &out, 1));
  show("broadcast", y, 4);
  in[0] = array(NULL, SG_F32, 2, none, strides);
  out = array(NULL, SG_F32, 2, result_sizes, NULL);
  must(sgExecutableCall(executable, in, 2, &out, 1));
  printf("empty: %d x %d, %s\n", (int)result_sizes[0], (int)result_sizes[1],
         out.data ? "memory" : "no memory");
}

static void call_with_dlpack(SGExecutable *executable) {
  float x[] = {1, 2, 3, 4, 5, 6, 7, 8}, y[4], factor = 10;
  int64_t sizes[] = {2, 2}, strides[] = {1, 2};
  SGArray in[2], out;
  DLTensor tensor = {0};
  int i;

  tensor.data = x;
  tensor.byte_offset = 2 * sizeof(float);
  tensor.device.device_type = 1;
  tensor.ndim = 2;
  tensor.dtype.code = 2;
  tensor.dtype.bits = 32;
  tensor.dtype.lanes = 1;
  tensor.shape = sizes;
  tensor.strides = strides;
  must(sgArrayFromDLPack(&tensor, &in[0]));
  in[1] = array(&factor, SG_F32, 0, NULL, NULL);
  out = array(y, SG_F32, 2, sizes, NULL);
  must(sgExecutableCall(executable, in, 2, &out, 1));
  show("from DLPack", y, 4);
  tensor.ndim = 2147483647;
  tell(sgArrayFromDLPack(&tensor, &in[0]));
  tensor.ndim = 2;
  tensor.shape = NULL;
  tell(sgArrayFromDLPack(&tensor, &in[0]));
  tensor.shape = sizes;
  tensor.dtype.lanes = 4;
  tell(sgArrayFromDLPack(&tensor, &in[0]));
  tensor.dtype.code = 5;
  tensor.dtype.bits = 32;
  tensor.dtype.lanes = 1;
  tell(sgArrayFromDLPack(&tensor, &in[0]));
  tensor.device.device_type = 2;
  tell(sgArrayFromDLPack(&tensor, &in[0]));
  tensor.device.device_type = 1;
  printf("types:");
  for (i = 0; i <= 14; ++i)
    for (tensor.dtype.bits = 8; tensor.dtype.bits && tensor.dtype.bits <= 128;
         tensor.dtype.bits *= 2) {
      SGError *error;
      tensor.dtype.code = i;
      if (!(error = sgArrayFromDLPack(&tensor, &in[0])))
        printf(" %d.%d=%d", i, tensor.dtype.bits, in[0].type);
      sgErrorDestroy(error);
    }
  printf("\n");
}

/* Complex numbers are pairs of floats. Strides count numbers, not parts. */
static void call_with_complex_numbers(void) {
  static const char stopped[] =
      "func.func @stopped(%x: tensor<?xcomplex<f32>>, %z: complex<f64>)\n"
      "    -> (tensor<?xcomplex<f32>>, complex<f64>) {\n"
      "  %s = grad.stop_gradient %x : tensor<?xcomplex<f32>>\n"
      "  return %s, %z : tensor<?xcomplex<f32>>, complex<f64>\n"
      "}\n";
  SGModule *module = parse(stopped);
  SGExecutable *executable = compile(module, "stopped");
  float x[] = {1, 2, 3, 4, 5, 6}, y[4] = {0};
  double z[] = {7, -8}, w[2] = {0};
  int64_t size = 2, every_other = 2;
  SGArray in[2], out[2];
  in[0] = array(x, SG_C64, 1, &size, &every_other);
  in[1] = array(z, SG_C128, 0, NULL, NULL);
  out[0] = array(y, SG_C64, 1, &size, NULL);
  out[1] = array(w, SG_C128, 0, NULL, NULL);
  must(sgExecutableCall(executable, in, 2, out, 2));
  show("complex", y, 4);
  printf("complex scalar: %g %g\n", w[0], w[1]);
  in[0].type = SG_C128;
  tell(sgExecutableCall(executable, in, 2, out, 2));
  sgExecutableDestroy(executable);
  sgModuleDestroy(module);
}

static void read_versioned_dlpack(void) {
  float x[] = {1, 2};
  int64_t size = 2;
  int32_t is_read_only = -1;
  struct DLManagedTensorVersioned tensor = {0};
  SGArray array;
  tensor.version.major = 1;
  tensor.dl_tensor.data = x;
  tensor.dl_tensor.device.device_type = 1;
  tensor.dl_tensor.ndim = 1;
  tensor.dl_tensor.dtype.code = 2;
  tensor.dl_tensor.dtype.bits = 32;
  tensor.dl_tensor.dtype.lanes = 1;
  tensor.dl_tensor.shape = &size;
  must(sgArrayFromDLPackVersioned(&tensor, &array, &is_read_only));
  printf("versioned: %d, read-only: %d", array.data == x, is_read_only);
  tensor.flags = DLPACK_FLAG_BITMASK_READ_ONLY;
  must(sgArrayFromDLPackVersioned(&tensor, &array, &is_read_only));
  printf(" %d\n", is_read_only);
  tensor.version.major = 2;
  tell(sgArrayFromDLPackVersioned(&tensor, &array, &is_read_only));
}

/* The number of operations of @scale and @set does not depend on values. */
static void tell_of_time(void) {
  static const char power[] =
      "func.func @power(%x: f64, %n: index) -> f64 {\n"
      "  %zero = arith.constant 0 : index\n"
      "  %one = arith.constant 1 : index\n"
      "  %y = scf.for %i = %zero to %n step %one iter_args(%a = %x) -> f64 {\n"
      "    %b = arith.mulf %a, %x : f64\n"
      "    scf.yield %b : f64\n"
      "  }\n"
      "  return %y : f64\n"
      "}\n";
  static const char *const names[] = {"scale", "set", "cube", "power"};
  SGModule *modules[2];
  int i;
  modules[0] = parse(program);
  modules[1] = parse(power);
  printf("time depends on values:");
  for (i = 0; i < 4; ++i) {
    SGExecutable *executable = compile(modules[i == 3], names[i]);
    printf(" %d", sgExecutableTimeDependsOnValues(executable));
    sgExecutableDestroy(executable);
  }
  printf("\n");
  sgModuleDestroy(modules[0]);
  sgModuleDestroy(modules[1]);
}

/* Function names need not be UTF-8, but JSON must be. */
static void describe_other_bytes(void) {
  SGModule *module = parse("func.func private @\"\\FF\"(f64)");
  char *text;
  must(sgModuleDescribe(module, &text));
  printf("replaced: %d\n", strstr(text, "\xef\xbf\xbd") != NULL);
  sgFree(text);
  sgModuleDestroy(module);
}

/* Elements that a program writes to a memref are copied back. */
static void call_what_writes(SGModule *module) {
  SGExecutable *executable = compile(module, "set");
  float m[4] = {0}, factor = 10;
  int64_t two = 2, gap = 2;
  SGArray in[2];

  printf("written %d\n", sgExecutableGetArgument(executable, 0)->is_written);
  in[1] = array(&factor, SG_F32, 0, NULL, NULL);
  in[0] = array(m, SG_F32, 1, &two, &gap);
  must(sgExecutableCall(executable, in, 2, NULL, 0));
  show("set", m, 4);
  gap = 0;
  tell(sgExecutableCall(executable, in, 2, NULL, 0));
  sgExecutableDestroy(executable);
}

static void call_in_place(SGModule *module) {
  SGExecutable *executable;
  SGCompileOptions options = {0};
  float x[] = {1, 2, 3, 4}, factor = 10;
  int64_t sizes[] = {2, 2}, position = 0;
  SGArray in[2], out;

  options.donated = &position;
  options.donated_count = 1;
  options.threads = 2;
  must(sgModuleCompile(module, "scale", &options, &executable));
  printf("written %d\n", sgExecutableGetArgument(executable, 0)->is_written);
  in[1] = array(&factor, SG_F32, 0, NULL, NULL);
  in[0] = out = array(x, SG_F32, 2, sizes, NULL);
  must(sgExecutableCall(executable, in, 2, &out, 1));
  show("in place", x, 4);
  sgExecutableDestroy(executable);
}

static void print_module(SGModule *module) {
  char *text;
  must(sgModuleRunPipeline(
      module, "builtin.module(symbol-dce,grad-expand-derivatives)"));
  must(sgModuleExpand(module));
  must(sgModuleDescribe(module, &text));
  printf("%s\n", text);
  sgFree(text);
  must(sgModulePrint(module, 1, &text));
  printf("locations: %s\n", strstr(text, "test.mlir") ? "yes" : "no");
  sgFree(text);
  must(sgModuleTakeWarnings(module, &text));
  printf("warnings: %s\n", text ? text : "none");
}

static int call_in_threads(void) {
  pthread_t threads[4];
  int numbers[4], i;
  for (i = 0; i < 4; ++i) {
    numbers[i] = i + 1;
    if (pthread_create(&threads[i], NULL, work, &numbers[i]))
      return 0;
  }
  for (i = 0; i < 4; ++i)
    pthread_join(threads[i], NULL);
  return 1;
}

int main(void) {
  SGModule *module = parse(program);
  SGExecutable *executable = compile(module, "scale");

  printf("version %s\n", sgVersion());
  printf("slopes %s and %g\n", isnan(slope_of_chosen(0)) ? "NaN" : "no NaN",
         slope_of_chosen(1));
  describe(executable);
  call_with_strides(executable);
  call_with_dlpack(executable);
  call_with_complex_numbers();
  read_versioned_dlpack();
  tell_of_time();
  describe_other_bytes();
  sgExecutableDestroy(executable);
  call_what_writes(module);
  call_in_place(module);
  print_module(module);
  sgModuleDestroy(module);
  if (!call_in_threads())
    return 1;
  printf("threads done\n");
  return 0;
}
