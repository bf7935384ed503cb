// Bundles the reference programs into dist/reference/: one file starts each program, and all their code is one bundle.
import { createHash } from 'node:crypto'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { programs as rows } from '../dist/harness/roles.js'
import { asFunction } from './program/as-function.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const outdir = `${root}dist/reference`
const bundles = `${outdir}/bundles`
const common = {
  absWorkingDir: root,
  outdir,
  write: false,
  bundle: true,
  // Only channelz and reflection use this package, and neither is needed.
  external: ['@grpc/proto-loader'],
  // The compile cache of V8 supports scripts, not modules.
  format: 'cjs',
  supported: { 'dynamic-import': false },
  platform: 'node',
  conditions: ['source'],
  target: 'node20',
  legalComments: 'none',
  // Half the size, and half of the bytes that a start reads. Names are kept for crash traces, and lines are short,
  // because a trace quotes one.
  minify: true,
  keepNames: true,
  lineLimit: 200,
  logLevel: 'warning',
}
/** Bundles of earlier builds are kept for this time: a program that is starting may not have read its bundle yet. */
const staleBuildMs = 10 * 60_000

mkdirSync(bundles, { recursive: true })
// The project's scripts are modules, the bundles are not.
put(`${outdir}/package.json`, '{ "type": "commonjs" }\n')
// A program that does not exist yet is omitted.
const begun = Object.entries(rows).filter(([role]) => existsSync(`${root}reference/${role}/main.ts`))
// A module that a program does not need is not loaded: it runs when it is imported.
const imports = begun.map(([role, { file }]) => `'${file}': () => import('./reference/${role}/main.ts')`)
const [code, map] = await textsOf({
  ...common,
  ...asFunction,
  stdin: { contents: `module.exports = { ${imports.join(', ')} }`, resolveDir: root },
  // The paths of the sources in the map are relative to this directory.
  outdir: bundles,
  // The source map is for the coverage of the programs. The package does not contain it.
  sourcemap: 'external',
  sourcesContent: false,
})
const digest = createHash('sha256').update(code).digest('hex').slice(0, 12)
// Writes the bundle before the files that name it, each atomically, so that a concurrent start finds all files.
put(`${bundles}/${digest}.cjs.map`, map)
put(`${bundles}/${digest}.cjs`, code)
const [launch] = await textsOf({
  ...common,
  entryPoints: ['reference/program/launch.ts'],
  define: { bundle: JSON.stringify(`bundles/${digest}`) },
})
for (const [, { file }] of begun) put(`${outdir}/${file}.js`, `#!/usr/bin/env node\n${launch}`, 0o755)
for (const name of readdirSync(bundles)) {
  if (!name.startsWith(digest) && statSync(`${bundles}/${name}`).mtimeMs < Date.now() - staleBuildMs)
    rmSync(`${bundles}/${name}`)
}

/** Returns the text of the bundle, and then of its source map if there is one. */
async function textsOf(options) {
  const { outputFiles } = await build(options)
  const byExtension = outputFiles.toSorted(({ path }) => (path.endsWith('.map') ? 1 : -1))
  return byExtension.map(({ text }) => text)
}

function put(path, text, mode = 0o644) {
  writeFileSync(`${path}.new`, text)
  chmodSync(`${path}.new`, mode)
  renameSync(`${path}.new`, path)
}
