#!/bin/sh
# Makes the files of a release in a directory: ci/release/make.sh DIR
# The tarball, its components as CycloneDX, and the checksums of both. It needs a clean checkout after `npm ci`.
set -eu
out=$1
root=$(cd "$(dirname "$0")/../.." && pwd)
mkdir -p "$out"
out=$(cd "$out" && pwd)
cd "$root"
# PACK=0 takes a tarball that is in the directory already.
if [ "${PACK:-1}" = 1 ]; then npm pack --pack-destination "$out" >/dev/null; fi
npm sbom --omit=dev --sbom-format=cyclonedx --sbom-type=application >"$out/sbom.cdx.json"
cd "$out"
sha256sum ./*.tgz sbom.cdx.json | sed 's# \./# #' >SHA256SUMS
cat SHA256SUMS
