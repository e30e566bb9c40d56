//===- Isolation.cpp - Work in processes that may die ---------------------===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ember/Fuzz/Isolation.h"

#include "llvm/Support/Errno.h"
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

namespace ember::fuzz {

namespace {

/// What is kept of the standard error of a process that died.
constexpr size_t errorBytes = 3000;

llvm::Error systemError(StringRef what) {
  return llvm::createStringError(
      std::error_code(errno, std::generic_category()), "cannot " + what);
}

/// A child process that does pieces of work and writes their results, each
/// after its length, to a pipe.
class Worker {
public:
  static llvm::Expected<Worker>
  start(uint64_t first, uint64_t last,
        llvm::function_ref<std::string(uint64_t)> work);

  Worker(Worker &&other) noexcept
      : process(std::exchange(other.process, -1)),
        results(std::exchange(other.results, -1)),
        errors(std::exchange(other.errors, nullptr)) {}
  Worker &operator=(Worker &&) = delete;
  ~Worker();

  /// The result of the next piece.
  WorkResult next(unsigned seconds);

private:
  Worker(pid_t process, int results, std::FILE *errors)
      : process(process), results(results), errors(errors) {}

  enum class ReadState { Complete, Closed, TimedOut };
  ReadState read(char *to, size_t bytes, llvm::function_ref<bool()> isTimedOut);
  double getProcessorSeconds() const;
  int finish();
  std::string readErrors();

  pid_t process;
  int results;       ///< The reading end.
  std::FILE *errors; ///< A temporary file, the child's standard error.
};

} // namespace

/// Writes all of it; a parent that is gone needs no results.
static void writeAll(int descriptor, const char *from, size_t bytes) {
  while (bytes > 0) {
    const ssize_t written =
        llvm::sys::RetryAfterSignal(-1, ::write, descriptor, from, bytes);
    if (written <= 0)
      _exit(1);
    from += written;
    bytes -= written;
  }
}

llvm::Expected<Worker>
Worker::start(uint64_t first, uint64_t last,
              llvm::function_ref<std::string(uint64_t)> work) {
  int ends[2];
  if (pipe(ends) != 0)
    return systemError("make a pipe");
  std::FILE *errors = std::tmpfile();
  if (!errors) {
    close(ends[0]);
    close(ends[1]);
    return systemError("make a temporary file");
  }
  const pid_t process = fork();
  if (process < 0) {
    std::fclose(errors);
    close(ends[0]);
    close(ends[1]);
    return systemError("make a process");
  }
  if (process == 0) {
    close(ends[0]);
    dup2(fileno(errors), STDERR_FILENO);
    for (uint64_t number = first; number < last; ++number) {
      const std::string result = work(number);
      const uint64_t bytes = result.size();
      writeAll(ends[1], reinterpret_cast<const char *>(&bytes), sizeof(bytes));
      writeAll(ends[1], result.data(), result.size());
    }
    _exit(0);
  }
  close(ends[1]);
  return Worker(process, ends[0], errors);
}

Worker::~Worker() {
  if (process > 0) {
    kill(process, SIGKILL);
    finish();
  }
  if (results >= 0)
    close(results);
  if (errors)
    std::fclose(errors);
}

/// Waits for the end of the process; returns its status.
int Worker::finish() {
  int status = 0;
  llvm::sys::RetryAfterSignal(-1, waitpid, process, &status, 0);
  process = -1;
  return status;
}

std::string Worker::readErrors() {
  std::string text(errorBytes, '\0');
  std::rewind(errors);
  text.resize(std::fread(text.data(), 1, text.size(), errors));
  return text;
}

/// What the process has used of the processor; 0 if that is not known.
double Worker::getProcessorSeconds() const {
  clockid_t clock;
  timespec time;
  if (clock_getcpuclockid(process, &clock) != 0 ||
      clock_gettime(clock, &time) != 0)
    return 0;
  return static_cast<double>(time.tv_sec) +
         1e-9 * static_cast<double>(time.tv_nsec);
}

Worker::ReadState Worker::read(char *to, size_t bytes,
                               llvm::function_ref<bool()> isTimedOut) {
  constexpr int pollMilliseconds = 500;
  while (bytes > 0) {
    pollfd entry{results, POLLIN, 0};
    const int ready = poll(&entry, 1, pollMilliseconds);
    if (ready < 0 && errno == EINTR)
      continue;
    if (ready == 0) {
      if (isTimedOut())
        return ReadState::TimedOut;
      continue;
    }
    const ssize_t count =
        llvm::sys::RetryAfterSignal(-1, ::read, results, to, bytes);
    if (count <= 0)
      return ReadState::Closed;
    to += count;
    bytes -= count;
  }
  return ReadState::Complete;
}

WorkResult Worker::next(unsigned seconds) {
  const auto start = std::chrono::steady_clock::now();
  const double used = getProcessorSeconds();
  auto isTimedOut = [&] {
    return getProcessorSeconds() - used >= seconds ||
           std::chrono::steady_clock::now() - start >=
               std::chrono::seconds(10) * seconds;
  };
  uint64_t bytes = 0;
  std::string text;
  ReadState state =
      read(reinterpret_cast<char *>(&bytes), sizeof(bytes), isTimedOut);
  if (state == ReadState::Complete) {
    text.resize(bytes);
    state = read(text.data(), bytes, isTimedOut);
  }
  switch (state) {
  case ReadState::Complete:
    return {WorkResult::Kind::Done, std::move(text)};
  case ReadState::TimedOut:
    return {WorkResult::Kind::TimedOut,
            "no end after " + std::to_string(seconds) + " seconds"};
  case ReadState::Closed:
    break;
  }
  const int status = finish();
  std::string how = WIFSIGNALED(status)
                        ? "signal " + std::to_string(WTERMSIG(status)) + " (" +
                              strsignal(WTERMSIG(status)) + ")"
                        : "exit status " + std::to_string(WEXITSTATUS(status));
  return {WorkResult::Kind::Crashed, how + "\n" + readErrors()};
}

llvm::Error forEachIsolated(
    uint64_t count, const IsolationOptions &options,
    llvm::function_ref<std::string(uint64_t)> work,
    llvm::function_ref<bool(uint64_t, const WorkResult &)> consume) {
  for (uint64_t number = 0; number < count;) {
    const uint64_t last = std::min<uint64_t>(count, number + options.batch);
    llvm::Expected<Worker> worker = Worker::start(number, last, work);
    if (!worker)
      return worker.takeError();
    // A process that died did not come to the rest.
    for (bool isAlive = true; isAlive && number < last; ++number) {
      const WorkResult result = worker->next(options.seconds);
      isAlive = result.kind == WorkResult::Kind::Done;
      if (!consume(number, result))
        return llvm::Error::success();
    }
  }
  return llvm::Error::success();
}

} // namespace ember::fuzz
