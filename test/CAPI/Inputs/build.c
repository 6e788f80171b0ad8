/* Builds functions without MLIR text (sg-c/Build.h), compiles and calls them.
 */
#include "sg-c/Build.h"
#include "check.h"

static SGValue operation(SGBuilder *b, const char *name, const SGValue *arrays,
                         size_t count) {
  SGValue result;
  must(sgBuildOperation(b, name, arrays, count, NULL, 0, &result, NULL));
  return result;
}

/* Builds stop_gradient(x, name). */
static SGValue stop(SGBuilder *b, SGValue x, const char *name) {
  SGParameter parameter = {0};
  SGValue result;
  parameter.name = "name";
  parameter.kind = SG_PARAMETER_TEXT;
  parameter.text = name;
  must(sgBuildOperation(b, "stop_gradient", &x, 1, &parameter, 1, &result,
                        NULL));
  return result;
}

/* Builds @step(x) = value and gradient of sum(x * stop(x)). */
static void build_step(SGBuilder *b) {
  int64_t n;
  SGArrayType type = {SG_DTYPE_FLOAT64, 1, &n};
  SGRequest request = {0};
  SGValue x, inner, product[2], results[2];
  SGFunction loss;
  int32_t count;
  must(sgBuildSymbol(b, "n", &n));
  must(sgBuildBeginFunction(b, "step", &type, 1, 1, &x));
  must(sgBuildBeginFunction(b, "loss", &type, 1, 0, &inner));
  product[0] = inner;
  product[1] = stop(b, inner, "target");
  product[0] = operation(b, "multiply", product, 2);
  product[0] = operation(b, "sum", product, 1);
  must(sgBuildEndFunction(b, product, 1, &loss));
  must(sgBuildDerivative(b, loss, &request, &x, 1, results, &count));
  results[1] = results[0] + 1;
  must(sgBuildEndFunction(b, results, 2, NULL));
  printf("%s %d\n", sgBuilderGetFunctionName(b, loss), count);
}

/* Builds @power(x, n): x multiplied n times, negated if x < 0. */
static void build_power(SGBuilder *b) {
  SGArrayType types[2] = {{SG_DTYPE_FLOAT32, 0, NULL},
                          {SG_DTYPE_INT32, 0, NULL}};
  const float one = 1, zero = 0;
  const int32_t start = 0;
  SGValue arguments, constants[3], first, pair[2], result;
  must(sgBuildBeginFunction(b, "power", types, 2, 1, &arguments));
  must(sgBuildConstant(b, &types[0], &one, &constants[0]));
  must(sgBuildConstant(b, &types[0], &zero, &constants[1]));
  must(sgBuildConstant(b, &types[1], &start, &constants[2]));
  must(sgBuildBeginFor(b, constants[2], arguments + 1, constants, 1, &first));
  pair[0] = first + 1;
  pair[1] = arguments;
  result = operation(b, "multiply", pair, 2);
  must(sgBuildEnd(b, &result, 1, &result, NULL));
  pair[0] = arguments;
  pair[1] = constants[1];
  must(sgBuildBeginIf(b, operation(b, "less", pair, 2)));
  pair[0] = operation(b, "negative", &result, 1);
  must(sgBuildBeginElse(b, pair, 1));
  must(sgBuildEnd(b, &result, 1, &result, NULL));
  must(sgBuildEndFunction(b, &result, 1, NULL));
}

static void call(SGModule *module) {
  double x[2] = {3, 4}, value, gradient[2];
  float base = -2, power;
  int32_t exponent = 3;
  int64_t size = 2, gradient_size = 2;
  SGArray argument = array(x, SG_F64, 1, &size, NULL);
  SGArray results[2] = {array(&value, SG_F64, 0, NULL, NULL),
                        array(gradient, SG_F64, 1, &gradient_size, NULL)};
  SGArray arguments[2] = {array(&base, SG_F32, 0, NULL, NULL),
                          array(&exponent, SG_I32, 0, NULL, NULL)};
  SGArray result = array(&power, SG_F32, 0, NULL, NULL);
  SGExecutable *step = compile(module, "step");
  SGExecutable *powers = compile(module, "power");
  must(sgExecutableCall(step, &argument, 1, results, 2));
  printf("%g: %g %g\n", value, gradient[0], gradient[1]);
  must(sgExecutableCall(powers, arguments, 2, &result, 1));
  printf("%g\n", power);
  sgExecutableDestroy(step);
  sgExecutableDestroy(powers);
}

/* Prints the error of each wrong use. */
static void test_errors(SGBuilder *b) {
  const int64_t sizes[2] = {3, 4}, negative = -5;
  SGArrayType types[3] = {{SG_DTYPE_FLOAT64, 1, &sizes[0]},
                          {SG_DTYPE_FLOAT32, 1, &sizes[1]},
                          {SG_DTYPE_INT32, 0, NULL}};
  SGArrayType wrong = {99, 0, NULL};
  SGParameter parameter = {0}, shape = {0};
  SGRequest request = {0};
  SGValue x, pair[2], argument, result;
  SGFunction vector;
  SGModule *module;
  int64_t size;
  tell(sgBuildOperation(b, "exp", NULL, 0, NULL, 0, &result, NULL));
  tell(sgBuildBeginFunction(b, "f", &wrong, 1, 1, &x));
  wrong.dtype = SG_DTYPE_BOOL;
  wrong.rank = 1;
  wrong.sizes = &negative;
  tell(sgBuildBeginFunction(b, "f", &wrong, 1, 1, &x));
  must(sgBuilderSetLocation(b, "model.py", 7, 0));
  must(sgBuildBeginFunction(b, "f", types, 3, 1, &x));
  tell(sgBuilderFinish(b, &module));
  pair[0] = x;
  pair[1] = x + 1;
  tell(sgBuildOperation(b, "add", pair, 2, NULL, 0, &result, NULL));
  pair[1] = x + 2;
  tell(sgBuildOperation(b, "add", pair, 2, NULL, 0, &result, NULL));
  tell(sgBuildOperation(b, "exp", &pair[1], 1, NULL, 0, &result, NULL));
  tell(sgBuildOperation(b, "exp", pair, 2, NULL, 0, &result, NULL));
  tell(sgBuildOperation(b, "expo", pair, 1, NULL, 0, &result, NULL));
  parameter.name = "axes";
  tell(sgBuildOperation(b, "sum", pair, 1, &parameter, 1, &result, NULL));
  parameter.name = "axis";
  parameter.kind = SG_PARAMETER_TEXT;
  parameter.text = "0";
  tell(sgBuildOperation(b, "sum", pair, 1, &parameter, 1, &result, NULL));
  parameter.kind = 77;
  tell(sgBuildOperation(b, "sum", pair, 1, &parameter, 1, &result, NULL));
  parameter.name = "shape";
  parameter.kind = SG_PARAMETER_SIZES;
  parameter.sizes = &negative;
  parameter.size_count = 1;
  tell(sgBuildOperation(b, "iota", NULL, 0, &parameter, 1, &result, NULL));
  /* The loop of an operation that fails is erased. */
  parameter.name = "n";
  parameter.sizes = &sizes[0];
  tell(sgBuildOperation(b, "random_permutation", pair, 1, &parameter, 1,
                        &result, NULL));
  tell(sgBuildEnd(b, NULL, 0, &result, NULL));
  pair[0] = 12345;
  tell(sgBuildOperation(b, "exp", pair, 1, NULL, 0, &result, NULL));
  tell(sgBuildCall(b, 9, NULL, 0, &result, NULL));
  tell(sgBuildBeginIf(b, x));
  tell(sgBuildEnd(b, NULL, 0, &result, NULL));
  must(sgBuildAbandonFunction(b));
  must(sgBuildBeginFunction(b, "g", types, 1, 1, &argument));
  tell(sgBuildOperation(b, "exp", &x, 1, NULL, 0, &result, NULL));
  /* A size that is no dimension of an argument. */
  must(sgBuildSymbol(b, "m", &size));
  shape.name = "shape";
  shape.kind = SG_PARAMETER_SIZES;
  shape.sizes = &size;
  shape.size_count = 1;
  tell(sgBuildOperation(b, "iota", NULL, 0, &shape, 1, &result, NULL));
  must(sgBuildBeginFunction(b, "vector", types, 1, 0, &result));
  must(sgBuildEndFunction(b, &result, 1, &vector));
  tell(sgBuildDerivative(b, vector, &request, &argument, 1, &result, NULL));
  request.of = &size;
  request.of_count = 1;
  tell(sgBuildDerivative(b, vector, &request, &argument, 1, &result, NULL));
  must(sgBuildBeginCheckpoint(b));
  must(sgBuildOperation(b, "exp", &argument, 1, NULL, 0, &pair[0], NULL));
  tell(sgBuildNameArgument(b, pair[0], "x"));
  must(sgBuildEnd(b, NULL, 0, &pair[1], NULL));
  tell(sgBuildOperation(b, "exp", &pair[0], 1, NULL, 0, &result, NULL));
  must(sgBuildBeginCheckpoint(b));
  tell(sgBuildEndFunction(b, NULL, 0, NULL));
  tell(sgBuildAbandonFunction(b));
  tell(sgBuilderFinish(NULL, &module));
}

int main(void) {
  SGBuilder *builder;
  SGModule *module;
  char *text;
  must(sgBuilderCreate(&builder));
  build_step(builder);
  build_power(builder);
  must(sgBuilderFinish(builder, &module));
  must(sgModulePrint(module, 0, &text));
  puts(text);
  sgFree(text);
  call(module);
  sgModuleDestroy(module);
  test_errors(builder);
  sgBuilderDestroy(builder);
  return 0;
}
