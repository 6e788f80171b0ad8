// A program that links MLIR, registers all dialects and passes, and also uses
// libSGC.so.
#include "check.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"
#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/InitAllPasses.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"
#include "mlir/Tools/Plugins/PassPlugin.h"

static const char program[] = "func.func @f(%x: f64) -> f64 {\n"
                              "  %y = arith.mulf %x, %x : f64\n"
                              "  return %y : f64\n"
                              "}\n";

// With an argument, the plugin is loaded first and registers its passes first.
int main(int argc, char **argv) {
  mlir::registerAllPasses();
  if (argc > 1) {
    auto plugin = mlir::PassPlugin::load(argv[1]);
    if (!plugin)
      return 1;
    plugin->registerPassRegistryCallbacks();
  }
  mlir::DialectRegistry registry;
  mlir::registerAllDialects(registry);
  mlir::registerAllExtensions(registry);
  mlir::MLIRContext context(registry);

  SGModule *module = parse(program);
  SGRequest request = {};
  request.function = "f";
  request.name = "df";
  must(sgModuleDifferentiate(module, &request));
  tell(sgModuleRunPipeline(
      module, "builtin.module(grad-expand-derivatives,canonicalize)"));
  char *text;
  must(sgModulePrint(module, 0, &text));

  auto own = mlir::parseSourceString<mlir::ModuleOp>(text, &context);
  mlir::PassManager pm(&context);
  if (!own ||
      failed(mlir::parsePassPipeline(
          "inline,symbol-privatize{exclude=df},symbol-dce", pm)) ||
      failed(pm.run(*own)))
    return 1;
  fflush(stdout);
  own->print(llvm::outs());
  llvm::outs().flush();
  sgFree(text);

  SGExecutable *executable = compile(module, "df");
  double x = 3, y, slope;
  SGArray in = array(&x, SG_F64, 0, nullptr, nullptr);
  SGArray out[] = {array(&y, SG_F64, 0, nullptr, nullptr),
                   array(&slope, SG_F64, 0, nullptr, nullptr)};
  must(sgExecutableCall(executable, &in, 1, out, 2));
  printf("\n%g, slope %g\n", y, slope);
  sgExecutableDestroy(executable);
  sgModuleDestroy(module);
}
