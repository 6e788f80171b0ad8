// RUN: sg-opt %s --sg-map-contractions --cse | FileCheck %s
// RUN: sg-opt %s --sg-map-contractions=tensor-cores=false | FileCheck %s --check-prefix=NONE
// NONE-NOT: nvvm.mma.sync
// The choice depends on the chip's features and on the alignment of memory.
// RUN: sg-opt %s --sg-lower-to-nvvm=chip=sm_75 | FileCheck %s --check-prefix=OLD
// RUN: sg-opt %s --sg-lower-to-nvvm=chip=sm_80 | FileCheck %s --check-prefix=NEW
// OLD-NOT: mma.sync
// NEW-DAG: ldmatrix.sync.aligned.m8n8.x4.shared.b16
// NEW-DAG: ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16
// NEW-DAG: mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32
// NEW-DAG: mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32
// NEW-DAG: ld.global.v4.b32

// A warp computes 32 by 64 of 128 by 128 elements, with 64 accumulators per
// thread. The operand that is contiguous along k is stored by rows, the other
// by k, and is transposed when it is loaded.
// CHECK-LABEL: func.func @large(
// CHECK:       gpu.launch {{.*}} threads({{.*}} = %c256{{[_0-9]*}}, {{.*}} workgroup([[A:%[a-z0-9]+]] : memref<128x40xf16, {{.*}}>, [[B:%[a-z0-9]+]] : memref<32x136xf16, {{.*}}>)
// CHECK:       scf.for {{.*}} iter_args(
// CHECK-COUNT-4: vector.store {{.*}}, vector<8xf16>
// CHECK:         gpu.barrier
// CHECK-COUNT-4: vector.load {{.*}}, vector<8xf16>
// CHECK-COUNT-2: nvgpu.ldmatrix [[A]]{{.*}} {numTiles = 4 : i32, transpose = false}
// CHECK-COUNT-4: nvgpu.ldmatrix [[B]]{{.*}} {numTiles = 4 : i32, transpose = true}
// CHECK-COUNT-16: nvvm.mma.sync {{.*}}shape = #nvvm.shape<m = 16, n = 8, k = 16>} : (vector<2xf16>, vector<2xf16>, f32)
// CHECK-COUNT-2: nvgpu.ldmatrix [[A]]
// CHECK-COUNT-4: nvgpu.ldmatrix [[B]]
// CHECK-COUNT-16: nvvm.mma.sync
// CHECK-NOT:   nvvm.mma.sync
// CHECK:         gpu.barrier
func.func @large(%x: memref<4096x4096xf16>, %y: memref<4096x4096xf16>, %z: memref<4096x4096xf32>) {
  linalg.matmul ins(%x, %y : memref<4096x4096xf16>, memref<4096x4096xf16>) outs(%z : memref<4096x4096xf32>)
  return
}

// For a small result four warps share k. bf16 registers are integers, and such
// narrow results accumulate in f32.
// CHECK-LABEL: func.func @small(
// CHECK:       gpu.launch {{.*}} threads({{.*}} = %c128{{[_0-9]*}}, {{.*}} memref<32x72xbf16, {{.*}} memref<64x40xbf16, {{.*}} memref<4x32x32xf32,
// CHECK:       nvvm.mma.sync {{.*}}multiplicandAPtxType = #nvvm.mma_type<bf16>{{.*}} : (i32, i32, f32)
// CHECK:       arith.truncf {{.*}} : f32 to bf16
func.func @small(%x: memref<64x256xbf16>, %y: memref<256x64xbf16>, %z: memref<64x64xbf16>) {
  linalg.matmul ins(%x, %y : memref<64x256xbf16>, memref<256x64xbf16>) outs(%z : memref<64x64xbf16>)
  return
}

// Not for few rows, columns or k, nor for other types.
// CHECK-LABEL: func.func @others(
// CHECK-COUNT-5: gpu.launch
// CHECK-NOT:   nvvm.mma.sync
func.func @others(%x: memref<8x16xf16>, %y: memref<16x8xf16>, %z: memref<8x8xf16>, %u: memref<16x16xf16>, %v: memref<16x7xf16>, %w: memref<16x7xf16>,
                  %s: memref<16x8xf16>, %t: memref<8x16xf16>, %f: memref<16x16xf32>, %d: memref<16x16xf64>) {
  linalg.matmul ins(%x, %y : memref<8x16xf16>, memref<16x8xf16>) outs(%z : memref<8x8xf16>)
  linalg.matmul ins(%u, %v : memref<16x16xf16>, memref<16x7xf16>) outs(%w : memref<16x7xf16>)
  linalg.matmul ins(%s, %t : memref<16x8xf16>, memref<8x16xf16>) outs(%u : memref<16x16xf16>)
  linalg.matmul ins(%f, %f : memref<16x16xf32>, memref<16x16xf32>) outs(%f : memref<16x16xf32>)
  linalg.matmul ins(%u, %u : memref<16x16xf16>, memref<16x16xf16>) outs(%d : memref<16x16xf64>)
  return
}
