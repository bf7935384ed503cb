import type { Dial } from './request.ts'

/**
 * Returns the honest target of an address: the entry of the map for `host:port` or `host`, or else the address itself
 * if it is on loopback. No other address is ever dialled.
 */
export function honestDial(address: string, names: ReadonlyMap<string, string>): Dial {
  const colon = address.lastIndexOf(':')
  const [host, port] = [address.slice(0, colon), address.slice(colon + 1)]
  if (colon < 1 || !/^\d+$/.test(port)) {
    return { refusal: { reason: `${address} is not host:port`, status: 400 } }
  }
  const named = names.get(address)
  if (named !== undefined) return { to: named }
  const namedHost = names.get(host)
  if (namedHost !== undefined) return { to: `${namedHost}:${port}` }
  if (loopback.has(host)) return { to: `127.0.0.1:${port}` }
  return { refusal: { reason: `the proxy knows no ${host}`, status: 502 } }
}

const loopback = new Set(['127.0.0.1', 'localhost'])
