//===- Isolation.cpp - Work in processes that may die ---------------------===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ember/Fuzz/Isolation.h"

#include "llvm/ADT/SmallVectorExtras.h"
#include "llvm/Support/Errno.h"
#include "llvm/Support/MathExtras.h"
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <map>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

namespace ember::fuzz {

namespace {

/// What is kept of the standard error of a process that died.
constexpr size_t errorBytes = 3000;

/// How often it is looked whether a process takes too long.
constexpr int pollMilliseconds = 500;

llvm::Error systemError(StringRef what) {
  return llvm::createStringError(
      std::error_code(errno, std::generic_category()), "cannot " + what);
}

/// A child process that does pieces of work, one after the other, and writes
/// their results, each after its length, to a pipe.
class Worker {
public:
  static llvm::Expected<std::unique_ptr<Worker>>
  start(uint64_t first, uint64_t last,
        llvm::function_ref<std::string(uint64_t)> work);
  Worker(const Worker &) = delete;
  Worker &operator=(const Worker &) = delete;
  ~Worker();

  /// The piece that it does now.
  uint64_t getPresent() const { return present; }
  /// One more than the last piece that it was started for.
  uint64_t getEnd() const { return end; }

  /// What tells that the result of the present piece begins to come.
  pollfd getPollEntry() const { return {results, POLLIN, 0}; }

  /// Waits for the result of the present piece, and goes on to the next one if
  /// the process is alive.
  WorkResult read(unsigned seconds);

  /// Whether the present piece takes longer than that.
  bool isTimedOut(unsigned seconds) const;

private:
  Worker(uint64_t first, uint64_t last, pid_t process, int results,
         std::FILE *errors)
      : present(first), end(last), process(process), results(results),
        errors(errors) {}

  enum class ReadState { Complete, Closed, TimedOut };
  ReadState read(char *to, size_t bytes, unsigned seconds);
  double getProcessorSeconds() const;
  int finish();
  std::string readErrors();

  uint64_t present, end;
  pid_t process;
  int results;       ///< The reading end.
  std::FILE *errors; ///< A temporary file, the child's standard error.
  /// When the present piece began, and what the process had used of the
  /// processor until then.
  std::chrono::steady_clock::time_point since =
      std::chrono::steady_clock::now();
  double secondsBefore = 0;
};

/// Workers side by side, and the results that came before those of earlier
/// pieces.
class Pool {
public:
  Pool(uint64_t count, const IsolationOptions &options,
       llvm::function_ref<std::string(uint64_t)> work)
      : count(count), options(options), work(work) {}

  /// Waits for the result of a piece; each is taken once.
  llvm::Expected<WorkResult> take(uint64_t number);

private:
  llvm::Error start(uint64_t first, uint64_t last);
  llvm::Error startAll();
  llvm::Error collect();

  uint64_t count;
  const IsolationOptions &options;
  llvm::function_ref<std::string(uint64_t)> work;
  uint64_t begun = 0; ///< The pieces before this one have a worker, or had one.
  std::vector<std::unique_ptr<Worker>> workers;
  std::map<uint64_t, WorkResult> results;
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

llvm::Expected<std::unique_ptr<Worker>>
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
  return std::unique_ptr<Worker>(
      new Worker(first, last, process, ends[0], errors));
}

Worker::~Worker() {
  if (process > 0) {
    kill(process, SIGKILL);
    finish();
  }
  close(results);
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

bool Worker::isTimedOut(unsigned seconds) const {
  return getProcessorSeconds() - secondsBefore >= seconds ||
         std::chrono::steady_clock::now() - since >=
             std::chrono::seconds(10) * seconds;
}

Worker::ReadState Worker::read(char *to, size_t bytes, unsigned seconds) {
  while (bytes > 0) {
    pollfd entry = getPollEntry();
    const int ready = poll(&entry, 1, pollMilliseconds);
    if (ready < 0 && errno == EINTR)
      continue;
    if (ready == 0) {
      if (isTimedOut(seconds))
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

static WorkResult makeTimedOut(unsigned seconds) {
  return {WorkResult::Kind::TimedOut,
          "no end after " + std::to_string(seconds) + " seconds"};
}

WorkResult Worker::read(unsigned seconds) {
  uint64_t bytes = 0;
  std::string text;
  ReadState state =
      read(reinterpret_cast<char *>(&bytes), sizeof(bytes), seconds);
  if (state == ReadState::Complete) {
    text.resize(bytes);
    state = read(text.data(), bytes, seconds);
  }
  switch (state) {
  case ReadState::Complete:
    ++present;
    since = std::chrono::steady_clock::now();
    secondsBefore = getProcessorSeconds();
    return {WorkResult::Kind::Done, std::move(text)};
  case ReadState::TimedOut:
    return makeTimedOut(seconds);
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

llvm::Error Pool::start(uint64_t first, uint64_t last) {
  auto worker = Worker::start(first, last, work);
  if (!worker)
    return worker.takeError();
  workers.push_back(std::move(*worker));
  return llvm::Error::success();
}

llvm::Error Pool::startAll() {
  // Few pieces are shared out among all workers.
  const uint64_t batch =
      std::min<uint64_t>(options.batch, llvm::divideCeil(count, options.jobs));
  while (workers.size() < options.jobs && begun < count) {
    const uint64_t first = begun;
    begun = std::min(count, first + batch);
    if (llvm::Error error = start(first, begun))
      return error;
  }
  return llvm::Error::success();
}

/// Waits until a worker has a result, or for a short time.
llvm::Error Pool::collect() {
  auto entries = llvm::map_to_vector(
      workers, [](const auto &worker) { return worker->getPollEntry(); });
  if (poll(entries.data(), entries.size(), pollMilliseconds) < 0 &&
      errno != EINTR)
    return systemError("wait for a process");
  // Workers may go, and new ones come behind them.
  for (size_t i = entries.size(); i-- > 0;) {
    Worker &worker = *workers[i];
    const uint64_t number = worker.getPresent(), end = worker.getEnd();
    WorkResult result;
    if (entries[i].revents != 0)
      result = worker.read(options.seconds);
    else if (worker.isTimedOut(options.seconds))
      result = makeTimedOut(options.seconds);
    else
      continue;
    const bool isAlive = result.kind == WorkResult::Kind::Done;
    results.emplace(number, std::move(result));
    if (isAlive && worker.getPresent() < end)
      continue;
    workers.erase(workers.begin() + i);
    // A process that died did not come to the rest.
    if (number + 1 < end)
      if (llvm::Error error = start(number + 1, end))
        return error;
  }
  return llvm::Error::success();
}

llvm::Expected<WorkResult> Pool::take(uint64_t number) {
  while (!results.count(number)) {
    if (llvm::Error error = startAll())
      return std::move(error);
    if (llvm::Error error = collect())
      return std::move(error);
  }
  return std::move(results.extract(number).mapped());
}

llvm::Error forEachIsolated(
    uint64_t count, const IsolationOptions &options,
    llvm::function_ref<std::string(uint64_t)> work,
    llvm::function_ref<bool(uint64_t, const WorkResult &)> consume) {
  Pool pool(count, options, work);
  for (uint64_t number = 0; number < count; ++number) {
    llvm::Expected<WorkResult> result = pool.take(number);
    if (!result)
      return result.takeError();
    if (!consume(number, *result))
      break;
  }
  return llvm::Error::success();
}

} // namespace ember::fuzz
