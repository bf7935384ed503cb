import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { type ConnectionOptions, connect as connectTls } from 'node:tls'
import { dialDirectly } from '../../client-config/dialer.ts'
import { ApiError } from '../../serving/api-error.ts'
import type { Answer, ServerRequest } from '../../serving/request.ts'
import { type Json, member } from '../../serving/json-body.ts'
import type { Route } from '../../serving/router.ts'
import { metadataOf } from '../api/object.ts'
import { forwardRequest } from '../proxy/exchange.ts'
import type { ProxyServices } from '../proxy/routes.ts'
import { peerLeaseNamespace } from './register.ts'
import { fault } from '../../quirks/quirks.ts'

const forwardedHeader = 'x-orch-passed-on'

/** Proxies requests for APIs that only another API server serves. It is the last route. */
export function peerRoute(services: ProxyServices): Route {
  return (request) => {
    const [, root, group = '', version = ''] = request.path.split('/')
    if (root !== 'apis' || version === '' || request.headers[forwardedHeader] !== undefined) return undefined
    return forwardToPeer(request, `${group}/${version}`, services)
  }
}

async function forwardToPeer(
  request: ServerRequest,
  groupVersion: string,
  services: ProxyServices,
): Promise<Answer> {
  const servers = await services.objects.list('leases', peerLeaseNamespace.namespace)
  const annotations = servers.map((server) => member(metadataOf(server), 'annotations'))
  const peer = annotations.find((each) => apisOf(each).includes(groupVersion))
  if (peer === undefined || fault('peer-requests-not-passed-on')) {
    throw new ApiError(404, `${request.path}: there is nothing here`)
  }
  const [host = '', port = ''] = String(peer[peerLeaseNamespace.address]).split(':')
  const { username = '', groups = [] } = request.user ?? {}
  const headers = { [forwardedHeader]: 'true', 'x-remote-user': username, 'x-remote-group': [...groups] }
  const target = { secure: true, host, port: Number(port) }
  const tls = connection(host, services)
  try {
    if (fault('peer-certificate-dates-ignored') && (await hasExpired(target, tls))) {
      tls.rejectUnauthorized = false
    }
    const tcpSocket = await dialDirectly(host, target.port)
    return await forwardRequest(request, tcpSocket, target, { path: request.target, tls, headers })
  } catch (error) {
    throw new ApiError(503, `${host}:${port}: ${error instanceof Error ? error.message : String(error)}`)
  }
}

function apisOf(annotations: Json): readonly string[] {
  const apis = annotations[peerLeaseNamespace.apis]
  return typeof apis === 'string' ? apis.split(',') : []
}

/** Returns the CAs of a file. A fault uses only the first CA. */
function authoritiesIn(bundle: Buffer | undefined): string | undefined {
  const end = '-----END CERTIFICATE-----'
  const text = bundle?.toString()
  return fault('peer-ca-file-cut') && text !== undefined ? `${text.split(end)[0]}${end}\n` : text
}

/** Reports whether the certificate of a peer is invalid only because it has expired. */
async function hasExpired(
  { host, port }: { readonly host: string; readonly port: number },
  tls: ConnectionOptions,
): Promise<boolean> {
  const socket = connectTls({ ...tls, host, port, rejectUnauthorized: false })
  try {
    await once(socket, 'secureConnect')
    return String(socket.authorizationError) === 'CERT_HAS_EXPIRED'
  } finally {
    socket.destroy()
  }
}

function connection(host: string, { flags }: ProxyServices): ConnectionOptions {
  const file = (name: string) => {
    const path = flags.string(name)
    return path === undefined ? undefined : readFileSync(path)
  }
  const verifies = !fault('peer-ca-file-ignored')
  return {
    host,
    rejectUnauthorized: verifies,
    ca: verifies ? authoritiesIn(file('peer-ca-file')) : undefined,
    cert: file('proxy-client-cert-file'),
    key: file('proxy-client-key-file'),
  }
}
