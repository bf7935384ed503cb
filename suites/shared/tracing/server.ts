import { randomBytes } from 'node:crypto'
import { currentCheck, HarnessError, hasCode, until } from '#kit'
import type { Flags } from '#kit/launch.ts'
import type { ApiServer } from '#harness/programs/api-server.ts'
import type { CollectedSpan, OtlpCollector } from '#mocks/otlp-collector/index.ts'
import { sharedServer } from '../api-server.ts'
import { configurationFlag } from '../configuration/kinds.ts'
import { sharedPeer } from '../peers.ts'

/** The documented apiVersions of the kind. */
export type TracingVersion = 'apiserver.config.orch.io/v1' | 'apiserver.orch.io/v1alpha1'

/** Returns the flag for a TracingConfiguration file, by default of version v1. */
export function tracingFlag(
  members: Readonly<Record<string, unknown>>,
  apiVersion: TracingVersion = 'apiserver.config.orch.io/v1',
): Flags {
  const content = { apiVersion, kind: 'TracingConfiguration', ...members }
  return configurationFlag('tracing', content)
}

// OpenTelemetry variables that make exporters send soon and drop nothing.
const fastExport = { OTEL_BSP_SCHEDULE_DELAY: '200', OTEL_BSP_MAX_QUEUE_SIZE: '65536' }

/** Longest time from a request to the arrival of its spans: one batch of the slowest usual exporter. */
export const arrivesWithinMs = 6_000

// Long enough for many concurrent requests, whose response time does not matter.
const longRequestTimeoutMs = 30_000

/** Sampling decision of the parent span of a request. */
export type Parent = 'sampled' | 'not-sampled'

/** A server with a tracing file and the collector of its spans. */
class TracedServer {
  readonly #server: () => Promise<ApiServer>
  readonly #collector: () => Promise<OtlpCollector>

  constructor(server: () => Promise<ApiServer>, collector: () => Promise<OtlpCollector>) {
    this.#server = server
    this.#collector = collector
  }

  /** Sends one request without a parent. The mark identifies its spans. */
  async sendRequest(mark: string): Promise<void> {
    await (await this.#server()).request({ path: `/readyz?mark=${mark}`, withinMs: longRequestTimeoutMs })
  }

  /** Sends one request that writes, without a parent and with any result, and returns its mark. */
  async writes(method: string): Promise<string> {
    const mark = `m${randomBytes(6).toString('hex')}-`
    const path = `/api/v1/namespaces/default/configmaps${method === 'POST' ? '' : '/traced'}?mark=${mark}`
    await (await this.#server()).request({ method, path, body: {}, withinMs: longRequestTimeoutMs })
    return mark
  }

  /** Sends requests without a parent, several at a time, each with a unique mark, and returns the marks. */
  async requestTimes(times: number): Promise<readonly string[]> {
    currentCheck().needs('spans-name-requests')
    const runId = randomBytes(6).toString('hex')
    const requestIds = Array.from({ length: times }, (_, index) => `m${runId}-${index}-`)
    const remainingIds = requestIds.values()
    const worker = async (): Promise<void> => {
      for (const mark of remainingIds) await this.sendRequest(mark)
    }
    await Promise.all(Array.from({ length: concurrency }, worker))
    return requestIds
  }

  /**
   * Sends one request below a parent span, as the administrator or as the named user, and returns the ids of the
   * parent span.
   */
  async requestWithParent(
    parent: Parent,
    user?: string,
  ): Promise<{ readonly traceId: string; readonly spanId: string }> {
    const [traceId, spanId] = [randomBytes(16).toString('hex'), randomBytes(8).toString('hex')]
    const traceparent = `00-${traceId}-${spanId}-${parent === 'sampled' ? '01' : '00'}`
    const server = await this.#server()
    const clientIdentity =
      user === undefined
        ? 'admin'
        : server.credentials.authority.issue({ commonName: user, usage: 'client', hosts: [] })
    await server.request({
      path: '/readyz',
      as: clientIdentity,
      headers: { traceparent },
      withinMs: longRequestTimeoutMs,
    })
    return { traceId, spanId }
  }

  /** Returns the spans of a trace, as soon as there are any; an empty list if none arrive in time. */
  async trace(traceId: string): Promise<readonly CollectedSpan[]> {
    const collector = await this.#collector()
    await until(() => collector.trace(traceId).length > 0, {
      withinMs: arrivesWithinMs,
      what: 'a span of the trace arrived',
    }).catch(() => {})
    return collector.trace(traceId)
  }

  /** Returns the spans of a trace that have already arrived. */
  async arrivedSpans(traceId: string): Promise<readonly CollectedSpan[]> {
    return (await this.#collector()).trace(traceId)
  }

  /** Returns the marks that received spans contain. */
  async sampledMarks(marks: readonly string[]): Promise<readonly string[]> {
    const { spans } = await this.#collector()
    const text = JSON.stringify(spans.map(({ name, attributes }) => [name, attributes]))
    return marks.filter((mark) => text.includes(mark))
  }

  /**
   * Waits until all earlier spans have arrived. Returns true if the span of a later request has arrived, because
   * exporters send in order, and false on a timeout.
   */
  async waitForSpans(): Promise<boolean> {
    const settlingId = randomBytes(6).toString('hex')
    const traces: string[] = []
    const hasArrived = async (): Promise<boolean> => {
      await this.sendRequest(`${settlingId}-settled-`)
      const { traceId } = await this.requestWithParent('sampled')
      traces.push(traceId)
      const { spans } = await this.#collector()
      const isSettled = (await this.sampledMarks([`${settlingId}-settled-`])).length > 0
      return isSettled || spans.some((span) => traces.includes(span.traceId))
    }
    return until(hasArrived, { withinMs: arrivesWithinMs, what: 'a later span arrived' }).then(
      () => true,
      () => false,
    )
  }
}

// Long enough for another run on this machine to release the port.
const portFreeWithinMs = 20_000

async function startCollector(port: number): Promise<OtlpCollector> {
  const { startOtlpCollector } = await import('#mocks/otlp-collector/index.ts')
  let collector: OtlpCollector | undefined
  const isBound = async (): Promise<boolean> => {
    collector = await startOtlpCollector({ port }).catch((thrown: unknown) => {
      if (port === 0 || !hasCode(thrown, 'EADDRINUSE')) throw thrown
      return undefined
    })
    return collector !== undefined
  }
  await until(isBound, { withinMs: portFreeWithinMs, what: `TCP port ${port} of 127.0.0.1 was free` })
  if (collector === undefined) throw new HarnessError('harness-fault', 'The collector did not start.')
  return collector
}

// Concurrency that keeps a server busy without delayed responses.
const concurrency = 8

/** Declares a server that all checks of a file share. Its tracing file has `members` in addition to the endpoint. */
export function tracedServer(
  members: Readonly<Record<string, unknown>>,
  options: { readonly port?: number; readonly version?: TracingVersion } = {},
): TracedServer {
  const { port = 0, version } = options
  const collector = sharedPeer(() => startCollector(port))
  const server = sharedServer(async () => {
    const runningCollector = await collector()
    const endpoint = port === 0 ? { endpoint: runningCollector.endpoint } : {}
    return {
      peers: [runningCollector],
      flags: tracingFlag({ ...endpoint, ...members }, version),
      env: fastExport,
    }
  })
  return new TracedServer(server, collector)
}
