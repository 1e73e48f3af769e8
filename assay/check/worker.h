#pragma once

#include "assay/base/result.h"
#include "assay/check/judge_asset.h"

#include <chrono>
#include <optional>
#include <string>

#include <sys/types.h>

namespace assay::check {

/// A process that judges one asset after the other. It is forked from a process without threads, holds to the limits,
/// and ends with its parent.
class Worker {
 public:
  /// Forks the process. `threads` are what OpenUSD may use in it. Fails when descriptors or processes ran out.
  static Result<Worker> start(const Options& options, int threads, bool wants_dependencies);

  /// Sends the absolute path of the next asset. Only for an idle worker.
  void give(const std::string& path);

  bool is_busy() const { return busy_; }
  int descriptor() const { return socket_; }  // readable when an answer or the worker's end is there

  /// Seconds that the current asset has taken so far.
  double seconds() const;

  /// The answer of a worker whose descriptor is readable; its end is an answer too, and the worker is then gone.
  Judgement take();

  /// Kills a worker over its time and reports that.
  Judgement take_timeout();

  bool is_gone() const { return process_ == 0; }
  void stop();

 private:
  Judgement failed(const std::string& reason, ErrorCode code);
  std::string last_words() const;

  pid_t process_ = 0;
  int socket_ = -1;
  int messages_ = -1;         // what the worker wrote to its standard error
  off_t messages_begin_ = 0;  // where those about the current asset begin
  bool busy_ = false;
  double memory_mib_ = 0;
  double limit_seconds_ = 0;
  std::chrono::steady_clock::time_point started_;
};

}  // namespace assay::check
