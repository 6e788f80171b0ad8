// Loops over f32 call vector functions of SLEEF or glibc, and a scalar function
// for the tail.
// RUN: sg-run %s --device=cpu --function=f --input="4xf32=1" --dump-object=%t.o
// RUN: llvm-nm -u %t.o | FileCheck %s
// RUN: sg-run %s --function=f --input="9xf32=0 0 0 0 0 0 0 0 0" --expected-output="9xf32=-0.27234155" --tolerance=1e-5

// CHECK-DAG: U {{Sleef_expf[0-9]+_u10|_ZGV[a-z]N[0-9]+v_expf}}
// CHECK-DAG: U _ZGV{{[a-z]}}N{{[0-9]+}}v_tanhf
// CHECK-DAG: U {{Sleef_logf[0-9]+_u10|_ZGV[a-z]N[0-9]+v_logf}}
func.func @f(%x: tensor<?xf32>) -> tensor<?xf32> {
  %a = math.exp %x : tensor<?xf32>
  %b = math.tanh %a : tensor<?xf32>
  %c = math.log %b : tensor<?xf32>
  return %c : tensor<?xf32>
}

// A sine and a cosine of the same elements become two vector calls.
// RUN: sg-run %s --device=cpu --function=turn --input="64xf32=1" --dump-object=%t.turn.o
// RUN: llvm-nm -u %t.turn.o | FileCheck %s --check-prefix=TURN --implicit-check-not='U sin' --implicit-check-not='U cos'
// TURN-DAG: U _ZGV{{[a-z]}}N{{[0-9]+}}v_sinf
// TURN-DAG: U _ZGV{{[a-z]}}N{{[0-9]+}}v_cosf
func.func @turn(%x: tensor<64xf32>) -> (tensor<64xf32>, tensor<64xf32>) {
  %s, %c = math.sincos %x : tensor<64xf32>
  return %s, %c : tensor<64xf32>, tensor<64xf32>
}
