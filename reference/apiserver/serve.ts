import { setTimeout as pause } from 'node:timers/promises'
import { Refusal } from '../flags/refusal.ts'
import type { FlagValues } from '../flags/flag-values.ts'
import type { Start } from '../program/program.ts'
import { serveDebugSocket } from '../serving/debug-socket.ts'
import { configureAudit } from './audit/audit.ts'
import { configureAuthentication } from './authentication/configure.ts'
import { apiAudiencesOf } from './authentication/service-accounts/settings.ts'
import { configureAuthorization } from './authorization/configure.ts'
import { coordinateElections } from './cluster/leadership.ts'
import { Apis } from './enablement/apis.ts'
import { serverGates, reportGates } from './enablement/gates.ts'
import { configureEgress } from './egress/configure.ts'
import { dialerOf } from './egress/egress.ts'
import { fault, freedom } from '../quirks/quirks.ts'
import { browserHeaders } from './http/browsers.ts'
import { FlaggedMetrics } from './http/flagged-metrics.ts'
import { requestHandler } from './http/endpoints.ts'
import { requestLimits } from './http/limits.ts'
import { makeServer } from './http/server.ts'
import { connectionRates } from './http/throttle.ts'
import { advertise } from './lifecycle/advertise.ts'
import { RequestGate } from './lifecycle/request-gate.ts'
import { Lifecycle } from './lifecycle/lifecycle.ts'
import { lifecycleSettings } from './lifecycle/settings.ts'
import { terminateOnSignals } from './lifecycle/terminate.ts'
import { ActiveRequests } from './lifecycle/active-requests.ts'
import { configureObjects, type StoredObjects } from './objects/configure.ts'
import { createOwnNamespaces } from './objects/own-namespaces.ts'
import { logOf } from './log.ts'
import { objectReader } from './objects/reader.ts'
import { resources } from './api/resource.ts'
import { initializeStorage } from './storage/initialize.ts'
import { listenOnFlagAddress } from './serving/listen.ts'
import { servingTls } from './serving/tls.ts'
import { registerPeer } from './peers/register.ts'
import { pollStorage } from './storage/polls.ts'
import { configureTracing } from './tracing/configure.ts'

/** Serves until a termination signal. Throws a Refusal before it listens if flags or files do not permit it. */
export async function serve(start: Start): Promise<void> {
  const { flags, ownVersion, version } = start
  if (flags.strings('etcd-servers').length === 0) throw new Refusal('--etcd-servers: required')
  const apis = new Apis(resources, flags, ownVersion)
  const log = logOf(flags, start.say)
  const logError = log.error
  const lifecycle = new Lifecycle(lifecycleSettings(flags))
  const limits = requestLimits(flags)
  const browserStep = browserHeaders(flags, logError)
  const certificates = await servingTls(flags)
  const tls = certificates.options
  const metrics = new FlaggedMetrics(flags)
  const gates = serverGates(flags, ownVersion)
  let storedObjects: StoredObjects | undefined
  const reader = objectReader(() => storedObjects?.services ?? rejectUntilStarted())
  const apiAudiences = apiAudiencesOf(flags)
  const egress = await configureEgress(flags.string('egress-selector-config-file'))
  const { ending: signal } = lifecycle
  const authenticationOptions = { objects: reader, apiAudiences, signal, report: logError, egress }
  const authentication = await configureAuthentication(flags, authenticationOptions)
  const dial = dialerOf(egress, 'controlplane')
  const authorizer = await configureAuthorization(flags, { metrics, objects: reader, dial })
  if (freedom('slow-start')) await pause(300)
  const tracing = await configureTracing(flags.string('tracing-config-file'), dial)
  storedObjects = await configureObjects(flags, { reader, egress, authorizer, say: logError })
  const { store, prefix } = storedObjects.services
  const audit = configureAudit(flags, {
    dial,
    say: logError,
    isDraining: () => lifecycle.state === 'draining',
  })
  const forwardsToPeers = gates('UnknownVersionInteroperabilityProxy', false)
  const sharedServices = { flags, say: logError, lifecycle, metrics }
  const measure = () => reportGates(gates, flags, ownVersion, metrics)
  const services = {
    limits,
    browsers: browserStep,
    log,
    tracing,
    audit,
    authentication,
    apiAudiences,
    authorizer,
    egress,
    stored: storedObjects,
    apis,
    passesOn: forwardsToPeers,
  }
  const handler = requestHandler({ ...sharedServices, ...services, version, measure })
  const entrance = new RequestGate(lifecycle)
  const activeRequests = new ActiveRequests()
  const { maxStreams } = limits
  const http2 = offersHttp2(flags)
  const rates = connectionRates(flags)
  const serving = { tls, http2, maxStreams, rates, entrance, visitors: activeRequests, report: logError }
  const { server, connections } = makeServer(handler, serving)
  certificates.attend(server)
  const needsProfiling = !flags.bool('profiling') && fault('debug-socket-needs-profiling')
  const removeSocket = await serveDebugSocket(needsProfiling ? undefined : flags.string('debug-socket-path'))
  const cleanUp = async () => {
    removeSocket()
    await audit.end()
    await tracing.end()
    log.flush()
    store.close()
  }
  const storageInitialization = initializeStorage({ store, prefix, ...sharedServices })
  terminateOnSignals({
    lifecycle,
    connections,
    entrance,
    visitors: activeRequests,
    say: logError,
    atEnd: cleanUp,
  })
  await listenOnFlagAddress(server, flags)
  if (!freedom('grace-from-process-start')) lifecycle.listens()
  log.info(0, `listening on ${flags.string('bind-address')}:${flags.string('secure-port')}`)
  await storageInitialization
  pollStorage({ store, prefix, ...sharedServices })
  await createOwnNamespaces(reader, storedObjects.create, logError)
  await advertise({ store, prefix, ...sharedServices })
  if (forwardsToPeers) await registerPeer(storedObjects, { flags, apis })
  coordinateElections(storedObjects, { flags, gates })
}

function offersHttp2(flags: FlagValues): boolean {
  return flags.bool('disable-http2-serving')
    ? fault('disable-http2-serving-ignored')
    : !fault('http2-never-served')
}

function rejectUntilStarted(): never {
  throw new Error('objects are not served yet')
}
