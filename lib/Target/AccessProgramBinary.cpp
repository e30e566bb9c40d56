//===- AccessProgramBinary.cpp - Access programs as bytes -----------------===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The serialised form of access programs: the magic "EMBR", the version, then
/// every member in the order of its declaration. Integers are little endian
/// and as wide as their member; a list or a string is its count in 32 bits and
/// its elements.
///
/// Writing and reading go over the same lists of members, so that they cannot
/// drift apart.
///
//===----------------------------------------------------------------------===//

#include "ember/Target/AccessProgram.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/Endian.h"
#include <type_traits>

namespace ember::target {

static constexpr llvm::StringLiteral magic = "EMBR";

//===----------------------------------------------------------------------===//
// The two directions
//===----------------------------------------------------------------------===//

namespace {

class Writer {
public:
  template <typename T> void integer(T value) {
    static_assert(std::is_unsigned_v<T>, "has one representation");
    char buffer[sizeof(T)];
    llvm::support::endian::write<T>(buffer, value, llvm::endianness::little);
    bytes.append(buffer, sizeof(T));
  }
  void integer(int64_t value) { integer(static_cast<uint64_t>(value)); }
  void flag(bool value) { integer<uint8_t>(value); }
  template <typename Enum> void enumerator(Enum value) {
    integer(static_cast<std::underlying_type_t<Enum>>(value));
  }
  void string(const std::string &value) {
    integer(static_cast<uint32_t>(value.size()));
    bytes += value;
  }
  template <typename List, typename Function>
  void list(const List &elements, Function element) {
    integer(static_cast<uint32_t>(elements.size()));
    for (const auto &value : elements)
      element(*this, value);
  }

  std::string bytes;
};

/// Yields zeros once the bytes are used up; `failed` then says so. Never
/// allocates more than a multiple of the bytes that were there.
class Reader {
public:
  explicit Reader(llvm::StringRef bytes) : rest(bytes) {}

  template <typename T> void integer(T &value) {
    llvm::StringRef taken = take(sizeof(T));
    value = taken.empty() ? 0
                          : llvm::support::endian::read<T>(
                                taken.data(), llvm::endianness::little);
  }
  void integer(int64_t &value) {
    uint64_t bits;
    integer(bits);
    value = static_cast<int64_t>(bits);
  }
  void flag(bool &value) {
    uint8_t byte;
    integer(byte);
    isFailed |= byte > 1;
    value = byte == 1;
  }
  template <typename Enum> void enumerator(Enum &value) {
    std::underlying_type_t<Enum> number;
    integer(number);
    value = static_cast<Enum>(number);
  }
  void string(std::string &value) {
    uint32_t size;
    integer(size);
    value = take(size).str();
  }
  template <typename List, typename Function>
  void list(List &elements, Function element) {
    uint32_t size;
    integer(size);
    for (uint32_t index = 0; index < size && !isFailed; ++index)
      element(*this, elements.emplace_back());
  }

  bool failed() const { return isFailed; }
  bool atEnd() const { return rest.empty(); }

private:
  llvm::StringRef take(size_t size) {
    if (size > rest.size()) {
      isFailed = true;
      return {};
    }
    llvm::StringRef taken = rest.take_front(size);
    rest = rest.drop_front(size);
    return taken;
  }

  llvm::StringRef rest;
  bool isFailed = false;
};

} // namespace

//===----------------------------------------------------------------------===//
// Members
//===----------------------------------------------------------------------===//

// `T` is the type itself for reading, and const for writing.

template <typename Archive, typename T>
static void operandMembers(Archive &archive, T &operand) {
  archive.enumerator(operand.kind);
  archive.integer(operand.value);
}

template <typename Archive, typename T>
static void fieldMembers(Archive &archive, T &field) {
  operandMembers(archive, field.value);
  archive.integer(field.offset);
  archive.integer(field.bytes);
  archive.integer(field.lanes);
  archive.integer(field.laneBits);
}

template <typename Archive, typename T>
static void memrefMembers(Archive &archive, T &memref) {
  archive.integer(memref.firstWord);
  archive.integer(memref.rank);
  archive.integer(memref.elementBytes);
  archive.integer(memref.elementBits);
}

template <typename Archive, typename T>
static void loopMembers(Archive &archive, T &loop) {
  archive.integer(loop.parent);
  archive.integer(loop.begin);
  archive.integer(loop.end);
  operandMembers(archive, loop.lower);
  operandMembers(archive, loop.upper);
  operandMembers(archive, loop.step);
  archive.integer(loop.lanes);
  archive.integer(loop.mask);
}

template <typename Archive, typename T>
static void eventMembers(Archive &archive, T &event) {
  archive.integer(event.recordBytes);
  archive.integer(event.recordAlign);
  archive.string(event.name);
  archive.integer(event.runChunk);
  archive.integer(event.runStride);
  archive.integer(event.runOffset);
}

template <typename Archive, typename T>
static void instructionMembers(Archive &archive, T &inst) {
  archive.enumerator(inst.opcode);
  archive.enumerator(inst.alu);
  archive.integer(inst.operandBits);
  archive.integer(inst.resultBits);
  archive.integer(inst.result);
  archive.integer(inst.loop);
  archive.integer(inst.memref);
  archive.integer(inst.event);
  archive.integer(inst.location);
  archive.integer(inst.operation);
  archive.integer(inst.cacheLevel);
  archive.flag(inst.temporal);
  archive.integer(inst.lanes);
  operandMembers(archive, inst.predicate);
  archive.list(inst.operands, [](Archive &archive, auto &operand) {
    operandMembers(archive, operand);
  });
  archive.list(inst.laneStrides,
               [](Archive &archive, auto &stride) { archive.integer(stride); });
  operandMembers(archive, inst.stored);
  for (auto *fields : {&inst.fields, &inst.runFields})
    archive.list(*fields, [](Archive &archive, auto &field) {
      fieldMembers(archive, field);
    });
}

template <typename Archive, typename T>
static void programMembers(Archive &archive, T &program) {
  archive.string(program.name);
  archive.integer(program.numRegisters);
  archive.integer(program.numConfigWords);
  archive.list(program.memrefs, [](Archive &archive, auto &memref) {
    memrefMembers(archive, memref);
  });
  archive.list(program.loops, [](Archive &archive, auto &loop) {
    loopMembers(archive, loop);
  });
  archive.list(program.events, [](Archive &archive, auto &event) {
    eventMembers(archive, event);
  });
  archive.list(program.instructions, [](Archive &archive, auto &inst) {
    instructionMembers(archive, inst);
  });
  archive.list(program.strings,
               [](Archive &archive, auto &string) { archive.string(string); });
}

//===----------------------------------------------------------------------===//
// Entry points
//===----------------------------------------------------------------------===//

std::string serialize(const AccessProgram &program) {
  Writer writer;
  writer.bytes = magic.str();
  writer.integer(AccessProgram::currentVersion);
  programMembers(writer, program);
  return std::move(writer.bytes);
}

llvm::Expected<AccessProgram> deserialize(llvm::StringRef bytes) {
  if (!bytes.consume_front(magic))
    return llvm::createStringError("not an access program");
  Reader reader(bytes);
  uint32_t version;
  reader.integer(version);
  if (reader.failed())
    return llvm::createStringError("access program is truncated");
  if (version != AccessProgram::currentVersion)
    return llvm::createStringError(
        "expects version " + llvm::Twine(AccessProgram::currentVersion) +
        " of access programs, but got " + llvm::Twine(version));

  AccessProgram program;
  programMembers(reader, program);
  if (reader.failed())
    return llvm::createStringError("access program is truncated or malformed");
  if (!reader.atEnd())
    return llvm::createStringError("access program has bytes after its end");
  if (llvm::Error error = program.verify())
    return std::move(error);
  return program;
}

} // namespace ember::target
