import { expect, test } from 'vitest'
import { knownLines } from './known-text.ts'

const linesOf = (id: string, says: string, checks: readonly string[] = []) =>
  knownLines(
    { id, says, program: id.startsWith('agent') ? 'node-agent' : 'apiserver' },
    checks.map((check) => ({ id: check })),
  )

test('a deviation is listed with its versions and its vendor', () => {
  const check = 'agent.gate.NodeLogQuery.help/shows-its-default'
  expect(linesOf('agent.gate.NodeLogQuery.help', '', [check])[0]).toMatch(
    /^ {4}kubernetes, before 1\.36, of openshift: A patch .*\n {6}https:.*#L/,
  )
})

test('a difference of a version is listed with the rules about it', () => {
  expect(linesOf('flag.coordinated-leadership-retry-period.help', '')[0]).toContain(
    'kubernetes, before 1.34: no flag --coordinated-leadership-retry-period.',
  )
  expect(
    linesOf('authn.file.egress-selector-type', 'issuer.egressSelectorType is controlplane or cluster.'),
  ).toHaveLength(1)
  expect(linesOf('tracing.file.versions', 'TracingConfiguration exists in v1 and in v1alpha1.')).toHaveLength(
    1,
  )
})

test('nothing is listed without known deviations', () => {
  expect(linesOf('flag.coordinated-leadership.help', 'Nothing.')).toEqual([])
})
