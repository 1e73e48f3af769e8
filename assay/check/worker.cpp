#include "assay/check/worker.h"

#include "assay/base/json_codec.h"
#include "assay/check/confine.h"
#include "assay/extract/extract.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <csignal>
#include <cstdlib>
#include <cstring>

#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

namespace assay::check {
namespace {

using Json = nlohmann::ordered_json;

constexpr rlim_t most_message_bytes = 1 << 20;

bool write_all(int descriptor, const char* bytes, std::size_t size) {
  while (size > 0) {
    const ssize_t written = send(descriptor, bytes, size, MSG_NOSIGNAL);
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return false;
    bytes += written;
    size -= static_cast<std::size_t>(written);
  }
  return true;
}

bool read_all(int descriptor, char* bytes, std::size_t size) {
  while (size > 0) {
    const ssize_t received = read(descriptor, bytes, size);
    if (received < 0 && errno == EINTR) continue;
    if (received <= 0) return false;
    bytes += received;
    size -= static_cast<std::size_t>(received);
  }
  return true;
}

bool send_message(int descriptor, const std::string& message) {
  const std::uint64_t size = message.size();
  return write_all(descriptor, reinterpret_cast<const char*>(&size), sizeof size) &&
         write_all(descriptor, message.data(), message.size());
}

/// Receives a message of at most `most` bytes: what a hostile file made of a worker is not to be trusted.
bool receive_message(int descriptor, std::string& message, std::uint64_t most) {
  std::uint64_t size = 0;
  if (!read_all(descriptor, reinterpret_cast<char*>(&size), sizeof size) || size > most) return false;
  message.resize(size);
  return read_all(descriptor, message.data(), size);
}

/// Confines a worker: it writes nothing but messages, and speaks only where we listen.
void confine_worker(double memory_mib, int messages) {
  confine(memory_mib);
  const rlimit messages_only{most_message_bytes, most_message_bytes};
  setrlimit(RLIMIT_FSIZE, &messages_only);
  dup2(messages, STDERR_FILENO);
}

std::string answer_of(const Judgement& judgement) {
  Json answer;
  answer["report"] = to_json(judgement.report);
  answer["loaded"] = judgement.loaded;
  answer["dependencies"] = judgement.dependencies;
  return answer.dump(-1, ' ', false, Json::error_handler_t::replace);
}

[[noreturn]] void run(int socket, int messages, const Options& options, int threads, bool wants_dependencies) {
  confine_worker(options.limits.worker_memory_mib, messages);
  const Result<bool> started = extract::start(threads);
  std::string path;
  while (receive_message(socket, path, most_message_bytes)) {
    Judgement judgement;
    if (started) {
      judgement = judge_asset(path, options, wants_dependencies);
    } else {
      judgement.report.errors.push_back(started.error());
      judgement.report.verdict = Verdict::NotEvaluated;
    }
    if (!send_message(socket, answer_of(judgement))) break;
  }
  // whatever OpenUSD holds goes with the process; taking it down in order would cost time and change nothing
  std::_Exit(0);
}

}  // namespace

Result<Worker> Worker::start(const Options& options, int threads, bool wants_dependencies) {
  const auto failure = [] {
    return Error{ErrorCode::Exhausted, fmt::format("no worker process could be started: {}", std::strerror(errno)), "",
                 0, 0};
  };
  int sockets[2] = {-1, -1};
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, sockets) != 0) return failure();
  Worker worker;
  worker.socket_ = sockets[0];
  worker.messages_ = memfd_create("assay-worker", MFD_CLOEXEC);
  worker.memory_mib_ = options.limits.worker_memory_mib;
  worker.limit_seconds_ = options.limits.worker_seconds;
  if (worker.messages_ >= 0) worker.process_ = fork();
  if (worker.messages_ < 0 || worker.process_ < 0) {
    const Error error = failure();
    close(sockets[1]);
    worker.process_ = 0;
    worker.stop();
    return error;
  }
  if (worker.process_ == 0) {
    close(sockets[0]);
    run(sockets[1], worker.messages_, options, threads, wants_dependencies);
  }
  close(sockets[1]);
  return worker;
}

void Worker::give(const std::string& path) {
  ASSAY_CHECK(!busy_);
  busy_ = true;
  messages_begin_ = lseek(messages_, 0, SEEK_END);
  started_ = std::chrono::steady_clock::now();
  send_message(socket_, path);  // a worker that is gone shows when its answer is taken
}

double Worker::seconds() const {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - started_).count();
}

Judgement Worker::take() {
  std::string message;
  busy_ = false;
  const auto most = static_cast<std::uint64_t>(memory_mib_ * 1024 * 1024);
  if (!receive_message(socket_, message, most)) {
    kill(process_, SIGKILL);  // gone already, but for a worker that answers nonsense
    int status = 0;
    waitpid(process_, &status, 0);
    const std::string words = last_words();
    process_ = 0;
    stop();
    if (WIFEXITED(status) && WEXITSTATUS(status) == exit_out_of_memory) {
      return failed(fmt::format("asked for more than {} MiB of memory: the file is damaged, or worker.memory_mib in "
                                "the limits is too low",
                                memory_mib_),
                    ErrorCode::Exhausted);
    }
    if (WIFEXITED(status)) {
      return failed(fmt::format("the worker ended with exit code {}: {}", WEXITSTATUS(status), words),
                    ErrorCode::Crashed);
    }
    return failed(fmt::format("the worker crashed ({}); the file may be damaged or nested too deeply",
                              strsignal(WTERMSIG(status))),
                  ErrorCode::Crashed);
  }
  const Json answer = Json::parse(message, nullptr, false);
  Judgement judgement;
  if (answer.is_discarded() || !answer.contains("report") || !from_json(answer.at("report"), judgement.report)) {
    stop();
    return failed("the worker's answer is damaged; the file may be hostile", ErrorCode::Crashed);
  }
  judgement.loaded = answer.at("loaded");
  judgement.dependencies = answer.at("dependencies");
  return judgement;
}

Judgement Worker::take_timeout() {
  busy_ = false;
  stop();
  return failed(
      fmt::format("took more than {} s; raise worker.seconds in the limits file if that is meant", limit_seconds_),
      ErrorCode::Exhausted);
}

void Worker::stop() {
  if (process_ != 0) {
    kill(process_, SIGKILL);
    waitpid(process_, nullptr, 0);
  }
  process_ = 0;
  if (socket_ >= 0) close(socket_);
  if (messages_ >= 0) close(messages_);
  socket_ = messages_ = -1;
}

Judgement Worker::failed(const std::string& reason, ErrorCode code) {
  Judgement judgement;
  judgement.report.errors.push_back({code, reason, "", 0, 0});
  judgement.report.verdict = Verdict::NotEvaluated;
  return judgement;
}

std::string Worker::last_words() const {
  std::string text(4096, '\0');
  const ssize_t size = pread(messages_, text.data(), text.size(), messages_begin_);
  text.resize(size > 0 ? static_cast<std::size_t>(size) : 0);
  return text.substr(0, text.find('\n'));
}

}  // namespace assay::check
