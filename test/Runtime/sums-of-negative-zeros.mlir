// A sum of -0 is -0, in kernels and in native code, on one thread and on two.

// DEFINE: %{size} = 3
// DEFINE: %{options} = --device=cpu
// DEFINE: %{sum} = sg-run %s --function=tensor --input=%{size}xf32=-0.0 %{options} | FileCheck %s
// RUN: %{sum}
// REDEFINE: %{options} = --device=cpu --threads=2 --least-work=0
// REDEFINE: %{size} = 8193
// RUN: %{sum}
// REDEFINE: %{options} = --device=reference
// RUN: %{sum}
// RUN: sg-run %s --function=vector --input=-0.0 --device=cpu | FileCheck %s
// RUN: sg-run %s --function=vector --input=-0.0 --device=reference | FileCheck %s
// RUN: sg-run %s --function=narrow --input=-0.0 --device=cpu | FileCheck %s
// RUN: sg-run %s --function=narrow --input=-0.0 --device=reference | FileCheck %s
// CHECK: result[0]: {{.*}}=-0{{$}}

#m = affine_map<(d0) -> (d0)>
#z = affine_map<(d0) -> ()>
func.func @tensor(%x: tensor<?xf32>) -> tensor<f32> {
  %i = arith.constant -0.0 : f32
  %e = tensor.empty() : tensor<f32>
  %o = linalg.fill ins(%i : f32) outs(%e : tensor<f32>) -> tensor<f32>
  %r = linalg.generic {indexing_maps = [#m, #z], iterator_types = ["reduction"]} ins(%x : tensor<?xf32>) outs(%o : tensor<f32>) {
  ^bb0(%a: f32, %b: f32):
    %c = arith.addf %a, %b : f32
    linalg.yield %c : f32
  } -> tensor<f32>
  return %r : tensor<f32>
}

func.func @vector(%x: f32) -> f32 {
  %v = vector.broadcast %x : f32 to vector<5xf32>
  %r = vector.reduction <add>, %v : vector<5xf32> into f32
  return %r : f32
}

func.func @narrow(%x: bf16) -> bf16 {
  %v = vector.broadcast %x : bf16 to vector<8xbf16>
  %r = vector.reduction <add>, %v fastmath<reassoc> : vector<8xbf16> into bf16
  return %r : bf16
}
