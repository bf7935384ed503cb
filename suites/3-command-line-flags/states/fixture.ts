import type { KeyPair } from '#harness/certificates/authority.ts'
import { HarnessError, type Peer, until } from '#kit'
import { type ClientIdentity, Http1Prober, Http2Prober } from '#kit/clients.ts'
import { file, type Flags } from '#kit/launch.ts'
import type { ApiServer } from '#harness/programs/api-server.ts'
import { type Etcd, startEtcd } from '#mocks/etcd/index.ts'
import { startWebhookAuthorizers, type WebhookAuthorizers } from '#mocks/webhook-authorizer/index.ts'
import { killServer, launchServer } from '../../shared/api-server.ts'
import { storageOf } from '../../shared/storage.ts'

/**
 * Server with a store and an authorizer that can both hold requests, independent of the store that the target uses for
 * other checks.
 */
export interface StateFixture {
  readonly server: ApiServer
  readonly etcd: Etcd
  readonly authorizers: WebhookAuthorizers | undefined
  readonly peers: readonly Peer[]
  /** Stops everything. Safe after the server has exited. */
  stop(): Promise<void>
}

export const namespace = 'lifecycle'
/** Path of the requests for config maps. */
export const configMaps = `/api/v1/namespaces/${namespace}/configmaps`

/** Starts a server, and an authorizer if it holds requests. */
export async function startFixture(flags: Flags, withAuthorizer = false): Promise<StateFixture> {
  const etcd = await startEtcd()
  const authorizers = withAuthorizer ? await startWebhookAuthorizers() : undefined
  const authorizerPeers = authorizers === undefined ? [] : [authorizers]
  try {
    const server = await launchServer({
      storage: storageOf(etcd),
      flags: { ...authorizerFlags(authorizers), ...flags },
      peers: authorizerPeers,
    })
    return fixtureOf(server, etcd, authorizers)
  } catch (thrown) {
    await Promise.all([etcd, ...authorizerPeers].map((peer) => peer.stop()))
    throw thrown
  }
}

/** Returns the fixture for a server that already runs. */
export function fixtureOf(server: ApiServer, etcd: Etcd, authorizers?: WebhookAuthorizers): StateFixture {
  const statePeers = [etcd, ...(authorizers === undefined ? [] : [authorizers])]
  const stopAll = async (): Promise<void> => {
    await killServer(server)
    await Promise.all(statePeers.map((peer) => peer.stop()))
  }
  return { server, etcd, authorizers, peers: statePeers, stop: stopAll }
}

function authorizerFlags(authorizers: WebhookAuthorizers | undefined): Flags {
  if (authorizers === undefined) return {}
  const webhook = authorizers.webhook('lifecycle')
  return {
    '--authorization-mode': 'Webhook',
    '--authorization-webhook-config-file': file('authorizer.yaml', webhook.clientConfig()),
    '--authorization-webhook-version': 'v1',
  }
}

/** Returns the identity of a client with separate connections. */
export function identity(
  server: ApiServer,
  pair: KeyPair = server.credentials.admin,
): ClientIdentity & { url: string } {
  const { certificate: cert, key } = pair
  return { url: server.url, ca: server.credentials.authority.certificate, cert, key }
}

/** Returns a client over HTTP/1.1 or HTTP/2. */
export function createProber(
  server: ApiServer,
  connection: 'fresh' | 'kept' | 'http2',
  pair?: KeyPair,
): Http1Prober | Http2Prober {
  const client = identity(server, pair)
  return connection === 'http2' ? new Http2Prober(client) : new Http1Prober({ ...client, connection })
}

/** Issues a client certificate of a user other than the administrator. */
export function ordinaryUser(server: ApiServer, name: string): KeyPair {
  return server.credentials.authority.issue({ commonName: name, usage: 'client', hosts: [] })
}

// Long enough for a server that has just become ready.
const objectsWithinMs = 10_000

/** Creates the namespace and a config map in it, so that reads succeed and watches have something to report. */
export async function createObjects(server: ApiServer, names: readonly string[]): Promise<void> {
  let lastResponse = 'nothing'
  const isCreated = async (path: string, body: object): Promise<boolean> => {
    const { status, body: text } = await server.request({ method: 'POST', path, body })
    lastResponse = `${status} ${text.slice(0, 200)}`
    return status === 201 || status === 409
  }
  const namespaceBody = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } }
  const createUntilAccepted = async (path: string, body: object): Promise<void> => {
    await until(() => isCreated(path, body), {
      withinMs: objectsWithinMs,
      what: `an object could be created at ${path}`,
    }).catch((thrown: unknown) => {
      throw new HarnessError('untestable', `POST ${path} answered ${lastResponse}`, { cause: thrown })
    })
  }
  await createUntilAccepted('/api/v1/namespaces', namespaceBody)
  for (const name of names) await createUntilAccepted(configMaps, configMap(name))
}

export function configMap(name: string): object {
  return { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, namespace }, data: { for: 'lifecycle' } }
}
