import { randomBytes } from 'node:crypto'
import { currentCheck } from '#harness/check/context.ts'
import { hasCode, HarnessError } from '#harness/errors.ts'
import type { Flags } from '#harness/launch/flags.ts'
import type { ApiServer } from '#harness/programs/api-server.ts'
import { until } from '#harness/machine/until.ts'
import type { CollectedSpan, OtlpCollector } from '#mocks/otlp-collector/index.ts'
import { sharedServer } from '../api-server.ts'
import { configurationFlag } from '../configuration/kinds.ts'
import { sharedPeer } from '../peers.ts'

/** The documented apiVersions of the kind. */
export type TracingVersion = 'apiserver.config.orch.io/v1' | 'apiserver.orch.io/v1alpha1'

/** The flag that names a TracingConfiguration file, of version v1 unless told otherwise. */
export function tracingFlag(
  members: Readonly<Record<string, unknown>>,
  apiVersion: TracingVersion = 'apiserver.config.orch.io/v1',
): Flags {
  const content = { apiVersion, kind: 'TracingConfiguration', ...members }
  return configurationFlag('tracing', content)
}

// Exporters that follow OpenTelemetry's variables send soon, and drop nothing when a check asks a lot.
const hasty = { OTEL_BSP_SCHEDULE_DELAY: '200', OTEL_BSP_MAX_QUEUE_SIZE: '65536' }

/** How long after a request its spans may arrive: one batch of the slowest usual exporter. */
export const arrivesWithinMs = 6_000

// How long an answer takes is no matter here, and many requests at once wait for each other.
const patientMs = 30_000

/** Who decided about a request before it came to the server. */
export type Parent = 'sampled' | 'not-sampled'

/** A server with a tracing file and the collector that its spans go to. */
class TracedServer {
  readonly #server: () => Promise<ApiServer>
  readonly #collector: () => Promise<OtlpCollector>

  constructor(server: () => Promise<ApiServer>, collector: () => Promise<OtlpCollector>) {
    this.#server = server
    this.#collector = collector
  }

  /** One request without a parent that spans can be told by. */
  async asks(mark: string): Promise<void> {
    await (await this.#server()).request({ path: `/readyz?mark=${mark}`, withinMs: patientMs })
  }

  /** One request that writes, without a parent, whatever comes of it; gives its mark. */
  async writes(method: string): Promise<string> {
    const mark = `m${randomBytes(6).toString('hex')}-`
    const path = `/api/v1/namespaces/default/configmaps${method === 'POST' ? '' : '/traced'}?mark=${mark}`
    await (await this.#server()).request({ method, path, body: {}, withinMs: patientMs })
    return mark
  }

  /** Requests without a parent, some at a time, each with a mark of its own; gives the marks. */
  async asksTimes(times: number): Promise<readonly string[]> {
    currentCheck().needs('spans-name-requests')
    const run = randomBytes(6).toString('hex')
    const marks = Array.from({ length: times }, (_, index) => `m${run}-${index}-`)
    const waiting = marks.values()
    const worker = async (): Promise<void> => {
      for (const mark of waiting) await this.asks(mark)
    }
    await Promise.all(Array.from({ length: atOnce }, worker))
    return marks
  }

  /** One request below a parent span, of the administrator or of a user of that name; gives the ids of that span. */
  async asksBelow(
    parent: Parent,
    user?: string,
  ): Promise<{ readonly traceId: string; readonly spanId: string }> {
    const [traceId, spanId] = [randomBytes(16).toString('hex'), randomBytes(8).toString('hex')]
    const traceparent = `00-${traceId}-${spanId}-${parent === 'sampled' ? '01' : '00'}`
    const server = await this.#server()
    const as =
      user === undefined
        ? 'admin'
        : server.credentials.authority.issue({ commonName: user, usage: 'client', hosts: [] })
    await server.request({ path: '/readyz', as, headers: { traceparent }, withinMs: patientMs })
    return { traceId, spanId }
  }

  /** The spans of a trace, as soon as there are some; none when there are none in time. */
  async trace(traceId: string): Promise<readonly CollectedSpan[]> {
    const collector = await this.#collector()
    await until(() => collector.trace(traceId).length > 0, {
      withinMs: arrivesWithinMs,
      what: 'a span of the trace arrived',
    }).catch(() => {})
    return collector.trace(traceId)
  }

  /** The spans of a trace that have arrived already. */
  async known(traceId: string): Promise<readonly CollectedSpan[]> {
    return (await this.#collector()).trace(traceId)
  }

  /** Which of the marks spans have told so far. */
  async sampled(marks: readonly string[]): Promise<readonly string[]> {
    const { spans } = await this.#collector()
    const text = JSON.stringify(spans.map(({ name, attributes }) => [name, attributes]))
    return marks.filter((mark) => text.includes(mark))
  }

  /**
   * Waits until everything before has been sent: a later request's span has arrived, because exporters send in order
   * (true), or, where no later request is sampled, one has had the time to (false).
   */
  async settled(): Promise<boolean> {
    const since = randomBytes(6).toString('hex')
    const traces: string[] = []
    const arrived = async (): Promise<boolean> => {
      await this.asks(`${since}-settled-`)
      const { traceId } = await this.asksBelow('sampled')
      traces.push(traceId)
      const { spans } = await this.#collector()
      const told = (await this.sampled([`${since}-settled-`])).length > 0
      return told || spans.some((span) => traces.includes(span.traceId))
    }
    return until(arrived, { withinMs: arrivesWithinMs, what: 'a later span arrived' }).then(
      () => true,
      () => false,
    )
  }
}

// Whoever else judges an implementation on this machine needs the same port for a few seconds.
const portFreeWithinMs = 20_000

async function startCollector(port: number): Promise<OtlpCollector> {
  const { startOtlpCollector } = await import('#mocks/otlp-collector/index.ts')
  let collector: OtlpCollector | undefined
  const bound = async (): Promise<boolean> => {
    collector = await startOtlpCollector({ port }).catch((thrown: unknown) => {
      if (port === 0 || !hasCode(thrown, 'EADDRINUSE')) throw thrown
      return undefined
    })
    return collector !== undefined
  }
  await until(bound, { withinMs: portFreeWithinMs, what: `TCP port ${port} of 127.0.0.1 was free` })
  if (collector === undefined) throw new HarnessError('harness-fault', 'The collector did not start.')
  return collector
}

// Enough to keep a server busy, and few enough for each to be answered at once.
const atOnce = 8

/** One server for all checks of a file; `members` are those of its tracing file beside the endpoint. */
export function tracedServer(
  members: Readonly<Record<string, unknown>>,
  options: { readonly port?: number; readonly version?: TracingVersion } = {},
): TracedServer {
  const { port = 0, version } = options
  const collector = sharedPeer(() => startCollector(port))
  const server = sharedServer(async () => {
    const running = await collector()
    const endpoint = port === 0 ? { endpoint: running.endpoint } : {}
    return { peers: [running], flags: tracingFlag({ ...endpoint, ...members }, version), env: hasty }
  })
  return new TracedServer(server, collector)
}
