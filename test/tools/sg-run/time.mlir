// --time prints one machine-readable line to standard error; results stay on
// standard output.

// RUN: sg-run %s --function=f --input=2 --repeat=5 --time 2> %t.time | FileCheck %s --check-prefix=RESULT
// RUN: FileCheck %s --input-file=%t.time --match-full-lines --strict-whitespace
//      CHECK:time: min {{[0-9]+\.[0-9]+}} ms, median {{[0-9]+\.[0-9]+}} ms, max {{[0-9]+\.[0-9]+}} ms, runs 5, compile {{[0-9]+\.[0-9]+}} ms
//  CHECK-NOT:{{.}}
// RESULT: result[0]: f32=4

// Without a number one run is timed.
// RUN: sg-run %s --function=f --input=2 --time 2>&1 | FileCheck %s --check-prefix=ONE
// ONE: runs 1, compile

// Each run receives the original donated argument.
// RUN: sg-run %s --function=set --donate=0 --input=2xf32=1 --repeat=3 | FileCheck %s --check-prefix=DONATED
// DONATED: result[0]: 2xf32=1 2
func.func @f(%x: f32) -> f32 {
  %0 = arith.mulf %x, %x : f32
  return %0 : f32
}
func.func @set(%x: tensor<?xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = tensor.extract %x[%c0] : tensor<?xf32>
  %b = tensor.extract %x[%c1] : tensor<?xf32>
  %sum = arith.addf %a, %b : f32
  %0 = tensor.insert %sum into %x[%c1] : tensor<?xf32>
  return %0 : tensor<?xf32>
}
