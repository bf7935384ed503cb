import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { stringify } from 'yaml'
import { visitsOf as countVisits } from '#harness/generate/visits.ts'
import { auditPolicy as readAuditPolicy } from '../../reference/apiserver/audit/policy.ts'
import type { Fault, ServerQuirks } from '../../reference/apiserver/faults.ts'
import { auditFaults } from '../../reference/apiserver/faults/audit.ts'
import { quirksWith } from '../../reference/apiserver/testing/quirks.ts'
import { policyCases } from '../../suites/generated/audit/draw.ts'
import { type PolicyCase, stages, users } from '../../suites/generated/audit/model.ts'
import { pathOf, recorded } from '../../suites/generated/audit/oracle.ts'
import { visitable, visitsOf } from '../../suites/generated/audit/visits.ts'
import { auditPolicy } from '../../suites/shared/audit/policy.ts'
import { casesDrawn, shrinking, shrinksWell, unseen, overlooked } from './seen-faults.test-support.ts'

const directory = mkdtempSync(join(tmpdir(), 'policies-'))
afterAll(() => rmSync(directory, { recursive: true }))

const cases = casesDrawn(policyCases, 'generated.audit.policy', 600)
const files = new Map<PolicyCase, string>()

/** The policy file of a case, which is written once. */
function fileOf(one: PolicyCase): string {
  const path = files.get(one) ?? join(directory, `${files.size}.yaml`)
  if (!files.has(one)) writeFileSync(path, stringify(auditPolicy(one.rules)))
  files.set(one, path)
  return path
}

/** What the reference records otherwise than the oracle says. */
function disagreements(one: PolicyCase, quirks: ServerQuirks = quirksWith()): unknown[] {
  const policyOf = readAuditPolicy(fileOf(one), quirks)
  return recorded(one).flatMap((expected, at) => {
    const request = one.requests[at]
    if (request === undefined) return []
    const { user, verb, resource } = request
    const who = { username: user, groups: users[user] ?? [], uid: '', extra: {} }
    const attributes = {
      user: who,
      verb,
      path: pathOf(request),
      resource: resource && { version: 'v1', ...resource },
    }
    const { level, omitStages } = policyOf(attributes)
    const wanted = level === 'None' ? [] : stages.filter((stage) => !omitStages.includes(stage))
    const actual = wanted.map((stage) => `${stage} ${level}`)
    return JSON.stringify(actual) === JSON.stringify(expected)
      ? []
      : [{ rules: one.rules, request, expected, actual }]
  })
}

test('the evaluation of policies and the reference agree', () => {
  expect(cases.flatMap((one) => disagreements(one)).slice(0, 2)).toEqual([])
})

test('drawn policies visit all that they can', () => {
  const visits = countVisits({ visits: visitsOf, visitable }, cases)

  expect(Object.entries(visits).filter(([, seen]) => seen === 0)).toEqual([])
})

// Stages of the whole policy, managed fields and files that are refused have checks of their own.
const elsewhere = /global|managed|unusable|without-rules|unchecked/

test('drawn requests tell nearly every fault of policies', { timeout: 120_000 }, async () => {
  const faults = Object.keys(auditFaults).filter(
    (name) => name.startsWith('audit-policy-') && !elsewhere.test(name),
  ) as Fault[]
  const survivors = await unseen(
    faults,
    cases,
    (one, fault) => disagreements(one, quirksWith([fault])).length > 0,
  )

  expect(survivors.length, survivors.join(', ')).toBeLessThan(overlooked * faults.length)
})

test.each([
  'audit-policy-subresources-included',
  'audit-policy-last-match-wins',
  'audit-policy-resource-names-ignored',
] as const)('what tells %s shrinks within a few starts', async (fault) => {
  const shrunk = await shrinking(
    policyCases,
    'generated.audit.policy',
    (one) => disagreements(one, quirksWith([fault])).length > 0,
  )

  expect(shrunk).toEqual(shrinksWell)
})
