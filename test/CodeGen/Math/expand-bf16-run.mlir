// Conversions to bf16 and f16 round once and keep subnormal numbers, on each
// processor. LLVM uses an x86 instruction that flushes subnormal numbers to
// zero, and it rounds integers to f32 first. Results are compared as bits.
//
// DEFINE: %{x} = --input="7xf32=1e-40 -1e-40 4.5e-41 1.0039064 3.4e38 2 -inf"
// RUN: sg-run %s --function=truncate --threads=1 %{x} | FileCheck %s --check-prefix=TRUNCATE
// RUN: sg-run %s --function=truncate --device=reference --reference-rounding=each-op %{x} | FileCheck %s --check-prefix=TRUNCATE
// RUN: %if x86_64 %{ sg-run %s --function=truncate --threads=1 --cpu=x86-64-v3 %{x} | FileCheck %s --check-prefix=TRUNCATE %}
// RUN: %if gpu %{ sg-run %s --function=truncate --device=emulated %{x} | FileCheck %s --check-prefix=TRUNCATE %}
// TRUNCATE: 7xi16=1 -32767 0 16257 32640 16384 -128
// RUN: sg-run %s --function=add --threads=1 --input="3xbf16=9.1835e-41 -9.1835e-41 1" | FileCheck %s --check-prefix=ADD
// ADD: 3xi16=2 -32766 16384
// RUN: sg-run %s --function=scalar --input=1e-40 | FileCheck %s --check-prefix=SCALAR
// SCALAR: =1{{$}}

// DEFINE: %{w} = --input="10xf64=1.0039062500000002 -1.0039062500000002 1.00390625 1e300 1e-40 1e-310 1.00048828125 1.0004882812500002 65519.9999 2.980232238769533e-8"
// RUN: sg-run %s --function=wide --device=reference --reference-rounding=each-op %{w} | FileCheck %s --check-prefix=WIDE
// RUN: sg-run %s --function=wide --threads=1 %{w} | FileCheck %s --check-prefix=WIDE
// RUN: %if gpu %{ sg-run %s --function=wide --device=emulated %{w} | FileCheck %s --check-prefix=WIDE %}
// WIDE: 10xi16=16257 -16511 16256 32640 1 0 16256 16256 18304 13056
// WIDE: 10xi16=15364 -17404 15364 31744 0 0 15360 15361 31743 1

// The integers are 2^40 + 2^32 + 1, its negative, the ends of the range, 2^24 +
// 2^16 + 1, and 2^56 + 2^48 + 1, which f64 also rounds.
// DEFINE: %{n} = --input="7xi64=1103806595073 -1103806595073 9223372036854775807 -9223372036854775808 16842753 72339069014638593 3"
// RUN: sg-run %s --function=i64 --device=reference --reference-rounding=each-op %{n} | FileCheck %s --check-prefix=I64
// RUN: sg-run %s --function=i64 --threads=1 %{n} | FileCheck %s --check-prefix=I64
// RUN: %if gpu %{ sg-run %s --function=i64 --device=emulated %{n} | FileCheck %s --check-prefix=I64 %}
// I64: 7xi16=21377 -11391 24320 -8448 19329 23425 16448
// I64: 7xi16=21377 24448 24320 24320 19329 23425 16448
// I64: 7xi16=31744 -1024 31744 -1024 31744 31744 16896
// RUN: sg-run %s --function=i32 --threads=1 --input="4xi32=16842753 -16842753 2147483647 -2147483648" | FileCheck %s --check-prefix=I32
// I32: 4xi16=19329 -13439 20224 -12544
// I32: 4xi16=19329 20351 20224 20224

func.func @truncate(%x: tensor<?xf32>) -> tensor<?xi16> {
  %a = arith.truncf %x : tensor<?xf32> to tensor<?xbf16>
  %b = arith.bitcast %a : tensor<?xbf16> to tensor<?xi16>
  return %b : tensor<?xi16>
}
func.func @scalar(%x: f32) -> i16 {
  %a = arith.truncf %x : f32 to bf16
  %b = arith.bitcast %a : bf16 to i16
  return %b : i16
}
func.func @add(%x: tensor<?xbf16>) -> tensor<?xi16> {
  %a = arith.addf %x, %x : tensor<?xbf16>
  %b = arith.bitcast %a : tensor<?xbf16> to tensor<?xi16>
  return %b : tensor<?xi16>
}
func.func @wide(%x: tensor<?xf64>) -> (tensor<?xi16>, tensor<?xi16>) {
  %a = arith.truncf %x : tensor<?xf64> to tensor<?xbf16>
  %b = arith.bitcast %a : tensor<?xbf16> to tensor<?xi16>
  %c = arith.truncf %x : tensor<?xf64> to tensor<?xf16>
  %d = arith.bitcast %c : tensor<?xf16> to tensor<?xi16>
  return %b, %d : tensor<?xi16>, tensor<?xi16>
}
func.func @i64(%n: tensor<?xi64>) -> (tensor<?xi16>, tensor<?xi16>, tensor<?xi16>) {
  %a = arith.sitofp %n : tensor<?xi64> to tensor<?xbf16>
  %b = arith.bitcast %a : tensor<?xbf16> to tensor<?xi16>
  %c = arith.uitofp %n : tensor<?xi64> to tensor<?xbf16>
  %d = arith.bitcast %c : tensor<?xbf16> to tensor<?xi16>
  %e = arith.sitofp %n : tensor<?xi64> to tensor<?xf16>
  %f = arith.bitcast %e : tensor<?xf16> to tensor<?xi16>
  return %b, %d, %f : tensor<?xi16>, tensor<?xi16>, tensor<?xi16>
}
func.func @i32(%n: tensor<?xi32>) -> (tensor<?xi16>, tensor<?xi16>) {
  %a = arith.sitofp %n : tensor<?xi32> to tensor<?xbf16>
  %b = arith.bitcast %a : tensor<?xbf16> to tensor<?xi16>
  %c = arith.uitofp %n : tensor<?xi32> to tensor<?xbf16>
  %d = arith.bitcast %c : tensor<?xbf16> to tensor<?xi16>
  return %b, %d : tensor<?xi16>, tensor<?xi16>
}
