import { setTimeout as pause } from 'node:timers/promises'
import type { FlagValues } from '../flags/flag-values.ts'
import { Refusal } from '../refusal.ts'
import { configureAudit } from './audit/audit.ts'
import { lazyAdmission } from './admission/lazy.ts'
import { configureAuthentication } from './authentication/configure.ts'
import { apiAudiencesOf } from './authentication/service-accounts/settings.ts'
import { configureAuthorization } from './authorization/configure.ts'
import { configureEgress, storageDialer, through } from './egress/configure.ts'
import { atRest } from './encryption/at-rest.ts'
import { profilingRoutes, unprotectedProfiling } from './debug/profiling.ts'
import { debugSocket } from './debug/socket.ts'
import type { ServerQuirks } from './faults.ts'
import { pipeline } from './http/ask.ts'
import { authenticate } from './http/authenticate.ts'
import { limitConcurrency } from './http/concurrency.ts'
import { goaway } from './http/goaway.ts'
import { authorize } from './http/authorize.ts'
import { accessReviewRoutes } from './http/access-reviews.ts'
import { healthRoute } from './http/health.ts'
import { listen } from './http/listen.ts'
import { reviewRoutes } from './http/reviews.ts'
import { route, router } from './http/router.ts'
import { makeServer } from './http/server.ts'
import { requestLimits } from './http/limits.ts'
import { limitTime } from './http/time-limits.ts'
import { tlsOptions } from './http/tls.ts'
import { Entrance } from './lifecycle/entrance.ts'
import { Lifecycle } from './lifecycle/lifecycle.ts'
import { lifecycleSettings } from './lifecycle/settings.ts'
import { terminateOnSignals } from './lifecycle/terminate.ts'
import { Visitors } from './lifecycle/visitors.ts'
import { Metrics } from './metrics/metrics.ts'
import { admitAll } from './objects/admission.ts'
import { configureTracing } from './tracing/configure.ts'
import { createOwnNamespaces } from './objects/own-namespaces.ts'
import type { ObjectServices } from './objects/objects.ts'
import { objectCreator, objectReader } from './objects/reader.ts'
import { resources } from './objects/resource.ts'
import { discoveryRoutes, objectRoutes } from './objects/routes.ts'
import { proxyRoute } from './proxy/routes.ts'
import { codecOf } from './storage/codec.ts'
import { storageHealth } from './storage/health.ts'
import { initializeStorage } from './storage/initialize.ts'
import { pollStorage } from './storage/polls.ts'
import { keyPrefix } from './storage/prefix.ts'

/** Serves until it is told to end; throws a Refusal before it listens when flags or files do not permit it. */
export async function serve(
  flags: FlagValues,
  quirks: ServerQuirks,
  version: string,
  say: (line: string) => void,
): Promise<void> {
  if (flags.strings('etcd-servers').length === 0) throw new Refusal('--etcd-servers: required')
  const lifecycle = new Lifecycle(lifecycleSettings(flags, quirks))
  const limits = requestLimits(flags, quirks)
  const tls = await tlsOptions(flags, quirks)
  const metrics = new Metrics()
  let services: ObjectServices | undefined
  const reader = objectReader(() => services ?? notYet())
  const apiAudiences = apiAudiencesOf(flags, quirks)
  const egress = await configureEgress(flags.string('egress-selector-config-file'), quirks)
  const { requests, tokens, routes } = await configureAuthentication(flags, {
    quirks,
    objects: reader,
    apiAudiences,
    signal: lifecycle.ending,
    report: say,
    egress,
  })
  const dial = through(egress, 'controlplane')
  const authorizer = await configureAuthorization(flags, { quirks, metrics, objects: reader, dial })
  if (quirks.freedom('slow-start')) await pause(300)
  // Loaded late: a refused start needs no storage.
  const { configureStore } = await import('./storage/configure.ts')
  const store = await configureStore(flags, { quirks, dial: storageDialer(egress, quirks) })
  const prefix = keyPrefix(flags, quirks)
  const traces = through(egress, 'controlplane')
  const tracing = await configureTracing(flags.string('tracing-config-file'), traces, quirks)
  const { transformerOf, checks } = await atRest(flags, quirks, say)
  const codec = codecOf(flags, quirks)
  const unasked = { store, prefix, transformerOf, codec, admission: admitAll }
  const create = objectCreator(unasked)
  const admission = await lazyAdmission({ flags, quirks, objects: reader, egress, create })
  const objects = { ...unasked, admission }
  services = objects
  const audit = configureAudit(flags, quirks, say)
  const { watchesEnding } = lifecycle
  const handler = pipeline(
    [
      goaway(limits.goawayChance, quirks, say),
      tracing.step,
      audit.around,
      limitTime({ ...limits, watchesEnding, quirks }),
      unprotectedProfiling(quirks),
      authenticate(requests, quirks, say),
      audit.known,
      limitConcurrency(limits, quirks),
      authorize(authorizer, quirks),
    ],
    router([
      healthRoute(lifecycle, quirks, storageHealth({ store, prefix, flags, quirks }, checks)),
      route('GET', '/metrics', async () => ({ status: 200, body: metrics.text() })),
      ...accessReviewRoutes(authorizer),
      ...reviewRoutes(tokens, apiAudiences),
      ...routes,
      ...profilingRoutes(flags, quirks),
      ...discoveryRoutes(resources, version),
      proxyRoute({ flags, objects: reader, egress }),
      ...objectRoutes(resources, objects, reader),
    ]),
  )
  const http2 = !flags.bool('disable-http2-serving')
  const entrance = new Entrance(lifecycle, quirks)
  const visitors = new Visitors()
  const { server, connections } = makeServer(handler, {
    tls,
    http2,
    maxStreams: limits.maxStreams,
    quirks,
    entrance,
    visitors,
    report: say,
  })
  const removeSocket = await debugSocket(flags.string('debug-socket-path'), quirks)
  const atEnd = async () => {
    removeSocket()
    audit.end()
    await tracing.end()
    store.close()
  }
  const initialized = initializeStorage({ store, prefix, flags, lifecycle, quirks, say })
  terminateOnSignals({ lifecycle, connections, entrance, visitors, quirks, say, atEnd })
  await listen(server, flags)
  if (!quirks.freedom('grace-from-process-start')) lifecycle.listens()
  say(`listening on ${flags.string('bind-address')}:${flags.string('secure-port')}`)
  await initialized
  pollStorage({ store, prefix, flags, metrics, quirks })
  await createOwnNamespaces(reader, create, say)
}

function notYet(): never {
  throw new Error('objects are not served yet')
}
