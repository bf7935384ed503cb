#!/bin/sh
# Writes the files of a release into a directory: ci/release/make.sh DIR
# The files are the tarball, its SBOM (CycloneDX), and the checksums of both. Requires a clean checkout after `npm ci`.
# With BUILT=1, packs the existing build.
set -eu
mkdir -p "$1"
out=$(cd "$1" && pwd)
cd "$(dirname "$0")/../.."
npm pack --pack-destination "$out" ${BUILT:+--ignore-scripts} >/dev/null
# Lists the packages that a user installs. The lock file of this repository also has the packages of its workspaces.
installed=$(mktemp -d)
trap 'rm -rf "$installed"' EXIT
cd "$installed"
echo '{ "name": "release", "version": "0.0.0", "private": true }' >package.json
npm install --ignore-scripts --no-audit --no-fund "$out"/*.tgz >/dev/null
npm sbom --sbom-format=cyclonedx --sbom-type=application >"$out/sbom.cdx.json"
cd "$out"
sha256sum -- *.tgz sbom.cdx.json >SHA256SUMS
cat SHA256SUMS
