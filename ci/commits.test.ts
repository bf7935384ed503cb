import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { defectsOf } from './commits.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

// Last commit before the rule on subjects; older subjects do not follow it.
const baseCommit = 'b8a6423d'

const git = (...args: string[]) => spawnSync('git', ['-C', root, ...args], { encoding: 'utf8' })
const hasHistory = git('merge-base', '--is-ancestor', baseCommit, 'HEAD').status === 0

test.for([
  ['fix(mocks/etcd): close a watch that its client left', []],
  ['feat: a check feels its time', ['begins with "a", which is no verb in the imperative']],
  ['fix(ci): closes the file', ['begins with "closes", which is no verb in the imperative']],
  ['test: process each file', []],
  ['some words', ['has another form than `type(place): verb …`']],
  [`fix: ${'x'.repeat(68)}`, ['has 73 of 72 characters']],
] as const)('defectsOf lists the defects of "%s"', ([subject, defects]) => {
  expect(defectsOf(subject)).toEqual(defects)
})

test.skipIf(!hasHistory)('new commits have a subject in the imperative, with at most 72 characters', () => {
  const subjects = git('log', '--no-merges', '--format=%s', `${baseCommit}..HEAD`)
    .stdout.split('\n')
    .filter(Boolean)
  const defects = subjects.flatMap((subject) => defectsOf(subject).map((defect) => `${subject}: ${defect}`))

  expect(defects).toEqual([])
})
