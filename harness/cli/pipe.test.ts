import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const command = fileURLToPath(new URL('../../dist/bin/orch-conformance.js', import.meta.url))

test('a reader that stops early causes no error of a command', async () => {
  const child = spawn(process.execPath, [command, 'list', '--json'])
  const errorOutput = text(child.stderr)
  child.stdout.once('data', () => child.stdout.destroy())
  const [code] = await once(child, 'close')

  expect([code, await errorOutput]).toEqual([0, ''])
})
