import { setTimeout as pause } from 'node:timers/promises'
import type { FlagValues } from '../flags/flag-values.ts'
import { Refusal } from '../refusal.ts'
import { configureAuthentication } from './authentication/configure.ts'
import { configureAuthorization } from './authorization/configure.ts'
import { direct } from './dialer.ts'
import { egressDialers } from './egress.ts'
import type { ServerQuirks } from './faults.ts'
import { pipeline } from './http/ask.ts'
import { authenticate } from './http/authenticate.ts'
import { authorize } from './http/authorize.ts'
import { accessReviewRoutes } from './http/access-reviews.ts'
import { health, isHealthPath } from './http/health.ts'
import { listen } from './http/listen.ts'
import { reviewRoutes } from './http/reviews.ts'
import { type Route, route, router } from './http/router.ts'
import { makeServer } from './http/server.ts'
import { tlsOptions } from './http/tls.ts'
import { Lifecycle } from './lifecycle.ts'
import { Metrics } from './metrics/metrics.ts'
import { admitAll } from './objects/admission.ts'
import type { ObjectServices } from './objects/objects.ts'
import { objectReader } from './objects/reader.ts'
import { resources } from './objects/resource.ts'
import { discoveryRoutes, objectRoutes } from './objects/routes.ts'
import { initializeStorage } from './storage/initialize.ts'
import { identity } from './storage/transformer.ts'
import { terminate } from './terminate.ts'

/** Serves until it is told to end; throws a Refusal before it listens when flags or files do not permit it. */
export async function serve(
  flags: FlagValues,
  quirks: ServerQuirks,
  version: string,
  say: (line: string) => void,
): Promise<void> {
  if (flags.strings('etcd-servers').length === 0) throw new Refusal('--etcd-servers: required')
  const lifecycle = new Lifecycle()
  const tls = await tlsOptions(flags, quirks)
  const metrics = new Metrics()
  let services: ObjectServices | undefined
  const reader = objectReader(() => services ?? notYet())
  const { requests, tokens } = await configureAuthentication(flags, {
    quirks,
    signal: lifecycle.ending,
    report: say,
    egress: egressDialers(flags.string('egress-selector-config-file'), quirks),
  })
  const authorizer = await configureAuthorization(flags, { quirks, metrics, objects: reader, dial: direct })
  if (quirks.freedom('slow-start')) await pause(300)
  const { etcdStore } = await import('./storage/etcd-store.ts')
  const store = etcdStore({
    servers: flags.strings('etcd-servers'),
    caFile: flags.string('etcd-cafile'),
    certFile: flags.string('etcd-certfile'),
    keyFile: flags.string('etcd-keyfile'),
  })
  const prefix = flags.string('etcd-prefix') ?? '/registry'
  const objects = { store, prefix, transformerOf: () => identity, admission: admitAll }
  services = objects
  const healthRoute: Route = (ask) =>
    isHealthPath(ask.path) ? Promise.resolve(health(ask.path, lifecycle)) : undefined
  const handler = pipeline(
    [authenticate(requests, quirks, say), authorize(authorizer, quirks)],
    router([
      healthRoute,
      route('GET', '/metrics', async () => ({ status: 200, body: metrics.text() })),
      ...accessReviewRoutes(authorizer),
      ...reviewRoutes(tokens, apiAudiences(flags)),
      ...discoveryRoutes(resources, version),
      ...objectRoutes(resources, objects),
    ]),
  )
  const http2 = !flags.bool('disable-http2-serving')
  const server = makeServer(handler, { tls, http2, quirks, ending: lifecycle.ending, report: say })
  await listen(server, flags)
  say(`listening on ${flags.string('bind-address')}:${flags.string('secure-port')}`)
  terminate(server, store, lifecycle)
  await initializeStorage(store, flags, lifecycle, say)
}

function apiAudiences(flags: FlagValues): readonly string[] {
  const audiences = flags.strings('api-audiences')
  return audiences.length > 0 ? audiences : flags.strings('service-account-issuer')
}

function notYet(): never {
  throw new Error('objects are not served yet')
}
