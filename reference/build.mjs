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
const common = {
  absWorkingDir: root,
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
}
const chunks = `${outdir}/chunks`
/** Chunks of earlier builds stay this long: a program that runs may not have loaded all of its own yet. */
const keepStaleMs = 10 * 60_000

/** What several programs load and what is large is there once, each in one file. */
const libraries = {
  yaml: ['yaml'],
  grpc: ['@grpc/grpc-js'],
  asn1: ['@peculiar/asn1-schema', '@peculiar/asn1-x509'],
}
const parts = Object.entries(libraries).flatMap(([name, packages]) => packages.map((one) => [one, name]))
const libraryOf = new Map(parts)

// Each by itself: whatever else two programs share would be split off into chunks of its own, and every start would load more files.
const built = Object.entries(programs).filter(([, main]) => existsSync(root + main))
const outputFiles = (
  await Promise.all([librariesBundled(), ...built.map(([name, main]) => bundled(name, main))])
).flat()

for (const folder of [chunks, `${outdir}/libraries`]) mkdirSync(folder, { recursive: true })
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
    ...common,
    entryPoints: { [name]: main },
    chunkNames: 'chunks/[name]-[hash]',
    plugins: [
      {
        name: 'libraries',
        setup(of) {
          of.onResolve({ filter: /^[@a-z]/ }, ({ path }) =>
            libraryOf.has(path)
              ? { path: `#libraries/${libraryOf.get(path)}.js`, external: true }
              : undefined,
          )
        },
      },
    ],
  })
  return outputFiles
}

async function librariesBundled() {
  const { outputFiles } = await build({
    ...common,
    entryPoints: Object.keys(libraries).map((name) => ({ in: `library:${name}`, out: `libraries/${name}` })),
    splitting: false,
    plugins: [
      {
        name: 'entries',
        setup(of) {
          of.onResolve({ filter: /^library:/ }, ({ path }) => ({
            path: path.split(':')[1],
            namespace: 'library',
          }))
          of.onLoad({ filter: /./, namespace: 'library' }, async ({ path }) => ({
            contents: (await Promise.all(libraries[path].map(exported))).join('\n'),
            resolveDir: root,
          }))
        },
      },
    ],
  })
  return outputFiles
}

/** A package's exports by name, which a CommonJS one has only at run time. */
async function exported(name) {
  const names = Object.keys(await import(name)).filter((one) => one !== 'default' && one !== '__esModule')
  return `export { ${names.join(', ')} } from '${name}'`
}
