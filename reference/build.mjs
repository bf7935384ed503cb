// Bundles the reference programs into dist/reference/, split so that a start loads only what its configuration needs.
import { chmodSync, mkdirSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

const root = fileURLToPath(new URL('..', import.meta.url))
const outdir = `${root}dist/reference`
const chunks = `${outdir}/chunks`
/** Chunks of earlier builds stay this long: a program that runs may not have loaded all of its own yet. */
const keepStaleMs = 10 * 60_000

const { outputFiles } = await build({
  absWorkingDir: root,
  entryPoints: { 'orch-apiserver': 'reference/apiserver/main.ts' },
  outdir,
  write: false,
  bundle: true,
  // Only channelz and reflection would use it, and nobody asks for them.
  external: ['@grpc/proto-loader'],
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  chunkNames: 'chunks/[name]-[hash]',
  legalComments: 'none',
  logLevel: 'warning',
  banner: {
    // CommonJS dependencies inside ES modules ask for require.
    js: "import { createRequire as __createRequire } from 'node:module';const require = __createRequire(import.meta.url);",
  },
})

mkdirSync(chunks, { recursive: true })
// Chunks before programs, each whole at once: whoever starts meanwhile finds everything it names.
for (const { path, text } of outputFiles.toSorted((a, b) => b.path.length - a.path.length)) {
  const isProgram = dirname(path) === outdir
  writeFileSync(`${path}.new`, isProgram ? `#!/usr/bin/env node\n${text}` : text)
  if (isProgram) chmodSync(`${path}.new`, 0o755)
  renameSync(`${path}.new`, path)
}

const current = new Set(outputFiles.map(({ path }) => basename(path)))
for (const name of readdirSync(chunks)) {
  const stale = !current.has(name) && statSync(`${chunks}/${name}`).mtimeMs < Date.now() - keepStaleMs
  if (stale) rmSync(`${chunks}/${name}`)
}
