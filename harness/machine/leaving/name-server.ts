import { createSocket, type Socket } from 'node:dgram'
import { isIP } from 'node:net'

/** Query for a name. */
export interface NameQuery {
  /** Address of the name server. */
  readonly server: string
  /** Port from which the query came. */
  readonly fromPort: number
}

const dnsPort = 53
const headerBytes = 12
// Length of the type and the class that follow the name (RFC 1035 §4.1.2).
const typeAndClassBytes = 4
const nameErrorCode = 3

/**
 * Answers each query to these addresses of this machine with the error that the name does not exist. Without an answer,
 * programs wait for seconds until they go on.
 * @param onQuery receives each query before its answer
 * @returns a function that stops answering
 */
export function withoutNames(servers: readonly string[], onQuery: (query: NameQuery) => void): () => void {
  const sockets = servers.map((server): Socket => {
    const socket = createSocket(isIP(server) === 6 ? 'udp6' : 'udp4')
    // A machine without the address has no separate network, and needs no answers.
    socket.on('error', () => socket.close())
    socket.on('message', (query, { address, port }) => {
      onQuery({ server, fromPort: port })
      const answer = nameErrorResponse(query)
      if (answer !== undefined) socket.send(answer, port, address, () => {})
    })
    socket.bind(dnsPort, server)
    socket.unref()
    return socket
  })
  return () => {
    for (const socket of sockets.splice(0)) socket.close()
  }
}

/**
 * Returns the answer that the name of a query does not exist; `undefined` if the message is no query (RFC 1035 §4.1).
 */
export function nameErrorResponse(query: Buffer): Buffer | undefined {
  let nameEnd = headerBytes
  while (nameEnd < query.length && query[nameEnd] !== 0) nameEnd += (query[nameEnd] ?? 0) + 1
  nameEnd += 1 + typeAndClassBytes
  const isResponse = ((query[2] ?? 0) & 0x80) !== 0
  if (isResponse || nameEnd > query.length) return undefined
  const answer = Buffer.from(query.subarray(0, nameEnd))
  answer[2] = (answer[2] ?? 0) | 0x80
  answer[3] = 0x80 | nameErrorCode
  answer.writeUInt16BE(1, 4)
  // Sets the numbers of answers, authorities and additional records to 0.
  answer.fill(0, 6, headerBytes)
  return answer
}
