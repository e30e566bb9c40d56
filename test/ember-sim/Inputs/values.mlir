// Functions that hand their arguments on, to see what arrives.

func.func @f32(%x: memref<?xf32>) -> memref<?xf32> {
  return %x : memref<?xf32>
}
func.func @f32_matrix(%x: memref<?x?xf32>) -> memref<?x?xf32> {
  return %x : memref<?x?xf32>
}
func.func @f32_fixed(%x: memref<2x3xf32>) {
  return
}
func.func @f32_strided(%x: memref<?x?xf32, strided<[?, ?], offset: ?>>)
    -> memref<?x?xf32, strided<[?, ?], offset: ?>> {
  return %x : memref<?x?xf32, strided<[?, ?], offset: ?>>
}
func.func @f32_columns(%x: memref<3x2xf32, strided<[1, 3]>>)
    -> memref<3x2xf32, strided<[1, 3]>> {
  return %x : memref<3x2xf32, strided<[1, 3]>>
}
func.func @f64(%x: memref<?xf64>) -> memref<?xf64> {
  return %x : memref<?xf64>
}
func.func @bf16(%x: memref<?xbf16>) -> memref<?xbf16> {
  return %x : memref<?xbf16>
}
func.func @f16(%x: memref<?xf16>) -> memref<?xf16> {
  return %x : memref<?xf16>
}
func.func @i1(%x: memref<?xi1>) -> memref<?xi1> {
  return %x : memref<?xi1>
}
func.func @i32(%x: memref<?xi32>) -> memref<?xi32> {
  return %x : memref<?xi32>
}
func.func @index(%x: memref<?xindex>) -> memref<?xindex> {
  return %x : memref<?xindex>
}
func.func @rank0(%x: memref<f32>) -> memref<f32> {
  return %x : memref<f32>
}
func.func @scalars(%a: i1, %b: i8, %c: index, %d: f32, %e: f64, %f: i64)
    -> (i1, i8, index, f32, f64, i64) {
  return %a, %b, %c, %d, %e, %f : i1, i8, index, f32, f64, i64
}
func.func @sizes(%s: !llvm.struct<(array<2 x i64>, array<3 x i64>)>) -> (i64, i64) {
  %a = llvm.extractvalue %s[0, 1] : !llvm.struct<(array<2 x i64>, array<3 x i64>)>
  %b = llvm.extractvalue %s[1, 2] : !llvm.struct<(array<2 x i64>, array<3 x i64>)>
  return %a, %b : i64, i64
}
func.func @mixed(%s: !llvm.struct<(i8, i64, struct<packed (i8, i32)>, i16)>)
    -> (i8, !llvm.struct<(i8, i64, struct<packed (i8, i32)>, i16)>, i64, i32, i16) {
  %a = llvm.extractvalue %s[0] : !llvm.struct<(i8, i64, struct<packed (i8, i32)>, i16)>
  %b = llvm.extractvalue %s[1] : !llvm.struct<(i8, i64, struct<packed (i8, i32)>, i16)>
  %c = llvm.extractvalue %s[2, 1] : !llvm.struct<(i8, i64, struct<packed (i8, i32)>, i16)>
  %d = llvm.extractvalue %s[3] : !llvm.struct<(i8, i64, struct<packed (i8, i32)>, i16)>
  return %a, %s, %b, %c, %d
      : i8, !llvm.struct<(i8, i64, struct<packed (i8, i32)>, i16)>, i64, i32, i16
}
func.func @two(%x: memref<?xf32>, %y: memref<?xf32>) -> (memref<?xf32>, index) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %x, %c0 : memref<?xf32>
  %v = memref.load %x[%c0] : memref<?xf32>
  memref.store %v, %y[%c0] : memref<?xf32>
  return %y, %n : memref<?xf32>, index
}
func.func @unranked(%x: memref<*xf32>) {
  return
}
func.func @freed(%n: index) -> memref<?xf32> {
  %x = memref.alloc(%n) : memref<?xf32>
  memref.dealloc %x : memref<?xf32>
  return %x : memref<?xf32>
}
func.func @allocated(%n: index) -> memref<?xindex> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %x = memref.alloc(%n) : memref<?xindex>
  scf.for %i = %c0 to %n step %c1 {
    memref.store %i, %x[%i] : memref<?xindex>
  }
  return %x : memref<?xindex>
}
