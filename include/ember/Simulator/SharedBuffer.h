//===- SharedBuffer.h - Memory of an argument -------------------*- C++ -*-===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The memory of an argument. Its contents are held once; every run of a
/// program gets its own copy-on-write image, so that a table of many gigabytes
/// costs one copy however often it is run over.
///
//===----------------------------------------------------------------------===//

#ifndef EMBER_SIMULATOR_SHAREDBUFFER_H
#define EMBER_SIMULATOR_SHAREDBUFFER_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <cstdint>
#include <memory>

namespace ember::sim {

/// A private, writable, copy-on-write view of a `SharedBuffer`'s contents.
/// Writes are seen by this image only. Unmapped when destroyed.
class BufferImage {
public:
  BufferImage() = default;
  BufferImage(BufferImage &&other) noexcept { *this = std::move(other); }
  BufferImage &operator=(BufferImage &&other) noexcept;
  ~BufferImage();

  /// The first byte of the contents; never null for an image that was made by
  /// a buffer, not even for one of zero bytes.
  uint8_t *data() const { return first; }
  /// Bytes of the contents.
  uint64_t size() const { return bytes; }

private:
  friend class SharedBuffer;
  void *mapping = nullptr;
  uint64_t mappedBytes = 0;
  uint8_t *first = nullptr;
  uint64_t bytes = 0;
};

/// The contents of an argument, unchanging, shared by its images.
class SharedBuffer {
public:
  /// The `bytes` bytes of the file at `path` from byte `offset` on, not read
  /// but mapped. The file must not be changed in place while the buffer or one
  /// of its images is alive (write a new one and rename it). An error if the
  /// file cannot be opened or is shorter than `offset + bytes`.
  static llvm::Expected<std::shared_ptr<const SharedBuffer>>
  mapFile(llvm::StringRef path, uint64_t offset, uint64_t bytes);

  /// `bytes` bytes of anonymous memory, zero at first, that `fill` is called
  /// once to fill. An error of `fill` is passed on.
  static llvm::Expected<std::shared_ptr<const SharedBuffer>>
  create(uint64_t bytes,
         llvm::function_ref<llvm::Error(llvm::MutableArrayRef<uint8_t>)> fill);

  ~SharedBuffer();
  SharedBuffer(const SharedBuffer &) = delete;
  SharedBuffer &operator=(const SharedBuffer &) = delete;

  /// Bytes of the contents.
  uint64_t size() const { return bytes; }

  /// Makes a new private image; takes constant time.
  llvm::Expected<BufferImage> image() const;

private:
  SharedBuffer(int descriptor, uint64_t offset, uint64_t bytes)
      : descriptor(descriptor), offset(offset), bytes(bytes) {}

  int descriptor;
  uint64_t offset;
  uint64_t bytes;
};

} // namespace ember::sim

#endif // EMBER_SIMULATOR_SHAREDBUFFER_H
