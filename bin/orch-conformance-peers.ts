#!/usr/bin/env node
// The program of the peers package, equal to `orch-conformance mock`.
import { readFileSync } from 'node:fs'
import { interrupts } from '#harness/interrupts.ts'

interrupts.install()
// Loads the command line only now: its modules take long to load, and a signal must not be missed meanwhile.
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
