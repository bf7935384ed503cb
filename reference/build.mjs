// Bundles the reference programs into dist/reference/, split so that a start loads only what its configuration needs.
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
import { basename, dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { programs as rows } from '../dist/harness/roles.js'

const root = fileURLToPath(new URL('..', import.meta.url))
/** Each program by the name of its file, and where it begins; one that nobody has begun yet is left out. */
const programs = Object.fromEntries(
  Object.entries(rows).map(([role, { file }]) => [file, `reference/${role}/main.ts`]),
)

const outdir = `${root}dist/reference`
const chunks = `${outdir}/chunks`
/** Chunks of earlier builds stay this long: a program that runs may not have loaded all of its own yet. */
const keepStaleMs = 10 * 60_000

// Each by itself: what two programs share would be split off into chunks of its own, and every start would load more files.
const built = Object.entries(programs).filter(([, main]) => existsSync(root + main))
const outputFiles = (await Promise.all(built.map(([name, main]) => bundled(name, main)))).flat()

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

/** The files of one program: its entry, and the chunks that it loads. */
async function bundled(name, main) {
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: { [name]: main },
    outdir,
    write: false,
    bundle: true,
    // Only channelz and reflection would use it, and nobody asks for them.
    external: ['@grpc/proto-loader'],
    splitting: true,
    format: 'esm',
    platform: 'node',
    conditions: ['source'],
    target: 'node20',
    chunkNames: 'chunks/[name]-[hash]',
    legalComments: 'none',
    // Half the size, and half of what a start reads. Names stay, for crash traces, and lines stay short: a trace quotes one.
    minify: true,
    keepNames: true,
    lineLimit: 200,
    logLevel: 'warning',
    banner: {
      // CommonJS dependencies inside ES modules ask for require.
      js: "import { createRequire as __createRequire } from 'node:module';const require = __createRequire(import.meta.url);",
    },
  })
  return outputFiles
}
