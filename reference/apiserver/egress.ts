import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { isMapping } from '../config/decode.ts'
import { readDocument } from '../config/read-document.ts'
import type { Dialer } from './dialer.ts'
import type { ServerQuirks } from './faults.ts'

/** Milliseconds until a proxy that does not answer counts as unreachable. */
const patienceMs = 10_000

/** The dialers of the egress selections of a file, by name; undefined for a name that it does not have. */
export function egressDialers(
  file: string | undefined,
  quirks: ServerQuirks,
): (selection: string) => Dialer | undefined {
  if (file === undefined) return () => undefined
  const { egressSelections } = readDocument(file, quirks)
  const selections = Array.isArray(egressSelections) ? egressSelections.filter(isMapping) : []
  return (selection) => {
    const found = selections.find(({ name }) => name === selection)
    const proxy = socketOf(found)
    return proxy === undefined ? undefined : (host, port) => tunnel(proxy, `${host}:${port}`)
  }
}

/** The unix socket of an HTTPConnect proxy. */
function socketOf(selection: Readonly<Record<string, unknown>> | undefined): string | undefined {
  const name = ['connection', 'transport', 'uds', 'udsName'].reduce<unknown>(
    (value, key) => (isMapping(value) ? value[key] : undefined),
    selection,
  )
  return typeof name === 'string' ? name : undefined
}

async function tunnel(path: string, target: string): Promise<Socket> {
  const socket = connect({ path })
  socket.on('error', () => {})
  try {
    socket.write(`CONNECT ${target} HTTP/1.1\r\nHost: ${target}\r\n\r\n`)
    const [answer] = (await once(socket, 'data', { signal: AbortSignal.timeout(patienceMs) })) as [Buffer]
    const line = answer.toString('latin1').split('\r\n')[0] ?? ''
    if (!/^HTTP\/1\.[01] 200\b/.test(line)) throw new Error(`the proxy ${path} answered ${line}`)
    return socket
  } catch (cause) {
    socket.destroy()
    throw cause
  }
}
