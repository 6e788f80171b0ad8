// A vector argument is passed in one register. So vector functions that are
// wider than the processor's registers are not called. LLVM would call them in
// a loop with elements of two sizes, because the smaller size determines its
// vectorization factor.
//
// REQUIRES: x86_64
// DEFINE: %{cpu} = x86-64
// DEFINE: %{run} = sg-run %s --device=cpu --threads=1 --cpu=%{cpu} --function=f --input=0 --input=2 --expected-output="16xf64=0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0"
// DEFINE: %{names} = sg-run %s --device=cpu --cpu=%{cpu} --function=f --input=0 --input=2 --dump-object=%t.o && llvm-nm -u %t.o
// RUN: %{run}
// RUN: %{names} | FileCheck %s --check-prefix=SSE --implicit-check-not=N4v --implicit-check-not=N8v --implicit-check-not=expd4 --implicit-check-not=expd8
// SSE: U {{Sleef_expd2_u10|_ZGVbN2v_exp}}
//
// For other processors the test only compiles.
// RUN: sg-run %s --device=cpu --cpu=x86-64-v3 --function=f --emit=obj --emit-to=%t.avx
// RUN: llvm-nm -u %t.avx.o | FileCheck %s --check-prefix=AVX --implicit-check-not=N8v --implicit-check-not=expd8
// AVX: U {{Sleef_expd4_u10|_ZGVdN4v_exp}}
// RUN: sg-run %s --device=cpu --cpu=x86-64-v4 --function=f --emit=obj --emit-to=%t.avx512
// RUN: llvm-nm -u %t.avx512.o | FileCheck %s --check-prefix=AVX512
// AVX512: U {{Sleef_expd8_u10|_ZGVeN8v_exp}}
func.func @f(%x: tensor<16xf64>, %k: tensor<16xi32>) -> tensor<16xf64> {
  %two = arith.constant 2 : i32
  %empty = tensor.empty() : tensor<16xf64>
  %y = linalg.map ins(%x, %k : tensor<16xf64>, tensor<16xi32>) outs(%empty : tensor<16xf64>)
      (%element: f64, %number: i32, %out: f64) {
    %is_two = arith.cmpi eq, %number, %two : i32
    %one_or_zero = arith.uitofp %is_two : i1 to f64
    %exp = math.exp %element : f64
    %difference = arith.subf %exp, %one_or_zero : f64
    linalg.yield %difference : f64
  }
  return %y : tensor<16xf64>
}
