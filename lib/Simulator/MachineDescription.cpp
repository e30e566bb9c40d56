//===- MachineDescription.cpp - The simulated machine ---------------------===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ember/Simulator/MachineDescription.h"
#include "ember/Simulator/Instrumentation.h"
#include "ember/Simulator/MemorySystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/YAMLTraits.h"
#include "llvm/Target/TargetMachine.h"

using namespace ember;
using namespace ember::sim;
using llvm::StringRef;
using llvm::Twine;

namespace {

/// What is being read, for messages: the scalar traits know neither the key nor
/// its range.
struct Reader {
  StringRef key;
  uint64_t low = 0;
  uint64_t high = 0;
  bool powerOfTwo = false;
  std::string message;    ///< Storage of the error that is returned last.
  std::string location;   ///< Where the first error is; empty for none.
  std::string diagnostic; ///< What it is.

  StringRef fail(const Twine &what) {
    message = what.str();
    return message;
  }
  StringRef failExpecting(const Twine &expected, StringRef got) {
    return fail("'" + key + "' expects " + expected + ", but got '" + got +
                "'");
  }
  bool failed() const { return !location.empty(); }
};

/// An integer of a key with a range.
struct Integer {
  uint64_t value;
};

/// A positive number with up to three decimals, in thousandths.
struct Thousandths {
  uint64_t value;
};

/// The name of a CPU that LLVM knows.
struct CpuName {
  std::string value;
};

} // namespace

/// Writes a number of thousandths without trailing zeros.
static std::string formatThousandths(uint64_t value) {
  std::string text = std::to_string(value / 1000);
  if (uint64_t fraction = value % 1000) {
    text += llvm::formatv(".{0,0+3}", fraction).str();
    text.erase(text.find_last_not_of('0') + 1);
  }
  return text;
}

/// Reads a number with up to three decimals; false if it is not one.
static bool parseThousandths(StringRef text, uint64_t &value) {
  auto [whole, fraction] = text.split('.');
  bool hasPoint = text.contains('.');
  uint32_t wholeValue, fractionValue = 0;
  if (!llvm::all_of(whole, llvm::isDigit) || whole.getAsInteger(10, wholeValue))
    return false;
  if (hasPoint) {
    if (fraction.size() > 3 || !llvm::all_of(fraction, llvm::isDigit) ||
        fraction.getAsInteger(10, fractionValue))
      return false;
    for (size_t digits = fraction.size(); digits < 3; ++digits)
      fractionValue *= 10;
  }
  value = uint64_t(wholeValue) * 1000 + fractionValue;
  return true;
}

namespace llvm::yaml {

template <> struct ScalarTraits<Integer> {
  static void output(const Integer &integer, void *, raw_ostream &os) {
    os << integer.value;
  }
  static StringRef input(StringRef text, void *context, Integer &integer) {
    Reader &reader = *static_cast<Reader *>(context);
    std::string range =
        formatv("{0} in [{1}, {2}]",
                reader.powerOfTwo ? "a power of two" : "an integer", reader.low,
                reader.high);
    uint64_t value;
    if (text.getAsInteger(10, value) || value < reader.low ||
        value > reader.high || (reader.powerOfTwo && !isPowerOf2_64(value)))
      return reader.failExpecting(range, text);
    integer.value = value;
    return {};
  }
  static QuotingType mustQuote(StringRef) { return QuotingType::None; }
};

template <> struct ScalarTraits<Thousandths> {
  static void output(const Thousandths &number, void *, raw_ostream &os) {
    os << formatThousandths(number.value);
  }
  static StringRef input(StringRef text, void *context, Thousandths &number) {
    Reader &reader = *static_cast<Reader *>(context);
    uint64_t value;
    if (!parseThousandths(text, value) || value < reader.low ||
        value > reader.high)
      return reader.failExpecting(
          "a number in [" + formatThousandths(reader.low) + ", " +
              formatThousandths(reader.high) + "] with at most three decimals",
          text);
    number.value = value;
    return {};
  }
  static QuotingType mustQuote(StringRef) { return QuotingType::None; }
};

template <> struct ScalarTraits<CpuName> {
  static void output(const CpuName &cpu, void *, raw_ostream &os) {
    os << cpu.value;
  }
  static StringRef input(StringRef text, void *context, CpuName &cpu) {
    Reader &reader = *static_cast<Reader *>(context);
    Expected<std::unique_ptr<TargetMachine>> machine = createCostMachine(text);
    if (!machine) {
      consumeError(machine.takeError());
      return reader.failExpecting("the name of a CPU that LLVM knows", text);
    }
    cpu.value = text.str();
    return {};
  }
  static QuotingType mustQuote(StringRef text) { return needsQuotes(text); }
};

} // namespace llvm::yaml

static bool isInMapping(llvm::yaml::IO &io) {
  return llvm::isa_and_nonnull<llvm::yaml::MappingNode>(
      static_cast<llvm::yaml::Input &>(io).getCurrentNode());
}

/// Maps a field through `Proxy`, whose scalar traits check it.
template <typename Proxy, typename T>
static void mapAs(llvm::yaml::IO &io, const char *key, T &field) {
  Reader &reader = *static_cast<Reader *>(io.getContext());
  Proxy proxy{field};
  reader.key = key;
  bool failedBefore = reader.failed();
  io.mapRequired(key, proxy);
  // What LLVM says of a value that is no scalar names neither key nor value.
  if (!failedBefore && reader.failed() && isInMapping(io) &&
      !StringRef(reader.diagnostic).contains(("'" + Twine(key) + "'").str()))
    reader.diagnostic = ("'" + Twine(key) + "' expects a single value").str();
  field = static_cast<T>(proxy.value);
}

/// Maps a section; each is mandatory.
template <typename T>
static void mapSection(llvm::yaml::IO &io, const char *key, T &section) {
  Reader &reader = *static_cast<Reader *>(io.getContext());
  bool failedBefore = reader.failed();
  io.mapRequired(key, section);
  std::string quoted = ("'" + Twine(key) + "'").str();
  if (!failedBefore && reader.failed() &&
      !StringRef(reader.diagnostic).contains(quoted))
    reader.diagnostic = "in " + quoted + ": " + reader.diagnostic;
}

static void mapInteger(llvm::yaml::IO &io, const char *key, uint32_t &field,
                       uint32_t low, uint32_t high, bool powerOfTwo = false) {
  Reader &reader = *static_cast<Reader *>(io.getContext());
  reader.low = low;
  reader.high = high;
  reader.powerOfTwo = powerOfTwo;
  mapAs<Integer>(io, key, field);
}

namespace llvm::yaml {

template <> struct MappingTraits<CoreConfig> {
  static void mapping(IO &io, CoreConfig &core) {
    mapAs<CpuName>(io, "cpu", core.cpu);
    mapInteger(io, "vector_bits", core.vectorBits, 64, 16384,
               /*powerOfTwo=*/true);
    mapInteger(io, "dispatch_width", core.dispatchWidth, 1, 64);
    mapInteger(io, "window", core.window, 1, 4096);
    mapInteger(io, "load_ports", core.loadPorts, 1, 64);
    mapInteger(io, "store_ports", core.storePorts, 1, 64);
    mapInteger(io, "store_buffer", core.storeBuffer, 1, 1024);
    mapInteger(io, "forward_latency", core.forwardLatency, 1, 1000);
    mapInteger(io, "outstanding_misses", core.outstandingMisses, 1, 1024);
  }
};

template <> struct MappingTraits<AccessUnitConfig> {
  static void mapping(IO &io, AccessUnitConfig &unit) {
    mapInteger(io, "slots", unit.slots, 1, 65536);
    mapInteger(io, "outstanding_requests", unit.outstandingRequests, 1, 65535);
    mapInteger(io, "requests_per_cycle", unit.requestsPerCycle, 1, 64);
    mapInteger(io, "alu_latency", unit.aluLatency, 1, 1000);
    mapInteger(io, "queue_write_bytes_per_cycle", unit.queueWriteBytesPerCycle,
               1, 4096);
    mapInteger(io, "queue_latency", unit.queueLatency, 0, 10000);
  }
};

template <> struct MappingTraits<QueueConfig> {
  static void mapping(IO &io, QueueConfig &queues) {
    mapInteger(io, "control_bytes", queues.controlBytes, 1, 1 << 30);
    mapInteger(io, "token_bytes", queues.tokenBytes, 1, 8,
               /*powerOfTwo=*/true);
    mapInteger(io, "data_bytes", queues.dataBytes, 1, 1 << 30);
  }
  static std::string validate(IO &, QueueConfig &queues) {
    if (queues.controlBytes % queues.tokenBytes != 0)
      return formatv("'control_bytes' expects a multiple of 'token_bytes' "
                     "({0}), but got '{1}'",
                     queues.tokenBytes, queues.controlBytes);
    return {};
  }
};

template <> struct MappingTraits<CacheConfig> {
  static void mapping(IO &io, CacheConfig &cache) {
    mapInteger(io, "line_bytes", cache.lineBytes, 16,
               1u << PagePermutation::pageBits,
               /*powerOfTwo=*/true);
    mapInteger(io, "size_bytes", cache.sizeBytes, 16, 1 << 30);
    mapInteger(io, "ways", cache.ways, 1, 64);
    mapInteger(io, "hit_latency", cache.hitLatency, 1, 1000);
    mapInteger(io, "mshrs", cache.mshrs, 1, 1024);
  }
  static std::string validate(IO &, CacheConfig &cache) {
    uint64_t setBytes = uint64_t(cache.lineBytes) * cache.ways;
    if (cache.sizeBytes % setBytes != 0 || !isPowerOf2_32(cache.sets()))
      return formatv("'size_bytes' expects 'line_bytes' times 'ways' ({0}) "
                     "times a power of two, but got '{1}'",
                     setBytes, cache.sizeBytes);
    return {};
  }
};

template <> struct MappingTraits<DramConfig> {
  static void mapping(IO &io, DramConfig &dram) {
    mapInteger(io, "latency", dram.latency, 1, 10000);
    Reader &reader = *static_cast<Reader *>(io.getContext());
    reader.low = 100;
    reader.high = 4096000;
    mapAs<Thousandths>(io, "bytes_per_cycle", dram.milliBytesPerCycle);
  }
};

template <> struct MappingTraits<MachineDescription> {
  static void mapping(IO &io, MachineDescription &machine) {
    mapSection(io, "core", machine.core);
    mapSection(io, "access_unit", machine.accessUnit);
    mapSection(io, "queues", machine.queues);
    mapSection(io, "cache", machine.cache);
    mapSection(io, "dram", machine.dram);
    Reader &reader = *static_cast<Reader *>(io.getContext());
    reader.low = 0;
    reader.high = UINT64_MAX;
    reader.powerOfTwo = false;
    mapAs<Integer>(io, "address_seed", machine.addressSeed);
  }
};

} // namespace llvm::yaml

//===----------------------------------------------------------------------===//
// Entry points
//===----------------------------------------------------------------------===//

static llvm::Error makeError(const Twine &message) {
  return llvm::createStringError(llvm::inconvertibleErrorCode(), message);
}

llvm::Expected<MachineDescription>
ember::sim::parseMachine(StringRef text, StringRef fileName) {
  auto handle = [](const llvm::SMDiagnostic &diagnostic, void *context) {
    Reader &reader = *static_cast<Reader *>(context);
    if (reader.failed() || diagnostic.getKind() != llvm::SourceMgr::DK_Error)
      return;
    reader.location =
        llvm::formatv("{0}:{1}:{2}: ", diagnostic.getFilename(),
                      diagnostic.getLineNo(), diagnostic.getColumnNo() + 1);
    reader.diagnostic = diagnostic.getMessage();
  };
  Reader reader;
  llvm::yaml::Input input(llvm::MemoryBufferRef(text, fileName), &reader,
                          handle, &reader);
  MachineDescription machine;
  if (!input.setCurrentDocument() && !reader.failed())
    return makeError(fileName + ": expects a machine description, but got an "
                                "empty file");
  if (!reader.failed()) {
    llvm::yaml::EmptyContext empty;
    llvm::yaml::yamlize(input, machine, /*Required=*/true, empty);
  }
  if (reader.failed())
    return makeError(reader.location + reader.diagnostic);
  if (input.nextDocument())
    return makeError(fileName + ": expects one YAML document, but got more");
  return machine;
}

llvm::Expected<MachineDescription>
ember::sim::loadMachine(StringRef nameOrFile) {
  if (nameOrFile == "default")
    return MachineDescription();
  llvm::ErrorOr<std::unique_ptr<llvm::MemoryBuffer>> file =
      llvm::MemoryBuffer::getFile(nameOrFile, /*IsText=*/true);
  if (!file)
    return makeError("expects the machine preset 'default' or a YAML file, "
                     "but got '" +
                     nameOrFile + "': " + file.getError().message());
  return parseMachine((*file)->getBuffer(), nameOrFile);
}

void ember::sim::writeMachine(const MachineDescription &machine,
                              llvm::raw_ostream &os) {
  Reader reader;
  MachineDescription copy = machine;
  llvm::yaml::Output output(os, &reader);
  output << copy;
}
