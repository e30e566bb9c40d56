// RUN: %operation %s
//
// Operation: embedding
// Front end: linalg on memrefs
// Data: uniform:7x11xbf16,seed=1 values:7xi16:5,0,5,6,1,1,0 zeros:7x11xbf16
//
// A gather in linalg, on memrefs.

func.func @gather(%table: memref<?x?xbf16>, %rows: memref<?xi16>,
                  %out: memref<?x?xbf16>) {
  linalg.generic {
    indexing_maps = [affine_map<(i, e) -> (i)>, affine_map<(i, e) -> (i, e)>],
    iterator_types = ["parallel", "parallel"]
  } ins(%rows : memref<?xi16>) outs(%out : memref<?x?xbf16>) {
  ^bb0(%number: i16, %old: bf16):
    %row = arith.index_castui %number : i16 to index
    %e = linalg.index 1 : index
    %v = memref.load %table[%row, %e] : memref<?x?xbf16>
    linalg.yield %v : bf16
  }
  return
}
