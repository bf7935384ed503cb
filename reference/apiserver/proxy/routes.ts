import { once } from 'node:events'
import { type IncomingMessage, request as requestPlain } from 'node:http'
import { request as requestSecure } from 'node:https'
import { readFileSync } from 'node:fs'
import { connect as connectTls } from 'node:tls'
import type { Duplex } from 'node:stream'
import type { FlagValues } from '../../flags/flag-values.ts'
import { type Egress, through } from '../egress/configure.ts'
import { ApiError } from '../http/api-error.ts'
import type { Answer, Ask } from '../http/ask.ts'
import { resourcePath } from '../http/attributes.ts'
import type { Route } from '../http/router.ts'
import type { ObjectReader } from '../objects/reader.ts'
import { type Target, targetOf } from './target.ts'

/** What passing requests on needs. */
export interface ProxyServices {
  readonly flags: FlagValues
  readonly objects: ObjectReader
  readonly egress: Egress
}

/** Headers that are about one connection only (RFC 9110 §7.6.1). */
const ownHeaders = ['connection', 'host', 'transfer-encoding', 'authorization', 'keep-alive', 'upgrade']

/** The `proxy` endpoints of nodes, pods and services: requests are passed on to them. */
export function proxyRoute(services: ProxyServices): Route {
  return (ask) => {
    const place = resourcePath(ask.path)
    const resource = (['nodes', 'pods', 'services'] as const).find((name) => name === place?.resource)
    if (place?.group !== '' || resource === undefined || !/^proxy(\/|$)/.test(place.subresource))
      return undefined
    return passOn(ask, resource, place, services)
  }
}

async function passOn(
  ask: Ask,
  resource: 'nodes' | 'pods' | 'services',
  place: { readonly namespace: string; readonly name: string; readonly subresource: string },
  { flags, objects, egress }: ProxyServices,
): Promise<Answer> {
  const target = await targetOf(resource, place.namespace, place.name, objects, flags)
  const dial = through(egress, 'cluster')
  const query = ask.target.includes('?') ? ask.target.slice(ask.target.indexOf('?')) : ''
  const path = `/${place.subresource.slice('proxy/'.length)}${query}`
  try {
    const raw = await dial(target.host, target.port)
    return await exchange(ask, raw, target, path, flags)
  } catch (error) {
    throw new ApiError(
      503,
      `${resource} ${place.name}: ${error instanceof Error ? error.message : String(error)}`,
    )
  }
}

async function exchange(
  ask: Ask,
  raw: Duplex,
  { secure, host, port }: Target,
  path: string,
  flags: FlagValues,
): Promise<Answer> {
  const socket = secure
    ? connectTls({ socket: raw, rejectUnauthorized: false, ...nodeCredentials(flags) })
    : raw
  socket.on('error', () => {})
  const headers = Object.fromEntries(
    Object.entries(ask.headers).filter(([name]) => !name.startsWith(':') && !ownHeaders.includes(name)),
  ) as Record<string, string>
  const options = {
    method: ask.method,
    path,
    headers: { ...headers, host: `${host}:${port}` },
    createConnection: () => socket,
  }
  const asked = (secure ? requestSecure : requestPlain)(options)
  asked.end(await ask.body())
  const [answer] = (await once(asked, 'response', { signal: ask.signal })) as [IncomingMessage]
  const chunks: Buffer[] = []
  for await (const chunk of answer) chunks.push(chunk as Buffer)
  raw.destroy()
  const type = answer.headers['content-type']
  return {
    status: answer.statusCode ?? 502,
    ...(type === undefined ? {} : { headers: { 'content-type': type } }),
    body: Buffer.concat(chunks).toString('utf8'),
  }
}

function nodeCredentials(flags: FlagValues): { cert?: Buffer; key?: Buffer } {
  const cert = flags.string('orchlet-client-certificate')
  const key = flags.string('orchlet-client-key')
  return cert === undefined || key === undefined ? {} : { cert: readFileSync(cert), key: readFileSync(key) }
}
