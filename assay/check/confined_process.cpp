#include "assay/check/confined_process.h"

#include "assay/base/json_codec.h"
#include "assay/check/confine.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <cstring>

#include <fcntl.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

namespace assay::check {
namespace {

using Json = nlohmann::ordered_json;
using Clock = std::chrono::steady_clock;

constexpr std::size_t most_frame_bytes = 1 << 16;

/// What a frame of the answer holds.
enum class FrameKind : std::uint32_t { Piece, Failure, End };

struct FrameHead {
  FrameKind kind = FrameKind::End;
  std::uint32_t size = 0;
};

bool write_all(int descriptor, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written = write(descriptor, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return false;
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
  return true;
}

bool write_frames(int descriptor, FrameKind kind, std::string_view content) {
  do {
    const std::string_view part = content.substr(0, most_frame_bytes);
    const FrameHead head{kind, static_cast<std::uint32_t>(part.size())};
    const std::string_view head_bytes(reinterpret_cast<const char*>(&head), sizeof head);
    if (!write_all(descriptor, head_bytes) || !write_all(descriptor, part)) return false;
    content.remove_prefix(part.size());
  } while (!content.empty());
  return true;
}

/// The confined side: gathers pieces to whole frames, since each costs a call of the system.
[[noreturn]] void do_work(int out, const schema::Limits& limits, const Work& work) {
  confine(limits.worker_memory_mib);
  std::string gathered;
  bool is_wanted = true;
  const auto send = [&] {
    is_wanted = is_wanted && (gathered.empty() || write_frames(out, FrameKind::Piece, gathered));
    gathered.clear();
    return is_wanted;
  };
  const Result<bool> done = work([&](std::string_view piece) {
    gathered += piece;
    return gathered.size() < most_frame_bytes || send();
  });
  if (send()) {
    const std::string failure =
        done ? ""
             : to_json(done.error()).dump(-1, ' ', false, Json::error_handler_t::replace).substr(0, most_frame_bytes);
    write_frames(out, done ? FrameKind::End : FrameKind::Failure, failure);
  }
  // whatever OpenUSD holds goes with the process; taking it down in order would cost time and change nothing
  std::_Exit(0);
}

/// What came of reading from the confined process.
enum class Reading { Complete, Ended, OutOfTime };

/// The parent's side of a process.
class Process {
 public:
  Process(pid_t id, int in, double seconds) : id_(id), in_(in), left_(seconds) {}

  ~Process() {
    close(in_);
    if (!is_reaped_) wait();
  }
  Process(const Process&) = delete;
  Process& operator=(const Process&) = delete;

  Reading read_all(char* bytes, std::size_t size) {
    while (size > 0) {
      if (!is_readable()) return Reading::OutOfTime;
      const ssize_t received = read(in_, bytes, size);
      if (received < 0 && errno == EINTR) continue;
      if (received <= 0) return Reading::Ended;
      bytes += received;
      size -= static_cast<std::size_t>(received);
    }
    return Reading::Complete;
  }

  /// How the process ended, as waitpid says; only once.
  int wait() {
    int status = 0;
    kill(id_, SIGKILL);  // gone already, but for one that answers nonsense
    while (waitpid(id_, &status, 0) < 0 && errno == EINTR) {
    }
    is_reaped_ = true;
    return status;
  }

 private:
  /// Waits for bytes or the end; false when the time is over.
  bool is_readable() {
    while (left_ > 0) {
      const Clock::time_point started = Clock::now();
      pollfd descriptor{in_, POLLIN, 0};
      const int ready = poll(&descriptor, 1, static_cast<int>(std::min(left_, 1.0) * 1000) + 1);
      left_ -= std::chrono::duration<double>(Clock::now() - started).count();
      if (ready > 0) return true;
    }
    return false;
  }

  pid_t id_;
  int in_;
  double left_;  // seconds that the process may still take
  bool is_reaped_ = false;
};

Error death_of(int status, const schema::Limits& limits, const std::string& subject) {
  if (WIFEXITED(status) && WEXITSTATUS(status) == exit_out_of_memory) {
    return {ErrorCode::Exhausted,
            fmt::format("{} asked for more than {} MiB of memory: the file is damaged, or worker.memory_mib in the "
                        "limits is too low",
                        subject, limits.worker_memory_mib),
            "", 0, 0};
  }
  if (WIFSIGNALED(status)) {
    return {ErrorCode::Crashed,
            fmt::format("{} crashed ({}); the file may be damaged or nested too deeply", subject,
                        strsignal(WTERMSIG(status))),
            "", 0, 0};
  }
  return {ErrorCode::Crashed, subject + " ended without an answer", "", 0, 0};
}

Error timeout_of(const schema::Limits& limits, const std::string& subject) {
  return {ErrorCode::Exhausted,
          fmt::format("{} took more than {} s; raise worker.seconds in the limits file if that is meant", subject,
                      limits.worker_seconds),
          "", 0, 0};
}

Result<bool> receive(Process& process, const schema::Limits& limits, const std::string& subject, const Take& take) {
  while (true) {
    FrameHead head;
    std::string content;
    Reading reading = process.read_all(reinterpret_cast<char*>(&head), sizeof head);
    // what a hostile file made of the process is not to be trusted
    const bool is_sane = head.size <= most_frame_bytes && head.kind <= FrameKind::End;
    if (reading == Reading::Complete && is_sane) {
      content.resize(head.size);
      reading = process.read_all(content.data(), content.size());
    }
    if (reading == Reading::OutOfTime) return timeout_of(limits, subject);
    if (reading == Reading::Ended) return death_of(process.wait(), limits, subject);
    if (!is_sane)
      return Error{ErrorCode::Crashed, subject + " gave a damaged answer; the file may be hostile", "", 0, 0};
    if (head.kind == FrameKind::End) return true;
    if (head.kind == FrameKind::Failure) {
      Error error{ErrorCode::Crashed, subject + " failed and did not say why", "", 0, 0};
      from_json(Json::parse(content, nullptr, false), error);
      return error;
    }
    if (!take(content)) return false;
  }
}

}  // namespace

Result<bool> run_confined(const schema::Limits& limits, const std::string& subject, const Work& work,
                          const Take& take) {
  int ends[2] = {-1, -1};
  const bool has_pipe = pipe2(ends, O_CLOEXEC) == 0;
  const pid_t id = has_pipe ? fork() : -1;
  if (id < 0) {
    const std::string reason = std::strerror(errno);
    for (const int end : ends) close(end);
    return Error{ErrorCode::Exhausted, fmt::format("no process for {} could be started: {}", subject, reason), "", 0,
                 0};
  }
  if (id == 0) {
    close(ends[0]);
    do_work(ends[1], limits, work);
  }
  close(ends[1]);
  Process process(id, ends[0], limits.worker_seconds);
  return receive(process, limits, subject, take);
}

}  // namespace assay::check
