import { existsSync, mkdirSync } from 'node:fs'
import { availableParallelism, hostname, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { TlsOptions } from 'node:tls'
import type { Start } from '../program/program.ts'
import type { AgentConfiguration } from './config/configuration.ts'
import { fault } from '../quirks/quirks.ts'
import { applyOwnLimits } from './host/limits.ts'
import type { makeLog } from './log.ts'
import { nodeAddresses, type wantedAddresses } from './node/addresses.ts'
import { type Api, apiOf } from './node/api.ts'
import { followPods } from './node/api-pods.ts'
import { bootstrap, renewCertificates, serveIssued } from './node/bootstrap.ts'
import { Events } from './node/events.ts'
import type { nodeLabels } from './node/labels.ts'
import { keepRegistered } from './node/registration.ts'
import { watchSources } from './pods/sources.ts'
import { CredentialProviders } from './runtime/credential-providers.ts'
import { Runtime } from './runtime/runtime.ts'
import { Authenticator } from './serving/authenticate.ts'
import { Authorizer } from './serving/authorize.ts'
import { openPorts } from './serving/ports.ts'
import { removeDeadContainers } from './upkeep/containers.ts'
import { Eviction } from './upkeep/eviction.ts'
import { ImageKeeper } from './upkeep/images.ts'
import { rotateLogs } from './upkeep/logs.ts'
import type { thresholdsOf } from './upkeep/thresholds.ts'
import { makePods } from './make-pods.ts'

/** Interval of status requests to the runtime, in milliseconds. */
const statusEveryMs = 5_000
/** Default timeout of most requests to the runtime, in milliseconds. */
const defaultTimeoutMs = 120_000

/** Validated flags and files. */
interface CheckedStart extends ReturnType<typeof makeLog> {
  readonly start: Start
  readonly config: AgentConfiguration
  /** Name of the node. */
  readonly name: string
  readonly version: string
  readonly labels: ReturnType<typeof nodeLabels>
  readonly addresses: ReturnType<typeof wantedAddresses>
  readonly thresholds: ReturnType<typeof thresholdsOf>
  readonly reservedCpus: readonly number[] | undefined
  readonly tls: TlsOptions
}

/** Connects to the API server and the runtime, serves, and runs pods. Throws a Refusal when it cannot. */
export async function runAgent(checkedStart: CheckedStart): Promise<void> {
  const { start, config, name, version, labels, addresses, thresholds, reservedCpus, tls, say, inform } =
    checkedStart
  const { flags } = start
  const api = await connectToApi(start, config, name)
  const runtime = await connectRuntime(config)
  const providers = new CredentialProviders(flags)
  applyOwnLimits(config)
  const rootDir = flags.string('root-dir') ?? ''
  // The reclaimable space is still measured at the configured directory.
  const filesDir = fault('root-dir-ignored') ? join(tmpdir(), `orchlet-${name}`) : rootDir
  for (const directory of [rootDir, join(filesDir, 'pods')]) mkdirSync(directory, { recursive: true })
  const images = new ImageKeeper(runtime, config)
  const eviction = new Eviction({ runtime, images, config, rootDir, thresholds })
  const events = api && new Events(api, config, name)
  const podsPerCore = config.number('pods-per-core')
  const maxPods =
    podsPerCore > 0 && !fault('pods-per-core-not-applied')
      ? Math.min(config.number('max-pods'), podsPerCore * availableParallelism())
      : config.number('max-pods')
  const pods = makePods({
    runtime,
    config,
    providers,
    eviction,
    rootDir: filesDir,
    maxPods,
    api,
    events,
    say,
  })
  const authenticator = new Authenticator(config, api)
  const authorizer = new Authorizer(config, api, name)
  const ports = await openPorts({ config, pods, runtime, authenticator, authorizer, inform }, tls, say)
  inform('it serves')
  inform(`it is node ${name}`, 4)
  events?.tell({ kind: 'Node', name, uid: name }, 'Starting', 'the node agent starts')
  const cidr = config.string('pod-cidr')
  if (reportsCidr(cidr, api)) await runtime.sendPodCidr(cidr)
  setInterval(() => void runtime.isReady().catch(() => {}), statusEveryMs)
  images.begin(say)
  removeDeadContainers(runtime, config, say)
  rotateLogs(runtime, config, say)
  pods.begin()
  watchSources({ node: name, config, say, tell: (source, all) => pods.give(source, all) })
  const node = {
    name,
    labels,
    facts: async () => ({
      name,
      version,
      port: config.number('port'),
      rootDir,
      addresses,
      images: await runtime.images(),
      pressing: eviction.pressing(),
      thresholds,
      ignoresEviction: flags.bool('experimental-allocatable-ignore-eviction'),
      reservedCpus: reservedCpus?.length,
      hasCloud: flags.string('cloud-provider') === 'external',
    }),
  }
  const registration = api && keepRegistered({ flags, say }, api, node, config)
  eviction.begin(
    () => pods,
    () => registration?.tellNow(),
    say,
  )
  if (api === undefined) return
  const bootstrapParts = { node: name, hosts: [name, ...nodeAddresses(addresses)], config }
  if (config.bool('rotate-server-certificates') && !fault('serving-certificate-not-requested'))
    void serveIssued(api, bootstrapParts, (pair) => ports.show(pair)).catch((error) => say(String(error)))
  if (config.bool('rotate-certificates') || fault('client-certificate-always-renewed'))
    void renewCertificates(api, bootstrapParts).catch((error) => say(String(error)))
  const podsName = fault('pods-of-real-hostname') ? hostname().toLowerCase() : name
  void followPods(api, podsName, (all) => pods.give('api', all), say)
}

function reportsCidr(cidr: string, api: Api | undefined): boolean {
  if (cidr === '') return false
  return api === undefined ? !fault('pod-cidr-not-told') : fault('pod-cidr-with-an-api')
}

/**
 * Connects to the API server that the flags name, if they name one. Requests a client certificate when the flags
 * require it.
 */
async function connectToApi(
  { flags }: Start,
  config: AgentConfiguration,
  node: string,
): Promise<Api | undefined> {
  const fallbackConfig = fault('orchconfig-of-environment') ? process.env['ORCHCONFIG'] : undefined
  const file = flags.string('orchconfig') ?? fallbackConfig
  const bootstrapConfig = flags.string('bootstrap-orchconfig')
  if (file === undefined || fault('orchconfig-ignored')) return undefined
  if (bootstrapConfig !== undefined && !fault('bootstrap-ignored'))
    await bootstrap(bootstrapConfig, file, { node, hosts: [], config })
  return apiOf(file, config)
}

/** Returns the image socket in the directory of the runtime socket, or the runtime socket if there is none. */
function imageEndpoint(endpoint: string): string {
  const path = join(dirname(endpoint.replace(/^unix:\/\//, '')), 'images.sock')
  return existsSync(path) ? `unix://${path}` : endpoint
}

async function connectRuntime(config: AgentConfiguration): Promise<Runtime> {
  const endpoint = config.string('container-runtime-endpoint')
  const imageServiceEndpoint = config.string('image-service-endpoint')
  const effectiveEndpoint = fault('image-endpoint-guessed') ? imageEndpoint(endpoint) : endpoint
  const images =
    imageServiceEndpoint !== '' && !fault('image-endpoint-ignored') ? imageServiceEndpoint : effectiveEndpoint
  const timeoutFlagMs = config.durationMs('runtime-request-timeout')
  const isDefaultTimeout = timeoutFlagMs === defaultTimeoutMs
  const withinMs = !isDefaultTimeout && fault('runtime-time-out-ignored') ? defaultTimeoutMs : timeoutFlagMs
  const runtime = new Runtime(endpoint, images, withinMs, {
    ...(!isDefaultTimeout && fault('pulls-time-out') && { pullMs: withinMs }),
    ...(!isDefaultTimeout && fault('commands-time-out') && { commandMs: withinMs }),
    ...(!isDefaultTimeout && fault('runtime-time-out-not-of-images') && { imagesMs: defaultTimeoutMs }),
  })
  await runtime.connect()
  return runtime
}
