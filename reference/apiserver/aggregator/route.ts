import { readFileSync } from 'node:fs'
import type { ConnectionOptions } from 'node:tls'
import { ApiError } from '../../serving/api-error.ts'
import type { Answer, ServerRequest } from '../../serving/request.ts'
import { type Json, member } from '../../serving/json-body.ts'
import type { Route } from '../../serving/router.ts'
import { dialerOf } from '../egress/egress.ts'
import { resources } from '../api/resource.ts'
import { forwardRequest } from '../proxy/exchange.ts'
import type { ProxyServices } from '../proxy/routes.ts'
import { serviceAddress } from './service-address.ts'
import { fault, freedom } from '../../quirks/quirks.ts'

const ownGroups = new Set(resources.map(({ group }) => group))

/** Wraps a route so that requests for aggregated APIs are proxied to their servers. */
export function withAggregator(route: Route, services: ProxyServices): Route {
  return (request) => {
    const [, root, group = '', version = ''] = request.path.split('/')
    if (root !== 'apis' || group === '' || version === '' || ownGroups.has(group)) return route(request)
    return services.objects.get('apiservices', '', `${version}.${group}`).then((api) => {
      if (api !== undefined) return forward(request, member(api, 'spec'), services)
      const answer = route(request)
      if (answer === undefined) throw new ApiError(404, `${request.path}: there is nothing here`)
      return answer
    })
  }
}

async function forward(request: ServerRequest, spec: Json, services: ProxyServices): Promise<Answer> {
  const { host, port } = await serviceAddress(member(spec, 'service'), services)
  const { username = '', groups = [] } = request.user ?? {}
  const headers = { 'x-remote-user': username, 'x-remote-group': [...groups] }
  const target = { secure: true, host, port }
  try {
    const tcpSocket = await dialerOf(services.egress, 'cluster')(host, port)
    const answer = await forwardRequest(request, tcpSocket, target, {
      path: request.target,
      tls: connectionOptions(spec, services),
      headers,
    })
    return withoutRedirect(request, answer, services)
  } catch (error) {
    throw new ApiError(503, `${host}:${port}: ${error instanceof Error ? error.message : String(error)}`)
  }
}

function connectionOptions(spec: Json, { flags }: ProxyServices): ConnectionOptions {
  const { name, namespace } = member(spec, 'service')
  const { caBundle, insecureSkipTLSVerify: insecure } = spec
  const [cert, key] = [flags.string('proxy-client-cert-file'), flags.string('proxy-client-key-file')]
  const hasClientPair = cert !== undefined && key !== undefined
  const isPairHidden = hasClientPair && fault('aggregated-server-shown-no-certificate')
  const usesServingPair = !hasClientPair && fault('aggregated-server-shown-serving-certificate')
  return {
    servername: `${String(name)}.${String(namespace)}.svc`,
    rejectUnauthorized: insecure !== true,
    ...(typeof caBundle === 'string' && { ca: Buffer.from(caBundle, 'base64') }),
    ...(hasClientPair && !isPairHidden && { cert: readFileSync(cert), key: readFileSync(key) }),
    ...(usesServingPair && {
      cert: readFileSync(flags.string('tls-cert-file') ?? ''),
      key: readFileSync(flags.string('tls-private-key-file') ?? ''),
    }),
  }
}

/** Returns the response, or an error for a redirect, which clients must not follow. */
function withoutRedirect({ method }: ServerRequest, answer: Answer, { flags }: ProxyServices): Answer {
  const isRedirect = answer.status >= 300 && answer.status < 400 && answer.headers?.['location'] !== undefined
  if (!isRedirect) return answer
  if (method !== 'GET' && fault('aggregator-passes-redirects-of-writes')) return answer
  if (answer.status === 303 && fault('aggregator-passes-303')) return answer
  const rejectsRedirects = flags.bool('aggregator-reject-forwarding-redirect')
    ? !fault('aggregator-passes-redirects')
    : fault('aggregator-rejects-redirects')
  const status = freedom('kept-redirects-answer-500') ? 500 : 502
  return rejectsRedirects ? { status, body: 'the aggregated server answered a redirect' } : answer
}
