import { connect } from 'node:net'
import { networkInterfaces } from 'node:os'
import { accepts, becomesTrue, expect, refuses, rulesOf, says, test, formerly } from '#kit'
import { handshake } from '#kit/clients.ts'
import { freePort } from '#kit/launch.ts'
import { killServer, spawnServer, startOutcome, startServer } from '../../../shared/api-server.ts'
import { flagRow } from '../../../shared/flags/place.ts'
import { startStorage } from '../../../shared/storage.ts'
import { issueServingPair, portOf, servingFlags } from './fixture.ts'
import { listingServersByName, sniServer } from './shared-servers.ts'

const { must, excluded } = rulesOf()

/** Longest time to connect to an address of this machine. */
const reachedWithinMs = 5_000

/** Returns the IPv4 addresses of this machine, with several loopback addresses. */
function ownAddresses(): string[] {
  const networkAddresses = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? [])
  const ipv4Addresses = networkAddresses.flatMap(({ family, address }) =>
    family === 'IPv4' ? [address] : [],
  )
  return [...new Set(['127.0.0.1', '127.0.0.2', ...ipv4Addresses])]
}

async function isReached(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host, port, timeout: reachedWithinMs })
    const finish = (wasReached: boolean): void => {
      socket.destroy()
      resolve(wasReached)
    }
    socket.once('connect', () => finish(true))
    socket.once('timeout', () => finish(false))
    socket.once('error', () => finish(false))
  })
}

/** Returns the addresses that accept connections on a port. */
async function reachableHosts(hosts: readonly string[], port: number): Promise<string[]> {
  const results = await Promise.all(hosts.map(async (host) => [host, await isReached(host, port)] as const))
  return results.flatMap(([host, isReachable]) => (isReachable ? [host] : []))
}

const loopbackServer = listingServersByName['rsa, third'].start
const serverOnAllAddresses = sniServer

must('flag.bind-address.listens', flagRow('--bind-address', 'meaning'), () => {
  says('The server listens on the address alone; blank, 0.0.0.0 and :: mean all interfaces.')
  test({ title: 'listens at the given address only', id: 'listens at the address alone' }, async () => {
    const ownHosts = ownAddresses()

    expect(await reachableHosts(ownHosts, portOf(await loopbackServer()))).toEqual(['127.0.0.1'])
  }).sees('bind-address-ignored')

  test('listens at all addresses with 0.0.0.0', async (check) => {
    const ownHosts = ownAddresses()
    const port = portOf(await serverOnAllAddresses())
    check.observe('listens at ::1 too', await isReached('::1', port))

    expect(await reachableHosts(ownHosts, port)).toEqual(ownHosts)
  }).sees('bind-address-all-is-loopback')

  test
    .for({ 'an empty address': formerly('a blank address', ''), 'two colons': '::' })(
      'listens at all addresses with %s',
      async (address) => {
        const ownHosts = ownAddresses()
        let reachedHosts: string[] = []
        const flags = { '--bind-address': address, '--advertise-address': '127.0.0.1' }
        const startResult = await startOutcome({ flags }, async (server) => {
          reachedHosts = await reachableHosts(ownHosts, portOf(server))
        })

        expect(startResult).toMatchObject({ outcome: 'ready' })
        expect(reachedHosts).toEqual(ownHosts)
      },
    )
    .sees('bind-address-all-is-loopback')
})

// Time that the second server has to start, in addition to twice the duration of the first start.
const shareWithinMs = 1_000
const takenOverWithinMs = 10_000

const flag = '--permit-port-sharing'
must(
  'flag.permit-port-sharing.second',
  { ...flagRow(flag, 'meaning'), judgedBy: 'behaviour', overlaps: true, waits: true },
  () => {
    says('With the flag a second server may listen on the port of the first; without it, it may not.')
    accepts(
      { title: 'a second server on the port of the first server', id: 'a second server on the port' },
      async () => {
        const port = await freePort()
        const flags = { [flag]: true, '--secure-port': port }
        const fromMs = performance.now()
        const firstServer = await startServer({ flags })
        const startedInMs = performance.now() - fromMs
        const secondPair = await issueServingPair({ commonName: 'heir' })
        const secondServer = await startServer({ flags: { ...flags, ...servingFlags(secondPair) } })
        const hasResponded = async (): Promise<boolean> => {
          if (secondServer.program.exit !== undefined) return true
          const handshakeResult = await handshake({ port })
          return handshakeResult.agreed && handshakeResult.chain[0]?.toString() === secondPair.certificate
        }
        // Waits until the second server responds or has had time to start, because the first server also answers its
        // readiness requests.
        await becomesTrue(hasResponded, shareWithinMs + 2 * startedInMs)
        await firstServer.program.stop(firstServer.settings.target.limits.stopMs)
        const hasTakenOver = await becomesTrue(hasResponded, takenOverWithinMs)

        expect(secondServer.program.exit, 'the end of the second server').toBeUndefined()
        expect(hasTakenOver, 'the second server answers').toBe(true)
      },
    ).sees('permit-port-sharing-ignored')

    refuses('a second server on the port without the flag', async (check) => {
      const port = await freePort()
      await startServer({ flags: { '--secure-port': port } })
      const storage = await startStorage()
      check.defer(() => storage.stop())
      // The server is spawned without a readiness wait, because the first server would answer.
      const secondServer = await spawnServer({ storage, flags: { '--secure-port': port } })
      check.show(secondServer.evidence)
      check.defer(() => killServer(secondServer))
      const { refusedMs } = check.settings.target.limits
      await becomesTrue(() => secondServer.program.exit !== undefined, refusedMs)

      expect(secondServer.program.exit, 'the end of the second server').toMatchObject({ signal: null })
      expect(secondServer.program.exit?.code, 'the exit code').not.toBe(0)
      expect(secondServer.isCrashed, 'a crash').toBe(false)
    }).sees('port-shared-unasked')
  },
)

excluded(
  'flag.permit-address-sharing.effect',
  flagRow('--permit-address-sharing', 'meaning'),
  'The address is bound with SO_REUSEADDR.',
  'Runtimes set SO_REUSEADDR on every listening socket of Linux, as Go does (net/sockopt_linux.go) and libuv (src/unix/tcp.c), so that a server is the same from outside with the flag and without; flag.permit-address-sharing.type judges its values.',
)
