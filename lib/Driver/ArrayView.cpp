//===- ArrayView.cpp - A strided array in memory --------------------------===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ember/Driver/ArrayView.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/raw_ostream.h"
#include <cassert>

using llvm::ArrayRef;

namespace ember::driver {

std::string formatShape(ArrayRef<int64_t> shape) {
  std::string text;
  llvm::raw_string_ostream os(text);
  os << '(';
  llvm::interleaveComma(shape, os);
  if (shape.size() == 1)
    os << ',';
  os << ')';
  return text;
}

std::optional<int64_t> countElements(ArrayRef<int64_t> shape,
                                     unsigned elementBytes) {
  int64_t bytes = elementBytes;
  int64_t count = 1;
  for (int64_t size : shape) {
    if (size < 0 || llvm::MulOverflow(bytes, std::max<int64_t>(size, 1), bytes))
      return std::nullopt;
    count *= size;
  }
  return count;
}

Shape denseStrides(ArrayRef<int64_t> shape, bool fortranOrder) {
  Shape strides(shape.size(), 1);
  int64_t stride = 1;
  for (size_t i = 0; i < shape.size(); ++i) {
    size_t dim = fortranOrder ? i : shape.size() - 1 - i;
    strides[dim] = stride;
    stride *= std::max<int64_t>(shape[dim], 1);
  }
  return strides;
}

std::optional<std::pair<int64_t, int64_t>>
elementExtent(ArrayRef<int64_t> shape, ArrayRef<int64_t> strides) {
  int64_t low = 0, high = 0;
  for (auto [size, stride] : llvm::zip_equal(shape, strides)) {
    int64_t distance;
    if (llvm::MulOverflow(size - 1, stride, distance))
      return std::nullopt;
    int64_t &end = distance < 0 ? low : high;
    if (llvm::AddOverflow(end, distance, end))
      return std::nullopt;
  }
  return std::make_pair(low, high);
}

int64_t ArrayView::numElements() const {
  int64_t count = 1;
  for (int64_t size : shape)
    count *= size;
  return count;
}

Shape ArrayView::indexOf(int64_t number) const {
  Shape index(shape.size(), 0);
  for (size_t dim = shape.size(); dim > 0; --dim) {
    index[dim - 1] = number % shape[dim - 1];
    number /= shape[dim - 1];
  }
  return index;
}

const uint8_t *ArrayView::addressOf(ArrayRef<int64_t> index) const {
  int64_t offset = 0;
  for (auto [position, stride] : llvm::zip_equal(index, strides))
    offset += position * stride;
  return data + offset * getBytes(type);
}

void forEachRun(
    const ArrayView &first, const ArrayView &second,
    llvm::function_ref<bool(const uint8_t *, const uint8_t *, int64_t)> visit) {
  assert(first.type == second.type && first.shape == second.shape &&
         "only arrays of one type and shape have common runs");
  if (first.numElements() == 0)
    return;
  // The innermost dimensions that are dense together form one run.
  ArrayRef<int64_t> shape = first.shape;
  int64_t run = 1;
  size_t outer = shape.size();
  while (outer > 0 &&
         (shape[outer - 1] == 1 || (first.strides[outer - 1] == run &&
                                    second.strides[outer - 1] == run)))
    run *= shape[--outer];

  const int64_t bytes = getBytes(first.type);
  Shape index(outer, 0);
  const uint8_t *address1 = first.data, *address2 = second.data;
  while (visit(address1, address2, run)) {
    size_t dim = outer;
    for (; dim > 0; --dim) {
      const int64_t stride1 = first.strides[dim - 1] * bytes;
      const int64_t stride2 = second.strides[dim - 1] * bytes;
      address1 += stride1;
      address2 += stride2;
      if (++index[dim - 1] < shape[dim - 1])
        break;
      address1 -= shape[dim - 1] * stride1;
      address2 -= shape[dim - 1] * stride2;
      index[dim - 1] = 0;
    }
    if (dim == 0)
      return;
  }
}

void forEachRun(const ArrayView &array,
                llvm::function_ref<bool(const uint8_t *, int64_t)> visit) {
  forEachRun(array, array,
             [&](const uint8_t *address, const uint8_t *, int64_t count) {
               return visit(address, count);
             });
}

} // namespace ember::driver
