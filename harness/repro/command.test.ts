import { expect, test } from 'vitest'
import { targetOptionsOf, usualInvocation } from './command.ts'

test('a run without a command behind -- has none when its target is found again', () => {
  const { command, target } = targetOptionsOf({ ...usualInvocation, target: 'acme.yaml' }, '/runs')

  expect({ command, target }).toEqual({ command: [], target: '/runs/acme.yaml' })
})

test('the paths of a command are those of the folder that it was given in', () => {
  expect(
    targetOptionsOf({ ...usualInvocation, command: ['./bin/server', '--v=4'] }, '/runs').command,
  ).toEqual(['/runs/bin/server', '--v=4'])
})
