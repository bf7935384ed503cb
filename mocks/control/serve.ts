import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { HarnessError, messageOf } from '#harness/errors.ts'
import type { ControlServer, RunningPeer } from '#harness/peer.ts'
import { plainValue } from '#harness/repro/plain-json.ts'
import { readBody } from '../http/body.ts'
import { JournalQuery } from './journal-query.ts'
import { ControlError } from './control-error.ts'

/** A controlled peer, with the clients that wait for its requests. */
interface ControlledPeer {
  readonly name: string
  readonly running: RunningPeer
  readonly journalQuery: JournalQuery
}

const loopbackAddress = '127.0.0.1'

/**
 * Starts an HTTP server that controls running peers, for tests in languages other than TypeScript.
 * @param port 0 for any free port
 * @throws an error whose `code` is `EADDRINUSE` for a port that is taken
 */
export async function serveControl(
  peers: Readonly<Record<string, RunningPeer>>,
  port: number,
): Promise<ControlServer> {
  const controlledPeers = Object.entries(peers).map(([name, running]) => {
    const journalQuery = new JournalQuery(running.peer)
    running.onAsked(() => journalQuery.recheckWaits())
    return { name, running, journalQuery }
  })
  const server = createServer((req, res) => {
    responseTo(req, controlledPeers).then(
      (body) => send(res, 200, body),
      (thrown: unknown) => send(res, statusOf(thrown), { error: messageOf(thrown) }),
    )
  })
  server.listen(port, loopbackAddress)
  await once(server, 'listening')
  const stop = async (): Promise<void> => {
    for (const { journalQuery } of controlledPeers) journalQuery.end()
    const closeEvent = once(server, 'close')
    server.close()
    server.closeAllConnections()
    await closeEvent
  }
  return {
    url: `http://${loopbackAddress}:${(server.address() as AddressInfo).port}`,
    [Symbol.asyncDispose]: stop,
  }
}

async function responseTo(req: IncomingMessage, peers: readonly ControlledPeer[]): Promise<unknown> {
  // Pages in a browser of this machine must not control peers.
  if (req.headers.origin !== undefined) throw new ControlError(403, 'Requests of browsers are not allowed.')
  const { pathname, searchParams } = new URL(req.url ?? '/', `http://${loopbackAddress}`)
  const [root, name = '', actionName = '', ...extraSegments] = pathname.split('/').slice(1)
  if (pathname === '/') return respondToMethod('GET', req, () => ({ peers: peers.map(peerDescription) }))
  const peer = peers.find((candidate) => candidate.name === name)
  if (root !== 'peers' || extraSegments.length > 0)
    throw new ControlError(404, `There is nothing at ${pathname}.`)
  if (peer === undefined) {
    const names = peers.map((candidate) => candidate.name).join(', ')
    throw new ControlError(404, `There is no peer ${name}; there is ${names}.`)
  }
  const { control } = peer.running
  if (actionName === '') return respondToMethod('GET', req, () => peerDescription(peer))
  if (actionName === 'journal')
    return respondToMethod('GET', req, () => peer.journalQuery.journal(searchParams))
  if (control === undefined) throw new ControlError(404, `${name} has no control.`)
  if (actionName === 'script')
    return respondToMethod('PUT', req, async () => control.script(await textOf(req)))
  if (actionName === 'reset') return respondToMethod('POST', req, () => control.reset())
  const action = control.actions[actionName]
  if (action !== undefined)
    return respondToMethod('POST', req, async () => action(objectIn(await textOf(req))))
  const actionNames = ['journal', 'script', 'reset', ...Object.keys(control.actions)]
  throw new ControlError(404, `${name} has no ${actionName}; it has ${actionNames.join(', ')}.`)
}

function respondToMethod<Content>(method: string, req: IncomingMessage, answer: () => Content): Content {
  if (req.method === method || (method === 'GET' && req.method === 'HEAD')) return answer()
  throw new ControlError(405, `The method ${req.method} is not allowed here: use ${method}.`)
}

function peerDescription({ name, running: { peer, address = peer.url, control } }: ControlledPeer): object {
  return {
    name,
    url: address,
    answers: control?.answers ?? [],
    actions: Object.keys(control?.actions ?? {}),
  }
}

async function textOf(req: IncomingMessage): Promise<string> {
  const body = await readBody(req)
  if (body === undefined) throw new ControlError(413, 'The body is too large.')
  return body
}

function objectIn(body: string): Readonly<Record<string, unknown>> {
  if (body.trim() === '') return {}
  let value: unknown
  try {
    value = JSON.parse(body)
  } catch (cause) {
    throw new ControlError(400, `The body is not JSON: ${messageOf(cause)}`)
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value))
    return value as Readonly<Record<string, unknown>>
  throw new ControlError(400, 'The body is not a JSON object.')
}

function statusOf(thrown: unknown): number {
  if (thrown instanceof ControlError) return thrown.status
  return thrown instanceof HarnessError && thrown.code === 'usage' ? 400 : 500
}

function send(res: ServerResponse, status: number, content: unknown): void {
  const body = `${JSON.stringify(content ?? {}, plainValue)}\n`
  res.writeHead(status, { 'content-type': 'application/json' }).end(body)
}
