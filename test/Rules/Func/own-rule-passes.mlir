// Passes before differentiation keep custom rules: of a function that equals
// another one except for its rule, and a rule that only the other mode needs.
// Excluded: upstream's remove-dead-values, which frees a call twice in
// functions like these (22.1.8, by AddressSanitizer).
//
// DEFINE: %{ask} = --grad-request-derivative="function=f name=slope" --grad-request-derivative="function=f name=along mode=jvp"
// RUN: sg-opt %s --inline --canonicalize --cse --sccp %{ask} | FileCheck %s
// RUN: sg-opt %s --symbol-privatize="exclude=f" --duplicate-function-elimination %{ask} | FileCheck %s
// RUN: sg-opt %s --symbol-dce %{ask} | FileCheck %s
// RUN: sg-opt %s --symbol-privatize="exclude=f" --inline --sccp --canonicalize --cse \
// RUN:   --duplicate-function-elimination --symbol-dce %{ask} -o %t.mlir
// RUN: sg-run %t.mlir --function=slope --input=1 --expected-output=1 --expected-output=126
// RUN: sg-run %t.mlir --function=along --input=1 --input=1 --expected-output=1 --expected-output=126

// CHECK-DAG: func.func private @seven({{.*}} attributes {grad.custom_vjp = {backward = @{{[a-z_]+}}, forward = @seven_fwd}, no_inline}
// CHECK-DAG: func.func private @nine({{.*}} attributes {grad.custom_vjp = {backward = @{{[a-z_]+}}, forward = @nine_fwd}, no_inline}
// CHECK-DAG: func.func private @two({{.*}} attributes {grad.custom_jvp = @two_jvp, no_inline}
// CHECK-DAG: func.func private @two_jvp(
func.func private @seven_bwd(%r: f64, %c: f64) -> f64 {
  %d = arith.mulf %r, %c : f64
  return %d : f64
}
func.func private @nine_bwd(%r: f64, %c: f64) -> f64 {
  %d = arith.mulf %r, %c : f64
  return %d : f64
}
func.func private @seven_fwd(%x: f64) -> (f64, f64) {
  %seven = arith.constant 7.0 : f64
  return %x, %seven : f64, f64
}
func.func private @nine_fwd(%x: f64) -> (f64, f64) {
  %nine = arith.constant 9.0 : f64
  return %x, %nine : f64, f64
}
func.func private @two_jvp(%x: f64, %t: f64) -> (f64, f64) {
  %d = arith.addf %t, %t : f64
  return %x, %d : f64, f64
}
func.func private @seven(%x: f64) -> f64
    attributes {no_inline, grad.custom_vjp = {forward = @seven_fwd, backward = @seven_bwd}} {
  return %x : f64
}
func.func private @nine(%x: f64) -> f64
    attributes {no_inline, grad.custom_vjp = {forward = @nine_fwd, backward = @nine_bwd}} {
  return %x : f64
}
func.func private @two(%x: f64) -> f64 attributes {no_inline, grad.custom_jvp = @two_jvp} {
  return %x : f64
}
func.func private @none(%x: f64) -> f64 {
  return %x : f64
}
func.func @f(%x: f64) -> f64 {
  %a = func.call @none(%x) : (f64) -> f64
  %b = func.call @seven(%a) : (f64) -> f64
  %c = func.call @nine(%b) : (f64) -> f64
  %d = func.call @two(%c) : (f64) -> f64
  return %d : f64
}
