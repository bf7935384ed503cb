import { expect, test } from 'vitest'
import { coverageOf as countVisits } from '#harness/generate/coverage.ts'
import * as endpoints from '../../suites/generated/endpoints/coverage.ts'
import { endpointsCases } from '../../suites/generated/endpoints/draw.ts'
import { addressesAfter } from '../../suites/generated/endpoints/oracle.ts'
import * as migration from '../../suites/generated/migration/coverage.ts'
import { migrationCases } from '../../suites/generated/migration/draw.ts'
import type { MigrationCase } from '../../suites/generated/migration/model.ts'
import { type Holder, locksToAcquire, runnersOf } from '../../suites/generated/migration/oracle.ts'
import * as pods from '../../suites/generated/pods/coverage.ts'
import { podsCases } from '../../suites/generated/pods/draw.ts'
import { versionsAfter, unchangedKeys } from '../../suites/generated/pods/oracle.ts'
import * as quota from '../../suites/generated/quota/coverage.ts'
import { quotaCases } from '../../suites/generated/quota/draw.ts'
import { usageAfter } from '../../suites/generated/quota/oracle.ts'
import * as reload from '../../suites/generated/reload/coverage.ts'
import { reloadCases } from '../../suites/generated/reload/draw.ts'
import { isReadUnder, writersUnder } from '../../suites/generated/reload/oracle.ts'
import * as signing from '../../suites/generated/signing/coverage.ts'
import { signingCases } from '../../suites/generated/signing/draw.ts'
import { requirementsAfter } from '../../suites/generated/signing/oracle.ts'
import * as caches from '../../suites/generated/webhook-caches/coverage.ts'
import { cacheCases } from '../../suites/generated/webhook-caches/draw.ts'
import {
  agentIdentities,
  type CacheStep,
  decisions,
  tokenIdentities,
} from '../../suites/generated/webhook-caches/model.ts'
import { entryAfter, requiredOf, stateOf } from '../../suites/generated/webhook-caches/oracle.ts'
import { drawCases } from './testing/seen-faults.ts'

const casesPerArea = 300

/** Returns the coverage of an area from the module that computes it. */
function coverageArea<Case>(module: {
  readonly coverageOf: (testCase: Case) => readonly string[]
  readonly coverable: readonly string[]
}) {
  return { coverage: module.coverageOf, coverable: module.coverable }
}

/** Returns the names that no drawn case visits. */
function namesWithoutVisit(visits: Readonly<Record<string, number>>): string[] {
  return Object.entries(visits).flatMap(([name, visited]) => (visited === 0 ? [name] : []))
}

function unvisitedCacheSteps(id: string, kind: typeof decisions): string[] {
  const area = { coverage: caches.coverageOf(kind), coverable: caches.coverable }
  return namesWithoutVisit(countVisits(area, drawCases(cacheCases, id, casesPerArea)))
}

test('drawn sequences make every transition', () => {
  expect({
    pods: namesWithoutVisit(
      countVisits(coverageArea(pods), drawCases(podsCases, 'generated.agent.pods', casesPerArea)),
    ),
    endpoints: namesWithoutVisit(
      countVisits(
        coverageArea(endpoints),
        drawCases(endpointsCases, 'generated.manager.endpoints', casesPerArea),
      ),
    ),
    quota: namesWithoutVisit(
      countVisits(coverageArea(quota), drawCases(quotaCases, 'generated.manager.quota', casesPerArea)),
    ),
    reload: namesWithoutVisit(
      countVisits(coverageArea(reload), drawCases(reloadCases, 'generated.encryption.reload', casesPerArea)),
    ),
    migration: namesWithoutVisit(
      countVisits(
        coverageArea(migration),
        drawCases(migrationCases, 'generated.manager.migration', casesPerArea),
      ),
    ),
    signing: namesWithoutVisit(
      countVisits(coverageArea(signing), drawCases(signingCases, 'generated.manager.signing', casesPerArea)),
    ),
    decisions: unvisitedCacheSteps('generated.authorization.cache', decisions),
    identities: unvisitedCacheSteps('generated.authentication.cache', tokenIdentities),
    agent: unvisitedCacheSteps('generated.agent.tokens', agentIdentities),
  }).toEqual({
    pods: [],
    endpoints: [],
    quota: [],
    reload: [],
    migration: [],
    signing: [],
    decisions: [],
    identities: [],
    agent: [],
  })
})

test('the last action on a pod determines its state, and a repeated action changes nothing', () => {
  const file = (version: 0 | 1 | 2) => ({ source: 'file', pod: 'a', version }) as const
  const rounds = [[file(1)], [file(1)], [file(2), file(1)], [file(0)], [file(1)]].map((actions) => ({
    restarts: false,
    actions,
  }))

  expect([0, 1, 2, 3, 4, 5].map((after) => versionsAfter({ rounds }, after)['file-a'])).toEqual([
    undefined,
    1,
    1,
    1,
    undefined,
    1,
  ])
  expect([1, 2, 3].map((index) => unchangedKeys({ rounds }, index))).toEqual([['file-a'], [], []])
})

test('a service has the addresses of its present pods', () => {
  const pod = (number: 1 | 2, state: 'ready' | 'unready' | 'elsewhere' | 'absent') =>
    ({ pod: number, state, address: 0, replaces: false }) as const
  const rounds = [[pod(1, 'ready'), pod(2, 'unready')], [pod(1, 'absent')], [pod(2, 'elsewhere')]]

  expect([1, 2, 3].map((after) => addressesAfter({ rounds }, after))).toEqual([
    { ready: ['192.0.2.1'], unready: ['192.0.2.2'] },
    { ready: [], unready: ['192.0.2.2'] },
    { ready: [], unready: [] },
  ])
})

test('the usage of a quota equals the number of objects, regardless of other writes', () => {
  const object = (exists: boolean) => ({ resource: 'secrets', object: 'a', exists }) as const
  const rounds = [[object(true)], [{ resource: 'secrets', wrong: 7 }], [object(false)]] as const

  expect([0, 1, 2, 3].map((count) => usageAfter({ rounds }, count).secrets)).toEqual([0, 1, 1, 0])
})

test('the current file determines which providers write and which read', () => {
  const keyed = { provider: 'aescbc', keys: ['one'] } as const
  const files = [[keyed], undefined, ['identity', keyed]] as const

  expect([0, 1, 2].map((index) => writersUnder({ files }, index))).toEqual([['one'], [], []])
  expect([0, 1, 2].map((index) => isReadUnder({ files }, index, 'one'))).toEqual([true, false, true])
  expect([0, 1, 2].map((index) => isReadUnder({ files }, index, undefined))).toEqual([false, true, true])
})

test('a response is cached for its lifetime, and the result of a failure is unspecified', () => {
  const step: CacheStep = { reply: 'rejects', wait: 'none', verb: 'get', protocol: 'HTTP/1.1' }
  const attempt = (ms: number, isCalled: boolean) => ({
    fromMs: ms,
    untilMs: ms + 10,
    isAccepted: true,
    isCalled,
  })
  const entry = entryAfter(undefined, 'accepts', attempt(0, true))
  const states = [100, 2_995, 3_600].map((ms) => stateOf(decisions, entry, attempt(ms, false)))
  const failedEntry = entryAfter(entry, 'fails', attempt(100, true))

  expect(decisions.keyOf(step)).toBe('get')
  expect(states).toEqual(['cached', 'open', 'over'])
  expect(states.map((state) => requiredOf(state, entry, step.reply, attempt(0, true)))).toEqual([
    { isAccepted: true, isCalled: false },
    { isAccepted: false },
    { isAccepted: false, isCalled: true },
  ])
  expect(stateOf(decisions, failedEntry, attempt(200, false))).toBe('open')
})

test('the holders of the locks determine which instance runs a controller', () => {
  const migrationCase: MigrationCase = {
    isMainShared: false,
    migrations: ['any component', 'off'],
    actions: [],
  }
  const situation = (
    holders: Readonly<Record<string, Holder>>,
    other: 'off' | 'another component' = 'off',
  ) => ({
    running: new Map([
      [0, 'any component'],
      [1, other],
    ] as const),
    holderOf: (lock: string) => holders[lock],
  })
  const freeSituation = situation({ 'main-0': 0, 'main-1': 1 })
  const heldSituation = situation({ 'main-0': 0, 'main-1': 1, migration: 0 }, 'another component')
  const withoutMain = situation({ 'main-0': 'another client', migration: 0 })

  expect(locksToAcquire(migrationCase, freeSituation)).toEqual(['migration'])
  expect(runnersOf(migrationCase, 'migrating', freeSituation)).toEqual({ must: [1], may: [1] })
  expect(runnersOf(migrationCase, 'migrating', heldSituation)).toEqual({ must: [0], may: [0] })
  expect(runnersOf(migrationCase, 'unlisted', heldSituation)).toEqual({ must: [0, 1], may: [0, 1] })
  expect(runnersOf(migrationCase, 'migrating', withoutMain)).toEqual({ must: [], may: [0] })
})

test('a certificate signing request must have a certificate if its last decision is an approval', () => {
  const created = { request: 1, signer: 'the client signer', lifetime: 'less', isValid: true } as const
  const rounds = [
    [{ ...created, decision: 'Denied' }],
    [{ request: 1, decision: 'Approved' }],
    [{ ...created, isValid: false, decision: 'Approved' }],
  ] as const

  expect([1, 2, 3].map((count) => requirementsAfter({ rounds }, count))).toEqual([
    [],
    [{ request: 1, signer: 'the client signer', lifetime: 'less' }],
    [],
  ])
})
