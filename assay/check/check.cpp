#include "assay/check/check.h"

#include "assay/check/silence.h"
#include "assay/check/verdict.h"
#include "assay/check/worker.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <thread>

#include <poll.h>

namespace assay::check {
namespace {

namespace fs = std::filesystem;

constexpr int poll_milliseconds = 50;
constexpr int exit_cancelled = 130;

/// A run over many assets.
struct Run {
  const Options& options;
  std::vector<Candidate> candidates;
  std::vector<std::optional<Judgement>> judgements = {};  // by candidate
  std::set<std::string> loaded = {};                      // files that some finished asset loaded as another layer
  std::vector<Worker> workers = {};
  std::vector<std::size_t> jobs = {};  // by worker: the candidate it works on
  std::size_t next = 0;
  int done = 0;
  bool wants_dependencies = false;
  std::optional<Error> start_failure = {};  // why a worker could not be started
};

bool is_cancelled(const Options& options) { return options.is_cancelled != nullptr && options.is_cancelled(); }

int processor_count() { return std::max(1, static_cast<int>(std::thread::hardware_concurrency())); }

int worker_count(const Options& options, std::size_t assets) {
  const int wanted = options.jobs > 0 ? options.jobs : processor_count();
  return static_cast<int>(std::min<std::size_t>(static_cast<std::size_t>(wanted), assets));
}

/// The next candidate that has to be judged. One that a finished asset loaded is a layer of that asset.
std::optional<std::size_t> next_candidate(Run& run) {
  while (run.next < run.candidates.size()) {
    const std::size_t index = run.next++;
    const Candidate& candidate = run.candidates[index];
    if (!candidate.found_in_folder || !run.loaded.contains(candidate.path)) return index;
  }
  return std::nullopt;
}

void feed(Run& run, std::size_t worker, int threads) {
  if (is_cancelled(run.options) || run.next == run.candidates.size()) return;
  if (run.workers[worker].is_gone()) {
    const Result<Worker> started = Worker::start(run.options, threads, run.wants_dependencies);
    if (!started) {
      run.start_failure = started.error();  // the other workers go on; without any, it is the assets' error
      return;
    }
    run.workers[worker] = started.value();
  }
  const std::optional<std::size_t> candidate = next_candidate(run);
  if (!candidate) return;
  run.jobs[worker] = *candidate;
  run.workers[worker].give(run.candidates[*candidate].path);
}

void keep(Run& run, std::size_t worker, Judgement judgement, const Progress& progress) {
  const Candidate& candidate = run.candidates[run.jobs[worker]];
  for (const std::string& file : judgement.loaded) {
    if (file != candidate.path) run.loaded.insert(file);
  }
  run.judgements[run.jobs[worker]] = std::move(judgement);
  if (progress) progress(++run.done, static_cast<int>(run.candidates.size()), candidate.shown);
}

/// Waits a moment for any worker and takes what has come.
void collect(Run& run, int threads, const Progress& progress) {
  std::vector<pollfd> descriptors;
  std::vector<std::size_t> busy;
  for (std::size_t index = 0; index < run.workers.size(); ++index) {
    if (!run.workers[index].is_busy()) continue;
    descriptors.push_back({run.workers[index].descriptor(), POLLIN, 0});
    busy.push_back(index);
  }
  poll(descriptors.data(), descriptors.size(), poll_milliseconds);
  for (std::size_t index = 0; index < busy.size(); ++index) {
    Worker& worker = run.workers[busy[index]];
    if (descriptors[index].revents != 0) {
      keep(run, busy[index], worker.take(), progress);
    } else if (worker.seconds() > run.options.limits.worker_seconds) {
      keep(run, busy[index], worker.take_timeout(), progress);
    } else {
      continue;
    }
    feed(run, busy[index], threads);
  }
}

void judge_all(Run& run, const Progress& progress) {
  const int count = worker_count(run.options, run.candidates.size());
  const int threads = std::max(1, processor_count() / std::max(1, count));
  run.judgements.resize(run.candidates.size());
  run.workers.resize(static_cast<std::size_t>(count));
  run.jobs.resize(static_cast<std::size_t>(count));
  for (std::size_t worker = 0; worker < run.workers.size(); ++worker) feed(run, worker, threads);
  const auto is_busy = [](const Worker& worker) { return worker.is_busy(); };
  while (std::ranges::any_of(run.workers, is_busy) && !is_cancelled(run.options)) collect(run, threads, progress);
  for (Worker& worker : run.workers) worker.stop();
}

/// The other candidates whose files an asset loads or names, by index.
std::set<std::size_t> used_candidates(const Run& run, const std::map<std::string, std::size_t>& indices,
                                      std::size_t user) {
  std::set<std::size_t> used;
  if (!run.judgements[user]) return used;
  for (const std::vector<std::string>* files : {&run.judgements[user]->loaded, &run.judgements[user]->dependencies}) {
    for (const std::string& file : *files) {
      const auto candidate = indices.find(file);
      if (candidate != indices.end() && candidate->second != user) used.insert(candidate->second);
    }
  }
  return used;
}

/// Marks everything that a candidate uses, directly or through others.
void mark_used(std::size_t user, const std::vector<std::set<std::size_t>>& uses, std::vector<bool>& used) {
  std::vector<std::size_t> pending(uses[user].begin(), uses[user].end());
  while (!pending.empty()) {
    const std::size_t index = pending.back();
    pending.pop_back();
    if (used[index]) continue;
    used[index] = true;
    pending.insert(pending.end(), uses[index].begin(), uses[index].end());
  }
}

/// Candidates that are assets: those named by hand, those that no other uses, and the first of each ring of candidates
/// that use each other and that nothing else uses.
std::vector<bool> assets_among(const Run& run) {
  const std::size_t count = run.candidates.size();
  std::map<std::string, std::size_t> indices;
  for (std::size_t index = 0; index < count; ++index) indices[run.candidates[index].path] = index;
  std::vector<std::set<std::size_t>> uses(count);
  std::vector<bool> has_user(count, false);
  for (std::size_t user = 0; user < count; ++user) {
    uses[user] = used_candidates(run, indices, user);
    for (const std::size_t index : uses[user]) has_user[index] = true;
  }

  std::vector<bool> is_asset(count, false);
  std::vector<bool> used(count, false);
  for (std::size_t index = 0; index < count; ++index) {
    if (has_user[index] && run.candidates[index].found_in_folder) continue;
    is_asset[index] = true;
    mark_used(index, uses, used);
  }
  for (std::size_t index = 0; index < count; ++index) {
    if (is_asset[index] || used[index]) continue;
    is_asset[index] = true;
    mark_used(index, uses, used);
  }
  return is_asset;
}

std::string shown_asset(const std::string& path, const std::string& folder) {
  return fs::path(path).lexically_relative(folder).generic_string();
}

AssetReport asset_report(const Run& run, std::size_t index, const std::string& folder) {
  AssetReport report;
  if (run.judgements[index]) {
    report = run.judgements[index]->report;
  } else {
    report.verdict = Verdict::NotEvaluated;
    const Error cancelled{ErrorCode::Cancelled, "was not judged: the run was interrupted", "", 0, 0};
    report.errors.push_back(is_cancelled(run.options) ? cancelled : run.start_failure.value_or(cancelled));
  }
  report.asset = shown_asset(run.candidates[index].path, folder);
  report.shown = run.candidates[index].shown;
  for (Error& error : report.errors) error.file = report.asset;
  return report;
}

}  // namespace

CheckReport run(FoundAssets found, const Options& options, const Progress& progress) {
  const std::string folder = options.relative_to.empty() ? found.common_folder : options.relative_to;
  Run run{.options = options, .candidates = std::move(found.candidates)};
  run.wants_dependencies = std::ranges::any_of(run.candidates, &Candidate::found_in_folder);
  judge_all(run, progress);

  CheckReport report;
  report.profile = options.profile->name;
  report.limits_digest = options.limits.digest;
  report.isolation = rules::name_of(options.isolation);
  report.errors = std::move(found.errors);
  report.is_cancelled = is_cancelled(options);
  const std::vector<bool> is_asset = assets_among(run);
  for (std::size_t index = 0; index < run.candidates.size(); ++index) {
    const bool skipped = !run.judgements[index] && run.loaded.contains(run.candidates[index].path);
    if (is_asset[index] && !skipped) report.assets.push_back(asset_report(run, index, folder));
  }
  silence(report, options, folder);
  return report;
}

int exit_code_of(const CheckReport& report, Severity fail_on) {
  if (report.is_cancelled) return exit_cancelled;
  int code = report.errors.empty() ? 0 : 2;
  for (const AssetReport& asset : report.assets) code = std::max(code, exit_code_of(asset, fail_on));
  return code;
}

}  // namespace assay::check
