#!/usr/bin/env bash
# Step of the action: runs the checks or merges results, writes annotations and the summary, and sets the outputs.
set -euo pipefail

out="${ORCH_OUT:-out}"

tool=(npx --no-install orch-conformance)
if [ -n "${ORCH_PACKAGE:-}" ]; then
  home="${RUNNER_TEMP:-/tmp}/orch-conformance"
  npm install --no-audit --no-fund --omit=dev --prefix "$home" "$ORCH_PACKAGE" >&2
  tool=("$home/node_modules/.bin/orch-conformance")
fi

# Adds `FLAG VALUE` for each line of a value that is not empty.
arguments=()
add() {
  local line
  while IFS= read -r line; do
    if [ -n "$line" ]; then arguments+=("$1" "$line"); fi
  done <<<"${2:-}"
}

if [ -n "${ORCH_MERGE:-}" ]; then
  while IFS= read -r shard; do
    if [ -n "$shard" ]; then arguments+=("$shard"); fi
  done <<<"$ORCH_MERGE"
  command=(merge "${arguments[@]}" --out "$out" --format github)
else
  add --target "${ORCH_TARGET:-}"
  add --program "${ORCH_PROGRAM:-}"
  add --only "${ORCH_ONLY:-}"
  add --profile "${ORCH_PROFILE:-}"
  add --baseline "${ORCH_BASELINE:-}"
  add --shard "${ORCH_SHARD:-}"
  add --max-failures "${ORCH_MAX_FAILURES:-}"
  command=(run "${arguments[@]}" --out "$out" --format github)
fi

# Files of an earlier step must not be taken for the result of this step.
rm -f "$out/run.json" "$out/badge.json"
code=0
"${tool[@]}" "${command[@]}" || code=$?

set_output() {
  # The delimiter is random, because values may come from an implementation and must not contain it.
  local end="end-$RANDOM-$RANDOM-$RANDOM"
  printf '%s<<%s\n%s\n%s\n' "$1" "$end" "$2" "$end" >>"$GITHUB_OUTPUT"
}
field() {
  node -p 'JSON.parse(require("fs").readFileSync(process.argv[1], "utf8"))[process.argv[2]]' "$out/run.json" "$1"
}

set_output exit-code "$code"
if [ -f "$out/run.json" ]; then
  "${tool[@]}" report "$out" --format badge >"$out/badge.json" || true
  cat "$out/summary.md" >>"$GITHUB_STEP_SUMMARY"
  set_output outcome "$(field outcome)"
  set_output headline "$(field headline)"
  set_output badge "$out/badge.json"
  set_output report "$out/report.html"
else
  printf '## Nothing was judged\n\nThe command ended with %s; the log says why.\n' "$code" >>"$GITHUB_STEP_SUMMARY"
fi

# Without a result, the step fails even if ORCH_FAIL is false.
if [ "${ORCH_FAIL:-true}" = true ] || [ ! -f "$out/run.json" ]; then exit "$code"; fi
