import { becomesTrue, currentCheck, expect, rulesOf, says, test } from '#kit'
import type { ApiServer } from '#harness/programs/api-server.ts'
import { startOutcome } from '../../../shared/api-server.ts'
import { flagRow } from '../../../shared/flags/place.ts'
import {
  apis,
  forwardingServer,
  requestedWithOthers,
  requestedWithBundle,
  requestedWithRelay,
  serverWithoutTrust,
  serverAtOtherAddress,
  serverBehindRelay,
  peerRelay,
  targetServer,
  targetOnSharedStore,
  withoutListener,
} from './fixtures.ts'

const { must, unspecified } = rulesOf()

// Long enough for servers to discover each other, including a retry after several seconds.
const passedOnWithinMs = 15_000
const capability = 'peer-proxy'
const [ip, port, ca] = ['--peer-advertise-ip', '--peer-advertise-port', '--peer-ca-file'] as const

type Api = keyof typeof apis

async function statusOf(server: ApiServer, api: Api): Promise<number> {
  return (await server.request({ path: apis[api].path, withinMs: 20_000 })).status
}

/** Reports whether requests to a server for an API of another server begin to succeed. */
function isForwarded(server: ApiServer, api: Api): Promise<boolean> {
  return becomesTrue(async () => (await statusOf(server, api)) === 200, passedOnWithinMs)
}

/** Reports whether a server forwards requests to the advertised address of the target. */
function findsTarget(server: ApiServer): Promise<boolean> {
  const search = searches.get(server) ?? isForwarded(server, 'batch')
  searches.set(server, search)
  return search
}
const searches = new WeakMap<ApiServer, Promise<boolean>>()

/** Returns the forwarding server once it has found the reachable server among the other servers. */
async function searchingServer(): Promise<ApiServer> {
  await Promise.all([withoutListener(), serverAtOtherAddress()])
  await targetOnSharedStore()
  const server = await requestedWithOthers()
  expect(await findsTarget(server), 'a request was passed on to the server that can be reached').toBe(true)
  return server
}

// Faults that prevent forwarding, or remove the requested API.
const forwardingFaults = [
  'peer-requests-not-passed-on',
  'requestheader-no-allowed-names-means-nobody',
  'runtime-config-drops-others',
] as const
// Faults with which every server serves the API.
const commonFaults = ['runtime-config-never-disables', 'switched-off-api-answers'] as const

must(
  'flag.peer-advertise-ip.reached',
  { ...flagRow(ip, 'meaning'), rows: [ip, port], capability, limitMs: 120_000 },
  () => {
    says(
      'With its gate, a request that only another server can answer goes to the IP and port which that server advertises.',
    )
    test(
      {
        title: 'a request is forwarded to a server at its advertised address',
        id: 'a request is passed on to a server that can be reached as it says',
      },
      async () => {
        // The server with the API starts first, as in a cluster during an upgrade.
        const [other, server] = [await targetServer(), await forwardingServer()]
        const targetStatus = await statusOf(other, 'batch')

        expect(targetStatus, 'the answer of that server').toBe(200)
        expect(await findsTarget(server), 'the server that is asked gives that answer').toBe(true)
      },
    ).sees('peer-requests-not-passed-on')

    const unreachableServers = {
      'another port': withoutListener,
      'another IP': serverAtOtherAddress,
    } as const
    const faults = {
      'another port': 'peer-advertise-port-ignored',
      'another IP': 'peer-advertise-ip-ignored',
    } as const
    for (const [what, fixture] of Object.entries(unreachableServers) as [
      keyof typeof unreachableServers,
      typeof withoutListener,
    ][]) {
      const api = what === 'another port' ? 'apps' : 'policy'
      test(
        {
          title: `no request reaches a server that advertises ${what}`,
          id: `no request comes to a server that advertises ${what}`,
        },
        async () => {
          const server = await searchingServer()
          const targetStatus = await statusOf(await fixture(), api)

          expect(targetStatus, 'the answer of that server').toBe(200)
          expect(await statusOf(server, api), 'the answer of the server that is asked').not.toBe(200)
        },
      ).sees(faults[what], ...forwardingFaults, ...commonFaults)
    }
  },
)

must('flag.peer-ca-file.verified', { ...flagRow(ca, 'meaning'), capability, limitMs: 120_000 }, () => {
  says(
    'With its gate, requests are passed on to servers alone whose certificates are of the authorities in the file.',
  )
  test(
    {
      title: 'a server whose certificate another authority signed receives no request',
      id: 'a server of another authority gets no request',
    },
    async () => {
      const forwardedStatus = await statusOf(await searchingServer(), 'batch')
      const server = await serverWithoutTrust()

      expect(forwardedStatus, 'the answer of a server that trusts it').toBe(200)
      expect(await statusOf(server, 'batch'), 'the answer of a server that does not').not.toBe(200)
    },
  ).sees('peer-ca-file-ignored')
})

must('flag.peer-ca-file.expired', { ...flagRow(ca, 'meaning'), capability, limitMs: 120_000 }, () => {
  says('With its gate, no request is passed on to a server whose certificate has expired.')
  test('a server receives no request while it presents an expired certificate', async () => {
    await serverBehindRelay()
    const [relay, server] = [await peerRelay(), await requestedWithRelay()]
    const isReached = await isForwarded(server, 'policy')
    expect(isReached, 'a request reaches the server with a valid certificate').toBe(true)

    relay.presentExpired()
    const connectionsBefore = relay.connections()
    const expiredStatus = await statusOf(server, 'policy')
    const isAttempted = relay.connections() > connectionsBefore
    relay.presentValid()
    const isReachedAgain = await isForwarded(server, 'policy')

    expect(isAttempted, 'the server with the expired certificate is connected').toBe(true)
    expect(expiredStatus, 'the answer with the expired certificate').not.toBe(200)
    expect(isReachedAgain, 'a request reaches the server with a valid certificate again').toBe(true)
  }).sees(
    'peer-certificate-dates-ignored',
    'peer-ca-file-ignored',
    'peer-advertise-ip-ignored',
    ...forwardingFaults,
    ...commonFaults,
  )
})

must('flag.peer-ca-file.bundle', { ...flagRow(ca, 'several CAs'), capability, limitMs: 120_000 }, () => {
  says('With its gate, requests are passed on to servers of each authority in the file.')
  test(
    {
      title: 'a server whose certificate the last authority of the file signed receives a request',
      id: 'last',
    },
    async () => {
      const [other, server] = [await targetServer(), await requestedWithBundle()]

      expect(await statusOf(other, 'batch'), 'the answer of that server').toBe(200)
      expect(await findsTarget(server), 'the server that is asked gives that answer').toBe(true)
    },
  ).sees('peer-ca-file-cut', ...forwardingFaults)
})

unspecified(
  'flag.peer-advertise-ip.open-gate',
  { ...flagRow(ip, 'gate'), rows: [ip, port, ca], overlaps: true },
  () => {
    says('Unspecified: the effect of the flags without the gate.')
    const advertisedFlags = {
      [ip]: { [ip]: '127.0.0.1' },
      [port]: { [port]: '6443' },
      [ca]: { [ca]: 'ca.crt' },
    }
    test.for(advertisedFlags)(
      {
        title: 'records whether a server starts with the flag %s but without the gate',
        id: 'observes whether a server starts with a flag of peers: %s',
      },
      async (flags) => {
        const { outcome } = await startOutcome({ flags })
        currentCheck().observe('start', outcome)
      },
    )
  },
)
