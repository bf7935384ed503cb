import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { addedFlags } from './added-flags.ts'

test('flags that a process has, and was not meant to have, are added', async () => {
  const flags = ['--port=1', '--mode=RBAC', '--file=/theirs', '--file=/ours', '--name', 'value', '-v']
  const child = spawn(process.execPath, [
    '-e',
    'console.log(1); setInterval(() => {}, 60_000)',
    '--',
    ...flags,
  ])
  try {
    await once(child.stdout, 'data')

    expect(addedFlags(child.pid ?? 0, ['--port=1', '--file=/ours', '--name=value'])).toEqual([
      '--mode=RBAC',
      '--file=/theirs',
    ])
  } finally {
    child.kill('SIGKILL')
  }
})

test('of a process that is gone nothing is known', () => {
  expect(addedFlags(2 ** 30, [])).toEqual([])
})
