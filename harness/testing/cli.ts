#!/usr/bin/env node
// Runs the command line on the suites of one folder next to this file: `cli.js FOLDER ARGUMENT…`.
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { interrupts } from '../interrupts.ts'
import type { RunEvent } from '../events.ts'

interrupts.install()
// Tests that interrupt a run wait for this message, because Node alone handles earlier signals.
process.send?.('ready')
const { main } = await import('../cli/main.ts')
const { attemptApiServer } = await import('../programs/api-server.ts')

const testingFolder = dirname(fileURLToPath(import.meta.url))
const [folder = '', ...argv] = process.argv.slice(2)

await main(
  {
    name: 'orch-conformance',
    version: '0.0.0',
    root: join(testingFolder, '..', '..', '..'),
    suitesDir: join(testingFolder, 'suites', folder),
    outline: () => [],
    constraints: async () => [],
    situations: async () => [],
    references: { apiserver: join(testingFolder, 'fake-apiserver.js') },
    peers: async () => [],
    firstStarts: async () => ({
      apiserver: async (settings, withinMs) => ({
        attempt: await attemptApiServer({ settings, storage: 'http://127.0.0.1:1' }, withinMs),
        release: async () => {},
      }),
    }),
    reports: async () => ({
      write: async () => {},
      live: () => ({ event: () => {}, note: () => {}, end: () => {} }),
      matrix: async () => '',
      collect: async () => ({ page: '', stale: [] }),
      pages: async () => [],
      preparing: () => ({ end: () => {} }),
      read: async (path) =>
        readFileSync(join(path, 'events.jsonl'), 'utf8')
          .trimEnd()
          .split('\n')
          .map((line) => JSON.parse(line) as RunEvent),
      compare: async () => ({ text: '', isWorse: false }),
      trend: async () => ({ text: '', isWorse: false }),
      merge: async () => [],
      render: async (_format, events) => `${JSON.stringify(events)}\n`,
      certificates: () => Promise.reject(new Error('There are no certificates here.')),
      rejudge: async () => ({ judged: [], notJudged: [], differences: [] }),
      trace: async (_outDir, _events, url) => `${url} was not looked at.`,
    }),
  },
  argv,
)
