// Ops that no pass has lowered are errors at the end of the pipelines.

// RUN: split-file %s %t
// RUN: sg-test-opt %t/pass.mlir --sg-verify-lowered --split-input-file --verify-diagnostics
// RUN: not sg-test-opt %t/scalar.mlir --sg-lower-to-cpu -o /dev/null 2>&1 | FileCheck %t/scalar.mlir --implicit-check-not="need not be wrong"
// RUN: not sg-test-run %t/scalar.mlir --function=f --input=1 2>&1 | FileCheck %t/scalar.mlir --implicit-check-not="need not be wrong"
// RUN: %if gpu %{ not sg-test-opt %t/kernel.mlir --sg-lower-to-nvvm -o /dev/null 2>&1 | FileCheck %t/kernel.mlir %}
// RUN: not sg-test-opt %t/unregistered.mlir --allow-unregistered-dialect --sg-lower-to-cpu -o /dev/null 2>&1 | FileCheck %t/unregistered.mlir

//--- pass.mlir
// Each kind of op once. Ops that can be translated to LLVM IR may stay.
llvm.func @f(%x: f64) -> f64 {
  // expected-error@+2 {{'wave.half' op has no lowering to the LLVM dialect}}
  // expected-note@+1 {{run the passes that lower 'wave' before the pipeline, or have the dialect contribute them (sg::LoweringInterface, mlir::ConvertToLLVMPatternInterface)}}
  %a = wave.half %x : f64
  %b = wave.half %a : f64
  // expected-error@+2 {{'arith.negf' op has no lowering to the LLVM dialect}}
  // expected-note@+1 {{run the passes that lower 'arith' before the pipeline}}
  %c = arith.negf %b : f64
  %d = llvm.fneg %c : f64
  %e = nvvm.read.ptx.sreg.tid.x : i32
  llvm.return %d : f64
}

// -----

// A transform schedule is not code.
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%m: !transform.any_op {transform.readonly}) {
    %f = transform.structured.match ops{["func.func"]} in %m : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

// Ops that are left because of an unsupported type.
llvm.func @f(%x: f64) -> f64 {
  // expected-error@+1 {{computes with 'tf32', for which there is no native code}}
  %a = arith.truncf %x : f64 to tf32
  %b = arith.extf %a : tf32 to f64
  llvm.return %b : f64
}

//--- scalar.mlir
func.func @f(%x: f64) -> f64 {
  // CHECK: scalar.mlir:[[#@LINE+2]]:21: error: 'wave.faulty' op has no lowering to the LLVM dialect
  // CHECK: scalar.mlir:[[#@LINE+1]]:21: note: run the passes that lower 'wave' before the pipeline, or have the dialect contribute them (sg::LoweringInterface, mlir::ConvertToLLVMPatternInterface)
  %first, %second = wave.faulty "none" %x, %x : (f64, f64) -> (f64, f64)
  return %second : f64
}
//--- kernel.mlir
func.func @f(%x: tensor<4xf64>) -> tensor<4xf64> {
  %y = linalg.map ins(%x : tensor<4xf64>) outs(%x : tensor<4xf64>) (%a: f64, %b: f64) {
    // CHECK: kernel.mlir:[[#@LINE+2]]:23: error: 'wave.faulty' op cannot be computed on a GPU
    // CHECK: kernel.mlir:[[#@LINE+1]]:23: note: write it in terms of other ops, or let the dialect 'wave' contribute a lowering (sg::LoweringInterface, mlir::ConvertToLLVMPatternInterface)
    %first, %second = wave.faulty "none" %a, %b : (f64, f64) -> (f64, f64)
    linalg.yield %second : f64
  }
  return %y : tensor<4xf64>
}
//--- unregistered.mlir
func.func @f(%x: f64) -> f64 {
  // CHECK: unregistered.mlir:[[#@LINE+2]]:8: error: 'foreign.sin' op is unknown: its dialect is not registered here
  // CHECK: unregistered.mlir:[[#@LINE+1]]:8: note: run the passes that lower 'foreign' before the pipeline, in a tool that knows the dialect
  %y = "foreign.sin"(%x) : (f64) -> f64
  return %y : f64
}
