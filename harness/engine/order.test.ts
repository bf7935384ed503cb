import { expect, test } from 'vitest'
import type { Collected } from './collected.ts'
import { orderModules } from './order.ts'

const rule = {
  id: 'a.rule',
  level: 'MUST',
  says: '',
  program: 'apiserver',
  profile: 'apiserver-configuration',
  judgedBy: 'behaviour',
  source: { document: 1, section: '', rows: [] },
} as const

const checks = (
  module: string,
  count: number,
  changes: Pick<Collected, 'waits' | 'limitMs'> = {},
): Collected[] =>
  Array.from({ length: count }, (_, index) => ({
    id: `${module}-${index}`,
    module,
    rule,
    ...changes,
  }))

test('large files come first, and every check stays in its file', () => {
  const modules = orderModules([...checks('small', 1), ...checks('large', 3)])
  expect(modules).toEqual([
    { module: 'large', testIds: ['large-0', 'large-1', 'large-2'] },
    { module: 'small', testIds: ['small-0'] },
  ])
})

test('a file with a longer limit than usual comes before files with more checks', () => {
  const modules = orderModules([...checks('large', 9), ...checks('long', 1, { limitMs: 60_000 })])
  expect(modules.map(({ module }) => module)).toEqual(['long', 'large'])
})

test('waiting files are distributed between files without waiting checks', () => {
  const busyChecks = ['a', 'b', 'c', 'd'].flatMap((module) => checks(module, 2))
  const waitingChecks = [...checks('one', 1, { waits: true }), ...checks('two', 1, { waits: true })]
  expect(orderModules([...waitingChecks, ...busyChecks]).map(({ module }) => module)).toEqual([
    'one',
    'a',
    'b',
    'two',
    'c',
    'd',
  ])
})

test('among waiting files, the slowest comes first, even if it has fewer checks', () => {
  const waitingChecks = [...checks('many', 3, { waits: true }), ...checks('few', 1, { waits: true })]
  expect(orderModules(waitingChecks, { many: 2_000, few: 9_000 }).map(({ module }) => module)).toEqual([
    'few',
    'many',
  ])
  expect(orderModules(waitingChecks).map(({ module }) => module)).toEqual(['many', 'few'])
})

test('a file with one waiting check runs before files without waiting checks', () => {
  const mixedChecks = [...checks('mixed', 5), ...checks('mixed', 1, { waits: true })]
  expect(orderModules([...checks('busy', 9), ...mixedChecks]).map(({ module }) => module)).toEqual([
    'mixed',
    'busy',
  ])
})
