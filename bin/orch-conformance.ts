#!/usr/bin/env node
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { interrupts } from '#harness/interrupts.ts'

interrupts.install()
// The command line is imported dynamically: its modules take long to load, and signals must be handled meanwhile.
const { main } = await import('#harness/cli/main.ts')
const { judgedRoles, programs } = await import('#harness/roles.ts')
const { readSets } = await import('#harness/standard/sets.ts')
const { constraints, outline } = await import('#documents/documents.ts')

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))
const { name, version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  name: string
  version: string
}

const suitesDir = join(root, 'dist', 'suites')

await main(
  {
    name,
    version,
    root,
    suitesDir,
    commonSuite: join(suitesDir, 'shared', 'api-server.js'),
    outline,
    constraints: async () => constraints(),
    sets: () => readSets(join(root, 'dist', 'documents', 'sets')),
    situations: async () => (await import('#suites/situations/situations.ts')).situations(),
    references: Object.fromEntries(
      judgedRoles.map((role) => [role, join(root, 'dist', 'reference', `${programs[role].file}.js`)]),
    ),
    peers: async () => (await import('#mocks/stand-alone.ts')).standAlonePeers(),
    serveControl: async () => (await import('#mocks/control/serve.ts')).serveControl,
    firstStarts: async () => (await import('#suites/first-starts.ts')).firstStarts,
    reports: async () => (await import('#reports/output/index.ts')).reports,
  },
  process.argv.slice(2),
)
