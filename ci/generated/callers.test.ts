import { X509Certificate } from 'node:crypto'
import { expect, test } from 'vitest'
import { createAuthority } from '#harness/certificates/authority.ts'
import { coverageOf as countVisits } from '#harness/generate/coverage.ts'
import type { RequestCredentials } from '../../reference/apiserver/api/authenticator.ts'
import { requestHeaders } from '../../reference/apiserver/authentication/request-header.ts'
import type { NamedAuthorities } from '../../reference/apiserver/serving/named-authorities.ts'
import { withFaults } from '../../reference/testing/with-faults.ts'
import { coverable, coverageOf } from '../../suites/generated/callers/coverage.ts'
import { callerCases } from '../../suites/generated/callers/draw.ts'
import { type CallerCase, headerFlags, type Request } from '../../suites/generated/callers/model.ts'
import { unauthenticated, permittedIdentities } from '../../suites/generated/callers/oracle.ts'
import {
  drawCases,
  expectedShrinkResult,
  shrinkDetectingCase,
  undetectedFaults,
} from './testing/seen-faults.ts'

const area = 'generated.authentication.callers'
const cases = drawCases(callerCases, area, 300)
const proxies = await createAuthority('proxies')
const leaf = new X509Certificate(proxies.issue({ commonName: 'any', usage: 'client', hosts: [] }).certificate)
const roots = [new X509Certificate(proxies.certificate)]
const isOfProxies = ({ issuer }: Request): boolean => issuer === 'proxies' || issuer === 'further proxies'

/** Returns a request as the reference receives it. */
function credentialsOf({ commonName, headers }: Request): RequestCredentials {
  const headerLines = headers.flatMap(([name, values]) =>
    values.map((value) => [name.toLowerCase(), value] as const),
  )
  const certificate = { rejected: undefined, chain: [leaf.raw], commonName, organizations: [] }
  return { headerLines, certificate } as Partial<RequestCredentials> as RequestCredentials
}

/** Returns the requests with a certificate of a proxy about which the reference and the oracle disagree. */
async function disagreements({ flags, requests }: CallerCase): Promise<unknown[]> {
  const { allowedNames, usernames, groups: groupHeaders, uids, extraPrefixes } = headerFlags[flags]
  const lowerCaseNames = (names: readonly string[]) => names.map((name) => name.toLowerCase())
  const settings = {
    roots,
    allowedNames,
    usernameHeaders: lowerCaseNames(usernames),
    groupHeaders: lowerCaseNames(groupHeaders),
    uidHeaders: lowerCaseNames(uids),
    extraPrefixes: lowerCaseNames(extraPrefixes),
  }
  const authenticator = requestHeaders(settings, {} as NamedAuthorities)
  const mismatches: unknown[] = []
  for (const request of requests.filter(isOfProxies)) {
    const result = await authenticator.authenticate(credentialsOf(request)).catch(() => undefined)
    const { user } = result ?? { user: unauthenticated }
    const groups = [...new Set(user.groups)].toSorted()
    const actual = textOf({ ...unauthenticated, ...user, groups })
    const permitted = permittedIdentities(flags, { ...request, token: undefined })
    const texts = permitted.map((identity) => textOf(identity))
    if (!texts.includes(actual)) mismatches.push({ flags, request, actual, permitted })
  }
  return mismatches
}

function textOf({ username, groups = [], uid = '', extra = {} }: typeof unauthenticated): string {
  const attributes = Object.entries(extra).map(([key, values]) => [key, values.toSorted()])
  return JSON.stringify([username, groups, uid, Object.fromEntries(attributes)])
}

test('the oracle of callers and the reference agree', async () => {
  const mismatches: unknown[] = []
  for (const testCase of cases) mismatches.push(...(await disagreements(testCase)))

  expect(mismatches.slice(0, 2)).toEqual([])
})

test('drawn callers cover all categories', () => {
  const visits = countVisits({ coverage: coverageOf, coverable }, cases.slice(0, 60))

  expect(Object.entries(visits).filter(([, count]) => count === 0)).toEqual([])
})

const faults = [
  'requestheader-user-is-certificate-name',
  'requestheader-allowed-names-ignored',
  'only-first-requestheader-allowed-name',
  'requestheader-no-allowed-names-means-nobody',
  'only-first-requestheader-username-header',
  'requestheader-username-any-header',
  'requestheader-group-default-header',
  'requestheader-uid-default-header',
  'only-first-requestheader-uid-header',
  'requestheader-extra-default-prefix',
  'requestheader-groups-ignored',
  'only-first-requestheader-group',
  'requestheader-uid-ignored',
  'requestheader-extra-ignored',
  'only-first-requestheader-extra-prefix',
  'requestheader-extra-prefix-kept',
  'requestheader-allowed-name-prefix',
] as const

test('drawn callers detect every fault of reading the headers of proxies', async () => {
  expect(
    await undetectedFaults(
      faults,
      cases,
      async (testCase, fault) => (await withFaults([fault], () => disagreements(testCase))).length > 0,
    ),
  ).toEqual([])
})

test.each(faults)('a case that detects %s shrinks within a few starts', async (fault) => {
  const shrinkResult = await shrinkDetectingCase(
    callerCases,
    area,
    async (testCase) => (await withFaults([fault], () => disagreements(testCase))).length > 0,
  )

  expect(shrinkResult).toEqual(expectedShrinkResult)
})
