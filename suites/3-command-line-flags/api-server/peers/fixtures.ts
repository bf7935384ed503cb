import { currentCheck, shared } from '#kit'
import { type FileValue, type Flags, freePort, pem } from '#kit/launch.ts'
import { createAuthority } from '#harness/certificates/authority.ts'
import { credentials } from '#harness/programs/credentials.ts'
import type { ApiServer } from '#harness/programs/api-server.ts'
import { sharedServer } from '../../../shared/api-server.ts'
import { startTlsRelay } from './tls-relay.ts'
import { type ServerStorage, startStorage } from '../../../shared/storage.ts'

/**
 * APIs that each belong to one server of a cluster, with the paths of their objects. The server that receives the
 * requests serves none of these APIs.
 */
export const apis = {
  batch: { name: 'batch/v1', path: '/apis/batch/v1/cronjobs' },
  policy: { name: 'policy/v1', path: '/apis/policy/v1/poddisruptionbudgets' },
  apps: { name: 'apps/v1', path: '/apis/apps/v1/deployments' },
} as const
type Api = keyof typeof apis

// Address and port without a listener.
const unusedIp = '127.0.0.99'
const unusedPort = '1'
const relayIp = '127.0.0.2'

// Shorter than the backdating of certificates.
const expiredForMs = 60_000

// Stores of clusters, of which one has servers that cannot be reached, and one a server behind a relay.
const cluster = () =>
  shared(
    () => startStorage(),
    (running) => running.stop(),
  )
const [mainStore, failureStore, relayStore] = [cluster(), cluster(), cluster()]
const peerCertificates = shared(
  async () => {
    const [authority, stranger] = await Promise.all([
      createAuthority('CA of peers'),
      createAuthority('another CA of peers'),
    ])
    const proxy = authority.issue({ commonName: 'peer', usage: 'client', hosts: [] })
    const ownCredentials = await credentials(currentCheck().dialect)
    // Host names of the API in the cluster and for clients of the harness.
    const hostNames = [
      'localhost',
      '127.0.0.1',
      relayIp,
      currentCheck().dialect.text(`${apiName()}.default.svc`),
    ]
    const leaf = { commonName: 'peer', hosts: hostNames }
    return {
      authority,
      stranger,
      proxy,
      own: ownCredentials,
      serving: ownCredentials.authority.issue(leaf),
      expired: ownCredentials.authority.issue({ ...leaf, notAfter: new Date(Date.now() - expiredForMs) }),
    }
  },
  () => Promise.resolve(),
)

const apiName = () => currentCheck().open('api.service')

interface PeerSpec {
  readonly storage: () => Promise<ServerStorage>
  readonly hostName: string
  /** API that only this server serves, if any. */
  readonly api?: Api
  readonly flags: (own: {
    readonly port: number
    readonly stranger: FileValue
    readonly bundle: FileValue
  }) => Flags | Promise<Flags>
}

/** Declares a server of the cluster with its own host name. */
function peer({ storage, hostName, api: ownApi, flags }: PeerSpec): () => Promise<ApiServer> {
  return sharedServer(async () => {
    const { needs } = currentCheck().dialect.programs.apiserver
    if (needs.includes('host-name')) currentCheck().needsHost('host-name')
    const [{ authority, stranger, proxy, own, serving }, stored, port] = [
      await peerCertificates(),
      await storage(),
      await freePort(),
    ]
    const disabledApis = Object.entries(apis).flatMap(([api, { name }]) =>
      api === ownApi ? [] : [`${name}=false`],
    )
    const peerApis = currentCheck().dialect.open['peer-proxy.apis']
    return {
      storage: stored,
      hostName,
      flags: {
        '--secure-port': port,
        '--advertise-address': '127.0.0.1',
        // The server publishes no endpoints, because its address is not valid.
        '--endpoint-reconciler-type': 'none',
        '--feature-gates': currentCheck().open('gate.peer-proxy'),
        '--runtime-config': [...disabledApis, ...(peerApis === undefined ? [] : [peerApis])].join(','),
        '--tls-cert-file': pem('peer.crt', serving.certificate),
        '--tls-private-key-file': pem('peer.key', serving.key),
        '--requestheader-client-ca-file': pem('peers-ca.crt', authority.certificate),
        '--requestheader-username-headers': 'X-Remote-User',
        '--requestheader-group-headers': 'X-Remote-Group',
        '--requestheader-extra-headers-prefix': 'X-Remote-Extra-',
        '--proxy-client-cert-file': pem('proxy.crt', proxy.certificate),
        '--proxy-client-key-file': pem('proxy.key', proxy.key),
        '--peer-ca-file': own.files.authority,
        ...(await flags({
          port,
          stranger: pem('stranger-ca.crt', stranger.certificate),
          bundle: pem('two-cas.crt', `${stranger.certificate}\n${own.authority.certificate}`),
        })),
      },
    }
  })
}

/** Server that receives requests for APIs of other servers. */
export const forwardingServer = peer({ storage: mainStore, hostName: 'asked', flags: advertised })

/** Server that trusts only peers of another authority. */
export const serverWithoutTrust = peer({
  storage: failureStore,
  hostName: 'asked-in-vain',
  flags: (own) => ({ ...advertised(own), '--peer-ca-file': own.stranger }),
})

/** Server whose bundle has another authority before the authority of the peers. */
export const requestedWithBundle = peer({
  storage: mainStore,
  hostName: 'asked-with-bundle',
  flags: (own) => ({ ...advertised(own), '--peer-ca-file': own.bundle }),
})

/** Server with an API that the other servers lack, which advertises a reachable address. */
export const targetServer = peer({ storage: mainStore, hostName: 'reached', api: 'batch', flags: advertised })

/** Forwarding server in the cluster with unreachable servers. */
export const requestedWithOthers = peer({ storage: failureStore, hostName: 'asked', flags: advertised })
export const targetOnSharedStore = peer({
  storage: failureStore,
  hostName: 'reached',
  api: 'batch',
  flags: advertised,
})
/** Server that advertises a port without a listener. */
export const withoutListener = peer({
  storage: failureStore,
  hostName: 'without-listener',
  api: 'apps',
  flags: (own) => ({ ...advertised(own), '--peer-advertise-port': unusedPort }),
})
/** Server that advertises an address without a listener. */
export const serverAtOtherAddress = peer({
  storage: failureStore,
  hostName: 'other-server',
  api: 'policy',
  flags: (own) => ({ ...advertised(own), '--peer-advertise-ip': unusedIp }),
})

/** Relay at another address with the port of the server behind it. Other servers verify its certificate. */
export const peerRelay = shared(
  async () => {
    const [{ serving, expired, proxy }, port] = [await peerCertificates(), await freePort()]
    const relay = await startTlsRelay({
      host: relayIp,
      port,
      relayedHost: '127.0.0.1',
      servingPair: serving,
      client: proxy,
    })
    return {
      ...relay,
      port,
      presentExpired: () => relay.presentCertificate(expired),
      presentValid: () => relay.presentCertificate(serving),
    }
  },
  (relay) => relay.stop(),
)
export const requestedWithRelay = peer({ storage: relayStore, hostName: 'asked', flags: advertised })
/** Server that advertises the address of the relay. */
export const serverBehindRelay = peer({
  storage: relayStore,
  hostName: 'relayed',
  api: 'policy',
  flags: async () => {
    const { port } = await peerRelay()
    const addresses = { '--advertise-address': relayIp, '--peer-advertise-ip': relayIp }
    return { ...advertised({ port }), ...addresses, '--secure-port': port }
  },
})

function advertised({ port }: { readonly port: number }): Flags {
  return { '--peer-advertise-ip': '127.0.0.1', '--peer-advertise-port': port }
}
