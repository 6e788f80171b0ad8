/* The gradient of x * stop(x), summed, at (3, 4). */
#include "sg-c/Operations.h"
#include <stdio.h>
#include <stdlib.h>

static void check(SGError *error) {
  if (!error)
    return;
  fprintf(stderr, "%s\n", sgErrorGetMessage(error));
  exit(1);
}

/* Builds @loss(x) = sum(x * stop(x)). */
static SGFunction build_loss(SGBuilder *builder, const SGArrayType *type) {
  SGStopGradientOptions options = {0};
  SGValue x, stopped, product, sum;
  SGFunction loss;
  options.name = "target";
  check(sgBuildBeginFunction(builder, "loss", type, 1, 0, &x));
  check(sgBuildStopGradient(builder, x, &options, &stopped));
  check(sgBuildMultiply(builder, x, stopped, &product));
  check(sgBuildSum(builder, product, NULL, &sum));
  check(sgBuildEndFunction(builder, &sum, 1, &loss));
  return loss;
}

int main(void) {
  const int64_t two = 2;
  const SGArrayType type = {SG_DTYPE_FLOAT64, 1, &two};
  double elements[2] = {3, 4}, value, gradient[2];
  int64_t size = 2;
  SGArray argument = {elements, SG_F64, 1, &size, NULL};
  SGArray outputs[2] = {{&value, SG_F64, 0, NULL, NULL},
                        {gradient, SG_F64, 1, &size, NULL}};
  SGRequest request = {0}; /* the value and the gradient */
  SGBuilder *builder;
  SGModule *module;
  SGExecutable *step;
  SGFunction loss;
  SGValue x, first, results[2];

  check(sgBuilderCreate(&builder));
  check(sgBuildBeginFunction(builder, "step", &type, 1, 1, &x));
  loss = build_loss(builder, &type);
  check(sgBuildDerivative(builder, loss, &request, &x, 1, &first, NULL));
  results[0] = first;
  results[1] = first + 1;
  check(sgBuildEndFunction(builder, results, 2, NULL));
  check(sgBuilderFinish(builder, &module));
  check(sgModuleCompile(module, "step", NULL, &step));
  check(sgExecutableCall(step, &argument, 1, outputs, 2));
  printf("value %g, gradient %g %g\n", value, gradient[0], gradient[1]);
  sgExecutableDestroy(step);
  sgModuleDestroy(module);
  sgBuilderDestroy(builder);
  return 0;
}
