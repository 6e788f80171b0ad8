/* Prints the findings of gradient checks, and each error. */
#include "check.h"
#include <math.h>
#include <signal.h>
#include <unistd.h>

static const char program[] =
    "func.func @square(%x: tensor<?x2xf32>, %n: i32) -> tensor<?x2xf32> {\n"
    "  %y = arith.mulf %x, %x : tensor<?x2xf32>\n"
    "  return %y : tensor<?x2xf32>\n"
    "}\n"
    "func.func @wrong(%x: f64, %y: f64) -> f64 {\n"
    "  %h = func.call @half(%x) : (f64) -> f64\n"
    "  %z = arith.mulf %h, %y : f64\n"
    "  return %z : f64\n"
    "}\n"
    "func.func private @half(%x: f64) -> f64\n"
    "    attributes {no_inline, grad.custom_jvp = @half_jvp} {\n"
    "  %half = arith.constant 0.5 : f64\n"
    "  %y = arith.mulf %x, %half : f64\n"
    "  return %y : f64\n"
    "}\n"
    "func.func private @half_jvp(%x: f64, %t: f64) -> (f64, f64) {\n"
    "  %half = arith.constant 0.5 : f64\n"
    "  %y = arith.mulf %x, %half : f64\n"
    "  return %y, %t : f64, f64\n"
    "}\n"
    "func.func @partly(%x: f64) -> f64 {\n"
    "  %y = func.call @third(%x) : (f64) -> f64\n"
    "  return %y : f64\n"
    "}\n"
    "func.func private @third(%x: f64) -> f64\n"
    "    attributes {no_inline, grad.custom_jvp = @third_jvp,\n"
    "                grad.custom_vjp = {forward = @third_forward, backward = "
    "@third_backward}} {\n"
    "  %y = arith.mulf %x, %x : f64\n"
    "  return %y : f64\n"
    "}\n"
    "func.func private @third_jvp(%x: f64, %t: f64) -> (f64, f64) {\n"
    "  %y = arith.mulf %x, %x : f64\n"
    "  %s = arith.mulf %x, %t : f64\n"
    "  return %y, %s : f64, f64\n"
    "}\n"
    "func.func private @third_forward(%x: f64) -> (f64, f64) {\n"
    "  %y = arith.mulf %x, %x : f64\n"
    "  return %y, %x : f64, f64\n"
    "}\n"
    "func.func private @third_backward(%x: f64, %d: f64) -> f64 {\n"
    "  %s = arith.mulf %x, %d : f64\n"
    "  %u = func.call @once(%s) : (f64) -> f64\n"
    "  return %u : f64\n"
    "}\n"
    "func.func private @once(%x: f64) -> f64 attributes {no_inline, "
    "grad.custom_jvp = @once_jvp} {\n"
    "  return %x : f64\n"
    "}\n"
    "func.func private @once_jvp(%x: f64, %t: f64) -> (f64, f64) {\n"
    "  %false = arith.constant false\n"
    "  cf.assert %false, \"differentiated once only\"\n"
    "  return %x, %t : f64, f64\n"
    "}\n"
    "func.func @positive(%x: f64) -> f64 {\n"
    "  %zero = arith.constant 0.0 : f64\n"
    "  %holds = arith.cmpf ogt, %x, %zero : f64\n"
    "  cf.assert %holds, \"x is positive\"\n"
    "  return %x : f64\n"
    "}\n"
    "func.func @endless(%x: f64) -> f64 {\n"
    "  %limit = arith.constant 10.0 : f64\n"
    "  %y = scf.while (%a = %x) : (f64) -> f64 {\n"
    "    %more = arith.cmpf olt, %a, %limit : f64\n"
    "    scf.condition(%more) %a : f64\n"
    "  } do {\n"
    "  ^bb0(%a: f64):\n"
    "    %b = arith.mulf %a, %x : f64\n"
    "    scf.yield %b : f64\n"
    "  }\n"
    "  return %y : f64\n"
    "}\n"
    "func.func @deep(%x: f64) -> f64 attributes {no_inline} {\n"
    "  %one = arith.constant 1.0 : f64\n"
    "  %done = arith.cmpf olt, %x, %one : f64\n"
    "  %y = scf.if %done -> f64 {\n"
    "    scf.yield %x : f64\n"
    "  } else {\n"
    "    %next = arith.addf %x, %one : f64\n"
    "    %r = func.call @deep(%next) : (f64) -> f64\n"
    "    %s = arith.mulf %r, %next : f64\n"
    "    scf.yield %s : f64\n"
    "  }\n"
    "  return %y : f64\n"
    "}\n"
    "func.func @root(%x: f64) -> f64 {\n"
    "  %zero = arith.constant 0.0 : f64\n"
    "  %p = arith.cmpf ogt, %x, %zero : f64\n"
    "  %w = arith.mulf %x, %x : f64\n"
    "  %r = math.sqrt %w : f64\n"
    "  %y = arith.select %p, %r, %w : f64\n"
    "  return %y : f64\n"
    "}\n"
    "func.func @foreign(%x: f64) -> f64 {\n"
    "  %y = \"foreign.sin\"(%x) : (f64) -> f64\n"
    "  return %y : f64\n"
    "}\n"
    "func.func @set(%m: memref<2xf32>, %x: f32) -> f32 {\n"
    "  return %x : f32\n"
    "}\n"
    "func.func @integer(%x: i32) -> i32 {\n"
    "  return %x : i32\n"
    "}\n"
    "func.func @power(%x: f64, %n: i32) -> f64 {\n"
    "  %y = math.fpowi %x, %n : f64, i32\n"
    "  return %y : f64\n"
    "}\n";

static volatile int32_t is_cancelled = 0;

static void cancel(int number) {
  (void)number;
  is_cancelled = 1;
}

static const char *const verdicts[] = {
    "agrees", "unclear", "not differentiable", "not finite", "disagrees"};
static const char *const functions[] = {"function", "reverse", "forward"};

static void show(const char *what, SGGradientCheck *check) {
  size_t i;
  printf("%s: %d\n", what, sgGradientCheckAgrees(check));
  for (i = 0; i < sgGradientCheckGetArgumentCount(check); ++i) {
    const SGArgumentCheck *found = sgGradientCheckGetArgument(check, i);
    const SGDirectionCheck *worst = found->worst;
    printf("  %s, argument %d, %d directions of %d: %s\n",
           functions[found->function], found->argument,
           (int)found->direction_count, (int)worst->direction_size,
           verdicts[worst->verdict]);
  }
  for (i = 0; i < sgGradientCheckGetWrongOpCount(check); ++i) {
    const SGWrongOp *op = sgGradientCheckGetWrongOp(check, i);
    printf("  %s at %s:%d:%d: %s (%g %g %g)\n", op->name, op->file, op->line,
           op->column, op->message, op->forward, op->reverse, op->differences);
  }
  printf("  no more: %d\n",
         !sgGradientCheckGetArgument(check,
                                     sgGradientCheckGetArgumentCount(check)) &&
             !sgGradientCheckGetWrongOp(check,
                                        sgGradientCheckGetWrongOpCount(check)));
  sgGradientCheckDestroy(check);
}

int main(void) {
  SGModule *module = parse(program);
  SGGradientCheck *check = NULL;
  SGCheckOptions options = {0};
  const SGDirectionCheck *found;
  /* A 3x2 array in column order, whose rows are reversed by strides. */
  float x[] = {1, 2, 3, 4, 5, 6};
  double point[] = {3, 2};
  int32_t n = 7;
  int64_t sizes[] = {3, 2}, strides[] = {-1, 3}, first = 0, third = 2;
  int64_t same[] = {0, 0};
  SGArray arguments[2];

  /* At random inputs, and at a given point. */
  must(sgCheckGradients(module, "square", NULL, 0, NULL, &check));
  printf("%s\n", sgGradientCheckGetText(check));
  show("square", check);
  arguments[0] = array(x + 2, SG_F32, 2, sizes, strides);
  arguments[1] = array(&n, SG_I32, 0, NULL, NULL);
  options.order = 2;
  options.directions = 3;
  options.seed = 5;
  options.time_limit = INFINITY;
  must(sgCheckGradients(module, "square", arguments, 2, &options, &check));
  found = &sgGradientCheckGetArgument(check, 0)->directions[1];
  printf("modes agree: %d, with differences: %d\n",
         fabs(found->forward - found->reverse) <= 1e-6 * fabs(found->forward),
         fabs(found->forward - found->differences) <=
             1e-3 * fabs(found->forward));
  show("square", check);

  memset(&options, 0, sizeof options);
  options.wrt = &first;
  options.wrt_count = 1;
  arguments[0] = array(&point[0], SG_F64, 0, NULL, NULL);
  arguments[1] = array(&point[1], SG_F64, 0, NULL, NULL);
  must(sgCheckGradients(module, "wrong", arguments, 2, &options, &check));
  found = &sgGradientCheckGetArgument(check, 0)->directions[0];
  printf("slopes by differences: %g of forward mode, %g of reverse mode\n",
         found->differences / found->forward,
         found->differences / found->reverse);
  show("wrong", check);
  options.wrt_count = 0;
  must(sgCheckGradients(module, "wrong", arguments, 2, &options, &check));
  show("wrong", check);

  /* Wrong derivatives found before an error. */
  options.order = 2;
  must(sgCheckGradients(module, "partly", arguments, 1, &options, &check));
  printf("%s\n", strstr(sgGradientCheckGetText(check), "its derivative"));
  show("partly", check);
  options.order = 0;

  /* At random integers of both parities. */
  must(sgCheckGradients(module, "power", NULL, 0, NULL, &check));
  printf("points: %d\n", (int)sgGradientCheckGetArgumentCount(check));
  for (size_t i = 0; i < sgGradientCheckGetArgumentCount(check); ++i) {
    const SGArgumentCheck *at = sgGradientCheckGetArgument(check, i);
    printf("%d integer, input %d, odd: %d\n", (int)at->integer_count,
           at->integers->argument, (int)(at->integers->value % 2));
  }
  show("power", check);

  point[0] = 0;
  must(sgCheckGradients(module, "root", arguments, 1, &options, &check));
  show("weak zeros", check);
  options.has_strong_zero = 1;
  must(sgCheckGradients(module, "root", arguments, 1, &options, &check));
  show("strong zeros", check);
  options.has_strong_zero = 0;

  /* Programs that fail, do not end, or end their process. */
  check = NULL;
  point[0] = -1;
  tell(sgCheckGradients(module, "positive", arguments, 1, NULL, &check));
  options.time_limit = 0.1;
  tell(sgCheckGradients(module, "endless", NULL, 0, &options, &check));
  point[0] = 0.5;
  tell(sgCheckGradients(module, "endless", arguments, 1, &options, &check));
  options.time_limit = INFINITY;
  options.is_cancelled = &is_cancelled;
  signal(SIGALRM, cancel);
  alarm(1);
  tell(sgCheckGradients(module, "endless", arguments, 1, &options, &check));
  options.is_cancelled = NULL;
  options.time_limit = 0;
  point[0] = 2;
  tell(sgCheckGradients(module, "deep", arguments, 1, &options, &check));
  tell(sgCheckGradients(module, "foreign", NULL, 0, &options, &check));

  /* Functions that cannot be checked, and wrong usage. */
  tell(sgCheckGradients(module, "set", NULL, 0, &options, &check));
  tell(sgCheckGradients(module, "integer", NULL, 0, &options, &check));
  tell(sgCheckGradients(module, "nope", NULL, 0, &options, &check));
  tell(sgCheckGradients(module, NULL, NULL, 0, &options, &check));
  options.wrt = &third;
  options.wrt_count = 1;
  tell(sgCheckGradients(module, "square", NULL, 0, &options, &check));
  third = 1;
  tell(sgCheckGradients(module, "square", NULL, 0, &options, &check));
  options.wrt = same;
  options.wrt_count = 2;
  tell(sgCheckGradients(module, "square", NULL, 0, &options, &check));
  options.wrt_count = 0;
  options.order = 3;
  tell(sgCheckGradients(module, "square", NULL, 0, &options, &check));
  options.order = 0;
  options.directions = -1;
  tell(sgCheckGradients(module, "square", NULL, 0, &options, &check));
  options.directions = 0;
  options.time_limit = -1;
  tell(sgCheckGradients(module, "square", NULL, 0, &options, &check));
  options.time_limit = NAN;
  tell(sgCheckGradients(module, "square", NULL, 0, &options, &check));
  arguments[1] = array(&n, SG_I32, 0, NULL, NULL);
  tell(sgCheckGradients(module, "square", arguments, 1, NULL, &check));
  tell(sgCheckGradients(module, "square", arguments, -1, NULL, &check));
  tell(sgCheckGradients(module, "square", arguments, 2, NULL, &check));
  arguments[0] = array(x, SG_F32, 2, NULL, NULL);
  tell(sgCheckGradients(module, "square", arguments, 2, NULL, &check));
  arguments[0] = array(NULL, SG_F32, 2, sizes, NULL);
  tell(sgCheckGradients(module, "square", arguments, 2, NULL, &check));
  arguments[0] = array(x, SG_F32, -1, sizes, NULL);
  tell(sgCheckGradients(module, "square", arguments, 2, NULL, &check));
  arguments[0] = array(x, 99, 2, sizes, NULL);
  tell(sgCheckGradients(module, "square", arguments, 2, NULL, &check));
  arguments[0] = array(x, SG_F32, 2, sizes, NULL);
  sizes[1] = 3;
  tell(sgCheckGradients(module, "square", arguments, 2, NULL, &check));
  sizes[0] = (int64_t)1 << 61;
  sizes[1] = 2;
  tell(sgCheckGradients(module, "square", arguments, 2, NULL, &check));
  printf("check %s\n", check ? "given" : "not given");
  sgGradientCheckDestroy(NULL);
  sgModuleDestroy(module);
  return 0;
}
