#!/usr/bin/env node
// Program of the peers package, the same as `orch-conformance mock`.
import { readFileSync } from 'node:fs'
import { interrupts } from '#harness/interrupts.ts'

interrupts.install()
// The command line is imported dynamically: its modules take long to load, and signals must be handled meanwhile.
const { Command } = await import('commander')
const { exitAfter } = await import('#harness/cli/line/exit-command.ts')
const { mockCommand } = await import('#harness/cli/mock/mock.ts')
const { addMockOptions } = await import('#harness/cli/mock/mock-options.ts')
const { standAlonePeers } = await import('#mocks/stand-alone.ts')
type MockOptions = Parameters<typeof mockCommand>[1]

const { name, version } = JSON.parse(
  readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
) as { name: string; version: string }

await exitAfter(name, async () => {
  const peers = await standAlonePeers()
  const program = new Command(name).version(version).exitOverride()
  program.showHelpAfterError('(--help shows the options)')
  addMockOptions(program, peers).allowExcessArguments(false)
  program.parse(process.argv.slice(2), { from: 'user' })
  if (program.args.length === 0) program.help({ error: true })
  const serveControl = async () => (await import('#mocks/control/serve.ts')).serveControl
  return mockCommand(program.args, program.opts<MockOptions>(), peers, { serveControl })
})
