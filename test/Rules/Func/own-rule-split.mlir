// The split form of functions with custom rules. The forward half runs once for
// several cotangents. Both halves may in turn serve as a rule.
//
// RUN: split-file %s %t
// RUN: sg-opt %t/program.mlir --grad-request-derivative="function=f mode=split name=f_split" \
// RUN:   --grad-request-derivative="function=loop mode=split name=loop_split" --grad-expand-derivatives \
// RUN:   | sed -e '/^module {$/d' -e '/^}$/d' | cat - %t/uses.mlir > %t/whole.mlir
// RUN: sg-run %t/whole.mlir --function=of_f --input=3 --input=4 --expected-output='9 120 840 120 840'
// RUN: sg-run %t/whole.mlir --function=of_loop --input=1 --input=2 --expected-output='64 230400 -115200'
// RUN: sg-run %t/whole.mlir --function=of_loop --input=1 --input=0 --expected-output='1 1 -0.5'
// RUN: sg-run %t/whole.mlir --function=as_rule --input=1 --input=2 \
// RUN:   --expected-output='230400 230400 55756800 55756800 55756800'
// The combined derivative gives the same result.
// RUN: sed -e 's/@again/@loop/' %t/uses.mlir | sed -n '/one rule/,$p' | cat %t/program.mlir - \
// RUN:   | sg-run - --function=as_rule --input=1 --input=2 --expected-output='230400 230400 55756800 55756800 55756800'

//--- program.mlir
// x^2 with a rule that returns 10 n x.
func.func private @f_fwd(%x: f64, %n: i32) -> (f64, f64, i32) {
  %ten = arith.constant 10.0 : f64
  %y = func.call @f(%x, %n) : (f64, i32) -> f64
  %r = arith.mulf %ten, %x : f64
  return %y, %r, %n : f64, f64, i32
}
func.func private @f_bwd(%r: f64, %n: i32, %c: f64) -> f64 {
  %k = arith.sitofp %n : i32 to f64
  %d = arith.mulf %r, %c : f64
  %e = arith.mulf %d, %k : f64
  return %e : f64
}
func.func @f(%x: f64, %n: i32) -> f64
    attributes {no_inline, grad.custom_vjp = {forward = @f_fwd, backward = @f_bwd}} {
  %y = arith.mulf %x, %x : f64
  return %y : f64
}
// 2 x with a rule that returns 2 x as its derivative, like the function itself.
func.func private @twice_jvp(%x: f64, %t: f64) -> (f64, f64) {
  %y = func.call @twice(%x) : (f64) -> f64
  %d = arith.mulf %y, %t : f64
  return %y, %d : f64, f64
}
func.func private @twice(%x: f64) -> f64 attributes {no_inline, grad.custom_jvp = @twice_jvp} {
  %y = arith.addf %x, %x : f64
  return %y : f64
}
// Each trip maps c to 4 c^2 with the derivative 30 (2 c) (2 c), and this one
// with the derivative 60 (2 c) (2 c). From 1, two trips give 4 and 64, then 120
// * 1920, and 240 * 1920 + 120 * 3840 * 120.
func.func @loop(%x: f64, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %three = arith.constant 3 : i32
  %y = scf.for %i = %c0 to %n step %c1 iter_args(%c = %x) -> f64 {
    %d = func.call @twice(%c) : (f64) -> f64
    %e = func.call @f(%d, %three) : (f64, i32) -> f64
    scf.yield %e : f64
  }
  return %y : f64
}

//--- uses.mlir
// One forward half serves two cotangents, in either order.
func.func @of_f(%x: f64, %n: i32) -> tensor<5xf64> {
  %one = arith.constant 1.0 : f64
  %seven = arith.constant 7.0 : f64
  %r:3 = call @f_split_fwd(%x, %n) : (f64, i32) -> (f64, f64, i32)
  %a = call @f_split_bwd(%r#1, %r#2, %one) : (f64, i32, f64) -> f64
  %b = call @f_split_bwd(%r#1, %r#2, %seven) : (f64, i32, f64) -> f64
  %c = call @f_split_bwd(%r#1, %r#2, %one) : (f64, i32, f64) -> f64
  %d = call @f_split_bwd(%r#1, %r#2, %seven) : (f64, i32, f64) -> f64
  %y = tensor.from_elements %r#0, %a, %b, %c, %d : tensor<5xf64>
  return %y : tensor<5xf64>
}
func.func @of_loop(%x: f64, %n: index) -> tensor<3xf64> {
  %one = arith.constant 1.0 : f64
  %minus = arith.constant -0.5 : f64
  %r:5 = call @loop_split_fwd(%x, %n)
      : (f64, index) -> (f64, index, tensor<?xf64>, tensor<?xi32>, tensor<?xf64>)
  %a = call @loop_split_bwd(%r#1, %r#2, %r#3, %r#4, %one)
      : (index, tensor<?xf64>, tensor<?xi32>, tensor<?xf64>, f64) -> f64
  %b = call @loop_split_bwd(%r#1, %r#2, %r#3, %r#4, %minus)
      : (index, tensor<?xf64>, tensor<?xi32>, tensor<?xf64>, f64) -> f64
  %y = tensor.from_elements %r#0, %a, %b : tensor<3xf64>
  return %y : tensor<3xf64>
}
// The halves serve as a rule: the body of the function does not matter.
func.func private @again(%x: f64, %n: index) -> f64
    attributes {no_inline, grad.custom_vjp = {forward = @loop_split_fwd, backward = @loop_split_bwd}} {
  return %x : f64
}
// With one rule: the derivative in both modes, and the second derivative.
func.func private @slope(%x: f64, %n: index) -> f64 {
  %y:2 = grad.value_and_grad @again(%x, %n) : (f64, index) -> (f64, f64)
  return %y#1 : f64
}
func.func private @along(%x: f64, %n: index) -> f64 {
  %one = arith.constant 1.0 : f64
  %y:2 = grad.jvp @again(%x, %n) tangents(%one) : (f64, index, f64) -> (f64, f64)
  return %y#1 : f64
}
func.func @as_rule(%x: f64, %n: index) -> tensor<5xf64> {
  %one = arith.constant 1.0 : f64
  %a = call @along(%x, %n) : (f64, index) -> f64
  %b:2 = grad.value_and_grad @slope(%x, %n) : (f64, index) -> (f64, f64)
  %c:2 = grad.jvp @slope(%x, %n) tangents(%one) : (f64, index, f64) -> (f64, f64)
  %d:2 = grad.value_and_grad @along(%x, %n) : (f64, index) -> (f64, f64)
  %y = tensor.from_elements %a, %b#0, %b#1, %c#1, %d#1 : tensor<5xf64>
  return %y : tensor<5xf64>
}
