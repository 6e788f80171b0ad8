func.func @f(%x: f64, %n: index) -> f64 {
  %one = arith.constant 1 : index
  %zero = arith.constant 0 : index
  %three = arith.constant 3 : index
  %m = memref.alloc(%three, %three) : memref<?x?xf64>
  linalg.fill ins(%x : f64) outs(%m : memref<?x?xf64>)
  %v = memref.subview %m[0, 0] [%n, %n] [1, 1] : memref<?x?xf64> to memref<?x?xf64, strided<[?, 1]>>
  %c = memref.cast %v : memref<?x?xf64, strided<[?, 1]>> to memref<?x?xf64>
  %r = memref.load %c[%one, %zero] : memref<?x?xf64>
  return %r : f64
}
