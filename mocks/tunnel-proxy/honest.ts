import type { Dial } from './request.ts'

/**
 * Returns the honest target of an address: the entry of the map for `host:port` or `host`, or else the address itself
 * if it is on loopback. No other address is ever dialled.
 */
export function honestDial(address: string, names: ReadonlyMap<string, string>): Dial {
  const colonIndex = address.lastIndexOf(':')
  const [host, port] = [address.slice(0, colonIndex), address.slice(colonIndex + 1)]
  if (colonIndex < 1 || !/^\d+$/.test(port)) {
    return { refusal: { reason: `${address} is not host:port`, status: 400 } }
  }
  const namedTarget = names.get(address)
  if (namedTarget !== undefined) return { to: namedTarget }
  const targetHost = names.get(host)
  if (targetHost !== undefined) return { to: `${targetHost}:${port}` }
  if (loopback.has(host)) return { to: `127.0.0.1:${port}` }
  return { refusal: { reason: `the proxy knows no ${host}`, status: 502 } }
}

const loopback = new Set(['127.0.0.1', 'localhost'])
