#!/usr/bin/env bash
# The checks of `./dev check`, which sets up what they need. Each prints its seconds; all run, whatever fails.
set -euo pipefail

cd "$(dirname "${BASH_SOURCE[0]}")/.."
tools=build/environments/tools/bin
tests_python=build/environments/tests/bin/python
jobs="${DEV_JOBS:-1}"
failed=()

# run_check NAME COMMAND...
run_check() {
  local name="$1" started="${EPOCHREALTIME/[.,]/}" result=ok tenths
  shift
  "$@" </dev/null || result=FAILED
  [[ "$result" == ok ]] || failed+=("$name")
  tenths=$(((${EPOCHREALTIME/[.,]/} - started) / 100000))
  printf '%-10s %-6s %4d.%d s\n' "$name" "$result" "$((tenths / 10))" "$((tenths % 10))"
}

format() {
  find assay cli fuzz tests \( -name '*.cpp' -o -name '*.h' \) -print0 |
    xargs -0 -r -n 40 -P "$jobs" "$tools/clang-format" --style=file "$@"
}

types() { (cd python && "../$tools/mypy" --cache-dir ../build/.mypy_cache); }

format_arguments=(--dry-run -Werror)
tidy_arguments=()
for argument in "$@"; do
  case "$argument" in
    --fix) format_arguments=(-i) ;;
    --all) tidy_arguments=(--all) ;;
    *)
      echo "check takes --fix and --all, not $argument" >&2
      exit 2
      ;;
  esac
done

run_check format format "${format_arguments[@]}"
run_check tidy python3 tools/run_tidy.py --clang-tidy "$tools/clang-tidy" --build build/release --jobs "$jobs" \
  "${tidy_arguments[@]}"
run_check types types
run_check layers python3 tools/check_layers.py
run_check sizes python3 tools/check_sizes.py
if [[ -f tools/generate_docs.py ]]; then
  run_check docs "$tests_python" tools/generate_docs.py --check
fi
run_check catalogs "$tests_python" tools/generate_catalogs.py --check

if [[ ${#failed[@]} -gt 0 ]]; then
  echo "failed: ${failed[*]}"
  exit 1
fi
