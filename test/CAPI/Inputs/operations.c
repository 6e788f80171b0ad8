/* Builds operations by the functions of sg-c/Operations.h: one for each way to
 * pass arrays and parameters. */
#include "sg-c/Operations.h"
#include "check.h"

#define ADD(call)                                                              \
  do {                                                                         \
    must(call);                                                                \
    ++count;                                                                   \
  } while (0)

/* Builds @f(x, i) for x: float64[2, 2] and i: int64[]. */
static int build(SGBuilder *b) {
  static const int64_t two[2] = {2, 2}, axis = 1, minus_one = -1, zero = 0,
                       widths[4] = {0, 0, 1, 0};
  const int32_t no = 0, float32 = SG_DTYPE_FLOAT32;
  const double most = 9;
  SGArrayType types[2] = {{SG_DTYPE_FLOAT64, 2, two},
                          {SG_DTYPE_INT64, 0, NULL}};
  SGSumOptions sum = {0};
  SGStopGradientOptions stop = {0};
  SGConcatOptions concat = {0};
  SGGeluOptions gelu = {0};
  SGFullOptions full = {0};
  SGPadOptions pad = {0};
  SGNanToNumOptions replace = {0};
  SGSliceAxisOptions slice = {0};
  SGScatterOptions scatter = {0};
  SGValue x, index, pair[2], results[24];
  int32_t found;
  int count = 0;
  must(sgBuildBeginFunction(b, "f", types, 2, 1, &x));
  index = x + 1;
  pair[0] = pair[1] = x;
  /* Arrays and required parameters. */
  ADD(sgBuildAdd(b, x, x, &results[count]));
  ADD(sgBuildStopGradient(b, x, NULL, &results[count]));
  stop.name = "target";
  ADD(sgBuildStopGradient(b, x, &stop, &results[count]));
  ADD(sgBuildReshape(b, x, &minus_one, 1, &results[count]));
  ADD(sgBuildMoveaxis(b, x, 0, 1, &results[count]));
  ADD(sgBuildAstype(b, index, SG_DTYPE_FLOAT64, &results[count]));
  must(sgBuildTopK(b, x, 1, NULL, &results[count], &found));
  printf("results of top_k: %d\n", (int)found);
  ++count;
  /* Options. */
  ADD(sgBuildSum(b, x, NULL, &results[count]));
  sum.axis = &axis;
  sum.axis_count = 1;
  sum.keepdims = 1;
  ADD(sgBuildSum(b, x, &sum, &results[count]));
  sum.axis = &axis;
  sum.axis_count = 0; /* no axis: a copy */
  ADD(sgBuildSum(b, x, &sum, &results[count]));
  gelu.approximate = &no;
  ADD(sgBuildGelu(b, x, &gelu, &results[count]));
  full.dtype = &float32;
  must(sgBuildFull(b, two, 1, 2.5, &full, &results[count]));
  ADD(sgBuildAstype(b, results[count], SG_DTYPE_FLOAT64, &results[count]));
  pad.value = 7;
  ADD(sgBuildPad(b, x, widths, 4, &pad, &results[count]));
  replace.posinf = &most;
  ADD(sgBuildNanToNum(b, x, &replace, &results[count]));
  slice.start = &axis;
  slice.step = &minus_one;
  ADD(sgBuildSliceAxis(b, x, &slice, &results[count]));
  /* Lists of arrays. */
  concat.axis = 1;
  ADD(sgBuildConcat(b, pair, 2, &concat, &results[count]));
  ADD(sgBuildEinsum(b, pair, 2, "ij,jk->ik", &results[count]));
  pair[0] = pair[1] = index;
  ADD(sgBuildGather(b, x, pair, 2, widths + 1, 2, &results[count]));
  ADD(sgBuildDynamicSlice(b, x, pair, 2, two, 2, &results[count]));
  scatter.mode = "add";
  ADD(sgBuildScatter(b, x, results[5], pair, 1, &zero, 1, &scatter, &results[count]));
  must(sgBuildEndFunction(b, results, (size_t)count, NULL));
  return count;
}

static void call(SGModule *module, int count) {
  double x[4] = {1, 2, 3, 4};
  int64_t size[2] = {2, 2}, index = 1, sizes[24][2];
  SGArray arguments[2] = {array(x, SG_F64, 2, size, NULL),
                          array(&index, SG_I64, 0, NULL, NULL)};
  SGArray results[24];
  SGExecutable *f = compile(module, "f");
  int i, k, n;
  for (i = 0; i < count; ++i)
    results[i] =
        array(NULL, SG_F64, sgExecutableGetResult(f, i)->rank, sizes[i], NULL);
  must(sgExecutableCall(f, arguments, 2, results, count));
  for (i = 0; i < count; ++i) {
    for (n = 1, k = 0; k < results[i].rank; ++k)
      n *= (int)sizes[i][k];
    for (k = 0; k < n; ++k)
      printf("%g%s", ((double *)results[i].data)[k], k + 1 < n ? " " : "\n");
    sgFree(results[i].data);
  }
  sgExecutableDestroy(f);
}

static void test_errors(SGBuilder *b) {
  const int64_t three = 3, wrong = 5;
  SGArrayType type = {SG_DTYPE_FLOAT64, 1, &three};
  SGValue x, result, many[80];
  SGSumOptions sum = {0};
  int i;
  must(sgBuilderSetLocation(b, "model.c", 7, 0));
  must(sgBuildBeginFunction(b, "g", &type, 1, 1, &x));
  for (i = 0; i < 80; ++i)
    many[i] = x;
  sum.axis_count = 1;
  tell(sgBuildSum(b, x, &sum, &result));
  sum.axis = &wrong;
  tell(sgBuildSum(b, x, &sum, &result));
  tell(sgBuildAstype(b, x, 99, &result));
  tell(sgBuildEinsum(b, &x, 1, NULL, &result));
  tell(sgBuildConcat(b, NULL, 2, NULL, &result));
  tell(sgBuildGather(b, x, NULL, 1, &three, 1, &result));
  tell(sgBuildDynamicSlice(b, x, many, 80, &three, 1, &result));
  tell(sgBuildAdd(b, x, x + 999, &result));
  tell(sgBuildAdd(NULL, x, x, &result));
  must(sgBuildAbandonFunction(b));
}

int main(void) {
  SGBuilder *builder;
  SGModule *module;
  int count;
  must(sgBuilderCreate(&builder));
  count = build(builder);
  test_errors(builder);
  must(sgBuilderFinish(builder, &module));
  call(module, count);
  sgModuleDestroy(module);
  sgBuilderDestroy(builder);
  return 0;
}
