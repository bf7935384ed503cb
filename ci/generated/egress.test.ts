import { expect, test } from 'vitest'
import { coverageOf as countVisits } from '#harness/generate/coverage.ts'
import { dialersOf } from '../../reference/apiserver/egress/dialers.ts'
import { storageDialer, dialerOf } from '../../reference/apiserver/egress/egress.ts'
import { dialDirectly } from '../../reference/client-config/dialer.ts'
import { egressCases } from '../../suites/generated/egress/draw.ts'
import type { EgressCase, Selection } from '../../suites/generated/egress/model.ts'
import { proxyOf, proxyOfStore } from '../../suites/generated/egress/oracle.ts'
import { coverable, coverageOf } from '../../suites/generated/egress/coverage.ts'
import { withFaults } from '../../reference/testing/with-faults.ts'
import {
  drawCases,
  shrinkDetectingCase,
  expectedShrinkResult,
  undetectedFaults,
} from './testing/seen-faults.ts'

const cases = drawCases(egressCases, 'generated.egress.traffic', 2_000)

const connectionOf = ({ way }: Selection) => {
  const [scheme] = way.split(' ')
  return way.startsWith('http')
    ? { proxyProtocol: 'HTTPConnect', transport: { tcp: { url: `${scheme}://127.0.0.1:1` } } }
    : { proxyProtocol: scheme, transport: { uds: { udsName: '/nonexistent/tunnel.sock' } } }
}

/** Returns the destinations for which the reference and the oracle disagree about a direct connection. */
function disagreements(testCase: EgressCase): unknown[] {
  const egressSelections = testCase.selections.map((selection) => ({
    name: selection.name,
    connection: connectionOf(selection),
  }))
  const dialers = dialersOf({ egressSelections } as unknown as Parameters<typeof dialersOf>[0])
  const wrongIssuers = testCase.issuers.filter((issuer) => {
    const isDirect = issuer.type === undefined || dialerOf(dialers, issuer.type) === dialDirectly
    return isDirect !== (proxyOf(testCase, issuer) === undefined)
  })
  const isStoreDirect = storageDialer(dialers) === dialDirectly
  return isStoreDirect === (proxyOfStore(testCase) === undefined)
    ? wrongIssuers
    : [...wrongIssuers, 'the store']
}

test('the oracle of egress and the reference agree', () => {
  expect(cases.flatMap((one) => disagreements(one)).slice(0, 2)).toEqual([])
})

test('drawn selections cover all categories', () => {
  const visits = countVisits({ coverage: coverageOf, coverable }, cases.slice(0, 300))

  expect(Object.entries(visits).filter(([, received]) => received === 0)).toEqual([])
})

// Faults that destinations show. All other faults show in the requests to proxies, or in the file alone.
const faults = [
  'egress-master-without-effect',
  'egress-GRPC-without-effect',
  'egress-http-url-without-effect',
  'egress-not-used-for-storage',
] as const

test('drawn selections detect every fault of choosing a selection', async () => {
  expect(
    await undetectedFaults(
      faults,
      cases.slice(0, 100),
      (testCase, fault) => withFaults([fault], () => disagreements(testCase)).length > 0,
    ),
  ).toEqual([])
})

test.each(faults)('a case that detects %s shrinks within a few starts', async (fault) => {
  const shrinkResult = await shrinkDetectingCase(
    egressCases,
    'generated.egress.traffic',
    (one) => withFaults([fault], () => disagreements(one)).length > 0,
  )

  expect(shrinkResult).toEqual(expectedShrinkResult)
})
