/* Calls native code with call frames such as XLA makes. */
#include "check.h"
#include <xla/ffi/api/c_api.h>

static const char program[] =
    "func.func @twice(%x: tensor<?xf32>) -> tensor<?xf32> {\n"
    "  %0 = arith.addf %x, %x : tensor<?xf32>\n"
    "  return %0 : tensor<?xf32>\n"
    "}\n"
    "func.func @positive(%x: f64) -> f64 {\n"
    "  %zero = arith.constant 0.0 : f64\n"
    "  %ok = arith.cmpf ogt, %x, %zero : f64\n"
    "  cf.assert %ok, \"x is not positive\"\n"
    "  return %x : f64\n"
    "}\n";

struct XLA_FFI_Error {
  XLA_FFI_Error_Code code;
  char message[400];
};

static XLA_FFI_Error *create_error(XLA_FFI_Error_Create_Args *args) {
  XLA_FFI_Error *error = malloc(sizeof *error);
  error->code = args->errc;
  snprintf(error->message, sizeof error->message, "%s", args->message);
  return error;
}

static XLA_FFI_Api api;

static XLA_FFI_Buffer buffer(XLA_FFI_DataType type, void *data, int64_t rank,
                             int64_t *sizes) {
  XLA_FFI_Buffer result = {0};
  result.struct_size = XLA_FFI_Buffer_STRUCT_SIZE;
  result.dtype = type;
  result.data = data;
  result.rank = rank;
  result.dims = sizes;
  return result;
}

/* Calls with one argument, one result and one attribute. */
static void call(const char *what, XLA_FFI_Buffer x, XLA_FFI_Buffer y,
                 const char *name, XLA_FFI_DataType type, int64_t key) {
  void *args = &x, *rets = &y, *attrs;
  XLA_FFI_AttrType scalar_type = XLA_FFI_AttrType_SCALAR;
  XLA_FFI_Scalar scalar;
  XLA_FFI_ByteSpan span, *names = &span;
  XLA_FFI_CallFrame frame = {0};
  XLA_FFI_Error *error;
  scalar.dtype = type;
  scalar.value = &key;
  attrs = &scalar;
  span.ptr = name;
  span.len = strlen(name);
  frame.struct_size = XLA_FFI_CallFrame_STRUCT_SIZE;
  frame.api = &api;
  frame.stage = XLA_FFI_ExecutionStage_EXECUTE;
  frame.args.size = frame.rets.size = frame.attrs.size = 1;
  frame.args.args = &args;
  frame.rets.rets = &rets;
  frame.attrs.types = &scalar_type;
  frame.attrs.names = &names;
  frame.attrs.attrs = &attrs;
  error = sgXlaFfiCall(&frame);
  if (!error) {
    printf("%s: done\n", what);
    return;
  }
  printf("%s: %d: %s\n", what, error->code, error->message);
  free(error);
}

int main(void) {
  SGModule *module = parse(program);
  SGExecutable *twice = compile(module, "twice"),
               *positive = compile(module, "positive");
  float x[] = {1, 2, 3}, y[3] = {0};
  double minus = -1, d;
  int64_t three = 3, two = 2, none = 0;
  XLA_FFI_Buffer in = buffer(XLA_FFI_DataType_F32, x, 1, &three),
                 out = buffer(XLA_FFI_DataType_F32, y, 1, &three);
  XLA_FFI_Metadata metadata = {0};
  XLA_FFI_Metadata_Extension extension = {0};
  XLA_FFI_CallFrame query = {0};

  api.XLA_FFI_Error_Create = create_error;
  api.api_version.minor_version = XLA_FFI_API_MINOR;
  extension.extension_base.type = XLA_FFI_Extension_Metadata;
  extension.metadata = &metadata;
  metadata.state_type_id.type_id = 7;
  metadata.traits = 7;
  query.api = &api;
  query.extension_start = &extension.extension_base;
  if (!sgXlaFfiCall(&query))
    printf("version %d, traits %d, state %d\n",
           metadata.api_version.major_version == XLA_FFI_API_MAJOR &&
               metadata.api_version.minor_version == XLA_FFI_API_MINOR,
           (int)metadata.traits, (int)metadata.state_type_id.type_id);

  sgXlaFfiSetExecutable(11, twice);
  sgXlaFfiSetExecutable(-12, positive);
  call("twice", in, out, "executable", XLA_FFI_DataType_S64, 11);
  printf("%g %g %g\n", y[0], y[1], y[2]);
  call("empty", buffer(XLA_FFI_DataType_F32, NULL, 1, &none),
       buffer(XLA_FFI_DataType_F32, NULL, 1, &none), "executable",
       XLA_FFI_DataType_S64, 11);
  call("assertion", buffer(XLA_FFI_DataType_F64, &minus, 0, NULL),
       buffer(XLA_FFI_DataType_F64, &d, 0, NULL), "executable",
       XLA_FFI_DataType_S64, -12);
  call("sizes", in, buffer(XLA_FFI_DataType_F32, y, 1, &two), "executable",
       XLA_FFI_DataType_S64, 11);
  call("type", buffer(XLA_FFI_DataType_S32, x, 1, &three), out, "executable",
       XLA_FFI_DataType_S64, 11);
  call("complex", buffer(XLA_FFI_DataType_C64, x, 1, &three), out, "executable",
       XLA_FFI_DataType_S64, 11);
  call("name", in, out, "program", XLA_FFI_DataType_S64, 11);
  call("attribute", in, out, "executable", XLA_FFI_DataType_F64, 11);
  call("unknown", in, out, "executable", XLA_FFI_DataType_S64, 13);
  sgXlaFfiSetExecutable(11, NULL);
  call("taken back", in, out, "executable", XLA_FFI_DataType_S64, 11);
  sgExecutableDestroy(twice);
  sgExecutableDestroy(positive);
  sgModuleDestroy(module);
  return 0;
}
