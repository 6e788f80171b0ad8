// Code that sg-run can parse but not run: ops of other tools' dialects, and types that
// this machine does not compute with. Only code that the function reaches counts.
//
// RUN: not sg-run %s --function=unknown --input=1 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// RUN: not sg-run %s --device=cpu --function=wide --input='1xf64=1' 2>&1 | FileCheck %s --check-prefix=WIDE
// RUN: sg-run %s --function=known --input=2 --expected-output=4

func.func @unknown(%x: f64) -> f64 {
  // UNKNOWN: unknown-code.mlir:[[#@LINE+1]]:8: error: 'foreign.sin' op is unknown to sg; run the passes that lower its dialect first
  %y = "foreign.sin"(%x) : (f64) -> f64
  return %y : f64
}

func.func @wide(%a: tensor<1xf64>) -> tensor<1xf64> {
  // WIDE: unknown-code.mlir:[[#@LINE+1]]:8: error: computes with 'tf32', for which there is no native code
  %x = arith.truncf %a : tensor<1xf64> to tensor<1xtf32>
  %y = arith.extf %x : tensor<1xtf32> to tensor<1xf64>
  return %y : tensor<1xf64>
}

func.func @known(%x: f64) -> f64 {
  %y = arith.addf %x, %x : f64
  return %y : f64
}
