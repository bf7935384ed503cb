#!/usr/bin/env node
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { main } from '#harness/cli/main.ts'

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
    commonSuite: join(suitesDir, 'fixtures', 'api-server.js'),
    reference: join(root, 'dist', 'reference', 'orch-apiserver.js'),
    peers: async () => (await import('#mocks/alone.ts')).standAlonePeers(),
    reports: async () => (await import('#reports/index.ts')).reports,
  },
  process.argv.slice(2),
)
