import { createServer, type IncomingMessage, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { Dial } from './request.ts'
import {
  type ProxyListener,
  type ProxyListenerOptions,
  listenForClients,
  type ClientConnection,
} from './listener.ts'
import { dialRecord, failedClientRecord, type Dialer } from './dialer.ts'

/** Serves HTTP CONNECT (RFC 9110 §9.3.6) on a listener. */
export async function serveHttpConnect(
  options: ProxyListenerOptions,
  dialer: Dialer,
): Promise<ProxyListener> {
  const connections = new WeakMap<Socket, ClientConnection>()
  const answeredSockets = new WeakSet<Socket>()
  // Server that parses connections of the listener, and does not listen on a port.
  const http = createServer((req, res) => {
    answeredSockets.add(req.socket)
    dialer.requestJournal.record(
      failedClientRecord('http-connect', `${req.method} ${req.url}`, 'not CONNECT'),
    )
    res.writeHead(405, { allow: 'CONNECT', connection: 'close' }).end()
  })
  http.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    answeredSockets.add(socket)
    dialer.requestJournal.record(failedClientRecord('http-connect', 'no HTTP', error.code ?? error.message))
    socket.destroy()
  })
  http.on('connect', (req: IncomingMessage, socket: Socket, head: Buffer) => {
    answeredSockets.add(socket)
    const connection = connections.get(socket)
    if (connection !== undefined) void connectThrough(req, connection, head, dialer)
  })
  return listenForClients(
    options,
    (connection) => {
      connections.set(connection.stream, connection)
      connection.stream.once('close', () => {
        if (!answeredSockets.has(connection.stream))
          dialer.requestJournal.record(failedClientRecord('http-connect', 'left without a request'))
      })
      http.emit('connection', connection.stream)
    },
    (reason) =>
      dialer.requestJournal.record(failedClientRecord('http-connect', 'TLS handshake failed', reason)),
  )
}

async function connectThrough(
  req: IncomingMessage,
  connection: ClientConnection,
  head: Buffer,
  dialer: Dialer,
): Promise<void> {
  const { stream, client } = connection
  stream.on('error', () => {})
  const request = dialRecord('http-connect', req.url ?? '', {
    headers: req.headers,
    ...(client && { client }),
  })
  const dial = await dialer.decide(request)
  if (dial === 'hang-up') return connection.hangUp()
  const refusal = dial.refusal ?? (dial.to === undefined ? missingTarget : undefined)
  if (refusal !== undefined) return sendRefusal(stream, refusal)
  try {
    const target = await dialer.open(dial.to ?? '', request)
    stream.write(`HTTP/1.1 200 Connection established\r\n\r\n${dial.early ?? ''}`)
    if (head.length > 0) target.write(head)
    request.sentBytes += head.length
    stream.on('data', (chunk: Buffer) => {
      request.sentBytes += chunk.length
    })
    if (dial.cutAfterBytes !== undefined) cutAfterBytes(dial.cutAfterBytes, target, connection)
    stream.pipe(target)
    onFirstBytes(stream, () => target.pipe(stream))
    stream.once('close', () => target.destroy())
    target.once('close', () => stream.destroySoon())
  } catch {
    sendRefusal(stream, { reason: request.error ?? 'the target does not answer', status: 502 })
  }
}

const missingTarget = { reason: 'the answer names no target', status: 500 }

function sendRefusal(stream: Socket, { reason, status }: NonNullable<Dial['refusal']>): void {
  const body = `${reason}\n`
  stream.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? 'Refused'}\r\n` +
      `content-type: text/plain\r\ncontent-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
  )
}

// Some clients reject bytes that arrive together with the acceptance, and some targets (HTTP/2 servers) send first. So
// the target waits for the first bytes of the client, or for a fixed time if the client never sends first.
const firstBytesTimeoutMs = 100

function onFirstBytes(stream: Socket, callback: () => void): void {
  const proceed = (): void => {
    clearTimeout(timer)
    stream.off('data', proceed)
    callback()
  }
  const timer = setTimeout(proceed, firstBytesTimeoutMs)
  stream.once('data', proceed)
  stream.once('close', () => clearTimeout(timer))
}

function cutAfterBytes(max: number, target: Socket, connection: ClientConnection): void {
  let receivedBytes = 0
  target.on('data', (chunk: Buffer) => {
    receivedBytes += chunk.length
    if (receivedBytes < max) return
    target.destroy()
    connection.hangUp()
  })
}
