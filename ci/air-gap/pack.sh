#!/usr/bin/env bash
# Packs the harness and its dependencies into one archive, for a machine without a network:
# pack.sh PACKAGE [ARCHIVE], where PACKAGE is the tarball that `npm pack` makes.
set -euo pipefail

package="${1:?give the tarball that npm pack makes, such as ./orch-conformance-0.1.0.tgz}"
archive="${2:-orch-conformance-bundle.tgz}"
# Some packages contain binaries, so the packages must match the platform of the machine that runs the harness.
platform=(${ORCH_OS:+--os="$ORCH_OS"} ${ORCH_CPU:+--cpu="$ORCH_CPU"} ${ORCH_LIBC:+--libc="$ORCH_LIBC"})

work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
npm install --no-audit --no-fund --omit=dev "${platform[@]}" --prefix "$work/orch-conformance" "$package" >&2
tar -C "$work" -czf "$archive" orch-conformance
(cd "$(dirname "$archive")" && sha256sum "$(basename "$archive")" >"$(basename "$archive").sha256")
printf '%s and %s.sha256: carry both over.\n' "$archive" "$archive"
