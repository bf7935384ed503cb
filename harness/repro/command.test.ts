import { afterEach, expect, test, vi } from 'vitest'
import { targetOptionsOf, defaultInvocation, lastFailedCommand, reproCommand } from './command.ts'

afterEach(() => void vi.unstubAllEnvs())

test.for([
  ['the installed package', '', 'npx tool'],
  ['the single file', './tool-linux-x64', './tool-linux-x64'],
  ['the single file in a folder with a space', '/my tools/tool', "'/my tools/tool'"],
] as const)('commands to run checks again begin with the program of the run: %s', ([, file, start]) => {
  vi.stubEnv('ORCH_CONFORMANCE_FILE', file)
  const run = { tool: 'tool', invocation: defaultInvocation, seed: 1 }

  expect(reproCommand(run, 'a/b')).toBe(`${start} repro a/b --seed 1 --out out/repro/a.b`)
  expect(lastFailedCommand(run)).toBe(`${start} run --last-failed --seed 1 --out out`)
})

test('a run without a command after -- has no command when its target is read again', () => {
  const { command, target } = targetOptionsOf({ ...defaultInvocation, target: 'acme.yaml' }, '/runs')

  expect({ command, target }).toEqual({ command: [], target: '/runs/acme.yaml' })
})

test('targetOptionsOf resolves the paths of a command in the folder of the invocation', () => {
  expect(
    targetOptionsOf({ ...defaultInvocation, command: ['./bin/server', '--v=4'] }, '/runs').command,
  ).toEqual(['/runs/bin/server', '--v=4'])
})
