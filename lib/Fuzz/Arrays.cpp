//===- Arrays.cpp - The arrays of a random program ------------------------===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Arrays.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/ScopedPrinter.h"

namespace ember::fuzz {

Type getMLIRType(MLIRContext *context, ElementType type) {
  switch (type) {
  case ElementType::Index:
    return IndexType::get(context);
  case ElementType::BF16:
    return mlir::BFloat16Type::get(context);
  case ElementType::F16:
    return mlir::Float16Type::get(context);
  case ElementType::F32:
    return mlir::Float32Type::get(context);
  case ElementType::F64:
    return mlir::Float64Type::get(context);
  default:
    return IntegerType::get(context, driver::getBits(type));
  }
}

ElementType getElementTypeOf(Type type) {
  std::optional<ElementType> element =
      driver::parseElementType(llvm::to_string(type));
  assert(element && "not a type that arrays have");
  return *element;
}

static std::string formatSizes(ArrayRef<int64_t> sizes) {
  return llvm::join(
      llvm::map_range(sizes, [](int64_t size) { return std::to_string(size); }),
      "x");
}

//===----------------------------------------------------------------------===//
// Arguments
//===----------------------------------------------------------------------===//

BlockArgument Arrays::addBlockArgument(Type type) {
  return function.getBody().front().addArgument(type, function.getLoc());
}

BlockArgument Arrays::addScalar(Type type, std::string text) {
  arguments.emplace_back(std::move(text), 0);
  return addBlockArgument(type);
}

MemRefType Arrays::chooseType(Array &array) {
  Type element = getMLIRType(function.getContext(), array.type);
  const size_t rank = array.sizes.size();
  Shape shape(rank, ShapedType::kDynamic);
  const unsigned kind = rank == 0 ? 0 : dice.weighted({50, 12, 10, 14, 14});
  // Static sizes, some or all.
  if (kind == 1) {
    array.isFixed = true;
    for (auto [size, actual] : llvm::zip_equal(shape, array.sizes))
      if (dice.chance(75))
        size = actual;
  }
  array.hasUnitStride = true;
  if (kind < 2)
    return MemRefType::get(shape, element);
  array.isPooled = true;
  array.sharesPool = array.isFree() && dice.chance(50);
  if (kind == 2)
    return MemRefType::get(shape, element);
  array.isDense = false;
  array.hasUnitStride = kind == 3;
  Shape strides(rank, ShapedType::kDynamic);
  if (array.hasUnitStride)
    strides.back() = 1;
  return MemRefType::get(shape, element,
                         StridedLayoutAttr::get(function.getContext(),
                                                ShapedType::kDynamic, strides));
}

unsigned Arrays::addArgument(const Array &model, ArrayRef<int64_t> sizes) {
  Array array = model;
  array.sizes.assign(sizes.begin(), sizes.end());
  for (int64_t &size : array.sizes)
    if (!array.isFixed)
      size += dice.chance(25) ? dice.between(1, 3) : 0;
  array.isArgument = true;
  array.value = addBlockArgument(chooseType(array));
  arguments.emplace_back("", all.size());
  return addLocal(array);
}

bool Arrays::reach(unsigned number, ArrayRef<int64_t> sizes) {
  Array &array = all[number];
  if (array.sizes.size() != sizes.size())
    return false;
  bool fits = true;
  for (auto [size, wanted] : llvm::zip_equal(array.sizes, sizes))
    fits &= wanted <= size;
  if (fits)
    return true;
  if (array.isFixed)
    return false;
  for (auto [size, wanted] : llvm::zip_equal(array.sizes, sizes))
    size = std::max(size, wanted);
  return true;
}

//===----------------------------------------------------------------------===//
// Data
//===----------------------------------------------------------------------===//

/// The bits of the float of a type that is next to `number`.
static uint64_t toFloatBits(ElementType type, double number) {
  const llvm::fltSemantics &semantics =
      type == ElementType::BF16  ? llvm::APFloat::BFloat()
      : type == ElementType::F16 ? llvm::APFloat::IEEEhalf()
      : type == ElementType::F32 ? llvm::APFloat::IEEEsingle()
                                 : llvm::APFloat::IEEEdouble();
  llvm::APFloat value(number);
  bool isExact;
  value.convert(semantics, llvm::APFloat::rmNearestTiesToEven, &isExact);
  return value.bitcastToAPInt().getZExtValue();
}

/// Bits of a float that code goes wrong with.
static uint64_t chooseSpecialFloat(ElementType type, Dice &dice) {
  const uint64_t sign = uint64_t(1) << (driver::getBits(type) - 1);
  const uint64_t infinity =
      toFloatBits(type, std::numeric_limits<double>::infinity());
  const uint64_t bits = dice.pick<uint64_t>(
      {0, 0, 1, infinity, infinity - 1, infinity | (infinity >> 1),
       dice.bits() % 64 + 1, toFloatBits(type, 1)});
  return dice.chance(50) ? bits | sign : bits;
}

static uint64_t chooseSpecialInteger(ElementType type, Dice &dice) {
  const uint64_t least = uint64_t(1) << (driver::getBits(type) - 1);
  return dice.pick<uint64_t>({0, 1, ~uint64_t(0), least, least - 1, least + 1});
}

/// One element. The style is one of `numStyles` of the whole array.
static constexpr unsigned numStyles = 6;

uint64_t Arrays::chooseElement(const Array &array, unsigned style) {
  const ElementType type = array.type;
  const bool isFloat = driver::isFloat(type);
  switch (array.purpose) {
  case Purpose::Indices:
  case Purpose::Offsets:
    return array.low == array.high
               ? array.low
               : dice.between(array.low, style == 1
                                             ? (array.low + array.high) / 2
                                             : array.high);
  case Purpose::Whole: {
    int64_t number = dice.between(-8, 8);
    return isFloat ? toFloatBits(type, number) : number;
  }
  case Purpose::Elements:
    break;
  }
  switch (style) {
  case 0: // Zeros and a few others.
    if (dice.chance(80))
      return 0;
    break;
  case 5: // The zero that sums keep only if nothing else is added.
    if (dice.chance(90))
      return isFloat ? toFloatBits(type, -0.0) : 0;
    break;
  case 1: // Small numbers.
  {
    int64_t number = dice.between(-4, 4);
    return isFloat ? toFloatBits(type, number) : number;
  }
  case 2: // Many special ones.
    if (dice.chance(25))
      return isFloat ? chooseSpecialFloat(type, dice)
                     : chooseSpecialInteger(type, dice);
    break;
  case 3: // Of all magnitudes.
    if (!isFloat)
      return dice.bits();
    return toFloatBits(
        type,
        std::ldexp(dice.symmetric(), static_cast<int>(dice.between(-40, 40))));
  default:
    break;
  }
  return isFloat ? toFloatBits(type, 2 * dice.symmetric())
                 : dice.between(-100, 100);
}

std::vector<uint64_t> Arrays::chooseElements(const Array &array, size_t count) {
  const unsigned style = dice.between(0, numStyles - 1);
  std::vector<uint64_t> elements;
  for (size_t i = 0; i < count; ++i)
    elements.push_back(chooseElement(array, style));
  // Ascending as far as segments go; sometimes one ends before it begins.
  if (array.purpose == Purpose::Offsets && !dice.chance(10))
    std::sort(elements.begin(), elements.end(), [](uint64_t a, uint64_t b) {
      return static_cast<int64_t>(a) < static_cast<int64_t>(b);
    });
  return elements;
}

static int64_t chooseWrongIndex(const Array &array, Dice &dice) {
  // As a bound, zero-extended, -1 would be a number of iterations without end.
  const bool staysNegative =
      array.type != ElementType::I16 && array.type != ElementType::I32;
  return dice.pick<int64_t>(
      {staysNegative ? -1 : array.high + 2, array.high + 1, array.high + 3});
}

std::string Arrays::describeElements(const Array &array, Shape shape) {
  const size_t count =
      *driver::countElements(shape, driver::getBytes(array.type));
  shape.push_back(0);
  std::string type = formatSizes(shape);
  type.pop_back();
  type += driver::getName(array.type);
  if (array.isFree() && driver::isFloat(array.type) && count > 64 &&
      dice.chance(50))
    return "uniform:" + type + ",seed=" + std::to_string(dice.between(0, 99));
  std::string text = "values:" + type + ":";
  std::vector<uint64_t> elements = chooseElements(array, count);
  if (broken && &array == &all[*broken] && count > 0)
    elements[dice.between(0, count - 1)] = chooseWrongIndex(array, dice);
  for (size_t i = 0; i < count; ++i) {
    const uint64_t mask = ~uint64_t(0) >> (64 - driver::getBits(array.type));
    const uint64_t bits = elements[i] & mask;
    text += i == 0 ? "" : ",";
    text += driver::isNaN(array.type, bits)
                ? "nan"
                : driver::formatElement(array.type, bits);
  }
  return text;
}

//===----------------------------------------------------------------------===//
// Pools
//===----------------------------------------------------------------------===//

/// An argument that others are views of.
struct Arrays::Pool {
  unsigned argument; ///< Its number.
  unsigned model;    ///< An array in it.
  bool isShared;
  int64_t size = 0;
};

/// How an array lies in its pool.
struct Arrays::Layout {
  Shape strides;
  int64_t low = 0;  ///< Offset of its first element in memory from 0…0.
  int64_t span = 0; ///< Elements from the first to the last in memory.
};

Arrays::Layout Arrays::chooseLayout(const Array &array) {
  Layout layout;
  layout.strides = driver::denseStrides(array.sizes);
  const size_t rank = array.sizes.size();
  if (!array.isDense) {
    const bool isOrdered = array.purpose == Purpose::Offsets;
    int64_t stride = array.hasUnitStride ? 1 : dice.pick<int64_t>({1, 2, 3});
    if (!array.hasUnitStride && rank == 2 && dice.chance(40)) {
      layout.strides = driver::denseStrides(array.sizes, /*fortranOrder=*/true);
    } else {
      for (size_t i = rank; i-- > 0;) {
        layout.strides[i] = stride;
        stride *= std::max<int64_t>(array.sizes[i], 1);
        stride += dice.chance(40) ? dice.between(1, 5) : 0;
      }
    }
    for (size_t i = 0; i < rank && !isOrdered; ++i) {
      const bool mayChange = i + 1 < rank || !array.hasUnitStride;
      if (mayChange && dice.chance(8))
        layout.strides[i] = -layout.strides[i];
      else if (mayChange && !array.isWritten && dice.chance(4))
        layout.strides[i] = 0;
    }
  }
  if (llvm::is_contained(array.sizes, 0))
    return layout;
  auto [low, high] = *driver::elementExtent(array.sizes, layout.strides);
  layout.low = low;
  layout.span = high - low + 1;
  return layout;
}

std::string Arrays::placeInPool(const Array &array, std::vector<Pool> &pools) {
  Layout layout = chooseLayout(array);
  Pool *pool = nullptr;
  if (array.sharesPool)
    for (Pool &each : pools)
      if (each.isShared && all[each.model].type == array.type)
        pool = &each;
  int64_t start = dice.chance(50) ? dice.between(0, 4) : 0;
  if (!pool) {
    Type element = getMLIRType(function.getContext(), array.type);
    unsigned argument =
        addBlockArgument(MemRefType::get({ShapedType::kDynamic}, element))
            .getArgNumber();
    const unsigned model = &array - all.data();
    pools.push_back({argument, model, array.sharesPool});
    pool = &pools.back();
  } else {
    // Beside the others, or on top of them.
    start = dice.chance(50) ? pool->size : dice.between(0, pool->size);
  }
  pool->size = std::max(pool->size, start + layout.span);
  return "view:" + std::to_string(pool->argument) +
         ",offset=" + std::to_string(start - layout.low) +
         ",shape=" + formatSizes(array.sizes) +
         ",strides=" + formatSizes(layout.strides);
}

/// Rarely makes one index wrong.
void Arrays::breakBounds() {
  if (!dice.chance(4))
    return;
  SmallVector<unsigned> candidates;
  for (unsigned i = 0; i < all.size(); ++i)
    if (all[i].isArgument && !all[i].isPooled &&
        (all[i].purpose == Purpose::Indices ||
         all[i].purpose == Purpose::Offsets))
      candidates.push_back(i);
  if (!candidates.empty())
    broken = dice.pick(ArrayRef<unsigned>(candidates));
}

std::vector<std::string> Arrays::finish() {
  breakBounds();
  std::vector<std::string> texts;
  std::vector<Pool> pools;
  for (const auto &[scalar, index] : arguments) {
    if (!scalar.empty()) {
      texts.push_back(scalar);
      continue;
    }
    const Array &array = all[index];
    texts.push_back(array.isPooled ? placeInPool(array, pools)
                                   : describeElements(array, array.sizes));
  }
  for (const Pool &pool : pools)
    texts.push_back(describeElements(all[pool.model], {pool.size}));
  function.setFunctionType(mlir::FunctionType::get(
      function.getContext(), function.getBody().front().getArgumentTypes(),
      function.getFunctionType().getResults()));
  for (auto [number, argument] : llvm::enumerate(arguments))
    if (argument.first.empty() && !all[argument.second].sharesPool &&
        dice.chance(30))
      function.setArgAttr(number, mlir::LLVM::LLVMDialect::getNoAliasAttrName(),
                          UnitAttr::get(function.getContext()));
  return texts;
}

} // namespace ember::fuzz
