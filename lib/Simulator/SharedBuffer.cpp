//===- SharedBuffer.cpp - Memory of an argument ---------------------------===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ember/Simulator/SharedBuffer.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>
#include <cerrno>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>
#include <utility>

using namespace ember::sim;

/// Contents start at a multiple of this in every image.
static constexpr uint64_t dataAlignment = 64;

static llvm::Error systemError(const llvm::Twine &what) {
  std::error_code code(errno, std::generic_category());
  return llvm::createStringError(code, what + ": " + code.message());
}

//===----------------------------------------------------------------------===//
// BufferImage
//===----------------------------------------------------------------------===//

BufferImage &BufferImage::operator=(BufferImage &&other) noexcept {
  std::swap(mapping, other.mapping);
  std::swap(mappedBytes, other.mappedBytes);
  std::swap(first, other.first);
  std::swap(bytes, other.bytes);
  return *this;
}

BufferImage::~BufferImage() {
  if (mapping)
    ::munmap(mapping, mappedBytes);
}

//===----------------------------------------------------------------------===//
// SharedBuffer
//===----------------------------------------------------------------------===//

llvm::Expected<std::shared_ptr<const SharedBuffer>>
SharedBuffer::mapFile(llvm::StringRef path, uint64_t offset, uint64_t bytes) {
  int descriptor = ::open(path.str().c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0)
    return systemError("cannot open '" + path + "'");
  std::shared_ptr<const SharedBuffer> file(
      new SharedBuffer(descriptor, offset, bytes));

  struct stat status;
  if (::fstat(descriptor, &status) != 0)
    return systemError("cannot read '" + path + "'");
  uint64_t available = static_cast<uint64_t>(status.st_size);
  if (offset > available || bytes > available - offset)
    return llvm::createStringError(
        "'%s' is truncated: expects %llu bytes from byte %llu on, but the "
        "file has %llu bytes",
        path.str().c_str(), static_cast<unsigned long long>(bytes),
        static_cast<unsigned long long>(offset),
        static_cast<unsigned long long>(available));
  if (offset % dataAlignment == 0)
    return file;

  // The elements would be misaligned in memory: hold a copy of them.
  return create(
      bytes, [&](llvm::MutableArrayRef<uint8_t> contents) -> llvm::Error {
        while (!contents.empty()) {
          ssize_t count =
              ::pread(descriptor, contents.data(), contents.size(),
                      static_cast<off_t>(offset + bytes - contents.size()));
          if (count < 0 && errno == EINTR)
            continue;
          if (count <= 0)
            return systemError("cannot read '" + path + "'");
          contents = contents.drop_front(count);
        }
        return llvm::Error::success();
      });
}

llvm::Expected<std::shared_ptr<const SharedBuffer>> SharedBuffer::create(
    uint64_t bytes,
    llvm::function_ref<llvm::Error(llvm::MutableArrayRef<uint8_t>)> fill) {
  int descriptor = ::memfd_create("ember-argument", MFD_CLOEXEC);
  if (descriptor < 0)
    return systemError("cannot allocate an argument");
  std::shared_ptr<const SharedBuffer> buffer(
      new SharedBuffer(descriptor, 0, bytes));
  if (bytes == 0) {
    if (llvm::Error error = fill({}))
      return error;
    return buffer;
  }

  // The system has no such sizes.
  const bool isLegal = llvm::isInt<63>(bytes);
  if (!isLegal)
    errno = EFBIG;
  if (!isLegal || ::ftruncate(descriptor, static_cast<off_t>(bytes)) != 0)
    return systemError("cannot allocate an argument of " + llvm::Twine(bytes) +
                       " bytes");
  void *mapping =
      ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0);
  if (mapping == MAP_FAILED)
    return systemError("cannot allocate an argument of " + llvm::Twine(bytes) +
                       " bytes");
  llvm::scope_exit unmap([&] { ::munmap(mapping, bytes); });
  if (llvm::Error error = fill(llvm::MutableArrayRef<uint8_t>(
          static_cast<uint8_t *>(mapping), bytes)))
    return error;
  return buffer;
}

SharedBuffer::~SharedBuffer() { ::close(descriptor); }

llvm::Expected<BufferImage> SharedBuffer::image() const {
  uint64_t pageBytes = static_cast<uint64_t>(::sysconf(_SC_PAGESIZE));
  uint64_t fileStart = llvm::alignDown(offset, pageBytes);
  uint64_t skipped = offset - fileStart;
  uint64_t mappedBytes = std::max<uint64_t>(skipped + bytes, 1);
  void *mapping = ::mmap(nullptr, mappedBytes, PROT_READ | PROT_WRITE,
                         MAP_PRIVATE | MAP_NORESERVE, descriptor,
                         static_cast<off_t>(fileStart));
  if (mapping == MAP_FAILED)
    return systemError("cannot map an argument of " + llvm::Twine(bytes) +
                       " bytes");
  BufferImage image;
  image.mapping = mapping;
  image.mappedBytes = mappedBytes;
  image.first = static_cast<uint8_t *>(mapping) + skipped;
  image.bytes = bytes;
  return image;
}
