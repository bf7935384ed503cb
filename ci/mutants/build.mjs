// Builds the reference with all its mutants into dist/mutants, where a variable selects a mutant. Only developers can
// run this build, because it needs the sources. Does nothing if the last build had the same sources.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { programs as rows } from '../../dist/harness/roles.js'
import { ignoredFiles } from './ignored.mjs'
import { asFunction } from '../../reference/program/as-function.mjs'

const root = fileURLToPath(new URL('../../', import.meta.url))
const outdir = `${root}dist/mutants`
const sources = filesBelow('reference').filter((name) => name.endsWith('.ts'))
const tools = [...filesBelow('ci/mutants').filter((name) => /\w\.mjs$/.test(name)), 'package-lock.json']
const digest = createHash('sha256')
for (const name of [...sources, ...tools].toSorted((a, b) => (a < b ? -1 : 1)))
  digest.update(name).update(readFileSync(join(root, name)))
const stamp = digest.digest('hex').slice(0, 12)
const stampFile = `${outdir}/${stamp}.stamp`

if (!existsSync(stampFile)) await buildMutants()

async function buildMutants() {
  const { instrument } = await import('./instrument.mjs')
  mkdirSync(`${outdir}/bundles`, { recursive: true })
  for (const name of readdirSync(outdir)) if (name.endsWith('.stamp')) rmSync(`${outdir}/${name}`)
  const programRows = Object.entries(rows).filter(([role]) => existsSync(`${root}reference/${role}/main.ts`))
  const quirks = new Set(programRows.flatMap(([, { file }]) => quirksOf(`${root}dist/reference/${file}.js`)))
  const files = sources.filter((name) => !ignoredFiles.test(name) && name !== 'reference/program/launch.ts')
  const { texts, mutants } = await instrument(root, files, quirks)
  const common = {
    absWorkingDir: root,
    write: false,
    bundle: true,
    external: ['@grpc/proto-loader'],
    format: 'cjs',
    supported: { 'dynamic-import': false },
    platform: 'node',
    conditions: ['source'],
    target: 'node20',
    legalComments: 'none',
    minify: true,
    keepNames: true,
    lineLimit: 200,
    logLevel: 'warning',
  }
  const imports = programRows.map(
    ([role, { file }]) => `'${file}': () => import('./reference/${role}/main.ts')`,
  )
  const mutantPlugin = {
    name: 'mutants',
    setup({ onLoad }) {
      onLoad({ filter: /\.ts$/ }, ({ path }) => {
        const contents = texts.get(relative(root, path))
        return contents === undefined ? undefined : { contents, loader: 'ts' }
      })
    },
  }
  const code = await textOf({
    ...common,
    ...asFunction,
    stdin: { contents: `module.exports = { ${imports.join(', ')} }`, resolveDir: root },
    inject: [`${root}ci/mutants/runtime.mjs`],
    plugins: [mutantPlugin],
  })
  writeFile(`${outdir}/package.json`, '{ "type": "commonjs" }\n')
  writeFile(`${outdir}/bundles/${stamp}.cjs`, code)
  const launch = await textOf({
    ...common,
    entryPoints: ['reference/program/launch.ts'],
    define: { bundle: JSON.stringify(`bundles/${stamp}`) },
  })
  for (const [, { file }] of programRows) writeFile(`${outdir}/${file}.js`, `#!/usr/bin/env node\n${launch}`)
  // Omits code that only faults reach.
  const keptIds = new Set([...code.matchAll(/"([0-9a-f]{10})"/g)].map(([, id]) => id))
  const lines = mutants.filter(({ id }) => keptIds.has(id)).map((mutant) => JSON.stringify(mutant))
  writeFile(`${outdir}/mutants.jsonl`, `${lines.join('\n')}\n`)
  for (const name of readdirSync(`${outdir}/bundles`))
    if (!name.startsWith(stamp)) rmSync(`${outdir}/bundles/${name}`)
  writeFile(stampFile, '')
}

function filesBelow(folder) {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(root, join(parentPath, name)))
}

function quirksOf(program) {
  return ['--list-faults', '--list-freedoms'].flatMap((flag) =>
    JSON.parse(execFileSync(process.execPath, [program, flag], { encoding: 'utf8' })).map(({ name }) => name),
  )
}

async function textOf(options) {
  const { outputFiles } = await build(options)
  return outputFiles[0].text
}

function writeFile(path, text) {
  writeFileSync(`${path}.new`, text)
  renameSync(`${path}.new`, path)
}
