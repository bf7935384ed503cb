#!/bin/sh
# Makes the files of a release in a directory: ci/release/make.sh DIR
# The tarball, its components as CycloneDX, and the checksums of both. It needs a clean checkout after `npm ci`.
# With BUILT=1 the tarball has what is built already.
set -eu
mkdir -p "$1"
out=$(cd "$1" && pwd)
cd "$(dirname "$0")/../.."
npm pack --pack-destination "$out" ${BUILT:+--ignore-scripts} >/dev/null
# What its user installs: the lock file of this repository mixes that with what its workspaces need.
installed=$(mktemp -d)
trap 'rm -rf "$installed"' EXIT
cd "$installed"
echo '{ "name": "release", "version": "0.0.0", "private": true }' >package.json
npm install --ignore-scripts --no-audit --no-fund "$out"/*.tgz >/dev/null
npm sbom --sbom-format=cyclonedx --sbom-type=application >"$out/sbom.cdx.json"
cd "$out"
sha256sum -- *.tgz sbom.cdx.json >SHA256SUMS
cat SHA256SUMS
