import { expect, test } from 'vitest'
import { minorVersions } from '../target/versions.ts'
import { dialectOf } from '../target/dialects.ts'
import { isWithin } from '../dialect/version-range.ts'
import { knownDeviations, verifyDeviations } from './known-deviations.ts'
import { globPattern } from '../glob.ts'

const deviations = [
  { check: 'flag.a.help/*', reason: 'always', link: 'x' },
  { check: 'flag.b.help/*', versions: { from: '1.35' }, reason: 'since 1.35', link: 'x' },
  { check: 'flag.c.help/*', vendor: 'openshift', reason: 'patched', link: 'x' },
] as const
const target = { dialect: 'kubernetes', deviations } as const

test('an entry for other versions of the tested program is ignored', () => {
  const deviationsOfTarget = knownDeviations(target, { apiserver: '1.34', 'node-agent': '1.35' })
  expect(deviationsOfTarget('flag.a.help/one', 'apiserver')?.reason).toBe('always')
  expect(deviationsOfTarget('flag.b.help/one', 'apiserver')).toBeUndefined()
  // The deviation depends on the version of the program that the rule tests.
  expect(deviationsOfTarget('flag.b.help/one', 'node-agent')?.reason).toBe('since 1.35')
})

test('a program that reports no version has the deviations of the usual version; in a dialect without a usual version, every entry applies', () => {
  expect(knownDeviations(target, {})('flag.b.help/one', 'apiserver')).toBeUndefined()
  expect(knownDeviations({ ...target, dialect: 'orch' }, {})('flag.b.help/one', 'apiserver')).toBeDefined()
})

test('deviations of a vendor apply only to targets that name the vendor', () => {
  expect(knownDeviations(target, {})('flag.c.help/one', 'apiserver')).toBeUndefined()
  expect(
    knownDeviations({ ...target, vendor: 'openshift' }, {})('flag.c.help/one', 'apiserver'),
  ).toBeDefined()
})

test('versions are parsed from the output of programs of a dialect', () => {
  const programs = [
    { role: 'apiserver', command: ['a'], version: 'Kubernetes v1.33.12' },
    { role: 'node-agent', command: ['b'] },
    { role: 'controller-manager', command: ['c'], version: 'something else' },
  ]
  expect(minorVersions('kubernetes', programs)).toEqual({ apiserver: '1.33' })
  expect(minorVersions('orch', programs)).toEqual({})
})

test('each deviation of Kubernetes 1.34 lists the observed response', () => {
  const { deviations, answers } = dialectOf({ dialect: 'kubernetes' })
  const checkIds = Object.keys(answers?.['1.34'] ?? {})
  const unusedDeviations = deviations
    .filter(({ versions }) => isWithin('1.34', versions))
    .filter(({ check }) => !checkIds.some((id) => globPattern(check).test(id)))
  const unknownIds = checkIds.filter((id) => !deviations.some(({ check }) => globPattern(check).test(id)))

  expect([unusedDeviations.map(({ check }) => check), unknownIds]).toEqual([[], []])
  expect(
    knownDeviations({ dialect: 'kubernetes' }, { apiserver: '1.34' })(checkIds[0] ?? '', 'apiserver')
      ?.answers,
  ).toEqual(answers?.['1.34']?.[checkIds[0] ?? ''])
})

test('a deviation of a missing check is rejected, with the most similar id as a suggestion', () => {
  const checks = ['flag.a.help/one', 'flag.b.help/one']
  const targetWithDeviation = (check: string) => ({
    name: 'acme',
    deviations: [{ check, reason: 'r', link: 'l' }],
  })

  expect(() => verifyDeviations(targetWithDeviation('flag.a.help/*'), checks)).not.toThrow()
  expect(() => verifyDeviations(targetWithDeviation('flag.c.help/two'), checks)).toThrow(
    'flag.c.help/two: did you mean flag.a.help/one?',
  )
})
