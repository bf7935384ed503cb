import { expect, test } from 'vitest'
import { targetOptionsOf, defaultInvocation } from './command.ts'

test('a run without a command after -- has no command when its target is read again', () => {
  const { command, target } = targetOptionsOf({ ...defaultInvocation, target: 'acme.yaml' }, '/runs')

  expect({ command, target }).toEqual({ command: [], target: '/runs/acme.yaml' })
})

test('targetOptionsOf resolves the paths of a command in the folder of the invocation', () => {
  expect(
    targetOptionsOf({ ...defaultInvocation, command: ['./bin/server', '--v=4'] }, '/runs').command,
  ).toEqual(['/runs/bin/server', '--v=4'])
})
