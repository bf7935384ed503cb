import { createServer, type Server as SecureServer } from 'node:https'
import type { Answer, Handler } from '../../serving/request.ts'
import { listen } from '../../serving/listen.ts'
import { makeRequest } from '../../serving/make-request.ts'
import { createPlainServer } from '../../serving/plain-server.ts'
import { refuseUpgrade } from '../../serving/refuse-upgrade.ts'
import { handleRequest, completeBody } from '../../serving/handle-request.ts'
import type { TlsOptions } from 'node:tls'
import { endpoints, healthEndpoints, readOnlyEndpoints, type ServedAgent, streaming } from './endpoints.ts'
import type { Streaming } from './streams.ts'
import { fault } from '../../quirks/quirks.ts'

type Log = (line: string) => void

/** Operations on open ports. */
export interface Ports {
  /** Serves a new pair from now on: a certificate and its key in one string. */
  readonly show: (pair: string) => void
}

/** Opens the configured ports. Throws a Refusal when a port cannot be opened. */
export async function openPorts(served: ServedAgent, tls: TlsOptions, log: Log): Promise<Ports> {
  const { config } = served
  const ownAddress = fault('server-address-ignored') ? '0.0.0.0' : config.string('address')
  const isUnspecified = ['0.0.0.0', '::'].includes(ownAddress)
  const address = isUnspecified && fault('unspecified-address-of-ipv4-alone') ? '127.0.0.1' : ownAddress
  const readOnlyAddress = fault('read-only-address-ignored') ? '0.0.0.0' : address
  const readOnlyPort = validPort(config.number('read-only-port'))
  if (readOnlyPort > 0 ? !fault('read-only-port-missing') : fault('read-only-port-zero-serves'))
    await listen(createPlainServer(readOnlyEndpoints(served), log), readOnlyAddress, readOnlyPort || 10255)
  const mainServer = secureServer(tls, endpoints(served), log)
  onUpgrade(mainServer, streaming(served), log)
  if (config.bool('enable-server') || fault('server-not-switched-off')) {
    await listen(mainServer, address, validPort(config.number('port')))
  }
  const ports: Ports = { show: (pair) => mainServer.setSecureContext({ ...tls, cert: pair, key: pair }) }
  const healthPort = validPort(config.number('healthz-port'))
  if (healthPort === 0 && !fault('healthz-port-zero-serves')) return ports
  const healthAddress = fault('healthz-address-ignored') ? '0.0.0.0' : config.string('healthz-bind-address')
  await listen(createPlainServer(healthEndpoints(), log), healthAddress, healthPort || 10248)
  return ports
}

/** Returns 0 in place of an invalid port number that a fault accepted. */
function validPort(number: number): number {
  return number >= 0 && number < 65_536 ? number : 0
}

function secureServer(tls: TlsOptions, handler: Handler, log: Log): SecureServer {
  const server = createServer(tls, (request, response) => {
    const controller = new AbortController()
    response.on('close', () => controller.abort())
    const parsedRequest = makeRequest(request, 'http/1.1', performance.now(), controller.signal)
    void handleRequest(handler, parsedRequest, log).then((answer) => {
      const { text, contentType } = completeBody(answer)
      response.writeHead(answer.status, { 'content-type': contentType, ...answer.headers }).end(text)
    })
  })
  server.on('tlsClientError', () => {})
  return server
}

/** Handles requests for an upgrade to another protocol. */
function onUpgrade(server: SecureServer, stream: Streaming, log: Log): void {
  server.on('upgrade', (request, socket, head) => {
    const parsedRequest = makeRequest(request, 'http/1.1', performance.now(), new AbortController().signal)
    socket.on('error', () => {})
    const serveRequest = async (): Promise<Answer> => {
      await stream(parsedRequest, socket, head)
      return { status: 101 }
    }
    void handleRequest(serveRequest, parsedRequest, log).then((answer) => {
      if (answer.status !== 101) refuseUpgrade(answer, socket)
    })
  })
}
