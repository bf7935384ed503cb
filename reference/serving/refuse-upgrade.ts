import type { Duplex } from 'node:stream'
import type { Answer } from './request.ts'
import { completeBody } from './handle-request.ts'

/** Responds to a refused upgrade request and ends the connection. */
export function refuseUpgrade(answer: Answer, socket: Duplex): void {
  const { text, contentType } = completeBody(answer)
  const headers = {
    ...answer.headers,
    'content-type': contentType,
    'content-length': String(Buffer.byteLength(text)),
    connection: 'close',
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.end(`HTTP/1.1 ${answer.status} Refused\r\n${lines.join('')}\r\n${text}`)
}
