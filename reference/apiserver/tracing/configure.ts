import { isAlpha } from '../config/kinds.ts'
import { type Dialer, dialDirectly } from '../../client-config/dialer.ts'
import { fault } from '../../quirks/quirks.ts'
import type { Step } from '../../serving/request.ts'

/** Request step that creates spans, with its shutdown. */
export interface Tracing {
  readonly step: Step
  end(): Promise<void>
}

/** Default address of the collector. */
const defaultEndpoint = 'localhost:4317'
/** Milliseconds by which the last spans may delay the exit. */
const flushTimeoutMs = 500

/** Reads the tracing file. Without a file, nothing is traced. Throws a Refusal. */
export async function configureTracing(file: string | undefined, dial: Dialer): Promise<Tracing> {
  if (file === undefined) return { step: (request, next) => next(request), end: async () => {} }
  const { loadConfig } = await import('../config/load.ts')
  const { tracingKind } = await import('../config/tracing.ts')
  const { Exporter } = await import('./exporter.ts')
  const { traceStep } = await import('./step.ts')
  const config = await loadConfig(file, tracingKind)
  if (isAlpha(file) && fault('tracing-v1alpha1-without-effect'))
    return { step: (request, next) => next(request), end: async () => {} }
  const configuredEndpoint = endpointOf(config.endpoint)
  // Only the address of a URL is used, without TLS.
  const endpoint = configuredEndpoint.replace(/^https?:\/\//, '')
  const isTls = configuredEndpoint.startsWith('https:') && fault('tracing-https-endpoint-speaks-tls')
  const exporter = new Exporter(await addressOf(endpoint, dial), { authority: endpoint, secure: isTls })
  return {
    step: traceStep(config, (span) => exporter.add(span)),
    async end() {
      await exporter.flush(flushTimeoutMs)
      exporter.close()
    },
  }
}

function endpointOf(endpoint: string | undefined): string {
  if (endpoint === undefined || endpoint === '') {
    return fault('tracing-default-endpoint-differs') ? 'localhost:4318' : defaultEndpoint
  }
  const isOtherEndpoint = endpoint !== defaultEndpoint
  return isOtherEndpoint && fault('tracing-endpoint-ignored') ? defaultEndpoint : endpoint
}

async function addressOf(endpoint: string, dial: Dialer): Promise<string> {
  const match = /^\[?([^\]/]+?)\]?:(\d+)$/.exec(endpoint)
  if (dial === dialDirectly || match === null) return endpoint
  const { relay } = await import('../egress/relay.ts')
  return relay(dial, match[1] ?? '', Number(match[2]))
}
