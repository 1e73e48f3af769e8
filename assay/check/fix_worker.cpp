#include "assay/check/fix_worker.h"

#include "assay/check/unified_diff.h"
#include "assay/extract/extract.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <csignal>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <new>

#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

namespace assay::check {
namespace {

using Json = nlohmann::ordered_json;

constexpr int exit_out_of_memory = 71;

/// Bounds memory and time of this process, sees to it that it ends with its parent, and keeps it silent. An interrupt
/// does not stop it between two layers.
void confine(const schema::Limits& limits) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  std::signal(SIGINT, SIG_IGN);
  const auto bytes = static_cast<rlim_t>(limits.worker_memory_mib * 1024 * 1024);
  const rlimit memory{bytes, bytes};
  setrlimit(RLIMIT_DATA, &memory);
  const rlimit no_core{0, 0};
  setrlimit(RLIMIT_CORE, &no_core);
  // a file that grows too large fails to be written and is no reason to die
  std::signal(SIGXFSZ, SIG_IGN);
  std::set_new_handler([] { std::_Exit(exit_out_of_memory); });
  alarm(static_cast<unsigned>(limits.worker_seconds) + 1);
  const int nowhere = open("/dev/null", O_RDWR);
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) dup2(nowhere, stream);
}

Json answer_of(const std::vector<extract::FixOrder>& orders, const FixOptions& fix_options, const std::string& base) {
  Json answer;
  const Result<bool> started = extract::start(1);
  if (!started) return {{"error", started.error().message}, {"code", static_cast<int>(started.error().code)}};
  const extract::AppliedFixes applied = extract::apply_fixes(orders, fix_options.rewrite);
  answer["refusals"] = applied.refusals;
  answer["has_changes"] = !applied.layers.empty();
  std::string diff;
  for (const extract::ChangedLayer& layer : applied.layers) {
    if (!fix_options.dry_run) break;
    const std::string name = std::filesystem::path(layer.path).lexically_relative(base).generic_string();
    diff += unified_diff(layer.before, layer.after, name);
  }
  answer["diff"] = diff;
  if (fix_options.dry_run) return answer;
  const Result<bool> written = extract::write_layers(applied.layers);
  if (!written) return {{"error", written.error().message}, {"code", static_cast<int>(written.error().code)}};
  return answer;
}

[[noreturn]] void run(int out, const std::vector<extract::FixOrder>& orders, const Options& options,
                      const FixOptions& fix_options, const std::string& base) {
  confine(options.limits);
  const Json answer = answer_of(orders, fix_options, base);
  const std::string text = answer.dump(-1, ' ', false, Json::error_handler_t::replace);
  std::string_view rest = text;
  while (!rest.empty()) {
    const ssize_t written = write(out, rest.data(), rest.size());
    if (written <= 0) break;
    rest.remove_prefix(static_cast<std::size_t>(written));
  }
  std::_Exit(0);
}

std::string received(int in) {
  std::string text;
  char block[65536];
  while (true) {
    const ssize_t count = read(in, block, sizeof block);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return text;
    text.append(block, static_cast<std::size_t>(count));
  }
}

std::string cause_of(int status, const schema::Limits& limits) {
  if (WIFEXITED(status) && WEXITSTATUS(status) == exit_out_of_memory) {
    return fmt::format("editing needs more than {} MiB of memory", limits.worker_memory_mib);
  }
  if (WIFSIGNALED(status) && WTERMSIG(status) == SIGALRM) {
    return fmt::format("editing took more than {} s", limits.worker_seconds);
  }
  return WIFSIGNALED(status) ? fmt::format("editing crashed ({})", strsignal(WTERMSIG(status)))
                             : std::string("editing ended without an answer");
}

}  // namespace

FixWork work_on(const std::vector<extract::FixOrder>& orders, const Options& options, const FixOptions& fix_options,
                const std::string& base) {
  int ends[2] = {-1, -1};
  ASSAY_CHECK(pipe2(ends, O_CLOEXEC) == 0);
  const pid_t process = fork();
  ASSAY_CHECK(process >= 0);
  if (process == 0) {
    close(ends[0]);
    run(ends[1], orders, options, fix_options, base);
  }
  close(ends[1]);
  const std::string text = received(ends[0]);
  close(ends[0]);
  int status = 0;
  while (waitpid(process, &status, 0) < 0 && errno == EINTR) {
  }
  const Json answer = Json::parse(text, nullptr, false);
  FixWork work;
  if (answer.is_discarded()) {
    work.error = Error{ErrorCode::Crashed, cause_of(status, options.limits), "", 0, 0};
  } else if (answer.contains("error")) {
    work.error = Error{static_cast<ErrorCode>(answer.at("code").get<int>()), answer.at("error"), "", 0, 0};
  } else {
    work.refusals = answer.at("refusals");
    work.has_changes = answer.at("has_changes");
    work.diff = answer.at("diff");
  }
  return work;
}

}  // namespace assay::check
