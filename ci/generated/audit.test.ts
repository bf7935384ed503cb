import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { stringify } from 'yaml'
import { coverageOf as countVisits } from '#harness/generate/coverage.ts'
import { objectsOf } from '../../reference/apiserver/audit/event.ts'
import { auditPolicy as readAuditPolicy } from '../../reference/apiserver/audit/policy.ts'
import auditFaults from '../../reference/apiserver/audit/faults.json' with { type: 'json' }
import type { ServerRequest } from '../../reference/serving/request.ts'
import { policyCases } from '../../suites/generated/audit/draw.ts'
import {
  eventText,
  objectsIn,
  createsConfigMap,
  type PolicyCase,
  type Request,
  stages,
  users,
} from '../../suites/generated/audit/model.ts'
import { pathOf, expectedRecords } from '../../suites/generated/audit/oracle.ts'
import { coverable, coverageOf } from '../../suites/generated/audit/coverage.ts'
import { managedMetadata } from '../../suites/shared/audit/managed-metadata.ts'
import { auditPolicy } from '../../suites/shared/audit/policy.ts'
import { withFaults } from '../../reference/testing/with-faults.ts'
import {
  drawCases,
  shrinkDetectingCase,
  expectedShrinkResult,
  undetectedFaults,
  maxUndetectedShare,
} from './testing/seen-faults.ts'

const directory = mkdtempSync(join(tmpdir(), 'policies-'))
afterAll(() => rmSync(directory, { recursive: true }))

const cases = drawCases(policyCases, 'generated.audit.policy', 600)
const files = new Map<PolicyCase, string>()

/** Returns the policy file of a case, which is written once. */
function fileOf(testCase: PolicyCase): string {
  const path = files.get(testCase) ?? join(directory, `${files.size}.yaml`)
  if (!files.has(testCase)) writeFileSync(path, stringify(auditPolicy(testCase.rules, testCase.whole)))
  files.set(testCase, path)
  return path
}

const object = { metadata: { name: 'made', ...managedMetadata } }
const path = '/api/v1/namespaces/default/configmaps'
/** A request that creates an object, with the parts that recording uses. */
const podCreation = {
  method: 'POST',
  path,
  query: new URLSearchParams(),
  body: async () => JSON.stringify(object),
} as Partial<ServerRequest> as ServerRequest
const answer = { status: 201, body: object }

/** Returns the differences between the records of the reference and the oracle. */
async function disagreements(testCase: PolicyCase): Promise<unknown[]> {
  const policyOf = readAuditPolicy(fileOf(testCase))
  const mismatches: unknown[] = []
  for (const [at, expected] of expectedRecords(testCase, { hasObjects: true }).entries()) {
    const request = testCase.requests[at] as Request
    const { user, verb, resource } = request
    const requester = { username: user, groups: users[user] ?? [], uid: '', extra: {} }
    const attributes = {
      user: requester,
      verb,
      path: pathOf(request),
      resource: resource && { version: 'v1', ...resource },
    }
    const recording = policyOf(attributes)
    const { level, omitStages } = recording
    const expectedStages = level === 'None' ? [] : stages.filter((stage) => !omitStages.includes(stage))
    const recordedObjects = createsConfigMap(request)
      ? objectsIn(await objectsOf(podCreation, answer, recording))
      : undefined
    const actual = expectedStages.map((stage) =>
      eventText(stage, level, stage === 'ResponseComplete' ? recordedObjects : undefined),
    )
    if (JSON.stringify(actual) !== JSON.stringify(expected))
      mismatches.push({ ...testCase.whole, rules: testCase.rules, request, expected, actual })
  }
  return mismatches
}

test('the evaluation of policies and the reference agree', async () => {
  const mismatches = await Promise.all(cases.map((one) => disagreements(one)))

  expect(mismatches.flat().slice(0, 2)).toEqual([])
})

test('drawn policies cover all categories', () => {
  const visits = countVisits({ coverage: coverageOf, coverable }, cases)

  expect(Object.entries(visits).filter(([, request]) => request === 0)).toEqual([])
})

// Faults of the selection of policies and of the recorded content. Faults of rejected files show in files.
const policyFaultPattern = /^audit-(policy-|(metadata|request|response)-|managed-fields-)/
const fileFaultPattern = /unusable|without-rules|unchecked/

test('drawn requests detect nearly every fault of policies', { timeout: 120_000 }, async () => {
  const faults = Object.keys(auditFaults).filter(
    (name) => policyFaultPattern.test(name) && !fileFaultPattern.test(name),
  )
  const survivors = await undetectedFaults(
    faults,
    cases,
    async (testCase, fault) => (await withFaults([fault], () => disagreements(testCase))).length > 0,
  )

  expect(survivors.length, survivors.join(', ')).toBeLessThan(maxUndetectedShare * faults.length)
})

test.each([
  'audit-policy-subresources-included',
  'audit-policy-last-match-wins',
  'audit-policy-resource-names-ignored',
  'audit-policy-managed-fields-override-ignored',
] as const)('a case that detects %s shrinks within a few starts', async (fault) => {
  const shrinkResult = await shrinkDetectingCase(
    policyCases,
    'generated.audit.policy',
    async (one) => (await withFaults([fault], () => disagreements(one))).length > 0,
  )

  expect(shrinkResult).toEqual(expectedShrinkResult)
})
