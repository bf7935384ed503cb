#!/usr/bin/env node
// The command line on the suites of one folder beside this file: `cli.js FOLDER ARGUMENT…`.
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { main } from '../cli/main.ts'

const here = dirname(fileURLToPath(import.meta.url))
const [folder = '', ...argv] = process.argv.slice(2)

await main(
  {
    name: 'orch-conformance',
    version: '0.0.0',
    root: join(here, '..', '..', '..'),
    suitesDir: join(here, 'suites', folder),
    reference: join(here, 'fake-apiserver.js'),
    peers: async () => [],
    reports: async () => ({
      write: async () => {},
      live: () => ({ event: () => {}, end: () => {} }),
      read: async () => [],
      compare: () => '',
      render: (_format, events) => `${JSON.stringify(events)}\n`,
    }),
  },
  argv,
)
