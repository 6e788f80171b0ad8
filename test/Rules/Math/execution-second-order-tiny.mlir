// Second derivatives of tanh, asin, acos and atanh keep their digits for tiny
// x, where 1 - x and 1 + x round to 1. They are -2 x, x, -x and 2 x.

// RUN: sg-run %s --function=element --input=1e-8 --device=cpu | FileCheck %s
// RUN: sg-run %s --function=element --input=1e-8 --device=reference --reference-rounding=each-op | FileCheck %s
// CHECK: result[0]: f32=-2e-08
// CHECK: result[1]: f32=1e-08
// CHECK: result[2]: f32=-1e-08
// CHECK: result[3]: f32=2e-08

func.func @tanh(%x: f32) -> f32 {
  %y = math.tanh %x : f32
  return %y : f32
}
func.func @d_tanh(%x: f32) -> f32 {
  %y, %d = grad.value_and_grad @tanh(%x) : (f32) -> (f32, f32)
  return %d : f32
}

func.func @asin(%x: f32) -> f32 {
  %y = math.asin %x : f32
  return %y : f32
}
func.func @d_asin(%x: f32) -> f32 {
  %y, %d = grad.value_and_grad @asin(%x) : (f32) -> (f32, f32)
  return %d : f32
}

func.func @acos(%x: f32) -> f32 {
  %y = math.acos %x : f32
  return %y : f32
}
func.func @d_acos(%x: f32) -> f32 {
  %y, %d = grad.value_and_grad @acos(%x) : (f32) -> (f32, f32)
  return %d : f32
}

func.func @atanh(%x: f32) -> f32 {
  %y = math.atanh %x : f32
  return %y : f32
}
func.func @d_atanh(%x: f32) -> f32 {
  %y, %d = grad.value_and_grad @atanh(%x) : (f32) -> (f32, f32)
  return %d : f32
}

func.func @element(%x: f32) -> (f32, f32, f32, f32) {
  %y0, %d0 = grad.value_and_grad @d_tanh(%x) : (f32) -> (f32, f32)
  %y1, %d1 = grad.value_and_grad @d_asin(%x) : (f32) -> (f32, f32)
  %y2, %d2 = grad.value_and_grad @d_acos(%x) : (f32) -> (f32, f32)
  %y3, %d3 = grad.value_and_grad @d_atanh(%x) : (f32) -> (f32, f32)
  return %d0, %d1, %d2, %d3 : f32, f32, f32, f32
}
