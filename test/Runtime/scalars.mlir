// Native code receives scalars of types that LLVM lacks: 8-bit floats and
// signed integers.

// RUN: sg-run %s --function=floats --input=57344 --input=-448 | FileCheck %s --check-prefix=FLOATS
// FLOATS: result[0]: f8E4M3FN=-448
// FLOATS-NEXT: result[1]: f8E5M2=57344
func.func @floats(%a: f8E5M2, %b: f8E4M3FN) -> (f8E4M3FN, f8E5M2) {
  return %b, %a : f8E4M3FN, f8E5M2
}

// RUN: sg-run %s --function=integers --input=255 --input=-32768 --input=18446744073709551615 | FileCheck %s --check-prefix=INTEGERS
// INTEGERS: result[0]: si16=-32768
// INTEGERS-NEXT: result[1]: ui64=18446744073709551615
// INTEGERS-NEXT: result[2]: ui8=255
func.func @integers(%a: ui8, %b: si16, %c: ui64) -> (si16, ui64, ui8) {
  return %b, %c, %a : si16, ui64, ui8
}
